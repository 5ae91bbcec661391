"""What a seat knows, exactly: the position with everything that is hidden from it left blank.

A view is for reading; this is for going on from: fill in the blanks (`archivist.bots.guessing`) and there is a game that
could be the real one. Cards are numbered anew by where they lie, and how often they moved is forgotten, so that no
number tells what a hidden card was before. The random generator is left out. Mappings are copied: whoever changes what
they were told changes nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from archivist.cards import pool
from archivist.model.card import FACE_DOWN, OWN_ZONES, PRIVATE, Card, Played, Player, Seat, Thing
from archivist.model.decision import Answer, Attack, Option, Play, Return, Use
from archivist.model.declaration import Part
from archivist.model.event import Named
from archivist.model.state import State
from archivist.position import PARTS, Position
from archivist.rules.zones.visibility import sees
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import Node

UNKNOWN = "?"
"""The name of a card of which a seat knows only where it lies."""
HERE, GONE = 1, -1
"""Incarnations: of a card where it lies (what it was before has one less), and of what cannot be followed."""


class Knowledge(msgspec.Struct, frozen=True):
    """What a seat knows of a game: the position when a player could last act, the answers since, and the options now.

    `position` has the name ``?`` for hidden cards; its last record stands for everything that is gone or cannot be told
    apart. What was seen since that moment is filled in already. `answers` is None if another player has since decided
    something within the same procedure. `options` are those of the pending decision in the numbers of `position`, where
    it is the seat's own. `cards` are faces that the built-in pool lacks.
    """

    seat: Seat
    position: Position
    answers: tuple[Answer, ...] | None
    options: tuple[Option, ...]
    cards: tuple[Face, ...] = ()


def knowledge(
    checkpoint: State, state: State, seat: Seat, answers: Sequence[Answer] | None, options: Sequence[Option]
) -> Knowledge:
    """What a seat knows in a state, given the checkpoint before it and the answers since that it may know."""
    told = _Telling(checkpoint, state, seat)
    return Knowledge(
        seat,
        told.position(),
        None if answers is None else tuple(told.since(each) for each in answers),
        tuple(told.since(each) for each in options),
        _added(checkpoint),
    )


def _added(state: State) -> tuple[Face, ...]:
    """The faces of a game that the built-in pool lacks, or has otherwise."""
    known = pool()
    if state.whole_pool is known:
        return ()
    return tuple(replace(face) for name, face in state.whole_pool.items() if known.get(name) != face)


class _Telling:
    """Tells a position to a seat: which cards it sees, and their new numbers."""

    def __init__(self, checkpoint: State, state: State, seat: Seat) -> None:
        self.before = checkpoint
        self.now = state
        self.seat = seat
        self.zones: list[dict[str, tuple[int, ...]]] = [self._zones(player) for player in checkpoint.players]
        self.order = list(self._order())
        self.number = {old: new for new, old in enumerate(self.order)}
        self.nobody = len(self.order)
        self.told: dict[int, bool] = {}

    def _zones(self, player: Player) -> dict[str, tuple[int, ...]]:
        """A player's zones; where the order means nothing and not all is seen, what is seen comes first."""
        found = {zone: getattr(player, zone) for zone in OWN_ZONES}
        if player.seat != self.seat:
            for zone in PRIVATE - {"deck"}:
                cards = found[zone]
                seen = sorted((n for n in cards if self.seen(n)), key=lambda n: self.before.cards[n].true_name)
                found[zone] = (*seen, *(number for number in cards if number not in seen))
        return found

    def _order(self) -> Iterator[int]:
        """Every card that is in the game, by where it lies."""
        state = self.before
        yield from (*state.field, *state.intent, *state.stack_cards)
        for number in (*state.field, *state.intent, *state.stack_cards):
            card = state.cards[number]
            yield from (*card.lineage, *card.loaded)
        for player, zones in zip(state.players, self.zones, strict=True):
            for zone in OWN_ZONES:
                yield from zones[zone]
            yield from player.functions

    def seen(self, number: int) -> bool:
        """Whether the seat sees a card, now or when a player could last act."""
        return sees(self.before, self.seat, self.before.cards[number]) or (
            self.now is not self.before and sees(self.now, self.seat, self.now.cards[number])
        )

    def _followed(self, number: int) -> bool:
        """Whether the seat can tell this card from others: it sees it, or it lies in the open, face up or down."""
        found = self.told.get(number)
        if found is None:
            found = self.told[number] = self.before.cards[number].zone not in PRIVATE or self.seen(number)
        return found

    # -- the position --------------------------------------------------------------------------------------------

    def position(self) -> Position:
        before = self.before
        parts = {name: self._part(each, getattr(before, name)) for name, each in PARTS.items()}
        cards = [*(self._card(before.cards[old]) for old in self.order), Card(self.nobody, FACE_DOWN, 0, 0, "none")]
        return Position(**{**parts, "cards": cards, "players": [self._player(each) for each in before.players]})

    def _part(self, part: Part, value: Any) -> Any:
        """A part of the position as far as the seat may know it, in the new numbers."""
        if not part.told:
            return part.first()
        return self.numbers(value) if part.numbers else self.value(value)

    def _player(self, player: Player) -> Player:
        zones = {zone: self.numbers(cards) for zone, cards in self.zones[player.seat].items()}
        champion = None if player.champion is None else self.number[player.champion]
        mastery = None if player.mastery is None else self.number[player.mastery]
        return replace(
            player,
            **zones,
            champion=champion,
            mastery=mastery,
            statuses=self.numbers(player.statuses),
            skips=dict(player.skips),
        )

    def _card(self, card: Card) -> Card:
        """A card where it lies. Of a hidden one nothing is left but where that is; of a face-down one all but its name."""
        new = self.number[card.id]
        if self.seen(card.id):
            known = self._with_numbers(card, new, HERE)
            return replace(known, stamp=0) if card.zone in PRIVATE and card.owner != self.seat else known
        if card.zone in PRIVATE:
            return Card(new, UNKNOWN, card.owner, card.controller, card.zone, HERE)
        blank = {"beneath": UNKNOWN} if card.zone == "field" else {"face": UNKNOWN}
        return replace(self._with_numbers(card, new, HERE), **blank)

    def _with_numbers(self, card: Card, new: int, incarnation: int) -> Card:
        """A card with what it refers to in the new numbers, and with mappings of its own."""
        own = {"id": new, "incarnation": incarnation, "counters": dict(card.counters), "uses": dict(card.uses)}
        if not (card.lineage or card.loaded or card.linked or card.remembers or card.played or card.last):
            return replace(card, **own)
        return replace(
            card,
            **own,
            lineage=self.numbers(card.lineage),
            loaded=self.numbers(card.loaded),
            linked=card.linked and self.thing(card.linked),
            remembers=self._things(card.remembers),
            played=card.played and self._played(card.played),
            last=card.last and self.value(card.last),
        )

    def _played(self, played: Played) -> Played:
        if not (played.spent or played.given) and played.attacker is None:
            return played
        return replace(
            played,
            spent=self._things(played.spent),
            given=tuple(self._last_known(each) for each in played.given),
            attacker=played.attacker and self.thing(played.attacker),
        )

    # -- numbers and values --------------------------------------------------------------------------------------

    def numbers(self, cards: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.number.get(each, self.nobody) for each in cards)

    def _things(self, things: Sequence[Thing]) -> tuple[Thing, ...]:
        return tuple(self.thing(each) for each in things)

    def thing(self, thing: Thing) -> Thing:
        """A thing in the new numbers, as far as the seat can follow it."""
        if thing.kind != "card":
            return thing
        age = self.before.cards[thing.id].incarnation - thing.incarnation
        if age not in (0, 1) or thing.id not in self.number or not self._followed(thing.id):
            return Thing("card", self.nobody, GONE)
        return Thing("card", self.number[thing.id], HERE - age)

    def value(self, value: Any) -> Any:
        """A value that speaks of cards, such as an item on the stack, with everything in it in the new numbers."""
        if isinstance(value, tuple):
            return tuple(self.value(each) for each in value) if value else value
        if isinstance(value, dict):
            return dict(value)
        if not isinstance(value, msgspec.Struct) or isinstance(value, Node):
            return value
        if isinstance(value, Thing):
            return self.thing(value)
        if isinstance(value, Card):
            return self._last_known(value)
        if isinstance(value, Named):
            return self._named(value)
        changes = {name: self.value(getattr(value, name)) for name in value.__struct_fields__}
        if type(changes.get("card")) is int:
            changes["card"] = self.number.get(changes["card"], self.nobody)
        return replace(value, **changes)

    def _last_known(self, card: Card) -> Card:
        """A card as it is remembered, for instance by an event; without characteristics, if the seat did not see it."""
        thing = self.thing(card.thing)
        if sees(self.before, self.seat, card):
            return self._with_numbers(card, thing.id, thing.incarnation)
        return Card(self.nobody, FACE_DOWN, card.owner, card.controller, card.zone, GONE)

    def _named(self, named: Named) -> Named:
        if named.seen is not None and self.seat not in named.seen:
            return Named(UNKNOWN, None, named.seen)
        return replace(named, thing=named.thing and self.thing(named.thing))

    # -- since the checkpoint ------------------------------------------------------------------------------------

    def since(self, value: Any) -> Any:
        """An answer or option of now: it may speak of cards that have moved, or been made, since the checkpoint."""
        if isinstance(value, Thing):
            return self._thing_since(value)
        if isinstance(value, Play | Use | Return):
            return replace(value, card=self._number_since(value.card))
        return replace(value, unit=self._number_since(value.unit)) if isinstance(value, Attack) else value

    def _thing_since(self, thing: Thing) -> Thing:
        if thing.kind != "card":
            return thing
        number = self._number_since(thing.id)
        if number == self.nobody:
            return Thing("card", number, GONE)
        made = thing.id >= len(self.before.cards)
        moves = thing.incarnation if made else HERE + thing.incarnation - self.before.cards[thing.id].incarnation
        return Thing("card", number, moves)

    def _number_since(self, old: int) -> int:
        made = old - len(self.before.cards)
        if made >= 0:
            return self.nobody + 1 + made
        return self.number.get(old, self.nobody) if self._followed(old) else self.nobody
