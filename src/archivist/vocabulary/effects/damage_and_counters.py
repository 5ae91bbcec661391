"""Effects that put marks on objects and take them off: damage and counters."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Noun, Saying, Sentences, counters, deals, does
from archivist.vocabulary.node import TARGET, THIS, YOU, Ref, Who
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Damage(Effect, frozen=True, tag="damage"):
    """Deals damage: one event for all it is dealt to; with `split` each target's announced share is one (combat.6.6)."""

    number: ClassVar[str] = "damage dealt"
    things: ClassVar[str] = "damaged object"
    to: Ref = TARGET
    amount: Amount = ONE
    split: bool = False
    unpreventable: bool = False

    def done_said(self, who: Noun) -> str:
        return "damage is dealt this way"

    printed: ClassVar[tuple[Form, ...]] = (
        form("deal {amount:much} damage to {to:thing}"),
        form("deal {amount:much} unpreventable damage to {to:thing}", unpreventable=True),
        form("deal damage equal to {amount:amount} to {to:thing}"),
        form("deal unpreventable damage equal to {amount:amount} to {to:thing}", unpreventable=True),
        form("{:me} deal(s) {amount:much} damage to {to:thing}"),
        form("{:me} deal(s) {amount:much} unpreventable damage to {to:thing}", unpreventable=True),
        form("deal an additional {amount:much} damage to {to:thing}"),
        form("{:dealing} {amount:number} damage to {to:thing}"),
        form("deal {:splitting} damage split among {to:sharing}", split=True),
        form(
            "deal {:splitting} damage split among {to:sharing} <|,> where x is the amount of {:sacrificed_kind} sacrificed",
            split=True,
        ),
    )

    def said(self, speaker: Speaker) -> Saying:
        kind = "unpreventable damage" if self.unpreventable else "damage"
        if self.split:
            number, tail = speaker.split(self.to).of(speaker, f"1 {kind}", kind)
            return deals("deal", f"{number} {tail}".rstrip() + f", split as you choose among {speaker.object(self.to)}")
        to = speaker.each(self.to)
        number, tail = self.amount.of(speaker, f"1 {kind}", kind)
        return deals("deal", f"{number} to {to}").ending(tail)


class SplitDamage(Effect, frozen=True, tag="split damage"):
    """You choose any number of things while resolving and split damage among them, at least 1 each: one event each."""

    number: ClassVar[str] = "damage dealt"
    things: ClassVar[str] = "damaged object"
    amount: Amount
    among: Filter

    def done_said(self, who: Noun) -> str:
        return "damage is dealt this way"

    printed: ClassVar[tuple[Form, ...]] = (
        form("choose any amount of {among:np many} and deal {amount:much} damage split among them"),
        form("choose any amount of {among:np many} and deal damage equal to {amount:amount} split among them"),
    )

    def said(self, speaker: Speaker) -> Saying:
        number, tail = self.amount.of(speaker, "1 damage", "damage")
        among = f"any number of {self.among.said(many=True)}"
        return deals("deal", f"{number} {tail}".rstrip() + f", split as you choose among {among}")


class Recover(Effect, frozen=True, tag="recover"):
    """Removes damage counters from the champion."""

    number: ClassVar[str] = "amount recovered"
    things: ClassVar[str] = "recovered champion"
    counting: ClassVar[tuple[str, ...]] = ()
    amount: Amount
    who: Who = YOU

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:does recover} {amount:number}"),
        form("{who:does recover} an amount equal to {amount:amount}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        return does(speaker.player(self.who), "recover", self.amount.plain(speaker))


class Heal(Effect, frozen=True, tag="heal"):
    """Removes all temporary damage from an ally."""

    number: ClassVar[str] = "damage removed"
    things: ClassVar[str] = "healed ally"
    what: Ref = TARGET

    printed: ClassVar[tuple[Form, ...]] = (form("remove all temporary damage from {what:thing}"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "remove", f"all damage from {speaker.object(self.what)}")


class Counters(Effect, frozen=True, tag="counters"):
    """Puts counters on objects, cards, masteries, or instances on the stack (cards.9.1, terms.7)."""

    number: ClassVar[str] = "counters put"
    things: ClassVar[str] = "thing given counters"
    kind: str
    amount: Amount = ONE
    on: Ref = THIS

    printed: ClassVar[tuple[Form, ...]] = (
        form("put {amount:head} {kind:counter} [counter] <on|onto> {on:thing}"),
        form("{:omen_apart} put an omen counter on {on:thing}", kind="omen"),
        form("{:chooser_does put} {amount:head} {kind:counter} [counter] <on|onto> {on:of_theirs}"),
        form("put the {kind:counter} counters that were on {:me} on {on:thing} {amount:those_counters}"),
        form("double the amount of {kind:counter} counters on your champion {amount:own_counters}", on=Ref("champion")),
        form("double the amount of {kind:counter} counters on {on:own} {amount:those_counters}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        on = speaker.each(self.on)
        number, tail = self.amount.of(speaker, *counters(self.kind))
        return does(READER, "put", f"{number} on {on}").ending(tail)


class RemoveCounters(Effect, frozen=True, tag="remove counters"):
    """Removes counters as an effect, not as a cost; without an amount a number of choice, which is noted."""

    number: ClassVar[str] = "counters removed"
    things: ClassVar[str] = "thing that lost counters"
    kind: str
    amount: Amount | None = None
    from_: Ref = THIS
    all: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("remove {amount:head} {kind:counter} [counter] from {from_:thing}"),
        form("remove all {kind:counter} counters from {from_:thing}", all=True),
        form("remove all of them {*:counted}", all=True),
        form("remove any amount of {kind:counter} counters from {from_:thing}"),
    )

    def __post_init__(self) -> None:
        if self.all and self.amount is not None:
            raise ValueError("either an amount of counters is removed or all of them are")

    def said(self, speaker: Speaker) -> Saying:
        one, many = counters(self.kind)
        source = speaker.each(self.from_) if self.amount is not None else speaker.object(self.from_)
        if self.amount is None:
            number, tail = f"{'all' if self.all else 'any number of'} {many}", ""
        else:
            number, tail = self.amount.of(speaker, one, many)
        return does(READER, "remove", f"{number} from {source}").ending(tail)


class MoveCounters(Effect, frozen=True, tag="move counters"):
    """Moves all counters of a kind from one thing to another, such as a mastery; the number is noted.

    Rules: cards.7.fractured-memories.
    """

    number: ClassVar[str] = "counters moved"
    things: ClassVar[str] = "thing given counters"
    kind: str
    from_: Ref
    to: Ref

    def __post_init__(self) -> None:
        if self.to.each is not None:
            raise ValueError(f"counters move to one thing, not to {self.to.text!r}")

    printed: ClassVar[tuple[Form, ...]] = (
        form("move all {kind:counter} counters <on|from> {from_:single} <to|onto> {to:single}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        source = speaker.object(self.from_)
        return does(READER, "move", f"all {self.kind} counters from {source} to {speaker.object(self.to)}")


class Wither(Effect, frozen=True, tag="wither"):
    """You pay 1 reserve for each wither counter on an object, in full, or sacrifice it; then the counters are removed."""

    number: ClassVar[str] = "counters removed"
    things: ClassVar[str] = "withering object"

    def said(self, speaker: Speaker) -> Saying:
        return Sentences(
            (
                f"pay 1 reserve for each wither counter on {speaker.object(THIS)} or sacrifice it",
                f"remove all wither counters from {speaker.object(THIS)}",
            )
        )


MarkEffect = Damage | SplitDamage | Recover | Heal | Counters | RemoveCounters | MoveCounters | Wither
