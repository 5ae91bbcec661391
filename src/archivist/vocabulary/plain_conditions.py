"""Conditions without numbers or names, such as ``class bonus`` and ``your turn``: their tests, aspects and words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from archivist.vocabulary.aspects import Aspect, Aspects, aspects
from archivist.vocabulary.filters import Filter

if TYPE_CHECKING:
    from archivist.rules.effects.meaning_of_words import Scene

Test = Callable[["Scene"], bool]


def _equestrian(scene: Scene) -> bool:
    """You control a Horse ally (keywords.equestrian)."""
    return scene.count(_HORSE) > 0


def _harmonized(scene: Scene) -> bool:
    """You have activated a Melody card this turn, this one included if it is one (keywords.harmonize)."""
    return scene.activated_this_turn(_MELODY) > 0


_HORSE: Final = Filter("Horse ally you control")
_MELODY: Final = Filter("Melody card")


class Plain(NamedTuple):
    """A condition without numbers or names: its test, what it looks at, and its words (``with class bonus``, a clause)."""

    test: Test
    depends: Aspects
    words: str


PLAIN: Final[dict[str, Plain]] = {
    "class bonus": Plain(
        lambda scene: scene.as_played().class_bonus(), aspects(Aspect.CHAMPION, Aspect.WORDS), "with class bonus"
    ),
    "element bonus": Plain(
        lambda scene: scene.as_played().element_bonus(), aspects(Aspect.CHAMPION, Aspect.WORDS), "with element bonus"
    ),
    "prepared": Plain(lambda scene: scene.is_property("prepared"), aspects(Aspect.PLAY), "{this} was prepared"),
    "imbued": Plain(lambda scene: scene.is_property("imbued"), aspects(Aspect.PLAY), "{this} was imbued"),
    "brewed": Plain(lambda scene: scene.is_property("brewed"), aspects(Aspect.PLAY), "{this} was brewed"),
    "empowered": Plain(lambda scene: scene.is_property("empowered"), aspects(Aspect.PLAY), "{this} was empowered"),
    "starcalled": Plain(lambda scene: scene.is_property("starcalled"), aspects(Aspect.PLAY), "{this} was starcalled"),
    "your turn": Plain(lambda scene: scene.state.turn.player == scene.you, aspects(Aspect.TURN), "it is your turn"),
    "an opponent's turn": Plain(
        lambda scene: scene.state.turn.player != scene.you, aspects(Aspect.TURN), "it is an opponent's turn"
    ),
    "an opponent's recollection phase": Plain(
        lambda scene: scene.state.turn.player != scene.you and scene.state.turn.phase == "recollection",
        aspects(Aspect.TURN),
        "it is an opponent's recollection phase",
    ),
    "your champion leveled up this turn": Plain(
        lambda scene: scene.leveled_up(), aspects(Aspect.HISTORY), "your champion leveled up this turn"
    ),
    "your champion attacked this turn": Plain(
        lambda scene: scene.champion_attacked(),
        aspects(Aspect.HISTORY, Aspect.CHAMPION, Aspect.STATES),
        "your champion attacked this turn",
    ),
    "your champion dealt combat damage this turn": Plain(
        lambda scene: scene.champion_hit(),
        aspects(Aspect.HISTORY, Aspect.CHAMPION),
        "your champion dealt combat damage this turn",
    ),
    "your champion was attacked this turn": Plain(
        lambda scene: scene.champion_was_attacked(),
        aspects(Aspect.HISTORY, Aspect.CHAMPION),
        "your champion was attacked this turn",
    ),
    "a unit is attacking": Plain(
        lambda scene: scene.state.combat is not None and scene.state.combat.attacker is not None,
        aspects(Aspect.COMBAT),
        "a unit is attacking",
    ),
    "third attack": Plain(
        lambda scene: scene.attacks_this_turn() == 3,
        aspects(Aspect.HISTORY, Aspect.EVENT),
        "it is that player's third attack this turn",
    ),
    "first attack": Plain(
        lambda scene: scene.champion_attacks() == 1,
        aspects(Aspect.HISTORY, Aspect.CHAMPION, Aspect.STATES),
        "it is the champion's first attack this turn",
    ),
    "no weapon": Plain(
        lambda scene: scene.state.combat is not None and not scene.state.combat.weapons,
        aspects(Aspect.COMBAT),
        "no weapon is used",
    ),
    "balance": Plain(
        lambda scene: scene.balanced(),
        aspects(Aspect.ZONES, Aspect.PILES, Aspect.HOMES),
        "your hand and your memory hold equally many cards",
    ),
    "equestrian": Plain(lambda scene: _equestrian(scene), _HORSE.depends, "you control a Horse ally"),
    "harmonize": Plain(
        lambda scene: _harmonized(scene), _MELODY.depends | {Aspect.HISTORY}, "you activated a Melody card this turn"
    ),
    "done": Plain(lambda scene: scene.done, aspects(Aspect.STEPS), "{done}"),
    "undamaged": Plain(
        lambda scene: scene.undamaged(),
        aspects(Aspect.STATES),
        "{this} has not been dealt damage since your last turn ended",
    ),
}
