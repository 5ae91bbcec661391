"""Complete random games run clean, random decks are legal, and a failure is told with a file that reproduces it."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from rich.console import Console

from archivist.arena import fuzz, invariants
from archivist.arena.fuzz import Reproduction
from archivist.arena.invariants import Watch
from archivist.arena.playing import (
    MAIN,
    MATERIAL,
    Dice,
    choose,
    match,
    pantheon_deck,
    play_out,
    random_deck,
)
from archivist.arena.trying import Failed, Hang, patience
from archivist.cards import pool
from archivist.decks import Deck, starters
from archivist.game import Game
from archivist.model.decision import Decision, Form
from archivist.model.state import State
from mass import seeds

FIRST_BOON = 26
"""A game in which something is decided before its first turn."""
CROWDED = 400
"""Decisions after which a game of three or four is left: whole ones take long, and their ends are seen elsewhere."""


@seeds(12, 60)
def test_a_random_game_runs_clean(seed: int) -> None:
    """Starter decks, random decks and Pantheon games of two to four players in turn; all checked at every decision."""
    duel = len(match(seed).decks) == 2
    played = fuzz.play(seed) if duel else fuzz.play(seed, CROWDED)
    assert played.failure is None, f"make fuzz GAMES=1 SEED={seed}: {played.failure}"
    assert played.outcome.over or not duel


@pytest.mark.parametrize("seed", range(6))
def test_turn_9_6_a_game_of_three_goes_on_without_the_loser(seed: int) -> None:
    """Small decks are soon empty, so that players lose one after the other, in their own turn and in others'."""
    small = [replace(each, main=dict.fromkeys(list(each.main)[:12], 1)) for each in starters().values()]
    game = Game.new(small, seed=seed, format="pantheon")
    assert play_out(game, seed, 4_000, Watch(game)).over


# -- the players -------------------------------------------------------------------------------------------------


def test_the_same_seed_plays_the_same_game() -> None:
    one, other = match(12).game(), match(12).game()
    assert play_out(one, 5, 200) == play_out(other, 5, 200)
    assert one.state == other.state
    third = match(12).game()
    play_out(third, 6, 200)
    assert third.state != one.state


def test_play_out_stops_at_its_limit() -> None:
    outcome = play_out(match(0).game(), 0, 10)
    assert (outcome.decisions, outcome.over) == (10, False)


FORMS: list[tuple[Form, dict[str, object]]] = [
    ("pick", {"least": 0, "most": 3}),
    ("pick", {"least": 2, "most": 2, "same": ((0, 1), (2, 3))}),
    ("pick", {"least": 0, "most": 2, "sets": ((0, 3), (1,))}),
    ("number", {"least": 2, "most": 5}),
    ("split", {"total": 7}),
    ("order", {}),
    ("arrange", {}),
    ("name", {}),
]


@pytest.mark.parametrize(("form", "more"), FORMS)
def test_every_legal_answer_is_chosen_some_time(form: Form, more: dict[str, object]) -> None:
    asked = replace(Decision(0, "odd", ("PC.2",), "choose", form, ("a", "b", "c", "d")), **more)
    dice = Dice(1)
    chosen = {choose(asked, dice) for _ in range(4_000)}
    assert all(asked.fits(answer) for answer in chosen)
    if form == "pick":
        chosen = {tuple(sorted(answer)) for answer in chosen if isinstance(answer, tuple)}
    assert chosen == set(asked.answers())


def test_a_player_shares_no_dice_with_the_game() -> None:
    game = match(0).game()
    before = game.state.rng
    assert game.decision is not None
    for seed in range(20):
        choose(game.decision, Dice(seed))
    assert game.state.rng == before


# -- the decks ---------------------------------------------------------------------------------------------------


def check_material(deck: Deck) -> None:
    faces = [pool()[name] for name in deck.material]
    assert len(set(deck.material)) == len(deck.material) <= MATERIAL
    champions = [face for face in faces if "champion" in face.words]
    assert sorted(face.level or 0 for face in champions) == [0, 1, 2, 3]
    assert len({face.lineage_name for face in champions if face.level}) == 1
    assert all("regalia" in face.words for face in faces if face not in champions)


def check_elements(deck: Deck) -> None:
    enabled = {"norm", "exalted"} | {element for name in deck.material for element in pool()[name].elements}
    assert all(set(pool()[name].elements) <= enabled for name in deck.main)


@pytest.mark.parametrize("seed", range(20))
def test_random_decks_are_legal(seed: int) -> None:
    deck = random_deck(Dice(seed))
    check_material(deck)
    check_elements(deck)
    assert sum(deck.main.values()) == MAIN
    assert max(deck.main.values()) <= 4
    assert not deck.boons


@pytest.mark.parametrize("seed", range(20))
def test_random_pantheon_decks_are_legal(seed: int) -> None:
    deck = pantheon_deck(Dice(seed))
    check_material(deck)
    check_elements(deck)
    assert set(deck.main.values()) == {1}
    assert len(deck.main) <= MAIN
    assert [pool()[name].words & {"lesser boon", "greater boon"} for name in deck.boons] == [
        {"lesser boon"},
        {"greater boon"},
    ]


def test_seeds_meet_every_pair_of_starters_and_every_number_of_players() -> None:
    matches = [match(seed) for seed in range(54)]
    assert len({each.title for each in matches if "against" in each.title}) == 9
    assert {len(each.decks) for each in matches if each.format == "pantheon"} == {2, 3, 4}


# -- failures ----------------------------------------------------------------------------------------------------


def test_a_failure_is_told_with_a_scenario_that_repeats_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An invariant that fails on the third turn stands for a defect of the engine."""

    def early(state: State) -> str:
        return "it is turn 3" if state.turn.number == 3 else ""

    monkeypatch.setattr(invariants, "OF_STATE", (early,))
    out = io.StringIO()
    summary = fuzz.fuzz(1, 1, 0, tmp_path, out=Console(file=out, width=200))
    (failed,) = summary.failures
    path = tmp_path / "seed-0.yaml"
    assert failed.failure is not None
    assert failed.failure.failed == Failed("BrokenInvariant: early: it is turn 3", "early")
    assert "seed 0 (" in out.getvalue()
    assert str(path) in out.getvalue()
    assert "0 of 1 games ran clean" in summary.text
    assert fuzz.again(path) == "BrokenInvariant: early: it is turn 3"
    monkeypatch.setattr(invariants, "OF_STATE", ())
    assert fuzz.again(path) == ""


def test_a_failure_that_no_scenario_can_tell_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the first turn there is no moment that a set-up could say."""

    def early(state: State) -> str:
        return "the game has begun" if state.turn.number == 1 else ""

    monkeypatch.setattr(invariants, "OF_STATE", (early,))
    summary = fuzz.fuzz(1, 1, FIRST_BOON, tmp_path, out=Console(file=io.StringIO()))
    (failed,) = summary.failures
    path = tmp_path / f"seed-{FIRST_BOON}.json"
    case = msgspec.json.decode(path.read_bytes(), type=Reproduction)
    assert failed.failure is not None
    assert failed.failure.answered > 0
    assert Game.load(case.save.encode()).state.turn.number == 0
    assert fuzz.again(path) == "BrokenInvariant: early: the game has begun"
    monkeypatch.setattr(invariants, "OF_STATE", ())
    assert fuzz.again(path) == ""


def test_an_exception_of_the_engine_is_a_failure_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Game, answer: object, player: object = None) -> None:
        raise KeyError("a defect")

    game = match(0).game()
    assert not game.over
    monkeypatch.setattr(Game, "answer", broken)
    played = fuzz.play(0)
    assert played.failure is not None
    assert played.failure.answered == 1
    assert played.failure.failed.problem == "KeyError: 'a defect'"
    assert played.failure.failed.kind == "KeyError in broken"
    assert "broken" in played.failure.failed.where


def test_what_hangs_is_given_up() -> None:
    with pytest.raises(Hang), patience(0.05):
        while True:
            pass


def test_a_run_in_several_processes_is_the_same(tmp_path: Path) -> None:
    quiet = Console(file=io.StringIO())
    one = fuzz.fuzz(4, 1, 0, tmp_path, 60, quiet)
    two = fuzz.fuzz(4, 2, 0, tmp_path, 60, quiet)
    assert (one.decisions, one.unfinished) == (two.decisions, two.unfinished) == (240, (0, 1, 2, 3))
