"""Tests, and the commands that they start, know no cards that whoever runs them has imported.

They keep compiled modules. Where Python must not write them beside the code, they lie in pytest's own folder: otherwise
each worker, and each command that a test starts, would compile the whole project again.

With `--keep-runs`, what the scenarios have shown is kept for `archivist rules --coverage`, which need not play them again.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

COMPILED = Path(__file__).resolve().parent.parent / ".pytest_cache" / "compiled"

os.environ["ARCHIVIST_POOL"] = ""
if sys.dont_write_bytecode:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(COMPILED)
    sys.dont_write_bytecode = False


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--keep-runs", action="store_true", help="keep what the scenarios show for the table of coverage")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--keep-runs") and not hasattr(config, "workerinput"):
        from keep_runs import KeepRuns

        config.pluginmanager.register(KeepRuns())
