"""Any moment of a game becomes a scenario that leads to the same moment, or an error says what cannot be said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from archivist.arena.playing import Dice, Table, match
from archivist.cards import pool, shipped
from archivist.decks import Deck, deck
from archivist.game import Game
from archivist.model import chance
from archivist.model.decision import Pass
from archivist.model.errors import ScenarioError
from archivist.notation.equivalence import difference, of_states
from archivist.notation.naming import Names, full_name, read_name
from archivist.scenario.writing import Unwritable, write
from frames import framed, scenario, written
from mass import how_many, seeds

LONGEST, MOMENTS = 320, 6
SCENARIOS = Path(__file__).parents[2] / "scenarios"


# -- random play -------------------------------------------------------------------------------------------------


@seeds(3, 18)
def test_moments_of_random_games_are_written_and_played_again(seed: int) -> None:
    table, dice = Table(match(seed).game(), seed), Dice(seed + 1)
    chosen = set(dice.some(range(LONGEST), MOMENTS))
    for moment in range(LONGEST):
        answer = table.next_answer()
        if answer is None:
            break
        table.give(answer)
        if moment in chosen and table.game.state.turn.number > 1:
            other = Game.from_scenario(table.game.to_scenario(), play=True)
            assert difference(table.game, other) == "", f"moment {moment}"
            check_views(table.game, other)


def check_views(one: Game, other: Game) -> None:
    """Whatever a player sees is the same but for the handles of things."""
    for seat in range(len(one.state.players)):
        mine, theirs = one.view(seat), other.view(seat)
        zones = [[(zone, each.count) for zone, each in player.zones.items()] for player in mine.players]
        assert zones == [[(zone, each.count) for zone, each in player.zones.items()] for player in theirs.players]
        assert [len(player.zones) for player in mine.players] == [len(player.zones) for player in theirs.players]


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_a_written_game_goes_on_as_the_game_does(seed: int) -> None:
    """The generator is part of what is written: the same answers bring the same cards."""
    table = Table(match(seed).game(), seed)
    while not (table.game.acting and table.game.state.turn.number == 4):
        answer = table.next_answer()
        assert answer is not None
        table.give(answer)
    other = Game.from_scenario(table.game.to_scenario(), play=True)
    for _ in range(20):
        for game in (table.game, other):
            while not game.acting and game.decision is not None:
                game.answer(next(game.decision.answers()))
            game.answer(Pass() if Pass() in game.decision.options else 0) if game.decision else None
    assert of_states(table.game.state, other.state) == ""


def test_every_state_of_the_generator_has_a_seed() -> None:
    state = chance.seeded(7)
    assert chance.seed_of(state) == 7
    for _ in range(5):
        state, _ = chance.below(state, 2)
        assert chance.seeded(chance.seed_of(state)) == state


# -- what a set-up says ------------------------------------------------------------------------------------------


def test_players_go_by_letters_whatever_their_names_are() -> None:
    state = Game.from_scenario(framed("- A: pass", a="hand: [Fireball, 4 x Idle Thoughts]")).state.copy()
    for seat, name in enumerate(("Ada", "Bo")):
        state.alter_player(seat, name=name)
    game = Game(state)
    game.answer(0)
    assert difference(game, Game.from_scenario(written(game), play=True)) == ""


# -- what takes steps --------------------------------------------------------------------------------------------

FIREBALL = "hand: [Fireball, Fireball, 4 x Idle Thoughts]"


def open_play() -> Game:
    """A Fireball whose target is chosen and whose payment is asked for."""
    return scenario(
        """
        - A: {activate: Fireball, targets: [B/champion]}
        - expect: {decision: {player: A, kind: reserve}}
        """,
        a=FIREBALL,
    )


def with_the_stack() -> Game:
    return scenario("- A: {activate: Fireball, targets: [B/champion]}\n- A: pass", a=FIREBALL)


def in_combat() -> Game:
    return scenario(
        "- A: {attack: Honorable Vanguard, targets: [B/champion]}\n- A: pass", a="field: [Honorable Vanguard]"
    )


def retaliating() -> Game:
    steps = """
    - A: {attack: Honorable Vanguard, targets: [B/field/Dungeon Guide]}
    - A: pass
    - B: pass
    - expect: {decision: {player: B, kind: retaliate}}
    """
    return scenario(steps, a="field: [Honorable Vanguard]", b="field: [Dungeon Guide]")


def materializing() -> Game:
    """The choice of what to materialize is open although there is nothing to choose."""
    return scenario("- expect: {phase: materialize}", more="phase: materialize")


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (open_play, "- A: {activate: A/hand/Fireball#1, targets: [B/champion]}\n- expect: {turn: A, phase: main, "),
        (with_the_stack, "reserve: ["),
        (in_combat, "- A: {attack: A/field/Honorable Vanguard, targets: [B/champion]}\n- A: pass\n- expect: "),
        (retaliating, "decision: {player: B, kind: retaliate}}"),
        (materializing, "phase: materialize, opportunity: none, decision:"),
    ],
)
def test_a_moment_that_no_set_up_can_say_follows_from_an_earlier_one(moment: Callable[[], Game], said: str) -> None:
    assert said in written(moment())


def test_a_play_is_left_open_after_a_group_for_which_nothing_was_chosen() -> None:
    """An empty list answers the first group that may be empty; it does not leave that group open."""
    steps = "- A: {activate: Embersong}\n- A: {choose: []}\n- expect: {decision: {player: A, kind: targets}}\n"
    parts = {
        "champion": '[Spirit of Fire, "Silvie, Wilds Whisperer"]',
        "a": "hand: [Embersong, 2 x Idle Thoughts]\nfield: [Blitz Mage, Giant Tortoise]",
    }
    assert "- A: {activate: Embersong, targets: []}\n- expect: {" in written(scenario(steps, **parts))
    made = written(scenario(steps + "- A: {choose: Blitz Mage}", **parts))
    assert "targets: [[], [A/field/Blitz Mage]]" in made


@pytest.mark.mass
def test_the_end_of_every_scenario_can_be_written() -> None:
    """Each has other words in its steps; `make test` takes a sample."""
    files = sorted(SCENARIOS.rglob("*.yaml"))
    for path in files[:: len(files) // how_many(70, len(files))]:
        game = Game.from_scenario(path, play=True)
        assert difference(game, Game.from_scenario(game.to_scenario(), play=True)) == "", path


def test_the_end_of_a_game_is_written() -> None:
    assert "- B: concede\n- expect: {winner: A}\n" in written(scenario("- B: concede"))


def test_a_title_can_be_given() -> None:
    game = scenario("- A: pass")
    assert write(game, "Why is this so").startswith("title: Why is this so\n")
    assert game.to_scenario().startswith("title: 'Turn 5 of player A, main phase'\n")


@pytest.mark.parametrize("passed", [0, 1])
def test_a_boon_that_was_gained_before_the_game_still_waits_in_what_is_written(passed: int) -> None:
    """Both players name a card with Greater Boon of Luxera; every later moment has that behind it (keywords.first-boon)."""
    starter = deck("rai")
    made = Deck(starter.material, {"Fireball": 60}, ("Lesser Boon of Poseidon", "Greater Boon of Luxera"))
    game = Game.new([made] * 2, seed=1 + passed, format="pantheon")
    for name in ("Fireball", "Frostbind"):
        assert game.decision is not None
        game.answer(game.decision.options[0])
        game.answer(name)
    for _ in range(passed):
        game.answer(Pass())
    text = written(game)
    assert "{card: Greater Boon of Luxera, face up: true, delayed: true, named: Fireball}" in text
    assert "{card: Greater Boon of Luxera, face up: true, delayed: true, named: Frostbind}" in text


def test_only_boons_that_make_a_delayed_trigger_have_one_that_waits() -> None:
    for zone, card in (("pantheon", "Greater Boon of Rosen"), ("graveyard", "Arcane Disposition")):
        with pytest.raises(ScenarioError, match=f"{card} is not a boon that makes a delayed trigger"):
            Game.from_scenario(framed("- A: pass", a=f"{zone}: [{{card: {card}, delayed: true}}]"))


# -- what cannot be said -----------------------------------------------------------------------------------------


def test_before_the_game_nothing_can_be_written() -> None:
    with pytest.raises(Unwritable, match="no moment of this game can be the setup of a scenario: the game has not"):
        Game.new(match(2).decks, seed=2, format="pantheon").to_scenario()


def test_a_game_that_reaches_no_further_back_says_what_is_in_the_way() -> None:
    """A loaded game knows no moment before its checkpoint."""
    game = with_the_stack()
    assert game.state.stack
    with pytest.raises(ScenarioError, match="Fireball is on the stack"):
        Game.load(game.save()).to_scenario()


# -- equivalence -------------------------------------------------------------------------------------------------


def test_full_names_name_one_thing_only() -> None:
    game = scenario(
        """
        - A: {activate: A/hand/Fireball#2, targets: [B/champion]}
        - A: pass
        """,
        a="hand: [Fireball, Fireball, 4 x Idle Thoughts]\nfield: [Gray Wolf, Gray Wolf]",
    )
    state = game.state
    things = [card.thing for card in state.cards if card.zone not in ("none", "stack")] + [
        item.thing for item in state.stack
    ]
    players = [player.name for player in state.players]
    for thing in things:
        assert Names(state).all(read_name(full_name(state, thing), state.whole_pool, players)) == [thing]


def test_a_payment_with_a_card_that_another_cost_brings_into_the_hand_is_written() -> None:
    """A reservable ally that is sacrificed and goes to the hand instead pays twice (CA.1.8)."""
    name = "a-reservable-ally-sacrificed-to-hand-pays-twice-for-an-ability-and-for-a-boon.yaml"
    game = Game.from_scenario(SCENARIOS / "paying" / name, play=True)
    written = game.to_scenario()
    assert "reserve: [A/field/Porter, A/hand/Porter]" in written
    assert difference(game, Game.from_scenario(written, play=True)) == ""


def test_a_made_up_card_with_the_name_of_a_compiled_one_is_written_along() -> None:
    name = shipped()[0].name
    own = f"cards: [{{name: {name!r}, types: [ally], elements: [norm], power: 7, life: 7, cost: {{reserve: 0}}}}]\n"
    game = Game.from_scenario(
        f"{own}setup:\n  A: {{champion: [Spirit of Fire], field: [{name!r}]}}\n  B: {{champion: [Spirit of Water]}}\n"
    )
    again = Game.from_scenario(game.to_scenario())
    assert again.state.pool[name] == game.state.pool[name] != pool()[name]
