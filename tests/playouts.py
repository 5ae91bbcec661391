"""Digests of random play from random positions in which players control what others own, as they were written down.

Scenarios and kept games mostly show what happens on purpose. These come upon what nobody thought of: three players,
borrowed objects, damage, counters, cards of all zones. What is asked, what happens, and what every seat sees goes into
the digests, one for every so many decisions. `make golden` writes them anew after an intended change.

The first of them keep to the cards that the project has by hand. The wide ones have those that were compiled as well, up to
four players of whom some concede, and every fourth is a game from its beginning; what every seat may know in exact values
goes into them, too.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from archivist.cards import pool, written
from archivist.decks import starters
from archivist.game import Game
from archivist.vocabulary.abilities import Link
from archivist.vocabulary.node import write as plain
from positions import SIZES, Playout, boons, lineages, position

KEPT = Path(__file__).resolve().parent / "golden" / "playouts.txt"
SEEDS = range(40)
WIDE = range(100, 340)
"""The seeds of the wide ones."""
LEAVES = 0.03
"""How often somebody concedes while more than two play."""
DECISIONS, EACH = 60, 20
LENGTH = 8


def borrowed(seed: int) -> Game:
    """A random position of two or three players in which some objects are not their controllers' own."""
    game = position(seed, players=2 + seed % 2, full=True)
    rng = random.Random(seed)
    state = game.state.copy()
    for number in state.field:
        if rng.random() < 0.3 and number not in {player.champion for player in state.players}:
            state.alter(number, owner=rng.randrange(len(state.players)))
    return Game(state)


def mixed(seed: int) -> Game:
    """A random position in which half of the cards are compiled ones, of the same types as those in whose place they are."""
    game = position(seed, players=2 + seed % 3, full=True)
    rng = random.Random(seed)
    state = game.state.copy()
    kinds: dict[tuple[str, ...], list[str]] = {}
    for name, face in sorted(pool().items()):
        plays = face.is_card and not any(isinstance(ability, Link) for ability in face.abilities)
        if name not in written() and plays and face.durability is None:
            kinds.setdefault(face.types, []).append(name)
    for card in state.cards:
        others = kinds.get(pool()[card.face].types)
        if others and card.zone != "lineage" and not card.lineage and rng.random() < 0.5:
            state.alter(card.id, face=rng.choice(others))
    return Game(state)


def begun(seed: int) -> Game:
    """A game at its beginning; some players have two champions of level 0 to choose from, and half the games have boons."""
    rng = random.Random(seed)
    spirits = [chain[0] for chain in lineages() if len(chain) == 1]
    decks = []
    for _ in range(rng.choice((2, 3, 3, 4))):
        deck = starters()[rng.choice(sorted(starters()))]
        if rng.random() < 0.5:
            others = [name for name in spirits if name not in deck.material]
            deck = replace(deck, material=(*deck.material[:-1], rng.choice(others)))
        decks.append(deck)
    if seed % 8:
        pairs = [[rng.choice([name for name in boons() if name.startswith(size)]) for size in SIZES] for _ in decks]
        decks = [replace(deck, boons=tuple(pair)) for deck, pair in zip(decks, pairs, strict=True)]
    return Game.new(decks, seed=seed, format="pantheon" if seed % 8 else "standard")


def start(seed: int) -> Game:
    if seed in SEEDS:
        return borrowed(seed)
    return mixed(seed) if seed % 4 else begun(seed)


def digests(seed: int) -> Iterator[str]:
    """What comes of play from a position, in parts."""
    playout = Playout(start(seed), seed, DECISIONS, eager=0.95)
    told, found = 0, hashlib.sha256()
    leaving = random.Random(seed)
    for game in playout:
        living = game.state.living()
        if seed in WIDE and len(living) > 2 and leaving.random() < LEAVES:
            game.concede(leaving.choice(living))
        found.update(msgspec.json.encode(game.decision, enc_hook=plain))
        if (playout.answered + 1) % EACH == 0:
            yield _digest(game, told, found, exact=seed in WIDE)
            told = game.event_count
    yield _digest(playout.game, told, found, exact=seed in WIDE)


def _digest(game: Game, told: int, found: hashlib._Hash, *, exact: bool) -> str:
    found.update(msgspec.json.encode(game.events_since(told), enc_hook=plain))
    for seat in range(len(game.state.players)):
        found.update(msgspec.json.encode(game.view(seat, log=0, exact=exact), enc_hook=plain))
    return found.hexdigest()[:LENGTH]


def line(seed: int) -> str:
    return f"{seed} {' '.join(digests(seed))}"


def kept() -> dict[int, str]:
    """The lines that were written down, by their seeds."""
    lines = KEPT.read_text("utf-8").splitlines()
    return {int(line.partition(" ")[0]): line for line in lines}


if __name__ == "__main__":
    KEPT.write_text("".join(f"{line(seed)}\n" for seed in (*SEEDS, *WIDE)), encoding="utf-8")
    sys.stdout.write(f"{KEPT}\n")
