"""Hostile clients: too much, too often, malformed, from elsewhere; clear answers, and nothing kept that was not accepted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy.event import listen
from waiters import AMPLE, Client, Player, plainest, run, served, serving, settings, to_act

from archivist.server.clients import client_of
from archivist.server.guard import SAFE
from archivist.server.settings import Limits

SCRIPT = "<script>alert(1)</script>"


@served
async def test_a_body_that_is_too_large_is_refused_whether_it_says_so_or_not(client: Client) -> None:
    said = await client.http.post("/api/desk", content=b"x" * 200_000)
    assert said.status_code == 413

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(300):
            yield b"x" * 1000

    unsaid = await client.http.post("/api/desk", content=pieces())
    assert unsaid.status_code == 413
    assert unsaid.json()["error"] == "too large"


def test_a_body_that_comes_too_slowly_is_refused(tmp_path: Path) -> None:
    async def ask() -> None:
        async with serving(settings(tmp_path, replace(AMPLE, body_seconds=0.2))) as client:

            async def dripping() -> AsyncIterator[bytes]:
                for _ in range(100):
                    yield b" "
                    await asyncio.sleep(0.05)

            slow = await client.http.post("/api/desk", content=dripping())
            assert slow.status_code == 408

    run(ask)


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'{"number": 1}', b'{"number": "1", "answer": 0}', b'{"number": 0, "answer": 1e400}',
     b'{"number": 0, "answer": {"a": 1}}', b'{"number": 0, "answer": 0, "seat": "B"}', b"\xff\xfe", b"[" * 5000],
)  # fmt: skip
@served
async def test_a_malformed_answer_is_refused_without_a_traceback(client: Client, body: bytes) -> None:
    ann = await client.against_bot(seed=1)
    before = client.server.storage.journal(ann.id)
    headers = {"Authorization": f"Bearer {ann.token}", "Content-Type": "application/json"}
    said = await client.http.post(f"/api/tables/{ann.id}/answers", content=body, headers=headers)
    assert said.status_code == 422
    assert said.json()["error"] == "malformed"
    assert "Traceback" not in said.text
    assert client.server.storage.journal(ann.id) == before


def test_a_table_that_cannot_be_is_refused_with_the_reason_and_not_kept(tmp_path: Path) -> None:
    wrong = [
        {"seats": []},
        {"seats": [{}]},
        {"seats": [{}] * 5},
        {"seats": [{"bot": "greedy"}, {"bot": "greedy"}]},
        {"seats": [{}, {"bot": "os:system"}]},
        {"seats": [{}, {"bot": "greedi"}]},
        {"seats": [{"name": "a\x1bb"}, {"bot": "greedy"}]},
        {"seats": [{"name": "a\u202eb"}, {"bot": "greedy"}]},
        {"seats": [{"name": "x" * 41}, {"bot": "greedy"}]},
        {"seats": [{"deck": "nobody"}, {"bot": "greedy"}]},
        {"seats": [{"deck": "4 Fireball\n"}, {"bot": "greedy"}]},
        {"seats": [{}, {"bot": "greedy"}], "format": "chess"},
        {"seats": [{}, {"bot": "greedy"}], "seed": -1},
        {"seats": [{}, {}], "seed": 5},
        {"seats": [{}, {"bot": "greedy"}], "clock": 1.0},
        {"seats": [{}, {"bot": "greedy"}], "best_of": 99},
    ]

    async def ask() -> None:
        async with serving(settings(tmp_path)) as client:
            for each in wrong:
                said = await client.http.post("/api/tables", json=each)
                assert said.status_code == 422, each
                assert said.json()["message"]
            assert client.server.storage.counts() == {}

    run(ask)


@served
async def test_a_deck_of_60000_lines_is_refused_quickly(client: Client) -> None:
    lines = "1 Fireball\n" * 60_000
    for path, body in (
        ("/decks/check", {"deck": lines}),
        ("/tables", {"seats": [{"deck": lines}, {"bot": "greedy"}]}),
    ):
        said = await client.post(path, **body)
        assert said.status_code == 413
    odd = "\n".join(f"1 Nonsense {number}" for number in range(900))
    said = await client.post("/decks/check", deck=odd)
    assert said.status_code == 422
    assert len(said.content) < 20_000


@served
async def test_script_in_names_is_text(client: Client) -> None:
    opened = (await client.post("/tables", seats=[{"name": SCRIPT}, {}], listed=True)).json()
    await client.post(f"/tables/{opened['id']}/seats", name=SCRIPT)
    shown = await Player(client, opened).table()
    assert [seat["name"] for seat in shown["seats"]] == [SCRIPT, SCRIPT]
    for path in ("/", f"/t/{opened['id']}"):
        page = await client.http.get(path)
        assert page.status_code == 200
        assert SCRIPT not in page.text


def test_too_many_requests_tables_and_streams_from_one_address_are_refused(tmp_path: Path) -> None:
    async def ask(limits: Limits, path: str, method: str, allowed: int) -> None:
        async with serving(settings(tmp_path, limits)) as client:
            bodies = {"json": {"seats": [{}, {"bot": "random"}]}} if method == "POST" else {}
            statuses = [(await client.http.request(method, path, **bodies)).status_code for _ in range(allowed + 3)]  # type: ignore[arg-type]
            assert statuses[allowed:] == [429] * 3
            assert 429 not in statuses[:allowed]

    run(lambda: ask(replace(AMPLE, requests=0.001, burst=5), "/api/rules", "GET", 5))
    run(lambda: ask(replace(AMPLE, tables_of_client=2), "/api/tables", "POST", 2))
    run(lambda: ask(replace(AMPLE, costly=0.001, costly_burst=3), "/api/replays/none", "GET", 3))

    async def listen() -> None:
        async with serving(settings(tmp_path, replace(AMPLE, streams_of_client=2))) as client:
            ann = await client.against_bot()
            channels = client.server.tables.channels
            held = [channels.listen(ann.id, 0, "127.0.0.1") for _ in range(2)]
            refused = await client.get(f"/tables/{ann.id}/events", ann.token)
            assert refused.status_code == 429
            assert len(channels) == len(held)

    run(listen)


@served
async def test_what_another_site_sends_is_refused(client: Client) -> None:
    ann, bob = await client.two_people()
    cookie = {"Cookie": f"seat-{ann.id}={ann.token}"}
    path = f"/api/tables/{ann.id}/concede"
    from_elsewhere = await client.http.post(path, headers={**cookie, "Origin": "http://evil.example"})
    assert from_elsewhere.status_code == 403
    assert (await bob.table())["status"] == "playing"
    from_here = await client.http.post(path, headers={**cookie, "Origin": "http://table"})
    assert from_here.status_code == 200


@served
async def test_every_answer_has_safe_headers_and_no_cookie_is_set_by_the_api(client: Client) -> None:
    ann = await client.against_bot()
    answers: list[httpx.Response] = [
        await client.http.get(path)
        for path in ("/", "/api/nothing", "/nothing", f"/api/tables/{ann.id}", "/api/rules", "/api/health")
    ]
    answers.append(await client.post("/tables"))
    for each in answers:
        for name in SAFE:
            assert name in each.headers, (each.url, name)
        assert "unsafe" not in each.headers["Content-Security-Policy"]
        assert "set-cookie" not in each.headers
    assert [each.status_code for each in answers] == [200, 404, 404, 200, 200, 200, 422]


@served
async def test_a_guessed_token_and_an_unknown_table_get_the_same_answer(client: Client) -> None:
    ann, bob = await client.two_people()
    other, _ = await client.two_people()
    guesses = ("x", ann.token[:-1], ann.token + "x", other.token, "", " ", "x" * 100_000)
    answers = [await client.get(f"/tables/{ann.id}", guess) for guess in guesses]
    answers.append(await client.get("/tables/nosuchtable", ann.token))
    answers.append(await client.get("/tables/nosuchtable"))
    assert {(each.status_code, each.content) for each in answers} == {(404, answers[0].content)}
    assert (await client.get(f"/tables/{ann.id}", bob.token)).json()["seat"] == "B"


@served
async def test_a_refusal_takes_as_long_whatever_was_guessed(client: Client) -> None:
    """The work is counted instead of the time, which other programs on the machine would disturb.

    Looking for tables that wait, as the server does by itself every now and then, answers nobody.
    """
    ann, _ = await client.two_people()
    asked: list[str] = []

    def count(statement: Any) -> None:
        if "tables.waits = " not in (text := str(statement)):
            asked.append(text)

    listen(client.server.storage.engine, "before_execute", lambda _, statement, *__: count(statement))
    work = []
    wrong = ((ann.id, "x"), ("nosuchtable", "x"), (ann.id, ann.token[:-1] + "!"), (ann.id, "y" * 32))
    for table, guess in wrong:
        asked.clear()
        assert (await client.get(f"/tables/{table}", guess)).status_code == 404
        work.append(tuple(asked))
    assert len(work[0]) == 2
    assert len(set(work)) == 1


def test_a_table_in_trouble_slows_no_other(tmp_path: Path) -> None:
    async def ask() -> None:
        async with serving(settings(tmp_path, replace(AMPLE, answer_seconds=0.5))) as client:
            ann, bob = await client.two_people()
            stuck, _ = await client.two_people()
            held = await client.server.tables.held(stuck.id)
            async with held.lock:
                mover = await to_act(ann, bob)
                shown = await mover.table()
                answered = await mover.answer(shown["number"], plainest(shown["view"]["decision"]))
                assert answered.status_code == 200
                assert (await client.get(f"/tables/{stuck.id}", stuck.token)).status_code == 503
            assert (await client.get(f"/tables/{stuck.id}", stuck.token)).status_code == 200

    run(ask)


@pytest.mark.parametrize("id", ["%00", "a%00b", "..%2f..%2fetc", "%F0%9F%8E%B2", "' or 1=1", "x" * 5000])
@served
async def test_what_could_be_no_id_is_not_found(client: Client, id: str) -> None:
    for path in (f"/api/tables/{id}", f"/t/{id}", f"/r/{id}", f"/api/replays/{id}", f"/desk/{id}"):
        assert (await client.http.get(path)).status_code == 404
    assert (await client.http.post(f"/api/tables/{id}/seats", json={})).status_code == 404


def test_only_so_much_is_taken_from_one_address_in_an_hour(tmp_path: Path) -> None:
    async def ask() -> None:
        async with serving(settings(tmp_path, replace(AMPLE, bytes_of_client=25_000))) as client:
            shared = [
                (await client.post("/shared", kind="scenario", content="x" * 10_000)).status_code for _ in range(3)
            ]
            assert shared[-1] == 429
            assert 429 not in shared[:-1]
            assert (await client.get("/health")).status_code == 200

    run(ask)


@pytest.mark.parametrize(
    ("address", "client"),
    [("10.0.0.1", "10.0.0.1"), ("::ffff:10.0.0.1", "10.0.0.1"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
     ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"), ("2001:db8:1:3::1", "2001:db8:1:3::/64"), ("unix", "unix"),
     ("", "unknown"), (None, "unknown")],
)  # fmt: skip
def test_all_addresses_of_one_household_are_one_client(address: str | None, client: str) -> None:
    assert client_of(address) == client
