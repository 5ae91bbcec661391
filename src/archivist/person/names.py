"""Names: a person is "you", the other of two is "the opponent"; in larger games players go by their letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from archivist.model.card import Seat
from archivist.view import View
from archivist.vocabulary.grammar import third

PAIR: Final = 2
_OF: Final = re.compile(r"(.*) \(([A-D])(?:, ([a-z]+))?\)")
_PLAYER: Final = re.compile(r"player ([A-D])")
_VERB: Final = re.compile(r"^you (\w+)")
_PHASE: Final = re.compile(r"^(?:the )?([a-z ]+ phase) of you\b")
_IRREGULAR: Final = {"has": "have", "is": "are"}
_LONGER: Final = ("sses", "shes", "ches", "xes", "oes")


class People(msgspec.Struct, frozen=True):
    """Everybody at the table by letter, and the seat whose point of view is taken; an onlooker has none."""

    letters: tuple[str, ...]
    seat: Seat

    @classmethod
    def seen_by(cls, seat: str, letters: Sequence[str]) -> People:
        return cls(tuple(letters), list(letters).index(seat) if seat else -1)

    @property
    def own(self) -> str:
        """The letter of the person who is spoken to; nothing for an onlooker."""
        return self.letters[self.seat] if self.seat >= 0 else ""

    @property
    def _one_opponent(self) -> bool:
        return bool(self.own) and len(self.letters) == PAIR

    def called(self, letter: str) -> str:
        """``you``, ``the opponent``, or a letter."""
        if letter == self.own:
            return "you"
        return "the opponent" if self._one_opponent else letter

    def whose(self, letter: str) -> str:
        """``your``, ``their``, or ``B's``."""
        if letter == self.own:
            return "your"
        return "their" if self._one_opponent else f"{letter}'s"

    def belongs(self, letter: str) -> str:
        """``yours``, ``theirs``, or ``B's``."""
        whose = self.whose(letter)
        return f"{whose}s" if whose in ("your", "their") else whose

    def possessive(self, letter: str) -> str:
        """``your``, ``the opponent's``, or ``B's``."""
        called = self.called(letter)
        return "your" if called == "you" else f"{called}'s"

    def does(self, letter: str, verb: str) -> str:
        """Who does something: ``you draw``, ``the opponent draws``."""
        called = self.called(letter)
        return f"{called} {third(verb, many=called == 'you')}"

    def told(self, label: str) -> str:
        """A thing as options and targets name it, such as ``Blue Slime (B)`` or ``player A``, from this seat."""
        player = _PLAYER.fullmatch(label)
        if player and player[1] in self.letters:
            return self.called(player[1])
        match = _OF.fullmatch(label)
        if match is None or match[2] not in self.letters:
            return label
        where = f" ({match[3]})" if match[3] else ""
        return f"{self.whose(match[2])} {match[1]}{where}"

    @property
    def narrated(self) -> list[str]:
        """The names to narrate with; `addressed` then turns sentences about "you" into the second person."""
        return [self.called(letter) for letter in self.letters]


def people_of(view: View) -> People:
    """Everybody at the table, from the point of view of a view's seat."""
    return People.seen_by(view.seat, [player.name for player in view.players])


def addressed(sentence: str) -> str:
    """A narrated sentence in the second person: ``you draws`` becomes ``you draw``."""
    told = _PHASE.sub(r"your \1", sentence)
    return _VERB.sub(lambda match: f"you {_base(match[1])}", told)


def _base(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(_LONGER):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
