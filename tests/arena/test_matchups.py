"""Decks that meet in many games: what is counted, how sure it is, and which cards never come into play."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console
from typer.testing import CliRunner, Result

from archivist.arena.mass import run
from archivist.arena.matchups import Meeting, Record, Report, Touched, interval, meetings, play
from archivist.bots import BOTS
from archivist.cli import app
from archivist.decks import deck, starters
from archivist.model.errors import UnknownName

NOBODY = Touched(frozenset(), frozenset(), frozenset())


def quiet() -> Console:
    return Console(file=io.StringIO())


# -- who meets ---------------------------------------------------------------------------------------------------


def test_every_deck_meets_every_other_and_itself_equally_often() -> None:
    found = meetings(sorted(starters()), games=18, seed=100)
    assert len({each.seed for each in found}) == 18
    pairs = [(each.one, each.other) for each in found]
    assert len(set(pairs)) == 9
    assert {pairs.count(pair) for pair in pairs} == {2}


def test_a_meeting_is_the_same_game_every_time() -> None:
    meeting = Meeting("rai", "silvie", 3)
    assert play(meeting, starters()) == play(meeting, starters())


def test_random_without_views_is_the_bot_random() -> None:
    by_path = (BOTS["random"], BOTS["random"])
    one = play(Meeting("silvie", "lorraine", 4), starters(), 150)
    assert replace(one, bots=by_path) == play(Meeting("silvie", "lorraine", 4, by_path), starters(), 150)


# -- what is counted ---------------------------------------------------------------------------------------------


def test_a_record_says_who_went_first_and_what_was_touched() -> None:
    record = play(Meeting("rai", "silvie", 3), starters())
    assert {record.first, record.second} == {"rai", "silvie"}
    assert record.over
    assert record.winner in (0, 1)
    for name, touched in zip((record.first, record.second), record.touched, strict=True):
        cards = {*deck(name).main, *deck(name).material}
        assert touched.played <= touched.offered <= touched.reached <= cards
        assert len(touched.reached) > len(deck(name).material)
        assert touched.played


def test_the_bot_is_exchangeable() -> None:
    record = play(Meeting("rai", "rai", 1, ("passive:Passive", "passive:Passive")), starters())
    assert record.over
    assert all(touched.offered and not touched.played for touched in record.touched)
    with pytest.raises(UnknownName, match="did you mean random"):
        play(Meeting("rai", "rai", 1, ("random", "randm")), starters())


def test_a_game_that_does_not_end_is_left() -> None:
    record = play(Meeting("rai", "silvie", 3), starters(), limit=20)
    assert not record.over
    assert record.winner is None
    assert record.decisions == 20


# -- what is reported --------------------------------------------------------------------------------------------


def records() -> list[Record]:
    """Ten games of one deck going first against another: 6 won, 3 lost, 1 unfinished; and 20 against itself, all won."""
    one = Touched(frozenset({"Fireball", "Scry the Skies"}), frozenset({"Fireball"}), frozenset({"Fireball"}))
    other = Touched(frozenset({"Gray Wolf"}), frozenset({"Gray Wolf"}), frozenset())
    decided = [*[0] * 6, *[1] * 3]
    return [
        *(Record("rai", "silvie", winner, True, 10 + n, 100, (one, other)) for n, winner in enumerate(decided)),
        Record("rai", "silvie", None, False, 99, 999, (one, other)),
        *(Record("rai", "rai", 0, True, 7, 70, (NOBODY, NOBODY)) for _ in range(20)),
    ]


def test_pairings_are_counted_by_who_went_first() -> None:
    report = Report.of(records(), starters())
    mirror, pairing = report.pairings
    assert (pairing.first, pairing.second) == ("rai", "silvie")
    assert (pairing.games, pairing.unfinished, pairing.wins, pairing.losses) == (10, 1, 6, 3)
    assert pairing.rate == pytest.approx(6 / 9)
    assert (pairing.shortest, pairing.median, pairing.longest) == (10, 14, 18)
    assert (mirror.wins, mirror.losses) == (20, 0)
    assert report.one_sided == ("rai",)


def test_decks_are_counted_going_first_and_second() -> None:
    found = {each.deck: each for each in Report.of(records(), starters()).decks}
    assert (found["rai"].first_games, found["rai"].first_wins) == (29, 26)
    assert (found["rai"].second_games, found["rai"].second_wins) == (20, 0)
    assert (found["silvie"].second_games, found["silvie"].second_wins) == (9, 3)


def test_cards_that_were_never_played_are_told_with_the_reason() -> None:
    report = Report.of(records(), starters())
    unplayed = {(each.deck, each.card): each for each in report.unplayed}
    assert ("rai", "Fireball") not in unplayed
    assert ("rai", "Spirit of Fire") not in unplayed  # it begins the game on the field
    assert unplayed["rai", "Scry the Skies"].why == "never legal to play"
    assert unplayed["rai", "Arcane Blast"].why == "never in reach"
    assert unplayed["silvie", "Gray Wolf"].why == "never chosen"
    assert unplayed["silvie", "Gray Wolf"].reached == 10


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (5, 10), (10, 10), (50, 100)])
def test_an_interval_is_around_the_rate_and_within_bounds(wins: int, games: int) -> None:
    low, high = interval(wins, games)
    assert 0 <= low <= wins / games <= high <= 1
    assert high - low < 1


def test_intervals_are_those_of_wilson() -> None:
    assert interval(50, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    assert interval(0, 10) == pytest.approx((0.0, 0.278), abs=0.001)
    assert interval(0, 0) == (0.0, 1.0)


# -- running -----------------------------------------------------------------------------------------------------


def matchups(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["matchups", *map(str, arguments)])


def test_a_run_is_the_same_on_one_core_and_on_two() -> None:
    two = run(starters(), games=4, seed=5, workers=2, out=quiet())
    assert run(starters(), games=4, seed=5, workers=1, out=quiet()) == two
    assert [record.seed for record in two] == [5, 6, 7, 8]


def test_the_command_tells_all_of_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(CliRunner().invoke(app, ["decks", "rai", "--write", "text"]).stdout)
    shown = matchups("--games", "3", "--workers", "1", "silvie", file)
    assert shown.exit_code == 0
    assert "going first" in shown.stdout
    assert "never played" in shown.stdout
    said = json.loads(matchups("--games", "2", "--workers", "1", "--json").stdout)
    assert set(said) == {"games", "pairings", "decks", "unplayed", "answers"}


def test_unknown_decks_and_bots_are_refused() -> None:
    assert matchups("--deck", "silvi").exit_code == 2
    assert matchups("silvi").exit_code == 2
    refused = matchups("--bots", "greedy,randm")
    assert refused.exit_code == 2
    assert "did you mean random" in refused.stderr
