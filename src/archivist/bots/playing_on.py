"""Playing on quickly in a guessed game, some turns far: whose turn it is makes the best single moves, the others pass."""

from __future__ import annotations

from archivist.arena.playing import Dice
from archivist.bots.foresight import WORTHWHILE, Foresight, Nodes, alike, is_quiet
from archivist.game import Game
from archivist.model.decision import Pass
from archivist.model.errors import Illegal

BREADTH = 3
"""How many answers are tried where a move needs further decisions."""
UNTRIED = 1e9
"""What is hoped of a move that was not tried yet."""


class PlayingOn:
    """Plays guessed games on, for all players."""

    def __init__(self, players: int, dice: Dice, nodes: Nodes) -> None:
        self._sights = [Foresight(seat, dice, nodes, BREADTH) for seat in range(players)]
        self._nodes = nodes

    def until(self, game: Game, turn: int) -> Game:
        """Plays a game on, in place where nothing is tried, until a turn begins or the game is over."""
        hopes: dict[object, float] = {}
        number = game.state.turn.number
        while not game.over and game.state.turn.number < turn:
            if game.state.turn.number != number:
                hopes, number = {}, game.state.turn.number
            try:
                game = self._step(game, hopes)
            except Illegal:
                break
        return game

    def _step(self, game: Game, hopes: dict[object, float]) -> Game:
        """One move, or a pass, or whatever leads to where one can be made."""
        if not is_quiet(game):
            return self._turn_player(game).settled(game)
        found = self._move(game, hopes) if self._worth_thinking(game) else None
        if found is not None:
            return found
        self._nodes.take()
        game.give(Pass())
        return game

    def _turn_player(self, game: Game) -> Foresight:
        return self._sights[game.state.turn.player]

    def _worth_thinking(self, game: Game) -> bool:
        """Whether it is the turn player's time to play cards and attack; other windows are left to pass."""
        turn = game.state.turn
        return game.to_act == turn.player and turn.phase in ("main", "materialize")

    def _move(self, game: Game, hopes: dict[object, float]) -> Game | None:
        """The best move, if it gains anything.

        What a move gained before another was made is what is hoped of it: only the most hopeful are tried again.
        """
        decision = game.decision
        assert decision is not None
        sight = self._turn_player(game)
        here = sight.worth(game)
        moves = {alike(game.state, answer): answer for answer in decision.answers() if not isinstance(answer, Pass)}
        tried: dict[object, Game] = {}
        while moves:
            best = max(moves, key=lambda key: hopes.get(key, UNTRIED))
            if best in tried:
                return tried[best] if hopes[best] > WORTHWHILE else None
            if hopes.get(best, UNTRIED) <= WORTHWHILE:
                return None
            ahead = sight.after(game, moves[best])
            if ahead is None:
                del moves[best]
                continue
            tried[best] = ahead
            hopes[best] = sight.worth(ahead) - here
        return None
