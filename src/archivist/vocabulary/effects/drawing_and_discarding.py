"""Effects on a player's own cards: drawing, discarding, milling, and between hand, memory and deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect, their
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Saying, does, listed
from archivist.vocabulary.node import YOU, Who
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Draw(Effect, frozen=True, tag="draw"):
    """Draws cards into the hand, or into the memory."""

    number: ClassVar[str] = "cards drawn"
    things: ClassVar[str] = "drawn card"
    amount: Amount = ONE
    who: Who = YOU
    into: Literal["hand", "memory"] = "hand"

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:does draw} {amount:head} [card]"),
        form("{who:does draw} {amount:head} [card] into {:their} memory", into="memory"),
    )

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = self.amount.of(speaker, "a card", "cards")
        into = "into memory" if self.into == "memory" else ""
        return does(speaker.player(self.who), "draw", cards).ending(into).ending(tail)


class Discard(Effect, frozen=True, tag="discard"):
    """Discards cards of the discarding player's choice, at random, or every card of some zones (terms.6.discard).

    They come from the hand unless `from` says otherwise; `of` describes them, so that a player need not find one.
    With `you_choose` you choose in the place of the discarding player, having looked at the cards.
    Several players choose before any card is shown, and discard at once (timing.7.2, targets-and-copies.4.3).
    """

    placeless: ClassVar[tuple[str, ...]] = ("of",)
    number: ClassVar[str] = "cards discarded"
    things: ClassVar[str] = "discarded card"
    amount: Amount = ONE
    who: Who = YOU
    from_: tuple[Literal["hand", "memory"], ...] = ("hand",)
    of: Filter | None = None
    up_to: bool = False
    random: bool = False
    you_choose: bool = False
    all: tuple[Literal["hand", "memory"], ...] = ()

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:does discard} {amount:head} [card]"),
        form("{who:does discard} {amount:head} [card] at random", random=True),
        form("{who:does discard} {amount:head} [card] at random from {:their} hand", random=True),
        form("{who:does discard} {amount:head} [card] at random from {:their} memory", random=True, from_=("memory",)),
        form("{who:does discard} {amount:head} [card] from {:their} hand"),
        form("{who:does discard} {amount:head} [card] from {:their} memory", from_=("memory",)),
        form("{who:does discard} {of:described}"),
        form("{who:does discard} {of:described} from {:their} hand"),
        form("{who:does discard} {of:described} from {:their} memory", from_=("memory",)),
        form("{who:does discard} {of:described} from {:their} hand or memory", from_=("hand", "memory")),
        form("{who:does discard} up to {amount:head} {of:np many}", up_to=True),
        form("{who:does discard} up to one {of:np one}", up_to=True),
        form("discard any amount of cards {amount:in_hand}", up_to=True),
        form("discard any amount of {of:np many} {amount:in_hand}", up_to=True),
        form("{who:does discard} {:their} hand", all=("hand",)),
        form("{who:does discard} all cards from {:their} hand and memory", all=("hand", "memory")),
        form("{who:does discard} {amount:head} [card] from {:their} hand or memory", from_=("hand", "memory")),
        form("discard {amount:head} [card] from {*:looked_at}", you_choose=True),
        form("discard up to {amount:head} [card] from {*:looked_at}", you_choose=True, up_to=True),
    )

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        if self.all:
            return does(who, "discard", f"{their(who)} {listed(self.all)}")
        kind = self.of or Filter("card")
        any_number = self.up_to and self.amount.text == f"count({kind.text} in your hand)"
        what = speaker.many(self.amount, kind, up_to=self.up_to, any_number=any_number)
        speaker.choose("card", many=self.amount.fixed != 1, by="discarded")
        places = f" from {their(who)} {listed(self.from_, 'or')}" if self.from_ != ("hand",) else ""
        if self.you_choose:
            zone = listed(self.from_, "or")
            place = "it" if speaker.looked == (who.text, zone) else f"{who.possessive} {zone}"
            return does(READER, "discard", f"{what} of your choice from {place}")
        return does(who, "discard", f"{what}{places}{' at random' if self.random else ''}")


class Mill(Effect, frozen=True, tag="mill"):
    """Puts cards from the top of the deck into the graveyard, one at a time."""

    number: ClassVar[str] = "cards milled"
    things: ClassVar[str] = "milled card"
    brings: ClassVar[bool] = True
    amount: Amount
    who: Who = YOU

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:does put} the top {amount:top} of {:their} deck into {:their} graveyard"),
    )

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = self.amount.of(speaker, "a card", "cards")
        return does(speaker.player(self.who), "mill", cards).ending(tail)


class HandToMemory(Effect, frozen=True, tag="hand to memory"):
    """Puts cards of the hand, of that player's choice, into the memory; any number of them without an amount.

    Several players choose before any card moves (timing.7.2).
    """

    number: ClassVar[str] = "cards put there"
    things: ClassVar[str] = "card put into memory"
    who: Who = YOU
    amount: Amount | None = None

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:does put} {amount:head} [card] from {:their} hand into {:their} memory"),
        form("{who:does put} any amount of cards from {:their} hand into {:their} memory", amount=None),
    )

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        cards, tail = ("any number of cards", "") if self.amount is None else self.amount.of(speaker, "a card", "cards")
        return does(who, "put", f"{cards} from {their(who)} hand into memory").ending(tail)


class MemoryToHand(Effect, frozen=True, tag="memory to hand"):
    """Returns cards of your choice from your memory to your hand; fewer if you have fewer."""

    number: ClassVar[str] = "cards returned"
    things: ClassVar[str] = "returned card"
    amount: Amount

    printed: ClassVar[tuple[Form, ...]] = (form("return {amount:head} [card] from your memory to your hand"),)

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = self.amount.of(speaker, "a card", "cards")
        return does(READER, "return", f"{cards} from your memory to your hand").ending(tail)


class MemoryToDeck(Effect, frozen=True, tag="memory to deck"):
    """Puts every card of your memory on the bottom of your deck, in an order you choose; the number is noted."""

    number: ClassVar[str] = "cards put there"
    things: ClassVar[str] = "card put into the deck"

    printed: ClassVar[tuple[Form, ...]] = (
        form("put all cards from your memory on the bottom of your deck in any order"),
    )

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "put", "all cards of your memory on the bottom of your deck in any order")


class HandToDeck(Effect, frozen=True, tag="hand to deck"):
    """Puts a card of your hand on the bottom of your deck; done if you have one."""

    number: ClassVar[str] = "cards put there"
    things: ClassVar[str] = "card put into the deck"

    printed: ClassVar[tuple[Form, ...]] = (form("put a card from your hand on the bottom of your deck"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "put", "a card from your hand on the bottom of your deck")


DrawingEffect = Draw | Discard | Mill | HandToMemory | MemoryToHand | MemoryToDeck | HandToDeck
