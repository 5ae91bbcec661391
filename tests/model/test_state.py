"""A part of the state is declared once: snapshots, equality, saves, positions and the text for debuggers follow from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from archivist import Game
from archivist.arena.playing import match, play_out
from archivist.model import state as module
from archivist.model.decision import Play
from archivist.model.declaration import Declared, Part, aside, part
from archivist.model.state import State
from archivist.position import PARTS, Position, position, state_of
from archivist.rules.effects.continuous.characteristics import Evaluation
from positions import number_of, simple_position

POOLS = ("whole_pool", "pool")
"""The parts that never change, so that snapshots share them."""


def midway() -> State:
    game = match(3).game()
    play_out(game, 3, 60)
    return game.state


def other(each: Part, value: Any) -> Any:
    """A value that a part does not have."""
    if each.type == "bool":
        return not value
    if isinstance(value, tuple | list):
        return type(value)((*value, *value, "more"))
    return f"{value}?" if isinstance(value, str) else 41 if value != 41 else 42


# -- every part is everywhere ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", State.parts)
def test_every_part_is_in_a_snapshot(name: str) -> None:
    state = midway()
    if name == "now":
        assert state.copy().now is not state.now
        return
    changed = other(State.parts[name], getattr(state, name)) if name not in POOLS else {"a": "b"}
    setattr(state, name, changed)
    snapshot = state.copy()
    assert getattr(snapshot, name) == changed
    if isinstance(changed, list | dict) and name not in POOLS:
        assert getattr(snapshot, name) is not getattr(state, name)


@pytest.mark.parametrize("name", State.parts)
def test_every_part_is_taken_over(name: str) -> None:
    state = midway()
    before = state.copy()
    old, changed = getattr(state, name), {"a": "b"}
    if name == "now":
        state.now = Evaluation()
        state.become(before)
        assert state.now not in (old, before.now)
        return
    setattr(state, name, other(State.parts[name], old) if name not in POOLS else changed)
    state.become(before)
    assert getattr(state, name) == getattr(before, name) == old
    if isinstance(old, list | dict) and name not in POOLS:
        assert getattr(state, name) is not getattr(before, name)


def test_a_list_that_a_procedure_holds_stays_the_same_list() -> None:
    state = midway()
    cards, before = state.cards, state.copy()
    state.alter(0, damage=7)
    state.become(before)
    assert state.cards is cards


@pytest.mark.parametrize("name", PARTS)
def test_every_part_is_compared_unless_it_says_otherwise(name: str) -> None:
    state = midway()
    changed = state.copy()
    assert changed == state
    setattr(changed, name, other(PARTS[name], getattr(state, name)))
    assert (changed != state) is PARTS[name].compared is (name != "vain")


def test_what_is_derived_is_not_compared() -> None:
    state = midway()
    changed = state.copy()
    changed.now, changed.objects, changed.standing, changed.roaming = Evaluation(), None, None, None
    assert changed == state
    assert state != object()


def test_a_position_has_the_parts_in_their_order_and_makes_the_same_state() -> None:
    state = midway()
    assert Position.__struct_fields__ == tuple(PARTS)
    assert set(State.parts) - set(PARTS) == {
        *POOLS,
        "now",
        "roaming",
        "lent",
        "objects",
        "former",
        "standing",
        "listed",
        "sound",
        "left",
    }
    again = state_of(position(state), state.whole_pool)
    assert again == state
    assert [getattr(again, name) for name in PARTS] == [getattr(state, name) for name in PARTS]


@pytest.mark.parametrize("name", [name for name, each in PARTS.items() if each.shown])
def test_every_part_that_is_not_empty_is_shown(name: str) -> None:
    state = midway()
    setattr(state, name, PARTS[name].first())
    assert f"; {name} " not in repr(state)
    changed = other(PARTS[name], getattr(state, name))
    setattr(state, name, changed)
    assert f"; {name} {len(changed) if isinstance(changed, tuple | list) else changed}" in repr(state)


def test_a_state_shows_itself() -> None:
    game = simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"), hand=["Fireball", *["Idle Thoughts"] * 5])
    game.state.alter(game.state.players[0].champion or 0, damage=4)
    told = repr(game.state)
    assert told.startswith("<State: turn ")
    assert "turn 5 of Ada, main, Ada has Opportunity; field 2; " in told
    assert "; Ada: Rai, Spellcrafter 4/19 damage, hand 6" in told
    assert "\n" not in told
    game = Game.load(game.save())
    game.answer(Play("activate", number_of(game, "Fireball")))
    while not game.state.stack:
        assert game.decision is not None
        game.answer(next(game.decision.answers()))
    assert "; stack Fireball; " in repr(game.state)


# -- parts from which others are derived -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "dropped"),
    [("field", ["objects", "standing"]), ("intent", ["objects", "standing"]), ("lasting", ["standing"])],
)
def test_another_value_drops_what_was_derived_of_it(name: str, dropped: list[str]) -> None:
    state = midway()
    derived: Any = object()
    state.objects = state.standing = derived
    setattr(state, name, getattr(state, name))
    assert state.objects is state.standing is derived
    setattr(state, name, (*getattr(state, name), 1))
    assert [each for each in ("objects", "standing") if getattr(state, each) is None] == dropped


# -- another part ------------------------------------------------------------------------------------------------


class Small(metaclass=Declared):
    """A value of its own."""

    names: list[str] = part(list)
    total: int = part(0)
    known: dict[str, int] = aside(dict)

    def __init__(self) -> None:
        self._begin()  # type: ignore[attr-defined]


class Bigger(Small):
    """A value with another part."""

    omen: int = part(3)


def test_a_class_takes_over_the_parts_of_its_base() -> None:
    value: Any = Bigger()
    assert (list(Small.parts), list(Bigger.parts)) == (["names", "total", "known"], ["names", "total", "known", "omen"])
    assert (value.names, value.total, value.known, value.omen) == ([], 0, {}, 3)
    again = value.copy()
    again.omen = 4
    assert type(again) is Bigger
    assert again != value
    value.become(again)
    assert again == value
    with pytest.raises(AttributeError):
        value.surprise = 1


ONE_LINE = "    omen: int = part(0)\n"
SCRIPT = """
import sys, types
from pathlib import Path
import archivist.model
source = Path(sys.argv[1]).read_text("utf-8")
anchor = "    events: list[AnyEvent] = part("
assert source.count(anchor) == 1
module = types.ModuleType("archivist.model.state")
sys.modules[module.__name__] = module
exec(compile(source.replace(anchor, sys.argv[2] + anchor), sys.argv[1], "exec"), module.__dict__)

from archivist import Game
from archivist.log.recording import state_digest
from archivist.position import position, state_of
from archivist.notation.equivalence import of_states

game = Game.new(["rai", "silvie"], seed=1)
state = game.state
assert state.omen == 0 and "omen" not in repr(state)
before = state.copy()
state.omen = 7
assert state.copy().omen == 7 and state != before and "; omen 7;" in repr(state)
assert position(state).omen == 7 and state_of(position(state), state.whole_pool).omen == 7
assert state_digest(state) != state_digest(before) and of_states(state, before) == "omen: 7 and not 0"
loaded = Game.load(Game(state).save())
assert loaded.state.omen == 7 and loaded.state == state
assert loaded.view(0, exact=True).knowledge.position.omen == 7
state.become(before)
assert state.omen == 0 and state == before
print("one line")
"""


def test_one_line_adds_a_part_everywhere() -> None:
    """A part is added to the declaration alone; a process of its own plays, saves and compares with it."""
    assert module.__file__ is not None
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(Path(module.__file__)), ONE_LINE],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert (run.stdout, run.returncode) == ("one line\n", 0), run.stderr
