"""Each sentence of a card means one thing: what is spoken of is named, in the right tense, with its duration and its limits."""

from __future__ import annotations

import pytest

from archivist.cards import read_cards
from archivist.notation.wording import wording


def lines(abilities: str, kind: str = "ally") -> list[str]:
    (face,) = read_cards(
        f"- {{name: Trial, types: [{kind}], cost: {{reserve: 1}}, abilities: [{abilities}]}}", "trial.yaml"
    )
    return wording(face)


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        # a thing is "it" only if nothing else was mentioned in the same sentence and the one before
        ("{ability: activated, cost: [{pay: this, do: [rest]}], targets: [{of: ally}],"
         " do: [{do: damage}, {do: turn, to: awake}]}",
         "Rest this ally: Deals 1 damage to target ally. Wake up that ally."),
        ("{ability: triggered, on: {on: enter}, do: [{do: counters, kind: buff}, {do: draw}, {do: heal, what: this}]}",
         "On Enter: Put a buff counter on this ally. Draw a card. Remove all damage from this ally."),
        ("{ability: text, do: [{do: may, what: [{do: discard}], then: [{do: draw}]},"
         " {do: if, that: chosen is a fire card, then: [{do: recover, amount: 1}]}]}",
         "You may discard a card. If you do, draw a card. If the discarded card was a fire card, recover 1."),
        ("{ability: text, do: [{do: choose, of: ally}, {do: destroy, what: chosen}]}", "Choose an ally and destroy it."),
        # several are "they", which do not what one does
        ("{ability: text, do: [{do: choose, of: ally you control, amount: 2},"
         " {do: gain, on: chosen, static: {static: modify, power: 1}}]}",
         "Choose 2 allies you control. They get +1 power until end of turn."),
        # all of a kind that were spoken of are those, and not whatever fits later
        ("{ability: text, do: [{do: damage, to: each ally}, {do: draw}, {do: turn, to: rested, what: each ally}]}",
         "Deals 1 damage to each ally. Draw a card. Rest those allies."),
        ("{ability: text, do: [{do: if, that: your turn, then: [{do: damage, to: each ally}],"
         " otherwise: [{do: damage, to: each ally, amount: 2}]}]}",
         "If it is your turn, deal 1 damage to each ally. Otherwise, deal 2 damage to each ally."),
        # which cost need not be paid, and what is ephemeral: the object, or the card that resolves
        ("{ability: text, do: [{do: play, how: materialize, of: Bullet card in your material deck, free: true}]}",
         "Materialize a Bullet card from your material deck without paying its memory cost."),
        ("{ability: permission, from: graveyard, free: true, ephemeral: true}",
         "You may activate this ally from your graveyard without paying its reserve cost. If you do, it enters the field "
         "ephemeral."),
        # a player has one champion
        ("{ability: text, targets: [{player: any}], do: [{do: damage, to: each champion that player controls}]}",
         "Choose target player. Deals 1 damage to that player's champion."),
        # two groups of targets are several things, whether each is one or not
        ("{ability: text, targets: [{of: ally}, {of: item}], do: [{do: put, what: target, into: hand}]}",
         "Put target ally and target item into their owners' hands."),
        ("{ability: text, targets: [{of: ally}, {of: item, count: 2}], do: [{do: put, what: target, into: hand}]}",
         "Put target ally and 2 target items into their owners' hands."),
        ("{ability: text, targets: [{of: ally}], do: [{do: put, what: target, into: hand}]}",
         "Put target ally into its owner's hand."),
        # what was done to several things is spoken of as several
        ("{ability: text, do: [{do: destroy, what: each ally you control}, {do: put, what: it, into: memory}]}",
         "Destroy each ally you control. Put the destroyed objects into their owners' memory."),
        ("{ability: text, targets: [{of: ally, count: 2}],"
         " do: [{do: banish, what: target}, {do: put, what: it, into: memory}]}",
         "Banish 2 target allies. Put the banished cards into their owners' memory."),
        ("{ability: text, targets: [{of: ally}], do: [{do: destroy, what: target}, {do: put, what: it, into: memory}]}",
         "Destroy target ally. Put the destroyed object into its owner's memory."),
        # each of several by itself
        ("{ability: text, targets: [{of: ally, count: 2, up to: true}], do: [{do: counters, kind: buff, on: target}]}",
         "Put a buff counter on each of up to 2 target allies."),
        # what a cost took is called by what became of it, and what is gone was something
        ("{ability: activated, cost: [{pay: sacrifice, of: ally you control}], do: [{do: if, that: given is a Beast card,"
         " then: [{do: draw}]}]}",
         "Sacrifice an ally you control: If the ally sacrificed for the cost was a Beast card, draw a card."),
        ("{ability: activated, cost: [{pay: banish, of: card in your graveyard}],"
         " do: [{do: empower, amount: 2 + reserve cost of given}]}",
         "Banish a card from your graveyard: Empower an amount equal to 2 plus the reserve cost of the card banished "
         "for the cost."),
        ("{ability: triggered, on: {on: die}, do: [{do: recover, amount: counters(buff on this)}]}",
         "On Death: Recover an amount equal to the number of buff counters that were on this ally."),
        ("{ability: triggered, on: {on: die}, do: [{do: if, that: imbued, then: [{do: draw}]}]}",
         "On Death: If this ally was imbued, draw a card."),
        ("{ability: triggered, on: {on: kill}, do: [{do: if, that: that is a object with even life, then: [{do: draw}]}]}",
         "On Kill: If the killed unit had even life, draw a card."),
        ("{ability: triggered, on: {on: hit, what: champion}, do: [{do: damage, to: that, amount: 2}]}",
         "On Champion Hit: Deals 2 damage to the hit champion."),
        ("{ability: triggered, on: {on: hit}, do: [{do: recover, amount: that amount}]}",
         "On Hit: Recover an amount equal to the damage dealt by this hit."),
        ("{ability: triggered, on: {on: enter}, do: [{do: may, what: [{do: choose, of: ally you control},"
         " {do: banish, what: chosen}], then: [{do: counters, kind: buff, amount: 1 + power of gone}]}]}",
         "On Enter: You may choose an ally you control and banish it. If you do, put a number of buff counters on this ally "
         "equal to 1 plus the power of the banished ally."),
        # a player whom nobody mentioned is told by what they control
        ("{ability: triggered, on: {on: die, what: ally}, do: [{do: draw, who: that player},"
         " {do: mill, amount: 1, who: that player}]}",
         "Whenever an ally dies, that ally's controller draws a card. That player mills a card."),
        ("{ability: triggered, on: {on: hit, what: champion}, do: [{do: look at, zone: memory, who: that player},"
         " {do: discard, who: that player, from: [memory], you choose: true}]}",
         "On Champion Hit: Look at the hit champion's controller's memory. Discard a card of your choice from it."),
        ("{ability: triggered, on: {on: activate, by: opponent}, do: [{do: discard, who: that player}]}",
         "Whenever an opponent activates a card, that player discards a card."),
        # an earlier step's number is told by what it counts
        ("{ability: text, do: [{do: sacrifice, of: ally, who: each player}, {do: draw, amount: it}]}",
         "Each player sacrifices an ally. Draw a card for each ally sacrificed this way."),
        ("{ability: text, targets: [{of: ally}], do: [{do: turn, to: rested}, {do: recover, amount: power of target}]}",
         "Rest target ally. Recover an amount equal to its power."),
        ("{ability: text, do: [{do: choose, of: card in your hand, any: true}, {do: banish, what: chosen},"
         " {do: draw, amount: it}]}",
         "Choose any number of cards in your hand and banish them. Draw a card for each card banished this way."),
        ("{ability: text, do: [{do: mill, amount: 3}, {do: repeat, times: it, then: [{do: recover, amount: 1}]}]}",
         "Mill 3 cards. For each card milled this way, recover 1."),
        # a restriction of the use is told from a condition of what is done
        ("{ability: activated, if: not there is an ally an opponent controls, do: [{do: draw}]}",
         "Free: Draw a card. Activate this ability only if no opponent controls an ally."),
        ("{ability: activated, if: damage 20+, cost: [{pay: this, do: [banish]}], do: [{do: draw}]}",
         "Banish this ally: Draw a card. Activate this ability only if your champion has 20 or more damage."),
        ("{ability: activated, if: counters(buff on this) >= 2, cost: [{pay: this, do: [banish]}], do: [{do: draw}]}",
         "Banish this ally: Draw a card. Activate this ability only if this ally has 2 or more buff counters."),
        ("{ability: restriction, only: an opponent's recollection phase}",
         "Can be played only during an opponent's recollection phase."),
        # a choice on resolution is no mode
        ("{ability: text, targets: [{of: ally}], do: [{do: option, of: {"
         "power: [{do: gain, on: target, static: {static: modify, power: 1}}],"
         "life: [{do: gain, on: target, static: {static: modify, life: 1}}]}}]}",
         "Target ally gets +1 power or +1 life, your choice, until end of turn."),
        ("{ability: text, do: [{do: option, of: {one: [{do: draw}], other: [{do: recover, amount: 2}]}}]}",
         "As this resolves, do one of these of your choice: (one) draw a card; (other) recover 2."),
        # an offer that follows on another goes on to say what follows on it
        ("{ability: text, do: [{do: may, what: [{do: discard}], then: [{do: may, what: [{do: mill, amount: 1}],"
         " then: [{do: draw}]}]}]}",
         "You may discard a card. If you do, you may mill a card. If you do, draw a card."),
        # a reflexive trigger says what it waits for
        ("{ability: text, do: [{do: reveal top, amount: 1}, {do: if, that: a fire card was revealed,"
         " then: [{do: when you do, targets: [{of: ally}], then: [{do: damage}]}]}]}",
         "Reveal the top card of your deck. When a fire card is revealed this way, deal 1 damage to target ally."),
        # a condition in front of several instructions is that of all
        ("{ability: triggered, on: {on: phase, phase: end}, if: damage on champion = 0,"
         " do: [{do: draw}, {do: mill, amount: 1}]}",
         "At the beginning of your end phase, if your champion has no damage, draw a card, then mill a card."),
        ("{ability: text, do: [{do: if, that: not your turn, then: [{do: draw}], otherwise: [{do: mill, amount: 1}]}]}",
         "If it is your turn, mill a card. Otherwise, draw a card."),
    ],
)  # fmt: skip
def test_what_is_spoken_of_is_named(ability: str, said: str) -> None:
    assert lines(ability) == [said]


@pytest.mark.parametrize(
    ("count", "said"),
    [
        ("1", "That ally gets +1 power until end of turn."),
        ("2", "Those allies get +1 power until end of turn."),
    ],
)
def test_RS_3_a_paragraph_speaks_of_all_targets_of_the_one_before(count: str, said: str) -> None:
    first = f"{{ability: text, targets: [{{of: ally, count: {count}}}], do: [{{do: damage}}]}}"
    second = "{ability: text, do: [{do: gain, on: target, static: {static: modify, power: 1}}]}"
    assert lines(f"{first}, {second}", "action")[-1].endswith(said)


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        # a shield is used up by damage, an instance by its first use (effects.4.3)
        ("{do: gain, on: target, static: {static: prevent, shield: true, amount: count(ally you control)}}",
         "Until end of turn, prevent the next X damage to target ally, X being the number of allies you control."),
        ("{do: gain, on: target, static: {static: prevent, once: true, amount: 2}}",
         "Until end of turn, the next time target ally would be dealt damage, prevent 2 of that damage."),
        ("{do: gain, on: target, static: {static: prevent, once: true, much: {exactly: count(card in your memory)}}}",
         "Until end of turn, the next time target ally would be dealt exactly X damage, prevent that damage, X being the "
         "number of cards in your memory now."),
        ("{do: gain, static: {static: prevent, of: each ally you control, amount: 1}}",
         "Until end of turn, whenever an ally you control would be dealt damage, prevent 1 of that damage."),
        ("{do: gain, static: {static: prevent, of: each ally you control, once: true}}",
         "Until end of turn, for each ally you control, the next time it would be dealt damage, prevent that damage."),
        ("{do: gain, on: target, static: {static: amplify, plus: 1}}",
         "Until end of turn, whenever target ally would be dealt damage, it is dealt that much damage plus 1 instead."),
        # those there now, and whatever fits later
        ("{do: gain, on: each ally you control, static: {static: not intercepted}}",
         "Attacks by each ally you now control cannot be intercepted until end of turn."),
        ("{do: gain, static: {static: not intercepted, of: each ally you control}}",
         "Attacks by each ally you control cannot be intercepted until end of turn."),
        # a duration belongs to the verb that it is told with
        ("{do: gain, static: {static: enters, of: each ally, rested: true}}", "Until end of turn, each ally enters rested."),
        ("{do: gain, static: {static: enters, of: each ally, counters: {buff: 1}}}",
         "Until end of turn, each ally enters with an additional buff counter."),
        ("{do: gain, on: champion, static: {static: modify, power: count(ally)}}",
         "Until end of turn, your champion gets +1 power for each ally."),
        ("{do: gain, on: this, until: game, static: {static: modify, power: 2}}", "This ally gets +2 power."),
        ("{do: gain, on: this, until: while this, static: {static: modify, power: 2}}",
         "This ally gets +2 power while you control this ally."),
        ("{do: gain, until: combat, static: {static: attacks, of: this, power: 2}}", "This attack gets +2 power."),
        ("{do: gain, static: {static: attack cost, of: each unit, imposed: true, pay: [{pay: reserve, amount: 2}]}}",
         "Until end of turn, players cannot declare attacks unless they pay 2 reserve for each such attack."),
        # attacks, decks and zones
        ("{do: redirect, from: champion you control}",
         "Change the target of an attack that targets your champion to this ally."),
        ("{do: banish at random, who: each opponent}", "Banish a random card from each opponent's memory."),
        ("{do: dig, amount: 1, of: fire card, into: graveyard, rest: top}",
         "Look at the top card of your deck. If it is a fire card, you may put it into your graveyard."),
        ("{do: choose, of: card in your deck}", "Search your deck for a card."),
        ("{do: choose, of: fire card in your hand or memory, amount: 3, exact: true}",
         "Choose exactly 3 fire cards in your hand and/or memory."),
        ("{do: discard, of: fire card, amount: count(fire card in your hand), up to: true}",
         "Discard any number of fire cards."),
        ("{do: sacrifice, of: weapon without 3 or more durability counters}",
         "Sacrifice a weapon with 2 or fewer durability counters."),
        ("{do: generate, card: Fireball, amount: count(ally), up to: true, into: deck}",
         "Generate up to X cards named Fireball and shuffle them into your deck, X being the number of allies."),
    ],
)  # fmt: skip
def test_how_much_how_long_and_where_is_told(effect: str, said: str) -> None:
    target = "targets: [{of: ally}], " if "target" in effect.split("static:")[0] else ""
    assert lines(f"{{ability: text, {target}do: [{effect}]}}") == [said]


def test_cards_that_are_put_on_the_bottom_are_ordered() -> None:
    said = lines(
        "{ability: text, do: [{do: choose, of: card in your hand, amount: 2}, {do: put, what: chosen, into: deck bottom}]}"
    )
    assert said == ["Choose 2 cards in your hand and put them on the bottom of your deck in any order."]


def test_a_later_paragraph_speaks_of_what_an_earlier_one_did() -> None:
    asking = "{ability: text, do: [{do: if, that: chosen is a fire card, then: [{do: draw}]}]}"
    discarding = f"{{ability: text, do: [{{do: discard}}]}}, {asking}"
    assert lines(discarding, "action")[1] == "If the discarded card was a fire card, draw a card."
    more = "{ability: text, when: class bonus, do: [{do: damage}]}"
    aiming = f"{{ability: text, targets: [{{of: weapon}}], do: [{{do: destroy}}]}}, {more}"
    assert lines(aiming, "action")[1] == "Class bonus: Deals 1 damage to that weapon."


def test_the_attacker_attacks_with_an_attack_card() -> None:
    ability = "{ability: static, if: this is attacking an ally, effects: [{static: modify, power: 1}]}"
    assert lines(ability, "attack") == ["While the attacker is attacking an ally, this card gets +1 power."]
    assert lines(ability) == ["While this ally is attacking an ally, it gets +1 power."]


def test_an_inherited_effect_is_that_of_the_champion_whose_lineage_it_is_in() -> None:
    ability = "{ability: static, inherited: true, effects: [{static: modify, of: champion, life: -1}]}"
    assert lines(ability, "action") == ["Inherited effect: The champion with this card in its lineage gets -1 life."]
    assert lines(ability, "champion") == ["Inherited effect: Your champion gets -1 life."]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("not you control an ally", "If you control no ally, draw a card."),
        ("not count(ally you control) >= 3", "If you control fewer than 3 allies, draw a card."),
        ("not counters(age on this) >= 2", "If this ally has fewer than 2 age counters, draw a card."),
        ("not counters(age on this) >= count(ally)",
         "If the number of age counters on this ally is less than the number of allies, draw a card."),
        ("not you control another ally", "If you control no other ally, draw a card."),
        ("not this is ephemeral", "If this ally is not ephemeral, draw a card."),
        ("not an opponent's champion is fire", "If no opponent's champion is fire, draw a card."),
        ("you control a fire champion", "If your champion is fire, draw a card."),
        ("you control a spirit champion", "If your champion is a Spirit, draw a card."),
        ("you control a champion with stealth", "If your champion has Stealth, draw a card."),
        ("this turn(you attack unit) = 0", "If you declared no attack this turn, draw a card."),
        ("balance", "If your hand and your memory hold equally many cards, draw a card."),
        ("not balance", "Unless your hand and your memory hold equally many cards, draw a card."),
    ],
)  # fmt: skip
def test_conditions_are_turned_round_plainly(condition: str, said: str) -> None:
    assert lines(f'{{ability: text, do: [{{do: if, that: "{condition}", then: [{{do: draw}}]}}]}}') == [said]
