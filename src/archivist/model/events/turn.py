"""The course of the game: beginning, turns, phases, Opportunity, losing (turn; timing)."""

from __future__ import annotations

from archivist.model.event import Event, GameEvent, Told


class DecksPlaced(Told, frozen=True, tag="decks placed"):
    """A player places their decks."""


class FirstPlayer(Told, frozen=True, tag="first player"):
    """Who goes first."""


class Turn(Event, frozen=True, kw_only=True, tag="turn"):
    """A player's turn begins."""

    number: int


class Phase(GameEvent, frozen=True, kw_only=True, tag="phase"):
    """A phase begins."""

    phase: str


class Skip(Event, frozen=True, kw_only=True, tag="skip"):
    """A phase is skipped."""

    phase: str


class MainAgain(Told, frozen=True, tag="main again"):
    """The main phase goes on after combat."""


class CleanUp(Told, frozen=True, tag="clean up"):
    """The clean-up at the end of a turn."""


class Expire(Event, frozen=True, kw_only=True, tag="expire"):
    """Effects that last for a span of time end with it."""

    span: str


class Ends(Event, frozen=True, kw_only=True, tag="ends"):
    """An effect ends the combat, the phase or the turn."""

    what: str


class Lapses(Told, frozen=True, tag="lapses"):
    """The turn of a player who has left would begin."""


# -- Opportunity -------------------------------------------------------------------------------------------------


class Opportunity(Event, frozen=True, kw_only=True, tag="opportunity"):
    """A player is given Opportunity in a phase."""

    phase: str


class Pass(Told, frozen=True, tag="pass"):
    """A player passes."""


class Decline(Told, frozen=True, tag="decline"):
    """A player does not materialize."""


class Closed(Told, frozen=True, tag="closed"):
    """Nobody can have Opportunity now."""


class NoOpportunity(Told, frozen=True, tag="no opportunity"):
    """The top of the stack resolves though nobody has had Opportunity."""


# -- the end -----------------------------------------------------------------------------------------------------


class Lose(Told, frozen=True, tag="lose"):
    """A player loses the game."""


class NotAsked(Told, frozen=True, tag="not asked"):
    """A player who has left is not asked."""


class GameOver(Told, frozen=True, tag="game over"):
    """The game is over; the player is the winner."""
