"""Destroying, sacrificing and banishing objects, and what goes in the place of another (terms.1)."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card
from archivist.model.decision import Answer, Decision
from archivist.model.state import State
from archivist.rules.effects import replacement_effects
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.rules.effects.events import say
from archivist.rules.effects.replacement_effects import Replacement
from archivist.rules.zones import destinations
from archivist.rules.zones.destinations import Arrival, Journey, Ways
from archivist.rules.zones.moving import Part, fall, move_parts, move_together, send_together
from archivist.vocabulary.node import Steps

Gone = Generator[Decision, Answer, list[int]]
"""Gives the objects that are really destroyed or sacrificed, those included that went in the place of others."""


def destroy(state: State, numbers: Sequence[int], *rules: str) -> Gone:
    """Destroys objects at once; an immortal one stays (keywords.immortality). Gives those that are really destroyed.

    Rules: terms.1.table.1, terms.1.table.3, terms.1.table.8.
    """
    gone, ways = yield from _destroyed(state, numbers)
    if gone:
        move_together(state, gone, "graveyard", "terms.1.destroy", *rules, cause="destroy", ways=ways)
    return gone


def _destroyed(state: State, numbers: Sequence[int]) -> Generator[Decision, Answer, tuple[list[int], Ways]]:
    """Those that go as objects are destroyed, and where to; an ally that is spared is healed."""
    mortal = [number for number in numbers if not immortal(state, number)]
    for number in numbers if len(mortal) < len(numbers) else ():
        if number not in mortal:
            say(state, events.NotDestroyed, "keywords.immortality", "timing.4.5", card=state.cards[number])
    gone, ways = yield from _shielded(state, mortal)
    for number in mortal:
        if number not in gone and "ally" in state.now.words(state, state.cards[number]):
            state.alter(number, damage=0)
    return gone, ways


def sacrifice(state: State, numbers: Sequence[int], *rules: str) -> Gone:
    """A player sacrifices objects they control (terms.1.sacrifice). Gives those that are really sacrificed.

    Rules: terms.1.table.2, terms.1.table.4.
    """
    gone, ways = yield from _shielded(state, numbers, but=numbers)
    move_together(state, gone, "graveyard", "terms.1.sacrifice", *rules, cause="sacrifice", ways=ways)
    return gone


def unlink(state: State, links: Sequence[int], shields: Sequence[int], *rules: str) -> Gone:
    """Sacrifices objects without their link and destroys Link Shields without theirs at the same time (timing.4.4)."""
    destroyed, ways = yield from _destroyed(state, shields)
    given, others = yield from _shielded(state, links)
    given = [number for number in given if number not in destroyed]
    parts = (
        Part(destroyed, "destroy", ("terms.1.destroy", "keywords.link-shield", *rules)),
        Part(given, "sacrifice", ("terms.1.sacrifice", "keywords.link", *rules)),
    )
    if destroyed or given:
        move_parts(state, parts, "graveyard", ways={**others, **ways})
    return [*destroyed, *given]


def outlast_link(state: State, number: int, *rules: str) -> None:
    """An immortal object whose link is broken stays on the field without one (keywords.immortality)."""
    card = state.cards[number]
    shield = _is_shield(state, card)
    kind = events.NotDestroyed if shield else events.NotSacrificed
    rule = "keywords.link-shield" if shield else "keywords.link"
    player = None if shield else card.controller
    say(state, kind, "keywords.immortality", "timing.4.5", rule, *rules, player=player, card=card)
    state.alter(number, linked=None)


def immortal(state: State, number: int) -> bool:
    """Whether a card is an object that cannot go from the field to the graveyard (keywords.immortality)."""
    card = state.cards[number]
    return card.zone == "field" and state.now.has(state, card, "immortality")


def shields_of(state: State, number: int) -> list[int]:
    """The Link Shields linked to an object that can still go in its place, oldest first (keywords.link-shield)."""
    thing = state.cards[number].thing
    return [
        card.id
        for each in (state.objects or objects(state)).linked
        if (card := state.cards[each]).linked == thing and _is_shield(state, card) and not immortal(state, card.id)
    ]


def _is_shield(state: State, card: Card) -> bool:
    link = state.pool[card.face].link
    return link is not None and link.shield


def _shielded(
    state: State, numbers: Sequence[int], but: Sequence[int] = ()
) -> Generator[Decision, Answer, tuple[list[int], Ways]]:
    """The objects that go, each shielded one replaced by its shield, and where they go (keywords.link-shield).

    Of several shields, and of a shield and what would send the object elsewhere than to the graveyard, the object's
    controller says which applies first. A shield that is sacrificed itself (`but`) stands in for nothing: it never counts
    as a further sacrifice.

    Rules: effects.3.2.
    """
    ways: Ways = {}
    shielded = {number: [each for each in shields_of(state, number) if each not in but] for number in numbers}
    plain = [number for number in numbers if not shielded[number]]
    ways.update((yield from destinations.chosen(state, plain, "graveyard")))
    gone: list[int] = []
    for number in numbers:
        went = number
        if shielded[number]:
            journey, rules = yield from _behind(state, Journey(number, "graveyard"), shielded[number])
            went = journey.card
            ways[went] = (journey, rules)
        if went != number:
            say(state, events.Shielded, "keywords.link-shield", "effects.3.1", card=state.cards[number])
        gone.append(went)
    return list(dict.fromkeys(gone)), ways


def _behind(state: State, journey: Journey, shields: Sequence[int]) -> Generator[Decision, Answer, Arrival]:
    """What becomes of the way of an object behind shields; shields that look the same are as good as each other."""

    def finding(going: Journey) -> list[Replacement[Journey]]:
        there = shields if going == journey else ()
        taking = [
            Replacement(state.cards[each].face, f"shield {each}", Journey(each, "graveyard"), ("keywords.link-shield",))
            for each in there
        ]
        return taking + destinations.detours(state, going)

    def look(going: Journey) -> Hashable:
        card = state.cards[going.card]
        same = going.card if going.card == journey.card else (card.face, card.controller, card.owner, card.rested)
        return (same, tuple(sorted(card.counters.items())), replace(going, card=0))

    prompt = destinations.prompt(state, journey)
    return (
        yield from replacement_effects.settled(
            journey, finding, lambda going: state.cards[going.card].controller, prompt, journey.card, look
        )
    )


def banish(state: State, numbers: Sequence[int], *rules: str, **more: Any) -> Steps:
    """Moves cards from any zone to their owners' banishment (terms.1.banish).

    Rules: terms.1.table.5.
    """
    yield from send_together(state, numbers, "banishment", "terms.1.banish", *rules, **more)


def banish_to_return(
    state: State, numbers: Sequence[int], *rules: str
) -> Generator[Decision, Answer, dict[int, dict[str, Any]]]:
    """Banishes objects that return at once; gives what each of those that were banished keeps as it returns.

    A champion leaves and enters together with its inner lineage and its counters, damage among them; in every other case
    what lies beneath a champion that leaves goes where such cards go.

    Rules: zones.4.choice.
    """
    kept: dict[int, dict[str, Any]] = {number: {} for number in numbers}
    for number in numbers:
        old = state.cards[number]
        if "champion" in state.pool[old.true_name].words:
            kept[number] = {"lineage": old.lineage, "counters": old.counters, "damage": old.damage}
            state.alter(number, lineage=())
            rules = (*rules, "zones.4.choice")
    yield from banish(state, numbers, *rules)
    for number in numbers:
        if state.cards[number].zone != "banishment":
            shed(state, kept.pop(number))
    return kept


def shed(state: State, kept: Mapping[str, Any]) -> None:
    """What a champion would have kept beneath it goes where such cards go, for it did not return (zones.4.1)."""
    for beneath in kept.get("lineage", ()):
        fall(state, beneath)
