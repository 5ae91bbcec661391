"""Precedence: "can't" over "can", and card text over rules. What players and objects are kept from (timing.6; effects.1.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.effects.continuous import layers
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.vocabulary.node import THIS
from archivist.vocabulary.pending import Item
from archivist.vocabulary.statics.base import concerns
from archivist.vocabulary.statics.game import Forbid

if TYPE_CHECKING:
    from archivist.rules.effects.continuous.characteristics import Evaluation


def forbidden(now: Evaluation, state: State, player: Seat, what: str) -> bool:
    """Whether a prohibition in force keeps a player from something, whatever permits it, however new that is.

    Rules: timing.6, timing.6.2, effects.1.6, effects.2.5.
    """
    for active in (state.standing or standing(state)).of(
        Forbid
    ):  # whether one is in force takes longest, and is asked last
        forbid = active.static
        assert isinstance(forbid, Forbid)
        if forbid.what == what:
            named = forbid.who == "that player"
            concerned = forbid.player == player if named else concerns(forbid.who, active.you, player)
            if concerned and layers.in_force(now, state, active):
                return True
    return False


def cannot_lose(state: State, seat: Seat) -> bool:
    """Whether an effect keeps a player from losing: they play on, even without a champion, for card text holds.

    Rules: timing.6.1, effects.1.6.
    """
    return state.now.forbidden(state, seat, "lose the game")


def cannot_be_negated(state: State, item: Item) -> bool:
    """Whether a prohibition keeps an item from being negated: all of a player's, or the activation of one card alone."""
    own = (state.cards[item.card].thing,) if item.kind == "activation" and not item.copy else ()
    return any(
        forbid.what == "negate your activations"
        and active.you == item.controller
        and (active.on is None or not set(own).isdisjoint(active.on))
        for active, forbid in state.now.statics(state, Forbid)
    )


def stays_rested(state: State, card: Card, *, phase: bool = False) -> bool:
    """Whether something keeps an object from waking up: by anything, or (`phase`) in its controller's wake up phase.

    What is only kept from waking in that phase can be woken by an effect.
    """
    return any(
        (forbid.what == "wake up" or (phase and forbid.what == "wake up in the wake up phase"))
        and (
            active.reaches(state, forbid.of or THIS, card)
            if active.on is not None or forbid.of is not None
            else concerns(forbid.who, active.you, card.controller)
            and (forbid.cards is None or forbid.cards.describes(active.scene(state), card))
        )
        for active, forbid in state.now.statics(state, Forbid)
    )


def latest_holds(words: set[str], switches: Iterable[tuple[int, bool, str]]) -> set[str]:
    """Words that effects switch on and off, each with its timestamp: of contradicting effects the latest holds.

    Rules: timing.6.3, effects.2.4.
    """
    for _, on, word in sorted(switches):
        if on:
            words.add(word)
        else:
            words.discard(word)
    return words
