"""The base of every vocabulary node, and references to things and players."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from archivist.model.decision import Answer, Decision
from archivist.model.errors import suggestion
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.aspects import NOTHING, Aspect, Aspects, aspects
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.phrase import Mention, Phrase

Steps = Generator[Decision, Answer, None]
"""A procedure: it yields a decision whenever a player must choose, and is sent the answer."""


class Left(Exception):
    """Thrown into a procedure instead of an answer: a player has left the game, and the procedure has to ask again."""


def attempted(steps: Steps) -> Steps:
    """The same procedure, with its decisions marked as those of a play that may still be given up (PC.3)."""
    return _watched(steps, lambda asked: replace(asked, attempt=True))


def refusable(steps: Steps) -> Steps:
    """The same procedure; it is refused if a player leaves and one of its decisions has no legal answer left."""
    return _watched(steps, lambda asked: replace(asked, on_leave="renew or refuse" if asked.renewed else "refuse"))


def checked(steps: Steps, check: Callable[[], None]) -> Steps:
    """The same procedure; before it asks anew because a player has left, `check` may refuse it."""
    return _watched(steps, check=check)


def _watched(
    steps: Steps, marked: Callable[[Decision], Decision] | None = None, check: Callable[[], None] | None = None
) -> Steps:
    asked = next(steps, None)
    try:
        while asked is not None:
            try:
                answer = yield asked if marked is None else marked(asked)
            except Left as left:
                if check is not None:
                    check()
                asked = steps.throw(left)
            else:
                asked = steps.send(answer)
    except StopIteration:
        return


def _spaced(name: str) -> str:
    return name.rstrip("_").replace("_", " ")


class Node(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, rename=_spaced, omit_defaults=True):
    """A word of the vocabulary with its fields; unknown fields are errors. In YAML ``up_to`` is written ``up to``."""

    placeless: ClassVar[tuple[str, ...]] = ()
    """The fields whose phrases tell what a card is, wherever it lies: it has moved, or is about to."""


def misplaced(phrases: Iterable[Any]) -> bool:
    """Whether one of some phrases says where cards lie, in fields of a word that tell only what they are."""
    return any(getattr(getattr(each, "each", each), "placed", False) for each in phrases)


REFERENCES: Final = {
    "this": "the card or object whose text it is",
    "self": "the same",
    "target": "the targets of the text, or of the mode",
    "champion": "your champion",
    "mastery": "your mastery",
    "that": "what the event of a trigger is about",
    "chosen": "what an earlier step chose, discarded or revealed to take",
    "it": "what the step right before was about: the cards drawn, the tokens summoned, the objects destroyed",
    "remembered": "what the card or object remembers",
    "revealed": "what an earlier step revealed, as far as it still lies there",
    "linked": "the object that this is linked to",
    "attacker": "the attacking unit",
    "spent": "the cards with which the costs of this were paid",
    "given": "what was sacrificed, banished or discarded for the costs of this",
    "gone": "the object that an earlier step sacrificed or banished, as it was last known",
}
"""The references by name, each with what it means."""


_NAMING: Final = re.compile(r"(target|mastery) .+|it\([a-z ]+\)")
"""References with a name in them."""


_POINTING: Final[dict[str, Aspects]] = {
    "target": aspects(Aspect.TARGETS),
    "champion": aspects(Aspect.CHAMPION),
    "mastery": aspects(Aspect.MASTERY),
    "that": aspects(Aspect.EVENT, Aspect.STEPS),
    "chosen": aspects(Aspect.STEPS),
    "it": aspects(Aspect.STEPS),
    "remembered": aspects(Aspect.STATES),
    "revealed": aspects(Aspect.STEPS, Aspect.ZONES, Aspect.PILES),
    "linked": aspects(Aspect.STATES),
    "attacker": aspects(Aspect.COMBAT),
    "spent": aspects(Aspect.PLAY),
    "given": aspects(Aspect.PLAY),
    "gone": aspects(Aspect.STEPS),
}
"""The aspects by which it is known what a reference means; the card whose text it is needs none."""


class Ref(Phrase):
    """What an effect is about: ``this``, ``target``, a named group of targets, ``chosen``, and so on.

    ``this`` is what a card calls by its own name, also by a shortened one (timing.11.4). ``mastery`` is your mastery,
    ``mastery NAME`` only if it is that one; ``each`` and a phrase are all that fit. ``it`` is what the step right before
    was about, ``it(draw)`` what the last such step was. Its `kind` is its first word, empty for ``each``.
    """

    __slots__ = ("each", "kind", "name")

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.each: Filter | None = Filter(text[5:]) if text.startswith("each ") else None
        self.name = "" if self.each else text
        self.kind = re.split(r"[ (]", self.name)[0]
        if self.each is None and text not in REFERENCES and not _NAMING.fullmatch(text):
            options = (*REFERENCES, "each ..", "target NAME", "mastery NAME", "it(STEP)")
            raise ValueError(f"unknown reference {text!r}{suggestion(text, options)}")
        self.depends = _POINTING.get(self.kind, NOTHING) if self.each is None else self.each.depends

    def mentions(self) -> tuple[Mention, ...]:
        """What it refers to, apart from what it asks for."""
        if self.each is not None:
            return self.each.mentions()
        if self.name.startswith("mastery "):
            return (Mention("mastery", self.name.removeprefix("mastery ")),)
        return (Mention("things", self.name[3:-1]),) if self.name.startswith("it") else ()


WHO: Final = {
    "you": "the player whose text it is",
    "each player": "all players",
    "each opponent": "all players but you",
    "an opponent": "any one of your opponents, in turn order: the first who does it",
    "target": "the targeted players",
    "target controller": "the controllers of the targets",
    "last controller": "whoever controlled what was just destroyed, or controls it still if it was not",
    "that player": "the player whom the event of a trigger is about, or the targeted one",
    "owner": "the owner of the card",
}
"""The references to players, each with what it means."""

_MEANT: Final[dict[str, Aspects]] = {
    "target": aspects(Aspect.TARGETS),
    "target controller": aspects(Aspect.TARGETS, Aspect.CONTROL),
    "last controller": aspects(Aspect.STEPS),
    "that player": aspects(Aspect.TARGETS, Aspect.EVENT),
}
"""The aspects by which it is known which players are meant; who plays and who owns a card never changes."""


class Who(Phrase):
    """Which players an effect is about, in turn order."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        if text not in WHO:
            raise ValueError(f"unknown player reference {text!r}{suggestion(text, WHO)}")
        super().__init__(text)
        self.depends = _MEANT.get(text, NOTHING)


YOU: Final = Who("you")
THIS: Final = Ref("this")
TARGET: Final = Ref("target")


def read(kind: type, value: Any) -> Any:
    """Builds one of the phrase classes from the text in a card file; msgspec adds the place to the error."""
    numeric = kind is Amount and isinstance(value, int) and not isinstance(value, bool)
    if issubclass(kind, Phrase) and (numeric or isinstance(value, str)):
        return kind(value)
    raise ValueError(f"expected {'a number or ' if kind is Amount else ''}a phrase, not {value!r}")


def write(value: Any) -> int | str:
    """The text that a phrase was read from."""
    if not isinstance(value, Phrase):
        raise TypeError(f"cannot write {type(value).__name__}")
    text: int | str = value.text
    return text
