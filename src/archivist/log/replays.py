"""Replays: a whole game as a file that a person can read, and that plays again exactly or not at all.

The head says what the game was made with: the version of the engine, the digest of the pool and of each card that can
occur in this game, decks, seed and format. A line for each decision says who decided what. Each turn and the end carry
a digest of the state, so that a game that takes a different course is detected, and where.
"""

from __future__ import annotations

from pathlib import Path

from archivist import __version__
from archivist.arguments import kind_of, whole
from archivist.cards import Pool, digest, pool
from archivist.decks import Deck
from archivist.game import Game
from archivist.log.entries import Entry, Head, Kind, Mark, Recorded
from archivist.log.reading import read_file, read_text
from archivist.log.recording import SHORT, outcome, state_digest
from archivist.model.card import Seat
from archivist.model.decision import Answer, Concede
from archivist.model.errors import AnswerError, ArchivistError, Illegal, ReplayError, shown
from archivist.notation.actions import Missing, action, read_phrase
from archivist.notation.answers import understood
from archivist.notation.naming import PLAYERS, Problem
from archivist.text_files import REPLAY, path_hint, text_of

PLAYED: tuple[Kind, ...] = ("replay", "game")
"""The kinds of logs that are played from their beginning."""
NAMED = 5
"""How many cards are named that differ."""


class Replay:
    """A recorded game that is played again: it is always before one of its decisions, or after the last.

    Reading it plays it through once, so every decision is known to be legal and every state to be the recorded one.
    `game` is the game at its current position; you can continue from a copy of it. `entries` are the decisions in
    words, and `turns` has the position of the first one of each turn.
    """

    recorded: Recorded
    entries: tuple[Entry, ...]
    game: Game
    turns: dict[int, int]

    def __init__(self, recorded: Recorded) -> None:
        kind_of(recorded, Recorded, "a replay is made from a Recorded, or with Replay.read", ReplayError)
        self.recorded = recorded
        self.entries = tuple(recorded.decisions)
        self.game = begun(recorded.head, recorded.file)
        self._answers, self.turns = _played(recorded, self.game.copy())
        self._position = 0

    @classmethod
    def read(cls, source: str | Path) -> Replay:
        """A replay from the file of a Path, or from a text.

        Raises ReplayError if it is malformed, was made with another engine or other cards, or does not play.
        """
        if isinstance(source, Path):
            return cls(read_file(source, PLAYED)[0])
        text, file = text_of(source, "replay", ReplayError, REPLAY)
        try:
            recorded = read_text(text, file, PLAYED)
        except ReplayError as error:
            raise ReplayError(f"{error}{path_hint(source)}") from None
        return cls(recorded)

    def __len__(self) -> int:
        """The number of decisions."""
        return len(self.entries)

    @property
    def position(self) -> int:
        """How many decisions have been made."""
        return self._position

    @property
    def next(self) -> Entry | None:
        """The decision that comes next; None at the end."""
        return self.entries[self._position] if self._position < len(self.entries) else None

    @property
    def upcoming(self) -> Answer:
        """The answer to the decision that comes next. Raises ReplayError at the end."""
        if self._position >= len(self._answers):
            raise ReplayError("this is the end of the replay; nothing is decided after it")
        return self._answers[self._position]

    @property
    def complete(self) -> bool:
        """Whether the file has its end, with the digest of the last state; else it was cut off."""
        ending = self.recorded.ending
        return ending is not None and bool(ending.digest)

    def forward(self, steps: int = 1) -> None:
        """Makes that many more decisions, or as many as there are."""
        whole(steps, "the number of decisions", least=0, error=ReplayError)
        self.go(self._position + steps)

    def back(self, steps: int = 1) -> None:
        """Takes back that many decisions, or as many as there are."""
        whole(steps, "the number of decisions", least=0, error=ReplayError)
        self.go(max(self._position - steps, 0))

    def go(self, position: int) -> None:
        """Goes to where that many decisions have been made, or all that there are."""
        whole(position, "a position", least=0, error=ReplayError)
        position = min(position, len(self.entries))
        while self._position < position:
            self.game.give(self._answers[self._position])
            self._position += 1
        while self._position > position:
            self.game.undo()
            self._position -= 1

    def to_turn(self, number: int) -> None:
        """Goes to the first decision of a turn. Raises ReplayError if the game has none in that turn."""
        whole(number, "a turn", error=ReplayError)
        if number not in self.turns:
            first, last = min(self.turns, default=0), max(self.turns, default=0)
            raise ReplayError(f"turn {shown(number)} has no decisions; the game has turns {first} to {last}")
        self.go(self.turns[number])

    def to_end(self) -> None:
        """Goes to where all decisions have been made."""
        self.go(len(self.entries))


# -- playing it through ------------------------------------------------------------------------------------------


def game_of(recorded: Recorded) -> Game:
    """The game of a log where it ends. Raises ReplayError, with the line, if it does not play."""
    game = begun(recorded.head, recorded.file)
    _played(recorded, game)
    return game


def _played(recorded: Recorded, game: Game) -> tuple[list[Answer], dict[int, int]]:
    """Plays a game through as recorded: the answers, and where each turn begins. Raises ReplayError with the line."""
    answers: list[Answer] = []
    turns: dict[int, int] = {}
    for each in recorded.entries:
        try:
            if isinstance(each, Mark):
                _check_mark(game, each)
                turns[each.turn] = len(answers)
                continue
            answer = answer_of(game, each)
            game.give(answer)
        except ArchivistError as error:
            raise ReplayError(f"{recorded.file}:{each.line}: {error}") from None
        answers.append(answer)
    _check_end(recorded, game)
    return answers, turns


def answer_of(game: Game, entry: Entry) -> Answer:
    """The answer that a line means, if it is legal now."""
    seat = PLAYERS.index(entry.player)
    if seat >= len(game.state.players):
        raise ReplayError(f"there is no player {entry.player}")
    if not entry.kind:
        return Concede(seat)
    decision = game.decision
    if decision is None:
        raise ReplayError(f"the game is over, and {entry.player} cannot decide anything")
    if (seat, entry.kind) != (decision.player, decision.kind):
        asked = f"{PLAYERS[decision.player]} must decide ({decision.kind}: {decision.prompt})"
        raise ReplayError(f"{entry.player} does not decide about {entry.kind!r} now: {asked}")
    try:
        return understood(game.state, decision, entry.words)
    except AnswerError as error:
        illegal = _refusal(game, seat, entry) if decision.form == "act" else None
        if illegal is None:
            raise
        raise ReplayError(f"{entry.player} cannot {entry.words}: {illegal}") from error


def _refusal(game: Game, seat: Seat, entry: Entry) -> Illegal | None:
    """Why an action that is not offered is refused, if it can be told which one is meant."""
    try:
        deed = read_phrase(entry.words, game.state.whole_pool, PLAYERS[: len(game.state.players)])
        return game.why_not(seat, action(game, seat, deed))
    except (Problem, Missing):
        return None


def _check_mark(game: Game, mark: Mark) -> None:
    turn = game.state.turn
    if (mark.turn, mark.player) != (turn.number, PLAYERS[turn.player]):
        raise ReplayError(
            f"this is turn {turn.number} of {PLAYERS[turn.player]}, not turn {mark.turn} of {mark.player}"
        )
    if mark.digest and mark.digest != state_digest(game.state)[:SHORT]:
        raise ReplayError(f"turn {mark.turn} does not begin as it was recorded; {_OTHERWISE}")


_OTHERWISE = "engine and cards match, so decisions were changed in the file, or rules in the engine"


def _check_end(recorded: Recorded, game: Game) -> None:
    ending = recorded.ending
    if ending is None:
        return
    if ending.words != outcome(game):
        raise ReplayError(f"{recorded.file}:{ending.line}: the end is {outcome(game)!r} here; {_OTHERWISE}")
    if ending.digest and ending.digest != state_digest(game.state):
        raise ReplayError(f"{recorded.file}:{ending.line + 1}: the last state is not the recorded one; {_OTHERWISE}")


# -- beginning again ---------------------------------------------------------------------------------------------


def begun(head: Head, file: str = "replay") -> Game:
    """The game of a head at its first decision. Raises ReplayError if it was made with another engine or other cards."""
    origin = head.origin
    try:
        _compare(head)
        if origin.scenario:
            return Game.from_scenario(origin.scenario, ask_forced=head.asks_forced)
        cards = pool().again_with(head.made_up) if head.made_up else pool()
        for player, deck in zip(PLAYERS, origin.decks, strict=False):
            _check_deck(deck, player, cards)
        return Game.new(origin.decks, seed=origin.seed, format=origin.format, cards=cards, ask_forced=head.asks_forced)
    except ArchivistError as error:
        raise ReplayError(f"{file}: {error}") from None


def _compare(head: Head) -> None:
    """Everything in which the engine and the cards here are others than those of a replay, in one line."""
    problems: list[str] = []
    if head.engine != __version__:
        problems.append(f"it was made by Archivist {head.engine}, and this is {__version__}")
    known = pool()
    missing = [name for name in head.cards if name not in known]
    changed = [name for name, old in head.cards.items() if name in known and digest([known[name]])[:SHORT] != old]
    if changed:
        problems.append(
            f"{_some(changed)} {'is a different card' if len(changed) == 1 else 'are different cards'} here"
        )
    if missing:
        problems.append(f"{_some(missing)} {'is' if len(missing) == 1 else 'are'} not known here")
    if problems:
        raise ReplayError(f"this game cannot be played here: {'; '.join(problems)}")


def _some(names: list[str]) -> str:
    """Names in a row, the first few of many."""
    shown = " and ".join(names) if len(names) <= 2 else ", ".join(names[:NAMED])
    return f"{shown} and {len(names) - NAMED} more" if len(names) > NAMED else shown


def _check_deck(deck: Deck, player: str, cards: Pool) -> None:
    """A deck in a replay must be one that a game can begin with, whether or not a format would allow it."""
    for name in (*deck.material, *deck.main, *deck.boons):
        cards.find(name)
    if not any(cards[name].level == 0 for name in deck.material):
        raise ReplayError(f"the deck of {player} has no level 0 champion")
