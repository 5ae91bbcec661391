"""The work of the judge's desk: playing a scenario, asking about it, putting cards into it. For a process of its own."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
import yaml

from archivist.cards import pool
from archivist.game import Game
from archivist.model.errors import ArchivistError, ScenarioError, UnknownName
from archivist.notation.naming import PLAYERS
from archivist.notation.narration import taken_apart
from archivist.rules.catalogue import catalogue
from archivist.scenario import read, run
from archivist.scenario.asking import Play, at, plays, verdict
from archivist.scenario.reading import Scenario
from archivist.server.errors import Refusal
from archivist.server.sight import sight
from archivist.server.tiles import Line, Reasoned, Sight, Verdict
from archivist.yaml_reader import YamlProblem, read_yaml

ZONES: Final = ("champion", "field", "hand", "memory", "graveyard", "banishment", "deck", "material", "pantheon")
"""Where a card can be put when a position is built."""
CHAMPION: Final = "Spirit of Wind"
"""The champion of a player for whom none was chosen."""
_LINE: Final = re.compile(r":(\d+): ")


class Stepped(msgspec.Struct, frozen=True):
    """A step of a scenario: how it is written and in which line, and what happened in it."""

    number: int
    line: int
    text: str
    lines: tuple[Line, ...]


class Judged(msgspec.Struct, frozen=True):
    """What came of a scenario: ``pass``, ``fail`` or ``error`` with the problem and its line, and the table after a step."""

    status: str
    title: str = ""
    problem: str = ""
    line: int = 0
    cites: tuple[str, ...] = ()
    steps: tuple[Stepped, ...] = ()
    at: int = 0
    total: int = 0
    sight: Sight | None = None
    deciding: str = ""
    plays: tuple[Play, ...] = ()


def judged(text: str, step: int = -1) -> Judged:
    """Plays a scenario, and shows the table after one of its steps, or after the last that went as it says."""
    try:
        scenario = read(text, need_steps=False)
    except ArchivistError as error:
        return Judged("error", problem=_said(error), line=_line(error))
    total = len(scenario.steps)
    if not total:
        return _shown(scenario, Judged("setup", scenario.title, cites=scenario.cites), 0)
    try:
        report = run(scenario)
    except ArchivistError as error:
        found = Judged("error", scenario.title, _said(error), _line(error), scenario.cites, total=total)
        return _shown(scenario, found, max(step, 0), careful=True)
    steps = tuple(
        Stepped(each.number, each.line, each.step, tuple(_told(line) for line in each.lines)) for each in report.trace
    )
    status = "pass" if report.passed else "fail"
    line = 0 if report.passed or not steps else steps[-1].line
    found = Judged(status, scenario.title, report.difference, line, scenario.cites, steps, total=total)
    reached = total if report.passed else max(len(steps) - 1, 0)
    return _shown(scenario, found, reached if step < 0 else min(step, reached))


def _shown(scenario: Scenario, found: Judged, step: int, *, careful: bool = False) -> Judged:
    """The same with the table after a step; where that cannot be reached, with the table before anything is played."""
    try:
        table = at(scenario, step)
    except ArchivistError:
        if not careful or not step:
            return found
        return _shown(scenario, found, 0, careful=True)
    game = table.own_game
    seat = game.to_act
    can = tuple(plays(game)) if seat is not None and game.decision is not None and game.decision.form == "act" else ()
    return msgspec.structs.replace(
        found,
        at=step,
        total=len(scenario.steps),
        sight=sight(game, everything=True),
        deciding="" if seat is None else table.players[seat],
        plays=can,
    )


def _told(line: str) -> Line:
    text, rules = taken_apart(line)
    return Line(0, text.strip(), rules)


def _said(error: ArchivistError) -> str:
    return str(error).removeprefix("<scenario>:")


def _line(error: ArchivistError) -> int:
    found = _LINE.search(str(error))
    return int(found[1]) if found else 0


def asked(text: str, step: int, play: str) -> Verdict:
    """Whether a play is legal in a scenario after a step, and every reason why not."""
    scenario = read(text, need_steps=False)
    table = at(scenario, None if step < 0 else step)
    found = verdict(table, play)
    if found.legal:
        return Verdict(f"{found.player} can do that: {found.play}.")
    reasons = tuple(Reasoned(each.why, tuple(each.rules), _stated(each.rules[0])) for each in found.reasons)
    return Verdict(f"{found.player} cannot do that now: {found.play}.", reasons)


def _stated(id: str) -> str:
    found = catalogue().get(id)
    return "" if found is None else found.statement


def played(text: str) -> str:
    """The replay of a scenario with its steps."""
    return Game.from_scenario(text, play=bool(read(text, need_steps=False).steps)).to_replay()


def with_card(text: str, player: str, zone: str, name: str) -> str:
    """A scenario with one card more. The text is written anew; comments in it are lost."""
    if player not in PLAYERS or zone not in ZONES:
        raise Refusal(f"a card goes to a player ({', '.join(PLAYERS)}) and a zone ({', '.join(ZONES)})")
    try:
        found = pool().called(name).name
    except UnknownName as unknown:
        raise Refusal(str(unknown)) from None
    try:
        whole: Any = read_yaml(text) if text.strip() else {"title": "A position"}
    except YamlProblem as problem:
        raise ScenarioError(f"the text cannot be read: {problem}") from None
    if not isinstance(whole, dict):
        raise ScenarioError("a scenario is a list of keys such as title, setup and steps")
    setup = whole.setdefault("setup", {})
    if not isinstance(setup, dict):
        raise ScenarioError("the setup is a list of players")
    side = setup.setdefault(player, {})
    if not isinstance(side, dict):
        raise ScenarioError(f"the setup of {player} is a list of zones")
    there = side.get(zone, [])
    side[zone] = [*(there if isinstance(there, list) else [there]), found]
    for each in PLAYERS[:2]:
        setup.setdefault(each, {}).setdefault("champion", [CHAMPION])
    return yaml.safe_dump(whole, sort_keys=False, allow_unicode=True, width=100)
