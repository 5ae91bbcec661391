"""The benchmarks run: what they count is right, whatever the times are."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from types import FrameType
from xml.etree import ElementTree

import pytest
from benchmarks import bytecodes, flatness, instructions, other_games, plots, random_play, shares, sizes, thinking
from benchmarks.random_play import Cost

from archivist.game import Game
from archivist.rules.legal_actions import offers
from archivist.rules.playing_cards.resolution import resolve_top


def test_games_are_counted_alike_in_every_pass() -> None:
    speed = random_play.speed(1)
    costs = random_play.costs(1)
    assert speed.decisions >= sum(cost.count for cost in costs.kinds.values()) > speed.real > 0
    counts = [sum(cost.count for cost in by.values()) for by in (costs.kinds, costs.turns, costs.objects)]
    assert len(set(counts)) == 1


def test_where_only_choices_are_asked_every_decision_is_one() -> None:
    speed = random_play.speed(1, ask=Game.next_choice)
    assert speed.decisions == speed.real > 0


def test_spans_and_the_line_through_them() -> None:
    costs = {number: Cost(2, 0, 2_000 * (10 + 3 * number)) for number in range(1, 9)}
    height, rise = random_play.slope(costs)
    assert (round(height, 6), round(rise, 6)) == (10, 3)
    spans = random_play.gathered(costs, 4)
    assert {name: cost.count for name, cost in spans.items()} == {"0-3": 6, "4-7": 8, "8-11": 2}
    assert spans["8-11"].each == 34


def test_bytecodes_are_counted_where_they_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice the same, once everything that is kept is there; whoever traces before does so again afterwards.

    What others do meanwhile is not the package's own.
    """
    play, before = random_play.play, sys.gettrace()
    monkeypatch.setattr(random_play, "play", lambda game, seed: play(game, seed, 12))
    warm, first, second = (bytecodes.Counts() for _ in range(3))
    gc.collect()
    gc.disable()  # what others have left half done would be ended within
    try:
        for counts in (warm, first, second):
            counts.play(2)
    finally:
        gc.enable()
    assert sys.gettrace() is before
    assert first.decisions == 24
    own, again = ({name: n for name, n in each.modules.items() if not name.startswith("/")} for each in (first, second))
    assert own == again
    assert first.modules.total() == first.functions.total() == first.lines.total() > 1_000 * first.decisions
    head, _, modules, *rows = bytecodes.report(first)
    assert head.startswith("24 decisions, each with ")
    assert modules == "modules"
    assert any(row.endswith(" Course.start") for row in rows)


def test_what_the_counter_of_instructions_says_is_read() -> None:
    found = instructions.read("decisions 2810\n", "==7== \n==7== I   refs:      3,374,277,475\n")
    assert found == (2810, 3_374_277_475)


def test_a_sample_counts_for_the_part_it_is_in() -> None:
    """The search for options is no part of a resolution, though both begin in the same module."""
    seen: dict[object, set[str]] = {offers.actions.__code__: set(), resolve_top.__code__: set()}

    def look(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in seen:
            seen[frame.f_code].add(shares.part_of(frame))

    former = sys.getprofile()
    sys.setprofile(look)
    try:
        random_play.play(random_play.new_game(1), 1)
    finally:
        sys.setprofile(former)
    assert list(seen.values()) == [{"offers"}, {"resolution"}]
    assert shares.part_of(sys._getframe()) == "rest"


def test_chess_is_played_where_it_is_installed() -> None:
    speed = other_games.chess_speed(1)
    assert speed is None or speed.decisions >= speed.real > 0


@pytest.mark.parametrize("name", other_games.CARD_GAMES)
def test_card_games_are_played_where_they_are_installed(name: str) -> None:
    speed = other_games.card_speed(name, 1)
    assert speed is None or speed.decisions >= speed.real > 0


@pytest.mark.parametrize("name", other_games.SPIEL_GAMES)
def test_games_of_open_spiel_are_played_where_it_is_installed(name: str) -> None:
    speed = other_games.spiel_speed(name, 1)
    assert speed is None or speed.decisions >= speed.real > 0


def test_what_grows_as_a_line_has_exponent_1_and_what_is_flat_has_0() -> None:
    line = flatness.Measure("a line", "cards", ((0, 0.0), (10, 30.0), (100, 300.0)))
    flat = flatness.Measure("flat", "cards", ((1, 20.0), (10, 20.0), (100, 20.0)))
    square = flatness.Measure("a square", "cards", ((1, 1.0), (10, 100.0)))
    assert [round(each.exponent, 6) for each in (line, flat, square)] == [1, 0, 2]
    assert tuple(round(number, 6) for number in line.line) == (0, 3)


def test_positions_of_any_size_can_be_measured() -> None:
    for measure in (flatness.objects((0, 3)), flatness.hand((1, 2)), flatness.graveyard((1, 2))):
        assert [size for size, _ in measure.points][-1] in (2, 3)
        assert all(cost > 0 for _, cost in measure.points)


def test_a_plot_shows_every_point(tmp_path: Path) -> None:
    measure = flatness.Measure("cards in hand", "cards", ((1, 20.0), (10, 40.0), (20, 50.0)))
    (path,) = plots.draw([measure], tmp_path)
    assert path.name == "cards-in-hand.svg"
    drawn = ElementTree.parse(path).getroot()
    assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == 3


def test_a_copy_takes_less_than_a_kept_game() -> None:
    size, decisions = sizes.kept_game(60)
    assert decisions == 60
    assert 0 < sizes.copied_game(20) < size


def test_nodes_are_counted_in_processor_time() -> None:
    assert thinking.nodes_per_second(30, 1) > 0
