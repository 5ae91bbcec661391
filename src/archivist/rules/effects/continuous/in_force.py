"""What may hold now: the statics of objects, intents, boons and player functions, and the effects that last.

The list changes only when something enters or leaves, turns over, changes hands, or an effect begins or ends; whether
a static's conditions hold, and whom it reaches, is asked each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from archivist.model.event import GameEvent
from archivist.model.events import Hit
from archivist.rules.effects.continuous.sources import Active, objects, stamp
from archivist.vocabulary.abilities import Keyword
from archivist.vocabulary.aspects import Aspects
from archivist.vocabulary.face import KEYWORD_EVENTS
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import Change, Modify
from archivist.vocabulary.statics.combat import Attacks
from archivist.vocabulary.words import BY_DURABILITY

if TYPE_CHECKING:
    from archivist.model.state import State


class Standing:
    """Everything that may hold in a position, oldest first, and by what it is about.

    Modifications are listed by what they change: those of certain cards by the card (`by_card`), the others together
    (`general`). `changed` is all that any of them may change: what is not in it is as printed. `granted` are the keywords
    that anything may give. What else can be told from the list is worked out when somebody asks.
    """

    def __init__(self, state: State) -> None:
        self.by_kind: dict[type, list[Active]] = {}
        self.by_card: dict[Change, dict[int, list[Active]]] = {}
        self.general: dict[Change, list[Active]] = {}
        self.granted: set[str] = set()
        own = state.objects or objects(state)
        for active in sorted((*own.statics, *_lasting(state)), key=stamp) if state.lasting else own.statics:
            static = active.static
            self.by_kind.setdefault(type(static), []).append(active)
            if isinstance(static, Modify):
                self._file(state, active, static)
        self.changed: frozenset[Change] = frozenset((*self.general, *self.by_card))
        self.depends: Aspects = own.depends.union(*(each.static.depends for each in state.lasting))
        self.lent: bool = _lent(state)

    def _file(self, state: State, active: Active, modify: Modify) -> None:
        numbers = _fixed(state, active, modify)
        self.granted.update(Keyword(text).word for text in modify.keywords)
        for change in modify.changes:
            if numbers is None:
                self.general.setdefault(change, []).append(active)
            else:
                cards = self.by_card.setdefault(change, {})
                for number in numbers:
                    cards.setdefault(number, []).append(active)

    def of(self, kind: type[Static]) -> Sequence[Active]:
        """What may hold of one kind, whether or not its conditions are met."""
        return self.by_kind.get(kind, ())

    def about(self, change: Change, number: int) -> list[Active]:
        """What may change a card in this way, oldest first."""
        general = self.general.get(change)
        cards = self.by_card.get(change)
        own = cards.get(number) if cards is not None else None
        if own is None:
            return general or _NOTHING
        return own if general is None else sorted((*own, *general), key=stamp)

    # -- what can be told from it ----------------------------------------------------------------------------------

    @cached_property
    def gives_abilities(self) -> bool:
        """Whether abilities may be given to cards, or to attackers for their attack."""
        arming = (each.static for each in self.of(Attacks))
        return "grants" in self.changed or any(isinstance(each, Attacks) and each.grants for each in arming)

    @cached_property
    def changes_abilities(self) -> bool:
        """Whether effects may give or take abilities, so that those that are printed are not all."""
        return "loses" in self.changed or self.gives_abilities

    @cached_property
    def keyword_events(self) -> frozenset[type[GameEvent]]:
        """The kinds of event for which keywords that are given, or counters, stand for triggered abilities."""
        return frozenset((Hit, *(kind for word in self.granted for kind in KEYWORD_EVENTS.get(word, ()))))

    @cached_property
    def weakens_all(self) -> bool:
        """Whether something that is not about certain cards may leave objects with less life than is printed."""
        return any(_weakens(active) for change in LIFE for active in self.general.get(change, ()))

    @cached_property
    def weakened(self) -> frozenset[int]:
        """The objects that something about them may leave with less life than is printed."""
        cards = (each for change in LIFE for each in self.by_card.get(change, _NOBODY).items())
        return frozenset(number for number, actives in cards if any(map(_weakens, actives)))

    @cached_property
    def makes_durable(self) -> bool:
        """Whether something may become a weapon or Siegeable, and then live by its durability (timing.4.2.3)."""
        return "words" in self.changed and any(_makes_durable(active.static) for active in self.of(Modify))


def _makes_durable(static: Static) -> bool:
    return isinstance(static, Modify) and not BY_DURABILITY.isdisjoint((*static.types, *static.subtypes, *static.words))


def _lent(state: State) -> bool:
    """Whether any object or banished card is lent by its first controller to another player."""
    cards = state.cards
    for place in (state.field, *[each.banishment for each in state.players]):
        for number in place:
            if cards[number].first_controller is not None:
                return True
    return False


def _lasting(state: State) -> Iterator[Active]:
    for each in state.lasting:
        yield Active(each.static, each.source, each.controller, each.stamp, (), each.on)


_NOTHING: list[Active] = []
_NOBODY: dict[int, list[Active]] = {}
LIFE: tuple[Change, ...] = ("life", "set life", "swap")
"""The changes that may lower the life of an object."""


def _weakens(active: Active) -> bool:
    """Whether a modification of life may leave an object with less than is printed."""
    modify = active.static
    assert isinstance(modify, Modify)
    return modify.set_life is not None or modify.swap or modify.life.sinks


def _fixed(state: State, active: Active, modify: Modify) -> list[int] | None:
    """The cards a modification is about, where these are known beforehand."""
    if active.on is not None:
        return list(dict.fromkeys(thing.id for thing in active.on if thing.kind == "card"))
    if modify.of.name == "this":
        return [active.source.id]
    if modify.of.name == "champion":
        champion = state.players[active.you].champion
        return [] if champion is None else [champion]
    return None


def standing(state: State) -> Standing:
    """What may hold now; found anew only after an object or an effect has come, gone or changed (the state drops it)."""
    known = state.standing
    if known is None:
        state.standing = known = Standing(state)
    return known
