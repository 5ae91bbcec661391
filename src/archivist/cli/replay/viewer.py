"""The viewer: a replay at a terminal, a key a step."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable, Iterator

from rich.console import Console
from rich.text import Text

from archivist.cli.replay.keys import Keys
from archivist.cli.replay.printing import heard, known, told_of
from archivist.model.card import Seat
from archivist.model.errors import ReplayError, ScenarioError
from archivist.notation.picture import picture
from archivist.notation.recording import outcome
from archivist.notation.replays import Replay
from archivist.scenario.writing import write

WIDEST = 110
"""Wider lines are hard to read."""
NEWS = 6
"""How many lines are shown of what came of the last decision; the log has them all."""

KEYS = """\
n, right, space   the next decision         N   the next turn
b, left           back one decision         B   back a turn
t                 go to a turn              g   go to a decision
0                 the beginning             $   the end
s                 the next player's view, or everything
l                 what happened this turn, with rules
w                 write this moment as a scenario file
?                 these keys                q   leave
"""


class Viewer:
    """Shows where a replay stands, and goes where keys say."""

    def __init__(self, replay: Replay, seat: Seat | None) -> None:
        self.replay = replay
        self.seat = seat
        self.out = _console()
        self.pressed = Keys()
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
            **dict.fromkeys(("$", "G", "\x1b[F", "\x1bOF"), lambda: self._to(len(self.replay))),
            "s": self._next_seat,
            "l": self._log,
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
            self.message = f"{key!r} is no key here; ? lists the keys"
        else:
            act()

    # -- showing -------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        self._clear()
        game, width = self.replay.game, self.out.width
        view = game.overview(log=0) if self.seat is None else game.view(self.seat, log=0)
        for line in picture(view, width):
            self._line(line, bold=not line.startswith(" "))
        self._line("")
        for line in self._news():
            self._line(line, dim=True)
        for line in textwrap.wrap(self._standing(), width):
            self._line(line, bold=True)
        if self.message:
            self._line(self.message)
        self.out.print(Text("n next, b back, t turn, s seat, l log, ? keys, q leave: "), end="")
        self.out.file.flush()

    def _news(self) -> Iterator[str]:
        """What came of the last decision, the end of it if that is much."""
        if not self.replay.position:
            return
        lines = self.replay.game.trace(self.seat, self._before())
        if len(lines) > NEWS:
            yield f"... {len(lines) - NEWS} more; l tells all"
        for line in lines[-NEWS:]:
            yield from textwrap.wrap(line, self.out.width, subsequent_indent="    ")

    def _before(self) -> int:
        """The number of events that were told before the last decision that was made and may be known of."""
        here = self.replay.position
        self.replay.back()
        while self.replay.position and not told_of(self.replay, self.seat):
            self.replay.back()
        count = heard(self.replay, self.seat)
        self.replay.go(here)
        return count

    def _standing(self) -> str:
        """How far the replay is, and what is decided next."""
        replay = self.replay
        who = "everything" if self.seat is None else f"as {self._name(self.seat)} sees it"
        place = f"{replay.position} of {len(replay)} decisions, {who}."
        entry = replay.next
        if entry is None:
            return f"{place} The end: {outcome(replay.game)}."
        if known(entry, replay, self.seat):
            return f"{place} Next: {entry}"
        if not told_of(replay, self.seat):
            return f"{place} Next: the game goes on"
        return f"{place} Next: {entry.player} decides ({entry.kind or 'concedes'})"

    def _name(self, seat: Seat) -> str:
        return self.replay.game.state.players[seat].name

    def _line(self, text: str, *, bold: bool = False, dim: bool = False) -> None:
        self.out.print(Text(text, style="bold" if bold else "dim" if dim else ""), soft_wrap=True)

    def _clear(self) -> None:
        if os.environ.get("TERM", "dumb") != "dumb":
            self.out.clear()
        else:
            self.out.print()

    # -- going ---------------------------------------------------------------------------------------------------

    def _to(self, position: int) -> None:
        """Goes to a position, if there is one."""
        if not 0 <= position <= len(self.replay):
            self.message = "this is the end" if position > 0 else "this is the beginning"
            return
        self.replay.go(position)

    def _by(self, step: int) -> None:
        """Goes a decision on or back; for a seat, past those that it may not know of."""
        self._to(self.replay.position + step)
        while self.replay.position and not told_of(self.replay, self.seat):
            self.replay.forward(step)

    def _turns(self, by: int) -> None:
        """Goes to the beginning of the next turn, or back to that of this one or the one before."""
        here = self.replay.position
        later = [position for position in self.replay.turns.values() if position > here]
        earlier = [position for position in self.replay.turns.values() if position < here]
        if by > 0:
            self._to(min(later, default=len(self.replay)))
        else:
            self._to(max(earlier, default=0))

    def _ask_turn(self) -> None:
        number = self._number("turn")
        if number is None:
            return
        try:
            self.replay.to_turn(number)
        except ReplayError as error:
            self.message = str(error)
        else:
            self._to(self.replay.position)

    def _ask_decision(self) -> None:
        number = self._number("decision")
        if number is None:
            return
        if number > len(self.replay):
            self.message = f"there are {len(self.replay)} decisions"
        else:
            self._to(number)

    def _number(self, what: str) -> int | None:
        typed = self._typed(f"{what}: ")
        if typed.isascii() and typed.isdigit():
            return int(typed)
        self.message = f"a number is needed, not {typed!r}" if typed else ""
        return None

    def _typed(self, prompt: str) -> str:
        self.out.print()
        return self.pressed.line(prompt)

    # -- the rest ------------------------------------------------------------------------------------------------

    def _next_seat(self) -> None:
        players = len(self.replay.game.state.players)
        if self.seat is None:
            self.seat = 0
        else:
            self.seat = self.seat + 1 if self.seat + 1 < players else None

    def _log(self) -> None:
        """What happened this turn, up to now."""
        events = self.replay.game.events
        begun = max((index for index, event in enumerate(events) if event.kind == "turn"), default=0)
        self._clear()
        self._line(f"Turn {self.replay.game.state.turn.number}", bold=True)
        for line in self.replay.game.trace(self.seat, begun):
            for part in textwrap.wrap(line, self.out.width, initial_indent="  ", subsequent_indent="      "):
                self._line(part)
        self._wait()

    def _write(self) -> None:
        """Writes this moment as a scenario to a file of its own."""
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
            self.message = f"{typed} is written; archivist judge {typed} plays it"

    def _help(self) -> None:
        self._clear()
        for line in KEYS.splitlines():
            self._line(line)
        self._wait()

    def _wait(self) -> None:
        self.out.print(Text("any key goes back: "), end="")
        self.out.file.flush()
        self.pressed.read()

    def _leave(self) -> None:
        self.done = True


def _console() -> Console:
    """Colours only where the terminal has them and NO_COLOR is not set."""
    out = Console(highlight=False, markup=False, emoji=False)
    bare = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    width = min(out.width, WIDEST)
    return Console(highlight=False, markup=False, emoji=False, width=width, color_system=None if bare else "auto")
