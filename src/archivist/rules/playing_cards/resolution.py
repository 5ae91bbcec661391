"""Resolution: checking that an item still can resolve, and carrying it out (RS, CR)."""

from __future__ import annotations

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Thing
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.cards import champions
from archivist.rules.citations import stack as citations
from archivist.rules.combat import declaring_attacks
from archivist.rules.effects import replacement_effects
from archivist.rules.effects.continuous import effects_in_force
from archivist.rules.effects.events import named, say, tell
from archivist.rules.effects.instructions.carrying_out import Run
from archivist.rules.playing_cards import effects_stack, negating_and_fizzling
from archivist.rules.playing_cards.boons import GAINED
from archivist.rules.targets_and_copies import copies
from archivist.rules.targets_and_copies.copies import token_of_a_copy
from archivist.rules.timing import endless_loops
from archivist.rules.zones import entering_the_field, moving
from archivist.vocabulary.abilities import Command
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Item
from archivist.vocabulary.text import Paragraph


def resolve_top(state: State) -> Steps | None:
    """Resolves the top of the stack, at a moment of its own, when nobody has Opportunity.

    The instance is gone then, resolved or fizzled; a copy leaves nothing else behind (targets-and-copies.7.6). Gives what
    is left to be done, in which players may be asked; nothing is if it fizzles.

    Rules: RS.1, RS.1.1, abilities.3.7, abilities.7, abilities.7.1.
    """
    item = state.stack[-1]
    why = fizzles(state, item)
    if why:
        negating_and_fizzling.fizzle(state, item, *why)
        return None
    _tell(state, item)
    state.pile(state.stack[:-1])
    return _resolve_play(state, item) if item.is_play else carry_out(state, item)


def carry_out(state: State, item: Item) -> Steps:
    """All instructions from top to bottom; locked or lost text is left out (RS.2, RS.3, RS.4, RS.8).

    Nothing is checked in between, and what is played meanwhile waits on the stack.

    An instruction that ends the phase does so only when all have been carried out (zones.3.13).

    Rules: PC.9, abilities.7.3, abilities.7.4, timing.3.1, timing.5.4, effects.1, effects.1.1.
    """
    run = Run(state, item)
    live: list[int] = []
    for part, paragraph in enumerate(item.text):
        if (paragraph.when is None and not item.off) or restrictions.live(state, item, part):
            live.append(part)
    for group in item.groups:
        if not group.required and None in group.things:
            say(state, events.LeftOut, "CR.1.3", player=item.controller)
            break
    if item.controller != state.cards[item.card].owner and item.is_play:
        say(state, events.Perspective, "RS.3", "RS.4", "RS.8", player=item.controller)
    return run.read(live)


replacement_effects.carried_out_by(carry_out)


def _tell(state: State, item: Item) -> None:
    """What resolves, with the rulings that only some items show."""
    if item.is_play:
        card = state.cards[item.card]
        rules = citations.of_resolving_play(state, item, card)
    else:
        card = item.source
        rules = citations.of_resolving_ability(state, item)
    subject = Named(item.label or card.face, card.thing)
    tell(state, events.Resolve(tuple(rules), item.controller, subject, what=negating_and_fizzling.kind_said(item)))


# -- checking resolution -----------------------------------------------------------------------------------------


def fizzles(state: State, item: Item) -> tuple[str, ...]:
    """The rules by which an item cannot resolve; empty if it can. One illegal required target is enough here.

    Rules: CR.1, timing.4.6.choice.2, targets-and-copies.3.11.choice, cards.4.3, abilities.7.2.
    """
    if item.is_play:
        card = state.cards[item.card]
        if card.zone != "stack":
            return ("PC.8", "CR.1.2")
        if "champion" in state.pool[card.face].words:
            if champions.problem(state, item.controller, card):
                return ("CR.1.1", "CR.1.2", "cards.4.3")
            if item.copy:
                return ("CR.1.1", "CR.1.2")
        if "attack" in state.now.words(state, card) and not declaring_attacks.may_begin(state, item):
            commanded = any(isinstance(each, Command) for each in state.pool[card.face].abilities)
            return (
                "RS.9",
                "combat.2.3",
                "combat.2.2",
                *(("keywords.command", "combat.8.command") if commanded else ()),
            )
    elif item.condition and not Condition(item.condition).holds(effects_stack.item_scene(state, item)):
        return ("abilities.3.3",)
    for group in item.groups:
        if group.required and None in group.things and effects_stack.counts(item, group):
            ability = () if item.is_play else ("abilities.7.2", "abilities.3.11")
            return ("CR.1.4.1.1", "CR.1.4.1", "CR.1.4", "CR.1.2", *negating_and_fizzling.GONE, *ability)
    return ()


# -- instances of cards ------------------------------------------------------------------------------------------


def _resolve_play(state: State, item: Item) -> Steps:
    """A card of an object type makes an object, an attack card an attack; any other has its instructions carried out.

    Every instance reads the card as it is on the stack now, with what effects have given it since (PC.9.3).

    Rules: zones.3.8, cards.4.
    """
    card = state.cards[item.card]
    face = state.pool[card.face]
    progresses = not item.copy and state.now.has(state, card, "aenean progression")
    if face.is_object:
        yield from _make_object(state, item, card)
    elif "attack" in face.words:
        yield from declaring_attacks.begin_with_card(state, item)
    else:
        yield from carry_out(state, item)
        if "boon" in face.words and not moving.gone(state, card.id):
            _gain_boon(state, item)
    if progresses:
        _count_progress(state, item)


def _count_progress(state: State, item: Item) -> None:
    """A player has resolved one more card with Aenean Progression; a copy is no card (keywords.aenean-progression)."""
    state.alter_player(item.controller, progress=state.players[item.controller].progress + 1)


def _make_object(state: State, item: Item, card: Card) -> Steps:
    """The original makes the card the object, a copy makes a token like the card on the stack (PC.7.1, PC.9.2, RS.7).

    The token has the facts of how the card was played; the cards that were paid belong to the original alone. Nothing
    keeps from the field what enters it by resolving.
    Rules: targets-and-copies.7.5, targets-and-copies.7.9, targets-and-copies.8.7.
    """
    played = card.played
    assert played is not None
    if not item.copy and "champion" in state.pool[card.face].words:
        champions.level_up(state, item.controller, card.id, "RS.2", "RS.7", "PC.7.1", "RS.2.1")
        return
    as_copy = yield from copies.choose(state, item.controller, card, card.id)
    if state.players[item.controller].lost or moving.gone(state, card.id):
        return
    rules: tuple[str, ...] = ("PC.7.1", "RS.7", "RS.2.1")
    number = card.id
    if item.copy:
        endless_loops.check_room(state, card.face)
        number = token_of_a_copy(state, card, item.controller).id
        played = replace(played, spent=())
        rules = ("PC.9.2", "RS.7", "cards.8.3")
    else:
        if card.owner != item.controller:
            rules = (*rules, "RU.12")
        if effects_stack.has_instance(state, card.id):
            rules = (*rules, "RU.2")
    if effects_in_force.granted(state, card.thing):
        _carry_over(state, card.thing, Thing("card", number, state.cards[number].incarnation + 1))
    yield from entering_the_field.enter(
        state, number, item.controller, *rules,
        played=played, properties=tuple([name for name in played.properties if name != "starcalled"]),
        linked=_linked(item), x=card.x, copy_of=as_copy,
    )  # fmt: skip


def _linked(item: Item) -> Thing | None:
    """What an object with Link enters linked to."""
    for group in item.groups:
        if group.part == -1:
            return group.things[0]
    return None


def _carry_over(state: State, before: Thing, made: Thing) -> None:
    """What was granted to the card on the stack holds for the object too, already as it enters.

    Rules: zones.6.5, targets-and-copies.7.3.
    """
    state.hold(
        tuple(
            replace(each, on=(*each.on, made)) if each.on is not None and before in each.on else each
            for each in state.lasting
        )
    )


def _gain_boon(state: State, item: Item) -> None:
    """The player gains the boon: from now on its abilities work for them (BB.2)."""
    card = state.cards[item.card]
    state.alter(card.id, properties=(*card.properties, GAINED))
    say(state, events.GainBoon, "BB.2", player=item.controller, card=card)


def without_stack(state: State, source: Card, text: Paragraph, *rules: str) -> Steps:
    """Carries out what a card says for a moment at which nobody can respond, such as clean-up (turn.7.1)."""
    item = Item(
        effects_stack.new_id(state),
        "trigger",
        source.controller,
        source.id,
        source,
        (text,),
        state.tick(),
        x=source.x,
        y=source.y,
    )
    tell(state, events.Resolve(rules, source.controller, named(state, source), what="no stack"))
    yield from carry_out(state, item)
