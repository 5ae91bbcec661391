"""How much is really done, where effects put another amount in the place of the one that would be (effects.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.asking import Asked, ask_yes
from archivist.rules.effects import replacement
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import tell
from archivist.rules.effects.replacement import Replacement
from archivist.vocabulary.statics.amounts import AboutAmount, ThatManyCounters, ThatMuch
from archivist.vocabulary.statics.base import concerns

Number = Asked[int]
"""A procedure that gives how much there is to do."""

Much = tuple[int, tuple[int, ...]]
"""An amount, and which effects have changed it."""


def how_much(state: State, seat: Seat, of: str, n: int) -> Number:
    """How much a player really recovers or glimpses; that player orders what changes it (effects.3.2).

    Rules: effects.1.4, effects.3.3.
    """

    def about(active: now.Active, static: ThatMuch) -> bool:
        if static.of != of:
            return False
        return static.player == seat if static.who == "that player" else concerns(static.who, active.you, seat)

    found = [(active, static) for active, static in now.statics(state, ThatMuch) if about(active, static)]
    return (yield from _changed(state, seat, found, n, f"{of} {n}")) if found and n > 0 else n


def how_many(state: State, card: Card, kind: str, n: int) -> Number:
    """How many counters are really put on something; its controller orders what changes it (effects.3.2)."""
    found = [
        (active, static)
        for active, static in now.statics(state, ThatManyCounters)
        if static.kind == kind and active.reaches(state, static.of, card)
    ]
    prompt = f"{n} {kind} counters on {card.face}"
    return (yield from _changed(state, card.controller, found, n, prompt)) if found and n > 0 else n


def _changed(state: State, seat: Seat, found: Sequence[tuple[now.Active, AboutAmount]], n: int, what: str) -> Number:
    """Applies the effects one after another, those first decided on that somebody may leave out."""
    taken: list[tuple[now.Active, AboutAmount]] = []
    for active, static in found:
        if not static.may or (yield from _wanted(active, what)):
            taken.append((active, static))
    event: Much = (n, ())
    (much, used), rules = yield from replacement.settled(
        event,
        _finding(state, taken),
        lambda _: seat,
        f"choose what applies first to: {what}",
        look=lambda much: much[0],
    )
    if rules:
        tell(state, events.ThatMuch(tuple(rules), seat, what=what, amount=max(0, much)))
    spent = {taken[index][0].stamp for index in used if taken[index][1].once}
    state.end_lasting(lambda each: each.stamp in spent and isinstance(each.static, AboutAmount))
    return much


def _finding(state: State, taken: list[tuple[now.Active, AboutAmount]]) -> Callable[[Much], list[Replacement[Much]]]:
    def finding(much: Much) -> list[Replacement[Much]]:
        n, used = much
        return [
            Replacement(active.source.face, index, (_applied(state, active, static, n), (*used, index)))
            for index, (active, static) in enumerate(taken if n > 0 else ())
        ]

    return finding


def _applied(state: State, active: now.Active, static: AboutAmount, n: int) -> int:
    scene = active.scene(state)
    base = n if static.to is None else scene.amount(static.to)
    return base * static.times + scene.amount(static.plus)


def _wanted(active: now.Active, what: str) -> Asked[bool]:
    """Whether the controller of an effect that says "may" has it apply."""
    prompt = f"{active.source.face}: another amount instead ({what})?"
    return (yield from ask_yes(active.you, ("effects.1.2", "effects.3.1"), prompt, card=active.source.id))
