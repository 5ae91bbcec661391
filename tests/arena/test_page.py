"""The report of a run: what is counted, and that the page needs nothing but itself."""

from __future__ import annotations

import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from archivist.arena.matchups import Record, Touched
from archivist.arena.page import Numbers, page, plots
from archivist.cli import app
from archivist.decks import Deck, starters
from archivist.model.errors import ArchivistError

plotted = pytest.mark.skipif(
    find_spec("altair") is None or find_spec("vl_convert") is None, reason="the extra `mass` is not installed"
)


def touched(*played: str, drawn: tuple[str, ...] = ()) -> Touched:
    return Touched(frozenset((*played, *drawn)), frozenset(played), frozenset(played))


def records() -> list[Record]:
    """Rai going first wins two of three, playing Fireball when he wins; silvie against herself; one game unfinished."""
    won = Record("rai", "silvie", 0, True, 10, 100, (touched("Fireball"), touched("Gray Wolf")))
    lost = replace(won, winner=1, turns=14, touched=(touched(drawn=("Fireball",)), touched("Gray Wolf")))
    mirror = Record("silvie", "silvie", 1, True, 20, 200, (touched(), touched("Gray Wolf")))
    return [won, won, lost, mirror, replace(won, winner=None, over=False, turns=99)]


def numbers(*bots: str) -> Numbers:
    two = {name: starters()[name] for name in ("rai", "silvie")}
    return Numbers(records(), two, bots or ("random",))


def test_pairings_count_both_seats_and_no_mirrors() -> None:
    found = {(each["one"], each["other"]): (each["wins"], each["games"]) for each in numbers().pairings()}
    assert found == {("rai", "silvie"): (2, 3), ("silvie", "rai"): (1, 3)}


def test_several_bots_are_told_apart() -> None:
    found = Numbers([replace(records()[0], bots=("greedy", "random"))], starters(), ("random", "greedy")).pairings()
    assert {each["one"] for each in found} == {"rai (greedy)", "silvie (random)"}


def test_going_first_and_second_are_counted_apart() -> None:
    found = {(each["deck"], each["going"]): (each["wins"], each["games"]) for each in numbers().going_first()}
    assert found == {("rai", "first"): (2, 3), ("silvie", "first"): (0, 1), ("silvie", "second"): (2, 4)}


def test_lengths_leave_out_games_without_an_end() -> None:
    found = [(each["deck"], each["turns"], each["games"]) for each in numbers().lengths()]
    assert found == [("rai", 10, 2), ("rai", 14, 1), ("silvie", 10, 2), ("silvie", 14, 1), ("silvie", 20, 1)]


def test_cards_are_counted_in_won_and_lost_games() -> None:
    found = {(each["deck"], each["card"], each["what"]): (each["won"], each["lost"]) for each in numbers().cards()}
    assert found["rai", "Fireball", "drawn"] == (1.0, 1.0)
    assert found["rai", "Fireball", "played"] == (1.0, 0.0)
    assert found["silvie", "Gray Wolf", "played"] == (1.0, pytest.approx(2 / 3))


def test_decks_are_rated_and_bots_if_there_are_several() -> None:
    assert [(kind, each.name) for kind, each in numbers().ratings()] == [("deck", "rai"), ("deck", "silvie")]
    assert {kind for kind, _ in numbers("random", "greedy").ratings()} == {"deck"}  # no two bots have met
    two = Numbers([replace(each, bots=("greedy", "random")) for each in records()], starters(), ("random", "greedy"))
    assert [each.name for kind, each in two.ratings() if kind == "bot"] == ["greedy", "random"]


@plotted
def test_the_page_stands_alone() -> None:
    made = page(records(), numbers_decks(), ["random"])
    head = re.sub(r"<script>.*?</script>", "", made, flags=re.DOTALL)
    assert not re.search(r"\b(src|href)=|@import|url\(", head)
    for title in (
        "What is certain",
        "Who wins against whom",
        "Going first",
        "How long games take",
        "Elo",
        "Cards in won",
    ):
        assert title in head
    assert made.count("vegaEmbed(") >= len(plots(numbers()))
    assert '"$schema"' not in made.split("</head>")[1]


def numbers_decks() -> dict[str, Deck]:
    return {name: starters()[name] for name in ("rai", "silvie")}


@plotted
def test_names_of_decks_cannot_break_the_page() -> None:
    """A deck is named after its file, and that may be called anything."""
    evil = "</script><script>alert(1)</script>"
    found = [replace(each, first=evil) for each in records()]
    made = page(found, {evil: starters()["rai"], "silvie": starters()["silvie"]}, ["random"])
    assert evil not in made
    assert "\\u003c/script>" in made


@plotted
def test_a_run_without_a_finished_game_has_a_page() -> None:
    made = page(records()[-1:], numbers_decks(), ["random"])
    assert "1 were left unfinished" in made
    assert "Who wins against whom" not in made


@plotted
def test_the_command_writes_the_page(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    arguments = ["matchups", "rai", "--games", "1", "--workers", "1", "--limit", "30", "--report", str(file)]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    assert file.read_text("utf-8").startswith("<!doctype html>")
    arguments[-1] = str(tmp_path / "nowhere" / "report.html")
    refused = CliRunner().invoke(app, arguments)
    assert refused.exit_code == 2
    assert "nowhere" in refused.stderr


def test_without_altair_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    with pytest.raises(ArchivistError, match=r"need altair: pip install 'archivist\[mass\]'"):
        plots(numbers())
