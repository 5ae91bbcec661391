"""Views: what one seat may see. Everything that leaves the process for a player goes through here.

A card hidden in a private zone appears only in the number of its cards; a face-down one in a public zone lies there for
all to see, and only those who may look at it see its name. What is shown carries a handle that is new at every zone
change, and whenever hidden cards are mixed, so that no id tells which hidden card a shown one has been. Nothing in a
view is shared with the game: changing a view changes nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from archivist.knowledge import Knowledge
from archivist.model.card import OWN_ZONES, PRIVATE, Card, Seat, Thing
from archivist.model.decision import Asking, Attack, Decision, Form, Option, Pass, Play, Return, Use
from archivist.model.event import Event
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.legal_actions import prospects
from archivist.rules.zones.visibility import sees
from archivist.vocabulary.pending import Item

Choice = int | tuple[int, ...] | str
"""An answer by the places of its options: what `DecisionView.answers` lists and `Game.answer` takes."""


class CardView(msgspec.Struct, frozen=True):
    """A card or object as a seat sees it; a face-down one has no name for a player who may not look at it."""

    handle: str
    name: str
    owner: str
    controller: str
    face_up: bool = True
    token: bool = False
    rested: bool = False
    damage: int = 0
    power: int | None = None
    life: int | None = None
    level: int | None = None
    counters: dict[str, int] = {}
    keywords: tuple[str, ...] = ()
    lineage: tuple[str, ...] = ()
    loaded: tuple[str, ...] = ()
    linked_to: str = ""
    properties: tuple[str, ...] = ()
    transformed: bool = False
    direction: str = ""


class ZoneView(msgspec.Struct, frozen=True):
    """A zone: how many cards there are, those that this seat may see, and in a public zone the face-down ones."""

    count: int
    cards: tuple[CardView, ...] = ()


class PlayerView(msgspec.Struct, frozen=True):
    """A player as a seat sees them; masteries and statuses are open to everybody."""

    name: str
    level: int
    elements: tuple[str, ...]
    zones: dict[str, ZoneView]
    lost: bool = False
    mastery: CardView | None = None
    statuses: tuple[CardView, ...] = ()


class ItemView(msgspec.Struct, frozen=True):
    """Something on the stack's order; `fizzles` says why it would fizzle if it resolved now, as far as the seat can tell."""

    name: str
    kind: str
    controller: str
    copy: bool
    targets: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()
    counters: dict[str, int] = {}
    fizzles: str = ""


class EffectView(msgspec.Struct, frozen=True):
    """A lasting effect: what it does, in the words of the card it comes from, and until when.

    "You" in `text` and `until` is the controller. `on` are the handles of the cards it is fixed on, as far as the seat
    sees them; an effect that applies to whatever fits its text has none.
    """

    text: str
    source: str
    controller: str
    until: str = ""
    on: tuple[str, ...] = ()


class Strike(msgspec.Struct, frozen=True):
    """What an attack would deal to each defender, wielding these weapons."""

    weapons: tuple[str, ...]
    damage: int


class Forecast(msgspec.Struct, frozen=True):
    """What an option would lead to as things stand now; see `Game.forecast`.

    `cost` is what the simplest way of making the play costs now, and `varies` whether other declarations may change
    that. `deals` is what an attack would deal, for each choice of weapons. `fizzles` says why the play would fizzle.
    """

    cost: tuple[str, ...] = ()
    varies: bool = False
    deals: tuple[Strike, ...] = ()
    fizzles: str = ""


class DecisionView(Asking, msgspec.Struct, frozen=True):
    """The decision that this seat must make, its options in words.

    An answer names options by their positions: one number to choose an action (form ``act``), the card's name to name a
    card (form ``name``), otherwise a tuple of numbers, read as in `Decision`. `attempt` marks the decisions of a play
    that is being made and may still be given up. `asker` is the name of the card that asks, `handles` are those of the
    cards that the options mention; both are empty if there is none.
    """

    kind: str
    prompt: str
    rule: str
    form: Form
    options: tuple[str, ...]
    least: int
    most: int
    total: int
    same: tuple[tuple[int, ...], ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    sorts: tuple[int, ...] = ()
    mixes: tuple[tuple[int, ...], ...] = ()
    ordered: bool = False
    attempt: bool = False
    asker: str = ""
    handles: tuple[str, ...] = ()

    def fits(self, choice: Choice) -> bool:
        """Whether this is a legal answer."""
        if self.form == "act":
            return type(choice) is int and 0 <= choice < len(self.options)
        if self.form == "name":
            return choice in self.options
        return self.problem_of(choice) is None

    def answers(self) -> Iterator[Choice]:
        """All legal answers, lazily, the simplest first."""
        if self.form == "act":
            yield from range(len(self.options))
        elif self.form == "name":
            yield from self.options
        else:
            yield from self.numbers()


class View(msgspec.Struct, frozen=True):
    """The game as one seat sees it, or, if no seat is named, all of it.

    `knowledge` is what the seat sees in exact values, for programs, if asked for. `effects` are the lasting ones.
    """

    seat: str
    turn: int
    turn_player: str
    phase: str
    opportunity: str
    deciding: str
    winner: str
    players: tuple[PlayerView, ...]
    field: tuple[CardView, ...]
    intent: tuple[CardView, ...]
    stack: tuple[ItemView, ...]
    stack_cards: tuple[CardView, ...]
    decision: DecisionView | None
    log: tuple[str, ...]
    knowledge: Knowledge | None = None
    effects: tuple[EffectView, ...] = ()

    def _repr_html_(self) -> str:
        """The table as plain HTML, for notebooks."""
        from archivist.notation.html import table

        return table(self)


def view(
    state: State,
    seat: Seat | None,
    decision: Decision | None,
    deciding: Seat | None,
    events: Sequence[Event],
    known: Knowledge | None = None,
) -> View:
    """What a seat may see of a state, of the decision that is its own, and of what happened; without a seat, all of it."""
    from archivist.notation.lasting import lasting
    from archivist.notation.narration import narrate

    names = [player.name for player in state.players]
    return View(
        seat="" if seat is None else names[seat],
        turn=state.turn.number,
        turn_player=names[state.turn.player],
        phase=state.turn.phase,
        opportunity="" if state.opportunity is None else names[state.opportunity],
        deciding="" if deciding is None else names[deciding],
        winner=_winner(state, names),
        players=tuple(_player(state, seat, other) for other in range(len(names))),
        field=tuple(_card(state, seat, state.cards[number]) for number in state.field),
        intent=tuple(_card(state, seat, state.cards[number]) for number in state.intent),
        stack=tuple(_item(state, seat, item) for item in reversed(state.stack)),
        stack_cards=tuple(_card(state, seat, state.cards[number]) for number in state.stack_cards),
        decision=None if decision is None else _decision(state, seat, decision),
        log=tuple(line for event in events if (line := narrate(event, names, seat))),
        knowledge=known,
        effects=lasting(state, seat),
    )


def brief(state: State, seat: Seat, decision: Decision | None, deciding: Seat | None, known: Knowledge | None) -> View:
    """The same without what lies on the table and what happened: the turn, the decision, and what is known."""
    names = [player.name for player in state.players]
    return View(
        seat=names[seat],
        turn=state.turn.number,
        turn_player=names[state.turn.player],
        phase=state.turn.phase,
        opportunity="" if state.opportunity is None else names[state.opportunity],
        deciding="" if deciding is None else names[deciding],
        winner=_winner(state, names),
        players=(),
        field=(),
        intent=(),
        stack=(),
        stack_cards=(),
        decision=None if decision is None else _decision(state, seat, decision),
        log=(),
        knowledge=known,
    )


def _winner(state: State, names: list[str]) -> str:
    if not state.over:
        return ""
    return "draw" if state.winner is None else names[state.winner]


def handle(card: Card) -> str:
    """A name for a shown card that says nothing about what it was before."""
    return f"c{card.stamp}"


def _player(state: State, seat: Seat | None, other: Seat) -> PlayerView:
    player = state.players[other]
    zones = {}
    for zone in OWN_ZONES:
        cards = [state.cards[number] for number in state.zone(other, zone)]
        shown = tuple(_card(state, seat, card) for card in cards if zone not in PRIVATE or sees(state, seat, card))
        zones[zone] = ZoneView(len(cards), shown)
    elements = tuple(sorted(state.now.enabled_elements(state, other)))
    return PlayerView(
        player.name,
        state.now.level(state, other),
        elements,
        zones,
        player.lost,
        None if player.mastery is None else _card(state, seat, state.cards[player.mastery]),
        tuple(_card(state, seat, state.cards[number]) for number in player.statuses),
    )


def _card(state: State, seat: Seat | None, card: Card) -> CardView:
    """A card that a seat may see, or a face-down one, of which it sees only that it lies there (zones.2.9, zones.5.1).

    Rules: zones.1.intent, zones.5.5.
    """
    names = [player.name for player in state.players]
    on_field = card.zone in ("field", "intent", "stack")
    champion = on_field and "champion" in state.now.words(state, card) and card.zone == "field"
    linked = state.current(card.linked) if card.linked else None
    return CardView(
        handle=handle(card),
        name=_known_name(state, seat, card),
        owner=names[card.owner],
        controller=names[card.controller],
        face_up=card.face_up,
        token=card.is_token,
        rested=card.rested,
        damage=card.damage,
        power=state.now.power(state, card) if on_field else None,
        life=state.now.life(state, card) if on_field else None,
        level=state.now.level(state, card.controller) if champion else None,
        counters=dict(card.counters),
        keywords=tuple(sorted(state.now.keywords(state, card))) if on_field else (),
        lineage=tuple(state.cards[number].face for number in card.lineage),
        loaded=tuple(state.cards[number].face for number in card.loaded),
        linked_to=handle(linked) if linked else "",
        properties=_states(state, card),
        transformed=card.transformed,
        direction=card.direction,
    )


def _states(state: State, card: Card) -> tuple[str, ...]:
    """The states of a card that its view does not tell otherwise: its roles in combat, distant, preserved (zones.2.9)."""
    if card.zone in ("field", "intent", "stack"):
        return tuple(sorted(restrictions.own_scene(state, card).states(card) - TOLD))
    return card.properties


TOLD: Final = frozenset(("rested", "awake", "face-up", "face-down", "damaged", "loaded", "unloaded"))
"""States that have a place of their own in a card's view."""


def _item(state: State, seat: Seat | None, item: Item) -> ItemView:
    modes = []
    for part, mode in item.modes:
        listed = item.text[part].modes
        if listed is not None:
            modes.append(listed.options[mode].label)
    targets = tuple(_thing(state, seat, thing) for group in item.groups for thing in group.things if thing is not None)
    name = state.cards[item.card].face if item.is_play else item.label or item.source.face
    controller = state.players[item.controller].name
    fizzles = _fizzles(state, seat, item)
    return ItemView(name, item.kind, controller, item.copy, targets, tuple(modes), dict(item.counters), fizzles)


def _fizzles(state: State, seat: Seat | None, item: Item) -> str:
    """Why an item would fizzle now; what is not open to all is told to its controller alone."""
    reason = prospects.fizzling(state, item)
    if reason is None or (seat not in (None, item.controller) and reason.rule not in prospects.OPEN):
        return ""
    return reason.why


def _decision(state: State, seat: Seat | None, decision: Decision) -> DecisionView:
    return DecisionView(
        decision.kind,
        decision.prompt,
        decision.rule,
        decision.form,
        tuple(label(state, seat, option) for option in decision.options),
        decision.least,
        decision.most,
        decision.total,
        decision.same,
        decision.sets,
        decision.sorts,
        decision.mixes,
        decision.ordered,
        decision.attempt,
        "" if decision.card is None else _known_name(state, seat, state.cards[decision.card]),
        tuple(_handle_of(state, option) for option in decision.options),
    )


def _known_name(state: State, seat: Seat | None, card: Card) -> str:
    return card.true_name if sees(state, seat, card) else ""


def _handle_of(state: State, option: Option) -> str:
    """The handle of the card that an option speaks of."""
    match option:
        case Thing(kind="card", id=number) | Play(card=number) | Use(card=number) | Return(card=number):
            return handle(state.cards[number])
        case Attack(unit=number):
            return handle(state.cards[number])
    return ""


def label(state: State, seat: Seat | None, option: Option) -> str:
    """An option in words, for the player who may choose it."""
    if isinstance(option, Thing):
        return _thing(state, seat, option)
    if isinstance(option, Pass):
        return "pass"
    if isinstance(option, Play):
        card = state.cards[option.card]
        place = "" if card.zone in ("hand", "material", "pantheon") else f" from {card.zone}"
        return f"{option.way} {card.face}{place}"
    if isinstance(option, Use):
        return f"use {state.cards[option.card].face}, ability {option.ability + 1}"
    if isinstance(option, Attack):
        return f"attack with {state.cards[option.unit].face}"
    if isinstance(option, Return):
        return f"return {state.cards[option.card].face} to hand"
    return str(option)


def _thing(state: State, seat: Seat | None, thing: Thing) -> str:
    if thing.kind == "player":
        return f"player {state.players[thing.id].name}"
    if thing.kind == "item":
        item = state.item(thing.id)
        return f"{item.kind} of {item.source.face}{' (copy)' if item.copy else ''}" if item else "nothing"
    card = state.cards[thing.id]
    where = card.zone if card.zone in OWN_ZONES else ""
    owner = state.players[card.controller].name
    name = card.true_name if sees(state, seat, card) else f"face-down card {handle(card)}"
    return f"{name} ({owner}{', ' + where if where else ''})"
