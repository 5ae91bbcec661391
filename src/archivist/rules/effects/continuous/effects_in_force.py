"""What may hold now: the statics of objects, intents, boons and player functions, and the effects that last.

The list changes only when something enters or leaves, turns over, changes hands, or an effect begins or ends; whether
a static's conditions hold, and whom it reaches, is asked each time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from archivist.model.card import Card, Thing
from archivist.model.event import GameEvent
from archivist.rules.effects.continuous.active import Active, stamp
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.vocabulary.abilities import Keyword, StaticAbility
from archivist.vocabulary.aspects import NOTHING, Aspects
from archivist.vocabulary.face import KEYWORD_EVENTS, SPURS
from archivist.vocabulary.pending import Lasting
from archivist.vocabulary.phrase import depends_on
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import Change, Control, Modify
from archivist.vocabulary.statics.combat import Attacks
from archivist.vocabulary.statics.game import Forbid
from archivist.vocabulary.statics.playing import Disable, Enable
from archivist.vocabulary.words import BY_DURABILITY

if TYPE_CHECKING:
    from archivist.model.state import State
    from archivist.rules.legal_actions.prefilter import Playing
    from archivist.vocabulary.face import Face


Basis = tuple[list[Active], list[tuple[int, Aspects]], tuple[Lasting, ...], bool, list[int | None]]
"""What objects bring and what that depends on, the effects that last, whether a card is lent, and the champions."""


class Standing:
    """Everything that may hold in a position, oldest first, and by what it is about.

    Modifications are listed by what they change: those of certain cards by the card (`by_card`), the others together
    (`general`). `changed` is all that any of them may change: what is not in it is as printed. `granted` are the keywords
    that anything may give. The rest can be told from these:

    - `gives_abilities`: whether abilities may be given to cards, or to attackers for their attack
    - `changes_abilities`: whether effects may give or take abilities, so that those that are printed are not all
    - `wavers`: whether what an object can do may change though the objects stay: by what gives or takes abilities, or
      changes what cards are
    - `keyword_events`: the kinds of event for which keywords that are given stand for triggered abilities
    - `weakens_all`, `weakened`: whether something that is not about certain cards may leave objects with less life than
      is printed, and the objects that something about them may
    - `saps`: whether something may leave objects with less power than is printed
    - `forbidden`: what prohibitions may keep somebody from
    - `makes_durable`: whether something may become a weapon or Siegeable, and then live by its durability (timing.4.2.3)
    - `armed`, `gifted`: the cards to which effects may give abilities, and those to which they may give abilities or
      keywords; None if that may be any card
    - `uneasy`: whether effects may bring a check about by themselves: end lives or end with their source, make namesakes of
      objects, or give them to other players
    - `switches_elements`: whether effects may change the elements that players may use
    - `spurs`: whether keywords are given that raise power in a role
    - `playing`, `timeless`: what effects may do to playing cards (`legal_actions/prefilter.py`), and whether nothing
      depends on the turn; filled in when somebody asks
    - `basis`: all that it was made of; only what abilities given to cards bring hangs on more, on these cards
    """

    __slots__ = (
        *("_chained", "_depends", "_looking", "armed", "basis", "by_card", "by_kind", "changed", "changes_abilities"),
        *("forbidden", "general", "gifted", "gives_abilities", "granted", "keyword_events", "lent", "makes_durable"),
        *("playing", "saps", "spurs", "switches_elements", "timeless", "uneasy", "wavers", "weakened", "weakens_all"),
    )

    def __init__(self, state: State, basis: Basis) -> None:
        self.basis = basis
        self.by_kind: dict[type, list[Active]] = {}
        self.by_card: dict[Change, dict[int, list[Active]]] = {}
        self.general: dict[Change, list[Active]] = {}
        self.granted: set[str] = set()
        self.weakens_all: bool = False
        self.weakened: set[int] = set()
        self.saps: bool = False
        own = state.objects or objects(state)
        for active in sorted((*own.statics, *_lasting(state)), key=stamp) if state.lasting else own.statics:
            static = active.static
            self.by_kind.setdefault(type(static), []).append(active)
            if isinstance(static, Modify):
                self._file(state, active, static)
        self.changed: frozenset[Change] = frozenset((*self.general, *self.by_card))
        self._looking = (own.looking, state.lasting, state.pool)
        self._depends: Aspects | None = None
        self._chained: int | None = None
        self.playing: Playing | None = None
        self.timeless: bool | None = None
        self.lent: bool = basis[3]
        arms = Attacks in self.by_kind and self._arms()
        self.gives_abilities: bool = arms or "grants" in self.changed
        self.changes_abilities: bool = self.gives_abilities or "loses" in self.changed
        self.wavers: bool = self.changes_abilities or "words" in self.changed
        self.keyword_events: frozenset[type[GameEvent]] = _keyword_events(self.granted) if self.granted else _NO_EVENTS
        self.armed: frozenset[int] | None = None if arms else self._certain("grants")
        self.gifted: frozenset[int] | None = self.armed
        if "keywords" in self.changed and self.armed is not None:
            keyworded = self._certain("keywords")
            self.gifted = None if keyworded is None else self.armed | keyworded
        self.switches_elements: bool = "words" in self.changed or Enable in self.by_kind or Disable in self.by_kind
        self.forbidden: frozenset[str] = _forbidden(self.by_kind[Forbid]) if Forbid in self.by_kind else _NO_WORDS
        self.spurs: bool = not SPURS.isdisjoint(self.granted)
        self.makes_durable: bool = "words" in self.changed and any(
            _makes_durable(active.static) for active in self.of(Modify)
        )

        self.uneasy: bool = (
            self.weakens_all
            or bool(self.weakened)
            or self.lent
            or "words" in self.changed
            or Control in self.by_kind
            or "while this" in [each.until for each in state.lasting]
        )

    @property
    def depends(self) -> Aspects:
        """All that anything in it depends on; worked out when somebody asks, as many lists are gone before."""
        if self._depends is None:
            own, lasting, pool = self._looking
            looking = [each for _, each in own]
            self._depends = NOTHING.union(*looking, *[each.static.depends for each in lasting], *_gained(lasting, pool))
        return self._depends

    @property
    def chained(self) -> int:
        """How many modifications ask for a keyword of those whom they reach."""
        if self._chained is None:
            self._chained = sum(isinstance(each.static, Modify) and each.static.chained for each in self.of(Modify))
        return self._chained

    def _certain(self, change: Change) -> frozenset[int] | None:
        """The cards that may be changed in one way, where these are known beforehand."""
        if change not in self.changed:
            return _NOBODY
        return None if change in self.general else frozenset(self.by_card.get(change, ()))

    def _arms(self) -> bool:
        """Whether attackers may be given abilities for their attack."""
        return any(isinstance(each.static, Attacks) and each.static.grants for each in self.of(Attacks))

    def _file(self, state: State, active: Active, modify: Modify) -> None:
        numbers = _fixed(state, active, modify)
        if modify.keywords:
            self.granted.update(words_of(modify.keywords))
        if modify.numbered:
            self.granted.update(numbered.keyword for numbered in modify.numbered)
        if modify.weakens:
            self.weakens_all = self.weakens_all or numbers is None
            self.weakened.update(numbers or ())
        if modify.saps:
            self.saps = True
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

    def may_change(self, change: Change, card: Card) -> bool:
        """Whether anything may change a card in this way: it is about that card, or about cards that lie there.

        What is about objects need not be asked about cards of a hand or on the stack.
        """
        cards = self.by_card.get(change)
        if cards is not None and card.id in cards:
            return True
        zone = card.zone
        for active in self.general.get(change, ()):
            assert isinstance(active.static, Modify)
            each = active.static.of.each
            if zone == "field" or each is None or not each.zones or zone in each.zones:
                return True
        return False


@cache
def words_of(keywords: tuple[str, ...]) -> tuple[str, ...]:
    """The words of keywords, as a text gives them; read once for each text, since the lists are made often."""
    return tuple(Keyword(text).word for text in keywords)


def _forbidden(prohibitions: Sequence[Active]) -> frozenset[str]:
    return frozenset([each.static.what for each in prohibitions if isinstance(each.static, Forbid)])


def _keyword_events(granted: Iterable[str]) -> frozenset[type[GameEvent]]:
    return frozenset([kind for word in granted for kind in KEYWORD_EVENTS.get(word, ())])


def _makes_durable(static: Static) -> bool:
    return isinstance(static, Modify) and not BY_DURABILITY.isdisjoint((*static.types, *static.subtypes, *static.words))


def _lent(state: State) -> bool:
    """Whether any object or banished card is lent by its first controller to another player."""
    cards, lent = state.cards, state.lent
    if lent is None:
        state.lent = lent = tuple([card.id for card in cards if card.first_controller is not None])
    for number in lent:  # noqa: SIM110
        if cards[number].first_controller is not None and cards[number].zone in _WHERE_LENT:
            return True
    return False


def granted(state: State, thing: Thing) -> bool:
    """Whether an effect that lasts was given to this very thing."""
    for each in state.lasting:  # noqa: SIM110
        if each.on is not None and thing in each.on:
            return True
    return False


def _lasting(state: State) -> Iterator[Active]:
    for each in state.lasting:
        yield Active(
            each.static, each.source, each.controller, each.stamp, (), each.on,
            player=each.player, giver=each.giver, text_of=each.text_of,
        )  # fmt: skip
        if isinstance(each.static, Modify) and each.static.grants:
            yield from _granted_statics(state, each, each.static)


def _granted_statics(state: State, lasting: Lasting, modify: Modify) -> Iterator[Active]:
    """The statics of the abilities that an effect gives to objects: each is the object's own, wherever its control goes.

    An attack card has those that it gained for as long as it is in the intent.

    Rules: abilities.1.4.attack, abilities.1.7, effects.5.9.
    """
    for ability in _static_grants(state.pool, lasting, modify):
        for thing in lasting.on or ():
            card = state.current(thing)
            if card is not None and card.zone in ("field", "intent"):
                for static in ability.effects:
                    yield Active(
                        static, card, card.controller, lasting.stamp, ability.conditions, None, own=True, gained=True,
                        text_of=lasting.face,
                    )  # fmt: skip


def _static_grants(pool: Mapping[str, Face], lasting: Lasting, modify: Modify) -> tuple[StaticAbility, ...]:
    grants = pool[lasting.face].grants
    return tuple(ability for name in modify.grants if isinstance(ability := grants[name], StaticAbility))


def _gained(lasting: Sequence[Lasting], pool: Mapping[str, Face]) -> Iterator[Aspects]:
    """What the static abilities depend on that effects give to objects."""
    for each in lasting:
        if isinstance(each.static, Modify) and each.static.grants:
            yield depends_on(_static_grants(pool, each, each.static))


_WHERE_LENT = ("field", "banishment")
_NOTHING: list[Active] = []
_NOBODY: frozenset[int] = frozenset()
_NO_WORDS: frozenset[str] = frozenset()
_NO_EVENTS: frozenset[type[GameEvent]] = frozenset()


def _fixed(state: State, active: Active, modify: Modify) -> list[int] | None:
    """The cards a modification can be about, where these are known beforehand; whether it is, the effect says itself."""
    if active.on is not None:
        return list(dict.fromkeys([thing.id for thing in active.on]))
    if modify.of.name == "this":
        return [active.source.id]
    if modify.of.name == "champion":
        champion = state.players[active.you].champion
        return [] if champion is None else [champion]
    return None


def standing(state: State) -> Standing:
    """What may hold now; looked for only after an object or an effect has come, gone or changed (the state drops it).

    Often that object brings nothing that may hold, and the list stays as it was.
    """
    known = state.standing
    if known is None:
        own = state.objects or objects(state)
        known, lent = None if state.lasting else own.alone, _lent(state)
        if known is None or known.lent != lent:
            basis = (own.statics, own.looking, state.lasting, lent, [each.champion for each in state.players])
            known = state.listed
            if known is None or known.basis != basis or "grants" in known.changed:
                state.listed = known = Standing(state, basis)
            if not state.lasting:
                own.alone = known
        state.standing = known
    return known


def occurs(state: State, keyword: str) -> bool:
    """Whether any object may have a keyword: it is printed on one, or something may give it.

    Of most keywords that concern every object one look tells that none has them.
    """
    printed = (state.objects or objects(state)).keyworded
    return keyword in printed or keyword in (state.standing or standing(state)).granted
