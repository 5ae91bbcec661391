"""A bot for the tests that is loaded by its name, as anybody's own bot is."""

from __future__ import annotations

from archivist.bots import Choice
from archivist.bots.by_chance import ByChance
from archivist.view import View


class Passive:
    """Passes whenever that is possible."""

    def __init__(self, seed: int) -> None:
        self._otherwise = ByChance(seed)

    def choose(self, view: View) -> Choice:
        assert view.decision is not None
        if view.decision.form == "act" and "pass" in view.decision.options:
            return view.decision.options.index("pass")
        return self._otherwise.choose(view)
