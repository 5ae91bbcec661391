"""Saves that cannot be loaded: each is refused with a clear error, whatever is wrong with it."""

from __future__ import annotations

from typing import Any

import pytest

from archivist.game import Game
from archivist.model.decision import Play
from archivist.model.errors import ReplayError, SaveError
from positions import number_of, simple_position
from save_parts import put_together, taken_apart


def saved(**changes: Any) -> bytes:
    """A save half way through a play, with some of its parts exchanged."""
    game = simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"), hand=["Fireball", *["Idle Thoughts"] * 5])
    game.answer(Play("activate", number_of(game, "Fireball")))
    return put_together({**taken_apart(game.save()), **changes})


def test_a_save_continues_half_way_through_a_play() -> None:
    game = Game.load(saved())
    decision = game.decision
    assert decision is not None
    assert decision.kind == "targets"


NO_SAVES = (
    b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"archivist": "0.1.0"}', b'{"archivist": "\xff"}', b"[" * 200_000,
    b'{"a":' * 200_000, b"\n\n", b"archivist save", b"archivist save\n", b"archivist replay 1\n",
)  # fmt: skip


@pytest.mark.parametrize("data", NO_SAVES, ids=range(len(NO_SAVES)))
def test_what_is_no_save_is_refused(data: bytes) -> None:
    with pytest.raises(SaveError, match="this is not a save"):
        Game.load(data)


def test_a_save_of_another_version_says_which() -> None:
    with pytest.raises(SaveError, match=r"made by Archivist 9\.9\.9"):
        Game.load(saved(engine="9.9.9"))


def test_a_save_of_another_format_says_which() -> None:
    with pytest.raises(SaveError, match="has format 99"):
        Game.load(saved(**{"archivist save": 99}))


def test_a_save_of_the_first_formats_says_so() -> None:
    """Saves were JSON before they were logs."""
    with pytest.raises(SaveError, match="this save has format 2; this version reads format 3"):
        Game.load(b'{"archivist":"0.1.0","format":2,"pool":"0123456789abcdef","cards":[]}')


def test_a_save_with_other_cards_is_refused() -> None:
    with pytest.raises(SaveError, match="other cards"):
        Game.load(saved(pool="0123456789abcdef"))


@pytest.mark.parametrize(
    "changes",
    [
        {"answers": [["x"]]},
        {"answers": [[0]]},
        {"answers": ["Fireball"]},
        {"answers": [{"type": "pass"}, {"type": "pass"}, [99]]},
        {"answers": [{"type": "play", "way": "activate", "card": 10**6}]},
        {"answers": [{"type": "play", "way": "juggle", "card": 1}]},
        {"answers": [{"type": "dance"}]},
        {"surprise": 1},
        {"position": 7},
        {"events": "none"},
        {"before": [{"type": "dance"}]},
        {"decisions": [{"type": "pass"}]},
        {"end": "A wins"},
        {"end": ""},
    ],
)
def test_impossible_answers_are_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(SaveError, match="broken"):
        Game.load(saved(**changes))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("field", [10**6]),
        ("clock", "noon"),
        ("turn", {}),
        ("cards", []),
        ("opportunity", 7),
        ("vain", [[0, "activate", 10**6, {"rules": []}]]),
    ],
)
def test_a_broken_position_is_refused(place: str, value: Any) -> None:
    position = taken_apart(saved())["position"]
    with pytest.raises(SaveError, match="broken"):
        Game.load(saved(position={**position, place: value}))


def test_a_card_that_is_unknown_here_is_named() -> None:
    position = taken_apart(saved())["position"]
    position["cards"][0]["face"] = "Firebal"
    with pytest.raises(SaveError, match="Firebal"):
        Game.load(saved(position=position))


NONSENSE = [
    (("turn", "player"), 2, "player 2, who is not in the game"),
    (("turn", "phase"), "lunch", "the unknown phase 'lunch'"),
    (("turn", "number"), -1, "below zero"),
    (("opportunity",), -1, "player -1"),
    (("winner",), 5, "player 5"),
    (("winner",), 0, "the game is not over"),
    (("first_player",), 9, "player 9"),
    (("passes",), -3, "below zero"),
    (("turn", "materialized"), -1, "below zero"),
    (("clock",), -1, "below zero"),
    (("named_ids",), -1, "below zero"),
    (("rng",), 2**64, "random generator"),
    (("rng",), -1, "random generator"),
    (("format",), "lunch", "the unknown format 'lunch'"),
    (("players", 0, "seat"), 1, "not in order"),
    (("players", 0, "champion"), 10**6, "card 1000000"),
    (("players", 0, "champion"), None, "without a champion"),
    (("players", 0, "statuses"), [-1], "card -1"),
    (("players", 0, "mastery"), 10**6, "card 1000000"),
    (("players", 1, "hand"), [2], "lies in"),
    (("players", 1, "hand"), [10**6], "card 1000000"),
    (("field",), [10**6], "card 1000000"),
    (("stack_cards",), [10**6], "card 1000000"),
    (("intent",), [10**6], "card 1000000"),
    (("field",), [], "does not lie there"),
    (("field",), [10**6], "card 1000000, which does not exist"),
    (("intent",), [-1], "card -1, which does not exist"),
    (("stack_cards",), [10**6], "card 1000000, which does not exist"),
    (("cards", 0, "id"), 1, "is stored as 0"),
    (("cards", 0, "zone"), "pocket", "not a zone"),
    (("cards", 0, "zone"), "hand", "says hand"),
    (("cards", 0, "owner"), -1, "belongs to a player who is not in the game"),
    (("cards", 0, "controller"), 7, "belongs to a player who is not in the game"),
    (("cards", 0, "first_controller"), 7, "belongs to a player who is not in the game"),
    (("cards", 0, "default"), "Firebal", "unknown here: 'Firebal'"),
    (("cards", 0, "damage"), -1, "-1 damage"),
    (("cards", 0, "lineage"), [0, -1], "card -1"),
    (("cards", 0, "loaded"), [10**6], "card 1000000"),
    (("cards", 0, "known_to"), [2], "or is known to one"),
    (("cards", 0, "beneath"), "Fireball", "unknown here: 'Fireball'"),
    (("cards", 0, "linked"), {"kind": "card", "id": 10**6}, "card 1000000"),
    (("cards", 0, "remembers"), [{"kind": "player", "id": 3}], "player 3"),
    (("cards", 0, "played"), {"way": "activate", "player": 4, "zone": "hand"}, "player 4"),
    (("combat",), {"player": 0, "attacker": {"kind": "card", "id": 10**6}}, "card 1000000"),
    (("combat",), {"player": 0, "attacker": None, "defending": 2}, "player 2"),
    (("this_turn",), [{"kind": "pass", "rules": [], "player": 2}], "player 2"),
    (("events",), [{"kind": "pass", "rules": [], "player": 2}], "names a player who is not in the game"),
    (("events",), [{"kind": "pass", "rules": [], "player": 0}], "cites rules that do not exist"),
    (("events",), [{"kind": "pass", "rules": ["zones.99"], "player": 0}], "cites rules that do not exist"),
    (("events",), [{"kind": "pass", "rules": ["PC.1", "zones.99"], "player": 0}], "cites rules that do not exist"),
    (("combat",), {"player": 2, "attacker": None}, "player 2"),
    (("shown",), [{"thing": {"kind": "card", "id": 0}, "to": [2]}], "player 2"),
    (("shown",), [{"thing": {"kind": "card", "id": 10**6}, "to": [0]}], "card 1000000"),
    (("vain",), [[2, "activate", 0, {"rules": []}]], "player 2"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "problem"), NONSENSE)
def test_a_position_that_makes_no_sense_is_refused(path: tuple[Any, ...], value: Any, problem: str) -> None:
    """It would fail later, or be played on as if it were one."""
    position = taken_apart(saved())["position"]
    part = position
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    with pytest.raises(SaveError, match=problem):
        Game.load(saved(position=position))


def test_everybody_cannot_have_lost_while_the_game_goes_on() -> None:
    position = taken_apart(saved())["position"]
    for player in position["players"]:
        player["lost"] = True
    with pytest.raises(SaveError, match="everybody has lost"):
        Game.load(saved(position=position))


@pytest.mark.parametrize("leaving", [(0,), (1,)])
def test_a_game_that_is_over_is_saved_with_its_winner(leaving: tuple[int, ...]) -> None:
    game = Game.load(saved())
    for seat in leaving:
        game.concede(seat)
    loaded = Game.load(game.save())
    assert loaded.decision is None and loaded.state == game.state
    assert loaded.state.over and loaded.state.winner == 1 - leaving[0]


def test_an_instance_without_its_parts_is_refused() -> None:
    game = Game.load(saved())
    while not game.state.stack:
        decision = game.decision
        assert decision is not None
        game.answer(next(decision.answers()))
    save = taken_apart(game.save())
    for change in ({"modes": [[0, 3]]}, {"modes": [[9, 0]]}, {"controller": 2}, {"card": 10**6}, {"card": 0}):
        (item,) = save["position"]["stack"]
        broken = {**save["position"], "stack": [{**item, **change}]}
        with pytest.raises(SaveError, match="broken"):
            Game.load(put_together({**save, "position": broken}))


@pytest.mark.parametrize("line", [b"  A opportunity: pass", b"turn 1, A", b"back 1"])
def test_a_save_has_no_decisions_in_words(line: bytes) -> None:
    with pytest.raises(SaveError, match=r"this save is broken: .*decision"):
        Game.load(saved().replace(b"\ndecisions:\n", b"\ndecisions:\n" + line + b"\n"))


@pytest.mark.parametrize("times", [0, 2])
def test_a_save_has_one_position(times: int) -> None:
    before, title, after = saved().partition(b"\nposition:\n")
    line, end, rest = after.partition(b"\n")
    assert Game.load(before + title + line + end + rest).answers
    with pytest.raises(SaveError, match=f"this save is broken: it must have one position, not {times}$"):
        Game.load(before + title + (line + end) * times + rest)


def test_a_position_that_is_nested_too_deeply_is_refused() -> None:
    deep = b'{"surprise":' + b"[" * 5000 + b"]" * 5000 + b", "
    with pytest.raises(SaveError, match=r"this save is broken: it is nested too deeply$"):
        Game.load(saved().replace(b"\nposition:\n  {", b"\nposition:\n  " + deep))


def test_timing_4_before_a_player_can_act_the_checks_have_done_all_they_do() -> None:
    """An ally with lethal damage does not lie on the field while somebody has Opportunity."""
    game = simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"), field=["Gray Wolf"])
    save = taken_apart(game.save())
    wolf = next(card for card in save["position"]["cards"] if card["face"] == "Gray Wolf")
    wolf["damage"] = 1
    assert Game.load(put_together(save)).state.opportunity == 0
    wolf["damage"] = 9
    with pytest.raises(SaveError, match=r"this save is broken: something must still happen before a player can act$"):
        Game.load(put_together(save))


def test_a_seed_that_there_is_not_is_refused() -> None:
    save = taken_apart(Game.new(["rai", "silvie"], seed=0).save())
    with pytest.raises(
        SaveError, match="the seed must be a number from 0 to 18446744073709551615, not '18446744073709551616'"
    ):
        Game.load(put_together({**save, "seed": 2**64}))


def test_a_save_that_was_cut_off_is_refused() -> None:
    """Wherever it ends too early: with the answers that are left it would be another moment of the game."""
    data = saved()
    lines = data.splitlines(keepends=True)
    assert Game.load(data).answers
    for count in range(len(lines)):
        with pytest.raises(SaveError):
            Game.load(b"".join(lines[:count]))
    with pytest.raises(SaveError):
        Game.load(data[:-1])


def test_a_save_says_what_the_game_was_made_with() -> None:
    """It has the head of every other log, and what it loads is saved again to the byte."""
    game = Game.new(["rai", "silvie"], seed=5)
    for _ in range(9):
        assert game.decision is not None
        game.answer(next(game.decision.answers()))
    lines = game.save().decode().splitlines()
    assert lines[0] == "archivist save 3"
    assert {"engine: 0.1.0", "format: standard", "seed: 5", "A material:", "position:", "end: the game goes on"} <= set(
        lines
    )
    again = Game.load(game.save())
    assert again.origin == game.origin
    assert again.save() == game.save()


@pytest.mark.parametrize("line", ["\n", "\r\n"])
def test_a_save_of_a_scenario_keeps_its_text(line: str) -> None:
    text = line.join(
        (
            "title: spare",
            "",
            "setup:",
            "  A: {champion: [Spirit of Fire]}",
            "  # a remark",
            "  B: {champion: [Spirit of Water]}",
        )
    )
    game = Game.from_scenario(text)
    again = Game.load(game.save())
    assert again.state == game.state
    assert again.origin is not None
    assert again.origin.scenario == text.replace("\r", "") + "\n"
    assert again.save() == game.save()


def test_a_game_of_unknown_origin_has_none_after_loading_either() -> None:
    """So that it is not written as a replay of something else."""
    game = simple_position(champion=("Spirit of Fire",))
    assert game.origin is None
    again = Game.load(game.save())
    assert again.origin is None
    with pytest.raises(ReplayError):
        again.to_replay()
