"""The pages: HTML from the server, made of the same data that the JSON API gives."""

from __future__ import annotations

from fastapi import APIRouter

from archivist.server.pages import again, building, desk, reference, replays, start, tables

router = APIRouter()
router.include_router(start.router)
router.include_router(tables.router)
router.include_router(again.router)
router.include_router(reference.router)
router.include_router(desk.router)
router.include_router(replays.router)
router.include_router(building.router)
