"""Returning preserved cards to the hand in the place of a materialization (keywords.preserve; effects.3.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from archivist.model.card import Card, Seat, Way
from archivist.model.decision import Return
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.model.value import Value
from archivist.rules.asking import Asked, ask_one
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.playing_cards import permissions
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.timing import speed
from archivist.rules.zones import moving, revealing
from archivist.rules.zones.visibility import who_sees
from archivist.vocabulary.node import Steps
from archivist.vocabulary.statics.playing import Permit

Completing = Callable[[State, Seat, Way, int, Licence], bool]
"""Whether a play could be completed."""
RETURNED = ("keywords.preserve", "costs.6.preserve", "effects.3.6", "effects.3.6.choice")
"""By which rules a preserved card goes to the hand in the place of a materialization."""


class Chance(Value, frozen=True):
    """A standing permission to materialize, of a certain card or of whatever it describes; and what is used up with it.

    A card that not everybody knows (`hidden`) has to be shown (effects.3.6).
    """

    card: int | None = None
    stamp: int | None = None
    hidden: bool = False


def preserved(state: State, seat: Seat) -> list[int]:
    """A player's preserved cards.

    Rules: zones.3.5.
    """
    return [number for number in state.players[seat].material if "preserved" in state.cards[number].properties]


def could_return(state: State, player: Seat, completes: Completing) -> list[int]:
    """The preserved cards that a player with Opportunity may return, because something permits them to materialize."""
    if Permit not in standing(state).by_kind:
        return []
    cards = preserved(state, player)
    return cards if cards and chances(state, player, completes) else []


def chances(state: State, player: Seat, completes: Completing) -> list[Chance]:
    """The permissions to materialize that a player has at this time, whether or not something could be materialized.

    A card that can only be activated is no such chance, and one that is hidden only if it could be materialized.

    Rules: effects.3.6, effects.3.6.choice, keywords.preserve, timing.5.3.
    """
    found: list[Chance] = []
    for active, permit in now.statics(state, Permit):
        if active.you != player or "materialize" not in permit.ways:
            continue
        if speed.speed_refusal(state, player, fast=permit.fast) is not None:
            continue
        if active.on is None and not permit.top_of_deck:
            found.append(Chance())
            continue
        for card in _tied(state, active, permit):
            chance = Chance(card.id, active.stamp if active.on else None, who_sees(state, card) is not None)
            if not chance.hidden or _could_be_materialized(state, player, card, completes):
                found.append(chance)
    return found


def _tied(state: State, active: Active, permit: Permit) -> Iterator[Card]:
    """The cards with a memory cost to which a permission is tied."""
    if active.on is None:
        cards = [state.cards[number] for number in state.players[active.you].deck[:1]]
    else:
        cards = [card for thing in active.on if (card := state.current(thing)) is not None]
    scene = active.scene(state)
    for card in cards:
        if state.pool[card.true_name].cost.memory is not None and permit.cards.describes(scene, card):
            yield card


def _could_be_materialized(state: State, player: Seat, card: Card, completes: Completing) -> bool:
    licences = permissions.licences(state, player, card, "materialize")
    return any(completes(state, player, "materialize", card.id, licence) for licence in licences)


def refusals(state: State, player: Seat, number: int, completes: Completing) -> list[Reason]:
    """Why a player cannot return a card now: it is not preserved, or nothing could be materialized in its place."""
    card = state.cards[number]
    if not _in_phase(state, player) and not (state.opportunity == player and chances(state, player, completes)):
        return [
            Reason(
                ("keywords.preserve", "CM.2", "effects.3.6.choice", "costs.6.preserve"),
                "a preserved card is returned instead of materializing",
            )
        ]
    if card.zone != "material" or card.owner != player or "preserved" not in card.properties:
        return [Reason(("keywords.preserve",), "that is not one of your preserved cards")]
    return []


def _in_phase(state: State, player: Seat) -> bool:
    """Whether a player is to materialize in the materialize phase: in nothing else does one act without Opportunity."""
    return state.turn.player == player and state.opportunity is None


def give_back(state: State, player: Seat, action: Return, completes: Completing) -> Steps:
    """Returns a preserved card to the hand, which uses up the chance to materialize; nothing is paid for it.

    It is no materialization, and whoever did it with Opportunity has it still.

    Rules: costs.6.preserve, keywords.preserve.
    """
    reasons = refusals(state, player, action.card, completes)
    if reasons:
        raise Illegal(*reasons)
    if _in_phase(state, player):
        state.alter_turn(step="materialized")
    else:
        chance = yield from _choose(state, player, chances(state, player, completes))
        _use_up(state, player, chance)
        state.passes = 0
    moving.move(state, action.card, "hand", *RETURNED, "CM.2")


def _choose(state: State, player: Seat, found: Sequence[Chance]) -> Asked[Chance]:
    """Which permission is used: one that stays if there is one, else the player says for which card."""
    staying = next((chance for chance in found if chance.stamp is None), None)
    by_card = {chance.card: chance for chance in reversed(found)}
    if staying is not None or len(by_card) == 1:
        return staying or found[0]
    options = [state.cards[card].thing for card in by_card if card is not None]
    rules = ("keywords.preserve", "effects.3.6")
    chances = list(by_card.values())
    return (yield from ask_one(player, "permission", rules, "choose the card that is not played", options, chances))


def _use_up(state: State, player: Seat, chance: Chance) -> None:
    """Nothing is left of the permission for that card, not even to activate it; if it is hidden it is shown."""
    if chance.card is None:
        return
    if chance.hidden:
        revealing.reveal(state, player, [chance.card], "effects.3.6")
    thing = state.cards[chance.card].thing
    state.hold(
        tuple(
            replace(each, on=tuple(other for other in each.on or () if other != thing))
            if each.stamp == chance.stamp and isinstance(each.static, Permit)
            else each
            for each in state.lasting
        )
    )
