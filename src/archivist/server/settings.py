"""What an operator can set: where the server listens, where it keeps games, and how much one client may ask for."""

from __future__ import annotations

import os
from typing import Final

import msgspec

from archivist.model.errors import ArchivistError
from archivist.places import data_directory

ENVIRONMENT: Final = "ARCHIVIST_SERVER"
"""The variable that hands the settings on to worker processes."""


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much is taken from strangers. Sizes are in bytes or characters, times in seconds."""

    body: int = 100_000
    replay_body: int = 2_000_000
    body_seconds: float = 10.0
    name: int = 40
    deck: int = 20_000
    scenario: int = 50_000
    tables_of_client: int = 200
    """Tables that one address may open in an hour."""
    bytes_of_client: int = 200_000_000
    """Bytes that one address may send in an hour, all of which might be kept."""
    streams_of_client: int = 40
    """Event streams that one address may hold open."""
    connections_of_client: int = 200
    """Connections that one address may hold open."""
    streams: int = 5_000
    requests: float = 50.0
    """Requests a second from one address, over some seconds."""
    burst: int = 400
    costly: float = 5.0
    """Costly questions a second from one address: scenarios, replays, analysis."""
    costly_burst: int = 60
    live: int = 500
    """Games that are kept in memory; others are taken up again from the database."""
    answer_seconds: float = 10.0
    """How long one answer or question at a table may wait and work."""
    bot_seconds: float = 20.0
    bot_nodes: int = 400
    scenario_seconds: float = 10.0
    scenario_memory: int = 600_000_000
    scenarios_at_once: int = 2
    gone_seconds: float = 180.0
    """After how long an absent player's game can be claimed."""
    kept_open_seconds: float = 24 * 3600.0
    """How long a table at which nothing happens is listed."""


AMPLE: Final = Limits(
    body_seconds=60.0,
    tables_of_client=100_000,
    bytes_of_client=100_000_000_000,
    streams_of_client=10_000,
    connections_of_client=10_000,
    requests=100_000.0,
    burst=100_000,
    costly=100_000.0,
    costly_burst=100_000,
)
"""Limits for measurements, in which all clients come from one address."""


def limits() -> Limits:
    """The limits, which $ARCHIVIST_LIMITS can set: ``ample``, or some of them as JSON. Raises ArchivistError."""
    written = os.environ.get("ARCHIVIST_LIMITS", "")
    if written == "ample":
        return AMPLE
    try:
        return msgspec.json.decode(written, type=Limits) if written else Limits()
    except msgspec.MsgspecError as error:
        raise ArchivistError(f"ARCHIVIST_LIMITS cannot be understood: {error}") from None


class Settings(msgspec.Struct, frozen=True):
    """Everything that is set when the server starts."""

    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    bots: int = 1
    """Processes in which quick bots think, and as many for those that think long."""
    proxy: str = ""
    """The address of a proxy in front, whose word on client addresses is taken."""
    limits: Limits = Limits()

    @property
    def url(self) -> str:
        """The database's URL, that of a file in the platform's data directory unless another is set."""
        return _driver(self.database or f"sqlite:///{data_directory() / 'tables.db'}")

    def handed_on(self) -> str:
        """The settings as text for worker processes."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings that the starting process handed on."""
        written = os.environ.get(ENVIRONMENT)
        return msgspec.json.decode(written, type=cls) if written else cls()


def _driver(url: str) -> str:
    """A URL with the driver that is installed; people write ``postgresql://`` or ``postgres://``."""
    scheme, mark, rest = url.partition("://")
    known = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
    known["postgresql+psycopg"] = "postgresql+psycopg"
    if not mark or scheme not in known:
        raise ArchivistError(f"the database must be sqlite:///FILE or postgresql://USER@HOST/NAME, not {url!r}")
    return f"{known[scheme]}://{rest}"
