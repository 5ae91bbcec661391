"""Effects: the instructions of cards and abilities, carried out from top to bottom (RS.2).

Each module has the nodes of one subject: their fields, their words and the plain facts that other nodes need. What a node
does stands in the module of the same name in `rules/effects/instructions`. `EffectNode` is any of them.
"""

from archivist.vocabulary.effects.options_and_conditions import (
    Branching,
    Case,
    Delayed,
    Depending,
    EffectNode,
    ForEach,
    If,
    May,
    OptionChoice,
    Prevention,
    Reflexive,
    Repeat,
    aimed,
    leaves,
)
from archivist.vocabulary.spans import check_spans, in_span, span_said

__all__ = [
    "Branching",
    "Case",
    "Delayed",
    "Depending",
    "EffectNode",
    "ForEach",
    "If",
    "May",
    "OptionChoice",
    "Prevention",
    "Reflexive",
    "Repeat",
    "aimed",
    "check_spans",
    "in_span",
    "leaves",
    "span_said",
]
