"""Abilities that keywords and counters stand for (keywords.md, terms.md 7)."""

from __future__ import annotations

from typing import Final

from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import Counters
from archivist.vocabulary.effects.cards import Draw, Put
from archivist.vocabulary.effects.objects import Foster, Orient
from archivist.vocabulary.effects.stack import Intercept
from archivist.vocabulary.face import Activated, Triggered
from archivist.vocabulary.node import THIS
from archivist.vocabulary.triggers import Attacked, Destroyed, Phase

TRIGGERS: Final[dict[str, Triggered]] = {
    "intercept": Triggered(on=Attacked(), do=(Intercept(),)),
    "vigor": Triggered(on=Phase(phase="end"), do=(Orient(to="awake", what=THIS),)),
    "preserve": Triggered(on=Destroyed(), do=(Put(what=THIS, into="material"),)),
    "foster": Triggered(on=Phase(phase="recollection"), if_=Condition("undamaged"), do=(Foster(),)),
}
"""Triggered abilities of objects that have the keyword."""

ENLIGHTEN: Final = Activated(cost=(Counters(kind="enlighten", count=Amount(3), from_="this"),), do=(Draw(),))
"""What enlighten counters let a champion's controller do (terms.7.enlighten)."""
