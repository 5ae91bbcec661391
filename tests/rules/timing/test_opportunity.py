"""A pass that only hands Opportunity on needs no procedure, and comes to the same (timing.2.4)."""

from __future__ import annotations

import pytest

from archivist.arena.playing import Dice, choose, match, play_out
from archivist.game import Game
from archivist.model.decision import Pass
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.rules.timing import opportunity, speed
from archivist.rules.turn import phases
from archivist.vocabulary.node import Steps
from mass import how_many


def _by_the_procedure(game: Game, seat: int) -> None:
    """Passes as any action is carried out; a pass that only hands Opportunity on asks nothing."""
    state = game._course.state
    assert opportunity.proceed(state, seat, Pass()) is None


@pytest.mark.mass
@pytest.mark.parametrize("seed", range(how_many(3, 60)))
def test_timing_2_4_handing_opportunity_on_is_what_the_procedure_does(seed: int) -> None:
    game, dice, handed = match(seed).game(), Dice(seed), 0
    for _ in range(400):
        decision = game.decision
        if decision is None:
            break
        if game.acting:
            plain, full = game.copy(), game.copy()
            before = plain._course.state.copy()
            if told := opportunity.handed_on(plain._course.state, decision.player):
                handed += 1
                _by_the_procedure(full, decision.player)
                plain._course.state.events += told
                assert plain._course.state == full._course.state
            else:
                assert plain._course.state == before
        try:
            game.answer(choose(decision, dice))
        except Illegal:
            continue
    assert handed


@pytest.mark.parametrize("seed", range(3))
def test_turn_4_3_steps_in_which_nothing_is_to_be_answered_ask_nobody(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are passed over without a look at what else may be due, and no checkpoint stands in a step that was not left."""
    plain, passed = phases.next_step, set()

    def watched(state: State) -> Steps | None:
        place = (state.turn.phase, state.turn.step)
        found = plain(state)
        if place in opportunity.CONDITIONAL:
            assert found is None
            passed.add(place)
        return found

    monkeypatch.setattr(phases, "next_step", watched)
    game, dice = match(seed).game(), Dice(seed)
    for _ in range(400):
        decision = game.decision
        if decision is None:
            break
        assert not game.acting or not game._course.state.turn.fresh
        try:
            game.answer(choose(decision, dice))
        except Illegal:
            continue
    assert len(passed) > 8


def _closed_by_the_rule(state: State) -> bool:
    """Whether a boon is being bestowed or an Interdiction waits, asked of every card and item on the stack."""
    boon = any("boon" in state.pool[state.cards[number].face].words for number in state.stack_cards)
    activated = [state.cards[item.card] for item in state.stack if item.kind == "activation"]
    return boon or (bool(state.stack_cards) and any(state.now.has(state, card, "interdiction") for card in activated))


@pytest.mark.parametrize("seed", range(6))
def test_timing_2_12_whether_nobody_can_have_opportunity_is_asked_of_all_that_waits(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interdiction is looked for only where it is printed or granted; it comes to the same as asking each card."""
    plain, answers = speed.closed, {True: 0, False: 0}

    def compared(state: State) -> bool:
        found = plain(state)
        assert found == _closed_by_the_rule(state)
        answers[found] += 1
        return found

    monkeypatch.setattr(speed, "closed", compared)
    play_out(match(seed).game(), seed, 300, None)
    assert answers[False] > 20
