"""What a seat is told in exact values: as much as it may know, and flat in the length of the game.

That it is the same whatever the hidden cards are is proved together with views, in test_hidden_information.py.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from archivist.arena.playing import Table
from archivist.decks import deck
from archivist.game import Game
from archivist.knowledge import UNKNOWN, Knowledge, knowledge
from archivist.model.card import OWN_ZONES, PRIVATE, Seat
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.position import position
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import Node
from positions import simple_position

NAMES = ("rai", "silvie", "lorraine")


def played(seed: int, decisions: int) -> Game:
    """A game between starter decks after some random decisions, and then on until a player can act on an empty stack."""
    game = Game.new([deck(NAMES[seed % 3]), deck(NAMES[seed // 3 % 3])], seed=seed)
    table = Table(game, seed)
    while table.decisions < decisions or not game.acting or game.state.stack:
        answer = table.next_answer()
        assert answer is not None
        table.give(answer)
    return game


def known(state: State, seat: Seat) -> Knowledge:
    found = Game(state.copy()).view(seat, log=0, exact=True).knowledge
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(8))
def test_everything_seen_is_told_and_nothing_else(seed: int) -> None:
    game = played(seed, 80)
    for seat in (0, 1):
        view = game.view(seat, log=0, exact=True)
        assert view.knowledge is not None
        position = view.knowledge.position
        for player, told in zip(view.players, position.players, strict=True):
            for zone in OWN_ZONES:
                cards = [position.cards[number] for number in getattr(told, zone)]
                assert len(cards) == player.zones[zone].count
                seen = [card.true_name for card in cards if card.true_name != UNKNOWN]
                assert seen == [card.name for card in player.zones[zone].cards if card.name]
        assert [position.cards[number].face for number in position.field] == [card.name for card in view.field]
        assert position.rng == 0


@pytest.mark.parametrize("seed", range(3))
def test_what_paid_for_a_card_does_not_tell_where_it_went(seed: int) -> None:
    """Objects remember the cards that paid for them; which of the hidden cards these are stays hidden."""
    table = Table(played(seed, 30), seed)
    rng = random.Random(seed)
    while (answer := table.next_answer()) is not None and table.decisions < 80:
        state = table.game.state
        if table.game.acting and any(state.cards[number].played for number in (*state.field, *state.stack_cards)):
            for seat in (0, 1):
                assert known(mixed(state, 1 - seat, rng), seat) == known(state, seat)
        table.give(answer)


def mixed(state: State, owner: Seat, rng: random.Random) -> State:
    """The same state with the private zones of a player in another order."""
    other = state.copy()
    for zone in sorted(PRIVATE):
        cards = list(state.zone(owner, zone))
        rng.shuffle(cards)
        other.alter_player(owner, **{zone: tuple(cards)})
    return other


@pytest.mark.parametrize("seed", range(8))
def test_how_often_a_card_has_moved_is_not_told(seed: int) -> None:
    """A card that comes into the open again is not known by the number of its moves."""
    state = played(seed, 120).state.copy()
    state.this_turn = state.lasting = state.delayed = ()
    for card in state.cards:
        state.put(replace(card, played=None))
    other = state.copy()
    for player in state.players:
        for number in player.graveyard:
            card = state.cards[number]
            other.put(replace(card, incarnation=card.incarnation + 2 * number))
    assert any(player.graveyard for player in state.players)
    for seat in (0, 1):
        assert known(other, seat) == known(state, seat)


def test_the_log_can_be_cut_short() -> None:
    game = played(1, 150)
    whole = game.view(0).log
    assert len(whole) > 100
    assert game.view(0, log=0).log == ()
    for most in (1, 10, 50):
        latest = game.view(0, log=most).log
        assert len(latest) <= most
        assert latest == whole[len(whole) - len(latest) :]
    assert game.view(0, log=10**6).log == whole
    assert replace(game.view(0, log=5), log=()) == replace(game.view(0), log=())


def mappings(value: Any) -> Iterator[dict[str, Any]]:
    """Every mapping in a value, but for those of the vocabulary, which belong to no game."""
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from mappings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from mappings(each)
    elif isinstance(value, msgspec.Struct) and not isinstance(value, Node | Face):
        for name in value.__struct_fields__:
            yield from mappings(getattr(value, name))


@pytest.mark.parametrize("seed", range(4))
def test_who_changes_a_view_changes_nothing_else(seed: int) -> None:
    """Whatever a bot does to what it was handed, the game stays as it is."""
    game = played(seed, 100)
    game.answer(0)
    own = {id(each) for state in (game.state, game.checkpoint) for each in mappings(position(state))}
    for seat in (0, 1):
        told = list(mappings(game.view(seat, exact=True)))
        assert told
        assert own.isdisjoint(map(id, told))


def test_knowledge_is_told_only_if_asked_for() -> None:
    assert played(0, 10).view(0).knowledge is None


@pytest.mark.parametrize(
    ("seat", "names"), [(0, ["Fireball", "Fireball", UNKNOWN]), (1, ["Fireball", UNKNOWN, "Fireball"])]
)
def test_ru_14_what_happened_is_told_with_the_names_that_a_seat_may_know(seat: int, names: list[str]) -> None:
    """A name that everybody saw, one that A alone saw, and one that B alone saw."""
    state = simple_position(graveyard=["Fireball"]).state.copy()
    card = state.cards[state.players[0].graveyard[0]]
    seen: tuple[tuple[int, ...] | None, ...] = (None, (0,), (1,))
    objects = tuple(Named(card.face, card.thing, who) for who in seen)
    state.this_turn = (Event("reveal", ("zones.5.10",), 0, objects=objects),)
    (told,) = knowledge(state, state, seat, (), ()).position.this_turn
    assert [named.name for named in told.objects] == names
    assert [named.thing is None for named in told.objects] == [name == UNKNOWN for name in names]
