"""It holds: killed without warning, with several processes, and under other cards. `make load` does the same at length."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from benchmarks.load.clients import LOST, Player, closed, events, opened, wired
from benchmarks.load.crowd import crowd
from benchmarks.load.killing import killed
from benchmarks.load.serving import Served, postgres_folder, postgresql, serving, sqlite
from waiters import Player as Seated
from waiters import run, settings, to_act
from waiters import serving as served_here

from archivist.server.settings import Settings
from archivist.server.storage import Storage
from mass import how_many

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot kill without warning")
needs_postgres = pytest.mark.skipif(postgres_folder() is None, reason="PostgreSQL is not installed")
Database = Callable[[], contextlib.AbstractContextManager[str]]


@pytest.mark.mass
@pytest.mark.parametrize(
    ("database", "workers"),
    [(sqlite, 1), pytest.param(postgresql, 1, marks=needs_postgres), pytest.param(postgresql, 2, marks=needs_postgres)],
    ids=["sqlite", "postgresql", "one of two workers"],
)
def test_a_killed_server_loses_no_answer_and_applies_none_twice(database: Database, workers: int) -> None:
    with database() as url, serving(url, workers) as served:
        found = asyncio.run(killed(served, kills=how_many(1, 2), tables=how_many(3, 4), seed=workers))
    assert (found.lost, found.twice, found.stuck, found.errors) == (0, 0, 0, [])
    assert found.answers > how_many(3, 10)


@needs_postgres
def test_two_processes_serve_the_same_table() -> None:
    with postgresql() as url, serving(url) as one, serving(url) as other:
        asyncio.run(_both(one, other))


async def _both(one: Served, other: Served) -> None:
    """Ann talks to one process and Bob to another; each hears of what the other does."""
    async with wired(one.port) as wire:
        ann, bob = await opened(one.port, wire)
    bob = Player(other.port, vars(bob), 2)
    doubles = {ann: Player(other.port, vars(ann), 0), bob: Player(one.port, vars(bob), 2)}
    heard: dict[str, list[int]] = {"A": [], "B": []}

    async def listen(player: Player) -> None:
        async for shown in events(player.port, f"/tables/{player.id}/events", player.token):
            heard[player.seat].append(shown["log"]["first"] + len(shown["log"]["lines"]))

    listening = [asyncio.create_task(listen(player)) for player in (ann, bob)]
    for _ in range(30):
        tables = {player: await player.table() for player in (ann, bob)}
        mover = next((player for player, shown in tables.items() if shown["can"]["answer"]), None)
        if mover is None:
            break
        answers = await asyncio.gather(*(each.answer(tables[mover]) for each in (mover, doubles[mover])))
        assert sum(each is not None for each in answers) <= 1
    await asyncio.sleep(1.0)
    assert sum(each.acknowledged for each in (*doubles, *doubles.values())) >= 10
    errors = [error for player in (*doubles, *doubles.values()) for error in player.errors]
    assert all(error.startswith("409") for error in errors), errors
    last = {(await player.table())["view"]["turn"] for player in (ann, bob)}
    assert len(last) == 1
    assert len(heard["A"]) > 5 and len(heard["B"]) > 5
    assert heard["A"][-1] == (await _lines(ann)) and heard["B"][-1] == (await _lines(bob))
    for task in listening:
        task.cancel()
    await asyncio.gather(*listening, return_exceptions=True)
    await closed(*doubles, *doubles.values())


async def _lines(player: Player) -> int:
    log = (await player.table())["log"]
    return int(log["first"]) + len(log["lines"])


def test_a_crowd_of_tables_sees_every_answer() -> None:
    with sqlite() as url, serving(url) as served:
        found = asyncio.run(crowd(served, tables=6, seconds=12, pace=(0.1, 0.5)))
    assert found.errors == 0
    assert found.answers >= 12


def test_a_slow_request_and_too_many_connections_are_closed_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.load.serving.AMPLE", {"ARCHIVIST_LIMITS": '{"connections_of_client": 60}'})
    with sqlite() as url, serving(url) as served:
        asyncio.run(_crowded(served))


async def _crowded(served: Served) -> None:
    async with wired(served.port) as wire:
        (ann,) = await opened(served.port, wire, "random")
    assert await _refused(served, 1000) >= 940
    await asyncio.sleep(2.0)  # until the server has noticed
    assert (await ann.table())["status"] == "playing"
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(b"GET /api/health HTTP/1.1\r\nHost: ta")
    assert await asyncio.wait_for(reader.read(), 30) == b""
    writer.close()
    await closed(ann)


async def _refused(served: Served, connections: int) -> int:
    """How many of so many connections from one address are refused at once."""
    streams = [await asyncio.open_connection("127.0.0.1", served.port) for _ in range(connections)]

    async def refused(reader: asyncio.StreamReader) -> bool:
        try:
            return b"429" in await asyncio.wait_for(reader.read(100), 3)
        except LOST:
            return False

    found = sum(await asyncio.gather(*(refused(reader) for reader, _ in streams)))
    for _, writer in streams:
        writer.close()
        with contextlib.suppress(*LOST):
            await writer.wait_closed()
    return found


def test_the_connections_of_a_proxy_are_those_of_many_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.load.serving.AMPLE", {"ARCHIVIST_LIMITS": '{"connections_of_client": 10}'})
    with sqlite() as url, serving(url, proxy="127.0.0.1") as served:
        assert asyncio.run(_refused(served, 30)) == 0
    with sqlite() as url, serving(url, proxy="127.0.0.9") as served:
        assert asyncio.run(_refused(served, 30)) >= 20


# -- other cards, other versions ---------------------------------------------------------------------------------


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    """A database with a game in it that has been played for a while."""

    async def play() -> dict[str, str]:
        async with served_here(settings(tmp_path)) as client:
            ann, bob = await client.two_people()
            for _ in range(40):
                await (await to_act(ann, bob)).plain()
            return {"id": ann.id, "seat": ann.seat, "token": ann.token}

    yield tmp_path, run(play)


def _changed(folder: Path, id: str, old: str, new: str) -> None:
    """Writes a table's head as another version would have written it."""
    storage = Storage(Settings(database=f"sqlite:///{folder / 'tables.db'}").url)
    found = storage.table(id)
    assert found is not None and old in found.head
    with storage.changing(id) as change:
        change.put(found.version, head=found.head.replace(old, new))
    storage.close()


def test_a_game_of_another_version_is_closed_with_the_reason_and_its_replay_kept(
    played: tuple[Path, dict[str, str]],
) -> None:
    folder, opened = played
    _changed(folder, opened["id"], "engine: 0.1.0", "engine: 0.0.9")
    with (
        contextlib.closing(Storage(f"sqlite:///{folder / 'tables.db'}")) as storage,
        storage.engine.begin() as connection,
    ):
        connection.exec_driver_sql("DELETE FROM positions")

    async def look() -> None:
        async with served_here(settings(folder)) as client:
            ann = Seated(client, opened)
            shown = await ann.table()
            assert shown["status"] == "closed"
            assert "0.0.9" in shown["affairs"]["why"]
            assert (await ann.answer(shown["number"], 0)).status_code == 409
            replay = (await client.get(f"/replays/{ann.id}")).text
            assert replay.startswith("archivist replay 1\nengine: 0.0.9\n")
            assert replay.count("opportunity: pass") > 5

    run(look)


def test_a_game_goes_on_under_other_cards_if_none_of_its_own_has_changed(played: tuple[Path, dict[str, str]]) -> None:
    folder, opened = played
    storage = Storage(f"sqlite:///{folder / 'tables.db'}")
    found = storage.table(opened["id"])
    assert found is not None
    pool = next(line for line in found.head.split("\n") if line.startswith("pool: "))
    storage.close()
    _changed(folder, opened["id"], pool, "pool: of-another-day")

    async def look() -> None:
        async with served_here(settings(folder)) as client:
            assert (await Seated(client, opened).table())["status"] == "playing"

    run(look)
