"""Statics that change what cards and objects are, and whose they are."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from msgspec.structs import replace

from archivist.model.errors import suggestion
from archivist.vocabulary.amounts import NONE, Amount, simple
from archivist.vocabulary.aspects import Aspect, aspects
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.filters import cased
from archivist.vocabulary.fixed import fix
from archivist.vocabulary.grammar import READER, Act, Clause, Noun, counters, holds, listed, title
from archivist.vocabulary.node import THIS, Node, Ref
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.statics.base import Static, what_it_is
from archivist.vocabulary.words import NUMBERED_KEYWORDS

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.speech import Speaker


Change = Literal[
    "set power", "set life", "set level", "words", "keywords", "grants", "loses", "power", "life", "level", "swap"
]
"""What a modification may change, in the order of the layers: A, then B and C, D, and E."""

_UNSURE: Final = aspects(Aspect.POWER, Aspect.LEVEL, Aspect.PLAY, Aspect.EVENT, Aspect.STEPS, Aspect.TARGETS)
"""What an amount looks at that may be below 0 though nothing is subtracted: other stats, and numbers from elsewhere."""

EARLY: Final[frozenset[Change]] = frozenset(("set power", "set life", "set level", "words"))
"""The changes of the layers A to C: what applies in them goes on although its ability is lost in D (effects.5.9)."""


class Numbered(Node, frozen=True):
    """A keyword whose number is not fixed: ``ranged`` with as much as there are water cards in your graveyard.

    With a number of 0 or less there is no such keyword (effects.1.4).
    """

    keyword: str
    number: Amount

    def __post_init__(self) -> None:
        if self.keyword not in NUMBERED_KEYWORDS:
            near = suggestion(self.keyword, NUMBERED_KEYWORDS)
            raise ValueError(f"{self.keyword!r} is no keyword with a number{near}")
        if Aspect.KEYWORDS in self.number.depends:
            raise ValueError(f"the number of a keyword cannot depend on keywords: {self.number.text!r}")

    def read(self, scene: Scene) -> tuple[str, ...]:
        """The keyword with its number as it is now, if there is any."""
        number = scene.amount(self.number)
        return (f"{self.keyword} {number}",) if number > 0 else ()

    def said(self, speaker: Speaker) -> str:
        if simple(self.number):
            return f"{title(self.keyword)} {self.number.said(speaker)}"
        return f"{title(self.keyword)} X, X being {self.number.said(speaker)}"


class Modify(Static, frozen=True, tag="modify"):
    """Changes the characteristics of cards and objects, each part in its layer (effects.5.8, cards.5, cards.5.1).

    A: `set power`, `set life`, `set level`. B: `types` are set in place of the types and supertypes, `subtypes` in place
    of the subtypes (effects.5.10). C: `elements` are set in place of the elements. `words` adds to any of these. D:
    `keywords`, those that are `numbered` by an amount, and `grants` (abilities listed under `grants` of its face) are
    gained, `loses` takes keywords away, or all ``abilities``. E: `power`, `life` and `level` are added, what is `doubled`
    counts twice, and `swap` exchanges power and life after everything else.
    """

    of: Ref = THIS
    set_power: Amount | None = None
    set_life: Amount | None = None
    set_level: Amount | None = None
    types: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    numbered: tuple[Numbered, ...] = ()
    grants: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    power: Amount = NONE
    life: Amount = NONE
    level: Amount = NONE
    doubled: tuple[Literal["power", "life"], ...] = ()
    swap: bool = False
    if_: Condition | None = None

    def __post_init__(self) -> None:
        if Aspect.POWER in self.of.depends and {"power", "life", "swap"} & {*self.changes}:
            raise ValueError(f"what changes stats cannot choose by them whose: {self.of.text!r}")

    acts: ClassVar[tuple[tuple[tuple[str, ...], tuple[Form, ...]], ...]] = (
        (
            ("get",),
            (
                form("{power:plus} power"),
                form("{life:plus} life"),
                form("{level:plus} level"),
                form("{grants:quoted}"),
            ),
        ),
        (("gain", "have"), (form("{keywords:keywords}"), form("{numbered:numbered}"), form("{grants:quoted}"))),
        (("lose",), (form("{loses:keywords bare}"), form("all abilities", loses=("abilities",)))),
        (
            ("be", "become"),
            (
                form(
                    "{words:what} in addition to its other types with base power and life {set_power:number} "
                    "{set_life:same_stat}"
                ),
                form(
                    "{words:what} in addition to its other types with base power {set_power:number} "
                    "and base life {set_life:number}"
                ),
                form("{words:what} in addition to its other types"),
            ),
        ),
    )
    """How each of its changes is printed: the verbs, and what may follow them."""

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What it changes, by name."""
        changed: tuple[tuple[Change, bool], ...] = (
            ("set power", self.set_power is not None),
            ("set life", self.set_life is not None),
            ("set level", self.set_level is not None),
            ("words", bool(self.types or self.subtypes or self.elements or self.words)),
            ("keywords", bool(self.keywords or self.numbered)),
            ("grants", bool(self.grants)),
            ("loses", bool(self.loses)),
            ("power", self.power.text != 0 or "power" in self.doubled),
            ("life", self.life.text != 0 or "life" in self.doubled),
            ("level", self.level.text != 0),
            ("swap", self.swap),
        )
        return tuple(name for name, does in changed if does)

    @cached_property
    def weakens(self) -> bool:
        """Whether it may leave objects with less life than is printed."""
        return self.set_life is not None or self.swap or self.life.sinks

    @cached_property
    def saps(self) -> bool:
        """Whether it may leave objects with less power than is printed."""
        unsure = self.power.sinks or not _UNSURE.isdisjoint(self.power.depends)
        return self.set_power is not None or self.swap or unsure

    @cached_property
    def early(self) -> bool:
        """Whether it begins to apply before abilities are gained and lost."""
        return not EARLY.isdisjoint(self.changes)

    @cached_property
    def chained(self) -> bool:
        """Whether it gives or takes something for having some keyword; what takes all abilities takes that one too."""
        return Aspect.KEYWORDS in self.of.depends and "abilities" not in self.loses

    @property
    def sets_words(self) -> bool:
        """Whether it sets types or elements, rather than adding to them."""
        return bool(self.types or self.subtypes or self.elements)

    @cached_property
    def fixed(self) -> bool:
        """Whether none of its numbers has to be read, so that it is the same whenever it begins."""
        amounts = (self.set_power, self.set_life, self.set_level, self.power, self.life, self.level)
        open_ = any(amount is not None and amount.fixed is None for amount in amounts)
        return not open_ and not self.numbered

    def frozen(self, scene: Scene) -> Modify:
        """The same with its numbers read now, for an effect whose amounts are fixed as it resolves (effects.5.4).

        Its condition is not: that is asked for as long as it lasts. One that is fixed already is the same value, with
        everything that was derived of it.
        """
        if self.fixed:
            return self
        amounts = {
            name: Amount(scene.amount(amount))
            for name in ("set_power", "set_life", "set_level", "power", "life", "level")
            if (amount := getattr(self, name)) is not None and amount.fixed is None
        }
        keywords = (*self.keywords, *(each for numbered in self.numbered for each in numbered.read(scene)))
        return replace(self, keywords=keywords, numbered=(), **amounts)

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        lead = self.if_.said(speaker, "while") if self.if_ is not None else ""
        subject = speaker.subject(on or self.of)
        return holds(subject, *self._acts(speaker, on)).led(lead)

    def _acts(self, speaker: Speaker, on: Ref | None) -> tuple[Act, ...]:
        """What it makes of its objects, in the order of the layers."""
        amounts = (("power", self.set_power), ("life", self.set_life), ("level", self.set_level))
        fixed = [f"{what} {amount.said(speaker)}" for what, amount in amounts if amount is not None]
        fixed += [_only(what, words) for what, words in self._replaced() if words]
        changes = (("power", self.power), ("life", self.life), ("level", self.level))
        added = [amount.added(speaker, what) for what, amount in changes if amount.text != 0]
        abilities = [title(keyword) for keyword in self.keywords]
        abilities += [numbered.said(speaker) for numbered in self.numbered]
        abilities += [speaker.granted(name, on or self.of) for name in self.grants]
        lost = ["all abilities" if each == "abilities" else title(each) for each in self.loses]
        acts = (
            Act("have", listed(fixed)),
            Act(
                "be" if on is None else "become",
                f"also {listed([what_it_is(word) for word in self.words])}" if self.words else "",
            ),
            Act("get", listed(added)),
            Act("have" if on is None else "gain", listed(abilities)),
            Act("lose", listed(lost)),
            Act("have", f"double {listed(self.doubled)}" if self.doubled else ""),
            Act("swap", "power and life" if self.swap else ""),
        )
        return tuple(act for act in acts if act.rest) or (Act("change", "nothing"),)

    def _replaced(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return (("type", self.types), ("subtype", self.subtypes), ("element", self.elements))


def _only(what: str, words: tuple[str, ...]) -> str:
    """``only the types champion and ally``."""
    return f"only the {what}{'s' if len(words) > 1 else ''} {listed([cased(word) for word in words])}"


class Enters(Static, frozen=True, tag="enters"):
    """How an object enters the field: rested, or with counters; with `once` the next time only, for all that enter then."""

    placeless: ClassVar[tuple[str, ...]] = ("of",)
    of: Ref = THIS
    rested: bool = False
    counters: dict[str, Amount] = {}
    once: bool = False

    def __post_init__(self) -> None:
        fix(self, "counters")

    printed: ClassVar[tuple[Form, ...]] = (
        form("{of:every} enter(s) the field rested", rested=True),
        form("{of:own} enters the field with {counters:counted_counters} on it"),
        form("{of:every} enter(s) the field with {counters:counters} on <it|them>"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        more = "" if on is None and self.of == THIS else "additional "
        marks = ((amount, counters(f"{more}{kind}")) for kind, amount in self.counters.items())
        with_ = [" ".join(amount.of(speaker, *words)).rstrip() for amount, words in marks]
        how = listed([*(["rested"] if self.rested else []), *([f"with {listed(with_)}"] if with_ else [])])
        of = on or self.of
        if self.once:
            kind = f"one or more {of.each.said(many=True)}" if of.each is not None else speaker.object(of)
            return holds(Noun("they", True), Act("enter", how)).led(f"the next time {kind} would enter")
        return holds(speaker.subject(of), Act("enter", how))


class Control(Static, frozen=True, tag="control"):
    """You control these objects; of several such effects the newest prevails (terms.3.2). `player` is bound on resolving."""

    of: Ref = THIS
    player: int = -1

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return holds(READER, Act("control", speaker.object(on or self.of)))
