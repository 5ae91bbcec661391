"""Reading the steps of a scenario: what players do, how decisions are answered, and the shortcuts."""

from __future__ import annotations

import re
from typing import Any

from archivist.scenario.expect_format import read_expectations
from archivist.scenario.naming import Name
from archivist.scenario.reader import Reader, check_keys, check_size, read_deed, read_rule
from archivist.scenario.source import Source
from archivist.scenario.structure import Act, Deed, Expect, Illegality, Keys, Question, Reply, Shortcut, Step, Verb
from archivist.vocabulary.words import PHASES

PAYMENTS = ("reserve", "floating", "kindle", "sacrifice", "banish", "discard", "rest", "return")
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

QUESTIONS: tuple[Question, ...] = ("choose", "order", "name", "retaliate")
WORDS: tuple[Verb, ...] = ("pass", "concede")
SHORTCUTS = ("resolve", "advance")


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
        raise source.problem(f"a step is one thing; there are {len(pairs)} here")
    key, value = pairs[0]
    return Step(number, written(source.value), _what(reader, key, value), source)


def _what(reader: Reader, key: Source, value: Source) -> Act | Reply | Shortcut | Expect:
    if key.value == "expect":
        return Expect(read_expectations(reader, value))
    if key.value == "resolve":
        return Shortcut("resolve", value.one_of("resolve", ("top", "all")))
    if key.value == "advance":
        return Shortcut("advance", value.one_of("phase", PHASES))
    return _action(reader, key.value, value)


# -- actions -----------------------------------------------------------------------------------------------------


def _action(reader: Reader, player: str, source: Source) -> Act | Reply:
    if isinstance(source.value, str):
        return Act(player, Deed(_verb(source, WORDS)))
    parts = source.mapping("an action")
    for word in WORDS:
        if word in parts:
            return _word(player, source, word, parts)
    verb = _which(source, parts)
    if verb in QUESTIONS:
        check_keys(source, f"'{verb}'", (verb, *(PAYMENTS if verb == "choose" else ()), "illegal"))
        return _reply(reader, player, verb, parts)
    check_keys(source, f"'{verb}'", (verb, *KEYS[verb], "illegal"))
    deed = read_deed(reader, source, verb, parts)
    return Act(player, deed, _keys(reader, parts, verb), _illegal(parts))


def _word(player: str, source: Source, verb: Verb, parts: dict[str, Source]) -> Act:
    """An action of one word as a key, so that it can be said to be illegal: ``{pass: true, illegal: RULE}``."""
    check_keys(source, f"'{verb}'", (verb, "illegal"))
    if parts[verb].value not in (None, True):
        raise parts[verb].problem(f"{verb!r} needs no more than 'true'")
    return Act(player, Deed(verb), illegal=_illegal(parts))


def _verb(source: Source, valid: tuple[Verb, ...]) -> Verb:
    word = source.word("an action")
    for verb in valid:
        if verb == word:
            return verb
    raise source.unknown("action", word, (*valid, *KEYS, *QUESTIONS))


def _which(source: Source, parts: dict[str, Source]) -> Any:
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
        raise source.problem(f"an action is needed: {', '.join((*KEYS, *QUESTIONS, *WORDS))}")
    return found[0]


def _illegal(parts: dict[str, Source]) -> Illegality | None:
    source = parts.get("illegal")
    if source is None or source.value is False:
        return None
    return Illegality() if source.value is True else Illegality(read_rule(source, "the rule that refuses"))


def _reply(reader: Reader, player: str, question: Question, parts: dict[str, Source]) -> Reply:
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


def _keys(reader: Reader, parts: dict[str, Source], verb: Verb) -> Keys:
    groups, grouped = _targets(reader, parts["targets"]) if "targets" in parts else (None, False)
    split = _split(reader, parts["split"]) if "split" in parts else None
    if groups is None and split is not None:
        groups = tuple((name,) for name, _ in split)
    return Keys(
        x=parts["x"].number("x") if "x" in parts else None,
        y=parts["y"].number("y") if "y" in parts else None,
        modes=_labels(parts["modes"]) if "modes" in parts else None,
        targets=groups,
        grouped=grouped,
        split=split,
        optional=_keywords(parts["optional"]) if "optional" in parts else None,
        alternative=_alternative(parts["alternative"]) if "alternative" in parts else None,
        weapon=_weapon(reader, parts["weapon"]) if "weapon" in parts else None,
        payments=_payments(reader, parts, verb),
        pay_first=_words(parts["pay first"]) if "pay first" in parts else None,
    )


def _words(source: Source) -> tuple[str, ...]:
    """What is paid first, and what after that."""
    return tuple(each.word("pay first") for each in source.items("pay first"))


def _payments(reader: Reader, parts: dict[str, Source], verb: str) -> dict[str, tuple[Name, ...]]:
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
    found: list[tuple[Name, ...]] = []
    for each in entries:
        found += ((name,) for name in reader.names(each, "targets"))
        check_size(each, len(found))
    return tuple(found), False


def _labels(source: Source) -> tuple[str | int, ...]:
    """Labels, or numbers from 1 on."""
    found: list[str | int] = []
    for each in source.items("a list of labels or numbers"):
        if isinstance(each.value, str) and not each.value.isdecimal():
            found.append(each.value)
        elif isinstance(each.value, str):
            found.append(int(each.value))
        else:
            found.append(each.number("a label or number", 1))
    return tuple(found)


def _keywords(source: Source) -> tuple[str | int, ...]:
    """Labels that are keywords: a capital and the number behind it (``Prepare 2``) do not matter."""
    return tuple(re.sub(r" (\d+|x)$", "", each.lower()) if isinstance(each, str) else each for each in _labels(source))


def _split(reader: Reader, source: Source) -> tuple[tuple[Name, int], ...]:
    return tuple((reader.name(key), share.number("a share")) for key, share in source.pairs("split"))


def _alternative(source: Source) -> str | int:
    labels = _keywords(source)
    if len(labels) != 1:
        raise source.problem("one alternative cost is used, never several")
    return labels[0]


def _weapon(reader: Reader, source: Source) -> tuple[Name, ...]:
    return () if source.value in ("none", None) else reader.names(source, "weapon")


# -- words -------------------------------------------------------------------------------------------------------


def written(value: Any) -> str:
    """A step as it is written, on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_inner(each)}" for key, each in value.items())
    return _inner(value)


def _inner(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_inner(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_inner(each) for each in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return "none" if value is None else str(value)
