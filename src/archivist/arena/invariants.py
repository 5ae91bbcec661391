"""What must hold after every decision, whatever is played: each a function that names the problem, or says nothing."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from archivist.arena.ledger import Ledger
from archivist.arena.tally import Tally
from archivist.game import Game
from archivist.model import events
from archivist.model.card import Card
from archivist.model.decision import KINDS, Decision
from archivist.model.errors import AnswerError, ArchivistError, EndlessLoop
from archivist.model.event import Event
from archivist.model.state import State
from archivist.notation.narration import SENTENCES
from archivist.position import position
from archivist.rules.catalogue import catalogue
from archivist.soundness import OF_STATE, left_to_check, made
from archivist.vocabulary.node import write

LOOKED_AT = 40
"""How many of a decision's answers are checked; some decisions have millions."""
PATIENCE = 24
"""How many decisions in a row without a choice pass before repetition is looked for."""
TIMELESS = frozenset(("clock", "events", "this_turn", "named_ids", "stamp", "face_stamp", "incarnation", "event"))
"""What only counts how long a game has lasted."""

PARTS = {
    kind: tuple(name for name in re.findall(r"{(\w+)}", text) if name in kind.__struct_fields__)
    for kind, text in SENTENCES.items()
}
"""What the sentence of each kind of event speaks of."""
MAY_LACK = frozenset(
    (
        *((events.Cost, "amount"), (events.ThatMuch, "amount"), (events.Amplified, "amount")),
        *((events.Recover, "removed"), (events.Arranged, "top"), (events.Arranged, "bottom")),
        *((events.Targets, "objects"), (events.Redirected, "objects"), (events.Modes, "labels")),
        (events.OptionDeclined, "player"),
    )
)
"""Where there may be none: a cost of 0, no target, no mode."""

OF_NOBODY = frozenset(
    (
        *(events.Amplified, events.Cancel, events.Ceases, events.Doubled, events.GameOver, events.Heal),
        *(events.NoOpportunity, events.NotDestroyed, events.NotPrevented, events.Nothing, events.OptionDeclined),
        *(events.Prevent, events.Shielded, events.Spent, events.TakesDamage),
    )
)
"""Events that may name no player; all others say who does something, or to whom it happens."""

BY_A_CARD = frozenset(
    (
        *("choose", "glimpse", "may", "name", "new targets", "number", "option"),
        *("reserve", "return", "split", "targets", "weapon"),
    )
)
"""Decisions that a card asks for; others come from the course of the game."""


class BrokenInvariant(ArchivistError):
    """Something that must always hold does not: a defect of the engine, never of a player."""


# -- cards and zones ---------------------------------------------------------------------------------------------


def stack_complete(state: State) -> str:
    """When a player can act, the cards on the stack have instances, and no trigger waits."""
    instances = {item.card for item in state.stack if item.is_play}
    for number in state.stack_cards:
        if number not in instances:
            return f"{state.cards[number].face} ({number}) is on the stack without an instance"
    if state.waiting:
        return f"a trigger of {state.waiting[0].source.face} still waits"
    if state.intent and state.combat is None:
        return f"{state.cards[state.intent[0]].face} is in the intent without a combat"
    return ""


def nothing_shown(state: State) -> str:
    """When a player can act, what was revealed or looked at is hidden again (zones.5.10)."""
    return f"{len(state.shown)} hidden cards are still shown" if state.shown else ""


def nothing_left_to_check(state: State) -> str:
    """When a player can act, the state-based checks find nothing, whatever was worked out before (timing.3.3, timing.4)."""
    return left_to_check(state)


def hidden_face_down(state: State) -> str:
    """In a hand, a memory or a deck no card lies face up: whatever comes there turns face down (zones.2.4)."""
    for player in state.players:
        for number in (*player.hand, *player.memory, *player.deck):
            card = state.cards[number]
            if card.face_up:
                return f"{card.face} ({number}) lies face up in {card.zone}"
    return ""


def _bearing(card: Card) -> tuple[int, str, bool]:
    """By what a card is counted."""
    return card.owner, card.default_face, card.token


def roster(state: State) -> dict[tuple[int, str], int]:
    """The cards that belong to each player, by name; tokens and copies come and go and are left out."""
    return dict(Counter((card.owner, card.default_face) for card in state.cards if not made(state, card)))


def cards_kept(state: State, before: dict[tuple[int, str], int]) -> str:
    """No card comes into being or is lost: those of the beginning, and those generated since, are those of now."""
    now = roster(state)
    if now == before:
        return ""
    for owner, face in sorted(now.keys() | before.keys()):
        had, has = before.get((owner, face), 0), now.get((owner, face), 0)
        if had != has:
            return f"player {state.players[owner].name} began with {had} {face} and has {has}"
    return ""


# -- numbers -----------------------------------------------------------------------------------------------------


def amounts_sound(told: Iterable[Event]) -> str:
    """No event costs, deals, counts or moves less than nothing."""
    for event in told:
        for name in event.__struct_fields__:
            value = getattr(event, name)
            if isinstance(value, int) and value < 0:
                return f"an event {event.kind!r} has the {name} {value}"
    return ""


# -- rules and decisions -----------------------------------------------------------------------------------------


def rules_cited(events: Iterable[Event]) -> str:
    """Every event cites a rule, and only rules of the catalogue."""
    known = catalogue()
    for event in events:
        if not event.rules:
            return f"an event {event.kind!r} cites no rule"
        for rule in event.rules:
            if rule not in known:
                return f"an event {event.kind!r} cites {rule!r}, which is not a rule"
    return ""


def told_whole(told: Iterable[Event]) -> str:
    """An event has everything that its sentence speaks of: who, what, which and how many."""
    for event in told:
        if event.player is None and type(event) not in OF_NOBODY:
            return f"an event {event.kind!r} names no player"
        for part in PARTS.get(type(event), ()):
            lacking = getattr(event, part) is None if part in ("player", "whose") else not getattr(event, part)
            if lacking and (type(event), part) not in MAY_LACK:
                return f"an event {event.kind!r} tells no {part}"
    return ""


def decision_sound(decision: Decision) -> str:
    """A decision cites rules of the catalogue, has a legal answer, and what it lists as legal passes its own check."""
    asked = f"the decision {decision.kind!r}"
    if decision.kind not in KINDS:
        return f"{asked} is of no known kind"
    unknown = [rule for rule in decision.rules if rule not in catalogue()]
    if unknown or not decision.rules:
        return f"{asked} cites {unknown[0]!r}, which is not a rule" if unknown else f"{asked} cites no rule"
    if decision.kind in BY_A_CARD and decision.card is None:
        return f"{asked} does not say which card asks"
    answered = False
    for answer in itertools.islice(decision.answers(), LOOKED_AT):
        answered = True
        try:
            decision.check(answer)
        except AnswerError as error:
            return f"{asked} lists {answer!r} as legal and refuses it: {error}"
    return "" if answered else f"{asked} has no legal answer"


def somebody_decides(game: Game) -> str:
    """As long as the game is not over a player who is in it has to decide, and it is the one the decision names."""
    decision = game.decision
    if game.over:
        return "" if decision is None else "the game is over and something is still asked"
    if decision is None:
        return "the game is not over and nothing is asked"
    if decision.player != game.to_act:
        return f"player {decision.player} is asked and player {game.to_act} is to act"
    return f"player {decision.player} has lost and is asked" if game.state.players[decision.player].lost else ""


# -- loops -------------------------------------------------------------------------------------------------------


def fingerprint(state: State) -> str:
    """A hash of the position without what only counts how long the game has lasted."""
    whole = _timeless(msgspec.to_builtins(position(state), enc_hook=write))
    return hashlib.sha256(msgspec.json.encode(whole, order="deterministic")).hexdigest()


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        numbered = "groups" in value or value.get("kind") == "item"
        left_out = TIMELESS | {"id"} if numbered else TIMELESS
        return {key: _timeless(each) for key, each in value.items() if key not in left_out}
    return [_timeless(each) for each in value] if isinstance(value, list | tuple) else value


class Loops:
    """Finds games that repeat themselves while nobody has a choice. A decision with a choice starts the search anew."""

    def __init__(self, patience: int = PATIENCE) -> None:
        self._patience = patience
        self._forced = 0
        self._seen: set[str] = set()

    def problem(self, game: Game) -> str:
        """To be asked at every decision."""
        decision = game.decision
        if decision is None or next(itertools.islice(decision.answers(), 1, None), None) is not None:
            self._forced = 0
            self._seen.clear()
            return ""
        self._forced += 1
        if self._forced <= self._patience:
            return ""
        print_ = fingerprint(game.state)
        if print_ in self._seen:
            return f"the game repeats itself and nobody has a choice ({self._forced} decisions in a row)"
        self._seen.add(print_)
        return ""


# -- all of them -------------------------------------------------------------------------------------------------

OF_EVENTS = (amounts_sound, rules_cited, told_whole)


class Watch:
    """Checks a game after every decision: `watch(game)` raises BrokenInvariant or EndlessLoop with what is wrong.

    Where nothing has changed that a check looks at, what it said the last time still holds.
    """

    def __init__(self, game: Game) -> None:
        self._cards: list[Card] = []
        self._renamed = True
        self._looked_at: tuple[Any, ...] = ()
        self._roster = roster(game.state)
        self._records = len(game.state.cards)
        self._generated: list[tuple[int, str]] = []
        self._ledger = Ledger(game)
        self._tally = Tally(game)
        self._loops = Loops()
        self._told = 0

    def __call__(self, game: Game) -> None:
        for name, problem in self._problems(game):
            if problem:
                raise BrokenInvariant(f"{name}: {problem}")
        loop = self._loops.problem(game)
        if loop:
            raise EndlessLoop(loop)

    def _problems(self, game: Game) -> Iterator[tuple[str, str]]:
        state = game.state
        if self._changed(state):
            for check in OF_STATE:
                yield check.__name__, check(state)
            yield "hidden_face_down", hidden_face_down(state)
            if self._renamed:
                yield "cards_kept", cards_kept(state, self._expected(state))
        if game.acting:
            yield "stack_complete", stack_complete(state)
            yield "nothing_shown", nothing_shown(state)
            yield "nothing_left_to_check", nothing_left_to_check(state)
        events = game.events_since(self._told)
        self._told = game.event_count
        for of_events in OF_EVENTS:
            yield of_events.__name__, of_events(events)
        yield "events_agree", self._ledger.problem(game, [*events, *game.unfinished])
        yield "marks_agree", self._tally.problem(game)
        yield "somebody_decides", somebody_decides(game)
        if game.decision is not None:
            yield "decision_sound", decision_sound(game.decision)

    def _changed(self, state: State) -> bool:
        """Whether anything is new that the checks of a state look at. Cards that are the same are not looked into."""
        parts = (*state.players, state.field, state.stack_cards, state.stack, state.intent, state.turn, state.over)
        if parts == self._looked_at and state.cards == self._cards:
            return False
        pairs = zip(state.cards, self._cards, strict=False)
        self._renamed = len(state.cards) != len(self._cards) or any(
            card is not old and _bearing(card) != _bearing(old) for card, old in pairs
        )
        self._looked_at, self._cards = parts, state.cards.copy()
        return True

    def _expected(self, state: State) -> dict[tuple[int, str], int]:
        """The cards of the beginning, and those that came from outside the game since (terms.6.generate)."""
        del self._generated[len(state.cards) - self._records :]
        for card in state.cards[self._records + len(self._generated) :]:
            self._generated.append((-1 if made(state, card) else card.owner, card.default_face))
        if all(owner < 0 for owner, _ in self._generated):
            return self._roster
        found = Counter(self._roster)
        found.update(key for key in self._generated if key[0] >= 0)
        return dict(found)
