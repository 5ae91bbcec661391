"""Reading and speaking by the same rules: each rule finds all its readings, makes a value of one, and says a value.

Reading has two phases. First every reading of the tokens is found, with nothing remembered from one place to another, so
that each rule is read once at each place. Then a reading is *made*: its parts are visited in the order of the text, and
pronouns are resolved by what has been mentioned so far. Speaking visits the parts of a value in the same order.

Where a value can be printed in several ways, making notes which one was used. These notes, the *wording*, are what speaking
needs to give the same text back; without them it takes the first way that fits.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from archivist.compiler.tokens import Tokens
from archivist.vocabulary.grammar import article, third
from archivist.vocabulary.node import misplaced
from archivist.vocabulary.printing import Form, Part

if TYPE_CHECKING:
    from archivist.compiler.memory import Memory

M = TypeVar("M", bound=Callable[..., Any])
A: Final = "a(n)"
"""An article whose form is not known yet."""

CAPITAL: Final = "A…"
"""Stands for any word with a capital among the words with which a rule can begin."""

_ARTICLES: Final = (("a",), ("an",))

Readings = list[tuple[int, Any]]
"""The readings of a rule at a place: where each ends, and what was read."""


class Unmade(Exception):
    """A reading that means nothing: a pronoun without an antecedent, or words that do not agree."""


class Unsaid(Exception):
    """A value that a rule cannot say."""


class TooMuch(Exception):
    """A text that can be read in more ways than anybody would try."""


class Patience:
    """How much reading and making a card's text may still take.

    A text that can be continued in two ways at each of its words has more readings than can be counted.
    """

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self, steps: int) -> None:
        """Takes steps away. Raises TooMuch once none are left."""
        self.left -= steps
        if self.left < 0:
            raise TooMuch


class Reader:
    """The tokens of a text, what has been read where, and how far reading got."""

    def __init__(self, tokens: Tokens, patience: Patience) -> None:
        self.tokens = tokens
        self.patience = patience
        self.words = tokens.words
        self.memo: list[dict[int, Readings]] = [{} for _ in range(len(self.words) + 1)]
        self.furthest = -1
        self.expected: set[str] = set()

    def find(self, rule: Rule, at: int) -> Readings:
        """All readings of a rule at a place, found once. Whoever asks goes on with each of them, which costs as much."""
        if at > len(self.words):
            return []
        here = self.memo[at]
        known = here.get(rule.number)
        if known is None:
            here[rule.number] = []
            known = here[rule.number] = rule.read(self, at)
        self.patience.spend(1 + len(known))
        return known

    def word(self, at: int) -> str:
        return self.words[at] if at < len(self.words) else ""

    def miss(self, at: int, expected: str) -> None:
        """Something else was needed here; the furthest of these places is where reading stopped."""
        if at > self.furthest:
            self.furthest, self.expected = at, set()
        if at == self.furthest:
            self.expected.add(expected)


class Hearing:
    """The second phase of reading: what has been mentioned, the wording so far, and the values of the form at work."""

    def __init__(self, memory: Memory, tokens: Tokens) -> None:
        self.memory = memory
        self.tokens = tokens
        self.wording: list[Any] = []
        self.values: dict[str, Any] = {}
        self.before: list[Any] = []
        """Choices that the clause at work has made on the way: ``put a counter on an ally you control``."""
        self.tail: Any = None
        self.tail_place = "end"
        self.splits: Any = None
        """What the targets at hand are to share."""
        self.heads: list[tuple[Any, str]] = []
        """The numbers of the clause at work, each with the way it is said."""
        self.grants: dict[str, Any] = {}

    def note(self, choice: Any) -> None:
        self.wording.append(choice)


class Voice:
    """Speaking: what has been mentioned, the words so far, and the wording to follow."""

    def __init__(self, memory: Memory, wording: Sequence[Any] | None = None) -> None:
        self.memory = memory
        self.wording = wording
        self.at = 0
        self.words: list[str] = []
        self.values: dict[str, Any] = {}
        self.before: list[Any] = []
        self.tail: Any = None
        self.plural = False
        self.many = False
        self.standing = False
        """Whether what is said holds all the time."""
        self.chosen: list[Any] = []
        """The choices of the clause at work, whether or not they have been spoken."""
        self.groups: tuple[Any, ...] = ()
        """The groups of targets that the text has."""
        self.grants: dict[str, Any] = {}

    def say(self, *words: str) -> None:
        """Says words; an article that stands last gets the form that the next word needs."""
        if words and self.words and self.words[-1] == A:
            self.words[-1] = article(words[0]).split()[0]
        self.words += words

    def choices(self, options: Iterable[Any]) -> Iterator[Any]:
        """The options to try: the one that was noted, or all of them in order. Each starts where the first did."""
        if self.wording is not None:
            if self.at >= len(self.wording):
                raise Unsaid("the wording ends early")
            noted = self.wording[self.at]
            self.at += 1
            yield noted
            return
        said, memory, tail, before = len(self.words), self.memory, self.tail, list(self.before)
        for option in options:
            self.memory = memory.copied()
            self.tail, self.before = tail, list(before)
            del self.words[said:]
            yield option

    def noted(self, default: Any) -> Any:
        """What was noted here, or what is usual."""
        return next(self.choices((default,)))

    def first(self, options: Iterable[Any], say: Any) -> None:
        """Says something in the first way that works."""
        for option in self.choices(options):
            try:
                say(option)
            except Unsaid:
                if self.wording is not None:
                    raise
                continue
            return
        raise Unsaid


class Rule:
    """Something that can be read, made and said."""

    count = 0
    name = "something else"
    optional = False
    """Whether it can say that there is nothing."""

    def __init__(self) -> None:
        Rule.count += 1
        self.number = Rule.count

    def read(self, reader: Reader, at: int) -> Readings:
        raise NotImplementedError

    def make(self, tree: Any, hearing: Hearing) -> Any:
        raise NotImplementedError

    def say(self, value: Any, voice: Voice) -> None:
        raise NotImplementedError

    def starts(self) -> frozenset[str] | None:
        """The words with which it can begin, if they are few."""
        return None


class Word(Rule):
    """A literal word, or one of several; which one is noted."""

    def __init__(self, *options: str) -> None:
        super().__init__()
        self.options = tuple(tuple(option.split()) for option in options)
        self.only = self.options[0] if len(self.options) == 1 else None

    def read(self, reader: Reader, at: int) -> Readings:
        found = []
        for index, option in enumerate(self.options):
            if reader.words[at : at + len(option)] == option:
                found.append((at + len(option), index))
            else:
                same = next((n for n, word in enumerate(option) if reader.word(at + n) != word), 0)
                reader.miss(at + same, option[same] if option else "")
        return found

    def make(self, tree: Any, hearing: Hearing) -> Any:
        if len(self.options) > 1:
            hearing.note(tree)

    def say(self, value: Any, voice: Voice) -> None:
        index = voice.noted(0) if len(self.options) > 1 else 0
        if voice.wording is None and self.options == _ARTICLES:
            voice.say(A)  # what follows it says which
            return
        voice.say(*self.options[index])

    def starts(self) -> frozenset[str] | None:
        return frozenset(option[0] for option in self.options) if all(self.options) else None


class Verb(Rule):
    """A verb that agrees with its subject: ``get(s)``."""

    def __init__(self, verb: str) -> None:
        super().__init__()
        self.forms = (third(verb), third(verb, many=True))

    def read(self, reader: Reader, at: int) -> Readings:
        found = [(at + 1, index) for index, each in enumerate(self.forms) if reader.word(at) == each]
        if not found:
            reader.miss(at, self.forms[0])
        return found[:1] if self.forms[0] == self.forms[1] else found

    def make(self, tree: Any, hearing: Hearing) -> Any:
        hearing.note(tree)

    def say(self, value: Any, voice: Voice) -> None:
        voice.say(self.forms[voice.noted(int(voice.plural))])

    def starts(self) -> frozenset[str] | None:
        return frozenset(self.forms)


class Choice(Rule):
    """One of several rules; those that begin with a known word are looked up by it."""

    def __init__(self, options: Iterable[Rule] = (), name: str = "") -> None:
        super().__init__()
        self.options: list[Rule] = list(options)
        self.name = name
        self._lookup: tuple[dict[str, tuple[int, ...]], tuple[int, ...]] | None = None

    def extend(self, options: Iterable[Rule]) -> None:
        """Takes in further rules."""
        self.options += options

    @property
    def lookup(self) -> tuple[dict[str, tuple[int, ...]], tuple[int, ...]]:
        """The rules to try at a word, and those to try at any other word; put together when first needed."""
        if self._lookup is None:
            begins = [self.begins(option) for option in self.options]
            others = tuple(index for index, words in enumerate(begins) if words is None)
            index: dict[str, tuple[int, ...]] = {}
            for word in sorted({word for words in begins if words is not None for word in words}):
                index[word] = tuple(n for n, words in enumerate(begins) if words is None or word in words)
            self._lookup = index, others
        return self._lookup

    def begins(self, option: Rule) -> frozenset[str] | None:
        """The words with which one of the rules can begin."""
        return option.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        index, others = self.lookup
        here = index.get(reader.word(at), others)
        if here is others and CAPITAL in index and reader.tokens.capital(at):
            here = index[CAPITAL]
        if here is others:
            reader.miss(at, self.name or "…")
        found: Readings = []
        for number in here:
            found += [(end, (number, tree)) for end, tree in reader.find(self.options[number], at)]
        return found

    def make(self, tree: Any, hearing: Hearing) -> Any:
        index, inner = tree
        hearing.note(index)
        return self.options[index].make(inner, hearing)

    def say(self, value: Any, voice: Voice) -> None:
        voice.first(range(len(self.options)), lambda index: self.options[index].say(value, voice))

    def starts(self) -> frozenset[str] | None:
        index, others = self.lookup
        return None if others else frozenset(index)


def defaults(cls: type) -> tuple[tuple[str, Any], ...]:
    """The fields of a node with their defaults; those that must be given have none (`REQUIRED`)."""
    known = _DEFAULTS.get(cls)
    if known is not None:
        return known
    found = []
    for field in msgspec.structs.fields(cls):
        default = field.default
        if default is msgspec.NODEFAULT:
            made = field.default_factory
            default = REQUIRED if made is msgspec.NODEFAULT else made()
        found.append((field.name, default))
    _DEFAULTS[cls] = tuple(found)
    return _DEFAULTS[cls]


_DEFAULTS: Final[dict[type, tuple[tuple[str, Any], ...]]] = {}
REQUIRED: Final = object()
_ITEM: Final = re.compile(r"\{([a-z_.*]*):([^{}]*)\}|<([^<>]*)>|([a-z]+)\(s\)|\[([a-z]+)\]|([^\s{}<>]+)")

SLOTS: Final[dict[str, tuple[Any, dict[str, Rule]]]] = {}
"""What makes the rules that slots name, and those made so far by what stands behind the name."""


def slot(name: str) -> Rule:
    """The rule that a slot names: ``count card`` is the rule ``count`` for ``card``."""
    key, _, rest = name.partition(" ")
    maker, made = SLOTS[key]
    if rest not in made:
        made[rest] = maker(rest) if rest else maker()
    return made[rest]


def slots(name: str) -> Callable[[M], M]:
    """Declares the class, or function, that makes the rule of a name."""

    def declare(maker: M) -> M:
        SLOTS[name] = maker, {}
        return maker

    return declare


class Template(Rule):
    """A form of a node: its words and slots in the order of the text."""

    def __init__(self, cls: type, form: Form) -> None:
        super().__init__()
        self.cls = cls
        self.form = form
        self._items: list[tuple[str, Rule]] | None = None

    @property
    def items(self) -> list[tuple[str, Rule]]:
        """Each part with the field it fills, if any; put together when first needed, since rules name each other."""
        if self._items is None:
            self._items = list(items_of(self.form.template))
        return self._items

    def starts(self) -> frozenset[str] | None:
        return self.items[0][1].starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return read_items(self.items, reader, at)

    def make(self, tree: Any, hearing: Hearing) -> Any:
        outer, hearing.values = hearing.values, {}
        try:
            for (name, rule), part in zip(self.items, tree, strict=True):
                value = rule.make(part, hearing)
                if name:
                    hearing.values[name] = value
            return self.built(hearing.values)
        except (ValueError, TypeError) as error:
            raise Unmade(str(error)) from error
        finally:
            hearing.values = outer

    def built(self, values: dict[str, Any]) -> Any:
        """The node with the values of its slots."""
        return _built(Part(self.cls, self.form.fields), values, "")

    def taken(self, value: Any) -> dict[str, Any]:
        """The values for the slots; refused if the node says anything else than this form."""
        found: dict[str, Any] = {}
        slots = {name for name, _ in self.items if name}
        if self.cls is dict:
            if value.keys() != slots | self.form.fields.keys():
                raise Unsaid
            if any(value[name] != fixed for name, fixed in self.form.fields.items()):
                raise Unsaid
            return dict(value)
        several = next((rule for name, rule in self.items if name == "*"), None)
        if several is not None:
            if type(value) is not self.cls:
                raise Unsaid
            names: tuple[str, ...] = several.fields  # type: ignore[attr-defined]
            found["*"] = {name: getattr(value, name) for name in names}
            slots |= set(names)
        _take(Part(self.cls, self.form.fields), value, "", slots, found)
        return found

    def say(self, value: Any, voice: Voice) -> None:
        values = self.taken(value)
        outer, voice.values = voice.values, values
        try:
            for name, rule in self.items:
                value = values.get(name)
                if name and value is None and not rule.optional:
                    raise Unsaid
                rule.say(value, voice)
        finally:
            voice.values = outer


def read_items(items: Sequence[tuple[str, Rule]], reader: Reader, at: int) -> Readings:
    """All readings of rules one after the other."""
    found: Readings = [(at, ())]
    for _, rule in items:
        if type(rule) is Word and rule.only is not None:
            words, length = rule.only, len(rule.only)
            kept = []
            for place, trees in found:
                if reader.words[place : place + length] == words:
                    kept.append((place + length, (*trees, 0)))
                else:
                    rule.read(reader, place)
            found = kept
        else:
            found = [(end, (*trees, tree)) for place, trees in found for end, tree in reader.find(rule, place)]
        if not found:
            break
    return found


def read_joined(reader: Reader, at: int, rule: Rule, joints: Sequence[tuple[str, ...]]) -> Readings:
    """All readings of one or several of a rule with joints between them: what was read, and which joints."""
    found: Readings = [(end, ((tree,), ())) for end, tree in reader.find(rule, at)]
    for end, (trees, between) in found:
        for index, joint in enumerate(joints):
            if reader.words[end : end + len(joint)] == joint:
                for last, tree in reader.find(rule, end + len(joint)):
                    found.append((last, ((*trees, tree), (*between, index))))
    return found


def items_of(template: str) -> Iterator[tuple[str, Rule]]:
    words: list[str] = []
    for match in _ITEM.finditer(template):
        field, rule, options, verb, noun, word = match.groups()
        if word is not None:
            words.append(word)
            continue
        if words:
            yield "", Word(" ".join(words))
            words = []
        if rule is not None:
            yield field, slot(rule)
        elif options is not None:
            yield "", Word(*options.split("|"))
        elif noun is not None:
            yield "", slot(f"noun {noun}")
        else:
            yield "", Verb(verb)
    if words:
        yield "", Word(" ".join(words))


def _built(part: Part, values: dict[str, Any], path: str) -> Any:
    fields: dict[str, Any] = {}
    for name, value in part.fields.items():
        fields[name] = _built(value, values, f"{path}{name}.") if isinstance(value, Part) else value
    for name, value in values.items():
        if name.startswith(path) and "." not in name[len(path) :]:
            fields[name[len(path) :]] = value
    fields |= fields.pop("*", {})
    placeless = getattr(part.cls, "placeless", ())
    if placeless and misplaced(map(fields.get, placeless)):
        raise ValueError("what it is can be said here, but not where it lies")
    return part.cls(**{name: value for name, value in fields.items() if value is not None})


def _take(part: Part, value: Any, path: str, slots: set[str], found: dict[str, Any]) -> None:
    if type(value) is not part.cls:
        raise Unsaid
    placeless = getattr(part.cls, "placeless", ())
    if placeless and misplaced(getattr(value, name, None) for name in placeless):
        raise Unsaid
    for field, default in defaults(part.cls):
        name, own = f"{path}{field}", getattr(value, field)
        fixed = part.fields.get(field, REQUIRED)
        if isinstance(fixed, Part):
            _take(fixed, own, f"{name}.", slots, found)
        elif name in slots:
            found[name] = own
        elif own != (fixed if fixed is not REQUIRED else default):
            raise Unsaid


def either(one: frozenset[str] | None, other: frozenset[str]) -> frozenset[str] | None:
    """The words with which one of two rules can begin, if both know them."""
    return None if one is None else one | other


def forms(*classes: type) -> list[Rule]:
    """The forms of some nodes, as rules."""
    return [Template(cls, each) for cls in classes for each in cls.__dict__.get("printed", ())]
