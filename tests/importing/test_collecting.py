"""Importing cards: which files are read, what becomes of the cards, and that nothing is ever half applied."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from archivist import Game
from archivist.cards import Pool, pool, pool_of, written
from archivist.cards.collection import COMPILED, FINISHED, Made
from archivist.cli import app
from archivist.decks import Deck
from archivist.importing import collecting, read_content, read_files, refresh, take_in
from archivist.importing.collecting import UNFINISHED
from archivist.importing.records import merged
from archivist.model.errors import CardFileError, DeckListError, UnknownName
from archivist.notation import decklists
from archivist.places import PRINTED

RAM: dict[str, Any] = {
    "uuid": "x1",
    "name": "Trial Ram",
    "types": ["ALLY"],
    "classes": ["TAMER"],
    "subtypes": ["TAMER", "ANIMAL"],
    "element": "NORM",
    "cost_reserve": 2,
    "cost_memory": None,
    "power": 2,
    "life": 3,
    "speed": None,
    "effect_raw": "On Enter: Draw a card.",
    "editions": [{"set": "one"}, {"set": "two"}],
    "nobody": {"knows": "this"},
}
ODD: dict[str, Any] = {
    **RAM,
    "name": "Trial Oddity",
    "effect_raw": "On Enter: Draw a card.\n\nFrobnicate each purple ally.",
}


def content(value: Any) -> bytes:
    return json.dumps(value).encode()


def records(*cards: Any) -> list[dict[str, Any]]:
    return read_content(content(list(cards)), "trial")


# -- what a file may be ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    [
        RAM,
        [RAM],
        {"data": [RAM], "page": 1, "has_more": False},
        [{"data": [RAM]}, {"data": []}],
        {"pages": [{"data": [RAM]}]},
        {"query": "ram", "results": {"data": [RAM]}},
        [{"data": [RAM]}, {"data": [{**RAM, "uuid": "x2", "rarity": 3}]}],
    ],
    ids=["a card", "a list", "a page", "pages", "pages under a name", "a saved search", "a reprint"],
)
def test_one_card_a_page_pages_and_searches_are_read(value: Any, tmp_path: Path) -> None:
    report = take_in(tmp_path, read_content(content(value), "trial"))
    assert (report.cards, report.compiled, report.whole) == (1, ("Trial Ram",), 1)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (b"{", "trial: this is not JSON"),
        (b"\xff", "trial: this is not JSON"),
        (b"[]", "trial: there is no card in it"),
        (b'{"page": 1}', "expected a card with a name, a page with data, or a list of these, not an object with page"),
        (b"[[3]]", r"trial: \[0\]\[0\]: expected a card"),
        (b'{"data": [{"name": "A"}, {"name": ""}]}', r"trial: data\[1\]: a card's name is text, not ''"),
        (b'{"data": [{"name": "A", "effect_raw": 4}]}', r"data\[0\]: A: the text \(effect_raw\) is not text but 4"),
        (b'{"name": "A\\u001b"}', "a control character"),
    ],
)
def test_a_bad_file_is_refused_with_its_place(value: bytes, says: str) -> None:
    with pytest.raises(CardFileError, match=says):
        read_content(value, "trial")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CardFileError, match=r"absent.json: cannot be read \(No such file"):
        read_files([tmp_path / "absent.json"])


def test_a_fact_of_the_wrong_kind_changes_nothing(tmp_path: Path) -> None:
    take_in(tmp_path, records(RAM))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(CardFileError, match="Trial Oddity: power is a number, not 'strong'"):
        take_in(tmp_path, records({**RAM, "life": 9}, {**ODD, "power": "strong"}))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_disk_that_fails_leaves_the_old_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take_in(tmp_path, records(RAM))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CardFileError, match=r"cannot be written to .*: No space left on device"):
        take_in(tmp_path, records({**RAM, "life": 9}))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


# -- what becomes of cards ---------------------------------------------------------------------------------------


def test_a_card_is_compiled_partly_compiled_or_refused(tmp_path: Path) -> None:
    bad = {**RAM, "name": "Trial Riddle", "effect_raw": "Frobnicate each purple ally."}
    bare = {"name": "Trial Bare", "types": ["ACTION"], "effect_raw": "Draw a card."}
    mute = {key: value for key, value in RAM.items() if key != "effect_raw"} | {"name": "Trial Mute"}
    report = take_in(tmp_path, records(RAM, ODD, bad, bare, mute, {**RAM, "name": "Fireball"}))
    assert report.compiled == ("Trial Ram",)
    assert list(report.partly) == ["Trial Oddity"]
    assert "Frobnicate each purple ally" in report.partly["Trial Oddity"]
    assert list(report.refused) == ["Trial Bare", "Trial Mute", "Trial Riddle"]
    assert report.refused["Trial Bare"] == "the record does not give its element and cost"
    assert report.refused["Trial Mute"] == "the record has no text (effect_raw)"
    assert report.by_hand == ("Fireball",)
    assert "types ally, not action" in report.differing["Fireball"]


def test_imported_cards_are_in_the_pool_and_can_be_played(tmp_path: Path) -> None:
    take_in(tmp_path, records(RAM, ODD))
    cards = pool_of(tmp_path)
    assert cards["Trial Ram"].power == 2
    assert set(cards) - set(pool()) == {"Trial Ram"}
    assert cards.digest != pool().digest
    deck = Deck(("Spirit of Fire",), {"Trial Ram": 60})
    assert Game.new((deck, deck), seed=1, cards=cards).decision is not None


def test_a_deck_with_a_card_that_is_not_understood_says_which_and_why(tmp_path: Path) -> None:
    take_in(tmp_path, records(ODD))
    cards = pool_of(tmp_path)
    with pytest.raises(
        DeckListError, match=r"line 2: Trial Oddity cannot be played: 'Frobnicate each purple ally.' at"
    ):
        decklists.read("# Main Deck\n4 trial oddity\n", cards)
    with pytest.raises(UnknownName, match="Trial Oddity cannot be played"):
        cards.find("Trial Oddity")


def test_newer_data_replaces_older_data(tmp_path: Path) -> None:
    take_in(tmp_path, records(RAM))
    old = pool_of(tmp_path)
    take_in(tmp_path, records({**RAM, "power": 5}))
    new = pool_of(tmp_path)
    assert (old["Trial Ram"].power, new["Trial Ram"].power) == (2, 5)
    assert old.digest != new.digest


def test_a_record_that_says_it_is_older_does_not_replace(tmp_path: Path) -> None:
    new, old = {**RAM, "last_update": "2026-05-01", "power": 5}, {**RAM, "last_update": "2025-01-01"}
    assert [each["power"] for each in merged(records(new), records(old))] == [5]
    assert [each["power"] for each in merged(records(old), records(new))] == [5]


def test_names_are_one_whatever_the_apostrophe() -> None:
    one, other = {**RAM, "name": "Ram's  Trial"}, {**RAM, "name": "Ram’s Trial"}
    assert [each["name"] for each in merged(records(one), records(other))] == ["Ram's Trial"]


def test_a_cost_in_the_newer_form_is_read(tmp_path: Path) -> None:
    card = {key: value for key, value in RAM.items() if not key.startswith("cost")}
    take_in(tmp_path, records({**card, "cost": {"type": "reserve", "value": "4"}}))
    assert pool_of(tmp_path)["Trial Ram"].cost.reserve == 4


def test_cards_6_1_another_side_is_imported_with_its_card(tmp_path: Path) -> None:
    back = {**RAM, "name": "Trial Ram Awake", "cost_reserve": None, "power": 6}
    front = {**RAM, "editions": [{"other_orientations": [back]}]}
    take_in(tmp_path, records(front))
    cards = pool_of(tmp_path)
    assert cards["Trial Ram"].flip == "Trial Ram Awake"
    assert cards["Trial Ram Awake"].side == "flip"
    back["effect_raw"] = "Frobnicate."
    report = take_in(tmp_path, records(front))
    assert report.refused["Trial Ram"] == "its other side, Trial Ram Awake, is not understood"


# -- finishing by hand -------------------------------------------------------------------------------------------


def test_what_is_understood_in_part_can_be_finished_by_hand(tmp_path: Path) -> None:
    take_in(tmp_path, records(ODD))
    unfinished = (tmp_path / UNFINISHED).read_text("utf-8")
    assert "# not understood: Frobnicate each purple ally." in unfinished
    (tmp_path / FINISHED).write_text(re.sub(r"  # not understood:.*", "  - vigor", unfinished), "utf-8")
    cards = pool_of(tmp_path)
    assert "vigor" in cards["Trial Oddity"].keyword_words
    assert len(cards["Trial Oddity"].abilities) == 2
    assert "Trial Oddity" not in cards.not_understood
    report = take_in(tmp_path, records(ODD))
    assert (report.finished, report.partly) == (("Trial Oddity",), {})


def test_a_finished_card_counts_before_everything(tmp_path: Path) -> None:
    take_in(tmp_path, records(RAM))
    text = "- {name: Trial Ram, types: [ally], power: 8, life: 8, cost: {reserve: 1}}\n"
    (tmp_path / FINISHED).write_text(text + text.replace("Trial Ram", "Fireball"), "utf-8")
    cards = pool_of(tmp_path)
    assert (cards["Trial Ram"].power, cards["Fireball"].power) == (8, 8)


def test_a_mistake_in_the_finished_file_is_named(tmp_path: Path) -> None:
    (tmp_path / FINISHED).write_text("- {name: Trial Ram, types: [aly]}\n", "utf-8")
    with pytest.raises(CardFileError, match=rf"{FINISHED}: Trial Ram: unknown type 'aly'; did you mean ally"):
        pool_of(tmp_path)
    (tmp_path / FINISHED).write_text(
        "- {name: Trial, types: [item], abilities: [{ability: lineage, name: Nobody}]}\n", "utf-8"
    )
    with pytest.raises(CardFileError, match=f"{FINISHED}: Trial: .*no champion named 'Nobody'"):
        pool_of(tmp_path)


# -- the cache ---------------------------------------------------------------------------------------------------


def test_a_collection_is_compiled_again_only_if_something_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not refresh(tmp_path)
    take_in(tmp_path, records(RAM))
    made = (tmp_path / COMPILED).read_bytes()
    assert not refresh(tmp_path)
    monkeypatch.setattr(collecting, "fingerprint", lambda: "another compiler")
    assert refresh(tmp_path)
    assert not refresh(tmp_path)
    monkeypatch.undo()
    (tmp_path / COMPILED).write_bytes(b"{broken")
    with pytest.raises(CardFileError, match=r"cards.json is not of this version or broken"):
        pool_of(tmp_path)
    assert refresh(tmp_path)
    assert (tmp_path / COMPILED).read_bytes() == made


def test_a_broken_record_file_is_named(tmp_path: Path) -> None:
    (tmp_path / PRINTED).write_bytes(b"{")
    with pytest.raises(CardFileError, match=r"printed.json is broken"):
        take_in(tmp_path, records(RAM))


def test_printed_text_stays_out_of_the_compiled_cards(tmp_path: Path) -> None:
    take_in(tmp_path, records(RAM))
    assert b"Draw a card" not in (tmp_path / COMPILED).read_bytes()
    assert b"Draw a card" in (tmp_path / PRINTED).read_bytes()


def test_thousands_of_cards_load_quickly(tmp_path: Path) -> None:
    """2,500 cards load in under a second on an idle machine; here the time of the processor counts, with room."""
    faces = [face for face in written().values() if face.is_card]
    many = [replace(faces[n % len(faces)], name=f"Trial {n}") for n in range(2500)]
    made = Made("x", "x", tuple(many), {})
    (tmp_path / COMPILED).write_bytes(collecting._encoder.encode(made))
    least = min(_taken(tmp_path) for _ in range(3))
    assert least < 1.0


def _taken(folder: Path) -> float:
    begun = time.process_time()
    assert len(pool_of(folder)) >= 2700
    return time.process_time() - begun


def test_the_library_is_imported_quickly() -> None:
    """Under 150 ms; the processor's time, the best of three."""
    script = "import time; t = time.process_time(); import archivist; print(time.process_time() - t)"
    runs = [float(subprocess.check_output([sys.executable, "-c", script], text=True)) for _ in range(3)]
    assert min(runs) < 0.15


# -- the command -------------------------------------------------------------------------------------------------


def command(home: Path, *words: str, status: int = 0) -> str:
    """What a command prints that is run as a process of its own, with a data directory of its own."""
    environment = {key: value for key, value in os.environ.items() if key != "ARCHIVIST_POOL"}
    done = subprocess.run(
        [sys.executable, "-m", "archivist.cli", *words],
        env={**environment, "ARCHIVIST_HOME": str(home), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """A page of cards, a deck with one of them, a deck with one that is not understood, and a scenario."""
    written_files = {
        "cards.json": json.dumps({"data": [RAM, ODD]}),
        "good.txt": "# Material\n1 Spirit of Fire\n# Main\n4 Trial Ram\n",
        "bad.txt": "# Material\n1 Spirit of Fire\n# Main\n4 Trial Oddity\n",
        "ram.yaml": (
            "title: A ram draws\ncites: [RS.1]\nsetup:\n"
            "  A: {champion: [Spirit of Fire], hand: [Trial Ram, 2 x Idle Thoughts], deck: [Fireball]}\n"
            "  B: {champion: [Spirit of Water]}\nsteps:\n"
            "- A: {activate: Trial Ram}\n- resolve: all\n- expect: {A/hand: [Fireball], A/field: [Trial Ram]}\n"
        ),
    }
    for name, text in written_files.items():
        (tmp_path / name).write_text(text, "utf-8")
    return {name: tmp_path / name for name in written_files}


def test_all_commands_see_what_was_imported(tmp_path: Path, files: dict[str, Path]) -> None:
    home = tmp_path / "home"
    said = command(home, "import", str(files["cards.json"]))
    assert "2 cards read: 1 compiled, 1 partly, 0 refused" in said
    assert "Trial Oddity: 'Frobnicate each purple ally.' at" in said
    assert "Trial Ram" in command(home, "cards", "--name", "trial")
    assert "Draw a card" in command(home, "cards", "Trial Ram")
    assert "Trial Ram" in command(home, "decks", str(files["good.txt"]), status=1)
    assert "Trial Oddity cannot be played" in command(home, "decks", str(files["bad.txt"]), status=2)
    assert "Trial Oddity cannot be played" in command(home, "cards", "Trial Oddity", status=2)
    assert "PASS" in command(home, "judge", str(files["ram.yaml"]))
    assert "Trial Ram" not in command(tmp_path / "elsewhere", "cards", "--name", "trial")


def test_another_folder_can_be_named(tmp_path: Path, files: dict[str, Path]) -> None:
    home, own = tmp_path / "home", tmp_path / "own"
    said = command(home, "import", str(files["cards.json"]), "--pool", str(own), "--json")
    assert json.loads(said.splitlines()[0])["compiled"] == ["Trial Ram"]
    assert not (home / "pool").exists()
    assert "Trial Ram" in command(home, "--pool", str(own), "cards", "--name", "trial")
    assert "Trial Ram" not in command(home, "cards", "--name", "trial")


def test_a_folder_that_is_not_there_is_told_and_importing_makes_it(tmp_path: Path) -> None:
    own = tmp_path / "own"
    missing = CliRunner().invoke(app, ["--pool", str(own), "cards"], env={"ARCHIVIST_POOL": ""})
    assert missing.exit_code == 2
    assert missing.stderr == f"there is no folder {own}; archivist import FILE.json --pool {own} makes one\n"
    file = tmp_path / "cards.json"
    file.write_bytes(content(RAM))
    made = CliRunner().invoke(app, ["--pool", str(own), "import", str(file)], env={"ARCHIVIST_POOL": ""})
    assert made.stdout.startswith("1 card read: 1 compiled")
    assert (own / COMPILED).exists()


def test_the_command_refuses_what_it_cannot_read(tmp_path: Path) -> None:
    run = CliRunner().invoke(app, ["import", str(tmp_path / "absent.json"), "--pool", str(tmp_path / "own")])
    assert run.exit_code == 2
    assert "absent.json: cannot be read (No such file" in run.output
    assert not (tmp_path / "own").exists()
    run = CliRunner().invoke(app, ["import"])
    assert (run.exit_code, "--fetch" in run.output) == (2, True)


def test_a_replay_knows_the_cards_it_was_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay with an imported card holds its digest: after the card has changed it is refused, with the card named."""
    from archivist.log import recording, replays
    from archivist.model.errors import ReplayError

    def known(cards: Pool) -> None:
        for module in (recording, replays):
            monkeypatch.setattr(module, "pool", lambda: cards)

    take_in(tmp_path, records(RAM))
    first = pool_of(tmp_path)
    deck = Deck(("Spirit of Fire",), {"Trial Ram": 60})
    known(first)
    replay = Game.new((deck, deck), seed=1, cards=first).to_replay()
    assert first.digest in replay
    take_in(tmp_path, records({**RAM, "power": 5}))
    known(pool_of(tmp_path))
    with pytest.raises(ReplayError, match="Trial Ram is a different card here"):
        replays.Replay.read(replay)
