"""Which action a step means: the card to play and where it lies, the ability, the unit that attacks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from archivist.game import Game
from archivist.model.card import OWN_ZONES, Card, Seat, Way
from archivist.model.decision import Action, Attack, Pass, Play, Return, Use
from archivist.model.state import State
from archivist.rules.abilities import held_abilities
from archivist.rules.legal_actions import offers
from archivist.rules.playing_cards import permissions
from archivist.scenario.naming import BENEATH, Name, Names, cards_in, holder
from archivist.scenario.problems import Nowhere, Problem
from archivist.scenario.structure import Deed

HOME: dict[str, str] = {"activate": "hand", "materialize": "material", "bestow": "pantheon", "return": "material"}
"""The zone from which cards are played unless something says otherwise."""


def action(game: Game, seat: Seat, deed: Deed) -> Action:
    """The action that a deed means now: the one that could be legal, if any; else the nearest to it."""
    if deed.verb == "pass":
        return Pass()
    if deed.verb == "ability":
        return _use(game.state, seat, deed)
    if deed.verb == "attack":
        return Attack(_object(game.state, seat, deed).id)
    asked = _asked(game, seat, deed)
    if asked is not None:
        return asked
    card = _card(game.state, seat, deed)
    return Return(card.id) if deed.verb == "return" else Play(_way(deed), card.id)


def possible(game: Game, seat: Seat, deed: Deed) -> Iterator[Action]:
    """Every action that a deed could mean, whichever card of that name is used."""
    if deed.verb == "pass":
        yield Pass()
    elif deed.verb == "ability":
        for card in _objects(game.state, seat, deed):
            numbers = range(len(held_abilities.activated_abilities(game.state, card)))
            yield from (Use(card.id, index) for index in numbers if deed.number in (0, index + 1))
    elif deed.verb == "attack":
        yield from (Attack(card.id) for card in _objects(game.state, seat, deed))
    else:
        asked = _asked(game, seat, deed)
        if asked is not None:
            yield asked
        for card in _bearing(game.state, deed):
            yield Return(card.id) if deed.verb == "return" else Play(_way(deed), card.id)


def offered(game: Game, seat: Seat, action: Action) -> bool:
    """Whether an action is offered to a player now: it is among the options of the pending decision."""
    asked = game.decision
    return asked is not None and asked.form == "act" and asked.player == seat and action in asked.options


def _way(deed: Deed) -> Way:
    assert deed.verb in ("activate", "materialize", "bestow")
    return deed.verb


# -- cards to play -----------------------------------------------------------------------------------------------


def _asked(game: Game, seat: Seat, deed: Deed) -> Action | None:
    """One of the plays that an effect asks for now."""
    asked = None if game.acting else game.decision
    if asked is None or asked.form != "act" or asked.player != seat or deed.name is None:
        return None
    for option in asked.options:
        if not isinstance(option, Play | Return):
            continue
        verb = option.way if isinstance(option, Play) else "return"
        card = game.state.cards[option.card]
        if verb == deed.verb and card.face == deed.name.card and _from_there(game.state, card, deed):
            return option
    return None


def _from_there(state: State, card: Card, deed: Deed) -> bool:
    """Whether a card lies where the deed says."""
    names = Names(state)
    for place in (deed.name, deed.from_):
        if place is None:
            continue
        if place.card and (place.zone or place.player or place.number):
            if card.thing not in names.all(place):
                return False
        elif not place.card and not _in(names, card, place):
            return False
    return True


def _in(names: Names, card: Card, place: Name) -> bool:
    return card.zone == place.zone and (not place.player or holder(card) == names.seat(place.player))


def _bearing(state: State, deed: Deed) -> list[Card]:
    """Every card of that name that lies where the deed says, zone by zone."""
    assert deed.name is not None
    zones = (*OWN_ZONES, "field", "intent", *BENEATH)
    found = [card for zone in zones for player in state.players for card in cards_in(state, player.seat, zone)]
    found.extend(state.cards[number] for number in state.stack_cards)
    return [card for card in found if card.face == deed.name.card and _from_there(state, card, deed)]


def _card(state: State, seat: Seat, deed: Deed) -> Card:
    """The card to play: the first in the usual zone, else in the place that there is a permission for, else at hand."""
    cards = _bearing(state, deed)
    if not cards:
        where = f" ({deed.from_.text})" if deed.from_ else ""
        assert deed.name is not None
        raise Nowhere(f"there is no {deed.name.text}{where} to {deed.verb}", ("PC.2", "CA.1.9.1"))
    home = [card for card in cards if card.owner == seat and card.zone == HOME[deed.verb]]
    ready = [card for card in home if _ready(card, deed)]
    if ready or home:
        return (ready or home)[0]
    if deed.verb != "return":
        licensed = [card for card in cards if permissions.licences(state, seat, card, _way(deed))]
        if licensed:
            return _the_one(state, seat, deed, licensed)
    own = [card for card in cards if card.owner == seat]
    return (own or cards)[0]


def _ready(card: Card, deed: Deed) -> bool:
    """A boon that is not bestowed yet, a card that was preserved (or, to materialize, was not)."""
    if deed.verb == "bestow":
        return not card.face_up
    preserved = "preserved" in card.properties
    return preserved if deed.verb == "return" else not preserved


def _the_one(state: State, seat: Seat, deed: Deed, cards: Sequence[Card]) -> Card:
    """The first card in the only place from which it may be played now."""
    legal = [card for card in cards if offers.allowed_for(state, seat, Play(_way(deed), card.id))]
    places = list(dict.fromkeys((holder(card), card.zone) for card in legal or cards))
    firsts = [next(card for card in cards if (holder(card), card.zone) == place) for place in places]
    if len(firsts) > 1:
        names = Names(state)
        listed = " or ".join(names.called(card.thing) for card in firsts)
        raise Problem(f"say 'from': it could be {listed}")
    return firsts[0]


# -- objects -----------------------------------------------------------------------------------------------------


def _objects(state: State, seat: Seat, deed: Deed) -> list[Card]:
    """The objects that a deed may mean, the player's own first."""
    assert deed.name is not None
    found = [state.cards[thing.id] for thing in Names(state).all(deed.name) if thing.kind == "card"]
    return sorted(found, key=lambda card: (card.zone not in ("field", "intent"), card.controller != seat))


def _object(state: State, seat: Seat, deed: Deed) -> Card:
    found = _objects(state, seat, deed)
    if not found:
        assert deed.name is not None
        raise Nowhere(f"there is no {deed.name.text}", ("abilities.2.4", "combat.1.4"))
    return found[0]


def numbers(state: State, seat: Seat, deed: Deed) -> range:
    """The numbers of the abilities that an object has, from 1 on."""
    return range(1, len(held_abilities.activated_abilities(state, _object(state, seat, deed))) + 1)


def _use(state: State, seat: Seat, deed: Deed) -> Use:
    """The ability meant: the one with that number, else the one that has targets if some are given, or that is legal.

    Where it is unclear the number must be said.
    """
    card = _object(state, seat, deed)
    if deed.number:
        return Use(card.id, deed.number - 1)
    abilities = [ability for _, ability in held_abilities.activated_abilities(state, card)]
    uses = [Use(card.id, index) for index in range(len(abilities))]
    if deed.aimed:
        uses = [use for use in uses if abilities[use.ability].targets or abilities[use.ability].modes] or uses
    if len(uses) > 1:
        uses = [use for use in uses if offers.allowed_for(state, seat, use)]
        if len(uses) != 1:
            raise Problem(f"{card.face} has {len(abilities)} abilities; say its 'number'")
    return uses[0] if uses else Use(card.id, 0)
