"""Damage: dealing it, where it goes, and whether it is lethal (combat.6)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from archivist.model import events
from archivist.model.card import Card
from archivist.model.decision import Answer, Decision
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.cards import states_and_counters
from archivist.rules.combat.damage_prevention import Blow, cannot_be_prevented, replaced, spend
from archivist.rules.effects.continuous.in_force import standing
from archivist.rules.effects.events import emit, say


def deal(
    state: State,
    source: Card,
    shares: Sequence[tuple[int, int]],
    *rules: str,
    combat: bool = False,
    unpreventable: bool = False,
    critical: tuple[int, ...] = (),
    using: tuple[Named, ...] = (),
    by: events.Dealing = "",
) -> Generator[Decision, Answer, dict[int, int]]:
    """Deals damage to objects at once, in one event; gives what each was really dealt.

    Damage of 0 or less was not dealt.

    Rules: timing.10.4, combat.6, combat.6.2, combat.6.6, terms.2.source, terms.5.hit.
    """
    unpreventable = unpreventable or cannot_be_prevented(state, source, combat=combat)
    blows: list[Blow] = []
    for number, amount in shares:
        if state.cards[number].zone == "field" and amount > 0:
            blow = Blow(number, amount, source, combat, unpreventable, critical, by == "attack")
            yield from replaced(state, blow)
            blows.append(blow)
        elif amount <= 0 and not combat:
            say(state, events.Nothing, "combat.6.2", "timing.10.4", "turn.1.7", "effects.1.4", card=state.cards[number])
    if combat and blows and state.current(source.thing) is None:
        return {}  # it left the game with its player before any damage was dealt (turn.9.6)
    spend(state, blows)
    dealt: dict[int, int] = {}
    made: list[events.Damage] = []
    group = state.tick() if len(blows) > 1 else 0
    for blow in blows:
        before = state.cards[blow.number]
        if blow.amount <= 0 or before.zone != "field":
            continue
        marked = _mark(state, before, blow.amount)
        dealt[blow.number] = dealt.get(blow.number, 0) + blow.amount
        subject = Named(before.face, before.thing)
        cited: tuple[str, ...] = (
            *(("combat.6.1",) if combat else ()),
            "combat.6.3",
            *rules,
            "combat.6.2",
            *(("combat.6.6",) if group else ()),
        )
        cited = (*cited, *marked, "turn.7.turn-based") if combat else (*cited, *marked)
        made.append(
            events.Damage(
                cited, before.controller, subject, using,
                amount=blow.amount, card=before, source=source, by=by, group=group,
            )
        )  # fmt: skip
    for damage in made:
        emit(state, damage)
        if combat:
            emit(state, _hit(damage))
    return dealt


def _hit(damage: events.Damage) -> events.Hit:
    """Combat damage, as those see it who trigger on hits (combat.6.7)."""
    return events.Hit(
        ("combat.6.7", "terms.5.hit"), damage.player, damage.subject, damage.objects,
        amount=damage.amount, card=damage.card, source=damage.source, by=damage.by, group=damage.group,
    )  # fmt: skip


def _mark(state: State, card: Card, amount: int) -> tuple[str, ...]:
    """Marks the damage, and gives the rules that say how: units keep it, a Siegeable domain loses durability counters.

    Rules: combat.6.5, cards.4.siegeable, cards.4.table.

    Damage on a champion stays until it is recovered (cards.9.damage).
    """
    if "siegeable" in state.now.words(state, card):
        states_and_counters.remove_counters(state, card.id, "durability", amount, "combat.6.5", "cards.4.siegeable")
        return ("combat.6.5", "cards.4.siegeable")
    properties = card.properties if "damaged lately" in card.properties else (*card.properties, "damaged lately")
    new = state.alter(card.id, damage=card.damage + amount, properties=properties)
    champion = "champion" in state.pool[card.face].words
    kept = ("combat.6.5", *(("cards.9.damage", "terms.7.damage") if champion else ()))
    deathless = state.now.has(state, new, "immortality") and lethal(state, new)
    return (*kept, "keywords.immortality", "timing.4.5") if deathless else kept


def lethal(state: State, card: Card) -> bool:
    """A unit with damage at or above its life, or with no life left (timing.4.2.2).

    Rules: terms.7.damage, cards.9.damage.
    """
    if not endangered(state, card):
        return False
    life = state.now.life(state, card)
    return life is not None and (card.damage >= life or life <= 0)


def endangered(state: State, card: Card) -> bool:
    """Whether damage may be lethal: not while it is below the printed life and nothing lowers that."""
    known = state.standing or standing(state)
    if known.weakens_all or card.id in known.weakened or card.last is not None or "debuff" in card.counters:
        return True
    life = state.pool[card.face].life
    return life is not None and card.damage >= life
