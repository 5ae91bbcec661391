"""Made-up cards cannot make or trigger without end: a bound, an error that names the card, the game as it was before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist import Game
from archivist.arena.invariants import Watch
from archivist.model import events
from archivist.model.decision import Pass, Play
from archivist.model.errors import EndlessLoop
from archivist.model.state import State
from archivist.rules.effects.events import emit, say, tell
from archivist.rules.timing import endless_loops

FRAME = """
cards:
  - {{name: Test Rat, types: [token, ally], subtypes: [beast], power: 1, life: 1, abilities: [{rat}]}}
  - {{name: Test Piper, types: [action], cost: {{reserve: 0}}, abilities: [{{ability: text, do: [{do}]}}]}}
setup:
  A: {{champion: [Spirit of Fire], hand: [4 x Test Piper], deck: [30 x Fireball], field: [{field}]}}
  B: {{champion: [Spirit of Water], deck: [30 x Fireball]}}
"""


def piper(do: str, field: str = "", rat: str = "") -> Game:
    """A game in which the piper's effect resolves as soon as everybody passes."""
    game = Game.from_scenario(FRAME.format(do=do, field=field, rat=rat))
    decision = game.decision
    assert decision is not None
    game.answer(next(each for each in decision.options if isinstance(each, Play)))
    game.answer(Pass())
    return game


def resolved(game: Game) -> Game:
    while game.state.stack:
        decision = game.decision
        assert decision is not None
        game.answer(decision.default())
    return game


@pytest.mark.parametrize(
    "do",
    [
        "{do: summon, token: Test Rat, amount: 1000000000}",
        "{do: summon, token: Test Rat, amount: 1001}",
        "{do: gather, times: 1000000000}",
        "{do: generate, card: Fireball, amount: 1000000000}",
        "{do: copy object, what: each ally you control, amount: 1000000000}",
    ],
)
def test_an_effect_does_not_do_something_without_end(do: str) -> None:
    game = piper(do, field="Test Rat")
    before = game.save()
    with pytest.raises(EndlessLoop, match=r"^Test Piper would do something [0-9,]+ times at once; the limit is 1,000$"):
        game.answer(Pass())
    assert game.save() == before
    assert game.to_act == 1


def test_the_field_does_not_grow_without_end() -> None:
    game = piper("{do: summon, token: Test Rat, amount: 600}", field="500 x Test Rat")
    before = game.save()
    with pytest.raises(
        EndlessLoop, match=r"^Test Rat would make one object too many; the limit is 1,000 on the field, after Test P"
    ):
        game.answer(Pass())
    assert game.save() == before
    game.concede(0)
    assert game.winner == 1


def test_two_hundred_tokens_are_fine() -> None:
    game = resolved(piper("{do: summon, token: Test Rat, amount: 200}"))
    assert len(game.state.field) == 202
    assert Game.load(game.save()).state == game.state


def test_triggers_do_not_wait_without_end() -> None:
    """Each of sixty rats hears each of sixty others come: 3,600 triggers at once."""
    hears = "{ability: triggered, on: {on: enter, what: another beast ally you control}, do: [{do: draw, amount: 1}]}"
    game = piper("{do: summon, token: Test Rat, amount: 60}", field="60 x Test Rat", rat=hears)
    before = game.save()
    with pytest.raises(EndlessLoop, match=r"^Test Rat triggers once too often; the limit is 2,000 waiting triggers$"):
        game.answer(Pass())
    assert game.save() == before


def test_as_many_triggers_wait_as_the_limit_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each rat on the field hears the one that comes: two of them trigger twice, three of them once too often."""
    monkeypatch.setattr(endless_loops, "WAITING", 2)
    hears = "{ability: triggered, on: {on: enter, what: another beast ally you control}, do: [{do: draw, amount: 1}]}"
    game = piper("{do: summon, token: Test Rat}", field="2 x Test Rat", rat=hears)
    game.answer(Pass())
    assert game.decision is not None
    assert game.decision.kind == "order"
    assert len(game.decision.options) == 2
    game = piper("{do: summon, token: Test Rat}", field="3 x Test Rat", rat=hears)
    with pytest.raises(EndlessLoop, match=r"^Test Rat triggers once too often; the limit is 2 waiting triggers$"):
        game.answer(Pass())


def test_little_of_it_is_fine() -> None:
    hears = "{ability: triggered, on: {on: enter, what: another beast ally you control}, do: [{do: draw, amount: 1}]}"
    game = piper("{do: summon, token: Test Rat, amount: 3}", field="3 x Test Rat", rat=hears)
    game.answer(Pass())
    assert len(game.state.field) == 8


def test_what_happens_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endless_loops, "EVENTS", 20)
    game = piper("{do: draw, amount: 30}")
    before = game.save()
    with pytest.raises(
        EndlessLoop, match=r"^more than 20 things have happened before a player could act, after Test Piper"
    ):
        game.answer(Pass())
    assert game.save() == before


def drawn(state: State) -> events.Draw:
    return events.Draw((), 0, card=state.cards[0])


@pytest.mark.parametrize(
    "log",
    [
        lambda state: tell(state, drawn(state)),
        lambda state: emit(state, drawn(state)),
        lambda state: say(state, events.Pass, player=0),
    ],
    ids=["tell", "emit", "say"],
)
def test_whatever_is_logged_is_counted(log: Callable[[State], None], monkeypatch: pytest.MonkeyPatch) -> None:
    state = piper("{do: draw}").state.copy()
    monkeypatch.setattr(endless_loops, "EVENTS", len(state.events) + 2)
    log(state)
    log(state)
    with pytest.raises(
        EndlessLoop, match=rf"^more than {len(state.events)} things have happened before a player could"
    ):
        log(state)


def test_a_game_has_only_so_many_cards_and_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two decks of 30, two champions and four cards are 66; a third token would be one more than 68."""
    monkeypatch.setattr(endless_loops, "RECORDS", 68)
    assert len(resolved(piper("{do: summon, token: Test Rat, amount: 2}")).state.cards) == 68
    game = piper("{do: summon, token: Test Rat, amount: 3}")
    before = game.save()
    with pytest.raises(
        EndlessLoop,
        match=r"^Test Rat would be one card too many; the limit is 68 in a game, after Test Piper resolved$",
    ):
        game.answer(Pass())
    assert game.save() == before


# -- a loop in which everybody passes ----------------------------------------------------------------------------

LOOP = """
cards:
  - name: Test Rat
    types: [token, ally]
    subtypes: [beast]
    power: 1
    life: 1
    abilities: [{ability: triggered, on: {on: enter}, do: [{do: summon, token: Test Rat}]}]
  - {name: Test Piper, types: [action], cost: {reserve: 0}, abilities: [{ability: text, do: [{do: summon, token: Test Rat}]}]}
  - name: Test Hush
    types: [action]
    cost: {reserve: 0}
    speed: fast
    abilities: [{ability: text, do: [{do: gain, static: {static: modify, of: each beast ally, loses: [abilities]}}]}]
setup:
  A: {champion: [Spirit of Fire], hand: [Test Piper], deck: [30 x Fireball]}
  B: {champion: [Spirit of Water], deck: [30 x Fireball], hand: [%s]}
  C: {champion: [Spirit of Wind], deck: [30 x Fireball]}
"""


def stuck(monkeypatch: pytest.MonkeyPatch, hand: str = "") -> Game:
    """A game in which each rat has brought another one, all have passed all the time, and passing is refused now."""
    monkeypatch.setattr(endless_loops, "OBJECTS", 12)
    game = Game.from_scenario(LOOP % hand)
    decision = game.decision
    assert decision is not None
    game.answer(next(each for each in decision.options if isinstance(each, Play)))
    with pytest.raises(EndlessLoop, match=r"^Test Rat would make one object too many; .* after Test Rat resolved$"):
        for _ in range(100):
            game.answer(Pass())
    return game


def test_a_loop_of_triggers_ends_where_it_was_and_is_refused_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stuck(monkeypatch)
    before = game.save()
    assert (len(game.state.field), len(game.state.stack), game.to_act, game.over) == (12, 1, 2, False)
    for each in (game, game.copy(), Game.load(before)):
        with pytest.raises(EndlessLoop, match=r"^Test Rat would make one object too many"):
            each.answer(Pass())
        assert each.save() == before
        assert each.view(0).field == game.view(0).field
        assert Watch(each)(each) is None


def test_a_loop_of_triggers_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    game = stuck(monkeypatch)
    while game.can_undo:
        game.undo()
    assert (len(game.state.field), game.state.stack) == (3, ())


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_turn_9_6_a_loop_of_triggers_ends_with_its_player(leaver: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rats and what is pending of theirs leave with A; while A stays, somebody else's leaving changes nothing."""
    game = stuck(monkeypatch)
    game.concede(leaver)
    if leaver == 0:
        assert (game.state.stack, len(game.state.field)) == ((), 2)
        for _ in range(10):
            game.answer(Pass())
    else:
        with pytest.raises(EndlessLoop):
            for _ in range(30):
                game.answer(Pass())
        game.concede(3 - leaver)
        assert (game.over, game.winner) == (True, 0)


def test_a_loop_of_triggers_can_be_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """B, who has passed so far, takes the rats' abilities away: one more comes, and none after it."""
    game = stuck(monkeypatch, "Test Hush")
    monkeypatch.setattr(endless_loops, "OBJECTS", 13)
    game.undo()
    decision = game.decision
    assert decision is not None and decision.player == 1
    game.answer(next(each for each in decision.options if isinstance(each, Play)))
    for _ in range(30):
        assert game.decision is not None
        game.answer(game.decision.default())
    assert game.state.turn.number > 5
    assert sum(game.state.cards[number].face == "Test Rat" for number in game.state.field) == 10
