"""What a card or object is now: words, keywords, power, life, level, elements (effects.5; cards.5).

Derived values are read through the state's cache, which is dropped at every change; so no player can ever act while
an effect is not applied (effects.5.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeVar

import msgspec

from archivist.model.card import PRIVATE, Card, Seat, Thing
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.face import Activated, Keyword, StaticAbility, Triggered, add_keyword
from archivist.vocabulary.node import Ref
from archivist.vocabulary.statics import Attacks, Enable, Modify, Static
from archivist.vocabulary.words import ADVANCED_ELEMENTS

if TYPE_CHECKING:
    from archivist.model.state import State
    from archivist.rules.scene import Scene

S = TypeVar("S", bound=Static)


class Active(msgspec.Struct, frozen=True):
    """Something that may hold now: a static of a source, or an effect that lasts."""

    static: Static
    source: Card
    you: Seat
    stamp: int
    conditions: tuple[Condition, ...] = ()
    on: tuple[Thing, ...] | None = None

    def scene(self, state: State) -> Scene:
        from archivist.rules.scene import Scene

        return Scene(state, self.you, self.source, x=self.source.x)

    def holds(self, state: State) -> bool:
        if not self.conditions:
            return True
        scene = self.scene(state)
        return all(condition.holds(scene) for condition in self.conditions)

    def reaches(self, state: State, ref: Ref, card: Card) -> bool:
        """Whether it is about this card: by its fixed set, or by its words."""
        if self.on is not None:
            return card.thing in self.on
        if ref.each is not None:
            return ref.each.fits(self.scene(state), card)
        if ref.name == "this":
            return card.thing == self.source.thing
        if ref.name == "champion":
            return state.players[self.you].champion == card.id
        return ref.name == "linked" and self.source.linked == card.thing


def statics(state: State, kind: type[S]) -> Iterator[tuple[Active, S]]:
    """Everything of one kind that is in force, oldest first (effects.5.12)."""
    for active in _by_kind(state).get(kind, ()):
        if active.holds(state):
            static = active.static
            assert isinstance(static, kind)
            yield active, static


def _by_kind(state: State) -> dict[object, list[Active]]:
    """What may hold now, by kind; modifications also by the aspect they change, so that each is read without the others."""
    found: dict[object, list[Active]] | None = state.cache.get("statics")
    if found is None:
        found = {}
        for active in sorted(_all(state), key=lambda active: active.stamp):
            found.setdefault(type(active.static), []).append(active)
            if isinstance(active.static, Modify):
                for aspect in active.static.aspects:
                    found.setdefault(aspect, []).append(active)
        state.cache["statics"] = found
    return found


def modifiers(state: State, aspect: str, card: Card) -> Iterator[tuple[Active, Modify]]:
    """The modifications of one aspect that reach a card, oldest first."""
    for active in _by_kind(state).get(aspect, ()):
        modify = active.static
        assert isinstance(modify, Modify)
        if not active.reaches(state, modify.of, card) or not active.holds(state):
            continue
        if modify.if_ is None or modify.if_.holds(active.scene(state)):
            yield active, modify


def _all(state: State) -> Iterator[Active]:
    cards, pool = state.cards, state.pool
    places = [state.field, state.intent, state.stack_cards, *(player.pantheon for player in state.players)]
    for place in (*places, roaming(state)):
        for number in place:
            card = cards[number]
            for ability in pool[card.face].statics:
                if works(state, card, ability):
                    for static in ability.effects:
                        yield Active(static, card, card.controller, card.stamp, ability.conditions)
    for lasting in state.lasting:
        yield Active(lasting.static, lasting.source, lasting.controller, lasting.stamp, (), lasting.on)


# -- where abilities work ----------------------------------------------------------------------------------------


def roaming(state: State) -> tuple[int, ...]:
    """Cards with abilities that name their zones, where they lie outside the places in which abilities work anyway."""
    found = state.roaming
    if found is None or found[0] != len(state.cards):
        pool = state.pool
        found = (len(state.cards), tuple(card.id for card in state.cards if pool[card.face].roams))
        state.roaming = found
    cards = state.cards
    return tuple(number for number in found[1] if cards[number].zone in _ELSEWHERE) if found[1] else ()


_ELSEWHERE = frozenset(("hand", "memory", "deck", "material", "graveyard", "banishment", "lineage"))


def works(state: State, card: Card, ability: Triggered | Activated | StaticAbility) -> bool:
    """Whether an ability works where its card lies: in the zones its text names, else where its type's abilities do.

    By default an action card's work on the stack, an attack card's in the intent, all others on the field; any card in
    an intent uses its abilities as an object does. A gained boon's work from the Pantheon zone (BB.2).

    Rules: abilities.1.4, abilities.1.4.action, abilities.1.4.attack, abilities.1.4.object, abilities.1.4.named,
    abilities.1.4.excluded, abilities.1.5.
    """
    if ability.works_in:
        return card.zone in ability.works_in
    if ability.works_outside:
        return card.zone not in ability.works_outside
    if card.zone == "stack":
        return "action" in state.pool[card.face].words
    return card.zone in ("field", "intent") or (card.zone == "pantheon" and card.face_up)


def unseen(card: Card, seat: Seat) -> bool:
    """Whether a card is hidden from a player, who then knows nothing of its abilities (abilities.1.11)."""
    hidden = card.zone in PRIVATE or card.zone == "banishment"
    return hidden and not card.face_up and card.owner != seat and seat not in card.known_to


def own_scene(state: State, card: Card) -> Scene:
    """The card's own point of view: its controller on the field and on the stack, its owner elsewhere.

    Rules: abilities.5.5.
    """
    from archivist.rules.scene import Scene

    return Scene(state, reader(card), card)


def reader(card: Card) -> Seat:
    return card.controller if card.zone in ("field", "stack", "intent", "pantheon") else card.owner


def unlocked(state: State, card: Card, condition: Condition | None) -> bool:
    """Whether a restriction is met for a card; unmet, its text is ignored in every zone (abilities.5.2)."""
    return condition is None or condition.holds(own_scene(state, card))


# -- words and elements ------------------------------------------------------------------------------------------


def words(state: State, card: Card) -> frozenset[str]:
    """Types, subtypes, classes and elements as they are now, with *token* and *object* where they fit.

    A face-down card in a public zone is just a card (zones.5.2).
    """
    if card.zone == "banishment" and not card.face_up:
        return frozenset()
    if not card.lineage and "words" not in _by_kind(state) and not (card.token and card.zone == "field"):
        face = state.pool[card.face]
        return face.object_words if card.zone == "field" else face.words
    key = ("words", card.id, card.incarnation)
    found: frozenset[str] | None = state.cache.get(key)
    if found is None or state.cards[card.id] is not card:
        found = _words(state, card)
        if state.cards[card.id] is card:
            state.cache[key] = found
    return found


def _words(state: State, card: Card) -> frozenset[str]:
    printed = state.pool[card.face].words
    extra: set[str] = set()
    if card.zone == "field":
        extra.add("object")
        if card.token:
            extra.add("token")
        for beneath in card.lineage:
            face = state.pool[state.cards[beneath].face]
            if "champion" in face.words:
                extra.update(face.elements)
    for _, modify in modifiers(state, "words", card):
        extra.update(modify.words)
    return printed | extra if extra else printed


def elements(state: State, card: Card) -> frozenset[str]:
    """The elements of a card or object; a champion has those of its whole lineage (cards.3.3)."""
    return words(state, card) & _ELEMENTS


def enabled_elements(state: State, seat: Seat) -> frozenset[str]:
    """The elements a player may use: norm, those of the lineage, what effects enable, and exalted.

    Rules: cards.3.2, cards.3.3, cards.3.4, cards.3.5.
    """
    key = ("elements", seat)
    found: frozenset[str] | None = state.cache.get(key)
    if found is None:
        enabled = {"norm"}
        champion = state.champion(seat)
        if champion is not None:
            enabled |= elements(state, champion)
        enabled |= {enable.element for active, enable in statics(state, Enable) if active.you == seat}
        if enabled & (ADVANCED_ELEMENTS - {"exalted"}):
            enabled.add("exalted")
        found = frozenset(enabled)
        state.cache[key] = found
    return found


# -- keywords ----------------------------------------------------------------------------------------------------


def keywords(state: State, card: Card) -> dict[str, int]:
    """The keywords a card has now, each with its number (0 if it has none); a restriction unmet means it has it not."""
    printed = state.pool[card.face].open_keywords
    if printed is not None and "keywords" not in _by_kind(state):
        return printed
    key = ("keywords", card.id, card.incarnation)
    found: dict[str, int] | None = state.cache.get(key)
    if found is None or state.cards[card.id] is not card:
        found = _keywords(state, card)
        if state.cards[card.id] is card:
            state.cache[key] = found
    return found


def _keywords(state: State, card: Card) -> dict[str, int]:
    found: dict[str, int] = {}
    for keyword in state.pool[card.face].keywords:
        if unlocked(state, card, keyword.when):
            add_keyword(found, keyword.word, keyword.number)
    for _, modify in modifiers(state, "keywords", card):
        for text in modify.keywords:
            granted = Keyword(text)
            add_keyword(found, granted.word, granted.number)
    return found


def instances(state: State, card: Card, word: str) -> tuple[int, ...]:
    """The number of every instance of a keyword, for those whose instances count one by one."""
    found = [
        keyword.number
        for keyword in state.pool[card.face].keywords
        if keyword.word == word and unlocked(state, card, keyword.when)
    ]
    for _, modify in modifiers(state, "keywords", card):
        found += [granted.number for granted in map(Keyword, modify.keywords) if granted.word == word]
    return tuple(found)


def has(state: State, card: Card, keyword: str) -> bool:
    return keyword in keywords(state, card)


# -- numbers -----------------------------------------------------------------------------------------------------


def power(state: State, card: Card) -> int | None:
    """Power with every change; counters never give a stat that is not there (effects.5.11)."""
    if card.last is not None:
        return card.last.power
    printed = state.pool[card.face].power
    if printed is None:
        return None
    return _raised(state, card, printed, "power")


def life(state: State, card: Card) -> int | None:
    """Life with every change, damage left aside."""
    if card.last is not None:
        return card.last.life
    printed = state.pool[card.face].life
    if printed is None:
        return None
    return _raised(state, card, printed, "life")


def _raised(state: State, card: Card, printed: int, stat: str) -> int:
    if stat not in _by_kind(state):
        return printed + card.count("buff") - card.count("debuff")
    key = (stat, card.id, card.incarnation)
    found: int | None = state.cache.get(key)
    if found is None or state.cards[card.id] is not card:
        found = printed + card.count("buff") - card.count("debuff")
        for active, modify in modifiers(state, stat, card):
            amount = modify.power if stat == "power" else modify.life
            found += amount.read(active.scene(state))
        if state.cards[card.id] is card:
            state.cache[key] = found
    return found


def base_level(state: State, seat: Seat) -> int:
    """The printed level of the champion's top card; levelling and Level Locked look at nothing else (cards.4.11)."""
    champion = state.champion(seat)
    return 0 if champion is None else state.pool[champion.face].level or 0


def level(state: State, seat: Seat) -> int:
    """LV: the printed level with modifiers and level counters; may be negative (cards.4.11)."""
    key = ("level", seat)
    found: int | None = state.cache.get(key)
    if found is None:
        champion = state.champion(seat)
        found = base_level(state, seat)
        state.cache[key] = found  # what a restriction inside a level modifier sees
        if champion is not None:
            found += champion.count("level")
            for active, modify in modifiers(state, "level", champion):
                found += modify.level.read(active.scene(state))
        state.cache[key] = found
    return found


# -- abilities ---------------------------------------------------------------------------------------------------


def triggered_abilities(state: State, card: Card, kind: str) -> Iterator[tuple[str, Triggered, Card]]:
    """The triggered abilities a card has for a kind of event, each with a key and the card that provides it."""
    for found in _triggered_abilities(state, card, kind):
        if kind in found[1].on.kinds:
            yield found


def _triggered_abilities(state: State, card: Card, kind: str) -> Iterator[tuple[str, Triggered, Card]]:
    for index, ability in enumerate(state.pool[card.face].triggered):
        yield f"{card.face}/{index}", ability, card
    for beneath in card.lineage:
        provider = state.cards[beneath]
        for index, ability in enumerate(state.pool[provider.face].triggered):
            if ability.inherited:
                yield f"{provider.face}/{index}", ability, provider
    for name, granted in _granted(state, card):
        if isinstance(granted, Triggered):
            yield name, granted, card
    if card.zone == "field" and kind in KEYWORD_KINDS:
        yield from _keyword_triggers(state, card)
    if kind == "hit" and card.count("static"):
        from archivist.rules.keywords import STATIC

        yield "static", STATIC, card


KEYWORD_KINDS = frozenset(("attack", "phase", "destroy"))
"""The kinds of event that keywords trigger on."""


def _keyword_triggers(state: State, card: Card) -> Iterator[tuple[str, Triggered, Card]]:
    from archivist.rules.keywords import TRIGGERS

    held = keywords(state, card)
    for word, ability in TRIGGERS.items():
        if word in held:
            times = len(instances(state, card, word)) if word == "vigor" else 1
            for _ in range(times):
                yield word, ability, card


def _granted(state: State, card: Card) -> Iterator[tuple[str, Keyword | Triggered | Activated]]:
    for active, modify in modifiers(state, "grants", card):
        grants = state.pool[active.source.face].grants
        for name in modify.grants:
            yield f"{active.source.face}/{name}", grants[name]
    if state.combat is not None and state.combat.attacker == card.thing:
        for active, attacks in statics(state, Attacks):
            if attacks.grants and _bonus_for(state, active, attacks, card):
                grants = state.pool[active.source.face].grants
                for name in attacks.grants:
                    yield f"{active.source.face}/{name}", grants[name]


def _bonus_for(state: State, active: Active, attacks: Attacks, unit: Card) -> bool:
    if active.on is not None:
        return unit.thing in active.on
    return state.players[active.you].champion == unit.id and (
        attacks.if_ is None or attacks.if_.holds(active.scene(state))
    )


def activated_abilities(state: State, card: Card) -> list[tuple[str, Activated]]:
    """The activated abilities of an object in printed order; those that counters or effects give come after them."""
    from archivist.rules.keywords import ENLIGHTEN

    found = [(f"{card.face}/{index}", each) for index, each in enumerate(state.pool[card.face].activated)]
    if card.zone == "field":
        if card.count("enlighten") and "champion" in words(state, card):
            found.append(("enlighten", ENLIGHTEN))
        found.extend((name, each) for name, each in _granted(state, card) if isinstance(each, Activated))
    return found


_ELEMENTS = frozenset(["norm", "fire", "water", "wind"]) | ADVANCED_ELEMENTS
