"""Effects that bring cards into play from outside the game, or to hand from the depths of a deck."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.grammar import READER, Saying, does
from archivist.vocabulary.node import YOU, Who
from archivist.vocabulary.printing import Form, form

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


class Generate(Effect, frozen=True, tag="generate"):
    """Adds cards from outside the game, yours for the rest of it; deck limits do not matter (terms.6.generate).

    They go to your hand, or into a zone that is stated and exists; into a deck they are shuffled.
    """

    number: ClassVar[str] = "cards generated"
    things: ClassVar[str] = "generated card"
    card: str
    amount: Amount = ONE
    up_to: bool = False
    into: Literal["hand", "memory", "deck", "material", "pantheon", "graveyard", "banishment"] = "hand"

    printed: ClassVar[tuple[Form, ...]] = (
        form("generate {amount:head} {card:name} card and put it into your memory", into="memory"),
        form("generate {amount:head} {card:name} [card] and put <it|them> into your memory", into="memory"),
        form("generate {amount:head} {card:name} [card] and put <it|them> into your hand"),
        form(
            "generate up to {amount:head} {card:name} [card] and shuffle <them|it> into your deck",
            into="deck",
            up_to=True,
        ),
        form("generate {amount:head} {card:name} [card] and shuffle <them|it> into your deck", into="deck"),
    )

    def said(self, speaker: Speaker) -> Saying:
        cards, tail = self.amount.of(speaker, "one card" if self.up_to else "a card", "cards")
        if tail.startswith("for each"):
            cards, tail = "X cards", f", X being {self.amount.said(speaker)}"
        more = "up to " if self.up_to else ""
        into = {"material": "material deck"}.get(self.into, self.into)
        again = "it" if self.amount.fixed == 1 else "them"
        goes = f"shuffle {again} into your deck" if self.into == "deck" else f"put {again} into your {into}"
        where = " into your hand" if self.into == "hand" else f" and {goes}"
        return does(READER, "generate", f"{more}{cards} named {self.card}{where}{tail}")


class Scavenge(Effect, frozen=True, tag="scavenge"):
    """Reveals cards from the top of your deck until one fits or so many are revealed; that one goes to your hand.

    The others go to the bottom in random order (terms.6.scavenge).
    """

    number: ClassVar[str] = "cards found"
    things: ClassVar[str] = "found card"
    amount: Amount
    of: Filter

    printed: ClassVar[tuple[Form, ...]] = (form("scavenge {amount:number} for {of:a}"),)

    def said(self, speaker: Speaker) -> Saying:
        return does(READER, "scavenge", f"{self.amount.said(speaker)} for {self.of.one()}")


class Shuffle(Effect, frozen=True, tag="shuffle"):
    """Shuffles decks (terms.6.shuffle)."""

    number: ClassVar[str] = ""
    who: Who = YOU

    printed: ClassVar[tuple[Form, ...]] = (form("{who:does shuffle} {:their} deck"),)

    def said(self, speaker: Speaker) -> Saying:
        who = speaker.player(self.who)
        return does(who, "shuffle", f"{'your' if who == READER else 'their'} deck")


OutsideEffect = Generate | Scavenge | Shuffle
