"""Offers: which actions a player may take now. One check stands behind offers, refusals and execution: the play itself.

An action is offered if and only if some sequence of answers completes it. The search runs the real procedure on the
state and puts the old value back; it ends as soon as payment is reached, because paying begins only when everything can
be paid, and asks only for what leaves the rest payable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from archivist.model.card import Card, Seat, Way
from archivist.model.decision import Action, Answer, Attack, Decision, Pass, Play, Return, Use
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules import abilities, combat, levels, permissions, places, playing, preserving, timing
from archivist.rules import characteristics as now
from archivist.rules.permissions import Licence
from archivist.rules.standing import standing
from archivist.vocabulary.node import Steps, attempted
from archivist.vocabulary.statics.playing import CostOf, IgnoreElements, Permit

PAYING = frozenset(("reserve", "floating", "kindle", "sacrifice", "banish", "discard", "rest", "return"))
"""The decisions of paying; once one is reached the play can be completed."""


HOMES: dict[str, str] = {"activate": "hand", "materialize": "material", "bestow": "pantheon"}
"""Where cards are played from unless something says otherwise."""


def decision(state: State) -> Decision | None:
    """The decision of whoever can act now, with every legal action; None if the game is over."""
    if state.over:
        return None
    if state.opportunity is None:
        seat = state.turn.player
        return Decision(
            seat, "materialize", ("CM.2", "turn.4.materialize.3"), "materialize a card, or pass", form="act",
            options=tuple(actions(state, seat)),
        )  # fmt: skip
    seat = state.opportunity
    return Decision(
        seat, "opportunity", ("timing.2.3",), "act, or pass", form="act", options=tuple(actions(state, seat))
    )


def actions(state: State, player: Seat) -> list[Action]:
    """Every legal action of a player who can act, passing first."""
    possible = tuple(candidates(state, player))
    passing = [] if combat.must_attack(state, player) else [PASS]
    return [*passing, *(action for action in possible if allowed(state, player, action))]


PASS: Final = Pass()


def candidates(state: State, player: Seat) -> Iterator[Action]:
    """Everything that might be possible, by where the cards lie: all voluntary actions but passing (turn.1.5).

    What is plainly out of reach is left out.
    """
    cards = state.cards
    me = state.players[player]
    if state.opportunity is None:
        for number in me.material:
            if "preserved" in cards[number].properties:
                yield Return(number)
            else:
                yield Play("materialize", number)
        return
    outlook = Outlook(state, player)
    for number in me.hand:
        if outlook.within_reach(cards[number]):
            yield Play("activate", number)
    for number in _elsewhere(state, player):
        for way in ("activate", "materialize"):
            if permissions.licences(state, player, cards[number], way):
                yield Play(way, number)
    for number in preserving.could_return(state, player, completes):
        yield Return(number)
    for number in me.pantheon:
        if not cards[number].face_up:
            yield Play("bestow", number)
    for number in (*now.users(state, player), *places.roaming(state)):
        card = cards[number]
        for index, (_, ability) in enumerate(now.activated_abilities(state, card)):
            usable = card.controller == player or ability.by != "you"
            if usable and (outlook.slow or ability.speed == "fast") and not (card.rested and ability.rests_itself):
                yield Use(number, index)
    if outlook.slow:
        for number in state.field:
            if cards[number].controller == player and "unit" in now.words(state, cards[number]):
                yield Attack(number)


class Outlook:
    """What a player could at most do with the cards of the hand now: a screen before anything is looked at closely.

    It never turns away what is legal: where something in force might help a card, it lets everything through.
    """

    __slots__ = ("changed", "enabled", "funds", "lenient", "permitted", "pool", "slow")

    def __init__(self, state: State, player: Seat) -> None:
        held = standing(state)
        known = held.by_kind
        turn = state.turn
        self.slow = turn.player == player and turn.phase == "main" and not state.stack
        self.permitted = Permit in known or "fast activation" in held.granted
        self.lenient = self.permitted or IgnoreElements in known or held.changes("words")
        self.changed = CostOf in known or not held.granted.isdisjoint(("efficiency", "kindle"))
        self.enabled = now.enabled_elements(state, player)
        self.funds = len(state.players[player].hand) - 1 + len(state.field)
        self.pool = state.pool

    def within_reach(self, card: Card) -> bool:
        """Whether the time, the elements and the cost leave any hope of activating a card."""
        face = self.pool[card.face]
        if not (self.slow or face.ever_fast or self.permitted):
            return False
        if not (self.lenient or face.element_set <= self.enabled):
            return False
        return self.changed or face.least_reserve <= self.funds


def _elsewhere(state: State, player: Seat) -> list[int]:
    """Cards outside the hand that their own text, or a permission in force, may let a player play; each once."""
    me = state.players[player]
    own = _by_own_text(state, player)
    if Permit not in standing(state).by_kind:
        return own
    found = list(own)
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


def _by_own_text(state: State, player: Seat) -> list[int]:
    """Cards outside the hand whose own text may let them be played; looked for again only when these zones change."""
    me, cards, pool = state.players[player], state.cards, state.pool
    known = standing(state).elsewhere
    zones = (me.graveyard, me.banishment, me.material)
    before = known.get(player)
    if before is not None and all(old is new for old, new in zip(before[0], zones, strict=True)):
        return before[1]
    found = [
        number
        for zone, numbers in zip(("graveyard", "banishment", "material"), zones, strict=True)
        for number in numbers
        if zone in pool[cards[number].face].playable_from
    ]
    known[player] = (zones, found)
    return found


def allowed(state: State, player: Seat, action: Action) -> bool:
    """Whether an action can be completed by some answers."""
    if isinstance(action, Pass):
        return combat.must_attack(state, player) is None
    if isinstance(action, Return):
        return not preserving.refusals(state, player, action.card, completes)
    if isinstance(action, Play):
        card = state.cards[action.card]
        licences = permissions.licences(state, player, card, action.way)
        if not licences or timing.refusal(state, player, action.way, card, state.pool[card.face], licences):
            return False
        plain = HOMES.get(action.way) == card.zone and state.pool[card.face].plain
        if plain and not (action.way == "activate" and levels.raised(state, player, card)):
            return playing.plainly_possible(state, player, action.way, action.card, licences)
    if isinstance(action, Attack):
        return combat.can_attack(state, player, state.cards[action.unit])
    if isinstance(action, Use):
        refused = abilities.refusals(state, player, action.card, action.ability)
        return not refused and abilities.possible(state, player, action.card, action.ability)
    return solvable(state, lambda: perform(state, player, action))


def completes(state: State, player: Seat, way: Way, card: int, licence: Licence) -> bool:
    """Whether a play that an effect asks for could be completed."""
    return solvable(state, lambda: playing.play(state, player, way, card, licence))


def refusal(state: State, player: Seat, way: Way, card: int, licence: Licence) -> Illegal:
    """Everything that stands against a play that an effect asks for and that was refused."""
    before = state.copy()
    try:
        return _refusal(playing.play(state, player, way, card, licence, collect=True))
    finally:
        state.become(before)


def solvable(state: State, start: Callable[[], Steps]) -> bool:
    """Searches for answers that complete a procedure; leaves the state as it was."""
    before = state.copy()
    cache, state.cache = state.cache, {}
    try:
        return _search(state, before, start)
    finally:
        state.become(before)
        state.cache = cache


def _search(state: State, before: State, start: Callable[[], Steps]) -> bool:
    """Goes down with the plainest answer each time; after a refusal, again with the next answer that was not tried."""
    branches: list[tuple[Answer, Iterator[Answer]]] = []
    while True:
        if _descend(start, branches):
            return True
        while branches:
            _, others = branches.pop()
            following = next(others, None)
            if following is not None:
                branches.append((following, others))
                break
        else:
            return False
        state.become(before)


def _descend(start: Callable[[], Steps], branches: list[tuple[Answer, Iterator[Answer]]]) -> bool:
    """Runs the procedure with the answers of the branches, adding one for each further decision; True if it completes."""
    steps = start()
    try:
        asked = next(steps)
        for answer, _ in tuple(branches):
            asked = steps.send(answer)
        while asked.kind not in PAYING:
            answers = asked.answers()
            first = next(answers, None)
            if first is None:
                return False
            branches.append((first, answers))
            asked = steps.send(first)
    except StopIteration:
        return True
    except Illegal:
        return False
    steps.close()
    return True


# -- doing -------------------------------------------------------------------------------------------------------


def perform(state: State, player: Seat, action: Play | Use | Attack | Return, *, collect: bool = False) -> Steps:
    """Carries out a player's action other than passing, up to the point where it is done."""
    if isinstance(action, Play):
        return playing.play(state, player, action.way, action.card, collect=collect)
    if isinstance(action, Use):
        return attempted(abilities.activate(state, player, action.card, action.ability, collect=collect))
    if isinstance(action, Attack):
        return attempted(combat.declare(state, player, action.unit, collect=collect))
    return attempted(preserving.give_back(state, player, action, completes))


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
    cache, state.cache = state.cache, {}
    try:
        return _refusal(perform(state, player, action, collect=True))
    finally:
        state.become(before)
        state.cache = cache


def turn_refusal(state: State, player: Seat) -> Illegal | None:
    """Why a player may not pass: something must attack first (turn.4.13)."""
    unit = combat.must_attack(state, player)
    return None if unit is None else Illegal(Reason(("turn.4.13",), f"{unit.face} must attack first"))


def allowed_for(state: State, player: Seat, action: Action) -> bool:
    return _acts(state) == player and exists(state, action) and allowed(state, player, action)


def _acts(state: State) -> Seat | None:
    if state.over:
        return None
    return state.turn.player if state.opportunity is None else state.opportunity


def _refusal(steps: Steps) -> Illegal:
    """Runs a refused procedure with the plainest answers, so as to hear all reasons."""
    try:
        asked = next(steps)
        while True:
            asked = steps.send(next(asked.answers()))
    except Illegal as illegal:
        return illegal
    except StopIteration:
        return Illegal(Reason(("PC.2",), "it is not your turn to act"))
