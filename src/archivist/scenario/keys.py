"""A play as a step words it: the answer that each key gives to a decision of the play.

Each filler takes its answer out of the keys and gives it in exact form; None means that the step leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import Any

from msgspec.structs import replace

from archivist.model.card import Seat, Thing
from archivist.model.decision import Action, Answer, Decision, Pass, Play, Return, Use
from archivist.model.event import Event
from archivist.model.events import Targets
from archivist.model.state import State
from archivist.notation.naming import Name, Names
from archivist.notation.playing import Ability, Playing
from archivist.rules.costs.declaring_costs import OWN_COST
from archivist.rules.legal_actions import refused_answers
from archivist.rules.legal_actions.refused_answers import (
    NOT_A_TARGET,
    PAYMENTS,
    PAYS_FOR_ITSELF,
    deathless,
    why_not_an_option,
)
from archivist.scenario.answers import (
    FREE,
    cost_label,
    exact,
    has_cost,
    mode_label,
    prompt,
    things,
    worded_next,
)
from archivist.scenario.steps import Keys
from archivist.scenario.table import Refused, Table
from archivist.vocabulary.abilities import Imbue
from archivist.vocabulary.face import Face
from archivist.vocabulary.playing_abilities import AdditionalCost

FIELDS = {"optional costs": "optional", "payment order": "pay_first"}
"""The field of `Keys` that answers a kind of decision, where it has another name."""


def field_of(kind: str) -> str:
    return FIELDS.get(kind, kind)


class Making:
    """A play that a step makes: who makes it, and the answers of the step that are still to be given.

    `asked` are the kinds of decision that have come up, with the rules that asked last; `taken` is what each kind of
    payment has been made with, `groups` counts the lists of targets that are used up. `offered` says whether the action
    was among the offers, `resumed` that the play goes on after another step has answered something in between. A play has
    no action of its own where it is the declaration that an attack card asks for.
    """

    def __init__(self, table: Table, seat: Seat, action: Action | None, keys: Keys, *, offered: bool = True) -> None:
        self.table = table
        self.seat = seat
        self.action = action
        self.keys = keys
        self.given = keys
        self.before: State = table.game.state.copy()
        self.mark = table.happened
        self.asked: dict[str, tuple[str, ...]] = {}
        self.taken: dict[str, tuple[Thing, ...]] = {}
        self.groups = 0
        self.offered = offered
        self.resumed = False
        self.ability = self._ability()

    def _ability(self) -> Ability | None:
        """The ability that is used, as it was when the play began."""
        if not isinstance(self.action, Use):
            return None
        held = self.table.referee.abilities(self.table.game, self.before.cards[self.action.card])
        return held[self.action.ability] if self.action.ability < len(held) else None

    def saved(self) -> Making:
        """A copy of the play as it is now, to restore later."""
        other = copy(self)
        other.asked, other.taken = dict(self.asked), dict(self.taken)
        return other

    @property
    def state(self) -> State:
        return self.table.game.state

    @property
    def face(self) -> Face:
        """The card that is played, or that has the ability."""
        assert isinstance(self.action, Play | Use)
        return self.before.pool[self.before.cards[self.action.card].face]

    def rules(self, kind: str) -> tuple[str, ...]:
        """The rules against a wrong answer to a question of the play."""
        return refused_answers.against(self.action, kind, self.asked.get(kind, ()))

    def take(self, kind: str) -> Any:
        """Takes the step's answer to a kind of decision out of the keys."""
        field = field_of(kind)
        value = getattr(self.keys, field)
        self.keys = replace(self.keys, **{field: None})
        return value

    # -- what the step says --------------------------------------------------------------------------------------

    def has_paid_all(self, decision: Decision) -> bool:
        """Whether all cards listed for a payment are used and more of the same kind must be paid."""
        used_up = self.keys.payments.get(decision.kind) == () and decision.kind in self.asked
        return decision.kind in PAYMENTS and used_up and decision.least > 0

    def pays_its_own_cost(self, decision: Decision) -> bool:
        """Whether the step names no alternative cost although the card's own cost cannot be paid.

        Only a card in hand has a cost of its own here; one played from elsewhere must use an alternative."""
        if decision.kind != "alternative" or self.given.alternative is not None:
            return False
        own = isinstance(self.action, Play) and self.before.cards[self.action.card].zone == "hand"
        return own and OWN_COST not in decision.options

    def says_too_few(self, decision: Decision) -> bool:
        """Whether the step lists targets or modes, but too few for what must be chosen."""
        return decision.kind in ("targets", "modes") and getattr(self.given, decision.kind) is not None

    def says_nothing_of(self, decision: Decision) -> bool:
        """Whether the step says nothing, or nothing more, about a decision.

        An empty list answers the first decision of its kind with nothing, if that is legal; then it is used up.
        """
        kind = decision.kind
        said = self.keys.payments.get(kind) if kind in PAYMENTS else getattr(self.keys, field_of(kind))
        return not said and (said is None or decision.least > 0 or kind in self.asked)

    def pays_imposed(self, decision: Decision) -> bool:
        """Whether a decision asks for a price imposed on the attack and the step lists payments, which means yes."""
        return refused_answers.imposed(decision) and decision.player == self.seat and any(self.keys.payments.values())

    # -- where it stands -----------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return is_made(self.table.game, self.action)

    def asks(self) -> Decision | None:
        """The pending decision, if it is one of this play."""
        asked = self.table.asked
        if asked is None or self.over or asked.player != self.seat:
            return None
        return asked if asked.kind in FILLERS else None

    def interrupted(self) -> Decision | None:
        """A pending decision in the middle of the play that no key answers, such as the order of replacement effects.

        A step of its own answers it; then the play continues.
        """
        asked = self.table.asked
        return None if asked is None or self.over or self.asks() is not None else asked

    def events(self) -> list[Event]:
        """What has happened since the play began."""
        return self.table.happened_since(self.mark)

    def group_asked(self) -> int:
        """Which group of targets is asked for now, from 0, counted by the events of the groups declared so far.

        An ability tells of its targets only when it is complete, so its groups are counted as they are answered.
        """
        if not isinstance(self.action, Play):
            return self.groups
        return sum(isinstance(event, Targets) for event in self.events())


def is_made(game: Playing, action: Action | None) -> bool:
    """Whether an action has been made, so that the pending decision, if any, belongs to something else.

    No action means the declaration that an attack card asks for.
    """
    if game.acting or game.over or isinstance(action, Pass | Return):
        return True
    if action is None:
        return game.state.combat is not None
    decision = game.decision
    return decision is None or not decision.attempt


# -- the answers of a step ---------------------------------------------------------------------------------------


def fill(making: Making, decision: Decision) -> Answer | None:
    """The step's answer to a decision of its play; None if it leaves the decision open.

    Payments and optional costs that are left out have a default, and a decision with one legal answer gets it.
    """
    kind = decision.kind
    making.asked[kind] = decision.rules
    answer = FILLERS[kind](making, decision)
    if answer is not None:
        return exact(decision, answer, *making.rules(kind))
    return next(decision.answers()) if decision.forced else None


def _picked(making: Making, decision: Decision, labels: Iterable[str], why: str) -> tuple[int, ...]:
    """The options with some labels. Raises Refused, with why, for a label that is not among them."""
    found: list[int] = []
    for label in labels:
        if label not in decision.options:
            said = f"{why.format(label)} ({prompt(making.state, decision)})"
            raise Refused(said, making.rules(decision.kind))
        found.append(decision.options.index(label))
    return tuple(found)


# -- costs that are declared -------------------------------------------------------------------------------------


def _number(making: Making, decision: Decision) -> Answer | None:
    """X or Y. If neither this step nor the next one says it, it is the number of cards listed for that cost."""
    given = making.take(decision.kind)
    if given is not None:
        return (given,)
    if worded_next(making.table, decision):
        return None
    costs = [each for each in making.face.abilities if isinstance(each, AdditionalCost)]
    for cost in (cost for each in costs if each.variable.lower() == decision.kind for cost in each.pay):
        listed = making.keys.payments.get(cost.key)
        if listed is not None:
            return (len(listed),)
    return None


def _alternative(making: Making, decision: Decision) -> Answer | None:
    """Left out means none, if the card has a cost of its own."""
    given = making.keys.alternative
    if given is None:
        return (decision.options.index(OWN_COST),) if OWN_COST in decision.options else None
    label = cost_label(making.face, given, decision.kind)
    if label not in decision.options and label == "starcalling" and FREE in decision.options:
        label = FREE  # an effect lets the starcalling cost be 0, and nothing else can be paid
    answer = _picked(making, decision, [label], "the alternative cost {} cannot be used")
    making.take("alternative")
    return answer


def _optional(making: Making, decision: Decision) -> Answer | None:
    """Left out means none. An Imbue that is not there yet is kept for when paying gives it."""
    labels = [cost_label(making.face, word, decision.kind) for word in making.take(decision.kind) or ()]
    imbues = {each.kind for each in making.face.abilities if isinstance(each, Imbue)}
    later = [label for label in labels if label in imbues and label not in decision.options]
    if later:
        making.keys = replace(making.keys, optional=tuple(later))
        labels = [label for label in labels if label not in later]
    _check_optional(making, [label for label in labels if label not in decision.options])
    return _picked(making, decision, labels, "the optional cost {} cannot be paid")


def _check_optional(making: Making, labels: Sequence[str]) -> None:
    """Raises Refused for an optional cost that the card does not have at all."""
    for label in labels:
        if not has_cost(making.face, label, "optional costs"):
            why = f"{making.face.name} has no optional cost {label!r}"
            raise Refused(why, making.rules("optional costs"))


# -- modes and targets -------------------------------------------------------------------------------------------


def _modes(making: Making, decision: Decision) -> Answer | None:
    """As many of the listed modes as are asked for; the others are kept for when paying allows more."""
    given = making.keys.modes
    if given is None or (not given and decision.least):
        return None
    chosen = [mode_label(making.state, decision, word) for word in given[: decision.most]]
    answer = _picked(making, decision, chosen, "the mode {} cannot be chosen now")
    making.keys = replace(making.keys, modes=given[len(chosen) :])
    return answer


def _targets(making: Making, decision: Decision) -> Answer | None:
    given = making.keys.targets
    if given is None:
        return None
    if making.keys.grouped:
        given = _from_group_on(making, decision, given)
    if not given:
        return None if decision.least else ()
    if not making.keys.grouped:
        return _from_flat(making, decision, [group[0] for group in given])
    making.keys = replace(making.keys, targets=given[1:])
    making.groups += 1
    return things(making.state, decision, given[0], *making.rules("targets"))


def _from_group_on(
    making: Making, decision: Decision, given: tuple[tuple[Name, ...], ...]
) -> tuple[tuple[Name, ...], ...]:
    """The lists from the group that is asked for on. Groups that cannot have targets are not asked for."""
    while given and (making.groups < making.group_asked() or (decision.least and not given[0])):
        if given[0]:
            listed = ", ".join(name.text for name in given[0])
            raise Refused(f"{listed} is not a legal target", (*making.rules("targets"), *NOT_A_TARGET))
        given = given[1:]
        making.groups += 1
    return given


def _from_flat(making: Making, decision: Decision, given: list[Name]) -> Answer | None:
    """The next targets of a flat list: as many as the group needs, or as many as fit if they are optional."""
    fitting = decision.least if decision.least == decision.most else _fitting(making, decision, given)
    taken = given[: max(fitting, decision.least)]
    making.keys = replace(making.keys, targets=tuple((name,) for name in given[len(taken) :]))
    return things(making.state, decision, taken, *making.rules("targets"))


def _fitting(making: Making, decision: Decision, given: list[Name]) -> int:
    names = Names(making.state)
    found: list[Thing] = []
    for name in given[: decision.most]:
        thing = names.pick(name, decision.options, found)
        if thing is None:
            break
        found.append(thing)
    return len(found)


def _split(making: Making, decision: Decision) -> Answer | None:
    given = making.take("split")
    if given is None:
        return None
    if len(given) > decision.total:
        why = f"{decision.total} cannot be split among {len(given)} targets, at least 1 each"
        raise Refused(why, making.rules("split"))
    positions = things(making.state, decision, [name for name, _ in given], *making.rules("split"))
    shares = dict(zip(positions, (share for _, share in given), strict=True))
    return tuple(shares.get(position, 0) for position in range(len(decision.options)))


def _weapon(making: Making, decision: Decision) -> Answer | None:
    given = making.take("weapon")
    return None if given is None else things(making.state, decision, given, *making.rules("weapon"))


# -- payments ----------------------------------------------------------------------------------------------------


def _payment(making: Making, decision: Decision) -> Answer | None:
    """The listed cards that can pay this cost; if none are listed, the first legal cards in zone order, as few as allowed.

    Several costs may use the same key in turn: cards that the first cannot use are kept for the next. After another step
    has come in between, and for what is returned, the next step may name the cards.
    """
    kind = decision.kind
    given = making.keys.payments.get(kind)
    if given is None and (making.resumed or kind == "return") and worded_next(making.table, decision):
        return None
    before = making.taken.get(kind, ())
    if given is None or (not given and before):
        return next(decision.answers())
    names = Names(making.state)
    taken: list[Thing] = []
    kept: list[Name] = []
    for name in given:
        thing = names.pick(name, decision.options, (*before, *taken)) if len(taken) < decision.most else None
        if thing is None:
            kept.append(name)
        else:
            taken.append(thing)
    if len(taken) < decision.least:
        raise _pays_too_little(making, decision, kept, (*before, *taken))
    making.taken[kind] = (*before, *taken)
    making.keys = replace(making.keys, payments={**making.keys.payments, kind: tuple(kept)})
    return tuple(decision.options.index(thing) for thing in taken)


def _pays_too_little(making: Making, decision: Decision, kept: list[Name], used: tuple[Thing, ...]) -> Refused:
    names = Names(making.state)
    again = next((name for name in kept if name.number and names.pick(name, used) is not None), None)
    if again is not None:
        why = f"{again.text} is named twice, and can pay only once ({prompt(making.state, decision)})"
        raise Refused(why, making.rules(decision.kind))
    wrong = ", ".join(name.text for name in kept) or "what is given"
    hint = next((hint for name in kept if (hint := names.first(name, decision.options, used))), "")
    itself = isinstance(making.action, Play) and any(name.card == making.face.name for name in kept)
    meant = [thing for name in kept for thing in names.all(name)]
    said = next(filter(None, (why_not_an_option(making.state, decision, each) for each in meant)), "")
    spared = tuple(dict.fromkeys(rule for each in meant for rule in deathless(making.state, decision, each)))
    return Refused(
        f"{wrong} cannot pay this{f': {said}' if said else ''} ({hint or prompt(making.state, decision)})",
        (*making.rules(decision.kind), *(PAYS_FOR_ITSELF if itself else ()), *spared),
    )


def _order(making: Making, decision: Decision) -> Answer | None:
    """The cost to pay next: the first listed one that is offered, or else the usual order."""
    given = making.keys.pay_first
    if given is None:
        return None if worded_next(making.table, decision) else (0,)
    listed = [label for label in given if label in decision.options]
    return (decision.options.index(listed[0]) if listed else 0,)


FILLERS: dict[str, Callable[[Making, Decision], Answer | None]] = {
    "x": _number,
    "y": _number,
    "alternative": _alternative,
    "optional costs": _optional,
    "modes": _modes,
    "targets": _targets,
    "split": _split,
    "weapon": _weapon,
    **dict.fromkeys(PAYMENTS, _payment),
    "payment order": _order,
}
