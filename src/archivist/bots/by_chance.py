"""The bot `random`: a legal answer at random."""

from __future__ import annotations

from archivist.bots.dice import Dice, choose
from archivist.view import Choice, View


class ByChance:
    """Chooses at random, with dice of its own."""

    name = "random"
    exact = table = False

    def __init__(self, seed: int = 0) -> None:
        self._dice = Dice(seed)

    def choose(self, view: View) -> Choice:
        assert view.decision is not None
        return choose(view.decision, self._dice)
