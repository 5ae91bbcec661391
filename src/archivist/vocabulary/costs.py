"""What can be paid apart from a card's own cost: sacrifices, banishing, discarding, resting, counters.

Each cost says which cards could pay it, how many it takes, and what paying does. Which cards are used is the player's
decision (CA.1.8); a cost that names the object itself leaves nothing to decide.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final, Literal

from archivist.model.card import Card
from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Act, Clause, Noun, counters, does, listed
from archivist.vocabulary.node import Node, Steps
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.rules.costs.means_of_payment import Payer
    from archivist.vocabulary.speech import Speaker


class Cost(Node, frozen=True, tag_field="pay"):
    """What all costs have in common: by default nothing is chosen and `lacks` alone decides."""

    rulings: ClassVar[tuple[str, ...]] = ()
    """Rulings that a refusal cites when it cannot be paid."""

    @property
    def key(self) -> str:
        """The name of the decision, and of the scenario key that answers it."""
        return ""

    @property
    def label(self) -> str:
        """What it is called where the player chooses the order of payments."""
        return self.key or str(type(self).__struct_config__.tag)

    @property
    def changes(self) -> bool:
        """Whether paying it may change what can pay for other costs: cards move, levels and counters go."""
        return True

    def number(self, payer: Payer) -> int:
        """How many cards it takes."""
        return 0

    def candidates(self, payer: Payer) -> tuple[int, ...]:
        """The cards that could be used, given what is already promised to other costs of the same play."""
        return ()

    def together(self, payer: Payer, cards: tuple[int, ...]) -> bool:
        """Whether a set of candidates may be used together."""
        return True

    def sort(self, payer: Payer, number: int) -> Hashable:
        """What still distinguishes candidates that are otherwise equally good, when candidates are grouped."""
        return None

    def lacks(self, payer: Payer) -> str:
        """Why it cannot be paid, in plain words; empty if it can."""
        return ""

    def wanted(self, payer: Payer) -> str:
        """The cards that it takes, in words; empty if it takes none."""
        return ""

    def deathless(self, payer: Payer) -> bool:
        """Whether something immortal is there that it could take otherwise (keywords.immortality); for refusals."""
        return False

    def pledge(self, payer: Payer) -> tuple[str, int] | None:
        """What it takes besides cards, so that no two costs count on the same resource: which one, and how much."""
        return None

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> Steps | None:
        """Pays it, with the cards chosen. Reserve and memory do nothing here: one payment covers all of them."""
        return None

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        """The payment in words, with who makes it."""
        raise NotImplementedError(type(self).__name__)


def paid(costs: Sequence[Cost], speaker: Speaker) -> str:
    """Several payments in words; those made in the same way are told together."""
    found: dict[str, list[str]] = {}
    for act in (act for cost in costs for act in cost.said(speaker).acts):
        found.setdefault(act.verb, []).append(act.rest)
    return listed([f"{verb} {listed([each for each in rests if each])}".rstrip() for verb, rests in found.items()])


_YOURS: Final = {"you control": "they control", "your": "their", "you": "they"}
_YOUR: Final = re.compile(rf"\b({'|'.join(_YOURS)})\b")


def paid_by(cost: Cost, speaker: Speaker, who: Noun) -> Clause:
    """A payment in words; another player pays with what is theirs, but how much reserve or memory is read for you."""
    said = cost.said(speaker, who)
    if who == READER or isinstance(cost, Reserve | Memory):
        return said
    theirs = [Act(act.verb, _YOUR.sub(lambda found: _YOURS[found[1]], act.rest)) for act in said.acts]
    return said._replace(acts=tuple(theirs))


class Reserve(Cost, frozen=True, tag="reserve"):
    """Reserve on top of, or instead of, the card's own: it joins the reserve payment of the play."""

    amount: Amount

    printed: ClassVar[tuple[Form, ...]] = (form("( {amount:number} )"),)

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        return does(who, "pay", f"{self.amount.said(speaker)} reserve")


class Memory(Cost, frozen=True, tag="memory"):
    """A memory cost as an alternative or additional cost; it joins the memory payment of the play."""

    amount: Amount

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        return does(who, "pay", f"{self.amount.said(speaker)} memory")


@lru_cache(maxsize=1024)
def _called(of: Filter, many: bool) -> str:
    """What cards are called; what is lacking is said far more often than it is read."""
    return of.said(many=many)


def _short(what: str, have: int) -> str:
    """What is needed, and how much of it there is: ``it takes 3 allies you control to sacrifice, and there is only 1``."""
    there = f"there {'is' if have == 1 else 'are'} only {have}" if have else "there is none"
    return f"it takes {what}, and {there}"


def _counted(number: int, kind: str) -> str:
    return f"{number} {kind} counter{'' if number == 1 else 's'}"


def _needed(payer: Payer, amount: Amount) -> int:
    """How much a cost asks for; reckoned below 0, as by a negative LV, it is 0 (timing.10.4)."""
    return max(0, payer.amount(amount))


class CardCost(Cost, frozen=True):
    """A cost that takes cards which the player names."""

    of: Filter
    count: Amount = ONE
    verb: ClassVar[str] = ""
    ready: ClassVar[str] = ""
    """What the cards must be for it, in a word."""

    @property
    def key(self) -> str:
        return self.verb

    def number(self, payer: Payer) -> int:
        return _needed(payer, self.count)

    def lacks(self, payer: Payer) -> str:
        need, have = self.number(payer), len(self.candidates(payer))
        return "" if have >= need else _short(self.wanted(payer), have)

    def wanted(self, payer: Payer) -> str:
        need = self.number(payer)
        return f"{need} {self.ready}{_called(self.of, need != 1)} to {self.verb}"

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        return does(who, self.verb, speaker.many(self.count, self.of))


class Sacrifice(CardCost, frozen=True, tag="sacrifice"):
    """Sacrifices objects you control."""

    verb: ClassVar[str] = "sacrifice"
    printed: ClassVar[tuple[Form, ...]] = (
        form("sacrifice {of:yours}"),
        form("sacrifice {count:head} {of:yours many}"),
    )

    def candidates(self, payer: Payer) -> tuple[int, ...]:
        return tuple(
            [
                card.id
                for card in payer.objects_of(self.of)
                if card.id not in payer.gone and not payer.has(card, "immortality")
            ]
        )

    def deathless(self, payer: Payer) -> bool:
        return any(card.id not in payer.gone and payer.has(card, "immortality") for card in payer.objects_of(self.of))

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> Steps:
        yield from payer.sacrifice(cards)


class Banish(CardCost, frozen=True, tag="banish"):
    """Banishes cards from a zone of yours, or objects you control."""

    different: Literal["", "elements"] = ""
    verb: ClassVar[str] = "banish"

    def candidates(self, payer: Payer) -> tuple[int, ...]:
        lying = [
            card.id
            for card in payer.own_cards(self.of.zones)
            if card.id not in payer.gone and self.of.fits(payer, card)
        ]
        coming = (card for card in payer.coming(self.of.zones) if card.id not in payer.gone)
        return (*lying, *(card.id for card in coming if self.of.describes(payer, card)))

    def together(self, payer: Payer, cards: tuple[int, ...]) -> bool:
        if self.different != "elements":
            return True
        seen: set[str] = set()
        for number in cards:
            elements = payer.elements(payer.state.cards[number])
            if seen & elements:
                return False
            seen |= elements
        return True

    def wanted(self, payer: Payer) -> str:
        return f"{super().wanted(payer)}{', no two of the same element' if self.different else ''}"

    def sort(self, payer: Payer, number: int) -> Hashable:
        return payer.elements(payer.state.cards[number]) if self.different else None

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> Steps:
        yield from payer.banish(cards)

    printed: ClassVar[tuple[Form, ...]] = (
        form("banish {of:a}"),
        form("banish {count:head} {of:others}"),
        form("banish all {of:np many} {count:all_of}"),
    )

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        different = f"(of different {self.different})" if self.different else ""
        if self.count.text == f"count({self.of.text})":
            return does(who, self.verb, f"all {self.of.taken().said(many=True)}").ending(different)
        return does(who, self.verb, speaker.many(self.count, self.of.taken())).ending(different)


class Discard(CardCost, frozen=True, tag="discard"):
    """Discards cards from your hand; the card being played is no longer there (RU.8)."""

    placeless: ClassVar[tuple[str, ...]] = ("of",)
    of: Filter = Filter("card")
    verb: ClassVar[str] = "discard"
    printed: ClassVar[tuple[Form, ...]] = (
        form("discard a card"),
        form("discard {count:head} cards"),
        form("discard {of:a} <|from your hand>"),
        form("discard {count:head} {of:np many} <|from your hand>"),
    )

    def candidates(self, payer: Payer) -> tuple[int, ...]:
        return tuple(
            card.id
            for card in payer.own_cards(("hand",))
            if card.id not in payer.gone and self.of.describes(payer, card)
        )

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> Steps:
        yield from payer.discard(cards)


class Rest(CardCost, frozen=True, tag="rest"):
    """Rests objects you control; a rested one cannot rest (costs.5.7)."""

    verb: ClassVar[str] = "rest"
    ready: ClassVar[str] = "awake "
    printed: ClassVar[tuple[Form, ...]] = (form("rest {of:a}"), form("rest {count:head} {of:others}"))

    @property
    def changes(self) -> bool:
        return False

    def candidates(self, payer: Payer) -> tuple[int, ...]:
        return tuple(
            [card.id for card in payer.objects_of(self.of) if not card.rested and card.id not in payer.resting]
        )

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> None:
        payer.rest(cards)


class ReturnToMaterial(CardCost, frozen=True, tag="return"):
    """Returns regalia from the field to their owners' material decks."""

    verb: ClassVar[str] = "return"

    def candidates(self, payer: Payer) -> tuple[int, ...]:
        return tuple(card.id for card in payer.all_objects() if card.id not in payer.gone and self.of.fits(payer, card))

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> Steps:
        yield from payer.return_to_material(cards)

    printed: ClassVar[tuple[Form, ...]] = (
        form("return {of:a} to <its owner 's|your> material deck"),
        form("return {count:head} {of:others} to <their owners ' material decks|your material deck>"),
    )

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        owner = "its owner's material deck" if self.count == ONE else "their owners' material decks"
        return does(who, self.verb, f"{speaker.many(self.count, self.of)} to {owner}")


DEATHLESS: Final = "an immortal object cannot be sacrificed"
"""What a refusal says of Immortality."""
OF_OBJECTS: Final = frozenset(("rest", "sacrifice", "return"))
"""What can be done with an object alone."""


class This(Cost, frozen=True, tag="this"):
    """Does something with the object whose ability it is: rests, banishes, sacrifices or returns it, in this order.

    It is returned to its owner's material deck; it can be discarded from the hand alone (terms.6.discard).
    """

    do: tuple[Literal["rest", "banish", "sacrifice", "return", "discard"], ...]

    def __post_init__(self) -> None:
        if not self.do:
            raise ValueError("what is done with this is missing, such as do: [rest]")

    @property
    def for_objects(self) -> bool:
        """Whether only an object can do it; any card can be banished."""
        return not OF_OBJECTS.isdisjoint(self.do)

    @property
    def rests_only(self) -> bool:
        """Whether the object stays where it is."""
        return self.do == ("rest",)

    def lacks(self, payer: Payer) -> str:
        do, me = self.do, payer.state.cards[payer.source.id]
        if me.incarnation != payer.source.incarnation or (me.zone != "field" and self.for_objects):
            return "it must be on the field"
        if "discard" in do and me.zone != "hand":
            return "it must be in your hand"
        if "rest" in do and (me.rested or me.id in payer.resting):
            return "it must be awake"
        if me.id in payer.gone and not self.rests_only:
            return "it pays for something else already"
        if "sacrifice" in do and payer.has(me, "immortality"):
            return DEATHLESS
        return ""

    def deathless(self, payer: Payer) -> bool:
        return self.lacks(payer) == DEATHLESS

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> Steps:
        for verb in self.do:
            if verb == "rest":
                payer.rest((payer.source.id,))
            elif verb == "banish":
                yield from payer.banish((payer.source.id,))
            elif verb == "return":
                yield from payer.return_to_material((payer.source.id,))
            elif verb == "discard":
                yield from payer.discard((payer.source.id,))
            else:
                yield from payer.sacrifice((payer.source.id,))

    printed: ClassVar[tuple[Form, ...]] = (
        form("rest", do=("rest",)),
        form("banish {:me}", do=("banish",)),
        form("sacrifice {:me}", do=("sacrifice",)),
        form("banish {:me graveyard}", do=("banish",)),
        form("discard {:me hand}", do=("discard",)),
        form("return {:me} to <its owner 's|your> material deck", do=("return",)),
    )

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        *first, last = self.do
        what = speaker.object("this")
        what = f"{what} to its owner's material deck" if last == "return" else what
        return Clause(who, (*(Act(verb) for verb in first), Act(last, what)))


class Release(Cost, frozen=True, tag="release"):
    """Banishes this card from your champion's inner lineage (keywords.lineage-release)."""

    def lacks(self, payer: Payer) -> str:
        champion = payer.champion()
        inner = champion is not None and payer.source.id in champion.lineage
        return "" if inner else "it must be in your champion's inner lineage"

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> Steps:
        yield from payer.banish((payer.source.id,))

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        speaker.works_in(("lineage",))
        return does(who, "banish", f"{speaker.object('this')} from your champion's inner lineage")


class Counters(Cost, frozen=True, tag="counters"):
    """Removes counters from your champion or from this object; all of them must be there (costs.5.7).

    Preparation counters are spent so for Prepare (cards.9.preparation).
    """

    kind: str
    count: Amount = ONE
    from_: Literal["champion", "this"] = "champion"

    def _holder(self, payer: Payer) -> Card | None:
        if self.from_ == "this":
            return payer.state.cards[payer.source.id]
        return payer.champion()

    def lacks(self, payer: Payer) -> str:
        holder, need = self._holder(payer), _needed(payer, self.count)
        own = holder is not None and holder.id == payer.state.players[payer.you].champion
        if own and payer.forbidden(f"remove {self.kind} counters as a cost"):
            return f"{self.kind} counters may not be used to pay"
        have = holder.count(self.kind) - payer.pledged(self._purse(holder)) if holder else 0
        where = "this object" if self.from_ == "this" else "your champion"
        return "" if have >= need else _short(f"{_counted(need, self.kind)} on {where}", have)

    def _purse(self, holder: Card) -> str:
        return f"{self.kind} counters on {holder.id}"

    def pledge(self, payer: Payer) -> tuple[str, int] | None:
        holder = self._holder(payer)
        return None if holder is None else (self._purse(holder), _needed(payer, self.count))

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> None:
        holder = self._holder(payer)
        if holder:
            payer.remove_counters(holder.id, self.kind, _needed(payer, self.count))

    printed: ClassVar[tuple[Form, ...]] = (form("remove {count:head} {kind:counter} [counter] from {from_:holds}"),)

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        number, tail = self.count.of(speaker, *counters(self.kind))
        return does(who, "remove", f"{number} from {speaker.object(self.from_)}").ending(tail)


class Delevel(Cost, frozen=True, tag="delevel"):
    """Returns the top card of your champion's lineage to the material deck (RU.16)."""

    rulings: ClassVar[tuple[str, ...]] = ("RU.16",)

    def lacks(self, payer: Payer) -> str:
        return "" if payer.levels() > 0 else "the champion's lineage has no other champion card"

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> None:
        payer.delevel()

    printed: ClassVar[tuple[Form, ...]] = (form("delevel your champion"),)

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        return does(who, "delevel", "your champion")


class Recover(Cost, frozen=True, tag="recover"):
    """Recovers; as a cost the full number of damage counters must be there (turn.1.8)."""

    amount: Amount

    def lacks(self, payer: Payer) -> str:
        need, have = _needed(payer, self.amount), payer.champion_damage()
        if payer.forbidden("recover"):
            return "you cannot recover"
        return "" if have >= need else _short(f"{_counted(need, 'damage')} on your champion to recover", have)

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> Steps:
        yield from payer.recover(_needed(payer, self.amount))

    printed: ClassVar[tuple[Form, ...]] = (form("recover {amount:number}"),)

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        return does(who, "recover", self.amount.plain(speaker))


class Skip(Cost, frozen=True, tag="skip"):
    """Skips your next phase of a kind."""

    phase: str

    @property
    def changes(self) -> bool:
        return False

    def pay(self, payer: Payer, cards: tuple[int, ...]) -> None:
        payer.skip(self.phase)

    printed: ClassVar[tuple[Form, ...]] = (form("skip your next {phase:phase} phase"),)

    def said(self, speaker: Speaker, who: Noun = READER) -> Clause:
        return does(who, "skip", f"your next {self.phase} phase")


CostNode = (
    Reserve
    | Memory
    | Sacrifice
    | Banish
    | Discard
    | Rest
    | ReturnToMaterial
    | This
    | Release
    | Counters
    | Delevel
    | Recover
    | Skip
)
