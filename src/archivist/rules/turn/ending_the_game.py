"""Ending the game: winning, losing, drawing (turn.9)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model import events
from archivist.model.card import Seat, Thing
from archivist.model.state import State
from archivist.rules.cards import control, masteries_and_statuses
from archivist.rules.combat import damage
from archivist.rules.effects.events import say
from archivist.rules.playing_cards import effects_stack, permissions
from archivist.rules.zones import moving, revealing
from archivist.vocabulary.pending import Item


def check(state: State) -> bool:
    """Settles wins, losses and draws before anything else, and before anybody can act; True if the game is over.

    Who would win and lose at once loses. If all who are left win or lose together, the game is drawn.

    Rules: timing.4.2.1, turn.9.1, turn.9.2, turn.9.3, turn.9.4.
    """
    if state.over:
        return True
    if not _in_question(state):
        return False
    living = state.living()
    losers = [seat for seat in living if _loses(state, seat)]
    if not losers and not any(_decided(state, seat) for seat in living):
        return False
    winners = [seat for seat in living if "win" in state.players[seat].fate and seat not in losers]
    drawn = len(winners) > 1 or any("draw" in state.players[seat].fate for seat in living)
    remaining = [seat for seat in living if seat not in losers]
    if losers:
        lose(state, losers)
    for seat in remaining:
        state.alter_player(seat, fate=(), drew_from_empty=False)
    if drawn or not remaining:
        _finish(state, None, "turn.9.4")
    elif winners or len(remaining) == 1:
        _finish(state, winners[0] if winners else remaining[0], "turn.9.2")
    return state.over


def _finish(state: State, winner: Seat | None, rule: str, *, checked: bool = True) -> None:
    """The game is over (turn.9); who has not shown their face-down cards as they lost shows them now (zones.5.11)."""
    state.over = True
    state.opportunity = None
    state.winner = winner
    say(state, events.GameOver, rule, *(("turn.9.1", "timing.4.2.1", "effects.2.1") if checked else ()), player=winner)
    for player in state.players:
        if not player.lost:
            revealing.show_stated(state, player.seat)


def _in_question(state: State) -> bool:
    """Whether it must be looked at how the game ends for the players: most of the time there is nothing to see."""
    for player in state.players:
        if player.lost:
            continue
        if player.drew_from_empty or player.fate:
            return True
        if player.champion is None:
            if player.had_champion:
                return True
        elif damage.endangered(state, state.cards[player.champion]):
            return True
    return False


def _decided(state: State, seat: Seat) -> bool:
    """Whether an effect or an attempt to draw has said something about how the game ends for a player."""
    player = state.players[seat]
    return bool(player.fate) or player.drew_from_empty


def _loses(state: State, seat: Seat) -> bool:
    """Whether a player would lose now, and can (turn.9.3).

    Rules: terms.1.choice.2.
    """
    player = state.players[seat]
    champion = state.champion(seat)
    if champion is None:
        beaten = player.had_champion
    else:
        beaten = damage.lethal(state, champion) and not state.now.has(state, champion, "immortality")
    if not (beaten or player.drew_from_empty or "lose" in player.fate):
        return False
    return not cannot_lose(state, seat)


def cannot_lose(state: State, seat: Seat) -> bool:
    """Whether an effect keeps a player from losing; they play on even without a champion.

    Rules: turn.9.3, timing.6.1.
    """
    return permissions.forbidden(state, seat, "lose the game")


def lose(state: State, losers: Sequence[Seat], *rules: str) -> None:
    """Players lose at the same time; with others left, everything they own leaves the game (turn.9.3, turn.9.6)."""
    dead: list[int] = []
    for seat in losers:
        player, champion = state.players[seat], state.champion(seat)
        state.alter_player(seat, lost=True)
        dead_champion = champion is None or damage.lethal(state, champion)
        cause = rules or (
            *(("turn.8.5",) if player.drew_from_empty else ()),
            "turn.9.3",
            "turn.9.1",
            "timing.4.2.1",
            *(("terms.1.choice.2",) if dead_champion else ()),
        )
        say(state, events.Lose, *cause, player=seat)
        revealing.show_stated(state, seat)
        if champion is not None and damage.lethal(state, champion):
            dead.append(champion.id)
    if dead:
        moving.move_together(state, dead, "graveyard", "timing.4.2.2", "turn.9.5.choice", cause="destroy")
    if len(state.living()) > 1:
        _leave(state, losers)


def _leave(state: State, losers: Sequence[Seat]) -> None:
    """What players who lost own leaves the game at once, neither dying nor banished, and what they played with it.

    Rules: turn.9.6, turn.9.7, turn.9.8.

    An object of another owner that they controlled goes back to who controlled it before; without one it ceases to
    exist (turn.9.7). Of what they had on the stack, effects that have a legal target left are still pending and resolve:
    abilities, which need their source no more, and what a card of another player does. The rest is gone, and so is what
    has not gone on the stack yet (turn.9.9).
    """
    cards, waited = state.cards, bool(state.stack)
    open_cards = (*state.field, *state.stack_cards, *state.intent)
    moving.leave_game(state, [number for number in open_cards if cards[number].owner in losers], "turn.9.6")
    for seat in losers:
        control.return_from(state, seat)
    moving.leave_game(state, [number for number in state.field if cards[number].controller in losers], "turn.9.7")
    for seat in losers:
        _clear(state, seat)
    for item in effects_stack.orphans(state):
        effects_stack.fizzle(state, item, "PC.8", "turn.9.6")
    state.waiting = tuple(each for each in state.waiting if outlives(state, each.controller, each.remembers))
    state.delayed = tuple(each for each in state.delayed if outlives(state, each.controller, each.remembers))
    _hand_on(state, losers, emptied=waited and not state.stack)
    state.touch()


def _clear(state: State, seat: Seat) -> None:
    """What else a player who lost leaves behind is gone: functions, cards outside the field, items."""
    masteries_and_statuses.lose_all(state, seat)
    loaded = (card.id for card in state.cards if card.zone == "loaded" and card.owner == seat)
    moving.leave_game(state, (*loaded, *state.own_cards(seat)), "turn.9.6")
    state.stack = tuple(item for item in state.stack if item.controller != seat or _pending(state, item))


def outlives(state: State, player: Seat, about: Sequence[Thing]) -> bool:
    """Whether a trigger of a player is still to happen: those of a leaver only if they are about certain cards of others.

    So what was to come back comes back. It is carried out as what the leaver had on the stack is.

    Rules: turn.9.9.choice.1.
    """
    if not state.players[player].lost:
        return True
    cards = (state.current(thing) for thing in about)
    return any(card is not None and not state.players[card.owner].lost and card.zone != "none" for card in cards)


def _pending(state: State, item: Item) -> bool:
    """Whether something on the stack that its player left behind still has a legal target (turn.9.9)."""
    if item.is_play and (state.cards[item.card].zone != "stack" or state.pool[state.cards[item.card].face].is_object):
        return False
    if item.remembers and outlives(state, item.controller, item.remembers):
        return True
    return any(thing is not None for group in effects_stack.refreshed(state, item) for thing in group.things)


def _hand_on(state: State, losers: Sequence[Seat], *, emptied: bool) -> None:
    """Opportunity goes on to the next player, who passed before stays passed; without a stack a leaver's turn goes on.

    If the last item on the stack left with them, nobody keeps Opportunity: it is given anew, or not at all (timing.2.14).
    """
    if state.opportunity is not None:
        n = len(state.players)
        order = [(state.opportunity - step) % n for step in range(1, n)]
        there = [each for each in order if each in losers or not state.players[each].lost]
        state.passes -= sum(each in losers for each in there[: state.passes])
        if state.opportunity in losers:
            state.opportunity = state.after(state.opportunity)
    if emptied or (not state.stack and state.turn.player in losers):
        state.opportunity = None
        state.passes = 0


def concede(state: State, seat: Seat) -> None:
    """A player concedes, at any time, whatever cards say: a special game action (turn.9.5, turn.7.2, turn.7.special)."""
    lose(state, (seat,), "turn.9.5", "turn.7.special", "turn.7.2")
    remaining = state.living()
    if len(remaining) <= 1:
        _finish(state, remaining[0] if remaining else None, "turn.9.2", checked=False)
