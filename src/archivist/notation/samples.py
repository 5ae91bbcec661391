"""Samples of every node of the vocabulary: made from its fields, for the reference page and for the tests.

A sample has what its node needs and nothing else; its variations each have one more field set.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec

from archivist.notation.wording import wording
from archivist.vocabulary import costs, effects
from archivist.vocabulary.abilities import (
    AbilityNode,
    Activated,
    AsTurnsEnd,
    GrantedNode,
    LineageRelease,
    StaticAbility,
    Text,
    Triggered,
)
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.effects.damage_and_counters import Damage
from archivist.vocabulary.effects.drawing_and_discarding import Discard, Draw
from archivist.vocabulary.effects.moving_cards import GoesTo, Put
from archivist.vocabulary.face import Face
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Node, Ref, Who
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost
from archivist.vocabulary.statics import StaticNode
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import Enters, Modify, Numbered
from archivist.vocabulary.statics.combat import Attacks
from archivist.vocabulary.statics.damage import Amplify, Much, Prevent
from archivist.vocabulary.statics.game import Forbid
from archivist.vocabulary.statics.playing import CostOf, Enable, NextActivation
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.text import Mode, Modes, More
from archivist.vocabulary.triggers import TriggerNode
from archivist.vocabulary.triggers.base import Trigger
from archivist.vocabulary.triggers.objects import Die, Enter


class Family(NamedTuple):
    """Nodes that may stand in the same place of a card file."""

    name: str
    nodes: tuple[type[Node], ...]


def _nodes(union: Any) -> tuple[type[Node], ...]:
    return tuple(get_args(union))


FAMILIES: Final = (
    Family("abilities", _nodes(AbilityNode)),
    Family("effects", _nodes(effects.EffectNode)),
    Family("statics", _nodes(StaticNode)),
    Family("triggers", _nodes(TriggerNode)),
    Family("costs", _nodes(costs.CostNode)),
    Family("targets and modes", (Targets, Modes, Mode, More)),
)

_DRAW, _DRAW_INTO_MEMORY = Draw(), Draw(into="memory")
_ONE, _OTHER = Mode(label="1", do=(_DRAW,)), Mode(label="2", do=(_DRAW_INTO_MEMORY,))

_VALUES: Final[dict[Any, tuple[Any, ...]]] = {
    Filter: (Filter("Beast ally you control"), Filter("fire card in your graveyard")),
    Amount: (Amount(2), Amount(3)),
    Condition: (Condition("class bonus"), Condition("you control an ally")),
    Ref: (Ref("target"), Ref("champion")),
    Who: (Who("each opponent"), Who("each player")),
    bool: (False, True),
    int: (2, 3),
    Targets: (Targets(of=Filter("ally")), Targets(of=Filter("champion"))),
    Mode: (_ONE, _OTHER),
    Modes: (Modes(options=(_ONE, _OTHER)),),
    More: (More(when=Condition("class bonus"), choose=2),),
    Draw: (_DRAW, _DRAW_INTO_MEMORY),
    Modify: (Modify(power=Amount(1)), Modify(life=Amount(1))),
    Enter: (Enter(), Die()),
    Numbered: (Numbered(keyword="ranged", number=Amount("X")), Numbered(keyword="retort", number=Amount("LV"))),
    Much: (Much(least=2), Much(exactly=Amount(3))),
    Prevent: (Prevent(once=True), Prevent(amount=Amount(2), shield=True)),
    costs.Reserve: (costs.Reserve(amount=Amount(2)), costs.Delevel()),
}
"""Values for fields of a type; the first node of a family stands for the family."""

_WORDS: Final = {
    "kind": ("buff", "enlighten"),
    "counters": ("buff", "enlighten"),
    "phase": ("end", "draw"),
    "element": ("fire", "wind"),
    "elements": ("fire", "wind"),
    "classes": ("mage", "cleric"),
    "types": ("ally", "item"),
    "subtypes": ("beast", "animal"),
    "words": ("beast", "fire"),
    "word": ("beast", "fire"),
    "keyword": ("pride 2", "floating memory"),
    "keywords": ("vigor", "taunt"),
    "loses": ("taunt", "abilities"),
    "grants": ("granted",),
    "token": ("Powercell", "Fledgling"),
    "mastery": ("Phantasmagoria", "Shifting Currents"),
    "status": ("Crowd's Favor", "Another Status"),
    "card": ("Fireball", "Frostbind"),
    "name": ("Rai", "Silvie"),
    "label": ("harmonize", "balance"),
    "die": ("D20", "D6"),
    "of": ("fire card", "wind card"),
}
"""Words for the fields that hold words."""

_BASE: Final[dict[type[Node], dict[str, Any]]] = {
    Enable: {"element": "fire"},
    **{cls: {"do": (_DRAW,)} for cls in (Text, Triggered, Activated, LineageRelease, AsTurnsEnd)},
    effects.May: {"what": (_DRAW,)},
    effects.If: {"then": (_DRAW,)},
    Modify: {"power": Amount(1)},
    Attacks: {"power": Amount(1)},
    Enters: {"rested": True},
    CostOf: {"amount": Amount(1)},
    Amplify: {"times": 2},
    NextActivation: {"words": ("melody",)},
    Targets: {"of": Filter("ally")},
}
"""What a node needs to mean anything, although no single field is required."""

_BESIDES: Final[dict[tuple[type[Node], str], dict[str, Any]]] = {
    (Enter, "not_by_this"): {"what": Filter("ally")},
    (Put, "from_top"): {"into": "deck"},
    (Put, "champion"): {"into": "lineage"},
    (Put, "preserved"): {"into": "material"},
    (GoesTo, "from_top"): {"zone": "deck"},
    (Discard, "you_choose"): {"who": Who("each opponent")},
    (Forbid, "name"): {"what": "level up except into"},
    (Forbid, "cards"): {"what": "activate"},
    (Forbid, "of"): {"what": "wake up"},
    (AlternativeCost, "less_if"): {"less": Amount(1)},
    (effects.May, "most"): {"variable": "X", "pay": (costs.Reserve(amount=Amount("X")),)},
    (effects.May, "variable"): {"pay": (costs.Reserve(amount=Amount("X")),)},
}
"""Other fields that are set along with one that means something only beside them."""

_INSTEAD: Final[dict[tuple[type[Node], str], dict[str, Any]]] = {
    (Enable, "basic"): {"element": ""},
    (Targets, "player"): {"of": None},
}
"""Fields that are set back as another is set, for the two exclude each other."""

NAMING: Final[dict[str, str]] = {
    "May.prompt": "only what a player is asked, in place of the same in general words",
    "Targets.name": "only how other nodes refer to the group, such as `target one` to the group `one`",
}
"""Fields that a card sets and that are not narrated, and what they are for."""

UNSPOKEN: Final[dict[str, str]] = {
    **NAMING,
    "CostOf.player": "bound as the effect is made",
    "ThatMuch.player": "bound as the effect is made",
    "Control.player": "bound as the effect is made",
    "Redirect.player": "bound as the effect is made",
    "Draws.player": "bound as the effect is made",
    "MustAttack.player": "bound as the effect is made",
    "Forbid.player": "bound as the effect is made",
    "Phase.player": "bound as the effect is made",
}
"""Fields that are not narrated, and why not."""


def sample(cls: type[Node], **fields: Any) -> Node:
    """A node with what it needs, and the given fields."""
    fields = {**_BASE.get(cls, {}), **fields}
    for field in msgspec.structs.fields(cls):
        if field.required and field.name not in fields:
            fields[field.name] = _value(field.type, field.name)
    return cls(**fields)


def variations(cls: type[Node]) -> Iterator[tuple[str, Node, Node]]:
    """For each field: its name, a sample without it, and the same sample with it set to something else."""
    for field in msgspec.structs.fields(cls):
        if f"{cls.__name__}.{field.name}" in UNSPOKEN:
            continue
        plain = sample(cls, **_BESIDES.get((cls, field.name), {}))
        of_a_static = field.type is Ref and issubclass(cls, Static)
        value = Ref("champion") if of_a_static else _value(field.type, field.name, getattr(plain, field.name))
        changes = {field.name: value, **_INSTEAD.get((cls, field.name), {})}
        yield field.name, plain, msgspec.structs.replace(plain, **changes)


def shown(node: Node) -> list[str]:
    """The wording of a card that has this node and as little else as possible."""
    lines = _worded(_ability(node))
    aims = any("its target" in line.lower() for line in lines)
    return _worded(_ability(node, Targets(of=Filter("ally")))) if aims else lines


def _worded(ability: Any) -> list[str]:
    return wording(Face(name="Sample", types=("ally",), abilities=(ability,), grants=_GRANTS))


_GRANTS: Final[dict[str, GrantedNode]] = {"granted": Triggered(on=Enter(), do=(Draw(),))}


def _ability(node: Any, *targets: Targets) -> Any:
    """An ability with a node in it, if it is not one itself."""
    any_node: Any = node
    if isinstance(node, effects.base.Effect):
        return Text(do=(any_node,), targets=targets)
    if isinstance(node, Static):
        return StaticAbility(effects=(any_node,))
    if isinstance(node, Trigger):
        return Triggered(on=any_node, do=(_DRAW,))
    if isinstance(node, costs.Cost):
        return AdditionalCost(pay=(any_node,))
    if isinstance(node, Targets):
        return Text(targets=(node,), do=(Damage(split=node.split is not None),))
    if isinstance(node, More):
        return Text(modes=Modes(options=(_ONE, _OTHER), more=node))
    if isinstance(node, Mode):
        return Text(modes=Modes(options=(node,)))
    return Text(modes=node) if isinstance(node, Modes) else node


def _value(kind: Any, name: str, before: Any = None) -> Any:
    """A value for a field, different from the last one."""
    return next(value for value in _values(kind, name) if value != before)


def _values(kind: Any, name: str) -> Iterator[Any]:
    origin, args = get_origin(kind), get_args(kind)
    if kind in _VALUES:
        yield from _VALUES[kind]
    elif kind is str:
        yield from _WORDS[name]
    elif origin is Literal:
        yield from (arg for arg in args if arg != "")
    elif origin is tuple:
        yield from ((value,) for value in _values(args[0], name))
    elif origin is dict:
        key = "buff" if args[1] is Amount else "2"
        yield from ({key: value} for value in _values(args[1], name))
    else:
        kinds = [each for each in args if each is not type(None)]
        known = [each for each in kinds if each in _VALUES and issubclass(each, Node)]
        for each in known[:1] or kinds:
            yield from _values(each, name)
