"""Leaving the field: destroying, sacrificing, banishing, and what goes in the place of another (terms.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules.entering import enter
from archivist.rules.events import say
from archivist.rules.zones import fall, move, move_together, on_field


def destroy(state: State, numbers: Sequence[int], *rules: str) -> list[int]:
    """Destroys objects at once; an immortal one stays (keywords.immortality). Gives those that are really destroyed."""
    gone = [number for number in numbers if not immortal(state, number)]
    gone, shielded = _shielded(state, gone)
    for number in shielded:
        if "ally" in now.words(state, state.cards[number]):
            state.alter(number, damage=0)
    if gone:
        move_together(state, gone, "graveyard", "terms.1.destroy", *rules, cause="destroy")
    return gone


def sacrifice(state: State, numbers: Sequence[int], *rules: str) -> list[int]:
    """A player sacrifices objects they control (terms.1.sacrifice). Gives those that are really sacrificed."""
    gone, _ = _shielded(state, numbers, but=numbers)
    move_together(state, gone, "graveyard", "terms.1.sacrifice", *rules, cause="sacrifice")
    return gone


def immortal(state: State, number: int) -> bool:
    """Whether a card is an object that cannot go from the field to the graveyard (keywords.immortality)."""
    card = state.cards[number]
    return card.zone == "field" and now.has(state, card, "immortality")


def shield_of(state: State, number: int) -> int | None:
    """The oldest Link Shield linked to an object that can still go in its place (keywords.link-shield)."""
    thing = state.cards[number].thing
    for card in on_field(state):
        link = state.pool[card.face].link
        if link is None or not link.shield or card.linked != thing:
            continue
        if not now.has(state, card, "immortality"):
            return card.id
    return None


def _shielded(state: State, numbers: Sequence[int], but: Sequence[int] = ()) -> tuple[list[int], list[int]]:
    """The objects that go, each shielded one replaced by its shield; and those that stay (keywords.link-shield).

    A shield that is sacrificed itself (`but`) stands in for nothing: it never counts as a further sacrifice.
    """
    gone: list[int] = []
    stay: list[int] = []
    for number in numbers:
        shield = shield_of(state, number)
        shield = None if shield in but else shield
        gone.append(number if shield is None else shield)
        if shield is not None:
            stay.append(number)
            say(state, "shielded", "keywords.link-shield", "effects.3.1", card=state.cards[number])
    return list(dict.fromkeys(gone)), stay


def banish(state: State, numbers: Sequence[int], *rules: str, **more: Any) -> None:
    """Moves cards from any zone to their owners' banishment (terms.1.banish)."""
    move_together(state, numbers, "banishment", "terms.1.banish", *rules, **more)


def banish_and_return(state: State, number: int, *rules: str) -> None:
    """Banishes an object and returns it at once under its owner's control, as a new object.

    A champion leaves and enters together with its inner lineage and its counters, damage among them; in every other case
    what lies beneath a champion that leaves goes where such cards go.

    Rules: zones.4.choice.
    """
    old = state.cards[number]
    kept: dict[str, Any] = {}
    if "champion" in state.pool[old.true_name].words:
        kept = {"lineage": old.lineage, "counters": old.counters, "damage": old.damage}
        state.alter(number, lineage=())
        rules = (*rules, "zones.4.choice")
    card = move(state, number, "banishment", "terms.1.banish", *rules)
    if card.zone == "banishment":
        card = enter(state, number, card.owner, *rules, **kept)
    if card.zone != "field":
        for beneath in kept.get("lineage", ()):
            fall(state, beneath)
