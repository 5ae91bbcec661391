"""What must hold before a game begins and before an action is looked at: wrong types, names and numbers are typed errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args

from archivist.arguments import kind_of
from archivist.model import chance
from archivist.model.card import Way
from archivist.model.decision import ACTIONS, Play
from archivist.model.errors import AnswerError, ArchivistError, Illegal, Reason, UnknownName, shown, suggestion
from archivist.rules.turn.formats_and_decks import FORMATS

if TYPE_CHECKING:
    from archivist.decks import Deck
    from archivist.vocabulary.face import Face

FEWEST, MOST = 2, 4
"""How many players a game has."""
WAYS: tuple[Way, ...] = get_args(Way)


def check_beginning(decks: Any, seed: Any, cards: Any) -> None:
    """Raises ArchivistError for what cannot be the decks, the seed or the pool of a game."""
    from archivist.cards import Pool
    from archivist.decks import Deck

    if not chance.is_seed(seed):
        raise ArchivistError(f"a seed is a whole number from 0 to {chance.SEEDS[-1]}, not {shown(seed)}")
    kind_of(cards, (Pool, NoneType), "`cards` is a Pool")
    kind_of(decks, (list, tuple), "decks are a list of decks, one for each player")
    for each in decks:
        kind_of(each, (Deck, str), "a deck is a Deck, or the name of one of the project's decks")


def check_action(action: Any) -> None:
    """Raises AnswerError unless this is an action whose fields have values of their types."""
    if not isinstance(action, ACTIONS):
        raise AnswerError(f"an action is needed here, such as Pass() or one of the options, not {shown(action)}")
    if isinstance(action, Play) and action.way not in WAYS:
        raise AnswerError(f"no way to play a card is named {shown(action.way)}; there are {', '.join(WAYS)}")
    for field in ("card", "unit", "ability"):
        if type(getattr(action, field, 0)) is not int:
            raise AnswerError(f"the {field} of an action is a number, not {shown(getattr(action, field))}")


def check_decks(decks: Sequence[Deck], known: Mapping[str, Face], format: str) -> None:
    """Raises what stands against beginning a game with these decks: UnknownName or Illegal."""
    if not isinstance(format, str) or format not in FORMATS:
        raise UnknownName(f"no format is named {shown(format)}; there are {', '.join(FORMATS)}")
    if not FEWEST <= len(decks) <= MOST:
        raise Illegal(Reason(("turn.2.table.1",), f"a game has {FEWEST} to {MOST} players, not {len(decks)}"))
    for player, deck in zip("ABCD", decks, strict=False):
        for name in (*deck.material, *deck.main, *deck.boons):
            if name not in known:
                raise UnknownName(f"no card is named {name!r}{suggestion(name, known)}")
        if not any(known[name].level == 0 for name in deck.material):
            raise Illegal(Reason(("zones.3.4", "turn.2.table.6"), f"{player} has no level 0 champion to begin with"))
