"""The Effects Stack: cards lie on it with a timestamp and no position; their instances and abilities wait in order."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import KIND_OF_WAY, Card, Played, Seat, Thing
from archivist.model.decision import Answer, Decision
from archivist.model.event import Named
from archivist.model.state import State
from archivist.model.value import Value
from archivist.rules.abilities.where_they_work import GAINED, UNGAINED
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import emit, named, say, tell, witness
from archivist.rules.effects.replacement import Replacement
from archivist.rules.effects.scene import Scene
from archivist.rules.targets_and_copies import targets
from archivist.rules.timing import bounds
from archivist.rules.zones import destinations, moving
from archivist.rules.zones.destinations import Arrival, Journey, Ways
from archivist.vocabulary.effects import EffectNode, If
from archivist.vocabulary.effects.moving import GoesTo
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Group, Item
from archivist.vocabulary.statics.game import Forbid
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.text import Mode, Modes


def new_id(state: State) -> int:
    state.named_ids += 1
    return state.named_ids


def thing_named(state: State, thing: Thing) -> Named:
    """A thing as it is called in an event."""
    if thing.kind == "player":
        return Named(state.players[thing.id].name, thing)
    if thing.kind == "item":
        item = state.item(thing.id)
        return Named(state.cards[item.card].face if item else "nothing", thing)
    return named(state, state.cards[thing.id])


def mode_bounds(modes: Modes, scene: Scene) -> tuple[int, int]:
    """How many modes are to be chosen, now: at least one, unless the text allows none (CA.1.4)."""
    number = modes.more if modes.more is not None and modes.more.when.holds(scene) else modes
    return 0 if number.or_none else 1 if number.up_to else number.choose, number.choose


def mode_available(scene: Scene, mode: Mode, state: State, card: Card) -> bool:
    """A mode can be chosen if it is unlocked and its required targets exist (CA.1.5)."""
    if not now.unlocked(state, card, mode.when):
        return False
    spell = targets.is_spell(scene)
    return all(targets.available(scene, wanted, spell=spell) for wanted in mode.targets)


def is_off(item: Item, part: int, mode: int = -1) -> bool:
    """Whether a restricted part of an item was lost while it waited (RU.19)."""
    return (part, -1) in item.off or (part, mode) in item.off


def live(state: State, item: Item, part: int) -> bool:
    """A restricted paragraph counts if it was not lost and is met now, read for whoever played the card.

    Rules: abilities.5.6, abilities.5.3, abilities.5.4.static.
    """
    paragraph = item.text[part]
    if is_off(item, part):
        return False
    if not item.is_play or paragraph.when is None:
        return True
    return now.unlocked(state, state.cards[item.card], paragraph.when)


PLAYS: Final = {kind.way: kind for kind in (events.Activation, events.Materialization, events.Bestowment)}
"""What has happened when a card has been played, by the way in which it was."""


def put_instance(
    state: State,
    card: Card,
    player: Seat,
    *,
    modes: tuple[tuple[int, int], ...],
    groups: tuple[Group, ...],
    had: tuple[tuple[int, int], ...],
    rules: tuple[str, ...],
    starcalled_free: bool = False,
) -> Item:
    """Adds the original instance of a card that has been played, as the top of the stack (PC.6, PC.9, zones.3.12)."""
    played = card.played
    assert played is not None
    kind = KIND_OF_WAY[played.way]
    item = Item(
        new_id(state),
        kind,  # type: ignore[arg-type]
        player,
        card.id,
        card,
        state.pool[card.face].text,
        state.tick(),
        modes=modes,
        groups=groups,
        had=had,
        x=played.x,
        y=played.y,
    )
    state.stack = (*state.stack, item)
    state.touch()
    subject = Named(card.face, card.thing)
    made = PLAYS[played.way]
    emit(
        state,
        made(
            rules, player, subject, card=card, item=item.id, origin=played.zone, starcalled_free=starcalled_free,
        ),
    )  # fmt: skip
    tell_targets(state, item)
    return item


def put_ability(state: State, item: Item, *rules: str) -> None:
    """Puts an ability on top of the stack, where it is an item of its own; nothing changes the order (zones.3.12).

    Rules: abilities.2.5.
    """
    state.stack = (*state.stack, item)
    state.touch()
    names = tuple(thing_named(state, thing) for group in item.groups for thing in group.things if thing is not None)
    subject = Named(item.label or item.source.face, item.source.thing)
    if item.kind == "ability":
        seat, source = item.controller, item.source
        emit(state, events.Ability(rules, seat, subject, names, card=source, item=item.id, spell=item.spell))
    else:
        tell(state, events.Trigger(rules, item.controller, subject, names))
    tell_targets(state, item)


def tell_targets(state: State, item: Item, only: Thing | None = None) -> None:
    """What an item targets as it is put on the stack, for those who trigger on that (targets-and-copies.3.1).

    Where one target is changed, only the new one becomes a target.
    """
    targeted = (thing for group in item.groups for thing in group.things if thing is not None)
    things = [thing for thing in targeted if only in (None, thing)]
    if things:
        names = tuple(thing_named(state, thing) for thing in things)
        source = Named(item.label or item.source.face, item.source.thing)
        rules = ("targets-and-copies.3.1",)
        emit(state, events.Targeted(rules, item.controller, source, names, item=item.id, of=item.kind))


def put_into_intent(state: State, card: Card, controller: Seat, *, played: Played | None, x: int) -> Card:
    """Puts a copy of a card into the intent: its text means the copy, and no physical card is there.

    Rules: targets-and-copies.6.3, targets-and-copies.6.4.choice, zones.3.15.
    """
    copy = Card(
        len(state.cards),
        card.face,
        controller,
        controller,
        "intent",
        stamp=state.tick(),
        token=True,
        face_up=True,
        played=played,
        x=x,
    )
    bounds.check_room(state, card.face)
    state.add(copy)
    state.intent = (*state.intent, copy.id)
    state.touch()
    rules = ("RS.9", "targets-and-copies.6.3", "targets-and-copies.6.4.choice", "targets-and-copies.8.5", "zones.3.15")
    say(state, events.Intent, *rules, player=controller, card=copy)
    return copy


def remove(state: State, number: int) -> None:
    state.stack = tuple(item for item in state.stack if item.id != number)
    state.touch()


GONE = ("targets-and-copies.3.11", "targets-and-copies.3.11.choice", "timing.4.6.choice.2")
"""What makes an item with a target that is gone fizzle: all of them while it waits, one of them as it resolves."""


def fizzle(state: State, item: Item, *rules: str) -> None:
    """None of its effects happen and it makes no object; its card goes where a card goes (CR.1.2, terms.2.fizzle)."""
    remove(state, item.id)
    card = state.cards[item.card] if item.is_play else item.source
    paid = ("costs.5.9", "costs.2.4") if item.is_play and not item.copy else ()
    why = tuple(dict.fromkeys((*rules, "CR.1.2", "terms.2.fizzle", *paid)))
    tell(state, events.Fizzle(why, item.controller, named(state, card), what=kind_said(item)))


def kind_said(item: Item) -> str:
    """What an item is, as events note it."""
    return f"{item.kind}{' copy' if item.copy else ''}"


def negate(state: State, item: Item, *rules: str, by: Seat, banish: bool = False) -> bool:
    """Removes one instance; its card stays until no instance of it is left (terms.2.negate, RU.1).

    Nothing that was paid is given back. Rules: targets-and-copies.7.7, costs.5.9.
    """
    if item.kind == "activation" and _cannot_be_negated(state, item):
        say(state, events.NotNegated, "timing.6.2", player=item.controller, card=state.cards[item.card])
        return False
    card = _sent_by_text(state, item) if item.is_play else state.cards[item.card]
    if item.is_play and "attack" in state.pool[card.face].words:
        rules = (*rules, "combat.2.2")
    remove(state, item.id)
    if item.copy:
        rules = (*rules, "RU.3", *(("targets-and-copies.7.6",) if item.is_play else ()))
    if not item.copy and not banish and any(other.is_play and other.card == item.card for other in state.stack):
        rules = (*rules, "RU.1", "targets-and-copies.7.7")
    source = card if item.is_play else item.source
    say(state, events.Negate, "terms.2.negate", "costs.5.9", *rules, player=item.controller, card=source)
    witness(state, events.Negated((), item.controller, card=source, of=item.kind, by=by))
    if banish and item.is_play and card.zone == "stack":
        moving.move(state, card.id, "banishment", "PC.8", *rules)
    return True


def _sent_by_text(state: State, item: Item) -> Card:
    """The card of a negated instance goes where its text would have sent it on resolving (terms.2.negate, RS.11.1)."""
    scene = item_scene(state, item)
    done: list[EffectNode] = []
    for part, paragraph in enumerate(item.text):
        if not live(state, item, part):
            continue
        done += paragraph.do
        for where, mode in item.modes:
            if where == part and paragraph.modes is not None and not is_off(item, part, mode):
                done += paragraph.modes.options[mode].do
    zone, card = _destination(done, scene), state.cards[item.card]
    if zone and card.played is not None:
        card = state.alter(card.id, played=replace(card.played, destination=zone))
    return card


def _destination(done: Sequence[EffectNode], scene: Scene) -> str:
    """Where instructions send their card as they stand; those behind a condition count if it holds."""
    for each in done:
        if isinstance(each, GoesTo) and each.what.name == "this":
            return each.destination
        if isinstance(each, If) and (
            found := _destination(each.then if each.that.holds(scene) else each.otherwise, scene)
        ):
            return found
    return ""


def _cannot_be_negated(state: State, item: Item) -> bool:
    """Whether a prohibition keeps an item from being negated: all of a player's, or the activation of one card alone."""
    own = (state.cards[item.card].thing,) if item.kind == "activation" and not item.copy else ()
    return any(
        forbid.what == "negate your activations"
        and active.you == item.controller
        and (active.on is None or not set(own).isdisjoint(active.on))
        for active, forbid in now.statics(state, Forbid)
    )


def orphans(state: State) -> list[Item]:
    """Instances whose card has left the stack (PC.8).

    Rules: targets-and-copies.7.7.
    """
    return [item for item in state.stack if item.is_play and state.cards[item.card].zone != "stack"]


def idle_cards(state: State) -> list[Card]:
    """Cards on the stack of which no instance is left (PC.7)."""
    busy = {item.card for item in state.stack if item.is_play}
    return [state.cards[number] for number in state.stack_cards if number not in busy]


class WayOut(Value, frozen=True):
    """Where a card goes as it leaves the stack, by which rules, and which side up if not as usual there."""

    zone: str
    rules: tuple[str, ...]
    face_up: bool | None = None


def leave(state: State, card: Card, *why: str) -> Steps:
    """A card whose instances are done goes to its zone (PC.7, PC.7.1, RS.11); a changed destination holds (RS.11.1).

    Where Preserve and what banishes it both claim the card, its controller chooses, as among all that would send it
    elsewhere than to the graveyard (keywords.preserve, effects.3.2).
    """
    way = _way_out(state, card)
    if way.zone == "deck":
        yield from moving.into_deck(state, [card.id], _place_in_deck(card), "PC.7", *way.rules, "RS.2.1", "RS.11", *why)
        return
    journey, rules = yield from _arrival(state, card, way)
    keep: dict[str, Any] = {}
    if way.zone == "pantheon":
        properties = () if GAINED in card.properties else (UNGAINED,)
        keep = {"named": card.named, "remembers": card.remembers, "properties": properties}
    ways: Ways = {card.id: (journey, ())}
    moving.move(state, card.id, way.zone, "PC.7", *rules, "RS.2.1", "RS.11", *why, ways=ways, **keep)


def _arrival(state: State, card: Card, way: WayOut) -> Generator[Decision, Answer, Arrival]:
    """Where a card really goes. A card with Preserve that is no object goes to the material deck, not the graveyard."""
    own: list[Replacement[Journey]] = []
    journey, rules = Journey(card.id, way.zone, way.face_up), way.rules
    preserve = "preserve" in state.now.keywords(state, card) and not state.pool[card.face].is_object
    if preserve and way.zone in ("graveyard", "banishment"):
        kept = Journey(card.id, "material", face_up=True, preserved=True)
        own.append(Replacement("preserved", "preserved", kept, ("keywords.preserve", "RS.11.1")))
        if way.zone == "banishment":
            own.append(Replacement("banished", "banished", journey, way.rules))
            journey, rules = Journey(card.id, "graveyard"), ()
    journey, more = yield from destinations.choose(state, journey, own)
    changed = ("RS.11.1",) if more else ()
    return journey, more if journey.preserved else (*rules, *more, *changed)


def _place_in_deck(card: Card) -> int | None:
    """How many cards will lie above a card that goes into the deck; None for its bottom (timing.9.5)."""
    assert card.played is not None
    place = card.played.destination.removeprefix("deck ")
    return None if place == "bottom" else int(place) - 1


def _way_out(state: State, card: Card) -> WayOut:
    """Where a card goes from the stack: a boon to its Pantheon zone, others to the graveyard or where they are sent.

    Rules: cards.1.action, cards.1.boon, cards.4.15, cards.4.16, zones.3.10.
    """
    played, face = card.played, state.pool[card.face]
    owner = ("RU.12",) if card.controller != card.owner else ()
    if "boon" in face.words:
        return WayOut("pantheon", ("BB.1", "BB.3.4.3"), True)
    if played is not None and "ephemeral" in played.properties:
        return WayOut("banishment", ("PC.7.1", "RU.18", "zones.7.6", "terms.5.ephemeral"))
    if played is not None and played.destination:
        return WayOut(played.destination.split()[0], ("PC.7.1", "RS.11.1", *owner))
    if face.cost.memory is not None:
        return WayOut("banishment", ("PC.7.1", *owner))
    return WayOut("graveyard", ("PC.7.1", *owner))


def item_scene(state: State, item: Item) -> Scene:
    """The point of view of an item's controller; the source is the card on the stack, or the last-known object."""
    source = state.cards[item.card] if item.is_play else state.current(item.source.thing) or item.source
    scene = Scene(state, item.controller, source, item=item, event=item.event, x=item.x, y=item.y)
    scene.times = item.times
    scene.settle(item.deed)
    scene.targets = tuple(thing for group in item.groups for thing in group.things if thing is not None)
    return scene


def group_spec(state: State, item: Item, group: Group) -> Targets:
    link = None
    if group.part == -1:
        ability = state.pool[item.source.face].link
        assert ability is not None
        link = Targets(of=ability.of, name="link")
    return targets.spec(item.text, (group.part, group.mode, group.index), link)


def refreshed(state: State, item: Item) -> tuple[Group, ...]:
    """The groups with every target that is no longer legal replaced by none (targets-and-copies.3.9)."""
    if not item.groups:
        return ()
    scene = item_scene(state, item)
    spell = targets.is_spell(scene, item)
    groups: list[Group] = []
    for group in item.groups:
        if all(thing is None for thing in group.things):
            groups.append(group)
            continue
        wanted = group_spec(state, item, group)
        kept = tuple(
            thing if thing is not None and targets.still_legal(scene, wanted, thing, spell=spell) else None
            for thing in group.things
        )
        if wanted.same and not targets.still_together(scene, wanted, kept):
            kept = (None,) * len(kept)
        groups.append(group if kept == group.things else replace(group, things=kept))
    return tuple(groups)


def tell_lost_targets(state: State, item: Item, groups: Sequence[Group]) -> None:
    """Tells that targets are no longer legal: they left, came back as something new, or can be targeted no more."""
    lost = [
        thing
        for before, after in zip(item.groups, groups, strict=True)
        for thing, kept in zip(before.things, after.things, strict=True)
        if thing is not None and kept is None
    ]
    gone = any(thing.kind == "card" and state.current(thing) is None for thing in lost)
    there = (state.current(thing) for thing in lost if thing.kind == "card")
    shrouds = ("omnishroud", "spellshroud")
    shrouded = any(card is not None and any(state.now.has(state, card, word) for word in shrouds) for card in there)
    rules = ("targets-and-copies.3.9", *(("targets-and-copies.3.10",) if gone else ()))
    card = state.cards[item.card] if item.is_play else item.source
    say(
        state,
        events.TargetLost,
        *rules,
        *(("targets-and-copies.3.12",) if shrouded else ()),
        player=item.controller,
        card=card,
    )


def counts(item: Item, group: Group) -> bool:
    """Whether a group's targets still count: those chosen for a lost part do not (RU.19)."""
    return group.part == -1 or not is_off(item, group.part, group.mode)
