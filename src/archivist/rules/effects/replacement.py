"""Replacement effects: several that apply to one event are applied one at a time, each at most once (effects.3).

An event is a value, and so is what an effect makes of it. `settled` goes through the effects as the rule says: one that
applies is chosen and applied, then it is asked anew which of the others still apply to what the event has become.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from archivist.model.card import Seat
from archivist.rules.asking import Asked, ask_one

RULES = ("effects.3.2", "effects.3.3")
E = TypeVar("E", bound=Hashable)


class Replacement(Struct, Generic[E], frozen=True):
    """Something that would change an event: what the player calls it, a key by which it applies only once, the outcome."""

    name: str
    key: Hashable
    becomes: E
    rules: tuple[str, ...] = ("effects.3.1",)


Finding = Callable[[E], Sequence[Replacement[E]]]
"""What applies to an event as it is, oldest first, whether or not it has been applied already."""


def which_first(seat: Seat, names: Sequence[str], prompt: str, card: int | None, *rules: str) -> Asked[int]:
    """The controller of the affected object, zone or card says which of several effects applies first."""
    options = tuple(_numbered(names))
    return (
        yield from ask_one(
            seat, "replacement", ("effects.3.2", *rules), prompt, options, range(len(options)), card=card
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

    `look` says what makes one outcome differ from another.

    Rules: effects.3.2, effects.3.3.
    """
    applied: tuple[Hashable, ...] = ()
    rules: tuple[str, ...] = ()
    while found := _left(finding, event, applied):
        chosen = found[0]
        if len(found) > 1:
            different = _different(found, finding, applied, look)
            if len(different) > 1:
                names = [each.name for each in different]
                chosen = different[(yield from which_first(seat_of(event), names, prompt, card, "effects.3.3"))]
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
