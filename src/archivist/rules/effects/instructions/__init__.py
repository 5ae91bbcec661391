"""Carrying out instructions: what each effect of the vocabulary does as its text resolves (RS.2, effects.1).

`carrying_out.py` has the run, which knows what resolves and what it did so far, and `references.py` what its words mean by
then; `searching.py` serves all that search.
The others have the functions for the nodes of `vocabulary/effects`; all are imported here, so that every node has its
function once this package is imported. Only `playing_cards.resolution` uses the package; it may use every other folder
of the rules.
"""

from archivist.rules.effects.instructions import (
    copying_and_redirecting,
    damage_and_counters,
    drawing_and_discarding,
    ending_phases_and_games,
    generating_and_scavenging,
    lasting_effects,
    looking_and_revealing,
    masteries_and_statuses,
    moving_cards,
    negating_copying_playing,
    objects,
    options_and_conditions,
    redirecting_attacks,
)

__all__ = [
    "copying_and_redirecting",
    "damage_and_counters",
    "drawing_and_discarding",
    "ending_phases_and_games",
    "generating_and_scavenging",
    "lasting_effects",
    "looking_and_revealing",
    "masteries_and_statuses",
    "moving_cards",
    "negating_copying_playing",
    "objects",
    "options_and_conditions",
    "redirecting_attacks",
]
