"""The JSON API: everything that a page does, for other programs."""

from __future__ import annotations

from fastapi import APIRouter

from archivist.server.api import desk, operating, reference, replays, tables

router = APIRouter()
for each in (tables, replays, desk, reference, operating):
    router.include_router(each.router)
