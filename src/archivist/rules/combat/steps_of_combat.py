"""The steps of the combat phase in order, and its end: roles are removed and intents leave (combat.5)."""

from __future__ import annotations

from archivist.model import events
from archivist.model.state import State
from archivist.rules.combat.damage import deal_damage
from archivist.rules.combat.retaliation import note_present, retaliate
from archivist.rules.effects.events import say
from archivist.rules.zones import moving
from archivist.vocabulary.node import Steps


def next_step(state: State, step: str) -> Steps | None:
    """The steps of a combat phase, which returns to the window of the main phase (combat.5, combat.5.19, turn.4.10).

    Gives the procedure where somebody may be asked.

    A window is given where the table says so, else only while something is on the stack, which then resolves first.
    Rules: combat.5.table, combat.5.retaliation, combat.5.retaliation.1, combat.5.retaliation.2, combat.5.retaliation.4,
    combat.5.damage, combat.5.damage.1, combat.5.end-of-combat.

    Rules: combat.5.end-of-combat.1, combat.5.end-of-combat.2, combat.5.retaliation.3, combat.5.damage.2,
    combat.5.damage.3, combat.4.5.
    """
    match step:
        case "declared":
            note_present(state)
            state.step("before retaliation")
        case "before retaliation":
            return _retaliation(state)
        case "retaliated":
            state.step("before damage")
        case "before damage":
            return _damage(state)
        case _:
            say(state, events.MainAgain, "combat.5.19", "turn.4.10", player=state.turn.player)
            state.alter_turn(phase="main", step="window", fresh=True)
    return None


def _retaliation(state: State) -> Steps:
    yield from retaliate(state)
    state.step("retaliated")


def _damage(state: State) -> Steps:
    """Damage is dealt, and combat ends."""
    yield from deal_damage(state)
    if state.over:
        return
    yield from end(state)
    state.step("end of combat")


def end(state: State) -> Steps:
    """Roles are removed and intents leave for the graveyard, always once combat began (combat.5.18, cards.1.attack)."""
    state.fight(None)
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
