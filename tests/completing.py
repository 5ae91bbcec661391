"""Whether an action can be completed, found out by trying every sequence of answers."""

from __future__ import annotations

from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Action
from archivist.model.errors import Illegal


class Search:
    """Tries every sequence of answers to an action, up to a number of tries."""

    def __init__(self, budget: int) -> None:
        self.left = budget

    def completes(self, game: Game, action: Action, seat: Seat) -> bool | None:
        """Whether some answers complete it; None if that was not found out."""
        first = game.copy()
        try:
            first.begin(action, seat)
        except Illegal:
            return False
        return self._goes_on(first)

    def _goes_on(self, game: Game) -> bool | None:
        decision = game.decision
        if game.acting or decision is None:
            return True
        surely = True
        for answer in decision.answers():
            self.left -= 1
            if self.left < 0:
                return None
            following = game.copy()
            try:
                following.answer(answer)
            except Illegal:
                continue
            found = self._goes_on(following)
            if found:
                return True
            surely = surely and found is not None
        return False if surely else None
