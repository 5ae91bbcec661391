"""Making a failure small: a scenario that begins as late as possible, with only the cards and steps that it needs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from archivist.arena.invariants import BrokenInvariant, Watch
from archivist.arena.trying import Failed, check_refusal, tried
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Action, Answer
from archivist.model.errors import EndlessLoop, Illegal, ScenarioError
from archivist.notation.naming import PLAYERS, repeated
from archivist.scenario.describing import listed
from archivist.scenario.reading import Scenario, read_text, start
from archivist.scenario.running import played
from archivist.scenario.table import Refused, Table
from archivist.scenario.writing import Scribe, Unwritable, starting_points, text

Parts = dict[str, Any]
"""A scenario in the making: title, seed, cards, set-up and steps."""
Way = tuple[str | int, ...]
"""The keys and positions that lead to a part of it."""

BACK = 12
"""How many starting points are tried, from the latest back."""
TRIES = 2_000
"""How many smaller scenarios are tried."""
PATIENCE = 5.0
"""Seconds after which a scenario is taken for one that hangs."""
KEPT = ("card", "token", *PLAYERS[:2])
"""What cannot be left out of a mapping."""


def small_scenario(game: Game, answer: Answer, failed: Failed) -> str:
    """A small scenario that fails as this game does if the answer is given next.

    Raises Unwritable if no set-up leads there, or none of those that do has the same failure.
    """
    reasons: dict[str, None] = {}
    for count, (parts, state, answers) in enumerate(starting_points(game, reasons)):
        if count == BACK:
            break
        scribe = Scribe(state)
        scribe.follow(answers, with_forced=game.asks_forced)
        scribe.note(answer, with_forced=game.asks_forced)
        whole = {"title": failed.problem.partition("\n")[0], **parts, "steps": scribe.steps}
        if repeats(whole, failed):
            return _commented(smallest(whole, lambda smaller: repeats(smaller, failed)), failed)
        reasons["a scenario from there does not fail"] = None
    raise Unwritable(f"no scenario repeats this failure: {'; '.join(reasons)}")


def _commented(parts: Parts, failed: Failed) -> str:
    """The scenario as text, with the failure in comments above it."""
    lines = "\n".join((failed.problem, failed.where)).strip().splitlines()
    return "".join((*(f"# {line}\n" for line in lines), text(parts)))


# -- playing with a watch ----------------------------------------------------------------------------------------


class Watched(Table):
    """A table at which everything is checked after every decision."""

    def __init__(self, scenario: Scenario, game: Game) -> None:
        super().__init__(scenario, game)
        self._watch = Watch(game)
        self._look()

    def begin(self, seat: Seat, action: Action) -> None:
        decision = self.game.decision
        offered = self.game.acting and decision is not None and action in decision.options
        self._checked(lambda: super(Watched, self).begin(seat, action), offered=offered)

    def answer(self, seat: Seat, answer: Answer) -> None:
        self._checked(lambda: super(Watched, self).answer(seat, answer), offered=False)

    def concede(self, seat: Seat) -> None:
        self._checked(lambda: super(Watched, self).concede(seat), offered=False)

    def _checked(self, doing: Callable[[], None], *, offered: bool) -> None:
        before = self.own_game.state.copy() if offered else None
        try:
            doing()
        except Refused as refused:
            if isinstance(refused.__cause__, Illegal):
                check_refusal(self.own_game, refused.__cause__, before)
            raise
        self._look()

    def _look(self) -> None:
        try:
            self._watch(self.own_game)
        except EndlessLoop as loop:
            raise BrokenInvariant(f"endless: {loop}") from None


def failure_of(scenario: str) -> Failed | None:
    """How a scenario fails when everything is watched; None if it does not fail, or not by a defect of the engine."""

    def play() -> None:
        read = read_text(scenario, "scenario")
        played(read, Watched(read, start(read)))

    return tried(play, PATIENCE, expected=ScenarioError)


def repeats(parts: Parts, failed: Failed) -> bool:
    """Whether a scenario fails in the same way."""
    found = failure_of(text(parts))
    return found is not None and found.kind == failed.kind


# -- leaving out -------------------------------------------------------------------------------------------------


def smallest(parts: Parts, fails: Callable[[Parts], bool]) -> Parts:
    """Leaves out whatever is not needed, big pieces first, until nothing more can go while it still fails."""
    attempts = _Attempts(_spread(parts), fails)
    attempts.leave_out_all()
    attempts.take(_unnumbered(attempts.parts))
    attempts.take({key: value for key, value in attempts.parts.items() if key != "seed"})
    attempts.leave_out_all()
    return _gathered(attempts.parts)


class _Attempts:
    """The smallest scenario found so far, and how many tries are left."""

    def __init__(self, parts: Parts, fails: Callable[[Parts], bool]) -> None:
        self.parts = parts
        self._fails = fails
        self._left = TRIES

    def take(self, smaller: Parts) -> bool:
        """Takes another scenario in place of the present one, if it fails as well."""
        self._left -= 1
        if self._left < 0 or smaller == self.parts or not self._fails(smaller):
            return False
        self.parts = smaller
        return True

    def leave_out_all(self) -> None:
        shrunk = True
        while shrunk and self._left > 0:
            shrunk = sum(self._leave_out(way) for way in list(_ways(self.parts))) > 0

    def _leave_out(self, way: Way) -> bool:
        """Leaves out entries at a place: all of them, halves, quarters and so on down to single ones, from the end."""
        shrunk = False
        span = len(_at(self.parts, way))
        while span:
            first = len(_at(self.parts, way)) - span
            while first >= 0:
                smaller = _without(self.parts, way, first, first + span)
                shrunk = (smaller is not None and self.take(smaller)) or shrunk
                first -= span
            span //= 2
        return shrunk


def _ways(parts: Parts) -> Iterator[Way]:
    """Every place from which something could be left out: the steps, the set-up, its zones, and marks on cards."""
    yield ("steps",)
    yield ("setup",)
    for player in PLAYERS:
        zones = parts["setup"].get(player, {})
        yield ("setup", player)
        for zone, entries in zones.items():
            yield ("setup", player, zone)
            marked = (index for index, entry in enumerate(entries) if isinstance(entries, list) and type(entry) is dict)
            yield from (("setup", player, zone, index) for index in marked)
    yield ("cards",)


def _at(parts: Parts, way: Way) -> Any:
    """What lies at a place; nothing if it has been left out."""
    found: Any = parts
    for key in way:
        if isinstance(found, dict):
            found = found.get(key, ())
        else:
            found = found[key] if isinstance(key, int) and key < len(found) else ()
    return found


def _without(parts: Parts, way: Way, first: int, last: int) -> Parts | None:
    """The scenario without some entries of a place; None where they cannot be left out."""
    entries = _at(parts, way)
    if isinstance(entries, dict):
        gone = {key for key in list(entries)[first:last] if key not in KEPT}
        rest: Any = {key: value for key, value in entries.items() if key not in gone}
    elif isinstance(entries, list):
        rest = [*entries[:first], *entries[last:]]
    else:
        return None
    smaller = deepcopy(parts)
    holder = _at(smaller, way[:-1])
    holder[way[-1]] = rest
    return smaller if len(rest) < len(entries) else None


# -- cards by the dozen ------------------------------------------------------------------------------------------


def _spread(parts: Parts) -> Parts:
    """The scenario with an entry for each card, where one stood for several."""
    return _with_zones(parts, lambda entries: [each for entry in entries for each in _singly(entry)])


def _singly(entry: Any) -> list[Any]:
    if isinstance(entry, str):
        count, name = repeated(entry)
        return [name] * count
    rest = {key: value for key, value in entry.items() if key != "count"}
    return [rest] * entry.get("count", 1)


def _gathered(parts: Parts) -> Parts:
    return _with_zones(parts, listed)


def _with_zones(parts: Parts, change: Callable[[list[Any]], list[Any]]) -> Parts:
    setup = {}
    for key, value in parts["setup"].items():
        zones = {
            zone: change(entries) if isinstance(entries, list) and zone != "champion" else entries
            for zone, entries in (value.items() if key in PLAYERS else ())
        }
        setup[key] = zones if key in PLAYERS else value
    return {**parts, "setup": setup}


def _unnumbered(parts: Parts) -> Parts:
    """The scenario with plain names in its steps instead of numbered ones, so that cards of the same name can be left
    out.
    """
    return {**parts, "steps": _plain(parts["steps"])}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {_plain(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return re.sub(r"#\d+$", "", value) if isinstance(value, str) else value
