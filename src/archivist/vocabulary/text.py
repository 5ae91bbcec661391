"""Instructions with what they need: targets, modes, restrictions. A card's text is a tuple of paragraphs."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects import EffectNode, aimed, check_spans, span_said
from archivist.vocabulary.grammar import passage, run_on, title
from archivist.vocabulary.node import Node
from archivist.vocabulary.targets import Targets

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Mode(Node, frozen=True):
    """One way of reading a modal text, with its own targets."""

    label: str
    do: tuple[EffectNode, ...]
    targets: tuple[Targets, ...] = ()
    when: Condition | None = None

    def said(self, speaker: Speaker, *, cascade: bool = False) -> str:
        """The mode on a line of its own, with the label by which it is chosen."""
        restricted = f" ({self.when.said(speaker)})" if self.when is not None else ""
        label = f"{span_said(self.label)} time" if cascade else self.label
        return f"- {label}{restricted}: {passage(aimed(self.targets, self.do, speaker))}"


class More(Node, frozen=True):
    """How many modes may be chosen instead, while a condition holds (class bonus, imbued); as `Modes` says it."""

    when: Condition
    choose: int
    up_to: bool = False
    or_none: bool = False

    @property
    def least(self) -> int:
        """How few modes may be chosen (CA.1.4)."""
        return _least(self)

    def said(self, speaker: Speaker) -> str:
        """The other number of modes: ``with class bonus, choose up to 2 instead``."""
        return f"{self.when.said(speaker)}, {_chosen(self)} instead"


class Modes(Node, frozen=True):
    """A choice of modes: so many, or with `up_to` at least one and no more than that; `or_none` allows none as well.

    `fresh` means each only once for one object.

    With `cascade` nothing is chosen: how often the ability was used picks the mode whose label is that number, or a
    span of numbers such as ``2-4`` (keywords.cascade).
    """

    options: tuple[Mode, ...]
    choose: int = 1
    up_to: bool = False
    or_none: bool = False
    more: More | None = None
    fresh: bool = False
    cascade: bool = False

    def __post_init__(self) -> None:
        if self.cascade:
            check_spans(option.label for option in self.options)

    @property
    def least(self) -> int:
        """How few modes may be chosen, while no other number holds: at least one, unless the text allows none (CA.1.4)."""
        return _least(self)

    def least_after_paying(self, most: int) -> int:
        """How few modes may be chosen once paying has changed how many there may be, which were `most` (CA.1.8.2)."""
        numbers = (self,) if self.more is None else (self, self.more)
        return max((number.least for number in numbers if number.choose > most), default=0)

    def said(self, speaker: Speaker) -> tuple[str, list[str]]:
        """How modes are chosen, and a line for each."""
        chosen = _chosen(self)
        if self.fresh:
            chosen = f"{chosen} that {'was' if self.choose == 1 else 'were'} not chosen before"
        if self.cascade:
            chosen = f"{chosen}, by how often this ability was used"
        if self.more is not None:
            chosen = f"{chosen}; {self.more.said(speaker)}"
        lines = []
        for option in self.options:
            speaker.pause()
            lines.append(option.said(speaker, cascade=self.cascade))
        return f"{chosen}:", lines


def _least(number: Modes | More) -> int:
    return 0 if number.or_none else 1 if number.up_to else number.choose


def _chosen(number: Modes | More) -> str:
    """``choose one``, ``choose up to 2``, ``choose up to 2 or none``."""
    many = "one" if number.choose == 1 else str(number.choose)
    return f"choose {'up to ' if number.up_to else ''}{many}{' or none' if number.or_none else ''}"


class Paragraph(Node, frozen=True, dict=True, gc=True):
    """One ability's worth of instructions, under one restriction.

    `label` is the label keyword it stands under: an Upkeep or a Cardistry is an ability like others, in the card's own
    words. Rules: keywords.labels, keywords.upkeep, keywords.cardistry.
    """

    do: tuple[EffectNode, ...] = ()
    targets: tuple[Targets, ...] = ()
    modes: Modes | None = None
    when: Condition | None = None
    label: str = ""

    @property
    def grows(self) -> bool:
        """Whether paying for a card may make one of its groups of targets need more of them (CA.1.8.2)."""
        modes = self.modes.options if self.modes is not None else ()
        groups = (self.targets, *(mode.targets for mode in modes))
        return any(each.required and each.grows for group in groups for each in group)

    def comes_late(self, *, paid: bool) -> bool:
        """Whether paying for a card, with other costs if `paid`, may unlock targets and modes, or add to them (CA.1.8.2)."""
        asks = self.modes is not None or any(each.required for each in self.targets)
        unlocked = asks and self.when is not None and (paid or not self.when.steady)
        more = None if self.modes is None else self.modes.more
        return self.grows or unlocked or (more is not None and (paid or not more.when.steady))

    def plain(self) -> Paragraph:
        """The instructions alone, without what kind of ability they belong to."""
        return Paragraph(do=self.do, targets=self.targets, modes=self.modes, when=self.when)

    @cached_property
    def text(self) -> tuple[Paragraph, ...]:
        """The same as a whole text, such as an ability is on the stack."""
        return (self.plain(),)

    def body(self, speaker: Speaker, *, whole: bool = False) -> tuple[list[str], list[str]]:
        """Its sentences, without capitals and full stops, and a line for each mode.

        With `whole` its first instructions are one sentence, so that a condition in front of them is that of all.
        """
        before = aimed(self.targets, self.do, speaker)
        before = run_on(before) if whole else before
        parts = [part for saying in before for part in saying.parts]
        if self.modes is None:
            return parts or ["nothing happens"], []
        chosen, lines = self.modes.said(speaker)
        return [*parts, chosen], lines

    def fronts(self, speaker: Speaker) -> list[str]:
        """What stands in front of it: its restriction and its label keyword."""
        return [*([self.when.front(speaker)] if self.when else []), *([title(self.label)] if self.label else [])]
