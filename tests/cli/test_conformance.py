"""``archivist conformance`` and ``archivist engine``: every option, and what cannot be understood."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from mass import MASS, how_many

Run = Callable[..., Result]
SCENARIOS = Path(__file__).parents[2] / "scenarios"
PARTS, SAMPLE = 8, 60
"""`make mass` plays all scenarios in so many parts; otherwise one of so many is played."""
OWN = f"{sys.executable} -m archivist.cli engine"


def test_our_own_engine_as_a_process(run: Run, scenario: Path) -> None:
    tested = run("conformance", "--engine", OWN, "--timeout", 60, scenario)
    assert tested.exit_code == 0
    assert tested.stdout.splitlines() == [
        f"PASS A Fireball and what it may hit ({scenario})",
        "archivist 0.1.0: 1 passed of 1 scenarios",
    ]


@pytest.mark.mass
@pytest.mark.parametrize("part", range(how_many(1, PARTS)))
def test_our_own_engine_as_a_process_passes_the_scenarios(run: Run, part: int) -> None:
    """Every scenario of the project passes where only lines of JSON go to and fro, and none is left out."""
    files = sorted(SCENARIOS.rglob("*.yaml"))[part :: PARTS if MASS else SAMPLE]
    assert len(files) > 40
    tested = run("conformance", "--engine", OWN, "--timeout", 300, "--quiet", *files)
    assert tested.stdout == f"archivist 0.1.0: {len(files)} passed of {len(files)} scenarios\n"
    assert tested.exit_code == 0


def test_quietly_and_as_json(run: Run, scenario: Path) -> None:
    broken = scenario.with_name("broken.yaml")
    broken.write_text(scenario.read_text("utf-8").replace("opportunity: A}", "opportunity: B}"), "utf-8")
    quiet = run("conformance", "--engine", OWN, "--quiet", scenario.parent)
    assert quiet.exit_code == 1
    first, sums = quiet.stdout.splitlines()
    assert first.startswith("FAIL A Fireball and what it may hit")
    assert first.endswith("expected opportunity: B, but it is A")
    assert sums == "archivist 0.1.0: 1 passed, 1 failed of 2 scenarios"
    told = [
        json.loads(line) for line in run("conformance", "--engine", OWN, "--json", scenario.parent).stdout.splitlines()
    ]
    assert [(each["file"], each["status"]) for each in told] == [(str(broken), "fail"), (str(scenario), "pass")]


def test_a_file_that_is_malformed_is_no_fault_of_the_engine(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("setup: {}\n", "utf-8")
    tested = run("conformance", "--engine", OWN, file)
    assert tested.exit_code == 2
    assert "a scenario needs 'steps'" in tested.stdout


def test_what_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    for args, said in (
        ((tmp_path / "nix.yaml", "--engine", OWN), f"{tmp_path / 'nix.yaml'}: there is no such file or folder"),
        ((tmp_path, "--engine", OWN), f"{tmp_path}: there is no *.yaml file in this directory"),
        ((Path(__file__), "--engine", "no-such-program"), "the engine 'no-such-program' cannot be started: No such f"),
    ):
        words = [sys.executable, "-m", "archivist.cli", "conformance", *map(str, args)]
        ended = subprocess.run(words, capture_output=True, text=True, check=False)
        assert ended.returncode == 2
        assert ended.stderr.startswith(said)
        assert ended.stderr.count("\n") == 1
