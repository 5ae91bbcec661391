"""What phrases, amounts and conditions mean, each read in a position where another meaning would give another answer."""

from __future__ import annotations

import pytest

import phrases
from archivist.game import Game
from archivist.model.card import Card
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.filters import Filter
from positions import Side, number_of, simple_position
from workshop import cards, position

MADE_UP = cards("""
- {name: Cub, types: [ally], subtypes: [beast], classes: [tamer], cost: {reserve: 1}, power: 1, life: 1}
- name: Rover
  types: [ally]
  subtypes: [animal]
  classes: [ranger]
  elements: [water]
  cost: {reserve: 2}
  power: 2
  life: 3
  abilities: [taunt]
- name: Oracle
  types: [unique, ally]
  subtypes: [human]
  classes: [mage]
  elements: [water]
  cost: {reserve: 3}
  power: 1
  life: 4
- &spark
  name: Spark
  types: [action]
  subtypes: [spell]
  classes: [mage]
  elements: [fire]
  cost: {reserve: 2}
  speed: fast
  abilities: [{ability: text, do: [{do: draw}]}]
- {<<: *spark, name: Surge, cost: {reserve: X}}
- {name: Blade, types: [regalia, weapon], subtypes: [sword], cost: {memory: 1}, power: 1, durability: 2}
- {name: Trinket, types: [regalia, item], subtypes: [artifact], cost: {memory: 0}}
- {name: Popgun, types: [weapon], subtypes: [gun], cost: {reserve: 1}, power: 1, durability: 2}
- {name: Steed, types: [ally], subtypes: [horse], cost: {reserve: 4}, power: 2, life: 2}
""")
A = """{
    champion: [Spirit of Fire, "Rai, Spellcrafter"], champion state: {damage: 3, counters: {enlighten: 2}},
    hand: [Spark, Surge, Cub], memory: [Cub, Spark], deck: [Cub, 9 x Spark], material: [Blade, Trinket],
    graveyard: [Spark, Rover, Rover, Surge], banishment: [Cub, {card: Rover, face down: true}],
    field: [{card: Cub, rested: true}, {card: Rover, damage: 1}, Blade, {card: Popgun, loaded: [Spark]}]
}"""
B = """{
    champion: [Spirit of Water], hand: [Cub], memory: [4 x Cub], deck: [5 x Cub], graveyard: [Cub],
    field: [Oracle, Cub, Popgun, Trinket]
}"""


def rich() -> Game:
    return position(MADE_UP, A, B)


def seen_from(game: Game, name: str = "Rover", zone: str = "field", you: int = 0) -> Scene:
    return Scene(game.state, you, card(game, name, zone))


def card(game: Game, name: str, zone: str = "field") -> Card:
    return game.state.cards[number_of(game, name, zone)]


@pytest.mark.parametrize(
    ("phrase", "count"),
    [
        ("ally", 4),
        ("ally you control", 2),
        ("ally you do not control", 2),
        ("ally an opponent controls", 2),
        ("ally the turn player controls", 2),
        ("ally you own", 2),
        ("another ally", 3),
        ("another ally you control", 1),
        ("another Beast ally", 2),
        ("unit", 6),
        ("unit except your champion", 5),
        ("champion", 2),
        ("object", 10),
        ("object you control", 5),
        ("non-champion object", 8),
        ("regalia", 2),
        ("regalia weapon", 1),
        ("item", 1),
        ("rested ally", 1),
        ("rested unit", 1),
        ("awake ally", 3),
        ("damaged ally", 1),
        ("damaged unit", 2),
        ("non-damaged ally", 3),
        ("loaded weapon", 1),
        ("unloaded weapon", 2),
        ("loaded Gun you control", 1),
        ("loaded object", 1),
        ("unloaded Gun", 1),
        ("loaded card", 1),
        ("Spell loaded card", 1),
        ("ally loaded card", 0),
        ("Beast ally", 2),
        ("Animal or Beast ally", 3),
        ("Human or Animal ally you control", 1),
        ("non-Beast ally", 2),
        ("unique ally", 1),
        ("water ally", 2),
        ("non-water ally", 2),
        ("water Animal ally", 1),
        ("mage ally", 1),
        ("ally or weapon", 7),
        ("ally with taunt", 1),
        ("ally of reserve cost 2", 1),
        ("ally of reserve cost 2 or less", 3),
        ("ally of reserve cost 2 or more", 2),
        ("ally of reserve cost 0 or less", 0),
        ("non-champion object of memory cost 1", 1),
        ("non-champion object of memory cost 0", 1),
        ("non-champion object of memory cost 1 or reserve cost 3", 2),
        ("non-champion object of cost 1", 5),
        ("object named Cub", 2),
        ("ally named Cub you control", 1),
        ("card in your graveyard", 4),
        ("card in any graveyard", 5),
        ("card in an opponent's graveyard", 1),
        ("ally card in your graveyard", 2),
        ("Spell card in your graveyard", 2),
        ("non-Spell card in any graveyard", 3),
        ("card of reserve cost X in your graveyard", 1),
        ("card of reserve cost 2 or less in your graveyard", 4),
        ("card of reserve cost 2 in your graveyard", 3),
        ("card of reserve cost 0 in your graveyard", 0),
        ("card of reserve cost 1 or more in your graveyard", 3),
        ("card in your hand", 3),
        ("card in any hand", 4),
        ("card in your hand or memory", 5),
        ("card in your deck", 10),
        ("card in your material deck", 2),
        ("card in your banishment", 2),
        ("face-down card in your banishment", 1),
        ("face-up card in your banishment", 1),
        ("card in your lineage", 2),
        ("card in your inner lineage", 1),
        ("card in an opponent's inner lineage", 0),
    ],
)
def test_what_a_phrase_means(phrase: str, count: int) -> None:
    """Rules: targets-and-copies.1.4, targets-and-copies.2, costs.4.7, terms.5.loaded."""
    scene = seen_from(rich())
    assert scene.count(Filter(phrase)) == count
    assert scene.there_is(Filter(phrase)) == (count > 0)
    assert len(scene.matching(Filter(phrase))) == count


@pytest.mark.parametrize(
    ("phrase", "there"),
    [
        ("Spell card in your hand", 2),
        ("ally card in your memory", 1),
        ("ally card in your deck", 1),
        ("regalia card in your material deck", 2),
        ("ally card in an opponent's hand", 1),
    ],
)
def test_zones_5_2_what_is_hidden_is_just_a_card(phrase: str, there: int) -> None:
    """The cards are there, and nothing counts them; a player finds those of their own zones only."""
    scene = seen_from(rich())
    wanted = Filter(phrase)
    assert len(scene.matching(wanted)) == there
    assert scene.count(wanted) == 0 and not scene.there_is(wanted) and scene.public(wanted) == ()
    assert len(scene.known(wanted, 0)) == (0 if "opponent" in phrase else there)
    assert len(scene.known(wanted, 1)) == (there if "opponent" in phrase else 0)


def test_zones_5_2_a_face_down_card_has_no_name_and_no_cost() -> None:
    scene = seen_from(rich())
    assert scene.count(Filter("card named Cub in your banishment")) == 1
    assert scene.count(Filter("card named Rover in your banishment")) == 0
    assert scene.count(Filter("card of reserve cost 2 in your banishment")) == 0


@pytest.mark.parametrize(
    ("amount", "number"),
    [
        ("3", 3),
        ("LV", 1),
        ("1 + LV", 2),
        ("3 - LV", 2),
        ("-2", -2),
        ("2 * count(ally)", 8),
        ("count(unit) / 2", 3),
        ("count(ally card in your graveyard) + count(weapon)", 5),
        ("3 * count(unit except your champion) / 2", 7),
        ("counters(enlighten)", 2),
        ("counters(enlighten on this)", 0),
        ("influence", 5),
        ("highest influence of opponents", 5),
        ("full graveyards", 0),
        ("power of this", 2),
        ("that amount", 0),
        ("it", 0),
        ("X", 0),
    ],
)
def test_what_an_amount_is(amount: str, number: int) -> None:
    """Rules: timing.10.3, terms.6.influence."""
    assert Amount(int(amount) if amount.lstrip("-").isdigit() else amount).read(seen_from(rich())) == number


def test_the_highest_influence_is_that_of_opponents() -> None:
    game = position(MADE_UP, "{hand: [9 x Cub]}", "{hand: [2 x Cub], memory: [Cub]}")
    scene = Scene(game.state, 0, game.state.cards[game.state.players[0].hand[0]])
    assert Amount("highest influence of opponents").read(scene) == 3
    assert Amount("influence").read(scene) == 9


@pytest.mark.parametrize(("cards", "full"), [(7, 0), (8, 1), (9, 1)])
def test_a_graveyard_is_full_with_8_cards(cards: int, full: int) -> None:
    game = position(MADE_UP, f"{{hand: [Cub], graveyard: [{cards} x Cub]}}")
    assert Amount("full graveyards").read(seen_from(game, "Cub", "hand")) == full


@pytest.mark.parametrize(
    ("condition", "holds", "a", "b", "setup"),
    [
        ("your turn", True, "{}", "{}", {}),
        ("your turn", False, "{}", "{}", {"turn": "B"}),
        ("an opponent's turn", True, "{}", "{}", {"turn": "B"}),
        ("an opponent's turn", False, "{}", "{}", {}),
        ("an opponent's recollection phase", True, "{}", "{}", {"turn": "B", "phase": "recollection"}),
        ("an opponent's recollection phase", False, "{}", "{}", {"turn": "A", "phase": "recollection"}),
        ("an opponent's recollection phase", False, "{}", "{}", {"turn": "B"}),
        ("class bonus", True, "{}", "{}", {}),
        ("class bonus", False, "{champion: [Spirit of Fire]}", "{}", {}),
        ("element bonus", True, "{}", "{}", {}),
        ("element bonus", False, "{champion: [Spirit of Water]}", "{}", {}),
        ("Rai bonus", True, "{}", "{}", {}),
        ("Rai bonus", False, "{champion: [Spirit of Fire]}", "{champion: [Spirit of Fire, 'Rai, Spellcrafter']}", {}),
        ("level 1+", True, "{}", "{}", {}),
        ("level 2+", False, "{}", "{}", {}),
        ("level 2+", True, "{champion state: {counters: {level: 1}}}", "{}", {}),
        ("base level 1+", True, "{}", "{}", {}),
        ("base level 2+", False, "{champion state: {counters: {level: 3}}}", "{}", {}),
        ("base level 2+", True, "{champion: [Spirit of Fire, 'Rai, Spellcrafter', 'Rai, Archmage']}", "{}", {}),
        ("damage 3+", True, "{champion state: {damage: 3}}", "{}", {}),
        ("damage 3+", False, "{champion state: {damage: 2}}", "{champion state: {damage: 5}}", {}),
        ("memory 2+", True, "{memory: [2 x Cub]}", "{}", {}),
        ("memory 2+", False, "{memory: [Cub]}", "{memory: [3 x Cub]}", {}),
        ("deluge 2", True, "{graveyard: [2 x Rover]}", "{}", {}),
        ("deluge 2", False, "{graveyard: [Rover, Cub]}", "{graveyard: [2 x Rover]}", {}),
        ("balance", True, "{memory: [Cub]}", "{}", {}),
        ("balance", False, "{memory: [2 x Cub]}", "{memory: [Cub]}", {}),
        ("equestrian", True, "{field: [Steed]}", "{}", {}),
        ("equestrian", False, "{field: [Cub]}", "{field: [Steed]}", {}),
        ("a unit is attacking", False, "{}", "{}", {}),
        ("an opponent's champion is water", True, "{}", "{}", {}),
        ("an opponent's champion is fire", False, "{}", "{}", {}),
        ("another fire card is in its lineage", True, "{}", "{}", {}),
        ("another water card is in its lineage", False, "{}", "{}", {}),
        ("you control a Beast ally", True, "{field: [Cub]}", "{}", {}),
        ("you control a Beast ally", False, "{field: [Steed]}", "{field: [Cub]}", {}),
        ("you control an awake ally", False, "{field: [{card: Cub, rested: true}]}", "{}", {}),
        ("you control a loaded Gun", True, "{field: [{card: Popgun, loaded: [Spark]}]}", "{}", {}),
        ("you control a loaded Gun", False, "{field: [Popgun]}", "{field: [{card: Popgun, loaded: [Spark]}]}", {}),
        ("there is a card named Cub in any graveyard", True, "{}", "{graveyard: [Cub]}", {}),
        ("there is a card named Cub in your graveyard", False, "{}", "{graveyard: [Cub]}", {}),
        ("count(ally you control) >= 2", True, "{field: [2 x Cub]}", "{}", {}),
        ("count(ally you control) >= 2", False, "{field: [Cub]}", "{field: [Cub]}", {}),
        ("count(ally you control) <= 1", True, "{field: [Cub]}", "{}", {}),
        ("count(ally you control) <= 1", False, "{field: [2 x Cub]}", "{}", {}),
        ("count(ally you control) = 1", True, "{field: [Cub]}", "{}", {}),
        ("count(ally you control) = 1", False, "{field: [2 x Cub]}", "{}", {}),
        ("count(ally you control) = 1", False, "{}", "{}", {}),
        ("counters(enlighten) >= 2", True, "{champion state: {counters: {enlighten: 2}}}", "{}", {}),
        ("counters(enlighten) >= 2", False, "{champion state: {counters: {enlighten: 1}}}", "{}", {}),
        ("your turn and level 2+", False, "{}", "{}", {}),
        ("your turn and level 1+", True, "{}", "{}", {}),
        ("level 2+ and your turn", False, "{}", "{}", {}),
        ("not your turn", False, "{}", "{}", {}),
        ("not an opponent's turn and not level 2+", True, "{}", "{}", {}),
    ],
)
def test_when_a_condition_holds(condition: str, holds: bool, a: str, b: str, setup: dict[str, str]) -> None:
    """Read for the player of a mage's fire card in hand, whose champion is Rai, of level 1.

    Rules: abilities.5.5, keywords.level-restriction, keywords.balance, keywords.equestrian, keywords.deluge.
    """
    game = position(MADE_UP, f"{{hand: [Spark], {a[1:]}", b, **setup)
    assert Condition(condition).holds(seen_from(game, "Spark", "hand")) is holds
    assert Condition(f"not {condition}").holds(seen_from(game, "Spark", "hand")) is not holds or " and " in condition


@pytest.mark.rule("zones.5.2")
def test_a_player_finds_cards_of_a_kind_in_hidden_zones_only_where_they_see_them() -> None:
    """One searches one's own memory; of another's one knows what was shown, and of mere cards how many there are."""
    game = simple_position(Side(memory=("Fireball", "Fireball", "Idle Thoughts")), memory=["Fireball"])
    state = game.state.copy()
    mine, first, second, thoughts = (number for seat in (0, 1) for number in state.players[seat].memory)
    state.alter(second, known_to=(0,))
    scene = Scene(state, 0, state.cards[mine])

    def found(text: str, seat: int) -> set[int]:
        return {card.id for card in scene.known(Filter(text), seat)}

    assert found("fire card in any memory", 0) == {mine, second}
    assert found("fire card in any memory", 1) == {first, second}
    assert found("card in any memory", 0) == {mine, first, second, thoughts}


@pytest.mark.parametrize("number", range(6))
def test_what_fits_is_found_in_one_go_as_it_is_one_by_one(number: int) -> None:
    scene = phrases.scene(number)
    placed = [phrase for kind, text in phrases.texts() if kind is Filter and (phrase := Filter(text)).zones]
    for wanted in placed:
        fitting = {card.id for card in scene.state.cards if wanted.fits(scene, card)}
        assert {card.id for card in scene.matching(wanted)} == fitting, wanted.text
