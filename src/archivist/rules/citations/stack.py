"""What is told of items on the stack: abilities that are activated, copies, and what resolves (abilities.7; RS)."""

from __future__ import annotations

from archivist.model.card import Card
from archivist.model.state import State
from archivist.rules.citations import counters_and_masteries, text
from archivist.rules.effects.continuous import characteristics, effects_in_force
from archivist.vocabulary.abilities import Activated, LineageRelease
from archivist.vocabulary.pending import Item

PROPERTIES = frozenset(("prepared", "imbued", "brewed", "empowered"))


def of_use(ability: Activated, item: Item) -> tuple[str, ...]:
    """The rules that apply to activating an ability."""
    found = ["terms.2.activate", "targets-and-copies.2.activation"]
    if ability.speed == "fast":
        found.append("timing.1.1")
    if isinstance(ability, LineageRelease):
        found += ("keywords.lineage-release", "costs.6.lineage-release")
    if ability.inherited:
        found.append("keywords.inherited-effect")
    if ability.works_in or ability.works_outside:
        found.append("abilities.1.4.named" if ability.works_in else "abilities.1.4.excluded")
    else:
        found += {"field": ("abilities.1.4.object",), "intent": ("abilities.1.4.attack", "zones.3.16")}.get(
            item.source.zone, ()
        )
    if item.spell:
        found += ("abilities.1.13", "abilities.1.15")
    if ability.modes is not None and ability.modes.cascade:
        found.append("keywords.cascade")
    if ability.limit:
        found.append("abilities.6.1")
    if item.source.x:
        found.append("targets-and-copies.9.7")
    found += counters_and_masteries.of_function(item.source)
    return (*found, *text.of_condition(ability.when), *text.of_label(ability.label))


def of_copy(state: State, item: Item) -> tuple[str, ...]:
    """The rules that apply to copying an item: what the copy has, and what it has not."""
    found = ["terms.2.copy", "targets-and-copies.6.1", "targets-and-copies.6.5", "targets-and-copies.7.1"]
    if not item.is_play:
        return (*found, "targets-and-copies.6.6", "targets-and-copies.7.8")
    found += ("targets-and-copies.6.8", "targets-and-copies.7.4")
    played = state.cards[item.card].played
    if played is not None and not PROPERTIES.isdisjoint(played.properties):
        found.append("targets-and-copies.7.3")
    if item.x:
        found += ("cards.2.5", "costs.4.8")
    return tuple(found)


def of_resolving_ability(state: State, item: Item) -> list[str]:
    """The rules that apply to the resolving of an ability."""
    cited = text.of_text(item.text)
    found = ["RS.1", "RS.1.1", "CR.1"]
    for group in item.groups:
        if group.required:
            found.append("CR.1.4.1")
            break
    found += ("timing.3.1", *cited.restrictions, "abilities.7.1", "abilities.7.3", "abilities.7.4")
    if cited.restricted:
        found.append("abilities.5.3")
    if _has_namesake(state, item.source):
        found += ("timing.11.2", "abilities.1.12", "targets-and-copies.1.5")
    if item.source.copied or item.source.token:
        found.append("timing.11.3")
    if item.x:
        found.append("targets-and-copies.9.7")
    if item.groups:
        found.append("abilities.7.2")
    if item.kind == "ability" and item.modes:
        found.append("abilities.2.5")
    if item.kind == "trigger":
        found.append("abilities.3.7")
    source = state.still(item.source)
    if state.cards[item.source.id].incarnation > item.source.incarnation + 1:
        found += ("zones.6.3", "effects.7.3")
    if source is None:
        found += ("abilities.1.10", "timing.11.1", "abilities.7.7")
        if item.source.zone == "intent":
            found.append("abilities.6.3")
    elif source.controller != item.controller:
        found += ("abilities.1.9", "abilities.1.10", "terms.3.3")
    elif source.face != item.source.face:
        found.append("abilities.1.10")
    if item.spell:
        found.append("abilities.1.14")
    return _and_of_all(found, state, item, cited)


def _has_namesake(state: State, source: Card) -> bool:
    """Whether another object has the same name."""
    cards, face, own = state.cards, source.face, source.id
    for number in state.field:  # noqa: SIM110 - a loop, as this is asked of all that resolves
        if cards[number].face == face and number != own:
            return True
    return False


def of_resolving_play(state: State, item: Item, card: Card) -> list[str]:
    """The rules that apply to the resolving of an instance of a card."""
    cited, face = text.of_text(item.text), state.pool[card.face]
    words = face.words
    found = ["RS.1", "RS.1.1", "CR.1"]
    if "champion" in words:
        found.append("CR.1.1")
    for group in item.groups:
        if group.required:
            found.append("CR.1.4.1")
            break
    if (card.played is not None and card.played.buff) or effects_in_force.granted(state, card.thing):
        found.append("PC.9.3")
    if item.copy and not face.is_object:
        found.append("RU.3")
    found += ("timing.3.1", *cited.restrictions, "RS.3")
    if "action" in words:
        found += ("cards.4.15", "cards.1.action", "abilities.1.4.action")
    for part in cited.restricted:
        if (part, -1) not in item.had:
            found.append("abilities.5.2")
            break
    if characteristics.aura(state, item.controller, card):
        found += ("keywords.elysian-aura", "costs.6.elysian-aura")
    if "attack" in words:
        found += ("cards.1.attack", "cards.4.attack")
    if "boon" in words:
        found += ("cards.1.boon", "cards.4.16", "zones.3.17")
    if item.copy:
        found += (
            "targets-and-copies.3.7",
            "targets-and-copies.6.4",
            "targets-and-copies.7.2",
            "targets-and-copies.7.9",
        )
        found.append("targets-and-copies.7.5" if face.is_object else "targets-and-copies.7.6")
        if item.had:
            found.append("abilities.5.6")
    return _and_of_all(found, state, item, cited)


def _and_of_all(found: list[str], state: State, item: Item, cited: text.Cited) -> list[str]:
    """The same with what applies to everything that resolves: that it has targets, whose it is, what it says."""
    if item.groups:
        found.append("targets-and-copies.3.11")
    if state.players[item.controller].lost:
        found.append("turn.9.9")
    found += cited.instructions
    return found
