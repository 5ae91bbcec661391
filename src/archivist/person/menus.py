"""Menus: a decision as numbered choices, and what a person types as an answer to it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from archivist.cards.names import Names, fold
from archivist.model.errors import ArchivistError, did_you_mean
from archivist.notation.seen import (
    by_handle,
    cost_line,
    facts_line,
    health,
    listed,
    meaning,
    name_of,
    numbers_of,
    state_of,
    zone_of,
)
from archivist.person.names import People
from archivist.person.outlooks import dealt, priced
from archivist.person.suggestions import suggested
from archivist.view import CardView, Choice, DecisionView, Forecast, View

SHORTEST: Final = 3
"""How many letters of a name must be typed to choose by it."""
PASSES: Final = 0
"""The number of the choice that passes. No word of what it says passes: one passes on purpose."""
SEEN: Final = 9
"""How many names are listed where a card is to be named."""
_BETWEEN: Final = re.compile(r",|\band\b|\+", re.IGNORECASE)
_SEVERAL: Final = re.compile(r"(\d{1,3})\s*[x×]?\s+(\D.*)", re.IGNORECASE)


class Misunderstood(ArchivistError):
    """An input that does not answer the decision; says what would."""


class Ambiguous(Misunderstood):
    """An input that names several choices."""


class NotPassed(Misunderstood):
    """An input with words of the choice that passes: one passes on purpose."""


class Row(msgspec.Struct, frozen=True):
    """A choice: the number to type, what it is, something about it, and the options of the decision it stands for.

    `vital` is what `aside` begins with that nobody can choose well without: why it would fizzle, its price, its damage.
    """

    key: int
    text: str
    aside: str = ""
    options: tuple[int, ...] = ()
    card: str = ""
    vital: str = ""


class Menu:
    """The choices of one decision. `suggestion` is what Enter answers.

    By the numbers of the options, `texts` say what they do, and `forecasts` what they cost, deal or lead to.
    """

    def __init__(
        self, view: View, texts: Mapping[int, str] | None = None, forecasts: Sequence[Forecast] | None = None
    ) -> None:
        decision = view.decision
        assert decision is not None
        self.view = view
        self.people = People.seen_by(view.seat, [player.name for player in view.players])
        self.texts = texts or {}
        self.forecasts = forecasts or [Forecast()] * len(decision.options)
        self.decision: DecisionView = decision
        self.suggestion: Choice | None = suggested(view)
        self.rows: list[Row] = self._rows()

    @property
    def title(self) -> str:
        prompt, asker = self.decision.prompt, self.decision.asker
        told = prompt if not asker or asker in prompt else f"{asker}: {prompt}"
        return told[:1].upper() + told[1:]

    @property
    def how(self) -> str:
        """How to answer, in a few words; nothing where typing a number is enough."""
        return ""

    @property
    def enter(self) -> str:
        """What Enter answers, in words; nothing if it answers nothing."""
        return "" if self.suggestion is None else self.said(self.suggestion)

    def said(self, choice: Choice) -> str:
        """An answer in words."""
        if not isinstance(choice, tuple):
            return self.decision.options[choice] if isinstance(choice, int) else choice
        return listed([self._short(index) for index in choice]) or "none"

    def read(self, typed: str) -> Choice:
        """The answer that was typed. Raises Misunderstood."""
        raise NotImplementedError

    def card(self, key: int) -> str | None:
        """The name of the card that a choice is about: empty if there is none, None if there is no such choice."""
        return next((row.card for row in self.rows if row.key == key), None)

    # -- rows ----------------------------------------------------------------------------------------------------

    def _rows(self) -> list[Row]:
        return [self._row(index + 1, index) for index in range(len(self.decision.options))]

    def _row(self, key: int, index: int) -> Row:
        """An option that is a thing or a word."""
        card = self._card(index)
        if card is None:
            said = self._short(index)
            meant = self._meaning(index)
            return Row(key, said, "" if said == meant else meant, (index,))
        deals = dealt(self.forecasts[index])
        aside = "; ".join(filter(None, (deals, self._about(card))))
        return Row(key, self._short(index), aside, (index,), card.name, deals)

    def _card(self, index: int) -> CardView | None:
        handles = self.decision.handles
        return by_handle(self.view).get(handles[index]) if handles[index] else None

    def _short(self, index: int) -> str:
        card = self._card(index)
        if card is not None:
            return name_of(card)
        label = self.people.told(self.decision.options[index].removeprefix("trigger/"))
        return (self._meaning(index) or label) if label.isdecimal() else label

    def _meaning(self, index: int) -> str:
        """The text of a cost or mode that is chosen by its label, as the card that asks has it."""
        return meaning(self.decision.asker, self.decision.kind, self.decision.options[index])

    def _about(self, card: CardView) -> str:
        """Whose a card is, where it lies, and its state."""
        zone = zone_of(self.view, card.handle)
        if zone not in ("field", "intent", "stack"):
            usual = zone in ("hand", "material") and card.owner == self.view.seat
            where = "" if usual else f"{self.people.whose(card.owner)} {zone}"
            return ", ".join(each for each in (where, facts_line(card.name)) if each)
        whose = self.people.belongs(card.controller)
        numbers = f"level {card.level}, {health(card)}" if card.level is not None else numbers_of(card)
        return ", ".join(each for each in (whose, numbers, *state_of(card)) if each)

    # -- reading -------------------------------------------------------------------------------------------------

    def _keys(self, typed: str) -> list[int]:
        """The numbers typed, such as ``1 3``, ``1,3`` or ``2-4``. Raises Misunderstood for anything else."""
        found: list[int] = []
        for word in typed.replace(",", " ").split():
            span = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", word)
            if span is None:
                raise Misunderstood(f"{typed!r} is not a choice here; type a number, or help.")
            first = int(span[1])
            found.extend(range(first, min(int(span[2]), first + 1000) + 1) if span[2] else (first,))
        return found

    def _indices(self, typed: str) -> tuple[int, ...]:
        """The indices of the options whose numbers were typed."""
        known = {row.key: row.options[0] for row in self.rows}
        keys = self._keys(typed)
        for key in keys:
            if key not in known:
                raise Misunderstood(f"{key} is not among the choices; they are {self._span()}.")
        return tuple(known[key] for key in keys)

    def _span(self) -> str:
        keys = sorted(row.key for row in self.rows)
        return f"{keys[0]} to {keys[-1]}" if len(keys) > 1 else str(keys[0])

    def _named(self, typed: str, taken: Sequence[int] = ()) -> list[int]:
        """The indices of the choices with this name that are not taken yet: all of one name, or none.

        Raises Ambiguous if several different ones could be meant.
        """
        wanted = fold(typed)
        if len(wanted) < SHORTEST or not wanted[0].isalpha():
            return []
        rows = [row for row in self.rows if row.options and row.options[0] not in taken]
        found = [row for row in rows if fold(row.text) == wanted] or [
            row for row in rows if f" {wanted}" in f" {fold(row.text)}"
        ]
        names = list(dict.fromkeys((row.text, row.aside) for row in found))
        if len(names) > 1:
            told = listed([f"{row.key} ({row.text})" for row in found[:SEEN]], "or")
            raise Ambiguous(f"{typed!r} could be {told}; type the number.")
        return [row.options[0] for row in found]

    def _fitting(self, choice: tuple[int, ...]) -> Choice:
        problem = self.decision.problem_of(choice)
        if problem:
            raise Misunderstood(f"{problem[:1].upper()}{problem[1:]}.")
        return choice


class ActMenu(Menu):
    """What a player may do: 0 passes, and equal actions are one choice."""

    @property
    def title(self) -> str:
        view = self.view
        match self.decision.kind:
            case "materialize":
                return "Your materialize phase: what do you materialize?"
            case "opportunity" if view.stack:
                top = view.stack[0]
                return f"{top.name} is on the stack: do you respond?"
            case "opportunity" if view.turn_player == view.seat and view.phase == "main":
                return "Your main phase: what do you do?"
            case "opportunity":
                whose = self.people.possessive(view.turn_player)
                during = "attack" if view.phase == "combat" else f"{view.phase} phase"
                return f"During {whose} {during}: what do you do?"
        return super().title

    @property
    def enter(self) -> str:
        """What Enter does; it passes only to let something go on, or where nothing else can be done."""
        if self.suggestion is None:
            return ""
        passing = self._pass().partition(": ")[2]
        return f"pass, {passing}" if passing else "pass"

    def read(self, typed: str) -> Choice:
        if fold(typed) == "pass" and "pass" in self.decision.options:
            return self.decision.options.index("pass")
        named = self._named(typed, [row.options[0] for row in self.rows if row.key == PASSES])
        if named:
            return named[0]
        passing = next((fold(row.text) for row in self.rows if row.key == PASSES), "")
        if typed[:1].isalpha() and f" {fold(typed)}" in f" {passing}":
            raise NotPassed(f"{typed!r} does not pass: 0 does.")
        chosen = self._indices(typed)
        if len(chosen) != 1:
            raise Misunderstood("Do one thing at a time: type one number.")
        return chosen[0]

    def _rows(self) -> list[Row]:
        found: list[tuple[str, CardView | None, list[int]]] = []
        passing: list[Row] = []
        for index, option in enumerate(self.decision.options):
            if option == "pass":
                passing.append(Row(PASSES, self._pass(), options=(index,)))
                continue
            card = self._card(index)
            text, alike = self._act(index), None if card is None else replace(card, handle="")
            same = next((each for each in found if each[:2] == (text, alike)), None)
            if same is None:
                found.append((text, alike, [index]))
            else:
                same[2].append(index)
        rows = [self._action(key, *each) for key, each in enumerate(found, 1)]
        return rows + passing

    def _action(self, key: int, text: str, card: CardView | None, indices: list[int]) -> Row:
        times = f" ({len(indices)} of them)" if len(indices) > 1 else ""
        vital, aside = self._comes_to(indices[0], card)
        return Row(key, text + times, aside, tuple(indices), card.name if card else "", vital)

    def _comes_to(self, index: int, card: CardView | None) -> tuple[str, str]:
        """What an action would lead to: that it would fizzle, what it deals, what it costs now; then what it is."""
        forecast, text = self.forecasts[index], self.texts.get(index, "")
        if text or card is None:
            return "", text
        deals = dealt(forecast)
        if self.decision.options[index].startswith("attack "):
            numbers = "" if card.level is not None else numbers_of(card)
            return deals, ", ".join(filter(None, (deals, numbers, *state_of(card))))
        fizzles = f"would fizzle: {forecast.fizzles}" if forecast.fizzles else ""
        price = priced(forecast)
        about = facts_line(card.name, price) if price else self._about(self._card(index) or card)
        before = [each for each in (fizzles, deals) if each]
        vital = "; ".join((*before, cost_line(card.name, price))) if price else "; ".join(before)
        return vital, "; ".join(filter(None, (*before, about)))

    def _act(self, index: int) -> str:
        option = self.decision.options[index]
        if option.startswith("use "):
            handle = self.decision.handles[index]
            several = sum(
                each == handle and label.startswith("use ")
                for each, label in zip(self.decision.handles, self.decision.options, strict=True)
            )
            if several == 1:
                option = option.rpartition(", ability ")[0]
        return option[:1].upper() + option[1:]

    def _pass(self) -> str:
        view = self.view
        if self.decision.kind == "materialize":
            return "Materialize nothing"
        if self.decision.kind != "opportunity":
            return "Pass: play nothing"
        if view.stack:
            return f"Pass: let {view.stack[0].name} resolve"
        if view.phase == "combat":
            return "Pass: let the attack go on"
        if view.turn_player == view.seat:
            return f"Pass: end your {'turn' if view.phase == 'end' else f'{view.phase} phase'}"
        return f"Pass: let {self.people.called(view.turn_player)} go on"


class PickMenu(Menu):
    """Some of the options, or one; a yes or no can be typed as such."""

    @property
    def yes_or_no(self) -> bool:
        return self.decision.options == ("yes", "no")

    @property
    def how(self) -> str:
        least, most = self.decision.least, min(self.decision.most, len(self.decision.options))
        if self.yes_or_no:
            return "type y or n"
        if least == most == 1:
            return ""
        if least == most:
            return f"type {least} numbers or names, such as {' '.join(str(row.key) for row in self.rows[:least])}"
        if least == 0:
            return "type a number, or 0 for none" if most == 1 else "type numbers or names, all, or 0 for none"
        return f"type {least} to {most} numbers, such as {' '.join(str(row.key) for row in self.rows[:least])}"

    def read(self, typed: str) -> Choice:
        word = fold(typed)
        if self.yes_or_no and word in ("y", "n", "yes", "no"):
            return (0,) if word[0] == "y" else (1,)
        if word in ("0", "none", "-"):
            return self._fitting(())
        if word == "all":
            return self._fitting(tuple(range(len(self.decision.options))))
        return self._fitting(self._chosen(typed))

    def _chosen(self, typed: str) -> tuple[int, ...]:
        """The options that are meant: by numbers such as ``1 3``, or by names such as ``fireball, 2 idle thoughts``."""
        if not any(letter.isalpha() for letter in typed):
            return self._indices(typed)
        parts = [part.strip() for part in _BETWEEN.split(typed) if part.strip()]
        chosen: list[int] = []
        for part in parts:
            if not any(letter.isalpha() for letter in part):
                chosen += self._indices(part)
                continue
            several = _SEVERAL.fullmatch(part)
            number, name = (int(several[1]), several[2]) if several else (1, part)
            named = self._named(name, chosen)
            if not named:
                raise Misunderstood(f"{name!r} is not among the choices; type numbers or names, or help.")
            if len(named) < number:
                raise Misunderstood(f"There are only {len(named)} of {name!r}.")
            chosen += named[:number]
        return tuple(chosen)


class NumberMenu(Menu):
    """A number in a range."""

    @property
    def how(self) -> str:
        return f"type a number from {self.decision.least} to {self.decision.most}"

    def _rows(self) -> list[Row]:
        return []

    def said(self, choice: Choice) -> str:
        return str(choice[0]) if isinstance(choice, tuple) else str(choice)

    def read(self, typed: str) -> Choice:
        return self._fitting(tuple(self._keys(typed)))


class SplitMenu(Menu):
    """An amount for each option."""

    @property
    def how(self) -> str:
        return f"type a share for each in this order, {self.decision.total} in all, such as {self._example()}"

    def _example(self) -> str:
        assert isinstance(self.suggestion, tuple)
        return " ".join(map(str, self.suggestion))

    def said(self, choice: Choice) -> str:
        assert isinstance(choice, tuple)
        return listed([f"{share} to {self._short(index)}" for index, share in enumerate(choice)])

    def read(self, typed: str) -> Choice:
        return self._fitting(tuple(self._keys(typed)))


class OrderMenu(Menu):
    """All options in an order; those that are not named come last, as they are listed."""

    @property
    def how(self) -> str:
        return "type the numbers in the order you want, such as 2 1; the others follow"

    @property
    def enter(self) -> str:
        return "the order shown"

    def said(self, choice: Choice) -> str:
        assert isinstance(choice, tuple)
        return ", then ".join(self._short(index) for index in choice)

    def read(self, typed: str) -> Choice:
        first = self._indices(typed)
        rest = (index for index in range(len(self.decision.options)) if index not in first)
        return self._fitting((*first, *rest))


class ArrangeMenu(Menu):
    """Cards on top, then a slash, then those for the bottom; without a slash, those not named go to the bottom."""

    @property
    def how(self) -> str:
        example = "2 / 1" if len(self.decision.options) > 1 else "/ 1"
        return f"type the cards for the top, topmost first, then / and those for the bottom, such as {example}"

    @property
    def enter(self) -> str:
        return "all on top, as shown"

    def said(self, choice: Choice) -> str:
        assert isinstance(choice, tuple)
        cut = choice.index(-1)
        top, bottom = (", ".join(self._short(each) for each in part) for part in (choice[:cut], choice[cut + 1 :]))
        return f"top: {top or 'none'}; bottom: {bottom or 'none'}"

    def read(self, typed: str) -> Choice:
        above, slash, below = typed.partition("/")
        top, bottom = self._indices(above), self._indices(below)
        rest = tuple(index for index in range(len(self.decision.options)) if index not in (*top, *bottom))
        return self._fitting((*top, *rest, -1, *bottom) if slash and bottom else (*top, -1, *bottom, *rest))


class NameMenu(Menu):
    """The name of a card; those that the opponents have shown are listed."""

    @property
    def how(self) -> str:
        return "type the name of a card, or part of it" + (", or a number" if self.rows else "")

    def _rows(self) -> list[Row]:
        others = [card for card in by_handle(self.view).values() if card.owner != self.view.seat and card.name]
        names = [name for name in dict.fromkeys(card.name for card in others) if name in self.decision.options]
        return [Row(key, name, facts_line(name), (), name) for key, name in enumerate(names[:SEEN], 1)]

    def said(self, choice: Choice) -> str:
        return str(choice)

    def read(self, typed: str) -> Choice:
        if typed.isdecimal() and len(typed) < 9:
            card = self.card(int(typed))
            if card:
                return card
        names = Names(self.decision.options)
        found = names.find(typed)
        if found is not None:
            return found
        close = names.nearest(typed)
        alike = [name for name in self.decision.options if fold(typed) in fold(name)]
        if len(alike) == 1:
            return alike[0]
        raise Misunderstood(f"No card is named {typed!r}{did_you_mean(close) or '.'}")


MENUS: dict[str, type[Menu]] = {
    "act": ActMenu,
    "pick": PickMenu,
    "number": NumberMenu,
    "split": SplitMenu,
    "order": OrderMenu,
    "arrange": ArrangeMenu,
    "name": NameMenu,
}


def menu(view: View, texts: Mapping[int, str] | None = None, forecasts: Sequence[Forecast] | None = None) -> Menu:
    """The menu of a view's decision."""
    assert view.decision is not None
    return MENUS[view.decision.form](view, texts, forecasts)
