"""What holds: changes of characteristics as a list of what something gets, has and loses; and all other statics."""

from __future__ import annotations

import re
from typing import Any, Final, get_args

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
    slots,
)
from archivist.compiler.explanations import TAIL, Explained, bind, split
from archivist.compiler.nouns import without_other
from archivist.compiler.numbers import InDigits, Plus
from archivist.compiler.phrases import BareKeyword, KeywordWord, OneOf
from archivist.compiler.things import subject
from archivist.vocabulary import words as w
from archivist.vocabulary.abilities import StaticAbility
from archivist.vocabulary.amounts import Amount, simple
from archivist.vocabulary.filters import cased
from archivist.vocabulary.grammar import article
from archivist.vocabulary.node import THIS, Ref
from archivist.vocabulary.printing import Form
from archivist.vocabulary.statics import StaticNode
from archivist.vocabulary.statics.characteristics import Modify, Numbered


@slots("keywords")
class Keywords(Rule):
    """A list of keywords: ``steadfast, taunt, and vigor``."""

    joints: Final = (("and",), (",", "and"), (",",))

    def __init__(self, kind: str = "numbered") -> None:
        super().__init__()
        self.word: Rule = KeywordWord() if kind == "numbered" else BareKeyword()

    def read(self, reader: Reader, at: int) -> Readings:
        return read_joined(reader, at, self.word, self.joints)

    def make(self, tree: Any, hearing: Hearing) -> tuple[str, ...]:
        hearing.note(tree[1])
        return tuple(self.word.make(each, hearing) for each in tree[0])

    def say(self, value: Any, voice: Voice) -> None:
        if not value:
            raise Unsaid
        usual = (2,) * (len(value) - 2) + (0,) * (len(value) > 1)
        joints = voice.noted(usual)
        if len(joints) != len(value) - 1:
            raise Unsaid
        for index, each in enumerate(value):
            if index:
                voice.say(*self.joints[joints[index - 1]])
            self.word.say(each, voice)


@slots("numbered")
class NumberedKeyword(Rule):
    """A keyword whose number is explained elsewhere, or for each of something: ``ranged X``, ``ranged 2 for each ally``."""

    def __init__(self) -> None:
        super().__init__()
        self.word = OneOf(" ".join(each.replace(" ", "_") for each in sorted(w.NUMBERED_KEYWORDS)))
        self.much = InDigits()

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last, (word, number))
            for end, word in reader.find(self.word, at)
            for last, number in reader.find(self.much, end)
            if not reader.word(end).isdigit() or reader.words[last : last + 2] == ("for", "each")
        ]

    def make(self, tree: Any, hearing: Hearing) -> tuple[Numbered, ...]:
        word, number = tree
        return (Numbered(keyword=self.word.make(word, hearing), number=self.much.make(number, hearing)),)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1:
            raise Unsaid
        self.word.say(value[0].keyword, voice)
        self.much.say(value[0].number, voice)


_LISTED: Final = (w.TYPES - {"greater boon", "lesser boon"}) | w.SUBTYPES | w.CLASSES
"""The types, subtypes and classes that are known by name."""


@slots("what")
class Kinds(Rule):
    """What something is also: ``a Beast``, ``an ally``, ``fire element``."""

    def __init__(self) -> None:
        super().__init__()
        self.word = OneOf(" ".join(sorted(_LISTED)))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) not in ("a", "an"):
            reader.miss(at, "a …")
            return []
        found = reader.find(self.word, at + 1)
        if not found and reader.tokens.capital(at + 1) and reader.word(at + 1).isalpha():
            return [(at + 2, reader.word(at + 1))]  # a subtype in no list
        return [(end, (tree,)) for end, tree in found]

    def make(self, tree: Any, hearing: Hearing) -> tuple[str, ...]:
        return (tree,) if isinstance(tree, str) else (self.word.make(tree[0], hearing),)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1:
            raise Unsaid
        voice.say(article(value[0]).split()[0])
        if value[0] in _LISTED:
            self.word.say(value[0], voice)
        else:
            voice.say(cased(value[0]))


@slots("same_stat")
class SameStat(Rule):
    """Nothing: base life has the number that was just told of base power."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        found: Amount = hearing.values["set_power"]
        return found

    def say(self, value: Any, voice: Voice) -> None:
        if value != voice.values["set_power"]:
            raise Unsaid


class _Act(Rule):
    """One thing that changes: a verb, and forms that fill fields of the modification."""

    def __init__(self, verbs: tuple[str, ...], options: tuple[Form, ...]) -> None:
        super().__init__()
        self.verbs = Choice([Verb(verb) for verb in verbs])
        self.words = verbs
        self.rests = Choice([Template(dict, each) for each in options])

    def order(self, standing: bool) -> tuple[int, ...]:
        """The verbs in the order of use: what holds all the time is or has, what an effect makes becomes or gains."""
        usual = ("be", "have") if standing else ("become", "gain")
        return tuple(sorted(range(len(self.words)), key=lambda index: self.words[index] not in usual))

    def verb(self, index: int, voice: Voice) -> None:
        """Says one of its verbs."""
        self.verbs.options[index].say(None, voice)


_FIELD: Final = re.compile(r"\{([a-z_]+):")
"""A field that a form fills."""
_ACTS: Final = tuple(_Act(verbs, options) for verbs, options in Modify.acts)
_JOINTS: Final = (("and",), (",", "and"), (",",))


@slots("acts")
class Acts(Rule):
    """What something gets, has, gains and loses: a modification, whatever it is about."""

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for index, act in enumerate(_ACTS):
            for end, verb in reader.find(act.verbs, at):
                found += [(last, (((index, verb, tree),), ())) for last, tree in reader.find(act.rests, end)]
        done = 0
        while done < len(found):
            end, (parts, joints) = found[done]
            done += 1
            for number, joint in enumerate(_JOINTS):
                if reader.words[end : end + len(joint)] != joint:
                    continue
                place = end + len(joint)
                for index, act in enumerate(_ACTS):
                    for after, verb in reader.find(act.verbs, place):
                        for last, tree in reader.find(act.rests, after):
                            found.append((last, ((*parts, (index, verb, tree)), (*joints, number))))
                    if parts[-1][0] == index and index < 2:
                        for last, tree in reader.find(act.rests, place):
                            found.append((last, ((*parts, (index, None, tree)), (*joints, number))))
        return found

    def make(self, tree: Any, hearing: Hearing) -> Modify:
        parts, joints = tree
        place = len(hearing.wording)
        hearing.note(None)
        fields: dict[str, Any] = {}
        notes = []
        for index, verb, inner in parts:
            act = _ACTS[index]
            if verb is not None:
                act.verbs.make(verb, hearing)
            made = act.rests.make(inner, hearing)
            if not made.keys().isdisjoint(fields):
                raise Unmade("the same is changed twice")
            notes.append((index, verb is None, tuple(sorted(made))))
            fields |= made
        hearing.wording[place] = (tuple(notes), joints)
        return Modify(**fields)

    def say(self, value: Any, voice: Voice) -> None:
        if type(value) is not Modify or value.of != THIS or value.if_ is not None:
            raise Unsaid
        plain = Modify()
        changed = [name for name in value.__struct_fields__ if getattr(value, name) != getattr(plain, name)]
        notes, joints = voice.noted(None) or _usual(changed)
        if sorted(name for _, _, names in notes for name in names) != sorted(changed):
            raise Unsaid
        for number, (index, silent, names) in enumerate(notes):
            if number:
                voice.say(*_JOINTS[joints[number - 1]])
            if not silent:
                voice.first(_ACTS[index].order(voice.standing), lambda verb, own=_ACTS[index]: own.verb(verb, voice))
            _ACTS[index].rests.say({name: getattr(value, name) for name in names}, voice)


def _usual(changed: list[str]) -> tuple[tuple[tuple[int, bool, tuple[str, ...]], ...], tuple[int, ...]]:
    """The acts that say these fields, in the order of the vocabulary."""
    notes: list[tuple[int, bool, tuple[str, ...]]] = []
    left = list(changed)
    for index, (_, options) in enumerate(Modify.acts):
        for form in options:
            names = tuple(sorted({*_FIELD.findall(form.template), *form.fields}))
            if names and all(name in left for name in names):
                notes.append((index, bool(notes) and notes[-1][0] == index < 2, names))
                left = [name for name in left if name not in names]
    if left or not notes:
        raise Unsaid
    return tuple(notes), (0,) * (len(notes) - 1)


# -- statics -----------------------------------------------------------------------------------------------------

_STATIC: Final = Choice((), "what holds")


class OfSomething(Rule):
    """What something is or has: ``allies you control get +1 POWER``, as a modification of it.

    ``as long as they are attacking`` belongs to each of them, so that it is part of whom it is about.
    """

    being: Final = ("as", "long", "as", "they", "are")

    def __init__(self) -> None:
        super().__init__()
        self.subject, self.acts = subject(), Acts()

    def starts(self) -> frozenset[str] | None:
        return self.subject.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for end, who in reader.find(self.subject, at):
            also = reader.word(end) == "also"
            for last, acts in reader.find(self.acts, end + also):
                if also:
                    found.append((last, (who, acts, "also")))
                    continue
                found.append((last, (who, acts, "")))
                state = reader.word(last + 5)
                if reader.words[last : last + 5] == self.being and state in w.STATES:
                    found.append((last + 6, (who, acts, state)))
        return found

    def make(self, tree: Any, hearing: Hearing) -> Modify:
        who, acts, state = tree
        of = self.subject.make(who, hearing)
        if hearing.before or of.name.startswith(("target", "chosen")):
            raise Unmade("what holds all the time chooses nothing")
        made: Modify = self.acts.make(acts, hearing)
        if any(isinstance(hearing.grants.get(name), StaticAbility) for name in made.grants):
            raise Unmade("only an effect gives a static ability")
        hearing.note(state)
        if state and state != "also":
            if of.each is None:
                raise Unmade("they are several")
            other = "another " if of.each.other else ""
            of = Ref(f"each {other}{state} {without_other(of.each).text}")
        return Modify(of=of, **{name: getattr(made, name) for name in made.__struct_fields__ if name != "of"})

    def say(self, value: Any, voice: Voice) -> None:
        if type(value) is not Modify:
            raise Unsaid
        fields = {name: getattr(value, name) for name in value.__struct_fields__ if name != "of"}

        def say(state: str) -> None:
            of = value.of
            if state and state != "also":
                if of.each is None or not without_other(of.each).text.startswith(f"{state} "):
                    raise Unsaid
                other = "another " if of.each.other else ""
                of = Ref(f"each {other}{without_other(of.each).text.removeprefix(f'{state} ')}")
            self.subject.say(of, voice)
            voice.say(*(("also",) if state == "also" else ()))
            self.acts.say(Modify(**fields), voice)
            if voice.noted(state) != state:
                raise Unsaid
            voice.say(*((*self.being, state) if state not in ("", "also") else ()))

        if voice.wording is None:
            say("")
            return
        at, said, memory = voice.at, len(voice.words), voice.memory
        for state in ("", "also", *sorted(w.STATES)):
            voice.at, voice.memory = at, memory.copied()
            del voice.words[said:]
            try:
                say(state)
            except Unsaid:
                continue
            return
        raise Unsaid


class EachByItself(Rule):
    """Power and life that are explained each for itself: ``gets +1 POWER for each .. and +1 LIFE for each ..``."""

    def __init__(self) -> None:
        super().__init__()
        self.subject, self.plus, self.verb = subject(), Plus(), Verb("get")

    def starts(self) -> frozenset[str] | None:
        return self.subject.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last, (who, verb, one, of_one, other, of_other))
            for a, who in reader.find(self.subject, at)
            for b, verb in reader.find(self.verb, a)
            for c, one in reader.find(self.plus, b)
            if reader.word(c) == "power"
            for d, of_one in reader.find(TAIL, c + 1)
            if of_one[0] == "each" and reader.word(d) == "and"
            for e, other in reader.find(self.plus, d + 1)
            if reader.word(e) == "life"
            for last, of_other in reader.find(TAIL, e + 1)
            if of_other[0] == "each"
        ]

    def make(self, tree: Any, hearing: Hearing) -> Modify:
        who, verb, *numbers = tree
        of = self.subject.make(who, hearing)
        if hearing.before or of.name.startswith(("target", "chosen")):
            raise Unmade("what holds all the time chooses nothing")
        self.verb.make(verb, hearing)
        power, life = (self._number(numbers[at], numbers[at + 1], hearing) for at in (0, 2))
        return Modify(of=of, power=power, life=life)

    def _number(self, head: Any, tail: Any, hearing: Hearing) -> Amount:
        outer = hearing.heads, hearing.tail
        hearing.heads, hearing.tail = [], None
        amount = self.plus.make(head, hearing)
        TAIL.make(tail, hearing)
        found: Amount = bind(amount, hearing.tail, hearing.heads)
        hearing.heads, hearing.tail = outer
        return found

    def say(self, value: Any, voice: Voice) -> None:
        if type(value) is not Modify or value != Modify(of=value.of, power=value.power, life=value.life):
            raise Unsaid
        if simple(value.power) or simple(value.life):
            raise Unsaid
        self.subject.say(value.of, voice)
        self.verb.say(None, voice)
        for index, (amount, word) in enumerate(((value.power, "power"), (value.life, "life"))):
            head, tail = split(amount, "each")
            voice.say(*(("and",) if index else ()))
            self.plus.say(head, voice)
            voice.say(word)
            outer, voice.tail = voice.tail, ("each", "end", tail)
            TAIL.say(None, voice)
            voice.tail = outer


@slots("static")
class Statics(Explained):
    """Something that holds, with its number explained before or after it."""

    def __init__(self) -> None:
        super().__init__(_STATIC)

    def make(self, tree: Any, hearing: Hearing) -> Any:
        before, static = self.explained(tree, hearing)
        if before:
            raise Unmade("what holds all the time chooses nothing")
        return static

    def say(self, value: Any, voice: Voice) -> None:
        voice.standing = True
        self.speak(value, voice)
        voice.standing = False


def declare() -> None:
    """Takes in the forms of all statics."""
    _STATIC.extend((OfSomething(), EachByItself()))
    for kind in get_args(StaticNode):
        _STATIC.extend(forms(kind))


declare()
