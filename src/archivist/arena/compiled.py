"""Proof by running: every compiled card is played to each of its abilities, and decks of compiled cards play random games.

`python -m archivist.arena.compiled --games 1000` (`make cards`) tries the cards of the pool that are not written by hand;
`--card NAME` tries some cards, whoever made them. What goes wrong is written as a scenario, as small as can be.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from archivist.arena.fuzz import FOLDER, fuzz
from archivist.arena.many import done
from archivist.arena.playing import LAST_SEED
from archivist.arena.trials import TRIES, Trial, trial
from archivist.cards import pool, written
from archivist.model.errors import UnknownName


def try_cards(names: Sequence[str], tries: int, workers: int, folder: Path, out: Console) -> list[Trial]:
    """Tries cards in several processes, and tells of failures as they come."""
    found: list[Trial] = []
    for each in done(_job, [(name, tries) for name in names], workers, "cards", out):
        found.append(each)
        if each.failed is not None:
            _tell(each, folder, out)
    return sorted(found, key=lambda each: each.card)


def _job(job: tuple[str, int]) -> Trial:
    return trial(*job)


def _tell(each: Trial, folder: Path, out: Console) -> None:
    assert each.failed is not None
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{re.sub('[^a-z0-9]+', '-', each.card.lower())}.yaml"
    path.write_text(each.reproduction, encoding="utf-8")
    out.print(f"{each.card}: {each.failed.problem}", markup=False)
    if each.failed.where:
        out.print(each.failed.where, markup=False, style="dim")
    out.print(f"  reproduction: {path}", markup=False)


def summary(trials: Sequence[Trial]) -> str:
    """What was reached, and what was not."""
    reached = Counter(each.split()[0] for found in trials for each in found.wanted & (found.met | found.bare))
    wanted = Counter(each.split()[0] for found in trials for each in found.wanted)
    bare = sum(len(found.wanted & found.bare) for found in trials)
    parts = ", ".join(f"{kind} {reached[kind]} of {number}" for kind, number in sorted(wanted.items()))
    failed = sum(each.failed is not None for each in trials)
    decisions = sum(each.decisions for each in trials)
    lines = [
        f"{len(trials) - failed} of {len(trials)} cards ran clean in {decisions} decisions: {parts};"
        f" {bare} of these also where conditions fail"
    ]
    lines += [
        f"  not reached: {each.card}: {', '.join(each.missed)}" for each in trials if each.missed and not each.failed
    ]
    return "\n".join(lines)


def main(
    games: Annotated[int, typer.Option(help="How many games between decks of compiled cards.", min=0)] = 1000,
    seed: Annotated[int, typer.Option(help="The seed of the first game.", min=0, max=LAST_SEED)] = 0,
    tries: Annotated[int, typer.Option(help="How often a card is tried from one beginning.", min=1)] = TRIES,
    card: Annotated[list[str] | None, typer.Option(help="A card to try; all compiled ones if left out.")] = None,
    workers: Annotated[int, typer.Option(help="How many processes; 0 for one per core.", min=0)] = 0,
    folder: Annotated[Path, typer.Option(help="Where reproductions of failures are written.")] = FOLDER,
) -> None:
    """Tries every compiled card, then plays random games with them. Exit status 1 if something failed."""
    out = Console(highlight=False, soft_wrap=True)
    try:
        names = (
            [pool().find(name).name for name in card] if card else [name for name in pool() if name not in written()]
        )
    except UnknownName as error:
        out.print(str(error), markup=False)
        raise typer.Exit(2) from None
    trials = try_cards(names, tries, workers, folder, out)
    out.print(summary(trials), markup=False)
    failed = any(each.failed is not None for each in trials)
    if games:
        played = fuzz(games, workers, seed, folder, out=out, decks="compiled")
        out.print(played.text, markup=False)
        failed = failed or bool(played.failures)
    raise typer.Exit(1 if failed else 0)


if __name__ == "__main__":
    run: Any = typer.run
    sys.exit(run(main))
