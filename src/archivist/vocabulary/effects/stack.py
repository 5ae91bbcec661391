"""Effects on the stack and on playing: negating, copying, playing a card while something resolves, ending combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Act, Clause, Saying, Sentences, does, listed, wish
from archivist.vocabulary.node import TARGET, THIS, Ref

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Negate(Effect, frozen=True, tag="negate"):
    """Removes one instance from the stack; `banish` also banishes its card, if the instance could be negated."""

    number: ClassVar[str] = "instances negated"
    things: ClassVar[str] = "card of the negated instance"
    what: Ref = TARGET
    banish: bool = False

    def said(self, speaker: Speaker) -> Saying:
        acts = (Act("negate", speaker.object(self.what)), *((Act("banish", "its card"),) if self.banish else ()))
        return Clause(READER, acts)


class Copy(Effect, frozen=True, tag="copy"):
    """Puts copies of an instance or ability on top of the stack, controlled by you; nothing is paid (RU.4).

    New modes, with the targets they ask for, and new targets only if it says so (targets-and-copies.6.7).
    """

    number: ClassVar[str] = "copies made"
    things: ClassVar[str] = "copy"
    what: Ref = TARGET
    amount: Amount = ONE
    new_targets: bool = False
    new_modes: bool = False

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        times = "" if self.amount == ONE else f", {self.amount.said(speaker)} times"
        new = listed([word for word, is_new in (("modes", self.new_modes), ("targets", self.new_targets)) if is_new])
        more = (f"you may choose new {new} for the copy",) if new else ()
        return does(READER, "copy", f"{what}{times}", *more)


class PlayCard(Effect, frozen=True, tag="play"):
    """Plays a card now, by all its steps, while this resolves; speed does not matter (timing.5.2).

    `how` says which way: ``activate``, ``materialize``, or ``play`` (by whatever cost the card has). `free` removes
    the card's own cost, `waive` the additional costs too; a refused attempt undoes that play alone.
    """

    number: ClassVar[str] = "cards played"
    things: ClassVar[str] = "played card"
    how: Literal["activate", "materialize", "play"]
    of: Filter | None = None
    what: Ref | None = None
    may: bool = False
    free: bool = False
    waive: bool = False
    copy: bool = False

    def said(self, speaker: Speaker) -> Saying:
        if self.of is not None:
            what = self.of.taken().one()
        else:
            what = f"{'a copy of ' if self.copy else ''}{speaker.object(self.what or Ref('chosen'))}"
        if self.of is not None and self.copy:
            what = f"a copy of {what}"
        free = " without paying its cost" if self.free else ""
        waived = (
            " or any additional costs"
            if self.waive and self.free
            else " without additional costs"
            if self.waive
            else ""
        )
        done = does(READER, self.how, f"{what}{free}{waived}")
        return Sentences((wish(READER, [done]),)) if self.may else done


class EndCombat(Effect, frozen=True, tag="end combat"):
    """Ends the combat phase: everything on the stack is banished as it ends (turn.5.1)."""

    unspeakable: ClassVar[str] = "what is said after it is carried out before the combat ends"

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "end", "combat")


class Intercept(Effect, frozen=True, tag="intercept"):
    """You may redirect the attack on your champion to this ally, if it obeys and may be attacked."""

    number: ClassVar[str] = "attacks redirected"
    things: ClassVar[str] = "intercepting ally"

    def said(self, speaker: Speaker) -> Saying:
        return Sentences((f"you may redirect the attack to {speaker.object(THIS)}",))


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

    def said(self, speaker: Speaker) -> Saying:
        to = f"{self.of.one()} of your choice" if self.of is not None else speaker.object(self.to)
        source = f" from {self.from_.one()}" if self.from_ is not None else ""
        any_ = ", even if it has no target" if self.any else ""
        return does(READER, "redirect", f"the attack{source} to {to}{any_}")


class Permission(Effect, frozen=True, tag="permit"):
    """You may play (or only activate) these cards from where they lie, for as long as they lie there.

    With `while_this` it also ends when you no longer control this object.
    """

    number: ClassVar[str] = "cards permitted"
    things: ClassVar[str] = "permitted card"
    what: Ref
    how: Literal["play", "activate"] = "play"
    of: Filter | None = None
    while_this: bool = False
    ignore_elements: bool = False

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        kind = f" if it is {self.of.one()}" if self.of is not None else ""
        during = f", while you control {speaker.this}" if self.while_this else ""
        elements = ", whatever its elements" if self.ignore_elements else ""
        return Sentences((f"you may {self.how} {what} from where it lies{kind}{during}{elements}",))


StackEffect = Negate | Copy | PlayCard | EndCombat | Intercept | RedirectAttack | Permission
