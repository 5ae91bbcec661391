"""What a person is told: recaps in the second person, logs, names, forecasts in menus, what Enter does, what ? explains."""

from __future__ import annotations

import pytest
from terminal import GO_ON, Terminal, plain
from typer.testing import CliRunner

from archivist import Game, Pass
from archivist.arena.playing import Dice, choose
from archivist.cli import app
from archivist.cli.paper import Table
from archivist.cli.play import explain
from archivist.cli.play.table import drawn
from archivist.person import telling
from archivist.person.menus import Ambiguous, Misunderstood, menu
from archivist.person.names import People, addressed
from archivist.person.passing import Passing, Settings
from archivist.person.why import uses
from archivist.rules.catalogue import search

TABLE = """
setup:
  A:
    champion: [Spirit of Fire, "Rai, Spellcrafter"]
    hand: [Fireball, Fireball, Careful Study, 3 x Idle Thoughts]
    field: [Blitz Mage, Crystal of Empowerment]
    material: ["Rai, Archmage"]
    deck: [9 x Fireball]
  B: {champion: [Spirit of Water], field: [Blue Slime, {card: Barrier Servant}], hand: [2 x Give Bath], deck: [9 x Give Bath]}
"""


def answered(game: Game, option: str, *more: object) -> Game:
    """The game after an action by its words, and further answers."""
    decision = game.view(game.to_act or 0).decision
    assert decision is not None
    game.answer(decision.options.index(option))
    for each in more:
        game.answer(each)
    return game


def passed(game: Game) -> Game:
    while game.state.stack:
        game.answer(Pass())
    return game


# -- recaps ------------------------------------------------------------------------------------------------------


def fireball() -> Game:
    return answered(Game.from_scenario(TABLE), "activate Fireball", [3], [2, 3])


def test_a_recap_speaks_of_you_and_the_opponent() -> None:
    game = Game.from_scenario(TABLE)
    begin = game.event_count
    game = passed(fireball())
    assert telling.news(game, 0, begin) == [
        "You activate Fireball, at their Blue Slime",
        "Their Blue Slime takes 2 damage from your Fireball",
    ]
    assert telling.news(game, 1, begin) == [
        "The opponent activates Fireball, at your Blue Slime",
        "Your Blue Slime takes 2 damage from their Fireball",
    ]


def test_a_recap_tells_effects_that_begin_in_their_own_words() -> None:
    game = Game.from_scenario(TABLE)
    begin = game.event_count
    passed(answered(game, "use Crystal of Empowerment, ability 1"))
    told = telling.news(game, 1, begin)
    assert told[-1] == "The opponent's Crystal of Empowerment: Rai, Spellcrafter gets +2 level, until end of turn"
    assert "The opponent uses Crystal of Empowerment" in told


def test_a_recap_tells_attacks_and_deaths_once() -> None:
    text = TABLE.replace("Blue Slime,", "{card: Blue Slime, damage: 3},")
    game = Game.from_scenario(text)
    begin = game.event_count
    decision = game.view(0).decision
    assert decision is not None
    game.answer(decision.options.index("attack with Blitz Mage"))
    while game.decision is not None and (game.state.combat is not None or game.decision.attempt):
        asked = game.view(game.to_act or 0).decision
        assert asked is not None
        slime = next((index for index, each in enumerate(asked.options) if each.startswith("Blue Slime")), None)
        if asked.kind == "targets" and slime is not None:
            game.answer([slime])
        else:
            game.answer(Pass() if asked.form == "act" else next(iter(asked.answers())))
    told = telling.news(game, 1, begin)
    assert told[0] == "The opponent's Blitz Mage attacks your Blue Slime"
    assert "Your Blue Slime takes 3 damage from their Blitz Mage" in told
    assert [line for line in told if "Blue Slime" in line and ("dies" in line or "graveyard" in line)] == [
        "Your Blue Slime dies"
    ]


@pytest.mark.parametrize("seed", range(3))
def test_recaps_name_nobody_by_letter_and_leave_out_passes(seed: int) -> None:
    """RU.14 besides: no recap names a card that the seat may not know; that the trace, which it is made of, knows."""
    game = Game.new(["lorraine", "silvie"], seed=seed)
    dice = Dice(seed)
    for _ in range(250):
        if game.decision is None:
            break
        game.answer(choose(game.decision, dice))
    for seat in (0, 1):
        lines = telling.news(game, seat, 0)
        assert len(lines) > 20
        for line in lines:
            words = line.replace("'s", "").replace(":", "").replace(",", "").split()
            assert not {"A", "B"} & set(words[1:]), line
            assert words[0] != "B", line
            assert "Opportunity" not in line
            assert " passes" not in line
            assert "you is" not in line.lower()
        assert any(line.startswith("You draw ") for line in lines)
        assert any(line.startswith("The opponent draws ") for line in lines)
        log = telling.log(game, seat)
        assert len(log) == len(game.trace(seat))
        assert any(line.startswith("your main phase begins") for line in log)
        assert any(line.startswith("you have Opportunity") for line in log)
        assert any(line.startswith("the opponent passes") for line in log)


def test_names() -> None:
    two, three = People(("A", "B"), 1), People(("A", "B", "C"), 0)
    assert (two.called("B"), two.called("A"), three.called("C")) == ("you", "the opponent", "C")
    assert (two.whose("B"), two.whose("A"), three.whose("C")) == ("your", "their", "C's")
    assert (two.belongs("B"), two.belongs("A"), three.belongs("C")) == ("yours", "theirs", "C's")
    assert (two.does("B", "draw"), two.does("A", "draw"), two.does("A", "have")) == (
        "you draw",
        "the opponent draws",
        "the opponent has",
    )
    assert two.told("Blue Slime (B)") == "your Blue Slime"
    assert two.told("Blue Slime (A, graveyard)") == "their Blue Slime (graveyard)"
    assert (two.told("player A"), three.told("player B"), two.told("yes")) == ("the opponent", "B", "yes")
    assert addressed("you goes first") == "you go first"
    assert addressed("you does not take the option") == "you do not take the option"
    assert addressed("you passes") == "you pass"
    assert addressed("you copies it") == "you copy it"
    assert addressed("you searches, and need not find anything") == "you search, and need not find anything"
    assert addressed("end phase of you begins") == "your end phase begins"
    assert addressed("Fireball is activated by you") == "Fireball is activated by you"


# -- menus -------------------------------------------------------------------------------------------------------


def shown(game: Game, seat: int = 0):  # type: ignore[no-untyped-def]
    return menu(game.view(seat, log=0), uses(game), game.forecast(seat))


def test_the_menu_says_what_a_play_costs_now_and_an_attack_deals() -> None:
    rows = {row.text: row.aside for row in shown(Game.from_scenario(TABLE)).rows}
    assert rows["Activate Fireball (2 of them)"] == "2 reserve (printed 4), fire action"
    assert rows["Attack with Blitz Mage"] == "deals 3, 3/1"
    assert rows["Activate Idle Thoughts (3 of them)"].startswith("1 reserve, ")
    game = Game.new(["lorraine", "lorraine"], seed=0)
    rows = {row.text: row.aside for row in shown(game, game.to_act or 0).rows}
    assert rows["Activate Savage Slash"].startswith("would fizzle: nobody may attack this turn; 2 reserve")


def test_the_table_shows_effects_that_last_and_what_would_fizzle() -> None:
    game = passed(answered(Game.from_scenario(TABLE), "use Crystal of Empowerment, ability 1"))
    lines = [line.plain for line in drawn(game.view(1), ("rai", "silvie"), 80)]
    assert any(line.startswith("── Lasting effects ──") for line in lines)
    assert " Crystal of Empowerment (theirs): Rai, Spellcrafter gets +2 level, until end of" in lines
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("width", [40, 60, 80, 110])
def test_no_word_of_the_table_is_broken(width: int) -> None:
    game = Game.new(["lorraine", "silvie"], seed=4)
    dice = Dice(4)
    for _ in range(300):
        if game.decision is None:
            break
        game.answer(choose(game.decision, dice))
    view = game.view(0)
    text = "\n".join(line.plain for line in drawn(view, ("lorraine", "silvie"), width))
    words = {word for card in view.field for word in card.name.split()}
    assert max(map(len, text.splitlines())) <= width
    assert not [word for word in words if word not in text]


def test_enter_never_ends_a_phase_in_which_something_can_be_played() -> None:
    main = shown(Game.from_scenario(TABLE))
    assert main.suggestion is None
    assert main.enter == ""
    materialize = Game.from_scenario(TABLE.replace("setup:", "setup:\n  phase: materialize").replace(
        "hand: [Fireball, F", "memory: [4 x Fireball]\n    hand: [Fireball, F"))  # fmt: skip
    assert shown(materialize).suggestion is None
    responding = shown(fireball())
    assert responding.enter == "pass, let Fireball resolve"
    assert responding.suggestion == 0
    assert responding.read("pass") == responding.read("0") == 0


def test_payments_take_names(view_paying: Game) -> None:
    paying = shown(view_paying)
    assert paying.decision.kind == "reserve"
    names = [row.text for row in paying.rows]

    def chosen(typed: str) -> list[str]:
        read = paying.read(typed)
        assert isinstance(read, tuple)
        return [names[index] for index in read]

    assert chosen("2 idle") == chosen("idle, idle thoughts") == chosen("2 x idle") == ["Idle Thoughts", "Idle Thoughts"]
    assert chosen("careful, idle") == chosen("careful and idle") == ["Careful Study", "Idle Thoughts"]
    assert chosen("fireball, 2") == ["Fireball", names[1]]
    for typed, told in (
        ("9 idle", "There are only 3 of 'idle'."),
        ("nonsense, idle", "'nonsense' is not among the choices"),
        ("idle", "2 must be chosen, not 1."),
    ):
        with pytest.raises(Misunderstood, match=told):
            paying.read(typed)


@pytest.fixture
def view_paying() -> Game:
    return answered(Game.from_scenario(TABLE), "activate Fireball", [2])


def test_a_name_that_could_be_several_is_asked_about() -> None:
    with pytest.raises(Ambiguous, match=r"could be 1 \(Activate Fireball \(2 of them\)\) or 2 "):
        shown(Game.from_scenario(TABLE)).read("activate")


# -- when to be asked --------------------------------------------------------------------------------------------


def test_asking_before_ones_own_card_resolves_can_be_switched_off() -> None:
    game = fireball()
    view = game.view(0)
    assert not Passing().passes(view, game.events_since)
    assert Passing(Settings(own=False)).passes(view, game.events_since)
    assert not Passing(Settings(own=False, stops=("main",))).passes(view, game.events_since)
    game.answer(Pass())
    while game.to_act != 1:
        game.answer(Pass())
    others = game.view(1)
    alone = others.decision is not None and others.decision.options == ("pass",)
    assert Passing(Settings(own=False, auto=False)).passes(others, game.events_since) is False
    assert alone or not Passing(Settings(own=False)).passes(others, game.events_since)
    main = Game.from_scenario(TABLE)
    assert not Passing(Settings(own=False)).passes(main.view(0), main.events_since)


# -- explaining --------------------------------------------------------------------------------------------------


def test_a_keyword_a_rule_and_a_word_are_explained() -> None:
    asked = shown(Game.from_scenario(TABLE))
    assert explain.asked_about("intercept", asked)[0].startswith("  keywords.intercept: Intercept: ")
    assert explain.asked_about("Floating Memory", asked)[0].startswith("  keywords.floating-memory: ")
    assert explain.asked_about("CA.1.2", asked)[0].startswith("  CA.1.2: ")
    durability = explain.asked_about("durability", asked)
    assert len(durability) > 3
    assert durability[-1].startswith("  ... archivist rules durability lists ")
    with pytest.raises(Misunderstood, match="no card, keyword or rule is named 'qqq'"):
        explain.asked_about("qqq", asked)


def test_part_of_a_name_finds_the_champion_on_the_field_first() -> None:
    asked = shown(Game.from_scenario(TABLE))
    told = explain.asked_about("rai", asked)
    assert told[0] == "Rai, Spellcrafter"
    assert told[-1].startswith("  now: Rai, Spellcrafter, level 1, 19 of 19 life, yours")
    assert explain.asked_about("idle", asked)[0] == "Idle Thoughts"
    with pytest.raises(Misunderstood, match="could be Barrier Servant, Blitz Mage or Blue Slime"):
        explain.asked_about("b", asked)


def test_rules_are_found_by_words() -> None:
    found = [rule.id for rule in search("intercept")]
    assert found[:2] == ["keywords.intercept", "keywords.intercept.choice"]
    assert "combat.8.unblockable" in found
    assert search("weapon durability")
    assert search("qqq") == search("") == []
    listed = CliRunner().invoke(app, ["rules", "intercept"])
    assert listed.exit_code == 0
    assert listed.stdout.startswith("keywords.intercept ")
    assert CliRunner().invoke(app, ["rules", "weapon", "durability"]).exit_code == 0
    assert CliRunner().invoke(app, ["rules", "qqq"]).exit_code == 2


# -- on paper ----------------------------------------------------------------------------------------------------


def test_a_table_that_is_too_wide_breaks_no_word() -> None:
    table = Table("name", "what it says", "number")
    table.add_row("Unbreakable", "a rather long text that goes on for a while", "7")
    table.add_row("short", "indeed", "123456")
    for width in (20, 30, 40, 60, 100):
        lines = [line.plain for line in table.lines(width)]
        assert max(map(len, lines)) <= width
        text = " ".join(lines)
        words = text.replace(";", "").split()
        assert all(word in words for word in ("Unbreakable", "rather", "while", "123456"))
        assert all(line == line.rstrip() for line in lines)
    assert table.lines(100)[1].plain == "Unbreakable  a rather long text that goes on for a while  7"
    assert table.lines(20)[0].plain == "Unbreakable"


def test_cards_at_eighty_columns_break_no_word() -> None:
    with Terminal("cards", "--type", "regalia", env={"NO_COLOR": "1"}) as terminal:
        terminal.leave()
        text = plain(terminal.shown)
    assert max(map(len, text.splitlines())) <= 80
    for word in ("Empowerment", "accessory", "durability", "Warrior's"):
        assert word in text.replace(",", " ").split(), word


def test_help_fits_a_screen(tmp_path) -> None:  # type: ignore[no-untyped-def]
    env = {"ARCHIVIST_HOME": str(tmp_path), "NO_COLOR": "1"}
    with Terminal("play", "--seed", "5", "--opponent-deck", "silvie", env=env) as terminal:
        assert plain(terminal.expect(GO_ON)).count("\n") < 24
        assert plain(terminal.type("")).count("\n") <= 24
        helped = plain(terminal.type("help"))
    assert helped.count("\n") <= 24
