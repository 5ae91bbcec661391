"""Zones: moving cards, and what happens to them on the way (zones; cards.4; terms.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from archivist.model.card import OWN_ZONES, PRIVATE, Card, Seat, Thing
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules import becoming, copies, permissions, sides
from archivist.rules import characteristics as now
from archivist.rules.events import emit, named, notice, say, watching
from archivist.rules.showing import disguise, turn_over
from archivist.rules.visibility import who_sees
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.statics import Enters, Redirect, concerns


def place(state: State, face: str, owner: Seat, zone: str, **more: Any) -> Card:
    """Makes a card that the game did not have before, in a zone: set-up, and tokens as they are summoned."""
    card = Card(len(state.cards), face, owner, owner, zone, stamp=state.tick(), **more)
    state.cards.append(card)
    state.touch()
    if zone in OWN_ZONES:
        state.alter_player(owner, **{zone: (*state.zone(owner, zone), card.id)})
    elif zone == "field":
        state.field = (*state.field, card.id)
    return card


Seats = tuple[Seat, ...] | None
"""Players who may see a card; None for everybody."""


# -- moving ------------------------------------------------------------------------------------------------------


def move(
    state: State,
    number: int,
    zone: str,
    *rules: str,
    top: bool = True,
    face_up: bool | None = None,
    known_to: tuple[Seat, ...] = (),
    watchers: Sequence[Card] | None = None,
    cause: str = "",
    group: int = 0,
    special: bool = False,
    ordering: bool = False,
    **keep: Any,
) -> Card:
    """Moves a card to a zone of its owner (zones.2, zones.2.8); it arrives as a new thing, with nothing of what it was before.

    It is taken out of where it was, so that it is in one zone and no other (zones.2.1, zones.2.2); a token that leaves the
    field is in none, and so outside the game. Every change of zone is an event, also of a hidden card (zones.2.5).

    What leaves together is moved with the same `watchers`, so that each sees the others go. `cause` is why it leaves
    the field (``destroy``, ``sacrifice``); `group` is the game event it is part of; `keep` carries facts over, such as
    how it was played. A `special` game action goes as it says, for card text cannot change it (turn.7.2).
    While cards are `ordering`, nothing shows one that happens to lie on top (timing.9.3).

    Rules: terms.3.4.
    """
    old = state.cards[number]
    cited: tuple[str, ...] = ()
    if not special:
        zone, face_up, cited = _destination(state, old, zone, face_up)
    rules = (*rules, *cited)
    if zone == old.zone:
        return _stay(state, old, top, face_up)
    before = who_sees(state, old)
    if face_up is False and zone not in PRIVATE:
        known_to = _witnesses(state, before, known_to)
    if old.zone == "field":
        old = _last_known(state, old)
        if watchers is None:
            watchers = [old if card.id == old.id else card for card in watching(state)]
    beneath = (*old.lineage, *old.loaded)
    _take_out(state, old)
    new = _arrived(state, old, zone, face_up, known_to, keep)
    state.put(new)
    _put_in(state, new, zone, top)
    after = new.known_to if ordering and new.zone != "none" else who_sees(state, new)
    _log_move(state, old, new, zone, rules, before, after)
    _refresh_sources(state, old)
    change = Event(
        "zone change",
        (),
        old.owner,
        card=old,
        other=new,
        amount=1,
        note="hidden" if before is not None and after is not None else "",
        origin=old.zone,
        zone=zone,
        group=group,
    )
    notice(state, change, watchers)
    if old.zone == "field" and zone != "field":
        _left_field(state, old, zone, cause, watchers or (), group)
        for card in beneath:
            _fall(state, card)
    return new


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
    say(state, "stays", "zones.2.3", player=card.owner, card=state.cards[card.id], note=card.zone)
    return state.cards[card.id]


def _witnesses(state: State, before: Seats, known_to: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who knows a card that goes face down into a public zone: those meant to, and who could see it before (zones.5.8)."""
    everybody = tuple(range(len(state.players)))
    return everybody if before is None else tuple(seat for seat in everybody if seat in (*before, *known_to))


def into_deck(state: State, numbers: Sequence[int], place: int | None, *rules: str) -> None:
    """Puts cards into their owners' decks at once, the first one uppermost, so that nobody sees the order (timing.9.2).

    `place` is how many cards lie above them: 0 on top, None at the bottom. Missing places count as empty: where there
    are fewer cards, they land at the bottom. They are told of in an order that says nothing.

    Rules: timing.9, timing.9.2, timing.9.3, timing.9.5.
    """
    for number in sorted(numbers):
        move(state, number, "deck", "timing.9.2", *rules, top=False, ordering=True)
    for seat in dict.fromkeys(state.cards[number].owner for number in numbers):
        deck = state.players[seat].deck
        put = [number for number in numbers if number in deck]
        rest = [number for number in deck if number not in put]
        above = len(rest) if place is None else min(place, len(rest))
        state.alter_player(seat, deck=(*rest[:above], *put, *rest[above:]))


def move_together(state: State, numbers: Sequence[int], zone: str, *rules: str, cause: str = "", **more: Any) -> None:
    """Moves objects at the same time: each one's leaving is seen by all that were there (timing.4.6.choice.1)."""
    watchers = [_last_known(state, card) if card.id in numbers else card for card in watching(state)]
    group = state.tick()
    for number in numbers:
        move(state, number, zone, *rules, watchers=watchers, cause=cause, group=group, **more)


def on_field(state: State) -> list[Card]:
    return [state.cards[number] for number in state.field]


def destination(state: State, card: Card, zone: str) -> str:
    """Where a card would really go on its way to a zone."""
    return _destination(state, card, zone, None)[0]


def _destination(state: State, card: Card, zone: str, face_up: bool | None) -> tuple[str, bool | None, tuple[str, ...]]:
    """Where a card really goes: regalia and champions, ephemeral objects, replacements (cards.4.9, cards.4.19).

    A double-faced card goes by its default side, whichever shows (cards.6.3). An object that gained another type goes by
    the stricter one (cards.5.4).

    Rules: cards.1.regalia, cards.1.champion, zones.3.10, terms.5.ephemeral, effects.3.5.
    """
    words = state.pool[card.default_face].words
    if card.zone == "field":
        words |= now.words(state, card) - state.pool[card.face].words
    if card.zone == "field" and "ephemeral" in card.properties and zone != "field":
        return "banishment", face_up, ("zones.7.6",)
    if zone == "graveyard" and words & {"regalia", "champion"}:
        further, face_up, cited = _destination(state, card, "banishment", face_up)
        return further, face_up, ("cards.4.19" if "regalia" in words else "cards.4.9", *cited)
    if zone == "banishment" and card.zone in ("field", "intent") and now.has(state, card, "renewable"):
        return "material", face_up, ("keywords.renewable",)
    if "regalia" in words and zone in ("hand", "deck", "memory"):
        return "material", face_up, ("cards.4.19",)
    if zone in ("graveyard", "field"):
        for active, redirect in now.statics(state, Redirect):
            if redirect.instead_of != zone or not concerns(redirect.who, active.you, card.owner):
                continue
            if (zone != "field" or card.zone != "stack") and redirect.cards.describes(active.scene(state), card):
                return "banishment", False if redirect.face_down else face_up, ("effects.3.1",)
    return zone, face_up, ()


def _last_known(state: State, card: Card) -> Card:
    """The object's value with what it is now, right before it leaves: what is known of it once it is gone (effects.7.2).

    The old value has the rest: status, counters, damage, how it was played and paid for, what its abilities did.

    Rules: zones.6, zones.6.1, zones.6.2, terms.2.lki.
    """
    return replace(card, last=now.last_known(state, card))


def _take_out(state: State, card: Card) -> None:
    if card.zone in OWN_ZONES:
        rest = tuple(number for number in state.zone(card.owner, card.zone) if number != card.id)
        state.alter_player(card.owner, **{card.zone: rest})
    elif card.zone == "field":
        state.field = tuple(number for number in state.field if number != card.id)
        if state.players[card.controller].champion == card.id:
            state.alter_player(card.controller, champion=None)
    elif card.zone == "stack":
        state.stack_cards = tuple(number for number in state.stack_cards if number != card.id)
    elif card.zone == "intent":
        state.intent = tuple(number for number in state.intent if number != card.id)
    elif card.zone in ("lineage", "loaded"):
        for number in state.field:
            beneath: tuple[int, ...] = getattr(state.cards[number], card.zone)
            if card.id in beneath:
                state.alter(number, **{card.zone: tuple(each for each in beneath if each != card.id)})


def _arrived(
    state: State, old: Card, zone: str, face_up: bool | None, known_to: tuple[Seat, ...], keep: dict[str, Any]
) -> Card:
    """The card as it arrives: counters and states are lost (zones.2.10), the facing is the zone's (zones.2.4).

    So a card that everybody knew is as private as the zone it goes to (timing.9.1). A copy of an object, being a token,
    exists on the field only (timing.4.2.5). A double-faced card shows its default side again; what was last known of it
    has the side that showed (cards.6.3). A copy that leaves the intent is nowhere, too (zones.3.15).

    Rules: targets-and-copies.9.2, targets-and-copies.9.3, terms.7, terms.3.1, effects.7.6.
    """
    if old.token and (old.zone == "intent" or zone not in ("field", "stack", "intent")):
        zone = "none"
    values: dict[str, Any] = {"controller": old.owner, **keep}
    return Card(
        id=old.id,
        face=old.default_face,
        owner=old.owner,
        zone=zone,
        incarnation=old.incarnation + 1,
        stamp=state.tick(),
        token=old.token,
        face_up=zone not in PRIVATE if face_up is None else face_up,
        known_to=known_to,
        **values,
    )


def _put_in(state: State, card: Card, zone: str, top: bool) -> None:
    if card.zone == "none":
        return
    if zone in OWN_ZONES:
        cards = state.zone(card.owner, zone)
        cards = (card.id, *cards) if zone == "deck" and top else (*cards, card.id)
        state.alter_player(card.owner, **{zone: cards})
    elif zone == "field":
        state.field = (*state.field, card.id)
    elif zone == "stack":
        state.stack_cards = (*state.stack_cards, card.id)
    elif zone == "intent":
        state.intent = (*state.intent, card.id)


def _log_move(
    state: State, old: Card, new: Card, zone: str, rules: tuple[str, ...], before: Seats, after: Seats
) -> None:
    """The move as it is told: the name is public if the card was, or now is, in the open; else who saw it then or now."""
    seen = None if before is None or after is None else tuple(sorted({*before, *after}))
    subject = Named(old.true_name, new.thing if after is None else None, seen)
    state.events.append(
        Event("move", rules or ("zones.2.2",), old.owner, subject, card=None, origin=old.zone, zone=zone)
    )


def _refresh_sources(state: State, old: Card) -> None:
    """Abilities keep what was last known of a source that left (abilities.1.10, zones.6.2, timing.11.1).

    A second change of zones does not reach them: it is another thing that moves then (zones.6.3).
    """
    if any(item.source.thing == old.thing for item in state.stack):
        state.stack = tuple(
            replace(item, source=old) if item.source.thing == old.thing and not item.is_play else item
            for item in state.stack
        )


def _left_field(state: State, old: Card, zone: str, cause: str, watchers: Sequence[Card], group: int = 0) -> None:
    """Tells of leaving, dying, being destroyed (terms.1.table), and sacrificed wherever it went (effects.3.4).

    On Leave and On Death see the object as it last was (zones.6.4).

    What hangs on destruction, death or a kill does nothing if the object went elsewhere (effects.2.6, combat.6.8).

    Rules: terms.1, terms.1.table.1, terms.1.table.2, terms.1.table.3, terms.1.table.4, terms.1.table.5,
    terms.1.table.6, terms.1.table.7, terms.1.table.8, terms.1.choice.1, cards.4.20, effects.7.4.
    """
    subject = Named(old.face, old.thing)
    base = Event(
        "leave", ("terms.1.leave",), old.controller, subject, (), 1, card=old, other=old, zone=zone, group=group
    )
    emit(state, base, watchers)
    if zone == "banishment":
        emit(state, replace(base, kind="banish", rules=("keywords.on-banish",)), watchers)
    if cause == "sacrifice":
        notice(state, replace(base, kind="sacrifice"), watchers)
    if zone == "graveyard":
        if "unit" in now.words(state, old):
            emit(state, replace(base, kind="die", rules=("terms.1.dies",)), watchers)
        if cause in ("destroy", "sacrifice"):
            emit(state, replace(base, kind="destroy", rules=("terms.1.destroy",)), watchers)


def _fall(state: State, number: int) -> None:
    """Cards beneath an object that left go to the graveyard, champions and regalia to banishment (zones.4.1).

    They were not on the field, so Renewable does not save a loaded card (zones.4.7).
    """
    move(state, number, "graveyard", "zones.4.1")


# -- loading -----------------------------------------------------------------------------------------------------


def load(state: State, number: int, into: int, *rules: str) -> None:
    """Puts a card from its zone under an object; it stays there while that object stays on the field.

    Rules: terms.5.load, zones.1.loaded-cards, zones.4, zones.4.4, zones.4.6.
    """
    card = move(state, number, "loaded", "terms.5.load", *rules)
    if card.zone != "loaded":
        return
    holder = state.cards[into]
    holder = state.alter(into, loaded=(*holder.loaded, card.id))
    note = "" if len(holder.loaded) > 1 else "becomes loaded"
    subject = Named(card.face, card.thing)
    loaded = (named(state, holder),)
    emit(state, Event("load", ("zones.4.4",), holder.controller, subject, loaded, note=note, card=holder, other=card))


# -- entering the field ------------------------------------------------------------------------------------------


def begin_on_field(state: State, number: int) -> None:
    """A pre-game action: the card counts as in play since before the first turn, so nothing enters (turn.2.1)."""
    card = move(state, number, "field", "turn.2.1", "turn.7.special", face_up=True, special=True)
    _as_object(state, card, rested=False)
    say(state, "pre-game", "turn.2.1", "turn.2.table.5", player=card.owner, card=card)


def enter(state: State, number: int, controller: Seat, *rules: str, **more: Any) -> Card:
    """Puts a card onto the field as an object under a player's control (RS.7, zones.3.8)."""
    origin = state.cards[number].zone
    before = words_before(state, [number])
    card = arrive(state, number, controller, *rules, **more)
    if card.zone == "field" and origin != "field":
        announce_arrivals(state, [(number, origin)], before)
    return state.cards[number]


def arrive(
    state: State,
    number: int,
    controller: Seat,
    *rules: str,
    rested: bool = False,
    transformed: bool = False,
    copy_of: str = "",
    **keep: Any,
) -> Card:
    """The object as it comes, before anything has seen it; those that come together get their timestamps in turn.

    A double-faced card has its default side up, unless it is to enter transformed (cards.6.1). With `copy_of` it enters
    as a copy and is one already as it enters (targets-and-copies.8.6).
    """
    old = state.cards[number]
    card = move(state, number, "field", *rules, controller=controller, face_up=True, **keep)
    if card.zone != "field" or old.zone == "field":
        return card
    if transformed and sides.can_transform(state, card):
        card = sides.turned(state, card)
    if copy_of:
        card = copies.become(state, number, copy_of, "targets-and-copies.8.6")
    return _as_object(state, card, rested=rested)


def announce_arrivals(state: State, arrived: Sequence[tuple[int, str]], before: becoming.Words, group: int = 0) -> None:
    """Tells of objects that entered together, each with the zone it came from, and of what others became by them."""
    if before:
        becoming.became(state, before, entering=[number for number, _ in arrived])
    for number, origin in arrived:
        announce_entry(state, state.cards[number], origin, group=group)


def words_before(state: State, numbers: Sequence[int]) -> becoming.Words:
    """What all cards are before some enter, where what enters may change that."""
    statics = (ability for number in numbers for ability in state.pool[state.cards[number].face].statics)
    changing = any(becoming.changes_words(static) for ability in statics for static in ability.effects)
    return becoming.words_now(state) if changing else {}


def _as_object(state: State, card: Card, *, rested: bool) -> Card:
    """The object with what it has from the start: counters, its place as champion; awake unless Hindered (zones.3.9).

    It is awake unless something says otherwise (cards.4.13), and a weapon has its durability in counters (cards.4.17).

    Rules: terms.5, terms.5.awake, terms.7.durability, keywords.bulwark, keywords.hindered.
    """
    face = state.pool[card.face]
    counters = dict(card.counters)
    if face.durability is not None and face.words & {"weapon", "siegeable"}:
        counters["durability"] = counters.get("durability", 0) + face.durability
    if card.played is not None and card.played.buff:
        counters["buff"] = counters.get("buff", 0) + card.played.buff
    bulwark = len(now.instances(state, card, "bulwark"))
    if bulwark:
        counters["bulwark"] = counters.get("bulwark", 0) + bulwark
    rested = rested or now.has(state, card, "hindered")
    card = state.alter(card.id, counters=counters, rested=rested)
    for active, enters in now.statics(state, Enters):
        if active.reaches(state, enters.of, card):
            for kind, amount in enters.counters.items():
                counters[kind] = counters.get(kind, 0) + _read(state, card, amount)
            rested = rested or enters.rested
    card = state.alter(card.id, counters=counters, rested=rested)
    if "champion" in face.words and state.players[card.controller].champion is None:
        state.alter_player(card.controller, champion=card.id, had_champion=True)
    return card


def _read(state: State, card: Card, amount: Amount) -> int:
    scene = now.own_scene(state, card)
    scene.x = card.x
    return amount.read(scene)


def announce_entry(state: State, card: Card, origin: str, note: str = "", group: int = 0) -> None:
    """Tells that something entered the field, or became the top of a lineage (keywords.on-enter)."""
    subject = Named(card.face, card.thing)
    emit(
        state,
        Event(
            "enter",
            ("keywords.on-enter",),
            card.controller,
            subject,
            card=card,
            other=card,
            origin=origin,
            zone="field",
            amount=1,
            note=note,
            group=group,
        ),
    )
    if card.count("charge"):
        _charged(state, state.cards[card.id])


def summon(
    state: State,
    face: str,
    controller: Seat,
    *,
    rested: bool = False,
    by: int | None = None,
    linked: Thing | None = None,
    group: int = 0,
) -> Card | None:
    """Puts a token onto the field; its owner is the controller of what made it (terms.6.summon, cards.8.4).

    Rules: targets-and-copies.9, targets-and-copies.9.1, targets-and-copies.9.4, targets-and-copies.9.5,
    terms.2.token, terms.3.1, cards.8.
    """
    card = Card(len(state.cards), face, controller, controller, "none", stamp=state.tick(), token=True, face_up=True)
    for active, redirect in now.statics(state, Redirect):
        if redirect.instead_of == "field" and concerns(redirect.who, active.you, controller):
            say(state, "ceases", "effects.3.1", "cards.8.2", card=card)
            return None
    state.cards.append(card)
    card = state.alter(card.id, zone="field", stamp=state.tick(), linked=linked)
    state.field = (*state.field, card.id)
    say(state, "summon", "terms.6.summon", "cards.8.4", player=controller, card=card)
    card = _as_object(state, card, rested=rested)
    announce_entry(state, card, "none", "" if by is None else f"by {by}", group)
    return state.cards[card.id]


def leave_game(state: State, number: int, *rules: str) -> None:
    """Takes a card out of the game: no zone has it any more, and only its leaving the field is seen (turn.9.8).

    What was hidden stays so.
    """
    old = state.cards[number]
    beneath = old.lineage
    if old.zone == "field":
        old = _last_known(state, old)
        for card in old.loaded:
            if state.cards[card].owner != old.owner:
                _fall(state, card)
        old = replace(old, loaded=state.cards[number].loaded)
    watchers = [card for card in watching(state) if card.owner != old.owner]
    subject = named(state, old)
    _take_out(state, old)
    state.put(replace(state.cards[number], zone="none", incarnation=old.incarnation + 1, lineage=(), loaded=()))
    state.events.append(Event("leaves the game", rules, old.owner, subject))
    for card in (*beneath, *old.loaded):
        state.alter(card, zone="none")
    if old.zone == "field":
        _left_field(state, old, "none", "", watchers)


# -- leaving the field -------------------------------------------------------------------------------------------


def destroy(state: State, numbers: Sequence[int], *rules: str) -> list[int]:
    """Destroys objects at once; an immortal one stays (keywords.immortality). Gives those that are really destroyed."""
    gone = [number for number in numbers if not immortal(state, number)]
    gone, shielded = _shielded(state, gone)
    for number in shielded:
        if "ally" in now.words(state, state.cards[number]):
            state.alter(number, damage=0)
    if gone:
        move_together(state, gone, "graveyard", "terms.1.destroy", *rules, cause="destroy")
    return gone


def sacrifice(state: State, numbers: Sequence[int], *rules: str) -> list[int]:
    """A player sacrifices objects they control (terms.1.sacrifice). Gives those that are really sacrificed."""
    gone, _ = _shielded(state, numbers, but=numbers)
    move_together(state, gone, "graveyard", "terms.1.sacrifice", *rules, cause="sacrifice")
    return gone


def immortal(state: State, number: int) -> bool:
    """Whether a card is an object that cannot go from the field to the graveyard (keywords.immortality)."""
    card = state.cards[number]
    return card.zone == "field" and now.has(state, card, "immortality")


def shield_of(state: State, number: int) -> int | None:
    """The oldest Link Shield linked to an object that can still go in its place (keywords.link-shield)."""
    thing = state.cards[number].thing
    for card in on_field(state):
        link = state.pool[card.face].link
        if link is None or not link.shield or card.linked != thing:
            continue
        if not now.has(state, card, "immortality"):
            return card.id
    return None


def _shielded(state: State, numbers: Sequence[int], but: Sequence[int] = ()) -> tuple[list[int], list[int]]:
    """The objects that go, each shielded one replaced by its shield; and those that stay (keywords.link-shield).

    A shield that is sacrificed itself (`but`) stands in for nothing: it never counts as a further sacrifice.
    """
    gone: list[int] = []
    stay: list[int] = []
    for number in numbers:
        shield = shield_of(state, number)
        shield = None if shield in but else shield
        gone.append(number if shield is None else shield)
        if shield is not None:
            stay.append(number)
            say(state, "shielded", "keywords.link-shield", "effects.3.1", card=state.cards[number])
    return list(dict.fromkeys(gone)), stay


def banish(state: State, numbers: Sequence[int], *rules: str, **more: Any) -> None:
    """Moves cards from any zone to their owners' banishment (terms.1.banish)."""
    move_together(state, numbers, "banishment", "terms.1.banish", *rules, **more)


def banish_and_return(state: State, number: int, *rules: str) -> None:
    """Banishes an object and returns it at once under its owner's control, as a new object.

    A champion leaves and enters together with its inner lineage and its counters, damage among them; in every other case
    what lies beneath a champion that leaves goes where such cards go.

    Rules: zones.4.choice.
    """
    old = state.cards[number]
    kept: dict[str, Any] = {}
    if "champion" in state.pool[old.true_name].words:
        kept = {"lineage": old.lineage, "counters": old.counters, "damage": old.damage}
        state.alter(number, lineage=())
        rules = (*rules, "zones.4.choice")
    card = move(state, number, "banishment", "terms.1.banish", *rules)
    if card.zone == "banishment":
        card = enter(state, number, card.owner, *rules, **kept)
    if card.zone != "field":
        for beneath in kept.get("lineage", ()):
            _fall(state, beneath)


# -- cards of a player -------------------------------------------------------------------------------------------


def draw(state: State, seat: Seat, n: int, into: str = "hand", *rules: str) -> int:
    """Draws cards from the main deck one after another (zones.3.2); from an empty one it loses the game (turn.8).

    What triggers on drawing waits until the last card is drawn (abilities.3.21, turn.8.3). No other move of a card to hand
    or memory is a draw (turn.8.4). Who cannot draw does not, and so loses nothing by it.
    """
    if n > 0 and permissions.forbidden(state, seat, "draw"):
        say(state, "cannot draw", "timing.6.2", player=seat)
        return 0
    drawn: list[Card] = []
    group = state.tick() if n > 1 else 0
    for _ in range(n):
        deck = state.players[seat].deck
        if not deck:
            state.alter_player(seat, drew_from_empty=True)
            say(state, "no card", "turn.8.5", player=seat)
            break
        drawn.append(move(state, deck[0], into, "turn.8.1", *rules, group=group))
    for card in drawn:
        notice(state, Event("draw", (), seat, amount=1, card=card, other=card, zone=into, group=group))
    return len(drawn)


def mill(state: State, seat: Seat, n: int) -> None:
    """Puts the top cards of a deck into the graveyard, one at a time (turn.8.2)."""
    group = state.tick() if n > 1 else 0
    for _ in range(min(n, len(state.players[seat].deck))):
        move(state, state.players[seat].deck[0], "graveyard", "turn.8.2", group=group)


def discard(state: State, numbers: Sequence[int], *rules: str) -> None:
    """Discards cards; wherever a replacement sends them they were discarded (effects.3.4)."""
    group = state.tick() if len(numbers) > 1 else 0
    for number in numbers:
        new = move(state, number, "graveyard", "terms.6.discard", *rules, group=group)
        notice(state, Event("discard", (), new.owner, amount=1, card=new, other=new, zone=new.zone, group=group))


def random_cards(state: State, cards: Sequence[int], n: int) -> list[int]:
    """So many different cards, every choice equally likely (timing.10.1, costs.3.1)."""
    left = list(cards)
    picked = []
    for _ in range(min(n, len(left))):
        picked.append(left.pop(state.random(len(left))))
    return picked


def shuffle(state: State, seat: Seat) -> None:
    """Randomizes a main deck; what was seen of it before cannot be told from the rest (zones.3.1)."""
    deck = state.shuffled(state.players[seat].deck)
    state.alter_player(seat, deck=deck)
    disguise(state, deck)
    say(state, "shuffle", "terms.6.shuffle", player=seat)


# -- marks on objects --------------------------------------------------------------------------------------------


def turn(state: State, number: int, *rules: str, rested: bool) -> bool:
    """Rests or wakes an object; one that already is so does not change (zones.7.1).

    Rules: terms.5.rest, terms.5.wake-up.
    """
    card = state.cards[number]
    if card.zone != "field" or card.rested == rested:
        return False
    state.alter(number, rested=rested)
    say(state, "rest" if rested else "wake", "zones.7.3", *rules, player=card.controller, card=card)
    return True


def add_counters(state: State, number: int, kind: str, n: int, *rules: str) -> None:
    """Puts counters on a card; buff and debuff counters remove each other (timing.4.4).

    What a kind does is read where it matters; kinds without a rule of their own do nothing.

    Rules: cards.9, cards.9.table, cards.9.buff, cards.9.debuff, terms.7.table, terms.7.buff, terms.7.debuff,
    terms.7.others.
    """
    if n <= 0:
        return
    card = state.cards[number]
    counters = {**card.counters, kind: card.count(kind) + n}
    pairs = min(counters.get("buff", 0), counters.get("debuff", 0))
    if pairs:
        counters["buff"] -= pairs
        counters["debuff"] -= pairs
    new = state.alter(number, counters={each: many for each, many in counters.items() if many})
    say(state, "counters", "cards.9.1", *rules, player=card.controller, card=card, amount=n, note=kind)
    if kind == "charge":
        _charged(state, new)


def _charged(state: State, card: Card) -> None:
    """Tells that an object has more charge counters now (keywords.on-charge)."""
    if card.zone == "field":
        subject = Named(card.face, card.thing)
        emit(state, Event("charge", ("keywords.on-charge",), card.controller, subject, card=card, other=card))


def remove_counters(state: State, number: int, kind: str, n: int, *rules: str) -> None:
    card = state.cards[number]
    n = min(n, card.count(kind))
    if n <= 0:
        return
    counters = {**card.counters, kind: card.count(kind) - n}
    state.alter(number, counters={each: many for each, many in counters.items() if many})
    say(state, "counters removed", "cards.9.1", *rules, player=card.controller, card=card, amount=n, note=kind)
    notice(state, Event("counters removed", (), card.controller, amount=n, note=kind, card=card, other=card))


def recover(state: State, seat: Seat, n: int, *rules: str) -> None:
    """Removes damage counters from a champion; recovering 0 never happened (turn.1.7, terms.6.recover, effects.1.4)."""
    champion = state.champion(seat)
    if n <= 0 or champion is None or now.own_scene(state, champion).forbidden("recover"):
        return
    removed = min(n, champion.damage)
    state.alter(champion.id, damage=champion.damage - removed)
    say(state, "recover", "terms.6.recover", *rules, player=seat, card=champion, amount=removed)
    notice(state, Event("recover", (), seat, amount=n, card=champion, other=champion))


__all__ = [
    "add_counters",
    "announce_entry",
    "banish",
    "destroy",
    "discard",
    "draw",
    "enter",
    "load",
    "mill",
    "move",
    "move_together",
    "named",
    "on_field",
    "place",
    "random_cards",
    "recover",
    "remove_counters",
    "sacrifice",
    "shuffle",
    "summon",
    "turn",
    "watching",
]
