"""A run: an item being resolved. The verbs of the vocabulary are carried out through it, from its controller's side (RS.4)."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from archivist.model.card import Card, Seat, Thing, Way
from archivist.model.decision import Answer, Decision, Option, Pass, Play, Return
from archivist.model.errors import Illegal, Reason
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules import champions, costs, damage, payment, stack, targets, zones
from archivist.rules import characteristics as now
from archivist.rules.events import named, say, wait
from archivist.rules.permissions import Licence
from archivist.rules.scene import Scene
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import Memory, Reserve
from archivist.vocabulary.face import AlternativeCost
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref, Steps, Who
from archivist.vocabulary.pending import DelayedTrigger, Group, Item, Lasting, Waiting
from archivist.vocabulary.statics import CostOf, Modify, MustAttack, Permit, Prevent, StaticNode, TokensInstead
from archivist.vocabulary.text import Paragraph
from archivist.vocabulary.triggers import Phase
from archivist.vocabulary.words import INGREDIENTS

if TYPE_CHECKING:
    from archivist.vocabulary.effects import Delayed, EffectNode, May
    from archivist.vocabulary.effects.stack import Permission, PlayCard

Numbers = Generator[Decision, Answer, tuple[int, ...]]


class Run(Scene):
    """The resolution of one item. `notes` are what earlier steps chose or revealed, for later ones to speak of."""

    def __init__(self, state: State, item: Item) -> None:
        source = state.cards[item.card] if item.is_play else state.current(item.source.thing) or item.source
        super().__init__(state, item.controller, source, item=item, event=item.event, x=item.x, y=item.y)
        self.times = item.times
        self.noted_card = item.noted_card
        self.targets = tuple(thing for group in item.groups for thing in group.things if thing is not None)
        self.part = 0
        self.mode = -1
        self.notes: dict[str, tuple[int, ...]] = {}
        self.shown: tuple[Thing, ...] = ()

    # -- performing ----------------------------------------------------------------------------------------------

    def perform(self, effects: Sequence[EffectNode]) -> Steps:
        """Carries out instructions from top to bottom; nothing is checked in between (RS.2)."""
        for effect in effects:
            yield from effect.carry_out(self)

    def may(self, node: May) -> Steps:
        """An option: decided now, done completely or not at all, then the branch that fits (RS.5, RS.6)."""
        seats = self.players(node.who)
        taken = False
        if seats:
            seat = seats[0]
            bill = self._bill(node)
            payer = payment.Payer(self.state, seat, self.source, "resolution", x=self.x, y=self.y)
            able = not payment.shortfall(payer, bill) if node.pay else self._possible(node.what)
            if able:
                taken = yield from self._yes(seat, node.prompt or self._describe(node, bill))
            else:
                say(self.state, "not possible", "RS.6", player=seat)
            if taken and node.pay:
                yield from payment.pay(payer, bill)
            elif taken:
                self.done = True
                yield from self.perform(node.what)
                taken = self.done
        rules = ("RS.6", "RS.10") if taken else ("RS.6",)
        say(
            self.state,
            "option taken" if taken else "option declined",
            "RS.5",
            *rules,
            player=seats[0] if seats else None,
        )
        yield from self.perform(node.then if taken else node.otherwise)

    def _describe(self, node: May, bill: payment.Bill) -> str:
        return f"pay {bill.reserve} reserve?" if node.pay else f"{self.source.face}: do it?"

    def _bill(self, node: May) -> payment.Bill:
        reserve = sum(self.amount(cost.amount) for cost in node.pay if isinstance(cost, Reserve))
        others = tuple(cost for cost in node.pay if not isinstance(cost, Reserve | Memory))
        return payment.Bill("resolution", reserve, costs=others)

    def _possible(self, effects: Sequence[EffectNode]) -> bool:
        """Whether all of it can be done: what speaks of a choice still to be made is left to that choice."""
        choosing = False
        for effect in effects:
            refers = getattr(effect, "what", None)
            if choosing and isinstance(refers, Ref) and refers.name == "chosen":
                continue
            if not effect.possible(self):
                return False
            choosing = choosing or type(effect).__name__ == "Choose"
        return True

    def _yes(self, seat: Seat, prompt: str) -> Generator[Decision, Answer, bool]:
        answer = yield Decision(seat, "may", ("RS.5",), prompt, options=("yes", "no"), card=self.source.id)
        return answer == (0,)

    # -- what the text speaks of ---------------------------------------------------------------------------------

    def cards(self, ref: Ref) -> tuple[Card, ...]:
        """The cards or objects a reference means, as they are now; what is gone is left out."""
        if ref.each is not None:
            return self.matching(ref.each)
        found = (self.state.current(thing) for thing in self.things(ref))
        return tuple(card for card in found if card is not None)

    def things(self, ref: Ref) -> tuple[Thing, ...]:
        if ref.name == "this" or ref.name == "self":
            return (self.source.thing,)
        if ref.name == "champion":
            champion = self.champion()
            return (champion.thing,) if champion else ()
        if ref.name == "that":
            return (self.event.card.thing,) if self.event and self.event.card else ()
        if ref.name == "chosen":
            return tuple(self.state.cards[number].thing for number in self.notes.get(ref.name, ()))
        if ref.name == "revealed":
            return self.shown
        if ref.name == "spent":
            return self.source.played.spent if self.source.played else ()
        if ref.name == "remembered":
            assert self.item is not None
            return self.item.remembers or self.source.remembers
        if ref.name == "linked":
            return (self.source.linked,) if self.source.linked else ()
        if ref.name == "attacker":
            combat = self.state.combat
            return (combat.attacker,) if combat and combat.attacker else ()
        return tuple(thing for group in self._groups(ref) for thing in group.things if thing is not None)

    def _groups(self, ref: Ref) -> list[Group]:
        """The targets of this paragraph and mode by that name; else those of the whole text."""
        assert self.item is not None
        name = ref.name.removeprefix("target ") if ref.name != "target" else "target"
        groups = [group for group in self.item.groups if group.name == name and stack.counts(self.item, group)]
        here = [group for group in groups if (group.part, group.mode) == (self.part, self.mode)]
        if not here and ref.name == "target":
            here = [group for group in self.item.groups if (group.part, group.mode) == (self.part, self.mode)]
        return here or groups

    def shares(self, ref: Ref) -> tuple[tuple[int, int], ...]:
        """Each target with the amount announced for it; shares of lost targets are lost."""
        return tuple(
            (thing.id, share)
            for group in self._groups(ref)
            for thing, share in zip(group.things, group.shares, strict=True)
            if thing is not None
        )

    def players(self, who: Who) -> tuple[Seat, ...]:
        """The players meant, in turn order from the turn player (timing.7.1)."""
        living = self.state.living()
        if who.text == "you":
            return (self.you,)
        if who.text == "each player":
            return tuple(living)
        if who.text == "each opponent":
            return tuple(seat for seat in living if seat != self.you)
        if who.text == "target":
            return tuple(thing.id for thing in self.targets if thing.kind == "player")
        if who.text == "target controller":
            return tuple(dict.fromkeys(self._controllers()))
        if who.text == "owner":
            return (self.source.owner,)
        player = self.that_player()
        return () if player is None else (player,)

    def _controllers(self) -> list[Seat]:
        found: list[Seat] = []
        for thing in self.targets:
            if thing.kind == "item" and (item := self.state.item(thing.id)) is not None:
                found.append(item.controller)
            elif thing.kind == "card" and (card := self.state.current(thing)) is not None:
                found.append(card.controller)
        return found

    def zone(self, seat: Seat, zone: str) -> tuple[int, ...]:
        return self.state.zone(seat, zone)

    def note(self, name: str, cards: Sequence[int]) -> None:
        self.notes[name] = tuple(cards)
        if name == "chosen":
            self.chosen = tuple(cards)

    def fail_to_find(self, wanted: Filter) -> bool:
        """Whether a search need not find anything, told where it decides."""
        if not self.may_fail(wanted):
            return False
        say(self.state, "search", "RU.15", "timing.8.2", player=self.you)
        return True

    def may_fail(self, wanted: Filter) -> bool:
        """A described card in a private zone need not be found; just a card must be (RU.15, timing.8)."""
        private = any(zone in ("hand", "deck", "memory", "material") for zone in wanted.zones)
        public = [zone for zone in wanted.zones if zone not in ("hand", "deck", "memory", "material")]
        described = bool(wanted.tests or wanted.keyword or wanted.name or wanted.costs)
        if private and described and public:
            return not any(card.zone in public for card in self.matching(wanted))
        return private and described

    # -- asking --------------------------------------------------------------------------------------------------

    def choose(
        self,
        seat: Seat,
        cards: Sequence[int],
        least: int,
        most: int,
        prompt: str,
        *,
        kind: str = "choose",
        budget: int = 0,
        same: tuple[tuple[int, ...], ...] = (),
        rules: tuple[str, ...] = (),
    ) -> Numbers:
        """Asks a player for cards while resolving."""
        if most == 0:
            return ()
        options = tuple(self.state.cards[number].thing for number in cards)
        if budget:
            same = self._within_budget(cards, budget)
        answer = yield Decision(
            seat, kind, ("RS.2", "targets-and-copies.4.1", *rules), prompt, options=options, least=least, most=most,
            card=self.source.id, same=same,
        )  # fmt: skip
        assert isinstance(answer, tuple)
        return tuple(cards[index] for index in answer)

    def _within_budget(self, cards: Sequence[int], budget: int) -> tuple[tuple[int, ...], ...]:
        prices = [self.printed_cost(self.state.cards[number], "reserve") for number in cards]
        numbers = [price if isinstance(price, int) else 0 for price in prices]
        return tuple(
            group
            for size in range(len(cards) + 1)
            for group in itertools.combinations(range(len(cards)), size)
            if sum(numbers[index] for index in group) <= budget
        )

    def choose_number(self, seat: Seat, least: int, most: int, prompt: str) -> Generator[Decision, Answer, int]:
        answer = yield Decision(
            seat, "number", ("RS.2",), prompt, form="number", least=least, most=most, card=self.source.id
        )
        assert isinstance(answer, tuple)
        return answer[0]

    def choose_label(self, seat: Seat, labels: tuple[str, ...]) -> Generator[Decision, Answer, str]:
        answer = yield Decision(
            seat, "option", ("RS.2",), f"choose {' or '.join(labels)}", options=labels, card=self.source.id
        )
        assert isinstance(answer, tuple)
        return labels[answer[0]]

    # -- cards ---------------------------------------------------------------------------------------------------

    def draw(self, seat: Seat, n: int, into: str) -> None:
        zones.draw(self.state, seat, n, into, "RS.2")

    def discard(self, seat: Seat, cards: Sequence[int]) -> None:
        zones.discard(self.state, cards)

    def mill(self, seat: Seat, n: int) -> None:
        zones.mill(self.state, seat, n)

    def move_all(self, cards: Sequence[int], zone: str, *, top: bool = True) -> None:
        for number in cards:
            zones.move(self.state, number, zone, "RS.2", top=top)

    def put(self, cards: Sequence[Card], into: str, *, buff: int = 0, owner: bool = False) -> Steps:
        """Moves cards, each to its owner's zone; several into a deck in an order their owner chooses (timing.9.2)."""
        numbers = [card.id for card in cards]
        self.noted = len(numbers)
        if into == "field":
            for number in numbers:
                controller = self.state.cards[number].owner if owner else self.you
                card = zones.enter(self.state, number, controller, "RS.7")
                if buff and card.zone == "field":
                    zones.add_counters(self.state, card.id, "buff", buff)
            return
        zone = into.split()[0]
        if zone == "deck" and len(numbers) > 1:
            answer = yield Decision(
                self.state.cards[numbers[0]].owner,
                "order",
                ("timing.9.2",),
                "choose the order, the first one goes uppermost",
                form="order",
                options=tuple(card.thing for card in cards),
                card=self.source.id,
            )
            assert isinstance(answer, tuple)
            numbers = [numbers[index] for index in answer]
            if into == "deck top":
                numbers.reverse()
        preserved = self._preserving(into)
        for number in numbers:
            zones.move(self.state, number, zone, "RS.2", top=into != "deck bottom")
            if preserved:
                self.state.alter(number, face_up=True, properties=("preserved",))

    def _preserving(self, into: str) -> bool:
        return into == "material" and self.event is not None and self.event.kind == "destroy"

    def followed(self, ref: Ref) -> tuple[Card, ...]:
        """As `cards`, but a source that left is followed through one zone change (abilities.6.3)."""
        if ref.name != "this":
            return self.cards(ref)
        card = self.state.cards[self.source.id]
        near = card.incarnation - self.source.incarnation
        return (card,) if near == 0 or (near == 1 and card.zone == "graveyard") else ()

    def banish(
        self, cards: Sequence[Card], *, face_down: bool = False, remember: bool = False, omen: bool = False
    ) -> None:
        numbers = [card.id for card in cards]
        face_up = False if face_down else None
        known = (self.you,) if face_down else ()
        zones.banish(self.state, numbers, "RS.2", face_up=face_up, known_to=known)
        for number in numbers if omen else ():
            zones.add_counters(self.state, number, "omen", 1, "terms.7.omen")
        if remember:
            self.remember([self.state.cards[number] for number in numbers])

    def banish_random(self, seat: Seat, n: int) -> None:
        cards = zones.random_cards(self.state, self.zone(seat, "memory"), n)
        zones.banish(self.state, cards, "timing.10.1")

    def banish_top(self, seat: Seat, n: int, *, face_down: bool, play: bool, ignore_elements: bool) -> None:
        """Banishes the top cards one at a time; with `play` you may look at them and play them (zones.5.7)."""
        moved: list[Thing] = []
        for _ in range(min(n, len(self.zone(seat, "deck")))):
            card = zones.move(
                self.state,
                self.zone(seat, "deck")[0],
                "banishment",
                "turn.8.2",
                face_up=not face_down,
                known_to=(self.you,) if face_down else (),
            )
            moved.append(card.thing)
        if play and moved:
            static = Permit(cards=Filter("card"), ways=("activate", "materialize"), ignore_elements=ignore_elements)
            self._last(static, tuple(moved), "game")

    def remember(self, cards: Sequence[Card]) -> None:
        things = tuple(card.thing for card in cards)
        current = self.state.current(self.source.thing)
        if current is not None:
            self.source = self.state.alter(current.id, remembers=(*current.remembers, *things))
        self.note("remembered", [thing.id for thing in things])

    def name_card(self, *, main: bool) -> Steps:
        """Any card may be named by its full name; tokens are no cards (timing.11.5)."""
        faces = [face for face in self.state.pool.values() if "token" not in face.words]
        if main:
            faces = [face for face in faces if not face.words & {"champion", "regalia"}]
        names = tuple(face.name for face in faces)
        answer = yield Decision(
            self.you, "name", ("timing.11.5",), "name a card", form="name", options=names, card=self.source.id
        )
        assert isinstance(answer, str)
        self.source = self.state.alter(self.source.id, named=answer)
        say(self.state, "name", "timing.11.5", player=self.you, note=answer)

    def look_at(self, seat: Seat, zone: str) -> None:
        names = tuple(Named(self.state.cards[number].face, None, (seat, self.you)) for number in self.zone(seat, zone))
        self.state.events.append(Event("look", ("timing.8.1",), self.you, None, names, note=zone))

    def _looked(self, cards: Sequence[int]) -> None:
        names = tuple(Named(self.state.cards[number].face, None, (self.you,)) for number in cards)
        self.state.events.append(Event("look", ("timing.8.1",), self.you, None, names, note="deck"))

    def glimpse(self, n: int) -> Steps:
        """Looks at the top cards and puts each on top or on the bottom; a Starcalling card may be activated (timing.9.7)."""
        deck = self.zone(self.you, "deck")
        cards = deck[: max(0, n)]
        if not cards:
            return
        self._looked(cards)
        say(self.state, "glimpse", "terms.6.glimpse", "timing.9.7", player=self.you, amount=len(cards))
        called = yield from self._starcall(cards)
        left = tuple(number for number in cards if number != called)
        if called is not None:
            order = yield from self._order(left, "choose the order for the bottom of the deck")
            self._place_in_deck((), order)
            return
        answer = yield Decision(
            self.you,
            "glimpse",
            ("timing.9.7", "terms.6.glimpse"),
            "put each card on top or on the bottom",
            form="arrange",
            options=tuple(self.state.cards[number].thing for number in left),
            card=self.source.id,
        )
        assert isinstance(answer, tuple)
        split = answer.index(-1)
        self._place_in_deck([left[i] for i in answer[:split]], [left[i] for i in answer[split + 1 :]])

    def _order(self, cards: Sequence[int], prompt: str) -> Numbers:
        if len(cards) < 2:
            return tuple(cards)
        options = tuple(self.state.cards[number].thing for number in cards)
        answer = yield Decision(
            self.you, "order", ("timing.9.2",), prompt, form="order", options=options, card=self.source.id
        )
        assert isinstance(answer, tuple)
        return tuple(cards[index] for index in answer)

    def _place_in_deck(self, top: Sequence[int], bottom: Sequence[int]) -> None:
        """Puts looked-at cards back; this is no zone change (zones.2.3)."""
        deck = self.zone(self.you, "deck")
        rest = tuple(number for number in deck if number not in top and number not in bottom)
        self.state.alter_player(self.you, deck=(*top, *rest, *bottom))
        say(self.state, "arranged", "timing.9.2", player=self.you, amount=len(top), note=str(len(bottom)))

    def _starcall(self, cards: Sequence[int]) -> Generator[Decision, Answer, int | None]:
        """A card with Starcalling that is looked at may be activated for that cost, at any speed (keywords.starcalling)."""
        licence = Licence(
            ("keywords.starcalling", "PC.2"), instructed=True, alternative="starcalling", starcalled=True, fast=True
        )
        starcallers = [
            number
            for number in cards
            if any(
                isinstance(ability, AlternativeCost) and ability.label == "starcalling"
                for ability in self.face(self.state.cards[number]).abilities
            )
        ]
        played = yield from self._play_one(
            self.you,
            [("activate", number, licence) for number in starcallers],
            optional=True,
            rule="keywords.starcalling",
        )
        return played

    def arrange(self, n: int) -> Steps:
        cards = self.zone(self.you, "deck")[: max(0, n)]
        if not cards:
            return
        self._looked(cards)
        order = yield from self._order(cards, "put the cards back on top, the first one uppermost")
        self._place_in_deck(order, ())

    def dig(self, n: int, of: Filter) -> Steps:
        """Looks at the top cards, may take one that fits, puts the others on the bottom in an order of choice."""
        cards = self.zone(self.you, "deck")[: max(0, n)]
        if not cards:
            return
        self._looked(cards)
        fitting = [number for number in cards if of.describes(self, self.state.cards[number])]
        chosen = yield from self.choose(self.you, fitting, 0, min(1, len(fitting)), f"you may take {of.text}")
        left = [number for number in cards if number not in chosen]
        for number in chosen:
            self._reveal([number])
            zones.move(self.state, number, "hand", "zones.5.4")
        order = yield from self._order(left, "choose the order for the bottom of the deck")
        self._place_in_deck((), order)

    def _reveal(self, cards: Sequence[int]) -> None:
        names = tuple(Named(self.state.cards[number].face) for number in cards)
        self.state.events.append(Event("reveal", ("terms.6.reveal",), self.you, None, names))

    def reveal_until(self, of: Filter, into: str) -> None:
        """Reveals one by one until a card fits; the others go to the bottom in random order (timing.9.4)."""
        deck = self.zone(self.you, "deck")
        index = next((index for index, number in enumerate(deck) if of.describes(self, self.state.cards[number])), None)
        shown = deck if index is None else deck[: index + 1]
        self._reveal(shown)
        found = () if index is None else (deck[index],)
        others = self.state.shuffled(tuple(number for number in shown if number not in found))
        rest = tuple(number for number in deck if number not in shown)
        self.state.alter_player(self.you, deck=(*found, *rest, *others))
        for number in found:
            zones.move(self.state, number, into, "RS.2")
        self.note("chosen", found)
        self.done = bool(found)

    def reveal_top(self, n: int) -> None:
        cards = self.zone(self.you, "deck")[:n]
        self._reveal(cards)
        self.shown = tuple(self.state.cards[number].thing for number in cards)

    def reveal_memory(self, seats: Sequence[Seat], *, random: bool) -> None:
        cards: list[int] = []
        for seat in seats:
            memory = self.zone(seat, "memory")
            cards.extend(zones.random_cards(self.state, memory, 1) if random else memory)
        self._reveal(cards)
        self.shown = tuple(self.state.cards[number].thing for number in cards)

    def revealed_count(self, of: str) -> int:
        wanted = Filter(of if of.endswith("card") else f"{of} card")
        cards = (self.state.cards[thing.id] for thing in self.shown)
        return sum(1 for card in cards if wanted.describes(self, card))

    def set_destination(self, zone: str) -> None:
        """This card will go elsewhere as it leaves the stack, also if it is negated (RS.11.1)."""
        card = self.state.cards[self.source.id]
        if card.zone == "stack" and card.played is not None:
            self.source = self.state.alter(card.id, played=replace(card.played, destination=zone))

    # -- objects -------------------------------------------------------------------------------------------------

    def damage(self, shares: Sequence[tuple[int, int]], *, unpreventable: bool) -> Steps:
        damage.deal(self.state, self.source, shares, "RS.2", unpreventable=unpreventable)
        return
        yield

    def split_damage(self, n: int, among: Filter) -> Steps:
        """You choose any number of things and split an amount among them, at least 1 each: no targets."""
        cards = [card.id for card in self.matching(among)]
        if n <= 0 or not cards:
            return
        chosen = yield from self.choose(
            self.you, cards, 0, min(n, len(cards)), f"choose {among.text} to be dealt damage"
        )
        if not chosen:
            return
        options = tuple(self.state.cards[number].thing for number in chosen)
        shares = yield Decision(
            self.you, "split", ("targets-and-copies.3.6",), f"split {n}, at least 1 each", form="split",
            options=options, total=n, card=self.source.id,
        )  # fmt: skip
        assert isinstance(shares, tuple)
        yield from self.damage(tuple(zip(chosen, shares, strict=True)), unpreventable=False)

    def recover(self, seat: Seat, n: int) -> None:
        zones.recover(self.state, seat, n, "RS.2")

    def heal(self, number: int) -> None:
        if "ally" in now.words(self.state, self.state.cards[number]):
            self.state.alter(number, damage=0)
            say(self.state, "heal", "RS.2", card=self.state.cards[number])

    def add_counters(self, number: int, kind: str, n: int) -> None:
        zones.add_counters(self.state, number, kind, n, "RS.2")

    def remove_counters(self, number: int, kind: str, n: int) -> None:
        zones.remove_counters(self.state, number, kind, n, "RS.2")

    def turn(self, number: int, *, rested: bool) -> None:
        zones.turn(self.state, number, "RS.2", rested=rested)

    def destroy(self, cards: Sequence[Card]) -> None:
        zones.destroy(self.state, [card.id for card in cards])

    def can_sacrifice(self, of: Filter, n: int, *, same_name: bool) -> bool:
        return bool(self._sacrifices(of, n, same_name=same_name))

    def _sacrifices(self, of: Filter, n: int, *, same_name: bool) -> list[int]:
        cards = [card for card in self.matching(of) if card.controller == self.you]
        if same_name:
            names = [card.face for card in cards]
            cards = [card for card in cards if names.count(card.face) >= n]
        return [card.id for card in cards] if len(cards) >= n else []

    def sacrifice(self, of: Filter, n: int, *, same_name: bool) -> Steps:
        cards = self._sacrifices(of, n, same_name=same_name)
        same: tuple[tuple[int, ...], ...] = ()
        if same_name:
            groups: dict[str, list[int]] = {}
            for index, number in enumerate(cards):
                groups.setdefault(self.state.cards[number].face, []).append(index)
            same = tuple(tuple(group) for group in groups.values())
        chosen = yield from self.choose(
            self.you, cards, n, n, f"choose {of.text} to sacrifice", kind="sacrifice", same=same
        )
        zones.sacrifice(self.state, chosen)

    def suppress(self, cards: Sequence[Card]) -> None:
        """Banishes each; a delayed trigger for each returns it as the next end phase begins (terms.1.suppress)."""
        from archivist.vocabulary.effects.cards import Put

        real = [card for card in cards if not card.token]
        zones.banish(self.state, [card.id for card in cards], "terms.1.suppress")
        for card in real:
            thing = self.state.cards[card.id].thing
            text = (Paragraph(do=(Put(what=Ref("remembered"), into="field", owner=True),)),)
            self._delay(Phase(phase="end", whose="any"), text, once=True, until="game", remembers=(thing,))

    def summon(self, faces: Sequence[str], *, rested: bool = False) -> Steps:
        """Puts tokens onto the field; an effect may let you have others in their place (effects.3)."""
        for active, instead in now.statics(self.state, TokensInstead):
            if active.you == self.you and faces:
                swap = yield from self._yes(self.you, f"summon {len(faces)} {instead.token} instead?")
                if swap:
                    faces = (instead.token,) * len(faces)
        for face in faces:
            zones.summon(self.state, face, self.you, rested=rested, by=self.source.id)

    def gather(self) -> Steps:
        yield from self.summon((INGREDIENTS[self.state.random(len(INGREDIENTS))],))

    def level_up(self) -> Steps:
        cards = [card.id for card in champions.fitting(self.state, self.you)]
        chosen = yield from self.choose(
            self.you, cards, min(1, len(cards)), 1 if cards else 0, "choose a champion card"
        )
        for number in chosen:
            champions.level_up(self.state, self.you, number, "RS.2")

    def delevel(self, seat: Seat) -> None:
        champions.delevel(self.state, seat, "RS.2")

    def foster(self, number: int) -> None:
        card = self.state.cards[number]
        if "fostered" in card.properties:
            return
        new = self.state.alter(number, properties=(*card.properties, "fostered"))
        from archivist.rules.events import emit

        emit(self.state, Event("foster", ("zones.7.5",), card.controller, named(self.state, new), card=new))

    def gain_agility(self, seat: Seat, n: int) -> None:
        self.state.alter_player(seat, agility=(*self.state.players[seat].agility, n))

    def skip(self, seat: Seat, phase: str) -> None:
        skips = self.state.players[seat].skips
        self.state.alter_player(seat, skips={**skips, phase: skips.get(phase, 0) + 1})

    # -- what lasts ----------------------------------------------------------------------------------------------

    def gain(self, static: StaticNode, on: Ref | None, until: str) -> None:
        """Makes something hold: with `on` for exactly these things, its numbers fixed now (effects.5.4)."""
        things = None if on is None else tuple(card.thing for card in self.cards(on))
        if on is not None and not things:
            return
        self._last(self._bound(static), things, until)

    def _bound(self, static: StaticNode) -> StaticNode:
        if isinstance(static, Modify):
            return static.frozen(self)
        if isinstance(static, Prevent) and static.amount is not None:
            return replace(static, amount=Amount(self.amount(static.amount)))
        if isinstance(static, CostOf) and static.who == "that player":
            player = self.that_player()
            return replace(static, player=-1 if player is None else player)
        if isinstance(static, MustAttack):
            players = [thing.id for thing in self.targets if thing.kind == "player"]
            return replace(static, player=players[0] if players else -1)
        return static

    def _last(self, static: StaticNode, on: tuple[Thing, ...] | None, until: str) -> None:
        lasting = Lasting(self.state.tick(), static, self.you, self.source, until, on)
        self.state.lasting = (*self.state.lasting, lasting)
        self.state.touch()
        names = tuple(stack.thing_named(self.state, thing) for thing in on or ())
        say(self.state, "lasting", "effects.5.4" if on is not None else "effects.5.6", player=self.you, objects=names)

    def permit(self, node: Permission) -> None:
        """Permission to play certain cards from where they lie; speed and all else stay normal (timing.5.3)."""
        cards = [card for card in self.cards(node.what) if node.of is None or node.of.describes(self, card)]
        if cards:
            static = Permit(
                cards=Filter("card"), ways=("activate", "materialize"), ignore_elements=node.ignore_elements
            )
            self._last(static, tuple(card.thing for card in cards), "while this" if node.while_this else "game")

    def delay(self, node: Delayed) -> None:
        self._delay(
            node.on,
            (Paragraph(do=node.then),),
            once=node.once,
            until=node.until,
            remembers=tuple(
                self.state.cards[number].thing
                for number in self.notes.get("remembered") or self.notes.get("chosen", ())
            ),
        )

    def _delay(
        self, on: Any, text: tuple[Paragraph, ...], *, once: bool, until: str, remembers: tuple[Thing, ...]
    ) -> None:
        made = DelayedTrigger(self.state.tick(), on, text, self.you, self.source, once, until, remembers)
        self.state.delayed = (*self.state.delayed, made)
        say(self.state, "delayed", "abilities.3.13", player=self.you, card=self.source)

    def reflex(self, then: Sequence[EffectNode]) -> None:
        """Goes on the stack after the rest has resolved, with the original source (abilities.3.17)."""
        wait(self.state, Waiting(self.you, self.source, (Paragraph(do=tuple(then)),), self.event))

    # -- the stack -----------------------------------------------------------------------------------------------

    def negate(self, what: Ref, *, banish: bool) -> None:
        for thing in self.things(what):
            if thing.kind == "item":
                stack.negate(self.state, thing.id, "RS.2", banish=banish)

    def copy(self, what: Ref, *, new_targets: bool) -> Steps:
        """Copies an instance; new targets only if the effect says so, each legal (RU.4)."""
        for item in self._items(what):
            made = stack.copy_instance(self.state, item, self.you)
            if new_targets:
                yield from self._retarget(made)

    def _items(self, what: Ref) -> list[Item]:
        numbers = [thing.id for thing in self.things(what) if thing.kind == "item"]
        if what.name == "that" and self.event is not None and self.event.item is not None:
            numbers = [self.event.item]
        return [item for number in numbers if (item := self.state.item(number)) is not None]

    def _retarget(self, made: Item) -> Steps:
        groups: list[Group] = []
        scene = stack.item_scene(self.state, made)
        spell = targets.is_spell(scene, made)
        for group in made.groups:
            wanted = stack.group_spec(self.state, made, group)
            options = targets.legal(scene, wanted, spell=spell)
            least, most = targets.bounds(scene, wanted, options)
            if group.shares:
                least = most = len(group.things)
            if most == 0 or len(options) < max(1, least) or tuple(options) == group.things:
                groups.append(group)
                continue
            answer = yield Decision(
                self.you,
                "new targets",
                ("RU.4",),
                f"choose new targets for the copy (up to {most}), or none to keep the old",
                options=tuple(options),
                least=0,
                most=most,
                card=made.card,
                sets=_as_many(max(1, least), most, targets.same_groups(scene, wanted, options), len(options)),
            )
            assert isinstance(answer, tuple)
            new = tuple(options[index] for index in answer)
            groups.append(replace(group, things=new) if new else group)
            names = tuple(stack.thing_named(self.state, thing) for thing in new or group.things if thing is not None)
            say(self.state, "targets", "RU.4", player=self.you, card=self.state.cards[made.card], objects=names)
        self.state.alter_item(made.id, groups=tuple(groups))

    def play_card(self, node: PlayCard) -> Steps:
        """Plays a card now as an instruction; a refused attempt undoes that play alone (timing.5.2)."""
        cards = self.matching(node.of) if node.of is not None else self.cards(node.what or Ref("chosen"))
        if node.copy:
            cards = tuple(self._card_copy(card) for card in cards)
        licence = Licence(("timing.5.2", "PC.2"), instructed=True, free=node.free)
        if node.of is not None:
            self.fail_to_find(node.of)
        plays: list[tuple[Way, int, Licence]] = [(self._way(node.how, card), card.id, licence) for card in cards]
        optional = node.may or (node.of is not None and self.may_fail(node.of))
        materializing = any(way == "materialize" for way, _, _ in plays) or node.how == "materialize"
        preserved = self._preserved() if materializing else []
        searching = node.of is not None and self.may_fail(node.of)
        played = yield from self._play_one(
            self.you, plays, optional=optional, rule="timing.5.2", preserved=preserved, searching=searching
        )
        self.done = played is not None
        for card in cards if node.copy else ():
            if self.state.cards[card.id].zone == "none":
                say(self.state, "ceases", "targets-and-copies.6.3", card=card)

    def _card_copy(self, card: Card) -> Card:
        """A copy of a card that may be activated: it belongs to no zone and ceases to exist when it is done."""
        copy = Card(
            len(self.state.cards),
            card.face,
            self.you,
            self.you,
            "none",
            stamp=self.state.tick(),
            token=True,
            face_up=True,
        )
        self.state.cards.append(copy)
        self.state.touch()
        return copy

    def _way(self, how: str, card: Card) -> Way:
        if how == "play":
            return "activate" if costs.kind_of(self.state, card) == "reserve" else "materialize"
        return "materialize" if how == "materialize" else "activate"

    def _preserved(self) -> list[int]:
        """Preserved cards that may be returned to hand instead of materializing (keywords.preserve)."""
        return [
            number for number in self.zone(self.you, "material") if "preserved" in self.state.cards[number].properties
        ]

    def _play_one(
        self,
        seat: Seat,
        plays: Sequence[tuple[Way, int, Licence]],
        *,
        optional: bool,
        rule: str,
        preserved: Sequence[int] = (),
        searching: bool = False,
    ) -> Generator[Decision, Answer, int | None]:
        """Asks which of some cards to play and plays it, in an attempt with a snapshot of its own."""
        from archivist.rules import offers, playing

        refused: Illegal | None = None
        while True:
            good = [each for each in plays if offers.completes(self.state, seat, each[0], each[1], each[2])]
            options: list[Option] = [Play(way, number) for way, number, _ in good]
            options.extend(Return(number) for number in preserved)
            if not options:
                return None
            if optional:
                options.append(Pass())
            answer = yield Decision(
                seat, "play", (rule,), "choose what to play now", form="act", options=tuple(options),
                card=self.source.id, refused=refused,
            )  # fmt: skip
            if isinstance(answer, Pass) and optional:
                say(self.state, "option declined", "RS.5", *(("RU.15",) if searching else ()), player=seat)
                return None
            if isinstance(answer, Return) and answer.card in preserved:
                zones.move(self.state, answer.card, "hand", "keywords.preserve")
                return None
            licence = _licence_for(plays, answer)
            if licence is None or not isinstance(answer, Play):
                refused = Illegal(Reason((rule, "PC.2"), "nothing permits you to do that now"))
                continue
            before = self.state.copy()
            try:
                yield from playing.play(self.state, seat, answer.way, answer.card, licence)
            except Illegal:
                self.state.become(before)
                refused = offers.refusal(self.state, seat, answer.way, answer.card, licence)
                continue
            return answer.card

    # -- combat --------------------------------------------------------------------------------------------------

    def end_combat(self) -> None:
        from archivist.rules import combat

        combat.end_by_effect(self.state)

    def intercept(self) -> Steps:
        from archivist.rules import combat

        if combat.can_intercept(self.state, self.source):
            taken = yield from self._yes(self.you, f"redirect the attack to {self.source.face}?")
            if taken:
                combat.redirect(self.state, self.source)


def _licence_for(plays: Sequence[tuple[Way, int, Licence]], answer: Answer) -> Licence | None:
    if not isinstance(answer, Play):
        return None
    fitting = (licence for way, number, licence in plays if (way, number) == (answer.way, answer.card))
    return next(fitting, None)


def _as_many(least: int, most: int, same: tuple[tuple[int, ...], ...], n: int) -> tuple[tuple[int, ...], ...]:
    """The sets of new targets that go together, where not any number of any of them will do."""
    if least == 1 and not same:
        return ()
    groups = same or (tuple(range(n)),)
    return tuple(
        chosen for group in groups for size in range(least, most + 1) for chosen in itertools.combinations(group, size)
    )


def holds(condition: str, scene: Scene) -> bool:
    """An intervening condition, read again (abilities.3.3)."""
    return not condition or Condition(condition).holds(scene)
