"""Leaving the field: what counts as leaving, dying, being destroyed, sacrificed and banished, and who sees it (terms.1)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model import events
from archivist.model.card import Card
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.abilities.triggered_abilities import Witnesses, notice
from archivist.rules.citations import moves as citations
from archivist.rules.effects.events import emit
from archivist.rules.zones.last_known_information import last_known


def tell_of_leaving(state: State, old: Card, zone: str, cause: str, witnesses: Witnesses, group: int = 0) -> None:
    """Tells of leaving, dying, being destroyed (terms.1.table), and sacrificed wherever it went (effects.3.4).

    On Leave and On Death see the object as it last was (zones.6.4).

    What hangs on destruction, death or a kill does nothing if the object went elsewhere (effects.2.6, combat.6.8).

    Rules: terms.1, terms.1.table.1, terms.1.table.2, terms.1.table.3, terms.1.table.4, terms.1.table.5,
    terms.1.table.6, terms.1.table.7, terms.1.table.8, terms.1.choice.1, cards.4.20, effects.7.4, keywords.on-leave,
    keywords.on-death, terms.1.banish, terms.1.sacrifice.
    """
    subject = Named(old.face, old.thing)
    unit = "unit" in state.now.words(state, old)

    def seen(kind: type[events.Departure], *rules: str) -> events.Departure:
        return kind(rules, old.controller, subject, amount=1, card=old, zone=zone, group=group)

    emit(state, seen(events.Leave, "terms.1.leave", *citations.of_leaving(old, zone, cause, unit=unit)), witnesses)
    if zone == "banishment":
        emit(state, seen(events.Banish, "keywords.on-banish"), witnesses)
    if cause == "sacrifice":
        notice(state, seen(events.Sacrifice), witnesses)
    if zone == "graveyard":
        if unit:
            emit(state, seen(events.Die, "terms.1.dies", "combat.6.8"), witnesses)
        if cause in ("destroy", "sacrifice"):
            emit(state, seen(events.Destroy, "terms.1.destroy"), witnesses)


def onlookers(state: State, numbers: Sequence[int]) -> Witnesses:
    """Everything that sees objects leave, they themselves included, right before they do."""
    cards = state.cards
    leaving = {number: last_known(state, cards[number]) for number in numbers if cards[number].zone == "field"}
    return Witnesses(state.copy(), None, leaving)
