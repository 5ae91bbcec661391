"""The Effects Stack where no card leads: positions that are put together by hand."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model.decision import Pass, Play
from archivist.rules.playing_cards import negating_and_fizzling
from archivist.rules.targets_and_copies import copies
from positions import number_of, simple_position


def test_ru_2_copies_fizzle_when_their_card_has_become_the_object() -> None:
    """A copy that lies beneath the original loses its card as the original resolves, and fizzles at the next check."""
    game = simple_position(
        champion=("Spirit of Water", "Silvie, Wilds Whisperer"),
        hand=["Dewdrop Hares", "Idle Thoughts", "Idle Thoughts"],
    )
    game.answer(Play("activate", number_of(game, "Dewdrop Hares")))
    state = game.state
    original = state.stack[-1]
    copy = copies.copy_instance(state, original, 0)
    state.stack = (replace(copy, stamp=original.stamp), original)
    game.answer(Pass())
    game.answer(Pass())
    hares = [state.cards[number] for number in state.field if state.cards[number].face == "Dewdrop Hares"]
    assert [card.token for card in hares] == [False]
    assert not state.stack
    assert any(event.kind == "fizzle" and "RU.2" in event.rules for event in game.events)
    assert any({"RU.2", "PC.7.1"} <= set(event.rules) for event in game.events)


def test_pc_7_the_card_stays_while_an_instance_is_left() -> None:
    """Negating the original leaves the card on the stack as long as a copy waits; then it goes to the graveyard (RU.1)."""
    game = simple_position(
        champion=("Spirit of Fire", "Rai, Spellcrafter"),
        hand=["Fireball", "Idle Thoughts", "Idle Thoughts"],
    )
    fireball = number_of(game, "Fireball")
    game.answer(Play("activate", fireball))
    while not game.acting:
        decision = game.decision
        assert decision is not None
        game.answer(next(decision.answers()))
    state = game.state
    original = next(item for item in state.stack if item.is_play)
    copy = copies.copy_instance(state, original, 0)
    assert negating_and_fizzling.negate(state, original, by=0)
    assert state.cards[fireball].zone == "stack"
    assert state.item(copy.id) is not None
    for _ in range(4):
        game.answer(Pass())
    assert state.cards[fireball].zone == "graveyard"
