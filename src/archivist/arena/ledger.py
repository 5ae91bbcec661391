"""The ledger: what the events alone tell of the game, to be laid beside the state. What one says the other must show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from archivist.game import Game
from archivist.model.card import OWN_ZONES
from archivist.model.event import Event
from archivist.model.state import State

Counts = dict[tuple[int, str], int]
"""How many cards lie in each zone of each player."""

REMADE = frozenset(("leaves the game", "lose", "generate"))
"""Events that take cards out of the game or bring them into it without moving them."""


class Ledger:
    """Counts the cards of every zone by the moves that are told, and notes whose turn and Opportunity it is.

    What happened before the last checkpoint is settled; what has happened since may still be undone, and is counted
    anew at each look.
    """

    def __init__(self, game: Game) -> None:
        self._settled = game.settled
        self._counts = counted(game.checkpoint)

    def problem(self, game: Game, recent: Sequence[Event]) -> str:
        """Where the events and the state of a game disagree; `recent` are those since the last look."""
        self._settle(game)
        return self._misplaced(game.state) or _moment(game, recent)

    def _misplaced(self, state: State) -> str:
        told = dict(self._counts)
        if not book(told, state, state.events):
            return ""
        for (seat, zone), n in counted(state).items():
            if told[seat, zone] != n:
                name = state.players[seat].name
                return f"the events leave {told[seat, zone]} cards in the {zone} of player {name}, and there are {n}"
        return ""

    def _settle(self, game: Game) -> None:
        """Books what was settled since the last look; a game that went back, or whose cards left it, is counted anew."""
        settled = game.settled
        if settled == self._settled:
            return
        fresh = game.events_since(self._settled)[: settled - self._settled] if settled > self._settled else []
        if settled < self._settled or not book(self._counts, game.checkpoint, fresh):
            self._counts = counted(game.checkpoint)
        self._settled = settled


def counted(state: State) -> Counts:
    return {(player.seat, zone): len(getattr(player, zone)) for player in state.players for zone in OWN_ZONES}


def book(counts: Counts, state: State, events: Iterable[Event]) -> bool:
    """Adds the moves that events tell of. Gives False where cards came or went otherwise than by moving."""
    for event in events:
        if event.kind in REMADE:
            return False
        if event.kind != "move" or event.player is None:
            continue
        if event.origin in OWN_ZONES:
            counts[event.player, event.origin] -= 1
        if event.zone in OWN_ZONES and not _vanishes(state, event):
            counts[event.player, event.zone] += 1
    return True


def _vanishes(state: State, event: Event) -> bool:
    """Whether what moved was a token or a copy, which exists in no such zone."""
    thing = event.subject.thing if event.subject is not None else None
    return thing is not None and state.cards[thing.id].token


def _moment(game: Game, events: Iterable[Event]) -> str:
    """Whether the turn and the Opportunity are those that were last told of, and the game is over if that was told."""
    state = game.state
    last = {event.kind: event for event in events}
    turn = last.get("turn")
    if turn is not None and (turn.player, turn.amount) != (state.turn.player, state.turn.number):
        return f"turn {turn.amount} of player {turn.player} was told, and it is turn {state.turn.number}"
    given = last.get("opportunity")
    if game.acting and given is not None and state.opportunity not in (None, given.player):
        return f"player {given.player} was given Opportunity by an event, but player {state.opportunity} has it"
    over = last.get("game over")
    if over is not None and (not state.over or over.player != state.winner):
        return f"the game was told to be over with the winner {over.player}, and it is not"
    return ""
