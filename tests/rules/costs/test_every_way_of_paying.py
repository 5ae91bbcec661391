"""What can be paid, and what may be chosen for it, is what trying every card in every order comes to (CA.1.8)."""

from __future__ import annotations

import pytest

from archivist.model.state import State
from archivist.rules.costs import payment
from archivist.rules.turn import drawing_discarding_shuffling
from brute_payment import EveryWay, Unfinished, answered, drawn, payable_position
from mass import how_many

MOST = 40
"""In how many ways a payment is answered at most; where there are more, only whether it can be paid is compared."""


def draw(state: State, cards: tuple[int, ...], n: int) -> list[int]:
    del state
    return drawn(cards, n)


@pytest.mark.mass
@pytest.mark.rule("costs.5.2", "CM.3.3.2", "costs.2.5", "costs.3.2")
def test_ca_1_8_what_can_be_paid_is_what_trying_every_card_in_every_order_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """On small positions with every kind of cost; no answer that is offered leads nowhere, and none is kept back."""
    monkeypatch.setattr(drawing_discarding_shuffling, "random_cards", draw)
    paid = compared = ways = 0
    for seed in range(how_many(280, 3000)):
        payer, bill, exact = payable_position(seed)
        every = EveryWay(payer, bill)
        assert payment.payable(payer.rehearsal(), bill) == bool(every.ends), seed
        assert (not payment.shortfall(payer.rehearsal(), bill)) == bool(every.ends), seed
        if not every.ends:
            continue
        paid += 1
        try:
            ends = answered(payer, bill, MOST)
        except Unfinished:
            continue
        assert ends == every.ends if exact else ends <= every.ends, seed
        compared, ways = compared + 1, ways + len(ends)
    assert paid > how_many(80, 1000)
    assert compared > how_many(70, 900)
    assert ways > how_many(220, 2800)
