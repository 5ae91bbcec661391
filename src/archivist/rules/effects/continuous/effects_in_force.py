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
from archivist.model.value import Value
from archivist.rules.abilities.where_abilities_work import besides_objects, roaming, works
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.abilities import Activated, Keyword, StaticAbility, Triggered
from archivist.vocabulary.aspects import NOTHING, Aspects
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.face import KEYWORD_EVENTS, SPURS, Role
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


Basis = tuple[list["Active"], list[tuple[int, Aspects]], tuple[Lasting, ...], bool, list[int | None]]
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

    - `field`, `intent`: the objects and intents that it is about; `roles`: what each of these objects is good for
    - `statics`: everything that may hold by it, oldest first; `looking`: what its sources and lineages depend on, with the
      object by which it is there
    - `lives`: the objects that can die, each with the damage from which on it might be dying
    - `linked`, `unique`, `namesakes`: the objects with Link, those that may be there once only, each with its player and
      name, and whether a player has two of these of a name
    - `reservable`, `units`, `weapons`: the objects that may pay reserve, those that fight, and those that are wielded;
      `attackable` are the units and what else can be attacked, `used` those that may have activated abilities
    - `keyworded`: the keywords that are printed on objects, behind restrictions or not
    - `lineages`: the words of champions with the elements of the cards beneath them
    - `alert`, `besides`: the objects that may have triggered abilities by their text or their lineage, and what is no
      object and may have some all the same; `heard`: the kinds of event that these wait for
    - `ending`: what has texts that are done as turns end
    - `history`: the objects that have come or gone since all were looked at, one after the other
    - `listening`: the triggered abilities by the kind of event, as far as it was asked for
    - `usages`: the abilities that a player may activate: where slow ones are not possible, and where they are
    - `fast`: the cards of a hand that may ever be played fast, where no effect has a say in that
    - `fitting`: the objects that a phrase means for a player, where it asks for what they are alone, and how many of the
      `history` that takes into account
    - `enabled`: the elements that a player may use, where no effect changes them
    - `alone`: all that may hold while no effects last: there is nothing else again when those that began have ended
    - `keywords`: the keywords of a face, as a player reads them, where no effect changes them and its restrictions look at
      champions alone

    The last seven are filled in when somebody asks; so are `lineages`.

    Where a single object has come or gone, the rest is taken over from the `former` ones: only what that object brings is
    put in or taken out.
    """

    __slots__ = (
        *(
            "alert",
            "alone",
            "attackable",
            "besides",
            "enabled",
            "ending",
            "fast",
            "field",
            "fitting",
            "heard",
            "history",
        ),
        *("intent", "keyworded", "keywords", "lineages", "linked", "listening", "lives", "looking"),
        *("namesakes", "reservable", "roles", "statics", "unique", "units", "usages", "used", "weapons"),
    )

    def __init__(self, state: State, former: Objects | None = None) -> None:
        self.field: tuple[int, ...] = state.field
        self.intent: tuple[int, ...] = state.intent
        self.fast: dict[tuple[int, ...], list[int]] = {}
        if former is None:
            self._begin()
            for number in state.field:
                self._join(state, number)
            self._look_besides(state)
            self._hear(state)
            self.statics.sort(key=stamp)
        else:
            self._take_over(state, former)

    def _begin(self) -> None:
        """With nothing there."""
        self.roles: tuple[Role, ...] = ()
        self.statics: list[Active] = []
        self.looking: list[tuple[int, Aspects]] = []
        self.lives: tuple[tuple[int, int], ...] = ()
        self.linked: tuple[int, ...] = ()
        self.unique: tuple[tuple[int, Seat, str], ...] = ()
        self.namesakes: bool = False
        self.reservable: tuple[int, ...] = ()
        self.units: tuple[int, ...] = ()
        self.attackable: tuple[int, ...] = ()
        self.weapons: tuple[int, ...] = ()
        self.used: tuple[int, ...] = ()
        self.keyworded: frozenset[str] = frozenset()
        self.alert: tuple[int, ...] = ()
        self.besides: tuple[int, ...] = ()
        self.heard: frozenset[type[GameEvent]] = frozenset()
        self.ending: tuple[int, ...] = ()
        self.history: tuple[int, ...] = ()
        self.fitting: dict[tuple[str, Seat], tuple[int, list[int]]] = {}
        self.listening: dict[type[GameEvent], list[Listening]] = {}
        self.usages: dict[Seat, tuple[list[Usage], list[Usage]]] = {}
        self.enabled: dict[Seat, frozenset[str]] = {}
        self.alone: Standing | None = None
        self.keywords: dict[tuple[str, Seat], dict[str, int]] = {}
        self.lineages: dict[tuple[str, tuple[int, ...]], frozenset[str]] = {}

    def _take_over(self, state: State, former: Objects) -> None:
        """With what there was before a single object came or went; what is filled in when somebody asks may differ from
        here on between copies of a game, so that each has its own.
        """
        self.roles = former.roles
        self.statics = former.statics
        self.looking = former.looking
        self.lives = former.lives
        self.linked = former.linked
        self.unique = former.unique
        self.namesakes = former.namesakes
        self.reservable = former.reservable
        self.units = former.units
        self.attackable = former.attackable
        self.weapons = former.weapons
        self.used = former.used
        self.keyworded = former.keyworded
        self.alert = former.alert
        self.besides = former.besides
        self.heard = former.heard
        self.ending = former.ending
        self.history = former.history
        self.fitting = former.fitting.copy()
        self.listening = former.listening.copy()
        self.usages = former.usages.copy()
        self.enabled = former.enabled.copy()
        self.alone = former.alone
        self.keywords = former.keywords.copy()
        self.lineages = former.lineages.copy()
        for player in state.players:
            fast = former.fast.get(player.hand)
            if fast is not None:
                self.fast[player.hand] = fast

    def after(self, state: State) -> Objects | None:
        """What the objects bring after a single one has come or gone; None if more has happened, or more hangs on it.

        Whoever comes is the last one on the field. Champions are looked at afresh, because much hangs on them, and so is
        what has something to do as turns end.
        """
        before, field = self.field, state.field
        if self.intent != state.intent:
            return None
        many = len(before)
        if len(field) == many + 1 and field[:many] == before:
            card = state.cards[field[many]]
            role = state.pool[card.face].role
            if role.champion or role.ends_turns:
                return None
            return Objects(state, self).with_another(state, card.id, role)
        if len(field) == many - 1:
            place = 0
            while place < many - 1 and before[place] == field[place]:
                place += 1
            role = self.roles[place]
            if before[place + 1 :] == field[place:] and not (role.champion or role.ends_turns or self.namesakes):
                return Objects(state, self).without(state, before[place], place)
        return None

    def with_another(self, state: State, number: int, role: Role) -> Objects:
        """Itself with an object that has just come: what that brings is the newest of all (effects.5.12.static)."""
        if role.statics:
            self.statics, self.looking, self.alone = self.statics.copy(), self.looking.copy(), None
        self._join(state, number)
        if role.watched:
            self.heard |= role.watched
        if role.used:
            card = state.cards[number]
            if state.pool[card.face].used_by_others:
                self.usages = {}
            else:
                self.usages.pop(card.controller, None)
        self._forget_about(number, role)
        return self

    def without(self, state: State, number: int, place: int) -> Objects:
        """Itself without an object that has just gone."""
        role = self.roles[place]
        self.roles = self.roles[:place] + self.roles[place + 1 :]
        if role.keywords:
            self.keyworded = frozenset().union(*[each.keywords for each in self.roles])
        if role.dying_from is not None:
            self.lives = tuple([each for each in self.lives if each[0] != number])
        if role.statics:
            self.statics = [each for each in self.statics if each.source.id != number]
            self.looking = [each for each in self.looking if each[0] != number]
            self.alone = None
        if role.linked:
            self.linked = _less(self.linked, number)
        if role.reservable:
            self.reservable = _less(self.reservable, number)
        if role.unit:
            self.units = _less(self.units, number)
        if role.attackable:
            self.attackable = _less(self.attackable, number)
        if role.weapon:
            self.weapons = _less(self.weapons, number)
        if role.used:
            self.used = _less(self.used, number)
            self.usages = {
                seat: (_others(one, number), _others(other, number)) for seat, (one, other) in self.usages.items()
            }
        if role.unique:
            self.unique = tuple([each for each in self.unique if each[0] != number])
        if role.watched:
            self.alert = _less(self.alert, number)
            self._hear(state)
        self._forget_about(number, role)
        return self

    def _forget_about(self, number: int, role: Role) -> None:
        """Drops the answers in which an object that has come or gone may have a say."""
        self.history += (number,)
        for kind in role.watched:
            self.listening.pop(kind, None)

    def _join(self, state: State, number: int) -> None:
        """Notes what an object is good for, what might be dying, and whether anyone has two Unique ones of a name."""
        card = state.cards[number]
        role = state.pool[card.face].role
        self.roles += (role,)
        if role.keywords:
            self.keyworded |= role.keywords
        if role.dying_from is not None:
            self.lives += ((number, role.dying_from),)
        for ability, conditions in role.statics:
            self._bring(state, card, ability, conditions)
        if role.watched or card.lineage:
            self.alert += (number,)
        for beneath in card.lineage:
            self._inherit(state, card, state.cards[beneath])
        if role.ends_turns:
            self.ending += (number,)
        if role.linked:
            self.linked += (number,)
        if role.reservable:
            self.reservable += (number,)
        if role.unit:
            self.units += (number,)
        if role.attackable:
            self.attackable += (number,)
        if role.weapon:
            self.weapons += (number,)
        if role.used:
            self.used += (number,)
        if role.unique:
            known = (card.controller, card.face)
            self.namesakes = self.namesakes or known in [each[1:] for each in self.unique]
            self.unique += ((number, *known),)

    def _look_besides(self, state: State) -> None:
        """Notes what intents, boons, functions and cards with abilities for other places bring, and what may trigger there."""
        cards, pool = state.cards, state.pool
        self.besides = tuple(besides_objects(state))
        for number in self.besides:
            if pool[cards[number].face].role.ends_turns:
                self.ending += (number,)
        places = [*state.intent, *state.stack_cards, *roaming(state)]
        for player in state.players:
            places += player.pantheon
            places += player.functions
        for number in places:
            card = cards[number]
            for ability, conditions in pool[card.face].role.statics:
                self._bring(state, card, ability, conditions)

    def _hear(self, state: State) -> None:
        """Notes the kinds of event that something may trigger on, by its text or by its lineage."""
        cards, pool = state.cards, state.pool
        heard: set[type[GameEvent]] = set()
        for number in (*self.alert, *self.besides):
            card = cards[number]
            heard |= pool[card.face].role.watched
            for beneath in card.lineage:
                heard |= pool[cards[beneath].face].role.heard_above
        self.heard = frozenset(heard)

    def _bring(self, state: State, card: Card, ability: StaticAbility, conditions: tuple[Condition, ...]) -> None:
        """Lists what may hold by an ability of a card, if it works where the card lies."""
        if works(state, card, ability):
            face = state.pool[card.face]
            stamp = _stamp_of(card, face, ability)
            for static in ability.effects:
                self.statics.append(Active(static, card, card.controller, stamp, conditions, None, True))
            self.looking.append((card.id, face.static_aspects))

    def _inherit(self, state: State, champion: Card, card: Card) -> None:
        """Lists what a champion has from a card beneath it: statics as old as that card is in the lineage, and triggers.

        Rules: keywords.inherited-effect, effects.5.12.lineage.
        """
        role = state.pool[card.face].role
        self.looking.append((champion.id, role.aspects))
        for ability, conditions in role.heirlooms:
            stamp = card.face_stamp or card.stamp
            for static in ability.effects:
                self.statics.append(
                    Active(static, champion, champion.controller, stamp, conditions, None, True, giver=card.id)
                )


def _less(numbers: tuple[int, ...], number: int) -> tuple[int, ...]:
    return tuple([each for each in numbers if each != number])


def _others(usages: list[Usage], number: int) -> list[Usage]:
    return [usage for usage in usages if usage.action.card != number]


def objects(state: State) -> Objects:
    """What the objects bring; found anew only after one has come, gone or changed (the state drops it).

    If one has come or gone and nothing else, the `former` ones differ by that one alone.
    """
    known = state.objects
    if known is None:
        former = state.former
        known = None if former is None else former.after(state)
        if known is None:
            known = Objects(state)
        state.objects = state.former = known
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
