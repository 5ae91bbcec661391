"""Tables over the API: sitting down, answering, stale answers, taking back, agreeing, and the next game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError
from waiters import AMPLE, Client, Player, plainest, run, served, serving, settings, to_act

from archivist.decks import deck
from archivist.notation.decklists import write
from archivist.server import clocks
from archivist.server.shown import Message
from archivist.server.storage import NotKept


@served
async def test_against_a_bot_a_game_begins_at_once_and_can_be_played_to_its_end(client: Client) -> None:
    ann = await client.against_bot("greedy", seed=3)
    for _ in range(6000):
        shown = await ann.table()
        if shown["status"] == "over":
            break
        if shown["can"]["answer"]:
            assert (await ann.answer(shown["number"], plainest(shown["view"]["decision"]))).status_code == 200
        else:
            await asyncio.sleep(0.01)
    assert shown["status"] == "over"
    assert shown["affairs"]["result"] in ("A wins", "B wins")
    assert shown["view"]["decision"] is None


@served
async def test_a_level_names_a_bot(client: Client) -> None:
    """The words for people are those of the terminal; the seat is called by the word that was asked for."""
    page = (await client.http.get("/")).text
    assert 'value="random">easy' in page
    assert 'value="search">hard' in page
    ann = await client.against_bot("easy", seed=3)
    held = await client.server.tables.look(ann.id, lambda held: held.setting.seats[1])
    assert (held.name, held.bot) == ("easy", "random")
    wrong = await client.post("/tables", seats=[{"name": "Ann"}, {"bot": "hadr"}])
    assert (wrong.status_code, "did you mean hard" in wrong.text) == (422, True)


@served
async def test_an_answer_names_its_decision_and_a_stale_one_changes_nothing(client: Client) -> None:
    ann, bob = await client.two_people()
    mover = await to_act(ann, bob)
    before = await mover.table()
    choice = plainest(before["view"]["decision"])
    first = await mover.answer(before["number"], choice)
    assert first.status_code == 200
    again = await mover.answer(before["number"], choice)
    assert again.status_code == 409
    assert again.json()["error"] == "stale"
    assert again.json()["table"] == first.json() == await mover.table()


@served
async def test_ten_of_the_same_answer_at_once_are_one_answer(client: Client) -> None:
    ann, bob = await client.two_people()
    mover = await to_act(ann, bob)
    before = await mover.table()
    choice = plainest(before["view"]["decision"])
    answers = await asyncio.gather(*(mover.answer(before["number"], choice) for _ in range(10)))
    assert sorted(each.status_code for each in answers) == [200] + [409] * 9
    assert (await mover.table())["number"] == before["number"] + 1
    assert len(client.server.storage.journal(mover.id)) == 1


@served
async def test_who_is_not_asked_and_who_only_watches_cannot_answer(client: Client) -> None:
    ann, bob = await client.two_people()
    mover = await to_act(ann, bob)
    other = bob if mover is ann else ann
    shown = await other.table()
    assert (await other.answer(shown["number"], 0)).status_code == 422
    watching = await client.post(f"/tables/{ann.id}/answers", number=0, answer=0)
    assert watching.status_code == 403
    for what in ("undo", "draw", "concede", "claim", "again"):
        assert (await client.post(f"/tables/{ann.id}/{what}")).status_code == 403
    assert client.server.storage.journal(ann.id) == []


@served
async def test_an_answer_that_does_not_fit_is_refused_with_the_reason(client: Client) -> None:
    ann = await client.against_bot(seed=1)
    shown = await (await to_act(ann)).table()
    for wrong in (999, [999], "no such card", [0] * 50, -1):
        refused = await ann.answer(shown["number"], wrong)
        assert refused.status_code == 422
        assert refused.json()["message"]
    assert await ann.table() == shown


def test_the_game_is_the_same_after_it_is_taken_up_again_from_the_journal(tmp_path: Path) -> None:
    async def first() -> tuple[Player, dict[str, object]]:
        async with serving(settings(tmp_path)) as client:
            ann, bob = await client.two_people()
            for _ in range(60):
                mover = await to_act(ann, bob)
                assert (await mover.plain()).status_code == 200
            return ann, await ann.table()

    ann, before = run(first)

    async def second() -> dict[str, object]:
        async with serving(settings(tmp_path)) as client:
            return await Player(client, {"id": ann.id, "seat": ann.seat, "token": ann.token}).table()

    after = run(second)
    for told in (before, after):
        told.pop("news")  # what is new depends on when one last answered in this process
    assert after == before


@served
async def test_undo_against_a_bot_takes_back_the_last_answer_and_its_number_is_not_used_again(client: Client) -> None:
    ann = await client.against_bot("random", seed=5)
    await to_act(ann)
    before = await ann.table()
    assert not before["can"]["undo"]
    await ann.plain()
    await to_act(ann)
    assert (await ann.table())["can"]["undo"] == "free"
    assert (await ann.do("undo")).status_code == 200
    back = await ann.table()
    assert back["view"] == before["view"]
    assert back["number"] == before["number"] + 2
    late = await ann.answer(before["number"], plainest(before["view"]["decision"]))
    assert late.status_code == 409


def test_who_has_no_time_left_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "STARTED", 0.0)  # the server has been there all the time

    async def play() -> None:
        async with serving(settings(tmp_path)) as client:
            ann, bob = await client.two_people(clock=30.0, bonus=1.0)
            mover = await to_act(ann, bob)
            shown = (await mover.plain()).json()
            thought = "AB".index(mover.seat)
            assert 30.0 < shown["affairs"]["clock"][thought] <= 31.0  # some of 30 seconds gone, one won by the answer
            assert shown["affairs"]["clock"][1 - thought] == 30.0
            held = await client.server.tables.held(ann.id)
            held.affairs = replace(held.affairs, running=held.affairs.running - 100)
            for _ in range(60):
                shown = await ann.table()
                if shown["status"] == "over":
                    break
                await asyncio.sleep(0.1)
            assert shown["affairs"]["why"].endswith("has no time left")

    run(play)


@served
async def test_a_rematch_changes_sides_and_its_tokens_are_new(client: Client) -> None:
    ann, bob = await client.two_people()
    assert (await ann.do("again")).status_code == 409
    await ann.do("concede")
    first = (await ann.do("again")).json()
    assert (await ann.do("again")).json() == first
    stranger = await client.post(f"/tables/{first['id']}/seats", name="Mallory")
    assert stranger.status_code == 409
    second = (await bob.do("again")).json()
    assert (first["seat"], second["seat"]) == ("B", "A")
    for old, new in ((ann, first), (bob, second)):
        assert new["token"] != old.token
        there = await Player(client, new).table()
        assert (there["status"], there["seat"]) == ("playing", new["seat"])
        assert (await client.get(f"/tables/{first['id']}", old.token)).status_code == 404
        assert (await client.get(f"/tables/{ann.id}", new["token"])).status_code == 404


@served
async def test_best_of_three_counts_wins_lets_the_loser_choose_and_exchanges_cards_with_the_sideboard(
    client: Client,
) -> None:
    ann, bob = await client.two_people(best_of=3)
    await bob.do("concede")
    cards = "# Main Deck\n4 Fireball\n"
    assert (await bob.do("again", deck=cards)).status_code == 422
    first = Player(client, (await ann.do("again")).json())
    second = Player(client, (await bob.do("again", first=False)).json())
    assert (first.seat, second.seat) == ("B", "B")  # Ann sat down before Bob chose to play second
    shown = await second.table()
    assert (shown["seat"], shown["match"]["game"], shown["match"]["wins"]) == ("B", 2, [1, 0])
    ann_there = await first.table()
    assert (ann_there["seat"], ann_there["view"]["turn_player"]) == ("A", "A")  # Ann begins, as Bob chose
    await second.do("concede")
    shown = await first.table()
    assert shown["affairs"]["result"] == "A wins"
    third = (await first.do("again")).json()
    assert (await Player(client, third).table())["match"]["game"] == 1


@served
async def test_settings_pass_only_where_the_seat_asked_for_it(client: Client) -> None:
    ann, bob = await client.dealt(seed=3)
    asked = 0
    for _ in range(12):
        mover = await to_act(ann, bob)
        options = (await mover.table())["view"]["decision"]["options"]
        asked += options == ["pass"]
        await mover.plain()
    assert asked  # by default even a player who can only pass is asked
    wrong = await client.put(f"/tables/{ann.id}/settings", ann.token, stops=["lunch"])
    assert wrong.status_code == 422
    for player in (ann, bob):
        set_ = await client.put(f"/tables/{ann.id}/settings", player.token, auto=True, stops=["my end"])
        assert set_.json()["settings"] == {"stops": ["my end"]}
    for _ in range(30):
        mover = await to_act(ann, bob)
        view = (await mover.table())["view"]
        own_end = view["phase"] == "end" and view["turn_player"] == view["seat"]
        assert view["decision"]["options"] != ["pass"] or own_end
        await mover.plain()


@served
async def test_a_client_that_goes_away_does_not_break_off_what_it_has_begun(client: Client) -> None:
    ann, bob = await client.two_people()
    mover = await to_act(ann, bob)
    shown = await mover.table()
    sending = asyncio.create_task(mover.answer(shown["number"], plainest(shown["view"]["decision"])))
    held = await client.server.tables.held(ann.id)
    while not held.lock.locked() and not sending.done():
        await asyncio.sleep(0)
    sending.cancel()
    await asyncio.gather(sending, return_exceptions=True)
    for _ in range(100):
        if (await mover.table())["number"] == shown["number"] + 1:
            break
        await asyncio.sleep(0.02)
    assert len(client.server.storage.journal(ann.id)) == 1
    assert (await (await to_act(ann, bob)).plain()).status_code == 200


@served
async def test_what_cannot_be_kept_is_not_shown_and_the_table_goes_on_from_what_is_kept(client: Client) -> None:
    ann, bob = await client.two_people()
    mover = await to_act(ann, bob)
    before = await mover.table()
    storage = client.server.storage
    with storage.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE journal RENAME TO away")
    choice = plainest(before["view"]["decision"])
    refused = await mover.answer(before["number"], choice)
    assert (refused.status_code, refused.json()["error"]) == (503, "busy")
    with storage.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE away RENAME TO journal")
    assert (await mover.table())["view"] == before["view"]
    assert (await mover.answer(before["number"], choice)).status_code == 200


@served
async def test_what_was_not_kept_is_not_shown_if_the_database_cannot_be_read_either(client: Client) -> None:
    ann, bob = await client.two_people()
    mover = await to_act(ann, bob)
    before = await mover.table()
    storage = client.server.storage
    keep, read, away = storage.changing, storage.table, False

    def not_kept(id: str) -> Any:
        nonlocal away
        away = True
        raise NotKept("the database is away")

    def not_read(id: str) -> Any:
        if away:
            raise OperationalError("SELECT", {}, Exception("the database is away"))
        return read(id)

    storage.changing, storage.table = not_kept, not_read  # type: ignore[method-assign]
    choice = plainest(before["view"]["decision"])
    assert (await mover.answer(before["number"], choice)).status_code >= 500
    storage.changing, storage.table = keep, read  # type: ignore[method-assign]
    assert (await mover.table())["view"] == before["view"]
    assert (await mover.answer(before["number"], choice)).status_code == 200
    assert len(storage.journal(ann.id)) == 1


@served
async def test_settings_and_plays_that_are_given_up_earn_no_time_and_do_not_move_the_clock(client: Client) -> None:
    ann, bob = await client.two_people(clock=60, bonus=30)
    mover = await to_act(ann, bob)
    for _ in range(5):
        assert (await client.put(f"/tables/{ann.id}/settings", mover.token, auto=False)).status_code == 200
    clock = (await mover.table())["affairs"]["clock"]
    assert max(clock) <= 60


def test_tables_that_are_put_out_of_memory_go_on(tmp_path: Path) -> None:
    async def play() -> None:
        async with serving(settings(tmp_path, replace(AMPLE, live=1))) as client:
            first = await client.two_people()
            second = await client.two_people()
            for _ in range(6):
                for ann, bob in (first, second):
                    assert (await (await to_act(ann, bob)).plain()).status_code == 200
            assert len(client.server.tables) <= 2
            assert [len(client.server.storage.journal(ann.id)) for ann, _ in (first, second)] == [6, 6]

    run(play)


@served
async def test_three_and_four_seats_people_and_bots_mixed_in_every_format(client: Client) -> None:
    for format_, others in (("pantheon", [{}, {"bot": "random"}, {}]), ("draft", [{"bot": "random"}])):
        opened = (await client.post("/tables", seats=[{"name": "Ann"}, *others], format=format_)).json()
        people = [Player(client, opened)]
        for _ in range(sum(not each for each in others)):
            assert (await people[0].table())["status"] == "open"
            joined = await client.post(f"/tables/{opened['id']}/seats", name="Somebody")
            people.append(Player(client, joined.json()))
        shown = await people[-1].table()
        assert (shown["status"], shown["format"]) == ("playing", format_)
        assert len(shown["view"]["players"]) == 1 + len(others)
        for _ in range(10):
            assert (await (await to_act(*people)).plain()).status_code == 200


@served
async def test_open_tables_are_listed_until_they_are_full_and_then_can_be_watched(client: Client) -> None:
    hidden = (await client.post("/tables", seats=[{}, {}])).json()
    opened = (await client.post("/tables", seats=[{"name": "Ann"}, {}], listed=True)).json()
    (listed,) = (await client.get("/tables")).json()["tables"]
    assert (listed["id"], listed["players"], listed["free"]) == (opened["id"], ["Ann"], 1)
    assert (await client.post(f"/tables/{opened['id']}/seats", seat="A")).status_code == 409
    assert (await client.post(f"/tables/{opened['id']}/seats", seat="B")).status_code == 201
    assert (await client.get("/tables")).json()["tables"] == []
    (watched,) = (await client.get("/tables", status="playing")).json()["tables"]
    assert watched["id"] == opened["id"]
    assert (await client.post(f"/tables/{opened['id']}/seats")).status_code == 409
    assert (await client.get(f"/tables/{hidden['id']}")).json()["status"] == "open"


@served
async def test_a_stream_brings_the_table_at_once_and_whenever_it_changes(client: Client) -> None:
    ann, bob = await client.two_people()
    channels = client.server.tables.channels
    listener = channels.listen(ann.id, "AB".index(ann.seat), "here")
    mover = await to_act(ann, bob)
    await mover.plain()
    message = await listener.next(5)
    assert message is not None
    assert message.data == (await client.get(f"/tables/{ann.id}", ann.token)).content
    assert await listener.next(0.05) is None  # the same is not sent twice
    for _ in range(3):
        await (await to_act(ann, bob)).plain()
    latest = await listener.next(5)
    assert latest is not None
    assert latest.data == (await client.get(f"/tables/{ann.id}", ann.token)).content  # only the latest
    assert await listener.next(0.05) is None
    listener.has("known from before")
    listener.put(Message(b"the same", "known from before"))
    assert await listener.next(0.05) is None  # nor what it had when it came back
    channels.leave(ann.id, listener)
    assert channels.seats(ann.id) == set()


@served
async def test_what_options_cost_and_why_cards_cannot_be_played_is_told_to_who_decides(client: Client) -> None:
    ann, bob = await client.dealt(seed=3)
    mover = await to_act(ann, bob)
    other = bob if mover is ann else ann
    view = (await mover.table())["view"]
    told = (await client.get(f"/tables/{ann.id}/forecast", mover.token)).json()["forecast"]
    assert len(told) == len(view["decision"]["options"])
    assert any(each["cost"] for each in told)
    for token in (other.token, None):
        assert (await client.get(f"/tables/{ann.id}/forecast", token)).json() == {"forecast": []}
    own = next(player for player in view["players"] if player["name"] == view["seat"])
    card = own["zones"]["hand"]["cards"][0]["handle"]
    verdicts = (await client.get(f"/tables/{ann.id}/why/{card}", mover.token)).json()["verdicts"]
    assert verdicts[0]["said"].startswith("You can")
    for token, status in ((other.token, 404), (None, 403)):
        assert (await client.get(f"/tables/{ann.id}/why/{card}", token)).status_code == status


@served
async def test_between_games_cards_are_exchanged_with_the_sideboard_and_no_others(client: Client) -> None:
    lorraine = deck("lorraine")
    name = next(each for each, count in lorraine.main.items() if count > 1)
    with_side = replace(lorraine, sideboard={"Fireball": 2})
    fewer = {each: count - (each == name) for each, count in lorraine.main.items()}
    exchanged = replace(lorraine, main={**fewer, "Fireball": 1}, sideboard={"Fireball": 1, name: 1})
    opened = (await client.post("/tables", seats=[{"deck": write(with_side)}, {}], best_of=3)).json()
    ann = Player(client, opened)
    bob = Player(client, (await client.post(f"/tables/{ann.id}/seats")).json())
    await bob.do("concede")
    smuggled = replace(exchanged, main={**exchanged.main, "Fireball": 2})
    refused = await ann.do("again", deck=write(smuggled))
    assert (refused.status_code, "Fireball" in refused.json()["message"]) == (422, True)
    first = Player(client, (await ann.do("again", deck=write(exchanged))).json())
    await bob.do("again")
    held = await client.server.tables.held(first.id)
    seats = [chair for chair in held.setting.seats if chair.deck and chair.deck.title == "own deck"]
    assert [chair.deck.deck for chair in seats if chair.deck] == [exchanged]
