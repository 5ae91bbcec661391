"""Why a card cannot be played or used now: every reason, with the rules that give it."""

from __future__ import annotations

from typing import Final

import msgspec

from archivist.game import Game
from archivist.model.card import OWN_ZONES, Seat, Way
from archivist.model.decision import Action, Attack, Play, Return, Use
from archivist.model.errors import Illegal, Reason
from archivist.notation.seen import zone_of
from archivist.person.names import people_of
from archivist.rules.abilities import abilities_in_general
from archivist.view import CardView, View, handle
from archivist.vocabulary.speech import Speaker

WAYS: Final[dict[str, Way]] = {"hand": "activate", "material": "materialize", "pantheon": "bestow"}
"""How cards are played from their usual zones; from anywhere else they are activated, if at all."""
NOT_YOURS: Final = ("CA.1.9.1", "PC.2", "CM.2", "BB.3.4.1")
"""The rules that a refusal cites if a card is not a player's to play from where it lies."""


class Verdict(msgspec.Struct, frozen=True):
    """Whether something can be done with a card, in a sentence, and what stands against it."""

    said: str
    reasons: tuple[Reason, ...] = ()


def verdicts(game: Game, seat: Seat, view: View, card: CardView) -> list[Verdict]:
    """What a seat can do with a card that it sees, and why not: one verdict for each thing that might be done."""
    zone = zone_of(view, card.handle)
    if card.controller != view.seat and card.owner != view.seat:
        return [_of_another(game, seat, view, card, zone)]
    if not zone:
        return [Verdict(f"{card.name} is a mastery or status; those are not played.")]
    if zone == "stack" and view.decision is not None and view.decision.asker == card.name:
        return [Verdict(f"You are playing {card.name} now; c gives it up.")]
    if zone == "stack":
        return [Verdict(f"{card.name} is already on the stack; it resolves when all players pass.")]
    actions = _actions(game, card, zone)
    if not actions:
        return [Verdict(f"{card.name} is on the field; it has no ability to activate and cannot attack.")]
    return [_verdict(card.name, zone, verb, game.why_not(seat, action)) for verb, action in actions]


def _of_another(game: Game, seat: Seat, view: View, card: CardView, zone: str) -> Verdict:
    """Why another player's card cannot be played; an effect may permit it where it lies."""
    people = people_of(view)
    if zone in OWN_ZONES:
        ((verb, action),) = _actions(game, card, zone)
        refused = game.why_not(seat, action)
        if refused is None or refused.reasons[0].rules[0] not in NOT_YOURS:
            return _verdict(card.name, f"{people.possessive(card.owner)} {zone}", verb, refused)
    return Verdict(f"{card.name} belongs to {people.called(card.owner)}.")


def _verdict(name: str, zone: str, verb: str, refused: Illegal | None) -> Verdict:
    whose = "" if "'s " in zone else "your "
    where = "" if zone in (*WAYS, "field") else f" from {whose}{zone}"
    if refused is None:
        return Verdict(f"You can {verb} {name}{where} now.")
    return Verdict(f"You cannot {verb} {name}{where} now:", tuple(refused.reasons))


def _actions(game: Game, card: CardView, zone: str) -> list[tuple[str, Action]]:
    """What might be done with a card where it lies, each action with its verb."""
    state = game.state
    number = next(each.id for each in state.cards if handle(each) == card.handle)
    if zone == "field":
        here = state.cards[number]
        found: list[tuple[str, Action]] = (
            [("attack with", Attack(number))] if "unit" in state.now.words(state, here) else []
        )
        abilities = len(abilities_in_general.activated_abilities(state, here))
        uses: list[tuple[str, Action]] = [
            ("use" if abilities == 1 else f"use ability {index + 1} of", Use(number, index))
            for index in range(abilities)
        ]
        return found + uses
    if zone == "material" and "preserved" in card.properties:
        return [("return", Return(number))]
    way = WAYS.get(zone, "activate")
    return [(way, Play(way, number))]


def uses(game: Game) -> dict[int, str]:
    """The texts of the activated abilities that the pending decision offers, by the numbers of the options."""
    state, decision = game.state, game.decision
    found: dict[int, str] = {}
    for index, option in enumerate(decision.options if decision is not None else ()):
        if isinstance(option, Use):
            card = state.cards[option.card]
            ability = abilities_in_general.activated_abilities(state, card)[option.ability][1]
            found[index] = " ".join(ability.said(Speaker.of(state.face(card))))
    return found
