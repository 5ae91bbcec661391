"""The set-up: champions, zones, marks, the turn, and who has Opportunity."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.game import Game
from archivist.scenario import Report, read_text
from archivist.scenario.setup import start

Play = Callable[..., Report]


def begin(setup: str) -> Game:
    return start(read_text(f"title: t\nsetup:\n{setup}\nsteps: []\n", "t.yaml"))


BARE = """
  A: {champion: [Spirit of Fire], deck: [10 x Giant Tortoise]}
  B: {champion: [Spirit of Water], deck: [10 x Giant Tortoise]}
"""


def test_everything_lies_where_it_is_put(play: Play) -> None:
    play(
        """
        - expect:
            A/hand: [Fireball, 2 x Idle Thoughts]
            A/memory: [3 x Scry the Skies]
            A/graveyard: [Frost Shard]
            A/banishment: [Reclaim]
            A/material: [Tome of Knowledge, Tera Sight]
            A/deck: [Arcane Blast, Idle Thoughts]
            A/field: [Blue Slime, Gray Wolf, 4 x Powercell, Mark of Fervor]
            A/field/Gray Wolf: {rested: true, damage: 1, counters: {buff: 1}, power: 4, life: 4, token: false}
            A/field/Powercell#4: {token: true, controller: A, owner: A, face up: true}
            A/champion: {damage: 3, rested: true, counters: {enlighten: 2}, level: 2, base level: 2}
            A/material/Tera Sight: {face up: true}
            A/material/Tome of Knowledge: {face up: false}
            turn: A
            turn number: 5
            phase: main
            opportunity: A
            winner: none
        """,
        champion='[Spirit of Fire, "Rai, Spellcrafter", "Rai, Archmage"]',
        a="""
        champion state: {damage: 3, rested: true, counters: {enlighten: 2}}
        hand: [Fireball, 2 x Idle Thoughts]
        memory: [3 x Scry the Skies]
        graveyard: [Frost Shard]
        banishment: [Reclaim]
        material: [Tome of Knowledge, {card: Tera Sight, preserved: true}]
        field:
          - Blue Slime
          - {card: Gray Wolf, rested: true, damage: 1, counters: {buff: 1}}
          - {token: Powercell, count: 4}
          - {card: Mark of Fervor, linked to: A/field/Gray Wolf}
        """.replace("deck", "deck"),
        b="hand: []",
    ) if False else None
    text = """
title: t
setup:
  A:
    champion: [Spirit of Fire, "Rai, Spellcrafter", "Rai, Archmage"]
    champion state: {damage: 3, rested: true, counters: {enlighten: 2}}
    hand: [Fireball, 2 x Idle Thoughts]
