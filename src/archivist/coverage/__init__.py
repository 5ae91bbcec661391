"""The coverage table: for every rule, the code that carries it out and the runs that have shown it."""

from archivist.coverage.citations import UnreadableFile
from archivist.coverage.report import markdown, places, report, summary
from archivist.coverage.runs import Run, runs
from archivist.coverage.table import (
    Coverage,
    NoSourceCheckout,
    Row,
    Tally,
    coverage,
    looked_up,
    measured,
    problems,
    source_root,
    unproved,
)

__all__ = [
    "Coverage",
    "NoSourceCheckout",
    "Row",
    "Run",
    "Tally",
    "UnreadableFile",
    "coverage",
    "looked_up",
    "markdown",
    "measured",
    "places",
    "problems",
    "report",
    "runs",
    "source_root",
    "summary",
    "unproved",
]
