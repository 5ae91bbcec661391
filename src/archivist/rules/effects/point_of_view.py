"""A point of view: who looks, from which source, and what they find: cards as they are, numbers and bonuses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from archivist.model.card import Card, Seat, Thing
from archivist.model.event import GameEvent, card_of
from archivist.model.state import State
from archivist.vocabulary.words import LABELS, STATES

if TYPE_CHECKING:
    from archivist.rules.effects.continuous.characteristics import EarlyEvaluation, Evaluation
    from archivist.vocabulary.face import Face
    from archivist.vocabulary.pending import Combat, Item

MARKS: Final[Mapping[str, Callable[[Card], bool]]] = {
    "rested": lambda card: card.rested,
    "awake": lambda card: not card.rested,
    "damaged": lambda card: card.damage > 0,
    "loaded": lambda card: bool(card.loaded),
    "unloaded": lambda card: not card.loaded,
    "face-up": lambda card: card.face_up,
    "face-down": lambda card: not card.face_up,
    "transformed": lambda card: card.transformed,
    "omen": lambda card: card.zone == "banishment" and card.count("omen") > 0,
}
"""States that can be seen on the card itself."""
ROLES: Final[Mapping[str, Callable[[Combat], tuple[Thing | None, ...]]]] = {
    "attacking": lambda combat: (combat.attacker,),
    "defending": lambda combat: combat.defenders,
    "retaliating": lambda combat: combat.retaliators,
    "intercepting": lambda combat: tuple(each for each in combat.interceptors if each in combat.defenders),
}
"""What objects do in a combat."""


class Viewpoint:
    """The point of view of a player, with a source: what is there, as it is by the effects in force.

    You are whoever controls what is read, whoever owns the card. The `giver` is the card of a champion's lineage from
    which the source has the text that is read: a bonus asks what that card is (keywords.inherited-effect).

    Rules: RS.3, RS.4, abilities.7.4.
    """

    giver: Card | None = None

    def __init__(
        self,
        state: State,
        you: Seat,
        source: Card,
        item: Item | None = None,
        event: GameEvent | None = None,
        x: int = 0,
        y: int = 0,
        early: EarlyEvaluation | None = None,
    ) -> None:
        self.state: State = state
        self.you: Seat = you
        self.source: Card = source
        self.item: Item | None = item
        self.event: GameEvent | None = event
        self.x: int = x
        self.y: int = y
        self.early: EarlyEvaluation | None = early

    @property
    def now(self) -> Evaluation:
        """What everything is; while an early layer is applied, as it is before the later ones (effects.5.9)."""
        return self.early or self.state.now

    # -- cards ----------------------------------------------------------------------------------------------------

    def face(self, card: Card) -> Face:
        return self.state.pool[card.face]

    def words(self, card: Card) -> frozenset[str]:
        return (self.early or self.state.now).words(self.state, card)

    def elements(self, card: Card) -> frozenset[str]:
        return self.now.elements(self.state, card)

    def has(self, card: Card, keyword: str) -> bool:
        if keyword in LABELS:
            return self.now.has_label(self.state, card, keyword)
        return (self.early or self.state.now).has(self.state, card, keyword)

    def power(self, card: Card) -> int | None:
        return self.now.power(self.state, card)

    def life(self, card: Card) -> int | None:
        return self.now.life(self.state, card)

    def is_blank(self, card: Card) -> bool:
        """Whether it lies face down in a public zone: just a card, without name, costs or abilities (zones.5.2)."""
        return card.zone == "banishment" and not card.face_up

    def in_state(self, card: Card, word: str) -> bool:
        """Whether an object is doing or being what a word says: rested, attacking, face-up, loaded (terms.5.loaded).

        A property is off, and an object awake, unless something has made it otherwise. How a card was activated is a
        property of its activation and of the object that it became. A banished card with an omen counter is an Omen
        (cards.9.omen).

        Rules: zones.7, zones.7.table, zones.7.object, zones.7.activation, zones.7.double-faced, zones.7.3.
        """
        mark = MARKS.get(word)
        if mark is not None:
            return mark(card)
        role = ROLES.get(word)
        if role is not None:
            return self.state.combat is not None and card.thing in role(self.state.combat)
        return word in card.properties or (card.played is not None and word in card.played.properties)

    def states(self, card: Card) -> frozenset[str]:
        """Every state an object is in."""
        return frozenset(word for word in STATES if self.in_state(card, word))

    def printed_cost(self, card: Card, kind: str) -> int | str | None:
        """The cost as a characteristic: the printed one, whatever was paid (costs.4.2); an object's X is 0.

        On the stack X is the number declared for it.

        Rules: costs.4.2.choice, costs.4.6, costs.4.8, cards.2.7, abilities.4.3.
        """
        cost = self.face(card).cost
        if kind == "any":
            kind = "memory" if cost.reserve is None else "reserve"
        value = cost.reserve if kind == "reserve" else cost.memory
        if value != "X" or card.zone not in ("field", "stack"):
            return value
        return card.x if card.zone == "stack" else 0

    # -- numbers --------------------------------------------------------------------------------------------------

    def level(self, seat: Seat) -> int:
        """LV; for the player of a card that is being activated or resolves, as that card reckons with it.

        Rules: keywords.empower, keywords.elysian-aura.
        """
        level = self.now.level(self.state, seat)
        if self.source.zone != "stack" or seat != self.you:
            return level
        empower = self.source.played.empower if self.source.played else 0
        return level + empower + self.now.aura(self.state, seat, self.source)

    def base_level(self, seat: Seat) -> int:
        champion = self.state.champion(seat)
        return 0 if champion is None else self.face(champion).level or 0

    def champion(self) -> Card | None:
        number = self.state.players[self.you].champion
        return None if number is None else self.state.cards[number]

    def mastery(self, name: str = "") -> Card | None:
        """Your mastery, if it has that name."""
        number = self.state.players[self.you].mastery
        held = None if number is None else self.state.cards[number]
        return held if held is not None and name in ("", held.face) else None

    def direction(self, name: str) -> str:
        held = self.mastery(name)
        return held.direction if held else ""

    @property
    def known_source(self) -> Card:
        """The source as it is; for an ability on the stack as it was last known, once it is gone or has changed hands.

        Rules: abilities.1.10.
        """
        item = self.item
        if item is not None and not item.is_play and item.source.last is not None:
            return item.source
        return self.state.still(self.source) or self.source

    def counters(self, kind: str, where: str, name: str = "") -> int:
        """How many counters lie on your champion, on your mastery, on the source, or on what an event is about."""
        if where == "champion":
            holder = self.champion()
        elif where == "mastery":
            holder = self.mastery(name)
        else:
            last = self.known_source if where == "this" else card_of(self.event)
            holder = last if last is None or last.last is not None else self.state.still(last) or last
        on_item = self.item.counters.get(kind, 0) if self.item is not None and where == "this" else 0
        return (holder.count(kind) if holder else 0) + on_item

    def champion_damage(self) -> int:
        champion = self.champion()
        return champion.damage if champion else 0

    def influence(self, seat: Seat) -> int:
        """Cards in hand and memory together (terms.6.influence)."""
        player = self.state.players[seat]
        return len(player.hand) + len(player.memory)

    # -- bonuses, payments and prohibitions -----------------------------------------------------------------------

    def class_bonus(self) -> bool:
        """Your champion shares a class with the card that has the text (keywords.class-bonus).

        Rules: abilities.5.5.class-bonus.
        """
        state, now = self.state, self.early or self.state.now
        champion = state.champion(self.you)
        if champion is None:
            return False
        return not now.classes(state, champion).isdisjoint(now.classes(state, self.giver or self.source))

    def element_bonus(self) -> bool:
        """Your champion, with its whole lineage, shares an element with the card that has the text (keywords.element-bonus).

        Rules: abilities.5.5.element-bonus.
        """
        champion = self.champion()
        return champion is not None and not self.elements(champion).isdisjoint(self.elements(self.giver or self.source))

    def lineage_name(self) -> str:
        """Your champion's name without its title, for champion bonuses (keywords.champion-bonus)."""
        champion = self.champion()
        return self.face(champion).lineage_name if champion else ""

    def is_property(self, name: str) -> bool:
        """A property of the activation, or of the object it became (zones.6.6)."""
        played = self.source.played
        return name in self.source.properties or (played is not None and name in played.properties)

    def paid(self, label: str) -> bool:
        played = self.source.played
        return played is not None and label in played.optional

    def balanced(self) -> bool:
        """Your hand and your memory hold equally many cards (keywords.balance)."""
        player = self.state.players[self.you]
        return len(player.hand) == len(player.memory)

    def opposing_element(self, element: str) -> bool:
        for player in self.state.players:
            champion = None if player.seat == self.you or player.lost else self.state.champion(player.seat)
            if champion is not None and element in self.elements(champion):
                return True
        return False

    def element_beneath(self, element: str) -> bool:
        champion = self.champion()
        beneath = champion.lineage if champion else ()
        return any(element in self.face(self.state.cards[number]).elements for number in beneath)

    def forbidden(self, what: str) -> bool:
        """Whether a prohibition in force keeps you from something (timing.6.2).

        Rules: effects.1.6, effects.2.5.
        """
        return self.keeps_from(self.you, what)

    def keeps_from(self, seat: Seat, what: str) -> bool:
        """Whether a prohibition in force keeps a player from something."""
        return self.now.forbidden(self.state, seat, what)
