"""The slowest decisions, in random games and in positions made to be slow: `python -m benchmarks.worst`.

Each position is played on at random for a while in a separate process. The slowest decision is printed: how long it
took to find its options, and to carry out the answer. Whatever takes longer than the patience is cut off and reported
as such.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator

import msgspec

from archivist.arena.playing import Dice, choose, match
from archivist.game import Game
from archivist.model.decision import Play
from archivist.model.errors import EndlessLoop, Illegal

PATIENCE = 60
"""Seconds after which a position is given up."""
DECISIONS = 60
"""How many decisions a position is played on for."""
GAMES = 60
"""How many random games are played."""
LONGEST = 4_000
"""Decisions after which a random game is abandoned."""
FRAME = """
cards:
  - {{name: Test Mob, types: [action], cost: {{reserve: 0}}, abilities: [{{ability: text, do: [{do}]}}]}}
  - name: Test Ear
    types: [ally]
    subtypes: [beast]
    cost: {{reserve: 1}}
    power: 1
    life: 3
    abilities: [{{ability: triggered, on: {{on: enter, what: another ally you control}}, do: [{{do: draw}}]}}]
setup:
  A: {{champion: [{champion}], deck: [60 x Fireball], {own}}}
  B: {{champion: [Spirit of Water], deck: [60 x Fireball], {other}}}
"""

RAI = "Spirit of Fire, 'Rai, Spellcrafter'"


def framed(own: str, other: str = "field: []", *, champion: str = RAI, do: str = "{do: draw}") -> str:
    return FRAME.format(own=own, other=other, champion=champion, do=do)


HERBS = "5 x Blightroot, 5 x Fraysia, 5 x Manaroot, 5 x Razorvine"
POSITIONS: dict[str, str] = {
    "200 tokens a side": framed(
        "hand: [5 x Fireball, 5 x Gray Wolf], field: [200 x Automaton Drone]", "field: [200 x Automaton Drone]"
    ),
    "900 objects on the field": framed("hand: [5 x Fireball, 5 x Gray Wolf], field: [900 x Gray Wolf]"),
    "200 tokens come at once": framed("hand: [4 x Test Mob]", do="{do: summon, token: Automaton Drone, amount: 200}"),
    "120 cards in hand": framed("hand: [40 x Fireball, 40 x Gray Wolf, 40 x Idle Thoughts]"),
    "500 cards in graveyard and banishment": framed(
        "hand: [5 x Fireball], graveyard: [500 x Gray Wolf], banishment: [500 x Fireball]"
    ),
    "40 triggers at once": framed("hand: [5 x Gray Wolf, 5 x Fireball], field: [40 x Test Ear]"),
    "20 herbs, Kindling Flare": framed(f"hand: [Kindling Flare, 5 x Fireball], field: [{HERBS}]"),
    "48 animals, Gaia's Blessing": framed(
        'material: ["Gaia\'s Blessing"], hand: [5 x Gray Wolf], graveyard: [48 x Gray Wolf]',
        champion="Spirit of Water, 'Silvie, Wilds Whisperer', 'Silvie, Loved by All'",
    ),
}
"""The positions made to be slow, by name."""
FIRST: dict[str, str] = {
    "200 tokens come at once": "Test Mob",
    "40 triggers at once": "Gray Wolf",
    "20 herbs, Kindling Flare": "Kindling Flare",
    "48 animals, Gaia's Blessing": "Gaia's Blessing",
}
"""The card that is played in a position as soon as possible."""


class Worst(msgspec.Struct):
    """The slowest of some decisions: its kind, how many options it had, and how many milliseconds it took."""

    decisions: int = 0
    kind: str = ""
    options: int = 0
    offering: float = 0.0
    answering: float = 0.0

    def note(self, kind: str, options: int, offering: float, answering: float) -> None:
        self.decisions += 1
        if offering + answering > self.offering + self.answering:
            self.kind, self.options, self.offering, self.answering = kind, options, offering, answering


def worst_of(name: str) -> Worst:
    """The slowest decision of a position, or of random games if no position is given."""
    found = Worst()
    if name in POSITIONS:
        _play(Game.from_scenario(POSITIONS[name]), 1, DECISIONS, found, FIRST.get(name, ""))
        return found
    for seed in range(GAMES):
        _play(match(seed).game(), seed, LONGEST, found)
    return found


def _play(game: Game, seed: int, limit: int, found: Worst, first: str = "") -> None:
    dice = Dice(seed)
    for _ in range(limit):
        begun = time.process_time()
        decision = game.decision
        offered = time.process_time()
        if decision is None:
            return
        wanted = (
            each for each in decision.options if isinstance(each, Play) and game.state.cards[each.card].face == first
        )
        answer = next(wanted, None) or choose(decision, dice)
        asked = time.process_time()
        try:
            game.answer(answer)
        except (Illegal, EndlessLoop):
            continue
        done = time.process_time()
        found.note(decision.kind, len(decision.options), (offered - begun) * 1_000, (done - asked) * 1_000)


RANDOM = f"{GAMES} random games of random decks"


def rows() -> Iterator[str]:
    """The table in Markdown, each row as soon as it is measured."""
    yield "| position | decisions | slowest | options | finding them, ms | the answer, ms |"
    yield "| --- | ---: | --- | ---: | ---: | ---: |"
    for name in (RANDOM, *POSITIONS):
        yield _row(name)


def _row(name: str) -> str:
    program = [sys.executable, "-m", "benchmarks.worst", name]
    try:
        done = subprocess.run(
            program, capture_output=True, check=True, timeout=PATIENCE * (10 if name == RANDOM else 1)
        )
    except subprocess.TimeoutExpired:
        return f"| {name} | | given up after {PATIENCE} seconds | | | |"
    worst = msgspec.json.decode(done.stdout, type=Worst)
    cells = (
        f"{worst.decisions:,}",
        worst.kind,
        f"{worst.options:,}",
        f"{worst.offering:,.1f}",
        f"{worst.answering:,.1f}",
    )
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    if len(sys.argv) > 1:
        print(msgspec.json.encode(worst_of(sys.argv[1])).decode())
        return
    for row in rows():
        print(row, flush=True)


if __name__ == "__main__":
    main()
