"""The prefilter: what can be settled about playing a card before the play itself is tried (offers.py).

What it settles: whether a card of the hand can be activated, and whether a card of the material deck can be materialized.
Each question has three answers. False: the play is illegal. True: it is legal. None: that cannot be told here, and the
play is tried.

Why it is right: each answer follows from the conditions of the play alone.

- It says False only if one condition of the nine steps fails whatever the player chooses: the time is wrong for a slow
  card (timing.1.slow), an element is not enabled (CA.1.2), the lowest possible cost is higher than what could pay it
  (CA.1.8), or a champion does not fit (CM.3.1.1). An effect in force that could lift the condition (a permission, a
  changed cost, an ignored element) keeps it from saying so.
- It says True only for a card whose play hangs on these conditions and on its targets alone (`Face.modest`,
  `Face.simple`), while no effect in force meddles with playing (`_meddles`).

What proves it: `tests/rules/effects/test_continuous.py` compares it with trying the play, for every card of the hand or
material deck at every decision of random games (`test_PC_2_what_is_told_at_a_glance_is_what_the_play_says`), and
`tests/properties/test_offers.py` compares the offers with brute force.
"""

from __future__ import annotations

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.cards import champions
from archivist.rules.costs import calculation, means_of_payment
from archivist.rules.effects.continuous import effects_in_force
from archivist.rules.effects.continuous.effects_in_force import Standing, standing
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.targets_and_copies import targets
from archivist.rules.timing import speed
from archivist.vocabulary.face import PLAYING_KEYWORDS, Face
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
      the hand are given
    - `meddles`: whether something may stand in the way of playing cards, or change what they cost
    """

    __slots__ = ("changed", "lenient", "meddles", "permitted", "serves", "shifts")

    def __init__(self, known: Standing) -> None:
        kinds, granted = known.by_kind, known.granted
        self.permitted: bool = Permit in kinds or NextActivation in kinds or "fast activation" in granted
        self.lenient: bool = self.permitted or IgnoreElements in kinds or "words" in known.changed
        lowering = CostOf in kinds or NextActivation in kinds
        self.changed: bool = lowering or "efficiency" in granted or "kindle" in granted
        self.serves: bool = Redirect in kinds or "loses" in known.changed or "reservable" in granted
        altered = "words" in known.changed or "loses" in known.changed
        self.shifts: bool = altered or not granted.isdisjoint(PLAYING_KEYWORDS)
        self.meddles: bool = self.shifts or _meddles(known)


def playing(state: State) -> Playing:
    """What effects in force may do to playing cards now."""
    known = state.standing or standing(state)
    found = known.playing
    if found is None:
        found = known.playing = Playing(known)
    return found


def _meddles(known: Standing) -> bool:
    """Whether something may stand in the way of playing cards, or change what they cost."""
    return (
        CostOf in known.by_kind
        or NextActivation in known.by_kind
        or (Forbid in known.by_kind and any(map(_forbids_activating, known.of(Forbid))))
    )


def _forbids_activating(active: effects_in_force.Active) -> bool:
    return isinstance(active.static, Forbid) and active.static.what == "activate"


class Prefilter:
    """What a player has to play cards with: the time, the enabled elements, what could pay; and what may meddle with it.

    - `slow`: whether slow actions are possible
    - `effects`: what effects may do to playing cards
    - `sure`: whether playing a plain card hangs on time, elements and cost alone
    """

    __slots__ = ("effects", "enabled", "memory", "player", "reserve", "slow", "state", "sure")

    def __init__(self, state: State, player: Seat, *, slow: bool) -> None:
        me, able = state.players[player], means_of_payment.reservable(state, player)
        self.state = state
        self.player = player
        self.slow: bool = slow
        self.effects = playing(state)
        self.sure: bool = not self.effects.meddles and not (state.stack_cards and speed.closed(state))
        self.enabled = state.now.enabled_elements(state, player)
        self.reserve: int = len(me.hand) - 1 + len(able)
        self.memory: int = len(me.memory)

    def activation(self, card: Card) -> bool | None:
        """Whether a card of the hand can be activated; None if that must be looked at closely."""
        face, effects = self.state.pool[card.face], self.effects
        slow = face.speed != "fast" and not self.slow
        if slow and not (face.ever_fast or effects.permitted):
            return False
        if not (effects.lenient or face.element_set <= self.enabled):
            return False
        if face.least_reserve > self.reserve and not (effects.changed or (effects.serves and face.costs_more)):
            return False
        if slow or not (self.sure and face.modest and face.element_set <= self.enabled):
            return None
        return True if face.simple else self._closer(card, face)

    def _closer(self, card: Card, face: Face) -> bool | None:
        """The same for a card whose own text changes what it costs, or that asks for targets."""
        state, player = self.state, self.player
        if not isinstance(face.cost.reserve, int) or face.late_parts or champions.raised(state, player, card):
            return None
        price = calculation.calculate(state, player, card, "activate")
        if price is None or price.amount > self.reserve:
            return False
        if not face.targeting:
            return True
        return targets.fillable(Scene(state, player, card), face.text, restrictions.unlocked_parts(state, card, face))

    def materialization(self, card: Card) -> bool | None:
        """Whether a card of the material deck can be materialized in the materialize phase; None if it is not clear."""
        face = self.state.pool[card.face]
        if "champion" in face.words:
            return False if champions.problem(self.state, self.player, card) else None
        if not (self.effects.lenient or face.element_set <= self.enabled):
            return False
        cost = face.cost.memory
        known = face.simple_regalia and self.sure and face.element_set <= self.enabled
        return True if known and isinstance(cost, int) and cost <= self.memory else None
