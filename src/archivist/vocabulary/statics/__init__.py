"""What holds all the time, or for a duration: changes of characteristics and costs, permissions, prohibitions."""

from __future__ import annotations

from archivist.vocabulary.statics.amounts import ThatManyCounters, ThatMuch
from archivist.vocabulary.statics.characteristics import Control, Enters, Modify
from archivist.vocabulary.statics.combat import (
    AttackCost,
    AttackOnly,
    Attacks,
    EntersIntent,
    LifeAsPower,
    MustAttack,
    NotIntercepted,
    Wields,
)
from archivist.vocabulary.statics.damage import Amplify, Prevent, TakeDamage, Unpreventable
from archivist.vocabulary.statics.game import (
    Contested,
    Forbid,
    ForbidGenerate,
    Limit,
    Redirect,
    RevealTop,
    TimeIsDistorted,
    TokensInstead,
)
from archivist.vocabulary.statics.playing import (
    AbilityCost,
    CostOf,
    Disable,
    Enable,
    IgnoreElements,
    LevelSideways,
    MoreMaterializations,
    NextActivation,
    Permit,
    StarcallFree,
)

StaticNode = (
    Modify
    | Attacks
    | AttackCost
    | AttackOnly
    | EntersIntent
    | Wields
    | CostOf
    | AbilityCost
    | Enable
    | Disable
    | IgnoreElements
    | Forbid
    | Permit
    | Enters
    | Redirect
    | Prevent
    | Amplify
    | Unpreventable
    | Control
    | TakeDamage
    | RevealTop
    | LevelSideways
    | TokensInstead
    | LifeAsPower
    | MustAttack
    | NotIntercepted
    | StarcallFree
    | NextActivation
    | ForbidGenerate
    | Limit
    | TimeIsDistorted
    | MoreMaterializations
    | Contested
    | ThatMuch
    | ThatManyCounters
)
