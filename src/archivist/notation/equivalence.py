"""When two positions are the same: everything the rules can see, apart from what only numbers cards and moments.

Cards are told apart by where they lie, so that a game and a scenario written from it can be compared. Of how a card was
played only what its text can still ask for is compared, and of how often an ability was used only what is ever counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from archivist.game import Game
from archivist.model.card import OWN_ZONES, Card, Player, Thing
from archivist.model.event import Event
from archivist.model.state import State
from archivist.notation.naming import BENEATH, FUNCTIONS, cards_in
from archivist.position import Position as Written
from archivist.rules.abilities.where_abilities_work import roaming
from archivist.vocabulary.face import Face, text_of
from archivist.vocabulary.node import Node
from archivist.vocabulary.pending import Combat, Item, Waiting
from archivist.vocabulary.text import Paragraph

COUNTING = frozenset(("cards", "events", "clock", "named_ids"))
"""Fields of a state that only number moments or tell what has been; the cards are looked at by themselves."""
OF_CARDS = frozenset(("field", "stack_cards", "intent", "statuses", *BENEATH, *OWN_ZONES))
"""Fields that list cards by their numbers."""
NUMBERS = frozenset(("id", "stamp", "face_stamp", "incarnation", "name"))
"""Fields of values that only number them, and the names of players, which are A to D in a scenario."""
PASSING = frozenset(("starcalled",))
"""Properties of a play that no object keeps."""


def difference(one: Game, other: Game) -> str:
    """The first thing in which the positions of two games differ, in words; empty if they are the same."""
    return (
        of_states(one.state, other.state)
        or _first("the decision", _decision(one), _decision(other))
        or _first("whether a player can act", one.acting, other.acting)
    )


def of_states(one: State, other: State) -> str:
    """The first thing in which two states differ, in words; empty if they are the same."""
    first, second = Position(one), Position(other)
    for name, value in first.parts():
        found = _first(name, value, second.part(name))
        if found:
            return found
    return ""


def _decision(game: Game) -> Any:
    decision = game.decision
    if decision is None:
        return None
    position = Position(game.state)
    options = [position.plain(each) for each in decision.options]
    order = sorted(map(repr, options)) if decision.form in ("act", "pick") else options
    return decision.player, decision.kind, decision.form, decision.least, decision.most, decision.total, order


class Position:
    """A state in plain values, with the places of cards instead of their numbers."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.places = dict(_places(state))
        self.items = {item.id: index for index, item in enumerate(state.stack)}

    def parts(self) -> Iterator[tuple[str, Any]]:
        """Every part of the position with its name, the cards first."""
        fields = (name for name in Written.__struct_fields__ if name not in COUNTING)
        for name in ("cards", "entered", *fields):
            yield name, self.part(name)

    def part(self, name: str) -> Any:
        if name == "cards":
            cards = self.state.cards
            return {self.places[card.id]: self.plain(card) for card in cards if card.id in self.places}
        if name == "entered":
            return [self.places[card.id] for card in entered(self.state)]
        if name == "field":
            return sorted(self.places[number] for number in self.state.field)
        if name == "delayed":  # those of different players go by turn order, not by which was made first
            return self.plain(sorted(self.state.delayed, key=lambda delayed: delayed.controller))
        if name == "this_turn":
            return sorted((self.plain(event) for event in self.state.this_turn), key=repr)
        return self._field(name, getattr(self.state, name))

    def plain(self, value: Any) -> Any:
        """A value without numbers: things and cards by their places."""
        if isinstance(value, Thing):
            return self._thing(value)
        if isinstance(value, Card):
            return self._card(value)
        if isinstance(value, Node):
            return value
        if isinstance(value, msgspec.Struct):
            return {"is a": type(value).__name__, **self._fields(value)}
        if isinstance(value, tuple | list):
            return [self.plain(each) for each in value]
        return {key: self.plain(each) for key, each in value.items()} if isinstance(value, dict) else value

    def _fields(self, value: msgspec.Struct) -> dict[str, Any]:
        left_out = NUMBERS | {"item", "group"} if isinstance(value, Event) else NUMBERS
        if not isinstance(value, Player | Item | Card):
            left_out = left_out - {"name", "id"}
        names = value.__struct_fields__
        found = {name: self._field(name, getattr(value, name)) for name in names if name not in left_out}
        if isinstance(value, Combat):
            found["present"].sort()
        elif isinstance(value, Item | Waiting) and not cascades(self.state.pool[value.source.face]):
            del found["times"]
        return found

    def _field(self, name: str, value: Any) -> Any:
        if name in OF_CARDS:
            return [self.places.get(number, "gone") for number in value]
        if name in ("champion", "mastery", "card", "unit") and type(value) is int:
            return self.places.get(value, "gone")
        return self.plain(value)

    def _thing(self, thing: Thing) -> Any:
        if thing.kind == "card":
            current = self.state.current(thing) is not None
            return self.places.get(thing.id, "gone") if current else "gone"
        return f"stack {self.items.get(thing.id, 'gone')}" if thing.kind == "item" else f"player {thing.id}"

    def _card(self, card: Card) -> dict[str, Any]:
        current = self.state.cards[card.id].incarnation == card.incarnation
        found = {**self._fields(card), "is": self.places.get(card.id, "gone") if current else "gone"}
        found["uses"] = counted_uses(self.state, card)
        if card.zone in ("field", "intent", "lineage"):
            found["properties"] = sorted(properties(card))
            found["played"] = self._remembered(card)
        return found

    def _remembered(self, card: Card) -> Any:
        """What the text of an object can still ask about how it was played."""
        if card.played is None:
            return (), []
        mentions = self.state.pool[card.face].mentioned
        spent = [self._thing(thing) for thing in card.played.spent] if "spent" in mentions else []
        return card.played.optional, [each for each in spent if each != "gone"]


# -- places ------------------------------------------------------------------------------------------------------


def _places(state: State) -> Iterator[tuple[int, str]]:
    """Every card that is in the game, with the place where it lies."""
    for player in state.players:
        for zone in OWN_ZONES:
            yield from ((number, f"{player.seat}/{zone}/{index}") for index, number in enumerate(getattr(player, zone)))
        for kind in FUNCTIONS:
            gained = cards_in(state, player.seat, kind)
            yield from ((card.id, f"{player.seat}/{kind}/{index}") for index, card in enumerate(gained))
        objects = [number for number in state.field if state.cards[number].controller == player.seat]
        own = [number for number in objects if number == player.champion]
        for index, number in enumerate((*own, *(number for number in objects if number not in own))):
            place = f"{player.seat}/field/{index}"
            yield number, place
            for zone in BENEATH:
                beneath = getattr(state.cards[number], zone)
                yield from ((each, f"{place}/{zone}/{depth}") for depth, each in enumerate(beneath))
    for zone, numbers in (("stack", state.stack_cards), ("intent", state.intent)):
        yield from ((number, f"{zone}/{index}") for index, number in enumerate(numbers))


def entered(state: State) -> list[Card]:
    """What has continuous effects, or may gain some by levelling, in the order of its timestamps (effects.5.12)."""
    players = state.players
    own = (number for player in players for number in (*player.pantheon, *player.functions))
    cards = [state.cards[number] for number in dict.fromkeys((*state.field, *own, *roaming(state)))]
    champions = {player.champion for player in players}
    timed = (card for card in cards if card.id in champions or state.pool[card.face].statics)
    return sorted(timed, key=lambda card: card.face_stamp or card.stamp)


# -- what cards remember -----------------------------------------------------------------------------------------


def properties(card: Card) -> set[str]:
    """The properties of an object, also those that its play had (zones.6.6)."""
    played = card.played.properties if card.played is not None else ()
    return {*card.properties, *(each for each in played if each not in PASSING)}


def counted_uses(state: State, card: Card) -> dict[str, int]:
    """How often those abilities were used whose uses are counted: by a limit, by Cascade, or because once is enough."""
    return {key: n for key, n in sorted(card.uses.items()) if _is_counted(state, key)}


def _is_counted(state: State, key: str) -> bool:
    """Whether uses matter of the ability that goes by this key: one of a card, a granted one, or a keyword.

    Those that are counted for a turn are forgotten with it.
    """
    key, _, turn = key.partition(" in turn ")
    if turn and int(turn) != state.turn.number:
        return False
    face = state.whole_pool.get(text_of(key))
    if face is None:
        return any(key in other.grants for other in state.whole_pool.values())
    limited = {own for own, ability in face.uses if ability.limit}
    once = any(
        ability.on.once_ever or (ability.limit and (turn or ability.limit == "once")) for ability in face.triggered
    )
    return key in limited or cascades(face) or ("/trigger " in key and once)


def cascades(face: Face) -> bool:
    """Whether an ability of a card has Cascade, so that it matters how often it was used."""
    paragraphs = (ability for ability in face.abilities if isinstance(ability, Paragraph))
    return "cascade" in face.mentioned or any(each.modes is not None and each.modes.cascade for each in paragraphs)


def _first(where: str, one: Any, other: Any) -> str:
    """The first difference between two plain values, with the way to it."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in (*one, *(key for key in other if key not in one)):
            if key not in one or key not in other:
                return f"{where}: {key} is {'not ' if key not in one else ''}there"
            found = _first(f"{where}, {key}", one[key], other[key])
            if found:
                return found
        return ""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next((found for index, (a, b) in pairs if (found := _first(f"{where} {index}", a, b))), "")
    return "" if one == other else f"{where}: {one!r} and not {other!r}"
