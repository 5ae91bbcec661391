"""Every phrase declares the aspects of the game that it looks at, and looks at no others (effects.5.3)."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from archivist.arena.playing import match, play_out
from archivist.cards import pool
from archivist.game import Game
from archivist.model.card import Player
from archivist.model.declaration import aside
from archivist.model.state import State
from archivist.rules.effects.continuous.characteristics import Evaluation
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.amounts import NAMES, Amount
from archivist.vocabulary.aspects import NOTHING, Aspect, Aspects
from archivist.vocabulary.conditions import PLAIN, Condition
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref, Who
from archivist.vocabulary.phrase import Phrase, depends_on
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.game import Redirect

DECLARED: list[tuple[Phrase, set[Aspect]]] = [
    (Condition("your turn"), {Aspect.TURN}),
    (Condition("not your turn"), {Aspect.TURN}),
    (Condition("an opponent's recollection phase"), {Aspect.TURN}),
    (Condition("your champion leveled up this turn"), {Aspect.HISTORY}),
    (Condition("class bonus"), {Aspect.CHAMPION, Aspect.WORDS}),
    (Condition("class bonus and level 2+"), {Aspect.CHAMPION, Aspect.WORDS, Aspect.LEVEL, Aspect.PLAY}),
    (Condition("memory 4+"), {Aspect.ZONES, Aspect.PILES}),
    (Condition("damage 10+"), {Aspect.CHAMPION, Aspect.DAMAGE}),
    (Condition("you control a rested Beast ally"), {Aspect.CONTROL, Aspect.STATES, Aspect.WORDS, Aspect.ZONES}),
    (Condition("you activated a Melody card this turn"), {Aspect.HISTORY, Aspect.WORDS}),
    (Condition("target is attacking"), {Aspect.TARGETS, Aspect.COMBAT, Aspect.WORDS, Aspect.ZONES}),
    (Condition("counters(buff on this) >= 2"), {Aspect.COUNTERS, Aspect.PLAY}),
    (Condition("LV >= 2"), {Aspect.LEVEL, Aspect.PLAY}),
    (Filter("ally the turn player controls"), {Aspect.CONTROL, Aspect.TURN, Aspect.WORDS, Aspect.ZONES}),
    (Filter("card in their graveyard"), {Aspect.TARGETS, Aspect.EVENT, Aspect.ZONES, Aspect.PILES}),
    (Filter("card"), set()),
    (Filter("ally with stealth"), {Aspect.KEYWORDS, Aspect.WORDS, Aspect.ZONES}),
    (
        Filter("fire card of reserve cost 2 or less in your graveyard"),
        {Aspect.PLAY, Aspect.WORDS, Aspect.ZONES, Aspect.PILES},
    ),
    (Amount(3), set()),
    (Amount("1 + 2 * count(card in your memory)"), {Aspect.ZONES, Aspect.PILES}),
    (Amount("damage to champions this turn"), {Aspect.CHAMPION, Aspect.HISTORY}),
    (Amount("this turn(that player activate Spell card)"), {Aspect.EVENT, Aspect.HISTORY, Aspect.WORDS}),
    (Condition("this turn(anyone die ally) >= 1"), {Aspect.EVENT, Aspect.HISTORY, *Filter("ally").depends}),
    (Amount("count(ally with stealth) - LV"), {*Filter("ally with stealth").depends, Aspect.LEVEL, Aspect.PLAY}),
    (Ref("this"), set()),
    (Ref("target first"), {Aspect.TARGETS}),
    (Ref("it(draw)"), {Aspect.STEPS}),
    (Ref("each ally with stealth"), {Aspect.KEYWORDS, Aspect.WORDS, Aspect.ZONES}),
    (Who("you"), set()),
    (Who("that player"), {Aspect.TARGETS, Aspect.EVENT}),
]


@pytest.mark.parametrize(
    ("phrase", "expected"), DECLARED, ids=lambda each: repr(each) if isinstance(each, Phrase) else ""
)
def test_a_phrase_has_the_aspects_of_its_words(phrase: Phrase, expected: set[Aspect]) -> None:
    assert phrase.depends == expected


def test_a_static_has_the_aspects_of_its_phrases() -> None:
    modify = Modify(of=Ref("each ally with stealth"), power=Amount("LV"), if_=Condition("your turn"))
    assert modify.depends == Ref("each ally with stealth").depends | Amount("LV").depends | {Aspect.TURN}
    assert Modify(power=Amount(2)).depends == NOTHING


def test_a_word_that_only_sounds_like_time_is_none() -> None:
    """What a text is called or says besides its phrases is not looked at."""
    assert TIMELESS.isdisjoint(Redirect(cards=Filter("card named Return of the Phase")).depends)


TIMELESS = {Aspect.TURN, Aspect.HISTORY}


def test_what_depends_on_objects_alone_is_steady() -> None:
    steady = ("class bonus", "not element bonus", "an opponent's champion is fire", "base level 2+")
    unsteady = ("level 2+", "your turn", "you control a Beast ally", "class bonus and memory 2+", "this is rested")
    assert all(Condition(text).steady for text in steady)
    assert not any(Condition(text).steady for text in unsteady)


# -- what is declared is what is looked at ---------------------------------------------------------------------------

LOOKS = {"turn": Aspect.TURN, "this_turn": Aspect.HISTORY, "combat": Aspect.COMBAT, "stack": Aspect.ZONES}
"""Parts of the state, and the aspect that whoever reads them looks at."""


class Watched(State):
    """A state that notes which of its parts are read."""

    looked_at: set[Aspect] = aside()

    def __getattribute__(self, name: str) -> Any:
        if name in LOOKS:
            object.__getattribute__(self, "looked_at").add(LOOKS[name])
        return object.__getattribute__(self, name)

    def _in_turn(self) -> list[Player]:
        """In the order of seats, which is not read from the turn: no answer to a phrase depends on an order."""
        return self.players


def watched(state: State) -> Watched:
    new = Watched.__new__(Watched)
    new.looked_at = set()
    for each in State.parts.values():
        object.__setattr__(new, each.slot, getattr(state, each.slot))
    new.now = Evaluation()
    return new


def phrases(value: Any) -> Iterator[Phrase]:
    """Every phrase in a value, those inside of others included where they are read on their own."""
    if isinstance(value, Phrase):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from phrases(getattr(value, name))
    elif isinstance(value, tuple | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from phrases(each)


def all_phrases() -> list[Phrase]:
    """The phrases of all cards, and those that are a single word, each once."""
    named = (*map(Condition, PLAIN), *map(Amount, NAMES))
    several = (*named, *(each for face in pool().values() for each in phrases(face)))
    found = {(type(each).__name__, each.text): each for each in several}
    return [found[key] for key in sorted(found, key=repr)]


def read(phrase: Phrase, scene: Scene) -> None:
    if isinstance(phrase, Condition):
        phrase.holds(scene)
    elif isinstance(phrase, Amount):
        phrase.read(scene)
    elif isinstance(phrase, Filter):
        scene.count(phrase)
    elif isinstance(phrase, Ref) and phrase.each is not None:
        scene.count(phrase.each)


@pytest.mark.parametrize("seed", [1, 4, 5])
def test_effects_5_3_no_phrase_looks_at_more_than_it_declares(seed: int) -> None:
    """Of every card of the pool, in positions of random games; what is in force brings aspects of its own."""
    several = all_phrases()
    assert len(several) > 200
    met: set[Aspect] = set()

    def look(game: Game) -> None:
        if game.state.turn.number < 4 or len(game.state.events) % 60 or game.state.over:
            return
        state = watched(game.state)
        sources = [state.cards[number] for number in (*state.field, *state.stack_cards)][:3]
        for source in sources:
            for phrase in several:
                state.looked_at.clear()
                read(phrase, Scene(state, source.controller, source))
                met.update(state.looked_at)
                declared: Aspects = phrase.depends | standing(state).depends | state.now.looked_at
                assert state.looked_at <= declared, phrase

    play_out(match(seed).game(), seed, 200, look)
    assert {Aspect.TURN, Aspect.HISTORY} <= met, "some phrases did look at the turn"


def test_depends_on_reads_lists_and_mappings() -> None:
    assert depends_on((Amount("LV"), {"buff": Amount("count(card in your memory)")}, "your turn", None)) == {
        Aspect.LEVEL,
        Aspect.PLAY,
        Aspect.ZONES,
        Aspect.PILES,
    }
