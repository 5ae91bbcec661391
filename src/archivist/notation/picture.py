"""The table as lines of text of a given width, without boxes or colours."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby

from archivist.notation.seen import (
    champion_of,
    effect_line,
    health,
    item_line,
    name_of,
    object_line,
    objects_of,
    state_of,
)
from archivist.view import CardView, PlayerView, View, ZoneView

LABEL = 14
"""The width of the labels before the rows of a player."""
OPEN = ("hand", "memory", "graveyard", "banishment", "pantheon")
"""The zones whose cards are shown; for the decks only the number of cards is told."""


def picture(view: View, width: int) -> Iterator[str]:
    """A view as lines: where the game stands, the stack, lasting effects, and each player's side."""
    yield from textwrap.wrap(where(view), width)
    for item in view.stack:
        yield from _row("stack", item_line(item, item.controller), width)
    if view.intent:
        yield from _row("intent", ", ".join(object_line(card) for card in view.intent), width)
    for effect in view.effects:
        yield from _row("effect", effect_line(effect, effect.controller), width)
    for player in view.players:
        yield f"{player.name}{' (out of the game)' if player.lost else ''}"
        for label, text in _rows(view, player):
            yield from _row(label, text, width)


def where(view: View) -> str:
    """Turn and phase, and who may act."""
    if view.winner:
        how = "it is a draw" if view.winner == "draw" else f"{view.winner} has won"
        return f"Turn {view.turn}: the game is over, {how}."
    turn = f"Turn {view.turn} of {view.turn_player}, {view.phase} phase" if view.turn else "Before the game"
    return f"{turn}; {view.opportunity} has Opportunity." if view.opportunity else f"{turn}; {view.deciding} decides."


def _row(label: str, text: str, width: int) -> Iterator[str]:
    blank = " " * (LABEL + 2)
    yield from textwrap.wrap(text, width, initial_indent=f"  {label:<{LABEL}}", subsequent_indent=blank)


def _rows(view: View, player: PlayerView) -> Iterator[tuple[str, str]]:
    champion = champion_of(view, player)
    if champion is not None:
        said = [champion.name, f"level {champion.level}", health(champion), *state_of(champion)]
        yield "champion", ", ".join(said)
        if champion.lineage:
            yield "on", ", ".join(reversed(champion.lineage))
    for card in (player.mastery, *player.statuses):
        if card is not None:
            yield "mastery" if card is player.mastery else "status", object_line(card)
    objects = objects_of(view, player)
    if objects:
        yield "field", _counted([object_line(card) for card in objects])
    for name in OPEN:
        zone = player.zones[name]
        if zone.count:
            yield f"{name} {zone.count}", _zone(zone)
    yield "decks", f"{player.zones['deck'].count} main, {player.zones['material'].count} material"


def _zone(zone: ZoneView) -> str:
    names = _counted([_marked(card) for card in zone.cards])
    hidden = zone.count - len(zone.cards)
    if not hidden:
        return names
    return f"{names}, {hidden} hidden" if names else "hidden"


def _marked(card: CardView) -> str:
    said = state_of(card) if card.counters or card.properties else []
    return f"{name_of(card)} ({', '.join(said)})" if said else name_of(card)


def _counted(lines: list[str]) -> str:
    """Lines in a row; consecutive equal ones become one."""
    counted = [(line, sum(1 for _ in same)) for line, same in groupby(lines)]
    return ", ".join(f"{count} x {line}" if count > 1 else line for line, count in counted)
