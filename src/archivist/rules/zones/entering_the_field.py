"""Entering the field: becoming an object, alone or together with others; tokens (zones.3.8; cards.8; keywords.on-enter)."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, NamedTuple

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.decision import Answer, Decision
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.cards import double_faced, states_and_counters
from archivist.rules.citations import moves as citations
from archivist.rules.effects import events as telling
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import emit, say
from archivist.rules.targets_and_copies import copies
from archivist.rules.zones import destinations
from archivist.rules.zones.moving import gone, move
from archivist.vocabulary.statics.characteristics import Enters
from archivist.vocabulary.words import BY_DURABILITY


def begin_on_field(state: State, number: int) -> None:
    """A pre-game action: the card counts as in play since before the first turn, so nothing enters (turn.2.1)."""
    card = move(state, number, "field", "turn.2.1", "turn.7.special", special=True)
    as_object(state, card, rested=False)
    say(state, events.PreGame, "turn.2.1", "turn.2.table.5", player=card.owner, card=card)


class Coming(NamedTuple):
    """A card that is to enter: who will control it, with which side or as a copy of what, and what it keeps.

    It may keep how it was played, and what paid for it.

    A double-faced card has its default side up, unless it is to enter transformed (cards.6.1). With `copy_of` it enters
    as a copy and is one already as it enters (targets-and-copies.8.6).

    Rules: zones.6.6, zones.6.7.
    """

    number: int
    controller: Seat
    transformed: bool = False
    copy_of: str = ""
    keep: Mapping[str, Any] = {}


def enter(
    state: State, number: int, controller: Seat, *rules: str, copy_of: str = "", **keep: Any
) -> Generator[Decision, Answer, Card]:
    """Puts a card onto the field as an object under a player's control (RS.7, zones.3.8)."""
    yield from enter_together(state, (Coming(number, controller, copy_of=copy_of, keep=keep),), *rules)
    return state.cards[number]


def enter_together(state: State, coming: Sequence[Coming], *rules: str) -> Generator[Decision, Answer, list[int]]:
    """Puts cards onto the field at the same time; gives those that really entered.

    All are there when the first one's entering is seen, and none is there yet as another enters. They get their
    timestamps in turn (effects.5.14).
    """
    numbers = [each.number for each in coming]
    before = words_before(state, numbers)
    under = {each.number: each.controller for each in coming}
    ways = yield from destinations.chosen(state, numbers, "field", face_up=True, under=under)
    coming = [each for each in coming if _may_come(state, each)]
    group = state.tick() if len(numbers) > 1 else 0
    field = state.field
    arrived: list[tuple[int, str]] = []
    for each in coming:
        if arrived:
            state.field = field
        origin = state.cards[each.number].zone
        card = _arrive(state, each, rules, ways, group)
        if card.zone == "field" and origin != "field":
            arrived.append((card.id, origin))
    came = [number for number, _ in arrived]
    if len(coming) > 1:
        state.field = (*field, *came)
    if before:
        telling.became(state, before, entering=came)
    use_up(state, came)
    for number, origin in arrived:
        announce_entry(state, state.cards[number], origin, group=group)
    return came


def _may_come(state: State, coming: Coming) -> bool:
    """Whether the card and who would control it are still in the game (turn.9.6, turn.9.7)."""
    return not gone(state, coming.number) and not state.players[coming.controller].lost


def _arrive(state: State, coming: Coming, rules: tuple[str, ...], ways: destinations.Ways, group: int) -> Card:
    """The object as it comes, before anything has seen it."""
    number, controller, transformed, copy_of, keep = coming
    old = state.cards[number]
    card = move(state, number, "field", *rules, controller=controller, face_up=True, ways=ways, group=group, **keep)
    if card.zone != "field" or old.zone == "field":
        return card
    if transformed and double_faced.can_transform(state, card):
        card = double_faced.turned(state, card)
    if copy_of:
        card = copies.become(state, number, copy_of, "targets-and-copies.8.6")
    return as_object(state, card, rested=bool(keep.get("rested")))


def words_before(state: State, numbers: Sequence[int]) -> telling.Words:
    """What all cards are before some enter, where what enters may change that."""
    for number in numbers:
        if state.pool[state.cards[number].face].changes_words:
            return telling.words_now(state)
    return {}


def as_object(state: State, card: Card, *, rested: bool) -> Card:
    """The object with what it has from the start: counters, its place as champion; awake unless Hindered (zones.3.9).

    It is awake unless something says otherwise (cards.4.13), and a weapon has its durability in counters (cards.4.17).

    Rules: terms.5, terms.5.awake, terms.5.distant, terms.7.durability, keywords.bulwark, keywords.hindered,
    targets-and-copies.1, targets-and-copies.1.1.
    """
    face = state.pool[card.face]
    counters = dict(card.counters)
    if face.durability is not None and face.words & BY_DURABILITY:
        counters["durability"] = counters.get("durability", 0) + face.durability
    if card.played is not None and card.played.buff:
        counters["buff"] = counters.get("buff", 0) + card.played.buff
    if state.now.has(state, card, "bulwark"):
        bulwark = len(state.now.instances(state, card, "bulwark"))
        counters["bulwark"] = counters.get("bulwark", 0) + bulwark
    rested = rested or state.now.has(state, card, "hindered") or (card.played is not None and card.played.rested)
    if counters != card.counters or rested != card.rested:
        card = state.alter(card.id, counters=counters, rested=rested)
    entering = now.statics(state, Enters)
    for active, enters in entering:
        if active.reaches(state, enters.of, card):
            scene = active.scene(state)
            for kind, amount in enters.counters.items():
                counters[kind] = counters.get(kind, 0) + amount.read(scene)
            rested = rested or enters.rested
    if entering:
        card = state.alter(card.id, counters=counters, rested=rested)
    if card.played is not None and card.played.distant and "unit" in state.now.words(state, card):
        card = state.alter(card.id, properties=(*card.properties, "distant"))
    if "champion" in face.words and state.players[card.controller].champion is None:
        state.alter_player(card.controller, champion=card.id, had_champion=True)
    return card


def use_up(state: State, numbers: Sequence[int]) -> None:
    """What changes how objects enter the next time only is used up once some have entered so (effects.3.1)."""
    entering = now.statics(state, Enters)
    spent = entering and {
        active.stamp
        for active, enters in entering
        if enters.once and any(active.reaches(state, enters.of, state.cards[number]) for number in numbers)
    }
    if spent:
        state.end_lasting(lambda each: each.stamp in spent and isinstance(each.static, Enters))


def announce_entry(
    state: State, card: Card, origin: str, *, level_up: bool = False, by: int | None = None, group: int = 0
) -> None:
    """Tells that something entered the field, or became the top of a lineage (keywords.on-enter)."""
    subject = Named(card.face, card.thing)
    emit(
        state,
        events.Enter(
            ("keywords.on-enter", *(("cards.4.4",) if level_up else citations.of_entry(state, card))),
            card.controller,
            subject,
            card=card,
            origin=origin,
            zone="field",
            amount=1,
            level_up=level_up,
            by=by,
            group=group,
        ),
    )
    if card.count("charge"):
        states_and_counters.charged(state, state.cards[card.id])
