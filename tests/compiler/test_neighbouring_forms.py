"""Sentences next to those that the cards at hand have: another player, another time, another source, another number."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from archivist.compiler import Compiled, Facts, compile_text, printed
from archivist.compiler.engine import Unsaid
from archivist.compiler.likeness import alike
from archivist.vocabulary.abilities import AbilityNode
from archivist.vocabulary.node import read
from archivist.yaml_reader import read_yaml

ACTIONS = {
    # what holds by a rule for all, for a while
    "Until end of turn, Spell cards cost 1 more to activate.": (
        "{ability: text, do: [{do: gain, static: {static: cost, cards: Spell card, who: anyone, amount: 1}}]}"
    ),
    "Until the beginning of your next turn, cards your opponents materialize cost 1 more to materialize.": (
        "{ability: text, do: [{do: gain, until: your next turn, static: {static: cost, cards: card, ways: [materialize],"
        " who: opponents, amount: 1, kind: memory}}]}"
    ),
    "Until the beginning of your next turn, your opponents can't recover.": (
        "{ability: text, do: [{do: gain, until: your next turn, static: {static: forbid, what: recover, who: opponents}}]}"
    ),
    "Opponents can't activate Spell cards until the beginning of your next turn.": (
        "{ability: text, do: [{do: gain, until: your next turn,"
        " static: {static: forbid, what: activate, who: opponents, cards: Spell card}}]}"
    ),
    "Until end of turn, target player can't activate Spell cards.": (
        "{ability: text, targets: [{player: any}],"
        " do: [{do: gain, static: {static: forbid, what: activate, who: that player, cards: Spell card}}]}"
    ),
    "Until end of turn, if an ally would die, return it to its owner's hand instead.": (
        "{ability: text, do: [{do: gain, static: {static: goes to, cards: ally, from: field, to: hand}}]}"
    ),
    "Until end of turn, activated abilities of items cost (2) more to activate.": (
        "{ability: text, do: [{do: gain, static: {static: ability cost, of: item, amount: 2}}]}"
    ),
    # what becomes of one thing
    "Deal 3 damage to target ally. If that ally would die this turn, banish it instead.": (
        "{ability: text, targets: [{of: ally}], do: [{do: damage, amount: 3},"
        " {do: gain, 'on': target, static: {static: goes to, cards: card, from: field}}]}"
    ),
    "Target ally can't attack champions this turn.": (
        "{ability: text, targets: [{of: ally}],"
        " do: [{do: gain, 'on': target, static: {static: attack only, at: non-champion object}}]}"
    ),
    # damage, by its source and by what was prevented
    "Until end of turn, if a fire element source you control would deal damage, it deals double that damage instead.": (
        "{ability: text, do: [{do: gain,"
        " static: {static: amplify, of: each object, from: fire source you control, times: 2}}]}"
    ),
    "Until end of turn, prevent all combat damage that would be dealt to your champion.": (
        "{ability: text, do: [{do: gain, 'on': champion, static: {static: prevent, damage: combat}}]}"
    ),
    "The next time target unit would take damage this turn, prevent half of that damage, rounded down.": (
        "{ability: text, targets: [{of: unit}],"
        " do: [{do: gain, 'on': target, static: {static: prevent, once: true, half: down}}]}"
    ),
    "The next time damage would be dealt to your champion this turn, prevent that damage. When 7 or more damage is"
    " prevented this way, draw a card.": (
        "{ability: text, do: [{do: prevention, 'on': champion, static: {static: prevent, once: true},"
        " then: [{do: if, that: it(prevention) >= 7, then: [{do: when you do, then: [{do: draw}]}]}]}]}"
    ),
    "Prevent the next 4 damage that would be dealt to target ally this turn. Whenever damage is prevented this way, deal 2"
    " damage to target unit.": (
        "{ability: text, targets: [{of: ally}], do: [{do: prevention, 'on': target,"
        " static: {static: prevent, amount: 4, shield: true}, then: [{do: if, that: it(prevention) >= 1,"
        " then: [{do: when you do, targets: [{of: unit}], then: [{do: damage, amount: 2}]}]}]}]}"
    ),
    # what waits for a phase
    "Summon an Automaton Drone token. Sacrifice it at the beginning of the next end phase.": (
        "{ability: text, do: [{do: summon, token: Automaton Drone},"
        " {do: delayed, 'on': {'on': phase, phase: end, whose: any}, then: [{do: sacrifice this, what: it}]}]}"
    ),
    # places, conditions and numbers
    "Banish up to three target cards from graveyards.": (
        "{ability: text, targets: [{of: card in any graveyard, count: 3, up to: true}], do: [{do: banish, what: target}]}"
    ),
    "Destroy target ally without stealth.": (
        "{ability: text, targets: [{of: ally without stealth}], do: [{do: destroy}]}"
    ),
    "Destroy target ally with 2 or less POWER.": (
        "{ability: text, targets: [{of: ally with power 2 or less}], do: [{do: destroy}]}"
    ),
    "If an opponent has no cards in their hand, draw a card.": (
        "{ability: text, do: [{do: if, that: an opponent has 0 or fewer cards in hand, then: [{do: draw}]}]}"
    ),
    "If an opponent controls no allies, draw a card.": (
        "{ability: text, do: [{do: if, that: an opponent controls 0 or fewer ally, then: [{do: draw}]}]}"
    ),
    "If you control more allies than each opponent, draw a card.": (
        "{ability: text, do: [{do: if, that: you control more ally than each opponent, then: [{do: draw}]}]}"
    ),
    "If your champion has an enlighten counter on them, draw a card.": (
        "{ability: text, do: [{do: if, that: counters(enlighten) >= 1, then: [{do: draw}]}]}"
    ),
    "If there are three enlighten counters on your champion, draw a card.": (
        "{ability: text, do: [{do: if, that: counters(enlighten) = 3, then: [{do: draw}]}]}"
    ),
    "If your champion has been dealt damage this turn, draw a card.": (
        "{ability: text, do: [{do: if, that: this turn(anyone take damage champion you control) >= 1,"
        " then: [{do: draw}]}]}"
    ),
    "Recover X, where X is the total power of allies you control.": (
        "{ability: text, do: [{do: recover, amount: total(power of ally you control)}]}"
    ),
    "Discard two cards. If you do, draw a card.": (
        "{ability: text, do: [{do: discard, amount: 2}, {do: if, that: it >= 2, then: [{do: draw}]}]}"
    ),
    "Banish two cards from your graveyard. If you don't, recover 1.": (
        "{ability: text, do: [{do: choose, of: card in your graveyard, amount: 2}, {do: banish, what: chosen},"
        " {do: if, that: not it >= 2, then: [{do: recover, amount: 1}]}]}"
    ),
    "Recover X, where X is half the amount of cards in your memory, rounded down.": (
        "{ability: text, do: [{do: recover, amount: count(card in your memory) / 2}]}"
    ),
    "Target opponent discards a card at random from their hand.": (
        "{ability: text, targets: [{player: opponent}], do: [{do: discard, who: target, random: true}]}"
    ),
    # what the vocabulary could say before any form read it
    "Target player loses the game.": "{ability: text, targets: [{player: any}], do: [{do: lose, who: target}]}",
    "Fire element is enabled for you until end of turn.": (
        "{ability: text, do: [{do: gain, static: {static: enable, element: fire}}]}"
    ),
    "Change the target of target Spell card activation to target unit.": (
        "{ability: text, targets: [{of: Spell card activation}, {of: unit, name: second}],"
        " do: [{do: change target, to: target second}]}"
    ),
    "Copy target Spell card activation twice. You may choose new targets for those copies.": (
        "{ability: text, targets: [{of: Spell card activation}], do: [{do: copy, amount: 2, new targets: true}]}"
    ),
    "Until end of turn, if combat damage would be dealt to target unit, prevent 3 of that damage.": (
        "{ability: text, targets: [{of: unit}],"
        " do: [{do: gain, 'on': target, static: {static: prevent, damage: combat, amount: 3}}]}"
    ),
    "Choose one or both— • Draw a card. • Recover 2.": (
        "{ability: text, modes: {choose: 2, up to: true, options: [{label: '1', do: [{do: draw}]},"
        " {label: '2', do: [{do: recover, amount: 2}]}]}}"
    ),
    "Negate target Spell card activation. Banish that card.": (
        "{ability: text, targets: [{of: Spell card activation}], do: [{do: negate, banish: true}]}"
    ),
}
ALLIES = {
    # triggers
    "Whenever you materialize your first card each turn, glimpse 1.": (
        "{ability: triggered, 'on': {'on': play, ways: [materialize], time: 1}, do: [{do: glimpse, amount: 1}]}"
    ),
    "Whenever an opponent activates their second card each turn, draw a card.": (
        "{ability: triggered, 'on': {'on': activate, by: opponent, time: 2}, do: [{do: draw}]}"
    ),
    "Whenever an ally you control deals combat damage to a champion, draw a card.": (
        "{ability: triggered, 'on': {'on': hit, what: champion, by: ally you control}, do: [{do: draw}]}"
    ),
    "Whenever a player discards a card, glimpse 1.": (
        "{ability: triggered, 'on': {'on': discard, by: anyone}, do: [{do: glimpse, amount: 1}]}"
    ),
    "On Attack: This attack gains unblockable.": (
        "{ability: triggered, 'on': {'on': attack},"
        " do: [{do: gain, until: combat, static: {static: attacks, of: this, keywords: [unblockable]}}]}"
    ),
    "On Champion Hit: Cards that opponent activates cost 1 more to activate until the beginning of your next turn.": (
        "{ability: triggered, 'on': {'on': hit, what: champion},"
        " do: [{do: gain, until: your next turn, static: {static: cost, cards: card, who: that player, amount: 1}}]}"
    ),
    "Whenever an ally you control kills a unit, draw a card.": (
        "{ability: triggered, 'on': {'on': kill, by: ally you control}, do: [{do: draw}]}"
    ),
    "Whenever you activate an ability of an item, glimpse 1.": (
        "{ability: triggered, 'on': {'on': use ability, what: item}, do: [{do: glimpse, amount: 1}]}"
    ),
    "On Enter: Scavenge 4 for a Potion card.": (
        "{ability: triggered, 'on': {'on': enter}, do: [{do: scavenge, amount: 4, of: Potion card}]}"
    ),
    "On Enter: Target ally you control becomes a copy of Sample.": (
        "{ability: triggered, 'on': {'on': enter}, targets: [{of: ally you control}], do: [{do: become a copy}]}"
    ),
    # what holds
    "You may have Sample enter the field as a copy of an ally an opponent controls.": (
        "{ability: enters as a copy, of: ally an opponent controls}"
    ),
    "Fire Imbue 3": "{ability: imbue, n: 3, element: fire}",
    "Ally Link Shield": "{ability: link, of: ally, shield: true}",
    "If one or more buff counters would be put on an ally you control, twice that many buff counters are put on it"
    " instead.": "{ability: static, effects: [{static: that many counters, kind: buff, of: each ally you control, times: 2}]}",
    "Spell cards you activate cost 1 less to activate if you control a unique ally.": (
        "{ability: static, if: you control a unique ally, effects: [{static: cost, cards: Spell card, amount: -1}]}"
    ),
    "REST: Target item you control becomes an ally in addition to its other types with base power and life 2 until end of"
    " turn.": (
        "{ability: activated, cost: [{pay: this, do: [rest]}], targets: [{of: item you control}],"
        " do: [{do: gain, 'on': target, static: {static: modify, set power: 2, set life: 2, words: [ally]}}]}"
    ),
    "Sample's attacks can't be intercepted.": "{ability: static, effects: [{static: not intercepted}]}",
    "Sample can't attack unless you control another ally.": (
        "{ability: static, if: not you control another ally, effects: [{static: forbid, what: attack, of: this}]}"
    ),
    "Players can't declare attacks with allies unless they pay (1) for each attack declaration.": (
        "{ability: static, effects: [{static: attack cost, of: each ally, imposed: true,"
        " pay: [{pay: reserve, amount: 1}]}]}"
    ),
    "If an arcane element source would deal damage to a unit you control, prevent 2 of that damage.": (
        "{ability: static, effects: [{static: prevent, of: each unit you control, from: arcane source, amount: 2}]}"
    ),
    "If a Spell source you control would deal damage to a champion, it deals that much damage plus 1 instead.": (
        "{ability: static, effects: [{static: amplify, of: each champion, from: Spell source you control, plus: 1}]}"
    ),
    "Damage can't be prevented.": "{ability: static, effects: [{static: unpreventable, by: source}]}",
    # when it can be used, and what it costs
    "REST: Glimpse 1. Activate this ability only during your recollection phase.": (
        "{ability: activated, cost: [{pay: this, do: [rest]}], if: your recollection phase,"
        " do: [{do: glimpse, amount: 1}]}"
    ),
    "You may activate this card from your graveyard if you control two or more allies.": (
        "{ability: permission, from: graveyard, if: count(ally you control) >= 2}"
    ),
    "This card costs 2 less to activate during your recollection phase.": (
        "{ability: cost modifier, amount: -2, way: activate, if: your recollection phase}"
    ),
}
REFUSED = {
    "Draw a card. Cards that opponent materializes cost 1 more to materialize until the beginning of your next turn.": (
        "no player that could be meant"
    ),
    "Each player discards their hand, then draws that many cards.": "each of them did so many",
    "Discard up to two cards. If you do, draw a card.": "whether doing a part of it would do is not said",
    "Destroy two target allies. If you do, draw a card.": "whether doing a part of it would do is not said",
    "Discard two cards. When you do, deal 2 damage to target unit.": "whether doing a part of it would do is not said",
    "Return target ally to its owner's hand at the beginning of the next end phase.": (
        "whether it is targeted now or then is not said"
    ),
    "Prevent the next 2 damage that would be dealt to each unit you control this turn. Whenever damage is prevented this"
    " way, draw a card.": "only after a step that does so",
    "Prevent the next 2 damage that would be dealt to target unit this turn. When damage is prevented this way, draw a"
    " card.": "only after a step that does so (prevention once)",
}
REFUSED_OF_ALLIES = {
    "Whenever an ally you control deals combat damage to an ally, destroy that ally.": "nothing that 'ally' could mean",
    "Whenever an ally you control kills a unit, put a buff counter on it.": "nothing that it could mean",
    "You may activate Spell cards as though they had fast activation.": "at 'as'",
}
REFUSED_OF_WEAPONS = {
    "Sample can't attack champions.": "only a unit attacks",
    "If damage would be dealt to your champion, it deals that much damage plus 1 instead.": "at 'it'",
}


def _printed(found: Compiled) -> Iterator[str]:
    """The text in the wording that was read and, where it can be said without that, in the usual one."""
    yield printed(found.face, found.wording)
    with suppress(Unsaid):
        yield printed(found.face)


def data(text: str, types: tuple[str, ...]) -> Any:
    found = compile_text(text, name="Sample", facts=Facts(types=types))
    assert found.status == "compiled", found.why
    for text_again in _printed(found):
        again = compile_text(text_again, name="Sample", facts=Facts(types=types))
        assert alike(again.abilities) == alike(found.abilities), text_again
    (ability,) = found.abilities
    return ability


def expected(text: str) -> Any:
    return msgspec.convert(read_yaml(text), AbilityNode, dec_hook=read)


@pytest.mark.parametrize("text", ACTIONS)
def test_a_text_of_an_action_means_its_data_and_what_is_printed_means_the_same(text: str) -> None:
    assert alike(data(text, ("action",))) == alike(expected(ACTIONS[text]))


@pytest.mark.parametrize("text", ALLIES)
def test_a_text_of_an_ally_means_its_data_and_what_is_printed_means_the_same(text: str) -> None:
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


@pytest.mark.parametrize("text", REFUSED_OF_WEAPONS)
def test_what_only_a_unit_does_is_refused_for_a_weapon(text: str) -> None:
    found = compile_text(text, name="Sample", facts=Facts(types=("regalia", "weapon")))
    assert found.status == "refused"
    assert REFUSED_OF_WEAPONS[text] in found.why
