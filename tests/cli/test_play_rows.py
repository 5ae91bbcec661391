"""Every screen of a whole game fits a terminal of 24 rows and 80 columns, and loses nothing that matters."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.console import Console

from archivist.arena.playing import Dice, choose
from archivist.cli.play import table
from archivist.cli.play.screen import GO_ON, MORE, Screen
from archivist.cli.play.session import Session
from archivist.cli.play.start import setup
from archivist.game import Game
from archivist.log.journal import Journal
from archivist.person.menus import Menu, menu
from archivist.person.why import uses
from archivist.view import View

HEIGHT, WIDTH = 24, 80


class Watched(Screen):
    """A terminal at which somebody plays at random. `screens` holds all that was shown between two things typed."""

    def __init__(self, labels: Sequence[str], seed: int = 0, lines: int = 0) -> None:
        super().__init__(labels)
        self.file = io.StringIO()
        self.out = Console(
            file=self.file, force_terminal=True, color_system=None, width=WIDTH, height=HEIGHT, highlight=False
        )
        self.screens: list[str] = []
        self.asked: list[Menu] = []
        self.dice = Dice(seed)
        self.left = lines
        self.lines: list[str] = []

    @property
    def _pages(self) -> bool:
        return True

    def ask(self, asked: Menu, view: View | None, news: Sequence[str]) -> None:
        self.asked.append(asked)
        super().ask(asked, view, news)

    def read(self, prompt: str = "> ") -> str:
        early = self._typed
        self.screens.append(self.file.getvalue() + prompt)
        self.file.seek(0)
        self.file.truncate()
        self._used = 0
        if early:
            self._typed = ""
            return early
        if self.lines:
            return self.lines.pop(0)
        if prompt in (GO_ON, MORE):
            return ""
        self.left -= 1
        if self.left < 0 or not self.asked:
            raise EOFError
        asked = self.asked[-1]
        if not self.dice.below(8):
            return self.dice.one(["t", "m", "?", "recap", "help", "stops", "log 50", "why a"])
        return typed(asked, self.dice)


def typed(asked: Menu, dice: Dice) -> str:
    """An answer as it is typed; every form of decision takes what Enter would give."""
    if asked.decision.form != "act":
        return "" if asked.suggestion is not None else " ".join(map(str, range(1, asked.decision.least + 1))) or "0"
    choice = choose(asked.decision, dice)
    return next(str(row.key) for row in asked.rows if choice in row.options)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ARCHIVIST_HOME", str(tmp_path))
    monkeypatch.setattr(os, "fsync", lambda file: None)
    return tmp_path


@pytest.mark.parametrize(
    ("deck", "others", "players", "seed"),
    [("rai", ("silvie",), "2", "5"), ("lorraine", ("lorraine",), "2", "3"), ("", (), "4", "1")],
)
def test_every_screen_of_a_game_fits(home: Path, deck: str, others: tuple[str, ...], players: str, seed: str) -> None:
    made = setup(deck, ("random",), others, seed, "", players)
    screen = Watched(["somebody"] * len(made.players), int(seed), 150)
    Session(made, screen, Journal()).play()
    tall = [shown for shown in screen.screens if shown.count("\n") >= HEIGHT]
    assert not tall, f"{len(tall)} of {len(screen.screens)}, such as:\n{tall[0]}"
    wide = [line for shown in screen.screens for line in shown.splitlines() if len(line) > WIDTH]
    assert not wide


# -- what matters of a choice ------------------------------------------------------------------------------------

FIGHT = """
setup:
  phase: main
  A:
    champion: [Spirit of Wind, "Lorraine, Wandering Warrior"]
    field: [Ornamental Greatsword]
    hand: [Savage Slash, "Spirit Blade: Infusion"]
    deck: [9 x Fireball]
  B: {champion: [Spirit of Water, "Silvie, Wilds Whisperer"], field: [{card: Giant Tortoise, rested: true}]}
"""


def shown(game: Game) -> Menu:
    return menu(game.view(0, log=0), uses(game), game.forecast(0))


def drawn(asked: Menu, width: int, *, whole: bool = False) -> str:
    lines = [line.plain for line in table.menu(asked, width, whole=whole)]
    assert max(map(len, lines)) <= width
    return " ".join(" ".join(lines).split())


@pytest.mark.parametrize("width", [50, 60, 80, 110])
def test_price_damage_and_weapon_are_never_cut(width: int) -> None:
    game = Game.from_scenario(FIGHT)
    asked = shown(game)
    vital = [row.vital for row in asked.rows if row.vital]
    assert any("with Ornamental Greatsword" in each for each in vital)
    assert all(each in drawn(asked, width) for each in vital)
    assert all(row.aside.startswith(row.vital) for row in asked.rows)
    assert all(row.aside in drawn(asked, width, whole=True) for row in asked.rows)


@pytest.mark.parametrize("width", [50, 60, 80])
def test_what_would_fizzle_is_told_with_its_price(width: int) -> None:
    game = Game.new(["lorraine", "lorraine"], seed=0)
    seat = game.to_act or 0
    asked = menu(game.view(seat, log=0), uses(game), game.forecast(seat))
    row = next(row for row in asked.rows if row.text.startswith("Activate Savage Slash"))
    assert row.vital == "would fizzle: nobody may attack this turn; 2 reserve"
    assert row.vital in drawn(asked, width)


def test_what_may_be_attacked_says_the_damage_first() -> None:
    game = Game.from_scenario(FIGHT)
    decision = game.view(0).decision
    assert decision is not None
    game.answer(decision.options.index("attack with Lorraine, Wandering Warrior"))
    while (asked := shown(game)).decision.kind != "targets":
        game.answer(next(iter(asked.decision.answers())))
    for row in asked.rows:
        assert row.aside.startswith("deals ") == bool(row.vital)
        assert row.vital in drawn(asked, 60)
    assert any(row.vital for row in asked.rows)


# -- news, tables and pauses -------------------------------------------------------------------------------------


def asked_at(news: int, *lines: str) -> Watched:
    screen = Watched(["one", "two"])
    screen.lines = list(lines)
    game = Game.from_scenario(FIGHT)
    screen.is_command = lambda typed: typed == "t"
    screen.ask(shown(game), game.view(0, log=0), [f"event {each}" for each in range(news)])
    return screen


def test_much_news_is_told_on_one_screen_with_how_to_see_all_of_it() -> None:
    screen = asked_at(60, "")
    (page,) = screen.screens
    assert page.count("\n") < HEIGHT
    assert "  ... 38 more lines; recap shows all of it\n  event 38\n" in page
    assert page.endswith(f"  event 59\n{GO_ON}")
    assert "event" not in screen.file.getvalue()
    assert "Pass: end your main phase" in screen.file.getvalue()


def test_a_command_typed_where_enter_goes_on_is_taken() -> None:
    screen = asked_at(60, "t")
    assert screen.read() == "t"
    screen = asked_at(60, "1")
    assert "'1' is left out: choose when you have seen the choices." in screen.file.getvalue()
    screen.lines = ["u"]
    assert screen.read() == "u"


def test_what_is_typed_between_two_pages_is_taken() -> None:
    screen = Watched(["one", "two"])
    screen.lines = ["", "log 50"]
    screen.pages(f"line {each}" for each in range(90))
    assert screen.read() == "log 50"
    assert "line 46" not in "".join(screen.screens)
    screen.lines = ["q", "u"]
    screen.pages(f"line {each}" for each in range(90))
    assert screen.read() == "u", "q only stops the pages"


@pytest.mark.parametrize("room", [8, 10, 12, 15, 30])
def test_a_table_is_folded_into_the_rows_there_are(room: int) -> None:
    many = FIGHT.replace("[Ornamental Greatsword]", f"[{', '.join(['Ornamental Greatsword'] * 12)}]")
    game = Game.from_scenario(many)
    view = game.view(0)
    lines = [line.plain for line in table.fitted(view, ("one", "two"), 80, room)]
    assert len(lines) <= room
    assert "your turn, main phase" in lines[0]
    assert any("Lorraine, Wandering Warrior" in line for line in lines)
    whole = [line.plain for line in table.drawn(view, ("one", "two"), 80)]
    assert (lines == whole) == (len(whole) <= room)
    if lines != whole and room > 8:
        assert any(line.endswith(" …") for line in lines)
        assert any("Silvie, Wilds Whisperer" in line for line in lines)


def test_a_full_table_leaves_the_menu_its_share() -> None:
    many = FIGHT.replace(
        "[Ornamental Greatsword]", f"[{', '.join(['Blue Slime', 'Gray Wolf', 'Giant Tortoise'] * 12)}]"
    )
    game = Game.from_scenario(many)
    asked = shown(game)
    screen = Watched(["one", "two"])
    screen.ask(asked, game.view(0, log=0), [])
    page = screen.file.getvalue()
    assert page.count("\n") < HEIGHT
    assert all(row.text in page for row in asked.rows)
    assert "t: the whole table" in page
