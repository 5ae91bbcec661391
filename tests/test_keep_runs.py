"""What the tests have seen of scenarios serves the table of coverage, as long as nothing has changed since."""

from __future__ import annotations

from pathlib import Path

import pytest

from archivist.coverage.runs import Run, engine, fingerprint, keep, runs
from archivist.scenario import read, run
from keep_runs import ROOT, record

NAME = "scenarios/asked.yaml"
PLAYED = sorted((ROOT / "scenarios" / "costs").glob("*.yaml"))[0]
TOLD = ("CA.1",)
"""What no run shows alone: where it is told, the scenario was not played again."""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one scenario, and a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for folder in ("src/archivist", "scenarios"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("rules.py", "cards.yaml", "shipped.json"):
        (tmp_path / "src/archivist" / name).write_text("", "utf-8")
    (tmp_path / NAME).write_bytes(PLAYED.read_bytes())
    return tmp_path


def kept(root: Path, name: str = NAME) -> None:
    keep(engine(root), [(Run(name, (), TOLD), fingerprint((root / NAME).read_bytes()))])


def shown(root: Path) -> tuple[str, ...]:
    return next(each.shown for each in runs(root) if each.name == NAME)


def test_what_is_kept_is_not_played_again(root: Path) -> None:
    kept(root)
    kept(root, "scenarios/another.yaml")
    assert shown(root) == TOLD


@pytest.mark.parametrize(
    "changed", [NAME, "src/archivist/rules.py", "src/archivist/cards.yaml", "src/archivist/shipped.json"]
)
def test_what_has_changed_is_played_again(root: Path, changed: str) -> None:
    kept(root)
    with (root / changed).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert len(shown(root)) > 1


def test_a_test_records_what_a_run_shows() -> None:
    report = run(read(PLAYED))
    noted: dict[str, object] = {}
    record(noted.__setitem__, PLAYED, report)
    name = PLAYED.relative_to(ROOT).as_posix()
    assert noted == {"run": (name, report.cites, report.shown, fingerprint(PLAYED.read_bytes()))}
