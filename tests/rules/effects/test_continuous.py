"""What is kept about a position is always what one would find by looking again (effects.5.3)."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest

import mass
from archivist.arena.playing import match, play_out
from archivist.cards import read_cards
from archivist.game import Game
from archivist.model.decision import Action, Attack, Pass, Play, Return, Use
from archivist.model.event import GameEvent
from archivist.model.events import KINDS as KINDS_OF_EVENT
from archivist.model.events import Hit
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general, activated_abilities, where_abilities_work
from archivist.rules.abilities.abilities_in_general import TRIGGERS
from archivist.rules.cards import tokens
from archivist.rules.combat import attack_targets, who_may_attack
from archivist.rules.combat import weapons as wielding
from archivist.rules.costs import means_of_payment
from archivist.rules.effects.continuous import characteristics
from archivist.rules.effects.continuous.effects_in_force import Standing, occurs, standing
from archivist.rules.effects.continuous.what_objects_bring import Objects, objects
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.legal_actions import offers
from archivist.rules.legal_actions.prefilter import Activations, Materializations, Playing, candidates, playing
from archivist.rules.timing import speed
from archivist.rules.zones import moving
from archivist.vocabulary.abilities import Keyword, StaticAbility
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.aspects import NOTHING
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.face import KEYWORD_EVENTS, Face
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref
from archivist.vocabulary.pending import Lasting
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.words import LABELS
from positions import Playout, position, simple_position

PHRASES = [Filter(text) for text in ("ally you control", "unit", "fire or water object you do not control", "item")]
KINDS = [kind for kind in KINDS_OF_EVENT if issubclass(kind, GameEvent)]


def ally(name: str, *abilities: StaticAbility | Keyword) -> Face:
    return Face(name=name, types=("ally",), power=1, life=3, abilities=abilities)


MINE: Final = Condition("your turn")
WATCHFUL: Final = ally("Watchful", StaticAbility(effects=(Modify(power=Amount(2)),), if_=MINE))
RASH: Final = ally("Rash", StaticAbility(effects=(Modify(power=Amount(2), if_=MINE),)))
HIDING: Final = ally("Hiding", Keyword("stealth", when=MINE))
DULL: Final = ally("Dull", StaticAbility(effects=(Modify(power=Amount(2)),)))


def derived(state: State) -> list[object]:
    """Everything that is worked out from a position and kept: of every card, and of every player."""
    found: list[object] = []
    for card in state.cards:
        if card.zone != "none":
            found += (
                state.now.words(state, card),
                state.now.keywords(state, card),
                state.now.power(state, card),
                state.now.life(state, card),
            )
    for player in state.players:
        seat = player.seat
        found += (
            state.now.level(state, seat),
            state.now.enabled_elements(state, seat),
            tuple(activated_abilities.usages(state, seat, slow=True)),
            tuple(activated_abilities.usages(state, seat, slow=False)),
            where_abilities_work.playable_elsewhere(state, seat),
        )
        champion, scene = state.champion(seat), Scene(state, seat, state.cards[0])
        found += (scene.matching(phrase) for phrase in PHRASES)
        found += (means_of_payment.reservable(state, seat), wielding.weapons_for(state, champion) if champion else [])
    return [
        *found,
        where_abilities_work.roaming(state),
        *(abilities_in_general.listeners(state, kind) for kind in KINDS),
    ]


def listed(known: Standing, own: Objects) -> list[object]:
    """What may hold, without the values of the sources, which are read anew whenever they are asked."""
    return [
        (kind.__name__, active.static, active.source.id, active.you, active.stamp, active.conditions, active.on)
        for kind, actives in known.by_kind.items()
        for active in actives
    ] + [
        *(known.changed, known.depends, known.granted, known.lent, known.gives_abilities, known.keyword_events),
        *(
            known.weakens_all,
            known.weakened,
            known.makes_durable,
            known.gifted,
            known.armed,
            known.switches_elements,
            known.forbidden,
            known.saps,
            known.chained,
            known.forbidden,
            known.wavers,
        ),
        *(
            own.linked,
            own.lives,
            own.namesakes,
            NOTHING.union(*[each for _, each in own.looking]),
            own.reservable,
            own.weapons,
        ),
        *(own.units, own.attackable, own.keyworded, known.spurs),
    ]


def brought(own: Objects) -> list[object]:
    """What objects bring, without what is filled in when somebody asks and without the values of the sources."""
    statics = [(each.static, each.source.id, each.you, each.stamp, each.conditions, each.giver) for each in own.statics]
    return [
        *(own.field, own.intent, own.roles, statics, Counter(own.looking), own.lives, own.linked, own.unique),
        *(own.namesakes, own.reservable, own.units, own.attackable, own.weapons, own.used, own.keyworded, own.alert),
        *(own.besides, own.heard, own.ending),
    ]


def compare(game: Game) -> None:
    state = game.state
    kept, known, own = derived(state), standing(state), objects(state)
    heard, effects = [abilities_in_general.may_hear(state, kind) for kind in KINDS], playing(state)
    again = state.copy()
    again.forget()
    assert derived(again) == kept
    assert [abilities_in_general.may_hear(again, kind) for kind in KINDS] == heard
    for name in Playing.__slots__:
        assert getattr(playing(again), name) == getattr(effects, name)
    assert listed(standing(again), objects(again)) == listed(known, own)
    if game.acting:
        afresh = state.copy()
        afresh.forget()
        assert offers.decision(afresh) == offers.decision(state)


@pytest.mark.parametrize("seed", range(4))
def test_effects_5_3_what_is_kept_is_what_is_so(seed: int) -> None:
    """Through games of both formats with cards of the whole pool, at every decision."""
    play_out(match(seed).game(), seed, 300, compare)


def test_keywords_trigger_on_the_events_that_their_abilities_look_for() -> None:
    assert {word: ability.on.hears for word, ability in TRIGGERS.items()} == KEYWORD_EVENTS


# -- shortcuts ---------------------------------------------------------------------------------------------------


def ask_for_keywords(game: Game) -> None:
    """Whether a card has a keyword, how often, and whether any object may have it, is what its list of keywords says."""
    state = game.state
    words = {word for face in state.whole_pool.values() for word in face.keyword_words} - LABELS
    cards = [card for card in state.cards if card.zone != "none"]
    for word in sorted(words):
        having = [card for card in cards if word in state.now.keywords(state, card)]
        assert [card for card in cards if state.now.has(state, card, word)] == having
        assert occurs(state, word) or not any(card.zone == "field" for card in having)
        for card in having:
            assert state.now.times(state, card, word) == len(state.now.instances(state, card, word))


@pytest.mark.parametrize("seed", range(30, 34))
def test_abilities_1_3_whether_a_card_has_a_keyword_is_what_its_keywords_say(seed: int) -> None:
    play_out(match(seed).game(), seed, 60, ask_for_keywords)


def reach(game: Game) -> None:
    """What nothing may change in a way is changed by nothing, as each modification says by itself."""
    state = game.state
    known = standing(state)
    for card in state.cards:
        for change in known.changed:
            assert known.may_change(change, card) or not characteristics.modifiers(state, change, card)


@mass.seeds(3, 30)
def test_effects_5_6_what_is_about_objects_reaches_nothing_elsewhere(seed: int) -> None:
    for game in Playout(position(seed, full=True, made_up=tangle(seed)), seed, 12, eager=0.95):
        reach(game)


def measure(game: Game) -> None:
    """Whether something has power, told at a glance where nothing may lower it, is what its power says."""
    state = game.state
    for card in state.cards:
        assert state.now.has_power(state, card) == ((state.now.power(state, card) or 0) > 0)


@pytest.mark.parametrize("seed", range(60, 64))
def test_combat_1_5_whether_a_unit_has_power_is_what_its_power_says(seed: int) -> None:
    play_out(match(seed).game(), seed, 200, measure)


@mass.seeds(3, 30)
def test_combat_1_5_whether_a_unit_has_power_is_what_its_power_says_where_effects_change_it(seed: int) -> None:
    for game in Playout(position(seed, full=True, made_up=tangle(seed)), seed, 12, eager=0.95):
        measure(game)


@pytest.mark.parametrize(
    ("change", "has"),
    [
        (Modify(of=Ref("this"), power=Amount(-1)), False),
        (Modify(of=Ref("this"), power=Amount(1)), True),
        (Modify(of=Ref("this"), set_power=Amount(0)), False),
        (Modify(of=Ref("this"), power=Amount("0 - power of this")), False),
        (Modify(of=Ref("this"), power=Amount("count(ally you control)")), True),
        (Modify(of=Ref("this"), life=Amount(-1), swap=True), True),
    ],
)
def test_combat_1_5_what_lowers_or_sets_power_is_looked_at(change: Modify, *, has: bool) -> None:
    state = simple_position(field=["Dull"], made_up=[ally("Dull")]).state
    card = next(card for card in moving.on_field(state) if card.face == "Dull")
    assert state.now.has_power(state, card)
    state.hold((Lasting(state.tick(), change, 0, card, "game", (card.thing,)),))
    assert state.now.has_power(state, card) is has
    state.hold(())
    assert not state.now.has_power(state, state.alter(card.id, counters={"debuff": 1}))


def attack(game: Game) -> None:
    """What can be attacked at a glance is what each object by itself says (combat.1.7, combat.8.taunt)."""
    state = game.state
    for player in state.players:
        others = state.opponents(player.seat)
        plain = [
            card
            for seat in others
            for card in moving.on_field(state)
            if card.controller == seat and attack_targets.attackable(state, card, frozenset())
        ]
        assert attack_targets.all_attackable(state, player.seat, frozenset()) == plain
        taunting = {card.controller for card in plain if attack_targets.taunts(state, card)}
        free = [card for card in plain if card.controller not in taunting or attack_targets.taunts(state, card)]
        for unit in (card for card in moving.on_field(state) if card.controller == player.seat):
            targets = attack_targets.targets(state, player.seat, frozenset(), unit)
            assert targets == attack_targets.allowed(state, unit, free)
            able = who_may_attack.can_attack(state, player.seat, unit)
            assert able == (not who_may_attack.refusals(state, player.seat, unit))


@pytest.mark.parametrize("seed", range(34, 40))
def test_combat_1_7_what_can_be_attacked_and_who_can_attack_is_told_at_a_glance(seed: int) -> None:
    play_out(match(seed).game(), seed, 200, attack)


def phrases(state: State) -> list[Filter]:
    """The phrases of all cards in a game that ask only what objects are and whose."""
    nodes = (node for card in state.cards for _, node in state.pool[card.true_name].text_nodes)
    values = (getattr(node, name) for node in nodes for name in node.__struct_fields__)
    return list(dict.fromkeys(value for value in values if isinstance(value, Filter) and value.steady))


def describe(game: Game) -> None:
    """The objects that a phrase means are those that fit it one by one, though they are found once for several moments."""
    state = game.state
    there = moving.on_field(state)
    for player in state.players:
        scene = Scene(state, player.seat, state.cards[0])
        for phrase in phrases(state):
            fitting = tuple(card for card in there if phrase.fits(scene, card))
            assert scene.matching(phrase) == fitting
            assert scene.count(phrase) == len(fitting)
            assert scene.there_is(phrase) == bool(fitting)


@pytest.mark.parametrize("seed", range(40, 46))
def test_effects_5_3_the_objects_that_a_phrase_means_are_those_that_fit_it(seed: int) -> None:
    play_out(match(seed).game(), seed, 200, describe)


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("rested unit", {"rested": True}),
        ("loaded unit", {"loaded": (0,)}),
        ("damaged unit", {"damage": 1}),
        ("unit with a buff counter", {"counters": {"buff": 1}}),
        ("distant unit", {"properties": ("distant",)}),
    ],
)
def test_effects_5_3_a_phrase_about_the_state_of_an_object_is_read_anew(text: str, change: dict[str, Any]) -> None:
    state = simple_position(field=["Dull"], made_up=[DULL]).state
    standing(state)
    scene, phrase = Scene(state, 0, state.cards[0]), Filter(text)
    assert not scene.there_is(phrase)
    state.alter(state.field[-1], **change)
    assert scene.count(phrase) == 1


def listen(game: Game) -> None:
    """Who is listed for an event is who has abilities for it, and nobody is passed over whom it concerns."""
    state = game.state
    everyone = [state.cards[number] for number in where_abilities_work.everyone(state)]
    for kind in KINDS:
        asked = [
            (card, *each) for card in everyone for each in abilities_in_general.triggered_abilities(state, card, kind)
        ]
        assert abilities_in_general.listeners(state, kind) == asked
        assert abilities_in_general.heard_by(state, everyone, kind) == asked
        assert abilities_in_general.may_hear(state, kind) or not asked
    for event in game.events_since(max(0, game.event_count - 12)):
        if not isinstance(event, GameEvent):
            continue
        for card, _, ability, _ in abilities_in_general.listeners(state, type(event)):
            scene = Scene(state, card.controller, card, event=event)
            assert ability.on.may_fit(event, card.id) or not ability.on.fits(scene, event)


def test_cards_9_static_only_what_has_static_counters_hears_of_hits() -> None:
    """Counters come and go without anything else changing; whoever has some has the ability for as long as that."""
    state = simple_position(field=["Dull"], made_up=[DULL]).state
    card = next(card for card in moving.on_field(state) if card.face == "Dull")
    assert not abilities_in_general.may_hear(state, Hit)
    card = state.alter(card.id, counters={"static": 2})
    assert abilities_in_general.may_hear(state, Hit)
    assert abilities_in_general.listeners(state, Hit) == [(card, "static", abilities_in_general.STATIC, card)]
    state.alter(card.id, counters={})
    assert not abilities_in_general.may_hear(state, Hit)
    assert abilities_in_general.listeners(state, Hit) == []


@pytest.mark.parametrize("seed", range(10, 14))
def test_abilities_3_2_everything_that_may_trigger_is_listed(seed: int) -> None:
    play_out(match(seed).game(), seed, 200, listen)


def look(game: Game) -> None:
    """What is told at a glance, and the list of offers, are what each action by itself says."""
    if not game.acting:
        return
    state, seat = game.state, game.to_act
    assert seat is not None
    if state.opportunity is None:
        material = Materializations(state, seat)
        for number in state.players[seat].material:
            if "preserved" not in state.cards[number].properties:
                told = material.possible(state.cards[number])
                assert told in (None, offers.allowed(state, seat, Play("materialize", number)))
    else:
        assert not speed.closed(state)
        slow = speed.speed_refusal(state, seat, fast=False) is None
        hand, perhaps = Activations(state, seat, slow=slow), candidates(state, seat, slow=slow)
        for number in state.players[seat].hand:
            told = number in perhaps and hand.possible(state.cards[number])
            assert told in (None, offers.allowed(state, seat, Play("activate", number)))
        abilities = [
            (card.id, range(len(abilities_in_general.activated_abilities(state, card)))) for card in state.cards
        ]
        uses = {Use(number, index) for number, indices in abilities for index in indices}
        plain: set[Action] = {Pass(), *uses, *(Attack(number) for number in state.field)}
        allowed = {action for action in plain if offers.allowed(state, seat, action)}
        assert allowed == {action for action in offers.actions(state, seat) if not isinstance(action, Play | Return)}


@pytest.mark.parametrize("seed", range(20, 26))
def test_PC_2_what_is_told_at_a_glance_is_what_the_play_says(seed: int) -> None:
    play_out(match(seed).game(), seed, 200, look)


def reached(game: Game) -> None:
    """Whether LV reaches a number, and power is above 0, is the same whether or not what changes it is read."""
    state = game.state
    for player in state.players:
        level = state.now.level(state, player.seat)
        for least in range(level - 4, level + 5):
            fresh = state.copy()
            fresh.forget()
            assert fresh.now.level_reaches(fresh, player.seat, least) is (level >= least)
            assert state.now.level_reaches(state, player.seat, least) is (level >= least)
    for number in state.field:
        card = state.cards[number]
        assert state.now.has_power(state, card) is ((state.now.power(state, card) or 0) > 0)


@pytest.mark.parametrize("seed", range(50, 56))
def test_terms_4_a_number_reaches_what_it_is(seed: int) -> None:
    play_out(match(seed).game(), seed, 120, reached)


@pytest.mark.parametrize("rested", [False, True])
@pytest.mark.parametrize("ally", [False, True])
def test_CA_1_8_cards_that_take_objects_are_told_at_a_glance(rested: bool, ally: bool) -> None:
    """An attack card rests the champion, and the ritual takes an ally; with less in hand that is looked at closely."""
    hand = ["Smack with Flute", "Cremation Ritual", "Fireball", "Fireball"]
    state = simple_position(champion=("Spirit of Fire",), hand=hand, field=["Barrier Servant"] if ally else []).state
    assert state.players[0].champion is not None
    state.alter(state.players[0].champion, rested=rested)
    cards = [state.cards[number] for number in state.players[0].hand]
    look = Activations(state, 0, slow=True)
    assert [look.possible(card) for card in cards if card.face != "Fireball"] == [not rested, ally]
    for card in cards:
        assert offers.allowed(state, 0, Play("activate", card.id)) is look.possible(card)


# -- what a change drops -------------------------------------------------------------------------------------------


def power_of(state: State, name: str) -> int | None:
    return next(
        state.now.power(state, state.cards[number]) for number in state.field if state.cards[number].face == name
    )


@pytest.mark.parametrize("face", [WATCHFUL, RASH], ids=lambda face: face.name)
def test_effects_5_3_what_depends_on_the_turn_is_worked_out_again_as_it_passes(face: Face) -> None:
    state = simple_position(field=[face.name], made_up=[face]).state
    assert power_of(state, face.name) == 3
    state.alter_turn(player=1)
    assert power_of(state, face.name) == 1


def test_effects_5_3_an_inherited_effect_depends_on_the_turn_as_well() -> None:
    """What a champion has from the cards beneath it is in force by its lineage, not by the text on top."""
    static = StaticAbility(effects=(Modify(of=Ref("champion"), level=Amount(2)),), if_=MINE, inherited=True)
    beneath = Face(name="Old Spirit", types=("champion",), level=0, life=15, abilities=(static,))
    state = simple_position(champion=("Old Spirit", "Rai, Spellcrafter"), made_up=[beneath]).state
    assert state.now.level(state, 0) == 3
    state.alter_turn(player=1)
    assert state.now.level(state, 0) == 1


def test_abilities_5_2_a_keyword_behind_a_turn_is_looked_for_again_as_the_turn_passes() -> None:
    state = simple_position(field=["Hiding"], made_up=[HIDING]).state
    card = next(state.cards[number] for number in state.field if state.cards[number].face == "Hiding")
    assert state.now.has(state, card, "stealth")
    assert "stealth" in state.now.keywords(state, card)
    state.alter_turn(player=1)
    assert not state.now.has(state, card, "stealth")


def test_effects_5_3_the_evaluation_outlasts_a_step_of_the_turn_and_nothing_else() -> None:
    """Nothing in force looks at the turn, so that its moving on changes nothing; everything else may."""
    state = simple_position(field=["Dull"], made_up=[DULL]).state
    assert power_of(state, "Dull") == 3
    known = state.now
    state.alter_turn(phase="end", step="begin")
    assert state.now is known
    state.alter(state.field[0], damage=1)
    assert state.now is not known


def test_effects_5_3_what_may_hold_is_listed_anew_only_for_what_brings_something() -> None:
    """An object that brings nothing leaves the list as it was."""
    game = simple_position(champion=("Spirit of Fire",), field=["Dull"], hand=["Gray Wolf", "Dull"], made_up=[DULL])
    state = game.state
    before = standing(state)
    wolf, dull = state.players[0].hand
    moving.move(state, wolf, "field")
    assert standing(state) is before
    assert state.now.power(state, state.cards[wolf]) == state.face(state.cards[wolf]).power
    moving.move(state, dull, "field")
    assert standing(state) is not before
    assert len(standing(state).of(Modify)) == len(before.of(Modify)) + 1


@pytest.mark.parametrize("seed", range(50, 54))
def test_effects_5_3_what_objects_bring_as_one_comes_or_goes_is_what_they_bring(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is taken over from before is what one finds by looking at every object."""
    plain, taken_over = Objects.after, 0

    def after(self: Objects, state: State) -> Objects | None:
        nonlocal taken_over
        found = plain(self, state)
        if found is not None:
            taken_over += 1
            assert brought(found) == brought(Objects(state))
        return found

    monkeypatch.setattr(Objects, "after", after)
    play_out(match(seed).game(), seed, 400, derive)
    assert taken_over > 10


@mass.seeds(4, 100)
def test_effects_5_3_what_nobody_has_asked_for_long_is_what_one_finds_afresh(seed: int) -> None:
    """Much comes and goes in between, so that what was filled in is taken over many times before it is looked at."""
    rare = random.Random(seed)
    play_out(match(seed).game(), seed, 400, lambda game: derive(game) if rare.random() < 0.06 else None)


def derive(game: Game) -> None:
    """Asks for everything, so that there is something to take over, and compares it with what one finds afresh."""
    again = game.state.copy()
    again.forget()
    assert derived(game.state) == derived(again)


def test_effects_5_3_an_object_that_left_and_came_back_is_another() -> None:
    """Though the same cards are on the field, in the same order."""
    state = simple_position(hand=["Dull"], made_up=[DULL]).state
    (number,) = state.players[0].hand
    moving.move(state, number, "field")
    before = objects(state)
    moving.move(state, number, "graveyard")
    moving.move(state, number, "field")
    assert state.field == before.field
    assert objects(state) is not before
    assert [active.source for active in objects(state).statics] == [state.cards[number]]
    assert power_of(state, "Dull") == 3


def test_effects_5_3_the_first_object_of_all_goes_like_any_other() -> None:
    """What a game begins with on the field may lie before every champion."""
    state = simple_position(field=["Gray Wolf", "Dull"], made_up=[DULL]).state
    spirit, first, dull, other = state.field
    state.field = (first, dull, spirit, other)
    assert [each.source.id for each in objects(state).statics] == [dull]
    moving.move(state, first, "graveyard")
    assert [each.source.id for each in objects(state).statics] == [dull]
    assert brought(objects(state)) == brought(Objects(state))


def test_effects_5_3_what_objects_bring_is_taken_over_as_a_token_comes_and_not_as_one_changes() -> None:
    """Two that come together, and one that changes hands, are reason to look at everything afresh."""
    token = Face(name="Cub", types=("token", "ally"), power=1, life=1)
    state = simple_position(field=["Dull"], made_up=[DULL, token]).state
    steps: list[tuple[Callable[[], object], bool]] = [
        (lambda: tokens.summon(state, [("Cub", None)], 0), True),
        (lambda: moving.move(state, state.field[-1], "graveyard"), True),
        (lambda: tokens.summon(state, [("Cub", None)] * 2, 0), False),
        (lambda: state.alter(state.field[-1], controller=1), False),
    ]
    for changes, kept in steps:
        history = objects(state).history
        changes()
        assert objects(state).history[: len(history)] == history if kept else not objects(state).history
        assert len(objects(state).history) > len(history) or not kept
        assert brought(objects(state)) == brought(Objects(state))


def test_effects_5_3_phrases_mean_those_who_came_and_not_those_who_left() -> None:
    """What fitted is asked of the one object alone that has come or gone since."""
    state = simple_position(hand=["Dull", "Hiding"], field=["Dull"], made_up=[DULL, HIDING]).state
    scene, phrase = Scene(state, 0, state.cards[0]), Filter("ally you control")
    there = next(number for number in state.field if state.cards[number].face == "Dull")
    dull, hiding = state.players[0].hand
    standing(state)
    assert [card.id for card in scene.matching(phrase)] == [there]
    for number, zone, fitting in (
        (dull, "field", [there, dull]),
        (hiding, "field", [there, dull, hiding]),
        (dull, "graveyard", [there, hiding]),
        (dull, "field", [there, hiding, dull]),
    ):
        moving.move(state, number, zone)
        standing(state)
        assert [card.id for card in scene.matching(phrase)] == fitting
    moving.move(state, there, "graveyard")
    moving.move(state, dull, "graveyard")
    standing(state)
    assert [card.id for card in scene.matching(phrase)] == [hiding]


def test_effects_5_3_who_left_and_came_back_may_be_meant_then_and_not_before_or_the_other_way_round() -> None:
    """Nobody has asked in between, so that what is known is older than both."""
    state = simple_position(hand=["Dull"], field=["Dull"], made_up=[DULL]).state
    scene, phrase = Scene(state, 0, state.cards[0]), Filter("ally you control")
    there = next(number for number in state.field if state.cards[number].face == "Dull")
    (dull,) = state.players[0].hand
    for controller, fitting in ((1, [there]), (0, [there, dull]), (0, [there, dull]), (1, [there])):
        for zone in ("graveyard", "field"):
            moving.move(state, dull, zone, controller=controller if zone == "field" else None)
            standing(state)
        assert [card.id for card in scene.matching(phrase)] == fitting


def test_abilities_1_7_a_static_ability_that_an_object_gained_goes_with_it() -> None:
    """Though the effect that gave it lasts, and nothing else that may hold has come or gone."""
    game = simple_position(champion=("Spirit of Fire",), field=["Dusklight Communion"])
    state = game.state
    card = next(card for card in moving.on_field(state) if card.face == "Dusklight Communion")
    gift = Modify(of=Ref("this"), grants=tuple(state.face(card).grants))
    state.hold((Lasting(state.tick(), gift, 0, card, "game", (card.thing,)),))
    assert [active.gained for actives in standing(state).by_kind.values() for active in actives].count(True) == 1
    moving.move(state, card.id, "graveyard")
    assert [active.gained for actives in standing(state).by_kind.values() for active in actives].count(True) == 0


def test_a_copy_of_the_state_goes_its_own_way() -> None:
    """Answers are handed on to a copy, and what is found there later does not come back."""
    state = simple_position(field=["Hiding"], made_up=[HIDING]).state
    copy = state.copy()
    held = [copy.now.keywords(copy, copy.cards[number]) for number in copy.field]
    assert {"stealth": 0} in held
    copy.alter_turn(player=1)
    assert {"stealth": 0} not in [copy.now.keywords(copy, copy.cards[number]) for number in copy.field]
    assert {"stealth": 0} in [state.now.keywords(state, state.cards[number]) for number in state.field]
    later = state.copy()
    later.alter_turn(player=1)
    assert {"stealth": 0} not in [later.now.keywords(later, later.cards[number]) for number in later.field]


# -- effects that hang on each other ---------------------------------------------------------------------------------

CHANGES: Final = (
    "{static: modify, of: each ally, words: [beast]}",
    "{static: modify, of: each item, words: [ally], set life: 3, set power: 2}",
    "{static: modify, of: each beast ally you control, power: 1, keywords: [vigor]}",
    "{static: modify, of: each ally, elements: [fire]}",
    "{static: modify, of: each fire object, keywords: [reservable]}",
    "{static: modify, of: each ally with vigor, life: 1, loses: [intercept]}",
    "{static: modify, of: each item, loses: [abilities]}",
    "{static: modify, of: champion, level: 1, if: count(ally you control) >= 2}",
    "{static: modify, of: each rested ally, set power: 4}",
    "{static: modify, of: each ally, power: 1, if: your turn}",
    "{static: modify, of: each ally with a buff counter, keywords: [stealth]}",
    "{static: cost, cards: ally card, amount: 1, who: anyone}",
)
"""Effects of every layer: some look at what others bring about, some at the turn, at counters, at what is rested."""


def tangle(seed: int) -> list[Face]:
    """Objects whose effects hang on each other, by the seed alone."""
    rng = random.Random(seed)
    lines = [
        f"- {{name: {name}, types: [{kind}], elements: [norm], cost: {{reserve: 1}},"
        f" abilities: [{{ability: static, effects: [{', '.join(rng.sample(CHANGES, 2))}]}}]}}\n"
        for name, kind in (("Knot", "item"), ("Snarl", "domain"), ("Web", "phantasia"))
    ]
    return read_cards("".join(lines), "tangle.yaml")


@mass.seeds(6, 60)
def test_effects_5_3_what_is_kept_is_what_is_so_where_effects_hang_on_each_other(seed: int) -> None:
    for game in Playout(position(seed, full=True, made_up=tangle(seed)), seed, 12, eager=0.95):
        compare(game)


def steady(state: State) -> list[object]:
    """What everything on the field is, and what players have from it."""
    found: list[object] = []
    for number in state.field:
        card = state.cards[number]
        found += (state.now.words(state, card), state.now.keywords(state, card))
        found += (state.now.power(state, card), state.now.life(state, card))
    for player in state.players:
        found += (state.now.level(state, player.seat), state.now.enabled_elements(state, player.seat))
    return found


CHANGING: Final = ("alter", "alter_player", "alter_turn", "alter_item", "put", "put_all", "put_hidden", "hold")


@mass.seeds(3, 30)
def test_effects_5_3_every_single_change_drops_what_it_makes_wrong(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only where somebody decides: between two changes of one procedure, too."""
    game = position(seed, full=True, made_up=tangle(seed))
    changes = 0

    def watched(change: Callable[..., object]) -> Callable[..., object]:
        def changed(state: State, *arguments: Any, **more: Any) -> object:
            nonlocal changes
            changes += 1
            done = change(state, *arguments, **more)
            afresh = state.copy()
            afresh.forget()
            assert steady(state) == steady(afresh), (change.__name__, arguments, more)
            return done

        return changed

    for name in CHANGING:
        monkeypatch.setattr(State, name, watched(getattr(State, name)))
    for _ in Playout(game, seed, 10, eager=0.95):
        pass
    state = game.state.copy()
    for player in (*state.players, *state.players):
        state.alter_turn(player=player.seat)
    champions = {player.champion for player in state.players}
    for number in [number for number in state.field if number not in champions]:
        state.alter(number, controller=state.after(state.cards[number].controller))
        moving.move(state, number, "graveyard", "zones.2.8")
    assert changes > 40
