"""What a triggered ability waits for. Each node names the kinds of event it looks at and says whether one fits."""

from __future__ import annotations

from archivist.vocabulary.triggers.cards import Discards, Draws, Moved, Revealed
from archivist.vocabulary.triggers.combat import (
    ArcaneHit,
    Attack,
    Attacked,
    Damaged,
    Hit,
    Kill,
    Retaliates,
    UnderAttack,
)
from archivist.vocabulary.triggers.game import DirectionChanged, Gathers, Glimpses, Phase, Recovers
from archivist.vocabulary.triggers.objects import (
    Banished,
    Becomes,
    Charge,
    Destroyed,
    Die,
    Enter,
    Fostered,
    GainsState,
    Leave,
    LevelUp,
    Loaded,
    LosesCounters,
    Sacrificed,
    Suppresses,
)
from archivist.vocabulary.triggers.playing import Activate, Negates, Plays, Targeted, UsesAbility

TriggerNode = (
    Enter
    | Leave
    | Banished
    | Charge
    | Die
    | Destroyed
    | Sacrificed
    | Moved
    | Draws
    | Discards
    | Recovers
    | Glimpses
    | Revealed
    | LosesCounters
    | UsesAbility
    | Activate
    | Plays
    | Phase
    | Damaged
    | Attack
    | Attacked
    | UnderAttack
    | Hit
    | Retaliates
    | Becomes
    | ArcaneHit
    | Kill
    | LevelUp
    | Fostered
    | GainsState
    | Targeted
    | DirectionChanged
    | Loaded
    | Gathers
    | Suppresses
    | Negates
)
