"""Playing on quickly in a guessed game for some turns: the turn player makes the best single moves, the others pass."""

from __future__ import annotations

from collections import Counter

from archivist.bots.dice import Dice
from archivist.bots.foresight import WORTHWHILE, Foresight, Nodes, alike, is_quiet
from archivist.bots.thinker import pending
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Answer, Pass
from archivist.model.errors import Illegal

BREADTH = 3
"""How many answers are tried where a move needs further decisions."""
AGAIN = 8
"""A move that gained nothing is tried again once in so many times: the position may be another one."""
UNTRIED = 1e9
"""The expected gain of a move that has not been tried yet."""


class Experience:
    """What trying moves has shown: for each player what the moves gained, and the answers they need.

    A move may gain much the first time in a turn and nothing the second time, or in another turn. So gains are known by
    the number of the turn, how often the move was made in it before, and the move.
    """

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
        self._sights = [
            Foresight(seat, dice, nodes, BREADTH, habits, experience.gains[seat])
            for seat, habits in enumerate(experience.habits)
        ]
        self._gains = experience.gains
        self._dice = dice
        self._nodes = nodes

    def sight(self, seat: Seat) -> Foresight:
        return self._sights[seat]

    def gain(self, seat: Seat, turn: int, move: object) -> float | None:
        """What a player gained by a move in a turn when it was last tried as the first of its kind."""
        return self._gains[seat].get((turn, 0, move))

    def note(self, seat: Seat, turn: int, move: object, gained: float) -> None:
        self._gains[seat][turn, 0, move] = gained

    def until(self, game: Game, turn: int, made: object = None) -> Game:
        """Plays a game on until a turn begins or the game is over, changing it in place where nothing is tried.

        `made` is a move that the turn player has just made.
        """
        now, often = game.state.turn.number, Counter([made])
        while not (game.over or game.state.turn.number >= turn):
            if game.state.turn.number != now:
                now, often = game.state.turn.number, Counter()
            try:
                game = self._best_move(game, often) if thinks(game) else self._without_thinking(game)
            except Illegal:
                break
        return game

    def _without_thinking(self, game: Game) -> Game:
        return self._passed(game) if is_quiet(game) else self._sights[game.state.turn.player].settled(game)

    def _passed(self, game: Game) -> Game:
        self._nodes.take()
        game.give(Pass())
        return game

    def _best_move(self, game: Game, often: Counter[object]) -> Game:
        """The game after the most promising move, or after a pass if no move gains anything.

        `often` is how often each move was made this turn.
        """
        seat, turn = game.state.turn.player, game.state.turn.number
        sight, gains = self._sights[seat], self._gains[seat]
        here = sight.worth(game)
        left = moves(game)
        del left[Pass()]
        known = {move: (turn, often[move], move) for move in left}
        for key in known.values():
            if gains.get(key, UNTRIED) <= WORTHWHILE and not self._dice.below(AGAIN):
                del gains[key]
        tried: dict[object, Game] = {}
        while left:
            best = max(left, key=lambda move: gains.get(known[move], UNTRIED))
            if gains.get(known[best], UNTRIED) <= WORTHWHILE:
                break
            if best in tried:
                often[best] += 1
                return tried[best]
            ahead = sight.after(game, left[best])
            if ahead is None:
                del left[best]
                continue
            tried[best] = ahead
            gains[known[best]] = sight.worth(ahead) - here
        return self._passed(game)


def moves(game: Game) -> dict[object, Answer]:
    """The actions that can be taken in a quiet position, passing included, by what distinguishes them."""
    return {alike(game.state, answer): answer for answer in pending(game).answers()}


def thinks(game: Game) -> bool:
    """Whether the turn player may play cards and attack; in all other windows players pass."""
    turn = game.state.turn
    return is_quiet(game) and game.to_act == turn.player and turn.phase in ("main", "materialize")
