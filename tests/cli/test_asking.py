"""``archivist ask``, ``why`` and ``trace``: questions about a scenario, and what cannot be understood."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from archivist.rules.catalogue import rule

Run = Callable[..., Result]

# -- ask ---------------------------------------------------------------------------------------------------------


def test_every_legal_play_is_listed_with_costs_and_targets(run: Run, scenario: Path) -> None:
    asked = run("ask", scenario, "--step", 0)
    assert asked.exit_code == 0
    lines = asked.stdout.splitlines()
    assert lines[0] == "In the setup: turn 5 of A, main phase; A has Opportunity."
    rows = {re.split(r"  +", line)[0]: re.split(r"  +", line)[1:] for line in lines[2:]}
    assert rows["pass"] == []
    assert rows["activate Fireball"][0] == "2 reserve"
    assert rows["activate Fireball"][1] == ("targets: A/champion, B/champion, A/field/Gray Wolf, B/field/Blue Slime")
    assert rows["activate Idle Thoughts (4 cards)"] == ["1 reserve"]
    assert "activate Pyretic Prognosis" not in rows
    assert not any(row.startswith("attack") for row in rows)
    assert any(row.startswith("ability A/field/Tome of Knowledge") for row in rows)


def test_after_the_steps(run: Run, scenario: Path) -> None:
    asked = run("ask", scenario)
    assert asked.stdout.startswith("After step 4: turn 5 of A, main phase; A has Opportunity.\n")
    assert "activate Fireball" not in asked.stdout
    assert run("ask", scenario, "--step", 1).stdout.startswith("After step 1: turn 5 of A, main phase; A has Opp")


def test_a_player_who_cannot_act(run: Run, scenario: Path) -> None:
    asked = run("ask", scenario, "--player", "B")
    assert asked.exit_code == 0
    assert "B cannot do anything now: A has Opportunity." in asked.stdout
    assert run("ask", scenario, "-p", "B", "--step", 2).stdout.splitlines()[1].startswith("B can ")


def test_a_decision_that_is_open(run: Run, scenario: Path) -> None:
    text = scenario.read_text()
    scenario.write_text(text[: text.index("  - A: {activate")] + "  - A: {activate: Fireball}\n")
    lines = run("ask", scenario).stdout.splitlines()
    assert lines[0].endswith("A must decide: choose a target (unit).")
    assert lines[1] == "  A: choose a target (unit)  [CA.1.5]"
    assert "  - B/field/Blue Slime" in lines
    said = json.loads(run("ask", scenario, "--json").stdout)
    assert said["decision"] == "targets"
    assert "B/field/Blue Slime" in said["options"]
    assert (said["least"], said["most"]) == (1, 1)


def test_plays_as_json(run: Run, scenario: Path) -> None:
    said = json.loads(run("ask", scenario, "--step", 0, "--json").stdout)
    assert (said["player"], said["phase"], said["step"]) == ("A", "main", 0)
    plays = {play["play"]: play for play in said["plays"]}
    assert plays["activate Fireball"]["costs"] == ["2 reserve"]
    assert plays["activate Fireball"]["choices"][0][0] == "targets"
    assert plays["activate Idle Thoughts"]["count"] == 4
    assert json.loads(run("ask", scenario, "-p", "B", "--json").stdout)["plays"] == []


# -- why ---------------------------------------------------------------------------------------------------------


def test_every_reason_is_told_with_its_rules_and_what_they_say(run: Run, scenario: Path) -> None:
    refused = run("why", scenario, "--step", 0, "A", "activate", "Pyretic", "Prognosis")
    assert refused.exit_code == 1
    lines = refused.stdout.splitlines()
    assert lines[1] == "A cannot activate Pyretic Prognosis now:"
    assert lines[2] == "  - Pyretic Prognosis needs exalted, which you have not enabled"
    assert lines[3] == f"      CA.1.2.1  {rule('CA.1.2.1').statement}"


@pytest.mark.parametrize(
    ("play", "reasons"),
    [
        ("attack A/field/Gray Wolf", ["is rested"]),
        ("B activate Give Bath", ["Opportunity"]),
        ("B pass", ["you do not have Opportunity"]),
        ("materialize Fireball", ["material"]),
        ("a rai, archmage", ["there is no Rai, Archmage to materialize"]),
        ("activate Blue Slime", ["yours"]),
        ("activate Fireball from graveyard", ["there is no Fireball (graveyard) to activate"]),
        ("A: {activate: Fireball, targets: [Tome of Knowledge]}", ["Tome of Knowledge is not among the options"]),
        ("A: {choose: yes}", ["there is nothing to choose now"]),
    ],
)
def test_plays_that_are_refused(run: Run, scenario: Path, play: str, reasons: list[str]) -> None:
    refused = run("why", scenario, "--step", 0, *play.split())
    assert refused.exit_code == 1, refused.output
    for reason in reasons:
        assert reason in refused.stdout
    said = json.loads(run("why", scenario, "--step", 0, "--json", play).stdout)
    assert said["legal"] is False
    for reason in said["reasons"]:
        assert reason["rules"]
        assert all(statement == rule(each).statement for each, statement in reason["rules"].items())


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        ("activate Fireball", "A can activate Fireball now."),
        ("A pass", "A can pass now."),
        ("B concede", "B can concede now."),
        ("a activate fireball", "A can activate fireball now."),
        ("use tome of knowledge", "A can use tome of knowledge now."),
        ("play Fireball", "A can activate Fireball now."),
        ("FIREBALL", "A can activate Fireball now."),
        ("ability Tome of Knowledge, number 1", "A can use the ability of Tome of Knowledge, number 1 now."),
        ("A: {activate: Fireball, targets: [B/champion]}", "A: {activate: Fireball, targets: [B/champion]} is legal now."),
    ],
)  # fmt: skip
def test_plays_that_are_legal(run: Run, scenario: Path, play: str, sentence: str) -> None:
    legal = run("why", scenario, "--step", 0, play)
    assert legal.exit_code == 0, legal.output
    assert legal.stdout.splitlines()[1] == sentence
    assert json.loads(run("why", scenario, "--step", 0, "--json", play).stdout)["legal"] is True


# -- trace -------------------------------------------------------------------------------------------------------


def test_the_rules_of_each_step_as_a_table(run: Run, scenario: Path) -> None:
    traced = run("trace", scenario)
    assert traced.exit_code == 0
    lines = traced.stdout.splitlines()
    assert lines[0] == "A Fireball and what it may hit"
    assert lines[1].split() == ["step", "rule", "what", "changed"]
    assert re.match(r"1 +A: \{activate: Fireball", lines[2])
    assert any(re.match(r" +CA\.1\.2, .* +the elements of Fireball are enabled \(fire\)", line) for line in lines)


def test_the_table_in_markdown_with_the_rules(run: Run, scenario: Path) -> None:
    lines = run("trace", scenario, "--markdown", "--explain").stdout.splitlines()
    assert lines[2:4] == ["| step | rule | what changed |", "| --- | --- | --- |"]
    assert any(
        re.fullmatch(r"\| \| CA\.1\.2, .* \| the elements of Fireball are enabled \(fire\) \|", line) for line in lines
    )
    assert f"- **CA.1.2** {rule('CA.1.2').statement}" in lines
    assert "CA.1.2 " in run("trace", scenario, "--explain").stdout.partition("The rules")[2]


def test_the_table_as_json(run: Run, scenario: Path) -> None:
    said = json.loads(run("trace", scenario, "--json").stdout)
    (told,) = [each for each in said["changes"] if each["change"] == "the elements of Fireball are enabled (fire)"]
    assert (told["step"], told["rules"][0]) == (1, "CA.1.2")
    assert said["rules"]["CA.1.2"] == rule("CA.1.2").statement
    assert [step["number"] for step in said["steps"]] == [1, 2, 3, 4]


def test_a_scenario_that_fails_is_traced_up_to_there(run: Run, scenario: Path) -> None:
    scenario.write_text(scenario.read_text().replace("A/graveyard: [Fireball]", "A/graveyard: []"))
    traced = run("trace", scenario)
    assert traced.exit_code == 1
    assert "Fireball resolves" in traced.stdout
    assert "step 4" in traced.stderr


# -- what cannot be understood -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("why", "A", "activat", "Fireball"), "unknown action 'activat'; did you mean activate"),
        (("why", "A", "activate", "Firebal"), "no card is named 'Firebal'; did you mean Fireball"),
        (("why", "A", "activate"), "say what to activate"),
        (("why", "A", "activate", "B"), "a card's name is needed to activate, not 'B'"),
        (("why", "A", "attack", "B"), "an object is needed, not player B"),
        (("why", "pass", "now"), "'pass' takes no more words"),
        (("why", "C", "pass"), "no player is named 'C'; there are A, B"),
        (("why", "C", "activate", "Fireball"), "no player is named 'C'; there are A, B"),
        (("why", "A"), "say what A would do, such as: A activate Fireball"),
        (("why", ""), "say what A would do, such as: A activate Fireball"),
        (("why", "A", "put", "Fireball"), "unknown action 'put'; known: activate, materialize"),
        (("why", "activate", "Fireball", "from", "attic"), "no card is named 'attic'"),
        (("why", "A: {activat: Fireball}"), "unknown key 'activat'; did you mean activate"),
        (("why", "resolve: all"), "a player's action is needed"),
        (("why", "A: {activate: [}"), "play:1: "),
        (("ask", "--player", "C"), "no player is named 'C'; there are A, B"),
        (("ask", "--step", "9"), "there is no step 9; the steps are 0 (the setup) to 4"),
        (("ask", "--step", "-1"), "there is no step -1"),
    ],
)
def test_unknown_words(run: Run, scenario: Path, arguments: tuple[str, ...], problem: str) -> None:
    command, *rest = arguments
    refused = run(command, scenario, *rest)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert problem in refused.stderr
    assert len(refused.stderr.splitlines()) == 1


def test_a_mere_position_has_no_steps(run: Run, scenario: Path) -> None:
    scenario.write_text(scenario.read_text().partition("steps:")[0])
    assert run("ask", scenario, "--step", 0).exit_code == 0
    refused = run("ask", scenario, "--step", 2)
    assert refused.exit_code == 2
    assert "there is no step 2; it has none" in refused.stderr


@pytest.mark.parametrize("command", [("ask",), ("trace",), ("why", "A", "pass")])
def test_files_that_cannot_be_read(run: Run, scenario: Path, command: tuple[str, ...]) -> None:
    name, *rest = command
    scenario.write_text(scenario.read_text().replace("hand: [Fireball", "hand: [Firebal"))
    for file, problem in (
        (scenario, f"{scenario}:5: no card is named 'Firebal'; did you mean Fireball"),
        (scenario.with_name("other.yaml"), "cannot be read"),
    ):
        refused = run(name, file, *rest)
        assert refused.exit_code == 2
        assert problem in refused.stderr


def test_every_command_has_one_line_of_help(run: Run) -> None:
    lines = run("--help").stdout.splitlines()
    for command in ("judge", "ask", "why", "trace", "rules", "cards", "decks"):
        (line,) = [line for line in lines if re.match(rf"│ {command} ", line)]
        assert line.rstrip(" │").endswith(".")
