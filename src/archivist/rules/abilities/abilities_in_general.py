"""Abilities in general: which ones a card has now, those of keywords and counters too, and who hears what (abilities.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from archivist.model.card import Card, Seat, Thing
from archivist.model.decision import Use
from archivist.model.event import GameEvent
from archivist.model.events import Hit
from archivist.rules.abilities import restrictions, where_abilities_work
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.effects_in_force import Active, Objects, Usage, objects, standing
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards import boons as bestowed
from archivist.vocabulary.abilities import Activated, Keyword, StaticAbility, Triggered
from archivist.vocabulary.amounts import ONE, Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import Counters
from archivist.vocabulary.effects import May
from archivist.vocabulary.effects.damage_and_counters import Damage, RemoveCounters
from archivist.vocabulary.effects.drawing_and_discarding import Draw
from archivist.vocabulary.effects.moving_cards import Put
from archivist.vocabulary.effects.objects import Foster, Orient
from archivist.vocabulary.effects.redirecting_attacks import Intercept
from archivist.vocabulary.node import THIS, Ref
from archivist.vocabulary.statics.combat import Attacks
from archivist.vocabulary.triggers.combat import ArcaneHit, Attacked
from archivist.vocabulary.triggers.game import Phase
from archivist.vocabulary.triggers.objects import Destroyed

if TYPE_CHECKING:
    from archivist.model.state import State

TRIGGERS: Final[dict[str, Triggered]] = {
    "intercept": Triggered(on=Attacked(), do=(Intercept(),)),
    "vigor": Triggered(on=Phase(phase="end"), do=(Orient(to="awake", what=THIS),)),
    "preserve": Triggered(on=Destroyed(), do=(Put(what=THIS, into="material", preserved=True),)),
    "foster": Triggered(on=Phase(phase="recollection"), if_=Condition("undamaged"), do=(Foster(),)),
}
"""Triggered abilities of objects that have the keyword."""
STATIC: Final = Triggered(
    on=ArcaneHit(),
    do=(May(what=(RemoveCounters(kind="static", amount=ONE),), then=(Damage(to=Ref("that"), amount=ONE),)),),
)
"""What static counters do, once for each object that has some (terms.7.static)."""
ENLIGHTEN: Final = Activated(cost=(Counters(kind="enlighten", count=Amount(3), from_="this"),), do=(Draw(),))
"""What enlighten counters let a champion's controller do (terms.7.enlighten)."""
Listener = tuple[Card, str, Triggered, Card]
"""A triggered ability of a card, its key, and the card that provides it."""


def listeners(state: State, kind: type[GameEvent]) -> list[Listener]:
    """The triggered abilities for a kind of event of everything that may have some: objects, intents, gained boons,
    masteries, statuses. Each comes with its card, its key and the card that provides it.

    Those that are printed are listed once for what may hold, unless effects give or take abilities.
    """
    known, own, cards = state.standing or standing(state), state.objects or objects(state), state.cards
    listed = _listening(state, own) if own.listening is None else own.listening
    if known.changes_abilities or kind in known.keyword_events or kind in own.unlisted:
        return heard_by(state, [cards[number] for number in everyone(state)], kind)
    heard = listed.get(kind)
    return [(cards[number], key, each, cards[provider]) for number, key, each, provider in heard] if heard else []


def may_hear(state: State, kind: type[GameEvent]) -> bool:
    """Whether anything at all may trigger on a kind of event: of most events nobody takes notice.

    The kinds that objects listen for by their own text are the same for as long as the objects stay.
    """
    known, own = state.standing or standing(state), state.objects or objects(state)
    if known.changes_abilities or state.delayed or kind in known.keyword_events:
        return True
    if kind in (_listening(state, own) if own.listening is None else own.listening):
        return True
    cards, pool = state.cards, state.pool
    for number in state.stack_cards:
        if kind in pool[cards[number].face].watched:
            return True
    if not (state.roaming or where_abilities_work.wanderers(state))[0]:
        return False
    return any(kind in pool[cards[number].face].watched for number in where_abilities_work.roaming(state))


def heard_by(state: State, cards: Iterable[Card], kind: type[GameEvent]) -> list[Listener]:
    """The triggered abilities of some cards for a kind of event; most cards have none, and nothing gives them any.

    Asked are those that have some by their text, by their lineage, by static counters, or may have been given some.
    """
    known, pool = state.standing or standing(state), state.pool
    gifted = known.gifted if kind in KEYWORDS_OF and kind in known.keyword_events else known.armed
    hit = kind is Hit
    return [
        (card, *each)
        for card in cards
        if gifted is None
        or card.lineage
        or card.id in gifted
        or kind in pool[card.face].watched
        or (hit and "static" in card.counters)
        for each in triggered_abilities(state, card, kind)
    ]


def everyone(state: State) -> list[int]:
    """Everything whose triggered abilities may work, apart from cards on the stack and where their text names their zones."""
    found = [*state.field, *state.intent]
    for player in state.players:
        if player.pantheon:
            found += (number for number in player.pantheon if bestowed.gained(state.cards[number]))
    for player in state.players:
        found += player.functions
    return found


Listed = dict[type[GameEvent], list[tuple[int, str, Triggered, int]]]
"""Triggered abilities by the kind of event: the number of the card, the key, and the number of the card that provides it."""


def _listening(state: State, own: Objects) -> Listed:
    """Lists the printed and inherited triggered abilities, and those that printed keywords stand for."""
    found: Listed = {}
    cards, pool = state.cards, state.pool
    for number in everyone(state):
        card = cards[number]
        face = pool[card.face]
        if not face.watched and not card.lineage:
            continue  # as most objects
        if face.triggers:
            _list(found, number, face.triggers, number)
        for beneath in card.lineage:
            inherited = pool[cards[beneath].face].inherited_triggers
            if inherited:
                _list(found, number, inherited, beneath)
        if card.zone == "field" and not face.keyword_words.isdisjoint(TRIGGERS):
            for word, ability in TRIGGERS.items():
                held = [keyword for keyword in face.keywords if keyword.word == word]
                for kind in ability.on.hears if held else ():
                    times = len(held) if word == "vigor" else 1
                    found.setdefault(kind, []).extend([(number, word, ability, number)] * times)
                    if any(keyword.when is not None for keyword in held):
                        own.unlisted.add(kind)
    own.listening = found
    return found


def _list(
    found: Listed, number: int, triggers: Mapping[type[GameEvent], Sequence[tuple[str, Triggered]]], provider: int
) -> None:
    """Adds triggered abilities of a card, which this or another card provides."""
    for kind, abilities in triggers.items():
        listed = found.setdefault(kind, [])
        for key, each in abilities:
            listed.append((number, key, each, provider))


def usages(state: State, player: Seat, *, slow: bool) -> Sequence[Usage]:
    """The activated abilities that a player may find open on objects and intents, in the order of these.

    Unless `slow` ones are possible those are left out: most windows are for fast actions, and most abilities are slow.
    They are listed once for what may hold, unless effects give and take abilities: whether those do can change any time.
    Looked at are objects with abilities for the player, and champions, which may have some by their lineage or counters.

    Rules: abilities.2.
    """
    known, own = state.standing or standing(state), state.objects or objects(state)
    if known.changes_abilities or "words" in known.changed:
        cards = [state.cards[number] for number in (*state.field, *state.intent)]
        every = [usage for card in cards for usage in _usages(card, activated_abilities(state, card), player)]
        return every if slow else _fast(every)
    found = own.usages.get((player, slow))
    if found is None:
        found, pool = [], state.pool
        for number in (*state.field, *state.intent):
            card = state.cards[number]
            face = pool[card.face]
            if (face.uses or "champion" in face.words) if card.controller == player else face.used_by_others:
                usages = _usages(card, _lasting_abilities(state, card), player)
                found += [usage for usage in usages if not _shut(state, player, card, usage.ability)]
        own.usages[player, True] = found  # only now: copies of the game in other threads share the lists
        own.usages[player, False] = _fast(found)
        found = own.usages[player, slow]
    return found


def _fast(usages: list[Usage]) -> list[Usage]:
    return [usage for usage in usages if usage.ability.speed == "fast"]


def _shut(state: State, player: Seat, card: Card, ability: Activated) -> bool:
    """Whether an ability cannot be activated as long as the objects stay what they are."""
    when, if_ = ability.when, ability.if_
    if when is not None and when.steady and not restrictions.unlocked(state, card, when):
        return True
    return if_ is not None and if_.steady and not if_.holds(Scene(state, player, card))


def _usages(card: Card, abilities: Sequence[tuple[str, Activated]], player: Seat) -> list[Usage]:
    """Those among the abilities of a card that a player may activate, by control or by permission (abilities.2.7)."""
    own = card.controller == player
    return [
        Usage(Use(card.id, index), key, ability, ability.rests_itself, ability.counters, ability.marks_itself)
        for index, (key, ability) in enumerate(abilities)
        if own or ability.by != "you"
    ]


def triggered_abilities(state: State, card: Card, kind: type[GameEvent]) -> list[tuple[str, Triggered, Card]]:
    """The triggered abilities a card has for a kind of event, each with a key and the card that provides it.

    Each paragraph with a trigger is an ability of its own.

    A champion has those of its lineage that are inherited (keywords.inherited-effect), and nothing else of it
    (cards.4.6).
    Static counters give a single one, however many there are (terms.7.choice, cards.9.static).

    Rules: abilities.1.1, abilities.1.2, abilities.1.6.
    """
    pool = state.pool
    face = pool[card.face]
    found: list[tuple[str, Triggered, Card]] = []
    printed = face.triggers.get(kind)
    if printed and now.lost_at(state, card) is None:
        found += [(key, ability, card) for key, ability in printed]
    if card.lineage and now.lost_at(state, card) is None:
        for beneath in card.lineage:
            provider = state.cards[beneath]
            inherited = pool[provider.face].inherited_triggers.get(kind, ())
            if inherited and now.lost_at(state, provider) is None:
                found += [(key, ability, provider) for key, ability in inherited]
    for name, granted in _granted(state, card):
        if isinstance(granted, Triggered) and kind in granted.on.hears:
            found.append((name, granted, card))
    if kind in KEYWORDS_OF and card.zone == "field":
        found += _keyword_triggers(state, card, kind)
    if kind is Hit and card.count("static"):
        found.append(("static", STATIC, card))
    return found


KEYWORDS_OF: Final[dict[type[GameEvent], tuple[str, ...]]] = {
    kind: tuple(word for word, ability in TRIGGERS.items() if kind in ability.on.hears)
    for kind in dict.fromkeys(kind for ability in TRIGGERS.values() for kind in ability.on.hears)
}
"""The keywords that trigger on a kind of event."""


def _keyword_triggers(state: State, card: Card, kind: type[GameEvent]) -> Iterator[tuple[str, Triggered, Card]]:
    """The triggered abilities that keywords stand for; each instance of Vigor is one (combat.8.vigor, keywords.vigor).

    Rules: abilities.1.8.choice, abilities.3.5, abilities.1.3, abilities.1.8, keywords.multiples, keywords.intercept,
    keywords.foster, keywords.preserve, keywords.foster.choice.
    """
    for word in KEYWORDS_OF[kind]:
        if state.now.has(state, card, word):
            ability = TRIGGERS[word]
            times = len(state.now.instances(state, card, word)) if word == "vigor" else 1
            for _ in range(times):
                yield word, ability, card


def _granted(state: State, card: Card) -> list[tuple[str, Keyword | Triggered | Activated]]:
    """The abilities that effects give to a card or object, and to an attacker for its attack.

    Rules: abilities.1.7.
    """
    known = state.standing or standing(state)
    given = now.modifiers(state, "grants", card)
    attacking = state.combat is not None and Attacks in known.by_kind and state.combat.attacker == card.thing
    if not given and not attacking:
        return _NO_GRANTS
    found: list[tuple[str, Keyword | Triggered | Activated]] = []
    lost = now.lost_at(state, card) if given else None
    for active, modify in given:
        if lost is None or active.stamp >= lost:
            found += _held(state, active, modify.grants)
    if attacking and state.combat is not None:
        wielded = state.combat.weapons
        for active, attacks in now.statics(state, Attacks):
            if attacks.grants and about_attack(state, active, attacks, card, wielded):
                found += _held(state, active, attacks.grants)
    return found


def _held(state: State, active: Active, names: Sequence[str]) -> Iterator[tuple[str, Keyword | Triggered | Activated]]:
    """The abilities of these names with their keys; static ones are not used, but hold (`effects_in_force`).

    Rules: abilities.4, abilities.4.1, abilities.4.2.
    """
    face = active.source.face
    grants = state.pool[face].grants
    for name in names:
        ability = grants[name]
        if not isinstance(ability, StaticAbility):
            yield f"{face}/{name}", ability


_NO_GRANTS: Final[list[tuple[str, Keyword | Triggered | Activated]]] = []


def about_attack(state: State, active: Active, attacks: Attacks, unit: Card, wielded: Sequence[Thing]) -> bool:
    """Whether a bonus for attacks is about an attack of this unit with these weapons.

    One that was given to certain units is about no others (effects.5.4).
    """
    if active.on is not None:
        good = unit.thing in active.on
    elif attacks.of == "this":
        source = active.source.thing
        good = active.source.zone == "intent" or source == unit.thing or source in wielded
    elif attacks.of == "linked":
        good = active.linked(state) == unit.thing
    else:
        good = state.players[active.you].champion == unit.id
    return good and (attacks.if_ is None or attacks.if_.holds(active.scene(state)))


def activated_abilities(state: State, card: Card) -> Sequence[tuple[str, Activated]]:
    """The activated abilities of an object in printed order; those that counters or effects give come after them.

    Those inherited from the lineage come in between.

    Rules: terms.7.enlighten, cards.9.enlighten, keywords.inherited-effect, abilities.1.2, abilities.1.6.
    """
    printed = _printed_abilities(state, card)
    if printed and now.lost_at(state, card) is not None:
        printed = ()
    if card.zone != "field":
        return printed
    granted = [(name, each) for name, each in _granted(state, card) if isinstance(each, Activated)]
    if card.counters and card.count("enlighten") and "champion" in state.now.words(state, card):
        return (*printed, ("enlighten", ENLIGHTEN), *granted)
    return (*printed, *granted) if granted else printed


def _printed_abilities(state: State, card: Card) -> tuple[tuple[str, Activated], ...]:
    printed = state.pool[card.face].uses
    for beneath in card.lineage:
        uses = state.pool[state.cards[beneath].face].inherited_uses
        if uses and now.lost_at(state, state.cards[beneath]) is None:
            printed += uses
    return printed


def _lasting_abilities(state: State, card: Card) -> tuple[tuple[str, Activated], ...]:
    """The abilities of an object to which effects give none and take none, with that of counters it may yet have."""
    printed = _printed_abilities(state, card)
    if card.zone == "field" and "champion" in state.pool[card.face].words:
        return (*printed, ("enlighten", ENLIGHTEN))
    return printed
