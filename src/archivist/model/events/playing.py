"""Playing cards and abilities: the nine steps, the Effects Stack, resolving (playing-cards)."""

from __future__ import annotations

from typing import ClassVar, Literal

from archivist.model.card import Seat, Way
from archivist.model.event import Event, GameEvent, OfCard, Told

ItemKind = Literal["activation", "materialization", "bestowment", "ability", "trigger"]


class Announce(Event, frozen=True, kw_only=True, tag="announce"):
    """Somebody announces that they play a card in one of the three ways."""

    way: str


class Elements(Event, frozen=True, kw_only=True, tag="elements"):
    """The elements of a card are enabled."""

    elements: tuple[str, ...]


class Declare(Event, frozen=True, kw_only=True, tag="declare"):
    """Somebody declares a number, an optional cost or an alternative cost."""

    what: str


class NoOptionalCost(Told, frozen=True, tag="no optional cost"):
    """Somebody cannot pay an optional cost."""


class NoAlternativeCost(Told, frozen=True, tag="no alternative cost"):
    """Somebody cannot use an alternative cost."""


class Modes(Event, frozen=True, kw_only=True, tag="modes"):
    """Somebody selects modes."""

    labels: tuple[str, ...]


class Targets(Told, frozen=True, tag="targets"):
    """Somebody declares targets."""


class Legal(Told, frozen=True, tag="legal"):
    """Playing a card is legal."""


class Cost(Event, frozen=True, kw_only=True, tag="cost"):
    """What a card costs, and in which kind of cost."""

    amount: int
    currency: str


class Empowered(Event, frozen=True, kw_only=True, tag="empowered"):
    """A card counts the level of its player as so much higher."""

    amount: int


class Imbued(Told, frozen=True, tag="imbued"):
    """A card is imbued."""


class Modified(Told, frozen=True, tag="modified"):
    """Paying has added to what a card does."""


class NothingToPay(Told, frozen=True, tag="nothing to pay"):
    """A card costs nothing."""


class PaidInstead(Told, frozen=True, tag="paid instead"):
    """A replacement changed where something went with which a cost is paid."""


# -- the Effects Stack -------------------------------------------------------------------------------------------


class Play(OfCard, frozen=True, kw_only=True):
    """The common shape of a card that has been played in a `way`: its instance is the item with this number.

    `starcalled_free` if it was starcalled without paying, which an effect allows once a turn.
    """

    way: ClassVar[Way]
    item: int
    starcalled_free: bool = False


class Activation(Play, frozen=True, tag="activation"):
    """A card has been activated."""

    way: ClassVar[Way] = "activate"


class Materialization(Play, frozen=True, tag="materialization"):
    """A card has been materialized."""

    way: ClassVar[Way] = "materialize"


class Bestowment(Play, frozen=True, tag="bestowment"):
    """A card has been bestowed."""

    way: ClassVar[Way] = "bestow"


class Ability(OfCard, frozen=True, kw_only=True, tag="ability"):
    """Somebody has activated an ability of a card, perhaps as a `spell`; it is the item with this number."""

    item: int
    spell: bool


class Trigger(Told, frozen=True, tag="trigger"):
    """A triggered ability has been put on the stack."""


class Targeted(GameEvent, frozen=True, kw_only=True, tag="targeted"):
    """An item of a kind has targets now, or a new one."""

    item: int
    of: ItemKind


class Redirected(Told, frozen=True, tag="redirected"):
    """Somebody changes a target of an item."""


class TargetLost(Told, frozen=True, tag="target lost"):
    """A target of an item is no longer legal."""


class Copy(Told, frozen=True, tag="copy"):
    """Somebody copies an item."""


class Negate(Told, frozen=True, tag="negate"):
    """An item is negated."""


class Negated(OfCard, frozen=True, kw_only=True, tag="negated"):
    """The same for what triggers on it: the kind of the item, its card or source, and by whom if a player did it."""

    of: ItemKind
    by: Seat | None = None


class NotNegated(Told, frozen=True, tag="not negated"):
    """An item cannot be negated."""


class Vanish(Told, frozen=True, tag="vanish"):
    """An item leaves the stack without resolving."""


# -- resolving ---------------------------------------------------------------------------------------------------


class Resolve(Event, frozen=True, kw_only=True, tag="resolve"):
    """An item resolves; `what` is the kind of item, and whether it is a copy."""

    what: str


class Fizzle(Event, frozen=True, kw_only=True, tag="fizzle"):
    """An item fizzles; `what` is the kind of item, and whether it is a copy."""

    what: str


class LeftOut(Told, frozen=True, tag="left out"):
    """Illegal targets are left out."""


class Lost(Told, frozen=True, tag="lost"):
    """A restricted part of an item is lost."""


class GainBoon(Told, frozen=True, tag="gain boon"):
    """A player gains a boon."""


class Perspective(Told, frozen=True, tag="perspective"):
    """Whom the text of an item means by "you"."""


class OptionTaken(Told, frozen=True, tag="option taken"):
    """Somebody does what a text says they may do."""


class OptionDeclined(Told, frozen=True, tag="option declined"):
    """Somebody does not do what a text says they may do."""


class SecretOptionDeclined(Told, frozen=True, tag="secret option declined"):
    """Somebody declines an option that others do not know of."""


class NotPossible(Told, frozen=True, tag="not possible"):
    """Somebody cannot do all of what a text offers, so that there is no choice."""


class Nothing(Told, frozen=True, tag="nothing"):
    """An instruction does nothing."""


class ThatMuch(Event, frozen=True, kw_only=True, tag="that much"):
    """Replacement effects have changed how much of something is done."""

    what: str
    amount: int


class Name(Event, frozen=True, kw_only=True, tag="name"):
    """Somebody names a card."""

    name: str


class Roll(Event, frozen=True, kw_only=True, tag="roll"):
    """Somebody rolls a die with so many sides."""

    amount: int
    sides: int


class Lasting(Told, frozen=True, tag="lasting"):
    """A continuous effect begins."""


class Delayed(Told, frozen=True, tag="delayed"):
    """A delayed trigger is made."""
