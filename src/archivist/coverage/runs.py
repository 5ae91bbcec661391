"""What runs show: every scenario is played, games are begun, decks are checked, and the rules that they tell are
recorded.

Playing all scenarios takes a minute or two, so the results are kept in the user's cache, under a fingerprint of the
file and of the engine; only what has changed is played again. `keep` adds what something else has played, such as the
tests. The cache may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

from archivist.cards import pool
from archivist.coverage.citations import UnreadableFile
from archivist.decks import Deck, deck
from archivist.game import Game
from archivist.model.decision import Play
from archivist.model.errors import ArchivistError
from archivist.rules.catalogue import covers
from archivist.rules.turn.formats_and_decks import problems
from archivist.scenario import run
from archivist.scenario.shown import unproved

__all__ = ["Run", "engine", "fingerprint", "keep", "known", "runs", "shown_by"]


class Run(msgspec.Struct, frozen=True):
    """Something that was run: what it is called, the rules it cites, those it has shown, and why it failed, if it did."""

    name: str
    cites: tuple[str, ...] = ()
    shown: tuple[str, ...] = ()
    difference: str = ""

    @property
    def unproved(self) -> tuple[str, ...]:
        """The rules that it cites and has not shown."""
        return unproved(self.cites, self.shown)


def runs(root: Path, jobs: int | None = None) -> tuple[Run, ...]:
    """Everything that is run to see which rules are shown: the scenarios of a checkout, beginnings of games, decks."""
    kept = _Kept(engine(root))
    found = [*_scenarios(root, kept, jobs)]
    found += [kept.put(each.name, "", each) for each in (*_beginnings(), *_decks())]
    kept.write()
    return tuple(found)


def known(root: Path, ids: Iterable[str]) -> tuple[Run, ...]:
    """The runs that are kept of this engine and show any of some rules, or clauses under them; nothing is played.

    A scenario that has changed since is left out.
    """
    wanted = tuple(ids)
    found = [
        (each, text)
        for text, each in _Kept(engine(root)).all()
        if any(covers(rule, other) for other in each.shown for rule in wanted)
    ]
    return tuple(each for each, text in found if not text or text == _text_of(root / each.name))


def _text_of(file: Path) -> str:
    """The fingerprint of a file; of one that is gone, none."""
    return fingerprint(file.read_bytes()) if file.is_file() else ""


def shown_by(all_runs: Iterable[Run], ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For each rule the runs that have shown it, itself or by a clause under it."""
    exact: dict[str, dict[str, None]] = {}
    for each in all_runs:
        for rule in each.shown:
            exact.setdefault(rule, {})[each.name] = None
    return {
        rule: tuple(dict.fromkeys(name for other, names in exact.items() if covers(rule, other) for name in names))
        for rule in ids
    }


# -- scenarios ---------------------------------------------------------------------------------------------------


def _scenarios(root: Path, kept: _Kept, jobs: int | None) -> Iterator[Run]:
    files = sorted((root / "scenarios").rglob("*.yaml"))
    names = {file: (file.relative_to(root).as_posix(), fingerprint(file.read_bytes())) for file in files}
    missing = [file for file in files if kept.get(*names[file]) is None]
    played = _play_all(missing, jobs)
    for file in files:
        name, text = names[file]
        found = played.get(file) or kept.get(name, text)
        assert found is not None
        yield kept.put(name, text, found)


def _play_all(files: list[Path], jobs: int | None) -> dict[Path, Run]:
    """The runs of scenario files, by as many processes as there are processors; few files are played in this one."""
    if len(files) < FEW:
        return {file: play(file) for file in files}
    with ProcessPoolExecutor(jobs or os.cpu_count()) as workers:
        return dict(zip(files, workers.map(play, files, chunksize=20), strict=True))


FEW = 40
"""So many files are played before another process has been started."""


def play(file: Path) -> Run:
    """Plays one scenario file. Raises UnreadableFile where it cannot be understood."""
    try:
        report = run(file)
    except ArchivistError as error:
        raise UnreadableFile(str(error)) from error
    return Run(str(file), report.cites, report.shown, report.difference)


# -- what no scenario can begin with -----------------------------------------------------------------------------


def _beginnings() -> Iterator[Run]:
    """Games from their set-up on. No scenario shows this, because a scenario begins with a position."""
    yield _begun("a standard game of two", ["rai", "silvie"], "standard")
    yield _begun("a standard game of three", ["rai", "silvie", "lorraine"], "standard")
    boons = ("Lesser Boon of Poseidon", "Greater Boon of Luxera")
    blessed = [Deck(deck(name).material, deck(name).main, boons) for name in ("rai", "silvie")]
    yield _begun("a Pantheon game of two", blessed, "pantheon")


def _begun(name: str, decks: list[Deck] | list[str], format: str) -> Run:
    """A game up to its first Opportunity, in which every offer is taken."""
    game = Game.new(decks, seed=1, format=format, ask_forced=True)
    asked: list[str] = []
    while not game.acting and (decision := game.decision) is not None:
        asked += decision.rules
        plays = [each for each in decision.options if isinstance(each, Play)]
        game.answer(plays[0] if plays else next(decision.answers()))
    told = (rule for event in game.events for rule in event.rules)
    return Run(f"game: {name}", (), tuple(sorted({*asked, *told})))


def _decks() -> Iterator[Run]:
    """Decks that are not legal, and what the formats object to in them."""
    cards = pool()
    starter = deck("rai")
    main = [cards.find(name) for name in starter.main_cards]
    material = [cards.find(name) for name in starter.material]
    relics = [face for face in cards.values() if "divine relic" in face.keyword_words][:2]
    boons = [face for face in cards.values() if "boon" in face.words]
    refused = {
        "a standard deck": problems("standard", main[:59] + [main[0]] * 5, [], sideboard=main[:16], boons=boons),
        "a draft deck": problems("draft", main[:10], []),
        "a Pantheon deck": problems("pantheon", main, material[:1]),
        "two Divine Relics": problems("standard", main, [*material, *relics]),
        "misplaced cards": problems("standard", material, main),
    }
    for name, reasons in refused.items():
        found = {rule for reason in reasons for rule in reason.rules}
        yield Run(f"deck: {name}", (), tuple(sorted(found)))


# -- what was seen before ----------------------------------------------------------------------------------------


MOST_KEPT = 8
"""For how many engines, the newest ones, results are kept."""


class _Kept:
    """The rules that each scenario file has shown, kept in the user's cache for exactly this engine."""

    def __init__(self, engine: str) -> None:
        self._file = _cache() / f"{engine}.json"
        self._known: dict[str, tuple[str, Run]] = {}
        self._fresh: dict[str, tuple[str, Run]] = {}
        try:
            self._known = msgspec.json.decode(self._file.read_bytes(), type=dict[str, tuple[str, Run]])
        except (OSError, msgspec.DecodeError):
            self._known = {}

    def get(self, name: str, text: str) -> Run | None:
        """The result for a file with this text, if it was played before."""
        known = self._known.get(name)
        return known[1] if known is not None and known[0] == text else None

    def all(self) -> Iterable[tuple[str, Run]]:
        """Every result with the fingerprint of its file; what is no scenario has none."""
        return self._known.values()

    def keep_known(self) -> None:
        """Keeps what was known, beside what is put."""
        self._fresh = dict(self._known)

    def put(self, name: str, text: str, found: Run) -> Run:
        found = msgspec.structs.replace(found, name=name)
        self._fresh[name] = (text, found)
        return found

    def write(self) -> None:
        """Keeps the results for the next time. Where nothing can be written, they are found again then."""
        if self._fresh == self._known:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            written = self._file.with_suffix(f".{os.getpid()}")
            written.write_bytes(msgspec.json.encode(self._fresh))
            written.replace(self._file)
            others = sorted(self._file.parent.glob("*.json"), key=lambda path: path.stat().st_mtime)
            for old in others[:-MOST_KEPT]:
                old.unlink(missing_ok=True)
        except OSError:
            return


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "archivist" / "runs"


def engine(root: Path) -> str:
    """A fingerprint of the whole package, cards included: everything that a run could depend on."""
    package = root / "src" / "archivist"
    files = sorted(path for path in package.rglob("*") if path.suffix in (".py", ".yaml", ".json") and path.is_file())
    return fingerprint(b"".join(path.relative_to(package).as_posix().encode() + path.read_bytes() for path in files))


def keep(engine: str, played: Iterable[tuple[Run, str]]) -> None:
    """Keeps runs of scenarios, named by their path in the checkout, each with the fingerprint of the file played."""
    kept = _Kept(engine)
    kept.keep_known()
    for found, file in played:
        kept.put(found.name, file, found)
    kept.write()


def fingerprint(data: bytes) -> str:
    """What stands for a file or a package."""
    return hashlib.sha256(data).hexdigest()[:24]
