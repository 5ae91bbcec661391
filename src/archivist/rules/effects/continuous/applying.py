"""Which effects apply, and to what: their conditions hold, they reach a card, and their ability has not been lost.

Everything here asks an evaluation (`now`), because whether a condition holds depends on what the cards are, as far as
the layers have been applied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

from archivist.model.card import Card
from archivist.rules.effects.continuous.in_force import standing
from archivist.rules.effects.continuous.sources import Active, stamp
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import EARLY, Change, Modify

if TYPE_CHECKING:
    from archivist.model.state import State
    from archivist.rules.effects.continuous.evaluation import EarlyEvaluation, Evaluation

S = TypeVar("S", bound=Static)


def statics(now: Evaluation, state: State, kind: type[S]) -> Sequence[tuple[Active, S]]:
    """Everything of one kind that is in force, oldest first (effects.5.12, terms.2.timestamp)."""
    known = state.standing or standing(state)
    actives = known.by_kind.get(kind)
    if actives is None:
        return ()
    losing, early = "loses" in known.changed, now.early
    return [
        (active, active.static)  # type: ignore[misc]
        for active in actives
        if active.holds(state, early) and not (losing and silenced(now, state, active))
    ]


def modifiers(now: Evaluation, state: State, change: Change, card: Card) -> list[tuple[Active, Modify]]:
    """The modifications that reach a card and change it in one way, oldest first."""
    known = state.standing or standing(state)
    if change not in known.changed:
        return _NONE
    losing, early = "loses" in known.changed and change not in EARLY, now.early
    found: list[tuple[Active, Modify]] = []
    for active in known.about(change, card.id):
        modify = active.static
        assert isinstance(modify, Modify)
        if applies(state, active, modify, card, early) and not (losing and silenced(now, state, active)):
            found.append((active, modify))
    return found


_NONE: list[tuple[Active, Modify]] = []


def applies(state: State, active: Active, modify: Modify, card: Card, early: EarlyEvaluation | None) -> bool:
    """Whether a modification reaches a card, and its conditions hold."""
    if not active.reaches(state, modify.of, card, early) or not active.holds(state, early):
        return False
    return modify.if_ is None or modify.if_.holds(active.scene(state, early))


# -- the loss of abilities ---------------------------------------------------------------------------------------


def silenced(now: Evaluation, state: State, active: Active) -> bool:
    """Whether a static gives nothing because its object lost it; one that applied before layer D goes on (effects.5.9)."""
    if not active.own or (isinstance(active.static, Modify) and active.static.early):
        return False
    return lost_at(now, state, state.cards[active.source.id]) is not None


def lost_at(now: Evaluation, state: State, card: Card) -> int | None:
    """The timestamp of the last effect by which a card lost its abilities, if it did (layer D)."""
    if card.last is not None:
        return card.stamp if card.last.lost else None
    if "loses" not in (state.standing or standing(state)).changed:
        return None
    stamps = [active.stamp for active in now.losses(state) if _robs(now, state, active, card)]
    return max(stamps, default=None)


def order_losses(now: Evaluation, state: State, found: list[Active]) -> None:
    """Finds the effects that take all abilities away, in the order they apply.

    One that another would take away depends on that other and waits for it, whatever the timestamps say; where they
    hang on each other in a circle the oldest goes first (effects.5.15, effects.5.16, effects.5.18). They are added one
    after the other, so that a condition read on the way sees those that have applied by then.

    Rules: effects.5.17.
    """
    known = state.standing or standing(state)
    several = [*known.general.get("loses", ()), *_each_once(known.by_card.get("loses", {}))]
    pending = sorted((each for each in several if _takes_all(each)), key=stamp)
    while pending:
        free = (each for each in pending if not any(_takes_away(now, state, other, each) for other in pending))
        chosen = next(free, pending[0])
        found.append(chosen)
        pending = [each for each in pending if each is not chosen and not _takes_away(now, state, chosen, each)]


def _each_once(cards: dict[int, list[Active]]) -> list[Active]:
    return list({id(active): active for actives in cards.values() for active in actives}.values())


def _takes_all(active: Active) -> bool:
    return isinstance(active.static, Modify) and "abilities" in active.static.loses


def _takes_away(now: Evaluation, state: State, active: Active, other: Active) -> bool:
    """Whether an effect would take away the ability that another one comes from."""
    return active is not other and other.own and _robs(now, state, active, state.cards[other.source.id])


def _robs(now: Evaluation, state: State, active: Active, card: Card) -> bool:
    modify = active.static
    assert isinstance(modify, Modify)
    return applies(state, active, modify, card, now.early)
