"""Power, life and level as they are now, and why: what is printed, and each effect with its source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous import layers
from archivist.rules.effects.continuous.active import Active
from archivist.rules.zones.visibility import sees
from archivist.vocabulary.grammar import passage
from archivist.vocabulary.speech import Speaker
from archivist.vocabulary.statics.characteristics import Modify

Stat = Literal["power", "life", "level"]


class Part(msgspec.Struct, frozen=True):
    """A reason for a number: what it does to it (``2``, ``+1``, ``×2``, ``= 0``), where it comes from, and its words."""

    change: str
    source: str
    text: str = ""


def parts(state: State, seat: Seat | None, card: Card, stat: Stat) -> list[Part]:
    """Everything that makes a number of an object what it is now, in the order in which it applies (effects.5.8)."""
    if stat == "level":
        return list(_level(state, seat, card))
    if not now.swapped(state, card):
        return list(_stat(state, seat, card, stat))
    other: Literal["power", "life"] = "life" if stat == "power" else "power"
    swaps = now.modifiers(state, "swap", card)
    exchanged = [Part(f"as {other}", *_said(state, seat, each, modify)) for each, modify in swaps]
    return [*_stat(state, seat, card, other), *exchanged]


def _stat(state: State, seat: Seat | None, card: Card, stat: Literal["power", "life"]) -> Iterator[Part]:
    """What sets a number (layer A), what raises, lowers or doubles it (E1), then counters (E2)."""
    printed = getattr(state.pool[card.face], stat)
    base = layers.base(state.now, state, card, printed, stat)
    if base is None:
        return
    yield from _set(state, seat, card, stat, printed)
    for active, modify in now.modifiers(state, stat, card):
        amount = (modify.power if stat == "power" else modify.life).read(active.scene(state))
        source, text = _said(state, seat, active, modify)
        if amount:
            yield Part(f"{amount:+d}", source, text)
        if stat in modify.doubled:
            yield Part("×2", source, text)
    for kind, sign in (("buff", 1), ("debuff", -1)):
        if card.count(kind):
            yield Part(f"{sign * card.count(kind):+d}", f"{kind} counters")


def _level(state: State, seat: Seat | None, card: Card) -> Iterator[Part]:
    yield from _set(state, seat, card, "level", state.pool[card.face].level or 0)
    if card.count("level"):
        yield Part(f"{card.count('level'):+d}", "level counters")
    for active, modify in now.modifiers(state, "level", card):
        yield Part(f"{modify.level.read(active.scene(state)):+d}", *_said(state, seat, active, modify))


def _set(state: State, seat: Seat | None, card: Card, stat: Stat, printed: int | None) -> Iterator[Part]:
    """The printed number, and what is set in its place."""
    if printed is not None:
        yield Part(str(printed), "printed")
    for active, modify in now.modifiers(state, layers.SETTING[stat], card):
        amount = getattr(modify, f"set_{stat}").read(active.scene(state))
        yield Part(f"= {amount}", *_said(state, seat, active, modify))


def _said(state: State, seat: Seat | None, active: Active, modify: Modify) -> tuple[str, str]:
    """Where an effect comes from, and its words; not for those who may not know what lies there face down."""
    source = state.cards[active.source.id] if active.own else active.source
    if active.own and not sees(state, seat, source):
        return "a face-down card", ""
    return source.face, passage([modify.said(Speaker.of(state.face(source)))])
