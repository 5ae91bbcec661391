"""What players agree on besides the game: taking back, draws, leaving, and claiming a game from who is gone."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from waiters import AMPLE, Client, Player, run, served, serving, settings, to_act

from archivist.server import clocks
from archivist.server.settings import Limits


@served
async def test_undo_between_people_is_asked_for_and_can_be_refused_or_granted(client: Client) -> None:
    ann, bob = await client.two_people()
    mover = await to_act(ann, bob)
    other = bob if mover is ann else ann
    before = await mover.table()
    after = (await mover.plain()).json()
    asked = (await mover.do("undo")).json()["affairs"]["undo"]
    assert (asked["by"], asked["agreed"]) == (mover.seat, [])
    assert (await mover.do("replies", to="undo", agrees=True)).status_code == 403
    refused = await other.do("replies", to="undo", agrees=False)
    assert "undo" not in refused.json()["affairs"]
    assert (await mover.table())["view"] == after["view"]
    await mover.do("undo")
    assert (await other.do("replies", to="undo", agrees=True)).status_code == 200
    assert (await mover.table())["view"] == before["view"]
    assert (await other.do("replies", to="undo", agrees=True)).status_code == 409


@served
async def test_a_draw_needs_everybody_and_a_concession_nobody(client: Client) -> None:
    ann, bob = await client.two_people()
    await ann.do("draw")
    drawn = (await bob.do("replies", to="draw", agrees=True)).json()
    assert (drawn["status"], drawn["affairs"]["result"]) == ("over", "a draw")
    assert (await ann.do("draw")).status_code == 409
    cay, dan = await client.two_people()
    left = (await dan.do("concede")).json()
    assert (left["status"], left["affairs"]["result"]) == ("over", "A wins")
    assert (await cay.table())["affairs"]["result"] == "A wins"
    eve = await client.against_bot("random")
    assert (await eve.do("draw")).status_code == 409


def test_a_game_is_claimed_only_against_who_keeps_one_waiting_and_is_gone(tmp_path: Path) -> None:
    async def play(limits: Limits, status: int) -> None:
        async with serving(settings(tmp_path, limits)) as client:
            ann, bob = await client.two_people()
            mover = await to_act(ann, bob)
            other = bob if mover is ann else ann
            assert (await mover.do("claim")).status_code == 409
            claimed = await other.do("claim")
            assert claimed.status_code == status
            if status == 200:
                assert claimed.json()["affairs"] == {
                    "result": f"{other.seat} wins",
                    "why": f"{mover.seat} was gone too long",
                }

    run(lambda: play(AMPLE, 409))
    run(lambda: play(replace(AMPLE, gone_seconds=0.0), 200))


@served
async def test_taking_back_names_the_decision_so_that_a_second_click_takes_back_nothing_more(client: Client) -> None:
    ann = await client.against_bot("random", seed=5)
    views = []
    for _ in range(3):
        views.append((await (await to_act(ann)).table())["view"])
        await ann.plain()
    shown = await (await to_act(ann)).table()
    assert (await ann.do("undo", number=shown["number"])).status_code == 200
    assert (await ann.table())["view"] == views[2]
    again = await ann.do("undo", number=shown["number"])
    assert (again.status_code, again.json()["error"]) == (409, "stale")
    assert (await ann.table())["view"] == views[2]
    assert (await ann.do("undo", number=again.json()["table"]["number"])).status_code == 200
    assert (await ann.table())["view"] == views[1]
    assert (await ann.do("undo", number="1")).status_code == 422


@served
async def test_a_reply_to_an_earlier_request_agrees_to_nothing(client: Client) -> None:
    ann, bob = await client.two_people()
    first = (await ann.do("draw")).json()["affairs"]["draw"]["id"]
    await ann.do("replies", to="draw", agrees=False)
    second = (await ann.do("draw")).json()["affairs"]["draw"]["id"]
    assert first != second
    late = await bob.do("replies", to="draw", agrees=True, request=first)
    assert (late.status_code, late.json()["error"]) == (409, "stale")
    assert (await ann.table())["status"] == "playing"
    assert (await bob.do("replies", to="draw", agrees=True, request=second)).json()["status"] == "over"


async def three(client: Client, third: str = "") -> list[Player]:
    """A table of three: people, or two people and a bot."""
    seats = [{"name": "Ann"}, {}, {"bot": third} if third else {}]
    opened = (await client.post("/tables", seats=seats)).json()
    joining = range(1 if third else 2)
    joined = [(await client.post(f"/tables/{opened['id']}/seats", name="More")).json() for _ in joining]
    return [Player(client, each) for each in (opened, *joined)]


@served
async def test_who_has_left_has_no_say_any_more(client: Client) -> None:
    ann, bob, cay = await three(client)
    assert (await cay.do("concede")).json()["status"] == "playing"
    for what in ("undo", "draw", "claim"):
        assert (await cay.do(what)).status_code == 409
    await ann.do("draw")
    assert (await cay.do("replies", to="draw", agrees=False)).status_code == 409
    assert (await bob.table())["affairs"]["draw"]["by"] == ann.seat  # it still stands
    over = (await bob.do("replies", to="draw", agrees=True)).json()  # nobody else is asked
    assert over["affairs"]["result"] == "a draw"


@served
async def test_turn_9_5_taking_back_brings_nobody_back_who_has_left(client: Client) -> None:
    players = await three(client)
    mover = await to_act(*players)
    before = await mover.table()
    await mover.plain()
    leaving, staying = [each for each in players if each is not mover]
    await leaving.do("concede")
    await mover.do("undo")
    assert (await staying.do("replies", to="undo", agrees=True)).status_code == 200
    after = await mover.table()
    lost = {each["name"]: each["lost"] for each in after["view"]["players"]}
    assert lost == {each.seat: each is leaving for each in players}
    assert after["number"] > before["number"]
    assert (await leaving.do("draw")).status_code == 409
    noted = client.server.storage.journal(mover.id)
    assert len(noted) == 3
    fresh = client.server.tables
    fresh._held.clear()  # taken up again from the journal, it is the same
    again = await mover.table()
    assert again["view"] == after["view"]


@served
async def test_bots_do_not_play_on_for_nobody(client: Client) -> None:
    ann = Player(client, (await client.post("/tables", seats=[{}, {"bot": "random"}, {"bot": "random"}])).json())
    left = (await ann.do("concede")).json()
    assert (left["status"], left["affairs"]["result"]) == ("over", "nobody is left")
    cay, dan = await three(client, "random")
    assert (await cay.do("concede")).json()["status"] == "playing"
    assert (await dan.do("concede")).json()["status"] == "over"


def test_time_without_a_server_runs_on_no_clock_and_makes_nobody_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        limits = replace(AMPLE, gone_seconds=50.0)
        async with serving(settings(tmp_path, limits)) as client:
            ann, bob = await client.two_people(clock=60.0)
            mover = await to_act(ann, bob)
            other = bob if mover is ann else ann
            held = await client.server.tables.held(ann.id)
            hour = held.affairs.running + 3600
            monkeypatch.setattr(clocks, "STARTED", hour - 5)
            assert not clocks.expired(held, hour)
            assert clocks.expired(held, hour + 60)
            presence = client.server.tables.presence
            monkeypatch.setattr(presence, "_seen", {})
            monkeypatch.setattr(client.server.storage, "seen", lambda *_: 0.0)
            assert (await other.do("claim")).status_code == 409
            monkeypatch.setattr(presence, "_started", 0.0)
            assert (await other.do("claim")).status_code == 200

    run(play)
