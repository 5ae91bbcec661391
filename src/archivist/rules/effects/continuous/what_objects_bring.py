"""What the objects themselves bring along by their own text: their statics, triggers and abilities, and what they are good for.

It is listed apart from the effects that last: those begin and end, and leave it alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from archivist.model.card import Card, Seat
from archivist.model.decision import Use
from archivist.model.event import GameEvent
from archivist.model.value import Value
from archivist.rules.abilities.where_abilities_work import besides_objects, roaming, works
from archivist.rules.effects.continuous.active import Active, stamp
from archivist.vocabulary.abilities import Activated, StaticAbility, Triggered
from archivist.vocabulary.aspects import Aspects
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.face import Role

if TYPE_CHECKING:
    from archivist.model.state import State
    from archivist.rules.effects.continuous.effects_in_force import Standing
    from archivist.vocabulary.face import Face


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
                    Active(
                        static, champion, champion.controller, stamp, conditions, None, True, giver=card,
                        text_of=card.face,
                    )
                )  # fmt: skip


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
