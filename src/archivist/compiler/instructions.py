"""The instructions of an ability: sentences with targets, and choices of modes."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler import costs as _costs  # noqa: F401 - declares slots
from archivist.compiler import effects as _effects  # noqa: F401 - declares the forms of all effects
from archivist.compiler.conditions import Conditions, Fronts
from archivist.compiler.engine import (
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
from archivist.compiler.phrases import NUMBERS
from archivist.compiler.sentences import Body
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects import If
from archivist.vocabulary.text import Mode, Modes, More


@slots("text")
class Instructions(Rule):
    """Sentences with targets and modes; ``plain`` if they may not begin with a condition, which would belong elsewhere."""

    fields: Final = ("do", "targets", "modes")

    def __init__(self, kind: str = "") -> None:
        super().__init__()
        self.plain = "plain" in kind
        self.body = Body("open") if "open" in kind else Body()
        self.modes = Modal()

    def starts(self) -> frozenset[str] | None:
        return either(self.body.starts(), frozenset(("choose",)))

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = [(end, ("body", tree)) for end, tree in reader.find(self.body, at)]
        if reader.word(at) == "choose":
            found += [(end, ("modes", tree)) for end, tree in reader.find(self.modes, at)]
        return found

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        how, inner = tree
        hearing.note(how)
        memory = hearing.memory
        if how == "modes":
            return {"modes": self.modes.make(inner, hearing)}
        do = self.body.make(inner, hearing)
        if self.plain and self._intervenes(do):
            raise Unmade("a condition of the whole ability belongs to it")
        return {"do": do, "targets": memory.groups}

    @staticmethod
    def _intervenes(do: tuple[Any, ...]) -> bool:
        """Whether instructions begin with a condition that nothing says the opposite of."""
        return bool(do) and isinstance(do[0], If) and not do[0].otherwise

    def say(self, value: Any, voice: Voice) -> None:
        how = voice.noted("modes" if value["modes"] is not None else "body")
        if how == "modes":
            if value["do"] or value["targets"] or value["modes"] is None:
                raise Unsaid
            self.modes.say(value["modes"], voice)
            return
        if not value["do"] or value["modes"] is not None or (self.plain and self._intervenes(value["do"])):
            raise Unsaid
        voice.groups = value["targets"]
        self.body.say(value["do"], voice)
        if len(voice.memory.groups) != len(voice.groups):
            raise Unsaid


_BOTH: Final = ("one", "or", "both")


class Modal(Rule):
    """``Choose one —`` and a line for each mode."""

    def __init__(self) -> None:
        super().__init__()
        self.body = Body()
        self.conditions = Conditions()
        self.fronts = Fronts()

    def read(self, reader: Reader, at: int) -> Readings:
        number = self._number(reader, at)
        if number is None:
            return []
        at, first = number
        found: Readings = []
        fresh = reader.words[at : at + 5] == ("that", "has", "not", "been", "chosen")
        at += 5 * fresh
        for place, more in self._more(reader, at):
            if reader.word(place) != "—":
                reader.miss(place, "—")
                continue
            options: list[tuple[int, tuple[Any, ...]]] = [(place + 1, ())]
            while options:
                ended, trees = options.pop()
                if reader.word(ended) != "•":
                    if trees:
                        found.append((ended, (first, fresh, more, trees)))
                    else:
                        reader.miss(ended, "•")
                    continue
                for middle, front in reader.find(self.fronts, ended + 1):
                    for last, tree in reader.find(self.body, middle):
                        if reader.word(last) in ("•", ""):
                            options.append((last, (*trees, (front, tree))))
        return found

    @staticmethod
    def _number(reader: Reader, at: int) -> tuple[int, tuple[int, bool | None]] | None:
        """How many are chosen, and whether that many at most; None if one of two, or both, are."""
        if reader.word(at) != "choose":
            return None
        if reader.words[at + 1 : at + 4] == _BOTH:
            return at + 4, (2, None)
        up_to = reader.words[at + 1 : at + 3] == ("up", "to")
        word = reader.word(at + 1 + 2 * up_to)
        return (at + 2 + 2 * up_to, (NUMBERS.index(word), up_to)) if word in NUMBERS else None

    def _more(self, reader: Reader, at: int) -> list[tuple[int, Any]]:
        found: list[tuple[int, Any]] = [(at, None)]
        if reader.word(at) != ".":
            return found
        fronts: list[tuple[int, Any]] = []
        if reader.words[at + 1 : at + 4] == ("class", "bonus", ":"):
            fronts.append((at + 4, None))
        if reader.word(at + 1) == "if":
            fronts += [
                (end + 1, (tree,)) for end, tree in reader.find(self.conditions, at + 2) if reader.word(end) == ","
            ]
        for end, condition in fronts:
            number = self._number(reader, end)
            if number is not None and reader.word(number[0]) == "instead":
                found.append((number[0] + 1, (condition, number[1])))
        return found

    def make(self, tree: Any, hearing: Hearing) -> Modes:
        (choose, at_most), fresh, more, trees = tree
        if at_most is None and (len(trees) != 2 or more is not None):
            raise Unmade("both are two")
        up_to, or_none = at_most is None or at_most, bool(at_most)
        hearing.note(more is not None and more[0] is None)
        extra = None
        if more is not None:
            condition, (number, to) = more
            when = Condition("class bonus") if condition is None else self.conditions.make(condition[0], hearing)
            if to is None:
                raise Unmade("both are two")
            extra = More(when=when, choose=number, up_to=to, or_none=to)
        options = []
        memory = hearing.memory
        for index, (front, inner) in enumerate(trees):
            hearing.memory = memory.copied()
            when_ = self.fronts.make(front, hearing)
            do = self.body.make(inner, hearing)
            options.append(Mode(label=str(index + 1), do=do, targets=hearing.memory.groups, when=when_))
        hearing.memory = memory
        return Modes(options=tuple(options), choose=choose, up_to=up_to, or_none=or_none, more=extra, fresh=fresh)

    def say(self, value: Any, voice: Voice) -> None:
        both = value.up_to and not value.or_none and value.choose == len(value.options) == 2 and value.more is None
        if value.cascade or (value.or_none != value.up_to and not both):
            raise Unsaid
        if both:
            voice.say("choose", *_BOTH)
        else:
            self._say_number(value, voice)
        if value.fresh:
            voice.say("that", "has", "not", "been", "chosen")
        more = value.more
        usual = more is not None and more.when == Condition("class bonus")
        short = voice.noted(usual)
        if more is not None:
            if more.or_none != more.up_to or (short and not usual):
                raise Unsaid
            voice.say(".")
            if short:
                voice.say("class", "bonus", ":")
            else:
                voice.say("if")
                self.conditions.say(more.when, voice)
                voice.say(",")
            self._say_number(more, voice)
            voice.say("instead")
        voice.say("—")
        memory = voice.memory
        for option in value.options:
            voice.memory, voice.groups = memory.copied(), option.targets
            voice.say("•")
            self.fronts.say(option.when, voice)
            self.body.say(option.do, voice)
            if len(voice.memory.groups) != len(option.targets):
                raise Unsaid
        voice.memory = memory

    @staticmethod
    def _say_number(number: Any, voice: Voice) -> None:
        voice.say("choose", *(("up", "to") if number.up_to else ()), NUMBERS[number.choose])
