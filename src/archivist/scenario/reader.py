"""Reading single words of a scenario: names of things and cards, players, rules, actions."""

from __future__ import annotations

from collections.abc import Collection

from archivist.cards import Pool
from archivist.model.errors import UnknownName
from archivist.rules.catalogue import UnknownRule, spelled, under
from archivist.scenario.naming import Name, read_name, repeated
from archivist.scenario.problems import Problem
from archivist.scenario.source import Source
from archivist.scenario.structure import Deed, Verb


class Reader:
    """What reading needs to know: the cards there are and the players taking part."""

    def __init__(self, cards: Pool, players: Collection[str]) -> None:
        self.pool = cards
        self.players = players

    def name(self, source: Source, *, zone_alone: bool = False) -> Name:
        """The name of a thing."""
        text = source.word("the name of a thing")
        try:
            return read_name(text, self.pool, self.players, zone_alone=zone_alone)
        except Problem as problem:
            raise source.problem(str(problem)) from None

    def names(self, source: Source, what: str) -> tuple[Name, ...]:
        """A list of names, ``N x Name`` repeated."""
        found: list[Name] = []
        for each in source.items(what):
            count, text = counted(each, what)
            check_size(each, len(found) + count)
            found.extend([self.name(Source(each.file, text, each.node, each.line))] * count)
        return tuple(found)

    def card(self, source: Source) -> str:
        """The name of a card of the pool."""
        return self.face(source, source.word("the name of a card"))

    def face(self, source: Source, name: str) -> str:
        try:
            return self.pool.find(name).name
        except UnknownName as unknown:
            raise source.problem(str(unknown)) from None

    def cards(self, source: Source, what: str) -> tuple[str, ...]:
        """A list of card names, ``N x Name`` repeated."""
        found: list[str] = []
        for each in source.items(what):
            count, text = counted(each, what)
            check_size(each, len(found) + count)
            found.extend([self.face(each, text)] * count)
        return tuple(found)

    def player(self, source: Source, what: str) -> str:
        return source.one_of(what, tuple(self.players))


LARGEST = 2_000
"""How many cards a position may have, and how many a list may name."""


def check_size(source: Source, size: int) -> None:
    """Raises ScenarioError where counts add up, or multiply, to more cards than a position may have."""
    if size > LARGEST:
        raise source.problem(f"this makes {size:,} cards; the limit is {LARGEST:,}")


def counted(source: Source, what: str) -> tuple[int, str]:
    """``N x Name`` as the number and the name."""
    try:
        return repeated(source.word(what))
    except Problem as problem:
        raise source.problem(str(problem)) from None


def read_rule(source: Source, what: str) -> str:
    """The id of a rule, or of a group of rules."""
    text = spelled(source.word(what))
    try:
        under(text)
    except UnknownRule as unknown:
        raise source.problem(str(unknown)) from None
    return text


def check_keys(source: Source, what: str, valid: Collection[str]) -> dict[str, Source]:
    """A mapping whose keys must all be known."""
    for key, _ in source.pairs(what):
        if key.value not in valid:
            raise key.unknown(f"key in {what}" if what else "key", key.value, valid)
    return source.mapping(what)


def read_deed(reader: Reader, source: Source, verb: Verb, parts: dict[str, Source]) -> Deed:
    """The action itself: what is done, with which thing, from where."""
    what = reader.name(parts[verb])
    if verb not in ("ability", "attack") and not what.card:
        raise parts[verb].problem(f"a card's name is needed to {verb}, not {what.text!r}")
    if verb in ("ability", "attack") and what.is_player:
        raise parts[verb].problem(f"an object is needed, not player {what.player}")
    return Deed(
        verb,
        what,
        reader.name(parts["from"], zone_alone=True) if "from" in parts else None,
        parts["number"].number("the number of an ability", 1) if "number" in parts else 0,
        aimed="targets" in parts or "split" in parts,
    )
