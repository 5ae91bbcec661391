"""Filters: noun phrases such as ``another Animal or Beast ally you control``, read once and then asked often.

A phrase is adjectives and a noun (``loaded card`` is a card under an object), then any of: ``named N``, ``with
KEYWORD``, ``of reserve cost 2 or less``, a controller or owner, and a place. All words must fit;
words joined by *or* are alternatives; ``non-`` turns a word round.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from archivist.model.card import Card, Seat
from archivist.model.errors import suggestion
from archivist.vocabulary import words as w

if TYPE_CHECKING:
    from archivist.rules.scene import Scene
    from archivist.vocabulary.pending import Item

_KNOWN: Final = w.TYPES | w.ELEMENTS | w.CLASSES | w.SUBTYPES | w.STATES | w.NOUNS
_STACK_NOUNS: Final = {
    "activation": ("activation",),
    "materialization": ("materialization",),
    "play": ("activation", "materialization", "bestowment"),
    "trigger": ("trigger",),
    "ability": ("ability", "trigger"),
}
_PLACES: Final = {
    "hand": "hand",
    "memory": "memory",
    "deck": "deck",
    "material deck": "material",
    "graveyard": "graveyard",
    "banishment": "banishment",
    "lineage": "lineage",
}
_PLACE = re.compile(r" (?:in|from|of) (your|any|an opponent's|their) ((?:[a-z]+(?: deck)?)(?: or [a-z]+(?: deck)?)*)$")
_CONTROL = re.compile(
    r" (you control|you do not control|an opponent controls|that player controls|the turn player controls|you own)$"
)
_EXCEPT = re.compile(r" except your champion$")
_NAMED = re.compile(r" named (.+)$")
_WITH = re.compile(r" with ([a-z ]+)$")
_COST_PART = r"(reserve|memory) cost (\d+)( or less| or more)?"
_COST = re.compile(rf" of {_COST_PART}(?: or {_COST_PART})?$")


class Filter:
    """A noun phrase that cards, objects or items on the stack fit or do not fit."""

    __slots__ = (
        "controller",
        "costs",
        "excepted",
        "keyword",
        "name",
        "other",
        "owner",
        "stack",
        "tests",
        "text",
        "zones",
    )

    def __init__(self, text: str) -> None:
        self.text = text
        self.controller = ""
        self.owner = ""
        self.zones: tuple[str, ...] = ()
        self.name = ""
        self.keyword = ""
        self.costs: tuple[tuple[str, int, int], ...] = ()
        self.other = False
        self.excepted = False
        self.stack: tuple[str, ...] = ()
        self.tests: tuple[tuple[bool, tuple[str, ...]], ...] = ()
        self._read(text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Filter) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Filter({self.text!r})"

    def _read(self, text: str) -> None:
        """Takes the phrase apart; ``loaded card`` is one that lies under an object (targets-and-copies.2.loaded)."""
        rest = self._strip_suffixes(" " + text.strip())
        words = rest.split()
        if words and words[0] in ("another", "other"):
            self.other = True
            words = words[1:]
        if not words:
            raise ValueError(f"{text!r} has no noun")
        noun = words.pop()
        if words and words[-1] == "or" and noun not in ("card", *_STACK_NOUNS):
            words = [*words, noun]
            noun = ""
        if noun == "card" and "loaded" in words:
            words.remove("loaded")
            self.zones = ("loaded",)
        groups = _group(words)
        if noun in _STACK_NOUNS:
            self.stack = _STACK_NOUNS[noun]
            groups = [group for group in groups if group != ["card"]]
        elif noun != "card":
            if noun:
                groups.append([noun])
            if not self.zones:
                self.zones = ("field",)
        self.tests = tuple(self._test(group, text) for group in groups)

    def _strip_suffixes(self, rest: str) -> str:
        while True:
            if match := _PLACE.search(rest):
                self.zones = tuple(_place(word, rest) for word in match[2].split(" or "))
                self.owner = {"your": "you", "an opponent's": "opponent", "any": "", "their": "that player"}[match[1]]
            elif match := _CONTROL.search(rest):
                if match[1] == "you own":
                    self.owner = "you"
                else:
                    self.controller = match[1]
            elif match := _COST.search(rest):
                parts = [match.groups()[0:3]] + ([match.groups()[3:6]] if match[4] else [])
                self.costs = tuple(_range(*part) for part in parts)
            elif match := _EXCEPT.search(rest):
                self.excepted = True
            elif match := _NAMED.search(rest):
                self.name = match[1]
            elif match := _WITH.search(rest):
                self.keyword = _keyword(match[1])
            else:
                return rest
            rest = rest[: match.start()]

    def _test(self, group: list[str], text: str) -> tuple[bool, tuple[str, ...]]:
        negated = group[0].startswith("non-")
        names = tuple(word.removeprefix("non-").lower() for word in group)
        for name in names:
            if name not in _KNOWN:
                raise ValueError(f"unknown word {name!r} in {text!r}{suggestion(name, _KNOWN)}")
        return negated, names

    @property
    def described(self) -> bool:
        """Whether it says what the card is, and not only where it lies."""
        return bool(self.tests or self.keyword or self.name or self.costs)

    # -- asking ------------------------------------------------------------------------------------------------

    def fits(self, scene: Scene, card: Card) -> bool:
        """Whether a card or object fits, wherever the phrase says it must lie."""
        if self.stack or (self.zones and card.zone not in self.zones):
            return False
        return self.describes(scene, card)

    def describes(self, scene: Scene, card: Card) -> bool:
        """Whether the words fit, the place left aside."""
        if self.controller and not self._side(scene, self.controller, card.controller):
            return False
        return self._fitting(scene, card)

    def _fitting(self, scene: Scene, card: Card) -> bool:
        """Whether all that is said fits, but for who controls it."""
        if self.other and card.thing == scene.source.thing:
            return False
        if self.excepted and scene.state.players[scene.you].champion == card.id:
            return False
        if (self.name or self.keyword or self.costs) and scene.is_blank(card):
            return False
        if self.name and scene.face(card).name != self._name(scene):
            return False
        if self.owner and not self._side(scene, self.owner, card.owner):
            return False
        if self.tests:
            words = scene.words(card)
            for negated, names in self.tests:
                if negated == any(name in words or scene.in_state(card, name) for name in names):
                    return False
        if self.keyword and not scene.has(card, self.keyword):
            return False
        return not self.costs or any(_within(scene.printed_cost(card, kind), lo, hi) for kind, lo, hi in self.costs)

    def fits_item(self, scene: Scene, item: Item) -> bool:
        """Whether an item on the stack fits: its kind, its controller and what is said of its card.

        An ability has the characteristics of its source, and is a Spell if it is used as one (abilities.1.13).
        """
        if item.kind not in self.stack or (scene.item is not None and item.id == scene.item.id):
            return False
        if self.controller and not self._side(scene, self.controller, item.controller):
            return False
        if item.is_play:
            return self._fitting(scene, scene.state.cards[item.card])
        source = item.source
        return self._fitting(scene, replace(source, properties=(*source.properties, "spell")) if item.spell else source)

    def _name(self, scene: Scene) -> str:
        return scene.source.named if self.name == "the remembered name" else self.name

    def _side(self, scene: Scene, side: str, seat: Seat) -> bool:
        if side in ("you", "you control"):
            return seat == scene.you
        if side in ("opponent", "you do not control", "an opponent controls"):
            return seat != scene.you
        if side == "the turn player controls":
            return seat == scene.state.turn.player
        return seat == scene.that_player()


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


def _place(word: str, text: str) -> str:
    if word not in _PLACES:
        raise ValueError(f"unknown place {word!r} in {text.strip()!r}{suggestion(word, _PLACES)}")
    return _PLACES[word]


def _keyword(text: str) -> str:
    if text not in w.KEYWORDS:
        raise ValueError(f"unknown keyword {text!r}{suggestion(text, w.KEYWORDS)}")
    return text


def _range(kind: str, number: str, bound: str | None) -> tuple[str, int, int]:
    value = int(number)
    if bound == " or less":
        return kind, -1, value
    return kind, value, 10**6 if bound else value


def _within(cost: int | str | None, lo: int, hi: int) -> bool:
    """X counts as 0 in a range, and matches no explicit value (costs.4.7)."""
    if cost == "X":
        return lo <= 0 <= hi and lo != hi
    return isinstance(cost, int) and lo <= cost <= hi
