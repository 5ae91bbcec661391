"""A scene: who looks, from which source, in which event or item. Filters, amounts and conditions are read in one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from archivist.model import events
from archivist.model.card import PRIVATE, Card, Seat, Thing
from archivist.model.event import card_of
from archivist.rules.effects.point_of_view import Viewpoint
from archivist.rules.zones import visibility
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.statics.combat import NotIntercepted

if TYPE_CHECKING:
    from archivist.vocabulary.pending import Deed


_NEVER: tuple[int, list[int]] = (-1, [])


class Scene(Viewpoint):
    """The point of view of a player, with what a text has done and means so far: what cards say is read from here.

    Its source is what a card's own name means: this one object, or whatever has gained the ability.

    Rules: timing.11, timing.11.2, timing.11.3, targets-and-copies.1.5, abilities.1.12, terms.2.source.
    """

    done: bool = False
    noted: int = 0
    about: tuple[Thing, ...] = ()
    deeds: Mapping[str, Deed] = {}
    noted_card: Card | None = None
    destroyed: Card | None = None
    sacrificed: tuple[Card, ...] = ()
    times: int = 0
    targets: tuple[Thing, ...] = ()
    chosen: tuple[int, ...] = ()
    shown: tuple[Thing, ...] = ()

    def settle(self, deed: Deed) -> None:
        """What the text means from now on by ``done``, ``it`` and "that many"."""
        self.done, self.noted, self.about = deed.done, deed.many, deed.things

    # -- cards ---------------------------------------------------------------------------------------------------

    def matching(self, wanted: Filter) -> tuple[Card, ...]:
        """Every card or object that fits, in the order of players and zones."""
        return tuple(self.matches(wanted))

    def matches(self, wanted: Filter) -> Iterable[Card]:
        """The same one after the other, for who need not know all of them."""
        kept = self._fitting(wanted) if wanted.steady else None
        if kept is not None:
            return map(self.state.cards.__getitem__, kept)
        return wanted.among(self, self._places(wanted))

    def count(self, wanted: Filter) -> int:
        """How many fit of those that the game may look at: a hidden card is just a card (zones.5.2)."""
        kept = self._fitting(wanted) if wanted.steady else None
        if kept is not None:
            return len(kept)
        return len([card for card in wanted.among(self, self._places(wanted)) if self._readable(wanted, card)])

    def there_is(self, wanted: Filter) -> bool:
        """Whether any card or object fits of those that the game may look at (zones.5.2)."""
        kept = self._fitting(wanted) if wanted.steady else None
        if kept is not None:
            return bool(kept)
        return bool([card for card in wanted.among(self, self._places(wanted)) if self._readable(wanted, card)])

    def _fitting(self, wanted: Filter) -> list[int] | None:
        """The objects that fit a steady phrase, found once for as long as the objects stay; None while words may change."""
        known, own = self.state.standing, self.state.objects
        if known is None or own is None or "words" in known.changed:
            return None
        key = (wanted.text, self.you)
        since, found = own.fitting.get(key, _NEVER)
        if since != len(own.history):
            if since < 0:
                found = [card.id for card in wanted.among(self, self._places(wanted))]
            else:
                found = self._fitting_after(wanted, found, own.history[since:])
            own.fitting[key] = len(own.history), found
        return found

    def _fitting_after(self, wanted: Filter, before: list[int], changed: tuple[int, ...]) -> list[int]:
        """The same by what fitted `before` these objects came and went: only they may differ, and who comes is last.

        One that left and came back is another thing, and may fit now as well as not.
        """
        found = [each for each in before if each not in changed]
        came = [self.state.cards[number] for number in self.state.field if number in changed]
        return found + [card.id for card in wanted.among(self, came)] if came else found

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

    def done_to(self, step: str, of: Filter) -> int:
        """How many of the cards that the last step of a kind moved fit, wherever they are by now."""
        deed = self.deeds.get(step)
        things = () if deed is None else deed.things
        return sum(of.describes(self, self.state.cards[thing.id]) for thing in things)

    def _readable(self, wanted: Filter, card: Card) -> bool:
        """A card in a private zone has no characteristics, so that only a phrase without any is about it (zones.5.2)."""
        return card.zone not in PRIVATE or not wanted.described or visibility.who_sees(self.state, card) is None

    def _places(self, wanted: Filter) -> list[Card]:
        """Everything that lies where the phrase says."""
        cards, field = self.state.cards, self.state.field
        found: list[Card] = []
        for zone in wanted.zones:
            if zone == "field":
                found += [cards[number] for number in field]
            elif zone == "lineage":
                found += [cards[each] for number in field for each in cards[number].lineage]
            elif zone == "whole lineage":
                found += [cards[number] for number in field if "champion" in self.face(cards[number]).words]
            elif zone == "intent":
                found += [cards[number] for number in self.state.intent]
            elif zone == "loaded":
                found += [cards[each] for number in field for each in cards[number].loaded]
            else:
                for seat in self._seats(wanted):
                    found += [cards[number] for number in self.state.zone(seat, zone)]
        return found

    def _seats(self, wanted: Filter) -> list[Seat]:
        if wanted.owner == "you":
            return [self.you]
        return self.state.living()

    # -- numbers -------------------------------------------------------------------------------------------------

    def amount(self, amount: Amount) -> int:
        return amount.read(self) if amount.fixed is None else amount.fixed

    def last_turn(self) -> tuple[str, str]:
        """From which direction to which your mastery was turned last."""
        turns = (event for event in reversed(self.state.events) if isinstance(event, events.Direction))
        return next(((event.before, event.after) for event in turns if event.player == self.you), ("", ""))

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
            self.state, played.player, self.source, item=item, event=event, x=self.x, y=self.y, early=self.early
        )

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

    def target_cards(self) -> list[Card]:
        """The cards that are targeted: objects and cards themselves, and the cards of targeted instances."""
        found: list[Card] = []
        for thing in self.targets:
            if (card := self.state.current(thing)) is not None:
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
        if which == "destroyed":
            return [self.destroyed] if self.destroyed is not None else []
        if which.startswith("it"):
            deed = self.deeds.get(which[3:-1])
            things = self.about if which == "it" else deed.things if deed is not None else ()
            return [card for thing in things if (card := self.state.current(thing)) is not None]
        card = card_of(self.event)
        return [card] if card is not None else []

    @property
    def given(self) -> tuple[Card, ...]:
        """What was given up for the costs of the item or of the card, as it was last known (effects.7.5).

        Copies know what it was as well; the card itself belongs to the original (PC.9.1, targets-and-copies.7.9).
        """
        if self.item is not None and self.item.kind == "ability":
            return self.item.given
        return self.source.played.given if self.source.played else ()

    def stat(self, which: str, stat: str) -> int | None:
        """A number of what a text speaks of, together if it is several things; none if nothing has one (costs.4.7)."""
        found = self._stats(which, stat)
        return sum(found) if found else None

    def stats_of_revealed(self, stat: str) -> list[int]:
        """A number of each of the revealed cards that has it."""
        return self._stats("revealed", stat)

    def _stats(self, which: str, stat: str) -> list[int]:
        return [value for card in self._meant(which) if (value := self._stat(card, stat)) is not None]

    def _stat(self, card: Card, stat: str) -> int | None:
        if stat in ("power", "life"):
            return self.power(card) if stat == "power" else self.life(card)
        if stat == "level":
            champion = self.state.champion(card.controller)
            return self.level(card.controller) if champion is not None and champion.id == card.id else None
        value = self.printed_cost(card, stat.removesuffix(" cost"))
        return value if isinstance(value, int) else None

    def that_card(self) -> Card | None:
        """What an earlier step or a cost took, as it was last known; else what the event of a trigger is about."""
        return self.noted_card or card_of(self.event)

    def damage_on_that(self) -> int:
        """The damage on what the event of a trigger is about, as it is now; none if it is gone."""
        card = card_of(self.event)
        there = None if card is None else self.state.still(card)
        return 0 if there is None else there.damage

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
        if self.source.rested or self.source.zone != "field":
            return False
        combat, champion = self.state.combat, self.champion()
        if combat is None or champion is None or champion.thing not in combat.targets:
            return False
        if combat.cleave or "unblockable" in combat.keywords:
            return False
        return not self.uninterceptable()

    def uninterceptable(self) -> bool:
        """Whether something in force keeps the running attack from being intercepted (timing.6.2)."""
        state = self.state
        attacker = state.current(state.combat.attacker) if state.combat and state.combat.attacker else None
        for active, static in self.now.statics(state, NotIntercepted):
            if static.of.name == "this" and active.on is None:
                if self.used_in_attack(state.cards[active.source.id]):
                    return True
            elif attacker is not None and active.reaches(state, static.of, attacker):
                return True
        return False

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

    def attack_weapons(self) -> list[Card]:
        """The weapons that the attack uses."""
        weapons = self.state.combat.weapons if self.state.combat is not None else ()
        return [card for thing in weapons if (card := self.state.current(thing)) is not None]

    def undamaged(self) -> bool:
        """This object took no damage since your last turn ended; Foster asks as it triggers and as it resolves.

        Rules: keywords.foster, keywords.foster.choice.
        """
        return "damaged lately" not in self.source.properties
