"""Instructions with what they need: targets, modes, restrictions. A card's text is a tuple of paragraphs."""

from __future__ import annotations

from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects import EffectNode
from archivist.vocabulary.node import Node
from archivist.vocabulary.targets import Targets


class Mode(Node, frozen=True):
    """One way of reading a modal text, with its own targets."""

    label: str
    do: tuple[EffectNode, ...]
    targets: tuple[Targets, ...] = ()
    when: Condition | None = None


class More(Node, frozen=True):
    """How many modes may be chosen instead, while a condition holds (class bonus, imbued)."""

    when: Condition
    choose: int
    up_to: bool = False


class Modes(Node, frozen=True):
    """A choice of modes; `fresh` means each only once for one object.

    With `cascade` nothing is chosen: how often the ability was used picks the mode whose label is that number, or a
    span of numbers such as ``2-4`` (keywords.cascade).
    """

    options: tuple[Mode, ...]
    choose: int = 1
    up_to: bool = False
    more: More | None = None
    fresh: bool = False
    cascade: bool = False


class Paragraph(Node, frozen=True):
    """One ability's worth of instructions, under one restriction.

    `label` is the label keyword it stands under: an Upkeep or a Cardistry is an ability like others, in the card's own
    words. Rules: keywords.labels, keywords.upkeep, keywords.cardistry.
    """

    do: tuple[EffectNode, ...] = ()
    targets: tuple[Targets, ...] = ()
    modes: Modes | None = None
    when: Condition | None = None
    label: str = ""

    def plain(self) -> Paragraph:
        """The instructions alone, without what kind of ability they belong to."""
        return Paragraph(do=self.do, targets=self.targets, modes=self.modes, when=self.when)
