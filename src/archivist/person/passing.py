"""Passing without being asked: where nothing can be done, where a person said so, and stops that prevent it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from archivist.model import events
from archivist.model.errors import UnknownName, nearest
from archivist.model.event import Event
from archivist.view import View

PHASES: Final = ("wake up", "materialize", "recollection", "draw", "main", "combat", "end")
WHOSE: Final = ("my", "their")
Until = Literal["something", "turn"]


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a person is asked. They belong to the person, not to the game: undoing leaves them as they are.

    `auto` passes where passing is all that can be done. A stop asks in any case; a skip passes though something could be
    done, as long as nothing is on the stack and nobody attacks. Both name phases, perhaps only of ``my`` or ``their`` turn.
    `own` asks before one's own card or ability resolves.
    """

    auto: bool = True
    stops: tuple[str, ...] = ()
    skips: tuple[str, ...] = ()
    own: bool = True

    def stop(self, at: str) -> Settings:
        return replace(self, stops=_with(self.stops, at), skips=_without(self.skips, at))

    def skip(self, at: str) -> Settings:
        return replace(self, stops=_without(self.stops, at), skips=_with(self.skips, at))

    def ask(self, at: str) -> Settings:
        """Neither stops nor skips there."""
        return replace(self, stops=_without(self.stops, at), skips=_without(self.skips, at))


def _with(places: tuple[str, ...], at: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*places, at)))


def _without(places: tuple[str, ...], at: str) -> tuple[str, ...]:
    """Leaves out a place; a phase without a word before it also takes its two halves along."""
    return tuple(each for each in places if each != at and not (at in PHASES and each.endswith(f" {at}")))


def place(written: str) -> str:
    """A phase as a person writes it, perhaps of ``my`` or ``their`` turn. Raises UnknownName with the nearest."""
    words = written.casefold().replace("-", " ").split()
    whose = ""
    if words and words[0] in WHOSE:
        whose, words = f"{words[0]} ", words[1:]
    phase = " ".join(each for each in words if each != "phase")
    if not phase:
        raise UnknownName(f"a phase must be named: {', '.join(PHASES)}")
    begun = [each for each in PHASES if each.startswith(phase)]
    if len(begun) == 1:
        return whose + begun[0]
    close = nearest(phase, PHASES)
    told = f"; did you mean {close[0]}?" if close else f"; the phases are {', '.join(PHASES)}"
    raise UnknownName(f"no phase is named {phase!r}{told}")


def covers(places: tuple[str, ...], view: View) -> bool:
    """Whether the phase of a view is among the places."""
    whose = "my" if view.turn_player == view.seat else "their"
    return view.phase in places or f"{whose} {view.phase}" in places


def quiet(view: View) -> bool:
    """Whether nothing is on the stack and nobody attacks."""
    return not view.stack and view.phase != "combat"


HAPPENINGS: Final = (events.Play, events.Ability, events.Trigger, events.Copy, events.Attack, events.Redirect)
"""The kinds of events after which somebody may want to respond."""


Since = Callable[[int], Iterable[Event]]
"""The events after the first so many, such as `Game.events_since`."""


class Passing:
    """Decides for one person whether to pass without asking: by the settings, and by an order to go on passing.

    An order holds until something happens, and is forgotten as soon as the person is asked anything.
    """

    __slots__ = ("_begin", "_until", "settings")

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self._until: Until | None = None
        self._begin = 0

    def order(self, until: Until, begin: int) -> None:
        """Passes from now on, after so many events: until something happens, or whatever happens until the next turn."""
        self._until = until
        self._begin = begin

    def forget(self) -> None:
        self._until = None

    def passes(self, view: View, since: Since) -> bool:
        """Whether the decision of this view is to be passed without asking."""
        decision = view.decision
        assert decision is not None
        if decision.form != "act" or "pass" not in decision.options or covers(self.settings.stops, view):
            return False
        if self.settings.auto and len(decision.options) == 1:
            return True
        if decision.kind not in ("opportunity", "materialize"):
            return False
        if covers(self.settings.skips, view) and quiet(view):
            return True
        if not self.settings.own and view.stack and view.stack[0].controller == view.seat:
            return True
        return self._until is not None and not self._ends(view, since)

    def _ends(self, view: View, since: Since) -> bool:
        """Whether what an order waits for is there."""
        if view.turn_player == view.seat and view.phase in ("materialize", "main") and quiet(view):
            return True
        return self._until == "something" and any(isinstance(event, HAPPENINGS) for event in since(self._begin))
