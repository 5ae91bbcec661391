"""Instructions on the stack and on playing: negating, copying, playing a card while something resolves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Thing, Way
from archivist.model.decision import Action, Option, Pass, Play, Return
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules.asking import Asked, anew, ask_action, ask_modes, ask_targets
from archivist.rules.effects.events import say
from archivist.rules.effects.instructions.carrying_out import Run, carries_out
from archivist.rules.effects.instructions.lasting_effects import let_play, way_to_play
from archivist.rules.effects.instructions.searching import fail_to_find, look_through, may_fail
from archivist.rules.legal_actions import offers
from archivist.rules.playing_cards import effects_stack, negating_and_fizzling, nine_steps, preserve
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.targets_and_copies import copies, targets
from archivist.rules.timing import endless_loops
from archivist.rules.turn import ending_and_leaving_the_game
from archivist.rules.zones import moving, revealing
from archivist.rules.zones.visibility import who_sees
from archivist.vocabulary.effects.negating_copying_playing import Copy, Negate, Permission, PlayCard
from archivist.vocabulary.node import Left, Ref, Steps
from archivist.vocabulary.pending import Group, Item
from archivist.vocabulary.text import Modes

Chance = tuple[Way, int, Licence]
"""A play that an effect lets a player make now: which way, which card, what permits it."""


@carries_out(Negate)
def negate(run: Run, node: Negate) -> None:
    items = run.items(node.what) if node.aimed_at is None else _aimed_at(run, node.aimed_at)
    for item in items:
        if negating_and_fizzling.negate(run.state, item, "RS.2", banish=node.banish, by=run.you):
            run.did(1, [item.card] if item.is_play else ())


def _aimed_at(run: Run, ref: Ref) -> list[Item]:
    """The card activations that wait on the stack and target one of some things."""
    things = {card.thing for card in run.cards(ref)}
    return [
        item
        for item in run.state.stack
        if item.kind == "activation" and any(thing in things for group in item.groups for thing in group.things)
    ]


@carries_out(Copy)
def copy(run: Run, node: Copy) -> Steps:
    """Copies an instance; new modes and targets only if the effect says so, each legal (RU.4)."""
    for _ in range(endless_loops.times(run.scene.amount(node.amount), run.scene.source.true_name)):
        for item in run.items(node.what) if not run.state.players[run.you].lost else ():
            made = copies.copy_instance(run.state, item, run.you)
            if node.new_modes:
                made = yield from _choose_modes_anew(run, made)
            if node.new_targets:
                yield from _retarget(run, made)
            effects_stack.tell_targets(run.state, run.state.item(made.id) or made)
            run.did(1, things=(made.thing,))


def _retarget(run: Run, made: Item) -> Steps:
    """New targets for a copy, or none to keep the old (RU.4).

    The targets of one effect stay different: what one group has anew, another must leave (targets-and-copies.3.2). An
    announced split stays as it is: as many new targets take over its shares in order. Where the original had no targets
    nothing was split, so the split is announced with the new targets (CA.1.3.4).
    """
    state = run.state
    groups: list[Group] = []
    for place, group in enumerate(made.groups):
        chosen = yield from anew(partial(_retarget_group, run, made, place, groups))
        groups.append(group if chosen is None else chosen)
        if chosen is not None:
            names = tuple(effects_stack.thing_named(state, thing) for thing in chosen.things if thing is not None)
            say(state, events.Targets, "RU.4", player=run.you, card=state.cards[made.card], objects=names)
    state.alter_item(made.id, groups=tuple(groups))


def _retarget_group(run: Run, made: Item, place: int, groups: Sequence[Group]) -> Asked[Group | None]:
    """A group of a copy with the targets chosen for it, new or old; None if there is nothing to choose."""
    state, group = run.state, made.groups[place]
    if state.item(made.id) is None:
        return None
    scene = effects_stack.item_scene(state, made)
    spell = targets.is_spell(scene, made)
    wanted = effects_stack.group_spec(state, made, group)
    taken = targets.taken(groups, (group.part, group.mode, group.index))
    options = [
        thing
        for thing in targets.legal(scene, wanted, spell=spell)
        if thing not in taken and _leaves_others(state, made, place, (*taken, thing))
    ]
    least, most = targets.bounds(scene, wanted, options)
    if group.shares:
        least = most = len(group.things)
    keeps = not any(thing in taken for thing in group.things)
    if most == 0 or len(options) < least or tuple(options) == group.things:
        return None
    mixed = keeps and least > 1
    new = yield from ask_targets(
        run.you,
        "new targets",
        ("RU.4", *(() if keeps else ("targets-and-copies.3.2",))),
        f"choose new targets for the copy (up to {most}){', or none to keep the old' if keeps else ''}",
        options,
        least=0 if keeps else least,
        most=most,
        card=made.card,
        same=targets.same_groups(scene, wanted, options),
        sorts=(0,) * len(options) if mixed else (),
        mixes=((0,), *((number,) for number in range(least, most + 1))) if mixed else (),
        on_leave="renew",
    )
    shares = group.shares or (yield from targets.split(scene, wanted, new, made.card))
    return replace(group, things=new, shares=shares) if new else group


def _leaves_others(state: State, made: Item, place: int, taken: Sequence[Thing]) -> bool:
    """Whether the groups behind this one still find targets of their own (targets-and-copies.3.2)."""
    scene = effects_stack.item_scene(state, made)
    spell = targets.is_spell(scene, made)
    group = made.groups[place]
    for other in made.groups[place + 1 :]:
        if (other.part, other.mode) == (group.part, group.mode) and not set(taken).isdisjoint(other.things):
            wanted = effects_stack.group_spec(state, made, other)
            if not targets.available(scene, wanted, spell=spell, taken=taken):
                return False
    return True


def _choose_modes_anew(run: Run, made: Item) -> Asked[Item]:
    """Other modes for a copy, each that can be chosen now; the targets of modes that it had stay."""
    modes: list[tuple[int, int]] = []
    for part, paragraph in enumerate(made.text):
        if paragraph.modes is not None:
            chosen = yield from anew(partial(_modes_of_copy, run, made, part, paragraph.modes))
            modes += [(part, mode) for mode in sorted(chosen)]
    groups = [group for group in made.groups if group.mode == -1 or (group.part, group.mode) in modes]
    known = {(group.part, group.mode, group.index) for group in groups}
    for slot in targets.slots(made.text, made.had, modes):
        if slot not in known:
            groups.append((yield from anew(partial(_targets_of_copy, run, made, slot, groups))))
    run.state.alter_item(made.id, modes=tuple(modes), groups=tuple(groups))
    return replace(made, modes=tuple(modes), groups=tuple(groups))


def _modes_of_copy(run: Run, made: Item, part: int, modes: Modes) -> Asked[Sequence[int]]:
    """As many modes of a paragraph as the original had; what it had can be kept whether or not it could be chosen now."""
    had = [mode for where, mode in made.modes if where == part]
    if not had or run.state.item(made.id) is None:
        return had
    scene = effects_stack.item_scene(run.state, made)
    spell = targets.is_spell(scene, made)
    options = [
        mode
        for mode, option in enumerate(modes.options)
        if mode in had or effects_stack.mode_available(scene, option, spell=spell)
    ]
    return (
        yield from ask_modes(
            run.you,
            "modes",
            ("targets-and-copies.6.7",),
            "choose the modes of the copy",
            [modes.options[mode].label for mode in options],
            options,
            least=len(had),
            most=len(had),
            card=made.card,
            on_leave="renew",
        )
    )


def _targets_of_copy(run: Run, made: Item, slot: targets.Slot, groups: Sequence[Group]) -> Asked[Group]:
    """The targets of a mode that the original had not, from what is legal now."""
    scene = effects_stack.item_scene(run.state, made)
    wanted = targets.spec(made.text, slot)
    taken = targets.taken(groups, slot)
    free = targets.free(scene, wanted, spell=targets.is_spell(scene, made), taken=taken)
    return (yield from targets.declare(scene, wanted, slot, free, card=made.card, taken=taken))


@carries_out(Permission)
def permit(run: Run, node: Permission) -> None:
    """Permission to play certain cards from where they lie; speed and all else stay normal (timing.5.3)."""
    cards = [card for card in run.movable(node.what) if node.of is None or node.of.describes(run.scene, card)]
    until = "while this" if node.while_this else "turn" if node.this_turn else "game"
    let_play(run, cards, node.how, until, ignore_elements=node.ignore_elements)
    run.did(len(cards), (card.id for card in cards))


@carries_out(PlayCard)
def play_card(run: Run, node: PlayCard) -> Steps:
    """Plays a card now as an instruction; a refused attempt undoes that play alone.

    The card waits on the stack until this effect is done, for nothing resolves within a resolution. If there is no
    card to play, the effect goes on.

    Rules: timing.5.2, timing.5.4, timing.8.6.
    """
    cards = run.scene.matching(node.of) if node.of is not None else run.movable(node.what or Ref("chosen"))
    as_from = ""
    if node.copy:
        as_from = cards[0].zone if cards else ""
        cards = tuple(_card_copy(run, card) for card in cards)
    rules = ("timing.5.2", "PC.2")
    licence = Licence(rules, instructed=True, free=node.free, waived=node.waive, as_from=as_from)
    if node.of is not None:
        look_through(run, node.of, run.you)
        fail_to_find(run, node.of)
    if not cards:
        say(run.state, events.NoneFound, "timing.8.6", player=run.you)
    plays: list[Chance] = [(way_to_play(run, node.how, card), card.id, licence) for card in cards]
    searching = node.of is not None and may_fail(run, node.of)
    materializing = any(way == "materialize" for way, _, _ in plays) or node.how == "materialize"
    played = yield from play_one(
        run,
        plays,
        optional=node.may or searching,
        rule="timing.5.2",
        preserved=preserve.preserved(run.state, run.you) if materializing else (),
        searching=searching,
        hidden=() if node.of is not None else _hidden(run, plays),
    )
    if played is not None:
        run.did(1, [played])
    for card in cards if node.copy else ():
        if run.state.cards[card.id].zone == "none":
            say(run.state, events.Ceases, "targets-and-copies.6.3", card=card)


def _card_copy(run: Run, card: Card) -> Card:
    """A copy of a card that may be activated, as if it lay where the card lies; it ceases to exist when it is done.

    Rules: targets-and-copies.6.1, targets-and-copies.6.3, targets-and-copies.6.4, targets-and-copies.6.8.
    """
    state, you = run.state, run.you
    copy = Card(len(state.cards), card.face, you, you, "none", stamp=state.tick(), token=True)
    endless_loops.check_room(state, card.face)
    state.add(copy)
    return copy


def _hidden(run: Run, plays: Sequence[Chance]) -> tuple[int, ...]:
    """Cards to which a chance to materialize is tied and which not everybody knows (effects.3.6.choice)."""
    numbers = (number for way, number, _ in plays if way == "materialize")
    return tuple(number for number in numbers if who_sees(run.state, run.state.cards[number]) is not None)


def play_one(
    run: Run,
    plays: Sequence[Chance],
    *,
    optional: bool,
    rule: str,
    preserved: Sequence[int] = (),
    searching: bool = False,
    hidden: Sequence[int] = (),
) -> Asked[int | None]:
    """Asks you which of some cards to play and plays it, in an attempt with a snapshot of its own.

    Any materialization may be replaced by returning one of the `preserved`; one that is tied to a `hidden` card only
    if that card is revealed and could be materialized (effects.3.6).
    """
    state, seat = run.state, run.you
    refused: Illegal | None = None
    while not state.players[seat].lost:
        plays = [each for each in plays if not moving.gone(state, each[1])]
        good = [each for each in plays if offers.completes(state, seat, each[0], each[1], each[2])]
        options: list[Option] = [Play(way, number) for way, number, _ in good]
        shown = [number for _, number, _ in good if number in hidden]
        returns = preserved if shown or not hidden else ()
        options.extend(Return(number) for number in returns)
        if not options:
            state.vain = (*state.vain, *((seat, *each) for each in plays))
            return None
        if optional:
            options.append(Pass())
        try:
            answer = yield from ask_action(
                seat, "play", (rule,), "choose what to play now", options,
                card=run.scene.source.id, refused=refused, on_leave="renew",
            )  # fmt: skip
        except Left:
            refused = None
            continue
        if isinstance(answer, Pass) and optional:
            secret = any(who_sees(state, state.cards[number]) is not None for _, number, _ in good)
            kind = events.SecretOptionDeclined if secret else events.OptionDeclined
            say(state, kind, "RS.5", *(("RU.15",) if searching else ()), player=seat)
            return None
        if isinstance(answer, Return) and answer.card in returns:
            if hidden:
                revealing.reveal(state, seat, shown[:1], "effects.3.6")
            moving.move(state, answer.card, "hand", *preserve.RETURNED)
            run.did(0, done=True)
            return None
        licence = _licence_for(plays, answer)
        if licence is None or not isinstance(answer, Play):
            at_all = {"activate": ("CA.1.9.1",), "materialize": ("CM.2",)}
            rules = at_all.get(answer.way, ()) if isinstance(answer, Play) else ()
            refused = Illegal(Reason((rule, "PC.2", *rules), "nothing permits you to do that now"))
            continue
        before = state.copy()
        try:
            yield from nine_steps.play(state, seat, answer.way, answer.card, licence)
        except Illegal as illegal:
            ending_and_leaving_the_game.put_back(state, before)
            if state.players[seat].lost or moving.gone(state, answer.card):
                continue
            refused = offers.refusal(state, seat, answer.way, answer.card, licence, illegal)
            continue
        return answer.card
    return None


def _licence_for(plays: Sequence[Chance], answer: Action) -> Licence | None:
    if not isinstance(answer, Play):
        return None
    fitting = (licence for way, number, licence in plays if (way, number) == (answer.way, answer.card))
    return next(fitting, None)
