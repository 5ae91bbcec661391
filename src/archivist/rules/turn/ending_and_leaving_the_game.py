"""Ending the game: winning, losing, drawing; and players who leave it before the others (turn.9).

A procedure that waits for an answer is told of the leaving in the place of that answer. Whoever has left is asked nothing
any more: what is optional is declined, and of what must be chosen the plainest is taken. The others are asked once more,
without what has left the game. A play in the making is illegal from then on if its player or its card has left, or if
nothing can complete it: that play alone is undone, and the leaving stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Seat, Thing
from archivist.model.decision import Answer, Concede, Decision, Option, Play
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules.asking import Asked
from archivist.rules.cards import control_and_obedience, masteries_and_statuses, states_and_counters
from archivist.rules.effects import precedence_and_prohibitions
from archivist.rules.effects.events import say
from archivist.rules.playing_cards import effects_stack, negating_and_fizzling
from archivist.rules.targets_and_copies import targets
from archivist.rules.zones import moving, revealing
from archivist.vocabulary.node import Left
from archivist.vocabulary.pending import Item


def check(state: State) -> bool:
    """Settles wins, losses and draws before anything else, and before anybody can act; gives whether anything changed.

    Who would win and lose at once loses. If all who are left win or lose together, the game is drawn. With what a loser
    leaves behind, another may lose in turn: that is for the next check to find (timing.3.3).

    Rules: timing.4.2.1, turn.9.1, turn.9.2, turn.9.3, turn.9.4.
    """
    if not _in_question(state):
        return False
    living = state.living()
    losers = [seat for seat in living if _loses(state, seat)]
    if not losers and not any(_decided(state, seat) for seat in living):
        return False
    winners = [seat for seat in living if "win" in state.players[seat].fate and seat not in losers]
    drawn = len(winners) > 1 or any("draw" in state.players[seat].fate for seat in living)
    remaining = [seat for seat in living if seat not in losers]
    if losers:
        lose(state, losers)
    for seat in remaining:
        state.alter_player(seat, fate=(), drew_from_empty=False)
    if drawn or not remaining:
        _finish(state, None, "turn.9.4")
    elif winners or len(remaining) == 1:
        _finish(state, winners[0] if winners else remaining[0], "turn.9.2")
    return bool(losers) or state.over


def _finish(state: State, winner: Seat | None, rule: str, *, checked: bool = True) -> None:
    """The game is over (turn.9); who has not shown their face-down cards as they lost shows them now (zones.5.11)."""
    state.over = True
    state.opportunity = None
    state.winner = winner
    say(state, events.GameOver, rule, *(("turn.9.1", "timing.4.2.1", "effects.2.1") if checked else ()), player=winner)
    for player in state.players:
        if not player.lost:
            revealing.show_stated(state, player.seat)


def _in_question(state: State) -> bool:
    """Whether it must be looked at how the game ends for the players: most of the time there is nothing to see."""
    for player in state.players:
        if player.lost:
            continue
        if player.drew_from_empty or player.fate:
            return True
        if player.champion is None:
            if player.had_champion:
                return True
        elif states_and_counters.endangered(state, state.cards[player.champion]):
            return True
    return False


def _decided(state: State, seat: Seat) -> bool:
    """Whether an effect or an attempt to draw has said something about how the game ends for a player."""
    player = state.players[seat]
    return bool(player.fate) or player.drew_from_empty


def _loses(state: State, seat: Seat) -> bool:
    """Whether a player would lose now, and can (turn.9.3).

    Rules: terms.1.choice.2.
    """
    player = state.players[seat]
    champion = state.champion(seat)
    if champion is None:
        beaten = player.had_champion
    else:
        beaten = states_and_counters.lethal(state, champion) and not state.now.has(state, champion, "immortality")
    if not (beaten or player.drew_from_empty or "lose" in player.fate):
        return False
    return not precedence_and_prohibitions.cannot_lose(state, seat)


def lose(state: State, losers: Sequence[Seat], *rules: str) -> None:
    """Players lose at the same time; with others left, everything they own leaves the game (turn.9.3, turn.9.6)."""
    dead: list[int] = []
    for seat in losers:
        player, champion = state.players[seat], state.champion(seat)
        state.alter_player(seat, lost=True)
        dead_champion = champion is None or states_and_counters.lethal(state, champion)
        cause = rules or (
            *(("turn.8.5",) if player.drew_from_empty else ()),
            "turn.9.3",
            "turn.9.1",
            "timing.4.2.1",
            *(("terms.1.choice.2",) if dead_champion else ()),
        )
        say(state, events.Lose, *cause, player=seat)
        revealing.show_stated(state, seat)
        if champion is not None and states_and_counters.lethal(state, champion):
            dead.append(champion.id)
    if dead:
        moving.move_together(state, dead, "graveyard", "timing.4.2.2", "turn.9.5.choice", cause="destroy")
    if len(state.living()) > 1:
        _leave(state, losers)


def _leave(state: State, losers: Sequence[Seat]) -> None:
    """What players who lost own leaves the game at once, neither dying nor banished, and what they played with it.

    Rules: turn.9.6, turn.9.7, turn.9.8.

    An object of another owner that they controlled goes back to who controlled it before; without one it ceases to
    exist (turn.9.7). Of what they had on the stack, effects that have a legal target left are still pending and resolve:
    abilities, which need their source no more, and what a card of another player does. The rest is gone, and so is what
    has not gone on the stack yet (turn.9.9).
    """
    cards, waited = state.cards, bool(state.stack)
    open_cards = (*state.field, *state.stack_cards, *state.intent)
    moving.leave_game(state, [number for number in open_cards if cards[number].owner in losers], "turn.9.6")
    for seat in losers:
        control_and_obedience.return_from(state, seat)
    moving.leave_game(state, [number for number in state.field if cards[number].controller in losers], "turn.9.7")
    for seat in losers:
        _clear(state, seat)
    state.pile(tuple([item for item in state.stack if item.controller not in losers or _pending(state, item)]))
    for item in negating_and_fizzling.orphans(state):
        negating_and_fizzling.fizzle(state, item, "PC.8", "turn.9.6")
    state.waiting = tuple(each for each in state.waiting if outlives(state, each.controller, each.remembers))
    state.delayed = tuple(each for each in state.delayed if outlives(state, each.controller, each.remembers))
    _hand_on(state, losers, emptied=waited and not state.stack)


def _clear(state: State, seat: Seat) -> None:
    """What else a player who lost leaves behind is gone: functions, cards beneath objects of others and in own zones."""
    masteries_and_statuses.lose_all(state, seat)
    beneath = [card.id for card in state.cards if card.zone in ("loaded", "lineage") and card.owner == seat]
    moving.leave_game(state, (*beneath, *state.own_cards(seat)), "turn.9.6")


def outlives(state: State, player: Seat, about: Sequence[Thing]) -> bool:
    """Whether a trigger of a player is still to happen: those of a leaver only if they are about certain cards of others.

    So what was to come back comes back. It is carried out as what the leaver had on the stack is.

    Rules: turn.9.9.choice.1.
    """
    if not state.players[player].lost:
        return True
    cards = (state.current(thing) for thing in about)
    return any(card is not None and card.zone != "none" for card in cards)


def _pending(state: State, item: Item) -> bool:
    """Whether something on the stack that its player left behind still has a legal target (turn.9.9)."""
    if item.is_play and (state.cards[item.card].zone != "stack" or state.pool[state.cards[item.card].face].is_object):
        return False
    if item.remembers and outlives(state, item.controller, item.remembers):
        return True
    return any(thing is not None for group in effects_stack.refreshed(state, item) for thing in group.things)


def _hand_on(state: State, losers: Sequence[Seat], *, emptied: bool) -> None:
    """Opportunity goes on to the next player, who passed before stays passed; without a stack a leaver's turn goes on.

    If the last item on the stack left with them, nobody keeps Opportunity: it is given anew, or not at all (timing.2.14).
    """
    if state.opportunity is not None:
        n = len(state.players)
        order = [(state.opportunity - step) % n for step in range(1, n)]
        there = [each for each in order if each in losers or not state.players[each].lost]
        state.passes -= sum(each in losers for each in there[: state.passes])
        if state.opportunity in losers:
            state.opportunity = state.after(state.opportunity)
    if emptied or (not state.stack and state.turn.player in losers):
        state.opportunity = None
        state.passes = 0


def concede(state: State, seat: Seat) -> None:
    """A player concedes, at any time, whatever cards say: a special game action (turn.9.5, turn.7.2, turn.7.special)."""
    lose(state, (seat,), "turn.9.5", "turn.7.special", "turn.7.2")
    remaining = state.living()
    if len(remaining) <= 1:
        _finish(state, remaining[0] if remaining else None, "turn.9.2", checked=False)


Asking = tuple[Asked[bool | None], Decision]
"""What asks somebody, and what it asks first; it may come to a finding that is of use for what is done next."""


class Procedure:
    """A procedure that goes on when a player leaves: a `Concede` may be given in the place of any answer.

    `_asked` is what it asks, `_question` how that is put since players have left; `_before` is the position before the
    latest play that an effect asked for. When its `_steps` are done `_onward` tells what asks next, if anything does.

    Rules: turn.9.5, turn.9.9, RS.1.1, RS.5.
    """

    __slots__ = ("_asked", "_before", "_onward", "_question", "_state", "_steps")
    _asked: Decision | None
    _question: _Question | None

    def __init__(
        self, state: State, steps: Asked[bool | None], onward: Callable[[State, bool | None], Asking | None]
    ) -> None:
        self._state = state
        self._steps = steps
        self._onward = onward
        self._before: State | None = None

    def begin(self, asked: Decision) -> Decision | None:
        """Puts its first decision; gives that, or a later one, or None if it is done."""
        return self._put(asked)

    def give(self, answer: Answer) -> Decision | None:
        """Runs with an answer, or without a player who leaves, up to the next decision; None if it is done."""
        return self._leave(answer.player) if isinstance(answer, Concede) else self._put(self._told(answer))

    def _put(self, asked: Decision | None) -> Decision | None:
        """A decision of the procedure as it is put to its player; what nobody needs to be asked is settled at once."""
        while asked is not None:
            state = self._state
            if (state.left or state.how_many()) == len(state.players):
                self._asked = asked
                self._question = None
                return asked
            self._question = question = _Question(state, asked)
            told = question.settled()
            if told is None:
                return question.asked
            asked = self._told(told)
        return None

    def _leave(self, seat: Seat) -> Decision | None:
        """A player leaves before what is asked has been answered."""
        state, question = self._state, self._question
        if question is None:
            assert self._asked is not None
            self._question = question = _Question(state, self._asked)
        question.leave(seat)
        if state.over:
            _stop(state, self._steps, question.asked, self._before)
            return None
        told = question.settled()
        return question.asked if told is None else self._put(self._told(told))

    def _told(self, told: Answer | Exception) -> Decision | None:
        """Tells the procedure an answer, or what comes in the place of one. What it asks next; None if it is done."""
        try:
            if isinstance(told, Exception):
                return self._steps.throw(told)
            if isinstance(told, Play):
                self._before = self._state.copy()
            return self._steps.send(told if self._question is None else self._question.original(told))
        except StopIteration as done:
            following = self._onward(self._state, done.value)
        if following is None:
            return None
        self._steps, asked = following
        return asked


def _stop(state: State, steps: Asked[bool | None], asked: Decision, before: State | None) -> None:
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
            concede(state, event.player)


_ENDED = Reason(("turn.9.5", "PC.3"), "the game is over")


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
        if state.how_many() < len(state.players):
            self._drop(index for index, option in enumerate(whole.options) if _left(state, option))

    def leave(self, seat: Seat) -> None:
        """A player leaves before this is answered."""
        state, whole = self.state, self.whole
        source = whole.card is not None and not moving.gone(state, whole.card)
        concede(state, seat)
        if whole.renewed and not (whole.strict and state.players[whole.player].lost):
            self._told = Left()
        elif whole.attempt and source and whole.card is not None and moving.gone(state, whole.card):
            self._told = Illegal(moving.LEFT)
        self._drop(index for index, option in enumerate(whole.options) if not _is_there(state, option))

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
        if asked.strict and (lost or next(asked.answers(), None) is None):
            return Illegal(moving.LEFT)
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
    if not whole.strict:
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
