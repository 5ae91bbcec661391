"""Instructions on the game itself: ending a phase or the turn, winning and losing, rolling a die."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model import events
from archivist.model.card import Seat
from archivist.model.state import State
from archivist.rules.effects.events import tell
from archivist.rules.effects.instructions.carrying_out import Run, carries_out
from archivist.vocabulary.effects.ending_phases_and_games import DrawGame, EndPhase, EndTurn, Lose, Roll, Win


@carries_out(EndPhase)
def end_phase(run: Run, node: EndPhase) -> None:
    """The phase ends once this has resolved and its card has gone to its zone (turn.5.4); in combat, the combat.

    Rules: turn.5, turn.5.1.
    """
    _stop(run.state, "combat" if run.state.combat is not None else "phase")


@carries_out(EndTurn)
def end_turn(run: Run, node: EndTurn) -> None:
    """The turn ends once this has resolved and its card has gone to its zone (turn.5.4).

    Rules: turn.5, turn.5.3.
    """
    _stop(run.state, "turn")


def _stop(state: State, what: str) -> None:
    """Notes what ends; the end of the turn takes the phase along."""
    if state.turn.stop != "turn":
        state.alter_turn(stop=what)


@carries_out(Win)
def win(run: Run, node: Win) -> None:
    _decide(run.state, "win", run.players(node.who))


@carries_out(Lose)
def lose(run: Run, node: Lose) -> None:
    _decide(run.state, "lose", run.players(node.who))


@carries_out(DrawGame)
def draw_game(run: Run, node: DrawGame) -> None:
    _decide(run.state, "draw", run.state.living())


def _decide(state: State, fate: str, seats: Sequence[Seat]) -> None:
    """Notes that players win, lose or draw; the next check settles it, before anybody can act (turn.9.1)."""
    for seat in seats:
        state.alter_player(seat, fate=(*state.players[seat].fate, fate))


@carries_out(Roll)
def roll(run: Run, node: Roll) -> None:
    """Every side is equally likely, and the die is rolled as the effect resolves (timing.10.2)."""
    sides = int(node.die[1:])
    result = 1 + run.state.random(sides)
    run.did(result)
    tell(run.state, events.Roll(("timing.10.2",), run.you, amount=result, sides=sides))
