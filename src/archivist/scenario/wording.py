"""Putting answers into the words of steps: what a player did, with everything that was decided for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from archivist.game import Game
from archivist.model.card import Seat, Thing
from archivist.model.decision import Answer, Attack, Concede, Decision, Pass, Play, Return, Use
from archivist.model.state import State
from archivist.rules.abilities import held_abilities
from archivist.scenario import labels
from archivist.scenario.deeds import HOME
from archivist.scenario.fill import FILLERS, KEY_OF
from archivist.scenario.naming import PLAYERS, full_name
from archivist.scenario.step_format import PAYMENTS

Step = dict[str, Any]
"""A step as it is written: a player and an action, or an expectation."""


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
            self._step(seat, self._play.written)
            return
        decision = self.game.decision
        assert decision is not None
        play = self._part_of_play(decision)
        if play is not None:
            play.add(decision, answer)
            return
        self._play = None
        going_on = decision.attempt and self._interrupted
        if going_on:
            self._leave_open(decision)
        if decision.kind == "new targets":
            self._new_targets(seat, decision, answer)
        elif going_on or not decision.forced:
            self._step(seat, replied(self.game.state, decision, answer))

    def _interrupt(self) -> None:
        """What is being made stops here; what a play asks afterwards has steps of its own, and is not filled in."""
        decision = None if self.game.acting else self.game.decision
        if decision is not None:
            self._leave_open(decision)
        self._play, self._copies, self._interrupted = None, -1, True

    def _leave_open(self, decision: Decision) -> None:
        """Keeps what the step before leaves out from being filled in: a decision that is expected is left open."""
        self.steps.append({"expect": {"decision": {"player": PLAYERS[decision.player], "kind": decision.kind}}})

    def _step(self, seat: Seat, action: Any) -> None:
        self.steps.append({PLAYERS[seat]: action})

    def _part_of_play(self, decision: Decision) -> _Play | None:
        """The play that a decision belongs to, if it is one that a key of its step answers."""
        play = self._play
        if play is None or play.over or decision.player != play.seat:
            return None
        return play if KEY_OF.get(decision.kind, decision.kind) in FILLERS else None

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
        self.begun = game.state.named_ids
        self.keys: dict[str, Any] = {}
        self._groups: list[list[str]] = []
        self.written: Any = "pass"
        if not isinstance(action, Pass):
            self.written = self.keys
            self.keys.update(deed(game.state, seat, action))

    @property
    def over(self) -> bool:
        """Whether it is made, as the player of the scenario sees it."""
        if self.game.acting or self.game.over or isinstance(self.action, Pass | Return):
            return True
        if isinstance(self.action, Attack):
            return self.game.state.combat is not None
        return self.game.state.named_ids > self.begun

    def add(self, decision: Decision, answer: Answer) -> None:
        """Adds the answer to one of its decisions."""
        key = KEY_OF.get(decision.kind, decision.kind)
        state = self.game.state
        assert isinstance(answer, tuple)
        if key in ("x", "y"):
            self.keys[key] = answer[0]
        elif key == "alternative":
            label = str(decision.options[answer[0]])
            if label != labels.OWN_COST:
                self.keys[key] = _label(label)
        elif key == "optional":
            self._extend(key, [_label(str(decision.options[index])) for index in answer])
        elif key in ("modes", "pay first"):
            self.keys.setdefault(key, []).extend(str(decision.options[index]) for index in answer)
        elif key == "targets":
            self._groups.append(_named(state, decision, answer))
            self.keys[key] = self._groups[0] if len(self._groups) == 1 else self._groups
        elif key == "split":
            self.keys[key] = _shares(state, decision, answer)
        elif key == "weapon":
            self.keys[key] = _named(state, decision, answer)
        else:
            assert key in PAYMENTS
            self.keys.setdefault(key, []).extend(_named(state, decision, answer))

    def _extend(self, key: str, words: list[Any]) -> None:
        if words:
            self.keys.setdefault(key, []).extend(words)


def deed(state: State, seat: Seat, action: Play | Use | Attack | Return) -> dict[str, Any]:
    """What is done, with which card or object."""
    if isinstance(action, Attack):
        return {"attack": full_name(state, state.cards[action.unit].thing)}
    card = state.cards[action.card]
    name = full_name(state, card.thing)
    if isinstance(action, Use):
        several = len(held_abilities.activated_abilities(state, card)) > 1
        return {"ability": name, **({"number": action.ability + 1} if several else {})}
    verb = "return" if isinstance(action, Return) else action.way
    at_home = name == f"{PLAYERS[seat]}/{HOME[verb]}/{card.face}"
    return {verb: card.face if at_home else name}


def _label(word: str) -> str | int:
    """A label; what has no name goes by its printed number."""
    return int(word) if word.isdigit() else word


def _named(state: State, decision: Decision, answer: Answer) -> list[str]:
    """The chosen things by their names."""
    assert isinstance(answer, tuple)
    return [_name(state, decision.options[index]) for index in answer]


def _name(state: State, option: object) -> str:
    return full_name(state, option) if isinstance(option, Thing) else str(option)


def _shares(state: State, decision: Decision, answer: Answer) -> dict[str, int]:
    assert isinstance(answer, tuple)
    return {_name(state, option): int(n) for option, n in zip(decision.options, answer, strict=True)}


# -- answers to decisions ----------------------------------------------------------------------------------------


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
