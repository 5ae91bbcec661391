"""A pass that only hands Opportunity on needs no procedure, and comes to the same (timing.2.4)."""

from __future__ import annotations

import pytest

from archivist.arena.playing import Dice, choose, match
from archivist.game import Game
from archivist.model.decision import Pass
from archivist.model.errors import Illegal
from archivist.rules.timing import opportunity
from mass import how_many


def _by_the_procedure(game: Game, seat: int) -> None:
    """Passes as any action is carried out; a pass that only hands Opportunity on asks nothing."""
    state = game._course.state
    for asked in opportunity.proceed(state, seat, Pass()):
        raise AssertionError(f"a pass that only hands Opportunity on asks for {asked.kind}")


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
            if opportunity.handed_on(plain._course.state, decision.player):
                handed += 1
                _by_the_procedure(full, decision.player)
                assert plain._course.state == full._course.state
                assert plain._course.state.events == full._course.state.events
            else:
                assert plain._course.state == before
        try:
            game.answer(choose(decision, dice))
        except Illegal:
            continue
    assert handed
