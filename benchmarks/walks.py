"""Walks: how often a reader who follows a play through the code has to change modules.

`python -m benchmarks.walks` plays a few short scenarios with a tracer. A function counts where it is entered for the
first time; each time the next such function stands in another module than the last, that is one switch. Only the
engine counts (model, vocabulary, rules); what runs the scenario does not. `--path NAME` prints the way itself.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import archivist
from archivist import Game, scenario

ENGINE = ("model", "vocabulary", "rules")
HOME = Path(archivist.__file__).parent

SETUP = """
title: A walk
setup:
  phase: {phase}
  A:
    champion: [Spirit of Fire, "Rai, Spellcrafter"]
    hand: [Fireball, 4 x Idle Thoughts]
    memory: [4 x Idle Thoughts]
    material: ["Rai, Archmage"]
    pantheon: [Lesser Boon of Poseidon]
    field: [Gray Wolf, Blitz Mage]
  B:
    champion: [Spirit of Water, "Rai, Spellcrafter"]
    field: [Gray Wolf]
steps:
"""

WALKS: dict[str, tuple[str, tuple[str, ...]]] = {
    "activation": ("main", ("A: {activate: Fireball, targets: [B/champion]}", "resolve: top")),
    "materialization": ("materialize", ('A: {materialize: "Rai, Archmage"}', "resolve: top")),
    "bestowal": ("main", ("A: {bestow: Lesser Boon of Poseidon}",)),
    "attack": ("main", ("A: {attack: A/field/Blitz Mage, targets: [B/field/Gray Wolf]}", "advance: main")),
}
"""What is walked: the phase it begins in, and its steps."""

Visit = tuple[str, str]
"""A function that is entered for the first time: its module and its name."""


def walk(name: str) -> list[list[Visit]]:
    """The first visits of a walk, for each of its steps."""
    phase, steps = WALKS[name]
    text = SETUP.replace("{phase}", phase) + "".join(f"  - {step}\n" for step in steps)
    legs: list[list[Visit]] = [[]]
    seen: set[Visit] = set()

    def entered(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        if event == "call" and (module := _module(code.co_filename)) and (module, code.co_qualname) not in seen:
            seen.add((module, code.co_qualname))
            legs[-1].append((module, code.co_qualname))

    def between(before: Game, after: Game) -> Game:
        legs.append([])
        seen.clear()
        return after

    read = scenario.read_text(text, "walk")
    scenario.run(read)  # what is loaded or filled in on first use is there
    sys.setprofile(entered)
    try:
        report = scenario.run(read, between)
    finally:
        sys.setprofile(None)
    if not report:
        raise SystemExit(f"{name}: {report.difference}")
    return legs[: len(steps)]


def _module(file: str) -> str:
    """The module of the engine that a file is, or nothing."""
    try:
        path = Path(file).relative_to(HOME)
    except ValueError:
        return ""
    return str(path.with_suffix("")) if path.parts[0] in ENGINE else ""


def switches(visits: list[Visit]) -> int:
    """How often the module changes from one first visit to the next."""
    return sum(one[0] != other[0] for one, other in pairwise(visits))


def main() -> None:
    """Prints the switches of every walk, step by step, and the way if it is asked for."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.walks", description=__doc__)
    options.add_argument("--path", choices=WALKS, help="print the way of this walk, a function a line")
    chosen = options.parse_args()
    if chosen.path:
        for leg in walk(chosen.path):
            print(*(f"{module:40} {function}" for module, function in leg), "", sep="\n")
        return
    total = 0
    for name in WALKS:
        legs = walk(name)
        counts = [switches(leg) for leg in legs]
        modules = len({module for leg in legs for module, _ in leg})
        functions = len({visit for leg in legs for visit in leg})
        total += sum(counts)
        print(f"{name:16} {' + '.join(map(str, counts)):12} switches, {functions} functions in {modules} modules")
    print(f"{'all':16} {total}")


if __name__ == "__main__":
    main()
