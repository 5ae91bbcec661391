"""Instructions that choose, look and reveal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from archivist.model import events
from archivist.model.card import Card, Seat, things_of
from archivist.rules.abilities.triggered_abilities import notice
from archivist.rules.asking import Asked, ask_arrangement, ask_name, ask_order
from archivist.rules.cards import states_and_counters
from archivist.rules.effects import replacement_effects
from archivist.rules.effects.events import say, tell
from archivist.rules.effects.instructions.carrying_out import Run, carries_out, is_possible
from archivist.rules.effects.instructions.negating_copying_playing import Chance, play_one
from archivist.rules.effects.instructions.searching import fail_to_find, look_through
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.turn import drawing_discarding_shuffling
from archivist.rules.zones import moving, revealing
from archivist.vocabulary.effects.looking_and_revealing import (
    Arrange,
    Choose,
    Dig,
    Glimpse,
    LookAt,
    NameCard,
    Remember,
    RevealCards,
    RevealFrom,
    RevealMemory,
    RevealTop,
    RevealUntil,
    Sort,
    TurnFace,
)
from archivist.vocabulary.effects.moving_cards import Put
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref, Steps
from archivist.vocabulary.playing_abilities import AlternativeCost

AETHERWING: Final = Filter("aetherwing weapon you control")


# -- choosing ----------------------------------------------------------------------------------------------------


@is_possible(Choose)
def can_choose(run: Run, node: Choose) -> bool:
    need = 0 if node.up_to or node.any else run.scene.amount(node.amount)
    return all(len(_choosable(run, node, seat)) >= need for seat in run.players(node.who))


@carries_out(Choose)
def choose(run: Run, node: Choose) -> Steps:
    """Asks each player in turn order (targets-and-copies.4.3).

    What is chosen is no target: it must fit now, and nothing fizzles for it.

    Which cards were chosen for what they are, and not just as cards, is remembered (zones.5.4, zones.5.11).

    Rules: targets-and-copies.4, targets-and-copies.4.1, targets-and-copies.4.2, timing.7, timing.7.1.
    """
    chosen: list[int] = []
    for seat in run.players(node.who):
        chosen += yield from _chosen(run, node, seat)
    run.scene.chosen = tuple(chosen)
    if node.of.described:
        run.stated = (*run.stated, *run.state.things(chosen))


def _choosable(run: Run, node: Choose, seat: Seat) -> tuple[Card, ...]:
    cards = run.scene.known(node.of, seat)
    if node.theirs:
        cards = tuple(card for card in cards if card.controller == seat)
    if node.among is not None:
        few = {card.id for card in run.cards(node.among)}
        cards = tuple(card for card in cards if card.id in few)
    return _cheapest(run, cards, node.lowest) if node.lowest else cards


def _cheapest(run: Run, cards: Sequence[Card], kind: str) -> tuple[Card, ...]:
    """Those with the lowest cost of a kind; what has none, or X, has none to compare (costs.4.7)."""
    costs = {card.id: run.scene.printed_cost(card, kind.removesuffix(" cost")) for card in cards}
    least = min((cost for cost in costs.values() if isinstance(cost, int)), default=None)
    return tuple(card for card in cards if least is not None and costs[card.id] == least)


def _chosen(run: Run, node: Choose, seat: Seat) -> Asked[tuple[int, ...]]:
    if node.among is None:
        look_through(run, node.of, seat)
    cards = _choosable(run, node, seat)
    most = len(cards) if node.any else min(run.scene.amount(node.amount), len(cards))
    least = 0 if node.up_to or node.any or (fail_to_find(run, node.of) and not node.exact) else most
    rules = () if "field" in node.of.zones else ("RU.15", "timing.8.3")
    chosen = yield from run.ask_cards(
        seat,
        tuple(card.id for card in cards),
        least,
        most,
        f"choose {node.of.said()}",
        budget=node.total_cost,
        rules=rules,
    )
    run.did(len(chosen), chosen)
    return chosen


@carries_out(Remember)
def remember(run: Run, node: Remember) -> None:
    remember_cards(run, run.movable(node.what))


def remember_cards(run: Run, cards: Sequence[Card]) -> None:
    """The source keeps which cards it banished or chose; another source, of whatever name, knows nothing of them.

    Rules: zones.3.11.
    """
    things = things_of(cards)
    current = run.state.current(run.scene.source.thing)
    if current is not None:
        run.scene.source = run.state.alter(current.id, remembers=(*current.remembers, *things))
    run.remembered = tuple(thing.id for thing in things)
    if run.deed is None:
        run.did(len(things), things=things)


@carries_out(NameCard)
def name_card(run: Run, node: NameCard) -> Steps:
    """Any card may be named by its full name, also by that of its flip side; tokens are no cards (timing.11.5).

    Which deck a card belongs to is told by its default side (cards.6.2).

    Rules: targets-and-copies.9.5, cards.1.2.
    """
    faces = [face for face in run.state.whole_pool.values() if face.is_card]
    if node.main:
        faces = [face for face in faces if not face.words & {"champion", "regalia"}]
    names = tuple(sorted(name for face in faces for name in (face.name, face.flip) if name))
    rules = ("timing.11.5", "cards.1.2")
    name = yield from ask_name(run.you, "name", rules, "name a card", names, card=run.scene.source.id)
    run.scene.source = run.state.alter(run.scene.source.id, named=name)
    tell(run.state, events.Name(("timing.11.5",), run.you, name=name))
    run.did(0, done=True)


# -- looking -----------------------------------------------------------------------------------------------------


@carries_out(LookAt)
def look_at(run: Run, node: LookAt) -> None:
    for seat in run.players(node.who):
        for zone in node.zone.split(" and "):
            cards = run.state.zone(seat, zone)
            revealing.look(run.state, run.you, cards, zone, seat)
            run.did(len(cards), cards)


@carries_out(Glimpse)
def glimpse(run: Run, node: Glimpse) -> Steps:
    """Looks at the top cards and puts each on top or on the bottom; a Starcalling card may be activated.

    Cards with Aethercalling may be loaded while they are seen. What is glimpsed is the amount, however few cards
    there are. Rules: timing.9.7, terms.6.glimpse.
    """
    state = run.state
    n = yield from replacement_effects.how_much(state, run.you, "glimpse", run.scene.amount(node.amount))
    if n <= 0:
        say(state, events.Nothing, *states_and_counters.NONE, player=run.you)
        return
    cards = state.zone(run.you, "deck")[:n]
    glimpsed = events.Glimpse(("terms.6.glimpse", "timing.9.7"), run.you, amount=n, seen=len(cards))
    notice(state, glimpsed)
    run.did(n, cards)
    if not cards:
        return
    revealing.look(state, run.you, cards, "deck", run.you)
    tell(state, glimpsed)
    cards = yield from _aethercall(run, cards)
    if not cards:
        return
    called = yield from _starcall(run, cards)
    left = [number for number in cards if number != called]
    if called is not None:
        yield from _put_below(run, left)
        return
    top, bottom = yield from ask_arrangement(
        run.you,
        "glimpse",
        ("timing.9.7", "terms.6.glimpse"),
        "put each card on top or on the bottom",
        [state.cards[number] for number in left],
        card=run.scene.source.id,
    )
    _place_in_deck(run, [card.id for card in top], [card.id for card in bottom])


def _aethercall(run: Run, cards: tuple[int, ...]) -> Asked[tuple[int, ...]]:
    """Cards with Aethercalling may be loaded into your Aetherwings: a special game action; gives the others.

    Rules: keywords.aethercalling, turn.7.special.
    """
    wings = [card.id for card in run.scene.matching(AETHERWING)]
    calling = [number for number in cards if run.scene.has(run.state.cards[number], "aethercalling")]
    if not wings or not calling:
        return cards
    rules = ("keywords.aethercalling", "turn.7.special")
    loaded = yield from run.ask_cards(
        run.you, calling, 0, len(calling), "you may load cards with Aethercalling", kind="aethercall", rules=rules
    )
    for number in loaded:
        prompt = f"choose an Aetherwing for {run.state.cards[number].face}"
        chosen = yield from run.ask_cards(run.you, wings, 1, 1, prompt, kind="aethercall", rules=rules)
        for wing in chosen:
            moving.load(run.state, number, wing, *rules)
    return tuple(number for number in cards if number not in loaded)


def _starcall(run: Run, cards: Sequence[int]) -> Asked[int | None]:
    """A card with Starcalling that is looked at may be activated for that cost, at any speed.

    Rules: keywords.starcalling, costs.6.starcalling.
    """
    licence = Licence(("keywords.starcalling", "PC.2"), instructed=True, alternative="starcalling", starcalled=True)
    starcallers = [
        number
        for number in cards
        if any(
            isinstance(ability, AlternativeCost) and ability.label == "starcalling"
            for ability in run.state.pool[run.state.cards[number].face].abilities
        )
    ]
    plays: list[Chance] = [("activate", number, licence) for number in starcallers]
    return (yield from play_one(run, plays, optional=True, rule="keywords.starcalling"))


@carries_out(Arrange)
def arrange(run: Run, node: Arrange) -> Steps:
    cards = _top_cards(run, run.scene.amount(node.amount))
    if not cards:
        return
    revealing.look(run.state, run.you, cards, "deck", run.you)
    order = yield from _ordered(run, cards, "put the cards back on top, the first one uppermost")
    _place_in_deck(run, order, ())
    run.did(len(cards), cards)


@carries_out(Dig)
def dig(run: Run, node: Dig) -> Steps:
    """Looks at the top cards, takes one that fits, or several, and puts the others on the bottom in an order of choice.

    A card that is described is revealed as it is taken; any card need not be.

    Rules: timing.8.5, timing.9.2.
    """
    state = run.state
    cards = _top_cards(run, run.scene.amount(node.amount))
    if not cards:
        return
    revealing.look(state, run.you, cards, "deck", run.you)
    fitting = [number for number in cards if node.of.describes(run.scene, state.cards[number])]
    most = min(max(0, run.scene.amount(node.take)), len(fitting))
    least, prompt = (most, f"take {node.of.said()}") if node.must else (0, f"you may take {node.of.said()}")
    chosen = yield from run.ask_cards(run.you, fitting, least, most, prompt)
    left = [number for number in cards if number not in chosen]
    if chosen and node.of.described and node.into in ("hand", "memory"):
        revealing.reveal(state, run.you, chosen, "zones.5.4")
    if chosen and node.into == "field":
        run.scene.chosen = chosen
        yield from run.perform((Put(what=Ref("chosen"), into="field"),))
        run.deed = None
    elif chosen:
        yield from moving.send_together(state, chosen, node.into, "RS.2")
    run.did(len(chosen), chosen)
    if node.rest == "graveyard":
        yield from moving.send_together(state, left, "graveyard", "RS.2")
    elif node.rest == "bottom":
        yield from _put_below(run, left)


def _top_cards(run: Run, n: int) -> tuple[int, ...]:
    return run.state.zone(run.you, "deck")[: max(0, n)]


def _put_below(run: Run, cards: Sequence[int]) -> Steps:
    """Puts looked-at cards on the bottom of the deck, in an order of choice."""
    order = yield from _ordered(run, cards, "choose the order for the bottom of the deck")
    _place_in_deck(run, (), order)


def _ordered(run: Run, cards: Sequence[int], prompt: str) -> Asked[Sequence[int]]:
    if len(cards) < 2:
        return cards
    things = run.state.things(cards)
    return (yield from ask_order(run.you, ("timing.9.2",), prompt, things, cards, card=run.scene.source.id))


def _place_in_deck(run: Run, top: Sequence[int], bottom: Sequence[int]) -> None:
    """Puts looked-at cards back; this is no zone change (zones.2.3)."""
    if run.state.players[run.you].lost:
        return
    deck = run.state.zone(run.you, "deck")
    seen = (*top, *bottom)
    rest = [number for number in deck if number not in seen]
    run.state.alter_player(run.you, deck=(*top, *rest, *bottom))
    revealing.disguise(run.state, seen)
    tell(run.state, events.Arranged(("timing.9.2",), run.you, top=len(top), bottom=len(bottom)))


# -- revealing ---------------------------------------------------------------------------------------------------


@carries_out(RevealUntil)
def reveal_until(run: Run, node: RevealUntil) -> None:
    find_from_top(run, node.of, node.into)


def find_from_top(run: Run, of: Filter, into: str, *, most: int | None = None) -> None:
    """Reveals one by one until a card fits or `most` are revealed; the others go below in random order (timing.9.4)."""
    state = run.state
    deck = state.zone(run.you, "deck")
    seen = deck[:most]
    fitting = (index for index, number in enumerate(seen) if of.describes(run.scene, state.cards[number]))
    index = next(fitting, None)
    shown = seen if index is None else seen[: index + 1]
    revealing.reveal(state, run.you, shown, "timing.9.4")
    found = () if index is None else (deck[index],)
    others = state.shuffled(tuple([number for number in shown if number not in found]))
    rest = [number for number in deck if number not in shown]
    state.alter_player(run.you, deck=(*found, *rest, *others))
    revealing.disguise(state, others)
    for number in found:
        moving.move(state, number, into, "RS.2")
    run.scene.chosen = found
    run.did(len(found), found)


@is_possible(RevealTop)
def can_reveal_top(run: Run, node: RevealTop) -> bool:
    """Whether the deck has so many cards: an option is taken completely or not at all (RS.6)."""
    return len(run.state.zone(run.you, "deck")) >= run.scene.amount(node.amount)


@carries_out(RevealTop)
def reveal_top(run: Run, node: RevealTop) -> None:
    _reveal(run, _top_cards(run, run.scene.amount(node.amount)))


@carries_out(Sort)
def sort(run: Run, node: Sort) -> Steps:
    """Those of the revealed cards that fit go to one zone, the others to the bottom of the deck or to the graveyard.

    Rules: timing.9.2, timing.9.4.
    """
    state = run.state
    shown = [card.id for thing in run.scene.shown if (card := state.current(thing)) is not None]
    fitting = [number for number in shown if node.of.describes(run.scene, state.cards[number])]
    if node.amount is not None:
        n = min(max(0, run.scene.amount(node.amount)), len(fitting))
        fitting = list((yield from run.ask_cards(run.you, fitting, n, n, f"choose {node.of.said()}")))
    left = [number for number in shown if number not in fitting]
    if node.into == "field":
        run.scene.chosen = tuple(fitting)
        yield from run.perform((Put(what=Ref("chosen"), into="field"),))
        run.deed = None
    elif fitting:
        yield from moving.send_together(state, fitting, node.into, "RS.2")
    run.did(len(fitting), fitting, done=bool(shown))
    if node.preserve and left:
        kept = yield from run.ask_cards(run.you, left, 1, 1, "choose a card to preserve")
        left = [number for number in left if number not in kept]
        yield from moving.send_together(state, kept, "material", "RS.2")
        for number in kept:
            if state.cards[number].zone == "material":
                state.alter(number, face_up=True, properties=("preserved",))
    if node.rest == "graveyard":
        yield from moving.send_together(state, left, "graveyard", "RS.2")
    elif node.random:
        _place_in_deck(run, (), state.shuffled(tuple(left)))
    else:
        yield from _put_below(run, left)


@is_possible(RevealCards)
def can_reveal(run: Run, node: RevealCards) -> bool:
    return bool(run.movable(node.what))


@carries_out(RevealCards)
def reveal_cards(run: Run, node: RevealCards) -> None:
    _reveal(run, [card.id for card in run.movable(node.what)])


def _reveal(run: Run, cards: Sequence[int]) -> None:
    """You reveal cards (terms.6.reveal)."""
    revealing.reveal(run.state, run.you, cards)
    _speak_of(run, cards)


def _speak_of(run: Run, revealed: Sequence[int]) -> None:
    """Later steps speak of cards as ``revealed``."""
    run.scene.shown = run.state.things(revealed)
    run.did(len(revealed), revealed)


@carries_out(RevealMemory)
def reveal_memory(run: Run, node: RevealMemory) -> None:
    """Each player reveals their own memory, or the zone named, or a card of it at random."""
    cards: list[int] = []
    for seat in run.players(node.who):
        memory = run.state.zone(seat, node.zone)
        own = drawing_discarding_shuffling.random_cards(run.state, memory, 1) if node.random else memory
        revealing.reveal(run.state, seat, own)
        cards.extend(own)
    _speak_of(run, cards)


@is_possible(RevealFrom)
def can_reveal_from(run: Run, node: RevealFrom) -> bool:
    """Whether each player has so many cards there: an option is taken completely or not at all (RS.6)."""
    n = run.scene.amount(node.amount)
    return all(len(run.state.zone(seat, node.zone)) >= n for seat in run.players(node.who))


@carries_out(RevealFrom)
def reveal_from(run: Run, node: RevealFrom) -> Steps:
    """Each player chooses what to reveal; all of it is shown when all have chosen (timing.7.2, targets-and-copies.4.3)."""
    shown: list[tuple[Seat, tuple[int, ...]]] = []
    n = max(0, run.scene.amount(node.amount))
    for seat in run.players(node.who):
        held = run.state.zone(seat, node.zone)
        most = min(n, len(held))
        shown.append((seat, (yield from run.ask_cards(seat, held, most, most, "choose what to reveal"))))
    for seat, cards in shown:
        revealing.reveal(run.state, seat, cards)
    _speak_of(run, [card for _, cards in shown for card in cards])


@carries_out(TurnFace)
def turn_face(run: Run, node: TurnFace) -> None:
    for card in run.movable(node.what):
        if revealing.turn_over(run.state, card.id, "RS.2", up=node.to == "up"):
            run.did(1, [card.id])
