"""Copies of the project to put faults into, and the processes that run in them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import msgspec

from mutation.plugin import Stage
from mutation.source import PACKAGE
from mutation.warm import PIPES, Reply, Request

PARTS = ("src", "tests", "scenarios", "docs", "benchmarks", "README.md", "pyproject.toml", "Makefile")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info")
LONGEST = 3600.0
"""Seconds after which a stage that merely waits is ended; a stage that works is ended by `limits`."""
OFF = ("no:cacheprovider", "no:xdist", "no:randomly")
NOT_ASKED = frozenset(
    (
        *("bots", "cli", "mutation", "test_benchmarks.py", "test_fuzz.py", "test_matchups.py", "test_shrinking.py"),
        *("test_command_line.py", "test_writing.py", "test_pages.py", "test_import_cycles.py"),
        *("test_threads.py", "test_wrong_arguments.py", "env", "test_mass.py", "test_page.py"),
        *("server", "importing", "test_mcp.py", "test_build.py", "test_ladder.py", "test_trials.py"),
    )
)
"""Folders and files with tests of other subjects: bots, agents, the terminal, the server, this tool, pages, imports.

They take long, and notice a fault only by chance. Those in a browser also leave an event loop running behind them.
"""
OPTIONS = (
    *("-x", "--tb=line", "--basetemp=made"),
    *(word for each in OFF for word in ("-p", each)),
    *(f"--ignore-glob=*/{each}" for each in sorted(NOT_ASKED)),
)


def is_asked(name: str) -> bool:
    """Whether a test, or a file of tests, is one that faults are tried against."""
    return NOT_ASKED.isdisjoint(PurePosixPath(name.partition("::")[0]).parts)


class Warm:
    """The other end of a warm process; see `warm`."""

    def __init__(self, tree: Path, environment: dict[str, str]) -> None:
        its_requests, requests = os.pipe()
        replies, its_replies = os.pipe()
        self._told = tree / "warm.log"
        with self._told.open("wb") as told:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "pytest", "-p", "mutation.warm", *OPTIONS, "tests"],
                cwd=tree,
                env={**environment, PIPES: f"{its_requests} {its_replies}"},
                pass_fds=(its_requests, its_replies),
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=subprocess.STDOUT,
            )
        os.close(its_requests)
        os.close(its_replies)
        self._requests, self._replies = os.fdopen(requests, "wb"), os.fdopen(replies, "rb")

    def ask(self, request: Request) -> Reply:
        try:
            self._requests.write(msgspec.json.encode(request) + b"\n")
            self._requests.flush()
            line = self._replies.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            raise SystemExit(f"The tests cannot be loaded:\n{self._told.read_text('utf-8', 'replace')[-2000:]}")
        return msgspec.json.decode(line, type=Reply)

    def close(self) -> None:
        self._requests.close()
        self._process.wait()
        self._replies.close()


class Tree:
    """A copy of the project."""

    def __init__(self, root: Path, at: Path) -> None:
        self.path = at
        self._warm: Warm | None = None
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
        return self._run("-m", "pytest", "-p", "mutation.plugin", *OPTIONS, *wanted)

    def ask(self, request: Request) -> Reply:
        """What comes of a fault in a fork of the warm process, which is started when it is first needed."""
        if self._warm is None:
            self._warm = Warm(self.path, self._environment)
        return self._warm.ask(request)

    def close(self) -> None:
        if self._warm is not None:
            self._warm.close()

    @property
    def _environment(self) -> dict[str, str]:
        """No compiled modules of a tree are left where those of the project lie apart (see tests/conftest.py)."""
        paths = os.pathsep.join(str(self.path / part) for part in ("src", "tests"))
        stage = str(self.path / "stage.json")
        unwritten = {"PYTHONDONTWRITEBYTECODE": "1"} if sys.pycache_prefix else {}
        return {**os.environ, **unwritten, "PYTHONPATH": paths, "PYTHONHASHSEED": "0", "MUTATION_STAGE": stage}

    def _run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        try:
            return subprocess.run(
                [sys.executable, *arguments],
                cwd=self.path,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                timeout=LONGEST,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(arguments, -1, "it waited for ever")
