"""Declaring costs: an alternative, optional additional costs (CA.1.3); for X and Y see `values_of_x`."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from archivist.model import events
from archivist.rules.abilities import restrictions
from archivist.rules.asking import ask_modes, ask_one
from archivist.rules.costs import calculation, payment
from archivist.rules.costs.values_of_x import declare_variables, payable_with_some_x, tell_declared
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import say
from archivist.rules.playing_cards.attempt import Attempt
from archivist.vocabulary.abilities import Imbue
from archivist.vocabulary.amounts import NONE
from archivist.vocabulary.costs import Reserve
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import Steps
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost
from archivist.vocabulary.statics.playing import StarcallFree

OWN_COST: Final = "its own cost"
"""The option of using no alternative cost."""
FREE_STARCALL: Final = AlternativeCost(pay=(Reserve(NONE),), label="free", from_="deck")
"""What pays 0 in place of a starcalling cost."""
MADE_BY: Final = {
    "brew": ("brewed", "keywords.brew", "costs.6.brew"),
    "starcalling": ("starcalled", "keywords.starcalling", "costs.6.starcalling"),
    "ephemerate": ("ephemeral", "keywords.ephemerate", "costs.6.ephemerate"),
}
"""What an alternative cost of this label makes of the play, and the rules that say so."""


def declare_costs(attempt: Attempt) -> Steps | None:
    """How the costs will be paid: an alternative, optional costs, X; most keywords about costs come in here (CA.1.3).

    A card whose text has nothing of the kind leaves nothing to ask.

    Rules: costs.5, costs.5.1, costs.6, costs.6.table, costs.1.2, terms.7.preparation.
    """
    if attempt.face.declares_costs:
        return _declare_costs(attempt)
    settle_licence(attempt)
    return None


def _declare_costs(attempt: Attempt) -> Steps:
    yield from _declare_alternative(attempt)
    settle_licence(attempt)
    yield from _declare_optional(attempt)
    yield from declare_variables(attempt)


def _declare_alternative(attempt: Attempt) -> Steps:
    """Whether an alternative cost is used, and which one; never two at once (CA.1.3.3, costs.6.4)."""
    usable = _usable_alternatives(attempt)
    normal = any(not licence.alternative for licence in attempt.licences) or not attempt.licences
    unpaid = any(licence.free for licence in attempt.licences)
    normal = normal and (unpaid or calculation.kind_of(attempt.state, attempt.card) != "none")
    if not usable:
        if any(isinstance(ability, AlternativeCost) for ability in attempt.face.abilities):
            say(attempt.state, events.NoAlternativeCost, "CA.1.3.3", "CA.1.3", player=attempt.player, card=attempt.card)
        return
    normal = normal and payable_with_some_x(attempt)
    names = ([""] if normal else []) + [_alternative_name(attempt, ability) for ability in usable]
    index = yield from ask_one(
        attempt.player,
        "alternative",
        ("CA.1.3.3", attempt.pay_rule),
        "choose which cost to pay",
        [name or OWN_COST for name in names],
        range(len(names)),
        card=attempt.number,
    )
    if names[index]:
        attempt.alternative = usable[index - (1 if normal else 0)]
        made, *keyword = MADE_BY.get(attempt.alternative.label, ("",))
        attempt.properties = (*attempt.properties, *((made,) if made else ()))
        rules = ("CA.1.3.3", "CA.1.3", "costs.5.1", "costs.6.4", *keyword)
        tell_declared(attempt, rules, names[index])


def _alternative_name(attempt: Attempt, ability: AlternativeCost) -> str:
    """Its label, or its printed number where it has none."""
    printed = [each for each in attempt.face.abilities if isinstance(each, AlternativeCost)]
    return ability.label or str(printed.index(ability) + 1)


def of_alternative(face: Face, name: str) -> str:
    """How a refusal calls a card that would be paid for by an alternative cost: ``Empowering Tincture (brew)``."""
    return f"{face.name} ({f'alternative cost {name}' if name.isdecimal() else name})"


def lacking(attempt: Attempt) -> Iterator[tuple[str, payment.Lack]]:
    """What is missing for each alternative cost of the card, with the name of that cost (costs.5.7)."""
    for ability in _alternatives(attempt):
        attempt.alternative = ability
        price, payer = attempt.calculated(), attempt.payer()
        assert price is not None
        bill = attempt.bill(payer, price)
        attempt.alternative = None
        for lack in payment.shortfall(payer, bill):
            yield _alternative_name(attempt, ability), lack


def _usable_alternatives(attempt: Attempt) -> list[AlternativeCost]:
    """The alternative costs that can be paid."""
    found: list[AlternativeCost] = []
    for ability in _alternatives(attempt):
        attempt.alternative = ability
        good = payable_with_some_x(attempt)
        attempt.alternative = None
        if ability.label == "starcalling" and _starcalls_free(attempt):
            found.append(FREE_STARCALL)
        if good:
            found.append(ability)
    return found


def _alternatives(attempt: Attempt) -> Iterator[AlternativeCost]:
    """The alternative costs of a card that may be used from where it is played, payable or not."""
    bound = {licence.alternative for licence in attempt.licences if licence.alternative}
    for ability in attempt.face.abilities:
        if not isinstance(ability, AlternativeCost) or not restrictions.unlocked(
            attempt.state, attempt.card, ability.when
        ):
            continue
        if not restrictions.unlocked(attempt.state, attempt.card, ability.if_):
            continue
        if ability.from_ and ability.label not in bound:
            continue
        if not ability.from_ and all(licence.alternative for licence in attempt.licences):
            continue
        yield ability


def _starcalls_free(attempt: Attempt) -> bool:
    used = any(
        isinstance(event, events.Activation) and event.player == attempt.player and event.starcalled_free
        for event in attempt.state.this_turn
    )
    return not used and any(active.you == attempt.player for active, _ in now.statics(attempt.state, StarcallFree))


def settle_licence(attempt: Attempt) -> None:
    """The licence that the declared cost goes with: it may change the destination or ask for more.

    Of several the first is used with which the play can be paid: one is enough (PC.2).
    """
    fitting = attempt.licences
    if len(fitting) > 1:
        label = attempt.alternative.label if attempt.alternative else ""
        fitting = (
            [licence for licence in attempt.licences if licence.alternative == label]
            or [licence for licence in attempt.licences if not licence.alternative]
            or attempt.licences
        )
    for licence in fitting if len(fitting) > 1 else ():
        attempt.licence = licence
        if payable_with_some_x(attempt):
            return
    attempt.licence = fitting[0] if fitting else None


def _declare_optional(attempt: Attempt) -> Steps:
    """Which optional additional costs will be paid (CA.1.3.2); only what can be paid is offered.

    Whoever has no card to reveal is not asked whether to: nothing would be imbued (costs.6.2).

    Rules: terms.7.preparation.
    """
    offered: list[tuple[str, AdditionalCost | Imbue]] = []
    optional = _optional_costs(attempt)
    for number, ability in enumerate(optional, 1):
        if _affordable(attempt, [ability]):
            label = ability.kind if isinstance(ability, Imbue) else ability.label or str(number)
            offered.append((label, ability))
    in_vain = any(isinstance(each, Imbue) for each in optional) and not _could_reveal(attempt)
    if in_vain or (optional and not offered):
        rules = ("CA.1.3.2", "CA.1.3", *(NOTHING_TO_REVEAL if in_vain else ()))
        say(attempt.state, events.NoOptionalCost, *rules, player=attempt.player, card=attempt.card)
    if not offered:
        return
    picked = yield from ask_modes(
        attempt.player,
        "optional costs",
        ("CA.1.3.2", attempt.pay_rule),
        "choose which optional costs to pay",
        [label for label, _ in offered],
        range(len(offered)),
        least=0,
        most=len(offered),
        card=attempt.number,
        same=_affordable_together(attempt, [ability for _, ability in offered]),
    )
    chosen = [offered[index] for index in sorted(picked)]
    attempt.labels = tuple(label for label, _ in chosen)
    attempt.optional = tuple(ability for _, ability in chosen if isinstance(ability, AdditionalCost))
    attempt.imbue = next((ability for _, ability in chosen if isinstance(ability, Imbue)), None)
    prepared = "prepare" in attempt.labels
    if prepared:
        attempt.properties = (*attempt.properties, "prepared")
    if chosen:
        owed = any(isinstance(cost, Reserve) for ability in attempt.optional for cost in ability.pay)
        rules = (
            "CA.1.3.2",
            "CA.1.3",
            "costs.5.1",
            *(("costs.4.5",) if owed else ()),
            *(("keywords.prepare", "costs.6.prepare") if prepared else ()),
        )
        tell_declared(attempt, rules, ", ".join(attempt.labels))


def _affordable(attempt: Attempt, abilities: Sequence[AdditionalCost | Imbue]) -> bool:
    """Whether the play could still be paid with these optional costs; only one kind of Imbue is chosen."""
    imbues = sum(isinstance(ability, Imbue) for ability in abilities)
    if imbues > 1:
        return False
    before = attempt.optional, attempt.x
    attempt.optional = tuple(ability for ability in abilities if isinstance(ability, AdditionalCost))
    attempt.x = max([attempt.x, *(ability.least for ability in attempt.optional)])
    good = (not imbues or _could_reveal(attempt)) and payable_with_some_x(attempt)
    attempt.optional, attempt.x = before
    return good


NOTHING_TO_REVEAL: Final = ("keywords.imbue", "costs.6.imbue", "costs.6.2")
"""By which rules a card is not imbued for which no card can be reserved from the hand."""


def _could_reveal(attempt: Attempt) -> bool:
    """Whether there may be cards reserved from the hand to reveal, also such as paying brings there (keywords.imbue)."""
    if attempt.state.players[attempt.player].hand:
        return True
    price, payer = attempt.calculated(), attempt.payer()
    return price is not None and payment.may_fill_the_hand(payer, attempt.bill(payer, price).costs)


def _affordable_together(attempt: Attempt, abilities: Sequence[AdditionalCost | Imbue]) -> tuple[tuple[int, ...], ...]:
    """The sets of optional costs that can be paid together, where not all can."""
    if len(abilities) == 1 or _affordable(attempt, abilities):
        return ()
    indices = range(len(abilities))
    return tuple(
        group
        for size in range(1, len(abilities))
        for group in itertools.combinations(indices, size)
        if _affordable(attempt, [abilities[index] for index in group])
    )


def _optional_costs(attempt: Attempt) -> list[AdditionalCost | Imbue]:
    """The optional costs in printed order, and each kind of Imbue once, with its lowest number (keywords.imbue)."""
    lowest = open_imbues(attempt)
    found: list[AdditionalCost | Imbue] = []
    for ability in attempt.face.abilities:
        if isinstance(ability, Imbue):
            found += [imbue for imbue in lowest if imbue is ability]
        elif isinstance(ability, AdditionalCost) and ability.optional and _unlocked(attempt, ability):
            found.append(ability)
    return found


def _unlocked(attempt: Attempt, ability: AdditionalCost | Imbue) -> bool:
    return restrictions.unlocked(attempt.state, attempt.card, ability.when)


def open_imbues(attempt: Attempt) -> list[Imbue]:
    """Each kind of Imbue that the card has now once, with its lowest number (keywords.imbue)."""
    lowest: dict[str, Imbue] = {}
    for ability in attempt.face.abilities:
        if isinstance(ability, Imbue) and _unlocked(attempt, ability):
            known = lowest.get(ability.kind)
            if known is None or ability.n < known.n:
                lowest[ability.kind] = ability
    return [*lowest.values()]


def declare_gained_imbue(attempt: Attempt, before: Sequence[Imbue]) -> Steps:
    """Whether the cards reserved are revealed for an Imbue that the card has only since it was paid for.

    Imbue belongs to paying (costs.6.table), so what is gained by it is an option more; what was open before is not asked
    for again. Of one that was declared the lowest number counts.

    Rules: CA.1.8.2, keywords.imbue.
    """
    gained = [imbue for imbue in open_imbues(attempt) if imbue not in before]
    declared = attempt.imbue
    if declared is not None:
        attempt.imbue = min(
            (declared, *(imbue for imbue in gained if imbue.kind == declared.kind)), key=lambda imbue: imbue.n
        )
        return
    if not gained:
        return
    picked = yield from ask_modes(
        attempt.player,
        "optional costs",
        ("CA.1.8.2", attempt.pay_rule, "keywords.imbue"),
        "choose whether to reveal the cards reserved",
        [imbue.kind for imbue in gained],
        gained,
        least=0,
        most=1,
        card=attempt.number,
    )
    for imbue in picked:
        attempt.imbue = imbue
        attempt.labels = (*attempt.labels, imbue.kind)
        tell_declared(attempt, ("CA.1.8.2", "costs.5.6"), imbue.kind)
