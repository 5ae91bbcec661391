"""``archivist play`` and ``archivist resume``: games at a terminal, against bots or with others at the same keyboard."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from archivist.cli.paper import need_input, program, stop, warn
from archivist.cli.play import keeping
from archivist.cli.play.between import begun, decided, next_game, score, won_by
from archivist.cli.play.listing import show
from archivist.cli.play.screen import PlainScreen, Screen
from archivist.cli.play.session import Left, Session
from archivist.cli.play.start import Setup, any_seed, setup
from archivist.log.entries import Recorded
from archivist.log.journal import Journal
from archivist.model.card import Seat
from archivist.model.errors import ArchivistError

LENGTHS = ("1", "3", "5")
"""How many games a match may have."""

Plain = Annotated[bool, typer.Option("--plain", help="Sentences and numbered lines, without boxes and colours.")]


def play(
    deck: Annotated[
        str, typer.Option(help="Your deck: a name or a file.", show_default="lorraine", metavar="DECK")
    ] = "",
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent",
            "--bot",
            help="easy, normal or hard, which are the bots random, greedy and search; a bot of your own as mypkg:MyBot; "
            "or human, to share the keyboard. Repeat it for each further player.",
            metavar="BOT",
        ),
    ] = None,
    opponent_deck: Annotated[
        list[str] | None,
        typer.Option(help="The opponent's deck, yours if left out. Repeat it for each further player.", metavar="DECK"),
    ] = None,
    seed: Annotated[
        str, typer.Option(help="The same seed deals the same cards.", show_default="any", metavar="NUMBER")
    ] = "",
    format: Annotated[
        str,
        typer.Option(
            help="standard, draft, pantheon or open.",
            show_default="standard; pantheon for 3 or 4 players",
            metavar="FORMAT",
        ),
    ] = "",
    players: Annotated[str, typer.Option(help="2 to 4.", metavar="NUMBER")] = "2",
    best_of: Annotated[
        str, typer.Option("--best-of", help="1, 3 or 5 games, with sideboards between them.", metavar="NUMBER")
    ] = "1",
    plain: Plain = False,
) -> None:
    """Play a game or a match at the terminal, against a bot or with others.

    Every answer is saved as you give it: Ctrl-C, or even a power cut, loses nothing, and `archivist resume` continues.
    Type help in the game. Exit status: 0, or 2 if something you asked for does not exist.
    """
    need_input()
    made = setup(deck, opponent or (), opponent_deck or (), seed, format, players)
    games = _games(best_of, made)
    if games > 1:
        _play_match(begun(made, games), Journal(), None, plain=plain)
    else:
        _run(made, Journal(), None, plain=plain)


def _games(written: str, made: Setup) -> int:
    if written not in LENGTHS:
        stop(f"a match is best of {', '.join(LENGTHS)}, not {written!r}")
    if written != "1" and len(made.players) != 2:
        stop(f"a match is between two players, not {len(made.players)}; leave --best-of or --players out")
    return int(written)


def resume(
    file: Annotated[
        str, typer.Argument(help="A saved game, or its number; without it, the last unfinished one.", metavar="FILE")
    ] = "",
    listed: Annotated[
        bool, typer.Option("--list", help="List all saved games, as archivist games --all does.")
    ] = False,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            help="A bot of your own that plays in the game, as mypkg:MyBot; a file alone never runs its code. "
            "Repeat it for each further one.",
            metavar="BOT",
        ),
    ] = None,
    plain: Plain = False,
) -> None:
    """Go on with a game or a match that you left.

    Exit status: 0, or 2 if it does not exist, is broken, or was played with another version or other cards.
    """
    try:
        if listed:
            if not show(finished=True):
                stop("there are no saved games; archivist play starts one", 0)
            return
        need_input()
        path = keeping.found(file) if file else _last()
        journal, log = keeping.going_on(path)
        made = Setup.of(log)
        _check_bots(log.file, made, opponent or ())
        if log.torn:
            warn(f"the last line of {log.file} is incomplete; it is ignored")
    except ArchivistError as error:
        stop(error)
    (_run if made.of_match is None else _play_match)(made, journal, log, plain=plain)


def _last() -> Path:
    path = next(keeping.unfinished(), None)
    if path is None:
        stop("there is no unfinished game; archivist play starts one")
    return path


def _check_bots(file: str, made: Setup, named: Sequence[str]) -> None:
    """Stops if a game is played by code that nobody has named: a file that was sent by somebody must not run any."""
    unnamed = [name for name in made.own_bots() if name not in named]
    if unnamed:
        again = f"{program()} resume {shlex.quote(file)}{made.naming_bots()}"
        stop(f"{file} is played by {unnamed[0]!r}, which is not a bot of this project; if you trust it: {again}")
    unseated = [name for name in named if name not in made.players]
    if unseated:
        stop(f"no bot {unseated[0]!r} plays in {file}; its players are {', '.join(made.players)}")


def _play_match(made: Setup, journal: Journal, log: Recorded | None, *, plain: bool) -> None:
    """Plays games until one player has won more than half of them, or somebody leaves."""
    while True:
        assert made.match is not None
        screen = (PlainScreen if plain else Screen)(labels(made))
        if log is not None and log.ending is not None:  # it was left between two games
            journal.close()
            ending, winner = "rematch", won_by(log)
        else:
            ending, winner = _played(made, journal, log, plain=plain)
        if ending == "left":
            kept = " Resuming continues it." if journal.path is not None or made.match.played else ""
            screen.say(f"The match stands at {score(made, made.match)}{kept}")
            return
        match = made.match.after(winner)
        if match.winner is not None:
            screen.heading(decided(made, match))
            return
        try:
            if ending == "rematch":
                made = next_game(made, match, journal.path.name if journal.path else "", screen)
                journal, log = Journal(), None
                continue
        except (KeyboardInterrupt, EOFError):
            screen.blank()
        screen.say(f"You left the match at {score(made, match)}")
        screen.unbroken(f"{program()} resume{made.naming_bots()} continues it.")
        return


def _run(made: Setup, journal: Journal, log: Recorded | None, *, plain: bool) -> None:
    """Plays a game, and rematches as long as they are asked for."""
    while _played(made, journal, log, plain=plain)[0] == "rematch":
        made = replace(made, seed=any_seed())
        journal, log = Journal(), None


def _played(made: Setup, journal: Journal, log: Recorded | None, *, plain: bool) -> tuple[Left, Seat | None]:
    """Plays one game, perhaps of a match: how it was left, and who has won."""
    try:
        keeping.games()
        session = Session(made, (PlainScreen if plain else Screen)(labels(made)), journal, log)
        _greet(session, resumed=log is not None)
        ending = session.play()
        if ending == "left":
            _farewell(session)
        return ending, session.game.state.winner
    except ArchivistError as error:
        stop(error)
    finally:
        journal.close()


def labels(made: Setup) -> list[str]:
    """Who plays what in each seat: ``greedy, rai`` for a bot, the deck alone for a person."""
    seats = zip(made.players, made.deck_names, strict=True)
    return [deck if player == "human" else f"{player}, {deck}" for player, deck in seats]


def _greet(session: Session, *, resumed: bool) -> None:
    made = session.setup
    sides = [f"{session.called(seat)} with {deck}" for seat, deck in enumerate(made.deck_names)]
    bots = ", ".join(dict.fromkeys(player for player in made.players if player != "human"))
    played = f" ({bots})" if bots else ""
    again = "Resuming. " if resumed else ""
    kind = f"{made.format.capitalize()} game"
    if made.match is not None:
        number, most = made.match.played + 1, made.match.best_of
        kind += f" {number} of {most}" if number <= most else f" {number}, best of {most}"  # draws make it longer
    session.screen.say(f"{again}{kind}, seed {made.seed}: {' against '.join(sides)}{played}.")
    session.screen.say("Type the number of a choice. ? explains it, help lists what else you can type.")


def _farewell(session: Session) -> None:
    """How to go on; nothing was lost."""
    if session.kept_in:
        session.screen.unbroken(f"The game is saved in {session.kept_in}")
        session.screen.unbroken(f"{program()} resume{session.setup.naming_bots()} continues it.")
    else:
        seed = session.setup.seed
        session.screen.say(
            f"You have not answered anything yet. The same command with --seed {seed} deals the same cards."
        )
