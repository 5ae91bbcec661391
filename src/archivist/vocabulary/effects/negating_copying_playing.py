"""Effects on the stack and on playing: negating, copying, playing a card while something resolves."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Act, Clause, Noun, Saying, Sentences, does, listed, wish
from archivist.vocabulary.node import TARGET, Ref
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Negate(Effect, frozen=True, tag="negate"):
    """Removes one instance from the stack; `banish` also banishes its card, if the instance could be negated.

    With `aimed_at` it removes every card activation that targets one of these things.
    """

    number: ClassVar[str] = "instances negated"
    things: ClassVar[str] = "card whose activation was negated"
    what: Ref = TARGET
    banish: bool = False
    aimed_at: Ref | None = None

    printed: ClassVar[tuple[Form, ...]] = (
        form("negate {what:thing}"),
        form("negate all card activations targeting {aimed_at:single}"),
        form("negate {what:thing} . banish <the card that had its activation negated this way|that card>", banish=True),
        form("negate {what:its} activation"),
    )

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.item(self.what) if self.aimed_at is None else ""
        if self.aimed_at is not None:
            what = f"every card activation that targets {speaker.object(self.aimed_at)}"
        acts = (Act("negate", what), *((Act("banish", "the card negated this way"),) if self.banish else ()))
        return Clause(READER, acts)


class Copy(Effect, frozen=True, tag="copy"):
    """Puts copies of an instance or ability on top of the stack, controlled by you; nothing is paid (RU.4).

    New modes, with the targets they ask for, and new targets only if it says so (targets-and-copies.6.7).
    """

    number: ClassVar[str] = "copies made"
    things: ClassVar[str] = "copy"
    makes: ClassVar[bool] = True
    what: Ref = TARGET
    amount: Amount = ONE
    new_targets: bool = False
    new_modes: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("copy {what:thing}"),
        form("copy {what:thing} . you may choose new targets for <the copy|that copy|it>", new_targets=True),
        form("copy {what:thing} {amount:times}"),
        form("copy {what:thing} {amount:times} . you may choose new targets for <those|the> copies", new_targets=True),
    )

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.item(self.what)
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

    printed: ClassVar[tuple[Form, ...]] = (
        form("materialize {of:a}", how="materialize"),
        form("you may activate one of your {of:your_omens}", how="activate", may=True),
        form(
            "copy {what:single} and you may activate that copy without paying its reserve cost",
            how="activate",
            may=True,
            free=True,
            copy=True,
        ),
    )

    def said(self, speaker: Speaker) -> Saying:
        if self.of is not None:
            what = self.of.taken().one()
        else:
            what = f"{'a copy of ' if self.copy else ''}{speaker.object(self.what or Ref('chosen'))}"
        if self.of is not None and self.copy:
            what = f"a copy of {what}"
        cost = {"activate": "reserve cost", "materialize": "memory cost", "play": "cost"}[self.how]
        free = f" without paying its {cost}" if self.free else ""
        waived = (
            " or any additional costs"
            if self.waive and self.free
            else " without additional costs"
            if self.waive
            else ""
        )
        done = does(READER, self.how, f"{what}{free}{waived}")
        return Sentences((wish(READER, [done]),)) if self.may else done


class Permission(Effect, frozen=True, tag="permit"):
    """You may play (or only activate) these cards from where they lie, for as long as they lie there.

    With `while_this` it also ends when you no longer control this object, with `this_turn` as the turn ends.
    """

    unspeakable: ClassVar[str] = "what it allows is done later"
    what: Ref
    how: Literal["play", "activate"] = "play"
    of: Filter | None = None
    while_this: bool = False
    ignore_elements: bool = False
    this_turn: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("until end of turn , you may {how:word activate play} {what:single}", this_turn=True),
        form("you may {how:word activate play} {what:single} this turn", this_turn=True),
    )

    def said(self, speaker: Speaker) -> Saying:
        what, lead = speaker.subject(self.what), ""
        what = Noun("them", True) if what.text == "they" else what
        lies = "they lie" if what.plural else "it lies"
        kind = f" if it is {self.of.one()}" if self.of is not None else ""
        lead = f"while you control {speaker.this}, " if self.while_this else lead
        lead = f"until end of turn, {lead}" if self.this_turn else lead
        elements = f", whatever {'their' if what.plural else 'its'} elements" if self.ignore_elements else ""
        return Sentences((f"{lead}you may {self.how} {what.text} from where {lies}{kind}{elements}",))


StackEffect = Negate | Copy | PlayCard | Permission
