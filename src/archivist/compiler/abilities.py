"""Abilities: one paragraph of a card's text each, or several keywords in one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, get_args

from archivist.compiler import costs as _costs  # noqa: F401 - declares slots
from archivist.compiler.conditions import Conditions, Fronts
from archivist.compiler.costs import Costs
from archivist.compiler.effects import Body, Wide
from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Template,
    Unmade,
    Unsaid,
    Voice,
    Word,
    either,
    forms,
    slots,
)
from archivist.compiler.memory import Memory, Thing, called
from archivist.compiler.numbers import TAIL, amounts, bind, simple, split
from archivist.compiler.phrases import NUMBERS, KeywordWord, Name
from archivist.compiler.statics import Statics
from archivist.vocabulary import words as w
from archivist.vocabulary.abilities import (
    AbilityNode,
    Activated,
    CostModifier,
    Keyword,
    LineageRelease,
    Text,
    Triggered,
)
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import Counters
from archivist.vocabulary.effects import If, Reflexive
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.printing import Form
from archivist.vocabulary.text import Mode, Modes, More
from archivist.vocabulary.triggers import TriggerNode


@slots("me")
class Me(Rule):
    """The card itself, where nothing else can stand."""

    options: Final = ("~", *(f"this {noun}" for noun in ("card", "object", "ally", "weapon", "item")))

    def __init__(self, place: str = "") -> None:
        super().__init__()
        self.word = Word(*self.options)
        self.place = ("from", "your", place) if place else ()
        self.zones = (place,) if place else ()

    def starts(self) -> frozenset[str] | None:
        return frozenset(("~", "this"))

    def read(self, reader: Reader, at: int) -> Readings:
        found = self.word.read(reader, at)
        length = len(self.place)
        return [(end + length, tree) for end, tree in found if reader.words[end : end + length] == self.place]

    def make(self, tree: Any, hearing: Hearing) -> None:
        self.word.make(tree, hearing)
        hearing.memory.mention_this()
        if self.place:
            hearing.memory.works_in = self.zones

    def say(self, value: Any, voice: Voice) -> None:
        if voice.memory.works_in != self.zones:
            raise Unsaid
        self.word.say(None, voice)
        voice.say(*self.place)
        voice.memory.mention_this()


@slots("label")
class Label(Rule):
    """The label keyword that an ability stands under: ``Harmonize —``."""

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        if word in w.PLAIN_LABELS and reader.word(at + 1) == "—":
            return [(at + 2, word)]
        if word in w.NUMBERED_LABELS and reader.word(at + 1).isdigit() and reader.word(at + 2) == "—":
            return [(at + 3, f"{word} {reader.word(at + 1)}")]
        return [(at, "")]

    def make(self, tree: Any, hearing: Hearing) -> str:
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        if value:
            voice.say(*value.split(), "—")


@slots("inherited")
class Inherited(Rule):
    """Whether the whole lineage gives the ability: ``Inherited Effect:``."""

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.words[at : at + 2] == ("inherited", "effect") and reader.word(at + 2) in (":", "—"):
            return [(at + 3, reader.word(at + 2))]
        return [(at, "")]

    def make(self, tree: Any, hearing: Hearing) -> bool:
        hearing.note(tree)
        hearing.memory.inherited = bool(tree)
        return bool(tree)

    def say(self, value: Any, voice: Voice) -> None:
        mark = voice.noted(":" if value else "")
        if bool(mark) != value:
            raise Unsaid
        voice.memory.inherited = value
        if value:
            voice.say("inherited", "effect", mark)


@slots("lasting")
class NoDuration(Rule):
    """Nothing where a duration could stand: what an ability gives lasts for the game; a card's own text says how long."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not hearing.memory.ability:
            raise Unmade("until when?")

    def say(self, value: Any, voice: Voice) -> None:
        """There is nothing to say."""


# -- triggers ----------------------------------------------------------------------------------------------------

_TRIGGERS: Final = [each for kind in get_args(TriggerNode) for each in forms(kind)]


class Event(Rule):
    """What a triggered ability waits for; what its event is about can be spoken of afterwards."""

    def __init__(self, keyworded: bool) -> None:
        super().__init__()
        self.forms = Choice(
            [each for each in _TRIGGERS if each.form.template.startswith("on ") == keyworded],  # type: ignore[attr-defined]
            "a trigger",
        )

    def starts(self) -> frozenset[str] | None:
        return self.forms.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.forms, at)

    def make(self, tree: Any, hearing: Hearing) -> Any:
        node = self.forms.make(tree, hearing)
        hearing.memory.ability = True
        _about(node, hearing.memory)
        return node

    def say(self, value: Any, voice: Voice) -> None:
        self.forms.say(value, voice)
        _about(value, voice.memory)


def _about(node: Any, memory: Memory) -> None:
    """What is known about the event from now on."""
    tag = str(node.__struct_config__.tag)
    what = getattr(node, "what", None)
    if isinstance(what, Filter):
        memory.mention(Thing("that", called(what)))
    elif tag in ("hit", "kill"):
        nouns_ = {"any": ("unit", "object")}.get(str(what), (str(what), "unit", "object"))
        memory.things = (*memory.things, Thing("that", frozenset(nouns_)))
    elif tag == "activate":
        memory.mention(Thing("that", frozenset(("activation", "card"))))
    memory.that_player = tag in ("hit",) or getattr(node, "by", "") == "opponent" or getattr(node, "whose", "") == "any"
    memory.that_amount = tag in ("hit", "damaged", "recover", "glimpse")


slots("keyworded")(lambda: Event(keyworded=True))
slots("event")(lambda: Event(keyworded=False))


@slots("reflexive")
class OnceDone(Rule):
    """``When you do, ..`` behind an option."""

    def __init__(self) -> None:
        super().__init__()
        self.wide = Wide()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.wide, at) if reader.word(at) == "when" else []

    def make(self, tree: Any, hearing: Hearing) -> Any:
        return self.wide.make(tree, hearing)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or not isinstance(value[0], Reflexive):
            raise Unsaid
        self.wide.say(value, voice)


# -- instructions ------------------------------------------------------------------------------------------------


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
        if self.plain and reader.word(at) == "if":
            return []
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
        return {"do": do, "targets": memory.groups}

    def say(self, value: Any, voice: Voice) -> None:
        how = voice.noted("modes" if value["modes"] is not None else "body")
        if how == "modes":
            if value["do"] or value["targets"] or value["modes"] is None:
                raise Unsaid
            self.modes.say(value["modes"], voice)
            return
        if not value["do"] or value["modes"] is not None or (self.plain and isinstance(value["do"][0], If)):
            raise Unsaid
        voice.groups = value["targets"]
        self.body.say(value["do"], voice)
        if len(voice.memory.groups) != len(voice.groups):
            raise Unsaid


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
    def _number(reader: Reader, at: int) -> tuple[int, tuple[int, bool]] | None:
        if reader.word(at) != "choose":
            return None
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
        (choose, up_to), fresh, more, trees = tree
        hearing.note(more is not None and more[0] is None)
        extra = None
        if more is not None:
            condition, (number, to) = more
            when = Condition("class bonus") if condition is None else self.conditions.make(condition[0], hearing)
            extra = More(when=when, choose=number, up_to=to, or_none=to)
        options = []
        memory = hearing.memory
        for index, (front, inner) in enumerate(trees):
            hearing.memory = memory.copied()
            when_ = self.fronts.make(front, hearing)
            do = self.body.make(inner, hearing)
            options.append(Mode(label=str(index + 1), do=do, targets=hearing.memory.groups, when=when_))
        hearing.memory = memory
        return Modes(options=tuple(options), choose=choose, up_to=up_to, or_none=up_to, more=extra, fresh=fresh)

    def say(self, value: Any, voice: Voice) -> None:
        if value.cascade or value.or_none != value.up_to:
            raise Unsaid
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


@slots("statics")
class SeveralStatics(Rule):
    """What holds, in one sentence or several."""

    joints: Final = ((".",), ("and",))

    def __init__(self) -> None:
        super().__init__()
        self.static = Statics()

    def starts(self) -> frozenset[str] | None:
        return self.static.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = [(end, ((tree,), ())) for end, tree in reader.find(self.static, at)]
        done = 0
        while done < len(found):
            end, (trees, joints) = found[done]
            done += 1
            for index, joint in enumerate(self.joints):
                if reader.words[end : end + len(joint)] == joint:
                    for last, tree in reader.find(self.static, end + len(joint)):
                        found.append((last, ((*trees, tree), (*joints, index))))
        return found

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        hearing.note(tree[1])
        return tuple(self.static.make(each, hearing) for each in tree[0])

    def say(self, value: Any, voice: Voice) -> None:
        joints = voice.noted((0,) * (len(value) - 1))
        if len(joints) != len(value) - 1:
            raise Unsaid
        for index, each in enumerate(value):
            if index:
                voice.say(*self.joints[joints[index - 1]])
            self.static.say(each, voice)


# -- details of single abilities -----------------------------------------------------------------------------------


@slots("prepare")
class Prepare(Rule):
    """How many preparation counters: ``Prepare 2``."""

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at).isdigit():
            return [(at + 1, int(reader.word(at)))]
        reader.miss(at, "a number")
        return []

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        return (Counters(kind="preparation", count=Amount(tree)),)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or not isinstance(value[0], Counters) or value[0].count.fixed is None:
            raise Unsaid
        if value[0] != Counters(kind="preparation", count=value[0].count):
            raise Unsaid
        voice.say(str(value[0].count.fixed))


@slots("zone")
class FromZone(Rule):
    """A zone from which a card may be played."""

    zones: Final = {"graveyard": ("graveyard",), "banishment": ("banishment",), "material": ("material", "deck")}

    def read(self, reader: Reader, at: int) -> Readings:
        found = [
            (at + len(words), zone) for zone, words in self.zones.items() if reader.words[at : at + len(words)] == words
        ]
        if not found:
            reader.miss(at, "graveyard")
        return found

    def make(self, tree: Any, hearing: Hearing) -> str:
        return str(tree)

    def say(self, value: Any, voice: Voice) -> None:
        voice.say(*self.zones[value])


@slots("lineage")
class LineageName(Name):
    """The name of a lineage: that of a champion without its title."""

    def make(self, tree: Any, hearing: Hearing) -> str:
        return super().make(tree, hearing).partition(", ")[0]


@slots("commanded")
class Commanded(Rule):
    """The allies that a card commands: ``Command Automaton``."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at + 1, reader.word(at))] if reader.word(at) in w.SUBTYPES else []

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        return Filter(f"{tree} ally you control")

    def say(self, value: Any, voice: Voice) -> None:
        word = value.text.split()[0]
        if value != Filter(f"{word} ally you control"):
            raise Unsaid
        voice.say(word)


# -- keywords ------------------------------------------------------------------------------------------------------


class KeywordLine(Rule):
    """Keywords alone, one or several: ``[Class Bonus] Intercept, Vigor``; ``enters the field rested`` is Hindered."""

    rested: Final = ("enters", "the", "field", "rested", ".")

    def __init__(self) -> None:
        super().__init__()
        self.fronts, self.word = Fronts(), KeywordWord()

    def starts(self) -> frozenset[str] | None:
        """The words with which it begins behind its restrictions."""
        known = self.word.plain.starts()
        assert known is not None
        return known | {"~"}

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for end, front in reader.find(self.fronts, at):
            parts: tuple[Any, ...] = ()
            places = reader.find(self.word, end)
            while places:
                end, tree = places[-1]
                parts = (*parts, tree)
                found.append((end, (front, parts)))
                places = reader.find(self.word, end + 1) if reader.word(end) == "," else []
            if reader.words[end : end + 6] == ("~", *self.rested):
                found.append((end + 6, (front, None)))
        return found

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        front, parts = tree
        when = self.fronts.make(front, hearing)
        hearing.note(parts is None)
        if parts is None:
            return (Keyword(keyword="hindered", when=when),)
        return tuple(Keyword(keyword=self.word.make(part, hearing), when=when) for part in parts)

    def say(self, value: Any, voice: Voice) -> None:
        if not value or not all(isinstance(each, Keyword) and each.when == value[0].when for each in value):
            raise Unsaid
        self.fronts.say(value[0].when, voice)
        if voice.noted(False):
            if [each.keyword for each in value] != ["hindered"]:
                raise Unsaid
            voice.say("~", *self.rested)
            return
        for index, each in enumerate(value):
            voice.say(*([","] if index else []))
            self.word.say(each.keyword, voice)


# -- activated abilities -------------------------------------------------------------------------------------------


class ActivatedLine(Rule):
    """``(2), REST: Draw a card. Activate this ability only if ..``: costs, instructions, and when it can be used."""

    def __init__(self, release: bool = False, text: str = "") -> None:
        super().__init__()
        self.fronts, self.label, self.inherited = Fronts(), Label(), Inherited()
        self.costs, self.text, self.conditions = Costs(), Instructions(text), Conditions()
        self.release = release
        self.kind: type[Activated] = LineageRelease if release else Activated

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for one, front in reader.find(self.fronts, at):
            if self.release:
                if reader.words[one : one + 3] == ("lineage", "release", "—"):
                    found += self._rest(reader, one + 3, (front, "", "", None))
                continue
            for two, label in reader.find(self.label, one):
                for three, inherited in reader.find(self.inherited, two):
                    for four, costs in reader.find(self.costs, three):
                        if reader.word(four) == ":":
                            found += self._rest(reader, four + 1, (front, label, inherited, costs))
                        else:
                            reader.miss(four, ":")
        return found

    def _rest(self, reader: Reader, at: int, before: tuple[Any, ...]) -> Readings:
        found: Readings = []
        spell = reader.words[at : at + 4] == ("as", "a", "spell", ",")
        for end, text in reader.find(self.text, at + 4 * spell):
            found.append((end, (*before, spell, text, ())))
            found += [(last, (*before, spell, text, notes)) for last, notes in self._notes(reader, end)]
        return found

    def _notes(self, reader: Reader, at: int) -> list[tuple[int, tuple[Any, ...]]]:
        """Sentences on the use of the ability, behind its instructions."""
        found: list[tuple[int, tuple[Any, ...]]] = []
        for end, note in self._note(reader, at):
            found.append((end, (note,)))
            found += [(last, (note, *more)) for last, more in self._notes(reader, end)]
        return found

    def _note(self, reader: Reader, at: int) -> list[tuple[int, Any]]:
        found: list[tuple[int, Any]] = []
        if reader.words[at : at + 4] == ("activate", "this", "ability", "only"):
            for words, note in _LIMITS.items():
                end = at + 4 + len(words)
                if reader.words[at + 4 : end] == words:
                    if reader.word(end) == ".":
                        found.append((end + 1, (note, None)))
                    elif reader.words[end : end + 3] == ("and", "only", "if"):
                        for last, tree in reader.find(self.conditions, end + 3):
                            if reader.word(last) == ".":
                                found.append((last + 1, ("both", (note, tree))))
            if reader.word(at + 4) == "if":
                for end, tree in reader.find(self.conditions, at + 5):
                    if reader.word(end) == ".":
                        found.append((end + 1, ("if", tree)))
        elif reader.words[at : at + 4] == ("this", "ability", "costs", "("):
            found += self._less(reader, at)
        return found

    @staticmethod
    def _less(reader: Reader, at: int) -> list[tuple[int, Any]]:
        number = reader.word(at + 4)
        if not number.isdigit() or reader.words[at + 5 : at + 9] != (")", "less", "to", "activate"):
            return []
        suited = ("for", "each", "suited", "object", "you", "control", "with", "different", "reserve", "costs", ".")
        if reader.words[at + 9 : at + 9 + len(suited)] == suited and number == "1":
            return [(at + 9 + len(suited), ("suited", None))]
        return [
            (end + 1, ("less", (int(number), tree)))
            for end, tree in reader.find(TAIL, at + 9)
            if reader.word(end) == "." and tree[0] == "each"
        ]

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        front, label, inherited, costs, spell, text, notes = tree
        fields: dict[str, Any] = {"when": self.fronts.make(front, hearing)}
        if costs is not None:
            fields["label"] = self.label.make(label, hearing)
            fields["inherited"] = self.inherited.make(inherited, hearing)
            fields["cost"] = self.costs.make(costs, hearing)
        hearing.memory.ability = True
        if hearing.memory.works_in:
            fields["works_in"] = hearing.memory.works_in
            hearing.memory.works_in = ()
        fields["spell"] = spell
        fields |= self.text.make(text, hearing)
        hearing.note(tuple(kind for kind, _ in notes))
        for kind, detail in notes:
            new = self._made(kind, detail, hearing)
            if not new.keys().isdisjoint(fields):
                raise Unmade("the use of the ability is limited twice")
            fields |= new
        hearing.heads = []
        return (self.kind(**fields),)

    def _made(self, kind: str, detail: Any, hearing: Hearing) -> dict[str, Any]:
        if kind == "if":
            return {"if_": self.conditions.make(detail, hearing)}
        if kind == "both":
            hearing.note(detail[0])
            return dict(_NOTES[detail[0]]) | {"if_": self.conditions.make(detail[1], hearing)}
        if kind == "suited":
            return {"less": Amount("different costs")}
        if kind == "less":
            number, tree = detail
            TAIL.make(tree, hearing)
            head = Amount(number)
            less = bind(head, hearing.tail, [(head, "sign")])
            hearing.tail = None
            return {"less": less}
        return dict(_NOTES[kind])

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or type(value[0]) is not self.kind:
            raise Unsaid
        node = value[0]
        plain = self.kind(do=node.do)
        others = (
            "variable",
            "by",
            "works_outside",
            *(("cost", "label", "inherited") if self.release else ()),
        )
        if self.release and node.works_in != plain.works_in:
            raise Unsaid
        if any(getattr(node, name) != getattr(plain, name) for name in others):
            raise Unsaid
        self.fronts.say(node.when, voice)
        if self.release:
            voice.say("lineage", "release", "—")
        else:
            self.label.say(node.label, voice)
            self.inherited.say(node.inherited, voice)
            voice.memory.works_in = node.works_in
            self.costs.say(node.cost, voice)
            voice.memory.works_in = ()
            voice.say(":")
        if node.spell:
            voice.say("as", "a", "spell", ",")
        self.text.say({name: getattr(node, name) for name in self.text.fields}, voice)
        self._say_notes(node, voice)

    def _say_notes(self, node: Any, voice: Voice) -> None:
        usual = []
        if node.less is not None:
            usual.append("suited" if node.less.text == "different costs" else "less")
        usual += ["if"] if node.if_ is not None else []
        usual += ["slow"] if node.speed == "slow" else []
        usual += [node.limit] if node.limit else []
        said: dict[str, Any] = {}
        for kind in voice.noted(tuple(usual)):
            if kind in ("less", "suited"):
                self._say_less(kind, node.less, voice)
                said["less"] = node.less
                continue
            voice.say("activate", "this", "ability", "only")
            if kind == "both":
                note = voice.noted(None)
                said |= _NOTES[note]
                voice.say(*next(words for words, each in _LIMITS.items() if each == note), "and", "only")
            if kind in ("if", "both"):
                voice.say("if")
                self.conditions.say(node.if_, voice)
                said["if_"] = node.if_
            else:
                said |= _NOTES[kind]
                voice.say(*next(words for words, each in _LIMITS.items() if each == kind))
            voice.say(".")
        plain = Activated()
        for name in ("less", "if_", "speed", "limit"):
            if getattr(node, name) != said.get(name, getattr(plain, name)):
                raise Unsaid

    @staticmethod
    def _say_less(kind: str, less: Amount, voice: Voice) -> None:
        if kind == "suited":
            words = ("for", "each", "suited", "object", "you", "control", "with", "different", "reserve", "costs")
            voice.say("this", "ability", "costs", "(", "1", ")", "less", "to", "activate", *words, ".")
            return
        head, tail = split(less, "each")
        voice.say("this", "ability", "costs", "(", str(head.fixed), ")", "less", "to", "activate")
        outer, voice.tail = voice.tail, ("each", "end", tail)
        TAIL.say(None, voice)
        voice.tail = outer
        voice.say(".")


_LIMITS: Final = {
    ("at", "slow", "speed"): "slow",
    ("once",): "once",
    ("once", "each", "turn"): "once each turn",
    ("once", "per", "turn"): "once per turn",
    ("during", "an", "opponent", "'s", "turn"): "theirs",
    ("during", "your", "turn"): "yours",
    ("during", "an", "opponent", "'s", "recollection", "phase"): "recollection",
}
_NOTES: Final[dict[str, dict[str, Any]]] = {
    "slow": {"speed": "slow"},
    "once": {"limit": "once"},
    "once each turn": {"limit": "once each turn"},
    "once per turn": {"limit": "once each turn"},
    "theirs": {"if_": Condition("an opponent's turn")},
    "yours": {"if_": Condition("your turn")},
    "recollection": {"if_": Condition("an opponent's recollection phase")},
}

# -- granted abilities ---------------------------------------------------------------------------------------------

_GRANTED: Final = (
    Form("{on:keyworded} : {*:text open}", {}),
    Form("{on:event} , {*:text open plain}", {}),
    Form("{on:event} , if {if_:if} , {*:text open}", {}),
)


class OneOnly(Rule):
    """A rule for several abilities, where there is one."""

    def __init__(self, inner: Rule) -> None:
        super().__init__()
        self.inner = inner

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.inner, at)

    def make(self, tree: Any, hearing: Hearing) -> Any:
        (made,) = self.inner.make(tree, hearing)
        return made

    def say(self, value: Any, voice: Voice) -> None:
        self.inner.say((value,), voice)


@slots("quoted")
class Quoted(Rule):
    """An ability that is given to something, in quotation marks; it is named by its own words."""

    name = "an ability in quotation marks"

    def __init__(self) -> None:
        super().__init__()
        activated = OneOnly(ActivatedLine(text="open"))
        self.ability = Choice((*(Template(Triggered, each) for each in _GRANTED), activated), "an ability")

    def starts(self) -> frozenset[str] | None:
        return frozenset(('"',))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) != '"':
            reader.miss(at, self.name)
            return []
        found: Readings = []
        for end, tree in reader.find(self.ability, at + 1):
            if reader.word(end) == '"':
                found.append((end + 1, (at + 1, end, tree)))
            else:
                reader.miss(end, '"')
        return found

    def make(self, tree: Any, hearing: Hearing) -> tuple[str, ...]:
        start, end, inner = tree
        memory, before, heads, tail = hearing.memory, hearing.before, hearing.heads, hearing.tail
        hearing.memory = Memory(memory.name, memory.types)
        name = hearing.tokens.between(start, end).lower()
        hearing.grants[name] = self.ability.make(inner, hearing)
        hearing.memory, hearing.before, hearing.heads, hearing.tail = memory, before, heads, tail
        return (name,)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or value[0] not in voice.grants:
            raise Unsaid
        memory, groups, before, tail = voice.memory, voice.groups, voice.before, voice.tail
        voice.memory, voice.groups, voice.before, voice.tail = Memory(memory.name, memory.types), (), [], None
        voice.say('"')
        self.ability.say(voice.grants[value[0]], voice)
        voice.say('"')
        voice.memory, voice.groups, voice.before, voice.tail = memory, groups, before, tail


# -- paragraphs ----------------------------------------------------------------------------------------------------


class Single(Rule):
    """An ability by one of its forms, with the number that its end explains."""

    def __init__(self, inner: Rule) -> None:
        super().__init__()
        self.inner = inner

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.inner, at)

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        hearing.heads, hearing.tail = [], None
        place = len(hearing.wording)
        hearing.note(None)
        node = self.inner.make(tree, hearing)
        if isinstance(node, CostModifier):
            node = bind(node, hearing.tail, hearing.heads)
            hearing.wording[place] = hearing.tail and hearing.tail[0]
        return (node,)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1:
            raise Unsaid
        node = value[0]
        explained = isinstance(node, CostModifier) and not all(simple(each) for each in amounts(node.amount))

        def say(kind: Any) -> None:
            said = node
            if kind is not None:
                said, tail = split(node, kind)
                voice.tail = (kind, "middle", tail)
            self.inner.say(said, voice)
            if voice.tail is not None:
                raise Unsaid

        voice.first(("each", "where") if explained else (None,), say)


class Paragraphs(Choice):
    """All kinds of paragraphs; they are looked up by the first word behind restrictions and labels."""

    def __init__(self, options: Iterable[Rule]) -> None:
        super().__init__(options, "an ability")
        self.fronts: tuple[Rule, ...] = (Fronts(), Label(), Inherited())

    def begins(self, option: Rule) -> frozenset[str] | None:
        inner = option.inner if isinstance(option, Single) else option
        if not isinstance(inner, Template):
            return inner.starts()
        core = (rule for _, rule in inner.items if not isinstance(rule, Fronts | Label | Inherited))
        return next(core).starts()

    def read(self, reader: Reader, at: int) -> Readings:
        place = at
        for rule in self.fronts:
            place = reader.find(rule, place)[0][0]
        index, others = self.lookup
        here = index.get(reader.word(place), others)
        return [(end, (number, tree)) for number in here for end, tree in self.options[number].read(reader, at)]


def _paragraph() -> Choice:
    """All kinds of paragraphs; the first that says an ability is the usual one."""
    by_kind = {kind: [Single(each) for each in forms(kind)] for kind in get_args(AbilityNode)}
    text = by_kind.pop(Text)
    others = [rule for rules in by_kind.values() for rule in rules]
    return Paragraphs((KeywordLine(), ActivatedLine(), ActivatedLine(release=True), *others, *text))


PARAGRAPH: Final = _paragraph()
