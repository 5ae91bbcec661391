"""What a seat is told in exact values: as much as it may know, and flat in the length of the game.

That it is the same whatever the hidden cards are is proved together with views, in test_hidden_information.py.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from itertools import chain
from types import FunctionType
from typing import Any

import pytest
from msgspec.structs import replace

import positions
from archivist.arena.playing import Table
from archivist.bots.dice import Dice
from archivist.bots.guessing import Guessing
from archivist.cards import pool
from archivist.decks import deck
from archivist.game import Game
from archivist.knowledge import GONE, UNKNOWN, Knowledge, knowledge
from archivist.model.card import OWN_ZONES, PRIVATE, Seat, Thing
from archivist.model.decision import Attack, Play, Return, Use
from archivist.model.event import Named
from archivist.model.events import Reveal
from archivist.model.state import State
from archivist.position import position
from archivist.vocabulary.fixed import Fixed
from positions import simple_position
from workshop import action, resolving
from workshop import position as standing

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


@pytest.mark.parametrize("seed", range(4))
def test_options_speak_of_the_cards_that_are_told(seed: int) -> None:
    """Whatever a player may choose now lies in the told position under the number that the option has there."""
    game = positions.position(seed, full=True, phase="main")
    compared = 0
    for _ in positions.Playout(game, seed, 40, eager=0.95):
        decision = game.decision
        assert decision is not None
        view = game.view(decision.player, log=0, exact=True)
        assert view.knowledge is not None
        cards = view.knowledge.position.cards
        for own, told in zip(decision.options, view.knowledge.options, strict=True):
            number, other = _spoken_of(own), _spoken_of(told)
            if number is not None and other is not None and other < len(cards) - 1:
                name = game.state.cards[number].true_name
                assert cards[other].true_name in (name, UNKNOWN)
                compared += cards[other].true_name == name
    assert compared > 30


def _spoken_of(option: object) -> int | None:
    """The number of the card that an option speaks of."""
    if isinstance(option, Thing):
        return option.id if option.kind == "card" else None
    if isinstance(option, Attack):
        return option.unit
    return option.card if isinstance(option, Play | Use | Return) else None


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


def containers(value: Any, seen: set[int]) -> Iterator[Any]:
    """Every list, set and mapping in a value that somebody could change, also inside card data and its phrases."""
    if id(value) in seen or isinstance(value, type | int | str | bytes | FunctionType):
        return
    seen.add(id(value))
    if isinstance(value, dict | list | set) and not isinstance(value, Fixed):
        yield value
    parts = [*value.keys(), *value.values()] if isinstance(value, dict) else []
    if isinstance(value, list | tuple | set | frozenset):
        parts = [*value]
    slots = chain.from_iterable(getattr(kind, "__slots__", ()) for kind in type(value).__mro__)
    names = (*getattr(value, "__struct_fields__", ()), *slots)
    parts += [getattr(value, name, None) for name in names if name not in ("__dict__", "__weakref__")]
    parts += getattr(value, "__dict__", {}).values()
    for each in parts:
        yield from containers(each, seen)


CARDS = """
cards:
  - name: Test Chooser
    types: [action]
    cost: {reserve: 0}
    abilities:
      - {ability: text, do: [{do: option, of: {one: [{do: draw, amount: 1}], two: [{do: draw, amount: 2}]}}]}
setup:
  A: {champion: [Spirit of Fire], hand: [Test Chooser, Fireball], field: [{card: Gray Wolf, counters: {buff: 2}}]}
  B: {champion: [Spirit of Water], deck: [10 x Fireball]}
"""


def choosing() -> Game:
    """A game with a card of its own on the stack, whose text has a mapping."""
    game = Game.from_scenario(CARDS)
    decision = game.decision
    assert decision is not None
    game.answer(next(each for each in decision.options if isinstance(each, Play)))
    return game


@pytest.mark.parametrize("make", [choosing, *(functools.partial(played, seed, 100) for seed in range(4))])
def test_who_changes_a_view_changes_nothing_else(make: Callable[[], Game]) -> None:
    """Whatever a bot does to what it was handed, the game and the cards stay as they are."""
    game = make()
    game.answer(0)
    whole = [(position(state), state.whole_pool) for state in (game.state, game.checkpoint, game._course.checkpoint)]
    own = {id(each) for each in containers(whole, set())}
    assert own
    for seat in (0, 1):
        for exact in (True, False):
            told = list(containers(game.view(seat, exact=exact), set()))
            assert told
            assert own.isdisjoint(map(id, told))
    assert own.isdisjoint(map(id, containers(game.overview(), set())))


def test_card_data_cannot_be_changed() -> None:
    changes: tuple[Callable[[Any], object], ...] = (
        lambda found: found.update(x=1),
        lambda found: found.clear(),
        lambda found: found.__setitem__("x", 1),
        lambda found: found.pop("x", None),
        lambda found: found.__ior__({"x": 1}),
    )
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change(pool()["Fireball"].grants)


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
    state.this_turn = (Reveal(("zones.5.10",), 0, objects=objects),)
    (told,) = knowledge(state, state, seat, (), ()).position.this_turn
    assert [named.name for named in told.objects] == names
    assert [named.thing is None for named in told.objects] == [name == UNKNOWN for name in names]


@pytest.mark.parametrize("zone", ["hand", "memory"])
def test_ru_14_where_a_known_card_lies_among_hidden_ones_is_not_told(zone: str) -> None:
    """The order in a hand or memory means nothing: what is seen comes first, wherever it really lies."""
    names = ["Fireball", "Gray Wolf", "Arcane Blast"]
    for seen in (1, 2):
        game = simple_position()
        state = game.state.copy()
        cards = list(state.players[1].deck[:3])
        for number, name in zip(cards, names, strict=True):
            state.alter(number, face=name, zone=zone)
        state.alter_player(1, deck=state.players[1].deck[3:], **{zone: tuple(cards)})
        state.alter(cards[seen], known_to=(0,))
        position = known(state, 0).position
        told = [position.cards[number].face for number in getattr(position.players[1], zone)]
        assert told == [names[seen], UNKNOWN, UNKNOWN]


def test_ru_14_a_card_out_of_a_hidden_deck_that_nobody_may_look_at_is_not_followed() -> None:
    """Which of the cards of the deck it was is not told to who chooses among those that were banished face down."""
    choose = "{do: choose, of: card in any banishment}, {do: put, what: chosen, into: hand}"
    do = f"{{do: banish top, amount: 2, who: each opponent, face down: true}}, {choose}"
    game = resolving(action(do), "{hand: [Deed]}")
    told = game.view(0, log=0, exact=True).knowledge
    assert told is not None
    nobody = len(told.position.cards) - 1
    assert told.options == (Thing("card", nobody, GONE),) * 2


def test_zones_7_2_a_face_down_card_that_lies_in_the_open_is_followed_though_nobody_sees_it() -> None:
    """It is one of the cards that may be chosen, and it is told where it lies."""
    do = "{do: choose, of: card in any banishment}, {do: put, what: chosen, into: hand}"
    game = resolving(action(do), "{hand: [Deed]}", "{banishment: [{card: Fireball, face down: true, count: 2}]}")
    told = game.view(0, log=0, exact=True).knowledge
    assert told is not None
    there = told.position.players[1].banishment
    assert len(there) == 2
    assert [each.id for each in told.options if isinstance(each, Thing)] == list(there)
    assert {told.position.cards[number].true_name for number in there} == {UNKNOWN}


def test_the_mastery_of_a_player_is_told_with_what_it_is() -> None:
    game = standing([], "{mastery: [Shifting Currents]}")
    for seat in (0, 1):
        told = known(game.state, seat).position
        mastery = told.players[0].mastery
        assert mastery is not None
        assert told.cards[mastery].face == "Shifting Currents"


def test_an_option_may_be_a_token_that_was_made_since_a_player_could_last_act() -> None:
    """Whoever goes on from what is told makes the same two tokens, behind the record for what is gone."""
    do = "{do: summon, token: Rat, amount: 2}, {do: choose, of: ally you control}, {do: counters, kind: buff, on: chosen}"
    rat = {"name": "Rat", "types": ["token", "ally"], "subtypes": ["beast"], "power": 1, "life": 1}
    game = resolving(action(do), "{hand: [Deed], field: [Gray Wolf]}", more=[rat])
    told = game.view(0, log=0, exact=True).knowledge
    assert told is not None
    nobody = len(told.position.cards) - 1
    wolf = next(number for number in told.position.field if told.position.cards[number].face == "Gray Wolf")
    assert [each.id for each in told.options if isinstance(each, Thing)] == [wolf, nobody + 1, nobody + 2]
    again = Guessing(told).deal(Dice(0))
    assert again is not None
    assert again.decision is not None
    assert again.decision.options == told.options
    again.answer((2,))
    assert [again.state.cards[number].face for number in (nobody + 1, nobody + 2)] == ["Rat", "Rat"]
    assert [again.state.cards[number].count("buff") for number in (wolf, nobody + 1, nobody + 2)] == [0, 0, 1]
