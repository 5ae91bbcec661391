"""Instructions of several sentences: one after the other, for each of something, a line for each span of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from archivist.compiler.clauses import STEPS, UNIT, Wide
from archivist.compiler.engine import (
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    slots,
)
from archivist.compiler.explanations import TAIL, WHOLE, amounts, replaced
from archivist.compiler.memory import Memory
from archivist.compiler.tokens import BREAK
from archivist.vocabulary.amounts import Amount, Term, terms
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects import If, May, Reflexive
from archivist.vocabulary.effects.damage_and_counters import Recover, RemoveCounters
from archivist.vocabulary.effects.drawing_and_discarding import Discard
from archivist.vocabulary.effects.looking_and_revealing import Choose, RevealCards, RevealMemory
from archivist.vocabulary.effects.objects import Gather, Sacrifice
from archivist.vocabulary.node import Ref

_DONE: Final = (Condition("done"), Condition("not done"))


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
        if before and reader.words[at : at + 2] == EXPLAINING:
            explained = reader.find(WHOLE, at + 2)
            found += [(end + 1, (*before, (EXPLAINING, tree))) for end, tree in explained if reader.word(end) == "."]
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
            if lead == EXPLAINING:
                amount = WHOLE.make(inner, hearing)
                effects = list(_explained(tuple(effects), amount))
                notes.append((lead, amount.text))
                continue
            part = UNIT.make(inner, hearing)
            hearing.memory.stop()
            if effects:
                _check_follows(effects[-1], part[0])
                _check_whole(effects, part[0], hearing.memory)
            effects += part
            notes.append((lead, len(part)))
        hearing.wording[place] = tuple(notes)
        return tuple(effects)

    def say(self, value: Any, voice: Voice) -> None:
        notes = voice.noted(tuple(((), 1) for _ in value))
        explained = ""
        if notes and notes[-1][0] == EXPLAINING:
            *notes, (_, explained) = notes
            value = _unexplained(value, explained)
        if sum(size for _, size in notes) != len(value):
            raise Unsaid
        at = 0
        for index, (lead, size) in enumerate(notes):
            voice.say(*lead)
            UNIT.say(value[at : at + size], voice)
            voice.memory.stop()
            at += size
            if self.stop or explained or index < len(notes) - 1:
                voice.say(".")
        if explained:
            voice.say(*EXPLAINING)
            WHOLE.say(Amount(explained), voice)
            voice.say(".")


EXPLAINING: Final = ("x", "is")
"""How the last sentence begins that explains the X of those before it."""


def _explained(effects: tuple[Any, ...], what: Amount) -> tuple[Any, ...]:
    """Instructions with what X is in its place; refused if it might change before the last of them reads it."""
    found = [amount for amount in amounts(effects) if "X" in {term.atom for term in _terms(amount)}]
    if not found:
        raise Unmade("there is no X to explain")
    steady = str(what.text).startswith("counters(") and str(what.text).endswith(" on this)")
    if len(found) > 1 and not steady:
        raise Unmade("it is not clear when X is counted")
    for amount in found:
        if len(_terms(what)) > 1 or (amount.text != "X" and _terms(what)[0].times > 1):
            raise Unmade("X is a sum")
        effects = replaced(effects, amount, Amount(str(amount.text).replace("X", str(what.text))))
    return effects


def _terms(amount: Amount) -> list[Term]:
    return [] if amount.fixed is not None else terms(str(amount.text))


def _unexplained(effects: tuple[Any, ...], what: str) -> tuple[Any, ...]:
    """Instructions with X in the place of what it is."""
    for amount in list(amounts(effects)):
        if amount.fixed is None and what in str(amount.text):
            effects = replaced(effects, amount, Amount(str(amount.text).replace(what, "X")))
    return effects


@slots("repeated")
class Repeated(Rule):
    """``For each .., A and B`` and ``For each .., gather``: steps with no number of their own that could be meant.

    One step with a number is done once, with that number for each of them; but who is to recover for each of them recovers
    as often, for each recovery is an event of its own (terms.6.recover).
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
            found += [(last, (tail, True, tree)) for last, tree in reader.find(STEPS, end + 1)]
            if reader.words[end + 1 : end + 3] == ("you", "may"):
                found += [(last, (tail, False, tree)) for last, tree in reader.find(self.option, end + 1)]
        return found

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        tail, plain, inner = tree
        hearing.note(plain)
        outer, hearing.tail = hearing.tail, None
        TAIL.make(tail, hearing)
        (_, by, atom), hearing.tail = hearing.tail, outer
        aimed = len(hearing.memory.groups)
        then = (STEPS if plain else self.option).make(inner, hearing)
        if len(hearing.memory.groups) > aimed:
            raise Unmade("whether there is a target for each, or one for all, is not said")
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
        (STEPS if plain else self.option).say(then, voice)


def _has_number(then: tuple[Any, ...]) -> bool:
    """Whether it is one step with a number, which could be meant for each; who just gathers names none."""
    alone = len(then) == 1 and then[0] != Gather() and not isinstance(then[0], Recover)
    return alone and any(True for _ in amounts(then))


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
    declined = isinstance(before, May) and not before.otherwise and isinstance(after, If) and after.that == _DONE[1]
    if declined or (option and (waits or isinstance(after, Reflexive))):
        raise Unmade("what is done if an option is taken belongs to that option")


@slots("wholly")
class Wholly(Rule):
    """Nothing: whether the step before was done as often as it says, for what is done in part is not done (RS.6)."""

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.negated = kind == "not"

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> Condition:
        found = self._asked(hearing.memory)
        if found is None:
            raise Unmade("nothing was to be done more than once")
        return found

    def _asked(self, memory: Memory) -> Condition | None:
        before = memory.before
        if not before or len(before) - 2 <= memory.optional >= 0 or isinstance(before[-1], May | If):
            return None
        step = before[-1]
        if getattr(step, "up_to", False) or not step.numbered:
            return None
        amount = _required(before)
        if amount is None or amount.fixed is None or amount.fixed < 2:
            return None
        return Condition(f"{'not ' if self.negated else ''}it >= {amount.fixed}")

    def say(self, value: Any, voice: Voice) -> None:
        if value != self._asked(voice.memory):
            raise Unsaid


def _required(before: Sequence[Any]) -> Amount | None:
    """How often the last step is to be done, or of how many things that were chosen for it."""
    chosen = before[-2] if len(before) > 1 else None
    if isinstance(chosen, Choose) and getattr(before[-1], "what", None) == Ref("chosen"):
        return None if chosen.up_to or chosen.any else chosen.amount
    found = getattr(before[-1], "amount", None)
    return found if isinstance(before[-1], Discard | Sacrifice | RemoveCounters) and isinstance(found, Amount) else None


def _check_whole(before: list[Any], after: Any, memory: Memory) -> None:
    """What is asked of the step before is whether it was done; of several things it could be done in part."""
    asked = isinstance(after, Reflexive) or (isinstance(after, If) and after.that in _DONE)
    if not asked or isinstance(before[-1], May | If):
        return
    chosen = before[-2:-1] if len(before) > 1 and isinstance(before[-2], Choose) else []
    numbers = [*amounts(getattr(before[-1], "amount", None)), *(amount for each in chosen for amount in amounts(each))]
    about = {each.text for name in ("what", "on", "to") if isinstance(each := getattr(before[-1], name, None), Ref)}
    groups = {each.name if each.name == "target" else f"target {each.name}": each for each in memory.groups}
    several = any(name in about and (group.any or group.count.fixed != 1) for name, group in groups.items())
    if several or any(amount.fixed != 1 for amount in numbers):
        raise Unmade("whether doing a part of it would do is not said")
