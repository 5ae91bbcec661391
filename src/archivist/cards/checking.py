"""What is wrong with a face that could be decoded: words outside the closed lists, names that mean nothing."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from archivist.cards.afterwards import unspoken
from archivist.cards.aiming import aimless
from archivist.cards.gaps import gap, has_gap
from archivist.cards.lexicon import GIVEN_TYPES
from archivist.cards.occasions import uneventful
from archivist.cards.revealed import unrevealed
from archivist.model.errors import control_in, shown, suggestion
from archivist.vocabulary import words
from archivist.vocabulary.abilities import Imbue, Keyword, StaticAbility
from archivist.vocabulary.costs import Cost, Memory, Reserve, This
from archivist.vocabulary.effects.lasting_effects import Gain
from archivist.vocabulary.face import Face, PrintedCost
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.mentions import inside
from archivist.vocabulary.node import Ref, write
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost, ClassLocked, CostModifier
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.combat import Attacks
from archivist.vocabulary.text import Paragraph

_LISTED = {
    "keywords": ("keyword", words.KEYWORDS),
    "loses": ("keyword", words.KEYWORDS | {"abilities"}),
    "phase": ("phase of a turn", frozenset(words.PHASES) - {"combat"}),
    "element": ("element", words.ELEMENTS),
    "types": ("type", GIVEN_TYPES),
    "elements": ("element", words.ELEMENTS),
}
"""Fields of nodes whose words come from a closed list."""

MOST_COSTS = 4
"""How many costs may have to be paid together, besides reserve and memory: printed cards have three at most."""


def problem(face: Face) -> str:
    """The first thing that is wrong with a face, or nothing."""
    for text in _words_of(msgspec.to_builtins(face, enc_hook=write)):
        if found := control_in(text):
            return f"there is a control character ({found}) in {shown(text)}"
    lists = (
        ("type", face.types, words.TYPES),
        ("element", face.elements, words.ELEMENTS),
        ("class", face.classes, words.CLASSES),
    )
    if has_gap(face):
        return gap(face)
    for what, given, known in lists:
        for word in given:
            if word not in known:
                return f"unknown {what} {word!r}{suggestion(word, known)}"
    if face.cost.reserve is not None and face.cost.memory is not None:
        return "a card has a reserve cost or a memory cost, not both"
    if any(ability.targets or ability.modes for ability in face.as_turns_end):
        return "what is done as turns end has neither targets nor modes: it is not put on the stack"
    if face.side == "flip" and (face.flip or face.cost != PrintedCost()):
        return "a flip side is not played: it has neither a cost nor a flip side of its own"
    if face.begins_on_field and not face.is_object:
        return "only a card that becomes an object can begin on the field"
    if face.enters_as_copy is not None and not face.is_object:
        return "only a card that becomes an object can enter as a copy"
    for node in inside((face.abilities, face.grants)):
        if has_gap(node):
            return gap(face)
        found = _keyword_problem(node) if isinstance(node, Keyword) else _node_problem(node, face)
        if found:
            return found
    return _too_costly(face) or aimless(face) or unspoken(face) or unrevealed(face) or uneventful(face)


def _too_costly(face: Face) -> str:
    """That more costs have to be paid together than anybody could keep in view: which order pays them is searched for."""
    together = [cost for each in face.abilities if isinstance(each, AdditionalCost) for cost in each.pay]
    nodes = list(inside((face.abilities, face.grants)))
    lists = [getattr(node, name) for node in nodes for name in ("pay", "cost") if name in node.__struct_fields__]
    for costs in (together, *(each for each in lists if isinstance(each, tuple))):
        found = sum(isinstance(cost, Cost) and not isinstance(cost, Reserve | Memory) for cost in costs)
        if found > MOST_COSTS:
            return f"{found} costs are to be paid together; besides reserve and memory {MOST_COSTS} are the most"
    return ""


def _words_of(value: Any) -> Iterator[str]:
    """Every word and name in plain values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from _words_of(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _words_of(each)


def _keyword_problem(keyword: Keyword) -> str:
    known = words.NUMBERED_KEYWORDS if keyword.number else words.PLAIN_KEYWORDS
    if keyword.word in known:
        return ""
    if keyword.word in words.NUMBERED_KEYWORDS:
        return f"the keyword {keyword.word!r} needs a number, such as {keyword.word} 2"
    if keyword.word in words.PLAIN_KEYWORDS:
        return f"the keyword {keyword.word!r} has no number"
    return f"unknown keyword {keyword.keyword!r}{suggestion(keyword.word, words.KEYWORDS)}"


def _special_problem(node: msgspec.Struct) -> str:
    if isinstance(node, Imbue) and node.advanced and node.element:
        return "an imbue is for a stated element or for advanced elements, not for both"
    if isinstance(node, ClassLocked):
        unknown = next((word for word in node.classes if word not in words.CLASSES), None)
        return f"unknown class {unknown!r}{suggestion(unknown, words.CLASSES)}" if unknown else ""
    if isinstance(node, AdditionalCost | AlternativeCost) and any(isinstance(cost, This) for cost in node.pay):
        return "a card that is being played cannot pay for itself: 'this' is a cost of abilities"
    if getattr(node, "less_if", None) is not None and getattr(node, "less", None) is None:
        return "'less if' says when it costs less, and needs a 'less': how much"
    if isinstance(node, Paragraph | StaticAbility | CostModifier):
        return _label_problem(node.label)
    return ""


def _label_problem(label: str) -> str:
    plain = label.rstrip(" 0123456789")
    known = words.NUMBERED_LABELS if plain != label else words.PLAIN_LABELS
    return "" if not label or plain in known else f"unknown label {label!r}{suggestion(plain, words.LABELS)}"


def _node_problem(node: msgspec.Struct, face: Face) -> str:
    if found := _special_problem(node):
        return found
    for field, what, known in _listed(type(node)):
        for word in _texts(getattr(node, field)):
            plain = word.rstrip(" 0123456789") if field in ("keywords", "loses") else word
            if plain and plain not in known:
                return f"unknown {what} {word!r}{suggestion(plain, known)}"
    for name in _texts(getattr(node, "grants", ())):
        if name not in face.grants:
            return f"nothing is granted under the name {name!r}{suggestion(name, face.grants)}"
    return _item_problem(node) or _granting_problem(node, face)


def _item_problem(node: msgspec.Struct) -> str:
    """What waits on the stack is targeted, and triggers hear of it; a text that holds is about cards (PC.9.3)."""
    holds = isinstance(node, Static)
    for name in node.__struct_fields__:
        value = getattr(node, name)
        kind = value.each if isinstance(value, Ref) else value if holds and isinstance(value, Filter) else None
        if kind is not None and kind.stack:
            advice = re.sub(r"\b(card )?activation\b", "card", value.text)
            hint = f": say {advice!r} of cards on the stack" if holds and "activation" in kind.stack else ""
            return f"{value.text!r} would be something that waits on the stack, which can only be targeted{hint}"
    return ""


def _granting_problem(node: msgspec.Struct, face: Face) -> str:
    """What is wrong with giving a static ability: only an effect that resolves gives one, to the objects of that moment."""
    if isinstance(node, Gain) and node.on is not None and isinstance(node.static, Modify):
        return next((found for name in node.static.grants if (found := _early(face.grants.get(name)))), "")
    holding = node.effects if isinstance(node, StaticAbility) else (node.static,) if isinstance(node, Gain) else ()
    for static in holding:
        for name in _texts(getattr(static, "grants", ())):
            if isinstance(face.grants.get(name), StaticAbility):
                return f"the static ability {name!r} can be given only by an effect, to the objects that `on` names"
    return ""


def _early(granted: object) -> str:
    """A granted ability cannot act back in the layers before that in which it is gained (effects.5.9).

    Nor can it give others on: their names are known where the first was given.
    """
    for each in granted.effects if isinstance(granted, StaticAbility) else ():
        if isinstance(each, Modify) and (each.early or each.loses):
            return "a static ability that is given can neither set what things are nor take abilities away"
        if isinstance(each, Attacks) and (each.grants or each.next):
            return "a static ability that is given can neither give abilities to attacks nor be about the next one"
    return ""


@functools.cache
def _listed(node: type[msgspec.Struct]) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """The fields of a node whose words come from a closed list."""
    return tuple((field, what, known) for field, (what, known) in _LISTED.items() if field in node.__struct_fields__)


def _texts(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, dict):
        return tuple(value)
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, tuple) else ()
