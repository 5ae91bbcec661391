"""Reading expectations: what must be true at some point of a scenario."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from archivist.model.card import OWN_ZONES
from archivist.model.decision import KINDS
from archivist.model.errors import ScenarioError
from archivist.scenario.naming import ABILITIES, BENEATH, GAME_TRIGGERS, ZONES
from archivist.scenario.reader import Reader, check_keys, counted, read_deed, read_rule
from archivist.scenario.source import Source, shown
from archivist.scenario.structure import (
    Cards,
    Check,
    Cited,
    Deciding,
    Deed,
    Expectation,
    GameIs,
    Offer,
    Sees,
    StackHolds,
    ThingIs,
    Triggers,
    Verb,
    Windows,
    ZoneHolds,
)
from archivist.vocabulary.words import (
    CLASSES,
    DIRECTIONS,
    ELEMENTS,
    KEYWORDS,
    LABELS,
    NOUNS,
    PHASES,
    STATES,
    SUPERTYPES,
    TYPES,
)

PROPERTIES = (
    "damage",
    "rested",
    "power",
    "life",
    "level",
    "base level",
    "durability",
    "counters",
    "token",
    "controller",
    "owner",
    "keywords",
    "face up",
    "elements",
    "types",
    "states",
    "transformed",
    "direction",
)
SEEN = (*OWN_ZONES, "field", "intent")
NUMBERS = frozenset(("damage", "power", "life", "level", "base level", "durability"))
WORDS = {
    "keywords": KEYWORDS
    | LABELS
    | {"brew", "command", "ephemerate", "imbue", "lineage", "link", "prepare", "starcalling"},
    "elements": ELEMENTS,
    "types": TYPES | SUPERTYPES | CLASSES | NOUNS | ELEMENTS,
    "states": STATES,
}
"""The words that each list of words may hold; types may be subtypes, too."""
FLAGS = frozenset(("rested", "token", "face up", "transformed"))
DEEDS: tuple[Verb, ...] = ("activate", "materialize", "bestow", "ability", "attack", "return")


def read_expectations(reader: Reader, source: Source) -> tuple[Expectation, ...]:
    """What must be true. What could never fail proves nothing, and is an error."""
    _check_says(source, "expect")
    return tuple(
        Expectation(key.value, check, value)
        for key, value in source.pairs("expect")
        for check in _checks(reader, key, value)
    )


def _check_says(source: Source, what: str) -> None:
    """Raises an error for an expectation without content: it would be met whatever happens."""
    if source.value is None or source.value in ([], {}):
        raise source.problem(f"{what!r} is empty, so it could never fail; say what is expected, or leave it out")


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
    if value.value == "gone":
        return ThingIs(name, None)
    return ThingIs(name, _properties(reader, value))


def _sights(reader: Reader, source: Source) -> Iterator[Check]:
    """``{B: {A/memory: [Fireball]}}``: what a player sees of a zone."""
    _check_says(source, "sees")
    for key, zones in source.pairs("what is seen"):
        viewer = reader.player(key, "player")
        _check_says(zones, viewer)
        for place, cards in zones.pairs("zones"):
            player, _, zone = place.value.partition("/")
            if player not in reader.players or zone not in SEEN:
                raise place.problem(f"a player's zone is needed, such as A/memory, not {shown(place.value)}")
            yield Sees(viewer, ZoneHolds(player, zone, _cards(reader, cards)))


def _cards(reader: Reader, source: Source, names: Callable[[Source], tuple[str, ...]] | None = None) -> Cards:
    read = names or (lambda each: reader.cards(each, "cards"))
    if isinstance(source.value, dict):
        parts = _has_and_lacks(source, "an expectation of cards")
        return Cards(
            has=read(parts["has"]) if "has" in parts else (), lacks=read(parts["lacks"]) if "lacks" in parts else ()
        )
    if source.value is None:
        raise source.problem("cards, a number or {has: [..], lacks: [..]} are needed, not nothing; [] means none")
    if isinstance(source.value, int):
        return Cards(count=source.number("a number of cards"))
    return Cards(exactly=read(source))


def _has_and_lacks(source: Source, what: str) -> dict[str, Source]:
    """``{has: [..], lacks: [..]}``, one or both; an empty list of either would hold of everything."""
    _check_says(source, what)
    parts = check_keys(source, what, ("has", "lacks"))
    for key, value in parts.items():
        _check_says(value, key)
    return parts


def _stack_names(reader: Reader, source: Source) -> tuple[str, ...]:
    """Instances and abilities: ``Fireball``, ``Fireball/copy``, ``trigger/NAME``, ``ability/NAME``."""
    found: list[str] = []
    for each in source.items("stack"):
        count, text = counted(each, "an instance or ability")
        name = reader.name(Source(each.file, text, each.node, each.line))
        if not name.card or name.zone not in ("", "stack", *ABILITIES):
            raise each.problem(f"{text!r} is not the name of something on the stack")
        kind = f"{name.zone}/" if name.zone in ABILITIES else ""
        found.extend([f"{kind}{name.card}{'/copy' if name.copy else ''}"] * count)
    return tuple(found)


def _stack(reader: Reader, source: Source) -> Check:
    return StackHolds(_cards(reader, source, lambda each: _stack_names(reader, each)))


def _stack_cards(reader: Reader, source: Source) -> Check:
    return StackHolds(_cards(reader, source), cards_only=True)


# -- properties of a thing ---------------------------------------------------------------------------------------


def _properties(reader: Reader, source: Source) -> dict[str, Source]:
    if not isinstance(source.value, dict):
        raise source.problem(f"properties or 'gone' are needed, not {shown(source.value)}")
    parts = check_keys(source, "a thing's properties", PROPERTIES)
    for key, value in parts.items():
        if key in NUMBERS:
            if type(value.value) is not int:
                raise value.problem(f"{key} must be a number, not {shown(value.value)}")
        elif key in FLAGS:
            value.flag(key)
        elif key == "direction":
            value.one_of("direction", DIRECTIONS)
        elif key in ("controller", "owner"):
            reader.player(value, "player")
        elif key == "counters":
            _check_says(value, key)
            for kind, amount in value.pairs("counters"):
                if kind.value not in reader.pool.lexicon.counters:
                    raise kind.unknown("counter", kind.value, sorted(reader.pool.lexicon.counters))
                amount.number("a number of counters")
        else:
            _words(value, key, WORDS[key] | (reader.pool.lexicon.subtypes if key == "types" else frozenset()))
    return parts


def _words(source: Source, what: str, known: frozenset[str]) -> None:
    """A list of words, or ``{has: [..], lacks: [..]}``. A number or a name in brackets may follow a keyword.

    Capitals do not matter.
    """
    if isinstance(source.value, dict):
        for each in _has_and_lacks(source, "an expectation of words").values():
            _words(each, what, known)
        return
    for each in source.items("words"):
        word = each.word("a word")
        bare = re.sub(r" (\d+|x|\(.*\))$", "", word.lower())
        if bare not in known and not bare.endswith((" link", " lineage")):
            raise each.unknown(what.removesuffix("s"), word, sorted(known))


# -- the game ----------------------------------------------------------------------------------------------------


def _opportunity(reader: Reader, source: Source) -> Check:
    return GameIs("opportunity", _player_or(reader, source, "none"))


def _winner(reader: Reader, source: Source) -> Check:
    return GameIs("winner", _player_or(reader, source, "none", "draw"))


def _player_or(reader: Reader, source: Source, *others: str) -> str:
    if source.value is None and "none" in others:
        return "none"
    return source.one_of("player", (*reader.players, *others))


def _turn(reader: Reader, source: Source) -> Check:
    if isinstance(source.value, int):
        return _turn_number(reader, source)
    return GameIs("turn", reader.player(source, "player"))


def _turn_number(reader: Reader, source: Source) -> Check:
    return GameIs("turn number", source.number("the turn number", 1))


def _phase(reader: Reader, source: Source) -> Check:
    return GameIs("phase", source.one_of("phase", PHASES))


def _windows(reader: Reader, source: Source) -> Check:
    found: list[tuple[str, str]] = []
    for each in source.items("windows"):
        pair = each.items("a window")
        if len(pair) != 2:
            raise each.problem("a window is a phase and a player, such as [end, A]")
        found.append((pair[0].one_of("phase", PHASES), reader.player(pair[1], "player")))
    return Windows(tuple(found))


def _decision(reader: Reader, source: Source) -> Check:
    if source.value in (None, "none"):
        return Deciding(none=True)
    _check_says(source, "decision")
    parts = check_keys(source, "a decision", ("player", "kind"))
    return Deciding(
        reader.player(parts["player"], "player") if "player" in parts else "",
        _kind(parts["kind"]) if "kind" in parts else "",
    )


def _kind(source: Source) -> str:
    """The kind of a decision; the plural does not matter."""
    word = source.word("the kind of a decision")
    if word.removesuffix("s") not in {kind.removesuffix("s") for kind in KINDS}:
        raise source.unknown("kind of decision", word, KINDS)
    return word


def _cited(reader: Reader, source: Source) -> Check:
    _check_says(source, "cited")
    return Cited(tuple(read_rule(each, "a rule's id") for each in source.items("cited")))


def _triggered(reader: Reader, source: Source) -> Check:
    """Cards, and what triggers by a rule of the game: ``agility``, ``wither``."""
    found: list[str] = []
    for each in source.items("triggered"):
        count, text = counted(each, "triggered")
        found.extend([text if text in GAME_TRIGGERS else reader.face(each, text)] * count)
    return Triggers(tuple(found))


READERS: dict[str, Callable[[Reader, Source], Check]] = {
    "stack": _stack,
    "stack cards": _stack_cards,
    "opportunity": _opportunity,
    "turn": _turn,
    "turn number": _turn_number,
    "phase": _phase,
    "winner": _winner,
    "windows": _windows,
    "decision": _decision,
    "cited": _cited,
    "triggered": _triggered,
}


# -- offers ------------------------------------------------------------------------------------------------------


def _offers(reader: Reader, source: Source, *, offered: bool) -> Iterator[Check]:
    _check_says(source, "can" if offered else "cannot")
    for key, deeds in source.pairs("what can be done"):
        player = reader.player(key, "player")
        _check_says(deeds, player)
        for each in deeds.items("what can be done"):
            if isinstance(each.value, str):
                each.one_of("action", ("pass",))
                yield Offer(player, Deed("pass"), offered)
                continue
            parts = check_keys(each, "an action", (*DEEDS, "from", "number"))
            verbs = [verb for verb in DEEDS if verb in parts]
            if len(verbs) != 1:
                raise each.problem(f"one action is needed: {', '.join(DEEDS)}")
            yield Offer(player, read_deed(reader, each, verbs[0], parts), offered)
