"""Forecasts: what each option of a player's decision would cost, deal or come to, as things stand now.

A play is made on a copy of the game with the plainest answers, as far as its own player answers; so a forecast tells
nothing that this player could not find out by making the play and giving it up again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from archivist.model.decision import Action, Answer, Attack, Decision, Option, Play, Use
from archivist.model.errors import Illegal
from archivist.model.events import Cost
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general
from archivist.rules.legal_actions import prospects
from archivist.rules.legal_actions.offers import PAYING
from archivist.rules.legal_actions.prospects import Blow
from archivist.view import Forecast, Strike
from archivist.vocabulary.costs import paid
from archivist.vocabulary.speech import Speaker

if TYPE_CHECKING:
    from archivist.game import Game

TRIES: Final = 200
"""How many ways of making a play are tried to find what it costs."""
RESERVE: Final = frozenset(("reserve", "floating", "kindle"))
"""The payments that the cost of a card itself is made with."""
DECLARED: Final = frozenset(("x", "y", "alternative", "optional costs", "attacker"))
"""What a player declares that may change what a play costs, or what it does."""
STEPS: Final = 20
"""How many further answers are given to see an attack declared."""


class Made(msgspec.Struct):
    """A play as it was made: its decisions in order, each with the state it was asked in, and what its card cost."""

    game: Game
    decisions: list[tuple[Decision, State]] = []
    costs: list[str] = []


def forecasts(game: Game) -> tuple[Forecast, ...]:
    """What each option of the pending decision would mean to the player who decides, in the order of the options."""
    decision = game.decision
    if decision is None:
        return ()
    if decision.form == "act":
        return tuple(_of_act(game, option) for option in decision.options)
    fighting = decision.kind == "weapon" or (decision.kind == "targets" and decision.rule.startswith("combat."))
    if fighting and decision.form == "pick":
        return tuple(_of_pick(game, index) for index in range(len(decision.options)))
    return tuple(Forecast() for _ in decision.options)


# -- plays -------------------------------------------------------------------------------------------------------


def _of_act(game: Game, action: Option) -> Forecast:
    match action:
        case Play():
            return _of_play(game, action)
        case Use():
            return Forecast(_ability_cost(game, action))
        case Attack():
            return _of_attack(game, action)
    return Forecast()


def _of_play(game: Game, play: Play) -> Forecast:
    made = made_plainly(game, play)
    if made is None:
        return Forecast()
    asked = [decision for decision, _ in made.decisions]
    costs = (*made.costs, *(f"{each.kind} {each.least}" for each in asked if _paid_besides(each)))
    varies = any(each.kind in DECLARED for each in asked)
    state = made.game.state
    item = next((each for each in reversed(state.stack) if each.is_play and each.card == play.card), None)
    if item is None:
        return Forecast(costs, varies)
    reason = prospects.fizzling(state, item)
    if reason is not None:
        return Forecast(costs, varies, fizzles=reason.why)
    attacks = "attack" in state.pool[state.cards[play.card].face].words
    return Forecast(costs, varies, _told(prospects.blows(state, prospects.resolved(item))) if attacks else ())


def _paid_besides(decision: Decision) -> bool:
    return decision.kind in PAYING and decision.kind not in RESERVE


def _ability_cost(game: Game, use: Use) -> tuple[str, ...]:
    card = game.state.cards[use.card]
    _, ability = abilities_in_general.activated_abilities(game.state, card)[use.ability]
    return (paid(ability.cost, Speaker.of(game.state.face(card))) or "nothing",)


def made_plainly(game: Game, action: Action) -> Made | None:
    """Makes a play on a copy with the plainest answers that are not refused; None if none of many ways succeeds."""
    branches: list[Iterator[Answer]] = []
    answers: list[Answer] = []
    for _ in range(TRIES):
        try:
            return _descended(game.copy(), action, branches, answers)
        except Illegal:
            while branches and (following := next(branches[-1], None)) is None:
                branches.pop()
                answers.pop()
            if not branches:
                return None
            assert following is not None
            answers[-1] = following
    return None


def _descended(trial: Game, action: Action, branches: list[Iterator[Answer]], answers: list[Answer]) -> Made:
    """Makes a play with the answers so far, adding the plainest one for each further decision."""
    made, before, depth = Made(trial), trial.event_count, 0
    seat = trial.to_act
    assert seat is not None
    trial.begin(action, seat)
    while (asked := trial.decision) is not None and asked.attempt and not trial.acting:
        made.decisions.append((asked, trial.state.copy()))
        if depth == len(answers):
            branches.append(asked.answers())
            answers.append(next(branches[-1]))
        trial.answer(answers[depth])
        depth += 1
    told = (*trial.events_since(before), *trial.unfinished)
    costs = (event for event in told if isinstance(event, Cost) and event.player == seat)
    made.costs = [f"{cost.amount} {cost.currency}" for cost in costs]
    return made


# -- attacks -----------------------------------------------------------------------------------------------------


def _of_attack(game: Game, attack: Attack) -> Forecast:
    seat = game.to_act
    assert seat is not None
    return Forecast(deals=_told(prospects.blows(game.state, prospects.declared(seat, attack.unit))))


def _of_pick(game: Game, index: int) -> Forecast:
    """What the attack that is being declared would deal with this weapon, or to this target."""
    trial, seat = game.copy(), game.to_act
    asked = trial.decision
    assert asked is not None
    answer: Answer | None = next((each for each in asked.answers() if isinstance(each, tuple) and index in each), None)
    try:
        for _ in range(STEPS):
            if answer is None:
                break
            trial.answer(answer)
            asked = trial.decision
            if trial.state.combat is not None or asked is None or asked.player != seat:
                break
            answer = next(asked.answers(), None)
    except Illegal:
        return Forecast()
    blow = prospects.dealt(trial.state)
    return Forecast(deals=_told([blow] if blow else []))


def _told(blows: Sequence[Blow]) -> tuple[Strike, ...]:
    return tuple(Strike(tuple(card.face for card in blow.weapons), blow.damage) for blow in blows)
