"""The judge's desk, replays, analysis boards, and rules, cards and decks over the API."""

from __future__ import annotations

import asyncio
import time

import pytest
from waiters import Client, Player, plainest, served, to_act

from archivist import Game, ScenarioError
from archivist.server import desk_work
from archivist.server.apart import Apart
from archivist.server.errors import TookTooLong

SCENARIO = """\
title: Fireball
setup:
  A:
    champion: [Spirit of Fire]
    hand: [Fireball, 4 x Idle Thoughts]
  B:
    champion: [Spirit of Wind]
steps:
  - A: {activate: Fireball, targets: [B/champion]}
  - A: pass
"""


async def finished(client: Client, answers: int = 12) -> Player:
    """A game of two people that one of them has given up after some answers."""
    ann, bob = await client.two_people()
    for _ in range(answers):
        await (await to_act(ann, bob)).plain()
    await bob.do("concede")
    return ann


@served
async def test_a_scenario_is_played_with_its_steps_and_their_rules(client: Client) -> None:
    told = (await client.post("/desk", scenario=SCENARIO)).json()
    assert [each["number"] for each in told["steps"]] == [1, 2]
    assert all(line["rules"] for line in told["steps"][0]["lines"])
    assert told["sight"]["players"] == ["A", "B"]


@served
async def test_an_error_in_a_scenario_is_told_with_its_line(client: Client) -> None:
    wrong = SCENARIO.replace("activate: Fireball", "activate: Firebal")
    told = (await client.post("/desk", scenario=wrong)).json()
    assert (told["status"], told["line"]) == ("error", 9)
    assert "Fireball" in told["problem"]


@served
async def test_why_not_names_every_reason_with_its_rules(client: Client) -> None:
    told = (await client.post("/desk/why", scenario=SCENARIO, step=0, play="B activate Fireball")).json()
    assert told["reasons"] and all(reason["rules"] for reason in told["reasons"])
    unknown = await client.post("/desk/why", scenario=SCENARIO, play="A activate Nonsense")
    assert unknown.status_code == 422


def test_work_apart_that_runs_long_or_takes_much_memory_is_ended_and_the_next_goes_on() -> None:
    async def work() -> None:
        strangers = Apart(1, reused=False, seconds=0.3, memory=600_000_000)
        bots = Apart(1, reused=True, seconds=0.3)
        try:
            for apart in (strangers, bots):
                begin = time.monotonic()
                with pytest.raises(TookTooLong):
                    await apart.do(time.sleep, 60)
                assert time.monotonic() - begin < 10
                assert await apart.do(len, "four") == 4
            with pytest.raises(TookTooLong):
                await strangers.do(bytearray, 2_000_000_000)
            with pytest.raises(ScenarioError):
                await strangers.do(desk_work.played, "title: nothing")
        finally:
            strangers.close()
            bots.close()

    asyncio.run(work())


@served
async def test_what_is_shared_is_found_under_its_link_and_nothing_else_is(client: Client) -> None:
    link = (await client.post("/shared", kind="scenario", content=SCENARIO)).json()
    assert (await client.post("/shared", kind="scenario", content=SCENARIO)).json() == link
    assert (await client.get(f"/shared/scenario/{link['id']}")).json()["content"] == SCENARIO
    assert (await client.get(f"/shared/deck/{link['id']}")).status_code == 404
    assert (await client.post("/shared", kind="token", content="x")).status_code == 422


@served
async def test_a_replay_is_given_when_the_game_is_over_and_plays(client: Client) -> None:
    playing, _ = await client.two_people()
    assert (await client.get(f"/replays/{playing.id}", playing.token)).status_code == 409
    ann = await finished(client)
    text = (await client.get(f"/replays/{ann.id}")).text
    assert Game.from_replay(text).winner == 0
    kept = (await client.post("/replays", replay=text)).json()["id"]
    assert (await client.get(f"/replays/{kept}")).text == text
    assert (await client.post("/replays", replay=text.replace("seed: ", "seed: 1"))).status_code == 422


@served
async def test_a_moment_of_a_replay_is_shown_as_each_seat_saw_it(client: Client) -> None:
    ann = await finished(client)
    moment = (await client.get(f"/replays/{ann.id}/moments/5", seat="A")).json()
    assert (moment["at"], moment["total"], moment["seat"]) == (5, 13, "A")
    text = (await client.get(f"/replays/{ann.id}")).text
    scenario = (await client.get(f"/replays/{ann.id}/moments/13/scenario")).text
    assert scenario.startswith("title:") or "setup:" in scenario, text
    assert (await client.get(f"/replays/{ann.id}/moments/5", seat="Q")).status_code == 422


@served
async def test_an_analysis_board_plays_both_sides_under_one_token_and_branches(client: Client) -> None:
    ann = await finished(client)
    board = Player(client, (await client.post(f"/replays/{ann.id}/boards", moment=6)).json())
    seats, numbers = set(), []
    for _ in range(8):
        shown = await board.table()
        assert shown["can"]["answer"] and shown["analysis"]
        seats.add(shown["seat"])
        numbers.append(shown["number"])
        again = await board.answer(shown["number"], plainest(shown["view"]["decision"]))
        assert again.status_code == 200
        late = await board.answer(shown["number"], 0)
        assert late.status_code == 409
    assert seats == {"A", "B"}
    assert numbers == sorted(set(numbers))
    here = await board.table()
    branch = Player(client, (await board.do("branches")).json())
    assert (await branch.table())["view"] == here["view"]
    await board.do("undo")
    assert (await board.table())["view"] != here["view"]
    assert (await branch.table())["view"] == here["view"]
    assert (await client.post(f"/tables/{board.id}/branches")).status_code == 403
    assert (await ann.do("branches")).status_code == 409
    beyond = await client.post(f"/replays/{ann.id}/boards", moment=999)
    assert beyond.status_code == 422


@served
async def test_a_board_begins_where_a_scenario_ends(client: Client) -> None:
    board = Player(client, (await client.post("/boards", scenario=SCENARIO)).json())
    shown = await board.table()
    assert shown["status"] == "playing"
    assert (await board.plain()).status_code == 200


@served
async def test_a_board_begins_with_a_position_that_has_no_steps(client: Client) -> None:
    opened = await client.post("/boards", scenario=SCENARIO.partition("steps:")[0])
    assert opened.status_code == 201
    shown = await Player(client, opened.json()).table()
    assert (shown["status"], shown["view"]["turn_player"]) == ("playing", "A")


@served
async def test_a_record_of_a_running_game_has_what_its_seat_saw_and_no_other(client: Client) -> None:
    ann, bob = await client.two_people()
    for _ in range(6):
        await (await to_act(ann, bob)).plain()
    record = await client.get(f"/tables/{ann.id}/record", ann.token)
    assert '"seat":"A"' in record.text
    assert "seed" not in record.text
    assert (await client.get(f"/tables/{ann.id}/record")).status_code == 403


@served
async def test_rules_cards_and_decks_can_be_looked_up_and_searched(client: Client) -> None:
    assert (await client.get("/rules", q="fizzle")).json()["count"] > 0
    assert (await client.get("/rules/CA.1.8")).json()["rule"]["id"] == "CA.1.8"
    assert (await client.get("/rules/CA.99")).status_code == 404
    assert (await client.get("/cards", q="fireball")).json()["cards"][0]["name"] == "Fireball"
    assert (await client.get("/cards/fireball")).json()["sheet"]["facts"]["name"] == "Fireball"
    assert "Fireball" in (await client.get("/cards/firebal")).json()["message"]
    deck = (await client.get("/decks/lorraine")).json()
    legal = (await client.post("/decks/check", deck=deck["list"])).json()
    assert legal["legal"] and not legal["reasons"]
    short = (await client.post("/decks/check", deck="# Main Deck\n4 Fireball\n")).json()
    assert not short["legal"] and all(each["rules"] for each in short["reasons"])
    unread = await client.post("/decks/check", deck="4 Firebal\n3 Firebawl\n")
    assert unread.status_code == 422 and len(unread.json()["problems"]) == 2


@served
async def test_what_a_turn_cost_is_listed_with_links_to_each_moment(client: Client) -> None:
    """A could win with a Fireball, and passes."""
    position = """\
setup:
  A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], hand: [Fireball, 4 x Idle Thoughts], deck: [9 x Idle Thoughts]}
  B: {champion: [Spirit of Water], champion state: {damage: 14}, hand: [3 x Give Bath], deck: [9 x Give Bath]}
"""
    game = Game.from_scenario(position)
    game.answer(0)
    game.answer(0)
    kept = (await client.post("/replays", replay=game.to_replay())).json()["id"]
    where = f"/r/{kept}"
    assert f'href="{where}/costly?turn=5"' in (await client.http.get(where)).text
    page = (await client.http.get(f"{where}/costly?turn=5")).text
    assert f'<a href="{where}?at=0">pass</a>' in page
    assert "activate Fireball" in page
    missing = await client.http.get(f"{where}/costly?turn=99")
    assert (missing.status_code, "urn 99 has no decisions" in missing.text) == (422, True)
