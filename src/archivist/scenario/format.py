"""Reading a scenario file: the frame, made-up cards and the set-up. Every unknown word is an error with file and line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from archivist.cards import Pool, decode_card, misspellings, pool
from archivist.model.chance import SEEDS
from archivist.model.errors import CardFileError, ScenarioError
from archivist.rules.turn.formats import Format
from archivist.scenario.naming import FUNCTIONS, MOST, PLAYERS
from archivist.scenario.reader import Reader, check_keys, check_size, counted, read_rule
from archivist.scenario.source import Source, open_source
from archivist.scenario.step_format import read_steps
from archivist.scenario.structure import CardEntry, PlayerSetup, Scenario, Setup
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
    "card",
    "count",
    "counters",
    "preserved",
    "face up",
    "face down",
    "stated",
    "known to",
    "delayed",
    *REMEMBERED,
)
PROPERTIES = ("preserved", "fostered", "distant", "prepared", "brewed", "imbued", "ephemeral", "damaged lately")
"""What an object may be besides, or was as it was played."""
START_PHASES = tuple(phase for phase in PHASES if phase != "combat")


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
    parts = check_keys(source, "a scenario", TOP)
    for needed in ("setup", "steps") if need_steps else ("setup",):
        if needed not in parts:
            raise source.problem(f"a scenario needs {needed!r}")
    cards = _made_up(parts["cards"]) if "cards" in parts else pool()
    players = _players(parts["setup"])
    reader = Reader(cards, players)
    return Scenario(
        title=parts["title"].word("the title") if "title" in parts else Path(file).stem,
        file=file,
        cites=_cites(parts.get("cites")),
        seed=parts["seed"].number("the seed", most=SEEDS[-1]) if "seed" in parts else 0,
        pool=cards,
        setup=_setup(reader, parts["setup"]),
        steps=read_steps(reader, parts["steps"]) if "steps" in parts else (),
        text=text,
        line=parts["steps"].line if "steps" in parts else 1,
    )


def _cites(source: Source | None) -> tuple[str, ...]:
    entries = [] if source is None else source.items("cites")
    return tuple(read_rule(each, "a rule's id") for each in entries)


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
    known = pool().joined_by(faces) if faces else pool()
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
    parts = check_keys(source, "the setup", (*SETUP, *PLAYERS))
    turn = reader.player(parts["turn"], "player") if "turn" in parts else "A"
    players = tuple(_player(reader, player, parts[player], parts.get("decks")) for player in reader.players)
    _check_size(players)
    return Setup(
        players=players,
        turn=turn,
        number=parts["turn number"].number("the turn number", 1) if "turn number" in parts else 5,
        phase=parts["phase"].one_of("phase", START_PHASES) if "phase" in parts else "main",
        opportunity=reader.player(parts["opportunity"], "player") if "opportunity" in parts else turn,
        entered=tuple((reader.name(each), each) for each in parts["entered"].items("entered"))
        if "entered" in parts
        else (),
        format=parts["format"].one_of("format", get_args(Format)) if "format" in parts else "",
        opens="phase" in parts or "opportunity" in parts,
    )


def _check_size(players: Sequence[PlayerSetup]) -> None:
    """Raises ScenarioError where the position has more cards than it may, each with what lies under it."""
    size = 0
    for player in players:
        for entry in (each for entries in player.zones.values() for each in entries):
            size += entry.count * (1 + len(entry.loaded))
            check_size(entry.source, size)


def _player(reader: Reader, player: str, source: Source, decks: Source | None) -> PlayerSetup:
    """What a player begins with; `decks` is the deck of whoever is given none of their own."""
    parts = {} if source.value is None else check_keys(source, f"player {player}", PLAYER)
    if decks is not None:
        parts.setdefault("deck", decks)
    champion = tuple(reader.card(each) for each in parts["champion"].items("champion")) if "champion" in parts else ()
    for name in champion:
        if "champion" not in reader.pool[name].types:
            raise parts["champion"].problem(f"{name} is not a champion")
    marks = None
    if "champion state" in parts:
        if not champion:
            raise parts["champion state"].problem(f"player {player} has no champion")
        check_keys(parts["champion state"], "a champion's state", MARKS)
        marks = _marked(reader, champion[-1], 1, parts["champion state"])
    zones = {zone: _cards(reader, parts[zone], zone) for zone in (*OWN, "field") if zone in parts}
    zones |= {kind: _functions(reader, parts[kind], kind) for kind in FUNCTIONS if kind in parts}
    return PlayerSetup(player, champion, marks, zones)


def _cards(reader: Reader, source: Source, zone: str) -> tuple[CardEntry, ...]:
    return tuple(_card(reader, each, zone) for each in source.items(zone))


def _functions(reader: Reader, source: Source, kind: str) -> tuple[CardEntry, ...]:
    """The mastery, or the statuses, that a player has."""
    entries = tuple(_function(reader, each, kind) for each in source.items(kind))
    if kind == "mastery" and len(entries) > 1:
        raise source.problem("a player has one mastery")
    return entries


def _function(reader: Reader, source: Source, kind: str) -> CardEntry:
    parts = check_keys(source, f"a {kind}", FUNCTION) if isinstance(source.value, dict) else {"card": source}
    if "card" not in parts:
        raise source.problem("an entry needs a 'card'")
    card = reader.face(parts["card"], parts["card"].word(f"a {kind}"))
    if kind not in reader.pool[card].types:
        raise source.problem(f"{card} is not a {kind}")
    direction = parts["direction"].one_of("direction", DIRECTIONS) if "direction" in parts else ""
    counters = _counters(reader, parts["counters"]) if "counters" in parts else {}
    return CardEntry(card=card, counters=counters, direction=direction, source=source)


def _card(reader: Reader, source: Source, zone: str) -> CardEntry:
    if not isinstance(source.value, dict):
        count, name = counted(source, "a card")
        card = reader.face(source, name)
        default = _default_side(reader, source, card, zone)
        token = _is_token(reader, source, card, zone)
        return CardEntry(card=card, count=count, token=token, default=default, source=source)
    parts = check_keys(source, "a card", ON_FIELD if zone == "field" else ELSEWHERE)
    if ("card" in parts) == ("token" in parts):
        raise source.problem("an entry is a 'card' or a 'token'" if zone == "field" else "an entry needs a 'card'")
    named = parts["card"] if "card" in parts else parts["token"]
    count, name = counted(named, "the name of a card")
    face = reader.face(named, name)
    _is_token(reader, named, face, zone)
    count *= parts["count"].number("count", 1, MOST) if "count" in parts else 1
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
    flags = {key for key in parts if key in _FLAGS and parts[key].flag(key)}
    face_up: bool | None = True if flags & {"preserved", "face up"} else None
    if "face down" in flags or ("face up" in parts and "face up" not in flags):
        face_up = False
    return CardEntry(
        card=face,
        count=count,
        token="token" in parts or "token" in reader.pool[face].types,
        rested="rested" in flags,
        damage=parts["damage"].number("damage") if "damage" in parts else 0,
        counters=_counters(reader, parts["counters"]) if "counters" in parts else {},
        properties=tuple(word for word in PROPERTIES if word in flags or word in _properties(parts)),
        known_to=tuple(reader.player(each, "player") for each in _listed(parts, "known to")),
        stated="stated" in flags,
        delayed="delayed" in flags,
        uses={key: n.number("a number of uses") for key, n in _pairs(parts, "used")},
        modes=tuple(
            (key, each.number("the number of a mode", 1) - 1)
            for key, numbers in _pairs(parts, "modes used")
            for each in numbers.items("modes used")
        ),
        named=reader.card(parts["named"]) if "named" in parts else "",
        x=parts["x"].number("x") if "x" in parts else 0,
        face_up=face_up,
        default=default,
        owner=reader.player(parts["owner"], "player") if "owner" in parts else "",
        linked=reader.name(parts["linked to"]) if "linked to" in parts else None,
        loaded=reader.cards(parts["loaded"], "loaded cards") if "loaded" in parts else (),
        source=source,
    )


def _listed(parts: dict[str, Source], key: str) -> list[Source]:
    return parts[key].items(key) if key in parts else []


def _pairs(parts: dict[str, Source], key: str) -> list[tuple[str, Source]]:
    return [(each.value, value) for each, value in parts[key].pairs(key)] if key in parts else []


def _properties(parts: dict[str, Source]) -> list[str]:
    return [each.one_of("property", PROPERTIES) for each in _listed(parts, "properties")]


_FLAGS = frozenset(("rested", "distant", "fostered", "preserved", "face up", "face down", "stated", "delayed"))


def _counters(reader: Reader, source: Source) -> dict[str, int]:
    found: dict[str, int] = {}
    for kind, amount in source.pairs("counters"):
        if kind.value not in reader.pool.lexicon.counters:
            raise kind.unknown("counter", kind.value, sorted(reader.pool.lexicon.counters))
        found[kind.value] = amount.number("a number of counters")
    return found
