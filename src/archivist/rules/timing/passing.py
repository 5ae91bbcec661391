"""Passing Opportunity around: a player who has it acts or passes (timing.2)."""

from __future__ import annotations

from archivist.model import events
from archivist.model.card import Seat
from archivist.model.decision import Action, Pass
from archivist.model.state import State
from archivist.rules.citations import turn as citations
from archivist.rules.effects.events import say
from archivist.rules.legal_actions import offers
from archivist.rules.playing_cards import resolution
from archivist.rules.timing import opportunity
from archivist.rules.timing.state_based_checks import unsettled
from archivist.rules.turn import phases
from archivist.vocabulary.node import Steps


def act(state: State, player: Seat, action: Action) -> Steps:
    """Carries out a player's action, up to the point where it is done."""
    return _pass(state, player) if isinstance(action, Pass) else offers.perform(state, player, action)


def handed_on(state: State, player: Seat) -> bool:
    """Passes Opportunity on to the next player, where nothing else comes of it; False, with nothing done, where more may.

    Every second answer is such a pass. It asks nobody anything, so it needs no procedure: `act`, and going on after it,
    come to the same (`tests/rules/timing/test_passing.py` compares them).

    Rules: timing.2.4, terms.2.opportunity.
    """
    seat = state.opportunity
    turn = state.turn
    if seat is None or state.passes + 1 >= state.how_many() or unsettled(state) or turn.stop or turn.fresh:
        return False
    if opportunity.closed(state):
        return False
    if opportunity.slow_possible(state, player) and offers.turn_refusal(state, player) is not None:
        return False  # where nothing slow is possible nothing is due to attack
    state.passes += 1
    say(state, events.Pass, "timing.2.4", player=seat)
    opportunity.give(state, state.after(seat), "timing.2.4", "terms.2.opportunity")
    return True


def _pass(state: State, player: Seat) -> Steps:
    """A player passes, if nothing must attack first. When all have passed in a row the top resolves, or the game moves on.

    So the turn player moves the game on from main by passing on an empty stack, unless another player acts.

    Rules: timing.2.4, timing.2.5, turn.4.12, turn.6.3, effects.6.2, terms.2.opportunity.
    """
    refused = offers.turn_refusal(state, player)
    if refused is not None:
        raise refused
    seat = state.opportunity
    if seat is None:
        say(state, events.Decline, "turn.4.7", "turn.4.8", "timing.2.13", player=state.turn.player)
        yield from phases.next_step(state)
        return
    state.passes += 1
    last = state.passes >= state.how_many()
    say(
        state,
        events.Pass,
        "timing.2.4",
        *(citations.when_all_pass(state, distorted=phases.time_is_distorted(state)) if last else ()),
        player=seat,
    )
    if not last:
        opportunity.give(state, state.after(seat), "timing.2.4", "terms.2.opportunity")
        return
    state.passes = 0
    state.opportunity = None
    if state.stack:
        yield from resolution.resolve_top(state)
    else:
        yield from phases.next_step(state)
