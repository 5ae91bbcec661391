"""Bytecodes of a decision in random play, by module, function and line: where pure Python works, exactly.

`python -m benchmarks.bytecodes [GAMES]` plays games under a trace that counts every bytecode where it runs; that takes some
twenty times as long as playing. The counts are the same each time and on every machine. Bytecodes are not time: a call, a
value that is made or a dictionary that is asked cost more than others. What a function calls does not count as its own.
"""

from __future__ import annotations

import linecache
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import archivist
from benchmarks import random_play

GAMES = 4
MODULES, FUNCTIONS, LINES = 40, 80, 60
"""How many of each are listed."""
SOURCES = str(Path(archivist.__file__).parent) + "/"


class Counts:
    """What ran: bytecodes by function and line, and calls, of which a generator has one each time it goes on."""

    def __init__(self) -> None:
        self.decisions = 0
        self.lines: Counter[tuple[CodeType, int]] = Counter()
        self.calls: Counter[CodeType] = Counter()

    def play(self, games: int) -> None:
        """Plays games and counts; one is played before, so that what is worked out once does not count."""
        random_play.play(random_play.new_game(0), 0)
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            self.decisions = sum(random_play.play(random_play.new_game(seed), seed) for seed in range(1, 1 + games))
        finally:
            sys.settrace(before)

    def _called(self, frame: FrameType, _event: str, _argument: Any) -> Any:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        code = frame.f_code
        self.calls[code] += 1

        def ran(frame: FrameType, event: str, _argument: Any) -> Any:
            if event == "opcode":
                line: int | None = frame.f_lineno  # some bytecodes, as those that close a loop, belong to no line
                self.lines[code, code.co_firstlineno if line is None else line] += 1
            return ran

        return ran

    @property
    def functions(self) -> Counter[CodeType]:
        found: Counter[CodeType] = Counter()
        for (code, _), count in self.lines.items():
            found[code] += count
        return found

    @property
    def modules(self) -> Counter[str]:
        found: Counter[str] = Counter()
        for code, count in self.functions.items():
            found[_file(code)] += count
        return found


def _file(code: CodeType) -> str:
    return code.co_filename.removeprefix(SOURCES)


def report(counts: Counts) -> Iterator[str]:
    """The tables: each row has the share of all bytecodes and how many a decision takes, a function also its calls."""
    n, every = counts.decisions, counts.lines.total()
    yield f"{n:,} decisions, each with {every / n:,.0f} bytecodes in {counts.calls.total() / n:.1f} calls"
    yield from _table("modules", ((name, count) for name, count in counts.modules.most_common(MODULES)), n, every)
    functions = (
        (f"{counts.calls[code] / n:6.2f} {_file(code)}:{code.co_firstlineno} {code.co_qualname}", count)
        for code, count in counts.functions.most_common(FUNCTIONS)
    )
    yield from _table("functions, with their calls", functions, n, every)
    lines = (
        (f"{_file(code)}:{line}  {linecache.getline(code.co_filename, line).strip()}", count)
        for (code, line), count in counts.lines.most_common(LINES)
    )
    yield from _table("lines", lines, n, every)


def _table(name: str, rows: Iterator[tuple[str, int]], decisions: int, every: int) -> Iterator[str]:
    yield ""
    yield name
    yield from (f"{count / every:7.2%} {count / decisions:7.1f}  {what}" for what, count in rows)


def main() -> None:
    counts = Counts()
    counts.play(int(sys.argv[1]) if sys.argv[1:] else GAMES)
    for line in report(counts):
        print(line)


if __name__ == "__main__":
    main()
