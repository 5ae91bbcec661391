"""What a run shows: the rules that its events, its decisions and its refusals carry.

A scenario cites rules; what it shows is measured. Only what the engine itself says counts: the runner has rules of its
own to refuse what a step words wrongly, and these prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from archivist.game import Game
from archivist.model.decision import Decision
from archivist.model.errors import Illegal
from archivist.rules.catalogue import covers
from archivist.rules.offers import asking


class Shown:
    """The rules that a run has shown so far, besides those of the events, which the game keeps itself."""

    def __init__(self) -> None:
        self._rules: set[str] = set()

    def asked(self, game: Game, asked: Decision | None) -> None:
        """A player decides: something that is asked, or which action to take."""
        if asked is not None:
            self._rules.update(asked.rules)
        elif game.acting:
            self._rules.update(asking(game.state))

    def refused(self, illegal: Illegal | None) -> None:
        """The engine refuses an action, or says why it is not offered."""
        if illegal is not None:
            self._rules.update(illegal.rules)

    def all(self, game: Game) -> tuple[str, ...]:
        """Every rule that the run has shown, in the order of their ids."""
        told = (rule for event in game.events_since(0) for rule in event.rules)
        return tuple(sorted({*self._rules, *told}))


def unshown(cites: Iterable[str], shown: Iterable[str]) -> tuple[str, ...]:
    """The cited rules that are not shown, neither themselves nor by a clause under them, as for `illegal`."""
    there = tuple(shown)
    return tuple(rule for rule in cites if not any(covers(rule, each) for each in there))
