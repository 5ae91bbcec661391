"""The coverage table: for every rule, the code that carries it out and the tests and scenarios that prove it."""

from archivist.coverage.citations import UnreadableFile
from archivist.coverage.report import markdown, places, report, summary
from archivist.coverage.table import Coverage, NoSourceCheckout, Row, Tally, coverage, problems, source_root

__all__ = [
    "Coverage",
    "NoSourceCheckout",
    "Row",
    "Tally",
    "UnreadableFile",
    "coverage",
    "markdown",
    "places",
    "problems",
    "report",
    "source_root",
    "summary",
]
