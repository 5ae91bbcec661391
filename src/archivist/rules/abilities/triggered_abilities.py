"""Triggered abilities: what triggers on an event, delayed triggers too; each waits until it can be placed (abilities.3).

`notice` lets an event pass everything that may trigger on it. What waits is put on the stack by `placing_triggers.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from archivist.model.card import Card
from archivist.model.event import GameEvent
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general, where_abilities_work
from archivist.rules.citations import triggers as citations
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.timing import endless_loops
from archivist.vocabulary.abilities import Triggered
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.face import text_of
from archivist.vocabulary.pending import DelayedTrigger, Waiting


class Witnesses(NamedTuple):
    """Everything that may trigger on what happens at one moment, as it was then, and the state of that moment.

    For what leaves the field that is the moment right before: an ability triggers if it was there then (effects.7.4).
    `leaving` are the values of the objects that leave together; without `cards` they and all others that were there see it.
    """

    state: State
    cards: Sequence[Card] | None
    leaving: Mapping[int, Card] = {}


def notice(state: State, event: GameEvent, witnesses: Witnesses | None = None) -> None:
    """Lets an event pass everything that triggers on it: abilities, then delayed triggers, which are then spent.

    On Attack, On Hit, On Kill, On Death, On Leave, On Banish, On Enter, On Charge and On Foster abilities are among
    them.

    A delayed trigger meets its event once; if its condition does not hold then, it is spent all the same.

    Rules: abilities.3.2, abilities.3.14, abilities.3.16, zones.2.5, keywords.on-attack, keywords.on-hit,
    keywords.on-kill, keywords.on-death, keywords.on-leave, keywords.on-banish, keywords.on-enter, keywords.on-charge,
    keywords.on-foster, combat.8.on-attack, combat.8.on-hit, combat.8.on-kill.
    """
    if witnesses is not None or abilities_in_general.may_hear(state, type(event)):
        heed(state, event, witnesses)


def heed(state: State, event: GameEvent, witnesses: Witnesses | None) -> None:
    """The same for an event on which something may trigger."""
    kind, then = type(event), state
    if witnesses is not None:
        then = witnesses.state
        heard = _heard_by(witnesses, kind)
    else:
        heard = abilities_in_general.listeners(state, kind, event)
        elsewhere = where_abilities_work.elsewhere(state)
        if elsewhere:
            heard += abilities_in_general.heard_by(state, [state.cards[number] for number in elsewhere], kind)
    for card, key, ability, provider in heard:
        if ability.on.may_fit(event, card.id):
            _ask(state, then, event, card, key, ability, provider)
    for delayed in state.delayed:
        scene = Scene(state, delayed.controller, delayed.source, event=event, x=delayed.source.x, y=delayed.source.y)
        scene.settle(delayed.deed)
        scene.giver = delayed.giver
        if kind not in delayed.on.hears or not delayed.on.fits(scene, event):
            continue
        if delayed.once:
            state.delayed = tuple(each for each in state.delayed if each is not delayed)
        condition = delayed.condition
        if not all(Condition(each).holds(scene) for each in (delayed.moment, condition) if each):
            continue
        wait(
            state,
            Waiting(
                delayed.controller,
                delayed.source,
                delayed.text,
                event,
                condition=condition,
                remembers=delayed.remembers,
                label=delayed.label,
                deed=delayed.deed,
                followed=delayed.followed,
                text_of=delayed.text_of,
                rules=("abilities.3.14", "abilities.3.15", *citations.of_moment(event)),
                giver=delayed.giver,
            ),
        )


def _heard_by(witnesses: Witnesses, kind: type[GameEvent]) -> list[abilities_in_general.Listener]:
    """The abilities of witnesses for a kind of event."""
    then, cards, _ = witnesses
    if cards is None:
        if not abilities_in_general.may_hear(then, kind):
            return []
        cards = present(witnesses)
    return abilities_in_general.heard_by(then, cards, kind)


def present(witnesses: Witnesses) -> list[Card]:
    """Everything that was there to see objects leave, they themselves included."""
    leaving = witnesses.leaving
    return [leaving.get(card.id, card) for card in watching(witnesses.state)]


def watching(state: State) -> list[Card]:
    """Everything whose triggered abilities may work now: objects, intents, cards on the stack, gained boons, masteries
    and statuses, and cards with abilities that name their zones (abilities.1.4)."""
    cards, intent = state.cards, len(state.intent)
    besides = (state.objects or objects(state)).besides
    places = (*state.field, *besides[:intent], *state.stack_cards, *besides[intent:])
    return [cards[number] for number in (*places, *where_abilities_work.roaming(state))]


def _ask(state: State, then: State, event: GameEvent, card: Card, key: str, ability: Triggered, provider: Card) -> None:
    """Whether an ability of a card triggers; a restriction ahead of it is read as it was `then`, its conditions now.

    Only the intervening one goes along, to be read again on resolution.

    Rules: abilities.3.3, abilities.3.6, abilities.3.9, effects.2.8, abilities.3.4, abilities.3.5.
    """
    if (ability.on.once_ever and card.uses.get(key)) or not where_abilities_work.works(state, card, ability):
        return
    if ability.limit and _limit_reached(state, card, key, ability):
        return
    giver = None if provider is card else provider
    scene = Scene(state, card.controller, card, event=event)
    scene.giver = giver
    if ability.when is not None:
        before = Scene(then, card.controller, card, event=event)
        before.giver = giver
        if not ability.when.holds(before):
            return
    if not ability.on.fits(scene, event):
        return
    if not all(each.holds(scene) for each in (ability.while_, ability.if_) if each is not None):
        return
    if ability.one_or_more and _joined(state, event, card, key):
        return
    condition = ability.if_.text if ability.if_ is not None else ""
    once = ability.one_or_more or ability.on.once_ever or bool(ability.limit)
    why = citations.of_ability(ability, key, card, event)
    for _ in range(1 if once else ability.on.times(scene, event)):
        times = _counted(state, card, key)
        if ability.limit == "once each turn":
            _counted(state, card, _limited(state, key, ability))
        wait(
            state,
            Waiting(
                card.controller,
                card,
                ability.text,
                event,
                times,
                condition,
                label=provider.face,
                own=True,
                key=key,
                spell=ability.spell,
                rules=why,
                giver=giver,
                text_of=text_of(key),
            ),
        )


def _limit_reached(state: State, card: Card, key: str, ability: Triggered) -> bool:
    """Whether an ability has triggered as often as it says; triggers of this turn are counted by themselves.

    An object that has left looks back at what left with it, and counts no more: what waits tells that it has triggered.
    """
    current = state.still(card)
    if current is not None:
        return current.uses.get(_limited(state, key, ability), 0) > 0
    waits = any(waiting.key == key and waiting.source.thing == card.thing for waiting in state.waiting)
    return waits or card.uses.get(_limited(state, key, ability), 0) > 0


def _limited(state: State, key: str, ability: Triggered) -> str:
    return f"{key} in turn {state.turn.number}" if ability.limit == "once each turn" else key


def _joined(state: State, event: GameEvent, card: Card, key: str) -> bool:
    """Whether a trigger of this ability waits already for the same game event; the amounts are added up."""
    for index, waiting in enumerate(state.waiting):
        first = waiting.event
        if first is None or not event.group or first.group != event.group:
            continue
        if waiting.key == key and waiting.source.thing == card.thing:
            both = replace(waiting, event=replace(first, amount=first.amount + event.amount))
            state.waiting = (*state.waiting[:index], both, *state.waiting[index + 1 :])
            return True
    return False


def _counted(state: State, card: Card, key: str) -> int:
    """How often this ability of this object has triggered, now included (keywords.cascade)."""
    current = state.still(card)
    if current is None:
        return 1
    times = current.uses.get(key, 0) + 1
    state.alter(current.id, uses={**current.uses, key: times})
    return times


def wait(state: State, waiting: Waiting) -> None:
    """A trigger waits until it can be put on the stack (abilities.3.1).

    What triggers while something resolves, is paid, drawn or declared waits until that is over; so does a reflexive
    trigger.

    Rules: abilities.3.17, abilities.3.19, abilities.3.20, abilities.3.21, costs.5.8, turn.8.3,
    terms.2.reflexive-trigger.
    """
    if len(state.waiting) >= endless_loops.WAITING:
        raise endless_loops.too_many_waiting(waiting.source.true_name)
    state.waiting = (*state.waiting, waiting)


def delay(state: State, trigger: DelayedTrigger) -> None:
    """A delayed trigger is there from now on, as what makes it resolves: what is negated or fizzles makes none.

    Rules: abilities.3.13.
    """
    state.delayed = (*state.delayed, trigger)
