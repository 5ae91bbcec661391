"""Leaving the Effects Stack: where a card goes once no instance of it is left (PC.7, RS.11)."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final

from archivist.model.card import Card
from archivist.model.decision import Answer, Decision
from archivist.model.state import State
from archivist.model.value import Value
from archivist.rules.effects.replacement_effects import Replacement
from archivist.rules.playing_cards import boons
from archivist.rules.zones import destinations, moving
from archivist.rules.zones.destinations import Arrival, Journey, Ways
from archivist.vocabulary.node import Steps


def idle_cards(state: State) -> list[Card]:
    """Cards on the stack of which no instance is left (PC.7).

    Copies count: a card stays for them after its original was negated (RU.1).

    Rules: RS.11, targets-and-copies.7.7.
    """
    busy = {item.card for item in state.stack if item.is_play}
    return [state.cards[number] for number in state.stack_cards if number not in busy]


class WayOut(Value, frozen=True):
    """Where a card goes as it leaves the stack, by which rules, and which side up if not as usual there."""

    zone: str
    rules: tuple[str, ...]
    face_up: bool | None = None


_TO_GRAVEYARD: Final = WayOut("graveyard", ("PC.7.1",))
"""Where most cards go."""


def leave(state: State, card: Card, *why: str) -> Steps:
    """A card whose instances are done goes to its zone (PC.7, PC.7.1, RS.11); a changed destination holds (RS.11.1).

    Where Preserve and what banishes it both claim the card, its controller chooses, as among all that would send it
    elsewhere than to the graveyard (keywords.preserve, effects.3.2).
    """
    way = _way_out(state, card)
    if way.zone == "deck":
        yield from moving.into_deck(state, [card.id], _place_in_deck(card), "PC.7", *way.rules, "RS.2.1", "RS.11", *why)
        return
    journey, rules = yield from _arrival(state, card, way)
    keep: dict[str, Any] = {}
    if way.zone == "pantheon":
        keep = boons.kept_in_pantheon(card)
    ways: Ways = {card.id: (journey, ())}
    moving.move(state, card.id, way.zone, "PC.7", *rules, "RS.2.1", "RS.11", *why, ways=ways, **keep)


def _arrival(state: State, card: Card, way: WayOut) -> Generator[Decision, Answer, Arrival]:
    """Where a card really goes. A card with Preserve that is no object goes to the material deck, not the graveyard."""
    own: list[Replacement[Journey]] = []
    journey, rules = Journey(card.id, way.zone, way.face_up), way.rules
    preserve = not state.pool[card.face].is_object and state.now.has(state, card, "preserve")
    if preserve and way.zone in ("graveyard", "banishment"):
        kept = Journey(card.id, "material", face_up=True, preserved=True)
        own.append(Replacement("preserved", "preserved", kept, ("keywords.preserve", "RS.11.1")))
        if way.zone == "banishment":
            own.append(Replacement("banished", "banished", journey, way.rules))
            journey, rules = Journey(card.id, "graveyard"), ()
    journey, more = yield from destinations.choose(state, journey, own)
    changed = ("RS.11.1",) if more else ()
    return journey, more if journey.preserved else (*rules, *more, *changed)


def _place_in_deck(card: Card) -> int | None:
    """How many cards will lie above a card that goes into the deck; None for its bottom (timing.9.5)."""
    assert card.played is not None
    place = card.played.destination.removeprefix("deck ")
    return None if place == "bottom" else int(place) - 1


def _way_out(state: State, card: Card) -> WayOut:
    """Where a card goes from the stack: a boon to its Pantheon zone, others to the graveyard or where they are sent.

    Rules: cards.1.action, cards.1.boon, cards.4.15, cards.4.16, zones.3.10.
    """
    played, face = card.played, state.pool[card.face]
    if "boon" in face.words:
        return WayOut("pantheon", ("BB.1", "BB.3.4.3"), True)
    if played is not None and "ephemeral" in played.properties:
        return WayOut("banishment", ("PC.7.1", "RU.18", "zones.7.6", "terms.5.ephemeral"))
    if played is not None and played.destination:
        return WayOut(played.destination.split()[0], ("PC.7.1", "RS.11.1"))
    if face.cost.memory is not None:
        return WayOut("banishment", ("PC.7.1",))
    return _TO_GRAVEYARD
