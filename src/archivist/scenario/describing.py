"""Describing a position as the set-up of a scenario."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import msgspec

from archivist.cards import pool
from archivist.model import chance
from archivist.model.card import PRIVATE, Card, Seat
from archivist.model.state import State
from archivist.notation.equivalence import counted_uses, entered, properties
from archivist.notation.naming import FUNCTIONS, PLAYERS, cards_in, full_name
from archivist.scenario.setup import OWN, START_PHASES, STEPS, usual_format
from archivist.vocabulary.node import write
from archivist.vocabulary.pending import DelayedTrigger

FLAGS = ("fostered", "distant", "preserved")
"""Properties that are keys of their own."""


def unsayable(state: State) -> str:
    """Why a set-up cannot describe a position, as far as a quick look can tell; empty if it can."""
    turn = state.turn
    if turn.phase == "before the game":
        return "the game has not begun"
    if state.over or any(player.lost for player in state.players):
        return "a player has lost"
    for what, sources in (
        ("is on the stack", [item.source for item in state.stack]),
        ("has a trigger that waits", [waiting.source for waiting in state.waiting]),
        ("has a delayed trigger", [each.source for each in state.delayed if not _of_a_boon(state, each)]),
        ("has an effect that lasts", [lasting.source for lasting in state.lasting]),
        ("is a copy of another object", [state.cards[number] for number in state.field if state.cards[number].copied]),
        ("belongs to another player again later", [card for card in state.cards if card.first_controller is not None]),
    ):
        if sources:
            return f"{sources[0].face} {what}"
    if turn.phase not in START_PHASES:
        return f"it is in the middle of the {turn.phase} phase"
    if state.this_turn:
        return f"something has happened this turn ({state.this_turn[0].kind})"
    return "" if _at_the_window(state) else f"the {turn.phase} phase is not at its window"


def _of_a_boon(state: State, delayed: DelayedTrigger) -> bool:
    """Whether a delayed trigger was made by a boon that is still in the pantheon."""
    return state.cards[delayed.source.id].zone == "pantheon"


def _at_the_window(state: State) -> bool:
    """Whether the game stands where a set-up puts it: at a phase's window, or at the choice of what to materialize."""
    if state.turn.step == "materialized":
        return state.opportunity not in (None, state.turn.player)
    return state.turn.step == STEPS.get(state.turn.phase) and (state.opportunity is None) == (
        state.turn.step == "materialize"
    )


def described(state: State) -> dict[str, Any]:
    """The parts of a scenario that begins with this position: the seed, cards that the pool lacks, and the set-up."""
    turn = state.turn
    setup: dict[str, Any] = {"turn": PLAYERS[turn.player], "turn number": turn.number, "phase": turn.phase}
    if state.opportunity not in (None, turn.player):
        assert state.opportunity is not None
        setup["opportunity"] = PLAYERS[state.opportunity]
    boons = any(player.pantheon for player in state.players)
    if state.format != usual_format(len(state.players), boons=boons):
        setup["format"] = state.format
    ordered = entered(state)
    if ordered != sorted(ordered, key=lambda card: _as_listed(state, card)):
        setup["entered"] = [full_name(state, card.thing) for card in ordered]
    for seat, player in enumerate(PLAYERS[: len(state.players)]):
        setup[player] = _player(state, seat)
    made_up = _made_up(state)
    return {"seed": chance.seed_of(state.rng), **({"cards": made_up} if made_up else {}), "setup": setup}


def _as_listed(state: State, card: Card) -> tuple[bool, Seat, bool, int]:
    """Where the set-up puts a card: the champions first, then of each player the boons and the other objects."""
    if card.zone == "pantheon":
        return True, card.owner, False, state.players[card.owner].pantheon.index(card.id)
    if card.zone != "field":
        return True, card.owner, True, len(state.cards) + card.stamp
    champion = card.id == state.players[card.controller].champion
    return not champion, card.controller, True, state.field.index(card.id)


def _made_up(state: State) -> list[Any]:
    """The cards of the game that the pool lacks, or has with another meaning, as a card file has them."""
    known = pool()
    faces = [face for name, face in state.whole_pool.items() if known.get(name) != face]
    return [msgspec.to_builtins(face, enc_hook=write) for face in faces]


# -- a player ----------------------------------------------------------------------------------------------------


def _player(state: State, seat: Seat) -> dict[str, Any]:
    player = state.players[seat]
    champion = state.champion(seat)
    objects = [state.cards[number] for number in state.field if number != player.champion]
    zones = {
        zone: listed(_entry(state, card, _elsewhere(state, card)) for card in cards_in(state, seat, zone))
        for zone in OWN
    }
    return _said(
        {
            "champion": [*(state.cards[number].face for number in champion.lineage), champion.face] if champion else [],
            "champion state": _marks(state, champion) if champion else {},
            **zones,
            "field": listed(_entry(state, card, _on_field(state, card)) for card in objects if card.controller == seat),
            **{kind: [_function(state, card) for card in cards_in(state, seat, kind)] for kind in FUNCTIONS},
        }
    )


def _said(parts: dict[str, Any]) -> dict[str, Any]:
    """The parts worth writing: empty, zero and false values are left out."""
    return {key: value for key, value in parts.items() if value}


def _function(state: State, card: Card) -> str | dict[str, Any]:
    """A mastery or status, with its counters and the way it faces."""
    turned = card.direction != state.pool[card.face].direction
    marks = _said({"counters": dict(card.counters), **({"direction": card.direction} if turned else {})})
    return {"card": card.face, **marks} if marks else card.face


def listed(entries: Iterable[str | dict[str, Any]]) -> list[Any]:
    """The entries of a zone in order; neighbours that are equal become one entry with a count."""
    return [_times(entry, sum(1 for _ in same)) for entry, same in groupby(entries)]


def _times(entry: str | dict[str, Any], n: int) -> str | dict[str, Any]:
    if n == 1:
        return entry
    return f"{n} x {entry}" if isinstance(entry, str) else {**entry, "count": n}


def _entry(state: State, card: Card, marks: dict[str, Any]) -> str | dict[str, Any]:
    """A card by its name alone, or with what is marked on it."""
    token = card.token and "token" not in state.pool[card.face].types
    if not marks and not token:
        return card.face
    return {"token" if token else "card": card.true_name, **marks}


def _elsewhere(state: State, card: Card) -> dict[str, Any]:
    """What is marked on a card that is no object."""
    preserved = "preserved" in card.properties
    turned = not preserved and card.face_up != (card.zone not in PRIVATE)
    return _said(
        {
            "preserved": preserved,
            "face up": turned and card.face_up,
            "face down": turned and not card.face_up,
            "counters": dict(card.counters),
            "stated": card.stated,
            "delayed": any(delayed.source.id == card.id for delayed in state.delayed),
            "known to": [PLAYERS[seat] for seat in card.known_to],
            **_remembered(state, card),
        }
    )


def _on_field(state: State, card: Card) -> dict[str, Any]:
    linked = card.linked is not None and state.current(card.linked) is not None
    return _said(
        {
            **_marks(state, card),
            "owner": PLAYERS[card.owner] if card.owner != card.controller else "",
            "face down": not card.face_up,
            "linked to": full_name(state, card.linked) if card.linked is not None and linked else "",
            "loaded": [state.cards[number].face for number in card.loaded],
        }
    )


def _marks(state: State, card: Card) -> dict[str, Any]:
    """What is marked on an object, and what it remembers."""
    held = properties(card)
    return _said(
        {
            "rested": card.rested,
            "damage": card.damage,
            "counters": _counters(state, card),
            **{word: word in held for word in FLAGS[:2]},
            "properties": sorted(held.difference(FLAGS)),
            **_remembered(state, card),
        }
    )


def _counters(state: State, card: Card) -> dict[str, int]:
    """The counters of an object. Durability is left out where it is what the set-up gives by itself."""
    durability = state.pool[card.face].durability
    champion = card.id == state.players[card.controller].champion
    if durability is None or champion:
        return dict(card.counters)
    rest = {kind: n for kind, n in card.counters.items() if kind != "durability"}
    n = card.count("durability")
    return rest if n == durability else {"durability": n, **rest}


def _remembered(state: State, card: Card) -> dict[str, Any]:
    return {
        "used": counted_uses(state, card),
        "modes used": {key: [n + 1 for other, n in card.chosen if other == key] for key, _ in card.chosen},
        "named": card.named,
        "x": card.x,
    }
