"""The parts of a scenario as typed values: set-up, steps, expectations."""

from __future__ import annotations

from typing import Literal

import msgspec

from archivist.cards import Pool
from archivist.scenario.naming import Name
from archivist.scenario.source import Source

# -- set-up ------------------------------------------------------------------------------------------------------


class CardEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the set-up, perhaps several times, and what is marked on it."""

    card: str
    count: int = 1
    token: bool = False
    rested: bool = False
    damage: int = 0
    counters: dict[str, int] = {}
    properties: tuple[str, ...] = ()
    known_to: tuple[str, ...] = ()
    stated: bool = False
    delayed: bool = False
    uses: dict[str, int] = {}
    modes: tuple[tuple[str, int], ...] = ()
    named: str = ""
    x: int = 0
    face_up: bool | None = None
    default: str = ""
    direction: str = ""
    owner: str = ""
    linked: Name | None = None
    loaded: tuple[str, ...] = ()
    source: Source


class PlayerSetup(msgspec.Struct, frozen=True):
    """What a player begins with: the champion's lineage and state, and the cards of each zone."""

    name: str
    champion: tuple[str, ...] = ()
    marks: CardEntry | None = None
    zones: dict[str, tuple[CardEntry, ...]] = {}


class Setup(msgspec.Struct, frozen=True):
    """The position that a scenario begins with; `opens` says that it names the window in which it does."""

    players: tuple[PlayerSetup, ...]
    turn: str = "A"
    number: int = 5
    phase: str = "main"
    opportunity: str = ""
    entered: tuple[tuple[Name, Source], ...] = ()
    format: str = ""
    opens: bool = False


# -- steps -------------------------------------------------------------------------------------------------------

Verb = Literal["activate", "materialize", "bestow", "ability", "attack", "return", "pass", "concede"]
Question = Literal["choose", "order", "name", "retaliate"]


class Keys(msgspec.Struct, frozen=True):
    """The answers that a step gives to the questions of its play. None, or a missing payment, means left out.

    `targets` holds a tuple for each group if `grouped`, else all targets one after another.
    """

    x: int | None = None
    y: int | None = None
    modes: tuple[str | int, ...] | None = None
    targets: tuple[tuple[Name, ...], ...] | None = None
    grouped: bool = False
    split: tuple[tuple[Name, int], ...] | None = None
    optional: tuple[str | int, ...] | None = None
    alternative: str | int | None = None
    weapon: tuple[Name, ...] | None = None
    payments: dict[str, tuple[Name, ...]] = {}
    pay_first: tuple[str, ...] | None = None


class Illegality(msgspec.Struct, frozen=True):
    """That a step must be refused, and by which rule; an empty one means any."""

    rule: str = ""


class Deed(msgspec.Struct, frozen=True):
    """An action of the kinds that a player may take: which one, with what, from where, and whether at targets."""

    verb: Verb
    name: Name | None = None
    from_: Name | None = None
    number: int = 0
    aimed: bool = False


class Act(msgspec.Struct, frozen=True):
    """A step in which a player acts."""

    player: str
    deed: Deed
    keys: Keys = Keys()
    illegal: Illegality | None = None


class Reply(msgspec.Struct, frozen=True):
    """A step in which a player answers a decision, and says what pays if that has a price."""

    player: str
    question: Question
    value: Source
    illegal: Illegality | None = None
    payments: dict[str, tuple[Name, ...]] = {}


class Shortcut(msgspec.Struct, frozen=True):
    """A step in which everybody passes: until something has resolved, or a phase is reached."""

    what: Literal["resolve", "advance"]
    until: str


# -- expectations ------------------------------------------------------------------------------------------------


class Cards(msgspec.Struct, frozen=True):
    """Which cards there must be: exactly these, so many, at least these, none of these."""

    exactly: tuple[str, ...] | None = None
    count: int | None = None
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()


class ZoneHolds(msgspec.Struct, frozen=True):
    player: str
    zone: str
    cards: Cards


class Sees(msgspec.Struct, frozen=True):
    """What a player may see of a zone: the names that the view of their seat shows there."""

    viewer: str
    zone: ZoneHolds


class StackHolds(msgspec.Struct, frozen=True):
    """The instances and abilities on the stack, top first; or, with `cards_only`, the cards lying there."""

    cards: Cards
    cards_only: bool = False


class ThingIs(msgspec.Struct, frozen=True):
    """Properties of a thing; none at all means that it must be gone."""

    name: Name
    properties: dict[str, Source] | None


class GameIs(msgspec.Struct, frozen=True):
    """One fact of the game: whose turn, which phase, who has Opportunity, who has won."""

    fact: Literal["turn", "turn number", "phase", "opportunity", "winner"]
    value: str | int


class Windows(msgspec.Struct, frozen=True):
    windows: tuple[tuple[str, str], ...]


class Deciding(msgspec.Struct, frozen=True):
    """The pending decision; empty words do not matter, and `none` means that there must be none."""

    player: str = ""
    kind: str = ""
    none: bool = False


class Cited(msgspec.Struct, frozen=True):
    rules: tuple[str, ...]


class Triggers(msgspec.Struct, frozen=True):
    sources: tuple[str, ...]


class Offer(msgspec.Struct, frozen=True):
    """An action that must be offered to a player now, or must not be."""

    player: str
    deed: Deed
    offered: bool


Check = ZoneHolds | Sees | StackHolds | ThingIs | GameIs | Windows | Deciding | Cited | Triggers | Offer


class Expectation(msgspec.Struct, frozen=True):
    """Something that must be true, as it is written and where."""

    key: str
    check: Check
    source: Source


class Expect(msgspec.Struct, frozen=True):
    expectations: tuple[Expectation, ...]


# -- the whole ---------------------------------------------------------------------------------------------------


class Step(msgspec.Struct, frozen=True):
    """A step, with its number from 1, and where and how it is written."""

    number: int
    text: str
    what: Act | Reply | Shortcut | Expect
    source: Source


class Scenario(msgspec.Struct, frozen=True):
    """A scenario file, read and checked; `text` is what was read, `line` where the steps begin."""

    title: str
    file: str
    cites: tuple[str, ...]
    seed: int
    pool: Pool
    setup: Setup
    steps: tuple[Step, ...]
    text: str = ""
    line: int = 1
