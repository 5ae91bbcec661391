"""Playing cards: activating, materializing and bestowing, in nine steps (PC, CA, CM, BB).

The three ways share one list of steps and differ only where their pages differ. A step that finds the play illegal
refuses it; whoever made the attempt then puts the old state back, so that an illegal play leaves no trace (PC.3).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Final

from msgspec.structs import replace

from archivist.model.card import Card, Played, Seat, Way
from archivist.model.decision import Answer, Decision
from archivist.model.errors import Illegal, Reason
from archivist.model.state import State
from archivist.rules import champions, costs, levels, payment, permissions, stack, targets, timing, zones
from archivist.rules import characteristics as now
from archivist.rules.attempt import LEGALITY, Attempt
from archivist.rules.declaring import FREE_STARCALL, declare_costs, settle_licence
from archivist.rules.events import say
from archivist.rules.grounds import plays as grounds
from archivist.rules.grounds import targets as target_grounds
from archivist.rules.permissions import Licence
from archivist.rules.scene import Scene
from archivist.vocabulary.abilities import Imbue
from archivist.vocabulary.face import Face
from archivist.vocabulary.node import Steps, attempted
from archivist.vocabulary.pending import Group
from archivist.vocabulary.statics.base import concerns
from archivist.vocabulary.statics.characteristics import Modify
from archivist.vocabulary.statics.game import Forbid
from archivist.vocabulary.statics.playing import NextActivation
from archivist.vocabulary.words import ADVANCED_ELEMENTS

PAGES: Final = {"activate": "CA.1", "materialize": "CM.1", "bestow": "BB.3"}
COMPLETE: Final = {"activate": "CA.1.9", "materialize": "CM.3.4", "bestow": "BB.3.4"}


Step = Callable[[Attempt], Steps | None]


def play(
    state: State, player: Seat, way: Way, card: int, licence: Licence | None = None, *, collect: bool = False
) -> Steps:
    """Goes down the nine steps. Raises Illegal at the step that refuses, with the state as far as it had got."""
    attempt = Attempt(state, player, way, card, licence, collect=collect)
    for step in STEPS:
        asking = step(attempt)
        if asking is not None:
            yield from attempted(asking)
    if attempt.reasons:
        raise Illegal(*attempt.reasons)


def plainly_possible(state: State, player: Seat, way: Way, number: int, licences: list[Licence]) -> bool:
    """Whether a card that leaves nothing to declare but targets can be played: the same steps, asked only.

    The card stays where it is, nothing is chosen and nothing is told, so nothing has to be put back.
    """
    attempt = Attempt(state, player, way, number, silent=True)
    attempt.licences = licences
    try:
        check_elements(attempt)
        settle_licence(attempt)
        _note_unlocked(attempt)
        face = attempt.face
        if face.targeting and not targets.fillable(attempt.scene(), face.text, attempt.had, attempt.link):
            return False
        check_legality(attempt)
        price = attempt.calculated()
        if price is None:
            return False
        payer = attempt.payer()
        payer.gone.add(number)
        return payment.payable(payer, attempt.bill(price))
    except Illegal:
        return False


# -- 1 announce --------------------------------------------------------------------------------------------------


def announce(attempt: Attempt) -> None:
    """The card goes from its zone onto the stack and is timestamped now (CA.1.1).

    Rules: terms.2.activate.
    """
    _check_permission(attempt)
    state, card = attempt.state, attempt.before
    if card.zone == "deck":
        say(state, "reveal", "zones.2.4", player=attempt.player, card=replace(card, face_up=True, zone="stack"))
    empower = levels.empowerment(state, attempt.player, card) if attempt.way == "activate" else 0
    zones.move(
        state,
        attempt.number,
        "stack",
        "CA.1.1",
        PAGES[attempt.way],
        "PC.1",
        controller=attempt.player,
        played=Played(attempt.way, attempt.player, attempt.origin, empower=empower),
    )
    if empower:
        say(state, "empowered", *grounds.EMPOWERED, player=attempt.player, card=attempt.card, amount=empower)
    licence = grounds.of_announcement(state, attempt.player, attempt.way, attempt.card, attempt.licences)
    say(state, "announce", "CA.1.1", "PC.4", *licence, player=attempt.player, card=attempt.card, note=attempt.way)


def _check_permission(attempt: Attempt) -> None:
    """Control or a permission, from that zone, now (PC.2, CA.1.9.1, timing.1)."""
    state, player, way, card = attempt.state, attempt.player, attempt.way, attempt.before
    if attempt.instructed is not None:
        attempt.licences = [attempt.instructed]
        return
    attempt.licences = permissions.licences(state, player, card, way)
    attempt.licence = attempt.licences[0] if attempt.licences else None
    if not attempt.licences:
        raise Illegal(_no_licence(attempt))
    when = timing.refusal(state, player, way, card, attempt.face, attempt.licences)
    if when is not None:
        attempt.refuse(when.why, *when.rules)


def _no_licence(attempt: Attempt) -> Reason:
    """Why a player may not play this card from where it lies; says nothing about a card they may not see (RU.14)."""
    card, way = attempt.before, attempt.way
    legality = LEGALITY[way]
    if way == "bestow":
        if card.zone == "pantheon" and card.owner == attempt.player:
            return Reason(("RU.6", "BB.3.4.1", legality), f"{attempt.face.name} has been bestowed already")
        return Reason(("BB.3.4.1", "PC.2", legality), "only a boon in your own Pantheon zone can be bestowed")
    own = card.owner == attempt.player and card.zone in ("hand", "material")
    if way == "materialize" and own and costs.kind_of(attempt.state, card) != "memory":
        why = f"{attempt.face.name} has no memory cost, so it cannot be materialized"
        return Reason(("CM.3.4.2", "RU.5", "CM.2", legality, "costs.3.6"), why)
    if way == "materialize":
        return Reason(("CM.2", "PC.2", legality, "turn.4.7"), "nothing permits you to materialize that card now")
    return Reason(("CA.1.9.1", "PC.2", legality), "you may not activate that card from there")


# -- 2 check elements --------------------------------------------------------------------------------------------


def check_elements(attempt: Attempt) -> None:
    """Every element of the card must be enabled for the player (CA.1.2, BB.3.1.1); champions ignore this (CM.3.1.1)."""
    state, face = attempt.state, attempt.face
    if "champion" in face.words:
        return
    if any(licence.ignore_elements for licence in attempt.licences):
        attempt.licences = [licence for licence in attempt.licences if _lets_through(attempt, licence)]
        return
    if permissions.ignores_elements(state, attempt.player, attempt.card):
        return
    needed = now.elements(state, attempt.card)
    missing = sorted(needed - now.enabled_elements(state, attempt.player))
    if missing:
        several = ("CA.1.2.1", "CA.1.2") if len(needed) > 1 else ("CA.1.2",)
        rules = (*several, "BB.3.1.1") if attempt.way == "bestow" else several
        rules = (*rules, *grounds.of_elements(state, attempt.player, needed))
        attempt.refuse(f"{face.name} needs {' and '.join(missing)}, which you have not enabled", *rules)
    elif not attempt.silent:
        rules = ("CA.1.2", "BB.3.1.1") if attempt.way == "bestow" else ("CA.1.2",)
        rules = (*rules, "CA.1.2.1") if len(needed) > 1 else rules
        rules = (*rules, *grounds.of_elements(state, attempt.player, needed))
        say(state, "elements", *rules, player=attempt.player, card=attempt.card, note=" and ".join(sorted(needed)))


def _lets_through(attempt: Attempt, licence: Licence) -> bool:
    """Whether a card may be played by a licence as far as its elements go."""
    enabled = now.enabled_elements(attempt.state, attempt.player)
    return licence.ignore_elements or now.elements(attempt.state, attempt.card) <= enabled


# -- 4 select modes ----------------------------------------------------------------------------------------------


def select_modes(attempt: Attempt) -> Steps:
    """All modes are selected now and never change afterwards (CA.1.4); asked again only for what paying added.

    Rules: terms.2.modes.
    """
    _note_unlocked(attempt)
    scene = attempt.scene()
    for part, paragraph in enumerate(attempt.face.text):
        if paragraph.modes is None or not now.unlocked(attempt.state, attempt.card, paragraph.when):
            continue
        least, most = stack.mode_bounds(paragraph.modes, scene)
        already = [mode for where, mode in attempt.modes if where == part]
        open_modes = [
            mode
            for mode, option in enumerate(paragraph.modes.options)
            if mode not in already and stack.mode_available(scene, option, attempt.state, attempt.card)
        ]
        least, most = max(0, least - len(already)), max(0, most - len(already))
        if most == 0:
            continue
        if len(open_modes) < least:
            attempt.refuse("no mode can be selected", "CA.1.4", "CA.1.5")
            continue
        chosen = yield from _ask_modes(attempt, part, open_modes, least, min(most, len(open_modes)))
        attempt.modes = tuple(sorted((*attempt.modes, *((part, mode) for mode in chosen))))
        total = [mode for where, mode in attempt.modes if where == part]
        for order, mode in enumerate(total):
            extra = paragraph.modes.more is not None and order >= paragraph.modes.choose
            if (extra or paragraph.modes.options[mode].when is not None) and (part, mode) not in attempt.had:
                attempt.had = (*attempt.had, (part, mode))


def _ask_modes(
    attempt: Attempt, part: int, open_modes: list[int], least: int, most: int
) -> Generator[Decision, Answer, list[int]]:
    modes = attempt.face.text[part].modes
    assert modes is not None
    answer = yield Decision(
        attempt.player,
        "modes",
        ("CA.1.4", "terms.2.modes"),
        f"choose {'a mode' if most == 1 else f'{most} modes'}",
        options=tuple(modes.options[mode].label for mode in open_modes),
        least=least,
        most=most,
        card=attempt.number,
    )
    assert isinstance(answer, tuple)
    chosen = [open_modes[index] for index in answer]
    labels = ", ".join(modes.options[mode].label for mode in chosen)
    bonus = ("CA.1.4.1",) if modes.more is not None else ()
    say(
        attempt.state,
        "modes",
        "CA.1.4",
        *bonus,
        *_repeated(attempt),
        player=attempt.player,
        card=attempt.card,
        note=labels,
    )
    return chosen


def _note_unlocked(attempt: Attempt) -> None:
    """Which restricted paragraphs are unlocked as the card goes onto the stack (abilities.5.4).

    Rules: abilities.5.4.static.
    """
    chosen = tuple(pair for pair in attempt.had if pair[1] != -1)
    attempt.had = now.unlocked_parts(attempt.state, attempt.card, attempt.face) + chosen


# -- 5 declare targets -------------------------------------------------------------------------------------------


def declare_targets(attempt: Attempt) -> Steps:
    """All required targets are chosen, each legal and different; optional ones may be left out (CA.1.5)."""
    known = {(group.part, group.mode, group.index) for group in attempt.groups}
    link = attempt.link
    wanted = targets.slots(attempt.face.text, attempt.had, attempt.modes)
    for slot in ([(-1, -1, 0)] if link is not None else []) + wanted:
        if slot in known:
            continue
        spec = targets.spec(attempt.face.text, slot, link)
        scene = attempt.scene()
        spell = targets.is_spell(scene)
        taken = targets.taken(attempt.groups, slot)
        if not targets.available(scene, spec, spell=spell, taken=taken):
            what = spec.of.text if spec.of else f"{spec.player} player"
            attempt.refuse(
                f"{attempt.face.name} needs a legal target ({what}), and there is none",
                "CA.1.5",
                "targets-and-copies.3.5",
                *target_grounds.of_targeting(scene, spec, (), taken),
            )
            continue
        group = yield from targets.declare(
            scene,
            spec,
            slot,
            spell=spell,
            card=attempt.number,
            also=attempt.affordable(slot, spec) or None,
            taken=taken,
        )
        attempt.groups = (*attempt.groups, group)
        _tell_targets(attempt, group)
    attempt.aimed = True


def _tell_targets(attempt: Attempt, group: Group) -> None:
    rules: tuple[str, ...] = ("CA.1.5", "CA.1.3.4") if group.shares or not group.required else ("CA.1.5",)
    names = tuple(stack.thing_named(attempt.state, thing) for thing in group.things if thing is not None)
    rules += _repeated(attempt)
    say(attempt.state, "targets", *rules, player=attempt.player, card=attempt.card, objects=names)


def _repeated(attempt: Attempt) -> tuple[str, ...]:
    """The rule by which modes and targets are declared once more, after paying (CA.1.8.2)."""
    return ("CA.1.8.2",) if "imbued" in attempt.properties else ()


# -- 6 check legality --------------------------------------------------------------------------------------------


def check_legality(attempt: Attempt) -> None:
    """If any part is not legal the play is cancelled (CA.1.6, CM.3.1, BB.3.1)."""
    rule = LEGALITY[attempt.way]
    if "champion" in attempt.face.words:
        problem = champions.problem(attempt.state, attempt.player, attempt.card)
        if problem:
            attempt.refuse(problem, "CM.3.1.1", rule, *grounds.LINEAGE)
    _check_locks(attempt, rule)
    for active, forbid in now.statics(attempt.state, Forbid):
        if (
            forbid.what != "activate"
            or attempt.way != "activate"
            or not concerns(forbid.who, active.you, attempt.player)
        ):
            continue
        if forbid.cards is None or forbid.cards.describes(active.scene(attempt.state), attempt.card):
            attempt.refuse(f"{active.source.face} keeps you from activating it", rule, *grounds.FORBIDDEN)
    if attempt.command is not None and attempt.waived and not attempt.scene().matching(attempt.command.of):
        attempt.refuse(
            f"{attempt.face.name} needs {attempt.command.of.text} to attack with it", rule, "keywords.command"
        )
    if attempt.way == "materialize" and costs.kind_of(attempt.state, attempt.card) == "none":
        attempt.refuse(f"{attempt.face.name} has no cost, so it cannot be materialized", "CM.3.4.2", rule)
    if not attempt.silent:
        say(attempt.state, "legal", *_met(attempt, rule), player=attempt.player, card=attempt.card)


def _met(attempt: Attempt, rule: str) -> tuple[str, ...]:
    """The rules that a legal play has met: those of level and lineage for a champion, the locks of a boon."""
    level = ("CM.3.1.1", "cards.3.4", "cards.4.2", "cards.1.3") if "champion" in attempt.face.words else ()
    locked = attempt.way == "bestow" and any(
        now.has(attempt.state, attempt.card, word) for word in ("class locked", "level locked")
    )
    return (rule, *level, *(("BB.3.1.2", "abilities.5.5.locked") if locked else ()))


def _check_locks(attempt: Attempt, rule: str) -> None:
    """Class Locked, Level Locked, First Boon and other restrictions on playing (BB.3.1.2, RU.17).

    Without Class Locked the class of a card does not matter for playing it (cards.1.6).

    Level Locked looks at the base level, and the highest number counts (keywords.level-locked).

    Rules: abilities.5.5.locked.
    """
    state, face, player, card = attempt.state, attempt.face, attempt.player, attempt.card
    lock = ("BB.3.1.2", rule) if attempt.way == "bestow" else (rule,)
    for locked in _class_locks(state, card, face):
        champion = state.champion(player)
        if champion is None or now.classes(state, champion).isdisjoint(locked):
            why = f"your champion is no {' or '.join(locked)}"
            attempt.refuse(why, *lock, "keywords.class-locked", "cards.1.6", "abilities.5.5.locked", LOCKED)
    level = now.number_of(state, card, "level locked")
    if level and now.base_level(state, player) < level:
        why = f"your champion's base level must be {level} or more"
        attempt.refuse(why, *lock, "keywords.level-locked", "abilities.5.5.locked", "terms.4.level", LOCKED)
    if now.has(state, card, "first boon") and state.turn.phase != "before the game":
        why = f"{face.name} can be bestowed only before the game begins"
        attempt.refuse(why, "RU.17", *lock, "keywords.first-boon")
    for ability in face.restrictions:
        if not ability.only.holds(attempt.scene()):
            attempt.refuse(f"{face.name} can be played only if: {ability.only.text}", *lock)


def _class_locks(state: State, card: Card, face: Face) -> tuple[tuple[str, ...], ...]:
    """The classes of each lock: the card's own for the keyword, the stated ones for another (keywords.class-locked)."""
    return (face.classes, *face.class_locks) if now.has(state, card, "class locked") else face.class_locks


# -- 7 calculate the cost ----------------------------------------------------------------------------------------


def calculate_cost(attempt: Attempt) -> None:
    """The starting cost, what sets it, what changes it, what removes it; never below 0 (CA.1.7, CM.3.2, BB.3.2).

    It is calculated here, once, whatever paying it changes (costs.4.3).
    """
    attempt.price = attempt.calculated()
    if attempt.price is None:
        why = f"{attempt.face.name} has no cost that could be paid"
        attempt.refuse(why, "costs.1.3", "cards.2.8", attempt.pay_rule)
        return
    price, level = attempt.price, grounds.of_level(attempt.state, attempt.player, attempt.card)
    say(
        attempt.state, "cost", costs.CALCULATION[attempt.way], *price.rules, *level,
        player=attempt.player, card=attempt.card, amount=price.amount, note=price.kind,
    )  # fmt: skip


# -- 8 pay the costs ---------------------------------------------------------------------------------------------


def pay_costs(attempt: Attempt) -> Steps:
    """The cost and all additional or alternative costs are paid, or the play is illegal (CA.1.8, CM.3.3, BB.3.3)."""
    if attempt.price is None:
        return
    bill = attempt.bill(attempt.price)
    payer = attempt.payer()
    missing = payment.shortfall(payer, bill)
    if missing:
        itself = ("RU.8",) if attempt.before.zone == "hand" else ()
        for lack in missing:
            rules = (*lack.rules, *itself, *UNPAYABLE, *grounds.of_resting(attempt.face), *attempt.price.rules)
            attempt.refuse(f"{attempt.face.name}: {lack.why}", attempt.pay_rule, *rules)
        return
    if attempt.reasons:
        return
    yield from payment.pay(payer, bill)
    attempt.spent = tuple(payer.spent)
    if attempt.price.kind == "memory" and attempt.price.amount == 0:
        say(attempt.state, "nothing to pay", "RU.7", attempt.pay_rule, player=attempt.player, card=attempt.card)
    yield from _settle_attacker(attempt, payer)
    if _imbues(attempt, payer):
        yield from _repeat_for_new_options(attempt)


def _repeat_for_new_options(attempt: Attempt) -> Steps:
    """Paying added options: modes, targets and legality once more for the new ones; the cost stays (CA.1.8.2).

    Rules: costs.5.6, costs.6.imbue.
    """
    attempt.properties = (*attempt.properties, "imbued")
    attempt.aimed = False
    _write_facts(attempt)
    say(attempt.state, "imbued", "CA.1.8.2", *grounds.IMBUED, player=attempt.player, card=attempt.card)
    yield from select_modes(attempt)
    yield from declare_targets(attempt)
    check_legality(attempt)


def _imbues(attempt: Attempt, payer: payment.Payer) -> bool:
    """Whether the cards were revealed and enough of them match (keywords.imbue).

    Only what was reserved from the hand is there to be revealed (costs.6.2).
    """
    imbue = attempt.imbue
    if imbue is None:
        return False
    payment.reveal(payer)
    cards = [attempt.state.cards[number] for number in payer.reserved]
    revealed = [card for card in cards if card.zone == "memory"]
    wanted = _imbuing(attempt.face, imbue)
    return sum(1 for card in revealed if wanted & now.elements(attempt.state, card)) >= imbue.n


def _imbuing(face: Face, imbue: Imbue) -> frozenset[str]:
    """The elements that match: any advanced one, the stated one, or the card's own."""
    if imbue.advanced:
        return ADVANCED_ELEMENTS
    return frozenset((imbue.element,) if imbue.element else face.elements)


def _settle_attacker(attempt: Attempt, payer: payment.Payer) -> Steps:
    """An attack card remembers who will attack: the champion, or the ally rested for a Command.

    Where that cost is waived a Command still selects an ally, which may be rested and does not rest.

    Rules: keywords.command, costs.6.command.
    """
    resting = attempt.attack_cost
    if resting is not None:
        (number,) = next(cards for cost, cards in reversed(payer.used) if cost == resting)
        attempt.attacker = attempt.state.cards[number].thing
    elif attempt.command is not None and attempt.way == "activate":
        allies = payer.matching(attempt.command.of)
        answer = yield Decision(
            attempt.player,
            "attacker",
            ("keywords.command", "costs.6.command"),
            "choose who will attack",
            options=tuple(ally.thing for ally in allies),
            card=attempt.number,
        )
        assert isinstance(answer, tuple)
        attempt.attacker = allies[answer[0]].thing


# -- 9 the card counts as played ---------------------------------------------------------------------------------


def complete(attempt: Attempt) -> None:
    """The card counts as played; its instance is the top of the stack (CA.1.9, CM.3.4, BB.3.4, PC.6).

    What its payment triggered is put on the stack afterwards, so it lies above.

    Rules: terms.2.play, costs.5.8.
    """
    if attempt.reasons:
        return
    _write_facts(attempt)
    _use_up_next(attempt)
    stack.put_instance(
        attempt.state,
        attempt.card,
        attempt.player,
        modes=attempt.modes,
        groups=attempt.groups,
        had=attempt.had,
        rules=(COMPLETE[attempt.way], "PC.5", "PC.6", "PC.9", "PC.9.1", *_notes(attempt)),
        note="starcalled free" if attempt.alternative == FREE_STARCALL else "",
    )
    if attempt.instructed is None:
        if attempt.way == "materialize" and attempt.state.turn.step == "materialize":
            attempt.state.alter_turn(step="materialized")
        timing.gains_opportunity(attempt.state, attempt.player, attempt.way)


def _notes(attempt: Attempt) -> tuple[str, ...]:
    """Clauses that only some plays show."""
    found: list[str] = []
    if attempt.way == "materialize":
        found.append("CM.3.4.1")
        if attempt.price is not None and attempt.price.kind == "reserve":
            found.extend(("RU.5", "costs.3.6"))
    if attempt.way == "activate" and attempt.price is not None and attempt.price.kind == "memory":
        found.extend(("CA.1.9.2", "CA.1.9.3", "costs.3.5"))
    if attempt.before.owner != attempt.player:
        found.append("PC.4")
    return (*found, *grounds.of_completion(attempt.state, attempt.card, attempt.licence))


def _write_facts(attempt: Attempt) -> None:
    """How the card was played is kept with it, for all its instances and for the object it becomes (PC.9.1).

    That is also what was paid, and with which cards (costs.5.10).
    """
    licence = attempt.licence
    properties = attempt.properties
    announced = attempt.card.played
    assert announced is not None
    if announced.empower:
        properties = (*properties, "empowered")
    if licence is not None and licence.ephemeral and "ephemeral" not in properties:
        properties = (*properties, "ephemeral")
    if licence is not None and licence.starcalled and "starcalled" not in properties:
        properties = (*properties, "starcalled")
    played = Played(
        attempt.way,
        attempt.player,
        attempt.origin,
        x=attempt.x,
        y=attempt.y,
        alternative=attempt.alternative.label if attempt.alternative else "",
        optional=attempt.labels,
        properties=properties,
        spent=attempt.spent,
        destination=licence.goes_to if licence else "",
        attacker=attempt.attacker,
        buff=announced.buff,
        empower=announced.empower,
    )
    attempt.state.alter(attempt.number, played=played, x=attempt.x)


def _use_up_next(attempt: Attempt) -> None:
    """What waits for the next card of a kind is used up by a completed activation, not by its resolving.

    Rules: costs.6.empower, abilities.1.15.
    """
    if attempt.way != "activate":
        return
    for lasting in attempt.state.lasting:
        static = lasting.static
        if not isinstance(static, NextActivation) or lasting.controller != attempt.player:
            continue
        if not static.cards.describes(Scene(attempt.state, lasting.controller, lasting.source), attempt.card):
            continue
        attempt.state.lasting = tuple(other for other in attempt.state.lasting if other is not lasting)
        played = attempt.card.played
        assert played is not None
        attempt.state.alter(attempt.number, played=replace(played, buff=played.buff + static.buff))
        if static.words:
            made = replace(lasting, static=Modify(words=static.words), on=(attempt.card.thing,))
            attempt.state.lasting = (*attempt.state.lasting, made)
            attempt.state.touch()


LOCKED: Final = "costs.6.locked"
"""A lock is no cost: nothing that is paid gets round it."""

UNPAYABLE: Final = ("costs.5.4", "costs.5.7")
"""Why a play is illegal whose costs cannot be paid in full."""

STEPS: Final[tuple[Step, ...]] = (
    announce,
    check_elements,
    declare_costs,
    select_modes,
    declare_targets,
    check_legality,
    calculate_cost,
    pay_costs,
    complete,
)
"""The nine steps (CA.1, CM.1, BB.3)."""
