"""The turn: phases and steps, what the game itself does in them, and the end of a turn (turn)."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec.structs import replace

from archivist.model import events
from archivist.model.card import Card, Seat, Thing
from archivist.model.state import State
from archivist.rules.abilities import abilities_in_general, restrictions
from archivist.rules.abilities.triggered_abilities import wait
from archivist.rules.asking import Asked, ask_cards
from archivist.rules.cards import states_and_counters
from archivist.rules.citations import turn as citations
from archivist.rules.combat import steps_of_combat
from archivist.rules.effects.continuous import characteristics as now
from archivist.rules.effects.continuous.what_objects_bring import objects
from archivist.rules.effects.events import emit, say, tell
from archivist.rules.playing_cards import resolution
from archivist.rules.timing.state_based_checks import settle, unsettled
from archivist.rules.turn import drawing_discarding_shuffling, starting_the_game
from archivist.rules.zones import moving
from archivist.vocabulary.amounts import Amount
from archivist.vocabulary.effects.drawing_and_discarding import MemoryToHand
from archivist.vocabulary.node import Steps
from archivist.vocabulary.pending import DelayedTrigger, Lasting, Waiting
from archivist.vocabulary.statics.base import concerns
from archivist.vocabulary.statics.game import Limit, TimeIsDistorted
from archivist.vocabulary.statics.playing import MoreMaterializations
from archivist.vocabulary.text import Paragraph

BEGINNINGS: Final[dict[str, tuple[str, ...]]] = {
    "wake up": ("turn.4.5", "turn.4.wake-up", "turn.4.6"),
    "materialize": ("turn.4.5", "turn.4.materialize", "turn.4.6"),
    "recollection": ("turn.4.5", "turn.4.recollection", "turn.4.recollection.1", "turn.4.6"),
    "draw": ("turn.4.5", "turn.4.draw", "turn.4.6"),
    "main": ("turn.4.5", "turn.4.main", "turn.4.main.1", "turn.4.6"),
    "end": ("turn.4.5", "turn.4.end", "turn.4.end.1", "turn.4.6"),
}
"""The rules by which the phases of a turn begin."""
WAKING: Final[tuple[str, ...]] = ("turn.4.wake-up", "turn.4.wake-up.1", "turn.7.turn-based")
"""The rules by which objects wake up."""


def next_step(state: State) -> Steps | None:
    """Does what the turn has next, up to the next point where somebody might act; the turn player's turn, all along.

    Gives the procedure where somebody may be asked; most steps ask nobody.

    Each step that may give Opportunity is one at which the turn stops; `timing.opportunity` says whether it does.

    The phases come in their order, each with its steps. The window of recollection is the last one before the memory
    returns, that of the end phase the last one before clean-up.

    Rules: turn.1.1, turn.4, turn.4.table, turn.4.9, turn.4.15, turn.7, turn.7.1, turn.7.table, turn.7.turn-based,
    turn.4.wake-up.2, turn.4.materialize.2, turn.4.materialize.3, turn.4.materialize.4, turn.4.recollection.1,
    turn.4.recollection.2, turn.4.recollection.4, turn.4.draw.2, turn.4.main.1, turn.4.main.2, turn.4.end.1,
    turn.4.end.2, turn.4.2, turn.4.3, turn.4.8.
    """
    turn = state.turn
    step, seat = turn.step, turn.player
    match turn.phase:
        case "wake up":
            if step == "":
                _wake_up(state, seat)
                state.step("done")
            else:
                begin(state, "materialize")
        case "materialize":
            if step == "begin" or (step == "materialized" and _may_materialize_again(state, seat)):
                state.step("materialize")
            else:
                begin(state, "end" if turn.main_over else "recollection")
        case "recollection":
            if step == "begin":
                state.step("window")
            elif step == "window":
                _recollect(state, seat)
                state.step("done")
            else:
                begin(state, "draw")
        case "draw":
            if step == "begin":
                drawing_discarding_shuffling.draw(
                    state, seat, 1, "hand", "turn.4.draw", "turn.4.draw.1", "turn.7.turn-based"
                )
                state.step("done")
            else:
                begin(state, "main")
        case "main":
            if step == "begin":
                state.step("window")
            else:
                _after_main(state)
        case "combat":
            return steps_of_combat.next_step(state, step)
        case "end":
            if step == "begin":
                state.step("window")
            elif step == "skipped":
                _next_turn(state)
            else:
                return _clean_up(state)
        case _:
            return starting_the_game.begin(state)
    return None


def begin(state: State, phase: str) -> None:
    """Ends what lasts as long as the phase before, and begins a phase, unless it is skipped.

    It is told once: what comes later in the phase has missed it, and so has what is back from combat.

    A skipped phase does not exist: it does nothing, triggers nothing and gives no Opportunity; without an end phase
    nothing ends with the turn. Nothing happens between phases. Only what is there as a phase begins triggers then.

    Rules: turn.4.4, turn.4.5, turn.4.6, turn.4.14, turn.5.5, turn.5.7, turn.4.10, abilities.3.16.
    """
    seat = state.turn.player
    over = citations.over(state)
    if state.lasting or state.delayed:
        _expire(state, f"{state.turn.phase} phase", "turn.4.4")
    rules = _skipped(state, seat, phase)
    if rules:
        state.go(replace(state.turn, phase=phase, step="skipped", fresh=False, materialized=0))
        tell(state, events.Skip((*rules, "turn.5.5"), seat, phase=phase))
        return
    step = "begin" if phase != "wake up" else ""
    state.go(replace(state.turn, phase=phase, step=step, fresh=True, materialized=0))
    if phase == "recollection":
        _charge(state, seat)
    emit(state, events.Phase(BEGINNINGS[phase] + over + citations.special(state, phase), seat, phase=phase))
    if phase == "end":
        _agility(state)
    elif phase == "main":
        states_and_counters.ask_for_withering(state, seat)


def _after_main(state: State) -> None:
    """After the main phase comes the end phase; while time is distorted, the materialize phase first.

    Everybody has passed on an empty stack.

    Rules: turn.4.main.3, turn.6.1, turn.6.2, effects.6.1, turn.4.12, turn.6.3, effects.6.2.
    """
    state.alter_turn(main_over=True)
    begin(state, "materialize" if time_is_distorted(state) else "end")


def _may_materialize_again(state: State, seat: Seat) -> bool:
    """Counts a materialization; one is allowed in a phase, unless an effect allows more (turn.4.7).

    What is activated, or materialized by an effect at another time, is not counted.

    Rules: CM.2, CA.1.9.3.
    """
    state.alter_turn(materialized=state.turn.materialized + 1)
    return may_materialize(state, seat)


def may_materialize(state: State, seat: Seat) -> bool:
    """Whether what was materialized in this phase leaves room for another, as effects are now (turn.4.7)."""
    if not state.turn.materialized:
        return True
    more = sum(
        active.scene(state).amount(static.more)
        for active, static in now.statics(state, MoreMaterializations)
        if active.you == seat
    )
    return state.turn.materialized <= more


def time_is_distorted(state: State) -> bool:
    """Whether any effect distorts time; a second one changes nothing (turn.6, turn.6.4, effects.6.3).

    Rules: effects.6.
    """
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
    cards = state.cards
    for number in state.field:
        if cards[number].rested and cards[number].controller == seat:
            states_and_counters.turn(state, number, *WAKING, rested=False, phase=True)
    if state.lasting:
        _end_what_kept_rested(state, seat)


def _end_what_kept_rested(state: State, seat: Seat) -> None:
    """What holds until after its controller's next wake up phase ends for the objects of this player, and for them only.

    Rules: effects.5.4.
    """
    if any(each.until == "next wake up" for each in state.lasting):
        state.hold(
            tuple(
                replace(each, on=tuple(thing for thing in each.on or () if _waits_on(state, thing, seat)))
                if each.until == "next wake up"
                else each
                for each in state.lasting
            )
        )
        state.end_lasting(lambda each: each.until == "next wake up" and not each.on)


def _waits_on(state: State, thing: Thing, seat: Seat) -> bool:
    card = state.current(thing)
    return card is not None and card.controller != seat


def _recollect(state: State, seat: Seat) -> None:
    """All cards of the memory return to the hand, and nobody can respond (turn.4.recollection.3, zones.3.7, turn.4.9).

    Rules: terms.6.reserve.
    """
    memory = state.players[seat].memory
    if memory:
        group = state.tick() if len(memory) > 1 else 0
        moving.move_each(state, seat, "memory", memory, "hand", citations.RETURNING, group)


def _charge(state: State, seat: Seat) -> None:
    """A turn-based action: a charge counter for each object with an On Charge that has not triggered yet.

    They are put on before the check that gathers the triggers of the phase's beginning (turn.4.9.choice).

    Rules: keywords.on-charge.
    """
    charging = [
        card.id
        for card, key, ability, provider in abilities_in_general.listeners(state, events.Charge)
        if card.controller == seat
        and not card.uses.get(key)
        and restrictions.unlocked(state, card, ability.when, giver=provider)
    ]
    for number in dict.fromkeys(charging):
        states_and_counters.add_counters(
            state, number, "charge", 1, "keywords.on-charge", "turn.4.9.choice", "turn.7.turn-based", "turn.7.1"
        )


def _agility(state: State) -> None:
    """Agility returns cards from memory at the beginning of the end phase (keywords.agility).

    Rules: zones.7.player.
    """
    for seat in state.living():
        for n in state.players[seat].agility:
            champion = state.champion(seat)
            if champion is not None:
                wait(
                    state,
                    Waiting(seat, champion, (Paragraph(do=(MemoryToHand(amount=Amount(n)),)),), None, label="agility"),
                )


def _clean_up(state: State) -> Steps:
    """Damage on allies is removed, effects of the turn end and limits are enforced, at once; again if anything waits.

    Rules: turn.4.end.3, turn.4.end.4, turn.4.16, turn.4.17, timing.4.2.6, timing.9.8.
    """
    again: tuple[str, ...] = ("turn.4.17", "turn.4.end.4") if state.turn.step == "cleaned" else ()
    ending = _as_turns_end(state)
    if now.statics(state, Limit):
        discarded = yield from _over_limits(state, state.turn.player)
        yield from drawing_discarding_shuffling.discard(state, discarded, "turn.4.16")
    else:
        again = (*again, "zones.3.6")
    cards = state.cards
    for number in state.field:
        if cards[number].damage and "ally" in state.now.words(state, cards[number]):
            state.alter(number, damage=0)
    if states_and_counters.come_back_from_afar(state, state.turn.player):
        again = (*again, "zones.7.4", "terms.5.distant")
    if state.lasting or state.delayed:
        _expire(state, "turn", "turn.4.16", "effects.2.1")
    for player in state.players:
        if player.agility:
            state.alter_player(player.seat, agility=())
    for card, text in ending:
        if state.players[card.controller].lost or state.players[card.owner].lost:
            continue
        yield from resolution.without_stack(state, card, text, "turn.4.16")
    state.step("cleaned")
    say(state, events.CleanUp, "turn.4.16", *citations.CLEANING, *again, player=state.turn.player)
    if unsettled(state):
        yield from settle(state)
    if state.over or state.stack:
        return
    _next_turn(state)


def _as_turns_end(state: State) -> list[tuple[Card, Paragraph]]:
    """What is to be done as turns end: the texts of objects, intents and gained boons (turn.4.16)."""
    return [
        (card, ability.plain())
        for card in map(state.cards.__getitem__, (state.objects or objects(state)).ending)
        for ability in state.pool[card.face].as_turns_end
        if restrictions.unlocked(state, card, ability.when)
    ]


def _over_limits(state: State, seat: Seat) -> Asked[list[int]]:
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
        discarded = yield from ask_cards(
            seat,
            "discard",
            ("turn.4.16",),
            f"discard down to the limit of your {limit.of}",
            [state.cards[number] for number in held],
            least=excess,
            most=excess,
        )
        chosen += [card.id for card in discarded]
    return chosen


def _expire(state: State, span: str, *rules: str) -> None:
    """Ends the effects and delayed triggers that last for a span, such as the turn or a phase (turn.4.4)."""
    if not _any_until(state, span):
        return
    state.delayed = tuple([each for each in state.delayed if each.until != span])
    state.hold(tuple([each for each in state.lasting if each.until != span]))
    tell(state, events.Expire((*rules, "effects.5.2"), state.turn.player, span=span))


def _any_until(state: State, span: str) -> bool:
    """Whether an effect or a delayed trigger lasts for a span."""
    for lasting in state.lasting:
        if lasting.until == span:
            return True
    for delayed in state.delayed:  # noqa: SIM110
        if delayed.until == span:
            return True
    return False


def _next_turn(state: State) -> None:
    """The next player in turn order becomes turn player at once, and starts at Wake Up.

    Whoever has left has no turn; what lasts until it ends when it would have begun.

    Rules: turn.1.3, turn.4.18, turn.4.end.5, turn.9.9.choice.2.
    """
    seat = state.after(state.turn.player)
    _forget_damage(state, state.turn.player)
    state.this_turn = ()
    if state.lasting or state.delayed:
        for due in _passed_over(state, state.turn.player, seat):
            _expire_until(state, due)
    state.alter_turn(player=seat, number=state.turn.number + 1, main_over=False)
    state.alter_player(seat, turns=state.players[seat].turns + 1)
    rules = ("turn.4.18", "turn.1.3", "turn.4.end.5", "turn.1.1")
    tell(state, events.Turn(rules, seat, number=state.turn.number))
    begin(state, "wake up")


def _passed_over(state: State, last: Seat, following: Seat) -> list[Seat]:
    """The players whose turns would have begun after one player's turn, and the one whose turn really begins."""
    n = len(state.players)
    return [(last + step) % n for step in range(1, (following - last - 1) % n + 2)]


def _expire_until(state: State, seat: Seat) -> None:
    """Ends the effects and delayed triggers of a player that last until their next turn, which begins, or would."""
    ended = state.end_lasting(lambda each: each.until == "your next turn" and each.controller == seat)
    state.delayed = tuple(each for each in state.delayed if each.until != "your next turn" or each.controller != seat)
    spans = (*(each.until for each in state.lasting), *(each.until for each in state.delayed))
    if "end of your next turn" in spans:
        state.hold(tuple(_ends_with_turn(each, seat) for each in state.lasting))
        state.delayed = tuple(_ends_with_turn(each, seat) for each in state.delayed)
    if ended and state.players[seat].lost:
        say(state, events.Lapses, "turn.9.9.choice.2", player=seat)


E = TypeVar("E", Lasting, DelayedTrigger)


def _ends_with_turn(effect: E, seat: Seat) -> E:
    """The same; what lasts until the end of a player's next turn ends with the turn that begins now."""
    due = effect.until == "end of your next turn" and effect.controller == seat
    return replace(effect, until="turn") if due else effect


def _forget_damage(state: State, seat: Seat) -> None:
    """From the end of its controller's turn on, new damage keeps an ally from becoming fostered (keywords.foster)."""
    cards = state.cards
    for number in state.field:
        card = cards[number]
        if "damaged lately" in card.properties and card.controller == seat:
            state.alter(number, properties=tuple([each for each in card.properties if each != "damaged lately"]))


def end_by_effect(state: State) -> Steps:
    """Nothing on the stack resolves; then the combat, the phase or the turn goes to its end.

    The rest of the steps is left out. A turn goes on with clean-up, without the triggers and the window of the end
    phase. What ended it has resolved, and its card has gone to its zone before.

    Rules: turn.5, turn.5.1, turn.5.2, turn.5.3, turn.5.4, turn.5.4.choice.
    """
    stop = state.turn.stop
    rule = {"combat": "turn.5.2", "phase": "turn.5.1", "turn": "turn.5.3"}[stop]
    cleaned = ("turn.5.4.choice",) if stop == "turn" else ()
    tell(state, events.Ends((rule, "turn.5.4", "zones.3.13", *cleaned), state.turn.player, what=stop))
    _clear_stack(state)
    if state.combat is not None:
        yield from steps_of_combat.end(state)
    if stop == "combat":
        state.alter_turn(stop="", step="end of combat")  # of the combat phase, where alone there is a combat
    elif stop == "phase":
        state.alter_turn(stop="", step="ended")
    else:
        _expire(state, f"{state.turn.phase} phase", "turn.4.4")
        _expire(state, "main phase", "turn.4.4")
        state.alter_turn(stop="", phase="end", step="ended")


def _clear_stack(state: State) -> None:
    """Cards on the stack are banished and abilities vanish (turn.5.1); nobody has Opportunity, as something has resolved."""
    for item in state.stack:
        if not item.is_play:
            say(state, events.Vanish, "turn.5.1", player=item.controller, card=item.source)
    for number in state.stack_cards:
        moving.move(state, number, "banishment", "turn.5.1", "PC.8")
    state.pile(())
