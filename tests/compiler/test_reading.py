"""Printed text in, data out: each case is a text in the official style and the data that it means."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from archivist.compiler import Facts, compile_text
from archivist.compiler.likeness import alike
from archivist.vocabulary.abilities import AbilityNode
from archivist.vocabulary.node import read
from archivist.yaml_reader import read_yaml

CASES = {
    # instructions
    "Draw two cards, then discard a card.": "{ability: text, do: [{do: draw, amount: 2}, {do: discard}]}",
    "Target opponent draws a card into their memory.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: draw, who: target, into: memory}]}"
    ),
    "Deal 1+LV damage to up to one target ally.": (
        "{ability: text, targets: [{of: ally, up to: true}], do: [{do: damage, amount: 1 + LV}]}"
    ),
    "Recover X, where X is twice the amount of Herbs you control.": (
        "{ability: text, do: [{do: recover, amount: 2 * count(Herb you control)}]}"
    ),
    "Deal damage to target unit equal to the amount of cards in your memory.": (
        "{ability: text, targets: [{of: unit}], do: [{do: damage, amount: count(card in your memory)}]}"
    ),
    "Put a buff counter on target ally for each fire element card in your graveyard.": (
        "{ability: text, targets: [{of: ally}],"
        " do: [{do: counters, kind: buff, on: target, amount: count(fire card in your graveyard)}]}"
    ),
    "Put a buff counter on an Animal or Beast ally you control.": (
        "{ability: text, do: [{do: choose, of: Animal or Beast ally you control}, {do: counters, kind: buff, on: chosen}]}"
    ),
    "Banish up to two cards with floating memory from your graveyard. Draw a card for each card banished this way.": (
        "{ability: text, do: [{do: choose, of: card with floating memory in your graveyard, amount: 2, up to: true},"
        " {do: banish, what: chosen}, {do: draw, amount: it}]}"
    ),
    "Allies you control get +1 POWER and gain vigor until end of turn.": (
        "{ability: text, do: [{do: gain, on: each ally you control, static: {static: modify, power: 1, keywords: [vigor]}}]}"
    ),
    "Deal 2 damage to target unit. If that unit is rested, deal 3 damage to it instead.": (
        "{ability: text, targets: [{of: unit}], do: [{do: if, that: target is rested,"
        " then: [{do: damage, amount: 3}], otherwise: [{do: damage, amount: 2}]}]}"
    ),
    "Deal 2 damage to all units except for your champion. Class Bonus: Deal 3 damage to those units instead.": (
        "{ability: text, do: [{do: if, that: class bonus,"
        " then: [{do: damage, to: each unit except your champion, amount: 3}],"
        " otherwise: [{do: damage, to: each unit except your champion, amount: 2}]}]}"
    ),
    "You may discard a fire element card. If you do, draw two cards.": (
        "{ability: text, do: [{do: may, what: [{do: discard, of: fire card}], then: [{do: draw, amount: 2}]}]}"
    ),
    "You may pay (2). When you do, destroy target item or weapon.": (
        "{ability: text, do: [{do: may, pay: [{pay: reserve, amount: 2}], then: [{do: when you do,"
        " targets: [{of: item or weapon object}], then: [{do: destroy}]}]}]}"
    ),
    "Negate target card activation unless its controller pays (2).": (
        "{ability: text, targets: [{of: card activation}], do: [{do: may, who: target controller,"
        " pay: [{pay: reserve, amount: 2}], otherwise: [{do: negate}]}]}"
    ),
    "Rest target ally. At the beginning of the next end phase, draw a card.": (
        "{ability: text, targets: [{of: ally}], do: [{do: turn, to: rested},"
        " {do: delayed, on: {on: phase, phase: end, whose: any}, then: [{do: draw}]}]}"
    ),
    "Choose one. If Sample was prepared, choose two instead— \n• Draw a card.\n• Destroy target phantasia.": (
        "{ability: text, modes: {more: {when: prepared, choose: 2}, options: [{label: '1', do: [{do: draw}]},"
        " {label: '2', targets: [{of: phantasia}], do: [{do: destroy}]}]}}"
    ),
    "Destroy target Gryphon ally.": "{ability: text, targets: [{of: Gryphon ally}], do: [{do: destroy}]}",  # a new subtype
    "Target unit becomes distant.": "{ability: text, targets: [{of: unit}], do: [{do: become, state: distant, what: target}]}",
    "Return target ally card from your graveyard to the field. It becomes ephemeral.": (  # it is another object there
        "{ability: text, targets: [{of: ally card in your graveyard}],"
        " do: [{do: put, what: target, into: field}, {do: become, state: ephemeral, what: it}]}"
    ),
    "Summon a Powercell token. Draw a card. Put a buff counter on that token.": (
        "{ability: text, do: [{do: summon, token: Powercell}, {do: draw}, {do: counters, kind: buff, on: it(summon)}]}"
    ),
    "Deal 7 damage split among any amount of target allies.": (
        "{ability: text, targets: [{of: ally, any: true, split: 7}], do: [{do: damage, split: true}]}"
    ),
    "Units you control gain your choice of stealth or spellshroud until end of turn.": (
        "{ability: text, do: [{do: option, of: {"
        "stealth: [{do: gain, on: each unit you control, static: {static: modify, keywords: [stealth]}}],"
        " spellshroud: [{do: gain, on: each unit you control, static: {static: modify, keywords: [spellshroud]}}]}}]}"
    ),
    "Draw a card, then you may discard a card. If you do, recover 2.": (
        "{ability: text, do: [{do: draw}, {do: may, what: [{do: discard}], then: [{do: recover, amount: 2}]}]}"
    ),
    "Deal 1 damage to all units target player controls.": (
        "{ability: text, targets: [{player: any}], do: [{do: damage, to: each unit that player controls, amount: 1}]}"
    ),
    "Search your deck for a card and put it into your memory. Then shuffle your deck.": (
        "{ability: text, do: [{do: choose, of: card in your deck}, {do: put, what: chosen, into: memory}, {do: shuffle}]}"
    ),
    "Draw two cards, then put two cards from your hand on the bottom of your deck in any order.": (
        "{ability: text, do: [{do: draw, amount: 2}, {do: choose, of: card in your hand, amount: 2},"
        " {do: put, what: chosen, into: deck bottom}]}"
    ),
    "Put all cards from your memory on the bottom of your deck in any order, then draw that many cards.": (
        "{ability: text, do: [{do: memory to deck}, {do: draw, amount: it}]}"
    ),
    # restrictions and labels
    "[Class Bonus] [Level 2+] Glimpse 3.": "{ability: text, when: class bonus and level 2+, do: [{do: glimpse, amount: 3}]}",
    "Harmonize — If you've activated a Melody card this turn, draw a card.": (
        "{ability: text, label: harmonize, do: [{do: if, that: harmonize, then: [{do: draw}]}]}"
    ),
    "[Class Bonus] This card costs 2 less to activate. (A reminder that is left out.)": (
        "{ability: cost modifier, amount: -2, way: activate, when: class bonus}"
    ),
    "This card costs 1 less to activate for each domain you control.": (
        "{ability: cost modifier, amount: -count(domain you control), way: activate}"
    ),
    "As an additional cost to activate this card, sacrifice an ally.": (
        "{ability: additional cost, pay: [{pay: sacrifice, of: ally you control}]}"
    ),
    "Prepare 2": (
        "{ability: additional cost, optional: true, label: prepare, pay: [{pay: counters, kind: preparation, count: 2}]}"
    ),
    "Brew — One Manaroot, Two Herbs": (
        "{ability: alternative cost, label: brew, pay: [{pay: sacrifice, of: object named Manaroot you control},"
        " {pay: sacrifice, of: Herb you control, count: 2}]}"
    ),
    "Activate this card only during an opponent's recollection phase.": (
        "{ability: restriction, only: an opponent's recollection phase}"
    ),
}

OBJECTS = {
    "On Enter: Sample becomes distant.": "{ability: triggered, on: {on: enter}, do: [{do: become, state: distant}]}",
    "Whenever Sample is dealt damage, put a buff counter on it.": (
        "{ability: triggered, on: {on: damaged}, do: [{do: counters, kind: buff}]}"
    ),
    "Whenever an ally you control dies while it's not your turn, you may banish Sample. If you do, draw a card.": (
        "{ability: triggered, on: {on: die, what: ally you control}, while: an opponent's turn,"
        " do: [{do: may, what: [{do: banish, what: this}], then: [{do: draw}]}]}"
    ),
    "At the beginning of your recollection phase, if you control two or more domains, recover 1.": (
        "{ability: triggered, on: {on: phase, phase: recollection}, if: count(domain you control) >= 2,"
        " do: [{do: recover, amount: 1}]}"
    ),
    "On Enter: If you control a Beast ally, draw a card.": (
        "{ability: triggered, on: {on: enter}, do: [{do: if, that: you control a Beast ally, then: [{do: draw}]}]}"
    ),
    "(2), REST, Banish Sample: Draw a card. Activate this ability only if you control an ally.": (
        "{ability: activated, cost: [{pay: reserve, amount: 2}, {pay: this, do: [rest, banish]}],"
        " if: you control an ally, do: [{do: draw}]}"
    ),
    "(1), Banish this card from your graveyard: Glimpse 2.": (
        "{ability: activated, cost: [{pay: reserve, amount: 1}, {pay: this, do: [banish]}], works in: [graveyard],"
        " do: [{do: glimpse, amount: 2}]}"
    ),
    "As long as you control another ally, Sample gets +1 POWER and has taunt.": (
        "{ability: static, if: you control another ally, effects: [{static: modify, power: 1, keywords: [taunt]}]}"
    ),
    "Other Human allies you control have vigor.": (
        "{ability: static, effects: [{static: modify, of: each other Human ally you control, keywords: [vigor]}]}"
    ),
    "Sample gets +1 POWER for each token you control.": (
        "{ability: static, effects: [{static: modify, power: count(token you control)}]}"
    ),
    "Sample enters the field rested.": "{ability: keyword, keyword: hindered}",
    "On Hit: Recover X, where X is the amount of damage dealt by this hit.": (
        "{ability: triggered, on: {on: hit}, do: [{do: recover, amount: that amount}]}"
    ),
    "On Enter: As a Spell, deal 3 damage to target unit.": (
        "{ability: triggered, on: {on: enter}, spell: true, targets: [{of: unit}], do: [{do: damage, amount: 3}]}"
    ),
    "Allies you control with a buff counter on them lose pride.": (
        "{ability: static, effects: [{static: modify, of: each ally you control with a buff counter, loses: [pride]}]}"
    ),
    "Whenever you activate a wind element card, you may negate its activation.": (
        "{ability: triggered, on: {on: activate, card: wind card}, do: [{do: may, what: [{do: negate, what: that}]}]}"
    ),
}


def data(text: str) -> Any:
    return msgspec.convert(read_yaml(text), AbilityNode, dec_hook=read)


@pytest.mark.parametrize(
    ("types", "text"), [*(("action", each) for each in CASES), *(("ally", each) for each in OBJECTS)]
)
def test_a_text_means_its_data(types: str, text: str) -> None:
    found = compile_text(text, name="Sample", facts=Facts(types=(types,)))
    assert found.status == "compiled", found.why
    assert alike(found.abilities) == alike((data((CASES | OBJECTS)[text]),))


def test_several_keywords_stand_in_one_line() -> None:
    found = compile_text("[Class Bonus] Intercept, True Sight, Ranged 2", facts=Facts(types=("ally",)))
    assert [(each.keyword, each.when.text) for each in found.abilities] == [
        ("intercept", "class bonus"),
        ("true sight", "class bonus"),
        ("ranged 2", "class bonus"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        'Until end of turn, target ally gains "On Attack: Draw a card."',
        'Target ally gains "On Attack: Draw a card." until end of turn.',  # the sentence goes on behind the full stop
    ],
)
def test_an_ability_in_quotation_marks_is_granted(text: str) -> None:
    found = compile_text(text, facts=Facts(types=("action",)))
    (ability,) = found.abilities
    (name,) = ability.do[0].static.grants
    assert alike(found.grants[name]) == alike(data("{ability: triggered, on: {on: attack}, do: [{do: draw}]}"))


def test_a_sentence_may_go_on_with_what_the_paragraph_before_did() -> None:
    text = "Draw two cards, then discard a card.\nIf a fire element card was discarded, recover 2."
    found = compile_text(text, facts=Facts(types=("action",)))
    assert found.status == "compiled", found.why
    wanted = "{do: if, that: chosen is a fire card, then: [{do: recover, amount: 2}]}"
    assert alike(found.abilities) == alike(
        (data(f"{{ability: text, do: [{{do: draw, amount: 2}}, {{do: discard}}, {wanted}]}}"),)
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sample gets +1POWER.", "Sample gets +1 POWER."),
        ("Sample’s power isn't “x”", 'Sample\'s power is not "x"'),
        ("As long as it's rested", "As long as it is rested"),
        ('gains "On Hit: Draw a card."', 'gains "On Hit: Draw a card".'),
        ("Vigor (It wakes up. (Really.))", "Vigor"),
    ],
)
def test_what_does_not_matter_is_the_same_after_normalisation(one: str, other: str) -> None:
    from archivist.compiler.tokens import tokens

    assert tokens(one, "Sample").words == tokens(other, "Sample").words


def test_a_card_calls_itself_by_the_part_of_its_name_before_the_comma() -> None:
    whole = compile_text("On Enter: Rest Ada, the Bold.", name="Ada, the Bold", facts=Facts(types=("ally",)))
    short = compile_text("On Enter: Rest Ada.", name="Ada, the Bold", facts=Facts(types=("ally",)))
    assert whole.status == "compiled"
    assert whole.abilities == short.abilities
