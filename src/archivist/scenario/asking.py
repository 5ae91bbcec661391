"""Questions about a position of a scenario: what can a player do now, and why can a given play not be made?"""

from __future__ import annotations

import re

import msgspec
from msgspec.structs import replace

from archivist.cards.names import Names as Spelling
from archivist.forecast import RESERVE, made_plainly
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.decision import Action, Pass, Use
from archivist.model.errors import Illegal, Reason
from archivist.notation.actions import ALSO, HOME, VERBS, read_phrase
from archivist.notation.answers import labels
from archivist.notation.naming import PLAYERS, Problem
from archivist.rules.abilities import abilities_in_general
from archivist.rules.legal_actions.offers import PAYING
from archivist.scenario.acting import act, reply
from archivist.scenario.reading import Scenario, start
from archivist.scenario.running import played
from archivist.scenario.source import Reader, open_source
from archivist.scenario.steps import Act, Reply, read_step
from archivist.scenario.table import Difference, Refused, Table
from archivist.vocabulary.costs import paid
from archivist.vocabulary.speech import Speaker

_WHICH = re.compile(r"#\d+(?=$|, number \d+$)")


def at(scenario: Scenario, step: int | None = None) -> Table:
    """The table after the first `step` steps of a scenario, or after all. Raises ScenarioError if a step fails."""
    if step is not None:
        scenario = replace(scenario, steps=scenario.steps[:step])
    table = Table(scenario, start(scenario))
    played(scenario, table)
    return table


# -- what can be done --------------------------------------------------------------------------------------------


class Play(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal play in words: what it costs, what can be chosen for it, and how many cards of the name can make it.

    `costs` and `choices` are those of the plainest way of making it; another mode or number may have others.
    """

    play: str
    costs: tuple[str, ...] = ()
    choices: tuple[tuple[str, tuple[str, ...]], ...] = ()
    count: int = 1


def plays(game: Game) -> list[Play]:
    """Every legal play of the player who can act, in the order of the offers; identical plays are counted together."""
    decision = game.decision
    assert decision is not None
    assert decision.form == "act"
    found: dict[Play, int] = {}
    for action, label in zip(decision.options, labels(game.state, decision), strict=True):
        assert isinstance(action, Action)
        alike = replace(_explored(game, action), play=_plain(label, decision.player))
        found[alike] = found.get(alike, 0) + 1
    return [replace(play, count=count) for play, count in found.items()]


def _plain(label: str, seat: Seat) -> str:
    """The label of a play without its number, and without the zone if it is the usual one."""
    verb, _, name = _WHICH.sub("", label).partition(" ")
    home = f"{PLAYERS[seat]}/{HOME.get(verb, '')}/"
    return f"{verb} {name.removeprefix(home)}".rstrip()


def _explored(game: Game, action: Action) -> Play:
    """The costs and choices of a play, found by making it."""
    if isinstance(action, Pass):
        return Play("pass")
    made = made_plainly(game, action)
    if made is None:
        return Play("")
    costs: list[str] = []
    choices: list[tuple[str, tuple[str, ...]]] = []
    if isinstance(action, Use):
        card = game.state.cards[action.card]
        _, ability = abilities_in_general.activated_abilities(game.state, card)[action.ability]
        costs.append(paid(ability.cost, Speaker.of(game.state.pool[card.face])) or "nothing")
    for asked, state in made.decisions:
        if asked.kind not in PAYING:
            names = tuple(labels(state, asked))
            if asked.form == "number":
                names = tuple(str(each) for (each,) in asked.sets) or (f"{asked.least} to {asked.most}",)
            choices.append((asked.kind, names))
        elif asked.kind not in RESERVE and not isinstance(action, Use):
            which = ", ".join(labels(state, asked)) if asked.forced else str(asked.least)
            costs.append(f"{asked.kind} {which}")
    return Play("", (*made.costs, *costs), tuple(choices))


# -- why not -----------------------------------------------------------------------------------------------------


class Verdict(msgspec.Struct, frozen=True):
    """Whether a play is legal; if not, everything that stands against it."""

    player: str
    play: str
    reasons: tuple[Reason, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.reasons


def verdict(table: Table, words: str) -> Verdict:
    """Why a play is refused now: a phrase such as ``A activate Fireball``, or a step as in a scenario file.

    A phrase is refused only if no answers complete it; a step says itself what is answered. Without a player it is the
    play of whoever must decide. Raises Problem where a word is unknown, with the nearest valid ones.
    """
    text = words.strip()
    if "{" in text or ": " in text:
        return _of_step(table, text)
    first, _, rest = text.partition(" ")
    player = first.upper()
    if player not in table.players:
        _check_player(table, first, rest)
        player, rest = _deciding(table), text
    if not rest.strip():
        raise Problem(f"say what {player} would do, such as: {player} activate Fireball")
    rest = _with_a_verb(table, rest.strip())
    deed = read_phrase(rest, table.scenario.pool, table.players)
    seat = table.names.seat(player)
    try:
        if deed.verb == "concede":
            act(_branch(table), Act(player, deed))
            return Verdict(player, rest)
        illegal = table.game.why_not(seat, table.meant(seat, deed))
    except Refused as refused:
        return Verdict(player, rest, _reasons(refused))
    return Verdict(player, rest, () if illegal is None else illegal.reasons)


def _check_player(table: Table, word: str, rest: str) -> None:
    """Raises Problem where a word in front of an action can only be meant for a player that there is not."""
    verb, known = rest.partition(" ")[0].casefold(), {*VERBS, *ALSO}
    card = Spelling(table.scenario.pool).find(f"{word} {rest}")
    if verb in known and word.casefold() not in known and card is None:
        raise Problem(f"no player is named {word!r}; there are {', '.join(table.players)}")


def _with_a_verb(table: Table, phrase: str) -> str:
    """A phrase that is just the name of a card, or ``play`` and the name, with the verb for playing such a card."""
    verb, _, rest = phrase.partition(" ")
    named = Spelling(table.scenario.pool).find(rest if verb.casefold() == "play" else phrase)
    if named is None:
        return phrase
    face = table.scenario.pool[named]
    return (
        f"{'bestow' if 'boon' in face.words else 'materialize' if face.cost.memory is not None else 'activate'} {named}"
    )


def _deciding(table: Table) -> str:
    seat = table.game.to_act
    return table.players[table.game.state.turn.player if seat is None else seat]


def _of_step(table: Table, text: str) -> Verdict:
    step = read_step(Reader(table.scenario.pool, table.players), 1, open_source(text, "play"))
    what = step.what
    if not isinstance(what, Act | Reply):
        raise Problem(f"a player's action is needed, not {step.text!r}")
    try:
        if isinstance(what, Act):
            act(_branch(table), what, complete=True)
        else:
            reply(_branch(table), what)
    except Refused as refused:
        return Verdict(what.player, step.text, _reasons(refused))
    except Difference as difference:
        raise Problem(f"{step.text}: {difference}") from None
    return Verdict(what.player, step.text)


def _branch(table: Table) -> Table:
    """A table at which something can be tried."""
    other = Table(table.scenario, table.own_game.copy())
    if table.making is not None:
        other.making = table.making.saved()
        other.making.table = other
    return other


def _reasons(refused: Refused) -> tuple[Reason, ...]:
    cause = refused.__cause__
    return cause.reasons if isinstance(cause, Illegal) else (Reason(refused.rules, refused.why),)
