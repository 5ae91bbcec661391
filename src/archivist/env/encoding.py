"""The encoding: what a seat sees, as tables of whole numbers of a fixed shape, and back.

`ENCODING` is its version: it changes whenever a table, a column or an action changes its meaning. `specification` says
everything that a saved policy depends on, the numbers of the cards too, so that it can refuse to play with another one.
Players are told apart as the seat sees them: itself, the next in turn order, and so on.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from archivist.cards import pool
from archivist.env.answering import ACTIONS, SLOTS
from archivist.env.sheets import Cells, Counts, Flag, Many, Maybe, Named, Number, One, Row, Sheet
from archivist.model.card import OWN_ZONES
from archivist.model.decision import KINDS, Form
from archivist.vocabulary import words

ENCODING = 1
"""The version of the encoding."""
PLAYERS, CARDS, STACK = 4, 160, 16
"""How many players, cards and things on the stack are told of; `left out` counts the cards beyond that."""

SEATS = ("self", "next", "second", "third")
"""Players as a seat sees them, in turn order from itself."""
ZONES = ("field", "intent", "stack", *OWN_ZONES, "mastery", "status")
SORTS = (
    *("pass", "activate", "materialize", "bestow", "use", "attack", "return"),
    *("card", "player", "item", "yes", "no", "word", "number", "name", "stop", "more"),
)
"""What an option can be."""
ITEMS = ("activation", "materialization", "bestowment", "ability", "trigger")
OTHER = "other"
BEFORE = "before the game"

Arrays = dict[str, NDArray[np.int16]]
Scene = dict[str, list[Row]]
"""The rows of each table, by its name."""


# -- cards by number ---------------------------------------------------------------------------------------------


@functools.cache
def card_names() -> tuple[str, ...]:
    """The names of the cards in the order of their numbers, which are counted from 1."""
    return tuple(sorted(pool()))


@functools.cache
def _numbers() -> dict[str, int]:
    return {name: number for number, name in enumerate(card_names(), 1)}


def _number_of(name: str) -> int:
    return _numbers().get(name, 0)


def _name_of(number: int) -> str:
    return card_names()[number - 1] if number else ""


_ELEMENTS = Many("elements", sorted(words.ELEMENTS))
_TYPES = Many("types", sorted(words.TYPES))
_CLASSES = Many("classes", sorted(words.CLASSES))
_PRINTED = Sheet(
    "printed",
    1,
    *(_TYPES, _ELEMENTS, _CLASSES),
    *(Maybe("reserve cost"), Maybe("memory cost"), Flag("X")),
    *(Maybe("power"), Maybe("life"), Maybe("level"), Maybe("durability"), Flag("fast")),
)


@functools.cache
def _printed(number: int) -> Cells:
    """What is printed on a card. A cost of X is written as 0, with the flag X."""
    face = pool()[_name_of(number)]
    costs = (face.cost.reserve, face.cost.memory)
    reserve, memory = (0 if cost == "X" else cost for cost in costs)
    return _PRINTED.write(
        [
            {
                "types": _TYPES.of(face.types),
                "elements": _ELEMENTS.of(face.elements),
                "classes": _CLASSES.of(face.classes),
                "reserve cost": reserve,
                "memory cost": memory,
                "X": "X" in costs,
                "power": face.power,
                "life": face.life,
                "level": face.level,
                "durability": face.durability,
                "fast": face.speed == "fast",
            }
        ]
    )


def _card(name: str, *, printed: bool = False) -> Named:
    column = Named(name, _number_of, _name_of, _PRINTED.titles if printed else ())
    column.printed = _printed if printed else None
    return column


# -- the tables --------------------------------------------------------------------------------------------------

ELEMENTS = Many("elements", sorted(words.ELEMENTS))
COUNTERS = Counts("counters", (*sorted(words.COUNTERS), OTHER))
KEYWORDS = Many("keywords", sorted(words.KEYWORDS))
STATES = Many("states", sorted(words.STATES))

SHEETS = (
    Sheet(
        "game",
        1,
        Number("turn"),
        One("phase", (BEFORE, *words.PHASES)),
        *(One(name, SEATS) for name in ("turn player", "opportunity", "deciding", "winner")),
        *(Number("players"), Number("on the stack"), Number("lasting effects"), Number("left out")),
    ),
    Sheet(
        "players",
        PLAYERS,
        *(Flag("in the game"), Flag("lost"), Number("level"), ELEMENTS),
        *(Number(zone) for zone in OWN_ZONES),
    ),
    Sheet(
        "cards",
        CARDS,
        _card("card", printed=True),
        *(One("zone", ZONES), One("owner", SEATS), One("controller", SEATS)),
        *(Flag("face up"), Flag("token"), Flag("rested"), Flag("transformed")),
        *(Number("damage"), Maybe("power"), Maybe("life"), Maybe("level")),
        *(COUNTERS, KEYWORDS, STATES, One("direction", words.DIRECTIONS)),
        *(Number("cards beneath"), Number("loaded"), Number("linked to row")),
    ),
    Sheet(
        "stack",
        STACK,
        *(_card("card"), One("kind", ITEMS), One("controller", SEATS), Flag("copy")),
        *(Number("targets"), Number("modes"), Flag("fizzles")),
    ),
    Sheet(
        "decision",
        1,
        *(One("form", get_args(Form)), One("kind", KINDS), Number("least"), Number("most"), Number("total")),
        *(Number("options"), Flag("ordered"), Flag("attempt"), _card("asker"), Number("given"), Number("page")),
    ),
    Sheet(
        "options",
        ACTIONS,
        *(Flag("legal"), One("sort", SORTS), _card("card"), Number("card row"), Number("stack row")),
        *(One("player", SEATS), Number("number"), Number("given as")),
    ),
)
"""The tables of an observation. Rows of other tables are counted from 1, so that 0 is none."""
BY_NAME: Mapping[str, Sheet] = {sheet.name: sheet for sheet in SHEETS}


def encode(scene: Scene) -> Arrays:
    """The tables as arrays."""
    return {
        sheet.name: np.frombuffer(sheet.write(scene[sheet.name]), dtype=np.int16).reshape(sheet.shape)
        for sheet in SHEETS
    }


def decode(arrays: Mapping[str, NDArray[np.int16]]) -> Scene:
    """The rows of each table, by the names of the columns; those at the end in which nothing is written are left out."""
    return {sheet.name: list(sheet.read(arrays[sheet.name].ravel().tolist())) for sheet in SHEETS}


def mask(arrays: Mapping[str, NDArray[np.int16]]) -> NDArray[np.int8]:
    """The legal actions as ones."""
    return arrays["options"][:, 0].astype(np.int8)


@functools.cache
def column(sheet: str, title: str) -> int:
    """Where a column of a table is, by its title, such as ``zone: hand``."""
    return BY_NAME[sheet].titles.index(title)


def specification() -> dict[str, Any]:
    """All that a policy depends on: the version, the columns of each table, the actions, and the cards by number."""
    return {
        "version": ENCODING,
        "actions": ACTIONS,
        "slots": SLOTS,
        "tables": {sheet.name: {"rows": sheet.rows, "columns": list(sheet.titles)} for sheet in SHEETS},
        "cards": list(card_names()),
    }


def check(specified: Mapping[str, Any]) -> None:
    """Raises ValueError if a policy was made for another encoding, or other cards."""
    now = specification()
    for name in now:
        if msgspec.json.encode(now[name]) != msgspec.json.encode(specified.get(name)):
            raise ValueError(f"this was made for another encoding: the {name} are not those of version {ENCODING}")
