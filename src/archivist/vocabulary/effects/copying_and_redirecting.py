"""Effects that copy objects and intents, and that change the targets of what waits on the stack."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.grammar import READER, Saying, does
from archivist.vocabulary.node import TARGET, THIS, Ref
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class CopyObject(Effect, frozen=True, tag="copy object"):
    """Summons tokens that are copies of objects, under your control (targets-and-copies.8, targets-and-copies.6.5).

    Rules: effects.2.7.
    """

    number: ClassVar[str] = "tokens summoned"
    things: ClassVar[str] = "summoned token"
    makes: ClassVar[bool] = True
    what: Ref = TARGET
    amount: Amount = ONE
    rested: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("summon a token <copy of|that is a copy of> {what:thing}"),
        form("summon a <copy of|token copy of|token that is a copy of> {what:thing} rested", rested=True),
        form("summon {amount:head} <token copies of|tokens that are copies of|copies of> {what:thing}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        rested = "rested " if self.rested else ""
        copies, tail = self.amount.of(speaker, f"a {rested}token", f"{rested}tokens")
        what = speaker.object(self.what)
        word = "a copy" if self.amount.fixed == 1 else "copies"
        return does(READER, "summon", f"{copies} that {'is' if word == 'a copy' else 'are'} {word} of {what}").ending(
            tail
        )


class BecomeCopy(Effect, frozen=True, tag="become a copy"):
    """Makes objects copies of another one, for as long as they stay on the field; they do not enter again."""

    number: ClassVar[str] = "objects changed"
    things: ClassVar[str] = "changed object"
    what: Ref = TARGET
    of: Ref = THIS

    printed: ClassVar[tuple[Form, ...]] = (
        form("{what:single} becomes a copy of {of:single}"),
        form("have {what:single} become a copy of {of:single}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.subject(self.what)
        return does(what, "become", f"{'copies' if what.plural else 'a copy'} of {speaker.object(self.of)}")


class CopyIntent(Effect, frozen=True, tag="copy intent"):
    """Adds copies of cards in the intent to it; they are gone when combat ends (targets-and-copies.8.5)."""

    number: ClassVar[str] = "copies added"
    things: ClassVar[str] = "added copy"
    what: Ref = TARGET

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "add", f"a copy of {speaker.object(self.what)} to the intent")


class ChangeTarget(Effect, frozen=True, tag="change target"):
    """Changes a target of something on the stack to another legal one, which you choose, or to a certain one.

    Rules: terms.2.redirect, targets-and-copies.5.
    """

    number: ClassVar[str] = "targets changed"
    things: ClassVar[str] = "item with a new target"
    what: Ref = TARGET
    to: Ref | None = None

    printed: ClassVar[tuple[Form, ...]] = (
        form("change <a|the> target of {what:single} to {to:single}"),
        form("change <a|the> target of {what:single} to another legal target"),
    )

    def said(self, speaker: Speaker) -> Saying:
        target = f"a target of {speaker.item(self.what)}"
        to = "another legal one of your choice" if self.to is None else speaker.object(self.to)
        return does(READER, "change", f"{target} to {to}")


CopyEffect = CopyObject | BecomeCopy | CopyIntent | ChangeTarget
