"""Playthroughs: a whole game as text, turn by turn, each line with the rules it applies."""

from __future__ import annotations

from collections import Counter

import msgspec

from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.event import Event
from archivist.model.events import FirstPlayer, Turn
from archivist.model.state import State
from archivist.notation.narration import trace_line


class Chapter(msgspec.Struct, frozen=True):
    """A turn, or the time before the first: a line for each event, with the rules that it applies."""

    turn: int
    heading: str
    lines: tuple[str, ...]


def narrated(game: Game, *, title: str = "", seed: int | None = None) -> str:
    """The game so far: a header with decks, seed and winner, then the trace of every turn.

    The caller says what the decks are called, and the seed if it may be told.
    """
    parts = [header(game, title, seed)]
    parts += ["\n".join((f"== {chapter.heading} ==", *chapter.lines)) for chapter in chapters(game)]
    return "\n\n".join(parts) + "\n"


def chapters(game: Game, seat: Seat | None = None) -> list[Chapter]:
    """The game turn by turn; for a seat, only what it may know."""
    names = [player.name for player in game.state.players]
    found: list[Chapter] = []
    for turn, heading, events in _turns(game.as_told_to(seat), names):
        lines = tuple(line for event in events if (line := trace_line(event, names, seat)))
        found.append(Chapter(turn, heading, lines))
    return found


def header(game: Game, title: str, seed: int | None, seat: Seat | None = None) -> str:
    """Format, seed, winner, turns, and the cards that the players brought; for a seat, only its own."""
    state = game.state
    lines = [f"# {title or 'A game'}", f"format: {state.format}"]
    if seed is not None:
        lines.append(f"seed: {seed}")
    lines += [f"winner: {winner(state)}", f"turns: {state.turn.number}"]
    for player in state.players:
        if seat in (None, player.seat):
            lines += ["", f"cards of {player.name}:", *_cards(state, player.seat)]
    return "\n".join(lines)


def winner(state: State) -> str:
    if not state.over:
        return "none yet"
    return "nobody, it is a draw" if state.winner is None else state.players[state.winner].name


def _cards(state: State, seat: Seat) -> list[str]:
    """What a player brought, by name, champions first in the order of their levels; copies and tokens were not brought."""
    counted = Counter(card.face for card in state.cards if card.owner == seat and not card.token)
    levels = {name: state.pool[name].level for name in counted}
    order = sorted(counted, key=lambda name: (levels[name] is None, levels[name] or 0, name))
    return [f"  {counted[name]} {name}" for name in order]


def _turns(game: Game, names: list[str]) -> list[tuple[int, str, list[Event]]]:
    """The events before the game, or of the turn in which it was set up, and then those of each turn."""
    events = [*game.events, *game.unfinished]
    if not events:
        return []
    later = next((event.number for event in events if isinstance(event, Turn)), game.state.turn.number + 1)
    from_the_start = any(isinstance(event, FirstPlayer) for event in events)
    begun = (0, "before the game") if from_the_start else (later - 1, f"turn {later - 1}")
    found: list[tuple[int, str, list[Event]]] = [(*begun, [])]
    for event in events:
        if isinstance(event, Turn) and event.player is not None:
            found.append((event.number, f"turn {event.number}: {names[event.player]}", []))
        found[-1][2].append(event)
    return found
