"""The catalogue of rules, and the coverage table that is made from it."""

import pickle
import re
from importlib import resources
from pathlib import Path

import pytest
import yaml

from archivist.coverage import (
    Coverage,
    NoSourceCheckout,
    Row,
    Run,
    Tally,
    UnreadableFile,
    coverage,
    markdown,
    measured,
    places,
    problems,
    report,
    summary,
    unproved,
)
from archivist.coverage import table as coverage_table
from archivist.rules import catalogue as catalogue_files
from archivist.rules.catalogue import (
    CHAPTERS,
    Rule,
    UnknownChapter,
    UnknownRule,
    catalogue,
    covers,
    definitions,
    not_yet,
    rule,
    search,
    spelled,
    under,
)

SHARED = Path(__file__).resolve().parents[3] / "shared" / "rules"
FOUR_STEPS = [f"{clause}.{step}" for clause in ("CA.1.7", "CM.3.2", "BB.3.2") for step in (1, 2, 3, 4)]

SAMPLES = [
    "PC.9.3",
    "CR.1.4.1.1",
    "RU.20",
    "timing.1",
    "timing.2.8",
    "timing.4.2.10",
    "turn.4.wake-up",
    "turn.4.16",
    "costs.5.12",
    "zones.2.3",
    "targets-and-copies.3.4",
    "keywords.floating-memory",
    "keywords.harmonize",
    "terms.1.destroy",
    "terms.3.1",
    "terms.7.buff",
    "combat.3.step.4",
    "combat.3.1",
]


def test_the_catalogue_goes_chapter_by_chapter_with_playing_cards_first() -> None:
    chapters = list(dict.fromkeys(each.chapter for each in catalogue().values()))
    assert chapters == list(CHAPTERS)
    assert next(iter(catalogue())) == "PC.1"
    assert catalogue() is catalogue()


def test_every_id_belongs_to_its_chapter_and_every_statement_is_one_short_line() -> None:
    for id_, each in catalogue().items():
        assert each.id == id_
        if each.chapter == "playing-cards":
            assert re.fullmatch(r"(PC|CA|CM|BB|RS|CR|RU)\.\d+(\.\d+)*", id_)
        else:
            assert id_.startswith(f"{each.chapter}.")
        assert each.statement == each.statement.strip()
        assert "\n" not in each.statement
        longest = 280 if each.chapter == "playing-cards" else 160  # the heart of the rules, with its worked examples
        assert 0 < len(each.statement) <= longest, id_


WORKED_EXAMPLES = {
    "PC.8": ("Frostbind", "negates", "banishes", "fizzles"),
    "CA.1.2.1": ("norm and exalted",),
    "CA.1.3.4": ("Innervate Fury", "7 allies", "eighth", "0"),
    "CA.1.8": ("Cordelia", "Powercells", "Overlord", "sacrificed"),
    "RS.2": ("Glimpse 2. Draw a card.", "state-based"),
    "RS.9": ("fast speed", "opponent's turn", "state-based"),
}
"""The examples that the pages work out, and words that tell them."""
SAID = {
    "CA.1.5": ("Up to", "any number", "any amount"),
    "CA.1.9": ("activated", "Opportunity", "timestamp", "no place in that order", "copies"),
    "CM.1": ("timestamp", "announce", "elements", "modes", "targets", "legality", "memory cost", "materialization"),
    "BB.3.2.4": ("0", "never negative"),
    "BB.3.4": ("counts as bestowed", "top of the stack", "copies"),
    "RS.7": ("tokens", "card, ability or other effect"),
    "CR.1.3": ("up to", "any number", "any amount"),
}
"""Clauses of which a part is easily left out."""


@pytest.mark.parametrize(("id_", "words"), (WORKED_EXAMPLES | SAID).items())
def test_the_heart_says_all_that_its_pages_say(id_: str, words: tuple[str, ...]) -> None:
    statement = rule(id_).statement
    assert [word for word in words if word not in statement] == []


@pytest.mark.parametrize(
    ("id_", "names"),
    [
        ("PC.8", ("Frostbind", "/copy")),
        ("CA.1.2.1", ("Lost Providence",)),
        ("CA.1.3.4", ("Innervate Fury", "#8", "illegal: CA.1.3.4")),
        ("CA.1.8", ("Cordelia", "Overlord", "reserve: [4 x Powercell], sacrifice: [4 x Powercell]")),
        ("RS.2", ("do: glimpse, amount: 2}, {do: draw}",)),
        ("RS.9", ("fast activation", "turn: B")),
    ],
)
def test_every_worked_example_of_the_pages_is_a_scenario(id_: str, names: tuple[str, ...]) -> None:
    folder = Path(__file__).resolve().parents[2] / "scenarios"
    texts = (path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml")))
    cited = re.compile(rf"^cites: .*{re.escape(id_)}[],]", re.MULTILINE)
    assert any(cited.search(text) and all(name in text for name in names) for text in texts)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_chapter_states_a_rule_twice(chapter: str) -> None:
    text = resources.files("archivist.rules.catalogue").joinpath(f"{chapter}.yaml").read_text(encoding="utf-8")
    read = yaml.compose(text, Loader=yaml.SafeLoader)
    assert read is not None, "the chapter is empty"
    keys = [key.value for key, _ in read.value]
    assert len(keys) == len(set(keys))


def test_names_in_tests_can_tell_all_ids_apart() -> None:
    spelled = {re.sub(r"[.-]", "_", id_).lower() for id_ in catalogue()}
    assert len(spelled) == len(catalogue())


@pytest.mark.parametrize(
    "id_",
    [*FOUR_STEPS, *SAMPLES],
)
def test_a_rule_is_found_by_its_id(id_: str) -> None:
    assert rule(id_).id == id_


def test_an_unknown_id_is_answered_with_the_nearest_ones() -> None:
    with pytest.raises(UnknownRule, match=r"there is no rule 'keywords.floating-memry'; did you mean") as caught:
        rule("keywords.floating-memry")
    assert caught.value.nearest[0] == "keywords.floating-memory"
    assert isinstance(caught.value, ValueError)
    assert caught.value.args == (caught.value.id, caught.value.nearest)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_the_nearest_ids_do_not_depend_on_case() -> None:
    with pytest.raises(UnknownRule, match=r"did you mean CA\.1\.8"):
        rule("ca.1.8")


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("turn.md 4.16", "turn.4.16"),
        ("keywords: Floating Memory", "keywords.floating-memory"),
        ("ca.1.2", "CA.1.2"),
        ("playing-cards CM.3", "CM.3"),
        ("Combat", "combat"),
        ("combat.99", "combat.99"),
    ],
)
def test_an_id_is_known_however_it_is_spelled(text: str, id_: str) -> None:
    assert spelled(text) == id_


def test_an_id_like_no_other_is_answered_without_a_suggestion() -> None:
    with pytest.raises(UnknownRule, match=r"^there is no rule '\?\?\?'$"):
        rule("???")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("CA.1.2", "CA.1.2", True),
        ("CA.1.2", "CA.1.2.1", True),
        ("CA.1.2", "CA.1.20", False),
        ("CA.1.2.1", "CA.1.2", False),
        ("timing", "timing.2.8", True),
        ("keywords.on-hit", "keywords.on-hitting", False),
    ],
)
def test_a_rule_covers_itself_and_the_clauses_beneath(one: str, other: str, expected: bool) -> None:
    assert covers(one, other) is expected


def test_under_a_rule_are_itself_and_its_clauses_in_order() -> None:
    assert [each.id for each in under("CA.1.8")] == ["CA.1.8", "CA.1.8.1", "CA.1.8.2"]
    assert [each.id for each in under("CM.3.2")] == ["CM.3.2", "CM.3.2.1", "CM.3.2.2", "CM.3.2.3", "CM.3.2.4"]


def test_under_an_id_that_only_groups_is_what_it_groups() -> None:
    assert under("CM.3")[0].id == "CM.3.1"
    assert [each.id for each in under("playing-cards")] == [*_ids_of("playing-cards")]
    assert [each.id for each in under("zones")] == [*_ids_of("zones")]
    with pytest.raises(UnknownRule):
        under("CM.9")


def _ids_of(chapter: str) -> list[str]:
    return [each.id for each in catalogue().values() if each.chapter == chapter]


def test_a_reason_is_given_for_rules_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(reason.strip() and "\n" not in reason for reason in not_yet().values())
    monkeypatch.setattr(catalogue_files, "_statements", lambda chapter: {"zones.99": "no such rule"})
    not_yet.cache_clear()
    try:
        with pytest.raises(UnknownRule, match=r"zones\.99"):
            not_yet()
    finally:
        monkeypatch.undo()
        not_yet.cache_clear()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the rules' text is not here")
def test_every_clause_of_the_spec_is_in_the_catalogue() -> None:
    text = (SHARED / "playing-cards.md").read_text(encoding="utf-8")
    ids = re.findall(r"^\| ((?:PC|CA|CM|BB|RS|CR|RU)\.[\d.]+) \|", text, re.MULTILINE)
    assert len(ids) > 90
    assert [id_ for id_ in (*ids, *FOUR_STEPS) if id_ not in catalogue()] == []


@pytest.mark.skipif(not SHARED.is_dir(), reason="the rules' text is not here")
@pytest.mark.parametrize("chapter", [chapter for chapter in CHAPTERS if chapter not in ("playing-cards", "keywords")])
def test_every_numbered_clause_of_a_chapter_is_in_the_catalogue(chapter: str) -> None:
    text = (SHARED / f"{chapter}.md").read_text(encoding="utf-8")
    assert [id_ for id_ in _numbered(chapter, text) if id_ not in catalogue()] == []


def _numbered(chapter: str, text: str) -> list[str]:
    """The sections and numbered clauses of a chapter; the steps of an attack are numbered beside its clauses."""
    ids: list[str] = []
    section = ""
    for line in text.splitlines():
        if head := re.match(r"## (\d+)\.", line):
            section = f"{chapter}.{head[1]}"
            ids.append(section)
        elif full := re.match(r"(\d+\.\d+) ", line):
            ids.append(f"{chapter}.{full[1]}")
        elif plain := re.match(r"(\d+)\. ", line):
            ids.append(f"{section}.step.{plain[1]}" if section == "combat.3" else f"{section}.{plain[1]}")
    return ids


CODE = '''
"""Paying (CA.1.8).

Only what a module says first is a citation, not CA.1.1 here.
"""
RULE = "CA.1.8"
AGAIN = ("CA.1.8", "timing.2.8")
MANY = "CA.1.6 CA.1.7"
PIECE = f"CA.1.5{RULE}"
FILE = "cards.yaml"
WRONG = "CA.9.9"
WORSE = "timing.9.99"

def carry_out():
    """Carries out a rule (zones.2.8), as turn.py and `zones.move` do; not zones.2.88.

    Rules: RS.2.1, keywords.floating-memory.
    """

class Node:
    """Says what zones.2.7 says."""
'''

SPEAKING = '''
RULES = ("zones.2.9", "zones.2.99")

def speak():
    """Speaks of zones.2.6."""
'''

TESTS = """
import pytest

def test_CA_1_8_2_asks_for_new_modes_only(): ...
async def test_timing_2_8_the_acting_player_goes_on(): ...
def test_targets_and_copies_3_4_tokens(): ...
def test_ca_1_8(): ...
def test_something_else(): ...
def helper_CA_1_5(): ...
def test_CA_7_7_does_not_exist(): ...

@pytest.mark.rule("CA.1.8", "PC.3")
def test_marked(): ...

@pytest.mark.rule("RU.13")
class TestReverting:
    @pytest.mark.rule("RU.99")
    def test_RU_14_nothing_is_shown(self): ...
"""

SCENARIO = """
name: four powercells
cites: [CA.1.8, costs.5.2]
steps:
- refused: {cites: CA.1.6}
- cites:
  - CA.1.88
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout in small: one module, one file of tests, one scenario."""
    _write(tmp_path / "src/archivist/rules/playing_cards/nine_steps.py", CODE)
    _write(tmp_path / "src/archivist/rules/catalogue/__init__.py", 'OWN = "CA.1.1"\nWRONG = "CA.1.999"\n')
    _write(tmp_path / "src/archivist/scenario/plays.py", SPEAKING)
    _write(tmp_path / "tests/rules/test_playing.py", TESTS)
    _write(tmp_path / "scenarios/costs/powercells.yaml", SCENARIO)
    return tmp_path


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _row(table: Coverage, id_: str) -> Row:
    return next(row for row in table.rows if row.rule.id == id_)


def test_the_table_has_a_row_for_each_rule(tree: Path) -> None:
    assert [row.rule for row in coverage(tree).rows] == list(catalogue().values())


def test_the_table_says_where_a_rule_is_implemented(tree: Path) -> None:
    table = coverage(tree)
    file = "src/archivist/rules/playing_cards/nine_steps.py"
    assert _row(table, "CA.1.8").implemented == (f"{file}:6", f"{file}:7", f"{file}:1")
    assert _row(table, "timing.2.8").implemented == (f"{file}:7",)
    assert [_row(table, id_).implemented for id_ in ("CA.1.1", "CA.1.5", "CA.1.6", "CA.1.7")] == [()] * 4


def test_docstrings_of_functions_and_classes_cite_rules(tree: Path) -> None:
    table = coverage(tree)
    file = "src/archivist/rules/playing_cards/nine_steps.py"
    for id_ in ("zones.2.8", "RS.2.1", "keywords.floating-memory"):
        assert _row(table, id_).implemented == (f"{file}:14",)
    assert _row(table, "zones.2.7").implemented == (f"{file}:20",)


def test_only_the_engine_carries_out_rules(tree: Path) -> None:
    """A module that plays scenarios speaks of rules; its wrong ids are found all the same."""
    table = coverage(tree)
    assert _row(table, "zones.2.9").implemented == _row(table, "zones.2.6").implemented == ()
    assert "src/archivist/scenario/plays.py:2: zones.2.99" in table.unknown


def test_the_table_says_why_a_rule_is_missing(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage_table, "not_yet", lambda: {"zones.2.6": "nobody needs it", "CA.1.8": "not true"})
    table = measured({"CA.1.8": ("a.py:1",)}, {}, [Run("s.yaml", (), ("CA.1.8",))])
    assert _row(table, "zones.2.6").missing == "nobody needs it"
    assert _row(table, "zones.2.5").missing == ""
    assert "CA.1.8: is listed as missing, but is there" in problems(table)
    assert not any(line.startswith("zones.2.6") for line in problems(table, strict=True))


def test_the_table_says_which_tests_name_a_rule(tree: Path) -> None:
    table = coverage(tree)
    file = "tests/rules/test_playing.py"
    assert _row(table, "CA.1.8.2").tests == (f"{file}::test_CA_1_8_2_asks_for_new_modes_only",)
    assert _row(table, "timing.2.8").tests == (f"{file}::test_timing_2_8_the_acting_player_goes_on",)
    assert _row(table, "targets-and-copies.3.4").tests == (f"{file}::test_targets_and_copies_3_4_tokens",)
    assert _row(table, "CA.1.8").tests == (f"{file}::test_ca_1_8", f"{file}::test_marked")
    assert _row(table, "PC.3").tests == (f"{file}::test_marked",)
    method = f"{file}::TestReverting::test_RU_14_nothing_is_shown"
    assert _row(table, "RU.13").tests == _row(table, "RU.14").tests == (method,)
    assert _row(table, "CA.1.5").tests == _row(table, "CA.1").tests == ()


def test_the_table_says_which_runs_have_shown_a_rule_whatever_they_cite() -> None:
    table = measured({}, {}, [Run("a.yaml", ("PC.1",), ("CA.1.8.2",)), Run("b.yaml", (), ("CA.1.8", "CA.1.20"))])
    assert _row(table, "CA.1.8.2").shown == ("a.yaml",)
    assert sorted(_row(table, "CA.1.8").shown) == ["a.yaml", "b.yaml"], "a clause shows what it stands under"
    assert _row(table, "CA.1.2").shown == _row(table, "PC.1").shown == ()


def test_a_run_proves_what_it_cites_or_not() -> None:
    assert unproved(Run("s.yaml", ("CA.1.8",), ("CA.1.8.1",))) == ""
    assert unproved(Run("s.yaml", (), ())) == ""
    assert unproved(Run("s.yaml", ("CA.1.8", "CA.1.5"), ("CA.1.8",))) == (
        "s.yaml: cites CA.1.5, which its run does not show"
    )
    assert unproved(Run("s.yaml", ("CA.1.8.1",), ("CA.1.8",))) == (
        "s.yaml: cites CA.1.8.1, which its run does not show"
    ), "the rule above a clause does not show the clause"
    assert unproved(Run("s.yaml", (), (), "step 1: it failed")) == "s.yaml: step 1: it failed"


def test_a_definition_may_be_cited_beside_a_rule_that_is_shown() -> None:
    assert unproved(Run("s.yaml", ("turn.1.4", "CA.1.8"), ("CA.1.8",))) == ""
    assert unproved(Run("s.yaml", ("turn.1.4",), ("CA.1.8",))) == "s.yaml: cites turn.1.4, which its run does not show"


def test_definitions_are_rules_of_the_catalogue_and_say_what_they_define() -> None:
    assert set(definitions()) < set(catalogue())
    assert all(text and "\n" not in text and not text.endswith(".") for text in definitions().values())
    assert not any(rule(id_).chapter == "playing-cards" for id_ in definitions()), "what is done there is shown"
    assert definitions().keys().isdisjoint(not_yet())


def test_a_definition_need_not_be_shown() -> None:
    defined = Row(Rule("turn.1.4", "Multiplayer.", "turn"), ("a.py:1",), defines="multiplayer")
    assert defined.complete
    assert defined.lack == ""
    assert not Row(Rule("turn.1.4", "Multiplayer.", "turn"), defines="multiplayer").complete
    assert Coverage((defined,)).tally == Tally(rules=1, implemented=1, shown=0, definitions=1, complete=1, reasons=0)


def test_what_tells_of_rules_carries_out_none(tree: Path) -> None:
    _write(tree / "src/archivist/rules/citations/moves.py", 'RULES = ("zones.2.5", "zones.2.55")\n')
    table = coverage(tree)
    assert _row(table, "zones.2.5").implemented == ()
    assert "src/archivist/rules/citations/moves.py:1: zones.2.55" in table.unknown


def test_ids_that_no_rule_has_are_listed_with_their_places(tree: Path) -> None:
    assert coverage(tree).unknown == (
        "src/archivist/rules/playing_cards/nine_steps.py:11: CA.9.9",
        "src/archivist/rules/playing_cards/nine_steps.py:12: timing.9.99",
        "src/archivist/rules/playing_cards/nine_steps.py:14: zones.2.88",
        "src/archivist/scenario/plays.py:2: zones.2.99",
        "tests/rules/test_playing.py:10: test_CA_7_7_does_not_exist",
        "tests/rules/test_playing.py:18: RU.99",
        "scenarios/costs/powercells.yaml:7: CA.1.88",
    )


def test_missing_are_the_rules_not_implemented_or_not_shown() -> None:
    code: dict[str, tuple[str, ...]] = {"CA.1.8": ("a.py:1",), "timing.2.8": ("a.py:2",), "CA.1.6": ("a.py:3",)}
    table = measured(code, {}, [Run("s.yaml", (), ("CA.1.8", "timing.2.8"))])
    missing = {row.rule.id for row in table.missing("playing-cards")}
    assert "CA.1.8" not in missing
    assert {"CA.1.8.2", "CA.1.6", "CA.1"} <= missing
    assert "timing.2.8" not in {row.rule.id for row in table.missing("timing")}
    with pytest.raises(UnknownChapter, match="there is no chapter 'tming'; the chapters are playing-cards, "):
        table.missing("tming")


def test_problems_are_open_clauses_of_playing_cards_and_unknown_ids() -> None:
    done = Row(Rule("CA.1", "Done.", "playing-cards"), ("a.py:1",), (), ("s.yaml",))
    open_ = Row(Rule("CA.2", "Open.", "playing-cards"))
    named = Row(Rule("CA.3", "Named.", "playing-cards"), ("a.py:2",), ("t.py::test_CA_3",))
    elsewhere = Row(Rule("timing.1", "Elsewhere.", "timing"))
    assert problems(Coverage((done, open_, named, elsewhere), ("a.py:3: CA.9",), ("s.yaml: cites CA.1",))) == [
        "CA.2: not implemented and shown by no run (Open.)",
        "CA.3: shown by no run (Named.)",
        "s.yaml: cites CA.1",
        "unknown rule id: a.py:3: CA.9",
    ]


TABLE = Coverage(
    (
        Row(Rule("CA.1", "First.", "playing-cards"), ("a.py:1", "a.py:2"), ("t.py::test_a",), ("s.yaml",)),
        Row(Rule("keywords.brew", "Second.", "keywords"), (), (), ("s.yaml",), "no card has it"),
        Row(Rule("keywords.cleave", "Third.", "keywords"), ("a.py:3",)),
    )
)
SUMMARY = [
    "chapter        rules  implemented  shown by runs  definitions not shown  with a reason",
    "playing-cards      1            1              1                      0              0",
    "keywords           2            1              1                      0              1",
    "all                3            2              2                      0              1",
    "2 of 3 rules are implemented, 2 are shown by runs",
]


def test_the_summary_has_a_line_for_each_chapter_and_one_for_all() -> None:
    assert TABLE.tally == Tally(rules=3, implemented=2, shown=2, definitions=0, complete=1, reasons=1)
    assert summary(TABLE) == SUMMARY
    assert len(summary(Coverage(TABLE.chapter("keywords")))) == 3, "one chapter needs no line for all"


def test_a_share_is_rounded_down() -> None:
    assert Tally(rules=2000, implemented=1899, shown=1899, definitions=0, complete=1899, reasons=0).percent == "94.9 %"
    assert Tally(rules=0, implemented=0, shown=0, definitions=0, complete=0, reasons=0).percent == "100.0 %"


def test_the_report_lists_what_is_not_complete_with_its_reason() -> None:
    assert report(TABLE) == [
        "keywords.brew    Second.",
        "                 not implemented: no card has it",
        "keywords.cleave  Third.",
        "                 shown by no run: no reason given",
        "",
        *SUMMARY,
    ]
    done = Coverage(TABLE.rows[:1])
    assert report(done) == summary(done)


def test_places_are_listed_by_rule() -> None:
    assert places(Coverage(TABLE.rows[:1])) == [
        "CA.1  First.",
        "    code      a.py:1",
        "    code      a.py:2",
        "    test      t.py::test_a",
        "    shown by  s.yaml",
        "",
    ]
    assert "    code      and 1 more" in places(Coverage(TABLE.rows[:1]), most=1)


def test_the_page_tells_openly_which_keywords_are_not_implemented() -> None:
    _, keywords, others = markdown(TABLE).split("\n## ")
    assert keywords == (
        "Keywords that are not implemented\n\n- `keywords.brew` Second. *not implemented: no card has it*\n"
    )
    assert "- `keywords.cleave` Third. *shown by no run: no reason given*" in others
    assert "| keywords | 2 | 1 | 1 | 0 | 1 |" in markdown(TABLE)
    assert "2 of 3 rules are implemented, 2 are shown by runs." in markdown(TABLE)
    assert "None: every keyword" in markdown(Coverage(TABLE.rows[:1]))


def test_a_table_can_be_restricted_to_what_is_under_an_id(tree: Path) -> None:
    table = coverage(tree)
    for id_ in ("CA.1.8", "zones", "playing-cards"):
        assert [row.rule for row in table.under(id_).rows] == under(id_)
    with pytest.raises(UnknownRule):
        table.under("zones.99")


def test_strictness_asks_for_a_reason_everywhere_and_for_enough() -> None:
    assert problems(TABLE) == []
    assert problems(TABLE, strict=True) == [
        "keywords.cleave: shown by no run (Third.)",
        "33.3 % of the rules are implemented and shown; it must be 95 %",
    ]
    assert problems(Coverage(TABLE.rows[:1]), strict=True) == []


def test_a_place_that_is_no_checkout_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NoSourceCheckout, match="the coverage table needs a source checkout"):
        coverage(tmp_path)


@pytest.mark.parametrize(("file", "text"), [("tests/test_x.py", "def ("), ("scenarios/x.yaml", "cites: [")])
def test_a_file_that_cannot_be_read_is_named(tree: Path, file: str, text: str) -> None:
    _write(tree / file, text)
    with pytest.raises(UnreadableFile, match=Path(file).name):
        coverage(tree)


@pytest.mark.parametrize("text", ["intercept", "Intercept", " INTERCEPT. "])
def test_a_keyword_is_found_before_the_rules_that_mention_it(text: str) -> None:
    found = [rule.id for rule in search(text)]
    assert found[:2] == ["keywords.intercept", "keywords.intercept.choice"]
    assert [each.startswith("keywords.") for each in found] == sorted(
        (each.startswith("keywords.") for each in found), reverse=True
    )
    assert {"combat.8.intercept", "combat.8.unblockable"} <= {*found}
    assert all("intercept" in f"{rule.id} {rule.statement}".lower() for rule in search(text))


def test_a_term_is_found_before_the_rules_that_mention_it() -> None:
    assert search("negate")[0].id == "terms.2.negate"
    assert search("floating memory")[0].id == "keywords.floating-memory"


def test_a_word_is_found_by_its_beginning_and_all_words_are_needed() -> None:
    both = {rule.id for rule in search("intercept cleave")}
    assert both == {rule.id for rule in search("cleave")} & {rule.id for rule in search("intercept")} != set()
    assert {rule.id for rule in search("intercept")} <= {rule.id for rule in search("interc")}
    assert not {"keywords.intercept"} & {rule.id for rule in search("ntercept")}


@pytest.mark.parametrize("text", ["", " . ", "no such words anywhere"])
def test_what_no_rule_speaks_of_is_not_found(text: str) -> None:
    assert search(text) == []


def test_the_catalogue_is_read_as_it_was_written_whatever_the_machine_is_used_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "odd.yaml").write_text("odd.1: naïve\n", encoding="utf-8")
    read_text = Path.read_text
    monkeypatch.setattr(
        Path, "read_text", lambda self, encoding="ascii", errors=None: read_text(self, encoding, errors)
    )
    monkeypatch.setattr(catalogue_files, "__file__", str(tmp_path / "__init__.py"))
    assert catalogue_files._statements("odd") == {"odd.1": "naïve"}
