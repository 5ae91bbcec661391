"""Modes and targets of an ability as it is put on the stack (abilities.2, abilities.3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from archivist.model.card import Card, Seat
from archivist.model.state import State
from archivist.rules.asking import Asked, anew, ask_modes
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards import effects_stack
from archivist.rules.targets_and_copies import targets
from archivist.rules.zones import moving
from archivist.vocabulary.abilities import Activated
from archivist.vocabulary.effects import in_span
from archivist.vocabulary.node import Left
from archivist.vocabulary.pending import Group, Waiting
from archivist.vocabulary.text import Paragraph

Choices = Asked[tuple[tuple[tuple[int, int], ...], tuple[Group, ...]] | None]


def choose(
    state: State,
    player: Seat,
    source: Card,
    text: tuple[Paragraph, ...],
    key: str,
    *,
    spell: bool,
    waiting: Waiting | None = None,
    times: int = 0,
    x: int = 0,
    giver: Card | None = None,
) -> Choices:
    """Modes and targets of an ability as it is put on the stack; None if a required one cannot be had."""
    paragraph = text[0]
    if paragraph.modes is None and not paragraph.targets:
        return (), ()
    scene = Scene(state, player, source, event=waiting.event if waiting else None, x=x)
    scene.times = waiting.times if waiting else times
    scene.giver = waiting.giver if waiting else giver
    if waiting is not None:
        scene.settle(waiting.deed)
    check = partial(moving.check_here, state, source.id) if waiting is None else None
    modes: tuple[tuple[int, int], ...] = ()
    if paragraph.modes is not None:
        chosen = yield from anew(partial(_choose_modes, scene, source, paragraph, key, spell=spell), check)
        if chosen is None:
            return None
        modes = tuple((0, mode) for mode in chosen)
    groups: list[Group] = []
    for slot in targets.slots(text, ((0, -1),), modes):
        group = yield from _choose_targets(scene, text, slot, groups, spell=spell, used=waiting is None)
        if group is None:
            return None
        groups.append(group)
        scene.targets += tuple([thing for thing in group.things if thing is not None])
    return modes, tuple(groups)


def _choose_targets(
    scene: Scene, text: tuple[Paragraph, ...], slot: targets.Slot, groups: Sequence[Group], *, spell: bool, used: bool
) -> Asked[Group | None]:
    """The targets of a group, from those that are legal; None if there are too few.

    If a player leaves meanwhile they are chosen from what is legal then. An ability that is `used` cannot do with less; a
    trigger that is being put on the stack goes there with what is left.
    """
    wanted = targets.spec(text, slot)
    taken = targets.taken(groups, slot)
    begun = False
    while True:
        options = targets.free(scene, wanted, spell=spell, taken=taken)
        if not begun and not targets.enough(scene, wanted, options):
            return None
        try:
            return (yield from targets.declare(scene, wanted, slot, options, card=scene.source.id, taken=taken))
        except Left:
            begun = not used
            if used:
                moving.check_here(scene.state, scene.source.id)


def open_modes(scene: Scene, source: Card, paragraph: Paragraph, key: str, *, spell: bool) -> list[int]:
    """The modes that can be chosen now; none if there are fewer than must be. With Cascade it is the one whose turn it is.

    Rules: keywords.cascade, abilities.2.3.
    """
    modes = paragraph.modes
    assert modes is not None
    if modes.cascade:
        return [
            index
            for index, option in enumerate(modes.options)
            if in_span(option.label, scene.times) and effects_stack.mode_available(scene, option, spell=spell)
        ]
    least, _ = effects_stack.mode_bounds(modes, scene)
    found = [
        index
        for index, option in enumerate(modes.options)
        if not (modes.fresh and (key, index) in source.chosen)
        and effects_stack.mode_available(scene, option, spell=spell)
    ]
    return found if len(found) >= least else []


def past_cascade(scene: Scene, paragraph: Paragraph) -> bool:
    """Whether an ability with Cascade was used so often that no effect is left for it: then it does nothing."""
    modes = paragraph.modes
    assert modes is not None
    return modes.cascade and not any(in_span(option.label, scene.times) for option in modes.options)


def _choose_modes(
    scene: Scene, source: Card, paragraph: Paragraph, key: str, *, spell: bool
) -> Asked[list[int] | None]:
    modes = paragraph.modes
    assert modes is not None
    least, most = effects_stack.mode_bounds(modes, scene)
    opened = open_modes(scene, source, paragraph, key, spell=spell)
    if modes.cascade and (opened or past_cascade(scene, paragraph)):
        return opened
    if not opened:
        return None
    return (
        yield from ask_modes(
            scene.you,
            "modes",
            (
                *(("CA.1.4", "abilities.2.2") if isinstance(paragraph, Activated) else ("abilities.3.10",)),
                "terms.2.modes",
                *(("abilities.6.1",) if modes.fresh else ()),
            ),
            "choose a mode",
            [modes.options[index].label for index in opened],
            opened,
            least=least,
            most=min(most, len(opened)),
            card=source.id,
            on_leave="renew",
        )
    )


def remember_modes(state: State, card: Card, key: str, modes: Sequence[tuple[int, int]]) -> None:
    """The object remembers which modes of which ability were chosen; a new object has chosen none (abilities.6.1).

    Rules: abilities.6.
    """
    current = state.still(card) if modes else None
    if current is not None:
        state.alter(card.id, chosen=(*current.chosen, *((key, mode) for _, mode in modes)))
