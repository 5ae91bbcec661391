"""Checking whether a play is legal: level and lineage, locks, prohibitions (CA.1.6, CM.3.1, BB.3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from archivist.model import events
from archivist.model.card import Card
from archivist.rules.cards import champions
from archivist.rules.citations import plays as citations
from archivist.rules.costs import calculation
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import tell
from archivist.rules.playing_cards import boons
from archivist.rules.playing_cards.attempt import LEGALITY, Attempt
from archivist.rules.targets_and_copies import targets
from archivist.vocabulary.speech import Speaker
from archivist.vocabulary.statics.base import concerns
from archivist.vocabulary.statics.game import Forbid

LOCKED: Final = "costs.6.locked"
"""A lock is not a cost: nothing that is paid gets round it."""


def check_legality(attempt: Attempt) -> None:
    """If any part is not legal the play is cancelled (CA.1.6, CM.3.1, BB.3.1)."""
    state, player, way, face = attempt.state, attempt.player, attempt.way, attempt.face
    card, rule = state.cards[attempt.number], LEGALITY[way]
    if "champion" in face.words:
        for problem in champions.problems(state, player, card):
            attempt.refuse(problem, "CM.3.1.1", rule, *citations.LINEAGE)
    held = state.now.keywords(state, card)
    if held or face.class_locks or face.restrictions:
        _check_locks(attempt, card, held, rule)
    if attempt.groups and not targets.all_there(state, attempt.groups):
        why = f"a target of {face.name} has left the game"
        attempt.refuse(why, rule, "CA.1.5", "targets-and-copies.3.5", "turn.9.6")
    for active, forbid in now.statics(state, Forbid) if way == "activate" else ():
        if forbid.what != "activate" or not concerns(forbid.who, active.you, player):
            continue
        if forbid.cards is None or forbid.cards.describes(active.scene(state), card):
            attempt.refuse(f"{active.source.face} keeps you from activating it", rule, *citations.FORBIDDEN)
    command = face.command
    if command is not None and attempt.waived and not attempt.scene().matching(command.of):
        attempt.refuse(f"{face.name} needs {command.of.one()} to attack with it", rule, "keywords.command")
    if way == "materialize" and calculation.kind_of(state, card) == "none":
        attempt.refuse(f"{face.name} has no cost, so it cannot be materialized", "CM.3.4.2", rule)
    if not attempt.silent:
        tell(state, events.Legal(_met(attempt, held, rule), player, attempt.subject))


def _met(attempt: Attempt, held: Mapping[str, int], rule: str) -> tuple[str, ...]:
    """The rules that a legal play has met: those of level and lineage for a champion, the locks of a boon."""
    if "champion" in attempt.face.words:
        return (rule, "CM.3.1.1", "cards.3.4", "cards.4.2", "cards.1.3")
    locked = attempt.way == "bestow" and ("class locked" in held or "level locked" in held)
    return (rule, "BB.3.1.2", "abilities.5.5.locked") if locked else (rule,)


def _check_locks(attempt: Attempt, card: Card, held: Mapping[str, int], rule: str) -> None:
    """Class Locked, Level Locked, First Boon and other restrictions on playing (BB.3.1.2, RU.17).

    Class Locked means the card's own classes, another lock those that it states (keywords.class-locked). Without one the
    class of a card does not matter for playing it (cards.1.6).

    Level Locked looks at the base level, and the highest number counts (keywords.level-locked).

    Rules: abilities.5.5.locked.
    """
    state, face, player = attempt.state, attempt.face, attempt.player
    lock = ("BB.3.1.2", rule) if attempt.way == "bestow" else (rule,)
    for locked in (face.classes, *face.class_locks) if "class locked" in held else face.class_locks:
        champion = state.champion(player)
        if champion is None or state.now.classes(state, champion).isdisjoint(locked):
            why = f"your champion is not a {' or '.join(locked)}"
            attempt.refuse(why, *lock, "keywords.class-locked", "cards.1.6", "abilities.5.5.locked", LOCKED)
    level = held.get("level locked", 0)
    if level and champions.base_level(state, player) < level:
        why = f"your champion's base level must be {level} or more"
        attempt.refuse(why, *lock, "keywords.level-locked", "abilities.5.5.locked", "terms.4.level", LOCKED)
    if boons.FIRST in held and state.turn.phase != "before the game":
        why = f"{face.name} can be bestowed only before the game begins"
        attempt.refuse(why, "RU.17", *lock, "keywords.first-boon")
    for ability in face.restrictions:
        if not ability.only.holds(attempt.scene()):
            only = "" if attempt.silent else ability.only.only(Speaker.of(face))  # finding the words takes longest
            attempt.refuse(f"{face.name} can be played only {only}", *lock)
