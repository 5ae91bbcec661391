"""Writing any moment of a game as a scenario: a position that a set-up can say, and the steps from there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import yaml

from archivist.game import Game
from archivist.model.card import Seat, Thing
from archivist.model.decision import Answer, Attack, Concede, Decision, Pass, Play, Return, Use
from archivist.model.errors import ScenarioError
from archivist.model.state import State
from archivist.notation.actions import words
from archivist.notation.equivalence import difference, of_states
from archivist.notation.naming import PLAYERS, TO_COME, full_name
from archivist.rules.costs.declaring_costs import OWN_COST
from archivist.rules.legal_actions.refused_answers import PAYMENTS
from archivist.scenario.describing import described, unsayable
from archivist.scenario.keys import FILLERS, field_of, is_made
from archivist.scenario.reading import read_text, start
from archivist.scenario.running import played

Step = dict[str, Any]
"""A step as it is written: a player and an action, or an expectation."""

WIDTH = 118
NAMED = 3
"""How many reasons are named for what cannot be written."""
FILE = "scenario"
"""What errors call a text that is no file."""


class Unwritable(ScenarioError):
    """A moment of a game that no scenario can say, with what stands in the way."""


def write(game: Game, title: str = "") -> str:
    """The present moment of a game as the text of a scenario.

    The set-up is the latest position that a set-up can describe exactly; the answers since then are the steps. The text is
    read and played before it is returned, to make sure that it leads to this moment.
    """
    reasons: dict[str, None] = {}
    for parts, state, answers in starting_points(game, reasons):
        return _checked(game, title or _title(game), parts, state, answers)
    raise Unwritable(f"no moment of this game can be the setup of a scenario: {'; '.join(list(reasons)[:NAMED])}")


def starting_points(game: Game, reasons: dict[str, None]) -> Iterator[tuple[dict[str, Any], State, tuple[Answer, ...]]]:
    """The moments that can be the setup of a scenario, latest first: described, as a state, with the answers since.

    `reasons` is told why the moments in between cannot.
    """
    answers: tuple[Answer, ...] = ()
    for state, since in game.moments():
        answers = (*since, *answers)
        problem = unsayable(state)
        if not problem:
            parts = described(state)
            problem = _lost(state, parts)
            if not problem:
                yield parts, state, answers
                continue
        reasons[problem] = None


def _title(game: Game) -> str:
    turn = game.state.turn
    return f"Turn {turn.number} of player {PLAYERS[turn.player]}, {turn.phase} phase"


def _lost(state: State, parts: dict[str, Any]) -> str:
    """What is lost when a position is described as a set-up and read again; empty if nothing."""
    try:
        again = start(read_text(text({"title": "", **parts}), FILE, need_steps=False)).state
    except ScenarioError as error:
        return str(error)
    return of_states(state, again)


def _checked(game: Game, title: str, parts: dict[str, Any], state: State, answers: Sequence[Answer]) -> str:
    """The whole text, once playing it has led to the present moment of the game."""
    scribe = Scribe(state)
    scribe.follow(answers, with_forced=game.asks_forced)
    written = text({"title": title, **parts, "steps": [*scribe.steps, _expectation(game)]})
    try:
        other = played(written)
    except ScenarioError as error:
        raise Unwritable(f"the steps to this moment cannot be put into words: {error}\n{written}") from error
    wrong = difference(game, other)
    if wrong:
        raise Unwritable(f"the steps do not lead to this moment: {wrong}\n{written}")
    return written


def _expectation(game: Game) -> Step:
    """Where the game is now. A decision that is expected is left open."""
    state = game.state
    if game.over:
        winner = "draw" if state.winner is None else PLAYERS[state.winner]
        return {"expect": {"winner": winner}}
    found: dict[str, Any] = {"turn": PLAYERS[state.turn.player], "phase": state.turn.phase}
    if game.acting:
        found["opportunity"] = "none" if state.opportunity is None else PLAYERS[state.opportunity]
    if state.opportunity is None or not game.acting:
        decision = game.decision
        assert decision is not None
        found["decision"] = {"player": PLAYERS[decision.player], "kind": decision.kind}
    return {"expect": found}


# -- steps -------------------------------------------------------------------------------------------------------


class Scribe:
    """Follows a game from a moment at which a player can act, and writes down each answer as a step.

    A play is one step with its answers as keys. What has only one legal answer is written where it belongs to a play,
    since its keys list everything in order; elsewhere it needs no words. A decision that no key answers ends the step of
    the play, and what the play asks after it has steps of its own; so does a concession in the middle of it.
    """

    def __init__(self, begin: State) -> None:
        self.game = Game.resumed(begin.copy(), (), (), ask_forced=True)
        self.steps: list[Step] = []
        self._play: _Play | None = None
        self._copy: list[Any] = []
        self._copies = -1
        self._interrupted = False

    def follow(self, answers: Sequence[Answer], *, with_forced: bool) -> None:
        """Writes down answers and goes on to the decision after them.

        `with_forced` says that they include those that left no choice; else these are found again on the way.
        """
        for answer in answers:
            if not with_forced:
                self._take_forced()
            self._write(answer)
            self.game.give(answer)
        if not with_forced:
            self._take_forced()

    def note(self, answer: Answer, *, with_forced: bool) -> None:
        """Writes down an answer without giving it: the game may not survive it."""
        if not with_forced:
            self._take_forced()
        self._write(answer)

    def _take_forced(self) -> None:
        """Takes the answers that leave no choice, as the game did."""
        while not self.game.acting and (decision := self.game.decision) is not None and decision.forced:
            answer = next(decision.answers())
            self._write(answer)
            self.game.give(answer)

    def _write(self, answer: Answer) -> None:
        if isinstance(answer, Concede):
            self._interrupt()
            self._step(answer.player, "concede")
            return
        seat = self.game.to_act
        assert seat is not None
        if isinstance(answer, Pass | Play | Use | Attack | Return):
            self._copies, self._interrupted = -1, False
            self._play = _Play(self.game, seat, answer)
            self._step(seat, "pass" if isinstance(answer, Pass) else self._play.keys)
            return
        decision = self.game.decision
        assert decision is not None
        play = self._part_of_play(decision)
        if play is not None and not play.said_before(decision, answer):
            play.add(decision, answer)
            return
        going_on = decision.attempt and (self._interrupted or play is not None)
        if going_on:
            self._leave_open(decision)
        self._play, self._interrupted = None, decision.attempt
        if decision.kind == "new targets":
            self._new_targets(seat, decision, answer)
        elif going_on or not decision.forced:
            self._step(seat, replied(self.game.state, decision, answer))

    def _interrupt(self) -> None:
        """Ends the step of the present play; what the play asks after this gets steps of its own."""
        decision = None if self.game.acting else self.game.decision
        if decision is not None:
            self._leave_open(decision)
        self._play, self._copies, self._interrupted = None, -1, True

    def _leave_open(self, decision: Decision) -> None:
        """Writes an expectation of a decision, which keeps the step before from filling it in."""
        self.steps.append({"expect": {"decision": {"player": PLAYERS[decision.player], "kind": decision.kind}}})

    def _step(self, seat: Seat, action: Any) -> None:
        self.steps.append({PLAYERS[seat]: action})

    def _part_of_play(self, decision: Decision) -> _Play | None:
        """The play that a decision belongs to, if it is one that a key of its step answers."""
        play = self._play
        if play is None or play.over or decision.player != play.seat:
            return None
        return play if decision.kind in FILLERS else None

    def _new_targets(self, seat: Seat, decision: Decision, answer: Answer) -> None:
        """New targets for a copy: one step has a list for each of its groups."""
        chosen = _named(self.game.state, decision, answer)
        if self._copies != self.game.state.named_ids:
            self._copy, self._copies = [], self.game.state.named_ids
            self._step(seat, {"choose": self._copy})
        self._copy.append(chosen)


class _Play:
    """A play that is being written down."""

    def __init__(self, game: Game, seat: Seat, action: Pass | Play | Use | Attack | Return) -> None:
        self.game = game
        self.seat = seat
        self.action = action
        self.keys: dict[str, Any] = {} if isinstance(action, Pass) else words(game.state, seat, action)
        self._groups: list[list[str]] = []

    @property
    def over(self) -> bool:
        return is_made(self.game, self.action)

    def said_before(self, decision: Decision, answer: Answer) -> bool:
        """Whether a key cannot take in an answer as well: modes that paying unlocked, a card that pays once more."""
        key = field_of(decision.kind).replace("_", " ")
        if key == "modes":
            return key in self.keys
        return decision.kind in PAYMENTS and not set(self.keys.get(key, ())).isdisjoint(
            _named(self.game.state, decision, answer)
        )

    def add(self, decision: Decision, answer: Answer) -> None:
        """Adds the answer to one of its decisions."""
        key = field_of(decision.kind).replace("_", " ")
        state = self.game.state
        assert isinstance(answer, tuple)
        if key in ("x", "y"):
            self.keys[key] = answer[0]
        elif key == "split":
            self.keys[key] = _shares(state, decision, answer)
        elif key == "targets":
            self._groups.append(_named(state, decision, answer))
            self.keys[key] = self._groups[0] if len(self._groups) == 1 else self._groups
        elif key == "weapon":
            self.keys[key] = _named(state, decision, answer)
        elif key == "alternative":
            label = str(decision.options[answer[0]])
            if label != OWN_COST:
                self.keys[key] = _label(label)
        elif key != "optional":
            self.keys.setdefault(key, []).extend(_named(state, decision, answer))
        elif answer:
            self.keys.setdefault(key, []).extend(_label(str(decision.options[index])) for index in answer)


def _label(word: str) -> str | int:
    """A label; what has no name goes by its printed number."""
    return int(word) if word.isdigit() else word


def _named(state: State, decision: Decision, answer: Answer) -> list[str]:
    """The chosen things by their names."""
    assert isinstance(answer, tuple)
    return [_name(state, decision.options[index]) for index in answer]


def _name(state: State, option: object) -> str:
    return full_name(state, option).removesuffix(TO_COME) if isinstance(option, Thing) else str(option)


def _shares(state: State, decision: Decision, answer: Answer) -> dict[str, int]:
    assert isinstance(answer, tuple)
    return {_name(state, option): int(n) for option, n in zip(decision.options, answer, strict=True)}


def replied(state: State, decision: Decision, answer: Answer) -> dict[str, Any]:
    """The answer to a decision that belongs to no play of its own."""
    if decision.kind == "retaliate":
        return {"retaliate": _named(state, decision, answer)}
    match decision.form:
        case "name":
            return {"name": answer}
        case "order":
            return {"order": _ordered(state, decision, answer)}
        case "split":
            return {"choose": _shares(state, decision, answer)}
        case "number":
            assert isinstance(answer, tuple)
            return {"choose": answer[0]}
        case "arrange":
            return {"choose": _arranged(state, decision, answer)}
    chosen = _named(state, decision, answer)
    return {"choose": chosen[0] if decision.options == ("yes", "no") else chosen}


def _ordered(state: State, decision: Decision, answer: Answer) -> list[str]:
    """Things by their names; triggers of one name are counted in the order in which they are asked about."""
    assert isinstance(answer, tuple)
    found: list[str] = []
    for index in answer:
        option = decision.options[index]
        alike = [position for position, each in enumerate(decision.options) if each == option]
        number = f"#{alike.index(index) + 1}" if len(alike) > 1 and not isinstance(option, Thing) else ""
        found.append(_name(state, option) + number)
    return found


def _arranged(state: State, decision: Decision, answer: Answer) -> dict[str, list[str]]:
    assert isinstance(answer, tuple)
    cut = answer.index(-1)
    top, bottom = _named(state, decision, answer[:cut]), _named(state, decision, answer[cut + 1 :])
    return {"top": top, "bottom": bottom}


# -- text --------------------------------------------------------------------------------------------------------


def text(parts: dict[str, Any]) -> str:
    """A scenario as a judge would write it: a line for each card, zone and step, long zones in several."""
    lines = [f"{key}: {_flow(parts[key])}" for key in ("title", "cites", "seed") if key in parts]
    if "cards" in parts:
        lines += ["cards:", *(f"- {_flow(card)}" for card in parts["cards"])]
    lines.append("setup:")
    for key, value in parts["setup"].items():
        if key in PLAYERS and value:
            lines.append(f"  {key}:")
            lines += [line for zone, entries in value.items() for line in _wrapped(f"    {zone}: ", entries)]
        else:
            lines += _wrapped(f"  {key}: ", value)
    if "steps" in parts:
        lines += ["steps:", *(f"- {key}: {_flow(value)}" for step in parts["steps"] for key, value in step.items())]
    return "\n".join((*lines, ""))


def _wrapped(head: str, value: Any) -> Iterator[str]:
    """A key and its value; a list goes over several lines if it must, broken between its entries."""
    if not isinstance(value, list) or not value:
        yield f"{head}{_flow(value)}"
        return
    line = f"{head}["
    for index, entry in enumerate(value):
        word = f"{_flow(entry)}{']' if index == len(value) - 1 else ','}"
        if len(line) + len(word) > WIDTH and not line.endswith("["):
            yield line
            line = " " * (len(head) - len(head.lstrip()) + 2)
        line += word if line.endswith(("[", "  ")) else f" {word}"
    yield line


def _flow(value: Any) -> str:
    """A value on one line, fit to stand within brackets."""
    written: str = yaml.dump(
        [value], Dumper=_Dumper, default_flow_style=True, width=10**9, allow_unicode=True, sort_keys=False
    )
    return written.rstrip()[1:-1]


class _Dumper(yaml.SafeDumper):
    """Writes a value as often as it occurs, without anchors."""

    def ignore_aliases(self, data: Any) -> bool:
        return True
