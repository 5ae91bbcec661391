"""By which rules a value is what it is: power, life, level, types, elements, keywords (effects.5; cards.9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from archivist.model.card import Card
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.citations import text
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous import layers
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.vocabulary.statics import StaticNode
from archivist.vocabulary.statics.characteristics import Change, Modify
from archivist.vocabulary.words import ELEMENTS

COUNTERS = {
    "buff": ("cards.9.buff", "terms.7.buff"),
    "debuff": ("cards.9.debuff", "terms.7.debuff"),
}
"""What counters do to power and life."""

SPURS = {
    "retort": ("keywords.retort", "combat.8.retort"),
    "commanded will": ("keywords.commanded-will", "combat.8.commanded-will"),
}
"""The keywords that give a unit more power in its role."""


def of_stat(state: State, card: Card, stat: Literal["power", "life"]) -> tuple[str, ...]:
    """The layers that made the power or life of a card what it is, and the kinds of effect in them."""
    face = state.pool[card.face]
    found: list[str] = []
    swapped = now.swapped(state, card)
    power = (stat == "power") != swapped
    setting = now.modifiers(state, "set power" if power else "set life", card)
    if setting:
        missing = (face.power if power else face.life) is None
        found += ("effects.5.8.A", *(("cards.5.5", "effects.5.11") if missing else ()))
        found += _of_several(setting)
    changing = now.modifiers(state, "power" if power else "life", card)
    if changing:
        found += ("effects.5.8.E", "effects.5.8.E1", *_of_several(changing))
    spur = layers.spurred(state.now, state, card) if power else ""
    if spur:
        found += (*SPURS[spur], "effects.5.8.E", "effects.5.8.E1", "effects.5.1", "effects.5.3", "effects.5.8")
    counters = [rule for kind, rules in COUNTERS.items() if card.count(kind) for rule in rules]
    if counters:
        found += ("effects.5.8.E2", *counters)
        if changing or setting or swapped:
            found += ("effects.5.8.choice", "cards.9.choice")
    if swapped:
        found.append("effects.5.8.E3")
    if "unit" not in state.now.words(state, card) and (face.power if stat == "power" else face.life) is not None:
        found += ("cards.5.6", "targets-and-copies.1.3")
    return tuple(dict.fromkeys(found))


def _of_several(effects: Iterable[tuple[Active, Modify]]) -> list[str]:
    """What the effects in a layer are: of something that is there or lasting, with a moving or a fixed set."""
    found: list[str] = ["effects.5.1", "effects.5.3", "effects.5.8"]
    several = list(effects)
    if len(several) > 1:
        found += ("effects.5.12", "terms.2.timestamp")
    for active, modify in several:
        if active.own:
            found += ("abilities.4.1", "abilities.4.2", "effects.5.2", "effects.5.12.static")
            for condition in (*active.conditions, *((modify.if_,) if modify.if_ is not None else ())):
                found += ("abilities.5.1", *text.of_words(condition.text))
            if active.source.lineage and active.stamp != active.source.stamp:
                found += ("keywords.inherited-effect", "effects.5.12.lineage")
            if modify.of.each is not None:
                found += ("effects.5.5", "effects.5.7.choice")
        else:
            found += ("effects.5.4", "effects.5.12.resolved") if active.on is not None else ("effects.5.6",)
    return found


def of_restrictions(state: State, card: Card) -> tuple[str, ...]:
    """The restrictions ahead of a card's own abilities, and that the text of an unmet one is not there."""
    conditions = state.pool[card.face].conditions
    if not conditions:
        return ()
    found: tuple[str, ...] = ()
    for each in conditions:
        found += text.of_condition(each)
    for each in conditions:
        if not restrictions.unlocked(state, card, each):
            return (*found, "abilities.5.2")
    return found


def of_instances(state: State, card: Card) -> tuple[str, ...]:
    """That a card has a keyword more than once: then it counts once, adds up, or works by itself each time.

    One that is printed once must be given besides, so that mostly nothing need be counted.
    """
    face = state.pool[card.face]
    if len(face.instances) == len(face.keywords):
        if not (state.standing or standing(state)).granted:
            return ()
        if state.cards[card.id] is card and not layers.modifiers(state.now, state, "keywords", card):
            return ()
    held = state.now.keywords(state, card)
    if held is face.open_keywords:
        several = len(face.instances) < len(face.keywords)
    else:
        words = [each.word for each in layers.keywords(state.now, state, card)] if held else []
        several = any(words.count(word) > 1 for word in held)
    return ("keywords.multiples", "abilities.1.8") if several else ()


def of_effect(static: StaticNode) -> tuple[str, ...]:
    """The layers in which an effect will apply, and what it gives."""
    if not isinstance(static, Modify):
        return ("effects.5.1",)
    found = ["effects.5.1"]
    changes = static.changes
    if not _SET.isdisjoint(changes):
        found.append("effects.5.8.A")
    if "words" in changes:
        if static.types or static.subtypes or set(static.words) - ELEMENTS:
            found += ("effects.5.8.B", "effects.5.10")
        if static.elements or ELEMENTS & set(static.words):
            found.append("effects.5.8.C")
    if not _ABILITIES.isdisjoint(changes):
        found += ("effects.5.8.D", "abilities.1.7")
    if not _RAISED.isdisjoint(changes):
        found += ("effects.5.8.E", *(("effects.5.8.E1",) if changes != ("level",) else ()))
    return (*found, "effects.5.8.E3") if static.swap else tuple(found)


_SET = frozenset(("set power", "set life", "set level"))
_ABILITIES = frozenset(("keywords", "grants", "loses"))
_RAISED = frozenset(("power", "life", "level"))


def of_level(state: State, card: Card) -> tuple[str, ...]:
    """What the level of a champion is: the printed one, with modifiers and level counters."""
    found = ["cards.4.11", "terms.4.lv"]
    if now.modifiers(state, "set level", card):
        found.append("effects.5.8.A")
    changing = now.modifiers(state, "level", card)
    if changing:
        found += ("effects.5.8.E", *_of_several(changing))
    if card.count("level"):
        found += ("cards.9.level", "terms.7.level")
    found += _of_loss(state, "level")
    return tuple(dict.fromkeys(found))


def _of_loss(state: State, change: Change) -> tuple[str, ...]:
    """That something which would change a value does not, because its object has lost the ability before."""
    known = standing(state)
    if "loses" not in known.changed:
        return ()
    modifying = (each for each in known.of(Modify) if isinstance(each.static, Modify) and change in each.static.changes)
    if not any(now.silenced(state, each) for each in modifying):
        return ()
    return ("effects.5.9", "effects.5.15", "effects.5.16", "effects.5.17", "effects.5.18")


def of_words(state: State, card: Card) -> tuple[str, ...]:
    """What changed the types and elements of a card, layer by layer; of a champion, what its lineage brings."""
    found: list[str] = []
    if card.lineage:
        found += ("cards.3.3", "terms.4.lineage")
    if not card.face_up and card.zone in ("field", "banishment"):
        found.append("zones.5.2")
    changing = now.modifiers(state, "words", card) if "words" in standing(state).changed else []
    for _, modify in changing:
        if modify.types:
            found += ("effects.5.8.B", "effects.5.10", "cards.5.2")
        if modify.subtypes or set(modify.words) - ELEMENTS:
            found += ("effects.5.8.B", "effects.5.10")
        if modify.words and not modify.types:
            found.append("cards.5.4")
        if modify.elements or ELEMENTS & set(modify.words):
            found.append("effects.5.8.C")
    if changing:
        found += _of_several(changing)
    if len(changing) > 1:
        found += ("effects.5.15", "effects.5.16")
    return tuple(dict.fromkeys(found))


def of_keywords(state: State, card: Card) -> tuple[str, ...]:
    """What gave a card its keywords and took them from it, and how several of one count."""
    found: list[str] = []
    face = state.pool[card.face]
    for keyword in face.keywords:
        found += text.of_condition(keyword.when)
    changing = now.modifiers(state, "keywords", card)
    taking = now.modifiers(state, "loses", card)
    if changing or taking:
        found += ("effects.5.8.D", "abilities.1.7", *_of_several((*changing, *taking)))
    if now.lost_at(state, card) is not None:
        found.append("effects.5.9")
    found += _of_loss(state, "keywords")
    return tuple(dict.fromkeys((*found, "abilities.1.3", *of_instances(state, card))))
