"""Instructions that move cards elsewhere: putting, banishing, loading."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import PRIVATE, Card, Seat, Thing
from archivist.rules.asking import Asked, ask_order
from archivist.rules.cards import states_and_counters
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.carrying_out import (
    Found,
    Run,
    carries_out,
    is_possible,
    means_a_copy,
    must_find,
)
from archivist.rules.effects.instructions.lasting_effects import let_play
from archivist.rules.effects.instructions.looking_and_revealing import remember_cards
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.targets_and_copies import copies
from archivist.rules.turn import drawing_discarding_shuffling
from archivist.rules.zones import destroying_sacrificing_banishing, entering_the_field, moving, revealing
from archivist.rules.zones.visibility import sees, who_sees
from archivist.vocabulary.effects.moving_cards import (
    Banish,
    BanishOwn,
    BanishRandom,
    BanishTop,
    EmptyGraveyard,
    GoesTo,
    Load,
    Put,
)
from archivist.vocabulary.node import Ref, Steps

# -- putting -----------------------------------------------------------------------------------------------------


@is_possible(Put)
def can_put(run: Run, node: Put) -> bool:
    return bool(_to_put(run, node))


def _to_put(run: Run, node: Put) -> list[int]:
    cards = (*run.movable(node.what), *run.activated(node.what))
    return [each.id for each in cards if not node.yours or (each.zone, each.owner) == (node.yours, run.you)]


@carries_out(Put)
def put(run: Run, node: Put) -> Steps:
    """Moves cards, each to its owner's zone; several into a deck in an order their owner chooses, or at random.

    An intent exists only in a combat: what would be put into one that does not exist stays where it is.

    Rules: timing.9.2, timing.9.4, timing.9.6.
    """
    numbers = _to_put(run, node)
    before = incarnations(run, numbers)
    if node.into == "field":
        kept = {number: {"rested": True} for number in numbers} if node.rested else {}
        marks = {"buff": node.buff, **{kind: run.scene.amount(amount) for kind, amount in node.counters.items()}}
        yield from put_onto_field(run, numbers, marks=marks, owner=node.owner, transformed=node.transformed, kept=kept)
        _tell_put(run, before, "field")
    elif node.into == "intent":
        yield from _put_into_intent(run, numbers)
        _tell_put(run, before, "intent")
    elif node.into == "lineage":
        _put_into_lineage(run, numbers, node.champion)
        _tell_put(run, before, "lineage")
    else:
        yield from put_into_zone(
            run, numbers, node.into, from_top=node.from_top, random=node.random, preserved=node.preserved
        )


def put_into_zone(
    run: Run,
    numbers: Sequence[int],
    into: str,
    *,
    from_top: int = 1,
    random: bool = False,
    preserved: bool = False,
) -> Steps:
    """Moves cards to their owners' hands, memories, decks and so on, and tells which of them got there."""
    before, zone = incarnations(run, numbers), into.split()[0]
    _reveal_stated(run, numbers, zone)
    if zone == "deck":
        yield from _put_into_deck(run, numbers, None if into == "deck bottom" else max(0, from_top - 1), random=random)
    else:
        yield from _put_elsewhere(run, numbers, zone, preserved=preserved)
    _tell_put(run, before, zone)


def _put_into_deck(run: Run, numbers: Sequence[int], place: int | None, *, random: bool) -> Steps:
    if random:
        numbers = run.state.shuffled(tuple(numbers))
    else:
        owners = {number: run.state.cards[number].owner for number in numbers}
        prompt = "choose the order, the first one goes uppermost"
        numbers = yield from in_order(run, numbers, owners, ("timing.9.2",), prompt)
    yield from moving.into_deck(run.state, numbers, place, "timing.9.4" if random else "RS.2")


def _put_elsewhere(run: Run, numbers: Sequence[int], zone: str, *, preserved: bool) -> Steps:
    """What a text puts into the material deck preserved, as Preserve does, lies there face up.

    Rules: zones.3.5.
    """
    if zone == "graveyard":
        deathless = [number for number in numbers if destroying_sacrificing_banishing.immortal(run.state, number)]
        for number in deathless:
            say(run.state, events.NotDestroyed, "keywords.immortality", card=run.state.cards[number])
        numbers = [number for number in numbers if number not in deathless]
    yield from moving.send_together(run.state, numbers, zone, "RS.2")
    for number in numbers if preserved else ():
        if run.state.cards[number].zone == zone:
            run.state.alter(number, face_up=True, properties=("preserved",))


def _put_into_intent(run: Run, numbers: Sequence[int]) -> Steps:
    """Adds cards, of whatever type, to the attacker's intent, if there is one; it is the attacking player's (timing.9.6).

    Rules: zones.1.intent, zones.3.14.
    """
    combat = run.state.combat
    if combat is None:
        say(run.state, events.Nothing, "timing.9.6", player=run.you)
        return
    yield from moving.send(run.state, numbers, "intent", "RS.2", controller=combat.player)


def _put_into_lineage(run: Run, numbers: Sequence[int], ref: Ref) -> None:
    """Puts cards beneath all others of a champion, one after the other; without a champion they stay where they are.

    Rules: zones.4.2, zones.5.5.
    """
    state = run.state
    objects = [card for card in run.cards(ref) if card.zone == "field"]
    champion = next((card for card in objects if "champion" in state.now.words(state, card)), None)
    if champion is None:
        say(state, events.Nothing, "zones.4.2", player=run.you)
        return
    for number in [each for each in numbers if moving.fits_beneath(state.cards[each], champion)]:
        rules = ("zones.4.2", "zones.5.5", "RS.2")
        card = moving.move(state, number, "lineage", *rules, controller=champion.controller)
        if card.zone == "lineage":
            holder = state.cards[champion.id]
            state.alter(champion.id, lineage=(card.id, *holder.lineage))


def put_onto_field(
    run: Run,
    numbers: Sequence[int],
    *,
    marks: Mapping[str, int] = {},
    owner: bool = False,
    transformed: bool = False,
    kept: Mapping[int, Mapping[str, Any]] = {},
) -> Asked[list[int]]:
    """Cards enter the field at the same time: what they enter as, and linked to what, is chosen before any does.

    Gives those that really entered.
    """
    state = run.state
    numbers, seats = yield from _stamped(run, numbers, owner=owner)
    entrants: list[entering_the_field.Coming] = []
    for number in numbers:
        card, seat = state.cards[number], seats[number]
        if transformed and not state.pool[card.face].flip:
            say(state, events.NotTransformed, "terms.5.transform", player=run.you, card=card)
            continue
        copied = yield from copies.choose(state, seat, card, run.scene.source.id)
        linked = yield from choose_link(run, seat, replace(card, face=copied or card.face))
        keep = {"linked": linked, **kept.get(number, {})}
        entrants.append(entering_the_field.Coming(number, seat, transformed, copied, keep))
    arrived = yield from entering_the_field.enter_together(state, entrants, "RS.7")
    for number in arrived:
        for kind, n in marks.items():
            states_and_counters.add_counters(state, number, kind, n)
    return arrived


def _stamped(run: Run, numbers: Sequence[int], *, owner: bool) -> Asked[tuple[list[int], dict[int, Seat]]]:
    """The order in which objects that enter together get their timestamps, and who will control them.

    It is asked for only where it can matter: where several of a player's have static abilities (effects.5.14).
    """
    state = run.state
    seats = {number: state.cards[number].owner if owner else run.you for number in numbers}
    static = [number for number in numbers if state.pool[state.cards[number].true_name].statics]
    others = [number for number in numbers if number not in static]
    static = yield from in_order(run, static, seats, ("effects.5.14",), "choose the order of their timestamps")
    together = [*static, *others]
    return [number for seat in state.living() for number in together if seats[number] == seat], seats


def in_order(
    run: Run, numbers: Sequence[int], seats: Mapping[int, Seat], rules: tuple[str, ...], prompt: str
) -> Asked[list[int]]:
    """Several cards that go somewhere at once, in an order: the turn player's first, each player ordering their own."""
    found: list[int] = []
    for seat in run.state.living():
        own = [number for number in numbers if seats[number] == seat]
        if len({_told_apart(run, seat, number) for number in own}) < 2:
            found += own
            continue
        things = run.state.things(own)
        found += yield from ask_order(seat, rules, prompt, things, own, card=run.scene.source.id)
    return found


def _told_apart(run: Run, seat: Seat, number: int) -> str | int:
    """What a player tells a card by: its name, or nothing but itself if it is hidden from them."""
    card = run.state.cards[number]
    return card.true_name if sees(run.state, seat, card) else number


def choose_link(run: Run, seat: Seat, card: Card) -> Asked[Thing | None]:
    """What an object with Link that enters from elsewhere than the stack is linked to: chosen, no target.

    Rules: keywords.link.
    """
    link = run.state.pool[card.face].link
    if link is None:
        return None
    scene = Scene(run.state, seat, card)
    options = tuple(each.id for each in scene.matching(link.of))
    n = min(1, len(options))
    chosen = yield from run.ask_cards(seat, options, n, n, "choose what to link to", rules=("keywords.link",))
    if not chosen:
        return None
    say(run.state, events.Link, "keywords.link", player=seat, card=run.state.cards[chosen[0]])
    return run.state.cards[chosen[0]].thing


def _reveal_stated(run: Run, numbers: Sequence[int], zone: str) -> None:
    """Cards chosen for what they are must be seen to be that before they go to a private zone (zones.5.4)."""
    if zone in PRIVATE:
        stated = [number for number in numbers if run.state.cards[number].thing in run.stated]
        hidden = [number for number in stated if who_sees(run.state, run.state.cards[number]) is not None]
        if hidden:
            revealing.reveal(run.state, run.you, hidden, "zones.5.4")


def _tell_put(run: Run, before: Mapping[int, int], zone: str) -> None:
    """Cards that lie in the deck already may be put elsewhere in it; what went elsewhere instead was not put there."""
    cards = run.state.cards
    moved = [number for number in before if zone == cards[number].zone == "deck"]
    moved = list(dict.fromkeys((*moved, *moved_since(run, before))))
    there = [number for number in moved if cards[number].zone in (zone, "none")]
    run.did(len(there), there, done=bool(moved))


def incarnations(run: Run, numbers: Iterable[int]) -> dict[int, int]:
    """Which things cards are now, to see later which of them have moved."""
    return {number: run.state.cards[number].incarnation for number in numbers}


def moved_since(run: Run, before: Mapping[int, int]) -> list[int]:
    """Those that have changed zones since then."""
    return [number for number, then in before.items() if run.state.cards[number].incarnation != then]


def left_for(run: Run, number: int, zone: str, mark: int) -> bool:
    """Whether a card lies in a zone, or is a token that left the field for it since then and so exists no more."""
    card = run.state.cards[number]
    if not card.token:
        return card.zone == zone
    left = (event for event in run.state.events[mark:] if isinstance(event, events.Leave))
    return any(event.zone == zone and event.card.id == number for event in left)


# -- banishing ---------------------------------------------------------------------------------------------------


@is_possible(Banish)
def can_banish(run: Run, node: Banish) -> bool:
    return bool(_to_banish(run, node))


def _to_banish(run: Run, node: Banish) -> tuple[Card, ...]:
    """What is to be banished. What was followed there (abilities.6.3) is banished already."""
    found = (*run.movable(node.what), *run.activated(node.what))
    followed = node.what.name in ("this", "that")
    return tuple(card for card in found if not followed or card.zone != "banishment")


@carries_out(Banish)
def banish(run: Run, node: Banish) -> Steps:
    """Banishes cards. Face down they are not shown, though chosen for what they are, before the game ends (zones.5.4).

    Rules: zones.5.7, zones.5.11.
    """
    cards = _to_banish(run, node)
    numbers = [card.id for card in cards]
    face_up = False if node.face_down else None
    known = (run.you,) if node.face_down else ()
    stated = [card.id for card in cards if node.face_down and card.thing in run.stated]
    kept = ("zones.3.11",) if node.remember else ()
    mark = len(run.state.events)
    yield from banish_cards(run, numbers, "RS.2", *kept, face_up=face_up, known_to=known)
    left = [event.card for event in run.state.events[mark:] if isinstance(event, events.Leave)]
    run.scene.noted_card = next((card for card in left if card.id in numbers), run.scene.noted_card)
    for number in stated:
        run.state.alter(number, stated=True)
    for number in numbers if node.omen else ():
        states_and_counters.add_counters(run.state, number, "omen", 1, "terms.7.omen")
    if node.remember:
        remember_cards(run, [run.state.cards[number] for number in numbers])


def banish_cards(
    run: Run, numbers: Sequence[int], *rules: str, face_up: bool | None = None, known_to: tuple[Seat, ...] = ()
) -> Steps:
    """What goes elsewhere instead was not banished, though the action was done (RS.10)."""
    before, mark = incarnations(run, numbers), len(run.state.events)
    yield from destroying_sacrificing_banishing.banish(run.state, numbers, *rules, face_up=face_up, known_to=known_to)
    moved = moved_since(run, before)
    banished = [number for number in moved if left_for(run, number, "banishment", mark)]
    run.did(len(banished), banished, done=bool(moved))


@must_find(BanishRandom)
def banish_random_takes(run: Run, node: BanishRandom) -> list[Found]:
    return [(seat, "memory", run.scene.amount(node.amount)) for seat in run.players(node.who)]


@carries_out(BanishRandom)
def banish_random(run: Run, node: BanishRandom) -> Steps:
    for seat in run.players(node.who):
        n = run.scene.amount(node.amount)
        cards = drawing_discarding_shuffling.random_cards(run.state, run.state.zone(seat, "memory"), n)
        yield from banish_cards(run, cards, "timing.10.1")


@must_find(BanishOwn)
def banish_own_takes(run: Run, node: BanishOwn) -> list[Found]:
    return [(seat, node.zone, run.scene.amount(node.amount)) for seat in run.players(node.who)]


@carries_out(BanishOwn)
def banish_own(run: Run, node: BanishOwn) -> Steps:
    """Each player chooses among their own cards, in turn order; then all are banished at once (timing.7.1, timing.7.2)."""
    chosen: list[int] = []
    for seat in run.players(node.who):
        cards = run.state.zone(seat, node.zone)
        n = min(max(0, run.scene.amount(node.amount)), len(cards))
        prompt = f"choose cards of your {node.zone} to banish"
        chosen += yield from run.ask_cards(seat, cards, n, n, prompt, rules=("timing.7.1",))
    if chosen:
        yield from banish_cards(run, chosen, "RS.2")


@must_find(BanishTop)
def banish_top_takes(run: Run, node: BanishTop) -> list[Found]:
    return [(seat, "deck", run.scene.amount(node.amount)) for seat in run.players(node.who)]


@carries_out(BanishTop)
def banish_top(run: Run, node: BanishTop) -> None:
    """Banishes the top cards one at a time; with `play` you may look at them and play them (zones.5.7)."""
    state = run.state
    known = (run.you,) if node.face_down and node.play else ()
    for seat in run.players(node.who):
        moved: list[Card] = []
        for _ in range(min(run.scene.amount(node.amount), len(state.zone(seat, "deck")))):
            top = state.zone(seat, "deck")[0]
            card = moving.move(state, top, "banishment", "turn.8.2", face_up=not node.face_down, known_to=known)
            moved.append(card)
        run.did(len(moved), things=[card.thing for card in moved])
        if node.play:
            let_play(run, moved, "play", "game", ignore_elements=node.ignore_elements)


@carries_out(EmptyGraveyard)
def empty_graveyard(run: Run, node: EmptyGraveyard) -> Steps:
    cards = [card for seat in run.players(node.who) for card in run.state.zone(seat, "graveyard")]
    yield from banish_cards(run, cards, "RS.2")


# -- loading, and going elsewhere --------------------------------------------------------------------------------


@is_possible(Load)
def can_load(run: Run, node: Load) -> bool:
    return bool(_holders(run, node, run.movable(node.what)))


@carries_out(Load)
def load(run: Run, node: Load) -> Steps:
    """Puts cards under one of the objects; several to choose from are the player's choice."""
    cards = run.movable(node.what)
    objects = _holders(run, node, cards)
    if not objects:
        return
    chosen = yield from run.ask_cards(
        run.you, [card.id for card in objects], 1, 1, "choose what to load into", rules=("terms.5.load",)
    )
    for card in _loadable(cards, run.state.cards[chosen[0]]) if chosen else ():
        moving.load(run.state, card.id, chosen[0], "RS.2")
        if run.state.cards[card.id].zone == "loaded":
            run.did(1, [card.id])


def _holders(run: Run, node: Load, cards: Sequence[Card]) -> list[Card]:
    """The objects under which some of the cards can be put; what is not on the field is no object (zones.4.4)."""
    found = run.scene.matching(node.of) if node.of is not None else run.cards(node.into)
    return [each for each in found if each.zone == "field" and _loadable(cards, each)]


def _loadable(cards: Sequence[Card], holder: Card) -> list[Card]:
    return [card for card in cards if moving.fits_beneath(card, holder)]


@carries_out(GoesTo)
def goes_to(run: Run, node: GoesTo) -> None:
    """Cards will go elsewhere as they leave the stack, also if they are negated (RS.11.1)."""
    for meant in () if means_a_copy(run, node.what) else run.bearers(node.what):
        card = run.state.cards[meant.id]
        if card.zone == "stack" and card.played is not None:
            run.did(1, [card.id])
            run.state.alter(card.id, played=replace(card.played, destination=node.destination))
