"""Reading steps: what a player does, with its keys, answers, shortcuts; and mistakes in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from archivist.cards import pool
from archivist.notation.actions import Deed
from archivist.notation.naming import Name
from archivist.scenario.source import Reader, open_source
from archivist.scenario.steps import Act, Illegality, Keys, Reply, Shortcut, Step, read_step

Problem = Callable[..., str]

FIREBALL = Deed("activate", Name("Fireball", card="Fireball"))
CHAMPION = Name("B/champion", "B", "champion")


def step(text: str) -> Step:
    return read_step(Reader(pool(), ("A", "B")), 3, open_source(text, "t.yaml"))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("A: pass", Act("A", Deed("pass"))),
        ("A: {pass: true, illegal: timing.2.1}", Act("A", Deed("pass"), illegal=Illegality("timing.2.1"))),
        ("A: {activate: Fireball, illegal: true}", Act("A", FIREBALL, illegal=Illegality())),
        ("A: {activate: Fireball, illegal: false}", Act("A", FIREBALL)),
        ("A: {activate: Fireball, x: 2, modes: [1, '2', any]}", Act("A", FIREBALL, Keys(x=2, modes=(1, 2, "any")))),
        ("A: {activate: Fireball, optional: Prepare 2}", Act("A", FIREBALL, Keys(optional=("prepare",)))),
        ("A: {activate: Fireball, alternative: 2}", Act("A", FIREBALL, Keys(alternative=2))),
        ("A: {activate: Fireball, pay first: [reserve]}", Act("A", FIREBALL, Keys(pay_first=("reserve",)))),
        ("resolve: top", Shortcut("resolve", "top")),
        ("advance: end", Shortcut("advance", "end")),
    ],
)
def test_what_a_step_says(text: str, what: Act | Shortcut) -> None:
    found = step(text)
    assert found.what == what
    assert found.number == 3


def test_targets_in_one_list_and_in_groups() -> None:
    aimed = Deed("activate", FIREBALL.name, aimed=True)
    flat = Keys(targets=((CHAMPION,), (CHAMPION,)))
    assert step("A: {activate: Fireball, targets: [2 x B/champion]}").what == Act("A", aimed, flat)
    grouped = Keys(targets=((), (CHAMPION,)), grouped=True)
    assert step("A: {activate: Fireball, targets: [[], [B/champion]]}").what == Act("A", aimed, grouped)
    split = Keys(targets=((CHAMPION,),), split=((CHAMPION, 3),))
    assert step("A: {activate: Fireball, split: {B/champion: 3}}").what == Act("A", aimed, split)


def test_return_is_an_action_of_its_own_and_a_payment_of_others() -> None:
    alone = step("A: {return: Fireball}").what
    assert isinstance(alone, Act)
    assert alone.deed.verb == "return"
    paying = step("A: {activate: Fireball, return: [B/champion]}").what
    assert paying == Act("A", FIREBALL, Keys(payments={"return": (CHAMPION,)}))


def test_an_answer_keeps_its_own_words_and_names_what_pays() -> None:
    what = step("A: {choose: yes, reserve: [B/champion]}").what
    assert isinstance(what, Reply)
    assert (what.question, what.value.value, what.payments) == ("choose", "yes", {"reserve": (CHAMPION,)})


def test_a_step_is_written_on_one_line() -> None:
    assert step("A: {activate: Fireball, targets: [B/champion], illegal: true}").text == (
        "A: {activate: Fireball, targets: [B/champion], illegal: true}"
    )


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("- A: {activate: Firebal}", "no card is named 'Firebal'; did you mean Fireball"),
        ("- A: {activte: Fireball}", "unknown key 'activte'; did you mean activate"),
        ("- A: {activate: Fireball, targts: [B/champion]}", "unknown key 'targts' in 'activate'; did you mean targets"),
        ("- A: {activate: Fireball, attack: A/champion}", "one action per step, not activate and attack"),
        ("- A: pas", "unknown action 'pas'; did you mean pass"),
        ("- A: activate", "'activate' needs more than this word: {activate: ..}"),
        ("- A: retaliate", "'retaliate' needs more than this word: {retaliate: ..}"),
        ("- E: pass", "unknown step 'E'"),
        ("- expct: {}", "unknown step 'expct'; did you mean expect"),
        ("- {A: pass, B: pass}", "a step does one thing; there are 2 here"),
        ("- A: {targets: [B/champion]}", "an action is needed"),
        ("- A: {activate: A/champion}", "a card's name is needed to activate"),
        ("- A: {attack: B}", "an object is needed, not player B"),
        ("- A: {activate: Fireball, x: many}", "x must be a number of at least 0, not 'many'"),
        ("- A: {activate: Fireball, from: graveyrd}", "did you mean"),
        ("- A: {activate: Fireball, targets: [A/feild/Gray Wolf]}", "unknown zone or player 'feild'"),
        ("- A: {activate: Fireball, alternative: [brew, free]}", "only one alternative cost can be used"),
        ("- A: {activate: Fireball, illegal: CA.99}", "there is no rule 'CA.99'"),
        ("- resolve: some", "unknown resolve 'some'"),
        ("- advance: mainn", "unknown phase 'mainn'; did you mean main"),
        ("- A: 5", "an action must be a mapping, not 5"),
        ("- 5", "a step must be a mapping, not 5"),
        ("- A: {return: Fireball, x: 1}", "unknown key 'x' in 'return'"),
    ],
)
def test_a_mistake_in_a_step_is_named_with_the_nearest_word(problem: Problem, step: str, said: str) -> None:
    message = problem(step, a="hand: [Fireball]")
    assert said in message
    assert message.startswith("test.yaml:13: ")
