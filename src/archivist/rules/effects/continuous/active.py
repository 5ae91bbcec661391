"""One thing that may hold: a static of a source, or an effect that lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archivist.model.card import Card, Seat, Thing
from archivist.model.value import Value
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.node import Ref
from archivist.vocabulary.statics.base import Static

if TYPE_CHECKING:
    from archivist.model.state import State
    from archivist.rules.effects.continuous.characteristics import EarlyEvaluation


class Active(Value, frozen=True):
    """Something that may hold now: a static of a source (`own`), or an effect that lasts.

    Static abilities hold all the time, without the stack, for as long as their object has them.

    `player` is whom the words of an effect mean by "that player", if they speak of one. A static that an object has
    `gained` is its own, as old as the effect that gave it. The `giver` is the card of the lineage that it is inherited
    from, or whose inherited ability began it. `text_of` names the face in whose text it stands, with what it grants; by
    default the source's own.

    Rules: abilities.4, abilities.4.1, abilities.4.2, effects.5.1, effects.5.2.
    """

    static: Static
    source: Card
    you: Seat
    stamp: int
    conditions: tuple[Condition, ...] = ()
    on: tuple[Thing, ...] | None = None
    own: bool = False
    player: Seat | None = None
    gained: bool = False
    giver: Card | None = None
    text_of: str = ""

    @property
    def face(self) -> str:
        """The face in whose text it stands."""
        return self.text_of or self.source.face

    def scene(self, state: State, early: EarlyEvaluation | None = None) -> Scene:
        """The point of view from which its phrases are read; while an early layer is applied, as things are then."""
        source = state.cards[self.source.id] if self.own else self.source
        scene = Scene(state, self.you, source, x=source.x, y=source.y, early=early)
        scene.giver = self.giver
        if self.player is not None:
            scene.targets = (Thing("player", self.player),)
        return scene

    def holds(self, state: State, early: EarlyEvaluation | None = None) -> bool:
        """Whether its conditions are met."""
        for condition in self.conditions:  # noqa: SIM110
            if not condition.holds(self.scene(state, early)):
                return False
        return True

    def reaches(self, state: State, ref: Ref, card: Card, early: EarlyEvaluation | None = None) -> bool:
        """Whether it is about this card: by its fixed set, or by its words.

        Rules: effects.5.7.choice, effects.5.4, effects.5.5, effects.5.6, effects.5.7.
        """
        if self.on is not None:
            return card.thing in self.on
        if ref.each is not None:
            return ref.each.fits(self.scene(state, early), card)
        source = self.source
        if ref.name == "this":
            return card.id == source.id and card.incarnation == source.incarnation
        if ref.name == "champion":
            return state.players[self.you].champion == card.id
        return ref.name == "linked" and self.linked(state) == card.thing

    def linked(self, state: State) -> Thing | None:
        """What its source is linked to now."""
        return (state.cards[self.source.id] if self.own else self.source).linked


def stamp(active: Active) -> int:
    return active.stamp
