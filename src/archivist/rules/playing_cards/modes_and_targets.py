"""Selecting modes and declaring targets, and once more for what paying adds (CA.1.4, CA.1.5, CA.1.8.2)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Seat, Thing
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.asking import Asked, anew, ask_modes
from archivist.rules.citations import targets as target_citations
from archivist.rules.effects.events import tell
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.playing_cards import effects_stack
from archivist.rules.playing_cards.attempt import Aimless, Attempt, Choices
from archivist.rules.targets_and_copies import targets
from archivist.rules.zones import moving
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Group
from archivist.vocabulary.targets import Targets
from archivist.vocabulary.text import Modes

# -- 4 select modes ----------------------------------------------------------------------------------------------


def select_modes(attempt: Attempt) -> Steps | None:
    """All modes are selected now and never change afterwards (CA.1.4); asked again only for what paying added.

    Rules: terms.2.modes.
    """
    if attempt.face.variable_text:
        note_unlocked(attempt)
    return _select_modes(attempt) if attempt.face.modal else None


def _select_modes(attempt: Attempt) -> Steps:
    before, attempt.choices = attempt.choices, mode_choices(attempt)
    for part in attempt.choices:
        chosen = yield from anew(partial(_modes_of_part, attempt, part, before.get(part)), partial(_go_on, attempt))
        modes = attempt.face.text[part].modes
        assert modes is not None
        attempt.modes = tuple(sorted((*attempt.modes, *((part, mode) for mode in chosen))))
        total = [mode for where, mode in attempt.modes if where == part]
        for order, mode in enumerate(total if chosen else ()):
            extra = order >= modes.choose
            if (extra or modes.options[mode].when is not None) and (part, mode) not in attempt.had:
                attempt.had = (*attempt.had, (part, mode))


def _modes_of_part(attempt: Attempt, part: int, before: Choices | None) -> Asked[list[int]]:
    """The modes selected for a paragraph now, from those that can be; none if none is to be."""
    choices, modes = attempt.choices.get(part), attempt.face.text[part].modes
    if choices is None:
        return []
    assert modes is not None
    scene = attempt.scene()
    spell = targets.is_spell(scene)
    already = [mode for where, mode in attempt.modes if where == part]
    wanted, least, most = _new_choices(choices, before, already)
    if most == 0:
        return []
    open_modes = [
        mode for mode in sorted(wanted) if effects_stack.mode_available(scene, modes.options[mode], spell=spell)
    ]
    if len(open_modes) < least:
        attempt.refuse("no mode can be selected", "CA.1.4", "CA.1.5", *repeated(attempt))
        return []
    return (yield from _ask_modes(attempt, part, open_modes, least, min(most, len(open_modes))))


def _go_on(attempt: Attempt) -> None:
    """A player has left while modes are selected or targets declared: what can be chosen is found anew (turn.9.6)."""
    moving.check_here(attempt.state, attempt.number)
    attempt.choices = {part: each for part, each in mode_choices(attempt).items() if part in attempt.choices}


def mode_choices(attempt: Attempt) -> dict[int, Choices]:
    """The choice of modes in each unlocked paragraph, as it is now."""
    state, card, scene = attempt.state, attempt.card, attempt.scene()
    found: dict[int, Choices] = {}
    for part, paragraph in enumerate(attempt.face.text):
        if paragraph.modes is not None and restrictions.unlocked(state, card, paragraph.when):
            options = enumerate(paragraph.modes.options)
            unlocked = frozenset(mode for mode, option in options if restrictions.unlocked(state, card, option.when))
            found[part] = Choices(*effects_stack.mode_bounds(paragraph.modes, scene), unlocked)
    return found


def _new_choices(choices: Choices, before: Choices | None, already: list[int]) -> tuple[frozenset[int], int, int]:
    """The modes that may be selected now, how few and how many of them.

    After paying that is only what is new: modes that were locked before, or any that is left where more may be chosen
    than before; what was selected or left out then stays so (CA.1.8.2).
    """
    left = choices.unlocked.difference(already)
    least, most = max(0, choices.least - len(already)), max(0, choices.most - len(already))
    if before is None:
        return left, least, most
    added, new = choices.most - before.most, choices.unlocked - before.unlocked
    if added > 0:
        return left, min(least, added), most if new else min(added, most)
    return new, 0, min(most, len(new))


def _ask_modes(attempt: Attempt, part: int, open_modes: list[int], least: int, most: int) -> Asked[list[int]]:
    modes = attempt.face.text[part].modes
    assert modes is not None
    chosen = yield from ask_modes(
        attempt.player,
        "modes",
        ("CA.1.4", "terms.2.modes"),
        f"choose {'a mode' if most == 1 else f'{most} modes'}",
        [modes.options[mode].label for mode in open_modes],
        open_modes,
        least=least,
        most=most,
        card=attempt.number,
        on_leave="renew",
    )
    labels = tuple(modes.options[mode].label for mode in chosen)
    bonus = ("CA.1.4.1",) if modes.more is not None else ()
    rules = ("CA.1.4", *bonus, *repeated(attempt))
    tell(attempt.state, events.Modes(rules, attempt.player, attempt.subject, labels=labels))
    return chosen


def note_unlocked(attempt: Attempt) -> None:
    """Which restricted paragraphs are unlocked as the card goes onto the stack (abilities.5.4).

    Rules: abilities.5.4.static.
    """
    unlocked = restrictions.unlocked_parts(attempt.state, attempt.card, attempt.face)
    attempt.had = (*unlocked, *[pair for pair in attempt.had if pair not in unlocked]) if attempt.had else unlocked


# -- 5 declare targets -------------------------------------------------------------------------------------------


def declare_targets(attempt: Attempt) -> Steps | None:
    """All required targets are chosen, each legal and different; optional ones may be left out (CA.1.5)."""
    if attempt.face.targeting:
        return _declare_targets(attempt)
    attempt.aimed = True
    return None


def _declare_targets(attempt: Attempt) -> Steps:
    for group in attempt.groups:
        added = yield from anew(partial(_declare_more, attempt, group), partial(_go_on, attempt))
        if added is not None:
            grown = replace(group, things=group.things + added.things)
            attempt.groups = tuple(grown if each is group else each for each in attempt.groups)
            _tell_targets(attempt, added)
    known = {(group.part, group.mode, group.index) for group in attempt.groups}
    link = attempt.link
    wanted = targets.slots(attempt.face.text, attempt.had, attempt.modes)
    for slot in ([(-1, -1, 0)] if link is not None else []) + wanted:
        if slot in known:
            continue
        spec = targets.spec(attempt.face.text, slot, link)
        declared = yield from anew(partial(_declare_group, attempt, slot, spec), partial(_go_on, attempt))
        if declared is not None:
            attempt.asked_for[slot] = attempt.scene().amount(spec.count)
            attempt.groups = (*attempt.groups, declared)
            _tell_targets(attempt, declared)
    attempt.aimed = True


def _declare_group(attempt: Attempt, slot: targets.Slot, spec: Targets) -> Asked[Group | None]:
    """The targets of a group, each legal at this time; None if there are too few."""
    scene = attempt.scene()
    spell = targets.is_spell(scene)
    taken = targets.taken(attempt.groups, slot)
    options = targets.free(scene, spec, spell=spell, taken=taken)
    if not targets.enough(scene, spec, options):
        attempt.refuse(
            f"{attempt.face.name} {targets.lacking(scene, spec, options)}",
            "CA.1.5",
            "targets-and-copies.3.5",
            *target_citations.of_targeting(scene, spec, (), taken),
            *repeated(attempt),
            kind=Aimless if _aimless(attempt, slot, spec) else None,
        )
        return None
    also = () if attempt.repeating else attempt.affordable(slot, spec)
    return (
        yield from targets.declare(
            scene,
            spec,
            slot,
            options,
            card=attempt.number,
            also=also or None,
            taken=taken,
        )
    )


def _aimless(attempt: Attempt, slot: targets.Slot, wanted: Targets) -> bool:
    """Whether a group lacks targets whatever else is declared: text that is always there asks for a fixed number of them.

    What fits a phrase never hangs on the numbers and costs of the play itself, unless a static of the card says so. This
    spares the search for an offer from trying every X where there is nothing to aim at.
    """
    part, mode, _ = slot
    always = part == -1 or (mode == -1 and attempt.face.text[part].when is None)
    return always and not attempt.groups and wanted.count.fixed is not None and not attempt.face.statics


def _declare_more(attempt: Attempt, group: Group) -> Asked[Group | None]:
    """Further targets of a group that takes more of them since the costs were paid; the others stay (CA.1.8.2)."""
    more = _more_wanted(attempt, group)
    if not more:
        return None
    slot, scene = (group.part, group.mode, group.index), attempt.scene()
    spec = replace(targets.spec(attempt.face.text, slot, attempt.link), count=Amount(more))
    spell, taken = targets.is_spell(scene), targets.taken(attempt.groups, slot)
    options = targets.free(scene, spec, spell=spell, taken=taken)
    if not targets.enough(scene, spec, options):
        attempt.refuse(f"{attempt.face.name} needs more targets, and there are none", "CA.1.5", "CA.1.8.2")
        return None
    return (yield from targets.declare(scene, spec, slot, options, card=attempt.number, taken=taken))


def _tell_targets(attempt: Attempt, group: Group) -> None:
    rules: tuple[str, ...] = ("CA.1.5", "CA.1.3.4") if group.shares or not group.required else ("CA.1.5",)
    names = tuple(effects_stack.thing_named(attempt.state, thing) for thing in group.things if thing is not None)
    rules += repeated(attempt)
    tell(attempt.state, events.Targets(rules, attempt.player, attempt.subject, names))


def repeated(attempt: Attempt) -> tuple[str, ...]:
    """The rule by which modes and targets are declared once more, after paying (CA.1.8.2)."""
    return ("CA.1.8.2",) if attempt.repeating else ()


# -- what paying adds --------------------------------------------------------------------------------------------------


def modified(attempt: Attempt) -> bool:
    """Whether paying has unlocked text or modes, or lets more modes be chosen (CA.1.8.2).

    The memory that reserved cards fill, a lost level, a sacrifice that changes a count: whatever the text asks for.
    """
    parts = restrictions.unlocked_parts(attempt.state, attempt.card, attempt.face)
    if any(pair not in attempt.had for pair in parts):
        return True
    for part, choices in mode_choices(attempt).items():
        before = attempt.choices.get(part)
        if before is None or choices.most > before.most or choices.unlocked - before.unlocked:
            return True
    return any(_more_wanted(attempt, group) for group in attempt.groups)


def _more_wanted(attempt: Attempt, group: Group) -> int:
    """How many more targets a group takes now than when it was declared; a split is settled (CA.1.8.2)."""
    slot = (group.part, group.mode, group.index)
    spec = targets.spec(attempt.face.text, slot, attempt.link)
    if not spec.grows:
        return 0
    return max(0, attempt.scene().amount(spec.count) - attempt.asked_for[slot])


def paying_may_spoil(state: State, player: Seat, card: Card) -> bool:
    """Whether paying may ask for a target or mode that there is not, so that the play would be illegal (CA.1.8.2).

    It may unlock text, let more modes be chosen, or let a group take more targets; and what it takes from the player is
    there no more to be a target. Where it adds anything, legality is checked once more as well.
    """
    face = state.pool[card.face]
    if face.checked_late:
        return True
    if not face.late_parts:
        return False
    scene = Scene(state, player, card)
    spell = targets.is_spell(scene)
    for part in face.late_parts:
        paragraph = face.text[part]
        if paragraph.grows:
            return True
        locked, modes = not restrictions.unlocked(state, card, paragraph.when), paragraph.modes
        most = 0 if locked or modes is None else effects_stack.mode_bounds(modes, scene)[1]
        least = 0 if modes is None else modes.least_after_paying(most)
        if not locked and not least:
            continue
        mine = _may_be_paid_with(state, player)
        if locked and not targets.all_available(scene, paragraph.targets, spell=spell, taken=mine):
            return True
        if modes is not None and least > _sure_modes(scene, modes, spell=spell, taken=mine):
            return True
    return False


def _sure_modes(scene: Scene, modes: Modes, *, spell: bool, taken: tuple[Thing, ...]) -> int:
    """How many modes can be chosen whatever is paid, and with whatever: unrestricted ones with targets that stay."""
    free = (mode for mode in modes.options if mode.when is None)
    return sum(targets.all_available(scene, mode.targets, spell=spell, taken=taken) for mode in free)


def _may_be_paid_with(state: State, player: Seat) -> tuple[Thing, ...]:
    """What a player might pay with, so that it is gone after that: their objects but the champion, and their cards."""
    me, cards = state.players[player], state.cards
    objects = [number for number in state.field if cards[number].controller == player and number != me.champion]
    return tuple([cards[number].thing for number in (*objects, *me.graveyard, *me.hand, *me.memory)])
