"""Answers that were not asked for, because only one was legal: they must agree with what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from archivist.model.card import Card, Thing
from archivist.model.decision import Play
from archivist.rules import characteristics as now
from archivist.scenario import labels
from archivist.scenario.naming import Name, Names
from archivist.scenario.problems import Refused, Unasked
from archivist.vocabulary.face import AdditionalCost, AlternativeCost, Imbue
from archivist.vocabulary.pending import Item

if TYPE_CHECKING:
    from archivist.scenario.plays import Attempt

REMOVED = frozenset(("CA.1.7.4", "CM.3.2.4", "BB.3.2.4"))
"""The last step of calculating a cost: an effect removed it."""

MOVES: dict[str, Callable[[Card, Card], bool]] = {
    "reserve": lambda old, new: new.zone == "memory" if old.zone == "hand" else new.rested and not old.rested,
    "floating": lambda old, new: old.zone == "graveyard" and new.zone == "banishment",
    "kindle": lambda old, new: old.zone in ("graveyard", "hand", "field") and new.zone == "banishment",
    "sacrifice": lambda old, new: old.zone == "field" != new.zone,
    "banish": lambda old, new: old.zone != "memory" and new.zone == "banishment",
    "discard": lambda old, new: old.zone == "hand" and new.zone not in ("hand", "memory"),
    "rest": lambda old, new: new.rested and not old.rested,
    "return": lambda old, new: old.zone == "field" and new.zone == "material",
}
"""What has become of a card that was used for a payment."""


def leftovers(attempt: Attempt) -> None:
    """Checks every answer that is left once the play is made. Raises Refused where one disagrees.

    Unasked, which is a mistake in the file, is raised where the play had no place for such an answer at all.
    """
    attempt.skip_forced_groups()
    for key, check in CHECKS.items():
        if getattr(attempt.keys, key) is not None:
            check(attempt)
    for key, names in attempt.keys.payments.items():
        _payment(attempt, key, names)


def _disagree(attempt: Attempt, key: str, why: str, *rules: str) -> Refused:
    return Refused(why, (*attempt.rules(key), *rules), done=True)


def _unasked(attempt: Attempt, key: str) -> Unasked:
    return Unasked(f"'{key}' is given, but the play never asks for it", attempt.rules(key), done=True)


def _item(attempt: Attempt) -> Item | None:
    """What the play has put on the stack, if it is still there."""
    return attempt.table.game.state.item(attempt.before.named_ids + 1)


# -- what is declared --------------------------------------------------------------------------------------------


def _x(attempt: Attempt) -> None:
    _variable(attempt, "x", attempt.keys.x)


def _y(attempt: Attempt) -> None:
    _variable(attempt, "y", attempt.keys.y)


def _variable(attempt: Attempt, key: str, given: int | None) -> None:
    told = [
        event for event in attempt.events() if event.kind == "declare" and event.note.startswith(f"{key.upper()} =")
    ]
    if not told:
        raise _unasked(attempt, key)
    if told[0].note != f"{key.upper()} = {given}":
        raise _disagree(attempt, key, f"only {told[0].note} is possible", *told[0].rules)


def _alternative(attempt: Attempt) -> None:
    given = attempt.keys.alternative
    assert given is not None
    if not isinstance(attempt.action, Play):
        raise _unasked(attempt, "alternative")
    face = attempt.face(attempt.before)
    label = labels.alternative_label(face, given)
    events = attempt.events()
    if any(event.kind == "declare" and "CA.1.3.3" in event.rules and event.note == label for event in events):
        return
    if label == labels.FREE and any(event.kind == "cost" and REMOVED & set(event.rules) for event in events):
        return
    if label == labels.FREE or any(isinstance(each, AlternativeCost) for each in face.abilities):
        raise _disagree(attempt, "alternative", f"the alternative cost {label} cannot be used")
    raise _unasked(attempt, "alternative")


def _optional(attempt: Attempt) -> None:
    if not attempt.keys.optional:
        return
    if not isinstance(attempt.action, Play):
        raise _unasked(attempt, "optional")
    costs = [each for each in attempt.face(attempt.before).abilities if isinstance(each, AdditionalCost | Imbue)]
    if any(isinstance(each, Imbue) or each.optional for each in costs):
        words = ", ".join(str(word) for word in attempt.keys.optional)
        raise _disagree(attempt, "optional", f"the optional cost {words} cannot be paid")
    raise _unasked(attempt, "optional")


# -- modes and targets -------------------------------------------------------------------------------------------


def _modes(attempt: Attempt) -> None:
    given = attempt.keys.modes
    if not given:
        return
    if "modes" in attempt.asked:
        raise _disagree(attempt, "modes", f"too many modes: {', '.join(map(str, given))} cannot be chosen too")
    item = _item(attempt)
    if item is None or not item.modes:
        raise _unasked(attempt, "modes")
    taken = set(_taken_modes(item))
    wanted = {(word - 1) if isinstance(word, int) else word for word in given}
    if any(number not in wanted and label not in wanted for number, label in taken) or len(wanted) != len(taken):
        named = ", ".join(label for _, label in sorted(taken))
        raise _disagree(attempt, "modes", f"only the modes {named} can be chosen")


def _taken_modes(item: Item) -> Iterator[tuple[int, str]]:
    for part, mode in item.modes:
        modes = item.text[part].modes
        if modes is not None:
            yield mode, modes.options[mode].label


def _targets(attempt: Attempt) -> None:
    given = [name for group in attempt.keys.targets or () for name in group]
    if not given:
        return
    if isinstance(attempt.action, Play):
        taken: tuple[Thing, ...] = ()
        some = "targets" in attempt.asked or any(attempt.declared())
    else:
        taken = _told_targets(attempt)
        some = bool(taken)
    left = _not_among(attempt, given, taken)
    if left and some:
        raise _disagree(attempt, "targets", f"{', '.join(left)} cannot be a target, or is one too many")
    if left:
        raise _unasked(attempt, "targets")


def _told_targets(attempt: Attempt) -> tuple[Thing, ...]:
    """The targets of an ability or an attack, as it is told when it is done; a player for Cleave."""
    found: list[Thing] = []
    for event in attempt.events():
        if event.kind in ("ability", "attack"):
            found.extend(named.thing for named in event.objects if named.thing is not None)
    combat = attempt.table.game.state.combat
    if attempt.attacking and combat is not None and combat.cleave:
        found.append(Thing("player", combat.defending))
    return tuple(found)


def _not_among(attempt: Attempt, given: Sequence[Name], taken: Sequence[Thing]) -> list[str]:
    names = Names(attempt.before)
    used: list[Thing] = []
    left: list[str] = []
    for name in given:
        thing = names.pick(name, taken, used)
        if thing is None:
            left.append(name.text)
        else:
            used.append(thing)
    return left


def _split(attempt: Attempt) -> None:
    item = _item(attempt)
    shares = {
        thing: share
        for group in (item.groups if item else ())
        for thing, share in zip(group.things, group.shares, strict=False)
    }
    if not shares:
        raise _unasked(attempt, "split")
    names = Names(attempt.before)
    given = {names.pick(name, list(shares)): share for name, share in attempt.keys.split or ()}
    if given != shares:
        listed = ", ".join(f"{names.called(thing)}: {share}" for thing, share in shares.items())
        raise _disagree(attempt, "split", f"the only split is {listed}")


# -- payments and weapons ----------------------------------------------------------------------------------------


def _payment(attempt: Attempt, key: str, given: Sequence[Name]) -> None:
    chosen = attempt.paid.get(key, set())
    used = [thing for thing in _used(attempt, key) if thing.id not in chosen]
    left = _not_among(attempt, given, used)
    if left and (used or chosen):
        raise _disagree(attempt, key, f"{', '.join(left)} cannot be used for '{key}', or is one too many")
    if left:
        raise _unasked(attempt, key)
    if key == "reserve" and key not in attempt.asked and len(given) != len(used):
        raise _disagree(attempt, key, f"{len(used)} reserve must be paid, not {len(given)}")


def _used(attempt: Attempt, key: str) -> list[Thing]:
    """The cards that the play has used in this way."""
    cards = attempt.table.game.state.cards
    played = attempt.action.card if isinstance(attempt.action, Play) else -1
    changed = (old for old in attempt.before.cards if old is not cards[old.id] and old.id != played)
    used = [old for old in changed if MOVES[key](old, cards[old.id])]
    if key == "reserve":
        used = [old for old in used if old.zone == "hand" or now.has(attempt.before, old, "reservable")]
    return [old.thing for old in used]


def _weapon(attempt: Attempt) -> None:
    combat = attempt.table.game.state.combat
    wielded = combat.weapons if combat else ()
    given = attempt.keys.weapon or ()
    if _not_among(attempt, given, wielded) or len(given) != len(wielded):
        named = ", ".join(attempt.table.names.called(thing) for thing in wielded) or "none"
        raise _disagree(attempt, "weapon", f"the weapon can only be: {named}")


CHECKS: dict[str, Callable[[Attempt], None]] = {
    "x": _x,
    "y": _y,
    "alternative": _alternative,
    "optional": _optional,
    "modes": _modes,
    "targets": _targets,
    "split": _split,
    "weapon": _weapon,
}
