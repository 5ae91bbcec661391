"""Statics about damage: preventing, amplifying, taking it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import NONE, Amount, simple
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Act, Clause, Noun, does, holds
from archivist.vocabulary.node import THIS, Node, Ref
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.statics.base import Static, for_what

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Much(Node, frozen=True):
    """How much damage something is about: so much or more, so much or less, or exactly so much; 0 sets no bound."""

    least: int = 0
    most: int = 0
    exactly: Amount | None = None

    def __post_init__(self) -> None:
        if sum((bool(self.least), bool(self.most), self.exactly is not None)) != 1:
            raise ValueError("damage is measured by one of least, most and exactly")

    def holds(self, damage: int) -> bool:
        """Whether so much damage is meant; `exactly` is a number once an effect has resolved."""
        if self.exactly is not None:
            return damage == self.exactly.fixed
        return damage >= self.least if self.least else damage <= self.most

    def said(self, speaker: Speaker, kind: str) -> str:
        """``exactly 3 damage``, ``3 or more combat damage``, ``damage of exactly the number of cards in your hand``."""
        if self.exactly is not None and not simple(self.exactly):
            return f"{kind} of exactly {self.exactly.said(speaker)}"
        if self.exactly is not None:
            return f"exactly {self.exactly.said(speaker)} {kind}"
        return f"{self.least} or more {kind}" if self.least else f"{self.most} or less {kind}"


class AboutDamage(Static, frozen=True):
    """What changes damage: to which objects, of which kind, how much, from which sources; what is not named may be any.

    `once` means the next time only, for each object by itself; with `one_or_more` the next time for all of them together.

    Rules: combat.7, combat.7.1, combat.7.4, effects.4.
    """

    of: Ref = THIS
    damage: Literal["any", "combat", "non-combat"] = "any"
    from_: Filter | None = None
    once: bool = False
    one_or_more: bool = False
    much: Much | None = None

    def _kind(self, speaker: Speaker) -> str:
        """``3 or more combat damage from fire sources``."""
        by = f" from {self.from_.said(many=True)}" if self.from_ is not None else ""
        kind = "damage" if self.damage == "any" else f"{self.damage} damage"
        return f"{kind if self.much is None else self.much.said(speaker, kind)}{by}"

    def _next(self, speaker: Speaker, of: Ref) -> str:
        """``the next time this ally would be dealt damage``."""
        if self.one_or_more:
            several = of.each.said(many=True) if of.each is not None else f"of {speaker.object(of)}"
            return f"the next time one or more {several} would be dealt {self._kind(speaker)}"
        return f"the next time {speaker.subject(of).text} would be dealt {self._kind(speaker)}"


class Prevent(AboutDamage, frozen=True, tag="prevent"):
    """Prevents damage: all of it, a pool that is used up (`shield`), a fixed part each time, or the next time only.

    With `but` all is prevented except for so much each time; with `half` half of it, rounded up or down.
    """

    amount: Amount | None = None
    shield: bool = False
    but: int = 0
    half: Literal["", "up", "down"] = ""

    parts: ClassVar[tuple[Form, ...]] = (
        form("prevent {amount:number} of that damage"),
        form("prevent all but {but:n digits} of that damage"),
        form("prevent half of that damage , rounded {half:word up down}"),
        form("prevent that damage"),
    )
    """How it is printed how much of the damage is prevented."""

    printed: ClassVar[tuple[Form, ...]] = (
        form("prevent all {damage:damage} that would be dealt to {of:thing}"),
        form("{*:prevented}"),
        form(
            "if {much:bounds} {damage:damage} would be dealt to {of:thing} from {from_:a} , "
            "prevent {amount:number} of that damage",
        ),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        of = on or self.of
        if self.once or self.one_or_more:
            lead, much = self._next(speaker, of), self._part(speaker)
        elif (self.amount is not None or self.half or self.much is not None) and not self.shield:
            lead = f"whenever {speaker.subject(of).text} would be dealt {self._kind(speaker)}"
            much = self._part(speaker)
        else:
            all_ = f"all but {self.but} of any" if self.but else "all"
            next_ = all_ if self.amount is None else f"the next {self.amount.said(speaker)}"
            damage = f"{self._kind(speaker)} to {speaker.object(of)}"
            lead, much = "", f"{next_} {damage}"
            if self.amount is not None and not simple(self.amount):
                much = f"the next {damage}, up to {self.amount.said(speaker)},"
        if self.shield and (lead or self.amount is None):
            much = f"{much}, as a shield"
        return Clause(READER, (Act("prevent", much),), lead=lead)

    def _part(self, speaker: Speaker) -> str:
        """How much of the damage is prevented."""
        if self.half:
            return f"half of it, rounded {self.half}"
        if self.but:
            return f"all but {self.but} of it"
        return "it" if self.amount is None else f"{self.amount.said(speaker)} of it"


class Amplify(AboutDamage, frozen=True, tag="amplify"):
    """More damage is dealt in place of the damage that would be: so many times as much, and then so much more."""

    times: int = 1
    plus: Amount = NONE

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        much = f"{'twice' if self.times == 2 else f'{self.times} times'} as much"
        plus = self.plus.said(speaker)
        if self.times == 1:
            much, plus = f"{plus} more", "0"
        more = f", plus {plus}" if plus != "0" else ""
        if self.once or self.one_or_more:
            return does(READER, "deal", f"{much}{more} instead").led(self._next(speaker, on or self.of))
        return holds(speaker.subject(on or self.of), Act("be", f"dealt {much} {self._kind(speaker)}{more}"))


class Unpreventable(Static, frozen=True, tag="unpreventable"):
    """Damage of these sources cannot be prevented (combat.7.3)."""

    by: Filter
    damage: Literal["any", "combat", "non-combat"] = "any"

    printed: ClassVar[tuple[Form, ...]] = (form("{damage:damage} dealt by {by:np many} cannot be prevented"),)

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        kind = "damage" if self.damage == "any" else f"{self.damage} damage"
        return for_what(speaker, on, holds(Noun(f"{kind} by {self.by.said(many=True)}"), Act("cannot", "be prevented")))


class TakeDamage(Static, frozen=True, tag="takes damage"):
    """Damage to other objects you control, or to those that `of` names, is dealt to this one instead, or to what `to` names.

    It is dealt in full, by the same source; if there is nothing to deal it to, it stays where it was (effects.3.1).
    """

    of: Ref | None = None
    to: Literal["this", "linked"] = "this"

    printed: ClassVar[tuple[Form, ...]] = (
        form("if damage would be dealt to {of:single} , that damage is dealt to {:me} instead"),
        form(
            "if damage would be dealt to {of:single} , that damage is dealt to <linked ally|linked unit> instead",
            to="linked",
        ),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        whom = "other objects you control" if self.of is None else speaker.object(self.of)
        subject = Noun(f"damage to {whom}")
        return for_what(speaker, on, holds(subject, Act("be", f"dealt to {speaker.object(self.to)} instead")))
