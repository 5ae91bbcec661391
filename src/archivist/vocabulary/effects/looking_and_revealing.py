"""Effects that choose, look and reveal."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect, their, top_cards
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Noun, Saying, does, plural
from archivist.vocabulary.node import TARGET, YOU, Ref, Who
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Choose(Effect, frozen=True, tag="choose"):
    """Chooses cards or objects while resolving: no targets. In a private zone a described card need not be found.

    So taking a card from a zone means searching it. If nothing is found, the rest goes on; with `exact` so many have to be
    found, as an option that reveals so many asks for. In another player's private
    zone only what the chooser may see can be chosen for what it is; the rest are just cards (zones.5.2). With `theirs`
    each chooses among what they control themselves; with `lowest` among those of which none has a lower cost of that kind.

    Rules: RU.15, timing.8.5, timing.8.6, targets-and-copies.4.2, terms.6.search.
    """

    number: ClassVar[str] = "things chosen"
    things: ClassVar[str] = "chosen thing"
    of: Filter
    amount: Amount = ONE
    up_to: bool = False
    any: bool = False
    who: Who = YOU
    total_cost: int = 0
    among: Ref | None = None
    exact: bool = False
    theirs: bool = False
    lowest: Literal["", "reserve cost", "memory cost"] = ""
    chooses: ClassVar[bool] = True

    printed: ClassVar[tuple[Form, ...]] = (
        form("choose {of:a}"),
        form("choose up to {amount:head} {of:np many}", up_to=True),
        form("choose any amount of {of:np many}", any=True),
        form("search your deck for {of:searched}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        kind = self.of if self.among is None or self.among.name != "revealed" else self.of.anywhere()
        searched = self.of.zones == ("deck",) and self.of.owner == "you" and self.who == YOU and self.among is None
        kind = self.of.anywhere() if searched else kind
        what = speaker.many(self.amount, kind, up_to=self.up_to, any_number=self.any)
        what = speaker.whose(what) if self.who == YOU else what
        if self.exact and not (self.any or self.up_to):
            what = f"exactly {f'one {kind.said()}' if self.amount == ONE else what}"
        among = f" among {speaker.object(self.among)}" if self.among is not None else ""
        total = f" with a total reserve cost of {self.total_cost} or less" if self.total_cost else ""
        total = f" they control{total}" if self.theirs else total
        if self.lowest:
            which = "revealed " if self.among is not None and self.among.name == "revealed" else ""
            what, among = f"one with the lowest {self.lowest} among the {which}{kind.said(many=True)}", ""
        many = self.any or self.amount.fixed != 1
        speaker.choose(self.of.noun, many=many, yours=self.of.owner == "you", by="found" if searched else "chosen")
        speaker.picked = self.among.name if self.among is not None else ""
        if searched:
            return does(READER, "search", f"your deck for {what}{total}")
        return does(speaker.player(self.who), "choose", f"{what}{among}{total}")


class Remember(Effect, frozen=True, tag="remember"):
    """The source remembers what was chosen."""

    number: ClassVar[str] = "things remembered"
    things: ClassVar[str] = "remembered thing"
    what: Ref

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        things = speaker.things_of(self.what)
        speaker.remembered = Noun(
            f"the remembered {plural(things.text) if things.plural else things.text}", things.plural
        )
        return does(READER, "remember", what)


class NameCard(Effect, frozen=True, tag="name a card"):
    """Chooses a card name; the source remembers it. `main` leaves out champions and regalia."""

    number: ClassVar[str] = ""
    main: bool = False

    printed: ClassVar[tuple[Form, ...]] = (form("choose <a|any> card name"),)

    def said(self, speaker: Speaker) -> Saying:
        kind = " that is neither a champion nor a regalia" if self.main else ""
        return does(READER, "name", f"a card{kind} and remember the name")


class LookAt(Effect, frozen=True, tag="look at"):
    """Looks at a player's hand, memory or material deck; the cards are open to you while this resolves (timing.8.1)."""

    number: ClassVar[str] = "cards looked at"
    things: ClassVar[str] = "card looked at"
    zone: Literal["hand", "memory", "material", "hand and memory"]
    who: Who

    printed: ClassVar[tuple[Form, ...]] = (
        form("look at {who:possessor} {zone:word hand memory hand_and_memory}"),
        form("look at {who:possessor} material deck", zone="material"),
    )

    def said(self, speaker: Speaker) -> Saying:
        zone = "material deck" if self.zone == "material" else self.zone
        said = does(READER, "look", f"at {speaker.player(self.who).possessive} {zone}")
        speaker.looked = speaker.player(self.who).text, zone
        return said


class Glimpse(Effect, frozen=True, tag="glimpse"):
    """Looks at the top cards; any of them go back on top, the rest to the bottom, in any order (timing.9.7)."""

    number: ClassVar[str] = "amount glimpsed"
    things: ClassVar[str] = "glimpsed card"
    amount: Amount

    printed: ClassVar[tuple[Form, ...]] = (form("glimpse {amount:number}"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "glimpse", self.amount.plain(speaker))


class Arrange(Effect, frozen=True, tag="arrange"):
    """Looks at the top cards of the deck and puts them back on top in an order of choice."""

    number: ClassVar[str] = "cards looked at"
    things: ClassVar[str] = "card looked at"
    amount: Amount

    printed: ClassVar[tuple[Form, ...]] = (
        form("look at the top {amount:top} of your deck <and|,> then put them back in any order"),
        form(
            "look at the top {amount:top} of your deck {:tail} . put <those cards|them> back on top of your deck in any order"
        ),
        form("look at the top {amount:top} of your deck {:tail} . put <those cards|them> back in any order"),
    )

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = top_cards(self.amount, speaker)
        return (
            does(READER, "look", f"at {cards} of your deck")
            .ending(tail)
            .ending("and put them back on top in any order")
        )


class Dig(Effect, frozen=True, tag="dig"):
    """Looks at the top cards, may reveal and take one that fits, puts the others on the bottom in an order of choice.

    It may `take` several. The one taken goes into the hand or elsewhere; with `must` one has to be taken if there is
    one; a phrase that describes nothing needs no proof, so that nothing is revealed (timing.8.5); nor does one that
    goes where everybody sees it. With `rest` the others go to the graveyard, or stay on ``top``, where they lie.
    """

    placeless: ClassVar[tuple[str, ...]] = ("of",)
    number: ClassVar[str] = "cards taken"
    things: ClassVar[str] = "taken card"
    amount: Amount
    of: Filter
    into: Literal["hand", "memory", "graveyard", "field", "banishment"] = "hand"
    must: bool = False
    rest: Literal["bottom", "graveyard", "top"] = "bottom"
    take: Amount = ONE

    printed: ClassVar[tuple[Form, ...]] = (
        form(
            "look at the top {amount:top} of your deck . <|you may> reveal up to {take:head} {of:np many} from among them "
            "and put them into your {into:word hand memory} . put the rest on the bottom of your deck in any order"
        ),
        form(
            "look at the top {amount:top} of your deck . <|you may> reveal up to {take:head} {of:np many} from among them "
            "and put them into your {into:word hand memory} and the rest on the bottom of your deck in any order"
        ),
        form(
            "look at the top {amount:top} of your deck . banish up to {take:head} {of:np many} from among them "
            "and put the rest on the bottom of your deck in any order",
            into="banishment",
        ),
        form(
            "look at the top {amount:top} of your deck . you may reveal {of:a} from among them and put it into your hand . "
            "put the rest on the bottom of your deck in any order"
        ),
        form(
            "look at the top {amount:top} of your deck . you may reveal {of:a} from among them and put it into your memory . "
            "put the rest on the bottom of your deck in any order",
            into="memory",
        ),
        form(
            "look at the top {amount:top} of your deck . you may reveal {of:a} from among them "
            "and put it into your {into:word hand memory} . put the rest into your graveyard",
            rest="graveyard",
        ),
        form(
            "look at the top {amount:top} of your deck . you may put {of:a} from among them onto the field . "
            "put the rest on the bottom of your deck in any order",
            into="field",
        ),
        form(
            "look at the top {amount:top} of your deck . you may put {of:a} from among them onto the field . "
            "put the rest into your graveyard",
            into="field",
            rest="graveyard",
        ),
        form(
            "look at the top card of your deck . you may put <that card|it> into your graveyard",
            of=Filter("card"),
            into="graveyard",
            rest="top",
            amount=ONE,
        ),
        form(
            "look at the top card of your deck . if <it|that card> is {of:a} , you may put it into your graveyard",
            into="graveyard",
            rest="top",
            amount=ONE,
        ),
        form(
            "look at the top {amount:top} of your deck . reveal {of:a} from among them and put it into your hand . "
            "put the rest on the bottom of your deck in any order",
            must=True,
        ),
        form(
            "look at the top {amount:top} of your deck {:tail} . "
            "put one of <those cards|them> into your {into:word hand memory graveyard} "
            "and the <other|rest> on the bottom of your deck <|in any order>",
            of=Filter("card"),
            must=True,
        ),
        form(
            "look at the top {amount:top} of your deck {:tail} . "
            "put one of <those cards|them> into your {into:word hand memory} "
            "and the <rest|other> into your graveyard",
            of=Filter("card"),
            must=True,
            rest="graveyard",
        ),
        form(
            "look at the top {amount:top} of your deck {:tail} . "
            "put {take:some} of <them|those cards> into your {into:word hand memory graveyard} "
            "and the <rest|other> on the bottom of your deck <|in any order>",
            of=Filter("card"),
            must=True,
        ),
        form(
            "look at the top {amount:top} of your deck {:tail} . "
            "put {take:some} of <them|those cards> into your {into:word hand memory} "
            "and the <rest|other> into your graveyard",
            of=Filter("card"),
            must=True,
            rest="graveyard",
        ),
    )

    @property
    def named(self) -> str:
        """What becomes of the cards: those that are banished are called so."""
        return {"banishment": "banished card", "field": "card put onto the field"}.get(self.into, self.things)

    @property
    def numbered(self) -> str:
        return "cards banished" if self.into == "banishment" else self.number

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = top_cards(self.amount, speaker)
        may = "" if self.must else "you may "
        if self.amount == ONE and self.rest == "top":
            only = f"if it is {self.of.one()}, " if self.of.described else ""
            goes = "onto the field" if self.into == "field" else f"into your {self.into}"
            take = "banish it" if self.into == "banishment" else f"put it {goes}"
            return does(READER, "look", f"at {cards} of your deck", f"{only}{may}{take}")
        verb = "banish" if self.into == "banishment" else "put"
        shown = self.of.described and self.into in ("hand", "memory")
        one = f"reveal {self.of.one()} among them and put it" if shown else f"{verb} {self.of.one()} among them"
        one = one if self.of.described else f"{verb} one of them"
        if self.take != ONE:
            some = speaker.many(self.take, self.of, up_to=not self.must)
            one = f"reveal {some} among them and put those" if shown else f"{verb} {some} among them"
            may = ""
        into = {"field": " onto the field", "banishment": ""}.get(self.into, f" into your {self.into}")
        take = f"{may}{one}{into}"
        one_left = self.must and self.amount.fixed == 2 and self.take == ONE and not self.of.described
        others, order = ("other", "") if one_left else ("others", " in any order")
        rest = {
            "bottom": f"put the {others} on the bottom of your deck{order}",
            "graveyard": f"put the {others} into your graveyard",
            "top": f"the {others} stay{'s' if one_left else ''} on top",
        }[self.rest]
        return does(READER, "look", f"at {cards} of your deck", take, rest).ending(tail)


class RevealUntil(Effect, frozen=True, tag="reveal until"):
    """Reveals cards from the top until one fits; it goes to the hand or banishment, the others below in random order."""

    placeless: ClassVar[tuple[str, ...]] = ("of",)
    number: ClassVar[str] = "cards found"
    things: ClassVar[str] = "found card"
    of: Filter
    into: Literal["hand", "banishment"] = "hand"

    printed: ClassVar[tuple[Form, ...]] = (
        form(
            "reveal cards from the top of your deck until you reveal {of:a} . put that card into your hand and "
            "<|put> the rest on the bottom of your deck in a random order"
        ),
        form(
            "reveal cards from the top of your deck until you reveal {of:a} . banish that card and put the rest "
            "on the bottom of your deck in a random order",
            into="banishment",
        ),
    )

    def said(self, speaker: Speaker) -> Saying:
        by = "banished" if self.into == "banishment" else "found"
        speaker.choose("card", many=False, yours=True, by=by)
        speaker.remembered = Noun(f"the {by} card")
        into = {"hand": "put it into your hand", "banishment": "banish it"}[self.into]
        rest = f"{into} and put the others on the bottom of your deck in a random order"
        return does(READER, "reveal", f"cards from the top of your deck until you reveal {self.of.one()}", rest)


class RevealTop(Effect, frozen=True, tag="reveal top"):
    """Reveals the top cards of the deck; later steps speak of them as ``revealed``."""

    number: ClassVar[str] = "cards revealed"
    things: ClassVar[str] = "revealed card"
    amount: Amount

    printed: ClassVar[tuple[Form, ...]] = (
        form("reveal the top {amount:top} of your deck"),
        form("reveal {amount:head} [card] from the top of your deck"),
    )

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = top_cards(self.amount, speaker)
        speaker.reveals(many=self.amount != ONE)
        return does(READER, "reveal", f"{cards} of your deck").ending(tail)


class Sort(Effect, frozen=True, tag="sort"):
    """Sorts the cards that were just revealed from your deck: those of a kind go to one zone, the others elsewhere.

    With an `amount` you choose so many of that kind; without one all of them go there. With `preserve` you choose
    another one, which goes into your material deck preserved (keywords.preserve).
    """

    placeless: ClassVar[tuple[str, ...]] = ("of",)
    number: ClassVar[str] = "cards taken"
    things: ClassVar[str] = "taken card"
    of: Filter
    amount: Amount | None = None
    into: Literal["hand", "memory", "graveyard", "field"] = "hand"
    rest: Literal["bottom", "graveyard"] = "bottom"
    random: bool = False
    preserve: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form(
            "put one of <them|those cards> into your {into:word hand memory graveyard} {:of_revealed} "
            "and another into your material deck preserved . put the rest on the bottom of your deck in any order",
            of=Filter("card"),
            amount=ONE,
            preserve=True,
        ),
        form(
            "put all {of:np many} <from among them|revealed this way> into your {into:word hand memory graveyard} "
            "{:of_revealed} and <|put> the rest on the bottom of your deck in any order"
        ),
        form(
            "put all {of:np many} <from among them|revealed this way> into your {into:word hand memory graveyard} "
            "{:of_revealed} and <|put> the rest on the bottom of your deck in a random order",
            random=True,
        ),
        form(
            "put all {of:np many} <from among them|revealed this way> into your {into:word hand memory} "
            "{:of_revealed} and <|put> the rest into your graveyard",
            rest="graveyard",
        ),
        form(
            "put one of <them|those cards> into your {into:word hand memory graveyard} {:of_revealed} "
            "and <|put> the <other|rest> on the bottom of your deck <|in any order>",
            of=Filter("card"),
            amount=ONE,
        ),
        form(
            "put {of:a} from among them into your {into:word hand memory graveyard} {:of_revealed} "
            "and <|put> the rest on the bottom of your deck in any order",
            amount=ONE,
        ),
        form(
            "put {of:a} from among them into your {into:word hand memory} {:of_revealed} "
            "and <|put> the rest into your graveyard",
            amount=ONE,
            rest="graveyard",
        ),
        form(
            "put one of <them|those cards> into your {into:word hand memory} {:of_revealed} "
            "and <|put> the <other|rest> into your graveyard",
            of=Filter("card"),
            amount=ONE,
            rest="graveyard",
        ),
    )

    def said(self, speaker: Speaker) -> Saying:
        kind = f"all {self.of.said(many=True)}" if self.amount is None else speaker.many(self.amount, self.of)
        into = "onto the field" if self.into == "field" else f"into your {self.into}"
        order = "in a random order" if self.random else "in any order"
        rest = "into your graveyard" if self.rest == "graveyard" else f"on the bottom of your deck {order}"
        another = ", another one into your material deck preserved," if self.preserve else ""
        return does(READER, "put", f"{kind} among the revealed cards {into}{another} and the others {rest}")


class RevealCards(Effect, frozen=True, tag="reveal"):
    """Reveals cards, such as those just chosen in a hand; later steps speak of them as ``revealed``."""

    number: ClassVar[str] = "cards revealed"
    things: ClassVar[str] = "revealed card"
    what: Ref

    printed: ClassVar[tuple[Form, ...]] = (
        form("reveal {what:picked}"),
        form("choose and reveal {what:picked}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        speaker.reveals(many=speaker.means_several(self.what))
        return does(READER, "reveal", speaker.object(self.what))


class RevealMemory(Effect, frozen=True, tag="reveal memory"):
    """Reveals every card of a memory (or hand, or material deck), or one at random; later steps count the ``revealed``."""

    number: ClassVar[str] = "cards revealed"
    things: ClassVar[str] = "revealed card"
    who: Who = YOU
    random: bool = False
    zone: Literal["memory", "hand", "material"] = "memory"

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:does reveal} {:their} hand", zone="hand"),
        form("{who:does reveal} all cards in {:their} hand", zone="hand"),
        form("{who:does reveal} all cards in {:their} material deck", zone="material"),
        form("{who:does reveal} all cards in {:their} memory"),
        form("{who:does reveal} {:their} memory"),
        form("{who:does reveal} a card at random from {:their} memory", random=True),
        form("reveal all cards in {who:possessor} memory"),
        form("reveal a card at random from {who:possessor} memory", random=True),
    )

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        zone = "material deck" if self.zone == "material" else self.zone
        speaker.reveals(many=not self.random or who.text.startswith("each "))
        return does(who, "reveal", f"{'a random card' if self.random else 'all cards'} of {their(who)} {zone}")


class RevealFrom(Effect, frozen=True, tag="reveal from"):
    """Players reveal cards of their own choice from one of their zones, fewer if it has fewer (terms.6.reveal)."""

    number: ClassVar[str] = "cards revealed"
    things: ClassVar[str] = "revealed card"
    amount: Amount
    zone: Literal["hand", "memory", "material"]
    who: Who

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:another_does reveal} {amount:head} [card] from {:their} {zone:word hand memory}"),
        form("{who:another_does reveal} {amount:head} [card] from {:their} material deck", zone="material"),
    )

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        cards, tail = self.amount.of(speaker, "a card", "cards")
        zone = "material deck" if self.zone == "material" else self.zone
        return does(who, "reveal", f"{cards} from {their(who)} {zone}").ending(tail)


class TurnFace(Effect, frozen=True, tag="turn face"):
    """Turns objects, or banished cards, face down or face up; a face-down one is just a card (zones.7.2)."""

    number: ClassVar[str] = "cards turned over"
    things: ClassVar[str] = "card turned over"
    to: Literal["up", "down"]
    what: Ref = TARGET

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "turn", f"{speaker.object(self.what)} face {self.to}")


LookingEffect = (
    Choose
    | Remember
    | NameCard
    | LookAt
    | Glimpse
    | Arrange
    | Dig
    | RevealUntil
    | RevealTop
    | Sort
    | RevealCards
    | RevealMemory
    | RevealFrom
    | TurnFace
)
