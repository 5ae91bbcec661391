"""Players who leave in the middle of a procedure: what has happened stays, and the rest goes on without them (turn.9.5).

A procedure that waits for an answer is told of the leaving in the place of that answer. Whoever has left is asked nothing
any more: what is optional is declined, and of what must be chosen the plainest is taken. The others are asked once more,
without what has left the game. A play in the making is illegal from then on if its player or its card has left, or if
nothing can complete it: that play alone is undone, and the leaving stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Seat, Thing
from archivist.model.decision import Answer, Concede, Decision, Option, Play
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules.effects.events import say
from archivist.rules.targets_and_copies import targets
from archivist.rules.turn import ending_the_game
from archivist.rules.zones import moving
from archivist.vocabulary.node import Left, Steps


def going_on(state: State, steps: Steps) -> Steps:
    """A procedure that goes on when a player leaves: a `Concede` may be sent to it in the place of any answer.

    Rules: turn.9.5, turn.9.9, RS.1.1, RS.5.
    """
    before: State | None = None
    try:
        asked = next(steps)
        while True:
            question = _Question(state, asked)
            while True:
                told = question.settled()
                if told is None:
                    told = yield question.asked
                if not isinstance(told, Concede):
                    break
                question.leave(told.player)
                if state.over:
                    _stop(state, steps, question.asked, before)
                    return
            if isinstance(told, Exception):
                asked = steps.throw(told)
                continue
            if isinstance(told, Play):
                before = state.copy()
            asked = steps.send(question.original(told))
    except StopIteration:
        return


def _stop(state: State, steps: Steps, asked: Decision, before: State | None) -> None:
    """The game is over in the middle of something. A play in the making is undone; without `before` that undoes all."""
    steps.close()
    if asked.attempt:
        if before is None:
            raise Illegal(_ENDED)
        put_back(state, before)


def put_back(state: State, before: State) -> None:
    """Undoes a play in the making that an effect asked for; whoever has left the game since then stays away.

    Rules: PC.3, timing.5.2, turn.9.5.
    """
    since = state.events[len(before.events) :]
    state.become(before)
    for event in since:
        if isinstance(event, events.Lose) and event.player is not None:
            ending_the_game.concede(state, event.player)


_ENDED = Reason(("turn.9.5", "PC.3"), "the game is over")
_LEFT = Reason(("turn.9.6", "PC.3", "timing.6.4"), "a player has left the game, and this cannot be done without them")


class _Question:
    """A decision of a procedure as it is asked now: without the options that have left the game.

    `gone` are the places of these options in what the procedure asks, `asked` is what is left of it.
    """

    def __init__(self, state: State, whole: Decision) -> None:
        self.state = state
        self.whole = whole
        self.gone: frozenset[int] = frozenset()
        self.asked = whole
        self._told: Exception | None = None
        if any(player.lost for player in state.players):
            self._drop(index for index, option in enumerate(whole.options) if _left(state, option))

    def leave(self, seat: Seat) -> None:
        """A player leaves before this is answered."""
        state, whole = self.state, self.whole
        there = [_is_there(state, option) for option in whole.options]
        source = whole.card is not None and not moving.gone(state, whole.card)
        ending_the_game.concede(state, seat)
        if whole.on_leave == "renew" and not (whole.attempt and state.players[whole.player].lost):
            self._told = Left()
        elif whole.attempt and source and whole.card is not None and moving.gone(state, whole.card):
            self._told = Illegal(_LEFT)
        self._drop(index for index, was in enumerate(there) if was and not _is_there(state, whole.options[index]))

    def _drop(self, gone: Iterable[int]) -> None:
        self.gone = self.gone.union(gone)
        self.asked = narrowed(self.whole, self.gone) if self.gone else self.whole

    def settled(self) -> Answer | Exception | None:
        """What the procedure is told without asking anybody; None if there is something to decide.

        Rules: turn.9.9, turn.9.9.choice.3.
        """
        if self._told is not None:
            return self._told
        asked = self.asked
        lost = self.state.players[asked.player].lost
        if not self.gone and not lost:
            return None
        strict = asked.attempt or asked.on_leave == "refuse"
        if strict and (lost or next(asked.answers(), None) is None):
            return Illegal(_LEFT)
        if lost:
            say(self.state, events.NotAsked, "turn.9.9.choice.3", "turn.9.9", player=asked.player)
        return _plainest(asked) if lost or not asked.options else None

    def original(self, answer: Answer) -> Answer:
        """An answer in the places of the decision that the procedure knows."""
        if not self.gone or not isinstance(answer, tuple) or self.whole.form == "number":
            return answer
        kept = [index for index in range(len(self.whole.options)) if index not in self.gone]
        if self.whole.form == "split":
            shares = dict(zip(kept, answer, strict=True))
            return tuple(shares.get(index, 0) for index in range(len(self.whole.options)))
        return tuple(index if index < 0 else kept[index] for index in answer)


def narrowed(whole: Decision, gone: frozenset[int]) -> Decision:
    """A decision without some options. Of what is no play as much is asked for as is left (RS.2)."""
    place = {old: new for new, old in enumerate(index for index in range(len(whole.options)) if index not in gone)}
    options = tuple(whole.options[index] for index in place)
    groups = (tuple(place[index] for index in group if index in place) for group in whole.same)
    same = tuple(group for group in groups if group)
    sets = tuple(tuple(place[index] for index in each) for each in whole.sets if gone.isdisjoint(each))
    if (whole.sets and not sets) or (whole.same and not same):
        options = ()
    least, most = whole.least, min(whole.most, len(options))
    sorts = tuple(whole.sorts[index] for index in place) if whole.sorts else ()
    mixes = whole.mixes
    if not (whole.attempt or whole.on_leave == "refuse"):
        least = min(least, most, max((len(group) for group in same), default=most))
        left = Counter(sorts)
        mixes = tuple(dict.fromkeys(tuple(min(n, left[sort]) for sort, n in enumerate(mix)) for mix in mixes))
    return replace(whole, options=options, least=least, most=most, same=same, sets=sets, sorts=sorts, mixes=mixes)


def _plainest(asked: Decision) -> Answer:
    """What is answered for a player who has left, or where nothing is left to choose from."""
    if not asked.options and asked.form in ("pick", "order", "split"):
        return ()
    return asked.default()


def _is_there(state: State, option: Option) -> bool:
    """Whether an option speaks of what is in the game."""
    return not isinstance(option, Thing) or targets.there(state, option)


def _left(state: State, option: Option) -> bool:
    """Whether an option speaks of a player or card that has left the game."""
    if not isinstance(option, Thing) or option.kind == "item":
        return False
    return state.players[option.id].lost if option.kind == "player" else moving.gone(state, option.id)
