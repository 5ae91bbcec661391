"""What a view tells of a game: every part of it, for each seat, beside what it must not tell (zones.5, RU.14)."""

from __future__ import annotations

import pytest

from archivist.game import Game
from archivist.model.card import Thing
from archivist.model.decision import Attack, Option, Pass, Play, Return, Use
from archivist.scenario import read_text
from archivist.scenario.running import played
from archivist.view import CardView, View, handle, label
from archivist.yaml_reader import read_yaml
from workshop import action, cards, position, resolving, text_of

MADE_UP = cards("""
- {name: Cub, types: [ally], subtypes: [beast], power: 1, life: 2, abilities: [taunt]}
- {name: Lamp, types: [item], abilities: [{ability: activated, do: [{do: draw}]}]}
- {name: Popgun, types: [weapon], subtypes: [gun], power: 1, durability: 2}
- {name: Collar, types: [item], abilities: [{ability: link, of: ally}]}
- {name: Two Sides, types: [ally], power: 1, life: 1, flip: Other Side}
- {name: Other Side, side: flip, types: [ally], power: 2, life: 2}
""")
A = """{
    champion: [Spirit of Fire, "Rai, Spellcrafter"], champion state: {damage: 3, rested: true, counters: {enlighten: 2}},
    hand: [Cub, Fireball], memory: [Cub], deck: [3 x Cub], material: [Tome of Knowledge],
    graveyard: [Fireball], banishment: [Fireball, {card: Cub, face down: true, known to: [A]}],
    field: [
        {card: Cub, rested: true, damage: 1, counters: {buff: 1}}, {card: Popgun, loaded: [Fireball]},
        {card: Collar, linked to: A/field/Cub}, {token: Powercell}
    ]
}"""
B = "{champion: [Spirit of Water], hand: [2 x Cub], memory: [Fireball], deck: [4 x Cub], field: [Cub]}"


def rich() -> Game:
    return position(MADE_UP, A, B)


def on_field(view: View, name: str, controller: str = "A") -> CardView:
    (found,) = [card for card in view.field if card.name == name and card.controller == controller]
    return found


@pytest.mark.parametrize("seat", [0, 1])
def test_what_everybody_sees(seat: int) -> None:
    view = rich().view(seat)
    assert (view.seat, view.turn, view.turn_player, view.phase) == ("AB"[seat], 5, "A", "main")
    assert (view.opportunity, view.deciding, view.winner) == ("A", "A", "")
    assert [player.name for player in view.players] == ["A", "B"]
    assert [player.level for player in view.players] == [1, 0]
    assert "fire" in view.players[0].elements and "fire" not in view.players[1].elements
    assert {zone: part.count for zone, part in view.players[0].zones.items()} == {
        "hand": 2, "memory": 1, "deck": 3, "material": 1, "graveyard": 1, "banishment": 2, "pantheon": 0,
    }  # fmt: skip
    assert [card.name for card in view.players[0].zones["graveyard"].cards] == ["Fireball"]
    champion = on_field(view, "Rai, Spellcrafter")
    assert (champion.damage, champion.rested, champion.level, champion.counters) == (3, True, 1, {"enlighten": 2})
    assert champion.lineage == ("Spirit of Fire",)
    cub = on_field(view, "Cub")
    assert (cub.power, cub.life, cub.damage, cub.rested, cub.counters) == (2, 3, 1, True, {"buff": 1})
    assert (cub.owner, cub.controller, cub.token, cub.face_up, cub.level) == ("A", "A", False, True, None)
    assert cub.keywords == ("taunt",) and not cub.transformed
    theirs = on_field(view, "Cub", "B")
    assert (theirs.owner, theirs.power, theirs.rested, theirs.counters) == ("B", 1, False, {})
    assert on_field(view, "Popgun").loaded == ("Fireball",)
    assert on_field(view, "Collar").linked_to == cub.handle and cub.linked_to == ""
    assert on_field(view, "Powercell").token
    assert view.stack == () and view.stack_cards == () and view.intent == ()


def test_zones_5_each_seat_sees_its_own_hidden_cards() -> None:
    game = rich()
    mine, theirs = game.view(0), game.view(1)
    assert [card.name for card in mine.players[0].zones["hand"].cards] == ["Cub", "Fireball"]
    assert [card.name for card in mine.players[0].zones["memory"].cards] == ["Cub"]
    assert [card.name for card in mine.players[0].zones["material"].cards] == ["Tome of Knowledge"]
    for zone in ("hand", "memory", "material", "deck"):
        assert theirs.players[0].zones[zone].cards == ()
    assert mine.players[0].zones["deck"].cards == ()
    assert mine.players[1].zones["hand"].count == 2 and mine.players[1].zones["hand"].cards == ()
    assert [card.name for card in theirs.players[1].zones["hand"].cards] == ["Cub", "Cub"]


def test_zones_5_8_a_face_down_card_has_a_name_for_who_knows_it() -> None:
    game = rich()
    for seat, names in ((0, ["Fireball", "Cub"]), (1, ["Fireball", ""])):
        banished = game.view(seat).players[0].zones["banishment"].cards
        assert [card.name for card in banished] == names
        assert [card.face_up for card in banished] == [True, False]


def test_ru_14_only_who_decides_sees_the_decision() -> None:
    game = rich()
    mine, theirs = game.view(0).decision, game.view(1).decision
    assert theirs is None
    assert mine is not None and mine.form == "act" and "pass" in mine.options
    assert game.view(1).deciding == "A"
    game.answer(Pass())
    assert game.view(0).decision is None and game.view(1).decision is not None
    assert (game.view(0).deciding, game.view(0).opportunity) == ("B", "B")


@pytest.mark.parametrize("seat", [0, 1])
def test_without_the_table_it_is_seen_all_the_same_who_decides(seat: int) -> None:
    game = rich()
    assert game.view(seat, table=False).deciding == game.view(seat).deciding == "A"
    game.answer(Pass())
    assert game.view(seat, table=False).deciding == game.view(seat).deciding == "B"
    game.concede(0)
    assert game.view(seat, table=False).deciding == game.view(seat).deciding == ""


def test_what_lies_on_the_stack_is_seen_top_first() -> None:
    game = position([action("{do: draw}"), action("{do: draw}", "Other Deed")], "{hand: [Deed, Other Deed]}")
    for name in ("Deed", "Other Deed"):
        decision = game.decision
        assert decision is not None
        seen = game.view(0).decision
        assert seen is not None
        game.answer(decision.options[seen.options.index(f"activate {name}")])
    view = game.view(1)
    assert [(item.name, item.kind, item.controller, item.copy) for item in view.stack] == [
        ("Other Deed", "activation", "A", False),
        ("Deed", "activation", "A", False),
    ]
    assert sorted(card.name for card in view.stack_cards) == ["Deed", "Other Deed"]


def test_a_question_tells_what_it_is_about() -> None:
    game = resolving(action("{do: choose, of: ally}"), "{hand: [Deed], field: [Cub]}", "{field: [Cub]}", MADE_UP)
    view = game.view(0)
    asked = view.decision
    assert asked is not None and (asked.kind, asked.asker, asked.least, asked.most) == ("choose", "Deed", 1, 1)
    assert asked.options == ("Cub (A)", "Cub (B)")
    assert asked.handles == (on_field(view, "Cub").handle, on_field(view, "Cub", "B").handle)
    assert not asked.attempt and list(asked.answers()) == [(0,), (1,)]
    assert asked.fits((1,)) and not asked.fits((2,)) and not asked.fits((0, 1)) and not asked.fits(())


def number(game: Game, zone: str, name: str) -> int:
    """The first card of that name in a zone, or on the field."""
    state = game.state
    cards = state.field if zone == "field" else state.zone(0, zone)
    return next(each for each in cards if state.cards[each].true_name == name)


def test_options_in_words() -> None:
    game = rich()
    hidden = handle(game.state.cards[number(game, "banishment", "Cub")])
    said: list[tuple[Option, str]] = [
        (Pass(), "pass"),
        (Play("activate", number(game, "hand", "Fireball")), "activate Fireball"),
        (Play("materialize", number(game, "material", "Tome of Knowledge")), "materialize Tome of Knowledge"),
        (Play("activate", number(game, "graveyard", "Fireball")), "activate Fireball from graveyard"),
        (Play("activate", number(game, "banishment", "Fireball")), "activate Fireball from banishment"),
        (Use(number(game, "field", "Cub"), 0), "use Cub, ability 1"),
        (Use(number(game, "field", "Cub"), 2), "use Cub, ability 3"),
        (Attack(number(game, "field", "Cub")), "attack with Cub"),
        (Return(number(game, "material", "Tome of Knowledge")), "return Tome of Knowledge to hand"),
        (Thing("player", 1), "player B"),
        (Thing("item", 99), "nothing"),
        (Thing("card", number(game, "field", "Popgun")), "Popgun (A)"),
        (Thing("card", number(game, "hand", "Fireball")), "Fireball (A, hand)"),
        (Thing("card", number(game, "graveyard", "Fireball")), "Fireball (A, graveyard)"),
        (Thing("card", number(game, "banishment", "Cub")), "Cub (A, banishment)"),
        ("yes", "yes"),
    ]
    for option, words in said:
        assert label(game.state, 0, option) == words
    theirs = label(game.state, 1, Thing("card", number(game, "banishment", "Cub")))
    assert theirs == f"face-down card {hidden} (A, banishment)"


def test_each_option_has_the_handle_of_its_card() -> None:
    game = position(MADE_UP, "{hand: [Cub], field: [Cub, Lamp], memory: [], deck: [Cub]}")
    view = game.view(0)
    asked = view.decision
    assert asked is not None
    (in_hand,) = view.players[0].zones["hand"].cards
    assert dict(zip(asked.options, asked.handles, strict=True)) == {
        "pass": "",
        "activate Cub": in_hand.handle,
        "attack with Cub": on_field(view, "Cub").handle,
        "use Lamp, ability 1": on_field(view, "Lamp").handle,
    }


def test_an_item_tells_its_targets_modes_and_controller() -> None:
    modes = "{options: [{label: first, do: [{do: draw}]}, {label: second, do: [{do: recover, amount: 1}]}]}"
    deed = action("{do: damage, amount: 1, to: target}", targets=[{"of": "ally"}], modes=read_yaml(modes))
    steps = "[{A: {activate: Deed, targets: [B/field/Cub], modes: [second]}}]"
    text = text_of([deed, *MADE_UP], steps, "{hand: [Deed], field: [Cub]}", "{field: [Cub]}")
    view = played(read_text(text, "a try")).view(1)
    (item,) = view.stack
    assert (item.name, item.kind, item.controller, item.copy) == ("Deed", "activation", "A", False)
    assert (item.targets, item.modes, item.fizzles) == (("Cub (B)",), ("second",), "")
    (card,) = view.stack_cards
    assert (card.name, card.owner, card.controller, card.level) == ("Deed", "A", "A", None)


def test_an_ability_on_the_stack_is_told_by_its_source() -> None:
    game = played(read_text(text_of(MADE_UP, "[{A: {ability: Lamp}}]", "{field: [Lamp]}"), "a try"))
    for seat in (0, 1):
        (item,) = game.view(seat).stack
        assert (item.name, item.kind, item.controller, item.copy) == ("Lamp", "ability", "A", False)
    assert label(game.state, 1, game.state.stack[0].thing) == "ability of Lamp"


def test_states_that_a_view_tells_and_those_with_a_place_of_their_own() -> None:
    """Rested, damaged, loaded and face-down have fields; distant and preserved are told in words (zones.2.9)."""
    a = "{field: [{card: Cub, rested: true, damage: 1, distant: true}, {card: Popgun, loaded: [Fireball]}]}"
    game = position(MADE_UP, a, "{material: [{card: Tome of Knowledge, preserved: true}]}")
    view = game.view(1)
    assert on_field(view, "Cub").properties == ("distant",)
    assert on_field(view, "Popgun").properties == ()
    (preserved,) = view.players[1].zones["material"].cards
    assert preserved.properties == ("preserved",)
    assert (preserved.power, preserved.life, preserved.level, preserved.keywords) == (None, None, None, ())


def test_roles_in_combat_are_told() -> None:
    steps = "[{A: {attack: A/field/Cub, targets: [B/champion]}}]"
    view = played(read_text(text_of(MADE_UP, steps, "{field: [Cub]}"), "a try")).view(1)
    assert on_field(view, "Cub").properties == ("attacking",)
    champion = next(card for card in view.field if card.level is not None and card.controller == "B")
    assert champion.properties == ("defending",)


def test_cards_6_what_a_view_tells_of_the_other_side() -> None:
    view = position(MADE_UP, "{field: [Other Side, Two Sides]}").view(1)
    assert [(card.name, card.transformed) for card in view.field if card.level is None] == [
        ("Other Side", True),
        ("Two Sides", False),
    ]


def test_cards_7_masteries_and_statuses_belong_to_their_player() -> None:
    mastery = "{mastery: [{card: Shifting Currents, direction: West}], status: [Crowd's Favor]}"
    for seat in (0, 1):
        players = position(MADE_UP, mastery).view(seat).players
        assert players[0].mastery is not None and players[1].mastery is None
        assert (players[0].mastery.name, players[0].mastery.direction) == ("Shifting Currents", "West")
        assert [[card.name for card in player.statuses] for player in players] == [["Crowd's Favor"], []]


def test_turn_9_who_has_lost_is_told() -> None:
    game = position(MADE_UP, C={"champion": ["Spirit of Wind"]})
    game.concede(2)
    for seat in (0, 1):
        assert [player.lost for player in game.view(seat).players] == [False, False, True]
        assert game.view(seat).winner == ""


def test_a_game_that_is_over_tells_who_won_and_asks_nothing() -> None:
    game = resolving(action("{do: win}"), "{hand: [Deed, Fireball]}")
    assert game.view(0).winner == game.view(1).winner == "A"
    assert game.view(0).decision is None


NAMING = """
cards:
- {name: Herald, types: [action], elements: [norm], cost: {reserve: 0}, speed: fast,
   abilities: [{ability: text, do: [{do: name a card}]}]}
setup:
  A: {champion: [Spirit of Fire], hand: [Herald]}
  B: {champion: [Spirit of Water]}
steps: [{A: {activate: Herald}}, {A: pass}, {B: pass}]
"""


def test_timing_11_5_a_card_is_named_by_any_of_the_names_that_are_offered() -> None:
    decision = Game.from_scenario(NAMING, play=True).view(0).decision
    assert decision is not None and decision.form == "name"
    assert decision.fits("Fireball") and decision.fits("Herald")
    assert not decision.fits("Firebal") and not decision.fits(0) and not decision.fits(())
    assert tuple(decision.answers()) == decision.options


def test_timing_2_8_an_action_is_chosen_by_its_place() -> None:
    decision = Game.from_scenario(NAMING).view(0).decision
    assert decision is not None and decision.form == "act"
    last = len(decision.options) - 1
    assert list(decision.answers()) == list(range(last + 1))
    assert decision.fits(0) and decision.fits(last)
    assert not any(decision.fits(each) for each in (last + 1, -1, True, (0,), "pass"))


def test_cards_7_1_a_status_and_a_mastery_that_are_gained_are_open_to_all() -> None:
    game = resolving(
        action('{do: gain status, status: "Crowd\'s Favor"}, {do: gain mastery, mastery: Shifting Currents}'),
        "{hand: [Deed]}",
    )
    for seat in (0, 1):
        player = game.view(seat).players[0]
        assert [(card.name, card.face_up, card.owner) for card in player.statuses] == [("Crowd's Favor", True, "A")]
        assert player.mastery is not None and (player.mastery.name, player.mastery.face_up) == (
            "Shifting Currents",
            True,
        )
        assert game.view(seat).players[1].statuses == ()
