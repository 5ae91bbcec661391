"""Explanations: cards, decisions and rules in words, and why a card cannot be played now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from archivist.cards import pool
from archivist.cards.names import Names, fold
from archivist.cards.rulings import rulings
from archivist.game import Game
from archivist.model.card import Seat
from archivist.model.errors import did_you_mean
from archivist.notation import sheets
from archivist.notation.seen import cards_of, health, listed, name_of, object_line, state_of, zone_of
from archivist.notation.wording import wording
from archivist.person.menus import Menu, Misunderstood
from archivist.person.names import people_of
from archivist.person.why import Verdict, verdicts
from archivist.rules.catalogue import UnknownRule, catalogue, rule, search, spelled, under
from archivist.view import CardView, View

MENTIONS: Final = 10
"""How many rules are shown for a search."""
NAMED: Final = 6
"""How many names are told where words could mean several cards."""


# -- cards, decisions, rules -------------------------------------------------------------------------------------


def card(name: str, view: View) -> list[str]:
    """A card: what is printed on it, how it is on the table now, and rulings."""
    face = pool()[name]
    described = sheets.facts(face)
    kind = " ".join((*described.elements, *described.classes, *described.types, *described.subtypes))
    speed = f", {described.speed}" if described.speed else ""
    lines = [name, f"  {kind}{speed}"]
    lines += [f"  {line}" for line in (sheets.cost(face), sheets.stats(face)) if line]
    lines += [f"  {line}" for line in wording(face)]
    for each in cards_of(view):
        if each.name == name and zone_of(view, each.handle) in ("field", "intent"):
            whose = people_of(view).belongs(each.controller)
            lines.append(f"  now: {_now(each)}, {whose}")
    return lines + [f"  ruling: {ruling}" for ruling in rulings(name)]


def _now(each: CardView) -> str:
    """How an object is: a champion with what is left of its life."""
    if each.level is None:
        return object_line(each)
    power = [f"{each.power} power"] if each.power else []
    return ", ".join((name_of(each), f"level {each.level}", *power, health(each), *state_of(each)))


def decision(menu: Menu) -> list[str]:
    """The pending decision, how to answer it, and the rule that asks."""
    asked = menu.decision
    lines = [menu.title]
    if menu.how:
        lines.append(f"  {menu.how[:1].upper()}{menu.how[1:]}.")
    if menu.enter:
        lines.append(f"  Enter: {menu.enter}.")
    if asked.attempt:
        lines.append("  c gives up the play; it leaves no trace (PC.3).")
    if asked.asker in pool():
        lines += [f"  {asked.asker}: {line}" for line in wording(pool()[asked.asker])]
    return [*lines, *stated(asked.rule)]


def stated(*ids: str) -> list[str]:
    """Rules with what they say."""
    return [f"  {each}: {rule(each).statement}" for each in ids if each in catalogue()]


def asked_about(words: str, menu: Menu) -> list[str]:
    """Answers ``?``, which may be about the decision (if nothing follows), the number of a choice, a rule, or a card."""
    if not words:
        return decision(menu)
    if words.isdecimal() and len(words) < 9:
        found = menu.card(int(words))
        if found is None:
            raise Misunderstood(
                f"there is no choice {words}; ? NUMBER or ? NAME explains a card, ? alone this decision"
            )
        return card(found, menu.view) if found else decision(menu)
    exact = Names(pool()).find(words)
    if exact is not None:
        return card(exact, menu.view)
    told = _rules(words)
    if told:
        return told
    name = _card_name(words, menu.view)
    if name is not None:
        return card(name, menu.view)
    return _mentions(words, menu.view)


def _rules(words: str) -> list[str]:
    """A rule by its id, with its clauses, or a keyword by its name; nothing if there is none."""
    for meant in (spelled(words), spelled(f"keywords {words}")):
        if meant == "keywords" and fold(words) != meant:
            continue
        try:
            return [line for each in under(meant) for line in stated(each.id)]
        except UnknownRule:
            continue
    return []


def _mentions(words: str, view: View) -> list[str]:
    """What has a word that is meant, best first: rules that use it, a card of the pool that is called so, rules in which
    a word begins so. Raises Misunderstood with the nearest names if there is nothing.
    """
    begun = search(words)
    found = [each for each in begun if set(_words(words)) <= set(_words(f"{each.id} {each.statement}"))]
    called = [] if found else _called(pool(), words)
    if len(called) == 1:
        return card(called[0], view)
    if called:
        more = [f"{len(called) - NAMED} more"] if len(called) > NAMED else []
        raise Misunderstood(f"{words!r} could be {'; '.join([*called[:NAMED], *more])}: type more of the name")
    found = found or begun
    if not found:
        raise Misunderstood(f"no card, keyword or rule is named {words!r}{did_you_mean(_nearest(words))}")
    left = len(found) - MENTIONS
    more = [f"  ... archivist rules {words} lists {left} more"] if left > 0 else []
    return [*(line for each in found[:MENTIONS] for line in stated(each.id)), *more]


def _nearest(words: str) -> Sequence[str]:
    """The names of keywords and cards that are most like some words."""
    keywords = (each.split(".")[1] for each in catalogue() if each.startswith("keywords."))
    return Names((*(each.replace("-", " ").capitalize() for each in keywords), *pool())).nearest(words)


def _card_name(words: str, view: View) -> str | None:
    """The card that is meant: by its whole name, or by a part of it that only one card has in the first place searched.

    The field is searched first, then the hand, then everything else in view, then the pool; a whole word goes before the
    beginning of one. Raises Misunderstood if several cards in view could be meant.
    """
    exact = Names(pool()).find(words)
    if exact is not None:
        return exact
    hand = next(player for player in view.players if player.name == view.seat).zones["hand"].cards
    for cards in ((*view.field, *view.intent, *view.stack_cards), hand, tuple(cards_of(view))):
        names = _fitting({each.name for each in cards}, words)
        if len(names) > 1:
            raise Misunderstood(f"{words!r} could be {listed(names, 'or')}")
        if names:
            return names[0]
    return _only(pool(), words)


def _only(names: Iterable[str], words: str) -> str | None:
    found = _fitting(names, words)
    return found[0] if len(found) == 1 else None


def _fitting(names: Iterable[str], words: str) -> list[str]:
    """The names that have these words or, if there are none, those in which a word begins this way."""
    names, wanted = list(names), fold(words)
    if not wanted:
        return []
    return _called(names, words) or sorted(name for name in names if f" {wanted}" in f" {fold(name)}")


def _called(names: Iterable[str], words: str) -> list[str]:
    """The names that have these words, whole and in this order."""
    wanted = " ".join(_words(words))
    return sorted(name for name in names if f" {wanted} " in f" {' '.join(_words(name))} ") if wanted else []


def _words(text: str) -> list[str]:
    """The words of a text, without what stands between them."""
    return re.findall(r"[\w']+", fold(text))


# -- why not -----------------------------------------------------------------------------------------------------


def why(words: str, game: Game, seat: Seat, view: View) -> list[str]:
    """Why a card that the seat sees cannot be played or used now: every reason, with its rules and what they say."""
    if not words:
        raise Misunderstood("why needs the name of a card, such as: why Fireball")
    cards = _seen(words, view)
    lines: list[str] = []
    for each in cards.values():
        for verdict in verdicts(game, seat, view, each):
            lines += _told(verdict)
    return list(dict.fromkeys(lines))


def _seen(words: str, view: View) -> dict[str, CardView]:
    """The cards that are meant, one for each zone they are seen in. Raises Misunderstood with the nearest names."""
    seen = {each.name for each in cards_of(view) if each.name}
    hand = next(player for player in view.players if player.name == view.seat).zones["hand"].cards
    name = Names(seen).find(words) or _only({each.name for each in hand}, words) or _only(seen, words)
    if name is None:
        known = _card_name(words, view)
        if known is not None:
            raise Misunderstood(f"{known} is in no zone that you can see")
        raise Misunderstood(f"you see no card named {words!r}{did_you_mean(Names(seen).nearest(words))}")
    found: dict[str, CardView] = {}
    for each in cards_of(view):
        if each.name == name:
            found.setdefault(
                zone_of(view, each.handle) + ("" if each.controller == view.seat else f"/{each.owner}"), each
            )
    own = {zone: each for zone, each in found.items() if "/" not in zone}
    return own or found


def _told(verdict: Verdict) -> list[str]:
    """A verdict with its reasons, and what the first rule of each says."""
    lines = [verdict.said, *(f"  {reason.why} [{', '.join(reason.rules)}]" for reason in verdict.reasons)]
    return lines + stated(*dict.fromkeys(reason.rules[0] for reason in verdict.reasons))


__all__ = ["asked_about", "card", "decision", "stated", "why"]
