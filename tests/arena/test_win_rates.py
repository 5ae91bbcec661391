"""The page of win rates, and the pages of the decks built from the whole pool."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archivist.arena import win_rates
from archivist.arena.matchups import Record, Touched
from archivist.arena.win_rates import MARK, PAGE, page, rates
from archivist.cards import pool, written
from archivist.decks import decks, starters, why_not_legal
from archivist.game import Game

BUILT = sorted(set(decks()) - set(starters()))
NOTHING = Touched(frozenset(), frozenset(), frozenset())


def record(first: str, second: str, winner: int | None, *, over: bool = True) -> Record:
    return Record(first, second, winner, over, 10, 100, (NOTHING, NOTHING))


def test_wins_are_counted_for_each_deck_and_each_pair() -> None:
    games = [
        record("rai", "zander", 0),
        record("zander", "rai", 0),
        record("rai", "zander", 0),
        record("rai", "rai", 1),
        record("rai", "zander", None, over=False),
    ]
    made = rates(games, "greedy")
    assert "5 games, each side played by the bot `greedy`; 1 were left unfinished." in made
    assert "| rai | 3 | 67 % (21-94) |" in made
    assert "| [zander](zander.md) | 3 | 33 % (6-79) |" in made
    assert "| silvie | 0 | none |" in made
    header = re.search(r"^\| \| (.*) \|$", made, re.MULTILINE)
    row = re.search(r"^\| rai \| (\d / .*|first.*) \|$", made, re.MULTILINE)
    assert header is not None
    assert row is not None
    cells = dict(zip(header[1].split(" | "), row[1].split(" | "), strict=True))
    assert (cells["zander"], cells["rai"], cells["silvie"]) == ("2 / 3", "first 0 / 1", "0 / 0")


def test_what_stands_above_the_mark_is_kept() -> None:
    text = PAGE.read_text("utf-8")
    above, mark, tables = text.partition(MARK)
    assert mark
    assert page(text, [record("rai", "zander", 0)], "greedy").startswith(above)
    assert re.search(r"\d+ games, each side played by the bot `greedy`", tables)


@pytest.mark.parametrize("name", BUILT)
def test_turn_10_standard_a_built_deck_is_legal_has_a_page_and_plays(name: str) -> None:
    deck = decks()[name]
    assert why_not_legal(deck, "standard") == []
    assert any(card not in written() for card in deck.main), "it shows compiled cards"
    assert Game.new((deck, deck), seed=1).decision is not None
    text = (PAGE.parent / f"{name}.md").read_text("utf-8")
    champions = [pool()[card] for card in deck.material if pool()[card].level]
    assert all(element in text.casefold() for face in champions for element in face.elements if element != "norm")
    cards = {*deck.main, *deck.material, *deck.sideboard}
    spoken = {re.sub(r"\s+", " ", each) for each in re.findall(r"\*([^*]+)\*(?!\*)", text.replace("**", ""))}
    assert all(any(each in card for card in cards) for each in spoken), "a page speaks of cards that the deck has"


def test_the_built_decks_differ_in_class_and_elements() -> None:
    assert len(BUILT) == 5
    faces = {name: [pool()[card] for card in decks()[name].material if pool()[card].level] for name in BUILT}
    kinds = {name: (faces[name][0].classes, {e for face in faces[name] for e in face.elements}) for name in BUILT}
    assert len({classes for classes, _ in kinds.values()}) >= 4
    assert all(one == other or kinds[one] != kinds[other] for one in BUILT for other in BUILT)


def test_the_command_writes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, object] = {}

    def run(decks: object, **options: object) -> list[Record]:
        asked.update(options)
        return [record("rai", "zander", 0)]

    file = tmp_path / "README.md"
    file.write_text(f"# Decks\n\n{MARK}\n\nold tables\n", "utf-8")
    monkeypatch.setattr(win_rates, "PAGE", file)
    monkeypatch.setattr(win_rates, "run", run)
    win_rates.main(games=3, bot="random", seed=5, workers=1)
    assert (asked["games"], asked["bots"], asked["seed"]) == (3, ("random",), 5)
    assert "old tables" not in file.read_text("utf-8")
    assert "1 games, each side played by the bot `random`" in file.read_text("utf-8")
