"""The common shape of effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.grammar import READER, Noun, Saying, article
from archivist.vocabulary.node import Node

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Effect(Node, frozen=True, tag_field="do"):
    """One instruction: its fields, its words and the facts below. What it does stands in `rules/effects/instructions`.

    Rules: RS.6, turn.1.6, effects.1, effects.1.1.
    """

    number: ClassVar[str] = ""
    """What later steps count as ``it``: ``cards drawn``. Without it no number can be spoken of."""
    things: ClassVar[str] = ""
    """What later steps call the things meant by ``it``: ``drawn card``. Without it they cannot be spoken of."""
    unspeakable: ClassVar[str] = ""
    """Why later steps can say nothing of what it did, not even whether it was done."""
    chooses: ClassVar[bool] = False
    """Whether later steps speak of what it chooses as ``chosen``."""
    single: ClassVar[str] = ""
    """The field that must mean one thing: a text that could mean several by it is refused as the card is loaded."""
    counting: ClassVar[tuple[str, ...]] = ("take", "amount", "times")
    """The fields that may say how many things it is about; those that only measure something are left out."""
    makes: ClassVar[bool] = False
    """Whether later steps mean by ``it`` what it makes, as many as it says, and not what it is about."""
    brings: ClassVar[bool] = False
    """Whether it may bring what later steps need, so that these cannot be judged beforehand."""

    @property
    def numbered(self) -> str:
        """What later steps count as ``it`` after this very instruction; empty if they cannot."""
        return self.number

    @property
    def named(self) -> str:
        """What later steps call the things meant by ``it`` after this very instruction; empty if they cannot."""
        return self.things

    def said(self, speaker: Speaker) -> Saying:
        """The instruction in words."""
        raise NotImplementedError(type(self).__name__)

    def done_said(self, who: Noun) -> str:
        """In words that it was done, as a condition of what follows: ``you do``, ``they do``."""
        if who == READER:
            return "you do"
        return "they do" if who.plural or hasattr(self, "who") else "it does"


def their(who: Noun) -> str:
    """Whose cards a player handles: their own."""
    return "your" if who == READER else "their"


def top_cards(amount: Amount, speaker: Speaker) -> tuple[str, str]:
    """``the top 3 cards``, and what stands behind it."""
    cards, tail = amount.of(speaker, "card", "cards")
    if not tail:
        return f"the top {cards}", ""
    return f"{article(cards) if cards == 'card' else cards} from the top", tail
