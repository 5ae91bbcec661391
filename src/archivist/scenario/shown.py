"""What a run shows: the rules that its events, its decisions and its refusals carry, and those behind what it reads.

A scenario cites rules; what it shows is measured. Only what happens, is asked or is refused in the game counts: the rules
against a step that words something the game never asks prove nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from archivist.model.card import Card, Seat
from archivist.model.decision import Action, Decision, Play
from archivist.model.errors import Illegal
from archivist.model.event import Event
from archivist.model.state import State
from archivist.notation.playing import Playing
from archivist.rules.catalogue import covers, definitions
from archivist.rules.citations import plays, readings
from archivist.rules.legal_actions.offers import asking
from archivist.rules.playing_cards.permissions import licences


class Shown:
    """The rules that a run has shown so far, besides those of the events, which the game keeps itself."""

    def __init__(self) -> None:
        self._rules: set[str] = set()

    def asked(self, game: Playing, asked: Decision | None) -> None:
        """A player decides: something that is asked, or which action to take."""
        if asked is not None:
            self._rules.update(asked.rules)
        elif game.acting:
            self._rules.update(asking(game.state))

    def refused(self, illegal: Illegal | None) -> None:
        """The engine refuses an action, or says why it is not offered."""
        if illegal is not None:
            self._rules.update(illegal.rules)

    def told(self, events: Iterable[Event]) -> None:
        """What has happened in a play before it was refused, and is undone with it."""
        self._rules.update(rule for event in events for rule in event.rules)

    def allowed(self, game: Playing, seat: Seat, action: Action) -> None:
        """The engine offers a play: what permits it counts."""
        if isinstance(action, Play):
            card = game.state.cards[action.card]
            for licence in licences(game.state, seat, card, action.way):
                self._rules.update(licence.rules)
                self._rules.update(plays.of_licence(game.state, seat, action.way, card, licence))

    def read(self, state: State, card: Card, names: Iterable[str]) -> None:
        """Values of a card are read and found as expected: the rules that make them so count."""
        for name in names:
            self._rules.update(readings.of_property(state, card, name))

    def seen(self, zone: str, cards: Iterable[Card]) -> None:
        """What a player sees of a zone is found as expected."""
        self._rules.update(readings.of_zone(zone, cards))

    def all(self, game: Playing) -> tuple[str, ...]:
        """Every rule that the run has shown, in the order of their ids."""
        told = (rule for event in (*game.events_since(0), *game.unfinished) for rule in event.rules)
        return tuple(sorted({*self._rules, *told}))


def unproved(cites: Iterable[str], shown: Iterable[str]) -> tuple[str, ...]:
    """The cited rules that a run fails to prove.

    Every cited rule must be shown. A definition need not be shown if another cited rule is; alone it proves nothing.
    """
    cited = tuple(cites)
    missing = unshown(cited, shown)
    rules = tuple(rule for rule in missing if rule not in definitions())
    return cited if cited and len(missing) == len(cited) else rules


def unshown(cites: Iterable[str], shown: Iterable[str]) -> tuple[str, ...]:
    """The cited rules that are not shown, neither themselves nor by a clause under them, as for `illegal`."""
    there = tuple(shown)
    return tuple(rule for rule in cites if not any(covers(rule, each) for each in there))
