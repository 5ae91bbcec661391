"""What goes on at a table besides the game: offers, requests, clocks, results, and the next game."""

from __future__ import annotations

import msgspec


class Asked(msgspec.Struct, frozen=True):
    """Something that one player asks of the others: who asks, a name for the request, and who has agreed."""

    by: str
    id: str = ""
    agreed: tuple[str, ...] = ()


class Affairs(msgspec.Struct, frozen=True, omit_defaults=True):
    """The affairs of a table; all of it is open to everybody.

    `result` is how the game ended and `why`; `undo` and `draw` are what somebody has asked for. `clock` is how many
    seconds each player has left, and `running` since when the one who decides is thinking.
    """

    result: str = ""
    why: str = ""
    undo: Asked | None = None
    draw: Asked | None = None
    rematch: tuple[str, ...] = ()
    next: str = ""
    clock: tuple[float, ...] = ()
    running: float = 0.0
