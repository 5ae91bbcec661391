"""What everything is now, worked out layer by layer and kept until something changes (effects.5).

An evaluation belongs to one value of the state: whatever changes the state puts a fresh one in its place, so no player
can ever act while an effect is not applied (effects.5.3). Questions are answered as they are asked, and each answer is
kept. While an answer is being worked out, a phrase that asks the same question again sees what was known before: the
printed or set value.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final, Literal, TypeVar

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.abilities.restrictions import reader, unlocked
from archivist.rules.cards import elements
from archivist.rules.effects import precedence_and_prohibitions
from archivist.rules.effects.continuous import layers
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.continuous.effects_in_force import occurs, standing
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.vocabulary.abilities import Keyword, add_keyword
from archivist.vocabulary.aspects import NOTHING, TIME, Aspects
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import Change, Modify
from archivist.vocabulary.words import CLASSES, ELEMENTS

S = TypeVar("S", bound=Static)
ELYSIAN_AURA: Final = 2
"""How much higher the level is read under an Elysian Aura, however many there are."""
_NO_WORDS: Final[frozenset[str]] = frozenset()


class Evaluation:
    """What every card and player is in one value of the state, as far as anyone has asked.

    Properties and states are none of it.

    Whatever changes the state puts a fresh one in its place, so that effects are applied at every moment.

    `settled` is a conclusion about the whole position that another chapter draws and keeps with it: whether the
    state-based checks found nothing to do. `looked_at` is what answers depend on besides what is in force.

    Rules: cards.5, cards.5.1, effects.5.1, effects.5.3, zones.7.1.choice.
    """

    _words: dict[int, frozenset[str]] | None = None
    _changed: dict[int, frozenset[str]] | None = None
    _keywords: dict[int, dict[str, int]] | None = None
    _losses: list[Active] | None = None
    _stats: dict[tuple[str, int], int | None] | None = None
    _elements: dict[Seat, frozenset[str]] | None = None
    looked_at: Aspects = NOTHING
    settled: bool = False

    anew: ClassVar[type[Evaluation]]
    """Makes the evaluation after a change, which knows nothing yet."""

    @property
    def early(self) -> EarlyEvaluation | None:
        """Itself while an early layer is applied: the scenes in which its phrases are read ask it, not the finished one."""
        return None

    # -- one evaluation for each value of the state ----------------------------------------------------------------

    def copy(self) -> Evaluation:
        """The evaluation of a copy of the state, which may go its own way from here."""
        new = Evaluation()
        if self.settled:
            new.settled = True
        if self.looked_at:
            new.looked_at = self.looked_at
        if self._stats is not None:
            new._stats = self._stats.copy()
        if self._words is not None:
            new._words, new._changed = self._words.copy(), self._changed
        if self._keywords is not None:
            new._keywords = self._keywords.copy()
        if self._losses is not None:
            new._losses = self._losses
        if self._elements is not None:
            new._elements = self._elements.copy()
        return new

    def later(self, state: State) -> Evaluation:
        """The evaluation after the turn has moved on: the same if nothing that was asked depends on the turn."""
        known = state.standing
        if known is None or not TIME.isdisjoint(self.looked_at):
            return Evaluation()
        timeless = known.timeless
        if timeless is None:
            timeless = known.timeless = TIME.isdisjoint(known.depends)
        return self if timeless else Evaluation()

    def note(self, aspects: Aspects) -> None:
        """Notes that answers depend on more than on what is in force: on what the restrictions of a card look at."""
        if not aspects <= self.looked_at:
            self.looked_at |= aspects

    def before(self, view: Mapping[int, frozenset[str]]) -> EarlyEvaluation:
        """What everything is before the later layers: the words as far as the view has them, the rest as printed."""
        return EarlyEvaluation(view)

    # -- what is in force ------------------------------------------------------------------------------------------

    def statics(self, state: State, kind: type[S]) -> Sequence[tuple[Active, S]]:
        """Everything of one kind that is in force, oldest first (effects.5.12, terms.2.timestamp)."""
        return layers.statics(self, state, kind)

    def losses(self, state: State) -> list[Active]:
        """The effects that take all abilities away, in the order they apply (effects.5.17)."""
        if self._losses is None:
            self._losses = []
            layers.order_losses(self, state, self._losses)
        return self._losses

    def forbidden(self, state: State, player: Seat, what: str) -> bool:
        """Whether a prohibition in force keeps a player from something, whatever permits it (timing.6.2)."""
        known = state.standing or standing(state)
        return what in known.forbidden and precedence_and_prohibitions.forbidden(self, state, player, what)

    # -- words and elements (layers B and C) -----------------------------------------------------------------------

    def words(self, state: State, card: Card) -> frozenset[str]:
        """Types, subtypes, classes and elements as they are now, with *token* and *object* where they fit.

        A face-down card in a public zone is just a card (zones.5.2). Of an object that left, what was last known counts.

        Rules: targets-and-copies.1, targets-and-copies.1.1.
        """
        if card.last is not None and card.last.words is not None:
            return frozenset(card.last.words)
        zone = card.zone
        if zone == "banishment" and not card.face_up:
            return _NO_WORDS
        if "words" not in (state.standing or standing(state)).changed:
            if card.lineage:
                return layers.printed_words(state, card)
            face = state.pool[card.face]
            if zone != "field":
                return face.words
            return face.token_words if card.token else face.object_words
        card = _as_it_is(state, card)
        if state.cards[card.id] is not card:
            return layers.words(self, state, card)
        kept = self._words
        if kept is None:
            kept = self._words = {}
        found = kept.get(card.id)
        if found is None:
            kept[card.id] = layers.printed_words(state, card)  # what an effect sees of the card it may change
            found = kept[card.id] = layers.words(self, state, card)
        return found

    def changed_words(self, state: State) -> Mapping[int, frozenset[str]]:
        """The words of every card that several effects change, by its number."""
        if self._changed is None:
            self._changed = layers.changed_words(self, state)
        return self._changed

    def classes(self, state: State, card: Card) -> frozenset[str]:
        """The classes of a card or object: the printed ones, unless an effect changes what it is (cards.1.6)."""
        if "words" not in (state.standing or standing(state)).changed:
            return state.pool[card.face].class_set
        return self.words(state, card) & CLASSES - state.pool[card.face].class_like

    def elements(self, state: State, card: Card) -> frozenset[str]:
        """The elements of a card or object; a champion has those of its whole lineage (cards.3.3)."""
        return self.words(state, card) & ELEMENTS

    def enabled_elements(self, state: State, seat: Seat) -> frozenset[str]:
        """The elements a player may use (cards.3.2); where no effect changes them, kept while the objects stay the same."""
        known = state.standing or standing(state)
        kept = self._elements if known.switches_elements else (state.objects or objects(state)).enabled
        if kept is None:
            kept = self._elements = {}
        found = kept.get(seat)
        if found is None:
            found = kept[seat] = elements.enabled(self, state, seat)
        return found

    # -- keywords (layer D) ----------------------------------------------------------------------------------------

    def keywords(self, state: State, card: Card) -> dict[str, int]:
        """The keywords a card has now, each with its number (0 if it has none); behind an unmet restriction it has none.

        One that depends on a keyword is applied after what gives or takes that keyword (effects.5.16).

        Rules: abilities.1.3.
        """
        if card.last is not None and card.last.keywords is not None:
            return card.last.keywords
        printed = state.pool[card.face].open_keywords
        known = state.standing or standing(state)
        kept_as_printed = "keywords" not in known.changed or not known.may_change("keywords", card)
        if kept_as_printed and "loses" not in known.changed:
            if printed is not None:
                return printed
            if state.pool[card.face].steady_keywords and "words" not in known.changed:
                return self._steady_keywords(state, card)
        card = _as_it_is(state, card)
        if state.cards[card.id] is not card:
            return _counted(layers.keywords(self, state, card))
        kept = self._keywords
        if kept is None:
            kept = self._keywords = {}
        found = kept.get(card.id)
        if found is None:
            kept[card.id] = printed or {}  # what a phrase inside a modification sees of the card it asks about
            found = _counted(layers.keywords(self, state, card))
            for _ in range(layers.chained(state)):
                if found == kept[card.id]:
                    break
                kept[card.id] = found
                found = _counted(layers.keywords(self, state, card))
            kept[card.id] = found
        return found

    def _steady_keywords(self, state: State, card: Card) -> dict[str, int]:
        """The printed keywords whose restrictions look at champions and at what the card is alone.

        They are the same for as long as the objects stay, for every card of that face that the same player reads.
        """
        kept, key = (state.objects or objects(state)).keywords, (card.face, reader(card))
        found = kept.get(key)
        if found is None:
            found = kept[key] = _counted(layers.printed_keywords(self, state, card))
        return found

    def instances(self, state: State, card: Card, word: str) -> tuple[int, ...]:
        """The number of every instance of a keyword, for those whose instances count one by one (keywords.multiples)."""
        if not self.has(state, card, word):
            return ()
        return tuple(each.number for each in layers.keywords(self, state, card) if each.word == word)

    def times(self, state: State, card: Card, word: str) -> int:
        """How many instances of a keyword a card has that it has at all."""
        printed = state.pool[card.face]
        if self.keywords(state, card) is printed.open_keywords:  # as printed: none is restricted, given or taken
            return printed.instances[word]
        return len(self.instances(state, card, word))

    def has(self, state: State, card: Card, keyword: str) -> bool:
        """Whether a card has a keyword; what is neither printed on it nor given by anything need not be looked for."""
        if card.last is None and keyword not in state.pool[card.face].keyword_words:
            known = state.standing or standing(state)
            if keyword not in known.granted or not layers.may_give(self, state, card, keyword):
                return False
        return keyword in self.keywords(state, card)

    def has_label(self, state: State, card: Card, label: str) -> bool:
        """Whether a card has text under a label keyword; a restriction unmet means it has it not (keywords.labels)."""
        face = state.pool[card.face]
        state.now.note(face.restriction_aspects)
        return any(name == label and unlocked(state, card, when, self.early) for name, when in face.labels)

    # -- numbers (layers A and E) ----------------------------------------------------------------------------------

    def power(self, state: State, card: Card) -> int | None:
        """Power with every change; counters never give a stat that is not there (effects.5.11).

        The printed one is there whatever the type has become (cards.5.6).

        Rules: targets-and-copies.1.3.
        """
        if card.last is not None:
            return card.last.power
        face, known = state.pool[card.face], state.standing or standing(state)
        if "swap" in known.changed and layers.swapped(self, state, card):
            return self._stat(state, card, face.life, "life")
        return self._stat(state, card, face.power, "power")

    def has_power(self, state: State, card: Card) -> bool:
        """Whether a card has power above 0; where nothing may lower what is printed, that need not be worked out."""
        printed = state.pool[card.face].power
        if printed is not None and printed > 0 and card.last is None and "debuff" not in card.counters:
            known = state.standing or standing(state)
            if not known.saps:
                return True
        return (self.power(state, card) or 0) > 0

    def life(self, state: State, card: Card) -> int | None:
        """Life with every change, damage left aside."""
        if card.last is not None:
            return card.last.life
        face, known = state.pool[card.face], state.standing or standing(state)
        if "swap" in known.changed and layers.swapped(self, state, card):
            return self._stat(state, card, face.power, "power")
        return self._stat(state, card, face.life, "life")

    def _stat(self, state: State, card: Card, printed: int | None, stat: Literal["power", "life"]) -> int | None:
        """A stat with what sets it (layer A) and what raises, lowers or doubles it (E1), then counters (E2).

        Counters come after everything but swaps, and only where there is a stat.

        Rules: cards.9.choice, cards.9.buff, cards.9.debuff, cards.5.5, effects.5.8.choice.
        """
        known = state.standing or standing(state)
        raised = stat in known.changed and bool(known.about(stat, card.id))
        if not raised and stat == "power" and (known.spurs or state.pool[card.face].spurred):
            raised = bool(layers.spurred(self, state, card))
        if not raised and layers.SETTING[stat] not in known.changed:
            return None if printed is None else printed + layers.counted(card)
        kept, key, current = self._numbers(), (stat, card.id), state.cards[card.id] is card
        if current and key in kept:
            return kept[key]
        found = layers.base(self, state, card, printed, stat)
        if current:
            kept[key] = found  # what an amount inside a modification sees of the card it changes
        if found is not None:
            found = layers.raised(self, state, card, found, stat) + layers.counted(card)
        if current:
            kept[key] = found
        return found

    def _numbers(self) -> dict[tuple[str, int], int | None]:
        """The numbers that are kept, by what they are and the card whose they are."""
        if self._stats is None:
            self._stats = {}
        return self._stats

    def level(self, state: State, seat: Seat) -> int:
        """LV: the printed level with modifiers and level counters; may be negative (cards.4.11).

        Rules: terms.4.lv, terms.7.level, cards.9.level.
        """
        champion = state.champion(seat)
        if champion is None:
            return 0
        kept, key = self._numbers(), ("level", champion.id)
        found = kept.get(key)
        if found is None:
            found = state.pool[champion.face].level or 0
            kept[key] = found  # what a restriction inside a level modifier sees
            found = (layers.base(self, state, champion, found, "level") or 0) + champion.count("level")
            for active, modify in layers.modifiers(self, state, "level", champion):
                found += layers.number_of(self, state, active, modify.level)
            kept[key] = found
        return found

    def level_reaches(self, state: State, seat: Seat, least: int) -> bool:
        """Whether LV is at least so much.

        Most modifiers add a fixed number. If all of them together would not bring it there, or it is there whether or not
        they hold, their conditions need not be read.
        """
        champion, known = state.champion(seat), state.standing or standing(state)
        if champion is not None and not known.about(layers.SETTING["level"], champion.id):
            if ("level", champion.id) in self._numbers():
                return self.level(state, seat) >= least
            lowest = highest = (state.pool[champion.face].level or 0) + champion.count("level")
            for active in known.about("level", champion.id):
                modify = active.static
                assert isinstance(modify, Modify)
                change = modify.level.fixed
                if change is None:
                    return self.level(state, seat) >= least
                lowest, highest = lowest + min(0, change), highest + max(0, change)
            if lowest >= least or highest < least:
                return lowest >= least
        return self.level(state, seat) >= least

    def aura(self, state: State, seat: Seat, card: Card) -> int:
        """What an Elysian Aura of a player adds for an Aenean Spell card they own; two add no more than one.

        Rules: keywords.elysian-aura, costs.6.elysian-aura.
        """
        if card.owner != seat or not occurs(state, "elysian aura"):
            return 0
        if not {"aenean", "spell"} <= self.words(state, card):
            return 0
        objects = (state.cards[number] for number in state.field)
        held = any(each.controller == seat and self.has(state, each, "elysian aura") for each in objects)
        return ELYSIAN_AURA if held else 0


Evaluation.anew = Evaluation


class EarlyEvaluation(Evaluation):
    """What everything is while an early layer is applied: words as far as it has come, keywords as printed (effects.5.9).

    It holds for that moment only, and keeps its own answers.
    """

    def __init__(self, view: Mapping[int, frozenset[str]]) -> None:
        self._view = view

    @property
    def early(self) -> EarlyEvaluation | None:
        return self

    def words(self, state: State, card: Card) -> frozenset[str]:
        if card.last is not None and card.last.words is not None:
            return frozenset(card.last.words)
        if card.zone == "banishment" and not card.face_up:
            return _NO_WORDS
        return self._view.get(card.id) or layers.printed_words(state, card)

    def keywords(self, state: State, card: Card) -> dict[str, int]:
        if card.last is not None and card.last.keywords is not None:
            return card.last.keywords
        printed = state.pool[card.face].open_keywords
        return printed if printed is not None else _counted(layers.printed_keywords(self, state, card))


def _as_it_is(state: State, card: Card) -> Card:
    """The object that a former look at it shows, as it is now, as long as it is still there and the same in name and side.

    What is asked of it then is asked of the object itself: an effect that looks at what it changes does so once.
    """
    now = state.cards[card.id]
    if now is card or now.incarnation != card.incarnation:
        return card
    same = now.face == card.face and now.controller == card.controller and now.lineage == card.lineage
    return now if same else card


def _counted(held: Iterable[Keyword]) -> dict[str, int]:
    """Keywords by their words, each with its number."""
    found: dict[str, int] = {}
    for each in held:
        add_keyword(found, each.word, each.number)
    return found


# -- what is in force --------------------------------------------------------------------------------------------


def statics(state: State, kind: type[S]) -> Sequence[tuple[Active, S]]:
    """Everything of one kind that is in force, oldest first."""
    if kind not in (state.standing or standing(state)).by_kind:
        return ()
    return layers.statics(state.now, state, kind)


def modifiers(state: State, change: Change, card: Card) -> list[tuple[Active, Modify]]:
    """The modifications that reach a card and change it in one way, oldest first."""
    return layers.modifiers(state.now, state, change, card)


def lost_at(state: State, card: Card) -> int | None:
    """The timestamp of the last effect by which a card lost its abilities, if it did."""
    return layers.lost_at(state.now, state, card)


def silenced(state: State, active: Active) -> bool:
    """Whether a static gives nothing because its object lost it."""
    return layers.silenced(state.now, state, active)


# -- cards and players -------------------------------------------------------------------------------------------


def number_of(state: State, card: Card, keyword: str) -> int:
    """The number of a keyword, 0 if the card does not have it."""
    return state.now.keywords(state, card)[keyword] if state.now.has(state, card, keyword) else 0


def swapped(state: State, card: Card) -> bool:
    """Whether power and life of a unit are exchanged."""
    return "swap" in standing(state).changed and layers.swapped(state.now, state, card)


def aura(state: State, seat: Seat, card: Card) -> int:
    """What an Elysian Aura of a player adds for an Aenean Spell card they own."""
    return state.now.aura(state, seat, card)
