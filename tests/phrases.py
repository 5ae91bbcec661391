"""What the phrases of the vocabulary mean and look at, each read in many scenes: digests as they were written down.

Cards use a few filters, amounts and conditions of each form. The list has every form with all of its words. A phrase is
read by different players and sources in the midst of random games, with targets, events and deeds to speak of. What it
comes to, what it looks at (its aspects), what it mentions and how it is said goes into its digest. `make golden` writes
them anew after an intended change.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from archivist.model.card import Thing
from archivist.model.event import GameEvent
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.amounts import NAMES, Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import REFERENCES, WHO, Ref, Who
from archivist.vocabulary.pending import Deed
from archivist.vocabulary.phrase import Phrase
from archivist.vocabulary.plain_conditions import PLAIN
from archivist.vocabulary.speech import Speaker
from archivist.vocabulary.words import STATES
from playouts import mixed
from positions import Playout, position

KEPT = Path(__file__).resolve().parent / "golden" / "phrases.txt"
SCENES = 24
LENGTH = 8

_ZONES = ("hand", "memory", "deck", "material deck", "graveyard", "banishment", "inner lineage", "lineage")
_WHOSE = ("your", "any", "an opponent's", "their")
_SIDES = (
    *("you control", "you do not control", "an opponent controls", "that player controls"),
    *("the turn player controls", "you own"),
)
_BEHIND = (
    *_SIDES,
    *(f"in {whose} {zone}" for whose in _WHOSE for zone in _ZONES),
    *("in your hand or memory", "with vigor", "with floating memory", "named Powercell", "named the remembered name"),
    *("with a buff counter", "without a buff counter", "with 3 or more buff counters", "with power 2 or less"),
    *("with power 2 or more", "with power 2", "with odd power", "with even life", "with life 3 or more"),
    *("with base level 1", "with base level 2 or less", "attacking your champion", "except your champion"),
    *(
        "in the intent",
        "of reserve cost 2",
        "of reserve cost 2 or less",
        "of reserve cost 3 or more",
        "of cost 1 or more",
    ),
    *("of memory cost 0", "of memory cost 1 or less", "of reserve cost LV or less", "of reserve cost X"),
    "of memory cost 0 or reserve cost 2 or less",
)
_NOUNS = (
    *(
        "ally",
        "unit",
        "champion",
        "object",
        "item",
        "regalia",
        "weapon",
        "domain",
        "phantasia",
        "token",
        "card",
        "source",
    ),
    *(
        "Beast ally",
        "Human ally",
        "fire card",
        "water card",
        "non-fire card",
        "action card",
        "attack card",
        "Spell card",
    ),
    *("Animal or Beast ally", "item or weapon", "ally or champion", "non-champion unit", "advanced element card"),
    *(
        "another ally",
        "other object",
        "loaded card",
        "intent",
        "unique ally",
        "Mage card",
        "Suited object",
        "fire ally",
    ),
    *(f"{state} object" for state in sorted(STATES)),
)
_PLAYS = (
    *("activation", "card activation", "ability activation", "materialization", "play", "trigger", "fire activation"),
    *("trigger or activation", "Spell activation", "activation you control", "activation an opponent controls"),
    *("activation that targets an ally", "trigger you control", "ally activation of reserve cost 2 or less"),
)
_STATS = ("power", "life", "reserve cost", "memory cost")
_MEANT = ("this", "that", "target", "chosen", "given", "gone", "revealed", "it", "it(draw)")
_KINDS = ("ally", "fire card", "Beast ally you control", "card in your graveyard", "unit an opponent controls")
_DEEDS = ("activate", "materialize", "brew", "attack", "die", "negate")


def _filters() -> Iterator[str]:
    yield from _NOUNS
    yield from _PLAYS
    for noun in ("ally", "unit", "card", "champion", "object", "Beast ally"):
        yield from (f"{noun} {behind}" for behind in _BEHIND)
    yield from (f"ally with a buff counter {side}" for side in _SIDES)
    yield from (f"fire card of reserve cost 2 or less in {whose} {zone}" for whose in _WHOSE for zone in _ZONES)


def _amounts() -> Iterator[str]:
    yield from (name for name in NAMES)
    yield from (f"it({step})" for step in ("draw", "mill", "discard", "prevention"))
    yield from (f"{stat} of {which}" for stat in (*_STATS, "level") for which in _MEANT)
    for kind in _KINDS:
        yield from (
            f"done to({step} {kind})" for step in ("discard", "banish", "banish top", "banish at random", "mill")
        )
        yield from (f"count({kind})", f"revealed({kind})", f"least(2, count({kind}))")
        yield from (f"2 * count({kind})", f"count({kind}) / 2", f"1 + count({kind})", f"LV - count({kind})")
        yield f"3 - 2 * count({kind}) / 3 + LV"
        yield from (
            f"{which}({stat} of {kind})"
            for which in ("highest", "lowest", "total", "different")
            for stat in (*_STATS, "cost")
        )
        yield from (
            f"this turn({who} {deed} {kind})"
            for who in ("you", "an opponent", "anyone", "that player")
            for deed in _DEEDS
        )
    for holder in ("", " on this", " on that", " on mastery", " on mastery Shifting Currents"):
        yield from (f"{form.format(holder)}" for form in ("counters(buff{})", "least(2, counters(enlighten{}))"))
    yield from ("surplus(ally that player controls)", "surplus(object that player controls)")
    yield from ("least(1, LV)", "least(3, damage on champion)", "least(2, this turn(you attack unit))")
    yield from (f"total({stat} of revealed)" for stat in _STATS)


def _conditions() -> Iterator[str]:
    yield from PLAIN
    yield from (f"not {text}" for text in PLAIN)
    for form in ("level {}+", "base level {}+", "damage {}+", "memory {}+", "deluge {}", "sheen {}+"):
        yield from (form.format(number) for number in (1, 2, 3))
    yield from (f"your Shifting Currents faces {direction}" for direction in ("North", "East", "South", "West"))
    yield from ("turned from North to East", "turned from East to North", "Rai bonus", "Silvie bonus", "paid prepare")
    yield from (f"an opponent's champion is {element}" for element in ("fire", "water", "norm"))
    yield from (f"another {element} card is in its lineage" for element in ("fire", "water", "norm"))
    yield from (f"your {phase} phase" for phase in ("wake up", "materialize", "recollection", "draw", "end"))
    yield from (
        f"an opponent has {number} or more cards in {zone}"
        for number in (1, 3)
        for zone in ("hand", "memory", "graveyard", "banishment", "material deck")
    )
    for kind in ("ally", "Beast ally", "weapon", "fire card", "token"):
        yield from (f"you control a {kind}", f"an opponent controls 2 or more {kind}", f"there is a {kind}")
        yield from (f"a {kind} was revealed", f"you activated a {kind} this turn", f"first {kind} this turn")
        yield from (f"target shares its name with a {kind}", f"sacrificed {kind}", f"a {kind} is used")
        yield from (f"{who} is attacking a {kind}" for who in ("this", "champion"))
        yield from (
            f"{which} is a {kind}" for which in ("target", "that", "this", "chosen", "given", "destroyed", "it")
        )
        yield from (f"all 2 {kind} you control are {state}" for state in ("unique", "rested", "awake"))
        yield from (f"count({kind}) {sign} 2" for sign in (">=", "<=", "="))
        yield from (f"count({kind}) is odd", f"count({kind}) is even", f"not you control a {kind} and your turn")
    for zone in ("banishment", "graveyard", "hand", "memory", "deck", "material deck"):
        yield from (f"this entered from {zone}", f"target was activated from {zone}")
    yield from ("sacrificed both Beast ally / fire card", "it(draw) is a fire card", "power of target >= power of this")
    yield from (
        "life of that <= 2",
        "level of this = 1",
        "class bonus and level 2+",
        "not class bonus and not level 2+",
    )


def texts() -> list[tuple[type[Phrase], str]]:
    """Every phrase that is written down, with its kind."""
    found: list[tuple[type[Phrase], str]] = [(Filter, text) for text in _filters()]
    found += [(Amount, text) for text in _amounts()]
    found += [(Condition, text) for text in _conditions()]
    found += [
        (Ref, text) for text in (*REFERENCES, "each ally", "each Beast ally you control", "it(draw)", "target two")
    ]
    found += [(Who, text) for text in WHO]
    return list(dict.fromkeys(found))


# -- reading -------------------------------------------------------------------------------------------------------


def scene(number: int) -> Scene:
    """Somebody's point of view in the midst of a random game, with something for every word to speak of."""
    rng = random.Random(number)
    game = mixed(number) if number % 2 else position(number, players=2 + number % 2, phase="main", full=True)
    for _ in Playout(game, number, 15 + 5 * (number % 4), eager=0.95):
        pass
    state = game.state
    cards = [card for card in state.cards if card.zone not in ("none", "deck")]
    source = rng.choice([card for card in cards if card.zone in ("field", "intent")] or cards)
    told = [event for event in game.events if isinstance(event, GameEvent)]
    item = state.stack[-1] if state.stack and number % 3 == 0 else None
    scene = Scene(state, rng.choice(state.living()), source, item=item, event=rng.choice([*told, None]), x=2, y=1)
    some = [card.thing for card in rng.sample(cards, 5)]
    scene.done, scene.noted, scene.about = bool(number % 2), 3, tuple(some[:2])
    scene.deeds = {
        step: Deed(True, index, tuple(rng.sample(some, 2)))
        for index, step in enumerate(("draw", "mill", "discard", "banish", "banish top", "banish at random"), 1)
    }
    scene.targets = (Thing("player", rng.choice(state.living())),) if number % 6 == 5 else tuple(some[2:4])
    scene.chosen, scene.shown = tuple(thing.id for thing in some[1:4]), tuple(some[2:])
    noted = [state.cards[thing.id] for thing in rng.sample(some, 3)]
    scene.noted_card, scene.destroyed, scene.sacrificed, scene.times = noted[0], noted[1], tuple(noted[1:]), 2
    return scene


@cache
def scenes() -> list[Scene]:
    return [scene(number) for number in range(SCENES)]


def read(phrase: Any, scene: Scene) -> Any:
    if isinstance(phrase, Amount):
        return scene.amount(phrase)
    if isinstance(phrase, Condition):
        return bool(phrase.holds(scene))
    if isinstance(phrase, Filter):
        cards = scene.state.cards
        fitting = [card.id for card in cards if phrase.fits(scene, card)]
        described = [card.id for card in cards if phrase.describes(scene, card)]
        items = [item.id for item in scene.state.stack if phrase.fits_item(scene, item)]
        counted = scene.count(phrase), scene.there_is(phrase), len(scene.public(phrase))
        known = [len(scene.known(phrase, seat)) for seat in scene.state.living()]
        return fitting, described, items, counted, known
    return None


def _said(phrase: Any) -> Any:
    speaker = Speaker("this ally")
    if isinstance(phrase, Amount):
        said = phrase.said(speaker), phrase.plain(speaker), phrase.added(speaker, "power"), phrase.changed(speaker)
        return *said, phrase.of(speaker, "a card", "cards"), phrase.of(speaker, "1 damage", "damage"), phrase.sinks
    if isinstance(phrase, Condition):
        return phrase.said(speaker), phrase.moment(speaker), phrase.front(speaker), phrase.steady
    if isinstance(phrase, Filter):
        named = phrase.said(), phrase.said(many=True), phrase.one(), phrase.noun, phrase.described
        return *named, phrase.anywhere().text, phrase.whosever().text, phrase.taken().text
    return None


def line(kind: type[Phrase], text: str) -> str:
    """A phrase with the digest of all that can be asked of it."""
    phrase = kind(text)
    found = [sorted(aspect.name for aspect in phrase.depends), sorted(phrase.mentions()), _said(phrase)]
    found += [read(phrase, each) for each in scenes()]
    return f"{hashlib.sha256(repr(found).encode()).hexdigest()[:LENGTH]} {kind.__name__} {text}"


def listed(kind: type[Phrase]) -> str:
    """All phrases of a kind, one in a line."""
    return "".join(f"{line(each, text)}\n" for each, text in texts() if each is kind)


def kept(kind: type[Phrase]) -> str:
    """The lines of a kind that were written down."""
    lines = KEPT.read_text("utf-8").splitlines(keepends=True)
    return "".join(each for each in lines if each.split(" ", 2)[1] == kind.__name__)


KINDS: tuple[type[Phrase], ...] = (Filter, Amount, Condition, Ref, Who)

if __name__ == "__main__":
    KEPT.write_text("".join(map(listed, KINDS)), encoding="utf-8")
    sys.stdout.write(f"{KEPT}\n")
