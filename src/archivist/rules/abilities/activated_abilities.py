"""Activated abilities: who may activate them, declaring, paying, and putting them on the stack (abilities.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from archivist.model.card import Card, Seat
from archivist.model.decision import Use
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
from archivist.rules.effects.continuous.what_objects_bring import Usage, objects
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards import effects_stack
from archivist.rules.targets_and_copies import targets
from archivist.rules.timing import speed
from archivist.rules.zones.visibility import sees
from archivist.vocabulary.abilities import Activated, LineageRelease
from archivist.vocabulary.costs import Reserve, This
from archivist.vocabulary.face import text_of
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Item
from archivist.vocabulary.speech import Speaker
from archivist.vocabulary.statics.playing import AbilityCost


def activate(state: State, player: Seat, number: int, index: int, *, collect: bool = False) -> Steps:
    """Announce, modes and targets, pay: only then is the ability on the stack (abilities.2.2).

    Rules: terms.2.activate, abilities.2.9, abilities.1.9.
    """
    card = state.cards[number]
    key, ability = _announced(state, player, card, index)
    reasons = list(_hindrances(state, player, card, key, ability))
    if reasons and not collect:
        raise Illegal(reasons[0])
    if reasons and not _works_for(state, player, card, ability):
        raise Illegal(*reasons)
    x = (yield from _declare_x(state, player, card, ability)) if ability.variable else card.x
    spell, times = _as_spell(state, card, ability), card.uses.get(key, 0) + 1
    giver = abilities_in_general.giver_of(state, card, ability)
    choices = yield from choose(state, player, card, (ability,), key, spell=spell, times=times, x=x, giver=giver)
    if choices is None:
        reasons.append(
            Reason(
                ("abilities.2.3", "CA.1.5", "targets-and-copies.3.5", *target_citations.of_shrouds(state)),
                f"{card.face}: the ability has no legal target or mode",
            )
        )
        raise Illegal(*reasons)
    modes, groups = choices
    if not targets.all_there(state, groups):
        why = f"{card.face}: a target of the ability has left the game"
        raise Illegal(Reason(("abilities.2.3", "CA.1.5", "targets-and-copies.3.5", "turn.9.6"), why))
    bill = _bill(state, player, card, ability, x)
    payer = Payer(state, player, card, "ability", x)
    reasons += [
        Reason((payer.rule, *lack.rules, "costs.5.7", "costs.5.4"), f"{card.face}: {lack.why}")
        for lack in payment.shortfall(payer, bill)
    ]
    if reasons:
        raise Illegal(*reasons)
    _count_use(state, card, key, _limited(state, key, ability))
    remember_modes(state, card, key, modes)
    yield from payment.pay(payer, bill)
    source = state.still(card) or card
    item = Item(
        effects_stack.new_id(state),
        "ability",
        player,
        number,
        replace(source, last=card.last) if source is card else source,
        ability.text,
        state.tick(),
        modes=modes,
        groups=groups,
        x=x,
        times=times,
        spell=spell,
        noted_card=_paid_with(state, payer),
        given=payer.given_up,
        giver=giver,
        text_of=text_of(key),
    )
    effects_stack.put_ability(state, item, "abilities.2.2", "timing.2.8", *item_citations.of_use(ability, item))
    speed.gains_opportunity(state, player, "ability")


def usages(state: State, player: Seat, *, slow: bool) -> Sequence[Usage]:
    """The activated abilities of objects and intents that are a player's to activate, in the order of these.

    Unless `slow` ones are possible those are left out: most windows are for fast actions, and most abilities are slow.
    They are listed once for the objects there are, unless effects give and take abilities or change what cards are:
    whether those do can change any time.

    Rules: abilities.2.
    """
    known = state.standing or standing(state)
    if known.wavers:
        there = (state.cards[number] for number in (*state.field, *state.intent))
        every = [
            usage
            for card in there
            for usage in _usages(state, player, card, abilities_in_general.activated_abilities(state, card))
        ]
        return every if slow else _fast(every)
    own = state.objects or objects(state)
    kept = own.usages.get(player)
    if kept is None:
        every = []
        for number in (*own.used, *state.intent):
            card = state.cards[number]
            if card.controller == player or state.pool[card.face].used_by_others:
                every += _usages(state, player, card, abilities_in_general.lasting_abilities(state, card))
        kept = (_fast(every), every)
        own.usages[player] = kept  # only now: copies of the game in other threads share the lists
    return kept[slow]


def _fast(usages: list[Usage]) -> list[Usage]:
    return [usage for usage in usages if usage.ability.speed == "fast"]


def _usages(state: State, player: Seat, card: Card, abilities: Sequence[tuple[str, Activated]]) -> list[Usage]:
    """Those abilities of a card that are a player's to activate and not shut as long as the objects stay what they are.

    Of most one look tells that they are.
    """
    found: list[Usage] = []
    own, champion = card.controller == player and card.zone == "field", state.players[player].champion
    for index, (key, ability) in enumerate(abilities):
        if (own and ability.ordinary) or _open(state, player, card, ability):
            counters: tuple[tuple[int, str, int], ...] = ()
            if ability.counters:
                holders = [(card.id if itself else champion, kind, count) for kind, itself, count in ability.counters]
                counters = tuple([(holder, kind, count) for holder, kind, count in holders if holder is not None])
                if len(counters) < len(holders):
                    continue  # there is no champion to lose them
            use, rests = Use(card.id, index), ability.rests_itself
            found.append(Usage(use, key, ability, rests, counters, ability.conditional, ability.free))
    return found


def _open(state: State, player: Seat, card: Card, ability: Activated) -> bool:
    """Whether an ability is a player's to activate and can be, as far as the objects decide that."""
    return (
        _permitted(player, card, ability)
        and where_abilities_work.works(state, card, ability)
        and not _no_object(card, ability)
        and not _shut(state, player, card, ability)
    )


def _shut(state: State, player: Seat, card: Card, ability: Activated) -> bool:
    """Whether an ability cannot be activated as long as the objects stay what they are."""
    when, if_ = ability.when, ability.if_
    if when is not None and when.steady and not _unrestricted(state, card, ability):
        return True
    return if_ is not None and if_.steady and not if_.holds(_scene(state, player, card, ability))


def _unrestricted(state: State, card: Card, ability: Activated) -> bool:
    """Whether the restriction ahead of an ability is met, if there is one."""
    when = ability.when
    return when is None or restrictions.unlocked(
        state, card, when, giver=abilities_in_general.giver_of(state, card, ability)
    )


def _scene(state: State, player: Seat, card: Card, ability: Activated, x: int = 0) -> Scene:
    """The point of view of whoever activates an ability, with the card that a champion has it from."""
    scene = Scene(state, player, card, x=x)
    scene.giver = abilities_in_general.giver_of(state, card, ability)
    return scene


def usable(state: State, player: Seat, *, slow: bool) -> list[Use]:
    """The abilities of objects and intents that a player who has Opportunity can activate.

    Most lack counters, or would rest what is rested: that is looked at first, and here, as every window asks.
    """
    kept = None if (state.standing or standing(state)).wavers else (state.objects or objects(state)).usages.get(player)
    cards, found = state.cards, []
    for usage in usages(state, player, slow=slow) if kept is None else kept[slow]:
        if usage.resting and cards[usage.action.card].rested:
            continue
        for holder, kind, count in usage.counters:
            held = cards[holder].counters
            if (held.get(kind, 0) if held else 0) < count:
                break
        else:
            if _usable(state, player, cards[usage.action.card], usage):
                found.append(usage.action)
    return found


def _usable(state: State, player: Seat, card: Card, usage: Usage) -> bool:
    """Whether a player can activate an ability now whose object is awake if it has to rest, and the counters are there.

    Counters on the champion may be there and not be used to pay; only another cost might end that (costs.5.7).
    """
    ability = usage.ability
    if usage.conditional and not (_unlocked(state, player, card, ability) and _left(state, card, usage.key, ability)):
        return False
    if not control_and_obedience.obeys(state, card):
        return False
    known = state.standing or standing(state)
    kept = bool(usage.counters and known.forbidden) and _kept(state, player, usage)
    if kept and len(ability.cost) == 1:
        return False
    if kept or not usage.free or AbilityCost in known.by_kind:
        return possible(state, player, card, usage.key, ability)
    if ability.modes is None and not ability.targets:
        return True
    return _choosable(state, player, card, usage.key, ability, card.x)


def _kept(state: State, player: Seat, usage: Usage) -> bool:
    """Whether an effect keeps counters on the champion from being used to pay."""
    champion = state.players[player].champion
    for holder, kind, _ in usage.counters:
        if holder == champion and state.now.forbidden(state, player, f"remove {kind} counters as a cost"):
            return True
    return False


def possible(state: State, player: Seat, card: Card, key: str, ability: Activated) -> bool:
    """Whether an ability that nothing stands against has its modes and targets, and can be paid for."""
    if ability.variable:
        return any(_choosable(state, player, card, key, ability, x) for x in _numbers(state, player, card, ability))
    x = card.x
    payable = payment.payable(Payer(state, player, card, "ability", x), _bill(state, player, card, ability, x))
    return payable and _choosable(state, player, card, key, ability, x)


def _choosable(state: State, player: Seat, card: Card, key: str, ability: Activated, x: int) -> bool:
    """Whether there are the modes and targets that an ability asks for."""
    if ability.modes is None and not ability.targets:
        return True
    scene = _scene(state, player, card, ability, x)
    scene.times = card.uses.get(key, 0) + 1
    spell = _as_spell(state, card, ability)
    if ability.modes is not None and not (
        past_cascade(scene, ability) or open_modes(scene, card, ability, key, spell=spell)
    ):
        return False
    return targets.fillable(scene, (ability,), ((0, -1),), spell=spell)


def allowed(state: State, player: Seat, number: int, index: int) -> bool:
    """Whether a player can activate an ability now, counted as its card has them."""
    card = state.cards[number]
    abilities = abilities_in_general.activated_abilities(state, card)
    if index >= len(abilities) or not sees(state, player, card):
        return False
    hindrance = next(_hindrances(state, player, card, *abilities[index]), None)
    return hindrance is None and possible(state, player, card, *abilities[index])


def _announced(state: State, player: Seat, card: Card, index: int) -> tuple[str, Activated]:
    """The ability that a player means to activate, counted as its card has them."""
    if not sees(state, player, card):
        raise Illegal(Reason(("abilities.1.11", "abilities.2.4", "abilities.1.4"), "you control no such object"))
    abilities = abilities_in_general.activated_abilities(state, card)
    if index >= len(abilities):
        raise Illegal(Reason(("abilities.2.1", "abilities.1.4"), f"{card.face} has no such ability"))
    return abilities[index]


def _hindrances(state: State, player: Seat, card: Card, key: str, ability: Activated) -> Iterator[Reason]:
    """What stands against activating an ability, costs, modes and targets left aside, found one after the other.

    Whoever asks only whether there is anything stops at the first.

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
    if _no_object(card, ability):
        yield Reason(("abilities.1.5",), f"{card.face} is not an object, so it cannot pay that cost")
    if not _unrestricted(state, card, ability):
        assert ability.when is not None
        only = ability.when.only(Speaker.of(state.pool[card.face]))
        yield Reason(("abilities.5.2", *text_citations.of_condition(ability.when)), f"the ability works only {only}")
    if ability.if_ is not None and not ability.if_.holds(_scene(state, player, card, ability)):
        only = ability.if_.only(Speaker.of(state.pool[card.face]))
        yield Reason(("abilities.2.4", "abilities.2.1"), f"it can be activated only {only}")
    if not _left(state, card, key, ability):
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


def _works_for(state: State, player: Seat, card: Card, ability: Activated) -> bool:
    """Whether an ability works where its card lies, and is the player's to activate.

    An attack card's abilities work in the intent only (abilities.2.6).
    """
    return where_abilities_work.works(state, card, ability) and _permitted(player, card, ability)


def _no_object(card: Card, ability: Activated) -> bool:
    """Whether a cost of an ability could be paid by an object alone, and its card is none (abilities.1.5)."""
    return card.zone == "intent" and any(isinstance(cost, This) and cost.for_objects for cost in ability.cost)


def _unlocked(state: State, player: Seat, card: Card, ability: Activated) -> bool:
    """Whether the conditions of an ability are met: its restriction, and when it can be activated."""
    return _unrestricted(state, card, ability) and (
        ability.if_ is None or ability.if_.holds(_scene(state, player, card, ability))
    )


def _left(state: State, card: Card, key: str, ability: Activated) -> bool:
    """Whether the limit of an ability lets it be activated once more (abilities.6.1)."""
    return not ability.limit or not card.uses.get(_limited(state, key, ability), 0)


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


def _bill(state: State, player: Seat, card: Card, ability: Activated, x: int) -> Bill:
    """What the ability costs: the reserve in it, with what changes that, and everything else (costs.5.13).

    Rules: costs.4.1, costs.6.cardistry.
    """
    known = state.standing or standing(state)
    fixed = ability.fixed_price
    if fixed is not None and AbilityCost not in known.by_kind:
        return Bill("ability", *fixed)  # no amount has to be read, and nothing changes it
    scene = _scene(state, player, card, ability, x)
    reserve = sum(scene.amount(cost.amount) for cost in ability.cost if isinstance(cost, Reserve))
    reserve += sum(
        active.scene(state).amount(cost.amount)
        for active, cost in now.statics(state, AbilityCost)
        if cost.of.fits(active.scene(state), card)
    )
    if ability.less is not None and (ability.less_if is None or ability.less_if.holds(scene)):
        reserve -= scene.amount(ability.less)
    return replace(collected(scene, "ability", ability.cost), reserve=max(0, reserve))


def _declare_x(state: State, player: Seat, card: Card, ability: Activated) -> Asked[int]:
    """The value of X in an ability's cost, one that can be paid (costs.5.13, costs.4.6).

    Without X in its cost, X means the value with which the object was played (targets-and-copies.9.7).
    """
    numbers = list(_numbers(state, player, card, ability)) or [0]
    rules = ("costs.5.13", "costs.4.6")
    return (yield from ask_number(player, "x", rules, f"choose X for {card.face}", numbers, card=card.id))


def _numbers(state: State, player: Seat, card: Card, ability: Activated) -> Iterator[int]:
    """The values of X with which the ability can be paid."""
    return values_of_x.numbers(
        lambda x: (Payer(state, player, card, "ability", x), _bill(state, player, card, ability, x))
    )


def _count_use(state: State, card: Card, *keys: str) -> None:
    """The object remembers how often the ability was used, in all and as far as a limit asks (abilities.6.1).

    Rules: keywords.cascade.
    """
    counted = {key: card.uses.get(key, 0) + 1 for key in keys}
    state.alter(card.id, uses={**card.uses, **counted})


def _paid_with(state: State, payer: Payer) -> Card | None:
    """The object sacrificed or banished for the ability, as it was last known."""
    for event in reversed(state.events) if payer.spent else ():
        if isinstance(event, Leave) and any(thing.id == event.card.id for thing in payer.spent):
            return event.card
    return None
