"""The example scenarios, those of the contract and our own, all pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from archivist.scenario import run

HERE = Path(__file__).parent
SHARED = Path(__file__).resolve().parents[3] / "shared" / "scenarios"


@pytest.mark.parametrize("file", sorted((HERE / "data").glob("*.yaml")), ids=lambda file: file.stem)
def test_own_scenarios_pass(file: Path) -> None:
    report = run(file)
    assert report.passed, report.difference


@pytest.mark.skipif(not SHARED.is_dir(), reason="the examples of the contract are not here")
@pytest.mark.parametrize("file", sorted(SHARED.glob("*.yaml")), ids=lambda file: file.stem)
def test_scenarios_of_the_contract_pass(file: Path) -> None:
    report = run(file)
    assert report.passed, report.difference


def test_a_report_tells_each_step_with_its_rules() -> None:
    report = run(HERE / "data" / "copied-and-negated.yaml")
    assert report.title == "Negating the activation and banishing the card makes its copy fizzle"
    assert report.cites == ("PC.8", "RU.4")
    assert [step.number for step in report.trace] == list(range(1, len(report.trace) + 1))
    first = report.trace[0]
    assert first.step == "A: {activate: Fireball, targets: [B/champion], reserve: [2 x Idle Thoughts]}"
    assert any("Fireball, hand -> stack" in line and "[CA.1.1" in line for line in first.lines)
    assert bool(report)
