"""Several replacement effects on one event: the order, and when there is nothing to choose (effects.3)."""

from collections.abc import Sequence
from typing import cast

import pytest

from archivist.model.decision import Decision
from archivist.model.state import State
from archivist.rules.effects import replacement_effects
from archivist.rules.effects.replacement_effects import Replacement
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Item


def _plus(n: int, by: int) -> Replacement[int]:
    return Replacement(f"plus {by}", ("plus", by), n + by)


def _asked(
    n: int, finding: replacement_effects.Finding[int], answers: Sequence[str]
) -> tuple[int, list[tuple[str, ...]]]:
    """What a number becomes, and what was offered on the way; answers name the options."""
    steps = replacement_effects.settled(n, finding, lambda _: 0, "choose")
    offered: list[tuple[str, ...]] = []
    left = list(answers)
    try:
        decision = next(steps)
        while True:
            assert isinstance(decision, Decision)
            assert decision.rules == ("effects.3.2", "effects.3.3")
            offered.append(tuple(str(option) for option in decision.options))
            decision = steps.send((decision.options.index(left.pop(0)),))
    except StopIteration as end:
        assert not left
        return end.value[0], offered


def test_effects_3_3_each_effect_applies_once_in_the_chosen_order() -> None:
    def finding(n: int) -> list[Replacement[int]]:
        return [_plus(n, 1), Replacement("double", "double", 2 * n)]

    assert _asked(3, finding, ["plus 1"]) == (8, [("plus 1", "double")])
    assert _asked(3, finding, ["double"]) == (7, [("plus 1", "double")])
    assert replacement_effects.first_settled(3, finding)[0] == 8


def test_effects_3_2_nothing_is_asked_where_every_order_leads_to_the_same() -> None:
    assert _asked(3, lambda n: [_plus(n, 1), _plus(n, 2)], []) == (6, [])


def test_effects_3_3_what_applies_is_found_anew_after_each() -> None:
    def finding(n: int) -> list[Replacement[int]]:
        small = [_plus(n, 5)] if n < 5 else []
        return [*small, Replacement("double", "double", 2 * n)]

    assert _asked(3, finding, ["double"]) == (6, [("plus 5", "double")])
    assert _asked(2, finding, ["double"]) == (9, [("plus 5", "double")])


def test_effects_3_3_namesakes_are_told_apart_only_where_they_differ() -> None:
    def finding(n: int) -> list[Replacement[int]]:
        if n:
            return []
        return [Replacement("gate", 1, 1), Replacement("gate", 2, 1), Replacement("gate", 3, 2)]

    assert _asked(0, finding, ["gate#2"]) == (2, [("gate", "gate#2")])


def test_effects_4_6_what_belongs_to_a_replacement_is_carried_out_by_whatever_was_told_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    carried_out: list[tuple[State, Item]] = []

    def carry_out(state: State, item: Item) -> Steps:
        carried_out.append((state, item))
        yield from ()

    monkeypatch.setattr(replacement_effects, "_CARRYING", [])
    replacement_effects.carried_out_by(carry_out)
    state, item = cast("State", object()), cast("Item", object())
    assert list(replacement_effects.do_as_part(state, item)) == []
    assert carried_out == [(state, item)]
