"""Instructions that copy objects and intents, and that change targets."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Thing
from archivist.rules.asking import Asked, ask_one
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.carrying_out import Run, carries_out
from archivist.rules.effects.instructions.moving_cards import in_order
from archivist.rules.effects.instructions.objects import summon_tokens
from archivist.rules.playing_cards import effects_stack
from archivist.rules.targets_and_copies import copies, targets
from archivist.rules.timing import endless_loops
from archivist.vocabulary.effects.copying_and_redirecting import BecomeCopy, ChangeTarget, CopyIntent, CopyObject
from archivist.vocabulary.node import Left, Ref, Steps
from archivist.vocabulary.pending import Item

Swap = tuple[int, Thing, list[Thing]]
"""A target that could be changed: the number of its group, what it is, and what it could be instead."""


@carries_out(CopyObject)
def copy_object(run: Run, node: CopyObject) -> Steps:
    """Summons copies together: tokens, owned and controlled by whoever makes them (targets-and-copies.6.2).

    Where several of them have static abilities, that player orders their timestamps.

    Rules: targets-and-copies.8.1, effects.5.14.
    """
    cards, n = run.cards(node.what), run.scene.amount(node.amount)
    static = [card.id for card in cards if run.state.pool[copies.face_of(card)].statics]
    prompt = "choose the order of the timestamps of the copies"
    order = yield from in_order(run, static, dict.fromkeys(static, run.you), ("effects.5.14",), prompt)
    if run.state.players[run.you].lost:
        return
    kept = (card for card in cards if card.id not in order)
    cards = (*(run.state.cards[number] for number in order), *kept)
    faces = [
        face
        for card in cards
        if (face := copies.face_of(card))
        for _ in range(endless_loops.times(n, run.scene.source.true_name))
    ]
    for card in cards if faces else ():
        say(run.state, events.Copy, *copies.grounds_of(run.state, card), player=run.you, card=card)
    yield from summon_tokens(run, faces, rested=node.rested)


@carries_out(BecomeCopy)
def become_copy(run: Run, node: BecomeCopy) -> None:
    faces = [face for card in run.cards(node.of) if (face := copies.face_of(card))]
    for card in run.cards(node.what):
        if faces and card.zone == "field" and "champion" not in run.scene.words(card):
            run.did(1, [card.id])
            copies.become(run.state, card.id, faces[0], "targets-and-copies.8")


@carries_out(CopyIntent)
def copy_intent(run: Run, node: CopyIntent) -> None:
    """Copies join the intent of the attack; they are no tokens and no cards of any zone (targets-and-copies.8.5).

    Rules: targets-and-copies.6.1, targets-and-copies.6.3, targets-and-copies.6.4.choice.
    """
    for card in run.cards(node.what):
        living = not run.state.players[run.you].lost
        if living and card.zone == "intent" and run.state.combat is not None:
            copy = copies.put_into_intent(run.state, card, run.you, played=None, x=0)
            run.did(1, [copy.id])


# -- changing targets --------------------------------------------------------------------------------------------


@carries_out(ChangeTarget)
def change_target(run: Run, node: ChangeTarget) -> Steps:
    """Changes one target of each item to another legal one (targets-and-copies.5.1)."""
    state = run.state
    for item in run.items(node.what):
        swap = yield from _swap(run, item, node.to)
        if swap is None:
            say(state, events.Nothing, "targets-and-copies.5.1", player=run.you)
            continue
        index, old, new = swap
        group = item.groups[index]
        changed = replace(group, things=tuple(new if thing == old else thing for thing in group.things))
        groups = tuple(changed if number == index else each for number, each in enumerate(item.groups))
        state.alter_item(item.id, groups=groups)
        say(
            state,
            events.Redirected,
            "targets-and-copies.5.1",
            "terms.2.redirect",
            player=run.you,
            card=item.source,
            objects=(effects_stack.thing_named(state, new),),
        )
        effects_stack.tell_targets(state, replace(item, groups=groups), new)
        run.did(1, things=(item.thing,))


def _swap(run: Run, item: Item, to: Ref | None) -> Asked[tuple[int, Thing, Thing] | None]:
    """Which target is changed and to what; chosen anew, if anything is left to choose, when a player leaves."""
    while not run.state.players[run.you].lost and run.state.item(item.id) is not None:
        swaps = _swaps(run, item, None if to is None else run.things(to))
        if not swaps:
            return None
        with suppress(Left):
            index, old, options = yield from _choose_swap(run, item, swaps)
            return index, old, options[0] if to is not None else (yield from _choose_new(run, item, options))
    return None


def _swaps(run: Run, item: Item, only: Sequence[Thing] | None) -> list[Swap]:
    """The targets that can be changed, each with what is legal and not yet targeted (targets-and-copies.5.2)."""
    scene = effects_stack.item_scene(run.state, item)
    spell = targets.is_spell(scene, item)
    found: list[Swap] = []
    for index, group in enumerate(item.groups):
        targeted = [
            thing for each in item.groups if (each.part, each.mode) == (group.part, group.mode) for thing in each.things
        ]
        wanted = effects_stack.group_spec(run.state, item, group)
        legal = [thing for thing in targets.legal(scene, wanted, spell=spell) if thing not in targeted]
        legal = legal if only is None else [thing for thing in legal if thing in only]
        for old in group.things:
            kept = [thing for thing in group.things if thing not in (old, None)]
            options = [new for new in legal if len(targets.same_groups(scene, wanted, [*kept, new])) <= 1]
            if old is not None and options:
                found.append((index, old, options))
    return found


def _choose_swap(run: Run, item: Item, swaps: list[Swap]) -> Asked[Swap]:
    if len(swaps) == 1:
        return swaps[0]
    return (
        yield from ask_one(
            run.you,
            "redirect",
            ("targets-and-copies.5.1",),
            "choose the target to change",
            [old for _, old, _ in swaps],
            swaps,
            card=item.card,
            on_leave="renew",
        )
    )


def _choose_new(run: Run, item: Item, options: list[Thing]) -> Asked[Thing]:
    rules = ("targets-and-copies.5.1", "targets-and-copies.5.2")
    return ask_one(
        run.you, "redirect", rules, "choose the new target", options, options, card=item.card, on_leave="renew"
    )
