"""Texts of further mechanics with the data they mean: damage, combat, what is granted, and players that effects name."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from archivist.compiler import Facts, compile_text
from archivist.compiler.likeness import alike
from archivist.vocabulary.abilities import AbilityNode
from archivist.vocabulary.node import read
from archivist.yaml_reader import read_yaml

ACTIONS = {
    # damage that is prevented
    "The next time damage would be dealt to your champion this turn, prevent that damage. If 3 or more damage was "
    "prevented this way, put a buff counter on an ally you control.": (
        "{ability: text, do: [{do: prevention, on: champion, static: {static: prevent, once: true}, then: ["
        "{do: if, that: it(prevention) >= 3, then: [{do: choose, of: ally you control},"
        " {do: counters, kind: buff, on: chosen}]}]}]}"
    ),
    "Prevent the next 4 damage that would be dealt to target ally this turn. If damage was prevented this way, "
    "draw a card.": (
        "{ability: text, targets: [{of: ally}], do: [{do: prevention, on: target,"
        " static: {static: prevent, amount: 4, shield: true},"
        " then: [{do: if, that: it(prevention) >= 1, then: [{do: draw}]}]}]}"
    ),
    "The next time target unit you control would take exactly X damage this turn, prevent that damage, where X is the "
    "amount of cards in your memory. Draw a card if damage was prevented this way.": (
        "{ability: text, targets: [{of: unit you control}], do: [{do: prevention, on: target,"
        " static: {static: prevent, once: true, much: {exactly: count(card in your memory)}},"
        " then: [{do: if, that: it(prevention) >= 1, then: [{do: draw}]}]}]}"
    ),
    "The next time your champion would take 4 or less combat damage this turn, prevent it.": (
        "{ability: text, do: [{do: gain, on: champion,"
        " static: {static: prevent, once: true, damage: combat, much: {most: 4}}}]}"
    ),
    # players and what they may not or must do
    "Until the beginning of your next turn, you and target player cannot declare attacks.": (
        "{ability: text, targets: [{player: any}], do: ["
        "{do: gain, static: {static: forbid, what: declare attacks}, until: your next turn},"
        " {do: gain, static: {static: forbid, what: declare attacks, who: that player}, until: your next turn}]}"
    ),
    "Until end of turn, players cannot declare attacks.": (
        "{ability: text, do: [{do: gain, static: {static: forbid, what: declare attacks, who: anyone}}]}"
    ),
    "Allies you control get +2 POWER until end of turn. Those allies must attack champions this turn if able.": (
        "{ability: text, do: [{do: gain, on: each ally you control, static: {static: modify, power: 2}},"
        " {do: gain, on: each ally you control, static: {static: must attack, at: champion}}]}"
    ),
    "Target player reveals six cards from their material deck.": (
        "{ability: text, targets: [{player: any}], do: [{do: reveal from, amount: 6, zone: material, who: target}]}"
    ),
    "Banish LV cards at random from target opponent's memory. Return those cards to their memory at the beginning of "
    "their next end phase.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: banish at random, amount: LV, who: target},"
        " {do: delayed, on: {on: phase, phase: end, whose: that player}, then: [{do: put, what: it, into: memory}]}]}"
    ),
    "Draw X cards, where X is the amount of allies target opponent controls more than you control.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: draw, amount: surplus(ally that player controls)}]}"
    ),
    # attacks and deaths
    "Until end of turn, units with stealth cannot be intercepted.": (
        "{ability: text, do: [{do: gain, static: {static: not intercepted, of: each unit with stealth}}]}"
    ),
    "Deal 1 damage to all units target player controls. Until end of turn, if a unit that player controls would die, "
    "banish it instead.": (
        "{ability: text, targets: [{player: any}], do: [{do: damage, to: each unit that player controls, amount: 1},"
        " {do: gain, static: {static: goes to, cards: unit that player controls, from: field}}]}"
    ),
    "Reveal the top card of your deck and put it into your material deck preserved.": (
        "{ability: text, do: [{do: reveal top, amount: 1}, {do: put, what: revealed, into: material, preserved: true}]}"
    ),
    # numbers
    "Target champion gets -1 level until end of turn. Then if that champion is level 0 or lower, deal 2 damage to them.": (
        "{ability: text, targets: [{of: champion}], do: [{do: gain, on: target, static: {static: modify, level: -1}},"
        " {do: if, that: level of target <= 0, then: [{do: damage, amount: 2}]}]}"
    ),
    "Deal X damage to target unit. X is the amount of cards in your memory.": (
        "{ability: text, targets: [{of: unit}], do: [{do: damage, amount: count(card in your memory)}]}"
    ),
    "Allies you control gain ranged 2 for each card in your memory until end of turn.": (
        "{ability: text, do: [{do: gain, on: each ally you control,"
        " static: {static: modify, numbered: [{keyword: ranged, number: 2 * count(card in your memory)}]}}]}"
    ),
}

OBJECTS = {
    "As long as you control a Beast ally, Sample cannot be intercepted.": (
        "{ability: static, if: you control a Beast ally, effects: [{static: not intercepted}]}"
    ),
    "If an ally you control would die, banish it instead.": (
        "{ability: static, effects: [{static: goes to, cards: ally you control, from: field}]}"
    ),
    "Sample has ranged 3+X, where X is the amount of water element cards in your graveyard.": (
        "{ability: static, effects: [{static: modify,"
        " numbered: [{keyword: ranged, number: 3 + count(water card in your graveyard)}]}]}"
    ),
    "Fire, water, and wind elements are enabled for you.": (
        "{ability: static, effects: [{static: enable, element: fire}, {static: enable, element: water},"
        " {static: enable, element: wind}]}"
    ),
    "On Enter: Reveal a card at random from your memory. If that card is not fire, water, nor wind element, "
    "sacrifice Sample.": (
        "{ability: triggered, on: {on: enter}, do: [{do: reveal memory, random: true},"
        " {do: if, that: a non-fire non-water non-wind card was revealed, then: [{do: sacrifice this}]}]}"
    ),
    "On Enter: Banish up to three fire element cards from your graveyard. For each card banished this way, recover 2.": (
        "{ability: triggered, on: {on: enter}, do: [{do: choose, of: fire card in your graveyard, amount: 3, up to: true},"
        " {do: banish, what: chosen}, {do: repeat, times: it, then: [{do: recover, amount: 2}]}]}"
    ),
    "If another fire element unit you control would take damage, prevent half of that damage, rounded up.": (
        "{ability: static, effects: [{static: prevent, of: each other fire unit you control, half: up}]}"
    ),
    "If your champion would take 7 or more damage while it is your turn, prevent all but 6 of that damage.": (
        "{ability: static, if: your turn, effects: [{static: prevent, of: champion, much: {least: 7}, but: 6}]}"
    ),
}


def data(text: str) -> Any:
    return msgspec.convert(read_yaml(text), AbilityNode, dec_hook=read)


@pytest.mark.parametrize(
    ("types", "text"), [*(("action", text) for text in ACTIONS), *(("ally", text) for text in OBJECTS)]
)
def test_a_text_means_its_data(types: str, text: str) -> None:
    found = compile_text(text, name="Sample", facts=Facts(types=(types,)))
    assert found.status == "compiled", found.why
    assert alike(found.abilities) == alike((data((ACTIONS | OBJECTS)[text]),))


@pytest.mark.parametrize(
    "text",
    [
        # nothing says what is done as part of the prevention, or it would need targets
        "The next time damage would be dealt to your champion this turn, prevent that damage. "
        "If 3 or more damage was prevented this way, deal 1 damage to target unit.",
        "Draw a card. If 3 or more damage was prevented this way, draw a card.",
        # whose cards, and which
        "Return those cards to their memory at the beginning of their next end phase.",
        # what X is would change on the way
        "Draw X cards. Deal X damage to target unit. X is the amount of cards in your memory.",
        "Draw a card. X is the amount of cards in your memory.",
        # what is given all the time would have to be found before it is known what holds
        'Until end of turn, your champion\'s attacks get +1 POWER and gain "Champions get -1 level".',
        # only units die
        "Until end of turn, if an item would die, banish it instead.",
    ],
)
def test_what_nothing_decides_is_refused(text: str) -> None:
    assert compile_text(text, name="Sample", facts=Facts(types=("action",))).status == "refused"


def test_an_object_gains_a_static_ability() -> None:
    text = 'On Enter: Sample gains "Champions get -1 level".'
    found = compile_text(text, name="Sample", facts=Facts(types=("phantasia",)))
    assert found.status == "compiled", found.why
    given = "champions get -1 level"
    gained = f"{{do: gain, on: this, static: {{static: modify, grants: [{given}]}}, until: game}}"
    assert alike(found.abilities) == alike((data(f"{{ability: triggered, on: {{on: enter}}, do: [{gained}]}}"),))
    meant = "{ability: static, effects: [{static: modify, of: each champion, level: -1}]}"
    assert alike(found.grants[given]) == alike(data(meant))


def test_an_attack_card_gains_what_is_said_about_its_attack() -> None:
    """It is the card's own for as long as it is in the intent (abilities.1.4.attack), and no bonus of the attack."""
    given = "combat damage dealt by this attack is unpreventable"
    text = 'On Attack: Sample gains "Combat damage dealt by this attack is unpreventable."'
    found = compile_text(text, name="Sample", facts=Facts(types=("attack",)))
    assert found.status == "compiled", found.why
    gained = f"{{do: gain, on: this, static: {{static: modify, grants: [{given}]}}, until: game}}"
    assert alike(found.abilities) == alike((data(f"{{ability: triggered, on: {{on: attack}}, do: [{gained}]}}"),))
    meant = "{ability: static, effects: [{static: attacks, of: this, unpreventable: true}]}"
    assert alike(found.grants[given]) == alike(data(meant))


@pytest.mark.parametrize(
    ("who", "kind"), [("Sample", "weapon"), ("Your champion", "attack"), ("Target ally", "attack")]
)
def test_nothing_but_an_attack_card_gains_what_is_said_about_this_attack(who: str, kind: str) -> None:
    text = f'On Attack: {who} gains "If this attack would deal damage, it deals double that damage instead."'
    assert compile_text(text, name="Sample", facts=Facts(types=(kind,))).status == "refused"


def test_the_new_target_of_an_attack_is_chosen_as_it_is_changed() -> None:
    """targets-and-copies.5.3: nothing that is said of the new target is about an ally that did not become it."""
    text = "Change the target of an attack to a Horse ally you control. That ally gets +2 LIFE until end of turn."
    found = compile_text(text, name="Sample", facts=Facts(types=("action",)))
    assert found.status == "compiled", found.why
    redirect = "{do: redirect, of: Horse ally you control}"
    gain = "{do: gain, on: it, static: {static: modify, life: 2}}"
    assert alike(found.abilities) == alike((data(f"{{ability: text, do: [{redirect}, {gain}]}}"),))


def test_a_static_ability_gives_no_other_static_ability() -> None:
    text = 'Allies you control have "Champions get -1 level".'
    assert compile_text(text, name="Sample", facts=Facts(types=("ally",))).status == "refused"
