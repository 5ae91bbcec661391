"""Showing what lies hidden: revealing to everybody, looking, turning cards over, and forgetting again (zones.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import FACE_DOWN, Card, Seat, Shown
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.abilities.triggered_abilities import notice
from archivist.rules.effects.events import say, tell
from archivist.rules.zones.visibility import who_sees

UNORDERED = frozenset(("hand", "memory", "material", "pantheon"))
"""The private zones in which the order of the cards means nothing."""


def reveal(state: State, seat: Seat, cards: Sequence[int], *rules: str, origin: str = "") -> None:
    """A player shows cards to everybody; they are revealed as long as what goes on now goes on.

    One that is known, or was revealed before, can be revealed again. They are revealed from where they lie, unless they
    are on their way from another zone (`origin`).

    Rules: zones.5.10, terms.6.reveal.
    """
    cards = blurred(state, cards)
    names = tuple(Named(state.cards[number].true_name) for number in cards)
    tell(state, events.Reveal(("terms.6.reveal", *rules), seat, None, names))
    _show(state, cards, None)
    group = state.tick() if len(cards) > 1 else 0
    for number in cards:
        card = state.cards[number]
        notice(state, events.Revealed((), seat, card=card, amount=1, origin=origin or card.zone, group=group))


def look(state: State, seat: Seat, cards: Sequence[int], place: str, whose: Seat) -> None:
    """A player looks at cards in somebody's zone; nobody else learns which they are (timing.8.1)."""
    cards = blurred(state, cards, seat)
    hidden = [state.cards[number] for number in cards]
    names = tuple(Named(card.true_name, None, _with(who_sees(state, card), seat)) for card in hidden)
    rules = ("timing.8.1", *(("zones.3.1",) if place == "deck" else ()))
    tell(state, events.Look(rules, seat, None, names, place=place, whose=whose))
    _show(state, cards, (seat,))


def _with(seats: tuple[Seat, ...] | None, seat: Seat) -> tuple[Seat, ...] | None:
    return None if seats is None else tuple(sorted({*seats, seat}))


def _show(state: State, cards: Sequence[int], to: tuple[Seat, ...] | None) -> None:
    state.shown = (*state.shown, *(Shown(state.cards[number].thing, to) for number in cards))
    state.touch()


def conclude(state: State) -> None:
    """What was shown is hidden again: at the next check, action or moment of the game its former visibility returns.

    What others have seen of an unordered private zone is mixed into it, so that nobody can tell which card it was.

    Rules: zones.5.10.
    """
    shown, state.shown = state.shown, ()
    state.touch()
    zones: dict[tuple[Seat, str], None] = {}
    for each in shown:
        card = state.current(each.thing)
        if card is not None and card.zone in UNORDERED and not card.face_up and each.to != (card.owner,):
            zones[card.owner, card.zone] = None
    for seat, zone in zones:
        mix(state, seat, zone)


def mix(state: State, seat: Seat, zone: str) -> None:
    """Randomizes a private zone: its cards in another order, and by other handles than before."""
    if len(state.zone(seat, zone)) > 1:
        tell(state, events.Mix(("zones.5.10",), seat, zone=zone))
    _stir(state, seat, zone)


def _stir(state: State, seat: Seat, zone: str) -> None:
    cards = state.zone(seat, zone)
    if len(cards) > 1:
        cards = state.shuffled(cards)
        state.alter_player(seat, **{zone: cards})
    disguise(state, cards)


def blurred(state: State, cards: Sequence[int], seat: Seat | None = None) -> Sequence[int]:
    """The cards that a player (all players, if none is named) is about to see or to choose from, in an order that says nothing.

    Where they lie in an unordered private zone of somebody else, that zone is mixed first: neither the places of its
    cards nor their handles then tell in which order they came (zones.5.10).
    """
    hidden = [state.cards[number] for number in cards]
    zones = {(card.owner, card.zone): None for card in hidden if _may_blur(card) and card.owner != seat}
    if not zones:
        return cards
    for owner, zone in zones:
        _stir(state, owner, zone)
    places = {number: place for owner, zone in zones for place, number in enumerate(state.zone(owner, zone))}
    moved = iter(sorted((number for number in cards if number in places), key=places.__getitem__))
    return tuple(next(moved) if number in places else number for number in cards)


def _may_blur(card: Card) -> bool:
    return card.zone in UNORDERED and not card.face_up


def disguise(state: State, cards: Iterable[int]) -> None:
    """Gives hidden cards new timestamps, for handles are made of them and would tell which card was seen before."""
    hidden = [card for number in cards if not (card := state.cards[number]).face_up]
    state.put_all([replace(card, stamp=stamp) for stamp, card in enumerate(hidden, state.clock + 1)])
    state.clock += len(hidden)


# -- facing ------------------------------------------------------------------------------------------------------


def turn_over(state: State, number: int, *rules: str, up: bool) -> bool:
    """Turns a card face up or face down; gives whether it was the other way up before (zones.7.1)."""
    return turn_face_up(state, number, *rules) if up else turn_face_down(state, number, *rules)


def turn_face_down(state: State, number: int, *rules: str) -> bool:
    """Turns a card face down where it lies: it is just a card then, and who has seen it may go on looking at it.

    The cards of a lineage, its champion among them, are always face up (zones.5.5). What lies face down already does not
    change (zones.7.1). A face-down card is not transformed (cards.6.6).

    Rules: zones.7.2, zones.5.2, zones.5.8.
    """
    card = state.cards[number]
    if _is_champion(state, card):
        say(state, events.Nothing, "zones.5.5", player=card.controller)
        return False
    if not card.face_up or card.zone not in ("field", "banishment"):
        return False
    blank = (
        {"face": FACE_DOWN, "beneath": card.default_face, "default": "", "copied": False}
        if card.zone == "field"
        else {}
    )
    state.alter(number, face_up=False, known_to=_everybody(state), **blank)
    say(
        state,
        events.FaceDown,
        "zones.7.2",
        *rules,
        "zones.5.2",
        "zones.5.6",
        "zones.5.8",
        player=card.controller,
        card=state.cards[number],
    )
    return True


def turn_face_up(state: State, number: int, *rules: str) -> bool:
    """Turns a face-down card face up: everybody may see it, and it is what it is again (zones.5.1, zones.7.2)."""
    card = state.cards[number]
    if card.face_up or card.zone not in ("field", "banishment"):
        return False
    state.alter(number, face_up=True, known_to=(), face=card.true_name, beneath="", stated=False)
    say(state, events.FaceUp, "zones.7.2", *rules, "zones.5.1", player=card.controller, card=state.cards[number])
    return True


def _is_champion(state: State, card: Card) -> bool:
    return card.zone == "field" and "champion" in state.now.words(state, card)


def _everybody(state: State) -> tuple[Seat, ...]:
    return tuple(range(len(state.players)))


def show_stated(state: State, seat: Seat) -> None:
    """A player's face-down cards that were chosen for their characteristics are shown as that player's game ends.

    Rules: zones.5.11.
    """
    cards = [card.id for card in state.cards if card.stated and card.owner == seat and not card.face_up]
    if cards:
        names = tuple(Named(state.cards[number].true_name) for number in cards)
        tell(state, events.Reveal(("zones.5.11",), seat, None, names))
        for number in cards:
            state.alter(number, known_to=_everybody(state))
