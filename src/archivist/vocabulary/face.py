"""Faces: the printed part of a card in the project's vocabulary, its abilities in printed order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final, Literal

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from archivist.model import events
from archivist.model.event import GameEvent
from archivist.vocabulary.abilities import (
    AbilityNode,
    Activated,
    AsTurnsEnd,
    BeginsOnField,
    Command,
    EntersAsCopy,
    GrantedNode,
    Keyword,
    LineageRelease,
    Link,
    Speed,
    StaticAbility,
    Text,
    Triggered,
    add_keyword,
    word_of,
)
from archivist.vocabulary.aspects import Aspect, Aspects
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.demands import Demands, declared
from archivist.vocabulary.fixed import fix
from archivist.vocabulary.mentions import Found, mentioned, nodes
from archivist.vocabulary.node import Node, write
from archivist.vocabulary.phrase import depends_on
from archivist.vocabulary.playing_abilities import (
    AdditionalCost,
    AlternativeCost,
    ClassLocked,
    CostModifier,
    Permission,
    Restriction,
)
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.text import Paragraph
from archivist.vocabulary.words import ADVANCED_ELEMENTS, BY_DURABILITY, CLASSES


def text_of(key: str) -> str:
    """The face whose text an ability is, by the key of the ability; empty for those of keywords, counters and rules."""
    return key.rpartition("/")[0]


class PrintedCost(Node, frozen=True):
    """A reserve cost or a memory cost; X is chosen as the card is played."""

    reserve: int | Literal["X"] | None = None
    memory: int | Literal["X"] | None = None


class Face(Node, frozen=True, dict=True, gc=True):
    """A card by its current official text, which replaces what is printed on any copy (turn.10.1).

    Actions and boons have a printed speed; all other cards are slow unless they say otherwise (timing.1.2).
    What has no meaning in the game, such as watermarks, border and italic text, has no field. Each entry of `abilities`
    is one paragraph. A card without an element is norm. `flip` names the flip side of a double-faced card, which is a
    face of its own with `side` flip. `new_words` are subtypes and counters that are meant as they are written, though
    they look like others.

    Rules: cards.1, cards.1.1, cards.1.5, cards.3.1, abilities.1, abilities.1.1, abilities.1.2, abilities.1.6.
    """

    name: str
    types: tuple[str, ...]
    elements: tuple[str, ...] = ("norm",)
    classes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    cost: PrintedCost = PrintedCost()
    speed: Speed = "slow"
    level: int | None = None
    power: int | None = None
    life: int | None = None
    durability: int | None = None
    abilities: tuple[AbilityNode, ...] = ()
    grants: dict[str, GrantedNode] = {}
    flip: str = ""
    side: Literal["default", "flip"] = "default"
    new_words: tuple[str, ...] = ()
    direction: Literal["", "North", "East", "South", "West"] = ""

    def __post_init__(self) -> None:
        fix(self, "grants")

    @cached_property
    def text_nodes(self) -> tuple[tuple[str, Struct], ...]:
        """Every node of the card's text, each with its place in the entry."""
        return (*nodes(self.abilities, "abilities"), *nodes(self.grants, "grants"))

    @cached_property
    def text_mentions(self) -> tuple[Found, ...]:
        """What the phrases of the card's text refer to."""
        return (*mentioned(self.abilities, "abilities"), *mentioned(self.grants, "grants"))

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word a phrase can test: types, subtypes, classes, elements, and *unit* for allies and champions.

        A card with an element that is neither basic nor norm is *advanced*.

        Rules: targets-and-copies.1.2, terms.5.unit, cards.3, cards.3.1, cards.4.
        """
        words = {*self.types, *self.elements, *self.classes, *self.subtypes}
        if words & {"ally", "champion"}:
            words.add("unit")
        if words & {"greater boon", "lesser boon"}:
            words.add("boon")
        if words & ADVANCED_ELEMENTS:
            words.add("advanced")
        return frozenset(words)

    @cached_property
    def object_words(self) -> frozenset[str]:
        """The words of an object with this face."""
        return self.words | {"object"}

    @cached_property
    def token_words(self) -> frozenset[str]:
        """The words of a token with this face."""
        return self.words | {"object", "token"}

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Every word or phrase that the abilities use, as a card file has them."""
        return frozenset(_texts(to_builtins(self.abilities, enc_hook=write)))

    @cached_property
    def open_keywords(self) -> dict[str, int] | None:
        """The keywords with their numbers, if none of them is behind a restriction."""
        if any(keyword.when is not None for keyword in self.keywords):
            return None
        found: dict[str, int] = {}
        for keyword in self.keywords:
            add_keyword(found, keyword.word, keyword.number)
        return found

    @cached_property
    def steady_keywords(self) -> bool:
        """Whether every restriction on its keywords looks at nothing but champions and at what the card is."""
        return all(keyword.when is None or keyword.when.steady for keyword in self.keywords)

    @cached_property
    def playable_from(self) -> frozenset[str]:
        """The zones besides the hand from which its own text may let it be activated."""
        own = {ability.from_ for ability in self.own_licences}
        return frozenset(own & {"graveyard", "banishment", "material", "memory"})

    @cached_property
    def own_licences(self) -> tuple[Permission | AlternativeCost, ...]:
        """What its own text says about activating it from elsewhere, or in another way."""
        return tuple(ability for ability in self.abilities if isinstance(ability, Permission | AlternativeCost))

    @cached_property
    def hastened(self) -> bool:
        """Whether its own text may let it be activated as though it had Fast Activation."""
        return any(isinstance(each, Permission) and each.from_ == "hand" and each.fast for each in self.abilities)

    @cached_property
    def changes_words(self) -> bool:
        """Whether its static abilities may change types, subtypes or elements."""
        effects = (effect for ability in self.statics for effect in ability.effects)
        return any(isinstance(effect, Modify) and "words" in effect.changes for effect in effects)

    @cached_property
    def static_aspects(self) -> Aspects:
        """What its static abilities depend on."""
        return depends_on(self.statics)

    @cached_property
    def conditions(self) -> tuple[Condition, ...]:
        """The restrictions ahead of its abilities."""
        return tuple(when for each in self.abilities if (when := getattr(each, "when", None)) is not None)

    @cached_property
    def paying_aspects(self) -> Aspects:
        """What the restrictions on its keywords depend on that say what can pay."""
        return depends_on(tuple(each.when for each in self.keywords if each.word in PAYING_KEYWORDS))

    @cached_property
    def restriction_aspects(self) -> Aspects:
        """What the restrictions on its keywords and labels depend on."""
        restrictions = (*(keyword.when for keyword in self.keywords), *(when for _, when in self.labels))
        return depends_on(restrictions)

    @cached_property
    def link(self) -> Link | None:
        return next((ability for ability in self.abilities if isinstance(ability, Link)), None)

    @cached_property
    def text(self) -> tuple[Paragraph, ...]:
        """The instructions carried out on resolution, in printed order."""
        return tuple(ability.plain() for ability in self.abilities if isinstance(ability, Text))

    @cached_property
    def keywords(self) -> tuple[Keyword, ...]:
        return tuple(ability for ability in self.abilities if isinstance(ability, Keyword))

    @cached_property
    def keyword_words(self) -> frozenset[str]:
        """The keywords without their numbers, whether or not their restrictions are met."""
        return frozenset(keyword.word for keyword in self.keywords)

    @cached_property
    def instances(self) -> Counter[str]:
        """How often each keyword is printed."""
        return Counter(keyword.word for keyword in self.keywords)

    @cached_property
    def spurred(self) -> bool:
        """Whether a keyword may give it more power in its role."""
        return not SPURS.isdisjoint(self.keyword_words)

    @cached_property
    def labels(self) -> tuple[tuple[str, Condition | None], ...]:
        """The label keywords of its abilities, without numbers, each with the restriction it is behind."""
        labelled = (each for each in self.abilities if isinstance(each, Paragraph | StaticAbility | CostModifier))
        return tuple((word_of(each.label), each.when) for each in labelled if each.label)

    @cached_property
    def triggered(self) -> tuple[Triggered, ...]:
        return tuple(ability for ability in self.abilities if isinstance(ability, Triggered))

    @cached_property
    def activated(self) -> tuple[Activated, ...]:
        """Its activated abilities; banishing the card is among the costs of a Lineage Release."""
        return tuple(
            replace(ability, cost=ability.payments) if isinstance(ability, LineageRelease) else ability
            for ability in self.abilities
            if isinstance(ability, Activated)
        )

    @cached_property
    def triggers(self) -> dict[type[GameEvent], tuple[tuple[str, Triggered], ...]]:
        """The triggered abilities by the kind of event they look for, each with the key under which it is counted."""
        return _by_event((f"{self.name}/trigger {index}", each) for index, each in enumerate(self.triggered))

    @cached_property
    def watched(self) -> frozenset[type[GameEvent]]:
        """The kinds of event that it may trigger on, by an ability or by a keyword."""
        by_keyword = (kind for keyword in self.keywords for kind in KEYWORD_EVENTS.get(keyword.word, ()))
        return frozenset((*self.triggers, *by_keyword))

    @cached_property
    def inherited_triggers(self) -> dict[type[GameEvent], tuple[tuple[str, Triggered], ...]]:
        """Those of the triggered abilities that a champion has while this card is in its lineage."""
        return _by_event(
            (f"{self.name}/trigger {index}", each) for index, each in enumerate(self.triggered) if each.inherited
        )

    @cached_property
    def uses(self) -> tuple[tuple[str, Activated], ...]:
        """The activated abilities, each with the key under which its use is counted."""
        return tuple((f"{self.name}/{index}", each) for index, each in enumerate(self.activated))

    @cached_property
    def used_by_others(self) -> bool:
        """Whether others than its controller may activate an ability of it."""
        return any(ability.by != "you" for ability in self.activated)

    @cached_property
    def inherited_uses(self) -> tuple[tuple[str, Activated], ...]:
        """Those of the activated abilities that a champion has while this card is in its lineage."""
        return tuple(use for use in self.uses if use[1].inherited)

    @cached_property
    def targeting(self) -> bool:
        """Whether playing it may ask for targets."""
        return self.link is not None or any(paragraph.targets or paragraph.modes for paragraph in self.text)

    @cached_property
    def modal(self) -> bool:
        """Whether its text has modes."""
        return any(paragraph.modes is not None for paragraph in self.text)

    @cached_property
    def declares_costs(self) -> bool:
        """Whether playing it may ask how its costs are paid: it has an X, an alternative or an optional cost."""
        asking = (each for each in self.abilities if isinstance(each, AlternativeCost) or declared(each))
        return "X" in (self.cost.reserve, self.cost.memory) or any(asking)

    @cached_property
    def class_set(self) -> frozenset[str]:
        return frozenset(self.classes)

    @cached_property
    def class_like(self) -> frozenset[str]:
        """Its subtypes that are called like a class and are none: a Warrior may be a Spirit by subtype alone (cards.1.6)."""
        return frozenset(self.subtypes) & CLASSES - self.class_set

    @cached_property
    def reservable(self) -> bool:
        """Whether its own text may ever let an object with it rest for reserve (keywords.reservable)."""
        return "reservable" in self.keyword_words

    @cached_property
    def statics(self) -> tuple[StaticAbility, ...]:
        return tuple(ability for ability in self.abilities if isinstance(ability, StaticAbility))

    @cached_property
    def conditional_statics(self) -> tuple[tuple[StaticAbility, tuple[Condition, ...]], ...]:
        """Its static abilities, each with everything that must hold for it."""
        return tuple((ability, ability.conditions) for ability in self.statics)

    @cached_property
    def roams(self) -> bool:
        """Whether an ability names the zones in which it works (abilities.1.4.named)."""
        abilities: list[Triggered | Activated | StaticAbility] = [*self.triggered, *self.activated, *self.statics]
        return any(ability.works_in or ability.works_outside for ability in abilities)

    @cached_property
    def holds_elsewhere(self) -> bool:
        """Whether a static of it may hold while it is neither object nor intent: on the stack, or where its text says."""
        return bool(self.statics) and (self.roams or "action" in self.words)

    @cached_property
    def quiet(self) -> bool:
        """Whether it goes to hand, memory and deck as any card: no type of it sends it elsewhere, and no text holds there."""
        return "regalia" not in self.words and not self.holds_elsewhere

    @cached_property
    def cost_modifiers(self) -> tuple[CostModifier, ...]:
        """What its own text says about what it costs."""
        return tuple(ability for ability in self.abilities if isinstance(ability, CostModifier))

    @cached_property
    def additional_costs(self) -> tuple[AdditionalCost, ...]:
        """The additional costs that must be paid as it is played."""
        costs = (ability for ability in self.abilities if isinstance(ability, AdditionalCost))
        return tuple(cost for cost in costs if not cost.optional)

    @cached_property
    def class_locks(self) -> tuple[tuple[str, ...], ...]:
        """The classes of each lock that names them (keywords.class-locked)."""
        return tuple(ability.classes for ability in self.abilities if isinstance(ability, ClassLocked))

    @cached_property
    def restrictions(self) -> tuple[Restriction, ...]:
        """What must be so for it to be played."""
        return tuple(ability for ability in self.abilities if isinstance(ability, Restriction))

    @cached_property
    def command(self) -> Command | None:
        return next((ability for ability in self.abilities if isinstance(ability, Command)), None)

    @cached_property
    def as_turns_end(self) -> tuple[AsTurnsEnd, ...]:
        return tuple(ability for ability in self.abilities if isinstance(ability, AsTurnsEnd))

    @cached_property
    def begins_on_field(self) -> bool:
        """Whether a game may begin with it on the field."""
        return any(isinstance(ability, BeginsOnField) for ability in self.abilities)

    @cached_property
    def enters_as_copy(self) -> EntersAsCopy | None:
        return next((ability for ability in self.abilities if isinstance(ability, EntersAsCopy)), None)

    @cached_property
    def dying_from(self) -> int | None:
        """The damage from which on an object with it might be dying, as printed; from 0 where durability decides."""
        return 0 if self.words & BY_DURABILITY else self.life

    @cached_property
    def role(self) -> Role:
        """What it is good for as an object."""
        return Role(self)

    @cached_property
    def demands(self) -> Demands:
        """What playing it asks for."""
        return Demands(self)

    @cached_property
    def is_object(self) -> bool:
        """Whether it becomes an object: actions, attacks and boons do not.

        Rules: cards.1.table, cards.1.champion, cards.1.ally, cards.1.weapon, cards.1.item, cards.1.domain,
        cards.1.phantasia, cards.4.item.
        """
        return bool(self.words & {"ally", "champion", "domain", "item", "phantasia", "weapon"})

    @cached_property
    def is_card(self) -> bool:
        """Tokens are no cards, and neither are masteries, statuses and flip sides (cards.6.1, cards.7.1, cards.8.1)."""
        return self.side == "default" and not self.words & {"token", "mastery", "status"}

    @cached_property
    def plain(self) -> bool:
        """Whether playing it from where it belongs leaves nothing to declare but targets, so that nothing need be tried.

        No text of its own begins to hold on the stack either.
        """
        return (
            "X" not in (self.cost.reserve, self.cost.memory)
            and not any(declared(ability) for ability in self.abilities)
            and all(paragraph.modes is None for paragraph in self.text)
            and not self.heeds_targets
            and not self.heeds_homes
            and not self.holds_elsewhere
        )

    @cached_property
    def heeds_homes(self) -> bool:
        """Whether what it costs and asks for depends on the cards among which it lies until it is announced (CA.1.1)."""
        text = [phrase for each in self.text for phrase in (each.when, *each.targets)]
        asking = [
            each for each in self.abilities if isinstance(each, AdditionalCost | CostModifier | Keyword | Restriction)
        ]
        return Aspect.HOMES in depends_on((*text, *asking))

    @cached_property
    def cost_hangs_on_targets(self) -> bool:
        """Whether what it costs depends on its targets."""
        extra = tuple(cost for ability in self.abilities if isinstance(ability, AdditionalCost) for cost in ability.pay)
        return Aspect.TARGETS in depends_on((*self.cost_modifiers, *extra))

    @cached_property
    def variable_text(self) -> bool:
        """Whether what its text does and asks for may change while it is played: restrictions, modes, counted targets."""
        counted = (each for paragraph in self.text for each in paragraph.targets)
        return any(paragraph.when is not None or paragraph.modes is not None for paragraph in self.text) or any(
            each.count.fixed is None for each in counted
        )

    @cached_property
    def late_parts(self) -> tuple[int, ...]:
        """The paragraphs that paying for the card may unlock, or make ask for more modes or targets."""
        return tuple(
            part for part, paragraph in enumerate(self.text) if paragraph.comes_late(paid=self._paid_otherwise)
        )

    @cached_property
    def checked_late(self) -> bool:
        """Whether paying for it may both add to what it does and make it illegal, which is checked again then (CA.1.8.2)."""
        locked = bool(self.class_locks) or not self.keyword_words.isdisjoint(("class locked", "level locked"))
        return self.variable_text and (bool(self.restrictions) or (locked and self._paid_otherwise))

    @cached_property
    def _paid_otherwise(self) -> bool:
        """Whether something else than its reserve or memory cost may be paid for it."""
        return any(isinstance(ability, AdditionalCost | AlternativeCost | Permission) for ability in self.abilities)

    @cached_property
    def heeds_targets(self) -> bool:
        """Whether its targets have a say in what it costs, or in whether it may be played: it names them, or their player."""
        return self.cost_hangs_on_targets or any(Aspect.TARGETS in each.only.depends for each in self.restrictions)

    @cached_property
    def lineage_name(self) -> str:
        """The champion's name without its title (cards.1.3); a name without a title is none (cards.1.4)."""
        name, comma, _ = self.name.partition(", ")
        return name if comma else ""


class Role:
    """What an object with a face is good for, gathered in one place: the lists of objects are made often.

    - `statics`: its static abilities, each with everything that must hold for it; `aspects`: what they depend on
    - `heirlooms`, `heard_above`: those that a champion has while this card is in its lineage, and the kinds of event on
      which it may trigger then
    - `keywords`: those that are printed on it; `dying_from`: the damage from which on it might be dying
    - `linked`, `reservable`, `unique`: whether it has Link, may rest for reserve, and may be there once only
    - `unit`, `champion`, `attackable`, `weapon`: whether it fights, as a champion or not, can be attacked, and is wielded
    - `used`: whether it may have activated abilities: printed ones, or by the lineage and the counters of a champion
    - `watched`: the kinds of event that it may trigger on; `ends_turns`: whether something is to be done as turns end
    """

    __slots__ = (
        *(
            "aspects",
            "attackable",
            "champion",
            "dying_from",
            "ends_turns",
            "heard_above",
            "heirlooms",
            "keywords",
            "linked",
            "reservable",
            "statics",
            "unique",
            "unit",
            "used",
            "watched",
            "weapon",
        ),
    )

    def __init__(self, face: Face) -> None:
        words = face.words
        self.statics: tuple[tuple[StaticAbility, tuple[Condition, ...]], ...] = face.conditional_statics
        self.aspects: Aspects = face.static_aspects
        self.heirlooms: tuple[tuple[StaticAbility, tuple[Condition, ...]], ...] = tuple(
            each for each in self.statics if each[0].inherited
        )
        self.heard_above: frozenset[type[GameEvent]] = frozenset(face.inherited_triggers)
        self.watched: frozenset[type[GameEvent]] = face.watched
        self.keywords: frozenset[str] = face.keyword_words
        self.dying_from: int | None = face.dying_from
        self.ends_turns: bool = bool(face.as_turns_end)
        self.linked: bool = face.link is not None
        self.reservable: bool = face.reservable
        self.unique: bool = "unique" in words
        self.unit: bool = "unit" in words
        self.champion: bool = "champion" in words
        self.attackable: bool = self.unit or "siegeable" in words
        self.weapon: bool = "weapon" in words
        self.used: bool = bool(face.uses) or self.champion


KEYWORD_EVENTS: Final[dict[str, tuple[type[GameEvent], ...]]] = {
    "intercept": (events.Attack,),
    "vigor": (events.Phase,),
    "preserve": (events.Destroy,),
    "foster": (events.Phase,),
}
"""The kinds of event on which keywords trigger."""

PAYING_KEYWORDS: Final = frozenset(("reservable", "floating memory", "immortality"))
"""The keywords that say what can pay."""

SPURS: Final = frozenset(("retort", "commanded will"))
"""The keywords that give a unit more power in its role."""


def _texts(value: Any) -> Iterator[str]:
    """Every text in plain values; the keys of mappings are not among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each)


def _by_event(keyed: Iterable[tuple[str, Triggered]]) -> dict[type[GameEvent], tuple[tuple[str, Triggered], ...]]:
    found: dict[type[GameEvent], tuple[tuple[str, Triggered], ...]] = {}
    for key, ability in keyed:
        for kind in ability.on.hears:
            found[kind] = (*found.get(kind, ()), (key, ability))
    return found
