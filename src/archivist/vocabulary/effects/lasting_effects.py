"""Effects that hold for a while: what is gained, control, skipped phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects.base import Effect, their
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Noun, Saying, does
from archivist.vocabulary.node import TARGET, YOU, Ref, Who
from archivist.vocabulary.printing import Form, form, part
from archivist.vocabulary.statics import StaticNode
from archivist.vocabulary.statics.amounts import ThatMuch
from archivist.vocabulary.statics.characteristics import Enters, Modify
from archivist.vocabulary.statics.combat import AttackCost, AttackOnly, Attacks, LifeAsPower, MustAttack, NotIntercepted
from archivist.vocabulary.statics.damage import Amplify, Prevent, Unpreventable
from archivist.vocabulary.statics.game import Forbid, Redirect
from archivist.vocabulary.statics.playing import CostOf, Enable, NextActivation

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker

Duration = Literal[
    "turn", "phase", "game", "your next turn", "end of your next turn", "combat", "while this", "next wake up"
]
"""How long something holds; ``phase`` is the phase in which it is made (turn.4.4)."""
DURATIONS: Final[dict[Duration, str]] = {
    "turn": "until end of turn",
    "phase": "until end of phase",
    "game": "for the rest of the game",
    "your next turn": "until your next turn begins",
    "end of your next turn": "until the end of your next turn",
    "combat": "until end of combat",
    "while this": "while you control this",
    "next wake up": "until after its controller's next wake up phase",
}
"""The durations in words, as they stand at the end of a sentence."""


def lasting(until: Duration, speaker: Speaker) -> str:
    """A duration in words, with the card named whose effect it is: ``while you control this ally``."""
    return f"while you control {speaker.this}" if until == "while this" else DURATIONS[until]


class Gain(Effect, frozen=True, tag="gain"):
    """Makes something hold for a while: for exactly the things there are now, or by a rule for all.

    Those there now *get* or *gain* it; by a rule for all they *have* it, later ones included. What they have for good is
    told without a duration, as cards print it: it ends when they are not there any more (effects.5.2).

    Rules: effects.5.4, effects.5.5, effects.5.6, effects.5.7.table, effects.5.7.choice.
    """

    number: ClassVar[str] = "things affected"
    things: ClassVar[str] = "affected thing"
    static: StaticNode
    on: Ref | None = None
    until: Duration = "turn"

    @property
    def numbered(self) -> str:
        return self.number if self.on is not None else ""

    @property
    def named(self) -> str:
        return self.things if self.on is not None else ""

    def done_said(self, who: Noun) -> str:
        """You prevent or may play nothing yet: done is only that it holds from now on."""
        return "this applies" if who == READER else super().done_said(who)

    printed: ClassVar[tuple[Form, ...]] = (
        form("{on:subject} {static:acts} {:tail} {until:until}"),
        form("{until:until} , {on:subject} {static:acts}"),
        form("{on:subject} also {static:acts} {:tail} {until:until}"),
        form("{:mine} attacks get {static.power:plus} power {:tail} {until:until}", static=part(Attacks)),
        form("{until:until} , {:mine} attacks get {static.power:plus} power", static=part(Attacks)),
        form("{:mine} next attack this turn gets {static.power:plus} power", static=part(Attacks, next=True)),
        form("{on:its} attacks get {static.power:plus} power {until:until}", static=part(Attacks)),
        form("{until:until} , {on:its} attacks get {static.power:plus} power", static=part(Attacks)),
        form("{on:its} next attack this turn gets {static.power:plus} power", static=part(Attacks, next=True)),
        form(
            "prevent the next {static.amount:much} {static.damage:damage} that would be dealt to {on:single} this turn",
            static=part(Prevent, shield=True),
        ),
        form(
            "prevent the next {static.amount:much} {static.damage:damage} that would be dealt to {static.of:each} this turn",
            static=part(Prevent, shield=True),
        ),
        form(
            "prevent all {static.damage:damage} that would be dealt to {on:single} this turn",
            static=part(Prevent),
        ),
        form(
            "prevent all {static.damage:damage} that would be dealt to {static.of:each} this turn",
            static=part(Prevent),
        ),
        form(
            "the next time {static.much:bounds} {static.damage:damage} would be dealt to {on:single} this turn , "
            "prevent <that damage|it>",
            static=part(Prevent, once=True),
        ),
        form(
            "the next time {on:single} would <be dealt|take> {static.much:bounds} {static.damage:damage} this turn , "
            "prevent <that damage|it>",
            static=part(Prevent, once=True),
        ),
        form(
            "the next time {on:single} would <be dealt|take> {static.much:bounds} {static.damage:damage} this turn , "
            "prevent {static.amount:number} of that damage",
            static=part(Prevent, once=True),
        ),
        form(
            "the next time {static.much:bounds} {static.damage:damage} would be dealt to {on:single} this turn , "
            "prevent {static.amount:number} of that damage",
            static=part(Prevent, once=True),
        ),
        form(
            "{on:subject} do(s) not wake up during "
            "<its controller 's|their controller 's|their controllers '> next wake up phase",
            static=part(Forbid, what="wake up in the wake up phase"),
            until="next wake up",
        ),
        form(
            "cards your opponents activate this turn cost {static.amount:more} more to activate",
            static=part(CostOf, cards=Filter("card"), who="opponents"),
        ),
        form(
            "{static.cards:np many} your opponents activate this turn cost {static.amount:more} more to activate",
            static=part(CostOf, who="opponents"),
        ),
        form("you cannot activate {static.cards:np many} this turn", static=part(Forbid, what="activate")),
        form(
            "<your opponents|opponents> cannot activate {static.cards:np many} this turn",
            static=part(Forbid, what="activate", who="opponents"),
        ),
        form(
            "{until:until} , <your opponents|opponents> cannot activate {static.cards:np many}",
            static=part(Forbid, what="activate", who="opponents"),
        ),
        form(
            "{:aimed_player} cannot activate {static.cards:np many} {until:until any}",
            static=part(Forbid, what="activate", who="that player"),
        ),
        form(
            "{:aimed_player} cannot declare attacks {until:until any}",
            static=part(Forbid, what="declare attacks", who="that player"),
        ),
        form(
            "{static.cards:np many} you activate this turn cost {static.amount:more less} less to activate",
            static=part(CostOf),
        ),
        form(
            "{until:until} , {static.cards:np many} you activate cost {static.amount:more less} less to activate",
            static=part(CostOf),
        ),
        form(
            "the next {static.cards:plain} you activate this turn is {static.words:what} in addition to its other types",
            static=part(NextActivation),
        ),
        form(
            "the next {static.cards:plain} you activate this turn enters the field "
            "with {static.buff:additional} buff [counter] on it",
            static=part(NextActivation),
        ),
        form("{on:subject} {static:acts} {:lasting}", until="game"),
        form("{on:subject} {static:acts} for as long as you control {:me}", until="while this"),
        form(
            "{on:subject} do(s) not wake up during <its|their> controller 's wake up phase as long as you control {:me}",
            static=part(Forbid, what="wake up in the wake up phase"),
            until="while this",
        ),
        form("{until:until} , {static:prevented_all}"),
        form("{until:until} , {static:amplified_all}"),
        form("{until:until} , {*:prevented_on}"),
        form("{until:until} , {*:amplified_on}"),
        form(
            "{until:until} , prevent all {static.damage:damage} that would be dealt to {on:single}",
            static=part(Prevent),
        ),
        form(
            "the next time {:aimed_player} would {static.of:word glimpse recover} any amount this turn , "
            "that player {static.of:verb glimpse recover} {static.to:number} instead",
            static=part(ThatMuch, who="that player", once=True),
        ),
        form(
            "{until:until} , players cannot declare attacks with champions they control unless they pay "
            "{static.pay:payment} for each attack declaration",
            static=part(AttackCost, of=Ref("each champion"), imposed=True),
        ),
        form("this attack gets {static.power:plus} power", static=part(Attacks, of="this"), until="combat"),
        form(
            "that attack gets {static.power:plus} power {:attacked}",
            static=part(Attacks),
            on=Ref("attacker"),
            until="combat",
        ),
        form(
            "{until:until} , if {static.damage:damage} would be dealt to {on:single} , "
            "<they take|it takes> that much damage plus {static.plus:number} instead",
            static=part(Amplify),
        ),
        form(
            "{until:until} , if {on:single} <would|were to> take {static.damage:damage} <|this turn> , "
            "<it takes|they take> that much damage plus {static.plus:number} instead",
            static=part(Amplify),
        ),
        form(
            "{until:until} , players cannot declare attacks unless they pay {static.pay:payment} for each attack declaration",
            static=part(AttackCost, of=Ref("each unit"), imposed=True),
        ),
        form("{until:until} , {static.of:every} enter(s) the field rested", static=part(Enters, rested=True)),
        form("{until:until} , you cannot declare attacks", static=part(Forbid, what="declare attacks")),
        form(
            "{until:until} , {:aimed_player} cannot declare attacks",
            static=part(Forbid, what="declare attacks", who="that player"),
        ),
        form(
            "{until:until} , players cannot declare attacks", static=part(Forbid, what="declare attacks", who="anyone")
        ),
        form(
            "{until:until} , <your opponents|opponents> cannot declare attacks",
            static=part(Forbid, what="declare attacks", who="opponents"),
        ),
        form("{on:subject} cannot attack {until:until any}", static=part(Forbid, what="attack")),
        form("{until:until} , {static.of:every} cannot attack", static=part(Forbid, what="attack")),
        form("{on:subject} cannot be intercepted {until:until}", static=part(NotIntercepted)),
        form("{on:subject} cannot be intercepted this turn", static=part(NotIntercepted)),
        form("{until:until} , {static.of:every} cannot be intercepted", static=part(NotIntercepted)),
        form("{on:subject} must attack {static.at:np many} this turn if able", static=part(MustAttack)),
        form(
            "{until:until} , if {static.cards:dying} would die , banish <it|them> instead",
            static=part(Redirect, from_="field"),
        ),
        form("{until:until} , you cannot draw cards", static=part(Forbid, what="draw")),
        form("{until:until} , {static.of:every} cannot level up", static=part(Forbid, what="level up")),
        form(
            "{until:until} , card activations you control cannot be negated",
            static=part(Forbid, what="negate your activations"),
        ),
        form(
            "{until:until} , {static.cards:np many} cost {static.amount:more} more to activate",
            static=part(CostOf, who="anyone"),
        ),
        form(
            "{until:until} , {:mine} attacks get {static.power:plus} power and gain {static.grants:quoted done}",
            static=part(Attacks),
        ),
        form(
            "{:mine} next attack this turn gets {static.power:plus} power and <has|gains> {static.grants:quoted done}",
            static=part(Attacks, next=True),
        ),
        form("switch the power and life stat of {on:thing} {until:until}", static=part(Modify, swap=True)),
        form(
            "{until:until} , {static.damage:damage} dealt by {static.by:np many} cannot be prevented",
            static=part(Unpreventable),
        ),
        form(
            "the next time {on:single} would take {static.damage:damage} this turn , double that damage",
            static=part(Amplify, once=True, times=2),
        ),
        form(
            "the next time {on:single} would take {static.damage:damage} from {static.from_:a} this turn , "
            "<it takes|they take> that much damage plus {static.plus:number} instead",
            static=part(Amplify, once=True),
        ),
        form(
            "{until:until} , {static.cards:np many} your opponents activate cost {static.amount:more} more to activate",
            static=part(CostOf, who="opponents"),
        ),
        form(
            "the next {static.cards:plain} you activate this turn can be activated as though it had fast activation",
            static=part(NextActivation, fast=True),
        ),
        form(
            "the next {static.cards:plain} you activate this turn costs {static.cost:more less} less to activate",
            static=part(NextActivation),
        ),
        form("{:mine} next attack this turn <gains|has> {static.keywords:keywords}", static=part(Attacks, next=True)),
        form(
            "{:mine} next attack this turn gets {static.power:plus} power and <gains|has> {static.keywords:keywords}",
            static=part(Attacks, next=True),
        ),
        form(
            '{:mine} next attack this turn gains " combat damage dealt by this attack is unpreventable "',
            static=part(Attacks, next=True, unpreventable=True),
        ),
        form(
            "{:mine} next attack this turn using {static.if_:weapon_used} gets {static.power:plus} power",
            static=part(Attacks, next=True),
        ),
        form(
            "{:mine} next attack this turn using {static.if_:weapon_used} gains "
            '" combat damage dealt by this attack is unpreventable "',
            static=part(Attacks, next=True, unpreventable=True),
        ),
        form(
            "{:mine} next attack without a weapon this turn gets {static.power:plus} power",
            static=part(Attacks, next=True, if_=Condition("no weapon")),
        ),
        form(
            "cards {:that_one} materializes cost {static.amount:more} more to materialize {until:until}",
            static=part(CostOf, cards=Filter("card"), ways=("materialize",), who="that player", kind="memory"),
        ),
        form(
            "{static.cards:np many} {:that_one} activates cost {static.amount:more} more to activate {until:until any}",
            static=part(CostOf, who="that player"),
        ),
        form(
            "{static.cards:np many} {:aimed_player} activates cost {static.amount:more} more to activate {until:until any}",
            static=part(CostOf, who="that player"),
        ),
        form(
            "{until:until} , {static.cards:np many} {:aimed_player} activates cost {static.amount:more} more to activate",
            static=part(CostOf, who="that player"),
        ),
        form(
            "{until:until} , {:aimed_player} cannot activate {static.cards:np many}",
            static=part(Forbid, what="activate", who="that player"),
        ),
        form(
            "{on:subject} cannot attack {static.at:all_but} {until:until any}",
            static=part(AttackOnly),
        ),
        form(
            "the next time {static.much:bounds} {static.damage:damage} would be dealt to {on:single} this turn , "
            "prevent all but {static.but:n digits} of that damage",
            static=part(Prevent, once=True),
        ),
        form(
            "this attack gets {static.power:plus} power and gains {static.grants:quoted done}",
            static=part(Attacks, of="this"),
            until="combat",
        ),
        form(
            "{on:subject} assign(s) damage with their life stat instead of power stat {until:until}",
            static=part(LifeAsPower),
        ),
        form(
            "the next {static.cards:plain} you activate this turn costs {static.cost:more less} less to activate "
            "and enters the field with {static.buff:additional} buff [counter] on it",
            static=part(NextActivation),
        ),
        form(
            "{until:until} , {static.of:every} enter(s) the field with {static.counters:counters} on <them|it>",
            static=part(Enters),
        ),
        form(
            "the next time one or more {static.of:every} would enter the field this turn , "
            "they enter the field rested instead",
            static=part(Enters, rested=True, once=True),
        ),
        form("all basic elements are enabled for you {until:until}", static=part(Enable, basic=True)),
        form(
            "{until:until} , if one or more cards would enter {:aimed_player} 's graveyard from anywhere except the field , "
            "banish them instead",
            static=part(Redirect, cards=Filter("card"), from_="elsewhere", who="that player"),
        ),
        form(
            "the activation of the next {static.cards:plain} you activate this turn cannot be negated",
            static=part(NextActivation, unnegated=True),
        ),
        form(
            "the next {static.cards:plain} you activate this turn enters the field distant",
            static=part(NextActivation, distant=True),
        ),
        form("{until:until} , {static:rule}"),
        form("this attack {:within} gains {static.keywords:keywords}", static=part(Attacks, of="this"), until="combat"),
        form(
            "this attack {:within} gets {static.power:plus} power and gains {static.keywords:keywords}",
            static=part(Attacks, of="this"),
            until="combat",
        ),
        form("this attack {:within} cannot be intercepted", static=part(NotIntercepted), until="combat"),
        form(
            "combat damage {:within} dealt by this attack is unpreventable",
            static=part(Attacks, of="this", unpreventable=True),
            until="combat",
        ),
        form(
            "{:mine} attacks get {static.power:plus} power and gain {static.keywords:keywords} {until:until}",
            static=part(Attacks),
        ),
        form(
            "{until:until} , {:mine} attacks get {static.power:plus} power and gain {static.keywords:keywords}",
            static=part(Attacks),
        ),
        form("{:mine} attacks gain {static.keywords:keywords} {until:until}", static=part(Attacks)),
        form(
            "{on:its} next attack this turn gets {static.power:plus} power and <gains|has> {static.keywords:keywords}",
            static=part(Attacks, next=True),
        ),
        form(
            "{on:its} next attack this turn gets {static.power:plus} power and <has|gains> {static.grants:quoted done}",
            static=part(Attacks, next=True),
        ),
        form("{on:its} next attack this turn <gains|has> {static.keywords:keywords}", static=part(Attacks, next=True)),
        form(
            "if {on:single} would die this turn , banish <it|them> instead",
            static=part(Redirect, cards=Filter("card"), from_="field"),
        ),
        form(
            "{until:until} , if {on:single} would die , banish <it|them> instead",
            static=part(Redirect, cards=Filter("card"), from_="field"),
        ),
        form(
            "if {static.cards:dying} would die this turn , banish <it|them> instead",
            static=part(Redirect, from_="field"),
        ),
        form(
            "the next {static.cards:plain} you activate this turn cannot be negated",
            static=part(NextActivation, unnegated=True),
        ),
        form(
            "the next time {static.much:bounds} {static.damage:damage} would be dealt to {on:single} this turn , "
            "prevent half of that damage , rounded {static.half:word up down}",
            static=part(Prevent, once=True),
        ),
        form(
            "the next time {on:single} would <be dealt|take> {static.much:bounds} {static.damage:damage} this turn , "
            "prevent half of that damage , rounded {static.half:word up down}",
            static=part(Prevent, once=True),
        ),
        form(
            "the next time {on:single} would <be dealt|take> {static.much:bounds} {static.damage:damage} this turn , "
            "prevent all but {static.but:n digits} of that damage",
            static=part(Prevent, once=True),
        ),
        form("{static:rule of_nothing} {until:until any}"),
        form(
            "{until:until} , prevent all {static.damage:damage} that would be dealt to {static.of:each}",
            static=part(Prevent),
        ),
    )

    def said(self, speaker: Speaker) -> Saying:
        if self.until == "next wake up" and isinstance(self.static, Forbid) and self.static.what.endswith(" phase"):
            return self.static.asleep(speaker, self.on, "next wake up phase")
        if isinstance(self.static, Attacks) and (attack := self._attack(self.static)):
            return self.static.about(Noun(attack), speaker, self.on)
        said, during = self.static.said(speaker, self.on), lasting(self.until, speaker)
        if self.on is None:
            return said.standing().lasting(during)
        if self.on.each is not None and said.standing() == said:
            said = said.now(self.on.each.said())
        return said.lasting("" if self.until == "game" else during)

    def _attack(self, static: Attacks) -> str:
        """The attack that is under way, where it is about that one alone: until the combat ends there is no other."""
        if self.until != "combat" or static.next:
            return ""
        if self.on is None:
            return "this attack" if static.of == "this" else ""
        return "that attack" if self.on.name == "attacker" else ""


class GainControl(Effect, frozen=True, tag="gain control"):
    """A player gains control of objects, for a while or for good; they stay the same objects (terms.3.2)."""

    number: ClassVar[str] = "objects gained"
    things: ClassVar[str] = "gained object"
    what: Ref = TARGET
    until: Duration = "game"
    who: Who = YOU

    printed: ClassVar[tuple[Form, ...]] = (
        form("gain control of {what:thing}"),
        form("gain control of {what:thing} {until:until}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        until = "" if self.until == "game" else lasting(self.until, speaker)
        return does(speaker.player(self.who), "gain", f"control of {what}").ending(until)


class Agility(Effect, frozen=True, tag="agility"):
    """You gain agility for this turn."""

    number: ClassVar[str] = "amount of agility gained"
    n: int

    printed: ClassVar[tuple[Form, ...]] = (form("you gain agility {n:n digits} for this turn"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "gain", f"agility {self.n} for this turn")


class Empower(Effect, frozen=True, tag="empower"):
    """For your next Spell card activation this turn your champion's level counts as so much higher.

    An amount of 0 or less is none. Rules: keywords.empower.
    """

    number: ClassVar[str] = "amount empowered"
    amount: Amount

    printed: ClassVar[tuple[Form, ...]] = (form("empower {amount:number}"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "empower", self.amount.plain(speaker))


class Skip(Effect, frozen=True, tag="skip"):
    """Players skip their next phase of a kind; several skips are counted off one by one (turn.5.6)."""

    number: ClassVar[str] = "phases skipped"
    phase: str
    who: Who = YOU

    printed: ClassVar[tuple[Form, ...]] = (form("{who:does skip} {:their} next {phase:phase} phase"),)

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        return does(who, "skip", f"{their(who)} next {self.phase} phase")


LastingEffect = Gain | GainControl | Agility | Empower | Skip
