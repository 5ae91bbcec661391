"""Reading a scenario file: its frame, the cards made up for it, the position it begins with and its steps."""

from __future__ import annotations

from pathlib import Path

import msgspec

from archivist.cards import Pool, decode_card, misspellings, pool, written
from archivist.game import Game
from archivist.history import Origin
from archivist.model.chance import SEEDS
from archivist.model.errors import CardFileError, ScenarioError
from archivist.model.state import State
from archivist.scenario.setup import players_of, read_position
from archivist.scenario.source import Reader, Source, open_source
from archivist.scenario.steps import Step, read_steps
from archivist.text_files import SCENARIO, path_hint, text_of
from archivist.vocabulary.face import Face

TOP = ("title", "cites", "seed", "cards", "setup", "steps")


class Scenario(msgspec.Struct, frozen=True):
    """A scenario file, read and checked.

    `position` is what it begins with, `opens` says that the set-up names the window in which it does. `text` is what was
    read, `line` where the steps begin.
    """

    title: str
    file: str
    cites: tuple[str, ...]
    pool: Pool
    position: State
    opens: bool
    steps: tuple[Step, ...]
    text: str = ""
    line: int = 1


def read(source: str | Path, *, need_steps: bool = True) -> Scenario:
    """Reads a scenario from the file of a Path, or from a text; a mere position needs no steps."""
    text, file = text_of(source, "scenario", ScenarioError, SCENARIO)
    try:
        return read_text(text, file, need_steps=need_steps)
    except ScenarioError as error:
        raise ScenarioError(f"{error}{path_hint(source)}") from None


def read_text(text: str, file: str, *, need_steps: bool = True) -> Scenario:
    """Reads the text of a scenario; `file` is what errors call it."""
    source = open_source(text, file)
    parts = source.keyed("a scenario", TOP)
    for needed in ("setup", "steps") if need_steps else ("setup",):
        if needed not in parts:
            raise source.problem(f"a scenario needs {needed!r}")
    cards = parts.take("cards", _made_up, pool())
    reader = Reader(cards, players_of(parts["setup"]))
    title = parts.take("title", lambda each: each.word("the title"), Path(file).stem)
    cites = tuple(each.rule("a rule's id") for each in parts.items_of("cites"))
    seed = parts.take("seed", lambda each: each.number("the seed", most=SEEDS[-1]), 0)
    position, opens = read_position(reader, parts["setup"], seed)
    steps = parts.take("steps", lambda each: read_steps(reader, each), ())
    line = parts.take("steps", lambda each: each.line, 1)
    return Scenario(title, file, cites, cards, position, opens, steps, text, line)


def start(scenario: Scenario, *, ask_forced: bool = True) -> Game:
    """The game at the scenario's first decision. Steps may answer what has only one answer, so that is asked as well."""
    return Game(scenario.position.copy(), ask_forced=ask_forced, origin=Origin(scenario=scenario.text))


def _made_up(source: Source) -> Pool:
    """The pool with the file's own cards.

    None of them may bear the name of a card that the project has by hand. One that was compiled or imported gives way: a
    file goes on to mean the same when more cards become known.
    """
    faces: list[Face] = []
    seen = set(written())
    entries = source.items("cards")
    for entry in entries:
        try:
            face = decode_card(entry.value, len(faces) + 1, f"{entry.file}:{entry.line}")
        except CardFileError as error:
            raise ScenarioError(str(error)) from None
        if face.name in seen:
            raise entry.problem(f"there is already a card named {face.name!r}")
        seen.add(face.name)
        faces.append(face)
    places = {id(face): entry for entry, face in zip(entries, faces, strict=True)}
    for face, wrong in misspellings(faces):
        raise places[id(face)].problem(f"{face.name}: {wrong}")
    known = pool().joined_by(faces) if faces else pool()
    for face in faces:
        if wrong := known.wrong_with(face):
            raise places[id(face)].problem(f"{face.name}: {wrong}")
    return known
