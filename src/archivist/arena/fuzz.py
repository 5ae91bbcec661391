"""Fuzzing: whole random games on all cores, every invariant after every decision, a file for every failure.

`python -m archivist.arena.fuzz --games 1000 --seed 0 --workers 2`. Game number i of a run has the seed `seed + i`, so
`--games 1 --seed N` plays a failed game again. The file is a scenario, as small as the failure allows. Where no
scenario leads to the failure, the file is the game as saved before the answer that broke it. `--again FILE` tries
either once more.
"""

from __future__ import annotations

import sys
import time
from enum import Enum
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console

from archivist.arena.invariants import Watch
from archivist.arena.many import done
from archivist.arena.playing import LAST_SEED, MATCHES, Match, Outcome, Table
from archivist.arena.shrinking import failure_of, small_scenario
from archivist.arena.trying import Failed, check_kept, check_refusal, patience, tried
from archivist.game import Game
from archivist.model.decision import Answer, Attack, Concede, Pass, Play, Return, Use
from archivist.model.errors import Illegal
from archivist.scenario.writing import Unwritable

LIMIT = 20_000
"""Decisions after which a game is left unfinished; a random game has some hundreds."""
STAY = 100
"""In a game of three or four players, one leaves about once in this many decisions, until two are left."""
HANG = 60
"""Seconds after which an answer that has not returned counts as a hang."""
FOLDER = Path("build") / "fuzz"
"""Where reproductions are written unless told otherwise."""


class Decks(Enum):
    """Which decks meet."""

    usual = "usual"
    compiled = "compiled"


class Failure(msgspec.Struct, frozen=True):
    """What went wrong in a game, after how many answers."""

    failed: Failed
    answered: int


class Played(msgspec.Struct, frozen=True):
    """The result of one game of a run; after a failure also its reproduction."""

    seed: int
    title: str
    outcome: Outcome
    failure: Failure | None = None
    reproduction: bytes = b""
    suffix: str = ".json"


Written = list[int] | str | Pass | Play | Use | Attack | Return | Concede
"""An answer as JSON can hold it: without tuples."""


class Reproduction(msgspec.Struct):
    """A failure on file: the game as saved before the answer that broke it, and that answer."""

    seed: int
    title: str
    problem: str
    where: str
    answer: Written | None
    save: str
    decks: str = "usual"


class Summary(msgspec.Struct, frozen=True):
    """The result of a run."""

    games: int
    seconds: float
    decisions: int
    dead_ends: int
    unfinished: tuple[int, ...]
    failures: tuple[Played, ...]

    @property
    def text(self) -> str:
        clean = self.games - len(self.failures)
        lines = [
            f"{clean} of {self.games} games ran clean: {self.decisions} decisions, {self.dead_ends} plays given up;"
            f" {self.games / self.seconds:.1f} games a second, {self.decisions / self.seconds:.0f} decisions a second"
        ]
        if self.unfinished:
            lines.append(f"unfinished after {LIMIT} decisions: seeds {', '.join(map(str, self.unfinished))}")
        return "\n".join(lines)


# -- one game ----------------------------------------------------------------------------------------------------


def play(seed: int, limit: int = LIMIT, decks: str = "usual") -> Played:
    """Plays the game of a seed, checking everything after every decision. Raises nothing: a failure is an outcome."""
    chosen = MATCHES[decks](seed)
    table: Table | None = None
    try:
        with patience(HANG):
            table = Table(chosen.game(), seed, STAY)
        _play(table, limit)
    except Exception as error:
        failure = Failure(Failed.by(error), table.decisions if table else 0)
        outcome = table.outcome if table else Outcome(False, None, 0, 0)
        return Played(seed, chosen.title, outcome, failure, *reproduction(seed, failure, decks))
    return Played(seed, chosen.title, table.outcome)


def _play(table: Table, limit: int) -> None:
    game = table.game
    watch = Watch(game)
    watch(game)
    while table.decisions < limit:
        answer = table.next_answer()
        if answer is None:
            return
        before = game.state.copy() if game.acting else None
        told = game.events if isinstance(answer, Concede) else []
        open_play = game.decision is not None and game.decision.attempt
        with patience(HANG):
            refused = table.give(answer)
            if told and not open_play:
                check_kept(game, told)
            if refused is not None:
                check_refusal(game, refused, before)
            watch(game)


# -- reproductions -----------------------------------------------------------------------------------------------


def reproduction(seed: int, failure: Failure, decks: str = "usual") -> tuple[bytes, str]:
    """The failure as a file, and the ending of the file's name.

    The game is played again up to the last answer, since the broken one can neither be written nor saved.
    """
    chosen = MATCHES[decks](seed)
    if not failure.answered:
        return _saved(chosen, failure, None, b"", decks), ".json"
    table = Table(chosen.game(), seed, STAY)
    for _ in range(failure.answered - 1):
        given = table.next_answer()
        assert given is not None
        table.give(given)
    answer = table.next_answer()
    assert answer is not None
    try:
        return small_scenario(table.game, answer, failure.failed).encode(), ".yaml"
    except Unwritable:
        return _saved(chosen, failure, answer, table.game.save(), decks), ".json"


def _saved(chosen: Match, failure: Failure, answer: Answer | None, save: bytes, decks: str) -> bytes:
    written = list(answer) if isinstance(answer, tuple) else answer
    failed = failure.failed
    whole = Reproduction(chosen.seed, chosen.title, failed.problem, failed.where, written, save.decode(), decks)
    return msgspec.json.format(msgspec.json.encode(whole), indent=1)


def again(path: Path) -> str:
    """Tries a reproduction once more and checks everything. Gives the problem, or nothing if there is none."""
    if path.suffix == ".yaml":
        failed = failure_of(path.read_text(encoding="utf-8"))
    else:
        case = msgspec.json.decode(path.read_bytes(), type=Reproduction)
        failed = tried(lambda: _try(case), HANG)
    return "" if failed is None else f"{failed.problem}\n{failed.where}".rstrip()


def _try(case: Reproduction) -> None:
    if case.answer is None:
        MATCHES[case.decks](case.seed).game()
        return
    game = Game.load(case.save.encode())
    watch = Watch(game)
    before = game.state.copy() if game.acting else None
    refused = _give(game, case.answer)
    if refused is not None:
        check_refusal(game, refused, before)
    watch(game)


def _give(game: Game, written: Written) -> Illegal | None:
    answer: Answer = tuple(written) if isinstance(written, list) else written
    try:
        if isinstance(answer, Concede):
            game.concede(answer.player)
        else:
            game.answer(answer)
    except Illegal as illegal:
        return illegal
    return None


# -- many games --------------------------------------------------------------------------------------------------


def fuzz(
    games: int,
    workers: int,
    seed: int,
    folder: Path = FOLDER,
    limit: int = LIMIT,
    out: Console | None = None,
    decks: str = "usual",
) -> Summary:
    """Plays a number of games in several processes, reports failures as they come, and sums up."""
    out = out or Console(highlight=False, soft_wrap=True)
    begun = time.perf_counter()
    played: list[Played] = []
    jobs = [(number, limit, decks) for number in range(seed, seed + games)]
    for each in done(_job, jobs, workers, "random games", out):
        played.append(each)
        if each.failure is not None:
            _tell(out, each, folder)
    return _summary(played, time.perf_counter() - begun)


def _job(job: tuple[int, int, str]) -> Played:
    return play(*job)


def _tell(out: Console, played: Played, folder: Path) -> None:
    failure = played.failure
    assert failure is not None
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"seed-{played.seed}{played.suffix}"
    path.write_bytes(played.reproduction)
    failed = failure.failed
    out.print(f"seed {played.seed} ({played.title}), answer {failure.answered}: {failed.problem}", markup=False)
    if failed.where:
        out.print(failed.where, markup=False, style="dim")
    out.print(f"  reproduction: {path}", markup=False)


def _summary(played: list[Played], seconds: float) -> Summary:
    failures = sorted((each for each in played if each.failure), key=lambda each: each.seed)
    unfinished = sorted(each.seed for each in played if not each.failure and not each.outcome.over)
    return Summary(
        len(played),
        seconds,
        sum(each.outcome.decisions for each in played),
        sum(each.outcome.dead_ends for each in played),
        tuple(unfinished),
        tuple(failures),
    )


def main(
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 200,
    seed: Annotated[
        int, typer.Option(help="The seed of the first game; the next ones follow.", min=0, max=LAST_SEED)
    ] = 0,
    workers: Annotated[int, typer.Option(help="How many processes; 0 for one per core.", min=0)] = 0,
    limit: Annotated[int, typer.Option(help="Decisions after which a game is abandoned.", min=1)] = LIMIT,
    folder: Annotated[Path, typer.Option(help="Where reproductions of failures are written.")] = FOLDER,
    decks: Annotated[Decks, typer.Option(help="Which decks meet: the usual mixture, or decks of compiled cards.")] = (
        Decks.usual
    ),
    again_: Annotated[Path | None, typer.Option("--again", help="A reproduction to try again.")] = None,
) -> None:
    """Plays whole random games and checks what must hold after every decision. Exit status 1 if something failed."""
    out = Console(highlight=False, soft_wrap=True)
    if again_ is not None:
        problem = again(again_)
        out.print(problem or "no problem any more", markup=False)
        raise typer.Exit(1 if problem else 0)
    summary = fuzz(games, workers, seed, folder, limit, out, decks.value)
    out.print(summary.text, markup=False)
    raise typer.Exit(1 if summary.failures else 0)


if __name__ == "__main__":
    run: Any = typer.run
    sys.exit(run(main))
