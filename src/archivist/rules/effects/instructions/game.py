"""Verbs about the game itself: ending a phase or the turn, winning and losing, rolling a die."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model.card import Seat
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.copies import CopyVerbs


class GameVerbs(CopyVerbs):
    """Verbs about the game, its turn and its phases."""

    def end_phase(self) -> None:
        """The phase ends once this has resolved and its card has gone to its zone (turn.5.4); in combat, the combat."""
        self._stop("combat" if self.state.combat is not None else "phase")

    def end_turn(self) -> None:
        """The turn ends once this has resolved and its card has gone to its zone (turn.5.4)."""
        self._stop("turn")

    def _stop(self, what: str) -> None:
        """Notes what ends; the end of the turn takes the phase along."""
        if self.state.turn.stop != "turn":
            self.state.alter_turn(stop=what)

    def decide_game(self, fate: str, seats: Sequence[Seat]) -> None:
        """Notes that players win, lose or draw; the next check settles it, before anybody can act (turn.9.1)."""
        for seat in seats:
            player = self.state.players[seat]
            self.state.alter_player(seat, fate=(*player.fate, fate))

    def roll(self, sides: int) -> None:
        """Every side is equally likely, and the die is rolled as the effect resolves (timing.10.2)."""
        result = 1 + self.state.random(sides)
        self.did(result)
        say(self.state, "roll", "timing.10.2", player=self.you, amount=result, note=f"D{sides}")
