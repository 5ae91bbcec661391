"""Paying by brute force: all that can come of paying a bill part by part, with any cards, in any order (CA.1.8).

Nothing here looks ahead, takes cards together or says beforehand what can be paid. Each part is paid for real on a copy of
the state, reserve card by card, and what can be paid next is asked of that copy. Everything is named before a card is drawn
at random, so a payment goes on in all the worlds that there may be then, with the same cards in each of them.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from archivist.model.card import Thing
from archivist.model.decision import Answer
from archivist.model.state import State
from archivist.rules.cards import states_and_counters
from archivist.rules.costs import payment
from archivist.rules.costs.means_of_payment import Bill, Occasion, Payer, collected, reservable
from archivist.rules.costs.trying_out_payments import rehearse
from archivist.rules.zones import destroying_sacrificing_banishing, moving
from archivist.vocabulary.abilities import Keyword, StaticAbility
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import (
    Banish,
    CostNode,
    Counters,
    Delevel,
    Discard,
    Recover,
    Rest,
    ReturnToMaterial,
    Sacrifice,
    Skip,
    This,
)
from archivist.vocabulary.face import Face, PrintedCost
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.game import Forbid, Redirect
from positions import Side, simple_position

Worlds = tuple[State, ...]
"""How things may be by now; in the first of them what was drawn are the cards that `drawn` says."""
Look = tuple[object, ...]
"""How everything is that paying may change, timestamps left aside."""


def look(state: State) -> Look:
    cards = tuple(
        (each.zone, each.rested, each.damage, tuple(sorted(each.counters.items())), each.lineage, each.linked)
        for each in state.cards
    )
    return (cards, tuple((tuple(sorted(each.skips.items())), each.champion) for each in state.players))


def drawn(cards: Sequence[int], n: int) -> list[int]:
    """Those that are taken for random cards: the last ones, while the procedure that tries orders out takes the first."""
    return sorted(cards, reverse=True)[:n]


# -- every way of paying -----------------------------------------------------------------------------------------


class Due(NamedTuple):
    """What is still to be paid: reserve, how much of it may be kindled, memory, and the other costs by their index.

    `begun` says that a materialization has used Floating Memory. The reserve is one payment, which is not put off: what
    could have paid it when something else was paid in between (`passed`) pays none of the rest. Cards are named before
    any is paid, so nobody counts on one that might have been drawn at random (`risked`).
    """

    reserve: int
    kindle: int
    memory: int
    costs: tuple[int, ...]
    begun: bool = False
    passed: frozenset[Thing] = frozenset()
    risked: frozenset[int] = frozenset()

    @property
    def over(self) -> bool:
        return not self.reserve and not self.memory and not self.costs


class EveryWay:
    """All that can come of paying a bill."""

    def __init__(self, payer: Payer, bill: Bill) -> None:
        self.you = payer.you
        self.source = payer.source
        self.occasion: Occasion = payer.occasion
        self.reserve = bill.reserve
        self.costs = bill.costs
        self.ends: set[Look] = set()
        self.tried: set[tuple[Due, Look]] = set()
        self._go_on((payer.state.copy(),), Due(bill.reserve, bill.kindle, bill.memory, tuple(range(len(bill.costs)))))

    def _go_on(self, worlds: Worlds, due: Due) -> None:
        here = (due, tuple(map(look, worlds)))
        if here in self.tried:
            return
        self.tried.add(here)
        if due.over:
            self.ends.add(here[1][0])
            return
        for after, left in self._next(worlds, due):
            self._go_on(after, left)

    def _payer(self, state: State) -> Payer:
        return Payer(state, self.you, self.source, self.occasion)

    def _next(self, worlds: Worlds, due: Due) -> Iterator[tuple[Worlds, Due]]:
        if self.occasion == "materialize" and due.memory and not due.begun:
            for floating in self._floats(worlds, due.memory):
                yield self._floated(worlds, floating), due._replace(memory=due.memory - len(floating), begun=True)
            return
        if due.reserve:
            yield from self._reserve(worlds, due)
        if 0 < due.reserve < self.reserve:
            state = worlds[0]
            sources = (*state.players[self.you].hand, *reservable(state, self.you))
            due = due._replace(passed=due.passed.union(state.cards[number].thing for number in sources))
        if due.memory:
            yield from self._memory(worlds, due)
        for index in due.costs:
            left = due._replace(costs=tuple(each for each in due.costs if each != index))
            yield from ((after, left) for after in self._cost(worlds, self.costs[index], due.risked))

    def _reserve(self, worlds: Worlds, due: Due) -> Iterator[tuple[Worlds, Due]]:
        """A card of the hand or an object that rests pays 1; fire cards of the graveyard pay at one go."""
        less = due._replace(reserve=due.reserve - 1)
        for number in self._fresh(worlds, lambda state: state.players[self.you].hand, due):
            after = copies(worlds)
            for world in after:
                moving.move(world, number, "memory", "costs.2.1")
            yield after, less
        for number in self._fresh(worlds, lambda state: reservable(state, self.you), due):
            after = copies(worlds)
            for world in after:
                states_and_counters.turn(world, number, "keywords.reservable", rested=True)
            yield after, less
        fire = self._lying(worlds, lambda state, number: "fire" in state.now.elements(state, state.cards[number]))
        for n in range(1, min(due.kindle, due.reserve) + 1):
            for cards in itertools.combinations([number for number in fire if number not in due.risked], n):
                after = copies(worlds)
                for world in after:
                    rehearse(destroying_sacrificing_banishing.banish(world, cards, "keywords.kindle"))
                yield after, due._replace(reserve=due.reserve - n, kindle=0)

    @staticmethod
    def _fresh(worlds: Worlds, able: Callable[[State], Sequence[int]], due: Due) -> list[int]:
        return [
            number
            for number in able(worlds[0])
            if worlds[0].cards[number].thing not in due.passed
            and number not in due.risked
            and all(number in able(world) for world in worlds)
        ]

    def _memory(self, worlds: Worlds, due: Due) -> Iterator[tuple[Worlds, Due]]:
        """Some cards with Floating Memory, then cards of the memory: any of them may be drawn."""
        for floating in self._floats(worlds, due.memory if not due.begun else 0):
            floated, n = self._floated(worlds, floating), due.memory - len(floating)
            if any(n > len(world.players[self.you].memory) for world in floated):
                continue
            after: list[State] = []
            risked: set[int] = set()
            for world in floated:
                memory = world.players[self.you].memory
                risked |= set(memory if n else ())
                for cards in itertools.combinations(sorted(memory, reverse=True), n):  # the one that is `drawn` first
                    twin = world.copy()
                    rehearse(destroying_sacrificing_banishing.banish(twin, cards, "costs.3.1"))
                    after.append(twin)
            yield tuple(after), due._replace(memory=0, risked=frozenset(risked))

    @staticmethod
    def _floated(worlds: Worlds, floating: tuple[int, ...]) -> Worlds:
        after = copies(worlds)
        for world in after:
            rehearse(destroying_sacrificing_banishing.banish(world, floating, "costs.3.2"))
        return after

    def _floats(self, worlds: Worlds, most: int) -> Iterator[tuple[int, ...]]:
        lying = self._lying(worlds, lambda state, number: state.now.has(state, state.cards[number], "floating memory"))
        for n in range(min(most, len(lying)) + 1):
            yield from itertools.combinations(lying, n)

    def _lying(self, worlds: Worlds, fits: Callable[[State, int], bool]) -> list[int]:
        first = worlds[0].players[self.you].graveyard
        return [
            number
            for number in first
            if all(number in world.players[self.you].graveyard and fits(world, number) for world in worlds)
        ]

    def _cost(self, worlds: Worlds, cost: CostNode, risked: frozenset[int]) -> Iterator[Worlds]:
        now = [self._payer(world) for world in worlds]
        if not cost.key:
            sets: list[tuple[int, ...]] = [()] if not any(map(cost.lacks, now)) else []
        else:
            candidates = [
                number
                for number in cost.candidates(now[0])
                if number not in risked and all(number in cost.candidates(each) for each in now)
            ]
            sets = [
                cards
                for cards in itertools.combinations(candidates, cost.number(now[0]))
                if all(cost.together(each, cards) for each in now)
            ]
        for cards in sets:
            after = copies(worlds)
            for world in after:
                rehearse(cost.pay(self._payer(world), cards))
            yield after


def copies(worlds: Worlds) -> Worlds:
    return tuple(world.copy() for world in worlds)


# -- what the rules' own procedure comes to -----------------------------------------------------------------------


class Unfinished(Exception):
    """There are more ways to answer than are to be tried."""


def answered(payer: Payer, bill: Bill, most: int) -> set[Look]:
    """All that comes of paying a bill by the procedure, with every sequence of answers; no answer may be refused."""
    ends: set[Look] = set()
    pending: list[tuple[Answer, ...]] = [()]
    runs = 0
    while pending:
        runs += 1
        if runs > most:
            raise Unfinished
        given = pending.pop()
        twin = payer.rehearsal()
        steps = payment.pay(twin, bill)
        try:
            asked = next(steps)
            for answer in given:
                asked = steps.send(answer)
        except StopIteration:
            ends.add(look(twin.state))
            continue
        answers = [(*given, answer) for answer in itertools.islice(asked.answers(), most)]
        assert answers, asked
        pending += answers
    return ends


# -- positions ---------------------------------------------------------------------------------------------------


def _ally(name: str, element: str, *keywords: str) -> Face:
    abilities = tuple(map(Keyword, keywords))
    return Face(name=name, types=("ally",), elements=(element,), cost=ONE_RESERVE, power=1, life=2, abilities=abilities)


def _gate(name: str, static: Redirect | Forbid | Modify) -> Face:
    return Face(
        name=name, types=("item",), elements=("norm",), cost=ONE_RESERVE, abilities=(StaticAbility(effects=(static,)),)
    )


def _action(name: str, element: str, *keywords: str) -> Face:
    return Face(
        name=name, types=("action",), elements=(element,), cost=ONE_RESERVE, abilities=tuple(map(Keyword, keywords))
    )


ONE_RESERVE = PrintedCost(reserve=1)
ALLIES = (
    _ally("Squire", "norm"),
    _ally("Cinder", "fire"),
    _ally("Drifter", "water", "floating memory"),
    _ally("Porter", "norm", "reservable"),
    _ally("Ashen Porter", "fire", "reservable", "floating memory"),
    _ally("Elder", "norm", "immortality"),
)
ITEMS = (
    Face(name="Cup", types=("item",), elements=("norm",), cost=ONE_RESERVE),
    Face(name="Crown", types=("regalia", "item"), elements=("norm",), cost=PrintedCost(memory=0)),
)
ACTIONS = (_action("Spark", "fire"), _action("Ripple", "water", "floating memory"), _action("Notion", "norm"))
GATES = (
    _gate("Home Gate", Redirect(cards=Filter("ally"), from_="field", to="hand")),
    _gate("Void Gate", Redirect(cards=Filter("card"), to="banishment")),
    _gate("Deep Gate", Redirect(cards=Filter("card"), from_="elsewhere", to="memory")),
    _gate("Seal", Forbid(what="remove enlighten counters as a cost")),
    _gate("Yoke", Modify(of=Ref("each ally"), keywords=("reservable",))),
    _gate("Hush", Modify(of=Ref("each ally"), loses=("abilities",))),
)


def _watcher(name: str, when: str, static: Modify) -> Face:
    ability = StaticAbility(if_=Condition(when), effects=(static,))
    return Face(name=name, types=("item",), elements=("norm",), cost=ONE_RESERVE, abilities=(ability,))


STRONGER = Modify(of=Ref("each ally you control"), power=Amount(2))
WATCHERS = (
    _watcher("Mind Lens", "memory 2+", STRONGER),
    _watcher("First Lens", "not memory 1+", STRONGER),
    _watcher("Ember Lens", "there is a fire card in your banishment", STRONGER),
    _watcher("Ash Lens", "there is a fire card in your graveyard", STRONGER),
    _watcher("Tired Lens", "you control a rested ally", STRONGER),
    _watcher("Balance", "balance", STRONGER),
    _watcher("Mind Yoke", "memory 2+", Modify(of=Ref("each ally you control"), keywords=("reservable",))),
    _watcher(
        "Void Well",
        "count(card in your banishment) >= 1",
        Modify(of=Ref("each card in your graveyard"), keywords=("floating memory",)),
    ),
    _watcher("Mind Well", "memory 1+", Modify(of=Ref("each card in your graveyard"), keywords=("floating memory",))),
    _watcher("Bare Mind", "memory 2+", Modify(of=Ref("each ally you control"), loses=("abilities",))),
)
"""What looks at the things that reserve, Kindle, memory and rests change."""
STRONG = ("ally with power 3 or more you control", "rested ally you control", "awake ally you control")
LYING = (*ALLIES[:3], ALLIES[4], *ACTIONS)
OCCASIONS: tuple[Occasion, ...] = (
    *("activate", "activate", "activate", "activate", "materialize", "ability", "ability", "bestow", "resolution"),
)
NOUNS = {
    Sacrifice: ("ally you control", "item you control", "object you control", "fire ally you control"),
    Banish: (
        *("card in your graveyard", "fire card in your graveyard", "card with floating memory in your graveyard"),
        *("ally card in your graveyard", "ally you control", "card in your memory", "card in your hand"),
    ),
    Discard: ("card", "fire card", "ally card"),
    Rest: ("ally you control", "champion you control", "object you control"),
    ReturnToMaterial: ("regalia you control",),
}
WHOLE: tuple[CostNode, ...] = (
    Counters(kind="enlighten"),
    Counters(kind="enlighten", count=Amount(2)),
    Delevel(),
    Recover(amount=Amount(1)),
    Recover(amount=Amount(2)),
    Skip(phase="draw"),
    Banish(of=Filter("card in your graveyard"), count=Amount(2), different="elements"),
)
OF_ITSELF: tuple[CostNode, ...] = (
    This(do=("rest",)),
    This(do=("banish",)),
    This(do=("sacrifice",)),
    This(do=("rest", "banish")),
    This(do=("rest", "sacrifice")),
    Counters(kind="gem", from_="this"),
)


class Payable(NamedTuple):
    """Somebody who has to pay something. `exact` says that whatever the rules allow is offered.

    Where an object that sends cards elsewhere, or changes others, can be given up itself, or a card that is discarded stays
    in the hand and might be banished from the memory later, not every way is looked at; those that are offered can be paid.
    """

    payer: Payer
    bill: Bill
    exact: bool


def woven_position(seed: int) -> Payable:
    """The same, where something looks at what the reserve, Kindle, memory or a rest changes (CA.1.8)."""
    rng = random.Random(f"woven {seed}")
    occasion = rng.choice(OCCASIONS)
    watching = [rng.choice(WATCHERS).name for _ in range(rng.choice((1, 1, 2)))]
    game = simple_position(
        Side(),
        made_up=(*ALLIES, *ITEMS, *ACTIONS, *WATCHERS),
        champion=("Spirit of Fire", "Rai, Spellcrafter")[: rng.choice((1, 2))],
        field=[*_some(rng, ALLIES, 2), *watching],
        hand=_some(rng, LYING, 3),
        graveyard=_some(rng, LYING, 2),
        memory=_some(rng, LYING, 2),
    )
    state = game.state.copy()
    for number in state.field:
        state.alter(number, rested=rng.random() < 0.15)
    champion = state.players[0].champion
    assert champion is not None
    state.alter(champion, counters={"enlighten": rng.randrange(3)})
    payer = Payer(state, 0, state.cards[champion], occasion)
    costs = [_any_cost(rng, "activate") for _ in range(rng.choice((0, 0, 1)))]
    costs += [_telling_cost(rng) for _ in range(rng.choice((0, 1, 1, 2)))]
    return Payable(payer, collected(payer, occasion, costs, **_amounts(rng, occasion)), exact=True)


def _telling_cost(rng: random.Random) -> CostNode:
    return rng.choice((Sacrifice, Sacrifice, Rest))(of=Filter(rng.choice(STRONG)))


def payable_position(seed: int) -> Payable:
    """A few cards in every zone, and something to pay: reserve, memory, up to three other costs; depends on the seed alone."""
    rng = random.Random(seed)
    occasion = rng.choice(OCCASIONS)
    gates = [rng.choice(each).name for each in (GATES[:3], GATES[3:]) if rng.random() < 0.5]
    ours = rng.random() < 0.4
    field = [*_some(rng, (*ALLIES, *ITEMS), 3), *(gates if ours else ())]
    rng.shuffle(field)
    game = simple_position(
        Side(field=() if ours else gates),
        made_up=(*ALLIES, *ITEMS, *ACTIONS, *GATES),
        champion=("Spirit of Fire", "Rai, Spellcrafter")[: rng.choice((1, 2, 2))],
        field=field,
        hand=_some(rng, LYING, 3),
        graveyard=_some(rng, LYING, 3),
        memory=_some(rng, LYING, 2),
        damage=rng.choice((0, 0, 1, 3)),
    )
    state = game.state.copy()
    for number in state.field:
        state.alter(number, rested=rng.random() < 0.15, counters={"gem": 1} if rng.random() < 0.3 else {})
    champion = state.players[0].champion
    assert champion is not None
    state.alter(champion, counters={"enlighten": rng.randrange(3)})
    mine = [number for number in state.field if state.cards[number].controller == 0]
    payer = Payer(state, 0, state.cards[rng.choice(mine) if occasion == "ability" else champion], occasion)
    costs = [_any_cost(rng, occasion) for _ in range(rng.choice((0, 1, 1, 2, 2, 3)))]
    bill = collected(payer, occasion, costs, **_amounts(rng, occasion))
    hidden = any("memory" in cost.of.zones for cost in costs if isinstance(cost, Banish))
    return Payable(payer, bill, exact=not (ours and gates) and not (hidden and "Home Gate" in gates))


def _some(rng: random.Random, faces: Sequence[Face], most: int) -> list[str]:
    return [rng.choice(faces).name for _ in range(rng.randint(0, most))]


def _amounts(rng: random.Random, occasion: Occasion) -> dict[str, int]:
    if occasion == "materialize":
        return {"memory": rng.choice((1, 2, 2, 3)), "reserve": rng.choice((0, 0, 0, 1, 2))}
    memory = rng.choice((0, 0, 0, 0, 1, 2))
    kindle = rng.choice((0, 0, 1, 2)) if occasion == "activate" else 0
    return {"reserve": rng.choice((0, 1, 1, 2, 2, 3)), "memory": memory, "kindle": kindle}


def _any_cost(rng: random.Random, occasion: Occasion) -> CostNode:
    """A cost of any kind; those of the object itself are for abilities alone."""
    if occasion == "ability" and rng.random() < 0.5:
        return rng.choice(OF_ITSELF)
    if rng.random() < 0.35:
        return rng.choice(WHOLE)
    kind = rng.choice((Sacrifice, Sacrifice, Banish, Banish, Discard, Rest, ReturnToMaterial))
    return kind(of=Filter(rng.choice(NOUNS[kind])), count=Amount(rng.choice((1, 1, 1, 2))))
