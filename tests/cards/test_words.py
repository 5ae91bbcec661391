"""Subtypes and counters are open lists: cards bring new ones, misspellings of known ones are questioned."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from archivist.cards import Pool, decode_cards, pool, read_cards
from archivist.cards.lexicon import KNOWN
from archivist.game import Game
from archivist.model.errors import CardFileError, ScenarioError, one_letter_away
from archivist.notation.wording import wording
from archivist.scenario import run
from archivist.vocabulary import words

DATA = Path(__file__).parents[3] / "shared" / "data"


def card(name: str, facts: str = "", *abilities: str) -> str:
    told = "cost: {reserve: 1}, power: 1, life: 1" + (f", {facts}" if facts else "")
    return f"- {{name: {name}, types: [ally], {told}, abilities: [{', '.join(abilities)}]}}\n"


def load(*cards: str) -> Pool:
    return pool().with_cards(read_cards("".join(cards), "mine.yaml"))


def problem(*cards: str) -> str:
    with pytest.raises(CardFileError) as caught:
        load(*cards)
    return str(caught.value)


DESTROYS = "{{ability: triggered, on: {{on: enter}}, targets: [{{of: {0}}}], do: [{{do: destroy}}]}}"
SPORES = "{ability: triggered, on: {on: enter}, do: [{do: counters, kind: spore}]}"


# -- subtypes ----------------------------------------------------------------------------------------------------


def test_a_card_brings_a_new_subtype_by_having_it() -> None:
    cards = load(card("Tinker", "subtypes: [human, gizmo]", DESTROYS.format("Gizmo ally")))
    assert "gizmo" in cards["Tinker"].words
    assert wording(cards["Tinker"]) == ["On Enter: Destroy target Gizmo ally."]
    assert "gizmo" in cards.lexicon.subtypes
    assert "gizmo" not in pool().lexicon.subtypes


@pytest.mark.parametrize(
    "phrase",
    ["Gizmo ally", "non-Gizmo ally", "Human or Gizmo ally", "ally or gizmo", "another Gizmo object you control"],
)
def test_a_phrase_may_use_what_another_card_brings_before_or_after_it(phrase: str) -> None:
    bringing, using = card("Bringer", "subtypes: [gizmo]"), card("User", "", DESTROYS.format(phrase))
    assert load(bringing, using)
    assert load(using, bringing)
    assert "at abilities[0].targets[0].of: unknown word 'gizmo' in " in problem(using)


@pytest.mark.parametrize(
    ("ability", "place"),
    [
        ("{ability: static, effects: [{static: modify, subtypes: [gizmo]}]}", "effects[0].subtypes"),
        ("{ability: static, effects: [{static: modify, words: [gizmo]}]}", "effects[0].words"),
        ("{ability: triggered, on: {on: becomes, word: gizmo}, do: [{do: draw}]}", "on.word"),
        ("{ability: text, do: [{do: draw, amount: count(Gizmo ally)}]}", "do[0].amount"),
        ("{ability: text, when: you control a Gizmo ally, do: [{do: draw}]}", "when"),
        ("{ability: text, do: [{do: if, that: this is gizmo, then: [{do: draw}]}]}", "do[0].that"),
        ("{ability: text, do: [{do: turn, to: rested, what: each Gizmo ally}]}", "do[0].what"),
        ("{ability: additional cost, pay: [{pay: sacrifice, of: Gizmo ally}]}", "pay[0].of"),
        ("{ability: static, effects: [{static: modify, of: each Gizmo ally, power: 1}]}", "effects[0].of"),
    ],
)
def test_a_subtype_that_nothing_brings_is_unknown_wherever_it_stands(ability: str, place: str) -> None:
    assert f"User: at abilities[0].{place}: unknown word 'gizmo'" in problem(card("User", "", ability)).replace(
        "subtype 'gizmo'", "word 'gizmo'"
    )
    assert load(card("User", "", ability), card("Bringer", "subtypes: [gizmo]"))


@pytest.mark.parametrize("written", ["humann", "huma", "humna", "homan", "hhuman"])
def test_a_word_one_letter_away_from_a_known_one_is_questioned(written: str) -> None:
    facts = problem(card("Typo", f"subtypes: [{written}]"))
    assert facts.startswith(f"mine.yaml: Typo: unknown subtype '{written}'; did you mean human")
    phrase = problem(card("Typo", "", DESTROYS.format(f"{written} ally")))
    assert f"mine.yaml: Typo: at abilities[0].targets[0].of: unknown word '{written}' in " in phrase
    assert "human" in phrase.partition("did you mean")[2]


def test_a_word_one_letter_away_from_one_that_another_card_brings_is_questioned_too() -> None:
    assert "unknown subtype 'gizmos'; did you mean gizmo" in problem(
        card("One", "subtypes: [gizmo]"), card("Two", "subtypes: [gizmos]")
    )


def test_a_word_that_only_looks_like_a_known_one_can_be_meant() -> None:
    assert "If you mean it, say so: new words: [bat]" in problem(card("Fruit Bat", "subtypes: [bat]"))
    cards = load(
        card("Fruit Bat", "subtypes: [bat], new words: [bat]"),
        card("Bat Trainer", "", "{ability: static, effects: [{static: modify, of: each Bat ally, power: 1}]}"),
    )
    assert "bat" in cards["Fruit Bat"].words


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ("subtypes: [rested]", "it is a state"),
        ("subtypes: [cleric]", "it is a class"),
        ("subtypes: [fire]", "it is an element"),
        ("subtypes: [unit]", "it is a word for several types"),
        ("subtypes: [Gizmo]", "it is written in small letters, as one word"),
        ("subtypes: [big gizmo]", "it is written in small letters, as one word"),
    ],
)
def test_what_is_something_else_cannot_be_a_subtype(facts: str, said: str) -> None:
    assert said in problem(card("Odd", facts))


def test_effects_5_10_setting_subtypes_takes_a_new_one_away(tmp_path: Path) -> None:
    text = (
        "title: A new subtype is a subtype\ncards:\n"
        + card("Tinker", "subtypes: [gizmo, human]").replace("- ", "  - ", 1)
        + "  - {name: Leveller, types: [item], cost: {reserve: 1}, abilities: ["
        "{ability: static, effects: [{static: modify, of: each Gizmo ally, power: 1}]}, "
        "{ability: activated, do: [{do: gain, on: each ally, static: {static: modify, subtypes: [beast]}}]}]}\n"
        "setup:\n  A: {champion: [Spirit of Fire], field: [Tinker, Leveller], deck: [9 x Tinker]}\n"
        "  B: {champion: [Spirit of Fire], deck: [9 x Tinker]}\n"
        "steps:\n  - expect: {Tinker: {types: {has: [gizmo, human]}, power: 2}}\n"
        "  - A: {ability: Leveller}\n  - resolve: all\n"
        "  - expect: {Tinker: {types: {has: [beast, ally], lacks: [gizmo, human]}, power: 1}}\n"
    )
    path = tmp_path / "gizmo.yaml"
    path.write_text(text, encoding="utf-8")
    report = run(path)
    assert report.passed, report.difference


# -- counters ----------------------------------------------------------------------------------------------------


def test_a_card_brings_a_new_counter_by_putting_it_somewhere() -> None:
    asking = "{ability: text, do: [{do: draw, amount: counters(spore on this)}]}"
    cards = load(card("Shroom", "", SPORES, asking))
    assert "spore" in cards.lexicon.counters
    assert wording(cards["Shroom"])[1] == "Draw a card for each spore counter on this ally."


@pytest.mark.parametrize(
    "ability",
    [
        "{ability: text, do: [{do: draw, amount: counters(spore)}]}",
        "{ability: text, do: [{do: if, that: counters(spore on this) >= 2, then: [{do: draw}]}]}",
        "{ability: text, do: [{do: remove counters, kind: spore}]}",
        "{ability: activated, cost: [{pay: counters, kind: spore, count: 1}], do: [{do: draw}]}",
        "{ability: triggered, on: {on: counters removed, kind: spore}, do: [{do: draw}]}",
        "{ability: static, effects: [{static: that many counters, kind: spore, of: each ally, times: 2}]}",
    ],
)
def test_a_counter_that_nothing_puts_anywhere_is_unknown(ability: str) -> None:
    message = problem(card("Asker", "", ability))
    assert "Asker: at abilities[0]." in message
    assert "unknown counter 'spore'" in message
    assert load(card("Asker", "", ability), card("Shroom", "", SPORES))


@pytest.mark.parametrize("kind", ["bufff", "buf", "bfuf", "gluff"][:3])
def test_a_counter_one_letter_away_from_a_known_one_is_questioned(kind: str) -> None:
    assert f"unknown counter '{kind}'; did you mean buff" in problem(card("Typo", "", SPORES.replace("spore", kind)))


def test_scenarios_speak_of_what_their_cards_bring(tmp_path: Path) -> None:
    text = (
        "title: Spores\ncards:\n  "
        + card("Shroom", "subtypes: [fungus]", SPORES)
        + "setup:\n  A: {champion: [Spirit of Fire], field: [{card: Shroom, counters: {spore: 2}}], deck: [9 x Shroom]}\n"
        "  B: {champion: [Spirit of Fire], deck: [9 x Shroom]}\n"
        "steps:\n  - expect: {Shroom: {counters: {spore: 2}, types: {has: [fungus]}}}\n"
    )
    path = tmp_path / "spores.yaml"
    path.write_text(text, encoding="utf-8")
    assert run(path).passed
    with pytest.raises(ScenarioError, match=r"unknown counter 'sporee'.*spore"):
        Game.from_scenario(text.replace("{spore: 2}", "{sporee: 2}", 1))
    with pytest.raises(ScenarioError, match="fungi"):
        Game.from_scenario(text.replace("[fungus]}}", "[fungi]}}"), play=True)


def test_new_words_live_through_a_save() -> None:
    text = (
        "cards:\n  "
        + card("Shroom", "subtypes: [fungus]", SPORES)
        + "  - {name: Picker, types: [item], cost: {reserve: 1}, abilities: ["
        "{ability: static, effects: [{static: modify, of: each Fungus ally, power: 1}]}]}\n"
        "setup:\n  A: {champion: [Spirit of Fire], field: [Picker], deck: [9 x Giant Tortoise]}\n"
        "  B: {champion: [Spirit of Fire], deck: [9 x Giant Tortoise]}\n"
    )
    game = Game.from_scenario(text)
    assert Game.load(game.save()).state.pool["Picker"] == game.state.pool["Picker"]


# -- the lists ---------------------------------------------------------------------------------------------------


def test_one_letter_away() -> None:
    assert one_letter_away("cat", ["cat", "bat", "at", "cast", "act", "dog", "cut"]) == [
        "act",
        "at",
        "bat",
        "cast",
        "cut",
    ]
    assert one_letter_away("caat", ["cart", "chat", "acat", "tact"]) == ["acat", "cart", "chat"]


def test_the_built_in_cards_use_known_words_only() -> None:
    assert pool().lexicon == KNOWN


@pytest.mark.skipif(not DATA.exists(), reason="the printed cards are not at hand")
def test_every_subtype_and_counter_of_a_printed_card_is_accepted() -> None:
    for file in ("cards-api.json", "cards-text.json"):
        for printed in json.loads((DATA / file).read_text("utf-8"))["data"]:
            subtypes = [word.lower() for word in printed["subtypes"] if word.lower() not in words.CLASSES]
            kinds = {found[1].lower() for found in re.finditer(r"(\w+) counters?\b", printed["effect_raw"] or "")}
            put = [{"do": "counters", "kind": kind} for kind in sorted(kinds - {"damage", "each", "more"})]
            entry = {"name": printed["name"], "types": ["ally"], "subtypes": subtypes}
            (face,) = decode_cards([{**entry, "abilities": [{"ability": "text", "do": put}]}], file)
            assert set(subtypes) <= face.words


def test_a_new_subtype_is_found_by_phrases_in_play() -> None:
    text = (
        "cards:\n  "
        + card("Shroom", "subtypes: [fungus]")
        + "setup:\n  A: {champion: [Spirit of Fire], field: [Shroom], deck: [9 x Shroom]}\n"
        "  B: {champion: [Spirit of Fire], deck: [9 x Shroom]}\n"
    )
    state = Game.from_scenario(text).state
    assert "fungus" in state.now.words(state, state.cards[state.field[-1]]) | state.now.words(
        state, state.cards[state.field[1]]
    )
