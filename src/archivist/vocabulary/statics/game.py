"""Statics that change the course of the game: what cannot be done, what happens instead, limits, the order of phases."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Act, Clause, Noun, holds
from archivist.vocabulary.node import THIS, Ref
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.statics.base import Side, Static, for_what, side_of

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


def controllers(subject: Noun) -> str:
    """Whose wake up phase it is in which objects wake up."""
    return "their controllers'" if subject.plural else "its controller's"


class Forbid(Static, frozen=True, tag="forbid"):
    """Something that cannot be done: beats the rules, and every permission of the same kind (timing.6, timing.6.2).

    What does not wake up in the wake up phase (of `who`) can still be woken by an effect; what cannot wake up, by none.
    `of` names what stays rested, or the champions that cannot level up.

    Rules: effects.2.5.
    """

    placeless: ClassVar[tuple[str, ...]] = ("cards",)
    what: Literal[
        "recover",
        "activate",
        "negate your activations",
        "remove enlighten counters as a cost",
        "wake up",
        "wake up in the wake up phase",
        "level up",
        "level up except into",
        "lose the game",
        "draw",
        "declare attacks",
        "attack",
    ]
    who: Side = "you"
    cards: Filter | None = None
    name: str = ""
    of: Ref | None = None
    player: int = -1

    printed: ClassVar[tuple[Form, ...]] = (
        form("<your opponents|opponents> cannot recover", what="recover", who="opponents"),
        form("players cannot recover", what="recover", who="anyone"),
        form("you cannot recover", what="recover"),
        form("<your opponents|opponents> cannot activate {cards:np many}", what="activate", who="opponents"),
        form("players cannot activate {cards:np many}", what="activate", who="anyone"),
        form("you cannot activate {cards:np many}", what="activate"),
        form(
            "you cannot remove enlighten counters from your champion to pay for costs",
            what="remove enlighten counters as a cost",
        ),
        form("{of:held} cannot attack", what="attack"),
        form("{of:every} cannot attack", what="attack"),
        form("{of:every} cannot level up", what="level up"),
        form("{of:held} cannot wake up", what="wake up"),
        form("{of:every} cannot wake up", what="wake up"),
        form("{of:held} does not wake up during its controller 's wake up phase", what="wake up in the wake up phase"),
        form("<your opponents|opponents> cannot declare attacks", what="declare attacks", who="opponents"),
        form("players cannot declare attacks", what="declare attacks", who="anyone"),
        form("you cannot declare attacks", what="declare attacks"),
        form("<your opponents|opponents> cannot draw cards", what="draw", who="opponents"),
        form("players cannot draw cards", what="draw", who="anyone"),
        form("you cannot draw cards", what="draw"),
        form("you cannot lose the game", what="lose the game"),
        form('{:me} can only level up into another " {name:lineage} " champion', what="level up except into"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        if self.what == "negate your activations":
            return for_what(speaker, on, holds(Noun("your card activations", True), Act("cannot", "be negated")))
        if self.what == "level up except into":
            return for_what(
                speaker,
                on,
                holds(Noun("your champion"), Act("can", f"level up only into another {self.name} champion")),
            )
        if self.what == "level up":
            whose = speaker.subject(on or self.of or Ref("champion"))
            return holds(whose, Act("cannot", "level up"))
        if self.what == "attack":
            return holds(speaker.subject(on or self.of or THIS), Act("cannot", "attack"))
        if self.what in ("wake up", "wake up in the wake up phase"):
            return self.asleep(speaker, on)
        if self.what == "remove enlighten counters as a cost":
            act = Act("cannot", "remove enlighten counters from your champion as a cost")
            return for_what(speaker, on, holds(side_of(self.who), act))
        kind = self.cards or (Filter("card") if self.what == "activate" else None)
        cards = f" {kind.said(many=True)}" if kind is not None else ""
        return for_what(speaker, on, holds(side_of(self.who), Act("cannot", f"{self.what}{cards}")))

    def asleep(self, speaker: Speaker, on: Ref | None, phase: str = "wake up phase") -> Clause:
        """What stays rested: the things that an effect fixed, or everything of a kind on a side."""
        whose = {"you": " you control", "opponents": " opponents control"}.get(self.who, "")
        kind = self.cards.said(many=True) if self.cards is not None else "objects"
        of = on or self.of
        subject = Noun(f"{kind}{whose}", True) if of is None else speaker.subject(of)
        if self.what == "wake up":
            return holds(subject, Act("cannot", "wake up"))
        phases = f"{phase}s" if subject.plural else phase
        return holds(subject, Act("do", f"not wake up in {controllers(subject)} {phases}"))


class ForbidGenerate(Static, frozen=True, tag="forbid generate"):
    """Cards of the name that the source remembers cannot be generated by you (timing.6.2)."""

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return for_what(speaker, on, holds(READER, Act("cannot", "generate cards with the remembered name")))


class Redirect(Static, frozen=True, tag="goes to"):
    """Replaces a zone: what would go to the graveyard (or enter the field) goes elsewhere instead.

    `who` is whose graveyard that is, or who would control what enters; tokens are kept from the field too. `from_` leaves
    it at what comes from the field, or from elsewhere, `hit` at what this has hit this turn. Several that apply to one
    card are ordered by its controller (effects.3.2).
    """

    placeless: ClassVar[tuple[str, ...]] = ("cards",)
    cards: Filter
    instead_of: Literal["graveyard", "field"] = "graveyard"
    from_: Literal["", "field", "elsewhere"] = ""
    to: Literal["banishment", "hand", "memory", "material", "deck top", "deck bottom"] = "banishment"
    who: Side = "anyone"
    face_down: bool = False
    player: int = -1
    hit: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("if {cards:a} hit by {:me} this turn would die , banish it instead", from_="field", hit=True),
        form("if {cards:a} would be put into a player 's graveyard , that player banishes it instead"),
        form("if {cards:dying} would die , banish <it|them> instead", from_="field"),
        form("if {cards:dying} would die , return <it|them> to its owner 's hand instead", from_="field", to="hand"),
        form("if {cards:dying} would die , put <it|them> into its owner 's memory instead", from_="field", to="memory"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        graveyard = {
            "you": "your graveyard",
            "opponents": "opponents' graveyards",
            "that player": "that player's graveyard",
        }
        what, would = self.cards.said(many=True), f"would go to {graveyard.get(self.who, 'a graveyard')}"
        if self.instead_of == "field":
            what = "objects" if self.cards.text == "card" else what
            under = {"you": " under your control", "opponents": " under an opponent's control"}
            would = f"would enter the field{under.get(self.who, '')}"
        origin = {"field": " from the field", "elsewhere": " from anywhere except the field"}.get(self.from_, "")
        unresolved = " other than by resolving" if self.instead_of == "field" else ""
        hit = f" that {speaker.subject('this').text} has dealt combat damage to this turn" if self.hit else ""
        subject = Noun(f"{what}{hit} that {would}{origin}{unresolved}", True)
        face = " face down" if self.face_down else ""
        place = {
            "banishment": "banished",
            "hand": "put into their owners' hands",
            "memory": "put into their owners' memories",
            "material": "put into their owners' material decks",
            "deck top": "put on top of their owners' decks",
            "deck bottom": "put on the bottom of their owners' decks",
        }[self.to]
        if on is not None and self.cards.text == "card" and not self.hit:
            them = speaker.subject(on)
            goes = holds(Noun("they" if them.plural else "it", them.plural), Act("be", f"{place}{face} instead"))
            return goes.led(f"if {them.text} {would}{origin}{unresolved}")
        return for_what(speaker, on, holds(subject, Act("be", f"{place}{face} instead")))


class TokensInstead(Static, frozen=True, tag="tokens instead"):
    """When you would summon tokens you may summon as many of another token in their place."""

    token: str

    printed: ClassVar[tuple[Form, ...]] = (
        form("if you would summon <one or more tokens|a token> , you may summon that many {token:name} tokens instead"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        instead = f"summon as many {self.token} tokens instead"
        return for_what(speaker, on, holds(READER, Act("may", instead)).led("when you would summon tokens"))


class Limit(Static, frozen=True, tag="limit"):
    """The most cards a player may have in hand, in memory, or in both (influence); enforced in clean-up (turn.4.16)."""

    most: Amount
    of: Literal["hand", "memory", "influence"] = "hand"
    who: Side = "anyone"

    printed: ClassVar[tuple[Form, ...]] = (
        form("each player 's maximum influence is {most:head}", of="influence"),
        form("your maximum influence is {most:head}", of="influence", who="you"),
        form("<each opponent 's|your opponents '> maximum influence is {most:head}", of="influence", who="opponents"),
    )

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        most, tail = self.most.of(speaker, "1 card", "cards")
        where = "hand and memory together" if self.of == "influence" else self.of
        own = "your turns" if self.who == "you" else "their own turns"
        return for_what(
            speaker,
            on,
            holds(side_of(self.who), Act("can", f"keep at most {most} in {where} as {own} end")).ending(tail),
        )


class RevealTop(Static, frozen=True, tag="reveal top"):
    """The top card of your deck is face up for everyone."""

    printed: ClassVar[tuple[Form, ...]] = (form("play with the top card of your deck revealed"),)

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return for_what(speaker, on, holds(Noun("the top card of your deck"), Act("be", "face up")))


class TimeIsDistorted(Static, frozen=True, tag="time is distorted"):
    """All players have their materialize phase after main; distorting time again changes nothing.

    Rules: turn.6.1, turn.6.4, effects.6, effects.6.3.
    """

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return for_what(
            speaker, on, holds(Noun("time"), Act("be", "distorted: materialize phases come after main phases"))
        )


class Contested(Static, frozen=True, tag="contested"):
    """A status that its player loses when an opponent gains it."""

    def said(self, speaker: Speaker, on: Ref | None = None) -> Clause:
        return for_what(speaker, on, holds(READER, Act("lose", f"{speaker.this} when an opponent gains it")))
