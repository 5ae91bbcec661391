"""Filters: noun phrases such as ``another Animal or Beast ally you control``, read once and then asked often.

A phrase is adjectives and a noun (``loaded card`` is a card under an object; a ``source`` may be anywhere), then any
of: ``named N``, ``with KEYWORD``, ``with a buff counter``, ``with 3 or more buff counters``, ``with power 2 or less``,
``with even life``, ``of reserve cost 2 or less`` (just ``cost`` for either kind), ``attacking your champion``, a
controller or owner, a place, and for items on the stack ``that targets ..``. All words must fit; words joined by *or*
are alternatives; ``non-`` negates a word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from archivist.model.card import Card, Seat
from archivist.model.errors import suggestion
from archivist.model.events import Negated
from archivist.vocabulary import words as w
from archivist.vocabulary.aspects import ON_THE_FIELD, Aspect, Aspects, aspects
from archivist.vocabulary.grammar import article, capital, plural
from archivist.vocabulary.phrase import Mention, Phrase
from archivist.vocabulary.suffixes import (
    CONTROL,
    COST,
    EXAMPLES,
    EXCEPT,
    FIRST_WORDS,
    IN_INTENT,
    LEVEL,
    MARKED,
    NAMED,
    ORDER,
    PATTERNS,
    PLACE,
    REMEMBERED,
    STAT,
    STRIKING,
    TARGETING,
    WITH,
    WITHOUT,
    Stat,
    bound,
    cost_range,
    keyword_of,
    place_of,
    said_suffix,
    stat_of,
    within,
)

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.pending import Item

Test = tuple[bool, frozenset[str], tuple[str, ...]]
"""A group of alternatives: whether it is turned round, its words, and those among them that are states."""
_SPELL: Final = frozenset(("spell",))
_NO_MORE: Final[frozenset[str]] = frozenset()
AS_A_SPELL: Final = "as a spell"
"""A property of the source of an ability used as a spell, for the length of its resolution (abilities.1.14)."""

_KNOWN: Final = w.TYPES | w.ELEMENTS | w.CLASSES | w.SUBTYPES | w.STATES | w.NOUNS
_STACK_NOUNS: Final = {
    "activation": ("activation", "ability"),
    "card activation": ("activation",),
    "ability activation": ("ability",),
    "materialization": ("materialization",),
    "play": ("activation", "materialization", "bestowment"),
    "trigger": ("trigger",),
}
_SUBTYPE: Final = re.compile(r"[a-z]+(?:[-'][a-z]+)*")
"""What may be a subtype that is not in the list: whether it is one is for whoever knows all cards (`cards.lexicon`)."""

_SMALL: Final = (
    (_KNOWN - w.CLASSES - w.SUBTYPES)
    | frozenset(("or", "card", "source", "another", "other", "intent", "loaded", "ability"))
    | frozenset(_STACK_NOUNS)
)
"""Words that have no capital; classes and subtypes have one."""

_STATE_ASPECTS: Final = {
    "attacking": Aspect.COMBAT,
    "defending": Aspect.COMBAT,
    "retaliating": Aspect.COMBAT,
    "intercepting": Aspect.COMBAT,
    "damaged": Aspect.DAMAGE,
    "loaded": Aspect.ZONES,
    "unloaded": Aspect.ZONES,
    "omen": Aspect.COUNTERS,
}
"""The aspects of states that lie not in the object itself."""

_HOMES: Final = frozenset(("hand", "material", "pantheon"))
"""The zones from which cards are played unless something says otherwise."""

_AROUND: Final = frozenset(("field", "intent", "lineage", "whole lineage", "loaded"))
"""The zones that are no pile of cards: those of objects."""

_NO_SIDE: Final = aspects()
_SIDES: Final = {
    "you control": aspects(Aspect.CONTROL),
    "you do not control": aspects(Aspect.CONTROL),
    "an opponent controls": aspects(Aspect.CONTROL),
    "the turn player controls": aspects(Aspect.CONTROL, Aspect.TURN),
    "that player controls": aspects(Aspect.CONTROL, Aspect.TARGETS, Aspect.EVENT),
    "that player": aspects(Aspect.TARGETS, Aspect.EVENT),
}
"""The aspects of a controller or an owner; who owns a card never changes."""


class Filter(Phrase):
    """A noun phrase that cards, objects or items on the stack fit or do not fit.

    A `steady` one is about objects, whoever's text it is in, and asks only what they are and whose: which ones fit for a
    player changes only when objects do, unless effects change words. Of its `tests`, `needed` are the words that each must
    have by itself, and `either` the rest. One that asks for more than words, sides and places is asked `one_by_one`.
    """

    __slots__ = (
        *("aims", "closer", "controller", "costs", "either", "excepted", "keyword", "lacking", "marked", "name"),
        *("needed", "of_cards", "one_by_one", "other", "owner", "stack", "stat", "steady", "striking", "tests"),
        *("triggers", "zones"),
    )

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.controller = ""
        self.owner = ""
        self.zones: tuple[str, ...] = ()
        self.name = ""
        self.keyword = ""
        self.lacking = ""
        self.marked: tuple[bool, str, int] | None = None
        self.stat: Stat | None = None
        self.striking = False
        self.costs: tuple[tuple[str, int, int], ...] = ()
        self.other = False
        self.excepted = False
        self.stack: tuple[str, ...] = ()
        self.aims: Filter | None = None
        self.triggers = False
        self._read(text)
        self.needed, self.either = self._needed_and_either()
        self.closer = self._looks_closer()
        self.one_by_one: bool = self.closer or self.other or self.excepted or self._asks_for_states()
        self.depends = self._looks_at()
        self.steady: bool = self._is_steady()

    def _needed_and_either(self) -> tuple[frozenset[str], tuple[Test, ...]]:
        """The words that each must have by itself, and the tests that are left."""
        single = [test for test in self.tests if len(test[1]) == 1 and not test[0] and not test[2]]
        needed = frozenset(name for _, names, _ in single for name in names)
        return needed, tuple(test for test in self.tests if test not in single)

    def _looks_closer(self) -> bool:
        """Whether it asks for more than words: a name, a keyword, a cost, counters, a stat or what it attacks."""
        return bool(
            self.name
            or self.keyword
            or self.lacking
            or self.costs
            or self.marked
            or self.stat is not None
            or self.striking
        )

    def _asks_for_states(self) -> bool:
        return any(states for _, _, states in self.tests)

    def _is_steady(self) -> bool:
        still = not self.other and not self._asks_for_states()
        return self.zones == ("field",) and still and self.depends <= ON_THE_FIELD

    def _read(self, text: str) -> None:
        """Takes the phrase apart: its last word is the noun.

        A bare type word is an object on the field; ``card`` is a card in the zone that is named, ``loaded card`` one that
        lies under an object, ``intent`` one in an intent; ``activation``, ``materialization`` and ``trigger`` are on the
        stack. Boons, statuses and masteries can be named by no phrase for targets.

        Rules: targets-and-copies.1.4, targets-and-copies.2.table, targets-and-copies.2.card,
        targets-and-copies.2.intent, targets-and-copies.2.loaded, targets-and-copies.2.inner-lineage,
        targets-and-copies.2.activation, targets-and-copies.2.materialization, targets-and-copies.2.trigger,
        targets-and-copies.2, terms.4.inner-lineage, cards.4.attack.
        """
        rest = self._strip_suffixes(" " + text.strip())
        words = rest.split()
        if words and words[0] in ("another", "other"):
            self.other = True
            words = words[1:]
        if not words:
            raise ValueError(f"{text!r} has no noun")
        noun = words.pop()
        if words and words[-1] == "or" and noun not in ("card", "source") and noun not in _STACK_NOUNS:
            words = [*words, noun]
            noun = ""
        if noun == "card" and "loaded" in words:
            words.remove("loaded")
            self.zones = ("loaded",)
        if noun == "intent":
            noun, self.zones = "card", ("intent",)
        if noun == "activation" and words and words[-1] in ("card", "ability"):
            noun = f"{words.pop()} activation"
        if noun in _STACK_NOUNS and words[:2] == ["trigger", "or"]:
            self.triggers, words = True, words[2:]
        groups = _group(words)
        if noun in _STACK_NOUNS:
            self.stack = (*_STACK_NOUNS[noun], "trigger") if self.triggers else _STACK_NOUNS[noun]
        elif noun not in ("card", "source"):
            if noun:
                groups.append([noun])
            if not self.zones:
                self.zones = ("field",)
        self.of_cards: bool = noun == "card"
        self.tests: tuple[Test, ...] = tuple(self._test(group, text) for group in groups)

    def _looks_at(self) -> Aspects:
        """The aspects of each part that the phrase has."""
        tested = [name for _, names, _ in self.tests for name in names]
        found = {_STATE_ASPECTS.get(name, Aspect.STATES) if name in w.STATES else Aspect.WORDS for name in tested}
        found |= _SIDES.get(self.controller, _NO_SIDE) | _SIDES.get(self.owner, _NO_SIDE)
        if self.aims is not None:
            found |= self.aims.depends
        parts = (
            (Aspect.ZONES, self.zones or self.stack),
            (Aspect.PILES, not _AROUND.issuperset(self.zones)),
            (Aspect.HOMES, not _HOMES.isdisjoint(self.zones)),
            (Aspect.WORDS, self.name),
            (Aspect.STATES, self.name == REMEMBERED),
            (Aspect.KEYWORDS, self.keyword or self.lacking),
            (Aspect.COUNTERS, self.marked or self.stat is not None),
            (Aspect.POWER, self.stat is not None),
            (Aspect.COMBAT, self.striking),
            (Aspect.CHAMPION, self.striking),
            (Aspect.PLAY, self.costs or self.stack),
            (Aspect.LEVEL, any(LEVEL in each for each in self.costs)),
            (Aspect.CHAMPION, self.excepted),
        )
        return frozenset(found).union(aspect for aspect, has in parts if has)

    def _strip_suffixes(self, rest: str) -> str:
        while True:
            if match := TARGETING.search(rest):
                self.aims = Filter(match[1])
            elif match := PLACE.search(rest):
                places = [place_of(word, rest) for word in match[2].split(" or ")]
                self.zones = (*places, "lineage") if "whole lineage" in places else tuple(places)
                self.owner = {"your": "you", "an opponent's": "opponent", "any": "", "their": "that player"}[match[1]]
            elif match := CONTROL.search(rest):
                if match[1] == "you own":
                    self.owner = "you"
                else:
                    self.controller = match[1]
            elif match := COST.search(rest):
                parts = [match.groups()[0:3]] + ([match.groups()[3:6]] if match[5] else [])
                self.costs = tuple(cost_range(*part) for part in parts)
            elif match := EXCEPT.search(rest):
                self.excepted = True
            elif match := NAMED.search(rest):
                self.name = match[1]
            elif match := IN_INTENT.search(rest):
                self.zones = ("intent",)
            elif match := STRIKING.search(rest):
                self.striking = True
            elif match := MARKED.search(rest):
                self.marked = match[1] == "with", match[3], int(match[2] or 1)
            elif match := STAT.search(rest):
                self.stat = stat_of(match)
            elif match := WITH.search(rest):
                self.keyword = keyword_of(match[1])
            elif match := WITHOUT.search(rest):
                self.lacking = keyword_of(match[1])
            else:
                return rest
            rest = rest[: match.start()]

    def _test(self, group: list[str], text: str) -> Test:
        """Reads a group of alternatives."""
        negated = group[0].startswith("non-")
        names = tuple(word.removeprefix("non-").lower() for word in group)
        for name in names:
            if name in FIRST_WORDS:
                tail = text[len(re.split(rf"\b{name}\b", text)[0]) :]
                raise ValueError(f"{tail!r} in {text!r} cannot be read{suggestion(tail, EXAMPLES)}")
            if name not in _KNOWN and not _SUBTYPE.fullmatch(name):
                raise ValueError(f"unknown word {name!r} in {text!r}{suggestion(name, _KNOWN)}")
        return negated, frozenset(names), tuple(name for name in names if name in w.STATES)

    @property
    def described(self) -> bool:
        """Whether it says what the card is, and not only where it lies or in what state: those are no characteristics.

        Rules: zones.7.1.choice.
        """
        tested = any(len(names) > len(states) for _, names, states in self.tests)
        return tested or bool(self.keyword or self.lacking or self.name or self.costs or self.stat is not None)

    def mentions(self) -> tuple[Mention, ...]:
        """The cards and subtypes that it speaks of by name."""
        named = (Mention("card", self.name),) if self.name and self.name != REMEMBERED else ()
        tested = sorted(name for _, names, _ in self.tests for name in names if name not in _KNOWN)
        counted = (Mention("counter", self.marked[1]),) if self.marked is not None else ()
        aimed = self.aims.mentions() if self.aims is not None else ()
        return (*named, *(Mention("subtype", name) for name in tested), *counted, *aimed)

    # -- saying ------------------------------------------------------------------------------------------------

    def said(self, *, many: bool = False) -> str:
        """The phrase as people read it, of one or of many: ``Animal or Beast allies you control``."""
        words, suffixes = self._words()
        last = _last_group(words)
        names = [plural(word) if many and index in last else word for index, word in enumerate(words)]
        tails = "".join(said_suffix(suffix, many=many) for suffix in suffixes)
        return " ".join((*(["other"] if self.other else []), *names)) + tails

    def anywhere(self) -> Filter:
        """The same without a place: for cards of which it is told otherwise where they lie."""
        return self._without(PLACE)

    def whosever(self) -> Filter:
        """The same without a controller: for objects of which it is told otherwise whose they are."""
        return self._without(CONTROL)

    def taken(self) -> Filter:
        """The same as it is said of cards that leave their place: ``a fire card from your graveyard``."""
        place = PLACE.search(self.text)
        return self if place is None else Filter(self.text[: place.start()] + place[0].replace(" in ", " from "))

    def _without(self, part: re.Pattern[str]) -> Filter:
        words, suffixes = self._words()
        kept = "".join(suffix for suffix in suffixes if not part.match(suffix))
        return Filter(" ".join((*(["other"] if self.other else []), *words)) + kept)

    def one(self) -> str:
        """One of them: ``an ally you control``, ``another ally``; there is one ``your champion`` alone."""
        said = self.said()
        if said == "champion you control":
            return "your champion"
        return f"an{said}" if self.other else article(said)

    @property
    def placed(self) -> bool:
        """Whether it says where a card lies, other than that it is an object."""
        return any(zone != "field" for zone in self.zones)

    @property
    def noun(self) -> str:
        """The word by which a text speaks of one again: ``that ally``, ``that card``."""
        words, _ = self._words()
        if len(_last_group(words)) > 1 or words[-1] in w.ELEMENTS | w.STATES:
            return "object" if "field" in self.zones else "card"
        return words[-1]

    def pieces(self) -> tuple[bool, list[str], list[str]]:
        """Whether another one is meant, adjectives and noun with their capitals, and the parts behind the noun."""
        return self.other, *self._words()

    def _words(self) -> tuple[list[str], list[str]]:
        """Adjectives and noun with their capitals, and the rest of the phrase in pieces."""
        rest = self.text.strip()
        suffixes: list[str] = []
        while match := next((found for each in PATTERNS if (found := each.search(rest))), None):
            suffixes.append(rest[match.start() :])
            rest = rest[: match.start()]
        suffixes.sort(key=lambda suffix: next(index for index, each in enumerate(ORDER) if each.match(suffix)))
        words = [cased(word) for word in rest.split()]
        if words[0].lower() in ("another", "other"):
            words = words[1:]
        types = [index for index in _last_group(words[:-1]) if words[index] not in w.TYPES]
        if words[-1] == "object" and not types:
            words.pop()
        return words, suffixes

    # -- asking ------------------------------------------------------------------------------------------------

    def fits(self, scene: Scene, card: Card) -> bool:
        """Whether a card or object fits, wherever the phrase says it must lie."""
        if self.stack or (self.zones and card.zone not in self.zones and not self._tops(scene, card)):
            return False
        return self.describes(scene, card)

    def among(self, scene: Scene, cards: list[Card]) -> list[Card]:
        """Those that fit of cards that lie where the phrase says, found in one go: to ask each by itself takes four calls."""
        if self.one_by_one:
            return [card for card in cards if self.fits(scene, card)]
        state, words_of = scene.state, (scene.early or scene.state.now).words
        if self.controller:
            seats = _seats(scene, self.controller)
            cards = [card for card in cards if card.controller in seats]
        if self.owner:
            seats = _seats(scene, self.owner)
            cards = [card for card in cards if _owner_of(card) in seats]
        found: list[Card] = []
        needed, either = self.needed, self.either
        for card in cards:
            words = words_of(state, card)
            if words.issuperset(needed):
                for negated, names, _ in either:
                    if names.isdisjoint(words) != negated:
                        break
                else:
                    found.append(card)
        return found

    def _tops(self, scene: Scene, card: Card) -> bool:
        """Whether a card is the top one of a lineage that the phrase means as a whole (terms.4.lineage)."""
        return "whole lineage" in self.zones and card.zone == "field" and "champion" in scene.face(card).words

    def describes(self, scene: Scene, card: Card) -> bool:
        """Whether the words fit, the place left aside (targets-and-copies.3.3)."""
        if self.other and _same(card, scene.source):
            return False
        if self.excepted and scene.state.players[scene.you].champion == card.id:
            return False
        if self.controller and card.controller not in _seats(scene, self.controller):
            return False
        if self.owner and _owner_of(card) not in _seats(scene, self.owner):
            return False
        return self._like(scene, card, _SPELL if AS_A_SPELL in card.properties else _NO_MORE)

    def describes_moving(self, scene: Scene, card: Card) -> bool:
        """Whether the words fit what goes from one zone to another: a token on its way is no card (cards.8.1)."""
        return not (self.of_cards and card.is_token) and self.describes(scene, card)

    def _like(self, scene: Scene, card: Card, more: frozenset[str]) -> bool:
        """Whether a card is what the phrase says, whoever has it; `more` are words that it has besides its own."""
        if self.tests:
            words = (scene.early or scene.state.now).words(scene.state, card)
            if more:
                words |= more
            if not words.issuperset(self.needed):
                return False
            for negated, names, states in self.either:
                fits = not names.isdisjoint(words) or (states and any(scene.in_state(card, name) for name in states))
                if negated == bool(fits):
                    return False
        if not self.closer:
            return True
        if scene.is_blank(card) or (self.name and scene.face(card).name != self._name(scene)):
            return False
        if self.keyword and not scene.has(card, self.keyword):
            return False
        if self.lacking and scene.has(card, self.lacking):
            return False
        if self.marked is not None and (card.count(self.marked[1]) >= self.marked[2]) != self.marked[0]:
            return False
        if self.stat is not None and not self.stat.holds(scene, card):
            return False
        if self.striking and not scene.attacks_your_champion(card):
            return False
        return not self.costs or any(
            within(scene.printed_cost(card, kind), bound(scene, lo), bound(scene, hi)) for kind, lo, hi in self.costs
        )

    def has_subtypes(self, scene: Scene, card: Card) -> bool:
        """Whether a card has the subtypes that the phrase states, whatever its type and whosever it is."""
        words = scene.words(card)
        stated = (names for negated, names, _ in self.tests if not negated and names.isdisjoint(_KNOWN - w.SUBTYPES))
        return not any(names.isdisjoint(words) for names in stated)

    def fits_item(self, scene: Scene, item: Item) -> bool:
        """Whether an item on the stack fits: its kind, its controller and the words of its card or source.

        The controller is that of the instance and not of the card, so that a copy has its own (targets-and-copies.7.4).
        """
        if item.kind not in self.stack or (scene.item is not None and item.id == scene.item.id):
            return False
        if self.controller and item.controller not in _seats(scene, self.controller):
            return False
        if self.aims is not None and not self._aimed_at(scene, item, self.aims):
            return False
        if self.triggers and item.kind == "trigger":
            return True
        card = scene.state.cards[item.card] if item.is_play else scene.state.still(item.source) or item.source
        return self._like(scene, card, _SPELL if item.spell else _NO_MORE)

    @staticmethod
    def _aimed_at(scene: Scene, item: Item, kind: Filter) -> bool:
        """Whether an item on the stack targets something of a kind that is still there."""
        things = (thing for group in item.groups for thing in group.things if thing is not None)
        cards = (scene.state.current(thing) for thing in things)
        return any(card is not None and kind.fits(scene, card) for card in cards)

    def fits_negated(self, scene: Scene, event: Negated) -> bool:
        """Whether an item that was negated fits: its kind, its controller and the words of its card or source."""
        if event.of not in self.stack or self.aims is not None:
            return False
        if self.controller and event.player not in _seats(scene, self.controller):
            return False
        return self._like(scene, event.card, _NO_MORE)

    def _name(self, scene: Scene) -> str:
        return scene.source.named if self.name == REMEMBERED else self.name


def lying(text: str) -> Filter:
    """A phrase for cards and objects where they lie, which can be counted: what waits on the stack is only targeted."""
    found = Filter(text)
    if found.stack:
        raise ValueError(f"{text!r} would be something that waits on the stack, which can only be targeted")
    return found


def _seats(scene: Scene, side: str) -> Sequence[Seat]:
    """The players whom a phrase means by a controller or an owner."""
    if side in ("you", "you control"):
        return (scene.you,)
    if side in ("opponent", "you do not control", "an opponent controls"):
        return [player.seat for player in scene.state.players if player.seat != scene.you]
    if side == "the turn player controls":
        return (scene.state.turn.player,)
    player = scene.that_player()
    return () if player is None else (player,)


def _owner_of(card: Card) -> Seat:
    """Whose card it is; one beneath a champion is its controller's."""
    return card.controller if card.zone == "lineage" else card.owner


def _same(card: Card, source: Card) -> bool:
    """Whether a card is the one whose text speaks, so that it is no other.

    An object that left the field and came back is another; a card that lies elsewhere is still the same card
    (targets-and-copies.3.10).
    """
    return card.id == source.id and (card.zone != "field" or source.zone != "field" or card.thing == source.thing)


def _group(words: list[str]) -> list[list[str]]:
    """Adjectives in groups: words joined by *or* form one group of alternatives."""
    groups: list[list[str]] = []
    joined = False
    for word in words:
        if word == "or":
            joined = True
        elif joined and groups:
            groups[-1].append(word)
            joined = False
        else:
            groups.append([word])
    return groups


def _last_group(words: list[str]) -> list[int]:
    """Where the noun stands, with the nouns that are alternatives to it."""
    found = [len(words) - 1]
    while found[-1] >= 2 and words[found[-1] - 1] == "or":
        found.append(found[-1] - 2)
    return found


def cased(word: str) -> str:
    """Classes and subtypes have a capital, types and elements have none."""
    lower = word.lower()
    name = lower.removeprefix("non-")
    return lower if name in _SMALL else lower.replace(name, capital(name))
