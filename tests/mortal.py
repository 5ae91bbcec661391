"""A bot for the tests whose process dies in the middle of a game: once, or whenever it plays a certain seed."""

from __future__ import annotations

import os
from pathlib import Path

from archivist.bots import Choice
from archivist.bots.by_chance import ByChance
from archivist.view import View

ONCE = "ARCHIVIST_DIES_ONCE"
"""The variable that names the file which says that it has died."""
ALWAYS = "ARCHIVIST_DIES_ALWAYS"


class Mortal:
    """Plays as the bot `random`; its twelfth choice is its process's last."""

    def __init__(self, seed: int) -> None:
        self._player = ByChance(seed)
        self._choices = 0

    def choose(self, view: View) -> Choice:
        self._choices += 1
        if self._choices == 12:
            self._die()
        return self._player.choose(view)

    def _die(self) -> None:
        if os.environ.get(ALWAYS):
            os._exit(9)
        if os.environ.get(ONCE):
            try:
                Path(os.environ[ONCE]).touch(exist_ok=False)
            except FileExistsError:
                return
            os._exit(9)
