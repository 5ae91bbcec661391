"""Menus: what a person may type for each form of decision, and what Enter stands for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from archivist.game import Game
from archivist.model.decision import Form
from archivist.person.menus import Menu, Misunderstood, NotPassed, menu
from archivist.view import Choice, DecisionView, View

TABLE = """
setup:
  A:
    champion: [Spirit of Fire, "Rai, Spellcrafter"]
    hand: [Fireball, Fireball, Crux Sight, Careful Study, Idle Thoughts]
    field: [Blitz Mage, Blitz Mage]
  B: {champion: [Spirit of Water], field: [Blue Slime, Giant Tortoise], graveyard: [Gray Wolf]}
"""


@pytest.fixture(scope="module")
def view() -> View:
    return Game.from_scenario(TABLE).view(0)


def asked(view: View, form: Form, options: tuple[str, ...] = (), kind: str = "choose", **more: Any) -> Menu:
    """The menu of a made-up decision at a table."""
    handles = [next((card.handle for card in _cards(view) if card.name == name), "") for name in options]
    decision = DecisionView(
        kind, "choose", "RS.2", form, options, **{"least": 1, "most": 1, "total": 0, **more}, handles=tuple(handles)
    )
    return menu(replace(view, decision=decision))


def _cards(view: View):  # type: ignore[no-untyped-def]
    return [*view.field, *(card for player in view.players for zone in player.zones.values() for card in zone.cards)]


def refused(menu: Menu, typed: str) -> str:
    with pytest.raises(Misunderstood) as caught:
        menu.read(typed)
    return str(caught.value)


def test_actions_that_are_equal_are_one_choice(view: View) -> None:
    shown = menu(view)
    texts = [row.text for row in shown.rows]
    assert "Activate Fireball (2 of them)" in texts
    assert "Attack with Blitz Mage (2 of them)" in texts
    assert shown.rows[-1].key == 0
    assert shown.rows[-1].text == "Pass: end your main phase"
    assert shown.enter == ""
    assert shown.suggestion is None
    assert view.decision is not None
    assert view.decision.options[shown.read("fireb")] == "activate Fireball"  # type: ignore[index]
    assert shown.read("0") == view.decision.options.index("pass")
    assert "one number" in refused(shown, "1 2")
    assert refused(shown, "f").startswith("'f' is not a choice here")


@pytest.mark.parametrize(
    ("typed", "choice"), [("1 3", (0, 2)), ("3,1", (2, 0)), ("2-3", (1, 2)), (" 1  2 ", (0, 1)), ("1, 3", (0, 2))]
)
def test_several_are_picked_by_numbers(view: View, typed: str, choice: Choice) -> None:
    assert asked(view, "pick", ("Fireball", "Crux Sight", "Idle Thoughts"), least=2, most=2).read(typed) == choice


def test_picks_that_do_not_fit_are_told(view: View) -> None:
    two = asked(view, "pick", ("Fireball", "Crux Sight", "Idle Thoughts"), least=2, most=2)
    assert two.how == "type 2 numbers or names, such as 1 2"
    assert refused(two, "1") == "2 must be chosen, not 1."
    assert refused(two, "1 1") == "Nothing can be chosen twice."
    assert refused(two, "1 7") == "7 is not among the choices; they are 1 to 3."
    some = asked(view, "pick", ("Fireball", "Crux Sight"), least=0, most=2)
    assert some.read("none") == some.read("0") == ()
    assert some.read("all") == (0, 1)
    assert some.read("crux") == (1,)


def test_yes_and_no(view: View) -> None:
    question = asked(view, "pick", ("yes", "no"), kind="may")
    assert (question.read("y"), question.read("NO"), question.read("1")) == ((0,), (1,), (0,))
    assert question.suggestion is None


def test_paying_suggests_what_serves_least_now(view: View) -> None:
    """Crux Sight cannot be played for its element; of the others the dearest goes first."""
    paying = asked(view, "pick", ("Idle Thoughts", "Fireball", "Crux Sight"), kind="reserve", least=2, most=2)
    assert paying.suggestion == (1, 2)
    assert paying.enter == "Fireball and Crux Sight"
    tied = asked(
        view, "pick", ("Idle Thoughts", "Fireball", "Crux Sight"), kind="reserve", least=2, most=2, sets=((0, 2),)
    )
    assert tied.suggestion == (0, 2)


def test_attacks_suggest_the_champion(view: View) -> None:
    options = ("Blue Slime", "Spirit of Water")
    handles = tuple(card.handle for name in options for card in view.field if card.name == name)
    decision = DecisionView("targets", "choose what to attack", "combat.3.step.3", "pick", options, 1, 1, 0)
    assert menu(replace(view, decision=replace(decision, handles=handles))).suggestion == (1,)
    assert menu(replace(view, decision=replace(decision, rule="CA.1.5", handles=handles))).suggestion is None


def test_a_number(view: View) -> None:
    x = asked(view, "number", least=0, most=4)
    assert x.how == "type a number from 0 to 4"
    assert x.suggestion == x.read("4") == (4,)
    assert refused(x, "5") == "A number from 0 to 4 is needed."


def test_a_split(view: View) -> None:
    split = asked(view, "split", ("Blue Slime", "Giant Tortoise"), total=3)
    assert split.suggestion == (2, 1)
    assert split.enter == "2 to Blue Slime and 1 to Giant Tortoise"
    assert split.read("1 2") == (1, 2)
    assert refused(split, "3") == "Each one needs a share of at least 1."
    assert refused(split, "2 2") == "The shares must add up to 3."


def test_an_order(view: View) -> None:
    order = asked(view, "order", ("trigger/Weaponsmith", "trigger/Banner Knight", "trigger/Swift Recruit"))
    assert [row.text for row in order.rows] == ["Weaponsmith", "Banner Knight", "Swift Recruit"]
    assert order.suggestion == (0, 1, 2)
    assert order.read("3") == (2, 0, 1)
    assert order.read("2 3 1") == (1, 2, 0)
    assert "once" in refused(order, "1 1 2")


@pytest.mark.parametrize(
    ("typed", "choice"),
    [
        ("2 / 1", (1, 2, -1, 0)),
        ("/ 1", (1, 2, -1, 0)),
        ("2 3", (1, 2, -1, 0)),
        ("3 1 / 2", (2, 0, -1, 1)),
        ("/", (-1, 0, 1, 2)),
        ("1 2 3", (0, 1, 2, -1)),
    ],
)
def test_a_glimpse(view: View, typed: str, choice: Choice) -> None:
    glimpse = asked(view, "arrange", ("Fireball", "Crux Sight", "Idle Thoughts"))
    assert glimpse.suggestion == (0, 1, 2, -1)
    assert glimpse.enter == "all on top, as shown"
    assert glimpse.read(typed) == choice


def test_naming_a_card(view: View) -> None:
    naming = asked(view, "name", ("Blue Slime", "Fireball", "Giant Tortoise", "Spirit Blade: Ascension"))
    listed = {row.text: row.key for row in naming.rows}
    assert set(listed) == {"Blue Slime", "Giant Tortoise"}
    assert naming.read(str(listed["Blue Slime"])) == "Blue Slime"
    assert naming.read("fireball") == "Fireball"
    assert naming.read("ascension") == "Spirit Blade: Ascension"
    assert "did you mean Fireball" in refused(naming, "fierball")


@pytest.mark.parametrize(
    ("asker", "kind", "rows"),
    [
        ("Crux Sight", "optional costs", {"1": ("pay 2 reserve", "")}),
        (
            "Fishing Accident",
            "optional costs",
            {"prepare": ("prepare", "remove 2 preparation counters from your champion")},
        ),
        ("Vermilion Decree", "optional costs", {"imbue": ("imbue", "")}),
        (
            "Ensnaring Fumes",
            "alternative",
            {
                "its own cost": ("its own cost", "5 reserve"),
                "1": ("remove 3 preparation counters from your champion", ""),
            },
        ),
        ("Evercurrent Raider", "alternative", {"ephemerate": ("ephemerate", "pay 2 reserve")}),
        (
            "Bestial Frenzy",
            "modes",
            {
                "level": ("level", "Your champion gets +1 level until end of turn"),
                "cleave": ("cleave", "Target Beast ally gains Cleave until end of turn"),
            },
        ),
        ("Devouring Malice", "modes", {"drain": ("drain", "Deals 3 damage to target champion. Recover 3")}),
    ],
)
def test_costs_and_modes_say_what_they_are(view: View, asker: str, kind: str, rows: dict[str, tuple[str, str]]) -> None:
    shown = asked(view, "pick", tuple(rows), kind, asker=asker)
    assert [(row.text, row.aside) for row in shown.rows] == list(rows.values())
    assert shown.said((0,)) == shown.rows[0].text


def acting(text: str) -> Menu:
    return menu(Game.from_scenario(text).view(0))


@pytest.mark.parametrize("typed", ["phase", "end", "your", "main", "pass: end your main phase", "end your", "END"])
def test_no_word_of_the_choice_that_passes_ends_a_phase(typed: str) -> None:
    main = acting(TABLE)
    assert main.rows[-1].text == "Pass: end your main phase"
    with pytest.raises(NotPassed, match="does not pass: 0 does"):
        main.read(typed)


@pytest.mark.parametrize("typed", ["0", "pass", "PASS"])
def test_passing_on_purpose_passes(typed: str) -> None:
    main = acting(TABLE)
    assert main.decision.options[main.read(typed)] == "pass"  # type: ignore[index]


def test_the_name_of_what_is_on_the_stack_does_not_let_it_resolve() -> None:
    """It is in the words of the choice that passes; where a choice of that name is offered, that one is meant."""
    game = Game.from_scenario(TABLE)
    game.answer(game.view(0).decision.options.index("activate Fireball"))  # type: ignore[union-attr]
    while game.decision is not None and game.decision.attempt:
        game.answer(next(iter(game.decision.answers())))
    responding = menu(game.view(0))
    assert responding.rows[-1].text == "Pass: let Fireball resolve"
    with pytest.raises(NotPassed):
        responding.read("resolve")
    for typed in ("fireball", "fire"):
        with pytest.raises(Misunderstood):
            responding.read(typed)


def test_nothing_in_the_materialize_phase_passes_by_its_words() -> None:
    materializing = acting(
        TABLE.replace("setup:", "setup:\n  phase: materialize").replace(
            "  A:\n", '  A:\n    material: ["Rai, Archmage"]\n    memory: [4 x Fireball]\n'
        )
    )
    assert materializing.decision.kind == "materialize"
    for typed in ("nothing", "materialize nothing"):
        with pytest.raises(NotPassed):
            materializing.read(typed)
