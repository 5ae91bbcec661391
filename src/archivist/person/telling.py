"""What has happened, as a person may hear it: a recap of what matters, and the log of everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from archivist.game import Game
from archivist.history import stretches
from archivist.model import events
from archivist.model.card import Seat
from archivist.model.event import Event, Named
from archivist.notation.lasting import begun
from archivist.notation.narration import narrate, trace_line
from archivist.notation.seen import listed
from archivist.person.names import People, addressed
from archivist.person.onlooker import told_to
from archivist.rules.zones.visibility import sees
from archivist.view import EffectView, handle

QUIET: Final = frozenset(
    (
        events.Announce, events.Elements, events.Declare, events.Legal, events.Cost, events.NothingToPay,
        events.Opportunity, events.Pass, events.Decline, events.Closed, events.NoOpportunity, events.Phase,
        events.Skip, events.CleanUp, events.OptionTaken, events.OptionDeclined, events.Arranged, events.Mix,
        events.Rest, events.Wake, events.Spent, events.Link, events.Perspective, events.Enter,
        events.CombatEnds, events.Stays, events.NotPossible, events.Delayed, events.Lasting, events.Resolve,
        events.Intent, events.Shuffle, events.Targets, events.GameOver, events.Imbued, events.Empowered,
        events.LeftOut, events.Lost, events.Search, events.SecretOptionDeclined, events.PaidInstead,
        events.Retaliate,
    )
)  # fmt: skip
"""Events that the log tells and a recap does not: the table, or another line, shows what comes of them."""

SILENT_MOVES: Final = frozenset(
    (
        ("hand", "memory"), ("memory", "hand"), ("stack", "graveyard"), ("stack", "field"), ("stack", "intent"),
        ("stack", "lineage"), ("intent", "graveyard"), ("material", "field"), ("stack", "none"), ("intent", "none"),
    )
)  # fmt: skip
"""Moves that come with every play: paying, recollecting, resolving."""

MOVES: Final = {
    ("deck", "hand"): ("draw", "{cards}"),
    ("deck", "memory"): ("put", "{cards} from the deck into memory"),
    ("deck", "graveyard"): ("put", "{cards} from the deck into the graveyard"),
    ("deck", "banishment"): ("banish", "{cards} from the deck"),
    ("hand", "graveyard"): ("discard", "{cards}"),
    ("hand", "banishment"): ("banish", "{cards} from hand"),
    ("memory", "graveyard"): ("discard", "{cards} from memory"),
    ("memory", "banishment"): ("banish", "{cards} from memory"),
    ("graveyard", "banishment"): ("banish", "{cards} from the graveyard"),
    ("graveyard", "hand"): ("return", "{cards} from the graveyard to hand"),
    ("graveyard", "deck"): ("put", "{cards} from the graveyard into the deck"),
    ("material", "banishment"): ("banish", "{cards} from the material deck"),
}
"""Moves of one's own cards, as a verb and what follows it."""
LEFT: Final = {
    "graveyard": "goes to the graveyard",
    "banishment": "is banished",
    "hand": "returns to hand",
    "memory": "goes to memory",
    "material": "returns to the material deck",
    "deck": "goes to the deck",
    "none": "ceases to exist",
}
"""What becomes of an object that leaves the field."""
PLACES: Final = {
    "deck": "the deck",
    "material": "the material deck",
    "graveyard": "the graveyard",
    "field": "the field",
    "stack": "the stack",
    "intent": "the intent",
    "lineage": "the lineage",
    "pantheon": "the Pantheon",
    "none": "nowhere",
}
"""Zones as a sentence names them."""
PLAYS: Final[dict[type[Event], str]] = {
    events.Activation: "activate",
    events.Materialization: "materialize",
    events.Bestowment: "bestow",
    events.Ability: "use",
    events.Copy: "copy",
}
"""What a player does with a card, by kind of event."""

TURN: Final = "-- "
"""What a line begins with that tells of a new turn."""


class News(msgspec.Struct, frozen=True):
    """A short sentence about something that happened, and the handles of the cards it is about that can be seen."""

    text: str
    cards: tuple[str, ...] = ()


def news(game: Game, seat: Seat, since: int) -> list[str]:
    """What has happened since an event, in short sentences, as far as it matters to a seat and is for it to know."""
    return [each.text for each in told(game, seat, since)]


def told(game: Game, seat: Seat, since: int) -> list[News]:
    """The same with the cards that each sentence is about."""
    return list(_Recap(game, seat, since).lines())


def log(game: Game, seat: Seat) -> list[str]:
    """Everything that a seat may know of what happened, each line with the rules it applies."""
    known = told_to(game, seat)
    names = _people(known, seat).narrated
    lines = (trace_line(event, names, seat) for event in known.events_since(0))
    return [addressed(line) for line in lines if line]


def _people(game: Game, seat: Seat) -> People:
    return People(tuple(player.name for player in game.state.players), seat)


class _Recap:
    """Tells the events of a stretch of a game to one seat."""

    def __init__(self, game: Game, seat: Seat, since: int) -> None:
        self.game = told_to(game, seat)
        self.seat = seat
        self.since = since
        self.people = _people(self.game, seat)
        told = self.game.events_since(since)
        self.begun = not any(isinstance(each, events.FirstPlayer) for each in told)
        self.dead = {each.card.id for each in told if isinstance(each, events.Die)}
        self.aims: dict[str, tuple[Named, ...]] = {}

    def lines(self) -> Iterator[News]:
        moved: list[events.Move] = []
        for event, effect in self._events():
            if self._before_the_game(event):
                continue
            if isinstance(event, events.Move) and not self._silent(event):
                if moved and _way(moved[-1]) != _way(event):
                    yield self._moved(moved)
                    moved = []
                moved.append(event)
                continue
            line = effect or ("" if isinstance(event, events.Move) else self._line(event))
            if line:
                if moved:
                    yield self._moved(moved)
                    moved = []
                yield News(line if line.startswith(TURN) else f"{line[:1].upper()}{line[1:]}", self._about(event))
        if moved:
            yield self._moved(moved)

    def _before_the_game(self, event: Event) -> bool:
        """Whether an event belongs to the beginning, of which only who goes first is told: the table shows the rest."""
        self.begun = self.begun or isinstance(event, events.Turn)
        return not self.begun and not isinstance(event, events.FirstPlayer)

    def _events(self) -> Iterator[tuple[Event, str]]:
        """The events, those by which an effect begins with what it says, if it still held at the next halt."""
        for stretch in stretches(self.game, self.since):
            fresh = iter(begun(stretch.before, stretch.after, self.seat))
            for event in stretch.events:
                effect = next(fresh, None) if isinstance(event, events.Lasting | events.Delayed) else None
                yield event, self._effect(effect) if effect is not None else ""

    def _effect(self, effect: EffectView) -> str:
        until = f", {effect.until}" if effect.until else ""
        return f"{self._s(effect.controller)} {effect.source or 'effect'}: {effect.text.removesuffix('.')}{until}"

    # -- single events -------------------------------------------------------------------------------------------

    def _line(self, event: Event) -> str:
        """A sentence about an event; nothing if others say as much."""
        if isinstance(event, events.Targets) and event.subject is not None:
            self.aims[event.subject.name] = event.objects
        if type(event) in QUIET:
            return ""
        letter = "" if event.player is None else self.people.letters[event.player]
        if type(event) in PLAYS and event.subject is not None:
            return f"{self.people.does(letter, PLAYS[type(event)])} {self._name(event.subject)}{self._at(event)}"
        match event:
            case events.Turn() if event.player == self.seat and event.number == self.game.state.turn.number:
                return ""  # the table says that it is your turn
            case events.Turn():
                return f"{TURN}turn {event.number}, {self.people.possessive(letter)} turn"
            case events.Trigger() if event.subject is not None:
                return f"{self._s(letter)} {self._name(event.subject)} triggers{self._at(event)}"
            case events.Attack() if event.subject is not None:
                victims = listed([self._owned(each) for each in event.objects])
                return f"{self._s(letter)} {self._name(event.subject)} attacks {victims}"
            case events.Damage() if event.subject is not None:
                return f"{self._owned(event.subject)} takes {event.amount} damage{self._source(event)}"
            case events.Die() if event.subject is not None:
                return f"{self._owned(event.subject, event)} dies"
            case events.Fizzle() if event.subject is not None:
                return f"{self._s(letter)} {self._name(event.subject)} fizzles"
        return self._narrated(event)

    def _narrated(self, event: Event) -> str:
        """Any other event in the common words; a thing on the field is told with whose it is."""
        line = addressed(narrate(event, self.people.narrated, self.seat))
        name = event.subject.name if event.subject is not None else ""
        if name and line.startswith(name) and event.subject is not None and self._lies_open(event.subject):
            return f"{self._whose(event.subject)} {line}"
        return line

    def _at(self, event: Event) -> str:
        """What a play or trigger is aimed at."""
        aims = event.objects or (self.aims.pop(event.subject.name, ()) if event.subject is not None else ())
        return f", at {listed([self._owned(each) for each in aims])}" if aims else ""

    def _source(self, event: events.Damage) -> str:
        """What dealt damage: the unit, with what it wields."""
        wielded = [self._name(each) for each in event.objects]
        controller = self.people.letters[event.source.controller]
        tools = f" with {listed(wielded)}" if wielded else ""
        return f" from {self.people.whose(controller)} {event.source.face}{tools}"

    def _s(self, letter: str) -> str:
        return self.people.possessive(letter) if letter else "a"

    # -- things --------------------------------------------------------------------------------------------------

    def _name(self, named: Named) -> str:
        """A card by name, if the seat may know it."""
        if named.seen is not None and self.seat not in named.seen:
            return "a card"
        return named.name or "a face-down card"

    def _owned(self, named: Named, event: events.Die | None = None) -> str:
        """A thing with whose it is; a player by name."""
        thing = named.thing
        if thing is not None and thing.kind == "player":
            return self.people.called(self.people.letters[thing.id])
        if thing is None or thing.kind != "card":
            return self._name(named)
        known = event.card if event is not None else None
        letter = self.people.letters[known.controller] if known is not None else ""
        whose = self.people.whose(letter) if letter else self._whose(named)
        return f"{whose} {self._name(named)}"

    def _whose(self, named: Named) -> str:
        assert named.thing is not None
        card = self.game.state.cards[named.thing.id]
        same = card.incarnation == named.thing.incarnation
        return self.people.whose(self.people.letters[card.controller if same else card.owner])

    def _lies_open(self, named: Named) -> bool:
        return named.thing is not None and named.thing.kind == "card" and named.seen is None

    # -- moves ---------------------------------------------------------------------------------------------------

    def _silent(self, event: events.Move) -> bool:
        if event.zone == "stack" or event.origin == "lineage" or (event.origin, event.zone) in SILENT_MOVES:
            return True
        named = event.subject
        return event.origin == "field" and named is not None and named.thing is not None and named.thing.id in self.dead

    def _about(self, *happened: Event) -> tuple[str, ...]:
        """The cards that events name, as far as they still lie where the seat can see them."""
        state = self.game.state
        named = (each for event in happened for each in (event.subject, *event.objects) if each is not None)
        things = dict.fromkeys(each.thing for each in named if each.thing is not None and each.thing.kind == "card")
        cards = (card for thing in things if (card := state.current(thing)) is not None)
        return tuple(handle(card) for card in cards if sees(state, self.seat, card))

    def _moved(self, moves: Sequence[events.Move]) -> News:
        """Cards that went the same way, by name as far as the seat may know them."""
        player, origin, zone = _way(moves[0])
        counted = Counter(self._known(event) for event in moves)
        cards = listed([_times(name, number) for name, number in counted.items()])
        letter = "" if player is None else self.people.letters[player]
        if origin == "field" and zone in LEFT and letter:
            many = len(moves) > 1
            verb = LEFT[zone].replace("is ", "are ").replace("goes ", "go ").replace("returns ", "return ")
            line = f"{self.people.whose(letter)} {cards} {verb.replace('ceases', 'cease') if many else LEFT[zone]}"
        elif (origin, zone) in MOVES and letter:
            verb, rest = MOVES[origin, zone]
            line = f"{self.people.does(letter, verb)} {rest.format(cards=cards)}"
        else:
            goes = "goes" if len(moves) == 1 else "go"
            line = f"{self._s(letter)} {cards} {goes} from {PLACES.get(origin, origin)} to {PLACES.get(zone, zone)}"
        return News(f"{line[:1].upper()}{line[1:]}", self._about(*moves))

    def _known(self, event: events.Move) -> str:
        """The name of the card that an event moves; nothing if the seat may not know it."""
        named = event.subject
        if named is None or not named.name or (named.seen is not None and self.seat not in named.seen):
            return ""
        return named.name


def _way(event: events.Move) -> tuple[Seat | None, str, str]:
    return event.player, event.origin, event.zone


def _times(name: str, number: int) -> str:
    if not name:
        return "a card" if number == 1 else f"{number} cards"
    return name if number == 1 else f"{number} × {name}"
