"""The tool that puts faults into the engine: what it changes, what it draws, what it finds, what it tells."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mutation import __main__ as command
from mutation import hunt, limits, reach, trees, warm
from mutation.blocks import Places
from mutation.equivalent import Equivalent, equivalents, real
from mutation.faults import Fault, faults
from mutation.source import PACKAGE, Source, files

ROOT = Path(__file__).resolve().parent.parent.parent

SMALL = '''"""A module."""

from __future__ import annotations


def higher(one: int, other: int) -> bool:
    """A comparison."""
    if one > 3 and not other:
        raise ValueError("too high")
    return one > other


def lowest(numbers: list[int]) -> int:
    return min(numbers) if numbers else 0
'''


def _faults(text: str) -> list[Fault]:
    return faults(Source("small.py", text))


def _changes(text: str) -> set[tuple[str, str, str]]:
    return {(fault.kind, fault.was, fault.becomes) for fault in _faults(text)}


@pytest.mark.parametrize(
    ("text", "kind", "was", "becomes"),
    [
        ("def f():\n    return a == b", "changed comparison", "a == b", "a != b"),
        ("def f():\n    return a < b", "changed comparison", "a < b", "a <= b"),
        ("def f():\n    return a < b", "changed comparison", "a < b", "a >= b"),
        ("def f():\n    return a in (b, c)", "changed comparison", "a in (b, c)", "a not in (b, c)"),
        ("def f():\n    return a in (b, c)", "dropped element", "(b, c)", "(b,)"),
        ("def f():\n    return a and b", "and/or", "a and b", "a or b"),
        ("def f():\n    return a and b", "dropped condition", "a and b", "a"),
        ("def f():\n    return a and b", "dropped condition", "a and b", "b"),
        ("def f():\n    return not a", "dropped not", "not a", "a"),
        ("def f():\n    if a:\n        b()", "turned condition", "a", "not (a)"),
        ("def f():\n    if a:\n        b()", "dropped statement", "b()", "pass"),
        ("def f():\n    return g(1)", "changed constant", "1", "2"),
        ("def f():\n    return g(1)", "changed constant", "1", "0"),
        ("def f():\n    return g(True)", "changed constant", "True", "False"),
        ("def f():\n    return g('hand')", "another zone", "'hand'", "'memory'"),
        ("def f() -> bool:\n    return g()", "returned constant", "g()", "True"),
        ("def f():\n    return g(a, b)", "swapped arguments", "g(a, b)", "g(b, a)"),
        ("def f():\n    return g(a, b=c)", "dropped argument", "g(a, b=c)", "g(a)"),
        ("def f():\n    return min(a)", "another word", "min", "max"),
        ("def f():\n    return any(a)", "another word", "any", "all"),
        ("def f():\n    return card.owner", "another word", "card.owner", "card.controller"),
        ("def f():\n    return a + b", "changed operator", "a + b", "a - b"),
        ("def f():\n    return a if b else c", "one branch", "a if b else c", "a"),
        ("def f():\n    return [a for a in b if c]", "dropped condition", "[a for a in b if c]", "[a for a in b]"),
        ("def f():\n    for a in b:\n        continue", "dropped statement", "continue", "pass"),
        ("def f():\n    a.b = c", "dropped statement", "a.b = c", "pass"),
        ("def f():\n    a += c", "dropped statement", "a += c", "a -= c"),
        ("A = frozenset(('a', 'b'))", "dropped element", "('a', 'b')", "('b',)"),
    ],
)
def test_a_kind_of_fault(text: str, kind: str, was: str, becomes: str) -> None:
    assert (kind, was, becomes) in _changes(text)


@pytest.mark.parametrize(
    "text",
    [
        '"""Only words: 1, True, a == b."""',
        "from __future__ import annotations",
        "def f(a: int | None) -> None:\n    assert a is not None",
        "if TYPE_CHECKING:\n    A = 1",
        "def f():\n    return f'{a == b}'",
        "__all__ = ['hand', 'deck']",
        "Seats = tuple[int, ...] | None",
        "Ways = Callable[[int | None], bool]",
    ],
)
def test_what_is_no_behaviour_is_left_alone(text: str) -> None:
    assert _changes(text) == set()


def test_the_order_of_what_is_compared_does_not_matter() -> None:
    for text in ("min(a, b)", "max(a, b)", "aspects(a, b)"):
        assert "swapped arguments" not in {kind for kind, _, _ in _changes(f"def f():\n    return {text}")}
    assert "swapped arguments" in {kind for kind, _, _ in _changes("def f():\n    return g(a, b)")}


def test_a_fault_changes_its_place_and_nothing_else() -> None:
    source = Source("small.py", SMALL)
    for fault in faults(source):
        changed = fault.put_into(source)
        compile(changed, "small.py", "exec")
        start, end = fault.span
        assert changed.startswith(SMALL[:start]) and changed.endswith(SMALL[end:]) and changed != SMALL


def test_every_fault_of_the_engine_can_be_compiled() -> None:
    for _, file in list(files(ROOT))[::6]:
        source = Source(file, (ROOT / PACKAGE / file).read_text("utf-8"))
        for fault in faults(source)[::9]:
            compile(fault.put_into(source), file, "exec")


def test_places_that_read_the_same_are_told_apart_by_their_number() -> None:
    found = [fault for fault in _faults("def f():\n    g(a == b)\n    h(a == b)") if fault.was == "a == b"]
    assert [fault.nth for fault in found] == [1, 2]
    assert len({fault.key for fault in found}) == 2


def test_a_fault_is_known_by_its_text_and_not_by_its_line() -> None:
    moved = _faults("# a comment\n\n" + SMALL)
    assert [fault.key for fault in moved] == [fault.key for fault in _faults(SMALL)]


# -- equivalent ones ---------------------------------------------------------------------------------------------


TWICE = "def f():\n    g(a == b)\n    g(a == b)\n\n\ndef h():\n    g(a == b)\n"


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ({"function": "f"}, [("f", 2), ("h", 1)]),
        ({"function": "f", "nth": 2}, [("f", 1), ("h", 1)]),
        ({"function": "h", "module": "small"}, [("f", 1), ("f", 2)]),
        ({"function": "h", "module": "large"}, [("f", 1), ("f", 2), ("h", 1)]),
        ({}, []),
    ],
)
def test_what_is_listed_is_not_drawn(more: dict[str, Any], left: list[tuple[str, int]]) -> None:
    found = [fault for fault in _faults(TWICE) if fault.was == "a == b"]
    listed = Equivalent((("a == b", "a != b"),), "a reason", **more)
    assert [(fault.function, fault.nth) for fault in real(found, [listed])] == left


def test_every_listed_fault_exists_once_and_has_a_reason() -> None:
    there: dict[tuple[str, str], list[Fault]] = {}
    for _, file in files(ROOT):
        for fault in faults(hunt.source(ROOT, file)):
            there.setdefault((fault.was, fault.becomes), []).append(fault)
    listed = [(each, change) for each in equivalents() for change in each.changes]
    found = [[fault for fault in there.get(change, ()) if each.means(fault)] for each, change in listed]
    meant = list(zip(listed, found, strict=True))
    assert not [one for one, faults in meant if not faults], "listed as equivalent, but no longer there"
    assert not [one for one, faults in meant if one[0].function and len(faults) > 1], "listed without a module"
    assert not [each for each, _ in listed if len(each.reason.split()) <= 3], "listed without a reason"
    each_fault = [fault for _, faults in meant for fault in faults]
    assert len(set(each_fault)) == len(each_fault), "listed twice"


# -- drawing -----------------------------------------------------------------------------------------------------


def test_a_draw_is_the_same_for_the_same_seed() -> None:
    found = hunt.all_faults(ROOT, _module("fillable"))
    one = hunt.drawn(found, 20, 7)
    assert one == hunt.drawn(found, 20, 7) != hunt.drawn(found, 20, 8)
    assert len({(fault.file, fault.span) for _, fault in one}) == 20


def test_a_draw_without_a_fault_has_one_more_and_keeps_the_others() -> None:
    found = hunt.all_faults(ROOT, _module("fillable"))
    one = hunt.drawn(found, 20, 7)
    _, listed = one[3]
    left = [each for each in found if each[1].span != listed.span]
    assert hunt.drawn(left, 19, 7) == [each for each in one if each[1] != listed]
    moved = [(area, fault._replace(file="elsewhere.py")) for area, fault in found]
    assert [fault.key for _, fault in hunt.drawn(moved, 20, 7)] == [fault.key for _, fault in one]


def _module(function: str) -> str:
    """Where the module with this function lies within the package."""
    return next(file for _, file in files(ROOT) if f"\ndef {function}(" in (ROOT / PACKAGE / file).read_text("utf-8"))


def test_only_a_file_or_a_function() -> None:
    file = _module("fillable")
    found = hunt.all_faults(ROOT, f"{file}:fillable")
    assert found and {(area, fault.file, fault.function) for area, fault in found} == {("rules", file, "fillable")}


# -- hunting -----------------------------------------------------------------------------------------------------

STRENGTH = '''"""How strong a card is."""

from __future__ import annotations


def strong(power: int) -> bool:
    """Whether it is."""
    if power > 9:
        return True
    return power >= 4


def unproved(power: int) -> int:
    return power + 1
'''
TESTS = """from archivist.rules.strength import strong, unproved

def test_strong():
    assert strong(4) and not strong(3) and strong(10)

def test_unproved():
    assert strong(4)
    unproved(2)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one module, no scenarios and two tests."""
    root = tmp_path / "project"
    for area in ("rules", "vocabulary", "log"):
        (root / PACKAGE / area).mkdir(parents=True)
    (root / PACKAGE / "__init__.py").write_text("")
    (root / PACKAGE / "rules" / "__init__.py").write_text("")
    (root / PACKAGE / "rules" / "strength.py").write_text(STRENGTH)
    for file in (
        "view.py",
        "knowledge.py",
        "position.py",
        "soundness.py",
        "log/saves.py",
        "log/save_checks.py",
    ):
        (root / PACKAGE / file).write_text("")
    (root / PACKAGE / "cards.py").write_text("def pool():\n    pass\n")
    (root / PACKAGE / "scenario.py").write_text("run = None\n")
    (root / "scenarios").mkdir()
    (root / "tests").mkdir()
    (root / "tests" / "test_strength.py").write_text(TESTS)
    (root / "tests" / "mutation").symlink_to(ROOT / "tests" / "mutation")
    (root / "pyproject.toml").write_text("[tool.pytest.ini_options]\n")
    return root


def test_faults_are_noticed_by_the_tests_that_reach_them(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    places = Places(project)
    at = project / ".mutation"
    known = reach.reach(project, places, at, 1)
    entered = {name: {known.names[each] for each in blocks} for name, (_, blocks) in known.tests.items()}
    assert entered["tests/test_strength.py::test_unproved"] == {
        "rules/strength.py:unproved:0",
        "rules/strength.py:strong:0",
    }
    assert "rules/strength.py:strong:1" in entered["tests/test_strength.py::test_strong"]
    drawn = [
        (area, fault)
        for area, fault in hunt.all_faults(project, "rules/strength.py")
        if (fault.was, fault.becomes)
        in {
            ("power >= 4", "power > 4"),
            ("power + 1", "power - 1"),
            ("power -= 1", "pass"),
            ("power > 9", "power >= 9"),
        }
    ]
    drawn.sort(key=lambda each: each[1].becomes != "power > 4")  # what is noticed is not in the way of what comes after
    done = list(hunt.outcomes(project, drawn, known, places, at, 1))
    by = {outcome.fault.becomes: outcome.by for outcome in done}
    assert "test_strong" in by["power > 4"]
    assert by["power - 1"] == by["power >= 9"] == ""
    assert (project / PACKAGE / "rules" / "strength.py").read_text() == STRENGTH

    lines = command.report(done)
    assert "rules        1 of 3 noticed (33.3 percent)" in lines
    assert "-    return power + 1" in "\n".join(lines) and "+    return (power - 1)" in "\n".join(lines)
    assert lines[-1] == "all          1 of 3 noticed (33.3 percent)"

    capsys.readouterr()
    assert reach.reach(project, places, at, 1) == known
    assert "Finding out" not in capsys.readouterr().out
    (project / "tests" / "test_more.py").write_text("def test_more():\n    pass\n")
    (project / "scenarios" / "new.yaml").write_text("")
    older = reach.reach(project, places, at, 1, stale=True)
    assert older.new_tests == ["tests/test_more.py"] and older.new_scenarios == ["scenarios/new.yaml"]


def test_what_fails_without_a_fault_is_told(project: Path) -> None:
    (project / "tests" / "test_strength.py").write_text("def test_wrong():\n    assert False\n")
    with pytest.raises(SystemExit, match="fail without any fault"):
        reach.reach(project, Places(project), project / ".mutation", 1)


def test_what_does_not_end_is_ended() -> None:
    program = "from mutation import limits; limits.LEAST = 0.1; limits.prepare(); limits.allow(0)\nwhile True: pass"
    ended = subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": str(ROOT / "tests")})
    assert ended.returncode == limits.ENDLESS
    assert hunt.told(ended.returncode, "") == "a test that does not end"


def test_a_changed_source_is_compiled_anew(project: Path) -> None:
    tree = trees.Tree(project, project / ".mutation" / "tree")
    path = tree.path / PACKAGE / "rules" / "strength.py"
    before = path.stat().st_mtime
    tree.write("rules/strength.py", STRENGTH)
    assert path.stat().st_mtime > before


# -- the warm process --------------------------------------------------------------------------------------------

LOADED = """
import functools

def plain(n):
    return n + 1

def outer(n):
    def inner():
        return n + 1
    return inner()

@functools.cache
def kept(n):
    return n + 1

def steps(n):
    yield n + 1

class Thing:
    def method(self, n):
        return n + 1

    @property
    def value(self):
        return 1 + 1

    @classmethod
    def made(cls, n):
        return n + 1

    @staticmethod
    def fixed(n):
        return n + 1

    @functools.cached_property
    def found(self):
        return 1 + 1

def twice(n):
    return n + 1

def twice(n):
    return n + 2
"""


def _loaded() -> ModuleType:
    module = ModuleType("loaded")
    module.__file__ = "loaded.py"
    exec(LOADED, vars(module))
    return module


@pytest.mark.parametrize(
    ("function", "call"),
    [
        ("plain", "plain(1)"),
        ("outer.inner", "outer(1)"),
        ("kept", "kept(1)"),
        ("steps", "next(steps(1))"),
        ("Thing.method", "Thing().method(1)"),
        ("Thing.value", "Thing().value"),
        ("Thing.made", "Thing.made(1)"),
        ("Thing.fixed", "Thing.fixed(1)"),
        ("Thing.found", "Thing().found"),
    ],
)
def test_a_fault_is_put_into_what_is_loaded(function: str, call: str) -> None:
    """Also for those who imported the function before."""
    module = _loaded()
    elsewhere = dict(vars(module))
    assert warm.put_into(module, function, LOADED.replace("+ 1", "- 1"))
    assert eval(call, elsewhere) == 0


@pytest.mark.parametrize("function", ["twice", "nothing", "Thing.nothing", "Thing"])
def test_a_fault_that_cannot_be_put_into_what_is_loaded_is_left_to_a_process_of_its_own(function: str) -> None:
    assert not warm.put_into(_loaded(), function, LOADED.replace("+ 1", "- 1"))


def test_what_is_not_asked_is_there() -> None:
    there = {path.name for path in (ROOT / "tests").rglob("*")}
    assert there >= trees.NOT_ASKED
    assert trees.is_asked("tests/test_scenarios.py::test_scenario_passes[a/bots]")
    assert not trees.is_asked("tests/bots/test_any.py::test_any") and not trees.is_asked("tests/arena/test_fuzz.py")


# -- what is told ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("noticed", "status"), [(95, 0), (94, 1)])
def test_below_95_percent_the_status_is_1(noticed: int, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = _faults(SMALL)[0]
    done = [hunt.Outcome("rules", fault, "", "a test" if number < noticed else "") for number in range(100)]
    monkeypatch.setattr(command, "outcomes", lambda *_: done)
    monkeypatch.setattr(command, "reach", lambda *_, **__: None)
    assert command.main(["--only", _module("fillable"), "--n", "1"]) == status


def test_a_file_that_is_not_there_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--only", "rules/nonsense.py"]) == 2
    assert "rules/nonsense.py" in capsys.readouterr().out
