"""A wrong argument to anything public is a typed error, and the game is as it was."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from archivist import (
    ArchivistError,
    Attack,
    Deck,
    DeckListError,
    Game,
    Pass,
    Play,
    Replay,
    Return,
    UnknownName,
    Use,
    deck,
    pool,
)
from archivist.arena.playing import Dice, choose
from archivist.cli import build
from archivist.model.decision import Concede
from archivist.notation.api import contract
from moments import Before

NAN = float("nan")
ODD: tuple[Any, ...] = (
    *(None, True, False, 1.0, 0.0, NAN, float("inf"), -1, 4, 10**30, 10**5000, 1j, "x", "", "0", b"\0", "\x1b[2J"),
    *([], [[]], (), {}, {1: 2}, set(), object(), int, lambda: 0, itertools.count(), Ellipsis),
    *(Play("x", 0), Play("activate", "x"), Play("activate", 1.0), Play("activate", True)),  # type: ignore[arg-type]
    *(Play("activate", -1), Play("activate", 10**30), Play([], 0), Play(None, None)),  # type: ignore[arg-type]
    *(Use("x", 0), Use(0, "x"), Use(0, -1), Use(0, 10**30), Use(0, None)),  # type: ignore[arg-type]
    *(Attack(None), Attack(-5), Attack(NAN), Return([]), Concede("x"), Concede(7)),  # type: ignore[arg-type]
)
"""Values that are no seat, no number of events, no answer and no action, whatever is asked for."""

SEATS = [each for each in ODD if not (type(each) is int and each in range(2))]


def at(decisions: int) -> Game:
    game, dice = Game.new(["rai", "silvie"], seed=11), Dice(11)
    for _ in range(decisions):
        assert game.decision is not None
        game.answer(choose(game.decision, dice))
    return game


def of_every_form() -> dict[str, Game]:
    """A game at a decision of each form and stage that a random game has."""
    found: dict[str, Game] = {}
    game, dice = Game.new(["rai", "silvie"], seed=11), Dice(11)
    while game.decision is not None:
        form = f"{game.decision.form}{' of a play' if game.decision.attempt else ''}"
        if form not in found:
            found[form] = game.copy()
        game.answer(choose(game.decision, dice))
    return {**found, "over": game}


GAMES = of_every_form()


def refused(game: Game, before: Before, call: Callable[[], Any]) -> None:
    try:
        call()
    except ArchivistError as error:
        text = str(error)
        assert text
        assert text.replace("\n", "").isprintable()
        assert len(text) < 2000
    else:
        pytest.fail("it was taken")
    before.check(game)


BY_SEAT: dict[str, Callable[[Game, Any], Any]] = {
    "view": lambda game, odd: game.view(odd),
    "forecast": lambda game, odd: game.forecast(odd),
    "as_told_to": lambda game, odd: game.as_told_to(odd),
    "trace": lambda game, odd: game.trace(odd),
    "why_not": lambda game, odd: game.why_not(odd, Pass()),
    "answer by": lambda game, odd: game.answer(Pass(), odd),
    "attempt by": lambda game, odd: game.attempt(Pass(), odd),
    "begin by": lambda game, odd: game.begin(Pass(), odd),
    "concede": lambda game, odd: game.concede(odd),
    "give concede": lambda game, odd: game.give(Concede(odd)),
}
NOBODY = {"as_told_to", "trace", "answer by", "attempt by"}
"""Where None means nobody in particular."""


@pytest.mark.parametrize("call", BY_SEAT)
@pytest.mark.parametrize("name", GAMES)
def test_seats(name: str, call: str) -> None:
    game = GAMES[name].copy()
    before, saved = Before(game), game.save()
    for odd in SEATS:
        if odd is not None or call not in NOBODY:
            refused(game, before, lambda odd=odd: BY_SEAT[call](game, odd))  # type: ignore[misc]
    assert game.save() == saved


BY_ACTION: dict[str, Callable[[Game, Any], Any]] = {
    "why_not": lambda game, odd: game.why_not(0, odd),
    "attempt": lambda game, odd: game.attempt(odd),
    "begin": lambda game, odd: game.begin(odd, 0),
}


@pytest.mark.parametrize("call", BY_ACTION)
@pytest.mark.parametrize("name", GAMES)
def test_actions(name: str, call: str) -> None:
    game = GAMES[name].copy()
    before, saved = Before(game), game.save()
    for odd in ODD:
        try:
            reason = BY_ACTION[call](game, odd)
        except ArchivistError as error:
            assert str(error)
        else:
            assert call == "why_not"
            assert isinstance(reason, ArchivistError)
        before.check(game)
    assert game.save() == saved


@pytest.mark.parametrize("name", GAMES)
def test_answers(name: str) -> None:
    """What is taken is a legal answer in its exact form; anything else is refused."""
    game = GAMES[name].copy()
    before, saved, decision = Before(game), game.save(), game.decision
    for odd in ODD:
        for call in ("answer", "give"):
            try:
                getattr(game, call)(odd)
            except ArchivistError as error:
                assert str(error)
                before.check(game)
            else:
                assert decision is not None
                exact = decision.exact(odd) if call == "answer" else odd
                assert decision.fits(exact) or isinstance(odd, Concede)
                assert game.save() != saved
                game = GAMES[name].copy()
    assert game.save() == saved


@pytest.mark.parametrize("name", GAMES)
def test_asking_a_decision(name: str) -> None:
    decision = GAMES[name].decision
    view = GAMES[name].view(GAMES[name].to_act or 0).decision
    for odd in ODD:
        if decision is not None:
            assert isinstance(decision.fits(odd), bool)
            if not decision.fits(odd):
                with pytest.raises(ArchivistError):
                    decision.check(odd)
            try:
                decision.exact(odd)
            except ArchivistError as error:
                assert str(error)
        if view is not None:
            assert isinstance(view.fits(odd), bool)


NUMBERS: dict[str, Callable[[Game, Any], Any]] = {
    "events_since": lambda game, odd: game.events_since(odd),
    "answers_since": lambda game, odd: game.answers_since(odd),
    "trace": lambda game, odd: game.trace(0, odd),
    "log": lambda game, odd: game.view(0, log=odd),
    "overview": lambda game, odd: game.overview(log=odd),
}


@pytest.mark.parametrize("call", NUMBERS)
def test_numbers(call: str) -> None:
    game = at(50)
    before, saved = Before(game), game.save()
    for odd in ODD:
        if type(odd) is int and odd >= 0:
            assert NUMBERS[call](game, odd) is not None
        elif odd is not None or call not in ("log", "overview"):
            refused(game, before, lambda odd=odd: NUMBERS[call](game, odd))  # type: ignore[misc]
    assert game.save() == saved


def test_switches() -> None:
    game = at(3)
    before = Before(game)
    odd: object
    for odd in (None, 1, 0, "x", [], 1.0):
        refused(game, before, lambda odd=odd: game.view(0, exact=odd))  # type: ignore[misc]
        for call in (
            lambda odd: Game.new(["rai", "silvie"], ask_forced=odd),
            lambda odd: Game.from_scenario("setup: {A: {}, B: {}}", play=odd),
            lambda odd: Game(game.state, ask_forced=odd),
            lambda odd: Game.resumed(game.checkpoint, (), (), ask_forced=odd),
        ):
            with pytest.raises(ArchivistError):
                call(odd)  # type: ignore[no-untyped-call]


def test_beginnings() -> None:
    for odd in ODD:
        calls: list[Callable[[], Any]] = [
            lambda odd=odd: Game.new(odd),  # type: ignore[misc]
            lambda odd=odd: Game.new([odd, odd]),  # type: ignore[misc]
            lambda odd=odd: Game.new(["rai", odd]),  # type: ignore[misc]
            lambda odd=odd: Game.new(["rai", "silvie"], format=odd),  # type: ignore[misc]
            lambda odd=odd: Game.load(odd),  # type: ignore[misc]
            lambda odd=odd: Game.from_scenario(odd),  # type: ignore[misc]
            lambda odd=odd: Game.from_replay(odd),  # type: ignore[misc]
            lambda odd=odd: Replay.read(odd),  # type: ignore[misc]
            lambda odd=odd: Replay(odd),  # type: ignore[misc]
            lambda odd=odd: Game(odd),  # type: ignore[misc]
            lambda odd=odd: Game.resumed(odd, (), ()),  # type: ignore[misc]
            lambda odd=odd: deck(odd),  # type: ignore[misc]
            lambda odd=odd: pool().find(odd),  # type: ignore[misc]
        ]
        if odd is not None:
            calls.append(lambda odd=odd: Game.new(["rai", "silvie"], cards=odd))  # type: ignore[misc]
        if not (odd is None or (type(odd) is int and 0 <= odd < 2**64)):
            calls.append(lambda odd=odd: Game.new(["rai", "silvie"], seed=odd))  # type: ignore[misc]
        for call in calls:
            with pytest.raises(ArchivistError) as error:
                call()
            assert str(error.value)


def test_decks() -> None:
    for odd in ODD:
        if odd != () or type(odd) is not tuple:
            with pytest.raises(DeckListError):
                Deck(odd, {})
            with pytest.raises(DeckListError):
                Deck((), {}, odd)
        if odd != {} or type(odd) is not dict:
            with pytest.raises(DeckListError):
                Deck((), odd)
        if type(odd) is not int or odd != 4:
            with pytest.raises(DeckListError):
                Deck((), {"Fireball": odd})
        if type(odd) is not str:
            with pytest.raises(DeckListError):
                Deck((odd,), {})
    with pytest.raises(UnknownName):
        deck("lorain")


def test_replays() -> None:
    replay = Replay.read(at(30).to_replay())
    replay.go(7)
    for odd in ODD:
        if type(odd) is not int:
            for call in (replay.forward, replay.back, replay.go, replay.to_turn):
                with pytest.raises(ArchivistError):
                    call(odd)
        assert replay.position == 7
    with pytest.raises(ArchivistError):
        replay.to_turn(10**30)
    replay.go(10**30)
    assert replay.position == len(replay)
    replay.back(10**30)
    assert replay.position == 0


def test_nothing_public_is_left_out() -> None:
    """Whatever takes an argument is tried above; a new one is to be added there."""
    if build() == "compiled":
        pytest.skip("compiled properties do not say their types")
    methods = {line.partition("(")[0] for line in contract() if "(" in line and not line.startswith("class")}
    without = {line.partition("(")[0] for line in contract() if "()" in line}
    tried = {
        *(
            f"Game.{name}"
            for name in ("new", "from_scenario", "view", "forecast", "trace", "as_told_to", "overview", "why_not")
        ),
        *(
            f"Game.{name}"
            for name in ("answer", "attempt", "begin", "give", "concede", "load", "resumed", "from_replay")
        ),
        *(
            "Game.events_since",
            "Game.answers_since",
            "Decision.check",
            "Decision.fits",
            "Decision.exact",
            "Decision.problem_of",
        ),
        *("DecisionView.fits", "DecisionView.problem_of", "Replay.read", "Replay.forward", "Replay.back", "Replay.go"),
        *("Replay.to_turn", "deck"),
    }
    assert methods - without == tried
