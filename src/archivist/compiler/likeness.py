"""Whether two faces mean the same, whatever their groups of targets and their labels are called."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from archivist.vocabulary.amounts import ONE, Amount, terms
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects.drawing_and_discarding import HandToDeck, HandToMemory, MemoryToDeck, MemoryToHand
from archivist.vocabulary.effects.looking_and_revealing import Choose
from archivist.vocabulary.effects.moving_cards import Put
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref
from archivist.vocabulary.phrase import Phrase
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.text import Mode


def alike(value: Any) -> Any:
    """A value without what is only a name: equal for values that mean the same."""
    if isinstance(value, Filter):
        return _filter(value)
    if isinstance(value, Amount):
        return _amount(value)
    if isinstance(value, Condition):
        return tuple(sorted(_condition(part.strip()) for part in value.text.split(" and ")))
    if isinstance(value, Ref):
        return ("each", _filter(value.each)) if value.each is not None else re.sub(r"^target .*", "target", value.name)
    if isinstance(value, Phrase):
        return value.text
    if isinstance(value, Targets | Mode):
        fields = {
            name: alike(getattr(value, name)) for name in value.__struct_fields__ if name not in ("name", "label")
        }
        return (type(value).__name__, fields)
    if isinstance(value, msgspec.Struct):
        fields = {name: alike(getattr(value, name)) for name in value.__struct_fields__}
        if "grants" in fields:
            fields["grants"] = len(fields["grants"])
        return (type(value).__name__, fields)
    if isinstance(value, dict):
        return tuple(alike(each) for each in value.values())
    return tuple(map(alike, value)) if isinstance(value, tuple) else value


def _filter(value: Filter) -> Any:
    tests = [(negated, tuple(sorted(names))) for negated, names, _ in value.tests]
    if value.zones == ("field",):
        tests = [each for each in tests if each != (False, ("object",))]
    parts = (
        value.controller,
        value.owner,
        tuple(sorted(value.zones)),
        value.name,
        value.keyword,
        value.costs,
        value.marked,
        value.stat,
        value.striking,
    )
    return (*parts, value.other, value.excepted, value.stack, tuple(sorted(tests)))


def _amount(value: Amount) -> Any:
    if value.fixed is not None:
        return value.fixed
    found = []
    for sign, times, by, atom in terms(str(value.text)):
        counted = re.fullmatch(r"(count|revealed)\((.+)\)", atom)
        found.append((sign, times, by, (counted[1], _filter(Filter(counted[2]))) if counted else atom))
    return tuple(found)


def _condition(text: str) -> str:
    return re.sub(r"\b(you control|there is|activated|is) an? ", r"\1 ", text.lower())


_HAND, _MEMORY = Filter("card in your hand"), Filter("card in your memory")
_CHOSEN, _ALL_MEMORY = Ref("chosen"), Ref("each card in your memory")


def specific(value: Any) -> Any:
    """The same with words of their own for what two words say: choosing cards of the hand and putting them into memory."""
    if isinstance(value, msgspec.Struct):
        changed = {
            name: specific(each) for name in value.__struct_fields__ if (each := getattr(value, name)) is not None
        }
        changed = {name: each for name, each in changed.items() if each is not getattr(value, name)}
        return msgspec.structs.replace(value, **changed) if changed else value
    if not isinstance(value, tuple):
        return value
    found: list[Any] = []
    for each in map(specific, value):
        if each == Put(what=_ALL_MEMORY, into="deck bottom"):
            found.append(MemoryToDeck())
            continue
        one = _one(found[-1], each) if found else None
        if one is None:
            found.append(each)
        else:
            found[-1] = one
    return value if found == list(value) else tuple(found)


def _one(choice: Any, put: Any) -> Any:
    if not isinstance(choice, Choose) or not isinstance(put, Put) or put.what != _CHOSEN or choice.up_to:
        return None
    if put == Put(what=_CHOSEN, into="memory") and choice.of == _HAND:
        return HandToMemory(amount=None if choice.any else choice.amount)
    if choice.any:
        return None
    if put == Put(what=_CHOSEN, into="hand") and choice.of == _MEMORY:
        return MemoryToHand(amount=choice.amount)
    if put == Put(what=_CHOSEN, into="deck bottom") and choice.of == _HAND and choice.amount == ONE:
        return HandToDeck()
    return None
