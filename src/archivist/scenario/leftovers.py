"""What is left over of a play as a step words it, once the play is made: answers that nothing asked for."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model.decision import Play, Use
from archivist.notation.naming import Names
from archivist.rules.legal_actions.refused_answers import cost_removed, nothing_to_reveal
from archivist.scenario.answers import FREE, cost_label, is_cost
from archivist.scenario.keys import Making, field_of
from archivist.scenario.table import Refused, Unasked
from archivist.vocabulary.abilities import Imbue


def check_leftovers(making: Making) -> None:
    """Raises Refused for answers that are left over once the play is made.

    If nothing of the kind was asked at all, it raises Unasked, a mistake in the file.
    """
    keys = making.keys
    if keys.alternative is not None:
        alternative = (
            cost_label(making.face, keys.alternative, "alternative") if isinstance(making.action, Play) else ""
        )
        _check_declared(making, "alternative", (alternative,), "the alternative cost {} cannot be used")
    optional = (
        _in_earnest(making, keys.optional) if keys.optional and isinstance(making.action, Play) else keys.optional
    )
    _check_declared(making, "optional costs", optional or (), "the optional cost {} cannot be paid")
    for kind, number in (("x", keys.x), ("y", keys.y)):
        if number is not None:
            raise _unasked(making, kind)
    listed: dict[str, list[object]] = {
        "modes": list(keys.modes or ()),
        "targets": [name.text for group in keys.targets or () for name in group],
        "split": [each.text for each, _ in keys.split or ()],
    }
    for kind, words in listed.items():
        if words:
            raise _too_many(making, kind, words)
    if keys.pay_first and "payment order" not in making.asked:
        raise _unasked(making, "payment order")
    if keys.weapon:
        raise _left_over(making, "weapon", f"{keys.weapon[0].text} cannot be wielded")
    for kind, names in keys.payments.items():
        left = [name.text for name in names if not _is_the_source(making, kind, name.text)]
        if left:
            raise _too_many(making, kind, left)


def _left_over(making: Making, kind: str, why: str) -> Refused:
    return Refused(why, making.rules(kind), done=True)


def _unasked(making: Making, kind: str) -> Unasked:
    key = field_of(kind).replace("_", " ")
    return Unasked(f"'{key}' is given, but the play never asks for it", making.rules(kind), done=True)


def _too_many(making: Making, kind: str, given: Sequence[object]) -> Refused:
    if kind not in making.asked and not (kind == "split" and "targets" in making.asked):
        return _unasked(making, kind)
    return _left_over(making, kind, f"{', '.join(map(str, given))}: not legal for '{kind}', or one too many")


def _check_declared(making: Making, kind: str, words: Sequence[str | int], why: str) -> None:
    """Checks optional or alternative costs that are left over; a card without such costs cannot declare any.

    `alternative: free` is right where an effect removed the cost.
    """
    if not words:
        return
    if not isinstance(making.action, Play):
        raise _unasked(making, kind)
    free = kind == "alternative" and words[0] == FREE
    if free and any(map(cost_removed, making.events())):
        return
    if not free and not any(is_cost(each, kind) for each in making.face.abilities):
        if kind != "optional costs":
            raise _unasked(making, kind)
        why = f"{making.face.name} has no optional cost {words[0]!r}"
        raise Unasked(f"'optional' is given, but the play never asks for it: {why}", making.rules(kind), done=True)
    raise _left_over(making, kind, why.format(", ".join(map(str, words))))


def _is_the_source(making: Making, kind: str, text: str) -> bool:
    """Whether a payment names the ability's own object, which pays without being asked for."""
    if not isinstance(making.action, Use) or making.ability is None:
        return False
    source = making.before.cards[making.action.card]
    return kind in making.ability.itself and text in (source.face, Names(making.before).called(source.thing))


def _in_earnest(making: Making, words: Sequence[str | int]) -> list[str]:
    """The optional costs that are meant, without an Imbue for which there is no card to reveal: that changes nothing."""
    labels = [cost_label(making.face, word, "optional costs") for word in words]
    imbues = {each.kind for each in making.face.abilities if isinstance(each, Imbue)}
    if imbues.isdisjoint(labels) or not any(map(nothing_to_reveal, making.events())):
        return labels
    return [label for label in labels if label not in imbues]
