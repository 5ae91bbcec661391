"""Describing a position as a set-up: everything that a set-up can say, and what it cannot."""

from __future__ import annotations

import pytest

from archivist.decks import deck
from archivist.game import Game
from archivist.notation.equivalence import of_states
from archivist.rules.turn.formats_and_decks import Format
from archivist.scenario.describing import unsayable
from archivist.scenario.writing import Unwritable
from frames import framed, scenario, written

RICH = """\
champion state: {damage: 3, rested: true, counters: {enlighten: 2}, properties: [damaged lately], x: 2}
hand: [Fireball, 2 x Idle Thoughts]
memory: [Scry the Skies]
graveyard: [Arcane Blast]
banishment: [{card: Fireball, face down: true, stated: true, known to: [A]}]
material: [{card: Tera Sight, preserved: true}, Tome of Knowledge]
pantheon: [{card: Lesser Boon of Awilix, face up: true, named: Fireball}]
field:
- Blue Slime
- {card: Gray Wolf, rested: true, damage: 1, counters: {buff: 1}, distant: true, modes used: {Gray Wolf/activated 0: [2]}}
- {token: Powercell, count: 4}
- {card: Mark of Fervor, linked to: A/field/Gray Wolf}
- {card: Sword of Seeking, counters: {durability: 0}, used: {Sword of Seeking/activated 0: 1}}
- {card: Giant Tortoise, owner: B}
- {token: Gray Wolf}
"""


def test_everything_that_a_set_up_can_say_is_written() -> None:
    game = Game.from_scenario(framed("- A: pass", a=RICH, more="turn number: 8\nphase: end\nturn: B\nopportunity: A"))
    text = written(game)
    assert "steps:\n- expect: {turn: B, phase: end, opportunity: A}\n" in text
    for said in (
        "  turn: B\n  turn number: 8\n  phase: end\n  opportunity: A\n",
        "champion: [Spirit of Fire, 'Rai, Spellcrafter']",
        "champion state: {rested: true, damage: 3, counters: {enlighten: 2}, properties: [damaged lately], x: 2}",
        "hand: [Fireball, 2 x Idle Thoughts]",
        "banishment: [{card: Fireball, face down: true, stated: true, known to: [A]}]",
        "{card: Tera Sight, preserved: true}",
        "pantheon: [{card: Lesser Boon of Awilix, face up: true, named: Fireball}]",
        "{card: Gray Wolf, rested: true, damage: 1, counters: {buff: 1}, distant: true, modes used: {",
        "4 x Powercell",
        "{card: Mark of Fervor, linked to: A/field/Gray Wolf#1}",
        "{card: Sword of Seeking, counters: {durability: 0}}",
        "{card: Giant Tortoise, owner: B}",
        "{token: Gray Wolf}",
        "deck: [10 x Giant Tortoise]",
    ):
        assert said in text, said


def test_the_order_of_entry_is_written_where_it_is_not_that_of_the_list() -> None:
    a, b = "field: [Banner Knight]", "field: [Banner Knight]"
    assert "entered" not in written(Game.from_scenario(framed("- A: pass", a=a, b=b)))
    more = "entered: [B/field/Banner Knight, A/field/Banner Knight]"
    game = Game.from_scenario(framed("- A: pass", a=a, b=b, more=more))
    text = written(game)
    assert "  entered: [A/champion, B/champion, B/field/Banner Knight, A/field/Banner Knight]\n" in text
    plain = Game.from_scenario(framed("- A: pass", a=a, b=b))
    assert of_states(game.state, plain.state).startswith("entered")


def test_copies_and_borrowed_objects_are_no_set_up() -> None:
    game = Game.from_scenario(framed("- A: pass", a="field: [Gray Wolf]"))
    number = next(each for each in game.state.field if game.state.cards[each].face == "Gray Wolf")
    assert unsayable(game.state) == ""
    copy, borrowed = game.state.copy(), game.state.copy()
    copy.alter(number, face="Blue Slime", default="Gray Wolf", copied=True)
    borrowed.alter(number, controller=1, first_controller=0)
    assert unsayable(copy) == "Blue Slime is a copy of another object"
    assert unsayable(borrowed) == "Gray Wolf belongs to another player again later"


def test_uses_are_written_only_if_they_count() -> None:
    once = "field: [{card: 'Duchess, Six of Hearts', used: {'Duchess, Six of Hearts/0': 1}}]"
    assert "used: {'Duchess, Six of Hearts/0': 1}" in written(Game.from_scenario(framed("- A: pass", a=once)))


def test_made_up_cards_are_written_along() -> None:
    top = """\
    cards:
    - name: Test Spark
      types: [action]
      subtypes: [spell]
      elements: [norm]
      speed: fast
      cost: {reserve: 0}
      abilities:
      - ability: text
        targets: [{of: unit}]
        do: [{do: damage, amount: 1 + LV}]
    """
    game = scenario("- A: {activate: Test Spark, targets: [B/champion]}", a="hand: [Test Spark]", top=top)
    text = written(game)
    assert "cards:\n- {name: Test Spark," in text
    assert "- A: {activate: Test Spark, targets: [B/champion]}\n" in text


@pytest.mark.parametrize(("seats", "format"), [(2, "draft"), (2, "pantheon"), (3, "standard"), (2, "standard")])
def test_a_format_that_is_not_the_usual_one_is_written(seats: int, format: Format) -> None:
    text = written(Game.new([deck("rai")] * seats, seed=3, format=format))
    assert (f"  format: {format}\n" in text) == (format != "standard" or seats > 2)


def test_what_a_set_up_would_lose_is_named() -> None:
    game = Game.from_scenario(framed("- A: pass", a="field: [Gray Wolf]"))
    number = next(each for each in game.state.field if game.state.cards[each].face == "Gray Wolf")
    state = game.state.copy()
    state.alter(number, remembers=(state.cards[number].thing,))
    with pytest.raises(Unwritable, match=r"cards, 0/field/1, remembers"):
        Game(state).to_scenario()
    state = game.state.copy()
    state.alter_player(1, skips={"draw": 1})
    with pytest.raises(Unwritable, match=r"players 1, skips"):
        Game(state).to_scenario()
