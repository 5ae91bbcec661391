"""Guessing what is hidden: from what a seat knows, a whole game that could be the real one.

Hidden cards are dealt at random among those that have not been seen. With the players' deck lists these are exactly the
cards left over. Without them a deck of the project is recognized by the cards that its player has shown; any other is
guessed from these cards and from the card pool. Guesses use nothing but `View.knowledge` and the lists.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from archivist.bots.dice import Dice
from archivist.bots.random_decks import COPIES, main_pool, random_lineage, regalia_pool
from archivist.cards import Pool, pool
from archivist.decks import Deck, decks
from archivist.game import Game
from archivist.knowledge import UNKNOWN, Knowledge
from archivist.model import chance
from archivist.model.card import Card, Seat, Thing
from archivist.model.decision import Option
from archivist.model.errors import AnswerError, Illegal
from archivist.position import state_of

SEEDS = 1 << 62
"""From how many seeds that of a guessed game is drawn."""
ENOUGH = 4
"""How many cards of a player must have been seen to recognize a deck."""
AGAIN = 2
"""Without a deck list, one in this many hidden cards is another copy of a card that was seen."""


class Guessing:
    """Deals the hidden cards of a position, as often as wanted."""

    def __init__(self, known: Knowledge, decks: Sequence[Deck | None] | None = None) -> None:
        """`decks` are the deck lists of the players in turn order; None, or None for a player, where they are not open."""
        self._known = known
        self._cards: Pool = pool().again_with(known.cards) if known.cards else pool()
        players = range(len(known.position.players))
        lists = [None] * len(players) if decks is None else [*decks, *([None] * len(players))]
        self._owners = [_Owner(known, self._cards, seat, lists[seat]) for seat in players]

    def deal(self, dice: Dice) -> Game | None:
        """A game that could be the real one, at the decision that the seat must make.

        None if it cannot be brought there: another player has decided something in the same procedure, or chance went
        another way than in the real game since a player could last act.
        """
        known = self._known
        if known.answers is None:
            return None
        cards = known.position.cards.copy()
        for owner in self._owners:
            owner.deal(cards, dice)
        position = known.position
        state = state_of(position, self._cards)
        state.cards, state.players, state.events = cards, position.players.copy(), []
        state.rng = chance.seeded(dice.below(SEEDS))
        try:
            game = Game.resumed(state, known.answers, ())
        except (AnswerError, Illegal):
            return None
        return game if self._stands_there(game) else None

    def _stands_there(self, game: Game) -> bool:
        """Whether the same player decides among the same options as in the real game."""
        decision = game.decision
        if decision is None or decision.player != self._known.seat:
            return False
        nobody = len(self._known.position.cards) - 1
        return len(decision.options) == len(self._known.options) and all(
            real == guessed or _is_nobody(real, nobody)
            for real, guessed in zip(self._known.options, decision.options, strict=True)
        )


def _is_nobody(option: Option, nobody: int) -> bool:
    """Whether an option is a card about which the seat knows nothing."""
    return isinstance(option, Thing) and option.kind == "card" and option.id == nobody


class _Owner:
    """The hidden cards of one player: where they lie, and which cards they may be."""

    def __init__(self, known: Knowledge, cards: Pool, seat: Seat, deck: Deck | None) -> None:
        self._places: dict[str, list[int]] = {"material": [], "pantheon": [], "main": []}
        seen: list[str] = []
        for card in known.position.cards[:-1]:
            if card.owner == seat and card.true_name == UNKNOWN:
                self._places[card.zone if card.zone in self._places else "main"].append(card.id)
            elif card.owner == seat and not card.token:
                seen.append(card.default_face)
        deck = recognized(seen, cards) if deck is None else deck
        left = _left_over(deck, seen) if deck is not None else {}
        self._left = {kind: left.get(kind, []) for kind in self._places}
        self._cards = cards
        self._seen = seen

    @functools.cached_property
    def _guess(self) -> _Likely:
        return _Likely(self._cards, self._seen)

    def deal(self, cards: list[Card], dice: Dice) -> None:
        """Names the hidden cards, differently each time."""
        for kind, places in self._places.items():
            names = dice.some(self._left[kind], len(places))
            if len(names) < len(places):
                names += self._guess.names(kind, len(places) - len(names), dice)
            for number, name in zip(places, names, strict=True):
                card = cards[number]
                cards[number] = replace(card, beneath=name) if card.beneath else replace(card, face=name)


def recognized(seen: Sequence[str], cards: Pool) -> Deck | None:
    """The one deck of the project that a player seems to play: everything seen of them is in it, and enough was seen.

    Anybody knows these decks. A card that is not in the deck, or one copy too many, shows that it is another.
    """
    shown = Counter(seen)
    if sum(shown.values()) < ENOUGH:
        return None
    fitting = [
        each for each in decks().values() if not shown - Counter((*each.material, *each.main_cards, *each.boons))
    ]
    known = [each for each in fitting if all(name in cards for name in (*each.material, *each.main, *each.boons))]
    return known[0] if len(known) == 1 else None


def _left_over(deck: Deck, seen: Iterable[str]) -> dict[str, list[str]]:
    """The cards of a deck list that have not been seen, by the part of the deck they come from."""
    gone = Counter(seen)
    parts = {"material": deck.material, "pantheon": deck.boons, "main": deck.main_cards}
    left: dict[str, list[str]] = {}
    for kind, names in parts.items():
        left[kind] = []
        for name in names:
            if gone[name]:
                gone[name] -= 1
            else:
                left[kind].append(name)
    return left


class _Likely:
    """Guesses the cards of a player whose deck list is not known, from the cards that were seen."""

    def __init__(self, cards: Pool, seen: Sequence[str]) -> None:
        faces = [cards[name] for name in seen]
        self._lineage = tuple(face.name for face in faces if "champion" in face.words)
        outside = {"champion", "regalia", "boon", "token"}
        self._seen = Counter(face.name for face in faces if not face.words & outside)
        self._cards = cards

    def names(self, kind: str, n: int, dice: Dice) -> list[str]:
        """A number of cards that are likely to be there; further copies of main-deck cards that were seen are likelier."""
        if kind == "material":
            higher = self._higher_levels(dice)[:n]
            return higher + _repeated(regalia_pool((*self._lineage, *higher)), n - len(higher), dice)
        if kind == "pantheon":
            return _repeated([face.name for face in self._cards.values() if "boon" in face.words], n, dice)
        again = [name for name, count in self._seen.items() for _ in range(COPIES - count)]
        names = dice.some(again, min(len(again), n // AGAIN))
        return names + _repeated(
            [name for name in main_pool(self._lineage) for _ in range(COPIES)], n - len(names), dice
        )

    def _higher_levels(self, dice: Dice) -> list[str]:
        """The champion cards still to come: of the champion that was seen, or of any."""
        seen = [self._cards[name] for name in self._lineage]
        name = next((face.lineage_name for face in seen if face.level), "")
        if not name:
            spirit, *higher = random_lineage(dice)
            return higher if seen else [spirit, *higher]
        champions = (face for face in self._cards.values() if "champion" in face.words and face.is_card)
        levels = {face.level: face.name for face in champions if face.lineage_name == name}
        reached = max(face.level or 0 for face in seen)
        return [levels[level] for level in sorted(level for level in levels if level and level > reached)]


def _repeated(names: Sequence[str], n: int, dice: Dice) -> list[str]:
    """A number of the names at random, each once before any comes twice."""
    found = dice.some(names, n)
    while len(found) < n:
        found += dice.some(names, n - len(found))
    return found
