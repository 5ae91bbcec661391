"""What conditions, amounts and descriptions mean on a table, each next to what it does not mean; and what cannot be read."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from archivist.cards import read_cards
from archivist.model.card import Card, Thing
from archivist.model.errors import CardFileError
from archivist.model.event import Named
from archivist.model.events import ItemKind, Negated, Targeted, ZoneChange
from archivist.model.state import State
from archivist.notation.wording import wording
from archivist.rules.abilities.restrictions import reader
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.abilities import StaticAbility, Text
from archivist.vocabulary.amounts import Amount, simple
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import write
from archivist.vocabulary.speech import Speaker
from archivist.vocabulary.statics.characteristics import Enters
from archivist.vocabulary.triggers.cards import Moved, Place
from archivist.vocabulary.triggers.playing import Targeted as BecomesTarget
from archivist.yaml_reader import read_yaml
from workshop import cards, position

MADE_UP = cards(
    """
    - {name: Cub, types: [ally], subtypes: [beast], power: 1, life: 5, cost: {reserve: 2}}
    - {name: Bear, types: [ally], subtypes: [beast], power: 4, life: 2, cost: {reserve: 2}}
    - {name: Page, types: [ally], subtypes: [human], power: 1, life: 1, cost: {reserve: 3}}
    - {name: Ring, types: [regalia, item], cost: {memory: 3}}
    - {name: Lamp, types: [item], cost: {reserve: 5}}
    """
)


def table(a: str = "{}", b: str = "{}", c: str | None = None) -> State:
    more = {} if c is None else {"C": {"champion": ["Spirit of Wind"], **read_yaml(c)}}
    return position(MADE_UP, a, b, **more).state


def scene(state: State, seat: int = 0) -> Scene:
    champion = state.champion(seat)
    assert champion is not None
    return Scene(state, seat, champion)


def find(state: State, name: str) -> Card:
    return next(card for card in state.cards if card.face == name)


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (
            "{do: play, how: activate, of: action card in your graveyard, copy: true, free: true, may: true}",
            "You may activate a copy of an action card from your graveyard without paying its reserve cost.",
        ),
        (
            "{do: may, who: that player, pay: [{pay: reserve, amount: 1}], otherwise: [{do: may, what: [{do: draw}]}]}",
            "That player may pay 1 reserve. If they do not, you may draw a card.",
        ),
        (
            "{do: may, what: [{do: discard}], then: [{do: if, that: you control a domain,"
            " then: [{do: draw, amount: 2}], otherwise: [{do: draw}]}]}",
            "You may discard a card. If you do, (if you control a domain, draw 2 cards; otherwise, draw a card).",
        ),
        (
            "{do: may, what: [{do: gain, static: {static: forbid, what: draw}}]}",
            "You may have it that you cannot draw until end of turn.",
        ),
        (
            "{do: cascade, times: {1-2: [{do: draw}], '3': [{do: mill, amount: 1}], 4+: [{do: recover, amount: 2}]}}",
            "The 1st to 2nd time, draw a card. The 3rd time, mill a card. The 4th or later time, recover 2.",
        ),
        (
            "{do: discard}, {do: if, that: this is fire, then: [{do: draw}]}",
            "Discard a card. If this card is fire, draw a card.",
        ),
        (
            "{do: if, that: not your turn and you control an ally, then: [{do: draw}],"
            " otherwise: [{do: mill, amount: 1}]}",
            "If it is not your turn and if you control an ally, draw a card. Otherwise, mill a card.",
        ),
        (
            "{do: may, what: [{do: gain, on: champion, static: {static: modify, power: count(ally you control)}}]}",
            "You may have it that until end of turn, your champion gets +1 power for each ally you control.",
        ),
        (
            "{do: choose, of: object}, {do: if, that: chosen is a unit, then: [{do: draw}]}",
            "Choose an object. If it is a unit, draw a card.",
        ),
    ],
)
def test_what_is_seldom_said_is_said_plainly(do: str, said: str) -> None:
    text = f"- {{name: Trial, types: [action], cost: {{reserve: 0}}, abilities: [{{ability: text, do: [{do}]}}]}}"
    assert [wording(face) for face in read_cards(text, "trial.yaml")] == [[said]]


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        (
            '{ability: cost modifier, label: harmonize, when: class bonus, amount: "- count(ally you control)"}',
            "Harmonize: Class bonus: Costs 1 less for each ally you control.",
        ),
        (
            "{ability: text, targets: [{of: ally, name: one}, {of: ally, name: two}, {of: item, name: three}], do: ["
            "{do: damage, to: target one, amount: 1}, {do: damage, to: target two, amount: 2},"
            "{do: destroy, what: target three}, {do: counters, kind: buff, on: target one}]}",
            "Deals 1 damage to target ally. Deals 2 damage to target ally. Destroy target item."
            " Put a buff counter on the first ally.",
        ),
        (
            "{ability: text, targets: [{of: ally, count: 2}], do: ["
            "{do: if, that: target is a object with power 2 or less, then: [{do: draw}]}]}",
            "If 2 target allies have power 2 or less, draw a card.",
        ),
        (
            "{ability: text, targets: [{of: ally, count: 2}], do: [{do: damage, to: target, amount: 1},"
            "{do: may, what: [{do: gain, on: target, static: {static: modify, keywords: [vigor]}}]}]}",
            "Deals 1 damage to each of 2 target allies. You may have them gain Vigor until end of turn.",
        ),
        (
            "{ability: text, targets: [{of: ally, name: one}, {of: item, name: two}], do: ["
            "{do: damage, to: target one, amount: 1}, {do: destroy, what: target two},"
            "{do: counters, kind: buff, on: target one}]}",
            "Deals 1 damage to target ally. Destroy target item. Put a buff counter on that ally.",
        ),
        (
            "{ability: text, targets: [{of: ally, name: one}, {of: item, name: two}], do: [{do: destroy, what: target}]}",
            "Destroy target ally and target item.",
        ),
        (
            "{ability: text, targets: [{of: ally, count: 2}], do: [{do: damage, to: target, amount: 1}, {do: when you do,"
            "targets: [{player: opponent}], then: [{do: discard, who: target}, {do: put, what: target, into: hand}]}]}",
            "Deals 1 damage to each of 2 target allies. When you do, target opponent discards a card,"
            " then put those allies into their owners' hands.",
        ),
        (
            "{ability: text, targets: [{of: ally}], do: [{do: damage, to: target, amount: 1}, {do: when you do,"
            "targets: [{player: opponent}], then: [{do: discard, who: target}, {do: when you do,"
            "targets: [{player: opponent}], then: [{do: put, what: target, into: hand}]}]}]}",
            "Deals 1 damage to target ally. When you do, target opponent discards a card. When you do, choose target"
            " opponent, then put that ally into its owner's hand.",
        ),
        (
            "{ability: text, targets: [{of: card in your graveyard}], do: [{do: banish, what: target}, {do: when you do,"
            "targets: [{player: opponent}], then: [{do: discard, who: target}, {do: put, what: target, into: hand}]}]}",
            "Banish target card in your graveyard. When you do, target opponent discards a card,"
            " then put that card into your hand.",
        ),
        (
            "{ability: text, targets: [{of: ally}], do: [{do: damage, to: target, amount: 1}, {do: banish, what: this},"
            "{do: draw, amount: power of gone}]}",
            "Deals 1 damage to target ally. Banish this item. Draw a number of cards equal to the power of the banished item.",
        ),
        (
            "{ability: text, targets: [{of: ally}], do: [{do: if, that: power of target >= power of this,"
            "then: [{do: destroy, what: this}]}]}",
            "If the power of target ally is at least this item's power, destroy this item.",
        ),
        ("{ability: text, do: [{do: destroy, what: self}]}", "Destroy this item."),
        ("{ability: text, do: [{do: destroy, what: each fire ally object}]}", "Destroy each fire ally."),
        ("{ability: text, do: []}", "Nothing happens."),
        (
            "{ability: triggered, on: {on: enter}, spell: true, do: [{do: damage, to: champion, amount: 1}, {do: draw}]}",
            "On Enter: As a Spell, deal 1 damage to your champion. Draw a card.",
        ),
        (
            "{ability: activated, inherited: true, cost: [{pay: reserve, amount: 1}],"
            "do: [{do: damage, to: champion, amount: 1}]}",
            "Inherited effect: Pay 1 reserve: Deals 1 damage to the champion with this card in its lineage.",
        ),
        (
            "{ability: activated, cost: [{pay: this, do: [rest]}], if: counters(buff on this) >= 2,"
            "do: [{do: destroy, what: this}]}",
            "Rest this item: Destroy it. Activate this ability only if this item has 2 or more buff counters.",
        ),
        (
            "{ability: triggered, on: {on: hit, what: champion}, do: [{do: draw, amount: count(card in their lineage)}]}",
            "On Champion Hit: Draw a card for each card in the hit champion's lineage.",
        ),
        (
            "{ability: triggered, on: {on: play}, do: [{do: draw, amount: count(card in their lineage)}]}",
            "Whenever you play a card, draw a card for each card in that player's lineage.",
        ),
        (
            "{ability: triggered, on: {on: leave}, do: [{do: if, that: counters(buff on this) >= 1, then: [{do: draw}]}]}",
            "On Leave: If this item had 1 or more buff counters, draw a card.",
        ),
        (
            "{ability: triggered, on: {on: hit, what: champion},"
            "do: [{do: draw, amount: count(Curse card in their inner lineage)}]}",
            "On Champion Hit: Draw a card for each Curse card in that player's inner lineage.",
        ),
        (
            "{ability: triggered, on: {on: die, what: ally},"
            "do: [{do: draw, who: each opponent}, {do: draw, who: that player}]}",
            "Whenever an ally dies, each opponent draws a card. That ally's controller draws a card.",
        ),
        (
            "{ability: triggered, on: {on: die, what: ally}, targets: [{player: opponent}],"
            "do: [{do: discard, who: target}, {do: draw, who: that player}]}",
            "Whenever an ally dies, target opponent discards a card. That player draws a card.",
        ),
        (
            '{ability: static, effects: [{static: attacks, of: this, power: "least(4, counters(age on this)) / 2"}]}',
            "Attacks with this item get additional power equal to half the lesser of 4 and the number of age counters"
            " on this item, rounded down.",
        ),
    ],
)
def test_an_ability_names_what_it_means(ability: str, said: str) -> None:
    text = f"- {{name: Trial, types: [item], cost: {{reserve: 0}}, abilities: [{ability}]}}"
    assert [wording(face) for face in read_cards(text, "trial.yaml")] == [[said]]


@pytest.mark.parametrize(
    ("amount", "cards", "times", "power"),
    [
        ("count(ally)", "a card for each ally", "for each ally", "+1 power for each ally"),
        ("2 * count(ally)", "2 cards for each ally", "twice the number of allies times", "+2 power for each ally"),
        (
            "- count(ally)",
            "a number of cards equal to -the number of allies",
            "-the number of allies times",
            "-1 power for each ally",
        ),
        (
            "count(ally) + 1",
            "a number of cards equal to 1 plus the number of allies",
            "1 plus the number of allies times",
            "additional power equal to 1 plus the number of allies",
        ),
        (
            "count(ally) - count(item)",
            "a number of cards equal to the number of allies minus the number of items",
            "the number of allies minus the number of items times",
            "additional power equal to the number of allies minus the number of items",
        ),
        ("LV - 2", "LV - 2 cards", "LV - 2 times", "+(LV - 2) power"),
        ("- LV", "-LV cards", "-LV times", "-LV power"),
        ("that amount", "that many cards", "that amount times", "that much power"),
    ],
)
def test_how_much_of_something_there_is(amount: str, cards: str, times: str, power: str) -> None:
    found = Amount(amount)
    assert " ".join(found.of(Speaker("this ally"), "a card", "cards")).rstrip() == cards
    assert found.repeated(Speaker("this ally")) == times
    assert found.added(Speaker("this ally"), "power") == power


def test_that_amount_is_named_where_it_was_told_by_another_word() -> None:
    speaker = Speaker("this ally")
    assert Amount("that amount").added(speaker, "level") == "that many levels"
    speaker.amount = "the damage dealt"
    assert Amount("that amount").added(speaker, "power") == "additional power equal to the damage dealt"
    assert Amount("that amount").of(speaker, "a card", "cards") == ("a number of cards", "equal to the damage dealt")
    assert Amount(3).repeated(speaker) == "3 times"


def test_a_number_lv_x_or_their_sum_is_said_in_one_place() -> None:
    assert all(simple(Amount(each)) for each in (3, -1, "X", "Y", "LV", "2 + LV", "it", "that amount"))
    assert not any(simple(Amount(each)) for each in ("2 * LV", "LV / 2", "2 - LV", "count(ally)", "1 + count(ally)"))


def test_what_was_given_up_for_several_costs_is_named_one_by_one() -> None:
    ability = (
        "{ability: additional cost, pay: [{pay: sacrifice, of: ally you control}, {pay: discard, count: 2}]},"
        "{ability: text, do: [{do: if, that: given is fire, then: [{do: draw}]}]}"
    )
    (face,) = read_cards(
        f"- {{name: Trial, types: [item], cost: {{reserve: 0}}, abilities: [{ability}]}}", "trial.yaml"
    )
    assert wording(face)[1] == (
        "If the ally sacrificed for the cost or the cards discarded for the cost were fire, draw a card."
    )


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("target is a fire card of reserve cost 2 or less", "its target is a fire card with reserve cost 2 or less"),
        ("target is fire", "its target is fire"),
        ("target is unique", "its target is unique"),
        ("target is a Beast or Human", "its target is a Beast or Human"),
        ("target is a fire or water", "its target is a fire or water object"),
        ("counters(buff on this) = 0", "this item has no buff counters"),
        ("counters(buff on this) = 2", "this item has exactly 2 buff counters"),
        ("damage on champion = 0", "your champion has no damage"),
        ("damage on champion = 2", "your champion has exactly 2 damage"),
        ("damage on champion >= 2", "your champion has 2 or more damage"),
        ("this turn(you activate ally) >= 2", "the number of allies you activated this turn is 2 or more"),
        ("this turn(you activate ally) = 0", "you activated no ally this turn"),
        ("this turn(you attack Beast ally) >= 1", "you declared an attack with a Beast ally this turn"),
        ("this turn(you attack unit) >= 1", "you declared an attack this turn"),
        ("this turn(anyone attack Beast ally) >= 1", "a Beast ally attacked this turn"),
        ("this turn(anyone die ally) = 0", "no ally died this turn"),
        ("you control another fire champion", "you control another fire champion"),
        ("you control a fire champion with vigor", "you control a fire champion with Vigor"),
        ("you control a fire champion", "your champion is fire"),
        ("champion is attacking a Beast ally", "your champion is attacking a Beast ally"),
    ],
)
def test_what_a_condition_says(condition: str, said: str) -> None:
    assert Condition(condition).said(Speaker("this item")) == f"if {said}"


def test_a_card_in_the_intent_does_not_attack_itself() -> None:
    speaker = Speaker("this card")
    assert Condition("this is attacking a Beast ally").said(speaker) == "if the attacker is attacking a Beast ally"
    assert Condition("champion is attacking an ally").said(speaker) == "if your champion is attacking an ally"


def test_a_phrase_shows_its_words_to_whoever_looks_at_a_card_in_the_interpreter() -> None:
    ability = "{ability: text, do: [{do: destroy, what: each ally}]}"
    text = f"- {{name: Trial, types: [item], cost: {{reserve: 0}}, abilities: [{ability}]}}"
    (face,) = read_cards(text, "trial.yaml")
    assert "what=Ref('each ally')" in repr(face)


@pytest.mark.parametrize(
    ("first", "second", "into"),
    [
        ("card in your graveyard", "card in any graveyard", "their owners' hands"),
        ("card in any graveyard", "card in your graveyard", "their owners' hands"),
        ("card in your graveyard", "ally card in your graveyard", "your hand"),
    ],
)
def test_targets_go_to_your_hand_only_if_all_of_them_are_yours(first: str, second: str, into: str) -> None:
    ability = (
        f"{{ability: text, targets: [{{of: {first}}}, {{of: {second}}}], do: [{{do: put, what: target, into: hand}}]}}"
    )
    text = f"- {{name: Trial, types: [action], cost: {{reserve: 0}}, abilities: [{ability}]}}"
    assert [wording(face) for face in read_cards(text, "trial.yaml")] == [
        [f"Put target {first} and target {second} into {into}."]
    ]


@pytest.mark.parametrize(
    ("on", "amount", "said"),
    [
        ("{on: die}", "life of this", "On Death: Recover an amount equal to the life this ally had."),
        (
            "{on: die, what: Beast ally}",
            "life of that",
            "Whenever a Beast ally dies, recover an amount equal to the life it had.",
        ),
        (
            "{on: enter, what: Beast ally}",
            "life of that",
            "Whenever a Beast ally enters, recover an amount equal to its life.",
        ),
    ],
)
def test_effects_7_2_what_something_had_is_told_once_it_is_gone(on: str, amount: str, said: str) -> None:
    ability = f"{{ability: triggered, on: {on}, do: [{{do: recover, amount: {amount}}}]}}"
    text = f"- {{name: Trial, types: [ally], power: 1, life: 1, cost: {{reserve: 0}}, abilities: [{ability}]}}"
    assert [wording(face) for face in read_cards(text, "trial.yaml")] == [[said]]


# -- conditions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("b", "c", "holds"),
    [
        ("field: [Cub], memory: [Page]", "field: [Bear], memory: [Page]", False),
        ("field: [Cub, Bear], memory: [2 x Page]", "", True),
        ("", "field: [2 x Cub], memory: [Cub, Page]", True),
        ("field: [Cub, Page], memory: [Page]", "field: [Page, Bear]", False),
    ],
)
def test_one_and_the_same_opponent_must_have_so_many(b: str, c: str, holds: bool) -> None:
    """What two opponents have together does not count, and what you have yourself neither."""
    state = table("{field: [2 x Bear], memory: [2 x Cub]}", f"{{{b}}}", f"{{{c}}}")
    assert Condition("an opponent controls 2 or more Beast ally").holds(scene(state)) is holds
    assert Condition("an opponent has 2 or more cards in memory").holds(scene(state)) is holds


@pytest.mark.parametrize(
    ("own", "b", "c", "holds"),
    [
        ("field: [Cub]", "field: [Cub, Bear]", "", True),
        ("field: [Cub]", "field: [Cub]", "field: [Bear]", False),
        ("", "", "field: [Page, Cub]", True),
        ("field: [2 x Page]", "field: [Bear]", "", True),
        ("field: [Cub]", "field: [2 x Page]", "", False),
    ],
)
def test_one_and_the_same_opponent_must_control_more_than_you(own: str, b: str, c: str, holds: bool) -> None:
    """Each opponent is compared with you by themselves, and only what is of that kind counts."""
    state = table(f"{{{own}}}", f"{{{b}}}", f"{{{c}}}")
    assert Condition("an opponent controls more Beast ally than you").holds(scene(state)) is holds


@pytest.mark.parametrize(("first", "holds"), [("Bear", True), ("Page", False)])
def test_the_number_of_one_thing_can_be_even(first: str, holds: bool) -> None:
    """The Bear has power 4, the Page power 1; what has no number at all is neither odd nor even."""
    state = table(f"{{field: [{first}]}}")
    card = find(state, first)
    assert Condition("power of this is even").holds(Scene(state, 0, card)) is holds
    assert Condition("memory cost of this is even").holds(Scene(state, 0, card)) is False


# -- amounts -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["power of that", "that amount"])
def test_what_speaks_of_something_where_there_is_nothing_is_none(text: str) -> None:
    """Nothing has happened, and nothing was done, that the words could mean."""
    assert scene(table("{field: [Bear]}", "{}")).amount(Amount(text)) == 0


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("different(reserve cost of ally you control)", 2),
        ("different(power of ally you control)", 2),
        ("different(life of ally you control)", 3),
        ("total(reserve cost of ally you control)", 7),
        ("highest(cost of object you control)", 5),
        ("highest(memory cost of object you control)", 3),
        ("highest(reserve cost of regalia you control)", 0),
        ("lowest(reserve cost of item you control)", 5),
        ("different(reserve cost of ally you do not control)", 0),
    ],
)
def test_costs_4_7_numbers_among_some_objects(text: str, amount: int) -> None:
    """A regalia has a memory cost and no reserve cost, so that nothing of it is compared."""
    state = table("{field: [Cub, Bear, Page, Ring, Lamp]}", "{field: [Ring]}")
    assert scene(state).amount(Amount(text)) == amount


def test_the_number_of_different_costs_is_told() -> None:
    (face,) = read_cards(
        "- {name: Trial, types: [action], cost: {reserve: 0}, abilities: [{ability: text, do: "
        "[{do: draw, amount: different(reserve cost of ally you control)}, "
        "{do: recover, amount: highest(power of ally you control)}]}]}",
        "trial.yaml",
    )
    assert wording(face) == [
        "Draw a card for each different reserve cost among allies you control. "
        "Recover an amount equal to the highest power among allies you control."
    ]


def test_a_mistake_in_what_is_compared_is_named() -> None:
    ability = "{ability: text, do: [{do: draw, amount: highest(power of ally with a buf counter)}]}"
    with pytest.raises(CardFileError, match="unknown counter 'buf'"):
        read_cards(f"- {{name: Trial, types: [action], cost: {{reserve: 0}}, abilities: [{ability}]}}", "trial.yaml")


# -- descriptions ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("object with power 1", {"Cub", "Page"}),
        ("ally with power 2 or more", {"Bear"}),
        ("object with life 2 or less", {"Bear", "Page"}),
        ("ally with odd life", {"Cub", "Page"}),
        ("ally with even power", {"Bear"}),
        ("ally with even life", {"Bear"}),
        ("object with base level 0", {"Spirit of Fire"}),
        ("object of memory cost 3 or more", {"Ring"}),
    ],
)
def test_what_has_no_such_number_fits_nothing_that_is_asked_of_it(text: str, names: set[str]) -> None:
    state = table("{champion: [Spirit of Fire], field: [Cub, Bear, Page, Ring, Lamp]}", "{field: []}")
    kind = Filter(f"{text} you control" if " of " not in text else text.replace("object", "object you control"))
    assert {card.face for card in scene(state).matching(kind)} == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("rested or damaged ally", {"Cub", "Bear"}),
        ("rested ally", {"Cub"}),
        ("non-rested ally", {"Bear", "Page"}),
        ("awake or damaged ally", {"Bear", "Page"}),
    ],
)
def test_what_is_in_one_of_several_states_fits(text: str, names: set[str]) -> None:
    state = table("{field: [{card: Cub, rested: true}, {card: Bear, damage: 1}, Page]}")
    assert {card.face for card in scene(state).matching(Filter(f"{text} you control"))} == names


@pytest.mark.parametrize(
    ("text", "of", "player", "card", "fits"),
    [
        ("card activation", "activation", 1, "Cub", True),
        ("card activation", "trigger", 1, "Cub", False),
        ("card activation you control", "activation", 1, "Cub", False),
        ("card activation you control", "activation", 0, "Cub", True),
        ("card activation you do not control", "activation", 1, "Cub", True),
        ("Human card activation", "activation", 1, "Cub", False),
        ("Human card activation", "activation", 1, "Page", True),
    ],
)
def test_terms_2_negate_what_was_negated_is_described(
    text: str, of: ItemKind, player: int, card: str, fits: bool
) -> None:
    state = table("{hand: [Cub, Page]}")
    event = Negated((), player, card=find(state, card), of=of, by=0)
    assert Filter(text).fits_negated(scene(state), event) is fits


@pytest.mark.parametrize(
    ("who", "what", "number"),
    [
        ("you", "card activation", 2),
        ("you", "Human card activation", 1),
        ("you", "card activation you control", 1),
        ("you", "trigger", 0),
        ("an opponent", "card activation", 0),
        ("an opponent", "trigger", 1),
        ("anyone", "card activation", 2),
    ],
)
def test_terms_2_negate_what_was_negated_in_a_turn_is_counted(who: str, what: str, number: int) -> None:
    """It counts for the player who negated it, whoever had played it; what is asked for is asked of what was negated."""
    state = table("{hand: [Cub, Page]}")
    cub, page = find(state, "Cub"), find(state, "Page")
    state.this_turn = (
        Negated((), 1, card=cub, of="activation", by=0),
        Negated((), 0, card=page, of="activation", by=0),
        Negated((), 0, card=page, of="trigger", by=1),
    )
    assert scene(state).amount(Amount(f"this turn({who} negate {what})")) == number


@pytest.mark.parametrize(
    ("origin", "zone", "what", "fits"),
    [
        ("hand", "graveyard", None, True),
        ("hand", "banishment", None, False),
        ("memory", "graveyard", None, False),
        ("hand", "graveyard", Filter("Beast card"), True),
        ("hand", "graveyard", Filter("Human card"), False),
    ],
)
def test_zones_2_5_a_card_goes_from_a_zone_into_another(
    origin: Place, zone: Place, what: Filter | None, fits: bool
) -> None:
    state = table("{hand: [Cub, Page]}")
    cub = find(state, "Cub")
    event = ZoneChange((), 0, card=cub, origin=origin, zone=zone, hidden=False)
    trigger = Moved(what=what, from_="hand", to="graveyard")
    assert trigger.fits(Scene(state, 0, cub), event) is fits
    assert trigger.may_fit(event, cub.id) is ((origin, zone) == ("hand", "graveyard"))
    assert trigger.fits(Scene(state, 0, find(state, "Page")), event) is (fits and what is not None)


@pytest.mark.parametrize(
    ("names", "of", "fits", "times"),
    [
        (["Cub"], "ability", True, 1),
        (["Cub", "Bear"], "trigger", True, 2),
        (["Cub", "Page"], "ability", True, 1),
        (["Page"], "ability", False, 0),
        (["Cub"], "activation", False, 1),
    ],
)
def test_targets_and_copies_3_what_becomes_a_target_is_described(
    names: list[str], of: ItemKind, fits: bool, times: int
) -> None:
    state = table("{field: [Cub, Bear, Page]}")
    objects = tuple(Named(name, find(state, name).thing) for name in names)
    event = Targeted((), 1, item=7, of=of, objects=(*objects, Named("A", Thing("player", 0))))
    trigger = BecomesTarget(what=Filter("Beast ally you control"), of=("ability", "trigger"))
    assert trigger.fits(scene(state), event) is fits
    assert trigger.times(scene(state), event) == times


@pytest.mark.parametrize("zone", ["field", "stack", "intent", "pantheon"])
def test_abilities_5_5_a_restriction_is_read_for_the_controller_of_what_is_in_play(zone: str) -> None:
    cub = replace(find(table("{hand: [Cub]}"), "Cub"), controller=1)
    assert reader(replace(cub, zone=zone)) == 1


@pytest.mark.parametrize("zone", ["hand", "memory", "deck", "material", "graveyard", "banishment", "lineage"])
def test_abilities_5_5_a_restriction_is_read_for_the_owner_of_any_other_card(zone: str) -> None:
    cub = replace(find(table("{hand: [Cub]}"), "Cub"), controller=1)
    assert reader(replace(cub, zone=zone)) == 0


def test_timing_6_3_an_element_is_disabled_for_the_controller_alone_unless_it_is_enabled_later() -> None:
    void = "{name: Void, types: [item], abilities: [{ability: static, effects: [{static: disable, element: fire}]}]}"
    torch = "{name: Torch, types: [item], abilities: [{ability: static, effects: [{static: enable, element: fire}]}]}"
    fire = "champion: [Spirit of Fire], field"
    for field, enabled in (("Void", False), ("Void, Torch", True), ("Torch, Void", False)):
        state = position(cards(f"[{void}, {torch}]"), f"{{{fire}: [{field}]}}", f"{{{fire}: []}}").state
        assert ("fire" in state.now.enabled_elements(state, 0)) is enabled
        assert "fire" in state.now.enabled_elements(state, 1)


# -- what cannot be read -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        ("{ability: text, do: [{do: draw, amount: two}]}", "'two'"),
        ("{ability: text, do: [{do: draw, amount: ''}]}", "amount: '' is not an amount"),
        ("{ability: text, do: [{do: draw, amount: '-'}]}", "amount: '-' is not an amount"),
        (
            "{ability: text, do: [{do: draw, amount: surplus(ally you control)}]}",
            "a surplus is that of a player over you",
        ),
        (
            "{ability: text, targets: [{of: al1y}], do: [{do: destroy}]}",
            "unknown word 'al1y' in 'al1y'; did you mean ally",
        ),
        (
            "{ability: text, targets: [{of: regalia}], do: [{do: put, what: target, into: hand, preserved: true}]}",
            "only cards that are put into a material deck",
        ),
        (
            "{ability: static, effects: [{static: modify,"
            " numbered: [{keyword: ranged, number: count(ally with stealth)}]}]}",
            "the number of a keyword cannot depend on keywords",
        ),
        ("{ability: static, effects: [{static: enable}]}", "what is enabled is either an element"),
        (
            "{ability: static, effects: [{static: enable, element: fire, basic: true}]}",
            "what is enabled is either an element",
        ),
        ("{ability: static, effects: [{static: prevent, much: {}}]}", "one of least, most and exactly"),
        (
            "{ability: static, effects: [{static: prevent, much: {least: 2, most: 3}}]}",
            "one of least, most and exactly",
        ),
        ("{ability: activated, if: an opponent's champion is fier, do: [{do: draw}]}", "fire"),
        ("{ability: text, targets: [{of: ally with stelth}], do: [{do: destroy}]}", "stealth"),
        (
            "{ability: text, do: [{do: remove counters, kind: buff, amount: 1, all: true}]}",
            "either an amount of counters",
        ),
        ("{ability: text, targets: [{of: card in your gravyard}], do: [{do: destroy}]}", "graveyard"),
        ("{ability: text, targets: [{of: ally of reserve cost X or less}], do: [{do: destroy}]}", "range"),
        (
            "{ability: static, effects: [{static: modify, of: each ally with power 2 or less, power: 1}]}",
            "what changes stats cannot choose by them whose",
        ),
        ("{ability: text, do: [{do: cascade, times: {1 or 2: [{do: draw}]}}]}", "a number or a span"),
    ],
)
def test_what_cannot_be_read_is_named(ability: str, said: str) -> None:
    with pytest.raises(CardFileError, match=said):
        read_cards(f"- {{name: Trial, types: [action], cost: {{reserve: 0}}, abilities: [{ability}]}}", "trial.yaml")


def test_what_changes_no_stat_can_be_about_those_of_some_power() -> None:
    strong = "{ability: static, effects: [{static: modify, of: each ally with power 2 or less, keywords: [taunt]}]}"
    (face,) = read_cards(f"- {{name: Trial, types: [item], abilities: [{strong}]}}", "trial.yaml")
    assert wording(face) == ["Each ally with power 2 or less has Taunt."]


@pytest.mark.parametrize(
    ("effect", "field"),
    [
        ("{do: put, what: this, into: field, counters: {buff: 1}}", "counters"),
        ("{do: summon, token: Powercell, counters: {buff: 1}}", "counters"),
        ("{do: cascade, times: {'1': [{do: draw}]}}", "times"),
        ("{do: depending on, amount: 1, of: {'1': [{do: draw}]}}", "of"),
        ("{do: option, of: {one: [{do: draw}]}}", "of"),
    ],
)
def test_a_mapping_in_a_card_cannot_be_changed(effect: str, field: str) -> None:
    (face,) = read_cards(
        f"- {{name: Trial, types: [action], abilities: [{{ability: text, do: [{effect}]}}]}}", "trial.yaml"
    )
    (ability,) = face.abilities
    assert isinstance(ability, Text)
    with pytest.raises(TypeError, match="card data cannot be changed"):
        getattr(ability.do[0], field).clear()


def test_the_counters_with_which_an_object_enters_cannot_be_changed() -> None:
    enters = "{ability: static, effects: [{static: enters, counters: {buff: 1}}]}"
    (face,) = read_cards(f"- {{name: Trial, types: [item], abilities: [{enters}]}}", "trial.yaml")
    (ability,) = face.abilities
    assert isinstance(ability, StaticAbility)
    (static,) = ability.effects
    assert isinstance(static, Enters)
    with pytest.raises(TypeError, match="card data cannot be changed"):
        static.counters.clear()


def test_nothing_but_a_phrase_is_written_as_its_text() -> None:
    assert write(Filter("ally you control")) == "ally you control"
    assert write(Amount(2)) == 2
    with pytest.raises(TypeError, match="cannot write frozenset"):
        write(frozenset())
