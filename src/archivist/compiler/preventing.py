"""Damage that is prevented: which damage, how much of it, while what holds, and what is done as part of it."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler.clauses import STEPS, UNIT
from archivist.compiler.engine import (
    Choice,
    Hearing,
    Reader,
    Readings,
    Rule,
    Template,
    Unmade,
    Unsaid,
    Voice,
    defaults,
    slot,
    slots,
)
from archivist.compiler.explanations import Explained
from archivist.compiler.memory import Memory
from archivist.compiler.numbers import InDigits
from archivist.vocabulary.effects import If, Reflexive
from archivist.vocabulary.effects.lasting_effects import Gain
from archivist.vocabulary.mentions import mentioned
from archivist.vocabulary.node import Ref
from archivist.vocabulary.printing import Form, Part
from archivist.vocabulary.statics.damage import Amplify, Much, Prevent


@slots("bounds")
class Bounds(Rule):
    """How much damage is meant: ``3 or more``, ``4 or less``, ``exactly X``; nothing where any damage is."""

    optional = True

    def __init__(self) -> None:
        super().__init__()
        self.amount = InDigits()

    def read(self, reader: Reader, at: int) -> Readings:
        found: Readings = [(at, None)]
        if reader.word(at) == "exactly":
            found += [(end, ("exactly", tree)) for end, tree in reader.find(self.amount, at + 1)]
        number = reader.word(at)
        bound = reader.word(at + 2)
        if number.isdigit() and int(number) and reader.word(at + 1) == "or" and bound in ("more", "less"):
            found.append((at + 3, (bound, int(number))))
        return found

    def make(self, tree: Any, hearing: Hearing) -> Much | None:
        if tree is None:
            return None
        how, what = tree
        if how == "exactly":
            return Much(exactly=self.amount.make(what, hearing))
        return Much(least=what) if how == "more" else Much(most=what)

    def say(self, value: Any, voice: Voice) -> None:
        if value is None:
            return
        if value.exactly is not None:
            voice.say("exactly")
            self.amount.say(value.exactly, voice)
        elif value.least:
            voice.say(str(value.least), "or", "more")
        else:
            voice.say(str(value.most), "or", "less")


_FRONTS: Final = (
    *(
        Form(f"if {front}", {})
        for of in ("single", "each", "whichever")
        for front in (
            f"{{much:bounds}} {{damage:damage}} would be dealt to {{of:{of}}}",
            f"{{of:{of}}} would <take|be dealt> {{much:bounds}} {{damage:damage}}",
            f"{{much:bounds}} {{damage:damage}} would be dealt to {{of:{of}}} from {{from_:a}}",
            f"{{of:{of}}} would <take|be dealt> {{much:bounds}} {{damage:damage}} from {{from_:a}}",
            f"{{from_:dealer}} would deal {{much:bounds}} {{damage:damage}} to {{of:{of}}}",
        )
    ),
    Form("if {from_:dealer} would deal {much:bounds} {damage:damage}", {"of": Ref("each object")}),
)
_FRONT: Final = ("damage", "of", "much", "from_")
"""The fields that say which damage is meant."""


@slots("prevented")
class Prevented(Rule):
    """Damage that is prevented each time: ``if damage would be dealt to Sample, prevent 2 of that damage``."""

    cls: type[Prevent | Amplify] = Prevent
    fields: tuple[str, ...] = (*_FRONT, "amount", "but", "half")

    def __init__(self) -> None:
        super().__init__()
        self.front = Choice([Template(dict, each) for each in _FRONTS], "if")
        self.part = Choice([Template(dict, each) for each in self.cls.parts], "prevent")

    def starts(self) -> frozenset[str] | None:
        return frozenset(("if",))

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) != "if":
            return []
        return [
            (last, (front, part))
            for end, front in reader.find(self.front, at)
            if reader.word(end) == "," and self.fits(reader, front, end + 1)
            for last, part in reader.find(self.part, end + 1)
        ]

    def fits(self, reader: Reader, front: Any, at: int) -> bool:
        """Whether what becomes of the damage is told in words that fit how it was told which damage is meant."""
        return True

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        front, part = tree
        fields: dict[str, Any] = self.front.make(front, hearing)
        fields |= self.part.make(part, hearing)
        return {name: value for name, value in fields.items() if value is not None}

    def say(self, value: Any, voice: Voice) -> None:
        self.front.say(self.told(value), voice)
        voice.say(",")
        self.part.say(self.named(value), voice)

    @staticmethod
    def told(value: dict[str, Any]) -> dict[str, Any]:
        """Those of the fields that say which damage is meant."""
        return {name: value[name] for name in _FRONT if name != "from_" or value[name] is not None}

    @classmethod
    def named(cls, value: dict[str, Any]) -> dict[str, Any]:
        """Those of the fields that say what becomes of the damage."""
        usual = dict(defaults(cls.cls))
        names = (name for name in usual if name in value and name not in _FRONT)
        return {name: value[name] for name in names if value[name] != usual[name]}


@slots("amplified")
class Amplified(Prevented):
    """More damage that is dealt each time: ``if a Spell source would deal damage, it deals that much damage plus 1``."""

    cls = Amplify
    fields: tuple[str, ...] = (*_FRONT, "plus", "times")

    def fits(self, reader: Reader, front: Any, at: int) -> bool:
        """Whether what *deals* damage is its source, and what *takes* it is not."""
        deals = reader.words[at : at + 2] == ("it", "deals")
        return reader.word(at) == "double" or deals == ("would deal" in _FRONTS[front[0]].template)


class _ForAll(Prevented):
    """The same as something that an effect makes hold, by a rule for all."""

    def make(self, tree: Any, hearing: Hearing) -> Any:
        made = self.cls(**super().make(tree, hearing))
        if made.of.each is None:
            raise Unmade("what an effect makes hold for certain things is told of them")
        return made

    def say(self, value: Any, voice: Voice) -> None:
        if not isinstance(value, self.cls) or value.of.each is None:
            raise Unsaid
        fields = {name: getattr(value, name) for name in self.fields}
        if value != self.cls(**{name: each for name, each in fields.items() if each is not None}):
            raise Unsaid
        super().say(fields, voice)


@slots("prevented_all")
class PreventedForAll(_ForAll):
    """Damage that an effect prevents, by a rule for all."""


@slots("amplified_all")
class AmplifiedForAll(_ForAll, Amplified):
    """More damage that an effect makes be dealt, by a rule for all."""


class _OnThese(Prevented):
    """The same for certain things: they are what the effect is on."""

    fields = ("on", "static")
    told_of: tuple[str, ...] = Prevented.fields

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        fields = super().make(tree, hearing)
        on = fields.pop("of")
        if on.each is not None:
            raise Unmade("what holds for all of a kind holds for later ones, too")
        return {"on": on, "static": self.cls(**fields)}

    def say(self, value: Any, voice: Voice) -> None:
        on, static = value["on"], value["static"]
        if type(static) is not self.cls or on is None or on.each is not None:
            raise Unsaid
        fields = {name: getattr(static, name) for name in self.told_of}
        if static != self.cls(**{name: each for name, each in fields.items() if each is not None}):
            raise Unsaid
        super().say(fields | {"of": on}, voice)


@slots("prevented_on")
class PreventedOnThese(_OnThese):
    """Damage to certain things that an effect prevents each time."""


@slots("amplified_on")
class AmplifiedOnThese(_OnThese, Amplified):
    """More damage that an effect makes be dealt to certain things each time."""

    fields = ("on", "static")
    told_of = Amplified.fields


@slots("prevented_while")
class PreventedWhile(Prevented):
    """Damage that is prevented while something holds: ``if damage would be dealt to .. while .., prevent ..``."""

    def __init__(self) -> None:
        super().__init__()
        self.conditions = slot("if")

    fields: tuple[str, ...] = ("effects", "if_")

    def read(self, reader: Reader, at: int) -> Readings:
        if reader.word(at) != "if":
            return []
        return [
            (last, (front, that, part))
            for one, front in reader.find(self.front, at)
            if reader.word(one) == "while"
            for two, that in reader.find(self.conditions, one + 1)
            if reader.word(two) == ","
            for last, part in reader.find(self.part, two + 1)
        ]

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        front, that, part = tree
        outer, hearing.heads = hearing.heads, []
        fields: dict[str, Any] = self.front.make(front, hearing)
        condition = self.conditions.make(that, hearing)
        fields |= self.part.make(part, hearing)
        hearing.heads = outer
        static = Prevent(**{name: value for name, value in fields.items() if value is not None})
        return {"effects": (static,), "if_": condition}

    def say(self, value: Any, voice: Voice) -> None:
        effects, condition = value["effects"], value["if_"]
        if len(effects) != 1 or not isinstance(effects[0], Prevent) or condition is None:
            raise Unsaid
        fields = {name: getattr(effects[0], name) for name in Prevented.fields}
        if effects[0] != Prevent(**{name: each for name, each in fields.items() if each is not None}):
            raise Unsaid
        self.front.say(self.told(fields), voice)
        voice.say("while")
        self.conditions.say(condition, voice)
        voice.say(",")
        self.part.say(self.named(fields), voice)


def _shields() -> list[Rule]:
    """The forms in which an effect prevents damage the next time, or so much of it."""
    found: list[Rule] = []
    for each in Gain.printed:
        static = each.fields.get("static")
        if isinstance(static, Part) and static.cls is Prevent and {"once", "shield"} & static.fields.keys():
            found.append(Template(Gain, each))
    return found


class Shielding(Explained):
    """An effect that prevents damage, with its number explained before or after it."""

    def make(self, tree: Any, hearing: Hearing) -> Gain:
        before, gain = self.explained(tree, hearing)
        if before or not isinstance(gain, Gain):
            raise Unmade("what is protected would have to be chosen first")
        return gain

    def say(self, value: Any, voice: Voice) -> None:
        self.speak(value, voice)


@slots("prevention")
class AsPartOfIt(Rule):
    """Damage is prevented, and the next sentence says what is done then: ``if 3 or more was prevented this way, ..``.

    What is joined to it by *and* is done then, too: ``prevent that damage and draw a card``. It stands in the same
    paragraph, and is part of the replacement. Targets it has none: nothing is put on the stack.
    """

    fields: Final = ("static", "then", "on", "until")

    def __init__(self) -> None:
        super().__init__()
        self.shield = Shielding(Choice(_shields(), "an instruction"))

    def starts(self) -> frozenset[str] | None:
        return self.shield.starts()

    def read(self, reader: Reader, at: int) -> Readings:
        return [
            (last, (shield, joint, then))
            for end, shield in reader.find(self.shield, at)
            if (joint := reader.word(end)) in (".", "and")
            for last, then in reader.find(UNIT if joint == "." else STEPS, end + 1)
        ]

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        shield, joint, then = tree
        hearing.note(joint)
        gain = self.shield.make(shield, hearing)
        if joint == "and" and not (isinstance(gain.static, Prevent) and gain.static.once):
            raise Unmade("what is joined to a shield is done at once")
        outer = hearing.memory
        hearing.memory = self._memory(outer, gain)
        steps = (UNIT if joint == "." else STEPS).make(then, hearing)
        aimed = bool(hearing.memory.groups)
        hearing.memory = outer
        if aimed:
            raise Unmade("what is part of a replacement has no targets")
        if joint == "." and not self._speaks_of_it(steps):
            raise Unmade("nothing speaks of the damage that was prevented")
        if _triggers(steps) and _several(gain, outer):
            raise Unmade("whether it triggers for each of them is not said")
        return {"static": gain.static, "on": gain.on, "until": gain.until, "then": steps}

    @staticmethod
    def _speaks_of_it(steps: tuple[Any, ...]) -> bool:
        return any(found.mention.kind == "number" and found.mention.word == "prevention" for found in mentioned(steps))

    @staticmethod
    def _memory(outer: Memory, gain: Gain) -> Memory:
        """What is known as damage is prevented: how much it was, and nothing of what was mentioned before."""
        inner = Memory(outer.name, outer.types, outer.words)
        inner.ability = outer.ability
        once = isinstance(gain.static, Prevent) and gain.static.once
        inner.deeds = (*(("prevention once",) if once else ()), "prevention")
        return inner

    def say(self, value: Any, voice: Voice) -> None:
        spoken = self._speaks_of_it(value["then"])
        joint = voice.noted("." if spoken else "and")
        if (joint == "." and not spoken) or (joint == "and" and not value["static"].once):
            raise Unsaid
        gain = Gain(static=value["static"], on=value["on"], until=value["until"])
        self.shield.say(gain, voice)
        voice.say(joint)
        outer = voice.memory
        if _triggers(value["then"]) and _several(gain, outer):
            raise Unsaid
        voice.memory = self._memory(outer, gain)
        (UNIT if joint == "." else STEPS).say(value["then"], voice)
        voice.memory = outer


def _triggers(steps: tuple[Any, ...]) -> bool:
    """Whether what is done then waits for an Opportunity: ``when damage is prevented this way``."""
    return any(isinstance(each, If) and any(isinstance(then, Reflexive) for then in each.then) for each in steps)


def _several(gain: Gain, memory: Memory) -> bool:
    """Whether several things are protected."""
    on = gain.on
    return on is None or on.each is not None or any(each.many for each in memory.things if each.ref == on.text)
