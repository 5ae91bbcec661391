"""What looking tells about state-based checks is what the checks themselves find (timing.4)."""

import pytest

from archivist.arena.playing import match, play_out
from archivist.cards import pool
from archivist.model.state import State
from archivist.rules.timing import state_based_checks
from archivist.rules.zones import moving
from archivist.vocabulary.pending import Combat
from positions import Side, simple_position


def checked(state: State, *, look: bool) -> State:
    """A copy of a position after all checks, with the plainest answers; with the first look, or without it."""
    again = state.copy()
    again.forget()
    checks = state_based_checks.run(again)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(state_based_checks, "calm", LOOK if look else lambda _: False)
        try:
            asked = next(checks)
            while True:
                asked = checks.send(asked.default())
        except StopIteration:
            return again


LOOK, STACK = state_based_checks.calm, state_based_checks._stack_is_calm


def found(state: State) -> bool:
    """Whether the checks find anything in a position, if they are made without the first look."""
    return checked(state, look=False) != state


def settled(state: State) -> bool:
    """Whether looking alone tells that nothing is to be settled; what it found before is asked again after each change."""
    return not state_based_checks.unsettled(state)


@pytest.mark.parametrize("seed", range(40, 48))
def test_timing_4_where_all_is_calm_no_check_finds_anything(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every moment of random games of both formats at which it is asked: the checks come to the same without it."""
    seen = {"calm": 0, "stack": 0}

    def compared(state: State) -> bool:
        verdict = LOOK(state)
        if verdict:
            seen["calm"] += 1
            with_it, without = checked(state, look=True), checked(state, look=False)
            assert with_it == without
            assert with_it.events == without.events
        return verdict

    def compared_stack(state: State) -> bool:
        verdict = STACK(state)
        if verdict:
            seen["stack"] += 1
            assert not found(state)
        return verdict

    monkeypatch.setattr(state_based_checks, "calm", compared)
    monkeypatch.setattr(state_based_checks, "_stack_is_calm", compared_stack)
    play_out(match(seed).game(), seed, 400, None)
    assert seen["calm"] > 10
    assert seen["stack"]


def position() -> State:
    game = simple_position(Side(champion=("Spirit of Water",)), champion=("Spirit of Fire",), field=["Gray Wolf"])
    assert settled(game.state)
    return game.state.copy()


def wolf(state: State) -> int:
    return next(number for number in state.field if state.cards[number].face == "Gray Wolf")


def test_timing_4_2_1_a_draw_from_an_empty_deck_is_not_calm() -> None:
    state = position()
    state.alter_player(1, drew_from_empty=True)
    assert found(state)
    assert not settled(state)


def test_timing_4_2_1_who_is_to_win_or_lose_is_not_calm() -> None:
    state = position()
    state.alter_player(1, fate=("win",))
    assert found(state)
    assert not settled(state)


def test_timing_4_2_1_a_player_without_champion_is_not_calm() -> None:
    state = position()
    state.alter_player(1, champion=None, had_champion=True)
    assert found(state)
    assert not settled(state)


def test_timing_4_2_2_lethal_damage_is_not_calm() -> None:
    state = position()
    number = wolf(state)
    life = state.face(state.cards[number]).life
    assert life is not None
    state.alter(number, damage=life - 1)
    assert settled(state)
    state.alter(number, damage=life)
    assert found(state)
    assert not settled(state)


def test_timing_4_4_buff_and_debuff_counters_on_one_object_are_not_calm() -> None:
    state = position()
    state.alter(wolf(state), counters={"buff": 1})
    assert settled(state)
    state.alter(wolf(state), counters={"buff": 1, "debuff": 1})
    assert found(state)
    assert not settled(state)


def test_timing_4_2_3_a_weapon_is_calm_while_it_has_durability() -> None:
    weapon = next(name for name, face in pool().items() if "weapon" in face.words and face.is_card)
    state = simple_position(
        Side(champion=("Spirit of Water",)), champion=("Spirit of Fire",), field=[weapon]
    ).state.copy()
    number = next(each for each in state.field if state.cards[each].face == weapon)
    state.alter(number, counters={"durability": 1})
    assert settled(state)
    state.alter(number, counters={})
    assert found(state)
    assert not settled(state)


def test_combat_4_1_a_combat_is_calm_while_all_who_fight_are_there() -> None:
    state = position()
    defender = state.cards[wolf(state)]
    attacker = state.champion(1)
    assert attacker is not None
    state.combat = Combat(1, attacker.thing, (defender.thing,), (defender.thing,))
    state.touch()
    assert not found(state)
    assert settled(state)
    moving.move(state, defender.id, "hand")
    assert found(state)
    assert not settled(state)


def test_combat_4_3_who_fights_for_another_player_now_is_not_calm() -> None:
    state = position()
    defender = state.cards[wolf(state)]
    state.combat = Combat(defender.controller, None, (defender.thing,), (defender.thing,))
    state.touch()
    assert found(state)
    assert not settled(state)


def test_timing_4_2_9_a_card_on_the_stack_without_its_instance_is_not_calm() -> None:
    game = simple_position(Side(champion=("Spirit of Water",)), champion=("Spirit of Fire",), hand=["Gray Wolf"])
    state = game.state.copy()
    moving.move(state, state.players[0].hand[0], "stack")
    assert found(state)
    assert not settled(state)
