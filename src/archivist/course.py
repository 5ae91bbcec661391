"""The course of a game: a procedure runs from decision to decision, from one checkpoint to the next, and can go back.

Whenever a player can act no procedure is under way, and the state alone says where the game is: that is the checkpoint.
Within a procedure the game is the checkpoint and the answers since; going back runs those that are left again.
"""

from __future__ import annotations

from collections.abc import Sequence

from archivist.alone import alone, new_lock
from archivist.entry import check_action
from archivist.history import EVERY, History, Origin, Past, thin
from archivist.model.card import Seat
from archivist.model.decision import ACTIONS, Action, Answer, Concede, Decision, Pass
from archivist.model.errors import AnswerError, ArchivistError, GameOver, Illegal, shown
from archivist.model.state import State
from archivist.rules.legal_actions import offers
from archivist.rules.timing import opportunity
from archivist.rules.turn import ending_and_leaving_the_game
from archivist.rules.turn.ending_and_leaving_the_game import concede
from archivist.vocabulary.node import Steps


class Course(History):
    """The part of a game that goes on with every answer, and back."""

    __slots__ = ("_alone_there", "_forced", "_offered", "_steps")

    _alone_there: bool
    """Whether no copy of the game stands at the same checkpoint."""
    _forced: bool
    _offered: Decision | None
    _steps: Steps | None

    def _take_up(
        self, state: State, checkpoint: State, forced: bool, origin: Origin | None, past: Past | None = None
    ) -> None:
        """Stands at a checkpoint, with a state of its own that equals it."""
        self._lock = new_lock()
        self._whole = None
        self._state = state
        self._checkpoint = checkpoint
        self._forced = forced
        self._origin = origin
        self._past = past
        self._answers = []
        self._begun = 0
        self._alone_there = False
        self._steps = self._asked = self._offered = None

    @property
    @alone
    def decision(self) -> Decision | None:
        """The pending decision, with its legal options; None when the game is over."""
        if self._asked is not None:
            return self._asked
        if self._offered is None:
            self._offered = offers.decision(self._state)
        return self._offered

    @property
    @alone
    def to_act(self) -> Seat | None:
        """The player who must decide, without working out the options."""
        return self._decider()

    def _decider(self) -> Seat | None:
        """The same within a call that has the game to itself already."""
        if self._asked is not None:
            return self._asked.player
        if self._state.over:
            return None
        return self._state.turn.player if self._state.opportunity is None else self._state.opportunity

    @property
    @alone
    def acting(self) -> bool:
        """Whether the pending decision is to act or pass, with no procedure under way."""
        return self._steps is None and not self._state.over

    @property
    @alone
    def asks_forced(self) -> bool:
        """Whether decisions with only one legal answer are asked as well."""
        return self._forced

    def _check_seat(self, seat: Seat) -> None:
        if type(seat) is not int or seat not in range(len(self._state.players)):
            raise AnswerError(f"there is no player {shown(seat)}; the seats are 0 to {len(self._state.players) - 1}")

    # -- going on -------------------------------------------------------------------------------------------------

    def _start(self, seat: Seat, action: Action) -> None:
        self._answers = [action]
        self._begun = len(self._state.events)
        if isinstance(action, Pass) and opportunity.handed_on(self._state, seat):
            self._offered = None
            self._state.vain = ()
            self._settle(passed=True)
            return
        state = self._state
        acting, following = opportunity.act(state, seat, action), opportunity.proceed(state)
        self._advance(ending_and_leaving_the_game.going_on(state, acting, following), None)

    def _send(self, answer: Answer) -> None:
        assert self._steps is not None
        self._answers.append(answer)
        if isinstance(answer, ACTIONS):
            self._begun = len(self._state.events)
        self._advance(self._steps, answer)

    def _advance(self, steps: Steps, answer: Answer | None) -> None:
        """Runs the procedure to its next decision, or to the next checkpoint."""
        self._steps = steps
        self._asked = None
        self._offered = None
        self._state.vain = ()
        try:
            asked = next(steps) if answer is None else steps.send(answer)
            while asked.forced and not self._forced and asked.refused is None:
                asked = steps.send(next(asked.answers()))
        except StopIteration:
            self._settle()
        except Illegal:
            self._undo_play(answer)
            if not isinstance(answer, Concede):
                raise
        except ArchivistError:
            if self._answers:
                self._replay(self._answers[:-1])
            raise
        else:
            self._asked = asked
            if asked.refused is not None and not isinstance(answer, Concede):
                begun = self._last_act()
                self._answers = [*self._answers[:begun], *concessions(self._answers[begun:])]
                raise asked.refused

    def _undo_play(self, answer: Answer | None) -> None:
        """Nothing is left of an illegal play but the concessions made meanwhile (PC.3, turn.9.5).

        Where a concession made it illegal, the answers before it are kept, so that undoing leads back to the play.
        """
        given = self._answers
        self._revert()
        left = concessions(given) if given and isinstance(given[0], ACTIONS) else []
        if isinstance(answer, Concede):
            self._leave(left, given)
        else:
            for each in left:
                self.give(each)

    def _last_act(self) -> int:
        """The number of answers before the play that was just refused inside a procedure."""
        return max(index for index, each in enumerate(self._answers) if isinstance(each, ACTIONS))

    def _settle(self, *, passed: bool = False) -> None:
        """A player can act: this is a new checkpoint. A player who only `passed` has changed no card and no player."""
        events, self._state.events = tuple(self._state.events), []
        before = self._checkpoint
        if passed:
            self._checkpoint = self._state.beside(before)
        else:
            self._checkpoint = self._state.copy()
            if self._checkpoint.cards == before.cards:  # the history keeps one list for both
                self._checkpoint.cards = before.cards
        if self._alone_there:
            before.forget()  # what was derived of it would take a quarter of what the history takes
        self._alone_there = True
        self._past = Past(self._past, before, tuple(self._answers), events)
        if not self._past.depth % EVERY:
            thin(self._past)
        self._answers = []
        self._steps = None

    def _revert(self) -> None:
        """Puts the game back to the checkpoint: an illegal play leaves no trace (PC.3, CA.1.6, timing.6.4)."""
        self._state.become(self._checkpoint)
        self._answers = []
        self._steps = None
        self._asked = None
        self._offered = None
        self._go_on()

    def _go_on(self) -> None:
        """A game that begins where nobody can act yet goes on to its first decision by itself."""
        state = self._state
        if state.opportunity is None and state.turn.step != "materialize" and not state.over:
            self._advance(ending_and_leaving_the_game.going_on(state, opportunity.proceed(state)), None)

    # -- going back -------------------------------------------------------------------------------------------------

    @alone
    def undo(self) -> None:
        """Takes back the last answer; the game is exactly as it was when it was asked for."""
        if not self.can_undo:
            raise AnswerError("there is nothing to undo")
        if not self._answers:
            past = self._past
            assert past is not None
            self._past = past.before
            self._checkpoint = self._before(past)
            self._alone_there = False
            self._answers = list(past.answers)
        self._replay(self._answers[:-1])

    def _before(self, past: Past) -> State:
        """The checkpoint before a past: where it is not kept, the answers since the last one that is lead to it again.

        What is found on the way is kept, since whoever goes back so far mostly goes further. Branches of a game share
        their pasts, and one of them may let go of a checkpoint while another asks for it: so each is read once.
        """
        missing: list[Past] = []
        begun, kept = past, past.kept
        while kept is None:
            missing.append(begun)
            assert begun.before is not None, "the first checkpoint is always kept"
            begun = begun.before
            kept = begun.kept
        if not missing:
            return kept
        again = Course()
        again._take_up(kept.copy(), kept, self._forced, None)
        again._go_on()
        for following in reversed(missing):
            assert following.before is not None
            for answer in following.before.answers:
                again.give(answer)
            following.kept = again._checkpoint
        return again._checkpoint

    @alone
    def cancel(self) -> None:
        """Gives up the play that is being made; it leaves no trace (PC.3). What asked for it goes on (timing.5.2)."""
        if self._asked is None or not self._asked.attempt:
            raise AnswerError("no play is being made")
        begun = self._last_act()
        self._replay([*self._answers[:begun], *concessions(self._answers[begun:])])

    def _mend(self, checkpoint: State, answers: tuple[Answer, ...], past: Past | None) -> None:
        self._checkpoint = checkpoint
        self._alone_there = False
        self._past = past
        self._state = checkpoint.copy()
        self._replay(answers)

    def _replay(self, answers: Sequence[Answer]) -> None:
        """Runs the answers again from the checkpoint."""
        self._revert()
        for answer in answers:
            self.give(answer)

    @alone
    def give(self, answer: Answer) -> None:
        """Gives an answer in its exact form, as it was given before; for replaying what is known to be legal."""
        if isinstance(answer, Concede):
            self.concede(answer.player)
            return
        if self._steps is not None:
            decision = self.decision
            assert decision is not None
            decision.check(answer)
            self._send(answer)
            return
        seat = self.to_act
        check_action(answer)
        if seat is None or not isinstance(answer, ACTIONS) or not offers.exists(self._state, answer):
            raise AnswerError("this answer does not fit the game")
        self._start(seat, answer)

    @alone
    def concede(self, player: Seat) -> None:
        """A player concedes, whoever has to decide (turn.9.5). What has happened stays; the rest goes on without them.

        A play that they were making is given up. One that another player is making goes on, unless it has become illegal.
        """
        self._check_seat(player)
        if self._state.over:
            raise GameOver("the game is over")
        if self._state.players[player].lost:
            raise GameOver(f"player {self._state.players[player].name} has left the game already")
        left = Concede(player)
        if self._steps is None:
            self._leave([left], [left])
        else:
            self._send(left)

    def _leave(self, left: Sequence[Concede], answers: list[Answer]) -> None:
        """Players concede at the checkpoint; `answers` are all those that led from it to what comes now."""
        self._answers = answers
        for each in left:
            concede(self._state, each.player)
        self._advance(ending_and_leaving_the_game.going_on(self._state, opportunity.proceed(self._state)), None)


def concessions(answers: Sequence[Answer]) -> list[Concede]:
    """The concessions among some answers."""
    return [answer for answer in answers if isinstance(answer, Concede)]
