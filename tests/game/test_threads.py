"""Several threads: what is loaded on first use is loaded once, asking changes nothing, and answers come one at a time."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from archivist import ArchivistError, Game, Pass
from archivist.arena.playing import Dice, choose
from archivist.cli import build
from archivist.model.state import State
from archivist.rules.legal_actions import offers

PATIENCE = 1.5
"""How many seconds a test lets threads run into each other."""
GRACE = 0.5
"""How many seconds calls get that must not come through."""

CASES = """
    import sys, threading
    sys.setswitchinterval(1e-6)
    SAVE, REPLAY, SCENARIO = (open(name, "rb").read() for name in sys.argv[1:4])

    def pool():
        from archivist import pool
        return len(pool())

    def deck():
        from archivist import deck
        return deck("lorraine").material

    def new():
        from archivist import Game
        return Game.new(["lorraine", "silvie"], seed=1).view(0).log

    def load():
        from archivist import Game
        return Game.load(SAVE).view(0).log

    def replay():
        from archivist import Game
        return Game.from_replay(REPLAY.decode()).view(0).log

    def scenario():
        from archivist import Game
        return Game.from_scenario(SCENARIO.decode()).view(0).field

    def rulings():
        from archivist.cards.rulings import all_rulings
        return len(all_rulings())

    cases = [pool, deck, new, load, replay, scenario, rulings]
    cases = cases[int(sys.argv[4]):] + cases[:int(sys.argv[4])]
    ready = threading.Barrier(2 * len(cases))
    found = {}
    wrong = []

    def first_use(case, number):
        ready.wait()
        try:
            found[case.__name__, number] = case()
        except BaseException as error:
            wrong.append(f"{case.__name__}: {error!r}")

    threads = [threading.Thread(target=first_use, args=(case, n)) for n in (0, 1) for case in cases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for case in cases:
        if found.get((case.__name__, 0)) != found.get((case.__name__, 1)):
            wrong.append(f"{case.__name__}: twice, and not the same")
    print("; ".join(wrong) or "fine")
"""

SCENARIO = """
cards:
  - {name: Test Bear, types: [ally], subtypes: [beast], elements: [norm], cost: {reserve: 1}, power: 1, life: 1}
setup:
  A: {champion: [Spirit of Fire], field: [Test Bear]}
  B: {champion: [Spirit of Water]}
"""


def test_first_use_by_many_threads_at_once(tmp_path: Path) -> None:
    game = Game.new(["lorraine", "silvie"], seed=1)
    (tmp_path / "save").write_bytes(game.save())
    (tmp_path / "replay").write_text(game.to_replay(), encoding="utf-8")
    (tmp_path / "scenario").write_text(SCENARIO, encoding="utf-8")
    files = [str(tmp_path / name) for name in ("save", "replay", "scenario")]
    for turned in ("0", "2", "3", "5"):
        program = [sys.executable, "-c", textwrap.dedent(CASES), *files, turned]
        done = subprocess.run(program, capture_output=True, text=True, timeout=120, check=False)
        assert (done.returncode, done.stdout.strip()) == (0, "fine"), done.stderr


# -- one game, several threads -----------------------------------------------------------------------------------


@contextmanager
def restless() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def all_at_once(*doings: Callable[[], Any]) -> list[Any]:
    """Does several things in threads of their own, and gives what came of each. An error of one is raised here."""
    found: list[Any] = [None] * len(doings)
    wrong: list[BaseException] = []
    ready = threading.Barrier(len(doings))

    def do(index: int) -> None:
        ready.wait()
        try:
            found[index] = doings[index]()
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=do, args=(index,)) for index in range(len(doings))]
    with restless():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if wrong:
        raise wrong[0]
    return found


def advanced(seed: int, decisions: int) -> Game:
    game, dice = Game.new(["rai", "silvie"], seed=seed), Dice(seed)
    for _ in range(decisions):
        if game.decision is None:
            break
        game.answer(choose(game.decision, dice))
    return game


def acting(seed: int) -> Game:
    """A game in which somebody can act, so that there are plays to try out."""
    game, dice = advanced(seed, 120), Dice(seed + 1)
    while game.decision is not None and not game.acting:
        game.answer(choose(game.decision, dice))
    assert game.decision is not None
    return game


def in_the_making(seed: int) -> Game:
    """A game in which somebody is making a play."""
    game, dice = advanced(seed, 40), Dice(seed + 1)
    while game.decision is not None and not game.decision.attempt:
        game.answer(choose(game.decision, dice))
    assert game.decision is not None
    return game


def options_of(game: Game) -> Any:
    game._course.offered = None  # as if nobody had asked yet, so that each call tries the plays out
    decision = game.decision
    return None if decision is None else decision.options


ASKING: dict[str, Callable[[Game], Any]] = {
    "decision": options_of,
    "view 0": lambda game: game.view(0, log=5),
    "view 1": lambda game: game.view(1, log=5),
    "exact": lambda game: game.view(0, log=5, exact=True),
    "overview": lambda game: game.overview(log=5),
    "why_not": lambda game: str(game.why_not(0, Pass())),
    "save": lambda game: game.save(),
    "copy": lambda game: game.copy().save(),
    "trace": lambda game: game.trace(1, 10),
    "events_since": lambda game: game.events_since(10),
    "to_act": lambda game: (game.to_act, game.acting, game.over, game.winner, game.event_count, repr(game)),
    "moments": lambda game: [answers for _, answers in game.moments()],
    "copy plays on": lambda game: played_on(game.copy()),
}


def played_on(game: Game) -> bytes:
    dice = Dice(5)
    for _ in range(3):
        if game.decision is not None:
            game.answer(choose(game.decision, dice))
    return game.save()


def test_nobody_is_answered_while_plays_are_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding the options changes the position and puts it back; a call in between would see a play half made."""
    if build() == "compiled":
        pytest.skip("a compiled course finds its options directly, so that no slower way can be put in its place")
    game = acting(3)
    expected = {name: ask(game) for name, ask in ASKING.items()}
    answered: dict[str, Any] = {}
    begun = threading.Barrier(len(ASKING) + 1)
    early: list[str] = []
    started: list[bool] = []
    find = offers.decision

    def find_slowly(state: State) -> Any:
        if not started and state is game._course.state:
            started.append(True)
            kept = state.copy()
            state.events = [*state.events, *state.events[-1:]]
            state.turn = replace(state.turn, number=state.turn.number + 1)
            for thread in threads:
                thread.start()
            begun.wait()
            time.sleep(GRACE)
            early.extend(answered)
            state.become(kept)
        return find(state)

    def ask(name: str) -> None:
        begun.wait()
        answered[name] = ASKING[name](game)

    threads = [threading.Thread(target=ask, args=(name,), daemon=True) for name in ASKING]
    monkeypatch.setattr(offers, "decision", find_slowly)
    found = options_of(game)
    for thread in threads:
        thread.join()
    assert early == []
    assert found == expected["decision"]
    assert answered == expected


@pytest.mark.parametrize("make", [lambda: acting(3), lambda: in_the_making(3)], ids=["acting", "making a play"])
def test_asking_from_several_threads_gives_what_one_gives(make: Callable[[], Game]) -> None:
    game = make()
    expected = {name: ask(game) for name, ask in ASKING.items()}
    before, state = game.save(), game.state.copy()
    until = time.monotonic() + PATIENCE

    def asker(names: list[str]) -> Callable[[], int]:
        def ask() -> int:
            rounds = 0
            while rounds < 2 or time.monotonic() < until:
                for name in names:
                    assert ASKING[name](game) == expected[name], name
                rounds += 1
            return rounds

        return ask

    names = list(ASKING)
    all_at_once(*(asker(names[turn:] + names[:turn]) for turn in (0, 3, 7, 10)))
    assert game.save() == before
    assert game.state == state


def test_answers_and_questions_of_several_threads_come_one_at_a_time() -> None:
    """One thread plays a game; others look on. They see only whole positions, and the game goes as it would alone."""
    alone = advanced(7, 150)
    game, dice = Game.new(["rai", "silvie"], seed=7), Dice(7)
    done = threading.Event()

    def play() -> None:
        try:
            for _ in range(150):
                if game.decision is None:
                    break
                game.answer(choose(game.decision, dice))
        finally:
            done.set()

    def watch(seat: int) -> Callable[[], int]:
        def look() -> int:
            seen, looks = 0, 0
            while not done.is_set():
                view = game.view(seat, log=3)
                cards = sum(zone.count for player in view.players for zone in player.zones.values())
                assert cards + len(view.field) + len(view.intent) + len(view.stack_cards) > 100
                Game.load(game.save())
                assert game.copy().decision is not None
                count = game.event_count
                assert count >= seen
                seen, looks = count, looks + 1
            return looks

        return look

    all_at_once(play, watch(0), watch(1))
    assert game.save() == alone.save()
    assert game.events == alone.events


def test_of_two_answers_at_once_each_is_given_or_refused() -> None:
    for seed in range(6):
        game = advanced(seed, 30)
        before = len([answer for _, since in game.moments() for answer in since])
        given: list[int] = []

        def answer(game: Game = game, given: list[int] = given) -> None:
            for _ in range(20):
                try:
                    game.answer(0)
                except ArchivistError:
                    continue
                given.append(1)

        all_at_once(answer, answer, answer)
        after = len([answer for _, since in game.moments() for answer in since])
        assert after - before == len(given)
        assert Game.load(game.save()).state == game.state


def test_copies_in_several_threads_share_nothing_that_changes() -> None:
    """A copy shares its checkpoints, and what was derived from the position, with the game it was made of."""
    game = advanced(3, 90)
    expected = played_on(game.copy()), game.view(0, exact=True), game.view(1, exact=True)
    copies = [game.copy() for _ in range(40)]

    def use(mine: list[Game]) -> Callable[[], None]:
        def each() -> None:
            for copy in mine:
                copy.state.touch()
                copy.state.objects = copy.state.standing = None
                assert (copy.view(0, exact=True), copy.view(1, exact=True)) == expected[1:]
                assert played_on(copy) == expected[0]

        return each

    all_at_once(*(use(copies[turn::4]) for turn in range(4)))
