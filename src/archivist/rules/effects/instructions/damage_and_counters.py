"""Instructions that put marks on objects and take them off: damage and counters."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card
from archivist.rules.asking import ask_split
from archivist.rules.cards import states_and_counters
from archivist.rules.combat import damage as dealing
from archivist.rules.costs import payment
from archivist.rules.costs.means_of_payment import Bill, Payer
from archivist.rules.effects import replacement_effects
from archivist.rules.effects.events import named, say, tell
from archivist.rules.effects.instructions.carrying_out import Run, carries_out, is_possible
from archivist.rules.zones import destroying_sacrificing_banishing, moving
from archivist.vocabulary.effects.damage_and_counters import (
    Counters,
    Damage,
    Heal,
    MoveCounters,
    Recover,
    RemoveCounters,
    SplitDamage,
    Wither,
)
from archivist.vocabulary.filters import AS_A_SPELL
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Item


@carries_out(Damage)
def damage(run: Run, node: Damage) -> Steps:
    if node.split:
        for share in run.shares(node.to):
            yield from _deal(run, (share,), unpreventable=node.unpreventable)
        return
    n = run.scene.amount(node.amount)
    shares = [(card.id, n) for card in run.cards(node.to)]
    yield from _deal(run, shares, unpreventable=node.unpreventable)


def _deal(run: Run, shares: Sequence[tuple[int, int]], *, unpreventable: bool) -> Steps:
    """Damage that is prevented was not dealt (effects.4.7)."""
    dealt = yield from dealing.deal(run.state, _dealer(run), shares, "RS.2", unpreventable=unpreventable)
    run.did(sum(dealt.values()), dealt)


def _dealer(run: Run) -> Card:
    """The source as what it does sees it: of an ability used as a spell it is a Spell source now (abilities.1.14)."""
    source = run.scene.source
    if not run.item.spell or "spell" in run.state.now.words(run.state, source):
        return source
    return replace(source, properties=(*source.properties, AS_A_SPELL))


@carries_out(SplitDamage)
def split_damage(run: Run, node: SplitDamage) -> Steps:
    """You choose any number of things and split an amount among them, at least 1 each: no targets."""
    n = run.scene.amount(node.amount)
    cards = [card.id for card in run.scene.matching(node.among)]
    prompt = f"choose {node.among.said()} to be dealt damage"
    chosen = yield from run.ask_cards(run.you, cards, 0, min(max(0, n), len(cards)), prompt)
    if not chosen:
        return
    things = run.state.things(chosen)
    rules = ("targets-and-copies.3.6",)
    shares = yield from ask_split(run.you, rules, f"split {n}, at least 1 each", things, n, card=run.scene.source.id)
    for share in zip(chosen, shares, strict=True):
        yield from _deal(run, (share,), unpreventable=False)


@is_possible(Recover)
def can_recover(run: Run, node: Recover) -> bool:
    return not any(run.state.now.forbidden(run.state, seat, "recover") for seat in run.players(node.who))


@carries_out(Recover)
def recover(run: Run, node: Recover) -> Steps:
    """What is recovered is the amount, whatever damage there was (terms.6.recover)."""
    for seat in run.players(node.who):
        n = yield from states_and_counters.recover(run.state, seat, run.scene.amount(node.amount), "RS.2")
        champion = run.state.champion(seat)
        run.did(n, [champion.id] if n > 0 and champion is not None else ())


@carries_out(Heal)
def heal(run: Run, node: Heal) -> None:
    for card in run.cards(node.what):
        if "ally" in run.state.now.words(run.state, card):
            run.did(card.damage, [card.id] if card.damage else ())
            healed = run.state.alter(card.id, damage=0)
            say(run.state, events.Heal, "RS.2", card=healed)


@carries_out(Counters)
def counters(run: Run, node: Counters) -> Steps:
    """Puts counters on things; those of omens lie on cards in banishment, wherever these came from (terms.7.omen)."""
    n = run.scene.amount(node.amount)
    cards = run.movable(node.on) if node.kind == "omen" else run.cards(node.on)
    for card in cards:
        yield from _add(run, card.id, node.kind, n)
    for item in run.items(node.on) if not cards else ():
        _mark_item(run, item, node.kind, n)


def _add(run: Run, number: int, kind: str, n: int) -> Steps:
    n = yield from replacement_effects.how_many(run.state, run.state.cards[number], kind, n)
    states_and_counters.add_counters(run.state, number, kind, n, "RS.2")
    run.did(n, [number] if n > 0 else ())


def _mark_item(run: Run, item: Item, kind: str, n: int) -> None:
    """Puts counters on an instance; they are gone with it, and a copy has none (cards.9.1)."""
    if n > 0:
        run.state.alter_item(item.id, counters={**item.counters, kind: item.counters.get(kind, 0) + n})
        subject = named(run.state, item.source)
        tell(run.state, events.Counters(("cards.9.1", "RS.2"), item.controller, subject, amount=n, counter=kind))
        run.did(n, things=(item.thing,))


@is_possible(RemoveCounters)
def can_remove_counters(run: Run, node: RemoveCounters) -> bool:
    need = 0 if node.amount is None else run.scene.amount(node.amount)
    return all(card.count(node.kind) >= need for card in run.cards(node.from_))


@carries_out(RemoveCounters)
def remove_counters(run: Run, node: RemoveCounters) -> Steps:
    cards = run.cards(node.from_)
    group = run.state.tick() if len(cards) > 1 else 0
    for card in cards:
        have = card.count(node.kind)
        if node.all:
            n = have
        elif node.amount is None:
            n = yield from run.ask_number(run.you, range(have + 1), f"how many {node.kind} counters to remove")
        else:
            n = min(have, run.scene.amount(node.amount))
        states_and_counters.remove_counters(run.state, card.id, node.kind, n, "RS.2", group=group)
        run.did(n, [card.id] if n > 0 else ())


@is_possible(MoveCounters)
def can_move_counters(run: Run, node: MoveCounters) -> bool:
    return bool(run.cards(node.to)) and any(card.count(node.kind) for card in run.cards(node.from_))


@carries_out(MoveCounters)
def move_counters(run: Run, node: MoveCounters) -> Steps:
    moved = 0
    for goal in run.cards(node.to)[:1]:
        for card in run.cards(node.from_):
            n = card.count(node.kind)
            moved += n
            states_and_counters.remove_counters(run.state, card.id, node.kind, n, "RS.2")
        yield from _add(run, goal.id, node.kind, moved)


@carries_out(Wither)
def wither(run: Run, node: Wither) -> Steps:
    """Object by object the price is paid or not; then all that was not paid for goes at once, with its counters.

    After that all objects that are still there lose theirs together, those among them that cannot be sacrificed.

    Rules: terms.7.wither, cards.9.wither, keywords.immortality.
    """
    state = run.state
    withering = [card for card in moving.on_field(state) if card.controller == run.you and card.count("wither")]
    lost: list[int] = []
    for card in withering:
        bill = Bill("resolution", card.count("wither"))
        payer = Payer(state, run.you, card, "resolution")
        paid = False
        if not payment.shortfall(payer, bill):
            paid = yield from run.ask_yes(run.you, f"pay {bill.reserve} reserve for {card.face}?")
        if not paid or not (yield from payment.pay(payer, bill)):
            lost.append(card.id)
    deathless = [number for number in lost if destroying_sacrificing_banishing.immortal(state, number)]
    for number in deathless:
        rules = ("keywords.immortality", "terms.7.wither")
        say(state, events.NotSacrificed, *rules, player=run.you, card=state.cards[number])
    mortal = [number for number in lost if number not in deathless]
    if mortal:
        yield from destroying_sacrificing_banishing.sacrifice(state, mortal, "terms.7.wither")
    left = [card for card in withering if state.still(card) is not None]
    group = state.tick() if len(left) > 1 else 0
    for card in left:
        many = card.count("wither")
        states_and_counters.remove_counters(state, card.id, "wither", many, "terms.7.wither", group=group)
    run.did(sum(card.count("wither") for card in withering), (card.id for card in withering))
