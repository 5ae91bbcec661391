"""What a play costs and how it is paid: calculating, paying, and what the payment makes of the play (CA.1.7, CA.1.8)."""

from __future__ import annotations

from typing import Final

from archivist.model import events
from archivist.model.card import Played
from archivist.rules.asking import ask_one
from archivist.rules.citations import plays as citations
from archivist.rules.costs import calculation, payment
from archivist.rules.costs.declaring_costs import declare_gained_imbue, lacking, of_alternative, open_imbues
from archivist.rules.costs.means_of_payment import Bill, Imbuing, Payer
from archivist.rules.effects.events import say, tell
from archivist.rules.playing_cards.attempt import Attempt
from archivist.rules.playing_cards.legality import check_legality
from archivist.rules.playing_cards.modes_and_targets import declare_targets, modified, select_modes
from archivist.rules.zones import revealing
from archivist.vocabulary.abilities import Command, Imbue
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import Steps
from archivist.vocabulary.words import ADVANCED_ELEMENTS

UNPAYABLE: Final = ("costs.5.4", "costs.5.7")
"""Why a play is illegal whose costs cannot be paid in full."""


def calculate_cost(attempt: Attempt) -> None:
    """The starting cost, what sets it, what changes it, what removes it; never below 0 (CA.1.7, CM.3.2, BB.3.2).

    It is calculated here, once, whatever paying it changes (costs.4.3).

    Rules: costs.5.11.
    """
    attempt.price = attempt.calculated()
    if attempt.price is None:
        why = f"{attempt.face.name} has no cost that can be paid"
        attempt.refuse(why, "costs.1.3", "cards.2.8", attempt.pay_rule)
        return
    state, player, price = attempt.state, attempt.player, attempt.price
    level = citations.of_level(state, player, state.cards[attempt.number])
    rules = (calculation.CALCULATION[attempt.way], *price.rules, *level)
    tell(state, events.Cost(rules, player, attempt.subject, amount=price.amount, currency=price.kind))


# -- 8 pay the costs ---------------------------------------------------------------------------------------------


def pay_costs(attempt: Attempt) -> Steps | None:
    """The cost and all additional or alternative costs are paid, or the play is illegal (CA.1.8, CM.3.3, BB.3.3)."""
    if attempt.price is None:
        return None
    payer = attempt.payer()
    if attempt.imbue is not None:
        payer.imbuing = _imbuing(attempt.face, attempt.imbue)
    bill = attempt.bill(payer, attempt.price)
    missing = payment.shortfall(payer, bill)
    if missing:
        itself = ("RU.8",) if attempt.before.zone == "hand" else ()
        for lack in missing:
            rules = (*lack.rules, *itself, *UNPAYABLE, *citations.of_resting(attempt.face), *attempt.price.rules)
            attempt.refuse(f"{attempt.face.name}: {lack.why}", attempt.pay_rule, *rules)
        for name, lack in lacking(attempt) if attempt.alternative is None else ():
            attempt.refuse(f"{of_alternative(attempt.face, name)}: {lack.why}", "CA.1.3.3", *lack.rules, *UNPAYABLE)
    return None if attempt.reasons else _pay(attempt, attempt.price, payer, bill)


def _pay(attempt: Attempt, price: calculation.Price, payer: Payer, bill: Bill) -> Steps:
    imbues = open_imbues(attempt) if attempt.face.declares_costs else ()
    yield from payment.pay(payer, bill)
    attempt.spent, attempt.given = payer.spent, payer.given_up
    if price.kind == "memory" and price.amount == 0:
        say(attempt.state, events.NothingToPay, "RU.7", attempt.pay_rule, player=attempt.player, card=attempt.card)
    selecting = _settle_attacker(attempt, payer)
    if selecting is not None:
        yield from selecting
    if attempt.face.declares_costs and _in_memory(payer):
        yield from declare_gained_imbue(attempt, imbues)
    if attempt.imbue is not None and _imbues(attempt, payer, attempt.imbue):
        attempt.properties = (*attempt.properties, "imbued")
        say(attempt.state, events.Imbued, "CA.1.8.2", *citations.IMBUED, player=attempt.player, card=attempt.card)
    if attempt.face.variable_text:
        write_facts(attempt)
        if modified(attempt):
            yield from _repeat_for_new_options(attempt)


def _repeat_for_new_options(attempt: Attempt) -> Steps:
    """Paying added options: modes, targets and legality once more for the new ones; the cost stays (CA.1.8.2).

    Rules: costs.5.6, costs.6.imbue.
    """
    attempt.repeating = True
    attempt.aimed = False
    say(attempt.state, events.Modified, "CA.1.8.2", "costs.5.6", player=attempt.player, card=attempt.card)
    for step in (select_modes, declare_targets):
        asking = step(attempt)
        if asking is not None:
            yield from asking
    check_legality(attempt)


def _imbues(attempt: Attempt, payer: Payer, imbue: Imbue) -> bool:
    """Whether the cards were revealed and enough of them match: as they were reserved, or, where paying brought the Imbue
    about, as they lie then (keywords.imbue).

    Only what was reserved from the hand is there to be revealed (costs.6.2).
    """
    _reveal(payer)
    if payer.imbuing is not None:
        return payer.matched >= imbue.n
    wanted, now = _imbuing(attempt.face, imbue), attempt.state.now
    revealed = [attempt.state.cards[number] for number in _in_memory(payer)]
    return sum(not wanted.elements.isdisjoint(now.elements(attempt.state, card)) for card in revealed) >= wanted.n


def _imbuing(face: Face, imbue: Imbue) -> Imbuing:
    """The elements that match: any advanced one, the stated one, or the card's own; and how many cards (keywords.imbue)."""
    if imbue.advanced:
        return Imbuing(ADVANCED_ELEMENTS, imbue.n)
    return Imbuing(frozenset((imbue.element,) if imbue.element else face.elements), imbue.n)


def _settle_attacker(attempt: Attempt, payer: Payer) -> Steps | None:
    """An attack card remembers who will attack: the champion, or the ally rested for a Command.

    Where that cost is waived a Command still selects an ally, which may be rested and does not rest.

    Rules: keywords.command, costs.6.command.
    """
    resting = attempt.attack_cost
    if resting is not None:
        (number,) = next(cards for cost, cards in reversed(payer.used) if cost == resting)
        attempt.attacker = attempt.state.cards[number].thing
        return None
    command = attempt.face.command
    return None if command is None or attempt.way != "activate" else _select_attacker(attempt, payer, command)


def _select_attacker(attempt: Attempt, payer: Payer, command: Command) -> Steps:
    options = [ally.thing for ally in payer.matching(command.of)]
    attempt.attacker = yield from ask_one(
        attempt.player,
        "attacker",
        ("keywords.command", "costs.6.command"),
        "choose who will attack",
        options,
        options,
        card=attempt.number,
    )


def write_facts(attempt: Attempt) -> None:
    """How the card was played is kept with it, for all its instances and for the object it becomes (PC.9.1).

    That is also what was paid, and with which cards (costs.5.10).

    Rules: zones.6.6, zones.6.7, zones.7.activation, effects.7.5.
    """
    licence = attempt.licence
    properties = attempt.properties
    announced = attempt.state.cards[attempt.number].played
    assert announced is not None and licence is not None
    if announced.empower:
        properties = (*properties, "empowered")
    if licence.ephemeral and "ephemeral" not in properties:
        properties = (*properties, "ephemeral")
    if licence.starcalled and "starcalled" not in properties:
        properties = (*properties, "starcalled")
    played = Played(
        attempt.way,
        attempt.player,
        attempt.origin,
        x=attempt.x,
        y=attempt.y,
        alternative=attempt.alternative.label if attempt.alternative else "",
        optional=attempt.labels,
        properties=properties,
        spent=attempt.spent,
        given=attempt.given,
        destination=licence.goes_to,
        attacker=attempt.attacker,
        buff=announced.buff,
        rested=licence.rested,
        empower=announced.empower,
    )
    attempt.state.alter(attempt.number, played=played, x=attempt.x)


def _in_memory(payer: Payer) -> list[int]:
    """The cards that were reserved from the hand and lie in the memory."""
    cards = payer.state.cards
    return [
        source.number for source in payer.reserved if source.zone == "hand" and cards[source.number].zone == "memory"
    ]


def _reveal(payer: Payer) -> None:
    """Shows the cards reserved from the hand to everybody while the card is being activated (keywords.imbue)."""
    cards = _in_memory(payer)
    rules = ("keywords.imbue", "costs.6.imbue", *(("costs.6.2",) if len(cards) < len(payer.reserved) else ()))
    revealing.reveal(payer.state, payer.you, cards, *rules, origin="hand")
