"""The table and the menus as rich draws them: 80 columns are enough, colours are never needed to understand them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from archivist.cli.play.menus import Menu, Row
from archivist.notation.seen import champion_of, health, held, item_line, object_line, objects_of
from archivist.view import CardView, PlayerView, View

GAP = "  "
LABEL = 8
NUMBER = 4
RULE = 2
COUNTED = ("hand", "memory", "deck", "material", "graveyard", "banishment")


def drawn(view: View, names: Sequence[str], width: int) -> RenderableType:
    """The whole table as a seat sees it: the others above, the stack between, the seat's own side below."""
    own = next(index for index, player in enumerate(view.players) if player.name == view.seat)
    order = [*range(own + 1, len(view.players)), *range(own)]
    parts: list[RenderableType] = [_where(view, width)]
    parts += [_side(view, view.players[index], names[index], width) for index in order]
    middle = _between(view, width)
    if middle is not None:
        parts.append(middle)
    parts.append(_side(view, view.players[own], f"You ({view.seat})", width, own=True))
    return Group(*parts)


def _where(view: View, width: int) -> Text:
    """The line above the table: turn, phase, and who may act."""
    if view.turn == 0:
        return _ruled("Before the game", "", width)
    whose = "your turn" if view.turn_player == view.seat else f"{view.turn_player}'s turn"
    return _ruled(f"Turn {view.turn}, {whose}, {view.phase} phase", acting(view), width)


def acting(view: View) -> str:
    """Who may act, in a few words."""
    if view.winner:
        return "the game is over"
    if view.opportunity:
        return "you have Opportunity" if view.opportunity == view.seat else f"{view.opportunity} has Opportunity"
    return "you decide" if view.deciding == view.seat else f"{view.deciding} decides"


def _ruled(left: str, right: str, width: int) -> Text:
    text = Text(f"── {left} ", style="bold")
    end = f" {right} ──" if right else ""
    if len(text) + RULE + len(end) > width:
        return text.append("─" * max(0, width - len(text)) + f"\n   {right}")
    return text.append("─" * (width - len(text) - len(end)) + end)


# -- a player's side ---------------------------------------------------------------------------------------------


def _side(view: View, player: PlayerView, title: str, width: int, *, own: bool = False) -> Panel:
    inner = width - 4 - LABEL - len(GAP)
    grid = Table.grid(padding=(0, len(GAP), 0, 0))
    grid.add_column(width=LABEL, style="dim")
    grid.add_column(width=inner)
    for label, lines in _rows(view, player, inner, own=own):
        grid.add_row(label, Text("\n").join(lines))
    style = "cyan" if own else "magenta"
    out = " (out of the game)" if player.lost else ""
    return Panel(grid, title=Text(f"{title}{out}", style="bold"), title_align="left", border_style=style, width=width)


def _rows(view: View, player: PlayerView, width: int, *, own: bool) -> Iterable[tuple[str, list[Text]]]:
    champion = champion_of(view, player)
    if champion is not None:
        yield "champion", _champion(champion, player, width)
    for function in (player.mastery, *player.statuses):
        if function is not None:
            yield "mastery" if function is player.mastery else "status", [Text(object_line(function))]
    objects = objects_of(view, player)
    yield "field", flow([_object(card) for card in objects], width) if objects else [Text("nothing", style="dim")]
    if own:
        for zone in ("memory", "hand"):
            cards = player.zones[zone].cards
            yield zone, flow([Text(each) for each in held(cards)], width) if cards else [Text("none", style="dim")]
    counted = [zone for zone in COUNTED if not (own and zone in ("hand", "memory"))]
    if player.zones["pantheon"].count:
        counted.append("pantheon")
    yield "cards", flow([Text(f"{zone} {player.zones[zone].count}") for zone in counted], width, between=GAP)


def _champion(card: CardView, player: PlayerView, width: int) -> list[Text]:
    name = Text(card.name, style="bold")
    said = [f"level {card.level}", health(card), *(["rested"] if card.rested else [])]
    said += [f"{kind} {count}" for kind, count in card.counters.items()]
    said += [*card.properties, *card.keywords]
    beneath = [f"on {', '.join(reversed(card.lineage))}"] if card.lineage else []
    below = [*beneath, f"elements {', '.join(player.elements)}"]
    return flow([name, *map(Text, said)], width) + flow([Text(each, style="dim") for each in below], width)


def _object(card: CardView) -> Text:
    return Text(object_line(card), style="dim" if card.rested else "")


def flow(items: Sequence[Text], width: int, between: str = " · ") -> list[Text]:
    """Items one after the other, a new line where the next one would not fit."""
    lines: list[Text] = []
    for item in items:
        if lines and len(lines[-1]) + len(between) + len(item) <= width:
            lines[-1].append(between, style="dim").append_text(item)
        else:
            lines.append(Text().append_text(item))
    return lines


# -- between the players -----------------------------------------------------------------------------------------


def _between(view: View, width: int) -> RenderableType | None:
    """The stack, the top first, and cards in the intent."""
    lines: list[Text] = []
    for number, item in enumerate(view.stack):
        owner = "yours" if item.controller == view.seat else f"{item.controller}'s"
        line = Text(item_line(item, owner))
        if number == 0:
            line.append("  resolves first", style="dim")
        lines.append(line)
    if view.intent:
        lines.append(Text(f"intent: {', '.join(object_line(card) for card in view.intent)}"))
    if not lines:
        return None
    title = Text("Effects Stack", style="bold") if view.stack else Text("Attack", style="bold")
    return Panel(Text("\n").join(lines), title=title, title_align="left", border_style="yellow", width=width)


# -- menus -------------------------------------------------------------------------------------------------------


def menu(menu: Menu, width: int) -> RenderableType:
    """What is asked, the numbered choices, and how to answer."""
    column = max((len(row.text) for row in menu.rows if len(row.text) <= width // 2), default=0)
    choices = [_choice(row, column, width) for row in menu.rows]
    return Group(Text(menu.title, style="bold"), *choices, folded(f"{GAP}{hint(menu)}", width, "dim"))


def _choice(row: Row, column: int, width: int) -> RenderableType:
    """A choice on one line; what is said beside it gives way, and a text that is too long goes on below itself."""
    number = f"{row.key:>{NUMBER}}{GAP}"
    if len(row.text) > width - len(number):
        grid = Table.grid()
        grid.add_row(Text(number, style="bold"), Text(row.text))
        return grid
    line = Text(number, style="bold", no_wrap=True, overflow="ellipsis")
    line.append(row.text, style="not bold")
    if row.aside:
        line.append(" " * max(0, column - len(row.text)) + GAP + row.aside, style="not bold dim")
    return line


def folded(text: str, width: int, style: str = "") -> Text:
    """A paragraph; if it begins with spaces, so do the lines below the first."""
    begin = text[: len(text) - len(text.lstrip())]
    lines = textwrap.wrap(text, width, subsequent_indent=begin, break_on_hyphens=False)
    return Text("\n".join(lines), style=style)


def hint(menu: Menu) -> str:
    """How to answer, what Enter does, and how to give up a play."""
    said = [menu.how] if menu.how else []
    if menu.enter:
        said.append(f"Enter: {menu.enter}")
    if menu.decision.attempt:
        said.append("c: give up this play")
    said.append("help lists the commands")
    return f"({'; '.join(said)})"
