"""Levels for people, what bots say of their answers, and what the search thinks of each."""

from __future__ import annotations

import random

import pytest

from archivist.bots import BOTS, LEVELS, Expected, bot, choice_of, expected_of
from archivist.bots.search import Search
from archivist.decks import deck
from archivist.game import Game
from archivist.model.decision import Pass
from disguises import disguised, hidden_from, restarted

LETHAL = """\
setup:
  A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], hand: [Fireball, 4 x Idle Thoughts], deck: [9 x Idle Thoughts]}
  B:
    champion: [Spirit of Water]
    champion state: {damage: 14}
    hand: [3 x Give Bath]
    deck: [9 x Give Bath]
"""
"""A Fireball wins the game for A."""


def test_each_level_is_a_bot_and_they_are_in_order() -> None:
    assert list(LEVELS) == ["easy", "normal", "hard"]
    assert set(LEVELS.values()) == set(BOTS)
    for level, name in LEVELS.items():
        assert type(bot(level)) is type(bot(name))


@pytest.mark.parametrize(
    ("expected", "said"),
    [
        (Expected("chance", 0.634), "It expected to win 63% of such games."),
        (
            Expected("chance", 0.634, 0.5),
            "It expected to win 63% of such games, and to win 50% of such games with the next best answer.",
        ),
        (Expected("points", 3.21, -1.0), "It expected to be 3.2 points ahead, and to be 1 point behind with the next"),
        (Expected("points", 0.01), "It expected to be level."),
        (Expected("points", 1000.0, -1000.0), "It expected to win at once, and to lose at once with the next best"),
    ],
)
def test_an_expectation_is_a_sentence(expected: Expected, said: str) -> None:
    assert str(expected).startswith(said)
    assert str(expected).endswith(".")


def test_who_thinks_says_what_it_expected() -> None:
    game = Game.from_scenario(LETHAL)
    greedy, search, chance = bot("normal"), bot("hard", nodes=400), bot("easy")
    for each in (greedy, search, chance):
        assert expected_of(each) is None
        choice_of(game, each)
    points, wins = expected_of(greedy), expected_of(search)
    assert points is not None
    assert points.best > 500
    assert wins is not None
    assert wins.best > 0.9
    assert expected_of(chance) is None


def test_an_expectation_is_of_the_last_answer_only() -> None:
    """Where there is nothing to decide the bot has expected nothing, whatever it expected before."""
    greedy = bot("normal")
    choice_of(Game.from_scenario(LETHAL), greedy)
    assert expected_of(greedy) is not None
    choice_of(Game.from_scenario(LETHAL.partition(", hand")[0] + "}\n  B: {champion: [Spirit of Water]}\n"), greedy)
    assert expected_of(greedy) is None


def test_all_answers_are_tried_equally_often_and_the_winning_one_is_best() -> None:
    game = Game.from_scenario(LETHAL)
    view = game.view(0, log=0, exact=True)
    assert view.decision is not None
    passing = view.decision.options.index("pass")
    best, *others = Search(1, nodes=600).opinions(view, passing)
    assert isinstance(best.choice, int)
    assert view.decision.options[best.choice] == "activate Fireball"
    assert best.chance > 0.95
    assert [each.choice for each in others if each.given] == [passing]
    assert max(each.tries for each in (best, *others)) - min(each.tries for each in (best, *others)) <= 1


def test_every_answer_has_an_opinion_also_where_the_bot_itself_would_only_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """In windows in which it does not plan, the search itself compares only what gains something at once."""
    monkeypatch.setattr("archivist.bots.search.thinks", lambda game: False)
    game = Game.from_scenario(LETHAL.replace("hand: [Fireball, 4", "hand: [4"))
    view = game.view(0, log=0, exact=True)
    assert view.decision is not None
    assert set(view.decision.options) == {"pass", "activate Idle Thoughts"}
    assert len(Search(1, nodes=400).opinions(view, view.decision.options.index("pass"))) == 2


@pytest.mark.parametrize("seed", range(2))
def test_no_peeking_in_opinions_and_expectations(seed: int) -> None:
    """Two games that differ only in what the seat may not see: the search thinks and says the same."""
    rng = random.Random(seed)
    game = Game.new([deck("rai"), deck("silvie")], seed=seed)
    dice = bot("random", seed=seed)
    compared = 0
    while compared < 2:
        seat = game.to_act
        assert seat is not None
        decision = game.decision
        assert decision is not None
        if game.acting and len(decision.options) > 2:
            other = disguised(game.state, hidden_from(game.state, seat), rng)
            games = [restarted(each) for each in (game.state, other)]
            thinkers = [Search(seed, nodes=150) for _ in games]
            choices = [choice_of(each, thinker) for each, thinker in zip(games, thinkers, strict=True)]
            assert choices[0] == choices[1]
            assert expected_of(thinkers[0]) == expected_of(thinkers[1])
            views = [each.view(seat, log=0, exact=True) for each in games]
            given = decision.options.index(Pass())
            first, second = (Search(seed, nodes=150).opinions(view, given) for view in views)
            assert first == second
            compared += 1
        game.answer(choice_of(game, dice))
