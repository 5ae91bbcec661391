"""Reading YAML as people write it."""

from __future__ import annotations

import pytest

from archivist.yaml_reader import YamlProblem, read_yaml


def test_only_true_and_false_are_booleans() -> None:
    assert read_yaml("{on: yes, off: no, good: true, bad: False}") == {
        "on": "yes",
        "off": "no",
        "good": True,
        "bad": False,
    }


def test_a_key_that_stands_twice_is_an_error_with_its_line() -> None:
    with pytest.raises(YamlProblem, match="line 2: 'a' stands twice"):
        read_yaml("a: 1\na: 2\n")


def test_merge_keys_work() -> None:
    assert read_yaml("x: &x {a: 1}\ny: {<<: *x, b: 2}") == {"x": {"a": 1}, "y": {"a": 1, "b": 2}}


def test_text_that_is_no_yaml_names_the_line() -> None:
    with pytest.raises(YamlProblem, match="line 3"):
        read_yaml("a: 1\nb: [\n")


@pytest.mark.parametrize("text", ["? [a]\n: b\n", "{[1]: 2}"])
def test_a_key_that_cannot_be_one_is_an_error(text: str) -> None:
    with pytest.raises(YamlProblem):
        read_yaml(text)
