"""Effects on masteries and statuses, the functions of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.grammar import READER, Saying, does
from archivist.vocabulary.node import YOU, Ref, Who
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class GainMastery(Effect, frozen=True, tag="gain mastery"):
    """A player gains a mastery, in place of the one they have (cards.7.1)."""

    number: ClassVar[str] = "masteries gained"
    things: ClassVar[str] = "gained mastery"
    mastery: str
    who: Who = YOU

    printed: ClassVar[tuple[Form, ...]] = (form("{who:does gain} the {mastery:name} mastery"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(speaker.player(self.who), "gain", f"the mastery {self.mastery}")


class GainStatus(Effect, frozen=True, tag="gain status"):
    """A player gains a status, unless they have it (cards.7.1)."""

    number: ClassVar[str] = "statuses gained"
    things: ClassVar[str] = "gained status"
    status: str
    who: Who = YOU

    def said(self, speaker: Speaker) -> Saying:
        return does(speaker.player(self.who), "gain", f"the status {self.status}")


class ChangeDirection(Effect, frozen=True, tag="change direction"):
    """You change the direction of your mastery to a different one of your choice, or to an `adjacent` one."""

    number: ClassVar[str] = "masteries turned"
    things: ClassVar[str] = "turned mastery"
    what: Ref = Ref("mastery")
    adjacent: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("change the direction of {what:thing} to a different direction of your choice"),
        form("change the direction of {what:thing} to an adjacent direction <of your choice|>", adjacent=True),
    )

    def said(self, speaker: Speaker) -> Saying:
        to = "an adjacent direction" if self.adjacent else "another direction"
        return does(READER, "turn", f"{speaker.object(self.what)} to {to} of your choice")


FunctionEffect = GainMastery | GainStatus | ChangeDirection
