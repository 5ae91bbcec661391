"""Effects on a player's own cards: drawing, discarding, milling, and between hand, memory and deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.model.card import Seat
from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect, their
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Saying, does, listed
from archivist.vocabulary.node import YOU, Steps, Who

if TYPE_CHECKING:
    from archivist.rules.effects.instructions.run import Run
    from archivist.vocabulary.speech import Speaker


class Draw(Effect, frozen=True, tag="draw"):
    """Draws cards into the hand, or into the memory."""

    number: ClassVar[str] = "cards drawn"
    things: ClassVar[str] = "drawn card"
    amount: Amount = ONE
    who: Who = YOU
    into: Literal["hand", "memory"] = "hand"

    def possible(self, run: Run) -> bool:
        return not any(run.keeps_from(seat, "draw") for seat in run.players(self.who))

    def takes(self, run: Run) -> list[tuple[Seat, str, int]]:
        n = run.amount(self.amount)
        return [(seat, self.into, -min(n, len(run.zone(seat, "deck")))) for seat in run.players(self.who)]

    def carry_out(self, run: Run) -> None:
        n = run.amount(self.amount)
        for seat in run.players(self.who):
            run.draw(seat, n, self.into)

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = self.amount.of(speaker, "a card", "cards")
        into = "into memory" if self.into == "memory" else ""
        return does(speaker.player(self.who), "draw", cards).ending(into).ending(tail)


AT_ONCE = ("timing.7.2", "targets-and-copies.4.3")
"""Players choose among hidden cards at once: nothing moves before all have chosen."""


class Discard(Effect, frozen=True, tag="discard"):
    """Discards cards of the discarding player's choice, at random, or every card of some zones (terms.6.discard).

    They come from the hand unless `from` says otherwise; `of` describes them, so that a player need not find one.
    With `you_choose` you choose in the place of the discarding player, having looked at the cards.
    Several players choose before any card is shown, and discard at once (timing.7.2, targets-and-copies.4.3).
    """

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

    def possible(self, run: Run) -> bool:
        if len(self.from_) == 1:
            return True
        there = (sum(len(run.zone(seat, zone)) for zone in self.from_) for seat in run.players(self.who))
        return all(n >= self._need(run) for n in there)

    def takes(self, run: Run) -> list[tuple[Seat, str, int]]:
        several = len(self.from_) > 1
        return [] if several else [(seat, self.from_[0], self._need(run)) for seat in run.players(self.who)]

    def _need(self, run: Run) -> int:
        """How many cards must be there: a described one need not be found."""
        return 0 if self.all or self.up_to or self.of is not None else run.amount(self.amount)

    def carry_out(self, run: Run) -> Steps:
        choices: list[tuple[int, ...]] = []
        for seat in run.players(self.who):
            if self.all:
                choices.append(tuple(card for zone in self.all for card in run.zone(seat, zone)))
                continue
            cards = run.fitting([card for zone in self.from_ for card in run.zone(seat, zone)], self.of)
            n = min(run.amount(self.amount), len(cards))
            if self.random:
                choices.append(run.at_random(cards, n))
                continue
            chooser = run.you if self.you_choose else seat
            for zone in self.from_ if chooser != seat else ():
                run.look_at(seat, zone)
            least = 0 if self.up_to or self.of is not None else n
            rules = AT_ONCE if len(run.players(self.who)) > 1 else ()
            chosen = yield from run.choose(
                chooser, cards, least, n, "choose what to discard", kind="discard", rules=rules
            )
            choices.append(chosen)
        discarded = [card for chosen in choices for card in chosen]
        yield from run.discard(discarded, *(("timing.10.1",) if self.random else ()))
        if not self.all:
            run.note("chosen", discarded)

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        if self.all:
            return does(who, "discard", f"{their(who)} {listed(self.all)}")
        what = speaker.many(self.amount, self.of or Filter("card"), up_to=self.up_to)
        speaker.choose("card", many=self.amount.fixed != 1)
        places = f" from {their(who)} {listed(self.from_, 'or')}" if self.from_ != ("hand",) else ""
        how = " at random" if self.random else " of your choice" if self.you_choose else ""
        return does(who, "discard", f"{what}{places}{how}")


class Mill(Effect, frozen=True, tag="mill"):
    """Puts cards from the top of the deck into the graveyard, one at a time."""

    number: ClassVar[str] = "cards milled"
    things: ClassVar[str] = "milled card"
    brings: ClassVar[bool] = True
    amount: Amount
    who: Who = YOU

    def takes(self, run: Run) -> list[tuple[Seat, str, int]]:
        return [(seat, "deck", run.amount(self.amount)) for seat in run.players(self.who)]

    def carry_out(self, run: Run) -> Steps:
        n = run.amount(self.amount)
        for seat in run.players(self.who):
            yield from run.mill(seat, n)

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = self.amount.of(speaker, "a card", "cards")
        return does(speaker.player(self.who), "mill", cards).ending(tail)


class HandToMemory(Effect, frozen=True, tag="hand to memory"):
    """Puts cards of the hand, of that player's choice, into the memory; any number of them without an amount.

    Several players choose before any card moves (timing.7.2).
    """

    number: ClassVar[str] = "cards put"
    things: ClassVar[str] = "card put into memory"
    who: Who = YOU
    amount: Amount | None = None

    def takes(self, run: Run) -> list[tuple[Seat, str, int]]:
        need = 0 if self.amount is None else run.amount(self.amount)
        return [(seat, "hand", need) for seat in run.players(self.who)]

    def carry_out(self, run: Run) -> Steps:
        moving: list[int] = []
        for seat in run.players(self.who):
            hand = run.zone(seat, "hand")
            most = len(hand) if self.amount is None else min(run.amount(self.amount), len(hand))
            least = 0 if self.amount is None else most
            rules = AT_ONCE if len(run.players(self.who)) > 1 else ()
            moving += yield from run.choose(seat, hand, least, most, "choose what goes into memory", rules=rules)
        run.move_all(moving, "memory")

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        cards, tail = ("any number of cards", "") if self.amount is None else self.amount.of(speaker, "a card", "cards")
        return does(who, "put", f"{cards} from {their(who)} hand into memory").ending(tail)


class MemoryToHand(Effect, frozen=True, tag="memory to hand"):
    """Returns cards of your choice from your memory to your hand; fewer if you have fewer."""

    number: ClassVar[str] = "cards returned"
    things: ClassVar[str] = "returned card"
    amount: Amount

    def carry_out(self, run: Run) -> Steps:
        memory = run.zone(run.you, "memory")
        n = min(run.amount(self.amount), len(memory))
        chosen = yield from run.choose(run.you, memory, n, n, "choose what returns to your hand")
        run.move_all(chosen, "hand")

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = self.amount.of(speaker, "a card", "cards")
        return does(READER, "return", f"{cards} from your memory to your hand").ending(tail)


class MemoryToDeck(Effect, frozen=True, tag="memory to deck"):
    """Puts every card of your memory on the bottom of your deck, in an order you choose; the number is noted."""

    number: ClassVar[str] = "cards put"
    things: ClassVar[str] = "card put into the deck"

    def carry_out(self, run: Run) -> Steps:
        yield from run.put(tuple(run.state.cards[card] for card in run.zone(run.you, "memory")), "deck bottom")

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "put", "all cards of your memory on the bottom of your deck in any order")


class HandToDeck(Effect, frozen=True, tag="hand to deck"):
    """Puts a card of your hand on the bottom of your deck; done if you have one."""

    number: ClassVar[str] = "cards put"
    things: ClassVar[str] = "card put into the deck"

    def carry_out(self, run: Run) -> Steps:
        hand = run.zone(run.you, "hand")
        n = min(1, len(hand))
        chosen = yield from run.choose(
            run.you, hand, n, n, "choose what goes to the bottom of the deck", rules=("RU.15", "timing.8.4")
        )
        run.move_all(chosen, "deck", top=False)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "put", "a card from your hand on the bottom of your deck")


DrawingEffect = Draw | Discard | Mill | HandToMemory | MemoryToHand | MemoryToDeck | HandToDeck
