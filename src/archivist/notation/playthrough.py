"""Playthroughs: a whole game as text, turn by turn, each line with the rules it applies."""

from __future__ import annotations

from collections import Counter

from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.event import Event
from archivist.model.state import State
from archivist.notation.narration import trace_line


def narrated(game: Game, *, title: str = "", seed: int | None = None) -> str:
    """The game from its beginning until now: a header with decks, seed and winner, then every turn's trace.

    A game does not keep the seed it was made with, nor what its decks are called; who knows these says them.
    """
    names = [player.name for player in game.state.players]
    parts = [_header(game, title, seed)]
    for heading, events in _turns(game.events, names):
        lines = [line for event in events if (line := trace_line(event, names))]
        parts.append("\n".join((f"== {heading} ==", *lines)))
    return "\n\n".join(parts) + "\n"


def _header(game: Game, title: str, seed: int | None) -> str:
    state = game.state
    lines = [f"# {title or 'A game'}", f"format: {state.format}"]
    if seed is not None:
        lines.append(f"seed: {seed}")
    lines += [f"winner: {_winner(state)}", f"turns: {state.turn.number}"]
    for player in state.players:
        lines += ["", f"cards of {player.name}:", *_cards(state, player.seat)]
    return "\n".join(lines)


def _winner(state: State) -> str:
    if not state.over:
        return "none yet"
    return "nobody, it is a draw" if state.winner is None else state.players[state.winner].name


def _cards(state: State, seat: Seat) -> list[str]:
    """What a player brought, by name, champions in the order of their levels first; a copy or token was not brought."""
    counted = Counter(card.face for card in state.cards if card.owner == seat and not card.token)
    levels = {name: state.pool[name].level for name in counted}
    order = sorted(counted, key=lambda name: (levels[name] is None, levels[name] or 0, name))
    return [f"  {counted[name]} {name}" for name in order]


def _turns(events: list[Event], names: list[str]) -> list[tuple[str, list[Event]]]:
    """The events of what comes before the game, and of each turn."""
    found: list[tuple[str, list[Event]]] = [("before the game", [])]
    for event in events:
        if event.kind == "turn" and event.player is not None:
            found.append((f"turn {event.amount}: {names[event.player]}", []))
        found[-1][1].append(event)
    return found
