"""Steps in which a player acts or answers a decision.

A play may be made over several steps: its decisions are filled from the keys of the step that begins it, and what they
leave out is answered by later steps.
"""

from __future__ import annotations

from archivist.model.card import Seat
from archivist.model.decision import Action, Answer, Attack, Decision, Pass, Play
from archivist.notation import actions
from archivist.rules.legal_actions import refused_answers
from archivist.scenario import unasked
from archivist.scenario.answers import Wording, check_known, cost_label, decline, exact, things, worded_next
from archivist.scenario.keys import Making, fill
from archivist.scenario.leftovers import check_leftovers
from archivist.scenario.source import Source
from archivist.scenario.steps import Act, Question, Reply
from archivist.scenario.table import Difference, Nowhere, Refused, Table, Unasked


def make(table: Table, making: Making, *, complete: bool = False) -> None:
    """Makes a play as far as its keys go; decisions that they leave out wait for a later step.

    With `complete` those decisions get the first legal answer instead, to see whether the play is refused.
    """
    while True:
        if (within := making.interrupted()) is not None and (making.pays_imposed(within) or complete):
            table.answer(within.player, (0,) if making.pays_imposed(within) else within.default())
            continue
        if (decision := making.asks()) is None:
            break
        answer = _answer_of(making, decision, complete=complete)
        if answer is None:
            table.making = making
            return
        table.answer(making.seat, answer)
    if making.interrupted() is not None:
        table.making = making
        making.resumed = True
    elif making.over:
        table.making = None
        check_leftovers(making)
        if not making.offered:
            raise Difference("it was played although it was not offered")


def _answer_of(making: Making, decision: Decision, *, complete: bool) -> Answer | None:
    """The step's answer to a decision of its play; None if a later step is to answer it."""
    kind = decision.kind
    if not complete and making.table.expects(decision) and making.says_nothing_of(decision):
        return None
    spent = making.has_paid_all(decision)
    answer = fill(making, decision)
    if complete and spent:
        raise Refused(f"too little is given ({decision.prompt})", making.rules(kind))
    if making.pays_its_own_cost(decision):
        raise Refused(f"its own cost cannot be paid ({decision.prompt})", making.rules("alternative"))
    if answer is None and complete and making.says_too_few(decision):
        raise Refused(f"too few are given ({decision.prompt})", (*making.rules(kind), *refused_answers.too_few(kind)))
    return next(decision.answers()) if answer is None and complete else answer


# -- acting ------------------------------------------------------------------------------------------------------


def act(table: Table, step: Act, *, complete: bool = False) -> None:
    """Carries out a player's action. Raises Refused if the game refuses it."""
    seat = table.names.seat(step.player)
    if step.deed.verb == "concede":
        _concede(table, seat)
    elif step.deed.verb == "pass":
        _pass(table, seat)
    elif step.deed.verb == "attack" and (declaring := _declaring(table, seat)) is not None:
        _declare(table, seat, step, declaring, complete=complete)
    elif not unasked.attack(table, seat, step):
        check_known(table.scenario.pool, "optional costs", step.keys.optional or ())
        check_known(
            table.scenario.pool, "alternative", () if step.keys.alternative is None else (step.keys.alternative,)
        )
        action = table.meant(seat, step.deed)
        making = Making(table, seat, action, step.keys, offered=actions.offered(table.game, seat, action))
        _begin(table, seat, action, making)
        make(table, making, complete=complete)


def _begin(table: Table, seat: Seat, action: Action, making: Making) -> None:
    """Begins a play. Where the step names an alternative cost that cannot be paid, the refusal says what that lacks."""
    try:
        table.begin(seat, action)
    except Refused as refused:
        named, illegal = making.given.alternative, table.game.why_not(seat, action)
        if named is None or illegal is None or not isinstance(action, Play):
            raise
        label = cost_label(making.face, named, "alternative")
        why = refused_answers.about_alternative(illegal, making.face, label)
        raise Refused(why or refused.why, (*refused.rules, *illegal.rules)) from refused.__cause__


def _concede(table: Table, seat: Seat) -> None:
    """A player concedes. A play that someone else is making still waits for its answers, unless it has become illegal."""
    table.concede(seat)
    if table.making is not None and table.making.asks() is None and table.making.interrupted() is None:
        table.making = None


def _pass(table: Table, seat: Seat) -> None:
    """Passes Opportunity, or declines the optional decision that is pending."""
    asked = table.asked
    if asked is None or asked.player != seat or asked.form == "act":
        offered = actions.offered(table.game, seat, Pass())
        table.begin(seat, Pass())
        if not offered:
            raise Difference("it was passed although passing was not offered")
        return
    answer = decline(asked)
    if answer is None:
        raise Refused(f"this must be decided, not passed: {asked.prompt}", asked.rules)
    table.answer(seat, answer)
    _go_on(table)


def _declaring(table: Table, seat: Seat) -> Decision | None:
    """The declaration that a resolving attack card asks for."""
    asked = table.asked
    if asked is None or asked.player != seat or table.making is not None:
        return None
    return asked if refused_answers.declares_attack(asked) else None


def _declare(table: Table, seat: Seat, step: Act, asked: Decision, *, complete: bool) -> None:
    action = table.meant(seat, step.deed)
    if not isinstance(action, Attack) or action.unit != asked.card:
        assert asked.card is not None
        attacker = table.names.called(table.game.state.cards[asked.card].thing)
        raise Refused(f"{attacker} is the attacker", (*refused_answers.ANOTHER_ATTACKS, *asked.rules))
    make(table, Making(table, seat, None, step.keys), complete=complete)


# -- answering ---------------------------------------------------------------------------------------------------


def reply(table: Table, step: Reply) -> None:
    """Gives a player's answer to the pending decision. Raises Refused if it is not legal."""
    seat = table.names.seat(step.player)
    asked = table.asked
    if asked is None:
        unasked.check(table, seat, step)
        return
    if asked.player != seat:
        raise Refused(f"player {table.players[asked.player]} must decide: {asked.prompt}", asked.rules)
    if not _suits(step.question, asked):
        raise Nowhere(f"{step.question!r} is not an answer to this: {asked.prompt} ({asked.kind})", asked.rules)
    if asked.kind == "new targets":
        _new_targets(table, seat, asked, step.value)
    else:
        _answer(table, seat, asked, step.value)
    _pay(table, seat, step)
    _go_on(table)


def _suits(question: Question, asked: Decision) -> bool:
    """Whether the word that a step answers with fits this decision; `choose` fits every decision."""
    return question == "choose" or question == (asked.kind if question == "retaliate" else asked.form)


def _answer(table: Table, seat: Seat, asked: Decision, value: Source) -> None:
    """Answers a decision. An answer that says more than is asked also answers the decision after it.

    Naming things where yes or no is asked means yes; giving shares also picks the things that get them."""
    wording = Wording(table.game.state, asked, value, table.players)
    first = wording.beginning()
    table.answer(seat, wording.answer() if first is None else first)
    if first is None:
        return
    following = table.asked
    if following is None or following.player != seat:
        raise Refused("there is no such decision to make", asked.rules)
    _reply_once(table, seat, following, value)


def _reply_once(table: Table, seat: Seat, asked: Decision, value: Source) -> None:
    table.answer(seat, Wording(table.game.state, asked, value, table.players).answer())


def _new_targets(table: Table, seat: Seat, asked: Decision | None, value: Source) -> None:
    """Chooses new targets for a copy; one answer may cover all its groups."""
    copies = table.game.state.named_ids
    left = value.items("new targets")
    nested = any(isinstance(each.value, list) for each in left)
    listed = isinstance(value.value, list) and bool(value.value)
    while asked is not None and asked.kind == "new targets" and table.game.state.named_ids == copies:
        if not listed:
            part, left = value, []
        elif nested:
            part, left = left[0], left[1:]
        else:
            part, left = value.holding([each.value for each in left[: asked.most]]), left[asked.most :]
        _reply_once(table, seat, asked, part)
        asked = table.asked
        if listed and not left:
            break
    if left:
        raise Refused("more new targets than the copy has targets", refused_answers.FEWER_TARGETS)


def _pay(table: Table, seat: Seat, step: Reply) -> None:
    """Pays the price of an effect that the player has just accepted, so that it needs no step of its own.

    The step names the cards that pay; otherwise the first legal cards do, unless the next step names some.
    """
    left = dict(step.payments)
    while (asked := table.asked) is not None and asked.player == seat and refused_answers.paid_in_resolution(asked):
        given = left.pop(asked.kind, None)
        if given is None and (worded_next(table, asked) or table.expects(asked)):
            break
        paid = next(asked.answers()) if given is None else exact(asked, things(table.game.state, asked, given))
        table.answer(seat, paid)
    if any(left.values()):
        raise Unasked(
            f"'{next(iter(left))}' is given, but nothing asks for it", refused_answers.PAID_IN_RESOLUTION, done=True
        )


def _go_on(table: Table) -> None:
    """Continues the play that was waiting for this answer."""
    if table.making is not None:
        make(table, table.making)
