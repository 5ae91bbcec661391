"""The decisions of a game that cost most."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from archivist.bots.analysis import Costly, costly, ranked
from archivist.bots.search import Search
from archivist.decks import Deck, deck
from archivist.game import Game
from archivist.log.replays import Replay
from archivist.model.decision import Pass
from archivist.model.errors import ReplayError

LETHAL = """\
setup:
  A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], hand: [Fireball, 4 x Idle Thoughts], deck: [9 x Idle Thoughts]}
  B:
    champion: [Spirit of Water]
    champion state: {damage: 14}
    hand: [3 x Give Bath]
    deck: [9 x Give Bath]
"""


@pytest.fixture
def missed() -> Replay:
    """A could win with a Fireball, and passes; B passes as well."""
    game = Game.from_scenario(LETHAL)
    game.answer(Pass())
    game.answer(Pass())
    return Replay.read(game.to_replay())


def test_the_win_that_was_missed_cost_most(missed: Replay) -> None:
    (found,) = ranked(costly(missed, range(len(missed)), 500), 1)
    assert (found.at, found.player, found.kind, found.answer) == (0, "A", "opportunity", "pass")
    assert found.better == "activate Fireball"
    assert found.best > 0.95
    assert found.cost == pytest.approx(found.best - found.chance)
    assert str(found).startswith("A (opportunity): pass cost ")


def test_the_same_replay_is_judged_the_same_wherever_it_begins(missed: Replay) -> None:
    whole = list(costly(missed, range(len(missed)), 300))
    backwards = list(costly(missed, reversed(range(len(missed))), 300))
    assert whole == backwards[::-1]


def test_what_was_right_costs_nothing() -> None:
    game = Game.from_scenario(LETHAL)
    decision = game.decision
    assert decision is not None
    game.answer(1)
    replay = Replay.read(game.to_replay())
    assert replay.entries[0].words == "activate Fireball"
    assert not [each for each in costly(replay, [0], 500) if each.at == 0]


def test_the_costliest_come_first_and_no_more_than_wanted() -> None:
    made = [Costly(at, 0, 1, "A", "x", "a", "b", 0.5, 0.5 + cost, 9) for at, cost in enumerate((0.1, 0.3, 0.1, 0.2))]
    assert [each.at for each in ranked(made, 3)] == [1, 3, 0]


def test_the_search_knows_the_players_own_deck_list_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """As at a real table: a player does not know the other's list."""
    lists: list[object] = []

    class Noting(Search):
        def __init__(self, seed: int, decks: Sequence[Deck | None], nodes: int) -> None:
            lists.append(decks)
            super().__init__(seed, decks, nodes)

    monkeypatch.setattr("archivist.bots.analysis.Search", Noting)
    game = Game.new([deck("rai"), deck("silvie")], seed=3)
    while len({entry.player for entry in Replay.read(game.to_replay()).entries}) < 2:
        game.answer(0)
    replay = Replay.read(game.to_replay())
    list(costly(replay, range(len(replay)), 60))
    assert [deck("rai"), None] in lists
    assert [None, deck("silvie")] in lists
    assert all(each in ([deck("rai"), None], [None, deck("silvie")]) for each in lists)


def test_at_its_end_a_replay_has_nothing_upcoming(missed: Replay) -> None:
    missed.to_end()
    assert list(costly(missed, [len(missed)], 300)) == []
    with pytest.raises(ReplayError, match="this is the end"):
        _ = missed.upcoming
