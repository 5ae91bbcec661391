"""What may be attacked: units, Siegeable domains, Taunt, Stealth; choosing the targets of an attack (combat.1, combat.8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from archivist.model import events
from archivist.model.card import Card, Seat, Thing
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general
from archivist.rules.asking import Asked, Groups, ask_cards, ask_one
from archivist.rules.citations import combat as citations
from archivist.rules.combat import attack_costs
from archivist.rules.combat.attack_costs import PRICED
from archivist.rules.combat.weapons import Outfit
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.continuous.effects_in_force import occurs, standing
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.rules.zones import moving
from archivist.vocabulary.abilities import Keyword
from archivist.vocabulary.node import THIS, Left
from archivist.vocabulary.pending import Combat
from archivist.vocabulary.statics.combat import AttackCost, AttackOnly, Attacks, MustAttack
from archivist.vocabulary.statics.game import Forbid

# -- what can be attacked ----------------------------------------------------------------------------------------

Cards = Asked[tuple[Card, ...]]
"""A question whose outcome is a choice of objects."""


def targets(state: State, player: Seat, keywords: frozenset[str], unit: Card) -> list[Card]:
    """What an attack may be declared on: a player's awake Taunt units before that player's other objects.

    Of these an effect may leave the unit only some.

    Unblockable attacks ignore Taunt. Rules: combat.8.taunt, combat.8.choice.4, combat.8.unblockable, keywords.taunt,
    keywords.unblockable.
    """
    every = all_attackable(state, player, keywords)
    if "unblockable" in keywords or not occurs(state, "taunt"):
        return allowed(state, unit, every)
    taunting = {card.controller for card in every if taunts(state, card)}
    before = [card for card in every if card.controller not in taunting or taunts(state, card)]
    return allowed(state, unit, before)


KEPT_FROM = "attack"
"""What an effect may keep a unit from."""


def kept_from_attacking(state: State, unit: Card) -> bool:
    """Whether an effect keeps this unit from attacking, whatever else permits it (timing.6.2)."""
    for active, forbid in now.statics(state, Forbid):
        if forbid.what == KEPT_FROM and active.reaches(state, forbid.of or THIS, unit):
            return True
    return False


def allowed(state: State, unit: Card, cards: list[Card]) -> list[Card]:
    """Those that a unit may attack, where an effect lets it attack only some, or nothing at all (timing.6.2)."""
    if kept_from_attacking(state, unit):
        return []
    limits = [(active, only) for active, only in now.statics(state, AttackOnly) if active.reaches(state, only.of, unit)]
    if not limits:
        return cards
    return [card for card in cards if all(_lets_attack(state, active, only, card) for active, only in limits)]


def _lets_attack(state: State, active: Active, only: AttackOnly, card: Card) -> bool:
    if not only.at.fits(active.scene(state), card):
        return False
    champion = state.players[active.you].champion
    hits = (event for event in state.this_turn if isinstance(event, events.Hit))
    return not only.hit or any(event.source.id == champion and event.card.thing == card.thing for event in hits)


def taunts(state: State, card: Card) -> bool:
    return not card.rested and state.now.has(state, card, "taunt")


def why_not(state: State, player: Seat, options: Sequence[Card], card: Card, rules: Sequence[str]) -> str:
    """Why an object is not among those that may be attacked; empty if this cannot be said in a few words.

    The `rules` of the choice say whether this attack heeds Stealth and Taunt.
    """
    if card.controller == player:
        return "you control it"
    if "keywords.stealth" in rules and state.now.has(state, card, "stealth"):
        return "it has Stealth"
    before = [other.face for other in options if other.controller == card.controller and taunts(state, other)]
    return f"{before[0]} has Taunt" if "keywords.taunt" in rules and before else ""


def all_attackable(state: State, player: Seat, keywords: frozenset[str]) -> list[Card]:
    """Everything of other players that could be attacked, Taunt left aside (combat.1.7)."""
    known = state.standing or standing(state)
    if "words" in known.changed or occurs(state, "stealth"):
        perhaps = [card for card in moving.on_field(state) if attackable(state, card, keywords)]
    else:
        perhaps = [state.cards[number] for number in (state.objects or objects(state)).attackable]
    return [card for seat in state.opponents(player) for card in perhaps if card.controller == seat]


def attackable(state: State, card: Card, keywords: frozenset[str]) -> bool:
    """Units and Siegeable domains, unless hidden from this attack (combat.1.8, cards.4.13).

    Rules: cards.4.siegeable, cards.4.table.
    """
    words = state.now.words(state, card)
    return ("unit" in words or "siegeable" in words) and not hidden(state, card, keywords)


def hidden(state: State, card: Card, keywords: frozenset[str]) -> bool:
    """Stealth hides an object from attacks that have no True Sight (combat.8.stealth, combat.8.true-sight).

    Rules: keywords.stealth, keywords.true-sight.
    """
    return "true sight" not in keywords and state.now.has(state, card, "stealth")


# -- what belongs to an attack -----------------------------------------------------------------------------------


Bonus = tuple[Active, Attacks]
"""Something that holds for an attack, and what it comes from."""


def keywords_of(state: State, unit: Card, intent: Sequence[int], weapons: Sequence[Card]) -> frozenset[str]:
    """The keywords of an attack: of the attacker, of what it wields, of the intent and of what will enter it.

    Each is there or not; a second instance adds nothing where the number does not count (combat.8, combat.8.table).
    """
    found = set(state.now.keywords(state, unit))
    entering = [*intent, *unit.loaded]
    for card in weapons:
        found.update(state.now.keywords(state, card))
        entering += card.loaded
    for number in entering:
        found.update(state.now.keywords(state, state.cards[number]))
    for _, bonus in bonuses(state, unit, weapons):
        found |= {Keyword(text).word for text in bonus.keywords}
    return frozenset(found)


def numbers_of(state: State, unit: Card, weapons: Sequence[Card], held: Sequence[Bonus], word: str) -> tuple[int, ...]:
    """The numbers of all instances of a keyword that the attack has: of its cards, and of what holds for it."""
    found = state.now.instances(state, unit, word)
    for card in weapons:
        found += state.now.instances(state, card, word)
    for number in state.intent:
        found += state.now.instances(state, state.cards[number], word)
    for _, bonus in held:
        found += tuple(keyword.number for keyword in map(Keyword, bonus.keywords) if keyword.word == word)
    return found


def bonuses(state: State, unit: Card, weapons: Sequence[Card]) -> list[Bonus]:
    """What holds for attacks of this unit with these weapons."""
    found: list[Bonus] = []
    for active, bonus in now.statics(state, Attacks):
        if abilities_in_general.about_attack(state, active, bonus, unit, [card.thing for card in weapons]):
            found.append((active, bonus))
    return found


def openings(state: State, player: Seat, unit: Card, intent: Sequence[int], outfit: Outfit) -> list[tuple[Card, ...]]:
    """The smallest sets of defenders with which the attack could begin: one target, or all of a player for Cleave.

    Rules: combat.1.9.
    """
    keywords = keywords_of(state, unit, intent, outfit)
    single: list[tuple[Card, ...]] = [(card,) for card in targets(state, player, keywords, unit)]
    if "cleave" not in keywords:
        return single
    every = allowed(state, unit, all_attackable(state, player, keywords))
    seats = sorted({card.controller for card in every})
    return [tuple(card for card in every if card.controller == seat) for seat in seats]


def due(
    state: State,
    player: Seat,
    unit: Card,
    intent: Sequence[int],
    outfit: Outfit,
    options: Sequence[Card],
    active: Active,
    must: MustAttack,
) -> list[Card]:
    """Those among the options that a unit bound to attack some must choose from, if there are any."""
    return [
        card
        for card in options
        if _bound_to(state, active, must, card)
        and not any(cost.imposed for _, cost in attack_costs.charges(state, unit, intent, outfit, (card,)))
        and attack_costs.payable(state, player, unit, intent, outfit, (card,))
    ]


def _bound_to(state: State, active: Active, must: MustAttack, card: Card) -> bool:
    """Whether a card is what a unit must attack: of the kind that is named, or a unit of the player who is."""
    if must.at is not None:
        return must.at.fits(active.scene(state), card)
    return card.controller == must.player and "unit" in state.now.words(state, card)


NOTHING_LEFT: Final = Reason(("combat.3.step.3", "combat.3.step"), "there is nothing left to attack")


def choose_targets(state: State, player: Seat, unit: Card, weapons: tuple[Card, ...]) -> Asked[Combat]:
    """A target, or for Cleave a player all of whose attackable objects defend; then what Multistrike adds.

    Rules: combat.8.cleave, combat.8.multistrike, combat.8.choice.1, keywords.cleave, keywords.multistrike,
    combat.3.step.3.
    """
    swept: tuple[Card, ...] = ()
    while True:
        keywords = keywords_of(state, unit, state.intent, weapons)
        more = 0
        if "multistrike" in keywords:
            more = sum(numbers_of(state, unit, weapons, bonuses(state, unit, weapons), "multistrike"))
        try:
            if "cleave" in keywords and not swept:
                swept = yield from _choose_player(state, player, unit, weapons)
            chosen = yield from _choose_others(state, player, unit, weapons, keywords, more, swept)
        except Left:
            attack_costs.check_there(state, (unit, *weapons, *swept))
            unit = state.cards[unit.id]
            weapons = tuple([state.cards[card.id] for card in weapons])
        else:
            break
    if not (swept or chosen):
        raise Illegal(NOTHING_LEFT)
    targeted = tuple([card.thing for card in chosen])
    return Combat(
        player,
        unit.thing,
        (*[card.thing for card in swept], *targeted),
        targeted,
        tuple([card.thing for card in weapons]),
        keywords=tuple(sorted(keywords)),
        cleave=bool(swept),
        defending=(swept or chosen)[0].controller,
    )


def _choose_others(
    state: State,
    player: Seat,
    unit: Card,
    weapons: tuple[Card, ...],
    keywords: frozenset[str],
    more: int,
    swept: tuple[Card, ...],
) -> Cards:
    """The target, and those that Multistrike adds; or only these, for an attack that sweeps a whole side."""
    every = allowed(state, unit, all_attackable(state, player, keywords)) if more else []
    if swept:
        options: Sequence[Card] = [card for card in every if card not in swept]
        return (
            (yield from _pick_targets(state, player, unit, weapons, keywords, options, 0, more, swept)) if more else ()
        )
    options = _forced(state, player, unit, weapons, every if more else targets(state, player, keywords, unit))
    return (yield from _pick_targets(state, player, unit, weapons, keywords, options, 1, 1 + more, ()))


def _pick_targets(
    state: State,
    player: Seat,
    unit: Card,
    weapons: tuple[Card, ...],
    keywords: frozenset[str],
    options: Sequence[Card],
    least: int,
    most: int,
    swept: tuple[Card, ...],
) -> Cards:
    """Targets of an attack: a player's Taunt units before that player's other objects (combat.8.choice.4).

    Only targets are offered for which the attack can be paid.
    """
    charged = attack_costs.any_charged(state)
    most = min(most, len(options))
    sorts: tuple[int, ...] = ()
    mixes: Groups = ()
    if most > 1 or least == 0:
        found = _good_mixes(state, player, unit, weapons, keywords, options, most, swept)
        if found is None:
            return ()
        sorts, mixes = found
        if mixes and least == 0:
            mixes = ((0,) * len(mixes[0]), *mixes)
    elif charged:
        options = [
            card for card in options if attack_costs.payable(state, player, unit, state.intent, weapons, (card,))
        ]
    if not options:
        return ()
    picked = yield from ask_cards(
        player,
        "targets",
        (
            "combat.3.step.3",
            "combat.8.taunt",
            "combat.8.stealth",
            "combat.1.7",
            "combat.1.8",
            *citations.of_choice(state, player, keywords, several=most > 1),
            *(PRICED if charged else ()),
        ),
        "choose what to attack",
        options,
        least=least,
        most=most,
        card=unit.id,
        sorts=sorts,
        mixes=mixes,
        on_leave="renew",
    )
    if not _taunts_first(state, options, picked, keywords):
        raise Illegal(Reason(("combat.3.step.3", "combat.8.taunt"), "these cannot be attacked together"))
    return picked


MOST_MIXES: Final = 300
"""Of how many mixes of targets it is found out beforehand which of them can be attacked together; beyond that, afterwards."""


def _good_mixes(
    state: State,
    player: Seat,
    unit: Card,
    weapons: tuple[Card, ...],
    keywords: frozenset[str],
    options: Sequence[Card],
    most: int,
    swept: tuple[Card, ...],
) -> tuple[tuple[int, ...], Groups] | None:
    """Of which kind each target is, and how many of each may be attacked together; None if no targets can be.

    Nothing where all that is offered goes together, or where there are too many mixes to tell beforehand.
    """
    kinds = _kinds(state, options)
    every = list(islice(_mixes([kinds.count(kind) for kind in sorted(set(kinds))], most), MOST_MIXES + 1))
    if len(every) > MOST_MIXES:
        return (), ()
    good: list[tuple[int, ...]] = []
    for mix in every:
        picked = _example(options, kinds, mix)
        if _taunts_first(state, options, picked, keywords) and attack_costs.payable(
            state, player, unit, state.intent, weapons, (*swept, *picked)
        ):
            good.append(mix)
    if not good:
        return None
    return (kinds, tuple(good)) if len(good) < len(every) else ((), ())


def _kinds(state: State, options: Sequence[Card]) -> tuple[int, ...]:
    """Of which kind each target is: any two of a kind allow the same other targets, at the same cost."""
    taxes = [(active.scene(state), cost.against) for active, cost in now.statics(state, AttackCost) if cost.against]
    own = {active.source.thing for active, cost in now.statics(state, AttackCost) if cost.against_this}
    looks = [
        (
            card.controller,
            taunts(state, card),
            card.thing if card.thing in own else None,
            *(against.fits(scene, card) for scene, against in taxes),
        )
        for card in options
    ]
    known = list(dict.fromkeys(looks))
    return tuple(known.index(look) for look in looks)


def _mixes(sizes: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """How many of each kind may be picked, up to `most` in all and at least one."""

    def go_on(index: int, left: int) -> Iterator[tuple[int, ...]]:
        if index == len(sizes):
            yield ()
            return
        for n in range(min(sizes[index], left), -1, -1):
            yield from ((n, *rest) for rest in go_on(index + 1, left - n))

    return (mix for mix in go_on(0, most) if any(mix))


def _example(options: Sequence[Card], kinds: Sequence[int], mix: Sequence[int]) -> list[Card]:
    """Some targets of each kind, as many as the mix says."""
    found = [[card for card, kind in zip(options, kinds, strict=True) if kind == each] for each in range(len(mix))]
    return [card for cards, n in zip(found, mix, strict=True) for card in cards[:n]]


def _taunts_first(state: State, options: Sequence[Card], picked: Sequence[Card], keywords: frozenset[str]) -> bool:
    """Whether no object is attacked past a Taunt unit of its controller that is not (combat.8.taunt)."""
    if "unblockable" in keywords or not occurs(state, "taunt"):
        return True
    for seat in {card.controller for card in picked}:
        taunting = [card for card in options if card.controller == seat and taunts(state, card)]
        mine = [card for card in picked if card.controller == seat]
        others = any(card not in taunting for card in mine)
        if others and not all(card in mine for card in taunting):
            return False
    return True


def _choose_player(state: State, player: Seat, unit: Card, weapons: tuple[Card, ...]) -> Cards:
    """With Cleave a player is chosen; gives the objects that will defend (combat.8.cleave)."""
    sides = {
        side[0].controller: side
        for side in openings(state, player, unit, state.intent, weapons)
        if attack_costs.payable(state, player, unit, state.intent, weapons, side)
    }
    if not sides:
        raise Illegal(NOTHING_LEFT)
    seats = tuple(sides)
    rules = ("combat.8.cleave", "keywords.cleave", "combat.3.step.3")
    options = [Thing("player", seat) for seat in seats]
    prompt = "choose a player to cleave"
    cleaved = yield from ask_one(player, "targets", rules, prompt, options, seats, card=unit.id, on_leave="renew")
    return sides[cleaved]


def _forced(
    state: State, player: Seat, unit: Card, weapons: tuple[Card, ...], options: Sequence[Card]
) -> Sequence[Card]:
    """A unit that must attack a certain player's units does so if able (turn.4.13)."""
    for active, must in now.statics(state, MustAttack):
        if active.reaches(state, must.of, unit):
            units = due(state, player, unit, state.intent, weapons, options, active, must)
            if units:
                return units
    return options
