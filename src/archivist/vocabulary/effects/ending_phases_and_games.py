"""Effects on the game itself: ending a phase or the turn, winning and losing, rolling a die."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.grammar import READER, Act, Noun, Saying, does, holds
from archivist.vocabulary.node import YOU, Who
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class EndPhase(Effect, frozen=True, tag="end phase"):
    """Ends the phase that is under way, once this has resolved: nothing else on the stack does (turn.5.1)."""

    unspeakable: ClassVar[str] = "the phase ends only once all is carried out"

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "end", "the phase")


class EndTurn(Effect, frozen=True, tag="end turn"):
    """Ends the turn, once this has resolved: nothing else on the stack does, and clean-up follows (turn.5.3)."""

    unspeakable: ClassVar[str] = "the turn ends only once all is carried out"

    printed: ClassVar[tuple[Form, ...]] = (form("end the turn"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "end", "the turn")


class Win(Effect, frozen=True, tag="win"):
    """Players win the game at the next check (turn.9.2)."""

    unspeakable: ClassVar[str] = "the game is decided at the next check"
    who: Who = YOU

    printed: ClassVar[tuple[Form, ...]] = (
        form("you win the game"),
        form("{who:another_does win} the game"),
    )

    def said(self, speaker: Speaker) -> Saying:
        return holds(speaker.player(self.who), Act("win", "the game"))


class Lose(Effect, frozen=True, tag="lose"):
    """Players lose the game at the next check (turn.9.3)."""

    unspeakable: ClassVar[str] = "the game is decided at the next check"
    who: Who = YOU

    printed: ClassVar[tuple[Form, ...]] = (
        form("you lose the game"),
        form("{who:another_does lose} the game"),
    )

    def said(self, speaker: Speaker) -> Saying:
        return holds(speaker.player(self.who), Act("lose", "the game"))


class DrawGame(Effect, frozen=True, tag="draw the game"):
    """The game is a draw for all players who are left (turn.9.4)."""

    unspeakable: ClassVar[str] = "the game is decided at the next check"

    def said(self, speaker: Speaker) -> Saying:
        return holds(Noun("the game"), Act("be", "a draw"))


class Roll(Effect, frozen=True, tag="roll"):
    """Rolls a fair die; later steps speak of the result as ``it`` (timing.10.2)."""

    number: ClassVar[str] = "number rolled"
    die: str = "D6"

    def __post_init__(self) -> None:
        if not re.fullmatch(r"D[1-9]\d*", self.die):
            raise ValueError(f"a die is D and its number of sides, such as D6, not {self.die!r}")

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "roll", f"a {self.die}")


GameEffect = EndPhase | EndTurn | Win | Lose | DrawGame | Roll
