"""Positions to test with: random ones that depend on a seed alone, and simple ones written by hand."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from archivist.cards import pool, written
from archivist.decks import starters
from archivist.game import Game
from archivist.model.card import Player, Seat
from archivist.model.decision import Action, Answer, Attack, Decision, Pass, Play, Return, Use
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general
from archivist.rules.effects.continuous.characteristics import Evaluation
from archivist.rules.zones import moving
from archivist.vocabulary.abilities import Command, Imbue, Lineage, Link
from archivist.vocabulary.face import Face
from archivist.vocabulary.pending import Turn
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost, Permission

Phase = Literal["main", "end", "recollection", "materialize"]
NAMES = ("Ada", "Bo", "Cy", "Di")
STEPS: Mapping[Phase, str] = {
    "main": "window",
    "end": "window",
    "recollection": "window",
    "materialize": "materialize",
}
SIZES = ("Lesser", "Greater")
COUNTERS = ("buff", "debuff", "enlighten", "preparation", "wither")


# -- what the pool has -------------------------------------------------------------------------------------------


def _faces(fits: Callable[[Face], bool]) -> tuple[str, ...]:
    return tuple(face.name for face in written().values() if fits(face))


@functools.cache
def main_cards() -> tuple[str, ...]:
    """Cards of a main deck."""
    return _faces(lambda face: face.is_card and not face.words & {"champion", "regalia", "boon"})


@functools.cache
def intricate_cards() -> tuple[str, ...]:
    """Cards of a main deck that ask for more than a target: other costs, X, modes, links, other zones."""
    asking = (AdditionalCost, AlternativeCost, Command, Imbue, Link, Permission)

    def asks(face: Face) -> bool:
        return (
            face.cost.reserve == "X"
            or any(isinstance(ability, asking) for ability in face.abilities)
            or any(paragraph.modes is not None or len(paragraph.targets) > 1 for paragraph in face.text)
            or any(keyword.word in ("kindle", "floating memory") for keyword in face.keywords)
        )

    return tuple(name for name in main_cards() if asks(pool()[name]))


@functools.cache
def regalia() -> tuple[str, ...]:
    return _faces(lambda face: "regalia" in face.words and "token" not in face.words)


@functools.cache
def boons() -> tuple[str, ...]:
    return _faces(lambda face: "boon" in face.words)


@functools.cache
def tokens() -> tuple[str, ...]:
    return _faces(lambda face: "token" in face.words)


@functools.cache
def objects() -> tuple[str, ...]:
    """Cards that are objects on the field by themselves; what needs a link would not stay."""
    return _faces(
        lambda face: (
            face.is_object
            and not face.words & {"champion", "token"}
            and not any(isinstance(ability, Link) for ability in face.abilities)
        )
    )


@functools.cache
def lineages() -> tuple[tuple[str, ...], ...]:
    """Every proper lineage of the pool, from a level 0 champion up; a lineage that lacks a level goes on without it."""
    champions = [face for face in written().values() if "champion" in face.words]
    known = {face.lineage_name for face in champions if face.level == 1}
    found: list[tuple[str, ...]] = [(face.name,) for face in champions if not face.level]
    for chain in found:
        top = pool()[chain[-1]]
        for face in champions:
            named = next((each.name for each in face.abilities if isinstance(each, Lineage)), "")
            follows = face.level == (top.level or 0) + 1 and named in ("", top.lineage_name)
            skips = not top.level and face.level == 2 and bool(named) and named not in known
            if face.level and (follows or skips):
                found.append((*chain, face.name))
    return tuple(found)


# -- building ----------------------------------------------------------------------------------------------------


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """What one player has: names of cards by zone, the champion's lineage from the bottom up."""

    champion: Sequence[str] = ("Spirit of Water",)
    hand: Sequence[str] = ()
    memory: Sequence[str] = ()
    deck: Sequence[str] = ("Giant Tortoise",) * 10
    material: Sequence[str] = ()
    graveyard: Sequence[str] = ()
    banishment: Sequence[str] = ()
    pantheon: Sequence[str] = ()
    field: Sequence[str] = ()
    damage: int = 0
    turns: int = 2


def _new_state(players: int, seed: int, turn: Turn, turns: Sequence[int], made_up: Sequence[Face] = ()) -> State:
    people = [Player(seat, NAMES[seat], turns=turns[seat]) for seat in range(players)]
    return State(pool().with_cards(made_up) if made_up else pool(), people, turn, seed, "standard", Evaluation())


def _give_champion(state: State, seat: Seat, lineage: Sequence[str], **more: Any) -> int:
    cards = [moving.place(state, name, seat, "none", face_up=True) for name in lineage]
    *beneath, top = [card.id for card in cards]
    for number in beneath:
        state.alter(number, zone="lineage")
    state.alter(top, zone="field", lineage=tuple(beneath), **more)
    state.field = (*state.field, top)
    state.alter_player(seat, champion=top, had_champion=True)
    return top


def _give_object(state: State, seat: Seat, name: str, **more: Any) -> int:
    face = state.pool[name]
    counters = dict(more.pop("counters", {}))
    if face.durability is not None and face.words & {"weapon", "siegeable"}:
        counters["durability"] = face.durability
    more.setdefault("token", "token" in face.words)
    return moving.place(state, name, seat, "field", face_up=True, counters=counters, **more).id


def simple_position(
    other: Side | None = None, *, phase: Phase = "main", seed: int = 0, made_up: Sequence[Face] = (), **mine: Any
) -> Game:
    """A position written by hand: the turn player's zones by name (see `Side`), and the other player's side.

    `made_up` are cards that the pool lacks.

    >>> game = simple_position(champion=("Spirit of Fire",), hand=["Idle Thoughts"] * 2)
    """
    sides = (Side(**mine), other or Side())
    state = _new_state(2, seed, Turn(0, 5, phase, STEPS[phase]), [side.turns for side in sides], made_up)
    for seat, side in enumerate(sides):
        _give_champion(state, seat, side.champion, damage=side.damage)
        for name in side.field:
            _give_object(state, seat, name)
        for zone in ("hand", "memory", "deck", "material", "graveyard", "banishment", "pantheon"):
            for name in getattr(side, zone):
                moving.place(state, name, seat, zone, face_up=zone in ("graveyard", "banishment"))
    state.events.clear()
    return Game(state)


def position(
    seed: int,
    *,
    players: int | None = None,
    phase: Phase | None = None,
    small: bool = False,
    full: bool = False,
    made_up: Sequence[Face] = (),
) -> Game:
    """A random position, the same for the same seed.

    `small` keeps to few cards, so that everything can be tried; `full` gives everybody many. `made_up` are cards that the
    pool lacks: each player has each of them in hand and in the graveyard, and what can be an object on the field too.
    """
    rng = random.Random(seed)
    count = players or (3 if rng.random() < 0.15 else 2)
    when: Phase = phase or rng.choices(("main", "end", "recollection", "materialize"), (70, 8, 10, 12))[0]
    turn = Turn(rng.randrange(count), rng.randrange(4, 12), when, STEPS[when])
    state = _new_state(count, seed, turn, [rng.randrange(2, 5) for _ in range(count)], made_up)
    for seat in range(count):
        _random_side(state, seat, rng, small=small, full=full)
        for face in made_up:
            moving.place(state, face.name, seat, "hand")
            moving.place(state, face.name, seat, "graveyard", face_up=True)
            if face.is_object:
                _give_object(state, seat, face.name)
    state.events.clear()
    return Game(state)


def new_game(seed: int) -> Game:
    """A whole game from its beginning, between starter decks; some in the Pantheon format with boons."""
    rng = random.Random(seed)
    chosen = [starters()[rng.choice(sorted(starters()))] for _ in range(3 if rng.random() < 0.2 else 2)]
    if rng.random() < 0.5:
        return Game.new(chosen, seed=seed)
    pairs = [[rng.choice([name for name in boons() if name.startswith(size)]) for size in SIZES] for _ in chosen]
    mine = [replace(deck, boons=tuple(pair)) for deck, pair in zip(chosen, pairs, strict=True)]
    return Game.new(mine, seed=seed, format="pantheon")


def _random_side(state: State, seat: Seat, rng: random.Random, *, small: bool, full: bool) -> None:
    level = rng.choices((0, 1, 2, 3), (1, 3, 3, 3))[0]
    lineage = rng.choice([chain for chain in lineages() if len(chain) == level + 1])
    champion = _give_champion(state, seat, lineage, rested=rng.random() < 0.15)
    life = state.now.life(state, state.cards[champion]) or 1
    state.alter(champion, damage=rng.randrange(life) if rng.random() < 0.5 else 0, counters=_counters(rng, 0.3))
    least = 4 if full else 0
    _random_field(state, seat, rng, rng.randint(least, 2 if small else 7))
    hand, memory, grave = (4, 2, 3) if small else (9, 5, 8)
    sizes = {"hand": rng.randint(least, hand), "memory": rng.randint(0, memory), "graveyard": rng.randint(0, grave)}
    for zone, size in sizes.items():
        for name in _picked(state, seat, rng, main_cards() + intricate_cards() * 2, size):
            moving.place(state, name, seat, zone, face_up=zone == "graveyard")
    for name in _picked(state, seat, rng, main_cards(), rng.randint(4, 8) if small else rng.randint(10, 30)):
        moving.place(state, name, seat, "deck")
    _random_material(state, seat, rng, lineage, 2 if small else 8)
    for name in rng.choices((*main_cards(), *regalia()), k=rng.randint(0, 1 if small else 4)):
        hidden = rng.random() < 0.3
        known = tuple(each for each in range(len(state.players)) if hidden and rng.random() < 0.3)
        moving.place(state, name, seat, "banishment", face_up=not hidden, known_to=known)
    for name in rng.sample(boons(), rng.randint(0, 1 if small else 3)):
        moving.place(state, name, seat, "pantheon", face_up=rng.random() < 0.35)


def _random_field(state: State, seat: Seat, rng: random.Random, size: int) -> None:
    there: set[str] = set()
    for name in _picked(state, seat, rng, objects(), size):
        chosen = rng.choice(tokens()) if rng.random() < 0.25 else name
        if chosen in there and "unique" in pool()[chosen].words:
            continue
        there.add(chosen)
        number = _give_object(state, seat, chosen, rested=rng.random() < 0.25, counters=_counters(rng, 0.2))
        life = state.now.life(state, state.cards[number])
        if life and life > 1 and rng.random() < 0.2:
            state.alter(number, damage=rng.randrange(life))


def _random_material(state: State, seat: Seat, rng: random.Random, lineage: Sequence[str], most: int) -> None:
    """Regalia, and champions of which some could be next."""
    higher = [chain[-1] for chain in lineages() if chain[:-1] == tuple(lineage)]
    names = rng.sample(regalia(), rng.randint(0, most))
    names += rng.sample(higher, min(len(higher), rng.randint(0, 2)))
    if rng.random() < 0.3:
        names.append(rng.choice(lineages())[-1])
    for name in names:
        moving.place(state, name, seat, "material")
    if rng.random() < 0.1:
        card = moving.place(state, rng.choice(main_cards()), seat, "material")
        state.alter(card.id, face_up=True, properties=("preserved",))


def _picked(state: State, seat: Seat, rng: random.Random, names: Sequence[str], size: int) -> list[str]:
    """Cards of which most have elements that the player has enabled."""
    enabled = state.now.enabled_elements(state, seat)
    fitting = [name for name in names if set(pool()[name].elements) <= enabled]
    return [rng.choice(fitting if rng.random() < 0.85 else names) for _ in range(size)]


def _counters(rng: random.Random, chance: float) -> dict[str, int]:
    return {kind: rng.randrange(1, 5) for kind in COUNTERS[:1] + COUNTERS[2:4] if rng.random() < chance}


# -- using -------------------------------------------------------------------------------------------------------


def number_of(game: Game, name: str, zone: str | None = None, seat: Seat | None = None) -> int:
    """The id of a card by its name (and zone, and owner)."""
    for card in game.state.cards:
        if card.face == name and zone in (None, card.zone) and seat in (None, card.owner):
            return card.id
    raise LookupError(f"no {name} there")


def every_action(state: State, player: Seat) -> Iterator[Action]:
    """Every action that can be written down about the cards of a position, sensible or not."""
    del player
    for card in state.cards:
        yield Play("activate", card.id)
        yield Play("materialize", card.id)
        yield Play("bestow", card.id)
        yield Return(card.id)
        if card.zone in ("field", "intent"):
            yield Attack(card.id)
            for index in range(len(abilities_in_general.activated_abilities(state, card)) + 1):
                yield Use(card.id, index)


def random_answer(decision: Decision, rng: random.Random, *, eager: float = 0.75) -> Answer:
    """A legal answer; where one may act, passing is chosen only in some cases."""
    match decision.form:
        case "act":
            acts = [each for each in decision.options if isinstance(each, Pass | Play | Use | Attack | Return)]
            doing = [each for each in acts if not isinstance(each, Pass)]
            if doing and (len(doing) == len(acts) or rng.random() < eager):
                return rng.choice(doing)
            return Pass()
        case "name":
            return str(rng.choice(decision.options))
        case "number":
            return rng.choice(decision.sets) if decision.sets else (rng.randint(decision.least, decision.most),)
        case "split":
            cuts = sorted(rng.sample(range(1, decision.total), len(decision.options) - 1))
            return tuple(after - before for before, after in zip([0, *cuts], [*cuts, decision.total], strict=True))
    order = list(range(len(decision.options)))
    rng.shuffle(order)
    if decision.form == "order":
        return tuple(order)
    if decision.form == "arrange":
        order.insert(rng.randint(0, len(order)), -1)
        return tuple(order)
    return _random_pick(decision, rng)


def _random_pick(decision: Decision, rng: random.Random) -> tuple[int, ...]:
    most = min(decision.most, len(decision.options))
    sizes = [rng.randint(decision.least, most) for _ in range(8)] if decision.least <= most else []
    for size in sizes:
        group = rng.choice(decision.same) if decision.same else range(len(decision.options))
        if len(group) >= size:
            picked = tuple(rng.sample(group, size))
            if decision.fits(picked):
                return picked
    first = next(decision.answers())
    assert isinstance(first, tuple)
    return first


def wrong_answer(decision: Decision, rng: random.Random) -> Any:
    """Something that is no legal answer."""
    wrong: list[Any] = [(99,), (-7,), (0, 0), "nonsense", None, 3.5, ("x",), (True,), Play("activate", 10**6), [[1]]]
    return rng.choice([each for each in wrong if not (isinstance(each, str | tuple) and decision.fits(each))])


class Playout:
    """A random playout through the one door: iterating gives the game at every decision, before it is answered."""

    def __init__(self, game: Game, seed: int, decisions: int, *, eager: float = 0.75) -> None:
        self.game = game
        self.rng = random.Random(seed)
        self.decisions = decisions
        self.eager = eager
        self.dead_ends: list[tuple[Answer, Illegal]] = []
        self.answered = 0

    def __iter__(self) -> Iterator[Game]:
        while self.answered < self.decisions and self.game.decision is not None:
            yield self.game
            self.step()

    def step(self) -> Answer | None:
        """Answers once; a play that gets stuck although every answer was legal is noted as a dead end."""
        decision = self.game.decision
        assert decision is not None
        answer = random_answer(decision, self.rng, eager=self.eager)
        self.answered += 1
        try:
            self.game.answer(answer)
        except Illegal as illegal:
            self.dead_ends.append((answer, illegal))
            return None
        return answer
