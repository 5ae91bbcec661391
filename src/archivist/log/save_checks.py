"""What a save must be before a game goes on with it: every name and number in it means something, and all of it agrees."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import msgspec

from archivist.model.card import FACE_DOWN, ZONES, Card, Player, Seat, Thing
from archivist.model.errors import SaveError, shown
from archivist.model.event import Event
from archivist.model.state import State
from archivist.position import PARTS
from archivist.rules.catalogue import catalogue
from archivist.rules.turn.formats_and_decks import FORMATS
from archivist.rules.turn.phases import BEGINNINGS
from archivist.soundness import OF_STATE
from archivist.vocabulary.node import Node
from archivist.vocabulary.pending import Item

ESCAPED: Final = re.compile(r"\\(?<!\\\\)(?:\\\\)*[bfnrtu]")
"""A control character, or any other, that JSON writes as an escape; names have none.

It begins with the backslash itself, which the search finds at once in a text without any.
"""
LONG_NUMBER: Final = re.compile(r"\d{25}")
"""A number that is longer than any of a game; Python refuses to write very long ones."""
PHASES: Final = frozenset((*BEGINNINGS, "before the game", "combat"))
PLACES: Final = frozenset((*ZONES, "none"))
NOBODY: Final = -1
"""Whom a combat attacks as long as that is not known."""
LINK: Final = -1
"""The part to which the target of a link belongs: it is in no paragraph."""
CHANCE: Final = range(2**64)
"""The states of the random generator."""


def check_state(state: State) -> None:
    """Raises SaveError if a position speaks of what is not there, or does not agree with itself."""
    check = _Check(state)
    check.table()
    for number, card in enumerate(state.cards):
        if card.id != number:
            raise SaveError(f"{card.face} has the number {card.id} but is stored as {number}")
        check.card(card)
    for player in state.players:
        check.player(player)
    check.pending()
    for sound in OF_STATE:
        problem = sound(state)
        if problem:
            raise SaveError(problem)


def check_log(state: State, events: Iterable[Event]) -> None:
    """Raises SaveError if an event names a player who is not in the game, or a rule that does not exist."""
    seats, known = range(len(state.players)), catalogue()
    for event in events:
        if event.player is not None and event.player not in seats:
            raise SaveError("an event names a player who is not in the game")
        if not event.rules or not all(rule in known for rule in event.rules):
            raise SaveError(f"the event {shown(event.kind)} cites rules that do not exist")


class _Check:
    """Checks the parts of a position against how many players and cards there are."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.seats = range(len(state.players))
        self.places = range(len(state.cards))

    # -- the table -----------------------------------------------------------------------------------------------

    def table(self) -> None:
        """The parts that are neither players nor cards."""
        state, turn = self.state, self.state.turn
        if state.format not in FORMATS:
            raise SaveError(f"it has the unknown format {state.format!r}")
        if turn.phase not in PHASES:
            raise SaveError(f"it is in the unknown phase {turn.phase!r}")
        if min(turn.number, turn.materialized, state.passes, state.clock, state.named_ids) < 0:
            raise SaveError("a number in it is below zero")
        if state.rng not in CHANCE:
            raise SaveError("its random generator is in an impossible state")
        if [player.seat for player in state.players] != list(self.seats):
            raise SaveError("its players are not in order")
        for seat in (turn.player, state.first_player, state.opportunity, state.winner):
            self.seat(seat)
        if state.winner is not None and not state.over:
            raise SaveError("a player has won, but the game is not over")
        if not state.over and all(player.lost for player in state.players):
            raise SaveError("everybody has lost, but the game is not over")

    def player(self, player: Player) -> None:
        self.numbers(self.state.own_cards(player.seat))
        self.numbers(player.functions)
        if player.champion is not None:
            self.numbers((player.champion,))

    def pending(self) -> None:
        """What is under way, such as the stack, effects and the combat: every part that is neither a card nor a player."""
        state = self.state
        for item in state.stack:
            self._parts(item)
        for name, part in PARTS.items():
            if part.numbers:
                self.numbers(getattr(state, name))
            else:
                self.value(getattr(state, name))
        for each in state.shown:
            for seat in each.to or ():
                self.seat(seat)
        if state.combat is not None:
            self.seat(None if state.combat.defending == NOBODY else state.combat.defending)
        for seat, _, number, _ in state.vain:
            self.seat(seat)
            self.numbers((number,))

    def _parts(self, item: Item) -> None:
        """What was chosen for an instance must be in its text."""
        groups = ((group.part, group.mode) for group in item.groups if group.part != LINK)
        for part, mode in (*item.modes, *groups):
            if part not in range(len(item.text)):
                raise SaveError(f"{item.source.face} has no part {part}")
            modes = item.text[part].modes
            if mode >= 0 and (modes is None or mode >= len(modes.options)):
                raise SaveError(f"{item.source.face} has no mode {mode}")

    # -- values --------------------------------------------------------------------------------------------------

    def value(self, value: Any) -> None:
        """A value that speaks of players and cards, such as an effect, with everything in it."""
        if isinstance(value, tuple):
            for each in value:
                self.value(each)
        elif isinstance(value, Thing):
            self.thing(value)
        elif isinstance(value, Card):
            self.card(value)
        elif isinstance(value, msgspec.Struct) and not isinstance(value, Node):
            self._struct(value)

    def _struct(self, value: msgspec.Struct) -> None:
        for name in value.__struct_fields__:
            part = getattr(value, name)
            if name in ("controller", "player"):
                self.seat(part)
            elif name == "card" and type(part) is int:
                self.numbers((part,))
            elif name == "text_of":
                self._text_of(part)
            else:
                self.value(part)

    def _text_of(self, name: str) -> None:
        """The face in whose text something stands, where it is not that of its source."""
        if name and name not in self.state.whole_pool:
            raise SaveError(f"it refers to a card that is unknown here: {name!r}")

    def card(self, card: Card) -> None:
        """A card, where it lies or as it is remembered."""
        pool = self.state.whole_pool
        if card.true_name not in pool or (card.beneath and card.face != FACE_DOWN):
            raise SaveError(f"it refers to a card that is unknown here: {card.true_name!r}")
        if card.default and card.default not in pool:
            raise SaveError(f"it refers to a card that is unknown here: {card.default!r}")
        if card.zone not in PLACES:
            raise SaveError(f"{card.face} is in {card.zone!r}, which is not a zone")
        if card.id not in self.places:
            raise SaveError(f"it refers to {card.face} with the number {card.id}, which no card has")
        for seat in (card.owner, card.controller, card.first_controller, *card.known_to):
            if seat is not None and seat not in self.seats:
                raise SaveError(f"{card.face} belongs to a player who is not in the game, or is known to one")
        if card.lineage or card.loaded:
            self.numbers((*card.lineage, *card.loaded))
        if card.linked is not None:
            self.thing(card.linked)
        if card.remembers:
            self.value(card.remembers)
        if card.played is not None:
            self.value(card.played)

    def thing(self, thing: Thing) -> None:
        """An instance may be gone, a card or a player stays."""
        if thing.kind == "card":
            self.numbers((thing.id,))
        elif thing.kind == "player":
            self.seat(thing.id)

    def numbers(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            if number not in self.places:
                raise SaveError(f"it refers to card {number}, which does not exist")

    def seat(self, seat: Seat | None) -> None:
        if seat is not None and seat not in self.seats:
            raise SaveError(f"it refers to player {seat}, who is not in the game")
