"""Cards are narrated from their data: every node has words, every field shows in them, every card reads well."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from archivist.cards import decode_cards, pool, read_cards
from archivist.notation.samples import FAMILIES, UNSPOKEN, sample, shown, variations
from archivist.notation.wording import wording
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import Node
from archivist.yaml_reader import read_yaml

SCENARIOS = Path(__file__).parents[2] / "scenarios"
NODES = [node for family in FAMILIES for node in family.nodes]


def card(abilities: str, more: str = "types: [ally]") -> Face:
    (face,) = read_cards(f"- {{name: Trial, {more}, cost: {{reserve: 1}}, abilities: [{abilities}]}}", "trial.yaml")
    return face


def test_fireball_says_what_it_does() -> None:
    assert wording(pool()["Fireball"]) == [
        "Costs 2 less to activate with class bonus.",
        "Deals 1 + LV damage to target unit.",
    ]


def test_a_card_without_abilities_says_nothing() -> None:
    assert wording(pool()["Giant Tortoise"]) == []


WRONG = re.compile(
    r"[{}<>_]|  |\.\.|,\.| ,|\bNone\b|\bTrue\b(?! Sight)|\bFalse\b|\w\(['\"]|\ba [aeioAEIO]|\ban [^aeiouAEIOULX]"
)
"""What a sentence never has: placeholders, Python values, doubled or misplaced marks, wrong articles."""


def scenario_cards() -> list[Face]:
    """The cards that scenarios make up, each once."""
    found: dict[str, Face] = {}
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        for face in decode_cards(read_yaml(path.read_text("utf-8")).get("cards"), path.name):
            found[repr(face)] = face
    return list(found.values())


@pytest.mark.parametrize("face", pool().values(), ids=lambda face: face.name)
def test_every_card_of_the_pool_reads_well(face: Face) -> None:
    check(face)


def test_every_card_of_the_scenarios_reads_well() -> None:
    for face in scenario_cards():
        check(face)


def check(face: Face) -> None:
    lines = wording(face)
    assert len([line for line in lines if not line.startswith("- ")]) == len(face.abilities)
    for line in lines:
        assert line.endswith((".", '."', ":")), line
        assert re.match(r'[A-Z"]|- [a-z0-9]', line), line
        assert not WRONG.search(line), line


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__name__)
def test_every_node_has_words_of_its_own(node: type[Node]) -> None:
    """A node without words cannot be shown to people: give its class a method `said`."""
    lines = shown(sample(node))
    assert lines
    assert all(line.strip() for line in lines)


@pytest.mark.parametrize("node", NODES, ids=lambda node: node.__name__)
def test_every_field_shows_in_the_words(node: type[Node]) -> None:
    """Two cards that differ in data differ in text."""
    for field, plain, changed in variations(node):
        assert shown(plain) != shown(changed), f"{node.__name__}.{field} is not told: {shown(plain)}"


@pytest.mark.parametrize(
    ("now", "always"),
    [
        (
            "{do: gain, on: each ally you control, static: {static: modify, power: 1, keywords: [vigor]}}",
            "{do: gain, static: {static: modify, of: each ally you control, power: 1, keywords: [vigor]}}",
        ),
        (
            "{do: gain, on: each ally you control, static: {static: prevent, amount: 1, shield: true}}",
            "{do: gain, static: {static: prevent, of: each ally you control, amount: 1, shield: true}}",
        ),
    ],
)
def test_those_there_now_are_told_from_whoever_fits_at_any_time(now: str, always: str) -> None:
    said = [wording(card(f"{{ability: text, do: [{each}]}}")) for each in (now, always)]
    assert said[0] != said[1]


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        # a thing is "it" only if it was the last one spoken of
        (
            "{ability: text, targets: [{of: ally}], do: [{do: damage}, {do: turn, to: rested}]}",
            "Deals 1 damage to target ally. Rest it.",
        ),
        (
            "{ability: text, targets: [{of: ally}],"
            " do: [{do: damage}, {do: turn, to: rested, what: champion}, {do: destroy}]}",
            "Deals 1 damage to target ally. Rest your champion. Destroy that ally.",
        ),
        (
            "{ability: text, targets: [{of: ally, name: one}, {of: ally you control, name: two}],"
            " do: [{do: destroy, what: target one}, {do: heal, what: target two}, {do: damage, to: target one}]}",
            "Destroy target ally. Remove all damage from target ally you control. Deals 1 damage to the first ally.",
        ),
        # what an earlier step was about is told by that step
        (
            "{ability: text, do: [{do: mill, amount: 2}, {do: draw}, {do: put, what: it(mill), into: hand}]}",
            "Mill 2 cards. Draw a card. Put the milled cards into their owners' hands.",
        ),
        (
            "{ability: text, do: [{do: mill, amount: 1}, {do: draw}, {do: put, what: it(mill), into: hand}]}",
            "Mill a card. Draw a card. Put the milled card into its owner's hand.",
        ),
        (
            "{ability: text, do: [{do: mill, amount: 1}, {do: draw}, {do: put, what: it, into: memory}]}",
            "Mill a card. Draw a card. Put the drawn card into its owner's memory.",
        ),
        (
            "{ability: text, targets: [{of: beast or human}],"
            " do: [{do: damage}, {do: turn, to: rested, what: champion}, {do: destroy}]}",
            "Deals 1 damage to target Beast or Human. Rest your champion. Destroy that object.",
        ),
        # several restrictions ahead of a text
        ("{ability: text, when: class bonus and level 2+, do: [{do: draw}]}", "Class bonus and level 2+: Draw a card."),
        ("{ability: text, when: class bonus and your turn, do: [{do: draw}]}",
         "With class bonus and if it is your turn: Draw a card."),
        ("{ability: text, when: your turn and level 2+, do: [{do: draw}]}",
         "If it is your turn and at level 2+: Draw a card."),
        # what stays rested, of a kind and of a side
        ("{ability: static, effects: [{static: forbid, what: wake up, who: opponents, cards: ally}]}",
         "Allies opponents control cannot wake up."),
        ("{ability: static, effects: [{static: forbid, what: wake up in the wake up phase, who: you, cards: beast ally}]}",
         "Beast allies you control do not wake up in their controllers' wake up phases."),
        ("{ability: static, effects: [{static: forbid, what: wake up, who: anyone}]}", "Objects cannot wake up."),
        # how far a condition reaches is always clear
        (
            "{ability: static, if: your turn,"
            " effects: [{static: modify, power: 1}, {static: modify, of: each beast, life: 1}]}",
            "While it is your turn, this ally gets +1 power, and each Beast gets +1 life.",
        ),
        (
            "{ability: text, do: [{do: may, then: [{do: if, that: your turn, then: [{do: draw}]}]}]}",
            "You may do this: (if it is your turn, draw a card).",
        ),
        (
            "{ability: text, do: [{do: if, that: level 2+,"
            " then: [{do: if, that: your turn, then: [{do: draw}]}], otherwise: [{do: mill, amount: 1}]}]}",
            "At level 2+, (if it is your turn, draw a card). Otherwise, mill a card.",
        ),
        (
            "{ability: text, do: [{do: if, that: not class bonus and not you control an ally, then: [{do: draw}]}]}",
            "Without class bonus and if you control no ally, draw a card.",
        ),
        # several that one may play
        ("{ability: text, do: [{do: choose, of: card in your graveyard, amount: 2},"
         " {do: permit, what: chosen, how: play}]}",
         "Choose 2 cards in your graveyard. You may play them from where they lie."),
        # the other of two, and the others of more
        ("{ability: text, do: [{do: dig, amount: 2, of: card, must: true}]}",
         "Look at the top 2 cards of your deck. Put one of them into your hand. Put the other on the bottom of your deck."),
        ("{ability: text, do: [{do: dig, amount: 3, of: card, must: true}]}",
         "Look at the top 3 cards of your deck. Put one of them into your hand. "
         "Put the others on the bottom of your deck in any order."),
        ("{ability: text, do: [{do: dig, amount: 2, of: card, must: true, rest: top}]}",
         "Look at the top 2 cards of your deck. Put one of them into your hand. The other stays on top."),
        # amounts
        ("{ability: text, do: [{do: draw, amount: count(ally) / 2}]}", "Draw a card for every 2 allies."),
        ("{ability: static, effects: [{static: modify, power: -LV, life: 1 + LV}]}",
         "This ally gets -LV power and +(1 + LV) life."),
        ("{ability: cost modifier, amount: -count(fire ally), if: your turn}",
         "If it is your turn: Costs 1 less for each fire ally."),
    ],
)  # fmt: skip
def test_sentences_can_be_read_in_one_way_only(ability: str, said: str) -> None:
    assert wording(card(ability)) == [said]


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        ("on: {on: die, what: ally}, while: your turn", "Whenever an ally dies while it is your turn, draw a card."),
        ("on: {on: die, what: ally}, if: your turn", "Whenever an ally dies, if it is your turn, draw a card."),
        ("on: {on: die, what: ally}, while: class bonus and not level 2+, if: your turn",
         "Whenever an ally dies while you have class bonus and while you are not at level 2+, "
         "if it is your turn, draw a card."),
        ("on: {on: die, what: ally}, while: not your turn",
         "Whenever an ally dies except while it is your turn, draw a card."),
        ("on: {on: enter}, while: your turn", "On Enter while it is your turn: Draw a card."),
    ],
)  # fmt: skip
def test_a_condition_for_the_moment_is_told_from_one_that_is_asked_again(ability: str, said: str) -> None:
    assert wording(card(f"{{ability: triggered, {ability}, do: [{{do: draw}}]}}")) == [said]


@pytest.mark.parametrize(
    ("kinds", "items", "that"),
    [
        ("activation", "an activation", "activation"),
        ("trigger", "a trigger", "trigger"),
        ("activation, ability", "an activation or an ability", "item"),
    ],
)
def test_what_targets_something_is_called_what_it_is(kinds: str, items: str, that: str) -> None:
    does = "do: [{do: destroy, what: champion}, {do: negate, what: that}]"
    told = wording(card(f"{{ability: triggered, on: {{on: targeted, what: ally, of: [{kinds}]}}, {does}}}"))
    assert told == [f"Whenever an ally becomes the target of {items}, destroy your champion. Negate that {that}."]


@pytest.mark.parametrize(
    ("modes", "said"),
    [
        ("choose: 2", "Choose 2:"),
        ("choose: 2, up to: true", "Choose up to 2:"),
        ("choose: 2, up to: true, or none: true", "Choose up to 2 or none:"),
        ("or none: true", "Choose one or none:"),
        ("more: {when: class bonus, choose: 2, up to: true, or none: true}",
         "Choose one; with class bonus, choose up to 2 or none instead:"),
    ],
)  # fmt: skip
def test_whether_no_mode_may_be_chosen_is_told(modes: str, said: str) -> None:
    options = "options: [{label: a, do: [{do: draw}]}, {label: b, do: [{do: mill, amount: 1}]}]"
    assert wording(card(f"{{ability: text, modes: {{{modes}, {options}}}}}"))[0] == said


def test_a_restriction_stands_before_the_label_it_restricts() -> None:
    """Without the class bonus the card has no Harmonize at all."""
    face = card("{ability: text, label: harmonize, when: class bonus, do: [{do: draw}]}", "types: [action]")
    assert wording(face) == ["Class bonus: Harmonize: Draw a card."]


def test_what_works_in_the_graveyard_speaks_of_a_card() -> None:
    """There it is no ally (zones.3.8): what is banished is the card."""
    ability = "{ability: triggered, on: {on: level up}, works in: [graveyard], do: [{do: banish, what: this}]}"
    (said,) = wording(card(ability))
    assert said.endswith("banish this card.")
    (said,) = wording(card(ability.replace("[graveyard]", "[field]")))
    assert said.endswith("banish this ally.")


def test_a_champion_speaks_of_itself_and_leaves_what_is_inherited_to_your_champion() -> None:
    """What a champion's text calls by its name is this champion; an inherited effect is about whoever is on top."""
    put = "{ability: triggered, on: {on: enter}, do: [{do: counters, kind: quest, on: champion}]}"
    assert wording(card(put, "types: [champion]")) == ["On Enter: Put a quest counter on this champion."]
    (said,) = wording(card(put.replace("on: {on: enter}", "on: {on: level up}, inherited: true"), "types: [champion]"))
    assert said.endswith("put a quest counter on your champion.")
    assert wording(card(put)) == ["On Enter: Put a quest counter on your champion."]


def test_what_was_discarded_is_told_in_the_past() -> None:
    do = "{do: discard}, {do: if, that: chosen is a fire card, then: [{do: draw}]}"
    face = card(f"{{ability: text, do: [{do}]}}", "types: [action]")
    assert wording(face) == ["Discard a card. If it was a fire card, draw a card."]


def test_counters_that_another_effect_adds_as_a_card_enters_are_additional() -> None:
    """Those of the card's own text are all that it says."""
    enters = "{static: enters, counters: {buff: 1}}"
    assert wording(card(f"{{ability: static, effects: [{enters}]}}")) == ["This ally enters with a buff counter."]
    face = card(
        f"{{ability: text, targets: [{{of: ally}}], do: [{{do: gain, on: target, static: {enters}}}]}}",
        "types: [action]",
    )
    (said,) = wording(face)
    assert "enters with an additional buff counter" in said


def test_what_holds_for_the_next_attack_is_looked_at_then_and_not_now() -> None:
    """Also what has happened this turn: *if* would ask about it as the text is carried out."""
    gain = "{do: gain, static: {static: attacks, power: 2, next: true, if: you activated a Melody card this turn}}"
    face = card(f"{{ability: text, do: [{gain}]}}", "types: [action]")
    (said,) = wording(face)
    assert "next attack where you activated a Melody card this turn" in said


def test_what_another_player_may_prevent_now_is_no_condition_for_later() -> None:
    """The payment is decided as the text is carried out, so it stands in front of how long the effect lasts."""
    gain = "{do: gain, static: {static: attacks, keywords: [unblockable], next: true}}"
    pay = "[{pay: reserve, amount: 3}]"
    face = card(
        f"{{ability: text, do: [{{do: may, who: an opponent, pay: {pay}, otherwise: [{gain}]}}]}}", "types: [action]"
    )
    (said,) = wording(face)
    assert said.startswith("Unless an opponent pays 3 reserve, until end of turn, ")


def test_what_is_not_told_is_still_there() -> None:
    known = {f"{node.__name__}.{name}" for node in NODES for name in node.__struct_fields__}
    assert set(UNSPOKEN) <= known


def test_no_two_cards_with_different_abilities_read_alike() -> None:
    read: dict[tuple[str, ...], Face] = {}
    for face in pool().values():
        other = read.setdefault(tuple(wording(face)), face)
        assert (other.abilities, other.grants) == (face.abilities, face.grants) or not face.abilities, face.name
