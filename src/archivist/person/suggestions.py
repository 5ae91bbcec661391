"""Suggestions: what Enter answers, where a sensible answer does not depend on a player's plans."""

from __future__ import annotations

import itertools
from typing import Final

from archivist.cards import pool
from archivist.notation.seen import by_handle, zone_of
from archivist.view import CardView, Choice, DecisionView, View

PAYING: Final = frozenset(("reserve", "discard", "banish", "sacrifice", "kindle", "floating"))
"""Decisions about cards that are given up: the least useful ones are suggested."""
GENEROUS: Final = frozenset(("kindle", "floating", "retaliate", "weapon"))
"""Decisions in which as many as possible are suggested: they save more than they cost."""
TRIES: Final = 2000
"""How many sets of options are considered."""


def suggested(view: View) -> Choice | None:
    """What Enter answers; None where the player must decide."""
    decision = view.decision
    assert decision is not None
    match decision.form:
        case "act":
            return decision.options.index("pass") if _passes(view, decision) else None
        case "number":
            return (decision.most,)
        case "split":
            share, more = divmod(decision.total, len(decision.options))
            return tuple(share + (index < more) for index in range(len(decision.options)))
        case "order":
            return tuple(range(len(decision.options)))
        case "arrange":
            return (*range(len(decision.options)), -1)
        case "name":
            return None
    return _picked(view, decision)


def _passes(view: View, decision: DecisionView) -> bool:
    """Whether Enter passes: where nothing else can be done, and to let the stack or an attack go on.

    It never ends a phase, let alone a turn, in which something can still be played.
    """
    if "pass" not in decision.options:
        return False
    waiting = bool(view.stack) or view.phase == "combat"
    return len(decision.options) == 1 or (decision.kind == "opportunity" and waiting)


def _picked(view: View, decision: DecisionView) -> Choice | None:
    if decision.kind in PAYING or decision.kind in GENEROUS:
        size = min(decision.most, len(decision.options)) if decision.kind in GENEROUS else decision.least
        return _best(decision, _by_use(view, decision), size)
    if decision.kind == "alternative":
        return (0,)
    if decision.kind == "targets" and decision.rule.startswith("combat."):
        return _champion(view, decision)
    return () if decision.least == 0 and decision.kind == "optional costs" else None


def _best(decision: DecisionView, order: list[int], size: int) -> Choice | None:
    """The first options of an order that may be picked together: as many as wanted, or fewer if that is not possible."""
    for number in range(size, decision.least - 1, -1):
        for chosen in itertools.islice(itertools.combinations(order, number), TRIES):
            if decision.fits(tuple(sorted(chosen))):
                return tuple(sorted(chosen))
    return None


def _by_use(view: View, decision: DecisionView) -> list[int]:
    """The options, those that are least useful to their player first."""
    cards = by_handle(view)
    me = next(player for player in view.players if player.name == view.seat)

    def use(index: int) -> tuple[int, int, str]:
        card = cards.get(decision.handles[index])
        if card is None:
            return (1, 0, decision.options[index])
        if decision.kind == "weapon":
            return (0, -(card.power or 0), card.name)
        return (_worth(view, card, me.elements), -_cost(card), card.name)

    return sorted(range(len(decision.options)), key=use)


def _worth(view: View, card: CardView, enabled: tuple[str, ...]) -> int:
    """0 for what lies on the field or in the graveyard, 1 for cards whose elements are not enabled, 2 for the others."""
    if zone_of(view, card.handle) not in ("hand", "memory"):
        return 0
    face = pool().get(card.name)
    return 2 if face is None or set(face.elements) <= set(enabled) else 1


def _cost(card: CardView) -> int:
    face = pool().get(card.name)
    cost = None if face is None else face.cost.reserve if face.cost.reserve is not None else face.cost.memory
    return cost if isinstance(cost, int) else 0


def _champion(view: View, decision: DecisionView) -> Choice | None:
    """The champion among what may be attacked, if there is exactly one."""
    cards = by_handle(view)
    found = [
        index
        for index, handle in enumerate(decision.handles)
        if (card := cards.get(handle)) is not None and card.level is not None
    ]
    return (found[0],) if len(found) == 1 and decision.fits((found[0],)) else None
