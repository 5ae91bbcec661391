"""A player's cards: drawing, milling, discarding, shuffling, cards at random (turn.8; terms.6; timing.10)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general
from archivist.rules.abilities.triggered_abilities import notice
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.events import say
from archivist.rules.zones import destinations
from archivist.rules.zones.moving import gone, move, move_each, send, whole
from archivist.rules.zones.revealing import disguise
from archivist.vocabulary.node import Steps
from archivist.vocabulary.statics.game import RevealTop


def draw(state: State, seat: Seat, n: int, into: str = "hand", *rules: str) -> int:
    """Draws cards from the main deck one after another (zones.3.2); from an empty one it loses the game (turn.8).

    What triggers on drawing waits until the last card is drawn (abilities.3.21, turn.8.3). No other move of a card to hand
    or memory is a draw (turn.8.4). Who cannot draw does not, and so loses nothing by it.
    """
    if n <= 0:
        say(state, events.Nothing, "turn.1.7", "effects.1.4", player=seat)
        return 0
    if state.now.forbidden(state, seat, "draw"):
        say(state, events.CannotDraw, "timing.6.2", player=seat)
        return 0
    if state.turn.phase == "before the game":
        rules = (*rules, "turn.2.2")
    group = state.tick() if n > 1 else 0
    top, rules = state.players[seat].deck[:n], ("turn.8.1", "zones.3.2", *rules)
    drawn: list[Card] = []
    if RevealTop in (state.standing or standing(state)).by_kind:
        for number in top:  # one by one, as the next one may be shown as it becomes the top one
            drawn += move_each(state, seat, "deck", (number,), into, rules + _shown_top(state, seat), group)
    elif top:
        drawn = move_each(state, seat, "deck", top, into, rules, group)
    if len(drawn) < n:
        state.alter_player(seat, drew_from_empty=True)
        say(state, events.NoCard, "turn.8.5", player=seat)
    for card in drawn if abilities_in_general.may_hear(state, events.Draw) else ():
        notice(state, events.Draw((), seat, amount=1, card=card, zone=into, group=group))
    return len(drawn)


def _shown_top(state: State, seat: Seat) -> tuple[str, ...]:
    """Whether the top of the deck is played revealed, so that each card that becomes the top one is."""
    return ("zones.3.3",) if any(active.you == seat for active, _ in now.statics(state, RevealTop)) else ()


def mill(state: State, seat: Seat, n: int) -> Steps:
    """Puts the top cards of a deck into the graveyard, one at a time (turn.8.2)."""
    group = state.tick() if n > 1 else 0
    for _ in range(min(n, len(state.players[seat].deck))):
        yield from send(state, state.players[seat].deck[:1], "graveyard", "turn.8.2", group=group)


def discard(state: State, numbers: Sequence[int], *rules: str) -> Steps:
    """Discards cards; wherever a replacement sends them they were discarded (effects.3.4)."""
    ways = yield from destinations.chosen(state, numbers, "graveyard")
    numbers = [number for number in numbers if not gone(state, number)]
    group = state.tick() if len(numbers) > 1 else 0
    rules = (*rules, "zones.2.6") if whole(state, numbers) else rules
    for number in numbers:
        new = move(state, number, "graveyard", "terms.6.discard", *rules, group=group, ways=ways)
        notice(state, events.Discard((), new.owner, amount=1, card=new, zone=new.zone, group=group))


def random_cards(state: State, cards: Sequence[int], n: int) -> list[int]:
    """So many different cards, every choice equally likely (timing.10.1, costs.3.1)."""
    left = list(cards)
    picked = []
    for _ in range(min(n, len(left))):
        picked.append(left.pop(state.random(len(left))))
    return picked


def shuffle(state: State, seat: Seat) -> None:
    """Randomizes a main deck; what was seen of it before cannot be told from the rest (zones.3.1)."""
    deck = state.shuffled(state.players[seat].deck)
    state.alter_player(seat, deck=deck)
    disguise(state, deck)
    before = ("turn.2.table.2",) if state.turn.phase == "before the game" else ("zones.3.1",)
    say(state, events.Shuffle, "terms.6.shuffle", *before, player=seat)
