"""One game with its journal, in memory: answers, taking back, passing on request. It knows no database and no network.

Every change returns the lines of the game log by which the journal goes on. They are kept before anybody is shown what
came of the change; a live game whose lines could not be kept is thrown away and taken up again from the journal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from archivist.bots import Choice
from archivist.game import Game
from archivist.log.entries import SETTINGS, Back, By, Entry, Line, Recorded, written
from archivist.log.reading import read
from archivist.log.recording import ending, following, head_of
from archivist.log.replays import answer_of, game_of
from archivist.model.card import Seat
from archivist.model.decision import ACTIONS, Answer, Concede, Decision, Pass
from archivist.model.errors import AnswerError, ArchivistError, EndlessLoop, Illegal
from archivist.notation.naming import PLAYERS
from archivist.person.passing import Passing, Settings, Until
from archivist.server.setting import Setting
from archivist.server.storage import Noted, Saved

PASSES: Final = 500
"""How many passes in a row are made on request before somebody is asked in any case."""
UNDONE: Final = 2_000
"""The most answers that are taken back at once."""


class NothingToTakeBack(AnswerError):
    """A seat has answered nothing yet that could be taken back."""


class Live:
    """A game that is being played, with the log of it.

    `numbers` has for each seat how often it has answered, or something was taken back: the number that its next answer
    must name. What others decide in secret does not show in it.
    """

    def __init__(self, setting: Setting, log: Recorded, game: Game) -> None:
        self.setting = setting
        self.log = log
        self.game = game
        self.rows = 0
        self.unkept = 0
        """How many lines the log is ahead of the journal."""
        self.numbers = [0] * len(setting.seats)
        self.passing = [Passing(_settings(log, seat)) for seat in range(len(setting.seats))]
        self.heard = [0] * len(setting.seats)
        """The number of events that each seat had been told of when it last answered."""

    @classmethod
    def new(cls, setting: Setting) -> Live:
        """A game at its first decision."""
        game = Game.new(setting.decks(), seed=setting.seed, format=setting.format)
        players = [seat.player for seat in setting.seats]
        titles = [seat.deck.title if seat.deck else "" for seat in setting.seats]
        return cls(setting, Recorded("journal", "game", head_of(game, players, titles)), game)

    @classmethod
    def taken_up(cls, setting: Setting, head: str, noted: Sequence[Noted], saved: Saved | None) -> Live:
        """The game of a journal, from a saved position as far as that still stands. Raises ReplayError if it cannot go on."""
        log = journal_of(head, noted)
        game = _from_position(log, saved) if saved is not None else None
        live = cls(setting, log, game_of(log) if game is None else game)
        live.count(noted)
        live.heard = [live.game.event_count] * len(live.heard)
        return live

    def follow(self, head: str, noted: Sequence[Noted], new: Sequence[Noted]) -> None:
        """Goes on to where another process has brought the journal; `noted` is all of it, `new` what is not known here."""
        log = journal_of(head, noted)
        own, others = self.log.decisions, log.decisions
        common = next(
            (n for n, pair in enumerate(zip(own, others, strict=False)) if not _same(*pair)), min(len(own), len(others))
        )
        game = self.game
        if not _back(game, len(own) - common):
            game = game_of(log)
            common = len(others)
        for each in others[common:]:
            game.give(answer_of(game, each))
        self.game, self.log = game, log
        for seat, passing in enumerate(self.passing):
            passing.settings = _settings(log, seat)
            passing.forget()  # it was ordered before something that happened elsewhere
            self.heard[seat] = min(self.heard[seat], game.event_count)
        self.count(new)

    def count(self, noted: Iterable[Noted]) -> None:
        """Takes note of rows that are kept."""
        for each in noted:
            self.rows = each.number
            self.unkept = 0
            for line in each.lines.split("\n"):
                counted = [_counts(line, each.by, PLAYERS[seat]) for seat in range(len(self.numbers))]
                for seat, count in enumerate(counted):
                    self.numbers[seat] += sum(counted) if self.setting.analysis else count

    # -- looking -------------------------------------------------------------------------------------------------

    @property
    def to_act(self) -> Seat | None:
        return self.game.to_act

    @property
    def bot_to_act(self) -> bool:
        seat = self.game.to_act
        return seat is not None and self.setting.seats[seat].bot != ""

    def position(self) -> Saved:
        """The game as a saved position."""
        return saved_after(self.log.decisions, self.game.save())

    def can_take_back(self, seat: Seat) -> int:
        """How many answers would be taken back if a seat took back its last one; none if there is none."""
        if self.setting.analysis:
            return min(len(self.log.decisions), 1)
        own = PLAYERS[seat]
        given = reversed(self.log.decisions)
        return next((n for n, each in enumerate(given, 1) if each.by == "hand" and each.player == own), 0)

    # -- changing ------------------------------------------------------------------------------------------------

    def answer(self, seat: Seat, choice: Choice, by: By = "hand") -> list[str]:
        """Gives an answer, and passes for whoever asked for that. Raises AnswerError if it does not fit.

        Raises Illegal, whose `lines` say what of the journal is given up, if it makes the play illegal.
        """
        decision = self._decision(seat)
        lines = self._give(seat, decision.exact(choice), by)
        if by == "hand":
            self.heard[seat] = self.game.event_count
            self.passing[seat].forget()
        return [*lines, *self.pass_on()]

    def pass_until(self, seat: Seat, until: Until) -> list[str]:
        """Passes now, and goes on passing until something happens or until the next turn."""
        decision = self._decision(seat)
        if Pass() not in decision.options:
            raise AnswerError("you cannot pass here")
        begin = self.game.event_count
        lines = self._give(seat, Pass(), "hand")
        self.heard[seat] = begin
        self.passing[seat].order(until, begin)
        return [*lines, *self.pass_on()]

    def _decision(self, seat: Seat) -> Decision:
        if self.game.to_act != seat:
            raise AnswerError("it is not your decision now")
        decision = self.game.decision
        assert decision is not None
        return decision

    def _give(self, seat: Seat, exact: Answer, by: By) -> list[str]:
        game, before = self.game, self.game.answers
        lines: list[Line] = list(following(self.log, game, exact, by))
        try:
            game.answer(exact)
        except Illegal as illegal:
            raise Refused(illegal, self._keep(given_up(before) if game.answers != before else [])) from None
        return self._keep(lines)

    def pass_on(self) -> list[str]:
        """Passes for people as long as their settings or orders say so."""
        lines: list[str] = []
        for _ in range(PASSES):
            seat = self.game.to_act
            if seat is None or self.setting.seats[seat].bot or not self._passes(seat):
                break
            try:
                lines += self._give(seat, Pass(), "auto")
            except EndlessLoop:  # somebody must break it, so whoever would pass is asked
                break
        return [*lines, *self._end()]

    def _passes(self, seat: Seat) -> bool:
        if not self.game.acting:
            return False
        passing = self.passing[seat]
        if passing.passes(self.game.view(seat, log=0), self.game.events_since):
            return True
        passing.forget()
        return False

    def cancel(self, seat: Seat) -> list[str]:
        """Gives up the play that a seat is making; nothing of it remains (PC.3)."""
        decision = self._decision(seat)
        before = self.game.answers
        if not decision.attempt:
            raise AnswerError("no play is being made")
        self.game.cancel()
        return self._keep(given_up(before))

    def take_back(self, seat: Seat) -> list[str]:
        """Takes back what a seat answered last, and all that followed from it."""
        n = self.can_take_back(seat)
        if not 0 < n <= UNDONE:
            raise NothingToTakeBack("there is nothing to take back")
        own = PLAYERS[seat]
        gone = [
            each for each in self.log.decisions[-n:] if not each.kind and each.player != own and not self.setting.alone
        ]
        lines = self.go_back(n)
        for each in gone:  # who has left does not come back because another thinks again (turn.9.5)
            left = PLAYERS.index(each.player)
            kept = following(self.log, self.game, Concede(left), each.by)
            self.game.concede(left)
            lines += self._keep(kept)
        return [*lines, *self._end()]

    def go_back(self, n: int) -> list[str]:
        """Takes back the last so many answers."""
        lines = self._keep([Back(0, n)])
        if not _back(self.game, n):
            self.game = game_of(self.log)
        for seat, passing in enumerate(self.passing):
            passing.forget()
            self.heard[seat] = min(self.heard[seat], self.game.event_count)
        return lines

    def concede(self, seat: Seat, by: By = "hand") -> list[str]:
        """A player leaves the game (turn.9.5)."""
        lines = following(self.log, self.game, Concede(seat), by)
        self.game.concede(seat)
        return [*self._keep(lines), *self.pass_on()]

    def set(self, seat: Seat, settings: Settings) -> list[str]:
        """Changes when a person is asked."""
        self.passing[seat].settings = settings
        line = Entry(0, PLAYERS[seat], SETTINGS, msgspec.json.encode(settings).decode())
        return [*self._keep([line]), *self.pass_on()]

    def _end(self) -> list[str]:
        return self._keep([ending(self.game)]) if self.game.over and self.log.ending is None else []

    def _keep(self, lines: Iterable[Line]) -> list[str]:
        kept: list[str] = []
        for line in lines:
            self.log.add(line)
            self.unkept += 1
            kept.append(written(line))
        return kept


class Refused(Exception):
    """A play that an answer made illegal: why, and the lines by which the journal gives up what led to it."""

    def __init__(self, illegal: Illegal, lines: list[str]) -> None:
        super().__init__(str(illegal))
        self.illegal = illegal
        self.lines = lines


def given_up(answers: Sequence[Answer]) -> list[Line]:
    """The lines by which a log gives up a play, if these are the answers since the checkpoint. Who left has left."""
    last = max((index for index, each in enumerate(answers) if isinstance(each, ACTIONS)), default=len(answers))
    dropped = answers[last:]
    if not dropped:
        return []
    left = [Entry(0, PLAYERS[each.player]) for each in dropped if isinstance(each, Concede)]
    return [Back(0, len(dropped)), *left]


# -- reading a journal -------------------------------------------------------------------------------------------


def journal_of(head: str, noted: Iterable[Noted]) -> Recorded:
    """The log that a journal tells."""
    return read(_lines(head, noted), "journal", ("game",))


def _lines(head: str, noted: Iterable[Noted]) -> Iterator[str]:
    yield from head.split("\n")
    for each in noted:
        yield from each.lines.split("\n")


def _from_position(log: Recorded, saved: Saved) -> Game | None:
    """The game of a log from a saved position, if the log still begins with what led to it."""
    given = log.decisions
    if len(given) < saved.decisions or _digest(given[: saved.decisions]) != saved.prefix:
        return None
    try:
        game = Game.load(saved.data)
        for each in given[saved.decisions :]:
            game.give(answer_of(game, each))
    except ArchivistError:  # of another version, or with other cards: the log itself says whether it can go on
        return None
    return game


def saved_after(given: Sequence[Entry], save: bytes) -> Saved:
    """The save of a game in which these decisions were made, as a position."""
    return Saved(len(given), _digest(given), save)


def _digest(given: Iterable[Entry]) -> str:
    """A fingerprint of decisions, wherever they stand in the file."""
    return hashlib.sha256("\n".join(map(str, given)).encode()).hexdigest()


def _same(one: Entry, other: Entry) -> bool:
    return str(one) == str(other)


def _back(game: Game, n: int) -> bool:
    """Takes back so many answers if the game remembers them; else it is of no use any more."""
    for _ in range(n):
        if not game.can_undo:
            return False
        game.undo()
    return True


def _counts(line: str, by: str, player: str) -> int:
    """By how much a line raises the number of a player's next answer."""
    if line.startswith("back "):
        return 1 if by in ("", player) else 0
    own = line.startswith((f"  {player} ", f"  {player} ("))
    return 1 if own and not line.startswith(f"  {player} {SETTINGS}:") else 0


def _settings(log: Recorded, seat: Seat) -> Settings:
    entry = log.settings.get(PLAYERS[seat])
    return Settings(auto=False) if entry is None else msgspec.json.decode(entry.words, type=Settings)
