"""Card files: what is wrong is said with file, card, place and the nearest valid word."""

from __future__ import annotations

import pytest

from archivist.cards import pool, read_cards
from archivist.model.errors import CardFileError, UnknownName

FRAME = """
- name: Trial
  types: [action]
  elements: [fire]
  cost: {reserve: 1}
"""


def problem(text: str) -> str:
    with pytest.raises(CardFileError) as caught:
        read_cards(text, "trial.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            "  abilities: [{ability: text, do: [{do: dammage}]}]",
            "do[0].do: invalid value 'dammage'; did you mean damage",
        ),
        ("  abilities: [{ability: text, do: [{do: draw, amout: 2}]}]", "unknown field `amout`; did you mean amount"),
        ("  abilities: [{ability: text, targets: [{of: aly}]}]", "unknown word 'aly' in 'aly'; did you mean ally"),
        ("  abilities: [{ability: text, do: [{do: draw, amount: LVV}]}]", "unknown amount 'LVV'"),
        (
            "  abilities: [{ability: text, when: clas bonus}]",
            "unknown condition 'clas bonus'; did you mean class bonus",
        ),
        (
            "  abilities: [{ability: text, do: [{do: cascade, times: {true: [{do: draw}]}}]}]",
            "at abilities[0].do[0].times: expected a word, not true or false",
        ),
        ("  abilities: [steelth]", "unknown keyword 'steelth'; did you mean stealth"),
        ("  abilities: [pride]", "the keyword 'pride' needs a number, such as pride 2"),
        ("  abilities: [taunt 2]", "the keyword 'taunt' has no number"),
        ("  abilities: [{ability: text, targets: [{of: ally you controll}]}]", "did you mean you control"),
        ("  abilities: [{ability: text, do: [{do: draw, into: handd}]}]", "invalid value 'handd'; did you mean hand"),
        ("  abilities: [{ability: text, do: [{do: skip, phase: x, until: y}]}]", "unknown field `until`"),
        ("  grants: {x: {ability: triggered, on: {on: entr}}}", "on.on: invalid value 'entr'; did you mean enter"),
        ("  grants: {x: {ability: activated, by: me}}", "invalid value 'me'; it can be you, opponents or anyone"),
        ("  abilities: [{ability: text, do: [{do: counters, kind: buf}]}]", "unknown counter 'buf'; did you mean buff"),
        ("  abilities: [{ability: static, effects: [{static: enters, counters: {buf: 1}}]}]", "unknown counter 'buf'"),
        (
            "  abilities: [{ability: static, effects: [{static: modify, of: each ally, grants: [g]}]}]\n"
            "  grants: {g: {ability: static, effects: [{static: modify, power: 1}]}}",
            "the static ability 'g' can be given only by an effect",
        ),
        (
            "  abilities: [{ability: text, do: [{do: gain, on: this, static: {static: modify, grants: [g]}}]}]\n"
            "  grants: {g: {ability: static, effects: [{static: modify, words: [fire]}]}}",
            "a static ability that is given can neither set what things are",
        ),
        (
            "  abilities: [{ability: text, do: [{do: gain, on: this, static: {static: modify, grants: [g]}}]}]\n"
            "  grants: {g: {ability: static, effects: [{static: attacks, of: this, next: true}]}}",
            "can neither give abilities to attacks nor be about the next one",
        ),
        (
            "  abilities: [{ability: text, do: [{do: gain, on: this, static: {static: modify, grants: [g]}}]}]\n"
            "  grants: {h: {ability: triggered, on: {on: hit}, do: [{do: draw}]},"
            " g: {ability: static, effects: [{static: attacks, of: this, grants: [h]}]}}",
            "can neither give abilities to attacks nor be about the next one",
        ),
        (
            "  abilities: [{ability: static, effects: [{static: modify, numbered: [{keyword: rangd, number: LV}]}]}]",
            "'rangd' is no keyword with a number; did you mean ranged",
        ),
        (
            "  abilities: [{ability: static, effects: [{static: modify, loses: [tant]}]}]",
            "unknown keyword 'tant'; did you",
        ),
        (
            "  abilities: [{ability: static, effects: [{static: that many counters, kind: buf, of: champion}]}]",
            "unknown counter 'buf'",
        ),
        (
            "  abilities: [{ability: text, do: [{do: for each, of: fir card, then: [{do: draw}]}]}]",
            "unknown word 'fir'",
        ),
        ("  subtypes: [spel]", "unknown subtype 'spel'; did you mean spell"),
        ("  colour: red", "unknown field `colour`"),
        (
            "  abilities: [{ability: text, do: [{do: banish, what: thiss}]}]",
            "unknown reference 'thiss'; did you mean this",
        ),
        (
            "  abilities: [{ability: text, do: [{do: draw, who: yu}]}]",
            "unknown player reference 'yu'; did you mean you",
        ),
    ],
)
def test_an_unknown_word_is_named_with_the_nearest(more: str, said: str) -> None:
    message = problem(FRAME + more)
    assert message.startswith("trial.yaml: Trial: ")
    assert said in message


@pytest.mark.parametrize(
    ("ability", "said"),
    [
        (
            "{ability: text, do: [{do: move counters, kind: buff, from: this, to: each ally}]}",
            "counters move to one thing",
        ),
        ("{ability: text, do: [{do: roll, die: 6}]}", "die: expected a word, not a number"),
        ("{ability: text, do: [{do: roll, die: D0}]}", "a die is D and its number of sides"),
        ("{ability: text, do: [{do: skip, phase: combat}]}", "unknown phase of a turn 'combat'"),
        ("{ability: triggered, on: {on: phase, phase: mian}, do: [{do: draw}]}", "did you mean main"),
        ("{ability: as turns end, targets: [{of: ally}], do: [{do: destroy}]}", "neither targets nor modes"),
        ("{ability: text, do: [{do: depending on, amount: LV, of: {many: [{do: draw}]}}]}", "a span such as 1-3 or 4+"),
        (
            "{ability: activated, modes: {cascade: true, options: [{label: many, do: [{do: draw}]}]}}",
            "a span such as 1-3 or 4+",
        ),
        ("{ability: triggered, on: {on: becomes, word: beest}, do: [{do: draw}]}", "did you mean beast"),
        ("{ability: triggered, works in: [yard], on: {on: enter}, do: [{do: draw}]}", "invalid"),
        ("{ability: triggered, on: {on: play, ways: []}, do: [{do: draw}]}", "on: ways: a card is played in one way"),
        ("{ability: triggered, on: {on: play, ways: [activat]}, do: [{do: draw}]}", "did you mean activate"),
        (
            "{ability: text, do: [{do: draw, amount: this turn(you brow card)}]}",
            "unknown amount 'this turn(you brow card)'; it is this turn(WHO DEED ..), WHO being you, an opponent, anyone"
            " or that player, and DEED activate, materialize, brew, attack, die, negate or take damage",
        ),
        ("{ability: text, do: [{do: recover, amount: revealed(watr card)}]}", "did you mean water"),
        ("{ability: text, do: [{do: if, that: a watr card was revealed, then: [{do: draw}]}]}", "did you mean water"),
        ("{ability: begins on the field}", "only a card that becomes an object"),
        ("{do: [{do: draw}]}", "abilities[0]: `ability` is missing; it can be keyword, text, triggered"),
        ("{ability: triggered, do: [{do: draw}]}", "abilities[0]: `on` is missing"),
        ("{ability: triggered, on: enter, do: [{do: draw}]}", "expected a mapping, not a word: {on: enter, ..}"),
        ("{ability: text, do: {do: draw}}", "abilities[0].do: expected a list, not a mapping: [{..}]"),
        ("{ability: text, do: [{do: damage}]}", "abilities[0]: it refers to a target, but has no targets"),
        ("{ability: text, do: [{do: mill, amount: 1, who: target}]}", "it refers to a target"),
        ("{ability: text, do: [{do: delayed, on: {on: draw}, then: [{do: destroy}]}]}", "it refers to a target"),
        (
            "{ability: text, targets: [{of: ally}], do: [{do: draw}, {do: delayed, on: {on: draw}, then: [{do: destroy}]}]}",
            "at abilities[0].do[1]: it refers to a target, but has no targets",
        ),
        (
            "{ability: triggered, on: {on: enter}, do: [{do: may, what: [{do: draw}], then: [{do: when you do, then:"
            " [{do: mill, amount: 1, who: target}]}]}]}",
            "at abilities[0].do[0].then[0]: it refers to a target, but has no targets",
        ),
        ("{ability: text, targets: [{of: ally, name: one}], do: [{do: destroy, what: target two}]}", "named 'two'"),
        (
            "{ability: text, do: [{do: become champion, what: each ally}]}",
            "at abilities[0]: 'become champion' is for one object: 'each ally' may be several",
        ),
        (
            "{ability: text, targets: [{of: ally, any: true}], do: [{do: become champion, what: target}]}",
            "'become champion' is for one object: 'target' may be several targets",
        ),
        (
            "{ability: text, targets: [{of: ally, count: 2}], do: [{do: become champion, what: target}]}",
            "'become champion' is for one object: 'target' may be several targets",
        ),
        (
            "{ability: text, targets: [{of: ally, name: one}, {of: ally, name: two, count: X}],"
            " do: [{do: become champion, what: target two}]}",
            "'become champion' is for one object: 'target two' may be several targets",
        ),
        ("{ability: enters as a copy, of: ally}", "only a card that becomes an object"),
        (
            "{ability: text, targets: [{}]}",
            "at abilities[0].targets[0]: targets are either something (of: ally) or players",
        ),
        (
            "{ability: text, targets: [{of: ally, player: any}], do: [{do: draw}]}",
            "at abilities[0].targets[0]: targets are either something (of: ally) or players",
        ),
        (
            "{ability: text, targets: [{of: ally, count: 2, same: graveyard}], do: [{do: destroy}]}",
            "at abilities[0].targets[0]: only cards in graveyards share a graveyard",
        ),
        (
            "{ability: text, targets: [{player: any, count: 2, same: graveyard}], do: [{do: draw}]}",
            "at abilities[0].targets[0]: only cards in graveyards share a graveyard",
        ),
        (
            "{ability: text, targets: [{of: ally}], do: [{do: may, what: [{do: damage, split: true}]}]}",
            "damage that is split among targets needs targets with a 'split'",
        ),
        (
            "{ability: text, targets: [{of: unit, split: 3, any: true}, {of: ally, split: 2, any: true}],"
            " do: [{do: damage, split: true}]}",
            "at abilities[0]: damage is split among the targets of one group, and 'target' means 2: name each",
        ),
        (
            "{ability: text, targets: [{of: unit, split: 3, any: true, name: one}, {of: ally, name: two}],"
            " do: [{do: damage, to: target two, split: true}]}",
            "at abilities[0]: damage that is split among targets needs targets with a 'split'",
        ),
        (
            "{ability: text, do: [{do: delayed, on: {on: draw}, targets: [{of: ally}], then: [{do: damage, split: true}]}]}",
            "at abilities[0].do[0]: damage that is split among targets needs targets with a 'split'",
        ),
        (
            "{ability: text, modes: {options: [{label: a, targets: [{of: unit, split: 2}, {of: ally, split: 2}],"
            " do: [{do: damage, split: true}]}]}}",
            "damage is split among the targets of one group",
        ),
        (
            "{ability: text, do: [{do: prevention, static: {static: prevent, amount: 3, shield: true},"
            " then: [{do: draw, amount: that amount}]}]}",
            "at abilities[0].do[0].then[0].amount: 'that amount' is of an event, and prevention is none;"
            " what was prevented is 'it(prevention)'",
        ),
        (
            "{ability: text, do: [{do: prevention, static: {static: prevent, once: true},"
            " then: [{do: if, that: you control an ally, then: [{do: damage, to: that}]}]}]}",
            "at abilities[0].do[0].then[0].then[0].to: 'that' is of an event",
        ),
        (
            "{ability: text, do: [{do: sort, of: fire card}]}",
            "at abilities[0].do[0]: 'sort' is about cards that were just",
        ),
        (
            "{ability: text, do: [{do: reveal memory}, {do: sort, of: fire card}]}",
            "at abilities[0].do[1]: 'sort' is about",
        ),
        (
            "{ability: text, do: [{do: reveal top, amount: 2}, {do: may, what: [{do: reveal memory}]},"
            " {do: sort, of: fire card}]}",
            "at abilities[0].do[2]: 'sort' is about",
        ),
        (
            "{ability: text, do: [{do: reveal top, amount: 2},"
            " {do: delayed, on: {on: draw}, then: [{do: sort, of: fire card}]}]}",
            "at abilities[0].do[1].then[0]: 'sort' is about",
        ),
        (
            "{ability: text, targets: [{of: ally}], do: [{do: reveal top, amount: 2},"
            " {do: option, of: {a: [{do: reveal, what: target}], b: [{do: sort, of: card}]}}, {do: sort, of: fire card}]}",
            "at abilities[0].do[2]: 'sort' is about",
        ),
        (
            "{ability: activated, less if: class bonus, do: [{do: draw}]}",
            "'less if' says when it costs less, and needs",
        ),
        (
            "{ability: alternative cost, pay: [{pay: reserve, amount: 1}], less if: class bonus}",
            "'less if' says when it costs less, and needs a 'less'",
        ),
        ("{ability: text, do: [{do: option, of: {}}]}", "at abilities[0].do[0].of: it is empty"),
        (
            "{ability: text, do: [{do: option, of: {a: [{do: draw}], b: []}}]}",
            "at abilities[0].do[0].of.b: it is empty",
        ),
        ("{ability: text, do: [{do: cascade, times: {1: []}}]}", "at abilities[0].do[0].times.1: it is empty"),
        ("{ability: text, do: [{do: depending on, amount: 2, of: {}}]}", "at abilities[0].do[0].of: it is empty"),
        ("{ability: text, do: [{do: discard, from: []}]}", "at abilities[0].do[0].from: it is empty"),
        ("{ability: text, do: [{do: repeat, times: 2, then: []}]}", "at abilities[0].do[0].then: it is empty"),
        ("{ability: text, modes: {options: []}}", "at abilities[0].modes.options: it is empty"),
        ("{ability: text, modes: {options: [{label: a, do: []}]}}", "at abilities[0].modes.options[0].do: it is empty"),
        ("{ability: additional cost, pay: []}", "at abilities[0].pay: it is empty"),
        ("{ability: alternative cost, pay: []}", "at abilities[0].pay: it is empty"),
        ("{ability: class locked, classes: []}", "at abilities[0].classes: it is empty"),
        (
            "{ability: triggered, on: {on: targeted, what: ally, of: []}, do: [{do: draw}]}",
            "at abilities[0].on.of: it is empty",
        ),
        ("{ability: static, effects: [{static: attack cost, pay: []}]}", "at abilities[0].effects[0].pay: it is empty"),
        (
            "{ability: additional cost, pay: [{pay: discard}, {pay: this, do: [banish]}]}",
            "a card that is being played cannot pay for itself",
        ),
        (
            "{ability: alternative cost, pay: [{pay: this, do: [rest]}]}",
            "a card that is being played cannot pay for itself",
        ),
        (
            "{ability: activated, cost: [{pay: this, do: []}], do: [{do: draw}]}",
            "at abilities[0].cost[0]: what is done with this is missing",
        ),
        (
            "{ability: static, effects: [{static: modify, of: each Spell card activation you control, power: 1}]}",
            "which can only be targeted: say 'each Spell card you control' of cards on the stack",
        ),
        (
            "{ability: static, effects: [{static: cost, cards: activation, amount: 1}]}",
            "'activation' would be something that waits on the stack, which can only be targeted: say 'card' of cards",
        ),
        (
            "{ability: static, effects: [{static: forbid, what: activate, cards: materialization}]}",
            "'materialization' would be something that waits on the stack, which can only be targeted",
        ),
        ("{ability: text, do: [{do: destroy, what: each trigger}]}", "'each trigger' would be something that waits"),
        ("{ability: text, do: [{do: draw, amount: count(card activation)}]}", "which can only be targeted"),
        ("{ability: text, when: there is an activation, do: [{do: draw}]}", "which can only be targeted"),
        ("{ability: text, when: you control an activation, do: [{do: draw}]}", "which can only be targeted"),
        ("{ability: static, effects: []}", "at abilities[0]: a static ability has at least one effect"),
        ("{ability: text, do: [{do: put, what: ''}]}", "at abilities[0].do[0].what: unknown reference ''"),
        ("{ability: text, do: [{do: put, what: 'each '}]}", "at abilities[0].do[0].what: "),
    ],
)
def test_what_makes_no_sense_is_refused(ability: str, said: str) -> None:
    assert said.casefold() in problem(f"{FRAME}  abilities: [{ability}]").casefold()


@pytest.mark.parametrize(
    ("name", "said"),
    [("Grey Wolf", "there is no card named 'Grey Wolf'; did you mean Gray Wolf"), ("Powercell", "is a token")],
)
def test_a_generated_card_must_be_one(name: str, said: str) -> None:
    cards = read_cards(f"{FRAME}  abilities: [{{ability: text, do: [{{do: generate, card: {name}}}]}}]", "trial.yaml")
    with pytest.raises(CardFileError) as caught:
        pool().with_cards(cards)
    assert said in str(caught.value)


def test_a_granted_ability_must_be_there() -> None:
    more = "  abilities: [{ability: static, effects: [{static: modify, grants: [lost]}]}]"
    assert "nothing is granted under the name 'lost'" in problem(FRAME + more)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: Trial", "a card file is a list of cards"),
        ("- 3", "card 1: a card is a mapping with a name"),
        ("- {types: [action]}", "card 1: a card is a mapping with a name"),
        ("- name: Trial\n  types: [action", "line 3"),
        (FRAME + "  cost: {memory: 1}", "'cost' appears twice"),
        (FRAME.replace("{reserve: 1}", "{reserve: 1, memory: 1}"), "not both"),
    ],
)
def test_a_file_of_another_shape_is_refused(text: str, said: str) -> None:
    assert said in problem(text)


def test_an_empty_file_has_no_cards() -> None:
    assert read_cards("", "trial.yaml") == []


def test_a_misspelt_name_suggests_the_nearest() -> None:
    with pytest.raises(UnknownName, match="did you mean Fireball"):
        pool().find("Firebal")


def test_the_pool_has_every_briefed_card() -> None:
    assert sum(not face.words & {"mastery", "status"} for face in pool().values()) >= 209
