"""Offers: which actions a player may take now. One check stands behind offers, refusals and execution: the play itself.

An action is offered if and only if some sequence of answers completes it. The search runs the real procedure on the
state and puts the old value back; it ends as soon as payment is reached, because paying begins only when everything can
be paid, and asks only for what leaves the rest payable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Final, NamedTuple

from archivist.model.card import Seat, Way
from archivist.model.decision import Action, Answer, Attack, Decision, Pass, Play, Return, Use
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general, activated_abilities, where_abilities_work
from archivist.rules.abilities.where_abilities_work import wanderers
from archivist.rules.cards import champions
from archivist.rules.combat import declaring_attacks, who_may_attack
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.rules.legal_actions.prefilter import Activations, Materializations, candidates, playing
from archivist.rules.playing_cards import nine_steps, permissions, preserve
from archivist.rules.playing_cards.attempt import Aimless, Hopeless
from archivist.rules.playing_cards.modes_and_targets import paying_may_spoil
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.timing import speed
from archivist.rules.zones.visibility import sees
from archivist.vocabulary.node import Steps, attempted
from archivist.vocabulary.statics.playing import Permit

PAYING = frozenset(
    ("reserve", "floating", "kindle", "sacrifice", "banish", "discard", "rest", "return", "payment order")
)
"""The decisions of paying; once one is reached the play can be completed."""

AIMING = frozenset(("targets", "split"))
"""The decisions of declaring targets."""
ACTING: Final[tuple[str, ...]] = ("timing.2.3",)
MATERIALIZING: Final[tuple[str, ...]] = ("CM.2", "turn.4.materialize.3")
"""The rules by which a player with Opportunity is asked, and the turn player who may materialize."""
HOMES: dict[str, str] = {"activate": "hand", "materialize": "material", "bestow": "pantheon"}
"""Where cards are played from unless something says otherwise."""


def decision(state: State) -> Decision | None:
    """The decision of whoever can act now, with every legal action; None if the game is over."""
    if state.over:
        return None
    seat = state.opportunity
    if seat is None:
        seat = state.turn.player
        options = (PASS, *_materializing(state, seat))
        return Decision(seat, "materialize", MATERIALIZING, "materialize a card, or pass", "act", options)
    options = tuple(actions(state, seat))
    return _only_passing(seat) if options == ONLY_PASS else _opportunity(seat, options)


def _opportunity(seat: Seat, options: tuple[Action, ...]) -> Decision:
    return Decision(seat, "opportunity", ACTING, "act, or pass", "act", options)


@cache
def _only_passing(seat: Seat) -> Decision:
    """Two decisions in three: one for each seat serves all of them."""
    return _opportunity(seat, ONLY_PASS)


def asking(state: State) -> tuple[str, ...]:
    """The rules by which a player who can act is asked."""
    return MATERIALIZING if state.opportunity is None else ACTING


PASS: Final = Pass()
ONLY_PASS: Final[tuple[Action, ...]] = (PASS,)


def actions(state: State, player: Seat) -> list[Action]:
    """Every legal action of a player who has Opportunity, passing first, then by where the cards lie (turn.1.5).

    Rules: turn.1.
    """
    turn, me = state.turn, state.players[player]
    slow = turn.player == player and turn.phase == "main" and not state.stack  # timing.1.slow, as attacks are
    found: list[Action] = [] if who_may_attack.must_attack(state, player) else [PASS]  # turn.4.13
    known = state.standing or standing(state)
    perhaps = None
    if not slow and (known.playing or playing(state)).steady:
        perhaps = (state.objects or objects(state)).fast.get(me.hand)  # half of the windows find what was kept
    if perhaps is None:
        perhaps = candidates(state, player, slow=slow)
    if perhaps:
        found += _activating(state, player, perhaps, slow=slow)
    roaming, playable = state.roaming or wanderers(state)
    permitted = Permit in known.by_kind
    if playable or me.pantheon or permitted:
        others = _other_plays(state, player, permitted=permitted)
        found += [action for action in others if allowed(state, player, action)]
    found += activated_abilities.usable(state, player, slow=slow)
    if roaming:
        found += _using_elsewhere(state, player)
    if slow:
        found += [Attack(number) for number in who_may_attack.attackers(state, player)]
    return found


def _activating(state: State, player: Seat, perhaps: Iterable[int], *, slow: bool) -> list[Action]:
    """Those cards of the hand that can be activated, of those that may be."""
    found: list[Action] = []
    prefilter, cards = Activations(state, player, slow=slow), state.cards
    for number in perhaps:
        possible = prefilter.possible(cards[number])
        if possible is not False:
            action: Action = Play("activate", number)
            if possible or allowed(state, player, action):
                found.append(action)
    return found


def _materializing(state: State, player: Seat) -> list[Action]:
    """What may be done instead of declining to materialize: with the material deck, and with what an effect permits.

    Rules: CM.2, timing.5.3.
    """
    prefilter = Materializations(state, player)
    found: list[Action] = []
    mine = state.players[player].material
    for number in mine:
        card = state.cards[number]
        if "preserved" in card.properties and allowed(state, player, Return(number)):
            found.append(Return(number))
        possible = prefilter.possible(card)
        if possible is not False:
            action = Play("materialize", number)
            if possible or allowed(state, player, action):
                found.append(action)
    if Permit in (state.standing or standing(state)).by_kind:
        others = [Play("materialize", number) for number in _elsewhere(state, player) if number not in mine]
        found += [action for action in others if allowed(state, player, action)]
    return found


def _other_plays(state: State, player: Seat, *, permitted: bool) -> list[Action]:
    """What might be played besides activating cards of the hand, and preserved cards that might be returned instead."""
    found: list[Action] = []
    me = state.players[player]
    for number in _elsewhere(state, player) if permitted else where_abilities_work.playable_elsewhere(state, player):
        ways: tuple[Way, ...] = ("materialize",) if number in me.hand else ("activate", "materialize")
        for way in ways:
            if permissions.licences(state, player, state.cards[number], way):
                found.append(Play(way, number))
    if permitted:
        for number in preserve.could_return(state, player, completes):
            found.append(Return(number))
    for number in me.pantheon:
        if not state.cards[number].face_up:
            found.append(Play("bestow", number))
    return found


def _using_elsewhere(state: State, player: Seat) -> list[Action]:
    """The abilities that can be activated of cards whose text names their zones, where those are no objects or intents."""
    found: list[Action] = []
    for number in where_abilities_work.roaming(state):
        for index in range(len(abilities_in_general.activated_abilities(state, state.cards[number]))):
            use = Use(number, index)
            if allowed(state, player, use):
                found.append(use)
    return found


def _elsewhere(state: State, player: Seat) -> list[int]:
    """Cards that their own text, from outside the hand, or a permission in force may let a player play; each once."""
    me = state.players[player]
    found = where_abilities_work.playable_elsewhere(state, player)
    for active, permit in now.statics(state, Permit):
        if active.you != player:
            continue
        if permit.top_of_deck:
            found.extend(me.deck[:1])
        elif active.on is not None:
            found.extend(thing.id for thing in active.on if state.current(thing) is not None)
        else:
            found.extend(card.id for card in active.scene(state).matching(permit.cards))
    return list(dict.fromkeys(found))


def allowed(state: State, player: Seat, action: Action) -> bool:
    """Whether an action can be completed by some answers."""
    if isinstance(action, Pass):
        return who_may_attack.must_attack(state, player) is None
    if isinstance(action, Return):
        return not preserve.refusals(state, player, action.card, completes)
    if isinstance(action, Play):
        card = state.cards[action.card]
        licences = permissions.licences(state, player, card, action.way)
        if not licences or speed.refusal(state, player, action.way, card, state.pool[card.face], licences):
            return False
        plain = HOMES.get(action.way) == card.zone and state.pool[card.face].plain and not playing(state).shifts
        if (
            plain
            and not (action.way == "activate" and champions.raised(state, player, card))
            and not paying_may_spoil(state, player, card)
        ):
            return nine_steps.plainly_possible(state, player, action.way, action.card, licences)
    if isinstance(action, Attack):
        return who_may_attack.can_attack(state, player, state.cards[action.unit])
    if isinstance(action, Use):
        return activated_abilities.allowed(state, player, action.card, action.ability)
    return solvable(state, lambda: perform(state, player, action))


def completes(state: State, player: Seat, way: Way, card: int, licence: Licence) -> bool:
    """Whether a play that an effect asks for could be completed."""
    return solvable(state, lambda: nine_steps.play(state, player, way, card, licence))


def refusal(state: State, player: Seat, way: Way, card: int, licence: Licence, met: Illegal | None = None) -> Illegal:
    """Everything that stands against a play that an effect asks for and that was refused.

    Where nothing stands against it but the answers that were given, that is what it `met`.
    """
    before = state.copy()
    try:
        return _refusal(nine_steps.play(state, player, way, card, licence, collect=True), met)
    finally:
        state.become(before)


def in_vain(state: State, player: Seat, action: Action) -> tuple[Reason, ...]:
    """Why a play cannot be made for which an effect has just given a chance, so that nobody was asked.

    Where the chance was to play a copy of a card, that card is meant.
    """
    if not isinstance(action, Play) or not exists(state, action):
        return ()
    asked = state.cards[action.card]
    for seat, way, number, licence in state.vain:
        copy = state.cards[number]
        meant = number == action.card or (copy.token and copy.face == asked.face and sees(state, seat, asked))
        if meant and (seat, way) == (player, action.way):
            return refusal(state, seat, way, number, licence).reasons
    return ()


def solvable(state: State, start: Callable[[], Steps]) -> bool:
    """Searches for answers that complete a procedure; leaves the state as it was."""
    before = state.copy()
    try:
        return _search(state, before, start)
    finally:
        state.become(before)


class Branch(NamedTuple):
    """A decision on the way down: its kind, the answer that was given, and those not tried yet."""

    kind: str
    answer: Answer
    others: Iterator[Answer]


def _search(state: State, before: State, start: Callable[[], Steps]) -> bool:
    """Goes down with the plainest answer each time; after a refusal, again with the next answer that was not tried."""
    branches: list[Branch] = []
    while True:
        if _descend(state, start, branches):
            return True
        while branches:
            kind, _, others = branches.pop()
            following = next(others, None)
            if following is not None:
                branches.append(Branch(kind, following, others))
                break
        else:
            return False
        state.become(before)


def _spoils(state: State, asked: Decision) -> bool:
    """Whether it matters how a play is paid for, since that may unlock text which cannot be met (CA.1.8.2)."""
    card = None if asked.card is None else state.cards[asked.card]
    return card is not None and card.zone == "stack" and paying_may_spoil(state, asked.player, card)


def _descend(state: State, start: Callable[[], Steps], branches: list[Branch]) -> bool:
    """Runs the procedure with the answers of the branches, adding one for each further decision; True if it completes.

    How an amount is split among targets decides neither what a play costs nor whether it is legal: one way is enough.
    Where other targets would change nothing they are not tried: of a dozen objects there are thousands of sets. Where
    there is no target at all, no other numbers are tried either.
    """
    steps = start()
    try:
        asked = next(steps)
        for branch in tuple(branches):
            asked = steps.send(branch.answer)
        while asked.kind not in PAYING or _spoils(state, asked):
            answers = islice(asked.answers(), 1) if asked.form == "split" else asked.answers()
            first = next(answers, None)
            if first is None:
                return False
            branches.append(Branch(asked.kind, first, answers))
            asked = steps.send(first)
    except StopIteration:
        return True
    except Hopeless:
        while branches and branches[-1].kind in AIMING:
            branches.pop()
        return False
    except Aimless:
        branches.clear()
        return False
    except Illegal:
        return False
    steps.close()
    return True


# -- doing -------------------------------------------------------------------------------------------------------


def perform(state: State, player: Seat, action: Play | Use | Attack | Return, *, collect: bool = False) -> Steps:
    """Carries out a player's action other than passing, up to the point where it is done."""
    if isinstance(action, Play):
        return nine_steps.play(state, player, action.way, action.card, collect=collect)
    if isinstance(action, Use):
        return attempted(activated_abilities.activate(state, player, action.card, action.ability, collect=collect))
    if isinstance(action, Attack):
        return attempted(declaring_attacks.declare(state, player, action.unit, collect=collect))
    return attempted(preserve.give_back(state, player, action, completes))


def exists(state: State, action: Action) -> bool:
    """Whether the cards an action speaks of are there at all."""
    if isinstance(action, Pass):
        return True
    number = action.unit if isinstance(action, Attack) else action.card
    return 0 <= number < len(state.cards) and not (isinstance(action, Use) and action.ability < 0)


def why_not(state: State, player: Seat, action: Action) -> Illegal | None:
    """Everything that stands against an action; None if it is legal."""
    if not exists(state, action):
        return Illegal(Reason(("PC.2",), "there is no such card"))
    if isinstance(action, Pass):
        if _acts(state) != player:
            return Illegal(Reason(("timing.2.1",), "you do not have Opportunity"))
        return turn_refusal(state, player)
    if allowed_for(state, player, action):
        return None
    before = state.copy()
    try:
        return _refusal(perform(state, player, action, collect=True))
    finally:
        state.become(before)


def turn_refusal(state: State, player: Seat) -> Illegal | None:
    """Why a player may not pass: something must attack first (turn.4.13)."""
    unit = who_may_attack.must_attack(state, player)
    return None if unit is None else Illegal(Reason(("turn.4.13",), f"{unit.face} must attack first"))


def allowed_for(state: State, player: Seat, action: Action) -> bool:
    return _acts(state) == player and exists(state, action) and allowed(state, player, action)


def _acts(state: State) -> Seat | None:
    if state.over:
        return None
    return state.turn.player if state.opportunity is None else state.opportunity


def _refusal(steps: Steps, met: Illegal | None = None) -> Illegal:
    """Runs a refused procedure with the plainest answers, so as to hear all reasons; those it met if there are none."""
    try:
        asked = next(steps)
        while True:
            asked = steps.send(next(asked.answers()))
    except Illegal as illegal:
        return illegal
    except StopIteration:
        return met or Illegal(Reason(("PC.2",), "it is not your turn to act"))
