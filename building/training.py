"""What a compiled build is trained with: random games of every kind, and some thinking of the bot `search`.

It runs on a build that counts how often each piece of code is passed; the next build puts together what runs often, and
makes small what never ran (`building/compiling.py`). Everything is seeded, so that the counts are the same each time. The
seeds are not those of `benchmarks`.
"""

from __future__ import annotations

from archivist.arena.playing import compiled_match, match, play_out
from archivist.bots import choice_of
from archivist.bots.dice import Dice, choose
from archivist.bots.search import Search
from archivist.model.errors import Illegal

SEED = 1_000
GAMES, COMPILED = 21, 3
"""How many games are played: those of the usual kinds, and those with compiled cards."""
LIMIT = 3_000
"""Decisions after which a game is abandoned."""
NODES, THOUGHTS = 1_000, 12
"""How many nodes the bot takes for a decision, and for how many decisions it thinks."""


def play() -> None:
    for seed in range(SEED, SEED + GAMES):
        play_out(match(seed).game(), seed, LIMIT)
    for seed in range(SEED, SEED + COMPILED):
        play_out(compiled_match(seed).game(), seed, LIMIT)


def think() -> None:
    """Thinks about the first decisions of a game that are worth it; the game itself goes on at random."""
    game, dice, bot, thought = match(SEED + 2).game(), Dice(SEED), Search(SEED, nodes=NODES), 0
    while thought < THOUGHTS and (decision := game.decision) is not None:
        if game.acting and len(decision.options) > 2:
            choice_of(game, bot)
            thought += 1
        try:
            game.answer(choose(decision, dice))
        except Illegal:
            continue


if __name__ == "__main__":
    play()
    think()
