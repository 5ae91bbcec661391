"""Scenarios with another engine: our own through the door, an adapter from the docs, and engines that fail."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from archivist.model.errors import EngineFault
from archivist.scenario.reading import read, read_text
from archivist.scenario.wire.conforming import Conformance, Verdict, conforms
from archivist.scenario.wire.door import Door, served
from archivist.scenario.wire.process import Engine, M

ROOT = Path(__file__).parents[2]
EVERY = 23
"""Every so many scenarios are played through the door here; `make conformance` plays them all."""


class Inner:
    """Our own engine behind the door, in this process; everything goes through JSON all the same.

    `meddle` may change a reply before it is read.
    """

    def __init__(self, meddle: Callable[[str, dict[str, Any]], None] | None = None) -> None:
        self.holder: object = None
        self._door = Door()
        self._meddle = meddle

    def ask(self, reply: type[M], request: dict[str, Any]) -> M:
        asked = msgspec.json.decode(msgspec.json.encode(request))
        said = msgspec.json.decode(msgspec.json.encode(self._door.replied(asked)))
        if "error" in said:
            raise EngineFault(said["error"])
        if self._meddle is not None:
            self._meddle(asked["do"], said)
        try:
            return msgspec.convert(said, reply)
        except msgspec.ValidationError as error:
            raise EngineFault(str(error)) from None


def framed(steps: str, setup: str = "") -> Any:
    text = f"""\
setup:
  A: {{champion: [Spirit of Fire], hand: [Fireball, 4 x Idle Thoughts], deck: [5 x Fireball]}}
  B: {{champion: [Spirit of Water], field: [{{card: Gray Wolf, damage: 0}}], deck: [5 x Give Bath]}}
{setup}steps:
{steps}"""
    return read_text(text, "t.yaml")


FIREBALL = "- A: {activate: Fireball, targets: [B/field/Gray Wolf], reserve: [4 x Idle Thoughts]}\n"


# -- our own engine ----------------------------------------------------------------------------------------------


def test_our_own_engine_passes_through_the_door() -> None:
    files = sorted((ROOT / "scenarios").rglob("*.yaml"))[::EVERY]
    inner = Inner()
    assert len(files) > 50
    assert [found for file in files if (found := conforms(read(file), inner)).status != "pass"] == []


def test_a_difference_is_found_through_the_door() -> None:
    verdict = conforms(framed("- expect: {A/hand: [Fireball]}\n"), Inner())
    assert verdict.status == "fail"
    assert verdict.problem.startswith("step 1 (t.yaml:5): expected A/hand: [Fireball], but there is [Fireball, Idle")


def test_PC_3_an_engine_that_keeps_part_of_a_refused_play_fails() -> None:
    """After a refusal the view must be what it was; here a card has gone from the hand."""
    refused: list[bool] = []

    def meddle(do: str, said: dict[str, Any]) -> None:
        if said.get("refused"):
            refused.append(True)
        if do == "view" and refused:
            said["players"][0]["hand"].pop()

    steps = "- A: {activate: Fireball, targets: [B/field/Gray Wolf], illegal: true}\n"
    setup = "  turn: B\n"
    assert conforms(framed(steps, setup), Inner()).status == "pass"
    verdict = conforms(framed(steps, setup), Inner(meddle))
    assert (verdict.status, "the game has changed" in verdict.problem) == ("fail", True)


def test_an_engine_that_refuses_by_another_rule_fails() -> None:
    def meddle(do: str, said: dict[str, Any]) -> None:
        for each in said.get("refused", ()):
            each["rules"] = ["combat.1.4"]

    steps = "- B: {pass: true, illegal: timing.2.1}\n"
    assert conforms(framed(steps), Inner()).status == "pass"
    verdict = conforms(framed(steps), Inner(meddle))
    assert (verdict.status, "it must be refused by timing.2.1, but" in verdict.problem) == ("fail", True)


def test_going_back_sets_the_game_up_again_and_gives_the_same_answers() -> None:
    """An answer that must be refused in the middle of a play: the play then goes on as if nothing had been tried."""
    steps = """\
- A: {activate: Fireball, reserve: [4 x Idle Thoughts]}
- expect: {decision: {player: A, kind: targets}}
- A: {choose: [A/hand/Fireball], illegal: true}
- A: {choose: [B/field/Gray Wolf]}
- resolve: top
- expect: {A/graveyard: [Fireball], A/memory: [4 x Idle Thoughts], stack: []}
"""
    asked: list[str] = []
    verdict = conforms(framed(steps), Inner(lambda do, _: asked.append(do)))
    assert verdict == Verdict("t.yaml", "pass", "t")
    assert asked.count("set up") == 2


def test_timing_6_2_a_refused_play_that_an_effect_asked_for_leaves_the_effect_waiting() -> None:
    """The refusal comes at a later answer of the play; the game stands where the effect asks for a play again."""
    name = "under-dominance-a-seer-may-be-starcalled-and-a-bolt-may-not.yaml"
    assert conforms(read(ROOT / "scenarios/timing" / name), Inner()).status == "pass"


@pytest.mark.parametrize(
    ("do", "change", "said"),
    [
        ("view", {"turn": "Z"}, "there is no player 'Z'; there are A, B"),
        ("view", {"field": [99]}, "there is no card 99; there are 18"),
        ("log", {"events": []}, "the log has 0"),
        ("offer", {"decision": None}, "the game is not over, but nobody has to decide"),
        ("offer", {"decision": {"player": "A", "kind": "x", "rules": []}}, "a decision names no rule"),
        (
            "offer",
            {"decision": {"player": "A", "kind": "x", "rules": ["PC.2"], "options": [{"crad": 3}]}},
            'this is not an option: {"crad":3}',
        ),
        (
            "offer",
            {
                "decision": {
                    "player": "A",
                    "kind": "x",
                    "rules": ["PC.2"],
                    "form": "act",
                    "options": [{"do": "attack", "card": 77}],
                }
            },
            "there is no card 77",
        ),
        (
            "offer",
            {"decision": {"player": "A", "kind": "x", "rules": ["PC.2"], "options": [1], "least": 2, "most": 2}},
            "a decision of the form 'pick' has no legal answer",
        ),
        (
            "offer",
            {"decision": {"player": "A", "kind": "x", "rules": ["PC.2"], "form": "act", "options": ["yes"]}},
            "a decision to act has options that are not actions",
        ),
        (
            "offer",
            {"decision": {"player": "A", "kind": "x", "rules": ["PC.2"], "options": [1], "same": [[4]]}},
            "a decision has 1 options but refers to [4]",
        ),
        (
            "offer",
            {"decision": {"player": "A", "kind": "x", "rules": ["PC.2"], "options": [1], "mixes": [[4]]}},
            "a decision has 1 options but 0 sorts",
        ),
    ],
)
def test_what_makes_no_sense_is_named_with_its_step(do: str, change: dict[str, Any], said: str) -> None:
    def meddle(asked: str, reply: dict[str, Any]) -> None:
        if asked == do:
            reply.update(change)

    verdict = conforms(framed(f"{FIREBALL}- expect: {{cited: [CA.1.1]}}\n"), Inner(meddle))
    assert verdict.status == "error"
    assert re.match(r"step [12] \(line \d\): ", verdict.problem)
    assert said in verdict.problem


LONG = f"""\
{FIREBALL}- expect: {{stack: [Fireball], cited: [CA.1.1], opportunity: A}}
- B: {{pass: true, illegal: timing.2.1}}
- resolve: top
- expect: {{B/field/Gray Wolf: {{damage: 1, keywords: [pride]}}, sees: {{A: {{B/field: [Gray Wolf]}}}}, can: {{A: [pass]}}}}
- advance: end
- B: {{attack: B/field/Gray Wolf, illegal: true}}
"""
"""Steps that ask an engine for everything there is to ask."""


def spoilt(said: Any, rng: random.Random) -> Any:
    """A reply with one value, somewhere in it, replaced by another."""
    if isinstance(said, dict) and said and rng.random() < 0.9:
        key = rng.choice(sorted(said))
        return {**said, key: spoilt(said[key], rng)}
    if isinstance(said, list) and said and rng.random() < 0.9:
        index = rng.randrange(len(said))
        return [*said[:index], spoilt(said[index], rng), *said[index + 1 :]]
    return rng.choice([None, -1, 0, 1, 99, "", "A", "Fireball", "act", "pick", [], [0], {}, True, False, {"card": 3}])


@pytest.mark.parametrize("seed", range(60))
def test_nonsense_never_breaks_the_runner(seed: int) -> None:
    """Whatever an engine says, there is a verdict: here one reply in six has a value that makes no sense."""
    rng = random.Random(seed)

    def meddle(do: str, said: dict[str, Any]) -> None:
        if rng.random() < 1 / 6:
            changed = spoilt(said, rng)
            said.clear()
            said.update(changed if isinstance(changed, dict) else {})

    assert conforms(framed(LONG), Inner()).status == "pass"
    verdict = conforms(framed(LONG), Inner(meddle))
    assert verdict.status in ("pass", "fail", "error", "unsupported")
    assert "\n" not in verdict.problem


# -- the door ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ("nonsense", "this is not JSON"),
        ("[]", "there is no request None"),
        ('{"do": "ofer"}', "there is no request 'ofer'; did you mean offer?"),
        ('{"do": "offer"}', "no game is set up"),
        ('{"do": "set up", "setup": {"A": {}}}', "player B is missing in the setup"),
        ('{"do": "set up"}', "a scenario needs 'setup'"),
    ],
)
def test_a_request_that_cannot_be_understood_is_answered_with_an_error(request_: str, said: str) -> None:
    (reply,) = served([request_.encode()])
    assert said in json.loads(reply)["error"]


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"do": "answer", "player": "A"}, "'answer' needs 'answer'"),
        ({"do": "answer", "player": "C", "answer": {"do": "pass"}}, "there is no player 'C'"),
        ({"do": "answer", "player": "A", "answer": {"do": "play"}}, 'this is not an action: {"do":"play"}'),
        ({"do": "card", "card": 400}, "there is no card 400"),
        ({"do": "sees", "player": "A", "of": "B", "zone": "pocket"}, "there is no zone 'pocket'"),
        ({"do": "log", "since": -1}, "'since' must be a number, 0 or more"),
    ],
)
def test_a_request_about_what_is_not_there(request_: dict[str, Any], said: str) -> None:
    door = Door()
    door.replied({"do": "set up", "setup": {"A": {}, "B": {}}})
    reply = door.replied(request_)
    assert isinstance(reply, dict)
    assert said in reply["error"]


# -- engines as processes ----------------------------------------------------------------------------------------


@pytest.fixture
def adapter(tmp_path: Path) -> str:
    """The command of the adapter that the docs show."""
    page = (ROOT / "docs/using/conformance.md").read_text("utf-8")
    (code,) = re.findall(r"^```python\n(.*?)^```$", page, re.S | re.M)
    assert 80 <= len(code.splitlines()) <= 130
    file = tmp_path / "adapter.py"
    file.write_text(code, "utf-8")
    return f"{sys.executable} {file}"


def scenario_file(tmp_path: Path, name: str, steps: str, setup: str = "") -> Path:
    file = tmp_path / f"{name}.yaml"
    file.write_text(framed(steps, setup).text.replace("field: [{card: Gray Wolf, damage: 0}], ", ""), "utf-8")
    return file


def test_the_adapter_of_the_docs(adapter: str, tmp_path: Path) -> None:
    passing = scenario_file(
        tmp_path,
        "passing",
        "- A: {activate: Fireball, illegal: PC.2}\n- A: pass\n- expect: {opportunity: B}\n- B: pass\n"
        "- expect: {phase: end, A/hand: 5, windows: [[end, A]], cited: [timing.2.3]}\n",
    )
    failing = scenario_file(tmp_path, "failing", "- A: {activate: Fireball, targets: [B/champion]}\n")
    other = scenario_file(tmp_path, "other", "- A: pass\n", "  turn number: 3\n")
    tested = Conformance(adapter, 20)
    try:
        assert tested.name == "passing along"
        assert tested.verdict(passing).status == "pass"
        failed = tested.verdict(failing)
        assert failed.status == "fail"
        assert "this engine plays no cards" in failed.problem
        assert tested.verdict(other) == Verdict(str(other), "unsupported", "other", "only players, turn and phase")
    finally:
        tested.close()


HELLO = "import sys, json, time\nsys.stdin.readline()\nprint(json.dumps({'protocol': 1}), flush=True)\n"


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ("sys.stdin.readline()\nsys.exit(3)", "set up: at 'set up': the engine ended (exit status 3)"),
        ("time.sleep(60)", "set up: the engine did not answer 'set up' within 0.5 s"),
        ("print('hm', flush=True)\ntime.sleep(9)", "set up: the reply to 'set up' is not JSON: 'hm'"),
        (
            "print('[1]', flush=True)\ntime.sleep(9)",
            "set up: the reply to 'set up' does not follow the protocol: Expec",
        ),
        (
            'print(\'{"error": "no"}\', flush=True)\ntime.sleep(9)',
            "set up: the engine refuses the request 'set up': no",
        ),
        (
            'print(\'{"acting": true, "player": "A"}\', flush=True)\nsys.stdin.readline()\nsys.stdin.readline()',
            "step 1 (line 5): at 'view': the engine ended",
        ),
    ],
)
def test_an_engine_that_fails_costs_one_scenario(rest: str, said: str, tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text(HELLO + rest, "utf-8")
    file = scenario_file(tmp_path, "any", "- A: pass\n")
    tested = Conformance(f"{sys.executable} {engine}", 0.5 if "sleep(60)" in rest else 20)
    try:
        for verdict in (tested.verdict(file), tested.verdict(file)):
            assert verdict.status == "error"
            assert verdict.problem.startswith(said)
    finally:
        tested.close()


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", "the command of the engine is empty"),
        ("no-such-program-here", "the engine 'no-such-program-here' cannot be started: No such file"),
    ],
)
def test_an_engine_that_cannot_be_started(command: str, said: str) -> None:
    with pytest.raises(EngineFault, match=said):
        Engine(command)


def test_an_engine_with_another_protocol(tmp_path: Path) -> None:
    engine = tmp_path / "engine.py"
    engine.write_text("print('{\"protocol\": 7}', flush=True)\ninput()\n", "utf-8")
    with pytest.raises(EngineFault, match="the engine speaks protocol 7, but 1 is needed"):
        Engine([sys.executable, str(engine)])
