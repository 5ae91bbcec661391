"""What is offered is what trying every card of every zone for real comes to: no shortcut says anything else (PC.2)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from archivist.cards import read_cards
from archivist.game import Game
from archivist.model.card import Seat, Way
from archivist.model.decision import Action, Play
from archivist.model.state import State
from archivist.rules.legal_actions import offers
from archivist.vocabulary.face import Face
from mass import how_many
from playouts import mixed
from positions import Playout, position

SCENARIOS = sorted((Path(__file__).resolve().parents[3] / "scenarios").rglob("*.yaml"))
WAYS: tuple[Way, ...] = ("activate", "materialize", "bestow")

STATICS = (
    "{static: cost, cards: card, amount: 1, who: anyone}",
    "{static: cost, cards: action card, amount: -1, who: anyone}",
    "{static: cost, cards: regalia card, ways: [materialize], amount: 1, who: anyone}",
    "{static: forbid, what: activate, cards: ally card, who: anyone}",
    "{static: permit, cards: ally card in your hand, fast: true}",
    "{static: permit, cards: card in your graveyard, ignore elements: true}",
    "{static: permit, cards: card, top of deck: true}",
    "{static: permit, cards: regalia card in your material deck, ways: [materialize]}",
    "{static: ignore elements, cards: card}",
    "{static: next activation, cards: action card, cost: -1}",
    "{static: next activation, cards: ally card, fast: true}",
    "{static: next activation, cards: card, words: [melody]}",
    "{static: modify, of: each ally you control, keywords: [reservable]}",
    "{static: modify, of: each card in your hand, keywords: [efficiency]}",
    "{static: modify, of: each card in your hand, keywords: [kindle 1]}",
    "{static: modify, of: each ally, loses: [abilities]}",
    "{static: goes to, cards: ally, to: hand}",
)
"""What may meddle with playing cards: taxes, prohibitions, permissions, other elements, other means of payment."""
ABILITIES = (
    "{ability: alternative cost, label: other, pay: [{pay: sacrifice, of: ally you control}]}",
    "{ability: alternative cost, label: other, pay: [{pay: reserve, amount: 1}]}",
    "{ability: additional cost, pay: [{pay: discard}]}",
    "{ability: additional cost, pay: [{pay: sacrifice, of: ally you control}]}",
    "{ability: additional cost, optional: true, label: more, pay: [{pay: reserve, amount: 2}]}",
    "{ability: additional cost, pay: [{pay: memory, amount: 1}]}",
    "{ability: permission, from: graveyard, pay: [{pay: banish, of: card in your graveyard}]}",
    "{ability: permission, from: hand, fast: true, if: your turn}",
    "{ability: imbue, n: 1}",
    "kindle 2",
    "efficiency",
    "class locked",
    "{ability: text, targets: [{of: ally}], do: [{do: damage, amount: 1}]}",
)
"""What a card's own text may say about playing it."""


def made_up(seed: int) -> list[Face]:
    """An object that meddles with playing cards, and cards whose own text is about playing them; by the seed alone."""
    rng = random.Random(seed)
    statics = ", ".join(rng.sample(STATICS, rng.randint(1, 2)))
    lines = [
        "{name: Meddler, types: [item], elements: [norm], cost: {reserve: 1},"
        f" abilities: [{{ability: static, effects: [{statics}]}}]}}"
    ]
    for name in ("First", "Second"):
        own = ", ".join(rng.sample(ABILITIES, rng.randint(1, 2)))
        element, cost = rng.choice(("norm", "fire", "water")), rng.choice((0, 1, 2, 3, "X"))
        speed = rng.choice(("fast", "slow"))
        lines.append(
            f"{{name: {name} Rite, types: [action], classes: [mage], elements: [{element}], cost: {{reserve: {cost}}},"
            f" speed: {speed}, abilities: [{own}]}}"
        )
    return read_cards("".join(f"- {line}\n" for line in lines), "made up.yaml")


def unpruned(state: State, seat: Seat) -> set[Action]:
    """Every play that some answers complete, found by the nine steps themselves, whatever card it is and wherever it lies."""
    found: set[Action] = set()
    for card in state.cards:
        for way in WAYS:
            action = Play(way, card.id)
            if offers.solvable(state, lambda action=action: offers.perform(state, seat, action)):  # type: ignore[misc]
                found.add(action)
    return found


def compare(game: Game) -> int:
    """How many plays are offered, which are those and no others."""
    decision = game.decision
    if not game.acting or decision is None:
        return 0
    state = game.state.copy()
    offered = {action for action in decision.options if isinstance(action, Play)}
    assert offered == unpruned(state, decision.player)
    return len(offered)


@pytest.mark.mass
def test_pc_2_plays_are_offered_as_the_nine_steps_say_in_random_games() -> None:
    """With cards of the whole pool, and with some that meddle with playing cards in many ways."""
    plays = 0
    for seed in range(how_many(60, 600)):
        start = mixed(seed) if seed % 4 == 0 else position(seed, small=seed % 2 == 1, made_up=made_up(seed))
        for game in Playout(start, seed, 6, eager=0.9):
            plays += compare(game)
    assert plays > how_many(250, 2_500)


@pytest.mark.mass
def test_pc_2_plays_are_offered_as_the_nine_steps_say_where_scenarios_begin() -> None:
    """The position that a scenario begins with is one where something about playing cards is odd."""
    plays = 0
    for path in SCENARIOS[:: how_many(25, 1)]:
        plays += compare(Game.from_scenario(path))
    assert plays > how_many(60, 1_500)
