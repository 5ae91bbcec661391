"""Effects that move cards: drawing, discarding, milling, returning, banishing, looking, revealing, loading."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

from archivist.model.card import Card
from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Act, Clause, Noun, Saying, does, holds, listed
from archivist.vocabulary.node import TARGET, THIS, YOU, Ref, Steps, Who

if TYPE_CHECKING:
    from archivist.rules.run import Run
    from archivist.vocabulary.speech import Speaker


_DESTINATIONS: Final = {
    "hand": "into {} hand",
    "memory": "into {} memory",
    "deck": "into {} deck",
    "deck top": "on top of {} deck",
    "deck bottom": "on the bottom of {} deck",
    "graveyard": "into {} graveyard",
    "banishment": "into banishment",
    "material": "into {} material deck",
    "field": "onto the field",
    "intent": "into the intent",
}


def _their(who: Noun) -> str:
    """Whose cards a player handles: their own."""
    return "your" if who == READER else "their"


def _top(amount: Amount, speaker: Speaker) -> tuple[str, str]:
    """``the top 3 cards``, and what stands behind it."""
    cards, tail = amount.of(speaker, "card", "cards")
    return (f"the top {cards}", tail) if not tail else ("cards from the top", tail)


def _place_from_top(number: int) -> str:
    return "on top" if number == 1 else f"as card {number} from the top"


class Draw(Effect, frozen=True, tag="draw"):
    """Draws cards into the hand, or into the memory."""

    amount: Amount = ONE
    who: Who = YOU
    into: Literal["hand", "memory"] = "hand"

    def carry_out(self, run: Run) -> None:
        n = run.amount(self.amount)
        for seat in run.players(self.who):
            run.draw(seat, n, self.into)

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = self.amount.of(speaker, "a card", "cards")
        into = "into memory" if self.into == "memory" else ""
        return does(speaker.player(self.who), "draw", cards).ending(into).ending(tail)


class Discard(Effect, frozen=True, tag="discard"):
    """Discards cards of the discarding player's choice, at random, or every card of some zones (terms.6.discard).

    They come from the hand unless `from` says otherwise; `of` describes them, so that a player need not find one.
    With `you_choose` you choose in the place of the discarding player, having looked at the cards.
    Several players choose before any card is shown (timing.7.2, targets-and-copies.4.3).
    """

    amount: Amount = ONE
    who: Who = YOU
    from_: tuple[Literal["hand", "memory"], ...] = ("hand",)
    of: Filter | None = None
    up_to: bool = False
    random: bool = False
    you_choose: bool = False
    all: tuple[Literal["hand", "memory"], ...] = ()

    def carry_out(self, run: Run) -> Steps:
        choices: list[tuple[int, tuple[int, ...]]] = []
        for seat in run.players(self.who):
            if self.all:
                choices.append((seat, tuple(card for zone in self.all for card in run.zone(seat, zone))))
                continue
            cards = run.fitting([card for zone in self.from_ for card in run.zone(seat, zone)], self.of)
            n = min(run.amount(self.amount), len(cards))
            if self.random:
                choices.append((seat, run.at_random(cards, n)))
                continue
            chooser = run.you if self.you_choose else seat
            for zone in self.from_ if chooser != seat else ():
                run.look_at(seat, zone)
            least = 0 if self.up_to or self.of is not None else n
            chosen = yield from run.choose(chooser, cards, least, n, "choose what to discard", kind="discard")
            choices.append((seat, chosen))
        for seat, chosen in choices:
            run.discard(seat, chosen)
        run.done = any(chosen for _, chosen in choices)
        if not self.all:
            run.note("chosen", [card for _, chosen in choices for card in chosen])

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        if self.all:
            return does(who, "discard", f"{_their(who)} {listed(self.all)}")
        what = speaker.many(self.amount, self.of or Filter("card"), up_to=self.up_to)
        speaker.choose("card", many=self.amount.fixed != 1)
        places = f" from {_their(who)} {listed(self.from_, 'or')}" if self.from_ != ("hand",) else ""
        how = " at random" if self.random else " of your choice" if self.you_choose else ""
        return does(who, "discard", f"{what}{places}{how}")


class Mill(Effect, frozen=True, tag="mill"):
    """Puts cards from the top of the deck into the graveyard, one at a time."""

    amount: Amount
    who: Who = YOU

    def carry_out(self, run: Run) -> None:
        n = run.amount(self.amount)
        for seat in run.players(self.who):
            run.mill(seat, n)

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = self.amount.of(speaker, "a card", "cards")
        return does(speaker.player(self.who), "mill", cards).ending(tail)


class Put(Effect, frozen=True, tag="put"):
    """Moves cards: to a hand, memory, deck, graveyard, material deck, into the intent, or onto the field.

    Into a ``deck`` they go so many places `from_top` (4 is the fourth card); `random` puts several in a random order in
    place of one that their owner chooses. Onto the field they come under your control, or their owner's; `transformed`
    puts a double-faced card there with its flip side up.

    Rules: timing.8.5, timing.9.4, timing.9.5.
    """

    what: Ref
    into: Literal["hand", "memory", "deck", "deck top", "deck bottom", "graveyard", "material", "field", "intent"]
    buff: int = 0
    owner: bool = False
    transformed: bool = False
    from_top: int = 1
    random: bool = False

    def carry_out(self, run: Run) -> Steps:
        yield from run.put(
            run.followed(self.what),
            self.into,
            buff=self.buff,
            owner=self.owner,
            transformed=self.transformed,
            from_top=self.from_top,
            random=self.random,
        )

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        many = speaker.means_several(self.what)
        into = _DESTINATIONS[self.into].format(speaker.owners(self.what))
        if "owners'" in into and not into.endswith("memory"):
            into = f"{into}s"
        if self.into == "deck":
            into = f"{into}, {_place_from_top(self.from_top)}"
        control = f" under {'their' if many else 'its'} owner's control" if self.owner else ""
        order = " in a random order" if self.random else ""
        number = "a buff counter" if self.buff == 1 else f"{self.buff} buff counters"
        buff = f" with {number}{' each' if many else ''}" if self.buff else ""
        side = " with the flip side up" if self.transformed else ""
        return does(READER, "put", f"{what} {into}{control}{order}{buff}{side}")


class Banish(Effect, frozen=True, tag="banish"):
    """Banishes cards or objects; `remember` ties them to the source, `omen` marks them."""

    what: Ref
    face_down: bool = False
    remember: bool = False
    omen: bool = False

    def possible(self, run: Run) -> bool:
        return bool(run.cards(self.what))

    def carry_out(self, run: Run) -> None:
        cards = run.cards(self.what)
        run.banish(cards, face_down=self.face_down, remember=self.remember, omen=self.omen)

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        again = "them" if speaker.means_several(self.what) else "it"
        face = " face down" if self.face_down else ""
        omen = f" as {'omens' if again == 'them' else 'an omen'}" if self.omen else ""
        acts = (Act("banish", f"{what}{face}{omen}"), *((Act("remember", again),) if self.remember else ()))
        return Clause(READER, acts)


class BanishRandom(Effect, frozen=True, tag="banish at random"):
    """Banishes random cards of a memory."""

    amount: Amount = ONE
    who: Who = YOU

    def possible(self, run: Run) -> bool:
        need = run.amount(self.amount)
        return all(len(run.zone(seat, "memory")) >= need for seat in run.players(self.who))

    def carry_out(self, run: Run) -> None:
        for seat in run.players(self.who):
            run.banish_random(seat, run.amount(self.amount))

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        cards, tail = self.amount.of(speaker, "a random card", "random cards")
        return does(who, "banish", f"{cards} from {_their(who)} memory").ending(tail)


class BanishTop(Effect, frozen=True, tag="banish top"):
    """Banishes the top cards of a deck, one at a time; `face_down` and `play` give you sight of and permission for them."""

    amount: Amount
    who: Who = YOU
    face_down: bool = False
    play: bool = False
    ignore_elements: bool = False

    def carry_out(self, run: Run) -> None:
        for seat in run.players(self.who):
            run.banish_top(
                seat,
                run.amount(self.amount),
                face_down=self.face_down,
                play=self.play,
                ignore_elements=self.ignore_elements,
            )

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        cards, tail = _top(self.amount, speaker)
        face = " face down" if self.face_down else ""
        elements = ", whatever their elements" if self.ignore_elements else ""
        play = f"you may look at them and play them{elements}" if self.play else ""
        more = (play,) if play else ("their elements do not matter",) if self.ignore_elements else ()
        return does(who, "banish", f"{cards} of {_their(who)} deck{face}", *more).ending(tail)


class EmptyGraveyard(Effect, frozen=True, tag="banish graveyard"):
    """A player banishes every card of their graveyard, for what is done to a zone is done to all its cards (zones.2.6)."""

    who: Who

    def carry_out(self, run: Run) -> None:
        for seat in run.players(self.who):
            run.banish(tuple(run.state.cards[card] for card in run.zone(seat, "graveyard")))

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        return does(who, "banish", f"all cards of {_their(who)} graveyard")


class Choose(Effect, frozen=True, tag="choose"):
    """Chooses cards or objects while resolving: no targets. In a private zone a described card need not be found.

    So taking a card from a zone means searching it. If nothing is found, the rest goes on. In another player's private
    zone only what the chooser may see can be chosen for what it is; the rest are just cards (zones.5.2).

    Rules: RU.15, timing.8.5, timing.8.6, targets-and-copies.4.2, terms.6.search.
    """

    of: Filter
    amount: Amount = ONE
    up_to: bool = False
    any: bool = False
    who: Who = YOU
    total_cost: int = 0
    among: Ref | None = None
    chooses: ClassVar[bool] = True

    def _cards(self, run: Run) -> tuple[Card, ...]:
        (seat,) = run.players(self.who)[:1]
        cards = run.known(self.of, seat)
        if self.among is None:
            return cards
        few = {card.id for card in run.cards(self.among)}
        return tuple(card for card in cards if card.id in few)

    def possible(self, run: Run) -> bool:
        return self.up_to or self.any or len(self._cards(run)) >= run.amount(self.amount)

    def carry_out(self, run: Run) -> Steps:
        if self.among is None:
            run.look_through(self.of, run.players(self.who)[0])
        cards = self._cards(run)
        most = len(cards) if self.any else min(run.amount(self.amount), len(cards))
        least = 0 if self.up_to or self.any or run.fail_to_find(self.of) else most
        rules = () if "field" in self.of.zones else ("RU.15", "timing.8.3")
        (seat,) = run.players(self.who)[:1]
        chosen = yield from run.choose(
            seat,
            tuple(card.id for card in cards),
            least,
            most,
            f"choose {self.of.text}",
            budget=self.total_cost,
            rules=rules,
        )
        run.note("chosen", chosen)
        run.state_characteristics(self.of, chosen)
        run.done = len(chosen) >= min(1, most) and bool(chosen)

    def said(self, speaker: Speaker) -> Saying:
        kind = self.of if self.among is None or self.among.name != "revealed" else self.of.anywhere()
        what = speaker.many(self.amount, kind, up_to=self.up_to, any_number=self.any)
        among = f" among {speaker.object(self.among)}" if self.among is not None else ""
        total = f" with a total reserve cost of {self.total_cost} or less" if self.total_cost else ""
        speaker.choose(self.of.noun, many=self.any or self.amount.fixed != 1, yours=self.of.owner == "you")
        speaker.picked = self.among.name if self.among is not None else ""
        return does(speaker.player(self.who), "choose", f"{what}{among}{total}")


class Remember(Effect, frozen=True, tag="remember"):
    """The source remembers what was chosen."""

    what: Ref

    def carry_out(self, run: Run) -> None:
        run.remember(run.cards(self.what))

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "remember", speaker.object(self.what))


class NameCard(Effect, frozen=True, tag="name a card"):
    """Chooses a card name; the source remembers it. `main` leaves out champions and regalia."""

    main: bool = False

    def carry_out(self, run: Run) -> Steps:
        yield from run.name_card(main=self.main)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "name", f"a {'main deck ' if self.main else ''}card and remember the name")


class LookAt(Effect, frozen=True, tag="look at"):
    """Looks at a player's hand, memory or material deck; the cards are open to you while this resolves (timing.8.1)."""

    zone: Literal["hand", "memory", "material"]
    who: Who

    def carry_out(self, run: Run) -> None:
        for seat in run.players(self.who):
            run.look_at(seat, self.zone)

    def said(self, speaker: Speaker) -> Saying:
        zone = "material deck" if self.zone == "material" else self.zone
        return does(READER, "look", f"at {speaker.player(self.who).possessive} {zone}")


class Glimpse(Effect, frozen=True, tag="glimpse"):
    """Looks at the top cards; any of them go back on top, the rest to the bottom, in any order (timing.9.7)."""

    amount: Amount

    def carry_out(self, run: Run) -> Steps:
        yield from run.glimpse(run.amount(self.amount))

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "glimpse", self.amount.plain(speaker))


class Arrange(Effect, frozen=True, tag="arrange"):
    """Looks at the top cards of the deck and puts them back on top in an order of choice."""

    amount: Amount

    def carry_out(self, run: Run) -> Steps:
        yield from run.arrange(run.amount(self.amount))

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = _top(self.amount, speaker)
        return (
            does(READER, "look", f"at {cards} of your deck")
            .ending(tail)
            .ending("and put them back on top in any order")
        )


class Dig(Effect, frozen=True, tag="dig"):
    """Looks at the top cards, may reveal and take one that fits, puts the others on the bottom in an order of choice."""

    amount: Amount
    of: Filter

    def carry_out(self, run: Run) -> Steps:
        yield from run.dig(run.amount(self.amount), self.of)

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = _top(self.amount, speaker)
        take = f"you may reveal {self.of.one()} among them and put it into your hand"
        rest = "put the others on the bottom of your deck in any order"
        return does(READER, "look", f"at {cards} of your deck", take, rest).ending(tail)


class RevealUntil(Effect, frozen=True, tag="reveal until"):
    """Reveals cards from the top until one fits; it goes to the hand or banishment, the others below in random order."""

    of: Filter
    into: Literal["hand", "banishment"] = "hand"

    def carry_out(self, run: Run) -> None:
        run.reveal_until(self.of, self.into)

    def said(self, speaker: Speaker) -> Saying:
        speaker.choose("card", many=False, yours=True)
        into = {"hand": "put it into your hand", "banishment": "banish it"}[self.into]
        rest = f"{into} and put the others on the bottom of your deck in a random order"
        return does(READER, "reveal", f"cards from the top of your deck until you reveal {self.of.one()}", rest)


class RevealTop(Effect, frozen=True, tag="reveal top"):
    """Reveals the top cards of the deck; later steps speak of them as ``revealed``."""

    amount: Amount

    def carry_out(self, run: Run) -> None:
        run.reveal_top(run.amount(self.amount))

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = _top(self.amount, speaker)
        return does(READER, "reveal", f"{cards} of your deck").ending(tail)


class RevealCards(Effect, frozen=True, tag="reveal"):
    """Reveals cards, such as those just chosen in a hand; later steps speak of them as ``revealed``."""

    what: Ref

    def possible(self, run: Run) -> bool:
        return bool(run.cards(self.what))

    def carry_out(self, run: Run) -> None:
        run.reveal([card.id for card in run.cards(self.what)])

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "reveal", speaker.object(self.what))


class RevealMemory(Effect, frozen=True, tag="reveal memory"):
    """Reveals every card of a memory, or one at random; later steps count among the ``revealed``."""

    who: Who = YOU
    random: bool = False

    def carry_out(self, run: Run) -> None:
        run.reveal_memory(run.players(self.who), random=self.random)

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        return does(who, "reveal", f"{'a random card' if self.random else 'all cards'} of {_their(who)} memory")


class TurnFace(Effect, frozen=True, tag="turn face"):
    """Turns objects, or banished cards, face down or face up; a face-down one is just a card (zones.7.2)."""

    to: Literal["up", "down"]
    what: Ref = TARGET

    def carry_out(self, run: Run) -> None:
        for card in run.cards(self.what):
            run.turn_face(card.id, up=self.to == "up")

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "turn", f"{speaker.object(self.what)} face {self.to}")


class HandToMemory(Effect, frozen=True, tag="hand to memory"):
    """Puts cards of the hand, of that player's choice, into the memory; any number of them without an amount."""

    who: Who = YOU
    amount: Amount | None = None

    def carry_out(self, run: Run) -> Steps:
        for seat in run.players(self.who):
            hand = run.zone(seat, "hand")
            most = len(hand) if self.amount is None else min(run.amount(self.amount), len(hand))
            least = 0 if self.amount is None else most
            chosen = yield from run.choose(seat, hand, least, most, "choose what goes into memory", kind="choose")
            run.move_all(chosen, "memory")

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        cards, tail = ("any number of cards", "") if self.amount is None else self.amount.of(speaker, "a card", "cards")
        return does(who, "put", f"{cards} from {_their(who)} hand into memory").ending(tail)


class MemoryToHand(Effect, frozen=True, tag="memory to hand"):
    """Returns cards of your choice from your memory to your hand; fewer if you have fewer."""

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

    def carry_out(self, run: Run) -> Steps:
        yield from run.put(tuple(run.state.cards[card] for card in run.zone(run.you, "memory")), "deck bottom")

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "put", "all cards of your memory on the bottom of your deck in any order")


class HandToDeck(Effect, frozen=True, tag="hand to deck"):
    """Puts a card of your hand on the bottom of your deck; done if you have one."""

    def carry_out(self, run: Run) -> Steps:
        hand = run.zone(run.you, "hand")
        n = min(1, len(hand))
        chosen = yield from run.choose(
            run.you, hand, n, n, "choose what goes to the bottom of the deck", rules=("RU.15", "timing.8.4")
        )
        run.move_all(chosen, "deck", top=False)
        run.done = bool(chosen)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "put", "a card from your hand on the bottom of your deck")


class Load(Effect, frozen=True, tag="load"):
    """Puts a card under an object: under the one named by `into`, or, with `of`, under one you choose as this resolves.

    Rules: terms.5.load.
    """

    what: Ref = THIS
    into: Ref = TARGET
    of: Filter | None = None

    def _objects(self, run: Run) -> tuple[Card, ...]:
        return run.matching(self.of) if self.of is not None else run.cards(self.into)

    def possible(self, run: Run) -> bool:
        return bool(self._objects(run)) and bool(run.loadable(self.what))

    def carry_out(self, run: Run) -> Steps:
        yield from run.load(run.loadable(self.what), self._objects(run))

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        into = f"{self.of.one()} of your choice" if self.of is not None else speaker.object(self.into)
        return does(READER, "load", f"{what} into {into}")


class GoesTo(Effect, frozen=True, tag="goes to"):
    """Changes where this card goes as it leaves the stack, also if it is negated later (RS.11.1).

    Into the ``deck`` it goes so many places `from_top` (timing.9.5).
    """

    zone: Literal["banishment", "memory", "deck", "deck bottom", "hand"]
    what: Ref = THIS
    from_top: int = 1

    def carry_out(self, run: Run) -> None:
        run.set_destination(f"deck {self.from_top}" if self.zone == "deck" else self.zone)

    def said(self, speaker: Speaker) -> Saying:
        into = _DESTINATIONS[self.zone].format("its owner's")
        if self.zone == "deck":
            into = f"{into}, {_place_from_top(self.from_top)},"
        how = Act("be", "banished") if self.zone == "banishment" else Act("go", into)
        return holds(speaker.subject(self.what), how).ending("as it leaves the stack")


CardEffect = (
    Draw
    | Discard
    | Mill
    | Put
    | Banish
    | BanishRandom
    | BanishTop
    | EmptyGraveyard
    | Choose
    | Remember
    | NameCard
    | LookAt
    | Glimpse
    | Arrange
    | Dig
    | RevealUntil
    | RevealTop
    | RevealCards
    | RevealMemory
    | TurnFace
    | HandToMemory
    | MemoryToHand
    | MemoryToDeck
    | HandToDeck
    | Load
    | GoesTo
)
