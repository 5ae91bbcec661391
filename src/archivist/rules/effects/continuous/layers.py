"""The layers in which continuous effects change characteristics (effects.5.8), and the order within a layer.

A sets stats, B changes types, C elements, D gives and takes abilities, E raises and lowers. Within a layer the oldest
effect applies first, but one that depends on another waits for it (effects.5.16). While an early layer is applied,
phrases are read as everything is before the later ones: in `Evaluation.before`.

An effect applies to a card if its conditions hold, it reaches the card, and its ability has not been lost. All of that
is asked of an evaluation (`now`): whether a condition holds depends on what the cards are, as far as the layers have
been applied.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeVar

from archivist.model.card import Card
from archivist.rules.abilities.restrictions import unlocked
from archivist.rules.effects.continuous.active import Active, stamp
from archivist.rules.effects.continuous.effects_in_force import standing, words_of
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.vocabulary.abilities import Command, Keyword
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.aspects import Aspect, aspects
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import EARLY, Change, Modify
from archivist.vocabulary.words import ADVANCED_ELEMENTS, CLASSES, ELEMENTS, NOUNS, SUPERTYPES, TYPES

if TYPE_CHECKING:
    from archivist.model.state import State
    from archivist.rules.effects.continuous.characteristics import EarlyEvaluation, Evaluation
    from archivist.vocabulary.face import Face


Words = frozenset[str]
Stat = Literal["power", "life", "level"]
SETTING: Final[dict[Stat, Change]] = {"power": "set power", "life": "set life", "level": "set level"}
"""The change by which each stat is set (layer A)."""

ABILITIES: Final[frozenset[Change]] = frozenset(("keywords", "loses"))
"""The changes of layer D that phrases of the layers before it might see."""

LATER: Final[frozenset[Change]] = ABILITIES | {"words"}
"""The changes of the layers B to D that phrases of layer A might see."""


# -- A: stats that are set -----------------------------------------------------------------------------------------


def base(now: Evaluation, state: State, card: Card, printed: int | None, stat: Stat) -> int | None:
    """A stat as it is set: by the newest effect that sets it, else as printed (effects.5.12).

    A stat that the card did not have is given to it by being set (effects.5.11, cards.5.5).

    Rules: effects.5.8.A, effects.5.9.
    """
    known = state.standing or standing(state)
    change = SETTING[stat]
    if change not in known.changed or not known.about(change, card.id):
        return printed
    found = printed
    seen = now if LATER.isdisjoint(known.changed) else now.before({})
    for active, modify in modifiers(seen, state, change, card):
        amount = getattr(modify, f"set_{stat}")
        found = number_of(now, state, active, amount)
    return found


def number_of(now: Evaluation, state: State, active: Active, amount: Amount) -> int:
    """A number of an effect as it is now; one that is fixed needs no scene to be read in."""
    return amount.read(active.scene(state, now.early)) if amount.fixed is None else amount.fixed


# -- B and C: words ------------------------------------------------------------------------------------------------


def printed_words(state: State, card: Card) -> Words:
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


def words(now: Evaluation, state: State, card: Card) -> Words:
    """The words of a card with every change of its types (layer B), then of its elements (C).

    Rules: effects.5.8.B, effects.5.8.C, effects.5.9.
    """
    there = state.cards[card.id] is card
    if there and not _independent(state):
        return now.changed_words(state).get(card.id) or printed_words(state, card)
    found = printed_words(state, card)
    seen = now if there and ABILITIES.isdisjoint((state.standing or standing(state)).changed) else now.before({})
    changes = [modify for _, modify in modifiers(seen, state, "words", card)]
    for layer in _LAYERS:
        for modify in changes:
            found = _changed(found, state.pool[card.face], modify, layer)
    return found


def _independent(state: State) -> bool:
    """Whether no effect on words can change what another is about: there is one, or all are about certain cards."""
    known = state.standing or standing(state)
    general = known.general.get("words", ())
    return not general or (len(general) == 1 and "words" not in known.by_card)


Layer = Literal["B", "C"]
_LAYERS: tuple[Layer, Layer] = ("B", "C")
_TYPES = TYPES - SUPERTYPES - {"token"}
_NO_SUBTYPES = TYPES | ELEMENTS | CLASSES | NOUNS
"""What a card's words are besides subtypes, of which there may be new ones."""


def _changed(words: Words, face: Face, modify: Modify, layer: Layer) -> Words:
    """Words of a card with this face after one effect in one layer.

    Setting a type drops the supertypes; the subtypes stay unless set too.

    Rules: effects.5.10, cards.5.2, cards.5.4.
    """
    if layer == "C":
        if modify.elements:
            words = (words - ELEMENTS - {"advanced"}) | frozenset(modify.elements)
        words |= ELEMENTS & frozenset(modify.words)
        return words | {"advanced"} if words & ADVANCED_ELEMENTS else words
    if modify.types:
        words = (words - _TYPES - SUPERTYPES - {"unit"}) | frozenset(modify.types)
    if modify.subtypes:
        words = (words & _NO_SUBTYPES - face.class_like) | frozenset(modify.subtypes)
    words |= frozenset(modify.words) - ELEMENTS
    return words | {"unit"} if words & {"ally", "champion"} else words


def changed_words(now: Evaluation, state: State) -> dict[int, Words]:
    """The words of every card that several effects change, each effect in its turn.

    Whom an effect reaches is read when its turn comes, so that one effect can bring cards within reach of the next.
    """
    known = state.standing or standing(state)
    several = {id(active): active for active in known.general.get("words", ())}
    several |= {id(each): each for actives in known.by_card.get("words", {}).values() for each in actives}
    view: dict[int, Words] = {}
    for layer in _LAYERS:
        pending = sorted(several.values(), key=stamp)
        while pending:
            chosen = _next(now, state, pending, view, layer)
            pending.remove(chosen)
            _apply(now, state, chosen, view, layer)
    return view


def _next(now: Evaluation, state: State, pending: list[Active], view: dict[int, Words], layer: Layer) -> Active:
    """The oldest effect that depends on no other; in a circle the oldest of all (effects.5.16, effects.5.18)."""
    for active in pending:
        if not any(_depends(now, state, active, other, view, layer) for other in pending if other is not active):
            return active
    return pending[0]


def _depends(
    now: Evaluation, state: State, active: Active, other: Active, view: dict[int, Words], layer: Layer
) -> bool:
    """Whether applying another effect first would change whom this one reaches; both or neither set (effects.5.15)."""
    assert isinstance(active.static, Modify)
    assert isinstance(other.static, Modify)
    if active.static.sets_words != other.static.sets_words:
        return False
    after = dict(view)
    before = _reached(now, state, active, view)
    _apply(now, state, other, after, layer)
    return before != _reached(now, state, active, after)


def _apply(now: Evaluation, state: State, active: Active, view: dict[int, Words], layer: Layer) -> None:
    assert isinstance(active.static, Modify)
    for number in _reached(now, state, active, view):
        card = state.cards[number]
        had = view.get(number) or printed_words(state, card)
        view[number] = _changed(had, state.pool[card.face], active.static, layer)


def _reached(now: Evaluation, state: State, active: Active, view: dict[int, Words]) -> list[int]:
    """The cards an effect reaches while the words are as in the view."""
    modify, early = active.static, now.before(view)
    assert isinstance(modify, Modify)
    if not active.holds(state, early) or not (modify.if_ is None or modify.if_.holds(active.scene(state, early))):
        return []
    return [card.id for card in state.cards if card.zone != "none" and active.reaches(state, modify.of, card, early)]


# -- D: abilities --------------------------------------------------------------------------------------------------


def printed_keywords(now: Evaluation, state: State, card: Card) -> list[Keyword]:
    """Every instance of a keyword that is printed on a card and behind no restriction that is not met."""
    face = state.pool[card.face]
    state.now.note(face.restriction_aspects)
    return [each for each in face.keywords if unlocked(state, card, each.when, now.early)]


def keywords(now: Evaluation, state: State, card: Card) -> list[Keyword]:
    """Every instance of a keyword that a card has: the printed ones, then what was gained and lost, oldest first.

    Printed ones are gone with the loss of all abilities, and so are those that were gained before it (effects.5.8).

    Rules: effects.5.8.D.
    """
    return [each for _, each in _dated_keywords(now, state, card)]


def _dated_keywords(now: Evaluation, state: State, card: Card) -> list[tuple[int, Keyword]]:
    """The same, each with its timestamp: of a printed one that of the object, else that of the effect that gave it."""
    lost = lost_at(now, state, card)
    own = card.face_stamp or card.stamp
    found = [(own, each) for each in printed_keywords(now, state, card)] if lost is None else []
    for when, gained, taken in _keyword_changes(now, state, card):
        if lost is None or when > lost:
            found = [(since, each) for since, each in found if each.word not in taken]
            found += [(when, Keyword(each)) for each in gained]
    return found


def may_give(now: Evaluation, state: State, card: Card, keyword: str) -> bool:
    """Whether something that gives a keyword may reach a card. What looks at more than words is not asked for that."""
    for active in (state.standing or standing(state)).about("keywords", card.id):
        modify = active.static
        assert isinstance(modify, Modify)
        if not modify.numbered and keyword not in words_of(modify.keywords):
            continue
        each = modify.of.each
        if each is None or each.closer or active.reaches(state, modify.of, card, now.early):
            return True
    return False


def chained(state: State) -> int:
    """How many modifications ask for a keyword of those whom they reach; what takes all abilities takes that one too."""
    return (state.standing or standing(state)).chained


KeywordChange = tuple[int, tuple[str, ...], tuple[str, ...]]
"""A timestamp, the keywords that are gained, and those that are lost."""


def _keyword_changes(now: Evaluation, state: State, card: Card) -> list[KeywordChange]:
    """The keywords that effects give to a card and take from it, oldest first."""
    gone = state.cards[card.id] is not card and chained(state) > 0
    seen = now.before({}) if gone else now
    changes: list[KeywordChange] = [
        (active.stamp, _given(now, state, active, modify), ())
        for active, modify in modifiers(seen, state, "keywords", card)
    ]
    if "loses" in (state.standing or standing(state)).changed:
        changes += [(active.stamp, (), modify.loses) for active, modify in modifiers(seen, state, "loses", card)]
        changes.sort(key=_when)
    return changes


def _given(now: Evaluation, state: State, active: Active, modify: Modify) -> tuple[str, ...]:
    """The keywords that a modification gives, those without a fixed number with the one that they have now."""
    if not modify.numbered:
        return modify.keywords
    scene = active.scene(state, now.early)
    return (*modify.keywords, *(each for numbered in modify.numbered for each in numbered.read(scene)))


def _when(change: KeywordChange) -> int:
    return change[0]


# -- E: numbers ----------------------------------------------------------------------------------------------------


def raised(now: Evaluation, state: State, card: Card, value: int, stat: Literal["power", "life"]) -> int:
    """A stat with what is added to it and what doubles it, oldest first (layer E1).

    Rules: effects.5.8.E, effects.5.8.E1.
    """
    spurs = _spurs(now, state, card) if stat == "power" else []
    for active, modify in modifiers(now, state, stat, card):
        while spurs and spurs[0][0] <= active.stamp:
            value += spurs.pop(0)[1]
        amount = modify.power if stat == "power" else modify.life
        value += number_of(now, state, active, amount)
        if stat in modify.doubled:
            value *= 2
    return value + sum(number for _, number in spurs)


def spurred(now: Evaluation, state: State, card: Card) -> str:
    """The keyword by which a unit has more power in its role: as a retaliator, or attacking with a Command card.

    Rules: keywords.retort, combat.8.retort, keywords.commanded-will, combat.8.commanded-will.
    """
    if not (state.pool[card.face].spurred or (state.standing or standing(state)).spurs):
        return ""
    now.note(_IN_COMBAT)
    combat = state.combat
    if combat is None:
        return ""
    if card.thing in combat.retaliators:
        return "retort" if now.has(state, card, "retort") else ""
    attacking = combat.attacker == card.thing and any(_is_command(state, number) for number in state.intent)
    return "commanded will" if attacking and now.has(state, card, "commanded will") else ""


_IN_COMBAT: Final = aspects(Aspect.COMBAT)


def _is_command(state: State, number: int) -> bool:
    return any(isinstance(ability, Command) for ability in state.pool[state.cards[number].face].abilities)


def _spurs(now: Evaluation, state: State, card: Card) -> list[tuple[int, int]]:
    """What keywords add to the power of a unit in its role, oldest first, each with its timestamp."""
    word = spurred(now, state, card)
    if not word:
        return []
    return sorted((when, each.number) for when, each in _dated_keywords(now, state, card) if each.word == word)


def counted(card: Card) -> int:
    """What buff and debuff counters come to (layer E2; cards.9.1).

    Rules: effects.5.8.E2, cards.9.choice, cards.9.buff, cards.9.debuff, effects.5.8.choice.
    """
    counters = card.counters
    return counters.get("buff", 0) - counters.get("debuff", 0) if counters else 0


def swapped(now: Evaluation, state: State, card: Card) -> bool:
    """Whether power and life of a unit that has both, printed or set, are exchanged: an odd number of times (layer E3).

    Rules: effects.5.8.E3, effects.5.11.
    """
    face = state.pool[card.face]
    if base(now, state, card, face.power, "power") is None or base(now, state, card, face.life, "life") is None:
        return False
    return len(modifiers(now, state, "swap", card)) % 2 == 1


S = TypeVar("S", bound=Static)


def statics(now: Evaluation, state: State, kind: type[S]) -> Sequence[tuple[Active, S]]:
    """Everything of one kind that is in force, oldest first (effects.5.12, terms.2.timestamp)."""
    known = state.standing or standing(state)
    actives = known.by_kind.get(kind)
    if actives is None:
        return ()
    return [(active, active.static) for active in actives if in_force(now, state, active)]  # type: ignore[misc]


def in_force(now: Evaluation, state: State, active: Active) -> bool:
    """Whether something that may hold does: its conditions are met, and its object has not lost it."""
    if active.conditions and not active.holds(state, now.early):
        return False
    return "loses" not in (state.standing or standing(state)).changed or not silenced(now, state, active)


def modifiers(now: Evaluation, state: State, change: Change, card: Card) -> list[tuple[Active, Modify]]:
    """The modifications that reach a card and change it in one way, oldest first."""
    known = state.standing or standing(state)
    if change not in known.changed:
        return _NONE
    losing, early = "loses" in known.changed and change not in EARLY, now.early
    found: list[tuple[Active, Modify]] = []
    for active in known.about(change, card.id):
        modify = active.static
        assert isinstance(modify, Modify)
        if applies(state, active, modify, card, early) and not (losing and silenced(now, state, active)):
            found.append((active, modify))
    return found


_NONE: list[tuple[Active, Modify]] = []


def applies(state: State, active: Active, modify: Modify, card: Card, early: EarlyEvaluation | None) -> bool:
    """Whether a modification reaches a card, and its conditions hold."""
    if not active.reaches(state, modify.of, card, early) or not active.holds(state, early):
        return False
    return modify.if_ is None or modify.if_.holds(active.scene(state, early))


# -- the loss of abilities ---------------------------------------------------------------------------------------


def silenced(now: Evaluation, state: State, active: Active) -> bool:
    """Whether a static gives nothing because its object lost it; one that applied before layer D goes on (effects.5.9)."""
    if not active.own or (isinstance(active.static, Modify) and active.static.early):
        return False
    if active.giver is not None and lost_at(now, state, state.cards[active.giver.id]) is not None:
        return True
    lost = lost_at(now, state, state.cards[active.source.id])
    return lost is not None and not (active.gained and active.stamp > lost)


def lost_at(now: Evaluation, state: State, card: Card) -> int | None:
    """The timestamp of the last effect by which a card lost its abilities, if it did (layer D)."""
    if card.last is not None:
        return card.stamp if card.last.lost else None
    if "loses" not in (state.standing or standing(state)).changed:
        return None
    stamps = [active.stamp for active in now.losses(state) if _robs(now, state, active, card)]
    return max(stamps, default=None)


def order_losses(now: Evaluation, state: State, found: list[Active]) -> None:
    """Finds the effects that take all abilities away, in the order they apply.

    One that another would take away depends on that other and waits for it, whatever the timestamps say; where they
    hang on each other in a circle the oldest goes first (effects.5.15, effects.5.16, effects.5.18). They are added one
    after the other, so that a condition read on the way sees those that have applied by then.

    Rules: effects.5.17.
    """
    known = state.standing or standing(state)
    several = [*known.general.get("loses", ()), *_each_once(known.by_card.get("loses", {}))]
    pending = sorted((each for each in several if _takes_all(each)), key=stamp)
    while pending:
        free = (each for each in pending if not any(_takes_away(now, state, other, each) for other in pending))
        chosen = next(free, pending[0])
        found.append(chosen)
        pending = [each for each in pending if each is not chosen and not _takes_away(now, state, chosen, each)]


def _each_once(cards: dict[int, list[Active]]) -> list[Active]:
    return list({id(active): active for actives in cards.values() for active in actives}.values())


def _takes_all(active: Active) -> bool:
    return isinstance(active.static, Modify) and "abilities" in active.static.loses


def _takes_away(now: Evaluation, state: State, active: Active, other: Active) -> bool:
    """Whether an effect would take away the ability that another one comes from."""
    return active is not other and other.own and _robs(now, state, active, state.cards[other.source.id])


def _robs(now: Evaluation, state: State, active: Active, card: Card) -> bool:
    modify = active.static
    assert isinstance(modify, Modify)
    return applies(state, active, modify, card, now.early)
