"""The table and the menus in plain sentences, for screen readers and for people who prefer text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from archivist.cli.play.table import stacked
from archivist.notation.seen import champion_of, effect_line, health, held, listed, object_line, objects_of
from archivist.person.menus import Menu
from archivist.person.names import people_of
from archivist.view import PlayerView, View


def moment(view: View) -> str:
    """Where the game stands, and who may act."""
    if view.turn == 0:
        return "Before the game."
    people = people_of(view)
    whose = people.possessive(view.turn_player)
    acting = "You have Opportunity." if view.opportunity == view.seat else "You decide."
    stack = f" On the stack: {'; '.join(stacked(item, people) for item in view.stack)}." if view.stack else ""
    return f"Turn {view.turn}, {whose} turn, {view.phase} phase. {acting if not view.winner else 'The game is over.'}{stack}"


def sentences(view: View, labels: Sequence[str]) -> Iterable[str]:
    """The whole table."""
    yield moment(view)
    people = people_of(view)
    for index in (*range(people.seat + 1, len(view.players)), *range(people.seat)):
        player = view.players[index]
        called = people.called(player.name)
        yield from _side(view, player, f"{called[:1].upper()}{called[1:]} ({labels[index]})", people.whose(player.name))
    if view.intent:
        yield f"In the intent: {listed([object_line(card) for card in view.intent])}."
    for effect in view.effects:
        yield f"Lasting effect: {effect_line(effect, people.belongs(effect.controller))}"
    yield from _side(view, view.players[people.seat], f"You ({labels[people.seat]})", "your")
    for zone in ("memory", "hand"):
        cards = view.players[people.seat].zones[zone].cards
        if cards:
            yield f"Your {zone}, with printed costs: {listed(held(cards))}."


def _side(view: View, player: PlayerView, name: str, whose: str) -> Iterable[str]:
    champion = champion_of(view, player)
    if player.lost:
        yield f"{name}: out of the game."
    if champion is not None:
        lineage = f", on {listed(list(reversed(champion.lineage)))}" if champion.lineage else ""
        rested = ", rested" if champion.rested else ""
        yield f"{name}: {champion.name}, level {champion.level}, {health(champion)}{rested}{lineage}."
    objects = objects_of(view, player)
    yield f"On {whose} field: {listed([object_line(card) for card in objects]) or 'nothing'}."
    functions = [each for each in (player.mastery, *player.statuses) if each is not None]
    if functions:
        yield f"{whose.capitalize()} masteries and statuses: {listed([each.name for each in functions])}."
    zones = (zone for zone in player.zones if zone != "pantheon" or player.zones[zone].count)
    yield f"{whose.capitalize()} cards: {listed([f'{zone} {player.zones[zone].count}' for zone in zones])}."


def menu(menu: Menu) -> Iterable[str]:
    """What is asked, one line per choice, and how to answer."""
    yield menu.title
    for row in menu.rows:
        yield f"{row.key}. {row.text}{f', {row.aside}' if row.aside else ''}."
    said = [f"{menu.how[:1].upper()}{menu.how[1:]}." if menu.how else ""]
    said.append(f"Enter: {menu.enter}." if menu.enter else "")
    said.append("c gives up this play." if menu.decision.attempt else "")
    told = " ".join(each for each in said if each)
    if told:
        yield told
