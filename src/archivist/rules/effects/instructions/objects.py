"""Instructions on objects and champions: resting, transforming, leaving the field, tokens, levels."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.rules.asking import Asked
from archivist.rules.cards import champions, double_faced, states_and_counters, tokens
from archivist.rules.effects import precedence_and_prohibitions
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.events import emit, named, say
from archivist.rules.effects.instructions.carrying_out import Run, carries_out, is_possible
from archivist.rules.effects.instructions.lasting_effects import gain_static, wait_for
from archivist.rules.effects.instructions.moving_cards import (
    banish_cards,
    choose_link,
    incarnations,
    left_for,
    moved_since,
    put_onto_field,
)
from archivist.rules.targets_and_copies import copies
from archivist.rules.timing import endless_loops
from archivist.rules.zones import destroying_sacrificing_banishing
from archivist.vocabulary.effects.moving_cards import Put
from archivist.vocabulary.effects.objects import (
    BanishAndReturn,
    BecomeChampion,
    Delevel,
    Destroy,
    Foster,
    GainState,
    Gather,
    LevelUp,
    Orient,
    Sacrifice,
    SacrificeThese,
    Summon,
    Suppress,
    Transform,
)
from archivist.vocabulary.node import Ref, Steps
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.game import TokensInstead
from archivist.vocabulary.text import Paragraph
from archivist.vocabulary.triggers.game import Phase

# -- turning -----------------------------------------------------------------------------------------------------


@is_possible(Orient)
def can_orient(run: Run, node: Orient) -> bool:
    """Whether the objects would change: they are not so yet, and nothing keeps them from waking up."""
    cards, rested = run.cards(node.what), node.to == "rested"
    return bool(cards) and all(
        card.rested != rested and (rested or not precedence_and_prohibitions.stays_rested(run.state, card))
        for card in cards
    )


@carries_out(Orient)
def orient(run: Run, node: Orient) -> None:
    rested = node.to == "rested"
    for card in run.cards(node.what):
        if states_and_counters.turn(run.state, card.id, "RS.2", rested=rested):
            run.did(1, [card.id])
        else:
            term = "terms.5.rest" if rested else "terms.5.wake-up"
            say(run.state, events.Nothing, "zones.7.1", term, card=run.state.cards[card.id])


@is_possible(Transform)
def can_transform(run: Run, node: Transform) -> bool:
    cards = run.cards(node.what)
    return bool(cards) and all(double_faced.can_transform(run.state, card) for card in cards)


@carries_out(Transform)
def transform(run: Run, node: Transform) -> None:
    for card in run.cards(node.what):
        if double_faced.transform(run.state, card.id, "RS.2"):
            run.did(1, [card.id])


@carries_out(Foster)
def foster(run: Run, node: Foster) -> None:
    """Objects become fostered in one event, each once and for as long as it is there (terms.5.fostered)."""
    for number in states_and_counters.foster(run.state, run.cards(node.what)):
        run.did(1, [number])


@is_possible(GainState)
def can_gain_state(run: Run, node: GainState) -> bool:
    """Whether all of the objects would change: they can be so, and are not yet."""
    cards = run.cards(node.what)
    return bool(cards) and all(states_and_counters.can_become(run.state, card, node.state) for card in cards)


@carries_out(GainState)
def gain_state(run: Run, node: GainState) -> None:
    """Objects become distant or ephemeral in one event; one that already is does not change.

    Rules: zones.7.4, terms.5.distant, zones.7.6, terms.5.ephemeral.
    """
    for number in states_and_counters.gain_state(run.state, run.cards(node.what), node.state):
        run.did(1, [number])


# -- leaving the field -------------------------------------------------------------------------------------------


@carries_out(Destroy)
def destroy(run: Run, node: Destroy) -> Steps:
    """What goes elsewhere than to the graveyard was not destroyed (effects.2.6), though the action was done.

    Later steps may ask what the first of them was, as it was last known if it left (abilities.6.3).
    """
    mark, cards = len(run.state.events), run.cards(node.what)
    gone = yield from destroying_sacrificing_banishing.destroy(run.state, [card.id for card in cards])
    destroyed = [number for number in gone if left_for(run, number, "graveyard", mark)]
    left = (event.card for event in run.state.events[mark:] if isinstance(event, events.Leave))
    first = next(iter(cards), None)
    run.scene.destroyed = next((card for card in left if first is not None and card.id == first.id), first)
    run.did(len(destroyed), destroyed, done=bool(gone))


@is_possible(Sacrifice)
def can_sacrifice(run: Run, node: Sacrifice) -> bool:
    """Whether you have all that is to be sacrificed."""
    n = run.scene.amount(node.amount)
    return len(_sacrifices(run, node, run.you, n)) >= n


@carries_out(Sacrifice)
def sacrifice(run: Run, node: Sacrifice) -> Steps:
    """The text calls "that" the first of the objects that left, as it was last known."""
    n = run.scene.amount(node.amount)
    run.scene.sacrificed = ()
    chosen: list[int] = []
    for seat in run.players(node.who):
        every = len(_sacrifices(run, node, seat, 0)) if node.all else n
        chosen += yield from _chosen_sacrifices(run, node, seat, every)
    if not chosen:
        return
    mark = len(run.state.events)
    gone = yield from destroying_sacrificing_banishing.sacrifice(run.state, chosen)
    left = [event.card for event in run.state.events[mark:] if isinstance(event, events.Leave)]
    run.scene.noted_card = next((card for card in left if card.id in gone[:1]), None)
    run.scene.sacrificed = tuple(card for card in left if card.id in gone)
    run.did(len(gone), gone)


@is_possible(SacrificeThese)
def can_sacrifice_these(run: Run, node: SacrificeThese) -> bool:
    """Whether you control all of them and can sacrifice them (terms.1.sacrifice)."""
    cards = run.cards(node.what)
    return bool(cards) and len(_yours_to_give(run, cards)) == len(cards)


@carries_out(SacrificeThese)
def sacrifice_these(run: Run, node: SacrificeThese) -> Steps:
    """Objects that you do not control, or that are immortal, stay (terms.1.sacrifice, keywords.immortality)."""
    cards = run.cards(node.what)
    own = _yours_to_give(run, cards)
    if len(own) < len(cards):
        say(run.state, events.Nothing, "terms.1.sacrifice", player=run.you)
    gone = (yield from destroying_sacrificing_banishing.sacrifice(run.state, own)) if own else []
    run.did(len(gone), gone)


def _yours_to_give(run: Run, cards: Sequence[Card]) -> list[int]:
    return [
        card.id
        for card in cards
        if card.zone == "field" and card.controller == run.you and not run.scene.has(card, "immortality")
    ]


def _sacrifices(run: Run, node: Sacrifice, seat: Seat, n: int) -> list[Card]:
    """What a player could sacrifice."""
    scene = run.scene
    cards = [card for card in scene.matching(node.of) if card.controller == seat and not scene.has(card, "immortality")]
    if node.same_name:
        names = [card.face for card in cards]
        cards = [card for card in cards if names.count(card.face) >= n]
    return cards


def _chosen_sacrifices(run: Run, node: Sacrifice, seat: Seat, n: int) -> Asked[tuple[int, ...]]:
    """What a player will sacrifice: so many, or all there are."""
    cards = _sacrifices(run, node, seat, n)
    same: tuple[tuple[int, ...], ...] = ()
    if node.same_name:
        groups: dict[str, list[int]] = {}
        for index, card in enumerate(cards):
            groups.setdefault(card.face, []).append(index)
        same = tuple(tuple(group) for group in groups.values())
    n = min(n, len(cards))
    prompt = f"choose {node.of.said()} to sacrifice"
    own = (card for card in run.scene.matching(node.of) if card.controller == seat)
    immortal = any(run.scene.has(card, "immortality") for card in own)
    if immortal and not cards:
        say(run.state, events.Nothing, "keywords.immortality", player=seat)
    rules = ("timing.7.1", *(("keywords.immortality",) if immortal else ()))
    numbers = [card.id for card in cards]
    return (yield from run.ask_cards(seat, numbers, n, n, prompt, kind="sacrifice", same=same, rules=rules))


@carries_out(Suppress)
def suppress(run: Run, node: Suppress) -> Steps:
    """Banishes each; a delayed trigger for each returns it as the next end phase begins (terms.1.suppress).

    What went elsewhere instead, or ceased to exist, does not return.
    """
    objects = run.cards(node.what)
    numbers = [card.id for card in objects]
    yield from banish_cards(run, numbers, "terms.1.suppress")
    for before in objects:
        card = run.state.cards[before.id]
        if card.incarnation != before.incarnation:
            subject = named(run.state, before)
            emit(run.state, events.Suppress(("terms.1.suppress",), run.you, subject, card=before))
        if card.zone != "banishment":
            continue
        text = (Paragraph(do=(Put(what=Ref("remembered"), into="field", owner=True),)),)
        wait_for(run, Phase(phase="end", whose="any"), text, once=True, until="game", remembers=(card.thing,))


@carries_out(BanishAndReturn)
def banish_and_return(run: Run, node: BanishAndReturn) -> Steps:
    """Banishes objects together and returns them together at once under their owners' control, as new objects."""
    numbers = [card.id for card in run.cards(node.what)]
    before = incarnations(run, numbers)
    kept = yield from destroying_sacrificing_banishing.banish_to_return(run.state, numbers, "RS.2")
    back = yield from put_onto_field(run, list(kept), owner=True, kept=kept)
    run.did(len(back), back, done=bool(moved_since(run, before)))
    for number, keeps in kept.items():
        if run.state.cards[number].zone != "field":
            destroying_sacrificing_banishing.shed(run.state, keeps)


# -- tokens ------------------------------------------------------------------------------------------------------


@carries_out(Summon)
def summon(run: Run, node: Summon) -> Steps:
    n = endless_loops.times(run.scene.amount(node.amount), run.scene.source.true_name)
    marks = {kind: run.scene.amount(amount) for kind, amount in node.counters.items()}
    for seat in run.players(node.who):
        yield from summon_tokens(run, (node.token,) * n, rested=node.rested, seat=seat)
    came = run.deed.things if run.deed is not None else ()
    for thing in came:
        for kind, many in marks.items():
            states_and_counters.add_counters(run.state, thing.id, kind, many)


@carries_out(Gather)
def gather(run: Run, node: Gather) -> Steps:
    """Summons one of the six ingredient tokens, each equally likely (terms.6.gather)."""
    for _ in range(endless_loops.times(run.scene.amount(node.times), run.scene.source.true_name)):
        emit(run.state, events.Gather(("terms.6.gather",), run.you))
        yield from summon_tokens(run, (tokens.gathered(run.state),))


def summon_tokens(run: Run, faces: Sequence[str], *, rested: bool = False, seat: Seat | None = None) -> Steps:
    """You, or the player named, put tokens onto the field together; an effect may let them have others in their place.

    Rules: effects.3.
    """
    you = run.you if seat is None else seat
    for active, instead in now.statics(run.state, TokensInstead):
        if active.you == you and faces:
            swap = yield from run.ask_yes(you, f"summon {len(faces)} {instead.token} instead?")
            if swap:
                faces = (instead.token,) * len(faces)
    coming: list[tokens.Token] = []
    for face in faces:
        token = Card(len(run.state.cards), face, you, you, "none", token=True)
        made = (yield from copies.choose(run.state, you, token, run.scene.source.id)) or face
        linked = yield from choose_link(run, you, replace(token, face=made))
        coming.append((made, linked))
    came = tokens.summon(run.state, coming, you, rested=rested, by=run.scene.source.id)
    run.did(len(came), came)


# -- champions ---------------------------------------------------------------------------------------------------


@is_possible(LevelUp)
def can_level_up(run: Run, node: LevelUp) -> bool:
    return bool(champions.fitting(run.state, run.you))


@carries_out(LevelUp)
def level_up(run: Run, node: LevelUp) -> Steps:
    """Levels up the champion you control with a card of your material deck; no materialization, nothing is paid.

    Rules: cards.4.5, cards.4.8.
    """
    cards = [card.id for card in champions.fitting(run.state, run.you)]
    n = min(1, len(cards))
    chosen = yield from run.ask_cards(run.you, cards, n, n, "choose a champion card")
    for number in chosen:
        champions.level_up(run.state, run.you, number, "RS.2")
        _did_to_champion(run)


@is_possible(Delevel)
def can_delevel(run: Run, node: Delevel) -> bool:
    """Whether there is a champion card beneath the top one (RU.16)."""
    champion = run.scene.champion()
    return champion is not None and bool(champions.champions_beneath(run.state, champion))


@carries_out(Delevel)
def delevel(run: Run, node: Delevel) -> None:
    if champions.delevel(run.state, run.you, "RS.2"):
        _did_to_champion(run)


def _did_to_champion(run: Run) -> None:
    champion = run.scene.champion()
    run.did(1, [] if champion is None else [champion.id])


@is_possible(BecomeChampion)
def can_become_champion(run: Run, node: BecomeChampion) -> bool:
    return _successor(run, node) is not None


def _successor(run: Run, node: BecomeChampion) -> Card | None:
    """The one object of yours that is to become your champion, and is not already (cards.4.7)."""
    meant = run.cards(node.what)
    if len(meant) != 1 or (meant[0].zone, meant[0].controller) != ("field", run.you):
        return None
    return None if run.state.players[run.you].champion == meant[0].id else meant[0]


@carries_out(BecomeChampion)
def become_champion(run: Run, node: BecomeChampion) -> None:
    card = _successor(run, node)
    if card is not None:
        gain_static(run, Modify(types=node.types), node.what, "game")
        champions.replace_champion(run.state, run.you, card, "RS.2")
