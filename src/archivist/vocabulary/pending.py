"""Values that carry vocabulary through the game: items on the stack, lasting effects, delayed and waiting triggers."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from archivist.model.card import Card, Seat, Thing
from archivist.model.events import AnyGameEvent
from archivist.vocabulary.statics import StaticNode
from archivist.vocabulary.text import Paragraph
from archivist.vocabulary.triggers import TriggerNode

PLAY_KINDS = frozenset(("activation", "materialization", "bestowment"))


class Deed(msgspec.Struct, frozen=True, gc=False):
    """What an instruction has done: whether it did anything, how much in total, and to which things.

    `done` is about the action, `many` and `things` about its result after all replacements (RS.10, effects.3.4).
    """

    done: bool = False
    many: int = 0
    things: tuple[Thing, ...] = ()

    def and_also(self, other: Deed) -> Deed:
        """Both together."""
        return Deed(self.done or other.done, self.many + other.many, (*self.things, *other.things))


NOTHING: Final = Deed()
"""The outcome where nothing was done."""


class Group(msgspec.Struct, frozen=True, gc=False):
    """The targets chosen for one group. A target that became illegal is None: no target (targets-and-copies.3.9)."""

    part: int
    mode: int
    index: int
    name: str
    things: tuple[Thing | None, ...]
    required: bool
    shares: tuple[int, ...] = ()


class Item(msgspec.Struct, frozen=True, gc=False):
    """Something on the stack's order: an instance of a played card, or an ability; or what a replacement does at once.

    `source` is the card it comes from as it was last known; `had` lists the restricted paragraphs (and modes) that
    were unlocked as it was put on the stack, `off` those that were lost since (RU.19). `deed` is what had just been done
    as a delayed or reflexive trigger was made, for its text may speak of it; `deed_of` is the kind of step that did it.
    `followed` says that its source had moved by then, and that the text means the card where it went (effects.7.3).
    The `giver` is the card of the lineage from which a champion has the ability, as it was then; what it leaves behind
    knows it too.
    `text_of` names the face whose text it is, by default the one which its source had then: what an ability grants stands
    there, whatever its source is now (abilities.1.10).

    Rules: targets-and-copies.3.7.
    """

    id: int
    kind: Literal["activation", "materialization", "bestowment", "ability", "trigger"]
    controller: Seat
    card: int
    source: Card
    text: tuple[Paragraph, ...]
    stamp: int
    copy: bool = False
    modes: tuple[tuple[int, int], ...] = ()
    groups: tuple[Group, ...] = ()
    had: tuple[tuple[int, int], ...] = ()
    off: tuple[tuple[int, int], ...] = ()
    x: int = 0
    y: int = 0
    event: AnyGameEvent | None = None
    times: int = 0
    spell: bool = False
    counters: dict[str, int] = {}
    condition: str = ""
    remembers: tuple[Thing, ...] = ()
    noted_card: Card | None = None
    given: tuple[Card, ...] = ()
    label: str = ""
    deed: Deed = Deed()
    deed_of: str = ""
    followed: bool = False
    giver: Card | None = None
    text_of: str = ""

    @property
    def is_play(self) -> bool:
        return self.kind in PLAY_KINDS

    @property
    def thing(self) -> Thing:
        return Thing("item", self.id)


class Lasting(msgspec.Struct, frozen=True, gc=False):
    """A continuous effect made by a resolution. `on` is its fixed set; without one it holds by its own words.

    `then` is what is done whenever it prevents damage, as part of that (effects.4.6). `player` is whom its words mean by
    "that player". `text_of` names the face in whose text it stands, with what it grants; by default the source's.
    """

    stamp: int
    static: StaticNode
    controller: Seat
    source: Card
    until: str
    on: tuple[Thing, ...] | None = None
    spent: tuple[tuple[Thing, int], ...] = ()
    then: tuple[Paragraph, ...] = ()
    player: Seat | None = None
    giver: Card | None = None
    text_of: str = ""

    @property
    def face(self) -> str:
        """The face in whose text it stands."""
        return self.text_of or self.source.face


class DelayedTrigger(msgspec.Struct, frozen=True, gc=False):
    """A trigger made by a resolution, waiting for its event.

    `condition` is read as it triggers and as it resolves, `moment` as it triggers only. It goes by the name of what made
    it (`label`), and its text stands where the text of that does (`text_of`).
    """

    stamp: int
    on: TriggerNode
    text: tuple[Paragraph, ...]
    controller: Seat
    source: Card
    once: bool
    until: str
    remembers: tuple[Thing, ...] = ()
    condition: str = ""
    deed: Deed = Deed()
    moment: str = ""
    followed: bool = False
    giver: Card | None = None
    label: str = ""
    text_of: str = ""


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """A trigger whose event has happened, waiting to be put on the stack; `key` tells which ability of its source it is.

    `own` marks an ability of the source itself: it belongs to whoever controls the source then (terms.3.3). `rules` are
    those by which it has triggered, `text_of` names the face whose text it is.
    """

    controller: Seat
    source: Card
    text: tuple[Paragraph, ...]
    event: AnyGameEvent | None
    times: int = 0
    condition: str = ""
    remembers: tuple[Thing, ...] = ()
    label: str = ""
    own: bool = False
    key: str = ""
    spell: bool = False
    deed: Deed = Deed()
    rules: tuple[str, ...] = ()
    followed: bool = False
    giver: Card | None = None
    text_of: str = ""


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Where the turn is: whose it is, the phase, and the step within it; `fresh` until its first checks are done.

    `stop` is what an effect ends once it has resolved (``combat``, ``phase``, ``turn``); `main_over` says that the main
    phase is behind, so that a materialize phase leads to the end phase (turn.6.2); `materialized` counts what was
    materialized in this phase (turn.4.7).
    """

    player: Seat
    number: int
    phase: str = "main"
    step: str = ""
    stop: str = ""
    fresh: bool = False
    main_over: bool = False
    materialized: int = 0


class Combat(msgspec.Struct, frozen=True, gc=False):
    """A combat phase: who attacks whom with what, who intercepted, and whom the retaliators strike."""

    player: Seat
    attacker: Thing | None
    defenders: tuple[Thing, ...] = ()
    targets: tuple[Thing, ...] = ()
    weapons: tuple[Thing, ...] = ()
    retaliators: tuple[Thing, ...] = ()
    interceptors: tuple[Thing, ...] = ()
    struck: Thing | None = None
    present: tuple[Thing, ...] = ()
    keywords: tuple[str, ...] = ()
    cleave: bool = False
    defending: Seat = -1
