"""Between two games of a match at a terminal: the score, cards exchanged with the sideboard, and who begins."""

from __future__ import annotations

import re
from typing import cast

from msgspec.structs import replace

from archivist.cards import pool
from archivist.cards.names import Names
from archivist.cli.play.screen import Screen
from archivist.cli.play.start import SEEDS, Setup
from archivist.decks import Deck, why_not_legal
from archivist.log.entries import OfMatch, Recorded
from archivist.matches import Match, MatchError, exchanged, moved, seed_for
from archivist.model.card import Seat
from archivist.model.errors import ArchivistError, did_you_mean
from archivist.notation import decklists
from archivist.notation.naming import PLAYERS
from archivist.rules.turn.formats_and_decks import Format

_MOVE = re.compile(r"([+-])\s*(?:([0-9]{1,3})\s*[xX]?\s+)?(\S.*)")


def score(made: Setup, match: Match) -> str:
    """How a match stands, within a sentence that ends with it: ``you 1, the opponent 0.``"""
    return f"{', '.join(f'{made.called(seat)} {wins}' for seat, wins in enumerate(match.score))}."


def begun(made: Setup, best_of: int) -> Setup:
    """The first game of a match."""
    sideboards = tuple(seat for seat, deck in enumerate(made.decks) if deck.sideboard)
    return replace(made, of_match=OfMatch(Match(best_of), sideboards=sideboards))


def won_by(log: Recorded) -> Seat | None:
    """Who has won a game that is over; None for a draw."""
    assert log.ending is not None
    winner = log.ending.words.removesuffix(" wins")
    return PLAYERS.index(winner) if winner in PLAYERS else None


def open_after(log: Recorded) -> Match | None:
    """The match that goes on after the game of a journal, which is over; None if there is none or it is decided."""
    if log.head.of_match is None or log.ending is None:
        return None
    after = log.head.of_match.match.after(won_by(log))
    return after if after.winner is None else None


def decided(made: Setup, match: Match) -> str:
    """That somebody has won the match."""
    assert match.winner is not None
    called = made.called(match.winner)
    who = "You win" if called == "you" else f"{called[:1].upper()}{called[1:]} wins"
    stands = score(made, match)
    return f"{who} the match. {stands[:1].upper()}{stands[1:]}"


def next_game(made: Setup, match: Match, follows: str, screen: Screen) -> Setup:
    """The next game of a match: people may exchange cards, and the loser of the last game chooses who begins.

    `follows` is the file of the game before.
    """
    assert made.of_match is not None
    screen.heading(f"Best of {match.best_of}, after game {match.played}: {score(made, match)}")
    decks = list(made.decks)
    for seat in made.humans():
        if seat in made.of_match.sideboards:
            decks[seat] = _boarded(made, seat, screen)
    seed = (made.seed + 1) % SEEDS
    if match.chooses is not None:
        seed = seed_for(_first(made, match.chooses, screen), decks, seed, made.format)
    of_match = replace(made.of_match, match=match, follows=follows)
    return replace(made, decks=tuple(decks), seed=seed, of_match=of_match)


def _first(made: Setup, loser: Seat, screen: Screen) -> Seat:
    """Who begins, as the loser chooses; bots begin themselves."""
    if loser not in made.humans():
        return loser
    while True:
        called = made.called(loser)
        question = "You lost: do you" if called == "you" else f"{called[:1].upper()}{called[1:]} lost: do they"
        screen.say(f"{question} want to begin the next game? y or n; Enter means yes.")
        word = screen.read().casefold()
        if word in ("", "y", "yes"):
            return loser
        if word in ("n", "no"):
            return 1 - loser
        screen.complain(f"{word!r} is neither y nor n.")


# -- the sideboard -----------------------------------------------------------------------------------------------


def _boarded(made: Setup, seat: Seat, screen: Screen) -> Deck:
    """The deck of a person after exchanging cards with the sideboard; it is legal, or they try again."""
    old = deck = made.decks[seat]
    style = cast(Format, made.format)
    if len(made.humans()) > 1:
        screen.wipe()
        screen.say(f"{made.called(seat)} exchanges cards; nobody else should look.".capitalize())
        screen.read("-- Enter to continue: ")
    _show(deck, screen)
    while True:
        line = screen.read("sideboard> ")
        try:
            if not line:
                return exchanged(old, deck, style)
            if line.casefold() in ("undo", "u"):
                deck = old
            elif line.casefold() in ("list", "l"):
                screen.pages(decklists.write(deck).splitlines())
                continue
            else:
                deck = _moved(deck, line)
            _show(deck, screen)
            for reason in why_not_legal(deck, style, bans=False):
                screen.say(f"Not legal yet: {reason}")
        except ArchivistError as error:
            screen.complain(str(error))


def _show(deck: Deck, screen: Screen) -> None:
    screen.say(f"Sideboard: {', '.join(f'{count} {name}' for name, count in deck.sideboard.items()) or 'nothing'}")
    screen.say("+2 NAME takes cards into the deck, -2 NAME puts them aside; list, undo; Enter when you are done.")


def _moved(deck: Deck, line: str) -> Deck:
    """What a line such as ``+2 Fireball`` asks for."""
    found = _MOVE.fullmatch(line)
    if found is None:
        raise MatchError(f"{line!r} is not understood: +2 NAME, -2 NAME, list, undo, or Enter")
    sign, number, name = found.groups()
    names = Names((*deck.material, *deck.main, *deck.sideboard))
    known = names.find(name)
    if known is None:
        raise MatchError(f"no card of your deck is named {name!r}{did_you_mean(names.nearest(name))}")
    return moved(deck, pool().find(known).name, int(number or 1), into_deck=sign == "+")
