"""The kinds of event: what each has to tell, its name in saves, its sentence, and that abilities hear of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

import archivist
from archivist.game import Game
from archivist.model import events
from archivist.model.card import Card, Thing
from archivist.model.errors import SaveError
from archivist.model.event import Event, GameEvent, Named, OfCard, Told, card_of
from archivist.notation.narration import SENTENCES, SILENT, narrate
from archivist.rules.abilities import triggered_abilities
from archivist.rules.effects.meaning_of_words import Scene
from archivist.scenario import run
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import read, write
from archivist.vocabulary.pending import DelayedTrigger, Waiting
from archivist.vocabulary.triggers import TriggerNode
from archivist.vocabulary.triggers.cards import Draws
from archivist.vocabulary.triggers.objects import Enter
from positions import simple_position

ROOT = Path(__file__).parents[2]
SOURCE = Path(archivist.__file__).parent
LISTED = Path(__file__).with_name("events.txt")
ONLY_NOTICED = {
    events.ZoneChange,
    events.Revealed,
    events.Draw,
    events.Discard,
    events.Sacrifice,
    events.Become,
    events.Negated,
}
"""Kinds that abilities hear of and no log tells: a move, or another event, tells as much."""

NAMED = Named("Gray Wolf", Thing("card", 1, 2), (0,))
SAMPLES: dict[Any, Any] = {
    bool: True,
    int: 3,
    str: "buff",
    Card: Card(0, "Gray Wolf", 0, 0, "field", damage=1),
    Named: NAMED,
    tuple[str, ...]: ("turn.1.1", "turn.1.3"),
    tuple[Named, ...]: (NAMED, Named("Fireball")),
}


def _sample(kind: Any) -> Any:
    """A value of a type that is not the default of any field."""
    if get_origin(kind) is Literal:
        return get_args(kind)[-1]
    if get_origin(kind) in (Union, UnionType):
        return _sample(next(each for each in get_args(kind) if each is not NoneType))
    return SAMPLES[kind]


def sample(kind: type[Event]) -> Event:
    """An event of a kind with something in every field."""
    types = {name: hint for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__}
    values: dict[str, Any] = {name: 0 if name in ("player", "whose") else _sample(hint) for name, hint in types.items()}
    return kind(**values)


HEARD = {kind for node in get_args(TriggerNode) for kind in node.hears}


# -- saves -------------------------------------------------------------------------------------------------------


def test_every_kind_comes_back_from_a_save() -> None:
    game = simple_position(hand=["Fireball"])
    told = [sample(kind) for kind in events.KINDS]
    again = Game.load(Game.resumed(game.checkpoint, (), told).save())
    assert again.events[: len(told)] == told
    assert [type(event) for event in again.events[: len(told)]] == list(events.KINDS)


@pytest.mark.parametrize("kind", [kind for kind in events.KINDS if issubclass(kind, GameEvent)])
def test_a_trigger_that_waits_comes_back_with_its_event(kind: type[GameEvent]) -> None:
    event = sample(kind)
    assert isinstance(event, GameEvent)
    waiting = Waiting(0, Card(0, "Gray Wolf", 0, 0, "field"), (), event)
    assert msgspec.json.decode(msgspec.json.encode(waiting, enc_hook=write), type=Waiting, dec_hook=read) == waiting


def test_a_save_with_a_kind_that_there_is_not_is_refused() -> None:
    data = Game.resumed(simple_position().checkpoint, (), [events.CleanUp(("turn.4.16",), 0)]).save()
    assert b'"clean up"' in data
    with pytest.raises(SaveError, match=r"line 6: Invalid value 'clear up'"):
        Game.load(data.replace(b'"clean up"', b'"clear up"'))


def test_the_names_and_fields_of_all_kinds_are_those_that_saves_have() -> None:
    """Whoever changes one that was there changes tests/model/events.txt as well, and the format of saves."""
    now = sorted(f"{sample(kind).kind}: {', '.join(kind.__struct_fields__)}" for kind in events.KINDS)
    assert now == LISTED.read_text("utf-8").splitlines()


# -- kinds -------------------------------------------------------------------------------------------------------


def test_an_event_shows_itself_by_its_class_and_names_its_kind() -> None:
    event = events.CountersRemoved(
        ("cards.9.1",), 0, amount=2, counter="buff", card=Card(0, "Gray Wolf", 0, 0, "field")
    )
    assert event.kind == "counters removed"
    assert repr(event).startswith("CountersRemoved(rules=('cards.9.1',), player=0")


def test_every_kind_has_a_shape_and_says_what_it_is() -> None:
    for kind in events.KINDS:
        assert (kind.__doc__ or "").strip().endswith((".", ").")), kind
        assert getattr(events, kind.__name__) is kind
        assert issubclass(kind, Told) == (kind.__struct_fields__ == Event.__struct_fields__), kind


def test_the_card_of_an_event_is_what_it_happened_to() -> None:
    card = Card(0, "Gray Wolf", 0, 0, "field")
    assert card_of(events.Die((), card=card)) is card
    assert card_of(events.Phase((), 0, phase="end")) is None
    assert card_of(events.Pass((), 0)) is None
    assert card_of(None) is None
    assert issubclass(events.Die, OfCard)


# -- sentences ---------------------------------------------------------------------------------------------------


def test_every_kind_that_is_logged_has_a_sentence_or_is_silent() -> None:
    told = {*SENTENCES, *SILENT, *ONLY_NOTICED, events.Move}
    assert told == set(events.KINDS)
    assert len(told) == len(SENTENCES) + len(SILENT) + len(ONLY_NOTICED) + 1, "each is one of them only"


@pytest.mark.parametrize("kind", SENTENCES)
def test_a_sentence_is_made_of_what_the_event_has(kind: type[Event]) -> None:
    """It never speaks of the value of a card, which may be hidden: names say who may know them."""
    assert not any(part in SENTENCES[kind] for part in ("{card}", "{source}"))
    said = narrate(sample(kind), ["Ann", "Bob"])
    assert said
    assert not any(code in said for code in ("('", "Named(", "Card(", "{")), "it is in words"


def test_looking_tells_whose_cards_they_are() -> None:
    look = events.Look(("timing.8.1",), 0, None, (Named("Fireball", None, (0, 1)),), place="memory", whose=1)
    assert narrate(look, ["Ann", "Bob"]) == "Ann looks at Fireball in Bob's memory"
    assert narrate(look, ["Ann", "Bob", "Cy"], 2) == "Ann looks at 1 card in Bob's memory"
    assert narrate(replace(look, whose=None), ["Ann", "Bob"]) == "Ann looks at Fireball in a memory"


def test_the_material_deck_is_called_so() -> None:
    mix = events.Mix(("zones.5.10",), 0, zone="material")
    assert narrate(mix, ["Ann", "Bob"]) == "Ann: the cards revealed are mixed into the material deck"
    stays = events.Stays((), 0, Named("Fireball"), zone="memory")
    assert narrate(stays, ["Ann", "Bob"]) == "Ann: Fireball is already in the memory"


# -- triggers ----------------------------------------------------------------------------------------------------

TRIGGERED: dict[type[GameEvent], str] = {
    events.Ability: "abilities/a-player-permitted-to-use-anothers-ability.yaml",
    events.Activation: "playing/a-trigger-on-one-way-of-playing-hears-that-one-only.yaml",
    events.Attack: "combat/whenever-a-unit-of-a-kind-attacks-hits-or-is-attacked.yaml",
    events.Banish: "terms/what-leaving-the-field-counts-as.yaml",
    events.Become: "effects/sets-that-stand-and-sets-that-move.yaml",
    events.Bestowment: "playing/a-trigger-on-one-way-of-playing-hears-that-one-only.yaml",
    events.Charge: "turn/charge-counters-come-before-the-beginning-triggers.yaml",
    events.CountersRemoved: "abilities/counters-removed-from-each-of-several-objects-are-one-event.yaml",
    events.Damage: "effects/an-action-of-amount-0-never-happened.yaml",
    events.Destroy: "terms/what-leaving-the-field-counts-as.yaml",
    events.Die: "terms/what-leaving-the-field-counts-as.yaml",
    events.Direction: "cards/masteries/the-currents-shift-as-the-end-phase-begins.yaml",
    events.Discard: "effects/a-replacement-made-by-a-trigger-and-a-trigger-on-what-was-replaced.yaml",
    events.Draw: "effects/an-action-of-amount-0-never-happened.yaml",
    events.Enter: "playing/a-trigger-on-one-way-of-playing-hears-that-one-only.yaml",
    events.Foster: "terms/an-ally-becomes-fostered-only-once.yaml",
    events.State: "terms/a-unit-becomes-distant-once-and-anything-else-never.yaml",
    events.Gather: "terms/whenever-you-gather-suppress-or-negate.yaml",
    events.Suppress: "terms/whenever-you-gather-suppress-or-negate.yaml",
    events.Negated: "terms/whenever-you-gather-suppress-or-negate.yaml",
    events.Glimpse: "terms/another-amount-is-glimpsed-instead.yaml",
    events.Hit: "combat/whenever-a-unit-of-a-kind-attacks-hits-or-is-attacked.yaml",
    events.Kill: "combat/whenever-a-unit-of-a-kind-attacks-hits-or-is-attacked.yaml",
    events.Leave: "terms/what-leaving-the-field-counts-as.yaml",
    events.LevelUp: "rulings/shadowreaver-levels-sideways.yaml",
    events.Load: "loading/an-aethercharge-loads-itself-as-it-resolves.yaml",
    events.Materialization: "playing/a-trigger-on-one-way-of-playing-hears-that-one-only.yaml",
    events.Phase: "turn/charge-counters-come-before-the-beginning-triggers.yaml",
    events.Recover: "effects/an-action-of-amount-0-never-happened.yaml",
    events.Retaliate: "abilities/all-retaliation-of-a-combat-is-one-event.yaml",
    events.Revealed: "terms/whenever-you-reveal-this-from-your-memory.yaml",
    events.Sacrifice: "terms/what-leaving-the-field-counts-as.yaml",
    events.Targeted: "cards/masteries/the-crowd-favors-one-player.yaml",
    events.ZoneChange: "effects/a-replacement-made-by-a-trigger-and-a-trigger-on-what-was-replaced.yaml",
}
"""A scenario for each kind in which something triggers on it."""


@pytest.mark.parametrize("node", get_args(TriggerNode))
def test_abilities_3_2_a_trigger_hears_of_game_events(node: Any) -> None:
    assert node.hears
    for kind in node.hears:
        assert issubclass(kind, GameEvent)
        assert kind in events.KINDS, "the shapes that kinds have in common do not happen"


def test_abilities_3_2_every_game_event_is_heard_by_some_trigger() -> None:
    assert {kind for kind in events.KINDS if issubclass(kind, GameEvent)} == HEARD
    assert TRIGGERED.keys() == HEARD


@pytest.mark.parametrize("path", sorted(set(TRIGGERED.values())))
def test_abilities_3_2_something_triggers_on_every_game_event(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[type[Event]] = set()
    wait = triggered_abilities.wait

    def waits(state: Any, waiting: Waiting) -> None:
        if waiting.event is not None:
            seen.add(type(waiting.event))
        wait(state, waiting)

    monkeypatch.setattr(triggered_abilities, "wait", waits)
    assert run(ROOT / "scenarios" / path).passed
    assert {kind for kind, shown in TRIGGERED.items() if shown == path} <= seen


def test_abilities_3_14_a_delayed_trigger_waits_for_an_event_that_it_hears_of() -> None:
    """What else its player does in the meantime does not spend it."""
    state = simple_position(field=["Gray Wolf"]).state.copy()
    card = state.cards[state.field[-1]]
    delayed = DelayedTrigger(1, Draws(by="you"), (), card.controller, card, once=True, until="turn")
    state.delayed = (delayed,)
    triggered_abilities.notice(state, events.Recover((), card.controller, amount=1, removed=1, card=card))
    triggered_abilities.notice(state, events.Draw((), 1 - card.controller, amount=1, card=card))
    assert (state.delayed, state.waiting) == ((delayed,), ())
    draw = events.Draw((), card.controller, amount=1, card=card)
    triggered_abilities.notice(state, draw)
    assert not state.delayed
    assert [waiting.event for waiting in state.waiting] == [draw]


def test_cards_4_4_a_champion_that_levels_up_does_not_enter() -> None:
    """The new top card's own On Enter triggers; those who wait for an object to enter hear nothing of it."""
    state = simple_position(field=["Gray Wolf"]).state
    card = state.cards[state.field[-1]]
    scene = Scene(state, card.controller, card)
    entered = events.Enter((), card.controller, card=card)
    levelled = events.Enter((), card.controller, card=card, level_up=True)
    assert [Enter(what=Filter("object you control")).fits(scene, event) for event in (entered, levelled)] == [
        True,
        False,
    ]
    assert [Enter().fits(scene, event) for event in (entered, levelled)] == [True, True]


@pytest.mark.parametrize("by", [None, 7])
def test_an_object_summoned_by_the_source_itself_may_be_left_out(by: int | None) -> None:
    state = simple_position(field=["Gray Wolf"]).state
    card = state.cards[state.field[-1]]
    trigger = Enter(what=Filter("object you control"), not_by_this=True)
    scene = Scene(state, card.controller, card)
    assert trigger.fits(scene, events.Enter((), card.controller, card=card, by=by))
    assert not trigger.fits(scene, events.Enter((), card.controller, card=card, by=card.id))


# -- no notes ----------------------------------------------------------------------------------------------------


def _nodes() -> Iterator[tuple[str, ast.AST]]:
    """The nodes of all modules that have either word, but for the names of what is called."""
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text("utf-8")
        if not any(word in text for word in (".note", "event.kind")):
            continue
        tree = ast.parse(text)
        called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if id(node) not in called:
                yield f"{path.relative_to(SOURCE)}:{getattr(node, 'lineno', 0)}", node


def test_no_module_reads_a_note_or_asks_an_event_for_the_name_of_its_kind() -> None:
    """What an event has to tell is a field, and which event it is, its class. Methods may be called `note`."""
    read, named = [], []
    for place, node in _nodes():
        if isinstance(node, ast.Attribute) and node.attr == "note":
            read.append(place)
        if isinstance(node, ast.Compare):
            parts = (node.left, *node.comparators)
            named += [place for part in parts if isinstance(part, ast.Attribute) and ast.unparse(part) == "event.kind"]
    assert (read, named) == ([], [])
    assert not any("note" in kind.__struct_fields__ for kind in events.KINDS)
