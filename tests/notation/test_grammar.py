"""The English of card texts."""

from __future__ import annotations

import pytest

from archivist.vocabulary.grammar import (
    READER,
    Act,
    Clause,
    Noun,
    Sentences,
    article,
    chain,
    deals,
    does,
    either,
    holds,
    joined,
    listed,
    ordinal,
    passage,
    plural,
    run_on,
    singular,
    stop,
    third,
    title,
    wish,
)

THEY = Noun("each opponent")


@pytest.mark.parametrize(
    ("one", "many"),
    [("ally", "allies"), ("unit", "units"), ("regalia", "regalia"), ("Wolf", "Wolves"), ("Isle", "Isles"),
     ("Monkey", "Monkeys"), ("Suited", "Suiteds"), ("Fairy", "Fairies"), ("champion", "champions"),
     ("Witch", "Witches"), ("Boss", "Bosses"), ("Sphinx", "Sphinxes"), ("Wish", "Wishes")],
)  # fmt: skip
def test_plurals(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    "phrase", ["an ally", "a unit", "a unique ally", "an umbra card", "another ally", "an X", "a Beast", "an Animal"]
)
def test_articles(phrase: str) -> None:
    assert article(phrase if phrase.startswith("another") else phrase.split(" ", 1)[1]) == phrase


def test_lists_ordinals_and_keywords() -> None:
    assert [listed(["a", "b", "c"][:n], "or") for n in range(4)] == ["", "a", "a or b", "a, b or c"]
    assert [ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21)] == "1st 2nd 3rd 4th 11th 12th 13th 21st".split()
    assert [ordinal(n) for n in (101, 111, 113, 122)] == "101st 111th 113th 122nd".split()
    assert title("floating memory") == "Floating Memory"


@pytest.mark.parametrize(
    ("verb", "said"), [("draw", "draws"), ("banish", "banishes"), ("go", "goes"), ("be", "is"), ("cannot", "cannot")]
)
def test_verbs_agree_with_their_subject(verb: str, said: str) -> None:
    assert third(verb) == said


@pytest.mark.parametrize(
    ("noun", "whose"),
    [
        (Noun("those allies", True), "those allies'"),
        (Noun("those regalia", True), "those regalia's"),
        (Noun("your Shifting Currents"), "your Shifting Currents's"),
        (Noun("they", True), "their"),
        (Noun("the controller of target ally"), "target ally's controller's"),
    ],
)
def test_what_is_whose(noun: Noun, whose: str) -> None:
    assert noun.possessive == whose


def test_you_are_told_what_to_do_and_others_what_they_do() -> None:
    assert does(READER, "draw", "a card").parts == ("draw a card",)
    assert does(THEY, "draw", "a card").parts == ("each opponent draws a card",)
    assert holds(READER, Act("control", "it")).parts == ("you control it",)
    assert wish(READER, [does(READER, "draw", "a card"), does(THEY, "mill", "a card")]) == (
        "you may draw a card and have each opponent mill a card"
    )
    assert wish(THEY, [deals("deal", "2 damage to it")]) == "each opponent may have this deal 2 damage to it"


def test_sentences_begin_with_a_capital_and_end_with_one_full_stop() -> None:
    assert stop("deal 2 damage") == "Deals 2 damage."
    assert stop('it has "Draw a card."') == 'It has "Draw a card."'
    assert (
        passage([does(READER, "draw", "a card"), deals("deal", "1 damage to it")])
        == "Draw a card. Deals 1 damage to it."
    )


def test_steps_are_chained_and_bracketed_where_something_follows() -> None:
    dig = does(READER, "look", "at it", "you may take it")
    assert chain([does(READER, "draw", "a card"), dig]) == ("draw a card, then look at it", "you may take it")
    assert chain([dig, does(READER, "draw", "a card")]) == ("(look at it; you may take it), then draw a card",)
    assert chain([dig], closed=True) == ("(look at it; you may take it)",)
    assert chain([]) == ("nothing happens",)


def test_what_follows_a_step_is_part_of_it_only_where_nothing_else_comes_behind() -> None:
    draw = does(READER, "draw", "a card")
    after = Sentences(("when you do, mill a card",), follows=True)
    assert chain([draw, after]) == ("draw a card", "when you do, mill a card")
    assert chain([draw, after], closed=True) == ("draw a card, then (when you do, mill a card)",)
    option = Sentences(("you may draw a card", "if you do, mill a card"))
    assert chain([option], closed=True) == ("(you may draw a card; if you do, mill a card)",)
    assert chain([Sentences(("you may draw a card",))], closed=True) == ("you may draw a card",)


def test_a_choice_and_what_you_do_with_it_is_one_instruction() -> None:
    choose, theirs = does(READER, "choose", "an ally"), does(THEY, "choose", "an ally")
    destroy, mark = does(READER, "destroy", "it"), does(READER, "put", "a buff counter on it")
    assert _both(choose, destroy) == ("choose an ally and destroy it",)
    assert _both(does(READER, "destroy", "an ally"), mark) is None
    assert _both(choose, destroy.led("if so")) is None
    assert _both(choose.led("if so"), destroy) is None
    assert _both(choose, holds(READER, Act("win", "the game"))) is None
    assert _both(choose, does(THEY, "destroy", "it")) is None
    assert _both(theirs, mark) == ("each opponent chooses an ally and puts a buff counter on it",)
    assert _both(theirs, destroy) is None
    assert _both(theirs, does(READER, "put", "it into your hand")) is None
    assert _both(theirs, does(READER, "remove", "a buff counter from it")) is None
    assert _both(theirs, mark._replace(acts=(*mark.acts, Act("draw", "a card")))) is None


def _both(first: Clause, second: Clause) -> tuple[str, ...] | None:
    both = joined(first, second)
    return None if both is None else both.parts


def test_what_you_may_bring_about_is_told_with_the_one_who_does_it() -> None:
    assert does(Noun("they", True), "gain", "vigor").wished(READER) == "have them gain vigor"
    assert holds(THEY, Act("win")).led("for now").wished(READER) == "have it that for now, each opponent wins"
    assert holds(THEY, Act("cannot", "win")).wished(READER) == "have it that each opponent cannot win"
    assert Sentences(("draw a card", "mill a card")).wished(READER) == "do this: (draw a card; mill a card)"


@pytest.mark.parametrize("word", ["ally", "card", "counter", "object", "mastery", "status", "copy", "damage"])
def test_singulars(word: str) -> None:
    assert singular(plural(word)) == word


def test_sentences_that_differ_in_one_place_are_one_choice() -> None:
    assert either(["it gets +1 power now", "it gets +1 life now"]) == "it gets +1 power or +1 life, your choice, now"
    assert either(["look at a hand, then draw", "look at a memory, then draw"]) == (
        "look at a hand or memory, your choice, then draw"
    )
    assert either(["gain one", "gain two", "gain three"]) == "gain one, two or three, your choice"
    assert either(["each gains one now", "each gains two now"]) == (
        "each gains one or two, your choice for all of them, now"
    )
    assert (
        either(["it gets +1 power or so", "it gets +10 power or so"]) == "it gets +1 or +10, your choice, power or so"
    )
    assert either(["gain one now", "gain two more now"]) == "gain one or two more, your choice, now"
    assert either(["gain two now", "gain two more now"]) == "gain two now or more now, your choice"
    assert either(["gain +1", "lose +2"]) is None
    assert either(["draw a card", "recover 2"]) is None
    assert either(["now it gets +1 power", "then it gets +1 power"]) is None
    assert either(["gain a token", "gain two or three tokens"]) is None
    assert either(["draw a card", "draw a card and recover 2 and mill"]) is None


def test_plain_clauses_at_the_beginning_are_one_sentence() -> None:
    draw, mill, last = (
        does(READER, "draw", "a card"),
        does(READER, "mill", "a card"),
        holds(THEY, Act("win")).led("if so"),
    )
    assert passage(run_on([draw, mill, last])) == "Draw a card, then mill a card. If so, each opponent wins."
    assert passage(run_on([draw, last, mill])) == "Draw a card. If so, each opponent wins. Mill a card."
    assert run_on([]) == []
    dig, so = does(READER, "look", "at it", "you may take it"), Sentences(("so be it",))
    assert passage(run_on([draw, mill, dig])) == "Draw a card, then mill a card. Look at it. You may take it."
    assert passage(run_on([draw, mill, so])) == "Draw a card, then mill a card. So be it."


@pytest.mark.parametrize(
    ("said", "rest"),
    [("a card", ""), ("damage", "unless paid"), ("+1 power", "for each ally"), ("+1 power", "")],
)
def test_a_duration_stands_in_front_of_what_is_more_than_a_plain_fact(said: str, rest: str) -> None:
    lasting = holds(THEY, Act("get", f"{said} {rest}".rstrip())).lasting("for now").parts[0]
    plain = f"each opponent gets {said} {rest}".rstrip()
    assert lasting == (f"for now, {plain}" if rest else f"{plain} for now")
