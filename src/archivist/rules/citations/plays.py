"""The rules that apply to the steps of playing a card: its speed and permission, elements, completion (PC; CA)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from archivist.model.card import Card, Seat, Way
from archivist.model.state import State
from archivist.rules.citations import values
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.playing_cards.permissions import Licence
from archivist.vocabulary.face import Face
from archivist.vocabulary.statics.playing import Disable

EMPOWERED = ("keywords.empower", "costs.6.empower")
IMBUED = ("keywords.imbue", "costs.5.6", "costs.6.imbue")
LINEAGE = ("cards.4.2", "cards.4.1", "keywords.lineage", "cards.1.3", "cards.1.4")
"""Why a champion card cannot be levelled into."""
FORBIDDEN = ("timing.6.2", "effects.1.6", "effects.2.5")
"""Why a prohibition holds, whatever permits the play."""


def of_announcement(state: State, player: Seat, way: Way, card: Card, licences: Sequence[Licence]) -> tuple[str, ...]:
    """By which permission and at which speed a card is announced; of several permissions the first is told."""
    return (*licences[0].rules, *of_licence(state, player, way, card, licences[0])) if licences else ()


def of_resting(face: Face) -> tuple[str, ...]:
    """What else an attack card costs."""
    return ("combat.2.1", "costs.5.14") if "attack" in face.words else ()


def of_licence(state: State, player: Seat, way: Way, card: Card, licence: Licence | None) -> tuple[str, ...]:
    """By which speed and which permission a card is announced."""
    found = values.of_instances(state, card) + values.of_restrictions(state, card)
    if licence is not None and "timing.5.3" in licence.rules:
        found += ("timing.5.1", "effects.1.6", "timing.6.1")
    if licence is not None and licence.instructed:
        return (*found, "timing.5.1", "timing.5.4")
    face = state.pool[card.face]
    if way == "materialize":
        return (*found, "timing.1.3") if state.turn.step == "materialize" else found
    alone = state.stack_cards in ((), (card.id,)) and not state.stack
    slow = alone and state.turn.player == player and state.turn.phase == "main"
    if not slow:
        found += ("timing.1.fast", "terms.2.fast")
        if face.speed != "fast" and state.now.has(state, card, "fast activation"):
            found += ("keywords.fast-activation",)
    elif not face.words & {"action", "boon"}:
        found += ("timing.1.2",)
    return found


def of_elements(state: State, player: Seat, needed: Collection[str]) -> tuple[str, ...]:
    """Why elements are, or are not, enabled for a player."""
    champion = state.champion(player)
    found: tuple[str, ...] = ("terms.4.element", "cards.3.2")
    if "norm" in needed:
        found += ("cards.3.1",)
    if champion is not None and champion.lineage:
        found += ("cards.3.3",)
    if any(active.you == player for active, _ in now.statics(state, Disable)):
        found += ("timing.6.3", "effects.2.4")
    return (*found, "cards.3.5") if "exalted" in needed else found


def of_level(state: State, player: Seat, card: Card) -> tuple[str, ...]:
    """What raises the level that a card reckons with."""
    found: tuple[str, ...] = ()
    if card.played is not None and card.played.empower:
        found += ("keywords.empower", "costs.6.empower")
    if state.now.aura(state, player, card):
        found += ("keywords.elysian-aura", "costs.6.elysian-aura")
    return found


def of_completion(state: State, attempted: Card, licence: Licence | None) -> tuple[str, ...]:
    """The rules that apply to a completed play."""
    found: tuple[str, ...] = ("terms.2.play", "zones.3.12")
    if attempted.played is not None and attempted.played.properties:
        found += ("zones.7.activation",)
    if attempted.token:
        found += ("targets-and-copies.6.4", "targets-and-copies.6.8", "targets-and-copies.6.1")
    if licence is not None and licence.free:
        found += ("costs.5.11",)
        if not attempted.x and state.pool[attempted.face].cost.reserve == "X":
            found += ("costs.4.9", "RU.9")
    return found
