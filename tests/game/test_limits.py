"""Nothing small is slow: counts multiply within a limit, and what takes long is done a few times only."""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable
from typing import Any

import pytest

from archivist import Deck, DeckListError, Game, ScenarioError
from archivist.cards.names import Names
from archivist.decks import LARGEST
from archivist.model.errors import nearest
from archivist.notation import decklists

SETUP = "setup:\n  A: {{champion: [Spirit of Fire], {}}}\n  B: {{champion: [Spirit of Water]}}\n"


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("hand: [1000000 x Fireball]", "1000000 x is more than a game can have; the limit is 999"),
        ("hand: [999 x Fireball, 999 x Fireball, 3 x Fireball]", "this makes 2,001 cards; the limit is 2,000"),
        ("hand: [{card: 999 x Fireball, count: 999}]", "this makes 998,001 cards; the limit is 2,000"),
        ("field: [{card: 40 x Gray Wolf, loaded: [50 x Fireball]}]", "this makes 2,040 cards; the limit is 2,000"),
        (
            "field: [{card: Gray Wolf, loaded: [999 x Fireball, 999 x Fireball, 999 x Fireball]}]",
            "this makes 2,997 cards",
        ),
        (
            "hand: [Fireball], deck: [999 x Fireball], graveyard: [999 x Fireball], memory: [999 x Fireball]",
            "2,998 cards",
        ),
    ],
)
def test_counts_of_a_position_multiply_within_a_limit(zone: str, told: str) -> None:
    with pytest.raises(ScenarioError, match=told):
        Game.from_scenario(SETUP.format(zone))


def test_a_position_may_be_large() -> None:
    game = Game.from_scenario(SETUP.format("hand: [200 x Fireball], deck: [999 x Fireball], field: [200 x Gray Wolf]"))
    assert len(game.state.cards) == 1401


def test_lists_of_a_step_are_limited() -> None:
    steps = "steps:\n  - A: {activate: Fireball, targets: [999 x B/champion, 999 x B/champion, 999 x B/champion]}\n"
    with pytest.raises(ScenarioError, match="this makes 2,997 cards; the limit is 2,000"):
        Game.from_scenario(SETUP.format("hand: [Fireball]") + steps, play=True)


@pytest.mark.parametrize(
    "text",
    [
        "999 Fireball\n999 Idle Thoughts\n999 Gray Wolf\n",
        "# Material\n999 Spirit of Fire\n999 Spirit of Water\n999 Spirit of Wind\n",
        json.dumps({"cards": {"main": [{"name": "Fireball", "quantity": 999}] * 3}}),
        "999 Fireball\n" * 5000,
    ],
    ids=["main", "material", "json", "very long"],
)
def test_a_deck_has_a_size(text: str) -> None:
    with pytest.raises(DeckListError, match=f"a deck cannot have more than {LARGEST:,} cards") as refused:
        decklists.read(text)
    assert len(refused.value.problems) == 1


def test_copies_on_several_lines_add_up() -> None:
    with pytest.raises(DeckListError, match="a deck cannot have 1000 of Fireball"):
        decklists.read("999 Fireball\n1 Fireball\n")
    with pytest.raises(DeckListError, match=r"a deck cannot have 2,001 cards; the limit is 2,000"):
        Deck(("Spirit of Fire",) * 2001, {})


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words for which near ones are looked for."""
    found: list[str] = []
    searching: Callable[..., Any] = difflib.get_close_matches

    def search(word: str, *args: Any, **kwargs: Any) -> Any:
        found.append(word)
        return searching(word, *args, **kwargs)

    monkeypatch.setattr(difflib, "get_close_matches", search)
    return found


def test_near_names_are_looked_for_a_few_times_only(looks: list[str]) -> None:
    with pytest.raises(DeckListError) as refused:
        decklists.read("\n".join(f"1 Unknown Card {number}" for number in range(1500)))
    assert len(refused.value.problems) == 1500
    assert len(looks) == decklists.GUESSES
    assert all(each.nearest == () for each in refused.value.problems[decklists.GUESSES :])


def test_near_names_of_very_long_ones_are_not_looked_for(looks: list[str]) -> None:
    assert nearest("x" * 10**6, ["Fireball"]) == []
    assert Names(["Fireball"]).nearest("x" * 10**6) == ()
    assert looks == []
    assert nearest("Firebal", ["Fireball"]) == ["Fireball"]


@pytest.mark.parametrize(
    "line", ["4 " + " " * 10**5 + "x", "9" * 10**5, "# " + "a " * 10**5, "x" * 10**6, ": " * 10**5]
)
def test_a_line_of_a_deck_list_is_short(line: str) -> None:
    """Patterns with several ways to match take quadratic time on long lines."""
    with pytest.raises(DeckListError, match="this line has more than 200 characters"):
        decklists.read(f"4 Fireball\n{line}\n")
