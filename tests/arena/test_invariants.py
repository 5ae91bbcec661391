"""Every invariant holds in a sound game, and fails on a state that was doctored to break it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from archivist import soundness
from archivist.arena import invariants
from archivist.arena.invariants import BrokenInvariant, Loops, Watch
from archivist.arena.playing import play_out
from archivist.decks import deck
from archivist.game import Game
from archivist.model import events
from archivist.model.card import Card
from archivist.model.decision import Decision, Pass
from archivist.model.errors import EndlessLoop
from archivist.model.event import Event, Named
from archivist.model.state import State
from archivist.rules.zones import moving
from archivist.vocabulary.pending import Waiting
from positions import Side, number_of, simple_position

RAI = ("Spirit of Fire", "Rai, Spellcrafter")


CARD = Card(0, "Gray Wolf", 0, 0, "field")


def sound() -> Game:
    """A position with something in most zones."""
    return simple_position(
        champion=RAI,
        hand=["Fireball", "Arcane Blast", "Idle Thoughts"],
        material=["Rai, Archmage"],
        field=["Flame-Rune Swordsman"],
        graveyard=["Scry the Skies"],
        other=Side(champion=("Spirit of Water", "Silvie, Wilds Whisperer")),
    )


def with_fireball() -> Game:
    """The same with a spell on the stack, where a player can act."""
    game = sound()
    play = next(each for each in _options(game) if getattr(each, "card", None) == number_of(game, "Fireball"))
    game.answer(play)
    while not game.acting:
        assert game.decision is not None
        game.answer(next(game.decision.answers()))
    assert game.state.stack
    return game


def _options(game: Game) -> tuple[Any, ...]:
    assert game.decision is not None
    return game.decision.options


# -- cards and zones ---------------------------------------------------------------------------------------------


def twice(state: State) -> None:
    state.alter_player(0, graveyard=(*state.players[0].graveyard, state.players[0].hand[0]))


def elsewhere(state: State) -> None:
    state.alter(state.players[0].hand[0], zone="memory")


def nowhere(state: State) -> None:
    state.alter_player(0, hand=state.players[0].hand[1:])


def outside(state: State) -> None:
    state.alter(state.players[0].hand[0], zone="none")
    nowhere(state)


def stolen(state: State) -> None:
    state.alter(state.players[0].hand[0], owner=1)


def top(state: State, seat: int = 0) -> int:
    number = state.players[seat].champion
    assert number is not None
    return number


def face_up_in_hand(state: State) -> None:
    state.alter(state.players[0].hand[0], face_up=True)


def lineage_forgotten(state: State) -> None:
    state.alter(top(state), lineage=())


def lineage_shared(state: State) -> None:
    state.alter(top(state, 1), lineage=(*state.cards[top(state, 1)].lineage, *state.cards[top(state)].lineage))


def lineage_from_the_hand(state: State) -> None:
    state.alter(top(state), lineage=(*state.cards[top(state)].lineage, state.players[0].hand[0]))


def loaded_from_the_hand(state: State) -> None:
    state.alter(top(state), loaded=state.players[0].hand[:1])


def loaded_nowhere(state: State) -> None:
    number = state.players[0].hand[0]
    state.alter_player(0, hand=state.players[0].hand[1:])
    state.alter(number, zone="loaded")


def lineage_off_the_field(state: State) -> None:
    number = state.players[0].hand[0]
    state.alter(number, lineage=state.cards[top(state)].lineage)
    state.alter(top(state), lineage=())


def no_champion(state: State) -> None:
    state.alter_player(0, champion=None)


def champion_of_another(state: State) -> None:
    state.alter(top(state), controller=1)


def lost_and_still_there(state: State) -> None:
    state.alter_player(1, lost=True)


def negative_damage(state: State) -> None:
    state.alter(top(state), damage=-1)


def negative_counters(state: State) -> None:
    state.alter(top(state), counters={"buff": -2})


def negative_skips(state: State) -> None:
    state.alter_player(0, skips={"draw": -1})


DOCTORED = [
    (twice, soundness.zones_agree, "in hand and in graveyard"),
    (elsewhere, soundness.zones_agree, "lies in hand and says memory"),
    (nowhere, soundness.zones_agree, "says hand and does not lie there"),
    (outside, soundness.zones_agree, "is outside the game"),
    (stolen, soundness.zones_owned, "not of its owner"),
    (face_up_in_hand, invariants.hidden_face_down, "lies face up in hand"),
    (lineage_forgotten, soundness.lineages_agree, "is beneath 0 objects"),
    (lineage_shared, soundness.lineages_agree, "is beneath 2 objects"),
    (lineage_from_the_hand, soundness.lineages_agree, "and says hand"),
    (loaded_from_the_hand, soundness.lineages_agree, "and says hand"),
    (loaded_nowhere, soundness.lineages_agree, "is beneath 0 objects"),
    (lineage_off_the_field, soundness.lineages_agree, "has cards beneath it in the zone hand"),
    (no_champion, soundness.champions_agree, "without a champion"),
    (champion_of_another, soundness.champions_agree, "not on the field under their control"),
    (lost_and_still_there, soundness.losers_gone, "who lost, and lies in"),
    (negative_damage, soundness.nothing_negative, "-1 damage"),
    (negative_counters, soundness.nothing_negative, "-2 buff counters"),
    (negative_skips, soundness.nothing_negative, "skips -1 draw phases"),
]


@pytest.mark.parametrize(("doctor", "invariant", "problem"), DOCTORED, ids=lambda each: getattr(each, "__name__", ""))
def test_a_doctored_state_is_found_out(
    doctor: Callable[[State], None], invariant: Callable[[State], str], problem: str
) -> None:
    game = sound()
    assert invariant(game.state) == ""
    watch = Watch(game)
    watch(game)
    doctor(game.state)
    assert problem in invariant(game.state)
    with pytest.raises(BrokenInvariant):
        watch(game)


def test_nothing_is_not_below_nothing() -> None:
    """Counters of which none are left, and skips that are used up, may be written down as 0."""
    state = sound().state
    state.alter(top(state), counters={"buff": 0})
    state.alter_player(0, skips={"draw": 0})
    assert soundness.nothing_negative(state) == ""


def test_every_invariant_of_a_state_has_a_doctored_one() -> None:
    doctored = {invariant for _, invariant, _ in DOCTORED}
    others = {invariants.hidden_face_down}
    assert doctored | {soundness.instances_have_cards} == others | set(soundness.OF_STATE)


def test_cards_come_into_being_only_as_tokens() -> None:
    game = sound()
    before = invariants.roster(game.state)
    assert invariants.cards_kept(game.state, before) == ""
    game.state.alter(game.state.players[0].hand[0], face="Fractal of Insight")
    assert invariants.cards_kept(game.state, before) == "player Ada began with 1 Fireball and has 0"
    game.state.alter(game.state.players[0].hand[0], token=True)
    assert "1 Fireball and has 0" in invariants.cards_kept(game.state, before)


def test_an_instance_and_its_card_are_on_the_stack_together() -> None:
    game = with_fireball()
    state = game.state
    assert invariants.stack_complete(state) == ""
    cards, items = state.stack_cards, state.stack
    state.stack_cards = ()
    assert "on the stack without its card" in soundness.instances_have_cards(state)
    state.stack_cards, state.stack = cards, ()
    assert "on the stack without an instance" in invariants.stack_complete(state)
    state.stack = items
    state.waiting = (Waiting(0, state.cards[0], (), None),)
    assert "still waits" in invariants.stack_complete(state)
    state.waiting = ()
    state.intent = state.players[0].deck[:1]
    assert "without a combat" in invariants.stack_complete(state)


def dying(state: State) -> None:
    state.alter(_ally(state), damage=99)


def countered(state: State) -> None:
    state.alter(_ally(state), counters={"buff": 1, "debuff": 1})


def lost(state: State) -> None:
    state.alter(top(state), damage=99)


def unique_twice(state: State) -> None:
    for _ in range(2):
        moving.place(state, "Astarte, Celestial Dawn", 0, "field", face_up=True)


def _ally(state: State) -> int:
    return next(number for number in state.field if state.cards[number].face == "Flame-Rune Swordsman")


@pytest.mark.parametrize(
    ("doctor", "problem"),
    [
        (dying, "the checks still do something: move (terms.1.destroy, timing.4.1"),
        (countered, "the checks still do something: cancel (timing.4.4"),
        (lost, "the checks still do something"),
        (unique_twice, "the checks still ask player 0"),
    ],
)
def test_timing_4_what_the_checks_have_not_done_is_found_out(doctor: Callable[[State], None], problem: str) -> None:
    game = sound()
    assert game.decision is not None and game.acting
    assert invariants.nothing_left_to_check(game.state) == ""
    doctor(game.state)
    game.state.now.settled = True
    assert problem in invariants.nothing_left_to_check(game.state)
    with pytest.raises(BrokenInvariant):
        Watch(game)(game)


# -- events and decisions ----------------------------------------------------------------------------------------


def test_events_cite_rules_of_the_catalogue() -> None:
    assert invariants.rules_cited([events.Pass(("timing.2.4",))]) == ""
    assert "cites 'timing.99', which is not a rule" in invariants.rules_cited(
        [events.Pass(("timing.2.4", "timing.99"))]
    )
    assert "cites no rule" in invariants.rules_cited([events.Pass(())])


def test_no_cost_is_negative() -> None:
    assert invariants.amounts_sound([events.Cost(("CA.1.7",), amount=0, currency="reserve")]) == ""
    assert "the amount -1" in invariants.amounts_sound([events.Cost(("CA.1.7",), amount=-1, currency="reserve")])


def test_an_event_has_what_its_sentence_speaks_of() -> None:
    whole = events.Counters(("RS.2",), 0, Named("Gray Wolf", None), amount=2, counter="buff")
    assert invariants.told_whole(
        [whole, events.CombatEnds(("combat.5",), 0), events.Cost(("CA.1.7",), 0, whole.subject, amount=0, currency="")]
    ) == ("an event 'cost' tells no currency")
    assert invariants.told_whole([whole, events.CombatEnds(("combat.5",), 0)]) == ""
    look = events.Look(("timing.8.1",), 1, None, (Named("Fireball"),), place="memory", whose=0)
    assert invariants.told_whole([look]) == ""
    assert "tells no whose" in invariants.told_whole([replace(look, whose=None)])
    assert invariants.told_whole([events.CombatEnds(("combat.5",))]) == "an event 'combat ends' names no player"
    assert "tells no subject" in invariants.told_whole([replace(whole, subject=None)])
    assert "tells no counter" in invariants.told_whole([replace(whole, counter="")])
    assert "tells no amount" in invariants.told_whole([replace(whole, amount=0)])
    assert "names no player" in invariants.told_whole([events.Pass(("timing.2.4",))])
    assert "tells no objects" in invariants.told_whole([events.Attack(("combat.3.2",), 0, whole.subject, card=CARD)])


def test_a_watch_looks_at_every_event_once(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Event] = []

    def note(told: Iterable[Event]) -> str:
        seen.extend(told)
        return ""

    monkeypatch.setattr(invariants, "OF_EVENTS", (note,))
    game = Game.new([deck("rai"), deck("silvie")], seed=5)
    play_out(game, 5, 120, Watch(game))
    assert seen == game.events


def test_a_wrong_event_is_found_though_it_is_settled() -> None:
    game = sound()
    watch = Watch(game)
    game.state.events.append(events.Pass(("no.such.rule",)))
    game.answer(Pass())
    with pytest.raises(BrokenInvariant, match="rules_cited"):
        watch(game)


# -- events and state --------------------------------------------------------------------------------------------


def test_a_move_that_is_not_told_is_found() -> None:
    game = sound()
    watch = Watch(game)
    watch(game)
    player = game.state.players[0]
    first = player.deck[0]
    game.state.alter(first, zone="hand")
    game.state.alter_player(0, deck=player.deck[1:], hand=(*player.hand, first))
    with pytest.raises(BrokenInvariant, match=r"events_agree: the events leave 3 cards in the hand of .*there are 4"):
        watch(game)


def test_a_move_that_is_told_and_not_made_is_found() -> None:
    game = sound()
    watch = Watch(game)
    watch(game)
    game.state.events.append(events.Move(("zones.2.2",), 0, origin="hand", zone="memory"))
    with pytest.raises(BrokenInvariant, match="events_agree: the events leave 2 cards in the hand"):
        watch(game)


@pytest.mark.parametrize(
    ("event", "problem"),
    [
        (events.Turn(("turn.4.18",), 1, number=9), "turn 9 of player 1 was told"),
        (events.Opportunity(("timing.2.4",), 1, phase="main"), "player 1 was given Opportunity by an event"),
        (events.GameOver(("turn.9.2",), 1), "the game was told to be over"),
    ],
)
def test_a_moment_that_is_told_wrongly_is_found(event: Event, problem: str) -> None:
    game = sound()
    watch = Watch(game)
    watch(game)
    game.state.events.append(event)
    with pytest.raises(BrokenInvariant, match=f"events_agree: {problem}"):
        watch(game)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"rested": True}, "is rested, and no event tells it"),
        ({"controller": 1}, "is controlled by player 1, and the events say 0"),
        ({"damage": 1}, "has 1 damage, and the events leave 0"),
        ({"counters": {"buff": 1}}, "has 1 buff counters, and the events leave 0"),
    ],
)
def test_a_mark_that_is_not_told_is_found(change: dict[str, Any], problem: str) -> None:
    game = sound()
    watch = Watch(game)
    watch(game)
    game.state.alter(_ally(game.state), **change)
    game.state.events.append(events.Pass(("timing.2.4",), 0))
    with pytest.raises(BrokenInvariant, match=f"marks_agree: Flame-Rune Swordsman .* {problem}"):
        watch(game)


@pytest.mark.parametrize(
    ("kind", "more", "problem"),
    [
        (events.Rest, {}, "is awake, and no event tells it"),
        (events.Control, {}, "is controlled by player 0, and the events say 1"),
        (events.Damage, {"amount": 2, "card": CARD, "source": CARD}, "has 0 damage, and the events leave 2"),
        (events.Counters, {"amount": 2, "counter": "debuff"}, "has 0 debuff counters, and the events leave 2"),
    ],
)
def test_a_mark_that_is_told_and_not_there_is_found(kind: type[Event], more: dict[str, Any], problem: str) -> None:
    game = sound()
    watch = Watch(game)
    watch(game)
    card = game.state.cards[_ally(game.state)]
    game.state.events.append(kind(("RS.2",), 1, Named(card.face, card.thing), **more))
    with pytest.raises(BrokenInvariant, match=f"marks_agree: Flame-Rune Swordsman .* {problem}"):
        watch(game)


def test_a_play_that_is_taken_back_is_no_difference() -> None:
    game = sound()
    watch = Watch(game)
    watch(game)
    play = next(each for each in _options(game) if getattr(each, "card", None) == number_of(game, "Fireball"))
    game.answer(play)
    watch(game)
    game.cancel()
    watch(game)
    game.answer(Pass())
    watch(game)
    game.undo()
    watch(game)


class Odd(Decision, frozen=True):
    """A decision that lists answers it refuses."""

    def answers(self) -> Any:
        yield (99,)


def test_a_decision_has_a_legal_answer_and_lists_only_such() -> None:
    fine = Decision(0, "targets", ("CA.1.5",), "choose", options=("one", "two"), card=1)
    assert invariants.decision_sound(fine) == ""
    assert "which card asks" in invariants.decision_sound(replace(fine, card=None))
    assert invariants.decision_sound(replace(fine, card=None, kind="retaliate")) == ""
    assert "no legal answer" in invariants.decision_sound(replace(fine, options=()))
    assert "which is not a rule" in invariants.decision_sound(replace(fine, rules=("CA.99",)))
    assert "cites no rule" in invariants.decision_sound(replace(fine, rules=()))
    assert "of no known kind" in invariants.decision_sound(replace(fine, kind="target practice"))
    odd = Odd(0, "targets", ("CA.1.5",), "choose", options=("one", "two"), card=1)
    assert "lists (99,) as legal and refuses it" in invariants.decision_sound(odd)


def test_somebody_who_is_in_the_game_decides() -> None:
    game = sound()
    assert invariants.somebody_decides(game) == ""
    assert game.decision is not None
    game.state.alter_player(0, lost=True)
    assert "has lost and is asked" in invariants.somebody_decides(game)
    game.state.over = True
    assert "still asked" in invariants.somebody_decides(game)


# -- loops -------------------------------------------------------------------------------------------------------


def quiet() -> Game:
    """A position where nobody can do anything but pass."""
    game = simple_position()
    assert _options(game) == (Pass(),)
    return game


def test_a_repeated_state_without_a_choice_is_a_loop() -> None:
    game, loops = quiet(), Loops(patience=3)
    assert [bool(loops.problem(game)) for _ in range(5)] == [False, False, False, False, True]


def test_how_long_a_game_has_lasted_is_no_difference() -> None:
    game = quiet()
    before = invariants.fingerprint(game.state)
    game.state.tick()
    game.state.alter(0, stamp=99, incarnation=7)
    game.state.events.append(events.Pass(("timing.2.4",)))
    assert invariants.fingerprint(game.state) == before
    game.state.alter(0, damage=1)
    assert invariants.fingerprint(game.state) != before


def test_a_choice_starts_the_search_for_loops_anew() -> None:
    game, loops, free = quiet(), Loops(patience=1), sound()
    for _ in range(5):
        assert loops.problem(game) == ""
        assert loops.problem(game) == ""
        assert loops.problem(free) == ""


def test_a_watch_reports_an_endless_loop() -> None:
    game = quiet()
    watch = Watch(game)
    with pytest.raises(EndlessLoop):
        for _ in range(invariants.PATIENCE + 2):
            watch(game)


def test_a_game_that_only_passes_is_no_loop() -> None:
    """Turns go by without a choice until a deck is empty; no state of it comes twice."""
    game = Game.new([replace(deck("rai"), main={"Vertus, Gaia's Roar": 40})] * 2, seed=3)
    assert play_out(game, 3, 5000, Watch(game)).over
