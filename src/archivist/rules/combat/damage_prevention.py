"""Damage prevention, and whatever else changes damage before it is dealt (combat.7; effects.3, effects.4).

A blow is damage on its way to one object. Shields, bulwark counters, amplifying effects and Critical change it, one at a
time and each at most once, in the order that the object's controller chooses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Thing
from archivist.model.state import State
from archivist.model.value import Value
from archivist.rules.abilities.abilities_in_general import about_attack
from archivist.rules.asking import ask_cards
from archivist.rules.cards import states_and_counters
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous import effects_in_force
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.events import named, say, tell
from archivist.rules.effects.replacement_effects import do_as_part, which_first
from archivist.rules.playing_cards import effects_stack
from archivist.rules.turn import drawing_discarding_shuffling
from archivist.vocabulary.node import Left, Steps
from archivist.vocabulary.pending import Deed, Item, Lasting
from archivist.vocabulary.statics.combat import Attacks
from archivist.vocabulary.statics.damage import AboutDamage, Amplify, Prevent, TakeDamage, Unpreventable

S = TypeVar("S")

BULWARK = "bulwark counter"
CRITICAL = "critical"


class Blow(msgspec.Struct):
    """Damage about to be dealt to one object, while replacements change it."""

    number: int
    amount: int
    source: Card
    combat: bool
    unpreventable: bool
    critical: tuple[int, ...]
    attack: bool = False
    applied: tuple[str, ...] = ()


class Change(Value, frozen=True):
    """Something that would change a blow: its name, a key by which it applies only once, and what it is."""

    name: str
    key: str
    lasting: Lasting | None = None
    active: Active | None = None


def replace_damage(state: State, blow: Blow, changes: list[Change]) -> Steps:
    """Applies what changes the damage, one after another; the object's controller chooses the order, bulwark included.

    If a player leaves while that is asked, what still changes the damage is found anew.

    Rules: effects.3.2, effects.3.2.choice, effects.3.3, combat.5.13, combat.7.5.choice.
    """
    while changes:
        change = changes[0]
        if len(changes) > 1 and not _alike(changes):
            names = [each.name for each in changes]
            prompt = f"choose what applies first to {blow.amount} damage"
            seat = state.cards[blow.number].controller
            rules = ("combat.5.13", "combat.7.5.choice")
            bulwark = ("effects.3.2.choice",) if BULWARK in names else ()
            try:
                change = changes[
                    (yield from which_first(seat, names, prompt, blow.number, *rules, "effects.3.3", *bulwark))
                ]
            except Left:
                changes = applicable(state, blow)
                continue
        blow.applied = (*blow.applied, change.key)
        yield from _apply(state, blow, change)
        changes = applicable(state, blow)


def applicable(state: State, blow: Blow) -> list[Change]:
    """What would still change the blow, each thing at most once (effects.3.3), oldest first.

    Rules: terms.7.bulwark.
    """
    found: list[Change] = []
    if blow.amount <= 0:
        return found
    card = state.cards[blow.number]
    if blow.combat and card.count("bulwark"):
        found.append(Change(BULWARK, BULWARK))
    if blow.critical:
        found.append(Change(CRITICAL, CRITICAL))
    by_kind = (state.standing or effects_in_force.standing(state)).by_kind
    if blow.attack and Attacks in by_kind:
        wielded = state.combat.weapons if state.combat is not None else ()
        for key, active, attacks in _told_apart(now.statics(state, Attacks)):
            if attacks.doubled and about_attack(state, active, attacks, blow.source, wielded):
                found.append(Change(active.source.face, f"doubled {key}", active=active))
    for active, taking in now.statics(state, TakeDamage) if TakeDamage in by_kind else ():
        mine = active.you == card.controller if taking.of is None else active.reaches(state, taking.of, card)
        if mine and _taker(active, taking) not in (None, blow.number):
            found.append(Change(active.source.face, f"takes {active.source.id}", active=active))
    for lasting in state.lasting:
        if isinstance(lasting.static, AboutDamage) and _concerns(state, lasting, lasting.static, blow):
            found.append(Change(lasting.source.face, f"lasting {lasting.stamp}", lasting=lasting))
    for kind in (Prevent, Amplify):
        for key, active, static in _told_apart(now.statics(state, kind)) if kind in by_kind else ():
            printed = active.on is None and not any(static is lasting.static for lasting in state.lasting)
            if printed and _named_by(state, active, static, blow) and active.reaches(state, static.of, card):
                found.append(Change(active.source.face, f"{kind.__name__} {key}", active=active))
    return [change for change in found if change.key not in blow.applied] if blow.applied else found


def _told_apart(
    statics: Sequence[tuple[Active, S]],
) -> list[tuple[str, Active, S]]:
    """Statics of a kind, each with a key of its own: one object may have several, and each applies once (abilities.1.8)."""
    found: list[tuple[str, Active, S]] = []
    seen: dict[tuple[int, int], int] = {}
    for active, static in statics:
        same = (active.source.id, active.stamp)
        seen[same] = seen.get(same, 0) + 1
        found.append((f"{active.source.id} {active.stamp} #{seen[same]}", active, static))
    return found


def _alike(changes: Sequence[Change]) -> bool:
    """Whether all say the same and go on doing so, so that their order makes no difference."""
    first = changes[0].active
    if first is None or not isinstance(first.static, Prevent | Amplify):
        return False
    amount = first.static.amount if isinstance(first.static, Prevent) else first.static.plus
    fixed = amount is None or amount.fixed is not None
    return fixed and all(each.active is not None and each.active.static == first.static for each in changes)


def _apply(state: State, blow: Blow, change: Change) -> Steps:
    if change.name == BULWARK:
        rules = ("combat.7.5", "effects.4.4", "cards.9.bulwark", "terms.7.bulwark", *_in_vain(blow))
        states_and_counters.remove_counters(state, blow.number, "bulwark", 1, *rules)
        _prevent(state, blow, blow.amount)
    elif change.name == CRITICAL:
        yield from _criticize(state, blow)
    elif change.lasting is not None:
        yield from _use_up(state, blow, change.lasting)
    else:
        assert change.active is not None
        static = change.active.static
        if isinstance(static, TakeDamage):
            say(state, events.TakesDamage, "effects.3.1", "effects.3.4", card=change.active.source)
            taker = _taker(change.active, static)
            assert taker is not None
            blow.number = taker
        elif isinstance(static, Attacks):
            _amplify(state, blow, 2, 0)
        elif isinstance(static, Amplify):
            _amplify(state, blow, static.times, change.active.scene(state).amount(static.plus))
        else:
            assert isinstance(static, Prevent)
            amount = None if static.amount is None else change.active.scene(state).amount(static.amount)
            _prevent(state, blow, _share(static, blow.amount, amount), *_scope(static))


def _share(static: Prevent, damage: int, amount: int | None) -> int:
    """How much of some damage is to be prevented: so much, half of it, or all but a part."""
    if static.half:
        return (damage + (static.half == "up")) // 2
    return damage - static.but if amount is None else amount


def _taker(active: Active, static: TakeDamage) -> int | None:
    """The object to which damage is dealt instead: the source, or what it is linked to."""
    if static.to == "linked":
        return active.source.linked.id if active.source.linked is not None else None
    return active.source.id


def _scope(static: AboutDamage) -> tuple[str, ...]:
    """The rules of which damage an effect is about: all of it, or that of a kind or of some source."""
    return ("effects.4.2", *(("combat.6.4",) if static.from_ is not None else ()))


def _in_vain(blow: Blow) -> tuple[str, ...]:
    """Unpreventable damage uses up a bulwark counter and a "next time" all the same; a shield stays whole (combat.7.3)."""
    return ("combat.7.3",) if blow.unpreventable else ()


def _amplify(state: State, blow: Blow, times: int, plus: int) -> None:
    blow.amount = blow.amount * times + plus
    rules, subject = ("effects.3.1", "combat.5.13"), named(state, state.cards[blow.number])
    tell(state, events.Amplified(rules, None, subject, amount=blow.amount))


def _prevent(state: State, blow: Blow, most: int, *why: str) -> int:
    """Prevents part of a blow, unless it cannot be; prevented damage did not happen (effects.4.1, effects.4.7)."""
    prevented = 0 if blow.unpreventable else min(blow.amount, max(0, most))
    if blow.unpreventable and most > 0:
        subject = named(state, state.cards[blow.number])
        tell(state, events.NotPrevented(("combat.7.3", *why), None, subject, amount=blow.amount))
    if prevented:
        blow.amount -= prevented
        rules = (
            "effects.4.3",
            "effects.4.1",
            "combat.7.1",
            *(("effects.4.7", "combat.6.2") if not blow.amount else ()),
        )
        subject = named(state, state.cards[blow.number])
        tell(state, events.Prevent((*rules, *why), None, subject, amount=prevented))
    return prevented


def _criticize(state: State, blow: Blow) -> Steps:
    """Doubled, once, unless opponents of its source discard for every instance, together.

    Rules: keywords.critical, combat.8.critical.
    """
    source = blow.source
    left = sum(blow.critical)
    opponents = state.opponents(source.controller)
    for seat in opponents:
        hand = state.players[seat].hand
        sizes = {left} if seat == opponents[-1] else _sums(blow.critical)
        numbers = sorted(size for size in sizes if size <= min(left, len(hand)))
        if not numbers:
            continue
        chosen = yield from ask_cards(
            seat,
            "discard",
            ("keywords.critical", "combat.8.critical"),
            f"discard {left} to keep {blow.amount} damage from being doubled?",
            [state.cards[number] for number in hand],
            least=0,
            most=min(left, len(hand)),
            sorts=(0,) * len(hand),
            mixes=((0,), *((number,) for number in numbers)),
            card=blow.number,
        )
        if chosen:
            yield from drawing_discarding_shuffling.discard(state, [card.id for card in chosen], "keywords.critical")
            left -= len(chosen)
        if left == 0:
            return
    blow.amount *= 2
    tell(state, events.Doubled(("keywords.critical",), None, named(state, source), amount=blow.amount))


def _sums(numbers: tuple[int, ...]) -> set[int]:
    """What can be paid for some of the instances, each of them whole."""
    found = {0}
    for number in numbers:
        found |= {each + number for each in found}
    return found - {0}


def _of_kind(kind: str, *, combat: bool) -> bool:
    return kind == "any" or (kind == "combat") == combat


def cannot_be_prevented(state: State, source: Card, *, combat: bool) -> bool:
    """Whether something in force keeps damage of this kind from a source from being prevented."""
    held = now.statics(state, Unpreventable)
    return bool(held) and any(
        _of_kind(static.damage, combat=combat) and static.by.describes(active.scene(state), source)
        for active, static in held
    )


def _named_by(state: State, active: Active, static: AboutDamage, blow: Blow) -> bool:
    """Whether the damage is of the kind and from a source that it names; damage has the elements of its source.

    Rules: combat.7.1, combat.6.3, combat.6.4, effects.4.2.
    """
    if not _of_kind(static.damage, combat=blow.combat):
        return False
    if static.much is not None and not static.much.holds(blow.amount):
        return False
    return static.from_ is None or static.from_.describes(active.scene(state), blow.source)


def _concerns(state: State, lasting: Lasting, static: AboutDamage, blow: Blow) -> bool:
    """Whether an effect that lasts would change a blow: it is not used up, and is about such damage to such objects."""
    card = state.cards[blow.number]
    if isinstance(static, Prevent) and static.shield and not _left(lasting, static, card.thing):
        return False
    if static.once and card.thing in dict(lasting.spent):
        return False
    active = Active(static, lasting.source, lasting.controller, lasting.stamp, on=lasting.on, player=lasting.player)
    return _named_by(state, active, static, blow) and active.reaches(state, static.of, card)


def _left(lasting: Lasting, static: Prevent, thing: Thing) -> int:
    """What is left of a shield for one unit; each unit has its own (effects.4.5, combat.7.4)."""
    whole = static.amount.fixed or 0 if static.amount is not None else 0
    return whole - dict(lasting.spent).get(thing, 0)


def _use_up(state: State, blow: Blow, lasting: Lasting) -> Steps:
    """A shield loses what it prevents; an instance is spent by one attempt, even if nothing was prevented.

    What else stands in its paragraph happens with it, at once.

    Rules: combat.7.2, combat.7.3, combat.7.4, effects.4.3.shield, effects.4.3.instance, effects.4.6.
    """
    static = lasting.static
    if isinstance(static, Amplify):
        _amplify(state, blow, static.times, static.plus.fixed or 0)
        if static.once:
            _note_use(state, blow, lasting, 0)
        return
    assert isinstance(static, Prevent)
    thing = state.cards[blow.number].thing
    most = _share(static, blow.amount, None if static.amount is None else static.amount.fixed or 0)
    if static.shield:
        most = _left(lasting, static, thing)
    sort = "effects.4.3.shield" if static.shield else "effects.4.3.instance" if static.once else ""
    kind = (sort, "combat.7.2") if sort else ()
    each = ("effects.4.5", "combat.7.4") if lasting.on is None or len(lasting.on) > 1 else ()
    more = ("effects.4.6", "combat.7.4") if lasting.then else ()
    prevented = _prevent(state, blow, most, *kind, *each, *more, *_scope(static))
    if static.once or (static.shield and prevented):
        _note_use(state, blow, lasting, prevented)
    if lasting.then:
        yield from _do_more(state, lasting, prevented)


def _do_more(state: State, lasting: Lasting, prevented: int) -> Steps:
    """Carries out what stands in the paragraph of a prevention, with what was prevented (effects.4.6, combat.7.4)."""
    source = lasting.source
    deed = Deed(prevented > 0, prevented)
    item = Item(
        effects_stack.new_id(state), "ability", lasting.controller,
        source.id, source, lasting.then, state.tick(), x=source.x, y=source.y, deed=deed, deed_of="prevention",
        giver=lasting.giver,
        text_of=lasting.text_of,
    )  # fmt: skip
    yield from do_as_part(state, item)


def _note_use(state: State, blow: Blow, lasting: Lasting, prevented: int) -> None:
    """Keeps in mind what a shield or an instance has done for one unit; one that has nothing left to do is gone."""
    static = lasting.static
    assert isinstance(static, AboutDamage)
    thing = state.cards[blow.number].thing
    spent = dict(lasting.spent)
    spent[thing] = spent.get(thing, 0) + prevented
    done = static.once and lasting.on is not None and all(each in spent for each in lasting.on)
    kept = (replace(lasting, spent=tuple(spent.items())),) if not done else ()
    state.hold(tuple(new for each in state.lasting for new in (kept if each is lasting else (each,))))
    if static.once:
        say(state, events.Spent, "combat.7.2", "effects.4.3.instance", *_in_vain(blow), card=lasting.source)


def spend(state: State, blows: Sequence[Blow]) -> None:
    """What applies the next time to one or more units is used once in all: this event was that time (combat.7.4)."""
    used = [key for blow in blows for key in blow.applied]
    if used:
        state.end_lasting(
            lambda each: (
                isinstance(each.static, AboutDamage) and each.static.one_or_more and f"lasting {each.stamp}" in used
            )
        )
