"""Narration: events in plain sentences, for everybody or as one seat may hear them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from archivist.model.card import Seat
from archivist.model.event import Event, Named

SENTENCES = {
    "announce": "{player} announces: {note} {subject}",
    "elements": "the elements of {subject} are enabled ({note})",
    "declare": "{player} declares for {subject}: {note}",
    "no optional cost": "{player} cannot pay an optional cost of {subject}",
    "no alternative cost": "{player} cannot use an alternative cost of {subject}",
    "modes": "{player} selects for {subject}: {note}",
    "targets": "{player} declares targets for {subject}: {objects}",
    "legal": "playing {subject} is legal",
    "cost": "{subject} costs {amount} {note}",
    "empowered": "{subject} counts your level as {amount} higher",
    "imbued": "{subject} is imbued",
    "modified": "paying has added to what {subject} does; the new choices are made now",
    "activation": "{subject} is activated by {player}",
    "materialization": "{subject} is materialized by {player}",
    "bestowment": "{subject} is bestowed by {player}",
    "ability": "{player} activates an ability of {subject}{targeting}",
    "trigger": "{subject} triggers ({player}){targeting}",
    "copy": "{player} copies {subject}",
    "negate": "{subject} is negated",
    "not negated": "{subject} cannot be negated",
    "resolve": "{subject} resolves ({note})",
    "fizzle": "{subject} fizzles ({note})",
    "left out": "targets that are no longer legal are left out",
    "lost": "a restricted part of {subject} is lost",
    "gain boon": "{player} gains {subject}",
    "opportunity": "{player} has Opportunity",
    "pass": "{player} passes",
    "decline": "{player} does not materialize",
    "closed": "nobody can have Opportunity now",
    "no opportunity": "nobody has Opportunity; the top of the stack resolves",
    "option taken": "{player} takes the option",
    "option declined": "{player} does not take the option",
    "secret option declined": "{player} does not take the option",
    "not possible": "{player} cannot do all of it, so there is no choice",
    "reveal": "{player} reveals {shown}",
    "look": "{player} looks at {seen} in a {note}",
    "stays": "{player}: {subject} is in the {note} already",
    "mix": "{player}: the cards revealed are mixed into the {note}",
    "face down": "{subject} is turned face down",
    "face up": "{subject} is turned face up",
    "glimpse": "{player} glimpses {amount}",
    "arranged": "{player} puts {amount} on top and {note} on the bottom",
    "damage": "{subject} is dealt {amount} damage",
    "that much": "{player}: {note} becomes {amount}",
    "amplified": "the damage to {subject} becomes {amount}",
    "spent": "an effect of {subject} is used up",
    "not prevented": "{amount} damage to {subject} cannot be prevented",
    "no retaliation": "nobody can retaliate",
    "gather": "{player} gathers",
    "scavenge": "{player} scavenges {amount}",
    "prevent": "{amount} damage to {subject} is prevented",
    "doubled": "the damage is doubled to {amount}",
    "takes damage": "{subject} takes the damage instead",
    "recover": "{player} recovers {amount}",
    "heal": "{subject} loses its damage",
    "counters": "{subject} gets {amount} {note} counter{s}",
    "counters removed": "{subject} loses {amount} {note} counter{s}",
    "rest": "{subject} rests",
    "wake": "{subject} wakes up",
    "link": "{player} links it to {subject}",
    "shielded": "{subject} is shielded",
    "not destroyed": "{subject} cannot be destroyed",
    "summon": "{player} summons {subject}",
    "control": "{player} controls {subject}",
    "removed": "{subject} is removed from combat",
    "generate": "{player} generates {subject}",
    "not generated": "{player} cannot generate {note}",
    "becomes a copy": "{subject} is a copy of {note}",
    "redirected": "{player} changes a target of {subject} to {objects}",
    "ceases": "{subject} ceases to exist",
    "cancel": "{note} counters on {subject} cancel each other",
    "die": "{subject} dies",
    "enter": "{subject} enters",
    "level up": "{player} levels up: {subject}",
    "delevel": "{player} delevels: {note} goes back, {subject} is the champion",
    "transform": "{subject} transforms into {note}",
    "not transformed": "{subject} has no other side to turn up",
    "new champion": "{subject} is the champion of {player} now",
    "gain function": "{player} gains {subject}",
    "lose function": "{player} loses {subject}",
    "direction": "{subject} turns from {note}",
    "lasting": "an effect begins{on}",
    "delayed": "{subject} makes a delayed trigger",
    "name": "{player} names {note}",
    "paid instead": "a replacement changed where {subject} went; the cost is paid all the same",
    "nothing to pay": "{subject} costs nothing",
    "no card": "{player} cannot draw",
    "shuffle": "{player} shuffles",
    "load": "{subject} is loaded into {objects}",
    "attack": "{subject} attacks {objects}",
    "intent": "{subject} enters the intent",
    "retaliate": "{subject} retaliates",
    "redirect": "{subject} becomes the target of the attack",
    "no attacker": "combat goes on without an attacker",
    "no defender": "combat goes on without a defender",
    "nothing to strike": "retaliators have nothing left to strike",
    "no attack damage": "the attack deals no damage",
    "without its weapon": "{subject} attacks without a weapon that is gone",
    "target lost": "a target of {subject} is no longer legal",
    "combat ends": "combat ends",
    "decks placed": "{player} places the decks",
    "first player": "{player} goes first",
    "phase": "{note} phase of {player} begins",
    "skip": "{player} skips the {note} phase",
    "clean up": "clean-up",
    "expire": "effects that last until the end of the {note} end",
    "main again": "the main phase of {player} goes on",
    "turn": "turn {amount}: {player}",
    "foster": "{subject} becomes fostered",
    "lose": "{player} loses the game",
    "not asked": "{player} has left the game and is not asked",
    "lapses": "the turn of {player}, who has left, would begin: effects that last until then end",
    "leaves the game": "{subject} leaves the game",
    "game over": "the game is over",
    "nothing": "nothing happens",
    "ends": "an effect ends the {note}",
    "vanish": "{subject} leaves the stack and does not resolve",
    "cannot draw": "{player} may not draw",
    "roll": "{player} rolls {amount} on a {note}",
    "pre-game": "{player} begins the game with {subject} on the field",
    "none found": "{player} finds nothing to choose",
    "search": "{player} searches, and need not find anything",
    "perspective": '{player} is "you"',
}
_CITED = re.compile(r"(.*?)\s+\[([^\[\]]+)\]")
SILENT = frozenset(("leave", "banish", "destroy", "charge", "hit", "kill", "targeted"))
SECRET = frozenset(("secret option declined", "no optional cost", "no alternative cost", "none found"))
"""What only the player it is about hears of: others would learn that there was a card to be found."""
PLACES = {"material": "material deck", "none": "nowhere"}


def narrate(event: Event, names: Sequence[str], seat: Seat | None = None) -> str:
    """An event as a sentence, or nothing if it says no more than another. A seat hears only what it may know."""
    if event.kind in SILENT or (event.kind in SECRET and seat not in (None, event.player)):
        return ""
    if event.kind == "move":
        return _move(event, names, seat)
    player = "nobody" if event.player is None else names[event.player]
    objects = [_name(each, seat) for each in event.objects]
    listed = ", ".join(objects) or "none"
    return SENTENCES[event.kind].format(
        player=player,
        subject=_name(event.subject, seat) if event.subject else "it",
        objects=listed,
        shown=listed if event.objects else _name(event.subject, seat) if event.subject else "nothing",
        seen=_seen(event, objects, seat),
        targeting=f", targeting {listed}" if objects else "",
        on=f" on {listed}" if objects else "",
        amount=event.amount,
        note=event.note,
        s="" if event.amount == 1 else "s",
    )


def _move(event: Event, names: Sequence[str], seat: Seat | None) -> str:
    owner = names[event.player] if event.player is not None else "nobody"
    subject = _name(event.subject, seat) if event.subject else "a card"
    origin, zone = (PLACES.get(each, each) for each in (event.origin, event.zone))
    return f"{owner}: {subject}, {origin} -> {zone}"


def _seen(event: Event, objects: Sequence[str], seat: Seat | None) -> str:
    """The cards looked at: by name for who looks too, else how many there are."""
    if objects and all(_knows(each, seat) for each in event.objects):
        return ", ".join(objects)
    return f"{len(objects)} card{'s' if len(objects) != 1 else ''}"


def _knows(named: Named, seat: Seat | None) -> bool:
    return seat is None or named.seen is None or seat in named.seen


def _name(named: Named, seat: Seat | None) -> str:
    return named.name or "a face-down card" if _knows(named, seat) else "a card"


def trace_line(event: Event, names: Sequence[str], seat: Seat | None = None) -> str:
    """A line of the trace: the sentence and the rules it applies."""
    sentence = narrate(event, names, seat)
    return f"{sentence}  [{', '.join(event.rules)}]" if sentence else ""


def taken_apart(line: str) -> tuple[str, tuple[str, ...]]:
    """A line of the trace as its sentence and its rules."""
    match = _CITED.fullmatch(line)
    return (match[1], tuple(match[2].split(", "))) if match else (line, ())
