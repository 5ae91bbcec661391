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
from archivist.vocabulary.statics import ChangeDamage, Prevent, TakeDamage, Unpreventable

BULWARK = "bulwark counter"
CRITICAL = "critical"


class Blow(msgspec.Struct):
    """Damage about to be dealt to one object, while replacements change it."""

    source: Card
    number: int
    amount: int
    combat: bool
    unpreventable: bool
    critical: tuple[int, ...]
    applied: tuple[object, ...] = ()


class Change(msgspec.Struct, frozen=True):
    """Something that would change a blow: its name, a key by which it applies only once, and what it is."""

    name: str
    key: object
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
    """Deals damage to objects at once; gives what each was really dealt. Damage of 0 was not dealt (combat.6.2)."""
    blows: list[Blow] = []
    for number, amount in shares:
        if state.cards[number].zone == "field" and amount > 0:
            blow = Blow(source, number, amount, combat, unpreventable, critical)
            blow.unpreventable = unpreventable or _cannot_be_prevented(state, blow)
            yield from _replaced(state, blow)
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


def _replaced(state: State, blow: Blow) -> Steps:
    """Applies what changes the damage, one after another; the object's controller chooses the order.

    Each applies to the damage as the last one left it, until none is left that would change it. Bulwark counters are no
    exception: the controller orders them, not the owner (effects.3.2.choice).

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
        yield from _apply(state, blow, change)


def _applicable(state: State, blow: Blow) -> list[Change]:
    """What would still change the blow, each thing at most once (effects.3.3), oldest first."""
    card = state.cards[blow.number]
    found: list[Change] = []
    if blow.combat and card.count("bulwark"):
        found.append(Change(BULWARK, BULWARK))
    if blow.combat and blow.critical:
        found.append(Change(CRITICAL, CRITICAL))
    for active, takes in now.statics(state, TakeDamage):
        taker = _taker(state, active, takes)
        if taker is not None and taker.id != blow.number and active.reaches(state, takes.of, card):
            found.append(_change(active))
    for active, changes in now.statics(state, ChangeDamage):
        if _concerns(state, active, changes, blow) and not _spent(state, active, changes, card.thing):
            found.append(_change(active))
    for active, prevents in now.statics(state, Prevent):
        if _protects(state, active, prevents, blow) and not _spent(state, active, prevents, card.thing):
            found.append(_change(active))
    return [change for change in found if change.key not in blow.applied]


def _change(active: now.Active) -> Change:
    return Change(active.source.face, (active.source.id, active.stamp, active.static), active)


def _concerns(state: State, active: now.Active, static: Prevent | ChangeDamage, blow: Blow) -> bool:
    """Whether it is about this damage: its kind, its source and its victim; it is about all it does not rule out.

    Rules: effects.4.2.
    """
    if static.damage != "any" and (static.damage == "combat") != blow.combat:
        return False
    if static.by is not None and not static.by.describes(active.scene(state), blow.source):
        return False
    return active.reaches(state, static.of, state.cards[blow.number])


def _cannot_be_prevented(state: State, blow: Blow) -> bool:
    return any(
        static.by.describes(active.scene(state), blow.source)
        and (static.damage == "any" or (static.damage == "combat") == blow.combat)
        for active, static in now.statics(state, Unpreventable)
    )


def _taker(state: State, active: now.Active, takes: TakeDamage) -> Card | None:
    source = state.current(active.source.thing)
    if takes.to == "this" or source is None:
        return source
    return state.current(source.linked) if source.linked is not None else None


def _apply(state: State, blow: Blow, change: Change) -> Steps:
    """Applies one replacement to the damage: a different outcome in its place (effects.3.1)."""
    if change.name == BULWARK:
        zones.remove_counters(state, blow.number, "bulwark", 1, "combat.7.5", "effects.4.4")
        _prevent(state, blow, blow.amount)
        return
    if change.name == CRITICAL:
        yield from _criticize(state, blow.source, blow)
        return
    active = change.active
    assert active is not None
    static = active.static
    if isinstance(static, TakeDamage):
        taker = _taker(state, active, static)
        assert taker is not None
        say(state, "takes damage", "effects.3.1", card=taker)
        blow.number = taker.id
    elif isinstance(static, ChangeDamage):
        blow.amount = max(0, blow.amount * static.times + active.scene(state).amount(static.add))
        say(state, "damage changed", "effects.3.1", card=state.cards[blow.number], amount=blow.amount)
        _use_up(state, active, static, state.cards[blow.number].thing, 1)
    else:
        assert isinstance(static, Prevent)
        _prevent_by(state, blow, active, static)


def _prevent(state: State, blow: Blow, most: int) -> int:
    """Prevents part of a blow, unless it cannot be; prevented damage did not happen (effects.4.1, effects.4.7)."""
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


# -- prevention ----------------------------------------------------------------------------------------------------


def _protects(state: State, active: now.Active, static: Prevent, blow: Blow) -> bool:
    if not _concerns(state, active, static, blow):
        return False
    scene = active.scene(state)
    if static.least is not None and blow.amount < scene.amount(static.least):
        return False
    return static.most is None or blow.amount <= scene.amount(static.most)


def _prevent_by(state: State, blow: Blow, active: now.Active, static: Prevent) -> None:
    """A shield loses what it prevents; an instance is spent by one attempt, even if nothing was prevented.

    What the same text puts in the place of the damage is part of the replacement (effects.4.6).

    Rules: combat.7.2, effects.4.3.shield, effects.4.3.instance.
    """
    thing = state.cards[blow.number].thing
    most = blow.amount if static.amount is None else active.scene(state).amount(static.amount)
    if static.shield:
        most -= _used(state, active, static, thing)
    prevented = _prevent(state, blow, most)
    if static.once:
        _use_up(state, active, static, thing, 1)
    elif static.shield and prevented:
        _use_up(state, active, static, thing, prevented)
    if prevented and static.counters:
        zones.add_counters(state, blow.number, static.counters, prevented, "effects.4.6")


def _lasting(state: State, active: now.Active) -> Lasting | None:
    """The lasting effect that something in force comes from; an ability's own static has none."""
    return None if active.own else next((each for each in state.lasting if each.stamp == active.stamp), None)


def _used(state: State, active: now.Active, static: Prevent | ChangeDamage, thing: Thing) -> int:
    """How much of an effect is used up: for one unit, or in all if it is shared (effects.4.5)."""
    lasting = _lasting(state, active)
    if lasting is None:
        return 0
    return sum(n for unit, n in lasting.spent if static.shared or unit == thing)


def _spent(state: State, active: now.Active, static: Prevent | ChangeDamage, thing: Thing) -> bool:
    """Whether nothing is left of what counts its uses, or of a shield."""
    used = _used(state, active, static, thing)
    if isinstance(static, Prevent) and static.shield:
        return used >= (static.amount.fixed or 0 if static.amount is not None else 0)
    return static.once and used > 0


def _use_up(state: State, active: now.Active, static: Prevent | ChangeDamage, thing: Thing, n: int) -> None:
    """Notes a use; what is used up for all that it is about is gone."""
    lasting = _lasting(state, active)
    if lasting is None or not (static.once or (isinstance(static, Prevent) and static.shield)):
        return
    spent = dict(lasting.spent)
    spent[thing] = spent.get(thing, 0) + n
    units = lasting.on or ()
    done = static.once and (static.shared or (bool(units) and all(each in spent for each in units)))
    kept = () if done else (replace(lasting, spent=tuple(spent.items())),)
    state.lasting = tuple(new for each in state.lasting for new in (kept if each is lasting else (each,)))
    state.touch()


# -- lethal ------------------------------------------------------------------------------------------------------


def lethal(state: State, card: Card) -> bool:
    """A unit with damage at or above its life, or with no life left (timing.4.2.2)."""
    life = now.life(state, card)
    return life is not None and (card.damage >= life or life <= 0)
