"""Filling the decisions of a play from the keys of its step.

Each function takes its answer out of the keys and gives it in exact form; None means that the step leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from archivist.model.card import Thing
from archivist.model.decision import Answer, Decision, Play
from archivist.model.state import State
from archivist.scenario import labels
from archivist.scenario.answers import UNFIT, exact, prompt, things, worded_next
from archivist.scenario.naming import Name, Names
from archivist.scenario.problems import Refused
from archivist.scenario.step_format import PAYMENTS
from archivist.vocabulary.abilities import AdditionalCost

if TYPE_CHECKING:
    from archivist.scenario.plays import Attempt

Filler = Callable[["Attempt", State, Decision], Answer | None]


def fill(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    """The step's answer to a decision of its play; a left out payment or optional cost is filled in."""
    key = KEY_OF.get(decision.kind, decision.kind)
    attempt.asked[key] = decision.rules
    answer = FILLERS[key](attempt, state, decision)
    return _only_one(decision) if answer is None else exact(decision, answer, *attempt.rules(key))


def _only_one(decision: Decision) -> Answer | None:
    """Where only one legal answer exists it is taken."""
    return next(decision.answers()) if decision.forced else None


# -- costs that are declared -------------------------------------------------------------------------------------


def _x(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    value = attempt.keys.x
    attempt.keys = replace(attempt.keys, x=None)
    return _number(attempt, state, decision, value)


def _y(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    value = attempt.keys.y
    attempt.keys = replace(attempt.keys, y=None)
    return _number(attempt, state, decision, value)


def _number(attempt: Attempt, state: State, decision: Decision, given: int | None) -> Answer | None:
    """The number of an additional cost that takes any amount; if neither step nor the next one says it, of what is listed."""
    if given is not None or worded_next(attempt.table, decision):
        return None if given is None else (given,)
    costs = [each for each in attempt.face(state).abilities if isinstance(each, AdditionalCost)]
    for cost in (cost for each in costs if each.variable.lower() == decision.kind for cost in each.pay):
        listed = attempt.keys.payments.get(cost.key)
        if listed is not None:
            return (len(listed),)
    return None


def _alternative(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    """Left out means none, if the card has a cost of its own."""
    given = attempt.keys.alternative
    if given is None:
        return (decision.options.index(labels.OWN_COST),) if labels.OWN_COST in decision.options else None
    label = labels.alternative_label(attempt.face(state), given)
    if label not in decision.options and label == "starcalling" and labels.FREE in decision.options:
        label = labels.FREE  # an effect lets the starcalling cost be 0, and nothing else can be paid
    if label not in decision.options:
        why = f"the alternative cost {label} cannot be used ({prompt(state, decision)})"
        raise Refused(why, attempt.rules("alternative"))
    attempt.keys = replace(attempt.keys, alternative=None)
    return (decision.options.index(label),)


def _optional(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    """Left out means none."""
    given = attempt.keys.optional or ()
    attempt.keys = replace(attempt.keys, optional=None)
    found: list[int] = []
    for word in given:
        label = labels.optional_label(attempt.face(state), word)
        if label not in decision.options:
            why = f"the optional cost {label} cannot be paid ({prompt(state, decision)})"
            raise Refused(why, attempt.rules("optional"))
        found.append(decision.options.index(label))
    return tuple(found)


# -- modes and targets -------------------------------------------------------------------------------------------


def _modes(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    """As many of the listed modes as are asked for; the others wait for the time when paying adds some (CA.1.8.2)."""
    given = attempt.keys.modes
    if given is None or (not given and decision.least):
        return None
    chosen = [labels.mode_label(state, decision, word) for word in given[: decision.most]]
    for label in chosen:
        if label not in decision.options:
            why = f"the mode {label} cannot be chosen now ({prompt(state, decision)})"
            raise Refused(why, attempt.rules("modes"))
    attempt.keys = replace(attempt.keys, modes=given[len(chosen) :])
    return tuple(decision.options.index(label) for label in chosen)


def _targets(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    given = attempt.keys.targets
    if given is None:
        return None
    if attempt.keys.grouped:
        given = _from_group_on(attempt, decision, given)
    if not given:
        return None if decision.least else ()
    if attempt.keys.grouped:
        attempt.keys = replace(attempt.keys, targets=given[1:])
        attempt.groups += 1
        return things(state, decision, given[0], *attempt.rules("targets"))
    return _from_flat(attempt, state, decision, [group[0] for group in given])


def _from_group_on(
    attempt: Attempt, decision: Decision, given: tuple[tuple[Name, ...], ...]
) -> tuple[tuple[Name, ...], ...]:
    """The lists from the one on that is asked for. A group that cannot have targets is not asked for."""
    while given and (attempt.groups < attempt.group_asked() or (decision.least and not given[0])):
        if given[0]:
            listed = ", ".join(name.text for name in given[0])
            raise Refused(f"{listed} is not a legal target", (*attempt.rules("targets"), UNFIT))
        given = given[1:]
        attempt.groups += 1
    return given


def _from_flat(attempt: Attempt, state: State, decision: Decision, given: list[Name]) -> Answer | None:
    """The next targets of one list: as many as the group needs, or, where they are optional, as many as fit."""
    fitting = decision.least if decision.least == decision.most else _fitting(state, decision, given)
    taken = given[: max(fitting, decision.least)]
    attempt.keys = replace(attempt.keys, targets=tuple((name,) for name in given[len(taken) :]))
    return things(state, decision, taken, *attempt.rules("targets"))


def _fitting(state: State, decision: Decision, given: list[Name]) -> int:
    names = Names(state)
    found: list[Thing] = []
    for name in given[: decision.most]:
        thing = names.pick(name, decision.options, found)
        if thing is None:
            break
        found.append(thing)
    return len(found)


def _split(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    given = attempt.keys.split
    if given is None:
        return None
    attempt.keys = replace(attempt.keys, split=None)
    positions = things(state, decision, [name for name, _ in given], *attempt.rules("split"))
    shares = dict(zip(positions, (share for _, share in given), strict=True))
    return tuple(shares.get(position, 0) for position in range(len(decision.options)))


def _weapon(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    given = attempt.keys.weapon
    if given is None:
        return None
    attempt.keys = replace(attempt.keys, weapon=None)
    return things(state, decision, given, *attempt.rules("weapon"))


# -- payments ----------------------------------------------------------------------------------------------------


def _payment(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    """The listed cards that can pay this cost; left out, the first legal cards in zone order, as few as allowed.

    Several costs may ask for the same key one after another: what the first has no use for is kept for the next. What is
    left to pay when another step came in between, and what is returned, may be said by the next step.
    """
    key = decision.kind
    given = attempt.keys.payments.get(key)
    if given is None and (attempt.resumed or key == "return") and worded_next(attempt.table, decision):
        return None
    before = attempt.taken.get(key, ())
    if given is None or (not given and before):
        return next(decision.answers())
    names = Names(state)
    taken: list[Thing] = []
    kept: list[Name] = []
    for name in given:
        thing = names.pick(name, decision.options, (*before, *taken)) if len(taken) < decision.most else None
        if thing is None:
            kept.append(name)
        else:
            taken.append(thing)
    if len(taken) < decision.least:
        wrong = ", ".join(name.text for name in kept) or "what is given"
        hint = next((hint for name in kept if (hint := names.first(name, decision.options, (*before, *taken)))), "")
        why = f"{wrong} cannot pay this ({hint or prompt(state, decision)})"
        played = attempt.face(state).name if isinstance(attempt.action, Play) else ""
        itself = ("RU.8",) if played and any(name.card == played for name in kept) else ()
        raise Refused(why, (*attempt.rules(key), *itself))
    attempt.taken[key] = (*before, *taken)
    attempt.keys = replace(attempt.keys, payments={**attempt.keys.payments, key: tuple(kept)})
    return tuple(decision.options.index(thing) for thing in taken)


def _order(attempt: Attempt, state: State, decision: Decision) -> Answer | None:
    """What is paid next: the first listed cost that can be; left out, the usual order."""
    given = attempt.keys.pay_first
    if given is None:
        return None if worded_next(attempt.table, decision) else (0,)
    listed = [label for label in given if label in decision.options]
    if not listed:
        if "pay first" in attempt.asked:
            return (0,)
        why = f"{', '.join(given)} cannot be paid first ({prompt(state, decision)})"
        raise Refused(why, (*decision.rules, *attempt.rules("pay first")))
    return (decision.options.index(listed[0]),)


KEY_OF = {"optional costs": "optional", "payment order": "pay first"}
"""The key that answers a kind of decision, where it has another name."""

FILLERS: dict[str, Filler] = {
    "x": _x,
    "y": _y,
    "alternative": _alternative,
    "optional": _optional,
    "modes": _modes,
    "targets": _targets,
    "split": _split,
    "weapon": _weapon,
    **dict.fromkeys(PAYMENTS, _payment),
    "pay first": _order,
}
