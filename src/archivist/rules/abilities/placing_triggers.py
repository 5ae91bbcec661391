"""Placing triggers: in which order waiting triggers are put on the stack, with which modes and targets (abilities.3)."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model.card import Seat
from archivist.model.state import State
from archivist.rules.abilities.modes_and_targets import choose, remember_modes
from archivist.rules.asking import Asked, ask_order
from archivist.rules.citations import triggers as trigger_citations
from archivist.rules.playing_cards import effects_stack
from archivist.rules.turn import ending_and_leaving_the_game
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Group, Item, Waiting


def place_triggers(state: State) -> Steps:
    """Puts all waiting triggers on the stack: the turn player's first, each player ordering their own.

    Those of a player who has left only if they are about cards of others (turn.9.9.choice.1).

    Rules: abilities.3.22, abilities.3.19, abilities.3.20, timing.3.4, costs.5.8.
    """
    waiting = [_with_controller(state, each) for each in state.waiting]
    state.waiting = ()
    rules = ("abilities.3.22",) if len(waiting) > 1 else ()
    n = len(state.players)
    for step in range(n):
        seat = (state.turn.player + step) % n
        own = [each for each in waiting if each.controller == seat]
        if len(own) > 1:
            own = yield from _ordered(state, seat, own)
        for each in own:
            if ending_and_leaving_the_game.outlives(state, seat, each.remembers):
                yield from _place(state, each, rules)
    state.passes = 0


def _with_controller(state: State, waiting: Waiting) -> Waiting:
    """An object's own ability is controlled by whoever controls the object as it is put on the stack (terms.3.3)."""
    source = state.still(waiting.source) if waiting.own else None
    if source is None or source.zone != "field" or source.controller == waiting.controller:
        return waiting
    return replace(waiting, controller=source.controller)


def _ordered(state: State, seat: Seat, own: list[Waiting]) -> Asked[list[Waiting]]:
    first = own[0]
    if all(_alike(each, first) for each in own):
        return own
    return (
        yield from ask_order(
            seat,
            ("abilities.3.22", "timing.3.4"),
            "choose the order of your triggers; the first one is put on the stack first",
            [f"trigger/{each.label or each.source.face}" for each in own],
            own,
        )
    )


def _alike(one: Waiting, other: Waiting) -> bool:
    """Whether two triggers do the same, so that their order makes no difference."""
    return (one.label, one.source.thing, one.text, one.remembers) == (
        other.label,
        other.source.thing,
        other.text,
        other.remembers,
    )


def _place(state: State, waiting: Waiting, rules: tuple[str, ...]) -> Steps:
    """Puts a trigger on the stack: its modes and targets are chosen now, and it has the nature of its source.

    X in it is the value with which the source was played (targets-and-copies.9.7), or that of what made the trigger
    (costs.4.6).

    Rules: abilities.3.8, abilities.3.10, abilities.3.11, abilities.1.9.
    """
    source = state.still(waiting.source) or waiting.source
    spell = waiting.spell or "spell" in state.now.words(state, source)
    played = source if waiting.own else waiting.source
    choices = yield from choose(
        state, waiting.controller, source, waiting.text, waiting.key, spell=spell, waiting=waiting, x=played.x
    )
    modes, groups = choices if choices is not None else ((), _empty(waiting))
    remember_modes(state, source, waiting.key, modes)
    item = Item(
        effects_stack.new_id(state),
        "trigger",
        waiting.controller,
        source.id,
        source,
        waiting.text,
        state.tick(),
        modes=modes,
        groups=groups,
        x=played.x,
        y=played.y,
        event=waiting.event,
        times=waiting.times,
        spell=spell,
        condition=waiting.condition,
        remembers=waiting.remembers,
        label=waiting.label,
        deed=waiting.deed,
        followed=waiting.followed,
        giver=waiting.giver,
        text_of=waiting.text_of,
    )
    left = ("turn.9.9.choice.1",) if state.players[item.controller].lost else ()
    applied = trigger_citations.of_placing(state, waiting, item)
    effects_stack.put_ability(state, item, "abilities.3.1", *rules, *left, "zones.3.12", *applied)


def _empty(waiting: Waiting) -> tuple[Group, ...]:
    """A trigger that found no legal target goes on the stack with none, and fizzles (targets-and-copies.3.8)."""
    return (Group(0, -1, 0, "target", (None,), required=True),)
