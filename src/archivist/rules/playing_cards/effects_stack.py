"""The Effects Stack: cards lie on it with a timestamp and no position; their instances and abilities wait in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import KIND_OF_WAY, Card, Seat, Thing
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.abilities.restrictions import is_off
from archivist.rules.effects.events import emit, named, say, tell
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.targets_and_copies import targets
from archivist.vocabulary.pending import Group, Item
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
        if item is None:
            return Named("nothing", thing)
        return Named(state.cards[item.card].face if item.is_play else item.source.face, thing)
    return named(state, state.cards[thing.id])


def mode_bounds(modes: Modes, scene: Scene) -> tuple[int, int]:
    """How many modes are to be chosen, now: at least one, unless the text allows none (CA.1.4)."""
    number = modes.more if modes.more is not None and modes.more.when.holds(scene) else modes
    return number.least, number.choose


def mode_available(scene: Scene, mode: Mode, *, spell: bool) -> bool:
    """A mode can be chosen if it is unlocked and its required targets exist (CA.1.5).

    `spell` says whether what has the mode is a Spell: an ability may be one by itself (abilities.1.13).
    """
    if not restrictions.unlocked(scene.state, scene.source, mode.when, giver=scene.giver):
        return False
    return targets.all_available(scene, mode.targets, spell=spell)


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
    """Adds the original instance of a card that has been played, as the top of the stack (PC.6, PC.9, zones.3.12).

    It belongs to who played the card; modes and targets are its own, the rest is read from the card as played.

    Rules: PC.4, PC.5, PC.9.1, CA.1.9, CM.3.4, CM.3.4.1, BB.3.4, targets-and-copies.3.7, timing.5.4.
    """
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
    state.pile((*state.stack, item))
    subject = Named(card.face, card.thing)
    made = PLAYS[played.way]
    emit(
        state,
        made(
            rules, player, subject, card=card, item=item.id, origin=played.zone, starcalled_free=starcalled_free,
        ),
    )  # fmt: skip
    if groups:
        tell_targets(state, item)
    return item


def put_ability(state: State, item: Item, *rules: str) -> None:
    """Puts an ability on top of the stack, where it is an item of its own; nothing changes the order (zones.3.12).

    Rules: abilities.2.5.
    """
    state.pile((*state.stack, item))
    names = tuple([thing_named(state, thing) for group in item.groups for thing in group.things if thing is not None])
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
    things: list[Thing] = []
    for group in item.groups:
        things += [thing for thing in group.things if thing is not None and only in (None, thing)]
    if things:
        names = tuple([thing_named(state, thing) for thing in things])
        source = Named(item.label or item.source.face, item.source.thing)
        rules = ("targets-and-copies.3.1",)
        emit(state, events.Targeted(rules, item.controller, source, names, item=item.id, of=item.kind))


def remove(state: State, number: int) -> None:
    state.pile(tuple(item for item in state.stack if item.id != number))


def has_instance(state: State, number: int) -> bool:
    """Whether an instance of a card waits on the stack."""
    for item in state.stack:  # noqa: SIM110
        if item.card == number and item.is_play:
            return True
    return False


def item_scene(state: State, item: Item) -> Scene:
    """The point of view of an item's controller; the source is the card on the stack, or the last-known object."""
    source = state.cards[item.card] if item.is_play else state.still(item.source) or item.source
    scene = Scene(state, item.controller, source, item=item, event=item.event, x=item.x, y=item.y)
    scene.times = item.times
    scene.giver = item.giver
    scene.settle(item.deed)
    if item.groups:
        scene.targets = tuple([thing for group in item.groups for thing in group.things if thing is not None])
    return scene


def group_spec(state: State, item: Item, group: Group) -> Targets:
    link = None
    if group.part == -1:
        ability = state.pool[item.source.face].link
        assert ability is not None
        link = Targets(of=ability.of)
    return targets.spec(item.text, (group.part, group.mode, group.index), link)


def refreshed(state: State, item: Item) -> tuple[Group, ...]:
    """The groups with every target that is no longer legal replaced by none (targets-and-copies.3.9)."""
    if not item.groups:
        return ()
    scene = item_scene(state, item)
    spell = targets.is_spell(scene, item)
    groups: list[Group] = []
    for group in item.groups:
        if group.things.count(None) == len(group.things):
            groups.append(group)
            continue
        wanted = group_spec(state, item, group)
        kept = tuple(
            [
                thing if thing is not None and targets.still_legal(scene, wanted, thing, spell=spell) else None
                for thing in group.things
            ]
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
    say(
        state,
        events.TargetLost,
        *rules,
        *(("targets-and-copies.3.12",) if shrouded else ()),
        player=item.controller,
        card=item.source,
    )


def counts(item: Item, group: Group) -> bool:
    """Whether a group's targets still count: those chosen for a lost part do not (RU.19)."""
    return not is_off(item, group.part, group.mode)
