"""The rules that apply to a trigger: its keyword or wording, its restriction, its moment, and where it works (abilities.3)."""

from __future__ import annotations

from archivist.model import events
from archivist.model.card import Card
from archivist.model.event import Event, GameEvent
from archivist.model.state import State
from archivist.rules.citations import counters_and_masteries, text, values
from archivist.vocabulary.abilities import Triggered
from archivist.vocabulary.pending import Item, Waiting
from archivist.vocabulary.triggers import TriggerNode
from archivist.vocabulary.triggers.combat import ArcaneHit, Attack, Hit, Kill
from archivist.vocabulary.triggers.objects import Banished, Charge, Die, Enter, Fostered, Leave

KEYWORDED: dict[type, tuple[str, ...]] = {
    Attack: ("keywords.on-attack", "combat.8.on-attack"),
    Hit: ("keywords.on-hit", "combat.8.on-hit"),
    Kill: ("keywords.on-kill", "combat.8.on-kill"),
    Die: ("keywords.on-death",),
    Leave: ("keywords.on-leave",),
    Enter: ("keywords.on-enter",),
    Banished: ("keywords.on-banish",),
    Charge: ("keywords.on-charge",),
    Fostered: ("keywords.on-foster",),
}
"""The triggers for which a keyword stands, as long as they are about their own source."""

BY_KEYWORD = {
    "vigor": ("keywords.vigor", "combat.8.vigor", "abilities.1.8.choice"),
    "foster": ("keywords.foster", "keywords.foster.choice"),
    "intercept": ("keywords.intercept", "combat.8.intercept", "keywords.intercept.choice", "combat.8.choice.6"),
    "preserve": ("keywords.preserve", "costs.6.preserve"),
}
"""The keywords that stand for a whole triggered ability, by the key under which it is kept."""

BY_LABEL = {
    "agility": ("keywords.agility",),
    "wither": ("terms.7.wither", "cards.9.wither"),
}
"""What triggers by a rule, and not by anything's ability."""

WORKING = {
    "field": ("abilities.1.4.object",),
    "stack": ("abilities.1.4.action",),
    "intent": ("abilities.1.4.attack", "zones.3.16"),
}
"""Where an ability works that names no zones itself."""


def of_ability(ability: Triggered, key: str, card: Card, event: GameEvent) -> tuple[str, ...]:
    """The rules that apply to the triggering of an ability."""
    found = [*_worded(ability.on, key, card, event)]
    if ability.one_or_more:
        found += ("abilities.3.9", "effects.2.8")
    if ability.when is not None:
        found += ("abilities.3.6", *text.of_condition(ability.when))
    if ability.inherited:
        found.append("keywords.inherited-effect")
    if ability.works_in or ability.works_outside:
        found.append("abilities.1.4.named" if ability.works_in else "abilities.1.4.excluded")
    else:
        found += WORKING.get(card.zone, ())
    found += (*text.of_label(ability.label), *counters_and_masteries.of_function(card))
    if ability.if_ is not None:
        found.append("abilities.3.3")
    return (*found, *of_moment(event))


def _worded(on: TriggerNode, key: str, card: Card, event: GameEvent) -> tuple[str, ...]:
    """By which keyword something triggers, or that it is worded in full: once for every event then."""
    if key in BY_KEYWORD:
        return (*BY_KEYWORD[key], "abilities.3.4", "abilities.3.5")
    if isinstance(on, ArcaneHit):
        return ("cards.9.static", "terms.7.static", "terms.7.choice")
    own = getattr(on, "what", None) in (None, "any", "ally", "champion", "this") and not getattr(on, "by", None)
    if isinstance(on, Attack):
        own = on.what is None and on.by == "this"
    if isinstance(on, Fostered):
        own = on.what == "this"
    keyword = KEYWORDED.get(type(on)) if own else None
    if keyword is None:
        return ("abilities.3.2", "abilities.3.9", "effects.2.8")
    jumped = isinstance(on, Charge) and card.count("charge") > on.n
    return (*keyword, "abilities.3.4", *(("keywords.on-charge.choice",) if jumped else ()))


def of_moment(event: GameEvent | None) -> tuple[str, ...]:
    """The rules that apply to the moment of a trigger: what happened, and whether it was seen from before."""
    if event is None:
        return ()
    if isinstance(event, events.Departure):
        return ("zones.6.4", "effects.7.4")
    if isinstance(event, events.Phase) and event.phase == "end":
        return ("abilities.3.16", "turn.4.14")
    if isinstance(event, events.ZoneChange):
        return ("zones.2.5",)
    if isinstance(event, events.Draw) and event.group:
        return ("abilities.3.21", "turn.8.3")
    if isinstance(event, events.Attack):
        return ("abilities.3.21",)
    if isinstance(event, events.Hit | events.Damage):
        return ("combat.5.end-of-combat.1",) if event.by else ()
    return ()


def of_placing(state: State, waiting: Waiting, item: Item) -> tuple[str, ...]:
    """The rules that apply to putting a trigger on the stack."""
    found = ["timing.3.5", *waiting.rules, *BY_LABEL.get(waiting.label, ())]
    if waiting.key in BY_KEYWORD:
        found += values.of_instances(state, item.source)
    if item.x:
        found.append("targets-and-copies.9.7")
    for each in state.stack:
        if each.event is item.event and each.source.thing == item.source.thing:
            found.append("abilities.1.6")
            break
    if _happened(state, events.Resolve):
        found.append("abilities.3.19")
    elif (
        waiting.event is not None
        and not isinstance(waiting.event, events.ABOUT_AN_ITEM)
        and _happened(state, *events.ABOUT_AN_ITEM)
    ):
        found += ("abilities.3.20", "costs.5.8")
    if item.groups:
        found += ("abilities.3.11", *(("targets-and-copies.3.8",) if _aimless(item) else ()))
    if item.controller != item.source.owner:
        found += ("abilities.1.9", "terms.3.3")
    if item.spell:
        found.append("abilities.3.8")
    if item.text and item.text[0].modes is not None and item.text[0].modes.cascade:
        found.append("keywords.cascade")
    return tuple(dict.fromkeys(found))


def _happened(state: State, *kinds: type[Event]) -> bool:
    """Whether something of some kinds has happened since the last checkpoint."""
    for event in state.events:  # noqa: SIM110
        if isinstance(event, kinds):
            return True
    return False


def _aimless(item: Item) -> bool:
    return any(group.required and None in group.things for group in item.groups)
