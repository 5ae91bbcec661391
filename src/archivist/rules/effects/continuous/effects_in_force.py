"""What may hold now: the statics of objects, intents, boons and player functions, and the effects that last.

The list changes only when something enters or leaves, turns over, changes hands, or an effect begins or ends; whether
a static's conditions hold, and whom it reaches, is asked each time. What the objects themselves bring along (their
statics, triggers and abilities) is listed apart (`Objects`): effects that begin and end leave it alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from archivist.model.card import Card, Seat, Thing
from archivist.model.decision import Use
from archivist.model.event import GameEvent
from archivist.model.events import Hit
from archivist.model.value import Value
from archivist.rules.abilities.where_abilities_work import besides_objects, roaming, works
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.abilities import Activated, Keyword, StaticAbility, Triggered
from archivist.vocabulary.aspects import NOTHING, Aspects
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.face import KEYWORD_EVENTS, SPURS
from archivist.vocabulary.node import Ref
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
    from archivist.rules.effects.continuous.characteristics import EarlyEvaluation
    from archivist.rules.legal_actions.prefilter import Playing
    from archivist.vocabulary.face import Face


Basis = tuple[list["Active"], list[Aspects], tuple[Lasting, ...], bool, list[int | None]]
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
    - `forbidden`: what prohibitions may keep somebody from
    - `keyword_events`: the kinds of event for which keywords that are given, or counters, stand for triggered abilities
    - `weakens_all`, `weakened`: whether something that is not about certain cards may leave objects with less life than
      is printed, and the objects that something about them may
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
        *("playing", "spurs", "switches_elements", "timeless", "uneasy", "wavers", "weakened", "weakens_all"),
    )

    def __init__(self, state: State, basis: Basis) -> None:
        self.basis = basis
        self.by_kind: dict[type, list[Active]] = {}
        self.by_card: dict[Change, dict[int, list[Active]]] = {}
        self.general: dict[Change, list[Active]] = {}
        self.granted: set[str] = set()
        self.weakens_all: bool = False
        self.weakened: set[int] = set()
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
        self.lent: bool = _lent(state)
        arms = Attacks in self.by_kind and self._arms()
        self.gives_abilities: bool = arms or "grants" in self.changed
        self.changes_abilities: bool = self.gives_abilities or "loses" in self.changed
        self.wavers: bool = self.changes_abilities or "words" in self.changed
        self.forbidden: frozenset[str] = self._forbidden() if Forbid in self.by_kind else _NOT_FORBIDDEN
        self.keyword_events: frozenset[type[GameEvent]] = _keyword_events(self.granted) if self.granted else _HIT
        self.armed: frozenset[int] | None = None if arms else self._certain("grants")
        keyworded = self._certain("keywords")
        self.gifted: frozenset[int] | None = None if self.armed is None or keyworded is None else self.armed | keyworded
        self.switches_elements: bool = "words" in self.changed or Enable in self.by_kind or Disable in self.by_kind
        self.spurs: bool = bool(self.granted) and not SPURS.isdisjoint(self.granted)
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
            self._depends = NOTHING.union(*own, *[each.static.depends for each in lasting], *_gained(lasting, pool))
        return self._depends

    @property
    def chained(self) -> int:
        """How many modifications ask for a keyword of those whom they reach."""
        if self._chained is None:
            self._chained = sum(isinstance(each.static, Modify) and each.static.chained for each in self.of(Modify))
        return self._chained

    def _certain(self, change: Change) -> frozenset[int] | None:
        """The cards that may be changed in one way, where these are known beforehand."""
        return None if change in self.general else frozenset(self.by_card.get(change, ()))

    def _forbidden(self) -> frozenset[str]:
        """What prohibitions name, whether or not their conditions are met."""
        return frozenset([each.static.what for each in self.of(Forbid) if isinstance(each.static, Forbid)])

    def _arms(self) -> bool:
        """Whether attackers may be given abilities for their attack."""
        return any(isinstance(each.static, Attacks) and each.static.grants for each in self.of(Attacks))

    def _file(self, state: State, active: Active, modify: Modify) -> None:
        numbers = _fixed(state, active, modify)
        if modify.keywords:
            self.granted.update(words_of(modify.keywords))
        if modify.numbered:
            self.granted.update(numbered.keyword for numbered in modify.numbered)
        if modify.set_life is not None or modify.swap or modify.life.sinks:
            self.weakens_all = self.weakens_all or numbers is None
            self.weakened.update(numbers or ())
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


@cache
def words_of(keywords: tuple[str, ...]) -> tuple[str, ...]:
    """The words of keywords, as a text gives them; read once for each text, since the lists are made often."""
    return tuple(Keyword(text).word for text in keywords)


def _keyword_events(granted: Iterable[str]) -> frozenset[type[GameEvent]]:
    return frozenset((Hit, *[kind for word in granted for kind in KEYWORD_EVENTS.get(word, ())]))


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
        yield Active(each.static, each.source, each.controller, each.stamp, (), each.on, player=each.player)
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
                        static, card, card.controller, lasting.stamp, ability.conditions, None, own=True, gained=True
                    )


def _static_grants(pool: Mapping[str, Face], lasting: Lasting, modify: Modify) -> tuple[StaticAbility, ...]:
    grants = pool[lasting.source.face].grants
    return tuple(ability for name in modify.grants if isinstance(ability := grants[name], StaticAbility))


def _gained(lasting: Sequence[Lasting], pool: Mapping[str, Face]) -> Iterator[Aspects]:
    """What the static abilities depend on that effects give to objects."""
    for each in lasting:
        if isinstance(each.static, Modify) and each.static.grants:
            yield depends_on(_static_grants(pool, each, each.static))


_WHERE_LENT = ("field", "banishment")
_NOTHING: list[Active] = []
_NOT_FORBIDDEN: frozenset[str] = frozenset()
_HIT: frozenset[type[GameEvent]] = frozenset((Hit,))


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
        known = None if state.lasting else own.alone
        if known is None or known.lent != _lent(state):
            basis = (own.statics, own.looking, state.lasting, _lent(state), [each.champion for each in state.players])
            known = state.listed
            if known is None or known.basis != basis or "grants" in known.changed:
                state.listed = known = Standing(state, basis)
            if not state.lasting:
                own.alone = known
        state.standing = known
    return known


class Active(Value, frozen=True):
    """Something that may hold now: a static of a source (`own`), or an effect that lasts.

    Static abilities hold all the time, without the stack, for as long as their object has them.

    `player` is whom the words of an effect mean by "that player", if they speak of one. A static that an object has
    `gained` is its own, as old as the effect that gave it. The `giver` is the card of the lineage that it is inherited from.

    Rules: abilities.4, abilities.4.1, abilities.4.2, effects.5.1, effects.5.2.
    """

    static: Static
    source: Card
    you: Seat
    stamp: int
    conditions: tuple[Condition, ...] = ()
    on: tuple[Thing, ...] | None = None
    own: bool = False
    player: Seat | None = None
    gained: bool = False
    giver: int | None = None

    def scene(self, state: State, early: EarlyEvaluation | None = None) -> Scene:
        """The point of view from which its phrases are read; while an early layer is applied, as things are then."""
        source = state.cards[self.source.id] if self.own else self.source
        scene = Scene(state, self.you, source, x=source.x, y=source.y, early=early)
        if self.player is not None:
            scene.targets = (Thing("player", self.player),)
        return scene

    def holds(self, state: State, early: EarlyEvaluation | None = None) -> bool:
        """Whether its conditions are met."""
        for condition in self.conditions:  # noqa: SIM110
            if not condition.holds(self.scene(state, early)):
                return False
        return True

    def reaches(self, state: State, ref: Ref, card: Card, early: EarlyEvaluation | None = None) -> bool:
        """Whether it is about this card: by its fixed set, or by its words.

        Rules: effects.5.7.choice, effects.5.4, effects.5.5, effects.5.6, effects.5.7.
        """
        if self.on is not None:
            return card.thing in self.on
        if ref.each is not None:
            return ref.each.fits(self.scene(state, early), card)
        source = self.source
        if ref.name == "this":
            return card.id == source.id and card.incarnation == source.incarnation
        if ref.name == "champion":
            return state.players[self.you].champion == card.id
        return ref.name == "linked" and self.linked(state) == card.thing

    def linked(self, state: State) -> Thing | None:
        """What its source is linked to now."""
        return (state.cards[self.source.id] if self.own else self.source).linked


class Usage(Value, frozen=True):
    """An activated ability of an object that is a player's to activate: the action, the ability with its key, what it asks.

    - `resting`: whether resting the object is part of its cost
    - `counters`: those that are removed for it: from which card, of what kind, and how many
    - `conditional`: whether it may be shut at times: by a limit, or by conditions that look at more than at the objects
    - `free`: whether it costs nothing but what the object itself does, and counters
    """

    action: Use
    key: str
    ability: Activated
    resting: bool
    counters: tuple[tuple[int, str, int], ...]
    conditional: bool
    free: bool


Listening = tuple[int, tuple[tuple[str, Triggered], ...], int]
"""Triggered abilities for a kind of event: the number of the card, they with their keys (none for what keywords stand for),
and the number of the card that provides them."""


class Objects:
    """What the objects, intents, boons and functions of a position have by their own text.

    - `statics`: everything that may hold by it, oldest first; `looking`: what its sources and lineages depend on
    - `lives`: the objects that can die, each with the damage from which on it might be dying
    - `linked`, `namesakes`: the objects with Link, and whether a player has two Unique objects of a name
    - `reservable`, `units`, `weapons`: the objects that may pay reserve, those that fight, and those that are wielded;
      `attackable` are the units and what else can be attacked, `used` those that may have activated abilities
    - `keyworded`: the keywords that are printed on objects, behind restrictions or not
    - `lineages`: the words of champions with the elements of the cards beneath them
    - `alert`: what may have triggered abilities by its text or its lineage; `heard`: the kinds of event that these wait for
    - `ending`: what has texts that are done as turns end
    - `listening`: the triggered abilities by the kind of event, as far as it was asked for
    - `usages`: the abilities that a player may activate: where slow ones are not possible, and where they are
    - `fast`: the cards of a hand that may ever be played fast, where no effect has a say in that
    - `fitting`: the objects that a phrase means for a player, where it asks for what they are alone
    - `enabled`: the elements that a player may use, where no effect changes them
    - `alone`: all that may hold while no effects last: there is nothing else again when those that began have ended
    - `keywords`: the keywords of a face, as a player reads them, where no effect changes them and its restrictions look at
      champions alone

    The last eight are filled in when somebody asks.
    """

    __slots__ = (
        "alert",
        "alone",
        "attackable",
        "enabled",
        "ending",
        "fast",
        "fitting",
        "heard",
        "keyworded",
        "keywords",
        "lineages",
        "linked",
        "listening",
        "lives",
        "looking",
        "namesakes",
        "reservable",
        "statics",
        "units",
        "usages",
        "used",
        "weapons",
    )

    def __init__(self, state: State) -> None:
        self.statics: list[Active] = []
        self.looking: list[Aspects] = []
        self.lives: list[tuple[int, int]] = []
        self.linked: list[int] = []
        self.namesakes: bool = False
        self.lineages: dict[tuple[str, tuple[int, ...]], frozenset[str]] = {}
        self.alert: list[int] = []
        self.heard: set[type[GameEvent]] = set()
        self.ending: list[int] = []
        self.listening: dict[type[GameEvent], list[Listening]] = {}
        self.usages: dict[Seat, tuple[list[Usage], list[Usage]]] = {}
        self.fast: dict[tuple[int, ...], list[int]] = {}
        self.fitting: dict[tuple[str, Seat], list[int]] = {}
        self.enabled: dict[Seat, frozenset[str]] = {}
        self.alone: Standing | None = None
        self.keywords: dict[tuple[str, Seat], dict[str, int]] = {}
        self.keyworded: set[str] = set()
        self._look_around(state)
        self._look_besides(state)
        self.statics.sort(key=stamp)

    def _look_around(self, state: State) -> None:
        """Notes what the objects are good for, what might be dying, and whether anyone has two Unique ones of a name."""
        seen: set[tuple[Seat, str]] = set()
        cards, pool = state.cards, state.pool
        alert, heard, keyworded, lives, linked = self.alert, self.heard, self.keyworded, self.lives, self.linked
        attackable: list[int] = []
        ending = self.ending
        reservable: list[int] = []
        units: list[int] = []
        used: list[int] = []
        weapons: list[int] = []
        for number in state.field:
            card = cards[number]
            role = pool[card.face].role
            if role.keywords:
                keyworded |= role.keywords
            if role.dying_from is not None:
                lives.append((number, role.dying_from))
            for ability, conditions in role.statics:
                self._bring(state, card, ability, conditions)
            if role.watched or card.lineage:
                alert.append(number)
                heard |= role.watched
            for beneath in card.lineage:
                self._inherit(state, card, cards[beneath])
            if role.ends_turns:
                ending.append(number)
            if role.linked:
                linked.append(number)
            if role.reservable:
                reservable.append(number)
            if role.unit:
                units.append(number)
            if role.attackable:
                attackable.append(number)
            if role.weapon:
                weapons.append(number)
            if role.used:
                used.append(number)
            if role.unique:
                self.namesakes = self.namesakes or (card.controller, card.face) in seen
                seen.add((card.controller, card.face))
        self.attackable: tuple[int, ...] = tuple(attackable)
        self.reservable: tuple[int, ...] = tuple(reservable)
        self.units: tuple[int, ...] = tuple(units)
        self.used: tuple[int, ...] = tuple(used)
        self.weapons: tuple[int, ...] = tuple(weapons)

    def _look_besides(self, state: State) -> None:
        """Notes what intents, boons, functions and cards with abilities for other places bring, and what may trigger there."""
        cards, pool = state.cards, state.pool
        for number in besides_objects(state):
            self.alert.append(number)
            role = pool[cards[number].face].role
            self.heard |= role.watched
            if role.ends_turns:
                self.ending.append(number)
        places = [*state.intent, *state.stack_cards, *roaming(state)]
        for player in state.players:
            places += player.pantheon
            places += player.functions
        for number in places:
            card = cards[number]
            for ability, conditions in pool[card.face].role.statics:
                self._bring(state, card, ability, conditions)

    def _bring(self, state: State, card: Card, ability: StaticAbility, conditions: tuple[Condition, ...]) -> None:
        """Lists what may hold by an ability of a card, if it works where the card lies."""
        if works(state, card, ability):
            face = state.pool[card.face]
            stamp = _stamp_of(card, face, ability)
            for static in ability.effects:
                self.statics.append(Active(static, card, card.controller, stamp, conditions, None, True))
            self.looking.append(face.static_aspects)

    def _inherit(self, state: State, champion: Card, card: Card) -> None:
        """Lists what a champion has from a card beneath it: statics as old as that card is in the lineage, and triggers.

        Rules: keywords.inherited-effect, effects.5.12.lineage.
        """
        role = state.pool[card.face].role
        self.heard |= role.heard_above
        self.looking.append(role.aspects)
        for ability, conditions in role.heirlooms:
            stamp = card.face_stamp or card.stamp
            for static in ability.effects:
                self.statics.append(
                    Active(static, champion, champion.controller, stamp, conditions, None, True, giver=card.id)
                )


def objects(state: State) -> Objects:
    """What the objects bring; found anew only after one has come, gone or changed (the state drops it)."""
    known = state.objects
    if known is None:
        state.objects = known = Objects(state)
    return known


def occurs(state: State, keyword: str) -> bool:
    """Whether any object may have a keyword: it is printed on one, or something may give it.

    Of most keywords that concern every object one look tells that none has them.
    """
    printed = (state.objects or objects(state)).keyworded
    return keyword in printed or keyword in (state.standing or standing(state)).granted


def stamp(active: Active) -> int:
    return active.stamp


def _stamp_of(card: Card, face: Face, ability: StaticAbility) -> int:
    """The timestamp of an object's own statics: when it entered, or transformed; of a mastery or boon, when it came.

    A champion object is as old as its first card: what the top card says is its base text, and no newer than the object.
    An inherited effect is as old as its card is in the lineage, on top as well as beneath.

    Rules: effects.5.12.static, effects.5.12.mastery, effects.5.12.champion, effects.5.12.lineage,
    effects.5.12.transformed, effects.5.13.
    """
    if card.face_stamp and (card.transformed or ability.inherited or "champion" not in face.words):
        return card.face_stamp
    return card.stamp
