"""The single operations that are measured, one function for each line of the table."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

from archivist.game import Game
from archivist.model.decision import Play
from archivist.model.errors import Illegal
from archivist.rules.legal_actions import offers
from benchmarks.measuring import CALIBRATION_ROUNDS, Result, best, best_after, calibration, in_new_process
from benchmarks.positions import HAND, card, table

IMPORT = "import archivist"
IMPORT_GAME = "import archivist.game"
POOL = "pool()"


def results() -> Iterator[Result]:
    """The lines of the table, each as soon as it is measured."""
    unit = best(calibration, rounds=50)
    yield Result("calibration loop", unit, 1.0, f"{CALIBRATION_ROUNDS} rounds of plain Python")

    def line(name: str, microseconds: float, note: str = "") -> Result:
        return Result(name, microseconds, microseconds / unit, note)

    game = table()
    cards = len(game.state.cards)
    snapshot = best(game.state.copy, rounds=2_000)
    yield line("snapshot", snapshot, f"State.copy(), {cards} cards")
    deep = best(_deep_copy(game), rounds=5, repeats=5)
    yield line("snapshot by deepcopy", deep, f"{deep / snapshot:,.0f} times as long")
    yield line("refused attempt", best(_refused(), rounds=100), "as far as paying, with every reason")
    yield line("refused at paying", best(_stuck(), rounds=100), "begin, refused where the rules refuse, reverted")
    yield line("complete activation", best_after(_activation(game), rounds=100), "target and payment, three answers")
    seven = len(game.state.players[0].hand)
    yield line("offers", best_after(_offers(game), rounds=50), f"{seven} cards in hand, nothing cached")
    yield line("game copy", best(game.copy, rounds=1_000), "at a checkpoint")
    data = game.save()
    yield line("save", best(game.save, rounds=50), f"{len(data):,} bytes")
    yield line("load", best(lambda: Game.load(data), rounds=20))
    yield Result("import archivist", in_new_process(IMPORT), None, "in a process of its own")
    yield Result("import archivist.game", in_new_process(IMPORT_GAME), None, "in a process of its own")
    yield Result("load the pool", _pool_time(), None, "in a process of its own, after the import")


def _deep_copy(game: Game) -> Callable[[], object]:
    """Everything that the snapshot copies; both share the pool of cards."""
    state = game.state
    memo = {id(each): each for each in (state.pool, state.whole_pool)}
    return lambda: copy.deepcopy(state, dict(memo))


def _refused() -> Callable[[], object]:
    """A Fireball that nothing is left to pay for: asked for, and refused with its reasons."""
    poor = table(hand=("Fireball",))
    action = Play("activate", card(poor, "Fireball"))

    def attempt() -> None:
        try:
            poor.attempt(action)
        except Illegal:
            return
        raise AssertionError("this should be refused")

    return attempt


def _stuck() -> Callable[[], object]:
    """The same without asking first: announced, targeted, calculated, and only then found unpayable."""
    poor = table(hand=("Fireball",))
    action = Play("activate", card(poor, "Fireball"))

    def begin() -> None:
        try:
            poor.begin(action, 0)
            while not poor.acting:
                decision = poor.decision
                assert decision is not None
                poor.answer(next(decision.answers()))
        except Illegal:
            return
        raise AssertionError("this should be refused")

    return begin


def _activation(game: Game) -> Callable[[], Callable[[], object]]:
    """A Fireball: announced, its target chosen, paid for from the hand."""
    action = Play("activate", card(game, "Fireball"))
    champion = game.state.champion(1)
    assert champion is not None
    target = champion.thing

    def prepare() -> Callable[[], object]:
        trial = game.copy()

        def activate() -> None:
            trial.answer(action)
            trial.answer(target)
            while not trial.acting:
                decision = trial.decision
                assert decision is not None
                trial.answer(next(decision.answers()))

        return activate

    return prepare


def _offers(game: Game) -> Callable[[], Callable[[], object]]:
    assert len(game.state.players[0].hand) == len(HAND)

    def prepare() -> Callable[[], object]:
        state = game.state.copy()
        state.touch()
        return lambda: offers.decision(state)

    return prepare


def _pool_time() -> float:
    setup = "from archivist.cards import pool; import archivist.game; start = time.process_time_ns()\n"
    return in_new_process(setup + POOL)
