"""Answers in words: what is said is understood again, in every form of decision."""

from __future__ import annotations

from collections import Counter

import pytest

from archivist.arena.playing import Dice, choose, match
from archivist.model.card import Thing
from archivist.model.decision import Answer, Decision, Form
from archivist.model.errors import AnswerError, Illegal
from archivist.notation.answers import labels, said, understood
from positions import simple_position

STATE = simple_position(hand=["Fireball", "Fireball", "Idle Thoughts"]).state
HAND = tuple(STATE.cards[number].thing for number in STATE.players[0].hand)


def decision(form: Form, *options: Thing | str, least: int = 0, most: int = 3, total: int = 0) -> Decision:
    return Decision(0, "test", ("PC.1",), "say it", form, options, least, most, total)


@pytest.mark.parametrize(
    ("asked", "answer", "words"),
    [
        (decision("pick", *HAND), (1, 2), "A/hand/Fireball#2; A/hand/Idle Thoughts"),
        (decision("pick", *HAND), (), "nothing"),
        (decision("pick", "yes", "no"), (0,), "yes"),
        (decision("pick", "nothing", "all"), (0,), "nothing (2)"),
        (decision("pick", "one; two", "one", "two"), (1, 0), "one; one; two"),
        (decision("order", "Rai", "Rai", "Silvie"), (1, 2, 0), "Rai (2); Silvie; Rai"),
        (decision("number", most=7), (4,), "4"),
        (decision("split", *HAND[1:], total=4), (3, 1), "A/hand/Fireball#2 = 3; A/hand/Idle Thoughts = 1"),
        (decision("arrange", *HAND), (2, -1, 0, 1), "top: A/hand/Idle Thoughts | bottom: A/hand/Fireball#1; A/hand/Fireball#2"),
        (decision("arrange", *HAND[2:]), (-1, 0), "top: nothing | bottom: A/hand/Idle Thoughts"),
        (decision("name", "Fireball", "Idle Thoughts"), "Fireball", "Fireball"),
    ],
)  # fmt: skip
def test_every_form_has_words(asked: Decision, answer: Answer, words: str) -> None:
    assert said(STATE, asked, answer) == words
    assert understood(STATE, asked, words) == answer


@pytest.mark.parametrize(
    ("asked", "words", "problem"),
    [
        (decision("pick", *HAND), "A/hand/Firebal", "'A/hand/Firebal' is not among the options; did you mean A/hand/Fireb"),
        (decision("pick", *HAND), "A/hand/Idle Thoughts; A/hand/Idle Thoughts", "nothing can be chosen twice"),
        (decision("pick", *HAND, least=1), "nothing", "1 to 3 must be chosen, not 0"),
        (decision("number", most=7), "8", "a number from 0 to 7"),
        (decision("number", most=7), "four", "a number is needed, not 'four'"),
        (decision("split", *HAND[1:], total=4), "A/hand/Fireball#2 = 3; A/hand/Idle Thoughts = 2", "add up to 4"),
        (decision("split", *HAND[1:], total=4), "A/hand/Idle Thoughts = 4", "must come here"),
        (decision("split", *HAND[2:], total=4), "A/hand/Idle Thoughts = 4; more", "'more' is left over"),
        (decision("arrange", *HAND), "A/hand/Idle Thoughts", "this must read 'top: ... | bottom: ...'"),
        (decision("name", "Fireball"), "Firebal", "not the name of a card"),
    ],
)  # fmt: skip
def test_words_that_mean_no_legal_answer(asked: Decision, words: str, problem: str) -> None:
    with pytest.raises(AnswerError) as caught:
        understood(STATE, asked, words)
    assert problem in str(caught.value)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_in_a_game_is_understood(seed: int) -> None:
    game, dice = match(seed).game(), Dice(seed)
    forms: Counter[str] = Counter()
    for _ in range(300):
        asked = game.decision
        if asked is None:
            break
        names = list(labels(game.state, asked))
        assert len(set(names)) == len(names)
        answer = choose(asked, dice)
        assert understood(game.state, asked, said(game.state, asked, answer)) == answer
        forms[asked.form] += 1
        try:
            game.answer(answer)
        except Illegal:
            continue
    assert forms["act"] and forms["pick"]
