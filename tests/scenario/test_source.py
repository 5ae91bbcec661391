"""Values of a file that know where they stand, and the words in them."""

from __future__ import annotations

import pytest

from archivist.cards import pool
from archivist.model.errors import ScenarioError
from archivist.notation.naming import Name, Problem
from archivist.scenario.source import Parts, Reader, Source, open_source, written

TEXT = """\
one: 1
two:
  - a
  - b: yes
"""


@pytest.fixture
def reader() -> Reader:
    return Reader(pool(), ("A", "B"))


def source(value: object) -> Source:
    return Source("t.yaml", value, None, 7)


def test_each_value_knows_its_line() -> None:
    parts = open_source(TEXT, "t.yaml").mapping("a file")
    assert {key: value.line for key, value in parts.items()} == {"one": 1, "two": 2}
    assert [each.line for each in parts["two"].items("two")] == [3, 4]
    assert str(parts["two"].items("two")[1].problem("wrong")) == "t.yaml:4: wrong"


def test_a_single_value_is_a_list_of_one_and_no_value_an_empty_list() -> None:
    assert [each.value for each in source("a").items("words")] == ["a"]
    assert source(None).items("words") == []


def test_parts_that_are_left_out_have_a_default() -> None:
    parts = Parts(x=source(3))
    assert parts.take("x", lambda each: each.number("x"), 0) == 3
    assert parts.take("y", lambda each: each.number("y"), 0) == 0
    assert not parts.items_of("y")
    assert not parts.pairs_of("y")


@pytest.mark.parametrize(
    ("value", "read", "said"),
    [
        (
            {"colr": 1},
            lambda each: each.keyed("a card", ("color",)),
            "unknown key 'colr' in a card; did you mean color?",
        ),
        (["a"], lambda each: each.mapping("a card"), "a card must be a mapping, not a list"),
        (-1, lambda each: each.number("x"), "x must be a number of at least 0, not -1"),
        (True, lambda each: each.number("x"), "x must be a number of at least 0, not True"),
        (9, lambda each: each.number("x", 1, 8), "x must be a number from 1 to 8, not 9"),
        (2, lambda each: each.flag("rested"), "rested must be true or false, not 2"),
        (None, lambda each: each.word("the title"), "the title must be a word, not nothing"),
        ("1000 x Fireball", lambda each: each.counted("a card"), "1000 x is more than a game can have"),
        ("CA.1.99", lambda each: each.rule("a rule"), "there is no rule 'CA.1.99'"),
        ("a", lambda each: each.check_size(2_001), "this makes 2,001 cards; the limit is 2,000"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(value: object, read: object, said: str) -> None:
    assert callable(read)
    with pytest.raises(ScenarioError) as caught:
        read(source(value))
    assert str(caught.value).startswith("t.yaml:7: ")
    assert said in str(caught.value)


def test_names_and_cards_may_be_repeated(reader: Reader) -> None:
    assert reader.cards(source(["2 x Fireball", "Reclaim"]), "cards") == ("Fireball", "Fireball", "Reclaim")
    assert reader.names(source("2 x A"), "targets") == (Name("A", "A"), Name("A", "A"))
    with pytest.raises(ScenarioError, match=r"t.yaml:7: .*did you mean Fireball"):
        reader.cards(source("Firebal"), "cards")


def test_counters_are_of_kinds_that_cards_have(reader: Reader) -> None:
    assert reader.counters(source({"buff": 2})) == {"buff": 2}
    with pytest.raises(ScenarioError, match=r"t.yaml:7: unknown counter 'buf'; did you mean buff"):
        reader.counters(source({"buf": 2}))


def test_words_that_are_not_understood_get_their_place() -> None:
    def reading() -> int:
        raise Problem("no such thing")

    with pytest.raises(ScenarioError, match=r"^t.yaml:7: no such thing$"):
        source("a").placed(reading)


def test_values_as_a_step_has_them() -> None:
    assert written({"a": [1, True, None], "b": {}}) == "{a: [1, true, none], b: {}}"
    assert source({"A": {"choose": False}}).written == "A: {choose: false}"
