"""What holds by a rule for all, where an effect makes it hold for a while: ``until end of turn, Spell cards cost 1 more``."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler.engine import Choice, Hearing, Unmade, Unsaid, Voice, forms, slots
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.node import Ref
from archivist.vocabulary.statics.characteristics import Enters
from archivist.vocabulary.statics.combat import AttackCost, EntersIntent, NotIntercepted
from archivist.vocabulary.statics.damage import Unpreventable
from archivist.vocabulary.statics.game import Forbid, Redirect
from archivist.vocabulary.statics.playing import AbilityCost, CostOf, Enable, IgnoreElements, Permit

_KINDS: Final = (
    *(CostOf, AbilityCost, Enable, IgnoreElements, Permit, Forbid, Redirect),
    *(Enters, AttackCost, EntersIntent, NotIntercepted, Unpreventable),
)
"""Statics that are about players, cards wherever they are, or everything of a kind."""

_OWN: Final = ("against_this", "hit", "name")
"""The fields by which one of them is about the card that says so."""


@slots("rule")
class RuleForAll(SameWords[Choice]):
    """A static that is about no certain thing, so that it holds for everything of its kind, later ones included (effects.5.5).

    With ``of_nothing`` it is about players and cards alone: objects that do something *until end of turn* are those there
    are now.
    """

    def __init__(self, kind: str = "") -> None:
        super().__init__(Choice(forms(*_KINDS), "what holds"))
        self.of_nothing = kind == "of_nothing"

    def make(self, tree: Any, hearing: Hearing) -> Any:
        made = self.inner.make(tree, hearing)
        if not self._for_all(made):
            raise Unmade("what an effect makes hold for certain things is told of them")
        return made

    def say(self, value: Any, voice: Voice) -> None:
        if type(value) not in _KINDS or not self._for_all(value):
            raise Unsaid
        self.inner.say(value, voice)

    def _for_all(self, static: Any) -> bool:
        of = getattr(static, "of", None)
        if any(getattr(static, name, None) for name in _OWN):
            return False
        return not isinstance(of, Ref) or (of.each is not None and not self.of_nothing)
