"""Names of things: ``A/field/Blue Slime#2``, ``A/champion``, ``stack/Fireball/copy``, ``trigger/NAME``, a player ``A``.

Scenarios, replays and answers in words use these names. A name is read once and looked up whenever it is used. Player
and zone may be left out where only one place has such a thing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from archivist.model.card import OWN_ZONES, Card, Seat, Thing
from archivist.model.card import ZONES as EVERY_ZONE
from archivist.model.errors import ScenarioError, suggestion
from archivist.model.state import State
from archivist.vocabulary.pending import Item

PLAYERS = ("A", "B", "C", "D")
BENEATH = ("lineage", "loaded")
"""The zones that belong to an object: beneath a champion, and under any object."""
ZONES = tuple(zone for zone in EVERY_ZONE if zone not in BENEATH)
FUNCTIONS = ("mastery", "status")
"""Where the masteries and statuses of a player are found (cards.7)."""

ABILITIES = ("trigger", "ability")
GAME_TRIGGERS = ("agility", "wither")
"""What triggers by a rule and by no card's text: on the stack it goes by its own word (``trigger/agility``)."""
PLACES = (*ZONES, *ABILITIES, *BENEATH)
MOST = 999
"""How often a card may be repeated: far more than any zone holds."""
_NUMBER = re.compile(r"#(\d{1,6})$", re.ASCII)
_REPEAT = re.compile(r"^(\d+) x (.+)$")


class Problem(ScenarioError):
    """Words that cannot be understood. Whoever reads them from a file adds file and line."""


class Name(msgspec.Struct, frozen=True):
    """A name, taken apart. `number` is 0 where none was written; `card` is empty for a player, a champion or a zone."""

    text: str
    player: str = ""
    zone: str = ""
    card: str = ""
    number: int = 0
    copy: bool = False

    @property
    def is_player(self) -> bool:
        return bool(self.player) and not self.zone and not self.card


# -- reading -----------------------------------------------------------------------------------------------------


def repeated(text: str) -> tuple[int, str]:
    """``3 x Fireball`` as the number and the name; the name may stand in quotation marks of its own.

    Raises Problem where the number is beyond every game.
    """
    match = _REPEAT.match(text)
    if match is None:
        return 1, text
    if len(match[1]) > len(str(MOST)) or int(match[1]) > MOST:
        raise Problem(f"{match[1]} x is more than a game can have; the limit is {MOST}")
    return int(match[1]), match[2].strip("\"'") if match[2][0] == match[2][-1] else match[2]


def read_name(text: str, pool: Mapping[str, object], players: Collection[str], *, zone_alone: bool = False) -> Name:
    """Takes a name apart. Raises Problem where a word in it is unknown, with the nearest valid one."""
    rest, player, zone = text.strip(), "", ""
    head, slash, tail = rest.partition("/")
    if head in players:
        player, rest = head, tail
        head, slash, tail = rest.partition("/")
        if not rest:
            return Name(text, player)
    if head == "champion" and not slash:
        return Name(text, player, "champion")
    if head in PLACES:
        zone, rest = head, tail
    elif slash and not tail.startswith("copy"):
        raise Problem(f"unknown zone or player {head!r} in {text!r}{suggestion(head, (*PLACES, *players))}")
    if not rest and zone_alone:
        return Name(text, player, zone)
    card, number, copy = _card_part(rest)
    if card == "champion" and number:
        raise Problem(f"a player has one champion, so {text!r} needs no number")
    if card not in pool and not (zone == "trigger" and card in GAME_TRIGGERS):
        words = tuple(pool) if zone else (*pool, *players, "champion", *(PLACES if zone_alone or player else ()))
        raise Problem(f"no card is named {card!r}{suggestion(card, words)}")
    return Name(text, player, "stack" if copy and not zone else zone, card, number, copy)


def _card_part(text: str) -> tuple[str, int, bool]:
    """The card's name, which one it is, and whether a copy is meant."""
    match = _NUMBER.search(text)
    number = int(match[1]) if match else 0
    bare = text[: match.start()] if match else text
    copy = bare.endswith("/copy")
    return bare.removesuffix("/copy"), number, copy


# -- looking up --------------------------------------------------------------------------------------------------


class Names:
    """The names of the things of one position."""

    def __init__(self, state: State) -> None:
        self.state = state

    def seat(self, player: str) -> Seat:
        return next(each.seat for each in self.state.players if each.name == player)

    def all(self, name: Name) -> list[Thing]:
        """Everything that bears a name, place by place, in order of entry.

        Without a zone it means a card in a lineage only if there is no other.
        """
        if name.is_player:
            return [Thing("player", self.seat(name.player))]
        if name.zone == "champion":
            champions = (self.state.champion(seat) for seat in self._seats(name))
            return [card.thing for card in champions if card is not None]
        found = [thing for place in self._places(name) for thing in place]
        if not found and not name.zone:
            return self.all(msgspec.structs.replace(name, zone="lineage"))
        if name.number and name.player and name.zone:
            return found[name.number - 1 : name.number]
        if name.number:
            return [place[name.number - 1] for place in self._places(name) if len(place) >= name.number]
        return found

    def pick(self, name: Name, among: Sequence[object] | None = None, used: Collection[Thing] = ()) -> Thing | None:
        """The thing meant: the first of the name in its place that is not used yet. None if it is not `among` these.

        Where player or zone are left out, it is the one place that has something that fits. Which one in that place is
        meant hangs on the number alone, never on which of them is legal. A card that a cost is to bring into the hand is
        meant where nothing that is there already fits.
        Raises Problem where things in different places fit and the name does not say which.
        """
        left = [each for each in self.all(name) if each not in used]
        found = [each for each in left if among is None or each in among]
        if not found and among is not None:
            left = found = [each for each in self._to_come(name, among) if each not in used]
        if not name.zone:
            found = self._outside_decks(found) or found
        places: dict[tuple[object, ...], Thing] = {}
        for each in found:
            places.setdefault(self._place(each), each)
        if len(places) > 1:
            raise Problem(f"{name.text!r} could be {' or '.join(map(self.called, places.values()))}")
        first = next((each for each in left if self._place(each) in places), None)
        return first if first in found else None

    def first(self, name: Name, among: Sequence[object], used: Collection[Thing] = ()) -> str:
        """A hint for a name that means the first thing of its kind although only a later one is `among` these; else empty."""
        left = [each for each in self.all(name) if each not in used]
        fits = [each for each in left if each in among]
        if name.number or not fits:
            return ""
        return f"{name.text} is the first of that name; write #2 and so on for another"

    def _to_come(self, name: Name, among: Sequence[object]) -> list[Thing]:
        """The cards of a name that are yet to come into a hand."""
        if name.zone not in ("", "hand"):
            return []
        coming = [each for each in among if isinstance(each, Thing) and is_to_come(self.state, each)]
        own = [each for each in coming if self.state.cards[each.id].true_name == name.card]
        seats = self._seats(name)
        found = [each for each in own if self.state.cards[each.id].owner in seats]
        return found[name.number - 1 : name.number] if name.number else found

    def _outside_decks(self, things: Sequence[Thing]) -> list[Thing]:
        """Things that are not in a deck: a name means a card in a deck only if it says so, or if there is no other."""
        return [each for each in things if each.kind != "card" or self.state.cards[each.id].zone != "deck"]

    def called(self, thing: object) -> str:
        """A thing by its full name."""
        if not isinstance(thing, Thing):
            return str(thing)
        players = self.state.players
        if thing.kind == "player":
            return players[thing.id].name
        if thing.kind == "item":
            item = self.state.item(thing.id)
            return "nothing" if item is None else item_name(self.state, item)
        card = self.state.cards[thing.id]
        if is_to_come(self.state, thing):
            return f"{players[card.owner].name}/hand/{card.true_name}"
        owner = players[holder(card)].name
        if players[card.controller].champion == card.id:
            return f"{owner}/champion"
        return f"{owner}/{card.zone}/{card.true_name}"

    def _place(self, thing: Thing) -> tuple[object, ...]:
        """Where a thing is: two of one name in one place are told apart by their order alone."""
        if thing.kind == "card":
            card = self.state.cards[thing.id]
            return "card", holder(card), card.zone
        if thing.kind == "item":
            item = self.state.item(thing.id)
            return "item", item.kind if item else "", item.copy if item else False
        return "player", thing.id

    def _seats(self, name: Name) -> list[Seat]:
        return [self.seat(name.player)] if name.player else [player.seat for player in self.state.players]

    def _places(self, name: Name) -> Iterator[list[Thing]]:
        """The things of a card's name, a list for each place."""
        places = (*OWN_ZONES, "field", "intent", "loaded", "stack", *FUNCTIONS)
        zones = (name.zone,) if name.zone else places
        for zone in zones:
            if zone == "stack" or zone in ABILITIES:
                yield [item.thing for item in self.state.stack if self._is_item(name, zone, item)]
            else:
                for seat in self._seats(name):
                    yield [card.thing for card in cards_in(self.state, seat, zone) if card.true_name == name.card]

    def _is_item(self, name: Name, zone: str, item: Item) -> bool:
        if name.player and item.controller != self.seat(name.player):
            return False
        if name.copy != item.copy:
            return False
        if zone == "stack":
            return item.is_play and self.state.cards[item.card].face == name.card
        return item.kind == zone and name.card in (item.label, item.source.face)


def is_to_come(state: State, thing: Thing) -> bool:
    """Whether a card is meant as it will be once it has changed zones, as a cost may bring it into the hand (CA.1.8)."""
    return thing.kind == "card" and thing.incarnation > state.cards[thing.id].incarnation


def holder(card: Card) -> Seat:
    """The player in whose zone a name puts a card: its controller on the field and in the intent, elsewhere its owner."""
    return card.controller if card.zone in ("field", "intent", "stack") else card.owner


def cards_in(state: State, seat: Seat, zone: str) -> list[Card]:
    """The cards of a player's zone in its order; the field and the intent by controller."""
    if zone == "field":
        return [card for number in state.field if (card := state.cards[number]).controller == seat]
    if zone == "intent":
        return [card for number in state.intent if (card := state.cards[number]).controller == seat]
    if zone == "lineage":
        champion = state.champion(seat)
        return [state.cards[number] for number in (champion.lineage if champion else ())]
    if zone in FUNCTIONS:
        return [card for number in state.players[seat].functions if (card := state.cards[number]).zone == zone]
    if zone == "loaded":
        loaded = (state.cards[number] for holder in state.field for number in state.cards[holder].loaded)
        return [card for card in loaded if card.owner == seat]
    return [state.cards[number] for number in state.zone(seat, zone)]


def item_name(state: State, item: Item) -> str:
    """Something on the stack as an expectation names it: ``Fireball/copy``, ``trigger/Rai, Archmage``."""
    name = state.cards[item.card].face if item.is_play else f"{item.kind}/{item.label or item.source.face}"
    return f"{name}/copy" if item.copy else name


TO_COME: Final = " (to come)"
"""Behind the name of a card that only another part of a payment brings into the hand."""


def full_name(state: State, thing: Thing) -> str:
    """The name of a thing by which nothing else goes, numbered where others of the name lie in the same place.

    A card that lies on the stack, or a copy that is yet to be played, has no such name and goes by its face.
    """
    if thing.kind == "player":
        return PLAYERS[thing.id]
    if thing.kind == "item":
        return _full_item_name(state, thing)
    card = state.cards[thing.id]
    if is_to_come(state, thing):
        return f"{PLAYERS[card.owner]}/hand/{card.true_name}{TO_COME}"
    if state.players[card.controller].champion == card.id:
        return f"{PLAYERS[card.controller]}/champion"
    if card.zone in ("stack", "none"):
        return card.face
    seat = holder(card)
    alike = [each.id for each in cards_in(state, seat, card.zone) if each.true_name == card.true_name]
    return f"{PLAYERS[seat]}/{card.zone}/{card.true_name}{_numbered(alike, card.id)}"


def _full_item_name(state: State, thing: Thing) -> str:
    item = state.item(thing.id)
    assert item is not None
    zone = "stack" if item.is_play else item.kind
    face = state.cards[item.card].face if item.is_play else item.source.face
    copy = "/copy" if item.copy else ""
    name = Name("", state.players[item.controller].name, zone, face, copy=item.copy)
    alike = [each.id for each in Names(state).all(name)]
    return f"{PLAYERS[item.controller]}/{zone}/{face}{copy}{_numbered(alike, item.id)}"


def _numbered(alike: Sequence[int], number: int) -> str:
    return f"#{alike.index(number) + 1}" if len(alike) > 1 and number in alike else ""
