"""What a triggered ability waits for, and what can be spoken of once it has happened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, get_args

from archivist.compiler import costs as _costs  # noqa: F401 - declares slots
from archivist.compiler import effects as _effects  # noqa: F401 - declares the forms of all effects
from archivist.compiler.clauses import Wide
from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Template,
    Unsaid,
    Voice,
    forms,
    slot,
    slots,
)
from archivist.compiler.memory import Memory, Thing, called
from archivist.compiler.same_words import SameWords
from archivist.vocabulary.effects import If, Reflexive
from archivist.vocabulary.filters import Filter
from archivist.vocabulary.printing import Form
from archivist.vocabulary.triggers import TriggerNode

_TRIGGERS: Final = [each for kind in get_args(TriggerNode) for each in forms(kind) if isinstance(each, Template)]


class Event(SameWords[Choice]):
    """What a triggered ability waits for; what its event is about can be spoken of afterwards."""

    def __init__(self, options: Iterable[Rule]) -> None:
        super().__init__(Choice(options, "a trigger"))

    def make(self, tree: Any, hearing: Hearing) -> Any:
        node = self.inner.make(tree, hearing)
        hearing.memory.ability = True
        _about(node, hearing.memory)
        return node

    def say(self, value: Any, voice: Voice) -> None:
        self.inner.say(value, voice)
        _about(value, voice.memory)


def _about(node: Any, memory: Memory) -> None:
    """What is known about the event from now on."""
    tag = str(node.__struct_config__.tag)
    memory.dead = tag in ("die", "destroyed") and getattr(node, "what", None) is None
    what = getattr(node, "what", None)
    memory.entered = tag == "enter" and what is None
    if isinstance(what, Filter):
        memory.mention(Thing("that", called(what)))
    elif tag in ("hit", "kill"):
        nouns_ = {"any": ("unit", "object")}.get(str(what), (str(what), "unit", "object"))
        dealer = called(node.by) if node.by is not None else frozenset()
        if dealer:
            memory.last = None  # either of the two could be meant
        memory.things = (*memory.things, Thing("that", frozenset(nouns_) - dealer))
    elif tag == "activate":
        memory.mention(Thing("that", frozenset(("activation", "card"))))
    memory.that_player = (
        tag in ("hit",) or getattr(node, "by", "") in ("opponent", "anyone") or getattr(node, "whose", "your") != "your"
    )
    if tag == "destroyed" and isinstance(what, Filter):
        memory.that_player = what.controller == "an opponent controls"
        memory.mention(Thing("that", frozenset(("card",))))
    if tag == "damaged" and node.by is not None:
        memory.last = None  # either of the two could be meant
    memory.told_of = tag in ("die", "enter", "leave", "damaged") and isinstance(what, Filter)
    memory.hit = tag == "hit"
    memory.attack = tag in ("attack", "attacked")
    memory.that_amount = tag in ("hit", "damaged", "recover", "glimpse")


def _triggers(start: str, instead: str = "") -> list[Rule]:
    """The forms of triggers that begin with a word; perhaps with other words in its place."""
    found = [each for each in _TRIGGERS if each.form.template.startswith(start)]
    if not instead:
        return [*found]
    return [Template(each.cls, Form(each.form.template.replace(start, instead, 1), each.form.fields)) for each in found]


slots("keyworded")(lambda: Event(_triggers("on ")))
slots("event")(lambda: Event((*_triggers("whenever "), *_triggers("at the "))))
slots("next_event")(lambda: Event(_triggers("whenever ", "the next time ")))


@slots("once_happened")
class OnceHappened(Rule):
    """What a reflexive trigger does, behind what it waits for: ``When you reveal a fire element card this way, ..``."""

    def __init__(self) -> None:
        super().__init__()
        self.aimed = slot("aimed")

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.aimed, at)

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        return (Reflexive(**self.aimed.make(tree, hearing)),)

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or not isinstance(value[0], Reflexive) or value[0].spell:
            raise Unsaid
        self.aimed.say({"then": value[0].then, "targets": value[0].targets}, voice)


@slots("reflexive")
class OnceDone(Rule):
    """``When you do, ..`` behind an option."""

    def __init__(self) -> None:
        super().__init__()
        self.wide = Wide()

    def read(self, reader: Reader, at: int) -> Readings:
        return reader.find(self.wide, at) if reader.word(at) == "when" else []

    def make(self, tree: Any, hearing: Hearing) -> Any:
        return self.wide.make(tree, hearing)

    def say(self, value: Any, voice: Voice) -> None:
        waits = value[0].then[0] if len(value) == 1 and isinstance(value[0], If) and value[0].then else value[0]
        if len(value) != 1 or not isinstance(waits, Reflexive):
            raise Unsaid
        self.wide.say(value, voice)
