"""Which rules triggers, items on the stack and restrictions are told with: those that apply, and no others."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Thing
from archivist.model.event import Event, GameEvent
from archivist.model.state import State
from archivist.rules.citations import stack, text, triggers, values
from archivist.vocabulary.abilities import Activated, StaticAbility, Triggered
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.pending import Group, Item, Waiting
from archivist.vocabulary.text import Mode, Modes, Paragraph
from archivist.yaml_reader import read_yaml
from workshop import action, cards, position

CUB = {"name": "Cub", "types": ["ally"], "elements": ["norm"], "cost": {"reserve": 0}, "power": 1, "life": 1}


def ability(said: str) -> Any:
    """An ability of an ally named Cub, as it is read from a card file."""
    (found,) = position([{**CUB, "abilities": [read_yaml(said)]}]).state.pool["Cub"].abilities
    return found


# -- restrictions ------------------------------------------------------------------------------------------------

BONUS = ("keywords.class-bonus", "abilities.5.5.class-bonus")
LEVEL = ("keywords.level-restriction", "abilities.5.5.level")
WORDS = [
    ("class bonus", BONUS),
    ("element bonus", ("keywords.element-bonus", "abilities.5.5.element-bonus")),
    ("Rai bonus", ("keywords.champion-bonus", "abilities.5.5.name-bonus", "cards.1.3", "cards.1.4")),
    ("level 2+", LEVEL),
    ("class bonus and level 2+", (*BONUS, *LEVEL)),
    ("memory 2+", ("keywords.memory", "abilities.5.5.memory")),
    ("damage 3+", ("abilities.5.5.damage",)),
    ("sheen 4+", ("abilities.5.5.sheen", "cards.7.fractured-memories")),
    ("deluge 2", ("keywords.deluge", "keywords.labels")),
    ("balance", ("keywords.balance", "keywords.labels")),
    ("equestrian", ("keywords.equestrian", "keywords.labels")),
    ("you control a Beast ally", ()),
    ("your turn", ()),
]


@pytest.mark.parametrize(("words", "rules"), WORDS)
def test_abilities_5_5_the_rules_of_a_restriction(words: str, rules: tuple[str, ...]) -> None:
    """Ahead of a text it is read all the time; any other condition is just one (abilities.5.1)."""
    assert text.of_words(words) == rules
    ahead = ("abilities.5.4.static", "abilities.5.1", *rules) if rules else ("abilities.5.1",)
    assert text.of_condition(Condition(words)) == ahead
    assert text.of_text((Paragraph(when=Condition(words)),)).restrictions == ahead


def test_no_restriction_and_no_label_is_no_rule() -> None:
    assert text.of_condition(None) == text.of_label("") == text.of_text((Paragraph(),)).restrictions == ()
    assert text.of_label("harmonize") == ("keywords.labels",)
    assert text.of_label("upkeep") == ("keywords.labels", "keywords.upkeep", "costs.6.upkeep")
    assert text.of_label("cardistry") == ("keywords.labels", "keywords.cardistry", "costs.6.cardistry")


INLINE = ("abilities.5.4.inline", *BONUS)


@pytest.mark.parametrize(
    ("do", "restrictions", "instructions"),
    [
        ("{do: draw}", (), ()),
        ("{do: draw, amount: influence}", (), ("terms.6.influence",)),
        ("{do: if, that: class bonus, then: [{do: draw}]}", INLINE, ()),
        (
            "{do: if, that: class bonus, then: [{do: draw}], otherwise: [{do: recover, amount: 1}]}",
            INLINE,
            ("timing.6.6", "effects.1.3"),
        ),
        ("{do: may, what: [{do: draw}]}", (), ()),
        ("{do: may, what: [{do: draw}], otherwise: [{do: discard}]}", (), ("timing.6.6", "effects.1.3")),
        ("{do: may, what: [{do: if, that: class bonus, then: [{do: draw}]}]}", INLINE, ()),
        ("{do: if, that: your turn, then: [{do: draw}]}", (), ()),
    ],
)
def test_abilities_5_4_what_is_read_as_instructions_are_carried_out(
    do: str, restrictions: Any, instructions: Any
) -> None:
    told = position([action(do)]).state.pool["Deed"].text
    assert text.of_text(told).restrictions == restrictions
    assert text.of_text(told).instructions == instructions


# -- triggers ----------------------------------------------------------------------------------------------------

WHO = Card(1, "Cub", 0, 0, "field")
RECOVER = events.Recover((), card=WHO, removed=1)
WORDED = ("abilities.3.2", "abilities.3.9", "effects.2.8")
OBJECT = ("abilities.1.4.object",)


def triggering(said: str, zone: str = "field", **card: Any) -> tuple[str, ...]:
    found = ability(said)
    assert isinstance(found, Triggered)
    return triggers.of_ability(found, "", Card(1, "Cub", 0, 0, zone, **card), RECOVER)


@pytest.mark.parametrize(
    ("on", "rules"),
    [
        ("{on: attack}", ("keywords.on-attack", "combat.8.on-attack", "abilities.3.4")),
        ("{on: attack, by: opponent}", WORDED),
        ("{on: attack, what: Beast ally you control}", WORDED),
        ("{on: hit}", ("keywords.on-hit", "combat.8.on-hit", "abilities.3.4")),
        ("{on: hit, what: ally}", ("keywords.on-hit", "combat.8.on-hit", "abilities.3.4")),
        ("{on: hit, what: champion}", ("keywords.on-hit", "combat.8.on-hit", "abilities.3.4")),
        ("{on: hit, by: Beast ally you control}", WORDED),
        ("{on: kill}", ("keywords.on-kill", "combat.8.on-kill", "abilities.3.4")),
        ("{on: kill, by: Beast ally you control}", WORDED),
        ("{on: die}", ("keywords.on-death", "abilities.3.4")),
        ("{on: die, what: Beast ally you control}", WORDED),
        ("{on: leave}", ("keywords.on-leave", "abilities.3.4")),
        ("{on: enter}", ("keywords.on-enter", "abilities.3.4")),
        ("{on: enter, what: item}", WORDED),
        ("{on: banished}", ("keywords.on-banish", "abilities.3.4")),
        ("{on: fostered, what: this}", ("keywords.on-foster", "abilities.3.4")),
        ("{on: fostered}", WORDED),
        ("{on: draw}", WORDED),
    ],
)
def test_abilities_3_4_a_keyword_or_the_full_wording(on: str, rules: tuple[str, ...]) -> None:
    """A keyworded trigger is about its own source; what is worded in full triggers for each event."""
    assert triggering(f"{{ability: triggered, on: {on}, do: [{{do: draw}}]}}") == (*rules, *OBJECT)


@pytest.mark.parametrize(("count", "jumped"), [(1, False), (2, False), (3, True)])
def test_keywords_on_charge_more_counters_than_it_waits_for(count: int, jumped: bool) -> None:
    said = "{ability: triggered, on: {on: charge, n: 2}, do: [{do: draw}]}"
    more = ("keywords.on-charge.choice",) if jumped else ()
    rules = ("keywords.on-charge", "abilities.3.4", *more, *OBJECT)
    assert triggering(said, counters={"charge": count}) == rules


@pytest.mark.parametrize(
    ("more", "zone", "rules"),
    [
        ("", "stack", ("abilities.1.4.action",)),
        ("", "intent", ("abilities.1.4.attack", "zones.3.16")),
        ("", "graveyard", ()),
        ("one or more: true", "field", ("abilities.3.9", "effects.2.8", *OBJECT)),
        ("when: class bonus", "field", ("abilities.3.6", "abilities.5.4.static", "abilities.5.1", *BONUS, *OBJECT)),
        ("inherited: true", "field", ("keywords.inherited-effect", *OBJECT)),
        ("works in: [graveyard]", "graveyard", ("abilities.1.4.named",)),
        ("works outside: [field]", "graveyard", ("abilities.1.4.excluded",)),
        ("if: class bonus", "field", ("abilities.3.3", *OBJECT)),
    ],
)
def test_abilities_1_4_where_and_when_an_ability_works(more: str, zone: str, rules: tuple[str, ...]) -> None:
    said = f"{{ability: triggered, on: {{on: draw}}, do: [{{do: draw}}], {more}}}"
    assert sorted(triggering(said, zone)) == sorted((*WORDED, *rules))


@pytest.mark.parametrize(
    ("event", "rules"),
    [
        (None, ()),
        *(
            (kind((), card=WHO), ("zones.6.4", "effects.7.4"))
            for kind in (events.Leave, events.Die, events.Banish, events.Destroy, events.Sacrifice)
        ),
        (events.Phase((), phase="end"), ("abilities.3.16", "turn.4.14")),
        (events.Phase((), phase="main"), ()),
        *((events.ZoneChange((), card=WHO, hidden=hidden), ("zones.2.5",)) for hidden in (False, True)),
        (events.Draw((), card=WHO, group=7), ("abilities.3.21", "turn.8.3")),
        (events.Draw((), card=WHO), ()),
        (events.Attack((), card=WHO), ("abilities.3.21",)),
        (events.Hit((), card=WHO, source=WHO, by="attack"), ("combat.5.end-of-combat.1",)),
        (events.Hit((), card=WHO, source=WHO, by="retaliation"), ("combat.5.end-of-combat.1",)),
        (events.Damage((), card=WHO, source=WHO, by="attack"), ("combat.5.end-of-combat.1",)),
        (events.Damage((), card=WHO, source=WHO, by="retaliation"), ("combat.5.end-of-combat.1",)),
        (events.Damage((), card=WHO, source=WHO), ()),
        (events.Enter((), card=WHO, origin="hand", zone="field", group=3), ()),
    ],
)
def test_abilities_3_the_moment_of_a_trigger(event: GameEvent | None, rules: tuple[str, ...]) -> None:
    assert triggers.of_moment(event) == rules


# -- items on the stack ------------------------------------------------------------------------------------------

GONE = (None,)


def board(field: str = "Cub, Gray Wolf") -> State:
    return position([CUB], f"{{field: [{field}], deck: []}}").state.copy()


def item(state: State, kind: Any = "trigger", controller: int = 0, **more: Any) -> Item:
    """An ability of the Cub on the stack."""
    card = next(state.cards[number] for number in state.field if state.cards[number].face == "Cub")
    source = replace(card, **more.pop("source", {}))
    return Item(99, kind, controller, card.id, source, more.pop("text", ()), 99, **more)


def group(*things: Any, required: bool = True) -> tuple[Group, ...]:
    return (Group(0, -1, 0, "", things, required),)


PLAYER = Thing("player", 1)
CASCADE = (Paragraph(modes=Modes(options=(Mode(label="1", do=()),), cascade=True)),)
PLACED = [
    ({}, {}, set()),
    ({"label": "agility"}, {}, {"keywords.agility"}),
    ({"label": "wither"}, {}, {"terms.7.wither", "cards.9.wither"}),
    ({"rules": ("zones.2.5",)}, {}, {"zones.2.5"}),
    ({}, {"x": 2}, {"targets-and-copies.9.7"}),
    ({}, {"groups": group(PLAYER)}, {"abilities.3.11"}),
    ({}, {"groups": group(*GONE)}, {"abilities.3.11", "targets-and-copies.3.8"}),
    ({}, {"groups": group(*GONE, required=False)}, {"abilities.3.11"}),
    ({}, {"controller": 1}, {"abilities.1.9", "terms.3.3"}),
    ({}, {"spell": True}, {"abilities.3.8"}),
    ({}, {"text": CASCADE}, {"keywords.cascade"}),
    ({}, {"text": (Paragraph(),)}, set()),
]


@pytest.mark.parametrize(("waits", "made", "rules"), PLACED)
def test_abilities_3_what_putting_a_trigger_on_the_stack_is_told_with(waits: Any, made: Any, rules: set[str]) -> None:
    state = board()
    state.events = []
    placed = item(state, **made)
    waiting = Waiting(0, placed.source, (), None, **waits)
    assert {*triggers.of_placing(state, waiting, placed)} == {"timing.3.5", *rules}


RESOLVE = events.Resolve((), what="activation")
ACTIVATION = events.Activation((), card=WHO, item=98)
USE = events.Ability((), card=WHO, item=98, spell=False)
DIE, DRAW = events.Die((), card=WHO), events.Draw((), card=WHO)


@pytest.mark.parametrize(
    ("happened", "event", "rules"),
    [
        ([RESOLVE], DIE, {"abilities.3.19"}),
        ([RESOLVE, ACTIVATION], DIE, {"abilities.3.19"}),
        ([ACTIVATION], DIE, {"abilities.3.20", "costs.5.8"}),
        ([USE], DIE, {"abilities.3.20", "costs.5.8"}),
        ([ACTIVATION], ACTIVATION, set()),
        ([ACTIVATION], None, set()),
        ([DRAW], DIE, set()),
    ],
)
def test_abilities_3_20_when_something_has_triggered(
    happened: list[Event], event: GameEvent | None, rules: set[str]
) -> None:
    """During a resolution (abilities.3.19), or by paying for what was played (abilities.3.20); not by the play itself."""
    state = board()
    state.events = [*happened]
    placed = item(state)
    waiting = Waiting(0, placed.source, (), event)
    assert {*triggers.of_placing(state, waiting, placed)} == {"timing.3.5", *rules}


def test_abilities_1_6_two_abilities_of_one_card_that_trigger_at_once_are_two() -> None:
    state = board()
    state.events = []
    event, other = DRAW, replace(DRAW, group=2)
    first, second = item(state, event=event), item(state, event=event)
    for stacked, several in ((replace(first, event=other), False), (first, True)):
        state.stack = (stacked,)
        found = triggers.of_placing(state, Waiting(0, second.source, (), event), second)
        assert ("abilities.1.6" in found) == several


ABILITY = {"RS.1", "RS.1.1", "CR.1", "timing.3.1", "abilities.7.1", "abilities.7.3", "abilities.7.4"}
MODAL = (Paragraph(modes=Modes(options=(Mode(label="one", do=()), Mode(label="two", do=())))),)
AWAY = {"abilities.1.10", "timing.11.1", "abilities.7.7"}


@pytest.mark.parametrize(
    ("made", "rules"),
    [
        ({}, {"abilities.3.7"}),
        ({"kind": "ability"}, set()),
        ({"kind": "ability", "text": MODAL, "modes": ((0, 1),)}, {"abilities.2.5"}),
        ({"text": MODAL, "modes": ((0, 1),)}, {"abilities.3.7"}),
        ({"kind": "ability", "x": 3}, {"targets-and-copies.9.7"}),
        ({"kind": "ability", "groups": group(PLAYER)}, {"CR.1.4.1", "abilities.7.2", "targets-and-copies.3.11"}),
        ({"kind": "ability", "spell": True}, {"abilities.1.14"}),
        (
            {"kind": "ability", "text": (Paragraph(when=Condition("your turn")),)},
            {"abilities.5.3", "abilities.5.1"},
        ),
        ({"kind": "ability", "source": {"token": True}}, {"timing.11.3"}),
        ({"kind": "ability", "source": {"copied": True}}, {"timing.11.3"}),
        ({"kind": "ability", "controller": 1}, {"abilities.1.9", "abilities.1.10", "terms.3.3"}),
    ],
)
def test_abilities_7_what_the_resolving_of_an_ability_is_told_with(made: dict[str, Any], rules: set[str]) -> None:
    state = board()
    assert {*stack.of_resolving_ability(state, item(state, **made))} == ABILITY | rules


def test_zones_6_3_a_source_that_is_gone_once_is_known_and_one_that_moved_twice_is_not() -> None:
    state = board()
    used = item(state, "ability")
    for moves, zone, rules in (
        (1, "field", AWAY),
        (1, "intent", AWAY | {"abilities.6.3"}),
        (2, "field", AWAY | {"zones.6.3", "effects.7.3"}),
    ):
        source = replace(used.source, incarnation=state.cards[used.card].incarnation - moves, zone=zone)
        assert {*stack.of_resolving_ability(state, replace(used, source=source))} == ABILITY | rules


def test_timing_11_2_another_object_of_the_same_name_is_not_meant() -> None:
    same = {"timing.11.2", "abilities.1.12", "targets-and-copies.1.5"}
    state = board("Cub, Cub")
    assert {*stack.of_resolving_ability(state, item(state, "ability"))} == ABILITY | same


@pytest.mark.parametrize(("seat", "rules"), [(0, {"turn.9.9"}), (1, set())])
def test_turn_9_9_an_ability_of_a_player_who_has_lost(seat: int, rules: set[str]) -> None:
    state = board()
    state.alter_player(seat, lost=True)
    assert {*stack.of_resolving_ability(state, item(state, "ability"))} == ABILITY | rules


USED = {"terms.2.activate", "targets-and-copies.2.activation"}


@pytest.mark.parametrize(
    ("more", "made", "rules"),
    [
        ("", {}, {"timing.1.1", *OBJECT}),
        ("speed: slow", {}, {*OBJECT}),
        ("inherited: true", {}, {"timing.1.1", "keywords.inherited-effect", *OBJECT}),
        ("works in: [graveyard]", {}, {"timing.1.1", "abilities.1.4.named"}),
        ("works outside: [hand]", {}, {"timing.1.1", "abilities.1.4.excluded"}),
        ("", {"source": {"zone": "intent"}}, {"timing.1.1", "abilities.1.4.attack", "zones.3.16"}),
        ("", {"source": {"zone": "graveyard"}}, {"timing.1.1"}),
        ("", {"spell": True}, {"timing.1.1", *OBJECT, "abilities.1.13", "abilities.1.15"}),
        ("limit: once", {}, {"timing.1.1", *OBJECT, "abilities.6.1"}),
        ("", {"source": {"x": 2}}, {"timing.1.1", *OBJECT, "targets-and-copies.9.7"}),
        ("label: upkeep", {}, {"timing.1.1", *OBJECT, "keywords.labels", "keywords.upkeep", "costs.6.upkeep"}),
        ("when: your turn", {}, {"timing.1.1", *OBJECT, "abilities.5.1"}),
    ],
)
def test_abilities_2_what_activating_an_ability_is_told_with(more: str, made: dict[str, Any], rules: set[str]) -> None:
    used = ability(f"{{ability: activated, do: [{{do: draw}}], {more}}}")
    assert isinstance(used, Activated)
    assert {*stack.of_use(used, item(board(), "ability", **made))} == USED | rules


def test_targets_and_copies_7_what_a_copy_has() -> None:
    state = board()
    every = {"terms.2.copy", "targets-and-copies.6.1", "targets-and-copies.6.5", "targets-and-copies.7.1"}
    ability_ = every | {"targets-and-copies.6.6", "targets-and-copies.7.8"}
    play = every | {"targets-and-copies.6.8", "targets-and-copies.7.4"}
    assert {*stack.of_copy(state, item(state, "ability", x=3))} == ability_
    assert {*stack.of_copy(state, item(state, "activation"))} == play
    assert {*stack.of_copy(state, item(state, "activation", x=3))} == play | {"cards.2.5", "costs.4.8"}


# -- effects -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("static", "rules"),
    [
        ("{static: modify, power: 1}", ("effects.5.8.E", "effects.5.8.E1")),
        ("{static: modify, life: 1}", ("effects.5.8.E", "effects.5.8.E1")),
        ("{static: modify, set power: 3}", ("effects.5.8.A",)),
        ("{static: modify, words: [human]}", ("effects.5.8.B", "effects.5.10")),
        ("{static: modify, words: [fire]}", ("effects.5.8.C",)),
        ("{static: modify, words: [fire, human]}", ("effects.5.8.B", "effects.5.10", "effects.5.8.C")),
        ("{static: modify, keywords: [vigor]}", ("effects.5.8.D", "abilities.1.7")),
        (
            "{static: modify, power: 1, keywords: [vigor]}",
            ("effects.5.8.D", "abilities.1.7", "effects.5.8.E", "effects.5.8.E1"),
        ),
        ("{static: forbid, what: draw}", ()),
    ],
)
def test_effects_5_8_the_layers_of_an_effect(static: str, rules: tuple[str, ...]) -> None:
    given = ability(f"{{ability: static, effects: [{static}]}}")
    assert isinstance(given, StaticAbility)
    (effect,) = given.effects
    assert values.of_effect(effect) == ("effects.5.1", *rules)


def test_effects_5_8_what_made_the_power_of_an_object() -> None:
    made_up = cards("""
    - {name: Cub, types: [ally], power: 1, life: 1}
    - {name: Horn, types: [item], abilities: [{ability: static, effects: [{static: modify, of: each ally, power: 1}]}]}
    """)

    def power(field: str) -> set[str]:
        state = position(made_up, f"{{field: [{field}], deck: []}}").state
        cub = next(state.cards[number] for number in state.field if state.cards[number].face == "Cub")
        return {*values.of_stat(state, cub, "power")}

    counters = {"effects.5.8.E2", "cards.9.buff", "terms.7.buff"}
    horn = {"effects.5.8.E", "effects.5.8.E1", "effects.5.1", "effects.5.3", "effects.5.8", "effects.5.5"}
    assert power("Cub") == set()
    assert power("{card: Cub, counters: {buff: 1}}") == counters
    assert power("{card: Cub, counters: {debuff: 0, omen: 1}}") == set()
    assert horn <= power("Cub, Horn") and not power("Cub, Horn") & {"effects.5.12", "effects.5.8.E2"}
    assert {"effects.5.12", "terms.2.timestamp"} <= power("Cub, Horn, Horn")
    assert {"effects.5.8.choice", "cards.9.choice"} <= power("{card: Cub, counters: {buff: 1}}, Horn")
