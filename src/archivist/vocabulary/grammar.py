"""English for card texts: plurals, articles, lists, verbs, and the clauses that sentences are made of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

_IRREGULAR_PLURALS: Final = {"regalia": "regalia", "wolf": "wolves", "leaf": "leaves", "staff": "staves"}
_SOUNDS_LIKE_YOU: Final = ("uni", "use", "one")


class Noun(NamedTuple):
    """Someone or something that a text mentions."""

    text: str
    plural: bool = False

    @property
    def possessive(self) -> str:
        """``your``, ``its``, ``each opponent's``."""
        if self.text in _OWN:
            return _OWN[self.text]
        if self.text.startswith("the controller of "):
            return f"{self.text.removeprefix('the controller of ')}'s controller's"
        return f"{self.text}'" if self.plural and self.text.endswith("s") else f"{self.text}'s"

    @property
    def pronoun(self) -> str:
        """The word by which the same clause refers to a player again."""
        return "you" if self == READER else "they"


_OWN: Final = {"you": "your", "it": "its", "they": "their", "them": "their"}
READER: Final = Noun("you", True)
"""Whoever reads the text: the player whose card it is."""

UNSAID: Final = Noun("")
"""The card that speaks, which is left out: "deal 2 damage"."""

_OPEN: Final = re.compile(
    r"\b(enter|equal to|for each|for every|unless|would|instead|if|had|this way|X being|that (was|were))\b"
)
"""Words of clauses at whose end a duration could be taken for a part of what is told last."""

_MODALS: Final = frozenset(("can", "cannot", "may", "must"))
_IRREGULAR: Final = {"be": ("is", "are"), "have": ("has", "have"), "do": ("does", "do")}


def plural(word: str) -> str:
    """``allies`` of ``ally``."""
    if word.lower() in _IRREGULAR_PLURALS:
        return word[0] + _IRREGULAR_PLURALS[word.lower()][1:]
    if word.endswith("y") and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "sh", "ch", "x")) else "s")


def singular(word: str) -> str:
    """``ally`` of ``allies``: the word of which that is the plural."""
    if word.endswith(("sses", "uses", "shes", "ches", "xes")):
        return word.removesuffix("es")
    guesses = (word.removesuffix("ies") + "y", word.removesuffix("s"))
    return next((guess for guess in guesses if plural(guess) == word), word)


def article(phrase: str) -> str:
    """``an ally``, ``a unit``; ``another ally`` has one already."""
    if phrase.startswith("another "):
        return phrase
    vowel = phrase[:1].lower() in "aeiou" and not phrase.lower().startswith(_SOUNDS_LIKE_YOU)
    return f"{'an' if vowel or phrase == 'X' else 'a'} {phrase}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def title(words: str) -> str:
    """A keyword as it is written: ``Floating Memory``, ``Pride 4``."""
    return " ".join(capital(word) for word in words.split())


def stop(text: str) -> str:
    """A sentence: a capital in front and a full stop behind, unless a quotation has its own.

    A sentence that begins with what the card itself does has the verb in the third person: "Deals 2 damage".
    """
    text = text.rstrip(",")
    said = capital(f"deals {text.removeprefix('deal ')}" if text.startswith("deal ") else text)
    return said if said.endswith((".", '."', ":")) else f"{said}."


def third(verb: str, *, many: bool = False) -> str:
    """A verb in the form that its subject needs: ``draws``, ``is``, ``may``."""
    if verb in _MODALS:
        return verb
    if verb in _IRREGULAR:
        return _IRREGULAR[verb][many]
    if many:
        return verb
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s")


class Act(NamedTuple):
    """A verb in its base form, and what follows it."""

    verb: str
    rest: str = ""

    def told(self, *, many: bool) -> str:
        return f"{third(self.verb, many=many)} {self.rest}".rstrip()

    @property
    def base(self) -> str:
        return f"{self.verb} {self.rest}".rstrip()


class Clause(NamedTuple):
    """Someone does something: an instruction, or a fact that holds.

    An instruction to you is told without naming you. `lead` stands in front of it, `more` are sentences that follow.
    """

    subject: Noun
    acts: tuple[Act, ...]
    fact: bool = False
    lead: str = ""
    more: tuple[str, ...] = ()

    def ending(self, tail: str) -> Clause:
        """The same with something at its end, such as a duration."""
        if not tail:
            return self
        last = self.acts[-1]
        return self._replace(acts=(*self.acts[:-1], Act(last.verb, f"{last.rest} {tail}".lstrip())))

    def lasting(self, duration: str) -> Clause:
        """The same for a while; where more than a plain fact is told, the duration stands in front."""
        if not duration:
            return self
        said = " ".join((self.subject.text, *(act.base for act in self.acts)))
        open_ = self.lead or " next " in f" {self.subject.text} " or _OPEN.search(said)
        return self.led(duration) if open_ else self.ending(duration)

    def standing(self) -> Clause:
        """The same as a fact about whatever fits at any time: what others get or gain, these have."""
        rests: dict[str, list[str]] = {}
        for verb, rest in self.acts:
            rests.setdefault("have" if verb in ("get", "gain") else verb, []).append(rest)
        return self._replace(acts=tuple(Act(verb, listed(each)) for verb, each in rests.items()))

    def now(self, kind: str) -> Clause:
        """The same of those alone that are there now, where its words leave that open."""
        now = f"each {kind.replace('you control', 'you now control')}"
        now = now if "you now control" in now else f"{now} now there"
        acts = tuple(Act(act.verb, act.rest.replace(f"each {kind}", now, 1)) for act in self.acts)
        subject = self.subject._replace(text=self.subject.text.replace(f"each {kind}", now, 1))
        return self._replace(subject=subject, acts=acts, lead=self.lead.replace(f"each {kind}", now, 1))

    def led(self, lead: str) -> Clause:
        """The same with something in front of it, such as a condition."""
        return self._replace(lead=", ".join(part for part in (lead, self.lead) if part))

    @property
    def parts(self) -> tuple[str, ...]:
        """Its sentences, without capitals and full stops."""
        instructed = self.subject == READER and not self.fact
        if instructed or self.subject == UNSAID:
            said = listed([act.base for act in self.acts])
        else:
            said = f"{self.subject.text} {listed([act.told(many=self.subject.plural) for act in self.acts])}"
        return (f"{self.lead}, {said}" if self.lead else said, *self.more)

    def wished(self, who: Noun) -> str:
        """What ``who`` may do, or bring about: it follows "may"."""
        if self.lead or self.acts[0].verb in _MODALS:
            return f"have it that {aside(self)}"
        done = listed([act.base for act in self.acts])
        if self.subject == who or (self.subject == UNSAID and who == READER):
            said = done
        elif self.subject == UNSAID:
            said = f"have this {done}"
        else:
            said = f"have {_object_case(self.subject)} {done}"
        return f"{said} ({'; '.join(self.more)})" if self.more else said


class Sentences(NamedTuple):
    """Several sentences that belong together, such as an option and what follows it.

    With `follows`, it is a sentence of its own after other instructions, and not a further step of theirs.
    """

    parts: tuple[str, ...]
    follows: bool = False

    def wished(self, who: Noun) -> str:
        return f"do this: {aside(self)}"


Saying = Clause | Sentences


def _object_case(noun: Noun) -> str:
    return "them" if noun.text == "they" else noun.text


def does(who: Noun, verb: str, rest: str = "", *more: str) -> Clause:
    """An instruction to someone."""
    return Clause(who, (Act(verb, rest),), more=more)


def deals(verb: str, rest: str) -> Clause:
    """Something that the card itself does."""
    return Clause(UNSAID, (Act(verb, rest),))


def holds(subject: Noun, *acts: Act) -> Clause:
    """A fact about someone or something."""
    return Clause(subject, acts, fact=True)


def joined(first: Saying, second: Saying) -> Clause | None:
    """A choice and what is done with it as one instruction, if it is one: ``choose an ally and destroy it``."""
    if not isinstance(first, Clause) or not isinstance(second, Clause):
        return None
    done_by_you = second.subject in (READER, UNSAID) and not (second.fact or second.lead)
    if first.lead or first.acts[-1].verb not in ("choose", "search") or not done_by_you:
        return None
    marks = len(second.acts) == 1 and second.acts[0].verb == "put" and " counter" in second.acts[0].rest
    if first.subject != READER and not marks:
        return None
    return Clause(first.subject, (*first.acts, *second.acts), more=second.more)


def passage(sayings: Sequence[Saying]) -> str:
    """Full sentences, one after the other."""
    return " ".join(stop(part) for saying in sayings for part in saying.parts)


def aside(saying: Saying) -> str:
    """A clause within a sentence; in brackets where its extent would not be clear."""
    return saying.parts[0] if isinstance(saying, Clause) and len(saying.parts) == 1 else f"({'; '.join(saying.parts)})"


def chain(sayings: Sequence[Saying], *, closed: bool = False) -> tuple[str, ...]:
    """Clauses as one step of a sentence, and what may follow it; `closed` if something else follows."""
    if not sayings:
        return ("nothing happens",)
    *first, last = sayings
    before = "".join(f"{aside(each)}, then " for each in first)
    if first and not closed and isinstance(last, Sentences) and last.follows:
        return (before.removesuffix(", then "), *last.parts)
    if closed:
        option = len(last.parts) == 1 and last.parts[0].startswith("you may ")
        return (before + (last.parts[0] if option else aside(last)),)
    return (before + last.parts[0], *last.parts[1:])


def either(cases: Sequence[str]) -> str | None:
    """Sentences that differ in one place as one: ``it gets +1 power or +1 life, your choice, until end of turn``.

    Where each of several is spoken of, one choice holds for all of them.
    """
    words = [case.split() for case in cases]
    yours = "your choice for all of them" if words[0][0].lower() == "each" else "your choice"
    shortest = min(map(len, words))
    before = next((at for at in range(shortest) if len({each[at] for each in words}) > 1), shortest)
    after = next((at for at in range(shortest - before) if len({each[-1 - at] for each in words}) > 1), 0)
    if before and words[0][before - 1].startswith(("+", "-")):
        before -= 1
    middles = [each[before : len(each) - after] for each in words]
    if not before or any(len(middle) not in (1, 2) for middle in middles):
        return None
    last = words[0][len(words[0]) - after :]
    choice = listed([" ".join(middle).rstrip(",") for middle in middles], "or")
    return " ".join((*words[0][:before], f"{choice}, {yours}" + ("," if last else ""), *last))


def run_on(sayings: Sequence[Saying]) -> list[Saying]:
    """Sayings with the plain clauses that they begin with made one sentence."""
    plain = [isinstance(each, Clause) and len(each.parts) == 1 and not each.lead for each in sayings]
    many = plain.index(False) if False in plain else len(plain)
    if many < 2:
        return list(sayings)
    return [Sentences((", then ".join(each.parts[0] for each in sayings[:many]),)), *sayings[many:]]


def wish(who: Noun, sayings: Sequence[Saying]) -> str:
    """``you may draw a card and discard a card``."""
    return f"{who.text} may {listed([each.wished(who) for each in sayings])}"


def counters(kind: str) -> tuple[str, str]:
    """One counter of a kind, and several."""
    return article(f"{kind} counter"), f"{kind} counters"


def ordinal(n: int) -> str:
    """``1st``, ``2nd``, ``11th``."""
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
