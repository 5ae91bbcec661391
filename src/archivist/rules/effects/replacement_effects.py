"""Replacement effects: several that apply to one event are applied one at a time, each at most once (effects.3).

An event is a value, and so is what an effect makes of it. `settled` goes through the effects as the rule says: one that
applies is chosen and applied, then it is asked anew which of the others still apply to what the event has become.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from typing import Final, Generic, TypeVar

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.model.value import Value
from archivist.rules.asking import Asked, ask_one, ask_yes
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.events import tell
from archivist.vocabulary.node import Left, Steps
from archivist.vocabulary.pending import Item
from archivist.vocabulary.statics.amounts import AboutAmount, ThatManyCounters, ThatMuch
from archivist.vocabulary.statics.base import concerns

RULES = ("effects.3.2", "effects.3.3")
Carrying = Callable[[State, Item], Steps]
"""What carries out the text of an item."""
_CARRYING: Final[list[Carrying]] = []
E = TypeVar("E", bound=Hashable)


class Replacement(Value, Generic[E], frozen=True):
    """Something that would change an event: what the player calls it, a key by which it applies only once, the outcome."""

    name: str
    key: Hashable
    becomes: E
    rules: tuple[str, ...] = ("effects.3.1",)


Finding = Callable[[E], Sequence["Replacement[E]"]]
"""What applies to an event as it is, oldest first, whether or not it has been applied already."""


def carried_out_by(carry_out: Carrying) -> None:
    """Tells what carries out the steps of a replacement: resolution, which itself needs the replacements of damage."""
    _CARRYING.append(carry_out)


def do_as_part(state: State, item: Item) -> Steps:
    """Carries out what belongs to a replacement, at once: it is no trigger, and nobody can respond (effects.4.6)."""
    yield from _CARRYING[0](state, item)


def which_first(seat: Seat, names: Sequence[str], prompt: str, card: int | None, *rules: str) -> Asked[int]:
    """The controller of the affected object, zone or card says which of several effects applies first.

    Rules: combat.5.13, effects.3.2.choice, combat.7.5.choice.
    """
    options = tuple(_numbered(names))
    return (
        yield from ask_one(
            seat,
            "replacement",
            ("effects.3.2", *rules),
            prompt,
            options,
            range(len(options)),
            card=card,
            on_leave="renew",
        )
    )


def settled(
    event: E,
    finding: Finding[E],
    seat_of: Callable[[E], Seat],
    prompt: str,
    card: int | None = None,
    look: Callable[[E], Hashable] = lambda event: event,
) -> Asked[tuple[E, tuple[str, ...]]]:
    """What becomes of an event, and the rules that made it so. Nothing is asked where every order leads to the same.

    It changes what comes of an action, never that it was done; what happens instead may trigger abilities.

    `look` says what makes one outcome differ from another. If a player leaves while it is asked, what still applies is
    found anew.

    Rules: effects.3.2, effects.3.3, RS.10, effects.3, effects.3.4, effects.3.5.
    """
    applied: tuple[Hashable, ...] = ()
    rules: tuple[str, ...] = ()
    while found := _left(finding, event, applied):
        chosen = found[0]
        if len(found) > 1:
            different = _different(found, finding, applied, look)
            if len(different) > 1:
                names = [each.name for each in different]
                try:
                    chosen = different[(yield from which_first(seat_of(event), names, prompt, card, "effects.3.3"))]
                except Left:
                    continue
                rules = (*rules, *RULES)
        applied = (*applied, chosen.key)
        rules = (*rules, *chosen.rules)
        event = chosen.becomes
    return event, rules


def first_settled(event: E, finding: Finding[E]) -> tuple[E, tuple[str, ...]]:
    """What becomes of an event if the oldest effect is always the first."""
    applied: tuple[Hashable, ...] = ()
    rules: tuple[str, ...] = ()
    while found := _left(finding, event, applied):
        event, applied, rules = found[0].becomes, (*applied, found[0].key), (*rules, *found[0].rules)
    return event, rules


def _left(finding: Finding[E], event: E, applied: Sequence[Hashable]) -> list[Replacement[E]]:
    return [each for each in finding(event) if each.key not in applied]


def _different(
    found: Sequence[Replacement[E]], finding: Finding[E], applied: tuple[Hashable, ...], look: Callable[[E], Hashable]
) -> list[Replacement[E]]:
    """Those among which there is something to choose: one alone if all lead to the same; namesakes that do count once."""
    ends = [_ends(each, finding, applied, look) for each in found]
    if len(frozenset().union(*ends)) == 1:
        return [found[0]]
    kept = {(each.name, end): each for each, end in zip(reversed(found), reversed(ends), strict=True)}
    return [each for each in found if each in kept.values()]


def _ends(
    first: Replacement[E], finding: Finding[E], applied: tuple[Hashable, ...], look: Callable[[E], Hashable]
) -> frozenset[Hashable]:
    """All that the event can still become once an effect is applied."""
    applied = (*applied, first.key)
    found = _left(finding, first.becomes, applied)
    if not found:
        return frozenset((look(first.becomes),))
    return frozenset().union(*(_ends(each, finding, applied, look) for each in found))


def _numbered(names: Sequence[str]) -> list[str]:
    """The names, a second one of the same name marked as such: ``Aegis``, ``Aegis#2``."""
    return [
        name if (before := names[:index].count(name)) == 0 else f"{name}#{before + 1}"
        for index, name in enumerate(names)
    ]


Number = Asked[int]
"""A procedure that gives how much there is to do."""
Much = tuple[int, tuple[int, ...]]
"""An amount, and which effects have changed it."""


def how_much(state: State, seat: Seat, of: str, n: int) -> Number:
    """How much a player really recovers or glimpses; that player orders what changes it (effects.3.2).

    Rules: effects.1.4, effects.3.3.
    """

    def about(active: Active, static: ThatMuch) -> bool:
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


def _changed(state: State, seat: Seat, found: Sequence[tuple[Active, AboutAmount]], n: int, what: str) -> Number:
    """Applies the effects one after another, those first decided on that somebody may leave out."""
    taken: list[tuple[Active, AboutAmount]] = []
    for active, static in found:
        if not static.may or (yield from _wanted(state, active, static, n, what)):
            taken.append((active, static))
    event: Much = (n, ())
    (much, used), rules = yield from settled(
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


def _finding(state: State, taken: list[tuple[Active, AboutAmount]]) -> Callable[[Much], list[Replacement[Much]]]:
    def finding(much: Much) -> list[Replacement[Much]]:
        n, used = much
        return [
            Replacement(active.source.face, index, (_applied(state, active, static, n), (*used, index)))
            for index, (active, static) in enumerate(taken if n > 0 else ())
            if _in_force(state, active, static)
        ]

    return finding


def _applied(state: State, active: Active, static: AboutAmount, n: int) -> int:
    scene = active.scene(state)
    base = n if static.to is None else scene.amount(static.to)
    return base * static.times + scene.amount(static.plus)


def _in_force(state: State, active: Active, static: AboutAmount) -> bool:
    """Whether an effect that was found to apply is still there: it may have left with a player meanwhile."""
    return any(
        each is static and found.stamp == active.stamp and found.source.thing == active.source.thing
        for found, each in now.statics(state, type(static))
    )


def _wanted(state: State, active: Active, static: AboutAmount, n: int, what: str) -> Asked[bool]:
    """Whether the controller of an effect that says "may" has it apply."""
    while _in_force(state, active, static):
        prompt = f"{active.source.face}: {what} becomes {_applied(state, active, static, n)}?"
        rules = ("effects.1.2", "effects.3.1")
        with suppress(Left):
            return (yield from ask_yes(active.you, rules, prompt, card=active.source.id, on_leave="renew"))
    return False
