"""What is kept about a position is always what one would find by looking again (effects.5.3)."""

import pytest

from archivist.arena.playing import match, play_out
from archivist.game import Game
from archivist.model.decision import Attack, Pass, Play, Return, Use
from archivist.model.state import State
from archivist.rules.abilities import held_abilities
from archivist.rules.abilities.keyword_abilities import TRIGGERS
from archivist.rules.combat import who_may_attack
from archivist.rules.costs import payer
from archivist.rules.effects import events
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.in_force import Standing, standing
from archivist.rules.effects.continuous.sources import Objects, objects
from archivist.rules.effects.scene import Scene
from archivist.rules.legal_actions import offers
from archivist.rules.legal_actions.prefilter import Outlook
from archivist.vocabulary.face import KEYWORD_EVENTS

KINDS = sorted(events.TRIGGERING)


def derived(state: State) -> list[object]:
    """Everything that is worked out from a position and kept: of every card, and of every player."""
    found: list[object] = []
    for card in state.cards:
        if card.zone != "none":
            found += (now.words(state, card), now.keywords(state, card), now.power(state, card), now.life(state, card))
    for player in state.players:
        seat = player.seat
        found += (now.level(state, seat), now.enabled_elements(state, seat), tuple(held_abilities.usages(state, seat)))
        champion = state.champion(seat)
        found += (payer.reservable(state, seat), who_may_attack.weapons_for(state, champion) if champion else [])
    return found + [held_abilities.listeners(state, kind) for kind in KINDS]


def listed(known: Standing, own: Objects) -> list[object]:
    """What may hold, without the values of the sources, which are read anew whenever they are asked."""
    return [
        (kind.__name__, active.static, active.source.id, active.you, active.stamp, active.conditions, active.on)
        for kind, actives in known.by_kind.items()
        for active in actives
    ] + [
        *(known.changed, known.depends, known.granted, known.lent, known.gives_abilities, known.keyword_events),
        *(known.weakens_all, known.weakened, known.makes_durable),
        *(own.linked, own.lives, own.namesakes, own.depends, own.reservable, own.weapons),
    ]


def compare(game: Game) -> None:
    state = game.state
    kept, known, own = derived(state), standing(state), objects(state)
    again = state.copy()
    again.forget()
    assert derived(again) == kept
    assert listed(standing(again), objects(again)) == listed(known, own)


@pytest.mark.parametrize("seed", range(4))
def test_effects_5_3_what_is_kept_is_what_is_so(seed: int) -> None:
    """Through games of both formats with cards of the whole pool, at every decision."""
    play_out(match(seed).game(), seed, 300, compare)


def test_keywords_trigger_on_the_events_that_their_abilities_look_for() -> None:
    assert {word: ability.on.kinds for word, ability in TRIGGERS.items()} == KEYWORD_EVENTS


# -- shortcuts ---------------------------------------------------------------------------------------------------


def listen(game: Game) -> None:
    """Who is listed for an event is who has abilities for it, and nobody is passed over whom it concerns."""
    state = game.state
    everyone = [state.cards[number] for number in held_abilities.everyone(state)]
    for kind in KINDS:
        asked = [(card, *each) for card in everyone for each in held_abilities.triggered_abilities(state, card, kind)]
        assert held_abilities.listeners(state, kind) == asked
    for event in game.events_since(max(0, game.event_count - 12)):
        for card, _, ability, _ in held_abilities.listeners(state, event.kind) if event.kind in KINDS else ():
            scene = Scene(state, card.controller, card, event=event)
            assert ability.on.may_fit(event, card.id) or not ability.on.fits(scene, event)


@pytest.mark.parametrize("seed", range(10, 14))
def test_abilities_3_2_everything_that_may_trigger_is_listed(seed: int) -> None:
    play_out(match(seed).game(), seed, 200, listen)


def look(game: Game) -> None:
    """What is told at a glance, and the list of offers, are what each action by itself says."""
    if not game.acting:
        return
    state, seat = game.state, game.to_act
    assert seat is not None
    outlook = Outlook(state, seat)
    materializing = state.opportunity is None
    for number in state.players[seat].material if materializing else state.players[seat].hand:
        card = state.cards[number]
        if "preserved" not in card.properties:
            action = Play("materialize" if materializing else "activate", number)
            glance = outlook.materialization(card) if materializing else outlook.activation(card)
            assert glance in (None, offers.allowed(state, seat, action))
    if not materializing:
        abilities = [(card.id, range(len(held_abilities.activated_abilities(state, card)))) for card in state.cards]
        uses = {Use(number, index) for number, indices in abilities for index in indices}
        plain = {Pass(), *uses, *(Attack(number) for number in state.field)}
        allowed = {action for action in plain if offers.allowed(state, seat, action)}
        assert allowed == {action for action in offers.actions(state, seat) if not isinstance(action, Play | Return)}


@pytest.mark.parametrize("seed", range(20, 26))
def test_PC_2_what_is_told_at_a_glance_is_what_the_play_says(seed: int) -> None:
    play_out(match(seed).game(), seed, 200, look)
