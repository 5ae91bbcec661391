"""The turn: phases and steps, and who may act when (turn; timing.2)."""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from archivist.model.card import Card, Seat
from archivist.model.decision import Action, Answer, Decision, Pass
from archivist.model.errors import Illegal, Reason
from archivist.model.event import Event
from archivist.model.state import State
from archivist.rules import beginning, combat, drawing, having, marks, offers, resolution, timing, zones
from archivist.rules import characteristics as now
from archivist.rules.combat.damage_step import deal_damage
from archivist.rules.events import emit, say, wait, watching
from archivist.rules.grounds import turn as grounds
from archivist.rules.settling import settle, unsettled
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.effects.drawing import MemoryToHand
from archivist.vocabulary.effects.marks import Wither
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import Waiting
from archivist.vocabulary.statics.base import concerns
from archivist.vocabulary.statics.game import Limit, TimeIsDistorted
from archivist.vocabulary.statics.playing import MoreMaterializations
from archivist.vocabulary.text import Paragraph

WINDOWS = {
    ("recollection", "window"): ("turn.4.recollection.2", "turn.4.1", "turn.4.9"),
    ("main", "window"): ("turn.4.main.2", "turn.4.1"),
    ("end", "window"): ("turn.4.end.2", "turn.4.1", "turn.4.15"),
    ("combat", "before retaliation"): ("combat.5.retaliation.2",),
    ("combat", "before damage"): ("combat.5.damage.1",),
}
"""The steps that always give Opportunity, and by which rules (turn.4.1)."""

CONDITIONAL = {
    ("wake up", ""): "turn.4.5",
    ("wake up", "done"): "turn.4.wake-up.2",
    ("materialize", "begin"): "turn.4.materialize.2",
    ("materialize", "materialized"): "turn.4.materialize.4",
    ("recollection", "begin"): "turn.4.recollection.1",
    ("recollection", "done"): "turn.4.recollection.4",
    ("draw", "begin"): "turn.4.5",
    ("draw", "done"): "turn.4.draw.2",
    ("main", "begin"): "turn.4.main.1",
    ("end", "begin"): "turn.4.end.1",
    ("combat", "declared"): "combat.5.retaliation.1",
    ("combat", "retaliated"): "combat.5.retaliation.4",
    ("combat", "end of combat"): "combat.5.end-of-combat.2",
}
"""The steps in which what was found or triggered is answered, and by which rule."""

QUIET = frozenset(("end", "combat"))
"""The phases with steps in which a check alone opens no window: only what lies on the stack does."""

BEGINNINGS = {
    "wake up": ("turn.4.wake-up",),
    "materialize": ("turn.4.materialize",),
    "recollection": ("turn.4.recollection", "turn.4.recollection.1"),
    "draw": ("turn.4.draw",),
    "main": ("turn.4.main", "turn.4.main.1"),
    "end": ("turn.4.end", "turn.4.end.1"),
}
"""The rules by which the phases of a turn begin."""


ENDLESS = 300
"""How many things may resolve in a row while nobody can have Opportunity; more never end, and what begins it is refused."""


def proceed(state: State) -> Steps:
    """Goes on until a player can act: has Opportunity, or may materialize. Then the state alone says where the game is.

    Before anybody receives Opportunity the game is settled. It is given for what waits on the stack, in the steps that
    always give it, and where a check in another step found something. A phase ends when its steps are done, the stack
    is empty and, where players could act, all have passed in a row; nothing happens between two phases. When a check
    has ended the last item on the stack, nobody keeps Opportunity: it is given anew, or not at all (timing.2.14).

    Rules: turn.4.1, turn.4.2, turn.4.3, turn.4.6, turn.4.8, turn.4.11, turn.4.table, timing.2, timing.2.2, timing.2.9,
    timing.2.10, timing.2.13, timing.2.14, timing.2.table, timing.3.6.
    """
    rounds = 0
    while not state.over:
        waited = bool(state.stack)
        changed = (yield from settle(state)) if unsettled(state) else False
        if waited and not state.stack:
            state.passes, state.opportunity = 0, None
        fresh = state.turn.fresh
        if fresh:
            state.turn = replace(state.turn, fresh=False)
        if state.over:
            return
        if state.turn.stop:
            yield from _end_by_effect(state)
        elif timing.closed(state):
            rounds += 1
            if rounds > ENDLESS:
                why = "this never ends: one thing after another resolves, and nobody can act"
                raise Illegal(Reason((timing.closed_by(state), "timing.2.12"), why))
            state.opportunity = None
            say(state, "no opportunity", timing.closed_by(state), "timing.2.12")
            yield from resolution.resolve_top(state)
        elif state.opportunity is not None and state.passes >= len(state.living()):
            state.passes, state.opportunity = 0, None
            yield from resolution.resolve_top(state) if state.stack else next_step(state)
        elif state.opportunity is not None:
            if not state.events or state.events[-1].kind != "opportunity":
                timing.give(
                    state, state.opportunity, "timing.2.8", "timing.2.6", *_done(state), *timing.settled_first(state)
                )
            return
        elif not state.stack and state.players[state.turn.player].lost and state.turn.phase != "end":
            if state.combat is not None:
                yield from combat.end(state)
            _begin(state, "end")
        elif state.stack:
            timing.give(state, _first(state), "timing.2.7", "timing.2.2", *_for_the_stack(state, fresh=fresh))
            return
        elif (window := WINDOWS.get((state.turn.phase, state.turn.step))) is not None:
            again = () if fresh or state.turn.phase != "main" else ("turn.4.11", "timing.2.10")
            timing.give(state, _first(state), "timing.2.7", *window, *again, "timing.2.9", "timing.3.6")
            return
        elif changed and fresh and state.turn.phase not in QUIET and (found := _conditional(state)):
            timing.give(state, _first(state), "timing.4.1", found, "timing.2.9", "timing.3.6")
            return
        elif state.turn.step == "materialize":
            return
        else:
            yield from next_step(state)


def _done(state: State) -> tuple[str, ...]:
    """The step of the materialize phase in which what was materialized can be answered."""
    return ("turn.4.materialize.4",) if state.turn.step == "materialized" else ()


def _conditional(state: State) -> str:
    """The rule by which a window may open in this step; none where it has none."""
    return CONDITIONAL.get((state.turn.phase, state.turn.step), "")


def _for_the_stack(state: State, *, fresh: bool) -> tuple[str, ...]:
    """Why what waits on the stack gives Opportunity: the step that found it, and who comes first after triggers alone."""
    step = _conditional(state) if fresh or state.turn.phase == "combat" else ""
    placed = ("timing.2.8.choice", "abilities.2.9") if state.stack[-1].kind == "trigger" else ()
    return (*((step,) if step else ()), *placed, "timing.2.9", "timing.3.6")


def _first(state: State) -> Seat:
    """Who receives Opportunity first: the turn player, or the next one if that player has left.

    Rules: timing.2.7, turn.9.9.
    """
    seat = state.turn.player
    return state.after(seat) if state.players[seat].lost else seat


def act(state: State, player: Seat, action: Action) -> Steps:
    """Carries out a player's action, up to the point where it is done."""
    return _pass(state, player) if isinstance(action, Pass) else offers.perform(state, player, action)


def _pass(state: State, player: Seat) -> Steps:
    """A player passes, if nothing must attack first. When all have passed in a row the top resolves, or the game moves on.

    So the turn player moves the game on from main by passing on an empty stack, unless another player acts.

    Rules: timing.2.4, timing.2.5, turn.4.12, turn.6.3, effects.6.2, terms.2.opportunity.
    """
    refused = offers.turn_refusal(state, player)
    if refused is not None:
        raise refused
    seat = state.opportunity
    if seat is None:
        say(state, "decline", "turn.4.7", "turn.4.8", "timing.2.13", player=state.turn.player)
        yield from next_step(state)
        return
    state.passes += 1
    last = state.passes >= len(state.living())
    say(
        state,
        "pass",
        "timing.2.4",
        *(grounds.when_all_pass(state, distorted=time_is_distorted(state)) if last else ()),
        player=seat,
    )
    if not last:
        timing.give(state, state.after(seat), "timing.2.4", "terms.2.opportunity")
        return
    state.passes = 0
    state.opportunity = None
    if state.stack:
        yield from resolution.resolve_top(state)
    else:
        yield from next_step(state)


# -- steps -------------------------------------------------------------------------------------------------------


def next_step(state: State) -> Steps:
    """Does what the turn has next, up to the next point where somebody might act; the turn player's turn, all along.

    The phases come in their order, each with its steps. The window of recollection is the last one before the memory
    returns, that of the end phase the last one before clean-up.

    Rules: turn.1.1, turn.4, turn.4.table, turn.4.9, turn.4.15, turn.7, turn.7.1, turn.7.table, turn.7.turn-based.
    """
    phase, step = state.turn.phase, state.turn.step
    seat = state.turn.player
    match phase:
        case "wake up":
            if step == "":
                _wake_up(state, seat)
                _go(state, "wake up", "done")
            else:
                _begin(state, "materialize")
        case "materialize":
            if step == "begin" or (step == "materialized" and _may_materialize_again(state, seat)):
                _go(state, "materialize", "materialize")
            else:
                _begin(state, "end" if state.turn.main_over else "recollection")
        case "recollection":
            if step == "begin":
                _go(state, "recollection", "window")
            elif step == "window":
                _recollect(state, seat)
                _go(state, "recollection", "done")
            else:
                _begin(state, "draw")
        case "draw":
            if step == "begin":
                drawing.draw(state, seat, 1, "hand", "turn.4.draw", "turn.4.draw.1", "turn.7.turn-based")
                _go(state, "draw", "done")
            else:
                _begin(state, "main")
        case "main":
            if step == "begin":
                _go(state, "main", "window")
            else:
                _after_main(state)
        case "combat":
            yield from _combat_step(state, step)
        case "end":
            if step == "begin":
                _go(state, "end", "window")
            elif step == "skipped":
                _next_turn(state)
            else:
                yield from _clean_up(state)
        case _:
            yield from beginning.begin(state)


def _combat_step(state: State, step: str) -> Steps:
    """The steps of a combat phase, which returns to the window of the main phase (combat.5, combat.5.19, turn.4.10).

    A window is given where the table says so, else only while something is on the stack, which then resolves first.
    Rules: combat.5.table, combat.5.retaliation, combat.5.retaliation.1, combat.5.retaliation.2, combat.5.retaliation.4,
    combat.5.damage, combat.5.damage.1, combat.5.end-of-combat.
    """
    match step:
        case "declared":
            combat.note_present(state)
            _go(state, "combat", "before retaliation")
        case "before retaliation":
            yield from combat.retaliate(state)
            _go(state, "combat", "retaliated")
        case "retaliated":
            _go(state, "combat", "before damage")
        case "before damage":
            yield from deal_damage(state)
            if state.over:
                return
            yield from combat.end(state)
            _go(state, "combat", "end of combat")
        case _:
            say(state, "main again", "combat.5.19", "turn.4.10", player=state.turn.player)
            _go(state, "main", "window")


def _go(state: State, phase: str, step: str) -> None:
    state.alter_turn(phase=phase, step=step, fresh=True)


def _begin(state: State, phase: str) -> None:
    """Ends what lasts as long as the phase before, and begins a phase, unless it is skipped.

    A skipped phase does not exist: it does nothing, triggers nothing and gives no Opportunity; without an end phase
    nothing ends with the turn. Nothing happens between phases. Only what is there as a phase begins triggers then.

    Rules: turn.4.4, turn.4.5, turn.4.6, turn.4.14, turn.5.5, turn.5.7.
    """
    seat = state.turn.player
    over = grounds.over(state)
    _expire(state, f"{state.turn.phase} phase", "turn.4.4")
    rules = _skipped(state, seat, phase)
    if rules:
        state.alter_turn(phase=phase, step="skipped", fresh=False, materialized=0)
        say(state, "skip", *rules, "turn.5.5", player=seat, note=phase)
        return
    state.alter_turn(phase=phase, step="begin" if phase != "wake up" else "", fresh=True, materialized=0)
    if phase == "recollection":
        _charge(state, seat)
    emit(
        state,
        Event(
            "phase",
            ("turn.4.5", *BEGINNINGS[phase], "turn.4.6", *over, *grounds.special(state, phase)),
            seat,
            note=phase,
        ),
    )
    if phase == "end":
        _agility(state)
    if phase == "main":
        _wither(state, seat)


def _after_main(state: State) -> None:
    """After the main phase comes the end phase; while time is distorted, the materialize phase first.

    Rules: turn.4.main.3, turn.6.1, turn.6.2, effects.6.1.
    """
    state.alter_turn(main_over=True)
    _begin(state, "materialize" if time_is_distorted(state) else "end")


def _may_materialize_again(state: State, seat: Seat) -> bool:
    """Counts a materialization; one is allowed in a phase, unless an effect allows more (turn.4.7)."""
    state.alter_turn(materialized=state.turn.materialized + 1)
    more = sum(
        active.scene(state).amount(static.more)
        for active, static in now.statics(state, MoreMaterializations)
        if active.you == seat
    )
    return state.turn.materialized <= more


def time_is_distorted(state: State) -> bool:
    """Whether any effect distorts time; a second one changes nothing (turn.6, turn.6.4, effects.6.3)."""
    return bool(now.statics(state, TimeIsDistorted))


def _skipped(state: State, seat: Seat, phase: str) -> tuple[str, ...]:
    """The rules by which a player skips a phase; none if they do not. A skip that is used is counted off.

    Rules: turn.3, turn.3.1, turn.3.2, turn.4.materialize.1, turn.5.6, turn.6.1.
    """
    player = state.players[seat]
    if player.turns <= 1 and phase in ("wake up", "materialize", "recollection"):
        return ("turn.3.1", "turn.4.materialize.1") if phase == "materialize" else ("turn.3.1",)
    if phase == "draw" and _first_of_two(state, seat):
        return ("turn.3.2",)
    if phase == "materialize" and not state.turn.main_over and time_is_distorted(state):
        again = ("turn.6.4", "effects.6.3") if len(now.statics(state, TimeIsDistorted)) > 1 else ()
        return ("turn.6.1", "effects.6.1", *again)
    if player.skips.get(phase, 0):
        state.alter_player(seat, skips={**player.skips, phase: player.skips[phase] - 1})
        return ("turn.5.6", "turn.5.7") if phase == "end" else ("turn.5.6",)
    return ()


def _first_of_two(state: State, seat: Seat) -> bool:
    """Whether this is the very first turn of a standard game of two; in all others the first player draws.

    Rules: turn.3.2, turn.3.3, turn.3.choice.
    """
    first = seat == state.first_player and state.turn.number == 1
    return first and not multiplayer(state) and state.format != "pantheon"


def multiplayer(state: State) -> bool:
    """Three or more players began the game (turn.1.4)."""
    return len(state.players) > 2


def _wake_up(state: State, seat: Seat) -> None:
    """All rested objects of the turn player wake at once; what is awake does not wake again.

    Rules: turn.4.wake-up, turn.4.wake-up.1.
    """
    for card in zones.on_field(state):
        if card.controller == seat and card.rested and not marks.stays_rested(state, card, phase=True):
            marks.turn(state, card.id, "turn.4.wake-up", "turn.4.wake-up.1", "turn.7.turn-based", rested=False)
    state.end_lasting(
        lambda each: (
            each.until == "next wake up" and any(state.cards[thing.id].controller == seat for thing in each.on or ())
        )
    )


def _recollect(state: State, seat: Seat) -> None:
    """All cards of the memory return to the hand, and nobody can respond (zones.3.7, turn.4.9).

    Rules: terms.6.reserve.
    """
    memory = state.players[seat].memory
    group = state.tick() if len(memory) > 1 else 0
    for number in memory:
        zones.move(state, number, "hand", "turn.4.recollection.3", "zones.3.7", *grounds.RETURNING, group=group)


def _charge(state: State, seat: Seat) -> None:
    """A turn-based action: a charge counter for each object with an On Charge that has not triggered yet.

    They are put on before the check that gathers the triggers of the phase's beginning (turn.4.9.choice).

    Rules: keywords.on-charge.
    """
    charging = [
        card.id
        for card, key, ability, provider in having.listeners(state, "charge")
        if card.controller == seat and not card.uses.get(key) and now.unlocked(state, provider, ability.when)
    ]
    for number in dict.fromkeys(charging):
        marks.add_counters(
            state, number, "charge", 1, "keywords.on-charge", "turn.4.9.choice", "turn.7.turn-based", "turn.7.1"
        )


def _agility(state: State) -> None:
    """Agility returns cards from memory at the beginning of the end phase (keywords.agility)."""
    for seat in state.living():
        champion = state.champion(seat)
        for n in state.players[seat].agility:
            if champion is not None:
                wait(
                    state,
                    Waiting(seat, champion, (Paragraph(do=(MemoryToHand(amount=Amount(n)),)),), None, label="agility"),
                )


def _wither(state: State, seat: Seat) -> None:
    """At the beginning of the main phase wither counters ask for their price; the game is the source.

    Rules: terms.7.wither.
    """
    withering = [card for card in zones.on_field(state) if card.controller == seat and card.count("wither")]
    if withering:
        wait(state, Waiting(seat, withering[0], (Paragraph(do=(Wither(),)),), None, label="wither"))


def _clean_up(state: State) -> Steps:
    """Damage on allies is removed, effects of the turn end and limits are enforced, at once; again if anything waits.

    The turn player's units are no longer distant (zones.7.4).

    Rules: turn.4.end.3, turn.4.end.4, turn.4.16, turn.4.17, timing.4.2.6, timing.9.8, terms.5.distant.
    """
    again = ("turn.4.17", "turn.4.end.4") if state.turn.step == "cleaned" else ()
    if not now.statics(state, Limit):
        again = (*again, "zones.3.6")
    if any("distant" in card.properties and card.controller == state.turn.player for card in zones.on_field(state)):
        again = (*again, "zones.7.4", "terms.5.distant")
    ending = _as_turns_end(state)
    discarded = yield from _over_limits(state, state.turn.player)
    yield from drawing.discard(state, discarded, "turn.4.16")
    for card in zones.on_field(state):
        if "ally" in now.words(state, card) and card.damage:
            state.alter(card.id, damage=0)
        if "distant" in card.properties and card.controller == state.turn.player:
            kept = tuple(each for each in card.properties if each != "distant")
            state.alter(card.id, properties=kept)
    _expire(state, "turn", "turn.4.16", "effects.2.1")
    for seat in state.living():
        if state.players[seat].agility:
            state.alter_player(seat, agility=())
    for card, text in ending:
        if state.players[card.controller].lost or state.players[card.owner].lost:
            continue
        yield from resolution.without_stack(state, card, text, "turn.4.16")
    _go(state, "end", "cleaned")
    say(state, "clean up", "turn.4.16", *grounds.CLEANING, *again, player=state.turn.player)
    yield from settle(state)
    if state.over or state.stack:
        return
    _next_turn(state)


def _as_turns_end(state: State) -> list[tuple[Card, Paragraph]]:
    """What is to be done as turns end: the texts of objects, intents and gained boons (turn.4.16)."""
    return [
        (card, ability.plain())
        for card in watching(state)
        for ability in state.pool[card.face].as_turns_end
        if now.unlocked(state, card, ability.when)
    ]


def _over_limits(state: State, seat: Seat) -> Generator[Decision, Answer, list[int]]:
    """The turn player chooses what to discard down to every limit on hand, memory or both together (turn.4.16).

    By itself the game sets no such limit (zones.3.6).
    """
    chosen: list[int] = []
    for active, limit in now.statics(state, Limit):
        if not concerns(limit.who, active.you, seat):
            continue
        spaces = ("hand", "memory") if limit.of == "influence" else (limit.of,)
        held = [number for space in spaces for number in state.zone(seat, space) if number not in chosen]
        excess = len(held) - max(0, active.scene(state).amount(limit.most))
        if excess <= 0:
            continue
        answer = yield Decision(
            seat,
            "discard",
            ("turn.4.16",),
            f"discard down to the limit of your {limit.of}",
            options=tuple(state.cards[number].thing for number in held),
            least=excess,
            most=excess,
        )
        assert isinstance(answer, tuple)
        chosen += [held[index] for index in answer]
    return chosen


def _expire(state: State, span: str, *rules: str) -> None:
    """Ends the effects and delayed triggers that last for a span, such as the turn or a phase (turn.4.4)."""
    lasting = tuple(each for each in state.lasting if each.until != span)
    delayed = tuple(each for each in state.delayed if each.until != span)
    if len(lasting) + len(delayed) < len(state.lasting) + len(state.delayed):
        state.lasting, state.delayed = lasting, delayed
        state.touch()
        say(state, "expire", *rules, "effects.5.2", player=state.turn.player, note=span)


def _next_turn(state: State) -> None:
    """The next player in turn order becomes turn player at once, and starts at Wake Up.

    Whoever has left has no turn; what lasts until it ends when it would have begun.

    Rules: turn.1.3, turn.4.18, turn.4.end.5, turn.9.9.choice.2.
    """
    seat = state.after(state.turn.player)
    _forget_damage(state, state.turn.player)
    state.this_turn = ()
    for due in _passed_over(state, state.turn.player, seat):
        _expire_until(state, due)
    state.alter_turn(player=seat, number=state.turn.number + 1, main_over=False)
    state.alter_player(seat, turns=state.players[seat].turns + 1)
    say(state, "turn", "turn.4.18", "turn.1.3", "turn.4.end.5", "turn.1.1", player=seat, amount=state.turn.number)
    _begin(state, "wake up")


def _passed_over(state: State, last: Seat, following: Seat) -> list[Seat]:
    """The players whose turns would have begun after one player's turn, and the one whose turn really begins."""
    n = len(state.players)
    return [(last + step) % n for step in range(1, (following - last - 1) % n + 2)]


def _expire_until(state: State, seat: Seat) -> None:
    """Ends the effects and delayed triggers of a player that last until their next turn, which begins, or would."""
    ended = state.end_lasting(lambda each: each.until == "your next turn" and each.controller == seat)
    state.delayed = tuple(each for each in state.delayed if each.until != "your next turn" or each.controller != seat)
    if ended and state.players[seat].lost:
        say(state, "lapses", "turn.9.9.choice.2", player=seat)


def _forget_damage(state: State, seat: Seat) -> None:
    """From the end of its controller's turn on, new damage keeps an ally from becoming fostered (keywords.foster)."""
    for card in zones.on_field(state):
        if card.controller == seat and "damaged lately" in card.properties:
            state.alter(card.id, properties=tuple(each for each in card.properties if each != "damaged lately"))


def _end_by_effect(state: State) -> Steps:
    """Nothing on the stack resolves; then the combat, the phase or the turn goes to its end.

    The rest of the steps is left out. A turn goes on with clean-up, without the triggers and the window of the end
    phase. What ended it has resolved, and its card has gone to its zone before.

    Rules: turn.5, turn.5.1, turn.5.2, turn.5.3, turn.5.4, turn.5.4.choice.
    """
    stop = state.turn.stop
    rule = {"combat": "turn.5.2", "phase": "turn.5.1", "turn": "turn.5.3"}[stop]
    cleaned = ("turn.5.4.choice",) if stop == "turn" else ()
    say(state, "ends", rule, "turn.5.4", "zones.3.13", *cleaned, player=state.turn.player, note=stop)
    _clear_stack(state)
    if state.combat is not None:
        yield from combat.end(state)
    if stop == "combat":
        state.alter_turn(stop="", phase="combat", step="end of combat")
    elif stop == "phase":
        state.alter_turn(stop="", step="ended")
    else:
        _expire(state, f"{state.turn.phase} phase", "turn.4.4")
        _expire(state, "main phase", "turn.4.4")
        state.alter_turn(stop="", phase="end", step="ended", main_over=True)


def _clear_stack(state: State) -> None:
    """Cards on the stack are banished and abilities vanish (turn.5.1)."""
    for item in state.stack:
        if not item.is_play:
            say(state, "vanish", "turn.5.1", player=item.controller, card=item.source)
    for number in state.stack_cards:
        zones.move(state, number, "banishment", "turn.5.1", "PC.8")
    state.stack = ()
    state.opportunity = None
    state.passes = 0
    state.touch()
