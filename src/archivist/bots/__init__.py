"""Bots: players that are programs. A bot is any object with one method, `choose`, that turns a view into an answer.

A bot gets what its seat may see, never the state, and names options by their numbers: see `Bot`.
"""

from __future__ import annotations

import inspect
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Literal, Protocol

import msgspec

from archivist.decks import Deck
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.errors import AnswerError, ArchivistError, Illegal, UnknownName, suggestion
from archivist.view import Choice, View

BOTS = {
    "random": "archivist.bots.by_chance:ByChance",
    "greedy": "archivist.bots.greedy:Greedy",
    "search": "archivist.bots.search:Search",
}
"""The bots that come with the project, and where each lives."""
LEVELS = {"easy": "random", "normal": "greedy", "hard": "search"}
"""How hard a bot is to beat, in a word for people, and the bot that plays so."""
DECIDED = 500
"""More points than a player can be ahead of another in a game that goes on."""
LATEST = 20
"""How many of the latest events a bot is told of."""


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View) -> Choice:
        """The answer to `view.decision`, which is never None when a bot is asked.

        Where an action is chosen (`view.decision.form` is ``act``), it is the number of an option, counted from 0;
        where a card name is asked for (``name``), the name; in all other forms a tuple of numbers, as `Decision`
        describes. `view.decision.answers()` lists the legal answers one by one, and `view.decision.fits` tells whether
        an answer is legal.

        `view.knowledge` has everything that the seat knows in exact values, unless the bot has an attribute `exact` that
        is False: finding it out takes as long as everything else in a view. A bot with an attribute `table` that is
        False gets its views sooner, without what lies on the table and without the log; and where there is only one
        thing to do, without `knowledge`.
        """
        ...


class Outcome(msgspec.Struct, frozen=True):
    """How a played game went. `dead_ends` are plays that were given up because the answers chosen made them illegal."""

    over: bool
    winner: Seat | None
    turns: int
    decisions: int
    dead_ends: int = 0


class Expected(msgspec.Struct, frozen=True):
    """What a bot expected of its last answer, and of the next best one, if it compared several.

    `unit` says what the numbers are: the ``chance`` to win, from 0 to 1, or ``points`` ahead.
    """

    unit: Literal["chance", "points"]
    best: float
    second: float | None = None

    def __str__(self) -> str:
        """A sentence for everybody: it tells neither cards nor how many answers there were."""
        other = "" if self.second is None else f", and {self._worth(self.second)} with the next best answer"
        return f"It expected {self._worth(self.best)}{other}."

    def _worth(self, number: float) -> str:
        if self.unit == "chance":
            return f"to win {number:.0%} of such games"
        if abs(number) >= DECIDED:
            return "to win at once" if number > 0 else "to lose at once"
        points = round(abs(number), 1)
        if not points:
            return "to be level"
        return f"to be {points:g} point{'' if points == 1 else 's'} {'ahead' if number > 0 else 'behind'}"


def expected_of(player: Bot) -> Expected | None:
    """What a bot expected of its last answer; None if it does not think, or had nothing to think about."""
    found = getattr(player, "expected", None)
    return found if isinstance(found, Expected) else None


class BotError(ArchivistError):
    """A bot gave no legal answer, or failed. Names the bot and what went wrong."""


# -- finding a bot -----------------------------------------------------------------------------------------------


def bot(name: str, *, seed: int = 0, decks: Sequence[Deck | None] | None = None, nodes: int | None = None) -> Bot:
    """A bot by its name (``random``) or level (``easy``), or your own by its path (``mypkg:MyBot``).

    Your own is also looked for in the current folder.

    The same seed gives the same choices. `decks` are the deck lists of the players in turn order, where they are open:
    a bot may use them to guess hidden cards. `nodes` is how many positions it may look at for a decision, if not its
    usual number. Your own class is called with those of the keyword arguments `seed`, `decks` and, if given, `nodes`
    that it accepts.
    """
    named = LEVELS.get(name, name)
    path = BOTS.get(named, named)
    if ":" not in path:
        raise UnknownName(
            f"no bot is named {name!r}{suggestion(name, (*BOTS, *LEVELS))} (one of your own: mypkg:MyBot)"
        )
    maker = _found(path)
    budget = {} if nodes is None else {"nodes": nodes}
    taken = _taken(path, maker, {"seed": seed, "decks": decks, **budget})
    try:
        made = maker(**taken)
    except Exception as error:
        raise BotError(f"the bot {path} cannot be made: {_told(error)}") from error
    if not callable(getattr(made, "choose", None)):
        raise UnknownName(f"{path} is not a bot: it has no method 'choose'")
    return made  # type: ignore[no-any-return]


def _found(path: str) -> Callable[..., Any]:
    """The object that a path such as ``mypkg:MyBot`` names."""
    module_name, _, attribute = path.partition(":")
    if not all(part.isidentifier() for part in module_name.split(".")):
        raise UnknownName(f"the bot {path!r} cannot be loaded: {module_name!r} is not a module name")
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        module = import_module(module_name)
    except (ImportError, SyntaxError) as error:
        raise UnknownName(f"the bot {path!r} cannot be loaded: {error}") from None
    except Exception as error:
        raise BotError(f"the bot {path!r} cannot be loaded: {_told(error)}") from error
    found = getattr(module, attribute, None)
    if found is None:
        public = [each for each in vars(module) if not each.startswith("_")]
        raise UnknownName(f"{module_name} has no {attribute!r}{suggestion(attribute, public)}")
    if not callable(found):
        raise UnknownName(f"{path} is not a bot: it cannot be called to make one")
    return found  # type: ignore[no-any-return]


def _taken(path: str, maker: Callable[..., Any], given: dict[str, Any]) -> dict[str, Any]:
    """The keyword arguments that a class accepts; it must not need others."""
    try:
        signature = inspect.signature(maker)
        parameters = signature.parameters.values()
        everything = any(each.kind is each.VAR_KEYWORD for each in parameters)
        taken = {key: value for key, value in given.items() if everything or key in signature.parameters}
        signature.bind(**taken)
    except (TypeError, ValueError) as error:
        raise UnknownName(f"{path} cannot be made with the arguments {' and '.join(given)}: {error}") from None
    return taken


# -- playing -----------------------------------------------------------------------------------------------------


def name_of(player: Bot) -> str:
    """What a bot is called in messages: its own `name`, or that of its class."""
    return str(getattr(player, "name", "") or type(player).__name__)


def choice_of(game: Game, player: Bot) -> Choice:
    """A bot's answer to the pending decision, which must be the bot's own to make.

    Raises BotError if the answer is not legal or the bot fails; the error tells where, and has the bot's own error as
    its cause.
    """
    seat = game.to_act
    if seat is None:
        raise AnswerError("the game is over; no bot has anything to decide")
    exact, table = (bool(getattr(player, name, True)) for name in ("exact", "table"))
    asked = game.decision
    assert asked is not None
    single = len(asked.options) == 1 and asked.form == "act"
    view = game.view(seat, log=LATEST, exact=exact and (table or not single), table=table)
    decision = view.decision
    assert decision is not None
    try:
        choice = player.choose(view)
    except Exception as error:
        raise BotError(f"the bot {name_of(player)} (player {view.seat}) failed: {_told(error)}") from error
    if not decision.fits(choice):
        listed = ", ".join(decision.options) or "none"
        raise BotError(
            f"the bot {name_of(player)} (player {view.seat}) answered {choice!r}, which is not legal, to: "
            f"{decision.prompt} [{decision.rule}]; form {decision.form}, options: {listed}"
        )
    return choice


def _told(error: Exception) -> str:
    """An error and where it was raised, in one line."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    text = " ".join(str(error).split())
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    return f"{said} ({os.path.basename(last.filename)}, line {last.lineno})"


def play_out(game: Game, bots: Sequence[Bot], *, limit: int | None = None) -> Outcome:
    """Plays a game to its end, or for a number of decisions, with a bot in every seat; none is asked where it can only pass."""
    seats = len(game.state.players)
    if len(bots) != seats:
        raise AnswerError(f"{seats} players need {seats} bots, not {len(bots)}")
    decisions = dead_ends = 0
    while (limit is None or decisions < limit) and (asked := game.next_choice()) is not None:
        choice = choice_of(game, bots[asked.player])
        decisions += 1
        try:
            game.answer(choice)
        except Illegal:
            dead_ends += 1
    state = game.state
    return Outcome(state.over, state.winner, state.turn.number, decisions, dead_ends)


__all__ = [
    "BOTS",
    "LEVELS",
    "Bot",
    "BotError",
    "Choice",
    "Expected",
    "Outcome",
    "bot",
    "choice_of",
    "expected_of",
    "name_of",
    "play_out",
]
