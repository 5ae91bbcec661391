"""What a text speaks of is what was there: the thing of the trigger, what an earlier step did, what was offered."""

from __future__ import annotations

import pytest

from archivist.cards import read_cards
from archivist.model.errors import CardFileError
from archivist.notation.wording import wording


def said(ability: str, kind: str = "ally") -> str:
    (face,) = read_cards(
        f"- {{name: Trial, types: [{kind}], cost: {{reserve: 1}}, abilities: [{ability}]}}", "trial.yaml"
    )
    return " ".join(wording(face))


def text(does: str, targets: str = "") -> str:
    return said(f"{{ability: text, {f'targets: [{targets}], ' if targets else ''}do: [{does}]}}", "action")


BUFF = "{do: counters, kind: buff, on: that}"
NEGATE = "{do: negate, what: that}"
REST = "{do: turn, to: rested, what: this}"
REDIRECT = "{do: redirect}"


@pytest.mark.parametrize(
    ("on", "does", "told"),
    [
        ("on: enter, what: ally", "{do: destroy, what: that}", "Whenever an ally enters, destroy it."),
        ("on: enter, what: ally", "{do: draw, who: that player}",
         "Whenever an ally enters, that ally's controller draws a card."),
        ("on: die, what: ally", "{do: put, what: that, into: hand}", "Whenever an ally dies, put it into its owner's hand."),
        ("on: die, what: ally", "{do: draw, who: that player}", "Whenever an ally dies, that ally's controller draws a card."),
        ("on: banished", "{do: draw, amount: power of this}",
         "On Banish: Draw a number of cards equal to the power this ally had."),
        ("on: destroyed, what: ally", "{do: draw, amount: power of that}",
         "Whenever an ally is destroyed, draw a number of cards equal to the power it had."),
        ("on: sacrificed, what: ally you control", "{do: draw, amount: power of that}",
         "Whenever an ally you control is sacrificed, draw a number of cards equal to the power it had."),
        ("on: fostered", BUFF, "Whenever an ally you control becomes fostered, put a buff counter on it."),
        ("on: fostered", f"{{do: draw}}, {{do: turn, to: rested, what: champion}}, {BUFF}",
         "Whenever an ally you control becomes fostered, draw a card. Rest your champion. Put a buff counter on that ally."),
        ("on: targeted, what: ally you control, of: [activation]", NEGATE,
         "Whenever an ally you control becomes the target of an activation, negate it."),
        ("on: targeted, what: ally you control, of: [activation]", BUFF,
         "Whenever an ally you control becomes the target of an activation, put a buff counter on that activation."),
        ("on: level up, what: champion", BUFF, "Whenever a champion levels up, put a buff counter on it."),
        ("on: damaged", "{do: draw, amount: that amount}", "Whenever this ally is dealt damage, draw that many cards."),
        ("on: damaged", "{do: gather, times: that amount}",
         "Whenever this ally is dealt damage, gather X times, X being that damage."),
        ("on: damaged, what: ally", BUFF, "Whenever an ally is dealt damage, put a buff counter on it."),
        ("on: attack, what: ally", BUFF, "Whenever an ally attacks, put a buff counter on it."),
        ("on: attack, by: opponent", BUFF, "Whenever a unit of an opponent attacks, put a buff counter on it."),
        ("on: attack, by: champion", BUFF, "Whenever your champion attacks, put a buff counter on it."),
        ("on: attacked, what: ally", BUFF,
         "Whenever an ally becomes the target of an attack, put a buff counter on the attacking unit."),
        ("on: hit, by: ally", "{do: recover, amount: that amount}",
         "Whenever an ally deals combat damage to an object, recover that much."),
        ("on: hit, by: ally", "{do: gather, times: that amount}",
         "Whenever an ally deals combat damage to an object, gather X times, X being that damage."),
        ("on: hit, by: ally", "{do: draw, who: that player}",
         "Whenever an ally deals combat damage to an object, that object's controller draws a card."),
        ("on: hit, by: ally", BUFF, "Whenever an ally deals combat damage to an object, put a buff counter on it."),
        ("on: arcane hit", BUFF,
         "Whenever an arcane unit you control deals combat damage, put a buff counter on that unit."),
        ("on: goes, what: ally card you own, from: hand, to: graveyard", "{do: put, what: that, into: memory}",
         "Whenever an ally card goes from your hand into your graveyard, put it into its owner's memory."),
        ("on: discard, what: ally card", "{do: put, what: that, into: memory}",
         "Whenever you discard an ally card, put it into its owner's memory."),
        ("on: discard, what: ally card", "{do: draw}, {do: mill, amount: 1}, {do: put, what: that, into: memory}",
         "Whenever you discard an ally card, draw a card. Mill a card. Put that card into its owner's memory."),
        ("on: use ability, what: ally", f"{{do: counters, kind: buff}}, {NEGATE}",
         "Whenever you activate an ability of an ally, put a buff counter on this ally. Negate that ability."),
        ("on: activate, card: ally card, spells: true, by: opponent", NEGATE,
         "Whenever an opponent activates an ally card or uses an ability as a Spell, negate that activation."),
        ("on: play, card: ally card", f"{{do: draw}}, {{do: counters, kind: buff}}, {NEGATE}",
         "Whenever you play an ally card, draw a card. Put a buff counter on this ally. Negate that card."),
        ("on: targeted, what: ally, of: [trigger]", f"{{do: counters, kind: buff}}, {NEGATE}",
         "Whenever an ally becomes the target of a trigger, put a buff counter on this ally. Negate that trigger."),
        ("on: targeted, what: ally, of: [trigger, ability]", f"{{do: counters, kind: buff}}, {NEGATE}",
         "Whenever an ally becomes the target of a trigger or an ability, put a buff counter on this ally. "
         "Negate that item."),
        ("on: destroyed", "{do: draw, amount: power of this}",
         "Whenever this ally is destroyed, draw a number of cards equal to the power it had."),
        ("on: sacrificed", "{do: draw, amount: power of this}",
         "Whenever this ally is sacrificed, draw a number of cards equal to the power it had."),
        ("on: level up, what: champion", f"{REST}, {BUFF}",
         "Whenever a champion levels up, rest this ally. Put a buff counter on that champion."),
        ("on: attack, what: ally", f"{REST}, {BUFF}",
         "Whenever an ally attacks, rest this ally. Put a buff counter on that ally."),
        ("on: attack, by: opponent", f"{REST}, {BUFF}",
         "Whenever a unit of an opponent attacks, rest this ally. Put a buff counter on that unit."),
        ("on: retaliate, what: ally", f"{REST}, {BUFF}",
         "Whenever an ally retaliates, rest this ally. Put a buff counter on that ally."),
        ("on: damaged, what: ally", f"{REST}, {BUFF}",
         "Whenever an ally is dealt damage, rest this ally. Put a buff counter on that ally."),
        ("on: becomes, what: ally, word: beast", f"{REST}, {BUFF}",
         "Whenever an ally becomes Beast, rest this ally. Put a buff counter on that ally."),
        ("on: attack, what: ally", REDIRECT, "Whenever an ally attacks, change the target of that attack to this ally."),
        ("on: attack, by: opponent", REDIRECT,
         "Whenever a unit of an opponent attacks, change the target of that attack to this ally."),
        ("on: attacked, what: ally", REDIRECT,
         "Whenever an ally becomes the target of an attack, change the target of that attack to this ally."),
        ("on: targeted, what: ally, of: [trigger]", NEGATE,
         "Whenever an ally becomes the target of a trigger, negate it."),
    ],
)  # fmt: skip
def test_that_is_what_the_trigger_is_about(on: str, does: str, told: str) -> None:
    assert said(f"{{ability: triggered, on: {{{on}}}, do: [{does}]}}") == told


@pytest.mark.parametrize(
    ("on", "told"),
    [
        # only a card's own cards are certainly in one's own zones, and what lies in those is certainly one's own
        ("on: goes, what: fire card you own, from: hand, to: graveyard",
         "Whenever a fire card goes from your hand into your graveyard, draw a card."),
        ("on: goes, what: fire card you own, from: field, to: graveyard",
         "Whenever a fire card goes from the field into your graveyard, draw a card."),
        ("on: goes, what: fire card you own, from: field, to: banishment",
         "Whenever a fire card you own is banished from the field, draw a card."),
        ("on: goes, what: fire card, from: hand, to: graveyard",
         "Whenever a fire card goes from a hand into a graveyard, draw a card."),
        ("on: reveal, what: fire card you own, from: memory", "Whenever you reveal a fire card from your memory, draw a card."),
        ("on: reveal, what: fire card, from: memory", "Whenever you reveal a fire card from a memory, draw a card."),
        ("on: reveal, what: fire card you own", "Whenever you reveal a fire card you own, draw a card."),
        ("on: reveal, what: fire card you own, from: banishment",
         "Whenever you reveal a fire card you own from banishment, draw a card."),
        ("on: reveal, what: fire card you own, from: memory, by: opponent",
         "Whenever an opponent reveals a fire card you own from a memory, draw a card."),
    ],
)  # fmt: skip
def test_whose_zones_are_meant_is_told(on: str, told: str) -> None:
    assert said(f"{{ability: triggered, on: {{{on}}}, do: [{{do: draw}}]}}") == told


OPEN = "Reveal cards from the top of your deck until you reveal an ally card. "
BELOW = "put the others on the bottom of your deck in a random order."


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("{do: choose, of: fire card in your deck}, {do: turn, to: rested, what: champion}, "
         "{do: put, what: chosen, into: hand}",
         "Search your deck for a fire card and rest your champion. Put the found card into your hand."),
        ("{do: choose, of: fire card in your deck, who: an opponent}, {do: put, what: chosen, into: hand}",
         "An opponent chooses a fire card in your deck. Put it into your hand."),
        ("{do: choose, of: fire card in an opponent's deck}, {do: banish, what: chosen}",
         "Choose a fire card in an opponent's deck and banish it."),
        ("{do: choose, of: fire card in their hand, who: each opponent}, {do: banish, what: chosen}",
         "Each opponent chooses a fire card in their hand. Banish it."),
        ("{do: reveal top, amount: 3}, {do: choose, of: fire card, among: revealed, exact: true, lowest: reserve cost}, "
         "{do: banish, what: chosen}",
         "Reveal the top 3 cards of your deck. "
         "Choose one with the lowest reserve cost among the revealed fire cards and banish it."),
        ("{do: mill, amount: 3}, {do: choose, of: fire card, among: it, lowest: reserve cost}, {do: banish, what: chosen}",
         "Mill 3 cards. Choose one with the lowest reserve cost among the fire cards and banish it."),
        ("{do: dig, amount: 3, of: fire card, into: banishment}, {do: draw, amount: it}",
         "Look at the top 3 cards of your deck. You may banish a fire card among them. "
         "Put the others on the bottom of your deck in any order. Draw a card for each card banished this way."),
        ("{do: dig, amount: 3, of: fire card}, {do: draw, amount: it}",
         "Look at the top 3 cards of your deck. You may reveal a fire card among them and put it into your hand. "
         "Put the others on the bottom of your deck in any order. Draw a card for each card taken this way."),
        ("{do: dig, amount: 1, of: ally card, into: field, rest: top}",
         "Look at the top card of your deck. If it is an ally card, you may put it onto the field."),
        ("{do: dig, amount: 1, of: fire card, must: true, rest: top}",
         "Look at the top card of your deck. If it is a fire card, put it into your hand."),
        ("{do: dig, amount: 3, of: ally card, into: field}, {do: counters, kind: buff, on: it}",
         "Look at the top 3 cards of your deck. You may put an ally card among them onto the field. "
         "Put the others on the bottom of your deck in any order. Put a buff counter on the card put onto the field."),
        ("{do: dig, amount: 3, of: ally card, take: 2, into: field}, {do: counters, kind: buff, on: it}",
         "Look at the top 3 cards of your deck. Put up to 2 ally cards among them onto the field. "
         "Put the others on the bottom of your deck in any order. Put a buff counter on each of the cards put onto the field."),
        ("{do: split damage, amount: 3, among: ally}, {do: if, that: done, then: [{do: draw}]}",
         "Deals 3 damage, split as you choose among any number of allies. If damage is dealt this way, draw a card."),
        ("{do: dig, amount: 1, of: card, into: banishment, rest: top}",
         "Look at the top card of your deck. You may banish it."),
        ("{do: dig, amount: 2, of: card}",
         "Look at the top 2 cards of your deck. You may put one of them into your hand. "
         "Put the others on the bottom of your deck in any order."),
        ("{do: dig, amount: 2, of: fire card, must: true}",
         "Look at the top 2 cards of your deck. Reveal a fire card among them and put it into your hand. "
         "Put the others on the bottom of your deck in any order."),
        ("{do: dig, amount: 2, of: card, take: 2, must: true}",
         "Look at the top 2 cards of your deck. Put 2 cards among them into your hand. "
         "Put the others on the bottom of your deck in any order."),
        ("{do: dig, amount: 4, of: card, take: 2, into: memory}",
         "Look at the top 4 cards of your deck. Put up to 2 cards among them into your memory. "
         "Put the others on the bottom of your deck in any order."),
        ("{do: dig, amount: 4, of: fire card, take: 2, into: graveyard}",
         "Look at the top 4 cards of your deck. Put up to 2 fire cards among them into your graveyard. "
         "Put the others on the bottom of your deck in any order."),
        ("{do: dig, amount: 4, of: fire card, take: 2, into: banishment}",
         "Look at the top 4 cards of your deck. Banish up to 2 fire cards among them. "
         "Put the others on the bottom of your deck in any order."),
        ("{do: reveal until, of: ally card}, {do: draw}, {do: put, what: chosen, into: memory}",
         f"{OPEN}Put it into your hand and {BELOW} Draw a card. Put the found card into your memory."),
        ("{do: reveal until, of: ally card, into: banishment}, {do: draw}, {do: put, what: chosen, into: memory}",
         f"{OPEN}Banish it and {BELOW} Draw a card. Put the banished card into your memory."),
        ("{do: reveal until, of: ally card, into: banishment}, {do: draw}, {do: put, what: remembered, into: memory}",
         f"{OPEN}Banish it and {BELOW} Draw a card. Put the banished card into its owner's memory."),
        ("{do: choose, of: card in your hand}, {do: reveal, what: chosen}, {do: put, what: revealed, into: memory}",
         "Choose a card in your hand and reveal it. Put the revealed card into your memory."),
        ("{do: choose, of: card in your hand, amount: 2}, {do: reveal, what: chosen}, {do: put, what: revealed, into: memory}",
         "Choose 2 cards in your hand and reveal them. Put the revealed cards into your memory."),
        ("{do: reveal memory}, {do: put, what: revealed, into: hand}",
         "Reveal all cards of your memory. Put the revealed cards into your hand."),
        ("{do: reveal memory, random: true}, {do: banish, what: revealed}",
         "Reveal a random card of your memory. Banish the revealed card."),
        ("{do: reveal memory, random: true, who: each player}, {do: banish, what: revealed}",
         "Each player reveals a random card of their memory. Banish the revealed cards."),
        ("{do: discard, amount: count(card in your hand)}", "Discard a card for each card in your hand."),
        ("{do: sacrifice this}, {do: put, what: gone, into: hand}",
         "Sacrifice this card. Put the sacrificed card into its owner's hand."),
        ("{do: draw, amount: 2}, {do: gather, times: it}",
         "Draw 2 cards. Gather X times, X being the number of cards drawn this way."),
        ("{do: gain, on: each ally you control, static: {static: modify, power: 1}}, {do: draw, amount: it}",
         "Each ally you control gets +1 power until end of turn. Draw a card for each thing affected this way."),
        ("{do: gain, on: champion, static: {static: prevent, amount: 2, shield: true}}, "
         "{do: if, that: done, then: [{do: draw}]}",
         "Prevent the next 2 damage to your champion until end of turn. If this applies, draw a card."),
        ("{do: option, of: {a: [{do: mill, amount: 3}], b: [{do: discard, amount: 2}]}}, {do: draw, amount: it}",
         "As this resolves, do one of these of your choice: (a) mill 3 cards; (b) discard 2 cards. "
         "Draw a card for each card milled or discarded this way."),
        ("{do: if, that: your turn, then: [{do: sacrifice, of: ally you control, all: true}], "
         "otherwise: [{do: mill, amount: 2}]}, {do: draw, amount: it}",
         "If it is your turn, sacrifice all allies you control. Otherwise, mill 2 cards. "
         "Draw a card for each ally sacrificed or card milled this way."),
        ("{do: if, that: your turn, then: [{do: mill, amount: 2}], otherwise: [{do: mill, amount: 3}]}, {do: draw, amount: it}",
         "If it is your turn, mill 2 cards. Otherwise, mill 3 cards. Draw a card for each card milled this way."),
        ("{do: if, that: your turn, then: [{do: mill, amount: 2}], otherwise: [{do: discard}]}, {do: banish, what: it}",
         "If it is your turn, mill 2 cards. Otherwise, discard a card. Banish the milled cards or the discarded card."),
        ("{do: depending on, amount: count(ally you control), each: true, of: {1+: [{do: recover, amount: 2}], "
         "2: [{do: mill, amount: 2}]}}, {do: draw, amount: it}",
         "Depending on the number of allies you control, each that fits: (1+) recover 2; (2) mill 2 cards. "
         "Draw a number of cards equal to the amount recovered or the number of cards milled this way."),
        ("{do: reveal memory}, {do: for each, of: fire card, then: ["
         "{do: may, what: [{do: discard}], then: [{do: mill, amount: 1}]}]}, "
         "{do: draw, amount: it}",
         "Reveal all cards of your memory. For each fire card revealed this way, (you may discard a card; if you do, "
         "mill a card). Draw a card for each card discarded this way."),
        ("{do: skip, phase: end}, {do: draw, amount: it}",
         "Skip your next end phase. Draw a card for each phase skipped this way."),
        ("{do: gather, times: 2}, {do: counters, kind: buff, on: it}",
         "Gather 2 times. Put a buff counter on each of the summoned tokens."),
        ("{do: copy object, what: champion, amount: 2}, {do: counters, kind: buff, on: it}",
         "Summon 2 tokens that are copies of your champion. Put a buff counter on each of the summoned tokens."),
        ("{do: recover, amount: 2}, {do: counters, kind: buff, on: it}",
         "Recover 2. Put a buff counter on the recovered champion."),
        ("{do: may, who: each opponent, pay: [{pay: sacrifice, of: item you control}], otherwise: [{do: draw}]}",
         "Draw a card unless each opponent sacrifices an item they control."),
        ("{do: may, who: an opponent, pay: [{pay: banish, of: card in your graveyard}], then: [{do: draw}]}",
         "An opponent may banish a card from their graveyard. If they do, draw a card."),
        ("{do: may, who: an opponent, pay: [{pay: reserve, amount: count(ally you control)}], then: [{do: draw}]}",
         "An opponent may pay the number of allies you control reserve. If they do, draw a card."),
    ],
)  # fmt: skip
def test_a_step_speaks_of_what_another_did(does: str, told: str) -> None:
    assert text(does) == told


@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("until: combat, static: {static: attacks, of: this, power: 1}", "This attack gets +1 power."),
        ("on: attacker, until: combat, static: {static: attacks, power: 1}", "That attack gets +1 power."),
        ("on: attacker, static: {static: attacks, power: 1}", "The attacker's attacks get +1 power until end of turn."),
        ("on: champion, until: combat, static: {static: attacks, power: 1}",
         "Your champion's attacks get +1 power until end of combat."),
        ("until: combat, static: {static: attacks, power: 1}", "Your champion's attacks have +1 power until end of combat."),
        ("static: {static: attacks, of: this, power: 1}", "Attacks with this card have +1 power until end of turn."),
        ("until: combat, static: {static: attacks, of: this, power: 1, next: true}",
         "Until end of combat, the next attack with this card has +1 power."),
    ],
)  # fmt: skip
def test_an_attack_that_is_under_way_is_the_only_one_of_its_combat(does: str, told: str) -> None:
    assert text(f"{{do: gain, {does}}}") == told


def test_damage_of_a_mode_is_split_as_the_targets_before_it_say() -> None:
    shared = "modes: {options: [{label: hit, do: [{do: damage, split: true}]}, {label: draw, do: [{do: draw}]}]}"
    lines = said(f"{{ability: text, targets: [{{of: unit, split: 3, any: true}}], {shared}}}", "action")
    assert "- hit: Deals 3 damage, split as you choose among those units." in lines


def test_what_was_given_up_is_told_of_all_of_it() -> None:
    told = said(
        "{ability: activated, cost: [{pay: banish, of: card in your graveyard, count: 2}], "
        "do: [{do: draw, amount: reserve cost of given}, {do: put, what: given, into: hand}]}"
    )
    assert "the total reserve cost of the cards banished for the cost" in told
    assert "Put the cards banished for the cost into their owners' hands." in told


def test_a_payment_has_no_number() -> None:
    with pytest.raises(CardFileError, match="that was a payment"):
        text("{do: may, pay: [{pay: reserve, amount: 1}], then: [{do: draw}]}, {do: mill, amount: it}")


def test_what_holds_by_a_rule_for_all_affects_nothing_that_could_be_counted() -> None:
    rule = "{do: gain, static: {static: modify, of: each ally you control, power: 1}}"
    with pytest.raises(CardFileError, match="which has no number"):
        text(f"{rule}, {{do: draw, amount: it}}")
    with pytest.raises(CardFileError, match="about nothing that it could mean"):
        text(f"{rule}, {{do: destroy, what: it}}")


@pytest.mark.parametrize(
    ("does", "told"),
    [
        # what is done at once with two options is told for the one that was taken
        ("{do: may, who: an opponent, pay: [{pay: reserve, amount: 2}], then: [{do: draw}, {do: mill, amount: 1}]}",
         "An opponent may pay 2 reserve. If they do, draw a card, then mill a card."),
        ("{do: may, then: [{do: draw}, {do: mill, amount: 1}], otherwise: [{do: recover, amount: 2}]}",
         "You may choose so. If you do, draw a card, then mill a card. If you do not, recover 2."),
        ("{do: may, then: [{do: draw}]}, {do: mill, amount: it}",
         "You may draw a card. Mill a card for each card drawn this way."),
        ("{do: may, who: an opponent, pay: [{pay: reserve, amount: X}], variable: X, otherwise: [{do: draw}]}",
         "An opponent may pay X reserve, choosing X. If they do not, draw a card."),
        ("{do: may, who: an opponent, pay: [{pay: reserve, amount: 2}], then: [{do: draw}], "
         "otherwise: [{do: mill, amount: 1}]}",
         "An opponent may pay 2 reserve. If they do, draw a card. If they do not, mill a card."),
        ("{do: may, who: an opponent, pay: [{pay: reserve, amount: 2}], otherwise: [{do: mill, amount: 1}]}",
         "Mill a card unless an opponent pays 2 reserve."),
        ("{do: may, who: an opponent, pay: [{pay: reserve, amount: 2}], "
         "otherwise: [{do: dig, amount: 2, of: card, must: true}]}",
         "An opponent may pay 2 reserve. If they do not, look at the top 2 cards of your deck. "
         "Put one of them into your hand. Put the other on the bottom of your deck."),
        # what is asked first of all is whether it was paid, in the words of whoever pays
        ("{do: may, who: an opponent, pay: [{pay: reserve, amount: 2}], then: [{do: if, that: done, then: [{do: draw}]}]}",
         "An opponent may pay 2 reserve. If they do and they do, draw a card."),
        ("{do: may, pay: [{pay: reserve, amount: 2}], then: [{do: if, that: done, then: [{do: draw}]}]}",
         "You may pay 2 reserve. If you do and you do, draw a card."),
        # where nothing is done if it is not so, only what is done otherwise is told
        ("{do: draw}, {do: if, that: not done, otherwise: [{do: mill, amount: 1}]}",
         "Draw a card. If you do, mill a card."),
        # players are several: what they cannot do is spoken of as theirs
        ("{do: gain, static: {static: attack cost, of: each unit, imposed: true, pay: [{pay: reserve, amount: 1}]}}, "
         "{do: if, that: done, then: [{do: draw}]}",
         "Until end of turn, players cannot declare attacks unless they pay 1 reserve for each such attack. "
         "If they do, draw a card."),
        # one revealed card has a number of its own, several have a total
        ("{do: reveal memory, random: true}, {do: draw, amount: power of revealed}",
         "Reveal a random card of your memory. Draw a number of cards equal to the power of the revealed card."),
        ("{do: reveal memory}, {do: draw, amount: power of revealed}",
         "Reveal all cards of your memory. Draw a number of cards equal to the total power of the revealed cards."),
        # what happens every time at the beginning of a phase has no keyword that stood for it
        ("{do: delayed, on: {on: phase, phase: end, whose: any}, once: false, until: turn, then: [{do: draw}]}",
         "Until end of turn, at the beginning of each player's end phase, draw a card."),
        ("{do: delayed, on: {on: enter, what: ally}, once: false, until: turn, then: [{do: draw}]}",
         "Until end of turn, whenever an ally enters, draw a card."),
        ("{do: draw}, {do: when you do, then: [{do: dig, amount: 2, of: card, must: true}]}",
         "Draw a card. When you do, look at the top 2 cards of your deck. "
         "Put one of them into your hand. Put the other on the bottom of your deck."),
        ("{do: mill, amount: 2}, {do: if, that: it >= 1, then: [{do: when you do, then: [{do: draw}]}]}",
         "Mill 2 cards. When 1 or more cards are milled this way, draw a card."),
        ("{do: mill, amount: 2}, {do: if, that: it >= 1, then: [{do: when you do, then: [{do: draw}]}], "
         "otherwise: [{do: recover, amount: 1}]}",
         "Mill 2 cards. If 1 or more cards were milled this way, (when you do, draw a card). Otherwise, recover 1."),
        ("{do: mill, amount: 2}, {do: if, that: it >= 1, then: [{do: when you do, then: [{do: draw}]}, "
         "{do: recover, amount: 1}]}",
         "Mill 2 cards. If 1 or more cards were milled this way, (when you do, draw a card), then recover 1."),
        ("{do: if, that: your turn}", "If it is your turn, nothing happens."),
        ("{do: may}", "You may choose so."),
        ("{do: may, otherwise: [{do: recover, amount: 2}]}", "You may choose so. If you do not, recover 2."),
        ("{do: may, what: [{do: draw}], then: [{do: if, that: your turn, then: [{do: mill, amount: 1}]}]}",
         "You may draw a card. If you do and it is your turn, mill a card."),
        ("{do: may, what: [{do: draw}], then: [{do: if, that: your turn, then: [{do: mill, amount: 1}]}], "
         "otherwise: [{do: recover, amount: 2}]}",
         "You may draw a card. If you do, (if it is your turn, mill a card). If you do not, recover 2."),
        ("{do: may, what: [{do: draw}], then: [{do: if, that: your turn, then: [{do: mill, amount: 1}], "
         "otherwise: [{do: recover, amount: 1}]}]}",
         "You may draw a card. If you do, (if it is your turn, mill a card; otherwise, recover 1)."),
        ("{do: if, that: your turn, then: [{do: if, that: level 2+, then: [{do: draw}], "
         "otherwise: [{do: mill, amount: 1}]}]}",
         "If it is your turn, (at level 2+, draw a card; otherwise, mill a card)."),
        ("{do: if, that: not your turn, then: [{do: draw}], otherwise: [{do: recover, amount: 2}]}",
         "If it is your turn, recover 2. Otherwise, draw a card."),
        ("{do: if, that: your turn, otherwise: [{do: recover, amount: 2}]}",
         "If it is your turn, nothing happens. Otherwise, recover 2."),
        ("{do: draw}, {do: if, that: done, then: [{do: when you do, then: [{do: mill, amount: 1}]}], "
         "otherwise: [{do: recover, amount: 2}]}",
         "Draw a card. If you do, (when you do, mill a card). Otherwise, recover 2."),
        ("{do: draw}, {do: if, that: done, then: [{do: when you do, then: [{do: mill, amount: 1}]}, {do: recover, amount: 2}]}",
         "Draw a card. If you do, (when you do, mill a card), then recover 2."),
        ("{do: option, of: {a: [{do: may, what: [{do: draw}], then: [{do: mill, amount: 1}]}], b: [{do: recover, amount: 1}]}}",
         "As this resolves, do one of these of your choice: (a) (you may draw a card; if you do, mill a card); "
         "(b) recover 1."),
    ],
)  # fmt: skip
def test_which_steps_belong_to_which_branch_is_clear(does: str, told: str) -> None:
    assert text(does) == told


CHOICE = "{do: option, of: {a: [{do: destroy}, {do: recover, amount: 1}], b: [{do: damage}, {do: draw}]}}"
CHOICES = (
    "As this resolves, do one of these of your choice: (a) destroy that ally, then recover 1; "
    "(b) deal 1 damage to that ally, then draw a card."
)


@pytest.mark.parametrize(
    ("targets", "does", "told"),
    [
        ("{of: ally, count: 2}", "{do: remove counters, kind: buff, amount: 1, from: target}",
         "Remove a buff counter from each of 2 target allies."),
        ("{of: ally, count: 2}", "{do: become, state: distant, what: target}, {do: if, that: done, then: [{do: draw}]}",
         "2 target allies become distant. If they do, draw a card."),
        ("{of: ally, count: 2}", "{do: put, what: target, into: deck top}",
         "Put 2 target allies on top of their owners' decks in any order."),
        ("{of: ally}", "{do: gain, on: target, static: {static: goes to, cards: card, from: field, hit: true}}",
         "Until end of turn, for target ally, cards that this card has dealt combat damage to this turn "
         "that would go to a graveyard from the field are banished instead."),
        ("{of: ally, count: 2}",
         "{do: gain, on: target, static: {static: that many counters, kind: buff, of: this, plus: 1}}",
         "Until end of turn, if buff counters would be put on one of 2 target allies, put that many plus 1 instead."),
        ("{of: ally, count: 2}", "{do: damage}, {do: turn, to: awake}",
         "Deals 1 damage to each of 2 target allies. Wake them up."),
        ("{of: ally, count: 2}", "{do: gain, on: target, static: {static: goes to, cards: card, from: field}}",
         "Until end of turn, if 2 target allies would go to a graveyard from the field, they are banished instead."),
        ("{of: ally}", "{do: gain, on: target, static: {static: goes to, cards: ally card, from: field}}",
         "Until end of turn, for target ally, ally cards that would go to a graveyard from the field are banished instead."),
        ("{of: ally}", "{do: gain, on: target, static: {static: attacks, of: this, power: 1, if: first attack}}",
         "Until end of turn, target ally's attacks get +1 power if it is the champion's first attack this turn."),
        ("{of: ally, count: 2}", "{do: gain, on: target, static: {static: prevent, once: true}}",
         "Until end of turn, the next time each of 2 target allies would be dealt damage, prevent that damage."),
        ("{of: ally}", "{do: damage}, {do: gain, on: target, static: {static: prevent, once: true}}",
         "Deals 1 damage to target ally. Until end of turn, the next time it would be dealt damage, prevent that damage."),
        ("{of: ally}", CHOICE, f"Choose target ally. {CHOICES}"),
        ("{of: ally}", f"{{do: turn, to: rested}}, {CHOICE}", f"Rest target ally. {CHOICES}"),
        # what an effect gives to a target is about the target, not about the card
        ("{of: ally}", "{do: gain, on: target, static: {static: attack cost, pay: [{pay: reserve, amount: 1}]}}",
         "Attacks by target ally have an additional cost: pay 1 reserve until end of turn."),
        ("{of: ally}", "{do: gain, on: target, static: {static: wields, weapons: 2}}",
         "Target ally may wield 2 weapons in one attack until end of turn."),
        ("{of: ally}", "{do: gain, on: target, static: {static: wields, this one: true}}",
         "Target ally may wield this card until end of turn."),
        ("{of: ally}", "{do: gain, on: target, static: {static: not intercepted}}",
         "Attacks by target ally cannot be intercepted until end of turn."),
        ("{of: ally}", "{do: gain, on: target, static: {static: attack only, at: champion}}",
         "Target ally can declare attacks only against champions until end of turn."),
        ("{of: champion}", "{do: gain, on: target, static: {static: forbid, what: level up}}",
         "Target champion cannot level up until end of turn."),
        ("{of: ally}", "{do: gain, on: target, static: {static: that many counters, kind: buff, of: this, plus: 1}}",
         "Until end of turn, if buff counters would be put on target ally, put that many plus 1 instead."),
        ("{of: ally}", "{do: gain, on: target, static: {static: enters, counters: {buff: 1}, of: each ally}}",
         "Until end of turn, target ally enters with an additional buff counter."),
        ("{of: ally}", "{do: gain, on: target, until: next wake up, static: {static: forbid, what: wake up}}",
         "Target ally cannot wake up until after its controller's next wake up phase."),
        ("{of: ally}",
         "{do: gain, on: target, until: next wake up, static: {static: forbid, what: wake up in the wake up phase}}",
         "Target ally does not wake up in its controller's next wake up phase."),
    ],
)  # fmt: skip
def test_what_is_done_to_a_target_is_told_of_the_target(targets: str, does: str, told: str) -> None:
    assert text(does, targets) == told


@pytest.mark.parametrize(
    ("static", "told"),
    [
        ("static: forbid, what: attack, of: each fire ally", "Each fire ally cannot attack."),
        ("static: forbid, what: draw, who: opponents", "Opponents cannot draw."),
        ("static: forbid, what: draw, who: anyone", "Players cannot draw."),
        ("static: that many counters, kind: buff, of: this, plus: 1",
         "If buff counters would be put on this ally, put that many plus 1 instead."),
        ("static: that many counters, kind: buff, of: each ally, plus: 1",
         "If buff counters would be put on an ally, put that many plus 1 instead."),
        ("static: prevent, amount: 1, shield: true, once: true",
         "The next time this ally would be dealt damage, prevent 1 of that damage, as a shield."),
        ("static: attacks, of: this, power: 1, if: first attack",
         "Attacks with this ally get +1 power if it is the champion's first attack this turn."),
        ("static: attacks, power: 1, if: first attack", "Your champion's first attack each turn gets +1 power."),
        ("static: attacks, power: 1, if: first attack, next: true",
         "Your champion's next attack where it is the champion's first attack this turn gets +1 power."),
        ("static: prevent, amount: 1, from: fire source",
         "Whenever this ally would be dealt damage from a fire source, prevent 1 of that damage."),
        ("static: prevent, from: fire source", "Prevent all damage from fire sources to this ally."),
        ("static: prevent, once: true, much: {exactly: count(ally)}",
         "The next time this ally would be dealt exactly X damage, prevent that damage, X being the number of allies now."),
        ("static: prevent, once: true, much: {exactly: 3}",
         "The next time this ally would be dealt exactly 3 damage, prevent that damage."),
        ("static: prevent, shield: true", "Prevent all damage to this ally, as a shield."),
        ("static: prevent, much: {exactly: 3}", "Whenever this ally would be dealt exactly 3 damage, prevent that damage."),
        ("static: prevent, much: {most: 2}", "Whenever this ally would be dealt 2 or less damage, prevent that damage."),
        ("static: modify, numbered: [{keyword: ranged, number: LV}]", "This ally has Ranged LV."),
    ],
)  # fmt: skip
def test_whom_a_rule_concerns_is_told(static: str, told: str) -> None:
    assert said(f"{{ability: static, effects: [{{{static}}}]}}") == told


_REVEALED = (
    "{do: reveal top, amount: 3}, {do: choose, of: ally card in your deck, among: revealed},"
    " {do: put, what: chosen, into: hand}, {do: put, what: revealed, into: graveyard}"
)


@pytest.mark.parametrize(
    ("does", "targets", "told"),
    [
        # the cards that are left are several, and still are as they are spoken of again
        (f"{_REVEALED}, {{do: put, what: revealed, into: memory}}", "",
         "Reveal the top 3 cards of your deck. Choose an ally card among the revealed cards and put it into your hand. "
         "Put the other revealed cards into your graveyard. Put them into your memory."),
        # words that were tried and not used take nothing away from what was spoken of before
        ("{do: damage, to: each ally}, {do: draw, amount: count(ally) + count(item)}, {do: turn, to: rested, what: each ally}",
         "",
         "Deals 1 damage to each ally. Draw a number of cards equal to the number of allies plus the number of items. "
         "Rest those allies."),
        # each option speaks of what came before all of them, and of nothing that another one says
        ("{do: option, of: {a: [{do: damage, to: each ally}], b: [{do: damage, to: each ally}, {do: draw}]}}", "",
         "As this resolves, do one of these of your choice: (a) deal 1 damage to each ally; "
         "(b) deal 1 damage to each ally, then draw a card."),
        ("{do: turn, to: rested, what: target}, {do: draw}, {do: option, of: {a: [{do: damage, to: target}], b: [{do: draw}]}}",
         "{of: ally}",
         "Rest target ally. Draw a card. As this resolves, do one of these of your choice: "
         "(a) deal 1 damage to that ally; (b) draw a card."),
    ],
)  # fmt: skip
def test_what_was_spoken_of_is_known_by_its_words(does: str, targets: str, told: str) -> None:
    assert text(does, targets) == told


def test_the_target_of_another_paragraph_is_mentioned_too() -> None:
    hits = "{ability: text, targets: [{of: ally}], do: [{do: damage}]}"
    marks = ", ".join(f"{{do: counters, kind: charge, on: {each}}}" for each in ("chosen", "target", "chosen"))
    assert said(f"{hits}, {{ability: text, when: damage 10+, do: [{{do: choose, of: item}}, {marks}]}}", "action") == (
        "Deals 1 damage to target ally. Damage 10+: Choose an item and put a charge counter on it. "
        "Put a charge counter on that ally. Put a charge counter on the chosen item."
    )
