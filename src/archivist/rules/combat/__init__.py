"""Combat: who may attack, declaring, roles, retaliation, damage, the end (combat)."""

from archivist.rules.combat.declaring_attacks import attacker_of, begin_with_card, declare, may_begin
from archivist.rules.combat.end_of_combat import end, end_by_effect
from archivist.rules.combat.retaliation import note_present, retaliate
from archivist.rules.combat.roles import (
    can_intercept,
    changeable,
    check_roles,
    give_target,
    kept_from,
    may_be_attacked,
    redirect,
)
from archivist.rules.combat.who_may_attack import (
    attackers,
    can_attack,
    first_turn_ban,
    hindrances,
    must_attack,
    refusals,
)

__all__ = [
    "attacker_of",
    "attackers",
    "begin_with_card",
    "can_attack",
    "can_intercept",
    "changeable",
    "check_roles",
    "declare",
    "end",
    "end_by_effect",
    "first_turn_ban",
    "give_target",
    "hindrances",
    "kept_from",
    "may_be_attacked",
    "may_begin",
    "must_attack",
    "note_present",
    "redirect",
    "refusals",
    "retaliate",
]
