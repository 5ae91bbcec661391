"""Mentions of things and players: the card's own name, targets, what is chosen, pronouns, whoever does something."""

from __future__ import annotations

from typing import Any, Final, Literal

from archivist.compiler.engine import (
    A,
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
    Word,
    either,
    slots,
)
from archivist.compiler.memory import Thing, called
from archivist.compiler.nouns import FIRST, One, nouns, without_other
from archivist.compiler.phrases import NUMBERS, Name
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.effects.looking import Choose
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import plural
from archivist.vocabulary.node import Ref
from archivist.vocabulary.targets import Targets

_NOUNS: Final = (
    *("ally", "unit", "champion", "card", "object", "weapon", "item", "token", "phantasia", "domain", "regalia"),
    *("activation", "trigger", "ability", "attack", "beast"),
)
_MANY: Final = {plural(noun): noun for noun in _NOUNS}
_PRIVATE: Final = frozenset(("hand", "memory", "deck", "material"))


class Fixed(Rule):
    """A mention in words that always mean the same."""

    def __init__(self, ref: str, *options: str, many: bool = False) -> None:
        super().__init__()
        self.ref = ref
        self.word = Word(*options)
        self.many = many

    def starts(self) -> frozenset[str] | None:
        return self.word.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return self.word.read(reader, at)

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        self.word.make(tree, hearing)
        hearing.memory.mention(Thing(self.ref, frozenset((self.word.options[tree][-1],)), self.many))
        return Ref(self.ref)

    def say(self, value: Any, voice: Voice) -> None:
        if value != Ref(self.ref):
            raise Unsaid
        self.word.say(None, voice)
        voice.memory.mention(Thing(self.ref, frozenset((voice.words[-1],)), self.many))
        voice.plural = self.many


class Itself(Rule):
    """The card's own name, or ``this card``."""

    options = ("~", *(f"this {noun}" for noun in _NOUNS))

    def __init__(self) -> None:
        super().__init__()
        self.word = Word(*self.options)

    def starts(self) -> frozenset[str] | None:
        return frozenset(("~", "this"))

    def read(self, reader: Reader, at: int) -> Readings:
        return self.word.read(reader, at)

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        self.word.make(tree, hearing)
        memory = hearing.memory
        if tree and self.options[tree] == "this attack":
            raise Unmade("an attack is not a thing")
        memory.mention_this()
        return memory.this

    def say(self, value: Any, voice: Voice) -> None:
        if value != voice.memory.this:
            raise Unsaid
        voice.memory.mention_this()
        self.word.say(None, voice)
        voice.plural = False


class Pronoun(Rule):
    """``it``, or ``them`` and ``they``."""

    def __init__(self) -> None:
        super().__init__()
        self.word = Word("it", "them", "they", "him", "her", "each of them")

    def starts(self) -> frozenset[str] | None:
        return self.word.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return self.word.read(reader, at)

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        self.word.make(tree, hearing)
        return hearing.memory.pronoun(many=tree in (1, 2, 5))

    def say(self, value: Any, voice: Voice) -> None:
        last = voice.memory.last
        if last is None or Ref(last.ref) != value:
            raise Unsaid
        index = voice.noted(1 if last.many else 0)
        try:
            if voice.memory.pronoun(many=index in (1, 2, 5)) != value:
                raise Unsaid
        except Unmade as error:
            raise Unsaid from error
        voice.say(*self.word.options[index])
        voice.plural = (last.many or index in (1, 2)) and index != 5


class Mastery(Rule):
    """A mastery by its name: ``your Shifting Currents``."""

    def __init__(self) -> None:
        super().__init__()
        self.mastery = Name()

    def starts(self) -> frozenset[str] | None:
        return frozenset(("your",))

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.mastery, at + 1)[-1:] if reader.word(at) == "your" else []

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        ref = Ref(f"mastery {self.mastery.make(tree, hearing)}")
        hearing.memory.mention(Thing(ref.text, frozenset(("mastery",))))
        return ref

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, Ref) or not value.name.startswith("mastery "):
            raise Unsaid
        voice.say("your")
        self.mastery.say(value.name.removeprefix("mastery "), voice)
        voice.memory.mention(Thing(value.text, frozenset(("mastery",))))
        voice.plural = False


class Again(Rule):
    """Something mentioned before: ``that ally``, ``those allies``, ``the chosen card``, ``the discarded card``."""

    marks = (
        *("that", "those", "the chosen", "the discarded", "the revealed", "each of those"),
        *("the banished", "the sacrificed"),
    )
    given: Final = ("the banished", "the sacrificed", "the discarded")
    deeds: Final = {"the banished": ("banish",), "the sacrificed": ("sacrifice",), "the discarded": ("discard",)}

    def starts(self) -> frozenset[str] | None:
        return frozenset(("that", "those", "the", "each"))

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for index, mark in enumerate(self.marks):
            words = tuple(mark.split())
            end = at + len(words)
            if reader.words[at:end] != words:
                continue
            noun = reader.word(end)
            if noun in _NOUNS and not mark.endswith("those"):
                found.append((end + 1, (index, noun, False)))
            elif noun in _MANY and mark != "that":
                found.append((end + 1, (index, _MANY[noun], True)))
            else:
                reader.miss(end, "a noun")
        return found

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        hearing.note(tree)
        return self._meant(tree, hearing.memory)

    def _meant(self, tree: Any, memory: Any) -> Ref:
        index, noun, many = tree
        mark = self.marks[index]
        deed = (
            next((each for each in reversed(memory.deeds) if each in self.deeds[mark]), "")
            if mark in self.given
            else ""
        )
        if mark in self.given and not many and memory.given == mark.removeprefix("the ") and not deed:
            memory.mention(Thing("given", frozenset((noun, "card"))))
            return Ref("given")
        if deed and mark != "the discarded" and noun != "card":
            if many or memory.several_gone:
                raise Unmade(f"several could have been {mark.removeprefix('the ')}")
            return Ref("gone")
        if mark == "the banished":
            thing = next((each for each in memory.things if "banished" in each.nouns and each.many == many), None)
            if thing is None or noun != "card":
                raise Unmade("nothing was banished")
            memory.mention(thing)
            return Ref(thing.ref)
        if mark == "the sacrificed":
            raise Unmade("nothing was sacrificed")
        if mark in ("the discarded", "the chosen", "the revealed"):
            wanted = "revealed" if mark == "the revealed" else "chosen"
            if not any(each.ref == wanted and each.many == many for each in memory.things):
                raise Unmade(f"nothing was {mark.removeprefix('the ')}")
            memory.mention(next(each for each in memory.things if each.ref == wanted))
            return Ref(wanted)
        found: Ref = memory.called(noun, many=many)
        return found

    def say(self, value: Any, voice: Voice) -> None:
        thing = next((each for each in voice.memory.things if Ref(each.ref) == value), None)
        options = []
        if thing is not None:
            options = [(int(thing.many), noun, thing.many) for noun in _NOUNS if noun in thing.nouns]
        if value == Ref("gone"):
            options = [(self.marks.index(mark), noun, False) for mark in self.given[:2] for noun in _NOUNS]
        if value == Ref("given"):
            mark = self.marks.index(f"the {voice.memory.given}") if voice.memory.given else 0
            options = [(mark, "card", False)]

        def say(tree: Any) -> None:
            try:
                if self._meant(tree, voice.memory) != value:
                    raise Unsaid
            except Unmade as error:
                raise Unsaid from error
            index, noun, many = tree
            voice.say(*self.marks[index].split(), plural(noun) if many else noun)
            voice.plural = many

        voice.first(options, say)


class Target(Rule):
    """A group of targets, when it is first mentioned: ``up to two target allies``, ``another target unit``."""

    fronts: Final = ("", "another", "up to one", "up to one other", "any amount of", "each of up to", "up to", "x")
    single: Final = ("from", "a", "single", "graveyard")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("target", "another", "up", "any", *NUMBERS))

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for index, (end, count, many) in self._fronts(reader, at):
            if reader.word(end) != "target":
                reader.miss(end, "target")
                continue
            for last, tree in reader.find(nouns(many=many), end + 1):
                found.append((last, (index, count, many, tree, False)))
                if many and reader.words[last : last + 4] == self.single:
                    found.append((last + 4, (index, count, many, tree, True)))
        return found

    def _fronts(self, reader: Reader, at: int) -> list[tuple[int, tuple[int, int, bool]]]:
        first, second, third_ = (reader.word(at + n) for n in range(3))
        if first == "target":
            return [(0, (at, 1, False))]
        if first == "another":
            return [(1, (at + 1, 1, False))]
        if (first, second) == ("up", "to"):
            if third_ == "one":
                return [(2, (at + 3, 1, False)), *([(3, (at + 4, 1, False))] if reader.word(at + 3) == "other" else [])]
            return [(6, (at + 3, NUMBERS.index(third_), True))] if third_ in NUMBERS else []
        if (first, second, third_) == ("any", "amount", "of"):
            return [(4, (at + 3, 1, True))]
        return [(7, (at + 1, NUMBERS.index(first), True))] if first in NUMBERS else []

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        index, count, many, inner, single = tree
        hearing.note(index)
        of = nouns(many=many).make(inner, hearing)
        if index in (1, 3):
            of = hearing.memory.another(of)
        if single and (of.zones or of.owner):
            raise Unmade("they lie in one graveyard")
        of = Filter(f"{of.text} in any graveyard") if single else of
        same: Literal["", "graveyard"] = "graveyard" if single else ""
        group = Targets(of=of, count=Amount(count), up_to=index in (2, 3, 6), any=index == 4, same=same)
        return hearing.memory.aim(group)

    def say(self, value: Any, voice: Voice) -> None:
        groups = [each for each in voice.groups if not each.player]
        number = sum(not each.player for each in voice.memory.groups)
        if number >= len(groups):
            raise Unsaid
        group = groups[number]
        if voice.memory.copied().aim(group) != value or group.same == "reserve cost" or group.split is not None:
            raise Unsaid
        assert group.of is not None
        count = group.count.fixed
        if count is None:
            raise Unsaid
        many = group.any or count != 1
        usual = (
            4
            if group.any
            else (6 if many else 3 if group.of.other else 2)
            if group.up_to
            else (7 if many else int(group.of.other))
        )
        index = voice.noted(usual)
        if index != usual:
            raise Unsaid
        voice.say(*self.fronts[index].split() if index != 7 else ())
        if index in (6, 7):
            voice.say(NUMBERS[count])
        voice.say("target")
        if group.same:
            if not many or not group.of.text.endswith(" in any graveyard"):
                raise Unsaid
            nouns(many=many).say(Filter(group.of.text.removesuffix(" in any graveyard")), voice)
            voice.say(*self.single)
        else:
            nouns(many=many).say(without_other(group.of), voice)
        voice.memory.aim(group)
        voice.plural = many


class Each(Rule):
    """All of a kind: ``each ally you control``, ``all allies``, and as a subject just ``allies you control``."""

    def __init__(self, bare: bool) -> None:
        super().__init__()
        self.bare = bare

    def starts(self) -> frozenset[str] | None:
        return FIRST | {"each", "all", "other"} if self.bare else frozenset(("each", "all"))

    def read(self, reader: Reader, at: int) -> Readings:
        word = reader.word(at)
        style = word if word in ("each", "all") else "" if self.bare else None
        if style is None:
            return []
        at += bool(style)
        other = reader.word(at) == "other"
        many = style != "each"
        return [(end, (style, other, tree)) for end, tree in reader.find(nouns(many=many), at + other)]

    @staticmethod
    def _but_champion(of: Filter, memory: Any) -> bool:
        """Whether *other* means other than your champion: it alone has been spoken of, on a card that is no unit."""
        units = {name for _, names, _ in of.tests for name in names} & {"unit", "champion"}
        spoken = [each for each in memory.things if each.ref != "this"]
        return bool(units) and "action" in memory.types and memory.counted_champion and not spoken

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        style, other, inner = tree
        hearing.note(style)
        of = nouns(many=style != "each").make(inner, hearing)
        text = of.text
        if other and self._but_champion(of, hearing.memory):
            text = f"{of.text} except your champion"
        elif other:
            text = hearing.memory.another(of).text
        ref = Ref(f"each {text}")
        assert ref.each is not None
        hearing.memory.mention(Thing(ref.text, called(ref.each), many=True))
        return ref

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, Ref) or value.each is None:
            raise Unsaid
        style = voice.noted("" if self.bare else "each")
        of = value.each
        other = of.other
        if of.excepted and of.text.endswith(" except your champion"):
            plain = Filter(of.text.removesuffix(" except your champion"))
            if self._but_champion(plain, voice.memory):
                of, other = plain, True
        voice.say(*([style] if style else []), *(["other"] if other else []))
        nouns(many=style != "each").say(without_other(of), voice)
        voice.memory.mention(Thing(value.text, called(value.each), many=True))
        voice.plural = style != "each"


class Chosen(Rule):
    """What is chosen as it is mentioned: ``an ally you control``, ``up to two cards from your graveyard``."""

    def starts(self) -> frozenset[str] | None:
        return frozenset(("a", "an", "another", "up", "any", "each", *NUMBERS))

    def read(self, reader: Reader, at: int) -> Readings:
        first, second, third_ = (reader.word(at + n) for n in range(3))
        if first in ("a", "an"):
            return self._found(reader, at + 1, (first, 1, False))
        if first == "another":
            return self._found(reader, at + 1, ("another", 1, False))
        if (first, second) == ("up", "to") and third_ in NUMBERS:
            count = NUMBERS.index(third_)
            return self._found(reader, at + 3, ("up to", count, count != 1))
        if (first, second, third_, reader.word(at + 3)) == ("each", "of", "up", "to") and reader.word(
            at + 4
        ) in NUMBERS:
            return self._found(reader, at + 5, ("each of up to", NUMBERS.index(reader.word(at + 4)), True))
        if (first, second, third_) == ("any", "amount", "of"):
            return self._found(reader, at + 3, ("any", 1, True))
        if first in NUMBERS:
            count = NUMBERS.index(first)
            return self._found(reader, at + 1, ("", count, count != 1))
        return []

    @staticmethod
    def _found(reader: Reader, at: int, how: tuple[str, int, bool]) -> Readings:
        other = reader.word(at) == "other"
        return [(end, (how, other, tree)) for end, tree in reader.find(nouns(many=how[2]), at + other)]

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        (style, count, many), other, inner = tree
        hearing.note(style)
        of = nouns(many=many).make(inner, hearing)
        if other or style == "another":
            of = hearing.memory.another(of)
        exact = style == "" and count > 1 and of.described and not _PRIVATE.isdisjoint(of.zones)
        if exact and hearing.memory.optional != len(hearing.memory.before):
            raise Unmade("of cards that nobody sees fewer can be found, and then it would not be done")
        up_to = style.endswith("up to")
        hearing.before.append(Choose(of=of, amount=Amount(count), up_to=up_to, any=style == "any", exact=exact))
        return hearing.memory.choose(of, many=many)

    def say(self, value: Any, voice: Voice) -> None:
        if value != Ref("chosen") or not voice.before:
            raise Unsaid
        choose = voice.before.pop(0)
        count = choose.amount.fixed
        plain = Choose(of=choose.of, amount=choose.amount, up_to=choose.up_to, any=choose.any, exact=choose.exact)
        if count is None or choose != plain:
            raise Unsaid
        private = choose.of.described and not _PRIVATE.isdisjoint(choose.of.zones)
        if choose.exact != (private and count > 1 and not choose.up_to and not choose.any):
            raise Unsaid
        many = choose.any or count != 1
        one = "another" if choose.of.other else A
        style = voice.noted("any" if choose.any else "up to" if choose.up_to else "" if many else one)
        if (style == "any") != choose.any or style.endswith("up to") != choose.up_to:
            raise Unsaid
        if style in ("another", "a", "an", A) and (many or (style == "another") != choose.of.other):
            raise Unsaid
        voice.say(*{"any": ("any", "amount", "of"), "": ()}.get(style, tuple(style.split())))
        if style in ("up to", "each of up to", ""):
            voice.say(NUMBERS[count])
        if choose.of.other and style != "another":
            voice.say("other")
        nouns(many=many).say(without_other(choose.of), voice)
        voice.memory.choose(choose.of, many=many)
        voice.plural = many and not style.startswith("each")


class TheirChampion(Rule):
    """The champion of the player whom the event is about, or who was targeted: ``their champion``."""

    options: Final = (
        ("their", "champion"),
        ("that", "player", "'s", "champion"),
        ("that", "opponent", "'s", "champion"),
    )
    ref: Final = Ref("each champion that player controls")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("their", "that"))

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (at + len(words), index)
            for index, words in enumerate(self.options)
            if reader.words[at : at + len(words)] == words
        ]

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        hearing.note(tree)
        if not self._known(hearing.memory):
            raise Unmade("no player that could be meant")
        hearing.memory.mention(Thing(self.ref.text, frozenset(("champion", "unit"))))
        return self.ref

    @staticmethod
    def _known(memory: Any) -> bool:
        return bool(memory.that_player or any(each.player for each in memory.groups))

    def say(self, value: Any, voice: Voice) -> None:
        if value != self.ref or not self._known(voice.memory):
            raise Unsaid
        voice.say(*self.options[voice.noted(0)])
        voice.memory.mention(Thing(self.ref.text, frozenset(("champion", "unit"))))
        voice.plural = False


_ITSELF: Final = Itself()
_FIXED: Final = (
    Fixed("champion", "your champion"),
    Fixed("attacker", "the attacker"),
    Fixed("that", "the hit ally", "the hit unit", "the hit object", "the hit champion"),
    Fixed("that", "the killed ally", "the killed unit", "the killed object", "the killed champion"),
    Fixed("linked", "linked ally", "linked unit", "linked weapon", "linked champion", "linked item"),
    Fixed("mastery", "your mastery"),
    Mastery(),
)
_KNOWN: Final = (Pronoun(), Again(), _ITSELF, *_FIXED, TheirChampion(), Target())
_THING: Final = Choice((*_KNOWN, Each(bare=False), Chosen()), "a thing")
_SUBJECT: Final = Choice((*_KNOWN, Each(bare=True), Chosen()), "a subject")


@slots("thing")
def thing() -> Rule:
    """What is acted upon."""
    return _THING


@slots("subject")
def subject() -> Rule:
    """What does or is something."""
    return _SUBJECT


@slots("own")
def own() -> Rule:
    """The card itself."""
    return Choice((_ITSELF, Pronoun()), "its name")


@slots("its")
class Possessive(Rule):
    """``its``, ``that ally's``, ``your champion's``."""

    def __init__(self) -> None:
        super().__init__()
        self.thing = _THING

    def starts(self) -> frozenset[str] | None:
        return either(self.thing.starts(), frozenset(("its", "their")))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) in ("its", "their"):
            return [(at + 1, None)]
        found = reader.find(self.thing, at)
        return [(end + 1, tree) for end, tree in found if reader.word(end) in ("'s", "'")]

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        hearing.note(tree is None)
        if tree is None:
            return hearing.memory.pronoun(many=False)
        found: Ref = self.thing.make(tree, hearing)
        if found.name == "champion":
            raise Unmade("your champion's attacks have words of their own")
        return found

    def say(self, value: Any, voice: Voice) -> None:
        last = voice.memory.last
        if voice.noted(last is not None and Ref(last.ref) == value):
            if last is None or Ref(last.ref) != value:
                raise Unsaid
            voice.say("its")
            return
        self.thing.say(value, voice)
        voice.say("'" if voice.words[-1].endswith("s") else "'s")


@slots("one_thing")
class OneThing(Rule):
    """One thing whose number is asked for: ``that ally``, ``the banished card``."""

    written = r"[a-z]+(?:\([a-z ]+\))?"
    refs: Final = ("this", "that", "target", "chosen", "given", "gone", "revealed", "it")

    def __init__(self) -> None:
        super().__init__()
        self.thing: Rule = Choice(_KNOWN, "a thing")

    def starts(self) -> frozenset[str] | None:
        return self.thing.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.thing, at)

    def make(self, tree: Any, hearing: Hearing) -> str:
        return self._checked(self.thing.make(tree, hearing), hearing.memory)

    def _checked(self, ref: Ref, memory: Any) -> str:
        many = next((each.many for each in memory.things if each.ref == ref.text), False)
        if ref.each is not None or ref.name.partition("(")[0] not in self.refs or many:
            raise Unmade(f"{ref.text} has no number that could be meant")
        return ref.name

    def say(self, value: Any, voice: Voice) -> None:
        self.thing.say(Ref(str(value)), voice)

    @staticmethod
    def of_text(text: str) -> str:
        return text


@slots("stat_of")
class StatOf(OneThing):
    """Whose number is asked for: ``its``, ``that ally's``."""

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) == "its":
            return [(at + 1, None)]
        return [(end + 1, tree) for end, tree in reader.find(self.thing, at) if reader.word(end) in ("'s", "'")]

    def starts(self) -> frozenset[str] | None:
        return either(self.thing.starts(), frozenset(("its",)))

    def make(self, tree: Any, hearing: Hearing) -> str:
        hearing.note(tree is None)
        if tree is None:
            return self._checked(hearing.memory.pronoun(many=False), hearing.memory)
        return super().make(tree, hearing)

    def say(self, value: Any, voice: Voice) -> None:
        last = voice.memory.last
        if voice.noted(False):
            if last is None or last.ref != str(value):
                raise Unsaid
            voice.say("its")
            return
        super().say(value, voice)
        voice.say("'" if voice.words[-1].endswith("s") else "'s")


_SINGLE: Final = Choice(_KNOWN, "a thing")
_PICKED: Final = Choice((*_KNOWN, Chosen()), "a thing")


@slots("picked")
def picked() -> Rule:
    """What is acted upon, by name or by choice, but not all of a kind."""
    return _PICKED


@slots("single")
def single() -> Rule:
    """What is acted upon, but not all of a kind."""
    return _SINGLE


@slots("each")
def each() -> Rule:
    """All of a kind."""
    return Each(bare=False)


@slots("whichever")
class Whichever(Rule):
    """All of a kind, each by itself: ``a distant unit you control``, where something happens to any of them."""

    def __init__(self) -> None:
        super().__init__()
        self.one = One()

    def starts(self) -> frozenset[str] | None:
        return self.one.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.one, at)

    def make(self, tree: Any, hearing: Hearing) -> Ref:
        ref = Ref(f"each {self.one.make(tree, hearing).text}")
        assert ref.each is not None
        hearing.memory.mention(Thing(ref.text, called(ref.each)))
        return ref

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, Ref) or value.each is None:
            raise Unsaid
        self.one.say(value.each, voice)
        voice.memory.mention(Thing(value.text, called(value.each)))


@slots("every")
def every() -> Rule:
    """All of a kind, as a subject."""
    return Each(bare=True)
