"""Instructions on masteries and statuses, the functions of a player."""

from __future__ import annotations

from archivist.rules.cards import masteries_and_statuses
from archivist.rules.effects.instructions.carrying_out import Run, carries_out, is_possible
from archivist.vocabulary.effects.masteries_and_statuses import ChangeDirection, GainMastery, GainStatus
from archivist.vocabulary.node import Steps


@carries_out(GainMastery)
def gain_mastery(run: Run, node: GainMastery) -> None:
    for seat in run.players(node.who):
        run.did(1, [masteries_and_statuses.gain_mastery(run.state, seat, node.mastery, "RS.2").id])


@carries_out(GainStatus)
def gain_status(run: Run, node: GainStatus) -> None:
    for seat in run.players(node.who):
        gained = masteries_and_statuses.gain_status(run.state, seat, node.status, "RS.2")
        if gained is not None:
            run.did(1, [gained.id])


@is_possible(ChangeDirection)
def can_change_direction(run: Run, node: ChangeDirection) -> bool:
    return any(card.direction for card in run.cards(node.what))


@carries_out(ChangeDirection)
def change_direction(run: Run, node: ChangeDirection) -> Steps:
    for card in run.cards(node.what):
        if card.direction:
            others = masteries_and_statuses.other_directions(card, adjacent=node.adjacent)
            label = yield from run.ask_label(run.you, others)
            masteries_and_statuses.change_direction(run.state, card, label)
            run.did(1, [card.id])
