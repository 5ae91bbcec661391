"""Groups of targets, as a text asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.aspects import Aspect
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Node

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Targets(Node, frozen=True):
    """A group of targets: what fits, how many, whether they may be left out, and whether an amount is split among them."""

    of: Filter | None = None
    player: Literal["", "any", "opponent", "other opponent"] = ""
    count: Amount = ONE
    up_to: bool = False
    any: bool = False
    name: str = "target"
    same: Literal["", "reserve cost", "graveyard"] = ""
    split: Amount | None = None

    def __post_init__(self) -> None:
        if (self.of is None) == (not self.player):
            raise ValueError("targets are either something (of: ally) or players (player: any)")
        if self.same == "graveyard" and (self.of is None or self.of.zones != ("graveyard",)):
            raise ValueError("only cards in graveyards share a graveyard (of: card in any graveyard)")

    @property
    def required(self) -> bool:
        return not (self.up_to or self.any)

    @property
    def grows(self) -> bool:
        """Whether it may take more targets after costs are paid than were declared; X and a split are settled by then."""
        settled = self.any or self.split is not None or self.count.fixed is not None
        return not settled and self.count.text not in ("X", "Y")

    @property
    def looks_back(self) -> bool:
        """Whether what may be targeted, or how many, hangs on what was targeted before: ``ally that player controls``."""
        asked = (self.of, self.count)
        return any(phrase is not None and Aspect.TARGETS in phrase.depends for phrase in asked)

    @property
    def noun(self) -> str:
        """What one of them is called when a text refers to it again."""
        return self.of.noun if self.of is not None else "player"

    def said(self, speaker: Speaker) -> str:
        """``target ally``, ``up to 2 target units``, ``any number of target players``."""
        one, many = self._kinds()
        if self.any:
            said = f"any number of {many}"
        elif self.up_to and self.count.fixed == 1:
            said = f"up to one {one}"
        else:
            number, tail = self.count.of(speaker, one, many)
            if tail:
                number, tail = f"X {many}", f"(X being {self.count.said(speaker)})"
            said = f"{'up to ' if self.up_to else ''}{number} {tail}".rstrip()
        if self.same == "graveyard":
            one = said.replace("in any graveyard", "in a single graveyard")
            return one if one != said else f"{said}, all of the same player"
        return f"{said} with the same {self.same}" if self.same else said

    def _kinds(self) -> tuple[str, str]:
        if self.of is not None:
            one, many = self.of.said().removeprefix("other "), self.of.said(many=True).removeprefix("other ")
            if self.of.other:
                return f"another target {one}", f"other target {many}"
            return f"target {one}", f"target {many}"
        if self.player == "any":
            return "target player", "target players"
        if self.player == "opponent":
            return "target opponent", "target opponents"
        beside = "whose turn it is not"
        return f"target opponent {beside}", f"target opponents {beside}"
