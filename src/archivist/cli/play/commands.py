"""Commands: what a person can type besides an answer."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from msgspec.structs import replace

from archivist.cli.paper import program
from archivist.cli.play import explain
from archivist.model.card import OWN_ZONES, Seat
from archivist.model.errors import ArchivistError, nearest
from archivist.notation.seen import held, listed
from archivist.person import telling
from archivist.person.menus import Ambiguous, Menu, Misunderstood, NotPassed
from archivist.person.passing import place
from archivist.view import PlayerView

if TYPE_CHECKING:
    from archivist.cli.play.session import Session

OWN: Final = ("me", "my", "mine", "i", "you", "your", "yours")
"""What a person calls their own side."""
THEIRS: Final = ("their", "theirs", "them", "opponent", "opponent's", "opponents", "his", "her", "enemy")
"""What a person calls the other side."""
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


def is_command(typed: str) -> bool:
    """Whether what was typed is a command, whatever is to be decided."""
    return _split(typed)[0].casefold() in COMMANDS


def _split(typed: str) -> tuple[str, str]:
    """The first word, and the words after it; a question mark needs no space after it."""
    word, _, words = (f"? {typed[1:]}" if typed.startswith("?") else typed).partition(" ")
    return word, words


def obey(session: Session, seat: Seat, menu: Menu, typed: str) -> bool:
    """Does what was typed: a command, or the answer to the decision. Tells whether the game went on or back."""
    word, words = _split(typed)
    command = COMMANDS.get(word.casefold())
    if command is not None and command.alone and words.strip():
        raise Misunderstood(f"Type {word} alone to {command.does}.")
    if command is not None:
        return command.run(Asked(session, seat, menu, words.strip()))
    if not typed:
        if menu.suggestion is None and "pass" in menu.decision.options:
            raise Misunderstood("Enter does not pass while you can play something; 0 does.")
        if menu.suggestion is None:
            raise Misunderstood(
                f"Please choose{': ' + menu.how if menu.how else ' a number'}. (help lists the commands)"
            )
        session.give(seat, menu.suggestion, "hand")
        return True
    try:
        choice = menu.read(typed)
    except (Ambiguous, NotPassed):
        raise
    except Misunderstood as misunderstood:
        close = nearest(word, COMMANDS) if word.isalpha() and len(word) > 2 else []
        if close and menu.decision.form != "name":
            raise Misunderstood(f"{typed!r} is not a choice here; did you mean {close[0]}?") from None
        raise misunderstood from None
    session.give(seat, choice, "hand")
    return True


# -- the game ----------------------------------------------------------------------------------------------------


def _cancel(asked: Asked) -> bool:
    if not asked.menu.decision.attempt:
        raise Misunderstood("You are not making a play now; u takes back your last answer.")
    asked.session.cancel()
    asked.session.screen.say("You gave up the play; it left no trace.")
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
    asked.session.screen.pages(lines)
    return False


def _table(asked: Asked) -> bool:
    asked.session.screen.whole(asked.menu.view, asked.menu)
    return False


def _more(asked: Asked) -> bool:
    asked.session.screen.choices(asked.menu)
    return False


def _recap(asked: Asked) -> bool:
    lines = asked.session.last_news(asked.seat)
    asked.session.screen.recap(lines or ["Nothing has happened since your last decision."])
    return False


def _bot(asked: Asked) -> bool:
    said = asked.session.expectations()
    return _show(asked, said or ["No bot has had anything to think about yet."])


def _log(asked: Asked) -> bool:
    return _show(asked, _last_of_log(asked.session, asked.seat, asked.words))


def _last_of_log(session: Session, seat: Seat, words: str) -> list[str]:
    """The last lines of the log: as many as are asked for, or all."""
    lines = telling.log(session.game, seat)
    if words.casefold() == "all":
        return lines
    if not re.fullmatch(r"[1-9][0-9]{0,5}|", words):
        raise Misunderstood("log shows the last lines, log 50 the last 50, log all everything")
    return lines[-int(words or LINES) :]


def _look(asked: Asked) -> bool:
    """Zones of a player, with the cards that may be seen."""
    players = {player.name.casefold(): player for player in asked.menu.view.players}
    own = players[asked.menu.view.seat.casefold()]
    others = [player for player in players.values() if player is not own]
    zones, chosen = [], []
    for word in asked.words.casefold().split():
        if word in players or word in OWN:
            chosen.append(players.get(word, own))
        elif word in THEIRS:
            chosen += others
        elif (close := nearest(word, OWN_ZONES)) or (close := [each for each in OWN_ZONES if each.startswith(word)]):
            zones.append(close[0])
        elif word not in ("deck", "at", "the", "of"):
            raise Misunderstood(f"no zone is named {word!r}; say my or their, and {listed(OWN_ZONES, 'or')}")
    lines: list[str] = []
    for player in chosen or list(players.values()):
        lines += _zones(asked, player, zones or ["graveyard", "banishment"])
    return _show(asked, lines)


def _zones(asked: Asked, player: PlayerView, zones: list[str]) -> list[str]:
    whose = asked.menu.people.possessive(player.name)
    lines: list[str] = []
    for zone in zones:
        seen = player.zones[zone]
        lines.append(f"{whose} {zone}: {seen.count} card{'s' if seen.count != 1 else ''}")
        lines += [f"  {line}" for line in held(seen.cards)]
    return lines


# -- when to be asked --------------------------------------------------------------------------------------------


def _stops(asked: Asked) -> bool:
    settings = asked.session.settings(asked.seat)
    passing = "pass without being asked" if settings.auto else "are still asked (auto on changes that)"
    resolving = "are asked" if settings.own else "are not asked (own on changes that)"
    lines = [
        f"Where you can only pass, you {passing}.",
        f"Before your own cards and abilities resolve, you {resolving}.",
        f"You are always asked in: {', '.join(settings.stops)}." if settings.stops else "No stops are set.",
        f"You pass while nothing happens in: {', '.join(settings.skips)}."
        if settings.skips
        else "No phases are skipped.",
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
    return _show(asked, [f"You will pass in {_phase(at)} while nothing is on the stack and nobody is attacking."])


def _unstop(asked: Asked) -> bool:
    at = place(asked.words)
    asked.session.set(asked.seat, asked.session.settings(asked.seat).ask(at))
    return _show(asked, [f"You will be asked in {_phase(at)} when you can do something."])


def _auto(asked: Asked) -> bool:
    if asked.words.casefold() not in ("on", "off"):
        raise Misunderstood("auto on passes where you can do nothing else; auto off always asks you")
    asked.session.set(asked.seat, replace(asked.session.settings(asked.seat), auto=asked.words.casefold() == "on"))
    return _stops(asked)


def _own(asked: Asked) -> bool:
    if asked.words.casefold() not in ("on", "off"):
        raise Misunderstood("own off lets your own cards and abilities resolve without asking; own on asks first")
    asked.session.set(asked.seat, replace(asked.session.settings(asked.seat), own=asked.words.casefold() == "on"))
    return _stops(asked)


def _phase(at: str) -> str:
    whose, phase = ("each", at) if " " not in at or at == "wake up" else at.split(" ", 1)
    return {"each": f"each {phase} phase", "my": f"your {phase} phase", "their": f"the others' {phase} phase"}[whose]


# -- keeping -----------------------------------------------------------------------------------------------------


def _save(asked: Asked) -> bool:
    _say(asked.session, _saved(asked.session, asked.words))
    return False


def _say(session: Session, lines: list[str]) -> None:
    """Lines with names of files, and with commands that can be copied."""
    for line in lines:
        session.screen.unbroken(line)


def _saved(session: Session, name: str) -> list[str]:
    if not name:
        kept = session.kept_in
        where = f"Every answer is already saved in {kept}" if kept else "Your answers are saved as you give them"
        return [f"{where}; save FILE writes a copy."]
    if session.keeps(name):
        return [f"Every answer is already saved in {session.kept_in}; there is nothing to do."]
    path = session.save(name)
    again = f"{program()} resume {shlex.quote(path)}{session.setup.naming_bots()}"
    return [f"Saved in {path}", f"{again} continues from here."]


def _record(asked: Asked) -> bool:
    _say(asked.session, _recorded(asked.session, asked.words, asked.seat))
    return False


def _recorded(session: Session, name: str, seat: Seat) -> list[str]:
    if not name:
        raise Misunderstood("replay needs the name of a file, such as: replay my-game.replay")
    path = session.record(name, seat)
    what = "The whole game" if session.game.over else "The game so far, as you saw it,"
    return [f"{what} is in {path}", f"{program()} replay {shlex.quote(path)} steps through it."]


def _help(asked: Asked) -> bool:
    lines = [("NUMBER, NAME", "choose; 0 passes, Enter does what the menu says")]
    asked.session.screen.entries(lines + [(command.usage, command.does) for command in LISTED])
    return False


LISTED: Final = (
    Command(("?", "rules"), "?, ? 2, ? NAME", "explain the decision, a choice, a card, keyword or rule", _explain),
    Command(("why",), "why NAME", "why you cannot play a card now, by which rules", _why),
    Command(("u", "undo"), "u", "take back your last answer", _undo),
    Command(("c", "cancel"), "c", "give up the play you are making", _cancel),
    Command(("p",), "p", "pass until something happens, or you can do more", _pass),
    Command(("pp",), "pp", "pass until your next turn, whatever happens", _pass_turn),
    Command(("t", "table"), "t", "show the whole table again", _table),
    Command(("m", "more"), "m", "show all choices", _more),
    Command(("recap", "r"), "recap", "what happened since your last decision", _recap),
    Command(("bot",), "bot", "what the bots expected from their last answers", _bot),
    Command(("look", "l"), "look their graveyard", "look at a zone; look my material", _look),
    Command(("log",), "log, log 50, log all", "everything that happened, with its rules", _log),
    Command(("stop",), "stop end", "always ask me in that phase; stop my end, stop their end", _stop),
    Command(("skip",), "skip recollection", "pass in that phase while nothing happens", _skip),
    Command(("unstop", "unskip"), "unstop end", "neither stop nor skip there", _unstop),
    Command(("stops",), "stops", "show when you are asked", _stops),
    Command(("auto",), "auto off", "ask me even where I can only pass", _auto),
    Command(("own",), "own off", "do not ask me before my own cards resolve", _own),
    Command(("save",), "save FILE", "write a copy of the game", _save),
    Command(("replay",), "replay FILE", "write the game so far as you saw it", _record),
    Command(("concede",), "concede", "give up the game", _concede),
    Command(("q", "quit", "exit"), "q", "leave; archivist resume continues the game", _quit),
)
"""The commands that help lists; with the line about choices they fill a screen of 24 rows."""
HELP: Final = Command(("h", "help"), "help", "this list", _help)

COMMANDS: Final = {name: command for command in (*LISTED, HELP) for name in command.names}


# -- after the end -----------------------------------------------------------------------------------------------


def after_the_end(session: Session) -> Literal["over", "rematch"] | None:
    """What can still be done when the game is over; None if something was taken back."""
    while True:
        word, words = _split(session.screen.read())
        if not word and session.match_goes_on:
            return "rematch"
        if word.casefold() in ("", "q", "quit", "exit"):
            return "over"
        if word.casefold() in ("r", "rematch") and not words.strip() and session.match is None:
            return "rematch"
        try:
            if _at_the_end(session, word.casefold(), words.strip()):
                return None
        except ArchivistError as error:
            session.screen.complain(str(error))


def what_now(session: Session) -> list[str]:
    """How to go on after a game, which may be one of a match."""
    more = "log shows what happened, replay FILE writes a replay of the whole game; help lists the rest."
    if session.match is None:
        return ["r plays a rematch, u takes back your last answer, Enter leaves.", more]
    if session.match_goes_on:
        return ["Enter plays the next game of the match, u takes back your last answer, q leaves the match.", more]
    return ["The match is decided: u takes back your last answer, Enter leaves.", more]


def _keys_at_the_end(session: Session) -> list[tuple[str, str]]:
    """What can be typed when the game is over, as help lists it."""
    enter = ("Enter", "play the next game of the match") if session.match_goes_on else ("Enter", "leave")
    return [
        enter,
        *((("r", "play a rematch"),) if session.match is None else ()),
        ("u", "take back your last answer"),
        ("recap", "what happened last"),
        ("log, log 50", "everything that happened, with its rules"),
        ("save FILE", "write a copy of the game"),
        ("replay FILE", "write a replay of the whole game"),
        ("q", "leave the match; archivist resume goes on with it" if session.match_goes_on else "leave"),
    ]


def _at_the_end(session: Session, word: str, words: str) -> bool:
    """Does one command after the end; tells whether something was taken back."""
    seat = session.last_to_answer
    match word:
        case "u" | "undo":
            session.screen.say(f"Taken back: {session.undo(seat)}.")
            return True
        case "log":
            session.screen.pages(_last_of_log(session, seat, words or "all"))
        case "recap":
            session.screen.recap(session.last_news(seat))
        case "save":
            _say(session, _saved(session, words))
        case "replay":
            _say(session, _recorded(session, words, seat))
        case "h" | "help":
            session.screen.entries(_keys_at_the_end(session))
        case _:
            keys = listed([usage for usage, _ in _keys_at_the_end(session)], "or")
            raise Misunderstood(f"The game is over: {keys}; help says what they do.")
    return False
