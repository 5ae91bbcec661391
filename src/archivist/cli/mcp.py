"""``archivist mcp``: the rules for assistants, over the Model Context Protocol."""

from __future__ import annotations

from archivist.cli.paper import stop


def mcp() -> None:
    """Serve judging, legal plays, refusals, rules and cards to assistants, over the standard input and output.

    An assistant's settings name this command; docs/using/assistants.md shows how. It ends when its input ends.
    """
    try:
        from archivist.mcp.serving import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("mcp", "pydantic"):
            raise
        stop(f"the server for assistants needs more packages ({error.name}): pip install 'archivist[mcp]'")
    serve()
