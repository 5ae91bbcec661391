"""Steps in which a player acts or answers a decision."""

from __future__ import annotations

from archivist.model.card import Seat
from archivist.model.decision import Answer, Attack, Decision, Pass
from archivist.scenario import deeds, forced, labels, prices
from archivist.scenario.answers import Wording, decline
from archivist.scenario.plays import Attempt, make
from archivist.scenario.problems import Difference, Nowhere, Refused
from archivist.scenario.source import Source
from archivist.scenario.structure import Act, Question, Reply
from archivist.scenario.table import Table

DECLARATION = frozenset(("weapon", "targets"))
"""The decisions of declaring an attack."""


def act(table: Table, step: Act, *, complete: bool = False) -> None:
    """A player acts. Raises Refused if the game does not take it."""
    seat = table.names.seat(step.player)
    if step.deed.verb == "concede":
        _concede(table, seat)
    elif step.deed.verb == "pass":
        _pass(table, seat)
    elif step.deed.verb == "attack" and (declaring := _declaring(table, seat)) is not None:
        _declare(table, seat, step, declaring, complete=complete)
    elif not forced.attack(table, seat, step):
        labels.check_known(table.scenario.pool, step.keys.optional or (), step.keys.alternative)
        action = deeds.action(table.game, seat, step.deed)
        attempt = Attempt(table, seat, action, step.keys, offered=deeds.offered(table.game, seat, action))
        table.begin(seat, action)
        make(table, attempt, complete=complete)


def _concede(table: Table, seat: Seat) -> None:
    """A player concedes; a play that another is making waits on for its answers, unless it has become illegal."""
    table.concede(seat)
    if table.attempt is not None and table.attempt.asks() is None and table.attempt.interrupted() is None:
        table.attempt = None


def _pass(table: Table, seat: Seat) -> None:
    """Passes Opportunity; where something optional is asked, declines it."""
    asked = table.asked
    if asked is None or asked.player != seat or asked.form == "act":
        offered = deeds.offered(table.game, seat, Pass())
        table.begin(seat, Pass())
        if not offered:
            raise Difference("it was passed, though passing was not among the offers")
        return
    answer = decline(asked)
    if answer is None:
        raise Refused(f"this must be decided, and cannot be passed: {asked.prompt}", asked.rules)
    table.answer(seat, answer)
    _go_on(table)


# -- attack cards ------------------------------------------------------------------------------------------------


def _declaring(table: Table, seat: Seat) -> Decision | None:
    """The declaration that a resolving attack card asks for."""
    asked = table.asked
    if asked is None or asked.kind not in DECLARATION or asked.player != seat:
        return None
    return asked if asked.rule.startswith("combat.") and table.attempt is None else None


def _declare(table: Table, seat: Seat, step: Act, asked: Decision, *, complete: bool) -> None:
    action = deeds.action(table.game, seat, step.deed)
    if not isinstance(action, Attack) or action.unit != asked.card:
        assert asked.card is not None
        attacker = table.names.called(table.game.state.cards[asked.card].thing)
        raise Refused(f"it is {attacker} that attacks", ("combat.2.4", *asked.rules))
    make(table, Attempt(table, seat, None, step.keys), complete=complete)


# -- answers -----------------------------------------------------------------------------------------------------


def reply(table: Table, step: Reply) -> None:
    """A player answers the pending decision. Raises Refused if the answer is not legal."""
    seat = table.names.seat(step.player)
    asked = table.asked
    if asked is None:
        forced.check(table, seat, step)
        return
    if asked.player != seat:
        raise Refused(f"it is player {table.players[asked.player]} who must decide: {asked.prompt}", asked.rules)
    if not _suits(step.question, asked):
        raise Nowhere(f"{step.question!r} is not an answer to this: {asked.prompt} ({asked.kind})", asked.rules)
    if asked.kind == "new targets":
        _new_targets(table, seat, asked, step.value)
    else:
        _answer(table, seat, asked, step.value)
    prices.pay(table, seat, step)
    _go_on(table)


def _suits(question: Question, asked: Decision) -> bool:
    """Whether a word for answering is one for this decision; `choose` is one for all."""
    if question == "retaliate":
        return asked.kind == "retaliate"
    return question == "choose" or question == asked.form


def _answer(table: Table, seat: Seat, asked: Decision, value: Source) -> None:
    """Answers a decision. What says more than is asked first takes, or declines, what comes before it."""
    first: Answer | None = None
    if asked.form == "act" and isinstance(value.value, dict) and Pass() in asked.options:
        first = Pass()
    elif Wording(table.game.state, asked, value, table.players).implies_yes():
        first = (0,)
    if first is None and asked.form == "pick" and _is_split(value):
        first = Wording(table.game.state, asked, _shared_among(value), table.players).answer()
    if first is None:
        _reply_once(table, seat, asked, value)
        return
    table.answer(seat, first)
    following = table.asked
    if following is not None and following.player == seat:
        _reply_once(table, seat, following, value)
    else:
        raise Refused("there is no such decision to make", asked.rules)


def _is_split(value: Source) -> bool:
    """Whether the answer gives each thing a share: it says both what is chosen and how much it gets."""
    shares = value.value
    return isinstance(shares, dict) and bool(shares) and all(type(each) is int for each in shares.values())


def _shared_among(value: Source) -> Source:
    assert isinstance(value.value, dict)
    return Source(value.file, list(value.value), None, value.line)


def _reply_once(table: Table, seat: Seat, asked: Decision, value: Source) -> None:
    table.answer(seat, Wording(table.game.state, asked, value, table.players).answer())


def _new_targets(table: Table, seat: Seat, asked: Decision | None, value: Source) -> None:
    """New targets for a copy: one answer may speak of all its groups."""
    copies = table.game.state.named_ids
    left = value.items("new targets")
    nested = any(isinstance(each.value, list) for each in left)
    while asked is not None and asked.kind == "new targets" and table.game.state.named_ids == copies:
        if not isinstance(value.value, list) or not value.value:
            part, left = value, []
        elif nested:
            part, left = left[0], left[1:]
        else:
            part, left = _first(value, left, asked.most), left[asked.most :]
        _reply_once(table, seat, asked, part)
        asked = table.asked
        if isinstance(value.value, list) and value.value and not left:
            break
    if left:
        raise Refused("more new targets than the copy has targets", ("RU.4",))


def _first(value: Source, entries: list[Source], n: int) -> Source:
    """The first entries of a list, as a list."""
    return Source(value.file, [each.value for each in entries[:n]], None, value.line)


def _go_on(table: Table) -> None:
    """Goes on with the play that was waiting for this answer."""
    if table.attempt is not None:
        make(table, table.attempt)
