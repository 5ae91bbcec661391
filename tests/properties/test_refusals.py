"""A refused or abandoned play leaves no trace, whoever tries whatever, and the refusal cites rules."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Action, Attack, Pass, Play, Return, Use
from archivist.model.errors import AnswerError, ArchivistError, Illegal
from costly_plays import PLAYS, rich_position
from mass import how_many
from moments import Before, at_rest, check_refusal, random_seeds, same_question
from positions import Side, every_action, number_of, position, random_answer, simple_position, wrong_answer


@random_seeds(24, 60)
def test_pc_3_refused_attempt_leaves_no_trace(seed: int) -> None:
    """Whoever tries whatever: a refusal cites rules and changes nothing, and why_not gave the same reasons."""
    rng = random.Random(seed)
    game = at_rest(seed)
    if game.over:
        return
    before = Before(game)
    actions = list(every_action(game.state, 0))
    for seat in range(len(game.state.players)):
        for action in rng.sample(actions, min(30, len(actions))):
            foretold = game.why_not(seat, action)
            before.check(game)
            try:
                game.attempt(action, seat)
            except Illegal as illegal:
                check_refusal(illegal)
                assert foretold is not None
                assert foretold.reasons == illegal.reasons
            else:
                assert foretold is None
                assert seat == before.to_act
                game.undo()
                while not game.acting:
                    game.undo()
            before.check(game)


def try_out(game: Game, before: Before, action: Action, seat: Seat, seed: int, most: int) -> tuple[str, Counter[str]]:
    """Makes a play with `most` random answers and gives it up; says how that ended and what was asked."""
    rng = random.Random(seed)
    asked: Counter[str] = Counter()
    try:
        game.begin(action, seat)
    except Illegal as illegal:
        check_refusal(illegal)
        before.check(game)
        return "refused", asked
    plays: Before | None = None
    for _ in range(most):
        decision = game.decision
        if game.acting or decision is None:
            break
        asked[decision.kind] += 1
        inside = Before(game)
        with pytest.raises(AnswerError):
            game.answer(wrong_answer(decision, rng))
        inside.check(game)
        with pytest.raises(AnswerError):
            game.answer(random_answer(decision, rng), (decision.player + 1) % len(game.state.players))
        inside.check(game)
        plays = inside if decision.form == "act" else plays
        try:
            game.answer(random_answer(decision, rng))
        except Illegal as illegal:
            check_refusal(illegal)
            if game.acting:
                before.check(game)
                return "stuck", asked
            assert plays is not None
            plays.check(game)
    complete = game.acting or game.over
    if complete:
        game.undo()
    elif game.state.stack == before.state.stack and game.state.combat == before.state.combat:
        game.cancel()
    while not game.acting:
        game.undo()
    before.check(game)
    return "complete" if complete else "given up", asked


def test_ca_1_6_giving_up_at_any_decision_leaves_no_trace() -> None:
    """Every play is given up at each of its decisions, after right and wrong answers, and once more when it is done."""
    asked: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed in range(45):
        rng = random.Random(seed)
        game = at_rest(seed, full=True)
        decision = game.decision
        if decision is None:
            continue
        before = Before(game)
        offered = [each for each in decision.options if isinstance(each, Play | Use | Attack | Return)]
        others = rng.sample(list(every_action(game.state, decision.player)), 25)
        for action in (*offered, *others):
            for most in range(12):
                end, kinds = try_out(game, before, action, decision.player, seed, most)
                if end != "given up":
                    break
            ends[end] += 1
            asked += kinds
        assert same_question(game.decision, decision)
    assert {"alternative", "optional costs", "modes", "targets", "reserve"} <= asked.keys()
    assert {"refused", "complete"} <= ends.keys()


@pytest.mark.mass
@pytest.mark.parametrize("name", PLAYS)
def test_ca_1_8_half_paid_play_leaves_no_trace(name: str) -> None:
    """Every decision of a costly card is reached, answered in many ways and given up; nothing is paid then."""
    game, play = rich_position(name)
    before = Before(game)
    asked: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed, most in itertools.product(range(how_many(8, 20)), range(9)):
        end, kinds = try_out(game, before, play, 0, seed, most)
        ends[end] += 1
        asked += kinds
    assert ends["complete"]
    wanted = PLAYS[name][1].replace("optional costs", "optional").split()
    assert {kind.split()[0] for kind in asked} >= set(wanted)


def starcalling() -> Game:
    """A glimpse that resolves and finds cards to starcall: an effect asks for a play."""
    lineage = ("Arisanna, Herbalist Prodigy", "Arisanna, Master Alchemist", "Arisanna, Astral Zenith")
    game = simple_position(
        champion=("Spirit of Wind", *lineage),
        hand=["Scry the Skies", *["Idle Thoughts"] * 5],
        deck=["Cosmic Bolt", "Cosmic Bolt", "Blitz Mage"],
    )
    game.answer(Play("activate", number_of(game, "Scry the Skies")))
    while not game.acting and game.decision is not None:
        game.answer(next(game.decision.answers()))
    while game.acting:
        game.answer(Pass())
    assert game.decision is not None
    assert game.decision.kind == "play"
    return game


def test_timing_5_2_play_refused_within_a_resolution_undoes_that_play_alone() -> None:
    """Whatever else is tried while an effect asks for a play: it is refused, and the resolution stands as it was."""
    game = starcalling()
    decision = game.decision
    assert decision is not None
    before = Before(game)
    for action in every_action(game.state, 0):
        if action in decision.options:
            continue
        for seat in (0, 1):
            for trying in (game.attempt, game.begin):
                with pytest.raises(Illegal) as caught:
                    trying(action, seat)
                check_refusal(caught.value)
                before.check(game)
                assert same_question(game.decision, decision)


def test_timing_5_2_play_given_up_within_a_resolution_undoes_that_play_alone() -> None:
    """Giving up a play that an effect asked for leads back to that question, not to before the resolution."""
    for most in range(4):
        game = starcalling()
        decision = game.decision
        assert decision is not None
        before = Before(game)
        game.answer(decision.options[0])
        for _ in range(most):
            if game.decision is not None and game.decision.kind in ("alternative", "targets", "reserve"):
                game.answer(next(game.decision.answers()))
        if game.decision is None or game.decision.kind not in ("alternative", "targets", "reserve"):
            break
        game.cancel()
        before.check(game)
        assert same_question(game.decision, decision)


def test_pc_3_only_a_play_can_be_given_up() -> None:
    """A choice made while something resolves is no play: giving up would take back another player's pass."""
    game = starcalling()
    for answer in (None, Pass()):
        if answer is not None:
            game.answer(answer)
        before = Before(game)
        with pytest.raises(AnswerError):
            game.cancel()
        before.check(game)


@random_seeds(25)
def test_ru_13_refusal_does_not_move_the_random_generator(seed: int) -> None:
    """Memory costs are paid at random: giving up, undoing and trying again always meets the same luck."""
    game = position(seed, phase="materialize")
    decision = game.decision
    assert decision is not None
    for action in decision.options:
        if not isinstance(action, Play):
            continue
        before = Before(game)
        results = []
        for _ in range(2):
            again = random.Random(seed)
            game.answer(action)
            while not game.acting and game.decision is not None:
                game.answer(random_answer(game.decision, again))
            results.append(game.state.copy())
            while game.answers or Before(game).parts != before.parts:
                game.undo()
            before.check(game)
        assert results[0] == results[1]


def nothing_there(game: Game) -> list[Action]:
    """Actions about cards and abilities that there are not, counted from either end."""
    found: list[Action] = []
    for number in (10**6, -(10**6), *(card.id - len(game.state.cards) for card in game.state.cards)):
        found += [Play("activate", number), Play("materialize", number), Play("bestow", number)]
        found += [Use(number, 0), Attack(number), Return(number)]
    for number in game.state.field:
        found += [Use(number, 99), Use(number, -1), Use(number, -99)]
    return found


@pytest.mark.parametrize("phase", ["main", "materialize"])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_action_about_nothing_is_refused(phase: Any, seat: Seat) -> None:
    """Ids that no card has, counted from either end, are answered by a refusal and not by a crash or a play."""
    game = simple_position(
        champion=("Spirit of Fire", "Rai, Spellcrafter"),
        field=["Esteemed Knight", "Crystal of Empowerment"],
        material=["Mana Limiter"],
        hand=["Idle Thoughts", "Idle Thoughts"],
        phase=phase,
        other=Side(deck=("Giant Tortoise",), field=("Gray Wolf",)),
    )
    before = Before(game)
    for action in nothing_there(game):
        for trying in (game.attempt, game.begin):
            with pytest.raises(Illegal) as caught:
                trying(action, seat)
            check_refusal(caught.value)
            before.check(game)
        with pytest.raises(ArchivistError):
            game.answer(action)
        before.check(game)


@pytest.mark.parametrize("seat", [2, 99, -1])
def test_a_player_who_is_not_there_is_refused(seat: Seat) -> None:
    """A seat that nobody has cannot act, give up or look; counting from the end shows no one's hand."""
    game = simple_position(field=["Esteemed Knight"], hand=["Idle Thoughts", "Idle Thoughts"])
    before = Before(game)
    actions = [Pass(), Play("activate", number_of(game, "Idle Thoughts")), Attack(number_of(game, "Esteemed Knight"))]
    tries: list[Callable[[], object]] = [lambda: game.view(seat), lambda: game.concede(seat)]
    for action in (*actions, Use(0, 0), Return(0)):
        tries.append(lambda action=action: game.attempt(action, seat))  # type: ignore[misc]
        tries.append(lambda action=action: game.begin(action, seat))  # type: ignore[misc]
    for each in tries:
        with pytest.raises(ArchivistError):
            each()
        before.check(game)
