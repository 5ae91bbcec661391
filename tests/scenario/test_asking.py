"""Questions about a position: what can be done with its costs and choices, and why a play is refused."""

from __future__ import annotations

import pytest

from archivist.notation.naming import Problem
from archivist.scenario import ScenarioError, read_text
from archivist.scenario.asking import at, plays, verdict
from archivist.scenario.table import Table
from frames import framed
from workshop import cards, position

STEPS = "- A: {activate: Fireball, targets: [B/champion]}\n- A: pass\n"


def table(step: int | None = None) -> Table:
    text = framed(STEPS, a="hand: [2 x Fireball, Frostbind, 6 x Idle Thoughts]", b="field: [Giant Tortoise]")
    return at(read_text(text, "t.yaml"), step)


def test_the_table_after_so_many_steps() -> None:
    assert table(0).game.state.stack == ()
    assert table(1).game.to_act == 0
    assert table().game.to_act == 1
    with pytest.raises(ScenarioError, match="step 1: refused"):
        at(read_text(framed("- B: pass"), "t.yaml"))


def test_like_plays_are_counted_together_with_their_costs_and_choices() -> None:
    found = {each.play: each for each in plays(table(0).own_game)}
    assert found["activate Fireball"].count == 2
    assert found["activate Fireball"].costs == ("2 reserve",)
    assert [kind for kind, _ in found["activate Fireball"].choices] == ["targets"]
    assert "activate Frostbind" not in found
    assert "pass" in found


def test_what_pays_is_named_where_nothing_else_could() -> None:
    made_up = cards("""
    - {name: Slash, types: [attack], power: 2}
    - {name: Trade, types: [action], abilities: [{ability: additional cost, pay: [{pay: discard}]}]}
    """)
    found = {each.play: each for each in plays(position(made_up, "{hand: [Slash, 2 x Fireball, Trade]}"))}
    assert found["activate Slash"].costs == ("0 reserve", "rest A/champion")
    assert found["activate Trade"].costs == ("0 reserve", "discard 1")


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("A activate Frostbind", "CA.1.2"),
        ("frostbind", "CA.1.2"),
        ("B pass", "timing.2.1"),
        ("A: {activate: Fireball, targets: [A/hand/Frostbind]}", "CA.1.5"),
        ("A activate Reclaim", "PC.2"),
    ],
)
def test_why_a_play_is_refused(words: str, rule: str) -> None:
    found = verdict(table(0), words)
    assert not found.legal
    assert rule in {each for reason in found.reasons for each in reason.rules}


def test_every_reason_is_given_and_each_once() -> None:
    made_up = """
    cards:
    - name: Far Blow
      types: [action]
      elements: [norm]
      cost: {reserve: 9}
      abilities:
      - {ability: additional cost, pay: [{pay: sacrifice, of: ally you control}]}
      - {ability: text, targets: [{of: domain}], do: [{do: destroy}]}
    - {name: Last Boon, types: [lesser boon], elements: [norm], cost: {reserve: 0}, abilities: [first boon]}
    """
    a = "hand: [Far Blow, Gray Wolf]\npantheon: [Last Boon]\nmaterial: ['Rai, Mana Weaver']"

    def reasons(words: str, more: str = "") -> list[str]:
        text = framed("- A: pass", a=a, top=made_up, more=more, champion="[Spirit of Fire]")
        return [reason.why for reason in verdict(at(read_text(text, "t.yaml"), 0), words).reasons]

    assert reasons("A activate Far Blow") == [
        "Far Blow needs a legal target (domain), and there is none",
        "Far Blow: it takes 1 ally you control to sacrifice, and there is none",
        "Far Blow: 9 reserve must be paid, but at most 1 can be",
    ]
    assert reasons("A bestow Last Boon", "turn: B\nopportunity: A") == [
        "Last Boon can be bestowed only before the game begins"
    ]
    assert reasons("A materialize Rai, Mana Weaver", "phase: materialize") == [
        "Rai, Mana Weaver is level 3 and the champion is level 0",
        "Rai, Mana Weaver needs a champion of the Rai lineage",
        "Rai, Mana Weaver: a memory cost of 3 must be paid, but only 0 can be",
    ]


def test_what_was_not_offered_and_yet_played_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("archivist.notation.actions.offered", lambda *_: False)
    with pytest.raises(Problem, match="it was played although it was not offered"):
        verdict(table(0), "A: {activate: Fireball, targets: [B/champion]}")


def test_a_card_whose_name_ends_in_an_action_is_no_player() -> None:
    made_up = "cards: [{name: Swift Return, types: [action], elements: [norm], cost: {reserve: 0}, speed: fast}]\n"
    asked = at(read_text(framed("- A: pass", a="hand: [Swift Return]", top=made_up), "t.yaml"), 0)
    assert verdict(asked, "Swift Return").legal
    with pytest.raises(Problem, match="no player is named 'Late'; there are A, B"):
        verdict(asked, "Late return")


@pytest.mark.parametrize("words", ["A activate Fireball", "Fireball", "pass", "A concede", "A: {activate: Fireball}"])
def test_what_is_legal_changes_nothing(words: str) -> None:
    asked = table(0)
    before = asked.game.state.copy()
    assert verdict(asked, words).legal
    assert asked.game.state == before


def test_a_word_that_is_unknown() -> None:
    with pytest.raises(Problem, match="unknown action 'activte'; did you mean activate"):
        verdict(table(0), "A activte Fireball")
    with pytest.raises(Problem, match="say what A would do"):
        verdict(table(0), "A")
    with pytest.raises(Problem, match="a player's action is needed"):
        verdict(table(0), "resolve: all")
