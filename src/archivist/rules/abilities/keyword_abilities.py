"""Abilities that keywords and counters stand for (keywords.md, terms.md 7)."""

from __future__ import annotations

from typing import Final

from archivist.vocabulary.abilities import Activated, Triggered
from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import Counters
from archivist.vocabulary.effects import May
from archivist.vocabulary.effects.attacks import Intercept
from archivist.vocabulary.effects.drawing import Draw
from archivist.vocabulary.effects.marks import Damage, RemoveCounters
from archivist.vocabulary.effects.moving import Put
from archivist.vocabulary.effects.objects import Foster, Orient
from archivist.vocabulary.node import THIS, Ref
from archivist.vocabulary.triggers.combat import ArcaneHit, Attacked
from archivist.vocabulary.triggers.game import Phase
from archivist.vocabulary.triggers.objects import Destroyed

TRIGGERS: Final[dict[str, Triggered]] = {
    "intercept": Triggered(on=Attacked(), do=(Intercept(),)),
    "vigor": Triggered(on=Phase(phase="end"), do=(Orient(to="awake", what=THIS),)),
    "preserve": Triggered(on=Destroyed(), do=(Put(what=THIS, into="material"),)),
    "foster": Triggered(on=Phase(phase="recollection"), if_=Condition("undamaged"), do=(Foster(),)),
}
"""Triggered abilities of objects that have the keyword."""

STATIC: Final = Triggered(
    on=ArcaneHit(),
    do=(May(what=(RemoveCounters(kind="static", amount=ONE),), then=(Damage(to=Ref("that"), amount=ONE),)),),
)
"""What static counters do, once for each object that has some (terms.7.static)."""

ENLIGHTEN: Final = Activated(cost=(Counters(kind="enlighten", count=Amount(3), from_="this"),), do=(Draw(),))
"""What enlighten counters let a champion's controller do (terms.7.enlighten)."""
