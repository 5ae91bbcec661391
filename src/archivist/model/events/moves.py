"""Cards that move, are seen, come and go: zones, revealing, drawing, entering and leaving the field."""

from __future__ import annotations

from archivist.model.card import Seat
from archivist.model.event import Event, GameEvent, OfCard, Told


class Move(Event, frozen=True, kw_only=True, tag="move"):
    """A card goes from one zone to another, as it is told: its name is known to those who may see it there."""

    origin: str
    zone: str


class ZoneChange(OfCard, frozen=True, kw_only=True, tag="zone change"):
    """A card has changed zones, as abilities see it; `hidden` unless everybody saw it before or sees it now.

    `paid` is the kind of cost that it has paid for: ``memory`` or ``reserve``.
    """

    hidden: bool
    paid: str = ""


class Stays(Event, frozen=True, kw_only=True, tag="stays"):
    """A card is sent to the zone where it is already."""

    zone: str


class LeavesTheGame(Told, frozen=True, tag="leaves the game"):
    """A card leaves the game with its player."""


# -- seeing ------------------------------------------------------------------------------------------------------


class Reveal(Told, frozen=True, tag="reveal"):
    """Somebody shows cards to everybody, as it is told."""


class Revealed(OfCard, frozen=True, tag="revealed"):
    """One card has been revealed from a zone, as abilities see it."""


class Look(Event, frozen=True, kw_only=True, tag="look"):
    """Somebody looks at cards in a place, which is that of a player."""

    place: str
    whose: Seat | None = None


class Mix(Event, frozen=True, kw_only=True, tag="mix"):
    """Revealed cards can no longer be told from the others of their zone."""

    zone: str


class FaceDown(Told, frozen=True, tag="face down"):
    """A card is turned face down."""


class FaceUp(Told, frozen=True, tag="face up"):
    """A card is turned face up."""


class Search(Told, frozen=True, tag="search"):
    """Somebody searches cards that others do not see."""


class NoneFound(Told, frozen=True, tag="none found"):
    """A search or a choice finds nothing."""


# -- decks -------------------------------------------------------------------------------------------------------


class Draw(OfCard, frozen=True, tag="draw"):
    """Somebody has drawn a card."""


class Discard(OfCard, frozen=True, tag="discard"):
    """Somebody has discarded a card."""


class NoCard(Told, frozen=True, tag="no card"):
    """Somebody would draw from an empty deck."""


class CannotDraw(Told, frozen=True, tag="cannot draw"):
    """Something keeps a player from drawing."""


class Shuffle(Told, frozen=True, tag="shuffle"):
    """A deck is shuffled."""


class Glimpse(GameEvent, frozen=True, kw_only=True, tag="glimpse"):
    """Somebody glimpses an amount and sees so many cards; the deck may have fewer."""

    seen: int


class Arranged(Event, frozen=True, kw_only=True, tag="arranged"):
    """Cards are put back on the top and on the bottom of a deck."""

    top: int
    bottom: int


class Gather(GameEvent, frozen=True, tag="gather"):
    """Somebody gathers, once."""


class Scavenge(Event, frozen=True, kw_only=True, tag="scavenge"):
    """Somebody scavenges so many cards."""

    amount: int


# -- the field ---------------------------------------------------------------------------------------------------


class Enter(OfCard, frozen=True, kw_only=True, tag="enter"):
    """An object enters the field, or is the new top of a lineage (`level_up`).

    `by` is the number of the card whose effect summoned it.
    """

    level_up: bool = False
    by: int | None = None


class Departure(OfCard, frozen=True):
    """The common shape of what is seen as an object leaves the field: the object as it last was, and where it went."""


class Leave(Departure, frozen=True, tag="leave"):
    """An object leaves the field."""


class Banish(Departure, frozen=True, tag="banish"):
    """An object goes from the field into banishment."""


class Sacrifice(Departure, frozen=True, tag="sacrifice"):
    """An object has been sacrificed, wherever it went."""


class Die(Departure, frozen=True, tag="die"):
    """A unit goes from the field to the graveyard."""


class Destroy(Departure, frozen=True, tag="destroy"):
    """An object has been destroyed and lies in the graveyard."""


class NotDestroyed(Told, frozen=True, tag="not destroyed"):
    """An object cannot be destroyed."""


class NotSacrificed(Told, frozen=True, tag="not sacrificed"):
    """An object cannot be sacrificed."""


class Shielded(Told, frozen=True, tag="shielded"):
    """A link shield takes the place of an object's death."""


class Load(OfCard, frozen=True, kw_only=True, tag="load"):
    """A card is put under an object; `becomes_loaded` if it is the first one there."""

    becomes_loaded: bool


class Summon(Told, frozen=True, tag="summon"):
    """Somebody summons a token."""


class Ceases(Told, frozen=True, tag="ceases"):
    """A token or a copy ceases to exist."""


class Generate(Told, frozen=True, tag="generate"):
    """Somebody brings a card into the game from outside."""


class NotGenerated(Event, frozen=True, kw_only=True, tag="not generated"):
    """A card cannot be brought into the game."""

    name: str


class Intent(Told, frozen=True, tag="intent"):
    """A copy of an attack card is put into the intent."""


class PreGame(Told, frozen=True, tag="pre-game"):
    """A player begins the game with an object on the field."""
