"""What decides which targets may be chosen (targets-and-copies.1 to 3)."""

from __future__ import annotations

from collections.abc import Sequence

from archivist.model.card import Card, Thing
from archivist.model.state import State
from archivist.rules.effects.continuous.effects_in_force import occurs
from archivist.rules.effects.meaning_of_words import Scene
from archivist.vocabulary.targets import Targets

PLACES = {
    "intent": "targets-and-copies.2.intent",
    "lineage": "targets-and-copies.2.inner-lineage",
    "loaded": "targets-and-copies.2.loaded",
}
ITEMS = {
    "activation": "targets-and-copies.2.activation",
    "ability": "targets-and-copies.2.activation",
    "materialization": "targets-and-copies.2.materialization",
    "trigger": "targets-and-copies.2.trigger",
}
SHROUDS = (("omnishroud", "keywords.omnishroud"), ("spellshroud", "keywords.spellshroud"))


def of_targeting(scene: Scene, wanted: Targets, options: Sequence[Thing], taken: Sequence[Thing]) -> tuple[str, ...]:
    """What decides which targets may be chosen."""
    found = ["targets-and-copies.3.3"]
    if wanted.of is not None:
        found += (ITEMS[kind] for kind in wanted.of.stack if kind in ITEMS)
        found += (PLACES.get(zone, "targets-and-copies.2.card") for zone in wanted.of.zones if zone != "field")
        if wanted.of.keyword:
            found.append("abilities.1.3")
        if wanted.of.costs and any(_costs_x(scene, card) for card in scene.state.cards):
            found += ("cards.2.6", "costs.4.7")
        if not wanted.of.stack and set(wanted.of.zones) <= {"field"}:
            found.append("targets-and-copies.1.4")
    if wanted.name == "link":
        found.append("keywords.link")
    cards = scene.state.cards
    if any(thing.kind == "card" and cards[thing.id].is_token for thing in options):
        found.append("targets-and-copies.3.4")
    return (*found, *of_shrouds(scene.state), *(("targets-and-copies.3.2",) if taken or len(options) > 1 else ()))


def _costs_x(scene: Scene, card: Card) -> bool:
    """Whether a card that everybody sees has an X for its cost."""
    return card.zone in ("graveyard", "field", "stack") and scene.state.pool[card.face].cost.reserve == "X"


def of_shrouds(state: State) -> tuple[str, ...]:
    """What keeps objects from being targeted."""
    words = [(word, rule) for word, rule in SHROUDS if occurs(state, word)]
    if not words:
        return ()
    objects = [state.cards[number] for number in state.field]
    return tuple(rule for word, rule in words if any(state.now.has(state, card, word) for card in objects))
