"""The compiled cards that come with the project: which cards are shipped, which are left and why, and no printed words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from archivist.cards import Pool, pool, shipped, written
from archivist.cards.checking import problem
from archivist.cards.collection import decode_faces
from archivist.compiler import Compiled, compile_records, shipping
from archivist.compiler.completeness import lacking
from archivist.compiler.facts import facts_of
from archivist.compiler.records import read_records
from archivist.compiler.shipping import FILE, content, page, reason
from archivist.compiler.usable import Usable, usable

DATA = Path(__file__).parents[3] / "shared" / "data" / "cards-api.json"


def shipment(compiled: list[Compiled], known: Pool) -> Usable:
    return usable(compiled, known, why=reason)


def record(name: str, text: str, **more: Any) -> dict[str, Any]:
    """A record of an item, with other facts where they are given."""
    facts = {"types": ["ITEM"], "classes": ["MAGE"], "subtypes": [], "element": "FIRE", "cost_reserve": 1}
    return {"name": name, "effect_raw": text, **facts, **more}


def test_a_card_that_is_understood_is_shipped() -> None:
    found = shipment(compile_records([record("Trial Lamp", "On Enter: Draw a card.")]), written())
    assert [face.name for face in found.faces] == ["Trial Lamp"]
    assert not found.left


def test_the_words_of_an_ability_that_is_given_are_not_shipped() -> None:
    text = (
        'On Enter: Target ally gains "On Attack: Draw a card." until end of turn.\n\n'
        'On Attack: Your champion gains "On Hit: Draw a card." until end of turn.'
    )
    (face,) = shipment(compile_records([record("Trial Lamp", text)]), written()).faces
    data = msgspec.json.decode(content((face,)))
    assert list(data[0]["grants"]) == ["gained 1", "gained 2"]
    assert b"draw a card" not in content((face,)).lower()
    (again,) = decode_faces(content((face,)))
    assert problem(again) == ""
    assert list(again.grants.values()) == list(face.grants.values())


def test_the_hand_written_card_counts() -> None:
    found = shipment(compile_records([record("Fireball", "Draw a card.", types=["ACTION"])]), written())
    assert (found.faces, found.left, found.by_hand) == ((), {}, 1)


def test_what_is_not_understood_is_left_without_its_sentence() -> None:
    sentence = "On Enter: Juggle seven purple lanterns."
    found = shipment(compile_records([record("Trial Lamp", sentence)]), written())
    assert found.faces == ()
    assert found.left["Trial Lamp"].startswith("paragraph 1, at *Juggle*: expected")
    assert "purple lanterns" not in page(found)


def test_a_card_that_names_a_missing_one_is_left_and_so_is_what_names_that() -> None:
    one = record("Trial Lamp", "On Enter: Summon a Trial Spark token.")
    token = record("Trial Spark", "On Enter: Summon a Trial Glow token.", types=["TOKEN", "ITEM"], cost_reserve=None)
    found = shipment(compile_records([one, token]), written())
    assert set(found.left) == {"Trial Lamp", "Trial Spark"}
    glow = record("Trial Glow", "", types=["TOKEN", "ITEM"], cost_reserve=None)
    assert len(shipment(compile_records([one, token, glow]), written()).faces) == 3


@pytest.mark.parametrize(
    ("facts", "lacks"),
    [
        ({"types": ["ALLY"], "element": "FIRE", "cost_reserve": 1, "power": 1}, ["life"]),
        ({"types": ["ALLY"], "element": "FIRE", "cost_reserve": 1, "power": 0, "life": 1}, []),
        ({"types": ["CHAMPION"], "element": "FIRE", "level": 0, "life": 15}, []),
        ({"types": ["CHAMPION"], "element": "FIRE", "level": 1, "life": 20}, ["cost"]),
        ({"types": ["REGALIA", "WEAPON"], "element": "FIRE", "cost_memory": 0}, ["power", "durability"]),
        ({"types": ["TOKEN", "ITEM"], "element": "NORM"}, []),
        ({"types": ["ACTION"], "cost_reserve": 0}, ["element"]),
        ({"element": "NORM", "cost_reserve": 0}, ["types"]),
    ],
)
def test_facts_that_are_needed_are_named(facts: dict[str, Any], lacks: list[str]) -> None:
    assert lacking(facts_of({"name": "Trial", **facts})) == lacks


def test_shipped_cards_are_sound_and_none_is_written_by_hand() -> None:
    assert len(shipped()) >= 190
    whole = Pool([*written().values(), *shipped()])
    assert len(whole) == len(written()) + len(shipped())
    for face in shipped():
        assert not problem(face), face.name
        assert not whole.wrong_with(face), face.name
        assert pool()[face.name] == face


def test_the_file_is_what_its_cards_are() -> None:
    assert FILE.read_bytes() == content(shipped())


@pytest.mark.skipif(not DATA.exists(), reason="the printed texts are not here")
def test_shipped_cards_are_what_the_compiler_makes_of_their_texts() -> None:
    made = shipment(compile_records(read_records(DATA.read_bytes())), written()).faces
    found = {face.name: face for face in decode_faces(content(made))}
    changed = [face.name for face in shipped() if found.get(face.name) != face]
    assert not changed, "make ship RECORDS=..."


def test_the_file_and_the_page_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shipping, "FILE", tmp_path / "shipped.json")
    monkeypatch.setattr(shipping, "PAGE", tmp_path / "shipped.md")
    source = tmp_path / "records.json"
    cards = [
        record("Trial Lamp", "On Enter: Draw a card."),
        record("Trial Oddity", "Frobnicate."),
        record("Fireball", ""),
    ]
    source.write_bytes(msgspec.json.encode({"data": cards}))
    shipping.main([str(source)])
    assert capsys.readouterr().out == "1 shipped, 1 written by hand, 1 not shipped\n"
    assert [face.name for face in decode_faces((tmp_path / "shipped.json").read_bytes())] == ["Trial Lamp"]
    assert "| Trial Oddity | paragraph 1, at " in (tmp_path / "shipped.md").read_text("utf-8")
    with pytest.raises(SystemExit, match="No such file"):
        shipping.main([str(tmp_path / "absent.json")])
