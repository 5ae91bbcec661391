"""Cards and players of a view in words, as tables and menus show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from archivist.cards import pool
from archivist.notation import sheets
from archivist.view import CardView, EffectView, ItemView, PlayerView, View
from archivist.vocabulary.costs import paid
from archivist.vocabulary.effects import aimed
from archivist.vocabulary.grammar import passage
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost
from archivist.vocabulary.speech import Speaker
from archivist.vocabulary.text import Paragraph

OWN_COST = "its own cost"
"""What the rules call the option of using no alternative."""


def cards_of(view: View) -> Iterator[CardView]:
    """Every card that a view shows."""
    yield from view.field
    yield from view.intent
    yield from view.stack_cards
    for player in view.players:
        if player.mastery is not None:
            yield player.mastery
        yield from player.statuses
        for zone in player.zones.values():
            yield from zone.cards


def by_handle(view: View) -> dict[str, CardView]:
    return {card.handle: card for card in cards_of(view)}


def zone_of(view: View, handle: str) -> str:
    """The zone in which a view shows a card; ``stack``, ``field`` or ``intent`` for the shared ones."""
    for zone, cards in (("field", view.field), ("intent", view.intent), ("stack", view.stack_cards)):
        if any(card.handle == handle for card in cards):
            return zone
    for player in view.players:
        for name, zone_view in player.zones.items():
            if any(card.handle == handle for card in zone_view.cards):
                return name
    return ""


def name_of(card: CardView) -> str:
    return card.name or "a face-down card"


def state_of(card: CardView) -> list[str]:
    """What there is to say about an object on the field besides its name and numbers."""
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


def champion_of(view: View, player: PlayerView) -> CardView | None:
    return next((card for card in view.field if card.controller == player.name and card.level is not None), None)


def health(card: CardView) -> str:
    """The remaining life of a champion: ``18 of 20 life``."""
    return f"{card.damage} damage" if card.life is None else f"{card.life - card.damage} of {card.life} life"


def objects_of(view: View, player: PlayerView) -> list[CardView]:
    """What a player controls on the field besides the champion."""
    return [card for card in view.field if card.controller == player.name and card.level is None]


def price(name: str) -> str:
    """The printed cost of a card, abbreviated: ``2`` for reserve, ``1m`` for memory."""
    face = pool().get(name)
    if face is None:
        return ""
    if face.cost.reserve is not None:
        return str(face.cost.reserve)
    return "" if face.cost.memory is None else f"{face.cost.memory}m"


def held(cards: Iterable[CardView]) -> list[str]:
    """Cards of a hand or memory by name with printed cost, equal ones counted, the cheapest first."""
    counted = Counter(name_of(card) for card in cards)
    order = sorted(counted, key=lambda name: (price(name).rjust(3), name))
    return [f"{f'{counted[name]} × ' if counted[name] > 1 else ''}{name}{f' {price(name)}'.rstrip()}" for name in order]


def cost_line(name: str, now: str = "") -> str:
    """What a card costs: ``2 reserve``; its present cost is told beside the printed one where the two differ."""
    face = pool().get(name)
    printed = "" if face is None else sheets.cost(face)
    if not now or not printed:
        return now or printed
    return now if now.removeprefix("from ") == printed else f"{now} (printed {printed.split()[0]})"


def facts_line(name: str, now: str = "") -> str:
    """What kind of card this is, in short: ``2 reserve, fire action`` or ``3 reserve, ally 2/4``; `now` is its present
    cost.
    """
    face = pool().get(name)
    if face is None:
        return now
    cost = cost_line(name, now)
    types = [each for each in face.types if each != "regalia" or len(face.types) == 1]
    kind = " ".join((*(each for each in face.elements if each != "norm"), *types))
    numbers = sheets.stats(face)
    if face.power is not None and face.life is not None:
        return f"{cost}, {kind} {face.power}/{face.life}"
    return ", ".join(each for each in (cost, kind, numbers) if each)


def meaning(name: str, kind: str, label: str) -> str:
    """What a card says of a mode, or of a cost, that is chosen by its label or printed number; nothing if it is none."""
    face = pool().get(name)
    if face is None:
        return ""
    speaker = Speaker.of(face)
    match kind:
        case "modes":
            modes = (ability.modes for ability in face.abilities if isinstance(ability, Paragraph))
            options = (option for each in modes if each is not None for option in each.options)
            said = (passage(aimed(each.targets, each.do, speaker)) for each in options if each.label == label)
            return next(said, "").rstrip(".")
        case "alternative" if label == OWN_COST:
            return sheets.cost(face)
        case "alternative":
            alternatives = [each for each in face.abilities if isinstance(each, AlternativeCost)]
            return _cost_said(alternatives, label, speaker)
        case "optional costs":
            optional = [each for each in face.abilities if isinstance(each, AdditionalCost) and each.optional]
            return _cost_said(optional, label, speaker)
    return ""


def _cost_said(costs: Sequence[AdditionalCost | AlternativeCost], label: str, speaker: Speaker) -> str:
    found = (each for number, each in enumerate(costs, 1) if label == (each.label or str(number)))
    return next((paid(each.pay, speaker) for each in found), "")


KINDS = {
    "activation": "",
    "materialization": "materialized ",
    "bestowment": "bestowed ",
    "ability": "ability of ",
    "trigger": "trigger of ",
}


def effect_line(effect: EffectView, owner: str) -> str:
    """An effect that lasts: where it comes from, whose it is, what it says and until when; "you" is its controller."""
    source = f"{effect.source} ({owner})" if effect.source else owner
    text = effect.text.removesuffix(".") if effect.until else effect.text
    return f"{source}: {text}{f', {effect.until}.' if effect.until else ''}"


def item_line(item: ItemView, owner: str) -> str:
    """An item on the stack: what it is, whose, its targets, and why it would fizzle, if it would."""
    copy = "copy of " if item.copy else ""
    at = f" → {', '.join(item.targets)}" if item.targets else ""
    modes = f" [{'; '.join(item.modes)}]" if item.modes else ""
    fizzles = f" (would fizzle: {item.fizzles})" if item.fizzles else ""
    return f"{copy}{KINDS.get(item.kind, '')}{item.name}{modes} ({owner}){at}{fizzles}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """``a, b and c``."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
