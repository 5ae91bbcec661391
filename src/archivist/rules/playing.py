"""Playing cards: activating, materializing and bestowing, in nine steps (PC, CA, CM, BB).

The three ways share one list of steps and differ only where their pages differ. A step that finds the play illegal
refuses it; whoever made the attempt then puts the old state back, so that an illegal play leaves no trace (PC.3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from archivist.model.card import Played, Seat, Way
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules import characteristics as now
from archivist.rules import costs, levels, payment, permissions, stack, targets, timing, zones
from archivist.rules.attempt import LEGALITY, Attempt
from archivist.rules.declaring import FREE_STARCALL, declare_costs, settle_licence
from archivist.rules.events import say
from archivist.rules.grounds import plays as grounds
from archivist.rules.legality import check_legality
from archivist.rules.modes_and_targets import declare_targets, note_unlocked, select_modes
from archivist.rules.paying import calculate_cost, pay_costs, write_facts
from archivist.rules.permissions import Licence
from archivist.rules.scene import Scene
from archivist.vocabulary.node import Steps, attempted
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.playing import NextActivation

PAGES: Final = {"activate": "CA.1", "materialize": "CM.1", "bestow": "BB.3"}
COMPLETE: Final = {"activate": "CA.1.9", "materialize": "CM.3.4", "bestow": "BB.3.4"}


Step = Callable[[Attempt], Steps | None]


def play(
    state: State, player: Seat, way: Way, card: int, licence: Licence | None = None, *, collect: bool = False
) -> Steps:
    """Goes down the nine steps. Raises Illegal at the step that refuses, with the state as far as it had got."""
    attempt = Attempt(state, player, way, card, licence, collect=collect)
    for step in STEPS:
        asking = step(attempt)
        if asking is not None:
            yield from attempted(asking)
    if attempt.reasons:
        raise Illegal(*attempt.reasons)


def plainly_possible(state: State, player: Seat, way: Way, number: int, licences: list[Licence]) -> bool:
    """Whether a card that leaves nothing to declare but targets can be played: the same steps, asked only.

    The card stays where it is, nothing is chosen and nothing is told, so nothing has to be put back.
    """
    attempt = Attempt(state, player, way, number, silent=True)
    attempt.licences = licences
    try:
        check_elements(attempt)
        settle_licence(attempt)
        note_unlocked(attempt)
        face = attempt.face
        if face.targeting and not targets.fillable(attempt.scene(), face.text, attempt.had, attempt.link):
            return False
        check_legality(attempt)
        price = attempt.calculated()
        if price is None:
            return False
        payer = attempt.payer(away=frozenset((number,)))
        return payment.payable(payer, attempt.bill(price))
    except Illegal:
        return False


# -- 1 announce --------------------------------------------------------------------------------------------------


def announce(attempt: Attempt) -> None:
    """The card goes from its zone onto the stack and is timestamped now (CA.1.1).

    Rules: terms.2.activate.
    """
    _check_permission(attempt)
    state, card = attempt.state, attempt.before
    if card.zone == "deck":
        say(state, "reveal", "zones.2.4", player=attempt.player, card=replace(card, face_up=True, zone="stack"))
    empower = levels.empowerment(state, attempt.player, card) if attempt.way == "activate" else 0
    zones.move(
        state,
        attempt.number,
        "stack",
        "CA.1.1",
        PAGES[attempt.way],
        "PC.1",
        controller=attempt.player,
        played=Played(attempt.way, attempt.player, attempt.origin, empower=empower),
    )
    if empower:
        say(state, "empowered", *grounds.EMPOWERED, player=attempt.player, card=attempt.card, amount=empower)
    licence = grounds.of_announcement(state, attempt.player, attempt.way, attempt.card, attempt.licences)
    say(state, "announce", "CA.1.1", "PC.4", *licence, player=attempt.player, card=attempt.card, note=attempt.way)


def _check_permission(attempt: Attempt) -> None:
    """Control or a permission, from that zone, now (PC.2, CA.1.9.1, timing.1)."""
    state, player, way, card = attempt.state, attempt.player, attempt.way, attempt.before
    boon = "boon" in attempt.face.words
    if boon != (way == "bestow") or (boon and card.zone != "pantheon"):
        raise Illegal(_no_licence(attempt))
    if attempt.instructed is not None:
        attempt.licences = [attempt.instructed]
        return
    attempt.licences = permissions.licences(state, player, card, way)
    attempt.licence = attempt.licences[0] if attempt.licences else None
    if not attempt.licences:
        raise Illegal(_no_licence(attempt))
    when = timing.refusal(state, player, way, card, attempt.face, attempt.licences)
    if when is not None:
        attempt.refuse(when.why, *when.rules)


def _no_licence(attempt: Attempt) -> Reason:
    """Why a player may not play this card from where it lies; says nothing about a card they may not see (RU.14)."""
    card, way = attempt.before, attempt.way
    legality = LEGALITY[way]
    own = card.owner == attempt.player and card.zone in ("hand", "material", "pantheon")
    if way != "bestow" and own and "boon" in attempt.face.words:
        why = f"{attempt.face.name} is a boon: it can only be bestowed, from the Pantheon zone"
        return Reason(("BB.3.4.1", "BB.2", "CA.1.9.1", "PC.2", legality), why)
    if way == "bestow":
        if card.zone == "pantheon" and card.owner == attempt.player:
            return Reason(("RU.6", "BB.3.4.1", legality), f"{attempt.face.name} has been bestowed already")
        return Reason(("BB.3.4.1", "PC.2", legality), "only a boon in your own Pantheon zone can be bestowed")
    if way == "materialize" and own and costs.kind_of(attempt.state, card) != "memory":
        why = f"{attempt.face.name} has no memory cost, so it cannot be materialized"
        return Reason(("CM.3.4.2", "RU.5", "CM.2", legality, "costs.3.6"), why)
    if way == "materialize":
        return Reason(("CM.2", "PC.2", legality, "turn.4.7"), "nothing permits you to materialize that card now")
    return Reason(("CA.1.9.1", "PC.2", legality), "you may not activate that card from there")


# -- 2 check elements --------------------------------------------------------------------------------------------


def check_elements(attempt: Attempt) -> None:
    """Every element of the card must be enabled for the player (CA.1.2, BB.3.1.1); champions ignore this (CM.3.1.1)."""
    state, face = attempt.state, attempt.face
    if "champion" in face.words:
        return
    if any(licence.ignore_elements for licence in attempt.licences):
        attempt.licences = [licence for licence in attempt.licences if _lets_through(attempt, licence)]
        return
    if permissions.ignores_elements(state, attempt.player, attempt.card, attempt.way):
        return
    needed = now.elements(state, attempt.card)
    missing = sorted(needed - now.enabled_elements(state, attempt.player))
    if missing:
        several = ("CA.1.2.1", "CA.1.2") if len(needed) > 1 else ("CA.1.2",)
        rules = (*several, "BB.3.1.1") if attempt.way == "bestow" else several
        rules = (*rules, *grounds.of_elements(state, attempt.player, needed))
        attempt.refuse(f"{face.name} needs {' and '.join(missing)}, which you have not enabled", *rules)
    elif not attempt.silent:
        rules = ("CA.1.2", "BB.3.1.1") if attempt.way == "bestow" else ("CA.1.2",)
        rules = (*rules, "CA.1.2.1") if len(needed) > 1 else rules
        rules = (*rules, *grounds.of_elements(state, attempt.player, needed))
        say(state, "elements", *rules, player=attempt.player, card=attempt.card, note=" and ".join(sorted(needed)))


def _lets_through(attempt: Attempt, licence: Licence) -> bool:
    """Whether a card may be played by a licence as far as its elements go."""
    enabled = now.enabled_elements(attempt.state, attempt.player)
    return licence.ignore_elements or now.elements(attempt.state, attempt.card) <= enabled


# -- 9 the card counts as played ---------------------------------------------------------------------------------


def complete(attempt: Attempt) -> None:
    """The card counts as played; its instance is the top of the stack (CA.1.9, CM.3.4, BB.3.4, PC.6).

    What its payment triggered is put on the stack afterwards, so it lies above.

    Rules: terms.2.play, costs.5.8.
    """
    if attempt.reasons:
        return
    write_facts(attempt)
    _use_up_next(attempt)
    stack.put_instance(
        attempt.state,
        attempt.card,
        attempt.player,
        modes=attempt.modes,
        groups=attempt.groups,
        had=attempt.had,
        rules=(COMPLETE[attempt.way], "PC.5", "PC.6", "PC.9", "PC.9.1", *_notes(attempt)),
        note="starcalled free" if attempt.alternative == FREE_STARCALL else "",
    )
    if attempt.instructed is None:
        if attempt.way == "materialize" and attempt.state.turn.step == "materialize":
            attempt.state.alter_turn(step="materialized")
        timing.gains_opportunity(attempt.state, attempt.player, attempt.way)


def _notes(attempt: Attempt) -> tuple[str, ...]:
    """Clauses that only some plays show."""
    found: list[str] = []
    if attempt.way == "materialize":
        found.append("CM.3.4.1")
        if attempt.price is not None and attempt.price.kind == "reserve":
            found.extend(("RU.5", "costs.3.6"))
    if attempt.way == "activate" and attempt.price is not None and attempt.price.kind == "memory":
        found.extend(("CA.1.9.2", "CA.1.9.3", "costs.3.5"))
    if attempt.before.owner != attempt.player:
        found.append("PC.4")
    return (*found, *grounds.of_completion(attempt.state, attempt.card, attempt.licence))


def _use_up_next(attempt: Attempt) -> None:
    """What waits for the next card of a kind is used up by a completed activation, not by its resolving.

    Rules: costs.6.empower, abilities.1.15.
    """
    if attempt.way != "activate":
        return
    for lasting in attempt.state.lasting:
        static = lasting.static
        if not isinstance(static, NextActivation) or lasting.controller != attempt.player:
            continue
        if not static.cards.describes(Scene(attempt.state, lasting.controller, lasting.source), attempt.card):
            continue
        attempt.state.lasting = tuple(other for other in attempt.state.lasting if other is not lasting)
        played = attempt.card.played
        assert played is not None
        attempt.state.alter(attempt.number, played=replace(played, buff=played.buff + static.buff))
        if static.words:
            made = replace(lasting, static=Modify(words=static.words), on=(attempt.card.thing,))
            attempt.state.lasting = (*attempt.state.lasting, made)
            attempt.state.touch()


STEPS: Final[tuple[Step, ...]] = (
    announce,
    check_elements,
    declare_costs,
    select_modes,
    declare_targets,
    check_legality,
    calculate_cost,
    pay_costs,
    complete,
)
"""The nine steps (CA.1, CM.1, BB.3)."""
