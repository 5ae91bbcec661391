"""A completed play was paid for in full, and no more was taken, however it was answered."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from archivist.cards import read_cards
from archivist.model import events
from archivist.model.decision import Play
from archivist.model.errors import Illegal
from archivist.model.event import Event
from archivist.vocabulary.costs import Reserve
from archivist.vocabulary.face import Face
from archivist.vocabulary.playing_abilities import AdditionalCost, Permission
from costly_plays import PLAYS, rich_position
from moments import check_refusal
from positions import Playout, number_of, position, random_answer, simple_position


class Paid(msgspec.Struct):
    """What one completed play cost and what was paid for it, as the events tell."""

    name: str
    kind: str = ""
    cost: int = 0
    reserve: int = 0
    memory: int = 0


def paid_plays(told: list[Event]) -> list[Paid]:
    """Every completed play, from its announcement to the instance on the stack."""
    found: list[Paid] = []
    play: Paid | None = None
    for event in told:
        if isinstance(event, events.Announce) and event.subject is not None:
            play = Paid(event.subject.name)
        elif play is not None and isinstance(event, events.Cost):
            play.kind, play.cost = event.currency, event.amount
        elif play is not None and isinstance(event, events.Move | events.Rest):
            play.reserve += bool({"costs.2.1", "keywords.reservable", "keywords.kindle"} & set(event.rules))
            play.memory += bool({"costs.3.1", "keywords.floating-memory"} & set(event.rules))
        elif play is not None and isinstance(event, events.Play):
            found.append(play)
            play = None
    return found


def asks_reserve(face: Face) -> bool:
    """Whether a card may ask for reserve on top of its cost."""
    extra = [
        cost for ability in face.abilities if isinstance(ability, AdditionalCost | Permission) for cost in ability.pay
    ]
    return any(isinstance(cost, Reserve) for cost in extra)


def check_paid(play: Paid, face: Face) -> None:
    """A completed play was paid for in full, and no more was taken."""
    if play.kind == "memory":
        assert play.memory == play.cost, play
        assert play.reserve == 0 or asks_reserve(face), play
    else:
        assert play.memory == 0, play
        assert play.reserve == play.cost or (asks_reserve(face) and play.reserve > play.cost), play


def test_ca_1_8_every_completed_play_was_paid_in_full() -> None:
    """In random playouts as many cards pay as the calculated cost says, never fewer and never more."""
    plays: list[Paid] = []
    for seed in range(60):
        playout = Playout(position(seed, full=True), seed, 40, eager=0.95)
        for _ in playout:
            pass
        for play in paid_plays(playout.game.events):
            check_paid(play, playout.game.state.pool[play.name])
            plays.append(play)
    assert sum(play.cost for play in plays if play.kind == "reserve") > 200
    assert sum(play.cost for play in plays if play.kind == "memory") > 10


@pytest.mark.parametrize("name", PLAYS)
def test_ca_1_8_costly_cards_are_paid_in_full_however_it_is_answered(name: str) -> None:
    start, action = rich_position(name)
    for seed in range(25):
        game, rng = start.copy(), random.Random(seed)
        try:
            game.answer(action)
            while not game.acting and game.decision is not None:
                game.answer(random_answer(game.decision, rng))
        except Illegal:
            continue
        plays = paid_plays(game.events)
        assert [play.name for play in plays] == [name]
        check_paid(plays[0], game.state.pool[name])


ODD_RELIC = """
- name: Odd Relic
  types: [regalia, item]
  elements: [norm]
  cost: {memory: 1}
  abilities:
  - {ability: permission, from: material, pay: [{pay: reserve, amount: 1}]}
"""


def test_ca_1_8_memory_is_paid_in_full_beside_reserve() -> None:
    """Reserve may be paid with the only card that could then pay for memory, or not; unpaid memory is illegal."""
    start = simple_position(
        made_up=read_cards(ODD_RELIC, "odd.yaml"),
        material=["Odd Relic"],
        hand=["Idle Thoughts"],
        field=["Fractal of Insight"],
    )
    action = Play("activate", number_of(start, "Odd Relic"))
    outcomes: Counter[str] = Counter()
    for seed in range(8):
        game, rng = start.copy(), random.Random(seed)
        try:
            game.attempt(action)
            while not game.acting and game.decision is not None:
                game.answer(random_answer(game.decision, rng))
        except Illegal as illegal:
            check_refusal(illegal)
            outcomes["refused"] += 1
            continue
        outcomes["complete"] += 1
        assert [(play.reserve, play.memory) for play in paid_plays(game.events)] == [(1, 1)]
    assert outcomes["complete"]
