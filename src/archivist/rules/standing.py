"""What holds now: the statics of objects, intents, boons and player functions, and the effects that last, found once.

The list changes only when something enters or leaves, turns over, changes hands, or an effect begins or ends; whether
a static's conditions hold, and whom it reaches, is asked each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec

import archivist.rules.scene as scenes
from archivist.model.card import Card, Seat, Thing
from archivist.rules.places import roaming, works
from archivist.vocabulary.abilities import Keyword
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.face import asks_for_the_time
from archivist.vocabulary.node import Ref
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import EARLY, Modify
from archivist.vocabulary.statics.game import Forbid
from archivist.vocabulary.statics.playing import CostOf

if TYPE_CHECKING:
    from archivist.model.state import State
    from archivist.vocabulary.face import Face

S = TypeVar("S", bound=Static)


class Active(msgspec.Struct, frozen=True, gc=False):
    """Something that may hold now: a static of a source (`own`), or an effect that lasts."""

    static: Static
    source: Card
    you: Seat
    stamp: int
    conditions: tuple[Condition, ...] = ()
    on: tuple[Thing, ...] | None = None
    own: bool = False

    def scene(self, state: State) -> scenes.Scene:
        source = state.cards[self.source.id] if self.own else self.source
        return scenes.Scene(state, self.you, source, x=source.x)

    def holds(self, state: State) -> bool:
        if not self.conditions:
            return True
        scene = self.scene(state)
        return all(condition.holds(scene) for condition in self.conditions)

    def reaches(self, state: State, ref: Ref, card: Card) -> bool:
        """Whether it is about this card: by its fixed set, or by its words.

        Rules: effects.5.7.choice.
        """
        if self.on is not None:
            return card.thing in self.on
        if ref.each is not None:
            return ref.each.fits(self.scene(state), card)
        source = self.source
        if ref.name == "this":
            return card.id == source.id and card.incarnation == source.incarnation
        if ref.name == "champion":
            return state.players[self.you].champion == card.id
        linked = state.cards[source.id].linked if self.own else source.linked
        return ref.name == "linked" and linked == card.thing


class Standing:
    """Everything that may hold in a position, oldest first, and by what it is about.

    Modifications are listed by the aspect they change: those of certain cards by the card, the others together. The rest
    is noted so that nobody need look at everything:

    - `frail`, `endangered`: whether something may lower the life of all objects, and the objects whose life it may lower,
      or which die of something else than damage
    - `losing`, `plain`, `granted`: whether abilities are lost, whether all keywords are as printed, which ones are given
    - `wordy`: whether types or elements are changed
    - `meddling`: whether something may stand in the way of playing cards, or change what they cost
    - `timely`: whether anything asks whose turn or which phase it is
    - `passing`, `lent`, `linked`, `namesakes`: whether an effect lasts only while something is so, whether an object is lent
      to another player, the objects with Link, and whether a player may have two Unique objects of a name
    - `watching`, `usable`, `elsewhere`, `enabled`: who may trigger on a kind of event, which objects may have abilities for
      a player, which cards outside the hand a player may play by their own text, and which elements; filled in when asked
    """

    __slots__ = (
        "by_card",
        "by_kind",
        "elsewhere",
        "enabled",
        "endangered",
        "field",
        "frail",
        "general",
        "granted",
        "intent",
        "lasting",
        "lent",
        "lineages",
        "linked",
        "losing",
        "meddling",
        "namesakes",
        "passing",
        "plain",
        "timely",
        "usable",
        "watching",
        "wordy",
    )

    def __init__(self, state: State) -> None:
        self.field = state.field
        self.intent = state.intent
        self.lasting = state.lasting
        self.by_kind: dict[type, list[Active]] = {}
        self.by_card: dict[str, dict[int, list[Active]]] = {}
        self.general: dict[str, list[Active]] = {}
        self.granted: set[str] = set()
        for active in sorted(_all(state), key=_stamp):
            static = active.static
            self.by_kind.setdefault(type(static), []).append(active)
            if isinstance(static, Modify):
                self._file(state, active, static)
        self.lineages: dict[tuple[str, tuple[int, ...]], frozenset[str]] = {}
        self.losing: bool = self.changes("loses")
        self.frail: bool = any(_saps(active) for aspect in LIFE for active in self.general.get(aspect, ()))
        self.endangered: set[int] = {
            number
            for aspect in LIFE
            for number, actives in self.by_card.get(aspect, {}).items()
            if any(map(_saps, actives))
        }
        self.plain: bool = not self.losing and not self.changes("keywords")
        self.timely: bool = _looks_at_the_turn(state, self.by_kind)
        self.lent: bool = any(
            state.cards[number].first_controller is not None
            for place in (state.field, *(player.banishment for player in state.players))
            for number in place
        )
        self.watching: dict[str, list[int]] | None = None
        self.usable: dict[Seat, tuple[int, ...]] = {}
        self.enabled: dict[tuple[str, Seat], frozenset[str]] = {}
        self.meddling: bool = (
            not self.plain or self.changes("words") or CostOf in self.by_kind or Forbid in self.by_kind
        )
        self.passing: bool = any(each.until == "while this" for each in state.lasting)
        self.linked: list[int] = []
        self.wordy: bool = self.changes("words")
        self.namesakes: bool = self.wordy
        self.elsewhere: dict[Seat, tuple[tuple[tuple[int, ...], ...], list[int]]] = {}
        self._look_around(state)

    def _look_around(self, state: State) -> None:
        """Notes the objects with Link, and whether anyone may have two Unique objects of a name."""
        seen: set[tuple[Seat, str]] = set()
        for number in self.field:
            card = state.cards[number]
            face = state.pool[card.face]
            if face.link is not None:
                self.linked.append(number)
            if face.durability is not None or (face.life is not None and face.life <= 0):
                self.endangered.add(number)
            if "unique" in face.words:
                self.namesakes = self.namesakes or (card.controller, card.face) in seen
                seen.add((card.controller, card.face))

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

    def changes(self, aspect: str) -> bool:
        """Whether anything may change this aspect of any card."""
        return aspect in self.general or aspect in self.by_card

    def about(self, aspect: str, number: int) -> list[Active]:
        """What may change this aspect of a card, oldest first."""
        general = self.general.get(aspect, _NOTHING)
        cards = self.by_card.get(aspect)
        own = cards.get(number, _NOTHING) if cards else _NOTHING
        if not own:
            return general
        return sorted((*own, *general), key=_stamp) if general else own


def _looks_at_the_turn(state: State, by_kind: dict[type, list[Active]]) -> bool:
    """Whether anything that may hold asks whose turn or which phase it is."""
    return any(
        state.pool[active.source.face].timely if active.own else asks_for_the_time(repr(active.static))
        for actives in by_kind.values()
        for active in actives
    )


_NOTHING: list[Active] = []
LIFE = ("life", "set life", "swap")
"""The aspects that change the life of an object."""


def _saps(active: Active) -> bool:
    """Whether a modification of life may leave an object with less than is printed."""
    modify = active.static
    assert isinstance(modify, Modify)
    return modify.set_life is not None or modify.swap or modify.life.sinks


def _stamp(active: Active) -> int:
    return active.stamp


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


def _all(state: State) -> Iterator[Active]:
    cards, pool = state.cards, state.pool
    players = state.players
    own = (*(player.pantheon for player in players), *(player.functions for player in players))
    for place in (state.field, state.intent, state.stack_cards, *own, roaming(state)):
        for number in place:
            card = cards[number]
            stamp = _stamp_of(card, pool[card.face])
            for ability in pool[card.face].statics:
                if works(state, card, ability):
                    for static in ability.effects:
                        yield Active(static, card, card.controller, stamp, ability.conditions, None, True)
    for number in state.field:
        yield from _inherited(state, cards[number])
    for lasting in state.lasting:
        yield Active(lasting.static, lasting.source, lasting.controller, lasting.stamp, (), lasting.on)


def _stamp_of(card: Card, face: Face) -> int:
    """The timestamp of an object's own statics: when it entered, or transformed; of a mastery or boon, when it came.

    A champion object is as old as its first card: what the top card says is its base text, and no newer than the object.

    Rules: effects.5.12.static, effects.5.12.mastery, effects.5.12.champion, effects.5.12.transformed, effects.5.13.
    """
    if card.face_stamp and (card.transformed or "champion" not in face.words):
        return card.face_stamp
    return card.stamp


def _inherited(state: State, champion: Card) -> Iterator[Active]:
    """The statics that a champion has from the cards beneath it, each as old as that card is in the lineage.

    Rules: keywords.inherited-effect, effects.5.12.lineage.
    """
    for number in champion.lineage:
        card = state.cards[number]
        for ability in state.pool[card.face].statics:
            for static in ability.effects if ability.inherited else ():
                yield Active(static, champion, champion.controller, card.stamp, ability.conditions, None, True)


def standing(state: State) -> Standing:
    """What may hold now; found anew only if the objects or the lasting effects are others than before."""
    known = state.standing
    if (
        known is not None
        and known.field is state.field
        and known.lasting is state.lasting
        and known.intent is state.intent
    ):
        return known
    state.standing = found = Standing(state)
    return found


def statics(state: State, kind: type[S]) -> Sequence[tuple[Active, S]]:
    """Everything of one kind that is in force, oldest first (effects.5.12, terms.2.timestamp)."""
    known = standing(state)
    actives = known.by_kind.get(kind)
    if actives is None:
        return ()
    return [
        (active, active.static)  # type: ignore[misc]
        for active in actives
        if active.holds(state) and not (known.losing and silenced(state, active))
    ]


def modifiers(state: State, aspect: str, card: Card) -> list[tuple[Active, Modify]]:
    """The modifications of one aspect that reach a card, oldest first."""
    known = standing(state)
    actives = known.about(aspect, card.id)
    if not actives:
        return _NONE
    found: list[tuple[Active, Modify]] = []
    for active in actives:
        modify = active.static
        assert isinstance(modify, Modify)
        if not active.reaches(state, modify.of, card) or not active.holds(state):
            continue
        if modify.if_ is not None and not modify.if_.holds(active.scene(state)):
            continue
        if known.losing and aspect not in EARLY and silenced(state, active):
            continue
        found.append((active, modify))
    return found


_NONE: list[tuple[Active, Modify]] = []


# -- the loss of abilities ---------------------------------------------------------------------------------------


def silenced(state: State, active: Active) -> bool:
    """Whether a static gives nothing because its object lost it; one that applied before layer D goes on (effects.5.9)."""
    if not active.own or (isinstance(active.static, Modify) and active.static.early):
        return False
    return lost_at(state, state.cards[active.source.id]) is not None


def lost_at(state: State, card: Card) -> int | None:
    """The timestamp of the last effect by which a card lost its abilities, if it did (layer D)."""
    if card.last is not None:
        return card.stamp if card.last.lost else None
    if not standing(state).losing:
        return None
    stamps = [active.stamp for active in _losses(state) if _robs(state, active, card)]
    return max(stamps, default=None)


def _losses(state: State) -> list[Active]:
    """The effects that take abilities away, in the order they apply.

    One that another would take away depends on that other and waits for it, whatever the timestamps say; where they
    hang on each other in a circle the oldest goes first (effects.5.15, effects.5.16, effects.5.18).

    Rules: effects.5.17.
    """
    found: list[Active] | None = state.cache.get("losses")
    if found is None:
        state.cache["losses"] = found = []
        known = standing(state)
        several = [*known.general.get("loses", ()), *_each_once(known.by_card.get("loses", {}))]
        pending = sorted((each for each in several if _takes_all(each)), key=_stamp)
        while pending:
            free = (each for each in pending if not any(_takes_away(state, other, each) for other in pending))
            chosen = next(free, pending[0])
            found.append(chosen)
            pending = [each for each in pending if each is not chosen and not _takes_away(state, chosen, each)]
    return found


def _each_once(cards: dict[int, list[Active]]) -> list[Active]:
    return list({id(active): active for actives in cards.values() for active in actives}.values())


def _takes_all(active: Active) -> bool:
    return isinstance(active.static, Modify) and "abilities" in active.static.loses


def _takes_away(state: State, active: Active, other: Active) -> bool:
    """Whether an effect would take away the ability that another one comes from."""
    return active is not other and other.own and _robs(state, active, state.cards[other.source.id])


def _robs(state: State, active: Active, card: Card) -> bool:
    modify = active.static
    assert isinstance(modify, Modify)
    if not active.reaches(state, modify.of, card) or not active.holds(state):
        return False
    return modify.if_ is None or modify.if_.holds(active.scene(state))
