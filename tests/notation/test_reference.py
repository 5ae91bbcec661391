"""The reference page of the vocabulary is what the code says, and its examples are what card files can say."""

from __future__ import annotations

import msgspec
import pytest

from archivist.notation.reference import PAGE, REGENERATE, flow, page, summary
from archivist.notation.samples import FAMILIES, sample, variations
from archivist.vocabulary.node import Node, read
from archivist.yaml_reader import read_yaml

NODES = [node for family in FAMILIES for node in family.nodes]


def test_the_page_is_up_to_date() -> None:
    if PAGE.read_text("utf-8") != page():
        pytest.fail(f"docs/extending/{PAGE.name} is not what the code says; write it anew: {REGENERATE}", pytrace=False)


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__name__)
def test_an_example_is_read_as_what_it_shows(node: type[Node]) -> None:
    for example in (sample(node), *(changed for _, _, changed in variations(node))):
        assert msgspec.convert(read_yaml(flow(example)), node, dec_hook=read) == example


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__name__)
def test_a_node_is_documented_in_a_sentence(node: type[Node]) -> None:
    said = summary(node)
    assert said.endswith(".")
    assert said[0].isupper() or said.startswith("`")
    assert "Rules:" not in said


def test_values_are_written_as_yaml_reads_them() -> None:
    for value in ("1", "it's", "a: b", "yes", "true", "null", "- x", "3-4", "plain words", "X", "[x]", "#1", ""):
        assert read_yaml(f"[{flow(value)}]") == [value], value
    assert flow({"up to": True, "n": 2, "of": ["a", "b"]}) == "{up to: true, n: 2, of: [a, b]}"
