"""What must hold after every decision, whatever is played: each a function that names the problem, or says nothing."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from archivist.arena.ledger import Ledger
from archivist.game import Game
from archivist.model.card import OWN_ZONES, Card
from archivist.model.decision import KINDS, Decision
from archivist.model.errors import AnswerError, ArchivistError, EndlessLoop
from archivist.model.event import Event
from archivist.model.state import State
from archivist.position import position
from archivist.rules.catalogue import catalogue
from archivist.rules.ending import cannot_lose
from archivist.vocabulary.node import write

LOOKED_AT = 40
"""How many of a decision's answers are checked; some decisions have millions."""
PATIENCE = 24
"""How many decisions in a row without a choice pass before repetition is looked for."""
TIMELESS = frozenset(("clock", "events", "this_turn", "named_ids", "stamp", "face_stamp", "incarnation", "event"))
"""What only counts how long a game has lasted."""


class BrokenInvariant(ArchivistError):
    """Something that must always hold does not: a defect of the engine, never of a player."""


# -- cards and zones ---------------------------------------------------------------------------------------------


def _places(state: State) -> Iterator[tuple[int, str]]:
    """Every card of every zone list with that zone; the cards of a lineage are listed by their champion."""
    for player in state.players:
        for zone in OWN_ZONES:
            yield from ((number, zone) for number in state.zone(player.seat, zone))
        yield from ((number, state.cards[number].zone) for number in player.functions)
    for zone, numbers in (("field", state.field), ("stack", state.stack_cards), ("intent", state.intent)):
        yield from ((number, zone) for number in numbers)


def _made(state: State, card: Card) -> bool:
    """Whether a card was made by an effect: tokens, copies, masteries and statuses come and go."""
    return card.token or bool(state.pool[card.face].words & {"mastery", "status"})


def zones_agree(state: State) -> str:
    """Every card lies in exactly one zone and says so itself; outside the game are only tokens and what left with a loser.

    A loser takes along what they controlled of others, too (turn.9.7).
    """
    places: dict[int, str] = {}
    for number, zone in _places(state):
        card = state.cards[number]
        if number in places:
            return f"{card.face} ({number}) lies in {places[number]} and in {zone}"
        if card.zone != zone:
            return f"{card.face} ({number}) lies in {zone} and says {card.zone}"
        places[number] = zone
    for card in state.cards:
        if card.zone == "none" and not _made(state, card) and not any(player.lost for player in state.players):
            return f"{card.face} ({card.id}) is outside the game"
        if card.zone not in ("none", "lineage", "loaded") and card.id not in places:
            return f"{card.face} ({card.id}) says {card.zone} and does not lie there"
    return ""


def zones_owned(state: State) -> str:
    """In a player's own zones lie only cards that this player owns."""
    for player in state.players:
        for number in state.own_cards(player.seat):
            if state.cards[number].owner != player.seat:
                return f"{state.cards[number].face} ({number}) lies in a zone of player {player.name}, not of its owner"
    return ""


def lineages_agree(state: State) -> str:
    """Every card of a lineage and every loaded card is beneath exactly one object on the field, and nothing else is."""
    beneath: Counter[int] = Counter()
    for card in state.cards:
        for zone, numbers in (("lineage", card.lineage), ("loaded", card.loaded)):
            for number in numbers:
                beneath[number] += 1
                other = state.cards[number]
                if other.zone != zone:
                    return f"{other.face} ({number}) is beneath {card.face} and says {other.zone}"
            if numbers and card.zone != "field":
                return f"{card.face} ({card.id}) has cards beneath it in the zone {card.zone}"
    for card in state.cards:
        if card.zone in ("lineage", "loaded") and beneath[card.id] != 1:
            return f"{card.face} ({card.id}) is beneath {beneath[card.id]} objects"
    return ""


def champions_agree(state: State) -> str:
    """A player's champion is on the field under that player's control; who had one and is in the game still has it.

    Only who cannot lose may be in the game without (turn.9.3).
    """
    for player in state.players:
        champion = state.champion(player.seat)
        if champion is None:
            if player.had_champion and not player.lost and not state.over and not cannot_lose(state, player.seat):
                return f"player {player.name} is in the game without a champion"
        elif not player.lost and (champion.id not in state.field or champion.controller != player.seat):
            return f"the champion of player {player.name} is not on the field under their control"
    return ""


def losers_gone(state: State) -> str:
    """While the game goes on, nothing that a player who lost owns is left in it (turn.9.6)."""
    if state.over:
        return ""
    for card in state.cards:
        owner = state.players[card.owner]
        if owner.lost and card.zone != "none":
            return f"{card.face} ({card.id}) belongs to player {owner.name}, who lost, and lies in {card.zone}"
    return ""


def instances_have_cards(state: State) -> str:
    """No instance is on the stack without its card."""
    for item in state.stack:
        if item.is_play and item.card not in state.stack_cards:
            return f"an instance of {item.source.face} is on the stack without its card"
    return ""


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


def _bearing(card: Card) -> tuple[int, str, bool]:
    """By what a card is counted."""
    return card.owner, card.default_face, card.token


def roster(state: State) -> dict[tuple[int, str], int]:
    """The cards that belong to each player, by name; tokens and copies come and go and are left out."""
    return dict(Counter((card.owner, card.default_face) for card in state.cards if not _made(state, card)))


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


def nothing_negative(state: State) -> str:
    """No counters, damage or remaining skips below zero."""
    for card in state.cards:
        if card.damage < 0:
            return f"{card.face} ({card.id}) has {card.damage} damage"
        for kind, count in card.counters.items():
            if count < 0:
                return f"{card.face} ({card.id}) has {count} {kind} counters"
    for player in state.players:
        for phase, count in player.skips.items():
            if count < 0:
                return f"player {player.name} skips {count} {phase} phases"
    return ""


def amounts_sound(events: Iterable[Event]) -> str:
    """No event costs, deals, counts or moves less than nothing."""
    for event in events:
        if event.amount < 0:
            return f"an event {event.kind!r} has the amount {event.amount}"
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
                return f"an event {event.kind!r} cites {rule!r}, which is no rule"
    return ""


def decision_sound(decision: Decision) -> str:
    """A decision cites rules of the catalogue, has a legal answer, and what it lists as legal passes its own check."""
    asked = f"the decision {decision.kind!r}"
    if decision.kind not in KINDS:
        return f"{asked} is of no known kind"
    unknown = [rule for rule in decision.rules if rule not in catalogue()]
    if unknown or not decision.rules:
        return f"{asked} cites {unknown[0]!r}, which is no rule" if unknown else f"{asked} cites no rule"
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

OF_STATE = (
    zones_agree,
    zones_owned,
    lineages_agree,
    champions_agree,
    losers_gone,
    instances_have_cards,
    nothing_negative,
)
OF_EVENTS = (amounts_sound, rules_cited)


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
            if self._renamed:
                yield "cards_kept", cards_kept(state, self._expected(state))
        if game.acting:
            yield "stack_complete", stack_complete(state)
            yield "nothing_shown", nothing_shown(state)
        events = game.events_since(self._told)
        self._told = game.settled + len(state.events)
        for of_events in OF_EVENTS:
            yield of_events.__name__, of_events(events)
        yield "events_agree", self._ledger.problem(game, events)
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
            self._generated.append((-1 if _made(state, card) else card.owner, card.default_face))
        if all(owner < 0 for owner, _ in self._generated):
            return self._roster
        found = Counter(self._roster)
        found.update(key for key in self._generated if key[0] >= 0)
        return dict(found)
