"""Conditions: ``class bonus``, ``level 2+``, ``you control a Beast ally``, ``prepared``; joined by *and*, turned by *not*."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from archivist.model.errors import suggestion
from archivist.vocabulary.aspects import NOTHING, OBJECTS_ALONE, Aspects
from archivist.vocabulary.condition_forms import FORMS, form_of
from archivist.vocabulary.condition_words import denied
from archivist.vocabulary.grammar import capital
from archivist.vocabulary.phrase import Mention, Phrase
from archivist.vocabulary.plain_conditions import PLAIN, Test
from archivist.vocabulary.words import SHEEN_MASTERY

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker

__all__ = ["FORMS", "PLAIN", "Condition"]


class Condition(Phrase):
    """Something that holds or does not, read when it is asked.

    A `steady` one looks at nothing but champions and at what cards are, so that it changes only when objects do.
    """

    __slots__ = ("holds", "steady")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        tests = [_one(part.strip()) for part in text.split(" and ")]
        self.holds: Test = tests[0] if len(tests) == 1 else lambda scene: all(test(scene) for test in tests)
        self.depends = NOTHING.union(*(_looks_at(part.strip()) for part in text.split(" and ")))
        self.steady: bool = self.depends <= OBJECTS_ALONE

    def mentions(self) -> tuple[Mention, ...]:
        """What it speaks of: whether a step was done, and what its phrases and amounts speak of."""
        return tuple(mention for part in self.text.split(" and ") for mention in _mentions(part.strip()))

    def said(self, speaker: Speaker, word: str = "if") -> str:
        """With the word that joins it: ``with class bonus``, ``if you control an ally``, ``unless it is your turn``."""
        return " and ".join(_said_one(part.strip(), speaker, word) for part in self.text.split(" and "))

    def only(self, speaker: Speaker) -> str:
        """As it stands behind *only*: ``if you control an ally``, ``during your end phase``, ``with class bonus``."""
        return " and ".join(_only_one(part.strip(), speaker) for part in self.text.split(" and "))

    def happens(self, speaker: Speaker) -> str:
        """As it stands behind *when*, about what was just done: ``a fire card is revealed this way``; else empty."""
        if self.text.startswith("not ") or " and " in self.text:
            return ""
        said = _words(self.text, speaker)
        return re.sub(r"\bwere\b", "are", re.sub(r"\bwas\b", "is", said)) if said.endswith(" this way") else ""

    @property
    def turned(self) -> Condition | None:
        """The opposite, where this is one condition turned round."""
        single = self.text.startswith("not ") and " and " not in self.text
        return Condition(self.text.removeprefix("not ")) if single else None

    def moment(self, speaker: Speaker) -> str:
        """As it stands behind an event, for the moment of that event alone: ``while it is your turn``."""
        return " and ".join(_moment_one(part.strip(), speaker) for part in self.text.split(" and "))

    def front(self, speaker: Speaker) -> str:
        """As it stands before the text that it restricts: ``Class bonus and level 2+``, ``If it is your turn``."""
        said = [_said_one(part.strip(), speaker, "if") for part in self.text.split(" and ")]
        if all(part.startswith(_JOINED) for part in said):
            said = [part.partition(" ")[2] for part in said]
        return capital(" and ".join(said))


_JOINED: Final = ("with ", "at ")


def _one(text: str) -> Test:
    if text.startswith("not "):
        inner = _one(text[4:])
        return lambda scene: not inner(scene)
    if text in PLAIN:
        return PLAIN[text].test
    if found := form_of(text):
        form, match = found
        return form.test(match)
    raise ValueError(f"unknown condition {text!r}{suggestion(text, FORMS)}")


def _looks_at(text: str) -> Aspects:
    while text.startswith("not "):
        text = text[4:]
    if text in PLAIN:
        return PLAIN[text].depends
    found = form_of(text)
    assert found is not None, text
    return found[0].depends(found[1])


def _mentions(text: str) -> tuple[Mention, ...]:
    while text.startswith("not "):
        text = text[4:]
    if text in PLAIN:
        return (Mention("done", ""),) if text == "done" else ()
    found = form_of(text)
    return found[0].mentions(found[1]) if found else ()


def _said_one(text: str, speaker: Speaker, word: str) -> str:
    negated, said = _told(text, speaker, word)
    if said.startswith(_JOINED):
        if not negated:
            return said
        return f"without {said.removeprefix('with ')}" if said.startswith("with ") else f"not {said}"
    if word == "while" and said.endswith(" this turn"):
        word = "if"
    if negated and (turned := denied(said)):
        return f"{word} {turned}"
    return f"unless {said}" if negated else f"{word} {said}"


def _only_one(text: str, speaker: Speaker) -> str:
    negated, said = _told(text, speaker, "if")
    if spelled := _SPELLED.match(said):
        said = _FULL[spelled[1]].format(spelled[2])
    if said.startswith(_JOINED):
        return _said_one(text, speaker, "if")
    if time := _TIME.match(said):
        return f"{'not ' if negated else ''}during {time[1]}"
    if not negated:
        return f"if {said}"
    return f"if {denied(said)}" if denied(said) else f"if it is not so that {said}"


def _told(text: str, speaker: Speaker, word: str) -> tuple[bool, str]:
    """Whether a condition is turned round, and its words; what something was made is what it still is."""
    negated = False
    while text.startswith("not "):
        negated, text = not negated, text[4:]
    said = _words(text, speaker)
    if word == "while" and text in ("prepared", "imbued", "empowered"):
        said = said.replace(" was ", " is ")
    return negated, said


_SPELLED: Final = re.compile(r"with (damage|memory|sheen) (\d+)\+$")
_FULL: Final = {
    "damage": "your champion has {} or more damage",
    "memory": "you have {} or more cards in memory",
    "sheen": f"your {SHEEN_MASTERY} has {{}} or more sheen counters",
}
"""Restrictions in full."""

_TIME: Final = re.compile(r"it is ((?:your|an opponent's)(?: [a-z ]+)? (?:phase|turn))$")


def _moment_one(text: str, speaker: Speaker) -> str:
    negated = False
    while text.startswith("not "):
        negated, text = not negated, text[4:]
    said = _words(text, speaker)
    if said.startswith("with "):
        return f"while you {'lack' if negated else 'have'} {said.removeprefix('with ')}"
    if said.startswith("at "):
        return f"while you are {'not ' if negated else ''}{said}"
    return f"{'except ' if negated else ''}while {said}"


def _words(text: str, speaker: Speaker) -> str:
    if text in PLAIN:
        return speaker.filled(PLAIN[text].words)
    found = form_of(text)
    assert found is not None, text
    form, match = found
    return form.words(match, speaker)
