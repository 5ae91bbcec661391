"""Carrying out instructions: what each effect of the vocabulary does as its text resolves (RS.2, effects.1).

`run.py` has the run, which knows what resolves and what it did so far; `searching.py` serves all that search. The others
have the functions for the nodes of `vocabulary/effects`; all are imported here, so that every node has its function once
this package is imported. Only `playing_cards.resolution` uses the package; it may use every other folder of the rules.
"""

from archivist.rules.effects.instructions import (
    attacks,
    branching,
    copies,
    drawing,
    functions,
    game,
    lasting,
    looking,
    marks,
    moving,
    objects,
    outside,
    stack,
)

__all__ = [
    "attacks",
    "branching",
    "copies",
    "drawing",
    "functions",
    "game",
    "lasting",
    "looking",
    "marks",
    "moving",
    "objects",
    "outside",
    "stack",
]
