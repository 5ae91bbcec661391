"""What a trigger is about: what an ability goes on to say of the object, the attack, the amount and the player."""

from __future__ import annotations

import pytest

from archivist.cards import read_cards
from archivist.notation.wording import wording


@pytest.mark.parametrize(
    ("on", "do", "said"),
    [
        ("{on: discard, what: ally card}", "{do: banish, what: that}", "Whenever you discard an ally card, banish it."),
        (
            "{on: damaged, what: ally you control}",
            "{do: recover, amount: that amount}",
            "Whenever an ally you control is dealt damage, recover that much.",
        ),
        (
            "{on: attack, what: ally you control}",
            "{do: gain, 'on': attacker, static: {static: attacks, power: 1}, until: combat}",
            "Whenever an ally you control attacks, that attack gets +1 power.",
        ),
        (
            "{on: attack, what: ally you control}",
            "{do: turn, to: rested, what: that}",
            "Whenever an ally you control attacks, rest it.",
        ),
        (
            "{on: attack, by: opponent}",
            "{do: gain, 'on': attacker, static: {static: attacks, power: -1}, until: combat}",
            "Whenever a unit of an opponent attacks, that attack gets -1 power.",
        ),
        (
            "{on: attack, by: opponent}",
            "{do: damage, to: that}",
            "Whenever a unit of an opponent attacks, deal 1 damage to it.",
        ),
        (
            "{on: attack, by: champion}",
            "{do: damage, to: attacker}",
            "Whenever your champion attacks, deal 1 damage to the attacker.",
        ),
        (
            "{on: attacked, what: ally you control}",
            "{do: damage, to: that}",
            "Whenever an ally you control becomes the target of an attack, deal 1 damage to the attacking unit.",
        ),
        (
            "{on: attacked, what: ally you control}",
            "{do: gain, 'on': attacker, static: {static: attacks, power: -1}, until: combat}",
            "Whenever an ally you control becomes the target of an attack, that attack gets -1 power.",
        ),
        (
            "{on: hit, by: ally you control}",
            "{do: recover, amount: that amount}",
            "Whenever an ally you control deals combat damage to an object, recover that much.",
        ),
        (
            "{on: hit, by: ally you control}",
            "{do: discard, who: that player}",
            "Whenever an ally you control deals combat damage to an object, that object's controller discards a card.",
        ),
        (
            "{on: arcane hit}",
            "{do: turn, to: awake, what: that}",
            "Whenever an arcane unit you control deals combat damage, wake up that unit.",
        ),
        (
            "{on: enter, what: ally}",
            "{do: draw, who: that player}",
            "Whenever an ally enters, that ally's controller draws a card.",
        ),
        (
            "{on: leave, what: ally}",
            "{do: draw, who: that player}",
            "Whenever an ally leaves the field, that ally's controller draws a card.",
        ),
        (
            "{on: fostered}",
            "{do: counters, kind: buff, 'on': that}",
            "Whenever an ally you control becomes fostered, put a buff counter on it.",
        ),
        (
            "{on: level up, what: champion}",
            "{do: counters, kind: buff, 'on': that}",
            "Whenever a champion levels up, put a buff counter on it.",
        ),
        (
            "{on: use ability, what: ally}",
            "{do: negate, what: that}",
            "Whenever you activate an ability of an ally, negate it.",
        ),
        (
            "{on: play, card: ally card}",
            "{do: counters, kind: buff, 'on': that}",
            "Whenever you play an ally card, put a buff counter on it.",
        ),
        (
            "{on: targeted, what: ally, of: [trigger]}",
            "{do: negate, what: that}",
            "Whenever an ally becomes the target of a trigger, negate it.",
        ),
        (
            "{on: targeted, what: ally, of: [trigger, ability]}",
            "{do: negate, what: that}",
            "Whenever an ally becomes the target of a trigger or an ability, negate it.",
        ),
        (
            "{on: activate, first: true, by: opponent}",
            "{do: draw}",
            "Whenever an opponent activates their first card of a turn, draw a card.",
        ),
        ("{on: activate, first: true}", "{do: draw}", "Whenever you activate your first card of a turn, draw a card."),
        (
            "{on: activate, spells: true, by: opponent}",
            "{do: draw}",
            "Whenever an opponent activates a card or uses an ability as a Spell, draw a card.",
        ),
        (
            "{on: activate, spells: true}",
            "{do: draw}",
            "Whenever you activate a card or use an ability as a Spell, draw a card.",
        ),
        (
            "{on: sacrificed, what: ally}",
            "{do: draw, amount: power of that}",
            "Whenever an ally is sacrificed, draw a number of cards equal to the power it had.",
        ),
        (
            "{on: banished}",
            "{do: draw, amount: power of this}",
            "On Banish: Draw a number of cards equal to the power this ally had.",
        ),
        (
            "{on: die}",
            "{do: draw, amount: power of this}",
            "On Death: Draw a number of cards equal to the power this ally had.",
        ),
        (
            "{on: phase, phase: end}",
            "{do: delayed, 'on': {on: enter}, then: [{do: draw}], once: false, until: turn}",
            "At the beginning of your end phase, until end of turn, whenever this ally enters, draw a card.",
        ),
        (
            "{on: phase, phase: end}",
            "{do: delayed, 'on': {on: draw}, then: [{do: draw}], once: false, until: turn}",
            "At the beginning of your end phase, until end of turn, whenever you draw a card, draw a card.",
        ),
        (
            "{on: reveal, what: null, by: opponent, from: hand}",
            "{do: draw}",
            "Whenever an opponent reveals this ally from a hand, draw a card.",
        ),
        (
            "{on: reveal, what: card you own, by: anyone, from: hand}",
            "{do: draw}",
            "Whenever a player reveals a card you own from a hand, draw a card.",
        ),
        (
            "{on: reveal, what: card you own, by: opponent}",
            "{do: draw}",
            "Whenever an opponent reveals a card you own, draw a card.",
        ),
        (
            "{on: goes, what: card you own, from: field, to: graveyard}",
            "{do: draw}",
            "Whenever a card goes from the field into your graveyard, draw a card.",
        ),
        (
            "{on: goes, what: card you own, from: intent, to: deck}",
            "{do: draw}",
            "Whenever a card goes from the intent into your deck, draw a card.",
        ),
        (
            "{on: destroyed, what: ally}",
            "{do: draw, amount: power of that}",
            "Whenever an ally is destroyed, draw a number of cards equal to the power it had.",
        ),
        (
            "{on: die, what: ally}",
            "{do: draw, amount: power of that}",
            "Whenever an ally dies, draw a number of cards equal to the power it had.",
        ),
    ],
)
def test_an_ability_speaks_of_what_its_trigger_is_about(on: str, do: str, said: str) -> None:
    ability = f"{{ability: triggered, on: {on}, do: [{do}]}}"
    (face,) = read_cards(
        f"- {{name: Trial, types: [ally], cost: {{reserve: 0}}, abilities: [{ability}]}}", "trial.yaml"
    )
    assert wording(face) == [said]
