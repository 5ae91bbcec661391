"""The course of a game: a procedure runs from decision to decision, from one checkpoint to the next, and can go back.

Whenever a player can act no procedure is under way, and the state alone says where the game is: that is the checkpoint.
Within a procedure the game is the checkpoint and the answers since; going back runs those that are left again.

A copy of a checkpoint is kept where a player acts, for a play may turn out to be illegal. Where players only pass, which
is most of the time, it is made when somebody asks for it, and what lies behind is found again from the last that is kept.

A `Game` is the door to its course. It checks what it is given and lets in one call at a time; the course relies on that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from archivist.entry import check_action
from archivist.model.card import Seat
from archivist.model.decision import ACTIONS, Action, Answer, Concede, Decision, Pass
from archivist.model.errors import AnswerError, ArchivistError, GameOver, Illegal, shown
from archivist.model.event import Event
from archivist.model.state import State
from archivist.past import EVERY, Past, thin
from archivist.rules.legal_actions import offers
from archivist.rules.timing import opportunity
from archivist.rules.turn.ending_and_leaving_the_game import Procedure, concede

PATIENCE: Final = 10_000
"""How many players in a row pass because they can do nothing else, before one of them is asked: a game may never end."""


class Course:
    """Where a game is, and how it goes on with every answer, and back.

    - `state` is the position, `kept` a copy of it as it was when a player could last act, if it was made already, and
      `past` what lies behind that;
    - `steps` is the procedure under way, `answers` are those since the checkpoint, `asked` what it asks now;
    - `offered` is the decision to act or pass, once its options were worked out;
    - `begun` is how many events there were as the latest action began;
    - `forced` says whether decisions with only one legal answer are asked as well;
    - `apart` says that no copy of the game has the same `kept`;
    - `whole` is what the game is mended from if the call that is under way breaks off (see `alone`).
    """

    __slots__ = (
        "answers",
        "apart",
        "asked",
        "begun",
        "forced",
        "kept",
        "offered",
        "past",
        "state",
        "steps",
        "whole",
    )

    def __init__(self, state: State, checkpoint: State, forced: bool, past: Past | None = None) -> None:
        """Stands at a checkpoint, with a state of its own that equals it."""
        self.state = state
        self.kept: State | None = checkpoint
        self.forced = forced
        self.past = past
        self.answers: tuple[Answer, ...] = ()
        self.begun = 0
        self.apart = False
        self.steps: Procedure | None = None
        self.asked: Decision | None = None
        self.offered: Decision | None = None
        self.whole: tuple[State | None, tuple[Answer, ...], Past | None] | None = None

    @property
    def checkpoint(self) -> State:
        """The position when a player could last act."""
        if self.kept is None and (self.answers or self.steps is not None):
            self.kept = self._again()
        return self._keep()

    def _keep(self) -> State:
        """Keeps a copy of the position, before anything else happens."""
        if self.kept is None:
            self.kept = self.state.copy()
        return self.kept

    def decision(self) -> Decision | None:
        """The pending decision, with its legal options; None when the game is over."""
        if self.asked is not None:
            return self.asked
        if self.offered is None:
            self.offered = offers.decision(self.state)
        return self.offered

    def next_choice(self) -> Decision | None:
        """The next decision of somebody who can do more than pass; the others pass on the way. None when the game is over."""
        for _ in range(PATIENCE):
            decision = self.decision()
            if decision is None or decision.options != offers.ONLY_PASS:
                return decision
            self.start(decision.player, offers.PASS)
        return self.decision()

    def decider(self) -> Seat | None:
        """The player who must decide, without working out the options."""
        if self.asked is not None:
            return self.asked.player
        state = self.state
        if state.over:
            return None
        return state.turn.player if state.opportunity is None else state.opportunity

    def check_seat(self, seat: Any) -> None:
        """Raises AnswerError unless this is a player."""
        if type(seat) is not int or seat not in range(len(self.state.players)):
            raise AnswerError(f"there is no player {shown(seat)}; the seats are 0 to {len(self.state.players) - 1}")

    def complete(self) -> int:
        """How many of the events since the checkpoint can be told: those before a play that is being made."""
        making = self.asked is not None and self.asked.attempt
        return self.begun if making else len(self.state.events)

    # -- going on -------------------------------------------------------------------------------------------------

    def take(self, answer: Any) -> bool:
        """Starts one of the actions that were offered. Whether it was one: such an action need not be checked."""
        offered = self.offered
        if offered is None or not isinstance(answer, ACTIONS) or answer not in offered.options:
            return False
        self.start(offered.player, answer)
        return True

    def start(self, seat: Seat, action: Action) -> None:
        """Starts an action that the rules allow, and goes on to the next decision."""
        state = self.state
        if not isinstance(action, Pass):
            if self.kept is None:
                self.kept = state.copy()
        elif told := opportunity.handed_on(state, seat):
            self.offered = None
            state.vain = ()
            self._settle(offers.ONLY_PASS, told)
            return
        self.answers = (action,)
        self.begun = len(state.events)
        self._advance(None, seat, action)

    def send(self, answer: Answer) -> None:
        """Gives the procedure under way an answer that it takes, and goes on to the next decision."""
        assert self.steps is not None
        self.answers = (*self.answers, answer)
        if isinstance(answer, ACTIONS):
            self.begun = len(self.state.events)
        self._advance(answer)

    def _advance(self, answer: Answer | None, seat: Seat = 0, action: Action | None = None) -> None:
        """Gives the procedure under way an answer, or goes on from the checkpoint, with an action if there is one.

        So it gets to the next decision, or to the next checkpoint.
        """
        state = self.state
        self.asked = None
        self.offered = None
        state.vain = ()
        asked: Decision | None = None
        try:
            if answer is not None:
                assert self.steps is not None
                asked = self.steps.give(answer)
            elif (asking := opportunity.proceed(state, seat, action)) is not None:
                self.steps = Procedure(state, asking[0], opportunity.onward)
                asked = self.steps.begin(asking[1])
            while asked is not None and not self.forced and asked.forced and asked.refused is None:
                assert self.steps is not None
                asked = self.steps.give(next(asked.answers()))
        except Illegal:
            self._undo_play(answer)
            if not isinstance(answer, Concede):
                raise
            return
        except ArchivistError:
            if self.answers:
                self.replay(self.answers[:-1])
            raise
        if asked is None:
            self._settle(self.answers)
            return
        self.asked = asked
        if asked.refused is not None and not isinstance(answer, Concede):
            begun = self.last_act()
            self.answers = (*self.answers[:begun], *concessions(self.answers[begun:]))
            raise asked.refused

    def _undo_play(self, answer: Answer | None) -> None:
        """Nothing is left of an illegal play but the concessions made meanwhile (PC.3, turn.9.5).

        Where a concession made it illegal, the answers before it are kept, so that undoing leads back to the play.
        """
        given = self.answers
        self.revert()
        left = concessions(given) if given and isinstance(given[0], ACTIONS) else []
        if isinstance(answer, Concede):
            self._leave(left, given)
        else:
            for each in left:
                self.give(each)

    def last_act(self) -> int:
        """The number of answers before the play that was just refused inside a procedure."""
        return max(index for index, each in enumerate(self.answers) if isinstance(each, ACTIONS))

    def _settle(self, answers: tuple[Answer, ...], told: tuple[Event, ...] = ()) -> None:
        """A player can act: this is a new checkpoint, to which these answers have led; `told` is what has happened last."""
        state, before, past = self.state, self.kept, self.past
        if state.events:
            told = tuple(state.events) + told
            state.events = []
        if before is not None:
            self.kept = None
            if self.apart:
                before.forget()  # what was derived of it would take a quarter of what the history takes
        self.answers = ()
        self.steps = None
        self.apart = True
        if past is None:
            self.past = Past(None, before, answers, told, len(told))
            return
        depth = past.depth + 1
        self.past = past = Past(past, before, answers, told, past.length + len(told), depth)
        if depth % EVERY == EVERY - 1:
            self.kept = state.copy()
            thin(past)

    def revert(self) -> None:
        """Puts the game back to the checkpoint: an illegal play leaves no trace (PC.3, CA.1.6, timing.6.4)."""
        self.state.become(self.checkpoint)
        self.answers = ()
        self.steps = None
        self.asked = None
        self.offered = None
        self.go_on()

    def go_on(self) -> None:
        """A game that begins where nobody can act yet goes on to its first decision by itself."""
        state = self.state
        if state.opportunity is None and state.turn.step != "materialize" and not state.over:
            self._advance(None)

    # -- going back -------------------------------------------------------------------------------------------------

    def can_undo(self) -> bool:
        """Whether there is an answer that `undo` could take back."""
        return bool(self.answers) or (self.past is not None and bool(self.past.answers))

    def undo(self) -> None:
        """Takes back the last answer; the game is exactly as it was when it was asked for."""
        if not self.can_undo():
            raise AnswerError("there is nothing to undo")
        if not self.answers:
            past = self.past
            assert past is not None
            self.past = past.before
            self.kept = self.checkpoint_before(past)
            self.apart = False
            self.answers = past.answers
        self.replay(self.answers[:-1])

    def checkpoint_before(self, past: Past) -> State:
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
        again = self._from(kept)
        for following in reversed(missing):
            assert following.before is not None
            again.give_all(following.before.answers)
            following.kept = again.checkpoint
        return again.checkpoint

    def _again(self) -> State:
        """The checkpoint, which was not kept: the answers that led to it lead to it again."""
        assert self.past is not None, "the first checkpoint is always kept"
        again = self._from(self.checkpoint_before(self.past))
        again.give_all(self.past.answers)
        return again.checkpoint

    def _from(self, checkpoint: State) -> Course:
        """A course of its own that begins where a checkpoint was kept."""
        again = Course(checkpoint.copy(), checkpoint, self.forced)
        again.go_on()
        return again

    def copy(self) -> Course:
        """A course that goes on independently from here."""
        self.apart = False
        acting = self.steps is None and not self.state.over
        there = self.state if acting else self.checkpoint  # the state has more that was derived of the same position
        new = Course(there.copy(), self.checkpoint, self.forced, self.past)
        if acting:
            new.offered = self.offered
        else:
            new.replay(self.answers)
        return new

    def before_attempt(self, other: Course) -> None:
        """Goes back before the play that is being made in another course, of which this is a copy.

        Who has left since then is seen to have left (turn.9.5).
        """
        begun = other.last_act()
        self.replay(other.answers[:begun])
        for each in concessions(other.answers[begun:]):
            concede(self.state, each.player)
            if self.steps is not None:
                self.answers = (*self.answers, each)
        if self.steps is None:
            self.kept, self.offered = self.state.copy(), None

    def cancel(self) -> None:
        """Gives up the play that is being made; it leaves no trace (PC.3). What asked for it goes on (timing.5.2)."""
        if self.asked is None or not self.asked.attempt:
            raise AnswerError("no play is being made")
        begun = self.last_act()
        self.replay((*self.answers[:begun], *concessions(self.answers[begun:])))

    def mend(self, kept: State | None, answers: tuple[Answer, ...], past: Past | None) -> None:
        """Makes the game again what it was at a checkpoint, with what lies behind that, after some answers."""
        self.past = past
        self.kept = self._again() if kept is None else kept
        self.apart = False
        self.state = self.kept.copy()
        self.replay(answers)

    def replay(self, answers: Sequence[Answer]) -> None:
        """Runs the answers again from the checkpoint."""
        self.revert()
        self.give_all(answers)

    def give_all(self, answers: Sequence[Answer]) -> None:
        """Gives some answers, as they were given before."""
        for answer in answers:
            self.give(answer)

    def give(self, answer: Any) -> None:
        """Gives an answer in its exact form, as it was given before; for replaying what is known to be legal."""
        if isinstance(answer, Concede):
            self.concede(answer.player)
            return
        if self.steps is not None:
            assert self.asked is not None
            self.asked.check(answer)
            self.send(answer)
            return
        seat = self.decider()
        check_action(answer)
        if seat is None or not isinstance(answer, ACTIONS) or not offers.exists(self.state, answer):
            raise AnswerError("this answer does not fit the game")
        self.start(seat, answer)

    def concede(self, player: Any) -> None:
        """A player concedes, whoever has to decide (turn.9.5). What has happened stays; the rest goes on without them.

        A play that they were making is given up. One that another player is making goes on, unless it has become illegal.
        """
        self.check_seat(player)
        if self.state.over:
            raise GameOver("the game is over")
        if self.state.players[player].lost:
            raise GameOver(f"player {self.state.players[player].name} has left the game already")
        left = Concede(player)
        if self.steps is None:
            self._keep()
            self._leave([left], (left,))
        else:
            self.send(left)

    def _leave(self, left: Sequence[Concede], answers: tuple[Answer, ...]) -> None:
        """Players concede at the checkpoint; `answers` are all those that led from it to what comes now."""
        self.answers = answers
        for each in left:
            concede(self.state, each.player)
        self._advance(None)


def concessions(answers: Sequence[Answer]) -> list[Concede]:
    """The concessions among some answers."""
    return [answer for answer in answers if isinstance(answer, Concede)]
