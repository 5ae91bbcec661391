"""What the API answers, described in OpenAPI: the same values that are sent, made into schemas."""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from archivist.server.desk_work import Judged
from archivist.server.lobby import Opened, OpenTable
from archivist.server.moments import Moment
from archivist.server.shown import Log, Shown
from archivist.view import View

REFERENCE = "#/components/schemas/{name}"


class Refused(msgspec.Struct):
    """A refusal: a word for programs, a sentence for people; an illegal play has its reasons, a stale answer the table."""

    error: str
    message: str
    reasons: list[dict[str, Any]] = []
    rules: list[str] = []
    table: dict[str, Any] | None = None


def _table() -> type[msgspec.Struct]:
    """A table without what a view has for programs in the same process alone."""
    fields = [(name, kind) for name, kind in get_type_hints(View).items() if name != "knowledge"]
    view = msgspec.defstruct("View", fields, namespace={"__doc__": View.__doc__})
    parts = get_type_hints(Shown) | {"view": view | None}
    return msgspec.defstruct("Table", list(parts.items()), namespace={"__doc__": Shown.__doc__})


@cache
def components() -> dict[str, Any]:
    """The schemas of everything that is answered, by name."""
    types = (_table(), Opened, OpenTable, Log, Judged, Moment, Refused)
    found: dict[str, Any] = msgspec.json.schema_components(types, ref_template=REFERENCE)[1]
    return found


def answers(name: str, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """That a route answers with a value of this name, or with a refusal."""
    return {
        status: {"content": {"application/json": {"schema": {"$ref": REFERENCE.format(name=name)}}}},
        "4XX": {
            "description": "Refused",
            "content": {"application/json": {"schema": {"$ref": REFERENCE.format(name="Refused")}}},
        },
    }


def describe(app: FastAPI) -> dict[str, Any]:
    """The description of the whole API."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        made.setdefault("components", {}).setdefault("schemas", {}).update(components())
        app.openapi_schema = made
    return app.openapi_schema
