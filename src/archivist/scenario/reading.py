"""Reading a scenario file: the frame, made-up cards and the set-up. Every unknown word is an error with file and line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

import msgspec

from archivist.cards import Pool, decode_card, misspellings, pool
from archivist.model.chance import SEEDS
from archivist.model.errors import CardFileError, ScenarioError
from archivist.notation.naming import FUNCTIONS, MOST, PLAYERS, Name
from archivist.rules.deck_building import Format
from archivist.scenario.source import Parts, Reader, Source, open_source
from archivist.scenario.steps import Step, read_steps
from archivist.text_files import path_hint, text_of
from archivist.vocabulary.face import Face
from archivist.vocabulary.words import DIRECTIONS, PHASES

TOP = ("title", "cites", "seed", "cards", "setup", "steps")
SETUP = ("turn", "turn number", "phase", "opportunity", "entered", "format", "decks")
OWN = ("hand", "memory", "graveyard", "banishment", "material", "pantheon", "deck")
PLAYER = ("champion", "champion state", *OWN, "field", *FUNCTIONS)
REMEMBERED = ("used", "modes used", "named", "x")
MARKS = ("rested", "damage", "counters", "distant", "properties", *REMEMBERED)
ON_FIELD = ("card", "token", "count", *MARKS, "fostered", "linked to", "loaded", "owner", "face up", "face down")
FUNCTION = ("card", "counters", "direction")
ELSEWHERE = (
    *("card", "count", "counters", "preserved", "face up", "face down", "stated", "known to", "delayed"),
    *REMEMBERED,
)
FLAGS = frozenset(("rested", "distant", "fostered", "preserved", "face up", "face down", "stated", "delayed"))
PROPERTIES = ("preserved", "fostered", "distant", "prepared", "brewed", "imbued", "ephemeral", "damaged lately")
"""What an object may be besides, or was as it was played."""
START_PHASES = tuple(phase for phase in PHASES if phase != "combat")


class CardEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the set-up, perhaps several times, and what is marked on it."""

    card: str
    count: int = 1
    token: bool = False
    rested: bool = False
    damage: int = 0
    counters: dict[str, int] = {}
    properties: tuple[str, ...] = ()
    known_to: tuple[str, ...] = ()
    stated: bool = False
    delayed: bool = False
    uses: dict[str, int] = {}
    modes: tuple[tuple[str, int], ...] = ()
    named: str = ""
    x: int = 0
    face_up: bool | None = None
    default: str = ""
    direction: str = ""
    owner: str = ""
    linked: Name | None = None
    loaded: tuple[str, ...] = ()
    source: Source


class PlayerSetup(msgspec.Struct, frozen=True):
    """What a player begins with: the champion's lineage and state, and the cards of each zone."""

    name: str
    champion: tuple[str, ...] = ()
    marks: CardEntry | None = None
    zones: dict[str, tuple[CardEntry, ...]] = {}


class Setup(msgspec.Struct, frozen=True):
    """The position that a scenario begins with; `opens` says that it names the window in which it does."""

    players: tuple[PlayerSetup, ...]
    turn: str = "A"
    number: int = 5
    phase: str = "main"
    opportunity: str = ""
    entered: tuple[tuple[Name, Source], ...] = ()
    format: str = ""
    opens: bool = False


class Scenario(msgspec.Struct, frozen=True):
    """A scenario file, read and checked; `text` is what was read, `line` where the steps begin."""

    title: str
    file: str
    cites: tuple[str, ...]
    seed: int
    pool: Pool
    setup: Setup
    steps: tuple[Step, ...]
    text: str = ""
    line: int = 1


# -- the frame ---------------------------------------------------------------------------------------------------


def read(source: str | Path, *, need_steps: bool = True) -> Scenario:
    """Reads a scenario from the file of a Path, or from a text; a mere position needs no steps."""
    text, file = text_of(source, "scenario", ScenarioError)
    try:
        return read_text(text, file, need_steps=need_steps)
    except ScenarioError as error:
        raise ScenarioError(f"{error}{path_hint(source)}") from None


def read_text(text: str, file: str, *, need_steps: bool = True) -> Scenario:
    """Reads the text of a scenario; `file` is what errors call it."""
    source = open_source(text, file)
    parts = source.keyed("a scenario", TOP)
    for needed in ("setup", "steps") if need_steps else ("setup",):
        if needed not in parts:
            raise source.problem(f"a scenario needs {needed!r}")
    cards = parts.take("cards", _made_up, pool())
    players = _players(parts["setup"])
    reader = Reader(cards, players)
    return Scenario(
        title=parts.take("title", lambda each: each.word("the title"), Path(file).stem),
        file=file,
        cites=tuple(each.rule("a rule's id") for each in parts.items_of("cites")),
        seed=parts.take("seed", lambda each: each.number("the seed", most=SEEDS[-1]), 0),
        pool=cards,
        setup=_setup(reader, parts["setup"]),
        steps=parts.take("steps", lambda each: read_steps(reader, each), ()),
        text=text,
        line=parts.take("steps", lambda each: each.line, 1),
    )


def _made_up(source: Source) -> Pool:
    """The pool with the file's own cards; none of them may bear the name of a real one."""
    faces: list[Face] = []
    seen = set(pool())
    entries = source.items("cards")
    for entry in entries:
        try:
            face = decode_card(entry.value, len(faces) + 1, f"{entry.file}:{entry.line}")
        except CardFileError as error:
            raise ScenarioError(str(error)) from None
        if face.name in seen:
            raise entry.problem(f"there is already a card named {face.name!r}")
        seen.add(face.name)
        faces.append(face)
    places = {id(face): entry for entry, face in zip(entries, faces, strict=True)}
    for face, wrong in misspellings(faces):
        raise places[id(face)].problem(f"{face.name}: {wrong}")
    known = Pool([*pool().values(), *faces]) if faces else pool()
    for face in faces:
        if wrong := known.wrong_with(face):
            raise places[id(face)].problem(f"{face.name}: {wrong}")
    return known


# -- set-up ------------------------------------------------------------------------------------------------------


def _players(source: Source) -> tuple[str, ...]:
    """The players taking part: those that the set-up names, without a gap and at least two."""
    named = [key.value for key, _ in source.pairs("the setup") if key.value in PLAYERS]
    taking_part = PLAYERS[: max(2, len(named))]
    for player in taking_part:
        if player not in named:
            raise source.problem(f"player {player} is missing in the setup")
    return taking_part


def _setup(reader: Reader, source: Source) -> Setup:
    parts = source.keyed("the setup", (*SETUP, *PLAYERS))
    turn = parts.take("turn", reader.player, "A")
    players = tuple(_player(reader, player, parts[player], parts.get("decks")) for player in reader.players)
    _check_size(players)
    return Setup(
        players=players,
        turn=turn,
        number=parts.take("turn number", lambda each: each.number("the turn number", 1), 5),
        phase=parts.take("phase", lambda each: each.one_of("phase", START_PHASES), "main"),
        opportunity=parts.take("opportunity", reader.player, turn),
        entered=tuple((reader.name(each), each) for each in parts.items_of("entered")),
        format=parts.take("format", lambda each: each.one_of("format", get_args(Format)), ""),
        opens="phase" in parts or "opportunity" in parts,
    )


def _check_size(players: Sequence[PlayerSetup]) -> None:
    """Raises ScenarioError where the position has more cards than it may, each with what lies under it."""
    size = 0
    for player in players:
        for entry in (each for entries in player.zones.values() for each in entries):
            size += entry.count * (1 + len(entry.loaded))
            entry.source.check_size(size)


def _player(reader: Reader, player: str, source: Source, decks: Source | None) -> PlayerSetup:
    """What a player begins with; `decks` is the deck of whoever is given none of their own."""
    parts = Parts() if source.value is None else source.keyed(f"player {player}", PLAYER)
    if decks is not None:
        parts.setdefault("deck", decks)
    champion = tuple(reader.card(each) for each in parts.items_of("champion"))
    for name in champion:
        if "champion" not in reader.pool[name].types:
            raise parts["champion"].problem(f"{name} is not a champion")
    marks = None
    if "champion state" in parts:
        if not champion:
            raise parts["champion state"].problem(f"player {player} has no champion")
        parts["champion state"].keyed("a champion's state", MARKS)
        marks = _marked(reader, champion[-1], 1, parts["champion state"])
    places = (zone for zone in (*OWN, "field") if zone in parts)
    zones = {zone: tuple(_card(reader, each, zone) for each in parts.items_of(zone)) for zone in places}
    zones |= {kind: _functions(reader, parts[kind], kind) for kind in FUNCTIONS if kind in parts}
    return PlayerSetup(player, champion, marks, zones)


def _functions(reader: Reader, source: Source, kind: str) -> tuple[CardEntry, ...]:
    """The mastery, or the statuses, that a player has."""
    entries = tuple(_function(reader, each, kind) for each in source.items(kind))
    if kind == "mastery" and len(entries) > 1:
        raise source.problem("a player has one mastery")
    return entries


def _function(reader: Reader, source: Source, kind: str) -> CardEntry:
    parts = source.keyed(f"a {kind}", FUNCTION) if isinstance(source.value, dict) else Parts(card=source)
    if "card" not in parts:
        raise source.problem("an entry needs a 'card'")
    card = reader.face(parts["card"], parts["card"].word(f"a {kind}"))
    if kind not in reader.pool[card].types:
        raise source.problem(f"{card} is not a {kind}")
    direction = parts.take("direction", lambda each: each.one_of("direction", DIRECTIONS), "")
    return CardEntry(card=card, counters=_counters(reader, parts), direction=direction, source=source)


def _card(reader: Reader, source: Source, zone: str) -> CardEntry:
    if not isinstance(source.value, dict):
        count, name = source.counted("a card")
        card = reader.face(source, name)
        default = _default_side(reader, source, card, zone)
        token = _is_token(reader, source, card, zone)
        return CardEntry(card=card, count=count, token=token, default=default, source=source)
    parts = source.keyed("a card", ON_FIELD if zone == "field" else ELSEWHERE)
    if ("card" in parts) == ("token" in parts):
        raise source.problem("an entry is a 'card' or a 'token'" if zone == "field" else "an entry needs a 'card'")
    named = parts["card"] if "card" in parts else parts["token"]
    count, name = named.counted("the name of a card")
    face = reader.face(named, name)
    _is_token(reader, named, face, zone)
    count *= parts.take("count", lambda each: each.number("count", 1, MOST), 1)
    default = "" if "token" in parts else _default_side(reader, named, face, zone)
    return _marked(reader, face, count, source, default)


def _is_token(reader: Reader, source: Source, face: str, zone: str) -> bool:
    """Whether a name is a token's: tokens exist on the field only (cards.8.2); masteries and statuses in no zone."""
    types = reader.pool[face].types
    if "token" in types and zone != "field":
        raise source.problem(f"{face} is a token, which exists only on the field")
    if set(types) & set(FUNCTIONS):
        raise source.problem(f"{face} is a {types[0]}, which is in no zone; put it under '{types[0]}'")
    return "token" in types


def _default_side(reader: Reader, source: Source, face: str, zone: str) -> str:
    """The default side of a flip side: that one stands on the field transformed, and is in no other zone (cards.6.2)."""
    default = reader.pool.defaults.get(face, "")
    if default and zone != "field":
        raise source.problem(f"{face} is the flip side of {default}, which shows only on the field")
    return default


def _marked(reader: Reader, face: str, count: int, source: Source, default: str = "") -> CardEntry:
    """A card with what is marked on it."""
    parts = source.mapping("a card")
    flags = {key for key in parts if key in FLAGS and parts[key].flag(key)}
    face_up: bool | None = True if flags & {"preserved", "face up"} else None
    if "face down" in flags or ("face up" in parts and "face up" not in flags):
        face_up = False
    return CardEntry(
        card=face,
        count=count,
        token="token" in parts or "token" in reader.pool[face].types,
        rested="rested" in flags,
        damage=parts.take("damage", lambda each: each.number("damage"), 0),
        counters=_counters(reader, parts),
        properties=tuple(word for word in PROPERTIES if word in flags or word in _properties(parts)),
        known_to=tuple(reader.player(each) for each in parts.items_of("known to")),
        stated="stated" in flags,
        delayed="delayed" in flags,
        uses={key: n.number("a number of uses") for key, n in _pairs(parts, "used")},
        modes=tuple(
            (key, each.number("the number of a mode", 1) - 1)
            for key, numbers in _pairs(parts, "modes used")
            for each in numbers.items("modes used")
        ),
        named=parts.take("named", reader.card, ""),
        x=parts.take("x", lambda each: each.number("x"), 0),
        face_up=face_up,
        default=default,
        owner=parts.take("owner", reader.player, ""),
        linked=parts.take("linked to", reader.name, None),
        loaded=parts.take("loaded", lambda each: reader.cards(each, "loaded cards"), ()),
        source=source,
    )


def _pairs(parts: Parts, key: str) -> list[tuple[str, Source]]:
    return [(each.value, value) for each, value in parts[key].pairs(key)] if key in parts else []


def _properties(parts: Parts) -> list[str]:
    return [each.one_of("property", PROPERTIES) for each in parts.items_of("properties")]


def _counters(reader: Reader, parts: Parts) -> dict[str, int]:
    return parts.take("counters", reader.counters, {})
