"""What is under way in a saved position speaks only of players, cards, parts and modes that are there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from archivist.log.save_checks import check_state
from archivist.model import events
from archivist.model.card import Card, Thing
from archivist.model.errors import SaveError
from archivist.model.event import GameEvent
from archivist.model.state import State
from archivist.vocabulary.pending import Deed, DelayedTrigger, Group, Item, Lasting, Waiting
from archivist.vocabulary.text import Mode, Modes, Paragraph
from positions import simple_position

NODE: Any = None
"""In the place of a node of the vocabulary, which speaks of no card in particular."""
GONE = Thing("card", 10**6)
PLAIN = Paragraph()
MODAL = Paragraph(modes=Modes(options=(Mode(label="one", do=()), Mode(label="two", do=()))))


def lasting(card: Card, controller: int = 0, **more: Any) -> Lasting:
    return Lasting(1, NODE, controller, card, "turn", **more)


def delayed(card: Card, controller: int = 0, **more: Any) -> DelayedTrigger:
    return DelayedTrigger(1, NODE, (), controller, card, True, "turn", **more)


def waiting(card: Card, controller: int = 0, event: GameEvent | None = None) -> Waiting:
    return Waiting(controller, card, (), event)


def draw(card: Card, player: int | None) -> events.Draw:
    return events.Draw(("zones.3.2",), player, card=card)


def item(card: Card, controller: int = 0, text: Paragraph = PLAIN, **more: Any) -> Item:
    return Item(1, "trigger", controller, card.id, card, (text,), 1, **more)


def group(part: int, mode: int = -1, *things: Thing) -> tuple[Group, ...]:
    return (Group(part, mode, 0, "", things, True),)


def doctored(place: str, made: Callable[[Card], Any]) -> State:
    """A sound position with something under way."""
    state = simple_position(field=["Gray Wolf"]).state.copy()
    setattr(state, place, (made(state.cards[state.field[0]]),))
    return state


@pytest.mark.parametrize(
    ("place", "made", "problem"),
    [
        ("lasting", lambda card: lasting(card, 2), "player 2, who is not in the game"),
        ("lasting", lambda card: lasting(card, -1), "player -1, who is not in the game"),
        ("lasting", lambda card: lasting(card, on=(card.thing, GONE)), "card 1000000"),
        ("lasting", lambda card: lasting(card, spent=((GONE, 1),)), "card 1000000"),
        ("lasting", lambda card: lasting(replace(card, owner=2)), "belongs to a player who is not in the game"),
        ("delayed", lambda card: delayed(card, 2), "player 2"),
        ("delayed", lambda card: delayed(card, remembers=(GONE,)), "card 1000000"),
        ("delayed", lambda card: delayed(card, remembers=(Thing("player", 2),)), "player 2"),
        ("delayed", lambda card: delayed(card, deed=Deed(True, 1, (GONE,))), "card 1000000"),
        ("waiting", lambda card: waiting(card, 2), "player 2"),
        ("waiting", lambda card: waiting(card, 0, draw(card, 2)), "player 2"),
        ("waiting", lambda card: waiting(replace(card, id=10**6)), "the number 1000000, which no card has"),
        ("waiting", lambda card: waiting(replace(card, face="Gray Wolv")), "unknown here: 'Gray Wolv'"),
        ("lasting", lambda card: lasting(card, text_of="Gray Wolv"), "unknown here: 'Gray Wolv'"),
        ("delayed", lambda card: delayed(card, text_of="Gray Wolv"), "unknown here: 'Gray Wolv'"),
        ("stack", lambda card: item(card, text_of="Gray Wolv"), "unknown here: 'Gray Wolv'"),
        ("stack", lambda card: item(card, 2), "player 2"),
        ("stack", lambda card: replace(item(card), card=10**6), "card 1000000"),
        ("stack", lambda card: item(card, groups=group(0, -1, GONE)), "card 1000000"),
        ("stack", lambda card: item(card, text=MODAL, modes=((0, 2),)), "no mode 2"),
        ("stack", lambda card: item(card, modes=((0, 0),)), "no mode 0"),
        ("stack", lambda card: item(card, text=MODAL, groups=group(0, 2)), "no mode 2"),
        ("stack", lambda card: item(card, modes=((1, 0),)), "no part 1"),
        ("stack", lambda card: item(card, groups=group(1)), "no part 1"),
        ("stack", lambda card: item(card, groups=group(-2)), "no part -2"),
    ],
)
def test_what_is_under_way_speaks_of_what_is_not_there(place: str, made: Callable[[Card], Any], problem: str) -> None:
    with pytest.raises(SaveError, match=problem):
        check_state(doctored(place, made))


@pytest.mark.parametrize(
    ("place", "made"),
    [
        ("lasting", lambda card: lasting(card, 1, on=(card.thing,), spent=((card.thing, 1),))),
        ("delayed", lambda card: delayed(card, 1, remembers=(card.thing, Thing("player", 1), Thing("item", 99)))),
        ("waiting", lambda card: waiting(card, 1, draw(card, 1))),
        ("waiting", lambda card: waiting(card, 1, draw(card, None))),
        ("stack", lambda card: item(card, 1, MODAL, modes=((0, 0), (0, 1)), groups=group(0, 1, card.thing))),
        ("stack", lambda card: item(card, 1, groups=group(0, -1, Thing("player", 1)))),
        ("stack", lambda card: item(card, 1, groups=group(-1, -1, card.thing))),  # a link is in no paragraph
    ],
)
def test_what_is_under_way_speaks_of_what_is_there(place: str, made: Callable[[Card], Any]) -> None:
    """An item that a thing speaks of may be gone."""
    check_state(doctored(place, made))
