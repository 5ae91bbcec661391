"""What must hold of every position, whatever was played: each a function that names the problem, or says nothing.

The arena checks it after every decision; a save in which it does not hold is broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from archivist.model.card import OWN_ZONES, Card
from archivist.model.state import State
from archivist.rules.effects.precedence_and_prohibitions import cannot_lose
from archivist.rules.timing import state_based_checks


def _places(state: State) -> Iterator[tuple[int, str]]:
    """Every card of every zone list with that zone; the cards of a lineage are listed by their champion."""
    for player in state.players:
        for zone in OWN_ZONES:
            yield from ((number, zone) for number in state.zone(player.seat, zone))
        yield from ((number, state.cards[number].zone) for number in player.functions)
    for zone, numbers in (("field", state.field), ("stack", state.stack_cards), ("intent", state.intent)):
        yield from ((number, zone) for number in numbers)


def made(state: State, card: Card) -> bool:
    """Whether a card was made by an effect: tokens, copies, masteries and statuses come and go."""
    return card.token or bool(state.pool[card.face].words & {"mastery", "status"})


def zones_agree(state: State) -> str:
    """Every card lies in exactly one zone and says so itself; outside the game are only tokens and what left with a loser.

    A loser takes along what they controlled of others, too (turn.9.7).
    """
    places: dict[int, str] = {}
    for number, zone in _places(state):
        card = state.cards[number]
        if number in places:
            return f"{card.face} ({number}) lies in {places[number]} and in {zone}"
        if card.zone != zone:
            return f"{card.face} ({number}) lies in {zone} and says {card.zone}"
        places[number] = zone
    for card in state.cards:
        if card.zone == "none" and not made(state, card) and not any(player.lost for player in state.players):
            return f"{card.face} ({card.id}) is outside the game"
        if card.zone not in ("none", "lineage", "loaded") and card.id not in places:
            return f"{card.face} ({card.id}) says {card.zone} and does not lie there"
    return ""


def zones_owned(state: State) -> str:
    """In a player's own zones lie only cards that this player owns."""
    for player in state.players:
        for number in state.own_cards(player.seat):
            if state.cards[number].owner != player.seat:
                return f"{state.cards[number].face} ({number}) lies in a zone of player {player.name}, not of its owner"
    return ""


def lineages_agree(state: State) -> str:
    """Every card of a lineage and every loaded card is beneath exactly one object on the field, and nothing else is."""
    beneath: Counter[int] = Counter()
    for card in state.cards:
        for zone, numbers in (("lineage", card.lineage), ("loaded", card.loaded)):
            for number in numbers:
                beneath[number] += 1
                other = state.cards[number]
                if other.zone != zone:
                    return f"{other.face} ({number}) is beneath {card.face} and says {other.zone}"
            if numbers and card.zone != "field":
                return f"{card.face} ({card.id}) has cards beneath it in the zone {card.zone}"
    for card in state.cards:
        if card.zone in ("lineage", "loaded") and beneath[card.id] != 1:
            return f"{card.face} ({card.id}) is beneath {beneath[card.id]} objects"
    return ""


def champions_agree(state: State) -> str:
    """A player's champion is on the field under that player's control; who had one and is in the game still has it.

    Only who cannot lose may be in the game without (turn.9.3).
    """
    for player in state.players:
        champion = state.champion(player.seat)
        if champion is None:
            if player.had_champion and not player.lost and not state.over and not cannot_lose(state, player.seat):
                return f"player {player.name} is in the game without a champion"
        elif not player.lost and (champion.id not in state.field or champion.controller != player.seat):
            return f"the champion of player {player.name} is not on the field under their control"
    return ""


def losers_gone(state: State) -> str:
    """While the game goes on, nothing that a player who lost owns is left in it (turn.9.6)."""
    if state.over:
        return ""
    for card in state.cards:
        owner = state.players[card.owner]
        if owner.lost and card.zone != "none":
            return f"{card.face} ({card.id}) belongs to player {owner.name}, who lost, and lies in {card.zone}"
    return ""


def instances_have_cards(state: State) -> str:
    """No instance is on the stack without its card."""
    for item in state.stack:
        if item.is_play and item.card not in state.stack_cards:
            return f"an instance of {item.source.face} is on the stack without its card"
    return ""


def nothing_negative(state: State) -> str:
    """No counters, damage or remaining skips below zero."""
    for card in state.cards:
        if card.damage < 0:
            return f"{card.face} ({card.id}) has {card.damage} damage"
        for kind, count in card.counters.items():
            if count < 0:
                return f"{card.face} ({card.id}) has {count} {kind} counters"
    for player in state.players:
        for phase, count in player.skips.items():
            if count < 0:
                return f"player {player.name} skips {count} {phase} phases"
    return ""


OF_STATE = (
    zones_agree,
    zones_owned,
    lineages_agree,
    champions_agree,
    losers_gone,
    instances_have_cards,
    nothing_negative,
)


def left_to_check(state: State) -> str:
    """What the state-based checks would still do, looked at without anything worked out before; empty for nothing."""
    again = state.copy()
    again.forget()
    asked = next(state_based_checks.run(again), None)
    if asked is not None:
        return f"the checks still ask player {asked.player}: {asked.prompt}"
    told = again.events[len(state.events) :]
    if told:
        return f"the checks still do something: {told[0].kind} ({', '.join(told[0].rules)})"
    return "" if again == state else "the checks still change something that no event tells"
