"""Texts that go beyond the cards at hand: each form of the grammar in another place than the cards have it."""

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
    # what is asked for
    "Put a buff counter on target ally. If that ally has taunt, draw a card.": (
        "{ability: text, targets: [{of: ally}], do: [{do: counters, kind: buff, 'on': target},"
        " {do: if, that: target is an object with taunt, then: [{do: draw}]}]}"
    ),
    "If you have no omens, draw a card.": (
        "{ability: text, do: [{do: if, that: not there is an omen in your banishment, then: [{do: draw}]}]}"
    ),
    "If you have exactly two fire element omens, draw a card.": (
        "{ability: text, do: [{do: if, that: count(fire omen in your banishment) = 2, then: [{do: draw}]}]}"
    ),
    "If you have two or fewer omens, draw a card.": (
        "{ability: text, do: [{do: if, that: count(omen in your banishment) <= 2, then: [{do: draw}]}]}"
    ),
    # what is looked at
    "Look at the top five cards of your deck. Put two of them into your hand and the rest into your graveyard.": (
        "{ability: text, do: [{do: dig, amount: 5, of: card, must: true, take: 2, rest: graveyard}]}"
    ),
    "Look at the top five cards of your deck. Put three of those cards into your memory and the rest on the bottom of your"
    " deck in any order.": "{ability: text, do: [{do: dig, amount: 5, of: card, must: true, take: 3, into: memory}]}",
    "Look at the top two cards of your deck. You may reveal an item card from among them and put it into your memory."
    " Put the rest into your graveyard.": (
        "{ability: text, do: [{do: dig, amount: 2, of: item card, into: memory, rest: graveyard}]}"
    ),
    "Look at the top four cards of your deck. You may put an item card from among them onto the field. Put the rest into"
    " your graveyard.": "{ability: text, do: [{do: dig, amount: 4, of: item card, into: field, rest: graveyard}]}",
    "You may discard a fire element card from your memory. If you do, draw a card.": (
        "{ability: text, do: [{do: may, what: [{do: discard, of: fire card, from: [memory]}], then: [{do: draw}]}]}"
    ),
    "Target opponent discards an ally card from their hand or memory.": (
        "{ability: text, targets: [{player: opponent}],"
        " do: [{do: discard, who: target, of: ally card, from: [hand, memory]}]}"
    ),
    "Target opponent reveals their memory.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: reveal memory, who: target}]}"
    ),
    "Destroy target weapon with two or less durability counters on it.": (
        "{ability: text, targets: [{of: weapon without 3 or more durability counters}], do: [{do: destroy}]}"
    ),
    "Destroy target ally with 4 POWER or greater.": (
        "{ability: text, targets: [{of: ally with power 4 or more}], do: [{do: destroy}]}"
    ),
    "Destroy target ally with power 1 or less.": (
        "{ability: text, targets: [{of: ally with power 1 or less}], do: [{do: destroy}]}"
    ),
    "Rest each ally with wither counters on it.": (
        "{ability: text, do: [{do: turn, to: rested, what: each ally with a wither counter}]}"
    ),
    "Rest each ally with no buff counters on it.": (
        "{ability: text, do: [{do: turn, to: rested, what: each ally without a buff counter}]}"
    ),
    "Banish a card from target opponent's graveyard.": (
        "{ability: text, targets: [{player: opponent}],"
        " do: [{do: choose, of: card in their graveyard}, {do: banish, what: chosen}]}"
    ),
    "Put a buff counter on each of up to two target allies.": (
        "{ability: text, targets: [{of: ally, count: 2, up to: true}], do: [{do: counters, kind: buff, 'on': target}]}"
    ),
    "Until end of turn, Wombats you control get +1 POWER.": (
        "{ability: text, do: [{do: gain, 'on': each Wombat you control, static: {static: modify, power: 1}}]}"
    ),
    "Draw a card for each Wombat you control.": "{ability: text, do: [{do: draw, amount: count(Wombat you control)}]}",
    "Put two acorn counters on target ally.": (
        "{ability: text, targets: [{of: ally}], do: [{do: counters, kind: acorn, amount: 2, 'on': target}]}"
    ),
    # conditions
    "If an opponent controls more domains than you, draw a card.": (
        "{ability: text, do: [{do: if, that: an opponent controls more domain than you, then: [{do: draw}]}]}"
    ),
    "If you haven't activated a Spell card this turn, draw a card.": (
        "{ability: text, do: [{do: if, that: not you activated a Spell card this turn, then: [{do: draw}]}]}"
    ),
    "If two or more allies died this turn, draw a card.": (
        "{ability: text, do: [{do: if, that: this turn(anyone die ally) >= 2, then: [{do: draw}]}]}"
    ),
    "If your champion is level 3 or higher, draw a card.": (
        "{ability: text, do: [{do: if, that: LV >= 3, then: [{do: draw}]}]}"
    ),
    "If you have two or fewer cards in your memory, draw a card.": (
        "{ability: text, do: [{do: if, that: count(card in your memory) <= 2, then: [{do: draw}]}]}"
    ),
    "If the amount of cards in your hand is greater than the amount of cards in your memory, recover 1.": (
        "{ability: text, do: [{do: if, that: not count(card in your hand) <= count(card in your memory),"
        " then: [{do: recover, amount: 1}]}]}"
    ),
    "Reveal the top card of your deck. If its reserve cost is odd, draw two cards. Otherwise, recover 2.": (
        "{ability: text, do: [{do: reveal top, amount: 1}, {do: if, that: reserve cost of revealed is odd,"
        " then: [{do: draw, amount: 2}], otherwise: [{do: recover, amount: 2}]}]}"
    ),
    "Put the top card of your deck into your graveyard. If it's a fire element card, recover 1.": (
        "{ability: text, do: [{do: mill, amount: 1}, {do: if, that: it is a fire card, then: [{do: recover, amount: 1}]}]}"
    ),
    # amounts
    "Draw X cards, where X is your champion's level.": "{ability: text, do: [{do: draw, amount: LV}]}",
    "Recover X, where X is the amount of cards you've activated this turn.": (
        "{ability: text, do: [{do: recover, amount: this turn(you activate card)}]}"
    ),
    "Draw a card for each ally that died this turn.": (
        "{ability: text, do: [{do: draw, amount: this turn(anyone die ally)}]}"
    ),
    "Deal 2 damage to target unit. Recover X, where X is the amount of damage dealt this way.": (
        "{ability: text, targets: [{of: unit}], do: [{do: damage, amount: 2}, {do: recover, amount: it(damage)}]}"
    ),
    "Deal damage equal to the amount of Herbs you control to target ally.": (
        "{ability: text, targets: [{of: ally}], do: [{do: damage, amount: count(Herb you control)}]}"
    ),
    "Banish a card at random from your memory. Deal damage to target unit equal to the banished card's reserve cost.": (
        "{ability: text, targets: [{of: unit}], do: [{do: banish at random}, {do: damage, amount: reserve cost of it}]}"
    ),
    "Each player sacrifices an ally. Draw a card for each ally sacrificed this way.": (
        "{ability: text, do: [{do: sacrifice, of: ally, who: each player}, {do: draw, amount: it}]}"
    ),
    "Sacrifice all Herbs. Draw a card for each Herb sacrificed this way.": (
        "{ability: text, do: [{do: sacrifice, of: Herb you control, all: true}, {do: draw, amount: it}]}"
    ),
    "Put the top five cards of your deck into your graveyard. "
    "Recover X, where X is the amount of fire element cards put into your graveyard this way.": (
        "{ability: text, do: [{do: mill, amount: 5}, {do: recover, amount: done to(mill fire card)}]}"
    ),
    "Banish the top card of your deck. You may play that card this turn.": (
        "{ability: text, do: [{do: banish top, amount: 1}, {do: permit, what: it, this turn: true}]}"
    ),
    "Until end of turn, target unit's attacks get +1 POWER for each domain you control.": (
        "{ability: text, targets: [{of: unit}],"
        " do: [{do: gain, 'on': target, static: {static: attacks, power: count(domain you control)}}]}"
    ),
    # what waits
    "Target ally gets +3 POWER until end of turn. At the beginning of the next end phase, destroy it.": (
        "{ability: text, targets: [{of: ally}], do: [{do: gain, 'on': target, static: {static: modify, power: 3}},"
        " {do: delayed, 'on': {'on': phase, phase: end, whose: any}, then: [{do: destroy, what: it}]}]}"
    ),
    "Choose an ally you control. It gains vigor until end of turn. "
    "At the beginning of the next end phase, sacrifice it.": (
        "{ability: text, do: [{do: choose, of: ally you control},"
        " {do: gain, 'on': chosen, static: {static: modify, keywords: [vigor]}},"
        " {do: delayed, 'on': {'on': phase, phase: end, whose: any}, then: [{do: sacrifice this, what: it}]}]}"
    ),
    # who does it
    "Target player draws a card, then discards a card.": (
        "{ability: text, targets: [{player: any}], do: [{do: draw, who: target}, {do: discard, who: target}]}"
    ),
    "Each opponent sacrifices an ally, discards two cards, and puts the top card of their deck into their graveyard.": (
        "{ability: text, do: [{do: sacrifice, of: ally, who: each opponent},"
        " {do: discard, amount: 2, who: each opponent}, {do: mill, amount: 1, who: each opponent}]}"
    ),
    "Target opponent may pay (3). If they don't, draw two cards.": (
        "{ability: text, targets: [{player: opponent}],"
        " do: [{do: may, who: target, pay: [{pay: reserve, amount: 3}], otherwise: [{do: draw, amount: 2}]}]}"
    ),
    "Reveal a card at random from target opponent's memory.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: reveal memory, who: target, random: true}]}"
    ),
    "Banish target player's graveyard.": (
        "{ability: text, targets: [{player: any}], do: [{do: banish graveyard, who: target}]}"
    ),
    "Target opponent can't activate Spell cards this turn.": (
        "{ability: text, targets: [{player: opponent}],"
        " do: [{do: gain, static: {static: forbid, what: activate, who: that player, cards: Spell card}}]}"
    ),
    "Target player can't declare attacks until the beginning of your next turn.": (
        "{ability: text, targets: [{player: any}], do: [{do: gain, until: your next turn,"
        " static: {static: forbid, what: declare attacks, who: that player}}]}"
    ),
    "Deal 2 damage to target opponent's champion. That player discards a card.": (
        "{ability: text, targets: [{player: opponent}],"
        " do: [{do: damage, amount: 2, to: each champion that player controls}, {do: discard, who: that player}]}"
    ),
    # what is done
    "Deal 3 damage to target unit and 1 damage to your champion.": (
        "{ability: text, targets: [{of: unit}], do: [{do: damage, amount: 3}, {do: damage, amount: 1, to: champion}]}"
    ),
    "Recover an amount equal to your champion's level.": "{ability: text, do: [{do: recover, amount: LV}]}",
    "Banish target ally. Recover X, where X is its power.": (
        "{ability: text, targets: [{of: ally}], do: [{do: banish, what: target}, {do: recover, amount: power of gone}]}"
    ),
    "Put up to two cards from your graveyard on the bottom of your deck. Draw a card for each card put this way.": (
        "{ability: text, do: [{do: choose, of: card in your graveyard, amount: 2, up to: true},"
        " {do: put, what: chosen, into: deck bottom}, {do: draw, amount: it}]}"
    ),
    "Cards you activate this turn cost 1 less to activate.": (
        "{ability: text, do: [{do: gain, static: {static: cost, cards: card, amount: -1}}]}"
    ),
    "Target unit can't attack this turn.": (
        "{ability: text, targets: [{of: unit}], do: [{do: gain, 'on': target, static: {static: forbid, what: attack}}]}"
    ),
    "Put target ally card from a graveyard onto the field under your control.": (
        "{ability: text, targets: [{of: ally card in any graveyard}], do: [{do: put, what: target, into: field}]}"
    ),
    "Target unit becomes distant and gains stealth until end of turn.": (
        "{ability: text, targets: [{of: unit}], do: [{do: become, state: distant, what: target},"
        " {do: gain, 'on': target, static: {static: modify, keywords: [stealth]}}]}"
    ),
    "Return up to two target allies to their owners' memories.": (
        "{ability: text, targets: [{of: ally, count: 2, up to: true}], do: [{do: put, what: target, into: memory}]}"
    ),
    "Prevent all combat damage that would be dealt to target ally this turn.": (
        "{ability: text, targets: [{of: ally}],"
        " do: [{do: gain, 'on': target, static: {static: prevent, damage: combat}}]}"
    ),
    "The next time damage would be dealt to your champion this turn, prevent that damage and draw a card.": (
        "{ability: text, do: [{do: prevention, 'on': champion, static: {static: prevent, once: true}, then: [{do: draw}]}]}"
    ),
    "Reveal the top three cards of your deck. "
    "Put a wind element card from among them into your hand and the rest on the bottom of your deck in any order.": (
        "{ability: text, do: [{do: reveal top, amount: 3}, {do: sort, of: wind card, amount: 1}]}"
    ),
    "Sacrifice any amount of Herbs. Draw that many cards.": (
        "{ability: text, do: [{do: choose, of: Herb you control, any: true}, {do: sacrifice this, what: chosen},"
        " {do: draw, amount: it}]}"
    ),
    "Discard any amount of fire element cards. Draw that many cards.": (
        "{ability: text, do: [{do: discard, of: fire card, amount: count(fire card in your hand), up to: true},"
        " {do: draw, amount: it}]}"
    ),
    "Banish the top card of your deck and put an omen counter on it.": (
        "{ability: text, do: [{do: banish top, amount: 1}, {do: counters, kind: omen, 'on': it}]}"
    ),
    "Put Sample on the bottom of target champion's lineage.": (
        "{ability: text, targets: [{of: champion}], do: [{do: put, what: this, into: lineage, champion: target}]}"
    ),
    "Put a buff counter on an ally you control. If you control a domain, put two buff counters on that ally instead.": (
        "{ability: text, do: [{do: if, that: you control a domain,"
        " then: [{do: choose, of: ally you control}, {do: counters, kind: buff, amount: 2, 'on': chosen}],"
        " otherwise: [{do: choose, of: ally you control}, {do: counters, kind: buff, 'on': chosen}]}]}"
    ),
    "Draw a card, then discard a card. If you control a domain, draw two cards, then discard a card instead.": (
        "{ability: text, do: [{do: if, that: you control a domain, then: [{do: draw, amount: 2}, {do: discard}],"
        " otherwise: [{do: draw}, {do: discard}]}]}"
    ),
}

ALLIES = {
    # what happens
    "Whenever Sample attacks, draw a card.": "{ability: triggered, 'on': {'on': attack}, do: [{do: draw}]}",
    "Whenever your champion is dealt damage, draw a card.": (
        "{ability: triggered, 'on': {'on': damaged, what: champion you control}, do: [{do: draw}]}"
    ),
    "Whenever an ally enters the field under an opponent's control, rest it.": (
        "{ability: triggered, 'on': {'on': enter, what: ally an opponent controls},"
        " do: [{do: turn, to: rested, what: that}]}"
    ),
    "Whenever a domain you control leaves the field, draw a card.": (
        "{ability: triggered, 'on': {'on': leave, what: domain you control}, do: [{do: draw}]}"
    ),
    "Whenever you activate your second Spell card each turn, draw a card.": (
        "{ability: triggered, 'on': {'on': activate, card: Spell card, time: 2}, do: [{do: draw}]}"
    ),
    "Whenever a player activates a Spell card, that player discards a card.": (
        "{ability: triggered, 'on': {'on': activate, card: Spell card, by: anyone},"
        " do: [{do: discard, who: that player}]}"
    ),
    "Whenever a card leaves your graveyard, recover 1.": (
        "{ability: triggered, 'on': {'on': goes, what: card you own, from: graveyard}, do: [{do: recover, amount: 1}]}"
    ),
    "Whenever an ally dies, its controller draws a card.": (
        "{ability: triggered, 'on': {'on': die, what: ally}, do: [{do: draw, who: that player}]}"
    ),
    "Whenever an ally card is put into a graveyard from anywhere, draw a card.": (
        "{ability: triggered, 'on': {'on': goes, what: ally card, to: graveyard}, do: [{do: draw}]}"
    ),
    "On Death: You may pay (2). If you do, return Sample from your graveyard to your hand.": (
        "{ability: triggered, 'on': {'on': die}, do: [{do: may, pay: [{pay: reserve, amount: 2}],"
        " then: [{do: put, what: this, into: hand, yours: graveyard}]}]}"
    ),
    "On Champion Hit: Destroy target item that opponent controls.": (
        "{ability: triggered, 'on': {'on': hit, what: champion}, targets: [{of: item that player controls}],"
        " do: [{do: destroy}]}"
    ),
    "On Champion Hit: That champion's controller discards a card.": (
        "{ability: triggered, 'on': {'on': hit, what: champion}, do: [{do: discard, who: that player}]}"
    ),
    "On Attack: Draw a card. Trigger this ability only once per turn.": (
        "{ability: triggered, 'on': {'on': attack}, do: [{do: draw}], limit: once each turn}"
    ),
    "Whenever an ally dies, if you control a domain, draw a card. Otherwise, recover 2.": (
        "{ability: triggered, 'on': {'on': die, what: ally}, do: [{do: if, that: you control a domain,"
        " then: [{do: draw}], otherwise: [{do: recover, amount: 2}]}]}"
    ),
    "At the beginning of your end phase, you may discard a card. If you do, draw a card. If you don't, recover 2.": (
        "{ability: triggered, 'on': {'on': phase, phase: end}, do: [{do: may, what: [{do: discard}],"
        " then: [{do: draw}], otherwise: [{do: recover, amount: 2}]}]}"
    ),
    "Whenever you discard one or more cards, draw a card.": (
        "{ability: triggered, 'on': {'on': discard}, one or more: true, do: [{do: draw}]}"
    ),
    "Whenever one or more other allies you control die, draw a card.": (
        "{ability: triggered, 'on': {'on': die, what: another ally you control}, one or more: true, do: [{do: draw}]}"
    ),
    "Whenever a fire element source you control deals damage to a champion, draw a card.": (
        "{ability: triggered, 'on': {'on': damaged, what: champion, by: fire source you control}, do: [{do: draw}]}"
    ),
    "At the beginning of your end phase, sacrifice Sample unless you pay (2).": (
        "{ability: triggered, 'on': {'on': phase, phase: end},"
        " do: [{do: may, pay: [{pay: reserve, amount: 2}], otherwise: [{do: sacrifice this}]}]}"
    ),
    "At the beginning of your end phase, sacrifice Sample unless you discard a card.": (
        "{ability: triggered, 'on': {'on': phase, phase: end},"
        " do: [{do: may, what: [{do: discard}], otherwise: [{do: sacrifice this}]}]}"
    ),
    "On Attack: Double the amount of buff counters on Sample.": (
        "{ability: triggered, 'on': {'on': attack}, do: [{do: counters, kind: buff, amount: counters(buff on this)}]}"
    ),
    "On Enter: Until end of turn, Human allies you control get +1 LIFE and gain ambush.": (
        "{ability: triggered, 'on': {'on': enter}, do: [{do: gain, 'on': each Human ally you control,"
        " static: {static: modify, life: 1, keywords: [ambush]}}]}"
    ),
    "On Attack: If Sample has stealth, draw a card.": (
        "{ability: triggered, 'on': {'on': attack}, do: [{do: if, that: this is an object with stealth,"
        " then: [{do: draw}]}]}"
    ),
    "Whenever an ally you control dies, if it had taunt, draw a card.": (
        "{ability: triggered, 'on': {'on': die, what: ally you control}, if: that is an object with taunt,"
        " do: [{do: draw}]}"
    ),
    "On Ally Hit: Put the hit ally on the bottom of its owner's deck.": (
        "{ability: triggered, 'on': {'on': hit, what: ally}, do: [{do: put, what: that, into: deck bottom}]}"
    ),
    # what holds
    "As long as there are three or more haunt counters on your Phantasmagoria, Sample has stealth and gets +1 POWER.": (
        "{ability: static, if: counters(haunt on mastery Phantasmagoria) >= 3,"
        " effects: [{static: modify, power: 1, keywords: [stealth]}]}"
    ),
    "As long as you control a weapon, Sample gets +1 POWER and can't be intercepted.": (
        "{ability: static, if: you control a weapon, effects: [{static: modify, power: 1}, {static: not intercepted}]}"
    ),
    "Sample has vigor and can't attack.": (
        "{ability: static, effects: [{static: modify, keywords: [vigor]}, {static: forbid, what: attack, of: this}]}"
    ),
    "Sample can't attack.": "{ability: static, effects: [{static: forbid, what: attack, of: this}]}",
    "As long as you control no other allies, Sample gets +2 POWER.": (
        "{ability: static, if: not you control another ally, effects: [{static: modify, power: 2}]}"
    ),
    "Sample gets +1 POWER for each other Human ally you control.": (
        "{ability: static, effects: [{static: modify, power: count(another Human ally you control)}]}"
    ),
    "Sample enters the field with X buff counters on it, where X is the amount of domains you control.": (
        "{ability: static, effects: [{static: enters, counters: {buff: count(domain you control)}}]}"
    ),
    "Other allies you control enter the field with an additional buff counter on them.": (
        "{ability: static, effects: [{static: enters, of: each another ally you control, counters: {buff: 1}}]}"
    ),
    "Cards with reserve cost 5 or greater cost 1 more to activate.": (
        "{ability: static, effects: [{static: cost, cards: card of reserve cost 5 or more, who: anyone, amount: 1}]}"
    ),
    "The first Beast ally card you activate each turn costs 1 less to activate.": (
        "{ability: static, if: this turn(you activate Beast ally card) = 0,"
        " effects: [{static: cost, cards: Beast ally card, amount: -1}]}"
    ),
    "Players can't activate Spell cards.": (
        "{ability: static, effects: [{static: forbid, what: activate, who: anyone, cards: Spell card}]}"
    ),
    "REST: Draw a card. This ability costs (2) less to activate if you control a domain.": (
        "{ability: activated, cost: [{pay: this, do: [rest]}], do: [{do: draw}], less: 2, less if: you control a domain}"
    ),
}

REFUSED = {
    # a condition behind several clauses, or a sentence with several that is replaced: for which of them?
    "Draw a card and recover 2 if you control a domain.": "at 'if'",
    "Draw a card and rest target unit unless an opponent pays (2).": "at 'unless'",
    "Draw a card, then discard a card. If you control a domain, draw two cards instead.": "how much of the sentence",
    "If you control an ally, draw a card. If you control a domain, draw two cards instead.": "both conditions",
    # one of two targets is meant, and both would be needed
    "Destroy target rested ally. If you control a domain, destroy target ally instead.": "only one is meant",
    "If you control a domain, rest target ally. Otherwise, rest target item.": "only one is meant",
    "You may discard a card. If you do, rest target ally. If you don't, rest target item.": "",
    # what waits knows only what the step right before was about
    "Rest target ally. Draw a card. At the beginning of the next end phase, destroy it.": "nothing that it",
    "Rest target ally. At the beginning of the next end phase, destroy it and draw a card.": "only the first",
    "Rest target ally. You may pay (2). When you do, deal 2 damage to it.": "nothing that it",
    # who does it?
    "Target player draws two cards and discard a card.": "who does that",
    "Each player discards a card. If a fire element card was discarded, draw a card.": "at once",
    # several steps that did the same
    "Deal 2 damage to target unit and 1 damage to your champion. "
    "Recover X, where X is the amount of damage dealt this way.": "only the last",
    "Banish a card from your graveyard. Then banish a card from your hand. "
    "Draw a card for each card banished this way.": "only the last",
    # what is replaced is not done
    "Summon an Acorn token. If you control a domain, it gains vigor until end of turn instead.": "nothing that it",
    "Discard a card. If you control a domain, draw that many cards instead.": "no number",
    # done at once, or as damage is prevented?
    "The next time target unit would be dealt damage this turn, prevent that damage and put a buff counter on it.": (
        "at once or as that happens"
    ),
    # one target for all, or one for each?
    "Reveal any amount of fire element cards from your memory. For each card revealed this way, rest target ally.": (
        "for each"
    ),
    # an activation that was negated is gone
    "Negate target card activation. If that card's reserve cost is 2 or less, draw a card.": "nothing that 'card'",
    # of what kind they were is not certain
    "Destroy all items. Draw a card for each ally destroyed this way.": "not certain",
    # an attack is no object
    "Target attack gets -3 POWER until end of turn.": "at 'attack'",
    "Discards a card.": "nobody who could do it",
    "Draw a card and 1 damage to your champion.": "nothing that deals it",
    "Each opponent may pay (2). If they don't, draw a card.": "whether each of them",
}

REFUSED_OF_ALLIES = {
    "As long as you control a domain, Sample gets +1 POWER. Other allies you control have vigor.": "",
    "Sample has vigor and other allies you control get +1 POWER as long as you control a domain.": "at 'as'",
    "On Hit: Deal 2 damage to the hit unit and deal 1 damage to each other unit.": "other than this, or",
    "On Hit: That champion's controller discards a card.": "nothing whose controller",
    "On Enter: Destroy target item that opponent controls.": "no player",
    "Attacks get -1 POWER.": "at 'get'",
    "On Hit: At the beginning of the next end phase, destroy the hit unit.": "past by then",
    "On Champion Hit: At the beginning of the next end phase, that player discards a card.": "no player",
    "Whenever another ally attacks, at the beginning of the next end phase, destroy it.": "nothing that it",
    "Whenever an ally you control deals damage to a champion, put a buff counter on it.": "nothing that it",
    "Whenever a Spell deals damage to a unit, draw a card.": "a source or a unit",
}


def data(text: str, types: tuple[str, ...]) -> Any:
    found = compile_text(text, name="Sample", facts=Facts(types=types))
    assert found.status == "compiled", found.why
    spoken = printed(found.face, found.wording).replace("cannot", "can't").lower()
    shortened = (("'s", " is"), ("'ve", " have"), ("n't", " not"))
    assert _long(spoken, shortened) == _long(text.lower(), shortened)
    (ability,) = found.abilities
    return ability


def _long(text: str, shortened: tuple[tuple[str, str], ...]) -> str:
    text = text.replace("can't", "cannot")
    for short, long in shortened:
        text = text.replace(short, long)
    return text


def expected(text: str) -> Any:
    return msgspec.convert(read_yaml(text), AbilityNode, dec_hook=read)


@pytest.mark.parametrize("text", ACTIONS)
def test_a_text_of_an_action_means_its_data_and_is_printed_the_same(text: str) -> None:
    assert alike(data(text, ("action",))) == alike(expected(ACTIONS[text]))


@pytest.mark.parametrize("text", ALLIES)
def test_a_text_of_an_ally_means_its_data_and_is_printed_the_same(text: str) -> None:
    assert alike(data(text, ("ally",))) == alike(expected(ALLIES[text]))


@pytest.mark.parametrize("text", REFUSED)
def test_what_could_mean_two_things_or_nothing_is_refused(text: str) -> None:
    found = compile_text(text, name="Sample", facts=Facts(types=("action",)))
    assert found.status == "refused"
    assert REFUSED[text] in found.why


@pytest.mark.parametrize("text", REFUSED_OF_ALLIES)
def test_what_could_mean_two_things_or_nothing_on_an_ally_is_refused(text: str) -> None:
    found = compile_text(text, name="Sample", facts=Facts(types=("ally",)))
    assert found.status == "refused"
    assert REFUSED_OF_ALLIES[text] in found.why


def test_a_card_is_among_its_own_subtypes() -> None:
    text = "Whenever Sample or another Beast ally enters the field under your control, draw a card."
    beast = compile_text(text, name="Sample", facts=Facts(types=("ally",), subtypes=("Beast",)))
    (ability,) = beast.abilities
    assert alike(ability) == alike(
        expected("{ability: triggered, 'on': {'on': enter, what: Beast ally you control}, do: [{do: draw}]}")
    )
    other = compile_text(text, name="Sample", facts=Facts(types=("ally",), subtypes=("Human",)))
    assert other.status == "refused"


def test_what_a_champion_inherits_calls_it_an_object() -> None:
    text = "Inherited Effect: This object's attacks get -1 POWER."
    (ability,) = compile_text(text, name="Sample", facts=Facts(types=("action",))).abilities
    assert alike(ability) == alike(
        expected("{ability: static, inherited: true, effects: [{static: attacks, power: -1}]}")
    )


def test_a_link_holds_for_what_it_is_linked_to() -> None:
    text = "Linked unit doesn't wake up during its controller's wake up phase."
    (ability,) = compile_text(text, name="Sample", facts=Facts(types=("phantasia",))).abilities
    assert alike(ability) == alike(
        expected("{ability: static, effects: [{static: forbid, what: wake up in the wake up phase, of: linked}]}")
    )
