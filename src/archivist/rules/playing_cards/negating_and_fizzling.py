"""Negating and fizzling: what is removed from the Effects Stack without having its effects (terms.2.negate, terms.2.fizzle)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.abilities.restrictions import is_off, live
from archivist.rules.effects import precedence_and_prohibitions
from archivist.rules.effects.events import named, say, tell, witness
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards.effects_stack import has_instance, item_scene, remove
from archivist.rules.zones import moving
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects import EffectNode, If
from archivist.vocabulary.effects.moving_cards import GoesTo
from archivist.vocabulary.mentions import DEEDS
from archivist.vocabulary.pending import Item

GONE = ("targets-and-copies.3.11", "targets-and-copies.3.11.choice", "timing.4.6.choice.2")
"""What makes an item with a target that is gone fizzle: all of them while it waits, one of them as it resolves."""


def fizzle(state: State, item: Item, *rules: str) -> None:
    """None of its effects happen and it makes no object; its card goes where a card goes (CR.1.2, terms.2.fizzle).

    That is where its own text names, though nothing of it happens (cards.4.15). Rules: CR.1.4.1.1,
    targets-and-copies.7.6.
    """
    before = state.cards[item.card]
    card = _sent_by_text(state, item) if item.is_play else item.source
    sent = ("cards.4.15",) if item.is_play and card is not before else ()
    remove(state, item.id)
    paid = ("costs.5.9", "costs.2.4") if item.is_play and not item.copy else ()
    why = tuple(dict.fromkeys((*rules, "CR.1.2", "terms.2.fizzle", *paid, *sent)))
    tell(state, events.Fizzle(why, item.controller, named(state, card), what=kind_said(item)))


def kind_said(item: Item) -> str:
    """What an item is, as events note it."""
    return f"{item.kind} copy" if item.copy else item.kind


def negate(state: State, item: Item, *rules: str, by: Seat, banish: bool = False) -> bool:
    """Removes one instance; its card stays until no instance of it is left (terms.2.negate, RU.1).

    Nothing that was paid is given back. Rules: targets-and-copies.7.7, costs.5.9.
    """
    if item.kind == "activation" and precedence_and_prohibitions.cannot_be_negated(state, item):
        say(state, events.NotNegated, "timing.6.2", player=item.controller, card=state.cards[item.card])
        return False
    card = _sent_by_text(state, item) if item.is_play else state.cards[item.card]
    if item.is_play and "attack" in state.pool[card.face].words:
        rules = (*rules, "combat.2.2")
    remove(state, item.id)
    if item.copy:
        rules = (*rules, "RU.3", *(("targets-and-copies.7.6",) if item.is_play else ()))
    if not item.copy and not banish and has_instance(state, item.card):
        rules = (*rules, "RU.1", "targets-and-copies.7.7")
    source = card if item.is_play else item.source
    say(state, events.Negate, "terms.2.negate", "costs.5.9", *rules, player=item.controller, card=source)
    witness(state, events.Negated((), item.controller, card=source, of=item.kind, by=by))
    if banish and item.is_play and card.zone == "stack":
        moving.move(state, card.id, "banishment", "PC.8", *rules)
    return True


def _sent_by_text(state: State, item: Item) -> Card:
    """The card of a negated or fizzled instance goes where its text would have sent it (terms.2.negate, RS.11.1).

    What the text says of a copy it says of no card (targets-and-copies.6.4). Rules: cards.4.15.
    """
    card = state.cards[item.card]
    if item.copy or card.zone != "stack" or card.played is None:
        return card
    scene = item_scene(state, item)
    done: list[EffectNode] = []
    for part, paragraph in enumerate(item.text):
        if not live(state, item, part):
            continue
        done += paragraph.do
        for where, mode in item.modes:
            if where == part and paragraph.modes is not None and not is_off(item, part, mode):
                done += paragraph.modes.options[mode].do
    zone = _destination(done, scene)
    return state.alter(card.id, played=replace(card.played, destination=zone)) if zone else card


def _destination(done: Sequence[EffectNode], scene: Scene) -> str:
    """Where instructions send their card as they stand; those behind a condition count if it holds.

    The last one counts, as on resolving. Those that hang on what was done before them do not: nothing was done.
    """
    for each in reversed(done):
        if isinstance(each, GoesTo) and each.what.name == "this":
            return each.destination
        if isinstance(each, If) and not _looks_back(each.that):
            found = _destination(each.then if each.that.holds(scene) else each.otherwise, scene)
            if found:
                return found
    return ""


def _looks_back(condition: Condition) -> bool:
    return any(mention.kind in DEEDS for mention in condition.mentions())


def orphans(state: State) -> list[Item]:
    """Instances whose card has left the stack (PC.8).

    Rules: targets-and-copies.7.7.
    """
    return [item for item in state.stack if state.cards[item.card].zone != "stack" and item.is_play]
