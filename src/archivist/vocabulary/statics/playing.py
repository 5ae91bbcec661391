"""Statics about playing cards: costs, elements, permissions, levelling."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.model.card import Card, Way
from archivist.vocabulary.amounts import NONE, ONE, Amount
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Act, Clause, Noun, holds, listed
from archivist.vocabulary.node import Ref
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.statics.base import Side, Static, concerns, for_what, what_it_is
from archivist.vocabulary.words import BASIC_ELEMENTS

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene
    from archivist.vocabulary.speech import Speaker


class CostOf(Static, frozen=True, tag="cost"):
    """Changes what cards cost to play: adds (or subtracts), sets, or removes (CA.1.7)."""

    placeless: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Filter
    ways: tuple[Way, ...] = ("activate",)
    who: Side = "you"
    amount: Amount = NONE
    set: Amount | None = None
    remove: bool = False
    player: int = -1
    kind: Literal["", "reserve", "memory"] = ""

    def applies(self, scene: Scene, card: Card, way: Way, player: int) -> bool:
        if way not in self.ways:
            return False
        if self.player != player if self.who == "that player" else not concerns(self.who, scene.you, player):
            return False
        return self.cards.describes(scene, card)

    printed: ClassVar[tuple[Form, ...]] = (
        form("{cards:np many} you activate cost {amount:more less} less to activate"),
        form("{cards:np many} you activate cost {amount:more} more to activate"),
        form("{cards:np many} your opponents activate cost {amount:more} more to activate", who="opponents"),
        form("{cards:np many} cost {amount:more} more to activate", who="anyone"),
        form("{cards:np many} cost {amount:more less} less to activate", who="anyone"),
        form(
            "{cards:np many} you materialize cost {amount:more less} less to materialize",
            ways=("materialize",),
            kind="memory",
        ),
        form(
            "{cards:np many} cost {amount:more} more to materialize",
            ways=("materialize",),
            kind="memory",
            who="anyone",
        ),
        form(
            "{cards:np many} your opponents materialize cost {amount:more} more to materialize",
            ways=("materialize",),
            kind="memory",
            who="opponents",
        ),
        form(
            "{cards:np many} cost {amount:more} more to play",
            ways=("activate", "materialize", "bestow"),
            who="anyone",
        ),
        form(
            "{cards:np many} your opponents play cost {amount:more} more to play",
            ways=("activate", "materialize", "bestow"),
            who="opponents",
        ),
        form(
            "{cards:np many} you play cost {amount:more less} less to play",
            ways=("activate", "materialize", "bestow"),
        ),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        to = f"{self.kind} to {listed(self.ways, 'or')}".lstrip()
        if self.remove:
            change = f"no {to}" if self.kind else f"nothing {to}"
        elif self.set is not None:
            change = f"exactly {self.set.said(speaker)} {to}"
        else:
            change = self.amount.changed(speaker, to)
        who = "" if self.who == "anyone" else f"{self.who} "
        who = f"{speaker.player(self.who).text} " if self.who == "that player" else who
        return for_what(speaker, on, holds(Noun(self.cards.said(many=True), True), Act("cost", f"{who}{change}")))


class AbilityCost(Static, frozen=True, tag="ability cost"):
    """Changes what activated abilities of objects cost to activate, whoever activates them (costs.4.1)."""

    of: Filter
    amount: Amount

    printed: ClassVar[tuple[Form, ...]] = (
        form("activated abilities of {of:np many} cost {amount:more} more to activate"),
        form("activated abilities of {of:np many} cost {amount:more less} less to activate"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        subject = Noun(f"activated abilities of {self.of.said(many=True)}", True)
        return for_what(speaker, on, holds(subject, Act("cost", self.amount.changed(speaker, "to activate"))))


class Enable(Static, frozen=True, tag="enable"):
    """Enables an element for you, or with `basic` all basic elements (cards.3.1)."""

    element: str = ""
    basic: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("{element:element} element is enabled for you"),
        form("all basic elements are enabled for you", basic=True),
    )

    def __post_init__(self) -> None:
        if bool(self.element) == self.basic:
            raise ValueError("what is enabled is either an element (element: fire) or all basic ones (basic: true)")

    @property
    def elements(self) -> tuple[str, ...]:
        """The elements that it enables."""
        return tuple(sorted(BASIC_ELEMENTS)) if self.basic else (self.element,)

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        subject = Noun("all basic elements", True) if self.basic else Noun(self.element)
        return for_what(speaker, on, holds(subject, Act("be", "enabled for you")))


class Disable(Static, frozen=True, tag="disable"):
    """Disables an element for you, unless it is enabled later (timing.6.3)."""

    element: str

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return for_what(speaker, on, holds(Noun(self.element), Act("be", "disabled for you")))


class IgnoreElements(Static, frozen=True, tag="ignore elements"):
    """You may play these cards whatever their elements; with `ways` only in these ways (PC.1)."""

    placeless: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Filter
    ways: tuple[Way, ...] = ()

    printed: ClassVar[tuple[Form, ...]] = (
        form("ignore the elemental requirements of {cards:np many} you activate", ways=("activate",)),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        how = " or ".join(self.ways) or "play"
        played = f"{how} {self.cards.said(many=True)} whatever their elements"
        return for_what(speaker, on, holds(READER, Act("may", played)))


class Permit(Static, frozen=True, tag="permit"):
    """Permission to play certain cards from another zone, another player's zone, or at another speed."""

    placeless: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Filter
    ways: tuple[Way, ...] = ("activate",)
    top_of_deck: bool = False
    ignore_elements: bool = False
    fast: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("you may activate {cards:np many} from the top of your deck", top_of_deck=True),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        cards, place = self.cards.said(many=True), " from the top of your deck" if self.top_of_deck else ""
        elements = ", whatever their elements" if self.ignore_elements else ""
        speed = " at fast speed" if self.fast else ""
        ways = listed(self.ways, "or")
        return for_what(speaker, on, holds(READER, Act("may", f"{ways} {cards}{place}{speed}{elements}")))


class StarcallFree(Static, frozen=True, tag="starcall free"):
    """Once each turn 0 may be paid in place of a starcalling cost."""

    printed: ClassVar[tuple[Form, ...]] = (
        form("once per turn , you may pay ( 0 ) rather than pay a card 's starcalling costs"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return for_what(
            speaker, on, holds(READER, Act("may", "pay 0 instead of a starcalling cost")).led("once each turn")
        )


class NextActivation(Static, frozen=True, tag="next activation"):
    """The next card of a kind that you activate has further words, becomes an object with buff counters or a distant one,
    uses a higher level (Empower), has another cost, or cannot be negated; once."""

    placeless: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Filter
    words: tuple[str, ...] = ()
    buff: int = 0
    level: int = 0
    cost: Amount = NONE
    fast: bool = False
    distant: bool = False
    unnegated: bool = False

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        acts = (
            Act("be", f"also {listed([what_it_is(word) for word in self.words])}" if self.words else ""),
            Act(
                "enter",
                f"with {'an additional buff counter' if self.buff == 1 else f'{self.buff} additional buff counters'}"
                if self.buff
                else "",
            ),
            Act("enter", "distant" if self.distant else ""),
            Act("reckon", f"with {self.level} more LV" if self.level else ""),
            Act("cost", self.cost.changed(speaker, "to activate") if self.cost.text != 0 else ""),
            Act("can", "be activated at fast speed" if self.fast else ""),
            Act("cannot", "be negated" if self.unnegated else ""),
        )
        subject = Noun(f"the next {self.cards.said()} you activate")
        return for_what(speaker, on, holds(subject, *(act for act in acts if act.rest)))


class LevelSideways(Static, frozen=True, tag="level sideways"):
    """The champion may also level up into a champion card of its own base level (RU.20)."""

    printed: ClassVar[tuple[Form, ...]] = (form("{:me} can level up into champions of the same base level"),)

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        into = "also level up into a champion card of the same base level"
        return for_what(speaker, on, holds(Noun("your champion"), Act("may", into)))


class MoreMaterializations(Static, frozen=True, tag="more materializations"):
    """You may materialize so many more cards in each of your materialize phases (turn.4.7)."""

    more: Amount = ONE

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        cards, tail = self.more.of(speaker, "1 more card", "more cards")
        return for_what(
            speaker,
            on,
            holds(READER, Act("may", f"materialize {cards} in each of your materialize phases")).ending(tail),
        )
