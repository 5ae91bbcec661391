"""What everything shares that holds all the time, or for a duration; and whom a rule concerns."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.aspects import Aspects
from archivist.vocabulary.filters import Filter, cased
from archivist.vocabulary.grammar import READER, Clause, Noun, article
from archivist.vocabulary.node import Node, Ref
from archivist.vocabulary.phrase import depends_on
from archivist.vocabulary.words import SUPERTYPES, TYPES

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


Side = Literal["you", "opponents", "anyone", "that player"]


class Static(Node, frozen=True, tag_field="static", dict=True, gc=True):
    """The common shape of everything that holds while it holds.

    Rules: effects.5, effects.5.1.
    """

    @cached_property
    def depends(self) -> Aspects:
        """The aspects of the game that its phrases look at, so that a change of any other leaves it as it is."""
        return depends_on(self)

    @cached_property
    def speaks_of_player(self) -> bool:
        """Whether its phrases speak of "that player", whom the effect that it is part of has in mind."""
        values = (getattr(self, name) for name in self.__struct_fields__)
        kinds = (value.each if isinstance(value, Ref) else value for value in values)
        return any(
            isinstance(kind, Filter) and (kind.controller == "that player controls" or kind.owner == "that player")
            for kind in kinds
        )

    @cached_property
    def counting(self) -> tuple[str, ...]:
        """The fields with numbers that speak of what an earlier step did."""
        return tuple(name for name in self.__struct_fields__ if counts_deeds(getattr(self, name)))

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        """The fact in words; `on` is what it is about where an effect fixes that."""
        raise NotImplementedError(type(self).__name__)


def counts_deeds(value: Any) -> bool:
    """Whether a number, or one of several, speaks of what an earlier step did."""
    if isinstance(value, dict):
        return any(map(counts_deeds, value.values()))
    return isinstance(value, Amount) and any(mention.kind == "number" for mention in value.mentions())


def concerns(side: Side, you: int, player: int) -> bool:
    """Whether a rule for a side concerns a player."""
    if side == "you":
        return player == you
    return side == "anyone" or player != you


def side_of(side: Side) -> Noun:
    """The players whom a rule concerns."""
    return {"you": READER, "opponents": Noun("opponents", True), "anyone": Noun("players", True)}.get(side, Noun(side))


def what_it_is(word: str) -> str:
    """A word for what something is also: ``an ally``, but ``Beast``, ``fire`` and ``unique``."""
    return article(word) if word in TYPES - SUPERTYPES else cased(word)


def for_what(speaker: Speaker, on: Ref | None, clause: Clause) -> Clause:
    """A fact that names nothing itself, for what an effect fixed."""
    return clause if on is None else clause.led(f"for {speaker.object(on)}")
