"""Actions in words: ``activate Fireball``, ``activate Fireball from graveyard``, ``ability A/field/X, number 2``.

`read_phrase` takes such words apart into a `Deed`, `action` finds what a deed means in a game, and `words` puts an action
into words again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

import msgspec

from archivist.cards.names import Names as Spelling
from archivist.model.card import OWN_ZONES, Card, Seat, Way
from archivist.model.decision import Action, Attack, Pass, Play, Return, Use
from archivist.model.errors import Illegal, Reason, suggestion
from archivist.model.state import State
from archivist.notation.naming import BENEATH, PLAYERS, Name, Names, Problem, cards_in, full_name, holder, read_name
from archivist.notation.playing import PERMISSIONS, Permissions, Playing
from archivist.rules.abilities import abilities_in_general
from archivist.rules.legal_actions.refused_answers import NO_SUCH_CARD, NO_SUCH_OBJECT

Verb = Literal["activate", "materialize", "bestow", "ability", "attack", "return", "pass", "concede"]
VERBS: tuple[Verb, ...] = get_args(Verb)
ALONE: tuple[Verb, ...] = ("pass", "concede")
"""Actions that need no name."""
ALSO = {"use": "ability", "play": "activate", "cast": "activate"}
"""Other words for actions."""
HOME: dict[str, str] = {"activate": "hand", "materialize": "material", "bestow": "pantheon", "return": "material"}
"""The zone from which cards are played unless something says otherwise."""
SHORT = 3
"""Words of so many letters are near to others by chance."""
_NUMBER = re.compile(r",? number (\d{1,6})$", re.ASCII)


class Missing(Illegal):
    """There is nothing of the name that an action is to be done with."""


class Deed(msgspec.Struct, frozen=True):
    """An action in words: which kind, with what, from where, by which ability, and whether at targets."""

    verb: Verb
    name: Name | None = None
    from_: Name | None = None
    number: int = 0
    aimed: bool = False

    def __post_init__(self) -> None:
        """Raises Problem where the action cannot be done with a thing of that kind."""
        if self.name is None:
            return
        if self.verb in ("ability", "attack"):
            if self.name.is_player:
                raise Problem(f"an object is needed, not player {self.name.player}")
        elif not self.name.card:
            raise Problem(f"a card's name is needed to {self.verb}, not {self.name.text!r}")


# -- reading -----------------------------------------------------------------------------------------------------


def read_phrase(text: str, pool: Mapping[str, object], players: Collection[str]) -> Deed:
    """The action that a phrase means. Raises Problem where a word is unknown, with the nearest valid one."""
    word, _, rest = text.strip().partition(" ")
    verb = next((each for each in VERBS if each == ALSO.get(word.lower(), word.lower())), None)
    if verb is None:
        near = suggestion(word, VERBS) if len(word) > SHORT else ""
        hint = near or f"; known: {', '.join(VERBS)}"
        raise Problem(f"unknown action {word!r}{hint}")
    if verb in ALONE:
        if rest:
            raise Problem(f"{verb!r} takes no more words, but there is {rest!r}")
        return Deed(verb)
    if not rest.strip():
        raise Problem(f"say what to {verb}" if verb != "ability" else "the object with the ability is missing")
    match = _NUMBER.search(rest) if verb == "ability" else None
    number = int(match[1]) if match else 0
    name, place = _named(rest[: match.start()] if match else rest, pool, players)
    return Deed(verb, name, place, number)


def _spelt(text: str, pool: Mapping[str, object]) -> str:
    """A name with its card's exact spelling, where only capitals, apostrophes or dashes differ."""
    place, slash, card = text.rpartition("/")
    bare, mark, number = card.partition("#")
    exact = None if bare in pool else Spelling(pool).find(bare)
    return text if exact is None else f"{place}{slash}{exact}{mark}{number}"


def _named(text: str, pool: Mapping[str, object], players: Collection[str]) -> tuple[Name, Name | None]:
    """The thing, and the place after ``from``; a card may have that word in its own name."""
    name, mark, place = text.strip().rpartition(" from ")
    if not mark:
        return read_name(_spelt(text.strip(), pool), pool, players), None
    try:
        where = read_name(_spelt(place, pool), pool, players, zone_alone=True)
        return read_name(_spelt(name, pool), pool, players), where
    except Problem as problem:
        try:
            return read_name(_spelt(text.strip(), pool), pool, players), None
        except Problem:
            raise problem from None


# -- what is meant -----------------------------------------------------------------------------------------------


def action(game: Playing, seat: Seat, deed: Deed, permissions: Permissions = PERMISSIONS) -> Action:
    """The action that a deed means now: the one that could be legal, if any; else the nearest to it.

    Raises Missing if nothing has the name, Problem if it is unclear what is meant.
    """
    if deed.verb == "pass":
        return Pass()
    if deed.verb == "ability":
        return _use(game, seat, deed, permissions)
    if deed.verb == "attack":
        return Attack(_object(game.state, seat, deed).id)
    asked = _asked(game, seat, deed)
    return _played(deed, _card(game, seat, deed, permissions)) if asked is None else asked


def possible(game: Playing, seat: Seat, deed: Deed, permissions: Permissions = PERMISSIONS) -> Iterator[Action]:
    """Every action that a deed could mean, whichever card of that name is used."""
    if deed.verb == "pass":
        yield Pass()
    elif deed.verb == "ability":
        for card in _objects(game.state, seat, deed):
            numbers = range(len(permissions.abilities(game, card)))
            yield from (Use(card.id, index) for index in numbers if deed.number in (0, index + 1))
    elif deed.verb == "attack":
        yield from (Attack(card.id) for card in _objects(game.state, seat, deed))
    else:
        asked = _asked(game, seat, deed)
        if asked is not None:
            yield asked
        yield from (_played(deed, card) for card in _bearing(game.state, deed))


def offered(game: Playing, seat: Seat, action: Action) -> bool:
    """Whether an action is offered to a player now: it is among the options of the pending decision."""
    asked = game.decision
    return asked is not None and asked.form == "act" and asked.player == seat and action in asked.options


def _played(deed: Deed, card: Card) -> Play | Return:
    return Return(card.id) if deed.verb == "return" else Play(_way(deed), card.id)


def _way(deed: Deed) -> Way:
    assert deed.verb in ("activate", "materialize", "bestow")
    return deed.verb


# -- cards to play -----------------------------------------------------------------------------------------------


def _asked(game: Playing, seat: Seat, deed: Deed) -> Action | None:
    """One of the plays that an effect asks for now."""
    asked = None if game.acting else game.decision
    if asked is None or asked.form != "act" or asked.player != seat or deed.name is None:
        return None
    for option in asked.options:
        if not isinstance(option, Play | Return):
            continue
        card = game.state.cards[option.card]
        if option == _played(deed, card) and card.face == deed.name.card and _from_there(game.state, card, deed):
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


def _card(game: Playing, seat: Seat, deed: Deed, permissions: Permissions) -> Card:
    """The card to play: the first in the usual zone, else in the place that there is a permission for, else at hand."""
    cards = _bearing(game.state, deed)
    if not cards:
        where = f" ({deed.from_.text})" if deed.from_ else ""
        assert deed.name is not None
        raise Missing(Reason(NO_SUCH_CARD, f"there is no {deed.name.text}{where} to {deed.verb}"))
    home = [card for card in cards if card.owner == seat and card.zone == HOME[deed.verb]]
    ready = [card for card in home if _ready(card, deed)]
    if ready or home:
        return (ready or home)[0]
    if deed.verb != "return":
        licensed = [card for card in cards if permissions.licensed(game, seat, card, _way(deed))]
        if licensed:
            return _the_one(game, seat, deed, licensed, permissions)
    own = [card for card in cards if card.owner == seat]
    return (own or cards)[0]


def _ready(card: Card, deed: Deed) -> bool:
    """A boon that is not bestowed yet, a card that was preserved (or, to materialize, was not)."""
    if deed.verb == "bestow":
        return not card.face_up
    preserved = "preserved" in card.properties
    return preserved if deed.verb == "return" else not preserved


def _the_one(game: Playing, seat: Seat, deed: Deed, cards: Sequence[Card], permissions: Permissions) -> Card:
    """The first card in the only place from which it may be played now."""
    legal = [card for card in cards if permissions.allowed(game, seat, Play(_way(deed), card.id))]
    places = list(dict.fromkeys((holder(card), card.zone) for card in legal or cards))
    firsts = [next(card for card in cards if (holder(card), card.zone) == place) for place in places]
    if len(firsts) > 1:
        names = Names(game.state)
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
        raise Missing(Reason(NO_SUCH_OBJECT, f"there is no {deed.name.text}"))
    return found[0]


def numbers(game: Playing, seat: Seat, deed: Deed, permissions: Permissions = PERMISSIONS) -> range:
    """The numbers of the abilities that an object has, from 1 on."""
    return range(1, len(permissions.abilities(game, _object(game.state, seat, deed))) + 1)


def _use(game: Playing, seat: Seat, deed: Deed, permissions: Permissions) -> Use:
    """The ability meant: the one with that number, else the one that has targets if some are given, or that is legal.

    Where it is unclear the number must be said.
    """
    card = _object(game.state, seat, deed)
    if deed.number:
        return Use(card.id, deed.number - 1)
    abilities = permissions.abilities(game, card)
    uses = [Use(card.id, index) for index in range(len(abilities))]
    if deed.aimed:
        uses = [use for use in uses if abilities[use.ability].aimed] or uses
    if len(uses) > 1:
        uses = [use for use in uses if permissions.allowed(game, seat, use)]
        if len(uses) != 1:
            raise Problem(f"{card.face} has {len(abilities)} abilities; say its 'number'")
    return uses[0] if uses else Use(card.id, 0)


# -- writing -----------------------------------------------------------------------------------------------------


def words(state: State, seat: Seat, action: Play | Use | Attack | Return) -> dict[str, Any]:
    """An action as a step of a scenario has it: what is done, with which card or object."""
    if isinstance(action, Attack):
        return {"attack": full_name(state, state.cards[action.unit].thing)}
    card = state.cards[action.card]
    name = full_name(state, card.thing)
    if isinstance(action, Use):
        several = len(abilities_in_general.activated_abilities(state, card)) > 1
        return {"ability": name, **({"number": action.ability + 1} if several else {})}
    verb = "return" if isinstance(action, Return) else action.way
    at_home = name == f"{PLAYERS[seat]}/{HOME[verb]}/{card.face}"
    return {verb: card.face if at_home else name}
