"""Statics that change how much is done: recovered, glimpsed, put on as counters."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import NONE, Amount
from archivist.vocabulary.grammar import READER, Act, Clause, Noun, holds
from archivist.vocabulary.node import Ref
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.statics.base import Side, Static, for_what, side_of

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class AboutAmount(Static, frozen=True):
    """Another amount in the place of the one that would be: `to` in any case, so many times as much, and so much more.

    With `may` it is your decision each time; `once` means the next time only. Several that apply are ordered by the player
    whom it is about (effects.3.2). An amount of 0 or less is none, and then nothing is done (effects.1.4).
    """

    times: int = 1
    plus: Amount = NONE
    to: Amount | None = None
    may: bool = False
    once: bool = False

    def _amount(self, speaker: Speaker, that: str) -> str:
        """``twice that much plus 1``."""
        much = that if self.to is None else self.to.said(speaker)
        if self.times != 1:
            much = f"{'twice' if self.times == 2 else f'{self.times} times'} {much}"
        fixed = self.plus.fixed
        if fixed is not None and fixed < 0:
            return f"{much} minus {-fixed}"
        more = self.plus.said(speaker)
        return much if more == "0" else f"{much} plus {more}"

    def _whenever(self, clause: str) -> str:
        return f"the next time {clause}" if self.once else f"if {clause}"


class ThatMuch(AboutAmount, frozen=True, kw_only=True, tag="that much"):
    """Changes how much players recover or glimpse."""

    of: Literal["recover", "glimpse"]
    who: Side = "you"
    player: int = -1

    printed: ClassVar[tuple[Form, ...]] = (
        form(
            "if an opponent would {of:word glimpse recover} , you may have that player {of:word glimpse recover} "
            "{to:number} instead",
            who="opponents",
            may=True,
        ),
        form(
            "if a player would recover an amount , they recover x instead , where x is that amount {plus:signed}",
            of="recover",
            who="anyone",
        ),
        form("if you would {of:word recover glimpse} , {of:word recover glimpse} that much {plus:signed} instead"),
        form("if you would {of:word recover glimpse} , {of:word recover glimpse} twice that much instead", times=2),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        who = {"opponents": Noun("an opponent"), "anyone": Noun("a player")}.get(self.who, side_of(self.who))
        lead = self._whenever(f"{who.text} would {self.of}")
        if self.may:
            whom = "yourself" if who == READER else "that player"
            deed = f"have {whom} {self.of} {self._amount(speaker, 'that much')} instead"
            return for_what(speaker, on, holds(READER, Act("may", deed)).led(lead))
        act = Act(self.of, f"{self._amount(speaker, 'that much')} instead")
        return for_what(speaker, on, holds(who if who == READER else Noun("they", True), act).led(lead))


class ThatManyCounters(AboutAmount, frozen=True, kw_only=True, tag="that many counters"):
    """Changes how many counters of a kind are put on objects."""

    kind: str
    of: Ref

    printed: ClassVar[tuple[Form, ...]] = (
        form(
            "if one or more {kind:counter} counters would be put on {of:thing} , "
            "that many plus {plus:head} {kind:counter} counters are put on {of:thing} instead"
        ),
        form(
            "if one or more {kind:counter} counters would be put on {of:whichever} , "
            "that many plus {plus:head} {kind:counter} counters are put on <it|that ally|that unit|that object> instead"
        ),
        form(
            "if one or more {kind:counter} counters would be put on {of:whichever} , "
            "twice that many {kind:counter} counters are put on <it|that ally|that unit|that object> instead",
            times=2,
        ),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        of = on or self.of
        lead = self._whenever(f"{self.kind} counters would be put on {speaker.one(of)}")
        act = Act("put", f"{self._amount(speaker, 'that many')} instead")
        return (holds(READER, Act("may", f"{act.verb} {act.rest}")) if self.may else Clause(READER, (act,))).led(lead)
