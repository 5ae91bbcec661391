"""The tables: single operations, whole games, what decisions cost, where the time goes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from archivist.game import Game
from benchmarks import flatness, other_games, random_play, sizes, thinking
from benchmarks.cases import results
from benchmarks.measuring import Result, best, calibration
from benchmarks.plots import draw
from benchmarks.random_play import Cost, Speed
from benchmarks.shares import shares

NAME = 34
"""The width of the first column."""
KINDS = 14
"""How many kinds of decision are listed."""


def lines(*, plots: bool = False) -> Iterator[str]:
    """The lines of the report, each as soon as it is measured; with `plots` those of the documentation are drawn anew."""
    yield from _operations()
    unit = best(calibration, rounds=50)
    yield from _speeds(unit)
    costs = random_play.costs()
    yield from _table("by kind", _kinds(costs.kinds), unit)
    yield from _table("by turn number", random_play.gathered(costs.turns, 5).items(), unit)
    yield _line_of("turn", random_play.slope(costs.turns))
    yield from _table("by objects on the field", random_play.gathered(costs.objects, 4).items(), unit)
    yield _line_of("object", random_play.slope(costs.objects))
    yield from _flatness(plots=plots)
    yield from sizes.lines()
    yield ""
    yield f"the bot `search`: {thinking.nodes_per_second():,.0f} nodes a second"
    yield from _shares()


def _operations() -> Iterator[str]:
    yield f"{'single operations':<{NAME}}{'microseconds':>14}{'x calibration':>16}"
    yield from map(_operation, results())


def _operation(result: Result) -> str:
    times = "" if result.times is None else f"{result.times:,.2f}"
    return f"{result.name:<{NAME}}{result.microseconds:>14,.1f}{times:>16}  {result.note}"


# -- whole games -------------------------------------------------------------------------------------------------


def _speeds(unit: float) -> Iterator[str]:
    """Random games of all libraries, in processor time; here also those in which nobody is asked who can only pass."""
    ours, quick = random_play.speed(), random_play.speed(ask=Game.next_choice)
    head = ("games/s", "decisions/s", "with a choice/s", "microseconds", "x calibration")
    yield ""
    yield f"{'random play':<{NAME}}" + "".join(f"{word:>16}" for word in head)
    yield _speed(" against ".join(random_play.DECKS), ours, unit)
    yield _speed("  only those with a choice asked", quick, unit)
    others = {"python-chess": other_games.chess_speed()}
    others |= {f"rlcard: {name}": other_games.card_speed(name) for name in other_games.CARD_GAMES}
    others |= {f"OpenSpiel: {name}": other_games.spiel_speed(name) for name in other_games.SPIEL_GAMES}
    for name, other in others.items():
        yield other_games.INSTALL.format(name) if other is None else _speed(name, other, unit)
    for name, other in others.items():
        if other is not None:
            times, fewer = ((each.seconds / each.real) / (other.seconds / other.real) for each in (ours, quick))
            yield f"a decision with a choice takes {times:.2f} ({fewer:.2f}) times as long as one of {name}"


def _speed(name: str, speed: Speed, unit: float) -> str:
    each = speed.seconds / speed.real * 1_000_000
    numbers = (speed.games / speed.seconds, speed.decisions / speed.seconds, speed.real / speed.seconds, each)
    cells = "".join(f"{number:>16,.1f}" for number in numbers)
    return f"{name:<{NAME}}{cells}{each / unit:>16,.2f}"


# -- decisions ---------------------------------------------------------------------------------------------------


def _kinds(kinds: dict[str, Cost]) -> list[tuple[str, Cost]]:
    """The kinds of decision that take most time in total, and the rest together."""
    ordered = sorted(kinds.items(), key=lambda pair: -(pair[1].offering + pair[1].answering))
    rest = Cost()
    for _, cost in ordered[KINDS:]:
        rest.count += cost.count
        rest.offering += cost.offering
        rest.answering += cost.answering
    return [*ordered[:KINDS], *([("others", rest)] if rest.count else [])]


def _table(name: str, rows: Iterable[tuple[str, Cost]], unit: float) -> Iterator[str]:
    yield ""
    head = ("decisions", "options", "answer", "microseconds", "x calibration")
    yield f"{'decisions ' + name:<{NAME}}" + "".join(f"{word:>16}" for word in head)
    for label, cost in rows:
        parts = (cost.offering / cost.count / 1_000, cost.answering / cost.count / 1_000, cost.each)
        cells = "".join(f"{number:>16,.1f}" for number in parts)
        yield f"{label:<{NAME}}{cost.count:>16,}{cells}{cost.each / unit:>16,.2f}"


def _line_of(what: str, line: tuple[float, float]) -> str:
    height, rise = line
    return f"best straight line: {height:,.1f} microseconds and {rise:+,.2f} for each {what}"


# -- flatness ----------------------------------------------------------------------------------------------------


def _flatness(*, plots: bool) -> Iterator[str]:
    yield ""
    yield f"{'what a decision costs by':<{NAME}}{'at the least':>16}{'at the most':>16}{'for each more':>16}{'exponent':>12}"
    found = flatness.measures()
    for each in found:
        (small, less), (large, more) = each.points[0], each.points[-1]
        ends = f"{f'{less:,.0f} ({small})':>16}{f'{more:,.0f} ({large})':>16}"
        yield f"{each.name:<{NAME}}{ends}{each.line[1]:>+16,.2f}{each.exponent:>12.2f}"
    for path in draw(found) if plots else ():
        yield f"drawn: {path}"


# -- shares ------------------------------------------------------------------------------------------------------


def _shares() -> Iterator[str]:
    yield ""
    yield "where the time goes (sampled)"
    found = shares()
    if found is None:
        yield "this system cannot sample by processor time"
        return
    yield from (f"{part:<{NAME}}{share:>14.1%}" for part, share in found.items())
