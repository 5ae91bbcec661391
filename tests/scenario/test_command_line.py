"""The command line: what it prints, and its exit status."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from archivist import __version__
from archivist.cli import app
from archivist.coverage import Coverage, NoSourceCheckout, Run, looked_up, measured, source_root
from archivist.coverage.citations import in_code
from archivist.coverage.runs import engine, keep
from archivist.rules.catalogue import catalogue, definitions, not_yet

RULES = importlib.import_module("archivist.cli.rules")
RUNS = importlib.import_module("archivist.coverage.runs")
DATA = Path(__file__).parent / "data"
GOOD = DATA / "windows-of-a-turn.yaml"
SETUP = "setup:\n  A: {champion: [Spirit of Fire]}\n  B: {champion: [Spirit of Water]}\n"


def archivist(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    file = tmp_path / "bad.yaml"
    file.write_text(f"title: a bad one\n{SETUP}steps:\n  - expect: {{phase: end}}\n")
    return file


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    file = tmp_path / "broken.yaml"
    file.write_text(f"title: a broken one\n{SETUP}steps:\n  - A: {{activte: Fireball}}\n")
    return file


# -- judge -------------------------------------------------------------------------------------------------------


def test_judge_tells_the_trace_and_pass() -> None:
    result = archivist("judge", GOOD)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Who has Opportunity from the end of one turn to the next player's main phase"
    assert lines[1] == "cites timing.2.13, turn.4.1"
    assert lines[2] == "  1. advance: recollection"
    assert "       A passes  [timing.2.4]" in lines
    assert "PASS" in lines
    assert "\x1b" not in result.stdout


def test_judge_tells_the_first_difference(bad: Path) -> None:
    result = archivist("judge", bad)
    assert result.exit_code == 1
    assert f"FAIL: step 1 ({bad}:6): expected phase: end, but it is main" in result.stdout


def test_judge_names_file_line_and_word_of_a_mistake(broken: Path) -> None:
    result = archivist("judge", broken)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{broken}:6: unknown key 'activte'; did you mean activate")


def test_a_mistake_found_while_playing(tmp_path: Path) -> None:
    file = tmp_path / "late.yaml"
    file.write_text(f"title: late\n{SETUP}steps:\n  - A: pass\n  - expect: {{Spirit of Fire: {{level: 0}}, x: 1}}\n")
    assert archivist("judge", file).exit_code == 2
    hand = "setup:\n  A: {champion: [Spirit of Fire], hand: [Fireball, 4 x Gray Wolf]}\n  B: {}\n"
    file.write_text(f"title: late\n{hand}steps:\n  - A: pass\n  - B: pass\n  - A: {{activate: Fireball, x: 1}}\n")
    result = archivist("judge", file)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{file}:8: step 3: 'x' is given, but the play never asks for it")


def test_the_worst_of_several_files_counts(bad: Path, broken: Path) -> None:
    assert archivist("judge", GOOD, bad).exit_code == 1
    assert archivist("judge", broken, bad, GOOD).exit_code == 2
    assert archivist("judge", "--quiet", bad, broken, GOOD).exit_code == 2


def test_quiet_prints_one_line_a_file(bad: Path, broken: Path) -> None:
    result = archivist("judge", "--quiet", GOOD, bad, broken)
    lines = result.stdout.splitlines()
    assert len(lines) == 3
    assert lines[0] == f"PASS Who has Opportunity from the end of one turn to the next player's main phase ({GOOD})"
    assert lines[1].startswith(f"FAIL a bad one ({bad}): step 1")
    assert lines[2] == f"ERROR ({broken})"


def test_json_prints_one_object_a_file(bad: Path, broken: Path) -> None:
    result = archivist("judge", "--json", GOOD, bad, broken)
    good, failed, wrong = (json.loads(line) for line in result.stdout.splitlines())
    assert (good["status"], good["title"], good["file"]) == (
        "pass",
        "Who has Opportunity from the end of one turn to the next player's main phase",
        str(GOOD),
    )
    assert good["cites"] == ["timing.2.13", "turn.4.1"]
    assert good["trace"][0]["step"] == "advance: recollection"
    assert any("[timing.2.4]" in line for line in good["trace"][0]["lines"])
    assert (failed["status"], failed["difference"]) == (
        "fail",
        f"step 1 ({bad}:6): expected phase: end, but it is main",
    )
    assert wrong["status"] == "error"
    assert "did you mean activate" in wrong["error"]


def test_directories_are_searched(tmp_path: Path, bad: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "one.yaml").write_text(GOOD.read_text())
    (inner / "two.yml").write_text(GOOD.read_text())
    (inner / "notes.txt").write_text("no scenario")
    lines = archivist("judge", "-q", tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["FAIL", "PASS", "PASS"]


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    empty, latin, folder = tmp_path / "empty.yaml", tmp_path / "latin.yaml", tmp_path / "folder"
    empty.write_text("")
    latin.write_bytes(b"title: \xe9\n")
    folder.mkdir()
    for path, said in (
        (tmp_path / "missing.yaml", "cannot be read (No such file or directory)"),
        (empty, "the file is empty"),
        (latin, "not UTF-8 text"),
        (folder, "there is no *.yaml file in this directory"),
    ):
        result = archivist("judge", path)
        assert result.exit_code == 2
        assert str(path) in result.stderr
        assert said in result.stderr
        assert "Traceback" not in result.output


def test_judge_needs_a_file() -> None:
    assert archivist("judge").exit_code == 2


# -- rules -------------------------------------------------------------------------------------------------------


UNPROVED = f"""title: cites too much
cites: [timing.2.4, combat.6.1]
{SETUP}steps:
  - A: pass
  - expect: {{opportunity: B}}
"""


def test_a_cited_rule_that_is_not_shown_is_noted_and_with_proofs_a_failure(tmp_path: Path) -> None:
    """timing.2.4 is shown by the pass; nobody deals damage."""
    file = tmp_path / "unproved.yaml"
    file.write_text(UNPROVED)
    plain = archivist("judge", file)
    assert plain.exit_code == 0
    assert "PASS (note: it cites combat.6.1, which this run does not show)" in plain.stdout
    proved = archivist("judge", "--proofs", "--quiet", file)
    assert proved.exit_code == 1
    assert proved.stdout.startswith("FAIL cites too much")
    assert "combat.6.1, which this run does not show" in proved.stdout
    said = json.loads(archivist("judge", "--json", file).stdout)
    assert said["status"] == "pass"
    assert said["not shown"] == ["combat.6.1"]
    assert "timing.2.4" in said["shown"]
    file.write_text(UNPROVED.replace(", combat.6.1", ""))
    assert archivist("judge", "--proofs", file).exit_code == 0


@pytest.mark.parametrize(
    ("steps", "moot"),
    [
        ("- A: pass\n  - expect: {turn: A}", True),
        ("- A: pass\n  - expect: {turn: A, triggered: [], cannot: {B: [{activate: Fireball}]}}", True),
        ("- A: pass\n  - expect: {turn: A}\n  - expect: {opportunity: B}", False),
        ("- A: pass\n  - A: {attack: A/champion, targets: [B/champion], illegal: true}\n  - expect: {turn: A}", False),
        ("- A: pass\n  - expect: {cited: [timing.2.4]}", False),
        ("- expect: {turn: A}", False),  # nothing is played: the position itself is asked about
    ],
)
def test_with_proofs_a_scenario_that_would_pass_unplayed_is_a_failure(tmp_path: Path, steps: str, moot: bool) -> None:
    file = tmp_path / "moot.yaml"
    file.write_text(f"title: a moot point\n{SETUP}steps:\n  {steps}\n")
    assert archivist("judge", file).exit_code == 0
    proved = archivist("judge", "--proofs", "--quiet", file)
    assert proved.exit_code == int(moot)
    assert ("everything it expects holds before its first step" in proved.stdout) == moot


def test_a_rule_with_the_clauses_under_it() -> None:
    result = archivist("rules", "CA.1.8", "--quiet")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["CA.1.8", "CA.1.8.1", "CA.1.8.2"]


def test_a_rule_with_the_code_and_the_runs_behind_it(table: Coverage) -> None:
    lines = archivist("rules", "RS.9").stdout.splitlines()
    assert lines[0].startswith("RS.9  ")
    assert lines[1].startswith("    code      src/archivist/rules/playing_cards/"), "its own chapter comes first"
    assert any(line.startswith("    shown by  scenarios/") for line in lines)
    assert "    defines   multiplayer" in archivist("rules", "turn.1.4").stdout
    chapter = archivist("rules", "combat").stdout.splitlines()
    assert all(re.match(r"combat\.\S+ +\S", line) for line in chapter), "of a whole chapter the statements are enough"


def test_a_rule_where_there_is_no_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def installed(id: str) -> Coverage:
        raise NoSourceCheckout(tmp_path)

    monkeypatch.setattr(RULES, "looked_up", installed)
    result = archivist("rules", "CA.1.8")
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == 3


def test_all_rules() -> None:
    lines = archivist("rules").stdout.splitlines()
    assert lines[0].startswith("PC.1 ")
    assert len(lines) > 1000


def test_an_unknown_rule() -> None:
    result = archivist("rules", "CA.1.88")
    assert result.exit_code == 2
    assert "there is no rule 'CA.1.88'; did you mean CA.1.8" in result.stderr


@pytest.fixture(scope="module")
def whole() -> Coverage:
    """The table of this checkout with a run that shows every rule; `make test` measures the real ones."""
    code: dict[str, tuple[str, ...]] = {}
    for each in in_code(source_root()):
        code[each.id] = (*code.get(each.id, ()), each.place)
    done = [each for each in catalogue() if each not in not_yet() and each not in definitions()]
    return measured(code, {}, [Run("scenarios/all.yaml", (), tuple(done))])


@pytest.fixture
def table(whole: Coverage, monkeypatch: pytest.MonkeyPatch) -> Coverage:
    monkeypatch.setattr(RULES, "coverage", lambda: whole)
    monkeypatch.setattr(RULES, "looked_up", whole.under)
    return whole


def test_a_rule_is_looked_up_without_playing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where runs are kept they are told of, with nothing else; where none are, the scenarios that cite the rule are."""

    def played(*arguments: object) -> None:
        raise AssertionError("a scenario is played")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(RUNS, "play", played)
    monkeypatch.setattr(RUNS, "_begun", played)
    (row,) = (each for each in looked_up("CA.1.8.1").rows if each.rule.id == "CA.1.8.1")
    assert "scenarios/paying/a-discard-that-is-replaced-still-pays.yaml" in row.shown
    assert any(place.startswith("src/archivist/rules/costs/") for place in row.implemented)
    game, gone = Run("game: one", (), ("CA.1.8.1",)), Run("scenarios/gone.yaml", (), ("CA.1.8.1",))
    keep(engine(source_root()), [(game, ""), (gone, "changed")])
    (row,) = (each for each in looked_up("CA.1.8.1").rows if each.rule.id == "CA.1.8.1")
    assert row.shown == ("game: one",)
    assert row.implemented


def test_coverage_prints_a_table(table: Coverage) -> None:
    result = archivist("rules", "--coverage")
    quiet = archivist("rules", "--coverage", "--quiet")
    assert quiet.stdout.splitlines()[0].startswith("chapter ")
    assert " are shown by runs" in quiet.stdout.splitlines()[-1]
    assert result.stdout.endswith(quiet.stdout)
    assert quiet.exit_code == result.exit_code == 0


def test_coverage_of_a_rule_or_chapter(table: Coverage) -> None:
    result = archivist("rules", "--coverage", "CA.1.8")
    assert result.exit_code == 0
    assert result.stdout.startswith("CA.1.8  ")
    assert "    code      src/archivist/rules/playing_cards/" in result.stdout
    assert result.stdout.endswith("3 of 3 rules are implemented, 3 are shown by runs\n")
    assert archivist("rules", "--coverage", "--strict", "playing-cards").exit_code == 0
    assert archivist("rules", "--coverage", "CA.1.88").exit_code == 2


def test_coverage_as_a_page(table: Coverage) -> None:
    result = archivist("rules", "--coverage", "--markdown")
    assert result.exit_code == 0
    assert result.stdout.startswith("# Rule coverage\n")
    assert archivist("rules", "--markdown").exit_code == archivist("rules", "--strict").exit_code == 2


def test_coverage_with_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RULES, "coverage", lambda: Coverage((), ("x.py:1: CA.99",)))
    result = archivist("rules", "--coverage", "--quiet")
    assert result.exit_code == 1
    assert "unknown rule id: x.py:1: CA.99" in result.stdout


def test_coverage_needs_a_source_checkout(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def installed() -> Coverage:
        raise NoSourceCheckout(tmp_path)

    monkeypatch.setattr(RULES, "coverage", installed)
    result = archivist("rules", "--coverage")
    assert result.exit_code == 2
    assert "needs a source checkout" in result.stderr


# -- the program -------------------------------------------------------------------------------------------------


def test_version_and_help() -> None:
    assert archivist("--version").stdout in (
        f"archivist {__version__} (pure Python)\n",
        f"archivist {__version__} (compiled)\n",
    )
    result = archivist()
    assert result.exit_code == 0
    assert "judge" in result.stdout
    assert archivist("juge").exit_code == 2


def test_as_a_program(broken: Path) -> None:
    program = [sys.executable, "-c", "from archivist.cli import main; main()"]
    environment = {**os.environ, "NO_COLOR": "1"}
    done = subprocess.run([*program, "judge", str(GOOD)], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith("PASS")
    done = subprocess.run(
        [*program, "judge", str(broken)], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 2
    assert "did you mean activate" in done.stderr
