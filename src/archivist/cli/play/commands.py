"""Commands: what a person can type besides an answer."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from archivist.cli.paper import program
from archivist.cli.play import explain, telling
from archivist.cli.play.menus import Menu, Misunderstood
from archivist.cli.play.passing import place
from archivist.model.card import OWN_ZONES, Seat
from archivist.model.errors import ArchivistError, nearest
from archivist.notation.seen import held
from archivist.view import PlayerView

if TYPE_CHECKING:
    from archivist.cli.play.session import Session

OWN: Final = ("me", "my", "mine", "i", "you", "your", "yours")
"""What a person calls their own side."""
LINES: Final = 20
"""How many lines of the log are shown unless a number is given."""


class Asked(msgspec.Struct, frozen=True):
    """A command as it was typed: at which table, by whom, to which decision, and the words after it."""

    session: Session
    seat: Seat
    menu: Menu
    words: str


class Command(msgspec.Struct, frozen=True):
    """A command: its names, how it is written, what it does. `run` tells whether the game went on or back."""

    names: tuple[str, ...]
    usage: str
    does: str
    run: Callable[[Asked], bool]

    @property
    def alone(self) -> bool:
        """Whether it is typed without further words."""
        return self.usage in self.names


def obey(session: Session, seat: Seat, menu: Menu, typed: str) -> bool:
    """Does what was typed: a command, or the answer to the decision. Tells whether the game went on or back."""
    if typed.startswith("?"):
        typed = f"? {typed[1:]}"
    word, _, words = typed.partition(" ")
    command = COMMANDS.get(word.casefold())
    if command is not None and command.alone and words.strip():
        raise Misunderstood(f"{word} is typed alone; it would {command.does}.")
    if command is not None:
        return command.run(Asked(session, seat, menu, words.strip()))
    if not typed:
        if menu.suggestion is None:
            raise Misunderstood(
                f"Please choose{': ' + menu.how if menu.how else ' a number'}. (help lists the commands)"
            )
        session.give(seat, menu.suggestion, "hand", menu.said(menu.suggestion))
        return True
    try:
        choice = menu.read(typed)
    except Misunderstood as misunderstood:
        close = nearest(word, COMMANDS) if word.isalpha() and len(word) > 2 else []
        if close and menu.decision.form != "name":
            raise Misunderstood(f"{typed!r} is no choice here; did you mean {close[0]}?") from None
        raise misunderstood from None
    session.give(seat, choice, "hand", menu.said(choice))
    return True


# -- the game ----------------------------------------------------------------------------------------------------


def _cancel(asked: Asked) -> bool:
    if not asked.menu.decision.attempt:
        raise Misunderstood("No play is being made that could be given up; u takes back your last answer.")
    asked.session.cancel()
    asked.session.screen.say("The play is given up; nothing of it remains.")
    return True


def _undo(asked: Asked) -> bool:
    taken = asked.session.undo(asked.seat)
    asked.session.screen.say(f"Taken back: {taken}.")
    return True


def _pass(asked: Asked) -> bool:
    asked.session.pass_until(asked.seat, "something")
    return True


def _pass_turn(asked: Asked) -> bool:
    asked.session.pass_until(asked.seat, "turn")
    return True


def _concede(asked: Asked) -> bool:
    if not _sure(asked.session, "Concede the game?"):
        return False
    asked.session.concede(asked.seat)
    return True


def _quit(asked: Asked) -> bool:
    from archivist.cli.play.session import Quit

    raise Quit


def _sure(session: Session, question: str) -> bool:
    return session.screen.read(f"{question} (y/n) ").casefold() in ("y", "yes")


# -- looking -----------------------------------------------------------------------------------------------------


def _explain(asked: Asked) -> bool:
    return _show(asked, explain.asked_about(asked.words, asked.menu))


def _why(asked: Asked) -> bool:
    return _show(asked, explain.why(asked.words, asked.session.game, asked.seat, asked.menu.view))


def _show(asked: Asked, lines: list[str]) -> bool:
    for line in lines:
        asked.session.screen.say(line)
    return False


def _table(asked: Asked) -> bool:
    asked.session.screen.whole(asked.menu.view)
    asked.session.screen.menu(asked.menu)
    return False


def _log(asked: Asked) -> bool:
    lines = telling.log(asked.session.game, asked.seat)
    if asked.words.casefold() == "all":
        return _show(asked, lines)
    if not re.fullmatch(r"[1-9][0-9]{0,5}|", asked.words):
        raise Misunderstood("log shows the last lines, log 50 more of them, log all everything")
    return _show(asked, lines[-int(asked.words or LINES) :])


def _look(asked: Asked) -> bool:
    """Zones of a player, with the cards that may be seen."""
    players = {player.name.casefold(): player for player in asked.menu.view.players}
    own = players[asked.menu.view.seat.casefold()]
    zones, chosen = [], []
    for word in asked.words.casefold().split():
        if word in players or word in OWN:
            chosen.append(players.get(word, own))
        elif (close := nearest(word, OWN_ZONES)) or (close := [each for each in OWN_ZONES if each.startswith(word)]):
            zones.append(close[0])
        elif word not in ("deck", "at", "the", "of"):
            sides = ", ".join(player.name for player in players.values())
            raise Misunderstood(f"no player or zone is named {word!r}; there are {sides}, {', '.join(OWN_ZONES)}")
    lines: list[str] = []
    for player in chosen or list(players.values()):
        lines += _zones(asked, player, zones or ["graveyard", "banishment"])
    return _show(asked, lines)


def _zones(asked: Asked, player: PlayerView, zones: list[str]) -> list[str]:
    whose = "your" if player.name == asked.menu.view.seat else f"{player.name}'s"
    lines: list[str] = []
    for zone in zones:
        seen = player.zones[zone]
        lines.append(f"{whose} {zone}: {seen.count} card{'s' if seen.count != 1 else ''}")
        lines += [f"  {line}" for line in held(seen.cards)]
    return lines


# -- when to be asked --------------------------------------------------------------------------------------------


def _stops(asked: Asked) -> bool:
    settings = asked.session.settings(asked.seat)
    passing = "passed without asking" if settings.auto else "asked like all others (auto on changes that)"
    lines = [
        f"Decisions in which you can only pass are {passing}.",
        f"You are always asked in: {', '.join(settings.stops) or 'no phase'}.",
        f"You pass while nothing happens in: {', '.join(settings.skips) or 'no phase'}.",
    ]
    return _show(asked, lines)


def _stop(asked: Asked) -> bool:
    if not asked.words:
        return _stops(asked)
    at = place(asked.words)
    asked.session.set(asked.seat, asked.session.settings(asked.seat).stop(at))
    return _show(asked, [f"You will always be asked in {_phase(at)}."])


def _skip(asked: Asked) -> bool:
    at = place(asked.words)
    asked.session.set(asked.seat, asked.session.settings(asked.seat).skip(at))
    return _show(asked, [f"You will pass in {_phase(at)} while nothing is on the stack and nobody attacks."])


def _unstop(asked: Asked) -> bool:
    at = place(asked.words)
    asked.session.set(asked.seat, asked.session.settings(asked.seat).ask(at))
    return _show(asked, [f"You will be asked in {_phase(at)} when you can do something."])


def _auto(asked: Asked) -> bool:
    if asked.words.casefold() not in ("on", "off"):
        raise Misunderstood("auto on passes where you can do nothing else; auto off always asks")
    asked.session.set(asked.seat, asked.session.settings(asked.seat).automatic(asked.words.casefold() == "on"))
    return _stops(asked)


def _phase(at: str) -> str:
    whose, phase = ("each", at) if " " not in at or at == "wake up" else at.split(" ", 1)
    return {"each": f"each {phase} phase", "my": f"your {phase} phase", "their": f"the others' {phase} phase"}[whose]


# -- keeping -----------------------------------------------------------------------------------------------------


def _save(asked: Asked) -> bool:
    asked.session.screen.unbroken(_saved(asked.session, asked.words))
    return False


def _saved(session: Session, name: str) -> str:
    if not name:
        kept = session.kept_in
        where = f"Every answer is kept in {kept} already" if kept else "Your answers are kept as you give them"
        return f"{where}; save FILE writes a copy."
    if session.keeps(name):
        return f"Every answer is kept in {session.kept_in} already; nothing needs to be saved."
    path = session.save(name)
    return f"Saved in {path}; {program()} resume {shlex.quote(path)}{session.setup.naming_bots()} goes on from here."


def _record(asked: Asked) -> bool:
    asked.session.screen.unbroken(_recorded(asked.session, asked.words))
    return False


def _recorded(session: Session, name: str) -> str:
    if not name:
        raise Misunderstood("replay needs the name of a file, such as: replay my-game.replay")
    path = session.record(name)
    return f"The game so far is in {path}; {program()} replay {shlex.quote(path)} steps through it."


def _help(asked: Asked) -> bool:
    lines = ["Type the number of a choice, or part of its name. Enter does what is said after the choices."]
    wide = max(len(command.usage) for command in LISTED)
    _show(asked, lines)
    for command in LISTED:
        asked.session.screen.entry(f"  {command.usage:<{wide}}  ", command.does)
    return False


LISTED: Final = (
    Command(("?",), "?, ? 2, ? NAME", "explain this decision, a choice, or a card or rule by name", _explain),
    Command(("why",), "why NAME", "why a card cannot be played now, by which rules", _why),
    Command(("u", "undo"), "u", "take back your last answer", _undo),
    Command(("c", "cancel"), "c", "give up the play you are making", _cancel),
    Command(("p",), "p", "pass until something happens, or until you can do more", _pass),
    Command(("pp",), "pp", "pass until your next turn, whatever happens", _pass_turn),
    Command(("t", "table"), "t", "show the whole table again", _table),
    Command(("look", "l"), "look B graveyard", "look at a zone (both graveyards and banishments by itself)", _look),
    Command(("log",), "log, log 50, log all", "what happened, each line with its rules", _log),
    Command(("stop",), "stop end", "always ask me in that phase (stop my end, stop their end)", _stop),
    Command(("skip",), "skip recollection", "pass in that phase while nothing happens", _skip),
    Command(("unstop", "unskip"), "unstop end", "neither stop nor skip there", _unstop),
    Command(("stops",), "stops", "show when you are asked", _stops),
    Command(("auto",), "auto off", "ask me also where I can only pass (auto on is usual)", _auto),
    Command(("save",), "save FILE", "write a copy of the game", _save),
    Command(("replay",), "replay FILE", "write the game so far as a replay", _record),
    Command(("concede",), "concede", "give the game up", _concede),
    Command(("q", "quit", "exit"), "q", "leave; the game is kept and archivist resume goes on", _quit),
    Command(("h", "help"), "help", "this list", _help),
)

COMMANDS: Final = {name: command for command in LISTED for name in command.names}


def after_the_end(session: Session) -> bool:
    """What can still be done when the game is over; False if something was taken back."""
    session.screen.say("Enter leaves; u takes back, log tells what happened, replay FILE writes a replay.")
    while True:
        word, _, words = session.screen.read().partition(" ")
        if word.casefold() in ("", "q", "quit", "exit"):
            return True
        try:
            if _at_the_end(session, word.casefold(), words.strip()):
                return False
        except ArchivistError as error:
            session.screen.complain(str(error))


def _at_the_end(session: Session, word: str, words: str) -> bool:
    """Does one command after the end; tells whether something was taken back."""
    seat = session.last_to_answer
    match word:
        case "u" | "undo":
            session.screen.say(f"Taken back: {session.undo(seat)}.")
            return True
        case "log":
            for line in telling.log(session.game, seat):
                session.screen.say(line)
        case "save":
            session.screen.unbroken(_saved(session, words))
        case "replay":
            session.screen.unbroken(_recorded(session, words))
        case _:
            raise Misunderstood("The game is over: Enter, u, log, save FILE or replay FILE.")
    return False
