"""References to what a text has just done (``done``, ``it``): whether there is something to refer to.

A text that refers to a deed without a result, such as "that many" after the end of the turn, would be narrated and do
nothing. It is refused when the card is loaded.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any, Final, NamedTuple, get_args

from archivist.model.errors import suggestion
from archivist.vocabulary.abilities import Text
from archivist.vocabulary.effects import Delayed, EffectNode, ForEach, May, Prevention, Reflexive, leaves
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.face import Face
from archivist.vocabulary.mentions import DEEDS, mentioned, parts
from archivist.vocabulary.node import Ref
from archivist.vocabulary.phrase import Mention
from archivist.vocabulary.text import Paragraph

_LATER = (Delayed, Reflexive, Prevention)


class Before(NamedTuple):
    """What has been done when a step is reached: the instructions that may have come last, and all kinds so far.

    `paid` says that the last thing done was a payment, which can be referred to as done but has no number.
    """

    last: tuple[Effect, ...] = ()
    kinds: frozenset[str] = frozenset()
    paid: bool = False


Problems = Generator[str, None, Before]
"""What is wrong with some instructions; gives what can be referred to after them."""


def unspoken(face: Face) -> str:
    """The first place in a face that refers to a deed without a result, or nothing."""
    return next(_problems(face), "")


def _problems(face: Face) -> Iterator[str]:
    before = Before()
    for index, ability in enumerate(face.abilities):
        place = f"abilities[{index}]"
        if isinstance(ability, Text):
            before = yield from _of_paragraph(ability, before, place)
        elif isinstance(ability, Paragraph):
            yield from _of_paragraph(ability, Before(), place)
        else:
            yield from _around(ability, Before(), place)
    for name, granted in face.grants.items():
        place = f"grants.{name}"
        if isinstance(granted, Paragraph):
            yield from _of_paragraph(granted, Before(), place)
        else:
            yield from _around(granted, Before(), place)


def _of_paragraph(ability: Paragraph, before: Before, place: str) -> Problems:
    """The problems of one paragraph; gives what can be referred to after it."""
    yield from _around(ability, Before(), place)
    after = yield from _of_steps(ability.do, before, f"{place}.do")
    for index, mode in enumerate(ability.modes.options if ability.modes is not None else ()):
        yield from _of_steps(mode.do, after, f"{place}.modes.options[{index}].do")
    return after


def _of_steps(effects: Sequence[EffectNode], before: Before, place: str) -> Problems:
    for index, effect in enumerate(effects):
        here = f"{place}[{index}]"
        yield from _around(effect, before, here)
        if isinstance(effect, Delayed) and _speaks_of_choice(effect.then):
            yield f"at {here}.then: what was chosen is no longer known then; remember it, and say `remembered`"
        for name, branch in _branches(effect):
            yield from _of_steps(branch, _within(effect, name, before), f"{here}.{name}")
        before = Before(leaves(effect), before.kinds | _kinds((effect,)), _pays(effect))
    return before


def _speaks_of_choice(effects: Sequence[EffectNode]) -> bool:
    """Whether instructions speak of something chosen before the first of them that lets somebody choose."""
    for effect in effects:
        if any(isinstance(value, Ref) and value.name == "chosen" for _, value in parts(effect, "")):
            return True
        if effect.chooses:
            return False
        if any(_speaks_of_choice(branch) for _, branch in _branches(effect)):
            return True
    return False


def _around(node: Any, before: Before, place: str) -> Iterator[str]:
    """What a node itself says, without its instructions."""
    for found in mentioned(node, place, (Effect,)):
        if found.mention.kind not in DEEDS:
            continue
        wrong = _wrong(found.mention, before)
        if found.mention.kind != "number" and found.place.startswith(f"{place}.static."):
            wrong = "what holds later cannot speak of what was done; say whom it is for with `on: it`"
        if wrong:
            yield f"at {found.place}: {wrong}"


def _branches(effect: EffectNode) -> Iterator[tuple[str, Sequence[EffectNode]]]:
    """The lists of instructions within an instruction, each with the name of its place."""
    for name, value in parts(effect, ""):
        if isinstance(value, dict):
            yield from ((f"{name}.{key}", each) for key, each in value.items() if _is_steps(each))
        elif _is_steps(value):
            yield name, value


def _is_steps(value: Any) -> bool:
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], Effect)


def _within(effect: EffectNode, name: str, before: Before) -> Before:
    """What can be referred to as a branch begins."""
    if isinstance(effect, ForEach):
        return Before()
    if isinstance(effect, Prevention):
        return Before((), before.kinds | {_tag(effect)})
    if isinstance(effect, May) and name == "then" and (effect.what or effect.pay):
        return Before(_last(effect.what), before.kinds | _kinds(effect.what), not effect.what)
    return before


def _last(effects: Sequence[EffectNode]) -> tuple[Effect, ...]:
    return leaves(effects[-1]) if effects else ()


def _pays(effect: EffectNode) -> bool:
    return isinstance(effect, May) and bool(effect.pay) and not effect.what


def _kinds(effects: Sequence[EffectNode]) -> frozenset[str]:
    """The kinds of all instructions in a list, except those that happen later."""
    found: set[str] = set()
    for effect in effects:
        found.add(_tag(effect))
        if not isinstance(effect, _LATER):
            found.update(*(_kinds(branch) for _, branch in _branches(effect)))
    return frozenset(found)


def _tag(effect: Effect) -> str:
    return str(effect.__struct_config__.tag)


_BY_TAG: Final[dict[str, type[Effect]]] = {str(kind.__struct_config__.tag): kind for kind in get_args(EffectNode)}
_WORDS: Final = {"done": "'done'", "number": "the number 'it'", "things": "the reference 'it'"}


def _wrong(mention: Mention, before: Before) -> str:
    if mention.word:
        return _wrong_kind(mention, before)
    word = _WORDS[mention.kind]
    if not before.last and not before.paid:
        return f"{word} refers to the step before it, and there is none"
    if before.paid and mention.kind != "done":
        return f"{word} refers to the step before it, and that was a payment"
    for effect in before.last:
        if effect.unspeakable:
            return f"{word} cannot be used after {_tag(effect)!r}: {effect.unspeakable}"
        if mention.kind == "number" and not effect.numbered:
            return f"{word} cannot be used after {_tag(effect)!r}, which has no number"
        if mention.kind == "things" and not effect.named:
            return f"{word} cannot be used after {_tag(effect)!r}, which is about nothing that it could mean"
    return ""


def _wrong_kind(mention: Mention, before: Before) -> str:
    """What is wrong with ``it(STEP)``: no such step came before, or it cannot be referred to."""
    step = f"it({mention.word})"
    if mention.word not in before.kinds:
        near = suggestion(mention.word, sorted(before.kinds))
        return f"{step!r} refers to an earlier step, and none is {mention.word!r}{near}"
    kind = _BY_TAG[mention.word]
    if not (kind.number if mention.kind == "number" else kind.things):
        return f"{step!r} cannot be said: {mention.word!r} has nothing of the kind"
    return ""
