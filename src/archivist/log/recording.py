"""Recording: the log of a game, line by line; each line is ready before its answer is given."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from archivist import __version__
from archivist.cards import digest, pool
from archivist.cards.naming import brought
from archivist.game import Game
from archivist.log.entries import By, Ending, Entry, Head, Line, Mark, OfMatch, Recorded, text_of
from archivist.model.decision import Answer, Concede
from archivist.model.errors import ReplayError
from archivist.model.state import State
from archivist.notation.answers import said
from archivist.notation.naming import PLAYERS
from archivist.position import position
from archivist.rules.turn.starting_the_game import BARRIER
from archivist.vocabulary.node import write as write_phrase

GOES_ON = "the game goes on"
SHORT, LONG = 8, 16
"""How many digits of a digest a turn and the end carry."""

_encoder = msgspec.json.Encoder(enc_hook=write_phrase, order="deterministic")


def state_digest(state: State) -> str:
    """A fingerprint of a position: everything the rules can see, but not which rules were cited on the way to it."""
    events = tuple(replace(event, rules=()) for event in state.this_turn)
    whole = replace(position(state), events=[], this_turn=events, vain=())
    return hashlib.sha256(_encoder.encode(whole)).hexdigest()[:LONG]


def write(game: Game) -> str:
    """A game from its beginning until now as a replay. It is played again as it is written, so that it does play.

    Raises ReplayError if the game does not know how it began, or was changed by something else than answers.
    """
    origin = game.origin
    if origin is None:
        raise ReplayError(
            "this game does not know which decks and seed it began with; write a save or a scenario instead"
        )
    from archivist.log.replays import begun

    log = Recorded("replay", "replay", head_of(game))
    again = begun(log.head)
    for answer in (*origin.answers, *game.answers):
        for line in following(log, again, answer):
            log.add(line)
        again.give(answer)
    if state_digest(again.state) != state_digest(game.state):
        raise ReplayError("this game was changed by something other than answers, so it cannot be replayed")
    log.add(ending(game))
    return text_of(log)


def head_of(
    game: Game, players: Sequence[str] = (), deck_names: Sequence[str] = (), of_match: OfMatch | None = None
) -> Head:
    """The head of the log of a game; that of a journal says who plays what, and of which match the game is one."""
    origin = game.origin
    assert origin is not None
    involved = reachable(game)
    known, cards = pool(), game.state.whole_pool
    own = () if origin.scenario else tuple(cards[name] for name in involved if known.get(name) != cards[name])
    digests = {name: digest([known[name]])[:SHORT] for name in involved if known.get(name) == cards[name]}
    begun = replace(origin, answers=())
    seats = tuple(players), tuple(deck_names)
    return Head(__version__, known.digest, begun, digests, own, game.asks_forced, *seats, of_match)


def following(log: Recorded, game: Game, answer: Answer, by: By = "hand") -> list[Line]:
    """The lines by which a log goes on with an answer that is about to be given; a new turn is marked first."""
    turn, line = game.state.turn, entry(game, answer, by)
    if log.turn == turn.number:
        return [line]
    return [Mark(0, turn.number, PLAYERS[turn.player], state_digest(game.state)[:SHORT]), line]


def reachable(game: Game) -> list[str]:
    """The cards that can occur in a game: those that are there, and whatever these speak of by name, and so on."""
    state = game.state
    faces = (name for card in state.cards for name in (card.face, card.default, card.beneath) if name)
    found = dict.fromkeys((*faces, *((BARRIER,) if state.format == "pantheon" else ())))
    todo = list(found)
    while todo:
        for _, name in brought(state.pool[todo.pop()]):
            if name not in found:
                found[name] = None
                todo.append(name)
    return sorted(found)


def entry(game: Game, answer: Answer, by: By = "hand") -> Entry:
    """The line of an answer that is about to be given."""
    if isinstance(answer, Concede):
        return Entry(0, PLAYERS[answer.player], by=by)
    decision = game.decision
    assert decision is not None
    return Entry(0, PLAYERS[decision.player], decision.kind, said(game.state, decision, answer), by)


def ending(game: Game) -> Ending:
    """The end of a log where a game stands now."""
    return Ending(0, outcome(game), state_digest(game.state))


def outcome(game: Game) -> str:
    """How a game stands, in words."""
    state = game.state
    if not state.over:
        return GOES_ON
    return "a draw" if state.winner is None else f"{PLAYERS[state.winner]} wins"
