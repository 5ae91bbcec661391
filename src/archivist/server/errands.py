"""What is carried out in processes of its own: a bot's choice, and what strangers' scenarios come to."""

from __future__ import annotations

from archivist.bots import Choice, analysis, bot, choice_of
from archivist.bots.analysis import Costly
from archivist.cards import pool
from archivist.decks import Deck
from archivist.game import Game
from archivist.log import records
from archivist.log.reading import read_text
from archivist.log.replays import Replay
from archivist.model.card import Seat

DECISIONS, NODES = 60, 600
"""How many decisions of a turn are looked at, and how many positions for each."""

pool()  # loaded once, before processes are forked from the one that has imported this


def choose(name: str, seed: int, nodes: int, seat: Seat, deck: Deck, saved: bytes) -> Choice:
    """A bot's choice in a saved game. It sees what its seat may see, and knows its own deck list."""
    game = Game.load(saved)
    decks = [deck if each == seat else None for each in range(len(game.state.players))]
    budget = nodes if name == "search" else None
    return choice_of(game, bot(name, seed=seed, decks=decks, nodes=budget))


def recorded(text: str, seat: Seat) -> str:
    """The record of a replay: the game as one seat saw it."""
    return records.write(Replay(read_text(text, "replay")), seat)


def costly(text: str, turn: int) -> tuple[list[Costly], list[int]]:
    """The decisions of a turn of a replay that cost something, in their order, and the turns that there are.

    Raises ReplayError if no decision is made in that turn.
    """
    replay = Replay(read_text(text, "replay"))
    replay.to_turn(turn)
    first = replay.position
    last = min((at for at in replay.turns.values() if at > first), default=len(replay))
    found = analysis.costly(replay, range(first, min(last, first + DECISIONS)), NODES)
    return list(found), sorted(replay.turns)


def checked(text: str) -> None:
    """Raises ReplayError if a replay does not play."""
    Replay.read(text)


def saved_at(text: str, moment: int) -> tuple[int, bytes]:
    """The game of a replay after so many decisions: how many play, and a save."""
    replay = Replay.read(text)
    replay.go(max(moment, 0))
    return len(replay.game.state.players), replay.game.save()
