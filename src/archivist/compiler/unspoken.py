"""Slots without words: what a form means without saying it, where the text before makes it certain."""

from __future__ import annotations

from typing import Any, Final

from archivist.compiler.engine import Hearing, Reader, Readings, Rule, Unmade, Unsaid, Voice, slots
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.effects.damage_and_counters import Damage
from archivist.vocabulary.effects.drawing_and_discarding import Draw
from archivist.vocabulary.effects.looking_and_revealing import RevealCards, RevealTop, RevealUntil
from archivist.vocabulary.effects.moving_cards import Banish, BanishRandom
from archivist.vocabulary.node import YOU, Ref, Who


@slots("those_counters")
class ThoseCounters(Rule):
    """Nothing, where the counters that were on the card itself are meant: as many as there were."""

    where = " on this"

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        return Amount(f"counters({hearing.values['kind']}{self.where})")

    def say(self, value: Any, voice: Voice) -> None:
        if value.text != f"counters({voice.values['kind']}{self.where})":
            raise Unsaid


@slots("all_of")
class AllOfThem(Rule):
    """Nothing, where as many are meant as there are."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        return Amount(f"count({hearing.values['of'].text})")

    def say(self, value: Any, voice: Voice) -> None:
        if value.text != f"count({voice.values['of'].text})":
            raise Unsaid


@slots("in_hand")
class AllInHand(Rule):
    """Nothing, where as many cards are meant at most as are in your hand."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    @staticmethod
    def _text(of: Any) -> str:
        return f"count({'card' if of is None else of.text} in your hand)"

    def make(self, tree: Any, hearing: Hearing) -> Amount:
        of = hearing.values.get("of")
        if of is not None and (not of.described or of.zones or of.owner or not of.text.endswith("card")):
            raise Unmade("where the cards lie goes without saying")
        return Amount(self._text(of))

    def say(self, value: Any, voice: Voice) -> None:
        if value.text != self._text(voice.values.get("of")):
            raise Unsaid


@slots("own_counters")
class OwnCounters(ThoseCounters):
    """Nothing, where as many counters are meant as lie on your champion."""

    where = ""


@slots("counted")
class CountedOnes(Rule):
    """Nothing, where the counters are meant for which a condition has just asked: their kind, and what they lie on."""

    fields: Final = ("kind", "from_")

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    @staticmethod
    def _meant(memory: Any) -> dict[str, Any]:
        if memory.counted is None:
            raise Unmade("no counters that could be meant")
        kind, where = memory.counted
        return {"kind": kind, "from_": memory.this if where == "this" else Ref(where)}

    def make(self, tree: Any, hearing: Hearing) -> dict[str, Any]:
        return self._meant(hearing.memory)

    def say(self, value: Any, voice: Voice) -> None:
        try:
            if self._meant(voice.memory) != value:
                raise Unsaid
        except Unmade as error:
            raise Unsaid from error


@slots("omen_apart")
class OmenApart(Rule):
    """Nothing, where an omen counter is not put on what the same sentence has just banished: that is one step."""

    def starts(self) -> frozenset[str] | None:
        return frozenset(("put",))

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, at > 0 and reader.word(at - 1) == "and")]

    def make(self, tree: Any, hearing: Hearing) -> None:
        if tree and hearing.memory.before and isinstance(hearing.memory.before[-1], Banish):
            raise Unmade("what is banished so becomes an omen")

    def say(self, value: Any, voice: Voice) -> None:
        before = voice.memory.before
        if before and isinstance(before[-1], Banish) and voice.words and voice.words[-1] == "and":
            raise Unsaid


@slots("dealing")
class Dealing(Rule):
    """Nothing, where the same sentence has just dealt damage: ``deal 3 damage to target unit and 1 damage to ..``."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)] if at > 0 and reader.word(at - 1) == "and" else []

    @staticmethod
    def _dealt(memory: Any) -> bool:
        return bool(memory.before) and isinstance(memory.before[-1], Damage) and not memory.before[-1].unpreventable

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not self._dealt(hearing.memory):
            raise Unmade("nothing that deals it")

    def say(self, value: Any, voice: Voice) -> None:
        if not self._dealt(voice.memory) or not voice.words or voice.words[-1] != "and":
            raise Unsaid


@slots("of_revealed")
class OfRevealed(Rule):
    """Nothing, where several cards have just been revealed from the top of your deck."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    @staticmethod
    def _shown(memory: Any) -> bool:
        last = next((each for each in reversed(memory.before) if isinstance(each, RevealTop | RevealCards)), None)
        return isinstance(last, RevealTop) and last.amount.fixed != 1

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not self._shown(hearing.memory):
            raise Unmade("no cards of your deck were revealed")

    def say(self, value: Any, voice: Voice) -> None:
        if not self._shown(voice.memory):
            raise Unsaid


@slots("its_memory")
class ItsMemory(Rule):
    """Nothing, where ``it`` is your memory, into which cards have just been drawn."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    @staticmethod
    def _drawn(memory: Any) -> bool:
        last = memory.before[-1] if memory.before else None
        return isinstance(last, Draw) and last.into == "memory" and last.who == YOU

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not self._drawn(hearing.memory):
            raise Unmade("nothing that it could mean")

    def say(self, value: Any, voice: Voice) -> None:
        if not self._drawn(voice.memory):
            raise Unsaid


@slots("found_card")
class FoundCard(Rule):
    """Nothing, where one card has just been found and banished: a trigger that waits remembers it."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    @staticmethod
    def _found(memory: Any) -> bool:
        last = memory.before[-1] if memory.before else None
        return isinstance(last, RevealUntil) and last.into == "banishment"

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not self._found(hearing.memory):
            raise Unmade("no card was found and banished")

    def say(self, value: Any, voice: Voice) -> None:
        if not self._found(voice.memory):
            raise Unsaid


@slots("taken_from_memory")
class TakenFromMemory(Rule):
    """Nothing, where cards of a targeted player's memory have just been banished."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    @staticmethod
    def _taken(memory: Any) -> bool:
        last = memory.before[-1] if memory.before else None
        return isinstance(last, BanishRandom) and last.who == Who("target")

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not self._taken(hearing.memory):
            raise Unmade("no cards that could be meant")

    def say(self, value: Any, voice: Voice) -> None:
        if not self._taken(voice.memory):
            raise Unsaid


@slots("attack_card")
class AttackCard(Rule):
    """Nothing, on a card that is an attack: what it has, its attack has."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> None:
        if "attack" not in hearing.memory.types:
            raise Unmade("until when?")

    def say(self, value: Any, voice: Voice) -> None:
        if "attack" not in voice.memory.types:
            raise Unsaid


@slots("attacked")
class AnAttack(Rule):
    """Nothing, where an attack is under way that has been spoken of."""

    def read(self, reader: Reader, at: int) -> Readings:
        return [(at, None)]

    def make(self, tree: Any, hearing: Hearing) -> None:
        if not hearing.memory.attack:
            raise Unmade("no attack that could be meant")

    def say(self, value: Any, voice: Voice) -> None:
        if not voice.memory.attack:
            raise Unsaid
