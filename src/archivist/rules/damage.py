"""Damage: dealing it, preventing it, where it goes (combat.6, combat.7; effects.4)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from archivist.model.card import Card
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules import zones
from archivist.rules.events import emit, say
from archivist.vocabulary.pending import Lasting
from archivist.vocabulary.statics import Prevent, TakeDamage


def deal(
    state: State,
    source: Card,
    shares: Sequence[tuple[int, int]],
    *rules: str,
    combat: bool = False,
    unpreventable: bool = False,
    using: tuple[Named, ...] = (),
    note: str = "",
) -> dict[int, int]:
    """Deals damage to objects at once; returns what each was really dealt. Damage of 0 was not dealt (combat.6.2)."""
    dealt: dict[int, int] = {}
    events: list[Event] = []
    for number, amount in shares:
        number = _redirected(state, number)
        if state.cards[number].zone != "field" or amount <= 0:
            continue
        left = _after_prevention(state, number, amount, combat=combat, unpreventable=unpreventable)
        if left <= 0:
            continue
        before = state.cards[number]
        _mark(state, before, left)
        dealt[number] = dealt.get(number, 0) + left
        subject = Named(before.face, before.thing)
        cited = ("combat.6.1" if combat else "combat.6.3", *rules)
        events.append(Event("damage", cited, before.controller, subject, using, left, note, card=before, other=source))
    for event in events:
        emit(state, event)
        if combat:
            emit(state, replace(event, kind="hit", rules=("combat.6.7",)))
    return dealt


def _mark(state: State, card: Card, amount: int) -> None:
    """Units keep damage; a Siegeable domain loses durability counters (combat.6.5)."""
    if "siegeable" in now.words(state, card):
        zones.remove_counters(state, card.id, "durability", amount, "combat.6.5")
        return
    properties = card.properties if "damaged lately" in card.properties else (*card.properties, "damaged lately")
    state.alter(card.id, damage=card.damage + amount, properties=properties)


def _redirected(state: State, number: int) -> int:
    """Damage to another object of a player may be taken by the one that says so."""
    card = state.cards[number]
    for active, _ in now.statics(state, TakeDamage):
        if active.you == card.controller and active.source.id != number:
            return active.source.id
    return number


def _after_prevention(state: State, number: int, amount: int, *, combat: bool, unpreventable: bool) -> int:
    """What is left after shields and instances, oldest first (effects.4.3, combat.7)."""
    card = state.cards[number]
    if combat and card.count("bulwark"):
        zones.remove_counters(state, number, "bulwark", 1, "combat.7.5")
        if not unpreventable:
            return 0
    for lasting in state.lasting:
        static = lasting.static
        if isinstance(static, Prevent) and _protects(state, lasting, static, card, combat=combat) and amount > 0:
            amount = _apply(state, lasting, static, number, amount, unpreventable=unpreventable)
    for active, static in now.statics(state, Prevent):
        printed = active.on is None and not any(lasting.static is static for lasting in state.lasting)
        if not printed or unpreventable or not _kind_fits(static, combat=combat):
            continue
        if active.reaches(state, static.of, card):
            amount -= amount if static.amount is None else min(amount, active.scene(state).amount(static.amount))
    return max(0, amount)


def _kind_fits(static: Prevent, *, combat: bool) -> bool:
    return static.damage == "any" or (static.damage == "combat") == combat


def _protects(state: State, lasting: Lasting, static: Prevent, card: Card, *, combat: bool) -> bool:
    if not _kind_fits(static, combat=combat):
        return False
    if lasting.on is not None:
        return card.thing in lasting.on
    active = now.Active(static, lasting.source, lasting.controller, lasting.stamp)
    return active.reaches(state, static.of, card)


def _apply(state: State, lasting: Lasting, static: Prevent, number: int, amount: int, *, unpreventable: bool) -> int:
    """A shield loses what it prevents; an instance is spent by one attempt, even if nothing was prevented."""
    whole = static.amount is None
    spent = dict(lasting.spent)
    pool = amount if whole else _amount(static)
    if static.shield:
        pool -= spent.get(number, 0)
    prevented = 0 if unpreventable else min(amount, max(0, pool))
    left: Lasting | None = lasting
    if static.once:
        left = None
    elif static.shield and prevented:
        left = replace(lasting, spent=tuple(sorted({**spent, number: spent.get(number, 0) + prevented}.items())))
    if left is not lasting:
        kept = tuple(left if each is lasting else each for each in state.lasting)
        state.lasting = tuple(each for each in kept if each is not None)
        state.touch()
    if prevented:
        say(state, "prevent", "effects.4.3", "combat.7.1", card=state.cards[number], amount=prevented)
        if static.counters:
            zones.add_counters(state, number, static.counters, prevented, "effects.4.6")
    return amount - prevented


def _amount(static: Prevent) -> int:
    return static.amount.fixed or 0 if static.amount is not None else 0


def lethal(state: State, card: Card) -> bool:
    """A unit with damage at or above its life, or with no life left (timing.4.2.2)."""
    life = now.life(state, card)
    return life is not None and (card.damage >= life or life <= 0)
