"""Matches: several games between the same players, with cards exchanged between them.

Whoever has won more than half of the games wins the match. Between two games everybody may exchange cards of the deck with
the sideboard, and the loser of the last game chooses who begins.

>>> match = Match(best_of=3)
>>> match = match.after(1)
>>> match.score, match.chooses, match.winner
((0, 1), 0, None)
>>> match.after(1).winner
1
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from archivist.cards import pool
from archivist.decks import Deck, why_not_legal
from archivist.model.card import Seat
from archivist.model.errors import ArchivistError, Illegal
from archivist.rules.cards.card_types import is_material
from archivist.rules.turn.formats_and_decks import Format
from archivist.rules.turn.starting_the_game import prepared


class MatchError(ArchivistError):
    """Something that a match does not allow."""


class Match(msgspec.Struct, frozen=True):
    """The state of a match: what each player has won, how many games were played, and who won the last one.

    A drawn game counts for nobody; then nobody has lost, and chance decides who begins.
    """

    best_of: int = 3
    players: int = 2
    score: tuple[int, ...] = ()
    played: int = 0
    won_last: Seat | None = None

    def __post_init__(self) -> None:
        if self.best_of < 1 or self.best_of % 2 == 0:
            raise MatchError(f"a match is best of 1, 3, 5 and so on, not of {self.best_of}")
        if self.players < 2:
            raise MatchError("a match has at least two players")
        if not self.score:
            msgspec.structs.force_setattr(self, "score", (0,) * self.players)

    @property
    def winner(self) -> Seat | None:
        """The player who has won more than half of the games, if there is one."""
        return next((who for who, wins in enumerate(self.score) if wins > self.best_of // 2), None)

    @property
    def chooses(self) -> Seat | None:
        """The loser of the last game, who chooses who begins; None before the first game, after a draw and among several."""
        return None if self.won_last is None or self.players != 2 else 1 - self.won_last

    def after(self, winner: Seat | None) -> Match:
        """The match after a game that this player has won, or nobody."""
        if self.winner is not None:
            raise MatchError("this match is decided")
        if winner is not None and not 0 <= winner < self.players:
            raise MatchError(f"there is no player {winner} in this match")
        wins = tuple(number + (who == winner) for who, number in enumerate(self.score))
        return replace(self, score=wins, played=self.played + 1, won_last=winner)


SEEDS: Final = 200
"""So many seeds are tried; each is right with a chance of one in the number of players."""


def seed_for(first: Seat, decks: Sequence[Deck], seed: int, format: str = "standard") -> int:
    """A seed with which a player begins: this one, or the next that does so.

    Who begins is drawn as a game is prepared (turn.2.table.4); between games of a match the loser chooses instead.
    """
    contents = [(each.material, each.main_cards, each.boons) for each in decks]
    tried = (number % 2**63 for number in range(seed, seed + SEEDS))
    return next(
        number for number in tried if prepared(pool(), contents, seed=number, format=format).first_player == first
    )


def cards_of(deck: Deck) -> Counter[str]:
    """All cards of a deck and its sideboard, by number."""
    return Counter((*deck.material, *deck.main_cards, *deck.sideboard_cards, *deck.boons))


def exchanged(old: Deck, new: Deck, format: Format = "standard") -> Deck:
    """A deck after cards were exchanged with its sideboard. Raises MatchError if other cards came in, and Illegal.

    The cards were allowed before, so that only sizes, numbers and places are checked again.
    """
    if cards_of(new) != cards_of(old):
        more, fewer = cards_of(new) - cards_of(old), cards_of(old) - cards_of(new)
        odd = next(iter((more or fewer).elements()))
        raise MatchError(
            f"between games cards are only exchanged with the sideboard; {odd} is one too {'many' if more else 'few'}"
        )
    reasons = why_not_legal(new, format, bans=False)
    if reasons:
        raise Illegal(*reasons)
    return new


def moved(deck: Deck, name: str, number: int, *, into_deck: bool) -> Deck:
    """A deck with copies of a card moved between sideboard and deck, wherever such a card lies. Raises MatchError."""
    material, main, side = Counter(deck.material), Counter(deck.main), Counter(deck.sideboard)
    taken = side if into_deck else main if main[name] else material
    if number < 1 or taken[name] < number:
        where = "sideboard" if into_deck else "deck"
        raise MatchError(f"there are {taken[name]} {name} in the {where}, not {number}")
    given = (material if is_material(pool().find(name)) else main) if into_deck else side
    taken[name] -= number
    given[name] += number
    order = dict.fromkeys((*deck.material, *material))
    return replace(
        deck,
        material=tuple(each for each in order for _ in range(material[each])),
        main={each: count for each, count in main.items() if count},
        sideboard={each: count for each, count in side.items() if count},
    )
