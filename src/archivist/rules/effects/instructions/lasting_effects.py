"""Instructions that leave something behind: lasting effects, control, skipped phases; and how others do the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Seat, Thing, Way
from archivist.rules.abilities.triggered_abilities import delay
from archivist.rules.cards import control_and_obedience
from archivist.rules.citations import values
from archivist.rules.costs import calculation
from archivist.rules.effects import events as telling
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.carrying_out import (
    Run,
    carries_out,
    follows_source,
    label_of,
    source_kept,
    text_of,
)
from archivist.rules.playing_cards import effects_stack
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.effects.lasting_effects import Agility, Empower, Gain, GainControl, Skip
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref
from archivist.vocabulary.pending import NOTHING, Deed, DelayedTrigger, Lasting
from archivist.vocabulary.statics import StaticNode
from archivist.vocabulary.statics.amounts import AboutAmount, ThatMuch
from archivist.vocabulary.statics.base import counts_deeds
from archivist.vocabulary.statics.characteristics import Control, Modify
from archivist.vocabulary.statics.combat import MustAttack
from archivist.vocabulary.statics.damage import AboutDamage, Amplify, Much, Prevent
from archivist.vocabulary.statics.game import Forbid, Redirect
from archivist.vocabulary.statics.playing import CostOf, NextActivation, Permit
from archivist.vocabulary.text import Paragraph
from archivist.vocabulary.triggers import TriggerNode


@carries_out(Gain)
def gain(run: Run, node: Gain) -> None:
    gain_static(run, node.static, node.on, node.until)


@carries_out(GainControl)
def gain_control(run: Run, node: GainControl) -> None:
    """A player controls these from now on; what later instructions do with them sees it already (terms.3.2)."""
    for seat in run.players(node.who)[:1]:
        gain_static(run, Control(player=seat), node.what, node.until)
        control_and_obedience.refresh(run.state)


@carries_out(Agility)
def agility(run: Run, node: Agility) -> None:
    """A player has agility until clean-up.

    Rules: keywords.agility, zones.7.player.
    """
    run.state.alter_player(run.you, agility=(*run.state.players[run.you].agility, node.n))
    run.did(node.n)


@carries_out(Empower)
def empower(run: Run, node: Empower) -> None:
    """Your next Spell card activation this turn reckons with a level so much higher (keywords.empower)."""
    n = run.scene.amount(node.amount)
    if n > 0:
        run.did(n)
        _last(run, NextActivation(cards=Filter("spell card"), level=n), None, "turn", "keywords.empower")


@carries_out(Skip)
def skip(run: Run, node: Skip) -> None:
    for seat in run.players(node.who):
        skips = run.state.players[seat].skips
        run.state.alter_player(seat, skips={**skips, node.phase: skips.get(node.phase, 0) + 1})
        run.did(1)


# -- effects that last -------------------------------------------------------------------------------------------


def gain_static(run: Run, static: StaticNode, on: Ref | None, until: str, then: tuple[Paragraph, ...] = ()) -> None:
    """Makes something hold: with `on` for exactly these things, its numbers fixed now (effects.5.4).

    What is granted to an activation is its card's, also as the object it becomes (zones.6.5).

    Rules: effects.5.5, effects.5.6, effects.5.7.
    """
    things = None if on is None else tuple([card.thing for card in run.bearers(on)])
    if on is not None and not things:
        return
    _last(run, _bound(run, static), things, until, then=then)
    run.did(len(things or ()), things=things or (), done=True)


def _last(
    run: Run,
    static: StaticNode,
    on: tuple[Thing, ...] | None,
    until: str,
    *rules: str,
    then: tuple[Paragraph, ...] = (),
) -> None:
    """Adds an effect that lasts, with the timestamp of this moment.

    Rules: effects.5.12.resolved.
    """
    state = run.state
    before = telling.words_now(state) if telling.changes_words(static) else None
    source, span, meant = source_kept(run), _span(run, until), _meant(run, static)
    lasting = Lasting(
        state.tick(), static, run.you, source, span, on,
        then=then, player=meant, giver=run.scene.giver, text_of=text_of(run),
    )  # fmt: skip
    state.hold((*state.lasting, lasting))
    if before is not None:
        telling.became(state, before)
    names = tuple([effects_stack.thing_named(state, thing) for thing in on]) if on is not None else ()
    rule = "effects.5.4" if on is not None else "effects.5.6"
    rules = (*rules, *values.of_effect(static), "effects.5.2", "effects.5.12.resolved")
    say(state, events.Lasting, rule, *rules, player=run.you, objects=names)


def _meant(run: Run, static: StaticNode) -> Seat | None:
    """The player whom the words of an effect mean by "that player" for as long as it lasts, if they speak of one."""
    return run.scene.that_player() if static.speaks_of_player else None


def _span(run: Run, until: str) -> str:
    """A duration in absolute words: ``phase`` is the one that is under way (turn.4.4)."""
    if until != "phase":
        return until
    return "combat" if run.state.combat is not None else f"{run.state.turn.phase} phase"


def _bound(run: Run, static: StaticNode) -> StaticNode:
    """A static with what it speaks of fixed: its numbers, the player, the players to attack."""
    scene = run.scene
    if isinstance(static, Modify) and static.fixed:
        return static
    static = _pinned(run, static)
    if isinstance(static, Modify):
        return static.frozen(scene)
    if isinstance(static, AboutDamage) and static.much is not None and static.much.exactly is not None:
        static = replace(static, much=Much(exactly=Amount(scene.amount(static.much.exactly))))
    if isinstance(static, Prevent) and static.amount is not None:
        return replace(static, amount=Amount(scene.amount(static.amount)))
    if isinstance(static, Amplify):
        return replace(static, plus=Amount(scene.amount(static.plus)))
    if isinstance(static, AboutAmount):
        to = None if static.to is None else Amount(scene.amount(static.to))
        static = replace(static, plus=Amount(scene.amount(static.plus)), to=to)
    if isinstance(static, CostOf | ThatMuch | Forbid | Redirect) and static.who == "that player":
        player = scene.that_player()
        return replace(static, player=-1 if player is None else player)
    if isinstance(static, MustAttack):
        players = [thing.id for thing in scene.targets if thing.kind == "player"]
        return replace(static, player=players[0] if players else -1)
    return static


def _pinned(run: Run, static: StaticNode) -> StaticNode:
    """The same with every number fixed that speaks of what was done: later it could no longer be told."""

    if not static.counting:
        return static

    def pinned(value: Any) -> Any:
        return Amount(run.scene.amount(value)) if counts_deeds(value) else value

    changes: dict[str, Any] = {}
    for name in static.counting:
        value = getattr(static, name)
        several = isinstance(value, dict)
        changes[name] = {key: pinned(each) for key, each in value.items()} if several else pinned(value)
    return replace(static, **changes)


# -- permissions and delayed triggers ----------------------------------------------------------------------------


def let_play(run: Run, cards: Sequence[Card], how: str, until: str, *, ignore_elements: bool) -> None:
    """Lets you play cards, or only activate them, while they lie where they are."""
    ways: dict[Way, list[Thing]] = {}
    for card in cards:
        ways.setdefault(way_to_play(run, how, card), []).append(card.thing)
    for way, things in ways.items():
        static = Permit(cards=Filter("card"), ways=(way,), ignore_elements=ignore_elements)
        _last(run, static, tuple(things), until)


def way_to_play(run: Run, how: str, card: Card) -> Way:
    """To play is to activate a card with a reserve cost and to materialize one with a memory cost.

    Only an effect that says so lets a player activate the latter, or materialize the former (CA.1.9.2, RU.5).
    """
    if how == "play":
        return "activate" if calculation.kind_of(run.state, card) == "reserve" else "materialize"
    return "materialize" if how == "materialize" else "activate"


def wait_for(
    run: Run,
    on: TriggerNode,
    text: tuple[Paragraph, ...],
    *,
    once: bool,
    until: str,
    remembers: tuple[Thing, ...],
    condition: str = "",
    deed: Deed = NOTHING,
    moment: str = "",
) -> None:
    """A delayed trigger is made only now, as what makes it resolves (abilities.3.13)."""
    state, span, giver = run.state, _span(run, until), run.scene.giver
    followed, source = follows_source(run), source_kept(run)
    made = DelayedTrigger(
        *(state.tick(), on, text, run.you, source, once, span, remembers, condition, deed, moment, followed, giver),
        label=label_of(run),
        text_of=text_of(run),
    )
    delay(state, made)
    say(state, events.Delayed, "abilities.3.13", player=run.you, card=source)
