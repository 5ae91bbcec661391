"""Cards as they are in a game: where they lie and what is marked on them. The printed part is the face (vocabulary)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Seat = int
"""A player, counted from 0 in turn order."""

ZONES = (
    "hand",
    "memory",
    "deck",
    "material",
    "graveyard",
    "banishment",
    "field",
    "intent",
    "pantheon",
    "stack",
    "lineage",
    "loaded",
    "mastery",
    "status",
)
"""Every place a card can be.

``lineage`` is the inner lineage beneath a champion, ``loaded`` lies under an object. ``mastery`` and ``status`` hold
the functions of a player, which are not cards in any zone (cards.7.1). ``none`` is outside the game.
"""

PRIVATE = frozenset(("hand", "memory", "deck", "material", "pantheon"))
OWN_ZONES = ("hand", "memory", "deck", "material", "graveyard", "banishment", "pantheon")
"""The zones that each player has to themselves, kept in the player's value."""

Way = Literal["activate", "materialize", "bestow"]
"""The three ways of playing a card (PC.1)."""

KIND_OF_WAY = {"activate": "activation", "materialize": "materialization", "bestow": "bestowment"}


class Thing(msgspec.Struct, frozen=True, gc=False):
    """Something that can be chosen: a card or object as it is now, a player, or an item on the stack.

    A card that changes zones is a new thing: the incarnation tells the two apart (targets-and-copies.3.10).
    """

    kind: Literal["card", "player", "item"]
    id: int
    incarnation: int = 0


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A hidden card that is shown for the moment: revealed to everybody (None), or looked at by some players."""

    thing: Thing
    to: tuple[Seat, ...] | None = None


class Played(msgspec.Struct, frozen=True, gc=False):
    """How a card was played. Read by every instance of it, and by the object it becomes (PC.9.1, zones.6.6).

    `properties` are what the activation is: prepared, imbued, brewed, empowered (zones.7.activation); `spent` are the
    cards that paid for it (zones.6.7), `given` those given up for other costs, as they were last known (effects.7.5).
    `buff`, `distant` and `rested` are what it becomes an object with.

    Rules: effects.7.5.
    """

    way: Way
    player: Seat
    zone: str
    x: int = 0
    y: int = 0
    alternative: str = ""
    optional: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    spent: tuple[Thing, ...] = ()
    destination: str = ""
    buff: int = 0
    distant: bool = False
    rested: bool = False
    empower: int = 0
    attacker: Thing | None = None
    given: tuple[Card, ...] = ()


class Stats(msgspec.Struct, frozen=True, gc=False):
    """What an object was as it left the field, where that differs from what is printed: part of its last-known
    information.

    `words` and `keywords` are None where nothing had changed them; `lost` says that it had lost its abilities.
    """

    power: int | None
    life: int | None
    words: tuple[str, ...] | None = None
    keywords: dict[str, int] | None = None
    lost: bool = False


FACE_DOWN = ""
"""The name of the blank face that an object has while it lies face down on the field (zones.5.2)."""


class Card(msgspec.Struct, frozen=True, gc=False):
    """A card, token or copy at one moment. Changing it means putting a new value in its place.

    `known_to` are players who may look at it though it lies hidden from them; `beneath` is the real name of a face-down
    object, whose `face` is blank; `stated` marks a face-down card that was chosen for its characteristics.
    `lineage` and `loaded` are the zones that belong to this object alone: the cards beneath it (zones.4.2, zones.4.6).
    `first_controller` is who controlled it before an effect gave it to its present controller.
    `face` is the side that shows; `default` names the default side of a double-faced card while its flip side shows.
    A card that is a copy of something else is `copied`, and `default` is its own face (targets-and-copies.9.6).
    `face_stamp` is when that face began to show, where that is another moment than the record's own `stamp`.

    Rules: effects.7, effects.7.1.
    """

    id: int
    face: str
    owner: Seat
    controller: Seat
    zone: str
    incarnation: int = 0
    stamp: int = 0
    token: bool = False
    face_up: bool = False
    known_to: tuple[Seat, ...] = ()
    beneath: str = ""
    stated: bool = False
    rested: bool = False
    damage: int = 0
    counters: dict[str, int] = {}
    properties: tuple[str, ...] = ()
    lineage: tuple[int, ...] = ()
    loaded: tuple[int, ...] = ()
    linked: Thing | None = None
    played: Played | None = None
    x: int = 0
    named: str = ""
    remembers: tuple[Thing, ...] = ()
    chosen: tuple[tuple[str, int], ...] = ()
    uses: dict[str, int] = {}
    last: Stats | None = None
    first_controller: Seat | None = None
    default: str = ""
    copied: bool = False
    face_stamp: int = 0
    direction: str = ""

    @property
    def thing(self) -> Thing:
        return Thing("card", self.id, self.incarnation)

    @property
    def y(self) -> int:
        """The second number that was announced as it was played; 0 without one, and of a copy (costs.4.6, costs.4.8)."""
        return 0 if self.played is None or self.copied else self.played.y

    @property
    def is_token(self) -> bool:
        """Whether it is a token. Copies of cards on the stack or in an intent cease to exist as well, but are not tokens.

        Rules: cards.8.1, cards.8.3.
        """
        return self.token and self.zone == "field"

    @property
    def transformed(self) -> bool:
        """Whether its flip side shows (cards.6.1)."""
        return bool(self.default) and not self.copied

    @property
    def default_face(self) -> str:
        """The side with which it is played, and the only one that counts away from the field (cards.6.2)."""
        return self.default or self.beneath or self.face

    @property
    def true_name(self) -> str:
        """The name of the card itself, even if it lies face down."""
        return self.beneath or self.face

    def count(self, kind: str) -> int:
        """How many counters of a kind are on it."""
        return self.counters.get(kind, 0)


def things_of(cards: Iterable[Card]) -> tuple[Thing, ...]:
    """The things that some cards are, in one go (see `State.things`)."""
    return tuple([Thing("card", each.id, each.incarnation) for each in cards])


class Player(msgspec.Struct, frozen=True, gc=False):
    """A player and the zones that are theirs alone, each in its own order, the deck from the top (zones.1, zones.3).

    `agility` is the property that a player can have (zones.7.player). `fate` is how effects have said that the game
    ends for this player, until the next check: ``win``, ``lose``, ``draw``.
    """

    seat: Seat
    name: str
    champion: int | None = None
    hand: tuple[int, ...] = ()
    memory: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    material: tuple[int, ...] = ()
    graveyard: tuple[int, ...] = ()
    banishment: tuple[int, ...] = ()
    pantheon: tuple[int, ...] = ()
    agility: tuple[int, ...] = ()
    skips: dict[str, int] = {}
    drew_from_empty: bool = False
    fate: tuple[str, ...] = ()
    had_champion: bool = False
    lost: bool = False
    turns: int = 0
    progress: int = 0
    mastery: int | None = None
    statuses: tuple[int, ...] = ()

    @property
    def functions(self) -> tuple[int, ...]:
        """The mastery and the statuses of the player (cards.7.1)."""
        return self.statuses if self.mastery is None else (self.mastery, *self.statuses)
