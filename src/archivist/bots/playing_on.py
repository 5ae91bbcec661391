"""Playing on quickly in a guessed game for some turns: the turn player makes the best single moves, the others pass."""

from __future__ import annotations

from archivist.bots.dice import Dice
from archivist.bots.foresight import WORTHWHILE, Foresight, Nodes, alike, is_quiet
from archivist.bots.thinker import pending
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Answer, Pass
from archivist.model.errors import Illegal

BREADTH = 3
"""How many answers are tried where a move needs further decisions."""
UNTRIED = 1e9
"""The expected gain of a move that has not been tried yet."""


class Experience:
    """What trying moves has shown: for each player what the moves gained, and the answers they need."""

    def __init__(self, players: int) -> None:
        self.gains: list[dict[object, float]] = [{} for _ in range(players)]
        self.habits: list[dict[object, Answer]] = [{} for _ in range(players)]


class PlayingOn:
    """Plays guessed games on, for all players.

    A move is expected to gain what it gained when it was last tried, in any of the games. Only the most promising moves
    are tried again, and moves that gained nothing are not. That makes it quick: each move is tried about once, instead
    of once for each choice.
    """

    def __init__(self, experience: Experience, dice: Dice, nodes: Nodes) -> None:
        self._sights = [Foresight(seat, dice, nodes, BREADTH, habits) for seat, habits in enumerate(experience.habits)]
        self._hopes = experience.gains
        self._nodes = nodes

    def sight(self, seat: Seat) -> Foresight:
        return self._sights[seat]

    def hope(self, seat: Seat, move: object) -> float | None:
        """What a player gained by a move when it was last tried."""
        return self._hopes[seat].get(move)

    def note(self, seat: Seat, move: object, gained: float) -> None:
        self._hopes[seat][move] = gained

    def until(self, game: Game, turn: int) -> Game:
        """Plays a game on until a turn begins or the game is over, changing it in place where nothing is tried."""
        while not self._ended(game, turn):
            try:
                game = self._best_move(game) if thinks(game) else self._without_thinking(game)
            except Illegal:
                break
        return game

    def onward(self, game: Game, turn: int) -> Game:
        """Plays a game on, in place, until a player considers a move, a turn begins or the game is over."""
        while not self._ended(game, turn) and not thinks(game):
            try:
                game = self._without_thinking(game)
            except Illegal:
                break
        return game

    def _ended(self, game: Game, turn: int) -> bool:
        return game.over or game.state.turn.number >= turn

    def _without_thinking(self, game: Game) -> Game:
        return self._passed(game) if is_quiet(game) else self._sights[game.state.turn.player].settled(game)

    def _passed(self, game: Game) -> Game:
        self._nodes.take()
        game.give(Pass())
        return game

    def _best_move(self, game: Game) -> Game:
        """The game after the most promising move, or after a pass if no move gains anything."""
        seat = game.state.turn.player
        sight, hopes = self._sights[seat], self._hopes[seat]
        here = sight.worth(game)
        left = moves(game)
        del left[Pass()]
        tried: dict[object, Game] = {}
        while left:
            best = max(left, key=lambda move: hopes.get(move, UNTRIED))
            if hopes.get(best, UNTRIED) <= WORTHWHILE:
                break
            if best in tried:
                return tried[best]
            ahead = sight.after(game, left[best])
            if ahead is None:
                del left[best]
                continue
            tried[best] = ahead
            hopes[best] = sight.worth(ahead) - here
        return self._passed(game)


def moves(game: Game) -> dict[object, Answer]:
    """The actions that can be taken in a quiet position, passing included, by what distinguishes them."""
    return {alike(game.state, answer): answer for answer in pending(game).answers()}


def thinks(game: Game) -> bool:
    """Whether the turn player may play cards and attack; in all other windows players pass."""
    turn = game.state.turn
    return is_quiet(game) and game.to_act == turn.player and turn.phase in ("main", "materialize")
