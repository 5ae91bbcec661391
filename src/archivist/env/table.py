"""A game whose answers are given in steps: what the environments have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from archivist.bots.dice import Dice
from archivist.bots.random_decks import pantheon_deck
from archivist.decks import Deck, deck, decks
from archivist.env import encoding
from archivist.env.answering import ACTIONS, Answering
from archivist.env.seeing import scene
from archivist.env.sheets import BOUND
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.errors import ArchivistError, Illegal
from archivist.view import View

Decks = Sequence[Deck | str] | Callable[[int], Sequence[Deck | str]]
"""The decks of the players in turn order, by name or as they are; or what makes them for the seed of each game."""
Observation = dict[str, Any]
"""``observation``, the tables by name, and ``action_mask``."""

LIMIT = 20_000
"""Decisions after which a game is cut off; two random players need some hundreds, four some thousands."""
LOG = 20
"""How many of the latest events a view tells of."""
FEWEST, MOST = 2, 4
"""How many players a game can have."""


class Table:
    """A game in progress. Whoever has to decide takes steps (`act`) until the answer is complete, and so on.

    A step that is the only legal one is taken by itself, unless `ask_forced`.
    """

    def __init__(self, game: Game, *, limit: int = LIMIT, ask_forced: bool = False) -> None:
        self.game = game
        self.decisions = 0
        self.refusals: dict[Seat, Illegal] = {}
        """Why the play that a seat tried last is illegal, where it is: the choices made for a play can make it so."""
        self._limit = limit
        self._ask_forced = ask_forced
        self._views: dict[Seat, View] = {}
        self.making: Answering | None = None
        self._next()
        self._settle()

    @property
    def seat(self) -> Seat | None:
        """Who has to decide; None if the game is over or cut off."""
        return None if self.making is None else self.game.to_act

    @property
    def cut_off(self) -> bool:
        return self.decisions >= self._limit and not self.game.over

    def act(self, action: int) -> None:
        """Takes a step for whoever has to decide. Raises AnswerError if it is not legal, and changes nothing."""
        if self.making is None:
            raise ArchivistError("the game is over; nothing is left to decide")
        seat = self.seat
        self.making.act(int(action))
        self._tries(seat)
        self._answer()
        self._settle()

    def answer(self, choose: Callable[[Game], Any]) -> None:
        """Gives a whole answer for whoever has to decide."""
        answer = choose(self.game)
        self._tries(self.seat)
        self._give(answer)
        self._settle()

    def _tries(self, seat: Seat | None) -> None:
        """A seat goes on: what it tried before is refused no longer."""
        if seat is not None:
            self.refusals.pop(seat, None)

    def _settle(self) -> None:
        """Takes the steps that are the only legal ones."""
        while self.making is not None and not self._ask_forced:
            legal = self.making.actions()
            if len(legal) != 1:
                return
            self.making.act(legal[0])
            self._answer()

    def _answer(self) -> None:
        if self.making is not None and self.making.answer is not None:
            self._give(self.making.answer)

    def _give(self, answer: Any) -> None:
        self.decisions += 1
        seat = self.game.to_act
        try:
            self.game.answer(answer)
        except Illegal as illegal:
            assert seat is not None, "somebody gave the answer"
            self.refusals[seat] = illegal
        self._next()

    def _next(self) -> None:
        self._views.clear()
        decision = None if self.decisions >= self._limit else self.game.decision
        self.making = None if decision is None else Answering(decision)

    # -- looking -------------------------------------------------------------------------------------------------

    def view(self, seat: Seat) -> View:
        """What a seat sees, with the latest events."""
        found = self._views.get(seat)
        if found is None:
            found = self._views[seat] = self.game.view(seat, log=LOG)
        return found

    def observation(self, seat: Seat) -> Observation:
        """What a seat sees, in numbers, and the steps it can take now."""
        arrays = encoding.encode(scene(self.view(seat), self.making if seat == self.seat else None))
        return {"observation": arrays, "action_mask": encoding.mask(arrays)}

    def info(self, seat: Seat) -> dict[str, Any]:
        """What does not fit into numbers: the view itself, and why the seat's own last play was refused."""
        found: dict[str, Any] = {"view": self.view(seat)}
        refused = self.refusals.get(seat)
        if refused is not None and seat == self.seat:
            found["refused"] = str(refused)
        return found

    def rewards(self) -> list[float]:
        """1 for the winner and -1 for all others; 0 for everybody while the game goes on, is cut off or drawn."""
        state = self.game.state
        if not self.game.over or state.winner is None:
            return [0.0] * len(state.players)
        return [1.0 if seat == state.winner else -1.0 for seat in range(len(state.players))]


# -- what games begin with ---------------------------------------------------------------------------------------


def chosen_decks(given: Decks | None, format: str, players: int | None) -> Decks:
    """The decks to play with: those given, or, one after another, those of the project.

    In the Pantheon format, which needs decks of its own, they are made at random for each game.
    """
    if players is not None and not FEWEST <= players <= MOST:
        raise ArchivistError(f"a game has {FEWEST} to {MOST} players, not {players}")
    if callable(given):
        return given
    if given is not None:
        taken = [deck(each) if isinstance(each, str) else each for each in given]
        if players is not None and len(taken) != players:
            raise ArchivistError(f"{players} players need {players} decks, not {len(taken)}")
        return taken
    number = players or FEWEST
    if format == "pantheon":
        return lambda seed: [pantheon_deck(Dice(MOST * seed + seat)) for seat in range(number)]
    names = sorted(decks())
    return [deck(names[seat % len(names)]) for seat in range(number)]


def dealt(chosen: Decks, seed: int) -> list[Deck]:
    """The decks of one game."""
    given = chosen(seed) if callable(chosen) else chosen
    return [deck(each) if isinstance(each, str) else each for each in given]


def game_seed(generator: np.random.Generator) -> int:
    return int(generator.integers(2**62))


# -- spaces ------------------------------------------------------------------------------------------------------


def observation_space() -> spaces.Dict:
    tables: dict[str, spaces.Space[Any]] = {
        sheet.name: spaces.Box(-BOUND, BOUND, sheet.shape, np.int16)  # the same for every column: they mix
        for sheet in encoding.SHEETS
    }
    masked = spaces.Box(0, 1, (ACTIONS,), np.int8)
    return spaces.Dict({"action_mask": masked, "observation": spaces.Dict(tables)})


def action_space() -> spaces.Discrete[Any]:
    return spaces.Discrete(ACTIONS)
