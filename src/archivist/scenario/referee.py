"""What the runner asks of the rules besides what the game itself tells: values, who sees what, what must be done.

`Referee` is all of it, and `OWN` answers by the rules of this project; another engine has one of its own
(`scenario.wire`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Protocol

from archivist.game import Game
from archivist.model.card import Card, Seat
from archivist.model.errors import Reason
from archivist.model.state import State
from archivist.notation.playing import OwnPermissions, Permissions, Playing
from archivist.rules.abilities import restrictions
from archivist.rules.legal_actions import offers, refused_answers
from archivist.rules.zones.visibility import who_sees
from archivist.vocabulary.abilities import Command, Imbue, Lineage, Link
from archivist.vocabulary.costs import Counters
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost

FLAG_NAMES = ("rested", "token", "transformed", "face up")
NUMBER_NAMES = ("damage", "power", "life", "level", "base level", "durability")
SET_NAMES = ("keywords", "elements", "types", "states")
"""The properties of a thing by the kind of their values."""


class Referee(Permissions, Protocol):
    """What the rules say of a position."""

    def flag(self, game: Playing, card: Card, name: str) -> bool:
        """One of the properties that hold or do not (`FLAG_NAMES`)."""
        ...

    def number(self, game: Playing, card: Card, name: str) -> int | None:
        """One of the properties that are numbers (`NUMBER_NAMES`); None if the card has none."""
        ...

    def words(self, game: Playing, card: Card, name: str) -> Collection[str]:
        """One of the properties that are sets of words (`SET_NAMES`)."""
        ...

    def played_by(self, game: Playing, card: Card) -> Collection[str]:
        """The keywords that say how the card is played: its ways of paying, its lineage, its link, its Command."""
        ...

    def sees(self, game: Playing, viewer: Seat, seat: Seat, zone: str) -> list[str]:
        """The names of the cards of a player's zone that a player may see; the field without champions."""
        ...

    def must_act(self, game: Playing, seat: Seat) -> bool:
        """Whether a player who can act may not pass."""
        ...

    def could_retaliate(self, game: Playing, seat: Seat) -> bool:
        """Whether the game stands where this player declares retaliation."""
        ...

    def why_not_retaliate(self, game: Playing, number: int) -> Reason:
        """Why a unit cannot retaliate now."""
        ...


class OwnReferee(OwnPermissions):
    """What the rules of this project say."""

    def flag(self, game: Playing, card: Card, name: str) -> bool:
        return _FLAGS[name](game.state, card)

    def number(self, game: Playing, card: Card, name: str) -> int | None:
        return _NUMBERS[name](game.state, card)

    def words(self, game: Playing, card: Card, name: str) -> Collection[str]:
        return _SETS[name](game.state, card)

    def played_by(self, game: Playing, card: Card) -> Collection[str]:
        return tuple(_played_by(game.state, card))

    def sees(self, game: Playing, viewer: Seat, seat: Seat, zone: str) -> list[str]:
        assert isinstance(game, Game)
        view = game.view(viewer, log=0)
        if zone not in ("field", "intent"):
            return [card.name for card in view.players[seat].zones[zone].cards if card.name]
        common, owner = view.field if zone == "field" else view.intent, view.players[seat].name
        return [card.name for card in common if card.controller == owner and card.level is None and card.name]

    def must_act(self, game: Playing, seat: Seat) -> bool:
        return offers.turn_refusal(game.state, seat) is not None

    def could_retaliate(self, game: Playing, seat: Seat) -> bool:
        return refused_answers.could_retaliate(game.state, seat)

    def why_not_retaliate(self, game: Playing, number: int) -> Reason:
        return refused_answers.why_not_retaliate(game.state, number)


def _keywords(state: State, card: Card) -> set[str]:
    """Each keyword by its word, and with its number where it has one."""
    held = state.now.keywords(state, card)
    return {*held, *(f"{word} {number}" for word, number in held.items() if number)}


def _played_by(state: State, card: Card) -> Iterator[str]:
    for ability in state.pool[card.face].abilities:
        match ability:
            case AdditionalCost() | AlternativeCost() if ability.label and restrictions.unlocked(
                state, card, ability.when
            ):
                yield ability.label
                yield from (f"{ability.label} {cost.count.text}" for cost in ability.pay if isinstance(cost, Counters))
            case Imbue():
                yield from ("imbue", f"imbue {ability.n}")
            case Lineage():
                yield from ("lineage", f"lineage ({ability.name})", f"{ability.name} lineage")
            case Link():
                yield from ("link", f"{ability.of.text} link")
            case Command():
                subtypes = ability.of.text.split(" ", 1)[0]
                yield from ("command", f"command ({subtypes})", f"command ({subtypes.capitalize()})")


def _level(state: State, card: Card) -> int | None:
    champion = state.players[card.controller].champion == card.id
    return state.now.level(state, card.controller) if champion else state.pool[card.face].level


_SETS: dict[str, Callable[[State, Card], Collection[str]]] = {
    "keywords": _keywords,
    "elements": lambda state, card: state.now.elements(state, card),
    "types": lambda state, card: state.now.words(state, card),
    "states": lambda state, card: restrictions.own_scene(state, card).states(card),
}
_FLAGS: dict[str, Callable[[State, Card], bool]] = {
    "rested": lambda _, card: card.rested,
    "token": lambda _, card: card.is_token,
    "transformed": lambda _, card: card.transformed,
    "face up": lambda state, card: card.face_up or who_sees(state, card) is None,
}
_NUMBERS: dict[str, Callable[[State, Card], int | None]] = {
    "damage": lambda state, card: card.damage,
    "power": lambda state, card: state.now.power(state, card),
    "life": lambda state, card: state.now.life(state, card),
    "level": _level,
    "base level": lambda state, card: state.pool[card.face].level,
    "durability": lambda state, card: card.count("durability"),
}

OWN = OwnReferee()
