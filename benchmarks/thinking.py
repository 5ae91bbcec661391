"""How fast the bot `search` thinks: the nodes it takes in a second of processor time, over fixed decisions."""

from __future__ import annotations

import time

from archivist.arena.playing import Dice, choose
from archivist.bots import choice_of
from archivist.bots.search import Search
from archivist.model.errors import Illegal
from benchmarks.random_play import new_game

NODES = 1_000
"""How many nodes it may take for a decision."""
DECISIONS = 6
"""For how many decisions it thinks."""


def nodes_per_second(nodes: int = NODES, decisions: int = DECISIONS) -> float:
    """Nodes a second for the first decisions with three or more options of a random game."""
    game, dice, bot, asked, spent = new_game(1), Dice(1), Search(1, nodes=nodes), 0, 0.0
    while asked < decisions and (decision := game.decision) is not None:
        if game.acting and len(decision.options) > 2:
            begun = time.process_time()
            choice_of(game, bot)
            spent += time.process_time() - begun
            asked += 1
        try:
            game.answer(choose(decision, dice))
        except Illegal:
            continue
    return bot.nodes / spent
