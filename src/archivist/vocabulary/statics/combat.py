"""Statics about attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import NONE, Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import CostNode, paid_by
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import Act, Clause, Noun, holds, listed, title
from archivist.vocabulary.node import THIS, Ref
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.statics.base import Static, for_what

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Attacks(Static, frozen=True, tag="attacks"):
    """Adds power, keywords or abilities to attacks of your champion, of the linked champion, or with this.

    The damage of such attacks may be unpreventable or `doubled`, and units may be kept from retaliating against them.
    """

    power: Amount = NONE
    keywords: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()
    if_: Condition | None = None
    of: Literal["champion", "linked", "this"] = "champion"
    next: bool = False
    unpreventable: bool = False
    no_retaliation: bool = False
    doubled: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("{:mine} attacks get {power:plus} power"),
        form("{:linked_champion} attacks get {power:plus} power", of="linked"),
        form("{:mine} attacks have {keywords:keywords}"),
        form("{:mine} attacks have {grants:quoted}"),
        form("{:mine} attacks cannot be retaliated", no_retaliation=True),
        form("combat damage dealt by {:mine} attacks is unpreventable", unpreventable=True),
        form("{:mine} attacks get {power:plus} power and have {keywords:keywords}"),
        form("{:attacking} 's attacks get {power:plus} power", of="this"),
        form("{:me} cannot be retaliated", of="this", no_retaliation=True),
        form("{:me} 's attacks cannot be retaliated", of="this", no_retaliation=True),
        form(
            "{:linked_champion} first attack each turn gets {power:plus} power",
            of="linked",
            if_=Condition("first attack"),
        ),
        form("combat damage dealt by this attack is unpreventable", of="this", unpreventable=True),
        form("if this attack would deal damage , it deals double that damage instead", of="this", doubled=True),
        form("this attack gets {power:plus} power and has {keywords:keywords}", of="this"),
        form("this attack gets {power:plus} power", of="this"),
        form("if {if_:if} , it has {keywords:keywords} {:attack_card}", of="this"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return self.about(self._subject(speaker, on), speaker, on)

    def _subject(self, speaker: Speaker, on: Ref | None) -> Noun:
        attacks = "next attack" if self.next else "attacks"
        if self.of == "this" and on is None:
            return Noun(f"{'the ' if self.next else ''}{attacks} with {speaker.this}", not self.next)
        if self._first:
            return Noun(f"{speaker.possessive(on or self.of)} first attack each turn")
        return Noun(f"{speaker.possessive(on or self.of)} {attacks}", not self.next)

    @property
    def _first(self) -> bool:
        """Whether it is about the first attack of each turn."""
        return self.if_ == Condition("first attack") and not self.next and self.of != "this"

    def about(self, subject: Noun, speaker: Speaker, on: Ref | None = None) -> Clause:
        """What it makes of certain attacks."""
        condition = ""
        if self.if_ is not None and self.next:
            subject = Noun(f"{subject.text} {self.if_.said(speaker, 'where')}")
        elif self.if_ is not None and not self._first:
            condition = self.if_.said(speaker)
        speaker.last = ""
        abilities = [title(keyword) for keyword in self.keywords]
        abilities += [speaker.granted(name, on or Ref(self.of)) for name in self.grants]
        acts = (
            Act("get", self.power.added(speaker, "power") if self.power.text != 0 else ""),
            Act("have", listed(abilities)),
            Act("deal", "unpreventable damage" if self.unpreventable else ""),
            Act("deal", "double damage" if self.doubled else ""),
            Act("cannot", "be retaliated against" if self.no_retaliation else ""),
        )
        said = tuple(act for act in acts if act.rest) or (Act("change", "nothing"),)
        return holds(subject, *said).ending(condition)


class AttackCost(Static, frozen=True, tag="attack cost"):
    """Attacking costs more: an additional cost, or, if `imposed`, one that may be refused, which makes the attack illegal.

    It is about the attacks of what `of` says; with ``this`` about those in which this attacks, is wielded or is in the
    intent. With `against` only about attacks on such objects, with `against_this` on those that target this.

    Rules: combat.3.step.4, combat.3.step.5.
    """

    pay: tuple[CostNode, ...]
    of: Ref = THIS
    against: Filter | None = None
    against_this: bool = False
    imposed: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form(
            "players cannot declare attacks targeting {:me} unless they pay {pay:payment} for each attack declaration",
            of=Ref("each unit"),
            against_this=True,
            imposed=True,
        ),
        form(
            "players cannot declare attacks targeting {against:np many} unless they pay {pay:payment} "
            "for each attack declaration",
            of=Ref("each unit"),
            imposed=True,
        ),
        form(
            "players cannot declare attacks unless they pay {pay:payment} for each attack declaration",
            of=Ref("each unit"),
            imposed=True,
        ),
        form(
            "players cannot declare attacks with {of:every} <they control|> unless they pay {pay:payment} "
            "for each attack declaration",
            imposed=True,
        ),
        form("as an additional cost to use this weapon for an attack , pay {pay:payment}"),
        form("as an additional cost to use this weapon for an attack , {pay:costs and}"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        of = on or self.of
        against = f" that target {self.against.said(many=True)}" if self.against is not None else ""
        against = f"{against} that target {speaker.object('this')}" if self.against_this else against
        if self.imposed:
            paid = listed([paid_by(cost, speaker, Noun("they", True)).parts[0] for cost in self.pay])
            attacks = f"attacks{self._with(speaker, of)}{against}"
            return holds(Noun("players", True), Act("cannot", f"declare {attacks} unless {paid} for each such attack"))
        by = f"with {speaker.this}" if of == THIS else f"by {speaker.object(of)}"
        subject = Noun(f"attacks {by}{against}", True)
        pay = listed([cost.said(speaker).parts[0] for cost in self.pay])
        return holds(subject, Act("have", f"an additional cost: {pay}"))

    @staticmethod
    def _with(speaker: Speaker, of: Ref) -> str:
        """With what is attacked, unless it may be any unit: `` with champions``."""
        if of.each is None:
            return f" with {speaker.this if of == THIS else speaker.object(of)}"
        return "" if of.each.text == "unit" else f" with {of.each.said(many=True)}"


class Wields(Static, frozen=True, tag="wields"):
    """Lets a unit wield so many weapons in one attack: an ally as a champion does, or a champion more than one.

    An ally that wields as though it were a champion is still no champion (cards.5.3). With `this_one` it may wield the
    weapon that says so, and by that no other.
    """

    of: Ref = THIS
    weapons: int = 1
    this_one: bool = False

    printed: ClassVar[tuple[Form, ...]] = (form("{of:every} can attack using this weapon", this_one=True),)

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        if self.this_one:
            return holds(speaker.subject(on or self.of), Act("may", f"wield {speaker.object('this')}"))
        weapons = f"{self.weapons} weapon{'s' if self.weapons > 1 else ''}"
        return holds(speaker.subject(on or self.of), Act("may", f"wield {weapons} in one attack"))


class LifeAsPower(Static, frozen=True, tag="life as power"):
    """Combat damage is counted by life in place of power."""

    of: Ref = THIS

    printed: ClassVar[tuple[Form, ...]] = (
        form("{of:every} assign(s) damage with their life stat instead of power stat"),
        form("{of:held} assigns damage with its life stat instead of power stat"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return holds(speaker.subject(on or self.of), Act("deal", "combat damage by life instead of power"))


class NotIntercepted(Static, frozen=True, tag="not intercepted"):
    """Attacks of these units, or attacks with this, cannot be intercepted; other redirection works (timing.6.2)."""

    of: Ref = THIS

    printed: ClassVar[tuple[Form, ...]] = (
        form("{of:held} cannot be intercepted"),
        form("{of:every} cannot be intercepted"),
        form("{:mine} attacks cannot be intercepted", of=Ref("champion")),
        form("{:attacking} 's attacks cannot be intercepted"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        of = on or self.of
        by = f"with {speaker.this}" if of == THIS else f"by {speaker.object(of)}"
        return holds(Noun(f"attacks {by}", True), Act("cannot", "be intercepted"))


class EntersIntent(Static, frozen=True, tag="enters intent"):
    """Cards of a kind that you activate have so much more power as they enter the intent, for as long as they are there."""

    placeless: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Filter
    power: Amount

    printed: ClassVar[tuple[Form, ...]] = (
        form("{cards:np many} you activate enter the intent with {power:plus} power"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        subject = Noun(f"{self.cards.said(many=True)} you activate", True)
        return for_what(
            speaker, on, holds(subject, Act("enter", f"the intent with {self.power.added(speaker, 'power')}"))
        )


class AttackOnly(Static, frozen=True, tag="attack only"):
    """A unit may declare attacks only against objects of a kind; with `hit` against those that your champion has dealt
    combat damage to this turn."""

    at: Filter
    of: Ref = THIS
    hit: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("{of:own} <may|can> only declare attacks against {at:np many}"),
        form("{of:held} cannot attack {at:all_but}"),
        form("{of:every} cannot attack {at:all_but}"),
        form(
            "{of:own} <may|can> only declare attacks against {at:np many} your champion has dealt combat damage to this turn",
            hit=True,
        ),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        hit = " that your champion has dealt combat damage to this turn" if self.hit else ""
        against = f"declare attacks only against {self.at.said(many=True)}{hit}"
        return holds(speaker.subject(on or self.of), Act("can", against))


class MustAttack(Static, frozen=True, tag="must attack"):
    """This unit must attack a unit of a certain player this turn, if able; with `at` something of that kind."""

    of: Ref = THIS
    player: int = -1
    at: Filter | None = None

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        unit = speaker.subject(on or self.of)
        if self.at is not None:
            return holds(unit, Act("must", f"attack {self.at.said(many=True)}, if able,"))
        return holds(unit, Act("must", f"attack a unit of {speaker.player('target').text}, if able,"))
