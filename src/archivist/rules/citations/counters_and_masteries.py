"""The rules that apply to counters, and the masteries and statuses of players (cards.7; cards.9; terms.7)."""

from __future__ import annotations

from archivist.model.card import Card

COUNTERS = {
    "buff": ("cards.9.buff", "terms.7.buff"),
    "debuff": ("cards.9.debuff", "terms.7.debuff"),
    "bulwark": ("cards.9.bulwark", "terms.7.bulwark"),
    "durability": ("cards.9.durability", "terms.7.durability"),
    "enlighten": ("cards.9.enlighten", "terms.7.enlighten"),
    "level": ("cards.9.level", "terms.7.level"),
    "omen": ("cards.9.omen", "terms.7.omen"),
    "static": ("cards.9.static", "terms.7.static"),
    "wither": ("cards.9.wither", "terms.7.wither"),
    "preparation": ("cards.9.preparation", "terms.7.preparation"),
}
"""The kinds of counters that have a rule of their own."""


FUNCTIONS = {
    "Fractured Memories": ("cards.7.fractured-memories",),
    "Phantasmagoria": ("cards.7.phantasmagoria",),
    "Servile Possessions": ("cards.7.servile-possessions",),
    "Shifting Currents": ("cards.7.shifting-currents",),
    "Crowd's Favor": ("cards.7.crowds-favor",),
}
"""The masteries and statuses that have a rule of their own."""


def of_counters(kind: str) -> tuple[str, ...]:
    """The rules of a kind of counter; those without one do nothing by themselves."""
    return COUNTERS.get(kind, ("terms.7.others",))


def of_function(card: Card) -> tuple[str, ...]:
    """The rules of a mastery or status; none for anything else."""
    return ("cards.7.1", *FUNCTIONS.get(card.face, ())) if card.zone in ("mastery", "status") else ()
