"""Checking expectations: what must be true now, or of what has happened since the last ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from archivist.model.decision import Action
from archivist.model.events import Opportunity, Trigger
from archivist.model.state import State
from archivist.rules.catalogue import covers
from archivist.scenario import deeds, properties
from archivist.scenario.naming import cards_in, item_name
from archivist.scenario.problems import Difference, Problem, Refused
from archivist.scenario.step_format import written
from archivist.scenario.structure import (
    Cards,
    Cited,
    Deciding,
    Expect,
    Expectation,
    GameIs,
    Offer,
    Sees,
    StackHolds,
    ThingIs,
    Triggers,
    Windows,
    ZoneHolds,
)
from archivist.scenario.table import Table


def check(table: Table, expect: Expect, here: int) -> None:
    """Raises Difference for the first expectation that is not met, with its line if it is another than the step's."""
    for expectation in expect.expectations:
        found = _difference(table, expectation)
        if found is not None:
            wanted = written(expectation.source.value)
            line = expectation.source.line
            where = f"line {line}: " if line != here else ""
            raise Difference(f"{where}expected {expectation.key}: {wanted}, but {found}")
    table.note_expect()


def holds(table: Table, expectation: Expectation) -> bool:
    """Whether something is as expected now; what names things that are not there is not."""
    try:
        return _difference(table, expectation) is None
    except (Problem, Refused):
        return False


def _difference(table: Table, expectation: Expectation) -> str | None:
    """What is instead of what is expected; None if it is as expected."""
    match expectation.check:
        case ZoneHolds() as wanted:
            return _zone(table, wanted)
        case Sees() as wanted:
            return _sees(table, wanted)
        case StackHolds() as wanted:
            return _stack(table.game.state, wanted)
        case ThingIs() as wanted:
            return _thing(table, wanted)
        case GameIs() as wanted:
            return _fact(table, wanted)
        case Windows() as wanted:
            return _windows(table, wanted)
        case Deciding() as wanted:
            return _deciding(table, wanted)
        case Cited() as wanted:
            return _cited(table, wanted)
        case Triggers() as wanted:
            return _triggered(table, wanted)
        case Offer() as wanted:
            return _offer(table, wanted)


# -- cards -------------------------------------------------------------------------------------------------------


def _zone(table: Table, wanted: ZoneHolds) -> str | None:
    state, seat = table.game.state, table.names.seat(wanted.player)
    champion = state.players[seat].champion
    cards = [card.true_name for card in cards_in(state, seat, wanted.zone) if card.id != champion]
    ordered = wanted.zone == "deck"
    if ordered and wanted.cards.exactly:
        cards = cards[: len(wanted.cards.exactly)]
    return _cards(cards, wanted.cards, ordered=ordered)


def _sees(table: Table, wanted: Sees) -> str | None:
    """What a seat's view shows of a zone by name; the champion is left out of the field."""
    view = table.game.view(table.names.seat(wanted.viewer))
    zone = wanted.zone.zone
    if zone in ("field", "intent"):
        shown = view.field if zone == "field" else view.intent
        cards = [card for card in shown if card.controller == wanted.zone.player and card.level is None]
    else:
        cards = list(view.players[table.names.seat(wanted.zone.player)].zones[zone].cards)
    seen = cards_in(table.game.state, table.names.seat(wanted.zone.player), zone)
    table.shown.seen(zone, seen)
    return _cards([card.name for card in cards if card.name], wanted.zone.cards, ordered=zone == "deck")


def _stack(state: State, wanted: StackHolds) -> str | None:
    if wanted.cards_only:
        return _cards([state.cards[number].face for number in state.stack_cards], wanted.cards, ordered=False)
    return _cards([item_name(state, item) for item in reversed(state.stack)], wanted.cards, ordered=True)


def _cards(there: Sequence[str], wanted: Cards, *, ordered: bool) -> str | None:
    is_there = f"there is [{', '.join(there)}]"
    if wanted.count is not None:
        return None if len(there) == wanted.count else f"there are {len(there)}: [{', '.join(there)}]"
    if wanted.exactly is not None:
        same = list(there) == list(wanted.exactly) if ordered else Counter(there) == Counter(wanted.exactly)
        return None if same else is_there
    missing = Counter(wanted.has) - Counter(there)
    if missing:
        return f"{', '.join(missing)} is missing; {is_there}"
    present = [name for name in wanted.lacks if name in there]
    return f"{present[0]} is there; {is_there}" if present else None


def _thing(table: Table, wanted: ThingIs) -> str | None:
    if wanted.properties is None:
        found = table.names.all(wanted.name)
        return f"it is there: {', '.join(map(table.names.called, found))}" if found else None
    thing = table.names.pick(wanted.name)
    if thing is None:
        return "there is no such thing"
    return properties.difference(table, thing, wanted.properties)


# -- the game ----------------------------------------------------------------------------------------------------


def _fact(table: Table, wanted: GameIs) -> str | None:
    state = table.game.state
    there: str | int
    match wanted.fact:
        case "turn":
            there = table.players[state.turn.player]
        case "turn number":
            there = state.turn.number
        case "phase":
            there = state.turn.phase
        case "opportunity":
            window = table.window()
            there = "none" if window is None else window[1]
        case "winner":
            there = _winner(state)
    return None if there == wanted.value else f"it is {there}"


def _winner(state: State) -> str:
    if not state.over:
        return "none"
    return "draw" if state.winner is None else state.players[state.winner].name


def _deciding(table: Table, wanted: Deciding) -> str | None:
    decision = table.game.decision
    if wanted.none:
        asked = table.asked
        return None if asked is None else f"{table.players[asked.player]} must decide: {asked.prompt} ({asked.kind})"
    if decision is None:
        return "the game is over"
    player = table.players[decision.player]
    there = f"it is player {player}'s, of the kind {decision.kind} ({decision.prompt})"
    if wanted.player and wanted.player != player:
        return there
    return there if wanted.kind and not _same_kind(wanted.kind, decision.kind) else None


def _same_kind(wanted: str, kind: str) -> bool:
    """The kind of a decision; the plural does not matter."""
    return wanted.removesuffix("s") == kind.removesuffix("s")


# -- what has happened -------------------------------------------------------------------------------------------


def _windows(table: Table, wanted: Windows) -> str | None:
    """Who was given Opportunity in which phase since the last expectation; each window is told of once.

    Where the set-up names its phase or who has Opportunity, that window comes first. A player who keeps it in one phase
    has one window.
    """
    given = [
        (event.phase, table.players[event.player])
        for event in table.since_expect()
        if isinstance(event, Opportunity) and event.player is not None
    ]
    windows = _merged([*([table.opened] if table.opened is not None else []), *given])
    if list(wanted.windows) == windows:
        return None
    return f"they were [{', '.join(f'[{phase}, {player}]' for phase, player in windows)}]"


def _merged(windows: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The windows, those of the same player one after another in one phase taken together."""
    return [*windows[:1], *(after for before, after in pairwise(windows) if before != after)]


def _cited(table: Table, wanted: Cited) -> str | None:
    cited = {rule for event in table.since_expect() for rule in event.rules} | table.refusals
    for rule in wanted.rules:
        if not any(covers(rule, each) for each in cited):
            return f"{rule} was not applied; these were: {', '.join(sorted(cited)) or 'none'}"
    return None


def _triggered(table: Table, wanted: Triggers) -> str | None:
    """Which sources triggered, each as the stack calls it: by the card whose text has the ability."""
    told = [event.subject for event in table.since_expect() if isinstance(event, Trigger) and event.subject is not None]
    there = [named.name for named in told]
    return None if Counter(there) == Counter(wanted.sources) else f"these triggered: [{', '.join(there)}]"


def _offer(table: Table, wanted: Offer) -> str | None:
    seat = table.names.seat(wanted.player)
    deed = wanted.deed
    what = f"{deed.verb} {deed.name.text}" if deed.name else deed.verb
    found = _any_offered(table, deeds.possible(table.game, seat, deed), seat)
    if found == wanted.offered:
        _show(table, wanted)
        return None
    if found:
        return f"{wanted.player} can {what}"
    return f"{wanted.player} cannot {what}{_why(table, wanted)}"


def _show(table: Table, wanted: Offer) -> None:
    """What must not be offered shows the rules that forbid it, and what must be those that permit it."""
    seat = table.names.seat(wanted.player)
    for action in deeds.possible(table.game, seat, wanted.deed):
        if wanted.offered:
            table.shown.allowed(table.game, seat, action)
        else:
            table.shown.refused(table.game.why_not(seat, action))


def _any_offered(table: Table, actions: Iterable[Action], seat: int) -> bool:
    return any(deeds.offered(table.game, seat, action) for action in actions)


def _why(table: Table, wanted: Offer) -> str:
    """Why the first such action is refused."""
    seat = table.names.seat(wanted.player)
    for action in deeds.possible(table.game, seat, wanted.deed):
        illegal = table.game.why_not(seat, action)
        return f": {illegal}" if illegal is not None else ""
    return ": there is no such thing"
