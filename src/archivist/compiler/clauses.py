"""Clauses, and clauses joined into one sentence.

A clause is one effect, with the choice it makes on the way and the explanation of its number. Which effects there are is
declared in `effects`.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    read_joined,
    slot,
    slots,
)
from archivist.compiler.explanations import Explained
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.effects import Branching, If, May
from archivist.vocabulary.effects.lasting_effects import Gain
from archivist.vocabulary.effects.looking_and_revealing import Choose
from archivist.vocabulary.effects.objects import Orient, Transform
from archivist.vocabulary.node import Ref, Who
from archivist.vocabulary.statics.game import Forbid

SIMPLE: Final = Choice((), "an instruction")
"""The effects that are done at once, as `effects` declares them."""

WIDE: Final = Choice((), "an instruction")
"""The effects that branch or wait, as `effects` declares them."""


class Clause(Explained):
    """One effect, perhaps with the choice of what it is about, and with its number explained before or after it."""

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        before, effect = self.explained(tree, hearing)
        for each in (*before, effect):
            hearing.memory.did(each)
        return (*before, effect)

    def say(self, value: Any, voice: Voice) -> None:
        *before, effect = value
        if not all(isinstance(each, Choose) for each in before):
            raise Unsaid
        self.speak(effect, voice, before)
        for each in value:
            voice.memory.did(each)


_CLAUSE: Final = Clause(SIMPLE)
_JOINTS: Final = (("and",), (",", "then"), ("then",), (",", "and"), (",", "and", "then"), (",",))


_COMMA: Final = _JOINTS.index((",",))


def _listed(joints: tuple[int, ...]) -> bool:
    """Whether clauses are a list: ``A, B, and C``."""
    return set(joints[:-1]) == {_COMMA} and _JOINTS[joints[-1]] in ((",", "and"), (",", "and", "then"))


@slots("steps")
class Steps(Rule):
    """Clauses joined into one sentence: ``draw a card, then discard a card``."""

    def starts(self) -> frozenset[str] | None:
        return _CLAUSE.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        found = read_joined(reader, at, _CLAUSE, _JOINTS)
        return [each for each in found if _COMMA not in each[1][1] or _listed(each[1][1])]

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        trees, joints = tree
        place = len(hearing.wording)
        hearing.note(None)
        hearing.memory.doer = None
        if len(trees) > 1 and any(_counts(each, last=index == len(trees) - 1) for index, each in enumerate(trees)):
            raise Unmade("it is not clear what is done for each")
        parts = [_CLAUSE.make(each, hearing) for each in trees]
        if any(_waits(part[-1]) for part in parts[:-1]):
            raise Unmade("it is not clear whether the rest is done at once or as that happens")
        hearing.wording[place] = (joints, tuple(len(part) for part in parts))
        return tuple(effect for part in parts for effect in part)

    def say(self, value: Any, voice: Voice) -> None:
        joints, sizes = voice.noted(((1,) * (len(value) - 1), (1,) * len(value)))
        if sum(sizes) != len(value) or len(joints) != len(sizes) - 1:
            raise Unsaid
        voice.memory.doer = None
        at = 0
        for index, size in enumerate(sizes):
            if index:
                voice.say(*_JOINTS[joints[index - 1]])
            _CLAUSE.say(value[at : at + size], voice)
            at += size


def _counts(tree: Any, *, last: bool) -> bool:
    """Whether a clause among others has a number for each of something, which might be meant for the others as well."""
    lead, _, behind = tree
    return lead is not None or (last and behind is not None and behind[0] == "each")


def _waits(effect: Any) -> bool:
    """Whether an effect only makes something happen the next time: what is joined to it might be meant for then."""
    return isinstance(effect, Gain) and getattr(effect.static, "once", False)


@slots("step")
class OneStep(Steps):
    """A clause that is joined to no other, where a condition behind it might be meant for the last one alone."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(end, ((tree,), ())) for end, tree in reader.find(_CLAUSE, at)]

    def say(self, value: Any, voice: Voice) -> None:
        if sum(not isinstance(each, Choose) for each in value) != 1:
            raise Unsaid
        super().say(value, voice)


@slots("instead")
class Instead(Steps):
    """What is done instead of the sentence before: of all it says, or of several clauses each for its like.

    That sentence is not carried out then. What it chose is chosen here as well; of what it did nothing can be said.
    """

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        before = hearing.values["otherwise"]
        self._forget(before, hearing.memory)
        aimed = hearing.memory.groups
        hearing.memory.pronounced = ""
        found = super().make(tree, hearing)
        if hearing.memory.groups != aimed and _aims(before):
            raise Unmade("both would have to be targeted, and only one is meant")
        if hearing.memory.pronounced and not self._of_the_same(before, found, hearing.memory.pronounced):
            raise Unmade("it is not clear whether the same is meant as in the sentence before")
        if not self._like(before, found):
            raise Unmade("it is not clear how much of the sentence before is replaced")
        again = _speaks_of_choice(found)
        hearing.note(again)
        return (*_choices(before), *found) if again else found

    @staticmethod
    def _forget(before: tuple[Any, ...], memory: Any) -> None:
        done = {str(each.__struct_config__.tag) for each in before}
        memory.deeds = tuple(each for each in memory.deeds if each not in done)
        memory.before = tuple(each for each in memory.before if not any(each is step for step in before))
        memory.things = tuple(each for each in memory.things if not each.ref.startswith(("it", "revealed")))
        memory.last = memory.last if memory.last in memory.things else None
        memory.destroyed = None

    @staticmethod
    def _of_the_same(before: tuple[Any, ...], after: tuple[Any, ...], meant: str) -> bool:
        """Whether a pronoun means what the sentence before was about, if both do the same."""
        kinds = {type(each) for each in after if not isinstance(each, Choose)}
        alike = [each for each in before if type(each) in kinds]
        named = {getattr(each, name) for each in alike for name in ("on", "what", "to") if hasattr(each, name)}
        return not named or Ref(meant) in named

    @staticmethod
    def _like(before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
        one, other = ([type(each) for each in steps if not isinstance(each, Choose)] for steps in (before, after))
        return len(one) == 1 or one == other

    def say(self, value: Any, voice: Voice) -> None:
        before = voice.values["otherwise"]
        chosen = _choices(before)
        same = bool(chosen) and value[: len(chosen)] == chosen
        if not self._like(before, value):
            raise Unsaid
        self._forget(before, voice.memory)

        def say(again: bool) -> None:
            if again and not same:
                raise Unsaid
            aimed = voice.memory.groups
            super(Instead, self).say(value[len(chosen) :] if again else value, voice)
            if voice.memory.groups != aimed and _aims(before):
                raise Unsaid

        at, said, memory = voice.at, len(voice.words), voice.memory
        for again in (True, False):
            voice.at, voice.memory = at, memory.copied()
            del voice.words[said:]
            try:
                say(again)
            except Unsaid:
                continue
            if voice.noted(again) == again:
                return
        raise Unsaid


@slots("otherwise")
class Otherwise(Steps):
    """What is done if a condition does not hold; it has no targets of its own if what is done else has some."""

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        aimed = hearing.memory.groups
        found = super().make(tree, hearing)
        if hearing.memory.groups != aimed and _aims(hearing.values["then"]):
            raise Unmade("both would have to be targeted, and only one is meant")
        return found

    def say(self, value: Any, voice: Voice) -> None:
        aimed = voice.memory.groups
        super().say(value, voice)
        if voice.memory.groups != aimed and _aims(voice.values["then"]):
            raise Unsaid


def _aims(steps: tuple[Any, ...]) -> bool:
    """Whether steps are about targets."""
    named = (getattr(each, name) for each in steps for name in each.__struct_fields__)
    return any(isinstance(each, Ref | Who) and str(each.text).startswith("target") for each in named)


def _choices(steps: tuple[Any, ...]) -> tuple[Choose, ...]:
    return tuple(each for each in steps if isinstance(each, Choose))


def _speaks_of_choice(steps: tuple[Any, ...]) -> bool:
    """Whether steps speak of what was chosen and choose nothing themselves."""
    named = (getattr(each, name) for each in steps for name in each.__struct_fields__)
    return not _choices(steps) and any(isinstance(each, Ref) and each.name == "chosen" for each in named)


class Wide(SameWords[Choice]):
    """An effect that branches, as a unit of its own."""

    def __init__(self) -> None:
        super().__init__(WIDE)

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        return (self.inner.make(tree, hearing),)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1:
            raise Unsaid
        self.inner.say(value[0], voice)


class Mixed(Rule):
    """Clauses, and then something that branches: ``draw a card, then you may discard a card``."""

    def __init__(self) -> None:
        super().__init__()
        self.wide = Wide()

    def starts(self) -> frozenset[str] | None:
        return STEPS.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last, (trees, index, wide))
            for end, trees in reader.find(STEPS, at)
            for index, joint in enumerate(_JOINTS[:5])
            if reader.words[end : end + len(joint)] == joint and reader.word(end + len(joint)) == "you"
            for last, wide in reader.find(self.wide, end + len(joint))
        ]

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        trees, index, wide = tree
        hearing.note(index)
        return (*STEPS.make(trees, hearing), *self.wide.make(wide, hearing))

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) < 2 or not isinstance(value[-1], Branching):
            raise Unsaid
        index = voice.noted(1)
        STEPS.say(value[:-1], voice)
        voice.say(*_JOINTS[index])
        self.wide.say(value[-1:], voice)


class WakeAndTransform(Rule):
    """Two things done with one object: ``wake up and transform Sample``."""

    words: Final = ("wake", "up", "and", "transform")

    def __init__(self) -> None:
        super().__init__()
        self.thing = slot("single")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("wake",))

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.thing, at + 4) if reader.words[at : at + 4] == self.words else []

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        what = self.thing.make(tree, hearing)
        found = (Orient(to="awake", what=what), Transform(what=what))
        for each in found:
            hearing.memory.did(each)
        return found

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 2 or value != (Orient(to="awake", what=value[0].what), Transform(what=value[0].what)):
            raise Unsaid
        voice.say(*self.words)
        self.thing.say(value[0].what, voice)
        for each in value:
            voice.memory.did(each)


class YouAndAnother(Rule):
    """Something that holds for you and for a targeted player: ``until .., you and target player cannot declare attacks``."""

    words: Final = (",", "you", "and")
    rest: Final = ("cannot", "declare", "attacks")

    def __init__(self) -> None:
        super().__init__()
        self.until, self.player = slot("until"), slot("aimed_player")

    def starts(self) -> frozenset[str] | None:
        return self.until.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last + 3, (until, player))
            for end, until in reader.find(self.until, at)
            if reader.words[end : end + 3] == self.words
            for last, player in reader.find(self.player, end + 3)
            if reader.words[last : last + 3] == self.rest
        ]

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        until = self.until.make(tree[0], hearing)
        self.player.make(tree[1], hearing)
        found = self._both(until)
        for each in found:
            hearing.memory.did(each)
        return found

    @staticmethod
    def _both(until: Any) -> tuple[Gain, Gain]:
        sides: tuple[Literal["you"], Literal["that player"]] = ("you", "that player")
        one, other = (Gain(static=Forbid(what="declare attacks", who=who), until=until) for who in sides)
        return one, other

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 2 or not isinstance(value[0], Gain) or value != self._both(value[0].until):
            raise Unsaid
        self.until.say(value[0].until, voice)
        voice.say(*self.words)
        self.player.say(None, voice)
        voice.say(*self.rest)
        for each in value:
            voice.memory.did(each)


class Option(Wide):
    """An option alone: ``you may draw a card``."""

    def read(self, reader: Reader, at: int) -> Readings:
        return super().read(reader, at) if reader.words[at : at + 2] == ("you", "may") else []

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        made = super().make(tree, hearing)
        if not isinstance(made[0], May) or made[0] != May(what=made[0].what):
            raise Unmade("what otherwise means could be said of the option")
        return made

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or not isinstance(value[0], May) or value[0] != May(what=value[0].what):
            raise Unsaid
        super().say(value, voice)


slots("option")(Option)
STEPS: Final = Steps()
UNIT: Final = Choice((STEPS, Wide(), Mixed(), WakeAndTransform(), YouAndAnother()), "an instruction")
slots("steps")(lambda: STEPS)
slots("unit")(lambda: UNIT)


@slots("unit_else")
class Declined(SameWords[Choice]):
    """A sentence on what is done if an option is not taken; targets of its own only if what is done else has none."""

    def __init__(self) -> None:
        super().__init__(UNIT)

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        aimed = hearing.memory.groups
        found: tuple[Any, ...] = self.inner.make(tree, hearing)
        if hearing.memory.groups != aimed and _aims(hearing.values["then"]):
            raise Unmade("both would have to be targeted, and only one is meant")
        return found

    def say(self, value: Any, voice: Voice) -> None:
        aimed = voice.memory.groups
        self.inner.say(value, voice)
        if voice.memory.groups != aimed and _aims(voice.values["then"]):
            raise Unsaid


@slots("unit_if")
class Conditioned(SameWords[Choice]):
    """A sentence behind a condition; what another condition puts in its place might be meant without the first."""

    def __init__(self) -> None:
        super().__init__(UNIT)

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        found: tuple[Any, ...] = self.inner.make(tree, hearing)
        if self._replaced(found):
            raise Unmade("whether both conditions have to hold is not said")
        return found

    @staticmethod
    def _replaced(steps: tuple[Any, ...]) -> bool:
        return isinstance(steps[-1], If) and bool(steps[-1].otherwise)

    def say(self, value: Any, voice: Voice) -> None:
        if self._replaced(value):
            raise Unsaid
        self.inner.say(value, voice)
