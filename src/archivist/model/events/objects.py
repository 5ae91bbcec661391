"""What becomes of objects: states, counters, champions, masteries and statuses, control, copies."""

from __future__ import annotations

from archivist.model.event import Event, OfCard, Told


class Rest(Told, frozen=True, tag="rest"):
    """An object rests."""


class Wake(Told, frozen=True, tag="wake"):
    """An object wakes up."""


class Link(Told, frozen=True, tag="link"):
    """An object is linked to another."""


class Suppress(OfCard, frozen=True, tag="suppress"):
    """Somebody suppresses an object; the card is the object as it was."""


class Foster(OfCard, frozen=True, tag="foster"):
    """An object becomes fostered."""


class State(OfCard, frozen=True, kw_only=True, tag="state"):
    """An object becomes distant or ephemeral."""

    state: str


class Become(OfCard, frozen=True, kw_only=True, tag="become"):
    """An effect gives a card types, subtypes or elements that it did not have."""

    words: tuple[str, ...]


class Transform(Event, frozen=True, kw_only=True, tag="transform"):
    """An object turns up its other side."""

    into: str


class NotTransformed(Told, frozen=True, tag="not transformed"):
    """An object has no other side."""


class BecomesACopy(Event, frozen=True, kw_only=True, tag="becomes a copy"):
    """An object becomes a copy of another."""

    of: str


class Control(Told, frozen=True, tag="control"):
    """A player gains control of an object."""


# -- counters ----------------------------------------------------------------------------------------------------


class Counters(Event, frozen=True, kw_only=True, tag="counters"):
    """Something gets counters of a sort."""

    amount: int
    counter: str


class CountersRemoved(OfCard, frozen=True, kw_only=True, tag="counters removed"):
    """Something loses counters of a sort."""

    counter: str


class Cancel(Told, frozen=True, tag="cancel"):
    """Buff and debuff counters on an object cancel each other."""


class Charge(OfCard, frozen=True, tag="charge"):
    """An object has more charge counters now."""


class Heal(Told, frozen=True, tag="heal"):
    """An object loses its damage."""


class Recover(OfCard, frozen=True, kw_only=True, tag="recover"):
    """A champion recovers an amount; `removed` is how much damage there was to remove."""

    removed: int


# -- champions, masteries, statuses ------------------------------------------------------------------------------


class LevelUp(OfCard, frozen=True, kw_only=True, tag="level up"):
    """A champion levels up, perhaps into one of the same base level."""

    same_level: bool


class Delevel(Event, frozen=True, kw_only=True, tag="delevel"):
    """The top card of a lineage goes back."""

    top: str


class NewChampion(Told, frozen=True, tag="new champion"):
    """Another object is the champion of a player."""


class GainFunction(Told, frozen=True, tag="gain function"):
    """A player gains a mastery or a status."""


class LoseFunction(Told, frozen=True, tag="lose function"):
    """A player loses a mastery or a status."""


class Direction(OfCard, frozen=True, kw_only=True, tag="direction"):
    """A mastery turns from one direction to another."""

    before: str
    after: str
