"""A game at a terminal: whose decision it is, who is asked for it, and what was answered."""

from __future__ import annotations

import os
from typing import Literal

from archivist.bots import Bot, BotError, bot, choice_of
from archivist.cli.play import commands, explain, telling
from archivist.cli.play.journal import (
    Back,
    By,
    End,
    Given,
    Journal,
    Line,
    NotKept,
    Set,
    Setup,
    Story,
    text,
    write_whole,
)
from archivist.cli.play.knowledge import learned
from archivist.cli.play.menus import Menu, Misunderstood, menu
from archivist.cli.play.names import People
from archivist.cli.play.passing import Passing, Settings, Until
from archivist.cli.play.screen import Screen
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Answer, Concede, Decision, Pass
from archivist.model.errors import ArchivistError, Illegal, SaveError
from archivist.model.state import State
from archivist.notation import records
from archivist.notation.replay_format import read_text
from archivist.notation.replays import Replay
from archivist.view import Choice, View, label

DEAD_ENDS = 25
"""How often a bot may choose plays that turn out illegal before it is made to pass."""

Left = Literal["over", "left", "rematch"]


class Quit(Exception):
    """The person leaves; the game is kept."""


class Session:
    """A game that is being played at a terminal by one or more people, the other seats by bots."""

    def __init__(self, setup: Setup, screen: Screen, journal: Journal, story: Story | None = None) -> None:
        self.setup = setup
        self.screen = screen
        self.game = (
            story.header.game(story.file) if story else Game.new(setup.decks, seed=setup.seed, format=setup.format)
        )
        self.given: list[Given] = []
        self._journal = journal
        self._humans = setup.humans()
        self._passing = {seat: Passing() for seat in self._humans}
        if story is not None:
            self._replay(story)
        self._bots = self._seated_bots()
        if story is not None and not journal.begun:
            journal.begin(self.game, self.lines())
        self._told = dict.fromkeys(self._humans, 0)
        self._news: dict[Seat, list[str]] = {seat: [] for seat in self._humans}
        self._at_keyboard: Seat | None = None
        self._shown = False

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

    def _replay(self, story: Story) -> None:
        """Gives the answers of a journal again. Raises SaveError if one does not fit this game."""
        for number, given in enumerate(story.given, 1):
            try:
                self._check_fits(given)
                self.game.give(given.answer)
            except ArchivistError as error:
                name = self._name(given.seat)
                said = f"answer {number} ({name}: {given.said}) does not fit this game"
                raise SaveError(f"{story.file}: {said}: {error}") from None
            self.given.append(given)
        for seat, settings in story.settings.items():
            if seat in self._passing:
                self._passing[seat].settings = settings

    def _check_fits(self, given: Given) -> None:
        if isinstance(given.answer, Concede):
            return
        asked = self.game.decision if not self.game.acting else None
        kinds = ("opportunity", "materialize") if asked is None else (asked.kind,)
        if given.seat != self.game.to_act or given.kind not in kinds:
            seat = self.game.to_act
            wanted = "nothing, because it is over" if seat is None else f"{self._name(seat)}: {' or '.join(kinds)}"
            raise SaveError(f"it answers {self._name(given.seat)}: {given.kind}, but the game asks {wanted}")

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
        asked = menu(view, explain.uses(self.game), self.game.forecast(seat))
        within = asked.decision.attempt and self._shown
        news = [] if within else self._hear(seat)
        tabled = not within and (bool(news) or self.game.acting or not self._shown)
        self._shown = self._shown or tabled
        self.screen.ask(asked, view if tabled else None, news)
        while not self._obeyed(seat, asked):
            pass

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

    def give(self, seat: Seat, choice: Choice, by: By, said: str = "") -> None:
        """Gives an answer and keeps it. Raises Illegal if it makes a play illegal, which is then undone and forgotten."""
        decision = self.game.decision
        assert decision is not None
        exact = decision.exact(choice)
        words = said or _said(self.game.state, decision, exact)
        try:
            self.game.answer(exact)
        except Illegal:
            self._forget_undone()
            raise
        self._keep_answer(Given(seat, by, decision.kind, words, exact))

    def _keep_answer(self, given: Given) -> None:
        self.given.append(given)
        if not self._journal.begun and given.by == "hand":
            self._journal.begin(self.game, self.lines())
        else:
            self._keep(given)

    def _keep(self, line: Line) -> None:
        """Keeps a line; the answers of bots and of standing orders are made safe with the next one of a person."""
        if self._journal.begun:
            self._journal.add(line)
            if not isinstance(line, Given) or line.by == "hand":
                self._journal.keep()

    def lines(self) -> list[Line]:
        """What a journal of this moment says: the settings, and the answers that stand."""
        settings: list[Line] = [
            Set(seat, passing.settings) for seat, passing in self._passing.items() if passing.settings != Settings()
        ]
        return [*settings, *self.given]

    def _forget_undone(self) -> int:
        """Drops the answers that the game has given up, and says how many they were."""
        standing = sum(len(answers) for _, answers in self.game.moments())
        undone = len(self.given) - standing
        if undone > 0:
            del self.given[standing:]
            self._keep(Back(undone))
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
        own = (n for n, given in enumerate(reversed(self.given), 1) if given.by == "hand" and given.seat == seat)
        n = next(own, 0)
        if not n:
            raise Misunderstood("There is nothing to take back.")
        taken = self.given[-n:]
        if len(self._humans) > 1:
            self._check_secrets(seat, taken)
        for _ in range(n):
            self.game.undo()
        self._forget_undone()
        for passing in self._passing.values():
            passing.forget()
        return taken[0].said

    def _check_secrets(self, seat: Seat, taken: list[Given]) -> None:
        """Between people nothing is taken back once somebody has learned something hidden by it."""
        other = next((given for given in taken if given.seat in self._humans and given.seat != seat), None)
        if other is not None:
            did = "passed" if other.answer == Pass() else "answered"
            raise Misunderstood(f"You cannot take that back: player {self._name(other.seat)} has {did} since.")
        before = self.game.copy()
        for _ in taken:
            before.undo()
        why = learned(before, self.game, seat)
        if why:
            raise Misunderstood(f"You cannot take that back: {why}.")

    def concede(self, seat: Seat) -> None:
        self.game.concede(seat)
        self._keep_answer(Given(seat, "hand", "concede", "concede", Concede(seat)))

    def pass_until(self, seat: Seat, until: Until) -> None:
        """Passes now, and goes on passing."""
        decision = self.game.decision
        assert decision is not None
        if Pass() not in decision.options:
            raise Misunderstood("You cannot pass here.")
        begin = self.game.event_count
        self.give(seat, decision.options.index(Pass()), "hand", "pass")
        self._passing[seat].order(until, begin)

    def settings(self, seat: Seat) -> Settings:
        return self._passing[seat].settings

    def set(self, seat: Seat, settings: Settings) -> None:
        """Changes when a person is asked; it is not part of the game, and undoing leaves it as it is."""
        self._passing[seat].settings = settings
        self._keep(Set(seat, settings))

    def save(self, name: str) -> str:
        """Writes a copy of the game as it is now, and says where. Raises SaveError."""
        data = text(self.setup, self.game, self.lines())
        return str(write_whole(name, data, data[: data.index(b"\n") + 1]))

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
            data = text.encode()
            return str(write_whole(name, data, data[: data.index(b"\ndecisions:")]))
        record = records.write(Replay(read_text(text, name)), seat)
        return str(write_whole(name, record.encode(), records.beginning(record).encode()))

    @property
    def last_to_answer(self) -> Seat:
        """The person who answered last."""
        return next((given.seat for given in reversed(self.given) if given.by == "hand"), self._humans[0])

    @property
    def kept_in(self) -> str:
        """The file that the game is kept in; nothing before the first answer."""
        return str(self._journal.path) if self._journal.begun else ""

    def _name(self, seat: Seat) -> str:
        return self.game.state.players[seat].name

    def called(self, seat: Seat) -> str:
        """What a player is called by everybody at the keyboard."""
        letters = tuple(player.name for player in self.game.state.players)
        if len(self._humans) == 1:
            return People(letters, self._humans[0]).called(letters[seat])
        return f"player {letters[seat]}"

    # -- the end -------------------------------------------------------------------------------------------------

    @property
    def result(self) -> str:
        """How the game ended, as far as it has."""
        state = self.game.state
        if not state.over:
            return "You are out of the game."
        if state.winner is None:
            return "The game is a draw."
        if self._humans == [state.winner]:
            return "You win."
        called = self.called(state.winner)
        return f"{called[:1].upper()}{called[1:]} wins."

    def _finished(self) -> Left | None:
        """Shows the end, and asks what now; None if something was taken back."""
        seat = self._humans[0] if len(self._humans) == 1 else None
        if seat is not None:
            self.screen.recap(self._hear(seat))
            self.screen.table(self.view(seat))
        self._keep(End(self.result))
        self.screen.heading(self.result)
        try:
            return commands.after_the_end(self)
        except (KeyboardInterrupt, EOFError):
            self.screen.blank()
            return "over"


def _said(state: State, decision: Decision, answer: Answer) -> str:
    """An answer in words, for the player who gave it."""
    if isinstance(answer, str):
        return answer
    if not isinstance(answer, tuple):
        return label(state, decision.player, answer) if not isinstance(answer, Concede) else "concede"
    if decision.form in ("pick", "order"):
        return ", ".join(label(state, decision.player, decision.options[index]) for index in answer) or "none"
    return " ".join(map(str, answer))
