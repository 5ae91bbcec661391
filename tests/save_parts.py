"""A save in its parts, so that tests can exchange some of them: fields, sections of JSON, and the answers."""

from __future__ import annotations

import json
from typing import Any

JSON = ("made-up cards", "before", "events", "position", "answers", "decisions")
"""The sections whose lines are JSON."""


def taken_apart(data: bytes) -> dict[str, Any]:
    """The fields of a save by their names; a section is a list, the position a mapping."""
    parts: dict[str, Any] = {}
    title = ""
    for line in data.decode().splitlines():
        if line.startswith("  ") or not line:
            parts[title].append(json.loads(line) if title in JSON else line[2:])
        elif line.endswith(":"):
            title = line[:-1]
            parts[title] = []
        else:
            name, _, value = line.rpartition(" ") if line.startswith("archivist save") else line.partition(": ")
            parts[name] = value
    (parts["position"],) = parts["position"]
    return parts


def put_together(parts: dict[str, Any], *, escaped: bool = False) -> bytes:
    """The save of such parts, whatever has become of them; JSON may write odd characters as escapes."""
    lines: list[str] = []
    for title, value in parts.items():
        if title == "archivist save":
            lines.append(f"{title} {value}")
        elif title == "position" or isinstance(value, list):
            entries = [value] if title == "position" else value
            plain = title not in JSON
            lines += [
                f"{title}:",
                *(f"  {each if plain else json.dumps(each, ensure_ascii=escaped)}" for each in entries),
            ]
        else:
            lines.append(f"{title}: {value}")
    return ("\n".join(lines) + "\n").encode()
