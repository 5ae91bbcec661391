"""The table and the menus in plain sentences, for screen readers and for whoever likes text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from archivist.cli.play.menus import Menu
from archivist.notation.seen import champion_of, health, held, item_line, listed, object_line, objects_of
from archivist.view import PlayerView, View


def moment(view: View) -> str:
    """Where the game is, and who may act."""
    if view.turn == 0:
        return "Before the game."
    whose = "your turn" if view.turn_player == view.seat else f"the turn of {view.turn_player}"
    acting = "You have Opportunity." if view.opportunity == view.seat else "You decide."
    stack = f" On the stack: {stacked(view)}." if view.stack else ""
    return f"Turn {view.turn}, {whose}, {view.phase} phase. {acting if not view.winner else 'The game is over.'}{stack}"


def stacked(view: View) -> str:
    """The stack, the top first."""
    return "; ".join(
        item_line(item, "yours" if item.controller == view.seat else f"of {item.controller}") for item in view.stack
    )


def sentences(view: View, names: Sequence[str]) -> Iterable[str]:
    """The whole table."""
    yield moment(view)
    own = next(index for index, player in enumerate(view.players) if player.name == view.seat)
    for index in (*range(own + 1, len(view.players)), *range(own)):
        yield from _side(view, view.players[index], names[index], "their")
    if view.intent:
        yield f"In the intent: {listed([object_line(card) for card in view.intent])}."
    yield from _side(view, view.players[own], f"You ({view.seat})", "your")
    for zone in ("memory", "hand"):
        cards = view.players[own].zones[zone].cards
        if cards:
            yield f"Your {zone}, with costs: {listed(held(cards))}."


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
    """What is asked, a line a choice, and how to answer."""
    yield menu.title
    for row in menu.rows:
        yield f"{row.key}. {row.text}{f', {row.aside}' if row.aside else ''}."
    said = [f"{menu.how[:1].upper()}{menu.how[1:]}." if menu.how else ""]
    said.append(f"Enter: {menu.enter}." if menu.enter else "")
    said.append("c gives up this play." if menu.decision.attempt else "")
    told = " ".join(each for each in said if each)
    if told:
        yield told
