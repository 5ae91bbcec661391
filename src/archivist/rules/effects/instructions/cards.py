"""Verbs that move cards, look at them and reveal them."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from archivist.model.card import PRIVATE, Card, Seat, Thing
from archivist.model.decision import Answer, Decision
from archivist.model.event import Event
from archivist.rules.cards import states_and_counters
from archivist.rules.effects import replaced_amounts
from archivist.rules.effects.events import notice, say
from archivist.rules.effects.instructions.stack import StackVerbs
from archivist.rules.effects.scene import Scene
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.targets_and_copies import copies_of_objects
from archivist.rules.turn import drawing
from archivist.rules.zones import entering, leaving, moving, revealing
from archivist.rules.zones.visibility import sees, who_sees
from archivist.vocabulary.abilities import AlternativeCost
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref, Steps

Numbers = Generator[Decision, Answer, tuple[int, ...]]
"""A question whose outcome is a choice of cards."""


AETHERWING = Filter("aetherwing weapon you control")


class CardVerbs(StackVerbs):
    """Verbs about cards."""

    def draw(self, seat: Seat, n: int, into: str) -> None:
        deck = self.zone(seat, "deck")
        drawn = drawing.draw(self.state, seat, n, into, "RS.2")
        self.did(drawn, deck[:drawn])

    def discard(self, cards: Sequence[int], *rules: str) -> Steps:
        """Cards that a replacement sends elsewhere were discarded all the same (effects.3.4)."""
        yield from drawing.discard(self.state, cards, *rules)
        self.did(len(cards), cards)

    def fitting(self, cards: Sequence[int], of: Filter | None) -> tuple[int, ...]:
        """Those of some cards that a phrase describes, their place left aside."""
        return tuple(number for number in cards if of is None or of.describes(self, self.state.cards[number]))

    def at_random(self, cards: Sequence[int], n: int) -> tuple[int, ...]:
        return tuple(drawing.random_cards(self.state, cards, n))

    def mill(self, seat: Seat, n: int) -> Steps:
        milled = self.zone(seat, "deck")[: max(0, n)]
        yield from drawing.mill(self.state, seat, n)
        self.did(len(milled), milled)

    def move_all(self, cards: Sequence[int], zone: str, *, top: bool = True) -> None:
        group = self.state.tick() if len(cards) > 1 else 0
        rules = ("RS.2", "zones.2.6") if moving.whole(self.state, cards) else ("RS.2",)
        for number in cards:
            moving.move(self.state, number, zone, *rules, top=top, group=group)
        self.did(len(cards), cards)

    def _incarnations(self, numbers: Iterable[int]) -> dict[int, int]:
        """Which things cards are now, to see later which of them have moved."""
        return {number: self.state.cards[number].incarnation for number in numbers}

    def _moved(self, before: Mapping[int, int]) -> list[int]:
        """Those that have changed zones since then."""
        return [number for number, then in before.items() if self.state.cards[number].incarnation != then]

    def _left_for(self, number: int, zone: str, mark: int) -> bool:
        """Whether a card lies in a zone, or is a token that left the field for it since then and so exists no more."""
        card = self.state.cards[number]
        if not card.token:
            return card.zone == zone
        left = (event for event in self.state.events[mark:] if event.kind == "leave" and event.zone == zone)
        return any(event.card is not None and event.card.id == number for event in left)

    def put(
        self,
        cards: Sequence[Card],
        into: str,
        *,
        buff: int = 0,
        owner: bool = False,
        transformed: bool = False,
        from_top: int = 1,
        random: bool = False,
    ) -> Steps:
        """Moves cards, each to its owner's zone; several into a deck in an order their owner chooses, or at random.

        An intent exists only in a combat: what would be put into one that does not exist stays where it is.

        Rules: timing.9.2, timing.9.4, timing.9.6.
        """
        numbers = [card.id for card in cards]
        before = self._incarnations(numbers)
        zone = into.split()[0]
        if into == "field":
            yield from self._put_onto_field(numbers, buff=buff, owner=owner, transformed=transformed)
        elif into == "intent":
            yield from self._put_into_intent(numbers)
        else:
            yield from self._put_into_zone(numbers, into, from_top=from_top, random=random)
        moved = [number for number in numbers if zone == self.state.cards[number].zone == "deck"]
        moved = list(dict.fromkeys((*moved, *self._moved(before))))
        there = [number for number in moved if self.state.cards[number].zone in (zone, "none")]
        self.did(len(there), there, done=bool(moved))

    def _put_into_zone(self, numbers: list[int], into: str, *, from_top: int, random: bool) -> Steps:
        """Moves cards to their owners' hands, memories, decks and so on."""
        zone = into.split()[0]
        self._reveal_stated(numbers, zone)
        if zone == "deck":
            place = None if into == "deck bottom" else max(0, from_top - 1)
            if random:
                numbers = list(self.state.shuffled(tuple(numbers)))
            else:
                owners = {number: self.state.cards[number].owner for number in numbers}
                prompt = "choose the order, the first one goes uppermost"
                numbers = yield from self._ordered(numbers, owners, ("timing.9.2",), prompt)
            yield from moving.into_deck(self.state, numbers, place, "timing.9.4" if random else "RS.2")
            return
        preserved = self._preserving(into)
        if zone == "graveyard":
            deathless = [number for number in numbers if leaving.immortal(self.state, number)]
            for number in deathless:
                say(self.state, "not destroyed", "keywords.immortality", card=self.state.cards[number])
            numbers = [number for number in numbers if number not in deathless]
        yield from moving.send_together(self.state, numbers, zone, "RS.2")
        for number in numbers if preserved else ():
            self.state.alter(number, face_up=True, properties=("preserved",))

    def _put_onto_field(
        self,
        numbers: Sequence[int],
        *,
        buff: int = 0,
        owner: bool = False,
        transformed: bool = False,
        kept: Mapping[int, Mapping[str, Any]] = {},
    ) -> Generator[Decision, Answer, list[int]]:
        """Cards enter the field at the same time: what they enter as, and linked to what, is chosen before any does.

        Gives those that really entered.
        """
        numbers, seats = yield from self._stamped(numbers, owner=owner)
        entrants: list[entering.Coming] = []
        for number in numbers:
            card, seat = self.state.cards[number], seats[number]
            if transformed and not self.face(card).flip:
                say(self.state, "not transformed", "terms.5.transform", player=self.you, card=card)
                continue
            copied = yield from copies_of_objects.choose(self.state, seat, card, self.source.id)
            linked = yield from self._choose_link(seat, replace(card, face=copied or card.face))
            keep = {"linked": linked, **kept.get(number, {})}
            entrants.append(entering.Coming(number, seat, transformed, copied, keep))
        arrived = yield from entering.enter_together(self.state, entrants, "RS.7")
        for number in arrived if buff else ():
            states_and_counters.add_counters(self.state, number, "buff", buff)
        return arrived

    def _stamped(
        self, numbers: Sequence[int], *, owner: bool
    ) -> Generator[Decision, Answer, tuple[list[int], dict[int, Seat]]]:
        """The order in which objects that enter together get their timestamps, and who will control them.

        It is asked for only where it can matter: where several of a player's have static abilities (effects.5.14).
        """
        seats = {number: self.state.cards[number].owner if owner else self.you for number in numbers}
        static = [number for number in numbers if self.state.pool[self.state.cards[number].true_name].statics]
        others = [number for number in numbers if number not in static]
        static = yield from self._ordered(static, seats, ("effects.5.14",), "choose the order of their timestamps")
        together = [*static, *others]
        return [number for seat in self.state.living() for number in together if seats[number] == seat], seats

    def _choose_link(self, seat: Seat, card: Card) -> Generator[Decision, Answer, Thing | None]:
        """What an object with Link that enters from elsewhere than the stack is linked to: chosen, no target.

        Rules: keywords.link.
        """
        link = self.face(card).link
        if link is None:
            return None
        scene = Scene(self.state, seat, card)
        options = tuple(each.id for each in scene.matching(link.of) if each.id != card.id)
        chosen = yield from self.choose(
            seat,
            options,
            min(1, len(options)),
            min(1, len(options)),
            "choose what to link to",
            rules=("keywords.link",),
        )
        if not chosen:
            return None
        say(self.state, "link", "keywords.link", player=seat, card=self.state.cards[chosen[0]])
        return self.state.cards[chosen[0]].thing

    def _put_into_intent(self, numbers: Sequence[int]) -> Steps:
        """Adds cards, of whatever type, to the attacker's intent, if there is one; it is the attacking player's (timing.9.6).

        Rules: zones.1.intent, zones.3.14.
        """
        if self.state.combat is None:
            say(self.state, "nothing", "timing.9.6", player=self.you)
            return
        yield from moving.send(self.state, numbers, "intent", "RS.2", controller=self.state.combat.player)

    def _reveal_stated(self, numbers: Sequence[int], zone: str) -> None:
        """Cards chosen for what they are must be seen to be that before they go to a private zone (zones.5.4)."""
        if zone in PRIVATE:
            stated = [number for number in numbers if self.state.cards[number].thing in self.stated]
            hidden = [number for number in stated if who_sees(self.state, self.state.cards[number]) is not None]
            if hidden:
                revealing.reveal(self.state, self.you, hidden, "zones.5.4")

    def _ordered(
        self, numbers: list[int], seats: Mapping[int, Seat], rules: tuple[str, ...], prompt: str
    ) -> Generator[Decision, Answer, list[int]]:
        """Several cards that go somewhere at once, in an order: the turn player's first, each player ordering their own."""
        ordered: list[int] = []
        for seat in self.state.living():
            own = [number for number in numbers if seats[number] == seat]
            if len({self._told_apart(seat, number) for number in own}) < 2:
                ordered += own
                continue
            answer = yield Decision(
                seat,
                "order",
                rules,
                prompt,
                form="order",
                options=tuple(self.state.cards[number].thing for number in own),
                card=self.source.id,
            )
            assert isinstance(answer, tuple)
            ordered += [own[index] for index in answer]
        return ordered

    def _told_apart(self, seat: Seat, number: int) -> str | int:
        """What a player tells a card by: its name, or nothing but itself if it is hidden from them."""
        card = self.state.cards[number]
        return card.true_name if sees(self.state, seat, card) else number

    def loadable(self, ref: Ref) -> tuple[Card, ...]:
        """The cards to be loaded; a copy never moves to a zone of its own (RU.3), so that "this" of a copy is none."""
        if ref.name == "this" and self.item is not None and self.item.is_play and self.item.copy:
            return ()
        return self.followed(ref)

    def load(self, cards: Sequence[Card], objects: Sequence[Card]) -> Steps:
        """Puts cards under one of the objects; several to choose from are the player's choice."""
        if not cards or not objects:
            return
        chosen = yield from self.choose(
            self.you, [card.id for card in objects], 1, 1, "choose what to load into", rules=("terms.5.load",)
        )
        self.done = bool(chosen)
        for card in cards if chosen else ():
            moving.load(self.state, card.id, chosen[0], "RS.2")
            if self.state.cards[card.id].zone == "loaded":
                self.did(1, [card.id])

    def _preserving(self, into: str) -> bool:
        """Whether cards go to the material deck preserved, where they lie face up until they leave it (zones.3.5)."""
        return into == "material" and self.event is not None and self.event.kind == "destroy"

    def followed(self, ref: Ref) -> tuple[Card, ...]:
        """As `cards`, but a source that left is followed through one zone change (abilities.6.3).

        Rules: effects.7.3.
        """
        if ref.name != "this":
            return self.cards(ref)
        card = self.state.cards[self.source.id]
        near = card.incarnation - self.source.incarnation
        return (card,) if near == 0 or (near == 1 and card.zone == "graveyard") else ()

    def banish(
        self, cards: Sequence[Card], *, face_down: bool = False, remember: bool = False, omen: bool = False
    ) -> Steps:
        """Banishes cards. Face down they are not shown, though chosen for what they are, before the game ends (zones.5.4).

        Rules: zones.5.7, zones.5.11.
        """
        numbers = [card.id for card in cards]
        face_up = False if face_down else None
        known = (self.you,) if face_down else ()
        stated = [card.id for card in cards if face_down and card.thing in self.stated]
        kept = ("zones.3.11",) if remember else ()
        yield from self._banish(numbers, "RS.2", *kept, face_up=face_up, known_to=known)
        for number in stated:
            self.state.alter(number, stated=True)
        for number in numbers if omen else ():
            states_and_counters.add_counters(self.state, number, "omen", 1, "terms.7.omen")
        if remember:
            self.remember([self.state.cards[number] for number in numbers])

    def _banish(self, numbers: Sequence[int], *rules: str, **more: Any) -> Steps:
        """What goes elsewhere instead was not banished, though the action was done (RS.10)."""
        before, mark = self._incarnations(numbers), len(self.state.events)
        yield from leaving.banish(self.state, numbers, *rules, **more)
        moved = self._moved(before)
        banished = [number for number in moved if self._left_for(number, "banishment", mark)]
        self.did(len(banished), banished, done=bool(moved))

    def banish_random(self, seat: Seat, n: int) -> Steps:
        cards = drawing.random_cards(self.state, self.zone(seat, "memory"), n)
        yield from self._banish(cards, "timing.10.1")

    def banish_top(self, seat: Seat, n: int, *, face_down: bool, play: bool, ignore_elements: bool) -> None:
        """Banishes the top cards one at a time; with `play` you may look at them and play them (zones.5.7)."""
        moved: list[Card] = []
        for _ in range(min(n, len(self.zone(seat, "deck")))):
            card = moving.move(
                self.state,
                self.zone(seat, "deck")[0],
                "banishment",
                "turn.8.2",
                face_up=not face_down,
                known_to=(self.you,) if face_down and play else (),
            )
            moved.append(card)
        self.did(len(moved), things=[card.thing for card in moved])
        if play:
            self._let_play(moved, "play", "game", ignore_elements=ignore_elements)

    def remember(self, cards: Sequence[Card]) -> None:
        """The source keeps which cards it banished or chose; another source, of whatever name, knows nothing of them.

        Rules: zones.3.11.
        """
        things = tuple(card.thing for card in cards)
        current = self.state.current(self.source.thing)
        if current is not None:
            self.source = self.state.alter(current.id, remembers=(*current.remembers, *things))
        self.note("remembered", [thing.id for thing in things])
        if self.deed is None:
            self.did(len(things), things=things)

    def name_card(self, *, main: bool) -> Steps:
        """Any card may be named by its full name, also by that of its flip side; tokens are no cards (timing.11.5).

        Which deck a card belongs to is told by its default side (cards.6.2).

        Rules: targets-and-copies.9.5, cards.1.2.
        """
        faces = [face for face in self.state.pool.values() if face.is_card]
        if main:
            faces = [face for face in faces if not face.words & {"champion", "regalia"}]
        names = tuple(sorted(name for face in faces for name in (face.name, face.flip) if name))
        answer = yield Decision(
            self.you,
            "name",
            ("timing.11.5", "cards.1.2"),
            "name a card",
            form="name",
            options=names,
            card=self.source.id,
        )
        assert isinstance(answer, str)
        self.source = self.state.alter(self.source.id, named=answer)
        say(self.state, "name", "timing.11.5", player=self.you, note=answer)
        self.did(0, done=True)

    def look_at(self, seat: Seat, zone: str) -> None:
        cards = self.zone(seat, zone)
        revealing.look(self.state, self.you, cards, zone)
        self.did(len(cards), cards)

    def glimpse(self, n: int) -> Steps:
        """Looks at the top cards and puts each on top or on the bottom; a Starcalling card may be activated.

        Cards with Aethercalling may be loaded while they are seen. What is glimpsed is the amount, however few cards
        there are. Rules: timing.9.7, terms.6.glimpse.
        """
        n = yield from replaced_amounts.how_much(self.state, self.you, "glimpse", n)
        if n <= 0:
            say(self.state, "nothing", *states_and_counters.NONE, player=self.you)
            return
        notice(self.state, Event("glimpse", (), self.you, amount=n))
        cards = self.zone(self.you, "deck")[:n]
        self.did(n, cards)
        if not cards:
            return
        revealing.look(self.state, self.you, cards, "deck")
        say(self.state, "glimpse", "terms.6.glimpse", "timing.9.7", player=self.you, amount=len(cards))
        cards = yield from self._aethercall(cards)
        if not cards:
            return
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
        if self.state.players[self.you].lost:
            return
        deck = self.zone(self.you, "deck")
        rest = tuple(number for number in deck if number not in top and number not in bottom)
        self.state.alter_player(self.you, deck=(*top, *rest, *bottom))
        revealing.disguise(self.state, (*top, *bottom))
        say(self.state, "arranged", "timing.9.2", player=self.you, amount=len(top), note=str(len(bottom)))

    def _aethercall(self, cards: Sequence[int]) -> Numbers:
        """Cards with Aethercalling may be loaded into your Aetherwings: a special game action; gives the others.

        Rules: keywords.aethercalling, turn.7.special.
        """
        wings = [card.id for card in self.matching(AETHERWING)]
        calling = [number for number in cards if self.has(self.state.cards[number], "aethercalling")]
        if not wings or not calling:
            return tuple(cards)
        rules = ("keywords.aethercalling", "turn.7.special")
        loaded = yield from self.choose(
            self.you, calling, 0, len(calling), "you may load cards with Aethercalling", kind="aethercall", rules=rules
        )
        for number in loaded:
            face = self.state.cards[number].face
            chosen = yield from self.choose(
                self.you, wings, 1, 1, f"choose an Aetherwing for {face}", kind="aethercall", rules=rules
            )
            for wing in chosen:
                moving.load(self.state, number, wing, *rules)
        return tuple(number for number in cards if number not in loaded)

    def _starcall(self, cards: Sequence[int]) -> Generator[Decision, Answer, int | None]:
        """A card with Starcalling that is looked at may be activated for that cost, at any speed.

        Rules: keywords.starcalling.
        """
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
        revealing.look(self.state, self.you, cards, "deck")
        order = yield from self._order(cards, "put the cards back on top, the first one uppermost")
        self._place_in_deck(order, ())
        self.did(len(cards), cards)

    def dig(self, n: int, of: Filter) -> Steps:
        """Looks at the top cards, may take one that fits, puts the others on the bottom in an order of choice."""
        cards = self.zone(self.you, "deck")[: max(0, n)]
        if not cards:
            return
        revealing.look(self.state, self.you, cards, "deck")
        fitting = [number for number in cards if of.describes(self, self.state.cards[number])]
        chosen = yield from self.choose(self.you, fitting, 0, min(1, len(fitting)), f"you may take {of.text}")
        left = [number for number in cards if number not in chosen]
        for number in chosen:
            revealing.reveal(self.state, self.you, [number], "zones.5.4")
            moving.move(self.state, number, "hand", "RS.2")
        self.did(len(chosen), chosen)
        order = yield from self._order(left, "choose the order for the bottom of the deck")
        self._place_in_deck((), order)

    def reveal(self, cards: Sequence[int]) -> None:
        """Reveals cards; later steps speak of them as ``revealed`` (terms.6.reveal)."""
        revealing.reveal(self.state, self.you, cards)
        self.shown = tuple(self.state.cards[number].thing for number in cards)
        self.did(len(cards), cards)

    def turn_face(self, number: int, *, up: bool) -> None:
        if revealing.turn_over(self.state, number, "RS.2", up=up):
            self.did(1, [number])

    def reveal_until(self, of: Filter, into: str, *, most: int | None = None) -> None:
        """Reveals one by one until a card fits or `most` are revealed; the others go below in random order (timing.9.4)."""
        deck = self.zone(self.you, "deck")
        seen = deck[:most]
        index = next((index for index, number in enumerate(seen) if of.describes(self, self.state.cards[number])), None)
        shown = seen if index is None else seen[: index + 1]
        revealing.reveal(self.state, self.you, shown, "timing.9.4")
        found = () if index is None else (deck[index],)
        others = self.state.shuffled(tuple(number for number in shown if number not in found))
        rest = tuple(number for number in deck if number not in shown)
        self.state.alter_player(self.you, deck=(*found, *rest, *others))
        revealing.disguise(self.state, others)
        for number in found:
            moving.move(self.state, number, into, "RS.2")
        self.note("chosen", found)
        self.did(len(found), found)

    def reveal_top(self, n: int) -> None:
        cards = self.zone(self.you, "deck")[: max(0, n)]
        self.reveal(cards)

    def reveal_memory(self, seats: Sequence[Seat], *, random: bool) -> None:
        """Each player reveals their own memory, or a card of it at random."""
        cards: list[int] = []
        for seat in seats:
            memory = self.zone(seat, "memory")
            own = drawing.random_cards(self.state, memory, 1) if random else memory
            revealing.reveal(self.state, seat, own)
            cards.extend(own)
        self.shown = tuple(self.state.cards[number].thing for number in cards)
        self.did(len(cards), cards)

    def revealed_count(self, of: Filter) -> int:
        """How many of the cards revealed fit, wherever they are by now (timing.8)."""
        cards = (self.state.cards[thing.id] for thing in self.shown)
        return sum(1 for card in cards if of.describes(self, card))

    def set_destination(self, what: Ref, zone: str) -> None:
        """Cards will go elsewhere as they leave the stack, also if they are negated (RS.11.1)."""
        for meant in self.bearers(what):
            card = self.state.cards[meant.id]
            if card.zone == "stack" and card.played is not None:
                self.did(1, [card.id])
                new = self.state.alter(card.id, played=replace(card.played, destination=zone))
                self.source = new if card.id == self.source.id else self.source
