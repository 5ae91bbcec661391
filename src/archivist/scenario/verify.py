"""Answers that are left over once a play is made: there were too many, or nothing has asked for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from archivist.model.decision import Action, Attack, Play, Use
from archivist.rules.abilities.held_abilities import activated_abilities
from archivist.scenario import labels
from archivist.scenario.naming import Names
from archivist.scenario.problems import Refused, Unasked
from archivist.scenario.step_format import PAYMENTS
from archivist.vocabulary.abilities import AdditionalCost, AlternativeCost, Imbue
from archivist.vocabulary.costs import This

if TYPE_CHECKING:
    from archivist.scenario.plays import Attempt

PAY = {"activate": "CA.1.8", "materialize": "CM.3.3", "bestow": "BB.3.3"}
DECLARED = {"x": "CA.1.3.1", "y": "CA.1.3.1", "optional": "CA.1.3.2", "alternative": "CA.1.3.3"}
PAID_WITH = {"reserve": ("costs.2.1",), "floating": ("CM.3.3.2",), "kindle": ("keywords.kindle",)}

REMOVED = frozenset(("CA.1.7.4", "CM.3.2.4", "BB.3.2.4"))
"""The last step of calculating a cost: an effect removed it."""


def asked_by(action: Action | None, key: str) -> tuple[str, ...]:
    """The rules of the step at which a play asks for what a key says, where the game had no need to ask.

    They are those of the game's own decisions; `tests/scenario/test_illegal.py` compares them.
    """
    attacking = action is None or isinstance(action, Attack)
    pay = PAY[action.way] if isinstance(action, Play) else "combat.3.step.4" if attacking else "costs.5.13"
    if key in PAYMENTS:
        return (pay, *PAID_WITH.get(key, ()))
    if key in DECLARED:
        return (DECLARED[key], pay) if isinstance(action, Play) else (pay,)
    if key == "modes":
        return ("CA.1.4",) if isinstance(action, Play) else ("CA.1.4", "abilities.2.2")
    if key == "targets":
        return ("combat.3.step.3",) if attacking else ("CA.1.5",)
    return ("combat.3.step.2", "combat.2.5") if key == "weapon" else ("CA.1.3.4",)


def leftovers(attempt: Attempt) -> None:
    """Raises Refused for an answer that the play has no place for.

    Unasked, which is a mistake in the file, is raised where nothing of the kind has been asked at all.
    """
    keys = attempt.keys
    _alternative(attempt)
    _optional(attempt)
    for key, given in (("x", keys.x), ("y", keys.y)):
        if given is not None:
            raise _unasked(attempt, key)
    listed: dict[str, list[object]] = {
        "modes": list(keys.modes or ()),
        "targets": [*_texts(attempt)],
        "split": [each.text for each, _ in keys.split or ()],
    }
    for key, words in listed.items():
        if words:
            raise _too_many(attempt, key, words)
    if keys.pay_first and "pay first" not in attempt.asked:
        raise _unasked(attempt, "pay first")
    if keys.weapon:
        raise _refused(attempt, "weapon", f"{keys.weapon[0].text} cannot be wielded")
    for key, names in keys.payments.items():
        left = [name.text for name in names if not _is_the_source(attempt, key, name.text)]
        if left:
            raise _too_many(attempt, key, left)


def _refused(attempt: Attempt, key: str, why: str) -> Refused:
    return Refused(why, attempt.rules(key), done=True)


def _unasked(attempt: Attempt, key: str) -> Unasked:
    return Unasked(f"'{key}' is given, but the play never asks for it", attempt.rules(key), done=True)


def _too_many(attempt: Attempt, key: str, given: Sequence[object]) -> Refused:
    if key not in attempt.asked and not (key == "split" and "targets" in attempt.asked):
        return _unasked(attempt, key)
    return _refused(attempt, key, f"{', '.join(map(str, given))}: not legal for '{key}', or one too many")


def _texts(attempt: Attempt) -> list[str]:
    return [name.text for group in attempt.keys.targets or () for name in group]


def _alternative(attempt: Attempt) -> None:
    """A cost that was removed counts as the word for it; a card without such a cost has no place for one."""
    given = attempt.keys.alternative
    if given is None:
        return
    if not isinstance(attempt.action, Play):
        raise _unasked(attempt, "alternative")
    face = attempt.face(attempt.before)
    label = labels.alternative_label(face, given)
    if label == labels.FREE:
        if any(event.kind == "cost" and REMOVED & set(event.rules) for event in attempt.events()):
            return
    elif not any(isinstance(each, AlternativeCost) for each in face.abilities):
        raise _unasked(attempt, "alternative")
    raise _refused(attempt, "alternative", f"the alternative cost {label} cannot be used")


def _optional(attempt: Attempt) -> None:
    if not attempt.keys.optional:
        return
    if not isinstance(attempt.action, Play):
        raise _unasked(attempt, "optional")
    costs = [each for each in attempt.face(attempt.before).abilities if isinstance(each, AdditionalCost | Imbue)]
    if not any(isinstance(each, Imbue) or each.optional for each in costs):
        raise _unasked(attempt, "optional")
    words = ", ".join(str(word) for word in attempt.keys.optional)
    raise _refused(attempt, "optional", f"the optional cost {words} cannot be paid")


def _is_the_source(attempt: Attempt, key: str, text: str) -> bool:
    """An ability may say what it does to its own object; nothing is asked there."""
    if not isinstance(attempt.action, Use):
        return False
    source = attempt.before.cards[attempt.action.card]
    _, ability = activated_abilities(attempt.before, source)[attempt.action.ability]
    done = any(isinstance(cost, This) and key in cost.do for cost in ability.payments)
    return done and text in (source.face, Names(attempt.before).called(source.thing))
