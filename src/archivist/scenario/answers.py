"""Answers to decisions as a step words them, with the names that options go by, and the answer that declines."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from archivist.model.card import Thing
from archivist.model.decision import Answer, Decision, Pass, Play, Return
from archivist.model.errors import AnswerError, ArchivistError, suggestion
from archivist.model.state import State
from archivist.notation.naming import Name, Names, Problem, full_name, read_name, repeated
from archivist.rules.costs.declaring_costs import FREE_STARCALL, OWN_COST
from archivist.rules.legal_actions.refused_answers import deathless, declared_by, not_an_option, why_not_an_option
from archivist.scenario.source import Source, shown
from archivist.scenario.steps import Reply
from archivist.scenario.table import Refused, Table, Unasked
from archivist.vocabulary.abilities import Imbue
from archivist.vocabulary.face import Face
from archivist.vocabulary.playing_abilities import AdditionalCost, AlternativeCost
from archivist.vocabulary.text import Modes, Paragraph

YES: frozenset[object] = frozenset(("yes", "true", True))
NO: frozenset[object] = frozenset(("no", "none", "false", "keep", False, None))
"""Words that decline, or keep what is."""
FREE = FREE_STARCALL.label
"""The word for a permission to play without paying."""
LABELLED = {"modes": "mode", "optional costs": "optional cost", "alternative": "alternative cost"}
"""What goes by a label or a printed number, by the kind of decision."""


def says(value: object, words: frozenset[object]) -> bool:
    """Whether a value is one of these words."""
    return not isinstance(value, list | dict) and value in words


def decline(decision: Decision) -> Answer | None:
    """The answer that declines, if the decision has one."""
    answer = decision.default()
    if answer in ((), Pass()) or (decision.options == ("yes", "no") and answer == (1,)):
        return answer
    return None


def exact(decision: Decision, answer: Answer, *rules: str) -> Answer:
    """The answer itself. Raises Refused if it does not fit the decision."""
    try:
        decision.check(answer)
    except AnswerError as error:
        raise Refused(str(error), (*decision.rules, *rules)) from None
    return answer


def things(state: State, decision: Decision, wanted: Sequence[Name], *rules: str) -> tuple[int, ...]:
    """The positions of named things among the options. Raises Refused for a thing that is not there."""
    names = Names(state)
    found: list[Thing] = []
    for name in wanted:
        thing = names.pick(name, decision.options, found)
        if thing is None:
            again = names.pick(name, decision.options) is not None
            why = "cannot be chosen twice" if again else "is not among the options"
            meant = [each for each in names.all(name) if not again]
            said = next(filter(None, (why_not_an_option(state, decision, each) for each in meant)), "")
            why = f"{why}: {said}" if said else why
            hint = names.first(name, decision.options, found) or prompt(state, decision)
            against = dict.fromkeys(rule for each in meant for rule in deathless(state, decision, each))
            cited = (*decision.rules, *rules, *not_an_option(decision, twice=again), *against)
            raise Refused(f"{name.text} {why} ({hint})", cited)
        found.append(thing)
    return tuple(decision.options.index(thing) for thing in found)


def prompt(state: State, decision: Decision) -> str:
    """The question, followed by its options."""
    names = Names(state)
    called = [_option(state, names, option) for option in decision.options]
    options = [
        full_name(state, option) if isinstance(option, Thing) and called.count(name) > 1 else name
        for option, name in zip(decision.options[:12], called, strict=False)
    ]
    more = ", ..." if len(decision.options) > 12 else ""
    return f"{decision.prompt}: {', '.join(options)}{more}" if options else f"{decision.prompt}: nothing could be"


def _option(state: State, names: Names, option: object) -> str:
    if isinstance(option, Play):
        return f"{option.way} {state.cards[option.card].face}"
    if isinstance(option, Return):
        return f"return {state.cards[option.card].face}"
    return "pass" if isinstance(option, Pass) else names.called(option)


class Wording:
    """A step's answer to one decision, still in its own words."""

    def __init__(self, state: State, decision: Decision, source: Source, players: Collection[str]) -> None:
        self.state = state
        self.decision = decision
        self.source = source
        self.players = players

    def implies_yes(self) -> bool:
        """Whether the answer names things although only yes or no is asked; that means yes."""
        if self.decision.options != ("yes", "no"):
            return False
        if isinstance(self.source.value, dict):
            return bool(self.source.value)
        entries = [each.value for each in self.source.items("a choice")]
        return bool(entries) and all(self._is_name(each) for each in entries)

    def _is_name(self, value: object) -> bool:
        if not isinstance(value, str) or value in YES | NO:
            return False
        try:
            self._read(repeated(value)[1])
        except Problem:
            return False
        return True

    def beginning(self) -> Answer | None:
        """What the answer means for this decision if it is about the one after it, else None.

        Naming things where yes or no is asked means yes; giving shares also picks the things that get them.
        """
        value = self.source.value
        if self.decision.form == "act" and isinstance(value, dict) and Pass() in self.decision.options:
            return Pass()
        if self.implies_yes():
            return (0,)
        if self.decision.form == "pick" and _is_split(value):
            return Wording(self.state, self.decision, self.source.holding(list(value)), self.players).answer()
        return None

    def answer(self) -> Answer:
        """The exact answer. Raises Refused if it is not legal, Problem if it cannot be understood."""
        forms = {
            "act": self._act,
            "number": self._number,
            "name": self._name,
            "split": self._split,
            "order": self._order,
            "arrange": self._arrange,
            "pick": self._pick,
        }
        return exact(self.decision, forms[self.decision.form]())

    # -- forms ---------------------------------------------------------------------------------------------------

    def _act(self) -> Answer:
        """One of the plays that an effect asks for, by its card; or none."""
        value, options = self.source.value, self.decision.options
        if self._declines() and Pass() in options:
            return Pass()
        plays = [each for each in options if isinstance(each, Play | Return)]
        if says(value, YES) and len(plays) == 1:
            return plays[0]
        if not isinstance(value, str):
            raise Problem(f"an action is needed here, not {shown(value)} ({prompt(self.state, self.decision)})")
        name = self._read(value)
        for play in plays:
            if self.state.cards[play.card].face == name.card:
                return play
        raise Refused(f"{value} cannot be played now ({prompt(self.state, self.decision)})", self.decision.rules)

    def _number(self) -> Answer:
        if type(self.source.value) is not int:
            raise Problem(f"a number is needed here, not {shown(self.source.value)}")
        return (self.source.value,)

    def _name(self) -> Answer:
        name = self.source.value
        if not isinstance(name, str) or name not in self.state.whole_pool:
            raise Problem(f"no card is named {shown(name)}{suggestion(str(name), self.state.whole_pool)}")
        return name

    def _split(self) -> Answer:
        shares = {}
        for key, share in self.source.pairs("a split"):
            (position,) = things(self.state, self.decision, (self._read(key.value),))
            shares[position] = share.number("a share")
        return tuple(shares.get(position, 0) for position in range(len(self.decision.options)))

    def _arrange(self) -> Answer:
        """``{top: [..], bottom: [..]}``; unnamed cards go to the part that is left out."""
        if not isinstance(self.source.value, dict):
            raise Problem(f"a mapping with top and bottom is needed here, not {shown(self.source.value)}")
        parts = self.source.mapping("a glimpse")
        for key, source in parts.items():
            if key not in ("top", "bottom"):
                raise source.unknown("key", key, ("top", "bottom"))
        wanted = {part: self._names(parts[part]) if part in parts else () for part in ("top", "bottom")}
        placed = things(self.state, self.decision, (*wanted["top"], *wanted["bottom"]))
        cut = len(wanted["top"])
        rest = tuple(each for each in range(len(self.decision.options)) if each not in placed)
        top = placed[:cut] if "top" in parts else rest
        bottom = placed[cut:] if "bottom" in parts else rest if "top" in parts else ()
        return (*top, -1, *bottom)

    def _order(self) -> Answer:
        if self.decision.options and isinstance(self.decision.options[0], Thing):
            return things(self.state, self.decision, self._names(self.source))
        return self._trigger_order()

    def _trigger_order(self) -> Answer:
        """Triggers by the names of their sources, short or in full; a repeated name takes the next trigger of that name."""
        found: list[int] = []
        for each in self.source.items("order"):
            bare = each.word("a trigger").removeprefix("trigger/")
            name = self._read(bare if "/" in bare else f"trigger/{bare}")
            fitting = [
                position
                for position, option in enumerate(self.decision.options)
                if option == f"trigger/{name.card}" and (name.number or position not in found)
            ]
            position = name.number - 1 if name.number else 0
            if position >= len(fitting):
                why = f"{each.value} is not among what is to be ordered ({prompt(self.state, self.decision)})"
                raise Refused(why, self.decision.rules)
            found.append(fitting[position])
        missing = [str(option) for index, option in enumerate(self.decision.options) if index not in found]
        if missing:
            why = f"{', '.join(missing)} must be named too ({prompt(self.state, self.decision)})"
            raise Refused(why, self.decision.rules)
        return tuple(found)

    def _pick(self) -> Answer:
        options = self.decision.options
        if options == ("yes", "no"):
            return self._yes_or_no()
        if options and isinstance(options[0], str):
            return self._labelled()
        if self._declines() and self.decision.least == 0:
            return ()
        if says(self.source.value, YES) and len(options) == 1:
            return (0,)
        return things(self.state, self.decision, self._names(self.source))

    def _yes_or_no(self) -> Answer:
        value = self.source.value
        if not says(value, YES | NO):
            raise Problem(f"yes or no is needed here, not {shown(value)}")
        return (0,) if says(value, YES) else (1,)

    def _labelled(self) -> Answer:
        """Options that are words: modes, costs and choices that an effect offers."""
        options = tuple(str(option) for option in self.decision.options)
        found: list[int] = []
        for each in self.source.items("a choice"):
            label = self._label(each.value)
            position = _position(label, options)
            if position is not None:
                found.append(position)
            elif self._declines() and (self.decision.least == 0 or OWN_COST in options):
                return () if self.decision.least == 0 else (options.index(OWN_COST),)
            elif self.decision.kind == "modes":
                raise Refused(f"the mode {label} cannot be chosen now", self.decision.rules)
            else:
                raise Problem(f"unknown option {label!r}{suggestion(label, options) or f'; there are {options}'}")
        return tuple(found)

    def _label(self, word: object) -> str:
        if not isinstance(word, str | int) or isinstance(word, bool):
            return "no" if says(word, NO) else shown(word)
        if self.decision.kind == "modes" and word not in NO:
            return mode_label(self.state, self.decision, word)
        if isinstance(word, int):
            options = [option for option in self.decision.options if option != OWN_COST]
            return str(options[word - 1]) if 1 <= word <= len(options) else str(word)
        return word

    # -- words ---------------------------------------------------------------------------------------------------

    def _declines(self) -> bool:
        value = self.source.value
        return value == [] or says(value, NO)

    def _names(self, source: Source) -> tuple[Name, ...]:
        found: list[Name] = []
        for each in source.items("things"):
            if not isinstance(each.value, str):
                raise Problem(f"the name of a thing is needed here, not {shown(each.value)}")
            count, text = repeated(each.value)
            found.extend([self._read(text)] * count)
        return tuple(found)

    def _read(self, text: str) -> Name:
        return read_name(text, self.state.whole_pool, self.players)


def worded_next(table: Table, asked: Decision) -> bool:
    """Whether the next step answers a decision, legally or as an answer that must be refused.

    It does not where an expectation before it names another decision.
    """
    following = table.next_step
    if not isinstance(following, Reply) or following.player != table.players[asked.player]:
        return False
    if table.expects_another(asked):
        return False
    wording = Wording(table.game.state, asked, following.value, table.players)
    try:
        first = wording.beginning()
        if first is None:
            wording.answer()
        else:
            _answer_after(table, asked, first, following.value)
    except (Refused, ArchivistError):
        return following.illegal is not None
    return True


def _answer_after(table: Table, asked: Decision, first: Answer, value: Source) -> Answer:
    """The answer to the decision that comes after `first` is given. Raises an error if it is none."""
    game = table.game.copy()
    game.answer(first, asked.player)
    if game.acting or game.decision is None or game.decision.player != asked.player:
        raise Refused("there is no such decision to make", asked.rules)
    return Wording(game.state, game.decision, value, table.players).answer()


def _is_split(value: object) -> bool:
    """Whether the answer gives each thing a share, and so says both what is chosen and how much it gets."""
    return isinstance(value, dict) and bool(value) and all(type(each) is int for each in value.values())


# -- labels and printed numbers ----------------------------------------------------------------------------------


def _position(word: str, options: Sequence[str]) -> int | None:
    """Which option a word means: its label, a part of one like ``banished (Brackish Lutist)``, or a thing of that name.

    Raises Problem where a part is one of several options.
    """
    bare = word.rpartition("/")[2]
    for meant in (word, bare):
        if meant in options:
            return options.index(meant)
    fitting = [index for index, option in enumerate(options) if bare in option.removesuffix(")").split(" (")]
    if len(fitting) > 1:
        raise Problem(f"{word!r} could be {' or '.join(options[index] for index in fitting)}")
    return fitting[0] if fitting else None


def mode_label(state: State, decision: Decision, word: str | int) -> str:
    """The label of a mode given by its label or its printed number."""
    options = tuple(str(option) for option in decision.options)
    printed = _printed_modes(state, decision, options)
    if isinstance(word, int):
        return _numbered(printed, word, "modes")
    if word not in printed:
        listed = ", ".join(printed)
        raise Problem(f"unknown mode {word!r}{suggestion(word, printed) or f'; there are {listed}'}")
    return word


def _printed_modes(state: State, decision: Decision, options: Sequence[str]) -> tuple[str, ...]:
    """The labels of every printed mode that a decision is about, including those that cannot be chosen now."""
    if decision.card is not None:
        for modes in _lists_of_modes(state, state.pool[state.cards[decision.card].face]):
            labels = tuple(mode.label for mode in modes.options)
            if set(options) <= set(labels):
                return labels
    return tuple(options)


def _lists_of_modes(state: State, face: Face) -> Iterator[Modes]:
    granted = (each for other in state.whole_pool.values() for each in other.grants.values())
    for ability in (*face.abilities, *granted):
        if isinstance(ability, Paragraph) and ability.modes is not None:
            yield ability.modes


def is_cost(ability: object, kind: str) -> bool:
    """Whether an ability is a cost of the sort that a kind of decision is about: optional or alternative."""
    if kind == "alternative":
        return isinstance(ability, AlternativeCost)
    return isinstance(ability, Imbue) or (isinstance(ability, AdditionalCost) and ability.optional)


def cost_label(face: Face, word: str | int, kind: str) -> str:
    """The label by which an optional or alternative cost is declared; one without a name goes by its printed number."""
    if not isinstance(word, int):
        return word
    return _numbered(_labels(face, kind), word, kind)


def has_cost(face: Face, label: str, kind: str) -> bool:
    """Whether a card has an optional or alternative cost of that label, or of that printed number where it has no name."""
    return label in _labels(face, kind)


def _labels(face: Face, kind: str) -> list[str]:
    costs = [each for each in face.abilities if is_cost(each, kind)]
    return [_label_of(each) or str(order) for order, each in enumerate(costs, 1)]


def _label_of(ability: object) -> str:
    if isinstance(ability, Imbue):
        return ability.kind
    return ability.label if isinstance(ability, AdditionalCost | AlternativeCost) else ""


def check_known(pool: Mapping[str, Face], kind: str, words: Iterable[str | int]) -> None:
    """Raises Problem for a word that is not the label of any card's cost of this sort."""
    said = [word for word in words if isinstance(word, str)]
    if not said:
        return
    costs = (each for face in pool.values() for each in face.abilities if is_cost(each, kind))
    known = sorted({"imbue" if kind != "alternative" else FREE, *filter(None, map(_label_of, costs))})
    for word in said:
        if word not in known:
            hint = suggestion(word, known) or f"; known: {', '.join(known)}"
            raise Problem(f"unknown {LABELLED[kind]} {word!r}{hint}")


def _numbered(labels: Sequence[str], number: int, kind: str) -> str:
    """The label with a printed number. A number that is too high is a mistake in the file, except in an `illegal` step."""
    if not 1 <= number <= len(labels):
        raise Unasked(f"there is no {LABELLED[kind]} {number}; there are {len(labels)}", declared_by(kind))
    return labels[number - 1]
