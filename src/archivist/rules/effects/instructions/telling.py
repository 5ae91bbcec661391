"""What a resolving text speaks of, and asking players while it resolves."""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterable, Sequence

from archivist.model.card import PRIVATE, Card, Seat, Thing
from archivist.model.decision import Answer, Decision
from archivist.model.state import State
from archivist.rules.effects.events import say
from archivist.rules.effects.scene import Scene
from archivist.rules.playing_cards import effects_stack
from archivist.rules.zones import revealing
from archivist.rules.zones.visibility import who_sees
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref, Who
from archivist.vocabulary.pending import Deed, Group, Item

Numbers = Generator[Decision, Answer, tuple[int, ...]]
"""A question whose outcome is a choice of cards."""


class Telling(Scene):
    """An item being resolved: what its references mean, and its questions.

    `notes` are what earlier steps chose, `shown` what they revealed, `stated` what they chose for its characteristics.

    Rules: abilities.7.7.
    """

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
        self.stated: tuple[Thing, ...] = ()
        self.deeds: dict[str, Deed] = {}
        self.deed: Deed | None = None
        self.settle(item.deed)

    # -- what was done -------------------------------------------------------------------------------------------

    def did(
        self, many: int, cards: Iterable[int] = (), *, things: Iterable[Thing] = (), done: bool | None = None
    ) -> None:
        """Tells what the instruction under way really did: how much, and to what; what is told several times adds up.

        It was done if it did anything at all. An action whose outcome was replaced is done all the same (RS.10).
        """
        about = (*(self.state.cards[number].thing for number in cards), *things)
        more = Deed(many > 0 if done is None else done, max(0, many), about)
        self.deed = more if self.deed is None else self.deed.and_also(more)

    def _yes(self, seat: Seat, prompt: str) -> Generator[Decision, Answer, bool]:
        answer = yield Decision(seat, "may", ("RS.5",), prompt, options=("yes", "no"), card=self.source.id)
        return answer == (0,)

    # -- what the text speaks of ---------------------------------------------------------------------------------

    def cards(self, ref: Ref) -> tuple[Card, ...]:
        """The cards or objects a reference means, as they are now; what is gone is left out."""
        if ref.each is not None:
            return self.public(ref.each)
        found = (self.state.current(thing) for thing in self.things(ref))
        return tuple(card for card in found if card is not None)

    def bearers(self, ref: Ref) -> tuple[Card, ...]:
        """What can bear lasting effects: the cards a reference means, and those of the activations it means."""
        return (*self.cards(ref), *self.activated(ref))

    def activated(self, ref: Ref) -> tuple[Card, ...]:
        """The cards on the stack of the activations that a reference means."""
        if ref.each is not None:
            return ()
        items = (self.state.item(thing.id) for thing in self.things(ref) if thing.kind == "item")
        return tuple(self.state.cards[item.card] for item in items if item is not None and item.is_play)

    def things(self, ref: Ref) -> tuple[Thing, ...]:
        """What a reference means: ``this`` is the object that has the ability, and no other of its name.

        Rules: timing.11, timing.11.2, timing.11.3, targets-and-copies.1.5, abilities.1.12.
        """
        if ref.name == "this" or ref.name == "self":
            return (self.source.thing,)
        if ref.name == "champion":
            champion = self.champion()
            return (champion.thing,) if champion else ()
        if ref.name.startswith("mastery"):
            held = self.mastery(ref.name.removeprefix("mastery").strip())
            return (held.thing,) if held else ()
        if ref.name == "that":
            return (self.event.card.thing,) if self.event and self.event.card else ()
        if ref.name == "chosen":
            return tuple(self.state.cards[number].thing for number in self.notes.get(ref.name, ()))
        if ref.name == "it":
            return self.about
        if ref.name.startswith("it("):
            return self.deeds.get(ref.name[3:-1], Deed()).things
        if ref.name == "revealed":
            return self.shown
        if ref.name == "spent":
            assert self.item is not None
            if self.item.copy:
                return ()  # what was paid with belongs to the original (targets-and-copies.7.9)
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
        groups = [group for group in self.item.groups if group.name == name and effects_stack.counts(self.item, group)]
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
        """The players meant who are in the game, in turn order from the turn player (timing.7.1).

        Rules: abilities.7.4, turn.9.9.
        """
        return tuple(seat for seat in self._meant_players(who) if not self.state.players[seat].lost)

    def _meant_players(self, who: Who) -> tuple[Seat, ...]:
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

    def state_characteristics(self, wanted: Filter, cards: Sequence[int]) -> None:
        """Remembers which cards were chosen for what they are, and not just as cards (zones.5.4, zones.5.11)."""
        if wanted.described:
            self.stated = (*self.stated, *(self.state.cards[number].thing for number in cards))

    def look_through(self, wanted: Filter, seat: Seat) -> None:
        """A player who searches their deck looks at all of it, whatever they find (terms.6.search, timing.8.1)."""
        deck = self.zone(seat, "deck")
        if deck and "deck" in wanted.zones and (wanted.owner != "you" or seat == self.you):
            revealing.look(self.state, seat, deck, "deck")

    def fail_to_find(self, wanted: Filter) -> bool:
        """Whether a search need not find anything, told where it decides."""
        if not self.may_fail(wanted):
            return False
        say(self.state, "search", "RU.15", "timing.8.2", "timing.8.5", "terms.6.search", player=self.you)
        return True

    def may_fail(self, wanted: Filter) -> bool:
        """A described card in a private zone need not be found; just a card must be, and so must one that all can see.

        Rules: RU.15, timing.8, timing.8.2, timing.8.3, timing.8.4.
        """
        if not wanted.described or not any(zone in PRIVATE for zone in wanted.zones):
            return False
        return not any(who_sees(self.state, card) is None for card in self.matching(wanted))

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
        """Asks a player for cards while resolving.

        Rules: targets-and-copies.4.
        """
        if most == 0:
            if not cards:
                say(self.state, "none found", "timing.8.6", player=seat)
            return ()
        if not same:
            cards = revealing.blurred(self.state, cards, seat)
        options = tuple(self.state.cards[number].thing for number in cards)
        if budget:
            same = self._within_budget(cards, budget)
        rules = ("RS.2", "targets-and-copies.4.1", "targets-and-copies.4.2", *rules)
        answer = yield Decision(
            seat, kind, rules, prompt, options=options, least=least, most=most, card=self.source.id, same=same
        )
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
