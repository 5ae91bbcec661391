"""Digests of random play with a made-up card for every field of the vocabulary, set to this or that.

Cards and scenarios use the common words in the common ways. Here each word is used once for each of its fields: as an
action and as an ally that says it, in a random position full of other cards, with players who like to play these two.
What is asked, what happens and what every seat sees goes into the digest. `make golden` writes them anew after an
intended change.

Then come made-up cards that say several things at once, drawn at random: several costs, keywords, effects one after the
other. A new word changes what is drawn for only a few of them.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from archivist.cards import pool, read_cards
from archivist.game import Game
from archivist.model.decision import Answer, Play, Use
from archivist.model.errors import CardFileError, EndlessLoop, Illegal
from archivist.notation.samples import _GRANTS, FAMILIES, _ability, sample
from archivist.vocabulary.abilities import Activated, Keyword, StaticAbility, Text, Triggered
from archivist.vocabulary.costs import Cost
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.effects.drawing_and_discarding import Draw
from archivist.vocabulary.effects.lasting_effects import Gain
from archivist.vocabulary.face import Face
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Node
from archivist.vocabulary.node import write as written
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.triggers.base import Trigger
from archivist.vocabulary.triggers.objects import Enter
from positions import position, random_answer
from sayings import _changed, _value
from traces import Trace

KEPT = Path(__file__).resolve().parent / "golden" / "uses.txt"
DECISIONS = 30
POSITIONS = 24
DRAWN = range(500)
"""The numbers of the cards that say several things."""
KEYWORDS = (
    *("kindle 2", "efficiency", "floating memory", "fast activation", "reservable", "preserve", "foster", "pride 2"),
    *("vigor", "taunt", "stealth", "true sight", "critical 1", "cleave", "ranged 1", "retort 2", "spellshroud"),
    *("intercept", "steadfast", "ambush", "unblockable", "immortality", "renewable", "hindered", "bulwark"),
)
FOND = 0.6
"""How often a player who can do something with a made-up card does that."""
PLAIN: Any = {"elements": ["norm"], "cost": {"reserve": 0}}
ALLY: Any = {**PLAIN, "name": "Sample Ally", "types": ["ally"], "subtypes": ["beast"], "power": 2, "life": 3}
ACTION: Any = {**PLAIN, "name": "Sample Action", "types": ["action"], "speed": "fast"}


def _abilities(node: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """The cards that say a node, each with its ability."""
    targets = (Targets(of=Filter("ally")),)
    if isinstance(node, Effect):
        effect: Any = node
        yield ACTION, Text(do=(effect,), targets=targets)
        yield ALLY, Triggered(on=Enter(), do=(effect,), targets=targets)
    elif isinstance(node, Static):
        static: Any = node
        yield ACTION, Text(do=(Gain(static=static),))
        yield ALLY, StaticAbility(effects=(static,))
    elif isinstance(node, Cost):
        cost: Any = node
        yield ACTION, AdditionalCost(pay=(cost,))
        yield ALLY, Activated(cost=(cost,), do=(Draw(),))
    else:
        yield ACTION, _ability(node)
        yield ALLY, _ability(node)


def _cards(node: Node) -> list[Face]:
    """Cards as a card file would have them, unless the loader refuses them."""
    found: list[Face] = []
    for card, ability in _abilities(node):
        said = {"abilities": [ability], "grants": _GRANTS}
        text = msgspec.json.encode([{**card, **said}], enc_hook=written).decode()
        try:
            faces = read_cards(text, "sample")
            pool().with_cards(faces)
        except CardFileError:
            continue
        found += faces
    return found


def _answer(game: Game, rng: random.Random) -> Answer:
    decision = game.decision
    assert decision is not None
    if decision.form == "name":
        names = [str(name) for name in decision.options]
        return rng.choice([name for name in names if name.startswith("Sample")] or names[:1])
    if decision.form == "act" and rng.random() < FOND:
        acts = [each for each in decision.options if isinstance(each, Play | Use)]
        fond = [each for each in acts if game.state.cards[each.card].face.startswith("Sample")]
        if fond:
            return rng.choice(fond)
    return random_answer(decision, rng, eager=0.8)


def digest(cards: list[Face], seed: int) -> str:
    """What comes of play with some made-up cards."""
    game = position(seed % POSITIONS, phase="main", made_up=cards)
    rng = random.Random(seed)
    trace = Trace()
    trace.see(game)
    for _ in range(DECISIONS):
        if game.decision is None:
            break
        trace.hear(game.decision)
        try:
            game.answer(_answer(game, rng))
        except Illegal as illegal:
            trace.hear_refusal(illegal)
        except EndlessLoop:
            break
    trace.see(game)
    return trace.digest


def samples() -> Iterator[tuple[str, Node]]:
    """Every node of the vocabulary in its plainest form, and with one field set."""
    for cls in dict.fromkeys(cls for family in FAMILIES for cls in family.nodes):
        yield cls.__name__, sample(cls)
        for name, value, node in _changed(cls):
            if isinstance(node, Node):
                yield f"{cls.__name__} {name} {_value(value)}", node


# -- several things at once ----------------------------------------------------------------------------------------


class Draws:
    """What is drawn for a card: always the same for the same number, and the same as before where a word is added."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._drawn = 0

    def one(self, names: Iterable[str]) -> str:
        self._drawn += 1
        drawn = f"{self._number} {self._drawn}"
        return min(names, key=lambda name: sha256(f"{drawn} {name}".encode()).digest())

    def some(self, kind: type[Node], most: int) -> tuple[Any, ...]:
        """One node of a family or more."""
        nodes = _of_kind(kind)
        return tuple(nodes[self.one(nodes)] for _ in range(1 + self.below(most)))

    def below(self, number: int) -> int:
        return int(self.one(map(str, range(number))))


@cache
def _of_kind(kind: type[Node]) -> dict[str, Node]:
    """The samples of a family."""
    return {name: node for name, node in samples() if isinstance(node, kind)}


def _drawn(draws: Draws) -> dict[str, Any]:
    targets = (Targets(of=Filter("ally")), Targets(of=Filter("unit"), name="other", up_to=True))
    effects = draws.some(Effect, 3)
    costs = draws.some(Cost, 3)
    words = [draws.one(KEYWORDS) for _ in range(draws.below(3))]
    abilities: list[Any] = [Keyword(keyword=word) for word in dict.fromkeys(words)]
    if draws.below(2):
        optional = bool(draws.below(2))
        abilities.append(AdditionalCost(pay=costs, optional=optional, label="prepare" if optional else ""))
    if not draws.below(3):
        abilities.append(AlternativeCost(pay=draws.some(Cost, 2), label="brew"))
    reserve: Any = {"reserve": draws.below(6) or ("X" if draws.below(2) else 0)}
    shape = {"elements": [draws.one(("norm", "fire"))], "cost": reserve, "subtypes": [draws.one(("spell", "beast"))]}
    if draws.below(2):
        abilities.append(Text(do=effects, targets=targets))
        return {**ACTION, **shape, "abilities": abilities}
    (trigger,) = draws.some(Trigger, 1)
    (static,) = draws.some(Static, 1)
    abilities.append(Triggered(on=trigger, do=effects, targets=targets))
    abilities.append(Activated(cost=draws.some(Cost, 3), do=draws.some(Effect, 2), targets=targets))
    abilities.append(StaticAbility(effects=(static,)))
    return {**ALLY, **shape, "abilities": abilities}


def drawn_card(number: int) -> Face:
    """A card that says several things; the first that the loader accepts."""
    for attempt in range(number * 1000, number * 1000 + 1000):
        text = msgspec.json.encode([{**_drawn(Draws(attempt)), "grants": _GRANTS}], enc_hook=written).decode()
        try:
            (face,) = read_cards(text, "drawn")
            pool().with_cards((face,))
        except CardFileError:
            continue
        return face
    raise LookupError(f"no card {number}")


def lines() -> Iterator[str]:
    """All that is written down: a sample in a line, with the digest of its use; then the drawn cards."""
    for number, (name, node) in enumerate(samples()):
        yield line(number, name, node)
    yield from map(drawn_line, DRAWN)


def line(number: int, name: str, node: Node) -> str:
    cards = _cards(node)
    return f"{digest(cards, number) if cards else 'refused':<10} {name}"


def drawn_line(number: int) -> str:
    return f"{digest([drawn_card(number)], number)} drawn {number}"


@cache
def kept() -> list[str]:
    """The lines that were written down."""
    return KEPT.read_text("utf-8").splitlines()


if __name__ == "__main__":
    KEPT.write_text("".join(f"{each}\n" for each in lines()), "utf-8")
    sys.stdout.write(f"{KEPT}\n")
