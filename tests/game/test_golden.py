"""Whole games are played as they were when they were written down, and all cards are worded as they were."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import forms
import phrases
import playouts
import sayings
import sequels
import traces
import uses
from archivist.arena import golden as golden_files
from archivist.arena.golden import CARDS, COUNTED, COUNTS, FOLDER, GAMES, REGENERATE, Count, Golden
from archivist.cards import written
from archivist.game import Game
from archivist.notation import reference
from archivist.notation.playthrough import narrated
from archivist.notation.wording import worded
from archivist.vocabulary.node import Node
from archivist.vocabulary.phrase import Phrase
from mass import how_many
from positions import simple_position

MOST = 400_000


def difference(kept: str, now: str) -> str:
    """The first line in which two texts differ, or nothing."""
    lines = itertools.zip_longest(kept.splitlines(), now.splitlines(), fillvalue="(the end)")
    for number, (was, is_) in enumerate(lines, 1):
        if was != is_:
            return f"line {number}\n  was: {was}\n  now: {is_}"
    return ""


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_kept_game_is_played_as_it_was(golden: Golden) -> None:
    path = FOLDER / f"{golden.name}.txt"
    found = difference(path.read_text("utf-8"), golden.text())
    if found:
        pytest.fail(f"{path.name}: {found}\nIf that is meant, write the kept games anew: {REGENERATE}", pytrace=False)


@pytest.mark.parametrize("golden", GAMES, ids=lambda golden: golden.name)
def test_a_kept_game_is_whole_and_not_too_long(golden: Golden) -> None:
    text = (FOLDER / f"{golden.name}.txt").read_text("utf-8")
    assert len(text) < MOST
    assert f"seed: {golden.seed}\n" in text
    assert "winner: A\n" in text or "winner: B\n" in text
    assert "== before the game ==" in text
    assert "== turn 2: " in text
    assert "the game is over  [turn.9.2, " in text


def test_the_cards_are_worded_as_they_were() -> None:
    found = difference((FOLDER / CARDS).read_text("utf-8"), worded(written().values()))
    if found:
        pytest.fail(f"{CARDS}: {found}\nIf that is meant, write it anew: {REGENERATE}", pytrace=False)


@pytest.mark.parametrize(
    ("path", "listed"),
    [(forms.KEPT, forms.listed), (sayings.KEPT, sayings.listed)],
    ids=["forms", "sayings"],
)
def test_what_the_vocabulary_can_say_means_what_it_meant(path: Path, listed: Callable[[], str]) -> None:
    found = difference(path.read_text("utf-8"), listed())
    if found:
        pytest.fail(f"{path.name}: {found}\nIf that is meant, write it anew: make golden", pytrace=False)


@pytest.mark.parametrize("kind", phrases.KINDS, ids=lambda kind: kind.__name__)
def test_a_phrase_means_what_it_meant(kind: type[Phrase]) -> None:
    found = difference(phrases.kept(kind), phrases.listed(kind))
    if found:
        pytest.fail(f"{phrases.KEPT.name}: {found}\nIf that is meant, write it anew: make golden", pytrace=False)


@pytest.mark.mass
@pytest.mark.parametrize("seed", [*playouts.SEEDS, *playouts.WIDE[:: how_many(12, 1)]])
def test_a_kept_playout_goes_as_it_went(seed: int) -> None:
    found = difference(playouts.kept()[seed], playouts.line(seed))
    if found:
        pytest.fail(f"{playouts.KEPT.name}: {found}\nIf that is meant, write it anew: make golden", pytrace=False)


SCENARIOS = sorted(traces.SCENARIOS.rglob("*.yaml"))


@pytest.mark.mass
@pytest.mark.parametrize("path", SCENARIOS[:: how_many(25, 1)], ids=traces.named)
def test_what_could_come_instead_of_a_scenario_is_what_it_was(path: Path) -> None:
    found = difference(sequels.kept().get(traces.named(path), "(nothing)"), sequels.line(path))
    if found:
        pytest.fail(f"{sequels.KEPT.name}: {found}\nIf that is meant, write it anew: make golden", pytrace=False)


def test_nothing_is_kept_of_a_scenario_that_is_not_there() -> None:
    assert sorted(sequels.kept()) == sorted(map(traces.named, SCENARIOS))


USES = list(enumerate(uses.samples()))


@pytest.mark.mass
@pytest.mark.parametrize(("number", "use"), USES[:: how_many(25, 1)], ids=lambda value: str(value)[:60])
def test_a_word_of_the_vocabulary_is_used_as_it_was(number: int, use: tuple[str, Node]) -> None:
    found = difference(uses.kept()[number], uses.line(number, *use))
    if found:
        pytest.fail(f"{uses.KEPT.name}: {found}\nIf that is meant, write it anew: make golden", pytrace=False)


@pytest.mark.mass
@pytest.mark.parametrize("number", uses.DRAWN[:: how_many(25, 1)])
def test_a_drawn_card_is_used_as_it_was(number: int) -> None:
    found = difference(uses.kept()[len(USES) + number], uses.drawn_line(number))
    if found:
        pytest.fail(f"{uses.KEPT.name}: {found}\nIf that is meant, write it anew: make golden", pytrace=False)


def test_every_use_is_kept() -> None:
    names = [name for _, (name, _) in USES] + [f"drawn {number}" for number in uses.DRAWN]
    assert [line.partition(" ")[2].lstrip() for line in uses.kept()] == names


@pytest.mark.parametrize("count", COUNTED, ids=lambda count: f"seed {count.seed}")
def test_a_counted_game_is_played_as_it_was(count: Count) -> None:
    """The narration is that of `python -m archivist.arena.golden`'s own random players; see `Count`."""
    kept = (FOLDER / COUNTS).read_text("utf-8").split("\n\n")[COUNTED.index(count)].rstrip("\n")
    found = difference(kept, count.text().rstrip("\n"))
    if found:
        pytest.fail(f"{COUNTS}: {found}\nIf that is meant, write the counts anew: {REGENERATE}", pytrace=False)


def test_the_folder_has_what_is_kept_and_nothing_else() -> None:
    kept = [
        CARDS,
        COUNTS,
        *(each.KEPT.name for each in (forms, phrases, playouts, sayings, sequels, traces, uses)),
        *(f"{golden.name}.txt" for golden in GAMES),
    ]
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(kept)


def test_a_difference_names_the_first_line() -> None:
    assert difference("a\nb\n", "a\nb\n") == ""
    assert difference("a\nb\n", "a\nc\n") == "line 2\n  was: b\n  now: c"
    assert "now: (the end)" in difference("a\nb\n", "a\n")


def test_a_game_that_goes_on_can_be_narrated() -> None:
    game: Game = simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"))
    text = narrated(game)
    assert text.startswith("# A game\nformat: standard\nwinner: none yet\n")
    assert "cards of Ada:\n  1 Spirit of Fire\n  1 Rai, Spellcrafter\n  10 Giant Tortoise\n" in text
    assert "seed" not in text


Main = Callable[[Sequence[str]], None]


@pytest.mark.parametrize("main", [golden_files.main, reference.main], ids=["golden", "reference"])
@pytest.mark.parametrize(("argument", "code"), [("--help", 0), ("-h", 0), ("--folder", 2)])
def test_asking_for_help_writes_nothing(
    main: Main, argument: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as left:
        main([argument])
    assert left.value.code == code
    assert list(tmp_path.iterdir()) == []


def test_golden_files_go_into_a_folder_and_over_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(golden_files, "GAMES", ())
    monkeypatch.setattr(golden_files, "COUNTED", ())
    golden_files.main([str(tmp_path / "new")])
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == [CARDS, COUNTS]
    (tmp_path / "file").write_text("kept")
    with pytest.raises(SystemExit):
        golden_files.main([str(tmp_path / "file")])
    assert "file is not a folder" in capsys.readouterr().err
    assert (tmp_path / "file").read_text() == "kept"
