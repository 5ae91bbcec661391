"""States of objects and counters: resting and waking, damage, counters of all kinds, recovering (zones.7; cards.9; terms.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.abilities import restrictions
from archivist.rules.abilities.triggered_abilities import wait
from archivist.rules.citations import counters_and_masteries as citations
from archivist.rules.effects import precedence_and_prohibitions, replacement_effects
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.events import emit, named, say, tell
from archivist.vocabulary.effects.damage_and_counters import Wither
from archivist.vocabulary.pending import Waiting
from archivist.vocabulary.text import Paragraph
from archivist.vocabulary.words import BY_DURABILITY

NONE = ("turn.1.7", "effects.1.4")
"""A numbered action for 0 never happened."""


WITHERING: Final = (Paragraph(do=(Wither(),)),)
"""What wither counters ask for, once for all that have some."""


def turn(state: State, number: int, *rules: str, rested: bool, phase: bool = False) -> bool:
    """Rests or wakes an object; one that already is so, or that cannot wake up, does not change (zones.7.1, timing.6.2).

    In the wake up `phase` more may keep it from that.

    Rules: terms.5.rest, terms.5.wake-up, zones.7, zones.7.object, terms.5, terms.5.awake.
    """
    card = state.cards[number]
    if (
        card.zone != "field"
        or card.rested == rested
        or (not rested and precedence_and_prohibitions.stays_rested(state, card, phase=phase))
    ):
        return False
    state.alter(number, rested=rested)
    if rested:
        say(state, events.Rest, "zones.7.3", *rules, "terms.5.rest", player=card.controller, card=card)
    else:
        say(state, events.Wake, "zones.7.3", *rules, "terms.5.wake-up", player=card.controller, card=card)
    return True


def foster(state: State, cards: Sequence[Card]) -> Iterator[int]:
    """Objects become fostered in one event, each once and for as long as it is there; gives those that do.

    Rules: terms.5.fostered, zones.7.5, zones.7.object, keywords.foster, keywords.on-foster.
    """
    group = state.tick() if len(cards) > 1 else 0
    for card in cards:
        if "fostered" not in card.properties:
            new = state.alter(card.id, properties=(*card.properties, "fostered"))
            rules = ("zones.7.5", "terms.5.fostered", "keywords.foster")
            emit(state, events.Foster(rules, card.controller, named(state, new), card=new, group=group))
            yield card.id


GainedState = Literal["distant", "ephemeral"]
_STATE_RULES: Final = {
    "distant": ("zones.7.4", "terms.5.distant"),
    "ephemeral": ("zones.7.6", "terms.5.ephemeral"),
}


def can_become(state: State, card: Card, word: GainedState) -> bool:
    """Whether an object on the field is not in a state that it can be in; only units are distant (terms.5.distant)."""
    if card.zone != "field" or word in card.properties:
        return False
    return word != "distant" or "unit" in state.now.words(state, card)


def gain_state(state: State, cards: Sequence[Card], word: GainedState) -> Iterator[int]:
    """Objects become distant or ephemeral in one event; one that already is does not change. Gives those that do.

    Rules: zones.7.4, zones.7.object, terms.5.distant, zones.7.6, terms.5.ephemeral.
    """
    changing = [card for card in cards if can_become(state, card, word)]
    group = state.tick() if len(changing) > 1 else 0
    for card in changing:
        new = state.alter(card.id, properties=(*card.properties, word))
        subject = named(state, new)
        emit(state, events.State(_STATE_RULES[word], card.controller, subject, card=new, group=group, state=word))
        yield card.id


def come_back_from_afar(state: State, seat: Seat) -> bool:
    """The units of a player whose turn ends are no longer distant; gives whether there were any.

    Rules: terms.5.distant, zones.7.4.
    """
    distant = [
        card
        for number in state.field
        if "distant" in (card := state.cards[number]).properties and card.controller == seat
    ]
    for card in distant:
        state.alter(card.id, properties=tuple(each for each in card.properties if each != "distant"))
    return bool(distant)


def add_counters(state: State, number: int, kind: str, n: int, *rules: str) -> None:
    """Puts counters on a card; buff and debuff counters remove each other (timing.4.4).

    They stay until they are removed; level counters raise a champion's LV, and a banished card with an omen counter is
    an Omen.

    What a kind does is read where it matters; kinds without a rule of their own do nothing.

    Rules: cards.9, cards.9.table, cards.9.buff, cards.9.debuff, terms.7.table, terms.7.buff, terms.7.debuff,
    terms.7.others, cards.9.omen, cards.9.level, terms.7.omen, terms.7.level, timing.9.8.
    """
    card = state.cards[number]
    if n <= 0 or card.zone == "none":
        return
    new = state.alter(number, counters=_without_pairs({**card.counters, kind: card.count(kind) + n}))
    rules = ("cards.9.1", *rules, *citations.of_counters(kind))
    tell(state, events.Counters(rules, card.controller, named(state, card), amount=n, counter=kind))
    if kind == "charge":
        charged(state, new)


def _without_pairs(counters: dict[str, int]) -> dict[str, int]:
    """Counters of which buff and debuff have cancelled each other in pairs."""
    pairs = min(counters.get("buff", 0), counters.get("debuff", 0))
    kept = {kind: many - (pairs if kind in ("buff", "debuff") else 0) for kind, many in counters.items()}
    return {kind: many for kind, many in kept.items() if many}


def cancel_pairs(state: State) -> bool:
    """Cancels buff and debuff counters that lie on one object (timing.4.4); gives whether there were any."""
    cards, changed = state.cards, False
    for number in state.field:
        counters = cards[number].counters
        if counters and "buff" in counters and "debuff" in counters:
            say(state, events.Cancel, "timing.4.4", "cards.9.1", card=cards[number])
            state.alter(number, counters=_without_pairs(counters))
            changed = True
    return changed


def charged(state: State, card: Card) -> None:
    """Tells that an object has more charge counters now (keywords.on-charge)."""
    if card.zone == "field":
        subject = Named(card.face, card.thing)
        emit(state, events.Charge(("keywords.on-charge",), card.controller, subject, card=card))


def remove_counters(state: State, number: int, kind: str, n: int, *rules: str, group: int = 0) -> None:
    """Takes counters off a card, as far as they are there; `group` is the game event it is part of.

    So bulwark, durability, enlighten, static and preparation counters are used up or spent.

    Rules: cards.9.1, cards.9.bulwark, cards.9.durability, cards.9.enlighten, cards.9.static, cards.9.preparation,
    terms.7.bulwark, terms.7.enlighten, terms.7.static, terms.7.preparation.
    """
    card = state.cards[number]
    n = min(n, card.count(kind))
    if n <= 0:
        return
    counters = {**card.counters, kind: card.count(kind) - n}
    state.alter(number, counters={each: many for each, many in counters.items() if many})
    rules = ("cards.9.1", *rules, *citations.of_counters(kind))
    subject = named(state, card)
    emit(
        state,
        events.CountersRemoved(rules, card.controller, subject, amount=n, counter=kind, card=card, group=group),
    )


def ask_for_withering(state: State, seat: Seat) -> None:
    """As the main phase of a player begins, wither counters ask for their price; the game is the source.

    Rules: cards.9.wither, terms.7.wither.
    """
    cards = state.cards
    for number in state.field:
        if cards[number].controller == seat and cards[number].count("wither"):
            wait(state, Waiting(seat, cards[number], WITHERING, None, label="wither"))
            return


def recover(state: State, seat: Seat, n: int, *rules: str) -> replacement_effects.Number:
    """Removes damage counters from a champion; recovering 0 never happened (turn.1.7, terms.6.recover, effects.1.4).

    Gives how much is recovered.

    Rules: timing.9.8.
    """
    champion = state.champion(seat)
    if n <= 0:
        say(state, events.Nothing, *NONE, player=seat)
    if n <= 0 or champion is None:
        return 0
    if restrictions.own_scene(state, champion).forbidden("recover"):
        say(state, events.Nothing, "timing.6.2", "effects.1.6", player=seat)
        return 0
    n = yield from replacement_effects.how_much(state, seat, "recover", n)
    if n <= 0:
        return 0
    removed = min(n, champion.damage)
    state.alter(champion.id, damage=champion.damage - removed)
    rules = ("terms.6.recover", *rules, "turn.1.8", "cards.9.damage", "terms.7.damage")
    emit(state, events.Recover(rules, seat, named(state, champion), amount=n, removed=removed, card=champion))
    return n


def lethal(state: State, card: Card) -> bool:
    """A unit with damage at or above its life, or with no life left (timing.4.2.2).

    Rules: terms.7.damage, cards.9.damage.
    """
    if not endangered(state, card):
        return False
    life = state.now.life(state, card)
    return life is not None and card.damage >= life


def endangered(state: State, card: Card) -> bool:
    """Whether damage may be lethal: not while it is below the printed life and nothing lowers that."""
    known = state.standing or standing(state)
    if known.weakens_all or card.id in known.weakened or "debuff" in card.counters:
        return True
    life = state.pool[card.face].life
    return life is not None and card.damage >= life


def worn_out(state: State, card: Card) -> bool:
    """Whether a weapon or Siegeable object has no durability left (timing.4.2.3).

    Rules: cards.9.durability, terms.7.durability, combat.5.17.
    """
    return card.count("durability") <= 0 and not BY_DURABILITY.isdisjoint(state.now.words(state, card))


def durable(state: State, card: Card) -> bool:
    """Whether an object lives by its durability, as printed, and has some left (timing.4.2.3)."""
    words = state.pool[card.face].words
    return card.count("durability") > 0 and "unit" not in words and not BY_DURABILITY.isdisjoint(words)
