"""Spans of numbers, by which one of several texts is picked: ``2``, ``1-3``, ``4+``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from archivist.vocabulary.grammar import ordinal


def span_said(span: str) -> str:
    """``2nd``, ``1st to 3rd``, ``4th or later``."""
    if span.endswith("+"):
        return f"{ordinal(int(span[:-1]))} or later"
    low, _, high = span.partition("-")
    return f"{ordinal(int(low))} to {ordinal(int(high))}" if high else ordinal(int(low))


def check_spans(spans: Iterable[str]) -> None:
    """Refuses what is neither a number nor a span of numbers."""
    for span in spans:
        if not re.fullmatch(r"\d+(-\d+|\+)?", span):
            raise ValueError(f"a number or a span such as 1-3 or 4+ is needed, not {span!r}")


def in_span(span: str, n: int) -> bool:
    """Whether a number lies in ``2``, ``1-3`` or ``4+``."""
    if span.endswith("+"):
        return n >= int(span[:-1])
    low, _, high = span.partition("-")
    return int(low) <= n <= int(high or low)
