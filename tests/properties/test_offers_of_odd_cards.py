"""Offers are exact for cards whose costs, restrictions and texts hang on any word of the vocabulary.

Cards of the pool use few of the words there. As a card is announced it leaves where it lay (CA.1.1), and only then its cost
is reckoned (CA.1.7): what is offered must agree, whatever the words look at.
"""

from __future__ import annotations

import random
from functools import cache
from typing import TypeVar

from archivist.game import Game
from archivist.model.card import Way
from archivist.model.decision import Play
from archivist.rules.zones import moving
from archivist.vocabulary.abilities import AbilityNode, Keyword, Speed, StaticAbility, Text
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.aspects import Aspect, aspects
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import Discard
from archivist.vocabulary.effects.drawing_and_discarding import Draw
from archivist.vocabulary.face import Face, PrintedCost
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.node import Ref
from archivist.vocabulary.phrase import Phrase
from archivist.vocabulary.playing_abilities import AdditionalCost, CostModifier, Restriction
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.playing import CostOf
from archivist.vocabulary.targets import Targets
from completing import Search
from mass import seeds
from phrases import texts
from positions import Phase, position

BEHIND = aspects(Aspect.EVENT, Aspect.TARGETS, Aspect.STEPS)
"""What a card that is only being played has nothing of."""
HOMES = ("hand", "memory", "material deck", "graveyard", "Pantheon zone")
WAYS = 7
WAYS_OF_PLAYING: tuple[Way, ...] = ("activate", "materialize")
P = TypeVar("P", bound=Phrase)


@cache
def amounts() -> list[Amount]:
    own = [
        f"count({each} in {whose} {zone})"
        for each in ("card", "fire card")
        for whose in ("your",)
        for zone in HOMES[:4]
    ]
    read = [Amount(text) for text in (*own, *(text for kind, text in texts() if kind is Amount))]
    return [each for each in read if each.depends.isdisjoint(BEHIND) and "prepare" not in each.text]


@cache
def conditions() -> list[Condition]:
    own = [f"count(card in your {zone}) {sign} 2" for zone in HOMES[:4] for sign in (">=", "<=", "=")]
    read = [Condition(text) for text in (*own, *(text for kind, text in texts() if kind is Condition))]
    return [each for each in read if each.depends.isdisjoint(BEHIND) and "prepare" not in each.text]


def some(phrases: list[P], rng: random.Random) -> P:
    """Any phrase, and as often one of those that look at where cards are played from."""
    at_home = [each for each in phrases if Aspect.HOMES in each.depends]
    return rng.choice(rng.choice((phrases, at_home)))


def odd_card(number: int, rng: random.Random) -> Face:
    """A card that asks for something which hangs on a random phrase."""
    amount, condition = some(amounts(), rng), some(conditions(), rng)
    draw = Text(do=(Draw(),))
    ways: tuple[tuple[AbilityNode, ...], ...] = (
        (CostModifier(amount=amount), draw),
        (CostModifier(amount=Amount(-3), if_=condition), draw),
        (CostModifier(amount=Amount(2), when=condition), draw),
        (Restriction(only=condition), draw),
        (AdditionalCost(pay=(Discard(count=amount),), when=condition), draw),
        (Text(when=condition, targets=(Targets(of=Filter("Beast ally")),), do=(Draw(),)),),
        (Keyword("efficiency", when=condition), draw),
    )
    reserve = rng.randrange(6)
    kind = number % (WAYS + 3)
    name = f"Odd {number}"
    if kind < WAYS:
        speed: Speed = rng.choice(("fast", "slow"))
        return Face(name=name, types=("action",), cost=PrintedCost(reserve=reserve), speed=speed, abilities=ways[kind])
    if kind == WAYS:
        raised = Modify(of=Ref("champion"), level=amount)
        return Face(name=name, types=("item",), abilities=(StaticAbility(effects=(raised,)),))
    if kind == WAYS + 1:
        tax = CostOf(cards=Filter("card"), amount=amount)
        return Face(name=name, types=("item",), abilities=(StaticAbility(effects=(tax,)),))
    dearer = CostModifier(amount=amount)
    return Face(name=name, types=("regalia", "item"), cost=PrintedCost(memory=reserve % 2), abilities=(dearer,))


@seeds(60, 600)
def test_CA_1_7_offers_of_odd_cards_are_what_trying_everything_completes(seed: int) -> None:
    rng = random.Random(seed)
    made_up = [odd_card(rng.randrange(1_000), rng) for _ in range(3)]
    made_up = list({each.name: each for each in made_up}.values())
    phase: Phase = rng.choice(("main", "main", "end", "materialize"))
    state = position(seed, small=True, players=2, phase=phase, made_up=made_up).state.copy()
    for face in made_up:
        if "regalia" in face.types:
            moving.place(state, face.name, state.turn.player, "material")
    game = Game(state)
    decision = game.decision
    if decision is None or not game.acting:
        return
    names = {each.name for each in made_up}
    for card in game.state.cards:
        if card.face not in names or card.zone not in ("hand", "material") or card.owner != decision.player:
            continue
        for way in WAYS_OF_PLAYING:
            action = Play(way, card.id)
            found = Search(400).completes(game, action, decision.player)
            if found is not None:
                assert (action in decision.options) == found, game.state.pool[card.face]
