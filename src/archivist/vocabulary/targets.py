"""Groups of targets, as a text asks for them."""

from __future__ import annotations

from typing import Literal

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Node


class Targets(Node, frozen=True):
    """A group of targets: what fits, how many, whether they may be left out, and whether an amount is split among them."""

    of: Filter | None = None
    player: Literal["", "any", "opponent", "other opponent"] = ""
    count: Amount = ONE
    up_to: bool = False
    any: bool = False
    name: str = "target"
    same: Literal["", "reserve cost"] = ""
    split: Amount | None = None

    @property
    def required(self) -> bool:
        return not (self.up_to or self.any)
