"""Effects made of others: options, conditions, cases, and what happens later; and the union of all effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import CostNode, paid_by
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.effects.copying_and_redirecting import CopyEffect
from archivist.vocabulary.effects.damage_and_counters import MarkEffect
from archivist.vocabulary.effects.drawing_and_discarding import DrawingEffect
from archivist.vocabulary.effects.ending_phases_and_games import GameEffect
from archivist.vocabulary.effects.generating_and_scavenging import OutsideEffect
from archivist.vocabulary.effects.lasting_effects import Duration, Gain, LastingEffect, lasting
from archivist.vocabulary.effects.looking_and_revealing import LookingEffect
from archivist.vocabulary.effects.masteries_and_statuses import FunctionEffect
from archivist.vocabulary.effects.moving_cards import MovingEffect, Put
from archivist.vocabulary.effects.negating_copying_playing import PlayCard, StackEffect
from archivist.vocabulary.effects.objects import ObjectEffect
from archivist.vocabulary.effects.redirecting_attacks import AttackEffect
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.fixed import fix
from archivist.vocabulary.grammar import (
    READER,
    Clause,
    Noun,
    Saying,
    Sentences,
    chain,
    does,
    either,
    joined,
    listed,
    wish,
)
from archivist.vocabulary.node import YOU, Ref, Who
from archivist.vocabulary.printing import Form, form, part
from archivist.vocabulary.spans import check_spans, span_said
from archivist.vocabulary.statics.damage import Prevent
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.triggers import TriggerNode
from archivist.vocabulary.triggers.cards import Draws
from archivist.vocabulary.triggers.game import Phase

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Branching(Effect, frozen=True):
    """An instruction made of others: what can be spoken of after it is what these have done."""

    @property
    def spoken_of(self) -> tuple[tuple[EffectNode, ...], ...]:
        """The ways it may go, each with its instructions: later steps speak of what the last one did."""
        raise NotImplementedError(type(self).__name__)

    @property
    def leaves(self) -> tuple[Effect, ...]:
        """The instructions that may have been carried out last when it is done."""
        return tuple(leaf for way in self.spoken_of if way for leaf in leaves(way[-1]))


class May(Branching, frozen=True, tag="may"):
    """An option decided now, by the player it names: all of `what` or nothing; then the branch that fits.

    With `pay` it is a payment; `variable` X is chosen then, no higher than `most`. An Upkeep asks for its cost
    like this.

    Rules: RS.5, RS.6, costs.5.12, costs.6.upkeep, effects.1.2.
    """

    what: tuple[EffectNode, ...] = ()
    then: tuple[EffectNode, ...] = ()
    otherwise: tuple[EffectNode, ...] = ()
    who: Who = YOU
    pay: tuple[CostNode, ...] = ()
    variable: Literal["", "X"] = ""
    most: Amount | None = None
    prompt: str = ""

    @property
    def spoken_of(self) -> tuple[tuple[EffectNode, ...], ...]:
        """What it offers; where that is a payment alone, it has no number."""
        return (self.what,) if self.what or self.pay else (self.then,)

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:may} {what:unit}"),
        form("{who:may} {what:steps} . if <you|they> do , {then:unit}"),
        form("{who:may} {what:steps} . {then:reflexive}"),
        form("{who:may} {what:steps} . if <you|they> do not , {otherwise:unit}"),
        form("{who:may} {what:steps} . if <you|they> do , {then:unit} . if <you|they> do not , {otherwise:unit_else}"),
        form("{who:may_pay} pay {pay:payment} . if <you|they> do , {then:unit}"),
        form("{who:may} pay {pay:payment} . {then:reflexive}"),
        form(
            "{who:may} pay {pay:payment x} . x cannot be more than {most:amount} . if <you|they> do , {then:unit}",
            variable="X",
        ),
        form("{who:may_pay} pay {pay:payment} . if <you|they> do not , {otherwise:unit}"),
        form("{otherwise:step} unless {who:controller} pay(s) {pay:payment}"),
        form("{otherwise:step} unless {who:they_pay} pay(s) {pay:payment}"),
        form("{otherwise:step} unless you pay {pay:payment}"),
        form("{otherwise:step} unless you {what:step}"),
        form("{otherwise:step} unless an opponent pays {pay:payment}", who=Who("an opponent")),
        form("{otherwise:step} unless {who:controller_has} has {what:steps}"),
        form("{who:may} have {what:steps}"),
        form("{who:may} have {what:steps} . if <you|they> do , {then:unit}"),
        form(
            "{otherwise:negation} unless {who:controller} pay(s) {pay:payment} . "
            "banish the card that had its activation negated this way"
        ),
    )

    def said(self, speaker: Speaker) -> Saying:
        if unless := self._unless(speaker):
            return unless
        who = speaker.player(self.who)
        speaker.done = "you do" if who == READER else "they do"
        offered: list[Saying] = [*(paid_by(cost, speaker, who) for cost in self.pay), *told(self.what, speaker)]
        chosen = f", choosing X{f' up to {self.most.said(speaker)}' if self.most else ''}" if self.variable else ""
        if not offered and self.then and not self.otherwise:
            return Sentences((wish(who, told(self.then, speaker)),))
        parts = [(wish(who, offered) if offered else f"{who.text} may choose so") + chosen]
        if self.then:
            first, *more = chain(told(self.then, speaker), closed=bool(self.otherwise) or _forks(self.then))
            parts += [_after(who.pronoun, first), *more]
        if self.otherwise:
            first, *more = chain(told(self.otherwise, speaker))
            parts += [f"if {who.pronoun} do not, {first}", *more]
        speaker.done = f"{who.pronoun} do"
        return Sentences(tuple(parts))

    def asked(self, speaker: Speaker) -> str:
        """What a player is asked to do or not: ``draw a card and discard a card``."""
        who = speaker.player(self.who)
        offered: list[Saying] = [*(paid_by(cost, speaker, who) for cost in self.pay), *told(self.what, speaker)]
        offered = offered or list(told(self.then, speaker))
        return wish(who, offered).removeprefix(f"{who.text} may ") if offered else "choose so"

    def _unless(self, speaker: Speaker) -> Clause | None:
        """What happens unless another player pays, where that is all there is to say."""
        if self.who == YOU or self.what or self.then or self.variable or len(self.otherwise) != 1:
            return None
        before = speaker.last, list(speaker.met), set(speaker.named)
        otherwise = self.otherwise[0].said(speaker)
        if not isinstance(otherwise, Clause) or otherwise.more:
            speaker.last, speaker.met, speaker.named = before
            return None
        who = speaker.player(self.who)
        pay = listed([act.told(many=who.plural) for cost in self.pay for act in paid_by(cost, speaker, who).acts])
        speaker.did(self.otherwise[0], otherwise)
        unless = f"unless {who.text} {pay}"
        return otherwise.led(unless) if otherwise.lead else otherwise.ending(unless)


class If(Branching, frozen=True, tag="if"):
    """Reads a condition as this step is reached, and takes one branch (timing.6.6).

    Rules: abilities.5.4.inline, effects.1.3.
    """

    that: Condition
    then: tuple[EffectNode, ...] = ()
    otherwise: tuple[EffectNode, ...] = ()

    @property
    def spoken_of(self) -> tuple[tuple[EffectNode, ...], ...]:
        return (self.then, self.otherwise)

    printed: ClassVar[tuple[Form, ...]] = (
        form("if {that:if} , {then:unit_if}"),
        form("if you do , {then:unit}", that=Condition("done")),
        form("if {that:if} , {then:steps} . otherwise , {otherwise:otherwise}"),
        form("{otherwise:steps} . if {that:if} , {then:instead} instead"),
        form("class bonus : {then:unit}", that=Condition("class bonus")),
        form("when {that:happened} , {then:once_happened}"),
        form("whenever {that:happened often} , {then:once_happened}"),
        form("{otherwise:steps} . class bonus : {then:instead} instead", that=Condition("class bonus")),
        form("if you do not , {then:unit}", that=Condition("not done")),
        form("if you do {that:wholly} , {then:unit}"),
        form("if you do not {that:wholly not} , {then:unit}"),
        form("{then:step} if {that:if}"),
        form("if {that:if} , {then:steps} . otherwise {otherwise:otherwise}"),
        form("if {that:if} , {then:option} . otherwise , {otherwise:otherwise}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        reflexive = self.then[0] if len(self.then) == 1 and not self.otherwise else None
        if isinstance(reflexive, Reflexive) and (happens := self.that.happens(speaker)):
            return reflexive.when(happens, speaker)
        if self.otherwise and (turned := self.that.turned) is not None:
            return If(that=turned, then=self.otherwise, otherwise=self.then).said(speaker)
        condition, everyone = self.that.said(speaker), set(speaker.everyone)
        first, *more = chain(told(self.then, speaker), closed=bool(self.otherwise) or _forks(self.then))
        parts = [f"{condition}, {first}", *more]
        if self.otherwise:
            speaker.everyone = everyone
            speaker.last = "" if speaker.last.startswith("each ") else speaker.last
            first, *more = chain(told(self.otherwise, speaker))
            parts += [f"otherwise, {first}", *more]
        return Sentences(tuple(parts))


class Case(Branching, frozen=True, tag="cascade"):
    """The effect is picked by how often this ability has triggered; the last list that is reached holds (Cascade)."""

    times: dict[str, tuple[EffectNode, ...]]

    def __post_init__(self) -> None:
        check_spans(self.times)
        fix(self, "times")

    @property
    def spoken_of(self) -> tuple[tuple[EffectNode, ...], ...]:
        return tuple(self.times.values())

    def said(self, speaker: Speaker) -> Saying:
        return Sentences(
            tuple(f"the {span_said(span)} time, {_branch(effects, speaker)}" for span, effects in self.times.items())
        )


class Depending(Branching, frozen=True, tag="depending on"):
    """The effect is picked by a number read as this resolves, and by no player; `each` carries out all that fit.

    Rules: abilities.3.12.
    """

    amount: Amount
    of: dict[str, tuple[EffectNode, ...]]
    each: bool = False

    def __post_init__(self) -> None:
        check_spans(self.of)
        fix(self, "of")

    @property
    def spoken_of(self) -> tuple[tuple[EffectNode, ...], ...]:
        return tuple(self.of.values())

    printed: ClassVar[tuple[Form, ...]] = (form("depending on {amount:amount} — {of:cases}"),)

    def said(self, speaker: Speaker) -> Saying:
        cases = [f"({span}) {_branch(effects, speaker)}" for span, effects in self.of.items()]
        each = ", each that fits" if self.each else ""
        return Sentences((f"depending on {self.amount.said(speaker)}{each}: {'; '.join(cases)}",))


class OptionChoice(Branching, frozen=True, tag="option"):
    """You choose one of the labelled options while this resolves; no mode (terms.2)."""

    of: dict[str, tuple[EffectNode, ...]]

    def __post_init__(self) -> None:
        fix(self, "of")

    @property
    def spoken_of(self) -> tuple[tuple[EffectNode, ...], ...]:
        return tuple(self.of.values())

    printed: ClassVar[tuple[Form, ...]] = (
        form("look at {of:hand_or_memory} hand or memory and discard a card from it"),
    )

    def said(self, speaker: Speaker) -> Saying:
        before = list(speaker.met), set(speaker.everyone)
        cases = []
        for effects in self.of.values():
            speaker.met, speaker.everyone = list(before[0]), set(before[1])
            cases.append(_branch(effects, speaker))
        if (said := either(cases)) is not None:
            return Sentences((said,))
        first = [f"choose {group.said(speaker)}" for group in speaker.met if group not in before[0]]
        cases = []
        for label, effects in self.of.items():
            speaker.everyone = set(before[1])
            cases.append(f"({label}) {_branch(effects, speaker)}")
        return Sentences((*first, f"as this resolves, do one of these of your choice: {'; '.join(cases)}"))


class Delayed(Effect, frozen=True, tag="delayed"):
    """Makes a delayed trigger that fires once; without `once` it stays as long as it lasts.

    `if_` is read as it triggers and as it resolves, `while_` as it triggers only.

    Rules: abilities.3.13, abilities.3.14, abilities.3.15, abilities.3.16.
    """

    unspeakable: ClassVar[str] = "what it does happens later"
    on: TriggerNode
    then: tuple[EffectNode, ...]
    while_: Condition | None = None
    if_: Condition | None = None
    targets: tuple[Targets, ...] = ()
    once: bool = True
    until: Duration = "game"

    printed: ClassVar[tuple[Form, ...]] = (
        form("at the beginning of the next {on.phase:phase} phase , {*:aimed later}", on=part(Phase, whose="any")),
        form("at the beginning of your next {on.phase:phase} phase , {*:aimed later}", on=part(Phase)),
        form(
            "at the beginning of your next {on.phase:phase} phase , "
            "you may activate the banished card {:found_card} without paying its reserve cost",
            on=part(Phase),
            then=(PlayCard(how="activate", what=Ref("remembered"), may=True, free=True),),
        ),
        form(
            "{*:aimed later first} at the beginning of the next {on.phase:phase} phase",
            on=part(Phase, whose="any"),
        ),
        form("{*:aimed later first} at the beginning of your next {on.phase:phase} phase", on=part(Phase)),
        form("{until:until} , {on:event} , {*:aimed}", once=False),
        form(
            "return those cards to their memory at the beginning of their next {on.phase:phase} phase {:taken_from_memory}",
            on=part(Phase, whose="that player"),
            then=(Put(what=Ref("it"), into="memory"),),
        ),
        form("{on:next_event} this turn , {*:aimed}", until="turn"),
        form(
            "whenever {:they_draw} draws a card this turn , {*:aimed}",
            on=Draws(by="that player"),
            once=False,
            until="turn",
        ),
    )

    def said(self, speaker: Speaker) -> Saying:
        occasion = self.on.said(speaker)
        moment = f" {self.while_.moment(speaker)}" if self.while_ is not None else ""
        when = (
            f"{occasion.next} {_DURING[self.until]}".rstrip()
            if self.once
            else f"{lasting(self.until, speaker)}, {occasion.spelled_out}"
        ) + moment
        condition = f", {self.if_.said(speaker)}" if self.if_ is not None else ""
        first, *more = chain(aimed(self.targets, self.then, speaker))
        return Sentences((f"{when}{condition}, {first}", *more))


class Reflexive(Effect, frozen=True, tag="when you do"):
    """A reflexive trigger: goes on the stack after this has resolved; its targets are chosen then (abilities.3.17).

    It stands among what follows an option, which is done even if a replacement changed the outcome (abilities.3.18).
    """

    unspeakable: ClassVar[str] = "what it does happens later"
    then: tuple[EffectNode, ...]
    targets: tuple[Targets, ...] = ()
    spell: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("when you do , {*:aimed}"),
        form("when you do , as a spell , {*:aimed}", spell=True),
    )

    def said(self, speaker: Speaker) -> Saying:
        return self.when("you do", speaker)

    def when(self, happens: str, speaker: Speaker) -> Sentences:
        """The same, with what it waits for: ``when a fire card is revealed this way``."""
        first, *more = chain(aimed(self.targets, self.then, speaker))
        return Sentences((f"when {happens}, {'as a Spell, ' if self.spell else ''}{first}", *more), follows=True)


class Prevention(Effect, frozen=True, tag="prevention"):
    """Prevents damage for a while, and does more whenever it does, at once and as part of it (effects.4.6, combat.7.4).

    These steps count the damage that was prevented as ``it(prevention)``.
    """

    number: ClassVar[str] = "damage prevented"
    unspeakable: ClassVar[str] = "what it does happens later"
    static: Prevent
    then: tuple[EffectNode, ...]
    on: Ref | None = None
    until: Duration = "turn"

    @property
    def numbered(self) -> str:
        """Nothing that a step after it could count: only its own steps know the number."""
        return ""

    printed: ClassVar[tuple[Form, ...]] = (form("{*:prevention}"),)

    def said(self, speaker: Speaker) -> Saying:
        prevented = Gain(static=self.static, on=self.on, until=self.until).said(speaker)
        steps = chain(self.more(speaker))
        return Sentences((*chain([prevented]), *(f"as part of that, {step}" for step in steps)))

    def more(self, speaker: Speaker) -> list[Saying]:
        """What is done as part of it, in words."""
        speaker.deeds["prevention"] = self.number, Noun("the damage")
        return told(self.then, speaker)


class ForEach(Branching, frozen=True, tag="for each"):
    """Carries the steps out once for each card of a kind among those revealed; what they do adds up."""

    of: Filter
    then: tuple[EffectNode, ...]

    @property
    def spoken_of(self) -> tuple[tuple[EffectNode, ...], ...]:
        return (self.then,)

    printed: ClassVar[tuple[Form, ...]] = (form("for each {of:np one} revealed , {then:steps}"),)

    def said(self, speaker: Speaker) -> Saying:
        return Sentences((f"for each {self.of.said()} revealed this way, {_branch(self.then, speaker)}",))


class Repeat(Branching, frozen=True, tag="repeat"):
    """Carries the steps out so many times, one after another; what they do adds up.

    The number is read once, before the first time (effects.1.5).
    """

    times: Amount
    then: tuple[EffectNode, ...]

    @property
    def spoken_of(self) -> tuple[tuple[EffectNode, ...], ...]:
        return (self.then,)

    printed: ClassVar[tuple[Form, ...]] = (form("{*:repeated}"), form("{*:materializing}"))

    def said(self, speaker: Speaker) -> Saying:
        return Sentences((f"{self.times.repeated(speaker)}, {_branch(self.then, speaker)}",))


EffectNode = (
    DrawingEffect
    | MovingEffect
    | LookingEffect
    | OutsideEffect
    | MarkEffect
    | LastingEffect
    | ObjectEffect
    | StackEffect
    | AttackEffect
    | FunctionEffect
    | GameEffect
    | CopyEffect
    | May
    | If
    | Case
    | Depending
    | OptionChoice
    | Delayed
    | Reflexive
    | Prevention
    | ForEach
    | Repeat
)
_DURING: Final[dict[Duration, str]] = {
    "turn": "this turn",
    "phase": "this phase",
    "game": "",
    "your next turn": "before your next turn begins",
    "end of your next turn": "before your next turn ends",
    "combat": "this combat",
    "while this": "while you control this",
    "next wake up": "before its controller's next wake up phase ends",
}
"""The durations in words, as they narrow down when something is waited for."""


def leaves(effect: Effect) -> tuple[Effect, ...]:
    """The instructions that may have been carried out last when an instruction is done."""
    return effect.leaves if isinstance(effect, Branching) else (effect,)


def told(effects: Sequence[EffectNode], speaker: Speaker) -> list[Saying]:
    """Instructions in words, one after the other; a choice and what is done with it are one instruction."""
    found: list[Saying] = []
    for effect in effects:
        saying = effect.said(speaker)
        if isinstance(effect, Branching):
            speaker.did_one_of(effect.leaves, done=not isinstance(effect, May))
        else:
            speaker.did(effect, saying)
        if found and (both := joined(found[-1], saying)):
            found[-1] = both
        else:
            found.append(saying)
    return found


def aimed(targets: Sequence[Targets], effects: Sequence[EffectNode], speaker: Speaker) -> list[Saying]:
    """Instructions with targets of their own, in words; targets that they do not speak of are named first."""
    if not targets:
        return told(effects, speaker)
    before = speaker.groups, speaker.met
    speaker.aim(targets)
    sayings = told(effects, speaker)
    unmet: list[Saying] = [does(READER, "choose", group.said(speaker)) for group in speaker.unmet()]
    speaker.groups, speaker.met = before
    return [*unmet, *sayings]


def _forks(steps: tuple[EffectNode, ...]) -> bool:
    """Whether the last of some steps is one of two, so that *otherwise* might be heard as the opposite of what is before."""
    return bool(steps) and isinstance(steps[-1], If) and bool(steps[-1].otherwise)


def _after(who: str, step: str) -> str:
    """A step that is taken if a player did what they might; one with a condition of its own asks for both."""
    if step.startswith("when "):
        return step
    return f"if {who} do and {step.removeprefix('if ')}" if step.startswith("if ") else f"if {who} do, {step}"


def _branch(effects: Sequence[EffectNode], speaker: Speaker) -> str:
    """One of several ways to go on: what another way speaks of is unknown to it."""
    speaker.pause()
    return chain(told(effects, speaker), closed=True)[0]
