"""A game at a terminal: whose decision it is, who is asked for it, and what was answered."""

from __future__ import annotations

import os
from typing import Literal

import msgspec

from archivist.bots import Bot, BotError, Expected, bot, choice_of, expected_of
from archivist.cli.play import commands
from archivist.cli.play.keeping import new_paths, write_whole
from archivist.cli.play.screen import Screen
from archivist.cli.play.start import Setup
from archivist.game import Game
from archivist.log import records
from archivist.log.entries import DECISIONS, SETTINGS, Back, By, Entry, Line, Recorded, text_of
from archivist.log.journal import Journal, NotKept
from archivist.log.reading import read_text
from archivist.log.recording import ending, following, outcome
from archivist.log.replays import Replay, game_of
from archivist.model.card import Seat
from archivist.model.decision import Answer, Concede, Pass
from archivist.model.errors import ArchivistError, Illegal, SaveError
from archivist.notation.naming import PLAYERS
from archivist.person import telling
from archivist.person.menus import Menu, Misunderstood, menu
from archivist.person.passing import Passing, Settings, Until
from archivist.person.taking_back import learned
from archivist.person.why import uses
from archivist.view import Choice, View

DEAD_ENDS = 25
"""How often a bot may choose plays that turn out illegal before it is made to pass."""

Left = Literal["over", "left", "rematch"]


class Quit(Exception):
    """The person leaves; the game is kept."""


class Session:
    """A game that is being played at a terminal by one or more people, the other seats by bots."""

    def __init__(
        self,
        setup: Setup,
        screen: Screen,
        journal: Journal,
        log: Recorded | None = None,
    ) -> None:
        self.setup = setup
        self.match = setup.match
        self.screen = screen
        screen.is_command = commands.is_command
        self.game = game_of(log) if log else Game.new(setup.decks, seed=setup.seed, format=setup.format)
        self.log = log or setup.log(self.game)
        self._journal = journal
        self._humans = setup.humans()
        self._passing = {seat: Passing(_settings(self.log, seat)) for seat in self._humans}
        self._bots = self._seated_bots()
        if log is not None and not journal.begun:
            journal.begin(new_paths(setup), self.log)
        self._told = dict.fromkeys(self._humans, 0)
        self._news: dict[Seat, list[str]] = {seat: [] for seat in self._humans}
        self._expected: dict[Seat, Expected] = {}
        self._at_keyboard: Seat | None = None
        self._shown = False

    @property
    def given(self) -> list[Entry]:
        """The answers that stand."""
        return self.log.decisions

    def _seated_bots(self) -> dict[Seat, Bot]:
        """The bots, each with the list of its own deck; after some answers they go on with other dice."""
        seats = range(len(self.setup.players))
        return {
            seat: bot(
                self.setup.players[seat],
                seed=self.setup.seed + 1000 * seat + len(self.given),
                decks=[deck if each == seat else None for each, deck in enumerate(self.setup.decks)],
            )
            for seat in seats
            if seat not in self._humans
        }

    # -- playing -------------------------------------------------------------------------------------------------

    def play(self) -> Left:
        """Plays until the game is over or the person leaves it, and tells whether they want another."""
        try:
            while True:
                while (seat := self._next()) is not None:
                    self._decide(seat)
                ending = self._finished()
                if ending is not None:
                    return ending
        except (KeyboardInterrupt, EOFError):
            self.screen.blank()
            return "left"
        except Quit:
            return "left"

    def _next(self) -> Seat | None:
        """Who decides now; None when the game is over, or nobody who plays by hand is left in it."""
        players = self.game.state.players
        return None if all(players[seat].lost for seat in self._humans) else self.game.to_act

    def _decide(self, seat: Seat) -> None:
        if seat in self._bots:
            self._ask_bot(seat)
            return
        passing = self._passing[seat]
        view = self.view(seat)
        if passing.passes(view, self.game.events_since):
            assert view.decision is not None
            self.give(seat, view.decision.options.index("pass"), "auto")
            return
        passing.forget()
        self._hand_over(seat)
        self._ask(seat, view)

    def _ask_bot(self, seat: Seat) -> None:
        """A bot's answer. A play that turns out illegal is chosen anew; a bot that finds none passes."""
        for _ in range(DEAD_ENDS):
            with self.screen.thinking(self.called(seat)):
                choice = choice_of(self.game, self._bots[seat])
            expected = expected_of(self._bots[seat])
            if expected is not None:
                self._expected[seat] = expected
            try:
                self.give(seat, choice, "bot")
            except Illegal:
                if self.game.to_act != seat:
                    return
                continue
            return
        decision = self.game.decision
        if decision is None or Pass() not in decision.options:
            raise BotError(
                f"the bot {self.setup.players[seat]} finds no legal answer to: {decision and decision.prompt}"
            )
        self.give(seat, decision.options.index(Pass()), "bot")

    def expectations(self) -> list[str]:
        """What each bot expected when it last had something to think about: a sentence that names no card."""
        named = ((self.called(seat), said) for seat, said in sorted(self._expected.items()))
        return [f"{name[:1].upper()}{name[1:]}: {said}" for name, said in named]

    def _hand_over(self, seat: Seat) -> None:
        """Where people share the keyboard, nobody sees the screen of another."""
        if len(self._humans) < 2 or seat == self._at_keyboard:
            return
        if self.given:  # a new game has shown nothing yet but how it begins
            self.screen.wipe()
        self.screen.heading(f"Pass the keyboard to player {self._name(seat)}.")
        self.screen.read(f"Player {self._name(seat)}, press Enter when nobody else is looking. ")
        self.screen.wipe()
        self._at_keyboard = seat

    def _ask(self, seat: Seat, view: View) -> None:
        """Asks a person until the game goes on, or back."""
        asked = self._menu(seat, view)
        within = asked.decision.attempt and self._shown
        news = [] if within else self._hear(seat)
        tabled = not within and (bool(news) or self.game.acting or not self._shown)
        self._shown = self._shown or tabled
        self.screen.ask(asked, view if tabled else None, news)
        while not self._obeyed(seat, asked):
            pass

    def _menu(self, seat: Seat, view: View) -> Menu:
        return menu(view, uses(self.game), self.game.forecast(seat))

    def _obeyed(self, seat: Seat, asked: Menu) -> bool:
        self._journal.keep()
        typed = self.screen.read()
        try:
            return commands.obey(self, seat, asked, typed)
        except Illegal as illegal:
            self.screen.complain("That is not legal:")
            for reason in illegal.reasons:
                self.screen.say(f"  {reason.why} [{', '.join(reason.rules)}]")
            return True
        except NotKept:
            raise
        except ArchivistError as error:
            self.screen.complain(str(error))
            return False

    def _hear(self, seat: Seat) -> list[str]:
        """What has happened that matters since a person last heard; it is kept to be told again."""
        lines = telling.news(self.game, seat, self._told[seat])
        if lines or self.game.event_count > self._told[seat]:
            self._news[seat] = lines or self._news[seat]
        self._told[seat] = self.game.event_count
        return lines

    def last_news(self, seat: Seat) -> list[str]:
        """What a person was told last of what happened."""
        return self._news[seat]

    def view(self, seat: Seat) -> View:
        """What a person may see; what happened is told apart from it."""
        return self.game.view(seat, log=0)

    # -- answers -------------------------------------------------------------------------------------------------

    def give(self, seat: Seat, choice: Choice, by: By) -> None:
        """Gives an answer and keeps it. Raises Illegal if it makes a play illegal, which is then undone and forgotten."""
        decision = self.game.decision
        assert decision is not None
        exact = decision.exact(choice)
        lines = following(self.log, self.game, exact, by)
        try:
            self.game.answer(exact)
        except Illegal:
            self._forget_undone()
            raise
        self._keep(*lines)

    def _keep(self, *lines: Line) -> None:
        """Keeps lines; the answers of bots and of standing orders are made safe with the next one of a person.

        The file begins with a person's first answer: a game in which nobody has decided anything is not kept.
        """
        for line in lines:
            self.log.add(line)
        by_hand = not isinstance(lines[-1], Entry) or lines[-1].by == "hand"
        if self._journal.begun:
            for line in lines:
                self._journal.add(line)
            if by_hand:
                self._journal.keep()
        elif by_hand and isinstance(lines[-1], Entry) and lines[-1].kind != SETTINGS:
            self._journal.begin(new_paths(self.setup), self.log)

    def _forget_undone(self) -> int:
        """Drops the answers that the game has given up, and says how many they were."""
        undone = len(self.given) - self.game.answer_count
        if undone > 0:
            self._keep(Back(0, undone))
        for seat in self._told:
            self._told[seat] = min(self._told[seat], self.game.event_count)
        return undone

    # -- what commands do ----------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """Gives up the play that is being made. Nothing of it remains."""
        self.game.cancel()
        self._forget_undone()

    def undo(self, seat: Seat) -> str:
        """Takes back what the person answered last, and what followed from it. Says what it was."""
        given, own = self.given, self._name(seat)
        n = next((n for n, each in enumerate(reversed(given), 1) if each.by == "hand" and each.player == own), 0)
        if not n:
            raise Misunderstood("There is nothing to take back.")
        if len(self._humans) > 1:
            self._check_secrets(seat, given[-n:])
        for _ in range(n):
            taken = self.game.last_answer
            self.game.undo()
        self._forget_undone()
        for passing in self._passing.values():
            passing.forget()
        return self._said(seat, taken)

    def _said(self, seat: Seat, answer: Answer | None) -> str:
        """An answer to the pending decision, as the menu words it."""
        decision = self.game.decision
        assert decision is not None
        if isinstance(answer, Concede):
            return "concede"
        choice = answer if isinstance(answer, tuple | str) else decision.options.index(answer)
        return self._menu(seat, self.view(seat)).said(choice)

    def _check_secrets(self, seat: Seat, taken: list[Entry]) -> None:
        """Between people nothing is taken back once somebody has learned something hidden by it."""
        others = [self._name(each) for each in self._humans if each != seat]
        other = next((given for given in taken if given.player in others), None)
        if other is not None:
            did = "passed" if other.words == "pass" else "answered"
            raise Misunderstood(f"You cannot take that back: player {other.player} has {did} since.")
        before = self.game.copy()
        for _ in taken:
            before.undo()
        why = learned(before, self.game, seat)
        if why:
            raise Misunderstood(f"You cannot take that back: {why}.")

    def concede(self, seat: Seat) -> None:
        lines = following(self.log, self.game, Concede(seat))
        self.game.concede(seat)
        self._keep(*lines)

    def pass_until(self, seat: Seat, until: Until) -> None:
        """Passes now, and goes on passing."""
        decision = self.game.decision
        assert decision is not None
        if Pass() not in decision.options:
            raise Misunderstood("You cannot pass here.")
        begin = self.game.event_count
        self.give(seat, decision.options.index(Pass()), "hand")
        self._passing[seat].order(until, begin)

    def settings(self, seat: Seat) -> Settings:
        return self._passing[seat].settings

    def set(self, seat: Seat, settings: Settings) -> None:
        """Changes when a person is asked; it is not part of the game, and undoing leaves it as it is."""
        self._passing[seat].settings = settings
        self._keep(Entry(0, self._name(seat), SETTINGS, msgspec.json.encode(settings).decode()))

    def save(self, name: str) -> str:
        """Writes a copy of the game as it is now, and says where. Raises SaveError."""
        return _write(name, text_of(self.log))

    def keeps(self, name: str) -> bool:
        """Whether a name is that of the file in which the game is kept."""
        path = os.path.expanduser(name)
        return bool(self.kept_in) and os.path.exists(path) and os.path.samefile(path, self.kept_in)

    def record(self, name: str, seat: Seat) -> str:
        """Writes the game so far, and says where: all of it once it is over, before that as the seat saw it.

        Raises SaveError.
        """
        text = self.game.to_replay()
        if self.game.over:
            return _write(name, text)
        record = records.write(Replay(read_text(text, name)), seat)
        return str(write_whole(name, record, records.beginning(record)))

    @property
    def last_to_answer(self) -> Seat:
        """The person who answered last."""
        last = next((each.player for each in reversed(self.given) if each.by == "hand"), None)
        return self._humans[0] if last is None else PLAYERS.index(last)

    @property
    def kept_in(self) -> str:
        """The file that the game is kept in; nothing before the first answer."""
        return str(self._journal.path) if self._journal.begun else ""

    def _name(self, seat: Seat) -> str:
        return self.game.state.players[seat].name

    def called(self, seat: Seat) -> str:
        """What a player is called by everybody at the keyboard."""
        return self.setup.called(seat)

    # -- the end -------------------------------------------------------------------------------------------------

    @property
    def result(self) -> str:
        """How the game ended, as far as it has."""
        return self.setup.result(outcome(self.game))

    @property
    def match_goes_on(self) -> bool:
        """Whether another game of the match follows on this one."""
        return self.match is not None and self.match.after(self.game.state.winner).winner is None

    def _finished(self) -> Left | None:
        """Shows the end, and asks what now; None if something was taken back."""
        seat = self._humans[0] if len(self._humans) == 1 else None
        self._keep(ending(self.game))
        view, news = (None, []) if seat is None else (self.view(seat), self._hear(seat))
        self.screen.over(view, news, self.result, commands.what_now(self))
        try:
            return commands.after_the_end(self)
        except (KeyboardInterrupt, EOFError):
            self.screen.blank()
            return "over"


def _settings(log: Recorded, seat: Seat) -> Settings:
    """How a person wanted to be asked last. Raises SaveError if that cannot be understood."""
    line = log.settings.get(PLAYERS[seat])
    try:
        return Settings() if line is None else msgspec.json.decode(line.words, type=Settings)
    except (msgspec.MsgspecError, RecursionError) as error:
        assert line is not None
        raise SaveError(f"{log.file}:{line.line}: these settings cannot be read: {error}") from None


def _write(name: str, text: str) -> str:
    """Writes a log, and says where; over an earlier one of the same game, but nothing else."""
    return str(write_whole(name, text, text[: text.index(f"\n{DECISIONS}:")]))
