"""What a table is made of: its seats, format, decks and seed, and how it is to be played."""

from __future__ import annotations

import msgspec

from archivist.decks import Deck
from archivist.model.card import Seat

PERSON = "human"
"""How a log names a player that is no bot."""


class Brought(msgspec.Struct, frozen=True):
    """A deck that a player brings, and what it is called."""

    title: str
    deck: Deck


class Chair(msgspec.Struct, frozen=True):
    """A seat: what its player is called, the bot that plays there if one does, and the deck."""

    name: str = ""
    bot: str = ""
    deck: Brought | None = None

    @property
    def player(self) -> str:
        """Who plays, as a log says it."""
        return self.bot or PERSON


class Clock(msgspec.Struct, frozen=True):
    """How long a player may think: for the whole game, and what every own answer adds. In seconds."""

    total: float
    bonus: float = 0.0


class Match(msgspec.Struct, frozen=True):
    """Which game of a match this is, what each seat has won, and who won the last game.

    `winner` is a seat of the table before; `loser_first` is what the other one chose.
    """

    game: int = 1
    wins: tuple[int, ...] = ()
    winner: Seat | None = None
    loser_first: bool | None = None


class Setting(msgspec.Struct, frozen=True):
    """Everything that makes a game: with the answers it is that game and no other."""

    seats: tuple[Chair, ...]
    seed: int
    format: str = "standard"
    clock: Clock | None = None
    best_of: int = 1
    match: Match = Match()
    kept_for: tuple[Seat, ...] = ()
    """For which seats of the table before the seats are kept; nobody else can sit down there."""
    analysis: bool = False
    """Whether it is an analysis board: one token plays every seat, always the one that must decide."""
    parent: str = ""
    """The board or replay from which an analysis board has branched."""

    def decks(self) -> list[Deck]:
        """The decks of all seats, all of which are filled."""
        found = [chair.deck.deck for chair in self.seats if chair.deck is not None]
        assert len(found) == len(self.seats)
        return found

    def people(self) -> list[Seat]:
        """The seats of people."""
        return [seat for seat, chair in enumerate(self.seats) if not chair.bot]

    @property
    def alone(self) -> bool:
        """Whether one person plays, so that nobody else minds what is taken back."""
        return self.analysis or len(self.people()) < 2

    @property
    def filled(self) -> bool:
        """Whether everybody is there, with a deck."""
        return all(chair.deck is not None and (chair.bot or chair.name) for chair in self.seats)
