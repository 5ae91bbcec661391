"""Zones and hidden information where a scenario cannot look: handles, logs, set-up, and every card in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from archivist.cards import pool, read_cards
from archivist.decks import decks
from archivist.game import Game
from archivist.model.card import FACE_DOWN, OWN_ZONES, PRIVATE, ZONES
from archivist.model.decision import Pass, Play
from archivist.model.state import State
from archivist.rules.turn import drawing_discarding_shuffling, starting_the_game
from archivist.rules.turn.formats_and_decks import problems
from archivist.rules.zones import revealing
from archivist.vocabulary.filters import Filter
from positions import Playout, Side, number_of, position, simple_position

MADE_UP = """
- name: Confession
  types: [action]
  elements: [norm]
  cost: {reserve: 0}
  abilities: [{ability: text, do: [{do: reveal memory}, {do: may, what: [{do: draw}]}]}]
- name: Fetch a Fireball
  types: [action]
  elements: [norm]
  cost: {reserve: 0}
  abilities: [{ability: text, do: [{do: choose, of: fire card in your memory}, {do: put, what: chosen, into: hand}]}]
- name: Fetch a Card
  types: [action]
  elements: [norm]
  cost: {reserve: 0}
  abilities: [{ability: text, do: [{do: choose, of: card in your memory}, {do: put, what: chosen, into: hand}]}]
- name: Withdraw
  types: [action]
  elements: [norm]
  cost: {reserve: 0}
  abilities: [{ability: text, do: [{do: put, what: each object you control except your champion, into: hand}]}]
- name: Draw Three
  types: [action]
  elements: [norm]
  cost: {reserve: 0}
  abilities: [{ability: text, do: [{do: draw, amount: 3}]}]
"""


def played(name: str, **mine: list[str]) -> Game:
    """A position in which the first player has activated a made-up card and everybody has passed."""
    game = simple_position(
        made_up=read_cards(MADE_UP, "made-up.yaml"), other=None, phase="main", seed=0, hand=[name], **mine
    )
    game.answer(Play("activate", number_of(game, name)))
    game.answer(Pass())
    game.answer(Pass())
    return game


def handles(game: Game, seat: int, zone: str, owner: int = 0) -> dict[str, str]:
    """What a seat sees of a zone: the names of the cards by their handles."""
    return {card.handle: card.name for card in game.view(seat).players[owner].zones[zone].cards}


# -- places ------------------------------------------------------------------------------------------------------


def places(state: State) -> Iterator[tuple[int, str]]:
    """Every card of every list of a state, with the zone that the list is."""
    for player in state.players:
        for zone in OWN_ZONES:
            yield from ((number, zone) for number in getattr(player, zone))
    for zone, numbers in (("field", state.field), ("stack", state.stack_cards), ("intent", state.intent)):
        yield from ((number, zone) for number in numbers)
    for number in state.field:
        yield from ((each, "lineage") for each in state.cards[number].lineage)
        yield from ((each, "loaded") for each in state.cards[number].loaded)


@pytest.mark.parametrize("seed", range(12))
def test_zones_2_1_every_card_is_in_exactly_one_zone(seed: int) -> None:
    """At every decision of a random game each card lies in one place, the one it says; in none are only tokens and copies."""
    for game in Playout(position(seed), seed, 40):
        state = game.state
        listed = list(places(state))
        assert max(Counter(number for number, _ in listed).values()) == 1
        assert all(state.cards[number].zone == zone for number, zone in listed)
        there = {number for number, _ in listed}
        outside = [card for card in state.cards if card.id not in there and card.zone not in ("mastery", "status")]
        assert all(card.token and card.zone == "none" for card in outside if not state.players[card.owner].lost)


def test_zones_1_ten_zones_of_which_five_are_private() -> None:
    """Ten zones, the Pantheon among them; besides them what belongs to an object, and what lies in no zone at all."""
    assert len(set(ZONES) - {"lineage", "loaded", "mastery", "status"}) == 10
    assert {"hand", "memory", "deck", "material", "pantheon"} == PRIVATE


def test_zones_1_table_zones_at_the_start_of_the_game() -> None:
    """The main list is shuffled into the deck, the material list lies in its zone, every other zone is empty."""
    starters = [decks()[name] for name in sorted(decks())[:2]]
    contents = [(deck.material, deck.main_cards, ()) for deck in starters]
    state = starting_the_game.prepared(pool(), contents, seed=3, format="standard")
    for player, (material, main, _) in zip(state.players, contents, strict=True):
        names = {zone: [state.cards[number].face for number in getattr(player, zone)] for zone in OWN_ZONES}
        assert Counter(names.pop("deck")) == Counter(main)
        assert Counter(names.pop("material")) == Counter(material)
        assert not any(names.values())
    assert not (state.field or state.stack or state.stack_cards or state.intent)
    orders = {
        tuple(starting_the_game.prepared(pool(), contents, seed=seed, format="standard").players[0].deck)
        for seed in range(5)
    }
    assert len(orders) == 5


def test_zones_3_4_a_material_deck_needs_a_level_0_champion_and_no_name_twice() -> None:
    """Both are refused for a constructed deck; a good deck has neither problem."""
    rai = decks()["rai"]
    main = [pool().find(name) for name in rai.main_cards]
    material = [pool().find(name) for name in rai.material]
    assert problems("standard", main, material) == []
    twice = [*material[:-1], material[0]]
    spiritless = [face for face in material if face.level != 0]
    for wrong, why in ((twice, f"2 copies of {material[0].name}"), (spiritless, "no level 0 champion")):
        (reason,) = problems("standard", main, wrong)
        assert "zones.3.4" in reason.rules
        assert why in reason.why


def test_zones_3_4_the_owner_may_look_at_the_material_deck_at_any_time() -> None:
    """Also in the turn of another player, and while that player decides."""
    game = simple_position(Side(material=("Tome of Knowledge",)), hand=["Idle Thoughts"])
    assert game.to_act == 0
    assert list(handles(game, 1, "material", owner=1).values()) == ["Tome of Knowledge"]
    assert handles(game, 0, "material", owner=1) == {}


# -- handles -----------------------------------------------------------------------------------------------------


def test_zones_5_10_revealed_cards_cannot_be_told_from_the_others_afterwards() -> None:
    """What a seat saw of a memory bears other handles when it is seen again, and another order."""
    game = played("Confession", memory=["Fireball", "Gray Wolf", "Blue Slime", "Idle Thoughts"])
    first = handles(game, 1, "memory")
    assert sorted(first.values()) == ["Blue Slime", "Fireball", "Gray Wolf", "Idle Thoughts"]
    game.answer(False)
    assert handles(game, 1, "memory") == {}
    own = handles(game, 0, "memory")
    assert sorted(own.values()) == sorted(first.values())
    assert not set(own) & set(first)


def test_zones_5_10_the_zone_is_randomized() -> None:
    """Every order of the memory comes up: where a card lies tells nothing of it."""
    orders = set()
    for seed in range(60):
        game = simple_position(memory=["Fireball", "Gray Wolf", "Blue Slime"], seed=seed)
        revealing.reveal(game.state, 0, game.state.players[0].memory[:1])
        revealing.conclude(game.state)
        orders.add(tuple(game.state.cards[number].face for number in game.state.players[0].memory))
    assert len(orders) == 6


def test_zones_5_10_an_ordered_zone_keeps_its_order() -> None:
    game = simple_position(deck=["Fireball", "Gray Wolf", "Blue Slime"])
    before = game.state.players[0].deck
    revealing.reveal(game.state, 0, before[:2])
    revealing.conclude(game.state)
    assert game.state.players[0].deck == before


def test_zones_3_1_shuffling_disguises_the_cards() -> None:
    """No handle of a deck outlives a shuffle, so that a card once seen on top is not known when it comes up again."""
    game = simple_position(deck=["Fireball"] * 6, field=["Gaia's Blessing"])
    (before,) = handles(game, 1, "deck")
    drawing_discarding_shuffling.shuffle(game.state, 0)
    stamps = {f"c{game.state.cards[number].stamp}" for number in game.state.players[0].deck}
    assert before not in stamps


# -- logs --------------------------------------------------------------------------------------------------------


def test_zones_5_4_what_was_described_is_named_to_everybody() -> None:
    game = played("Fetch a Fireball", memory=["Fireball", "Gray Wolf"])
    game.answer([game.decision.options[0]] if game.decision else [])
    assert any("Fireball" in line for line in game.view(1).log if line.startswith("Ada reveals"))


def test_zones_5_4_what_was_not_described_stays_hidden() -> None:
    """A card that was chosen as just a card goes from memory to hand unseen."""
    game = played("Fetch a Card", memory=["Fireball", "Gray Wolf"])
    game.answer([game.decision.options[0]] if game.decision else [])
    assert "Fireball" in [card.name for card in game.view(0).players[0].zones["hand"].cards]
    assert not any("Fireball" in line or "reveals" in line for line in game.view(1).log)


@pytest.mark.parametrize("hidden", [True, False])
def test_zones_5_6_a_face_down_object_goes_to_the_hand_unseen(hidden: bool) -> None:
    """Nobody but its controller and owner is told what a face-down object was; one that lay face up everybody knows."""
    game = simple_position(made_up=read_cards(MADE_UP, "made-up.yaml"), hand=["Withdraw"], field=["Gray Wolf"])
    state = game.state.copy()
    if hidden:
        state.alter(number_of(game, "Gray Wolf"), face=FACE_DOWN, beneath="Gray Wolf", face_up=False)
    game = Game(state)
    game.answer(Play("activate", number_of(game, "Withdraw")))
    game.answer(Pass())
    game.answer(Pass())
    assert list(handles(game, 0, "hand").values()) == ["Gray Wolf"]
    assert any("Gray Wolf" in line for line in game.view(0).log)
    assert any("Gray Wolf" in line for line in game.view(1).log) != hidden


@pytest.mark.parametrize("shown", [True, False])
def test_zones_3_3_each_newly_exposed_card_is_revealed_as_it_is_drawn(shown: bool) -> None:
    """With the top card revealed an opponent hears every card that is drawn in one action, and without it none."""
    field = ["Gaia's Blessing"] if shown else []
    game = played("Draw Three", field=field, deck=["Fireball", "Gray Wolf", "Blue Slime", "Idle Thoughts"])
    log = "\n".join(game.view(1).log)
    assert all((name in log) == shown for name in ("Fireball", "Gray Wolf", "Blue Slime"))
    assert list(handles(game, 1, "deck").values()) == (["Idle Thoughts"] if shown else [])


# -- cards beneath cards, and words ------------------------------------------------------------------------------


def test_zones_5_5_everybody_sees_a_lineage_in_its_order() -> None:
    lineage = ("Spirit of Fire", "Rai, Spellcrafter", "Rai, Archmage")
    game = simple_position(Side(), champion=lineage)
    for seat in (0, 1):
        (champion,) = (card for card in game.view(seat).field if card.name == "Rai, Archmage")
        assert champion.lineage == lineage[:-1]


def test_zones_7_1_choice_a_state_describes_no_card() -> None:
    """To be face up, rested or an omen is a state, and no characteristic that a card could be chosen for."""
    assert not Filter("face-down card in your banishment").described
    assert not Filter("omen card in your banishment").described
    assert Filter("face-down fire card in your banishment").described
    assert Filter("card of reserve cost 2 or less in your memory").described
