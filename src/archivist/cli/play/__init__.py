"""``archivist play`` and ``archivist resume``: games at a terminal, against bots or with others at the same keyboard."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from archivist.cli.paper import Paper, need_input, program, stop
from archivist.cli.play import journal as journals
from archivist.cli.play.journal import Journal, Setup, Story
from archivist.cli.play.screen import PlainScreen, Screen
from archivist.cli.play.session import Session
from archivist.cli.play.start import setup
from archivist.model.errors import ArchivistError

Plain = Annotated[bool, typer.Option("--plain", help="Sentences and numbered lines, without boxes and colours.")]


def play(
    deck: Annotated[
        str, typer.Option(help="Your deck: a name or a file.", show_default="lorraine", metavar="DECK")
    ] = "",
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            help="random, greedy or search; a bot of your own as mypkg:MyBot; or human, for two at one keyboard. "
            "Again for each further player.",
            metavar="BOT",
        ),
    ] = None,
    opponent_deck: Annotated[
        list[str] | None, typer.Option(help="The opponent's deck; again for each further player.", metavar="DECK")
    ] = None,
    seed: Annotated[
        str, typer.Option(help="The same seed deals the same cards.", show_default="any", metavar="NUMBER")
    ] = "",
    format: Annotated[
        str,
        typer.Option(
            help="standard, draft or pantheon.", show_default="standard; pantheon for 3 or 4 players", metavar="FORMAT"
        ),
    ] = "",
    players: Annotated[str, typer.Option(help="2 to 4.", metavar="NUMBER")] = "2",
    plain: Plain = False,
) -> None:
    """Play a game at the terminal, against a bot or with others.

    Every answer is kept as it is given: Ctrl-C, or even a power cut, loses nothing, and `archivist resume` goes on. Type
    help in the game. Exit status: 0, or 2 if something asked for is not there.
    """
    need_input()
    made = setup(deck, opponent or (), opponent_deck or (), seed, format, players)
    _run(made, Journal(made), None, plain=plain)


def resume(
    file: Annotated[
        str, typer.Argument(help="A saved game, or its number; without it, the last unfinished one.", metavar="FILE")
    ] = "",
    listed: Annotated[bool, typer.Option("--list", help="List the games that are kept, the newest first.")] = False,
    opponent: Annotated[
        list[str] | None,
        typer.Option(
            help="A bot of your own that plays in the game, as mypkg:MyBot: no file alone makes its code run. "
            "Again for each further one.",
            metavar="BOT",
        ),
    ] = None,
    plain: Plain = False,
) -> None:
    """Go on with a game that was left.

    Exit status: 0, or 2 if it is not there, is broken, or was played with another version or other cards.
    """
    try:
        if listed:
            _list()
            return
        need_input()
        path = journals.found(file) if file else _last()
        journal, story = Journal.going_on(path)
        _check_bots(story, opponent or ())
    except ArchivistError as error:
        stop(error)
    _run(journal.setup, journal, story, plain=plain)


def _list() -> None:
    if not journals.kept():
        stop("no games are kept; archivist play begins one", 0)
    paper = Paper()
    table = paper.table("game", "players", "answers", "state")
    for path in journals.kept():
        try:
            story, _ = journals.read(path)
        except ArchivistError as error:
            table.add_row(path.stem, "", "", str(error))
            continue
        made = story.header.setup
        players = ", ".join(f"{player} with {deck}" for player, deck in zip(made.players, made.deck_names, strict=True))
        table.add_row(path.stem, players, str(len(story.given)), story.ended or "unfinished")
    paper.show(table)


def _last() -> Path:
    path = next(journals.unfinished(), None)
    if path is None:
        stop("there is no unfinished game; archivist play begins one")
    return path


def _check_bots(story: Story, named: Sequence[str]) -> None:
    """Stops if a game is played by code that nobody has named: a file that was sent by somebody must not run any."""
    made = story.header.setup
    unnamed = [name for name in made.own_bots() if name not in named]
    if unnamed:
        again = f"{program()} resume {shlex.quote(story.file)}{made.naming_bots()}"
        stop(f"{story.file} is played by {unnamed[0]!r}, which is no bot of this project; if you trust it: {again}")
    unseated = [name for name in named if name not in made.players]
    if unseated:
        stop(f"no bot {unseated[0]!r} plays in {story.file}; its players are {', '.join(made.players)}")


def _run(made: Setup, journal: Journal, story: Story | None, *, plain: bool) -> None:
    try:
        journals.games()
        screen = (PlainScreen if plain else Screen)(names(made))
        session = Session(made, screen, journal, story)
        _greet(session, resumed=story is not None)
        if session.play() == "left":
            _farewell(session)
    except ArchivistError as error:
        stop(error)
    finally:
        journal.close()


def names(made: Setup) -> list[str]:
    """Who sits where: ``A`` for a person, ``B (greedy)`` for a bot."""
    letters = "ABCD"
    return [letters[seat] + ("" if player == "human" else f" ({player})") for seat, player in enumerate(made.players)]


def _greet(session: Session, *, resumed: bool) -> None:
    made = session.setup
    sides = [f"{name} plays {deck}" for name, deck in zip(session.screen.names, made.deck_names, strict=True)]
    again = "Going on. " if resumed else ""
    session.screen.say(f"{again}{made.format.capitalize()} game, seed {made.seed}: {', '.join(sides)}.")
    session.screen.say("Type the number of a choice; ? explains, help lists all that you can type.")


def _farewell(session: Session) -> None:
    """How to go on; nothing was lost."""
    if session.kept_in:
        session.screen.unbroken(f"The game is kept in {session.kept_in}")
        session.screen.unbroken(f"{program()} resume{session.setup.naming_bots()} goes on with it.")
    else:
        seed = session.setup.seed
        session.screen.say(f"Nothing was answered yet. The same command with --seed {seed} deals the same cards again.")
