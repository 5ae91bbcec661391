"""A run: an item being resolved, instruction after instruction, from its controller's side (RS.4).

What each node of the vocabulary does is a function in the module named like the node's own, registered with
`carries_out`. It is given the run and the node, asks where players choose, calls the rules, and tells with `Run.did` what
really happened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Seat, Thing
from archivist.model.decision import OnLeave
from archivist.model.event import card_of
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.asking import Asked, Groups, ask_cards, ask_number, ask_one, ask_yes
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.references import MEANT
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards import effects_stack
from archivist.rules.zones import revealing
from archivist.vocabulary.effects import EffectNode
from archivist.vocabulary.effects.base import Effect
from archivist.vocabulary.node import TARGET, THIS, Ref, Steps, Who
from archivist.vocabulary.pending import NOTHING, Deed, Group, Item

N = TypeVar("N", bound=Effect)
Result = TypeVar("Result", None, Steps)
Found = tuple[Seat, str, int]
"""Cards that must be there: whose, in which zone, how many; below 0 so many are brought there."""
CARRIED_OUT: Final[dict[type[Effect], Callable[[Run, Any], Steps | None]]] = {}
"""What each kind of node does."""
NAMES: Final[dict[type[Effect], str]] = {}
"""What each kind of node is called in card files."""
POSSIBLE: Final[dict[type[Effect], Callable[[Run, Any], bool]]] = {}
"""Whether all that a node says can be done (RS.6); a kind that is not here always can."""
MUST_FIND: Final[dict[type[Effect], Callable[[Run, Any], list[Found]]]] = {}
"""The cards that a node must find to be done completely; a kind that is not here needs none."""


def carries_out(kind: type[N]) -> Callable[[Callable[[Run, N], Result]], Callable[[Run, N], Result]]:
    """Marks the function that does what nodes of a kind say: a procedure if it asks, else a plain function."""

    def register(does: Callable[[Run, N], Result]) -> Callable[[Run, N], Result]:
        _enter(CARRIED_OUT, kind, does)
        NAMES[kind] = str(kind.__struct_config__.tag)
        return does

    return register


def is_possible(kind: type[N]) -> Callable[[Callable[[Run, N], bool]], Callable[[Run, N], bool]]:
    """Marks the function that says whether all of an instruction can be done."""

    def register(can: Callable[[Run, N], bool]) -> Callable[[Run, N], bool]:
        _enter(POSSIBLE, kind, can)
        return can

    return register


def must_find(kind: type[N]) -> Callable[[Callable[[Run, N], list[Found]]], Callable[[Run, N], list[Found]]]:
    """Marks the function that says which cards an instruction must find to be done completely."""

    def register(needs: Callable[[Run, N], list[Found]]) -> Callable[[Run, N], list[Found]]:
        _enter(MUST_FIND, kind, needs)
        return needs

    return register


def _enter(table: dict[type[Effect], Any], kind: type[Effect], function: Callable[..., object]) -> None:
    if kind in table:
        raise ValueError(f"{kind.__name__} is carried out by two functions: {table[kind]} and {function}")
    table[kind] = function


_NO_DEED: Deed | None = None
"""What is done before an instruction. With a plain None, mypy would take the deed to be None after the instruction, too."""


class Run:
    """An item being resolved: its source and side (`scene`), what its references mean, what it did so far, its questions.

    Phrases, amounts and conditions are read in `scene`, which also keeps what later instructions speak of: what was done
    (``it``), chosen and revealed. `part` and `mode` say where in the text it is. `remembered` are the cards that it made
    its source remember, `stated` those that it chose for their characteristics, and `deed` what the instruction under
    way has done. It `began` at that timestamp.

    Rules: abilities.7.7, RS.2, RS.3, turn.1.6, effects.1, effects.1.1.
    """

    def __init__(self, state: State, item: Item) -> None:
        self.state = state
        self.item = item
        self.you: Seat = item.controller
        self.scene = scene = effects_stack.item_scene(state, item)
        scene.noted_card = item.noted_card
        self.began = state.clock
        self.part = 0
        self.mode = -1
        self.remembered: tuple[int, ...] = ()
        self.stated: tuple[Thing, ...] = ()
        self.deed: Deed | None = None
        self.deeds: dict[str, Deed] = {item.deed_of: item.deed} if item.deed_of else {}
        scene.deeds = self.deeds

    # -- carrying out --------------------------------------------------------------------------------------------

    def read(self, parts: Sequence[int]) -> Steps:
        """Carries out paragraphs of the text, each with those of its modes that were chosen."""
        for part in parts:
            _go_to(self, part, -1)
            paragraph = self.item.text[part]
            yield from self.perform(paragraph.do)
            if paragraph.modes is not None:
                before = self.latest
                for where, mode in self.item.modes:
                    if where == part and not restrictions.is_off(self.item, part, mode):
                        _go_to(self, part, mode)
                        self.scene.settle(before)
                        yield from self.perform(paragraph.modes.options[mode].do)

    def perform(self, effects: Sequence[EffectNode]) -> Asked[bool]:
        """Carries out instructions from top to bottom; nothing is checked in between (RS.2, timing.3.1).

        What each one did can be spoken of by the next; one that tells of no deed did nothing. Gives whether all were done.

        Rules: RS.6, abilities.7.3.
        """
        done, deed = True, NOTHING
        for effect in effects:
            kind = type(effect)
            self.deed = _NO_DEED
            asking = CARRIED_OUT[kind](self, effect)
            if asking is not None:
                yield from asking
            deed = self.deed or NOTHING
            self.scene.settle(deed)
            self.deeds[NAMES[kind]] = deed
            done = done and deed.done
        self.deed = deed
        return done

    def did(
        self, many: int, cards: Iterable[int] = (), *, things: Iterable[Thing] = (), done: bool | None = None
    ) -> None:
        """Tells what the instruction under way really did: how much, and to what; what is told several times adds up.

        It was done if it did anything at all. An action whose outcome was replaced is done all the same (RS.10).
        """
        about = (*(self.state.things(cards) if cards else ()), *things)
        more = Deed(many > 0 if done is None else done, max(0, many), about)
        self.deed = more if self.deed is None else self.deed.and_also(more)

    @property
    def latest(self) -> Deed:
        """What the text means now by ``done``, ``it`` and "that many"."""
        return Deed(self.scene.done, self.scene.noted, self.scene.about)

    # -- what the text speaks of ---------------------------------------------------------------------------------

    def cards(self, ref: Ref) -> tuple[Card, ...]:
        """The cards or objects a reference means, as they are now; what is gone is left out."""
        if ref.each is not None:
            return self.scene.public(ref.each)
        return tuple(_there(self.state, self.things(ref)))

    def movable(self, ref: Ref) -> tuple[Card, ...]:
        """As `cards`, but also what is no object any more: a card to be moved, played or shown.

        A source, or what an event was about, is followed through one zone change if the text speaks of the card that
        moved; else it means the object or card as it was, and that is gone.

        Rules: effects.7.3, timing.11.2, targets-and-copies.1.4.
        """
        if means_a_copy(self, ref):
            return ()
        before = self.scene.source if ref.name == "this" else card_of(self.scene.event) if ref.name == "that" else None
        if before is None:
            return self.cards(ref)
        card = self.state.cards[before.id]
        near = card.incarnation - before.incarnation
        if card.zone == "none" or near > 1 or (near == 1 and not _follows(self, ref, before, card)):
            return ()
        return (card,)

    def bearers(self, ref: Ref) -> tuple[Card, ...]:
        """What can bear lasting effects: the cards a reference means, and those of the activations it means."""
        if ref.each is not None:
            return self.cards(ref)
        things = self.things(ref)
        return (*_there(self.state, things), *_activated(self.state, things))

    def activated(self, ref: Ref) -> list[Card]:
        """The cards on the stack of the activations that a reference means."""
        return _activated(self.state, self.things(ref))

    def items(self, ref: Ref) -> list[Item]:
        """The items on the stack that a reference means."""
        event = self.scene.event
        numbers = [thing.id for thing in self.things(ref) if thing.kind == "item"]
        if ref.name == "that" and isinstance(event, events.ABOUT_AN_ITEM):
            numbers = [event.item]
        return [item for number in numbers if (item := self.state.item(number)) is not None]

    def things(self, ref: Ref) -> tuple[Thing, ...]:
        """What a reference means: ``this`` is the object that has the ability, and no other of its name.

        Rules: timing.11, timing.11.2, timing.11.3, targets-and-copies.1.5, abilities.1.12.
        """
        return MEANT[ref.kind](self, ref)

    def shares(self, ref: Ref) -> tuple[tuple[int, int], ...]:
        """Each target with the amount announced for it; shares of lost targets are lost."""
        return tuple(
            (thing.id, share)
            for group in self.groups(ref)
            for thing, share in zip(group.things, group.shares, strict=True)
            if thing is not None
        )

    def groups(self, ref: Ref) -> list[Group]:
        """The targets of this paragraph and mode by that name; else those of the whole text."""
        name = ref.name.removeprefix("target ")
        named: list[Group] = []
        here: list[Group] = []
        for group in self.item.groups:
            if group.name == name and effects_stack.counts(self.item, group):
                named.append(group)
                if group.part == self.part and group.mode == self.mode:
                    here.append(group)
        if not here and ref.name == "target":
            here = [group for group in self.item.groups if group.part == self.part and group.mode == self.mode]
        return here or named

    def players(self, who: Who) -> tuple[Seat, ...]:
        """The players meant who are in the game, in turn order from the turn player (timing.7.1).

        Rules: abilities.7.4, turn.9.9.
        """
        players = self.state.players
        if who.text == "you":
            return () if players[self.you].lost else (self.you,)
        return tuple([seat for seat in self._meant_players(who) if not players[seat].lost])

    def _meant_players(self, who: Who) -> Sequence[Seat]:
        if who.text == "each player":
            return self.state.living()
        if who.text in ("each opponent", "an opponent"):
            return self.state.opponents(self.you)
        if who.text == "target":
            return tuple(thing.id for thing in self.scene.targets if thing.kind == "player")
        if who.text == "target controller":
            return tuple(dict.fromkeys(self._controllers()))
        if who.text == "last controller":
            gone = self.scene.destroyed
            return (gone.controller,) if gone is not None else tuple(dict.fromkeys(self._controllers()))
        if who.text == "owner":
            return (self.scene.source.owner,)
        player = self.scene.that_player()
        return () if player is None else (player,)

    def _controllers(self) -> list[Seat]:
        found: list[Seat] = []
        for thing in self.scene.targets:
            if thing.kind == "item" and (item := self.state.item(thing.id)) is not None:
                found.append(item.controller)
            elif (card := self.state.current(thing)) is not None:
                found.append(card.controller)
        return found

    # -- asking --------------------------------------------------------------------------------------------------

    def ask_yes(self, seat: Seat, prompt: str) -> Asked[bool]:
        """Whether a player takes an option."""
        return ask_yes(seat, ("RS.5",), prompt, card=self.scene.source.id)

    def ask_number(self, seat: Seat, numbers: Sequence[int], prompt: str) -> Asked[int]:
        """A number that a player chooses."""
        return ask_number(seat, "number", ("RS.2",), prompt, numbers, card=self.scene.source.id)

    def ask_label(self, seat: Seat, labels: Sequence[str]) -> Asked[str]:
        """One of several labels that a player chooses."""
        return ask_one(
            seat, "option", ("RS.2",), f"choose {' or '.join(labels)}", labels, labels, card=self.scene.source.id
        )

    def ask_cards(
        self,
        seat: Seat,
        cards: Sequence[int],
        least: int,
        most: int,
        prompt: str,
        *,
        kind: str = "choose",
        budget: int = 0,
        same: Groups = (),
        rules: tuple[str, ...] = (),
        on_leave: OnLeave = "default",
    ) -> Asked[tuple[int, ...]]:
        """Cards that a player chooses; with a `budget` their reserve costs together are no higher than that.

        Rules: targets-and-copies.4.
        """
        if most == 0:
            if not cards:
                say(self.state, events.NoneFound, "timing.8.6", player=seat)
            return ()
        if not same:
            cards = revealing.blurred(self.state, cards, seat)
        sorts, mixes = _within_budget(self.scene, cards, budget, most) if budget else ((), ())
        chosen = yield from ask_cards(
            seat,
            kind,
            ("RS.2", "targets-and-copies.4.1", "targets-and-copies.4.2", *rules),
            prompt,
            [self.state.cards[number] for number in cards],
            least=least,
            most=most,
            card=self.scene.source.id,
            same=same,
            sorts=sorts,
            mixes=mixes,
            on_leave=on_leave,
        )
        return tuple(card.id for card in chosen)


def _there(state: State, things: Sequence[Thing]) -> list[Card]:
    """The cards or objects among some things, as they are now; what is gone is left out."""
    return [card for thing in things if (card := state.current(thing)) is not None]


def _activated(state: State, things: Sequence[Thing]) -> list[Card]:
    """The cards on the stack of the activations among some things."""
    items = [state.item(thing.id) for thing in things if thing.kind == "item"]
    return [state.cards[item.card] for item in items if item is not None and item.is_play]


def _go_to(run: Run, part: int, mode: int) -> None:
    """Goes on to a paragraph or mode: conditions, amounts and *its controller* mean its target, as instructions do.

    A player who was targeted elsewhere in the text is meant where no other is. Rules: targets-and-copies.1.1.
    """
    run.part, run.mode = part, mode
    groups = run.item.groups
    if not groups:
        return
    targets = run.things(TARGET)
    players = [each for group in groups for each in group.things if each is not None and each.kind == "player"]
    if players and not any(thing.kind == "player" for thing in targets):
        targets = (*targets, *players)
    run.scene.targets = targets


def means_a_copy(run: Run, ref: Ref) -> bool:
    """Whether a reference means the copy of a play. The copy is no card, and never moves to a zone (RU.3).

    Rules: targets-and-copies.6.4.
    """
    return ref.name == "this" and run.item.is_play and run.item.copy


def _follows(run: Run, ref: Ref, before: Card, card: Card) -> bool:
    """Whether the text still means a card that has moved once. A name, or a type without "card", means the object on the
    field (timing.11.2, targets-and-copies.1.4): it is gone, and its card elsewhere is not meant. It is followed

    - where the event itself moved it, as On Death and On Leave tell (effects.7.4),
    - where the cost of this very ability took it, or this very text: then it speaks of what was done, and so does what the
      text has made of itself for later, a delayed or reflexive trigger (abilities.3.17),
    - as the source of an ability that triggered from an intent (abilities.6.3, terms.5.ephemeral),
    - as "this card" of a text that was on the stack, for it has left the stack as it resolved (abilities.1.12).
    """
    event = run.scene.event
    if isinstance(event, events.THAT_MOVE) and event.card.thing == before.thing:
        return True
    if card.stamp > run.began:
        return True
    if ref.name == "that":
        return False
    if run.item.followed:
        return True
    if run.item.kind == "ability":
        return card.stamp < run.item.stamp
    return before.zone in ("intent", "stack")


def text_of(run: Run) -> str:
    """The face whose text is carried out, whatever its source shows by now (abilities.1.10)."""
    return run.item.text_of or _face(run)


def label_of(run: Run) -> str:
    """The name by which a trigger goes that is made now: that of what makes it."""
    return run.item.label or _face(run)


def _face(run: Run) -> str:
    return (run.scene.source if run.item.is_play else run.item.source).face


def source_kept(run: Run) -> Card:
    """The source as what is made now keeps it: X in that is the X of what is carried out, not only of the object.

    Rules: costs.4.6.
    """
    source = run.scene.source
    return source if source.x == run.scene.x else replace(source, x=run.scene.x)


def follows_source(run: Run) -> bool:
    """Whether the source has moved, and the text means the card where it went: then what the text makes for later does too.

    So "On Death: at the beginning of the next end phase, return this" finds the card in the graveyard, if it is still there.
    """
    source = run.scene.source
    card = run.state.cards[source.id]
    return card.incarnation == source.incarnation + 1 and _follows(run, THIS, source, card)


def _within_budget(scene: Scene, cards: Sequence[int], budget: int, most: int) -> tuple[tuple[int, ...], Groups]:
    """The cards by their reserve cost, and how many of each cost may be taken together."""
    found = [scene.printed_cost(scene.state.cards[number], "reserve") for number in cards]
    prices = [price if isinstance(price, int) else 0 for price in found]
    kinds = sorted(set(prices))

    def go_on(index: int, left: int, room: int) -> Iterator[tuple[int, ...]]:
        if index == len(kinds):
            yield ()
            return
        price = kinds[index]
        for n in range(min(prices.count(price), room, left // price if price else room) + 1):
            yield from ((n, *rest) for rest in go_on(index + 1, left - n * price, room - n))

    return tuple(kinds.index(price) for price in prices), tuple(go_on(0, budget, most))
