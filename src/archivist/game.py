"""The game: decisions and answers, undoing, copying, saving, looking. Everything else uses the game only through it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from archivist.alone import alone, new_lock
from archivist.arguments import kind_of, truth, whole
from archivist.course import Course
from archivist.entry import check_action, check_beginning, check_decks
from archivist.history import History, Origin
from archivist.knowledge import Knowledge, knowledge
from archivist.model import chance
from archivist.model.card import Seat
from archivist.model.decision import ACTIONS, Action, Answer, Concede, Decision
from archivist.model.errors import (
    AnswerError,
    GameOver,
    Illegal,
    Reason,
    ScenarioError,
)
from archivist.model.event import Event
from archivist.model.state import State
from archivist.past import Past
from archivist.rules.legal_actions import offers
from archivist.rules.timing import speed
from archivist.view import Forecast, View, brief, view

if TYPE_CHECKING:
    from pathlib import Path

    from archivist.cards import Pool
    from archivist.decks import Deck

LATEST = 40
"""How many of the latest events a notebook shows."""


class Game(History):
    """A game in progress: `decision` is what must be decided next, `answer` decides it, and so on until it is `over`.

    It begins with `new`, `from_scenario`, `load` or `from_replay`. Seats are counted from 0 in turn order; players are
    called A, B, C, D. A refusal raises an error with the reason, and leaves the game as it was.

    Whenever a player can act, the state alone says where the game is: the checkpoint. Within a procedure the game is
    the checkpoint plus the answers since, so it can be copied, saved and undone at every decision.
    """

    __slots__ = ()

    def __init__(self, state: State, *, ask_forced: bool = False, origin: Origin | None = None) -> None:
        """Takes over a state in which no procedure is under way, and goes on to the first decision.

        A decision with only one legal answer answers itself, unless `ask_forced` says that it is to be asked as well;
        whether to act or pass is always asked, also of a player who can only pass.
        Only a game that knows its `origin` can be written as a replay.
        """
        kind_of(state, State, "a game begins with a State")
        truth(ask_forced, "`ask_forced`")
        self._take_up(Course(state, state.copy(), ask_forced), origin)
        self._course.go_on()

    def _take_up(self, course: Course, origin: Origin | None) -> None:
        self._lock = new_lock()
        self._course = course
        self._origin = origin

    @classmethod
    def new(
        cls,
        decks: Sequence[Deck | str],
        *,
        seed: int | None = None,
        format: str = "standard",
        cards: Pool | None = None,
        ask_forced: bool = False,
    ) -> Game:
        """A new game between decks, up to its first decision; the same seed gives the same game.

        Without a seed the system draws one; `Game.seed` tells it. Anyone who knows it can tell every card that will be
        drawn. Each deck, or name of one of the project's decks, is a player, two to four of them; whether the decks are
        legal in the format is not checked (`archivist decks` does). `cards` is a pool other than the built-in one. A
        decision with only one legal answer answers itself, unless `ask_forced` is set; whether to act or pass is always
        asked, even of a player who can only pass. Raises UnknownName for an unknown card, deck or format, Illegal for
        decks with which no game can begin, ArchivistError for a seed that is not a whole number from 0 to 2**64 - 1.
        """
        from archivist.cards import pool
        from archivist.decks import deck
        from archivist.rules.turn import starting_the_game

        if seed is None:
            seed = chance.drawn_seed()
        check_beginning(decks, seed, cards)
        known = pool() if cards is None else cards
        taken = tuple(deck(each) if isinstance(each, str) else each.copy() for each in decks)
        check_decks(taken, known, format)
        contents = [(each.material, each.main_cards, each.boons) for each in taken]
        state = starting_the_game.prepared(known, contents, seed=seed, format=format)
        return cls(state, ask_forced=ask_forced, origin=Origin(taken, seed, format))

    @classmethod
    def from_scenario(cls, scenario: str | Path, *, play: bool = False, ask_forced: bool = False) -> Game:
        """The position that a scenario begins with; with `play`, the one after its steps.

        A text is the scenario itself, a Path is the file of one. A decision with only one legal answer answers itself,
        unless `ask_forced` is set; a game whose steps were played always asks it, because steps may give it. Raises
        ScenarioError, with file and line, if it cannot be understood or does not go as it says.
        """
        from archivist.scenario.reading import read, start
        from archivist.scenario.running import played

        truth(play, "`play`", ScenarioError)
        truth(ask_forced, "`ask_forced`", ScenarioError)
        return played(scenario) if play else start(read(scenario, need_steps=False), ask_forced=ask_forced)

    # -- deciding ------------------------------------------------------------------------------------------------

    @property
    @alone
    def decision(self) -> Decision | None:
        """The pending decision, with its legal options; None when the game is over."""
        return self._course.decision()

    @alone
    def next_choice(self) -> Decision | None:
        """The next decision, of a player who can do more than pass: those who can only pass do so automatically.

        For playing many games: two decisions in three ask a player who can only pass. Such a pass is an answer like any
        other, and can be seen, undone and saved. After 10,000 of them in a row a player is asked anyway, because some
        games never end. None when the game is over.
        """
        return self._course.next_choice()

    @property
    @alone
    def to_act(self) -> Seat | None:
        """The player who must decide, without working out the options."""
        return self._course.decider()

    @property
    @alone
    def acting(self) -> bool:
        """Whether the pending decision is to act or pass, with no procedure under way."""
        return self._course.steps is None and not self._course.state.over

    @property
    @alone
    def asks_forced(self) -> bool:
        """Whether decisions with only one legal answer are asked as well."""
        return self._course.forced

    # -- looking -------------------------------------------------------------------------------------------------

    @alone
    def view(self, seat: Seat, *, log: int | None = None, exact: bool = False, table: bool = True) -> View:
        """What a seat may see, and nothing else.

        `log` is how many of the latest events to include, all by default; including all takes longer and longer. With
        `exact`, `View.knowledge` has everything that the seat knows in exact values, for programs that think ahead.
        Without `table` the view is made faster: it has the decision, the turn and `knowledge`, but not the table and
        the events.
        """
        if log is not None:
            whole(log, "`log`", least=0)
        truth(exact, "`exact`")
        truth(table, "`table`")
        self._course.check_seat(seat)
        told = self.as_told_to(seat)
        decision = self.decision if self.to_act == seat else None
        known = told._knowledge(seat, decision) if exact else None
        if not table:
            return brief(told._course.state, seat, decision, self.to_act, known)
        return view(told._course.state, seat, decision, self.to_act, told._latest(log), known)

    @alone
    def forecast(self, seat: Seat) -> tuple[Forecast, ...]:
        """What each option of a seat's pending decision would cost, deal or lead to now; empty if another player decides."""
        from archivist.forecast import forecasts

        self._course.check_seat(seat)
        return forecasts(self) if self.to_act == seat else ()

    @alone
    def trace(self, seat: Seat | None = None, since: int = 0) -> list[str]:
        """The events after the first `since` as sentences with the rules they apply; for a seat, only what it may know.

        To follow a game, continue from `event_count` each time. An unfinished play is told each time until it is
        complete, to the player making it or if no seat is given: it may still leave no trace (PC.3).
        """
        from archivist.notation.narration import trace_line

        whole(since, "the number of events", least=0)
        names = [player.name for player in self._course.state.players]
        told = self.as_told_to(seat)
        making = told.unfinished[max(since - told.event_count, 0) :]
        return [line for event in (*told.events_since(since), *making) if (line := trace_line(event, names, seat))]

    @alone
    def as_told_to(self, seat: Seat | None) -> Game:
        """The game as far as a seat may know it: without a play that another player is making (RU.14).

        That is this game itself if no play is being made, for the player making it, and if no seat is given.
        """
        if seat is None:
            return self
        self._course.check_seat(seat)
        hidden = self._course.asked is not None and self._course.asked.attempt and seat != self._course.asked.player
        return self._before_attempt() if hidden else self

    @alone
    def overview(self, *, log: int | None = None) -> View:
        """Everything, hidden cards too: for the game's owner, such as a judge or a notebook, never for a player."""
        if log is not None:
            whole(log, "`log`", least=0)
        return view(self._course.state, None, self.decision, self.to_act, self._latest(log))

    def _latest(self, log: int | None) -> list[Event]:
        """So many of the latest events, or all, those of a play in the making too."""
        making = self.unfinished
        first = 0 if log is None else max(self.event_count + len(making) - log, 0)
        return [*self.events_since(first), *making[max(first - self.event_count, 0) :]]

    def _knowledge(self, seat: Seat, decision: Decision | None) -> Knowledge:
        """What a seat knows, exactly, of the checkpoint and of what has happened since."""
        before = self._course.checkpoint.copy()
        state = before if self._course.steps is None else self._course.state
        options = () if decision is None else decision.options
        return knowledge(before, state, seat, self._own_answers(seat), options)

    def _own_answers(self, seat: Seat) -> tuple[Answer, ...] | None:
        """The answers since the checkpoint, unless others than this seat gave some after the action that began it all."""
        answers = tuple(self._course.answers)
        if len(answers) > 1 or (answers and not isinstance(answers[0], ACTIONS)):
            again = Game.resumed(self._course.checkpoint, (), (), ask_forced=self._course.forced)
            for answer in answers:
                if again.to_act != seat and not again.acting:
                    return None
                again.give(answer)
        return answers

    def _before_attempt(self) -> Game:
        """The game as it was before the play that is being made: what others see until it is completed (RU.14).

        Who has left since then is seen to have left (turn.9.5).
        """
        other = self.copy()
        other._course.before_attempt(self._course)
        return other

    @alone
    def why_not(self, player: Seat, action: Action) -> Illegal | None:
        """Why an action is refused now: every rule that forbids it and what is missing. None if it is legal."""
        self._course.check_seat(player)
        check_action(action)
        if self._course.steps is not None:
            return self._why_not_within(player, action)
        if self._course.state.over:
            return Illegal(Reason(("turn.9.1",), "the game is over"))
        illegal = offers.why_not(self._course.state, player, action)
        return (
            None if illegal is None else Illegal(*offers.in_vain(self._course.state, player, action), *illegal.reasons)
        )

    def _why_not_within(self, player: Seat, action: Action) -> Illegal | None:
        asked = self._course.asked
        if asked is None or asked.form != "act" or asked.player != player:
            return self._busy(player, action)
        if action in asked.options:
            return None
        trial = self.copy()
        try:
            trial.begin(action, player)
        except Illegal as illegal:
            return illegal
        return None

    # -- answering -----------------------------------------------------------------------------------------------

    @alone
    def answer(self, answer: Any, player: Seat | None = None) -> None:
        """Answers the pending decision and goes on to the next one.

        Besides the exact form (see Decision) it takes an option, a list of options, an index or a yes or no. An answer
        that does not fit raises AnswerError, a play that turns out illegal raises Illegal; the game is then as before.
        """
        course = self._course
        if player is None and course.take(answer):
            return
        decider = course.decider()
        if decider is None:
            raise GameOver("the game is over; nothing is left to decide")
        if player is not None:
            course.check_seat(player)
            if player != decider:
                raise AnswerError(f"it is player {course.state.players[decider].name} who must decide now")
        if course.steps is None:
            self._act(decider, answer)
        else:
            decision = course.asked
            assert decision is not None
            exact = decision.exact(answer)
            decision.check(exact)
            course.send(exact)

    @alone
    def attempt(self, action: Action, player: Seat | None = None) -> None:
        """Tries an action, even one that is not offered. Raises Illegal with everything that forbids it.

        Where an effect asks for a play, `attempt` answers that; a refusal then undoes the play and not the resolution.
        """
        if player is not None:
            self._course.check_seat(player)
        check_action(action)
        if self._course.steps is not None:
            self._try_within(action, player)
            return
        seat = self.to_act if player is None else player
        if seat is None:
            raise GameOver("the game is over; nothing is left to decide")
        illegal = self.why_not(seat, action)
        if illegal is not None:
            raise illegal
        self._course.start(seat, action)

    @alone
    def begin(self, action: Action, player: Seat) -> None:
        """Begins an action without asking first whether it can be completed; refusals come where the rules refuse."""
        self._course.check_seat(player)
        check_action(action)
        if self._course.steps is not None:
            self._try_within(action, player)
            return
        if player != self.to_act or not offers.exists(self._course.state, action):
            illegal = self.why_not(player, action)
            assert illegal is not None
            raise illegal
        self._course.start(player, action)

    def _try_within(self, action: Action, player: Seat | None) -> None:
        """Answers a play that an effect asks for; at any other decision nobody can act (timing.2.11)."""
        asked = self._course.asked
        if asked is None or asked.form != "act" or player not in (None, asked.player):
            raise self._busy(self.to_act if player is None else player, action)
        if not offers.exists(self._course.state, action):
            raise Illegal(Reason(("PC.2",), "there is no such card"))
        self._course.send(action)

    def _busy(self, player: Seat | None, action: Action) -> Illegal:
        """Why nobody can act in the middle of something (timing.2.11); while a boon is bestowed, least of all."""
        vain = () if player is None else offers.in_vain(self._course.state, player, action)
        closed = (speed.closed_by(self._course.state),) if speed.closed(self._course.state) else ()
        why = "something is being carried out; nobody can act until it is done"
        return Illegal(*vain, Reason(("timing.2.11", *closed), why))

    def _act(self, seat: Seat, answer: Any) -> None:
        """Acts, after finding out what is meant and whether it is allowed."""
        if not isinstance(answer, ACTIONS):
            decision = self.decision
            assert decision is not None
            answer = decision.exact(answer)
        check_action(answer)
        if self._course.offered is not None:
            fits = answer in self._course.offered.options
        else:
            fits = offers.allowed_for(self._course.state, seat, answer)
        if not fits:
            illegal = self.why_not(seat, answer)
            assert illegal is not None
            raise illegal
        self._course.start(seat, answer)

    @alone
    def give(self, answer: Answer) -> None:
        """Gives an answer in its exact form, as it was given before; for replaying answers known to be legal."""
        if isinstance(answer, Concede):
            self._course.concede(answer.player)
        else:
            self._course.give(answer)

    @alone
    def concede(self, player: Seat) -> None:
        """A player concedes, whoever has to decide (turn.9.5). What has happened stays; the game goes on without them.

        If they were making a play, it is given up. Another player's play continues, unless it has become illegal.
        """
        self._course.concede(player)

    @alone
    def undo(self) -> None:
        """Takes back the last answer; the game is exactly as it was when it was asked for."""
        self._course.undo()

    @alone
    def cancel(self) -> None:
        """Gives up the unfinished play; it leaves no trace (PC.3). An effect that asked for it goes on (timing.5.2)."""
        self._course.cancel()

    # -- branching and saving -------------------------------------------------------------------------------------

    @alone
    def copy(self) -> Game:
        """A game that continues independently from here, at any decision; it takes microseconds, so branch freely."""
        new = Game.__new__(Game)
        new._take_up(self._course.copy(), self._origin)
        return new

    @alone
    def save(self) -> bytes:
        """The game as bytes, at any decision; `load` continues it identically."""
        from archivist.log.saves import dump

        return dump(self)

    @classmethod
    def load(cls, data: bytes) -> Game:
        """A game from `save`. Raises SaveError if it is broken, or from another version or other cards."""
        from archivist.log.saves import restore

        return restore(data)

    @classmethod
    def resumed(
        cls,
        checkpoint: State,
        answers: Sequence[Answer],
        past: Sequence[Event],
        *,
        ask_forced: bool = False,
        origin: Origin | None = None,
    ) -> Game:
        """A game at a checkpoint with some answers given; used by `load`."""
        kind_of(checkpoint, State, "a checkpoint is a State")
        truth(ask_forced, "`ask_forced`")
        game = cls.__new__(cls)
        behind = Past(None, checkpoint, (), tuple(past), len(past)) if past else None
        game._take_up(Course(checkpoint.copy(), checkpoint, ask_forced, behind), origin)
        game._course.replay(answers)
        return game

    @alone
    def to_scenario(self) -> str:
        """This moment as the text of a scenario, which `from_scenario` reads. Raises Unwritable if none can say it."""
        from archivist.scenario.writing import write

        return write(self)

    @alone
    def to_replay(self) -> str:
        """The game from its beginning as the text of a replay, which `from_replay` and `Replay` read.

        Raises ReplayError if it began neither with `new` nor with `from_scenario`.
        """
        from archivist.log.recording import write

        return write(self)

    @classmethod
    def from_replay(cls, replay: str | Path) -> Game:
        """The game of a replay at its end; it can be undone to its beginning.

        A text is the replay itself, a Path is the file of one.
        Raises ReplayError, with what differs, if it was made with another engine or other cards, or does not play.
        """
        from archivist.log.replays import Replay

        found = Replay.read(replay)
        found.to_end()
        return found.game

    @alone
    def _repr_html_(self) -> str:
        """The whole table as plain HTML, hidden cards too, for notebooks; `view(seat)` shows what one seat may see."""
        return self.overview(log=LATEST)._repr_html_()

    @alone
    def __repr__(self) -> str:
        turn_, players = self._course.state.turn, self._course.state.players
        if self.to_act is None:
            result = "a draw" if self.winner is None else f"{players[self.winner].name} has won"
            return f"<Game: over in turn {turn_.number}, {result}>"
        asked = self._course.asked.kind if self._course.asked else "act"
        return f"<Game: turn {turn_.number}, {turn_.phase}, {players[self.to_act].name} to decide ({asked})>"
