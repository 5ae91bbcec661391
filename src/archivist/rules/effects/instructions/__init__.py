"""Carrying out instructions: what each effect of the vocabulary does as its text resolves (RS.2, effects.1).

`run.py` has the run, which knows what resolves and what it did so far. Every other module has the functions for the nodes
of the module of the same name in `vocabulary/effects`; all are imported here, so that every node has its function once
this package is imported. Only `playing_cards.resolution` uses the package; it may use every other folder of the rules.
"""

from archivist.rules.effects.instructions import (
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
