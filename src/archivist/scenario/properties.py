"""Properties of a thing, as expectations name them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from msgspec.structs import replace

from archivist.model.card import Card, Seat, Thing
from archivist.model.state import State
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.zones.visibility import who_sees
from archivist.scenario.source import Source
from archivist.scenario.step_format import written
from archivist.scenario.table import Table
from archivist.vocabulary.abilities import AdditionalCost, AlternativeCost, Command, Imbue, Lineage, Link
from archivist.vocabulary.costs import Counters


def difference(table: Table, thing: Thing, wanted: dict[str, Source]) -> str | None:
    """The first property that is not as wanted, in words."""
    state = table.game.state
    card, controller = _card(state, thing)
    for key, source in wanted.items():
        found = _one(state, card, controller, key, source)
        if found is not None:
            return f"its {key} is {found}"
    table.shown.read(state, card, wanted)
    return None


def _card(state: State, thing: Thing) -> tuple[Card, Seat]:
    """The card that a thing is; for something on the stack its source, with the item's own counters and controller."""
    if thing.kind == "item":
        item = state.item(thing.id)
        assert item is not None
        card = state.cards[item.card] if item.is_play else item.source
        return replace(card, counters=item.counters), item.controller
    card = state.cards[thing.id]
    return card, card.controller


def _one(state: State, card: Card, controller: Seat, key: str, source: Source) -> str | None:
    """What a property is instead of what is wanted."""
    if key == "counters":
        return _counters(card, source)
    if key in SETS:
        return _words(SETS[key](state, card), source, tuple(_played_by(state, card)) if key == "keywords" else ())
    if key in ("controller", "owner"):
        seat = controller if key == "controller" else card.owner
        name = state.players[seat].name
        return None if name == source.value else name
    if key == "direction":
        return None if card.direction == source.value else card.direction or "none"
    if key in FLAGS:
        there = FLAGS[key](state, card)
        return None if there == source.flag(key) else str(there).lower()
    number = NUMBERS[key](state, card)
    return None if number == source.value else str(number if number is not None else "none")


def _counters(card: Card, source: Source) -> str | None:
    """Only the kinds that are named are checked; 0 means none."""
    for kind, n in source.pairs("counters"):
        if card.count(kind.value) != n.value:
            return written(card.counters) or "none"
    return None


def _words(there: Collection[str], source: Source, besides: Collection[str]) -> str | None:
    """A list names words that must be there; a mapping those that it has and those that it lacks.

    What is there `besides` may be named as well, but an empty list does not rule it out.
    """
    if isinstance(source.value, dict):
        parts = source.mapping("words")
        has = [each.value for each in parts["has"].items("has")] if "has" in parts else []
        lacks = [each.value for each in parts["lacks"].items("lacks")] if "lacks" in parts else []
    else:
        has, lacks = [each.value for each in source.items("words")], []
        if not has and there:
            return written(sorted(there))
    found = {word.lower() for word in (*there, *besides)}
    good = all(word.lower() in found for word in has) and not any(word.lower() in found for word in lacks)
    return None if good else written(sorted(there))


def _keywords(state: State, card: Card) -> set[str]:
    """Each keyword by its word, and with its number where it has one."""
    held = now.keywords(state, card)
    return {*held, *(f"{word} {number}" for word, number in held.items() if number)}


def _played_by(state: State, card: Card) -> Iterator[str]:
    """The keywords that say how the card is played: its ways of paying, its lineage, its link, its Command."""
    for ability in state.pool[card.face].abilities:
        match ability:
            case AdditionalCost() | AlternativeCost() if ability.label and now.unlocked(state, card, ability.when):
                yield ability.label
                yield from (f"{ability.label} {cost.count.text}" for cost in ability.pay if isinstance(cost, Counters))
            case Imbue():
                yield from ("imbue", f"imbue {ability.n}")
            case Lineage():
                yield from ("lineage", f"lineage ({ability.name})", f"{ability.name} lineage")
            case Link():
                yield from ("link", f"{ability.of.text} link")
            case Command():
                subtypes = ability.of.text.split(" ", 1)[0]
                yield from ("command", f"command ({subtypes})", f"command ({subtypes.capitalize()})")


def _level(state: State, card: Card) -> int | None:
    champion = state.players[card.controller].champion == card.id
    return now.level(state, card.controller) if champion else state.pool[card.face].level


SETS: dict[str, Callable[[State, Card], Collection[str]]] = {
    "keywords": _keywords,
    "elements": now.elements,
    "types": now.words,
    "states": lambda state, card: now.own_scene(state, card).states(card),
}
FLAGS: dict[str, Callable[[State, Card], bool]] = {
    "rested": lambda _, card: card.rested,
    "token": lambda _, card: card.is_token,
    "transformed": lambda _, card: card.transformed,
    "face up": lambda state, card: card.face_up or who_sees(state, card) is None,
}
NUMBERS: dict[str, Callable[[State, Card], int | None]] = {
    "damage": lambda state, card: card.damage,
    "power": now.power,
    "life": now.life,
    "level": _level,
    "base level": lambda state, card: state.pool[card.face].level,
    "durability": lambda state, card: card.count("durability"),
}
