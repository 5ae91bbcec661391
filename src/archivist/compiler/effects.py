"""The forms of all effects as instructions, and the slots by which one effect holds others.

What branches (``you may ..``, ``if ..``) takes a sentence, or several.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from archivist.compiler import (  # noqa: F401 - declare slots
    details,
    kinds,
    owners,
    preventing,
    quantities,
    rules_for_all,
    sentences,
    unspoken,
)
from archivist.compiler.clauses import SIMPLE, UNIT, WIDE
from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Template,
    Unmade,
    Unsaid,
    Verb,
    Voice,
    forms,
    slot,
    slots,
)
from archivist.compiler.players import SHARED_PLAYER
from archivist.vocabulary.amounts import NONE
from archivist.vocabulary.effects import Branching, Delayed, EffectNode, OptionChoice, Prevention, Reflexive
from archivist.vocabulary.effects.lasting_effects import Gain
from archivist.vocabulary.node import YOU, Who
from archivist.vocabulary.statics.characteristics import Modify

_WIDE_KINDS: Final = (
    *(each for each in get_args(EffectNode) if issubclass(each, Branching)),
    Delayed,
    Reflexive,
    Prevention,
)


class YourChoice(Rule):
    """One of two changes, chosen as it resolves: ``target ally gets your choice of +1 POWER or +1 LIFE until end of turn``."""

    words: Final = ("your", "choice", "of")

    def __init__(self) -> None:
        super().__init__()
        self.subject, self.until = slot("subject"), slot("until")
        self.verbs = Choice((Verb("get"), Verb("gain")))
        self.changes = Choice(
            [Template(Modify, form) for _, options in Modify.acts[:2] for form in options],
            "a change",
        )

    def starts(self) -> frozenset[str] | None:
        return self.subject.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last, (who, verb, one, other, until))
            for a, who in reader.find(self.subject, at)
            for b, verb in reader.find(self.verbs, a)
            if reader.words[b : b + 3] == self.words
            for c, one in reader.find(self.changes, b + 3)
            if reader.word(c) == "or"
            for d, other in reader.find(self.changes, c + 1)
            for last, until in reader.find(self.until, d)
        ]

    def make(self, tree: Any, hearing: Hearing) -> OptionChoice:
        who, verb, *changes, until = tree
        on = self.subject.make(who, hearing)
        if hearing.before:
            raise Unmade("a choice within a choice")
        self.verbs.make(verb, hearing)
        statics = [self.changes.make(each, hearing) for each in changes]
        hearing.heads.clear()
        lasting = self.until.make(until, hearing)
        gains = [Gain(on=on, static=static, until=lasting) for static in statics]
        return OptionChoice(of={_label(gain.static): (gain,) for gain in gains})

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, OptionChoice) or len(value.of) != 2:
            raise Unsaid
        one, other = value.of.values()
        if not (len(one) == len(other) == 1 and isinstance(one[0], Gain) and isinstance(other[0], Gain)):
            raise Unsaid
        first, second = one[0], other[0]
        if (first.on, first.until) != (second.on, second.until) or first.on is None:
            raise Unsaid
        self.subject.say(first.on, voice)
        self.verbs.say(None, voice)
        voice.say(*self.words)
        self.changes.say(first.static, voice)
        voice.say("or")
        self.changes.say(second.static, voice)
        self.until.say(first.until, voice)


def _label(static: Any) -> str:
    """The name of an option: what it changes."""
    changed = [name for name in ("power", "life", "level") if getattr(static, name) != NONE]
    return " ".join((*changed, *static.keywords))


@slots("may")
class MayDo(Rule):
    """Whose option it is: ``you may``."""

    def __init__(self) -> None:
        super().__init__()
        self.player = SHARED_PLAYER

    def starts(self) -> frozenset[str] | None:
        return self.player.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return [(end + 1, tree) for end, tree in reader.find(self.player, at) if reader.word(end) == "may"]

    def make(self, tree: Any, hearing: Hearing) -> Who:
        who: Who = self.player.make(tree, hearing)
        if who != YOU:
            raise Unmade("whoever else has the option, what they do would have to be told of them")
        hearing.memory.optional = len(hearing.memory.before)
        return who

    def say(self, value: Any, voice: Voice) -> None:
        if value != YOU:
            raise Unsaid
        self.player.say(value, voice)
        voice.say("may")


@slots("may_pay")
class MayPay(MayDo):
    """Who may pay, whoever it is: ``its controller may``."""

    def make(self, tree: Any, hearing: Hearing) -> Who:
        who: Who = self.player.make(tree, hearing)
        if who.text.startswith("each "):
            raise Unmade("whether each of them has to is not said")
        if who == YOU:
            hearing.memory.optional = len(hearing.memory.before)
        return who

    def say(self, value: Any, voice: Voice) -> None:
        self.player.say(value, voice)
        voice.say("may")


@slots("aimed")
class Aimed(Rule):
    """Instructions that wait, with targets of their own: ``later`` if what they wait for is the beginning of a phase.

    ``first`` if they are told before what they wait for: then nothing is targeted, for it could be meant at once.
    Of what was targeted or chosen before they know only what the step right before was about.
    """

    fields: Final = ("then", "targets")

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.later = "later" in kind
        self.first = kind == "later first"
        self.unit: Rule = slot("step") if self.first else UNIT

    def starts(self) -> frozenset[str] | None:
        return self.unit.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.unit, at)

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        outer, hearing.memory = hearing.memory, hearing.memory.waiting(later=self.later)
        then = self.unit.make(tree, hearing)
        inner, hearing.memory = hearing.memory, outer
        if inner.carried and len(then) > 1:
            raise Unmade("only the first of several steps knows what was spoken of before")
        if self.first and inner.groups:
            raise Unmade("whether it is targeted now or then is not said")
        hearing.memory.before, hearing.memory.deeds = inner.before, inner.deeds
        return {"then": then, "targets": inner.groups}

    def say(self, value: Any, voice: Voice) -> None:
        outer, groups = voice.memory, voice.groups
        voice.memory, voice.groups = voice.memory.waiting(later=self.later), value["targets"]
        self.unit.say(value["then"], voice)
        inner = voice.memory
        if len(inner.groups) != len(value["targets"]) or (inner.carried and len(value["then"]) > 1):
            raise Unsaid
        if self.first and inner.groups:
            raise Unsaid
        voice.memory, voice.groups = outer, groups
        voice.memory.before, voice.memory.deeds = inner.before, inner.deeds


def declare() -> None:
    """Takes in the forms of all effects."""
    SIMPLE.extend((YourChoice(),))
    for kind in get_args(EffectNode):
        (WIDE if kind in _WIDE_KINDS else SIMPLE).extend(forms(kind))


declare()
