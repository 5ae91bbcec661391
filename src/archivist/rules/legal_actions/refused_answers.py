"""What the procedures ask, and the rules against an answer that they do not take.

A procedure asks only where there is a choice, and offers only what is legal. A client that words its answers beforehand,
such as a scenario, may still say something that is never asked, or that is not among the options. This module says
which question a decision belongs to and which rules refuse such an answer, so that no client needs to know the rules.
Events are told by the procedures themselves; nothing here changes the state.
"""

from __future__ import annotations

from typing import Final

from archivist.model.card import Seat, Thing
from archivist.model.decision import Action, Attack, Decision, Play
from archivist.model.errors import REVERTED, Illegal, Reason
from archivist.model.event import Event
from archivist.model.events import Cost, NoOptionalCost
from archivist.model.state import State
from archivist.rules.catalogue import rule
from archivist.rules.combat import attack_targets
from archivist.rules.combat.retaliation import why_not
from archivist.rules.costs.calculation import REMOVE
from archivist.rules.costs.declaring_costs import NOTHING_TO_REVEAL, of_alternative
from archivist.rules.costs.means_of_payment import PAY_RULE
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards.attempt import LEGALITY
from archivist.rules.targets_and_copies.targets import is_spell, shroud_of
from archivist.rules.zones.destroying_sacrificing_banishing import immortal
from archivist.vocabulary.costs import DEATHLESS
from archivist.vocabulary.face import Face

PAYMENTS: Final = ("reserve", "floating", "kindle", "sacrifice", "banish", "discard", "rest", "return")
"""The kinds of decision that ask which cards pay for something."""
_PAID_WITH: Final = {"reserve": ("costs.2.1",), "floating": ("CM.3.3.2",), "kindle": ("keywords.kindle",)}
_DECLARED: Final = {"x": "CA.1.3.1", "y": "CA.1.3.1", "optional costs": "CA.1.3.2", "alternative": "CA.1.3.3"}
_REMOVED: Final = frozenset(REMOVE.values())
_NOT_ASKED: Final = {
    "choose": ("timing.2.1",),
    "order": ("abilities.3.22", "timing.3.4"),
    "name": ("timing.11.5",),
    "retaliate": ("combat.5.1", "combat.5.2", "combat.5.3"),
}
NO_SUCH_CARD: Final = ("PC.2", "CA.1.9.1")
"""Why nothing can be played with a card that is not there."""
NO_SUCH_OBJECT: Final = ("abilities.2.4", "combat.1.4")
"""Why an object that is not there neither uses an ability nor attacks."""
NOTHING_TO_RESOLVE: Final = ("RS.1",)
"""Why nothing resolves while the stack is empty."""
NOT_TO_DECIDE: Final = ("timing.2.1",)
"""Why a player without Opportunity cannot act."""
FEWER_TARGETS: Final = ("RU.4",)
"""Why a copy takes no more new targets than it has targets."""
ANOTHER_ATTACKS: Final = ("combat.2.4",)
"""Why only the unit that an attack card names attacks with it."""
DECLARED_OTHERWISE: Final = ("combat.3.step.2", "combat.3.step.3")
"""Why an attack that is declared keeps its weapons and targets."""
NOT_A_TARGET: Final = ("targets-and-copies.3.3",)
"""Why something that is not of the stated kind cannot be targeted."""
PAYS_FOR_ITSELF: Final = ("RU.8",)
"""Why a card that is being played cannot pay for itself."""


# -- the questions of a play -------------------------------------------------------------------------------------


def asked_by(action: Action | None, kind: str) -> tuple[str, ...]:
    """The rules of the step at which an action asks a question of a kind, also where it had no need to ask.

    No action means the declaration that an attack card asks for.
    `tests/rules/legal_actions/test_refused_answers.py` compares these rules with those of the decisions that are asked.
    """
    attacking = action is None or isinstance(action, Attack)
    play = action if isinstance(action, Play) else None
    pay = PAY_RULE[play.way if play is not None else "attack" if attacking else "ability"]
    if kind in PAYMENTS or kind == "payment order":
        return (pay, *_PAID_WITH.get(kind, ()))
    if kind in _DECLARED:
        return (_DECLARED[kind], pay) if play is not None else (pay,)
    if kind == "modes":
        return ("CA.1.4",) if play is not None else ("CA.1.4", "abilities.2.2")
    if kind == "targets":
        return ("combat.3.step.3",) if attacking else ("CA.1.5",)
    return ("combat.3.step.2", "combat.2.5") if kind == "weapon" else ("CA.1.3.4",)


def declared_by(kind: str) -> tuple[str, ...]:
    """The rule by which a play declares its modes, its X or Y, its optional or its alternative costs."""
    return (_DECLARED.get(kind, "CA.1.4"),)


def against(action: Action | None, kind: str, asked: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The rules against a wrong answer to a question of an action; `asked` are those of the decision that was asked.

    The play is then illegal, and nothing is left of it.
    """
    legality = (LEGALITY[action.way],) if isinstance(action, Play) else ()
    return (*(asked or asked_by(action, kind)), *legality, *REVERTED)


def about_alternative(refusal: Illegal, face: Face, name: str) -> str:
    """The reasons of a refusal that say what an alternative cost lacks; empty if it is refused for something else."""
    about = f"{of_alternative(face, name)}: "
    return "; ".join(str(reason) for reason in refusal.reasons if reason.why.startswith(about))


def not_an_option(decision: Decision, *, twice: bool) -> tuple[str, ...]:
    """The rules against a thing that a decision does not offer, or not once more, besides those that ask."""
    if decision.kind != "targets" or decision.rule != "CA.1.5":
        return ()
    return ("targets-and-copies.3.2",) if twice else NOT_A_TARGET


def why_not_an_option(state: State, decision: Decision, thing: Thing) -> str:
    """Why something on the field cannot be targeted, attacked or sacrificed; empty if this cannot be said in a few words."""
    if deathless(state, decision, thing):
        return DEATHLESS
    if decision.kind != "targets" or thing.kind != "card" or state.cards[thing.id].zone != "field":
        return ""
    card = state.cards[thing.id]
    if of_combat(decision):
        options = [state.cards[each.id] for each in decision.options if isinstance(each, Thing)]
        return attack_targets.why_not(state, decision.player, options, card, decision.rules)
    assert decision.card is not None
    source = Scene(state, decision.player, state.cards[decision.card])
    return shroud_of(source, card, spell=is_spell(source))


def deathless(state: State, decision: Decision, thing: Thing) -> tuple[str, ...]:
    """The rule against sacrificing something because it is immortal; empty if that is not why."""
    sacrificed = decision.kind == "sacrifice" and thing.kind == "card"
    return ("keywords.immortality",) if sacrificed and immortal(state, thing.id) else ()


def too_few(kind: str) -> tuple[str, ...]:
    """The rules against choosing less than must be chosen, besides those that ask."""
    return ("targets-and-copies.3.5",) if kind == "targets" else ()


def cost_removed(event: Event) -> bool:
    """Whether an event tells of a cost that an effect removed in the last step of calculating it."""
    return isinstance(event, Cost) and not _REMOVED.isdisjoint(event.rules)


def nothing_to_reveal(event: Event) -> bool:
    """Whether an event tells that nothing could be revealed to imbue a card, so that it makes no difference to say so."""
    return isinstance(event, NoOptionalCost) and not frozenset(NOTHING_TO_REVEAL).isdisjoint(event.rules)


# -- what a decision belongs to ----------------------------------------------------------------------------------


def of_combat(decision: Decision) -> bool:
    """Whether a rule about combat asks: for the declaration of an attack, its price, or retaliation."""
    return rule(decision.rule).chapter == "combat"


def declares_attack(decision: Decision) -> bool:
    """Whether a decision is about what attacks or is attacked with which weapon."""
    return decision.kind in ("weapon", "targets") and of_combat(decision)


def imposed(decision: Decision) -> bool:
    """Whether a decision asks whether a price is paid that an effect puts on an attack."""
    return decision.rule == PAY_RULE["restriction"]


def paid_in_resolution(decision: Decision) -> bool:
    """Whether a decision is about paying a cost while something resolves."""
    return PAY_RULE["resolution"] in decision.rules


PAID_IN_RESOLUTION: Final = (PAY_RULE["resolution"],)
"""Why only what an effect asks for is paid while it resolves."""


# -- questions that are not asked --------------------------------------------------------------------------------


def not_asked(word: str) -> tuple[str, ...]:
    """The rules against choosing, ordering, naming or retaliating where nobody is asked to."""
    return _NOT_ASKED[word]


def why_not_retaliate(state: State, number: int) -> Reason:
    """Why a unit cannot retaliate now; if nothing else stands against it, because it is not the time to declare it."""
    late = Reason(("combat.5.retaliation.3", "combat.5.1"), "retaliation is not being declared now")
    return why_not(state, state.cards[number]) or late


def could_retaliate(state: State, seat: Seat) -> bool:
    """Whether the game stands where a player declares retaliation, so that one with no unit to do so declines."""
    return state.combat is not None and state.turn.step == "before damage" and seat != state.combat.player
