"""For the operator: whether the server works, and figures about what it does."""

from __future__ import annotations

import os
import time
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from archivist import __version__
from archivist.cards import pool
from archivist.server.answering import json
from archivist.server.api.seated import server_of

router = APIRouter(tags=["operating"])

STARTED: Final = time.time()


@router.get("/health")
async def health(request: Request) -> Response:
    """Whether the database answers."""
    server = server_of(request)
    await server.tables.blocking(server.storage.counts)
    return json({"status": "well", "version": __version__, "pool": pool().digest})


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Figures of this process, in the text form that Prometheus reads."""
    server = server_of(request)
    counts = await server.tables.blocking(server.storage.counts)
    lines = [f'archivist_tables{{status="{status}"}} {count}' for status, count in sorted(counts.items())]
    figures = {
        "archivist_tables_in_memory": len(server.tables),
        "archivist_streams": len(server.tables.channels),
        "archivist_changes_total": server.tables.answered,
        "archivist_bots_waiting": server.bots.waiting + server.thinkers.waiting,
        "archivist_desk_waiting": server.desk.waiting,
        "archivist_uptime_seconds": round(time.time() - STARTED),
        "archivist_memory_bytes": _memory(),
        "archivist_process": os.getpid(),
    }
    lines += [f"{name} {value}" for name, value in figures.items()]
    return PlainTextResponse("\n".join(lines) + "\n")


def _memory() -> int:
    """How much memory this process takes, where the system says it."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0
