"""Where abilities work: by the type of their card, or in the zones that their text names (abilities.1.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from archivist.model.card import Card, Seat
from archivist.rules.playing_cards.boons import gained
from archivist.vocabulary.abilities import Activated, StaticAbility, Triggered

if TYPE_CHECKING:
    from archivist.model.state import State


def everyone(state: State) -> list[int]:
    """Everything whose triggered abilities may work, apart from cards on the stack and where their text names their zones."""
    return [*state.field, *besides_objects(state)]


def besides_objects(state: State) -> list[int]:
    """What is no object and has abilities that work all the same: intents, gained boons, masteries and statuses."""
    found = [*state.intent]
    for player in state.players:
        if player.pantheon:
            found += [number for number in player.pantheon if gained(state.cards[number])]
    for player in state.players:
        if player.mastery is not None or player.statuses:
            found += player.functions
    return found


def roaming(state: State) -> tuple[int, ...]:
    """Cards with abilities that name their zones, where they lie outside the places in which abilities work anyway."""
    roams, cards = (state.roaming or wanderers(state))[0], state.cards
    return tuple([number for number in roams if cards[number].zone in _ELSEWHERE]) if roams else roams


def elsewhere(state: State) -> tuple[int, ...]:
    """The cards on the stack, and those with abilities that name their zones, where these work."""
    roams = (state.roaming or wanderers(state))[0]
    return (*state.stack_cards, *roaming(state)) if roams else state.stack_cards


def playable_elsewhere(state: State, player: Seat) -> list[int]:
    """Cards of a player outside the hand whose own text may let them be played from where they lie, in their order."""
    found = (state.roaming or wanderers(state))[1]
    if not found:
        return []
    cards, pool, me = state.cards, state.pool, state.players[player]
    able = {number for number in found if cards[number].zone in pool[cards[number].face].playable_from}
    places = (me.graveyard, me.banishment, me.material, me.memory) if able else ()
    return [number for place in places for number in place if number in able]


def wanderers(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards with abilities that name their zones, and those playable from elsewhere, wherever they lie.

    Found anew only after one has come into the game (the state drops it): whoever asks looks at `state.roaming` first.
    """
    roams: list[int] = []
    playable: list[int] = []
    for card in state.cards:
        face = state.pool[card.default_face]
        if face.roams:
            roams.append(card.id)
        if face.playable_from:
            playable.append(card.id)
    state.roaming = found = (tuple(roams), tuple(playable))
    return found


_ELSEWHERE = frozenset(("hand", "memory", "deck", "material", "graveyard", "banishment", "lineage"))


def works(state: State, card: Card, ability: Triggered | Activated | StaticAbility) -> bool:
    """Whether an ability works where its card lies: in the zones its text names, else where its type's abilities do.

    By default an action card's work on the stack, an attack card's in the intent, all others on the field; any card in
    an intent uses its abilities as an object does, and is their source (zones.3.16). A gained boon's work from the
    Pantheon zone (BB.2). An inherited effect is that of a champion, and nobody else's (keywords.inherited-effect).

    Rules: abilities.1.4, abilities.1.4.action, abilities.1.4.attack, abilities.1.4.object, abilities.1.4.named,
    abilities.1.4.excluded, abilities.1.5, abilities.1.5.choice, abilities.4.1.
    """
    if ability.inherited and "champion" not in state.pool[card.face].words:
        return False
    if ability.works_in:
        return card.zone in ability.works_in
    if ability.works_outside:
        return card.zone not in ability.works_outside
    if card.zone == "stack":
        return "action" in state.pool[card.face].words
    return card.zone in _WORKING or (card.zone == "pantheon" and gained(card))


_WORKING = frozenset(("field", "intent", "mastery", "status"))
"""Where the abilities of everything but actions and boons work; masteries and statuses have no zone (cards.7.1)."""
