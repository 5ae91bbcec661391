"""Referring to things: what a card text calls its card, its targets and what it chose, the first time and later.

A thing is ``it`` only if nothing else was mentioned in the same sentence and the one before; otherwise it is named
again (``that ally``), so that every sentence can be read in only one way.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from archivist.vocabulary.amounts import NONE, Amount
from archivist.vocabulary.costs import CardCost
from archivist.vocabulary.grammar import READER, Clause, Noun, Saying, plural
from archivist.vocabulary.node import Ref, Who
from archivist.vocabulary.results import Result, each_of, happened, number_of

if TYPE_CHECKING:
    from archivist.vocabulary.abilities import GrantedNode
    from archivist.vocabulary.costs import CostNode
    from archivist.vocabulary.effects.base import Effect
    from archivist.vocabulary.face import Face
    from archivist.vocabulary.filters import Filter
    from archivist.vocabulary.targets import Targets

_KINDS: Final = (*("champion", "ally", "weapon", "item", "phantasia", "domain", "boon", "mastery", "status"),)
"""The words by which a card refers to itself, if it is one of these: "this ally"."""

_ABOUT: Final = ("what", "on", "to", "from_")
"""The fields that say what an instruction is about."""

_THINGS: Final = frozenset(("card", "thing", "champion", "item", "object"))
"""Nouns that precede what is said about them: ``the cards put there``."""

_UNNAMED: Final = frozenset(("recover", "glimpse", "delevel"))
"""Instructions whose words name nothing that a later ``it`` could mean."""

_GIVING: Final = {"sacrifice": "sacrificed", "banish": "banished", "discard": "discarded"}
"""The costs that give something up, each with what became of it."""

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


class Speaker:
    """Reads out one ability of a card, and knows what has been mentioned so far.

    `named` are the things mentioned in this sentence, `before` those of the sentence before it, `last` is the last one.
    `left` are the references to things that are gone when the text is carried out, `everyone` the kinds of which all were
    spoken of. The nouns are what later steps call what was chosen, revealed, given up, banished or remembered.
    """

    def __init__(self, this: str, grants: Mapping[str, GrantedNode] | None = None, linked: str = "object") -> None:
        self.this = this
        self.grants = grants or {}
        self.linked = linked
        self.groups: Sequence[Targets] = ()
        self.met: list[Targets] = []
        self.elsewhere: Sequence[Targets] = ()
        self.that = Noun("it")
        self.that_waits = False
        self.controlled = False
        self.chosen = Noun("card")
        self.chosen_by = "chosen"
        self.chosen_is_yours = False
        self.picked = ""
        self.revealed = Noun("the revealed cards", True)
        self.looked = ("", "")
        self.amount = "that amount"
        self.attack = "an attack"
        self.done = "you do"
        self.deed = Noun("it")
        self.deeds: dict[str, tuple[str, Noun]] = {}
        self.counted: tuple[str, ...] = ()
        self.results: dict[int, Result] = {}
        self.given = Noun("what was given up for the cost")
        self.gone = Noun("the object that is gone")
        self.remembered = Noun("the remembered card")
        self.champion = "your champion"
        self.left: set[str] = set()
        self.everyone: set[str] = set()
        self.last = ""
        self.named: set[str] = set()
        self.before: set[str] = set()

    @classmethod
    def of(cls, face: Face) -> Speaker:
        """The speaker for a card."""
        kind = next((kind for kind in _KINDS if kind in face.words), "card")
        speaker = cls(f"this {kind}", face.grants, face.link.of.noun if face.link else "object")
        speaker.champion = "this champion" if kind == "champion" else "your champion"
        speaker.gives([cost for ability in face.abilities for cost in getattr(ability, "pay", ())])
        return speaker

    def going_on(self, earlier: Speaker) -> Speaker:
        """The same, with what an earlier paragraph of the same text has done: later ones speak of that too."""
        self.chosen, self.chosen_by, self.chosen_is_yours = earlier.chosen, earlier.chosen_by, earlier.chosen_is_yours
        self.deed, self.deeds, self.counted = earlier.deed, dict(earlier.deeds), earlier.counted
        self.gone, self.remembered = earlier.gone, earlier.remembered
        self.elsewhere = earlier.elsewhere
        return self

    def inherits(self) -> None:
        """An inherited effect is that of the champion in whose lineage the card is, which may be an opponent's."""
        own = self.this == "this champion"
        self.champion = "your champion" if own else "the champion with this card in its lineage"

    def works_in(self, zones: Sequence[str]) -> None:
        """An ability that works only where its card is no object speaks of the card: ``this card``, not ``this ally``."""
        if zones and "field" not in zones:
            self.this, self.champion = "this card", "your champion"

    def reveals(self, *, many: bool) -> None:
        """Cards, or one, have just been revealed, and can be referred to from now on."""
        self.revealed = Noun("the revealed cards" if many else "the revealed card", many)

    def loses_sight(self, ref: Ref, how: str, *, remembered: bool = False) -> None:
        """Something is banished or sacrificed: later steps call it by what became of it, ``the banished ally``."""
        noun, many = self.things_of(ref)
        self.gone = Noun(f"the {how} {plural(noun) if many else noun}", many)
        if remembered:
            self.remembered = self.gone

    def gives(self, costs: Sequence[CostNode]) -> None:
        """What is given up for a cost: ``the ally sacrificed for the cost``."""
        found = [_given(cost) for cost in costs if isinstance(cost, CardCost) and cost.verb in _GIVING]
        if found:
            self.given = Noun(" or ".join(f"the {noun.text}" for noun in found), any(noun.plural for noun in found))

    def mark(self) -> tuple[str, set[str], list[Targets], set[str]]:
        """What has been mentioned, to come back to if words are not used."""
        return self.last, set(self.named), list(self.met), set(self.everyone)

    def back(self, mark: tuple[str, set[str], list[Targets], set[str]]) -> None:
        """As though nothing had been mentioned since."""
        self.last, self.named, self.met, self.everyone = mark[0], set(mark[1]), list(mark[2]), set(mark[3])

    def loses(self, name: str) -> None:
        """Something is gone by the time the text is carried out: it ``was``, it ``had``."""
        self.left.add(name)

    def verb(self, name: str, now: str, then: str) -> str:
        """A verb in the tense that fits: ``is``, or ``was`` of something that is gone."""
        return then if name in self.left else now

    def granting(self, noun: str) -> Speaker:
        """The speaker for an ability that is granted to something."""
        return Speaker(f"this {noun}", self.grants)

    def aim(self, groups: Sequence[Targets]) -> None:
        """A text or mode with targets of its own begins."""
        self.groups, self.met = groups, []
        self.elsewhere = (*self.elsewhere, *groups)

    def pause(self) -> None:
        """Something else begins: nothing was mentioned that ``it`` could mean."""
        self.last = ""
        self.named, self.before = set(), set()

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

    def item(self, ref: Ref) -> str:
        """What something is called that is done to what is on the stack: ``it`` is no object there."""
        return self._case(self._noun(ref, on_stack=True), "them")

    def subject(self, ref: Ref | str) -> Noun:
        """What something is called as the subject of an action."""
        noun = self._noun(ref)
        return Noun(self._case(noun, "they"), noun.plural)

    def possessive(self, ref: Ref | str) -> str:
        """``this ally's``, ``its``."""
        return self.subject(ref).possessive

    def each(self, ref: Ref) -> str:
        """What something is called where each of several is meant by itself: ``each of those allies``."""
        noun = self._noun(ref)
        return f"each of {self._case(noun, 'them')}" if noun.plural else noun.text

    def one(self, ref: Ref) -> str:
        """What something is called where it may happen to any one of several: ``an ally you control``."""
        if ref.each is None:
            noun = self._noun(ref)
            return f"one of {self._case(noun, 'them')}" if noun.plural else noun.text
        self._name(ref.text)
        return ref.each.one()

    def means_several(self, ref: Ref | str) -> bool:
        """Whether a reference may mean several things."""
        name = ref.name if isinstance(ref, Ref) else ref
        if name.startswith("target"):
            groups = self._aimed(name) or self._aimed_before()
            return len(groups) > 1 or any(map(_several, groups))
        if name == "revealed":
            return self.revealed.plural
        if name.startswith("it") or name in ("given", "remembered"):
            return self._named(name).plural
        return self.chosen.plural if name == "chosen" else name == "spent"

    def owners(self, ref: Ref) -> str:
        """Whose zone cards go to: ``your`` if they are certainly yours, otherwise ``its owner's``."""
        if (ref.name == "chosen" and self.chosen_is_yours) or ref.name == "revealed":
            return "your"
        aimed = self._aimed(ref.name) or self._aimed_before()
        kinds = [group.of for group in aimed] if ref.name.startswith("target") else [ref.each]
        if all(kind is not None and kind.owner == "you" for kind in kinds):
            return "your"
        return "their owners'" if self.means_several(ref) else "its owner's"

    def filled(self, words: str) -> str:
        """Words with what they call the card and the target put in."""
        words = words.replace("{amount}", self.amount).replace("{done}", self.done).replace("{it}", self.number_of())
        for mark, ref in (("{this}", "this"), ("{that}", "that"), ("{target_s}", "target")):
            if mark in words:
                words = words.replace(mark, self.possessive(ref) if mark.endswith("_s}") else self.subject(ref).text)
        if "{power}" in words:
            had = f"the power {self.subject('this').text} had" if "this" in self.left else ""
            words = words.replace("{power}", had or f"{self.possessive('this')} power")
        return words

    def holder(self, where: str) -> str:
        """What counters lie on, as an amount names it."""
        return "your mastery" if where == "mastery" else self.object(where)

    def holding(self, where: str, *, many: bool) -> str:
        """Where counters lie, or lay: ``on this ally``, ``that were on this ally``."""
        lay = f"that {'were' if many else 'was'} " if where in self.left else ""
        return f"{lay}on {self.holder(where)}"

    def whose(self, words: str) -> str:
        """Words with the player named whom they call ``they``: the one whom the trigger or the target means."""
        champion = self.that.text.endswith(" champion")
        owner = f"{self.that.text}'s" if champion and "their lineage" in words else "that player's"
        return re.sub(r"\b(in|from|of) their\b", rf"\1 {owner}", words)

    def choose(self, noun: str, *, many: bool, yours: bool = False, by: str = "chosen") -> None:
        """Something has just been chosen, and can be referred to from now on."""
        self.chosen, self.chosen_is_yours, self.chosen_by = Noun(noun, many), yours, by
        self.pause()
        self._name("chosen")

    def things_of(self, ref: Ref) -> Noun:
        """The bare word for what a reference means: ``ally``."""
        if ref.name == "chosen":
            return Noun(self.chosen.text, self.chosen.plural)
        return Noun(self._kind(ref), self.means_several(ref))

    def did(self, effect: Effect, saying: Saying) -> None:
        """An instruction has just been told, and later ones may refer to what it did."""
        if isinstance(saying, Clause):
            self.done = effect.done_said(saying.subject)
        else:
            self.done = effect.done_said(READER)
        self.counted = (effect.numbered,) if effect.numbered else ()
        several = self._several(effect)
        kind, _, rest = effect.named.partition(" ") if effect.named.partition(" ")[0] in _THINGS else ("", "", "")
        if kind:
            noun = f"the {plural(kind) if several else kind} {rest}".rstrip()
        else:
            *adjectives, last = effect.named.split() or ["thing"]
            noun = " ".join(("the", *adjectives, plural(last) if several else last))
        self.deed = Noun(noun, several)
        tag = str(effect.__struct_config__.tag)
        self.deeds[tag] = (effect.numbered, self.deed)
        self.results[id(effect)] = Result(self.counted, self.deed, self.done)
        self.before, self.named = self.named, set()
        if effect.named and tag not in _UNNAMED and not self._refs(effect) and self.before != {"chosen"}:
            self.before.add(tag)
        if self.last.startswith("it"):
            self.last = ""

    def did_one_of(self, effects: Sequence[Effect], *, done: bool) -> None:
        """One of several instructions was the last that was done: later ones speak of whichever it was.

        Without `done` they do not speak of whether it was done, but of an option that was taken.
        """
        known = [self.results[id(each)] for each in effects if id(each) in self.results]
        if not known:
            return
        self.counted = tuple(dict.fromkeys(number for each in known for number in each.counted))
        nouns = list(dict.fromkeys(each.deed for each in known))
        self.deed = Noun(" or ".join(noun.text for noun in nouns), any(noun.plural for noun in nouns))
        if done:
            self.done = " or ".join(dict.fromkeys(each.done for each in known))

    @staticmethod
    def _refs(effect: Effect) -> list[Ref]:
        """What an instruction is about."""
        return [value for name in _ABOUT if isinstance(value := getattr(effect, name, None), Ref)]

    def _several(self, effect: Effect) -> bool:
        """Whether an instruction may be about several things."""
        refs = self._refs(effect)
        several = any(ref.each is not None or self.means_several(ref) for ref in refs)
        if several or (refs and not effect.makes):
            return several
        who = getattr(effect, "who", None)
        amount = next((getattr(effect, name) for name in effect.counting if hasattr(effect, name)), None)
        if getattr(effect, "all", False) or (isinstance(who, Who) and who.text.startswith("each ")):
            return True
        return isinstance(amount, Amount) and amount.fixed != 1

    def number_of(self, step: str = "") -> str:
        """The number that resulted from the last step, or the last of a kind: ``the number of cards drawn this way``."""
        return number_of(self._counted(step))

    def each_of(self, step: str = "") -> str:
        """One of what the last step, or the last of a kind, counts: ``card drawn this way``; empty where it measures."""
        return each_of(self._counted(step))

    def happened(self) -> str:
        """What the last step counts, as it was done: ``counters were moved this way``."""
        return happened(self._counted(""))

    def _counted(self, step: str) -> tuple[str, ...]:
        known = (self.deeds[step][0],) if step in self.deeds else () if step else self.counted
        return tuple(filter(None, known)) or ("things done",)

    def about(
        self, that: str, *, last: bool = True, which: str = "that", controlled: bool = False, waits: bool = False
    ) -> None:
        """A trigger has just named what its event is about; `which` tells it from others, such as ``the hit``.

        With `controlled` the player whom the event is about is its controller, who has not been mentioned yet. What
        `waits` on the stack is ``it`` only where no object can be meant.
        """
        self.that_waits = waits
        self.that = Noun(f"{which} {that}")
        self.controlled = controlled
        if last:
            self._name("that")

    def split(self, ref: Ref) -> Amount:
        """What is split among targets."""
        groups = (*self._aimed(ref.name), *self._aimed_before())
        return next((group.split for group in groups if group.split is not None), NONE)

    def unmet(self) -> list[Targets]:
        """Targets that the text has not mentioned yet."""
        return [group for group in self.groups if not any(group is each for each in self.met)]

    @staticmethod
    def _case(noun: Noun, them: str) -> str:
        return them if noun.text == "them" else noun.text

    def _noun(self, ref: Ref | str, *, on_stack: bool = False) -> Noun:
        if isinstance(ref, Ref) and ref.each is not None:
            return self._all(ref.text, ref.each)
        name = ref.name if isinstance(ref, Ref) else ref
        if name.startswith("target"):
            return self._target(name)
        noun = self._named(name)
        clear = on_stack or name != "that" or not self.that_waits
        if clear and self._plainly(name) and name != "champion":
            return Noun("them", True) if noun.plural else Noun("it")
        self._name(name)
        return noun

    def _name(self, name: str) -> None:
        """Something is mentioned by its name."""
        self.last = name
        self.named.add(name)

    def _plainly(self, name: str) -> bool:
        """Whether ``it`` can mean nothing else: the last thing mentioned, and the only one in this sentence and the last."""
        if self.last != name or not (self.named | self.before) <= {name}:
            return False
        self.named.add(name)
        return True

    def _all(self, text: str, kind: Filter) -> Noun:
        """All of a kind: ``each ally``; once they were spoken of, ``those allies``."""
        if self._plainly(text):
            return Noun("them", True)
        self._name(text)
        if text in self.everyone:
            return Noun(f"those {plural(kind.noun)}", True)
        if kind.text == "champion that player controls":
            return Noun("that player's champion")
        self.everyone.add(text)
        return Noun(f"each {kind.said()}")

    def _named(self, name: str) -> Noun:
        if name in ("this", "self"):
            return Noun(self.this)
        if name == "that":
            return self.that
        if name == "revealed" and self.picked == name:
            return Noun("the other revealed cards", True)
        if name == "chosen":
            noun, many = self.chosen
            return Noun(f"the {self.chosen_by} {plural(noun) if many else noun}", many)
        known = {"given": self.given, "gone": self.gone, "remembered": self.remembered, "revealed": self.revealed}
        if name in known:
            return known[name]
        if name == "champion":
            return Noun(self.champion)
        if name == "it":
            return self.deed
        if name.startswith("it("):
            return self.deeds[name[3:-1]][1] if name[3:-1] in self.deeds else Noun("it")
        if name.startswith("mastery"):
            return Noun(f"your {name.removeprefix('mastery').strip() or 'mastery'}")
        if name == "linked":
            return Noun(f"the linked {self.linked}")
        return Noun("the attacker") if name == "attacker" else Noun(f"the cards {self.this} was paid with", True)

    # -- targets -----------------------------------------------------------------------------------------------

    def _aimed(self, name: str) -> list[Targets]:
        """The groups that a reference to targets means; players are referred to as players."""
        wanted = name.removeprefix("target").strip() or "target"
        groups = [group for group in self.groups if not group.player]
        return [group for group in groups if group.name == wanted] or groups

    def _aimed_before(self) -> list[Targets]:
        """The group that is meant where a text has none of its own: the first one of the text before it."""
        return [group for group in self.elsewhere if not group.player][:1]

    def _target(self, name: str) -> Noun:
        groups = self._aimed(name)
        if not groups and (before := self._aimed_before()):
            self._name(name)
            noun = before[0].noun
            return Noun(f"those {plural(noun)}", True) if _several(before[0]) else Noun(f"that {noun}")
        if not groups:
            self.last = ""
            return Noun("its target")
        nouns = [self._group(group) for group in groups]
        return nouns[0] if len(nouns) == 1 else Noun(" and ".join(noun.text for noun in nouns), True)

    def _group(self, group: Targets) -> Noun:
        key, many = f"target {self._place(group)}", _several(group)
        if not any(group is each for each in self.met):
            self.met.append(group)
            said = group.said(self)
            self._mentioned(key, group)
            return Noun(said, many)
        if self._plainly(key) and not group.player:
            return Noun("them", True) if many else Noun("it")
        self._mentioned(key, group)
        noun = group.noun
        alike = [each for each in self.groups if each.noun == noun]
        if len(alike) > 1:
            order = _ORDINALS[next(index for index, each in enumerate(alike) if each is group)]
            return Noun(f"the {order} {plural(noun) if many else noun}", many)
        return Noun(f"those {plural(noun)}", True) if many else Noun(f"that {noun}")

    def _mentioned(self, key: str, group: Targets) -> None:
        """A target is mentioned; a player is no thing that ``it`` could mean."""
        if not group.player:
            self._name(key)

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
        if text == "that player" and self.controlled and not any(group.player for group in self.groups):
            self.controlled = False
            return Noun(f"{self.that.possessive} controller")
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


def _given(cost: CardCost) -> Noun:
    """What a cost takes: ``card banished for the cost``."""
    several = cost.count.fixed != 1
    noun = plural(cost.of.noun) if several else cost.of.noun
    return Noun(f"{noun} {_GIVING[cost.verb]} for the cost", several)
