"""Ending the game: winning, losing, drawing (turn.9)."""

from __future__ import annotations

from archivist.model.card import Seat
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules import control, damage, zones
from archivist.rules.events import say


def check(state: State) -> bool:
    """Settles wins and losses before anything else (timing.4.2.1); True if the game is over."""
    if state.over:
        return True
    losers = [seat for seat in state.living() if _loses(state, seat)]
    if not losers:
        return False
    living = state.living()
    for seat in losers:
        lose(state, seat)
    remaining = [seat for seat in living if seat not in losers]
    if len(remaining) <= 1:
        state.over = True
        state.opportunity = None
        state.winner = remaining[0] if remaining else None
        say(state, "game over", "turn.9.2" if remaining else "turn.9.4", player=state.winner)
        return True
    return False


def _loses(state: State, seat: Seat) -> bool:
    player = state.players[seat]
    champion = state.champion(seat)
    if champion is None:
        return player.had_champion or player.drew_from_empty
    immortal = now.has(state, champion, "immortality")
    return player.drew_from_empty or (damage.lethal(state, champion) and not immortal)


def lose(state: State, seat: Seat, *rules: str) -> None:
    """A player loses; with others left, everything they own leaves the game (turn.9.3, turn.9.6)."""
    player = state.players[seat]
    champion = state.champion(seat)
    state.alter_player(seat, lost=True)
    cause = rules or (("turn.8.5",) if player.drew_from_empty else ("turn.9.3",))
    say(state, "lose", *cause, player=seat)
    if champion is not None and damage.lethal(state, champion):
        zones.move(state, champion.id, "graveyard", "timing.4.2.2", cause="destroy")
    if len(state.living()) > 1:
        _leave(state, seat)


def _leave(state: State, seat: Seat) -> None:
    """What a player who lost owns leaves the game, neither dying nor banished; what they played leaves the stack.

    Rules: turn.9.6, turn.9.7, turn.9.8.

    An object of another owner that they controlled goes back to who controlled it before; without one it ceases to
    exist (turn.9.7).
    """
    for number in (*state.field, *state.stack_cards, *state.intent):
        if state.cards[number].owner == seat:
            zones.leave_game(state, number, "turn.9.6")
    control.return_from(state, seat)
    for number in state.field:
        if state.cards[number].controller == seat:
            zones.leave_game(state, number, "turn.9.7")
    loaded = (card.id for card in state.cards if card.zone == "loaded" and card.owner == seat)
    for number in (*loaded, *state.own_cards(seat)):
        zones.leave_game(state, number, "turn.9.6")
    state.stack = tuple(item for item in state.stack if item.controller != seat)
    state.waiting = tuple(each for each in state.waiting if each.controller != seat)
    state.delayed = tuple(each for each in state.delayed if each.controller != seat)
    _hand_on(state, seat)
    state.touch()


def _hand_on(state: State, seat: Seat) -> None:
    """Opportunity goes on to the next player, who passed before stays passed; without a stack a leaver's turn goes on."""
    if state.opportunity == seat:
        state.opportunity = state.after(seat)
    elif state.opportunity is not None:
        n = len(state.players)
        order = [(state.opportunity - step) % n for step in range(1, n)]
        there = [each for each in order if each == seat or not state.players[each].lost]
        state.passes -= seat in there[: state.passes]
    if not state.stack and state.turn.player == seat:
        state.opportunity = None
        state.passes = 0


def concede(state: State, seat: Seat) -> None:
    """A player concedes, at any time (turn.9.5)."""
    lose(state, seat, "turn.9.5")
    remaining = state.living()
    if len(remaining) <= 1:
        state.over = True
        state.opportunity = None
        state.winner = remaining[0] if remaining else None
        say(state, "game over", "turn.9.2", player=state.winner)
