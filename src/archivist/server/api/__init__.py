"""The JSON API: everything that a page does, for other programs."""

from __future__ import annotations

from fastapi import APIRouter

from archivist.server.api import tables

router = APIRouter()
router.include_router(tables.router)
