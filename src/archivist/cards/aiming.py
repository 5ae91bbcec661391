"""Targets that a text speaks of: whether it asks for them, whether one is meant or several, what is shared among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from archivist.model.errors import suggestion
from archivist.vocabulary.abilities import Text
from archivist.vocabulary.effects import Delayed, EffectNode, Reflexive, moving_cards
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.effects.damage_and_counters import Damage
from archivist.vocabulary.face import Face
from archivist.vocabulary.mentions import inside, nodes
from archivist.vocabulary.node import Ref, Who
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.text import Paragraph


def aimless(face: Face) -> str:
    """An ability that refers to a target it does not ask for."""
    of_text = [group for each in face.abilities if isinstance(each, Text) for group in _groups(each)]
    granted = ((f"grants.{name}", each) for name, each in face.grants.items())
    for place, ability in (*((f"abilities[{n}]", each) for n, each in enumerate(face.abilities)), *granted):
        if not isinstance(ability, Paragraph):
            continue
        groups = of_text if isinstance(ability, Text) else _groups(ability)
        if wrong := _unaimed(ability, groups, ability):
            return f"at {_place(wrong.at, ability, place)}: {wrong.why}"
        if wrong := next(_unshared(ability, groups), None):
            return f"at {_place(wrong.at, ability, place)}: {wrong.why}"
    return ""


class _Wrong(NamedTuple):
    """What is wrong with a text, and in what: the ability, or the part of it that has targets of its own."""

    why: str
    at: Any


def _place(node: Any, ability: Paragraph, place: str) -> str:
    return next(where for where, each in nodes(ability, place) if each is node)


def _groups(ability: Paragraph) -> list[Targets]:
    modes = ability.modes.options if ability.modes is not None else ()
    return [*ability.targets, *(group for mode in modes for group in mode.targets)]


def _unaimed(value: Any, groups: list[Targets], at: Any) -> _Wrong | None:
    """The first reference to a group of targets that does not exist; delayed triggers have groups of their own."""
    for node in inside(value, _OWN_TARGETS):
        if isinstance(node, _OWN_TARGETS):
            if inner := _unaimed(node.then, list(node.targets), node):
                return inner
            continue
        if isinstance(node, Effect) and node.single and (wrong := _several(getattr(node, node.single), groups)):
            return _Wrong(f"{node.__struct_config__.tag!r} is for one object: {wrong}", at)
        for name in node.__struct_fields__:
            wrong = _reference_problem(getattr(node, name), groups)
            if wrong and not (isinstance(node, moving_cards.Load) and name == "into" and node.of is not None):
                return _Wrong(wrong, at)
    return None


_OWN_TARGETS = (Delayed, Reflexive)


def _reference_problem(value: Any, groups: list[Targets]) -> str:
    if isinstance(value, Who) and value.text.startswith("target"):
        return "" if groups else "it refers to a target, but has no targets"
    if not isinstance(value, Ref) or not value.name.startswith("target"):
        return ""
    if not groups:
        return "it refers to a target, but has no targets"
    name = value.name.removeprefix("target").strip()
    known = [group.name for group in groups]
    return f"no targets are named {name!r}{suggestion(name, known)}" if name and name not in known else ""


def _several(ref: Ref, groups: list[Targets]) -> str:
    """Why a reference may mean several things, or nothing; of what an earlier step chose nothing is known here."""
    if ref.each is not None:
        return f"{ref.text!r} may be several"
    if not ref.name.startswith("target"):
        return ""
    name = ref.name.removeprefix("target").strip()
    meant = [group for group in groups if not name or group.name == name]
    several = len(meant) > 1 or any(group.any or group.count.fixed != 1 for group in meant)
    return f"{ref.text!r} may be several targets" if several else ""


# -- shares ------------------------------------------------------------------------------------------------------


def _unshared(ability: Paragraph, groups: list[Targets]) -> Iterator[_Wrong]:
    """Damage that is dealt in shares, though what it is dealt to is not one group of targets with shares."""
    yield from _unshared_here(ability.do, ability.targets, groups, ability)
    for mode in ability.modes.options if ability.modes is not None else ():
        yield from _unshared_here(mode.do, mode.targets, groups, ability)


def _unshared_here(
    steps: Sequence[EffectNode], here: Sequence[Targets], groups: Sequence[Targets], at: Any
) -> Iterator[_Wrong]:
    for node in inside(steps, _OWN_TARGETS):
        if isinstance(node, _OWN_TARGETS):
            yield from _unshared_here(node.then, node.targets, node.targets, node)
        if not isinstance(node, Damage) or not node.split:
            continue
        meant = _meant(node.to, here, groups)
        if not any(group.split is not None for group in meant):
            why = "damage that is split among targets needs targets with a 'split': how much there is to share"
            yield _Wrong(why, at)
        elif len(meant) > 1:
            why = f"damage is split among the targets of one group, and {node.to.text!r} means {len(meant)}: name each"
            yield _Wrong(why, at)


def _meant(ref: Ref, here: Sequence[Targets], groups: Sequence[Targets]) -> list[Targets]:
    """The groups that a reference means: those of its paragraph or mode by that name, else those of the whole text."""
    name = ref.name.removeprefix("target ")
    own = [group for group in here if group.name == name] or (list(here) if ref.name == "target" else [])
    return own or [group for group in groups if group.name == name]
