"""Recording: a game written as a replay, line by line; each line can be written before its answer is given."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec.structs import replace

from archivist import __version__
from archivist.cards import digest, pool
from archivist.cards.naming import brought
from archivist.game import Game
from archivist.model.decision import Answer, Concede
from archivist.model.errors import ReplayError
from archivist.model.state import State
from archivist.notation.answers import said
from archivist.notation.naming import PLAYERS
from archivist.notation.replay_format import Entry, Head, Mark, head_lines
from archivist.position import position
from archivist.rules.beginning import BARRIER
from archivist.vocabulary.node import write as write_phrase

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
    from archivist.notation.replays import begun

    head = head_of(game)
    again = begun(head)
    lines = list(head_lines(head))
    turn = -1
    for answer in (*origin.answers, *game.answers):
        if again.state.turn.number != turn:
            turn = again.state.turn.number
            lines.append(str(mark(again)))
        lines.append(f"  {entry(again, answer)}")
        again.give(answer)
    if state_digest(again.state) != state_digest(game.state):
        raise ReplayError("this game was changed by something other than answers, so it cannot be replayed")
    return "\n".join((*lines, *end_lines(game), ""))


def head_of(game: Game) -> Head:
    """The head of the replay of a game."""
    origin = game.origin
    assert origin is not None
    involved = reachable(game)
    known, cards = pool(), game.state.pool
    own = () if origin.scenario else tuple(cards[name] for name in involved if known.get(name) != cards[name])
    digests = {name: digest([known[name]])[:SHORT] for name in involved if known.get(name) == cards[name]}
    return Head(__version__, known.digest, replace(origin, answers=()), digests, own, game.asks_forced)


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


def mark(game: Game) -> Mark:
    """The mark of the turn in which a game is."""
    turn = game.state.turn
    return Mark(0, turn.number, PLAYERS[turn.player], state_digest(game.state)[:SHORT])


def entry(game: Game, answer: Answer) -> Entry:
    """The line of an answer that is about to be given."""
    if isinstance(answer, Concede):
        return Entry(0, PLAYERS[answer.player])
    decision = game.decision
    assert decision is not None
    return Entry(0, PLAYERS[decision.player], decision.kind, said(game.state, decision, answer))


def end_lines(game: Game) -> tuple[str, str]:
    return f"end: {outcome(game)}", f"state: {state_digest(game.state)}"


def outcome(game: Game) -> str:
    """How a game stands, in words."""
    state = game.state
    if not state.over:
        return "the game goes on"
    return "a draw" if state.winner is None else f"{PLAYERS[state.winner]} wins"
