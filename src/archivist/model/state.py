"""The state: everything the rules can see, in one place. A snapshot is a shallow copy of a few lists and tuples."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from archivist.model import chance
from archivist.model.card import OWN_ZONES, Card, Player, Seat, Shown, Thing, Way
from archivist.model.declaration import Declared, aside, part
from archivist.model.events import AnyEvent

if TYPE_CHECKING:
    from archivist.cards import Pool
    from archivist.rules.effects.continuous.characteristics import Evaluation
    from archivist.rules.effects.continuous.effects_in_force import Standing
    from archivist.rules.effects.continuous.what_objects_bring import Objects
    from archivist.rules.playing_cards.permissions import Licence
    from archivist.vocabulary.face import Face
    from archivist.vocabulary.pending import Combat, DelayedTrigger, Item, Lasting, Turn, Waiting

_STRUCTURAL = frozenset(
    ("face", "controller", "first_controller", "zone", "face_up", "stamp", "face_stamp", "incarnation", "lineage")
)
_LOOKED_AT = _STRUCTURAL | {"damage", "counters"}
_STANDING = frozenset(("field", "intent", "pantheon"))
_BESIDES = frozenset(("intent", "pantheon"))
_STANDING_OF_PLAYERS = frozenset(("champion", "pantheon", "mastery", "statuses"))
"""The parts of a card and of a player, and the places, on which the list of what may hold depends, `_BESIDES` being the
places besides the field; and the parts of a card of which anything is derived that changes do not drop anyway."""


class State(metaclass=Declared):
    """A position of the game. Cards and players are frozen values in lists; changing one puts a new value in its place.

    The field, the stack and the intent are common to all, and the things there have a controller (zones.2.7); the other
    zones are kept with their players.

    Each part stands here once, and is in snapshots, equality, saves, positions and the text for debuggers by that alone.

    `now` says what everything is, and whatever changes something puts a fresh one in its place; `objects`, which lists what
    objects have by their own text, only when the objects themselves change, and `standing`, which lists what may hold,
    also when effects begin or end; `listed` is the last such list, which may hold again. `former` is what objects had when it
    was last listed, as long as none has done more than come or go since. `roaming` are the cards whose texts
    work elsewhere than usual, found anew when one comes into the game. `lent` are those that effects have given to other
    players, found anew when one changes hands, and perhaps others that have moved since. `sound` are the objects of which
    none was dying as damage and counters lay on them, and still do; no player was about to win or to lose either. `left`
    is how many players are still in the game. `events` are those since the last checkpoint. `vain`, the plays for which an
    effect has just given a chance and that cannot be made, is kept and saved only to say why.

    `pool` has the faces of `whole_pool` by name, and that of what lies face down.
    """

    cards: list[Card] = part(list, shown=False)
    players: list[Player] = part(list, shown=False)
    field: tuple[int, ...] = part((), numbers=True, drops=("objects", "standing"))
    stack_cards: tuple[int, ...] = part((), numbers=True, shown=False)
    stack: tuple[Item, ...] = part((), shown=False)
    intent: tuple[int, ...] = part((), numbers=True, drops=("objects", "standing"))
    lasting: tuple[Lasting, ...] = part((), drops=("standing",))
    delayed: tuple[DelayedTrigger, ...] = part(())
    waiting: tuple[Waiting, ...] = part(())
    turn: Turn = part(shown=False)
    combat: Combat | None = part()
    opportunity: Seat | None = part(shown=False)
    passes: int = part(0)
    rng: int = part(0, told=False, shown=False)
    clock: int = part(0, shown=False)
    this_turn: tuple[AnyEvent, ...] = part((), shown=False)
    format: str = part("standard")
    first_player: Seat = part(0, shown=False)
    over: bool = part(False)
    winner: Seat | None = part()
    named_ids: int = part(0, shown=False)
    shown: tuple[Shown, ...] = part(())
    vain: tuple[tuple[Seat, Way, int, Licence], ...] = part((), compared=False, told=False)
    events: list[AnyEvent] = part(list, told=False)

    whole_pool: Pool = aside()
    pool: dict[str, Face] = aside()
    now: Evaluation = aside(copied=True)
    roaming: tuple[tuple[int, ...], tuple[int, ...]] | None = aside()
    lent: tuple[int, ...] | None = aside()
    objects: Objects | None = aside()
    former: Objects | None = aside()
    standing: Standing | None = aside()
    listed: Standing | None = aside()
    sound: Objects | None = aside()
    left: int | None = aside()

    def __init__(
        self, whole_pool: Pool, players: list[Player], turn: Turn, seed: int, format: str, now: Evaluation
    ) -> None:
        self._begin()
        self.now = now
        self.use(whole_pool)
        self.players = players
        self.turn = turn
        self.rng = chance.seeded(seed)
        self.format = format

    def use(self, whole_pool: Pool) -> None:
        """From now on these are the cards there are."""
        self.whole_pool = whole_pool
        self.pool = whole_pool.faces

    if TYPE_CHECKING:  # these are written from the declaration

        def _begin(self) -> None:
            """Sets every part to its default."""

        def copy(self) -> State:
            """A snapshot: the same frozen values in new lists, with what was derived of them."""

        def become(self, other: State) -> None:
            """Takes over the value of a snapshot, in place; the snapshot stays usable."""

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """A position on one line: the turn, the stack, every part that is not empty, and the players."""
        return f"<State: {'; '.join(self._told())}>"

    def _told(self) -> Iterator[str]:
        names, turn = [player.name for player in self.players], self.turn
        acting = f", {names[self.opportunity]} has Opportunity" if self.opportunity is not None else ""
        yield f"turn {turn.number} of {names[turn.player]}, {turn.phase}{acting}"
        if self.stack:
            yield f"stack {', '.join(item.source.true_name for item in self.stack)}"
        for name, each in State.parts.items():
            value = getattr(self, name)
            if each.shown and value != each.first():
                yield f"{name} {len(value) if isinstance(value, tuple | list) else value}"
        for player in self.players:
            yield f"{player.name}: {', '.join((*self._life(player), *_sizes(player)))}"

    def _life(self, player: Player) -> Iterator[str]:
        """A champion with the damage on it and the life that is printed: a debugger must not have the rules work."""
        champion = self.champion(player.seat)
        if champion is not None:
            yield f"{champion.true_name} {champion.damage}/{self.face(champion).life} damage"

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

    def still(self, card: Card) -> Card | None:
        """A card as it is now, if it is still the thing that it was: as `current`, without naming the thing."""
        now = self.cards[card.id]
        return now if now.incarnation == card.incarnation else None

    def things(self, numbers: Iterable[int]) -> tuple[Thing, ...]:
        """The things that some cards are now, in one go: each by itself would be asked for it."""
        cards = self.cards
        return tuple([Thing("card", each, cards[each].incarnation) for each in numbers])

    def item(self, number: int) -> Item | None:
        for each in self.stack:
            if each.id == number:
                return each
        return None

    def living(self) -> list[Seat]:
        """The players still in the game, from the turn player on (timing.7.1, turn.1)."""
        return [player.seat for player in self._in_turn() if not player.lost]

    def _in_turn(self) -> list[Player]:
        """All players, from the turn player on."""
        players, first = self.players, self.turn.player
        return players[first:] + players[:first] if first else players

    def how_many(self) -> int:
        """How many players are still in the game."""
        left = self.left
        if left is None:
            self.left = left = len([player for player in self.players if not player.lost])
        return left

    def after(self, seat: Seat) -> Seat:
        """The next player in turn order who is still in the game."""
        players = self.players
        n = len(players)
        following = (seat + 1) % n
        while players[following].lost and following != seat:
            following = (following + 1) % n
        return following

    def opponents(self, seat: Seat) -> list[Seat]:
        """The other players still in the game, from the turn player on."""
        return [player.seat for player in self._in_turn() if not player.lost and player.seat != seat]

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
        self.objects = self.former = self.standing = self.listed = None
        self.roaming = self.lent = self.sound = self.left = None

    def add(self, *cards: Card) -> None:
        """Adds cards that the game did not have before; their numbers are the next ones."""
        self.cards += cards
        self.now = self.now.anew()
        if self.roaming is not None and any(map(self._wanders, cards)):
            self.roaming = None

    def put(self, card: Card, seat: Seat = 0, zones: Mapping[str, tuple[int, ...]] | None = None) -> None:
        """Puts a card in the place of its former value, and what then lies in zones that a player has to themselves."""
        places, number = self.cards, card.id
        if card.zone in _STANDING or places[number].zone in _STANDING or self.pool[card.face].holds_elsewhere:
            self._stir(places[number], card)
            self.objects = self.standing = self.sound = None
        places[number] = card
        if zones:
            self.players[seat] = replace(self.players[seat], **zones)
        self.now = self.now.anew()

    def put_all(self, cards: Sequence[Card]) -> None:
        """As `put`, for several cards that stay where they are."""
        places, pool = self.cards, self.pool
        for card in cards:
            if card.zone in _STANDING or pool[card.face].holds_elsewhere:
                self._stir(places[card.id], card)
                self.objects = self.standing = self.sound = None
            places[card.id] = card
        self.now = self.now.anew()

    def put_hidden(self, cards: Sequence[Card], seat: Seat, zones: Mapping[str, tuple[int, ...]]) -> None:
        """As `put`, for several cards whose text says nothing where they lay and where they lie now (`Face.quiet`)."""
        places = self.cards
        for card in cards:
            places[card.id] = card
        self.players[seat] = replace(self.players[seat], **zones)
        self.now = self.now.anew()

    def _stir(self, old: Card, card: Card) -> None:
        """Drops what objects had unless a card has just come to the field or left it; one that is back is another thing."""
        former = self.former
        if former is not None and (
            card.zone == old.zone
            or (card.zone == "field" and card.id in former.field)
            or card.zone in _BESIDES
            or old.zone in _BESIDES
            or self.pool[card.face].holds_elsewhere
        ):
            self.former = None

    def alter(self, number: int, **changes: Any) -> Card:
        """Puts a changed card in the place of the old one."""
        old = self.cards[number]
        self.cards[number] = card = replace(old, **changes)
        if not _LOOKED_AT.isdisjoint(changes):
            self._drop(old, card, changes)
        self.now = self.now.anew()
        return card

    def _drop(self, old: Card, card: Card, changes: Collection[str]) -> None:
        """Drops what was derived of what has changed about a card."""
        if "face" in changes or (card.zone in _STANDING and not _STRUCTURAL.isdisjoint(changes)):
            self._stir(old, card)
            self.objects = self.standing = None
        if "damage" in changes or "counters" in changes:
            self.sound = None
        if "first_controller" in changes:
            self.lent = None
        if "face" in changes and (self._wanders(old) or self._wanders(card)):
            self.roaming = None

    def _wanders(self, card: Card) -> bool:
        """Whether the text of a card may work, or let it be played, elsewhere than usual."""
        face = self.pool[card.default_face]
        return face.roams or bool(face.playable_from)

    def alter_player(self, seat: Seat, **changes: Any) -> None:
        self.players[seat] = replace(self.players[seat], **changes)
        if not _STANDING_OF_PLAYERS.isdisjoint(changes):
            self.objects = self.former = self.standing = None
        if "lost" in changes:
            self.left = None
        if "fate" in changes or "drew_from_empty" in changes:
            self.sound = None
        self.now = self.now.anew()

    def alter_turn(self, **changes: Any) -> None:
        """Changes where the turn is."""
        self.go(replace(self.turn, **changes))

    def go(self, turn: Turn) -> None:
        """Puts the turn somewhere else; what was derived stays where nothing that holds looks at the turn."""
        self.turn = turn
        known = self.standing
        if known is None or not known.timeless or self.now.looked_at:  # else nothing asks for the turn
            self.now = self.now.later(self)

    def step(self, step: str) -> None:
        """Goes on to another step of the phase. No card speaks of steps, so that what was derived stays."""
        self.turn = replace(self.turn, step=step, fresh=True)

    def alter_item(self, number: int, **changes: Any) -> None:
        self.pile(tuple(replace(each, **changes) if each.id == number else each for each in self.stack))

    def pile(self, stack: tuple[Item, ...]) -> None:
        """From now on this is the stack."""
        self.stack = stack
        self.now = self.now.anew()

    def remember(self, event: AnyEvent) -> None:
        """Keeps an event among those of the turn."""
        self.this_turn = (*self.this_turn, event)
        self.now = self.now.anew()

    def fight(self, combat: Combat | None) -> None:
        """From now on this is the combat, if there is one."""
        self.combat = combat
        self.now = self.now.anew()

    def hold(self, lasting: tuple[Lasting, ...]) -> None:
        """From now on these are the lasting effects."""
        self.lasting = lasting
        self.now = self.now.anew()

    def end_lasting(self, ends: Callable[[Lasting], bool]) -> bool:
        """Ends the lasting effects of which this is true; gives whether there were any."""
        kept = tuple(each for each in self.lasting if not ends(each))
        if len(kept) == len(self.lasting):
            return False
        self.hold(kept)
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
        """The cards in a random order."""
        self.rng, order = chance.shuffled(self.rng, cards)
        return order


def _sizes(player: Player) -> Iterator[str]:
    return (f"{zone} {len(cards)}" for zone in OWN_ZONES if (cards := getattr(player, zone)))
