"""Effects that move cards elsewhere: putting, banishing, loading."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, Literal

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect, their, top_cards
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.fixed import fix
from archivist.vocabulary.grammar import READER, Act, Clause, Saying, counters, does, holds, listed
from archivist.vocabulary.node import TARGET, THIS, YOU, Ref, Who
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
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
    "lineage": "on the bottom of {} lineage",
}


def _place_from_top(number: int) -> str:
    return "on top" if number == 1 else f"as card {number} from the top"


class Put(Effect, frozen=True, tag="put"):
    """Moves cards: to a hand, memory, deck, graveyard, material deck, into the intent, or onto the field.

    Into a ``deck`` they go so many places `from_top` (4 is the fourth card); `random` puts several in a random order in
    place of one that their owner chooses. Onto the field they come under your control, or their owner's, and `rested` if it
    says so; `transformed` puts a double-faced card there with its flip side up. Into a ``lineage`` they go beneath all cards
    of the champion that `champion` names; the inner lineage holds cards of any type. With `yours` only a card that lies in
    your zone of that name is moved.

    Rules: timing.8.5, timing.9.4, timing.9.5, zones.4.2.
    """

    number: ClassVar[str] = "cards put there"
    things: ClassVar[str] = "card put there"
    what: Ref
    into: Literal[
        "hand", "memory", "deck", "deck top", "deck bottom", "graveyard", "material", "field", "intent", "lineage"
    ]
    buff: int = 0
    owner: bool = False
    transformed: bool = False
    from_top: int = 1
    random: bool = False
    rested: bool = False
    champion: Ref = Ref("champion")
    counters: dict[str, Amount] = {}
    yours: Literal["", "graveyard"] = ""
    preserved: bool = False

    def __post_init__(self) -> None:
        fix(self, "counters")
        if self.preserved and self.into != "material":
            raise ValueError("only cards that are put into a material deck lie there preserved")

    printed: ClassVar[tuple[Form, ...]] = (
        form("return {what:thing} to {:owner} <hand|hands>", into="hand"),
        form("return {what:thing} to {:owner} <memory|memories>", into="memory"),
        form("return {what:thing} to {:owner} graveyard", into="graveyard"),
        form("return {what:thing} to {:owner} material deck", into="material"),
        form("return {what:thing} to the field", into="field"),
        form("return {what:thing} to the field rested", into="field", rested=True),
        form("return {what:thing} to the field under its owner 's control", into="field", owner=True),
        form(
            "return {what:thing} to the field under its owner 's control rested", into="field", owner=True, rested=True
        ),
        form("return {what:own} from your graveyard {:dead} to the field", into="field", yours="graveyard"),
        form(
            "return {what:own} from your graveyard {:dead} to the field rested",
            into="field",
            yours="graveyard",
            rested=True,
        ),
        form("return {what:own} from your graveyard {:dead} to your hand", into="hand", yours="graveyard"),
        form("return {what:own} from your graveyard {:dead} to your memory", into="memory", yours="graveyard"),
        form("put {what:cheapest} onto the field", into="field"),
        form("put {what:thing} onto the field <|under your control> rested", into="field", rested=True),
        form(
            "put {what:thing} onto the field . <it enters|they enter> the field with {counters:more_counters} on <it|them>",
            into="field",
        ),
        form("put {what:thing} onto the field transformed", into="field", transformed=True),
        form("put {what:thing} into {:owner} <hand|hands>", into="hand"),
        form("put {what:thing} into {:owner} <memory|memories>", into="memory"),
        form("put {what:thing} into {:owner} graveyard", into="graveyard"),
        form("put {what:thing} into {:owner} material deck", into="material"),
        form("put {what:thing} into {:owner} material deck preserved", into="material", preserved=True),
        form("put {what:thing} onto the field <|under your control>", into="field"),
        form("put {what:thing} on the bottom of {:owner} deck <|in any order>", into="deck bottom"),
        form("put {what:thing} on the bottom of {:owner} deck in a random order", into="deck bottom", random=True),
        form("put {what:thing} on top of {:owner} deck", into="deck top"),
        form("put {what:thing} on the bottom of your champion 's lineage", into="lineage"),
        form("put {what:thing} on the bottom of {champion:hit_champion} lineage", into="lineage"),
        form("put {what:thing} on the bottom of {champion:aimed_champion} lineage", into="lineage"),
    )

    @property
    def named(self) -> str:
        """What later steps call the cards: by where they were put, if that is in play."""
        return "card put onto the field" if self.into == "field" else self.things

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        many = speaker.means_several(self.what)
        whose = speaker.possessive(self.champion) if self.into == "lineage" else speaker.owners(self.what)
        into = _DESTINATIONS[self.into].format(whose)
        if "owners'" in into and not into.endswith("memory"):
            into = f"{into}s"
        if self.into == "deck":
            into = f"{into}, {_place_from_top(self.from_top)}"
        control = f" under {'their' if many else 'its'} owner's control" if self.owner else ""
        ordered = many and self.into in ("deck bottom", "deck top")
        order = " in a random order" if self.random else " in any order" if ordered else ""
        number = "a buff counter" if self.buff == 1 else f"{self.buff} buff counters"
        buff = f" with {number}{' each' if many else ''}" if self.buff else ""
        words = ((n, counters(f"additional {kind}")) for kind, n in self.counters.items())
        marks = [" ".join(n.of(speaker, *each)).rstrip() for n, each in words]
        buff = f"{buff} with {listed(marks)}{' each' if many else ''}" if marks else buff
        side = " with the flip side up" if self.transformed else ""
        rested = " rested" if self.rested else " preserved" if self.preserved else ""
        into = f"from your {self.yours} {into}" if self.yours else into
        return does(READER, "put", f"{what} {into}{rested}{control}{order}{buff}{side}")


class Banish(Effect, frozen=True, tag="banish"):
    """Banishes cards or objects; `remember` ties them to the source, `omen` marks them."""

    number: ClassVar[str] = "cards banished"
    things: ClassVar[str] = "banished card"
    what: Ref
    face_down: bool = False
    remember: bool = False
    omen: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("banish {what:thing}"),
        form("banish {what:thing} face down", face_down=True),
        form("banish {what:thing} and put an omen counter on <it|them>", omen=True),
        form("banish {what:thing} . put an omen counter on each card banished this way", omen=True),
    )

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        again = "them" if speaker.means_several(self.what) else "it"
        speaker.loses_sight(self.what, "banished", remembered=self.remember)
        face = " face down" if self.face_down else ""
        omen = f" as {'omens' if again == 'them' else 'an omen'}" if self.omen else ""
        acts = (Act("banish", f"{what}{face}{omen}"), *((Act("remember", again),) if self.remember else ()))
        return Clause(READER, acts)


class BanishRandom(Effect, frozen=True, tag="banish at random"):
    """Banishes random cards of a memory."""

    number: ClassVar[str] = "cards banished"
    things: ClassVar[str] = "banished card"
    amount: Amount = ONE
    who: Who = YOU

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:does banish} {amount:head} [card] at random from {:their} memory"),
        form("banish {amount:head} [card] at random from {who:possessor} memory"),
        form("banish {amount:head} [card] at random from it {:its_memory}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        cards, tail = self.amount.of(speaker, "a random card", "random cards")
        return does(READER, "banish", f"{cards} from {who.possessive} memory").ending(tail)


class BanishOwn(Effect, frozen=True, tag="banish own"):
    """Players banish cards of their choice from one of their zones; a player with fewer banishes all of them.

    Several players choose in turn order before any card moves (timing.7.1, timing.7.2).
    """

    number: ClassVar[str] = "cards banished"
    things: ClassVar[str] = "banished card"
    who: Who
    zone: Literal["graveyard", "hand", "memory"] = "graveyard"
    amount: Amount = ONE

    printed: ClassVar[tuple[Form, ...]] = (
        form("{who:another_does banish} {amount:head} [card] from {:their} {zone:word graveyard hand memory}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        cards, tail = self.amount.of(speaker, "a card", "cards")
        return does(who, "banish", f"{cards} from {their(who)} {self.zone}").ending(tail)


class BanishTop(Effect, frozen=True, tag="banish top"):
    """Banishes the top cards of a deck, one at a time; with `play` you may play them, and see those that lie face down.

    Without it nobody may look at what is banished face down (zones.5.6, zones.5.7).
    """

    number: ClassVar[str] = "cards banished"
    things: ClassVar[str] = "banished card"
    amount: Amount
    who: Who = YOU
    face_down: bool = False
    play: bool = False
    ignore_elements: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("banish the top {amount:top} of {who:whose} deck"),
        form("banish the top {amount:top} of {who:whose} deck face down", face_down=True),
        form(
            "banish the top {amount:top} of {who:whose} deck face down . as long as <they are|it is> banished , "
            "you may play <those cards|that card|them|it>",
            face_down=True,
            play=True,
        ),
        form(
            "banish the top {amount:top} of {who:whose} deck face down . as long as <they are|it is> banished , "
            "you may play <those cards|that card|them|it> , ignoring <their|its> elemental requirements",
            face_down=True,
            play=True,
            ignore_elements=True,
        ),
    )

    def said(self, speaker: Speaker) -> Saying:
        whose = speaker.player(self.who).possessive
        cards, tail = top_cards(self.amount, speaker)
        face = " face down" if self.face_down else ""
        elements = ", whatever their elements" if self.ignore_elements else ""
        look = "look at them and " if self.face_down else ""
        play = f"while they are banished, you may {look}play them{elements}" if self.play else ""
        more = (play,) if play else ("their elements do not matter",) if self.ignore_elements else ()
        return does(READER, "banish", f"{cards} of {whose} deck{face}", *more).ending(tail)


class EmptyGraveyard(Effect, frozen=True, tag="banish graveyard"):
    """Players banish every card of their graveyards, for what is done to a zone is done to all its cards (zones.2.6)."""

    number: ClassVar[str] = "cards banished"
    things: ClassVar[str] = "banished card"
    who: Who

    printed: ClassVar[tuple[Form, ...]] = (form("banish {who:whose} graveyard"),)

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        return does(who, "banish", f"all cards of {their(who)} graveyard")


class Load(Effect, frozen=True, tag="load"):
    """Puts a card under an object: under the one named by `into`, or, with `of`, under one you choose as this resolves.

    Rules: terms.5.load.
    """

    number: ClassVar[str] = "cards loaded"
    things: ClassVar[str] = "loaded card"
    what: Ref = THIS
    into: Ref = TARGET
    of: Filter | None = None

    printed: ClassVar[tuple[Form, ...]] = (
        form("load {what:thing} into {into:thing}"),
        form("load <this card|the card> from your graveyard {:dead} into {into:thing}"),
    )

    def said(self, speaker: Speaker) -> Saying:
        what = speaker.object(self.what)
        into = f"{self.of.one()} of your choice" if self.of is not None else speaker.object(self.into)
        return does(READER, "load", f"{what} into {into}")


class GoesTo(Effect, frozen=True, tag="goes to"):
    """Changes where this card, or that of a target activation, goes as it leaves the stack, also if negated (RS.11.1).

    Into the ``deck`` it goes so many places `from_top` (timing.9.5).
    """

    number: ClassVar[str] = "cards sent elsewhere"
    things: ClassVar[str] = "card sent elsewhere"
    zone: Literal["banishment", "memory", "deck", "deck bottom", "hand"]
    what: Ref = THIS
    from_top: int = 1

    @property
    def destination(self) -> str:
        """The zone, and the place in it if it is one in the deck."""
        return f"deck {self.from_top}" if self.zone == "deck" else self.zone

    def said(self, speaker: Speaker) -> Saying:
        into = _DESTINATIONS[self.zone].format("its owner's")
        if self.zone == "deck":
            into = f"{into}, {_place_from_top(self.from_top)},"
        how = Act("be", "banished") if self.zone == "banishment" else Act("go", into)
        return holds(speaker.subject(self.what), how).ending("as it leaves the stack")


MovingEffect = Put | Banish | BanishRandom | BanishOwn | BanishTop | EmptyGraveyard | Load | GoesTo
