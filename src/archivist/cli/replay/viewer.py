"""The viewer: a replay or a record at a terminal, one key per step, on one screen."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from archivist.bots.analysis import Costly
from archivist.cli.replay.keys import keys
from archivist.log.recording import outcome
from archivist.log.records import Record, heard, known, told_of
from archivist.log.replays import Replay
from archivist.model.card import Seat
from archivist.model.errors import ReplayError, ScenarioError
from archivist.model.errors import shown as quoted
from archivist.model.events import Turn
from archivist.notation.picture import picture
from archivist.scenario.writing import write
from archivist.view import View

WIDEST = 110
"""Wider lines are hard to read."""
SHORTEST = 12
"""Terminals are taken to have at least so many rows."""
NEWS = 6
"""How many rows are shown of what came of the last decision; the log has them all."""
LEAST_NEWS = 3
"""How many of them are shown in any case."""
MORE = " ..."
PROMPT = "n next, b back, t turn, s seat, l log, v table, ? keys, q leave: "

KEYS = """\
n, right, space   the next decision         N   the next turn
b, left           back one decision         B   back a turn
t                 go to a turn              g   go to a decision
0                 the beginning             $   the end
s                 the next player's view, or everything
v                 the whole table, if it does not fit
l                 what happened this turn, with rules
m                 the next marked decision (--marks)
w                 write this moment as a scenario file
?                 these keys                q   leave
"""


class Viewer:
    """Shows where a replay stands, and goes where keys say."""

    def __init__(self, replay: Replay, seat: Seat | None, marks: Mapping[int, Costly] | None = None) -> None:
        """`marks` are decisions that cost something, by the number of decisions before each."""
        self.replay = replay
        self.marks = dict(marks or {})
        self.seat = seat
        self._begin()

    def _begin(self) -> None:
        self.out = _console()
        self.pressed = keys()
        self.message = ""
        self.done = False
        self.keys: dict[str, Callable[[], None]] = {
            **dict.fromkeys(("n", " ", "\r", "\n", "\x1b[C", "\x1bOC"), lambda: self._by(1)),
            **dict.fromkeys(("b", "p", "\x7f", "\x1b[D", "\x1bOD"), lambda: self._by(-1)),
            "N": lambda: self._turns(1),
            "B": lambda: self._turns(-1),
            "t": self._ask_turn,
            "g": self._ask_decision,
            **dict.fromkeys(("0", "^", "\x1b[H", "\x1bOH"), lambda: self._to(0)),
            **dict.fromkeys(("$", "G", "\x1b[F", "\x1bOF"), lambda: self._to(self.length)),
            "s": self._next_seat,
            "v": self._whole,
            "l": self._log,
            "m": self._next_mark,
            "w": self._write,
            **dict.fromkeys(("?", "h"), self._help),
            **dict.fromkeys(("q", "\x1b"), self._leave),
        }

    def run(self) -> None:
        """Shows and reads keys until the person leaves."""
        with self.pressed:
            try:
                while not self.done:
                    self._show()
                    self._take(self.pressed.read())
            except (EOFError, KeyboardInterrupt):
                pass
        self.out.print()

    def _take(self, key: str) -> None:
        self.message = ""
        act = self.keys.get(key)
        if act is None:
            self.message = f"{key!r} does nothing here; ? lists the keys"
        else:
            act()

    # -- where it stands -----------------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        """How many decisions there are."""
        return len(self.replay)

    @property
    def position(self) -> int:
        """How many of them have been made."""
        return self.replay.position

    @property
    def turns(self) -> dict[int, int]:
        """The position of the first decision of each turn."""
        return self.replay.turns

    def view(self) -> View:
        """The table as it is shown."""
        game = self.replay.game
        return game.overview(log=0) if self.seat is None else game.view(self.seat, log=0)

    def news(self) -> list[str]:
        """What came of the last decision."""
        return self.replay.game.trace(self.seat, self._before()) if self.position else []

    def _before(self) -> int:
        """The number of events that were told before the last decision that was made and may be known of."""
        here = self.replay.position
        self.replay.back()
        while self.replay.position and not told_of(self.replay, self.seat):
            self.replay.back()
        count = heard(self.replay, self.seat)
        self.replay.go(here)
        return count

    def standing(self) -> str:
        """How far the replay is, and what is decided next."""
        replay = self.replay
        who = "everything" if self.seat is None else f"as {self._name(self.seat)} sees it"
        place = f"{replay.position} of {len(replay)} decisions, {who}."
        entry = replay.next
        if entry is None:
            return f"{place} The end: {outcome(replay.game)}."
        if known(entry, replay, self.seat):
            mark = self.marks.get(replay.position)
            return f"{place} Next: {entry}" + ("" if mark is None else f" Marked: {mark}")
        if not told_of(replay, self.seat):
            return f"{place} Next: the game goes on"
        return f"{place} Next: {entry.player} decides ({entry.kind or 'concedes'})"

    def log(self) -> list[str]:
        """What happened this turn, up to now, with rules."""
        events = self.replay.game.events
        begun = max((index for index, event in enumerate(events) if isinstance(event, Turn)), default=0)
        return self.replay.game.trace(self.seat, begun)

    def _name(self, seat: Seat) -> str:
        return self.replay.game.state.players[seat].name

    # -- showing -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        """The table, what came of the last decision and what comes next, all on one screen."""
        self._clear()
        width, height = self.out.width, max(SHORTEST, self.out.height)
        below = textwrap.wrap(self.standing(), width)
        news = [part for line in self.news() for part in textwrap.wrap(line, width, subsequent_indent="    ")]
        message = textwrap.wrap(self.message, width)
        room = height - 2 - len(below) - len(message)
        table, told = _fitted(list(picture(self.view(), width)), news, room, width)
        for line in table:
            self._line(line, bold=not line.startswith(" "))
        for line in ("", *told):
            self._line(line, dim=True)
        for line in below:
            self._line(line, bold=True)
        for line in message:
            self._line(line)
        self.out.print(Text(PROMPT if len(PROMPT) < width else "?: "), end="")
        self.out.file.flush()

    def _line(self, text: str, *, bold: bool = False, dim: bool = False) -> None:
        self.out.print(Text(text, style="bold" if bold else "dim" if dim else ""), soft_wrap=True)

    def _clear(self) -> None:
        if os.environ.get("TERM", "dumb") != "dumb":
            self.out.clear()
        else:
            self.out.print()

    def _pages(self, title: str, lines: Iterable[str], indent: str = "") -> None:
        """Lines a screen at a time; q or Escape stops."""
        room = max(SHORTEST, self.out.height) - 2
        wrapped = [
            part
            for line in lines
            for part in textwrap.wrap(
                line, self.out.width, initial_indent=indent, subsequent_indent=f"{indent}    ", drop_whitespace=False
            )
            or [""]
        ]
        for begin in range(0, max(1, len(wrapped)), room):
            self._clear()
            self._line(title, bold=True)
            for line in wrapped[begin : begin + room]:
                self._line(line)
            last = begin + room >= len(wrapped)
            self.out.print(Text("any key goes back: " if last else "any key for more, q goes back: "), end="")
            self.out.file.flush()
            if self.pressed.read() in ("q", "\x1b"):
                return

    # -- going ---------------------------------------------------------------------------------------------------

    def _go(self, position: int) -> None:
        self.replay.go(position)

    def _to(self, position: int) -> None:
        """Goes to a position, if there is one."""
        if not 0 <= position <= self.length:
            self.message = "this is the end" if position > 0 else "this is the beginning"
            return
        self._go(position)

    def _by(self, step: int) -> None:
        """Goes a decision on or back; for a seat, past those that it may not know of."""
        self._to(self.position + step)
        while self.position and not told_of(self.replay, self.seat):
            self.replay.go(self.replay.position + step)

    def _turns(self, by: int) -> None:
        """Goes to the beginning of the next turn, or back to that of this one or the one before."""
        here = self.position
        if by > 0:
            self._to(min((each for each in self.turns.values() if each > here), default=self.length))
        else:
            self._to(max((each for each in self.turns.values() if each < here), default=0))

    def _ask_turn(self) -> None:
        number = self._number("turn", min(self.turns, default=0), max(self.turns, default=0))
        if number is None:
            return
        if number in self.turns:
            self._to(self.turns[number])
            return
        try:
            self._find_turn(number)
        except ReplayError as error:
            self.message = str(error)

    def _find_turn(self, number: int) -> None:
        self.replay.to_turn(number)

    def _ask_decision(self) -> None:
        number = self._number("decision", 0, self.length)
        if number is None:
            return
        if number > self.length:
            self.message = f"there are {self.length} decisions"
        else:
            self._to(number)

    def _number(self, what: str, least: int, most: int) -> int | None:
        typed = self._typed(f"{what} ({least} to {most}): ")
        if typed.isascii() and typed.isdigit() and len(typed) < 10:
            return int(typed)
        self.message = f"a number is needed, not {quoted(typed)}" if typed else ""
        return None

    def _typed(self, prompt: str) -> str:
        self.out.print()
        return self.pressed.line(prompt)

    def _next_mark(self) -> None:
        """Goes to the next marked decision that may be known; from the last to the first."""
        names = [self._name(each) for each in range(len(self.replay.game.state.players))]
        own = [at for at, mark in sorted(self.marks.items()) if self.seat is None or names[self.seat] == mark.player]
        if not own:
            self.message = "no decision is marked; archivist analyse --json finds marks for --marks"
            return
        self._to(next((at for at in own if at > self.position), own[0]))

    # -- the rest ------------------------------------------------------------------------------------------------

    def _next_seat(self) -> None:
        players = len(self.replay.game.state.players)
        if self.seat is None:
            self.seat = 0
        else:
            self.seat = self.seat + 1 if self.seat + 1 < players else None

    def _whole(self) -> None:
        """The whole table, over several screens if need be."""
        self._pages("The table", picture(self.view(), self.out.width))

    def _log(self) -> None:
        self._pages(f"Turn {self.view().turn}", self.log(), "  ")

    def _write(self) -> None:
        """Writes this moment as a scenario to a file of its own; not for a seat, as it holds what lies hidden."""
        if self.seat is not None:
            self._refuse_file("a scenario holds hidden cards too; press s until everything is shown")
            return
        typed = os.path.expanduser(self._typed("scenario file: "))
        if not typed:
            return
        try:
            text = write(self.replay.game)
            with open(typed, "x", encoding="utf-8") as file:
                file.write(text)
        except ScenarioError as error:
            self.message = str(error).partition("\n")[0]
        except OSError as error:
            self.message = f"{typed} cannot be written: {error.strerror}"
        else:
            self.message = f"{typed} is written; archivist judge {typed} runs it"

    def _refuse_file(self, why: str) -> None:
        """Says why nothing is written, and waits for Enter: a name that is typed all the same is no row of keys."""
        self.message = why
        self._typed(f"{why}\nEnter goes back: ")

    def _help(self) -> None:
        self._pages("Keys", KEYS.splitlines())

    def _leave(self) -> None:
        self.done = True


class RecordViewer(Viewer):
    """Shows a game as one seat recorded it; there is nothing else to see."""

    def __init__(self, record: Record, turn: int | None) -> None:
        self.record = record
        self._here = 0 if turn is None else self.turns[turn]
        self.marks = {}
        self._begin()

    @property
    def length(self) -> int:
        return len(self.record.steps) - 1

    @property
    def position(self) -> int:
        return self._here

    @property
    def turns(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for index, step in enumerate(self.record.steps):
            found.setdefault(step.view.turn, index)
        return found

    def view(self) -> View:
        return self.record.steps[self._here].view

    def news(self) -> list[str]:
        return list(self.record.steps[self._here - 1].events if self._here else self.record.before)

    def standing(self) -> str:
        head, step = self.record.head, self.record.steps[self._here]
        place = f"{self._here} of {self.length} decisions, as {head.seat} saw it."
        return (
            f"{place} Next: {step.decided}" if self._here < self.length else f"{place} The end: {self.record.outcome}."
        )

    def log(self) -> list[str]:
        turn = self.view().turn
        return [line for step in self.record.steps[: self._here] if step.view.turn == turn for line in step.events]

    def _go(self, position: int) -> None:
        self._here = position

    def _by(self, step: int) -> None:
        self._to(self._here + step)

    def _find_turn(self, number: int) -> None:
        raise ReplayError(f"there is no turn {number} in this record")

    def _next_seat(self) -> None:
        self.message = f"this is a record of what {self.record.head.seat} saw; it holds nothing else"

    def _next_mark(self) -> None:
        self.message = "a record has no marks; a replay may have some"

    def _write(self) -> None:
        self._refuse_file("a scenario needs hidden cards, and a record does not hold them")


def _fitted(table: Sequence[str], news: Sequence[str], room: int, width: int) -> tuple[list[str], list[str]]:
    """The table and the news in so many rows: first the table's rows are cut short, then the news, at last the table."""
    for rows in (NEWS, LEAST_NEWS):
        told = _end(news, rows)
        for keep in (len(table), 3, 2, 1):
            shown = _cut(table, keep, width)
            if len(shown) + len(told) <= room:
                return shown, _end(news, room - len(shown))
    return [*shown[: max(0, room - len(told) - 1)], "  ... v shows the whole table"], told


def _cut(lines: Sequence[str], keep: int, width: int) -> list[str]:
    """At most so many lines of each row; what a row goes on with begins with more spaces than its label."""
    shown: list[str] = []
    number = 0
    for line in lines:
        number = number + 1 if line.startswith("   ") else 1
        if number <= keep:
            shown.append(line)
        elif not shown[-1].endswith(MORE):
            last = shown[-1]
            fits = last if len(last) + len(MORE) <= width else last[: width - len(MORE) + 1].rpartition(" ")[0]
            shown[-1] = f"{fits.rstrip(', ')}{MORE}"
    return shown


def _end(lines: Sequence[str], room: int) -> list[str]:
    """The last lines, and how many came before them."""
    if len(lines) <= room:
        return list(lines)
    return [f"... {len(lines) - room + 1} more lines; l shows all", *lines[len(lines) - room + 1 :]]


def _console() -> Console:
    """Colours only where the terminal has them and NO_COLOR is not set."""
    out = Console(highlight=False, markup=False, emoji=False)
    bare = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    width = min(out.width, WIDEST)
    return Console(highlight=False, markup=False, emoji=False, width=width, color_system=None if bare else "auto")
