"""Which facts a card must have to be played, by its types; a record that lacks one gives no card."""

from __future__ import annotations

from typing import Final

from archivist.compiler.facts import Facts

_STATS: Final = {
    "ally": ("power", "life"),
    "champion": ("level", "life"),
    "weapon": ("power", "durability"),
    "attack": ("power",),
}
"""The stats that cards of a type have (cards.1.table)."""
_WITHOUT_COST: Final = frozenset(("token", "mastery", "status", "boon", "lesser boon", "greater boon"))
"""What is never activated or materialized for a printed cost."""


def lacking(facts: Facts) -> list[str]:
    """The facts that a card needs and a record does not give."""
    if not facts.types:
        return ["types"]
    found = [] if facts.complete else ["element"]
    begins = "champion" in facts.types and facts.level == 0
    if not begins and _WITHOUT_COST.isdisjoint(facts.types) and facts.cost.reserve is facts.cost.memory is None:
        found.append("cost")
    wanted = dict.fromkeys(stat for kind in facts.types for stat in _STATS.get(kind, ()))
    return [*found, *(stat for stat in wanted if getattr(facts, stat) is None)]
