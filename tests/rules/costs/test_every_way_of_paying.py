"""What can be paid, and what may be chosen for it, is what trying every card in every order comes to (CA.1.8)."""

from __future__ import annotations

import pytest

from archivist.model.state import State
from archivist.rules.costs import payment
from archivist.rules.turn import drawing_discarding_shuffling
from brute_payment import EveryWay, Look, Payable, Unfinished, answered, drawn, payable_position, woven_position
from mass import how_many

MOST = 40
"""In how many ways a payment is answered at most; where there are more, only whether it can be paid is compared."""

TIGHT = (
    16, 36, 43, 72, 133, 176, 213, 326, 384, 385, 555, 634, 635, 700, 718, 807, 882, 922, 1068, 1131, 1203, 1213,
    1224, 1242, 1276, 1383, 1645, 1717, 1871, 1948, 1997, 2268, 2452, 2466, 2653, 2775, 2818, 2869, 2915, 3025,
    3041, 3067, 3464, 3605, 3606, 3776, 3884, 3896, 4001, 4052, 4330, 4475, 4483, 4515, 4682, 4701, 4707, 4769,
    5103, 5142, 5200, 5224, 5335, 5368, 5369, 5376, 5564, 5710, 5727, 5746, 5819, 5856, 5935, 6070, 6091, 6109,
    6309, 6321, 6482, 6632, 6900, 7045, 7398, 7448, 7661, 7722, 7791, 7820, 7827, 8128, 8227, 8303, 8306, 8411,
    8460, 8766, 8784, 9296, 9474, 9776, 9826, 9910, 10029, 10164, 10180, 10247, 10265, 10309, 10475, 10509, 10537,
    10584, 10724, 10816, 10881, 10885, 10933, 10981, 10990, 11355, 11494, 11619, 12131, 12141, 12190, 12258,
    12276, 12456, 12491, 12713, 24630, 52138,
)  # fmt: skip
"""Seeds of positions in which something can be paid, and a wrong card for one part leaves nothing for another."""


HELPED = (
    4, 88, 120, 134, 163, 175, 183, 210, 212, 252, 279, 291, 306, 316, 323, 326, 366, 422, 467, 534, 541, 543, 551, 583,
)  # fmt: skip
"""Seeds of positions in which a cost can be paid only once the reserve, Kindle, the memory or a rest has been paid."""


def draw(state: State, cards: tuple[int, ...], n: int) -> list[int]:
    del state
    return drawn(cards, n)


def compare(position: Payable, seed: int) -> set[Look] | None:
    """What can come of paying; nothing where there are too many ways to answer, None if it cannot be paid."""
    payer, bill, exact = position
    every = EveryWay(payer, bill)
    assert payment.payable(payer.rehearsal(), bill) == bool(every.ends), seed
    assert (not payment.shortfall(payer.rehearsal(), bill)) == bool(every.ends), seed
    if not every.ends:
        return None
    try:
        ends = answered(payer, bill, MOST)
    except Unfinished:
        return set()
    assert ends == every.ends if exact else ends <= every.ends, seed
    return ends


@pytest.mark.mass
@pytest.mark.rule("costs.5.2", "CM.3.3.2", "costs.2.5", "costs.3.2")
def test_ca_1_8_what_can_be_paid_is_what_trying_every_card_in_every_order_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """On small positions with every kind of cost; no answer that is offered leads nowhere, and none is kept back."""
    monkeypatch.setattr(drawing_discarding_shuffling, "random_cards", draw)
    compared = ways = 0
    for seed in (*TIGHT, *range(how_many(60, 3000))):
        ends = compare(payable_position(seed), seed)
        if ends is None:
            assert seed not in TIGHT
            continue
        compared, ways = compared + bool(ends), ways + len(ends)
    assert compared > how_many(130, 900)
    assert ways > how_many(350, 3000)


@pytest.mark.mass
@pytest.mark.rule("costs.5.2", "CM.3.3.2", "costs.2.5", "costs.3.1", "costs.3.2")
def test_ca_1_8_what_reserve_kindle_memory_and_rests_change_serves_the_other_costs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where something looks at what they change; what comes after a random draw must be possible whatever is drawn."""
    monkeypatch.setattr(drawing_discarding_shuffling, "random_cards", draw)
    compared = helped = 0
    for seed in (*HELPED, *range(how_many(20, 1200))):
        payer, bill, _ = position = woven_position(seed)
        compared += bool(compare(position, seed))
        apart = [cost for cost in bill.costs if cost.lacks(payer)]
        helped += bool(apart) and payment.payable(payer.rehearsal(), bill)
    assert compared > how_many(25, 250)
    assert helped > how_many(15, 40)
