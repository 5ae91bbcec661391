"""Announcing a card and checking its elements: steps one and two (CA.1.1, CA.1.2)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Played
from archivist.model.errors import Illegal, Reason
from archivist.rules.cards import champions
from archivist.rules.citations import plays as citations
from archivist.rules.costs import calculation
from archivist.rules.effects.events import named, say, tell
from archivist.rules.playing_cards import boons, permissions
from archivist.rules.playing_cards.attempt import LEGALITY, Attempt
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.timing import speed
from archivist.rules.zones import moving
from archivist.rules.zones.visibility import sees

WHERE: Final = {
    "material": "in {whose} material deck",
    "field": "on the field",
    "stack": "on the Effects Stack",
    "intent": "in the intent",
    "loaded": "loaded into a weapon",
    "none": "out of the game",
}
"""Where a card lies, in words, if not ``in your memory`` or the like."""
PAGES: Final = {"activate": "CA.1", "materialize": "CM.1", "bestow": "BB.3"}


def announce(attempt: Attempt) -> None:
    """The card goes from its zone onto the stack and is timestamped now (CA.1.1).

    Rules: terms.2.activate.
    """
    _check_permission(attempt)
    state, card = attempt.state, attempt.before
    if card.zone == "deck":
        say(state, events.Reveal, "zones.2.4", player=attempt.player, card=replace(card, face_up=True, zone="stack"))
    empower = champions.empowerment(state, attempt.player, card) if attempt.way == "activate" else 0
    moving.move(
        state,
        attempt.number,
        "stack",
        "CA.1.1",
        PAGES[attempt.way],
        "PC.1",
        controller=attempt.player,
        played=Played(attempt.way, attempt.player, attempt.origin, empower=empower),
    )
    card = state.cards[attempt.number]
    attempt.subject = subject = named(state, card)
    if empower:
        tell(state, events.Empowered(citations.EMPOWERED, attempt.player, subject, amount=empower))
    licence = citations.of_announcement(state, attempt.player, attempt.way, card, attempt.licences)
    tell(state, events.Announce(("CA.1.1", "PC.4", *licence), attempt.player, subject, way=attempt.way))


def _check_permission(attempt: Attempt) -> None:
    """Control or a permission, from that zone, now (PC.2, CA.1.9.1, timing.1)."""
    state, player, way, card = attempt.state, attempt.player, attempt.way, attempt.before
    boon = "boon" in attempt.face.words
    if not boons.may_be_played(way, boon=boon):
        raise Illegal(_no_licence(attempt))
    if attempt.instructed is not None:
        attempt.licences = [attempt.instructed]
        return
    attempt.licences = permissions.licences(state, player, card, way)
    attempt.licence = attempt.licences[0] if attempt.licences else None
    if not attempt.licences:
        raise Illegal(_no_licence(attempt))
    when = speed.refusal(state, player, way, card, attempt.face, attempt.licences)
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
    if way == "materialize" and own and calculation.kind_of(attempt.state, card) != "memory":
        why = f"{attempt.face.name} has no memory cost, so it cannot be materialized"
        return Reason(("CM.3.4.2", "RU.5", "CM.2", legality, "costs.3.6"), why)
    if way == "materialize":
        return Reason(("CM.2", "PC.2", legality, "turn.4.7"), "nothing permits you to materialize that card now")
    where = _whereabouts(attempt)
    why = (
        f"{card.face} is {where}, and you may not activate it from there" if where else "you may not activate that card"
    )
    return Reason(("CA.1.9.1", "PC.2", legality), why)


def _whereabouts(attempt: Attempt) -> str:
    """Where the card lies, in words, if the player may know it: ``in your memory``; else empty (RU.14)."""
    card = attempt.before
    if not sees(attempt.state, attempt.player, card):
        return ""
    whose = "your" if card.owner == attempt.player else f"{attempt.state.players[card.owner].name}'s"
    return WHERE.get(card.zone, "in {whose} {zone}").format(whose=whose, zone=card.zone)


def check_elements(attempt: Attempt) -> None:
    """Every element of the card must be enabled for the player (CA.1.2, BB.3.1.1); champions ignore this (CM.3.1.1)."""
    state, face = attempt.state, attempt.face
    if "champion" in face.words:
        return
    if [licence for licence in attempt.licences if licence.ignore_elements]:
        attempt.licences = [licence for licence in attempt.licences if _lets_through(attempt, licence)]
        return
    player, card = attempt.player, state.cards[attempt.number]
    if permissions.ignores_elements(state, player, card, attempt.way):
        return
    needed = state.now.elements(state, card)
    missing = needed - state.now.enabled_elements(state, player)
    if attempt.silent and not missing:
        return
    several = ("CA.1.2.1",) if len(needed) > 1 else ()
    boon = ("BB.3.1.1",) if attempt.way == "bestow" else ()
    enabling = citations.of_elements(state, player, needed)
    if missing:
        why = f"{face.name} needs {' and '.join(sorted(missing))}, which you have not enabled"
        attempt.refuse(why, *several, "CA.1.2", *boon, *enabling)
    else:
        rules = ("CA.1.2", *boon, *several, *enabling)
        tell(state, events.Elements(rules, player, attempt.subject, elements=tuple(sorted(needed))))


def _lets_through(attempt: Attempt, licence: Licence) -> bool:
    """Whether a card may be played by a licence as far as its elements go."""
    enabled = attempt.state.now.enabled_elements(attempt.state, attempt.player)
    return licence.ignore_elements or attempt.state.now.elements(attempt.state, attempt.card) <= enabled
