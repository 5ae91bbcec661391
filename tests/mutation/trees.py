"""Copies of the project to put faults into, and the processes that run in them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from mutation.plugin import Stage
from mutation.source import PACKAGE

PARTS = ("src", "tests", "scenarios", "docs", "benchmarks", "README.md", "pyproject.toml", "Makefile")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info")
LONGEST = 3600.0
"""Seconds after which a stage that merely waits is ended; a stage that works is ended by `limits`."""
OFF = ("no:cacheprovider", "no:xdist", "no:randomly")
NOT_ASKED = (
    *("tests/bots", "tests/cli", "tests/mutation", "tests/test_benchmarks.py"),
    *("tests/arena/test_fuzz.py", "tests/arena/test_matchups.py", "tests/arena/test_shrinking.py"),
    *("tests/scenario/test_command_line.py", "tests/scenario/test_writing.py"),
)
"""Tests of other subjects: bots, the terminal, this tool, figures. They take long, and notice a fault only by chance."""
PLAYED = "tests/test_scenarios.py::test_scenario_passes["
"""What the stage of the scenarios does."""


class Tree:
    """A copy of the project."""

    def __init__(self, root: Path, at: Path) -> None:
        self.path = at
        shutil.rmtree(at, ignore_errors=True)
        at.mkdir(parents=True)
        for part in PARTS:
            if (root / part).is_dir():
                shutil.copytree(root / part, at / part, ignore=LEFT_OUT)
            elif (root / part).exists():
                shutil.copy2(root / part, at / part)

    def write(self, file: str, text: str) -> None:
        """Writes a source; its time changes, so that no compiled file fits it by accident."""
        path = self.path / PACKAGE / file
        moment = path.stat().st_mtime + 10
        path.write_text(text, "utf-8")
        os.utime(path, (moment, moment))

    def scenarios(self, tests: Sequence[tuple[str, float]], *measure: str) -> subprocess.CompletedProcess[str]:
        """Plays scenarios; see `scenario_stage`."""
        (self.path / "stage.json").write_bytes(msgspec.json.encode(tests))
        return self._run("-m", "mutation.scenario_stage", *measure, "stage.json")

    def pytest(self, stage: Stage) -> subprocess.CompletedProcess[str]:
        """Runs tests; see `plugin`."""
        (self.path / "stage.json").write_bytes(msgspec.json.encode(stage))
        wanted = sorted({name.partition("::")[0] for name, _ in stage.tests}) or ["tests"]
        ignored = [f"--ignore={each}" for each in NOT_ASKED]
        off = [word for each in OFF for word in ("-p", each)]
        options = ["-x", "--tb=line", "-p", "mutation.plugin", *off, *ignored]
        return self._run("-m", "pytest", *options, *wanted)

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        paths = os.pathsep.join(str(self.path / part) for part in ("src", "tests"))
        environment = {
            **os.environ,
            "PYTHONPATH": paths,
            "PYTHONHASHSEED": "0",
            "MUTATION_STAGE": str(self.path / "stage.json"),
        }
        try:
            return subprocess.run(
                [sys.executable, *arguments],
                cwd=self.path,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(arguments, -1, "it waited for ever")
