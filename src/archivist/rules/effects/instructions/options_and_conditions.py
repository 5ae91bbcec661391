"""Instructions made of others: options, conditions, cases; and triggers that carry out others later."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Seat, Thing
from archivist.rules.abilities.triggered_abilities import wait
from archivist.rules.asking import Asked
from archivist.rules.costs import payment, values_of_x
from archivist.rules.costs.means_of_payment import Bill, Payer, collected
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.carrying_out import (
    MUST_FIND,
    POSSIBLE,
    Run,
    carries_out,
    follows_source,
    label_of,
    source_kept,
    text_of,
)
from archivist.rules.effects.instructions.lasting_effects import gain_static, wait_for
from archivist.vocabulary.costs import Reserve
from archivist.vocabulary.effects import (
    Case,
    Delayed,
    Depending,
    EffectNode,
    ForEach,
    If,
    May,
    OptionChoice,
    Prevention,
    Reflexive,
    Repeat,
    in_span,
)
from archivist.vocabulary.mentions import speaks_back
from archivist.vocabulary.node import Ref, Steps
from archivist.vocabulary.pending import NOTHING, Deed, Waiting
from archivist.vocabulary.speech import Speaker
from archivist.vocabulary.text import Paragraph
from archivist.vocabulary.triggers.cards import Draws
from archivist.vocabulary.triggers.game import Phase

DECIDED: Final = ("timing.6.5", "abilities.7.5", "abilities.7.6")
"""What an option is an instance of: it is decided as it is reached, and counts only if it is done in full."""


# -- options -----------------------------------------------------------------------------------------------------


@carries_out(May)
def may(run: Run, node: May) -> Steps:
    """An option: decided now, done completely or not at all, then the branch that fits; one player after another.

    Where any one opponent may do it, they are asked in turn until one does, and the branch is taken once (timing.7.1).

    Rules: RS.5, RS.6, timing.6.5, timing.6.6, abilities.7.5, abilities.7.6, effects.1.2, effects.1.3, costs.6.upkeep,
    keywords.upkeep.
    """
    before, whole = run.latest, Deed()
    anyone = node.who.text == "an opponent"
    seats = run.players(node.who)
    for seat in seats or (None,):
        run.scene.settle(before)
        taken = False if seat is None else (yield from _takes(run, seat, node))
        if anyone and not taken and seat != seats[-1]:
            continue
        rules = ("RS.6", "RS.10", *DECIDED) if taken else ("RS.6", *DECIDED)
        say(run.state, events.OptionTaken if taken else events.OptionDeclined, "RS.5", *rules, player=seat)
        own = Deed(taken)
        if taken and node.what:
            own = Deed(True, run.scene.noted, run.scene.about)
        run.scene.settle(own if taken and (node.what or node.pay) else before)
        yield from run.perform(node.then if taken else node.otherwise)
        if taken and not (node.what or node.pay):
            own = Deed(True, run.scene.noted, run.scene.about)
        whole = whole.and_also(own)
        if anyone:
            break
    run.deed = whole


def _takes(run: Run, seat: Seat, node: May) -> Asked[bool]:
    """Whether a player takes an option and does it completely; what is paid for is done after paying."""
    bill, payer = _bill(run, node), _payer(run, seat)
    lacking = not _numbers(run, seat, node) if node.variable else bool(node.pay and payment.shortfall(payer, bill))
    if lacking or not possible(run, node.what):
        say(run.state, events.NotPossible, "RS.6", *(("costs.5.12",) if node.pay else ()), player=seat)
        return False
    if not (yield from run.ask_yes(seat, node.prompt or _question(run, seat, node, bill))):
        return False
    if node.pay:
        if node.variable:
            yield from _declare_x(run, seat, node)
            bill, payer = _bill(run, node), _payer(run, seat)
        if not (yield from payment.pay(payer, bill)):
            return False
    done = yield from run.perform(node.what)
    return bool(node.pay) or done


def _question(run: Run, seat: Seat, node: May, bill: Bill) -> str:
    """What is asked: how much reserve is paid where that is all, else what the card says; its "you" may be another."""
    if node.pay and not node.variable and all(isinstance(cost, Reserve) for cost in node.pay):
        return f"pay {bill.reserve} reserve?"
    face = run.state.pool[run.scene.source.face]
    speaker = Speaker.of(face)
    speaker.grants = run.state.pool[text_of(run)].grants
    words = node.asked(speaker)
    if seat != run.you:
        name = run.state.players[run.you].name
        words = re.sub(r"\byou\b", name, re.sub(r"\byour\b", f"{name}'s", words))
    return f"{face.name}: {words}?"


def _bill(run: Run, node: May) -> Bill:
    """All that the option costs, together: it is paid in full or not at all (costs.5.12)."""
    return collected(run.scene, "resolution", node.pay)


def _payer(run: Run, seat: Seat) -> Payer:
    return Payer(run.state, seat, run.scene.source, "resolution", x=run.scene.x, y=run.scene.y)


def _declare_x(run: Run, seat: Seat, node: May) -> Steps:
    """X of a payment in a resolution: what can be paid, and no higher than the text says (costs.5.12)."""
    run.scene.x = yield from run.ask_number(seat, _numbers(run, seat, node), "choose X")


def _numbers(run: Run, seat: Seat, node: May) -> list[int]:
    """The values of X that can be paid; X of the resolution stays what it is."""
    before = run.scene.x
    most = None if node.most is None else max(0, run.scene.amount(node.most))

    def with_x(x: int) -> tuple[Payer, Bill]:
        run.scene.x = x
        return _payer(run, seat), _bill(run, node)

    found = [each for each in values_of_x.numbers(with_x) if most is None or each <= most]
    run.scene.x = before
    return found


def possible(run: Run, effects: Sequence[EffectNode]) -> bool:
    """Whether all of it can be done: what speaks of a choice or deed still to come is left to that."""
    choosing = brought = False
    taken: dict[tuple[Seat, str], int] = {}
    for effect in effects:
        if effect is not effects[0] and speaks_back(effect):
            continue
        needs = MUST_FIND.get(type(effect))
        for seat, zone, n in needs(run, effect) if needs is not None else ():
            taken[seat, zone] = taken.get((seat, zone), 0) + n
            if taken[seat, zone] > len(run.state.zone(seat, zone)):
                return False
        if choosing and _speaks_of_choice(effect):
            continue
        can = POSSIBLE.get(type(effect))
        if not brought and can is not None and not can(run, effect):
            return False
        brought = brought or effect.brings
        choosing = choosing or effect.chooses
    return True


def _speaks_of_choice(effect: EffectNode) -> bool:
    fields = (getattr(effect, name) for name in effect.__struct_fields__)
    return any(isinstance(each, Ref) and each.name == "chosen" for each in fields)


# -- one of several ways -----------------------------------------------------------------------------------------


@carries_out(If)
def if_(run: Run, node: If) -> Steps:
    """The condition is read now, as the text resolves, and picks one of the outcomes.

    Rules: abilities.5.4.inline, abilities.3.12, timing.6.6, effects.1.3, keywords.harmonize, keywords.balance.
    """
    yield from run.perform(node.then if node.that.holds(run.scene) else node.otherwise)


@carries_out(Case)
def case(run: Run, node: Case) -> Steps:
    fitting = [effects for span, effects in node.times.items() if in_span(span, run.scene.times)]
    if fitting:
        yield from run.perform(fitting[0])


@carries_out(Depending)
def depending(run: Run, node: Depending) -> Steps:
    n = run.scene.amount(node.amount)
    fitting = [effects for span, effects in node.of.items() if in_span(span, n)]
    yield from _perform_each(run, fitting if node.each else fitting[:1])


@carries_out(OptionChoice)
def option_choice(run: Run, node: OptionChoice) -> Steps:
    label = yield from run.ask_label(run.you, tuple(node.of))
    yield from run.perform(node.of[label])


@carries_out(ForEach)
def for_each(run: Run, node: ForEach) -> Steps:
    yield from _perform_each(run, [node.then] * run.scene.revealed_count(node.of))


@carries_out(Repeat)
def repeat(run: Run, node: Repeat) -> Steps:
    """The number is read once; each time the choices are made anew (effects.1.5)."""
    yield from _perform_each(run, [node.then] * max(0, run.scene.amount(node.times)))


def _perform_each(run: Run, lists: Sequence[Sequence[EffectNode]]) -> Steps:
    """Carries out several lists of instructions; what they do adds up."""
    whole = None
    for effects in lists:
        yield from run.perform(effects)
        whole = run.deed if whole is None or run.deed is None else whole.and_also(run.deed)
    run.deed = whole


# -- later -------------------------------------------------------------------------------------------------------


@carries_out(Prevention)
def prevention(run: Run, node: Prevention) -> None:
    """Prevents damage from now on, and keeps what is done then as part of it (effects.4.6)."""
    gain_static(run, node.static, node.on, node.until, (Paragraph(do=node.then),))


@carries_out(Delayed)
def delayed(run: Run, node: Delayed) -> None:
    on = node.on
    if (isinstance(on, Phase) and on.whose == "that player") or (isinstance(on, Draws) and on.by == "that player"):
        player = run.scene.that_player()
        on = replace(on, player=-1 if player is None else player)
    wait_for(
        run,
        on,
        (Paragraph(do=node.then, targets=node.targets),),
        condition=node.if_.text if node.if_ is not None else "",
        moment=node.while_.text if node.while_ is not None else "",
        once=node.once,
        until=node.until,
        remembers=_noted(run),
        deed=_spoken_of(run, node),
    )


@carries_out(Reflexive)
def reflexive(run: Run, node: Reflexive) -> None:
    """Goes on the stack after the rest has resolved, with the original source (abilities.3.17).

    If nothing was done there is nothing on which it could trigger. Rules: terms.2.reflexive-trigger.
    """
    if not run.scene.done:
        return
    waiting = Waiting(
        run.you,
        source_kept(run),
        (Paragraph(do=node.then, targets=node.targets),),
        run.scene.event,
        remembers=_noted(run),
        spell=node.spell,
        deed=_spoken_of(run, node),
        rules=("abilities.3.17", "terms.2.reflexive-trigger", "abilities.3.18"),
        label=label_of(run),
        followed=follows_source(run),
        giver=run.scene.giver,
        text_of=text_of(run),
    )
    wait(run.state, waiting)


def _spoken_of(run: Run, node: Delayed | Reflexive) -> Deed:
    """What a trigger made now takes along of what was done, if its text speaks of that."""
    return run.latest if speaks_back(node) else NOTHING


def _noted(run: Run) -> tuple[Thing, ...]:
    """What a trigger made now remembers: what this resolution remembered, or else chose."""
    return run.state.things(run.remembered or run.scene.chosen)
