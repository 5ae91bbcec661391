"""Amounts: a number, or a sum such as ``1 + LV`` or ``4 + 2 * count(card named Cosmic Bolt in your graveyard)``."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from archivist.model.errors import suggestion
from archivist.vocabulary.aspects import NOTHING, Aspect, Aspects, aspects
from archivist.vocabulary.filters import Filter, lying
from archivist.vocabulary.measures import MEASURES, measure_of, turn_forms
from archivist.vocabulary.phrase import Mention, Phrase
from archivist.vocabulary.printing import Spelled

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.speech import Speaker

Reader = Callable[["Scene"], int]


class Named(NamedTuple):
    """A number that has a name: how it is read, what it looks at, what it is called, and how "for each" speaks of one.

    ``{target_s}`` in its words stands for the possessive of the text's target, ``{that}`` for what its event is about,
    ``{power}`` for the power of the text's card.
    """

    read: Reader
    depends: Aspects
    words: str
    each: str = ""


NAMES: Final[dict[str, Named]] = {
    "LV": Named(lambda scene: scene.level(scene.you), aspects(Aspect.LEVEL, Aspect.PLAY), "LV"),
    "X": Named(lambda scene: scene.x, aspects(Aspect.PLAY), "X"),
    "Y": Named(lambda scene: scene.y, aspects(Aspect.PLAY), "Y"),
    "it": Named(lambda scene: scene.noted, aspects(Aspect.STEPS), "{it}"),
    "that amount": Named(lambda scene: scene.event.amount if scene.event else 0, aspects(Aspect.EVENT), "{amount}"),
    "power of this": Named(lambda scene: scene.power(scene.known_source) or 0, aspects(Aspect.POWER), "{power}"),
    "power of that": Named(
        lambda scene: scene.power(that) or 0 if (that := scene.that_card()) else 0,
        aspects(Aspect.POWER, Aspect.EVENT, Aspect.STEPS),
        "the power it had",
    ),
    "damage to champions this turn": Named(
        lambda scene: scene.damage_to_champions(),
        aspects(Aspect.HISTORY, Aspect.CHAMPION),
        "the damage your champion has dealt to other champions this turn",
        "damage your champion has dealt to other champions this turn",
    ),
    "combat damage of champion this turn": Named(
        lambda scene: scene.champion_combat_damage(),
        aspects(Aspect.HISTORY, Aspect.CHAMPION),
        "the combat damage your champion has dealt this turn",
        "combat damage your champion has dealt this turn",
    ),
    "damage on champion": Named(
        lambda scene: scene.champion_damage(),
        aspects(Aspect.CHAMPION, Aspect.DAMAGE),
        "the damage on your champion",
        "damage on your champion",
    ),
    "damage on that": Named(
        lambda scene: scene.damage_on_that(),
        aspects(Aspect.EVENT, Aspect.DAMAGE),
        "the damage on {that}",
    ),
    "different costs": Named(
        lambda scene: scene.different_costs(),
        aspects(Aspect.CONTROL, Aspect.WORDS, Aspect.ZONES),
        "the number of different reserve costs among Suited objects you control",
        "different reserve cost among Suited objects you control",
    ),
    "full graveyards": Named(
        lambda scene: sum(len(player.graveyard) >= 8 for player in scene.state.players),
        aspects(Aspect.ZONES, Aspect.PILES),
        "the number of graveyards with 8 or more cards",
        "graveyard with 8 or more cards",
    ),
    "graveyard of target": Named(
        lambda scene: scene.graveyard_of_target(),
        aspects(Aspect.ZONES, Aspect.PILES, Aspect.TARGETS),
        "the number of cards in the graveyard of {target_s} controller",
    ),
    "times": Named(lambda scene: scene.times, aspects(Aspect.STEPS), "the number of times this ability has been used"),
    "influence": Named(
        lambda scene: scene.influence(scene.you),
        aspects(Aspect.ZONES, Aspect.PILES, Aspect.HOMES),
        "your influence",
    ),
    "influence of target owner": Named(
        lambda scene: scene.influence_of_owner(),
        aspects(Aspect.ZONES, Aspect.PILES, Aspect.HOMES, Aspect.TARGETS),
        "the influence of {target_s} owner",
    ),
    "highest influence of opponents": Named(
        lambda scene: max(map(scene.influence, scene.state.opponents(scene.you)), default=0),
        aspects(Aspect.ZONES, Aspect.PILES, Aspect.HOMES),
        "the highest influence among opponents",
    ),
}
PRINTED: Final = (
    Spelled("the amount of {f:others}", "count({f})"),
    Spelled("your champion 's level", "LV"),
    Spelled("the amount of {f:np many} more than you control", "surplus({f})"),
    Spelled("the amount of {k:counter} counters <on|that were on> {h:holder}", "counters({k}{h})"),
    Spelled("the amount of {f:np many} revealed this way", "revealed({f})"),
    Spelled("the amount of {d:deeds}", "{d}"),
    Spelled("your influence", "influence"),
    Spelled("{p:aimed_one} influence", "influence of target owner"),
    Spelled("the amount of damage dealt by this hit", "that amount"),
    Spelled("the amount of damage prevented this way", "it(prevention)", "prevention"),
    Spelled("the amount of damage dealt this way", "it(damage)", "damage"),
    Spelled("the amount of {f:np many} you have {d:deed activate materialize} this turn", "this turn(you {d} {f})"),
    Spelled("the highest influence among your opponents", "highest influence of opponents"),
    Spelled("~ 's power", "power of this"),
    Spelled("the amount of damage counters on your champion", "damage on champion"),
    Spelled("{h:stat_of} {s:stat} <|stat>", "{s} of {h}"),
    Spelled("the {s:stat} of {h:one_thing}", "{s} of {h}"),
    Spelled("the {w:extreme} {s:stat} among {f:np many}", "{w}({s} of {f})"),
    Spelled("the total {s:stat} of the revealed cards", "total({s} of revealed)"),
    Spelled("the total {s:stat} <of|among> {f:np many}", "total({s} of {f})"),
    Spelled("the amount of {f:np many} that died this turn", "this turn(anyone die {f})"),
    Spelled("the {w:extreme} {s:stat} among your {f:omens}", "{w}({s} of {f} in your banishment)"),
    Spelled("the amount of {f:np many} with different {s:word reserve memory} costs", "different({s} cost of {f})"),
    Spelled("the amount of {f:np many} with different costs", "different(cost of {f})"),
)
"""How amounts are printed where they stand alone."""
PRINTED_EACH: Final = (
    Spelled("{f:others one}", "count({f})"),
    Spelled("{k:counter} counter <on|that was on|that were on> {h:holder}", "counters({k}{h})"),
    Spelled("{f:np one} revealed this way", "revealed({f})"),
    Spelled("damage counter on your champion", "damage on champion"),
    Spelled("{f:np one} you have {d:deed activate materialize} this turn", "this turn(you {d} {f})"),
    Spelled("{f:np one} that died this turn", "this turn(anyone die {f})"),
    Spelled("of up to {n:n} {f:np many}", "least({n}, count({f}))"),
    Spelled("{f:np one} with a different {s:word reserve memory} cost", "different({s} cost of {f})"),
    Spelled("{f:np one} with a different cost", "different(cost of {f})"),
)
"""How amounts are printed behind *for each*."""
FORMS: Final = (
    *(*NAMES, "it(..)", "done to(STEP ..)", "count(..)", "revealed(..)", "counters(..)", "least(N, ..)"),
    *(each.shown for each in MEASURES),
)
"""How amounts are written, apart from plain numbers."""
_TERM = re.compile(r"(?:(\d+) \* )?(.+?)(?: / (\d+))?$")
_COUNT = re.compile(r"count\((.+)\)$")
_REVEALED = re.compile(r"revealed\((.+)\)$")
_IT = re.compile(r"it\(([a-z ]+)\)$")
_COUNTERS = re.compile(r"counters\(([a-z]+)(?: on (this|that|mastery(?: [A-Z][\w' ]*)?))?\)$")
_DONE_TO = re.compile(r"done to\((discard|banish|banish top|banish at random|mill) (.+?)\)$")
_LEAST = re.compile(r"least\((\d+), (.+)\)$")
_PAST: Final = {
    "discard": "discarded",
    "banish": "banished",
    "banish top": "banished",
    "banish at random": "banished",
    "mill": "milled",
}
"""What was done to cards, by the kind of step."""

_FRACTIONS: Final = {2: "half", 3: "a third of"}
_SPLIT = re.compile(r" ([+-]) (?![^(]*\))")


class Amount(Phrase):
    """A number that is read when it is needed; `sinks` says whether it may be below 0."""

    __slots__ = ("fixed", "read", "sinks")

    def __init__(self, value: int | str) -> None:
        super().__init__(value)
        self.fixed: int | None = value if isinstance(value, int) else None
        self.sinks: bool = value < 0 if isinstance(value, int) else "-" in value or "LV" in value
        self.read: Reader = (lambda _: value) if isinstance(value, int) else _sum(value)
        if isinstance(value, str):
            self.depends = NOTHING.union(*(_looks_at(term.atom) for term in terms(value)))

    def mentions(self) -> tuple[Mention, ...]:
        """What it speaks of: an earlier step's number, counters, and what its phrases do."""
        if self.fixed is not None:
            return ()
        return tuple(mention for term in terms(str(self.text)) for mention in _mentions(term.atom))

    def said(self, speaker: Speaker) -> str:
        """The number in words: ``1 + LV``, ``2 plus the number of allies you control``."""
        if self.fixed is not None:
            return str(self.fixed)
        found = terms(str(self.text))
        plus, minus = ("+", "-") if self._short else ("plus", "minus")
        if not self._short:
            found.sort(key=lambda term: (term.sign < 0, not term.atom.isdigit()))
        first, *others = found
        said = ("-" if first.sign < 0 else "") + _said_term(first, speaker)
        return said + "".join(f" {minus if term.sign < 0 else plus} {_said_term(term, speaker)}" for term in others)

    def of(self, speaker: Speaker, one: str, many: str) -> tuple[str, str]:
        """So many of something, and what stands behind it: ``2 cards``; ``a card`` and ``for each ally you control``.

        `one` is exactly one of it (``a card``, ``1 damage``), `many` the word for several. What is measured rather than
        counted comes all at once: ``damage`` and ``equal to the number of allies you control``.
        """
        measured = one.startswith("1 ") and not many.endswith("s")
        if self.fixed is not None:
            return (one if self.fixed == 1 else f"{self.fixed} {many}"), ""
        if self.text == "that amount" and speaker.amount.startswith("that "):
            return f"that {'much' if measured else 'many'} {many}", ""
        if self._short:
            return f"{self.said(speaker)} {many}", ""
        mark = speaker.mark()
        sign, n, each = self._each(speaker)
        if each and sign > 0 and not (measured and each.startswith("for each")):
            return (one if n == 1 else f"{n} {many}"), each
        speaker.back(mark)
        return (many if measured else f"a number of {many}"), f"equal to {self.said(speaker)}"

    def repeated(self, speaker: Speaker) -> str:
        """How often something is done: ``3 times``, ``for each card banished this way``."""
        sign, n, each = self._each(speaker)
        return each if each and sign > 0 and n == 1 else f"{self.said(speaker)} times"

    def plain(self, speaker: Speaker) -> str:
        """So much, of nothing in particular: ``3``, ``that much``, ``1 for each ally you control``."""
        number, tail = self.of(speaker, "1 ", "")
        if tail.startswith("equal"):
            number = "an amount"
        return f"{number.strip()} {tail}".rstrip()

    def added(self, speaker: Speaker, what: str) -> str:
        """So much more or less of a number: ``+2 power``, ``+1 level for each ally you control``."""
        if self.fixed is not None:
            return f"{self.fixed:+d} {what}"
        if self.text == "that amount" and speaker.amount.startswith("that "):
            return "that many levels" if what == "level" else f"that much {what}"
        if self._short:
            said = self.said(speaker)
            sum_ = f"+({said})" if len(terms(str(self.text))) > 1 else said if said.startswith("-") else f"+{said}"
            return f"{sum_} {what}"
        mark = speaker.mark()
        sign, n, each = self._each(speaker)
        if each:
            return f"{sign * n:+d} {what} {each}"
        speaker.back(mark)
        return f"additional {what} equal to {self.said(speaker)}"

    def changed(self, speaker: Speaker, what: str = "") -> str:
        """What a cost is changed by: ``2 less``, ``1 more memory``, ``1 less for each ally you control``."""
        unit = f" {what}" if what else ""
        if self.fixed is not None:
            return f"{abs(self.fixed)} {'less' if self.fixed < 0 else 'more'}{unit}"
        sign, n, each = self._each(speaker)
        if each:
            return f"{n} {'less' if sign < 0 else 'more'}{unit} {each}"
        said = self.said(speaker)
        if self._short and len(terms(str(self.text))) == 1:
            return f"{said.removeprefix('-')} {'less' if sign < 0 else 'more'}{unit}"
        return f"more{unit}, by {said}"

    @property
    def _short(self) -> bool:
        """Whether it is made of numbers and LV, X and Y only."""
        return all(
            (term.atom.isdigit() or term.atom in ("LV", "X", "Y")) and term.times == term.by == 1
            for term in terms(str(self.text))
        )

    def _each(self, speaker: Speaker) -> tuple[int, int, str]:
        """A single term as a sign, a number, and ``for each ..``; the last is empty where that cannot be said."""
        first, *others = terms(str(self.text))
        each = "" if others else _each_atom(first.atom, speaker, many=first.by > 1)
        return first.sign, first.times, f"for {_every(first.by)} {each}" if each else ""


def simple(amount: Amount) -> bool:
    """Whether an amount is said in one place: a number, LV, X, or their sum."""
    if amount.fixed is not None or amount.text in ("it", "that amount"):
        return True
    return all(
        (each.atom.isdigit() or each.atom in ("X", "Y", "LV")) and each.times == each.by == each.sign == 1
        for each in terms(str(amount.text))
    )


ONE: Final = Amount(1)
NONE: Final = Amount(0)


class Term(NamedTuple):
    """A part of a sum: its sign, a factor, a divisor, and what is counted."""

    sign: int
    times: int
    by: int
    atom: str


def terms(text: str) -> list[Term]:
    parts = _SPLIT.split(text.strip())
    signs = [1] + [1 if sign == "+" else -1 for sign in parts[1::2]]
    if parts[0].startswith("-"):
        signs[0], parts[0] = -1, parts[0][1:]
    found = []
    for sign, part in zip(signs, parts[::2], strict=True):
        match = _TERM.match(part.strip())
        if match is None:
            raise ValueError(f"{text!r} is not an amount")
        found.append(Term(sign, int(match[1] or 1), int(match[3] or 1), match[2]))
    return found


def _sum(text: str) -> Reader:
    found = terms(text)
    readers = [_product(term, text) for term in found]
    if len(found) == 1 and found[0].sign == 1:
        return readers[0]
    pairs = tuple(zip((term.sign for term in found), readers, strict=True))
    return lambda scene: sum(sign * read(scene) for sign, read in pairs)


def _product(term: Term, whole: str) -> Reader:
    """A product or a fraction; fractions are rounded down (timing.10.3, effects.1.5)."""
    times, by = term.times, term.by
    atom = _atom(term.atom, whole)
    if times == by == 1:
        return atom
    return lambda scene: times * atom(scene) // by


def _atom(text: str, whole: str) -> Reader:
    if text.lstrip("-").isdigit():
        value = int(text)
        return lambda _: value
    if text in NAMES:
        return NAMES[text].read
    if match := _IT.match(text):
        step = match[1]
        return lambda scene: scene.deeds[step].many if step in scene.deeds else 0
    if match := _COUNT.match(text):
        wanted = lying(match[1])
        return lambda scene: scene.count(wanted)
    if match := _REVEALED.match(text):
        shown = Filter(match[1])
        return lambda scene: scene.revealed_count(shown)
    if match := _DONE_TO.match(text):
        deed, like = match[1], Filter(match[2])
        return lambda scene: scene.done_to(deed, like)
    if match := _COUNTERS.match(text):
        kind = match[1]
        where, _, name = (match[2] or "champion").partition(" ")
        return lambda scene: scene.counters(kind, where, name)
    if found := measure_of(text):
        return found[0].read(found[1])
    if match := _LEAST.match(text):
        most, inner = int(match[1]), _atom(match[2], whole)
        return lambda scene: min(most, inner(scene))
    if text.startswith("this turn("):
        raise ValueError(f"unknown amount {text!r}; it is {turn_forms()}")
    raise ValueError(f"unknown amount {text!r} in {whole!r}{suggestion(text, FORMS)}")


def _looks_at(atom: str) -> Aspects:
    if atom in NAMES:
        return NAMES[atom].depends
    if _IT.match(atom):
        return aspects(Aspect.STEPS)
    if match := _COUNT.match(atom):
        return Filter(match[1]).depends
    if match := _REVEALED.match(atom):
        return Filter(match[1]).depends | {Aspect.STEPS}
    if match := _DONE_TO.match(atom):
        return Filter(match[2]).depends | {Aspect.STEPS}
    if match := _COUNTERS.match(atom):
        return aspects(Aspect.COUNTERS) | _HOLDERS[(match[2] or "champion").partition(" ")[0]]
    if found := measure_of(atom):
        return found[0].depends(found[1])
    if match := _LEAST.match(atom):
        return _looks_at(match[2])
    return NOTHING


_HOLDERS: Final = {
    "champion": aspects(Aspect.CHAMPION),
    "mastery": aspects(Aspect.MASTERY),
    "that": aspects(Aspect.EVENT),
    "this": aspects(Aspect.PLAY),
}
"""The aspects by which it is known on what counters are counted."""


def _mentions(atom: str) -> tuple[Mention, ...]:
    if atom == "it":
        return (Mention("number", ""),)
    if match := _IT.match(atom):
        return (Mention("number", match[1]),)
    if match := _COUNT.match(atom) or _REVEALED.match(atom):
        return Filter(match[1]).mentions()
    if match := _DONE_TO.match(atom):
        return (Mention("things", match[1]), *Filter(match[2]).mentions())
    if match := _COUNTERS.match(atom):
        return (Mention("counter", match[1]),)
    if found := measure_of(atom):
        return found[0].mentions(found[1])
    if match := _LEAST.match(atom):
        return _mentions(match[2])
    return ()


def _said_term(term: Term, speaker: Speaker) -> str:
    said = _said_atom(term.atom, speaker)
    if term.times > 1:
        said = f"{'twice' if term.times == 2 else f'{term.times} times'} {said}"
    if term.by > 1:
        said = f"{_FRACTIONS.get(term.by, f'1/{term.by} of')} {said}, rounded down"
    return said


def _every(by: int) -> str:
    return "each" if by == 1 else f"every {by}"


def _said_atom(text: str, speaker: Speaker) -> str:
    if text in NAMES:
        return speaker.filled(NAMES[text].words)
    if match := _IT.match(text):
        return speaker.number_of(match[1])
    if match := _COUNT.match(text):
        return f"the number of {speaker.whose(Filter(match[1]).said(many=True))}"
    if match := _REVEALED.match(text):
        return f"the number of {Filter(match[1]).said(many=True)} revealed this way"
    if match := _DONE_TO.match(text):
        return f"the number of {Filter(match[2]).said(many=True)} {_PAST[match[1]]} this way"
    if match := _COUNTERS.match(text):
        return f"the number of {match[1]} counters {speaker.holding(match[2] or 'champion', many=True)}"
    if found := measure_of(text):
        return found[0].words(found[1], speaker)
    if match := _LEAST.match(text):
        return f"the lesser of {match[1]} and {_said_atom(match[2], speaker)}"
    return text


def _each_atom(text: str, speaker: Speaker, *, many: bool) -> str:
    if text == "it":
        return speaker.each_of()
    if match := _IT.match(text):
        return speaker.each_of(match[1])
    if match := _COUNT.match(text):
        return speaker.whose(Filter(match[1]).said(many=many))
    if match := _REVEALED.match(text):
        return f"{Filter(match[1]).said(many=many)} revealed this way"
    if match := _DONE_TO.match(text):
        return f"{Filter(match[2]).said(many=many)} {_PAST[match[1]]} this way"
    if match := _COUNTERS.match(text):
        return f"{match[1]} counter{'s' if many else ''} {speaker.holding(match[2] or 'champion', many=many)}"
    if match := _LEAST.match(text):
        each = _each_atom(match[2], speaker, many=True)
        return f"of up to {match[1]} {each}" if each and not many else ""
    if found := measure_of(text):
        return found[0].each(found[1], many)
    return NAMES[text].each if text in NAMES else ""
