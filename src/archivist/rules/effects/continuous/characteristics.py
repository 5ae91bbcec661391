"""What a card or object is now: words, keywords, power, life, level, elements (effects.5; cards.5).

Derived values are read through the state's cache, which is dropped at every change; so no player can ever act while
an effect is not applied (effects.5.3).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import archivist.rules.effects.scene as scenes
from archivist.model.card import Card, Seat, Stats
from archivist.rules.effects.continuous import layers
from archivist.rules.effects.continuous.in_force import lost_at, modifiers, standing, statics
from archivist.rules.effects.continuous.sources import Active, objects
from archivist.vocabulary.abilities import Keyword, add_keyword
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.statics.playing import Disable, Enable
from archivist.vocabulary.words import ADVANCED_ELEMENTS, CLASSES, ELEMENTS

if TYPE_CHECKING:
    from archivist.model.state import State
    from archivist.vocabulary.face import Face

__all__ = [
    "Active",
    "base_level",
    "classes",
    "elements",
    "enabled_elements",
    "has",
    "instances",
    "keywords",
    "last_known",
    "level",
    "life",
    "modifiers",
    "number_of",
    "own_scene",
    "power",
    "reader",
    "statics",
    "unlocked",
    "unlocked_parts",
    "words",
]


def own_scene(state: State, card: Card) -> scenes.Scene:
    """The card's own point of view: its controller on the field and on the stack, its owner elsewhere.

    Rules: abilities.5.5.
    """
    return scenes.Scene(state, reader(card), card)


def reader(card: Card) -> Seat:
    return card.controller if card.zone in ("field", "stack", "intent", "pantheon") else card.owner


def unlocked(state: State, card: Card, condition: Condition | None) -> bool:
    """Whether a restriction is met for a card; unmet, its text is ignored in every zone (abilities.5.2).

    Rules: abilities.5, abilities.5.1.
    """
    return condition is None or condition.holds(own_scene(state, card))


def unlocked_parts(state: State, card: Card, face: Face) -> tuple[tuple[int, int], ...]:
    """Which restricted paragraphs of a card are unlocked, each as the pair of its number and -1 (abilities.5.4)."""
    return tuple(
        [
            (part, -1)
            for part, paragraph in enumerate(face.text)
            if paragraph.when is not None and unlocked(state, card, paragraph.when)
        ]
    )


# -- words and elements ------------------------------------------------------------------------------------------


def words(state: State, card: Card) -> frozenset[str]:
    """Types, subtypes, classes and elements as they are now, with *token* and *object* where they fit.

    A face-down card in a public zone is just a card (zones.5.2). Of an object that left, what was last known counts.

    Rules: targets-and-copies.1, targets-and-copies.1.1.
    """
    if card.last is not None and card.last.words is not None:
        return frozenset(card.last.words)
    zone = card.zone
    if zone == "banishment" and not card.face_up:
        return _NO_WORDS
    if not (state.standing or standing(state)).wordy:
        if zone != "field":
            return state.pool[card.face].words
        if not card.lineage and not card.token:
            return state.pool[card.face].object_words
        return _unchanged_words(state, card)
    key = ("words", card.id, card.incarnation)
    found: frozenset[str] | None = state.cache.get(key)
    if found is None or state.cards[card.id] is not card:
        current = state.cards[card.id] is card
        if current and "layering" not in state.cache:
            state.cache[key] = _unchanged_words(state, card)  # what an effect sees of the card that it may change
        found = layers.words(state, card, _unchanged_words)
        if current:
            state.cache[key] = found
    return found


_NO_WORDS: Final[frozenset[str]] = frozenset()


def _unchanged_words(state: State, card: Card) -> frozenset[str]:
    """The words of a card before any effect; a champion has the elements of the champion cards beneath it (cards.3.3)."""
    face = state.pool[card.face]
    if card.zone != "field":
        return face.words
    if not card.lineage:
        return face.token_words if card.token else face.object_words
    known = (state.objects or objects(state)).lineages
    found = known.get((card.face, card.lineage))
    if found is None:
        beneath = (state.pool[state.cards[number].face] for number in card.lineage)
        elements = (each.elements for each in beneath if "champion" in each.words)
        found = known[card.face, card.lineage] = face.object_words.union(*elements)
    return found


def classes(state: State, card: Card) -> frozenset[str]:
    """The classes of a card or object: the printed ones, unless an effect changes what it is (cards.1.6)."""
    if not (state.standing or standing(state)).wordy:
        return state.pool[card.face].class_set
    return words(state, card) & CLASSES


def elements(state: State, card: Card) -> frozenset[str]:
    """The elements of a card or object; a champion has those of its whole lineage (cards.3.3)."""
    return words(state, card) & ELEMENTS


def enabled_elements(state: State, seat: Seat) -> frozenset[str]:
    """The elements a player may use: norm, those of the lineage, what effects enable, and exalted.

    Rules: cards.3.2, cards.3.3, cards.3.4, cards.3.5, terms.4.element, effects.2.4.
    """
    known = state.standing or standing(state)
    found = known.enabled.get(seat)
    if found is not None:
        return found
    changing = known.wordy or Enable in known.by_kind or Disable in known.by_kind
    kept: dict[Any, frozenset[str]] = state.cache if changing else known.enabled
    key = ("elements", seat) if changing else seat
    found = kept.get(key)
    if found is None:
        enabled = {"norm"}
        champion = state.champion(seat)
        if champion is not None:
            enabled |= elements(state, champion)
        enabled = _switched(state, seat, enabled)
        if champion is not None and enabled & _advanced_of(state, champion):
            enabled.add("exalted")
        found = kept[key] = frozenset(enabled)
    return found


def _advanced_of(state: State, champion: Card) -> frozenset[str]:
    """The other advanced elements by which a champion enables exalted: of its lineage, and by its own text (cards.3.5)."""
    own = (enable.element for active, enable in statics(state, Enable) if active.source.id == champion.id)
    return elements(state, champion).union(own) & (ADVANCED_ELEMENTS - {"exalted"})


def _switched(state: State, seat: Seat, elements: set[str]) -> set[str]:
    """Elements with what enables and disables them, oldest first: of contradicting effects the latest holds.

    Rules: timing.6.3.
    """
    enabling = [(active.stamp, True, enable.element) for active, enable in statics(state, Enable) if active.you == seat]
    disabling = [(active.stamp, False, off.element) for active, off in statics(state, Disable) if active.you == seat]
    for _, on, element in sorted(enabling + disabling):
        if on:
            elements.add(element)
        else:
            elements.discard(element)
    return elements


# -- keywords ----------------------------------------------------------------------------------------------------


def keywords(state: State, card: Card) -> dict[str, int]:
    """The keywords a card has now, each with its number (0 if it has none); a restriction unmet means it has it not.

    Rules: abilities.1.3.
    """
    if card.last is not None and card.last.keywords is not None:
        return card.last.keywords
    printed = state.pool[card.face].open_keywords
    known = state.standing or standing(state)
    if printed is not None and (known.plain or (not known.losing and not known.about("keywords", card.id))):
        return printed
    if "early" in state.cache:
        return _counted(each for each in state.pool[card.face].keywords if unlocked(state, card, each.when))
    key = ("keywords", card.id, card.incarnation)
    found: dict[str, int] | None = state.cache.get(key)
    if found is None or state.cards[card.id] is not card:
        current = state.cards[card.id] is card
        if current:
            state.cache[key] = printed or {}  # what a phrase inside a modification sees of the card it asks about
        found = _counted(_instances(state, card))
        for _ in range(known.chained if current else 0):
            if found == state.cache[key]:
                break
            state.cache[key] = found  # what depends on a keyword is applied after what gives or takes it (effects.5.16)
            found = _counted(_instances(state, card))
        if state.pool[card.face].timely_keywords:
            state.cache.pop(key, None)
        elif current:
            state.cache[key] = found
    return found


def _counted(held: Iterable[Keyword]) -> dict[str, int]:
    """Keywords by their words, each with its number."""
    found: dict[str, int] = {}
    for each in held:
        add_keyword(found, each.word, each.number)
    return found


def _instances(state: State, card: Card) -> list[Keyword]:
    """Every instance of a keyword that a card has: the printed ones, then what was gained and lost, oldest first.

    Printed ones are gone with the loss of all abilities, and so are those that were gained before it (effects.5.8).

    Rules: effects.5.8.D.
    """
    lost = lost_at(state, card)
    found: list[Keyword] = []
    if lost is None:
        found += (each for each in state.pool[card.face].keywords if unlocked(state, card, each.when))
    for stamp, gained, taken in _changes(state, card):
        if lost is None or stamp > lost:
            found = [each for each in found if each.word not in taken]
            found += map(Keyword, gained)
    return found


def _changes(state: State, card: Card) -> list[tuple[int, tuple[str, ...], tuple[str, ...]]]:
    """The keywords that effects give to a card and take from it, oldest first."""
    changes: list[tuple[int, tuple[str, ...], tuple[str, ...]]] = [
        (active.stamp, modify.keywords, ()) for active, modify in modifiers(state, "keywords", card)
    ]
    if standing(state).losing:
        changes += [(active.stamp, (), modify.loses) for active, modify in modifiers(state, "loses", card)]
        changes.sort(key=_stamp_of)
    return changes


def _stamp_of(change: tuple[int, tuple[str, ...], tuple[str, ...]]) -> int:
    return change[0]


def instances(state: State, card: Card, word: str) -> tuple[int, ...]:
    """The number of every instance of a keyword, for those whose instances count one by one (keywords.multiples)."""
    if not has(state, card, word):
        return ()
    return tuple(each.number for each in _instances(state, card) if each.word == word)


def has(state: State, card: Card, keyword: str) -> bool:
    """Whether a card has a keyword; what is neither printed on it nor given by anything need not be looked for."""
    if card.last is None and keyword not in state.pool[card.face].keyword_words:
        known = state.standing or standing(state)
        if keyword not in known.granted:
            return False
    return keyword in keywords(state, card)


def number_of(state: State, card: Card, keyword: str) -> int:
    """The number of a keyword, 0 if the card does not have it."""
    return keywords(state, card)[keyword] if has(state, card, keyword) else 0


def has_label(state: State, card: Card, label: str) -> bool:
    """Whether a card has text under a label keyword; a restriction unmet means it has it not (keywords.labels)."""
    return any(name == label and unlocked(state, card, when) for name, when in state.pool[card.face].labels)


# -- numbers -----------------------------------------------------------------------------------------------------


def power(state: State, card: Card) -> int | None:
    """Power with every change; counters never give a stat that is not there (effects.5.11).

    The printed one is there whatever the type has become (cards.5.6).

    Rules: targets-and-copies.1.3.
    """
    if card.last is not None:
        return card.last.power
    printed = state.pool[card.face].power
    known = state.standing or standing(state)
    if not known.empowering:
        return None if printed is None else printed + _buffs(card)
    if known.changes("swap") and layers.swapped(state, card):
        return _stat(state, card, state.pool[card.face].life, "life")
    if not known.about("power", card.id) and not known.changes("set power"):
        return None if printed is None else printed + _buffs(card)
    return _stat(state, card, printed, "power")


def life(state: State, card: Card) -> int | None:
    """Life with every change, damage left aside."""
    if card.last is not None:
        return card.last.life
    printed = state.pool[card.face].life
    known = state.standing or standing(state)
    if known.changes("swap") and layers.swapped(state, card):
        return _stat(state, card, state.pool[card.face].power, "power")
    if not known.about("life", card.id) and not known.changes("set life"):
        return None if printed is None else printed + _buffs(card)
    return _stat(state, card, printed, "life")


def _buffs(card: Card) -> int:
    """What buff and debuff counters come to (cards.9.1)."""
    counters = card.counters
    return counters.get("buff", 0) - counters.get("debuff", 0) if counters else 0


def _stat(state: State, card: Card, printed: int | None, stat: str) -> int | None:
    """A stat with what sets it (layer A) and what raises, lowers or doubles it (E1), then counters (E2).

    Counters come after everything but swaps, and only where there is a stat.

    Rules: cards.9.choice, cards.9.buff, cards.9.debuff, cards.5.5, effects.5.8.E2, effects.5.8.choice.
    """
    key = (stat, card.id, card.incarnation)
    if key in state.cache and state.cards[card.id] is card:
        return state.cache[key]  # type: ignore[no-any-return]
    found = layers.base(state, card, printed, stat)
    if state.cards[card.id] is card:
        state.cache[key] = found  # what an amount inside a modification sees of the card it changes
    if found is not None:
        found = layers.raised(state, card, found, stat) + _buffs(card)
    if state.cards[card.id] is card:
        state.cache[key] = found
    return found


def base_level(state: State, seat: Seat) -> int:
    """The printed level of the champion's top card; levelling and Level Locked look at nothing else (cards.4.11).

    Rules: terms.4.level.
    """
    champion = state.champion(seat)
    return 0 if champion is None else state.pool[champion.face].level or 0


def level(state: State, seat: Seat) -> int:
    """LV: the printed level with modifiers and level counters; may be negative (cards.4.11).

    Rules: terms.4.lv, terms.7.level, cards.9.level.
    """
    key = ("level", seat)
    found: int | None = state.cache.get(key)
    if found is None:
        champion = state.champion(seat)
        found = base_level(state, seat)
        state.cache[key] = found  # what a restriction inside a level modifier sees
        if champion is not None:
            found = (layers.base(state, champion, found, "level") or 0) + champion.count("level")
            for active, modify in modifiers(state, "level", champion):
                found += modify.level.read(active.scene(state))
        state.cache[key] = found
    return found


def last_known(state: State, card: Card) -> Stats:
    """What an object is at this moment, to be remembered when it is gone (effects.7.2); what is as printed is left out."""
    face = state.pool[card.face]
    held = keywords(state, card)
    lost = lost_at(state, card) is not None
    return Stats(
        power(state, card),
        life(state, card),
        tuple(sorted(words(state, card))) if standing(state).changes("words") else None,
        None if held is face.open_keywords else held,
        lost,
    )
