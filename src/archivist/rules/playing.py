"""Playing cards: activating, materializing and bestowing, in nine steps (PC, CA, CM, BB).

The three ways share one list of steps and differ only where their pages differ. A step that finds the play illegal
refuses it; whoever made the attempt then puts the old state back, so that an illegal play leaves no trace (PC.3).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Final

from msgspec.structs import replace

from archivist.model.card import Card, Played, Seat, Thing, Way
from archivist.model.decision import Answer, Decision
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules import champions, costs, payment, permissions, stack, targets, timing, zones
from archivist.rules import characteristics as now
from archivist.rules.events import say
from archivist.rules.permissions import Licence
from archivist.rules.scene import Scene
from archivist.vocabulary.amounts import NONE
from archivist.vocabulary.costs import CostNode, Memory, Reserve, Rest
from archivist.vocabulary.face import AdditionalCost, AlternativeCost, Command, Imbue, Link, Restriction
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Group
from archivist.vocabulary.statics import Forbid, Modify, NextActivation, StarcallFree, concerns
from archivist.vocabulary.text import Targets

LEGALITY: Final = {"activate": "CA.1.6", "materialize": "CM.3.1", "bestow": "BB.3.1"}
PAGES: Final = {"activate": "CA.1", "materialize": "CM.1", "bestow": "BB.3"}
COMPLETE: Final = {"activate": "CA.1.9", "materialize": "CM.3.4", "bestow": "BB.3.4"}
FREE_STARCALL: Final = AlternativeCost(pay=(Reserve(NONE),), label="free", from_="deck")
REST_CHAMPION: Final = Rest(of=Filter("champion you control"))


class Attempt:
    """A play in the making: what has been declared so far. It lives only from announcing to the last step.

    `collect` gathers every reason against the play instead of stopping at the first.
    """

    def __init__(
        self, state: State, player: Seat, way: Way, card: int, licence: Licence | None = None, *, collect: bool = False
    ) -> None:
        self.state = state
        self.player = player
        self.way = way
        self.number = card
        self.collect = collect
        self.reasons: list[Reason] = []
        self.before = state.cards[card]
        self.face = state.pool[self.before.face]
        self.instructed = licence
        self.licences: list[Licence] = []
        self.licence: Licence | None = licence
        self.x = 0
        self.y = 0
        self.optional: tuple[AdditionalCost, ...] = ()
        self.labels: tuple[str, ...] = ()
        self.alternative: AlternativeCost | None = None
        self.modes: tuple[tuple[int, int], ...] = ()
        self.groups: tuple[Group, ...] = ()
        self.had: tuple[tuple[int, int], ...] = ()
        self.price: costs.Price | None = None
        self.properties: tuple[str, ...] = ()
        self.spent: tuple[Thing, ...] = ()
        self.attacker: Thing | None = None

    def refuse(self, why: str, *rules: str) -> None:
        legality = LEGALITY[self.way]
        reason = Reason(rules if legality in rules else (*rules, legality), why)
        if not self.collect:
            raise Illegal(reason)
        self.reasons.append(reason)

    @property
    def card(self) -> Card:
        return self.state.cards[self.number]

    def scene(self) -> Scene:
        """The player's point of view, with the card on the stack as the source."""
        scene = Scene(self.state, self.player, self.card, x=self.x, y=self.y)
        scene.targets = tuple(thing for group in self.groups for thing in group.things if thing is not None)
        return scene

    @property
    def link(self) -> Targets | None:
        for ability in self.face.abilities:
            if isinstance(ability, Link):
                return Targets(of=ability.of, name="link")
        return None


Step = Callable[[Attempt], Steps | None]


def play(
    state: State, player: Seat, way: Way, card: int, licence: Licence | None = None, *, collect: bool = False
) -> Steps:
    """Goes down the nine steps. Raises Illegal at the step that refuses, with the state as far as it had got."""
    attempt = Attempt(state, player, way, card, licence, collect=collect)
    for step in STEPS:
        asking = step(attempt)
        if asking is not None:
            yield from asking
    if attempt.reasons:
        raise Illegal(*attempt.reasons)


# -- 1 announce --------------------------------------------------------------------------------------------------


def announce(attempt: Attempt) -> None:
    """The card goes from its zone onto the stack and is timestamped now (CA.1.1)."""
    _check_permission(attempt)
    state, card = attempt.state, attempt.before
    if card.zone == "deck":
        say(state, "reveal", "zones.2.4", player=attempt.player, card=replace(card, face_up=True, zone="stack"))
    zones.move(
        state,
        attempt.number,
        "stack",
        "CA.1.1",
        PAGES[attempt.way],
        "PC.1",
        controller=attempt.player,
        played=Played(attempt.way, attempt.player, card.zone),
    )
    licence = attempt.licences[0].rules if attempt.licences else ()
    say(state, "announce", "CA.1.1", "PC.4", *licence, player=attempt.player, card=attempt.card, note=attempt.way)


def _check_permission(attempt: Attempt) -> None:
    """Control or a permission, from that zone, now (PC.2, CA.1.9.1, timing.1)."""
    state, player, way, card = attempt.state, attempt.player, attempt.way, attempt.before
    if attempt.instructed is not None:
        attempt.licences = [attempt.instructed]
        return
    attempt.licences = permissions.licences(state, player, card, way)
    if not attempt.licences:
        raise Illegal(_no_licence(attempt))
    when = timing.refusal(state, player, way, card, attempt.face, attempt.licences)
    if when is not None:
        attempt.refuse(when.why, *when.rules)


def _no_licence(attempt: Attempt) -> Reason:
    """Why a player may not play this card from where it lies; says nothing about a card they may not see (RU.14)."""
    card, way = attempt.before, attempt.way
    legality = LEGALITY[way]
    if way == "bestow":
        if card.zone == "pantheon" and card.owner == attempt.player:
            return Reason(("RU.6", "BB.3.4.1", legality), f"{attempt.face.name} has been bestowed already")
        return Reason(("BB.3.4.1", "PC.2", legality), "only a boon in your own Pantheon zone can be bestowed")
    own = card.owner == attempt.player and card.zone in ("hand", "material")
    if way == "materialize" and own and costs.kind_of(attempt.state, card) == "reserve":
        why = f"{attempt.face.name} has no memory cost, so it cannot be materialized"
        return Reason(("CM.3.4.2", "RU.5", "CM.2", legality), why)
    if way == "materialize":
        return Reason(("CM.2", "PC.2", legality), "nothing permits you to materialize that card now")
    return Reason(("CA.1.9.1", "PC.2", legality), "you may not activate that card from there")


# -- 2 check elements --------------------------------------------------------------------------------------------


def check_elements(attempt: Attempt) -> None:
    """Every element of the card must be enabled for the player (CA.1.2, BB.3.1.1); champions ignore this (CM.3.1.1)."""
    state, face = attempt.state, attempt.face
    if "champion" in face.words:
        return
    if all(licence.ignore_elements for licence in attempt.licences) and attempt.licences:
        return
    if permissions.ignores_elements(state, attempt.player, attempt.card):
        return
    enabled = now.enabled_elements(state, attempt.player)
    missing = sorted(set(face.elements) - enabled)
    if missing:
        several = ("CA.1.2.1", "CA.1.2") if len(face.elements) > 1 else ("CA.1.2",)
        rules = (*several, "BB.3.1.1") if attempt.way == "bestow" else several
        attempt.refuse(f"{face.name} needs {' and '.join(missing)}, which you have not enabled", *rules)
    else:
        rules = ("CA.1.2", "BB.3.1.1") if attempt.way == "bestow" else ("CA.1.2",)
        rules = (*rules, "CA.1.2.1") if len(face.elements) > 1 else rules
        say(state, "elements", *rules, player=attempt.player, card=attempt.card, note=" and ".join(face.elements))


# -- 3 declare costs ---------------------------------------------------------------------------------------------


def declare_costs(attempt: Attempt) -> Steps:
    """How the costs will be paid: an alternative, optional costs, X (CA.1.3)."""
    yield from _declare_alternative(attempt)
    _settle_licence(attempt)
    yield from _declare_optional(attempt)
    yield from _declare_variables(attempt)


def _declare_alternative(attempt: Attempt) -> Steps:
    """Whether an alternative cost is used, and which one; never two at once (CA.1.3.3)."""
    usable = _usable_alternatives(attempt)
    normal = any(not licence.alternative for licence in attempt.licences) or not attempt.licences
    normal = normal and costs.kind_of(attempt.state, attempt.card) != "none"
    if not usable:
        return
    names = ([""] if normal else []) + [_alternative_name(attempt, ability) for ability in usable]
    index = 0
    if len(names) > 1:
        answer = yield Decision(
            attempt.player,
            "alternative",
            ("CA.1.3.3",),
            "choose which cost to pay",
            options=tuple(name or "its own cost" for name in names),
            card=attempt.number,
        )
        assert isinstance(answer, tuple)
        index = answer[0]
    if names[index]:
        attempt.alternative = usable[index - (1 if normal else 0)]
        if attempt.alternative.label in ("brew", "starcalling", "ephemerate"):
            name = {"brew": "brewed", "starcalling": "starcalled", "ephemerate": "ephemeral"}
            attempt.properties = (*attempt.properties, name[attempt.alternative.label])
        say(attempt.state, "declare", "CA.1.3.3", "CA.1.3", player=attempt.player, card=attempt.card, note=names[index])


def _alternative_name(attempt: Attempt, ability: AlternativeCost) -> str:
    """Its label, or its printed number where it has none."""
    printed = [each for each in attempt.face.abilities if isinstance(each, AlternativeCost)]
    return ability.label or str(printed.index(ability) + 1)


def _usable_alternatives(attempt: Attempt) -> list[AlternativeCost]:
    found: list[AlternativeCost] = []
    bound = {licence.alternative for licence in attempt.licences if licence.alternative}
    for ability in attempt.face.abilities:
        if not isinstance(ability, AlternativeCost) or not now.unlocked(attempt.state, attempt.card, ability.when):
            continue
        if ability.from_ and ability.label not in bound:
            continue
        if not ability.from_ and all(licence.alternative for licence in attempt.licences):
            continue
        payer = _payer(attempt)
        others = tuple(cost for cost in ability.pay if not isinstance(cost, Reserve | Memory))
        if not payment.shortfall(payer, payment.Bill(attempt.way, costs=others)):
            found.append(ability)
            if ability.label == "starcalling" and _starcalls_free(attempt):
                found.append(FREE_STARCALL)
    return found


def _starcalls_free(attempt: Attempt) -> bool:
    used = any(
        event.kind == "activation" and event.player == attempt.player and event.note == "starcalled free"
        for event in attempt.state.this_turn
    )
    return not used and any(active.you == attempt.player for active, _ in now.statics(attempt.state, StarcallFree))


def _settle_licence(attempt: Attempt) -> None:
    """The licence that the declared cost goes with: it may change the destination or ask for more."""
    label = attempt.alternative.label if attempt.alternative else ""
    fitting = [licence for licence in attempt.licences if licence.alternative == label]
    if not fitting:
        fitting = [licence for licence in attempt.licences if not licence.alternative] or attempt.licences
    attempt.licence = fitting[0] if fitting else None


def _declare_optional(attempt: Attempt) -> Steps:
    """Which optional additional costs will be paid (CA.1.3.2); only those that could be are offered."""
    offered: list[tuple[str, AdditionalCost | None]] = []
    for number, ability in enumerate(_optional_costs(attempt), 1):
        if isinstance(ability, Imbue):
            if attempt.state.players[attempt.player].hand:
                offered.append(("imbue", None))
        elif not payment.shortfall(_payer(attempt, x=max(1, ability.least)), _extra_bill(attempt, ability)):
            offered.append((ability.label or str(number), ability))
    if not offered:
        return
    answer = yield Decision(
        attempt.player,
        "optional costs",
        ("CA.1.3.2",),
        "choose which optional costs to pay",
        options=tuple(label for label, _ in offered),
        least=0,
        most=len(offered),
        card=attempt.number,
    )
    assert isinstance(answer, tuple)
    chosen = [offered[index] for index in sorted(answer)]
    attempt.labels = tuple(label for label, _ in chosen)
    attempt.optional = tuple(ability for _, ability in chosen if ability is not None)
    if "prepare" in attempt.labels:
        attempt.properties = (*attempt.properties, "prepared")
    if chosen:
        say(
            attempt.state,
            "declare",
            "CA.1.3.2",
            "CA.1.3",
            player=attempt.player,
            card=attempt.card,
            note=", ".join(attempt.labels),
        )


def _optional_costs(attempt: Attempt) -> list[AdditionalCost | Imbue]:
    return [
        ability
        for ability in attempt.face.abilities
        if isinstance(ability, Imbue)
        or (
            isinstance(ability, AdditionalCost)
            and ability.optional
            and now.unlocked(attempt.state, attempt.card, ability.when)
        )
    ]


def _extra_bill(attempt: Attempt, ability: AdditionalCost) -> payment.Bill:
    scene = attempt.scene()
    reserve = sum(scene.amount(cost.amount) for cost in ability.pay if isinstance(cost, Reserve))
    others = tuple(cost for cost in ability.pay if not isinstance(cost, Reserve | Memory))
    return payment.Bill(attempt.way, reserve=reserve, costs=others)


def _declare_variables(attempt: Attempt) -> Steps:
    """The value of X in the cost, and of X or Y in an additional cost (CA.1.3.1)."""
    cost = attempt.face.cost
    if "X" in (cost.reserve, cost.memory):
        if _without_paying(attempt):
            say(attempt.state, "declare", "RU.9", player=attempt.player, card=attempt.card, note="X = 0")
        else:
            attempt.x = yield from _number(attempt, "x", 0, _most_x(attempt))
    for ability in (*_required_costs(attempt), *attempt.optional):
        if ability.variable:
            most = _most_of(attempt, ability)
            value = yield from _number(attempt, ability.variable.lower(), ability.least, most)
            if ability.variable == "X":
                attempt.x = value
            else:
                attempt.y = value


def _number(attempt: Attempt, kind: str, least: int, most: int) -> Generator[Decision, Answer, int]:
    value = least
    if most > least:
        prompt = f"choose {kind.upper()} for {attempt.face.name}"
        answer = yield Decision(
            attempt.player, kind, ("CA.1.3.1", _pay_rule(attempt)), prompt, form="number", least=least, most=most,
            card=attempt.number,
        )  # fmt: skip
        assert isinstance(answer, tuple)
        value = answer[0]
    say(
        attempt.state, "declare", "CA.1.3.1", player=attempt.player, card=attempt.card, note=f"{kind.upper()} = {value}"
    )
    return value


def _without_paying(attempt: Attempt) -> bool:
    """Played without paying its cost: X is 0 (RU.9)."""
    licence = attempt.licence
    return (licence is not None and licence.free) or (attempt.alternative is not None)


def _most_x(attempt: Attempt) -> int:
    """The highest X that could still be paid."""
    x = 0
    while x < 99:
        attempt.x = x + 1
        price = _price(attempt)
        good = price is not None and not payment.shortfall(_payer(attempt), _bill(attempt, price))
        if not good:
            break
        x += 1
    attempt.x = 0
    return x


def _most_of(attempt: Attempt, ability: AdditionalCost) -> int:
    most = ability.least
    for value in range(ability.least, 100):
        payer = _payer(attempt, x=value, y=value)
        if any(cost.lacks(payer) for cost in ability.pay):
            break
        most = value
    return most


# -- 4 select modes ----------------------------------------------------------------------------------------------


def select_modes(attempt: Attempt) -> Steps:
    """All modes are selected now and never change afterwards (CA.1.4); asked again only for what paying added."""
    _note_unlocked(attempt)
    scene = attempt.scene()
    for part, paragraph in enumerate(attempt.face.text):
        if paragraph.modes is None or not now.unlocked(attempt.state, attempt.card, paragraph.when):
            continue
        least, most = stack.mode_bounds(paragraph.modes, scene)
        already = [mode for where, mode in attempt.modes if where == part]
        open_modes = [
            mode
            for mode, option in enumerate(paragraph.modes.options)
            if mode not in already and stack.mode_available(scene, option, attempt.state, attempt.card)
        ]
        least, most = max(0, least - len(already)), max(0, most - len(already))
        if most == 0:
            continue
        if len(open_modes) < least:
            attempt.refuse("no mode can be selected", "CA.1.4", "CA.1.5")
            continue
        chosen = yield from _ask_modes(attempt, part, open_modes, least, min(most, len(open_modes)))
        attempt.modes = tuple(sorted((*attempt.modes, *((part, mode) for mode in chosen))))
        total = [mode for where, mode in attempt.modes if where == part]
        for order, mode in enumerate(total):
            extra = paragraph.modes.more is not None and order >= paragraph.modes.choose
            if (extra or paragraph.modes.options[mode].when is not None) and (part, mode) not in attempt.had:
                attempt.had = (*attempt.had, (part, mode))


def _ask_modes(
    attempt: Attempt, part: int, open_modes: list[int], least: int, most: int
) -> Generator[Decision, Answer, list[int]]:
    modes = attempt.face.text[part].modes
    assert modes is not None
    picked: Iterable[int] = range(least)
    if not least == most == len(open_modes):
        answer = yield Decision(
            attempt.player,
            "modes",
            ("CA.1.4",),
            f"choose {'a mode' if most == 1 else f'{most} modes'}",
            options=tuple(modes.options[mode].label for mode in open_modes),
            least=least,
            most=most,
            card=attempt.number,
        )
        assert isinstance(answer, tuple)
        picked = answer
    chosen = [open_modes[index] for index in picked]
    labels = ", ".join(modes.options[mode].label for mode in chosen)
    bonus = ("CA.1.4.1",) if modes.more is not None else ()
    say(attempt.state, "modes", "CA.1.4", *bonus, player=attempt.player, card=attempt.card, note=labels)
    return chosen


def _note_unlocked(attempt: Attempt) -> None:
    """Which restricted paragraphs are unlocked as the card goes onto the stack (abilities.5.4)."""
    attempt.had = tuple(
        (part, -1)
        for part, paragraph in enumerate(attempt.face.text)
        if paragraph.when is not None and now.unlocked(attempt.state, attempt.card, paragraph.when)
    ) + tuple(pair for pair in attempt.had if pair[1] != -1)


# -- 5 declare targets -------------------------------------------------------------------------------------------


def declare_targets(attempt: Attempt) -> Steps:
    """All required targets are chosen, each legal and different; optional ones may be left out (CA.1.5)."""
    known = {(group.part, group.mode, group.index) for group in attempt.groups}
    link = attempt.link
    wanted = targets.slots(attempt.face.text, attempt.had, attempt.modes)
    for slot in ([(-1, -1, 0)] if link is not None else []) + wanted:
        if slot in known:
            continue
        spec = targets.spec(attempt.face.text, slot, link)
        scene = attempt.scene()
        spell = targets.is_spell(scene)
        if not targets.available(scene, spec, spell=spell):
            what = spec.of.text if spec.of else f"{spec.player} player"
            attempt.refuse(f"{attempt.face.name} needs a legal target ({what}), and there is none", "CA.1.5")
            continue
        group = yield from targets.declare(scene, spec, slot, spell=spell, card=attempt.number)
        attempt.groups = (*attempt.groups, group)
        _tell_targets(attempt, group)


def _tell_targets(attempt: Attempt, group: Group) -> None:
    rules = ("CA.1.5", "CA.1.3.4") if group.shares or not group.required else ("CA.1.5",)
    names = tuple(stack.thing_named(attempt.state, thing) for thing in group.things if thing is not None)
    say(attempt.state, "targets", *rules, player=attempt.player, card=attempt.card, objects=names)


# -- 6 check legality --------------------------------------------------------------------------------------------


def check_legality(attempt: Attempt) -> None:
    """If any part is not legal the play is cancelled (CA.1.6, CM.3.1, BB.3.1)."""
    rule = LEGALITY[attempt.way]
    if "champion" in attempt.face.words:
        problem = champions.problem(attempt.state, attempt.player, attempt.card)
        if problem:
            attempt.refuse(problem, "CM.3.1.1", rule)
    _check_locks(attempt, rule)
    for active, forbid in now.statics(attempt.state, Forbid):
        if (
            forbid.what != "activate"
            or attempt.way != "activate"
            or not concerns(forbid.who, active.you, attempt.player)
        ):
            continue
        if forbid.cards is None or forbid.cards.describes(active.scene(attempt.state), attempt.card):
            attempt.refuse(f"{active.source.face} keeps you from activating it", rule, "timing.6.2")
    if attempt.way == "materialize" and costs.kind_of(attempt.state, attempt.card) == "none":
        attempt.refuse(f"{attempt.face.name} has no cost, so it cannot be materialized", "CM.3.4.2", rule)
    say(attempt.state, "legal", rule, player=attempt.player, card=attempt.card)


def _check_locks(attempt: Attempt, rule: str) -> None:
    """Class Locked, Level Locked, First Boon and other restrictions on playing (BB.3.1.2, RU.17)."""
    state, face, player = attempt.state, attempt.face, attempt.player
    held = now.keywords(state, attempt.card)
    lock = ("BB.3.1.2", rule) if attempt.way == "bestow" else (rule,)
    champion = state.champion(player)
    if "class locked" in held:
        classes = set(state.pool[champion.face].classes) if champion else set()
        if not classes & set(face.classes):
            attempt.refuse(f"your champion is no {' or '.join(face.classes)}", *lock, "keywords.class-locked")
    if now.base_level(state, player) < held.get("level locked", 0):
        why = f"your champion's base level must be {held['level locked']} or more"
        attempt.refuse(why, *lock, "keywords.level-locked")
    if "first boon" in held and state.turn.phase != "before the game":
        attempt.refuse(f"{face.name} can be bestowed only before the game begins", "RU.17", *lock)
    for ability in face.abilities:
        if isinstance(ability, Restriction) and not ability.only.holds(attempt.scene()):
            attempt.refuse(f"{face.name} can be played only if: {ability.only.text}", *lock)


# -- 7 calculate the cost ----------------------------------------------------------------------------------------


def calculate_cost(attempt: Attempt) -> None:
    """The starting cost, what sets it, what changes it, what removes it; never below 0 (CA.1.7, CM.3.2, BB.3.2)."""
    attempt.price = _price(attempt)
    if attempt.price is None:
        attempt.refuse(f"{attempt.face.name} has no cost that could be paid", "costs.1.3", _pay_rule(attempt))
        return
    say(
        attempt.state,
        "cost",
        costs.CALCULATION[attempt.way],
        *attempt.price.rules,
        player=attempt.player,
        card=attempt.card,
        amount=attempt.price.amount,
        note=attempt.price.kind,
    )


def _price(attempt: Attempt) -> costs.Price | None:
    scene = attempt.scene()
    return costs.calculate(
        attempt.state,
        attempt.player,
        attempt.card,
        attempt.way,
        x=attempt.x,
        alternative=attempt.alternative,
        free=attempt.licence is not None and attempt.licence.free,
        targets=scene.targets,
    )


def _pay_rule(attempt: Attempt) -> str:
    return payment.PAY_RULE[attempt.way]


# -- 8 pay the costs ---------------------------------------------------------------------------------------------


def pay_costs(attempt: Attempt) -> Steps:
    """The cost and all additional or alternative costs are paid, or the play is illegal (CA.1.8, CM.3.3, BB.3.3)."""
    if attempt.price is None:
        return
    bill = _bill(attempt, attempt.price)
    payer = _payer(attempt)
    missing = payment.shortfall(payer, bill)
    if missing:
        more = ("RU.7", "costs.3.4") if bill.memory and not attempt.state.players[attempt.player].memory else ()
        itself = ("RU.8",) if attempt.before.zone == "hand" else ()
        for lack in missing:
            attempt.refuse(f"{attempt.face.name}: {lack}", _pay_rule(attempt), *more, *itself)
        return
    if attempt.reasons:
        return
    yield from payment.pay(payer, bill)
    attempt.spent = tuple(payer.spent)
    if attempt.price.kind == "memory" and attempt.price.amount == 0:
        say(attempt.state, "nothing to pay", "RU.7", _pay_rule(attempt), player=attempt.player, card=attempt.card)
    _remember_attacker(attempt, payer)
    if _imbues(attempt, payer):
        yield from _repeat_for_new_options(attempt)


def _repeat_for_new_options(attempt: Attempt) -> Steps:
    """Paying added options: modes, targets and legality once more for the new ones; the cost stays (CA.1.8.2)."""
    attempt.properties = (*attempt.properties, "imbued")
    _write_facts(attempt)
    say(attempt.state, "imbued", "CA.1.8.2", "keywords.imbue", player=attempt.player, card=attempt.card)
    yield from select_modes(attempt)
    yield from declare_targets(attempt)
    check_legality(attempt)


def _imbues(attempt: Attempt, payer: payment.Payer) -> bool:
    """Whether the cards were revealed and enough of them match (keywords.imbue)."""
    if "imbue" not in attempt.labels:
        return False
    payment.reveal(payer)
    cards = [attempt.state.cards[number] for number in payer.reserved]
    from_hand = [card for card in cards if card.zone == "memory"]
    needs = [ability for ability in attempt.face.abilities if isinstance(ability, Imbue)]
    return any(sum(1 for card in from_hand if _matches(attempt, card, ability)) >= ability.n for ability in needs)


def _matches(attempt: Attempt, card: Card, ability: Imbue) -> bool:
    elements = set(attempt.state.pool[card.face].elements)
    if ability.element:
        return ability.element in elements
    return bool(elements & set(attempt.face.elements))


def _remember_attacker(attempt: Attempt, payer: payment.Payer) -> None:
    """An attack card remembers who will attack: the champion, or the ally rested for a Command (keywords.command)."""
    if "attack" not in attempt.face.words:
        return
    rested = sorted(payer.resting)
    if rested:
        attempt.attacker = attempt.state.cards[rested[0]].thing


def _payer(attempt: Attempt, *, x: int | None = None, y: int | None = None) -> payment.Payer:
    return payment.Payer(
        attempt.state,
        attempt.player,
        attempt.card,
        attempt.way,
        x=attempt.x if x is None else x,
        y=attempt.y if y is None else y,
    )


def _bill(attempt: Attempt, price: costs.Price) -> payment.Bill:
    """Everything that is to be paid: the calculated cost, additional costs, the alternative, what the licence asks."""
    scene = attempt.scene()
    others: list[CostNode] = []
    extra = 0
    for cost in _all_costs(attempt):
        if isinstance(cost, Reserve):
            extra += scene.amount(cost.amount)
        elif not isinstance(cost, Memory):
            others.append(cost)
    reserve = (price.amount if price.kind == "reserve" else 0) + extra
    memory = price.amount if price.kind == "memory" else 0
    kindle = now.keywords(attempt.state, attempt.card).get("kindle", 0) if attempt.way == "activate" else 0
    return payment.Bill(attempt.way, reserve, memory, tuple(others), kindle)


def _all_costs(attempt: Attempt) -> Iterable[CostNode]:
    for ability in (*_required_costs(attempt), *attempt.optional):
        yield from ability.pay
    if attempt.alternative is not None:
        yield from (cost for cost in attempt.alternative.pay if not isinstance(cost, Reserve | Memory))
    if attempt.licence is not None:
        yield from attempt.licence.extra
    if "attack" in attempt.face.words and attempt.way == "activate":
        command = next((each for each in attempt.face.abilities if isinstance(each, Command)), None)
        yield Rest(of=command.of) if command else REST_CHAMPION


def _required_costs(attempt: Attempt) -> list[AdditionalCost]:
    return [
        ability
        for ability in attempt.face.abilities
        if isinstance(ability, AdditionalCost)
        and not ability.optional
        and now.unlocked(attempt.state, attempt.card, ability.when)
    ]


# -- 9 the card counts as played ---------------------------------------------------------------------------------


def complete(attempt: Attempt) -> None:
    """The card counts as played; its instance is the top of the stack (CA.1.9, CM.3.4, BB.3.4, PC.6)."""
    if attempt.reasons:
        return
    _write_facts(attempt)
    _use_up_next(attempt)
    stack.put_instance(
        attempt.state,
        attempt.card,
        attempt.player,
        modes=attempt.modes,
        groups=attempt.groups,
        had=attempt.had,
        rules=(COMPLETE[attempt.way], "PC.5", "PC.6", "PC.9", "PC.9.1", *_notes(attempt)),
        note="starcalled free" if "starcalled" in attempt.properties and attempt.alternative == FREE_STARCALL else "",
    )
    if attempt.instructed is None:
        if attempt.way == "materialize" and attempt.state.turn.step == "materialize":
            attempt.state.alter_turn(step="materialized")
        timing.gains_opportunity(attempt.state, attempt.player, attempt.way)


def _notes(attempt: Attempt) -> tuple[str, ...]:
    """Clauses that only some plays show."""
    found: list[str] = []
    if attempt.way == "materialize":
        found.append("CM.3.4.1")
        if attempt.price is not None and attempt.price.kind == "reserve":
            found.append("RU.5")
    if attempt.way == "activate" and attempt.price is not None and attempt.price.kind == "memory":
        found.extend(("CA.1.9.2", "CA.1.9.3"))
    if attempt.before.owner != attempt.player:
        found.append("PC.4")
    return tuple(found)


def _write_facts(attempt: Attempt) -> None:
    """How the card was played is kept with it, for all its instances and for the object it becomes (PC.9.1)."""
    licence = attempt.licence
    properties = attempt.properties
    if licence is not None and licence.ephemeral and "ephemeral" not in properties:
        properties = (*properties, "ephemeral")
    if licence is not None and licence.starcalled and "starcalled" not in properties:
        properties = (*properties, "starcalled")
    played = Played(
        attempt.way,
        attempt.player,
        attempt.before.zone,
        x=attempt.x,
        y=attempt.y,
        alternative=attempt.alternative.label if attempt.alternative else "",
        optional=attempt.labels,
        properties=properties,
        spent=attempt.spent,
        destination=licence.goes_to if licence else "",
        attacker=attempt.attacker,
        buff=attempt.card.played.buff if attempt.card.played else 0,
    )
    attempt.state.alter(attempt.number, played=played, x=attempt.x)


def _use_up_next(attempt: Attempt) -> None:
    """What waits for the next card of a kind is used up by a completed activation, not by its resolving."""
    if attempt.way != "activate":
        return
    for lasting in attempt.state.lasting:
        static = lasting.static
        if not isinstance(static, NextActivation) or lasting.controller != attempt.player:
            continue
        if not static.cards.describes(Scene(attempt.state, lasting.controller, lasting.source), attempt.card):
            continue
        attempt.state.lasting = tuple(other for other in attempt.state.lasting if other is not lasting)
        played = attempt.card.played
        assert played is not None
        attempt.state.alter(attempt.number, played=replace(played, buff=played.buff + static.buff))
        if static.words:
            made = replace(lasting, static=Modify(words=static.words), on=(attempt.card.thing,))
            attempt.state.lasting = (*attempt.state.lasting, made)
            attempt.state.touch()


STEPS: Final[tuple[Step, ...]] = (
    announce,
    check_elements,
    declare_costs,
    select_modes,
    declare_targets,
    check_legality,
    calculate_cost,
    pay_costs,
    complete,
)
"""The nine steps (CA.1, CM.1, BB.3)."""
