"""Statics about damage: preventing, amplifying, taking it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import NONE, Amount, simple
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Act, Clause, Noun, holds
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
            return f"exactly X {kind}"
        if self.exactly is not None:
            return f"exactly {self.exactly.said(speaker)} {kind}"
        return f"{self.least} or more {kind}" if self.least else f"{self.most} or less {kind}"

    def being(self, speaker: Speaker) -> str:
        """What X is, where it stands for the damage: it is read once, as the effect is made (effects.5.4)."""
        if self.exactly is None or simple(self.exactly):
            return ""
        return f", X being {self.exactly.said(speaker)} now"


class AboutDamage(Static, frozen=True):
    """What changes damage: to which objects, of which kind, how much, from which sources; what is not named may be any.

    `once` means the next time only, for each object by itself; with `one_or_more` the next time for all of them together.

    Rules: combat.7, combat.7.1, combat.7.4, effects.4.
    """

    placeless: ClassVar[tuple[str, ...]] = ("from_",)
    of: Ref = THIS
    damage: Literal["any", "combat", "non-combat"] = "any"
    from_: Filter | None = None
    once: bool = False
    one_or_more: bool = False
    much: Much | None = None

    def _kind(self, speaker: Speaker, *, once: bool = True) -> str:
        """``3 or more combat damage from a fire source``; from all of them, if it is not about damage that is dealt once."""
        by = f" from {self.from_.one() if once else self.from_.said(many=True)}" if self.from_ is not None else ""
        kind = "damage" if self.damage == "any" else f"{self.damage} damage"
        return f"{kind if self.much is None else self.much.said(speaker, kind)}{by}"

    def _next(self, speaker: Speaker, of: Ref) -> str:
        """``the next time this ally would be dealt damage``."""
        if self.one_or_more:
            several = of.each.said(many=True) if of.each is not None else f"of {speaker.object(of)}"
            return f"the next time one or more {several} would be dealt {self._kind(speaker)}"
        dealt = f"would be dealt {self._kind(speaker)}"
        if of.each is not None:
            return f"for each {of.each.said()}, the next time it {dealt}"
        return f"the next time {speaker.each(of)} {dealt}"

    def _whenever(self, speaker: Speaker, of: Ref) -> str:
        """``whenever an ally you control would be dealt damage``."""
        return f"whenever {speaker.one(of)} would be dealt {self._kind(speaker)}"

    def _being(self, speaker: Speaker) -> str:
        return self.much.being(speaker) if self.much is not None else ""


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
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        of = on or self.of
        if self.once or self.one_or_more:
            lead, much = self._next(speaker, of), self._part(speaker)
        elif (self.amount is not None or self.but or self.half or self.much is not None) and not self.shield:
            lead, much = self._whenever(speaker, of), self._part(speaker)
        else:
            open_ = self.amount is not None and not simple(self.amount)
            next_ = "all" if self.amount is None else f"the next {'X' if open_ else self.amount.said(speaker)}"
            lead, much = "", f"{next_} {self._kind(speaker, once=False)} to {speaker.each(of)}"
            much = f"{much}, X being {self.amount.said(speaker)}" if open_ and self.amount is not None else much
        if self.shield and (lead or self.amount is None):
            much = f"{much}, as a shield"
        return Clause(READER, (Act("prevent", f"{much}{self._being(speaker)}"),), lead=lead)

    def _part(self, speaker: Speaker) -> str:
        """How much of the damage is prevented."""
        if self.half:
            return f"half of that damage, rounded {self.half}"
        if self.but:
            return f"all but {self.but} of that damage"
        if self.amount is None:
            return "that damage"
        said = self.amount.said(speaker)
        return f"{said} of that damage" if simple(self.amount) else f"X of that damage, X being {said}"


class Amplify(AboutDamage, frozen=True, tag="amplify"):
    """More damage is dealt in place of the damage that would be: so many times as much, and then so much more."""

    times: int = 1
    plus: Amount = NONE

    parts: ClassVar[tuple[Form, ...]] = (
        form("<it takes|they take|it deals> that much damage plus {plus:number} instead"),
        form("<it takes|they take|it deals> double that damage instead", times=2),
        form("double that damage", times=2),
    )
    """How it is printed how much damage is dealt instead."""

    printed: ClassVar[tuple[Form, ...]] = (form("{*:amplified}"),)

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        of, plus = on or self.of, self.plus.said(speaker)
        times = {1: "", 2: "twice "}.get(self.times, f"{self.times} times ")
        much = f"{times}that much damage{f' plus {plus}' if plus != '0' else ''}"
        lead = self._next(speaker, of) if self.once or self.one_or_more else self._whenever(speaker, of)
        return holds(Noun("it"), Act("be", f"dealt {much} instead{self._being(speaker)}")).led(lead)


class Unpreventable(Static, frozen=True, tag="unpreventable"):
    """Damage of these sources cannot be prevented (combat.7.3)."""

    placeless: ClassVar[tuple[str, ...]] = ("by",)
    by: Filter
    damage: Literal["any", "combat", "non-combat"] = "any"

    printed: ClassVar[tuple[Form, ...]] = (
        form("{damage:damage} dealt by {by:np many} cannot be prevented"),
        form("{damage:damage} cannot be prevented", by=Filter("source")),
    )

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
        form("if damage would be dealt to {of:whichever} , that damage is dealt to {:me} instead"),
        form("if {of:single} would <take|be dealt> damage , that damage is dealt to {:me} instead"),
        form("if {of:whichever} would <take|be dealt> damage , that damage is dealt to {:me} instead"),
        form(
            "if damage would be dealt to {of:single} , that damage is dealt to <linked ally|linked unit> instead",
            to="linked",
        ),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        whom = "other objects you control" if self.of is None else speaker.object(self.of)
        subject = Noun(f"damage to {whom}")
        return for_what(speaker, on, holds(subject, Act("be", f"dealt to {speaker.object(self.to)} instead")))
