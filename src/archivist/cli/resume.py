"""``archivist resume``: goes on with a game at the terminal."""

from archivist.cli.play import resume

__all__ = ["resume"]
