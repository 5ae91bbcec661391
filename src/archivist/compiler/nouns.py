"""Noun phrases: ``fire element card in your graveyard``, ``Animal and/or Beast allies you control``, as filters.

Adjectives and nouns that are joined (*or*, *and*, *and/or*, commas) are alternatives, as in `Filter`; elements are followed
by the word *element*. What stands behind the noun is printed in any order, which is noted.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from archivist.compiler.engine import CAPITAL, A, Choice, Hearing, Reader, Readings, Rule, Unmade, Unsaid, Voice, slots
from archivist.compiler.phrases import Phrase
from archivist.vocabulary import words as w
from archivist.vocabulary.filters import Filter, cased
from archivist.vocabulary.grammar import plural
from archivist.vocabulary.printing import Spelled

_NOUNS: Final = frozenset(
    {word for word in w.TYPES if " " not in word and word not in ("unique",)}
    | {"unit", "object", "card", "source", "activation", "trigger", "omen"}
)
_ADJECTIVES: Final = (
    {word for word in w.TYPES if " " not in word}
    | w.ELEMENTS
    | w.CLASSES
    | w.SUBTYPES
    | w.STATES
    | {"unit", "object", "advanced", "card", "token", "ability"}
)
_HEADS: Final = {word: word for word in (_NOUNS | w.SUBTYPES | w.CLASSES) - {"attack", "action"}}
_MANY: Final = {plural(word): word for word in _HEADS} | {"regalia": "regalia", "regalias": "regalia"}
FIRST: Final = frozenset((*_ADJECTIVES, *_HEADS, *_MANY, *(f"non-{word}" for word in _ADJECTIVES), CAPITAL))
"""The words with which a noun phrase can begin."""

_ELEMENTAL: Final = w.ELEMENTS | {"advanced"}


class _Group(NamedTuple):
    """Words that are alternatives, how they are joined, and whether *element* follows them."""

    words: tuple[str, ...]
    joint: str
    element: bool


_OR_TRIGGER: Final = _Group(("trigger or",), "", False)
"""Stands before a phrase for activations that means triggers as well."""

_TARGETING: Final = 8
"""The kind of what says what an item on the stack targets; it stands last."""


class Suffix(NamedTuple):
    """What may stand behind a noun; the first of a kind is the usual one."""

    kind: int
    rule: Phrase


def _suffix(kind: int, template: str, text: str) -> Suffix:
    return Suffix(kind, Phrase(Spelled(template, text)))


_WHOSE: Final = (("your", "your"), ("an opponent's", "an opponent 's"), ("any", "<a|any>"), ("their", "{w:theirs}"))
_PLACES: Final = (
    *("hand", "memory", "graveyard", "banishment", "material deck", "deck"),
    *("graveyard or banishment", "material deck or banishment", "hand or memory"),
    *("material deck or graveyard", "graveyard or memory", "hand or graveyard"),
)
SUFFIXES: Final = (
    _suffix(0, "you control", " you control"),
    _suffix(0, "you do not control", " you do not control"),
    _suffix(0, "<an opponent controls|your opponents control|opponents control>", " an opponent controls"),
    _suffix(0, "{w:that_one} controls", " that player controls"),
    _suffix(0, "{p:aimed_player} controls", " that player controls"),
    _suffix(0, "{p:hit_controller} controls", " that player controls"),
    _suffix(0, "you own", " you own"),
    _suffix(1, "with {kind:word reserve memory} cost {n:n digits} or less", " of {kind} cost {n} or less"),
    _suffix(1, "with {kind:word reserve memory} cost lv or less", " of {kind} cost LV or less"),
    _suffix(1, "with {kind:word reserve memory} cost {n:n digits}", " of {kind} cost {n}"),
    _suffix(
        1, "with {kind:word reserve memory} cost {n:n digits} or <more|greater|higher>", " of {kind} cost {n} or more"
    ),
    _suffix(
        1,
        "with memory cost {m:n digits} or reserve cost {n:n digits} or less",
        " of memory cost {m} or reserve cost {n} or less",
    ),
    _suffix(2, "with {k:bareword}", " with {k}"),
    _suffix(2, "without {k:bareword}", " without {k}"),
    _suffix(2, "with <a|an> {k:counter} counter on <it|them>", " with a {k} counter"),
    _suffix(2, "without <a|an> {k:counter} counter on <it|them>", " without a {k} counter"),
    _suffix(2, "with {n:several} or more {k:counter} counters on <it|them>", " with {n} or more {k} counters"),
    _suffix(2, "with <one or more|> {k:counter} counters on <it|them>", " with a {k} counter"),
    _suffix(2, "with no {k:counter} counters on <it|them>", " without a {k} counter"),
    _suffix(2, "with {n:fewer} or <less|fewer> {k:counter} counters on <it|them>", " without {n} or more {k} counters"),
    _suffix(2, "with {n:n digits} {s:word power life} or {b:bound}", " with {s} {n} or {b}"),
    _suffix(2, "with {s:word power life} {n:n digits} or {b:bound}", " with {s} {n} or {b}"),
    _suffix(2, "with {n:n digits} or {b:bound} {s:word power life}", " with {s} {n} or {b}"),
    _suffix(2, "with {n:n digits} {s:word power life}", " with {s} {n}"),
    _suffix(2, "with an {p:word odd even} {s:word power life} stat", " with {p} {s}"),
    _suffix(2, "with base level {n:n digits}", " with base level {n}"),
    _suffix(7, "attacking your champion", " attacking your champion"),
    _suffix(3, "with <the chosen name|that name>", " named the remembered name"),
    _suffix(3, "named {name:name}", " named {name}"),
    *(
        _suffix(4, f"<in|from> {printed} {place.replace(' or ', ' <or|and|and/or> ')}", f" in {whose} {place}")
        for whose, printed in _WHOSE
        for place in _PLACES
    ),
    _suffix(4, "<in|from> <all graveyards|graveyards>", " in any graveyard"),
    _suffix(4, "<in|from> {p:own_champion} lineage", " in your lineage"),
    _suffix(4, "<in|from> {p:own_champion} inner lineage", " in your inner lineage"),
    _suffix(4, "<in|from> the attacker 's intent", " in the intent"),
    _suffix(4, "<in|from> {p:hit_champion} lineage", " in their lineage"),
    *(_suffix(4, f"<in|from> {{w:that_one}} 's {place}", f" in their {place}") for place in _PLACES[:4]),
    *(_suffix(4, f"<in|from> {{p:aimed_player}} 's {place}", f" in their {place}") for place in _PLACES[:4]),
    _suffix(4, "you have", " in your banishment"),
    _suffix(5, "except for your champion", " except your champion"),
    _suffix(6, "on the field", ""),
    _suffix(_TARGETING, "that targets {g:a}", " that targets a {g}"),
)


@slots("np")
class Nouns(Rule):
    """A noun phrase for one thing (``one``) or for several (``many``)."""

    name = "a noun"

    def __init__(self, number: str) -> None:
        super().__init__()
        self.plural = number == "many"
        self.suffixes = Choice([each.rule for each in SUFFIXES], "what follows a noun")

    def starts(self) -> frozenset[str] | None:
        return FIRST

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        self._groups(reader, at, (), found)
        if not self.plural and reader.words[at : at + 2] == ("trigger", "or"):
            more: Readings = []
            self._groups(reader, at + 2, (), more)
            found += [
                (end, ((_OR_TRIGGER, *groups), behind))
                for end, (groups, behind) in more
                if groups[-1].words == ("activation",)
            ]
        if not found:
            reader.miss(at, "a plural" if self.plural else self.name)
        return found

    def _groups(self, reader: Reader, at: int, before: tuple[_Group, ...], found: Readings) -> None:
        heads = _MANY if self.plural else _HEADS
        for end, words, joint in joined(reader, at, heads):
            self._behind(reader, end, (*before, _Group(words, joint, False)), (), found)
        for end, words, joint in joined(reader, at, None):
            names = [word.removeprefix("non-") for word in words]
            elemental = all(name in _ELEMENTAL for name in names)
            if elemental and reader.word(end) == "element":
                self._groups(reader, end + 1, (*before, _Group(words, joint, True)), found)
            elif not elemental:
                self._groups(reader, end, (*before, _Group(words, joint, False)), found)

    def _behind(
        self, reader: Reader, at: int, groups: tuple[_Group, ...], behind: tuple[Any, ...], found: Readings
    ) -> None:
        found.append((at, (groups, behind)))
        kinds = {SUFFIXES[index].kind for index, _ in behind}
        if _TARGETING in kinds:
            return  # what follows belongs to what is targeted
        for end, tree in reader.find(self.suffixes, at):
            if SUFFIXES[tree[0]].kind not in kinds:
                self._behind(reader, end, groups, (*behind, tree), found)

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        groups, behind = tree
        triggers, groups = groups[0] is _OR_TRIGGER, groups[groups[0] is _OR_TRIGGER :]
        hearing.note(tuple(group.joint for group in groups))
        hearing.note(tuple(index for index, _ in behind))
        texts = [(SUFFIXES[index].kind, SUFFIXES[index].rule.make(inner, hearing)) for index, inner in behind]
        words = [" or ".join(cased(word) for word in group.words) for group in groups[:-1]]
        words.append(" or ".join(cased(self._head(word)) for word in groups[-1].words))
        words = ["trigger", "or", *words] if triggers else words
        several = len(groups[-1].words) > 1
        if any(kind == 6 for kind, _ in texts) and (
            groups[-1].words == ("card",) or any(kind == 4 for kind, _ in texts)
        ):
            raise Unmade("what lies on the field is an object, and nowhere else")
        if several and not any(kind == 4 for kind, _ in texts):
            words.append("object")
        if ("omen" in groups[-1].words) != any(
            SUFFIXES[index].rule.spelled.template == "you have" for index, _ in behind
        ):
            raise Unmade("omens are what a player has: omens you have")
        try:
            return Filter(" ".join(words) + "".join(text for _, text in sorted(texts, key=lambda each: each[0])))
        except ValueError as error:
            raise Unmade(str(error)) from error

    def _head(self, word: str) -> str:
        """A noun for one thing."""
        return _MANY.get(word, word.removesuffix("s")) if self.plural and word not in _HEADS else word

    def say(self, value: Any, voice: Voice) -> None:
        other, words, suffixes = value.pieces()
        if other:
            raise Unsaid
        if value.triggers:
            voice.say("trigger", "or")
            words = words[2:]
        groups = _grouped(words)
        joints = voice.noted(("",) * len(groups))
        order = voice.noted(None)
        for index, group in enumerate(groups):
            last = index == len(groups) - 1
            names = [word.lower() for word in group]
            if last and not all(name in _HEADS or cased(name) == word for name, word in zip(names, group, strict=True)):
                raise Unsaid
            said = [plural(word) if last and self.plural else word for word in group]
            joint = joints[index] if index < len(joints) else ""
            say_joined(said, joint or ("or" if not (last and self.plural) else "and"), voice)
            if not last and all(name.removeprefix("non-") in _ELEMENTAL for name in names):
                voice.say("element")
        self._say_behind(suffixes, order, voice)

    def _say_behind(self, suffixes: list[str], order: tuple[int, ...] | None, voice: Voice) -> None:
        if order is None:
            for suffix in suffixes:
                self.suffixes.say(suffix, voice)
            return
        left = list(suffixes)
        for index in order:
            rule = SUFFIXES[index].rule
            if not rule.spelled.text:
                rule.say("", voice)
                continue
            own = next((each for each in left if rule.pattern.fullmatch(each)), None)
            if own is None:
                raise Unsaid
            left.remove(own)
            rule.say(own, voice)
        if left:
            raise Unsaid

    @staticmethod
    def of_text(text: str) -> Filter:
        return Filter(text)


def joined(reader: Reader, at: int, heads: dict[str, str] | None) -> list[tuple[int, tuple[str, ...], str]]:
    """Words that are joined into alternatives at a place: where they end, the words, and how they are joined."""
    first = _word(reader, at, heads)
    if not first:
        return []
    words, end = [first], at + 1
    found: list[tuple[int, tuple[str, ...], str]] = [(at + 1, (first,), "")]
    while True:
        comma = reader.word(end) == ","
        joint = reader.word(end + comma)
        if joint in ("or", "and", "and/or", "nor"):
            following = _word(reader, end + comma + 1, heads)
            if following:
                words.append(following)
                found.append((end + comma + 2, tuple(words), f", {joint}" if comma else joint))
            return found
        following = _word(reader, end + 1, heads) if comma else ""
        if not following:
            return found
        words.append(following)
        end += 2


def _word(reader: Reader, at: int, heads: dict[str, str] | None) -> str:
    word = reader.word(at)
    if heads is not None:
        found = heads.get(word, "")
        return (
            found
            if found or (heads is not _HEADS and heads is not _MANY)
            else _unlisted(reader, at, many=heads is _MANY)
        )
    return word if word.removeprefix("non-") in _ADJECTIVES or reader.tokens.capital(at) else ""


def _unlisted(reader: Reader, at: int, *, many: bool) -> str:
    """A subtype in no list as a noun, in the form that is printed; several end with an *s*."""
    word = reader.word(at)
    if word in _ADJECTIVES or word in _MANY or word in _HEADS or not reader.tokens.capital(at):
        return ""
    return word if not many or plural(word.removesuffix("s")) == word else ""


def _grouped(words: list[str]) -> list[list[str]]:
    groups: list[list[str]] = []
    joined = False
    for word in words:
        if word == "or":
            joined = True
        elif joined:
            groups[-1].append(word)
            joined = False
        else:
            groups.append([word])
    return groups


def say_joined(words: list[str], joint: str, voice: Voice) -> None:
    if len(words) == 1:
        voice.say(words[0])
        return
    comma = joint.startswith(",")
    for word in words[:-1]:
        voice.say(word, *((",",) if len(words) > 2 else ()))
    if len(words) > 2:
        voice.words.pop()
        if comma:
            voice.say(",")
    elif comma:
        voice.say(",")
    voice.say(joint.removeprefix(", "), words[-1])


@slots("a")
class One(Rule):
    """A noun phrase with an article: ``an ally you control``, ``another ally``."""

    def __init__(self, number: str = "one") -> None:
        super().__init__()
        self.nouns = _shared(number)

    def starts(self) -> frozenset[str] | None:
        return frozenset(("a", "an", "another", "any"))

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        if word not in ("a", "an", "another", "any"):
            reader.miss(at, "a …")
            return []
        return [(end, (word, tree)) for end, tree in reader.find(self.nouns, at + 1)]

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        word, inner = tree
        hearing.note(word)
        found: Filter = self.nouns.make(inner, hearing)
        return hearing.memory.another(found) if word == "another" else found

    def say(self, value: Any, voice: Voice) -> None:
        noted = voice.noted("another" if value.other else A)
        if (noted == "another") != value.other:
            raise Unsaid
        voice.say(noted)
        self.nouns.say(without_other(value), voice)

    @staticmethod
    def of_text(text: str) -> Filter:
        return Filter(text)


@slots("described")
class Described(One):
    """A noun phrase with an article that says more than just ``a card``."""

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        found = super().make(tree, hearing)
        if not found.described:
            raise Unmade("nothing is said about the card")
        return found

    def say(self, value: Any, voice: Voice) -> None:
        if value is None or not value.described:
            raise Unsaid
        super().say(value, voice)


@slots("others")
class Several(Rule):
    """Several things without a number: ``allies you control``, ``other Human allies you control``; or ``one`` of them."""

    def __init__(self, number: str = "many") -> None:
        super().__init__()
        self.nouns = _shared(number)

    def starts(self) -> frozenset[str] | None:
        return FIRST | {"other"}

    def read(self, reader: Reader, at: int) -> Readings:
        other = reader.word(at) == "other"
        return [(end, (other, tree)) for end, tree in reader.find(self.nouns, at + other)]

    def make(self, tree: Any, hearing: Hearing) -> Filter:
        other, inner = tree
        found: Filter = self.nouns.make(inner, hearing)
        return hearing.memory.another(found) if other else found

    def say(self, value: Any, voice: Voice) -> None:
        if value.other:
            voice.say("other")
        self.nouns.say(without_other(value), voice)

    @staticmethod
    def of_text(text: str) -> Filter:
        return Filter(text)


_SHARED: Final[dict[str, Nouns]] = {}


def _shared(number: str) -> Nouns:
    if number not in _SHARED:
        _SHARED[number] = Nouns(number)
    return _SHARED[number]


def nouns(*, many: bool) -> Nouns:
    """The rule for noun phrases of one, or of several."""
    return _shared("many" if many else "one")


def without_other(value: Filter) -> Filter:
    """The same phrase without ``another``."""
    if not value.other:
        return value
    return Filter(value.text.partition(" ")[2])
