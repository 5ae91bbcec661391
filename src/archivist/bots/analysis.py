"""Analysis: the decisions of a game that cost most, by the judgement of the bot `search`.

Each decision is looked at as its player saw it: the search gets their view and their own deck list, guesses what is
hidden, and tries every answer equally often. What a decision cost is the chance to win with the best answer less that
with the one given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from archivist.bots.search import Search
from archivist.decks import Deck
from archivist.log.replays import Replay
from archivist.model.card import Seat
from archivist.model.decision import Answer, Decision
from archivist.notation.answers import said
from archivist.view import Choice

NODES = 2_000
"""How many positions are looked at for a decision, unless told otherwise."""
LEAST = 0.02
"""What costs less than this is not told apart from chance."""


class Costly(msgspec.Struct, frozen=True):
    """A decision that cost something. `at` is how many decisions came before it, `line` where it stands in the file.

    `answer` is what was answered and `better` what would have been better, with the chance to win of each; each answer
    was tried `tries` times.
    """

    at: int
    line: int
    turn: int
    player: str
    kind: str
    answer: str
    better: str
    chance: float
    best: float
    tries: int

    @property
    def cost(self) -> float:
        """By how much the chance to win was lower than it could have been."""
        return self.best - self.chance

    def __str__(self) -> str:
        lost = f"{self.cost:.0%}"
        return (
            f"{self.player} ({self.kind}): {self.answer} cost {lost}; better: {self.better} "
            f"({self.best:.0%} instead of {self.chance:.0%})"
        )


def costly(replay: Replay, positions: Iterable[int], nodes: int = NODES) -> Iterator[Costly]:
    """What the decisions at some positions of a replay cost, as far as they cost something; in their order.

    The replay is at one of its later positions afterwards. The same replay and nodes give the same judgement.
    """
    for position in positions:
        replay.go(position)
        found = _judged(replay, nodes)
        if found is not None:
            yield found


def _judged(replay: Replay, nodes: int) -> Costly | None:
    """What the decision that comes next cost; None if it cost nothing, or there was nothing to decide."""
    game, entry = replay.game, replay.next
    if entry is None or not entry.kind:
        return None
    decision, seat = game.decision, game.to_act
    assert decision is not None
    assert seat is not None
    if decision.forced or (decision.form == "act" and len(decision.options) < 2) or decision.form == "name":
        return None
    view = game.view(seat, log=0, exact=True)
    search = Search(replay.position, _decks(replay, seat), nodes)
    opinions = search.opinions(view, _choice(decision, replay.upcoming))
    given = next((each for each in opinions if each.given), None)
    if given is None or opinions[0].chance - given.chance < LEAST:
        return None
    return Costly(
        replay.position,
        entry.line,
        view.turn,
        entry.player,
        entry.kind,
        entry.words,
        said(game.state, decision, decision.exact(opinions[0].choice)),
        round(given.chance, 4),
        round(opinions[0].chance, 4),
        given.tries,
    )


def _decks(replay: Replay, seat: Seat) -> list[Deck | None]:
    """The deck lists that a player knows: their own."""
    decks = replay.recorded.head.origin.decks
    return [deck if each == seat else None for each, deck in enumerate(decks)]


def _choice(decision: Decision, answer: Answer) -> Choice:
    """An answer by the numbers of the options."""
    if isinstance(answer, tuple | str):
        return answer
    return next(index for index, option in enumerate(decision.options) if option == answer)


def ranked(found: Iterable[Costly], most: int) -> list[Costly]:
    """The decisions that cost most, the costliest first."""
    return sorted(found, key=lambda each: (-each.cost, each.at))[:most]
