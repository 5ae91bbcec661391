"""Costs: of abilities (``(2), REST, banish ..``), additional and alternative ones, and payments on resolution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, get_args

from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    forms,
    read_joined,
    slots,
)
from archivist.compiler.kinds import Yours
from archivist.compiler.nouns import nouns
from archivist.compiler.phrases import NUMBERS
from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.costs import CardCost, CostNode, Reserve, Sacrifice, This
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import plural
from archivist.vocabulary.words import INGREDIENTS

_COST: Final = Choice((), "a cost")
_YOURS: Final = Yours()


@slots("costs")
class Costs(Rule):
    """Several costs, separated by commas, or by *and*."""

    def __init__(self, joint: str = ",") -> None:
        super().__init__()
        self.joints = ((",",), ("and",)) if joint == "," else (("and",), (",",))

    def starts(self) -> frozenset[str] | None:
        return _COST.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return read_joined(reader, at, _COST, self.joints) + self._both(reader, at)

    def _both(self, reader: Reader, at: int) -> Readings:
        """``sacrifice an ally and an item``: the second one without its verb."""
        if reader.word(at) != "sacrifice":
            return []
        return [
            (last, (("sacrifice", one, other), None))
            for end, one in reader.find(_YOURS, at + 1)
            if reader.word(end) == "and"
            for last, other in reader.find(_YOURS, end + 1)
        ]

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        trees, joints = tree
        hearing.note(joints)
        if joints is None:
            return tuple(Sacrifice(of=_YOURS.make(each, hearing)) for each in trees[1:])
        made: list[Any] = []
        for each in trees:
            cost = _COST.make(each, hearing)
            if made and isinstance(cost, This) and isinstance(made[-1], This):
                made[-1] = This(do=(*made[-1].do, *cost.do))
            else:
                made.append(cost)
        return tuple(made)

    def say(self, value: Any, voice: Voice) -> None:
        costs: list[Any] = []
        for cost in value:
            costs += [This(do=(each,)) for each in cost.do] if isinstance(cost, This) else [cost]
        joints = voice.noted((0,) * (len(costs) - 1))
        if joints is None:
            if len(costs) != 2 or any(each != Sacrifice(of=each.of) for each in costs):
                raise Unsaid
            voice.say("sacrifice")
            _YOURS.say(costs[0].of, voice)
            voice.say("and")
            _YOURS.say(costs[1].of, voice)
            return
        if not costs or len(joints) != len(costs) - 1:
            raise Unsaid
        for index, cost in enumerate(costs):
            if index:
                voice.say(*self.joints[joints[index - 1]])
            _COST.say(cost, voice)


_GIVEN: Final = {"banish": "banished", "sacrifice": "sacrificed", "discard": "discarded"}


def given_by(costs: Sequence[Any]) -> str:
    """How the one card is given up that costs take by choice; empty if they take none, or several."""
    taken = [cost for cost in costs if isinstance(cost, CardCost)]
    if len(taken) != 1 or taken[0].count not in (ONE, Amount("X")):
        return ""
    how = _GIVEN.get(str(taken[0].__struct_config__.tag), "")
    return how if taken[0].count == ONE else f"{how} x {taken[0].of.text}"


@slots("any_sacrifice")
class AnySacrifice(Rule):
    """Any number of objects that are sacrificed as a cost: X of them."""

    def __init__(self) -> None:
        super().__init__()
        self.of = Yours("many")

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.of, at)

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        return (Sacrifice(of=self.of.make(tree, hearing), count=Amount("X")),)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or not isinstance(value[0], Sacrifice) or value[0].count != Amount("X"):
            raise Unsaid
        self.of.say(value[0].of, voice)


@slots("sacrificed_kind")
class SacrificedKind(Rule):
    """The objects of which X were sacrificed for the card, where its instructions say what X is."""

    def __init__(self) -> None:
        super().__init__()
        self.of = Yours("many")

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.of, at)

    def make(self, tree: Any, hearing: Hearing) -> None:
        of = self.of.make(tree, hearing)
        if hearing.memory.given != f"sacrificed x {of.text}":
            raise Unmade(f"it is not known how many were sacrificed: {of.text}")

    def say(self, value: Any, voice: Voice) -> None:
        if not voice.memory.given.startswith("sacrificed x "):
            raise Unsaid
        self.of.say(Filter(voice.memory.given.removeprefix("sacrificed x ")), voice)


@slots("payment")
class Payment(Rule):
    """Reserve that is paid while something resolves: ``(2)``; with ``x`` an X that is chosen then."""

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.chosen = kind == "x"
        self.reserve = Choice(forms(Reserve))

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.reserve, at)

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        made = self.reserve.make(tree, hearing)
        if self.chosen and made.amount != Amount("X"):
            raise Unmade("there is no X to choose")
        return (made,)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1:
            raise Unsaid
        self.reserve.say(value[0], voice)


@slots("holds")
class From(Rule):
    """Where counters are removed from as a cost: ``champion`` or ``this``."""

    def starts(self) -> frozenset[str] | None:
        return frozenset(("your", "~"))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.words[at : at + 2] == ("your", "champion"):
            return [(at + 2, "champion")]
        if reader.word(at) == "~":
            return [(at + 1, "this")]
        reader.miss(at, "your champion")
        return []

    def make(self, tree: Any, hearing: Hearing) -> str:
        if tree == "this":
            hearing.memory.mention_this()
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if value == "this":
            voice.memory.mention_this()
        voice.say(*("your", "champion") if value == "champion" else ("~",))


@slots("brew")
class Brew(Rule):
    """What is brewed with: ``One Manaroot, Two Herbs``."""

    def _one(self, reader: Reader, at: int) -> tuple[int, Any] | None:
        word = reader.word(at)
        if word not in NUMBERS:
            reader.miss(at, "a number")
            return None
        count = NUMBERS.index(word)
        ingredient = next(
            (each for each in INGREDIENTS if reader.word(at + 1) in (each.lower(), plural(each).lower())), None
        )
        if ingredient is not None:
            return at + 2, (count, "named", ingredient, reader.word(at + 1) != ingredient.lower())
        found = reader.find(nouns(many=count != 1), at + 1)
        return (found[0][0], (count, "kind", found[0][1], count != 1)) if found else None

    def read(self, reader: Reader, at: int) -> Readings:
        parts: tuple[Any, ...] = ()
        while found := self._one(reader, at):
            at, part = found
            parts = (*parts, part)
            if reader.word(at) != ",":
                return [(at, parts)]
            at += 1
        return []

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        hearing.note(tuple(many for _, _, _, many in tree))
        made = []
        for count, how, what, many in tree:
            if how == "named":
                of = Filter(f"object named {what} you control")
            else:
                kind = nouns(many=many).make(what, hearing)
                if kind.controller or kind.zones != ("field",):
                    raise Unmade("herbs are brewed with those you control")
                of = Filter(f"{kind.text} you control")
            made.append(Sacrifice(of=of, count=Amount(count)))
        return tuple(made)

    def say(self, value: Any, voice: Voice) -> None:
        notes = voice.noted(tuple(cost.count != ONE for cost in value if isinstance(cost, Sacrifice)))
        for index, cost in enumerate(value):
            if not isinstance(cost, Sacrifice) or cost.count.fixed is None or cost.of.controller != "you control":
                raise Unsaid
            voice.say(*([","] if index else []), NUMBERS[cost.count.fixed])
            if cost.of.name:
                voice.say(plural(cost.of.name) if notes[index] else cost.of.name)
            else:
                nouns(many=notes[index]).say(cost.of.whosever(), voice)


def declare() -> None:
    """Takes in the forms of all costs."""
    for kind in get_args(CostNode):
        _COST.extend(forms(kind))


declare()
