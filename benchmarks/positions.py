"""The positions that are measured."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.cards import pool
from archivist.game import Game
from archivist.model.card import Player, Seat
from archivist.model.state import State
from archivist.rules.effects.continuous.characteristics import Evaluation
from archivist.rules.zones import moving
from archivist.vocabulary.pending import Turn

CARDS = 150
HAND = ("Fireball", "Idle Thoughts", "Blitz Mage", "Impassioned Tutor", "Focused Flames", "Library Witch", "Fireball")
FIELD = ("Gray Wolf", "Crystal of Empowerment", "Dungeon Guide")
LINEAGE = ("Spirit of Fire", "Rai, Spellcrafter", "Rai, Archmage")
OTHERS = ("Giant Tortoise", "Frost Shard", "Dewdrop Hares", "Blue Slime")


def _champion(state: State, seat: Seat, lineage: Sequence[str]) -> None:
    *beneath, top = [moving.place(state, name, seat, "none", face_up=True).id for name in lineage]
    for number in beneath:
        state.alter(number, zone="lineage")
    state.alter(top, zone="field", lineage=tuple(beneath))
    state.field = (*state.field, top)
    state.alter_player(seat, champion=top, had_champion=True)


def table(hand: Sequence[str] = HAND) -> Game:
    """A main phase with 150 cards, a hand of seven, a few objects on both sides and something in every zone."""
    players = [Player(seat, name, turns=3) for seat, name in enumerate(("Ada", "Bo"))]
    state = State(pool(), players, Turn(0, 5, "main", "window"), 1, "standard", Evaluation())
    for seat in (0, 1):
        _champion(state, seat, LINEAGE)
        for name in FIELD:
            moving.place(state, name, seat, "field", face_up=True)
        for zone in ("memory", "graveyard", "banishment"):
            for name in OTHERS:
                moving.place(state, name, seat, zone, face_up=zone != "memory")
        for name in ("Mana Limiter", "Tome of Knowledge", "Rai, Storm Seer"):
            moving.place(state, name, seat, "material")
    for name in hand:
        moving.place(state, name, 0, "hand")
    for count in range(CARDS - len(state.cards)):
        moving.place(state, OTHERS[count % len(OTHERS)], count % 2, "deck")
    state.events.clear()
    return Game(state)


def card(game: Game, name: str, zone: str = "hand") -> int:
    return next(each.id for each in game.state.cards if (each.face, each.zone) == (name, zone))
