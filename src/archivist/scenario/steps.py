"""The steps of a scenario and how they are read: what players do, how decisions are answered, and the shortcuts."""

from __future__ import annotations

import re
from typing import Any, Literal, get_args

import msgspec

from archivist.notation.actions import ALONE, Deed, Verb
from archivist.notation.naming import Name
from archivist.rules.legal_actions.refused_answers import PAYMENTS
from archivist.scenario.expectations import Expect, read_expectations
from archivist.scenario.source import Parts, Reader, Source
from archivist.vocabulary.words import PHASES

Question = Literal["choose", "order", "name", "retaliate"]
QUESTIONS: tuple[Question, ...] = get_args(Question)
PLAY_KEYS = ("from", "x", "y", "modes", "targets", "split", "optional", "alternative", "pay first", *PAYMENTS)
KEYS: dict[Verb, tuple[str, ...]] = {
    "activate": PLAY_KEYS,
    "materialize": PLAY_KEYS,
    "bestow": PLAY_KEYS,
    "ability": ("number", *PLAY_KEYS),
    "attack": ("targets", "weapon", "pay first", *PAYMENTS),
    "return": ("from",),
}
"""The keys that go with each action."""
_LABEL = re.compile(r"\d{1,6}", re.ASCII)
"""The number of a mode, in place of its label."""
SHORTCUTS = ("resolve", "advance")


class Keys(msgspec.Struct, frozen=True):
    """The answers that a step gives to the questions of its play. None, or a missing payment, means left out.

    `targets` holds a tuple for each group if `grouped`, else all targets one after another.
    """

    x: int | None = None
    y: int | None = None
    modes: tuple[str | int, ...] | None = None
    targets: tuple[tuple[Name, ...], ...] | None = None
    grouped: bool = False
    split: tuple[tuple[Name, int], ...] | None = None
    optional: tuple[str | int, ...] | None = None
    alternative: str | int | None = None
    weapon: tuple[Name, ...] | None = None
    payments: dict[str, tuple[Name, ...]] = {}
    pay_first: tuple[str, ...] | None = None


class Illegality(msgspec.Struct, frozen=True):
    """That a step must be refused, and by which rule; an empty one means any."""

    rule: str = ""


class Act(msgspec.Struct, frozen=True):
    """A step in which a player acts."""

    player: str
    deed: Deed
    keys: Keys = Keys()
    illegal: Illegality | None = None


class Reply(msgspec.Struct, frozen=True):
    """A step in which a player answers a decision, and says what pays if that has a price."""

    player: str
    question: Question
    value: Source
    illegal: Illegality | None = None
    payments: dict[str, tuple[Name, ...]] = {}


class Shortcut(msgspec.Struct, frozen=True):
    """A step in which everybody passes: until something has resolved, or a phase is reached."""

    what: Literal["resolve", "advance"]
    until: str


class Step(msgspec.Struct, frozen=True):
    """A step, with its number from 1, and where and how it is written."""

    number: int
    text: str
    what: Act | Reply | Shortcut | Expect
    source: Source


# -- reading -----------------------------------------------------------------------------------------------------


def read_steps(reader: Reader, source: Source) -> tuple[Step, ...]:
    if not isinstance(source.value, list):
        raise source.problem("'steps' must be a list")
    return tuple(read_step(reader, number, each) for number, each in enumerate(source.items("steps"), 1))


def read_step(reader: Reader, number: int, source: Source) -> Step:
    """One step: a player and what they do, an expectation or a shortcut."""
    pairs = list(source.pairs("a step"))
    valid = (*reader.players, "expect", *SHORTCUTS)
    for key, _ in pairs:
        if key.value not in valid:
            raise key.unknown("step", key.value, valid)
    if len(pairs) != 1:
        raise source.problem(f"a step does one thing; there are {len(pairs)} here")
    key, value = pairs[0]
    return Step(number, source.written, _what(reader, key, value), source)


def _what(reader: Reader, key: Source, value: Source) -> Act | Reply | Shortcut | Expect:
    if key.value == "expect":
        return read_expectations(reader, value)
    if key.value == "resolve":
        return Shortcut("resolve", value.one_of("resolve", ("top", "all")))
    if key.value == "advance":
        return Shortcut("advance", value.one_of("phase", PHASES))
    return _action(reader, key.value, value)


def _action(reader: Reader, player: str, source: Source) -> Act | Reply:
    if isinstance(source.value, str):
        return Act(player, Deed(_alone(source)))
    parts = source.mapping("an action")
    for verb in ALONE:
        if verb in parts:
            return _word(player, source, verb, parts)
    which = _which(source, parts)
    if which in QUESTIONS:
        source.keyed(f"'{which}'", (which, *(PAYMENTS if which == "choose" else ()), "illegal"))
        return _reply(reader, player, which, parts)
    source.keyed(f"'{which}'", (which, *KEYS[which], "illegal"))
    return Act(player, reader.deed(which, parts), _keys(reader, parts, which), _illegal(parts))


def _word(player: str, source: Source, verb: Verb, parts: Parts) -> Act:
    """An action of one word as a key, so that it can be said to be illegal: ``{pass: true, illegal: RULE}``."""
    source.keyed(f"'{verb}'", (verb, "illegal"))
    if parts[verb].value not in (None, True):
        raise parts[verb].problem(f"{verb!r} takes only 'true'")
    return Act(player, Deed(verb), illegal=_illegal(parts))


def _alone(source: Source) -> Verb:
    for verb in ALONE:
        if verb == source.value:
            return verb
    if source.value in (*KEYS, *QUESTIONS):
        raise source.problem(f"{source.value!r} needs more than this word: {{{source.value}: ..}}")
    raise source.unknown("action", source.value, (*ALONE, *KEYS, *QUESTIONS))


def _which(source: Source, parts: Parts) -> Any:
    """The action that a mapping is about. ``return`` is also a payment, so another action comes first."""
    found = [word for word in (*KEYS, *QUESTIONS) if word in parts]
    if len(found) > 1 and "return" in found:
        found.remove("return")
    if len(found) > 1:
        raise source.problem(f"one action per step, not {' and '.join(found)}")
    if not found:
        for key, _ in source.pairs("an action"):
            if key.value not in PLAY_KEYS and key.value not in ("illegal", "number", "weapon"):
                raise key.unknown("key", key.value, (*KEYS, *QUESTIONS))
        raise source.problem(f"an action is needed: {', '.join((*KEYS, *QUESTIONS, *ALONE))}")
    return found[0]


def _illegal(parts: Parts) -> Illegality | None:
    source = parts.get("illegal")
    if source is None or source.value is False:
        return None
    return Illegality() if source.value is True else Illegality(source.rule("the rule that refuses"))


def _reply(reader: Reader, player: str, question: Question, parts: Parts) -> Reply:
    value = parts[question]
    if question == "name":
        reader.card(value)
    elif question == "retaliate":
        reader.names(value, "retaliate")
    elif question == "order":
        for each in value.items("order"):
            each.word("a trigger or card to order")
    return Reply(player, question, value, _illegal(parts), _payments(reader, parts, question))


# -- the answers that go with a play -----------------------------------------------------------------------------


def _keys(reader: Reader, parts: Parts, verb: Verb) -> Keys:
    groups, grouped = parts.take("targets", lambda each: _targets(reader, each), (None, False))
    split = parts.take("split", lambda each: _split(reader, each), None)
    if groups is None and split is not None:
        groups = tuple((name,) for name, _ in split)
    return Keys(
        x=parts.take("x", lambda each: each.number("x"), None),
        y=parts.take("y", lambda each: each.number("y"), None),
        modes=parts.take("modes", _labels, None),
        targets=groups,
        grouped=grouped,
        split=split,
        optional=parts.take("optional", _keywords, None),
        alternative=parts.take("alternative", _alternative, None),
        weapon=parts.take("weapon", lambda each: _weapon(reader, each), None),
        payments=_payments(reader, parts, verb),
        pay_first=parts.take("pay first", _pay_first, None),
    )


def _pay_first(source: Source) -> tuple[str, ...]:
    """What is paid first, and what after that."""
    return tuple(each.word("pay first") for each in source.items("pay first"))


def _payments(reader: Reader, parts: Parts, verb: str) -> dict[str, tuple[Name, ...]]:
    return {key: reader.names(parts[key], key) for key in PAYMENTS if key in parts and key != verb}


def _targets(reader: Reader, source: Source) -> tuple[tuple[tuple[Name, ...], ...], bool]:
    """All targets in order, or a list for each group."""
    entries = source.items("targets")
    grouped = isinstance(source.value, list) and any(isinstance(each.value, list) for each in entries)
    for each in entries:
        if each.value is None:
            raise each.problem("the name of a thing must be a word, not nothing")
    if grouped:
        return tuple(reader.names(each, "targets") for each in entries), True
    return tuple((name,) for name in reader.names(source, "targets")), False


def _labels(source: Source) -> tuple[str | int, ...]:
    """Labels, or numbers from 1 on."""
    found: list[str | int] = []
    for each in source.items("a list of labels or numbers"):
        if isinstance(each.value, str):
            found.append(int(each.value) if _LABEL.fullmatch(each.value) else each.value)
        else:
            found.append(each.number("a label or number", 1))
    return tuple(found)


def _keywords(source: Source) -> tuple[str | int, ...]:
    """Labels that are keywords; capitals and a number after the word (``Prepare 2``) are ignored."""
    return tuple(re.sub(r" (\d+|x)$", "", each.lower()) if isinstance(each, str) else each for each in _labels(source))


def _split(reader: Reader, source: Source) -> tuple[tuple[Name, int], ...]:
    return tuple((reader.name(key), share.number("a share")) for key, share in source.pairs("split"))


def _alternative(source: Source) -> str | int:
    labels = _keywords(source)
    if len(labels) != 1:
        raise source.problem("only one alternative cost can be used")
    return labels[0]


def _weapon(reader: Reader, source: Source) -> tuple[Name, ...]:
    return () if source.value in ("none", None) else reader.names(source, "weapon")
