"""Damage: dealing it, what replaces or prevents it, where it goes (combat.6, combat.7; effects.3, effects.4)."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Sequence

import msgspec
from msgspec.structs import replace

from archivist.model.card import Card, Thing
from archivist.model.decision import Answer, Decision
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules import zones
from archivist.rules.events import emit, say
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Lasting
from archivist.vocabulary.statics import Prevent, TakeDamage

BULWARK = "bulwark counter"
CRITICAL = "critical"


class Blow(msgspec.Struct):
    """Damage about to be dealt to one object, while replacements change it."""

    number: int
    amount: int
    combat: bool
    unpreventable: bool
    critical: tuple[int, ...]
    applied: tuple[str, ...] = ()


class Change(msgspec.Struct, frozen=True):
    """Something that would change a blow: its name, a key by which it applies only once, and what it is."""

    name: str
    key: str
    lasting: Lasting | None = None
    active: now.Active | None = None


def deal(
    state: State,
    source: Card,
    shares: Sequence[tuple[int, int]],
    *rules: str,
    combat: bool = False,
    unpreventable: bool = False,
    critical: tuple[int, ...] = (),
    using: tuple[Named, ...] = (),
    note: str = "",
) -> Generator[Decision, Answer, dict[int, int]]:
    """Deals damage to objects at once; gives what each was really dealt. Damage of 0 was not dealt (combat.6.2).

    Negative damage is 0 too (timing.10.4).
    """
    blows: list[Blow] = []
    for number, amount in shares:
        if state.cards[number].zone == "field" and amount > 0:
            blow = Blow(number, amount, combat, unpreventable, critical)
            yield from _replaced(state, source, blow)
            blows.append(blow)
    dealt: dict[int, int] = {}
    events: list[Event] = []
    group = state.tick() if len(blows) > 1 else 0
    for blow in blows:
        before = state.cards[blow.number]
        if blow.amount <= 0 or before.zone != "field":
            continue
        _mark(state, before, blow.amount)
        dealt[blow.number] = dealt.get(blow.number, 0) + blow.amount
        subject = Named(before.face, before.thing)
        cited = ("combat.6.1" if combat else "combat.6.3", *rules)
        events.append(
            Event(
                "damage", cited, before.controller, subject, using, blow.amount, note,
                card=before, other=source, group=group,
            )
        )  # fmt: skip
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


# -- replacements ------------------------------------------------------------------------------------------------


def _replaced(state: State, source: Card, blow: Blow) -> Steps:
    """Applies what changes the damage, one after another; the object's controller chooses the order.

    Rules: effects.3.2, effects.3.3.
    """
    while blow.amount > 0:
        changes = _applicable(state, blow)
        if not changes:
            return
        change = changes[0]
        if len(changes) > 1:
            answer = yield Decision(
                state.cards[blow.number].controller,
                "replacement",
                ("effects.3.2", "combat.5.13"),
                f"choose what applies first to {blow.amount} damage",
                options=tuple(each.name for each in changes),
                card=blow.number,
            )
            assert isinstance(answer, tuple)
            change = changes[answer[0]]
        blow.applied = (*blow.applied, change.key)
        yield from _apply(state, source, blow, change)


def _applicable(state: State, blow: Blow) -> list[Change]:
    """What would still change the blow, each thing at most once (effects.3.3), oldest first."""
    card = state.cards[blow.number]
    found: list[Change] = []
    if blow.combat and card.count("bulwark"):
        found.append(Change(BULWARK, BULWARK))
    if blow.combat and blow.critical:
        found.append(Change(CRITICAL, CRITICAL))
    for active, _ in now.statics(state, TakeDamage):
        if active.you == card.controller and active.source.id != blow.number:
            found.append(Change(active.source.face, f"takes {active.source.id}", active=active))
    for lasting in state.lasting:
        static = lasting.static
        if isinstance(static, Prevent) and _protects(state, lasting, static, card, combat=blow.combat):
            found.append(Change(lasting.source.face, f"lasting {lasting.stamp}", lasting=lasting))
    for active, static in now.statics(state, Prevent):
        printed = active.on is None and not any(lasting.static is static for lasting in state.lasting)
        if printed and _kind_fits(static, combat=blow.combat) and active.reaches(state, static.of, card):
            found.append(Change(active.source.face, f"static {active.source.id}", active=active))
    return [change for change in found if change.key not in blow.applied]


def _apply(state: State, source: Card, blow: Blow, change: Change) -> Steps:
    if change.name == BULWARK:
        zones.remove_counters(state, blow.number, "bulwark", 1, "combat.7.5")
        _prevent(state, blow, blow.amount)
    elif change.name == CRITICAL:
        yield from _criticize(state, source, blow)
    elif change.lasting is not None:
        _use_up(state, blow, change.lasting)
    else:
        assert change.active is not None
        static = change.active.static
        if isinstance(static, TakeDamage):
            say(state, "takes damage", "effects.3.1", card=change.active.source)
            blow.number = change.active.source.id
        else:
            assert isinstance(static, Prevent)
            most = blow.amount if static.amount is None else change.active.scene(state).amount(static.amount)
            _prevent(state, blow, most)


def _prevent(state: State, blow: Blow, most: int) -> int:
    """Prevents part of a blow, unless it cannot be; prevented damage did not happen (effects.4.7)."""
    prevented = 0 if blow.unpreventable else min(blow.amount, max(0, most))
    if prevented:
        blow.amount -= prevented
        say(state, "prevent", "effects.4.3", "combat.7.1", card=state.cards[blow.number], amount=prevented)
    return prevented


def _criticize(state: State, source: Card, blow: Blow) -> Steps:
    """Doubled, once, unless opponents of its source discard for every instance, together (keywords.critical)."""
    left = sum(blow.critical)
    opponents = state.opponents(source.controller)
    for seat in opponents:
        hand = state.players[seat].hand
        sizes = {left} if seat == opponents[-1] else _sums(blow.critical) & set(range(1, left + 1))
        sets = tuple(
            picked
            for size in sorted(sizes)
            if size <= len(hand)
            for picked in itertools.combinations(range(len(hand)), size)
        )
        if not sets:
            continue
        answer = yield Decision(
            seat,
            "discard",
            ("keywords.critical",),
            f"discard {left} to keep {blow.amount} damage from being doubled?",
            options=tuple(state.cards[number].thing for number in hand),
            least=0,
            most=min(left, len(hand)),
            sets=sets,
            card=blow.number,
        )
        assert isinstance(answer, tuple)
        if answer:
            zones.discard(state, [hand[index] for index in answer], "keywords.critical")
            left -= len(answer)
        if left == 0:
            return
    blow.amount *= 2
    say(state, "doubled", "keywords.critical", card=source, amount=blow.amount)


def _sums(numbers: tuple[int, ...]) -> set[int]:
    """What can be paid for some of the instances, each of them whole."""
    found = {0}
    for number in numbers:
        found |= {each + number for each in found}
    return found - {0}


# -- prevention that lasts ---------------------------------------------------------------------------------------


def _kind_fits(static: Prevent, *, combat: bool) -> bool:
    return static.damage == "any" or (static.damage == "combat") == combat


def _protects(state: State, lasting: Lasting, static: Prevent, card: Card, *, combat: bool) -> bool:
    if not _kind_fits(static, combat=combat):
        return False
    if static.shield and not _left(lasting, static, card.thing):
        return False
    if static.once and card.thing in dict(lasting.spent):
        return False
    if lasting.on is not None:
        return card.thing in lasting.on
    active = now.Active(static, lasting.source, lasting.controller, lasting.stamp)
    return active.reaches(state, static.of, card)


def _left(lasting: Lasting, static: Prevent, thing: Thing) -> int:
    """What is left of a shield for one unit; each unit has its own (effects.4.5)."""
    whole = static.amount.fixed or 0 if static.amount is not None else 0
    return whole - dict(lasting.spent).get(thing, 0)


def _use_up(state: State, blow: Blow, lasting: Lasting) -> None:
    """A shield loses what it prevents; an instance is spent by one attempt, even if nothing was prevented.

    Rules: combat.7.2.
    """
    static = lasting.static
    assert isinstance(static, Prevent)
    thing = state.cards[blow.number].thing
    most = blow.amount if static.amount is None else static.amount.fixed or 0
    if static.shield:
        most = _left(lasting, static, thing)
    prevented = _prevent(state, blow, most)
    kept: Lasting | None = lasting
    if static.once or (static.shield and prevented):
        spent = dict(lasting.spent)
        spent[thing] = spent.get(thing, 0) + prevented
        done = static.once and lasting.on is not None and all(each in spent for each in lasting.on)
        kept = None if done else replace(lasting, spent=tuple(spent.items()))
    if kept is not lasting:
        others = (kept if each is lasting else each for each in state.lasting)
        state.lasting = tuple(each for each in others if each is not None)
        state.touch()
    if prevented and static.counters:
        zones.add_counters(state, blow.number, static.counters, prevented, "effects.4.6")


# -- lethal ------------------------------------------------------------------------------------------------------


def lethal(state: State, card: Card) -> bool:
    """A unit with damage at or above its life, or with no life left (timing.4.2.2)."""
    life = now.life(state, card)
    return life is not None and (card.damage >= life or life <= 0)
