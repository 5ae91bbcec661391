"""The state: everything the rules can see, in one place. A snapshot is a shallow copy of a few lists and tuples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from archivist.model import chance
from archivist.model.card import OWN_ZONES, Card, Player, Seat, Shown, Thing, Way
from archivist.model.event import Event

if TYPE_CHECKING:
    from archivist.rules.effects.continuous.evaluation import Evaluation
    from archivist.rules.effects.continuous.in_force import Standing
    from archivist.rules.effects.continuous.sources import Objects
    from archivist.rules.playing_cards.permissions import Licence
    from archivist.vocabulary.face import Face
    from archivist.vocabulary.pending import Combat, DelayedTrigger, Item, Lasting, Turn, Waiting

_FIELDS = (
    "players",
    "field",
    "stack_cards",
    "stack",
    "intent",
    "lasting",
    "delayed",
    "waiting",
    "turn",
    "combat",
    "opportunity",
    "passes",
    "rng",
    "clock",
    "this_turn",
    "format",
    "first_player",
    "over",
    "winner",
    "named_ids",
    "shown",
)

_STRUCTURAL = frozenset(
    ("face", "controller", "first_controller", "zone", "face_up", "stamp", "face_stamp", "incarnation", "lineage")
)
_STANDING = frozenset(("field", "intent", "pantheon"))
_STANDING_OF_PLAYERS = frozenset(("champion", "pantheon", "mastery", "statuses"))
"""The parts of a card and of a player, and the places, on which the list of what may hold depends."""

_LISTED = ("field", "intent", "lasting")
"""The parts of the state itself on which it depends."""


def _listed(name: str) -> Any:
    """Such a part: putting another value in its place drops what was listed, so that nobody need ask whether it is right.

    It is read often, and therefore by a getter that is no Python function.
    """
    slot, effects = f"_{name}", name == "lasting"

    def change(state: State, value: tuple[Any, ...]) -> None:
        if value is not getattr(state, slot, None):
            setattr(state, slot, value)
            state.standing = None
            if not effects:
                state.objects = None

    return property(attrgetter(slot), change)


class State:
    """A position of the game. Cards and players are frozen values in lists; changing one puts a new value in its place.

    The field, the stack and the intent are common to all, and the things there have a controller (zones.2.7); the other
    zones are kept with their players.

    `now` says what everything is, and whatever changes something puts a fresh one in its place; `objects`, which lists what
    objects have by their own text, only when the objects themselves change, and `standing`, which lists what may hold,
    also when effects begin or end. `roaming` are the cards whose texts work elsewhere than usual, found anew when their
    number changes. `events` are those since the last checkpoint. None of these, nor `pool`, is part of the position. `vain`,
    the plays for which an effect has just given a chance and that cannot be made, is kept and saved only to say why.
    """

    __slots__ = (
        *("cards", "events", "now", "objects", "pool", "roaming", "standing", "vain"),
        *(f"_{name}" if name in _LISTED else name for name in _FIELDS),
    )

    cards: list[Card]
    players: list[Player]
    field: tuple[int, ...] = _listed("field")
    _field: tuple[int, ...]
    _intent: tuple[int, ...]
    _lasting: tuple[Lasting, ...]
    stack_cards: tuple[int, ...]
    stack: tuple[Item, ...]
    intent: tuple[int, ...] = _listed("intent")
    lasting: tuple[Lasting, ...] = _listed("lasting")
    delayed: tuple[DelayedTrigger, ...]
    waiting: tuple[Waiting, ...]
    turn: Turn
    combat: Combat | None
    opportunity: Seat | None
    passes: int
    rng: int
    clock: int
    this_turn: tuple[Event, ...]
    format: str
    first_player: Seat
    over: bool
    winner: Seat | None
    named_ids: int
    shown: tuple[Shown, ...]
    events: list[Event]
    now: Evaluation
    roaming: tuple[int, tuple[int, ...], tuple[int, ...]] | None
    objects: Objects | None
    standing: Standing | None
    pool: Mapping[str, Face]
    vain: tuple[tuple[Seat, Way, int, Licence], ...]

    def __init__(
        self, pool: Mapping[str, Face], players: list[Player], turn: Turn, seed: int, format: str, now: Evaluation
    ) -> None:
        self.pool = pool
        self.objects = None
        self.standing = None
        self.cards = []
        self.players = players
        self.field = ()
        self.stack_cards = ()
        self.stack = ()
        self.intent = ()
        self.lasting = ()
        self.delayed = ()
        self.waiting = ()
        self.turn = turn
        self.combat = None
        self.opportunity = None
        self.passes = 0
        self.rng = chance.seeded(seed)
        self.clock = 0
        self.this_turn = ()
        self.format = format
        self.first_player = 0
        self.over = False
        self.winner = None
        self.named_ids = 0
        self.shown = ()
        self.events = []
        self.now = now
        self.roaming = None
        self.vain = ()

    # -- the value -----------------------------------------------------------------------------------------------

    def copy(self) -> State:
        """A snapshot: the same frozen values in new lists, with what was derived of them."""
        new = State.__new__(State)
        new.pool = self.pool
        new.cards = self.cards.copy()
        new.players = self.players.copy()
        new._field = self._field
        new.stack_cards = self.stack_cards
        new.stack = self.stack
        new._intent = self._intent
        new._lasting = self._lasting
        new.delayed = self.delayed
        new.waiting = self.waiting
        new.turn = self.turn
        new.combat = self.combat
        new.opportunity = self.opportunity
        new.passes = self.passes
        new.rng = self.rng
        new.clock = self.clock
        new.this_turn = self.this_turn
        new.format = self.format
        new.first_player = self.first_player
        new.over = self.over
        new.winner = self.winner
        new.named_ids = self.named_ids
        new.shown = self.shown
        new.events = self.events.copy()
        new.now = self.now.copy()
        new.roaming = self.roaming
        new.vain = self.vain
        new.objects = self.objects
        new.standing = self.standing
        return new

    def become(self, other: State) -> None:
        """Takes over the value of a snapshot, in place; the snapshot stays usable."""
        for name in _FIELDS:
            setattr(self, name, getattr(other, name))
        self.cards[:] = other.cards
        self.players = other.players.copy()
        self.events = other.events.copy()
        self.now = other.now.copy()
        self.roaming = other.roaming
        self.vain = other.vain
        self.objects = other.objects
        self.standing = other.standing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return (
            self.cards == other.cards
            and self.events == other.events
            and all(getattr(self, name) == getattr(other, name) for name in _FIELDS)
        )

    __hash__ = None  # type: ignore[assignment]

    # -- looking -------------------------------------------------------------------------------------------------

    def face(self, card: Card) -> Face:
        return self.pool[card.face]

    def zone(self, seat: Seat, zone: str) -> tuple[int, ...]:
        """The cards of a player's own zone, in its order."""
        return getattr(self.players[seat], zone)  # type: ignore[no-any-return]

    def champion(self, seat: Seat) -> Card | None:
        number = self.players[seat].champion
        return None if number is None else self.cards[number]

    def current(self, thing: Thing) -> Card | None:
        """The card a thing stands for, if it is still that thing."""
        if thing.kind != "card":
            return None
        card = self.cards[thing.id]
        return card if card.incarnation == thing.incarnation else None

    def item(self, number: int) -> Item | None:
        for each in self.stack:
            if each.id == number:
                return each
        return None

    def living(self) -> list[Seat]:
        """The players still in the game, from the turn player on (timing.7.1, turn.1)."""
        players, first = self.players, self.turn.player
        return [player.seat for player in (players[first:] + players[:first] if first else players) if not player.lost]

    def after(self, seat: Seat) -> Seat:
        """The next player in turn order who is still in the game."""
        n = len(self.players)
        for step in range(1, n + 1):
            following = (seat + step) % n
            if not self.players[following].lost:
                return following
        return seat

    def opponents(self, seat: Seat) -> list[Seat]:
        return [each for each in self.living() if each != seat]

    def own_cards(self, seat: Seat) -> Iterator[int]:
        for zone in OWN_ZONES:
            yield from self.zone(seat, zone)

    # -- changing ------------------------------------------------------------------------------------------------

    def touch(self) -> None:
        """Drops what was derived from the former value.

        Rules: effects.5.3.
        """
        self.now = self.now.anew()

    def forget(self) -> None:
        """Drops everything that is derived, to look at the position afresh."""
        self.now = self.now.anew()
        self.objects = self.standing = self.roaming = None

    def put(self, card: Card) -> None:
        if card.zone in _STANDING or self.cards[card.id].zone in _STANDING or self.pool[card.face].holds_elsewhere:
            self.objects = self.standing = None
        self.cards[card.id] = card
        self.now = self.now.anew()

    def alter(self, number: int, **changes: Any) -> Card:
        """Puts a changed card in the place of the old one."""
        card = replace(self.cards[number], **changes)
        self.cards[number] = card
        if card.zone in _STANDING and not _STRUCTURAL.isdisjoint(changes):
            self.objects = self.standing = None
        self.now = self.now.anew()
        if "face" in changes:
            self.roaming = None
        return card

    def alter_player(self, seat: Seat, **changes: Any) -> None:
        self.players[seat] = replace(self.players[seat], **changes)
        if not _STANDING_OF_PLAYERS.isdisjoint(changes):
            self.objects = self.standing = None
        self.now = self.now.anew()

    def alter_turn(self, **changes: Any) -> None:
        """Changes where the turn is; what was derived stays where nothing that holds looks at the turn."""
        self.turn = replace(self.turn, **changes)
        self.now = self.now.later(self)

    def alter_item(self, number: int, **changes: Any) -> None:
        self.stack = tuple(replace(each, **changes) if each.id == number else each for each in self.stack)
        self.now = self.now.anew()

    def end_lasting(self, ends: Callable[[Lasting], bool]) -> bool:
        """Ends the lasting effects of which this is true; gives whether there were any."""
        kept = tuple(each for each in self.lasting if not ends(each))
        if len(kept) == len(self.lasting):
            return False
        self.lasting = kept
        self.touch()
        return True

    def tick(self) -> int:
        """The next timestamp."""
        self.clock += 1
        return self.clock

    def random(self, n: int) -> int:
        """A number from 0 to n-1 from the game's own generator."""
        self.rng, value = chance.below(self.rng, n)
        return value

    def shuffled(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        """The cards in a random order (Fisher-Yates)."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            pick = self.random(last + 1)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)
