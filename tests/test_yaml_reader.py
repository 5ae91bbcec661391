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
    with pytest.raises(YamlProblem, match="line 2: 'a' appears twice"):
        read_yaml("a: 1\na: 2\n")


def test_merge_keys_work() -> None:
    assert read_yaml("x: &x {a: 1}\ny: {<<: *x, b: 2}") == {"x": {"a": 1}, "y": {"a": 1, "b": 2}}


def test_what_is_merged_is_overridden_by_what_stands_there() -> None:
    text = "x: &x {a: 1, b: 1}\ny: &y {<<: *x, b: 2}\nz: {<<: [*y, *x], a: 3}"
    assert read_yaml(text)["z"] == {"a": 3, "b": 2}


def nested(first: str, further: str, levels: int = 40) -> str:
    """Lines that each stand for the one before many times over."""
    lines = [f"a0: &a0 {first}"]
    lines += [f"a{n}: &a{n} {further.replace('*', f'*a{n - 1}')}" for n in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize("text", [nested("[x]", "[*, *, *, *]"), nested("{a: x}", "{b: *, c: *}"), "a: &a [*a, *a]"])
def test_aliases_that_stand_for_billions_are_refused_at_once(text: str) -> None:
    with pytest.raises(YamlProblem, match="aliases stand for more than 100,000 values"):
        read_yaml(text)


def test_merging_again_and_again_is_no_more_than_merging_once() -> None:
    assert read_yaml(nested("{a: x, b: y}", "{<<: [*, *, *, *]}"))["a39"] == {"a": "x", "b": "y"}


@pytest.mark.parametrize("text", ["[" * 100_000, "{a: " * 100_000])
def test_nesting_without_end_is_refused(text: str) -> None:
    with pytest.raises(YamlProblem, match="nested too deeply"):
        read_yaml(text)


def test_text_that_is_no_yaml_names_the_line() -> None:
    with pytest.raises(YamlProblem, match="line 3"):
        read_yaml("a: 1\nb: [\n")


@pytest.mark.parametrize("text", ["? [a]\n: b\n", "{[1]: 2}"])
def test_a_key_that_cannot_be_one_is_an_error(text: str) -> None:
    with pytest.raises(YamlProblem):
        read_yaml(text)
