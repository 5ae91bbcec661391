"""Effects: the instructions of cards and abilities, carried out from top to bottom (RS.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import CostNode
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.effects.cards import CardEffect
from archivist.vocabulary.effects.copies import CopyEffect
from archivist.vocabulary.effects.functions import FunctionEffect
from archivist.vocabulary.effects.game import GameEffect
from archivist.vocabulary.effects.objects import Duration, ObjectEffect
from archivist.vocabulary.effects.outside import OutsideEffect
from archivist.vocabulary.effects.stack import StackEffect
from archivist.vocabulary.node import YOU, Steps, Who
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.triggers import TriggerNode

if TYPE_CHECKING:
    from archivist.rules.run import Run


class May(Effect, frozen=True, tag="may"):
    """An option decided now, by the player it names: all of `what` or nothing; then the branch that fits.

    With `pay` it is a payment; `variable` X is chosen then, no higher than `most`. An Upkeep asks for its cost
    like this.

    Rules: RS.5, RS.6, costs.5.12, costs.6.upkeep, effects.1.2.
    """

    what: tuple[EffectNode, ...] = ()
    then: tuple[EffectNode, ...] = ()
    otherwise: tuple[EffectNode, ...] = ()
    who: Who = YOU
    pay: tuple[CostNode, ...] = ()
    variable: Literal["", "X"] = ""
    most: Amount | None = None
    prompt: str = ""

    def carry_out(self, run: Run) -> Steps:
        yield from run.may(self)


class If(Effect, frozen=True, tag="if"):
    """Reads a condition as this step is reached, and takes one branch (timing.6.6).

    Rules: abilities.5.4.inline, effects.1.3.
    """

    that: Condition
    then: tuple[EffectNode, ...] = ()
    otherwise: tuple[EffectNode, ...] = ()

    def carry_out(self, run: Run) -> Steps:
        yield from run.perform(self.then if self.that.holds(run) else self.otherwise)


class Case(Effect, frozen=True, tag="cascade"):
    """The effect is picked by how often this ability has triggered; the last list that is reached holds (Cascade)."""

    times: dict[str, tuple[EffectNode, ...]]

    def __post_init__(self) -> None:
        _check_spans(self.times)

    def carry_out(self, run: Run) -> Steps:
        fitting = [effects for span, effects in self.times.items() if in_span(span, run.times)]
        if fitting:
            yield from run.perform(fitting[0])


class Depending(Effect, frozen=True, tag="depending on"):
    """The effect is picked by a number read as this resolves, and by no player; `each` carries out all that fit.

    Rules: abilities.3.12.
    """

    amount: Amount
    of: dict[str, tuple[EffectNode, ...]]
    each: bool = False

    def __post_init__(self) -> None:
        _check_spans(self.of)

    def carry_out(self, run: Run) -> Steps:
        n = run.amount(self.amount)
        fitting = [effects for span, effects in self.of.items() if in_span(span, n)]
        for effects in fitting if self.each else fitting[:1]:
            yield from run.perform(effects)


class OptionChoice(Effect, frozen=True, tag="option"):
    """You choose one of the labelled options while this resolves; no mode (terms.2)."""

    of: dict[str, tuple[EffectNode, ...]]

    def carry_out(self, run: Run) -> Steps:
        label = yield from run.choose_label(run.you, tuple(self.of))
        yield from run.perform(self.of[label])


class Delayed(Effect, frozen=True, tag="delayed"):
    """Makes a delayed trigger that fires once; without `once` it stays as long as it lasts.

    Rules: abilities.3.13, abilities.3.14, abilities.3.15, abilities.3.16.
    """

    on: TriggerNode
    then: tuple[EffectNode, ...]
    if_: Condition | None = None
    targets: tuple[Targets, ...] = ()
    once: bool = True
    until: Duration = "game"

    def carry_out(self, run: Run) -> None:
        run.delay(self)


class Reflexive(Effect, frozen=True, tag="when you do"):
    """A reflexive trigger: goes on the stack after this has resolved; its targets are chosen then (abilities.3.17).

    It stands among what follows an option, which is done even if a replacement changed the outcome (abilities.3.18).
    """

    then: tuple[EffectNode, ...]
    targets: tuple[Targets, ...] = ()
    spell: bool = False

    def carry_out(self, run: Run) -> None:
        run.reflex(self)


class ForEach(Effect, frozen=True, tag="for each"):
    """Carries the steps out once for each card of a kind among those revealed; the number is noted."""

    of: str
    then: tuple[EffectNode, ...]

    def carry_out(self, run: Run) -> Steps:
        for _ in range(run.revealed_count(self.of)):
            yield from run.perform(self.then)


EffectNode = (
    CardEffect
    | OutsideEffect
    | ObjectEffect
    | StackEffect
    | FunctionEffect
    | GameEffect
    | CopyEffect
    | May
    | If
    | Case
    | Depending
    | OptionChoice
    | Delayed
    | Reflexive
    | ForEach
)


def _check_spans(spans: Iterable[str]) -> None:
    for span in spans:
        if not re.fullmatch(r"\d+(-\d+|\+)?", span):
            raise ValueError(f"a number or a span such as 1-3 or 4+ is needed, not {span!r}")


def in_span(span: str, n: int) -> bool:
    """Whether a number lies in ``2``, ``1-3`` or ``4+``."""
    if span.endswith("+"):
        return n >= int(span[:-1])
    low, _, high = span.partition("-")
    return int(low) <= n <= int(high or low)
