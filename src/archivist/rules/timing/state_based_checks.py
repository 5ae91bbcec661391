"""Between two Opportunities: state-based checks in their order, until nothing changes, then triggers (timing.3, timing.4)."""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Seat
from archivist.model.decision import Answer, Decision
from archivist.model.state import State
from archivist.rules.abilities import placing_triggers, restrictions
from archivist.rules.asking import Asked, ask_cards
from archivist.rules.cards import control_and_obedience, states_and_counters
from archivist.rules.combat import roles
from archivist.rules.effects import precedence_and_prohibitions
from archivist.rules.effects.continuous.effects_in_force import standing
from archivist.rules.effects.continuous.what_objects_bring import Objects, objects
from archivist.rules.effects.events import say
from archivist.rules.playing_cards import effects_stack, leaving_the_stack, negating_and_fizzling
from archivist.rules.targets_and_copies.copies import cease
from archivist.rules.turn import ending_and_leaving_the_game
from archivist.rules.zones import destroying_sacrificing_banishing, moving, revealing
from archivist.vocabulary.pending import Item

Changed = Asked[bool]
"""A check; gives whether anything changed."""


def run(state: State) -> Changed:
    """Runs every check in its order; if anything changed, all of them again. What was found settled stays so.

    Winning and losing come first, then all deaths at once, then the others, those of the stack last: mostly something
    has happened to the stack alone. Gives whether anything changed.

    Rules: timing.4, timing.4.1, timing.4.2, timing.3.3, timing.4.6.choice.1, effects.2, effects.2.1, effects.2.2,
    timing.4.2.1, timing.4.2.7, timing.4.2.5.
    """
    found = False
    while not state.now.settled:
        changed = False
        if not calm(state):
            changed = ending_and_leaving_the_game.check(state)
            if state.over:
                return True
            gone = dying(state)
            if gone:
                changed = yield from deaths(state, gone)
            known, own = state.standing or standing(state), state.objects or objects(state)
            if own.namesakes or "words" in known.changed:
                changed = (yield from _unique(state)) or changed
            if own.linked:
                changed = (yield from _links(state)) or changed
            changed = states_and_counters.cancel_pairs(state) or changed
            changed = _while_effects(state) or changed
            changed = control_and_obedience.refresh(state) or changed
            if state.combat is not None:
                changed = (yield from roles.check_roles(state)) or changed
        if state.stack:
            changed = _restrictions(state) or changed
            changed = _targets(state) or changed
            changed = _orphans(state) or changed
        if state.stack_cards:
            changed = (yield from _idle_cards(state)) or changed
        if changed:
            found = True
        else:
            state.now.settled = True
    return found


def deaths(state: State, gone: list[int]) -> Changed:
    """Those `dying` of lethal damage and lost durability go, all at the same time (timing.4.2.2, timing.4.2.3)."""
    return bool((yield from destroying_sacrificing_banishing.destroy(state, gone, *_causes(state, gone))))


def _causes(state: State, dying: list[int]) -> tuple[str, ...]:
    """Why objects die at this check: damage, lost life, or durability that is used up."""
    worn = [number for number in dying if not states_and_counters.lethal(state, state.cards[number])]
    found = ["timing.4.1", "timing.3.2", "timing.3.3", "effects.2.1", "effects.2.2", "effects.2.3"]
    if len(worn) < len(dying):
        found += ("timing.4.2.2", "cards.4.14")
    if worn:
        found += ("timing.4.2.3", "combat.5.17", "cards.9.durability")
    return (*found, "timing.4.6.choice.1") if len(dying) > 1 else tuple(found)


def dying(state: State) -> list[int]:
    """The objects that die; most cannot, as one look at their damage tells."""
    known, cards = state.standing or standing(state), state.cards
    if known.weakens_all or known.weakened or known.makes_durable:
        return [number for number in state.field if _dies(state, cards[number])]
    return [
        number
        for number, life in (state.objects or objects(state)).lives
        if ((card := cards[number]).damage >= life or "debuff" in card.counters) and _dies(state, card)
    ]


def _dies(state: State, card: Card) -> bool:
    """Whether a unit has lethal damage, or a weapon or Siegeable object no durability.

    Rules: combat.5.17, cards.4.14, cards.9.durability, timing.4.2.2, timing.4.2.3.

    A champion with lethal damage makes its player lose, which is settled before; it dies here if they cannot lose.
    """
    worn = states_and_counters.worn_out(state, card)
    if not worn and not states_and_counters.lethal(state, card):
        return False
    words = state.now.words(state, card)
    dead = worn or (
        "unit" in words and ("champion" not in words or precedence_and_prohibitions.cannot_lose(state, card.controller))
    )
    return dead and not state.now.has(state, card, "immortality")


def _unique(state: State) -> Changed:
    """Of Unique objects of one name each player keeps one; then all the others are sacrificed at once.

    They go to the graveyard, also immortal ones, and that is dying (timing.4.5). Other namesakes do not count. A Link
    Shield is sacrificed in the place of its object: then the check finds both again (keywords.link-shield).

    Rules: timing.4.2.4, timing.4.6, timing.4.6.choice.1, terms.8.
    """
    gone: list[int] = []
    for seat in state.living():
        groups: dict[str, list[Card]] = {}
        for card in moving.on_field(state):
            if card.controller == seat and "unique" in state.now.words(state, card):
                groups.setdefault(card.face, []).append(card)
        for cards in groups.values():
            if len(cards) > 1:
                gone += yield from _all_but_one(seat, cards)
    if gone:
        deathless = (
            ("timing.4.5", "keywords.immortality")
            if any(state.now.has(state, state.cards[each], "immortality") for each in gone)
            else ()
        )
        rules = ("timing.4.2.4", "terms.8", "cards.4.18", *deathless)
        yield from destroying_sacrificing_banishing.sacrifice(state, gone, *rules)
    return bool(gone)


def _all_but_one(seat: Seat, cards: list[Card]) -> Asked[list[int]]:
    """The Unique objects of one name that their player does not choose to keep."""
    rules = ("timing.4.2.4", "cards.4.18", "terms.8")
    kept = yield from ask_cards(seat, "unique", rules, "choose which one to keep", cards)
    return [card.id for card in cards if card not in kept]


def _links(state: State) -> Changed:
    """An object with Link and no link is sacrificed, a Link Shield destroyed, all at once (keywords.link, timing.4.4).

    An immortal one stays. Its link is broken all the same: it is told once, and what has no link any more has none to
    lose at the next check.

    Rules: keywords.immortality.
    """
    broken: list[int] = []
    shields: list[int] = []
    lasting: list[int] = []
    for number in (state.objects or objects(state)).linked:
        card = state.cards[number]
        link = state.pool[card.face].link
        assert link is not None
        other = state.current(card.linked) if card.linked is not None else None
        if other is not None and link.of.fits(restrictions.own_scene(state, card), other):
            continue
        if not destroying_sacrificing_banishing.immortal(state, number):
            (shields if link.shield else broken).append(number)
        elif card.linked is not None:
            lasting.append(number)
    gone: list[int] = []
    if broken or shields:
        gone = yield from destroying_sacrificing_banishing.unlink(state, broken, shields, "timing.4.4")
    for number in lasting:
        destroying_sacrificing_banishing.outlast_link(state, number, "timing.4.4")
    return bool(gone or lasting)


def _while_effects(state: State) -> bool:
    """Effects that last while their source is controlled end when it is gone (effects.5.2)."""
    for each in state.lasting:
        if each.until == "while this":
            break
    else:
        return False
    return state.end_lasting(
        lambda each: each.until == "while this" and not _still_controlled(state, each.source, each.controller)
    )


def _still_controlled(state: State, source: Card, seat: Seat) -> bool:
    card = state.still(source)
    return card is not None and card.zone == "field" and card.controller == seat


def _restrictions(state: State) -> bool:
    """A restricted text that was unlocked and is not any more is lost for this item for good (RU.19, CA.1.4.1).

    Rules: abilities.5.7.
    """
    changed = False
    for item in state.stack:
        if not item.had:
            continue
        card = state.cards[item.card]
        lost = tuple(pair for pair in item.had if pair not in item.off and not _unlocked(state, item, card, pair))
        if lost:
            state.alter_item(item.id, off=(*item.off, *lost))
            say(state, events.Lost, "RU.19", "CA.1.4.1", "abilities.5.7", player=item.controller, card=card)
            changed = True
    return changed


def _unlocked(state: State, item: Item, card: Card, pair: tuple[int, int]) -> bool:
    part, mode = pair
    paragraph = item.text[part]
    if mode == -1:
        return restrictions.unlocked(state, card, paragraph.when)
    modes = paragraph.modes
    assert modes is not None
    if not restrictions.unlocked(state, card, modes.options[mode].when):
        return False
    chosen = [each for where, each in item.modes if where == part]
    if modes.more is None or mode not in chosen[modes.choose :]:
        return True
    return restrictions.unlocked(state, card, modes.more.when)


def _targets(state: State) -> bool:
    """Illegal targets become no target; an item all of whose required targets are gone fizzles at once.

    Rules: timing.4.2.8, timing.4.6.choice.2, targets-and-copies.3.11.choice.
    """
    changed = False
    for item in state.stack:
        if not item.groups:
            continue
        groups, fresh = effects_stack.refreshed(state, item), item
        if groups != item.groups:
            effects_stack.tell_lost_targets(state, item, groups)
            state.alter_item(item.id, groups=groups)
            fresh = replace(item, groups=groups)
            changed = True
        required = [
            thing for group in groups if group.required and effects_stack.counts(fresh, group) for thing in group.things
        ]
        if required and all(thing is None for thing in required):
            negating_and_fizzling.fizzle(
                state, fresh, "CR.1.4.1.1", "CR.1.2", "timing.4.2.8", *negating_and_fizzling.GONE
            )
            changed = True
    return changed


def _orphans(state: State) -> bool:
    """All instances whose card has left the stack fizzle (PC.8, RU.2, timing.4.2.10, timing.4.3)."""
    orphans = negating_and_fizzling.orphans(state)
    for item in orphans:
        rules = ("PC.8", "RU.2") if state.cards[item.card].zone == "field" else ("PC.8",)
        negating_and_fizzling.fizzle(state, item, *rules, "timing.4.2.10", "timing.4.3", "targets-and-copies.7.7")
    return bool(orphans)


def _idle_cards(state: State) -> Changed:
    """A card of which no instance is left leaves the stack for its zone (PC.7, RS.11, timing.4.2.9)."""
    idle = leaving_the_stack.idle_cards(state)
    for card in idle:
        if card.token:
            cease(state, card)
        else:
            yield from leaving_the_stack.leave(state, card, "timing.4.2.9")
    return bool(idle)


def unsettled(state: State) -> bool:
    """Whether anything has happened since the game was settled last that may need settling."""
    if state.shown or state.waiting:
        return True
    now = state.now
    if not now.settled:
        now.settled = calm(state) and (not (state.stack or state.stack_cards) or _stack_is_calm(state))
    return not now.settled


def calm(state: State) -> bool:
    """Whether one look tells that no check would find anything, those of the stack aside: so it is after most steps.

    All who fight are still there, no effect could end a life or change hands, nobody has drawn from an empty deck, no
    damage reaches a printed life. `run` without this look comes to the same (`tests/rules/timing/test_calm.py` compares
    them).
    """
    known, own = state.standing or standing(state), state.objects or objects(state)
    if known.uneasy or own.linked or own.namesakes:
        return False
    if state.combat is not None and not roles.steady(state):
        return False
    return state.sound is own or _sound(state, own)


def _sound(state: State, own: Objects) -> bool:
    """Whether the game goes on for every player, no damage reaches a printed life, and no counter lowers one.

    That stays so until players, objects, damage or counters change.
    """
    for player in state.players:
        if player.drew_from_empty or player.fate:
            return False
        if player.champion is None and player.had_champion and not player.lost:
            return False
    cards = state.cards
    for number, life in own.lives:
        card = cards[number]
        if card.damage >= life and not states_and_counters.durable(state, card):
            return False
    for number in state.field:
        if "debuff" in cards[number].counters:
            return False
    state.sound = own
    return True


def _stack_is_calm(state: State) -> bool:
    """Whether nothing on the stack can have changed: no item has targets or restricted text, each card has its instance."""
    busy: set[int] = set()
    for item in state.stack:
        if item.had or item.groups:
            return False
        if item.is_play:
            if state.cards[item.card].zone != "stack":
                return False
            busy.add(item.card)
    return busy.issuperset(state.stack_cards)


def settle(state: State) -> Generator[Decision, Answer, bool]:
    """The work before anybody receives Opportunity: checks until nothing changes, then triggers, and again.

    It is never done in the middle of an event (timing.3.1).

    Whatever changed has dropped what was derived of it, so that every check works out continuous effects anew. Gives
    whether anything changed.

    Rules: timing.2.9, timing.3, timing.3.2, timing.3.3, timing.3.4, timing.3.5, effects.2.3.
    """
    if state.shown:
        revealing.conclude(state)
    changed = False
    while not state.over:
        changed = (yield from run(state)) or changed
        if state.over or not state.waiting:
            break
        yield from placing_triggers.place_triggers(state)
        changed = True
    return changed
