"""Names of things: read once, looked up in a position."""

from __future__ import annotations

import pytest

from archivist.cards import pool
from archivist.game import Game
from archivist.model.decision import Play
from archivist.notation.naming import Name, Names, Problem, read_name, repeated
from archivist.scenario import read_text
from archivist.scenario.reading import start

PLAYERS = ("A", "B")
TEXT = """
setup:
  A:
    champion: [Spirit of Fire, "Rai, Spellcrafter"]
    hand: [Ignite the Soul, Fireball, Fireball, Idle Thoughts]
    graveyard: [Fireball]
    field: [Gray Wolf, {card: Gray Wolf, damage: 1}, Giant Tortoise]
    deck: [2 x Giant Tortoise]
  B:
    champion: [Spirit of Water]
    field: [Gray Wolf]
    deck: [2 x Giant Tortoise]
steps: []
"""


@pytest.fixture
def game() -> Game:
    return start(read_text(TEXT, "t.yaml"))


def name(text: str) -> Name:
    return read_name(text, pool(), PLAYERS)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("A", Name("A", "A")),
        ("A/champion", Name("A/champion", "A", "champion")),
        ("Fireball", Name("Fireball", "", "", "Fireball")),
        ("A/hand/Fireball", Name("A/hand/Fireball", "A", "hand", "Fireball")),
        ("A/field/Gray Wolf#2", Name("A/field/Gray Wolf#2", "A", "field", "Gray Wolf", 2)),
        ("field/Gray Wolf", Name("field/Gray Wolf", "", "field", "Gray Wolf")),
        ("A/Gray Wolf", Name("A/Gray Wolf", "A", "", "Gray Wolf")),
        ("stack/Fireball", Name("stack/Fireball", "", "stack", "Fireball")),
        ("stack/Fireball/copy", Name("stack/Fireball/copy", "", "stack", "Fireball", 0, True)),
        ("stack/Fireball/copy#2", Name("stack/Fireball/copy#2", "", "stack", "Fireball", 2, True)),
        ("Fireball/copy", Name("Fireball/copy", "", "stack", "Fireball", 0, True)),
        ("trigger/Rai, Archmage", Name("trigger/Rai, Archmage", "", "trigger", "Rai, Archmage")),
        ("trigger/agility", Name("trigger/agility", "", "trigger", "agility")),
        ("ability/Tome of Knowledge", Name("ability/Tome of Knowledge", "", "ability", "Tome of Knowledge")),
        ("A/hand/Spellshield: Arcane", Name("A/hand/Spellshield: Arcane", "A", "hand", "Spellshield: Arcane")),
    ],
)
def test_names_are_taken_apart(text: str, read: Name) -> None:
    assert name(text) == read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Firebal", "no card is named 'Firebal'; did you mean Fireball"),
        ("A/hand/Firebal", "no card is named 'Firebal'; did you mean Fireball"),
        ("A/hnad/Fireball", "unknown zone or player 'hnad' in 'A/hnad/Fireball'; did you mean hand"),
        ("C/hand/Fireball", "unknown zone or player 'C'"),
        ("A/champoin", "no card is named 'champoin'; did you mean champion"),
        ("ability/agility", "no card is named 'agility'"),
        ("A/hand", "no card is named ''"),
        ("hand", "no card is named ''"),
        ("", "no card is named ''"),
        ("A/", None),
    ],
)
def test_unknown_words_in_names(text: str, said: str | None) -> None:
    if said is None:
        assert name(text).is_player
        return
    with pytest.raises(Problem) as caught:
        name(text)
    assert said in str(caught.value)


def test_repeats() -> None:
    assert repeated("3 x Fireball") == (3, "Fireball")
    assert repeated("Fireball") == (1, "Fireball")
    assert repeated('2 x "Rai, Archmage"') == (2, "Rai, Archmage")
    assert repeated("2 x Gaia's Songbird") == (2, "Gaia's Songbird")
    assert repeated("2 x A/hand/Fireball") == (2, "A/hand/Fireball")


@pytest.mark.parametrize(
    ("text", "called"),
    [
        ("A", "A"),
        ("A/champion", "A/champion"),
        ("Rai, Spellcrafter", "A/champion"),
        ("A/field/Rai, Spellcrafter", "A/champion"),
        ("A/hand/Fireball", "A/hand/Fireball"),
        ("A/graveyard/Fireball", "A/graveyard/Fireball"),
        ("B/Gray Wolf", "B/field/Gray Wolf"),
        ("A/Giant Tortoise", "A/field/Giant Tortoise"),
        ("B/Giant Tortoise", "B/deck/Giant Tortoise"),
        ("Spirit of Fire", "A/lineage/Spirit of Fire"),
        ("Spirit of Water", "B/champion"),
    ],
)
def test_names_are_looked_up(game: Game, text: str, called: str) -> None:
    names = Names(game.state)
    thing = names.pick(name(text))
    assert thing is not None
    assert names.called(thing) == called


def test_things_of_one_name_in_one_place_go_by_their_order(game: Game) -> None:
    names = Names(game.state)
    first, second = names.all(name("A/field/Gray Wolf"))
    assert names.pick(name("A/field/Gray Wolf")) == first
    assert names.pick(name("A/field/Gray Wolf#1")) == first
    assert names.pick(name("A/field/Gray Wolf#2")) == second
    assert names.pick(name("A/field/Gray Wolf#3")) is None
    assert names.pick(name("A/field/Gray Wolf"), used=[first]) == second
    assert names.pick(name("Gray Wolf"), among=[first]) == first
    assert names.pick(name("Gray Wolf"), among=[second]) is None  # which one is meant never hangs on what is legal
    assert names.pick(name("Gray Wolf#2"), among=[second]) == second


def test_things_in_several_places_are_ambiguous(game: Game) -> None:
    names = Names(game.state)
    with pytest.raises(Problem, match="'Gray Wolf' could be A/field/Gray Wolf or B/field/Gray Wolf"):
        names.pick(name("Gray Wolf"))
    with pytest.raises(Problem, match="'Fireball' could be A/hand/Fireball or A/graveyard/Fireball"):
        names.pick(name("Fireball"))
    with pytest.raises(Problem, match="'champion' could be A/champion or B/champion"):
        names.pick(Name("champion", "", "champion"))


def test_instances_on_the_stack(game: Game) -> None:
    game.answer(Play("activate", game.state.players[0].hand[0]))
    while not game.acting:
        assert game.decision is not None
        game.answer(next(game.decision.answers()))
    names = Names(game.state)
    thing = names.pick(name("stack/Ignite the Soul"))
    assert thing is not None
    assert names.called(thing) == "Ignite the Soul"
    assert names.pick(name("A/stack/Ignite the Soul")) == thing
    assert names.pick(name("B/stack/Ignite the Soul")) is None
    assert names.pick(name("stack/Ignite the Soul/copy")) is None
    assert names.pick(name("trigger/Ignite the Soul")) is None
