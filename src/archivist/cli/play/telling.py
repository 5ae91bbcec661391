"""What has happened, as a person may hear it: all of it for the log, and what matters for the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.event import Event
from archivist.notation.narration import narrate
from archivist.notation.seen import listed

QUIET: Final = frozenset(
    (
        "announce", "elements", "declare", "legal", "cost", "nothing to pay", "opportunity", "pass", "decline", "closed",
        "no opportunity", "phase", "skip", "clean up", "option taken", "option declined", "arranged", "mix", "rest",
        "wake", "lasting", "spent", "link", "perspective", "enter", "combat ends", "stays", "not possible", "delayed",
        "resolve", "intent", "die", "shuffle",
    )
)  # fmt: skip
"""Events that the log tells and the screen does not: the table shows what comes of them."""

SILENT_MOVES: Final = frozenset(
    (
        ("hand", "memory"), ("memory", "hand"), ("stack", "graveyard"), ("stack", "field"), ("stack", "intent"),
        ("stack", "lineage"), ("intent", "graveyard"), ("material", "field"),
    )
)  # fmt: skip
"""Moves that come with every play: paying, recollecting, resolving."""

MOVES: Final = {
    ("deck", "hand"): "{owner} draws {cards}",
    ("deck", "memory"): "{owner} puts {cards} from the deck into memory",
    ("deck", "graveyard"): "{owner} puts {cards} from the deck into the graveyard",
    ("hand", "graveyard"): "{owner} discards {cards}",
    ("memory", "graveyard"): "{owner} discards {cards} from memory",
    ("memory", "banishment"): "{owner} banishes {cards} from memory",
    ("graveyard", "banishment"): "{owner} banishes {cards} from the graveyard",
    ("graveyard", "hand"): "{owner} returns {cards} from the graveyard to hand",
    ("field", "graveyard"): "{cards} of {owner} goes to the graveyard",
    ("field", "banishment"): "{cards} of {owner} is banished",
    ("field", "hand"): "{cards} of {owner} returns to hand",
}
"""Moves in words; others are told by where they lead from and to."""

TURN: Final = "-- "
"""What a line begins with that tells of a new turn."""

MOST: Final = 14
"""How many lines the screen shows of what happened; the log has them all."""


def news(game: Game, seat: Seat, since: int) -> list[str]:
    """What has happened since an event, as far as it matters to a seat and is for it to know."""
    names = [player.name for player in game.state.players]
    lines = list(_lines(game.events_since(since), names, seat))
    if len(lines) > MOST:
        return [f"... {len(lines) - MOST + 1} more; log tells all", *lines[1 - MOST :]]
    return lines


def _lines(events: Iterable[Event], names: Sequence[str], seat: Seat) -> Iterable[str]:
    """A line an event; cards that go the same way one after the other share one."""
    moved: list[Event] = []
    for event in events:
        if event.kind in QUIET or (event.kind == "targets" and not event.objects):
            continue
        if event.kind == "move":
            if event.zone == "stack" or event.origin == "lineage" or (event.origin, event.zone) in SILENT_MOVES:
                continue
            if moved and _way(moved[-1]) != _way(event):
                yield _moved(moved, names, seat)
                moved = []
            moved.append(event)
            continue
        if moved:
            yield _moved(moved, names, seat)
            moved = []
        line = narrate(event, names, seat)
        if line:
            yield f"{TURN}{line}" if event.kind == "turn" else line
    if moved:
        yield _moved(moved, names, seat)


def _way(event: Event) -> tuple[Seat | None, str, str]:
    return event.player, event.origin, event.zone


def _moved(events: Sequence[Event], names: Sequence[str], seat: Seat) -> str:
    """Cards that went the same way, by name as far as the seat may know them."""
    player, origin, zone = _way(events[0])
    counted = Counter(_name(event, seat) for event in events)
    cards = listed([_times(name, number) for name, number in counted.items()])
    owner = "nobody" if player is None else names[player]
    form = MOVES.get((origin, zone), "{owner}: {cards}, from {origin} to {zone}")
    return form.format(owner=owner, cards=cards, origin=origin, zone=zone)


def _name(event: Event, seat: Seat) -> str:
    """The name of the card that an event moves; nothing if the seat may not know it."""
    named = event.subject
    if named is None or not named.name or (named.seen is not None and seat not in named.seen):
        return ""
    return named.name


def _times(name: str, number: int) -> str:
    if not name:
        return "a card" if number == 1 else f"{number} cards"
    return name if number == 1 else f"{number} × {name}"


def log(game: Game, seat: Seat) -> list[str]:
    """Everything that a seat may know of what happened, each line with the rules it applies."""
    return game.trace(seat)
