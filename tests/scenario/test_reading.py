"""Reading scenario files: what is malformed is told with file and line, and never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from archivist.scenario import ScenarioError, read, read_text

SETUP = "setup:\n  A: {champion: [Spirit of Fire]}\n  B: {champion: [Spirit of Water]}\n"


def error(text: str) -> str:
    with pytest.raises(ScenarioError) as caught:
        read_text(text, "f.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "f.yaml:1: the file is empty"),
        ("# nothing\n", "f.yaml:1: the file is empty"),
        ("- a\n- b\n", "f.yaml:1: a scenario must be a mapping, not a list"),
        ("hello", "f.yaml:1: a scenario must be a mapping, not 'hello'"),
        ("title: [\n", "f.yaml:2: "),
        ("title: a\ntitle: b\n", "f.yaml:2: 'title' appears twice here"),
        ("title: a\n---\ntitle: b\n", "f.yaml:2: "),
        ("title: a\n\ttab: b\n", "f.yaml:2: "),
        (f"{SETUP}step: []\n", "f.yaml:4: unknown key 'step' in a scenario; did you mean steps"),
        (SETUP, "f.yaml:1: a scenario needs 'steps'"),
        ("steps: []\n", "f.yaml:1: a scenario needs 'setup'"),
        (f"{SETUP}steps: {{}}\n", "f.yaml:4: 'steps' must be a list"),
        (f"{SETUP}steps:\n", "f.yaml:4: 'steps' must be a list"),
        (f"title: 5\n{SETUP}steps: []\n", "f.yaml:1: the title must be a word, not 5"),
        (f"seed: many\n{SETUP}steps: []\n", "f.yaml:1: the seed must be a number from 0 to 18446744073709551615"),
        (f"seed: {2**64}\n{SETUP}steps: []\n", "f.yaml:1: the seed must be a number from 0 to 18446744073709551615"),
        (f"cites: [PC.3, CA.77]\n{SETUP}steps: []\n", "f.yaml:1: there is no rule 'CA.77'; did you mean"),
        ("setup: 5\nsteps: []\n", "f.yaml:1: the setup must be a mapping, not 5"),
        ("setup:\n  A: {}\nsteps: []\n", "player B is missing in the setup"),
        ("setup:\n  A: {}\n  B: {}\n  D: {}\nsteps: []\n", "player C is missing in the setup"),
        (
            "setup:\n  A: {hand: [Powercell]}\n  B: {}\nsteps: []\n",
            "f.yaml:2: Powercell is a token, which exists only on the field",
        ),
        (
            "setup:\n  A: {graveyard: [{card: Phantasmagoria}]}\n  B: {}\nsteps: []\n",
            "f.yaml:2: Phantasmagoria is a mastery, which is in no zone; put it under 'mastery'",
        ),
        ("setup:\n  A: []\n  B: {}\nsteps: []\n", "f.yaml:2: player A must be a mapping, not a list"),
        ("setup:\n  A: {}\n  B: {}\n  1: {}\nsteps: []\n", "f.yaml:4: the setup: a key must be a word, not 1"),
        (
            "cards:\n  - {name: Q, types: [item], elements: [norm], cost: {reserve: 0},\n"
            "     abilities: [{ability: activated, do: [{do: summon, token: Powercel}]}]}\n" + SETUP + "steps: []\n",
            "f.yaml:2: Q: at abilities[0].do[0].token: there is no token named 'Powercel'; did you mean Powercell",
        ),
        ("cards: 5\n" + SETUP + "steps: []\n", "f.yaml:1: card 1: a card is a mapping with a name"),
        (f"{SETUP}steps:\n  - A: pass\n  - A:\n      activate: Fireball\n      targts: []\n", "f.yaml:8: unknown key"),
        (
            f"{SETUP}steps:\n  - expect:\n      phase: main\n      A/hand:\n        - Firebal\n",
            "f.yaml:8: no card is named",
        ),
        (
            "setup:\n  A: {deck: [400000000 x Fireball]}\n  B: {}\nsteps: []\n",
            "f.yaml:2: 400000000 x is more than a game can have; the limit is 999",
        ),
        (
            "setup:\n  A: {field: [{token: Powercell, count: 100000}]}\n  B: {}\nsteps: []\n",
            "f.yaml:2: count must be a number from 1 to 999, not 100000",
        ),
        (f"{SETUP}steps:\n  - A: {{choose: {'[' * 40}{']' * 40}}}\n", "f.yaml:5: nested too deeply"),
        ("0: &0 x\n" + "".join(f"{n + 1}: &{n + 1} [*{n}, *{n}]\n" for n in range(40)), "f.yaml:1: its aliases stand"),
        ("[" * 100_000, "f.yaml:1: nested too deeply"),
        (
            f"{SETUP}steps:\n  - expect: {{decision: {{kind: target}}}}\n  - expect: {{decision: {{kind: tragets}}}}\n",
            "f.yaml:6: unknown kind of decision 'tragets'; did you mean targets",
        ),
        (
            f"{SETUP}steps:\n  - A: {{activate: Fireball, targets: [null]}}\n",
            "f.yaml:5: the name of a thing must be a word, not nothing",
        ),
        (
            f"{SETUP}steps:\n  - A: {{activate: Fireball, targets: [B/champion#2]}}\n",
            "f.yaml:5: a player has one champion, so 'B/champion#2' needs no number",
        ),
        (f"{SETUP}steps:\n  - A: {{pass: 3}}\n", "f.yaml:5: 'pass' takes only 'true'"),
        (f"{SETUP}steps:\n  - A: {{pass: true, targets: []}}\n", "f.yaml:5: unknown key 'targets' in 'pass'"),
    ],
)
def test_what_is_malformed_is_told_with_its_line(text: str, said: str) -> None:
    assert said in error(text)


def test_aliased_parts_are_read() -> None:
    text = "setup:\n  A: &a {champion: [Spirit of Fire], hand: [Fireball]}\n  B: *a\nsteps: []\n"
    position = read_text(text, "f.yaml").position
    champions = [card.face for seat in (0, 1) if (card := position.champion(seat)) is not None]
    assert champions == ["Spirit of Fire", "Spirit of Fire"]
    assert "f.yaml:2: no card is named" in error(text.replace("Fireball", "Firebal"))


def test_nesting_without_end_is_refused() -> None:
    assert "f.yaml" in error("title: " + "[" * 5000 + "]" * 5000 + "\n")


def test_a_title_that_is_left_out_is_the_name_of_the_file() -> None:
    assert read_text(f"{SETUP}steps: []\n", "some/where/a-test.yaml").title == "a-test"


def test_files(tmp_path: Path) -> None:
    good = tmp_path / "good.yaml"
    good.write_text(f"title: café\n{SETUP}steps: []\n", encoding="utf-8")
    assert read(good).title == "café"
    assert read(good).file == str(good)
    marked = tmp_path / "marked.yaml"
    marked.write_text(f"\ufefftitle: marked\n{SETUP}steps: []\n", encoding="utf-8")
    assert read(marked).title == "marked"
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("title: café\n".encode("latin-1"))
    with pytest.raises(ScenarioError, match="not UTF-8 text"):
        read(latin)
    with pytest.raises(ScenarioError, match=r"missing\.yaml: cannot be read \(No such file"):
        read(tmp_path / "missing.yaml")
    with pytest.raises(ScenarioError, match="cannot be read"):
        read(Path("a\0b.yaml"))
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"title: \x00\x01\n")
    with pytest.raises(ScenarioError, match=r"binary\.yaml"):
        read(binary)
