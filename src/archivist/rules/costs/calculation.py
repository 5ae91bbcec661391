"""Costs: what a play costs (CA.1.7, CM.3.2, BB.3.2; costs.4).

The printed cost is one kind of cost among others: additional and alternative costs stand on the card as abilities
(vocabulary/abilities.py), abilities have costs of their own, effects ask for payments as they resolve (rules/costs/payment.py),
and declaring an attack rests the attacker (rules/combat/).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from archivist.model.card import Card, Seat, Thing, Way
from archivist.model.state import State
from archivist.model.value import Value
from archivist.rules.citations import text as citations
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.costs import CostNode, Memory, Reserve
from archivist.vocabulary.face import PrintedCost
from archivist.vocabulary.playing_abilities import AlternativeCost, CostModifier
from archivist.vocabulary.statics.playing import CostOf, NextActivation

START: Final[dict[Way, tuple[str, ...]]] = {
    "activate": ("CA.1.7.1", "costs.4.a", "costs.4.2", "costs.4.3"),
    "materialize": ("CM.3.2.1", "costs.4.a", "costs.4.2", "costs.4.3"),
    "bestow": ("BB.3.2.1", "costs.4.a", "costs.4.2", "costs.4.3"),
}
SET: Final = {"activate": "CA.1.7.2", "materialize": "CM.3.2.2", "bestow": "BB.3.2.2"}
CHANGE: Final = {"activate": "CA.1.7.3", "materialize": "CM.3.2.3", "bestow": "BB.3.2.3"}
REMOVE: Final = {"activate": "CA.1.7.4", "materialize": "CM.3.2.4", "bestow": "BB.3.2.4"}
"""The rules of the four steps."""
CALCULATION = {"activate": "CA.1.7", "materialize": "CM.3.2", "bestow": "BB.3.2"}


class Price(Value, frozen=True):
    """A calculated cost, with the steps that made it: start, set, changed by, removed."""

    kind: Literal["reserve", "memory"]
    amount: int
    rules: tuple[str, ...]


def kind_of(state: State, card: Card) -> Literal["reserve", "memory", "none"]:
    """The kind of cost a card has: "cost" means whichever it is (costs.1.1). No cost is not cost 0 (costs.1.3).

    A card is paid for with the kind that it has, in whichever way it is played (RU.5, costs.3.5).

    Rules: cards.2, cards.2.1, cards.2.8, costs.1, CM.3.4.2, costs.3.6.
    """
    return _printed(state.pool[card.face].cost)[0]


def _printed(cost: PrintedCost) -> tuple[Literal["reserve", "memory", "none"], int | Literal["X"] | None]:
    """The kind of a printed cost, and how much it is."""
    if cost.reserve is not None:
        return "reserve", cost.reserve
    return ("none", None) if cost.memory is None else ("memory", cost.memory)


def calculate(
    state: State,
    player: Seat,
    card: Card,
    way: Way,
    x: int = 0,
    alternative: AlternativeCost | None = None,
    free: bool = False,
    targets: tuple[Thing, ...] = (),
) -> Price | None:
    """The cost of playing a card, in the four steps; None where it has none and no alternative is used.

    The starting cost, what sets it, what changes it, what removes it; below 0 it is 0 (costs.4.e, cards.2.4). An
    alternative that is no reserve or memory cost leaves nothing to calculate (RU.10); increases and reductions act on
    the card's own kind of cost, and leave an alternative of another kind alone (costs.1.4, costs.6.1).
    What is played without paying its cost needs none (costs.1.3); additional costs are no part of this (costs.5.11).

    Rules: costs.4, costs.4.table, costs.4.a, costs.4.b, costs.4.c, costs.4.d, costs.4.2.choice, timing.10.4.
    """
    own, printed = _printed(state.pool[card.face].cost)
    kind, start, rules = own, x if printed == "X" else printed, START[way]
    if alternative is not None:
        free = free or alternative.free
        if not alternative.free:
            found = _alternative_start(state, player, card, alternative.pay)
            if found is None:
                return Price("reserve", 0, ("RU.10",))
            kind, start = found
            rules += ("costs.6.1",)
            if alternative.less is not None and _relieved(state, player, card, alternative):
                start -= Scene(state, player, card).amount(alternative.less)
                rules += ("costs.4.1",)
    if kind == "none" or start is None:
        return Price("reserve", 0, (REMOVE[way], "costs.1.3")) if free else None
    if own in (kind, "none"):
        changes = _changes(state, player, card, way, kind, x, targets)
        if changes.set is not None:
            start = changes.set
            rules += (SET[way], "costs.4.b", "costs.4.2.choice", "effects.5.8.A")
        if changes is not UNCHANGED:
            start += changes.sum
            rules += (CHANGE[way], "costs.4.c", *changes.rules)
    elif _changes(state, player, card, way, own, x, targets) != UNCHANGED:
        rules += ("costs.1.4",)
    if free or removed(state, player, card, way, kind):
        start = 0
        rules += (REMOVE[way], "costs.4.d")
    if start < 0:
        start = 0
        rules += ("costs.4.e", "timing.10.4", "cards.2.4")
    return Price(kind, start, rules)


def _relieved(state: State, player: Seat, card: Card, alternative: AlternativeCost) -> bool:
    """Whether what makes an alternative cost less holds now."""
    return alternative.less_if is None or alternative.less_if.holds(Scene(state, player, card))


def _alternative_start(
    state: State, player: Seat, card: Card, pay: tuple[CostNode, ...]
) -> tuple[Literal["reserve", "memory"], int] | None:
    scene = Scene(state, player, card)
    for cost in pay:
        if isinstance(cost, Reserve):
            return "reserve", scene.amount(cost.amount)
        if isinstance(cost, Memory):
            return "memory", scene.amount(cost.amount)
    return None


class Changes(Value, frozen=True):
    """What an effect sets a cost to, and all increases and reductions as one sum, with the keywords among them."""

    set: int | None
    sum: int
    rules: tuple[str, ...]


UNCHANGED: Final = Changes(None, 0, ())
KEYWORDS: Final = frozenset(("efficiency", "aenean progression"))
"""The keywords by which a card costs more or less."""


def _changes(
    state: State, player: Seat, card: Card, way: Way, kind: str, x: int, targets: tuple[Thing, ...]
) -> Changes:
    """What sets the cost (the newest wins), and everything that adds or subtracts (costs.4.1)."""
    own = state.pool[card.face].cost_modifiers
    changing = now.statics(state, CostOf)
    coming = now.statics(state, NextActivation) if way == "activate" else ()
    held = state.now.keywords(state, card)
    if not own and not changing and not coming and KEYWORDS.isdisjoint(held):
        return UNCHANGED
    setting: int | None = None
    changes: list[int] = []
    rules: list[str] = []
    scene = Scene(state, player, card, x=x)
    scene.targets = targets
    for ability in own:
        if _modifies(ability, way, scene):
            changes.append(scene.amount(ability.amount))
            rules += ("abilities.4.3", *citations.of_condition(ability.when), *citations.of_label(ability.label))
            rules += citations.of_words(ability.if_.text) if ability.if_ is not None else ()
    if way == "activate":
        for change, cited in _keyword_changes(scene, card, held):
            changes.append(change)
            rules += cited
    for active, modifier in changing:
        view = active.scene(state)
        if modifier.kind in ("", kind) and modifier.applies(view, card, way, player):
            changes.append(view.amount(modifier.amount))
            rules += ("abilities.4.3", "effects.5.8.E")
            if modifier.set is not None:
                setting = view.amount(modifier.set)
    for active, following in coming:
        if active.you == player and following.cost.text != 0 and following.cards.describes(active.scene(state), card):
            changes.append(active.scene(state).amount(following.cost))
            rules += ("effects.5.8.E",)
    if len([change for change in changes if change]) > 1:
        rules.append("costs.4.1")
    return Changes(setting, sum(changes), tuple(rules))


def _modifies(ability: CostModifier, way: Way, scene: Scene) -> bool:
    """Whether the text of a card changes now what it costs to play it in a way."""
    if ability.way != way and ability.way != "any":
        return False
    return (ability.when is None or ability.when.holds(scene)) and (ability.if_ is None or ability.if_.holds(scene))


def within(state: State, player: Seat, card: Card, reserve: int) -> bool:
    """Whether so much reserve pays for activating a card, where its own text and Efficiency alone change what is printed.

    What `calculate` comes to is no more then; but how it comes there is not asked for every card of a hand in every window.
    """
    face = state.pool[card.face]
    assert isinstance(face.cost.reserve, int)
    lacking = face.cost.reserve - reserve
    if face.cost_modifiers:
        scene = Scene(state, player, card)
        for ability in face.cost_modifiers:
            if _modifies(ability, "activate", scene):
                lacking += scene.amount(ability.amount)
    if not state.now.has(state, card, "efficiency"):
        return lacking <= 0
    times = state.now.times(state, card, "efficiency")
    return state.now.level_reaches(state, player, -(-lacking // times))


def _keyword_changes(scene: Scene, card: Card, held: Mapping[str, int]) -> list[tuple[int, tuple[str, ...]]]:
    """Efficiency takes off LV, and Aenean Progression adds 2 for each such card resolved, every instance for itself.

    A negative LV makes Efficiency an increase (costs.4.4).
    """
    found: list[tuple[int, tuple[str, ...]]] = []
    if "efficiency" in held:
        times = scene.state.now.times(scene.state, card, "efficiency")
        level = scene.level(scene.you)
        rules = ("keywords.efficiency", "costs.6.efficiency", *(("costs.4.4", "terms.4.lv") if level < 0 else ()))
        found.append((-times * level, rules))
    if "aenean progression" in held:
        times = scene.state.now.times(scene.state, card, "aenean progression")
        resolved = scene.state.players[scene.you].progress
        found.append((times * 2 * resolved, ("keywords.aenean-progression", "costs.6.aenean-progression")))
    return found


def removed(state: State, player: Seat, card: Card, way: Way, kind: str) -> bool:
    """Whether an effect removes the cost of a card (CA.1.7.4)."""
    changing = now.statics(state, CostOf)
    return bool(changing) and any(
        modifier.remove and modifier.kind in ("", kind) and modifier.applies(active.scene(state), card, way, player)
        for active, modifier in changing
    )
