"""Effects that copy objects and intents, and that change the targets of what waits on the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.node import TARGET, THIS, Ref, Steps

if TYPE_CHECKING:
    from archivist.rules.run import Run


class CopyObject(Effect, frozen=True, tag="copy object"):
    """Summons tokens that are copies of objects, under your control (targets-and-copies.8, targets-and-copies.6.5).

    Rules: effects.2.7.
    """

    what: Ref = TARGET
    amount: Amount = ONE
    rested: bool = False

    def carry_out(self, run: Run) -> Steps:
        yield from run.copy_objects(run.cards(self.what), run.amount(self.amount), rested=self.rested)


class BecomeCopy(Effect, frozen=True, tag="become a copy"):
    """Makes objects copies of another one, for as long as they stay on the field; they do not enter again."""

    what: Ref = TARGET
    of: Ref = THIS

    def carry_out(self, run: Run) -> None:
        run.become_copies(run.cards(self.what), run.cards(self.of))


class CopyIntent(Effect, frozen=True, tag="copy intent"):
    """Adds copies of cards in the intent to it; they are gone when combat ends (targets-and-copies.8.5)."""

    what: Ref = TARGET

    def carry_out(self, run: Run) -> None:
        run.copy_intents(run.cards(self.what))


class ChangeTarget(Effect, frozen=True, tag="change target"):
    """Changes a target of something on the stack to another legal one, which you choose, or to a certain one.

    Rules: terms.2.redirect, targets-and-copies.5.
    """

    what: Ref = TARGET
    to: Ref | None = None

    def carry_out(self, run: Run) -> Steps:
        yield from run.change_target(self.what, self.to)


CopyEffect = CopyObject | BecomeCopy | CopyIntent | ChangeTarget
