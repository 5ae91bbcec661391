"""Checking whether a play is legal: level and lineage, locks, prohibitions (CA.1.6, CM.3.1, BB.3.1)."""

from __future__ import annotations

from typing import Final

from archivist.model import events
from archivist.model.card import Card
from archivist.model.state import State
from archivist.rules.cards import champions
from archivist.rules.citations import plays as citations
from archivist.rules.costs import calculation
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import say
from archivist.rules.playing_cards import boons
from archivist.rules.playing_cards.attempt import LEGALITY, Attempt
from archivist.rules.targets_and_copies import targets
from archivist.vocabulary.face import Face
from archivist.vocabulary.statics.base import concerns
from archivist.vocabulary.statics.game import Forbid

LOCKED: Final = "costs.6.locked"
"""A lock is not a cost: nothing that is paid gets round it."""


def check_legality(attempt: Attempt) -> None:
    """If any part is not legal the play is cancelled (CA.1.6, CM.3.1, BB.3.1)."""
    rule = LEGALITY[attempt.way]
    if "champion" in attempt.face.words:
        problem = champions.problem(attempt.state, attempt.player, attempt.card)
        if problem:
            attempt.refuse(problem, "CM.3.1.1", rule, *citations.LINEAGE)
    _check_locks(attempt, rule)
    if not targets.all_there(attempt.state, attempt.groups):
        why = f"a target of {attempt.face.name} has left the game"
        attempt.refuse(why, rule, "CA.1.5", "targets-and-copies.3.5", "turn.9.6")
    for active, forbid in now.statics(attempt.state, Forbid):
        if (
            forbid.what != "activate"
            or attempt.way != "activate"
            or not concerns(forbid.who, active.you, attempt.player)
        ):
            continue
        if forbid.cards is None or forbid.cards.describes(active.scene(attempt.state), attempt.card):
            attempt.refuse(f"{active.source.face} keeps you from activating it", rule, *citations.FORBIDDEN)
    if attempt.command is not None and attempt.waived and not attempt.scene().matching(attempt.command.of):
        attempt.refuse(
            f"{attempt.face.name} needs {attempt.command.of.text} to attack with it", rule, "keywords.command"
        )
    if attempt.way == "materialize" and calculation.kind_of(attempt.state, attempt.card) == "none":
        attempt.refuse(f"{attempt.face.name} has no cost, so it cannot be materialized", "CM.3.4.2", rule)
    if not attempt.silent:
        say(attempt.state, events.Legal, *_met(attempt, rule), player=attempt.player, card=attempt.card)


def _met(attempt: Attempt, rule: str) -> tuple[str, ...]:
    """The rules that a legal play has met: those of level and lineage for a champion, the locks of a boon."""
    level = ("CM.3.1.1", "cards.3.4", "cards.4.2", "cards.1.3") if "champion" in attempt.face.words else ()
    locked = attempt.way == "bestow" and any(
        attempt.state.now.has(attempt.state, attempt.card, word) for word in ("class locked", "level locked")
    )
    return (rule, *level, *(("BB.3.1.2", "abilities.5.5.locked") if locked else ()))


def _check_locks(attempt: Attempt, rule: str) -> None:
    """Class Locked, Level Locked, First Boon and other restrictions on playing (BB.3.1.2, RU.17).

    Without Class Locked the class of a card does not matter for playing it (cards.1.6).

    Level Locked looks at the base level, and the highest number counts (keywords.level-locked).

    Rules: abilities.5.5.locked.
    """
    state, face, player, card = attempt.state, attempt.face, attempt.player, attempt.card
    lock = ("BB.3.1.2", rule) if attempt.way == "bestow" else (rule,)
    for locked in _class_locks(state, card, face):
        champion = state.champion(player)
        if champion is None or state.now.classes(state, champion).isdisjoint(locked):
            why = f"your champion is not a {' or '.join(locked)}"
            attempt.refuse(why, *lock, "keywords.class-locked", "cards.1.6", "abilities.5.5.locked", LOCKED)
    level = now.number_of(state, card, "level locked")
    if level and champions.base_level(state, player) < level:
        why = f"your champion's base level must be {level} or more"
        attempt.refuse(why, *lock, "keywords.level-locked", "abilities.5.5.locked", "terms.4.level", LOCKED)
    if boons.comes_first(state, card) and state.turn.phase != "before the game":
        why = f"{face.name} can be bestowed only before the game begins"
        attempt.refuse(why, "RU.17", *lock, "keywords.first-boon")
    for ability in face.restrictions:
        if not ability.only.holds(attempt.scene()):
            attempt.refuse(f"{face.name} can be played only if: {ability.only.text}", *lock)


def _class_locks(state: State, card: Card, face: Face) -> tuple[tuple[str, ...], ...]:
    """The classes of each lock: the card's own for the keyword, the stated ones for another (keywords.class-locked)."""
    return (face.classes, *face.class_locks) if state.now.has(state, card, "class locked") else face.class_locks
