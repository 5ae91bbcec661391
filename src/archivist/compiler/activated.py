"""Activated abilities: costs, instructions, and the sentences that say when they can be used."""

from __future__ import annotations

from typing import Any, Final, Literal

from archivist.compiler import costs as _costs  # noqa: F401 - declares slots
from archivist.compiler.abilities import Inherited, Label
from archivist.compiler.conditions import Conditions, Fronts
from archivist.compiler.costs import Costs, given_by
from archivist.compiler.engine import (
    Hearing,
    Reader,
    Readings,
    Rule,
    Unmade,
    Unsaid,
    Voice,
)
from archivist.compiler.explanations import TAIL, amounts, bind, split
from archivist.compiler.instructions import Instructions
from archivist.vocabulary.abilities import (
    Activated,
    LineageRelease,
)
from archivist.vocabulary.amounts import Amount, terms
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.words import LIMITING_PHASES


class ActivatedLine(Rule):
    """``(2), REST: Draw a card. Activate this ability only if ..``: costs, instructions, and when it can be used."""

    def __init__(self, release: bool = False, text: str = "") -> None:
        super().__init__()
        self.fronts, self.label, self.inherited = Fronts(), Label(), Inherited()
        self.costs, self.text, self.conditions = Costs(), Instructions(text), Conditions()
        self.release = release
        self.kind: type[Activated] = LineageRelease if release else Activated

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = []
        for one, front in reader.find(self.fronts, at):
            if self.release:
                if reader.words[one : one + 3] == ("lineage", "release", "—"):
                    found += self._rest(reader, one + 3, (front, "", "", None))
                continue
            for two, label in reader.find(self.label, one):
                for three, inherited in reader.find(self.inherited, two):
                    for four, costs in reader.find(self.costs, three):
                        if reader.word(four) == ":":
                            found += self._rest(reader, four + 1, (front, label, inherited, costs))
                        else:
                            reader.miss(four, ":")
        return found

    def _rest(self, reader: Reader, at: int, before: tuple[Any, ...]) -> Readings:
        found: Readings = []
        spell = reader.words[at : at + 4] == ("as", "a", "spell", ",")
        for end, text in reader.find(self.text, at + 4 * spell):
            found.append((end, (*before, spell, text, ())))
            found += [(last, (*before, spell, text, notes)) for last, notes in self._notes(reader, end)]
        return found

    def _notes(self, reader: Reader, at: int) -> list[tuple[int, tuple[Any, ...]]]:
        """Sentences on the use of the ability, behind its instructions."""
        found: list[tuple[int, tuple[Any, ...]]] = []
        for end, note in self._note(reader, at):
            found.append((end, (note,)))
            found += [(last, (note, *more)) for last, more in self._notes(reader, end)]
        return found

    def _note(self, reader: Reader, at: int) -> list[tuple[int, Any]]:
        found: list[tuple[int, Any]] = []
        if reader.words[at : at + 4] == ("activate", "this", "ability", "only"):
            for words, note in _LIMITS.items():
                end = at + 4 + len(words)
                if reader.words[at + 4 : end] == words:
                    if reader.word(end) == ".":
                        found.append((end + 1, (note, None)))
                    elif reader.words[end : end + 3] == ("and", "only", "if"):
                        for last, tree in reader.find(self.conditions, end + 3):
                            if reader.word(last) == ".":
                                found.append((last + 1, ("both", (note, tree))))
            if reader.word(at + 4) == "if":
                for end, tree in reader.find(self.conditions, at + 5):
                    if reader.word(end) == ".":
                        found.append((end + 1, ("if", tree)))
        elif reader.words[at : at + 4] == ("this", "ability", "costs", "("):
            found += self._less(reader, at)
        return found

    def _less(self, reader: Reader, at: int) -> list[tuple[int, Any]]:
        number = reader.word(at + 4)
        if not number.isdigit() or reader.words[at + 5 : at + 9] != (")", "less", "to", "activate"):
            return []
        suited = ("for", "each", "suited", "object", "you", "control", "with", "different", "reserve", "costs", ".")
        if reader.words[at + 9 : at + 9 + len(suited)] == suited and number == "1":
            return [(at + 9 + len(suited), ("suited", None))]
        found = [
            (end + 1, ("less", (int(number), tree)))
            for end, tree in reader.find(TAIL, at + 9)
            if reader.word(end) == "." and tree[0] == "each"
        ]
        for kind, words in _LESS_IF.items():
            start = at + 9 + len(words)
            if reader.words[at + 9 : start] == words:
                found += [
                    (end + 1, (kind, (int(number), tree)))
                    for end, tree in reader.find(self.conditions, start)
                    if reader.word(end) == "."
                ]
        return found

    def make(self, tree: Any, hearing: Hearing) -> tuple[Any, ...]:
        front, label, inherited, costs, spell, text, notes = tree
        fields: dict[str, Any] = {"when": self.fronts.make(front, hearing)}
        if costs is not None:
            fields["label"] = self.label.make(label, hearing)
            fields["inherited"] = self.inherited.make(inherited, hearing)
            fields["cost"] = self.costs.make(costs, hearing)
            hearing.memory.given = given_by(fields["cost"])
            fields["variable"] = _variable(fields["cost"])
        hearing.memory.ability = True
        memory = hearing.memory
        memory.activating = True
        fields["spell"] = spell
        fields |= self.text.make(text, hearing)
        if memory.works_in:
            fields["works_in"] = memory.works_in
        hearing.note(tuple(kind for kind, _ in notes))
        for kind, detail in notes:
            new = self._made(kind, detail, hearing)
            if not new.keys().isdisjoint(fields):
                raise Unmade("the use of the ability is limited twice")
            fields |= new
        hearing.heads = []
        return (self.kind(**fields),)

    def _made(self, kind: str, detail: Any, hearing: Hearing) -> dict[str, Any]:
        if kind == "if":
            return {"if_": self.conditions.make(detail, hearing)}
        if kind == "both":
            hearing.note(detail[0])
            return dict(_NOTES[detail[0]]) | {"if_": self.conditions.make(detail[1], hearing)}
        if kind == "suited":
            return {"less": Amount("different costs")}
        if kind in _LESS_IF:
            return {"less": Amount(detail[0]), "less_if": self.conditions.make(detail[1], hearing)}
        if kind == "less":
            number, tree = detail
            TAIL.make(tree, hearing)
            head = Amount(number)
            less = bind(head, hearing.tail, [(head, "sign")])
            hearing.tail = None
            return {"less": less}
        return dict(_NOTES[kind])

    def say(self, value: Any, voice: Voice) -> None:
        if len(value) != 1 or type(value[0]) is not self.kind:
            raise Unsaid
        node = value[0]
        plain = self.kind(do=node.do)
        if node.variable != _variable(node.cost):
            raise Unsaid
        others = (
            "by",
            "works_outside",
            *(("cost", "label", "inherited") if self.release else ()),
        )
        if self.release and node.works_in != plain.works_in:
            raise Unsaid
        if any(getattr(node, name) != getattr(plain, name) for name in others):
            raise Unsaid
        self.fronts.say(node.when, voice)
        if self.release:
            voice.say("lineage", "release", "—")
        else:
            self.label.say(node.label, voice)
            self.inherited.say(node.inherited, voice)
            voice.memory.works_in = node.works_in
            self.costs.say(node.cost, voice)
            voice.memory.given = given_by(node.cost)
            voice.say(":")
        if node.spell:
            voice.say("as", "a", "spell", ",")
        voice.memory.activating = True
        self.text.say({name: getattr(node, name) for name in self.text.fields}, voice)
        if not self.release and voice.memory.placed != bool(node.works_in):
            raise Unsaid
        self._say_notes(node, voice)

    def _say_notes(self, node: Any, voice: Voice) -> None:
        usual = []
        if node.less is not None:
            fixed = "less if" if node.less_if is not None else "less"
            usual.append("suited" if node.less.text == "different costs" else fixed)
        usual += ["if"] if node.if_ is not None else []
        usual += ["slow"] if node.speed == "slow" else []
        usual += [node.limit] if node.limit else []
        said: dict[str, Any] = {}
        for kind in voice.noted(tuple(usual)):
            if kind in ("less", "suited"):
                self._say_less(kind, node.less, voice)
                said["less"] = node.less
                continue
            if kind in _LESS_IF:
                if node.less is None or node.less.fixed is None or node.less_if is None:
                    raise Unsaid
                number = str(node.less.fixed)
                voice.say("this", "ability", "costs", "(", number, ")", "less", "to", "activate", *_LESS_IF[kind])
                self.conditions.say(node.less_if, voice)
                voice.say(".")
                said |= {"less": node.less, "less_if": node.less_if}
                continue
            voice.say("activate", "this", "ability", "only")
            if kind == "both":
                note = voice.noted(None)
                said |= _NOTES[note]
                voice.say(*next(words for words, each in _LIMITS.items() if each == note), "and", "only")
            if kind in ("if", "both"):
                voice.say("if")
                self.conditions.say(node.if_, voice)
                said["if_"] = node.if_
            else:
                said |= _NOTES[kind]
                voice.say(*next(words for words, each in _LIMITS.items() if each == kind))
            voice.say(".")
        plain = Activated()
        for name in ("less", "less_if", "if_", "speed", "limit"):
            if getattr(node, name) != said.get(name, getattr(plain, name)):
                raise Unsaid

    @staticmethod
    def _say_less(kind: str, less: Amount, voice: Voice) -> None:
        if kind == "suited":
            words = ("for", "each", "suited", "object", "you", "control", "with", "different", "reserve", "costs")
            voice.say("this", "ability", "costs", "(", "1", ")", "less", "to", "activate", *words, ".")
            return
        head, tail = split(less, "each")
        voice.say("this", "ability", "costs", "(", str(head.fixed), ")", "less", "to", "activate")
        outer, voice.tail = voice.tail, ("each", "end", tail)
        TAIL.say(None, voice)
        voice.tail = outer
        voice.say(".")


def _variable(costs: tuple[Any, ...]) -> Literal["", "X"]:
    """Whether X is chosen as the costs are paid: they have an X in them."""
    found = (term.atom for amount in amounts(costs) if amount.fixed is None for term in terms(str(amount.text)))
    return "X" if "X" in found else ""


_LESS_IF: Final = {"less if": ("as", "long", "as"), "less just if": ("if",)}
"""How it is said when an ability costs less."""

_LIMITS: Final = {
    ("at", "slow", "speed"): "slow",
    ("once",): "once",
    ("once", "each", "turn"): "once each turn",
    ("once", "per", "turn"): "once per turn",
    ("during", "an", "opponent", "'s", "turn"): "theirs",
    ("during", "your", "turn"): "yours",
    ("during", "an", "opponent", "'s", "recollection", "phase"): "recollection",
    **{("during", "your", *phase.split(), "phase"): f"your {phase} phase" for phase in LIMITING_PHASES},
}
_NOTES: Final[dict[str, dict[str, Any]]] = {
    "slow": {"speed": "slow"},
    "once": {"limit": "once"},
    "once each turn": {"limit": "once each turn"},
    "once per turn": {"limit": "once each turn"},
    "theirs": {"if_": Condition("an opponent's turn")},
    "yours": {"if_": Condition("your turn")},
    "recollection": {"if_": Condition("an opponent's recollection phase")},
    **{f"your {phase} phase": {"if_": Condition(f"your {phase} phase")} for phase in LIMITING_PHASES},
}
