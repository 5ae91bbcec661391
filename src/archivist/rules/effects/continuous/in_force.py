"""What holds now: the statics of objects, intents, boons and player functions, and the effects that last, found once.

The list changes only when something enters or leaves, turns over, changes hands, or an effect begins or ends; whether
a static's conditions hold, and whom it reaches, is asked each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from archivist.model.card import Seat
from archivist.rules.effects.continuous.sources import Active, objects, stamp
from archivist.vocabulary.abilities import Keyword
from archivist.vocabulary.aspects import Aspect, Aspects
from archivist.vocabulary.face import KEYWORD_EVENTS, PLAYING_KEYWORDS
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.combat import Attacks
from archivist.vocabulary.statics.game import Forbid
from archivist.vocabulary.statics.playing import CostOf
from archivist.vocabulary.words import BY_DURABILITY

if TYPE_CHECKING:
    from archivist.model.state import State

S = TypeVar("S", bound=Static)


class Standing:
    """Everything that may hold in a position, oldest first, and by what it is about.

    Modifications are listed by the aspect they change: those of certain cards by the card, the others together. The rest
    is noted so that nobody need look at everything:

    - `frail`, `endangered`: whether something may lower the life of all objects, and the objects whose life it may lower
    - `empowering`: whether anything may change the power of an object
    - `chained`: how many effects ask for a keyword of those whom they reach
    - `losing`, `plain`, `granted`: whether abilities are lost, whether all keywords are as printed, which ones are given
    - `wordy`: whether types or elements are changed; `forging`: whether into what lives by its durability
    - `meddling`: whether something may stand in the way of playing cards, or change what they cost
    - `depends`: what all of it depends on
    - `passing`, `lent`: whether an effect lasts only while something is so, and whether an object is lent to another player
    - `arming`, `giving`, `aided`: whether attackers may be given abilities, whether anything may be, and the kinds of event
      for which keywords that are given, or counters, stand for triggered abilities
    - `enabled`: the elements that a player may use, filled in when asked
    """

    __slots__ = (
        "aided",
        "arming",
        "by_card",
        "by_kind",
        "chained",
        "depends",
        "empowering",
        "enabled",
        "endangered",
        "forging",
        "frail",
        "general",
        "giving",
        "granted",
        "lent",
        "losing",
        "meddling",
        "passing",
        "plain",
        "wordy",
    )

    def __init__(self, state: State) -> None:
        self.by_kind: dict[type, list[Active]] = {}
        self.by_card: dict[str, dict[int, list[Active]]] = {}
        self.general: dict[str, list[Active]] = {}
        self.granted: set[str] = set()
        own = state.objects or objects(state)
        for active in sorted((*own.statics, *_lasting(state)), key=stamp) if state.lasting else own.statics:
            static = active.static
            self.by_kind.setdefault(type(static), []).append(active)
            if isinstance(static, Modify):
                self._file(state, active, static)
        self.losing: bool = self.changes("loses")
        self.frail: bool = False
        self.endangered: set[int] = set()
        for aspect in filter(self.changes, LIFE):
            self.frail = self.frail or any(map(_saps, self.general.get(aspect, ())))
            for number, actives in self.by_card.get(aspect, _NOBODY).items():
                if any(map(_saps, actives)):
                    self.endangered.add(number)
        self.plain: bool = not self.losing and not self.changes("keywords")
        self.chained: int = 0 if self.plain else sum(map(_asks_for_keyword, self.of(Modify)))
        self.depends: Aspects = own.depends.union(*(each.static.depends for each in state.lasting))
        self.lent: bool = _lent(state)
        self.arming: bool = any(isinstance(each.static, Attacks) and each.static.grants for each in self.of(Attacks))
        self.giving: bool = self.arming or self.changes("grants")
        self.aided: set[str] = {"hit"}
        for word in self.granted:
            self.aided.update(KEYWORD_EVENTS.get(word, ()))
        self.enabled: dict[Seat, frozenset[str]] = {}
        self.empowering: bool = any(map(self.changes, POWER))
        self.meddling: bool = (
            self.changes("words")
            or CostOf in self.by_kind
            or not self.granted.isdisjoint(PLAYING_KEYWORDS)
            or any(isinstance(each.static, Forbid) and each.static.what == "activate" for each in self.of(Forbid))
        )
        self.passing: bool = any(each.until == "while this" for each in state.lasting)
        self.wordy: bool = self.changes("words")
        self.forging: bool = self.wordy and any(_forges(active.static) for active in self.of(Modify))

    def _file(self, state: State, active: Active, modify: Modify) -> None:
        numbers = _fixed(state, active, modify)
        self.granted.update(Keyword(text).word for text in modify.keywords)
        for aspect in modify.aspects:
            if numbers is None:
                self.general.setdefault(aspect, []).append(active)
            else:
                cards = self.by_card.setdefault(aspect, {})
                for number in numbers:
                    cards.setdefault(number, []).append(active)

    def of(self, kind: type[Static]) -> Sequence[Active]:
        """What may hold of one kind, whether or not its conditions are met."""
        return self.by_kind.get(kind, ())

    def changes(self, aspect: str) -> bool:
        """Whether anything may change this aspect of any card."""
        return aspect in self.general or aspect in self.by_card

    def about(self, aspect: str, number: int) -> list[Active]:
        """What may change this aspect of a card, oldest first."""
        general = self.general.get(aspect)
        cards = self.by_card.get(aspect)
        own = cards.get(number) if cards is not None else None
        if own is None:
            return general or _NOTHING
        return own if general is None else sorted((*own, *general), key=stamp)


def _forges(static: Static) -> bool:
    """Whether an effect may make something a weapon or Siegeable, which then lives by its durability (timing.4.2.3)."""
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
POWER = ("power", "set power", "swap")
"""The aspects that change the power of an object."""
LIFE = ("life", "set life", "swap")
"""The aspects that change the life of an object."""


def _saps(active: Active) -> bool:
    """Whether a modification of life may leave an object with less than is printed."""
    modify = active.static
    assert isinstance(modify, Modify)
    return modify.set_life is not None or modify.swap or modify.life.sinks


def _asks_for_keyword(active: Active) -> bool:
    """Whether a modification gives or takes something for having some keyword; what takes all abilities takes that too."""
    modify = active.static
    if not isinstance(modify, Modify) or "abilities" in modify.loses:
        return False
    return Aspect.KEYWORDS in modify.of.depends


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
