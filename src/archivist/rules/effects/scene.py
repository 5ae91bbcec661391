"""A scene: who looks, from which source, in which event or item. Filters, amounts and conditions are read in one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from archivist.model import events
from archivist.model.card import PRIVATE, Card, Seat, Thing
from archivist.model.event import GameEvent, card_of
from archivist.model.state import State
from archivist.rules.zones import visibility
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.words import LABELS, STATES

if TYPE_CHECKING:
    from archivist.rules.effects.continuous.evaluation import EarlyEvaluation, Evaluation
    from archivist.vocabulary.face import Face
    from archivist.vocabulary.pending import Combat, Deed, Item


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


class Scene:
    """The point of view of a player, with a source: what cards say is read from here."""

    done: bool = False
    noted: int = 0
    about: tuple[Thing, ...] = ()
    deeds: Mapping[str, Deed] = {}
    noted_card: Card | None = None
    times: int = 0
    targets: tuple[Thing, ...] = ()
    chosen: tuple[int, ...] = ()
    shown: tuple[Thing, ...] = ()
    _early: EarlyEvaluation | None = None

    def __init__(
        self,
        state: State,
        you: Seat,
        source: Card,
        *,
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
        if early is not None:
            self._early = early

    @property
    def now(self) -> Evaluation:
        """What everything is; while an early layer is applied, as it is before the later ones (effects.5.9)."""
        return self._early or self.state.now

    def settle(self, deed: Deed) -> None:
        """What the text means from now on by ``done``, ``it`` and "that many"."""
        self.done, self.noted, self.about = deed.done, deed.many, deed.things

    # -- cards ---------------------------------------------------------------------------------------------------

    def face(self, card: Card) -> Face:
        return self.state.pool[card.face]

    def words(self, card: Card) -> frozenset[str]:
        return (self._early or self.state.now).words(self.state, card)

    def elements(self, card: Card) -> frozenset[str]:
        return self.now.elements(self.state, card)

    def has(self, card: Card, keyword: str) -> bool:
        if keyword in LABELS:
            return self.now.has_label(self.state, card, keyword)
        return (self._early or self.state.now).has(self.state, card, keyword)

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

    def matching(self, wanted: Filter) -> tuple[Card, ...]:
        """Every card or object that fits, in the order of players and zones."""
        return tuple(self.matches(wanted))

    def matches(self, wanted: Filter) -> Iterator[Card]:
        """The same one after the other, for who need not know all of them."""
        return (card for card in self._places(wanted) if wanted.fits(self, card))

    def count(self, wanted: Filter) -> int:
        """How many fit of those that the game may look at: a hidden card is just a card (zones.5.2)."""
        return sum(1 for card in self._places(wanted) if wanted.fits(self, card) and self._readable(wanted, card))

    def there_is(self, wanted: Filter) -> bool:
        """Whether any card or object fits of those that the game may look at (zones.5.2)."""
        return any(wanted.fits(self, card) and self._readable(wanted, card) for card in self._places(wanted))

    def public(self, wanted: Filter) -> tuple[Card, ...]:
        """Every card or object that fits and of which everybody may know that it does (zones.5.2)."""
        return tuple(card for card in self.matching(wanted) if self._readable(wanted, card))

    def known(self, wanted: Filter, seat: Seat) -> tuple[Card, ...]:
        """Every card or object that fits as far as a player can tell: they search their own zones, and see into no others.

        Rules: zones.5.2.
        """
        found = self.matching(wanted)
        if not wanted.described:
            return found
        return tuple(
            card
            for card in found
            if card.zone not in PRIVATE or card.owner == seat or visibility.sees(self.state, seat, card)
        )

    def revealed_count(self, of: Filter) -> int:
        """How many of the cards that earlier steps revealed fit, wherever they are by now (timing.8)."""
        cards = (self.state.cards[thing.id] for thing in self.shown)
        return sum(1 for card in cards if of.describes(self, card))

    def _readable(self, wanted: Filter, card: Card) -> bool:
        """A card in a private zone has no characteristics, so that only a phrase without any is about it (zones.5.2)."""
        return card.zone not in PRIVATE or not wanted.described or visibility.who_sees(self.state, card) is None

    def _places(self, wanted: Filter) -> Iterator[Card]:
        cards = self.state.cards
        for zone in wanted.zones:
            if zone == "field":
                yield from (cards[number] for number in self.state.field)
            elif zone == "lineage":
                yield from (cards[each] for number in self.state.field for each in cards[number].lineage)
            elif zone == "whole lineage":
                yield from (
                    cards[number] for number in self.state.field if "champion" in self.face(cards[number]).words
                )
            elif zone == "intent":
                yield from (cards[number] for number in self.state.intent)
            elif zone == "loaded":
                yield from (cards[each] for number in self.state.field for each in cards[number].loaded)
            else:
                for seat in self._seats(wanted):
                    yield from (cards[number] for number in self.state.zone(seat, zone))

    def _seats(self, wanted: Filter) -> list[Seat]:
        if wanted.owner == "you":
            return [self.you]
        return self.state.living()

    # -- numbers -------------------------------------------------------------------------------------------------

    def amount(self, amount: Amount) -> int:
        return amount.read(self) if amount.fixed is None else amount.fixed

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
        return self.state.champion(self.you)

    def mastery(self, name: str = "") -> Card | None:
        """Your mastery, if it has that name."""
        number = self.state.players[self.you].mastery
        held = None if number is None else self.state.cards[number]
        return held if held is not None and name in ("", held.face) else None

    def direction(self, name: str) -> str:
        held = self.mastery(name)
        return held.direction if held else ""

    def last_turn(self) -> tuple[str, str]:
        """From which direction to which your mastery was turned last."""
        turns = (event for event in reversed(self.state.events) if isinstance(event, events.Direction))
        return next(((event.before, event.after) for event in turns if event.player == self.you), ("", ""))

    @property
    def known_source(self) -> Card:
        """The source as it is; for an ability on the stack as it was last known, once it is gone or has changed hands.

        Rules: abilities.1.10.
        """
        item = self.item
        if item is not None and not item.is_play and item.source.last is not None:
            return item.source
        return self.state.current(self.source.thing) or self.source

    def counters(self, kind: str, where: str, name: str = "") -> int:
        """How many counters lie on your champion, on your mastery, on the source, or on what an event is about."""
        if where == "champion":
            holder = self.champion()
        elif where == "mastery":
            holder = self.mastery(name)
        else:
            last = self.known_source if where == "this" else card_of(self.event)
            holder = last if last is None or last.last is not None else self.state.current(last.thing) or last
        on_item = self.item.counters.get(kind, 0) if self.item is not None and where == "this" else 0
        return (holder.count(kind) if holder else 0) + on_item

    def champion_damage(self) -> int:
        champion = self.champion()
        return champion.damage if champion else 0

    def damage_to_champions(self) -> int:
        """Damage dealt this turn by your champion to other champions."""
        return sum(
            event.amount
            for event in self.state.this_turn
            if isinstance(event, events.Damage)
            and event.source.id == self.state.players[self.you].champion
            and "champion" in self.face(event.card).words
            and event.card.id != event.source.id
        )

    def different_costs(self) -> int:
        """How many different reserve costs there are among the Suited objects you control."""
        suited = Filter("suited object you control")
        return len({self.printed_cost(card, "reserve") for card in self.matching(suited)})

    def influence(self, seat: Seat) -> int:
        """Cards in hand and memory together (terms.6.influence)."""
        player = self.state.players[seat]
        return len(player.hand) + len(player.memory)

    def influence_of_owner(self) -> int:
        card = next(iter(self.target_cards()), None)
        return self.influence(card.owner) if card else 0

    def graveyard_of_target(self) -> int:
        card = next(iter(self.target_cards()), None)
        return len(self.state.players[card.controller].graveyard) if card else 0

    # -- conditions ----------------------------------------------------------------------------------------------

    def as_played(self) -> Scene:
        """The scene in which restrictions are read: in an instance of a card, that of whoever played the card.

        So the copy of an activation has the restrictions of its source, and not those of its own controller.

        Rules: PC.9.1, abilities.5.6.
        """
        played = self.source.played if self.item is not None and self.item.is_play else None
        if played is None or played.player == self.you:
            return self
        item, event = self.item, self.event
        return Scene(
            self.state, played.player, self.source, item=item, event=event, x=self.x, y=self.y, early=self._early
        )

    def class_bonus(self) -> bool:
        """Your champion shares a class with the source card (keywords.class-bonus).

        Rules: abilities.5.5.class-bonus.
        """
        champion = self.champion()
        if champion is None:
            return False
        return not self.now.classes(self.state, champion).isdisjoint(self.now.classes(self.state, self.source))

    def element_bonus(self) -> bool:
        """Your champion shares an element with the source card (keywords.element-bonus).

        Rules: abilities.5.5.element-bonus.
        """
        champion = self.champion()
        return champion is not None and bool(self.elements(champion) & set(self.face(self.source).elements))

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

    def leveled_up(self) -> bool:
        return any(isinstance(event, events.LevelUp) and event.player == self.you for event in self.state.this_turn)

    def champion_attacked(self) -> bool:
        return self.champion_attacks() > 0

    def champion_attacks(self) -> int:
        champion = self.source.linked.id if self.source.linked else self.state.players[self.you].champion
        return sum(isinstance(event, events.Attack) and event.card.id == champion for event in self.state.this_turn)

    def champion_was_attacked(self) -> bool:
        """Whether an attack was declared this turn of which your champion was a target."""
        champion = self.state.players[self.you].champion
        return any(
            isinstance(event, events.Attack)
            and any(each.thing is not None and each.thing.id == champion for each in event.objects)
            for event in self.state.this_turn
        )

    def champion_combat_damage(self) -> int:
        """The combat damage that your champion has dealt this turn."""
        champion = self.state.players[self.you].champion
        hits = (event for event in self.state.this_turn if isinstance(event, events.Hit))
        return sum(event.amount for event in hits if event.source.id == champion)

    def champion_hit(self) -> bool:
        champion = self.state.players[self.you].champion
        return any(isinstance(event, events.Hit) and event.source.id == champion for event in self.state.this_turn)

    def attacks_this_turn(self) -> int:
        player = self.event.player if self.event else None
        return sum(isinstance(event, events.Attack) and event.player == player for event in self.state.this_turn)

    def activated_this_turn(self, wanted: Filter) -> int:
        """How many cards that fit you have activated this turn, resolved or not."""
        return sum(
            isinstance(event, events.Activation) and event.player == self.you and wanted.describes(self, event.card)
            for event in self.state.this_turn
        )

    def balanced(self) -> bool:
        """Your hand and your memory hold equally many cards (keywords.balance)."""
        player = self.state.players[self.you]
        return len(player.hand) == len(player.memory)

    def opposing_element(self, element: str) -> bool:
        champions = (
            self.state.champion(each.seat) for each in self.state.players if each.seat != self.you and not each.lost
        )
        return any(champion is not None and element in self.elements(champion) for champion in champions)

    def element_beneath(self, element: str) -> bool:
        champion = self.champion()
        beneath = champion.lineage if champion else ()
        return any(element in self.face(self.state.cards[number]).elements for number in beneath)

    def target_cards(self) -> list[Card]:
        """The cards that are targeted: objects and cards themselves, and the cards of targeted instances."""
        found: list[Card] = []
        for thing in self.targets:
            if thing.kind == "card" and (card := self.state.current(thing)) is not None:
                found.append(card)
            elif thing.kind == "item" and (item := self.state.item(thing.id)) is not None:
                found.append(self.state.cards[item.card])
        return found

    def target_shares_name(self, among: Filter) -> bool:
        """Whether a card among some bears the name of a target; what lies face down bears none (zones.5.2)."""
        names = {card.face for card in self.target_cards()}
        return any(card.face in names and not self.is_blank(card) for card in self.matching(among))

    def any_is(self, which: str, kind: Filter) -> bool:
        return any(kind.describes(self, card) for card in self._meant(which))

    def _meant(self, which: str) -> list[Card]:
        if which == "target":
            return self.target_cards()
        if which == "this":
            return [self.known_source]
        if which == "chosen":
            return [self.state.cards[number] for number in self.chosen]
        if which == "given":
            return list(self.given)
        if which == "revealed":
            return [self.state.cards[thing.id] for thing in self.shown]
        if which == "gone":
            return [self.noted_card] if self.noted_card is not None else []
        if which.startswith("it"):
            deed = self.deeds.get(which[3:-1])
            things = self.about if which == "it" else deed.things if deed is not None else ()
            return [card for thing in things if (card := self.state.current(thing)) is not None]
        card = card_of(self.event)
        return [card] if card is not None else []

    @property
    def given(self) -> tuple[Card, ...]:
        """What was given up for the costs of the item or of the card, as it was last known (effects.7.5).

        What was paid for a card belongs to the original, and not to its copies (targets-and-copies.7.9).
        """
        if self.item is not None and not self.item.is_play and self.item.kind == "ability":
            return self.item.given
        if self.item is not None and self.item.copy:
            return ()
        return self.source.played.given if self.source.played else ()

    def stat(self, which: str, stat: str) -> int | None:
        """A number of one thing that a text speaks of; none if it is not there or has no such number (costs.4.7)."""
        card = next(iter(self._meant(which)), None)
        if card is None:
            return None
        if stat in ("power", "life"):
            return self.power(card) if stat == "power" else self.life(card)
        value = self.printed_cost(card, stat.removesuffix(" cost"))
        return value if isinstance(value, int) else None

    def that_card(self) -> Card | None:
        """What an earlier step or a cost took, as it was last known; else what the event of a trigger is about."""
        return self.noted_card or card_of(self.event)

    def that_player(self) -> Seat | None:
        """The player an event is about, or the targeted player."""
        for thing in self.targets:
            if thing.kind == "player":
                return thing.id
        if self.event is None:
            return next((self._controller(thing) for thing in self.targets), None)
        if isinstance(self.event, events.Hit | events.Kill):
            return self.event.card.controller
        return self.event.player

    def _controller(self, thing: Thing) -> Seat | None:
        if thing.kind == "item":
            item = self.state.item(thing.id)
            return item.controller if item else None
        card = self.state.current(thing)
        return card.controller if card else None

    def forbidden(self, what: str) -> bool:
        """Whether a prohibition in force keeps you from something (timing.6.2).

        Rules: effects.1.6, effects.2.5.
        """
        return self.keeps_from(self.you, what)

    def keeps_from(self, seat: Seat, what: str) -> bool:
        """Whether a prohibition in force keeps a player from something."""
        return self.now.forbidden(self.state, seat, what)

    # -- combat --------------------------------------------------------------------------------------------------

    def used_in_attack(self, card: Card) -> bool:
        """Whether a unit attacks, a weapon is wielded or a card is in the intent of the attack."""
        combat = self.state.combat
        if combat is None:
            return False
        return card.thing == combat.attacker or card.thing in combat.weapons or card.zone == "intent"

    def may_intercept(self) -> bool:
        """The attack is on your champion, this ally is awake, and the attack can be intercepted.

        Whether it is still awake as it resolves is not asked. Rules: keywords.intercept, keywords.intercept.choice.
        """
        combat, champion = self.state.combat, self.champion()
        if combat is None or champion is None or combat.cleave or "unblockable" in combat.keywords:
            return False
        return champion.thing in combat.targets and not self.source.rested and self.source.zone == "field"

    def dealt_by(self, event: events.Struck, card: Card) -> bool:
        """Whether the damage of an event came from this unit, or from an attack using this weapon or card."""
        if event.source.id == card.id:
            return True
        return event.by == "attack" and card.thing in (named.thing for named in event.objects)

    def done_by(self, event: events.Struck, by: Filter | None) -> bool:
        """Whether combat damage came from the source of an ability, or from a unit of the kind that it names."""
        if by is None:
            return self.dealt_by(event, self.source)
        return by.describes(self, event.source)

    def is_attacking(self, which: str) -> bool:
        """Whether the running attack is by this unit, with this weapon or card, or by your champion."""
        combat, champion = self.state.combat, self.champion()
        if which == "this":
            return self.used_in_attack(self.source)
        return combat is not None and champion is not None and combat.attacker == champion.thing

    def attacks_your_champion(self, card: Card) -> bool:
        """Whether a unit attacks, and your champion is what it attacks."""
        combat, champion = self.state.combat, self.champion()
        return (
            combat is not None
            and champion is not None
            and combat.attacker == card.thing
            and (champion.thing in combat.targets)
        )

    def attack_targets(self) -> list[Card]:
        """What the attack targets now."""
        targets = self.state.combat.targets if self.state.combat is not None else ()
        return [card for thing in targets if (card := self.state.current(thing)) is not None]

    def undamaged(self) -> bool:
        """This object took no damage since your last turn ended; Foster asks as it triggers and as it resolves.

        Rules: keywords.foster, keywords.foster.choice.
        """
        return "damaged lately" not in self.source.properties
