"""Opportunity: the game goes on, phase by phase, until a player can act, who acts or passes (timing.2; turn.4)."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Seat
from archivist.model.decision import Action, Pass
from archivist.model.errors import Illegal, Reason
from archivist.model.event import Event
from archivist.model.state import State
from archivist.rules.asking import Asked
from archivist.rules.citations import turn as citations
from archivist.rules.combat import steps_of_combat, who_may_attack
from archivist.rules.effects.events import say
from archivist.rules.legal_actions import offers
from archivist.rules.playing_cards import resolution
from archivist.rules.timing import speed
from archivist.rules.timing.state_based_checks import settle, unsettled
from archivist.rules.turn import phases
from archivist.rules.turn.ending_and_leaving_the_game import Asking
from archivist.vocabulary.node import Steps

SETTLED: Final[tuple[str, ...]] = ("timing.2.9", "timing.3.6")
"""What has been done before anybody receives Opportunity."""
WINDOWS: Final[dict[tuple[str, str], tuple[str, ...]]] = {
    ("recollection", "window"): ("timing.2.7", "turn.4.recollection.2", "turn.4.1", "turn.4.9", *SETTLED),
    ("main", "window"): ("timing.2.7", "turn.4.main.2", "turn.4.1", *SETTLED),
    ("end", "window"): ("timing.2.7", "turn.4.end.2", "turn.4.1", "turn.4.15", *SETTLED),
    ("combat", "before retaliation"): ("timing.2.7", "combat.5.retaliation.2", *SETTLED),
    ("combat", "before damage"): ("timing.2.7", "combat.5.damage.1", *SETTLED),
}
"""The steps that always give Opportunity, and by which rules (turn.4.1)."""
MAIN_AGAIN: Final[tuple[str, ...]] = ("timing.2.7", "turn.4.main.2", "turn.4.1", "turn.4.11", "timing.2.10", *SETTLED)
"""By which rules the window of the main phase is given anew."""
CONDITIONAL = {
    ("wake up", ""): "turn.4.5",
    ("wake up", "done"): "turn.4.wake-up.2",
    ("materialize", "begin"): "turn.4.materialize.2",
    ("materialize", "materialized"): "turn.4.materialize.4",
    ("recollection", "begin"): "turn.4.recollection.1",
    ("recollection", "done"): "turn.4.recollection.4",
    ("draw", "begin"): "turn.4.5",
    ("draw", "done"): "turn.4.draw.2",
    ("main", "begin"): "turn.4.main.1",
    ("end", "begin"): "turn.4.end.1",
    ("combat", "declared"): "combat.5.retaliation.1",
    ("combat", "retaliated"): "combat.5.retaliation.4",
    ("combat", "end of combat"): "combat.5.end-of-combat.2",
}
"""The steps in which what was found or triggered is answered, and by which rule."""
PASSING: Final[tuple[str, ...]] = ("timing.2.4",)
HANDING_ON: Final[tuple[str, ...]] = ("timing.2.4", "terms.2.opportunity")
"""The rules by which a player passes, and by which the next one receives Opportunity."""
QUIET = frozenset(("end", "combat"))
"""The phases with steps in which a check alone opens no window: only what lies on the stack does."""
ENDLESS = 300
"""How many things may resolve in a row while nobody can have Opportunity; more never end, and what begins it is refused."""


def proceed(state: State, player: Seat = 0, action: Action | None = None) -> Asking | None:
    """Goes on until a player can act: has Opportunity, or may materialize. Then the state alone says where the game is.

    Where a player takes an action, that is carried out first. Where somebody must be asked on the way, it gives what is
    asked, and by what; mostly nobody is, and no `Procedure` is needed. It goes on with `onward`.

    At any time one player has Opportunity or nobody has; while something is carried out nobody has.

    Before anybody receives Opportunity the game is settled. It is given for what waits on the stack, in the steps that
    always give it, and where a check in another step found something. A phase ends when its steps are done, the stack
    is empty and, where players could act, all have passed in a row; nothing happens between two phases. When a check
    has ended the last item on the stack, nobody keeps Opportunity: it is given anew, or not at all (timing.2.14).

    Rules: turn.4.1, turn.4.2, turn.4.3, turn.4.6, turn.4.8, turn.4.11, turn.4.table, timing.2, timing.2.2, timing.2.9,
    timing.2.7, timing.2.10, timing.2.13, timing.2.14, timing.2.table, timing.3.6, timing.2.1, timing.2.3, timing.2.11,
    BB.3.4.2, keywords.interdiction, CA.1.9, CM.3.4, turn.9.9, turn.4.wake-up.2, turn.4.materialize.2,
    turn.4.materialize.4, turn.4.recollection.2, turn.4.recollection.4, turn.4.draw.2, turn.4.main.2, turn.4.end.2.
    """
    if action is not None:
        steps = _pass(state, player) if isinstance(action, Pass) else offers.perform(state, player, action)
        if steps is not None and (asked := next(steps, None)) is not None:
            return steps, asked
    return onward(state)


def onward(state: State, found: bool | None = None) -> Asking | None:
    """Goes on until a player can act, or must be asked; `found` is what settling has found, if that was done just now."""
    while not state.over:
        changed, found = found, None
        if changed is None and (not state.now.settled or state.shown or state.waiting) and unsettled(state):
            settling = _settling(state)
            try:
                return settling, next(settling)
            except StopIteration as done:
                changed = done.value
            if state.over:
                return None
        turn, stack = state.turn, state.stack
        first, fresh, place = turn.player, turn.fresh, (turn.phase, turn.step)
        lost = state.players[first].lost
        steps: Steps | None
        if fresh:
            busy = changed or stack or state.stack_cards or turn.stop or lost or state.opportunity is not None
            if not busy and place in CONDITIONAL:
                phases.next_step(state)  # there is nothing to answer, and these steps ask nobody
                continue
            state.turn = replace(turn, fresh=False)
        if lost:
            first = state.after(first)
        if turn.stop:
            steps = phases.end_by_effect(state)
        elif state.stack_cards and speed.closed(state):
            steps = _unanswered(state)
        elif state.opportunity is not None:
            if state.passes < (state.left or state.how_many()):
                if not state.events or not isinstance(state.events[-1], events.Opportunity):
                    rules = ("timing.2.8", "timing.2.6", *_done(state), *speed.settled_first(state))
                    speed.give(state, state.opportunity, rules)
                return None
            state.passes, state.opportunity = 0, None
            steps = resolution.resolve_top(state) if stack else phases.next_step(state)
        elif stack:
            speed.give(state, first, ("timing.2.7", "timing.2.2", *_for_the_stack(state, fresh=fresh)))
            return None
        elif lost and turn.phase != "end":
            steps = _without_turn_player(state)
        elif (window := WINDOWS.get(place)) is not None:
            again = not fresh and turn.phase == "main"
            speed.give(state, first, MAIN_AGAIN if again else window)
            return None
        elif changed and fresh and turn.phase not in QUIET and (opened := CONDITIONAL.get(place)):
            speed.give(state, first, ("timing.4.1", opened, "timing.2.9", "timing.3.6"))
            return None
        elif turn.step == "materialize" and phases.may_materialize(state, first):
            return None
        else:
            steps = phases.next_step(state)
        if steps is not None and (asked := next(steps, None)) is not None:
            return steps, asked
    return None


def _settling(state: State) -> Asked[bool]:
    """Settles the game, and gives whether that changed anything."""
    waited = state.stack
    changed = yield from settle(state)
    if waited and not state.stack:
        state.passes, state.opportunity = 0, None
    return changed


def _unanswered(state: State) -> Steps | None:
    """The top of the stack resolves though nobody has had Opportunity."""
    if [type(event) for event in state.events].count(events.NoOpportunity) >= ENDLESS:
        why = "this never ends: one thing after another resolves, and nobody can act"
        raise Illegal(Reason((speed.closed_by(state), "timing.2.12"), why))
    state.opportunity = None
    say(state, events.NoOpportunity, speed.closed_by(state), "timing.2.12")
    return resolution.resolve_top(state)


def _without_turn_player(state: State) -> Steps:
    """The turn of a player who has left the game goes to its end."""
    if state.combat is not None:
        yield from steps_of_combat.end(state)
    phases.begin(state, "end")


def _done(state: State) -> tuple[str, ...]:
    """The step of the materialize phase in which what was materialized can be answered."""
    return ("turn.4.materialize.4",) if state.turn.step == "materialized" else ()


def _conditional(state: State) -> str:
    """The rule by which a window may open in this step; none where it has none."""
    return CONDITIONAL.get((state.turn.phase, state.turn.step), "")


def _for_the_stack(state: State, *, fresh: bool) -> tuple[str, ...]:
    """Why what waits on the stack gives Opportunity: the step that found it, and who comes first after triggers alone."""
    step = _conditional(state) if fresh or state.turn.phase == "combat" else ""
    placed = ("timing.2.8.choice", "abilities.2.9") if state.stack[-1].kind == "trigger" else ()
    return (*((step,) if step else ()), *placed, "timing.2.9", "timing.3.6")


def handed_on(state: State, player: Seat) -> tuple[Event, ...]:
    """Passes Opportunity on to the next player, where nothing else comes of it; nothing, with nothing done, where more may.

    Gives what is told of it. Every third answer is such a pass. It asks nobody anything, so it needs no procedure: `proceed`
    comes to the same (`tests/rules/timing/test_opportunity.py` compares them). Nobody has Opportunity to pass while a boon
    is being bestowed or an Interdiction waits.

    Rules: timing.2.4, terms.2.opportunity.
    """
    seat, turn = state.opportunity, state.turn
    passes = state.passes + 1
    if seat is None or passes >= (state.left or state.how_many()):
        return ()
    if (not state.now.settled or state.shown or state.waiting) and unsettled(state):
        return ()
    if turn.phase == "main" and not state.stack and who_may_attack.must_attack(state, player) is not None:
        return ()
    state.passes = passes
    state.opportunity = following = state.after(seat)
    return _handing_on(seat, following, turn.phase)


@cache
def _handing_on(seat: Seat, following: Seat, phase: str) -> tuple[Event, ...]:
    """What is told of such a pass; there are few of them, and all games share these."""
    return events.Pass(PASSING, seat), events.Opportunity(HANDING_ON, following, phase=phase)


def _pass(state: State, player: Seat) -> Steps | None:
    """A player passes, if nothing must attack first. When all have passed in a row the top resolves, or the game moves on.

    Gives the procedure where somebody may be asked.

    So the turn player moves the game on from main by passing on an empty stack, unless another player acts.

    Rules: timing.2.4, timing.2.5, turn.4.12, turn.6.3, effects.6.2, terms.2.opportunity.
    """
    stack, main = state.stack, state.turn.phase == "main"
    refused = offers.turn_refusal(state, player) if main and not stack else None
    if refused is not None:
        raise refused
    seat = state.opportunity
    if seat is None:
        say(state, events.Decline, "turn.4.7", "turn.4.8", "timing.2.13", player=state.turn.player)
        return phases.next_step(state)
    passes = state.passes + 1
    if passes < (state.left or state.how_many()):
        state.passes = passes
        state.events.append(events.Pass(PASSING, seat))
        speed.give(state, state.after(seat), HANDING_ON)
        return None
    rules = citations.when_all_pass(state, distorted=main and not stack and phases.time_is_distorted(state))
    state.events.append(events.Pass(rules, seat))
    state.passes, state.opportunity = 0, None
    return resolution.resolve_top(state) if stack else phases.next_step(state)
