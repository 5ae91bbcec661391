"""The end of combat: roles are removed and intents leave (combat.5.end-of-combat)."""

from __future__ import annotations

from archivist.model import events
from archivist.model.state import State
from archivist.rules.effects.events import say
from archivist.rules.zones import moving
from archivist.vocabulary.node import Steps


def end(state: State) -> Steps:
    """Roles are removed and intents leave for the graveyard, always once combat began (combat.5.18, cards.1.attack)."""
    state.combat = None
    state.touch()
    state.end_lasting(lambda each: each.until == "combat")
    group = state.tick() if len(state.intent) > 1 else 0
    for number in state.intent:
        card = state.cards[number]
        if card.token:
            state.intent = tuple(other for other in state.intent if other != number)
            state.alter(number, zone="none")
        else:
            fleeting = "ephemeral" in card.properties
            rules = (
                "combat.5.18",
                "combat.5.end-of-combat.4",
                *(("terms.5.ephemeral", "zones.7.6") if fleeting else ()),
            )
            zone = "banishment" if fleeting else "graveyard"
            yield from moving.send(state, (number,), zone, *rules, group=group)
    say(
        state,
        events.CombatEnds,
        "combat.5.18",
        "combat.5.end-of-combat.3",
        "combat.5.damage.4",
        player=state.turn.player,
    )


def end_by_effect(state: State) -> None:
    """An effect ends the combat phase: once it has resolved, the stack is cleared and combat ends (turn.5.1)."""
    if state.combat is not None:
        state.alter_turn(stop="combat")
