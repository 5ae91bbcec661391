"""Players who leave in the middle of something: nothing that has happened is undone, and the rest goes on (turn.9.5)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from archivist.arena.invariants import Watch
from archivist.arena.playing import Dice, Table, choose, pantheon_deck
from archivist.arena.shrinking import failure_of
from archivist.game import Game
from archivist.model.card import Seat, Thing
from archivist.model.decision import Attack, Concede, Decision, Pass
from archivist.model.errors import AnswerError, GameOver, Illegal
from archivist.rules.turn import ending_and_leaving_the_game
from archivist.scenario.running import played
from mass import seeds

DECISIONS, AFTERWARDS = 90, 8
"""How far a random game is followed, and how far it goes on after somebody left."""


def random_game(seed: int) -> Game:
    """A Pantheon game of three or four with random decks."""
    dice = Dice(seed)
    return Game.new([pantheon_deck(dice) for _ in range(3 + seed % 2)], seed=seed, format="pantheon")


def within(game: Game, seed: int) -> Iterator[Decision]:
    """Every decision of a random game that is asked within a procedure, and every tenth of the others."""
    table = Table(game, seed)
    for number in range(DECISIONS):
        decision = game.decision
        if decision is None:
            return
        if not game.acting or number % 10 == 0:
            yield decision
        answer = table.next_answer()
        assert answer is not None
        table.give(answer)


@seeds(3, 10)
def test_turn_9_5_leaving_at_any_decision_undoes_nothing_and_can_be_copied_saved_undone_and_replayed(seed: int) -> None:
    """At every decision each player leaves once: what was told stays told, and every road leads to the same game."""
    game = random_game(seed)
    for decision in within(game, seed):
        for seat in game.state.living():
            before, left = game.events, game.copy()
            watch = Watch(left)
            left.concede(seat)
            watch(left)
            undone = decision.attempt and (left.acting or seat == decision.player)
            assert undone or left.events[: len(before)] == before
            assert left.state.players[seat].lost
            check_roads(game, left, decision, seat)
            go_on(left, watch, seed)


def check_roads(game: Game, left: Game, decision: Decision, seat: Seat) -> None:
    """A copy, a save, the answers given again and undoing are all as they should be right after somebody left."""
    copy, loaded, again = left.copy(), Game.load(left.save()), game.copy()
    again.give(Concede(seat))
    for other in (copy, loaded, again):
        assert other.state == left.state
        assert other.decision == left.decision
    copy.undo()
    assert copy.decision == decision
    assert copy.events == game.events
    assert copy.state == game.state
    copy.concede(seat)
    assert copy.state == left.state


def go_on(game: Game, watch: Watch, seed: int) -> None:
    """The game goes on soundly with random answers."""
    dice = Dice(seed)
    for _ in range(AFTERWARDS):
        if game.decision is None:
            return
        with contextlib.suppress(Illegal):
            game.answer(choose(game.decision, dice))
        watch(game)


@pytest.mark.parametrize("seed", range(4))
def test_turn_9_5_a_replay_has_those_who_left_in_the_middle(seed: int) -> None:
    game = random_game(100 + seed)
    table = Table(game, seed, patience=4)
    for _ in range(90):
        answer = table.next_answer()
        if answer is None:
            break
        table.give(answer)
    assert any(player.lost for player in game.state.players)
    again = Game.from_replay(game.to_replay())
    assert again.state == game.state
    assert again.events == game.events
    assert again.decision == game.decision


# -- plays in the making -----------------------------------------------------------------------------------------

SETUP = """
title: A play in the making
cards:
  - name: Scorch
    types: [action]
    elements: [norm]
    cost: {reserve: 1}
    abilities: [{ability: text, targets: [{of: champion}], do: [{do: damage, amount: 2}]}]
  - name: Double Mark
    types: [action]
    elements: [norm]
    cost: {reserve: 1}
    abilities:
      - ability: text
        targets: [{of: ally, name: first}, {of: champion, name: second}]
        do: [{do: destroy, what: target first}, {do: damage, to: target second, amount: 1}]
  - {name: Ally, types: [ally], elements: [norm], cost: {reserve: 0}, power: 2, life: 5}
setup:
  A: {champion: [Spirit of Fire], hand: [Scorch, Double Mark, 2 x Idle Thoughts], field: [Ally], deck: [9 x Gray Wolf]}
  B: {champion: [Spirit of Water], field: [Ally], deck: [9 x Gray Wolf]}
  C: {champion: [Spirit of Wind], field: [Ally], deck: [9 x Gray Wolf]}
steps:
"""


def made(*steps: str) -> Game:
    return played(SETUP + "".join(f"  - {step}\n" for step in steps))


def paying() -> Game:
    return made("A: {activate: Scorch, targets: [B/champion]}", "expect: {decision: {player: A, kind: reserve}}")


def test_turn_9_5_others_see_who_left_while_a_play_is_made_and_nothing_of_the_play() -> None:
    game = paying()
    game.concede(2)
    for seat in (1, 2):
        seen = game.view(seat, exact=True)
        assert [player.name for player in seen.players if player.lost] == ["C"]
        assert not seen.stack
        assert seen.players[0].zones["hand"].count == 4
        assert seen.deciding == "A"
        assert seen.decision is None
        assert not any("Scorch" in line for line in game.trace(seat))
        assert any("C loses" in line for line in game.trace(seat))
    assert game.view(0).decision is not None


def test_PC_3_a_play_given_up_after_another_player_left_leaves_no_trace_and_the_leaving_stays() -> None:
    game = paying()
    game.concede(2)
    game.cancel()
    assert game.state.players[2].lost
    assert len(game.state.players[0].hand) == 4
    assert not game.state.stack_cards
    assert game.acting
    assert game.to_act == 0


def test_CA_1_6_a_target_that_left_makes_the_play_illegal_and_the_leaving_stays() -> None:
    game = made(
        "A: {activate: Double Mark}",
        "A: {choose: B/field/Ally}",
        "expect: {decision: {player: A, kind: targets}}",
    )
    game.concede(1)
    assert game.decision is not None
    assert game.decision.kind == "targets"
    with pytest.raises(Illegal) as refused:
        game.answer(0)
    assert "CA.1.6" in refused.value.rules
    assert game.state.players[1].lost
    assert len(game.state.players[0].hand) == 4
    assert (game.acting, game.to_act) == (True, 0)
    assert Game.load(game.save()).state == game.state
    game.undo()
    assert not game.state.players[1].lost


def test_turn_9_5_two_players_of_four_leave_during_one_play() -> None:
    with_d = SETUP.replace("steps:", "  D: {champion: [Spirit of Fire], deck: [9 x Gray Wolf]}\nsteps:")
    game = played(
        with_d
        + "  - A: {activate: Scorch, targets: [B/champion]}\n  - expect: {decision: {player: A, kind: reserve}}\n"
    )
    before = game.events
    game.concede(2)
    game.concede(3)
    assert game.events[: len(before)] == before
    other = Game.load(game.save())
    other.concede(1)
    assert (other.over, other.winner) == (True, 0)
    assert not other.state.stack_cards
    game.answer([0])
    assert len(game.state.stack) == 1


def test_turn_9_5_the_last_opponent_leaves_and_what_was_being_played_is_undone() -> None:
    game = paying()
    game.concede(2)
    game.concede(1)
    assert (game.over, game.winner) == (True, 0)
    assert not game.state.stack_cards
    assert game.decision is None
    game.undo()
    assert game.decision is not None
    assert (game.decision.kind, game.decision.attempt) == ("reserve", True)


def test_turn_9_5_who_has_left_cannot_leave_again() -> None:
    game = paying()
    game.concede(2)
    before = game.state.copy()
    with pytest.raises(GameOver, match="player C has left the game already"):
        game.concede(2)
    assert game.state == before
    with pytest.raises(AnswerError):
        game.answer(Pass(), player=2)


# -- what is told of it ------------------------------------------------------------------------------------------

CONCEDING = sorted(
    path
    for path in (Path(__file__).resolve().parents[3] / "scenarios" / "turn").glob("*.yaml")
    if ": concede" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("path", CONCEDING, ids=lambda path: path.stem)
def test_turn_9_6_everything_holds_whenever_somebody_leaves(path: Path) -> None:
    """The scenarios of leaving, with every invariant looked at after every decision."""
    assert failure_of(path.read_text(encoding="utf-8")) is None


def test_turn_9_9_a_leaver_does_nothing_any_more() -> None:
    """After A has left, no event tells of cards that A arranges, of counters on A's cards or of A gaining something."""
    cards = """
cards:
  - name: Grand Plan
    types: [action]
    elements: [norm]
    cost: {reserve: 0}
    abilities:
      - ability: text
        targets: [{of: ally}]
        do:
          - {do: choose, of: ally you control}
          - {do: glimpse, amount: 1}
          - {do: counters, on: chosen, kind: buff}
          - {do: gain mastery, mastery: Shifting Currents}
          - {do: draw}
          - {do: generate, card: Gray Wolf}
          - {do: damage, amount: 1}
"""
    game = played(
        SETUP.replace("\ncards:\n", cards).replace("Scorch, Double Mark, ", "Grand Plan, ")
        + "  - A: {activate: Grand Plan, targets: [B/field/Ally]}\n"
        + "".join(f"  - {seat}: pass\n" for seat in "ABC")
        + "  - expect: {decision: {player: A, kind: glimpse}}\n"
    )
    mark = game.event_count
    game.concede(0)
    told = [event for event in game.events_since(mark) if event.player == 0 and event.kind != "leaves the game"]
    assert {event.kind for event in told} <= {"lose", "not asked", "leave", "phase", "skip"}
    assert any(event.kind == "damage" and event.player == 1 for event in game.events_since(mark))


def test_timing_5_2_a_play_refused_within_a_resolution_after_somebody_left_keeps_the_leaving() -> None:
    """The answers that lead to the question are those before the refused play, and the concession."""
    book = """
cards:
  - name: Open Book
    types: [action]
    elements: [norm]
    cost: {reserve: 0}
    abilities: [{ability: text, do: [{do: play, how: activate, of: action card in your hand, may: true}]}]
"""
    game = played(
        SETUP.replace("\ncards:\n", book).replace("hand: [Scorch", "hand: [Open Book")
        + "  - A: {activate: Open Book}\n"
        + "".join(f"  - {seat}: pass\n" for seat in "ABC")
        + "  - A: {activate: Double Mark}\n  - A: {choose: B/field/Ally}\n"
        + "  - expect: {decision: {player: A, kind: targets}}\n"
    )
    game.concede(1)
    with pytest.raises(Illegal):
        game.answer(0)
    assert game.state.players[1].lost
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == ("play", 0)
    assert game.answers[-1] == Concede(1)
    assert game.copy().state == game.state
    game.answer(Pass())
    assert game.acting


def test_combat_2_4_an_attack_card_of_a_leaver_is_not_taken_back() -> None:
    """That it entered the intent has happened; with its player it leaves the game, and there is no attack."""
    blow = """
cards:
  - {name: Heavy Blow, types: [attack], elements: [norm], cost: {reserve: 0}, power: 3}
"""
    game = played(
        SETUP.replace("\ncards:\n", blow).replace("hand: [Scorch, Double Mark", "hand: [Heavy Blow")
        + "  - A: {activate: Heavy Blow}\n"
        + "".join(f"  - {seat}: pass\n" for seat in "ABC")
        + "  - expect: {decision: {player: A, kind: targets}}\n"
    )
    before = game.events
    game.concede(0)
    assert game.events[: len(before)] == before
    assert game.state.combat is None
    assert not game.state.intent
    assert game.state.turn.phase == "end"


# -- before the game ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_turn_2_table_7_a_game_whose_first_player_leaves_before_it_begins_is_begun_by_the_next(seed: int) -> None:
    """A player with two level 0 champions is asked which one to begin with, and leaves instead."""
    dice = Dice(seed)
    decks = [pantheon_deck(dice) for _ in range(3)]
    spirits = ("Spirit of Fire", "Spirit of Water")
    twofold = [
        type(each)((*spirits, *(name for name in each.material if not name.startswith("Spirit of "))), each.main, ())
        for each in decks
    ]
    game = Game.new(twofold, seed=seed, format="pantheon")
    first = game.state.first_player
    assert game.decision is not None
    assert (game.decision.kind, game.decision.player) == ("champion", first)
    watch = Watch(game)
    game.concede(first)
    watch(game)
    assert game.decision is not None
    assert game.decision.player == (first + 1) % 3
    for _ in range(2):
        game.answer(0)
        watch(game)
    assert game.state.turn.player == game.state.first_player == (first + 1) % 3
    assert game.state.players[first].champion is None


ATTACK = """cards:
- {name: Charger, types: [ally], elements: [norm], cost: {reserve: 0}, power: 2, life: 5}
- name: Gate Toll
  types: [item]
  elements: [norm]
  cost: {reserve: 0}
  abilities:
  - ability: static
    effects: [{static: attack cost, imposed: true, of: each unit you do not control, pay: [{pay: reserve, amount: 1}]}]
setup:
  A: {champion: [Spirit of Fire], hand: [2 x Idle Thoughts], field: [Charger]}
  B: {champion: [Spirit of Water], field: [Gate Toll]}
  C: {champion: [Spirit of Wind]}
"""


def test_turn_9_6_an_attack_on_a_player_who_leaves_while_it_is_declared_is_undone() -> None:
    """A is asked for a cost of the attack on C when C leaves: without a target the attack is illegal, and taken back."""
    game = Game.from_scenario(ATTACK)
    charger = next(card.id for card in game.state.cards if card.face == "Charger")
    champion = game.state.champion(2)
    assert champion is not None
    game.answer(Attack(charger))
    game.answer([champion.thing])
    assert game.decision is not None
    assert game.decision.kind == "may"
    game.concede(2)
    assert game.state.players[2].lost
    assert not game.state.cards[charger].rested
    assert len(game.state.players[0].hand) == 2
    assert (game.acting, game.to_act) == (True, 0)


BOON = """
title: a try
cards:
  - name: Test Boon
    types: [lesser boon]
    elements: [norm]
    cost: {reserve: 0}
    abilities:
      - ability: text
        do: [{do: may, who: each opponent, what: [{do: recover, amount: 1}]}, {do: draw, amount: 2, who: each player}]
setup:
  A: {champion: [Spirit of Fire], pantheon: [Test Boon], deck: [5 x Gray Wolf]}
  B: {champion: [Spirit of Water], field: [Gray Wolf], deck: [5 x Gray Wolf]}
  C: {champion: [Spirit of Wind], deck: [5 x Gray Wolf]}
steps:
  - A: {bestow: Test Boon}
"""


@pytest.mark.parametrize("leaver", [0, 1, None])
def test_turn_9_6_a_boon_whose_player_leaves_while_it_resolves_is_gained_by_nobody(leaver: Seat | None) -> None:
    """It leaves the game with its owner; the rest of what it does is carried out for the others (RS.2, turn.9.9)."""
    game = played(BOON)
    watch = Watch(game)
    decision = game.decision
    assert decision is not None and (decision.kind, decision.player) == ("may", 1)
    if leaver is not None:
        game.concede(leaver)
    while not game.acting:
        assert game.decision is not None
        game.answer(game.decision.default())
    watch(game)
    gained = [event.player for event in game.events if event.kind == "gain boon"]
    boon = next(card for card in game.state.cards if card.face == "Test Boon")
    assert gained == ([] if leaver == 0 else [0])
    assert boon.zone == ("none" if leaver == 0 else "pantheon")
    assert len(game.state.players[2].hand) == 2


LOOSE: dict[str, object] = {"player": 0, "kind": "choose", "rules": ("RS.2",), "prompt": "choose"}


def test_rs_2_of_a_choice_by_sorts_as_much_is_asked_for_as_is_left() -> None:
    """Two of one sort and one of another were wanted; one of the first sort has left the game."""
    whole = Decision(**LOOSE, options=(1, 2, 3), least=3, most=3, sorts=(0, 0, 1), mixes=((2, 1),))  # type: ignore[arg-type]
    left = ending_and_leaving_the_game.narrowed(whole, frozenset((0,)))
    assert list(left.answers()) == [(0, 1)]


def test_turn_9_9_a_play_asks_for_no_less_by_sorts_when_an_option_leaves() -> None:
    whole = Decision(**LOOSE, options=(1, 2), least=2, most=2, sorts=(0, 0), mixes=((2,),), attempt=True)  # type: ignore[arg-type]
    assert list(ending_and_leaving_the_game.narrowed(whole, frozenset((0,))).answers()) == []


# -- what is left to choose from ---------------------------------------------------------------------------------


def of_four(**more: Any) -> Decision:
    """A choice of two among four things."""
    options = tuple(Thing("card", number) for number in range(4))
    return Decision(0, "choose", ("RS.2",), "choose two", options=options, **{"least": 2, "most": 2, **more})


@pytest.mark.parametrize(
    ("asked", "gone", "left"),
    [
        # as much is asked for as is left (RS.2)
        (of_four(), {3}, {"options": (0, 1, 2), "least": 2, "most": 2}),
        (of_four(), {0, 1, 2}, {"options": (3,), "least": 1, "most": 1}),
        (of_four(), {0, 1, 2, 3}, {"options": (), "least": 0, "most": 0}),
        (of_four(least=0), {0, 1, 2}, {"options": (3,), "least": 0, "most": 1}),
        # a play that lacks a target is refused: as many are asked for as before
        (of_four(on_leave="refuse"), {0, 1, 2}, {"options": (3,), "least": 2, "most": 1}),
        # what goes together
        (of_four(same=((0, 1), (2, 3))), {0}, {"options": (1, 2, 3), "same": ((0,), (1, 2)), "least": 2}),
        (of_four(same=((0, 1), (2, 3))), {0, 2, 3}, {"options": (1,), "same": ((0,),), "least": 1}),
        (of_four(same=((0, 1), (2,))), {1, 3}, {"options": (0, 2), "same": ((0,), (1,)), "least": 1, "most": 2}),
        (of_four(same=((0,), (1,))), {0, 1}, {"options": (), "same": (), "least": 0, "most": 0}),
        # sets that something of is gone from are no more
        (of_four(sets=((0, 1), (2, 3))), {0}, {"options": (1, 2, 3), "sets": ((1, 2),), "least": 2}),
        (of_four(sets=((0, 1), (2, 3))), {0, 2}, {"options": (), "sets": (), "least": 0, "most": 0}),
        # sorts stay those of their options
        (of_four(sorts=(0, 1, 0, 1), mixes=((1, 1),)), {0}, {"options": (1, 2, 3), "sorts": (1, 0, 1)}),
    ],
)
def test_turn_9_6_a_choice_goes_on_with_what_is_left(asked: Decision, gone: set[int], left: dict[str, Any]) -> None:
    narrowed = ending_and_leaving_the_game.narrowed(asked, frozenset(gone))
    assert tuple(each.id for each in narrowed.options if isinstance(each, Thing)) == left.pop("options")
    assert {name: getattr(narrowed, name) for name in left} == left


@pytest.mark.rule("turn.9.6", "zones.4.4")
def test_turn_9_6_a_card_that_left_beneath_an_object_is_no_longer_what_it_was() -> None:
    game = played("""
cards:
  - {name: Dart, types: [item], subtypes: [arrow], elements: [norm], cost: {reserve: 0}, power: 1}
  - {name: Bow, types: [weapon], subtypes: [bow], elements: [norm], cost: {reserve: 0}, power: 0, durability: 2}
  - {name: Nock, types: [action], elements: [norm], cost: {reserve: 0}, abilities: [
      {ability: text, targets: [{of: item card in any graveyard, name: card}, {of: weapon you control, name: bow}],
       do: [{do: load, what: target card, into: target bow}]}]}
setup:
  turn: B
  A: {champion: [Spirit of Fire]}
  B: {champion: [Spirit of Water], hand: [Nock], field: [Bow], graveyard: [Dart]}
  C: {champion: [Spirit of Wind]}
steps:
  - B: {activate: Nock, targets: [[Dart], [Bow]]}
  - resolve: all
""")
    (dart,) = [card for card in game.state.cards if card.face == "Dart"]
    assert dart.zone == "loaded"
    game.concede(1)
    assert game.state.cards[dart.id].zone == "none"
    assert game.state.current(dart.thing) is None
    assert game.state.cards[dart.id].incarnation == dart.incarnation + 1  # it has moved once (effects.7.3)
