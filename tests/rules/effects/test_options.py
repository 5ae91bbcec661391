"""RS.6: an option is there only where all of it can be done, whatever it consists of; half of it is not possible."""

from __future__ import annotations

import pytest

from archivist.model.card import Thing
from archivist.model.decision import Pass
from archivist.model.events import OptionDeclined, SecretOptionDeclined
from workshop import action, cards, resolving

FORBIDDING = cards("""
- {name: Drought, types: [domain], abilities: [{ability: static, effects: [{static: forbid, what: draw}]}]}
- {name: Blight, types: [domain], abilities: [{ability: static, effects: [{static: forbid, what: recover}]}]}
- {name: Frost, types: [domain], abilities: [{ability: static, effects: [{static: forbid, what: wake up, of: each ally}]}]}
- {name: Two Sides, types: [ally], subtypes: [beast], power: 1, life: 1, flip: Other Side}
- {name: Other Side, side: flip, types: [ally], subtypes: [beast], power: 2, life: 2}
- {name: Popgun, types: [weapon], subtypes: [gun], power: 1, durability: 1}
""")
HAND = "{hand: [Deed, 2 x Fireball]}"
ALONE = "{hand: [Deed]}"
WOLF = "{hand: [Deed], field: [Gray Wolf]}"
WOLVES = "{hand: [Deed], field: [2 x Gray Wolf]}"
LOAD = "{do: load, what: each card in your graveyard, of: Gun you control}"
LOADABLE = "{hand: [Deed], graveyard: [Fireball], field: [Popgun]}"

CASES = [
    # what is offered; a position in which all of it can be done; one in which it cannot
    ("{do: discard, amount: 2}", HAND, "{hand: [Deed, Fireball]}"),
    ("{do: discard, amount: 2, from: [memory]}", "{hand: [Deed], memory: [2 x Fireball]}", HAND),
    ("{do: discard, amount: 3, from: [hand, memory]}", "{hand: [Deed, Fireball], memory: [2 x Fireball]}", HAND),
    ("{do: discard, who: each opponent}", None, ALONE),
    ("{do: discard, who: each player, from: [hand, memory]}", None, HAND),
    ("{do: hand to memory, amount: 2}", HAND, "{hand: [Deed, Fireball]}"),
    ("{do: discard}, {do: hand to memory, amount: 1}", HAND, "{hand: [Deed, Fireball]}"),
    ("{do: draw}, {do: discard}", ALONE, "{hand: [Deed], deck: []}"),
    ("{do: mill, amount: 3}", "{hand: [Deed], deck: [3 x Fireball]}", "{hand: [Deed], deck: [2 x Fireball]}"),
    ("{do: banish top, amount: 3}", "{hand: [Deed], deck: [3 x Fireball]}", "{hand: [Deed], deck: [2 x Fireball]}"),
    (
        "{do: banish own, who: you, amount: 2}",
        "{hand: [Deed], graveyard: [2 x Fireball]}",
        "{hand: [Deed], graveyard: [Fireball]}",
    ),
    ("{do: banish own, who: you, zone: hand}", HAND, "{hand: [Deed], graveyard: [Fireball], memory: [Fireball]}"),
    ("{do: banish own, who: each opponent}", None, "{hand: [Deed], graveyard: [2 x Fireball]}"),
    ("{do: choose, of: ally you control}", WOLF, ALONE),
    ("{do: choose, of: ally you control, amount: 2}", WOLVES, WOLF),
    (
        "{do: choose, of: ally you control}, {do: turn, to: rested, what: champion}",
        WOLF,
        "{hand: [Deed], field: [Gray Wolf], champion state: {rested: true}}",
    ),
    ("{do: banish, what: each ally you control}", WOLF, ALONE),
    ("{do: reveal, what: each ally you control}", WOLF, ALONE),
    ("{do: turn, to: rested, what: champion}", ALONE, "{hand: [Deed], champion state: {rested: true}}"),
    ("{do: turn, to: awake, what: champion}", "{hand: [Deed], champion state: {rested: true}}", ALONE),
    ("{do: turn, to: rested, what: each ally you control}", WOLF, ALONE),
    (
        "{do: turn, to: rested, what: each ally you control}",
        WOLVES,
        "{hand: [Deed], field: [Gray Wolf, {card: Gray Wolf, rested: true}]}",
    ),
    (
        "{do: turn, to: rested, what: each ally you control}",
        "{hand: [Deed], field: [Gray Wolf, Frost]}",
        "{hand: [Deed], field: [{card: Gray Wolf, rested: true}, Frost]}",
    ),
    ("{do: transform, what: each ally you control}", "{hand: [Deed], field: [Two Sides]}", WOLF),
    ("{do: transform, what: each ally you control}", "{hand: [Deed], field: [2 x Two Sides]}", ALONE),
    (
        "{do: transform, what: each ally}",
        "{hand: [Deed], field: [Two Sides]}",
        "{hand: [Deed], field: [Two Sides, Gray Wolf]}",
    ),
    ("{do: sacrifice, of: ally you control}", WOLF, ALONE),
    ("{do: reveal top, amount: 2}", "{hand: [Deed], deck: [2 x Fireball]}", "{hand: [Deed], deck: [Fireball]}"),
    ("{do: sacrifice, of: ally you control, amount: 2}", WOLVES, WOLF),
    (
        "{do: sacrifice, of: ally you control, amount: 2, same name: true}",
        WOLVES,
        "{hand: [Deed], field: [Gray Wolf, Blue Slime]}",
    ),
    ("{do: level up}", '{hand: [Deed], material: ["Rai, Archmage"]}', "{hand: [Deed], material: [Spirit of Wind]}"),
    ("{do: level up}", '{hand: [Deed], material: ["Rai, Archmage"]}', ALONE),
    ("{do: delevel}", ALONE, "{hand: [Deed], champion: [Spirit of Fire]}"),
    ("{do: become champion, what: attacker}", None, WOLF),
    (
        "{do: remove counters, kind: level, from: champion, amount: 2}",
        "{hand: [Deed], champion state: {counters: {level: 2}}}",
        "{hand: [Deed], champion state: {counters: {level: 1}}}",
    ),
    (
        "{do: move counters, kind: buff, from: each ally you control, to: champion}",
        "{hand: [Deed], field: [{card: Gray Wolf, counters: {buff: 1}}]}",
        WOLF,
    ),
    (
        "{do: remove counters, kind: buff, from: each ally you control, amount: 1}",
        "{hand: [Deed], field: [{card: Gray Wolf, counters: {buff: 1}}, {card: Blue Slime, counters: {buff: 2}}]}",
        "{hand: [Deed], field: [{card: Gray Wolf, counters: {buff: 1}}, Blue Slime]}",
    ),
    (
        "{do: move counters, kind: buff, from: each ally you control, to: champion}",
        "{hand: [Deed], field: [{card: Gray Wolf, counters: {buff: 1}}, Blue Slime]}",
        WOLVES,
    ),
    (
        "{do: move counters, kind: level, from: champion, to: attacker}",
        None,
        "{hand: [Deed], champion state: {counters: {level: 1}}}",
    ),
    (LOAD, LOADABLE, "{hand: [Deed], field: [Popgun]}"),
    (LOAD, LOADABLE, "{hand: [Deed], graveyard: [Fireball]}"),
    ("{do: draw}", ALONE, "{hand: [Deed], field: [Drought]}"),
    ("{do: draw, who: each player}", ALONE, "{hand: [Deed], field: [Drought]}"),
    ("{do: choose, who: each player, of: ally, theirs: true}", None, WOLF),
    ("{do: change direction}", "{hand: [Deed], mastery: [{card: Shifting Currents, direction: North}]}", ALONE),
    ("{do: recover, amount: 1}", ALONE, "{hand: [Deed], field: [Blight]}"),
]


@pytest.mark.parametrize(("what", "can", "cannot"), CASES)
def test_rs_6_an_option_is_all_of_it_or_nothing(what: str, can: str | None, cannot: str) -> None:
    offer = action(f"{{do: may, what: [{what}]}}")
    if can is not None:
        decision = resolving(offer, can, more=FORBIDDING).decision
        assert decision is not None and decision.kind == "may"
    game = resolving(offer, cannot, more=FORBIDDING)
    assert game.acting
    assert any(event.kind == "not possible" and "RS.6" in event.rules for event in game.events)


@pytest.mark.parametrize(
    ("what", "position"),
    [
        ("{do: discard, amount: 2, up to: true}", ALONE),
        ("{do: discard, amount: 2, up to: true, from: [hand, memory]}", ALONE),
        ("{do: discard, amount: 2, of: Spell card}", ALONE),
        ("{do: discard, all: [hand]}", ALONE),
        ("{do: hand to memory}", ALONE),
        ("{do: choose, of: ally you control, amount: 2, up to: true}", ALONE),
        ("{do: choose, of: ally you control, amount: 2, up to: true}", WOLF),
        ("{do: choose, of: ally you control, any: true}", ALONE),
        ("{do: remove counters, kind: level, from: champion}", ALONE),
        ("{do: draw, amount: 9}", "{hand: [Deed], deck: [Fireball]}"),
        ("{do: recover, amount: 9}", ALONE),
        ("{do: mill, amount: 1}, {do: choose, of: card in your graveyard}", ALONE),
        ("{do: choose, of: ally you control}, {do: turn, to: awake, what: chosen}", WOLF),
        ("{do: recover, amount: 1}, {do: sacrifice, of: ally you control}, {do: banish, what: it}", WOLF),
    ],
)
def test_rs_6_as_many_as_there_are_is_all_of_it(what: str, position: str) -> None:
    """Up to so many, any number, and what is done as far as possible can be done with fewer, or with none."""
    decision = resolving(action(f"{{do: may, what: [{what}]}}"), position).decision
    assert decision is not None and decision.kind == "may"


@pytest.mark.parametrize(("same", "mixed"), [("true", False), ("false", True)])
def test_what_is_sacrificed_has_one_name_where_the_text_says_so(same: str, mixed: bool) -> None:
    """Of two wolves and two slimes, two of a name are either the wolves or the slimes; just two may be one of each."""
    deed = action(f"{{do: sacrifice, of: ally you control, amount: 2, same name: {same}}}")
    game = resolving(deed, "{hand: [Deed], field: [Gray Wolf, Blue Slime, Gray Wolf, Blue Slime]}")
    decision = game.decision
    assert decision is not None and decision.kind == "sacrifice"
    names = [game.state.cards[thing.id].face for thing in decision.options if isinstance(thing, Thing)]
    assert names == ["Gray Wolf", "Blue Slime", "Gray Wolf", "Blue Slime"]
    assert decision.fits((0, 2)) and decision.fits((1, 3))
    assert decision.fits((0, 1)) == mixed


@pytest.mark.parametrize(
    ("zones", "secret"),
    [("hand", True), ("hand or graveyard", True), ("graveyard", False)],
)
def test_ru_14_what_is_declined_is_told_only_if_all_of_it_lies_open(zones: str, secret: bool) -> None:
    """A could activate a card that nobody else sees: that there was something to activate is not told then."""
    deed = action(f"{{do: play, how: activate, of: action card in your {zones}, may: true}}")
    breath = action("{do: recover, amount: 1}", "Breath")
    game = resolving(deed, "{hand: [Deed, Breath], graveyard: [Breath]}", more=[breath])
    assert game.decision is not None and game.decision.kind == "play"
    game.answer(Pass())
    told = [type(event) for event in game.events if isinstance(event, OptionDeclined | SecretOptionDeclined)]
    assert told == [SecretOptionDeclined if secret else OptionDeclined]


@pytest.mark.parametrize(
    ("option", "asked"),
    [
        ("what: [{do: discard, amount: 2}]", "Deed: discard 2 cards?"),
        ("what: [{do: choose, of: beast ally you control}]", "Deed: choose a Beast ally you control?"),
        ("pay: [{pay: reserve, amount: 1 + 1}], what: []", "pay 2 reserve?"),
        ("pay: [{pay: reserve, amount: X}], variable: X", "Deed: pay X reserve?"),
        ("pay: [{pay: reserve, amount: 1}, {pay: discard}]", "Deed: pay 1 reserve and discard a card?"),
        ("then: [{do: draw}]", "Deed: draw a card?"),
        ("otherwise: [{do: draw}]", "Deed: choose so?"),
        ("who: each opponent, what: [{do: draw}]", "Deed: have A draw a card?"),
        ("what: [{do: draw}], prompt: Well now}", "Well now"),
    ],
)
def test_RS_5_an_option_is_asked_for_in_the_words_of_the_card(option: str, asked: str) -> None:
    """The "you" of the text is its controller, also where somebody else is asked."""
    deed = action("{do: may, " + option.removesuffix("}") + "}")
    game = resolving(deed, "{hand: [Deed, 3 x Fireball], field: [Gray Wolf, Red Slime]}")
    assert game.decision is not None
    assert game.decision.prompt == asked
