"""The compiled build: what is compiled runs, and what cannot be compiled is installed as pure Python."""

from __future__ import annotations

import inspect
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import archivist
from archivist import position
from archivist.cli import build
from archivist.game import Game
from archivist.model.state import State

pytest.importorskip("hatchling")
build_hook = pytest.importorskip("build_hook")
compiling = pytest.importorskip("building.compiling")
values = pytest.importorskip("building.values")

SOURCE = Path(str(archivist.__file__)).parent.parent
needs_a_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")
OPTIONS = (
    "frozen",
    "eq",
    "order",
    "array_like",
    "gc",
    "repr_omit_defaults",
    "omit_defaults",
    "forbid_unknown_fields",
    "weakref",
    "dict",
    "cache_hash",
    "tag",
    "tag_field",
)

RULE = '''
"""A rule."""


def doubled(number: int) -> int:
    return 2 * number
'''
OTHER = '''
"""A rule that uses another."""

from archivist.rules.doubling import doubled


def quadrupled(number: int) -> int:
    return doubled(doubled(number))
'''


VALUE = '''
"""A value."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

made: list[int] = []


class Thing(msgspec.Struct, frozen=True):
    """A thing."""

    id: int
    kind: str = "card"

    @property
    def half(self) -> int:
        return self.id // 2

    def times(self, number: int) -> int:
        return number * self.id


class Other(Thing, frozen=True):
    def times(self, number: int) -> int:
        return -number


class Counted(msgspec.Struct, frozen=True, dict=True):
    id: int

    @cached_property
    def worked_out(self) -> int:
        made.append(self.id)
        return self.id + 1


def counted(each: Counted) -> int:
    return each.worked_out


def same(one: Thing, other: Thing) -> bool:
    return one == other


def told(thing: Thing) -> tuple[int, str, int, int]:
    return thing.id, thing.kind, thing.half, thing.times(3)


class Renamed(Thing, frozen=True):
    kind: str = "renamed"


class Holding(msgspec.Struct, frozen=True, gc=False):
    """Nothing but fields, in another order than that of their names."""

    thing: Thing
    names: tuple[str, ...] = ()
    least: int = 0
    at: Thing | None = None

    def deeper(self) -> str:
        return self.thing.kind + self.note(1)

    def note(self, times: int, sign: str = "!") -> str:
        return sign * times


class Growing(msgspec.Struct, gc=False):
    """A default that each one has for itself."""

    held: list[int] = []
    last: int = -1


class Careful(msgspec.Struct, frozen=True, gc=False):
    number: int

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("less than nothing")


class Hashed(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    number: int


def made_of(number: int, kind: str) -> tuple[object, ...]:
    thing = Thing(kind=kind, id=number)
    return (
        thing,
        Thing(number),
        Holding(thing),
        Holding(least=number, thing=thing),
        Holding(Other(number), (kind,), number + 1, thing),
        Growing(last=number),
        Growing([number]),
        Hashed(number),
        Counted(number),
    )


def grown(number: int) -> Growing:
    found = Growing(last=number)
    found.held.append(number)
    return found


def careful(number: int) -> Careful:
    return Careful(number)


def renamed(thing: Thing, kind: str) -> Thing:
    return replace(thing, kind=kind)


def changed(thing: Any, changes: dict[str, Any]) -> Any:
    return replace(thing, **changes)


def moved(holding: Holding, least: int) -> Holding:
    return replace(holding, least=least, names=(*holding.names, "moved"))


def looked_at(holding: Holding) -> tuple[object, ...]:
    at = holding.at
    return (
        holding.thing.kind == "card" or holding.thing.kind == holding.names[0],
        at is not None and at.kind in holding.names,
        holding.thing.half + holding.least,
        holding.deeper(),
        holding.note(sign="?", times=2),
    )


def kinds(things: list[Thing]) -> list[str]:
    return [each.kind for each in things]


def shifted(number: int, by: int) -> int:
    return number + by


def is_one(each: object, kind: type) -> bool:
    return isinstance(each, kind)


def is_thing(each: object) -> bool:
    return isinstance(each, Thing)
'''
ELSEWHERE = '''
"""A value of a module that is not compiled."""

from archivist.model.thing import Holding, Thing


class Elsewhere(Holding, frozen=True):
    least: int = 3

    def note(self, times: int, sign: str = "!") -> str:
        return "elsewhere"


class Kept(Thing, frozen=True, dict=True):
    """One in which the fields of the other lie where they lay."""

    also: int = 0
'''
READING = '''
"""What compiled code does with what it does not know."""

from __future__ import annotations

from typing import Any

limit = 1


def name_of(each: Any) -> Any:
    return each.name


def rename(each: Any, name: Any) -> None:
    each.name = name


def call(each: Any, number: int) -> Any:
    return each.tell(number)


def is_a(each: Any, kind: Any) -> bool:
    return isinstance(each, kind)


def limited() -> int:
    return limit


def item(each: Any, key: Any) -> Any:
    return each[key]


def joined(one: tuple[Any, ...], more: Any) -> tuple[Any, ...]:
    return (*one, *more)


def got(each: dict[Any, Any], key: Any) -> Any:
    return each.get(key)


def got_or(each: dict[Any, Any], key: Any, otherwise: Any) -> Any:
    return each.get(key, otherwise)


def in_set(each: set[Any], key: Any) -> bool:
    return key in each


def in_frozen(each: frozenset[Any], key: Any) -> bool:
    return key in each


def in_tuple(each: tuple[Any, ...], key: Any) -> bool:
    return key in each


def is_either(each: Any) -> bool:
    return isinstance(each, (int, Last))


class Last:
    def __init__(self, number: int) -> None:
        self.number = number

    def more(self) -> int:
        return self.number + 1


class Empty:
    def __len__(self) -> int:
        return 0


def more_of(each: Last | None) -> int:
    return (each or Last(0)).more()


def is_false(each: Empty | None) -> bool:
    return not each
'''


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with two rules."""
    return project(tmp_path, {"rules/doubling.py": RULE, "rules/quadrupling.py": OTHER})


def project(folder: Path, modules: dict[str, str]) -> Path:
    package = folder / "project" / "src" / "archivist"
    for path, text in modules.items():
        module = package / path
        module.parent.mkdir(parents=True, exist_ok=True)
        (module.parent / "__init__.py").write_text("", encoding="utf-8")
        module.write_text(text, encoding="utf-8")
    (package / "__init__.py").write_text("", encoding="utf-8")
    return folder / "project"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a value and what reads values have been compiled."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler here")
    folder = tmp_path_factory.mktemp("values")
    place = project(folder, {"model/thing.py": VALUE, "rules/reading.py": READING, "elsewhere.py": ELSEWHERE})
    assert build_hook.compile_in(place, folder / "build") == ""
    return folder / "build" / "src"


def run(code: str, folder: Path) -> None:
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_build_that_runs_is_the_one_that_is_named() -> None:
    """Whatever a module of the rules was loaded from, `archivist --version` says so."""
    from archivist.rules.timing import opportunity

    compiled = not hasattr(opportunity.handed_on, "__code__")
    assert build() == ("compiled" if compiled else "pure Python")


@needs_a_compiler
def test_what_is_compiled_runs(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    assert build_hook.compile_in(root, folder) == ""
    run(WORKS, folder / "src")


# -- training ----------------------------------------------------------------------------------------------------

TRAINING = """
from archivist.rules.quadrupling import quadrupled
for number in range(10_000):
    quadrupled(number)
"""
WORKS = "from archivist.rules.quadrupling import quadrupled as q; assert q(10) == 40 and not hasattr(q, '__code__')"


def counts(folder: Path) -> bool:
    """Whether a build still counts what it passes through."""
    return any(b"__gcov" in each.read_bytes() for each in build_hook.libraries(folder))


def refusing(option: str, folder: Path) -> str:
    """A compiler that does not know an option."""
    made = folder / "compiler"
    made.write_text(f'#!/bin/sh\ncase "$*" in *{option}*) echo "unknown: {option}" >&2; exit 1;; esac\nexec cc "$@"\n')
    made.chmod(0o755)
    return str(made)


def training_in(folder: Path, text: str) -> Path:
    program = folder / "training.py"
    program.write_text(text, encoding="utf-8")
    return program


@needs_a_compiler
def test_a_build_is_trained_and_made_anew(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    assert build_hook.compile_in(root, folder, training_in(tmp_path, TRAINING)) == ""
    if compiling.OTHERS in build_hook.untrained(folder):
        pytest.skip(compiling.OTHERS)
    assert build_hook.untrained(folder) == ""
    assert list((folder / "build").rglob("*.gcda"))
    assert not counts(folder)
    run(WORKS, folder / "src")


@needs_a_compiler
def test_where_the_compiler_cannot_use_what_was_counted_the_build_is_a_plain_one(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", refusing("-fprofile-use", tmp_path))
    folder = tmp_path / "build"
    assert build_hook.compile_in(root, folder, training_in(tmp_path, TRAINING)) == ""
    assert build_hook.untrained(folder)
    assert not counts(folder)
    run(WORKS, folder / "src")


@needs_a_compiler
def test_where_training_fails_the_build_is_a_plain_one(root: Path, tmp_path: Path) -> None:
    folder = tmp_path / "build"
    failing = training_in(tmp_path, "raise ValueError('nothing to learn')")
    assert build_hook.compile_in(root, folder, failing) == ""
    assert build_hook.untrained(folder) == "ValueError: nothing to learn"
    assert not counts(folder)
    run(WORKS, folder / "src")


def test_a_level_of_the_compiler_leaves_training_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build_hook, "OPTIMIZE", "trained")
    assert build_hook.training() == build_hook.TRAINING
    monkeypatch.setattr(build_hook, "OPTIMIZE", "1")
    assert build_hook.training() is None


# -- what cannot be compiled -------------------------------------------------------------------------------------


def test_without_a_compiler_there_is_a_reason_and_no_error(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    why = build_hook.compile_in(root, tmp_path / "build")
    assert "no-such-compiler" in why
    assert not build_hook.libraries(tmp_path / "build")


def test_what_cannot_be_rewritten_is_a_reason_and_no_error(root: Path, tmp_path: Path) -> None:
    (root / "src" / "archivist" / "rules" / "doubling.py").write_text("class Half(:\n", encoding="utf-8")
    why = build_hook.compile_in(root, tmp_path / "build")
    assert "SyntaxError" in why
    assert not build_hook.libraries(tmp_path / "build")


@needs_a_compiler
def test_what_is_compiled_but_cannot_be_loaded_is_a_reason_and_no_error(root: Path, tmp_path: Path) -> None:
    """A wheel whose modules fail as they are imported would be worse than pure Python."""
    rule = root / "src" / "archivist" / "rules" / "doubling.py"
    rule.write_text(f"{RULE}\n\nassert doubled(2) == 5, 'two and two are not five'\n", encoding="utf-8")
    why = build_hook.compile_in(root, tmp_path / "build")
    assert "two and two are not five" in why


def test_files_are_compiled_in_heaps_of_about_the_same_size(tmp_path: Path) -> None:
    """Each file of mypyc is in one heap, and what it does not write for a module stays as it is."""
    sizes = {"__native_a.c": 50, "__native_b.c": 30, "__native_c.c": 30, "__native_d.c": 1, "init.c": 500}
    for name, size in sizes.items():
        (tmp_path / name).write_text("x" * size, encoding="utf-8")
    found = compiling.heaped([str(tmp_path / name) for name in sizes], tmp_path, heaps=2)
    assert [Path(each).name for each in found] == ["heap_0.c", "heap_1.c", "init.c"]
    assert Path(found[0]).read_text("utf-8") == '#include "__native_a.c"\n#include "__native_d.c"\n'
    assert Path(found[1]).read_text("utf-8") == '#include "__native_b.c"\n#include "__native_c.c"\n'


def test_attributes_with_a_fixed_name_are_marked() -> None:
    fixed = "    cpy_r_r0 = CPyStatics[4]; /* 'id' */\n    cpy_r_r1 = CPyObject_GetAttr(cpy_r_self, cpy_r_r0);\n"
    asked = "    cpy_r_r2 = CPyStatics[5]; /* 'x' */\n    cpy_r_r3 = CPyObject_GetAttr(cpy_r_self, cpy_r_name);\n"
    told = fixed.replace("CPyObject_GetAttr(cpy_r_self, cpy_r_r0)", "ARCHIVIST_NAMED(cpy_r_self, &CPyStatics[4])")
    assert compiling.named(fixed + asked) == told + asked


def test_globals_are_marked() -> None:
    name = "    cpy_r_r1 = CPyStatics[4]; /* 'x' */\n    cpy_r_r2 = "
    known = f"    cpy_r_r0 = CPyStatic_turn___phases___globals;\n{name}CPyDict_GetItem(cpy_r_r0, cpy_r_r1);\n"
    other = f"    cpy_r_r0 = CPyDict_Copy(cpy_r_some);\n{name}CPyDict_GetItem(cpy_r_r0, cpy_r_r1);\n"
    told = known.replace("CPyDict_GetItem(cpy_r_r0, cpy_r_r1)", "ARCHIVIST_GLOBAL(cpy_r_r0, &CPyStatics[4])")
    assert compiling.named(known + other) == told + other


def test_what_plays_go_through_is_compiled() -> None:
    """Modules that the hook leaves out cost speed: a package's own ones, and those that it names."""
    modules = {each.relative_to(SOURCE).as_posix() for each in build_hook.compiled_in(SOURCE)}
    for package in ("rules", "model"):
        every = {each.relative_to(SOURCE).as_posix() for each in (SOURCE / "archivist" / package).rglob("*.py")}
        assert {each for each in every - modules if not each.endswith("/__init__.py")} <= set(build_hook.LEFT_OUT)
    assert all((SOURCE / each).is_file() for each in build_hook.LEFT_OUT)


# -- values and caches, compiled ---------------------------------------------------------------------------------

STRUCTS = """
from archivist.model.thing import Other, Thing, same, told
assert same(Thing(1), Thing(1)) and not same(Thing(1), Thing(2)) and not same(Thing(1), Other(1))
for _ in range(100):
    assert told(Thing(5)) == (5, "card", 2, 15)
    assert told(Other(7, "item")) == (7, "item", 3, -3)
assert type(Thing).__name__ == "StructMeta" and Thing.__struct_config__.frozen and Other.__struct_config__.frozen
try:
    Thing(1).id = 2
except AttributeError:
    pass
else:
    raise AssertionError("a frozen value was changed")
"""
FIELDS = """
from archivist.model.thing import *
from archivist.model.thing import Any
from archivist.elsewhere import Elsewhere, Kept
import sys

def refused(error, function, *given):
    try:
        function(*given)
    except error:
        return True

for number in range(-3, 300):  # more often than a place is patient
    thing = Thing(number, "card")
    one = made_of(number, "item")
    as_msgspec = {"id": number, "kind": "item"}
    assert one[0] == Thing(**as_msgspec) and one[1] == thing and one[2] == Holding(one[0], (), 0, None)
    assert one[3] == Holding(**{"least": number, "thing": one[0]})
    assert one[4] == Holding(*(Other(number), ("item",), number + 1, one[0])) and type(one[4].thing) is Other
    assert (one[5].held, one[5].last, one[6].held, one[6].last) == ([], number, [number], -1)
    assert hash(one[7]) == hash(Hashed(*(number,))) and one[8].worked_out == number + 1 and one[8].worked_out == number + 1
    assert grown(number).held == [number] and Growing().held == []
    assert refused(ValueError, careful, -1) and careful(number if number >= 0 else 0).number >= 0
    assert kinds([thing, Other(1, "other"), Renamed(1), Renamed(1, "again")]) == ["card", "other", "renamed", "again"]
    for each in (thing, Other(number, "item"), Renamed(number)):
        new = renamed(each, "new")
        assert (type(new), new.id, new.kind, each.kind == "new") == (type(each), number, "new", False)
        new = changed(each, {"id": 5})
        assert (type(new), new.id, new.kind) == (type(each), 5, each.kind)
    assert changed(Counted(number), {"id": 7}).worked_out == 8 and changed(Hashed(1), {"number": 2}) == Hashed(2)
    assert changed(thing, {}) == thing and changed(Growing([1]), {"last": 3}).held == [1]
    assert refused(TypeError, changed, thing, {"weight": 1}) and refused(TypeError, changed, number, {"real": 1})
    holding = Holding(thing, ("card", "item"), 2, Thing(1, "item"))
    assert moved(holding, 9) == Holding(thing, ("card", "item", "moved"), 9, holding.at)
    assert looked_at(holding) == (True, True, number // 2 + 2, "card!", "??")
    assert looked_at(Holding(Other(4, "item"), ("ally",))) == (False, False, 2, "item!", "??")
    there = Elsewhere(Kept(number, "kept", 1), ("kept",))
    assert looked_at(there) == (True, False, number // 2 + 3, "keptelsewhere", "elsewhere")
    assert moved(there, 0) == Elsewhere(there.thing, ("kept", "moved"), 0) and told(there.thing)[1] == "kept"
    assert renamed(there.thing, "new") == Kept(number, "new", 1) and type(renamed(there.thing, "new")) is Kept
    assert refused(TypeError, looked_at, thing) and refused(TypeError, told, holding) and refused(TypeError, renamed, 1, "a")

def counts():
    return [sys.getrefcount(each) for each in (thing, holding.at, Thing, Holding)]

before = counts()
kept = [moved(holding, least) for least in range(1000)]
assert all(each.thing is thing for each in kept)
assert [after - one for after, one in zip(counts(), before)] == [1000, 1000, 0, 1000]
made_of(1, "item"), looked_at(holding), kinds([thing]), changed(holding, {"at": None}), kept.clear()
assert counts() == before

for one in (-(2**70), -300, -2, -1, 0, 1, 254, 255, 256, 257, 2**29, 2**30 - 1, 2**30, 2**62, 2**63, 2**70, True, False):
    for other in (-1, 0, 1, 2**40):
        assert shifted(one, other) == one + other and type(shifted(one, other)) is int
    assert Thing(one).id == one and made_of(one, "a")[1].id == one
"""
DERIVING = """
from archivist.model.thing import is_one, is_thing, Thing, Other, Renamed

class Base: pass
class Another: pass
class Sub(Base): pass
for _ in range(3):
    assert is_one(Sub(), Base) and not is_one(Sub(), Another) and is_one(True, int) and not is_one("a", int)
    assert is_thing(Thing(1)) and is_thing(Other(1)) and is_thing(Renamed(1)) and not is_thing(Sub()) and not is_thing(None)
kept = Sub()
Sub.__bases__ = (Another,)
assert is_one(kept, Another) and not is_one(kept, Base)
for number in range(2000):
    new = type(f"New{number}", (Base if number % 2 else Another,), {})
    assert is_one(new(), Base) == bool(number % 2) and is_one(new(), new) and not is_thing(new())
"""
TYPES = """
from archivist.rules import reading

def refused(function, *given):
    try:
        function(*given)
    except AttributeError:
        return True

class Slot:
    __slots__ = ("name",)
    def tell(self, number):
        return number
class Changed(Slot):
    __slots__ = ()
class Dict:
    name = "class"
    def tell(self, number):
        return -number

slot, changed, own = Slot(), Changed(), Dict()
for _ in range(100):
    assert refused(reading.name_of, slot)
    for each in (slot, changed, own):
        reading.rename(each, "a name")
        assert reading.name_of(each) == "a name"
        del each.name
    assert refused(reading.name_of, slot) and reading.name_of(own) == "class"
    assert (reading.call(slot, 2), reading.call(own, 2)) == (2, -2)

# a type that is changed is another one
for _ in range(100):
    reading.rename(changed, 1)
    assert reading.name_of(changed) == 1 and reading.call(changed, 2) == 2
Changed.name, Changed.tell = property(lambda self: "property"), lambda self, number: "changed"
assert reading.name_of(changed) == "property" and reading.call(changed, 2) == "changed"
assert refused(reading.rename, changed, 2)
own.tell = lambda number: "own"
assert reading.call(own, 2) == "own"
del Changed.name, Changed.tell
reading.rename(changed, 3)
assert reading.name_of(changed) == 3 and reading.call(changed, 2) == 2

# a type that dies makes place for another
for number in range(300):
    kind = type("Kind", (), {"__slots__": ("first", "name")[number % 2:], "tell": lambda self, given, number=number: number})
    each = kind()
    reading.rename(each, number)
    assert reading.name_of(each) == number == reading.call(each, 0)
    del kind, each
"""
PRETENDERS = """
import abc
from archivist.rules import reading

class Pretender:
    __class__ = property(lambda self: int)
class Meta(type):
    def __instancecheck__(cls, each):
        return True
class Open(metaclass=Meta):
    pass
class Plain(type):
    pass
class Kind(metaclass=Plain):
    pass
class Registered(abc.ABC):
    pass

Registered.register(str)
for _ in range(100):
    assert reading.is_a(Pretender(), int) and not reading.is_a(Pretender(), str) and not reading.is_a("", int)
    assert reading.is_a(1, Open) and reading.is_a(Kind(), Kind) and not reading.is_a(1, Kind) and reading.is_a(True, int)
    assert reading.is_a("a", Registered) and not reading.is_a(1, Registered) and reading.is_a(1, (str, int))
Plain.__instancecheck__ = lambda cls, each: True
assert reading.is_a(1, Kind)
"""
NAMES = """
from archivist.rules import reading
for number in range(100):
    reading.limit = number
    assert [reading.limited() for _ in range(3)] == 3 * [number]
del reading.limit
try:
    reading.limited()
except (KeyError, NameError):  # mypyc says the former
    pass
else:
    raise AssertionError("a name that is gone was found")
"""

KEPT = """
from archivist.model import thing
each, other = thing.Counted(3), thing.Counted(4)
for _ in range(100):
    assert thing.counted(each) == 4 and thing.counted(other) == 5
assert thing.made == [3, 4], "what is worked out is worked out once"
assert each == thing.Counted(3) and vars(each) == {"worked_out": 4}
"""
OWN = """
import types
from archivist.rules import reading

def refused(function, *given):
    try:
        function(*given)
    except AttributeError:
        return True

class Own:
    name = "class"

module, own = types.ModuleType("module"), Own()
for number in range(100):
    for each in (module, own):
        each.name = number
        assert reading.name_of(each) == number
    del module.name, own.name
    assert refused(reading.name_of, module) and reading.name_of(own) == "class"
module.__getattr__ = lambda name: f"asked for a {name}"
assert reading.name_of(module) == "asked for a name"
own.name = "own"
assert reading.name_of(own) == "own"
Own.name = property(lambda self: "property")
assert [reading.name_of(own) for _ in range(3)] == 3 * ["property"]
Own.name = property()
assert refused(reading.name_of, own)
"""
MAPPINGS = """
from archivist.rules import reading

class Missing(dict):
    def __missing__(self, key):
        return -key
class Other(dict):
    def __getitem__(self, key):
        return "other"

def fails(kind, each, key):
    try:
        reading.item(each, key)
    except kind:
        return True

for _ in range(100):
    assert reading.item({1: "one"}, 1) == reading.item(Missing({1: "one"}), 1) == "one"
    assert fails(KeyError, {1: "one"}, 2) and reading.item(Missing(), 2) == -2 and reading.item(Other({1: "one"}), 1) == "other"
    assert fails(TypeError, {}, []) and fails(TypeError, Missing(), []) and fails(IndexError, (1,), 1)
    assert reading.item("abc", 1) == "b" and reading.item([1, 2], slice(1)) == [1]
Missing.__getitem__ = lambda self, key: "another"
assert reading.item(Missing({1: "one"}), 1) == "another"
for more in ((), [], (1,), [1], tuple(range(8)), tuple(range(9)), iter((1, 2)), {3: 4}, "ab"):
    assert reading.joined((0,), more) == (0, *(list(more) if not hasattr(more, "__next__") else (1, 2)))
"""
WORDS = """
import random
from archivist.rules import reading

class Like(str):
    def __eq__(self, other):
        return True
    __hash__ = str.__hash__
class Dict(dict):
    pass

def another(word):
    return "".join(list(word))

def fails(function, each, key):
    try:
        function(each, key)
    except TypeError:
        return True

dice = random.Random(1)
for size in (0, 1, 2, 5, 8, 30, 100, 200, 300, 3000, 40000):
    words = [f"word {number}" for number in range(size)]
    others = [another(f"other {number}") for number in range(size + 3)]
    keys = [*words[::2], *map(another, words[::3]), *words[1::2], *others, 1, 2.5, None, ()]
    for kind in (dict, Dict):
        some = kind((each, number) for number, each in enumerate(words[::2]))
        for gone in words[::6]:
            del some[gone]
        frozen, plain, row = frozenset(some), set(some), tuple(dice.sample(list(some), min(len(some), 20)))
        for gone in words[::5]:
            plain.discard(gone)
        for key in keys:
            is_there = [each for each in some if each == key] if size < 10 else None
            there = key in some
            assert is_there is None or bool(is_there) == there
            assert reading.got(some, key) == (some[key] if there else None) and reading.got_or(some, key, 7) == some.get(key, 7)
            assert reading.in_frozen(frozen, key) == there and reading.in_set(plain, key) == (key in plain)
            assert reading.in_tuple(row, key) == any(key == each for each in row)
            if there:
                assert reading.item(some, key) == some[key]
mixed = {1: 2, "a": 3, None: 4}
assert [reading.got(mixed, each) for each in (1, another("a"), None, "b")] == [2, 3, 4, None]
assert reading.in_frozen(frozenset(("word",)), Like("word")) and reading.in_tuple(("a", Like("b"), "c"), "x")
assert reading.in_tuple(("a", "b"), Like("x")) and not reading.in_tuple((), "x") and reading.in_tuple((1, 2.0, "a"), 2)
assert fails(reading.got, {}, []) and fails(reading.in_set, set(), []) and fails(reading.in_frozen, frozenset(), [])

class Shared:
    pass
first, second = Shared(), Shared()
first.name, second.other = 1, 2
for each, key, value in ((first, "name", 1), (second, "name", None), (second, "other", 2), (first, "other", None)):
    assert reading.got(each.__dict__, key) == value
"""
CLASSES = """
from archivist.rules import reading
assert reading.is_either(1) and reading.is_either(True) and reading.is_either(reading.Last(1)) and not reading.is_either("a")
assert reading.is_a(1, (str, (bytes, int))) and not reading.is_a(1, ()) and not reading.is_a(1, (str, (bytes, ())))
for wrong in (1, (str, 1)):
    try:
        reading.is_a(1, wrong)
    except TypeError:
        pass
    else:
        raise AssertionError("an object is no class")
assert reading.more_of(None) == 1 and reading.more_of(reading.Last(0)) == 1 and reading.more_of(reading.Last(5)) == 6
assert reading.is_false(reading.Empty()) and reading.is_false(None)
"""
CODES = {
    "structs": STRUCTS,
    "fields": FIELDS,
    "deriving": DERIVING,
    "types": TYPES,
    "pretenders": PRETENDERS,
    "names": NAMES,
    "what is kept": KEPT,
    "what objects have of their own": OWN,
    "mappings": MAPPINGS,
    "words": WORDS,
    "classes": CLASSES,
}


@pytest.mark.parametrize("code", CODES.values(), ids=list(CODES))
def test_what_is_cached_is_what_python_finds(compiled: Path, code: str) -> None:
    """Places in compiled code remember where they found something; whatever has changed since is found anew."""
    run(code, compiled)


# -- values, as they are rewritten for mypyc ---------------------------------------------------------------------


def rewritten(module: str) -> ModuleType:
    """A module of the project in the form that is compiled, run as Python."""
    modules = build_hook.compiled_in(SOURCE)
    path = SOURCE / f"{module.replace('.', '/')}.py"
    text = values.rewritten(path.read_text("utf-8"), values.structs_in({each.parent for each in modules}), SOURCE)
    made = ModuleType("archivist.model.made")
    exec(values.MAKING, made.__dict__)
    found = ModuleType(module)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "archivist.model.made", made)
        patch.setitem(sys.modules, module, found)
        exec(compile(text, module, "exec"), found.__dict__)
    return found


@pytest.mark.parametrize(
    "module", ["archivist.model.card", "archivist.model.events.moves", "archivist.vocabulary.costs"]
)
def test_a_value_keeps_its_options_fields_and_annotations(module: str) -> None:
    plain, other = import_module(module), rewritten(module)
    structs: dict[str, Any] = {
        name: each for name, each in vars(plain).items() if isinstance(each, type) and each.__module__ == module
    }
    assert structs
    for name, each in structs.items():
        twin: Any = vars(other)[name]
        assert twin is not each
        assert type(twin) is type(each)
        assert twin.__annotations__ == each.__annotations__
        assert twin.__struct_fields__ == each.__struct_fields__
        assert repr(twin.__struct_defaults__) == repr(each.__struct_defaults__)
        assert repr(config(twin)) == repr(config(each))
        assert "__made__" not in vars(twin)


def config(struct: Any) -> dict[str, Any]:
    return {name: getattr(struct.__struct_config__, name) for name in OPTIONS}


def test_a_native_state_has_the_parts_of_the_declaration() -> None:
    plain: Any = State
    other: Any = rewritten("archivist.model.state").State
    assert list(other.parts.items()) == list(plain.parts.items())
    assert set(inspect.get_annotations(other)) == {"parts", *(each.slot for each in plain.parts.values())}
    own = {name for name, each in vars(plain).items() if inspect.isfunction(each)}
    assert type(other) is type
    assert own <= set(vars(other)), "every method is there, also those that are written from the declaration"


def test_a_native_state_copies_compares_and_begins_as_the_declared_one() -> None:
    game = Game.new(["rai", "silvie"], seed=7)
    twin = rewritten("archivist.model.state").State
    first = twin(game._course.state.whole_pool, [], game._course.state.turn, 7, "standard", game._course.state.now)
    plain = State(game._course.state.whole_pool, [], game._course.state.turn, 7, "standard", game._course.state.now)
    for name in State.parts:
        assert getattr(first, name) == getattr(plain, name) or name == "now"
        setattr(first, name, getattr(game._course.state, name))
    copied = first.copy()
    assert copied == first
    assert copied.cards is not first.cards
    assert all(getattr(copied, name) == getattr(game._course.state, name) for name in position.PARTS)
    copied.passes += 1
    assert copied != first
    cards = first.cards
    first.become(copied)
    assert first == copied
    assert first.cards is cards
    first.objects, first.standing = object(), object()
    first.lasting = (*first.lasting,)
    assert first.objects is not None
    first.lasting = ("another",)
    assert first.standing is None
    assert first.objects is not None
    first.field = ("another",)
    assert first.objects is None
    with pytest.raises(TypeError):
        hash(first)


def test_the_sources_go_along_with_what_is_compiled() -> None:
    """Tracebacks, `archivist rules` and the coverage table read them."""
    found = find_spec("archivist.rules.timing.opportunity")
    assert found is not None
    assert (Path(str(found.origin)).parent / "opportunity.py").is_file()
