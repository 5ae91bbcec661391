"""The tally: rests, damage, counters and changes of control as the events tell them, to be laid beside the objects."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.game import Game
from archivist.model.card import Card, Thing
from archivist.model.event import Event

HEALING = frozenset(("clean up", "heal", "shielded", "turn"))
"""Events with which damage goes that is not told one by one."""

SIEGE = "combat.6.5"
"""By this rule damage takes durability counters away, and does not stay."""


class Tally:
    """Keeps the objects of the last look, and works out from the events since what they should be now."""

    def __init__(self, game: Game) -> None:
        self._told = _count(game)
        self._last = _since(game, self._told - 1)
        self._cards = _objects(game)

    def problem(self, game: Game) -> str:
        """The first object that is not what the events have made of it; a game that went back is looked at anew."""
        went_on = _count(game) >= self._told and _same(_since(game, self._told - 1)[:1], self._last)
        events = _since(game, self._told) if went_on else []
        before = self._cards if went_on else {}
        self._told = _count(game)
        self._last = _since(game, self._told - 1)
        self._cards = _objects(game)
        if not events:
            return ""
        for thing, card in self._cards.items():
            old = before.get(thing)
            about = [event for event in events if event.subject is not None and event.subject.thing == thing]
            if old is not None and (found := _differs(old, card, about, healed=_heals(events))):
                return f"{card.true_name} ({card.id}) {found}"
        return ""


def _count(game: Game) -> int:
    """How many events there have been, those of a play in the making included."""
    return game.event_count + len(game.unfinished)


def _since(game: Game, count: int) -> list[Event]:
    complete, count = game.event_count, max(count, 0)
    return [*game.events_since(min(count, complete)), *game.unfinished[max(count - complete, 0) :]]


def _objects(game: Game) -> dict[Thing, Card]:
    state = game.state
    return {(card := state.cards[number]).thing: card for number in state.field}


def _same(one: Sequence[Event], other: Sequence[Event]) -> bool:
    return not other or (len(one) == 1 and one[0] is other[0])


def _heals(events: Sequence[Event]) -> bool:
    return any(event.kind in HEALING for event in events)


def _differs(old: Card, new: Card, events: Sequence[Event], *, healed: bool) -> str:
    """What the events tell of an object and the object does not show."""
    rested, controller, damage, counters = old.rested, old.controller, old.damage, dict(old.counters)
    for event in events:
        match event.kind:
            case "rest" | "wake":
                rested = event.kind == "rest"
            case "control":
                controller = controller if event.player is None else event.player
            case "damage":
                damage += event.amount
            case "recover":
                damage -= event.amount
            case "counters" | "counters removed":
                sign = 1 if event.kind == "counters" else -1
                counters[event.note] = counters.get(event.note, 0) + sign * event.amount
    pairs = min(counters.get("buff", 0), counters.get("debuff", 0))
    counters = {kind: n - (pairs if kind in ("buff", "debuff") else 0) for kind, n in counters.items()}
    if new.rested != rested:
        return f"is {'rested' if new.rested else 'awake'}, and no event tells it"
    if new.controller != controller:
        return f"is controlled by player {new.controller}, and the events say {controller}"
    sieged = any(SIEGE in event.rules for event in events)
    if new.damage != damage and not healed and not sieged:
        return f"has {new.damage} damage, and the events leave {damage}"
    for kind in sorted(counters.keys() | new.counters.keys()):
        if new.count(kind) != counters.get(kind, 0):
            return f"has {new.count(kind)} {kind} counters, and the events leave {counters.get(kind, 0)}"
    return ""
