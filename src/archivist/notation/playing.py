"""A game that is being played with, whichever engine plays it: what is asked of it, and of the rules that it follows.

`Game` is such a game, and `OWN` answers by the rules of this project. The runner of scenarios and the words of actions
use nothing else of a game, so that another engine can stand behind them (`scenario.wire`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from archivist.model.card import Card, Seat, Way
from archivist.model.decision import Action, Answer, Decision
from archivist.model.errors import Illegal
from archivist.model.event import Event
from archivist.model.state import State
from archivist.rules.abilities.abilities_in_general import activated_abilities
from archivist.rules.legal_actions import offers
from archivist.rules.playing_cards import permissions
from archivist.vocabulary.costs import This


class Playing(Protocol):
    """A game in progress, as `Game` describes each of these."""

    @property
    def state(self) -> State: ...
    @property
    def checkpoint(self) -> State: ...
    @property
    def decision(self) -> Decision | None: ...
    @property
    def to_act(self) -> Seat | None: ...
    @property
    def acting(self) -> bool: ...
    @property
    def over(self) -> bool: ...
    @property
    def answers(self) -> tuple[Answer, ...]: ...
    @property
    def events(self) -> list[Event]: ...
    @property
    def event_count(self) -> int: ...
    @property
    def unfinished(self) -> list[Event]: ...
    def events_since(self, count: int) -> list[Event]: ...
    def begin(self, action: Action, player: Seat) -> None: ...
    def answer(self, answer: Answer, player: Seat) -> None: ...
    def concede(self, player: Seat) -> None: ...
    def cancel(self) -> None: ...
    def copy(self) -> Playing: ...
    def why_not(self, player: Seat, action: Action) -> Illegal | None: ...


class Ability(msgspec.Struct, frozen=True):
    """An activated ability: whether it has targets or modes, and the costs that its object pays with itself."""

    aimed: bool = False
    itself: tuple[str, ...] = ()


class Permissions(Protocol):
    """What the rules of a game permit, as far as words for actions need it."""

    def abilities(self, game: Playing, card: Card) -> Sequence[Ability]:
        """The activated abilities of a card or object, in their order."""
        ...

    def licensed(self, game: Playing, seat: Seat, card: Card, way: Way) -> bool:
        """Whether something permits a player to play a card from where it lies."""
        ...

    def allowed(self, game: Playing, seat: Seat, action: Action) -> bool:
        """Whether a player could take an action now."""
        ...


class OwnPermissions:
    """What the rules of this project permit."""

    def abilities(self, game: Playing, card: Card) -> Sequence[Ability]:
        held = (ability for _, ability in activated_abilities(game.state, card))
        return [
            Ability(
                bool(each.targets or each.modes),
                tuple(dict.fromkeys(done for cost in each.cost if isinstance(cost, This) for done in cost.do)),
            )
            for each in held
        ]

    def licensed(self, game: Playing, seat: Seat, card: Card, way: Way) -> bool:
        return bool(permissions.licences(game.state, seat, card, way))

    def allowed(self, game: Playing, seat: Seat, action: Action) -> bool:
        return offers.allowed_for(game.state, seat, action)


PERMISSIONS = OwnPermissions()
