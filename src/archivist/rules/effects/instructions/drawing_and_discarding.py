"""Instructions on a player's own cards: drawing, discarding, milling, and between hand, memory and deck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from archivist.rules.effects.instructions.carrying_out import Found, Run, carries_out, is_possible, must_find
from archivist.rules.effects.instructions.moving_cards import put_into_zone
from archivist.rules.turn import drawing_discarding_shuffling
from archivist.rules.zones import moving, revealing
from archivist.vocabulary.effects.drawing_and_discarding import (
    Discard,
    Draw,
    HandToDeck,
    HandToMemory,
    MemoryToDeck,
    MemoryToHand,
    Mill,
)
from archivist.vocabulary.node import Steps

AT_ONCE: Final = ("timing.7.2", "targets-and-copies.4.3")
"""Players choose among hidden cards at once: nothing moves before all have chosen."""


@is_possible(Draw)
def can_draw(run: Run, node: Draw) -> bool:
    return not any(run.state.now.forbidden(run.state, seat, "draw") for seat in run.players(node.who))


@must_find(Draw)
def draw_brings(run: Run, node: Draw) -> list[Found]:
    n = run.scene.amount(node.amount)
    return [(seat, node.into, -min(n, len(run.state.zone(seat, "deck")))) for seat in run.players(node.who)]


@carries_out(Draw)
def draw(run: Run, node: Draw) -> None:
    n = run.scene.amount(node.amount)
    for seat in run.players(node.who):
        deck = run.state.zone(seat, "deck")
        drawn = drawing_discarding_shuffling.draw(run.state, seat, n, node.into, "RS.2")
        run.did(drawn, deck[:drawn])


@is_possible(Discard)
def can_discard(run: Run, node: Discard) -> bool:
    if len(node.from_) == 1:
        return True
    there = (sum(len(run.state.zone(seat, zone)) for zone in node.from_) for seat in run.players(node.who))
    return all(n >= _least_discarded(run, node) for n in there)


@must_find(Discard)
def discard_takes(run: Run, node: Discard) -> list[Found]:
    if len(node.from_) > 1:
        return []
    return [(seat, node.from_[0], _least_discarded(run, node)) for seat in run.players(node.who)]


def _least_discarded(run: Run, node: Discard) -> int:
    """How many cards must be there: a described one need not be found."""
    return 0 if node.all or node.up_to or node.of is not None else run.scene.amount(node.amount)


@carries_out(Discard)
def discard(run: Run, node: Discard) -> Steps:
    """Cards that a replacement sends elsewhere were discarded all the same (effects.3.4)."""
    state = run.state
    discarded: list[int] = []
    for seat in run.players(node.who):
        if node.all:
            discarded += [card for zone in node.all for card in state.zone(seat, zone)]
            continue
        held = [card for zone in node.from_ for card in state.zone(seat, zone)]
        cards = [card for card in held if node.of is None or node.of.describes(run.scene, state.cards[card])]
        n = min(run.scene.amount(node.amount), len(cards))
        if node.random:
            discarded += drawing_discarding_shuffling.random_cards(state, cards, n)
            continue
        chooser = run.you if node.you_choose else seat
        for zone in node.from_ if chooser != seat else ():
            revealing.look(state, run.you, state.zone(seat, zone), zone, seat)
        least = 0 if node.up_to or node.of is not None else n
        rules = AT_ONCE if len(run.players(node.who)) > 1 else ()
        discarded += yield from run.ask_cards(
            chooser, cards, least, n, "choose what to discard", kind="discard", rules=rules
        )
    yield from drawing_discarding_shuffling.discard(state, discarded, *(("timing.10.1",) if node.random else ()))
    run.did(len(discarded), discarded)
    if not node.all:
        run.scene.chosen = tuple(discarded)


@must_find(Mill)
def mill_takes(run: Run, node: Mill) -> list[Found]:
    return [(seat, "deck", run.scene.amount(node.amount)) for seat in run.players(node.who)]


@carries_out(Mill)
def mill(run: Run, node: Mill) -> Steps:
    n = run.scene.amount(node.amount)
    for seat in run.players(node.who):
        milled = run.state.zone(seat, "deck")[: max(0, n)]
        yield from drawing_discarding_shuffling.mill(run.state, seat, n)
        run.did(len(milled), milled)


@must_find(HandToMemory)
def hand_to_memory_takes(run: Run, node: HandToMemory) -> list[Found]:
    need = 0 if node.amount is None else run.scene.amount(node.amount)
    return [(seat, "hand", need) for seat in run.players(node.who)]


@carries_out(HandToMemory)
def hand_to_memory(run: Run, node: HandToMemory) -> Steps:
    chosen: list[int] = []
    for seat in run.players(node.who):
        hand = run.state.zone(seat, "hand")
        most = len(hand) if node.amount is None else min(run.scene.amount(node.amount), len(hand))
        least = 0 if node.amount is None else most
        rules = AT_ONCE if len(run.players(node.who)) > 1 else ()
        chosen += yield from run.ask_cards(seat, hand, least, most, "choose what goes into memory", rules=rules)
    _move_all(run, chosen, "memory")


@carries_out(MemoryToHand)
def memory_to_hand(run: Run, node: MemoryToHand) -> Steps:
    memory = run.state.zone(run.you, "memory")
    n = min(run.scene.amount(node.amount), len(memory))
    chosen = yield from run.ask_cards(run.you, memory, n, n, "choose what returns to your hand")
    _move_all(run, chosen, "hand")


@carries_out(MemoryToDeck)
def memory_to_deck(run: Run, node: MemoryToDeck) -> Steps:
    yield from put_into_zone(run, run.state.zone(run.you, "memory"), "deck bottom")


@carries_out(HandToDeck)
def hand_to_deck(run: Run, node: HandToDeck) -> Steps:
    hand = run.state.zone(run.you, "hand")
    n = min(1, len(hand))
    chosen = yield from run.ask_cards(
        run.you, hand, n, n, "choose what goes to the bottom of the deck", rules=("RU.15", "timing.8.4")
    )
    _move_all(run, chosen, "deck", top=False)


def _move_all(run: Run, cards: Sequence[int], zone: str, *, top: bool = True) -> None:
    """Moves cards between a player's own zones, as one event."""
    group = run.state.tick() if len(cards) > 1 else 0
    rules = ("RS.2", "zones.2.6") if moving.whole(run.state, cards) else ("RS.2",)
    for number in cards:
        moving.move(run.state, number, zone, *rules, top=top, group=group)
    run.did(len(cards), cards)
