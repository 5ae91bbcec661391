"""Whether the parts of a payment may be woven into each other: whether who pays for what hangs on what they change (CA.1.8).

The reserve, Kindle, the memory and rests change what lies where and what is rested. Mostly nothing looks at that which says
what can pay, and that is seen at a glance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from archivist.rules.costs.means_of_payment import Bill, Payer, reservable
from archivist.rules.effects.continuous.active import Active
from archivist.rules.effects.continuous.effects_in_force import Standing, standing, words_of
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.vocabulary.aspects import NOTHING, ON_THE_FIELD, Aspect, Aspects, aspects
from archivist.vocabulary.costs import CardCost, Counters, Recover, This
from archivist.vocabulary.face import PAYING_KEYWORDS
from archivist.vocabulary.phrase import depends_on
from archivist.vocabulary.statics.characteristics import Change, Modify
from archivist.vocabulary.statics.game import Forbid, Redirect

_MOVED: Final = aspects(Aspect.PILES, Aspect.HISTORY)
"""What may change as cards are reserved, or banished from the graveyard or the memory."""
_RESTED: Final = aspects(Aspect.STATES, Aspect.HISTORY)
_WHAT_PAYS: Final[frozenset[Change]] = frozenset(("words", "loses", "keywords", "grants"))
_REWRITING: Final = _WHAT_PAYS - {"keywords"}
_MEDDLING: Final = frozenset[type]((Redirect, Forbid))
_CHAINED: Final = aspects(Aspect.POWER, Aspect.KEYWORDS, Aspect.LEVEL)
"""What other effects in force may change."""
_PRINTED: Final = ON_THE_FIELD | {Aspect.PILES, Aspect.HOMES}
"""What a phrase looks at that hangs on where cards lie and what is printed on them, unless effects change words."""


def woven(payer: Payer, bill: Bill) -> bool:
    """Whether what pays may hang on something that the reserve, the memory or a rest changes, so that they serve other costs.

    Mostly what pays hangs on where cards lie and on what is printed on them, which is seen at a glance.
    """
    costs = bill.costs
    if len(costs) + bool(bill.memory) + bool(bill.reserve) + bool(bill.kindle) < 2:
        return False
    if kindle_may_change(payer, bill):
        return True
    looked = _looked_at(payer, bill)
    if not looked:
        return False
    if (bill.reserve or bill.memory) and not looked.isdisjoint(_MOVED):
        return True
    return not looked.isdisjoint(_RESTED) and _rests(payer, bill)


def _looked_at(payer: Payer, bill: Bill) -> Aspects:
    """What those phrases look at on which it hangs what pays: of the costs, of effects in force, of restrictions."""
    state = payer.state
    known = state.standing or standing(state)
    looked = NOTHING
    for cost in bill.costs:
        if isinstance(cost, CardCost) and not cost.of.depends <= _PRINTED:
            looked |= cost.of.depends - _PRINTED
    if looked:
        return looked | known.depends
    if not known.changed.isdisjoint(_WHAT_PAYS) or not _MEDDLING.isdisjoint(known.by_kind):
        looked = NOTHING.union(*(depends_on((each.static, each.conditions)) for each in _meddling(known, bill)))
    pool, cards = state.pool, state.cards
    for number in (*state.field, *state.players[payer.you].graveyard) if bill.memory else state.field:
        looked |= pool[cards[number].face].paying_aspects
    return looked if looked.isdisjoint(_CHAINED) else looked | known.depends


def _meddling(known: Standing, bill: Bill) -> Iterator[Active]:
    """The effects that may change what pays, or where it goes."""
    for active in known.of(Modify):
        modify = active.static
        assert isinstance(modify, Modify)
        if not _REWRITING.isdisjoint(modify.changes) or not PAYING_KEYWORDS.isdisjoint(words_of(modify.keywords)):
            yield active
    yield from known.of(Redirect)
    if any(isinstance(cost, Counters | Recover) for cost in bill.costs):
        yield from known.of(Forbid)


def _rests(payer: Payer, bill: Bill) -> bool:
    """Whether something rests for the payment, or may."""
    for cost in bill.costs:
        if cost.key == "rest" or (isinstance(cost, This) and "rest" in cost.do):
            return True
    return bool(bill.reserve) and bool(reservable(payer.state, payer.you))


def exceeds_all(payer: Payer, bill: Bill) -> bool:
    """Whether a bill asks for more reserve than all that could ever pay it in any way."""
    state, you = payer.state, payer.you
    known = state.standing or standing(state)
    if Redirect in known.by_kind or kindle_may_change(payer, bill):
        return False
    if "reservable" in known.granted or not known.changed.isdisjoint(_REWRITING):
        able = len(payer.objects())
    else:
        able = sum(state.cards[number].controller == you for number in (state.objects or objects(state)).reservable)
    return bill.reserve > len(state.players[you].hand) + able + bill.kindle


def kindle_of(payer: Payer) -> int:
    """How many cards may be kindled for what is paid for, as that is now (keywords.kindle)."""
    state = payer.state
    card = state.cards[payer.source.id]
    if payer.occasion != "activate" or not state.now.has(state, card, "kindle"):
        return 0
    return state.now.keywords(state, card)["kindle"]


def kindle_may_change(payer: Payer, bill: Bill) -> bool:
    """Whether a card may have Kindle only once other costs are paid, or only until then (CA.1.8.2)."""
    if payer.occasion != "activate" or not bill.reserve or not bill.costs:
        return False
    state = payer.state
    if "kindle" in (state.standing or standing(state)).granted:
        return True
    keywords = state.pool[payer.source.face].keywords
    return any(keyword.when is not None and keyword.word == "kindle" for keyword in keywords)
