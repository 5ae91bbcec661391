"""The prefilter: what can be settled about playing a card before the play itself is tried (offers.py).

What it settles: whether a card of the hand can be activated, and whether a card of the material deck can be materialized.
Each question has three answers. False: the play is illegal. True: it is legal. None: that cannot be told here, and the
play is tried.

Why it is right: each answer follows from the conditions of the play alone.

- It says False only if one condition of the nine steps fails whatever the player chooses: the time is wrong for a slow
  card (timing.1.slow), an element is not enabled (CA.1.2), the lowest possible cost is higher than what could pay it
  (CA.1.8), or a champion does not fit (CM.3.1.1). An effect in force that could lift the condition (a permission, a
  changed cost, an ignored element) keeps it from saying so.
- It says True only for a card whose play hangs on these conditions, on its targets and on objects that it takes alone
  (`Demands.modest`, `attacks`, `takes`, `memory`), while no effect in force meddles with playing (`Playing.meddles`).

What proves it: `tests/rules/effects/test_continuous.py` compares it with trying the play, for every card of the hand or
material deck at every decision of random games (`test_PC_2_what_is_told_at_a_glance_is_what_the_play_says`), and
`tests/properties/test_offers.py` compares the offers with brute force.
"""

from __future__ import annotations

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.cards import champions
from archivist.rules.combat.attack_costs import REST_CHAMPION
from archivist.rules.costs import calculation, means_of_payment
from archivist.rules.costs.means_of_payment import Bill, Payer
from archivist.rules.costs.woven_costs import woven
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.continuous.effects_in_force import Standing, standing
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.targets_and_copies import targets
from archivist.vocabulary.aspects import Aspect
from archivist.vocabulary.costs import CostNode
from archivist.vocabulary.demands import PLAYING_KEYWORDS, Demands
from archivist.vocabulary.statics.game import Forbid, Redirect
from archivist.vocabulary.statics.playing import CostOf, IgnoreElements, NextActivation, Permit


class Playing:
    """What effects in force may do to playing cards; found out once for what may hold (`Standing.playing`).

    - `permitted`: whether an effect may permit a play, or make one fast
    - `lenient`: whether an effect may let cards through whose elements are not enabled
    - `changed`: whether an effect may lower costs
    - `serves`: whether paying one cost may serve another: an effect may send what pays it to where it pays again, or by
      its end give back or bring about what lets an object rest for reserve
    - `shifts`: whether a card may be something else on the stack than where it lies (CA.1.1), as by what only cards of
      the hand are given, or whether anything else may alter as it leaves the cards there
    - `meddles`: whether something may stand in the way of playing cards, or change what they cost
    - `steady`: whether it hangs on the objects alone which cards of a hand may ever be played fast
    """

    __slots__ = ("changed", "lenient", "meddles", "permitted", "serves", "shifts", "steady")

    def __init__(self, known: Standing) -> None:
        kinds, granted = known.by_kind, known.granted
        hastened = priced = False
        for active in known.of(NextActivation):
            coming = active.static
            assert isinstance(coming, NextActivation)
            hastened = hastened or coming.fast
            priced = priced or coming.cost.text != 0
        self.permitted: bool = Permit in kinds or hastened or "fast activation" in granted
        heeding = Aspect.HOMES in known.depends
        ignored = Permit in kinds or IgnoreElements in kinds or "words" in known.changed
        self.lenient: bool = ignored or (heeding and known.switches_elements)
        priced = priced or CostOf in kinds
        self.changed: bool = priced or "efficiency" in granted or "kindle" in granted
        self.serves: bool = Redirect in kinds or "loses" in known.changed or "reservable" in granted
        altered = "words" in known.changed or "loses" in known.changed
        self.shifts: bool = altered or heeding or not granted.isdisjoint(PLAYING_KEYWORDS)
        self.meddles: bool = self.shifts or priced or (Forbid in kinds and any(map(_activating, known.of(Forbid))))
        self.steady: bool = not (self.permitted or self.lenient or known.switches_elements)


def playing(state: State) -> Playing:
    """What effects in force may do to playing cards now."""
    known = state.standing or standing(state)
    found = known.playing
    if found is None:
        found = known.playing = Playing(known)
    return found


def _activating(active: Active) -> bool:
    """Whether a prohibition is about activating cards."""
    return isinstance(active.static, Forbid) and active.static.what == "activate"


def candidates(state: State, player: Seat, *, slow: bool) -> list[int]:
    """The cards of the hand that may be played as far as time and elements go.

    In most windows nothing slow is possible; those of them are kept for as long as the hand and the objects stay.
    """
    effects = playing(state)
    hand = state.players[player].hand
    if slow or not effects.steady:
        return _candidates(state, player, effects, always=slow or effects.permitted)
    kept = (state.objects or objects(state)).fast
    found = kept.get(hand)
    if found is None:
        found = kept[hand] = _candidates(state, player, effects, always=False)
    return found


def _candidates(state: State, player: Seat, effects: Playing, *, always: bool) -> list[int]:
    """The same, found anew; if `always`, the time is right for every card."""
    cards, pool, hand = state.cards, state.pool, state.players[player].hand
    found = [*hand] if always else [number for number in hand if pool[cards[number].face].demands.ever_fast]
    if not found or effects.lenient:
        return found
    enabled = state.now.enabled_elements(state, player)
    return [number for number in found if pool[cards[number].face].demands.elements <= enabled]


class Activations:
    """What a player has to activate cards with: the time, and what could pay; and what may meddle with it.

    - `slow`: whether slow actions are possible
    - `effects`: what effects may do to playing cards
    """

    __slots__ = ("effects", "player", "reserve", "slow", "state")

    def __init__(self, state: State, player: Seat, *, slow: bool) -> None:
        self.state = state
        self.player = player
        self.slow: bool = slow
        self.effects = playing(state)
        self.reserve: int = len(state.players[player].hand) - 1 + len(means_of_payment.reservable(state, player))

    def possible(self, card: Card) -> bool | None:
        """Whether one of the `candidates` can be activated; None if that must be looked at closely."""
        demands, effects = self.state.pool[card.face].demands, self.effects
        if demands.least_reserve > self.reserve and not (effects.changed or (effects.serves and demands.costs_more)):
            return False
        if effects.meddles or not (self.slow or demands.fast):
            return None
        if effects.lenient and not demands.elements <= self.state.now.enabled_elements(self.state, self.player):
            return None
        if demands.modest:
            return True if demands.simple else self._closer(card, demands)
        cost = REST_CHAMPION if demands.attacks else demands.takes
        return None if cost is None else self._with_objects(card, demands, cost)

    def _with_objects(self, card: Card, demands: Demands, cost: CostNode) -> bool | None:
        """The same for a card that asks for objects besides its reserve: told where these and the hand pay each their own."""
        possible = None if self.effects.serves else self._closer(card, demands)
        if possible is not True:
            return possible
        state, player = self.state, self.player
        hand = len(state.players[player].hand) - 1
        if demands.dearest > hand and not calculation.within(state, player, card, hand):
            return None
        payer = Payer(state, player, card, "activate")
        return None if woven(payer, Bill("activate", 1, costs=(cost,))) else not cost.lacks(payer)

    def _closer(self, card: Card, demands: Demands) -> bool | None:
        """The same for a card whose own text changes what it costs, or that asks for targets."""
        state, player = self.state, self.player
        if champions.raised(state, player, card):
            return None
        if demands.dearest > self.reserve and not calculation.within(state, player, card, self.reserve):
            return False
        if not demands.targeting:
            return True
        face = state.pool[card.face]
        return targets.fillable(Scene(state, player, card), face.text, restrictions.unlocked_parts(state, card, face))


class Materializations:
    """What a player has to materialize cards with in the materialize phase, and what may meddle with it.

    - `memory`: the cards of the memory; `floating`: those with Floating Memory, once somebody has asked
    """

    __slots__ = ("_floating", "effects", "enabled", "memory", "player", "state")

    def __init__(self, state: State, player: Seat) -> None:
        self.state = state
        self.player = player
        self.effects = playing(state)
        self.enabled = state.now.enabled_elements(state, player)
        self.memory: int = len(state.players[player].memory)
        self._floating: int = -1

    def possible(self, card: Card) -> bool | None:
        """Whether a card of the material deck can be materialized; None if that must be looked at closely."""
        state, effects = self.state, self.effects
        face = state.pool[card.face]
        demands = face.demands
        if "champion" in face.words:
            if champions.problem(state, self.player, card):
                return False
        elif not demands.elements <= self.enabled:
            return None if effects.lenient else False
        if demands.memory is None or effects.meddles:
            return None
        return demands.memory <= self.memory or demands.memory <= self.memory + self.floating

    @property
    def floating(self) -> int:
        """How many cards of the graveyard pay 1 of a memory cost each (keywords.floating-memory)."""
        if self._floating < 0:
            state = self.state
            lying = [state.cards[number] for number in state.players[self.player].graveyard]
            self._floating = len([card for card in lying if state.now.has(state, card, "floating memory")])
        return self._floating
