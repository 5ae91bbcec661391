"""Speed: slow and fast, whether a player may act at all now, and who gains Opportunity by acting (timing.1)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model import events
from archivist.model.card import Card, Seat, Way
from archivist.model.errors import Reason
from archivist.model.state import State
from archivist.rules.cards import card_types
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.events import say
from archivist.rules.playing_cards.boons import bestowing, comes_first
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.timing import endless_loops
from archivist.vocabulary.face import Face
from archivist.vocabulary.statics.playing import NextActivation

# -- speed -------------------------------------------------------------------------------------------------------


def refusal(state: State, player: Seat, way: Way, card: Card, face: Face, licences: Sequence[Licence]) -> Reason | None:
    """Why a card cannot be played at this time, if it cannot; Fast Activation makes it fast.

    The materialization of the materialize phase is no slow action: it needs neither Opportunity nor a main phase.

    Rules: timing.1.3, keywords.fast-activation, cards.1.table, timing.1.2, cards.1.action, cards.1.boon, cards.4.item.
    """
    if way == "materialize" and state.turn.step == "materialize" and state.turn.player == player:
        return None
    fast = card_types.is_fast(face) or any(licence.fast for licence in licences)
    if way == "activate" and not fast:
        fast = state.now.has(state, card, "fast activation") or _next_is_fast(state, player, card)
    found = speed_refusal(state, player, fast=fast)
    if found is not None and comes_first(state, card):
        return Reason(("RU.17", *found.rules), f"{face.name} can be bestowed only before the game begins")
    return found


def _next_is_fast(state: State, player: Seat, card: Card) -> bool:
    """Whether an effect lets the next card of a kind be activated as though it had Fast Activation, and this is one."""
    return any(
        active.you == player and coming.fast and coming.cards.describes(active.scene(state), card)
        for active, coming in now.statics(state, NextActivation)
    )


def speed_refusal(state: State, player: Seat, *, fast: bool) -> Reason | None:
    """Fast needs Opportunity; slow also one's own main phase and an empty stack.

    An ability is asked about with the speed that it states, fast if it states none.

    Rules: timing.1, timing.1.table, timing.1.fast, timing.1.slow, timing.2.3, terms.2.fast, terms.2.slow, timing.1.1,
    abilities.2.4.
    """
    if closed(state):
        return Reason((closed_by(state), "timing.2.12", "PC.2"), "nobody can have Opportunity now")
    if state.opportunity != player:
        return Reason(("timing.2.3", "timing.2.1", "PC.2"), "you do not have Opportunity")
    if fast:
        return None
    if state.turn.player != player:
        return Reason(("timing.1.slow", "turn.1.2", "terms.2.slow", "PC.2"), "a slow action needs your own turn")
    if state.turn.phase != "main":
        return Reason(("timing.1.slow", "turn.1.2", "terms.2.slow", "PC.2"), "a slow action needs your main phase")
    if state.stack:
        return Reason(("timing.1.slow", "turn.1.2", "terms.2.slow", "PC.2"), "a slow action needs an empty stack")
    return None


# -- Opportunity -------------------------------------------------------------------------------------------------


def closed(state: State) -> bool:
    """Nobody can have Opportunity while a boon is being bestowed or an Interdiction waits (BB.3.4.2, timing.2.12)."""
    if not state.stack_cards:
        return False
    cards, pool = state.cards, state.pool
    for number in state.stack_cards:  # loops, as this is asked at every step: `any` would take three calls each
        if "boon" in pool[cards[number].face].words:
            return True
    given = "interdiction" in (state.standing or standing(state)).granted
    for item in state.stack:
        if item.kind == "activation":
            card = cards[item.card]
            perhaps = given or "interdiction" in pool[card.face].keyword_words
            if perhaps and state.now.has(state, card, "interdiction"):
                return True
    return False


def closed_by(state: State) -> str:
    return "BB.3.4.2" if bestowing(state) else "keywords.interdiction"


def gains_opportunity(state: State, player: Seat, way: str) -> None:
    """Whoever has just played a card or activated an ability gains Opportunity, and all must pass anew.

    Rules: CA.1.9, CM.3.4, timing.2.6, timing.2.8, timing.2.8.choice, abilities.2.9.
    """
    state.passes = 0
    if closed(state):
        state.opportunity = None
        say(state, events.Closed, closed_by(state), "timing.2.12", player=player)
        return
    state.opportunity = player


def settled_first(state: State) -> tuple[str, ...]:
    """What has been done before anybody receives Opportunity, and, after an ability, whose it is."""
    done = ("timing.2.9", "timing.3.6")
    return (*done, "abilities.2.9", "timing.2.8.choice") if _ability_on_top(state) else done


def _ability_on_top(state: State) -> bool:
    return bool(state.stack) and state.stack[-1].kind == "ability"


def give(state: State, player: Seat, rules: tuple[str, ...]) -> None:
    """A player receives Opportunity, unless too much has happened before.

    Rules: terms.2.opportunity.
    """
    state.opportunity = player
    log = state.events
    log.append(events.Opportunity(rules, player, phase=state.turn.phase))
    if len(log) > endless_loops.EVENTS:
        raise endless_loops.too_much(state)
