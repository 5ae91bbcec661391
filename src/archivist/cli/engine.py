"""``archivist engine``: this project's engine for programs, as JSON lines on its input and output."""

from __future__ import annotations

import sys

from archivist.scenario.wire.door import served


def engine() -> None:
    """Play scenarios for another program: a JSON request on each line of the input, a reply on each line of the output.

    It is the engine that `archivist conformance` tests others against, behind the same door:
    archivist conformance --engine "archivist engine".
    """
    for reply in served(sys.stdin.buffer):
        sys.stdout.buffer.write(reply)
        sys.stdout.buffer.flush()
