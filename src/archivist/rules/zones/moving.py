"""Zones: where cards lie, how they move, and what happens to them on the way (zones; cards.4; terms.1; effects.7).

Becoming an object is told in `entering`, the ways to leave the field in `leaving`, what a player does with their own
cards in `drawing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import OWN_ZONES, PRIVATE, Card, Seat
from archivist.model.errors import Illegal, Reason
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules.abilities.abilities_in_general import may_hear
from archivist.rules.abilities.triggered_abilities import Witnesses, heed, present
from archivist.rules.citations import moves as citations
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.events import emit, named, tell
from archivist.rules.zones import destinations
from archivist.rules.zones.destinations import Ways
from archivist.rules.zones.last_known_information import refresh_sources
from archivist.rules.zones.leaving_the_field import onlookers, tell_of_leaving
from archivist.rules.zones.revealing import disguise, turn_over
from archivist.rules.zones.visibility import who_sees
from archivist.vocabulary.node import Steps
from archivist.vocabulary.statics.game import RevealTop

_OWN: Final = frozenset(OWN_ZONES)
BENEATH: Final = frozenset(("lineage", "loaded"))
"""The zones that each object has for itself: a card can go from that of one object to that of another (zones.4.6)."""
PAYING: Final = frozenset(("memory cost", "reserve cost"))
"""Why a card moves that pays for a cost."""
Seats = tuple[Seat, ...] | None
"""Players who may see a card; None for everybody."""


def place(state: State, face: str, owner: Seat, zone: str, **more: Any) -> Card:
    """Makes a card that the game did not have before, in a zone: at set-up, or as a mastery or status comes."""
    card = Card(len(state.cards), face, owner, owner, zone, stamp=state.tick(), **more)
    state.add(card)
    if zone in OWN_ZONES:
        state.alter_player(owner, **{zone: (*state.zone(owner, zone), card.id)})
    elif zone == "field":
        state.field = (*state.field, card.id)
    return card


def place_all(state: State, faces: Sequence[str], owner: Seat, zone: str) -> None:
    """Makes the cards of a deck, in their order, in a zone that the player has to themselves."""
    first = len(state.cards)
    names = [state.pool[face].name for face in faces]  # the pool's own texts: what is the same object is found faster
    younger = state.clock + 1 - first
    cards = [Card(number, face, owner, owner, zone, 0, younger + number) for number, face in enumerate(names, first)]
    state.clock += len(cards)
    state.add(*cards)
    state.alter_player(owner, **{zone: tuple(range(first, first + len(cards)))})


def gone(state: State, number: int) -> bool:
    """Whether a card was in the game and is not any more, as what left with a player (turn.9.6, turn.9.7).

    What has no zone because it is just coming into the game, such as a token, is not gone.
    """
    card = state.cards[number]
    return card.zone == "none" and (card.incarnation > 0 or state.players[card.owner].lost)


LEFT: Final = Reason(
    ("turn.9.6", "PC.3", "timing.6.4"), "a player has left the game, and this cannot be done without them"
)


def check_here(state: State, number: int) -> None:
    """What is being played or used is illegal once its card has left the game with a player.

    Rules: turn.9.6, PC.3.
    """
    if gone(state, number):
        raise Illegal(LEFT)


def on_field(state: State) -> list[Card]:
    return [state.cards[number] for number in state.field]


def move(
    state: State,
    number: int,
    zone: str,
    *rules: str,
    top: bool = True,
    face_up: bool | None = None,
    known_to: tuple[Seat, ...] = (),
    witnesses: Witnesses | None = None,
    cause: str = "",
    group: int = 0,
    special: bool = False,
    ordering: bool = False,
    ways: Ways | None = None,
    **keep: Any,
) -> Card:
    """Moves a card to a zone of its owner (zones.2, zones.2.8); it arrives as a new thing, with nothing of what it was before.

    It is taken out of where it was, so that it is in one zone and no other (zones.2.1, zones.2.2); a token that leaves the
    field is in none, and so outside the game. Every change of zone is an event, also of a hidden card (zones.2.5).

    What leaves together is moved with the same `witnesses`, so that each sees the others go. `cause` is why it leaves
    the field (``destroy``, ``sacrifice``), or for which cost it pays (``memory cost``); `group` is the game event it
    is part of; `keep` carries facts over, such as how it was played. A `special` game action goes as it says, for
    card text cannot change it (turn.7.2). `ways` is what was chosen about where the card really goes, and what lies
    beneath it; else the oldest effect that applies decides. While cards are `ordering`, nothing shows one that
    happens to lie on top (timing.9.3).

    Rules: terms.3.4.
    """
    old = state.cards[number]
    if old.zone == "none" and gone(state, number):
        return old
    arrival = None if ways is None or special else ways.get(number)
    if arrival is None and not special and destinations.may_turn(state, old, zone):
        arrival = destinations.first(state, old, zone, face_up, keep.get("controller"))
    if arrival is not None:
        journey, cited = arrival
        zone, face_up, top = journey.zone, journey.face_up, top if journey.top is None else journey.top
        rules += cited
        if journey.preserved:
            keep["properties"] = ("preserved",)
    if zone == old.zone and zone not in BENEATH:
        return _stay(state, old, top, face_up)
    before = None if old.face_up and old.zone != "deck" else who_sees(state, old)
    if face_up is False and zone not in PRIVATE:
        known_to = _witnesses(state, before, known_to)
    if old.zone == "field":
        if witnesses is None:
            witnesses = onlookers(state, (number,))
        old = replace(old, last=witnesses.leaving[number].last)
    new = _arrived(state, old, zone, face_up, known_to, keep)
    _relocate(state, old, new, top)
    if ordering and new.zone != "none":
        after: Seats = new.known_to
    else:
        after = None if new.face_up and new.zone != "deck" else who_sees(state, new)
    rules = citations.of_move(rules, old, new, zone, before, after)
    subject = Named(old.beneath or old.face, new.thing if after is None else None, _seeing(before, after))
    state.events.append(events.Move(rules, old.owner, subject, origin=old.zone, zone=zone))
    if state.stack:
        refresh_sources(state, old)
    if witnesses is not None or may_hear(state, events.ZoneChange):
        change = events.ZoneChange(
            (),
            old.owner,
            card=old,
            amount=1,
            hidden=before is not None and after is not None,
            origin=old.zone,
            zone=zone,
            group=group,
            paid=cause.removesuffix(" cost") if cause in PAYING else "",
        )
        heed(state, change, witnesses)
    if witnesses is not None and old.zone == "field":
        tell_of_leaving(state, old, zone, cause, witnesses, group)
        beneath = (*old.lineage, *old.loaded)
        falling = state.tick() if len(beneath) > 1 else 0
        for card in beneath:
            fall(state, card, ways, falling)
    return new


def move_each(
    state: State, seat: Seat, origin: str, numbers: tuple[int, ...], zone: str, rules: tuple[str, ...], group: int = 0
) -> list[Card]:
    """Moves cards of a player one after another to the hand or the memory: drawing, reserving, recollecting.

    They come from the deck or from the other of the two. Mostly nothing triggers on it or sends one of them elsewhere, and
    only the player sees them: then nothing can tell one moment from the next, and the zones change once.
    """
    known, cards, pool, clock = state.standing or standing(state), state.cards, state.pool, state.clock
    plain = not state.shown and RevealTop not in known.by_kind and not may_hear(state, events.ZoneChange)
    cited = citations.of_hidden_move(rules, origin, zone)
    owner = (seat,)
    moved: list[Card] = []
    told: list[Event] = []
    for number in numbers:
        old = cards[number]
        face = old.face
        if not plain or old.face_up or old.known_to or not pool[face].quiet:
            return [move(state, each, zone, *rules, group=group) for each in numbers]
        clock += 1
        moved.append(Card(number, face, seat, seat, zone, old.incarnation + 1, clock))
        told.append(events.Move(cited, seat, Named(face, None, owner), origin=origin, zone=zone))
    if state.stack:
        for number in numbers:
            refresh_sources(state, cards[number])
    player, n = state.players[seat], len(numbers)
    there: tuple[int, ...] = getattr(player, origin)
    here: tuple[int, ...] = getattr(player, zone)
    left = there[n:] if there[:n] == numbers else tuple([each for each in there if each not in numbers])
    state.clock = clock
    state.events += told
    state.put_hidden(moved, seat, {origin: left, zone: here + numbers})
    return moved


def _stay(state: State, card: Card, top: bool, face_up: bool | None) -> Card:
    """A card sent to the zone where it is already has not changed zones: the same thing, nothing triggers (zones.2.3).

    It is turned over if it is to lie the other way up; in a deck it changes its place.
    """
    if card.zone == "deck":
        rest = tuple(number for number in state.players[card.owner].deck if number != card.id)
        state.alter_player(card.owner, deck=(card.id, *rest) if top else (*rest, card.id))
        disguise(state, (card.id,))
    if face_up is not None:
        turn_over(state, card.id, up=face_up)
    tell(state, events.Stays(("zones.2.3",), card.owner, named(state, state.cards[card.id]), zone=card.zone))
    return state.cards[card.id]


def _witnesses(state: State, before: Seats, known_to: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who knows a card that goes face down into a public zone: those meant to, and who could see it before (zones.5.8)."""
    everybody = tuple(range(len(state.players)))
    return everybody if before is None else tuple(seat for seat in everybody if seat in before or seat in known_to)


def into_deck(state: State, numbers: Sequence[int], place: int | None, *rules: str) -> Steps:
    """Puts cards into their owners' decks at once, the first one uppermost, so that nobody sees the order (timing.9.2).

    `place` is how many cards lie above them: 0 on top, None at the bottom. Missing places count as empty: where there
    are fewer cards, they land at the bottom. They are told of in an order that says nothing.

    Rules: timing.9, timing.9.3, timing.9.5.
    """
    ways = yield from destinations.chosen(state, numbers, "deck")
    if place is not None and any(place > len(state.players[state.cards[each].owner].deck) for each in numbers):
        rules = (*rules, "timing.9.5")
    move_together(
        state, sorted(numbers), "deck", "timing.9.2", "timing.9.3", *rules, top=False, ordering=True, ways=ways
    )
    for seat in dict.fromkeys(state.cards[number].owner for number in numbers):
        deck = state.players[seat].deck
        put = [number for number in numbers if number in deck]
        rest = [number for number in deck if number not in put]
        above = len(rest) if place is None else min(place, len(rest))
        state.alter_player(seat, deck=(*rest[:above], *put, *rest[above:]))


def send(state: State, numbers: Sequence[int], zone: str, *rules: str, **more: Any) -> Steps:
    """Moves cards one after another; where effects would send them elsewhere, their controllers choose (effects.3.2)."""
    ways = yield from destinations.chosen(state, numbers, zone, more.get("face_up"))
    for number in numbers:
        move(state, number, zone, *rules, ways=ways, **more)


def send_together(state: State, numbers: Sequence[int], zone: str, *rules: str, **more: Any) -> Steps:
    """As `send`, but all move at the same time."""
    ways = yield from destinations.chosen(state, numbers, zone, more.get("face_up"))
    move_together(state, numbers, zone, *rules, ways=ways, **more)


class Part(NamedTuple):
    """Some of the objects that move together, with why they go and the rules that make them."""

    numbers: Sequence[int]
    cause: str
    rules: tuple[str, ...]


def move_together(state: State, numbers: Sequence[int], zone: str, *rules: str, cause: str = "", **more: Any) -> None:
    """Moves objects at the same time: each one's leaving is seen by all that were there (timing.4.6.choice.1).

    Where they go, and what was last known of them, is settled before any of them moves.
    """
    move_parts(state, (Part(numbers, cause, rules),), zone, **more)


def whole(state: State, numbers: Sequence[int]) -> bool:
    """Whether several cards are all that lie in a zone of one of their owners: then it is done to the zone (zones.2.6)."""
    if len(numbers) < 2:
        return False
    first = state.cards[numbers[0]]
    return first.zone in OWN_ZONES and set(state.zone(first.owner, first.zone)) <= set(numbers)


def move_parts(state: State, parts: Sequence[Part], zone: str, ways: Ways | None = None, **more: Any) -> None:
    """As `move_together`, for objects that go at the same time for several reasons."""
    numbers = [number for part in parts for number in part.numbers]
    if whole(state, numbers):
        parts = [part._replace(rules=(*part.rules, "zones.2.6")) for part in parts]
    witnesses = onlookers(state, numbers)
    ways = {**destinations.settled(state, numbers, zone, more.get("face_up")), **(ways or {})}
    group = state.tick()
    for part in parts:
        for number in part.numbers:
            move(
                state, number, zone, *part.rules,
                witnesses=witnesses, cause=part.cause, group=group, ways=ways, **more,
            )  # fmt: skip


def _relocate(state: State, old: Card, new: Card, top: bool) -> None:
    """Takes a card out of where it was and puts it where it is: a zone of its owner, or the field, the stack and the
    intent, which are shared.

    Rules: zones.2.1, zones.2.2, zones.2.7, zones.1.
    """
    number, owner, here = old.id, old.owner, new.zone
    player = state.players[owner]
    zones: dict[str, tuple[int, ...]] = {}
    if old.zone in _OWN:
        zones[old.zone] = _without(getattr(player, old.zone), number)
    else:
        _take_away(state, old)
    if here in _OWN:
        cards: tuple[int, ...] = getattr(player, here)
        zones[here] = (number, *cards) if here == "deck" and top else (*cards, number)
    elif here == "field":
        state.field += (number,)
    elif here == "stack":
        state.stack_cards += (number,)
    elif here == "intent":
        state.intent += (number,)
    state.put(new, owner, zones)


def _without(cards: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The cards of a place without one; a copy on the stack is no card and lies nowhere."""
    if number not in cards:
        return cards
    place = cards.index(number)
    return cards[:place] + cards[place + 1 :]


def _take_away(state: State, card: Card) -> None:
    """Takes a card from where things lie that have a controller, or from beneath one of them."""
    if card.zone == "field":
        state.field = _without(state.field, card.id)
        if state.players[card.controller].champion == card.id:
            state.alter_player(card.controller, champion=None)
    elif card.zone == "stack":
        state.stack_cards = _without(state.stack_cards, card.id)
    elif card.zone == "intent":
        state.intent = _without(state.intent, card.id)
    elif card.zone in BENEATH:
        for number in state.field:
            beneath: tuple[int, ...] = getattr(state.cards[number], card.zone)
            if card.id in beneath:
                state.alter(number, **{card.zone: _without(beneath, card.id)})


def _arrived(
    state: State, old: Card, zone: str, face_up: bool | None, known_to: tuple[Seat, ...], keep: dict[str, Any]
) -> Card:
    """The card as it arrives: counters and states are lost (zones.2.10), the facing is the zone's (zones.2.4).

    So a card that everybody knew is as private as the zone it goes to (timing.9.1). A token, such as a copy of an
    object, exists on the field only: it goes to no intent either (timing.4.2.5). A double-faced card shows its default
    side again; what was last known of it has the side that showed (cards.6.3). A copy that leaves the intent is nowhere,
    too (zones.3.15).

    Rules: targets-and-copies.9.2, targets-and-copies.9.3, terms.7, terms.3.1, effects.7.6.
    """
    if old.token and (old.zone in ("field", "intent") or zone not in ("field", "stack", "intent")):
        zone = "none"
    up = zone not in PRIVATE if face_up is None else face_up
    number, face, owner = old.id, old.default or old.beneath or old.face, old.owner
    state.clock = stamp = state.clock + 1
    if not keep:
        return Card(number, face, owner, owner, zone, old.incarnation + 1, stamp, old.token, up, known_to)
    return Card(
        number,
        face,
        owner,
        keep.pop("controller", owner),
        zone,
        old.incarnation + 1,
        stamp,
        old.token,
        up,
        known_to,
        **keep,
    )


def _seeing(before: Seats, after: Seats) -> Seats:
    """Who may know the name of a card that moves: everybody if it was, or now is, in the open; else who saw it then or now."""
    if before is None or after is None:
        return None
    return before if before == after and len(before) < 2 else tuple(sorted({*before, *after}))


def fall(state: State, number: int, ways: Ways | None = None, group: int = 0) -> None:
    """Cards beneath an object that left go to the graveyard, champions and regalia to banishment (zones.4.1).

    They were not on the field, so Renewable does not save a loaded card (zones.4.7).
    """
    move(state, number, "graveyard", "zones.4.1", ways=ways, group=group)


def fits_beneath(card: Card, holder: Card) -> bool:
    """Whether a card can be put beneath an object: neither beneath itself nor where it lies already (zones.2.3)."""
    return card.id != holder.id and card.id not in holder.loaded + holder.lineage


def load(state: State, number: int, into: int, *rules: str) -> None:
    """Puts a card from its zone under an object; it stays there while that object stays on the field.

    Rules: terms.5.load, zones.1.loaded-cards, zones.4, zones.4.4, zones.4.6.
    """
    card = move(state, number, "loaded", "terms.5.load", *rules)
    if card.zone != "loaded":
        return
    holder = state.cards[into]
    holder = state.alter(into, loaded=(*holder.loaded, card.id))
    subject = Named(card.face, card.thing)
    loaded = (named(state, holder),)
    emit(
        state,
        events.Load(
            ("zones.4.4", "zones.4.6", "terms.5.loaded", "cards.4.ammunition"),
            holder.controller,
            subject,
            loaded,
            card=holder,
            becomes_loaded=len(holder.loaded) == 1,
        ),
    )


def leave_game(state: State, numbers: Sequence[int], *rules: str) -> None:
    """Takes cards out of the game together: no zone has them any more, and only their leaving the field is seen.

    What was last known of them is what they were before any of them left. A trigger is its source's last controller's
    (abilities.1.9): so whatever a player who lost controlled sees nothing any more, while what another player controlled
    sees itself and the others go, even if it was the loser's. What was hidden stays so.

    Rules: turn.9.8, effects.7.4, timing.4.6.choice.1.
    """
    witnesses = onlookers(state, numbers)
    leaving = witnesses.leaving
    seeing = [card for card in present(witnesses) if not state.players[card.controller].lost]
    group = state.tick() if len(leaving) > 1 else 0
    for number in numbers:
        old = leaving.get(number, state.cards[number])
        _leave_game(state, old, rules, witnesses._replace(cards=seeing), group)


def _leave_game(state: State, old: Card, rules: tuple[str, ...], witnesses: Witnesses, group: int) -> None:
    """One of the cards that leave the game; what lies beneath it goes along, or falls if it is somebody else's."""
    subject = named(state, old)
    new = replace(state.cards[old.id], zone="none", incarnation=old.incarnation + 1, lineage=(), loaded=())
    _relocate(state, old, new, top=False)
    tell(state, events.LeavesTheGame(rules, old.owner, subject))
    refresh_sources(state, old)
    for card in (*old.lineage, *old.loaded):
        if state.cards[card].owner == old.owner:
            state.alter(card, zone="none", incarnation=state.cards[card].incarnation + 1)
        else:
            fall(state, card)
    if old.zone == "field":
        tell_of_leaving(state, old, "none", "", witnesses, group)
