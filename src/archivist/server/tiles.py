"""The parts of a sight: what a page shows of a table, as plain values."""

from __future__ import annotations

from typing import Literal

import msgspec

from archivist.model.card import Seat
from archivist.person.numbers import Part
from archivist.person.telling import News
from archivist.view import Choice

Passes = Literal["", "resolve", "go on", "end phase", "nothing"]
"""What passing would do: let something resolve, let others or the attack go on, end one's own phase, or do nothing."""


class Deed(msgspec.Struct, frozen=True):
    """Something that can be done with a card now: the option of the decision, what it is, and what it costs or deals."""

    option: int
    text: str
    aside: str = ""


class Tile(msgspec.Struct, frozen=True):
    """A card as it can be drawn: what is printed on it, what it is now and why, and what can be done with it."""

    handle: str
    name: str
    zone: str
    owner: str
    controller: str
    elements: tuple[str, ...] = ()
    kind: str = ""
    cost: str = ""
    currency: str = ""
    now: str = ""
    speed: str = ""
    text: tuple[str, ...] = ()
    face_up: bool = True
    token: bool = False
    rested: bool = False
    power: int | None = None
    life: int | None = None
    level: int | None = None
    durability: int | None = None
    printed: dict[str, int] = {}
    why: dict[str, tuple[Part, ...]] = {}
    damage: int = 0
    counters: dict[str, int] = {}
    badges: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    lineage: tuple[str, ...] = ()
    loaded: tuple[str, ...] = ()
    linked_to: str = ""
    direction: str = ""
    transformed: bool = False
    deeds: tuple[Deed, ...] = ()


class Pile(msgspec.Struct, frozen=True):
    """A zone of a player: how many cards lie there, and the handles of those that can be seen."""

    count: int
    cards: tuple[str, ...] = ()


class Side(msgspec.Struct, frozen=True):
    """A player: the handles of the champion and of the other objects they control, and their zones."""

    name: str
    seat: Seat
    called: str
    own: bool
    level: int
    elements: tuple[str, ...]
    champion: str
    health: str
    objects: tuple[str, ...]
    functions: tuple[str, ...]
    piles: dict[str, Pile]
    lost: bool
    turn: bool
    acting: bool


class Stacked(msgspec.Struct, frozen=True):
    """Something on the Effects Stack. `at` are its targets: handles of cards, ``player-B``, or the `key` of another item."""

    key: str
    name: str
    kind: str
    controller: str
    whose: str
    text: tuple[str, ...]
    copy: bool = False
    modes: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    fizzles: str = ""
    counters: dict[str, int] = {}


class Holding(msgspec.Struct, frozen=True):
    """A lasting effect."""

    text: str
    source: str
    whose: str
    until: str
    on: tuple[str, ...] = ()


class Fight(msgspec.Struct, frozen=True):
    """The attack that is under way: who attacks whom, with which weapons, and what it would deal to each now."""

    attacker: str
    name: str
    defenders: tuple[str, ...]
    names: tuple[str, ...]
    weapons: tuple[str, ...]
    damage: int


class Choosing(msgspec.Struct, frozen=True):
    """A numbered choice: the key to press, what it is, the options it stands for, and the card it is about, if any."""

    key: int
    text: str
    aside: str = ""
    options: tuple[int, ...] = ()
    handle: str = ""


class Asked(msgspec.Struct, frozen=True):
    """The decision that the seat must make, in words; see `archivist.view.DecisionView` for how an answer reads."""

    kind: str
    form: str
    title: str
    how: str
    rule: str
    statement: str
    rows: tuple[Choosing, ...]
    names: tuple[str, ...] = ()
    least: int = 1
    most: int = 1
    total: int = 0
    count: int = 0
    allowed: tuple[int, ...] = ()
    attempt: bool = False
    asker: str = ""
    passing: int | None = None
    passes: Passes = ""
    suggestion: Choice | None = None
    suggested: str = ""


class Line(msgspec.Struct, frozen=True):
    """A line of the log: its number among those that this seat is told, what happened, and the rules it cites."""

    number: int
    text: str
    rules: tuple[str, ...]


class Sight(msgspec.Struct, frozen=True):
    """A table as one seat sees it, or, with no seat, as an onlooker does. The sides are in the order they are drawn."""

    seat: str
    players: tuple[str, ...]
    turn: int
    turn_player: str
    phase: str
    where: str
    acting: str
    opportunity: str
    deciding: str
    winner: str
    over: bool
    sides: tuple[Side, ...]
    cards: dict[str, Tile]
    intent: tuple[str, ...]
    stack: tuple[Stacked, ...]
    effects: tuple[Holding, ...]
    asked: Asked | None
    news: tuple[News, ...]
    fight: Fight | None = None


class Reasoned(msgspec.Struct, frozen=True):
    """A reason against a play, with the rules that give it and what the first of them says."""

    why: str
    rules: tuple[str, ...]
    statement: str = ""


class Verdict(msgspec.Struct, frozen=True):
    """Whether something can be done with a card, and everything that stands against it."""

    said: str
    reasons: tuple[Reasoned, ...] = ()
