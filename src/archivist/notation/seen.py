"""Cards and players of a view in words: what a table says of them, whatever it is drawn with."""

from __future__ import annotations

from archivist.view import CardView, ItemView, PlayerView, View

KINDS = {
    "activation": "",
    "materialization": "materialized ",
    "bestowment": "bestowed ",
    "ability": "ability of ",
    "trigger": "trigger of ",
}
"""What is said before the name of something on the stack."""


def name_of(card: CardView) -> str:
    return card.name or "a face-down card"


def state_of(card: CardView) -> list[str]:
    """What is to be said of an object on the field beside its name and numbers."""
    said = []
    if card.rested:
        said.append("rested")
    if card.damage and card.level is None:
        said.append(f"{card.damage} damage")
    said += [f"{kind} {count}" for kind, count in card.counters.items()]
    said += card.properties
    said += card.keywords
    if card.direction:
        said.append(card.direction)
    if card.loaded:
        said.append(f"loaded with {', '.join(card.loaded)}")
    if card.token:
        said.append("token")
    if not card.face_up and card.name:
        said.append("face down")
    return said


def numbers_of(card: CardView) -> str:
    """Power and life of an object, as ``2/3``; power alone as ``2 power``."""
    if card.power is not None and card.life is not None:
        return f"{card.power}/{card.life}"
    if card.power is not None:
        return f"{card.power} power"
    return "" if card.life is None else f"{card.life} life"


def object_line(card: CardView) -> str:
    """An object in a few words, such as ``Banner Knight 2/3 (rested, 1 damage)``."""
    said = ", ".join(state_of(card))
    numbers = numbers_of(card)
    return f"{name_of(card)}{' ' + numbers if numbers else ''}{f' ({said})' if said else ''}"


def health(card: CardView) -> str:
    """A champion's life and damage: ``18 of 20 life left, 2 damage``."""
    if card.life is None:
        return f"{card.damage} damage"
    return f"{card.life - card.damage} of {card.life} life left, {card.damage} damage"


def champion_of(view: View, player: PlayerView) -> CardView | None:
    return next((card for card in view.field if card.controller == player.name and card.level is not None), None)


def objects_of(view: View, player: PlayerView) -> list[CardView]:
    """What a player controls on the field beside the champion."""
    return [card for card in view.field if card.controller == player.name and card.level is None]


def item_line(item: ItemView, owner: str) -> str:
    """An instance on the stack: what, of whom, at what."""
    copy = "copy of " if item.copy else ""
    at = f" → {', '.join(item.targets)}" if item.targets else ""
    modes = f" [{'; '.join(item.modes)}]" if item.modes else ""
    return f"{copy}{KINDS.get(item.kind, '')}{item.name}{modes} ({owner}){at}"
