"""Champions: lineage, levelling up and down (cards.4; CM.3.1.1).

A champion is one object through all its levels. Its record keeps its id; levelling exchanges faces between it and the
card's own record, so that everything that refers to the object goes on doing so (cards.4.4).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.event import Named
from archivist.model.state import State
from archivist.rules.abilities.triggered_abilities import Witnesses, watching
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.characteristics import aura
from archivist.rules.effects.events import emit, named, say, tell
from archivist.rules.effects.meaning_of_words import Scene
from archivist.rules.zones import entering_the_field, moving
from archivist.vocabulary.abilities import Lineage
from archivist.vocabulary.node import Ref
from archivist.vocabulary.statics.game import Forbid
from archivist.vocabulary.statics.playing import LevelSideways, NextActivation


def problem(state: State, seat: Seat, card: Card) -> str:
    """The first reason why a champion card cannot be levelled into by a player; empty if it can."""
    return next(problems(state, seat, card), "")


def problems(state: State, seat: Seat, card: Card) -> Iterator[str]:
    """Every reason why a champion card cannot be levelled into by a player (CM.3.1.1, cards.4.2).

    It is asked as a champion card is materialized or levelled into, and again as it resolves.

    Rules: keywords.lineage, cards.1.3, cards.1.4, cards.4.1, cards.4.3, CR.1.1, RU.20.
    """
    face = state.pool[card.face]
    champion = state.champion(seat)
    if not face.level:
        yield f"{face.name} is a level 0 champion, which cannot be materialized"
        return
    if champion is None:
        yield "there is no champion to level up"
        return
    base = base_level(state, seat)
    sideways = face.level == base and any(active.you == seat for active, _ in now.statics(state, LevelSideways))
    if face.level != base + 1 and not sideways:
        yield f"{face.name} is level {face.level} and the champion is level {base}"
    top = state.pool[champion.face]
    for ability in face.abilities:
        named = isinstance(ability, Lineage) and ability.name not in (top.lineage_name, top.name)
        if named and not sideways:
            assert isinstance(ability, Lineage)
            yield f"{face.name} needs a champion of the {ability.name} lineage"
    for active, forbid in now.statics(state, Forbid):
        if forbid.what == "level up" and active.reaches(state, forbid.of or Ref("champion"), champion):
            yield f"{top.name} cannot level up"
        if forbid.what == "level up except into" and active.you == seat and face.lineage_name != forbid.name:
            yield f"{top.name} can level up only into a champion named {forbid.name}"


def fitting(state: State, seat: Seat) -> list[Card]:
    """The champion cards of the material deck that a player's champion could level into."""
    cards = (state.cards[number] for number in state.players[seat].material)
    return [card for card in cards if "champion" in state.pool[card.face].words and not problem(state, seat, card)]


LEVELLED = (
    *(
        "cards.4.4",
        "cards.4.8",
        "cards.4.5",
        "cards.4.6",
        "cards.4.12",
        "zones.4.3",
        "terms.4.lineage",
        "terms.4.inner-lineage",
    ),
    *("terms.4.level", "effects.5.12.champion", "effects.5.12.lineage", "effects.5.13"),
)
"""What a level up is an instance of: one object, its lineage, and whose text and timestamps count then."""


def level_up(state: State, seat: Seat, number: int, *rules: str) -> None:
    """Puts a champion card on top of the lineage: the same object, and the new card's On Enter triggers (cards.4.4).

    The lineage is the top card, which is the object, and what it keeps beneath it (zones.4.2, zones.4.3).
    The object keeps the timestamp of its first card, and every card of the lineage its own (cards.4.12).

    Rules: terms.4, keywords.on-enter, zones.1.inner-lineage.
    """
    champion = state.champion(seat)
    assert champion is not None
    same = state.pool[state.cards[number].face].level == base_level(state, seat)
    origin = state.cards[number].zone
    card = moving.move(state, number, "lineage", "cards.4.4", *rules, controller=seat)
    below, above = champion.default_face, card.face
    state.alter(card.id, face=below, face_stamp=champion.face_stamp or champion.stamp)
    new = state.alter(
        champion.id,
        face=above,
        default="",
        face_stamp=card.stamp,
        lineage=(*champion.lineage, card.id),
        named="",
        **_without(champion, above),
    )
    subject = Named(above, new.thing)
    rules = (*rules, "RU.20") if same else rules
    witnesses = Witnesses(state, [champion if card.id == champion.id else card for card in watching(state)])
    kept = ("terms.7.enlighten", "cards.9.enlighten") if champion.count("enlighten") else ()
    rules = (*rules, *LEVELLED, *kept)
    emit(
        state,
        events.LevelUp(("terms.4.level-up", *rules), seat, subject, card=new, same_level=same),
        witnesses,
    )
    entering_the_field.announce_entry(state, state.cards[new.id], origin, level_up=True)


def champions_beneath(state: State, champion: Card) -> tuple[int, ...]:
    """The champion cards of an inner lineage, which may hold cards of any type (zones.4.2)."""
    return tuple(number for number in champion.lineage if "champion" in state.pool[state.cards[number].face].words)


def delevel(state: State, seat: Seat, *rules: str) -> bool:
    """Returns the top card of the lineage to the material deck; a lineage of one card has none to return (RU.16).

    Rules: terms.4.delevel.
    """
    champion = state.champion(seat)
    levels = champions_beneath(state, champion) if champion is not None else ()
    if champion is None or not levels:
        say(state, events.Nothing, "RU.16", player=seat)
        return False
    beneath = levels[-1]
    top, below = champion.default_face, state.cards[beneath]
    state.alter(
        champion.id,
        face=below.face,
        default="",
        face_stamp=below.face_stamp or below.stamp,
        named="",
        **_without(champion, top),
    )
    state.alter(beneath, face=top)
    cited = ("cards.4.10", *rules, "terms.4.delevel", "abilities.6.2")
    tell(state, events.Delevel(cited, seat, named(state, state.cards[champion.id]), top=top))
    moving.move(state, beneath, "material", "cards.4.10", *rules)
    return True


def replace_champion(state: State, seat: Seat, card: Card, *rules: str) -> None:
    """Another object takes the place of a player's champion, which is banished with its lineage.

    It is an object of its own and takes over nothing: no counters, no damage, no lineage (cards.4.7).
    """
    old = state.champion(seat)
    state.alter_player(seat, champion=card.id)
    say(state, events.NewChampion, "cards.4.7", *rules, player=seat, card=card)
    if old is not None and old.id != card.id:
        moving.move(state, old.id, "banishment", "cards.4.7", *rules)


def _without(champion: Card, face: str) -> dict[str, Any]:
    """What a champion's abilities remember, less those of one card: the memory is that card's own (abilities.6.2)."""
    own = f"{face}/"
    return {
        "uses": {key: times for key, times in champion.uses.items() if not key.startswith(own)},
        "chosen": tuple((key, mode) for key, mode in champion.chosen if not key.startswith(own)),
    }


def empowerment(state: State, player: Seat, card: Card) -> int:
    """How much Empower waits for a card that a player begins to activate: all instances together (keywords.empower).

    Rules: costs.6.empower.
    """
    total = 0
    for lasting in state.lasting:
        static = lasting.static
        if not isinstance(static, NextActivation) or not static.level or lasting.controller != player:
            continue
        if static.cards.describes(Scene(state, player, lasting.source), card):
            total += static.level
    return total


def raised(state: State, player: Seat, card: Card) -> bool:
    """Whether a card would be activated with a higher level than its player has.

    Rules: keywords.elysian-aura, costs.6.elysian-aura, terms.4.lv.
    """
    return bool(empowerment(state, player, card) or aura(state, player, card))


def base_level(state: State, seat: Seat) -> int:
    """The printed level of the champion's top card; levelling and Level Locked look at nothing else (cards.4.11).

    Rules: terms.4.level.
    """
    champion = state.champion(seat)
    return 0 if champion is None else state.pool[champion.face].level or 0
