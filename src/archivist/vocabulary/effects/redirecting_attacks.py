"""Effects on a running attack: ending combat, intercepting, redirecting."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Saying, Sentences, does
from archivist.vocabulary.node import THIS, Ref
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class EndCombat(Effect, frozen=True, tag="end combat"):
    """Ends the combat phase: everything on the stack is banished as it ends (turn.5.1)."""

    unspeakable: ClassVar[str] = "what is said after it is carried out before the combat ends"

    printed: ClassVar[tuple[Form, ...]] = (form("end the combat phase"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "end", "the combat phase")


class Intercept(Effect, frozen=True, tag="intercept"):
    """You may redirect the attack on your champion to this ally, if it obeys and may be attacked."""

    number: ClassVar[str] = "attacks redirected"
    things: ClassVar[str] = "intercepting ally"

    def said(self, speaker: Speaker) -> Saying:
        return Sentences((f"you may change the target of the attack to {speaker.object(THIS)}",))


class RedirectAttack(Effect, frozen=True, tag="redirect"):
    """Changes the target of an attack to something: to what `to` names, or, with `of`, to one that you choose.

    With `from_` only a target like that can be changed; with `any` an attacker without a target gets one.
    Rules: combat.4.1, combat.4.6, targets-and-copies.5.1.
    """

    number: ClassVar[str] = "attacks redirected"
    things: ClassVar[str] = "new target of the attack"
    to: Ref = THIS
    of: Filter | None = None
    from_: Filter | None = None
    any: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("change the target of <an|that> attack to {to:single}"),
        form("change the target of <an|that> attack to {of:a}"),
        form("change the target of an attack that targets {from_:champion} to {to:single}"),
        form("change the target of an attack that targets {from_:champion} to {of:a}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        source = f" that targets {self.from_.one()}" if self.from_ is not None else ""
        any_ = ", even one without a target," if self.any else ""
        to = f"{self.of.one()} of your choice" if self.of is not None else speaker.object(self.to)
        return does(READER, "change", f"the target of {speaker.attack}{source}{any_} to {to}")


AttackEffect = EndCombat | Intercept | RedirectAttack
