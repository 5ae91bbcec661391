"""Starting the server: its sockets, its processes, and what it writes to its log."""

from __future__ import annotations

import logging
import os
import re
import socket
from collections.abc import Callable
from typing import Any, Final

import uvicorn

from archivist.model.errors import ArchivistError
from archivist.server.settings import ENVIRONMENT, Settings
from archivist.server.storage import Storage

APPLICATION: Final = "archivist.server.app:from_environment"
KEEP_ALIVE: Final = 75
"""Seconds that an idle connection is kept."""
SHUT_DOWN: Final = 2
"""Seconds that requests may take to finish when the server stops."""
SECRET: Final = re.compile(r"(token=)[^&\s\"]+", re.IGNORECASE)


class WithoutSecrets(logging.Filter):
    """Takes tokens out of what is logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_hidden(each) for each in record.args)
        record.msg = _hidden(record.msg)
        return True


def _hidden(value: Any) -> Any:
    return SECRET.sub(r"\1...", value) if isinstance(value, str) else value


LOGGING: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"without_secrets": {"()": "archivist.server.running.WithoutSecrets"}},
    "formatters": {"plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["without_secrets"],
            "stream": "ext://sys.stderr",
        }
    },
    "loggers": {
        "uvicorn": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        "archivist": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
    },
}


def run(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serves until it is stopped; `tell` is given the address. Raises ArchivistError if it cannot start."""
    storage = Storage(settings.url)
    storage.close()
    if settings.workers > 1 and not storage.shared_by_processes:
        raise ArchivistError("SQLite serves one process; --workers needs --database postgresql://USER@HOST/NAME")
    listening = _listening(settings)
    port = listening.getsockname()[1]
    os.environ[ENVIRONMENT] = settings.handed_on()
    config = uvicorn.Config(
        APPLICATION,
        factory=True,
        host=settings.host,
        port=port,
        workers=settings.workers,
        log_config=LOGGING,
        access_log=False,
        proxy_headers=bool(settings.proxy),
        forwarded_allow_ips=settings.proxy or None,
        server_header=False,
        date_header=False,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=SHUT_DOWN,
        http="archivist.server.connections:Guarded",
        ws="none",
        loop="auto",
    )
    tell(f"http://{_named(settings.host)}:{port}/")
    if settings.workers > 1:
        from uvicorn.supervisors import Multiprocess

        Multiprocess(config, [listening]).run()
    else:
        uvicorn.Server(config).run(sockets=[listening])


def _listening(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    made = socket.socket(family)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((settings.host, settings.port))
    except OSError as error:
        made.close()
        raise ArchivistError(f"nothing can be served at {settings.host}:{settings.port}: {error.strerror}") from None
    made.listen(1024)
    made.set_inheritable(True)
    return made


def _named(host: str) -> str:
    """An address as people write it into a browser."""
    everywhere = {"0.0.0.0": "localhost", "::": "localhost"}
    return everywhere.get(host, f"[{host}]" if ":" in host else host)
