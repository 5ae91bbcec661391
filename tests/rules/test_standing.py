"""What is kept about a position is always what one would find by looking again (effects.5.3)."""

import pytest

from archivist.arena.playing import match, play_out
from archivist.game import Game
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules.keywords import TRIGGERS
from archivist.rules.standing import Standing, standing
from archivist.vocabulary.face import KEYWORD_EVENTS


def derived(state: State) -> list[object]:
    """Everything that is worked out from a position and kept: of every card, and of every player."""
    found: list[object] = []
    for card in state.cards:
        if card.zone != "none":
            found += (now.words(state, card), now.keywords(state, card), now.power(state, card), now.life(state, card))
    for player in state.players:
        seat = player.seat
        found += (now.level(state, seat), now.enabled_elements(state, seat), now.users(state, seat))
    return found + [tuple(now.watchers(state, kind)) for kind in ("enter", "phase", "attack", "destroy", "hit", "die")]


def listed(known: Standing) -> list[object]:
    """What may hold, without the values of the sources, which are read anew whenever they are asked."""
    return [
        (kind.__name__, active.static, active.source.id, active.you, active.stamp, active.conditions, active.on)
        for kind, actives in known.by_kind.items()
        for active in actives
    ] + [known.frail, known.losing, known.plain, known.wordy, known.timely, known.passing, known.lent, known.linked]


def compare(game: Game) -> None:
    state = game.state
    kept, known = derived(state), standing(state)
    again = state.copy()
    again.cache, again.standing = {}, None
    assert derived(again) == kept
    assert listed(Standing(state)) == listed(known)


@pytest.mark.parametrize("seed", range(4))
def test_effects_5_3_what_is_kept_is_what_is_so(seed: int) -> None:
    """Through games of both formats with cards of the whole pool, at every decision."""
    play_out(match(seed).game(), seed, 300, compare)


def test_keywords_trigger_on_the_events_that_their_abilities_look_for() -> None:
    assert {word: ability.on.kinds for word, ability in TRIGGERS.items()} == KEYWORD_EVENTS
