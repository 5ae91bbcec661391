"""Damaged saves: whatever loads can be played on, with every invariant after every decision. The rest is refused.

Saves of several moments are damaged one place at a time: a value is replaced by an odd one or by another of the same
save, an entry is left out, doubled or exchanged, the bytes are cut or changed.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from archivist import ArchivistError, Game, SaveError
from archivist.arena.invariants import Watch
from archivist.arena.playing import Dice, choose
from archivist.model.errors import EndlessLoop, Illegal
from mass import how_many
from save_parts import put_together, taken_apart

DAMAGES = int(os.environ.get("DAMAGES", "8"))
"""How many damages each save suffers; set it in the environment to try thousands."""
DECISIONS = 200
"""How long a game is played on that loads all the same."""
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 99, 10**6, -(10**6), 2**63, 2**64, 10**30, 0.5, -0.0, "", "?", "x", "A", "B"),
    *("Fireball", "hand", "field", "none", "deck", "main", "yes", [], [0], [-1], [[]], {}, {"x": 1}, {"kind": "card"}),
)

Path = tuple[Any, ...]


def moments() -> list[bytes]:
    """Saves of moments with much in them: plays in the making, a stack, combat, a game that is over."""
    found: dict[str, Game] = {}
    for decks, seed in ((("rai", "silvie"), 3), (("lorraine", "rai"), 5), (("silvie", "lorraine", "rai"), 8)):
        kind = "standard" if len(decks) == 2 else "pantheon"
        game, dice = Game.new(decks, seed=seed, format=kind), Dice(seed)
        while game.decision is not None:
            state = game.state
            signs = (bool(state.stack), state.combat is not None, not game.acting, bool(state.lasting), len(decks))
            if state.turn.number > 4 and dice.below(6) == 0:
                found[str(signs)] = game.copy()
            game.answer(choose(game.decision, dice))
            if state.turn.number > 14:
                break
    return [_short(found[each].save()) for each in sorted(found)]


def _short(data: bytes) -> bytes:
    """A save without most of its log, which takes long to read and matters little."""
    save = taken_apart(data)
    del save["events"][20:]
    return put_together(save)


SAVES = moments()


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in plain values, from the outside in."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in parts:
        yield (*path, key)
        yield from places(each, (*path, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def replaced(save: Any, dice: random.Random, spots: list[Path]) -> None:
    spot = dice.choice(spots)
    at(save, spot[:-1])[spot[-1]] = dice.choice(ODD)


def nudged(save: Any, dice: random.Random, spots: list[Path]) -> None:
    """A number becomes a near one: most dangerous, as it still looks right."""
    numbers = [spot for spot in spots if type(at(save, spot)) is int]
    spot = dice.choice(numbers)
    at(save, spot[:-1])[spot[-1]] += dice.choice((-2, -1, 1, 2))


def borrowed(save: Any, dice: random.Random, spots: list[Path]) -> None:
    """A value takes the place of another one of the same key: ids, names, zones and effects are exchanged."""
    spot = dice.choice(spots)
    alike = [each for each in spots if each[-1] == spot[-1]]
    at(save, spot[:-1])[spot[-1]] = json.loads(json.dumps(at(save, dice.choice(alike))))


def left_out(save: Any, dice: random.Random, spots: list[Path]) -> None:
    spot = dice.choice(spots)
    del at(save, spot[:-1])[spot[-1]]


def doubled(save: Any, dice: random.Random, spots: list[Path]) -> None:
    lists = [spot for spot in spots if isinstance(at(save, spot), list) and at(save, spot)]
    found = at(save, dice.choice(lists))
    found.insert(dice.randrange(len(found) + 1), dice.choice(found))


def shuffled(save: Any, dice: random.Random, spots: list[Path]) -> None:
    lists = [spot for spot in spots if isinstance(at(save, spot), list) and len(at(save, spot)) > 1]
    dice.shuffle(at(save, dice.choice(lists)))


DAMAGE: tuple[Callable[[Any, random.Random, list[Path]], None], ...] = (
    *(replaced, replaced, nudged, nudged, borrowed, borrowed, left_out, doubled, shuffled),
)


def damaged(data: bytes, seed: int) -> bytes:
    dice = random.Random(seed)
    save = taken_apart(data)
    if seed % 12 == 0:
        cut = dice.randrange(len(data))
        return data[:cut] + bytes([dice.randrange(256)]) + data[cut + dice.randrange(3) :]
    position = dict.fromkeys(("position", "answers")) if seed % 3 else save
    spots = [spot for spot in places(save) if spot[0] in position]
    dice.choice(DAMAGE)(save, dice, spots)
    return put_together(save)


def loaded(data: bytes) -> Game | None:
    """The game of a save; nothing if it is refused."""
    try:
        return Game.load(data)
    except SaveError as refused:
        assert "\n" not in str(refused)
        return None


def played_on(data: bytes, seed: int) -> None:
    """Plays on with a damaged save, unless it is refused."""
    game = loaded(data)
    if game is None:
        return
    dice, watch = Dice(seed), Watch(game)
    watch(game)
    for seat in range(len(game.state.players)):
        game.view(seat, log=20)
    for _ in range(DECISIONS):
        decision = game.decision
        if decision is None:
            break
        try:
            game.answer(choose(decision, dice))
        except (Illegal, EndlessLoop):
            continue
        watch(game)
    game.view(0, exact=True)
    assert Game.load(game.save()).state == game.state


@pytest.mark.mass
@pytest.mark.parametrize("number", range(0, len(SAVES), how_many(3, 1)))
def test_what_loads_can_be_played_on(number: int) -> None:
    """Seeds are counted over all saves, so that each one suffers other damages."""
    for seed in range(number * DAMAGES, (number + 1) * DAMAGES):
        data = damaged(SAVES[number], seed)
        try:
            played_on(data, seed)
        except (
            ArchivistError,
            ArithmeticError,
            LookupError,
            TypeError,
            ValueError,
            AssertionError,
            AttributeError,
        ) as error:
            raise AssertionError(f"damage {seed} of save {number} loads, and then: {error!r}") from error


def test_many_damages_are_noticed() -> None:
    """The test above would prove little if every damage were harmless."""
    damages = [damaged(save, number * DAMAGES + each) for number, save in enumerate(SAVES) for each in range(DAMAGES)]
    assert sum(loaded(data) is None for data in damages) >= len(damages) // 4
