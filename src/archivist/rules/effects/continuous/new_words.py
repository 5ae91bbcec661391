"""The types, subtypes and elements that cards gain as an effect begins, told to what triggers on them."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model import events
from archivist.model.state import State
from archivist.rules.abilities.triggering import notice
from archivist.vocabulary.statics.base import Static
from archivist.vocabulary.statics.characteristics import Modify

Words = dict[int, frozenset[str]]


def changes_words(static: Static) -> bool:
    """Whether an effect changes types, subtypes or elements."""
    return isinstance(static, Modify) and "words" in static.changes


def words_now(state: State) -> Words:
    """The words of every card, before an effect begins."""
    return {card.id: state.now.words(state, card) for card in state.cards if card.zone != "none"}


def became(state: State, before: Words, *, entering: Sequence[int] = ()) -> None:
    """Tells what each card became as an effect began; an object that has just come was never anything else."""
    group = state.tick()
    for number, old in before.items():
        card = state.cards[number]
        new = tuple(sorted(state.now.words(state, card) - old)) if number not in entering else ()
        if new:
            notice(state, events.Become((), card.controller, amount=1, words=new, card=card, group=group))
