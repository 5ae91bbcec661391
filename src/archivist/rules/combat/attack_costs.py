"""What attacking costs besides resting the attacker: additional costs, and costs that others impose (combat.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import Final

from archivist.model.card import Card, Seat
from archivist.model.decision import Answer
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general
from archivist.rules.asking import Asked, ask_yes
from archivist.rules.citations import counters_and_masteries as citations
from archivist.rules.costs import payment
from archivist.rules.costs.means_of_payment import Bill, Occasion, Payer
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.active import Active
from archivist.rules.targets_and_copies import targets
from archivist.rules.zones import moving
from archivist.vocabulary.abilities import Command
from archivist.vocabulary.costs import Memory, Reserve, Rest
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Left, Steps, checked
from archivist.vocabulary.statics.combat import AttackCost, Attacks

Charge = tuple[Active, AttackCost]
"""A cost of an attack, with what asks for it."""
MOST_TRIES: Final = 200
"""How many ways of paying are tried where one cost may relieve another."""
MOST_ORDERS: Final = 24
"""In how many orders the costs of an attack are tried: all there are of four costs."""
PRICED = ("combat.3.step.4", "combat.3.step.5")
"""The rules by which an attack that cannot be paid for is not offered."""
REST_CHAMPION: Final = Rest(of=Filter("champion you control"))
"""What an attack card costs besides its own cost (combat.2.1)."""


def of_card(command: Command | None) -> Rest:
    """What playing an attack card costs besides its own cost: resting the champion, or an ally that it commands.

    Its attack rests nothing more.

    Rules: combat.1.6, combat.2.1, costs.5.14, costs.6.command, combat.8.command, keywords.command.
    """
    return Rest(of=command.of) if command else REST_CHAMPION


def any_charged(state: State) -> bool:
    return bool(now.statics(state, AttackCost))


def charges(
    state: State, unit: Card, intent: Sequence[int], weapons: Sequence[Card], defenders: Sequence[Card]
) -> list[Charge]:
    """The costs of an attack as it is chosen: additional ones first, imposed ones after them (combat.3.choice.1)."""
    found: list[Charge] = []
    for active, cost in now.statics(state, AttackCost):
        if _asked(state, active, cost, unit, intent, weapons):
            swept = cost.against_this and _sweeps(state, unit, intent, weapons)
            if _against(state, active, cost, () if swept else defenders):
                found.append((active, cost))
    found.sort(key=lambda charge: charge[1].imposed)
    return found


def _asked(
    state: State,
    active: Active,
    cost: AttackCost,
    unit: Card,
    intent: Sequence[int],
    weapons: Sequence[Card],
) -> bool:
    """Whether it is about this attack: by its own words, or because its source is used in the attack."""
    if active.on is None and cost.of.name == "this":
        used = (unit, *weapons, *(state.cards[number] for number in intent))
        return any(card.thing == active.source.thing for card in used)
    return active.reaches(state, cost.of, unit)


def _sweeps(state: State, unit: Card, intent: Sequence[int], weapons: Sequence[Card]) -> bool:
    """Whether an attack has Cleave: what it sweeps is chosen and not targeted (combat.8.cleave)."""
    cards = (unit, *weapons, *(state.cards[number] for number in intent))
    if any(state.now.has(state, card, "cleave") for card in cards):
        return True
    wielded = [card.thing for card in weapons]
    return any(
        "cleave" in bonus.keywords and abilities_in_general.about_attack(state, active, bonus, unit, wielded)
        for active, bonus in now.statics(state, Attacks)
    )


def _against(state: State, active: Active, cost: AttackCost, defenders: Sequence[Card]) -> bool:
    if cost.against_this:
        return any(card.thing == active.source.thing for card in defenders)
    if cost.against is None:
        return True
    scene = active.scene(state)
    return any(cost.against.fits(scene, card) for card in defenders)


# -- whether they can be paid ------------------------------------------------------------------------------------


def payable(
    state: State, player: Seat, unit: Card, intent: Sequence[int], weapons: Sequence[Card], defenders: Sequence[Card]
) -> bool:
    price = charges(state, unit, intent, weapons, defenders)
    return not lacks(state, player, unit, price, defenders)


def lacks(state: State, player: Seat, unit: Card, price: Sequence[Charge], defenders: Sequence[Card]) -> list[Reason]:
    """What is missing for the costs of an attack; the reserve of all of them counts together (combat.3.step.4).

    Costs that take cards are tried one after the other: what pays one cannot pay the next, and what one of them takes away
    another need not be paid for, as a sacrifice may end what asks for it (CA.1.8). The attacker
    and the defenders cannot leave for it.
    """
    reserve = sum(_bill(state, charge).reserve for charge in price)
    found: list[Reason] = []
    for active, cost in price:
        bill = _bill(state, (active, cost), reserve)
        payer = _payer(state, player, unit, defenders, active, bill)
        rules = (payer.rule, "costs.5.7", *citations.of_function(active.source))
        found += [Reason((*rules, *lack.rules), f"{unit.face}: {lack.why}") for lack in payment.shortfall(payer, bill)]
    if not _order_may_matter(price):
        return found
    if _working_order(state, player, unit, price, defenders) is not None:
        return []
    rule = "combat.3.step.5" if any(cost.imposed for _, cost in price) else "combat.3.step.4"
    together = Reason(
        (rule, "costs.5.7"), f"{unit.face}: the costs of the attack can each be paid, but not all of them"
    )
    return found or [together]


def _order_may_matter(price: Sequence[Charge]) -> bool:
    """Whether one cost may bear on another; reserve does not."""
    return len(price) > 1 and not all(isinstance(each, Reserve) for _, cost in price for each in cost.pay)


def _working_order(
    state: State, player: Seat, unit: Card, price: Sequence[Charge], defenders: Sequence[Card]
) -> Sequence[Charge] | None:
    """The costs in an order in which all of them can be paid, as listed if that works; None if none does (CA.1.8)."""
    orders = islice(_orders(price), MOST_ORDERS)
    return next((each for each in orders if _payable_one_by_one(state, player, unit, each, defenders)), None)


def _orders(price: Sequence[Charge]) -> Iterator[Sequence[Charge]]:
    """The orders that the attacker may choose: additional costs still come before imposed ones (combat.3.choice.1)."""
    additional = [charge for charge in price if not charge[1].imposed]
    imposed = [charge for charge in price if charge[1].imposed]
    for first in permutations(additional):
        for then in permutations(imposed):
            yield (*first, *then)


def _payable_one_by_one(
    state: State, player: Seat, unit: Card, price: Sequence[Charge], defenders: Sequence[Card]
) -> bool:
    """Whether some answers pay one cost after the other, each as far as it is still asked for then."""
    open_: list[tuple[Answer, ...]] = [()]
    for _ in range(MOST_TRIES):
        if not open_:
            return False
        given = open_.pop()
        steps = _paid(state.copy(), player, unit, price, defenders)
        try:
            asked = next(steps)
            for answer in given:
                asked = steps.send(answer)
        except StopIteration:
            return True
        except Illegal:
            continue
        answers = list(islice(asked.answers(), MOST_TRIES))
        open_.extend((*given, answer) for answer in reversed(answers))
    return False


def _bill(state: State, charge: Charge, reserve: int | None = None) -> Bill:
    active, cost = charge
    scene = active.scene(state)
    own = sum(max(0, scene.amount(each.amount)) for each in cost.pay if isinstance(each, Reserve))
    memory = sum(max(0, scene.amount(each.amount)) for each in cost.pay if isinstance(each, Memory))
    others = tuple(each for each in cost.pay if not isinstance(each, Reserve | Memory))
    occasion: Occasion = "restriction" if cost.imposed else "attack"
    return Bill(occasion, own if reserve is None else reserve, memory, others)


def _payer(state: State, player: Seat, unit: Card, defenders: Sequence[Card], active: Active, bill: Bill) -> Payer:
    """The attacking player; the attacker rests to attack and cannot rest for anything else (combat.1.6).

    What takes part in the attack pays for it with nothing else: an attack without its attacker, or without what is
    attacked, is none (combat.3.step).
    """
    away = frozenset(card.id for card in (unit, *defenders))
    source = state.still(active.source) or active.source
    return Payer(state, player, source, bill.occasion, barred=frozenset((unit.id,)), away=away)


# -- paying ------------------------------------------------------------------------------------------------------


def pay(state: State, player: Seat, unit: Card, price: Sequence[Charge], defenders: Sequence[Card]) -> Steps:
    """Pays additional costs, then the imposed ones; refusing one of these makes the attack illegal.

    Within each kind they are paid in the order in which they are listed, or else in one that works (CA.1.8). If the
    attacker or what is attacked leaves with a player meanwhile, there is no attack any more (combat.3.step).

    Rules: combat.3.step.4, combat.3.step.5, combat.3.choice.1, costs.5.15.
    """
    missing = lacks(state, player, unit, price, defenders)
    if missing:
        raise Illegal(*missing)
    order = price
    if _order_may_matter(price):
        working = _working_order(state, player, unit, price, defenders)
        assert working is not None
        order = working
    yield from checked(_paid(state, player, unit, order, defenders), lambda: check_there(state, (unit, *defenders)))


def _paid(state: State, player: Seat, unit: Card, price: Sequence[Charge], defenders: Sequence[Card]) -> Steps:
    """The costs one after the other; what is no longer asked for, because another cost took it away, is not paid."""
    for active, cost in price:
        if not _in_force(state, active, cost):
            continue
        bill = _bill(state, (active, cost))
        payer = _payer(state, player, unit, defenders, active, bill)
        if cost.imposed and not (yield from _settled(state, player, active)):
            continue
        left = payment.shortfall(payer, bill)
        if left:
            raise Illegal(*(Reason((payer.rule, *lack.rules), lack.why) for lack in left))
        yield from payment.pay(payer, bill)


def _settled(state: State, player: Seat, active: Active) -> Asked[bool]:
    """Whether an imposed cost is to be paid; not if what imposes it has left the game with a player (turn.9.6).

    Rules: combat.3.step.5, combat.3.1.
    """
    while not moving.gone(state, active.source.id):
        try:
            pays = yield from ask_yes(
                player,
                ("combat.3.step.5", "combat.3.1", *citations.of_function(active.source)),
                f"pay what {active.source.face} asks of the attack?",
                card=active.source.id,
                on_leave="renew",
            )
        except Left:
            continue
        if not pays:
            why = f"the attack is illegal unless you pay what {active.source.face} asks for"
            raise Illegal(Reason(("combat.3.step.5", "combat.3.1", "combat.3.step"), why))
        return True
    return False


def check_there(state: State, taking_part: Sequence[Card]) -> None:
    """An attack is illegal if its attacker, or what was chosen to be attacked, has left the game meanwhile (combat.3.step).

    Rules: turn.9.6.
    """
    if not all(targets.there(state, card.thing) for card in taking_part):
        raise Illegal(Reason(("combat.3.step", "combat.1.9", "turn.9.6"), "what would take part has left the game"))


def _in_force(state: State, active: Active, cost: AttackCost) -> bool:
    """Whether a cost of the attack is still asked for."""
    return any(
        each == cost and found.source.thing == active.source.thing for found, each in now.statics(state, AttackCost)
    )
