"""More texts with the data they mean, by subject: amounts, history, triggers, replacements, places."""

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
    # what was done this turn
    "If a card activation has been negated this turn, draw a card.": (
        "{ability: text, do: [{do: if, that: this turn(anyone negate card activation) >= 1, then: [{do: draw}]}]}"
    ),
    "If no units have attacked this turn, draw a card.": (
        "{ability: text, do: [{do: if, that: this turn(anyone attack unit) = 0, then: [{do: draw}]}]}"
    ),
    "If a Human ally you controlled has died this turn, draw a card.": (
        "{ability: text, do: [{do: if, that: this turn(anyone die Human ally you control) >= 1, then: [{do: draw}]}]}"
    ),
    "If your champion has dealt 3 or more combat damage this turn, draw a card.": (
        "{ability: text, do: [{do: if, that: combat damage of champion this turn >= 3, then: [{do: draw}]}]}"
    ),
    # numbers among several
    "Recover X, where X is the greatest power among allies you control.": (
        "{ability: text, do: [{do: recover, amount: highest(power of ally you control)}]}"
    ),
    "Recover X, where X is the total reserve cost among your omens.": (
        "{ability: text, do: [{do: recover, amount: total(reserve cost of omen in your banishment)}]}"
    ),
    "Draw a card for each of up to three allies you control.": (
        "{ability: text, do: [{do: draw, amount: 'least(3, count(ally you control))'}]}"
    ),
    "Deal 4 damage to target unit plus an additional 2 for each card named Cosmic Bolt in your graveyard.": (
        "{ability: text, targets: [{of: unit}],"
        " do: [{do: damage, amount: 4 + 2 * count(card named Cosmic Bolt in your graveyard)}]}"
    ),
    "For each ally you control, recover 1 and draw a card.": (
        "{ability: text, do: [{do: repeat, times: count(ally you control), then: [{do: recover, amount: 1}, {do: draw}]}]}"
    ),
    "For every three Herbs you control, gather.": (
        "{ability: text, do: [{do: repeat, times: count(Herb you control) / 3, then: [{do: gather}]}]}"
    ),
    "For each Animal ally you control, you may put a Beast ally card from your hand onto the field.": (
        "{ability: text, do: [{do: repeat, times: count(Animal ally you control), then: [{do: may, what: ["
        "{do: choose, of: Beast ally card in your hand}, {do: put, what: chosen, into: field}]}]}]}"
    ),
    "Depending on the amount of cards in your memory— \n• 0— Draw a card.\n• 1 to 3— Recover 4.\n• 4 or more— Gather.": (
        "{ability: text, do: [{do: depending on, amount: count(card in your memory),"
        " of: {'0': [{do: draw}], 1-3: [{do: recover, amount: 4}], 4+: [{do: gather}]}}]}"
    ),
    "Put Sample on the bottom of your champion's lineage. When you do, draw a card.": (
        "{ability: text, do: [{do: put, what: this, into: lineage}, {do: when you do, then: [{do: draw}]}]}"
    ),
    # what was given up
    "Banish target ally you control. If the banished card was a Beast ally card, draw a card.": (
        "{ability: text, targets: [{of: ally you control}], do: [{do: banish, what: target},"
        " {do: if, that: it is a Beast ally card, then: [{do: draw}]}]}"
    ),
    "You may banish an ally you control. If you do, recover X, where X is the banished ally's power plus 1.": (
        "{ability: text, do: [{do: may, what: [{do: choose, of: ally you control}, {do: banish, what: chosen}],"
        " then: [{do: recover, amount: power of gone + 1}]}]}"
    ),
    "Rest target ally. Recover X, where X is that ally's power.": (
        "{ability: text, targets: [{of: ally}], do: [{do: turn, to: rested}, {do: recover, amount: power of target}]}"
    ),
    "If there is an even amount of cards in your memory, draw a card.": (
        "{ability: text, do: [{do: if, that: count(card in your memory) is even, then: [{do: draw}]}]}"
    ),
    "Put a buff counter on each of up to two allies you control.": (
        "{ability: text, do: [{do: choose, of: ally you control, amount: 2, up to: true},"
        " {do: counters, kind: buff, on: chosen}]}"
    ),
    "Draw a card if you control two or more allies.": (
        "{ability: text, do: [{do: if, that: count(ally you control) >= 2, then: [{do: draw}]}]}"
    ),
    "You may reveal three fire element cards from your hand. If you do, draw a card.": (
        "{ability: text, do: [{do: may, what: [{do: choose, of: fire card in your hand, amount: 3, exact: true},"
        " {do: reveal, what: chosen}], then: [{do: draw}]}]}"
    ),
    "Look at the top card of your deck. You may put that card into your graveyard.": (
        "{ability: text, do: [{do: dig, amount: 1, of: card, into: graveyard, rest: top}]}"
    ),
    "Look at the top three cards of your deck. You may put an ally card from among them onto the field. Put the rest on "
    "the bottom of your deck in any order.": "{ability: text, do: [{do: dig, amount: 3, of: ally card, into: field}]}",
    "Double the amount of preparation counters on your champion.": (
        "{ability: text, do: [{do: counters, kind: preparation, on: champion, amount: counters(preparation)}]}"
    ),
    "Deal damage to target unit equal to its owner's influence minus your influence.": (
        "{ability: text, targets: [{of: unit}], do: [{do: damage, amount: influence of target owner - influence}]}"
    ),
    "Look at target opponent's hand and memory.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: look at, zone: hand and memory, who: target}]}"
    ),
    "Target ally gets +2 POWER until the end of your next turn.": (
        "{ability: text, targets: [{of: ally}],"
        " do: [{do: gain, on: target, static: {static: modify, power: 2}, until: end of your next turn}]}"
    ),
    "Banish up to two target fire element cards from a single graveyard.": (
        "{ability: text, targets: [{of: fire card in any graveyard, count: 2, up to: true, same: graveyard}],"
        " do: [{do: banish, what: target}]}"
    ),
    "Put target Beast card from your banishment onto the field. If that card is a regalia, draw a card.": (
        "{ability: text, targets: [{of: Beast card in your banishment}], do: [{do: put, what: target, into: field},"
        " {do: if, that: it is a regalia, then: [{do: draw}]}]}"
    ),
    "Put an ally card from your graveyard onto the field. It enters the field with two additional buff counters on it.": (
        "{ability: text, do: [{do: choose, of: ally card in your graveyard},"
        " {do: put, what: chosen, into: field, counters: {buff: 2}}]}"
    ),
    "The next Ranger action card you activate this turn can be activated as though it had fast activation.": (
        "{ability: text, do: [{do: gain, static: {static: next activation, cards: Ranger action card, fast: true}}]}"
    ),
    "If an opponent has three or more cards in their graveyard, draw a card.": (
        "{ability: text, do: [{do: if, that: an opponent has 3 or more cards in graveyard, then: [{do: draw}]}]}"
    ),
    "Until end of turn, you may activate target Warrior attack card in your banishment.": (
        "{ability: text, targets: [{of: Warrior attack card in your banishment}],"
        " do: [{do: permit, what: target, how: activate, this turn: true}]}"
    ),
    "You may activate one of your omens.": (
        "{ability: text, do: [{do: play, how: activate, of: omen card in your banishment, may: true}]}"
    ),
    "For every six damage counters on your champion, deal 1 damage to all other units.": (
        "{ability: text, do: [{do: damage, to: each unit except your champion, amount: damage on champion / 6}]}"
    ),
    # later
    "The next time you starcall a card this turn, draw a card.": (
        "{ability: text, do: [{do: delayed, on: {on: activate, starcalled: true}, then: [{do: draw}], until: turn}]}"
    ),
    "Until end of turn, whenever a unit attacks, that attack gets -2 POWER.": (
        "{ability: text, do: [{do: delayed, on: {on: attack, what: unit}, once: false, until: turn,"
        " then: [{do: gain, on: attacker, static: {static: attacks, power: -2}, until: combat}]}]}"
    ),
    "Reveal the top card of your deck. When you reveal a fire element card this way, destroy target ally.": (
        "{ability: text, do: [{do: reveal top, amount: 1}, {do: if, that: a fire card was revealed, then: ["
        "{do: when you do, targets: [{of: ally}], then: [{do: destroy}]}]}]}"
    ),
    "You may change the direction of your Shifting Currents to a different direction of your choice. When you change it "
    "from facing South to North this way, draw a card.": (
        "{ability: text, do: [{do: may, what: [{do: change direction, what: mastery Shifting Currents}],"
        " then: [{do: if, that: turned from South to North, then: [{do: when you do, then: [{do: draw}]}]}]}]}"
    ),
    # what something is
    "Destroy target ally with 2 POWER or less.": (
        "{ability: text, targets: [{of: ally with power 2 or less}], do: [{do: destroy}]}"
    ),
    "Destroy target unit with an odd life stat.": (
        "{ability: text, targets: [{of: unit with odd life}], do: [{do: destroy}]}"
    ),
    "Destroy target ally with three or more wither counters on it.": (
        "{ability: text, targets: [{of: ally with 3 or more wither counters}], do: [{do: destroy}]}"
    ),
    "Destroy target ally attacking your champion.": (
        "{ability: text, targets: [{of: ally attacking your champion}], do: [{do: destroy}]}"
    ),
    "If an opponent controls two or more rested allies, draw a card.": (
        "{ability: text, do: [{do: if, that: an opponent controls 2 or more rested ally, then: [{do: draw}]}]}"
    ),
    "Activate this card only during your end phase.": "{ability: restriction, only: your end phase}",
}
OBJECTS = {
    "Whenever you gather, draw a card.": "{ability: triggered, on: {on: gather}, do: [{do: draw}]}",
    "Whenever you suppress an ally, draw a card.": (
        "{ability: triggered, on: {on: suppress, what: ally}, do: [{do: draw}]}"
    ),
    "Whenever you negate a card activation, draw a card.": "{ability: triggered, on: {on: negate}, do: [{do: draw}]}",
    "Whenever you brew a Potion, draw a card.": (
        "{ability: triggered, on: {on: activate, card: Potion card, brewed: true}, do: [{do: draw}]}"
    ),
    "Whenever you activate a Spell card for the second time each turn, draw a card.": (
        "{ability: triggered, on: {on: activate, card: Spell card, time: 2}, do: [{do: draw}]}"
    ),
    "Whenever you declare an attack with a Beast ally, draw a card.": (
        "{ability: triggered, on: {on: attack, what: Beast ally you control}, do: [{do: draw}]}"
    ),
    "At the beginning of each player's recollection phase, if they did not materialize a card this turn, "
    "deal 1 damage to each champion.": (
        "{ability: triggered, on: {on: phase, phase: recollection, whose: any},"
        " if: this turn(that player materialize card) = 0, do: [{do: damage, to: each champion}]}"
    ),
    "If damage would be dealt to Sample while it has a buff counter on it, prevent 1 of that damage.": (
        "{ability: static, if: counters(buff on this) >= 1, effects: [{static: prevent, amount: 1}]}"
    ),
    "If damage would be dealt to a unit you control, prevent all but 3 of that damage.": (
        "{ability: static, effects: [{static: prevent, of: each unit you control, but: 3}]}"
    ),
    "Inherited Effect: This object gets -2 LIFE.": (
        "{ability: static, inherited: true, effects: [{static: modify, of: champion, life: -2}]}"
    ),
    "On Champion Hit: If there are one or more Curse cards in the hit champion's lineage, draw a card.": (
        "{ability: triggered, on: {on: hit, what: champion},"
        " do: [{do: if, that: count(Curse card in their lineage) >= 1, then: [{do: draw}]}]}"
    ),
    "Banish a card from your graveyard: If the banished card had floating memory, draw a card.": (
        "{ability: activated, cost: [{pay: banish, of: card in your graveyard}],"
        " do: [{do: if, that: given is a card with floating memory, then: [{do: draw}]}]}"
    ),
    "At the beginning of each opponent's end phase, if that player has an odd amount of cards in their memory, "
    "deal 2 damage to their champion.": (
        "{ability: triggered, on: {on: phase, phase: end, whose: opponents}, if: count(card in their memory) is odd,"
        " do: [{do: damage, to: each champion that player controls, amount: 2}]}"
    ),
    "Sacrifice an Automaton ally and a Human ally: Draw a card.": (
        "{ability: activated, cost: [{pay: sacrifice, of: Automaton ally you control},"
        " {pay: sacrifice, of: Human ally you control}], do: [{do: draw}]}"
    ),
    "(2), Return Sample to your material deck: Draw a card.": (
        "{ability: activated, cost: [{pay: reserve, amount: 2}, {pay: this, do: [return]}], do: [{do: draw}]}"
    ),
    "On Hit: If the hit unit has an odd life stat, draw a card.": (
        "{ability: triggered, on: {on: hit}, do: [{do: if, that: that is an object with odd life, then: [{do: draw}]}]}"
    ),
    "Whenever you activate a Spell card, draw a card. Trigger this ability only once each turn.": (
        "{ability: triggered, on: {on: activate, card: Spell card}, limit: once each turn, do: [{do: draw}]}"
    ),
    "Whenever your champion levels up, you may banish this card from your graveyard. If you do, recover 2.": (
        "{ability: triggered, on: {on: level up}, works in: [graveyard],"
        " do: [{do: may, what: [{do: banish, what: this}], then: [{do: recover, amount: 2}]}]}"
    ),
    "Whenever this card is banished from your memory, draw a card.": (
        "{ability: triggered, on: {on: goes, what: null, from: memory, to: banishment}, works in: [memory, banishment],"
        " do: [{do: draw}]}"
    ),
    "(X), REST: Draw X cards.": (
        "{ability: activated, variable: X, cost: [{pay: reserve, amount: X}, {pay: this, do: [rest]}],"
        " do: [{do: draw, amount: X}]}"
    ),
    "(4), REST: Draw a card. This ability costs (2) less to activate as long as Sample is distant.": (
        "{ability: activated, cost: [{pay: reserve, amount: 4}, {pay: this, do: [rest]}], less: 2, less if: this is distant,"
        " do: [{do: draw}]}"
    ),
    "If damage would be dealt to your champion, that damage is dealt to linked ally instead.": (
        "{ability: static, effects: [{static: takes damage, of: champion, to: linked}]}"
    ),
    "REST: Wake up and transform Sample.": (
        "{ability: activated, cost: [{pay: this, do: [rest]}], do: [{do: turn, to: awake, what: this}, {do: transform}]}"
    ),
    "[Level 1+] Sample may retaliate against attackers while not defending.": (
        "{ability: keyword, keyword: ambush, when: level 1+}"
    ),
    "Linked champion's first attack each turn gets +2 POWER. Class Bonus: That champion also gets +1 LIFE.": (
        "{ability: static, effects: [{static: attacks, power: 2, if: first attack, of: linked},"
        " {static: modify, of: linked, life: 1, if: class bonus}]}"
    ),
    "Other Human allies you control get +1 POWER as long as they're attacking.": (
        "{ability: static, effects: [{static: modify, of: each other attacking Human ally you control, power: 1}]}"
    ),
    "On Leave: Put the buff counters that were on Sample on target ally you control.": (
        "{ability: triggered, on: {on: leave}, targets: [{of: ally you control}],"
        " do: [{do: counters, kind: buff, on: target, amount: counters(buff on this)}]}"
    ),
    "If you would recover, recover that much plus 1 instead.": (
        "{ability: static, effects: [{static: that much, of: recover, plus: 1}]}"
    ),
    "If one or more enlighten counters would be put on your champion, that many plus one enlighten counters are put on "
    "your champion instead.": (
        "{ability: static, effects: [{static: that many counters, kind: enlighten, of: champion, plus: 1}]}"
    ),
    "On Enter: Rest target ally. That ally does not wake up during its controller's wake up phase as long as you control "
    "Sample.": (
        "{ability: triggered, on: {on: enter}, targets: [{of: ally}], do: [{do: turn, to: rested}, {do: gain, on: target,"
        " static: {static: forbid, what: wake up in the wake up phase}, until: while this}]}"
    ),
}


def data(text: str) -> Any:
    return msgspec.convert(read_yaml(text), AbilityNode, dec_hook=read)


@pytest.mark.parametrize(
    ("types", "text"), [*(("action", each) for each in ACTIONS), *(("ally", each) for each in OBJECTS)]
)
def test_a_text_means_its_data(types: str, text: str) -> None:
    found = compile_text(text, name="Sample", facts=Facts(types=(types,)))
    assert found.status == "compiled", found.why
    assert alike(found.abilities) == alike((data((ACTIONS | OBJECTS)[text]),))


@pytest.mark.parametrize(
    "text",
    [
        "If they did not materialize a card this turn, draw a card.",  # who?
        "If the banished card was a Beast ally card, draw a card.",
        "Sacrifice two allies. Recover X, where X is the sacrificed ally's power.",
        "Deal 1 damage to their champion.",
        "If it is your combat phase, draw a card.",  # a combat is part of the main phase
    ],
)
def test_what_could_mean_nothing_is_refused(text: str) -> None:
    assert compile_text(text, name="Sample", facts=Facts(types=("action",))).status == "refused"


def test_stats_do_not_choose_whose_stats_they_change() -> None:
    found = compile_text("Allies with 2 POWER or less get +1 POWER.", name="Sample", facts=Facts(types=("ally",)))
    assert found.status == "refused"
    assert "what changes stats" in found.why


def test_what_one_paragraph_takes_as_a_cost_another_may_speak_of() -> None:
    cost = "As an additional cost to activate this card, sacrifice an ally."
    text = "Recover X, where X is the sacrificed ally's life stat."
    found = compile_text(f"{cost}\n{text}", name="Sample", facts=Facts(types=("action",)))
    assert found.status == "compiled", found.why
    assert alike(found.abilities[1]) == alike(data("{ability: text, do: [{do: recover, amount: life of given}]}"))
    assert printed(found.face, found.wording) == f"{cost}\n{text}"
    assert compile_text(text, name="Sample", facts=Facts(types=("action",))).status == "refused"


def test_instructions_go_on_in_another_paragraph_under_a_restriction_of_their_own() -> None:
    text = "Wake up target ally.\n[Level 2+] Put a buff counter on that ally."
    found = compile_text(text, name="Sample", facts=Facts(types=("action",)))
    assert found.status == "compiled", found.why
    assert alike(found.abilities[1]) == alike(
        data("{ability: text, when: level 2+, do: [{do: counters, kind: buff, on: target}]}")
    )
    assert printed(found.face, found.wording) == text
