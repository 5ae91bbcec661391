"""Mass play: the same games whatever plays them, none lost and none twice, kept in tables, stopped when all is clear."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.console import Console
from typer.testing import CliRunner, Result

import mortal
from archivist.arena import table
from archivist.arena.elo import AVERAGE, ratings
from archivist.arena.many import WorkerDied, done
from archivist.arena.mass import run
from archivist.arena.matchups import Record, Touched, meetings, play
from archivist.arena.sureness import ALPHA, EVEN, Question, lasting_interval, questions
from archivist.arena.table import Games, Plan, TableError
from archivist.cli import app
from archivist.decks import starters
from archivist.model.errors import ArchivistError

LIMIT = 25
"""Decisions of a game where its course does not matter."""


def quiet() -> Console:
    return Console(file=io.StringIO())


def played(games: int = 6, **options: object) -> list[Record]:
    chosen: dict[str, object] = {"limit": LIMIT, "workers": 1, "out": quiet(), **options}
    return run(starters(), games=games, **chosen)  # type: ignore[arg-type]


# -- bots that meet ----------------------------------------------------------------------------------------------


def test_all_bots_play_all_decks_against_each_other() -> None:
    found = meetings(["rai", "silvie"], 32, 0, ["random", "greedy"])
    sides = [((each.one, each.bots[0]), (each.other, each.bots[1])) for each in found]
    assert len(set(sides)) == 16
    assert all(sides.count(each) == 2 for each in sides)


def test_each_seat_is_played_by_its_own_bot() -> None:
    """The bot that only passes plays nothing; its opponent does."""
    for record in run(
        {"rai": starters()["rai"]}, games=8, bots=["random", "passive:Passive"], out=quiet(), workers=1, limit=120
    ):
        for name, touched in zip(record.bots, record.touched, strict=True):
            assert bool(touched.played) == (name == "random")


# -- workers that die --------------------------------------------------------------------------------------------


def test_a_process_that_dies_takes_no_game_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    undisturbed = played(bots=["mortal:Mortal"])
    monkeypatch.setenv(mortal.ONCE, str(tmp_path / "died"))
    assert played(bots=["mortal:Mortal"], workers=2) == undisturbed
    assert (tmp_path / "died").exists()


def test_a_game_that_kills_every_process_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(mortal.ALWAYS, "1")
    with pytest.raises(WorkerDied, match=r"died 3 times while this was under way: .*Meeting"):
        played(games=2, bots=["mortal:Mortal"], workers=2)


ORPHANS = """
import io, os, signal, sys
from rich.console import Console
from archivist.arena.many import done
from test_orphans import told
list(done(told, range(2), 2, "", Console(file=io.StringIO())))
"""
TOLD = """
import os, time
def told(number):
    os.write(1, f"{os.getpid()}\\n".encode())  # in one piece: two do so at once
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended otherwise on Windows")
def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    (tmp_path / "test_orphans.py").write_text(TOLD)
    command = [sys.executable, "-c", ORPHANS]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        workers = [int(parent.stdout.readline()) for _ in range(2)]
        parent.kill()
    for _ in range(100):
        if not any(alive(each) for each in workers):
            return
        time.sleep(0.1)
    pytest.fail("the workers are still there")


def alive(process: int) -> bool:
    """Whether a process is running; one that nobody has waited for yet is not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{process}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_an_error_of_a_job_is_the_error_of_the_run() -> None:
    with pytest.raises(ZeroDivisionError):
        list(done(_divided, [2, 1, 0, 4], 2, "divisions", quiet()))


def _divided(number: int) -> float:
    return 1 / number


@pytest.mark.filterwarnings("ignore")
def test_a_ray_worker_that_dies_takes_no_game_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    undisturbed = played(bots=["mortal:Mortal"])
    monkeypatch.setenv(mortal.ONCE, str(tmp_path / "died"))
    monkeypatch.setenv("PYTHONPATH", str(Path(mortal.__file__).parent))
    found = played(bots=["mortal:Mortal"], workers=2, ray="local", folder=tmp_path / "games")
    assert (tmp_path / "died").exists()
    assert found == undisturbed
    read = [number for file in sorted((tmp_path / "games").glob("*.parquet")) for number, _ in table.read(file)]
    assert read == list(range(6))


# -- tables ------------------------------------------------------------------------------------------------------

arrow = pytest.mark.skipif(find_spec("pyarrow") is None, reason="the extra `mass` is not installed")


@arrow
def test_a_row_has_all_of_a_game() -> None:
    for number, record in enumerate(played(limit=2_000, games=2)):
        row = table.row(number, record)
        assert table.record_of(row) == (number, record)
        assert row[f"deck_{row['first']}"] == record.first
        assert record.winner is not None
        assert row[f"deck_{row['winner']}"] == (record.first, record.second)[record.winner]
        assert set(row[f"played_{row['first']}"]) == record.touched[0].played


@arrow
def test_a_run_is_kept_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is in the folder is not played again; the whole is the same as if it had been played at once."""
    monkeypatch.setattr(table, "BLOCK", 4)
    folder = tmp_path / "games"
    assert played(3, folder=folder) == played(3)
    monkeypatch.setattr("archivist.arena.mass.play", _unplayable)
    assert played(3, folder=folder) == played(2, folder=folder) + played(3, folder=folder)[2:]
    monkeypatch.undo()
    monkeypatch.setattr(table, "BLOCK", 4)
    assert played(10, folder=folder) == played(10)
    assert sorted(file.name for file in folder.iterdir()) == [
        *(f"games-{block:06}.parquet" for block in range(3)),
        "run.json",
    ]


def _unplayable(*_: object) -> Record:
    raise AssertionError("this game is in the folder already")


@arrow
def test_a_run_that_breaks_off_keeps_its_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, begun = played(5), list[object]()

    def breaks_off(*arguments: object) -> Record:
        begun.append(arguments)
        if len(begun) == 4:
            raise KeyboardInterrupt
        return play(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("archivist.arena.mass.play", breaks_off)
    with pytest.raises(KeyboardInterrupt):
        played(5, folder=tmp_path)
    assert len(dict(table.read(tmp_path / "games-000000.parquet"))) == 3
    assert played(5, folder=tmp_path) == whole
    assert len(begun) == 6


@arrow
def test_the_files_are_the_same_whatever_the_number_of_workers(tmp_path: Path) -> None:
    for workers in (1, 2):
        played(6, folder=tmp_path / str(workers), workers=workers)
    one, two = ((tmp_path / name / "games-000000.parquet").read_bytes() for name in ("1", "2"))
    assert one == two


@arrow
@pytest.mark.parametrize(
    ("other", "why"),
    [({"seed": 7}, "its seed differ"), ({"bots": ["greedy"]}, "its bots"), ({"limit": 9}, "its limit")],
)
def test_another_run_in_the_folder_is_refused(tmp_path: Path, other: dict[str, object], why: str) -> None:
    played(2, folder=tmp_path)
    with pytest.raises(TableError, match=f"holds another run: {why}"):
        played(2, folder=tmp_path, **other)


@arrow
def test_a_damaged_folder_is_refused(tmp_path: Path) -> None:
    played(2, folder=tmp_path)
    (tmp_path / "games-000000.parquet").write_bytes(b"nonsense")
    with pytest.raises(TableError, match=r"games-000000\.parquet cannot be read"):
        played(2, folder=tmp_path)
    (tmp_path / "run.json").unlink()
    with pytest.raises(TableError, match=r"has games, but no run\.json"):
        Games(tmp_path, Plan.of(starters(), ["random"], 0, LIMIT))


@arrow
def test_other_tools_read_the_rows(tmp_path: Path) -> None:
    import pyarrow.parquet

    played(3, folder=tmp_path)
    found = pyarrow.parquet.read_table(tmp_path / "games-000000.parquet")
    assert found.num_rows == 3
    assert {"seed", "deck_a", "deck_b", "bot_a", "first", "winner", "turns", "decisions", "played_a"} <= set(
        found.column_names
    )


def test_without_pyarrow_the_error_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ArchivistError, match=r"need pyarrow: pip install 'archivist\[mass\]'"):
        played(1, folder=tmp_path)


def test_without_ray_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArchivistError, match=r"needs Ray: pip install 'archivist\[ray\]'"):
        played(1, ray="local")


@pytest.mark.parametrize(
    ("words", "address"),
    [
        (("--ray",), "local"),
        (("--ray", "--seed", "3"), "local"),
        (("--ray", "auto"), "auto"),
        (("--ray=ray://head:1",), "ray://head:1"),
        ((), None),
    ],
)
def test_the_address_of_a_cluster_may_be_left_out(
    words: tuple[str, ...], address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    def run(*arguments: object, ray: str | None, **others: object) -> list[Record]:
        asked.append(ray)
        raise ArchivistError("not played")

    monkeypatch.setattr("archivist.cli.matchups.run", run)
    assert "not played" in matchups("silvie", *words).output
    assert asked == [address]


# -- how sure it is ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [0.5, 0.8])
def test_a_lasting_interval_holds_at_all_times_at_once(rate: float) -> None:
    """Of many runs, in at most 5 percent the true rate is ever outside (allowing for chance in 300 runs)."""
    rng = random.Random(1)
    wrong = 0
    for _ in range(300):
        wins = losses = 0
        for _ in range(100):
            won = rng.random() < rate
            wins, losses = wins + won, losses + (not won)
            low, high = lasting_interval(wins, losses)
            if not low <= rate <= high:
                wrong += 1
                break
    assert wrong <= 300 * ALPHA + 10


def test_a_lasting_interval_is_around_the_rate_and_narrows() -> None:
    assert lasting_interval(0, 0) == (0.0, 1.0)
    assert lasting_interval(3, 0)[1] == 1.0
    assert lasting_interval(0, 30)[0] == 0.0
    assert lasting_interval(0, 30)[1] < 0.5
    wide, narrow = lasting_interval(6, 4), lasting_interval(600, 400)
    assert wide[0] < narrow[0] < 0.6 < narrow[1] < wide[1]
    low, high = lasting_interval(10, 30)
    assert (1 - high, 1 - low) == pytest.approx(lasting_interval(30, 10), abs=1e-4)


NOBODY = Touched(frozenset(), frozenset(), frozenset())


def games(first: str, second: str, wins: int, losses: int) -> list[Record]:
    won = [*[0] * wins, *[1] * losses]
    return [Record(first, second, winner, True, 9, 90, (NOBODY, NOBODY)) for winner in won]


def test_a_question_counts_both_seats_and_leaves_out_games_without_a_winner() -> None:
    drawn = replace(games("rai", "silvie", 1, 0)[0], winner=None)
    records = [*games("rai", "silvie", 3, 1), *games("silvie", "rai", 2, 5), *games("rai", "rai", 4, 0), drawn]
    (asked,) = questions(records, ["rai", "silvie"], ["random"])
    assert (asked.one, asked.other, asked.wins, asked.losses) == ("rai", "silvie", 8, 3)


def test_several_bots_are_what_is_asked_about() -> None:
    records = [replace(each, bots=("greedy", "random")) for each in games("rai", "silvie", 40, 2)]
    (asked,) = questions(records, ["rai", "silvie"], ["random", "greedy"])
    assert (asked.one, asked.wins, asked.losses, asked.answer) == ("random", 2, 40, "greedy wins more often")


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [
        (0.51, 0.9, "rai wins more often"),
        (0.1, 0.49, "silvie wins more often"),
        (0.5 - EVEN, 0.5 + EVEN, "even"),
        (0.5 - EVEN - 0.01, 0.5, "not clear"),
    ],
)
def test_an_answer_is_better_even_or_not_clear(low: float, high: float, answer: str) -> None:
    asked = Question("rai", "silvie", 1, 1, low, high)
    assert asked.answer == answer
    assert asked.sure == (answer != "not clear")


@arrow
def test_a_run_stops_when_it_is_sure_at_the_same_game_whatever_plays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing beyond the game after which all was clear is part of the run, though more workers have played on."""
    monkeypatch.setattr("archivist.arena.many._here", _backwards)
    two = {name: starters()[name] for name in ("rai", "silvie")}
    monkeypatch.setattr("archivist.arena.mass.play", _rai_loses)
    found = run(two, games=400, until_sure=True, folder=tmp_path, workers=1, out=quiet())
    assert len(found) % 4 == 0
    assert 8 < len(found) < 60
    assert all(each.sure for each in questions(found, list(two), ["random"]))
    assert not all(each.sure for each in questions(found[:-4], list(two), ["random"]))
    assert len(dict(table.read(tmp_path / "games-000000.parquet"))) == len(found)
    monkeypatch.undo()
    monkeypatch.setattr("archivist.arena.mass.play", _rai_loses)
    assert run(two, games=400, until_sure=True, workers=1, out=quiet()) == found
    monkeypatch.setattr("archivist.arena.mass.play", _unplayable)
    assert run(two, games=400, until_sure=True, folder=tmp_path, workers=1, out=quiet()) == found


def _rai_loses(meeting: object, *_: object) -> Record:
    one, other, seed = (getattr(meeting, name) for name in ("one", "other", "seed"))
    return replace(games(one, other, 1, 0)[0], winner=1 if one == "rai" else 0, seed=seed)


def _backwards(job: object, jobs: list[object], workers: int) -> object:
    """Games end in another order than they began: each hundred backwards."""
    assert callable(job)
    for first in range(0, len(jobs), 100):
        yield from (job(each) for each in reversed(jobs[first : first + 100]))


# -- ratings -----------------------------------------------------------------------------------------------------


def test_ratings_are_the_differences_that_the_games_show() -> None:
    """Ten games won for one lost are 400 points; the average is the middle."""
    many = [*[("good", "bad", 1.0)] * 10_000, *[("good", "bad", 0.0)] * 1_000]
    good, bad = ratings(many)
    assert (good.name, bad.name) == ("good", "bad")
    assert good.elo - bad.elo == pytest.approx(400, abs=1)
    assert (good.elo + bad.elo) / 2 == pytest.approx(AVERAGE)
    assert good.games == 11_000


def test_a_margin_is_the_one_of_theory() -> None:
    """For two even players the difference has the error 2 / sqrt(n) in logits, and each rating half of that."""
    even = [*[("a", "b", 1.0)] * 200, *[("b", "a", 1.0)] * 199, ("a", "b", 0.5)]
    one, other = ratings(even)
    assert one.elo == pytest.approx(other.elo, abs=1)
    assert one.margin == pytest.approx(1.96 * 173.7 * 1 / 401**0.5, rel=0.01)


def test_who_won_everything_has_a_finite_rating_and_mirrors_say_nothing() -> None:
    found = ratings([*[("a", "b", 1.0)] * 5, *[("b", "c", 1.0)] * 5, *[("a", "a", 1.0)] * 50])
    assert [each.name for each in found] == ["a", "b", "c"]
    assert found[0].elo < 2500
    assert found[0].games == 5
    assert ratings([("a", "a", 1.0)]) == []


# -- the command -------------------------------------------------------------------------------------------------


def matchups(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, ["matchups", *map(str, arguments)])


@arrow
def test_the_command_keeps_games_and_says_what_is_sure(tmp_path: Path) -> None:
    asked = ("rai", "lorraine", "--games", "4", "--workers", "1", "--limit", "60", "--out", tmp_path / "run")
    shown = matchups(*asked)
    assert shown.exit_code == 0
    assert "What is certain" in shown.stdout
    assert "rai against lorraine" in shown.stdout
    assert (tmp_path / "run" / "games-000000.parquet").exists()
    refused = matchups(*asked, "--seed", "5")
    assert refused.exit_code == 2
    assert "holds another run" in refused.stderr
