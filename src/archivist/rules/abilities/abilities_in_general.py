"""Abilities in general: which ones a card has now, those of keywords and counters too, and who hears what (abilities.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from archivist.model.card import Card, Thing
from archivist.model.event import GameEvent
from archivist.model.events import Hit
from archivist.rules.abilities import where_abilities_work
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.continuous.what_objects_bring import Listening, Objects, objects
from archivist.rules.effects.meaning_of_words import Scene
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
EACH: Final = frozenset(("vigor", "preserve"))
"""Those of them that are not marked redundant: every instance triggers (abilities.1.8)."""
STATIC: Final = Triggered(
    on=ArcaneHit(),
    do=(May(what=(RemoveCounters(kind="static", amount=ONE),), then=(Damage(to=Ref("that"), amount=ONE),)),),
)
"""What static counters do, once for each object that has some (terms.7.static)."""
ENLIGHTEN: Final = Activated(cost=(Counters(kind="enlighten", count=Amount(3), from_="this"),), do=(Draw(),))
"""What enlighten counters let a champion's controller do (terms.7.enlighten)."""
Listener = tuple[Card, str, Triggered, Card]
"""A triggered ability of a card, its key, and the card that provides it."""


def listeners(state: State, kind: type[GameEvent], event: GameEvent | None = None) -> list[Listener]:
    """The triggered abilities for a kind of event of everything that may have some: objects, intents, gained boons,
    masteries, statuses. Each comes with its card, its key and the card that provides it.

    Those that are printed are listed once for the objects, unless effects give or take abilities. Some that wait for
    another `event` are left out.
    """
    known, own, cards = state.standing or standing(state), state.objects or objects(state), state.cards
    if known.changes_abilities or kind in known.keyword_events or (kind is Hit and _static_counters(state)):
        return heard_by(state, [cards[number] for number in where_abilities_work.everyone(state)], kind, event)
    listed = own.listening.get(kind)
    if listed is None:
        listed = own.listening[kind] = _listening(state, own, kind)
    found: list[Listener] = []
    for number, abilities, provider in listed:
        for key, each in abilities or _keyword_triggers(state, cards[number], kind, event):
            if event is None or each.on.may_fit(event, number):
                found.append((cards[number], key, each, cards[provider]))
    return found


def _listening(state: State, own: Objects, kind: type[GameEvent]) -> list[Listening]:
    """Lists the printed and inherited triggered abilities for a kind of event, and those that printed keywords stand for."""
    found: list[Listening] = []
    cards, pool = state.cards, state.pool
    for number in (*own.alert, *own.besides) if kind in own.heard else ():
        card = cards[number]
        face = pool[card.face]
        if kind in face.triggers:
            found.append((number, face.triggers[kind], number))
        for beneath in card.lineage:
            inherited = pool[cards[beneath].face].inherited_triggers
            if kind in inherited:
                found.append((number, inherited[kind], beneath))
        if kind in KEYWORDS_OF and card.zone == "field" and not face.keyword_words.isdisjoint(KEYWORDS_OF[kind]):
            found.append((number, (), number))
    return found


def may_hear(state: State, kind: type[GameEvent]) -> bool:
    """Whether anything at all may trigger on a kind of event: of most events nobody takes notice.

    The kinds that objects listen for by their own text are the same for as long as the objects stay.
    """
    known = state.standing or standing(state)
    if known.changes_abilities or state.delayed or kind in known.keyword_events:
        return True
    if kind in (state.objects or objects(state)).heard or (kind is Hit and _static_counters(state)):
        return True
    if not state.stack_cards and not (state.roaming or where_abilities_work.wanderers(state))[0]:
        return False
    cards, pool = state.cards, state.pool
    for number in where_abilities_work.elsewhere(state):  # noqa: SIM110
        if kind in pool[cards[number].face].watched:
            return True
    return False


def _static_counters(state: State) -> bool:
    """Whether there are static counters on anything whose abilities work, so that it may have one of theirs."""
    cards, besides = state.cards, (state.objects or objects(state)).besides
    for number in (*state.field, *besides, *where_abilities_work.elsewhere(state)):
        if "static" in cards[number].counters:
            return True
    return False


def heard_by(
    state: State, cards: Iterable[Card], kind: type[GameEvent], event: GameEvent | None = None
) -> list[Listener]:
    """The triggered abilities of some cards for a kind of event; most cards have none, and nothing gives them any.

    Asked are those that have some by their text, by their lineage, by static counters, or may have been given some.
    What keywords stand for is left out where it waits for another `event`.
    """
    known, pool = state.standing or standing(state), state.pool
    gifted = known.gifted if kind in KEYWORDS_OF and kind in known.keyword_events else known.armed
    found: list[Listener] = []
    for card in cards:
        if (
            gifted is None
            or card.lineage
            or card.id in gifted
            or kind in pool[card.face].watched
            or (kind is Hit and "static" in card.counters)
        ):
            for each in triggered_abilities(state, card, kind, event):
                found.append((card, *each))
    return found


def triggered_abilities(
    state: State, card: Card, kind: type[GameEvent], event: GameEvent | None = None
) -> list[tuple[str, Triggered, Card]]:
    """The triggered abilities a card has for a kind of event, each with a key and the card that provides it.

    Each paragraph with a trigger is an ability of its own.

    A champion has those of its lineage that are inherited (keywords.inherited-effect), and nothing else of it
    (cards.4.6).
    Static counters give a single one, however many there are (terms.7.choice, cards.9.static).

    Rules: abilities.1.1, abilities.1.2, abilities.1.6.
    """
    pool, known = state.pool, state.standing or standing(state)
    found: list[tuple[str, Triggered, Card]] = []
    printed = pool[card.face].triggers.get(kind, ())
    if (printed or card.lineage) and now.lost_at(state, card) is None:
        for key, ability in printed:
            found.append((key, ability, card))
        for beneath in card.lineage:
            provider = state.cards[beneath]
            inherited = pool[provider.face].inherited_triggers.get(kind, ())
            if inherited and now.lost_at(state, provider) is None:
                for key, ability in inherited:
                    found.append((key, ability, provider))
    if known.gives_abilities:
        for name, granted in _granted(state, card):
            if isinstance(granted, Triggered) and kind in granted.on.hears:
                found.append((name, granted, card))
    if kind in KEYWORDS_OF and card.zone == "field":
        for key, ability in _keyword_triggers(state, card, kind, event):
            found.append((key, ability, card))
    if kind is Hit and card.count("static"):
        found.append(("static", STATIC, card))
    return found


KEYWORDS_OF: Final[dict[type[GameEvent], tuple[str, ...]]] = {
    kind: tuple(word for word, ability in TRIGGERS.items() if kind in ability.on.hears)
    for kind in dict.fromkeys(kind for ability in TRIGGERS.values() for kind in ability.on.hears)
}
"""The keywords that trigger on a kind of event."""


def _keyword_triggers(
    state: State, card: Card, kind: type[GameEvent], event: GameEvent | None
) -> list[tuple[str, Triggered]]:
    """The triggered abilities that keywords stand for; each instance of Vigor and Preserve is one (combat.8.vigor).

    Whether one waits for the `event` is asked before whether the card has the keyword: that may take long.

    Rules: abilities.1.8.choice, abilities.3.5, abilities.1.3, abilities.1.8, keywords.multiples, keywords.intercept,
    keywords.foster, keywords.preserve, keywords.foster.choice, keywords.vigor.
    """
    found: list[tuple[str, Triggered]] = []
    for word in KEYWORDS_OF[kind]:
        on = TRIGGERS[word].on
        if event is not None and not on.fits(Scene(state, card.controller, card, event=event), event):
            continue
        if state.now.has(state, card, word):
            times = len(state.now.instances(state, card, word)) if word in EACH else 1
            found += [(word, TRIGGERS[word])] * times
    return found


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
    face = active.face
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


def giver_of(state: State, card: Card, ability: Activated) -> Card | None:
    """The card of its lineage from which a champion has an activated ability; none for one of its own.

    Rules: keywords.inherited-effect.
    """
    if ability.inherited:
        for beneath in card.lineage:
            provider = state.cards[beneath]
            for _, inherited in state.pool[provider.face].inherited_uses:
                if inherited is ability:
                    return provider
    return None


def lasting_abilities(state: State, card: Card) -> tuple[tuple[str, Activated], ...]:
    """The abilities of an object to which effects give none and take none, with that of counters it may yet have."""
    printed = _printed_abilities(state, card) if card.lineage else state.pool[card.face].uses
    if card.zone == "field" and "champion" in state.pool[card.face].words:
        return (*printed, ("enlighten", ENLIGHTEN))
    return printed
