"""Verbs that bring cards into the game, or find them in a deck."""

from __future__ import annotations

from archivist.model.card import Card, Seat
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.cards import CardVerbs
from archivist.rules.timing import bounds
from archivist.rules.turn import drawing
from archivist.rules.zones import moving
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.statics.game import ForbidGenerate


class OutsideVerbs(CardVerbs):
    """Verbs about cards from outside the game and from decks."""

    def generate(self, name: str, n: int, into: str) -> None:
        """Adds cards to the game for good: to the hand unless another zone is stated and exists.

        Rules: terms.6.generate, timing.9.6.
        """
        if self.state.players[self.you].lost:
            return
        if n > 0 and self._keeps_from_generating(name):
            say(self.state, "not generated", "timing.6.2", player=self.you, note=name)
            return
        made: list[int] = []
        zone = into if into != "pantheon" or self.state.format == "pantheon" else "hand"
        for _ in range(self.times_of(n)):
            bounds.check_room(self.state, name)
            card = Card(len(self.state.cards), name, self.you, self.you, "none", stamp=self.state.tick())
            self.state.cards.append(card)
            self.state.touch()
            say(self.state, "generate", "terms.6.generate", player=self.you, card=card)
            moving.move(self.state, card.id, zone, "terms.6.generate")
            made.append(card.id)
        if n > 0 and zone == "deck":
            drawing.shuffle(self.state, self.you)
        self.did(len(made), made)

    def _keeps_from_generating(self, name: str) -> bool:
        return any(
            active.you == self.you and active.scene(self.state).source.named == name
            for active, _ in now.statics(self.state, ForbidGenerate)
        )

    def scavenge(self, of: Filter, n: int) -> None:
        """Reveals up to so many cards for one that fits; a number of 0 reveals nothing (terms.6.scavenge, terms.6)."""
        if n > 0:
            say(self.state, "scavenge", "terms.6.scavenge", player=self.you, amount=n)
            self.reveal_until(of, "hand", most=n)

    def shuffle(self, seat: Seat) -> None:
        """Shuffling a deck is done however few cards it has."""
        drawing.shuffle(self.state, seat)
        self.did(0, done=True)
