"""Where a card really goes on its way to a zone: the rules of its types, and what replaces its move (effects.3).

The rules of a type come first and leave no choice; of several effects that would send the card elsewhere, its controller
says which applies first, unless every order leads to the same.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import partial

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.decision import Answer, Decision
from archivist.model.state import State
from archivist.model.value import Value
from archivist.rules.cards import card_types
from archivist.rules.effects import replacement_effects
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.replacement_effects import Replacement
from archivist.rules.zones.visibility import sees
from archivist.vocabulary.statics.base import concerns
from archivist.vocabulary.statics.game import Redirect


class Journey(Value, frozen=True):
    """A card on its way: where to, which side up if not as usual there, and how it will lie there.

    On its way to the field, `under` is the player who will control it.
    """

    card: int
    zone: str
    face_up: bool | None = None
    top: bool | None = None
    preserved: bool = False
    under: Seat | None = None


DRAWN_FROM = frozenset(("hand", "memory", "deck"))
"""The zones between which only the rule of a card's type can send it elsewhere."""

KEPT_FROM = frozenset(("hand", "memory", "deck", "graveyard"))
"""The zones from which a type keeps cards."""

REPLACED = KEPT_FROM | {"banishment", "field"}
"""The zones to which a card may not get that leaves neither field nor stack."""

Arrival = tuple[Journey, tuple[str, ...]]
"""What has become of a journey, and the rules that made it so."""

Ways = dict[int, Arrival]
"""The arrivals that were chosen, by card."""


def may_turn(state: State, card: Card, zone: str) -> bool:
    """Whether anything in `detours` may be about a move: not about drawing, reserving, recollecting, or being played."""
    if card.zone in DRAWN_FROM and zone in DRAWN_FROM:
        return "regalia" in state.pool[card.default_face].words
    return zone in REPLACED or card.zone in ("field", "stack")


def first(state: State, card: Card, zone: str, face_up: bool | None = None, under: Seat | None = None) -> Arrival:
    """Where a card goes if nobody is asked: the oldest effect applies first. Mostly there is none."""
    journey = Journey(card.id, zone, face_up, under=under)
    if not detours(state, journey):
        return journey, ()
    return replacement_effects.first_settled(journey, partial(detours, state))


def settled(state: State, numbers: Sequence[int], zone: str, face_up: bool | None = None) -> Ways:
    """Where cards go that move at the same time, and what lies beneath them, if nobody is asked.

    Each goes as it would while all the others are still there (timing.4.6.choice.1).
    """
    return {
        going.card: first(state, state.cards[going.card], going.zone, going.face_up)
        for going in _journeys(state, numbers, zone, face_up)
    }


def chosen(
    state: State,
    numbers: Sequence[int],
    zone: str,
    face_up: bool | None = None,
    under: Mapping[int, Seat] | None = None,
) -> Generator[Decision, Answer, Ways]:
    """Asks where cards go that move at the same time, each card's controller in turn order, before any of them moves.

    What lies beneath an object that leaves goes with it. `under` is who will control the cards that enter the field.

    Rules: effects.3.2, effects.3.3.
    """
    several = len(now.statics(state, Redirect)) > 1
    ways: Ways = {}
    if not several and not _any_ephemeral(state, numbers):
        return ways
    going = _journeys(state, numbers, zone, face_up, under)
    for seat in state.living():
        for journey in going:
            if state.cards[journey.card].controller == seat:
                ways[journey.card] = yield from choose(state, journey)
    return ways


def _any_ephemeral(state: State, numbers: Sequence[int]) -> bool:
    for number in numbers:  # noqa: SIM110
        if "ephemeral" in state.cards[number].properties:
            return True
    return False


def _journeys(
    state: State,
    numbers: Sequence[int],
    zone: str,
    face_up: bool | None,
    under: Mapping[int, Seat] | None = None,
) -> list[Journey]:
    """The ways of cards, and of what lies beneath objects that leave."""
    going = [Journey(number, zone, face_up, under=(under or {}).get(number)) for number in numbers]
    for number in numbers:
        if state.cards[number].zone == "field" and zone != "field":
            beneath = (*state.cards[number].lineage, *state.cards[number].loaded)
            going.extend(Journey(card, "graveyard") for card in beneath)
    return going


def choose(
    state: State, journey: Journey, own: Sequence[Replacement[Journey]] = ()
) -> Generator[Decision, Answer, Arrival]:
    """Asks what applies first to the way of one card; `own` are effects of its own on the way to the graveyard."""
    if not own and not detours(state, journey):
        return journey, ()

    def finding(going: Journey) -> list[Replacement[Journey]]:
        others = [each for each in detours(state, going) if not own or each.key != "ephemeral"]
        return [*(own if going.zone == "graveyard" else ()), *others]

    return (
        yield from replacement_effects.settled(
            journey, finding, lambda going: _affected(state, going), prompt(state, journey), journey.card
        )
    )


def _affected(state: State, going: Journey) -> Seat:
    """Whose choice it is: the card's controller, or its owner if that player has left the game."""
    card = state.cards[going.card]
    return card.owner if state.players[card.controller].lost else card.controller


def prompt(state: State, journey: Journey) -> str:
    """The question, which names the card only to a player who knows it."""
    card = state.cards[journey.card]
    name = card.true_name if sees(state, card.controller, card) else "the card"
    where = "banishment" if journey.zone == "banishment" else f"the {journey.zone}"
    return f"choose what applies first to {name} on its way to {where}"


def detours(state: State, going: Journey) -> list[Replacement[Journey]]:
    """What would send a card elsewhere, oldest first; the rule of its type alone as long as that applies.

    A double-faced card goes by its default side, whichever shows (cards.6.3). An object that gained another type goes by
    the stricter one (cards.5.4).

    Rules: cards.1.regalia, cards.1.champion, cards.4.9, cards.4.19, zones.3.10, terms.5.ephemeral, effects.3.5,
    zones.4.7.
    """
    card = state.cards[going.card]
    by_type = _by_type(state, card, going) if going.zone in KEPT_FROM else None
    if by_type:
        return [by_type]
    found: list[Replacement[Journey]] = []
    if card.zone in ("field", "stack") and _is_ephemeral(card, going):
        becomes = Journey(card.id, "banishment", going.face_up)
        found.append(Replacement("ephemeral", "ephemeral", becomes, ("zones.7.6", "terms.5.ephemeral")))
    if going.zone == "banishment" and card.zone in ("field", "intent") and state.now.has(state, card, "renewable"):
        becomes = Journey(card.id, "material", going.face_up)
        found.append(Replacement("renewable", "renewable", becomes, ("keywords.renewable",)))
    if going.zone in ("graveyard", "field") and now.statics(state, Redirect):
        found += _redirected(state, card, going)
    return found


def _is_ephemeral(card: Card, going: Journey) -> bool:
    """Whether an ephemeral object leaves the field, or the card of an ephemeral activation the stack (zones.7.6)."""
    if card.zone == "field":
        return "ephemeral" in card.properties and going.zone != "field"
    leaving = card.zone == "stack" and going.zone not in ("field", "intent", "banishment")
    return leaving and card.played is not None and "ephemeral" in card.played.properties


def _by_type(state: State, card: Card, going: Journey) -> Replacement[Journey] | None:
    """The rule of its type that sends a card elsewhere, if there is one (cards.1.regalia, cards.1.champion)."""
    found = card_types.detour(state, card, going.zone)
    if found is None:
        return None
    return Replacement("type", found.key, Journey(card.id, found.zone, going.face_up), found.rules)


def _about_player(redirect: Redirect, you: Seat, player: Seat) -> bool:
    """Whether the graveyard or the field of a player is what a static is about."""
    return redirect.player == player if redirect.who == "that player" else concerns(redirect.who, you, player)


def _was_hit(state: State, active: Active, card: Card) -> bool:
    """Whether the source of a static has dealt combat damage to this very object this turn."""
    hits = (event for event in state.this_turn if isinstance(event, events.Hit))
    return any(event.source.thing == active.source.thing and event.card.thing == card.thing for event in hits)


def _redirected(state: State, card: Card, going: Journey) -> list[Replacement[Journey]]:
    """What of statics sends the card elsewhere; entering the field by resolving is not what they replace.

    A graveyard is its owner's, and the field that of whoever will control the object. A token is no card that would be put
    into a graveyard (cards.8.1). What would have lain face up on the field lies elsewhere as cards lie there (zones.2.4).

    Rules: zones.2.8.
    """
    found: list[Replacement[Journey]] = []
    player = card.owner if going.under is None else going.under
    for index, (active, redirect) in enumerate(now.statics(state, Redirect)):
        if redirect.instead_of != going.zone or not _about_player(redirect, active.you, player):
            continue
        if (going.zone == "field" and card.zone == "stack") or (active.on is not None and card.thing not in active.on):
            continue
        if redirect.from_ and (redirect.from_ == "field") != (card.zone == "field"):
            continue
        if redirect.hit and not _was_hit(state, active, card):
            continue
        describes = redirect.cards.describes_moving if going.zone == "graveyard" else redirect.cards.describes
        if describes(active.scene(state), card):
            zone, *place = redirect.to.split()
            face_up = False if redirect.face_down else None
            becomes = Journey(card.id, zone, face_up, place == ["top"])
            outcome = "banished" if zone == "banishment" else f"to {redirect.to}"
            face = " face down" if redirect.face_down else ""
            rules = ("effects.3.1",) if active.own else ("effects.3.1", "effects.3.5")
            found.append(Replacement(f"{outcome}{face} ({active.source.face})", index, becomes, rules))
    return found
