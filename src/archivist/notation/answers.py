"""Answers in words: each option of a decision has a name of its own, by which an answer is written and read again.

Things go by their full names (``A/field/Blue Slime#2``), actions by what is done (``activate Fireball``). Several are
listed with semicolons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from archivist.model.card import Seat, Thing
from archivist.model.decision import ACTIONS, Answer, Concede, Decision, Option, Pass
from archivist.model.errors import AnswerError, suggestion
from archivist.model.state import State
from archivist.notation.actions import words
from archivist.notation.naming import full_name

NOTHING = "nothing"
BETWEEN = "; "
TOP, BOTTOM = "top: ", " | bottom: "
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


def labels(state: State, decision: Decision) -> Iterator[str]:
    """A name for each option, no two alike."""
    taken = {NOTHING}
    for option in decision.options:
        plain = label = _label(state, decision.player, option)
        number = 1
        while label in taken:
            number += 1
            label = f"{plain} ({number})"
        taken.add(label)
        yield label


def _label(state: State, seat: Seat, option: Option) -> str:
    if isinstance(option, Thing):
        return full_name(state, option)
    if isinstance(option, Pass):
        return "pass"
    if not isinstance(option, ACTIONS):
        return str(option)
    written = words(state, seat, option)
    verb, name = next(iter(written.items()))
    return f"{verb} {name}, number {written['number']}" if "number" in written else f"{verb} {name}"


# -- writing -----------------------------------------------------------------------------------------------------


def said(state: State, decision: Decision, answer: Answer) -> str:
    """The words of an answer to a decision. Raises AnswerError if it is not a legal one."""
    decision.check(answer)
    if isinstance(answer, str):
        return answer
    assert not isinstance(answer, Concede)
    names = list(labels(state, decision))
    if not isinstance(answer, tuple):
        return names[decision.options.index(answer)]
    match decision.form:
        case "number":
            return str(answer[0])
        case "split":
            return BETWEEN.join(f"{name} = {share}" for name, share in zip(names, answer, strict=True))
        case "arrange":
            cut = answer.index(-1)
            return f"{TOP}{_listed(names, answer[:cut])}{BOTTOM}{_listed(names, answer[cut + 1 :])}"
    return _listed(names, answer)


def _listed(names: Sequence[str], positions: Sequence[int]) -> str:
    return BETWEEN.join(names[each] for each in positions) or NOTHING


# -- reading -----------------------------------------------------------------------------------------------------


def understood(state: State, decision: Decision, text: str) -> Answer:
    """The answer that words mean. Raises AnswerError where they mean none that is legal, with the nearest that do."""
    answer = _understood(state, decision, text)
    decision.check(answer)
    return answer


def _understood(state: State, decision: Decision, text: str) -> Answer:
    if decision.form == "name":
        return text
    names = list(labels(state, decision))
    match decision.form:
        case "act":
            chosen = decision.options[_position(decision, names, text)]
            assert isinstance(chosen, ACTIONS)
            return chosen
        case "number":
            return (_number(decision, text),)
        case "split":
            return _shares(decision, names, text)
        case "arrange":
            return _arranged(decision, names, text)
    return _positions(decision, names, text)


def _position(decision: Decision, names: Sequence[str], word: str) -> int:
    if word not in names:
        raise AnswerError(f"{decision.prompt}: {word!r} is not among the options{suggestion(word, names)}")
    return names.index(word)


def _positions(decision: Decision, names: Sequence[str], text: str) -> tuple[int, ...]:
    """The positions of names in a list; a name may itself have a semicolon in it."""
    found: list[int] = []
    rest = "" if text == NOTHING else text
    while rest:
        fitting = [name for name in names if rest == name or rest.startswith(name + BETWEEN)]
        name = max(fitting, key=len, default=rest.partition(BETWEEN)[0])
        found.append(_position(decision, names, name))
        rest = rest[len(name) + len(BETWEEN) :]
    return tuple(found)


def _number(decision: Decision, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise AnswerError(f"{decision.prompt}: a number is needed, not {text!r}")
    return int(text)


def _shares(decision: Decision, names: Sequence[str], text: str) -> tuple[int, ...]:
    """A share for each option, in their order."""
    shares: list[int] = []
    rest = text
    for name in names:
        share, _, after = rest.removeprefix(f"{name} = ").partition(BETWEEN)
        if not rest.startswith(f"{name} = "):
            raise AnswerError(f"{decision.prompt}: '{name} = ' and its share must come here, not {rest!r}")
        shares.append(_number(decision, share))
        rest = after
    if rest:
        raise AnswerError(f"{decision.prompt}: {rest!r} is left over")
    return tuple(shares)


def _arranged(decision: Decision, names: Sequence[str], text: str) -> tuple[int, ...]:
    top, mark, bottom = text.removeprefix(TOP).partition(BOTTOM)
    if not mark or not text.startswith(TOP):
        raise AnswerError(f"{decision.prompt}: this must read '{TOP}...{BOTTOM}...', not {text!r}")
    return (*_positions(decision, names, top), -1, *_positions(decision, names, bottom))
