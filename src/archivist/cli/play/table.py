"""The table and the menus as rich draws them: 80 columns are enough, and colours are never needed to understand them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace
from rich.text import Text

from archivist.notation.seen import champion_of, effect_line, health, held, item_line, object_line, objects_of
from archivist.person.menus import Menu, Row
from archivist.person.names import People, people_of
from archivist.view import CardView, ItemView, PlayerView, View

GAP = "  "
LABEL = 8
NUMBER = 4
RULE = 2
COUNTED = ("hand", "memory", "deck", "material", "graveyard", "banishment")
MARGIN = 1


def drawn(view: View, labels: Sequence[str], width: int) -> list[Text]:
    """The whole table as a seat sees it: the others above, the stack and effects between, the seat's own side below."""
    people = people_of(view)
    order = [*range(people.seat + 1, len(view.players)), *range(people.seat)]
    lines = _where(view, people, width)
    for index in order:
        lines += _side(view, view.players[index], people, labels[index], width)
    lines += _between(view, people, width)
    lines += _side(view, view.players[people.seat], people, labels[people.seat], width)
    return lines


def _where(view: View, people: People, width: int) -> list[Text]:
    """The line above the table: turn, phase, and who may act."""
    if view.turn == 0:
        return _ruled("Before the game", "", width, "bold")
    whose = people.possessive(view.turn_player)
    return _ruled(f"Turn {view.turn}, {whose} turn, {view.phase} phase", acting(view, people), width, "bold")


def acting(view: View, people: People) -> str:
    """Who may act, in a few words."""
    if view.winner:
        return "the game is over"
    if view.opportunity:
        return f"{people.does(view.opportunity, 'have')} Opportunity"
    return people.does(view.deciding, "decide")


def _ruled(left: str, right: str, width: int, style: str) -> list[Text]:
    """A line across the table; what does not fit goes on below."""
    begin, end = f"── {left} ", f" {right} ──" if right else ""
    if len(begin) + RULE + len(end) > width:
        first = Text(begin + "─" * max(0, width - len(begin)), style=style)
        return [first, Text(f"   {right}", style=style)] if right else [first]
    return [Text(begin + "─" * (width - len(begin) - len(end)) + end, style=style)]


# -- a player's side ---------------------------------------------------------------------------------------------


def _side(view: View, player: PlayerView, people: People, label: str, width: int) -> list[Text]:
    own = player.name == view.seat
    called = people.called(player.name)
    out = ", out of the game" if player.lost else ""
    lines = _ruled(f"{called[:1].upper()}{called[1:]} ({label}{out})", "", width, "cyan" if own else "magenta")
    for title, rows in _rows(view, player, width - MARGIN - LABEL - len(GAP), own=own):
        lines += _labelled(title, rows)
    return lines


def _labelled(title: str, rows: Iterable[Text]) -> Iterator[Text]:
    """Rows with a label before the first."""
    for number, row in enumerate(rows):
        begin = Text(f"{' ' * MARGIN}{title if not number else '':<{LABEL}}{GAP}", style="dim")
        yield begin.append_text(Text(style="not dim").append_text(row))


def _rows(view: View, player: PlayerView, width: int, *, own: bool) -> Iterator[tuple[str, list[Text]]]:
    champion = champion_of(view, player)
    if champion is not None:
        yield "champion", _champion(champion, player, width)
    for function in (player.mastery, *player.statuses):
        if function is not None:
            yield "mastery" if function is player.mastery else "status", flow([Text(object_line(function))], width)
    objects = objects_of(view, player)
    yield "field", flow([_object(card) for card in objects], width) if objects else [Text("nothing", style="dim")]
    if own:
        for zone in ("memory", "hand"):
            cards = player.zones[zone].cards
            if cards or zone == "hand":
                yield zone, flow([Text(each) for each in held(cards)], width) if cards else [Text("none", style="dim")]
    counted = [zone for zone in COUNTED if not (own and zone in ("hand", "memory"))]
    if player.zones["pantheon"].count:
        counted.append("pantheon")
    yield "cards", flow([Text(f"{zone} {player.zones[zone].count}") for zone in counted], width, between=GAP)


def _champion(card: CardView, player: PlayerView, width: int) -> list[Text]:
    said = [f"level {card.level}", health(card), *(["rested"] if card.rested else [])]
    said += [f"{kind} {count}" for kind, count in card.counters.items()]
    said += [*card.properties, *card.keywords]
    below = [f"elements {', '.join(player.elements)}"]
    if card.lineage:
        below.append(f"on {', '.join(reversed(card.lineage))}")
    return flow([Text(card.name, style="bold"), *map(Text, said), *(Text(each, style="dim") for each in below)], width)


def _object(card: CardView) -> Text:
    return Text(object_line(card), style="dim" if card.rested else "")


def flow(items: Sequence[Text], width: int, between: str = " · ") -> list[Text]:
    """Items one after the other, with a new line where the next one would not fit; one that is too long goes on below."""
    lines: list[Text] = []
    for item in items:
        if lines and len(lines[-1]) + len(between) + len(item) <= width:
            lines[-1].append(between, style="dim").append_text(item)
        else:
            parts = textwrap.wrap(item.plain, width, break_on_hyphens=False) or [""]
            lines += [Text().append(part, style=item.style) for part in parts]
    return lines


# -- between the players -----------------------------------------------------------------------------------------


def _between(view: View, people: People, width: int) -> list[Text]:
    """The stack from the top, cards in the intent, and lasting effects."""
    lines: list[Text] = []
    inner = width - MARGIN - LABEL - len(GAP)
    if view.stack or view.intent:
        title = "Effects Stack, the first resolves first" if view.stack else "Attack"
        lines += _ruled(title, "", width, "yellow")
    rows = [row for item in view.stack for row in flow([Text(stacked(item, people))], inner)]
    lines += _labelled("stack", rows)
    lines += _labelled("intent", flow([Text(object_line(card)) for card in view.intent], inner))
    effects = [effect_line(effect, people.belongs(effect.controller)) for effect in view.effects]
    if effects:
        lines += _ruled("Lasting effects", "", width, "yellow")
    for effect in effects:
        lines += [Text(f"{' ' * MARGIN}{row}") for row in textwrap.wrap(effect, width - MARGIN, subsequent_indent="  ")]
    return lines


def stacked(item: ItemView, people: People) -> str:
    """An item on the stack, with its targets named from this seat."""
    targets = tuple(people.told(target) for target in item.targets)
    return item_line(replace(item, targets=targets), people.belongs(item.controller))


# -- menus -------------------------------------------------------------------------------------------------------


def menu(menu: Menu, width: int, room: int | None = None) -> list[Text]:
    """What is asked, the numbered choices, and how to answer; no more choices than there is room for."""
    column = max((len(row.text) for row in menu.rows if len(row.text) <= width // 2), default=0)
    drawn = [(row, list(_choice(row, column, width))) for row in menu.rows]
    title = [Text(line, style="bold") for line in textwrap.wrap(menu.title, width)]
    around = len(title) + len(_hints(menu, len(drawn), width))
    shown, left = _fitting(drawn, None if room is None else room - around)
    return [*title, *shown, *_hints(menu, left, width)]


def _hints(menu: Menu, more: int, width: int) -> list[Text]:
    said = textwrap.wrap(hint(menu, more), width, initial_indent=GAP, subsequent_indent=GAP, break_on_hyphens=False)
    return [Text(line, style="dim") for line in said]


def _fitting(drawn: Sequence[tuple[Row, list[Text]]], room: int | None) -> tuple[list[Text], int]:
    """The lines of as many choices as fit, and how many do not. The choice that passes is always shown."""
    if room is None or sum(len(lines) for _, lines in drawn) <= room:
        return [line for _, lines in drawn for line in lines], 0
    passing = [lines for row, lines in drawn if row.key == 0]
    others = [lines for row, lines in drawn if row.key != 0]
    left = room - sum(map(len, passing))
    shown: list[list[Text]] = []
    while others and (not shown or left >= len(others[0])):
        shown.append(others.pop(0))
        left -= len(shown[-1])
    return [line for lines in (*shown, *passing) for line in lines], len(others)


def _choice(row: Row, column: int, width: int) -> Iterator[Text]:
    """A choice on one line; the remark beside it is shortened first, and a text that is too long goes on below itself."""
    number = f"{row.key:>{NUMBER}}{GAP}"
    if len(row.text) > width - len(number):
        for index, part in enumerate(textwrap.wrap(row.text, width - len(number), break_on_hyphens=False)):
            yield Text(number if not index else " " * len(number), style="bold").append(part, style="not bold")
        return
    line = Text(number, style="bold")
    line.append(row.text, style="not bold")
    if row.aside:
        before = " " * max(0, column - len(row.text)) + GAP
        line.append(before + shortened(row.aside, width - len(line) - len(before)), style="not bold dim")
    yield line


def shortened(text: str, width: int) -> str:
    """As many words of a text as fit."""
    if len(text) <= width:
        return text
    return f"{text[: max(0, width - 1)].rpartition(' ')[0].rstrip(',;:')}…" if width > 1 else ""


def folded(text: str, width: int) -> list[str]:
    """A paragraph as lines; if it begins with spaces, so do the lines below the first."""
    begin = text[: len(text) - len(text.lstrip())]
    return textwrap.wrap(text, width, subsequent_indent=begin, break_on_hyphens=False) or [""]


def hint(menu: Menu, more: int = 0) -> str:
    """How to answer, what Enter does, and how to give up a play."""
    said = [f"m: {more} more"] if more else []
    if menu.how:
        said.append(menu.how)
    if menu.enter:
        said.append(f"Enter: {menu.enter}")
    if menu.decision.attempt:
        said.append("c: give up this play")
    said.append("help lists the commands")
    return f"({'; '.join(said)})"
