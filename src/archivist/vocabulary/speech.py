"""Referring to things: what a card text calls its card, its targets and what it chose, the first time and later.

A thing is ``it`` only if it was the last one mentioned; otherwise it is named again (``that ally``), so that every
sentence can be read in only one way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from archivist.vocabulary.amounts import NONE, Amount
from archivist.vocabulary.grammar import READER, Clause, Noun, Saying, plural
from archivist.vocabulary.node import Ref, Who

if TYPE_CHECKING:
    from archivist.vocabulary.abilities import GrantedNode
    from archivist.vocabulary.effects.base import Effect
    from archivist.vocabulary.face import Face
    from archivist.vocabulary.filters import Filter
    from archivist.vocabulary.targets import Targets

_KINDS: Final = (*("champion", "ally", "weapon", "item", "phantasia", "domain", "boon", "mastery", "status"),)
"""The words by which a card refers to itself, if it is one of these: "this ally"."""

_ABOUT: Final = ("what", "on", "to", "from_")
"""The fields that say what an instruction is about."""

_MASS: Final = ("damage", "amount", "number")
"""What is measured rather than counted."""

_THINGS: Final = frozenset(("card", "thing", "champion", "item", "object"))
"""Nouns that precede what is said about them: ``the cards put there``."""

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


class Speaker:
    """Reads out one ability of a card, and knows what has been mentioned so far."""

    def __init__(self, this: str, grants: Mapping[str, GrantedNode] | None = None, linked: str = "object") -> None:
        self.this = this
        self.grants = grants or {}
        self.linked = linked
        self.groups: Sequence[Targets] = ()
        self.met: list[Targets] = []
        self.that = Noun("it")
        self.chosen = Noun("card")
        self.chosen_is_yours = False
        self.picked = ""
        self.amount = "that amount"
        self.done = "you do"
        self.deed = Noun("it")
        self.deeds: dict[str, tuple[str, Noun]] = {}
        self.last = ""

    @classmethod
    def of(cls, face: Face) -> Speaker:
        """The speaker for a card."""
        kind = next((kind for kind in _KINDS if kind in face.words), "card")
        return cls(f"this {kind}", face.grants, face.link.of.noun if face.link else "object")

    def granting(self, noun: str) -> Speaker:
        """The speaker for an ability that is granted to something."""
        return Speaker(f"this {noun}", self.grants)

    def aim(self, groups: Sequence[Targets]) -> None:
        """A text or mode with targets of its own begins."""
        self.groups, self.met = groups, []

    def granted(self, name: str, to: Ref) -> str:
        """An ability that is granted, in quotation marks."""
        lines = self.grants[name].said(self.granting(self._kind(to)))
        return f'"{" ".join(lines)}"'

    def _kind(self, ref: Ref) -> str:
        if ref.each is not None:
            return ref.each.noun
        aimed = self._aimed(ref.name) if ref.name.startswith("target") else []
        kinds = {"this": self.this.removeprefix("this "), "champion": "champion", "linked": self.linked}
        return aimed[0].noun if aimed else kinds.get(ref.name, "unit")

    # -- things ------------------------------------------------------------------------------------------------

    def object(self, ref: Ref | str) -> str:
        """What something is called as the object of an action: ``target ally``, ``it``, ``those allies``."""
        return self._case(self._noun(ref), "them")

    def subject(self, ref: Ref | str) -> Noun:
        """What something is called as the subject of an action."""
        noun = self._noun(ref)
        return Noun(self._case(noun, "they"), noun.plural)

    def possessive(self, ref: Ref | str) -> str:
        """``this ally's``, ``its``."""
        return self.subject(ref).possessive

    def means_several(self, ref: Ref) -> bool:
        """Whether a reference may mean several things."""
        if ref.name.startswith("target"):
            return any(_several(group) for group in self._aimed(ref.name))
        if ref.name.startswith("it"):
            return self._named(ref.name).plural
        return self.chosen.plural if ref.name == "chosen" else ref.name in ("revealed", "spent")

    def owners(self, ref: Ref) -> str:
        """Whose zone cards go to: ``your`` if they are certainly yours, otherwise ``its owner's``."""
        if (ref.name == "chosen" and self.chosen_is_yours) or ref.name == "revealed":
            return "your"
        kinds = [group.of for group in self._aimed(ref.name)] if ref.name.startswith("target") else [ref.each]
        if all(kind is not None and kind.owner == "you" for kind in kinds):
            return "your"
        return "their owners'" if self.means_several(ref) else "its owner's"

    def filled(self, words: str) -> str:
        """Words with what they call the card and the target put in."""
        words = words.replace("{amount}", self.amount).replace("{done}", self.done)
        for mark, ref in (("{this}", "this"), ("{this_s}", "this"), ("{target_s}", "target")):
            if mark in words:
                words = words.replace(mark, self.possessive(ref) if mark.endswith("_s}") else self.subject(ref).text)
        return words

    def holder(self, where: str) -> str:
        """What counters lie on, as an amount names it."""
        return "your mastery" if where == "mastery" else self.object(where)

    def choose(self, noun: str, *, many: bool, yours: bool = False) -> None:
        """Something has just been chosen, and can be referred to from now on."""
        self.chosen, self.chosen_is_yours = Noun(noun, many), yours
        self.last = "chosen"

    def did(self, effect: Effect, saying: Saying) -> None:
        """An instruction has just been told, and later ones may refer to what it did."""
        if isinstance(saying, Clause):
            self.done = effect.done_said(saying.subject)
        else:
            self.done = effect.done_said(READER)
        several = self._several(effect)
        kind, _, rest = effect.named.partition(" ") if effect.named.partition(" ")[0] in _THINGS else ("", "", "")
        if kind:
            noun = f"the {plural(kind) if several else kind} {rest}".rstrip()
        else:
            *adjectives, last = effect.named.split() or ["thing"]
            noun = " ".join(("the", *adjectives, plural(last) if several else last))
        self.deed = Noun(noun, several)
        self.deeds[str(effect.__struct_config__.tag)] = (effect.numbered, self.deed)
        if self.last.startswith("it"):
            self.last = ""

    def _several(self, effect: Effect) -> bool:
        """Whether an instruction may be about several things."""
        refs = [value for name in _ABOUT if isinstance(value := getattr(effect, name, None), Ref)]
        if refs:
            return any(ref.each is not None or self.means_several(ref) for ref in refs)
        amount = getattr(effect, "amount", None)
        return isinstance(amount, Amount) and amount.fixed != 1

    def number_of(self, step: str) -> str:
        """The number that resulted from the last step of a kind: ``the number of cards drawn this way``."""
        number = self.deeds[step][0] if step in self.deeds else "things done"
        return f"the {number} this way" if number.startswith(_MASS) else f"the number of {number} this way"

    def about(self, that: str, *, last: bool = True) -> None:
        """A trigger has just named what its event is about."""
        self.that = Noun(that)
        self.last = "that" if last else ""

    def split(self, ref: Ref) -> Amount:
        """What is split among targets."""
        return next((group.split for group in self._aimed(ref.name) if group.split is not None), NONE)

    def unmet(self) -> list[Targets]:
        """Targets that the text has not mentioned yet."""
        return [group for group in self.groups if not any(group is each for each in self.met)]

    @staticmethod
    def _case(noun: Noun, them: str) -> str:
        return them if noun.text == "them" else noun.text

    def _noun(self, ref: Ref | str) -> Noun:
        if isinstance(ref, Ref) and ref.each is not None:
            self.last = ref.text
            return Noun(f"each {ref.each.said()}")
        name = ref.name if isinstance(ref, Ref) else ref
        if name.startswith("target"):
            return self._target(name)
        noun = self._named(name)
        if self.last == name and name != "champion":
            return Noun("them", True) if noun.plural else Noun("it")
        self.last = name
        return noun

    def _named(self, name: str) -> Noun:
        if name in ("this", "self"):
            return Noun(self.this)
        if name == "that":
            return Noun(f"that {self.that.text}" if self.that.text != "it" else "it")
        if name == "chosen":
            noun, many = self.chosen
            return Noun(f"the chosen {plural(noun) if many else noun}", many)
        if name == "it":
            return self.deed
        if name.startswith("it("):
            return self.deeds[name[3:-1]][1] if name[3:-1] in self.deeds else Noun("it")
        if name == "revealed" and self.picked == name:
            return Noun("the other revealed cards", True)
        if name.startswith("mastery"):
            return Noun(f"your {name.removeprefix('mastery').strip() or 'mastery'}")
        if name == "linked":
            return Noun(f"the linked {self.linked}")
        return Noun(f"the cards {self.this} was paid with", True) if name == "spent" else _FIXED[name]

    # -- targets -----------------------------------------------------------------------------------------------

    def _aimed(self, name: str) -> list[Targets]:
        """The groups that a reference to targets means; players are referred to as players."""
        wanted = name.removeprefix("target").strip() or "target"
        groups = [group for group in self.groups if not group.player]
        return [group for group in groups if group.name == wanted] or groups

    def _target(self, name: str) -> Noun:
        groups = self._aimed(name)
        if not groups:
            self.last = ""
            return Noun("its target")
        nouns = [self._group(group) for group in groups]
        return nouns[0] if len(nouns) == 1 else Noun(" and ".join(noun.text for noun in nouns), True)

    def _group(self, group: Targets) -> Noun:
        key, many = f"target {self._place(group)}", _several(group)
        if not any(group is each for each in self.met):
            self.met.append(group)
            self.last = key
            return Noun(group.said(self), many)
        if self.last == key:
            return Noun("them", True) if many else Noun("it")
        self.last = key
        noun = group.noun
        alike = [each for each in self.groups if each.noun == noun]
        if len(alike) > 1:
            order = _ORDINALS[next(index for index, each in enumerate(alike) if each is group)]
            return Noun(f"the {order} {plural(noun) if many else noun}", many)
        return Noun(f"those {plural(noun)}", True) if many else Noun(f"that {noun}")

    def _place(self, group: Targets) -> int:
        return next(index for index, each in enumerate(self.groups) if each is group)

    # -- players -----------------------------------------------------------------------------------------------

    def player(self, who: Who | str) -> Noun:
        """What a player is called."""
        text = who.text if isinstance(who, Who) else who
        if text == "you":
            return READER
        if text == "target":
            groups = [group for group in self.groups if group.player]
            return self._group(groups[0]) if groups else Noun("target player")
        if text == "target controller":
            aimed = self._noun("target")
            return Noun("its controller" if aimed.text == "it" else f"the controller of {aimed.text}")
        return Noun({"owner": "its owner", "last controller": "its last controller"}.get(text, text))

    # -- numbers -----------------------------------------------------------------------------------------------

    def many(self, amount: Amount, of: Filter, *, up_to: bool = False, any_number: bool = False) -> str:
        """A number of things of a kind: ``an ally you control``, ``up to 2 allies``, ``X Herb objects``."""
        if any_number:
            return f"any number of {of.said(many=True)}"
        if up_to and amount.fixed == 1:
            return f"up to one {of.said()}"
        said, tail = amount.of(self, of.one(), of.said(many=True))
        return f"{'up to ' if up_to else ''}{said} {tail}".rstrip()


def _several(group: Targets) -> bool:
    return group.any or group.count.fixed != 1


_FIXED: Final = {
    "champion": Noun("your champion"),
    "remembered": Noun("the remembered card"),
    "revealed": Noun("the revealed cards", True),
    "attacker": Noun("the attacking unit"),
    "gone": Noun("the object that is gone"),
    "given": Noun("what was given up for the cost"),
}
