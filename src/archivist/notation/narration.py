"""Narration: events in plain sentences, for everybody or as one seat may hear them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from archivist.model import events
from archivist.model.card import Seat
from archivist.model.event import Event, Named

SENTENCES: Final[dict[type[Event], str]] = {
    events.Announce: "{player} announces: {way} {subject}",
    events.Elements: "the elements of {subject} are enabled ({elements})",
    events.Declare: "{player} declares for {subject}: {what}",
    events.NoOptionalCost: "{player} cannot pay an optional cost of {subject}",
    events.NoAlternativeCost: "{player} cannot use an alternative cost of {subject}",
    events.Modes: "{player} selects for {subject}: {labels}",
    events.Targets: "{player} declares targets for {subject}: {objects}",
    events.Legal: "playing {subject} is legal",
    events.Cost: "{subject} costs {amount} {currency}",
    events.Empowered: "{subject} counts your level as {amount} higher",
    events.Imbued: "{subject} is imbued",
    events.Modified: "paying has added to what {subject} does; the new choices are made now",
    events.Activation: "{subject} is activated by {player}",
    events.Materialization: "{subject} is materialized by {player}",
    events.Bestowment: "{subject} is bestowed by {player}",
    events.Ability: "{player} activates an ability of {subject}{targeting}",
    events.Trigger: "{subject} triggers ({player}){targeting}",
    events.Copy: "{player} copies {subject}",
    events.Negate: "{subject} is negated",
    events.NotNegated: "{subject} cannot be negated",
    events.Resolve: "{subject} resolves ({what})",
    events.Fizzle: "{subject} fizzles ({what})",
    events.LeftOut: "targets that are no longer legal are left out",
    events.Lost: "a restricted part of {subject} is lost",
    events.GainBoon: "{player} gains {subject}",
    events.Opportunity: "{player} has Opportunity",
    events.Pass: "{player} passes",
    events.Decline: "{player} does not materialize",
    events.Closed: "nobody can have Opportunity now",
    events.NoOpportunity: "nobody has Opportunity; the top of the stack resolves",
    events.OptionTaken: "{player} takes the option",
    events.OptionDeclined: "{player} does not take the option",
    events.SecretOptionDeclined: "{player} does not take the option",
    events.NotPossible: "{player} cannot do all of it, so there is no choice",
    events.Reveal: "{player} reveals {shown}",
    events.Look: "{player} looks at {looked_at} in {whose} {place}",
    events.Stays: "{player}: {subject} is already in the {zone}",
    events.Mix: "{player}: the cards revealed are mixed into the {zone}",
    events.FaceDown: "{subject} is turned face down",
    events.FaceUp: "{subject} is turned face up",
    events.Glimpse: "{player} glimpses {seen}",
    events.Arranged: "{player} puts {top} on top and {bottom} on the bottom",
    events.Damage: "{subject} is dealt {amount} damage",
    events.ThatMuch: "{player}: {what} becomes {amount}",
    events.Amplified: "the damage to {subject} becomes {amount}",
    events.Spent: "an effect of {subject} is used up",
    events.NotPrevented: "{amount} damage to {subject} cannot be prevented",
    events.NoRetaliation: "nobody can retaliate",
    events.Gather: "{player} gathers",
    events.Scavenge: "{player} scavenges {amount}",
    events.Prevent: "{amount} damage to {subject} is prevented",
    events.Doubled: "the damage is doubled to {amount}",
    events.TakesDamage: "{subject} takes the damage instead",
    events.Recover: "{player} recovers {removed}",
    events.Heal: "{subject} loses its damage",
    events.Counters: "{subject} gets {amount} {counter} counter{s}",
    events.CountersRemoved: "{subject} loses {amount} {counter} counter{s}",
    events.Rest: "{subject} rests",
    events.Wake: "{subject} wakes up",
    events.Link: "{player} links it to {subject}",
    events.Shielded: "{subject} is shielded",
    events.NotDestroyed: "{subject} cannot be destroyed",
    events.NotSacrificed: "{subject} cannot be sacrificed",
    events.Summon: "{player} summons {subject}",
    events.Control: "{player} controls {subject}",
    events.Removed: "{subject} is removed from combat",
    events.Generate: "{player} generates {subject}",
    events.NotGenerated: "{player} cannot generate {name}",
    events.BecomesACopy: "{subject} is a copy of {of}",
    events.Redirected: "{player} changes a target of {subject} to {objects}",
    events.Ceases: "{subject} ceases to exist",
    events.Cancel: "buff and debuff counters on {subject} cancel each other",
    events.Die: "{subject} dies",
    events.Enter: "{subject} enters",
    events.LevelUp: "{player} levels up: {subject}",
    events.Delevel: "{player} delevels: {top} goes back, {subject} is the champion",
    events.Transform: "{subject} transforms into {into}",
    events.NotTransformed: "{subject} has no other side to turn up",
    events.NewChampion: "{subject} is now the champion of {player}",
    events.GainFunction: "{player} gains {subject}",
    events.LoseFunction: "{player} loses {subject}",
    events.Direction: "{subject} turns from {before} to {after}",
    events.Lasting: "an effect begins{on}",
    events.Delayed: "{subject} makes a delayed trigger",
    events.Name: "{player} names {name}",
    events.PaidInstead: "a replacement changed where {subject} went; the cost is still paid",
    events.NothingToPay: "{subject} costs nothing",
    events.NoCard: "{player} cannot draw",
    events.Shuffle: "{player} shuffles",
    events.Load: "{subject} is loaded into {objects}",
    events.Attack: "{subject} attacks {objects}",
    events.Intent: "{subject} enters the intent",
    events.Retaliate: "{subject} retaliates",
    events.Redirect: "{subject} becomes the target of the attack",
    events.NoAttacker: "combat goes on without an attacker",
    events.NoDefender: "combat goes on without a defender",
    events.NothingToStrike: "retaliators have nothing left to strike",
    events.NoAttackDamage: "the attack deals no damage",
    events.WithoutItsWeapon: "{subject} attacks without a weapon that is gone",
    events.TargetLost: "a target of {subject} is no longer legal",
    events.CombatEnds: "combat ends",
    events.DecksPlaced: "{player} places the decks",
    events.FirstPlayer: "{player} goes first",
    events.Phase: "{phase} phase of {player} begins",
    events.Skip: "{player} skips the {phase} phase",
    events.CleanUp: "clean-up",
    events.Expire: "effects that last until the end of the {span} end",
    events.MainAgain: "the main phase of {player} goes on",
    events.Turn: "turn {number}: {player}",
    events.Foster: "{subject} becomes fostered",
    events.Suppress: "{player} suppresses {subject}",
    events.State: "{subject} becomes {state}",
    events.Lose: "{player} loses the game",
    events.NotAsked: "{player} has left the game and is not asked",
    events.Lapses: "the turn of {player}, who has left, would begin: effects that last until then end",
    events.LeavesTheGame: "{subject} leaves the game",
    events.GameOver: "the game is over",
    events.Nothing: "nothing happens",
    events.Ends: "an effect ends the {what}",
    events.Vanish: "{subject} leaves the stack and does not resolve",
    events.CannotDraw: "{player} may not draw",
    events.Roll: "{player} rolls {amount} on a D{sides}",
    events.PreGame: "{player} begins the game with {subject} on the field",
    events.NoneFound: "{player} finds nothing to choose",
    events.Search: "{player} searches, and need not find anything",
    events.Perspective: '{player} is "you"',
}
_CITED = re.compile(r"(.*?)\s+\[([^\[\]]+)\]")
SILENT = (events.Leave, events.Banish, events.Destroy, events.Charge, events.Hit, events.Kill, events.Targeted)
SECRET = (events.SecretOptionDeclined, events.NoOptionalCost, events.NoAlternativeCost, events.NoneFound)
"""What only the player it is about hears of: others would learn that there was a card to be found."""
OWN = {kind: kind.__struct_fields__[len(Event.__struct_fields__) :] for kind in SENTENCES}
"""The fields of each kind besides those of all events."""
PLACES = {"material": "material deck", "none": "nowhere"}


def narrate(event: Event, names: Sequence[str], seat: Seat | None = None) -> str:
    """An event as a sentence, or nothing if it says no more than another. A seat hears only what it may know."""
    if isinstance(event, SILENT) or (isinstance(event, SECRET) and seat not in (None, event.player)):
        return ""
    player = "nobody" if event.player is None else names[event.player]
    if isinstance(event, events.Move):
        return _move(event, player, seat)
    subject = _name(event.subject, seat) if event.subject else ""
    objects = [_name(each, seat) for each in event.objects]
    listed = ", ".join(objects) or "none"
    return SENTENCES[type(event)].format(
        **_own(event, names),
        player=player,
        subject=subject or "it",
        objects=listed,
        shown=listed if event.objects else subject or "nothing",
        looked_at=_looked_at(event, objects, seat),
        targeting=f", targeting {listed}" if objects else "",
        on=f" on {listed}" if objects else "",
    )


def _own(event: Event, names: Sequence[str]) -> dict[str, object]:
    """The fields that an event has besides those of all events, as sentences use them."""
    found: dict[str, object] = {name: getattr(event, name) for name in OWN[type(event)]}
    match event:
        case events.Elements():
            found["elements"] = " and ".join(event.elements)
        case events.Modes():
            found["labels"] = ", ".join(event.labels)
        case events.Counters() | events.CountersRemoved():
            found["s"] = "" if event.amount == 1 else "s"
        case events.Look():
            found["whose"] = "a" if event.whose is None else f"{names[event.whose]}'s"
        case events.Mix() | events.Stays():
            found["zone"] = PLACES.get(event.zone, event.zone)
    return found


def _move(event: events.Move, owner: str, seat: Seat | None) -> str:
    subject = _name(event.subject, seat) if event.subject else "a card"
    origin, zone = (PLACES.get(each, each) for each in (event.origin, event.zone))
    return f"{owner}: {subject}, {origin} -> {zone}"


def _looked_at(event: Event, objects: Sequence[str], seat: Seat | None) -> str:
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
