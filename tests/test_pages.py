"""The pages: every link leads to a file, and the site lists every page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
MADE = re.compile(r"reference\.md|rules/.*\.md")
"""Pages that are made as the site is built (docs/site/pages.py)."""


def links(text: str) -> Iterator[str]:
    """The links of a page to files of the project, without anchors. Code is left out."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        path = target.partition("#")[0]
        if path and "://" not in path:
            yield path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_leads_to_a_file(page: Path) -> None:
    missing = [link for link in links(page.read_text("utf-8")) if not (page.parent / link).exists()]
    assert missing == []


def test_links_are_found() -> None:
    assert list(links("[a](b.md#c), [d](https://e.f), `[g](h.md)`, [i](../j)")) == ["b.md", "../j"]


def test_the_site_lists_every_page() -> None:
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    listed = set(re.findall(r"[\w/-]+\.md", nav))
    there = {page.relative_to(ROOT / "docs").as_posix() for page in PAGES if page.is_relative_to(ROOT / "docs")}
    assert {page for page in listed if not MADE.fullmatch(page)} == there
