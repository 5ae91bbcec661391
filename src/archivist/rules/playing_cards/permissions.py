"""Who may play which card from where (PC.2; CA.1.9.1; timing.5)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from archivist.model.card import Card, Seat, Way
from archivist.model.state import State
from archivist.model.value import Value
from archivist.rules.abilities import restrictions
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.playing_cards import boons
from archivist.vocabulary.costs import CostNode
from archivist.vocabulary.face import Face
from archivist.vocabulary.playing_abilities import AlternativeCost, Permission
from archivist.vocabulary.statics.playing import IgnoreElements, Permit


class Licence(Value, frozen=True):
    """One way in which a player may play a card: what it changes of zone, speed and cost, and what it asks for.

    An `instructed` play is part of a resolution, at any speed. `free` takes away the card's own cost, `waived` the
    additional costs it asks for.

    Rules: timing.5.1, timing.5.2.
    """

    rules: tuple[str, ...]
    instructed: bool = False
    extra: tuple[CostNode, ...] = ()
    free: bool = False
    waived: bool = False
    goes_to: str = ""
    ephemeral: bool = False
    rested: bool = False
    ignore_elements: bool = False
    alternative: str = ""
    fast: bool = False
    starcalled: bool = False
    as_from: str = ""


FROM_HAND: Final = Licence(("CA.1.9.1", "PC.2"))
"""Cards of the hand are activated from there."""


def licences(state: State, player: Seat, card: Card, way: Way) -> list[Licence]:
    """Every licence a player holds for playing a card in a way, the default one first (timing.5).

    A boon is bestowed from the Pantheon zone or not at all (BB.2, BB.3.4.1).
    """
    if way == "bestow":
        return [Licence(("BB.3.4.1",))] if boons.is_open_to(player, card) else []
    if "boon" in state.pool[card.face].words:
        return []
    if way == "materialize":
        return _to_materialize(state, player, card)
    return _to_activate(state, player, card)


def _to_materialize(state: State, player: Seat, card: Card) -> list[Licence]:
    """The materialize phase permits one materialization from the material deck (CM.2).

    A card without a memory cost is materialized only if an effect permits it (RU.5).

    Rules: CM.3.4.2, costs.3.6, turn.4.materialize.3.
    """
    found: list[Licence] = []
    turn = state.turn
    memory = state.pool[card.face].cost.memory is not None
    own = card.zone == "material" and card.owner == player and memory
    if own and turn.player == player and turn.step == "materialize":
        found.append(Licence(("CM.2",)))
    return found + _granted(state, player, card, "materialize")


def _to_activate(state: State, player: Seat, card: Card) -> list[Licence]:
    """The hand, and what the card's own text or an effect permits; a text that is lost permits nothing.

    Rules: CA.1.9.1, cards.7.phantasmagoria, CA.1.9.3, costs.6.ephemerate.
    """
    face = state.pool[card.face]
    found = [FROM_HAND] if card.zone == "hand" and card.owner == player else []
    if card.owner == player and (card.zone != "banishment" or card.face_up or player in card.known_to):
        for ability in face.own_licences:
            if isinstance(ability, AlternativeCost):
                if _ephemerates(state, card, ability):
                    found.append(Licence(("keywords.ephemerate", "PC.2"), alternative=ability.label, ephemeral=True))
            elif ability.from_ == card.zone != "hand" and _open(state, card, ability):
                found.append(
                    Licence(
                        ("CA.1.9.2", "PC.2") if ability.from_ == "material" else ("CA.1.9.1", "PC.2"),
                        extra=ability.pay,
                        free=ability.free,
                        goes_to=ability.goes_to,
                        ephemeral=ability.ephemeral,
                        fast=ability.fast,
                        rested=ability.rested,
                    )
                )
    found += _granted(state, player, card, "activate")
    if face.hastened and _hastened(state, card, face):
        return [replace(each, rules=(*each.rules, "timing.5.1"), fast=True) for each in found]
    return found


def _hastened(state: State, card: Card, face: Face) -> bool:
    """Whether its own text lets a card be activated as though it had Fast Activation, wherever it is activated from."""
    own = (each for each in face.own_licences if isinstance(each, Permission) and each.from_ == "hand")
    return any(each.fast and _open(state, card, each) for each in own)


def _ephemerates(state: State, card: Card, ability: AlternativeCost) -> bool:
    return ability.from_ == card.zone == "graveyard" and _open(state, card, ability)


def _open(state: State, card: Card, ability: Permission | AlternativeCost) -> bool:
    """Whether what a card says about activating it is there: not lost, and behind no restriction that is unmet."""
    here = restrictions.unlocked(state, card, ability.when) and restrictions.unlocked(state, card, ability.if_)
    return here and now.lost_at(state, card) is None


def _granted(state: State, player: Seat, card: Card, way: Way) -> list[Licence]:
    """Permissions that other cards give: to the top of the deck, to banished cards, to another player's.

    Rules: PC.2, RU.11, effects.1.6.
    """
    found: list[Licence] = []
    for active, permit in now.statics(state, Permit):
        if active.you != player or way not in permit.ways:
            continue
        if permit.top_of_deck:
            fits = card.zone == "deck" and state.players[player].deck[:1] == (card.id,)
            fits = fits and permit.cards.describes(active.scene(state), card)
        elif active.on is not None:
            fits = card.thing in active.on and permit.cards.describes(active.scene(state), card)
        else:
            fits = permit.cards.fits(active.scene(state), card)
        if fits:
            found.append(
                Licence(
                    ("timing.5.3", "timing.5.1", "PC.2", "RU.11"),
                    ignore_elements=permit.ignore_elements,
                    fast=permit.fast,
                )
            )
    return found


def ignores_elements(state: State, player: Seat, card: Card, way: Way) -> bool:
    """Whether an effect lets a player ignore the elements of a card that they play in a way."""
    ignoring = now.statics(state, IgnoreElements)
    return bool(ignoring) and any(
        active.you == player and way in (ignore.ways or (way,)) and ignore.cards.describes(active.scene(state), card)
        for active, ignore in ignoring
    )
