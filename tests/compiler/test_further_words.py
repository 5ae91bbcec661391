"""Further texts with the data they mean: what was done, who does it, permissions and payments of the card itself."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from archivist.compiler import Facts, compile_text, printed
from archivist.compiler.likeness import alike
from archivist.vocabulary.abilities import AbilityNode
from archivist.vocabulary.node import read
from archivist.yaml_reader import read_yaml

ACTIONS = {
    # what was done
    "Destroy target ally. If that ally was a Beast, draw a card.": (
        "{ability: text, targets: [{of: ally}], do: [{do: destroy},"
        " {do: if, that: destroyed is a Beast, then: [{do: draw}]}]}"
    ),
    "Discard two cards at random. For each fire element card discarded this way, draw a card.": (
        "{ability: text, do: [{do: discard, amount: 2, random: true}, {do: draw, amount: done to(discard fire card)}]}"
    ),
    "Negate target card activation unless its controller pays (6). "
    "You may banish the card that had its activation negated this way.": (
        "{ability: text, targets: [{of: card activation}], do: [{do: may, who: target controller,"
        " pay: [{pay: reserve, amount: 6}], otherwise: [{do: negate}]},"
        " {do: may, what: [{do: banish, what: it(negate)}]}]}"
    ),
    "If there are three or more age counters on your champion, remove all of them and draw a card.": (
        "{ability: text, do: [{do: if, that: counters(age) >= 3,"
        " then: [{do: remove counters, kind: age, all: true, from: champion}, {do: draw}]}]}"
    ),
    "If the amount of age counters on your champion is less than the amount of allies you control, "
    "put an amount of age counters on your champion equal to the difference.": (
        "{ability: text, do: [{do: if, that: not counters(age) >= count(ally you control),"
        " then: [{do: counters, kind: age, 'on': champion, amount: count(ally you control) - counters(age)}]}]}"
    ),
    # who does it
    "Destroy target item. Then its controller puts a sheen counter on a unit they control.": (
        "{ability: text, targets: [{of: item}], do: [{do: destroy},"
        " {do: choose, of: unit, who: last controller, theirs: true}, {do: counters, kind: sheen, 'on': chosen}]}"
    ),
    "Each opponent banishes two cards from their graveyard.": (
        "{ability: text, do: [{do: banish own, who: each opponent, amount: 2}]}"
    ),
    "Your champion's next attack this turn gains unblockable unless an opponent pays (3).": (
        "{ability: text, do: [{do: may, who: an opponent, pay: [{pay: reserve, amount: 3}], otherwise: ["
        "{do: gain, static: {static: attacks, next: true, keywords: [unblockable]}}]}]}"
    ),
    "Negate target card activation unless its controller has Sample deal 3 damage to their champion.": (
        "{ability: text, targets: [{of: card activation}], do: [{do: may, who: target controller,"
        " what: [{do: damage, to: each champion that player controls, amount: 3}], otherwise: [{do: negate}]}]}"
    ),
    "Look at target opponent's hand or memory and discard a card from it.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: option, of: {"
        "hand: [{do: look at, zone: hand, who: target}, {do: discard, who: target, you choose: true}],"
        "memory: [{do: look at, zone: memory, who: target},"
        " {do: discard, who: target, from: [memory], you choose: true}]}}]}"
    ),
    # cards found
    "Reveal the top four cards of your deck. Put all Specter cards from among them into your graveyard and the rest "
    "on the bottom of your deck in any order.": (
        "{ability: text, do: [{do: reveal top, amount: 4}, {do: sort, of: Specter card, into: graveyard}]}"
    ),
    "Reveal the top two cards of your deck. If the total reserve cost of the revealed cards is 8, put both of them into "
    "your memory. Otherwise put one of them into your memory and the other on the bottom of your deck.": (
        "{ability: text, do: [{do: reveal top, amount: 2}, {do: if, that: total(reserve cost of revealed) = 8,"
        " then: [{do: put, what: revealed, into: memory}],"
        " otherwise: [{do: sort, of: card, amount: 1, into: memory}]}]}"
    ),
    "Look at the top six cards of your deck. Banish up to two Spell cards from among them and put the rest on the bottom "
    "of your deck in any order. Until end of turn, you may activate the banished cards.": (
        "{ability: text, do: [{do: dig, amount: 6, of: Spell card, into: banishment, take: 2},"
        " {do: permit, what: it, how: activate, this turn: true}]}"
    ),
    "Look at the top five cards of your deck. You may reveal up to two Beast cards from among them and put them into your "
    "hand. Put the rest on the bottom of your deck in any order.": (
        "{ability: text, do: [{do: dig, amount: 5, of: Beast card, take: 2}]}"
    ),
    "Banish the top two cards of your deck.": "{ability: text, do: [{do: banish top, amount: 2}]}",
    "Banish the top card of target opponent's deck face down.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: banish top, amount: 1, who: target, face down: true}]}"
    ),
    "You may banish up to X cards from your graveyard. Draw a card for each card banished this way.": (
        "{ability: text, do: [{do: may, what: [{do: choose, of: card in your graveyard, amount: X, up to: true},"
        " {do: banish, what: chosen}]}, {do: draw, amount: it}]}"
    ),
    # what holds for a while
    "The next Ranger ally card you activate this turn enters the field distant.": (
        "{ability: text, do: [{do: gain, static: {static: next activation, cards: Ranger ally card, distant: true}}]}"
    ),
    "The activation of the next card you activate this turn cannot be negated.": (
        "{ability: text, do: [{do: gain, static: {static: next activation, cards: card, unnegated: true}}]}"
    ),
    "All basic elements are enabled for you until end of turn.": (
        "{ability: text, do: [{do: gain, static: {static: enable, basic: true}}]}"
    ),
    "The next time one or more allies would enter the field this turn, they enter the field rested instead.": (
        "{ability: text, do: [{do: gain, static: {static: enters, of: each ally, rested: true, once: true}}]}"
    ),
    "Until end of turn, if one or more cards would enter target player's graveyard from anywhere except the field, "
    "banish them instead.": (
        "{ability: text, targets: [{player: any}], do: [{do: gain,"
        " static: {static: goes to, cards: card, from: elsewhere, who: that player}}]}"
    ),
    "Your champion's next attack this turn using a Bow weapon gets +2 POWER.": (
        "{ability: text, do: [{do: gain, static: {static: attacks, next: true, power: 2, if: a Bow weapon is used}}]}"
    ),
    "Negate target card activation if that card was activated from a material deck.": (
        "{ability: text, targets: [{of: card activation}], do: [{do: if,"
        " that: target was activated from material deck, then: [{do: negate}]}]}"
    ),
    "Target ally you control becomes distant. Negate all card activations targeting it.": (
        "{ability: text, targets: [{of: ally you control}], do: [{do: become, state: distant, what: target},"
        " {do: negate, aimed at: target}]}"
    ),
    "Each player sacrifices an ally. If at least one non-Beast ally and at least one Beast ally were sacrificed this way, "
    "you summon a Powercell token.": (
        "{ability: text, do: [{do: sacrifice, of: ally, who: each player},"
        " {do: if, that: sacrificed both non-Beast ally / Beast ally, then: [{do: summon, token: Powercell}]}]}"
    ),
    "Each opponent sacrifices all items.": (
        "{ability: text, do: [{do: sacrifice, of: item, who: each opponent, all: true}]}"
    ),
    "Target opponent summons a Powercell token.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: summon, token: Powercell, who: target}]}"
    ),
    "If you control exactly three allies that are all unique, they each get +2 POWER until end of turn.": (
        "{ability: text, do: [{do: if, that: all 3 ally you control are unique, then: [{do: gain,"
        " 'on': each ally you control, static: {static: modify, power: 2}}]}]}"
    ),
    "Target opponent puts the top card of their deck into their graveyard. Then if Sample was prepared, whenever that "
    "opponent draws a card this turn, they put the top two cards of their deck into their graveyard.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: mill, amount: 1, who: target}, {do: if, that: prepared,"
        " then: [{do: delayed, 'on': {'on': draw, by: that player}, then: [{do: mill, amount: 2, who: that player}],"
        " once: false, until: turn}]}]}"
    ),
    "If you control a Beast ally, you may draw a card. Otherwise, recover 2.": (
        "{ability: text, do: [{do: if, that: you control a Beast ally, then: [{do: may, what: [{do: draw}]}],"
        " otherwise: [{do: recover, amount: 2}]}]}"
    ),
    "Reveal all cards in your material deck. Then put an item card with the lowest memory cost from among them onto the "
    "field.": (
        "{ability: text, do: [{do: reveal memory, zone: material}, {do: choose, of: item card in your material deck,"
        " among: revealed, exact: true, lowest: memory cost}, {do: put, what: chosen, into: field}]}"
    ),
    "Target opponent reveals their hand.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: reveal memory, zone: hand, who: target}]}"
    ),
    "Reveal the top three cards of your deck. Put one of those cards into your hand and another into your material deck "
    "preserved. Put the rest on the bottom of your deck in any order.": (
        "{ability: text, do: [{do: reveal top, amount: 3}, {do: sort, of: card, amount: 1, preserve: true}]}"
    ),
    "Negate target trigger or action card activation that targets a Beast ally you control.": (
        "{ability: text, targets: [{of: trigger or action card activation that targets a Beast ally you control}],"
        " do: [{do: negate}]}"
    ),
    "Generate up to two Cosmic Bolt cards and shuffle them into your deck.": (
        "{ability: text, do: [{do: generate, card: Cosmic Bolt, amount: 2, up to: true, into: deck}]}"
    ),
    # playing the card itself
    "You may activate this card from your graveyard. If you do, it enters the field rested.": (
        "{ability: permission, from: graveyard, rested: true}"
    ),
    "(2), Discard this card from your hand: Draw a card.": (
        "{ability: activated, cost: [{pay: reserve, amount: 2}, {pay: this, do: [discard]}], works in: [hand],"
        " do: [{do: draw}]}"
    ),
    "As long as you control a Beast ally, you may activate this card as though it had fast activation.": (
        "{ability: permission, from: hand, if: you control a Beast ally, fast: true}"
    ),
    "If it is not your turn, you may remove a preparation counter from your champion to activate this card from your "
    "memory without paying its reserve cost.": (
        "{ability: permission, from: memory, if: an opponent's turn, free: true,"
        " pay: [{pay: counters, kind: preparation}]}"
    ),
    'As long as you control a Beast ally, this card in your graveyard has "Ephemerate — (2)".': (
        "{ability: alternative cost, label: ephemerate, from: graveyard, if: you control a Beast ally,"
        " pay: [{pay: reserve, amount: 2}]}"
    ),
    "As an additional cost to activate this card, sacrifice any amount of Herbs.": (
        "{ability: additional cost, variable: X, pay: [{pay: sacrifice, of: Herb you control, count: X}]}"
    ),
}

ALLIES = {
    "On Enter: If Sample entered from a banishment, glimpse 2.": (
        "{ability: triggered, 'on': {'on': enter},"
        " do: [{do: if, that: this entered from banishment, then: [{do: glimpse, amount: 2}]}]}"
    ),
    "Sample cannot wake up.": "{ability: static, effects: [{static: forbid, what: wake up, of: this}]}",
    "Players cannot declare attacks targeting Sample unless they pay (2) for each attack declaration.": (
        "{ability: static, effects: [{static: attack cost, of: each unit, against this: true, imposed: true,"
        " pay: [{pay: reserve, amount: 2}]}]}"
    ),
    "Activated abilities of regalias you do not control cost (2) more to activate.": (
        "{ability: static, effects: [{static: ability cost, of: regalia you do not control, amount: 2}]}"
    ),
    "If a unit hit by Sample this turn would die, banish it instead.": (
        "{ability: static, effects: [{static: goes to, cards: unit, from: field, hit: true}]}"
    ),
    "Sample gets +1 POWER for each Beast ally you control and +2 LIFE for each item you control.": (
        "{ability: static, effects: [{static: modify, power: count(Beast ally you control),"
        " life: 2 * count(item you control)}]}"
    ),
    "Whenever a fire element Spell source you control deals damage, draw a card.": (
        "{ability: triggered, 'on': {'on': damaged, what: object, by: fire Spell source you control},"
        " one or more: true, do: [{do: draw}]}"
    ),
    "Whenever this card is banished from your graveyard to pay for a memory cost, put it onto the field.": (
        "{ability: triggered, 'on': {'on': goes, what: null, from: graveyard, to: banishment, paying: memory},"
        " works in: [graveyard, banishment], do: [{do: put, what: this, into: field}]}"
    ),
    "Whenever a non-token object an opponent controls is destroyed, you may banish it.": (
        "{ability: triggered, 'on': {'on': destroyed, what: non-token object an opponent controls},"
        " do: [{do: may, what: [{do: banish, what: that}]}]}"
    ),
    "Sample may only declare attacks against units your champion has dealt combat damage to this turn.": (
        "{ability: static, effects: [{static: attack only, at: unit, hit: true}]}"
    ),
    "Polearm attack cards you activate enter the intent with +2 power.": (
        "{ability: static, effects: [{static: enters intent, cards: Polearm attack card, power: 2}]}"
    ),
    "On Attack: You may pay (X). X cannot be more than the amount of omens you have. If you do, draw X cards.": (
        "{ability: triggered, 'on': {'on': attack}, do: [{do: may, pay: [{pay: reserve, amount: X}], variable: X,"
        " most: count(omen in your banishment), then: [{do: draw, amount: X}]}]}"
    ),
    "On Champion Hit: If there are twenty or more damage counters on the hit champion, destroy the hit champion.": (
        "{ability: triggered, 'on': {'on': hit, what: champion}, do: [{do: if, that: damage on that >= 20,"
        " then: [{do: destroy, what: that}]}]}"
    ),
    "On Attack: Recover X, where X is the amount of omens you have with different costs.": (
        "{ability: triggered, 'on': {'on': attack}, do: [{do: recover, amount: different(cost of omen in your banishment)}]}"
    ),
}

REFUSED = (
    "Draw a card equal to the difference.",  # of what?
    "Remove all of them from your champion.",
    "You may banish the card that had its activation negated this way.",  # nothing was negated
    "Draw a card. Put all Specter cards from among them into your graveyard and the rest on the bottom of your deck in any "
    "order.",
    "For each fire element card discarded this way, draw a card.",
    "If that object was a Distortion, draw a card.",
    "You may pay (2). X cannot be more than the amount of omens you have. If you do, draw a card.",
    "Its controller puts a sheen counter on a unit they control.",
)


def data(text: str, types: tuple[str, ...]) -> Any:
    found = compile_text(text, name="Sample", facts=Facts(types=types))
    assert found.status == "compiled", found.why
    said = printed(found.face, found.wording).lower()
    assert said == text.lower().replace("regalias", "regalia")
    (ability,) = found.abilities
    return ability


def expected(text: str) -> Any:
    return msgspec.convert(read_yaml(text), AbilityNode, dec_hook=read)


@pytest.mark.parametrize("text", ACTIONS)
def test_a_text_of_an_action_means_its_data_and_is_printed_the_same(text: str) -> None:
    assert alike(data(text, ("action",))) == alike(expected(ACTIONS[text]))


@pytest.mark.parametrize("text", ALLIES)
def test_a_text_of_an_ally_means_its_data_and_is_printed_the_same(text: str) -> None:
    assert alike(data(text, ("ally",))) == alike(expected(ALLIES[text]))


@pytest.mark.parametrize("text", REFUSED)
def test_what_speaks_of_nothing_is_refused(text: str) -> None:
    assert compile_text(text, name="Sample", facts=Facts(types=("action",))).status == "refused"


def test_a_sentence_may_be_two_abilities() -> None:
    text = (
        "As long as you control a Beast ally, this card costs 2 less to activate and you may activate it as though it had "
        "fast activation."
    )
    found = compile_text(text, name="Sample", facts=Facts(types=("ally",)))
    one, other = found.abilities
    assert alike(one) == alike(
        expected("{ability: cost modifier, amount: -2, if: you control a Beast ally, way: activate}")
    )
    assert alike(other) == alike(
        expected("{ability: permission, from: hand, if: you control a Beast ally, fast: true}")
    )
    assert printed(found.face, found.wording) == text


def test_a_champion_that_levels_up_sideways_and_what_happens_then_are_two_abilities() -> None:
    text = "Sample can level up into champions of the same base level. When she does, draw two cards."
    found = compile_text(text, name="Sample", facts=Facts(types=("champion",)))
    one, other = found.abilities
    assert alike(one) == alike(expected("{ability: static, effects: [{static: level sideways}]}"))
    assert alike(other) == alike(
        expected("{ability: triggered, 'on': {'on': level up, same level: true}, do: [{do: draw, amount: 2}]}")
    )
    assert printed(found.face, found.wording) == text


def test_a_weapon_speaks_of_the_unit_that_uses_it() -> None:
    text = "Whenever a unit uses this weapon for an attack, deal 3 damage to it."
    weapon = compile_text(text, name="Sample", facts=Facts(types=("weapon",)))
    (ability,) = weapon.abilities
    assert alike(ability) == alike(
        expected("{ability: triggered, 'on': {'on': attack}, do: [{do: damage, to: attacker, amount: 3}]}")
    )
    assert compile_text(text, name="Sample", facts=Facts(types=("item",))).status == "refused"
