"""What is seldom said of effects: on whom something is for a while, what was chosen, and whether it was done."""

from __future__ import annotations

import pytest

from archivist.cards import read_cards
from archivist.notation.wording import wording


@pytest.mark.parametrize(
    ("of", "do", "said"),
    [
        (
            "ally",
            "{do: gain, on: target, static: {static: wields, weapons: 2}}",
            "Target ally may wield 2 weapons in one attack until end of turn.",
        ),
        (
            "ally",
            "{do: gain, on: target, static: {static: wields, this one: true}}",
            "Target ally may wield this card until end of turn.",
        ),
        (
            "ally",
            "{do: gain, on: target, static: {static: attack only, at: champion}}",
            "Target ally can declare attacks only against champions until end of turn.",
        ),
        (
            "champion",
            "{do: gain, on: target, static: {static: forbid, what: level up}}",
            "Target champion cannot level up until end of turn.",
        ),
        (
            "ally",
            "{do: gain, on: target, static: {static: modify, words: [beast]}}",
            "Target ally becomes also Beast until end of turn.",
        ),
        (
            "ally",
            "{do: gain, on: target, static: {static: attacks, power: 2, next: true}, until: combat}",
            "Until end of combat, target ally's next attack gets +2 power.",
        ),
        (
            "ally",
            "{do: gain, on: target, static: {static: attacks, power: 2}, until: combat}",
            "Target ally's attacks get +2 power until end of combat.",
        ),
        (
            "",
            "{do: gain, static: {static: attacks, power: 2}, until: combat}",
            "Your champion's attacks have +2 power until end of combat.",
        ),
        ("", "{do: gain, static: {static: attacks, power: 2, of: this}, until: combat}", "This attack gets +2 power."),
        (
            "",
            "{do: gain, static: {static: attacks, power: 2, of: this}, until: turn}",
            "Attacks with this card have +2 power until end of turn.",
        ),
        (
            "ally",
            "{do: gain, on: target, static: {static: forbid, what: wake up}, until: next wake up}",
            "Target ally cannot wake up until after its controller's next wake up phase.",
        ),
        (
            "ally",
            "{do: gain, on: target, static: {static: goes to, cards: card, from: field}}",
            "Until end of turn, if target ally would go to a graveyard from the field, it is banished instead.",
        ),
        (
            "ally",
            "{do: gain, on: target, static: {static: prevent, amount: 3, shield: true, once: true}}",
            "Until end of turn, the next time target ally would be dealt damage, prevent 3 of that damage, as a shield.",
        ),
        (
            "",
            "{do: gain, on: each ally you control, static: {static: modify, power: 1}}, {do: draw, amount: it}",
            "Each ally you control gets +1 power until end of turn. Draw a card for each thing affected this way.",
        ),
        (
            "",
            "{do: choose, of: card in your deck}, {do: banish, what: chosen}",
            "Search your deck for a card and banish it.",
        ),
        ("", "{do: choose, of: card in your deck, who: each player}", "Each player chooses a card in your deck."),
        ("", "{do: choose, of: ally you control, who: each opponent}", "Each opponent chooses an ally you control."),
        (
            "",
            "{do: reveal top, amount: 3}, {do: choose, of: card, among: revealed, lowest: reserve cost}, "
            "{do: put, what: chosen, into: hand}",
            "Reveal the top 3 cards of your deck. "
            "Choose one with the lowest reserve cost among the revealed cards and put it into its owner's hand.",
        ),
        (
            "",
            "{do: reveal memory, random: true, who: each player}, {do: banish, what: revealed}",
            "Each player reveals a random card of their memory. Banish the revealed cards.",
        ),
        (
            "",
            "{do: reveal memory, random: true}, {do: banish, what: revealed}",
            "Reveal a random card of your memory. Banish the revealed card.",
        ),
        (
            "",
            "{do: reveal memory}, {do: banish, what: revealed}",
            "Reveal all cards of your memory. Banish the revealed cards.",
        ),
        (
            "ally",
            "{do: damage, to: target}, {do: if, that: done, then: [{do: draw}]}",
            "Deals 1 damage to target ally. If damage is dealt this way, draw a card.",
        ),
        (
            "",
            "{do: draw, who: each player}, {do: if, that: done, then: [{do: mill, amount: 1}]}",
            "Each player draws a card. If they do, mill a card.",
        ),
        ("", "{do: draw}, {do: if, that: done, then: [{do: mill, amount: 1}]}", "Draw a card. If you do, mill a card."),
        (
            "",
            "{do: draw, who: an opponent}, {do: if, that: done, then: [{do: mill, amount: 1}]}",
            "An opponent draws a card. If they do, mill a card.",
        ),
        (
            "ally",
            "{do: foster, what: target}, {do: if, that: done, then: [{do: mill, amount: 1}]}",
            "Target ally becomes fostered. If it does, mill a card.",
        ),
        (
            "",
            "{do: choose, of: ally, amount: 2}, {do: turn, to: awake, what: chosen}",
            "Choose 2 allies and wake them up.",
        ),
        ("", "{do: choose, of: ally}, {do: turn, to: awake, what: chosen}", "Choose an ally and wake it up."),
        (
            "",
            "{do: sacrifice, of: ally you control, all: true}, {do: draw, amount: it}",
            "Sacrifice all allies you control. Draw a card for each ally sacrificed this way.",
        ),
        (
            "",
            "{do: mill, amount: 2}, {do: gather, times: it}",
            "Mill 2 cards. Gather X times, X being the number of cards milled this way.",
        ),
        ("", "{do: discard, amount: count(card in your hand), up to: true}", "Discard any number of cards."),
        ("", "{do: discard, amount: count(card in your hand)}", "Discard a card for each card in your hand."),
        (
            "",
            "{do: choose, of: card in your graveyard, amount: 2}, {do: put, what: chosen, into: deck top}",
            "Choose 2 cards in your graveyard and put them on top of your deck in any order.",
        ),
        (
            "",
            "{do: banish top, amount: 2}, {do: permit, what: it}",
            "Banish the top 2 cards of your deck. You may play the banished cards from where they lie.",
        ),
        (
            "",
            "{do: choose, of: card in your graveyard, amount: 2}, {do: permit, what: chosen}",
            "Choose 2 cards in your graveyard. You may play them from where they lie.",
        ),
    ],
)
def test_an_effect_says_whom_it_is_about_and_what_came_of_it(of: str, do: str, said: str) -> None:
    targets = f"targets: [{{of: {of}}}], " if of else ""
    ability = f"{{ability: text, {targets}do: [{do}]}}"
    (face,) = read_cards(
        f"- {{name: Trial, types: [action], cost: {{reserve: 0}}, abilities: [{ability}]}}", "trial.yaml"
    )
    assert wording(face) == [said]


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (
            "{do: dig, amount: 1, of: card, into: banishment, rest: top}",
            "Look at the top card of your deck. You may banish it.",
        ),
        (
            "{do: dig, amount: 1, of: ally card, into: field, rest: top}",
            "Look at the top card of your deck. If it is an ally card, you may put it onto the field.",
        ),
        (
            "{do: dig, amount: 1, of: ally card, into: graveyard, rest: top}",
            "Look at the top card of your deck. If it is an ally card, you may put it into your graveyard.",
        ),
        (
            "{do: dig, amount: 2, of: card, must: true}",
            "Look at the top 2 cards of your deck. "
            "Put one of them into your hand. Put the other on the bottom of your deck.",
        ),
        (
            "{do: dig, amount: 2, of: card}",
            "Look at the top 2 cards of your deck. "
            "You may put one of them into your hand. Put the others on the bottom of your deck in any order.",
        ),
        (
            "{do: dig, amount: 2, of: card, take: 2, must: true, rest: graveyard}",
            "Look at the top 2 cards of your deck. "
            "Put 2 cards among them into your hand. Put the others into your graveyard.",
        ),
        (
            "{do: dig, amount: 3, of: card, must: true}",
            "Look at the top 3 cards of your deck. "
            "Put one of them into your hand. Put the others on the bottom of your deck in any order.",
        ),
        (
            "{do: dig, amount: 2, of: ally card, must: true}",
            "Look at the top 2 cards of your deck. "
            "Reveal an ally card among them and put it into your hand. Put the others on the bottom of your deck in any order.",
        ),
        (
            "{do: dig, amount: 3, of: ally card, into: banishment}, {do: draw, amount: it}",
            "Look at the top 3 cards of your deck. You may banish an ally card among them. "
            "Put the others on the bottom of your deck in any order. Draw a card for each card banished this way.",
        ),
        (
            "{do: dig, amount: 3, of: ally card, into: field}, {do: counters, kind: buff, 'on': it}",
            "Look at the top 3 cards of your deck. You may put an ally card among them onto the field. "
            "Put the others on the bottom of your deck in any order. Put a buff counter on the card put onto the field.",
        ),
        (
            "{do: dig, amount: 3, of: ally card}, {do: draw, amount: it}",
            "Look at the top 3 cards of your deck. You may reveal an ally card among them and put it into your hand. "
            "Put the others on the bottom of your deck in any order. Draw a card for each card taken this way.",
        ),
        (
            "{do: reveal until, of: ally card, into: banishment}, {do: permit, what: remembered}",
            "Reveal cards from the top of your deck until you reveal an ally card. "
            "Banish it and put the others on the bottom of your deck in a random order. "
            "You may play the banished card from where it lies.",
        ),
        (
            "{do: reveal until, of: ally card}, {do: permit, what: remembered}",
            "Reveal cards from the top of your deck until you reveal an ally card. "
            "Put it into your hand and put the others on the bottom of your deck in a random order. "
            "You may play the found card from where it lies.",
        ),
        (
            "{do: sacrifice this, what: this}, {do: damage, to: champion, amount: power of gone}",
            "Sacrifice this card. Deals damage to your champion equal to the power of the sacrificed card.",
        ),
    ],
)
def test_an_effect_says_what_becomes_of_cards(do: str, said: str) -> None:
    ability = f"{{ability: text, do: [{do}]}}"
    (face,) = read_cards(
        f"- {{name: Trial, types: [action], cost: {{reserve: 0}}, abilities: [{ability}]}}", "trial.yaml"
    )
    assert wording(face) == [said]


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (
            "{do: may, what: [{do: draw}], then: [{do: mill, amount: 1}], otherwise: [{do: discard}]}",
            "You may draw a card. If you do, mill a card. If you do not, discard a card.",
        ),
        (
            "{do: may, what: [{do: draw}], then: [{do: if, that: class bonus, then: [{do: mill, amount: 1}]}, "
            "{do: discard}]}",
            "You may draw a card. If you do, (with class bonus, mill a card), then discard a card.",
        ),
        (
            "{do: may, what: [{do: draw}], then: [{do: if, that: class bonus, then: [{do: mill, amount: 1}], "
            "otherwise: [{do: discard}]}], otherwise: [{do: draw, amount: 2}]}",
            "You may draw a card. If you do, (with class bonus, mill a card; otherwise, "
            "discard a card). If you do not, draw 2 cards.",
        ),
        (
            "{do: may, who: an opponent, pay: [{pay: reserve, amount: 2}], otherwise: [{do: draw}, {do: discard}]}",
            "An opponent may pay 2 reserve. If they do not, draw a card, then discard a card.",
        ),
        (
            "{do: may, who: an opponent, pay: [{pay: reserve, amount: 2}], then: [{do: mill, amount: 1}], "
            "otherwise: [{do: discard}]}",
            "An opponent may pay 2 reserve. If they do, mill a card. If they do not, discard a card.",
        ),
        (
            "{do: may, who: an opponent, pay: [{pay: reserve, amount: 2}], otherwise: [{do: banish top, "
            "amount: 1, face down: true, play: true}]}",
            "An opponent may pay 2 reserve. If they do not, "
            "banish the top card of your deck face down. While they are banished, you may look at them and play them.",
        ),
        (
            "{do: if, that: class bonus, then: [{do: if, that: you control an ally, then: [{do: draw}], "
            "otherwise: [{do: mill, amount: 1}]}], otherwise: [{do: discard}]}",
            "With class bonus, (if you control an ally, draw a card; otherwise, mill a card). Otherwise, "
            "discard a card.",
        ),
        (
            "{do: if, that: class bonus, then: [{do: draw}, {do: mill, amount: 1}], otherwise: [{do: discard}]}",
            "With class bonus, draw a card, then mill a card. Otherwise, discard a card.",
        ),
        (
            "{do: may, what: [{do: draw}], then: [{do: when you do, then: [{do: mill, amount: 1}, {do: discard}]}]}",
            "You may draw a card. When you do, mill a card, then discard a card.",
        ),
        (
            "{do: repeat, times: 2, then: [{do: draw}, {do: mill, amount: 1}]}",
            "2 times, draw a card, then mill a card.",
        ),
    ],
)
def test_several_steps_on_one_way_are_told_apart_from_those_on_the_other(do: str, said: str) -> None:
    ability = f"{{ability: text, do: [{do}]}}"
    (face,) = read_cards(
        f"- {{name: Trial, types: [action], cost: {{reserve: 0}}, abilities: [{ability}]}}", "trial.yaml"
    )
    assert wording(face) == [said]
