"""Labels and printed numbers: how a scenario names modes, optional costs and alternative costs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from archivist.model.decision import Decision
from archivist.model.errors import suggestion
from archivist.model.state import State
from archivist.scenario.problems import Problem, Unasked
from archivist.vocabulary.abilities import AdditionalCost, AlternativeCost, Imbue
from archivist.vocabulary.face import Face
from archivist.vocabulary.text import Modes, Paragraph

OWN_COST = "its own cost"
"""What the engine calls the option of using no alternative."""

DECLARED = {"mode": "CA.1.4", "optional cost": "CA.1.3.2", "alternative cost": "CA.1.3.3"}
"""The rules by which what has a label is declared."""

FREE = "free"
"""The word for a permission to play without paying."""


def position(word: str, options: Sequence[str]) -> int | None:
    """Which option a word means: its label, a part of one like ``banished (Brackish Lutist)``, or a thing of that name.

    Raises Problem where a part is one of several options.
    """
    bare = word.rpartition("/")[2]
    for meant in (word, bare):
        if meant in options:
            return options.index(meant)
    fitting = [index for index, option in enumerate(options) if bare in option.removesuffix(")").split(" (")]
    if len(fitting) > 1:
        raise Problem(f"{word!r} could be {' or '.join(options[index] for index in fitting)}")
    return fitting[0] if fitting else None


# -- modes -------------------------------------------------------------------------------------------------------


def mode_label(state: State, decision: Decision, word: str | int) -> str:
    """The label of a mode given by its label or its printed number."""
    options = tuple(str(option) for option in decision.options)
    printed = _printed_modes(state, decision, options)
    if isinstance(word, int):
        return _numbered(printed, word, "mode")
    if word not in printed:
        raise Problem(f"unknown mode {word!r}{suggestion(word, printed) or f'; there are {_listed(printed)}'}")
    return word


def _printed_modes(state: State, decision: Decision, options: Sequence[str]) -> tuple[str, ...]:
    """All labels of the list of modes that a decision is about, also of those that cannot be chosen now."""
    if decision.card is not None:
        for modes in _lists_of_modes(state, state.pool[state.cards[decision.card].face]):
            labels = tuple(mode.label for mode in modes.options)
            if set(options) <= set(labels):
                return labels
    return tuple(options)


def _lists_of_modes(state: State, face: Face) -> Iterator[Modes]:
    granted = (each for other in state.pool.values() for each in other.grants.values())
    for ability in (*face.abilities, *granted):
        if isinstance(ability, Paragraph) and ability.modes is not None:
            yield ability.modes


# -- costs -------------------------------------------------------------------------------------------------------


def optional_label(face: Face, word: str | int) -> str:
    """The label by which an optional cost is declared; one without a name goes by its printed number."""
    costs = [each for each in face.abilities if isinstance(each, Imbue) or _optional(each)]
    labels = [_label(each, order) for order, each in enumerate(costs, 1)]
    return _numbered(labels, word, "optional cost") if isinstance(word, int) else word


def _optional(ability: object) -> bool:
    return isinstance(ability, AdditionalCost) and ability.optional


def _label(ability: object, order: int) -> str:
    if isinstance(ability, Imbue):
        return ability.kind
    assert isinstance(ability, AdditionalCost | AlternativeCost)
    return ability.label or str(order)


def alternative_label(face: Face, word: str | int) -> str:
    """The label by which an alternative cost is declared; one without a name goes by its printed number."""
    if not isinstance(word, int):
        return word
    costs = [each for each in face.abilities if isinstance(each, AlternativeCost)]
    return _numbered([_label(each, order) for order, each in enumerate(costs, 1)], word, "alternative cost")


def check_known(pool: Mapping[str, Face], optional: Iterable[str | int], alternative: str | int | None) -> None:
    """Raises Problem for a word that no cost of any card goes by."""
    known_optional, known_alternative = _words_of(pool)
    for word in optional:
        if isinstance(word, str) and word not in known_optional:
            raise Problem(f"unknown optional cost {word!r}{suggestion(word, known_optional)}")
    if isinstance(alternative, str) and alternative not in known_alternative:
        raise Problem(f"unknown alternative cost {alternative!r}{suggestion(alternative, known_alternative)}")


def _words_of(pool: Mapping[str, Face]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    abilities = [ability for face in pool.values() for ability in face.abilities]
    optional = {each.label for each in abilities if isinstance(each, AdditionalCost) and each.optional and each.label}
    alternative = {each.label for each in abilities if isinstance(each, AlternativeCost) and each.label}
    imbues = {each.kind for each in abilities if isinstance(each, Imbue)}
    return tuple(sorted({*optional, *imbues, "imbue"})), tuple(sorted({*alternative, FREE}))


# -- numbers -----------------------------------------------------------------------------------------------------


def _numbered(labels: Sequence[str], number: int, what: str) -> str:
    """The label with a printed number. One that is too high is a mistake of the file, save where a refusal is meant."""
    if not 1 <= number <= len(labels):
        raise Unasked(f"there is no {what} {number}; there are {len(labels)}", (DECLARED[what],))
    return labels[number - 1]


def _listed(labels: Iterable[str]) -> str:
    return ", ".join(labels)
