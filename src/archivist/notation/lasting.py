"""Lasting effects, in words: effects with a duration, delayed triggers, and what players have until a turn ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from archivist.model.card import Card, Player, Seat, Thing
from archivist.model.state import State
from archivist.rules.zones.visibility import sees
from archivist.view import EffectView, handle
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects import Delayed, Prevention
from archivist.vocabulary.effects.lasting_effects import DURATIONS, Duration
from archivist.vocabulary.grammar import Noun, Saying, listed, passage
from archivist.vocabulary.node import Ref
from archivist.vocabulary.pending import DelayedTrigger, Lasting
from archivist.vocabulary.speech import Speaker
from archivist.vocabulary.statics.damage import Prevent

THAT: Final = Ref("that")


class Naming(Speaker):
    """Puts an effect into words for certain things, by their names."""

    def __init__(self, speaker: Speaker, things: Noun) -> None:
        super().__init__(speaker.this, speaker.grants, speaker.linked)
        self._things = things

    def _named(self, name: str) -> Noun:
        return self._things if name == "that" else super()._named(name)


def lasting(state: State, seat: Seat | None) -> tuple[EffectView, ...]:
    """The lasting effects that a seat may know of, the oldest first."""
    made: tuple[Lasting | DelayedTrigger, ...] = (*state.lasting, *state.delayed)
    if not made and not any(player.agility or player.skips for player in state.players):
        return ()
    found: list[EffectView] = []
    for each in sorted(made, key=lambda effect: effect.stamp):
        told = _lasting(state, seat, each) if isinstance(each, Lasting) else _delayed(state, each)
        if told is not None:
            found.append(told)
    return (*found, *(effect for player in state.players for effect in _of_player(player)))


def begun(before: State, after: State, seat: Seat | None) -> list[EffectView]:
    """The effects that began between two moments and still last, in their order."""
    fresh = after.copy()
    fresh.lasting = tuple(each for each in after.lasting if each.stamp > before.clock)
    fresh.delayed = tuple(each for each in after.delayed if each.stamp > before.clock)
    return [effect for effect in lasting(fresh, seat) if effect.source]


def _lasting(state: State, seat: Seat | None, effect: Lasting) -> EffectView | None:
    """An effect in words; None if all the things it applies to are gone."""
    speaker = Speaker.of(state.pool[effect.face])
    if effect.on is None:
        said = effect.static.said(speaker).standing()
        return _view(state, effect, passage([said, *_then(effect, speaker)]))
    cards = [card for thing in effect.on if (card := _still(state, thing)) is not None]
    if not cards:
        return None
    seen = [card for card in cards if sees(state, seat, card)]
    counted = Counter(card.true_name for card in seen)
    names = [name if number == 1 else f"{number} × {name}" for name, number in counted.items()]
    hidden = len(cards) - len(seen)
    if hidden:
        names.append("a hidden card" if hidden == 1 else f"{hidden} hidden cards")
    said = effect.static.said(Naming(speaker, Noun(listed(names), len(cards) > 1)), THAT)
    return _view(state, effect, passage([said, *_then(effect, speaker)]), tuple(handle(card) for card in seen))


def _then(effect: Lasting, speaker: Speaker) -> list[Saying]:
    """What is done whenever an effect prevents damage, as part of it."""
    if not effect.then or not isinstance(effect.static, Prevent):
        return []
    return Prevention(static=effect.static, then=effect.then[0].do).more(speaker)


def _still(state: State, thing: Thing) -> Card | None:
    return state.current(thing) if thing.kind == "card" else None


def _delayed(state: State, trigger: DelayedTrigger) -> EffectView:
    text = trigger.text[0]
    until: Duration = trigger.until if trigger.until in DURATIONS else "phase"
    while_ = Condition(trigger.moment) if trigger.moment else None
    if_ = Condition(trigger.condition) if trigger.condition else None
    node = Delayed(trigger.on, text.do, while_, if_, text.targets, trigger.once, until)
    said = passage([node.said(Speaker.of(state.pool[trigger.text_of or trigger.source.face]))])
    return EffectView(said, trigger.source.face, state.players[trigger.controller].name)


def _view(state: State, effect: Lasting, text: str, on: tuple[str, ...] = ()) -> EffectView:
    controller = state.players[effect.controller].name
    return EffectView(text, effect.source.face, controller, duration(effect.until), on)


def duration(until: str) -> str:
    """A duration in words: as cards say it, or until the end of a phase by its name (turn.4.4)."""
    return next((words for span, words in DURATIONS.items() if span == until), f"until end of {until}")


def _of_player(player: Player) -> Iterator[EffectView]:
    """What a player has or must skip (zones.7.player, turn.5.6)."""
    if player.agility:
        yield EffectView(f"You have agility {sum(player.agility)}.", "", player.name, DURATIONS["turn"])
    for phase, number in player.skips.items():
        if number:
            several = f"next {phase} phase" if number == 1 else f"next {number} {phase} phases"
            yield EffectView(f"You skip your {several}.", "", player.name)
