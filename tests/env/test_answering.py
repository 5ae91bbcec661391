"""Answers in steps: every legal answer can be built, and nothing else can."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="the extra `agents` is not installed")

from archivist.arena.playing import match
from archivist.bots.dice import Dice, choose
from archivist.env.answering import MORE, SLOTS, STOP, Answering, steps
from archivist.model.decision import Answer, Asking, Decision, Pass, Play
from archivist.model.errors import AnswerError
from archivist.view import Choice
from mass import how_many, seeds


def asked(form: Any, options: int, **more: Any) -> Decision:
    return Decision(0, "choose", ("CA.1.8",), "choose", form, tuple(f"option {n}" for n in range(options)), **more)


def built(asked: Asking) -> Iterator[Choice]:
    """Every answer that some actions build, found by trying all of them."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        done = waiting.pop()
        making = Answering(asked)
        for action in done:
            making.act(action)
        if making.answer is not None:
            yield making.answer
        waiting.extend((*done, action) for action in making.actions())


def legal(asked: Decision) -> set[Choice]:
    """Every legal answer, found by asking the decision about everything that could be one."""
    n = len(asked.options)
    match asked.form:
        case "number" | "split":
            numbers, sizes = range(-1, 12), range(1, max(n, 1) + 1)
        case "arrange":
            numbers, sizes = range(-1, n), range(n + 2)
        case _:
            numbers, sizes = range(n), range(n + 1)
    tried = (each for size in sizes for each in itertools.product(numbers, repeat=size))
    sorted_ = asked.form == "pick" and not asked.ordered
    return {tuple(sorted(each)) if sorted_ else each for each in tried if asked.fits(each)}


DECISIONS = [
    asked("pick", 4, least=2, most=2),
    asked("pick", 4, least=0, most=3),
    asked("pick", 3, least=1, most=3, ordered=True),
    asked("pick", 5, least=2, most=3, same=((0, 1, 2), (2, 3), (4,))),
    asked("pick", 5, least=0, most=3, same=((0, 1), (2, 3, 4))),
    asked("pick", 4, least=1, most=3, sets=((0, 1), (1, 2, 3), (3,))),
    asked("pick", 4, least=0, most=2, sets=((0, 1), (1, 2, 3), (3,))),
    asked("pick", 4, least=0, most=4, sets=((0, 3), (1, 2)), same=((0, 1, 2), (2, 3))),
    asked("pick", 5, least=1, most=4, sorts=(0, 0, 1, 1, 2), mixes=((2, 0, 0), (1, 1, 0), (0, 0, 1))),
    asked("pick", 5, least=0, most=2, sorts=(0, 0, 1, 1, 2), mixes=((0, 0, 0), (1, 1, 0), (2, 2, 0), (0, 0, 2))),
    asked("pick", 4, least=2, most=2, sorts=(0, 0, 1, 1), mixes=((2, 0), (1, 1)), same=((0, 2), (1, 3, 2))),
    asked("pick", 3, least=2, most=3, ordered=True, sets=((0, 1), (0, 1, 2))),
    asked("number", 0, least=2, most=7),
    asked("number", 0, least=0, most=9, sets=((1,), (4,), (9,))),
    asked("split", 1, total=4),
    asked("split", 3, total=6),
    asked("split", 3, total=3),
    asked("order", 4),
    asked("arrange", 3),
    asked("arrange", 1),
]


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda each: f"{each.form}-{len(each.options)}")
def test_the_answers_that_can_be_built_are_the_legal_ones(decision: Decision) -> None:
    found = set(built(decision))
    assert found == legal(decision)
    assert found


@pytest.mark.parametrize("decision", DECISIONS, ids=lambda each: f"{each.form}-{len(each.options)}")
def test_every_answer_has_steps_that_build_it(decision: Decision) -> None:
    for answer in legal(decision):
        making = Answering(decision)
        for action in steps(decision, answer):
            making.act(action)
        assert making.answer == answer


def test_more_options_than_slots_are_on_further_pages() -> None:
    options = tuple(f"Card {n}" for n in range(2 * SLOTS + 3))
    decision = Decision(0, "name", ("CA.1.8",), "name a card", "name", options)
    making = Answering(decision)
    assert making.actions() == [*range(SLOTS), MORE]
    making.act(MORE)
    making.act(MORE)
    assert making.actions() == [0, 1, 2]
    making.act(2)
    assert making.answer == options[-1]
    assert steps(decision, options[SLOTS]) == [MORE, 0]
    assert set(built(decision)) == set(options)


def test_a_page_without_anything_legal_can_only_be_left() -> None:
    decision = asked("pick", SLOTS + 2, least=1, most=1, same=((SLOTS + 1,),))
    making = Answering(decision)
    assert making.actions() == [MORE]
    making.act(MORE)
    assert making.actions() == [1]


def test_a_pick_goes_on_from_the_first_page() -> None:
    decision = asked("pick", SLOTS + 2, least=2, most=2)
    making = Answering(decision)
    for action in (MORE, 1, 0):
        making.act(action)
    assert making.answer == (0, SLOTS + 1)


def test_actions_are_named_by_their_place() -> None:
    decision = Decision(0, "opportunity", ("timing.2.3",), "act", "act", (Pass(), Play("activate", 3)))
    assert set(built(decision)) == {0, 1}


@pytest.mark.parametrize("action", [STOP, MORE, 3, -1, 99])
def test_an_illegal_step_is_refused_and_changes_nothing(action: int) -> None:
    making = Answering(asked("pick", 3, least=2, most=2))
    making.act(1)
    with pytest.raises(AnswerError, match="legal are 0, 2"):
        making.act(action)
    assert making.given == (1,)


@pytest.mark.parametrize("answer", [(0,), (0, 0), (0, 7), (), "nothing", 7])
def test_no_steps_lead_to_an_illegal_answer(answer: Choice) -> None:
    with pytest.raises(AnswerError):
        steps(asked("pick", 3, least=2, most=2), answer)


# -- in games ----------------------------------------------------------------------------------------------------

DECIDED, LISTED = 250, 40


@seeds(9, 90)
def test_random_games_of_all_decks_and_formats_can_be_played_in_steps(seed: int) -> None:
    """Answers of the decision itself are built again, and random steps always end in a legal answer."""
    game, dice, rng = match(seed).game(), Dice(seed), random.Random(seed)
    for _ in range(how_many(DECIDED, 2 * DECIDED)):
        decision = game.decision
        if decision is None:
            break
        listed = list(itertools.islice(decision.answers(), LISTED))
        for wanted in (*listed, choose(decision, dice)):
            making = Answering(decision)
            for action in steps(decision, as_choice(decision, wanted)):
                making.act(action)
            assert making.answer == as_choice(decision, wanted)
        making = Answering(decision)
        while making.answer is None:
            making.act(rng.choice(making.actions()))
        answer = decision.exact(making.answer)
        decision.check(answer)
        game.answer(answer)


def as_choice(decision: Decision, answer: Answer) -> Choice:
    """An answer as the steps give it: an action by its place, a pick in the order of the options."""
    if decision.form == "act":
        return decision.options.index(answer)
    assert isinstance(answer, tuple | str)
    if decision.form == "pick" and not decision.ordered:
        return tuple(sorted(answer))  # type: ignore[arg-type]
    return answer
