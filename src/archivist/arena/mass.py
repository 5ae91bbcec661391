"""Mass play: as many games as wanted between decks and bots, on all cores or a cluster; kept, gone on with, stopped early.

A game depends on its number alone, so a run is the same whatever plays it, in whatever order the games end.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from rich.console import Console

from archivist.arena.many import done
from archivist.arena.matchups import LIMIT, RANDOM, Meeting, Record, meetings, play
from archivist.arena.sureness import questions
from archivist.arena.table import Games, Plan
from archivist.bots import bot
from archivist.decks import Deck


def run(
    decks: Mapping[str, Deck],
    *,
    games: int,
    seed: int = 0,
    bots: Sequence[str] = (RANDOM,),
    workers: int = 0,
    ray: str | None = None,
    limit: int = LIMIT,
    until_sure: bool = False,
    folder: Path | None = None,
    out: Console,
) -> list[Record]:
    """Plays so many games between the decks, and gives them in the order of their numbers.

    Games that `folder` has are not played again, and those that end are kept there. With `until_sure` the run stops as
    soon as every question is answered (`arena.sureness`), which is looked at each time all pairs have met once more.
    """
    for name in bots:
        bot(name)
    kept = None if folder is None else Games(folder, Plan.of(decks, bots, seed, limit))
    records = {} if kept is None else kept.records
    wanted = meetings(list(decks), games, seed, bots)
    sure = _Sure(list(decks), list(bots)) if until_sure else None
    if sure is not None and (enough := sure.enough(records)):
        return _first(records, enough, kept)
    missing = [(number, meeting) for number, meeting in enumerate(wanted) if number not in records]
    job = functools.partial(_numbered, decks=dict(decks), limit=limit)
    enough = 0
    try:
        with closing(done(job, missing, workers, _title(bots), out, ray=ray)) as results:
            for number, record in results:
                if kept is None:
                    records[number] = record
                else:
                    kept.add(number, record)
                if sure is not None and (enough := sure.enough(records)):
                    break
    finally:
        if kept is not None:
            kept.write()
    return _first(records, enough, kept) if enough else _first(records, games, None)


def _title(bots: Sequence[str]) -> str:
    return f"games of {' and '.join(bots)}"


def _first(records: Mapping[int, Record], games: int, kept: Games | None) -> list[Record]:
    """The first games; what was played beyond them, by more workers than one, is not part of the run."""
    if kept is not None:
        kept.keep_first(games)
    return [records[number] for number in sorted(records) if number < games]


class _Sure:
    """Looks whether every question is answered, after each round of all pairs, in the order of the games."""

    def __init__(self, decks: list[str], bots: list[str]) -> None:
        self._decks, self._bots = decks, bots
        self._round = (len(decks) * len(bots)) ** 2
        self._looked = 0

    def enough(self, records: Mapping[int, Record]) -> int:
        """After how many games the run may stop; 0 if it may not yet."""
        while all(number in records for number in range(self._looked, self._looked + self._round)):
            self._looked += self._round
            asked = questions([records[number] for number in range(self._looked)], self._decks, self._bots)
            if asked and all(each.sure for each in asked):
                return self._looked
        return 0


def _numbered(job: tuple[int, Meeting], *, decks: Mapping[str, Deck], limit: int) -> tuple[int, Record]:
    number, meeting = job
    return number, play(meeting, decks, limit)
