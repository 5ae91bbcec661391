"""Conditions behind *if*, *as long as* and *only if*; the restrictions in brackets before an ability."""

from __future__ import annotations

import re
from typing import Any, Final

from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    Word,
    read_joined,
    slot,
    slots,
)
from archivist.compiler.memory import Thing, called
from archivist.compiler.nouns import Nouns, One, joined, say_joined
from archivist.compiler.phrases import BareKeyword, Phrase
from archivist.compiler.same_words import SameWords
from archivist.compiler.things import single
from archivist.compiler.tokens import as_written
from archivist.vocabulary import words as w
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import article
from archivist.vocabulary.node import Ref
from archivist.vocabulary.plain_conditions import PLAIN
from archivist.vocabulary.printed_conditions import PRINTED, PRINTED_WHEN, PRINTED_WHENEVER, SAME
from archivist.vocabulary.words import DIRECTIONS

_LONG: Final = {short: long for long, short in SAME.items()}
_ELEMENTS: Final = {element: element for element in sorted(w.ELEMENTS)}
_ARTICLE: Final = re.compile(
    r"\b(you control|there is|activated|chosen is|target is|that is|this is|given is|destroyed is|it is|it\([a-z ]+\) is) an? "
)
_ANOTHER: Final = re.compile(r"\b(you control|there is) another ")


@slots("omens")
class Omens(Nouns):
    """Omens that a player has, where it is told otherwise that they have them."""

    def __init__(self) -> None:
        super().__init__("many")

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        groups, behind = tree
        if behind or "omen" not in groups[-1].words:
            raise Unmade("omens are needed here")
        hearing.note(tuple(group.joint for group in groups))
        hearing.note(())
        return Filter(" ".join(" or ".join(group.words) for group in groups))


@slots("your_omens")
class YourOmens(Omens):
    """Omens of which one is taken: ``one of your fire element omens``."""

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        return Filter(f"{super().make(tree, hearing).text} card in your banishment")

    def say(self, value: Any, voice: Voice) -> None:
        if not value.text.endswith(" card in your banishment"):
            raise Unsaid
        super().say(Filter(value.text.removesuffix(" card in your banishment")), voice)


@slots("weapon_used")
class WeaponUsed(SameWords[One]):
    """A kind of weapon that an attack uses, as a condition of it."""

    def __init__(self) -> None:
        super().__init__(One())

    def make(self, tree: Any, hearing: Hearing) -> Condition:
        found = self.inner.make(tree, hearing)
        if found.other or "field" not in found.zones:
            raise Unmade("a weapon is used")
        return condition(f"a {found.text} is used")

    def say(self, value: Any, voice: Voice) -> None:
        match = re.fullmatch(r"an? (.+) is used", value.text if value is not None else "")
        if match is None:
            raise Unsaid
        self.inner.say(Filter(match[1]), voice)


@slots("direction")
def direction() -> Rule:
    """North, East, South or West."""
    return Direction()


class Direction(Rule):
    """A direction, with its capital."""

    def read(self, reader: Reader, at: int) -> Readings:
        found = next((each for each in DIRECTIONS if each.lower() == reader.word(at)), None)
        if found is None:
            reader.miss(at, "a direction")
            return []
        return [(at + 1, found)]

    def make(self, tree: Any, hearing: Hearing) -> str:
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if value not in DIRECTIONS:
            raise Unsaid
        voice.say(str(value))

    @staticmethod
    def of_text(text: str) -> str:
        return text


_HAD, _HAS = 4, 5
"""The places of these verbs among those by which it is asked what something is or has."""


class Is(Rule):
    """What something is: ``that unit is rested``, ``it is a Beast``, ``the revealed card is luxem element``."""

    refs: Final = ("this", "target", "that", "chosen", "champion", "revealed", "given", "it")

    def __init__(self) -> None:
        super().__init__()
        self.subject = single()
        self.verb = Word("is", "are", "was", "were", "had", "has")
        self.keyword = BareKeyword()
        self.one = One()

    def starts(self) -> frozenset[str] | None:
        return self.subject.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for middle, tree in reader.find(self.subject, at):
            for place, verb in self.verb.read(reader, middle):
                if verb in (_HAD, _HAS):
                    has = reader.find(self.keyword, place)
                    found += [(end, (tree, verb, False, "keyword", word)) for end, word in has]
                    an, parity, stat, word = (reader.word(place + n) for n in range(4))
                    if (an, word) == ("an", "stat") and parity in ("odd", "even") and stat in ("power", "life"):
                        found.append((place + 4, (tree, verb, False, "stat", f"{parity} {stat}")))
                    continue
                negated = reader.word(place) == "not"
                place += negated
                word = reader.word(place)
                front = (tree, verb, negated)
                if word in w.STATES or word in ("unique",):
                    found.append((place + 1, (*front, "state", word)))
                for end, elements, joint in joined(reader, place, _ELEMENTS):
                    fits = joint in (("nor", ", nor") if negated else ("or", ", or"))
                    if reader.word(end) == "element" and (len(elements) == 1 or fits):
                        found.append((end + 1, (*front, "element", (" or ".join(elements), joint))))
                found += [(end, (*front, "kind", inner)) for end, inner in reader.find(self.one, place)]
        return found

    def make(self, tree: Any, hearing: Hearing) -> str:
        who, verb, negated, how, what = tree
        ref: Ref = self.subject.make(who, hearing)
        self.verb.make(verb, hearing)
        if verb > 1 and verb != _HAS and ref.name.startswith("target"):
            raise Unmade("what a target was, once it is gone, cannot be asked")
        if how == "keyword" and ref.name == "this" and not hearing.memory.ability:
            raise Unmade("what this has all the time cannot hang on a keyword that it has")
        hearing.note(negated)
        hearing.note(how)
        kind = self.one.make(what, hearing).text if how == "kind" else what
        if how == "element":
            kind, joint = what
            hearing.note(joint)
        last = hearing.memory.last
        object_ = last is not None and last.ref == ref.text and "object" in last.nouns
        if negated and how == "element" and ref.name == "revealed":
            return f"a {' '.join(f'non-{each}' for each in kind.split(' or '))} card was revealed"
        return ("not " if negated else "") + self._text(ref, how, kind, object_=object_)

    def _text(self, ref: Ref, how: str, kind: str, *, object_: bool = False) -> str:
        if ref.name.partition("(")[0] not in self.refs:
            raise Unmade(f"it cannot be asked what {ref.text} is")
        if ref.name.startswith("it") and how in ("kind", "state") and not kind.endswith("card") and object_:
            return f"{ref.name} is {'a ' if how == 'kind' else ''}{kind}"
        if ref.name.startswith(("given", "it")):
            if how == "state" or (how == "kind" and not kind.endswith("card")):
                raise Unmade("it is a card, and no object any more")
            said = {"keyword": f"card with {kind}", "element": f"{kind} card"}.get(how, kind)
            return f"{ref.name} is a {said}"
        if how == "keyword" and ref.name == "revealed":
            return f"a card with {kind} was revealed"
        if how == "keyword":
            if ref.name == "champion":
                raise Unmade("what your champion has is asked in other words")
            return f"{ref.name} is a {'object' if object_ else 'card'} with {kind}"
        if how == "stat":
            if ref.name not in ("that", "target", "chosen", "this"):
                raise Unmade(f"it cannot be asked what {ref.text} has")
            return f"{ref.name} is a object with {kind}"
        if ref.name == "revealed":
            if how == "state":
                raise Unmade("a revealed card has no state")
            return f"a {kind}{' card' if how == 'element' else ''} was revealed"
        if ref.name == "champion":
            return f"you control a {kind} champion"
        if ref.name == "this" and kind in PLAIN:
            raise Unmade("that is a condition of its own")
        return f"{ref.name} is {'a ' if how == 'kind' else ''}{kind}"

    def say(self, value: Any, voice: Voice) -> None:
        text = str(value)
        negated = text.startswith("not ")
        text = text.removeprefix("not ")
        if match := re.fullmatch(r"a ((?:non-[a-z]+ )+)card was revealed", text):
            negated, kinds = True, match[1].split()
            ref, kind = Ref("revealed"), f"{' or '.join(each.removeprefix('non-') for each in kinds)} card"
        elif match := re.fullmatch(r"an? (.+) was revealed", text):
            ref, kind = Ref("revealed"), match[1]
        elif match := re.fullmatch(r"(this|target|that|chosen|given|it(?:\([a-z ]+\))?) is (?:an? )?(.+)", text):
            ref, kind = Ref(match[1]), match[2]
        elif match := re.fullmatch(r"you control an? (.+) champion", text):
            ref, kind = Ref("champion"), match[1]
        else:
            raise Unsaid
        self.subject.say(ref, voice)
        self.verb.say(None, voice)
        if voice.noted(negated) != negated:
            raise Unsaid
        voice.say(*(["not"] if negated else []))
        plain = kind in w.STATES or kind == "unique"
        cards = ref.name == "revealed" or ref.name.startswith(("given", "it"))
        element = kind.removesuffix(" card") if cards else kind
        elements = element.split(" or ")
        elemental = all(each in w.ELEMENTS for each in elements)
        usual = "state" if plain else "element" if elemental else "kind"
        how = voice.noted(usual)
        if how == "state" and plain:
            voice.say(kind)
        elif how == "element" and elemental:
            joint = voice.noted(("nor" if negated else "or") if len(elements) > 1 else "")
            say_joined(elements, joint, voice)
            voice.say("element")
        elif how == "stat" and (stat := re.fullmatch(r"object with (odd|even) (power|life)", kind)):
            voice.say("an", stat[1], stat[2], "stat")
        elif how == "keyword" and kind.startswith(("card with ", "object with ")):
            self.keyword.say(kind.partition(" with ")[2], voice)
        elif how == "kind":
            try:
                self.one.say(Filter(kind), voice)
            except ValueError as error:
                raise Unsaid from error
        else:
            raise Unsaid


class WasDestroyed(Rule):
    """What the target was that has just been destroyed: ``that object was a Distortion``."""

    def __init__(self) -> None:
        super().__init__()
        self.one = One()

    def starts(self) -> frozenset[str] | None:
        return frozenset(("that",))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) != "that" or reader.word(at + 2) != "was":
            return []
        noun = reader.word(at + 1)
        negated = reader.word(at + 3) == "not"
        return [(end, (noun, negated, tree)) for end, tree in reader.find(self.one, at + 3 + negated)]

    def make(self, tree: Any, hearing: Hearing) -> str:
        noun, negated, inner = tree
        thing = hearing.memory.destroyed
        if thing is None or noun not in thing.nouns:
            raise Unmade(f"nothing that {noun!r} could mean")
        hearing.note(noun)
        kind = self.one.make(inner, hearing)
        if kind.other or kind.controller or kind.text.endswith("card"):
            raise Unmade("an object is asked for, whoever controlled it")
        return f"{'not ' if negated else ''}destroyed is a {kind.text}"

    def say(self, value: Any, voice: Voice) -> None:
        match = re.fullmatch(r"(not )?destroyed is (?:an? )?(.+)", str(value))
        if match is None or voice.memory.destroyed is None:
            raise Unsaid
        noun = voice.noted("object")
        if noun not in voice.memory.destroyed.nouns:
            raise Unsaid
        voice.say("that", noun, "was", *(("not",) if match[1] else ()))
        self.one.say(Filter(match[2]), voice)


_ONE: Final = Choice((*(Phrase(each) for each in PRINTED), Is(), WasDestroyed()), "a condition")
_EVERY: Final = re.compile(r"all \d+ (.+) you control are [a-z]+")
_LESS: Final = re.compile(r"not (.+) >= (.+)")
_COUNTED: Final = re.compile(r"counters\(([a-z]+)( on this)?\) >= \d+")


def _remember(texts: list[str], memory: Any) -> None:
    """What a condition asked for, so that the step behind it may speak of it: a difference, or counters."""
    less, counted = _LESS.fullmatch(texts[-1]), _COUNTED.fullmatch(texts[-1])
    memory.compared = f"{less[2]} - {less[1]}" if less and not less[2].isdigit() else ""
    if every := _EVERY.fullmatch(texts[-1]):
        kind = Filter(f"{every[1]} you control")
        memory.mention(Thing(f"each {kind.text}", called(kind), many=True))
    memory.counted = (counted[1], "this" if counted[2] else "champion") if counted else None


@slots("happened")
class Happened(SameWords[Choice]):
    """Something that an earlier step did, on which a reflexive trigger waits; ``often`` if it may do so several times."""

    def __init__(self, kind: str = "") -> None:
        spelled = PRINTED_WHENEVER if kind == "often" else PRINTED_WHEN
        super().__init__(Choice([Phrase(each) for each in spelled], "what happened"))

    def make(self, tree: Any, hearing: Hearing) -> Condition:
        return condition(_plain(self.inner.make(tree, hearing)))

    def say(self, value: Any, voice: Voice) -> None:
        self.inner.say(_ARTICLE.sub(r"\1 a ", value.text), voice)


@slots("during")
class During(Rule):
    """When something holds: ``during your turn``, ``during your recollection phase``."""

    times: Final = {
        "your turn": ("your", "turn"),
        "an opponent's turn": ("an", "opponent", "'s", "turn"),
        "an opponent's recollection phase": ("an", "opponent", "'s", "recollection", "phase"),
        **{f"your {phase} phase": ("your", *phase.split(), "phase") for phase in w.LIMITING_PHASES},
    }

    def read(self, reader: Reader, at: int) -> Readings:
        found = [
            (at + len(words), text) for text, words in self.times.items() if reader.words[at : at + len(words)] == words
        ]
        if not found:
            reader.miss(at, "your turn")
        return [*found]

    def make(self, tree: Any, hearing: Hearing) -> Condition:
        return Condition(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if value is None or value.text not in self.times:
            raise Unsaid
        voice.say(*self.times[value.text])


@slots("unless")
class Unless(Rule):
    """What must hold for something not to: ``unless you control another ally``."""

    def __init__(self) -> None:
        super().__init__()
        self.that = slot("if")

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.that, at)

    def make(self, tree: Any, hearing: Hearing) -> Condition:
        found: Condition = self.that.make(tree, hearing)
        if " and " in found.text or found.text.startswith("not "):
            raise Unmade("it is not clear what must not hold")
        return condition(f"not {found.text}")

    def say(self, value: Any, voice: Voice) -> None:
        if value is None or not value.text.startswith("not ") or " and " in value.text:
            raise Unsaid
        self.that.say(Condition(value.text.removeprefix("not ")), voice)


@slots("if")
class Conditions(Rule):
    """One condition or several: ``you control an ally and your influence is six or less``."""

    joints: Final = (("and",), ("and", "if"), ("and", "only", "if"))

    def read(self, reader: Reader, at: int) -> Readings:
        return read_joined(reader, at, _ONE, self.joints)

    def make(self, tree: Any, hearing: Hearing) -> Condition:
        trees, joints = tree
        hearing.note(joints)
        texts = [_ONE.make(each, hearing) for each in trees]
        texts = [SAME.get(_plain(text), _plain(text)) for text in texts]
        _remember(texts, hearing.memory)
        return condition(" and ".join(texts))

    def say(self, value: Any, voice: Voice) -> None:
        parts = [_LONG.get(part, part) for part in value.text.split(" and ")]
        joints = voice.noted((0,) * (len(parts) - 1))
        if len(joints) != len(parts) - 1:
            raise Unsaid
        for index, part in enumerate(parts):
            if index:
                voice.say(*self.joints[joints[index - 1]])
            part = _ANOTHER.sub(r"\1 a another ", part)
            _ONE.say(_ARTICLE.sub(r"\1 a ", part), voice)
        _remember(parts, voice.memory)

    @staticmethod
    def of_text(text: str) -> Condition:
        return Condition(text)


def _plain(text: str) -> str:
    """The text with the right article."""
    return _ARTICLE.sub(lambda match: f"{match[1]} {_article(text[match.end() :])}", text)


def _article(rest: str) -> str:
    return "" if rest.startswith("another ") else f"{article(rest).split()[0]} "


def condition(text: str) -> Condition:
    """A condition with this text; refused if there is none."""
    try:
        return Condition(text)
    except ValueError as error:
        raise Unmade(str(error)) from error


# -- restrictions in brackets ------------------------------------------------------------------------------------

_BRACKETS: Final = (
    (re.compile(r"class bonus"), "class bonus"),
    (re.compile(r"element bonus"), "element bonus"),
    (re.compile(r"(level|memory|damage|sheen) (\d+)\+"), r"\1 \2+"),
)


@slots("fronts")
class Fronts(Rule):
    """The restrictions before an ability: ``[Class Bonus] [Level 2+]``."""

    optional = True

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = [(at, ())]
        spans: tuple[tuple[int, int], ...] = ()
        while reader.word(at) == "[":
            try:
                end = reader.words.index("]", at)
            except ValueError:
                break
            spans = (*spans, (at + 1, end))
            at = end + 1
            found = [(at, spans)]
        return found

    def make(self, tree: Any, hearing: Hearing) -> Condition | None:
        if not tree:
            return None
        texts = []
        for start, end in tree:
            words, written = " ".join(hearing.tokens.words[start:end]), hearing.tokens.between(start, end)
            for pattern, text in _BRACKETS:
                if match := pattern.fullmatch(words):
                    texts.append(match.expand(text))
                    break
            else:
                if not written.endswith(" Bonus"):
                    raise Unmade(f"unknown restriction [{written}]")
                texts.append(f"{written.removesuffix(' Bonus')} bonus")
        return condition(" and ".join(texts))

    def say(self, value: Any, voice: Voice) -> None:
        if value is None:
            return
        for part in value.text.split(" and "):
            if not (part.endswith(" bonus") or _BRACKETS[2][0].fullmatch(part)):
                raise Unsaid
            voice.say("[", *as_written(part, voice.memory.name), "]")
