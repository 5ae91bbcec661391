"""What explains a number, behind its clause or before it: ``for each ally``, ``where X is ..``, ``equal to ..``.

A clause is read with the number in front alone, and the explanation is put into it afterwards; to speak, it is taken out
again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any, Final

import msgspec

from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    either,
    slots,
)
from archivist.compiler.memory import needs_object
from archivist.compiler.phrases import NUMBERS, Phrase
from archivist.compiler.same_words import SameWords
from archivist.compiler.things import thing
from archivist.compiler.this_way import Difference, KindThisWay, ThisWay
from archivist.vocabulary.amounts import PRINTED, PRINTED_EACH, Amount, simple, terms
from archivist.vocabulary.effects.damage_and_counters import Recover
from archivist.vocabulary.node import Ref
from archivist.vocabulary.printing import Spelled
from archivist.vocabulary.words import SHEEN_MASTERY


@slots("holder")
class Holder(SameWords[Rule]):
    """What counters lie on, as amounts name it: nothing for your champion, ``on this`` for the card itself."""

    written = r"(?: on [a-z]+(?: [A-Z][\w' ]*)?)?"

    def __init__(self) -> None:
        super().__init__(thing())

    def make(self, tree: Any, hearing: Hearing) -> str:
        ref: Ref = self.inner.make(tree, hearing)
        found = {"champion": "", "this": " on this", "that": " on that"}
        if ref.name == "mastery" or ref.name == f"mastery {SHEEN_MASTERY}":
            hearing.note(ref.name)
            return " on mastery"
        if ref.name.startswith("mastery "):
            return f" on {ref.name}"
        if ref.name not in found:
            raise Unmade(f"counters on {ref.text} cannot be counted")
        return found[ref.name]

    def say(self, value: Any, voice: Voice) -> None:
        name = str(value).removeprefix(" on ") or "champion"
        at, said = voice.at, len(voice.words)
        for each in (f"mastery {SHEEN_MASTERY}", "mastery") if name == "mastery" else (name,):
            try:
                self.inner.say(Ref(each), voice)
            except Unsaid:
                voice.at = at
                del voice.words[said:]
                continue
            if name == "mastery" and voice.noted(each) != each:
                raise Unsaid
            return
        raise Unsaid

    @staticmethod
    def of_text(text: str) -> str:
        return text


_ATOM: Final = Choice((Difference(), *(Phrase(each) for each in PRINTED)), "an amount")
_DIFFERENCE: Final = 0
"""The place of the difference among the amounts."""
_THE_WAY: Final = Choice([ThisWay(many=True), KindThisWay(many=True)])


@slots("deeds")
def deeds() -> Rule:
    """Things done this way, several."""
    rule = _THE_WAY
    rule.of_text = lambda text: text  # type: ignore[attr-defined]
    rule.written = r"it(?:\([a-z ]+\))?|done to\(.+\)"  # type: ignore[attr-defined]
    return rule


_EACH: Final = Choice(
    (*(Phrase(each) for each in PRINTED_EACH), ThisWay(many=False), KindThisWay(many=False)), "what is counted"
)


@slots("amount")
class Whole(Rule):
    """An amount in words: ``the amount of cards in your memory``, ``twice the amount of ..``."""

    times: Final = {"twice": 2, "three times": 3, "half": 0}

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for words, times in (((), 1), (("twice",), 2), (("three", "times"), 3)):
            if reader.words[at : at + len(words)] == words:
                for end, tree in reader.find(_ATOM, at + len(words)):
                    found.append((end, (times, tree, None)))
                    sign = {"plus": "+", "minus": "-"}.get(reader.word(end))
                    if sign is None:
                        continue
                    if reader.word(end + 1).isdigit():
                        found.append((end + 2, (times, tree, (sign, reader.word(end + 1), None))))
                    found += [(last, (times, tree, (sign, "", other))) for last, other in reader.find(_ATOM, end + 1)]
        if reader.word(at) == "half":
            halves = reader.find(_ATOM, at + 1)
            found += [(end + 3, (0, tree, None)) for end, tree in halves if reader.words[end : end + 3] == _DOWN]
        return found

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        times, inner, more = tree
        atom = _ATOM.make(inner, hearing)
        text = atom if times == 1 else f"{times} * {atom}" if times else f"{atom} / 2"
        if more:
            sign, number, other = more
            text = f"{text} {sign} {number or _ATOM.make(other, hearing)}"
        return Amount(text)

    def say(self, value: Any, voice: Voice) -> None:
        told = voice.wording is None or voice.wording[voice.at] == _DIFFERENCE
        if told and value.text == voice.memory.compared:
            _ATOM.say(value.text, voice)
            return
        found = terms(str(value.text))
        first, more = found[0], found[1:]
        if first.by == 2 and first.sign > 0 and first.times == 1 and not more:
            voice.say("half")
            _ATOM.say(first.atom, voice)
            voice.say(*_DOWN)
            return
        if first.sign < 0 or first.by > 1 or len(more) > 1 or first.times > 3:
            raise Unsaid
        voice.say(*{1: (), 2: ("twice",), 3: ("three", "times")}[first.times])
        _ATOM.say(first.atom, voice)
        for term in more:
            voice.say("plus" if term.sign > 0 else "minus")
            if term.atom.isdigit():
                voice.say(term.atom)
            elif term.times == term.by == 1:
                _ATOM.say(term.atom, voice)
            else:
                raise Unsaid

    @staticmethod
    def of_text(text: str) -> Amount:
        return Amount(int(text) if text.isdigit() else text)


_DOWN: Final = (",", "rounded", "down")
"""How half of a number is rounded; no amount is rounded up."""
WHOLE: Final = Whole()


_ON_CHAMPION: Final = "damage on champion"


class Tail(Rule):
    """What explains a number: ``for each ..``, ``, where X is ..``, ``equal to ..``."""

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        found: Readings = []
        if word == "for" and reader.word(at + 1) == "each":
            found += [(end, ("each", 1, tree)) for end, tree in reader.find(_EACH, at + 2)]
        elif word == "for" and reader.word(at + 1) == "every" and reader.word(at + 2) in NUMBERS:
            number = NUMBERS.index(reader.word(at + 2))
            found += [(end, ("each", number, tree)) for end, tree in reader.find(_MANY, at + 3)]
        comma = word == ","
        if reader.words[at + comma : at + comma + 3] == ("where", "x", "is"):
            found += [(end, ("where", comma, tree)) for end, tree in reader.find(WHOLE, at + comma + 3)]
        elif (word, reader.word(at + 1)) == ("equal", "to"):
            found += [(end, ("equal", 0, tree)) for end, tree in reader.find(WHOLE, at + 2)]
        more = reader.word(at + 3)
        each = (*reader.words[at : at + 3], *reader.words[at + 4 : at + 6])
        if each == ("plus", "an", "additional", "for", "each") and more.isdigit():
            found += [(end, ("plus", int(more), tree)) for end, tree in reader.find(_EACH, at + 6)]
        return found

    def make(self, tree: Any, hearing: Hearing) -> None:
        kind, detail, inner = tree
        if hearing.tail is not None:
            raise Unmade("two explanations of one number")
        hearing.note(detail)
        rule = _EACH if kind == "plus" else WHOLE if kind != "each" else _EACH if detail == 1 else _MANY
        value = rule.make(inner, hearing)
        hearing.memory.counted_champion = value == _ON_CHAMPION
        hearing.tail = (kind, detail, value)

    def say(self, value: Any, voice: Voice) -> None:
        kind, tail = voice.tail[0], voice.tail[2]
        if kind == "each":
            by, atom = tail
            if voice.noted(by) != by:
                raise Unsaid
            voice.memory.counted_champion = atom == _ON_CHAMPION
            if by == 1:
                voice.say("for", "each")
                _EACH.say(atom, voice)
            else:
                voice.say("for", "every", NUMBERS[by])
                _MANY.say(atom, voice)
            return
        if kind == "plus":
            more, atom = tail
            if voice.noted(more) != more:
                raise Unsaid
            voice.say("plus", "an", "additional", str(more), "for", "each")
            _EACH.say(atom, voice)
            return
        comma = voice.noted(kind == "where")
        if kind == "where":
            voice.say(*((",",) if comma else ()), "where", "x", "is")
        else:
            voice.say("equal", "to")
        WHOLE.say(Amount(tail), voice)


def _of_many(spelled: Spelled) -> Spelled:
    """How something is counted, for several."""
    several = (("np one", "np many"), ("others one", "others"), (" counter ", " counters "))
    return reduce(lambda found, pair: found._replace(template=found.template.replace(*pair)), several, spelled)


_MANY: Final = Choice((*(Phrase(_of_many(each)) for each in PRINTED_EACH), ThisWay(many=True)), "what is counted")
TAIL: Final = Tail()


@slots("tail")
class MiddleTail(Rule):
    """A place within a clause where the explanation of its number may stand."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None), *((end, (tree,)) for end, tree in reader.find(TAIL, at))]

    def make(self, tree: Any, hearing: Hearing) -> None:
        if tree is not None:
            TAIL.make(tree[0], hearing)
            hearing.tail_place = "middle"

    def say(self, value: Any, voice: Voice) -> None:
        if voice.tail is not None and voice.tail[1] == "middle":
            TAIL.say(None, voice)
            voice.tail = None


def bind(value: Any, tail: Any, heads: list[tuple[Amount, str]]) -> Any:
    """A node, or several, with the explanation put into the number it belongs to."""
    if tail is None:
        if any(style == "equal" for _, style in heads):
            raise Unmade("equal to what?")
        return value
    kind, by, what = tail
    if kind == "each":
        if len(heads) != 1 or heads[0][0].fixed is None or heads[0][1] == "equal":
            raise Unmade("it is not clear which number is meant for each")
        number = heads[0][0].fixed
        text = what if abs(number) == 1 else f"{abs(number)} * {what}"
        text = f"{text} / {by}" if by > 1 else text
        return replaced(value, heads[0][0], Amount(f"-{text}" if number < 0 else text))
    if kind == "plus":
        if len(heads) != 1 or heads[0][0].fixed is None:
            raise Unmade("it is not clear which number is meant")
        more = what if by == 1 else f"{by} * {what}"
        return replaced(value, heads[0][0], Amount(f"{heads[0][0].fixed} + {more}"))
    found = [(head, style) for head, style in heads if head.fixed is None and "X" in str(head.text)]
    if not found or any((style == "equal") != (kind == "equal") for _, style in found):
        raise Unmade("there is no X to explain")
    for head, _ in found:
        text = str(head.text).replace("X", str(what.text))
        value = replaced(value, head, Amount(text))
    return value


def replaced(value: Any, old: Amount, new: Amount) -> Any:
    """A node, or several, with another amount in the place of one."""
    if value is old:
        return new
    if isinstance(value, tuple):
        return tuple(replaced(each, old, new) for each in value)
    if isinstance(value, dict):
        changed = {name: replaced(each, old, new) for name, each in value.items()}
        return changed if any(changed[name] is not each for name, each in value.items()) else value
    if isinstance(value, msgspec.Struct):
        changes = {}
        for name in value.__struct_fields__:
            before = getattr(value, name)
            after = replaced(before, old, new)
            if after is not before:
                changes[name] = after
        return msgspec.structs.replace(value, **changes) if changes else value
    return value


def amounts(value: Any) -> Iterator[Amount]:
    """All amounts in a node, or in several."""
    if isinstance(value, Amount):
        yield value
    elif isinstance(value, tuple | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from amounts(each)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from amounts(getattr(value, name))


def split(value: Any, kind: str) -> tuple[Any, Any]:
    """A node with the explanation of its number taken out, and the explanation."""
    tail: Any = None
    for amount in list(amounts(value)):
        told = amount.text in ("it", "that amount") or (kind == "whole" and amount.text == "LV")
        if amount.fixed is not None or (simple(amount) and not told):
            continue
        head, found = _split(amount, kind)
        if tail is not None and found != tail:
            raise Unsaid
        tail = found
        value = replaced(value, amount, head)
    if tail is None:
        raise Unsaid
    return value, tail


def _split(amount: Amount, kind: str) -> tuple[Amount, Any]:
    found = terms(str(amount.text))
    if kind in ("equal", "whole"):
        return Amount("X"), amount.text
    if kind == "plus":
        if len(found) != 2 or not found[0].atom.isdigit() or found[1].atom.isdigit() or found[1].by > 1:
            raise Unsaid
        if any(each.sign < 0 for each in found) or found[0].times > 1:
            raise Unsaid
        return Amount(int(found[0].atom)), (found[1].times, found[1].atom)
    if kind == "each":
        if len(found) > 1:
            raise Unsaid
        return Amount(found[0].sign * found[0].times), (found[0].by, found[0].atom)
    plain = [each for each in found if each.atom.isdigit() or each.atom == "LV"]
    rest = [each for each in found if each not in plain]
    if len(rest) != 1:
        raise Unsaid
    first = found[0] is rest[0]
    others = [f"{each.atom}" for each in plain]
    if any(each.sign < 0 for each in plain):
        raise Unsaid
    sign = "-" if rest[0].sign < 0 else ""
    text = " + ".join(["X", *others] if first else [*others, "X"])
    times = f"{rest[0].times} * " if rest[0].times > 1 else ""
    by = f" / {rest[0].by}" if rest[0].by > 1 else ""
    return Amount(f"{sign}{text}"), f"{times}{rest[0].atom}{by}"


class Explained(Rule):
    """Something whose number may be explained before it, within it, or behind it."""

    def __init__(self, inner: Rule) -> None:
        super().__init__()
        self.inner = inner

    def starts(self) -> frozenset[str] | None:
        return either(self.inner.starts(), frozenset(("for",)))

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for end, tree in reader.find(self.inner, at):
            found.append((end, (None, tree, None)))
            found += [(last, (None, tree, tail)) for last, tail in reader.find(TAIL, end)]
        if reader.word(at) == "for":
            for end, lead in reader.find(TAIL, at):
                if reader.word(end) == ",":
                    found += [(last, (lead, tree, None)) for last, tree in reader.find(self.inner, end + 1)]
        return found

    def explained(self, tree: Any, hearing: Hearing) -> tuple[list[Any], Any]:
        """The choices made on the way, and the value with its number explained."""
        lead, inner, behind = tree
        outer = hearing.before, hearing.heads, hearing.tail
        hearing.before, hearing.heads, hearing.tail, hearing.tail_place = [], [], None, "end"
        place = len(hearing.wording)
        hearing.note(None)
        if lead is not None:
            TAIL.make(lead, hearing)
            hearing.tail_place = "lead"
        value = self.inner.make(inner, hearing)
        if lead is not None and isinstance(value, Recover):
            raise Unmade("it is a recovery of its own for each")
        if behind is not None:
            TAIL.make(behind, hearing)
        if needs_object(value, hearing.memory):
            raise Unmade("a card that is no object cannot be meant")
        bound = bind(value, hearing.tail, hearing.heads)
        if hearing.tail is not None:
            kind, _, what = hearing.tail
            whole = kind == "where" and (len(terms(str(what.text))) > 1 or what.text == "LV")
            hearing.wording[place] = ("whole" if whole else kind, hearing.tail_place)
        before = hearing.before
        if len(before) > 1:
            raise Unmade("of two things that are chosen for one step only the last would be known")
        hearing.before, hearing.heads, hearing.tail = outer
        return before, bound

    def speak(self, value: Any, voice: Voice, before: Sequence[Any] = ()) -> None:
        """Says a value with the explanation of its number where it was read, or behind it."""
        if len(before) > 1 or needs_object(value, voice.memory):
            raise Unsaid
        plain = all(simple(each) for each in amounts(value))
        options = (None,) if plain else (("each", "end"), ("where", "end"), ("plus", "end"), ("equal", "end"))
        voice.first(options, lambda option: self._speak(value, voice, before, *(option or ("", ""))))

    def _speak(self, value: Any, voice: Voice, before: Sequence[Any], kind: str, place: str) -> None:
        outer = voice.before, voice.tail, voice.chosen
        voice.before, voice.chosen, voice.tail = list(before), list(before), None
        if kind:
            value, tail = split(value, kind)
            voice.tail = ("where" if kind == "whole" else kind, place, tail)
        if place == "lead":
            TAIL.say(None, voice)
            voice.say(",")
        self.inner.say(value, voice)
        if voice.before or (place == "middle" and voice.tail is not None):
            raise Unsaid
        if place == "end":
            TAIL.say(None, voice)
        voice.before, voice.tail, voice.chosen = outer
