"""The server for assistants, with the client of the official SDK: in memory, and as a process over its pipes."""

from __future__ import annotations

import sys
from typing import Any

import anyio
import pytest
import typer

pytest.importorskip("mcp")

from mcp import Client, StdioServerParameters

from archivist.mcp.serving import made
from archivist.server.settings import Limits

SCENARIO = """\
title: A Fireball at an ally
setup:
  A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], hand: [Fireball, 4 x Idle Thoughts], deck: [5 x Fireball]}
  B: {champion: [Spirit of Water], field: [Blue Slime], deck: [5 x Give Bath]}
steps:
  - A: {activate: Fireball, targets: [B/field/Blue Slime], reserve: [2 x Idle Thoughts]}
  - A: pass
  - B: pass
  - expect: {A/graveyard: [Fireball], opportunity: A}
"""


def called(tool: str, limits: Limits | None = None, **arguments: Any) -> Any:
    """The result of a tool, asked over a connection in memory."""

    async def ask() -> Any:
        async with Client(made(limits)) as client:
            return await client.call_tool(tool, arguments)

    return anyio.run(ask)


def told(tool: str, **arguments: Any) -> dict[str, Any]:
    result = called(tool, **arguments)
    assert not result.is_error, result.content
    found: dict[str, Any] = result.structured_content
    return found


def refused(tool: str, limits: Limits | None = None, **arguments: Any) -> str:
    result = called(tool, limits, **arguments)
    assert result.is_error
    (said,) = result.content
    text: str = said.text
    return text.removeprefix(f"Error executing tool {tool}: ")


def test_a_scenario_is_judged_with_citations() -> None:
    found = told("judge_scenario", scenario=SCENARIO)
    assert found["passed"] is True
    assert found["steps"][0]["step"] == 1
    assert "CA.1.1" in {rule for event in found["steps"][0]["happened"] for rule in event["rules"]}
    assert set(found["rules"]) >= {"CA.1.1"}
    assert all(found["rules"].values())


def test_a_scenario_that_fails_says_how() -> None:
    found = told("judge_scenario", scenario=SCENARIO.replace("opportunity: A}", "opportunity: B}"))
    assert found["passed"] is False
    assert found["difference"].endswith("expected opportunity: B, but it is A")


def test_legal_plays_are_listed_with_costs_and_choices() -> None:
    found = told("legal_plays", scenario=SCENARIO, step=0)
    plays = {each["play"]: each for each in found["plays"]}
    assert found["player"] == "A"
    assert plays["activate Fireball"]["costs"] == ["2 reserve"]
    assert "B/field/Blue Slime" in plays["activate Fireball"]["choices"]["targets"]
    assert "activate Fireball" not in {each["play"] for each in told("legal_plays", scenario=SCENARIO)["plays"]}


def test_a_decision_within_a_play_is_told_with_its_options() -> None:
    steps = "steps:\n  - A: {activate: Fireball}\n  - expect: {decision: {player: A, kind: targets}}\n"
    found = told("legal_plays", scenario=SCENARIO.partition("steps:")[0] + steps)
    assert (found["asked"], found["answer"]) == ("choose a target (unit)", "1 of the options")
    assert "B/field/Blue Slime" in found["options"]
    assert "CA.1.5" in found["rules"]


def test_why_not_names_every_rule_with_its_words() -> None:
    found = told("why_not", scenario=SCENARIO, play="B activate Give Bath", step=0)
    assert (found["legal"], found["player"]) == (False, "B")
    assert all(reason["rules"] and all(reason["rules"].values()) for reason in found["reasons"])
    assert told("why_not", scenario=SCENARIO, play="A activate Fireball", step=0)["legal"] is True


def test_rules_and_cards_are_looked_up() -> None:
    found = told("look_up_rules", words="CA.1.8")
    assert found["rules"][0]["id"] == "CA.1.8"
    assert told("look_up_rules", words="floating memory")["count"] > 0
    card = told("look_up_card", name="fireball")
    assert card["facts"]["name"] == "Fireball"
    assert card["text"]
    assert "Fireball" in {each["name"] for each in told("find_cards", words="fireb")["cards"]}


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("judge_scenario", {"scenario": "setup: ["}, "scenario:2: did not find"),
        ("judge_scenario", {"scenario": "setup: {A: {}, B: {}}"}, "scenario:1: a scenario needs 'steps'"),
        ("legal_plays", {"scenario": SCENARIO, "step": 9}, "the scenario has 4 steps"),
        ("why_not", {"scenario": SCENARIO, "play": "A actvate Fireball"}, "unknown action 'actvate'; did you mean"),
        ("look_up_rules", {"words": "zzzz"}, "there is no rule"),
        ("look_up_rules", {"words": " "}, "say which rule"),
        ("look_up_card", {"name": "Firebal"}, "no card is named 'Firebal'; did you mean Fireball"),
        ("find_cards", {"words": ""}, "say which letters"),
    ],
)
def test_what_cannot_be_understood_is_said_in_one_line(tool: str, arguments: dict[str, Any], said: str) -> None:
    text = refused(tool, **arguments)
    assert said in text
    assert "\n" not in text
    assert "Traceback" not in text


def test_a_scenario_is_bounded_in_length_and_by_what_a_process_may_use() -> None:
    assert "characters" in refused("judge_scenario", Limits(scenario=100), scenario=SCENARIO)
    assert "memory" in refused("judge_scenario", Limits(scenario_memory=1), scenario=SCENARIO)


def test_over_pipes_as_a_process() -> None:
    async def ask() -> tuple[list[str], Any]:
        command = StdioServerParameters(command=sys.executable, args=["-m", "archivist.cli", "mcp"])
        async with Client(command) as client:
            listed = await client.list_tools()
            result = await client.call_tool("why_not", {"scenario": SCENARIO, "play": "B pass", "step": 0})
            return sorted(tool.name for tool in listed.tools), result

    tools, result = anyio.run(ask)
    assert tools == ["find_cards", "judge_scenario", "legal_plays", "look_up_card", "look_up_rules", "why_not"]
    assert result.structured_content["legal"] is False


def test_without_the_package_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    monkeypatch.delitem(sys.modules, "archivist.mcp.serving")
    from archivist.cli.mcp import mcp

    with pytest.raises(typer.Exit) as ended:
        mcp()
    assert ended.value.exit_code == 2
    assert "pip install 'archivist[mcp]'" in capsys.readouterr().err
