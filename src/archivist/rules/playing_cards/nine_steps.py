"""Playing cards: activating, materializing and bestowing, in nine steps (PC, CA, CM, BB).

The three ways share one list of steps and differ only where their pages differ. A step that finds the play illegal
refuses it; whoever made the attempt then puts the old state back, so that an illegal play leaves no trace (PC.3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from archivist.model.card import Seat, Way
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.rules.costs import payment
from archivist.rules.costs.declaring_costs import declare_costs
from archivist.rules.costs.paying_for_a_play import calculate_cost, pay_costs
from archivist.rules.playing_cards.announcement import announce, check_elements
from archivist.rules.playing_cards.attempt import Attempt
from archivist.rules.playing_cards.completion import complete
from archivist.rules.playing_cards.legality import check_legality
from archivist.rules.playing_cards.modes_and_targets import declare_targets, note_unlocked, select_modes
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.targets_and_copies import targets
from archivist.vocabulary.node import Steps, attempted

Step = Callable[[Attempt], Steps | None]

STEPS: Final[tuple[Step, ...]] = (
    announce,
    check_elements,
    declare_costs,
    select_modes,
    declare_targets,
    check_legality,
    calculate_cost,
    pay_costs,
    complete,
)
"""The nine steps (CA.1, CM.1, BB.3)."""


def play(
    state: State, player: Seat, way: Way, card: int, licence: Licence | None = None, *, collect: bool = False
) -> Steps:
    """Goes down the nine steps. Raises Illegal at the step that refuses, with the state as far as it had got.

    What a step has changed is for whoever asked to undo: the play is taken back completely (PC.3).
    """
    return attempted(_nine_steps(Attempt(state, player, way, card, licence, collect)))


def _nine_steps(attempt: Attempt) -> Steps:
    """The steps one after the other; most ask nobody.

    Rules: CA.1, CM.1, BB.3, PC.1, terms.2, terms.2.activate, terms.2.play.
    """
    for step in STEPS:
        asking = step(attempt)
        if asking is not None:
            yield from asking
    if attempt.reasons:
        raise Illegal(*attempt.reasons)


def plainly_possible(state: State, player: Seat, way: Way, number: int, licences: list[Licence]) -> bool:
    """Whether a card that leaves nothing to declare but targets can be played: the same steps, asked only.

    The card stays where it is, nothing is chosen and nothing is told, so nothing has to be put back. A licence for a card
    that lies where it belongs asks for nothing on top of its cost, and takes nothing off it, so none has to be settled on.
    """
    attempt = Attempt(state, player, way, number)
    attempt.silent = True
    attempt.licences = licences
    try:
        check_elements(attempt)
        face = attempt.face
        if face.variable_text:
            note_unlocked(attempt)
        if face.targeting and not targets.fillable(attempt.scene(), face.text, attempt.had, attempt.link):
            return False
        check_legality(attempt)
        price = attempt.calculated()
        if price is None:
            return False
        payer = attempt.payer(away=frozenset((number,)))
        return payment.payable(payer, attempt.bill(payer, price))
    except Illegal:
        return False
