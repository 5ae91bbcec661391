"""Instructions: clauses, clauses joined into sentences, and sentences one after the other.

A clause is one effect, with the choice it makes on the way and the explanation of its number. What branches (``you may ..``,
``if ..``) takes a sentence, or several.
"""

from __future__ import annotations

from typing import Any, Final, get_args

from archivist.compiler import details, kinds, owners, quantities, unspoken  # noqa: F401 - declare slots
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
    read_joined,
    slot,
    slots,
)
from archivist.compiler.explanations import TAIL, Explained, amounts
from archivist.compiler.players import SHARED_PLAYER
from archivist.compiler.same_words import SameWords
from archivist.compiler.tokens import BREAK
from archivist.vocabulary.amounts import NONE, Amount, terms
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects import Branching, Delayed, EffectNode, If, May, OptionChoice, Reflexive
from archivist.vocabulary.effects.lasting import Gain
from archivist.vocabulary.effects.looking import Choose, RevealCards, RevealMemory
from archivist.vocabulary.effects.objects import Gather, Orient, Transform
from archivist.vocabulary.node import YOU, Who
from archivist.vocabulary.statics.characteristics import Modify

_WIDE_KINDS: Final = (*(each for each in get_args(EffectNode) if issubclass(each, Branching)), Delayed, Reflexive)
_SIMPLE: Final = Choice((), "an instruction")
_WIDE: Final = Choice((), "an instruction")
_DONE: Final = (Condition("done"), Condition("not done"))


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


_CLAUSE: Final = Clause(_SIMPLE)
_JOINTS: Final = (("and",), (",", "then"), ("then",), (",", "and"), (",", "and", "then"), (",",))


@slots("steps")
class Steps(Rule):
    """Clauses joined into one sentence: ``draw a card, then discard a card``."""

    def starts(self) -> frozenset[str] | None:
        return _CLAUSE.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return read_joined(reader, at, _CLAUSE, _JOINTS[:5])

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        trees, joints = tree
        place = len(hearing.wording)
        hearing.note(None)
        if len(trees) > 1 and any(_counts(each, last=index == len(trees) - 1) for index, each in enumerate(trees)):
            raise Unmade("it is not clear what is done for each")
        parts = [_CLAUSE.make(each, hearing) for each in trees]
        hearing.wording[place] = (joints, tuple(len(part) for part in parts))
        return tuple(effect for part in parts for effect in part)

    def say(self, value: Any, voice: Voice) -> None:
        joints, sizes = voice.noted(((1,) * (len(value) - 1), (1,) * len(value)))
        if sum(sizes) != len(value) or len(joints) != len(sizes) - 1:
            raise Unsaid
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


class Wide(SameWords[Choice]):
    """An effect that branches, as a unit of its own."""

    def __init__(self) -> None:
        super().__init__(_WIDE)

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
        return _STEPS.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last, (trees, index, wide))
            for end, trees in reader.find(_STEPS, at)
            for index, joint in enumerate(_JOINTS[:5])
            if reader.words[end : end + len(joint)] == joint and reader.word(end + len(joint)) == "you"
            for last, wide in reader.find(self.wide, end + len(joint))
        ]

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        trees, index, wide = tree
        hearing.note(index)
        return (*_STEPS.make(trees, hearing), *self.wide.make(wide, hearing))

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) < 2 or not isinstance(value[-1], Branching):
            raise Unsaid
        index = voice.noted(1)
        _STEPS.say(value[:-1], voice)
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


_STEPS: Final = Steps()
UNIT: Final = Choice((_STEPS, Wide(), Mixed(), WakeAndTransform()), "an instruction")
slots("steps")(lambda: _STEPS)
slots("unit")(lambda: UNIT)


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


@slots("body")
class Body(Rule):
    """Sentences, one after the other, with the full stop behind the last."""

    def __init__(self, stop: str = "full") -> None:
        super().__init__()
        self.stop = stop == "full"

    def starts(self) -> frozenset[str] | None:
        return UNIT.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        self._more(reader, at, (), found)
        return found

    def _more(self, reader: Reader, at: int, before: tuple[Any, ...], found: Readings) -> None:
        start = at
        if before and reader.word(at) == BREAK:
            at += 1
        if before and reader.word(at) == "then":
            at += 2 if reader.word(at + 1) == "," else 1
        lead = reader.words[start:at]
        for end, tree in reader.find(UNIT, at):
            trees = (*before, (lead, tree))
            if reader.word(end) != ".":
                reader.miss(end, ".")
                if not self.stop:
                    found.append((end, trees))
                continue
            found.append((end + 1, trees))
            self._more(reader, end + 1, trees, found)

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        place = len(hearing.wording)
        hearing.note(None)
        effects: list[Any] = []
        notes = []
        for lead, inner in tree:
            part = UNIT.make(inner, hearing)
            if effects:
                _check_follows(effects[-1], part[0])
            effects += part
            notes.append((lead, len(part)))
        hearing.wording[place] = tuple(notes)
        return tuple(effects)

    def say(self, value: Any, voice: Voice) -> None:
        notes = voice.noted(tuple(((), 1) for _ in value))
        if sum(size for _, size in notes) != len(value):
            raise Unsaid
        at = 0
        for index, (lead, size) in enumerate(notes):
            voice.say(*lead)
            UNIT.say(value[at : at + size], voice)
            at += size
            if self.stop or index < len(notes) - 1:
                voice.say(".")


@slots("repeated")
class Repeated(Rule):
    """``For each .., A and B`` and ``For each .., gather``: steps with no number of their own that could be meant.

    One step with a number is done once, with that number for each of them.
    """

    fields: Final = ("times", "then")

    def __init__(self) -> None:
        super().__init__()
        self.option = Wide()

    def starts(self) -> frozenset[str] | None:
        return frozenset(("for",))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) != "for":
            return []
        found: Readings = []
        for end, tail in reader.find(TAIL, at):
            if reader.word(end) != "," or tail[0] != "each":
                continue
            found += [(last, (tail, True, tree)) for last, tree in reader.find(_STEPS, end + 1)]
            if reader.words[end + 1 : end + 3] == ("you", "may"):
                found += [(last, (tail, False, tree)) for last, tree in reader.find(self.option, end + 1)]
        return found

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        tail, plain, inner = tree
        hearing.note(plain)
        outer, hearing.tail = hearing.tail, None
        TAIL.make(tail, hearing)
        (_, by, atom), hearing.tail = hearing.tail, outer
        then = (_STEPS if plain else self.option).make(inner, hearing)
        if plain and _has_number(then):
            raise Unmade("the number of the step is meant for each")
        if any(isinstance(each, RevealCards | RevealMemory) for each in then):
            raise Unmade("what is revealed for each cannot be told apart")
        return {"times": Amount(f"{atom} / {by}" if by > 1 else atom), "then": then}

    def say(self, value: Any, voice: Voice) -> None:
        found = terms(str(value["times"].text))
        if len(found) != 1 or found[0].sign < 0 or found[0].times > 1 or value["times"].fixed is not None:
            raise Unsaid
        then = value["then"]
        plain = voice.noted(not isinstance(then[0], May))
        outer, voice.tail = voice.tail, ("each", "lead", (found[0].by, found[0].atom))
        TAIL.say(None, voice)
        voice.tail = outer
        voice.say(",")
        if plain and _has_number(then):
            raise Unsaid
        (_STEPS if plain else self.option).say(then, voice)


def _has_number(then: tuple[Any, ...]) -> bool:
    """Whether it is one step with a number, which could be meant for each; who just gathers names none."""
    return len(then) == 1 and then[0] != Gather() and any(True for _ in amounts(then))


@slots("cases")
class Cases(Rule):
    """A line for each span of numbers: ``• 1 to 2 — ..``; the full stop of the last one belongs to the sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.body = Body()

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        open_: list[tuple[int, tuple[Any, ...]]] = [(at, ())]
        while open_:
            place, cases = open_.pop()
            span = self._span(reader, place)
            if span is None:
                reader.miss(place, "•")
                continue
            start, label = span
            for end, tree in reader.find(self.body, start):
                if reader.word(end) == "•":
                    open_.append((end, (*cases, (label, tree))))
                elif not reader.word(end):
                    found.append((end - 1, (*cases, (label, tree))))
        return found

    @staticmethod
    def _span(reader: Reader, at: int) -> tuple[int, str] | None:
        low = reader.word(at + 1)
        if reader.word(at) != "•" or not low.isdigit():
            return None
        if reader.word(at + 2) == "—":
            return at + 3, low
        if reader.word(at + 2) == "to" and reader.word(at + 3).isdigit() and reader.word(at + 4) == "—":
            return at + 5, f"{low}-{reader.word(at + 3)}"
        return (at + 5, f"{low}+") if reader.words[at + 2 : at + 5] == ("or", "more", "—") else None

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        found: dict[str, Any] = {}
        memory = hearing.memory
        for label, inner in tree:
            hearing.memory = memory.copied()
            found[label] = self.body.make(inner, hearing)
            if hearing.memory.groups != memory.groups:
                raise Unmade("targets are chosen before it is known which line is carried out")
        hearing.memory = memory
        return found

    def say(self, value: Any, voice: Voice) -> None:
        memory = voice.memory
        for span, effects in value.items():
            voice.memory = memory.copied()
            low, _, high = span.removesuffix("+").partition("-")
            more = ("to", high) if high else ("or", "more") if span.endswith("+") else ()
            voice.say("•", low, *more, "—")
            self.body.say(effects, voice)
        voice.words.pop()
        voice.memory = memory


def _check_follows(before: Any, after: Any) -> None:
    """What depends on an option belongs to it."""
    while isinstance(before, If) and before.then:
        before = before.then[-1]
    option = isinstance(before, May) and not (before.then or before.otherwise)
    waits = isinstance(after, If) and (after.that in _DONE or isinstance(after.then[0], Reflexive))
    if option and (waits or isinstance(after, Reflexive)):
        raise Unmade("what is done if an option is taken belongs to that option")


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


@slots("aimed")
class Aimed(Rule):
    """Instructions with targets of their own."""

    fields: Final = ("then", "targets")

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(UNIT, at)

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        outer = hearing.memory.groups
        hearing.memory.groups = ()
        then = UNIT.make(tree, hearing)
        targets, hearing.memory.groups = hearing.memory.groups, outer
        return {"then": then, "targets": targets}

    def say(self, value: Any, voice: Voice) -> None:
        outer = voice.memory.groups, voice.groups
        voice.memory.groups, voice.groups = (), value["targets"]
        UNIT.say(value["then"], voice)
        if len(voice.memory.groups) != len(value["targets"]):
            raise Unsaid
        voice.memory.groups, voice.groups = outer


def declare() -> None:
    """Takes in the forms of all effects."""
    _SIMPLE.extend((YourChoice(),))
    for kind in get_args(EffectNode):
        (_WIDE if kind in _WIDE_KINDS else _SIMPLE).extend(forms(kind))


declare()
