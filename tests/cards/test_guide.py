"""The guide to adding a card is true: its cards load, read and play as it says, and its errors are those one gets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archivist.cards import Pool, pool, read_cards
from archivist.model.errors import CardFileError
from archivist.notation.wording import wording
from archivist.scenario import run

GUIDE = (Path(__file__).parents[2] / "docs" / "extending" / "adding-a-card.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(.+?)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| (`.+?) \| (`.+?) \|$", re.MULTILINE)
FRAME = """\
- name: Ember Duelist
  types: [ally]
  cost: {reserve: 3}
"""


def blocks(kind: str) -> list[str]:
    return [text for title, text in BLOCKS if title == kind]


def cells(title: str) -> list[tuple[str, str]]:
    """The rows of the table under a heading, without marks."""
    section = GUIDE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return [(one.strip("` "), other.strip("` ")) for one, other in ROW.findall(section)]


def load(text: str) -> Pool:
    return pool().with_cards(read_cards(text, "mine.yaml"))


@pytest.mark.parametrize("text", blocks("yaml card"))
def test_a_card_of_the_guide_loads(text: str) -> None:
    assert "Ember Duelist" in load(text)


def test_the_card_reads_as_the_guide_says() -> None:
    (told,) = blocks("text wording")
    assert wording(load(blocks("yaml card")[-1])["Ember Duelist"]) == told.splitlines()


def test_the_card_plays_as_the_guide_says(tmp_path: Path) -> None:
    (scenario,) = blocks("yaml scenario")
    path = tmp_path / "duelist.yaml"
    path.write_text(f"cards:\n{blocks('yaml card')[-1]}{scenario}", encoding="utf-8")
    report = run(path)
    assert report.passed, report.difference


def test_every_kind_of_sentence_can_be_written() -> None:
    section = GUIDE.split("\n## From sentences to nodes\n")[1].split("\n## ")[0]
    written = re.findall(r"`(- .+?)`", section)
    assert len(written) > 15
    for entry in written:
        assert wording(load(f"{FRAME}  abilities:\n  {entry}\n")["Ember Duelist"])


def test_errors_are_told_as_the_guide_says() -> None:
    rows = cells("Errors")
    assert len(rows) > 15
    for written, told in rows:
        text = f"{FRAME}  abilities:\n  {written}\n"
        if not written.startswith("- "):
            key = written.partition(":")[0]
            kept = "".join(line for line in FRAME.splitlines(keepends=True) if f"  {key}:" not in line)
            text = f"{kept}  {written}\n"
        with pytest.raises(CardFileError) as caught:
            load(text)
        message = str(caught.value).removeprefix("mine.yaml: ").removeprefix("Ember Duelist: ")
        assert message == told, written
