"""Compiled cards are proved by running: each is played to its abilities, and random decks of them play clean games."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

from archivist.arena import compiled, fuzz
from archivist.arena.playing import compiled_match
from archivist.arena.trial_positions import scenario
from archivist.arena.trials import Trial, aims, trial
from archivist.arena.trying import Failed
from archivist.cards import pool, shipped, written
from archivist.decks import why_not_legal
from archivist.game import Game
from mass import how_many, seeds

STEP = how_many(14, 1)
"""Every card is tried in `make cards` and in `make mass`, each fourteenth in `make test`."""


@pytest.mark.mass
@pytest.mark.parametrize("name", [face.name for face in shipped()][::STEP])
def test_a_shipped_card_runs_clean(name: str) -> None:
    found = trial(name, how_many(2, 8))
    assert found.failed is None, f"{found.failed}\n{found.reproduction}"
    assert found.met | found.bare, "nothing of the card was reached"


@pytest.mark.parametrize(
    "name",
    [
        "Academy Attendant",
        "Airship Engineer",
        "Aithne, Spirit of Fire",
        "Diana, Cursebreaker",  # it needs Curse cards in its lineage
        "Dusklight Communion",  # its cost is a card of a kind in the material deck
        "Imperial Alchemist",  # somebody must brew
        "Lightweaver's Assault",  # its trigger works in memory
        "Mistbound Cutthroat",  # it waits in the graveyard until something is milled
        "Riptide Slash",  # it must kill
        "Seeker's Rifle",  # it must be loaded, and kill
        "The Majestic Spirit",  # it costs 12 memory
    ],
)
def test_a_card_is_played_to_each_of_its_abilities(name: str) -> None:
    assert trial(name).missed == []


def test_what_is_to_be_reached() -> None:
    assert aims(pool()["Fireball"]) == {"played", "resolved"}
    assert aims(pool()["Aithne, Spirit of Fire"]) == {"on the field", "triggered 1"}
    assert aims(pool()["Airship Engineer"]) == {"played", "on the field", "triggered 2"}


def test_conditions_are_met_in_one_setting_and_fail_in_the_other() -> None:
    """Academy Attendant has more power with its class bonus and four cards in memory."""
    face = pool()["Academy Attendant"]
    power = {}
    for setting in ("met", "bare"):
        state = Game.from_scenario(scenario(face, setting, "there", 0)).state
        card = next(state.cards[number] for number in state.field if state.cards[number].face == face.name)
        power[setting] = state.now.power(state, card)
    assert power == {"met": 3, "bare": 2}


@pytest.mark.parametrize("seed", range(8))
def test_turn_10_a_random_deck_of_compiled_cards_is_legal(seed: int) -> None:
    for deck in compiled_match(seed).decks:
        assert why_not_legal(deck, "open") == []
        assert any(name not in written() for name in deck.main)


@seeds(2, 40)
def test_a_game_with_compiled_cards_runs_clean(seed: int) -> None:
    played = fuzz.play(seed, 600, "compiled")
    assert played.failure is None, f"make cards: seed {seed}: {played.failure}"


# -- a failure ---------------------------------------------------------------------------------------------------


def test_a_failure_is_told_with_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A fault in the engine is found by the trial of a card that runs into it, and written as a scenario."""

    def broken(self: object, game: Game) -> None:
        if any(item.is_play and item.source.face == "Fireball" for item in game.state.stack):
            raise ZeroDivisionError("a fault")

    monkeypatch.setattr("archivist.arena.trials.Watch.__call__", broken)
    found = trial("Fireball", 1)
    assert found.failed is not None
    assert "a fault" in found.failed.problem
    assert "Fireball" in found.reproduction
    told = io.StringIO()
    compiled._tell(found, tmp_path, Console(file=told, width=200))
    assert "Fireball: ZeroDivisionError" in told.getvalue()
    assert (tmp_path / "fireball.yaml").read_text("utf-8") == found.reproduction


def test_the_summary_names_what_was_not_reached() -> None:
    one = Trial("One", frozenset(("played", "triggered 1")), frozenset(("played",)), frozenset(), 10)
    two = Trial("Two", frozenset(("played",)), frozenset(), frozenset(), 5, Failed("it broke", "broken"))
    said = compiled.summary([one, two])
    assert said.startswith("1 of 2 cards ran clean in 15 decisions: played 1 of 2, triggered 0 of 1; 0 of these also")
    assert said.endswith("  not reached: One: triggered 1")


def test_the_command_tries_cards_and_plays_games(tmp_path: Path) -> None:
    import typer
    from typer.testing import CliRunner

    app = typer.Typer()
    app.command()(compiled.main)
    run = CliRunner().invoke(app, ["--card", "Fireball", "--games", "1", "--workers", "1", "--folder", str(tmp_path)])
    assert run.exit_code == 0, run.output
    assert "1 of 1 cards ran clean" in run.output
    assert "1 of 1 games ran clean" in run.output
    assert CliRunner().invoke(app, ["--card", "Firebal"]).exit_code == 2
