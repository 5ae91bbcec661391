"""Copies: of objects, of what is on the Effects Stack, and objects that enter or become copies (targets-and-copies.6 to 8)."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import FACE_DOWN, Card, Played, Seat
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.asking import Asked, ask_cards
from archivist.rules.citations import stack as citations
from archivist.rules.effects.events import named, say, tell
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards.effects_stack import new_id
from archivist.rules.timing import endless_loops
from archivist.vocabulary.pending import Item


def face_of(card: Card) -> str:
    """What a copy of an object has: the printed characteristics of the face that shows, and nothing else.

    Counters, damage, states, effects, choices and X belong to the object itself; of a copy it is what it copied. What
    lies face down shows nothing to copy.
    Rules: targets-and-copies.8, targets-and-copies.8.table, targets-and-copies.8.3, cards.2.7.
    """
    return "" if card.face == FACE_DOWN else card.face


def grounds_of(state: State, card: Card) -> tuple[str, ...]:
    """What copying an object is an instance of."""
    found = ["targets-and-copies.8", "targets-and-copies.8.table", "targets-and-copies.6.1", "targets-and-copies.6.2"]
    found += (
        "targets-and-copies.6.5",
        "targets-and-copies.8.1",
        "targets-and-copies.8.2",
        "terms.2.copy",
        "effects.2.7",
    )
    if card.copied or card.token:
        found.append("targets-and-copies.8.3")
    if card.rested or card.damage or card.properties:
        found.append("zones.7.1.choice")
    if card.transformed or state.pool[card.face].flip:
        found.append("targets-and-copies.8.4")
    if card.played is not None and "imbued" in card.played.properties:
        found.append("targets-and-copies.8.7")
    return (*found, "cards.2.7", "costs.4.8") if state.pool[card.face].cost.reserve == "X" else tuple(found)


def become(state: State, number: int, face: str, *rules: str) -> Card:
    """Makes an object a copy from now on; away from the field its card is itself again (targets-and-copies.9.6).

    Later changes to the original do not reach it (targets-and-copies.8.2); it has made no choices and its X is 0.
    """
    card = state.cards[number]
    copy = state.alter(
        number, face=face, default=card.default_face, copied=True, x=0, named="", chosen=(), uses={}, remembers=()
    )
    rules = (*rules, "targets-and-copies.8.table", "targets-and-copies.8.2", "effects.2.7")
    tell(state, events.BecomesACopy(rules, card.controller, named(state, card), of=face))
    return copy


def choose(state: State, seat: Seat, card: Card, asking: int) -> Asked[str]:
    """The face that something enters with: chosen before it enters, so that it is the copy already (targets-and-copies.8.6).

    It is its own face, empty here, for what has no such ability, finds nothing to copy, or need not be a copy.
    """
    ability = state.pool[card.face].enters_as_copy
    if ability is None or not restrictions.unlocked(state, card, ability.when):
        return ""
    options = [each for each in Scene(state, seat, card).matching(ability.of) if face_of(each)]
    if not options:
        return ""
    chosen = yield from ask_cards(
        seat,
        "copy",
        ("targets-and-copies.8.6",),
        f"choose what {card.face} enters as a copy of",
        options,
        least=0 if ability.may else 1,
        most=1,
        card=asking,
    )
    return face_of(chosen[0]) if chosen else ""


def copy_instance(state: State, item: Item, controller: Seat) -> Item:
    """Puts a copy of an instance on top: same X, modes, properties and targets, nothing paid (RU.4, PC.9.2).

    It is read from the card as played and pays for nothing; only what makes it may give it other modes or targets.

    Rules: targets-and-copies.6, targets-and-copies.6.1, targets-and-copies.6.6, targets-and-copies.7,
    targets-and-copies.7.1, targets-and-copies.7.2, targets-and-copies.7.4, targets-and-copies.7.8, terms.2.copy,
    PC.9.1, targets-and-copies.3.7, targets-and-copies.6.5, targets-and-copies.6.7, targets-and-copies.6.8,
    targets-and-copies.7.3, targets-and-copies.7.9, cards.2.5, costs.4.8.
    """
    made = replace(item, id=new_id(state), controller=controller, copy=True, counters={}, stamp=state.tick())
    state.pile((*state.stack, made))
    card = state.cards[item.card]
    say(
        state,
        events.Copy,
        "PC.5",
        "PC.9.2",
        "RU.4",
        *citations.of_copy(state, item),
        player=controller,
        card=card if item.is_play else item.source,
    )
    return made


def put_into_intent(state: State, card: Card, controller: Seat, *, played: Played | None, x: int) -> Card:
    """Puts a copy of a card into the intent: its text means the copy, and no physical card is there.

    Rules: targets-and-copies.6.3, targets-and-copies.6.4.choice, zones.3.15.
    """
    copy = Card(
        len(state.cards),
        card.face,
        controller,
        controller,
        "intent",
        stamp=state.tick(),
        token=True,
        face_up=True,
        played=played,
        x=x,
    )
    endless_loops.check_room(state, card.face)
    state.intent = (*state.intent, copy.id)
    state.add(copy)
    rules = ("RS.9", "targets-and-copies.6.3", "targets-and-copies.6.4.choice", "targets-and-copies.8.5", "zones.3.15")
    say(state, events.Intent, *rules, player=controller, card=copy)
    return copy


def token_of_a_copy(state: State, card: Card, controller: Seat) -> Card:
    """The token that a copy of an instance becomes, on its way to the field.

    Rules: cards.8.3, PC.9.2, targets-and-copies.7.5, RU.1.
    """
    token = Card(
        len(state.cards), card.face, controller, controller, "stack", stamp=state.tick(), token=True, face_up=True
    )
    state.add(token)
    return token


def cease(state: State, card: Card) -> None:
    """A copy of a card ceases to exist when it is done (RU.3, targets-and-copies.6.3, timing.4.2.5)."""
    state.stack_cards = tuple(number for number in state.stack_cards if number != card.id)
    state.alter(card.id, zone="none")
    say(state, events.Ceases, "RU.3", "targets-and-copies.6.3", "timing.4.2.5", card=card)
