"""What references in instructions mean: the source, the targets, what was done, chosen, revealed or given up so far.

They are kept as things, so that what has left or come back as something new is not taken for what was meant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from archivist.model import events
from archivist.model.card import Card, Thing
from archivist.model.event import card_of
from archivist.model.state import State
from archivist.vocabulary.node import Ref
from archivist.vocabulary.pending import NOTHING

if TYPE_CHECKING:
    from archivist.rules.effects.instructions.carrying_out import Run


def _this(run: Run, ref: Ref) -> tuple[Thing, ...]:
    return (run.scene.source.thing,)


def _champion(run: Run, ref: Ref) -> tuple[Thing, ...]:
    champion = run.scene.champion()
    return (champion.thing,) if champion is not None else ()


def _mastery(run: Run, ref: Ref) -> tuple[Thing, ...]:
    held = run.scene.mastery(ref.name.removeprefix("mastery").strip())
    return (held.thing,) if held is not None else ()


def _that(run: Run, ref: Ref) -> tuple[Thing, ...]:
    event = run.scene.event
    card = card_of(event)
    if card is not None and isinstance(event, events.Destroy):
        return _where_it_went(run.state, card, event.zone)
    return (card.thing,) if card is not None else ()


def _chosen(run: Run, ref: Ref) -> tuple[Thing, ...]:
    return run.state.things(run.scene.chosen)


def _it(run: Run, ref: Ref) -> tuple[Thing, ...]:
    return run.scene.about if ref.name == "it" else run.deeds.get(ref.name[3:-1], NOTHING).things


def _revealed(run: Run, ref: Ref) -> tuple[Thing, ...]:
    return run.scene.shown


def _spent(run: Run, ref: Ref) -> tuple[Thing, ...]:
    """What was paid with belongs to the original (targets-and-copies.7.9)."""
    played = run.scene.source.played
    return () if run.item.copy or played is None else played.spent


def _given(run: Run, ref: Ref) -> tuple[Thing, ...]:
    """What was given up belongs to the original, and to the object that it became (targets-and-copies.7.9).

    A token that a copy became triggers without it; abilities of a token have costs of their own.
    """
    if run.item.copy or (run.item.kind == "trigger" and run.scene.source.token):
        return ()
    return tuple([thing for card in run.scene.given for thing in _moved_once(run.state, card)])


def _gone(run: Run, ref: Ref) -> tuple[Thing, ...]:
    gone = run.scene.noted_card
    return _moved_once(run.state, gone) if gone is not None else ()


def _remembered(run: Run, ref: Ref) -> tuple[Thing, ...]:
    return run.item.remembers or run.scene.source.remembers


def _linked(run: Run, ref: Ref) -> tuple[Thing, ...]:
    linked = run.scene.source.linked
    return (linked,) if linked is not None else ()


def _attacker(run: Run, ref: Ref) -> tuple[Thing, ...]:
    combat = run.state.combat
    return (combat.attacker,) if combat is not None and combat.attacker is not None else ()


def _targeted(run: Run, ref: Ref) -> tuple[Thing, ...]:
    return tuple([thing for group in run.groups(ref) for thing in group.things if thing is not None])


MEANT: Final[dict[str, Callable[[Run, Ref], tuple[Thing, ...]]]] = {
    "this": _this,
    "self": _this,
    "target": _targeted,
    "champion": _champion,
    "mastery": _mastery,
    "that": _that,
    "chosen": _chosen,
    "it": _it,
    "remembered": _remembered,
    "revealed": _revealed,
    "linked": _linked,
    "attacker": _attacker,
    "spent": _spent,
    "given": _given,
    "gone": _gone,
    "": lambda run, ref: (),
}
"""What references of each kind mean; all that fit are no things, but looked for."""


def _moved_once(state: State, card: Card) -> tuple[Thing, ...]:
    """What was given up, as the card that it became: an object where it went as it left the field, and no further.

    Rules: effects.7.3.
    """
    there = state.cards[card.id]
    return (there.thing,) if there.incarnation == card.incarnation + (card.zone == "field") else ()


def _where_it_went(state: State, card: Card, zone: str) -> tuple[Thing, ...]:
    """A destroyed object as the card that it became, for as long as that lies where it went (effects.7.3)."""
    there = state.cards[card.id]
    return (there.thing,) if (there.incarnation, there.zone) == (card.incarnation + 1, zone) else ()
