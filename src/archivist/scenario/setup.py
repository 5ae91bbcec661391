"""Building the position that a scenario begins with."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from archivist.game import Game
from archivist.history import Origin
from archivist.model.card import FACE_DOWN, PRIVATE, Played, Player, Seat, Thing
from archivist.model.state import State
from archivist.notation.naming import FUNCTIONS, Name, Names, Problem
from archivist.rules import functions, zones
from archivist.scenario.reading import CardEntry, PlayerSetup, Scenario, Setup
from archivist.scenario.source import Source
from archivist.vocabulary.effects import Delayed
from archivist.vocabulary.pending import DelayedTrigger, Turn
from archivist.vocabulary.text import Paragraph

STEPS = {
    "wake up": "done",
    "materialize": "materialize",
    "recollection": "window",
    "draw": "done",
    "main": "window",
    "end": "window",
}
"""The step at which a game stands that begins in a phase: its window, or after what happens in it."""


def start(scenario: Scenario, *, ask_forced: bool = True) -> Game:
    """The game at the scenario's first decision. Steps may answer what has only one answer, so that is asked as well."""
    setup = scenario.setup
    state = State(scenario.pool, _players(setup), _turn(setup), scenario.seed, _format(setup))
    state.first_player = _first_player(setup)
    linked: list[tuple[int, CardEntry]] = []
    for seat, player in enumerate(setup.players):
        _champion(state, seat, player)
    for seat, player in enumerate(setup.players):
        for zone, entries in player.zones.items():
            for entry in entries:
                if zone in FUNCTIONS:
                    _function(state, seat, zone, entry)
                    continue
                placed = _place(state, seat, zone, entry)
                linked.extend((number, entry) for number in placed if entry.linked is not None)
    _link(state, linked)
    _enter(state, setup)
    _open(state, setup)
    state.events.clear()
    return Game(state, ask_forced=ask_forced, origin=Origin(scenario=scenario.text))


# -- the turn ----------------------------------------------------------------------------------------------------


def _seat(setup: Setup, player: str) -> Seat:
    return next(seat for seat, each in enumerate(setup.players) if each.name == player)


def _turn(setup: Setup) -> Turn:
    return Turn(_seat(setup, setup.turn), setup.number, setup.phase, STEPS[setup.phase])


def _first_player(setup: Setup) -> Seat:
    """Who had the first turn, counted back from this one."""
    return (_seat(setup, setup.turn) - (setup.number - 1)) % len(setup.players)


def _players(setup: Setup) -> list[Player]:
    """The players, with the number of turns that each has had."""
    return [
        Player(seat, player.name, turns=_turns(setup, seat), had_champion=bool(player.champion))
        for seat, player in enumerate(setup.players)
    ]


def _turns(setup: Setup, seat: Seat) -> int:
    n = len(setup.players)
    last = setup.number - (_seat(setup, setup.turn) - seat) % n
    return (last + n - 1) // n if last > 0 else 0


def _format(setup: Setup) -> str:
    boons = any(player.zones.get("pantheon") for player in setup.players)
    return setup.format or usual_format(len(setup.players), boons=boons)


def usual_format(players: int, *, boons: bool) -> str:
    """The format of a game of which nothing else is said."""
    return "pantheon" if players > 2 or boons else "standard"


def _open(state: State, setup: Setup) -> None:
    """Who has Opportunity. Whoever comes before them in turn order has passed, for only so do they have it.

    The choice in the materialize phase is the turn player's without Opportunity.
    """
    seat = _seat(setup, setup.opportunity)
    if setup.phase == "materialize":
        if seat == state.turn.player:
            return
        state.alter_turn(step="materialized")
    state.opportunity = seat
    state.passes = (seat - state.turn.player) % len(state.players)


# -- cards -------------------------------------------------------------------------------------------------------


def _champion(state: State, seat: Seat, player: PlayerSetup) -> None:
    """The lineage as it is given: the lowest first, the last one being the champion."""
    if not player.champion:
        return
    *below, top = player.champion
    lineage = tuple(zones.place(state, face, seat, "lineage", face_up=True).id for face in below)
    marks = player.marks
    card = zones.place(
        state,
        top,
        seat,
        "field",
        face_up=True,
        lineage=lineage,
        **(_marks(state, marks, marks.counters) if marks else {}),
    )
    if lineage:  # the champion is as old as its first card, and every card of the lineage has its own age (cards.4.12)
        first = state.cards[lineage[0]]
        state.alter(card.id, stamp=first.stamp, face_stamp=card.stamp)
        state.alter(first.id, stamp=card.stamp, face_stamp=first.stamp)
    state.alter_player(seat, champion=card.id)


def _place(state: State, seat: Seat, zone: str, entry: CardEntry) -> list[int]:
    placed: list[int] = []
    face_up = zone not in PRIVATE if entry.face_up is None else entry.face_up
    for _ in range(entry.count):
        card = zones.place(
            state,
            entry.card,
            seat,
            zone,
            face_up=face_up,
            token=entry.token,
            default=entry.default,
            **_marks(state, entry, _counters(state, zone, entry)),
        )
        if zone == "field" and not face_up:
            state.alter(card.id, face=FACE_DOWN, beneath=entry.default or entry.card, default="")
        for face in entry.loaded:
            loaded = zones.place(state, face, seat, "loaded", face_up=True)
            state.alter(card.id, loaded=(*state.cards[card.id].loaded, loaded.id))
        if entry.owner:
            owner = next(player.seat for player in state.players if player.name == entry.owner)
            state.alter(card.id, owner=owner)
        if entry.delayed:
            _delay(state, seat, card.id, entry.source)
        placed.append(card.id)
    return placed


def _delay(state: State, seat: Seat, number: int, source: Source) -> None:
    """The delayed trigger of a boon that was gained before, and still waits (abilities.3.13)."""
    boon = state.cards[number]
    text = state.pool[boon.face].text
    delayed = [effect for paragraph in text for effect in paragraph.do if isinstance(effect, Delayed)]
    if boon.zone != "pantheon" or not delayed:
        raise source.problem(f"{boon.face} is not a boon that makes a delayed trigger")
    played = Played("bestow", seat, "pantheon")
    gained = replace(boon, zone="stack", incarnation=boon.incarnation - 1, played=played)
    for effect in delayed:
        then = (Paragraph(do=effect.then, targets=effect.targets),)
        condition = effect.if_.text if effect.if_ is not None else ""
        made = DelayedTrigger(
            state.tick(), effect.on, then, seat, gained, effect.once, effect.until, condition=condition
        )
        state.delayed = (*state.delayed, made)


def _marks(state: State, entry: CardEntry, counters: dict[str, int]) -> dict[str, Any]:
    """What is marked on a card, and what it remembers."""
    return {
        "rested": entry.rested,
        "damage": entry.damage,
        "counters": counters,
        "properties": entry.properties,
        "known_to": tuple(player.seat for player in state.players if player.name in entry.known_to),
        "stated": entry.stated,
        "uses": entry.uses,
        "chosen": entry.modes,
        "named": entry.named,
        "x": entry.x,
    }


def _function(state: State, seat: Seat, kind: str, entry: CardEntry) -> None:
    """A mastery or status that the player has already gained."""
    gain = functions.gain_mastery if kind == "mastery" else functions.gain_status
    gain(state, seat, entry.card)
    made = state.cards[state.players[seat].functions[0 if kind == "mastery" else -1]]
    state.alter(made.id, counters=entry.counters, direction=entry.direction or made.direction)


def _counters(state: State, zone: str, entry: CardEntry) -> dict[str, int]:
    """What has durability stands on the field with as many counters, unless others are given (cards.4.17)."""
    face = state.pool[entry.card]
    if zone != "field" or face.durability is None or "durability" in entry.counters:
        return {kind: n for kind, n in entry.counters.items() if n}
    return {"durability": face.durability, **entry.counters}


def _link(state: State, linked: list[tuple[int, CardEntry]]) -> None:
    """Ties each object with a link to what it is linked to, now that everything lies there."""
    for number, entry in linked:
        assert entry.linked is not None
        state.alter(number, linked=_named(state, entry.linked, entry.source, " to link to"))


def _enter(state: State, setup: Setup) -> None:
    """Gives new timestamps to what is listed in the order of entry (effects.5.12); the rest entered before."""
    for name, source in setup.entered:
        card = state.cards[_named(state, name, source).id]
        state.alter(card.id, **{"face_stamp" if card.face_stamp else "stamp": state.tick()})


def _named(state: State, name: Name, source: Source, wanted: str = "") -> Thing:
    """The card that the set-up calls so."""
    try:
        thing = Names(state).pick(name)
    except Problem as problem:
        raise source.problem(str(problem)) from None
    if thing is None or thing.kind != "card":
        raise source.problem(f"there is no {name.text}{wanted}")
    return thing
