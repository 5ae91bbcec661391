"""combat.6, combat.7, effects.4: what changes damage, step by step, with the amounts that are told and what is dealt."""

from __future__ import annotations

import pytest

from archivist.model.card import Card
from archivist.model.event import Event
from archivist.model.events import Amplified, Damage, Doubled, Nothing, NotPrevented, Prevent, Spent, TakesDamage
from archivist.model.state import State
from workshop import action, cards, resolving

PLAIN = "types: [ally], subtypes: [beast], power: 1, life: 9"
MADE_UP = cards(f"""
- {{name: Cub, {PLAIN}}}
- {{name: Mossy, {PLAIN}, abilities: [{{ability: static, effects: [{{static: prevent, amount: 1}}]}}]}}
- {{name: Safe, {PLAIN}, abilities: [{{ability: static, effects: [{{static: prevent}}]}}]}}
- {{name: Frail, {PLAIN}, abilities: [{{ability: static, effects: [{{static: amplify, times: 2}}]}}]}}
- {{name: Sore, {PLAIN}, abilities: [{{ability: static, effects: [{{static: amplify, plus: 1}}]}}]}}
- {{name: Brave, {PLAIN}, abilities: [{{ability: static, effects: [{{static: prevent, damage: combat}}]}}]}}
- {{name: Dry, {PLAIN}, abilities: [{{ability: static, effects: [{{static: prevent, from: Spell source}}]}}]}}
- {{name: Martyr, {PLAIN}, abilities: [{{ability: static, effects: [{{static: takes damage}}]}}]}}
- {{name: Edict, types: [domain], abilities: [{{ability: static, effects: [{{static: unpreventable, by: action source}}]}}]}}
""")
AMOUNTS = (Damage, Prevent, NotPrevented, Amplified, Doubled)
"""What is told with an amount."""
TELLING = (*AMOUNTS, TakesDamage, Spent, Nothing)
EACH = "each Beast ally you control"


def dealing(do: str, field: str, b: str = "") -> tuple[State, list[Event]]:
    """The state after A's card has done this, and what was told of damage on the way."""
    game = resolving(action(do), f"{{hand: [Deed], field: [{field}]}}", f"{{field: [{b}]}}", MADE_UP)
    return game.state, [event for event in game.events if isinstance(event, TELLING)]


def told(events: list[Event]) -> list[tuple[type[Event], int]]:
    """The kinds of the events with their amounts; 0 for a kind that has none."""
    return [(type(event), event.amount if isinstance(event, AMOUNTS) else 0) for event in events]


def on_field(state: State, name: str) -> Card:
    return next(state.cards[number] for number in state.field if state.cards[number].face == name)


@pytest.mark.parametrize(
    ("name", "amount", "events", "damage"),
    [
        ("Cub", 3, [(Damage, 3)], 3),
        ("Cub", 0, [(Nothing, 0)], 0),  # damage of 0 was not dealt (timing.10.4)
        ("Mossy", 3, [(Prevent, 1), (Damage, 2)], 2),
        ("Mossy", 1, [(Prevent, 1)], 0),  # prevented damage did not happen (effects.4.7)
        ("Safe", 3, [(Prevent, 3)], 0),
        ("Frail", 3, [(Amplified, 6), (Damage, 6)], 6),
        ("Sore", 3, [(Amplified, 4), (Damage, 4)], 4),
        ("Sore", 0, [(Nothing, 0)], 0),  # nothing is added to nothing
        ("Brave", 3, [(Damage, 3)], 3),  # only combat damage is prevented (effects.4.2)
        ("Dry", 3, [(Damage, 3)], 3),  # only that of Spells
    ],
)
def test_combat_6_the_amounts_that_are_told(
    name: str, amount: int, events: list[tuple[type[Event], int]], damage: int
) -> None:
    state, happened = dealing(f"{{do: damage, amount: {amount}, to: {EACH}}}", name)
    assert told(happened) == events
    assert on_field(state, name).damage == damage


@pytest.mark.parametrize(("amount", "events"), [(0, [(Nothing, 0)]), (1, []), (2, [])])
def test_combat_6_what_is_no_object_is_dealt_nothing_and_only_damage_of_0_is_told_of(
    amount: int, events: list[tuple[type[Event], int]]
) -> None:
    deed = action(f"{{do: damage, amount: {amount}}}", targets=[{"of": "ally card in your graveyard"}])
    game = resolving(deed, "{hand: [Deed], graveyard: [Cub]}", "{}", MADE_UP)
    assert told([event for event in game.events if isinstance(event, TELLING)]) == events
    assert game.state.cards[game.state.players[0].graveyard[0]].damage == 0


@pytest.mark.parametrize(("more", "spent"), [("", [()]), (", once: true", []), (", shield: true", [(1,)])])
def test_combat_7_only_a_shield_is_worn_and_only_an_instance_is_used_up(
    more: str, spent: list[tuple[int, ...]]
) -> None:
    """A shield of 2 has prevented 1, and 1 is left; an effect that prevents 1 each time stays as it is."""
    amount = 2 if more == ", shield: true" else 1
    gain = f"{{do: gain, on: {EACH}, static: {{static: prevent, amount: {amount}{more}}}}}"
    state, _ = dealing(f"{gain}, {{do: damage, amount: 1, to: {EACH}}}", "Cub")
    assert on_field(state, "Cub").damage == 0
    assert [tuple(amount for _, amount in each.spent) for each in state.lasting] == spent


def test_combat_6_one_instruction_damages_several_in_one_event_and_each_is_told() -> None:
    state, happened = dealing(f"{{do: damage, amount: 3, to: {EACH}}}", "Cub, Mossy, Safe")
    dealt = [event for event in happened if isinstance(event, Damage)]
    assert [(event.subject and event.subject.name, event.amount) for event in dealt] == [("Cub", 3), ("Mossy", 2)]
    assert len({event.group for event in dealt}) == 1 and dealt[0].group
    assert all("combat.6.6" in event.rules for event in dealt)
    assert [on_field(state, name).damage for name in ("Cub", "Mossy", "Safe")] == [3, 2, 0]


def test_combat_6_what_a_damage_event_cites() -> None:
    """Damage to a unit stays on it (combat.6.5), on a champion until it is recovered (cards.9.damage); this is no combat."""
    combat = {"combat.6.1", "turn.7.turn-based"}
    champions = {"cards.9.damage", "terms.7.damage"}
    for whom, kept in ((EACH, set()), ("champion", champions)):
        _, (event,) = dealing(f"{{do: damage, amount: 1, to: {whom}}}", "Cub")
        assert isinstance(event, Damage)
        assert {"combat.6.2", "combat.6.3", "combat.6.5"} <= {*event.rules}
        assert {*event.rules} & {*combat, *champions, "combat.6.6", "keywords.immortality"} == kept
        assert (event.player, event.group, event.by) == (0, 0, "")
        assert event.source.face == "Deed"


def test_combat_7_3_unpreventable_damage_is_told_not_to_be_prevented_and_is_dealt() -> None:
    state, happened = dealing(f"{{do: damage, amount: 3, to: {EACH}}}", "Mossy, Edict")
    assert told(happened) == [(NotPrevented, 3), (Damage, 3)]
    assert on_field(state, "Mossy").damage == 3


def test_effects_3_4_what_takes_the_damage_instead() -> None:
    state, happened = dealing(f"{{do: damage, amount: 2, to: {EACH}}}", "Cub, Martyr")
    assert [type(event) for event in happened if not isinstance(event, Damage)] == [TakesDamage]
    assert on_field(state, "Cub").damage == 0 and on_field(state, "Martyr").damage == 4
    assert sum(event.amount for event in happened if isinstance(event, Damage)) == 4


def test_effects_3_4_it_takes_no_damage_of_others() -> None:
    state, happened = dealing("{do: damage, amount: 2, to: each Beast ally you do not control}", "Martyr", "Cub")
    assert told(happened) == [(Damage, 2)]
    assert on_field(state, "Cub").damage == 2 and on_field(state, "Martyr").damage == 0


GAIN = "{{do: gain, on: {on}, static: {{static: prevent, {more}}}}}, {deal}, {deal}"


@pytest.mark.parametrize(
    ("more", "events", "damage"),
    [
        # a shield of 3 prevents 3 in all (effects.4.3.shield)
        ("amount: 3, shield: true", [(Prevent, 2), (Prevent, 1), (Damage, 1)], 1),
        # the next time: one attempt (effects.4.3.instance)
        ("amount: 3, once: true", [(Prevent, 2), (Spent, 0), (Damage, 2)], 2),
        ("once: true", [(Prevent, 2), (Spent, 0), (Damage, 2)], 2),
        # while it lasts, every time
        ("amount: 1", [(Prevent, 1), (Damage, 1), (Prevent, 1), (Damage, 1)], 2),
        ("damage: combat, shield: true, amount: 3", [(Damage, 2), (Damage, 2)], 4),
    ],
)
def test_effects_4_3_shields_and_instances(more: str, events: list[tuple[type[Event], int]], damage: int) -> None:
    deal = f"{{do: damage, amount: 2, to: {EACH}}}"
    state, happened = dealing(GAIN.format(on=EACH, more=more, deal=deal), "Cub")
    assert told(happened) == events
    assert on_field(state, "Cub").damage == damage


def test_effects_4_5_each_unit_has_a_shield_of_its_own() -> None:
    deal = f"{{do: damage, amount: 2, to: {EACH}}}"
    state, happened = dealing(GAIN.format(on=EACH, more="amount: 3, shield: true", deal=deal), "Cub, Cub")
    assert [state.cards[number].damage for number in state.field if state.cards[number].face == "Cub"] == [1, 1]
    prevented = [event for event in happened if isinstance(event, Prevent)]
    assert sum(event.amount for event in prevented) == 6
    assert all("effects.4.5" in event.rules for event in prevented)
