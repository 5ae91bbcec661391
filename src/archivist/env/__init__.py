"""Environments for agents that learn: PettingZoo's for all seats, Gymnasium's for one seat against bots (extra `agents`).

`from archivist.env import archivist_v0; archivist_v0.env()` is the first, `gymnasium.make("archivist.env:Archivist-v0")`
the second, and `duels(8)`, or `gymnasium.make_vec`, many of these at once.
"""

from __future__ import annotations

try:
    import gymnasium
    import numpy  # noqa: F401
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(f"archivist.env needs {error.name}: pip install 'archivist[agents]'", name=error.name) from None

from archivist.env import archivist_v0
from archivist.env.duel import Duel, duels
from archivist.env.encoding import ENCODING, decode, encode, specification

NAME = "Archivist-v0"
"""The name under which Gymnasium knows the environment of one seat."""

if NAME not in gymnasium.registry:
    gymnasium.register(
        id=NAME,
        entry_point="archivist.env.duel:Duel",
        vector_entry_point="archivist.env.duel:duels",
    )

__all__ = ["ENCODING", "NAME", "Duel", "archivist_v0", "decode", "duels", "encode", "specification"]
