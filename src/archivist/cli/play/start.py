"""Starting a game: what was asked for on the command line, with a sensible default for everything."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Final, get_args

import msgspec
from msgspec.structs import replace

from archivist.arena.playing import Dice, pantheon_deck
from archivist.bots import BOTS, LEVELS, bot
from archivist.cards import pool
from archivist.cli.decks import read_deck
from archivist.cli.paper import stop
from archivist.decks import Deck, decks, why_not_legal
from archivist.game import Game
from archivist.log.entries import OfMatch, Recorded
from archivist.log.recording import GOES_ON, head_of
from archivist.matches import Match
from archivist.model.card import Seat
from archivist.model.errors import ArchivistError, SaveError, shown, suggestion
from archivist.notation.naming import PLAYERS
from archivist.person.names import People
from archivist.rules.turn.formats_and_decks import FORMATS as LIMITS
from archivist.rules.turn.formats_and_decks import Format

FORMATS: Final = get_args(Format)
HUMAN: Final = "human"
SEEDS: Final = 2**63
FEWEST, MOST = 2, 4
STARTER: Final = "lorraine"
OPPONENT: Final = "greedy"
"""The bot to play against unless another is named: it plays soundly and answers at once."""


class Setup(msgspec.Struct, frozen=True):
    """Everything that makes a game: with the answers it is that game and no other.

    `players` has ``human`` or the name of a bot for each seat; `of_match` is set for a game of a match.
    """

    seed: int
    format: str
    players: tuple[str, ...]
    deck_names: tuple[str, ...]
    decks: tuple[Deck, ...]
    of_match: OfMatch | None = None

    @classmethod
    def of(cls, log: Recorded) -> Setup:
        """What made the game of a journal. Raises SaveError if nobody plays by hand, or not everyone has a deck."""
        origin = log.head.origin
        head = log.head
        made = cls(origin.seed, origin.format, head.players, head.deck_names, origin.decks, head.of_match)
        if not made.humans():
            raise SaveError(f"{log.file}: no player is human")
        if not len(made.players) == len(made.deck_names) == len(made.decks):
            raise SaveError(f"{log.file}: {len(made.players)} players, but {len(made.decks)} decks")
        if made.of_match is not None and len(made.players) != 2:
            raise SaveError(f"{log.file}: a match is between two players, not {len(made.players)}")
        return made

    def log(self, game: Game) -> Recorded:
        """A journal in which nothing has been answered yet."""
        return Recorded("journal", "game", head_of(game, self.players, self.deck_names, self.of_match))

    @property
    def match(self) -> Match | None:
        """How the match stood before this game, if it is one of a match."""
        return None if self.of_match is None else self.of_match.match

    def humans(self) -> list[Seat]:
        return [seat for seat, player in enumerate(self.players) if player == HUMAN]

    def called(self, seat: Seat) -> str:
        """What a player is called by everybody at the keyboard."""
        humans = self.humans()
        if len(humans) == 1:
            return People(PLAYERS[: len(self.players)], humans[0]).called(PLAYERS[seat])
        return f"player {PLAYERS[seat]}"

    def result(self, outcome: str) -> str:
        """How the game ended, in the words of its log, for the people who played it."""
        if outcome == GOES_ON:
            return "You are out of the game."
        winner = outcome.removesuffix(" wins")
        if winner not in PLAYERS[: len(self.players)]:
            return f"The game is {outcome}."
        called = self.called(PLAYERS.index(winner))
        return "You win." if called == "you" else f"{called[:1].upper()}{called[1:]} wins."

    def own_bots(self) -> list[str]:
        """The bots that are not part of the project but somebody's own code, such as ``mypkg:MyBot``; each once."""
        return list(dict.fromkeys(player for player in self.players if ":" in player))

    def naming_bots(self) -> str:
        """What is added to ``archivist resume`` so that it goes on with this game: the names of such bots, if any."""
        return "".join(f" --opponent {shlex.quote(name)}" for name in self.own_bots())


def setup(
    deck: str, opponents: Sequence[str], opponent_decks: Sequence[str], seed: str, format: str, players: str
) -> Setup:
    """What makes the game; stops with one line if something asked for does not exist."""
    seats = _players(players)
    style = _format(format, seats)
    number = _seed(seed)
    seated = (HUMAN, *_spread([_opponent(each) for each in opponents] or [OPPONENT], seats - 1, "opponents"))
    named = _decks(deck, opponent_decks, style, number, seats)
    for name, found in named:
        _check_legal(name, found, style)
    titles = tuple(Path(name).name for name, _ in named)
    return Setup(number, style, seated, titles, tuple(found for _, found in named))


def _players(written: str) -> int:
    if written not in map(str, range(FEWEST, MOST + 1)):
        stop(f"a game has {FEWEST} to {MOST} players, not {written!r}")
    return int(written)


def _format(written: str, players: int) -> Format:
    """The format; more than two players play Pantheon unless they say otherwise."""
    if not written:
        return "standard" if players == FEWEST else "pantheon"
    found = next((each for each in FORMATS if each == written.casefold()), None)
    if found is None:
        near = suggestion(written, FORMATS)
        stop(f"no format is named {written!r}{near or '; there are ' + ', '.join(FORMATS)}")
    return found  # type: ignore[no-any-return]


def _seed(written: str) -> int:
    """The seed; without one, any."""
    if not written:
        return any_seed()
    if not re.fullmatch(r"[0-9]{1,19}", written) or int(written) >= SEEDS:
        close = re.fullmatch(r"[^0-9-]?([0-9]{1,18})[^0-9]?", written)
        near = f"; did you mean {close[1]}?" if close else ""
        stop(f"a seed is a whole number from 0 to {SEEDS - 1}, not {shown(written)}{near}")
    return int(written)


def any_seed() -> int:
    """A seed that nobody chose, short enough to be typed."""
    return int.from_bytes(os.urandom(3), "big")


def _opponent(written: str) -> str:
    """A bot that there is, or a person."""
    if written.casefold() == HUMAN:
        return HUMAN
    named = LEVELS.get(written.casefold(), written)
    if ":" not in named and named not in BOTS:
        known = (*LEVELS, *BOTS, HUMAN)
        stop(f"no bot is named {written!r}{suggestion(written, known) or '; there are ' + ', '.join(known)}")
    try:
        bot(named)
    except ArchivistError as error:
        stop(error)
    return named


def _spread(given: Sequence[str], number: int, what: str) -> list[str]:
    """So many of what was given, the last one again and again."""
    if len(given) > number:
        room = f"; --players {len(given) + 1} makes room for them" if len(given) < MOST else ""
        plays = "1 opponent plays" if number == 1 else f"{number} opponents play"
        stop(f"{len(given)} {what} were named, but only {plays}{room}")
    return [*given, *[given[-1]] * (number - len(given))]


# -- decks -------------------------------------------------------------------------------------------------------


def _decks(own: str, others: Sequence[str], format: Format, seed: int, players: int) -> list[tuple[str, Deck]]:
    """A deck for each seat, with its name. The opponents play your own deck unless they are given another: that is fair."""
    wanted = [own, *(_spread(others, players - 1, "opponents' decks") if others else [""] * (players - 1))]
    given: list[tuple[str, Deck] | None] = [read_deck(each) if each else None for each in wanted]
    if format == "pantheon":
        dice = Dice(seed)
        return [each or (f"random-{seat + 1}", _pantheon(dice)) for seat, each in enumerate(given)]
    mine = given[0] or _starter(format)
    return [mine, *(each or mine for each in given[1:])]


def _draft(deck: Deck) -> Deck:
    """A starter deck with no more material cards than a draft allows: its champions, and others in their order."""
    order = sorted(deck.material, key=lambda name: "champion" not in pool()[name].types)
    kept = order[: LIMITS["draft"].material[1]]
    return replace(deck, material=tuple(name for name in deck.material if name in kept))


def _pantheon(dice: Dice) -> Deck:
    """A random deck that is legal in Pantheon; not every lineage has cards enough."""
    return next(deck for deck in iter(lambda: pantheon_deck(dice), None) if not why_not_legal(deck, "pantheon"))


def _starter(format: Format) -> tuple[str, Deck]:
    """The deck that is played unless another is named."""
    starter = decks()[STARTER]
    return (f"{STARTER}-draft", _draft(starter)) if format == "draft" else (STARTER, starter)


def _check_legal(name: str, deck: Deck, format: Format) -> None:
    reasons = why_not_legal(deck, format)
    if reasons:
        more = f" and {len(reasons) - 1} more" if len(reasons) > 1 else ""
        hint = f"archivist decks {shlex.quote(name)} --format {format}"
        stop(f"the deck {name} is not legal in {format}: {reasons[0]}{more} (see {hint})")
