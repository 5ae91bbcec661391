"""Tests, and the commands that they start, know no cards that whoever runs them has imported."""

from __future__ import annotations

import os

os.environ["ARCHIVIST_POOL"] = ""
