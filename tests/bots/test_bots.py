"""Bots by name and by path, and games between them."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from archivist.arena.playing import match
from archivist.bots import BOTS, LATEST, BotError, bot, choice_of, play_out
from archivist.bots.dice import Dice, choose
from archivist.decks import deck
from archivist.game import Game
from archivist.model.errors import AnswerError, UnknownName
from archivist.view import Choice, View

OWN = """
class First:
    def choose(self, view):
        return next(view.decision.answers())

class Told:
    def __init__(self, *, seed, decks):
        self.seed, self.decks = seed, decks

    choose = First.choose

class Mute:
    pass

class Needy:
    def __init__(self, more):
        pass
"""


def new_game(seed: int = 0) -> Game:
    return Game.new([deck("rai"), deck("silvie")], seed=seed)


def answers(seed: int, names: tuple[str, str], limit: int) -> list[object]:
    game = new_game(seed)
    play_out(game, [bot(name, seed=seat, nodes=300) for seat, name in enumerate(names)], limit=limit)
    return [answer for _, since in game.moments() for answer in since]


def test_random_plays_to_the_end() -> None:
    outcome = play_out(new_game(), [bot("random", seed=1), bot("random", seed=2)])
    assert outcome.over
    assert outcome.turns > 2


def test_a_limit_stops_the_game() -> None:
    game = new_game()
    outcome = play_out(game, [bot("random"), bot("random")], limit=10)
    assert (outcome.over, outcome.decisions) == (False, 10)
    assert not game.over


@pytest.mark.parametrize("name", sorted(BOTS))
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    first = answers(3, (name, name), 40)
    assert first == answers(3, (name, name), 40)
    assert first


def test_bots_see_only_views() -> None:
    """Each bot is handed the view of its own seat, with a decision in it, and nothing else."""
    seen: list[View] = []

    class Watcher:
        def choose(self, view: View) -> Choice:
            seen.append(view)
            assert view.decision is not None
            return next(view.decision.answers())

    play_out(new_game(), [Watcher(), Watcher()], limit=30)
    assert {view.seat for view in seen} == {"A", "B"}
    assert all(isinstance(view, View) and view.seat == view.deciding for view in seen)


@pytest.mark.parametrize("exact", [True, False])
def test_a_bot_that_wants_no_exact_knowledge_is_spared_it(exact: bool) -> None:
    seen: list[View] = []
    game = new_game()

    class Watcher:
        def choose(self, view: View) -> Choice:
            seen.append(view)
            return 0

    class Careless(Watcher):
        exact = False

    choice_of(game, Watcher() if exact else Careless())
    assert [view.knowledge is not None for view in seen] == [exact]
    assert replace(seen[0], knowledge=None) == game.view(game.to_act or 0, log=LATEST)


def test_a_bot_that_can_only_pass_is_not_asked() -> None:
    game, dice = new_game(), Dice(0)
    asked: list[int] = []

    class Counting:
        def choose(self, view: View) -> Choice:
            assert view.decision is not None
            asked.append(len(view.decision.options))
            return choose(view.decision, dice)

    outcome = play_out(game, [Counting(), Counting()], limit=60)
    assert outcome.decisions == len(asked) == 60
    assert min(asked) > 1
    assert game.answer_count > 60


def test_a_bot_that_does_not_look_at_the_table_is_spared_it() -> None:
    """It gets the decision and what it knows; where there is only one thing to do, the decision alone."""
    game, dice = new_game(), Dice(0)
    seen: list[tuple[View, View]] = []

    class Blind:
        table = False

        def choose(self, view: View) -> Choice:
            seen.append((view, game.view(game.to_act or 0, log=0, exact=True)))
            assert view.decision is not None
            return choose(view.decision, dice)

    for _ in range(60):
        game.answer(choice_of(game, Blind()))
    bare = {"players": (), "field": (), "intent": (), "stack": (), "stack_cards": (), "log": (), "effects": ()}
    several = [(brief, whole) for brief, whole in seen if brief.knowledge is not None]
    single = [(brief, whole) for brief, whole in seen if brief.knowledge is None]
    assert several
    assert single
    for brief, whole in several:
        assert brief == replace(whole, **bare)
    for brief, whole in single:
        assert brief == replace(whole, **bare, knowledge=None)
        assert brief.decision is not None
        assert (brief.decision.form, len(brief.decision.options)) == ("act", 1)


@pytest.mark.parametrize("wrong", [10_000, -1, True, (0, 0, 0, 0, 0), "Fireball", None])
def test_an_illegal_answer_names_the_bot_and_the_decision(wrong: object) -> None:
    class Stubborn:
        def choose(self, view: View) -> Choice:
            return wrong  # type: ignore[return-value]

    game = new_game()
    decision = game.decision
    assert decision is not None
    with pytest.raises(BotError, match="Stubborn") as caught:
        play_out(game, [Stubborn(), Stubborn()])
    assert decision.prompt in str(caught.value)
    assert decision.rule in str(caught.value)
    assert game.decision == decision


def test_a_bot_that_fails_is_named_with_the_place() -> None:
    class Broken:
        def choose(self, view: View) -> Choice:
            raise ZeroDivisionError("no luck")

    game = new_game()
    decision = game.decision
    with pytest.raises(
        BotError, match=r"Broken \(player [AB]\) failed: ZeroDivisionError: no luck \(test_bots.py, "
    ) as caught:
        play_out(game, [Broken(), Broken()])
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert game.decision == decision


def test_every_seat_needs_a_bot() -> None:
    with pytest.raises(AnswerError, match="2 players need 2 bots, not 1"):
        play_out(new_game(), [bot("random")])


@pytest.mark.parametrize("name", sorted(BOTS))
@pytest.mark.parametrize("seed", [0, 1, 2, 4, 5])
def test_no_bot_makes_an_illegal_move_or_looks_at_more_than_it_may(name: str, seed: int) -> None:
    """Starter decks, random decks, and Pantheon games of more players; with and without deck lists."""
    played = match(seed)
    lists = played.decks if seed % 2 else None
    bots = [bot(name, seed=seat, decks=lists, nodes=60) for seat in range(len(played.decks))]
    outcome = play_out(played.game(), bots, limit=60)
    assert outcome.over or outcome.decisions == 60
    assert outcome.dead_ends == 0
    assert all(getattr(each, "most_nodes", 0) <= 60 for each in bots)


# -- names and paths ---------------------------------------------------------------------------------------------


def test_unknown_names_tell_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean random"):
        bot("randm")


@pytest.mark.parametrize("name", sorted(BOTS))
def test_every_bot_is_found_by_its_name(name: str) -> None:
    assert callable(bot(name, seed=7).choose)


@pytest.fixture
def mypkg(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mypkg.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*__import__("sys").path])
    monkeypatch.delitem(__import__("sys").modules, "mypkg", raising=False)


@pytest.mark.usefixtures("mypkg")
def test_a_bot_of_ones_own_by_its_path() -> None:
    assert play_out(new_game(), [bot("mypkg:First"), bot("random")], limit=20).decisions == 20


@pytest.mark.usefixtures("mypkg")
def test_a_bot_of_ones_own_is_told_seed_and_decks_if_it_takes_them() -> None:
    lists = [deck("rai"), None]
    told = bot("mypkg:Told", seed=5, decks=lists)
    assert (told.seed, told.decks) == (5, lists)  # type: ignore[attr-defined]


@pytest.mark.usefixtures("mypkg")
@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("nosuchpkg:Bot", "No module named 'nosuchpkg'"),
        ("mypkg:Frist", "did you mean First"),
        ("mypkg:Mute", "no method 'choose'"),
        ("mypkg:Needy", "cannot be made"),
        ("mypkg:OWN", "has no 'OWN'"),
        (":Bot", "cannot be loaded"),
        (".:Bot", "'.' is not a module name"),
        ("..mypkg:First", "is not a module name"),
        ("garbled:Bot", "'garbled:Bot' cannot be loaded: .*garbled.py, line 1"),
        ("mypkg", "mypkg:MyBot"),
    ],
)
def test_bad_paths_say_what_is_wrong(path: str, why: str) -> None:
    Path("garbled.py").write_text("class Bot(:")
    with pytest.raises(UnknownName, match=why):
        bot(path)


@pytest.mark.usefixtures("mypkg")
def test_a_bot_that_fails_before_it_plays_is_told_in_one_line() -> None:
    Path("failing.py").write_text("class Bot:\n    def __init__(self):\n        raise ValueError('so\\nmuch')\n")
    with pytest.raises(BotError, match=r"failing:Bot cannot be made: ValueError: so much \(failing\.py, line 3\)$"):
        bot("failing:Bot")
    Path("falling.py").write_text("1 / 0\n")
    with pytest.raises(BotError, match=r"cannot be loaded: ZeroDivisionError: .* \(falling\.py, line 1\)$"):
        bot("falling:Bot")
