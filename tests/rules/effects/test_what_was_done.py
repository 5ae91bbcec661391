"""What is said is done: after every effect of the vocabulary the text can speak of what it did, or is refused at load.

RS.6, RS.10, effects.3.4: ``done`` is whether it did anything, the number ``it`` how much it really did, the reference
``it`` what that was about. The table has every effect there is, as the vocabulary lists them.
"""

from __future__ import annotations

import functools
from typing import NamedTuple, get_args

import msgspec
import pytest

from archivist.game import Game
from archivist.model.card import Thing
from archivist.model.decision import Answer, Decision, Pass, Play, Return
from archivist.model.state import State
from archivist.rules.effects.instructions.carrying_out import Run
from archivist.rules.playing_cards import effects_stack
from archivist.vocabulary.effects import Branching, EffectNode
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.node import read, write
from archivist.vocabulary.pending import Group, Item
from archivist.vocabulary.text import Paragraph
from archivist.yaml_reader import read_yaml

EFFECTS: dict[str, type[Effect]] = {str(kind.__struct_config__.tag): kind for kind in get_args(EffectNode)}

CARDS = """
cards:
  - {name: Squire, types: [ally], subtypes: [human], cost: {reserve: 1}, power: 1, life: 5}
  - {name: Ghoul, types: [ally], cost: {reserve: 1}, power: 1, life: 5, abilities: [immortality]}
  - {name: Anchor, types: [item], subtypes: [artifact], cost: {reserve: 1}}
  - {name: Wall, types: [item], cost: {reserve: 1}, abilities: [{ability: link, of: ally, shield: true}]}
  - {name: Coin, types: [item], cost: {reserve: 1}, flip: Coin Tails}
  - {name: Coin Tails, types: [item], side: flip}
  - {name: Errand, types: [action], elements: [norm], cost: {reserve: 0}, speed: fast, abilities: [
      {ability: text, targets: [{of: unit}], do: [{do: counters, kind: buff, on: target}]}]}
  - {name: Lunge, types: [attack], elements: [norm], cost: {reserve: 0}, power: 1}
  - {name: Wane, types: [status]}
  - {name: Ward, types: [item], cost: {reserve: 1}, abilities: [
      {ability: static, effects: [{static: prevent, of: each ally}]}]}
  - {name: Elsewhere, types: [item], cost: {reserve: 1}, abilities: [
      {ability: static, effects: [{static: goes to, cards: card, to: hand}]}]}
  - {name: Doubler, types: [item], cost: {reserve: 1}, abilities: [
      {ability: static, effects: [
        {static: that many counters, kind: buff, of: each ally, times: 2},
        {static: that much, of: recover, who: you, plus: 1}]}]}
  - {name: Guard, types: [ally], cost: {reserve: 1}, power: 1, life: 5, abilities: [intercept]}
  - {name: Relic, types: [regalia, item], elements: [norm], cost: {memory: 0}, abilities: [renewable]}
"""


def _text(a: str, b: str = "") -> str:
    deck = "deck: [8 x Giant Tortoise]" if "deck:" not in a else ""
    return f"{CARDS}setup:\n  A: {{{a}, {deck}}}\n  B: {{champion: [Spirit of Fire], deck: [8 x Squire]{b}}}\n"


WORLDS = {
    "full": _text(
        'champion: [Spirit of Fire, "Lorraine, Wandering Warrior"], material: ["Lorraine, Blademaster"],'
        " hand: [Squire, Anchor, Errand], memory: [2 x Squire], graveyard: [Errand, Anchor],"
        " mastery: [Shifting Currents],"
        " field: [Anchor, {card: Squire, damage: 2}, Squire, {card: Coin, counters: {wither: 2}}]",
        ", hand: [2 x Squire], memory: [Squire], graveyard: [Squire], field: [Ghoul]",
    ),
    "bare": _text("champion: [Spirit of Fire], field: [Anchor], deck: []", ""),
    "warded": _text("champion: [Spirit of Fire], field: [Anchor, Squire, Ward]"),
    "elsewhere": _text("champion: [Spirit of Fire], field: [Anchor, Squire, Relic, Elsewhere]"),
    "shielded": _text("champion: [Spirit of Fire], field: [Anchor, Squire, {card: Wall, linked to: A/field/Squire}]"),
    "doubled": _text("champion: [Spirit of Fire], field: [Anchor, Squire, Doubler]"),
    "two": _text("champion: [Spirit of Fire], field: [Anchor, Ghoul, Squire], hand: [Squire], deck: [Squire]"),
}
"""Positions: one where there is enough of everything, one where there is nothing, and some that meddle."""


@functools.cache
def game(world: str) -> Game:
    """A position; those with something on the stack, or a combat, are played up to it."""
    if world in PLAYED:
        base, steps = PLAYED[world]
        return Game.from_scenario(WORLDS[base] + f"steps:\n{steps}", play=True)
    return Game.from_scenario(WORLDS[world])


PLAYED = {
    "activation": ("full", "  - A: {activate: Errand, targets: [A/champion]}\n"),
    "attack": (
        "full",
        "  - A: {attack: A/field/Squire#2, targets: [B/champion]}\n  - expect: {phase: combat}\n",
    ),
}


class Case(NamedTuple):
    """An effect in a position, and what can be said of it then: whether it was done, how many, and to what."""

    do: str
    done: bool
    many: int = 0
    things: tuple[str, ...] = ()
    world: str = "full"
    targets: tuple[str, ...] = ()
    willing: bool = True


def no(do: str, world: str = "bare", targets: tuple[str, ...] = (), *, willing: bool = True) -> Case:
    """An effect that does nothing."""
    return Case(do, False, 0, (), world, targets, willing)


TORTOISE, SQUIRE, ANCHOR, COIN, ERRAND = "Giant Tortoise", "Squire", "Anchor", "Coin", "Errand"
ANY = "any"
LORRAINE, SPIRIT = "Lorraine, Wandering Warrior", "Spirit of Fire"
ON_SQUIRE = ("A/Squire",)

CASES: dict[str, list[Case]] = {
    "draw": [
        Case("{amount: 2}", True, 2, (TORTOISE,) * 2),
        Case("{amount: 5}", True, 1, (SQUIRE,), "two"),
        no("{amount: 2}"),
        no("{amount: 0}", "full"),
        Case("{who: each player}", True, 2, (TORTOISE, SQUIRE)),
    ],
    "discard": [
        Case("{amount: 2}", True, 2, (SQUIRE, ANCHOR)),
        Case("{amount: 2}", True, 1, (SQUIRE,), "two"),
        Case("{all: [hand, memory]}", True, 5, (SQUIRE, ANCHOR, ERRAND, SQUIRE, SQUIRE)),
        Case("{who: each opponent}", True, 1, (SQUIRE,)),
        no("{}"),
        no("{amount: 2, up to: true}", "full", willing=False),
    ],
    "mill": [
        Case("{amount: 2}", True, 2, (TORTOISE,) * 2),
        Case("{amount: 2}", True, 1, (SQUIRE,), "two"),
        no("{amount: 2}"),
    ],
    "hand to memory": [
        Case("{amount: 2}", True, 2, (SQUIRE, ANCHOR)),
        Case("{}", True, 3, (SQUIRE, ANCHOR, ERRAND)),
        no("{}"),
        no("{}", "full", willing=False),
    ],
    "memory to hand": [Case("{amount: 3}", True, 2, (SQUIRE,) * 2), no("{amount: 1}")],
    "memory to deck": [Case("{}", True, 2, (SQUIRE,) * 2), no("{}")],
    "hand to deck": [Case("{}", True, 1, (SQUIRE,)), no("{}")],
    "put": [
        Case("{what: target, into: hand}", True, 1, (SQUIRE,), targets=ON_SQUIRE),
        Case("{what: each card in your graveyard, into: deck bottom}", True, 2, (ERRAND, ANCHOR)),
        Case("{what: each Squire card in your memory, into: field}".replace("Squire ", ""), True, 2, (SQUIRE,) * 2),
        no("{what: target, into: graveyard}", "full", ("B/Ghoul",)),
        no("{what: target, into: field}", "full", ON_SQUIRE),
        no("{what: each card in your graveyard, into: hand}"),
        no("{what: target, into: intent}", "full", ON_SQUIRE),
    ],
    "banish": [
        Case("{what: target}", True, 1, (SQUIRE,), targets=ON_SQUIRE),
        Case("{what: each card in your graveyard}", True, 2, (ERRAND, ANCHOR)),
        Case("{what: target, remember: true}", True, 1, (SQUIRE,), targets=ON_SQUIRE),
        Case("{what: target}", True, 0, (), "elsewhere", ("A/Relic",)),  # RS.10: done, though it is renewed instead
        no("{what: each card in your graveyard}"),
    ],
    "banish at random": [Case("{amount: 3}", True, 2, (SQUIRE,) * 2), no("{}")],
    "banish top": [Case("{amount: 2}", True, 2, (TORTOISE,) * 2), no("{amount: 2}")],
    "banish graveyard": [Case("{who: each player}", True, 3, (ERRAND, ANCHOR, SQUIRE)), no("{who: you}")],
    "banish own": [
        Case("{who: each opponent, amount: 2}", True, 1, (SQUIRE,)),
        Case("{who: each player, zone: memory}", True, 2, (SQUIRE,) * 2),
        no("{who: each opponent}"),
        no("{who: each opponent, amount: 0}", "full"),
    ],
    "load": [
        Case("{what: target, of: item you control}", True, 1, (SQUIRE,), targets=("A/hand/Squire",)),
        no("{what: target, of: domain}", "full", ("A/hand/Squire",)),
    ],
    "goes to": [
        Case("{zone: hand, what: target}", True, 1, (ERRAND,), "activation", ("stack",)),
        no("{zone: hand, what: target}", "full", ON_SQUIRE),
    ],
    "choose": [
        Case("{of: ally you control}", True, 1, (SQUIRE,)),
        Case("{of: ally you control, any: true}", True, 2, (SQUIRE,) * 2),
        no("{of: ally you control}"),
        no("{of: ally you control, up to: true}", "full", willing=False),
    ],
    "remember": [Case("{what: target}", True, 1, (SQUIRE,), targets=ON_SQUIRE), no("{what: chosen}")],
    "name a card": [Case("{}", True)],
    "look at": [Case("{zone: hand, who: each opponent}", True, 2, (SQUIRE,) * 2), no("{zone: hand, who: you}")],
    "glimpse": [
        Case("{amount: 2}", True, 2, (TORTOISE,) * 2),
        Case("{amount: 2}", True, 2, (SQUIRE,), "two"),  # terms.6.glimpse: the amount counts
        no("{amount: 0}", "full"),
    ],
    "arrange": [Case("{amount: 2}", True, 2, (TORTOISE,) * 2), no("{amount: 2}")],
    "dig": [
        Case("{amount: 2, of: ally card}", True, 1, (TORTOISE,)),
        no("{amount: 2, of: ally card}", "full", willing=False),
        no("{amount: 2, of: item card}", "full"),
    ],
    "reveal until": [Case("{of: ally card}", True, 1, (TORTOISE,)), no("{of: item card}", "full")],
    "reveal top": [Case("{amount: 3}", True, 3, (TORTOISE,) * 3), no("{amount: 3}"), no("{amount: -1}", "full")],
    "reveal": [Case("{what: target}", True, 1, (SQUIRE,), targets=("A/hand/Squire",)), no("{what: chosen}")],
    "reveal from": [
        Case("{who: each opponent, zone: hand, amount: 3}", True, 2, (SQUIRE,) * 2),
        no("{who: each opponent, zone: hand, amount: 1}"),
    ],
    "sort": [no("{of: ally card}", "full")],
    "reveal memory": [Case("{who: each player}", True, 3, (SQUIRE,) * 3), no("{}")],
    "turn face": [
        Case("{to: down}", True, 1, ("",), targets=ON_SQUIRE),
        no("{to: up}", "full", ON_SQUIRE),
    ],
    "generate": [
        Case("{card: Fireball, amount: 2}", True, 2, ("Fireball",) * 2),
        no("{card: Fireball, amount: 0}"),
        no("{card: Fireball, amount: 2, up to: true}", willing=False),
    ],
    "scavenge": [
        Case("{amount: 2, of: ally card}", True, 1, (TORTOISE,)),
        no("{amount: 2, of: item card}", "full"),
        no("{amount: 0, of: ally card}", "full"),
    ],
    "shuffle": [Case("{}", True), Case("{}", True, world="bare")],
    "damage": [
        Case("{amount: 3}", True, 3, (SQUIRE,), targets=ON_SQUIRE),
        Case("{amount: 2, to: each ally you control}", True, 4, (SQUIRE,) * 2),
        no("{amount: 3}", "warded", ON_SQUIRE),  # effects.4.7: prevented damage does not happen
        no("{amount: 0}", "full", ON_SQUIRE),
        no("{amount: 3, to: each ally you control}"),
    ],
    "split damage": [
        Case("{amount: 3, among: ally you control}", True, 3, (SQUIRE,) * 2),
        no("{amount: 3, among: ally you control}", "warded"),
        no("{amount: 3, among: ally you control}", "full", willing=False),
    ],
    "recover": [
        Case("{amount: 2}", True, 2, (LORRAINE,)),  # terms.6.recover: the amount counts
        Case("{amount: 2}", True, 3, (SPIRIT,), "doubled"),
        no("{amount: 0}", "full"),
    ],
    "heal": [Case("{}", True, 2, (SQUIRE,), targets=ON_SQUIRE), no("{}", "warded", ON_SQUIRE)],
    "counters": [
        Case("{kind: buff, amount: 2, on: each ally you control}", True, 4, (SQUIRE,) * 2),
        Case("{kind: buff, on: target}", True, 1, ("item",), "activation", ("stack",)),
        Case("{kind: buff, amount: 2, on: target}", True, 4, (SQUIRE,), "doubled", ON_SQUIRE),  # effects.3.1
        no("{kind: buff, amount: 0}", "full"),
        no("{kind: buff, on: each ally you control}"),
    ],
    "remove counters": [
        Case("{kind: wither, from: target, amount: 3}", True, 2, (COIN,), targets=("A/Coin",)),
        Case("{kind: wither, from: target}", True, 2, (COIN,), targets=("A/Coin",)),
        no("{kind: wither, from: target}", "full", ("A/Coin",), willing=False),
        no("{kind: wither, amount: 1}", "full"),
    ],
    "move counters": [
        Case("{kind: wither, from: target, to: this}", True, 2, (ANCHOR,), targets=("A/Coin",)),
        no("{kind: wither, from: champion, to: this}", "full"),
    ],
    "wither": [Case("{}", True, 2, (COIN,)), no("{}")],
    "gain": [
        Case("{on: each ally you control, static: {static: modify, power: 1}}", True, 2, (SQUIRE,) * 2),
        Case("{static: {static: modify, of: each ally, power: 1}}", True),
        no("{on: each ally you control, static: {static: modify, power: 1}}"),
    ],
    "gain control": [Case("{}", True, 1, ("Ghoul",), targets=("B/Ghoul",)), no("{what: each ally you control}")],
    "agility": [Case("{n: 2}", True, 2)],
    "empower": [Case("{amount: 2}", True, 2), no("{amount: 0}")],
    "skip": [Case("{phase: draw, who: each player}", True, 2)],
    "turn": [
        Case("{to: rested, what: each ally you control}", True, 2, (SQUIRE,) * 2),
        no("{to: awake}", "full", ON_SQUIRE),
    ],
    "transform": [Case("{what: target}", True, 1, ("Coin Tails",), targets=("A/Coin",)), no("{}", "full")],
    "destroy": [
        Case("{what: each ally}", True, 2, (SQUIRE,) * 2),  # keywords.immortality: the Ghoul stays
        Case("{}", True, 0, (), "elsewhere", ON_SQUIRE),  # effects.2.6: done, but not destroyed
        Case("{}", True, 1, ("Wall",), "shielded", ON_SQUIRE),
        no("{}", "full", ("B/Ghoul",)),
        no("{what: each ally}"),
    ],
    "sacrifice": [
        Case("{of: ally you control, amount: 3}", True, 2, (SQUIRE,) * 2),
        Case("{of: ally you control}", True, 1, (SQUIRE,), "elsewhere"),  # effects.3.4: wherever it goes
        no("{of: ally you control}"),
    ],
    "sacrifice this": [
        Case("{what: each ally}", True, 2, (SQUIRE,) * 2),  # the Ghoul is another player's, and immortal
        no("{what: each ally}"),
        no("{what: target}", "full", ("B/Ghoul",)),
    ],
    "become": [
        Case("{state: distant, what: each object you control}", True, 3, (ANY,) * 3),  # only units
        no("{state: distant}", "bare"),
    ],
    "suppress": [
        Case("{}", True, 1, (SQUIRE,), targets=ON_SQUIRE),
        no("{what: each ally}"),
    ],
    "banish and return": [Case("{}", True, 1, (SQUIRE,), targets=ON_SQUIRE), no("{what: each ally}")],
    "summon": [
        Case("{token: Powercell, amount: 2}", True, 2, ("Powercell",) * 2),
        no("{token: Powercell, amount: 0}"),
    ],
    "gather": [Case("{times: 2}", True, 2, (ANY, ANY))],
    "level up": [Case("{}", True, 1, ("Lorraine, Blademaster",)), no("{}")],
    "delevel": [Case("{}", True, 1, (SPIRIT,)), no("{}")],
    "become champion": [Case("{what: target}", True, 1, (SQUIRE,), targets=ON_SQUIRE), no("{what: attacker}")],
    "foster": [Case("{what: each ally you control}", True, 2, (SQUIRE,) * 2), no("{what: each ally}")],
    "negate": [Case("{}", True, 1, (ERRAND,), "activation", ("stack",)), no("{}", "full", ON_SQUIRE)],
    "copy": [
        Case("{amount: 2}", True, 2, ("item",) * 2, "activation", ("stack",)),
        no("{}", "full", ON_SQUIRE),
    ],
    "play": [
        Case("{how: activate, of: action card in your hand}", True, 1, (ERRAND,)),
        no("{how: activate, of: action card in your hand, may: true}", "full", willing=False),
        no("{how: activate, of: action card in your hand}"),
    ],
    "intercept": [no("{}", "full")],
    "redirect": [
        Case("{to: target}", True, 1, ("Ghoul",), "attack", ("B/Ghoul",)),
        no("{to: target}", "full", ("B/Ghoul",)),
    ],
    "gain mastery": [Case("{mastery: Phantasmagoria}", True, 1, ("Phantasmagoria",))],
    "gain status": [Case("{status: Wane}", True, 1, ("Wane",))],
    "change direction": [Case("{}", True, 1, ("Shifting Currents",)), no("{}")],
    "roll": [Case("{die: D1}", True, 1)],
    "copy object": [
        Case("{amount: 2}", True, 2, (SQUIRE,) * 2, targets=ON_SQUIRE),
        no("{what: each ally}"),
    ],
    "become a copy": [
        Case("{}", True, 1, (ANCHOR,), targets=ON_SQUIRE),
        no("{what: champion}", "full"),
    ],
    "copy intent": [no("{}", "full", ON_SQUIRE)],
    "change target": [
        Case("{}", True, 1, ("item",), "activation", ("stack",)),
        no("{}", "full", ON_SQUIRE),
    ],
    "may": [
        Case("{what: [{do: discard, amount: 2}]}", True, 2, (SQUIRE, ANCHOR)),
        Case("{what: [{do: discard}], then: [{do: draw, amount: 3}]}", True, 1, (SQUIRE,)),
        Case("{then: [{do: draw, amount: 3}]}", True, 3, (TORTOISE,) * 3),
        Case("{pay: [{pay: reserve, amount: 2}]}", True),
        no("{what: [{do: discard, amount: 2}]}", "full", willing=False),
        no("{what: [{do: discard}], otherwise: [{do: mill, amount: 1}]}", "full", willing=False),
        no("{what: [{do: discard, amount: 2}]}"),
        no("{pay: [{pay: reserve, amount: 2}]}"),
    ],
    "if": [
        Case("{that: your turn, then: [{do: mill, amount: 1}, {do: draw, amount: 2}]}", True, 2, (TORTOISE,) * 2),
        Case("{that: not your turn, otherwise: [{do: draw}]}", True, 1, (TORTOISE,)),
        no("{that: not your turn, then: [{do: draw}]}", "full"),
    ],
    "cascade": [no('{times: {"1": [{do: draw}]}}', "full")],
    "depending on": [
        Case('{amount: 1, of: {"0": [], "1+": [{do: draw, amount: 2}]}}', True, 2, (TORTOISE,) * 2),
        Case('{amount: 1, each: true, of: {"1": [{do: draw}], "0-2": [{do: draw}]}}', True, 2, (TORTOISE,) * 2),
        no('{amount: 1, of: {"0": [{do: draw}]}}', "full"),
    ],
    "option": [Case("{of: {one: [{do: draw, amount: 2}], other: [{do: mill, amount: 1}]}}", True, 2, (TORTOISE,) * 2)],
    "for each": [no("{of: card, then: [{do: draw, amount: 2}]}", "full")],
    "repeat": [
        Case("{times: 2, then: [{do: draw}]}", True, 2, (TORTOISE,) * 2),
        no("{times: 0, then: [{do: draw, amount: 2}]}"),
        no("{times: 2, then: [{do: draw, amount: 0}]}"),
    ],
}

ALWAYS = {
    "name a card": "a name is always chosen",
    "shuffle": "shuffling is done however few cards there are",
    "agility": "its number is at least 1",
    "skip": "a phase can always be skipped later",
    "gather": "its number is at least 1",
    "gain mastery": "a mastery is gained in place of any other",
    "gain status": "shown below, with a status that is there",
    "roll": "a die always shows something",
    "option": "see its instructions",
}
"""Effects that always do something."""

NEVER = {
    "intercept": "shown below, with a combat",
    "copy intent": "shown below, with a combat",
    "cascade": "shown below, with a count",
    "for each": "shown below, after revealing",
    "sort": "shown below, after revealing",
}
"""Effects whose doing takes more than a position."""


def effect(do: str, tag: str) -> EffectNode:
    return msgspec.convert({**read_yaml(do), "do": tag}, EffectNode, dec_hook=read)  # type: ignore[no-any-return]


def thing(state: State, path: str) -> Thing:
    if path == "stack":
        return state.stack[-1].thing
    where, _, name = path.rpartition("/")
    seat = "AB".index(where[0])
    places = state.players[seat].hand if where.endswith("hand") else state.field
    cards = (state.cards[number] for number in places)
    return next(card.thing for card in cards if card.face == name and card.controller == seat)


def a_run(state: State, *targets: str) -> Run:
    """Something of the first player's that resolves: its source is the Anchor, and its event the champion's."""
    source = state.current(thing(state, "A/Anchor"))
    assert source is not None
    things = tuple(thing(state, each) for each in targets)
    groups = (Group(0, -1, 0, "target", things, required=True),) if things else ()
    item = Item(
        effects_stack.new_id(state), "trigger", 0, source.id, source, (Paragraph(),), state.tick(), groups=groups
    )
    run = Run(state, item)
    run.part = 0
    return run


def carry_out(run: Run, *effects: EffectNode, willing: bool = True) -> None:
    steps = run.perform(effects)
    try:
        asked = next(steps)
        while True:
            asked = steps.send(_willing(asked) if willing else asked.default())
    except StopIteration:
        return


def _willing(asked: Decision) -> Answer:
    """Takes every option, and as much as there is."""
    if asked.form == "act":
        return next(each for each in asked.options if isinstance(each, Play | Return | Pass))
    if asked.form == "number":
        return (asked.most,)
    if asked.form == "pick" and asked.options and not asked.sets and not asked.same:
        return tuple(range(min(asked.most, len(asked.options))))
    return next(asked.answers())


def named(state: State, about: Thing) -> str:
    return "item" if about.kind == "item" else state.cards[about.id].face


@pytest.mark.parametrize(
    ("tag", "case"), [(tag, case) for tag, cases in CASES.items() for case in cases], ids=lambda each: str(each)[:60]
)
def test_rs_6_what_an_effect_did_can_be_spoken_of(tag: str, case: Case) -> None:
    state = game(case.world).state.copy()
    run = a_run(state, *case.targets)
    carry_out(run, effect(case.do, tag), willing=case.willing)
    assert (run.scene.done, run.scene.noted) == (case.done, case.many)
    about = sorted(named(state, each) for each in run.scene.about)
    assert about == sorted(case.things) or (ANY in case.things and len(about) == len(case.things))


def test_every_effect_is_in_the_table_or_cannot_be_spoken_of() -> None:
    """A new effect fails here until it says what can be told of it, and the table shows that it does."""
    silent = {tag for tag, kind in EFFECTS.items() if kind.unspeakable}
    assert set(CASES) == set(EFFECTS) - silent
    for tag, cases in CASES.items():
        assert tag in NEVER or any(case.done for case in cases), tag
        assert tag in ALWAYS or any(not case.done for case in cases), tag
        kind = EFFECTS[tag]
        if issubclass(kind, Branching):
            continue
        assert "number" in vars(kind) or "things" in vars(kind), f"{tag} does not say what can be told of it"
        for case in cases:
            assert kind.number or case.many == 0, f"{tag} counts something that it has no word for"
            assert kind.things or not case.things, f"{tag} is about something that it has no word for"


# -- what takes more than a position -----------------------------------------------------------------------------


def steps(*written: str) -> tuple[EffectNode, ...]:
    return tuple(msgspec.convert([read_yaml(each) for each in written], tuple[EffectNode, ...], dec_hook=read))


def test_for_each_adds_up_what_its_steps_did() -> None:
    run = a_run(game("full").state.copy())
    carry_out(run, *steps("{do: reveal memory}", "{do: for each, of: ally card, then: [{do: draw, amount: 2}]}"))
    assert (run.scene.done, run.scene.noted, len(run.scene.about)) == (True, 4, 4)


@pytest.mark.parametrize(("kind", "taken"), [("ally card", 3), ("item card", 0)])
def test_sorting_is_about_the_cards_that_were_taken(kind: str, taken: int) -> None:
    run = a_run(game("full").state.copy())
    carry_out(run, *steps("{do: reveal top, amount: 3}", f"{{do: sort, of: {kind}}}"))
    assert (run.scene.done, run.scene.noted, len(run.scene.about)) == (True, taken, taken)


def test_cascade_speaks_of_the_steps_that_its_count_picks() -> None:
    run = a_run(game("full").state.copy())
    run.scene.times = 2
    carry_out(run, *steps('{do: cascade, times: {"1": [{do: draw}], "2": [{do: draw, amount: 3}]}}'))
    assert (run.scene.done, run.scene.noted) == (True, 3)


def test_cards_7_1_a_status_that_is_there_is_not_gained_again() -> None:
    run = a_run(game("full").state.copy())
    carry_out(run, *steps("{do: gain status, status: Wane}"))
    carry_out(run, *steps("{do: gain status, status: Wane}"))
    assert (run.scene.done, run.scene.noted, run.scene.about) == (False, 0, ())


@pytest.mark.parametrize("willing", [True, False])
def test_keywords_intercept_is_done_if_the_attack_is_redirected(willing: bool) -> None:
    text = WORLDS["full"].replace("field: [Ghoul]", "field: [Guard]")
    played = Game.from_scenario(text + "steps:\n  - A: {attack: A/field/Squire#2, targets: [B/champion]}\n", play=True)
    state = played.state.copy()
    guard = state.current(thing(state, "B/Guard"))
    assert guard is not None
    item = Item(effects_stack.new_id(state), "trigger", 1, guard.id, guard, (Paragraph(),), state.tick())
    run = Run(state, item)
    carry_out(run, *steps("{do: intercept}"), willing=willing)
    assert (run.scene.done, run.scene.noted, len(run.scene.about)) == (willing, int(willing), int(willing))


def test_a_copy_of_an_intent_is_what_was_added() -> None:
    played = Game.from_scenario(
        WORLDS["full"].replace("hand: [Squire, Anchor, Errand]", "hand: [Lunge]")
        + "steps:\n  - A: {activate: Lunge}\n  - resolve: top\n  - A: {choose: B/champion}\n",
        play=True,
    )
    state = played.state.copy()
    assert [state.cards[number].face for number in state.intent] == ["Lunge"]
    run = a_run(state)
    run.scene.chosen = state.intent
    carry_out(run, *steps("{do: copy intent, what: chosen}"))
    assert (run.scene.done, run.scene.noted) == (True, 1)
    assert [state.cards[each.id].token for each in run.scene.about] == [True]


# -- speaking of it ----------------------------------------------------------------------------------------------


def test_rs_6_an_option_is_done_only_if_all_of_it_is() -> None:
    """Half of it is not enough: the damage is prevented, and so the card that is milled after it does not count."""
    text = "{do: may, what: [{do: damage, to: each ally}, {do: mill, amount: 1}], then: [{do: draw}]}"
    state = game("warded").state.copy()
    run = a_run(state)
    carry_out(run, *steps(text))
    assert (len(state.players[0].graveyard), len(state.players[0].hand)) == (1, 0)
    assert not run.scene.done


def test_each_player_who_may_is_told_of_what_was_done_before_the_first() -> None:
    """Two cards are drawn, and each player in turn may put that many counters: four, whatever is milled in between."""
    state = game("full").state.copy()
    run = a_run(state)
    offered = "{do: counters, kind: buff, amount: it, on: this}, {do: mill, amount: 1}"
    carry_out(run, *steps("{do: draw, amount: 2}", f"{{do: may, who: each player, what: [{offered}]}}"))
    assert state.cards[thing(state, "A/Anchor").id].count("buff") == 4
    assert run.scene.noted == 2


def test_the_number_of_a_step_that_is_named_is_that_of_the_last_such_step() -> None:
    state = game("full").state.copy()
    run = a_run(state)
    carry_out(
        run,
        *steps(
            "{do: draw, amount: 2}",
            "{do: mill, amount: 1}",
            "{do: counters, kind: buff, amount: it(draw), on: this}",
            "{do: put, what: it(mill), into: hand}",
        ),
    )
    assert state.cards[thing(state, "A/Anchor").id].count("buff") == 2
    assert (run.scene.noted, [named(state, each) for each in run.scene.about]) == (1, [TORTOISE])


def test_what_was_done_before_a_mode_or_an_untaken_option_stays_what_is_spoken_of() -> None:
    state = game("full").state.copy()
    run = a_run(state)
    carry_out(
        run,
        *steps("{do: draw, amount: 2}", "{do: may, what: [{do: discard}], otherwise: [{do: mill, amount: it}]}"),
        willing=False,
    )
    assert len(state.players[0].graveyard) == 4


def test_a_number_that_is_spoken_of_is_fixed_in_what_lasts() -> None:
    state = game("full").state.copy()
    run = a_run(state)
    carry_out(run, *steps("{do: mill, amount: 3}", "{do: gain, static: {static: cost, cards: card, amount: it}}"))
    (lasting,) = state.lasting
    assert '"amount":3' in msgspec.json.encode(lasting.static, enc_hook=write).decode()
