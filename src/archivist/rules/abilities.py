"""Abilities: activating them, and putting triggers on the stack (abilities.2, abilities.3)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

from msgspec.structs import replace

from archivist.model.card import Card, Seat
from archivist.model.decision import Answer, Decision
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules import ending, having, payment, places, stack, targets, timing
from archivist.rules.grounds import stack as item_grounds
from archivist.rules.grounds import targets as target_grounds
from archivist.rules.grounds import text as text_grounds
from archivist.rules.grounds import triggers as trigger_grounds
from archivist.rules.payer import Bill, Payer, collected
from archivist.rules.scene import Scene
from archivist.rules.visibility import sees
from archivist.vocabulary.abilities import Activated, LineageRelease
from archivist.vocabulary.costs import This
from archivist.vocabulary.effects import in_span
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Group, Item, Waiting
from archivist.vocabulary.text import Paragraph

Choices = Generator[Decision, Answer, tuple[tuple[tuple[int, int], ...], tuple[Group, ...]] | None]


# -- activating --------------------------------------------------------------------------------------------------


def activate(state: State, player: Seat, number: int, index: int, *, collect: bool = False) -> Steps:
    """Announce, modes and targets, pay: only then is the ability on the stack (abilities.2.2).

    Rules: terms.2.activate.
    """
    reasons = refusals(state, player, number, index)
    if reasons and not collect:
        raise Illegal(reasons[0])
    card = state.cards[number]
    abilities = having.activated_abilities(state, card)
    if index >= len(abilities) or not _usable(state, player, card, abilities[index][1]):
        raise Illegal(*reasons)
    key, ability = abilities[index]
    x = yield from _declare_x(state, player, card, ability)
    spell, times = _as_spell(state, card, ability), card.uses.get(key, 0) + 1
    choices = yield from _choose(state, player, card, (ability,), key, spell=spell, times=times, x=x)
    if choices is None:
        reasons.append(
            Reason(
                (
                    "abilities.2.3",
                    "CA.1.5",
                    "targets-and-copies.3.5",
                    *target_grounds.of_shrouds(Scene(state, player, card)),
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
    _remember_modes(state, card, key, modes)
    yield from payment.pay(payer, bill)
    source = state.current(card.thing) or card
    item = Item(
        stack.new_id(state),
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
    )
    stack.put_ability(state, item, "abilities.2.2", "timing.2.8", *item_grounds.of_use(ability, item))
    timing.gains_opportunity(state, player, "ability")


def possible(state: State, player: Seat, card: Card, key: str, ability: Activated) -> bool:
    """Whether an ability that nothing stands against has its modes and targets, and can be paid for."""
    payer = Payer(state, player, card, "ability")
    if not payment.payable(payer, _bill(state, player, card, ability)):
        return False
    if ability.modes is None and not ability.targets:
        return True
    scene = Scene(state, player, card, x=card.x)
    scene.times = card.uses.get(key, 0) + 1
    if ability.modes is not None and not (_past_cascade(scene, ability) or _open_modes(scene, card, ability, key)):
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
    abilities = having.activated_abilities(state, card)
    if index >= len(abilities) or not sees(state, player, card):
        return False
    return usable(state, player, card, *abilities[index])


def refusals(state: State, player: Seat, number: int, index: int) -> list[Reason]:
    """Why an ability cannot be activated now, as far as its costs, modes and targets are left aside."""
    card = state.cards[number]
    if not sees(state, player, card):
        return [Reason(("abilities.1.11", "abilities.2.4", "abilities.1.4"), "you control no such object")]
    abilities = having.activated_abilities(state, card)
    if index >= len(abilities):
        return [Reason(("abilities.2.1", "abilities.1.4"), f"{card.face} has no such ability")]
    return list(_hindrances(state, player, card, *abilities[index]))


def _hindrances(state: State, player: Seat, card: Card, key: str, ability: Activated) -> Iterator[Reason]:
    """What stands against activating an ability, found one after the other: whoever asks only whether stops at the first."""
    if not places.works(state, card, ability):
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
    if not now.unlocked(state, card, ability.when):
        assert ability.when is not None
        yield Reason(
            ("abilities.5.2", *text_grounds.of_condition(ability.when)), f"the ability is locked: {ability.when.text}"
        )
    if ability.if_ is not None and not ability.if_.holds(Scene(state, player, card)):
        yield Reason(("abilities.2.4", "abilities.2.1"), f"it can be activated only if: {ability.if_.text}")
    if ability.limit and card.uses.get(_limited(state, key, ability), 0):
        often = "once" if ability.limit == "once" else "once each turn"
        yield Reason(("abilities.2.1", "abilities.6.1"), f"it can be activated only {often}")
    if not timing.obeys(state, card):
        yield Reason(
            ("abilities.2.8", "combat.1.10", "keywords.pride", "combat.8.pride", "terms.3.obedience"),
            f"{card.face} does not obey you",
        )
    when = timing.speed_refusal(state, player, fast=ability.speed == "fast")
    if when is not None:
        yield Reason((*when.rules, "abilities.2.4"), when.why)


def _usable(state: State, player: Seat, card: Card, ability: Activated) -> bool:
    """Whether an ability works where its card lies, and is the player's to activate.

    An attack card's abilities work in the intent only (abilities.2.6).
    """
    return places.works(state, card, ability) and _permitted(player, card, ability)


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
    return ability.spell or "spell" in now.words(state, card)


def _bill(state: State, player: Seat, card: Card, ability: Activated, x: int = 0) -> Bill:
    """What the ability costs: the reserve in it, less what it says itself, and everything else (costs.5.13).

    Rules: costs.6.cardistry.
    """
    scene = Scene(state, player, card, x=x)
    bill = collected(scene, "ability", ability.cost)
    if ability.less is None:
        return bill
    return replace(bill, reserve=max(0, bill.reserve - scene.amount(ability.less)))


def _declare_x(state: State, player: Seat, card: Card, ability: Activated) -> Generator[Decision, Answer, int]:
    """The value of X in an ability's cost, as high as can be paid (costs.5.13, costs.4.6).

    Without X in its cost, X means the value with which the object was played (targets-and-copies.9.7).
    """
    if not ability.variable:
        return card.x
    most = payment.highest(
        lambda x: (Payer(state, player, card, "ability", x=x), _bill(state, player, card, ability, x))
    )
    answer = yield Decision(
        player,
        "x",
        ("costs.5.13", "costs.4.6"),
        f"choose X for {card.face}",
        form="number",
        least=0,
        most=most,
        card=card.id,
    )
    assert isinstance(answer, tuple)
    return answer[0]


def _count_use(state: State, card: Card, *keys: str) -> None:
    """The object remembers how often the ability was used, in all and as far as a limit asks (abilities.6.1).

    Rules: keywords.cascade.
    """
    counted = {key: card.uses.get(key, 0) + 1 for key in keys}
    state.alter(card.id, uses={**card.uses, **counted})


def _remember_modes(state: State, card: Card, key: str, modes: Sequence[tuple[int, int]]) -> None:
    """The object remembers which modes of which ability were chosen; a new object has chosen none (abilities.6.1).

    Rules: abilities.6.
    """
    current = state.current(card.thing)
    if modes and current is not None:
        state.alter(card.id, chosen=(*current.chosen, *((key, mode) for _, mode in modes)))


def _paid_with(state: State, payer: Payer) -> Card | None:
    """The object sacrificed or banished for the ability, as it was last known."""
    for watched in reversed(state.events):
        if watched.kind == "leave" and watched.card is not None and any(t.id == watched.card.id for t in payer.spent):
            return watched.card
    return None


# -- modes and targets -------------------------------------------------------------------------------------------


def _choose(
    state: State,
    player: Seat,
    source: Card,
    text: tuple[Paragraph, ...],
    key: str,
    *,
    spell: bool,
    waiting: Waiting | None = None,
    times: int = 0,
    x: int = 0,
) -> Choices:
    """Modes and targets of an ability as it is put on the stack; None if a required one cannot be had."""
    scene = Scene(state, player, source, event=waiting.event if waiting else None, x=x)
    scene.times = waiting.times if waiting else times
    if waiting is not None:
        scene.settle(waiting.deed)
    paragraph = text[0]
    modes: tuple[tuple[int, int], ...] = ()
    if paragraph.modes is not None:
        chosen = yield from _choose_modes(scene, source, paragraph, key)
        if chosen is None:
            return None
        modes = tuple((0, mode) for mode in chosen)
    groups: list[Group] = []
    for slot in targets.slots(text, ((0, -1),), modes):
        wanted = targets.spec(text, slot)
        taken = targets.taken(groups, slot)
        if not targets.available(scene, wanted, spell=spell, taken=taken):
            return None
        groups.append((yield from targets.declare(scene, wanted, slot, spell=spell, card=source.id, taken=taken)))
    return modes, tuple(groups)


def _open_modes(scene: Scene, source: Card, paragraph: Paragraph, key: str) -> list[int]:
    """The modes that can be chosen now; none if there are fewer than must be. With Cascade it is the one whose turn it is."""
    modes = paragraph.modes
    assert modes is not None
    if modes.cascade:
        turn = [index for index, option in enumerate(modes.options) if in_span(option.label, scene.times)]
        return [index for index in turn[:1] if stack.mode_available(scene, modes.options[index], scene.state, source)]
    least, _ = stack.mode_bounds(modes, scene)
    found = [
        index
        for index, option in enumerate(modes.options)
        if not (modes.fresh and (key, index) in source.chosen)
        and stack.mode_available(scene, option, scene.state, source)
    ]
    return found if len(found) >= max(1, least) else []


def _past_cascade(scene: Scene, paragraph: Paragraph) -> bool:
    """Whether an ability with Cascade was used so often that no effect is left for it: then it does nothing."""
    modes = paragraph.modes
    assert modes is not None
    return modes.cascade and not any(in_span(option.label, scene.times) for option in modes.options)


def _choose_modes(
    scene: Scene, source: Card, paragraph: Paragraph, key: str
) -> Generator[Decision, Answer, list[int] | None]:
    modes = paragraph.modes
    assert modes is not None
    least, most = stack.mode_bounds(modes, scene)
    open_modes = _open_modes(scene, source, paragraph, key)
    if modes.cascade and (open_modes or _past_cascade(scene, paragraph)):
        return open_modes
    if not open_modes:
        return None
    answer = yield Decision(
        scene.you,
        "modes",
        (
            *(("CA.1.4", "abilities.2.2") if isinstance(paragraph, Activated) else ("abilities.3.10",)),
            "terms.2.modes",
            *(("abilities.6.1",) if modes.fresh else ()),
        ),
        "choose a mode",
        options=tuple(modes.options[index].label for index in open_modes),
        least=least,
        most=min(most, len(open_modes)),
        card=source.id,
    )
    assert isinstance(answer, tuple)
    return [open_modes[index] for index in answer]


# -- triggers ----------------------------------------------------------------------------------------------------


def place_triggers(state: State) -> Steps:
    """Puts all waiting triggers on the stack: the turn player's first, each player ordering their own.

    Those of a player who has left only if they are about cards of others (turn.9.9.choice.1).

    Rules: abilities.3.22, abilities.3.19, abilities.3.20.
    """
    waiting, state.waiting = tuple(_with_controller(state, each) for each in state.waiting), ()
    n = len(state.players)
    for step in range(n):
        seat = (state.turn.player + step) % n
        own = [each for each in waiting if each.controller == seat]
        if len(own) > 1:
            own = yield from _ordered(state, seat, own)
        for each in own:
            if ending.outlives(state, seat, each.remembers):
                yield from _place(state, each, *(("abilities.3.22",) if len(waiting) > 1 else ()))
    state.passes = 0


def _with_controller(state: State, waiting: Waiting) -> Waiting:
    """An object's own ability is controlled by whoever controls the object as it is put on the stack (terms.3.3)."""
    source = state.current(waiting.source.thing) if waiting.own else None
    if source is None or source.zone != "field" or source.controller == waiting.controller:
        return waiting
    return replace(waiting, controller=source.controller)


def _ordered(state: State, seat: Seat, own: list[Waiting]) -> Generator[Decision, Answer, list[Waiting]]:
    first = own[0]
    if all(_alike(each, first) for each in own):
        return own
    answer = yield Decision(
        seat,
        "order",
        ("abilities.3.22", "timing.3.4"),
        "choose the order of your triggers; the first one is put on the stack first",
        form="order",
        options=tuple(f"trigger/{each.label or each.source.face}" for each in own),
    )
    assert isinstance(answer, tuple)
    return [own[index] for index in answer]


def _alike(one: Waiting, other: Waiting) -> bool:
    """Whether two triggers do the same, so that their order makes no difference."""
    return (one.label, one.source.thing, one.text, one.remembers) == (
        other.label,
        other.source.thing,
        other.text,
        other.remembers,
    )


def _place(state: State, waiting: Waiting, *rules: str) -> Steps:
    """Puts a trigger on the stack: its modes and targets are chosen now, and it has the nature of its source.

    X in it is the value with which the source was played (targets-and-copies.9.7).

    Rules: abilities.3.8, abilities.3.10, abilities.3.11, abilities.1.9.
    """
    source = state.current(waiting.source.thing) or waiting.source
    spell = waiting.spell or "spell" in now.words(state, source)
    choices = yield from _choose(
        state, waiting.controller, source, waiting.text, waiting.key, spell=spell, waiting=waiting, x=source.x
    )
    modes, groups = choices if choices is not None else ((), _empty(waiting))
    _remember_modes(state, source, waiting.key, modes)
    item = Item(
        stack.new_id(state),
        "trigger",
        waiting.controller,
        source.id,
        source,
        waiting.text,
        state.tick(),
        modes=modes,
        groups=groups,
        x=source.x,
        event=waiting.event,
        times=waiting.times,
        spell=spell,
        condition=waiting.condition,
        remembers=waiting.remembers,
        label=waiting.label,
        deed=waiting.deed,
    )
    left = ("turn.9.9.choice.1",) if state.players[item.controller].lost else ()
    rules = (*rules, *left, "zones.3.12", *trigger_grounds.of_placing(state, waiting, item))
    stack.put_ability(state, item, "abilities.3.1", *rules)


def _empty(waiting: Waiting) -> tuple[Group, ...]:
    """A trigger that found no legal target goes on the stack with none, and fizzles (targets-and-copies.3.8)."""
    return (Group(0, -1, 0, "target", (None,), required=True),)
