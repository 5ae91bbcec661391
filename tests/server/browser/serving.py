"""A server for the tests in a browser: ``python serving.py PORT DATABASE``."""

from __future__ import annotations

import sys

import uvicorn

from archivist.server.app import create_app
from archivist.server.settings import Limits, Settings

if __name__ == "__main__":
    ample = Limits(requests=100_000, burst=100_000, costly=100_000, costly_burst=100_000, tables_of_client=100_000)
    settings = Settings(database=f"sqlite:///{sys.argv[2]}", limits=ample)
    uvicorn.run(create_app(settings), host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
