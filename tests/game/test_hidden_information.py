"""What a seat may not see never reaches it: not in its view, its log, its decisions, nor in a refusal."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable

import msgspec
import pytest
from msgspec.structs import replace

from archivist.arena.invariants import Watch
from archivist.cards import read_cards
from archivist.game import Game
from archivist.model import events
from archivist.model.card import FACE_DOWN, OWN_ZONES, Seat, Thing
from archivist.model.decision import Action, Answer, Attack, Pass, Play, Return, Use
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.notation.narration import narrate
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import write
from disguises import Pair, disguised, hidden_from, may_see, reordered, restarted, shown
from mass import seeds
from positions import (
    Playout,
    Side,
    number_of,
    objects,
    position,
    random_answer,
    simple_position,
)


@seeds(16, 40)
def test_ru_14_view_is_the_same_whatever_the_hidden_cards_are(seed: int) -> None:
    """Other hidden cards, in another order, with other luck to come: the view is the same byte for byte."""
    game = position(seed)
    if not game.acting:
        game.answer(next(game.decision.answers()) if game.decision else ())
    rng = random.Random(seed)
    for seat in range(len(game.state.players)):
        hidden = hidden_from(game.state, seat)
        expected = shown(restarted(game.state), seat)
        for _ in range(4):
            other = reordered(disguised(game.state, hidden, rng), seat, rng)
            other.rng = rng.getrandbits(64)
            assert shown(restarted(other), seat) == expected


@seeds(20, 60)
def test_ru_14_log_and_decisions_are_the_same_whatever_the_hidden_cards_are(seed: int) -> None:
    """Views with their logs stay the same, step by step, while nothing hidden comes into the open."""
    start = position(seed)
    if not start.acting:
        return
    rng = random.Random(seed)
    for seat in range(len(start.state.players)):
        pair = Pair(start.state, seat, rng)
        assert shown(pair.one, seat) == shown(pair.other, seat)
        for _ in range(25):
            if not pair.step():
                break
            assert shown(pair.one, seat) == shown(pair.other, seat)


def test_the_compared_games_go_far_enough() -> None:
    """The comparison above is worth something: most pairs last for many steps."""
    steps = 0
    for seed in range(20):
        start = position(seed)
        if start.acting:
            pair = Pair(start.state, 0, random.Random(seed), banished=False)
            while steps < 1000 and pair.step():
                steps += 1
    assert steps > 100


def face_down(game: Game, name: str, *known_to: Seat) -> Game:
    """The same position with a banished card turned face down, known to some."""
    state = game.state.copy()
    state.alter(number_of(game, name, "banishment"), face_up=False, known_to=known_to)
    return restarted(state)


def test_zones_5_2_face_down_card_counts_for_nothing_but_a_card() -> None:
    """Storm Seer counts arcane mage spells in banishment; a face-down one is not one of them."""
    lineage = ("Spirit of Fire", "Rai, Spellcrafter", "Rai, Archmage", "Rai, Storm Seer")
    game = simple_position(champion=lineage, banishment=["Arcane Blast"])
    assert game.view(1).players[0].level == 4
    assert face_down(game, "Arcane Blast").view(1).players[0].level == 3


@pytest.mark.parametrize("known_to", [(), (0,), (0, 1)])
def test_zones_5_2_face_down_card_is_no_target_by_its_characteristics(known_to: tuple[Seat, ...]) -> None:
    """A target described by what it is cannot be a face-down card, whoever remembers which one it is."""
    name = "Quicksilver Grail"
    game = simple_position(
        champion=("Spirit of Water", "Arisanna, Herbalist Prodigy"),
        hand=["Fire Walk", *["Idle Thoughts"] * 6],
        made_up=read_cards(FIRE_WALK, "made-up.yaml"),
        banishment=[name],
    )
    play = Play("activate", number_of(game, "Fire Walk"))
    assert play in _options(game)
    assert play not in _options(face_down(game, name, *known_to))


FIRE_WALK = """
- name: Fire Walk
  types: [action]
  elements: [norm]
  cost: {reserve: 1}
  abilities:
  - {ability: text, targets: [{of: regalia card in any banishment}], do: [{do: banish, what: target}]}
"""


def _options(game: Game) -> tuple[object, ...]:
    assert game.decision is not None
    return game.decision.options


def test_zones_5_8_only_who_knows_a_face_down_card_may_use_its_permission() -> None:
    """Three Visits may be activated from banishment; face down, its owner is not even told that it lies there."""
    game = simple_position(champion=("Spirit of Wind", "Rai, Spellcrafter"), banishment=["Three Visits"])
    play = Play("activate", number_of(game, "Three Visits"))
    assert play in _options(game)
    assert play in _options(face_down(game, "Three Visits", 0))
    for unknown in (face_down(game, "Three Visits"), face_down(game, "Three Visits", 1)):
        assert play not in _options(unknown)
        why = unknown.why_not(0, play)
        assert why is not None
        assert "Three Visits" not in str(why)


@pytest.mark.parametrize(("play", "sees"), [("", [None, None]), (", play: true", ["Giant Tortoise", None])])
def test_zones_5_7_who_may_play_a_card_banished_face_down_may_look_at_it_and_nobody_else(
    play: str, sees: list[str | None]
) -> None:
    """Banishing the top card of an opponent's deck face down shows it to nobody, unless it may be played."""
    game = Game.from_scenario(f"""
        cards:
        - name: Pilferer
          types: [item]
          classes: [assassin]
          cost: {{reserve: 0}}
          abilities:
          - ability: activated
            targets: [{{player: opponent}}]
            do: [{{do: banish top, amount: 1, who: target, face down: true{play}}}]
        setup:
          A: {{champion: [Spirit of Fire], field: [Pilferer], deck: [10 x Gray Wolf]}}
          B: {{champion: [Spirit of Water], deck: [10 x Giant Tortoise]}}
    """)
    game.answer(next(option for option in _options(game) if isinstance(option, Use)))
    game.answer(Pass())
    game.answer(Pass())
    hidden = [game.view(seat).players[1].zones["banishment"].cards for seat in range(2)]
    assert [len(cards) for cards in hidden] == [1, 1]
    assert [cards[0].name or None for cards in hidden] == sees


def veiled(state: State, rng: random.Random) -> State:
    """The same state with some objects face down, known to their controllers alone."""
    other = state.copy()
    for number in state.field:
        card = state.cards[number]
        if "champion" not in state.face(card).words and not card.default and rng.random() < 0.5:
            other.alter(number, face=FACE_DOWN, beneath=card.face, face_up=False, known_to=())
    other.events.clear()
    return other


@pytest.mark.parametrize("seed", range(25))
def test_zones_5_6_a_face_down_object_is_seen_by_its_controller_alone(seed: int) -> None:
    """Whatever lies face down on the field, the view of the others is the same; its controller sees the name."""
    game = position(seed, full=True)
    if not game.acting:
        return
    rng = random.Random(seed)
    state = veiled(game.state, rng)
    hidden = [number for number in state.field if state.cards[number].beneath]
    for seat in range(len(state.players)):
        theirs = [number for number in hidden if state.cards[number].controller != seat]
        other = state.copy()
        for number in theirs:
            other.alter(number, beneath=rng.choice(objects()))
        assert shown(Game(other.copy()), seat) == shown(Game(state.copy()), seat)
        names = [card.name for card in Game(state.copy()).view(seat).field if not card.face_up]
        own = [state.cards[number].beneath for number in hidden if number not in theirs]
        assert Counter(name for name in names if name) == Counter(own)


@pytest.mark.parametrize("seed", range(15))
def test_games_with_face_down_objects_can_be_played(seed: int) -> None:
    """Face-down objects are paid with, targeted, destroyed and returned; no name of one is told to who may not know it."""
    game = position(seed, full=True)
    if not game.acting:
        return
    game = Game(veiled(game.state, random.Random(seed)))
    watch = Watch(game)
    for current in Playout(game, seed, 60):
        watch(current)


def relabelled(state: State, rng: random.Random) -> tuple[State, dict[int, int]]:
    """The same position with other internal ids; only for positions in which nothing has happened yet."""
    numbers = list(range(len(state.cards)))
    rng.shuffle(numbers)
    new = dict(enumerate(numbers))

    def mapped(old: Iterable[int]) -> tuple[int, ...]:
        return tuple(new[number] for number in old)

    other = state.copy()
    for card in state.cards:
        other.cards[new[card.id]] = replace(card, id=new[card.id], lineage=mapped(card.lineage))
    other.players = [
        replace(
            player,
            champion=None if player.champion is None else new[player.champion],
            **{zone: mapped(getattr(player, zone)) for zone in OWN_ZONES},
        )
        for player in state.players
    ]
    other.field = mapped(state.field)
    other.roaming = None  # what was derived goes by the former ids
    other.touch()
    return other, new


def translated(answer: Answer, new: dict[int, int]) -> Answer:
    match answer:
        case Play(way=way, card=card):
            return Play(way, new.get(card, card))
        case Use(card=card, ability=ability):
            return Use(new.get(card, card), ability)
        case Attack(unit=unit):
            return Attack(new.get(unit, unit))
        case Return(card=card):
            return Return(new.get(card, card))
    return answer


@seeds(8, 25)
def test_handles_and_views_never_depend_on_internal_ids(seed: int) -> None:
    """A game whose cards have other ids looks the same to everybody, all the way."""
    start = position(seed)
    if not start.acting or start.state.stack or start.state.combat or start.state.lasting:
        return
    rng = random.Random(seed)
    other, new = relabelled(start.state, rng)
    games = restarted(start.state), restarted(other)
    for _ in range(40):
        for seat in range(len(start.state.players)):
            assert shown(games[0], seat) == shown(games[1], seat)
        decision = games[0].decision
        if decision is None:
            break
        answer = random_answer(decision, rng)
        outcomes = []
        for game, given in zip(games, (answer, translated(answer, new)), strict=True):
            try:
                game.answer(given)
                outcomes.append("")
            except Illegal as illegal:
                outcomes.append(str(illegal))
        assert outcomes[0] == outcomes[1]


@seeds(6, 20)
def test_a_card_that_changes_zones_gets_a_new_handle(seed: int) -> None:
    """A handle stands for one card in one place: it never comes back for another, nor follows one out of hiding."""
    game = position(seed)
    lives: dict[str, tuple[int, int]] = {}
    for current in Playout(game, seed, 40):
        for card in current.state.cards:
            if card.zone not in ("none", "lineage"):
                life = (card.id, card.incarnation)
                assert lives.setdefault(f"c{card.stamp}", life) == life
        for seat in range(len(game.state.players)):
            found = re.findall(rb'"handle":"(\w+)"', shown(current, seat))
            assert len(found) == len(set(found))
            assert all(handle.decode() in lives for handle in found)


MARK = re.compile(r"#(\d+)#")


def marked(state: State) -> State:
    """The same state where every card that could be hidden has a name of its own, so that any text betrays it."""
    other = state.copy()
    names: dict[int, str] = {}
    faces: list[Face] = []
    for card in state.cards:
        face = state.face(card)
        if not face.words & {"champion", "token"} and card.zone != "lineage":
            names[card.id] = f"{face.name} #{card.id}#"
            faces.append(replace(face, name=names[card.id]))
    assert hasattr(state.whole_pool, "with_cards")
    other.use(state.whole_pool.with_cards(faces))
    for number, name in names.items():
        other.put(replace(other.cards[number], face=name))
    other.touch()
    return other


def marks(text: str) -> set[int]:
    return {int(number) for number in MARK.findall(text)}


def known_now(state: State, seat: Seat) -> set[int]:
    """The marks of the cards that a seat may see now."""
    found = (card.face for card in state.cards if card.zone == "none" or may_see(state, seat, card))
    return marks(" ".join(found))


OPEN = {"stack", "field", "graveyard", "intent", "lineage"}


def opened(game: Game, since: int, seat: Seat) -> set[int]:
    """The marks of cards that went through the open meanwhile, or that the seat was shown."""
    found: set[int] = set()
    for event in game.events[since:]:
        names = [each.name for each in (event.subject, *event.objects) if each is not None]
        showing = isinstance(event, events.Reveal) or (isinstance(event, events.Look) and event.player == seat)
        if showing or (isinstance(event, events.Move) and OPEN & {event.origin, event.zone}):
            found |= marks(" ".join(names))
    return found


@seeds(15, 45)
def test_ru_14_nothing_a_seat_hears_or_sees_names_a_card_hidden_from_it(seed: int) -> None:
    """Every sentence for a seat, and its view, name only cards that it may see or that came into the open."""
    start = position(seed, full=seed % 3 == 0)
    if not start.acting:
        return
    game = restarted(marked(start.state))
    names = [player.name for player in game.state.players]
    seats = range(len(names))
    known = {seat: known_now(game.state, seat) for seat in seats}
    logged = 0
    for current in Playout(game, seed, 40):
        events = current.events[logged:]
        on_stack = marks(" ".join(item.source.face for item in current.state.stack))
        for seat in seats:
            visible = known_now(current.state, seat)
            known[seat] |= visible | opened(current, logged, seat)
            for event in events:
                sentence = narrate(event, names, seat)
                assert marks(sentence) <= known[seat], (names[seat], event.kind, sentence)
            view = current.view(seat)
            rest = msgspec.json.encode(replace(view, log=(), decision=None)).decode()
            assert marks(rest) <= visible | on_stack, names[seat]
            if view.decision is not None and view.decision.form != "name":
                asked = marks(" ".join((view.decision.prompt, *view.decision.options)))
                assert asked <= known[seat], (names[seat], view.decision)
            if current.acting:
                known[seat] = visible | on_stack
        logged = len(current.events)


def actions_about(numbers: Iterable[int]) -> list[Action]:
    found: list[Action] = []
    for number in numbers:
        found += [Play("activate", number), Play("materialize", number), Play("bestow", number)]
        found += [Use(number, 0), Attack(number), Return(number)]
    return found


def refusals(game: Game, seat: Seat, actions: Iterable[Action]) -> list[tuple[object, ...] | None]:
    """What a seat is told about each action; trying it must tell the same."""
    found: list[tuple[object, ...] | None] = []
    for action in actions:
        why = game.why_not(seat, action)
        found.append(None if why is None else (why.reasons, str(why)))
        if why is not None:
            with pytest.raises(Illegal) as caught:
                game.attempt(action, seat)
            assert caught.value.reasons == why.reasons
    return found


@pytest.mark.parametrize("seed", range(25))
def test_ru_14_refusals_are_the_same_whatever_the_hidden_card_is(seed: int) -> None:
    """Trying to play a card that one may not see tells nothing about it."""
    game = position(seed)
    if not game.acting:
        return
    rng = random.Random(seed)
    for seat in range(len(game.state.players)):
        hidden = hidden_from(game.state, seat)
        actions = actions_about(rng.sample(hidden, min(12, len(hidden))))
        expected = refusals(restarted(game.state), seat, actions)
        for _ in range(2):
            assert refusals(restarted(disguised(game.state, hidden, rng)), seat, actions) == expected


@pytest.mark.parametrize("zone", ["hand", "memory", "deck", "material", "pantheon"])
@pytest.mark.parametrize("seat", [0, 1])
def test_ru_14_a_refusal_does_not_name_the_opponents_card(zone: str, seat: Seat) -> None:
    """Asked about a card in the opponent's hidden zones, by either player, no reason says which card it is."""
    name = {"material": "Mana Limiter", "pantheon": "Greater Boon of Flock"}.get(zone, "Fireball")
    sides = [Side(champion=("Spirit of Wind",)), Side(champion=("Spirit of Wind",))]
    sides[1 - seat] = replace(sides[1 - seat], **{zone: (name,)})
    mine = {field: getattr(sides[0], field) for field in Side.__struct_fields__}
    game = simple_position(sides[1], **mine)
    number = number_of(game, name, zone, 1 - seat)
    for action in actions_about([number]):
        why = game.why_not(seat, action)
        assert why is not None
        assert name not in str(why)


def test_ru_14_a_refusal_does_not_name_the_next_card_of_ones_own_deck() -> None:
    game = simple_position(champion=("Spirit of Wind",), deck=("Fireball", "Idle Thoughts"))
    for action in actions_about([number_of(game, "Fireball", "deck")]):
        why = game.why_not(0, action)
        assert why is not None
        assert "Fireball" not in str(why)


def test_ru_14_giving_up_a_play_shows_the_others_nothing() -> None:
    """A play that was announced and given up is not in the log of anybody else, nor is what it would have paid."""
    game = simple_position(champion=("Spirit of Fire", "Rai, Spellcrafter"), hand=["Fireball", *["Idle Thoughts"] * 5])
    before = [shown(game, seat) for seat in (0, 1)]
    game.answer(Play("activate", number_of(game, "Fireball")))
    while not game.acting:
        decision = game.decision
        assert decision is not None
        if decision.kind == "reserve":
            break
        game.answer(next(decision.answers()))
    game.cancel()
    assert [shown(game, seat) for seat in (0, 1)] == before
    game.answer(Pass())


def seen_meanwhile(game: Game, seat: Seat) -> bytes:
    """A view without the note of who is deciding."""
    return msgspec.json.encode(replace(game.view(seat, exact=True), deciding=""), enc_hook=write)


@pytest.mark.parametrize("name", ["Fireball", "Break Apart"])
def test_ru_14_play_that_may_still_be_refused_is_not_yet_shown_to_others(name: str) -> None:
    """Until the card counts as played the attempt may prove illegal, so no one else sees which card was announced."""
    game = simple_position(
        Side(field=("Gray Wolf", "Crystal of Empowerment")),
        champion=("Spirit of Fire", "Rai, Spellcrafter"),
        hand=[name, *["Idle Thoughts"] * 6],
        field=["Crystal of Empowerment"],
    )
    before, told = seen_meanwhile(game, 1), game.trace(1)
    game.begin(Play("activate", number_of(game, name)), 0)
    while not game.acting and not game.state.stack:
        assert seen_meanwhile(game, 1) == before
        assert game.trace(1) == told
        assert len(game.trace(0)) > len(told)
        decision = game.decision
        assert decision is not None
        game.answer(next(decision.answers()))


PEEK = """
cards:
  - name: Test Peek
    types: [action]
    cost: {{reserve: 0}}
    abilities: [{{ability: text, do: [{do}]}}]
seed: {seed}
setup:
  A: {{champion: [Spirit of Fire], hand: [Test Peek], deck: [5 x Gray Wolf]}}
  B: {{champion: [Spirit of Water], {zone}: [Fireball, Gray Wolf, Idle Thoughts, Blue Slime], deck: [5 x Gray Wolf]}}
"""


def order_shown(do: str, zone: str, seed: int) -> tuple[tuple[str, ...], ...]:
    """In which orders player A is shown a zone of B: in the log, in the view, by the handles, and among the options."""
    game = Game.from_scenario(PEEK.format(do=do, zone=zone, seed=seed))
    decision = game.decision
    assert decision is not None
    game.answer(next(each for each in decision.options if isinstance(each, Play)))
    told: list[tuple[str, ...]] = []
    while game.state.stack or not game.acting:
        decision = game.decision
        assert decision is not None
        view = game.view(0, exact=True)
        cards = view.players[1].zones[zone].cards
        if len(cards) == 4:
            told.append(tuple(card.name for card in cards))
            told.append(tuple(card.name for card in sorted(cards, key=lambda card: int(card.handle[1:]))))
        if view.decision is not None and view.decision.kind == "choose":
            chosen = [each.id for each in decision.options if isinstance(each, Thing)]
            told.append(tuple(game.state.cards[number].true_name for number in chosen))
            handles = dict(zip(chosen, view.decision.handles, strict=True))
            chosen.sort(key=lambda number: int(handles[number][1:]))
            told.append(tuple(game.state.cards[number].true_name for number in chosen))
        game.answer(decision.default() if game.acting else next(decision.answers()))
    names = {"Fireball", "Gray Wolf", "Idle Thoughts", "Blue Slime"}
    for event in game.events:
        listed = tuple(each.name for each in event.objects)
        if event.kind in ("look", "reveal") and set(listed) == names:
            told.append(listed)
    return tuple(told)


LOOK, CHOOSE = "{{do: look at, zone: {zone}, who: each opponent}}", "{{do: choose, of: card in an opponent's {zone}}}"


@pytest.mark.parametrize(
    ("do", "zone"),
    [
        *((do, zone) for do in (LOOK, CHOOSE, f"{LOOK}, {CHOOSE}") for zone in ("hand", "memory")),
        ("{{do: reveal memory, who: each opponent}}", "memory"),
    ],
)
def test_zones_5_10_nothing_shown_tells_in_which_order_cards_came(do: str, zone: str) -> None:
    """Chance decides the order: over many games each place shows several cards."""
    orders = [order_shown(do.format(zone=zone), zone, seed) for seed in range(24)]
    assert orders[0]
    for order in zip(*orders, strict=True):
        for place in range(4):
            assert len({each[place] for each in order}) > 1
