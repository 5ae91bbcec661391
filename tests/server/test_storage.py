"""The database, SQLite and PostgreSQL alike: rows that cannot be written twice, locks, versions, and older databases."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql
from benchmarks.load.serving import postgres_folder, postgresql

from archivist.server.settings import Settings
from archivist.server.storage import Conflict, Row, Saved, Storage, WrongDatabase
from archivist.server.storage.schema import VERSION


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    if postgres_folder() is None:
        pytest.skip("PostgreSQL is not installed")
    with postgresql() as url:
        yield Settings(database=url).url


@pytest.fixture(params=["sqlite", "postgresql"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Storage]:
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'tables.db'}"
    else:
        url = request.getfixturevalue("postgres")
        engine = sql.create_engine(url)
        with engine.begin() as connection:
            connection.execute(sql.text("DROP SCHEMA public CASCADE"))
            connection.execute(sql.text("CREATE SCHEMA public"))
        engine.dispose()
    made = Storage(url)
    yield made
    made.close()


def row(id: str = "one", **more: object) -> Row:
    values: dict[str, object] = {
        "id": id, "created": 1.0, "touched": 1.0, "status": "playing", "listed": True, "waits": "bot",
        "version": 0, "rows": 0, "setting": "{}", "affairs": "{}", "head": "",
    }  # fmt: skip
    return Row(**{**values, **more})  # type: ignore[arg-type]


def test_a_change_is_kept_as_a_whole_or_not_at_all(storage: Storage) -> None:
    storage.create(row(), {0: b"x"})
    with storage.changing("one") as change:
        change.note(1, "A", ["  A opportunity: pass", "turn 2, B"])
        change.put(0, rows=1, status="over")
    found = storage.table("one")
    assert found is not None
    assert (found.version, found.rows, found.status) == (1, 1, "over")
    assert [(each.number, each.by, each.lines) for each in storage.journal("one")] == [
        (1, "A", "  A opportunity: pass\nturn 2, B")
    ]
    with pytest.raises(RuntimeError, match="broken off"), storage.changing("one") as change:
        change.note(2, "", ["back 1"])
        raise RuntimeError("broken off")
    assert len(storage.journal("one")) == 1


def test_the_same_number_cannot_be_written_twice_nor_over_another_version(storage: Storage) -> None:
    storage.create(row(), {})
    with storage.changing("one") as change:
        change.note(1, "", ["a"])
    with pytest.raises(Conflict), storage.changing("one") as change:
        change.note(1, "", ["b"])
    assert [each.lines for each in storage.journal("one")] == ["a"]
    with storage.changing("one") as change:
        change.put(0, status="over")
    with pytest.raises(Conflict), storage.changing("one") as change:
        change.note(2, "", ["c"])
        change.put(0, status="playing")
    assert len(storage.journal("one")) == 1


def test_who_changes_a_table_has_it_alone(storage: Storage) -> None:
    storage.create(row(), {})
    order: list[str] = []
    entered = threading.Event()

    def first() -> None:
        with storage.changing("one") as change:
            entered.set()
            time.sleep(0.3)
            order.append("first")
            change.note(1, "", ["first"])

    thread = threading.Thread(target=first)
    thread.start()
    entered.wait()
    with storage.changing("one") as change:
        order.append("second")
        change.note(2, "", ["second"])
    thread.join()
    assert order == ["first", "second"]
    assert [each.number for each in storage.journal("one")] == [1, 2]


def test_tokens_presence_positions_and_links_are_kept(storage: Storage) -> None:
    storage.create(row(), {0: b"hash", 1: b"other"})
    assert storage.tokens("one") == {0: b"hash", 1: b"other"}
    assert storage.seen("one", 0) == 1.0
    storage.saw({("one", 0): 5.0})
    assert (storage.seen("one", 0), storage.seen("one", 1), storage.seen("one", 2)) == (5.0, 1.0, 0.0)
    with storage.changing("one") as change:
        change.move({0: 1, 1: 0})
    assert storage.tokens("one") == {1: b"hash", 0: b"other"}
    for number in (3, 7):
        storage.save_position("one", Saved(number, "digest", b"\x00save"))
    assert storage.position("one") == Saved(7, "digest", b"\x00save")
    storage.share("deck", "link", "content")
    storage.share("deck", "link", "content")
    assert (storage.shared("deck", "link"), storage.shared("scenario", "link")) == ("content", None)


def test_tables_are_listed_and_found_by_what_they_wait_for(storage: Storage) -> None:
    storage.create(row("one"), {})
    storage.create(row("two", status="open", waits="", touched=3.0), {})
    storage.create(row("three", status="open", listed=False), {})
    assert [each.id for each in storage.listed("open", 10)] == ["two"]
    assert storage.waiting("bot", 2.0, 10) == ["one"]
    assert storage.waiting("bot", 0.5, 10) == []
    assert storage.counts() == {"open": 2, "playing": 1}


def test_a_database_opens_again_and_one_of_a_newer_version_does_not(storage: Storage) -> None:
    storage.create(row(), {})
    url = storage.url.render_as_string(hide_password=False)
    again = Storage(url)
    assert (again.found_version, again.table("one")) == (VERSION, row())
    with again.engine.begin() as connection:
        connection.execute(sql.text(f"UPDATE archivist SET value = '{VERSION + 1}'"))
    again.close()
    with pytest.raises(WrongDatabase, match=f"version {VERSION + 1}"):
        Storage(url)


VERSION_1 = """
CREATE TABLE archivist (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE tables (id TEXT NOT NULL PRIMARY KEY, created FLOAT NOT NULL, touched FLOAT NOT NULL, status TEXT NOT NULL,
    listed BOOLEAN NOT NULL, waits TEXT NOT NULL, version INTEGER NOT NULL, rows INTEGER NOT NULL,
    setting TEXT NOT NULL, affairs TEXT NOT NULL, head TEXT NOT NULL);
CREATE TABLE shared (id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, content TEXT NOT NULL, created FLOAT NOT NULL);
CREATE TABLE seats ("table" TEXT NOT NULL, seat INTEGER NOT NULL, token BLOB NOT NULL, PRIMARY KEY ("table", seat));
CREATE TABLE journal ("table" TEXT NOT NULL, number INTEGER NOT NULL, "by" TEXT NOT NULL, lines TEXT NOT NULL,
    at FLOAT NOT NULL, PRIMARY KEY ("table", number));
CREATE TABLE positions ("table" TEXT NOT NULL PRIMARY KEY, decisions INTEGER NOT NULL, prefix TEXT NOT NULL,
    data BLOB NOT NULL);
INSERT INTO archivist VALUES ('version', '1');
INSERT INTO tables VALUES ('one', 1, 1, 'playing', 1, 'bot', 0, 0, '{}', '{}', '');
INSERT INTO seats VALUES ('one', 0, x'0102');
INSERT INTO journal VALUES ('one', 1, '', '  A opportunity: pass', 2.0);
"""
"""A database as the first version of the schema wrote it."""


def test_a_database_of_the_version_before_opens_with_all_that_is_in_it(tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "tables.db")
    old.executescript(VERSION_1)
    old.close()
    storage = Storage(f"sqlite:///{tmp_path / 'tables.db'}")
    assert storage.found_version == 1
    assert storage.tokens("one") == {0: b"\x01\x02"}
    storage.saw({("one", 0): 9.0})
    assert storage.seen("one", 0) == 9.0
    assert [each.lines for each in storage.journal("one")] == ["  A opportunity: pass"]
    storage.close()
    again = Storage(f"sqlite:///{tmp_path / 'tables.db'}")
    assert again.found_version == VERSION
    again.close()


def test_a_database_that_is_none_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_bytes(b"this is no database at all, but a letter" * 100)
    with pytest.raises(WrongDatabase, match="cannot be opened"):
        Storage(f"sqlite:///{tmp_path / 'tables.db'}")
