"""The card counts as played: step nine (CA.1.9, CM.3.4, BB.3.4)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from archivist.model.card import Card
from archivist.rules.citations import plays as citations
from archivist.rules.costs.declaring_costs import FREE_STARCALL
from archivist.rules.costs.paying_for_a_play import write_facts
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards import effects_stack
from archivist.rules.playing_cards.attempt import Attempt
from archivist.rules.timing import speed
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.game import Forbid
from archivist.vocabulary.statics.playing import NextActivation

COMPLETE: Final = {"activate": "CA.1.9", "materialize": "CM.3.4", "bestow": "BB.3.4"}


def complete(attempt: Attempt) -> None:
    """The card counts as played; its instance is the top of the stack (CA.1.9, CM.3.4, BB.3.4, PC.6).

    What its payment triggered is put on the stack afterwards, so it lies above.

    Rules: terms.2.play, costs.5.8.
    """
    if attempt.reasons:
        return
    write_facts(attempt)
    _use_up_next(attempt)
    state, player = attempt.state, attempt.player
    card = state.cards[attempt.number]
    effects_stack.put_instance(
        state,
        card,
        player,
        modes=attempt.modes,
        groups=attempt.groups,
        had=attempt.had,
        rules=(COMPLETE[attempt.way], "PC.5", "PC.6", "PC.9", "PC.9.1", *_notes(attempt, card)),
        starcalled_free=attempt.alternative == FREE_STARCALL,
    )
    if attempt.instructed is None:
        if attempt.way == "materialize" and state.turn.step == "materialize":
            state.alter_turn(step="materialized")
        speed.gains_opportunity(state, player, attempt.way)


def _notes(attempt: Attempt, card: Card) -> tuple[str, ...]:
    """Clauses that only some plays show."""
    found: tuple[str, ...] = ()
    assert attempt.price is not None
    kind = attempt.price.kind
    if attempt.way == "materialize":
        found = ("CM.3.4.1", "RU.5", "costs.3.6") if kind == "reserve" else ("CM.3.4.1",)
    elif attempt.way == "activate" and kind == "memory":
        found = ("CA.1.9.2", "CA.1.9.3", "costs.3.5")
    if attempt.before.owner != attempt.player:
        found += ("PC.4",)
    return (*found, *citations.of_completion(attempt.state, card, attempt.licence))


def _use_up_next(attempt: Attempt) -> None:
    """What waits for the next card of a kind is used up by a completed activation, not by its resolving.

    Rules: costs.6.empower, abilities.1.15.
    """
    if attempt.way != "activate":
        return
    for lasting in attempt.state.lasting:
        static = lasting.static
        if not isinstance(static, NextActivation) or lasting.controller != attempt.player:
            continue
        if not static.cards.describes(Scene(attempt.state, lasting.controller, lasting.source), attempt.card):
            continue
        attempt.state.hold(tuple(other for other in attempt.state.lasting if other is not lasting))
        played = attempt.card.played
        assert played is not None
        distant = played.distant or static.distant
        attempt.state.alter(attempt.number, played=replace(played, buff=played.buff + static.buff, distant=distant))
        for change in _lasting_changes(static):
            made = replace(lasting, static=change, on=(attempt.card.thing,))
            attempt.state.hold((*attempt.state.lasting, made))


def _lasting_changes(static: NextActivation) -> list[Modify | Forbid]:
    """What holds for the card from now on: its further words, and that its activation cannot be negated."""
    found: list[Modify | Forbid] = [Modify(words=static.words)] if static.words else []
    return [*found, Forbid(what="negate your activations")] if static.unnegated else found
