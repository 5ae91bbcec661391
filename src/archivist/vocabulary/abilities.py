"""Abilities: what one paragraph of a card's text can be, each kind with its fields and its words."""

from __future__ import annotations

import re
from functools import cache, cached_property
from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import CostNode, Counters, Memory, Release, Reserve, This
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import article, capital, title
from archivist.vocabulary.node import Node
from archivist.vocabulary.playing_abilities import (
    AdditionalCost,
    AlternativeCost,
    ClassLocked,
    CostModifier,
    Permission,
    Restriction,
    line,
    restricted,
    workplaces,
)
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.statics import StaticNode
from archivist.vocabulary.text import Paragraph
from archivist.vocabulary.triggered_forms import TRIGGERED
from archivist.vocabulary.triggers import TriggerNode

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


Speed = Literal["slow", "fast"]


Zone = Literal["hand", "memory", "deck", "material", "graveyard", "banishment", "field", "intent", "stack", "lineage"]
"""The zones in which an ability may say that it works."""


@cache
def word_of(keyword: str) -> str:
    """A keyword without its number."""
    return re.sub(r" \d+$", "", keyword)


@cache
def number_of(keyword: str) -> int:
    """The number of a keyword; 0 if it has none."""
    match = re.search(r" (\d+)$", keyword)
    return int(match[1]) if match else 0


def _less(amount: Amount) -> Amount:
    """The same amount as a reduction."""
    return Amount(-amount.fixed if amount.fixed is not None else f"-{amount.text}")


class Keyword(Node, frozen=True, tag_field="ability", tag="keyword"):
    """A keyword, perhaps numbered and perhaps behind a restriction."""

    keyword: str
    when: Condition | None = None

    @property
    def word(self) -> str:
        return word_of(self.keyword)

    @property
    def number(self) -> int:
        return number_of(self.keyword)

    def said(self, speaker: Speaker) -> list[str]:
        return [line(restricted(speaker, self.when), [title(self.keyword)])]


class Text(Paragraph, frozen=True, tag_field="ability", tag="text"):
    """Instructions carried out as the card resolves."""

    printed: ClassVar[tuple[Form, ...]] = (form("{when:fronts} {label:label} {*:text}"),)

    def said(self, speaker: Speaker) -> list[str]:
        parts, modes = self.body(speaker)
        return [line(self.fronts(speaker), parts), *modes]


class Triggered(Paragraph, frozen=True, tag_field="ability", tag="triggered", kw_only=True):
    """A triggered ability; `inherited` works from the whole lineage (keywords.inherited-effect).

    `if_` is the intervening condition, read as it triggers and again as it resolves (abilities.3.3); `while_` belongs to
    the event and is read as it triggers only ("whenever .. while .."). What a keyworded trigger asks only on resolution
    (abilities.3.4) is an effect ``if`` of its instructions. With `one_or_more` it
    triggers once for all that happens in one game event (abilities.3.9). `works_in` names the only zones in which it
    works, `works_outside` those in which it does not (abilities.1.4.named, abilities.1.4.excluded). `spell` makes it one
    that is carried out as a spell (abilities.1.13). With a `limit` it triggers once for an object, or once in each turn.

    Rules: abilities.3.
    """

    on: TriggerNode
    while_: Condition | None = None
    if_: Condition | None = None
    inherited: bool = False
    one_or_more: bool = False
    works_in: tuple[Zone, ...] = ()
    works_outside: tuple[Zone, ...] = ()
    spell: bool = False
    limit: Literal["", "once", "once each turn"] = ""

    printed: ClassVar[tuple[Form, ...]] = TRIGGERED

    def said(self, speaker: Speaker) -> list[str]:
        speaker.works_in(self.works_in)
        fronts = [*self.fronts(speaker), *workplaces(self.works_in, self.works_outside)]
        if self.inherited:
            fronts.append("Inherited effect")
            speaker.inherits()
        occasion = self.on.said(speaker)
        when = occasion.every if self.while_ is None else f"{occasion.every} {self.while_.moment(speaker)}"
        when = f"{when} (once for all at the same time)" if self.one_or_more else when
        if self.if_ is not None:
            when = f"{when}, {self.if_.said(speaker)}"
        parts, modes = self.body(speaker, whole=self.if_ is not None)
        if self.limit:
            parts = [*parts, f"triggers only {self.limit}"]
        if self.spell:
            parts = [f"as a Spell, {parts[0]}", *parts[1:]]
        if occasion.keyword:
            return [line([*fronts, when], parts), *modes]
        return [line(fronts, [f"{when}, {parts[0]}", *parts[1:]]), *modes]


class Activated(Paragraph, frozen=True, tag_field="ability", tag="activated", kw_only=True):
    """An activated ability: its cost, when it can be used, and what it does; its limits stand apart (abilities.2.1).

    X in the cost is a `variable`. `by` says who may activate it: its controller, or by permission opponents or anyone
    (abilities.2.7). `spell` makes it one that is used as a spell (abilities.1.13). It is fast unless it says slow (timing.1.1).

    Rules: abilities.2.
    """

    cost: tuple[CostNode, ...] = ()
    variable: Literal["", "X"] = ""
    if_: Condition | None = None
    speed: Speed = "fast"
    limit: Literal["", "once", "once each turn"] = ""
    spell: bool = False
    less: Amount | None = None
    less_if: Condition | None = None
    inherited: bool = False
    by: Literal["you", "opponents", "anyone"] = "you"
    works_in: tuple[Zone, ...] = ()
    works_outside: tuple[Zone, ...] = ()

    @property
    def payments(self) -> tuple[CostNode, ...]:
        """Everything that is paid."""
        return self.cost

    @cached_property
    def rests_itself(self) -> bool:
        """Whether resting its own object is part of its cost."""
        return any(isinstance(cost, This) and "rest" in cost.do for cost in self.cost)

    @cached_property
    def counters(self) -> tuple[tuple[str, bool, int], ...]:
        """The counters that are part of its cost in a fixed number: which, whether from its own object, how many."""
        costs = (cost for cost in self.cost if isinstance(cost, Counters))
        return tuple(
            (each.kind, each.from_ == "this", each.count.fixed) for each in costs if each.count.fixed is not None
        )

    @cached_property
    def fixed_price(self) -> tuple[int, int, tuple[CostNode, ...]] | None:
        """Reserve, memory and the other costs, banishing last, where they are the same whenever it is activated."""
        priced = [cost for cost in self.cost if isinstance(cost, Reserve | Memory)]
        if self.less is not None or any(cost.amount.fixed is None for cost in priced):
            return None
        reserve = sum(cost.amount.fixed or 0 for cost in priced if isinstance(cost, Reserve))
        memory = sum(cost.amount.fixed or 0 for cost in priced if isinstance(cost, Memory))
        others = sorted(
            (cost for cost in self.cost if not isinstance(cost, Reserve | Memory)),
            key=lambda cost: cost.key == "banish",
        )
        return reserve, memory, tuple(others)

    @cached_property
    def free(self) -> bool:
        """Whether it costs nothing but resting or banishing its object, and a fixed number of counters of one kind.

        These costs never stand in each other's way.
        """
        counters = [cost for cost in self.cost if isinstance(cost, Counters) and cost.count.fixed is not None]
        itself = [cost for cost in self.cost if isinstance(cost, This) and {"rest", "banish"}.issuperset(cost.do)]
        return len(counters) < 2 and len(itself) < 2 and len(counters) + len(itself) == len(self.cost)

    @cached_property
    def ordinary(self) -> bool:
        """Whether it is its controller's wherever abilities of objects work, and no condition on the objects alone shuts it."""
        steady = any(each is not None and each.steady for each in (self.when, self.if_))
        return self.by == "you" and not (self.inherited or self.works_in or self.works_outside or steady)

    @cached_property
    def conditional(self) -> bool:
        """Whether it may be shut though the objects stay what they are: by a limit, or by what its conditions look at."""
        conditions = (each for each in (self.when, self.if_) if each is not None)
        return bool(self.limit) or any(not each.steady for each in conditions)

    def said(self, speaker: Speaker) -> list[str]:
        speaker.works_in(self.works_in)
        fronts = [*self.fronts(speaker), *self._kind()]
        if self.inherited:
            fronts.append("Inherited effect")
            speaker.inherits()
        speaker.gives(self.cost)
        fronts.append(self._costs(speaker))
        if any(isinstance(cost, This) and set(cost.do) != {"rest"} for cost in self.cost):
            speaker.loses("this")
        parts, modes = self.body(speaker)
        notes = self._notes(speaker)
        if modes:
            fronts[-1] = f"{fronts[-1]} ({'; '.join(notes)})" if notes else fronts[-1]
            notes = []
        return [line(fronts, [*parts, *notes]), *modes]

    def _kind(self) -> list[str]:
        """Where it works, if it says so."""
        return workplaces(self.works_in, self.works_outside)

    def _costs(self, speaker: Speaker) -> str:
        """What is paid, and X if it is chosen."""
        chosen = ["choose X"] if self.variable else []
        return capital(", ".join([*chosen, *(cost.said(speaker).parts[0] for cost in self.payments)])) or "Free"

    def _notes(self, speaker: Speaker) -> list[str]:
        """When, how often and by whom it can be used, and whatever else there is to know about its use."""
        less = f"this ability costs {_less(self.less).changed(speaker)}" if self.less is not None else ""
        speaker.pause()
        speaker.left.clear()
        less = f"{less} {self.less_if.said(speaker)}" if self.less_if is not None else less
        by = {"opponents": "only opponents may activate this ability", "anyone": "any player may activate this ability"}
        only = (
            self.if_.only(speaker) if self.if_ is not None else "",
            "at slow speed" if self.speed == "slow" else "",
            self.limit,
        )
        notes = (
            less,
            *(f"activate this ability only {each}" for each in only if each),
            "this ability is used as a Spell" if self.spell else "",
            by.get(self.by, ""),
        )
        return [note for note in notes if note]


class LineageRelease(Activated, frozen=True, tag_field="ability", tag="lineage release", kw_only=True):
    """An ability that is activated by banishing this card from your champion's inner lineage (keywords.lineage-release).

    Any other cost is paid besides. As the top card of the lineage it cannot be used. Rules: costs.6.lineage-release.
    """

    works_in: tuple[Zone, ...] = ("lineage",)

    def _kind(self) -> list[str]:
        """It says by its name where it works."""
        only = () if self.works_in == ("lineage",) else self.works_in
        return ["Lineage Release", *workplaces(only, self.works_outside)]

    @property
    def payments(self) -> tuple[CostNode, ...]:
        """Banishing this card is among its costs."""
        return (Release(), *self.cost)


class AsTurnsEnd(Paragraph, frozen=True, tag_field="ability", tag="as turns end"):
    """Instructions carried out in clean-up, without the stack, while this is in play (turn.4.16)."""

    def said(self, speaker: Speaker) -> list[str]:
        parts, modes = self.body(speaker)
        return [line(self.fronts(speaker), [f"as a turn ends, {parts[0]}", *parts[1:]]), *modes]


class BeginsOnField(Node, frozen=True, tag_field="ability", tag="begins on the field"):
    """You may begin the game with this card on the field: a pre-game action (turn.2.1)."""

    printed: ClassVar[tuple[Form, ...]] = (form("you may begin the game with {:me} on the field ."),)

    def said(self, speaker: Speaker) -> list[str]:
        return [f"You may begin the game with {speaker.this} on the field."]


class StaticAbility(Node, frozen=True, tag_field="ability", tag="static"):
    """What holds while the object is there and the restriction is met.

    Rules: abilities.4, abilities.4.1, abilities.4.2.
    """

    effects: tuple[StaticNode, ...]
    when: Condition | None = None
    if_: Condition | None = None
    inherited: bool = False
    label: str = ""
    works_in: tuple[Zone, ...] = ()
    works_outside: tuple[Zone, ...] = ()

    def __post_init__(self) -> None:
        if not self.effects:
            raise ValueError("a static ability has at least one effect")

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """Everything that must hold."""
        return tuple(each for each in (self.when, self.if_) if each is not None)

    printed: ClassVar[tuple[Form, ...]] = (
        form("{when:fronts} {label:label} {inherited:inherited} {effects:statics} ."),
        form("{when:fronts} {label:label} {inherited:inherited} as long as {if_:if} , {effects:statics led} ."),
        form("{when:fronts} {label:label} {inherited:inherited} {effects:statics alone} as long as {if_:if} ."),
        form("{when:fronts} {label:label} {inherited:inherited} {effects:statics alone} unless {if_:unless} ."),
        form("{when:fronts} {label:label} {inherited:inherited} {effects:statics alone} if {if_:if} {:of_object} ."),
        form("{when:fronts} {label:label} {inherited:inherited} if {if_:if} , {effects:statics led} {:of_object} ."),
        form("{when:fronts} {label:label} {inherited:inherited} {*:prevented_while} ."),
        form("{when:fronts} {label:label} {inherited:inherited} {*:first_each_turn} ."),
        form("{when:fronts} {label:label} {inherited:inherited} {effects:enabled} enabled for you ."),
    )

    def said(self, speaker: Speaker) -> list[str]:
        speaker.works_in(self.works_in)
        fronts = [*restricted(speaker, self.when), *([title(self.label)] if self.label else [])]
        fronts += workplaces(self.works_in, self.works_outside)
        if self.inherited:
            fronts.append("Inherited effect")
            speaker.inherits()
        lead = self.if_.said(speaker, "while") if self.if_ is not None else ""
        first, *others = [effect.said(speaker).led("" if index else lead) for index, effect in enumerate(self.effects)]
        parts = [part for clause in (first, *others) for part in clause.parts]
        return [line(fronts, [", and ".join(parts)] if lead else parts)]


class Lineage(Node, frozen=True, tag_field="ability", tag="lineage"):
    """Can only be levelled from a champion of this name and the previous base level."""

    name: str

    printed: ClassVar[tuple[Form, ...]] = (form("{name:lineage} lineage"),)

    def said(self, speaker: Speaker) -> list[str]:
        return [line([f"{self.name} Lineage"], [f"levels up only from {article(self.name)} of the level below"])]


class Link(Node, frozen=True, tag_field="ability", tag="link"):
    """Enters linked to a target object; sacrificed when the link breaks (keywords.link).

    A `shield` is destroyed then; and it is destroyed or sacrificed in place of the object it is linked to
    (keywords.link-shield).
    """

    of: Filter
    shield: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("{of:plain} link"),
        form("{of:plain} link shield", shield=True),
    )

    def said(self, speaker: Speaker) -> list[str]:
        if self.shield:
            return [line(["Link Shield"], [f"enters linked to target {self.of.said()}, and is lost in its place"])]
        return [line(["Link"], [f"enters linked to target {self.of.said()}"])]


class Command(Node, frozen=True, tag_field="ability", tag="command"):
    """An awake ally is rested instead of the champion, and attacks with this card."""

    of: Filter

    printed: ClassVar[tuple[Form, ...]] = (form("command {of:commanded}"),)

    def said(self, speaker: Speaker) -> list[str]:
        return [line(["Command"], [f"{self.of.one()} attacks with {speaker.this}"])]


class Imbue(Node, frozen=True, tag_field="ability", tag="imbue"):
    """The cards reserved may be revealed; if enough of them match, the card is imbued (keywords.imbue).

    They match the card's own elements, a stated element, or any `advanced` one. Of several N for one kind the lowest
    counts; of several kinds one is chosen.
    """

    n: int
    element: str = ""
    advanced: bool = False
    when: Condition | None = None

    @property
    def kind(self) -> str:
        """The word by which it is declared: ``imbue``, ``fire imbue``, ``advanced imbue``."""
        first = "advanced" if self.advanced else self.element
        return f"{first} imbue" if first else "imbue"

    printed: ClassVar[tuple[Form, ...]] = (
        form("{when:fronts} imbue {n:n digits}"),
        form("{when:fronts} advanced imbue {n:n digits}", advanced=True),
        form("{when:fronts} {element:element} imbue {n:n digits}"),
    )

    def said(self, speaker: Speaker) -> list[str]:
        return [line(restricted(speaker, self.when), [f"{title(self.kind)} {self.n}"])]


class EntersAsCopy(Node, frozen=True, tag_field="ability", tag="enters as a copy"):
    """This may enter (without `may`: enters) as a copy of an object of a kind, chosen as it enters; no trigger.

    Rules: targets-and-copies.8.6.
    """

    of: Filter
    may: bool = True
    when: Condition | None = None

    printed: ClassVar[tuple[Form, ...]] = (
        form("{when:fronts} you may have {:me} enter the field as a copy of {of:a} ."),
        form("{when:fronts} {:me} enters the field as a copy of {of:a} .", may=False),
    )

    def said(self, speaker: Speaker) -> list[str]:
        copy = f"as a copy of {self.of.one()}"
        said = f"you may have {speaker.this} enter {copy}" if self.may else f"enters {copy}"
        return [line(restricted(speaker, self.when), [said])]


AbilityNode = (
    Keyword
    | Text
    | Triggered
    | Activated
    | LineageRelease
    | AsTurnsEnd
    | BeginsOnField
    | StaticAbility
    | AdditionalCost
    | AlternativeCost
    | CostModifier
    | Permission
    | Restriction
    | ClassLocked
    | Lineage
    | Link
    | Command
    | Imbue
    | EntersAsCopy
)


GrantedNode = Keyword | Triggered | Activated | StaticAbility


HIGHEST = frozenset(("pride", "level locked"))
"""Keywords of which the highest number counts; the numbers of all others add up."""


def add_keyword(found: dict[str, int], word: str, number: int) -> None:
    """Adds an instance of a keyword to those already found: it is had once, with one number (keywords.multiples).

    Rules: abilities.1.8.
    """
    found[word] = max(found.get(word, 0), number) if word in HIGHEST else found.get(word, 0) + number
