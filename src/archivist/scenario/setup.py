"""The set-up of a scenario: the position that it describes, card by card. Every unknown word is an error with its line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

from msgspec.structs import replace

from archivist.model.card import FACE_DOWN, PRIVATE, Played, Player, Seat, Thing
from archivist.model.state import State
from archivist.notation.naming import FUNCTIONS, MOST, PLAYERS, Name, Names
from archivist.rules.cards import masteries_and_statuses
from archivist.rules.effects.continuous.characteristics import Evaluation
from archivist.rules.turn.formats_and_decks import Format
from archivist.rules.zones import moving
from archivist.scenario.source import Parts, Reader, Source
from archivist.vocabulary.effects import Delayed
from archivist.vocabulary.pending import DelayedTrigger, Turn
from archivist.vocabulary.text import Paragraph
from archivist.vocabulary.words import DIRECTIONS, PHASES

SETUP = ("turn", "turn number", "phase", "opportunity", "entered", "format", "decks")
OWN = ("hand", "memory", "graveyard", "banishment", "material", "pantheon", "deck")
PLAYER = ("champion", "champion state", *OWN, "field", *FUNCTIONS)
REMEMBERED = ("used", "modes used", "named", "x")
MARKS = ("rested", "damage", "counters", "distant", "properties", *REMEMBERED)
ON_FIELD = ("card", "token", "count", *MARKS, "fostered", "linked to", "loaded", "owner", "face up", "face down")
FUNCTION = ("card", "counters", "direction")
ELSEWHERE = (
    *("card", "count", "counters", "preserved", "face up", "face down", "stated", "known to", "delayed"),
    *REMEMBERED,
)
FLAGS = frozenset(("rested", "distant", "fostered", "preserved", "face up", "face down", "stated", "delayed"))
PROPERTIES = ("preserved", "fostered", "distant", "prepared", "brewed", "imbued", "ephemeral", "damaged lately")
"""What an object may be besides, or was as it was played."""
STEPS = {
    "wake up": "done",
    "materialize": "materialize",
    "recollection": "window",
    "draw": "done",
    "main": "window",
    "end": "window",
}
"""The step at which a game stands that begins in a phase: its window, or after what happens in it."""
OBJECTS = frozenset(("ally", "item", "weapon", "domain", "phantasia", "regalia", "token"))
"""What a card is that becomes an object on the field, apart from champions (zones.3.8)."""
START_PHASES = tuple(phase for phase in PHASES if phase in STEPS)


def players_of(source: Source) -> tuple[str, ...]:
    """The players taking part: those that the set-up names, without a gap and at least two."""
    named = [key.value for key, _ in source.pairs("the setup") if key.value in PLAYERS]
    taking_part = PLAYERS[: max(2, len(named))]
    for player in taking_part:
        if player not in named:
            raise source.problem(f"player {player} is missing in the setup")
    return taking_part


def read_position(reader: Reader, source: Source, seed: int) -> tuple[State, bool]:
    """The position of a set-up, and whether the set-up names the window in which it begins."""
    parts = source.keyed("the setup", (*SETUP, *PLAYERS))
    seats = {player: seat for seat, player in enumerate(reader.players)}
    turn = seats[parts.take("turn", reader.player, "A")]
    number = parts.take("turn number", lambda each: each.number("the turn number", 1), 5)
    phase = parts.take("phase", lambda each: each.one_of("phase", START_PHASES), "main")
    opportunity = seats[parts.take("opportunity", reader.player, PLAYERS[turn])]
    format_ = parts.take("format", lambda each: each.one_of("format", get_args(Format)), "")
    own = [_own(player, parts[player], parts.get("decks")) for player in reader.players]
    usual = usual_format(len(own), boons=any(each.items_of("pantheon") for each in own))
    players = [
        Player(seat, player, turns=_turns(number, turn, seat, len(own)), had_champion=bool(each.items_of("champion")))
        for (player, seat), each in zip(seats.items(), own, strict=True)
    ]
    state = State(reader.pool, players, Turn(turn, number, phase, STEPS[phase]), seed, format_ or usual, Evaluation())
    state.first_player = (turn - (number - 1)) % len(own)
    building = _Building(reader, state)
    for seat, each in enumerate(own):
        building.add_champion(seat, each)
    for seat, each in enumerate(own):
        building.add_cards(seat, each)
    building.link()
    building.enter(parts.items_of("entered"))
    _open(state, opportunity)
    state.events.clear()
    return state, "phase" in parts or "opportunity" in parts


def _own(player: str, source: Source, decks: Source | None) -> Parts:
    """What the set-up says of a player; `decks` is the deck of whoever is given none of their own."""
    parts = Parts() if source.value is None else source.keyed(f"player {player}", PLAYER)
    if decks is not None:
        parts.setdefault("deck", decks)
    return parts


def _turns(number: int, turn: Seat, seat: Seat, players: int) -> int:
    """How many turns a player has had, up to the one with this number."""
    last = number - (turn - seat) % players
    return (last + players - 1) // players if last > 0 else 0


def usual_format(players: int, *, boons: bool) -> str:
    """The format of a game of which nothing else is said."""
    return "pantheon" if players > 2 or boons else "standard"


def _open(state: State, seat: Seat) -> None:
    """Gives a player Opportunity; everyone before them in turn order has passed.

    In the materialize phase the turn player chooses without Opportunity.
    """
    if state.turn.phase == "materialize":
        if seat == state.turn.player:
            return
        state.alter_turn(step="materialized")
    state.opportunity = seat
    state.passes = (seat - state.turn.player) % len(state.players)


class _Building:
    """A position as far as it has been read: how many cards it has, and what is still to be linked."""

    def __init__(self, reader: Reader, state: State) -> None:
        self.reader = reader
        self.state = state
        self.size = 0
        self.links: list[tuple[int, Name, Source]] = []

    # -- a player ------------------------------------------------------------------------------------------------

    def add_champion(self, seat: Seat, parts: Parts) -> None:
        """Places the lineage as it is listed: lowest first, the champion last. Beneath it any card may lie (zones.4.2)."""
        names: list[str] = []
        for each in parts.items_of("champion"):
            count, name = each.counted("the name of a card")
            each.check_size(self.size + len(names) + count)
            names += [self.reader.face(each, name)] * count
        if names and "champion" not in self.reader.pool[names[-1]].types:
            raise parts["champion"].problem(f"{names[-1]} is not a champion")
        marked = parts.get("champion state")
        if marked is not None and not names:
            raise marked.problem(f"player {self.state.players[seat].name} has no champion")
        marks = {} if marked is None else self._marks(marked.keyed("a champion's state", MARKS))
        if not names:
            return
        state = self.state
        lineage = tuple(moving.place(state, face, seat, "lineage", face_up=True).id for face in names[:-1])
        card = moving.place(state, names[-1], seat, "field", face_up=True, lineage=lineage, **marks)
        if lineage:  # the champion is as old as its first card, and every card of the lineage has its own age
            first = state.cards[lineage[0]]
            state.alter(card.id, stamp=first.stamp, face_stamp=card.stamp)
            state.alter(first.id, stamp=card.stamp, face_stamp=first.stamp)
        state.alter_player(seat, champion=card.id)

    def add_cards(self, seat: Seat, parts: Parts) -> None:
        for zone in (*OWN, "field"):
            for each in parts.items_of(zone):
                self._add_card(seat, zone, each)
        for kind in FUNCTIONS:
            entries = parts.items_of(kind)
            if kind == "mastery" and len(entries) > 1:
                raise parts[kind].problem("a player has one mastery")
            for each in entries:
                self._add_function(seat, kind, each)

    def _add_function(self, seat: Seat, kind: str, source: Source) -> None:
        """A mastery or status that the player has already gained."""
        parts = source.keyed(f"a {kind}", FUNCTION) if isinstance(source.value, dict) else Parts(card=source)
        if "card" not in parts:
            raise source.problem("an entry needs a 'card'")
        face = self.reader.face(parts["card"], parts["card"].word(f"a {kind}"))
        if kind not in self.reader.pool[face].types:
            raise source.problem(f"{face} is not a {kind}")
        direction = parts.take("direction", lambda each: each.one_of("direction", DIRECTIONS), "")
        counters = parts.take("counters", self.reader.counters, {})
        gain = masteries_and_statuses.gain_mastery if kind == "mastery" else masteries_and_statuses.gain_status
        gain(self.state, seat, face)
        made = self.state.cards[self.state.players[seat].functions[0 if kind == "mastery" else -1]]
        self.state.alter(made.id, counters=counters, direction=direction or made.direction)

    # -- a card --------------------------------------------------------------------------------------------------

    def _add_card(self, seat: Seat, zone: str, source: Source) -> None:
        """A card, perhaps several times, with what is marked on it and what lies under it."""
        plain = not isinstance(source.value, dict)
        on_field = zone == "field"
        parts = Parts(card=source) if plain else source.keyed("a card", ON_FIELD if on_field else ELSEWHERE)
        if ("card" in parts) == ("token" in parts):
            raise source.problem("an entry is a 'card' or a 'token'" if on_field else "an entry needs a 'card'")
        named = parts["card"] if "card" in parts else parts["token"]
        count, name = named.counted("a card" if plain else "the name of a card")
        face = self.reader.face(named, name)
        default = "" if "token" in parts else self._default_side(named, face, zone)
        token = self._is_token(named, face, zone) or "token" in parts
        if on_field and "face down" not in parts:
            self._check_object(named, face)
        count *= parts.take("count", lambda each: each.number("count", 1, MOST), 1)
        marks = self._marks(parts)
        marks["counters"] = self._counters(face, zone, marks["counters"])
        face_up = _face_up(parts, zone)
        owner = parts.take("owner", self.reader.player, "")
        linked = parts.take("linked to", self.reader.name, None)
        loaded = parts.take("loaded", lambda each: self.reader.cards(each, "loaded cards"), ())
        self.size += count * (1 + len(loaded))
        source.check_size(self.size)
        state = self.state
        for _ in range(count):
            card = moving.place(state, face, seat, zone, face_up=face_up, token=token, default=default, **marks)
            if on_field and not face_up:
                state.alter(card.id, face=FACE_DOWN, beneath=default or face, default="")
            for under in loaded:
                placed = moving.place(state, under, seat, "loaded", face_up=True)
                state.alter(card.id, loaded=(*state.cards[card.id].loaded, placed.id))
            if owner:
                state.alter(card.id, owner=Names(state).seat(owner))
            if "delayed" in parts and parts["delayed"].flag("delayed"):
                self._delay(seat, card.id, source)
            if linked is not None:
                self.links.append((card.id, linked, source))

    def _is_token(self, source: Source, face: str, zone: str) -> bool:
        """Whether a name is a token's: tokens exist on the field only; masteries and statuses in no zone."""
        types = self.reader.pool[face].types
        if "token" in types and zone != "field":
            raise source.problem(f"{face} is a token, which exists only on the field")
        if set(types) & set(FUNCTIONS):
            raise source.problem(f"{face} is a {types[0]}, which is in no zone; put it under '{types[0]}'")
        return "token" in types

    def _check_object(self, source: Source, face: str) -> None:
        """Only what becomes an object can lie on the field (zones.3.8), and a player has one champion."""
        words = self.reader.pool[face].words
        if "champion" in words:
            raise source.problem(f"{face} is a champion; put it under 'champion', the lowest of the lineage first")
        if words.isdisjoint(OBJECTS):
            kind = " ".join(self.reader.pool[face].types)
            raise source.problem(f"{face} is of the type {kind}, and no such card lies on the field")

    def _default_side(self, source: Source, face: str, zone: str) -> str:
        """The default side of a card named by its flip side, which shows on the field only."""
        default = self.reader.pool.defaults.get(face, "")
        if default and zone != "field":
            raise source.problem(f"{face} is the flip side of {default}, which shows only on the field")
        return default

    def _marks(self, parts: Parts) -> dict[str, Any]:
        """What is marked on a card, and what it remembers, as fields of the card."""
        flags = {key for key in parts if key in FLAGS and parts[key].flag(key)}
        listed = [each.one_of("property", PROPERTIES) for each in parts.items_of("properties")]
        return {
            "rested": "rested" in flags,
            "damage": parts.take("damage", lambda each: each.number("damage"), 0),
            "counters": parts.take("counters", self.reader.counters, {}),
            "properties": tuple(word for word in PROPERTIES if word in flags or word in listed),
            "known_to": tuple(sorted({self._seat(each) for each in parts.items_of("known to")})),
            "stated": "stated" in flags,
            "uses": {key: n.number("a number of uses") for key, n in parts.pairs_of("used")},
            "chosen": tuple(
                (key, each.number("the number of a mode", 1) - 1)
                for key, numbers in parts.pairs_of("modes used")
                for each in numbers.items("modes used")
            ),
            "named": parts.take("named", self.reader.card, ""),
            "x": parts.take("x", lambda each: each.number("x"), 0),
        }

    def _seat(self, source: Source) -> Seat:
        return Names(self.state).seat(self.reader.player(source))

    def _counters(self, face: str, zone: str, given: dict[str, int]) -> dict[str, int]:
        """The counters of a card. On the field, durability is given as printed unless the set-up says otherwise."""
        durability = self.reader.pool[face].durability
        if zone != "field" or durability is None or "durability" in given:
            return {kind: n for kind, n in given.items() if n}
        return {"durability": durability, **given}

    def _delay(self, seat: Seat, number: int, source: Source) -> None:
        """Adds the delayed trigger of a boon that was gained before the scenario begins."""
        state = self.state
        boon = state.cards[number]
        text = state.pool[boon.face].text
        delayed = [effect for paragraph in text for effect in paragraph.do if isinstance(effect, Delayed)]
        if boon.zone != "pantheon" or not delayed:
            raise source.problem(f"{boon.face} is not a boon that makes a delayed trigger")
        played = Played("bestow", seat, "pantheon")
        gained = replace(boon, zone="stack", incarnation=boon.incarnation - 1, played=played)
        for effect in delayed:
            then = (Paragraph(do=effect.then, targets=effect.targets),)
            condition = effect.if_.text if effect.if_ is not None else ""
            made = DelayedTrigger(
                *(state.tick(), effect.on, then, seat, gained, effect.once, effect.until),
                condition=condition,
                label=boon.face,
                text_of=boon.face,
            )
            state.delayed = (*state.delayed, made)

    # -- once everything lies there ------------------------------------------------------------------------------

    def link(self) -> None:
        """Ties each object with a link to what it is linked to."""
        for number, name, source in self.links:
            self.state.alter(number, linked=self._named(name, source, " to link to"))

    def enter(self, entered: Iterable[Source]) -> None:
        """Gives new timestamps to what is listed in the order of entry; the rest entered before."""
        for source in entered:
            card = self.state.cards[self._named(self.reader.name(source), source).id]
            self.state.alter(card.id, **{"face_stamp" if card.face_stamp else "stamp": self.state.tick()})

    def _named(self, name: Name, source: Source, wanted: str = "") -> Thing:
        """The card of that name. Raises ScenarioError if there is none."""
        thing = source.placed(lambda: Names(self.state).pick(name))
        if thing is None or thing.kind != "card":
            raise source.problem(f"there is no {name.text}{wanted}")
        return thing


def _face_up(parts: Parts, zone: str) -> bool:
    """Whether a card shows its face: as the set-up says, else as cards of that zone lie."""
    said = {key: parts[key].flag(key) for key in ("preserved", "face up", "face down") if key in parts}
    if said.get("face down") or said.get("face up") is False:
        return False
    return zone not in PRIVATE or any(said.values())
