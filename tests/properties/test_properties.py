"""Properties that hold for every position and every way of playing on: refusals, offers, copies, saves, undoing."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from archivist.cards import read_cards
from archivist.game import Game
from archivist.model import events
from archivist.model.card import OWN_ZONES, Seat, Way
from archivist.model.decision import Action, Attack, Decision, Pass, Play, Return, Use
from archivist.model.errors import AnswerError, ArchivistError, Illegal
from archivist.model.event import Event
from archivist.model.state import State
from archivist.rules.catalogue import catalogue
from archivist.rules.legal_actions import offers
from archivist.vocabulary.abilities import AdditionalCost, Permission
from archivist.vocabulary.costs import Reserve
from archivist.vocabulary.face import Face
from positions import (
    Playout,
    Side,
    every_action,
    new_game,
    number_of,
    position,
    random_answer,
    simple_position,
    wrong_answer,
)

settings.register_profile(
    "archivist", derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


def seeds(examples: int) -> Callable[[Callable[[int], None]], Callable[[], None]]:
    """Runs a test for so many seeds, always the same ones."""

    def decorate(test: Callable[[int], None]) -> Callable[[], None]:
        bounded = settings(settings.get_profile("archivist"), max_examples=examples)
        return bounded(given(seed=st.integers(0, 2**32 - 1))(test))

    return decorate


class Before:
    """Everything a game is at one moment, to be compared with it later."""

    PARTS = tuple(name for name, each in State.parts.items() if each.placed)

    def __init__(self, game: Game) -> None:
        self.state = game.state.copy()
        self.parts = self._parts(game.state)
        self.events = game.events
        self.answers = game.answers
        self.acting = game.acting
        self.to_act = game.to_act

    def _parts(self, state: State) -> dict[str, Any]:
        parts = {name: getattr(state, name) for name in self.PARTS}
        return {name: tuple(part) if isinstance(part, list) else part for name, part in parts.items()}

    def check(self, game: Game) -> None:
        assert game.state == self.state
        assert self._parts(game.state) == self.parts
        assert game.state.rng == self.state.rng
        assert game.events == self.events
        assert game.answers == self.answers
        assert (game.acting, game.to_act) == (self.acting, self.to_act)


def at_rest(seed: int, *, small: bool = False, full: bool = False, steps: int = 12) -> Game:
    """A random position after a few random decisions, where somebody can act."""
    game = position(seed, small=small, full=full)
    playout = Playout(game, seed, random.Random(seed).randrange(steps), eager=0.9)
    for _ in playout:
        pass
    while not game.acting and not game.over:
        game.undo()
    return game


def check_refusal(illegal: Illegal) -> None:
    """A refusal names at least one rule of the catalogue, and says why in words."""
    assert illegal.reasons
    for reason in illegal.reasons:
        assert reason.rules
        assert set(reason.rules) <= catalogue().keys()
        assert reason.why.strip()
    assert str(illegal)


def same_question(one: Decision | None, other: Decision | None) -> bool:
    """Whether two decisions ask the same; why a former try was refused is no part of that."""
    if one is None or other is None:
        return one is other
    fields = [name for name in Decision.__struct_fields__ if name != "refused"]
    return all(getattr(one, name) == getattr(other, name) for name in fields)


# -- refusals ----------------------------------------------------------------------------------------------------


@seeds(60)
def test_pc_3_refused_attempt_leaves_no_trace(seed: int) -> None:
    """Whoever tries whatever: a refusal cites rules and changes nothing, and why_not gave the same reasons."""
    rng = random.Random(seed)
    game = at_rest(seed)
    if game.over:
        return
    before = Before(game)
    actions = list(every_action(game.state, 0))
    for seat in range(len(game.state.players)):
        for action in rng.sample(actions, min(30, len(actions))):
            foretold = game.why_not(seat, action)
            before.check(game)
            try:
                game.attempt(action, seat)
            except Illegal as illegal:
                check_refusal(illegal)
                assert foretold is not None
                assert foretold.reasons == illegal.reasons
            else:
                assert foretold is None
                assert seat == before.to_act
                game.undo()
                while not game.acting:
                    game.undo()
            before.check(game)


def try_out(game: Game, before: Before, action: Action, seat: Seat, seed: int, most: int) -> tuple[str, Counter[str]]:
    """Makes a play with `most` random answers and gives it up; says how that ended and what was asked."""
    rng = random.Random(seed)
    asked: Counter[str] = Counter()
    try:
        game.begin(action, seat)
    except Illegal as illegal:
        check_refusal(illegal)
        before.check(game)
        return "refused", asked
    plays: Before | None = None
    for _ in range(most):
        decision = game.decision
        if game.acting or decision is None:
            break
        asked[decision.kind] += 1
        inside = Before(game)
        with pytest.raises(AnswerError):
            game.answer(wrong_answer(decision, rng))
        inside.check(game)
        with pytest.raises(AnswerError):
            game.answer(random_answer(decision, rng), (decision.player + 1) % len(game.state.players))
        inside.check(game)
        plays = inside if decision.form == "act" else plays
        try:
            game.answer(random_answer(decision, rng))
        except Illegal as illegal:
            check_refusal(illegal)
            if game.acting:
                before.check(game)
                return "stuck", asked
            assert plays is not None
            plays.check(game)
    complete = game.acting or game.over
    if complete:
        game.undo()
    elif game.state.stack == before.state.stack and game.state.combat == before.state.combat:
        game.cancel()
    while not game.acting:
        game.undo()
    before.check(game)
    return "complete" if complete else "given up", asked


def test_ca_1_6_giving_up_at_any_decision_leaves_no_trace() -> None:
    """Every play is given up at each of its decisions, after right and wrong answers, and once more when it is done."""
    asked: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed in range(45):
        rng = random.Random(seed)
        game = at_rest(seed, full=True)
        decision = game.decision
        if decision is None:
            continue
        before = Before(game)
        offered = [each for each in decision.options if isinstance(each, Play | Use | Attack | Return)]
        others = rng.sample(list(every_action(game.state, decision.player)), 25)
        for action in (*offered, *others):
            for most in range(12):
                end, kinds = try_out(game, before, action, decision.player, seed, most)
                if end != "given up":
                    break
            ends[end] += 1
            asked += kinds
        assert same_question(game.decision, decision)
    assert {"alternative", "optional costs", "modes", "targets", "reserve"} <= asked.keys()
    assert {"refused", "complete"} <= ends.keys()


REST = ("Idle Thoughts",) * 4
FIRE = ("Fireball", "Focused Flames", "Blitz Mage", "Kindling Flare")
PLAYS: dict[str, tuple[Way, str, dict[str, Any]]] = {
    "Empowering Tincture": ("activate", "alternative sacrifice reserve", {
        "champion": ("Spirit of Fire", "Arisanna, Herbalist Prodigy"),
        "field": ("Manaroot", "Manaroot", "Fraysia", "Blightroot"),
    }),
    "Fireblooded Oath": ("activate", "banish reserve", {"graveyard": FIRE, "hand": REST + REST[:3]}),
    "Firetuned Automaton": ("activate", "discard reserve", {"hand": (*FIRE, *REST)}),
    "Overlord Mk III": ("activate", "sacrifice reserve", {"field": ("Powercell",) * 6, "hand": REST + REST}),
    "Innervate Fury": ("activate", "targets split reserve", {"field": ("Gray Wolf", "Blue Slime"), "damage": 7}),
    "Intensified Pyre": ("activate", "targets kindle reserve", {"graveyard": FIRE}),
    "Kindling Flare": ("activate", "x sacrifice targets split reserve", {"field": ("Manaroot", "Fraysia", "Razorvine")}),
    "Slime King": ("activate", "banish reserve", {
        "champion": ("Spirit of Fire", "Rai, Spellcrafter", "Silvie, With the Pack", "Silvie, Loved by All"),
        "graveyard": ("Blue Slime", "Slime Swarm", "Slime King", "Slime King", "Blue Slime"),
    }),
    "Song of Frost": ("activate", "alternative reserve banish", {
        "champion": ("Spirit of Water", "Silvie, With the Pack"),
        "graveyard": ("Fireball", "Idle Thoughts", "Favorable Winds", "Honorable Vanguard"),
    }),
    "Cremation Ritual": ("activate", "sacrifice reserve", {"field": ("Gray Wolf", "Blue Slime", "Gray Wolf")}),
    "Vermilion Decree": ("activate", "optional costs modes targets reserve", {"hand": FIRE + FIRE}),
    "Spirit Blade: Ascension": ("activate", "return", {
        "champion": ("Spirit of Fire", "Lorraine, Wandering Warrior", "Lorraine, Blademaster", "Lorraine, Crux Knight"),
        "field": ("Warrior's Longsword", "Sword of Seeking", "Ornamental Greatsword"),
        "material": ("Prismatic Edge", "Clarent, Sword of Peace"),
    }),
    "Eternal Directive": ("activate", "rest reserve", {
        "champion": ("Spirit of Wind", "Tonoris, Lone Mercenary"),
        "field": ("Automaton Drone", "Automaton Drone", "Overlord Mk III"),
    }),
    "Greater Boon of Rosen": ("bestow", "sacrifice reserve", {
        "champion": ("Spirit of Wind", "Lorraine, Wandering Warrior", "Lorraine, Blademaster"),
        "field": ("Powercell",) * 4,
    }),
    "Prismatic Edge": ("materialize", "floating", {
        "champion": ("Spirit of Fire", "Lorraine, Wandering Warrior", "Lorraine, Blademaster", "Lorraine, Crux Knight"),
        "graveyard": ("Fireball", "Idle Thoughts", "Favorable Winds", "Honorable Vanguard"),
        "memory": REST,
    }),
}  # fmt: skip
"""Cards that ask for much, how they are played, the decisions they need, and what their player has."""


def rich_position(name: str) -> tuple[Game, Play]:
    """A position where a card of `PLAYS` can be played with everything it may ask for."""
    way, _, zones = PLAYS[name]
    mine: dict[str, Any] = {"champion": ("Spirit of Fire", "Rai, Spellcrafter"), "hand": REST, **zones}
    home = {"activate": "hand", "materialize": "material", "bestow": "pantheon"}[way]
    mine[home] = (name, *mine.get(home, ()))
    other = Side(field=("Gray Wolf", "Blue Slime", "Esteemed Knight"))
    game = simple_position(other, phase="materialize" if way == "materialize" else "main", **mine)
    return game, Play(way, number_of(game, name, home, 0))


@pytest.mark.parametrize("name", PLAYS)
def test_ca_1_8_half_paid_play_leaves_no_trace(name: str) -> None:
    """Every decision of a costly card is reached, answered in many ways and given up; nothing is paid then."""
    game, play = rich_position(name)
    before = Before(game)
    asked: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed, most in itertools.product(range(20), range(9)):
        end, kinds = try_out(game, before, play, 0, seed, most)
        ends[end] += 1
        asked += kinds
    assert ends["complete"]
    wanted = PLAYS[name][1].replace("optional costs", "optional").split()
    assert {kind.split()[0] for kind in asked} >= set(wanted)


def starcalling() -> Game:
    """A glimpse that resolves and finds cards to starcall: an effect asks for a play."""
    lineage = ("Arisanna, Herbalist Prodigy", "Arisanna, Master Alchemist", "Arisanna, Astral Zenith")
    game = simple_position(
        champion=("Spirit of Wind", *lineage),
        hand=["Scry the Skies", *["Idle Thoughts"] * 5],
        deck=["Cosmic Bolt", "Cosmic Bolt", "Blitz Mage"],
    )
    game.answer(Play("activate", number_of(game, "Scry the Skies")))
    while not game.acting and game.decision is not None:
        game.answer(next(game.decision.answers()))
    while game.acting:
        game.answer(Pass())
    assert game.decision is not None
    assert game.decision.kind == "play"
    return game


def test_timing_5_2_play_refused_within_a_resolution_undoes_that_play_alone() -> None:
    """Whatever else is tried while an effect asks for a play: it is refused, and the resolution stands as it was."""
    game = starcalling()
    decision = game.decision
    assert decision is not None
    before = Before(game)
    for action in every_action(game.state, 0):
        if action in decision.options:
            continue
        for seat in (0, 1):
            for trying in (game.attempt, game.begin):
                with pytest.raises(Illegal) as caught:
                    trying(action, seat)
                check_refusal(caught.value)
                before.check(game)
                assert same_question(game.decision, decision)


def test_timing_5_2_play_given_up_within_a_resolution_undoes_that_play_alone() -> None:
    """Giving up a play that an effect asked for leads back to that question, not to before the resolution."""
    for most in range(4):
        game = starcalling()
        decision = game.decision
        assert decision is not None
        before = Before(game)
        game.answer(decision.options[0])
        for _ in range(most):
            if game.decision is not None and game.decision.kind in ("alternative", "targets", "reserve"):
                game.answer(next(game.decision.answers()))
        if game.decision is None or game.decision.kind not in ("alternative", "targets", "reserve"):
            break
        game.cancel()
        before.check(game)
        assert same_question(game.decision, decision)


def test_pc_3_only_a_play_can_be_given_up() -> None:
    """A choice made while something resolves is no play: giving up would take back another player's pass."""
    game = starcalling()
    for answer in (None, Pass()):
        if answer is not None:
            game.answer(answer)
        before = Before(game)
        with pytest.raises(AnswerError):
            game.cancel()
        before.check(game)


@seeds(25)
def test_ru_13_refusal_does_not_move_the_random_generator(seed: int) -> None:
    """Memory costs are paid at random: giving up, undoing and trying again always meets the same luck."""
    game = position(seed, phase="materialize")
    decision = game.decision
    assert decision is not None
    for action in decision.options:
        if not isinstance(action, Play):
            continue
        before = Before(game)
        results = []
        for _ in range(2):
            again = random.Random(seed)
            game.answer(action)
            while not game.acting and game.decision is not None:
                game.answer(random_answer(game.decision, again))
            results.append(game.state.copy())
            while game.answers or Before(game).parts != before.parts:
                game.undo()
            before.check(game)
        assert results[0] == results[1]


def nothing_there(game: Game) -> list[Action]:
    """Actions about cards and abilities that there are not, counted from either end."""
    found: list[Action] = []
    for number in (10**6, -(10**6), *(card.id - len(game.state.cards) for card in game.state.cards)):
        found += [Play("activate", number), Play("materialize", number), Play("bestow", number)]
        found += [Use(number, 0), Attack(number), Return(number)]
    for number in game.state.field:
        found += [Use(number, 99), Use(number, -1), Use(number, -99)]
    return found


@pytest.mark.parametrize("phase", ["main", "materialize"])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_action_about_nothing_is_refused(phase: Any, seat: Seat) -> None:
    """Ids that no card has, counted from either end, are answered by a refusal and not by a crash or a play."""
    game = simple_position(
        champion=("Spirit of Fire", "Rai, Spellcrafter"),
        field=["Esteemed Knight", "Crystal of Empowerment"],
        material=["Mana Limiter"],
        hand=["Idle Thoughts", "Idle Thoughts"],
        phase=phase,
        other=Side(deck=("Giant Tortoise",), field=("Gray Wolf",)),
    )
    before = Before(game)
    for action in nothing_there(game):
        for trying in (game.attempt, game.begin):
            with pytest.raises(Illegal) as caught:
                trying(action, seat)
            check_refusal(caught.value)
            before.check(game)
        with pytest.raises(ArchivistError):
            game.answer(action)
        before.check(game)


@pytest.mark.parametrize("seat", [2, 99, -1])
def test_a_player_who_is_not_there_is_refused(seat: Seat) -> None:
    """A seat that nobody has cannot act, give up or look; counting from the end shows no one's hand."""
    game = simple_position(field=["Esteemed Knight"], hand=["Idle Thoughts", "Idle Thoughts"])
    before = Before(game)
    actions = [Pass(), Play("activate", number_of(game, "Idle Thoughts")), Attack(number_of(game, "Esteemed Knight"))]
    tries: list[Callable[[], object]] = [lambda: game.view(seat), lambda: game.concede(seat)]
    for action in (*actions, Use(0, 0), Return(0)):
        tries.append(lambda action=action: game.attempt(action, seat))  # type: ignore[misc]
        tries.append(lambda action=action: game.begin(action, seat))  # type: ignore[misc]
    for each in tries:
        with pytest.raises(ArchivistError):
            each()
        before.check(game)


@seeds(40)
def test_every_event_of_a_playout_cites_rules_of_the_catalogue(seed: int) -> None:
    playout = Playout(position(seed), seed, 60)
    for _ in playout:
        pass
    known = catalogue().keys()
    for event in playout.game.events:
        assert event.rules, event
        assert set(event.rules) <= known, event
    for _, illegal in playout.dead_ends:
        check_refusal(illegal)


# -- paying ------------------------------------------------------------------------------------------------------


class Paid(msgspec.Struct):
    """What one completed play cost and what was paid for it, as the events tell."""

    name: str
    kind: str = ""
    cost: int = 0
    reserve: int = 0
    memory: int = 0


def paid_plays(told: list[Event]) -> list[Paid]:
    """Every completed play, from its announcement to the instance on the stack."""
    found: list[Paid] = []
    play: Paid | None = None
    for event in told:
        if isinstance(event, events.Announce) and event.subject is not None:
            play = Paid(event.subject.name)
        elif play is not None and isinstance(event, events.Cost):
            play.kind, play.cost = event.currency, event.amount
        elif play is not None and isinstance(event, events.Move | events.Rest):
            play.reserve += bool({"costs.2.1", "keywords.reservable", "keywords.kindle"} & set(event.rules))
            play.memory += bool({"costs.3.1", "keywords.floating-memory"} & set(event.rules))
        elif play is not None and isinstance(event, events.Play):
            found.append(play)
            play = None
    return found


def asks_reserve(face: Face) -> bool:
    """Whether a card may ask for reserve on top of its cost."""
    extra = [
        cost for ability in face.abilities if isinstance(ability, AdditionalCost | Permission) for cost in ability.pay
    ]
    return any(isinstance(cost, Reserve) for cost in extra)


def check_paid(play: Paid, face: Face) -> None:
    """A completed play was paid for in full, and no more was taken."""
    if play.kind == "memory":
        assert play.memory == play.cost, play
        assert play.reserve == 0 or asks_reserve(face), play
    else:
        assert play.memory == 0, play
        assert play.reserve == play.cost or (asks_reserve(face) and play.reserve > play.cost), play


def test_ca_1_8_every_completed_play_was_paid_in_full() -> None:
    """In random playouts as many cards pay as the calculated cost says, never fewer and never more."""
    plays: list[Paid] = []
    for seed in range(60):
        playout = Playout(position(seed, full=True), seed, 40, eager=0.95)
        for _ in playout:
            pass
        for play in paid_plays(playout.game.events):
            check_paid(play, playout.game.state.pool[play.name])
            plays.append(play)
    assert sum(play.cost for play in plays if play.kind == "reserve") > 200
    assert sum(play.cost for play in plays if play.kind == "memory") > 10


@pytest.mark.parametrize("name", PLAYS)
def test_ca_1_8_costly_cards_are_paid_in_full_however_it_is_answered(name: str) -> None:
    start, action = rich_position(name)
    for seed in range(25):
        game, rng = start.copy(), random.Random(seed)
        try:
            game.answer(action)
            while not game.acting and game.decision is not None:
                game.answer(random_answer(game.decision, rng))
        except Illegal:
            continue
        plays = paid_plays(game.events)
        assert [play.name for play in plays] == [name]
        check_paid(plays[0], game.state.pool[name])


ODD_RELIC = """
- name: Odd Relic
  types: [regalia, item]
  elements: [norm]
  cost: {memory: 1}
  abilities:
  - {ability: permission, from: material, pay: [{pay: reserve, amount: 1}]}
"""


def test_ca_1_8_memory_is_paid_in_full_beside_reserve() -> None:
    """Reserve may be paid with the only card that could then pay for memory, or not; unpaid memory is illegal."""
    start = simple_position(
        made_up=read_cards(ODD_RELIC, "odd.yaml"),
        material=["Odd Relic"],
        hand=["Idle Thoughts"],
        field=["Fractal of Insight"],
    )
    action = Play("activate", number_of(start, "Odd Relic"))
    outcomes: Counter[str] = Counter()
    for seed in range(8):
        game, rng = start.copy(), random.Random(seed)
        try:
            game.attempt(action)
            while not game.acting and game.decision is not None:
                game.answer(random_answer(game.decision, rng))
        except Illegal as illegal:
            check_refusal(illegal)
            outcomes["refused"] += 1
            continue
        outcomes["complete"] += 1
        assert [(play.reserve, play.memory) for play in paid_plays(game.events)] == [(1, 1)]
    assert outcomes["complete"]


# -- offers ------------------------------------------------------------------------------------------------------


class Search:
    """Tries every sequence of answers to an action, up to a number of tries."""

    def __init__(self, budget: int) -> None:
        self.left = budget

    def completes(self, game: Game, action: Action, seat: Seat) -> bool | None:
        """Whether some answers complete it; None if that was not found out."""
        first = game.copy()
        try:
            first.begin(action, seat)
        except Illegal:
            return False
        return self._goes_on(first)

    def _goes_on(self, game: Game) -> bool | None:
        decision = game.decision
        if game.acting or decision is None:
            return True
        surely = True
        for answer in decision.answers():
            self.left -= 1
            if self.left < 0:
                return None
            following = game.copy()
            try:
                following.answer(answer)
            except Illegal:
                continue
            found = self._goes_on(following)
            if found:
                return True
            surely = surely and found is not None
        return False if surely else None


def finishes(game: Game, action: Action, seat: Seat, rng: random.Random) -> bool:
    """Whether an action can be completed: a few random ways first, then all of them."""
    for _ in range(4):
        trial = game.copy()
        try:
            trial.answer(action, seat)
            while not trial.acting and trial.decision is not None:
                trial.answer(random_answer(trial.decision, rng))
        except Illegal:
            continue
        return True
    return Search(3000).completes(game, action, seat) is True


@seeds(150)
def test_every_offered_action_can_be_completed(seed: int) -> None:
    game = at_rest(seed, full=seed % 2 == 0)
    decision = game.decision
    if decision is None:
        return
    rng = random.Random(seed)
    for action in decision.options:
        assert isinstance(action, Pass | Play | Use | Attack | Return)
        assert finishes(game, action, decision.player, rng), action


def test_offers_are_exactly_what_trying_everything_completes() -> None:
    """On small positions every action there is gets tried with every sequence of answers (DESIGN: offers are exact)."""
    undecided = tried = 0
    for seed in range(250):
        game = at_rest(seed, small=True, steps=8)
        decision = game.decision
        if decision is None:
            continue
        before = Before(game)
        for action in every_action(game.state, decision.player):
            tried += 1
            offered = action in decision.options
            found = Search(600).completes(game, action, decision.player)
            undecided += found is None
            if found is not None:
                assert offered == found, (seed, action, game.state.cards[_subject(action)])
            assert (game.why_not(decision.player, action) is None) == offered
        for seat in range(len(game.state.players)):
            if seat != decision.player:
                for mine in decision.options:
                    assert isinstance(mine, Pass | Play | Use | Attack | Return)
                    assert Search(50).completes(game, mine, seat) is False
        before.check(game)
    assert tried > 20_000
    assert undecided <= tried // 500


def _subject(action: Action) -> int:
    match action:
        case Pass():
            return 0
        case Attack(unit=number) | Play(card=number) | Use(card=number) | Return(card=number):
            return number


# -- copies, saves, undoing --------------------------------------------------------------------------------------


def new_events(game: Game, since: int) -> list[Event]:
    return game.events[since:]


def answer_or_refuse(game: Game, answer: Any) -> tuple[Any, ...] | None:
    """Gives an answer; the reasons if the play is refused."""
    try:
        game.answer(answer)
    except Illegal as illegal:
        return illegal.reasons
    return None


@seeds(12)
def test_copies_and_saves_go_on_identically_and_independently(seed: int) -> None:
    """At every decision: a copy, a loaded save, and those made at the start and carried along, all go the same way."""
    game = position(seed)
    rng, elsewhere = random.Random(seed), random.Random(seed + 1)
    follower, loaded = game.copy(), Game.load(game.save())
    for _ in range(45):
        decision = game.decision
        if decision is None:
            break
        before = Before(game)
        others = [game.copy(), Game.load(game.save()), follower, loaded]
        for other in others:
            assert other.state == game.state
            assert other.events == game.events
            assert same_question(other.decision, decision)
        stray = game.copy()
        for _ in range(3):
            if stray.decision is not None:
                answer_or_refuse(stray, random_answer(stray.decision, elsewhere))
        before.check(game)
        answer = random_answer(decision, rng)
        outcome = answer_or_refuse(game, answer)
        for other in others:
            assert answer_or_refuse(other, answer) == outcome
            assert other.state == game.state
            assert new_events(other, len(before.events)) == new_events(game, len(before.events))
            assert other.answers == game.answers


@seeds(12)
def test_pc_3_undo_takes_back_exactly_one_answer(seed: int) -> None:
    """At every decision: undoing and answering again gives the same game; undoing everything gives the first one."""
    game = position(seed)
    start = Before(game)
    rng = random.Random(seed)
    trail = [start]
    for _ in range(45):
        decision = game.decision
        if decision is None:
            break
        answer = random_answer(decision, rng)
        if answer_or_refuse(game, answer) is not None:
            trail = [each for each in trail if len(each.events) <= len(game.events)]
            while trail[-1].parts != Before(game).parts:
                trail.pop()
            continue
        after = Before(game)
        game.undo()
        trail[-1].check(game)
        assert same_question(game.decision, decision)
        game.answer(answer)
        after.check(game)
        trail.append(after)
    for former in reversed(trail[:-1]):
        assert game.can_undo
        game.undo()
        former.check(game)
    start.check(game)
    assert not game.can_undo
    with pytest.raises(AnswerError):
        game.undo()


def test_a_decision_before_the_first_action_is_copied_saved_and_undone() -> None:
    """A position can begin with a choice (two Unique objects of a name); it is kept by copies, saves and undoing."""
    game = simple_position(field=["Astarte, Celestial Dawn", "Astarte, Celestial Dawn"])
    decision = game.decision
    assert decision is not None
    assert decision.kind == "unique"
    before = Before(game)
    for other in (game.copy(), Game.load(game.save())):
        assert same_question(other.decision, decision)
        before.check(other)
    with contextlib.suppress(AnswerError):
        game.cancel()
    before.check(game)
    assert same_question(game.decision, decision)
    game.answer((0,))
    after = Before(game)
    game.undo()
    before.check(game)
    assert same_question(game.decision, decision)
    game.answer((0,))
    after.check(game)


@seeds(15)
def test_conceding_is_copied_and_saved(seed: int) -> None:
    """After a player of three conceded in the middle of something, copies and saves go on like the game itself."""
    game = position(seed, players=3)
    for _ in Playout(game, seed, seed % 9):
        pass
    if game.over:
        return
    game.concede(seed % 3)
    rng = random.Random(seed)
    others = [game.copy(), Game.load(game.save())]
    for _ in range(10):
        if game.decision is None:
            break
        for other in others:
            assert other.state == game.state
            assert same_question(other.decision, game.decision)
        answer = random_answer(game.decision, rng)
        outcome = answer_or_refuse(game, answer)
        assert [answer_or_refuse(other, answer) for other in others] == [outcome, outcome]


# -- invariants --------------------------------------------------------------------------------------------------


def check_zones(state: State) -> None:
    """Every card is in exactly one place, and says so itself."""
    places: Counter[int] = Counter()
    for player in state.players:
        for zone in OWN_ZONES:
            for number in getattr(player, zone):
                places[number] += 1
                assert state.cards[number].zone == zone
                assert state.cards[number].owner == player.seat
    shared = {"field": state.field, "stack": state.stack_cards, "intent": state.intent}
    for zone, numbers in shared.items():
        for number in numbers:
            places[number] += 1
            assert state.cards[number].zone == zone
    for number in state.field:
        for beneath in state.cards[number].lineage:
            places[beneath] += 1
            assert state.cards[beneath].zone == "lineage"
    assert set(places.values()) <= {1}
    for number, card in enumerate(state.cards):
        assert card.id == number
        assert (card.zone == "none") == (number not in places), card
        if card.zone == "none":
            assert card.token or state.players[card.owner].lost


def check_values(state: State) -> None:
    """Nothing is below zero, champions are where their players say."""
    for card in state.cards:
        assert card.damage >= 0
        assert all(count >= 0 for count in card.counters.values()), card.counters
        assert card.incarnation >= 0
        assert card.face in state.pool
    for player in state.players:
        if player.champion is not None:
            assert player.champion in state.field
            assert state.cards[player.champion].controller == player.seat
        assert all(count >= 0 for count in player.skips.values())
    assert 0 <= state.passes <= len(state.players)
    apart = [card for card in state.cards if card.zone != "lineage"]
    assert len({card.stamp for card in apart}) == len(apart)


def check_stack(state: State) -> None:
    """Whenever a player can act, instances and their cards are on the stack together, and nothing waits."""
    for item in state.stack:
        if item.is_play:
            assert item.card in state.stack_cards
    assert set(state.stack_cards) == {item.card for item in state.stack if item.is_play}
    assert not state.waiting
    assert state.combat is not None or not state.intent


def check_decision(game: Game, decision: Decision) -> None:
    """The pending decision can be answered, and only fitting answers are listed."""
    assert decision.player == game.to_act
    assert set(decision.rules) <= catalogue().keys()
    assert decision.rules
    if decision.form == "pick":
        assert decision.least <= len(decision.options)
        assert decision.least <= decision.most
        assert len(set(map(repr, decision.options))) == len(decision.options) or isinstance(decision.options[0], str)
    answers = list(itertools.islice(decision.answers(), 60))
    assert answers
    for answer in answers:
        decision.check(answer)


def check_playout(playout: Playout) -> None:
    """Every invariant at every decision of a playout."""
    cards = sorted(card.face for card in playout.game.state.cards if not card.token)
    for game in playout:
        state, decision = game.state, game.decision
        assert decision is not None
        check_zones(state)
        check_values(state)
        check_decision(game, decision)
        assert sorted(card.face for card in state.cards if not card.token) == cards
        if game.acting:
            check_stack(state)
            assert offers.decision(state.copy()) == decision


def test_invariants_hold_at_every_decision_of_random_playouts() -> None:
    """Nothing but refusals is ever raised, and offered plays with legal answers are hardly ever refused."""
    decisions = dead_ends = 0
    for seed in range(60):
        playout = Playout(position(seed), seed, 70)
        check_playout(playout)
        decisions += playout.answered
        dead_ends += len(playout.dead_ends)
    assert decisions > 1500
    assert dead_ends <= decisions // 100


@pytest.mark.parametrize("seed", range(6))
def test_invariants_hold_through_whole_games(seed: int) -> None:
    """From the first decision before the game on; then everything is undone again, back to it."""
    game = new_game(seed)
    start = Before(game)
    playout = Playout(game, seed, 250, eager=0.8)
    check_playout(playout)
    assert not playout.dead_ends
    again = Game.load(game.save())
    assert again.state == game.state
    assert again.events == game.events
    while game.can_undo:
        game.undo()
    start.check(game)
