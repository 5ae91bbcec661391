"""Abilities that are about playing the card itself: costs, permissions and restrictions of a play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal

from archivist.model.card import Way
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.conditions import Condition
from archivist.vocabulary.costs import CostNode, Counters, paid
from archivist.vocabulary.grammar import article, capital, listed, stop, title
from archivist.vocabulary.node import Node
from archivist.vocabulary.printing import Form, form
from archivist.vocabulary.words import LIMITING_PHASES

if TYPE_CHECKING:
    from archivist.vocabulary.speech import Speaker


def line(fronts: Sequence[str], parts: Sequence[str]) -> str:
    """A line of a card's text: what precedes it, and its sentences."""
    return "".join(f"{front}: " for front in fronts) + " ".join(stop(part) for part in parts)


def restricted(speaker: Speaker, when: Condition | None) -> list[str]:
    return [when.front(speaker)] if when is not None else []


def workplaces(only: Sequence[str], never: Sequence[str]) -> list[str]:
    """Where an ability works, if it says so."""
    found = [f"Works only {listed([_place(zone) for zone in only], 'or')}"] if only else []
    return [*found, *([f"Does not work {listed([_place(zone) for zone in never], 'or')}"] if never else [])]


def _place(zone: str) -> str:
    """``on the field``, ``in the graveyard``."""
    return f"{'on' if zone in ('field', 'stack') else 'in'} the {'material deck' if zone == 'material' else zone}"


class AdditionalCost(Node, frozen=True, tag_field="ability", tag="additional cost"):
    """Something paid on top of the card's own cost; an optional one has a label by which it is declared.

    One labelled ``prepare`` makes the card prepared. Rules: costs.1.2, keywords.prepare.
    """

    pay: tuple[CostNode, ...]
    optional: bool = False
    label: str = ""
    when: Condition | None = None
    variable: Literal["", "X", "Y"] = ""
    least: int = 0

    printed: ClassVar[tuple[Form, ...]] = (
        form("{when:fronts} as an additional cost to <activate|materialize|play> this card , {pay:costs and} ."),
        form(
            "{when:fronts} as an additional cost to activate this card , sacrifice any amount of {pay:any_sacrifice} .",
            variable="X",
        ),
        form("{when:fronts} prepare {pay:prepare}", optional=True, label="prepare"),
        form(
            "{when:fronts} prepare x . x cannot be 0 .",
            optional=True,
            label="prepare",
            variable="X",
            least=1,
            pay=(Counters(kind="preparation", count=Amount("X")),),
        ),
    )

    def said(self, speaker: Speaker) -> list[str]:
        kind = "Optional cost" if self.optional else "Additional cost"
        name = f"{kind} ({self.label})" if self.label else kind
        chosen = f", choosing {self.variable}" if self.variable else ""
        least = f"{' of' if self.variable else ','} at least {self.least}" if self.least else ""
        return [line([*restricted(speaker, self.when), name], [f"{paid(self.pay, speaker)}{chosen}{least}"])]


class AlternativeCost(Node, frozen=True, tag_field="ability", tag="alternative cost"):
    """Something paid instead of the card's own cost; `from_` ties it to a zone (Ephemerate, Starcalling).

    One labelled ``brew`` makes the play brewed. `less` is what it costs less, perhaps while something holds.

    Rules: costs.1.2, costs.4.1, keywords.brew.
    """

    pay: tuple[CostNode, ...]
    label: str = ""
    when: Condition | None = None
    from_: Literal["", "graveyard", "deck"] = ""
    free: bool = False
    if_: Condition | None = None
    less: Amount | None = None
    less_if: Condition | None = None

    printed: ClassVar[tuple[Form, ...]] = (
        form("{when:fronts} brew — {pay:brew}", label="brew"),
        form("{when:fronts} starcalling — {pay:costs}", label="starcalling", from_="deck"),
        form("{when:fronts} ephemerate — {pay:costs} <|.>", label="ephemerate", from_="graveyard"),
        form(
            "{when:fronts} ephemerate — {pay:costs} . as long as {less_if:if} , this card costs ( {less:n_amount} ) less "
            "to activate this way .",
            label="ephemerate",
            from_="graveyard",
        ),
        form("{when:fronts} you may {pay:costs and} rather than pay this card 's reserve cost ."),
        form(
            "{when:fronts} <if|as long as> {if_:if} , you may {pay:costs and} rather than pay this card 's reserve cost ."
        ),
        form(
            '{when:fronts} as long as {if_:if} , this card in your graveyard has " ephemerate — {pay:costs} " .',
            label="ephemerate",
            from_="graveyard",
        ),
    )

    def said(self, speaker: Speaker) -> list[str]:
        name = f"Alternative cost ({self.label})" if self.label else "Alternative cost"
        glimpsed = " as you glimpse it" if self.from_ == "deck" else ""
        place = f" to activate {speaker.this} from your {self.from_}{glimpsed}" if self.from_ else ""
        free = f"{'' if place else f' to play {speaker.this}'} without paying its own cost" if self.free else ""
        free = f"{free} {self.if_.said(speaker)}" if self.if_ is not None else free
        if self.less is not None:
            only = f" {self.less_if.said(speaker)}" if self.less_if is not None else ""
            free = f"{free} ({self.less.said(speaker)} less{only})"
        return [line([*restricted(speaker, self.when), name], [f"{paid(self.pay, speaker)}{place}{free}"])]


class CostModifier(Node, frozen=True, tag_field="ability", tag="cost modifier"):
    """Changes what this card costs to play."""

    amount: Amount
    when: Condition | None = None
    if_: Condition | None = None
    way: Way | Literal["any"] = "any"
    label: str = ""

    printed: ClassVar[tuple[Form, ...]] = (
        form("{when:fronts} {label:label} <this card|~> costs {amount:more less} less to {way:way} {:tail} ."),
        form(
            "{when:fronts} {label:label} <this card|~> costs {amount:more less} less to {way:way} <if|as long as> {if_:if} ."
        ),
        form(
            "{when:fronts} {label:label} <as long as|if> {if_:if} , "
            "<this card|~> costs {amount:more less} less to {way:way} {:tail} ."
        ),
        form("{when:fronts} <this card|~> costs {amount:more less} less to {way:way} during {if_:during} ."),
        form("{when:fronts} {label:label} <this card|~> costs {amount:more} more to {way:way} {:tail} ."),
        form(
            "{when:fronts} {label:label} <this card|~> costs {amount:more} more to {way:way} <if|as long as> {if_:if} ."
        ),
        form(
            "{when:fronts} {label:label} <as long as|if> {if_:if} , "
            "<this card|~> costs {amount:more} more to {way:way} {:tail} ."
        ),
    )

    def said(self, speaker: Speaker) -> list[str]:
        label = [title(self.label)] if self.label else []
        way = f"to {self.way}" if self.way != "any" else ""
        change = f"costs {self.amount.changed(speaker, way)}"
        conditions = [each for each in (self.when, self.if_) if each is not None]
        if " for " not in change:
            return [line(label, [" ".join((change, *(each.said(speaker) for each in conditions)))])]
        return [line([*label, *(each.front(speaker) for each in conditions)], [change])]


class Permission(Node, frozen=True, tag_field="ability", tag="permission"):
    """This card may be activated from another zone, perhaps for something more, and then goes elsewhere.

    With `fast` it may be activated at fast speed: then also from the hand (timing.5.1).
    """

    from_: Literal["graveyard", "banishment", "material", "memory", "hand"]
    when: Condition | None = None
    if_: Condition | None = None
    pay: tuple[CostNode, ...] = ()
    free: bool = False
    goes_to: Literal["", "banishment", "deck bottom"] = ""
    ephemeral: bool = False
    fast: bool = False
    rested: bool = False

    printed: ClassVar[tuple[Form, ...]] = (
        form("{when:fronts} you may activate this card from your {from_:zone} ."),
        form("{when:fronts} as long as {if_:if} , you may activate this card from your {from_:zone} ."),
        form("{when:fronts} you may activate this card from your {from_:zone} <if|as long as> {if_:if} ."),
        form("{when:fronts} if {if_:if} , you may activate this card from your {from_:zone} ."),
        form(
            "{when:fronts} you may activate this card from your {from_:zone} . if you do , banish it as it resolves .",
            goes_to="banishment",
        ),
        form(
            "{when:fronts} as long as {if_:if} , you may activate this card from your {from_:zone} . "
            "if you do , banish it as it resolves .",
            goes_to="banishment",
        ),
        form(
            "{when:fronts} you may activate this card from your {from_:zone} . "
            "if you do , put it on the bottom of <its owner 's|your> deck as it resolves .",
            goes_to="deck bottom",
        ),
        form(
            "{when:fronts} you may activate this card from your {from_:zone} . if you do <,|> it enters the field ephemeral .",
            ephemeral=True,
        ),
        form(
            "{when:fronts} you may {pay:costs and} to activate this card from your {from_:zone} "
            "without paying its <costs|cost|reserve cost> .",
            free=True,
        ),
        form("{when:fronts} you may {pay:costs and} to activate this card from your {from_:zone} ."),
        form(
            "{when:fronts} as long as {if_:if} , you may {pay:costs and} to activate this card from your {from_:zone} ."
        ),
        form(
            "{when:fronts} <if|as long as> {if_:if} , you may {pay:costs and} to activate this card from your {from_:zone} "
            "without paying its <costs|cost|reserve cost> .",
            free=True,
        ),
        form(
            "{when:fronts} you may activate this card from your {from_:zone} . "
            "if you do , <~ enters|it enters> the field rested .",
            rested=True,
        ),
        form("{when:fronts} you may activate this card as though it had fast activation .", from_="hand", fast=True),
        form(
            "{when:fronts} <if|as long as> {if_:if} , you may activate this card as though it had fast activation .",
            from_="hand",
            fast=True,
        ),
        form("{when:fronts} you may pay {pay:payment} to activate this card from your {from_:zone} ."),
        form(
            "{when:fronts} as long as {if_:if} , you may pay {pay:payment} to activate this card from your {from_:zone} ."
        ),
    )

    def said(self, speaker: Speaker) -> list[str]:
        zone = {"material": "material deck"}.get(self.from_, self.from_)
        also = f"{paid(self.pay, speaker)} to " if self.pay else ""
        cost = "costs" if self.from_ == "material" else "reserve cost"
        free = f" without paying its {cost}" if self.free else ""
        only = f"{self.if_.said(speaker)}, " if self.if_ is not None else ""
        place = "" if self.from_ == "hand" else f" from your {zone}"
        fast = " at fast speed" if self.fast else ""
        parts = [f"{only}you may {also}activate {speaker.this}{place}{fast}{free}"]
        if self.goes_to:
            goes = {"banishment": "is banished", "deck bottom": "goes to the bottom of its owner's deck"}[self.goes_to]
            parts.append(f"if you do, it {goes} as it leaves the stack")
        if self.ephemeral:
            parts.append(f"if you do, it {'is' if speaker.this == 'this card' else 'enters the field'} ephemeral")
        if self.rested:
            parts.append("if you do, it enters rested")
        return [line(restricted(speaker, self.when), parts)]


class Restriction(Node, frozen=True, tag_field="ability", tag="restriction"):
    """The card cannot be played unless this holds."""

    only: Condition

    printed: ClassVar[tuple[Form, ...]] = (
        form("activate this card only if {only:if} ."),
        form("activate this card only during your turn .", only=Condition("your turn")),
        form("activate this card only during an opponent 's turn .", only=Condition("an opponent's turn")),
        form(
            "activate this card only during an opponent 's recollection phase .",
            only=Condition("an opponent's recollection phase"),
        ),
        *(
            form(f"activate this card only during your {phase} phase .", only=Condition(f"your {phase} phase"))
            for phase in LIMITING_PHASES
        ),
    )

    def said(self, speaker: Speaker) -> list[str]:
        return [line([], [f"can be played only {self.only.only(speaker)}"])]


class ClassLocked(Node, frozen=True, tag_field="ability", tag="class locked"):
    """The card cannot be played unless your champion has one of these classes; the plain keyword means the card's own.

    Of several locks each must be met. Rules: keywords.class-locked.
    """

    classes: tuple[str, ...]

    def said(self, speaker: Speaker) -> list[str]:
        classes = listed([article(capital(each)) for each in self.classes], "or")
        return [line(["Class Locked"], [f"can be played only if your champion is {classes}"])]
