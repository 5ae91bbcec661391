"""Where the programs keep what is theirs on a user's machine."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

ENVIRONMENT: Final = "ARCHIVIST_POOL"
"""The variable that names the folder of a user's imported cards; if it is empty or not set, there is none."""
PRINTED: Final = "printed.json"
"""The file in that folder with the records as they were imported."""


def data_directory() -> Path:
    """The directory for data: $ARCHIVIST_HOME, else the platform's place for the data of programs."""
    own, windows, data = (os.environ.get(name) for name in ("ARCHIVIST_HOME", "LOCALAPPDATA", "XDG_DATA_HOME"))
    if own:
        return Path(own)
    base = Path(windows) if os.name == "nt" and windows else Path(data) if data else Path.home() / ".local" / "share"
    return base / "archivist"


def pool_directory() -> Path:
    """The directory of the cards that a user has imported, unless $ARCHIVIST_POOL names another."""
    return data_directory() / "pool"
