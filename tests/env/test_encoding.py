"""What agents are told: all of it from the view, nothing hidden, in a fixed shape, and readable again."""

from __future__ import annotations

import random
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `agents` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `agents` is not installed")

from msgspec.structs import replace

from archivist.arena.playing import match
from archivist.cards import pool
from archivist.env import encoding
from archivist.env.answering import ACTIONS, MORE, STOP, Answering
from archivist.env.encoding import BY_NAME, SHEETS, card_names, check, column, decode, encode, specification
from archivist.env.seeing import scene
from archivist.env.table import Table
from archivist.game import Game
from archivist.model.card import OWN_ZONES
from archivist.view import DecisionView, ItemView, View
from disguises import disguised, hidden_from, reordered, restarted
from mass import seeds
from positions import position, simple_position


def as_bytes(observation: dict[str, Any]) -> bytes:
    tables = observation["observation"]
    parts: list[bytes] = [*(tables[sheet.name].tobytes() for sheet in SHEETS), observation["action_mask"].tobytes()]
    return b"".join(parts)


def walked(table: Table, rng: random.Random, steps: int) -> None:
    for _ in range(steps):
        if table.making is None:
            return
        table.act(rng.choice(table.making.actions()))


# -- nothing hidden ----------------------------------------------------------------------------------------------


@seeds(12, 60)
def test_ru_14_an_observation_is_the_same_whatever_the_hidden_cards_are(seed: int) -> None:
    """Other hidden cards, in another order, with other luck to come: the same numbers, byte for byte, at every step."""
    game = position(seed)
    if not game.acting:
        return
    rng = random.Random(seed)
    for seat in range(len(game.state.players)):
        hidden = hidden_from(game.state, seat)
        changed = reordered(disguised(game.state, hidden, rng), seat, rng)
        changed.rng = rng.getrandbits(64)
        one, other = (Table(restarted(state), ask_forced=True) for state in (game.state, changed))
        assert as_bytes(one.observation(seat)) == as_bytes(other.observation(seat))
        decided = one.decisions
        while one.seat == seat and one.decisions == decided and one.making is not None:
            action = rng.choice(one.making.actions())
            for table in (one, other):
                table.act(action)
            if one.decisions == decided:
                assert as_bytes(one.observation(seat)) == as_bytes(other.observation(seat))


def test_ru_14_a_changed_card_in_sight_changes_the_observation() -> None:
    """The comparison above is worth something: the seat that sees the card is told another one."""
    hands = [simple_position(hand=[name]) for name in ("Fireball", "Gray Wolf")]
    mine, theirs = ([as_bytes(Table(game, ask_forced=True).observation(seat)) for game in hands] for seat in (0, 1))
    assert mine[0] != mine[1]
    assert theirs[0] == theirs[1]


def test_ru_14_an_answer_in_the_making_is_told_to_its_maker_alone() -> None:
    """A play that is announced and half paid for: the other player's numbers stay as they were."""
    game = simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"), hand=["Fireball", *["Idle Thoughts"] * 6])
    table = Table(game, ask_forced=True)
    before = as_bytes(table.observation(1))
    seen = {as_bytes(table.observation(0))}
    options = table.view(0).decision
    assert options is not None
    table.act(options.options.index("activate Fireball"))
    while table.making is not None and table.view(0).decision.attempt:  # type: ignore[union-attr]
        assert as_bytes(table.observation(1)) == before
        seen.add(as_bytes(table.observation(0)))
        table.act(table.making.actions()[0])
    assert len(seen) > 2


# -- there and back ----------------------------------------------------------------------------------------------


@seeds(9, 45)
def test_what_is_encoded_can_be_decoded(seed: int) -> None:
    """Every property of every row comes back, and encoding it again gives the same bytes."""
    rng = random.Random(seed)
    table = Table(match(seed).game())
    for _ in range(12):
        walked(table, rng, 12)
        for seat in range(len(table.game.state.players)):
            told = scene(table.view(seat), table.making if seat == table.seat else None)
            arrays = encode(told)
            read = decode(arrays)
            for sheet in SHEETS:
                rows = told[sheet.name]
                for index, row in enumerate(read[sheet.name]):
                    assert {name: row[name] for name in rows[index]} == dict(rows[index])
                assert all(not any(row.values()) for row in rows[len(read[sheet.name]) :])
            again = encode(read)
            assert all(np.array_equal(again[name], arrays[name]) for name in arrays)


@seeds(6, 20)
def test_what_is_decoded_is_what_the_view_says(seed: int) -> None:
    rng = random.Random(seed)
    table = Table(match(seed).game())
    for _ in range(6):
        walked(table, rng, 25)
        for seat, player in enumerate(table.game.state.players):
            view = table.view(seat)
            read = decode(table.observation(seat)["observation"])
            field = [row for row in read["cards"] if row["zone"] == "field"]
            assert [row["card"] for row in field] == [card.name for card in view.field]
            for row, card in zip(field, view.field, strict=True):
                assert (row["power"], row["life"], row["damage"]) == (card.power, card.life, card.damage)
                assert row["rested"] == card.rested
                assert (row["controller"] == "self") == (card.controller == player.name)
            hand = [row["card"] for row in read["cards"] if (row["zone"], row["owner"]) == ("hand", "self")]
            assert hand == [card.name for card in view.players[seat].zones["hand"].cards]
            for index, row in enumerate(read["players"]):
                told = view.players[(seat + index) % len(view.players)]
                assert [row[zone] for zone in OWN_ZONES] == [told.zones[zone].count for zone in OWN_ZONES]
            assert [row["card"] for row in read["stack"]] == [in_pool(item.name) for item in view.stack[:16]]


def in_pool(name: str) -> str:
    return name if name in pool() else ""


def options_of(table: Table) -> list[dict[str, Any]]:
    assert table.seat is not None
    return [dict(row) for row in decode(table.observation(table.seat)["observation"])["options"]]


def test_options_point_to_the_cards_they_speak_of() -> None:
    game = simple_position(champion=("Spirit of Fire",), hand=["Gray Wolf", "Idle Thoughts", "Idle Thoughts"])
    table = Table(game)
    read = decode(table.observation(0)["observation"])
    options = [row for row in read["options"] if row["sort"] == "activate"]
    assert options
    for row in options:
        assert read["cards"][row["card row"] - 1]["card"] == row["card"]
        assert read["cards"][row["card row"] - 1]["zone"] == "hand"
    assert any(row["sort"] == "pass" for row in read["options"])


def test_the_steps_of_a_payment_are_told() -> None:
    """What is picked already is marked, and cannot be picked again; stopping is offered where it is legal."""
    game = simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"), hand=["Fireball", *["Idle Thoughts"] * 6])
    table = Table(game)
    activate = next(number for number, row in enumerate(options_of(table)) if row["card"] == "Fireball")
    table.act(activate)
    while table.making is not None and table.view(0).decision.kind != "reserve":  # type: ignore[union-attr]
        table.act(table.making.actions()[0])
    table.act(1)
    rows = options_of(table)
    assert (rows[1]["given as"], rows[1]["legal"]) == (1, False)
    assert rows[0]["legal"]
    assert decode(table.observation(0)["observation"])["decision"][0]["given"] == 1


def test_a_linked_card_points_to_the_other() -> None:
    view = simple_position(field=["Gray Wolf", "Giant Tortoise"]).view(0)
    wolf, tortoise = (
        next(card for card in view.field if card.name == name) for name in ("Gray Wolf", "Giant Tortoise")
    )
    linked = tuple(replace(card, linked_to=wolf.handle) if card is tortoise else card for card in view.field)
    rows = decode(encode(scene(replace(view, field=linked))))["cards"]
    row = next(row for row in rows if row["card"] == "Giant Tortoise")
    assert rows[row["linked to row"] - 1]["card"] == "Gray Wolf"
    assert [each["linked to row"] for each in rows].count(0) == len(rows) - 1


def rows_of(form: Any, options: tuple[str, ...], *actions: int, **more: Any) -> list[Any]:
    """The rows of a decision that asks for something of which there is a wolf on the field, after some steps."""
    view = simple_position(field=["Gray Wolf"]).view(0)
    wolf = next(card for card in view.field if card.name == "Gray Wolf")
    item = ItemView("Gray Wolf", "trigger", "Bo", False)
    handles = tuple(wolf.handle if option.startswith("Gray Wolf (") else "" for option in options)
    limits = {"least": 1, "most": 1, "total": 0, **more}
    asked = DecisionView("choose", "choose", "CA.1.8", form, options, handles=handles, **limits)
    making = Answering(asked)
    for action in actions:
        making.act(action)
    told = scene(replace(view, decision=asked, stack=(replace(item, copy=True), item, item)), making)
    return list(decode(encode(told))["options"])


def test_options_are_told_by_what_they_are() -> None:
    words = ("Gray Wolf (Ada)", "player Bo", "trigger of Gray Wolf", "trigger of Gray Wolf", "yes", "no", "North")
    rows = rows_of("pick", words, least=0, most=3)
    assert [row["sort"] for row in rows] == [
        *("card", "player", "item", "item", "yes", "no", "word"),
        *[""] * (STOP - len(words)),
        "stop",
    ]
    assert rows[0]["card"] == "Gray Wolf"
    assert rows[1]["player"] == "next"
    assert [row["stack row"] for row in rows[2:4]] == [2, 3]
    assert rows[6]["number"] == 6


def test_numbers_and_shares_are_told() -> None:
    numbers = rows_of("number", (), least=2, most=4)
    assert [(row["sort"], row["number"]) for row in numbers] == [("number", each) for each in (2, 3, 4)]
    shares = rows_of("split", ("player Bo", "Gray Wolf (Ada)", "player Ada"), 1, total=6)
    assert [(row["number"], row["card"]) for row in shares] == [(each, "Gray Wolf") for each in (1, 2, 3)]


def test_names_and_further_pages_are_told() -> None:
    names = card_names()[: STOP + 2]
    first, second = rows_of("name", names), rows_of("name", names, MORE)
    assert [row["card"] for row in (*first[:STOP], *second)] == list(names)
    assert (first[MORE]["sort"], first[MORE]["legal"]) == ("more", True)


def test_cards_beyond_the_table_are_counted() -> None:
    many = ["Idle Thoughts"] * encoding.CARDS
    view = simple_position(graveyard=many, hand=["Fireball"]).view(0)
    read = decode(encode(scene(view)))
    assert len(read["cards"]) == encoding.CARDS
    assert read["game"][0]["left out"] == 3  # two champions and Fireball are told of before the graveyard
    assert [row["card"] for row in read["cards"] if row["zone"] == "hand"] == ["Fireball"]
    assert read["players"][0]["graveyard"] == len(many)


def test_without_a_decision_of_its_own_a_seat_has_no_options() -> None:
    table = Table(simple_position(hand=["Fireball"]), ask_forced=True)
    assert table.seat == 0
    assert not table.observation(1)["action_mask"].any()
    assert decode(table.observation(1)["observation"])["options"] == []


# -- the version -------------------------------------------------------------------------------------------------


def test_the_specification_names_every_cell_once() -> None:
    for sheet in SHEETS:
        assert len(set(sheet.titles)) == len(sheet.titles) == sheet.width
    assert BY_NAME["options"].rows == ACTIONS == STOP + 2 == MORE + 1
    assert card_names()[encoding._number_of("Fireball") - 1] == "Fireball"
    assert BY_NAME["cards"].titles[column("cards", "zone: hand")] == "zone: hand"


def test_a_policy_for_another_encoding_is_refused() -> None:
    made = specification()
    check(made)
    for name, other in (("version", 0), ("cards", ["Fireball"])):
        with pytest.raises(ValueError, match=f"the {name} are not those"):
            check({**made, name: other})


def test_numbers_beyond_the_bound_are_written_as_the_bound() -> None:
    view: View = Game.new(["rai", "silvie"], seed=1).view(0)
    told = scene(view)
    told["game"] = [{**told["game"][0], "turn": 123_456}]
    assert decode(encode(told))["game"][0]["turn"] == 9_999
