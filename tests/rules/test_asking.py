"""Asking: every form of answer has one helper, which gives it in its proper type."""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from typing import Any, get_args

import pytest

import archivist
from archivist.cards import pool
from archivist.model.card import Card, Thing
from archivist.model.decision import Answer, Decision, Form, Pass, Play
from archivist.rules import asking

PACKAGE = Path(archivist.__file__).parent
RULES = ("RS.2",)
NAMES = sorted(pool())[:3]
CARDS = [Card(number, name, 0, 0, "hand") for number, name in enumerate(NAMES, start=7)]
THINGS = [card.thing for card in CARDS]


def outcome(asked: Generator[Decision, Answer, Any], answer: Answer) -> tuple[Decision, Any]:
    """The decision that is asked, and what a legal answer to it comes to."""
    decision = next(asked)
    decision.check(answer)
    with pytest.raises(StopIteration) as stopped:
        asked.send(answer)
    return decision, stopped.value.value


def test_yes_and_no() -> None:
    for answer, said in (((0,), True), ((1,), False)):
        decision, yes = outcome(asking.ask_yes(1, RULES, "do it?", card=7), answer)
        assert (decision.player, decision.kind, decision.form, decision.options) == (1, "may", "pick", ("yes", "no"))
        assert yes is said


def test_a_number() -> None:
    decision, number = outcome(asking.ask_number(0, "x", RULES, "choose X", range(2, 6), card=7), (4,))
    assert (decision.form, decision.least, decision.most, decision.card) == ("number", 2, 5, 7)
    assert number == 4


def test_a_number_of_those_that_there_are() -> None:
    """Where some are missing in between, only those that are listed will do."""
    decision, number = outcome(asking.ask_number(0, "x", RULES, "choose X", (0, 2, 3), card=7), (2,))
    assert (decision.least, decision.most, decision.sets) == (0, 3, ((0,), (2,), (3,)))
    assert number == 2
    assert decision.problem_of((1,)) == "one of the numbers 0, 2, 3 is needed"


def test_cards_come_in_the_order_of_the_answer() -> None:
    decision, cards = outcome(asking.ask_cards(0, "choose", RULES, "choose", CARDS, least=0, most=2), (2, 0))
    assert (decision.options, decision.least, decision.most) == (tuple(THINGS), 0, 2)
    assert cards == (CARDS[2], CARDS[0])
    assert outcome(asking.ask_cards(0, "choose", RULES, "choose", CARDS, least=0), ())[1] == ()


def test_which_cards_go_together_is_asked_as_given() -> None:
    asked = asking.ask_cards(
        0, "choose", RULES, "choose", CARDS, most=2, same=((0, 1),), sets=((0, 1),), sorts=(0, 0, 1), mixes=((1, 0),),
        on_leave="renew",
    )  # fmt: skip
    decision = next(asked)
    assert (decision.same, decision.sets) == (((0, 1),), ((0, 1),))
    assert (decision.sorts, decision.mixes, decision.on_leave) == ((0, 0, 1), ((1, 0),), "renew")


def test_targets_are_things() -> None:
    things = [*THINGS, Thing("player", 1)]
    decision, chosen = outcome(
        asking.ask_targets(
            0,
            "targets",
            RULES,
            "choose",
            things,
            least=1,
            most=2,
            same=((1, 3),),
            sorts=(0,) * 4,
            mixes=((2,),),
            ordered=True,
        ),
        (3, 1),
    )
    assert (decision.same, decision.sorts, decision.mixes) == (((1, 3),), (0, 0, 0, 0), ((2,),))
    assert (decision.least, decision.most, decision.ordered) == (1, 2, True)
    assert chosen == (things[3], things[1])


def test_modes_are_what_their_labels_stand_for() -> None:
    asked = asking.ask_modes(0, "modes", RULES, "choose", ["a", "b", "c"], [4, 5, 6], least=1, most=2, same=((1, 2),))
    decision, modes = outcome(asked, (2, 1))
    assert (decision.options, decision.least, decision.most, decision.same) == (("a", "b", "c"), 1, 2, ((1, 2),))
    assert modes == [6, 5]


def test_one_of_several() -> None:
    decision, one = outcome(asking.ask_one(0, "option", RULES, "choose", ["a", "b"], [10, 20], on_leave="renew"), (1,))
    assert (decision.least, decision.most, decision.on_leave) == (1, 1, "renew")
    assert one == 20


def test_an_order() -> None:
    decision, order = outcome(asking.ask_order(0, RULES, "order", THINGS, CARDS), (1, 2, 0))
    assert (decision.form, decision.kind) == ("order", "order")
    assert order == [CARDS[1], CARDS[2], CARDS[0]]


def test_shares() -> None:
    decision, shares = outcome(asking.ask_split(0, RULES, "split", THINGS, 6, card=None), (3, 1, 2))
    assert (decision.form, decision.total) == ("split", 6)
    assert shares == (3, 1, 2)


@pytest.mark.parametrize(
    ("answer", "top", "bottom"),
    [((2, -1, 0, 1), [2], [0, 1]), ((0, 1, 2, -1), [0, 1, 2], []), ((-1, 1, 0, 2), [], [1, 0, 2])],
)
def test_timing_9_7_top_and_bottom(answer: Answer, top: list[int], bottom: list[int]) -> None:
    decision, placed = outcome(asking.ask_arrangement(0, "glimpse", RULES, "arrange", CARDS, card=None), answer)
    assert decision.form == "arrange"
    assert placed == ([CARDS[index] for index in top], [CARDS[index] for index in bottom])


def test_a_name() -> None:
    decision, name = outcome(asking.ask_name(0, "name", RULES, "name a card", tuple(NAMES), card=None), NAMES[1])
    assert (decision.form, name) == ("name", NAMES[1])


def test_an_action() -> None:
    options = (Play("activate", 7), Pass())
    asked = asking.ask_action(0, "play", RULES, "play", options, card=None, refused=None, on_leave="renew")
    decision, action = outcome(asked, Play("activate", 7))
    assert (decision.form, decision.on_leave, action) == ("act", "renew", Play("activate", 7))


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (partial(asking.ask_yes, 0, RULES, "?", card=None), Pass()),
        (partial(asking.ask_number, 0, "x", RULES, "?", (0, 1), card=None), "1"),
        (partial(asking.ask_cards, 0, "choose", RULES, "?", CARDS), Pass()),
        (partial(asking.ask_targets, 0, "targets", RULES, "?", THINGS, least=1, most=1), Pass()),
        (partial(asking.ask_some, 0, "some", RULES, "?", ["a"], [0], least=1, most=1), "a"),
        (partial(asking.ask_modes, 0, "modes", RULES, "?", ["a"], [0], least=1, most=1), "a"),
        (partial(asking.ask_one, 0, "option", RULES, "?", ["a"], [0]), "a"),
        (partial(asking.ask_order, 0, RULES, "?", THINGS, CARDS), Pass()),
        (partial(asking.ask_split, 0, RULES, "?", THINGS, 3, card=None), Pass()),
        (partial(asking.ask_arrangement, 0, "glimpse", RULES, "?", CARDS, card=None), Pass()),
        (partial(asking.ask_name, 0, "name", RULES, "?", tuple(NAMES), card=None), (0,)),
        (partial(asking.ask_action, 0, "play", RULES, "?", (Pass(),), card=None, refused=None, on_leave="renew"), (0,)),
    ],
    ids=lambda each: each.func.__name__ if isinstance(each, partial) else "",
)
def test_an_answer_of_another_form_is_a_fault(
    ask: Callable[[], Generator[Decision, Answer, Any]], answer: Answer
) -> None:
    asked = ask()
    next(asked)
    with pytest.raises(TypeError, match="is needed, not"):
        asked.send(answer)


# -- nobody asks in another way ----------------------------------------------------------------------------------


@functools.cache
def sources() -> list[tuple[Path, ast.Module]]:
    """The modules in which anything is yielded."""
    texts = [(path, path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))]
    return [(path, ast.parse(text)) for path, text in texts if "yield" in text]


def test_every_form_has_a_helper() -> None:
    tree = ast.parse(Path(asking.__file__).read_text(encoding="utf-8"))
    made = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Decision"]
    forms = {ast.literal_eval(each.value) for call in made for each in call.keywords if each.arg == "form"}
    assert forms | {"pick"} == set(get_args(Form))


def test_only_the_helpers_yield_decisions_of_their_own() -> None:
    """Others may pass on a decision that they were given, as those do who mark it or ask it once more."""
    yielding = {
        path.relative_to(PACKAGE).as_posix()
        for path, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Yield)
        and isinstance(node.value, ast.Call)
        and "Decision" in ast.unparse(node.value.func)
    }
    assert yielding == {"rules/asking.py"}


def test_no_answer_is_asserted_to_have_a_type() -> None:
    found = [
        f"{path.relative_to(PACKAGE).as_posix()}:{check.lineno}"
        for path, tree in sources()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for check in _asserted(function, _answered(function))
    ]
    assert not found


def _answered(function: ast.FunctionDef) -> set[str]:
    """The names that a function gives to what it was answered."""
    return {
        target.id
        for node in ast.walk(function)
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr)
        and isinstance(node.value, ast.Yield | ast.YieldFrom)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }


def _asserted(function: ast.FunctionDef, names: set[str]) -> list[ast.Assert]:
    """The assertions about the types of some names."""
    return [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Assert)
        for call in ast.walk(node.test)
        if isinstance(call, ast.Call)
        and ast.unparse(call.func) == "isinstance"
        and isinstance(call.args[0], ast.Name)
        and call.args[0].id in names
    ]


def test_the_search_for_assertions_finds_one() -> None:
    lines = ("answer = yield 1", "other = 2", "assert isinstance(answer, tuple)", "assert isinstance(other, int)")
    (function,) = ast.parse("def ask():\n    " + "\n    ".join(lines)).body
    assert isinstance(function, ast.FunctionDef)
    assert [each.lineno for each in _asserted(function, _answered(function))] == [4]
