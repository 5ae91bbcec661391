"""Asking players: one helper for each form of answer (`Decision.form`), which gives the answer in its proper type.

A procedure asks with `yield from ask_yes(..)` and so on; no other module makes a decision by itself. What is chosen from
is given twice where the two differ: `options` is what the player is shown, `of` what each option stands for, in the same
order. A player who leaves the game before answering is dealt with by `Procedure` (turn), as `on_leave` says; with
``renew`` the helper raises `Left`, and the procedure asks again from where it began to.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Final, Protocol, TypeVar

from archivist.model.card import Card, Seat, Thing, things_of
from archivist.model.decision import ACTIONS, Action, Answer, Decision, OnLeave, Option
from archivist.model.errors import Illegal
from archivist.vocabulary.node import Left

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Asked = Generator[Decision, Answer, T]
"""A procedure that asks, and what it comes to."""
Groups = tuple[tuple[int, ...], ...]


def anew(asking: Callable[[], Asked[T]], check: Callable[[], None] | None = None) -> Asked[T]:
    """Asks, and asks anew with what is so then whenever a player leaves before the answer; `check` may refuse that.

    What was answered before stays as it is, and is not asked again.
    """
    while True:
        try:
            return (yield from asking())
        except Left:
            if check is not None:
                check()


class Indexed(Protocol[T_co]):
    """What options stand for, one by one."""

    def __getitem__(self, index: int, /) -> T_co: ...


NUMBERS: Final = "a tuple of numbers"


def ask_yes(
    player: Seat,
    rules: tuple[str, ...],
    prompt: str,
    *,
    card: int | None,
    on_leave: OnLeave = "default",
) -> Asked[bool]:
    """Whether a player says yes."""
    answer = yield Decision(player, "may", rules, prompt, options=("yes", "no"), card=card, on_leave=on_leave)
    if not isinstance(answer, tuple):
        raise _wrong(answer, NUMBERS)
    return answer == (0,)


def ask_number(
    player: Seat, kind: str, rules: tuple[str, ...], prompt: str, numbers: Sequence[int], *, card: int | None
) -> Asked[int]:
    """One of some numbers, which are given in their order."""
    least, most = numbers[0], numbers[-1]
    sets = () if len(numbers) == most - least + 1 else tuple((each,) for each in numbers)
    answer = yield Decision(player, kind, rules, prompt, form="number", least=least, most=most, card=card, sets=sets)
    if not isinstance(answer, tuple):
        raise _wrong(answer, NUMBERS)
    return answer[0]


def ask_cards(
    player: Seat,
    kind: str,
    rules: tuple[str, ...],
    prompt: str,
    cards: Sequence[Card],
    *,
    least: int = 1,
    most: int = 1,
    card: int | None = None,
    same: Groups = (),
    sets: Groups = (),
    sorts: tuple[int, ...] = (),
    mixes: Groups = (),
    on_leave: OnLeave = "default",
) -> Asked[tuple[Card, ...]]:
    """From `least` to `most` of some cards; `same`, `sets` and `mixes` say which go together (see `Decision`)."""
    answer = yield Decision(
        player,
        kind,
        rules,
        prompt,
        options=things_of(cards),
        least=least,
        most=most,
        card=card,
        same=same,
        sets=sets,
        sorts=sorts,
        mixes=mixes,
        on_leave=on_leave,
    )
    if not isinstance(answer, tuple):
        raise _wrong(answer, NUMBERS)
    return tuple(map(cards.__getitem__, answer))


def ask_targets(
    player: Seat,
    kind: str,
    rules: tuple[str, ...],
    prompt: str,
    things: Sequence[Thing],
    *,
    least: int,
    most: int,
    card: int | None = None,
    same: Groups = (),
    sorts: tuple[int, ...] = (),
    mixes: Groups = (),
    ordered: bool = False,
    on_leave: OnLeave = "default",
) -> Asked[tuple[Thing, ...]]:
    """From `least` to `most` things that can be targeted: cards, players, items of the stack.

    Where the pick is `ordered`, it matters which of them comes first.
    """
    answer = yield Decision(
        player,
        kind,
        rules,
        prompt,
        options=tuple(things),
        least=least,
        most=most,
        card=card,
        same=same,
        sorts=sorts,
        mixes=mixes,
        ordered=ordered,
        on_leave=on_leave,
    )
    if not isinstance(answer, tuple):
        raise _wrong(answer, NUMBERS)
    return tuple(map(things.__getitem__, answer))


def ask_some(
    player: Seat,
    kind: str,
    rules: tuple[str, ...],
    prompt: str,
    options: Sequence[Option],
    of: Indexed[T],
    *,
    least: int,
    most: int,
    card: int | None = None,
    sorts: tuple[int, ...] = (),
    mixes: Groups = (),
    on_leave: OnLeave = "default",
) -> Asked[tuple[T, ...]]:
    """From `least` to `most` of several, in the order of the answer."""
    answer = yield Decision(
        player,
        kind,
        rules,
        prompt,
        options=tuple(options),
        least=least,
        most=most,
        card=card,
        sorts=sorts,
        mixes=mixes,
        on_leave=on_leave,
    )
    if not isinstance(answer, tuple):
        raise _wrong(answer, NUMBERS)
    return tuple([of[index] for index in answer])


def ask_modes(
    player: Seat,
    kind: str,
    rules: tuple[str, ...],
    prompt: str,
    options: Sequence[str],
    of: Sequence[T],
    *,
    least: int,
    most: int,
    card: int | None = None,
    same: Groups = (),
    on_leave: OnLeave = "default",
) -> Asked[list[T]]:
    """From `least` to `most` of what is shown by its label, such as modes and optional costs, in the order of the answer."""
    answer = yield Decision(
        player,
        kind,
        rules,
        prompt,
        options=tuple(options),
        least=least,
        most=most,
        card=card,
        same=same,
        on_leave=on_leave,
    )
    if not isinstance(answer, tuple):
        raise _wrong(answer, NUMBERS)
    return list(map(of.__getitem__, answer))


def ask_one(
    player: Seat,
    kind: str,
    rules: tuple[str, ...],
    prompt: str,
    options: Sequence[Option],
    of: Sequence[T],
    *,
    card: int | None = None,
    on_leave: OnLeave = "default",
) -> Asked[T]:
    """Exactly one of several."""
    answer = yield Decision(player, kind, rules, prompt, options=tuple(options), card=card, on_leave=on_leave)
    if not isinstance(answer, tuple):
        raise _wrong(answer, NUMBERS)
    return of[answer[0]]


def ask_order(
    player: Seat,
    rules: tuple[str, ...],
    prompt: str,
    options: Sequence[Option],
    of: Sequence[T],
    *,
    card: int | None = None,
) -> Asked[list[T]]:
    """All of them in an order."""
    answer = yield Decision(player, "order", rules, prompt, form="order", options=tuple(options), card=card)
    if not isinstance(answer, tuple):
        raise _wrong(answer, NUMBERS)
    return list(map(of.__getitem__, answer))


def ask_split(
    player: Seat, rules: tuple[str, ...], prompt: str, things: Sequence[Thing], total: int, *, card: int | None
) -> Asked[tuple[int, ...]]:
    """The share of each thing, at least 1, in the order of the things; one that has left since has 0."""
    answer = yield Decision(player, "split", rules, prompt, form="split", options=tuple(things), total=total, card=card)
    if not isinstance(answer, tuple):
        raise _wrong(answer, NUMBERS)
    return answer


def ask_arrangement(
    player: Seat, kind: str, rules: tuple[str, ...], prompt: str, cards: Sequence[Card], *, card: int | None
) -> Asked[tuple[list[Card], list[Card]]]:
    """Which cards go on top and which to the bottom, each in its order."""
    options = things_of(cards)
    answer = yield Decision(player, kind, rules, prompt, form="arrange", options=options, card=card)
    if not isinstance(answer, tuple):
        raise _wrong(answer, NUMBERS)
    split = answer.index(-1)
    return [cards[index] for index in answer[:split]], [cards[index] for index in answer[split + 1 :]]


def ask_name(
    player: Seat, kind: str, rules: tuple[str, ...], prompt: str, names: tuple[str, ...], *, card: int | None
) -> Asked[str]:
    """One of many names, as a text."""
    answer = yield Decision(player, kind, rules, prompt, form="name", options=names, card=card)
    if not isinstance(answer, str):
        raise _wrong(answer, "a name")
    return answer


def ask_action(
    player: Seat,
    kind: str,
    rules: tuple[str, ...],
    prompt: str,
    options: Sequence[Option],
    *,
    card: int | None,
    refused: Illegal | None,
    on_leave: OnLeave,
) -> Asked[Action]:
    """An action, within an effect that lets a player act; `refused` says why the last one was illegal."""
    answer = yield Decision(
        player, kind, rules, prompt, form="act", options=tuple(options), card=card, refused=refused, on_leave=on_leave
    )
    if not isinstance(answer, ACTIONS):
        raise _wrong(answer, "an action")
    return answer


def _wrong(answer: Answer, wanted: str) -> TypeError:
    """An answer of another form than was asked for: `Game` checks answers before it hands them on, so this is a fault."""
    return TypeError(f"{wanted} is needed, not {answer!r}")
