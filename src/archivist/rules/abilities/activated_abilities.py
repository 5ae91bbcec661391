"""Activated abilities: who may activate them, declaring, paying, and putting them on the stack (abilities.2)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from archivist.model.card import Card, Seat
from archivist.model.errors import Illegal, Reason
from archivist.model.events import Leave
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general, restrictions, where_abilities_work
from archivist.rules.abilities.modes_and_targets import choose, open_modes, past_cascade, remember_modes
from archivist.rules.asking import Asked, ask_number
from archivist.rules.cards import control_and_obedience
from archivist.rules.citations import stack as item_citations
from archivist.rules.citations import targets as target_citations
from archivist.rules.citations import text as text_citations
from archivist.rules.costs import payment, values_of_x
from archivist.rules.costs.means_of_payment import Bill, Payer, collected
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards import effects_stack
from archivist.rules.targets_and_copies import targets
from archivist.rules.timing import speed
from archivist.rules.zones.visibility import sees
from archivist.vocabulary.abilities import Activated, LineageRelease
from archivist.vocabulary.costs import This
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Item
from archivist.vocabulary.statics.playing import AbilityCost


def activate(state: State, player: Seat, number: int, index: int, *, collect: bool = False) -> Steps:
    """Announce, modes and targets, pay: only then is the ability on the stack (abilities.2.2).

    Rules: terms.2.activate, abilities.2.9, abilities.1.9.
    """
    reasons = refusals(state, player, number, index)
    if reasons and not collect:
        raise Illegal(reasons[0])
    card = state.cards[number]
    abilities = abilities_in_general.activated_abilities(state, card)
    if index >= len(abilities) or not _usable(state, player, card, abilities[index][1]):
        raise Illegal(*reasons)
    key, ability = abilities[index]
    x = yield from _declare_x(state, player, card, ability)
    spell, times = _as_spell(state, card, ability), card.uses.get(key, 0) + 1
    choices = yield from choose(state, player, card, (ability,), key, spell=spell, times=times, x=x)
    if choices is None:
        reasons.append(
            Reason(
                (
                    "abilities.2.3",
                    "CA.1.5",
                    "targets-and-copies.3.5",
                    *target_citations.of_shrouds(Scene(state, player, card)),
                ),
                f"{card.face}: the ability has no legal target or mode",
            )
        )
        raise Illegal(*reasons)
    modes, groups = choices
    if not targets.all_there(state, groups):
        why = f"{card.face}: a target of the ability has left the game"
        raise Illegal(Reason(("abilities.2.3", "CA.1.5", "targets-and-copies.3.5", "turn.9.6"), why))
    bill = _bill(state, player, card, ability, x)
    payer = Payer(state, player, card, "ability", x=x)
    reasons += [
        Reason((payer.rule, *lack.rules, "costs.5.7", "costs.5.4"), f"{card.face}: {lack.why}")
        for lack in payment.shortfall(payer, bill)
    ]
    if reasons:
        raise Illegal(*reasons)
    _count_use(state, card, key, _limited(state, key, ability))
    remember_modes(state, card, key, modes)
    yield from payment.pay(payer, bill)
    source = state.current(card.thing) or card
    item = Item(
        effects_stack.new_id(state),
        "ability",
        player,
        number,
        replace(source, last=card.last) if source is card else source,
        (ability.plain(),),
        state.tick(),
        modes=modes,
        groups=groups,
        x=x,
        times=times,
        spell=spell,
        noted_card=_paid_with(state, payer),
        given=tuple(payer.given_up),
    )
    effects_stack.put_ability(state, item, "abilities.2.2", "timing.2.8", *item_citations.of_use(ability, item))
    speed.gains_opportunity(state, player, "ability")


def possible(state: State, player: Seat, card: Card, key: str, ability: Activated) -> bool:
    """Whether an ability that nothing stands against has its modes and targets, and can be paid for."""
    if ability.variable:
        payable = next(_numbers(state, player, card, ability), None) is not None
    else:
        payable = payment.payable(Payer(state, player, card, "ability"), _bill(state, player, card, ability))
    if not payable:
        return False
    if ability.modes is None and not ability.targets:
        return True
    scene = Scene(state, player, card, x=card.x)
    scene.times = card.uses.get(key, 0) + 1
    if ability.modes is not None and not (past_cascade(scene, ability) or open_modes(scene, card, ability, key)):
        return False
    spell = _as_spell(state, card, ability)
    return targets.fillable(scene, (ability,), ((0, -1),), spell=spell)


def usable(state: State, player: Seat, card: Card, key: str, ability: Activated) -> bool:
    """Whether a player can activate an ability of a card that they see now."""
    hindrance = next(_hindrances(state, player, card, key, ability), None)
    return hindrance is None and possible(state, player, card, key, ability)


def allowed(state: State, player: Seat, number: int, index: int) -> bool:
    """Whether a player can activate an ability now, counted as its card has them."""
    card = state.cards[number]
    abilities = abilities_in_general.activated_abilities(state, card)
    if index >= len(abilities) or not sees(state, player, card):
        return False
    return usable(state, player, card, *abilities[index])


def refusals(state: State, player: Seat, number: int, index: int) -> list[Reason]:
    """Why an ability cannot be activated now, as far as its costs, modes and targets are left aside."""
    card = state.cards[number]
    if not sees(state, player, card):
        return [Reason(("abilities.1.11", "abilities.2.4", "abilities.1.4"), "you control no such object")]
    abilities = abilities_in_general.activated_abilities(state, card)
    if index >= len(abilities):
        return [Reason(("abilities.2.1", "abilities.1.4"), f"{card.face} has no such ability")]
    return list(_hindrances(state, player, card, *abilities[index]))


def _hindrances(state: State, player: Seat, card: Card, key: str, ability: Activated) -> Iterator[Reason]:
    """What stands against activating an ability, found one after the other: whoever asks only whether stops at the first.

    Rules: timing.1.1, costs.6.lineage-release, abilities.1.11.
    """
    if not where_abilities_work.works(state, card, ability):
        release = ("keywords.lineage-release",) if isinstance(ability, LineageRelease) else ()
        yield Reason(("abilities.1.4", "abilities.2.6", *release), f"abilities of {card.face} do not work there")
        return
    if not _permitted(player, card, ability):
        release = ("keywords.lineage-release",) if isinstance(ability, LineageRelease) else ()
        why = "the ability is not yours to activate"
        yield Reason(("abilities.2.7", "abilities.2.4", "abilities.1.4", *release), why)
        return
    if card.zone == "intent" and any(isinstance(cost, This) and cost.for_objects for cost in ability.cost):
        yield Reason(("abilities.1.5",), f"{card.face} is not an object, so it cannot pay that cost")
    if not restrictions.unlocked(state, card, ability.when):
        assert ability.when is not None
        yield Reason(
            ("abilities.5.2", *text_citations.of_condition(ability.when)), f"the ability is locked: {ability.when.text}"
        )
    if ability.if_ is not None and not ability.if_.holds(Scene(state, player, card)):
        yield Reason(("abilities.2.4", "abilities.2.1"), f"it can be activated only if: {ability.if_.text}")
    if ability.limit and card.uses.get(_limited(state, key, ability), 0):
        often = "once" if ability.limit == "once" else "once each turn"
        yield Reason(("abilities.2.1", "abilities.6.1"), f"it can be activated only {often}")
    if not control_and_obedience.obeys(state, card):
        yield Reason(
            ("abilities.2.8", "combat.1.10", "keywords.pride", "combat.8.pride", "terms.3.obedience"),
            f"{card.face} does not obey you",
        )
    when = speed.speed_refusal(state, player, fast=ability.speed == "fast")
    if when is not None:
        yield Reason((*when.rules, "abilities.2.4"), when.why)


def _usable(state: State, player: Seat, card: Card, ability: Activated) -> bool:
    """Whether an ability works where its card lies, and is the player's to activate.

    An attack card's abilities work in the intent only (abilities.2.6).
    """
    return where_abilities_work.works(state, card, ability) and _permitted(player, card, ability)


def _permitted(player: Seat, card: Card, ability: Activated) -> bool:
    """Whether an ability is a player's to activate, by control or by permission.

    Whoever is permitted acts as controller for that activation, and controls nothing else (abilities.2.7).
    """
    own = card.controller == player
    return ability.by == "anyone" or own == (ability.by == "you")


def _limited(state: State, key: str, ability: Activated) -> str:
    """Under which key the uses are counted that a limit looks at."""
    return f"{key} in turn {state.turn.number}" if ability.limit == "once each turn" else key


def _as_spell(state: State, card: Card, ability: Activated) -> bool:
    """Whether an ability is used as a spell: a Spell on the stack (abilities.1.13)."""
    return ability.spell or "spell" in state.now.words(state, card)


def _bill(state: State, player: Seat, card: Card, ability: Activated, x: int = 0) -> Bill:
    """What the ability costs: the reserve in it, with what changes that, and everything else (costs.5.13).

    Rules: costs.4.1, costs.6.cardistry.
    """
    known = state.standing or standing(state)
    fixed = ability.fixed_price
    if fixed is not None and AbilityCost not in known.by_kind:
        return Bill("ability", *fixed)  # no amount has to be read, and nothing changes it
    scene = Scene(state, player, card, x=x)
    bill = collected(scene, "ability", ability.cost)
    change = sum(
        active.scene(state).amount(cost.amount)
        for active, cost in now.statics(state, AbilityCost)
        if cost.of.fits(active.scene(state), card)
    )
    if ability.less is not None and (ability.less_if is None or ability.less_if.holds(scene)):
        change -= scene.amount(ability.less)
    return replace(bill, reserve=max(0, bill.reserve + change)) if change else bill


def _declare_x(state: State, player: Seat, card: Card, ability: Activated) -> Asked[int]:
    """The value of X in an ability's cost, one that can be paid (costs.5.13, costs.4.6).

    Without X in its cost, X means the value with which the object was played (targets-and-copies.9.7).
    """
    if not ability.variable:
        return card.x
    numbers = list(_numbers(state, player, card, ability)) or [0]
    rules = ("costs.5.13", "costs.4.6")
    return (yield from ask_number(player, "x", rules, f"choose X for {card.face}", numbers, card=card.id))


def _numbers(state: State, player: Seat, card: Card, ability: Activated) -> Iterator[int]:
    """The values of X with which the ability can be paid."""
    return values_of_x.numbers(
        lambda x: (Payer(state, player, card, "ability", x=x), _bill(state, player, card, ability, x))
    )


def _count_use(state: State, card: Card, *keys: str) -> None:
    """The object remembers how often the ability was used, in all and as far as a limit asks (abilities.6.1).

    Rules: keywords.cascade.
    """
    counted = {key: card.uses.get(key, 0) + 1 for key in keys}
    state.alter(card.id, uses={**card.uses, **counted})


def _paid_with(state: State, payer: Payer) -> Card | None:
    """The object sacrificed or banished for the ability, as it was last known."""
    for event in reversed(state.events):
        if isinstance(event, Leave) and any(thing.id == event.card.id for thing in payer.spent):
            return event.card
    return None
