"""The rules that apply to a change of zones, an entry and a departure (zones; terms.1; effects.7)."""

from __future__ import annotations

from functools import cache

from archivist.model.card import PRIVATE, Card, Seat
from archivist.model.state import State
from archivist.rules.citations import values
from archivist.rules.effects.continuous.effects_in_force import granted

ARRIVING = {
    "deck": ("zones.1.main-deck",),
    "material": ("zones.1.material-deck",),
    "hand": ("zones.1.hand",),
    "memory": ("zones.1.memory",),
    "graveyard": ("zones.1.graveyard",),
    "banishment": ("zones.1.banishment",),
    "field": ("zones.1.field",),
    "stack": ("zones.1.effects-stack",),
    "intent": ("zones.1.intent", "zones.3.14"),
    "pantheon": ("zones.1.pantheon", "zones.1.choice"),
    "lineage": ("zones.1.inner-lineage", "zones.4.2", "zones.5.5"),
    "loaded": ("zones.1.loaded-cards", "zones.4.6"),
    "none": (),
}
"""The rule of the zone that a card arrives in: whose it is, which way up cards lie there, and who sees them."""

OWNED = frozenset(("hand", "memory", "deck", "material", "graveyard", "banishment"))
"""The zones to which a card goes as its owner's, whoever controlled it."""

OPEN = frozenset(("field", "stack", "intent", "graveyard", "lineage", "loaded"))
"""Where everybody sees what a card is."""

TYPES = {
    "champion": ("cards.1.champion",),
    "ally": ("cards.1.ally", "cards.4.13"),
    "weapon": ("cards.1.weapon",),
    "item": ("cards.1.item", "cards.4.item"),
    "domain": ("cards.1.domain", "cards.4.item"),
    "phantasia": ("cards.1.phantasia", "cards.4.item"),
}
"""The rules of the types that become objects."""

Seats = tuple[Seat, ...] | None


def of_move(rules: tuple[str, ...], old: Card, new: Card, zone: str, before: Seats, after: Seats) -> tuple[str, ...]:
    """The rules that make a card move, and those that apply to its move besides.

    `before` and `after` are who could and can see it (None: all).
    """
    lent, marked, shape = old.controller != old.owner, bool(old.counters), _shape(old) if old.zone == "field" else ""
    found = _of_move(rules, old.zone, zone, lent, marked, shape, before is None and after is not None)
    return found if new.face_up != (zone in PRIVATE) else (*found, *_other_way_up(new, zone, before))


@cache
def of_hidden_move(rules: tuple[str, ...], origin: str, zone: str) -> tuple[str, ...]:
    """The same for a card that only its owner sees, before and after."""
    return _of_move(rules, origin, zone, False, False, "", False)


def _shape(card: Card) -> str:
    """What an object is that is more, or less, than its card."""
    return "token" if card.token else "copy" if card.copied else "flip side" if card.transformed else ""


@cache
def _of_move(
    rules: tuple[str, ...], origin: str, zone: str, lent: bool, marked: bool, shape: str, forgotten: bool
) -> tuple[str, ...]:
    """The rules of one kind of move: there are not many, and each is worked out once.

    The card was `lent` to another player, had counters (`marked`), or was known to all and is not any more (`forgotten`).
    """
    found = [*rules, *ARRIVING[zone], "zones.2.2"]
    if (origin in PRIVATE) != (zone in PRIVATE) and zone != "none":
        found.append("zones.2.4")
    if origin == "deck" and zone in ("hand", "memory") and "turn.8.1" not in rules:
        found.append("turn.8.4")
    if lent and origin in ("field", "stack", "intent") and zone in OWNED:
        found += ("zones.2.8", "terms.3.4", *(("RU.12",) if origin == "stack" else ()))
    if marked and origin in OPEN:
        found += ("zones.2.10", "effects.7.6")
    found += _off_the_field(shape, zone)
    if zone == "graveyard" and origin in ("field", "stack", "hand", "memory"):
        found.append("zones.3.10")
    if origin == "loaded":
        found.append("zones.4.7")
    if forgotten and zone in PRIVATE:
        found.append("timing.9.1")
    return tuple(found)


def _off_the_field(shape: str, zone: str) -> tuple[str, ...]:
    if shape == "token":
        banished = ("targets-and-copies.9.3",) if zone == "banishment" else ()
        return ("targets-and-copies.9.2", "zones.2.10", "timing.4.2.5", "timing.4.4", "cards.8.2", *banished)
    if shape == "copy":
        return ("targets-and-copies.9.6",)
    return ("cards.6.2", "cards.6.3") if shape == "flip side" else ()


def _other_way_up(new: Card, zone: str, before: Seats) -> tuple[str, ...]:
    """The rules of a card that lies the other way up than cards usually do there, and who may look at it."""
    preserved = ("zones.3.5",) if "preserved" in new.properties else ()
    turned = (*preserved, "zones.5.3") if new.zone != "none" else ()
    if zone == "banishment":
        return (*turned, "zones.5.8") if before is None else (*turned, "zones.5.7") if new.known_to else turned
    return turned


def of_leaving(old: Card, zone: str, cause: str, *, unit: bool) -> tuple[str, ...]:
    """The rules that apply to an object's leaving the field: what it counts as, and what is kept of it."""
    return _of_leaving(zone, cause, unit, old.token)


@cache
def _of_leaving(zone: str, cause: str, unit: bool, token: bool) -> tuple[str, ...]:
    """The same for one kind of leaving, worked out once."""
    told = ("zones.6.2", "effects.7.2", "terms.2.lki", *of_cause(zone, cause, unit=unit))
    return (*told, "terms.1.table.8") if token and cause else told


def of_cause(zone: str, cause: str, *, unit: bool) -> tuple[str, ...]:
    """The line of the table by which something left the field counts as destroyed, sacrificed, dead or banished."""
    if zone == "none":
        return ("turn.9.8",)
    if zone == "graveyard":
        return ("terms.1.table.1" if cause == "destroy" else "terms.1.table.2" if cause else "terms.1.table.6",)
    instead = ("terms.1.choice.1", "cards.4.20", "effects.2.6", *(("combat.6.8",) if unit else ()))
    if cause == "sacrifice":
        return ("terms.1.table.4", "effects.3.4", *instead)
    if cause == "destroy":
        return ("terms.1.table.3" if zone == "banishment" else "terms.1.table.7", *instead)
    return ("terms.1.table.5",) if zone == "banishment" else ("terms.1.table.7",)


def of_entry(state: State, card: Card) -> tuple[str, ...]:
    """The rules that apply to an object's entering: what it is, how it comes, and what it knows of how it was played."""
    words = state.now.words(state, card)
    found = ["zones.3.8", "targets-and-copies.1.1"]
    for word, rules in TYPES.items():
        if word in words:
            found += rules
    if not card.rested:
        found += ("zones.3.9", "terms.5.awake")
    elif state.now.has(state, card, "hindered"):
        found += ("zones.3.9", "keywords.hindered")
    if card.count("durability"):
        found += ("cards.4.17", "cards.9.durability", "terms.7.durability")
    if card.count("bulwark"):
        found += ("keywords.bulwark", *values.of_instances(state, card))
    if card.linked is not None:
        found.append("keywords.link")
    if card.token:
        found += ("targets-and-copies.9.1", "targets-and-copies.9.4", "cards.8.1", "terms.3.1")
    if card.played is not None:
        found += _as_played(state, card)
    if state.pool[card.face].cost.reserve == "X":
        found += ("cards.2.7", "costs.4.8")
    return tuple(found)


def _as_played(state: State, card: Card) -> list[str]:
    """What an object knows of the activation that made it."""
    played = card.played
    assert played is not None
    found = ["effects.7.5"]
    if played.properties:
        found.append("zones.6.6")
    if played.spent:
        found += ("zones.6.7", "costs.5.10")
    if card.token and "imbued" in played.properties:
        found.append("targets-and-copies.8.7")
    if granted(state, card.thing):
        found.append("zones.6.5")
    return found
