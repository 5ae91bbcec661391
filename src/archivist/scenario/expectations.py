"""Expectations: how each one is read, and what must be true now, or of what has happened since the last ones.

What could never fail proves nothing, and is an error in the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import msgspec

from archivist.model.card import OWN_ZONES
from archivist.model.decision import KINDS
from archivist.model.errors import ScenarioError
from archivist.model.events import Opportunity, Trigger
from archivist.notation import actions
from archivist.notation.actions import Deed, Verb
from archivist.notation.naming import ABILITIES, BENEATH, GAME_TRIGGERS, ZONES, Name, cards_in, item_name
from archivist.rules.catalogue import covers
from archivist.scenario import properties
from archivist.scenario.properties import check_says, has_and_lacks, read_properties
from archivist.scenario.source import Parts, Reader, Source, shown
from archivist.vocabulary.words import PHASES

if TYPE_CHECKING:
    from archivist.scenario.table import Table

SEEN = (*OWN_ZONES, "field", "intent")
"""The zones of which it can be said what a player sees."""
DEEDS: tuple[Verb, ...] = ("activate", "materialize", "bestow", "ability", "attack", "return")


class Check(msgspec.Struct, frozen=True):
    """Something that must be true."""

    def difference(self, table: Table) -> str | None:
        """What is true instead; None if the expectation is met."""
        raise NotImplementedError


class Expectation(msgspec.Struct, frozen=True):
    """Something that must be true, as it is written and where."""

    key: str
    check: Check
    source: Source


class Expect(msgspec.Struct, frozen=True):
    """A step that says what must be true."""

    expectations: tuple[Expectation, ...]

    def difference(self, table: Table, here: int) -> str | None:
        """The first expectation that is not met, with its line if it is another than the step's."""
        for each in self.expectations:
            found = each.check.difference(table)
            if found is not None:
                where = f"line {each.source.line}: " if each.source.line != here else ""
                return f"{where}expected {each.key}: {each.source.written}, but {found}"
        return None


def read_expectations(reader: Reader, source: Source) -> Expect:
    check_says(source, "expect")
    checks = (
        Expectation(key.value, check, value)
        for key, value in source.pairs("expect")
        for check in _checks(reader, key, value)
    )
    return Expect(tuple(checks))


def _checks(reader: Reader, key: Source, value: Source) -> Iterator[Check]:
    if key.value in ("can", "cannot"):
        yield from _offers(reader, value, offered=key.value == "can")
    elif key.value == "sees":
        yield from _sights(reader, value)
    elif key.value in READERS:
        yield READERS[key.value](reader, value)
    else:
        yield _place(reader, key, value)


# -- cards -------------------------------------------------------------------------------------------------------


class Cards(msgspec.Struct, frozen=True):
    """Which cards there must be: exactly these, this many, at least these, or none of these."""

    exactly: tuple[str, ...] | None = None
    count: int | None = None
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()

    def difference(self, there: Sequence[str], *, ordered: bool = False) -> str | None:
        """What is there instead; None if these cards will do."""
        is_there = f"there is [{', '.join(there)}]"
        if self.count is not None:
            return None if len(there) == self.count else f"there are {len(there)}: [{', '.join(there)}]"
        if self.exactly is not None:
            same = list(there) == list(self.exactly) if ordered else Counter(there) == Counter(self.exactly)
            return None if same else is_there
        missing = Counter(self.has) - Counter(there)
        if missing:
            return f"{', '.join(missing)} is missing; {is_there}"
        present = [name for name in self.lacks if name in there]
        return f"{present[0]} is there; {is_there}" if present else None


def _cards(reader: Reader, source: Source, names: Callable[[Source], tuple[str, ...]] | None = None) -> Cards:
    read = names or (lambda each: reader.cards(each, "cards"))
    if isinstance(source.value, dict):
        parts = has_and_lacks(source, "an expectation of cards")
        return Cards(has=parts.take("has", read, ()), lacks=parts.take("lacks", read, ()))
    if source.value is None:
        raise source.problem("cards, a number or {has: [..], lacks: [..]} are needed, not nothing; [] means none")
    if isinstance(source.value, int):
        return Cards(count=source.number("a number of cards"))
    return Cards(exactly=read(source))


class ZoneHolds(Check, frozen=True):
    """The cards of a zone; of a deck the topmost in order, and the field without the champion."""

    player: str
    zone: str
    cards: Cards

    def difference(self, table: Table) -> str | None:
        state, seat = table.game.state, table.names.seat(self.player)
        champion = state.players[seat].champion
        there = [card.true_name for card in cards_in(state, seat, self.zone) if card.id != champion]
        ordered = self.zone == "deck"
        if ordered and self.cards.exactly:
            there = there[: len(self.cards.exactly)]
        return self.cards.difference(there, ordered=ordered)


class Sees(Check, frozen=True):
    """What a player may see of a zone: the names that the view of their seat shows there; the field without champions."""

    viewer: str
    of: ZoneHolds

    def difference(self, table: Table) -> str | None:
        zone, seat = self.of.zone, table.names.seat(self.of.player)
        names = table.referee.sees(table.game, table.names.seat(self.viewer), seat, zone)
        table.shown.seen(zone, cards_in(table.game.state, seat, zone))
        return self.of.cards.difference(names, ordered=zone == "deck")


class StackHolds(Check, frozen=True):
    """The instances and abilities on the stack, top first; or, with `cards_only`, the cards lying there."""

    cards: Cards
    cards_only: bool = False

    def difference(self, table: Table) -> str | None:
        state = table.game.state
        if self.cards_only:
            return self.cards.difference([state.cards[number].face for number in state.stack_cards])
        return self.cards.difference([item_name(state, item) for item in reversed(state.stack)], ordered=True)


class ThingIs(Check, frozen=True):
    """Properties of a thing; none at all means that it must be gone."""

    name: Name
    properties: Parts | None

    def difference(self, table: Table) -> str | None:
        if self.properties is None:
            found = table.names.all(self.name)
            return f"it is there: {', '.join(map(table.names.called, found))}" if found else None
        thing = table.names.pick(self.name)
        if thing is None:
            return "there is no such thing"
        card, controller = properties.described(table.game.state, thing)
        wrong = properties.difference(table, card, controller, self.properties)
        if wrong is None:
            table.shown.read(table.game.state, card, self.properties)
        return wrong


def _place(reader: Reader, key: Source, value: Source) -> Check:
    """``A/hand`` and the like, or a thing."""
    player, slash, zone = key.value.partition("/")
    if player in reader.players and slash and zone in (*ZONES, *BENEATH):
        if zone == "stack":
            raise key.problem("the stack is common to all players; expect 'stack' or 'stack cards'")
        return ZoneHolds(player, zone, _cards(reader, value))
    try:
        name = reader.name(key)
    except ScenarioError as error:
        if slash:
            raise
        words = (*READERS, "can", "cannot", "sees", *reader.players, *reader.pool)
        unknown = key.unknown("expectation", key.value, words)
        raise (unknown if "did you mean" in str(unknown) else error) from None
    if name.is_player:
        raise key.problem(f"what is expected of player {name.player}? A zone, such as {name.player}/hand, is needed")
    return ThingIs(name, None if value.value == "gone" else read_properties(reader, value))


def _sights(reader: Reader, source: Source) -> Iterator[Check]:
    """``{B: {A/memory: [Fireball]}}``: what a player sees of a zone."""
    check_says(source, "sees")
    for key, zones in source.pairs("what is seen"):
        viewer = reader.player(key)
        check_says(zones, viewer)
        for place, cards in zones.pairs("zones"):
            player, _, zone = place.value.partition("/")
            if player not in reader.players or zone not in SEEN:
                raise place.problem(f"a player's zone is needed, such as A/memory, not {shown(place.value)}")
            yield Sees(viewer, ZoneHolds(player, zone, _cards(reader, cards)))


def _stack_names(reader: Reader, source: Source) -> tuple[str, ...]:
    """Instances and abilities: ``Fireball``, ``Fireball/copy``, ``trigger/NAME``, ``ability/NAME``."""
    found: list[str] = []
    for each in source.items("stack"):
        count, text = each.counted("an instance or ability")
        name = reader.name(each.holding(text))
        if not name.card or name.zone not in ("", "stack", *ABILITIES):
            raise each.problem(f"{text!r} is not the name of something on the stack")
        kind = f"{name.zone}/" if name.zone in ABILITIES else ""
        found.extend([f"{kind}{name.card}{'/copy' if name.copy else ''}"] * count)
    return tuple(found)


# -- the game ----------------------------------------------------------------------------------------------------


class GameIs(Check, frozen=True):
    """One fact of the game: whose turn, which phase, who has Opportunity, who has won."""

    fact: Literal["turn", "turn number", "phase", "opportunity", "winner"]
    value: str | int

    def difference(self, table: Table) -> str | None:
        state, window = table.game.state, table.window()
        won = "draw" if state.winner is None else table.players[state.winner]
        there = {
            "turn": table.players[state.turn.player],
            "turn number": state.turn.number,
            "phase": state.turn.phase,
            "opportunity": "none" if window is None else window[1],
            "winner": won if state.over else "none",
        }[self.fact]
        return None if there == self.value else f"it is {there}"


def _player_or(reader: Reader, source: Source, *others: str) -> str:
    return "none" if source.value is None else source.one_of("player", (*reader.players, *others))


def _turn(reader: Reader, source: Source) -> Check:
    if isinstance(source.value, int):
        return _turn_number(reader, source)
    return GameIs("turn", reader.player(source))


def _turn_number(reader: Reader, source: Source) -> Check:
    return GameIs("turn number", source.number("the turn number", 1))


class Deciding(Check, frozen=True):
    """The pending decision; empty words do not matter, and `none` means that there must be none."""

    player: str = ""
    kind: str = ""
    none: bool = False

    @property
    def named(self) -> bool:
        """Whether it says which decision must be open: whose it is, and of which kind."""
        return bool(self.player and self.kind)

    def fits(self, player: str, kind: str) -> bool:
        """Whether a player's decision of a kind is meant; the plural does not matter."""
        return self.player in ("", player) and self.kind.removesuffix("s") in ("", kind.removesuffix("s"))

    def difference(self, table: Table) -> str | None:
        decision, asked = table.game.decision, table.asked
        if self.none:
            return None if asked is None else f"{table.must_decide(asked)} ({asked.kind})"
        if decision is None:
            return "the game is over"
        player = table.players[decision.player]
        return (
            None
            if self.fits(player, decision.kind)
            else f"it is player {player}'s, of the kind {decision.kind} ({decision.prompt})"
        )


def _decision(reader: Reader, source: Source) -> Check:
    if source.value in (None, "none"):
        return Deciding(none=True)
    check_says(source, "decision")
    parts = source.keyed("a decision", ("player", "kind"))
    return Deciding(parts.take("player", reader.player, ""), parts.take("kind", _kind, ""))


def _kind(source: Source) -> str:
    """The kind of a decision; the plural does not matter."""
    word = source.word("the kind of a decision")
    if word.removesuffix("s") not in {kind.removesuffix("s") for kind in KINDS}:
        raise source.unknown("kind of decision", word, KINDS)
    return word


# -- what has happened -------------------------------------------------------------------------------------------


class Windows(Check, frozen=True):
    """Who was given Opportunity in which phase since the last expectation.

    If the set-up names its phase or who has Opportunity, that window comes first. Consecutive windows of the same player
    in the same phase count as one.
    """

    windows: tuple[tuple[str, str], ...]

    def difference(self, table: Table) -> str | None:
        told = (event for event in table.since_expect() if isinstance(event, Opportunity))
        given = [(event.phase, table.players[event.player]) for event in told if event.player is not None]
        all_ = [*([table.opened] if table.opened is not None else []), *given]
        merged = [*all_[:1], *(after for before, after in pairwise(all_) if before != after)]
        if list(self.windows) == merged:
            return None
        return f"they were [{', '.join(f'[{phase}, {player}]' for phase, player in merged)}]"


def _windows(reader: Reader, source: Source) -> Check:
    found: list[tuple[str, str]] = []
    for each in source.items("windows"):
        pair = each.items("a window")
        if len(pair) != 2:
            raise each.problem("a window is a phase and a player, such as [end, A]")
        found.append((pair[0].one_of("phase", PHASES), reader.player(pair[1])))
    return Windows(tuple(found))


class Cited(Check, frozen=True):
    """Rules that were applied, or that refused something, since the last expectation."""

    rules: tuple[str, ...]

    def difference(self, table: Table) -> str | None:
        cited = {rule for event in table.since_expect() for rule in event.rules} | table.refusals
        for rule in self.rules:
            if not any(covers(rule, each) for each in cited):
                return f"{rule} was not applied; these were: {', '.join(sorted(cited)) or 'none'}"
        return None


def _cited(reader: Reader, source: Source) -> Check:
    check_says(source, "cited")
    return Cited(tuple(each.rule("a rule's id") for each in source.items("cited")))


class Triggers(Check, frozen=True):
    """Which sources triggered, each as the stack calls it: by the card whose text has the ability."""

    sources: tuple[str, ...]

    def difference(self, table: Table) -> str | None:
        told = (event for event in table.since_expect() if isinstance(event, Trigger))
        there = [event.subject.name for event in told if event.subject is not None]
        return None if Counter(there) == Counter(self.sources) else f"these triggered: [{', '.join(there)}]"


def _triggered(reader: Reader, source: Source) -> Check:
    """Cards, and what triggers by a rule of the game: ``agility``, ``wither``."""
    found: list[str] = []
    for each in source.items("triggered"):
        count, text = each.counted("triggered")
        found.extend([text if text in GAME_TRIGGERS else reader.face(each, text)] * count)
    return Triggers(tuple(found))


# -- offers ------------------------------------------------------------------------------------------------------


class Offer(Check, frozen=True):
    """An action that must be offered to a player now, or must not be.

    If the expectation is met, the run has shown the rules that permit or forbid the action.
    """

    player: str
    deed: Deed
    offered: bool

    def difference(self, table: Table) -> str | None:
        game, seat = table.game, table.names.seat(self.player)
        meant = list(actions.possible(game, seat, self.deed, table.referee))
        found = any(actions.offered(game, seat, action) for action in meant)
        if found == self.offered:
            for action in meant:
                if found:
                    table.shown.allowed(game, seat, action)
                else:
                    table.shown.refused(game.why_not(seat, action))
            return None
        what = f"{self.deed.verb} {self.deed.name.text}" if self.deed.name else self.deed.verb
        if found:
            return f"{self.player} can {what}"
        illegal = game.why_not(seat, meant[0]) if meant else "there is no such thing"
        return f"{self.player} cannot {what}{f': {illegal}' if illegal is not None else ''}"


def _offers(reader: Reader, source: Source, *, offered: bool) -> Iterator[Check]:
    check_says(source, "can" if offered else "cannot")
    for key, deeds in source.pairs("what can be done"):
        player = reader.player(key)
        check_says(deeds, player)
        for each in deeds.items("what can be done"):
            yield Offer(player, _deed(reader, each), offered)


def _deed(reader: Reader, source: Source) -> Deed:
    if isinstance(source.value, str):
        source.one_of("action", ("pass",))
        return Deed("pass")
    parts = source.keyed("an action", (*DEEDS, "from", "number"))
    verbs = [verb for verb in DEEDS if verb in parts]
    if len(verbs) != 1:
        raise source.problem(f"one action is needed: {', '.join(DEEDS)}")
    return reader.deed(verbs[0], parts)


READERS: dict[str, Callable[[Reader, Source], Check]] = {
    "stack": lambda reader, source: StackHolds(_cards(reader, source, lambda each: _stack_names(reader, each))),
    "stack cards": lambda reader, source: StackHolds(_cards(reader, source), cards_only=True),
    "opportunity": lambda reader, source: GameIs("opportunity", _player_or(reader, source, "none")),
    "turn": _turn,
    "turn number": _turn_number,
    "phase": lambda reader, source: GameIs("phase", source.one_of("phase", PHASES)),
    "winner": lambda reader, source: GameIs("winner", _player_or(reader, source, "none", "draw")),
    "windows": _windows,
    "decision": _decision,
    "cited": _cited,
    "triggered": _triggered,
}
