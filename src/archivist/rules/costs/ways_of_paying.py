"""The ways of paying a bill whose parts serve each other: every part tried in every order, on copies (CA.1.8).

Mostly it is enough to know what the costs that move cards bring about for each other (`means_of_payment`). Where something
looks at what the reserve, Kindle, Floating Memory, random memory or a rest change, they are parts like any other: an ally
may be strong enough for a sacrifice only once a card lies in the memory. Then a payment is tried as it would be made, part
by part. What is drawn at random is not known beforehand, and everything is named before: so what comes after a draw must
be possible whatever was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from archivist.model.card import Thing
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.rules.costs.means_of_payment import (
    RESERVE_FIRST,
    Bill,
    Payer,
    Rehearsal,
    Source,
    burning,
    floating_cards,
    reservable,
)
from archivist.rules.costs.memory_costs import banish_memory, exactly, possible_draws, use_floating_memory
from archivist.rules.costs.reserve_costs import reserve
from archivist.rules.costs.trying_out_payments import Outcome, outcome, rehearse
from archivist.rules.costs.woven_costs import kindle_may_change, kindle_of
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.zones import destroying_sacrificing_banishing
from archivist.vocabulary.aspects import Aspect
from archivist.vocabulary.costs import CardCost
from archivist.vocabulary.phrase import depends_on
from archivist.vocabulary.statics.game import Redirect

Part = int | str
"""A part of a payment: one of the other costs by its number, or `RESERVE`, `KINDLE` or `FLOATING`."""
RESERVE: Final = "reserve"
KINDLE: Final = "kindle"
FLOATING: Final = "floating"
"""What is named for the memory cost; the rest of that is drawn."""
Means = Source | int
"""What pays: a source of reserve, or a card."""
M = TypeVar("M", Source, int)

MOST_POINTS: Final = 600
"""How many points of a payment are looked at; what is not found by then is not offered."""

_CLOSER: Final = frozenset(Aspect) - {Aspect.ZONES, Aspect.PILES, Aspect.HOMES, Aspect.CONTROL, Aspect.CHAMPION}
"""What a phrase looks at that does not take all cards of a pile alike."""


def number_of(means: Means) -> int:
    return means.number if isinstance(means, Source) else means


# -- points of a payment -------------------------------------------------------------------------------------------


class Due(NamedTuple):
    """What is still to be paid, and how far the reserve has come.

    The reserve is one payment, which is not put off: what could have paid it when it was (`passed`) pays none of the rest.
    """

    costs: tuple[int, ...]
    reserve: int
    memory: int
    begun: bool = False
    kindled: bool = False
    floated: bool = False
    passed: frozenset[Thing] = frozenset()

    @property
    def over(self) -> bool:
        return not (self.costs or self.reserve or self.memory)

    @property
    def last(self) -> bool:
        """Whether the memory is all there is left to pay."""
        return not (self.costs or self.reserve)


class Point:
    """A point of a payment: what is due then, and how things may be, one world for each draw that makes a difference.

    `moves` are the next parts that have been tried, and `coming` those that have not.
    """

    __slots__ = ("answers", "coming", "due", "good", "looks", "moves", "worlds")

    def __init__(self, due: Due, worlds: Sequence[Rehearsal], looks: list[Outcome]) -> None:
        self.due = due
        self.worlds = worlds
        self.looks = looks
        self.good: bool | None = None
        self.moves: list[Move] = []
        self.coming: Iterator[Move] = iter(())
        self.answers: dict[Part, frozenset[frozenset[Means]]] = {}


class Move(NamedTuple):
    """A part paid with some means, and the point that this leads to."""

    part: Part
    means: tuple[Means, ...]
    to: Point


class Ways:
    """All ways of paying a bill, with what was `named` for some of its parts."""

    def __init__(self, payer: Payer, bill: Bill, named: Mapping[Part, Sequence[Means]] | None = None) -> None:
        self.payer = payer
        self.bill = bill
        self.named: Mapping[Part, Sequence[Means]] = named or {}
        self.needed = [cost.number(payer) for cost in bill.costs]
        self._known: dict[Due, list[Point]] = {}
        self._points = 0
        self._likes: dict[int, Hashable] = {}
        self._passing = kindle_may_change(payer, bill)
        self._telling = self._tells_cards_apart()
        due = Due(tuple(range(len(bill.costs))), bill.reserve, bill.memory)
        start = self._point(due, [Rehearsal(payer)])
        assert start is not None
        self.start = start

    def exist(self) -> bool:
        """Whether everything can be paid."""
        return self._completes(self.start)

    def answers(self, part: Part) -> frozenset[frozenset[Means]]:
        """What can be named for a part, so that everything is paid; of means that are alike, one choice stands for all."""
        return self._answers(self.start, part)

    def alike(self, means: Means) -> Hashable:
        """What is the same for all means that are as good as each other."""
        if isinstance(means, Source):
            return means.zone, means.since >= 0, self._alike(means.number)
        return self._alike(means)

    def _completes(self, point: Point) -> bool:
        if point.good is None:
            point.good = point.due.over or any(self._completes(move.to) for move in self._onward(point))
        return point.good

    def _answers(self, point: Point, part: Part) -> frozenset[frozenset[Means]]:
        found = point.answers.get(part)
        if found is None:
            ways: set[frozenset[Means]] = {frozenset()} if point.due.over else set()
            for move in self._onward(point):
                if self._completes(move.to):
                    rest = self._answers(move.to, part)
                    ways |= {each.union(move.means) for each in rest} if move.part == part else rest
            found = point.answers[part] = frozenset(ways)
        return found

    def _onward(self, point: Point) -> Iterator[Move]:
        yield from point.moves
        for move in point.coming:
            point.moves.append(move)
            yield move

    def _point(self, due: Due, worlds: Sequence[Rehearsal]) -> Point | None:
        """The point where things are so: a known one, or a new one unless there are too many."""
        before = self.payer.state
        looks = [outcome(before, world.state, world.pools) for world in worlds]
        known = self._known.setdefault(due, [])
        for point in known:
            if point.looks == looks:
                return point
        if self._points >= MOST_POINTS:
            return None
        self._points += 1
        point = Point(due, worlds, looks)
        point.coming = self._moves(point)
        known.append(point)
        return point

    # -- what may be paid next -------------------------------------------------------------------------------------

    def _moves(self, point: Point) -> Iterator[Move]:
        """What can be paid next, in the usual order: mostly that will do."""
        due = point.due
        if self.payer.occasion == "materialize" and due.memory and not due.floated:
            yield from self._floating_first(point)
            return
        reserve_first = self.payer.occasion in RESERVE_FIRST
        if due.memory and not reserve_first:
            yield from self._memory(point)
        if due.reserve:
            yield from self._reserve(point)
        for place, index in enumerate(due.costs):
            costs = self.bill.costs
            before = [each for each in due.costs[:place] if costs[each] == costs[index]]
            if not before or index in self.named or before[0] in self.named:
                yield from self._cost(point, index)
        if due.reserve and not due.kindled:
            yield from self._kindle(point)
        if due.memory and reserve_first:
            yield from self._memory(point)

    def _move(
        self, point: Point, part: Part, means: tuple[Means, ...], due: Due, worlds: Sequence[Rehearsal]
    ) -> Iterator[Move]:
        """A move, if the point it leads to is looked at; what reserve could have been paid with meanwhile is passed."""
        if due.begun and part != RESERVE:
            due = due._replace(passed=due.passed | self._there(point))
        to = self._point(due, worlds)
        if to is not None:
            yield Move(part, means, to)

    def _there(self, point: Point) -> frozenset[Thing]:
        """All that can pay reserve now."""
        return frozenset(point.worlds[0].state.things([source.number for source in self._sources(point)]))

    def _sources(self, point: Point) -> list[Source]:
        """What can pay reserve now, however cards were drawn."""
        due, payer, first = point.due, self.payer, self.payer.state.cards
        kept: list[Source] = []
        state = point.worlds[0].state
        hand = [number for number in state.players[payer.you].hand if number not in payer.away]
        resting = [number for number in reservable(state, payer.you) if number not in payer.barred]
        for number in (*hand, *resting):
            if number < len(first) and self._certain(point, number) and state.cards[number].thing not in due.passed:
                zone = state.cards[number].zone
                since = first[number].incarnation if state.cards[number].incarnation > first[number].incarnation else -1
                kept.append(Source(number, "hand" if zone == "hand" else "field", since if zone == "hand" else -1))
        for world in point.worlds[1:]:
            lies, rests = world.state.players[payer.you].hand, reservable(world.state, payer.you)
            kept = [each for each in kept if each.number in (lies if each.zone == "hand" else rests)]
        return kept

    def _reserve(self, point: Point) -> Iterator[Move]:
        """As much reserve as can be paid now; less only where something may still bring more."""
        due = point.due
        sources: Sequence[Source] = self._sources(point)
        if RESERVE in self.named:
            sources = [each for each in sources if each in self.named[RESERVE]]
        more = due.costs or due.memory or not due.kindled
        to_kindle = 0 if due.kindled else len(self.named.get(KINDLE, ()))
        most = min(due.reserve - to_kindle, len(sources))
        for n in range(most, 0 if more else due.reserve - 1, -1):
            for taken in self._choices(point, sources, n):
                worlds = [self._reserved(world, taken) for world in point.worlds]
                passed = due.passed | self._there(point)
                left = due._replace(reserve=due.reserve - n, begun=True, passed=passed)
                yield from self._move(point, RESERVE, taken, left, worlds)

    @staticmethod
    def _reserved(world: Rehearsal, taken: tuple[Source, ...]) -> Rehearsal:
        twin = Rehearsal(world)
        twin.reserved = twin.owed = taken
        reserve(twin)
        return twin

    def _kindle(self, point: Point) -> Iterator[Move]:
        """Fire cards of the graveyard, as many as Kindle allows now (keywords.kindle)."""
        due = point.due
        most = min(kindle_of(world) for world in point.worlds) if self._passing else self.bill.kindle
        if not most:
            return
        for cards in self._from_graveyard(point, KINDLE, burning, min(most, due.reserve)):
            if cards:
                worlds = [self._kindled(world, cards) for world in point.worlds]
                left = due._replace(reserve=due.reserve - len(cards), kindled=True)
                yield from self._move(point, KINDLE, cards, left, worlds)

    @staticmethod
    def _kindled(world: Rehearsal, cards: tuple[int, ...]) -> Rehearsal:
        twin = Rehearsal(world)
        rehearse(destroying_sacrificing_banishing.banish(twin.state, cards, "keywords.kindle", cause="reserve cost"))
        return twin

    def _memory(self, point: Point) -> Iterator[Move]:
        """Floating Memory, then random cards: each draw that makes a difference is a world of its own (costs.3)."""
        due = point.due
        floating = [()] if due.floated else self._from_graveyard(point, FLOATING, floating_cards, due.memory)
        for cards in floating:
            worlds = self._drawn(point, cards, due.memory - len(cards))
            if worlds:
                yield from self._move(point, FLOATING, cards, due._replace(memory=0), worlds)

    def _drawn(self, point: Point, floating: tuple[int, ...], n: int) -> list[Rehearsal]:
        """How things may be once the memory is paid; none if it cannot be, or if there are too many draws to look at."""
        worlds: list[Rehearsal] = []
        for world in point.worlds:
            floated = Rehearsal(world)
            rehearse(use_floating_memory(floated, floating))
            draws = possible_draws(floated, n, self._alike, any_will_do=point.due.last)
            if not draws:
                return []
            for draw in draws:
                twin = Rehearsal(floated)
                twin.draw = draw
                rehearse(banish_memory(twin, n))
                worlds.append(twin)
        return worlds

    def _floating_first(self, point: Point) -> Iterator[Move]:
        """A materialization begins with Floating Memory (CM.3.3.2)."""
        due = point.due
        for cards in self._from_graveyard(point, FLOATING, floating_cards, due.memory):
            twin = Rehearsal(point.worlds[0])
            rehearse(use_floating_memory(twin, cards))
            left = due._replace(memory=due.memory - len(cards), floated=True)
            yield from self._move(point, FLOATING, cards, left, [twin])

    def _from_graveyard(
        self, point: Point, part: Part, fitting: Callable[[State, Iterable[int]], list[int]], most: int
    ) -> Iterator[tuple[int, ...]]:
        """Sets of cards of the graveyard that fit however cards were drawn; what was named is used all at once."""
        you, away = self.payer.you, self.payer.away
        found: list[int] | None = None
        for world in point.worlds:
            fit = fitting(world.state, world.state.players[you].graveyard)
            found = fit if found is None else [number for number in found if number in fit]
        lying = [number for number in found or () if number not in away and self._certain(point, number)]
        named = self.named.get(part)
        if named is None:
            for n in range(min(most, len(lying)) + 1):
                yield from self._choices(point, lying, n)
        elif len(named) <= most and all(number in lying for number in named):
            yield tuple(map(number_of, named))

    def _cost(self, point: Point, index: int) -> Iterator[Move]:
        """One of the other costs, with every choice of cards that makes a difference."""
        cost, due = self.bill.costs[index], point.due
        left = due._replace(costs=tuple(each for each in due.costs if each != index))
        for cards in self._cards(point, index):
            worlds = []
            for world in point.worlds:
                if not world.able(cost, cards):
                    break
                twin = Rehearsal(world)
                try:
                    rehearse(cost.pay(twin, cards))
                except Illegal:
                    break
                worlds.append(twin)
            else:
                yield from self._move(point, index, cards, left, worlds)

    def _cards(self, point: Point, index: int) -> Iterator[tuple[int, ...]]:
        cost, need = self.bill.costs[index], self.needed[index]
        if not cost.key or not need:
            return iter(((),))
        candidates: Sequence[int] = [
            number for number in cost.candidates(point.worlds[0]) if self._certain(point, number)
        ]
        if index in self.named:
            candidates = [number for number in candidates if number in self.named[index]]
        return self._choices(point, candidates, need)

    # -- what is alike ---------------------------------------------------------------------------------------------

    @staticmethod
    def _certain(point: Point, number: int) -> bool:
        """Whether a card cannot have been drawn at random before: else nobody counts on it."""
        return not any(number in pool for world in point.worlds for pool in world.pools)

    def _choices(self, point: Point, means: Sequence[M], n: int) -> Iterator[tuple[M, ...]]:
        """Sets of means, one for each mix that makes a difference."""
        groups: dict[Hashable, list[M]] = {}
        for each in means:
            number = number_of(each)
            now = tuple((world.state.cards[number].zone, world.state.cards[number].rested) for world in point.worlds)
            groups.setdefault((self.alike(each), now), []).append(each)
        for counts in exactly(n, [len(group) for group in groups.values()]):
            yield tuple(each for k, group in zip(counts, groups.values(), strict=True) for each in group[:k])

    def _alike(self, number: int) -> Hashable:
        """What is the same for all cards that are as good as each other, as they are before anything is paid."""
        found = self._likes.get(number)
        if found is None:
            named = tuple(part for part, several in self.named.items() if number in map(number_of, several))
            found = self._likes[number] = (named, self._kind(number))
        return found

    def _kind(self, number: int) -> Hashable:
        state = self.payer.state
        if number >= len(state.cards):
            return number
        card = state.cards[number]
        if number == self.payer.source.id or number in self.payer.away or number in self.payer.barred:
            return number
        if (
            card.linked
            or card.lineage
            or card.loaded
            or card.remembers
            or card.played
            or card.uses
            or card.first_controller
        ):
            return number
        if any(each.on is not None and card.thing in each.on for each in state.lasting):
            return number
        marks = (card.zone, card.owner, card.controller, card.rested, card.damage, card.token, card.face_up, card.x)
        marked = (*marks, card.properties, card.default, card.copied, tuple(sorted(card.counters.items())))
        return (*marked, card.face if self._telling or card.zone not in ("hand", "memory") else self._worth(number))

    def _worth(self, number: int) -> Hashable:
        """What a card of the hand or the memory is good for in this payment, where nothing else asks what it is."""
        payer, state = self.payer, self.payer.state
        card = state.cards[number]
        face = state.pool[card.face]
        if face.statics or face.restriction_aspects:
            return card.face
        costs = [(cost.of.describes(payer, card), cost.sort(payer, number)) for cost in self._named_costs()]
        return tuple(costs), "fire" in payer.elements(card), payer.has(card, "floating memory"), "regalia" in face.words

    def _named_costs(self) -> list[CardCost]:
        return [cost for cost in self.bill.costs if isinstance(cost, CardCost)]

    def _tells_cards_apart(self) -> bool:
        """Whether something in force looks closer at cards of the hand or the memory than at how many there are."""
        known = self.payer.state.standing or standing(self.payer.state)
        if Redirect in known.by_kind:
            return True
        for several in known.by_kind.values():
            for active in several:
                looked = depends_on((active.static, active.conditions))
                if Aspect.PILES in looked and not looked.isdisjoint(_CLOSER):
                    return True
        return False
