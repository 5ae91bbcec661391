"""Starting the game: decks, the first player, champions and starting hands (turn.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from archivist.model import events
from archivist.model.card import Player, Seat
from archivist.model.decision import Pass, Play
from archivist.model.errors import Illegal
from archivist.model.state import State
from archivist.rules.asking import ask_action, ask_cards
from archivist.rules.cards import tokens
from archivist.rules.effects.continuous.characteristics import Evaluation
from archivist.rules.effects.events import say, tell
from archivist.rules.legal_actions import offers
from archivist.rules.playing_cards import nine_steps, resolution
from archivist.rules.playing_cards.boons import comes_first
from archivist.rules.playing_cards.permissions import Licence
from archivist.rules.timing.state_based_checks import settle
from archivist.rules.turn import drawing_discarding_shuffling, ending_and_leaving_the_game
from archivist.rules.zones import entering_the_field, moving
from archivist.vocabulary.node import Left, Steps
from archivist.vocabulary.pending import Turn

if TYPE_CHECKING:
    from archivist.cards import Pool

BARRIER = "Pantheon Barrier"
FIRST_BOON = Licence(("keywords.first-boon", "PC.2"), instructed=True)


def prepared(
    pool: Pool,
    decks: Sequence[tuple[Sequence[str], Sequence[str], Sequence[str]]],
    *,
    seed: int,
    format: str,
) -> State:
    """Decks in their zones, shuffled, and a first player chosen at random.

    Rules: turn.2.table.1, turn.2.table.2, turn.2.table.4.
    """
    players = [Player(seat, "ABCD"[seat]) for seat in range(len(decks))]
    state = State(pool, players, Turn(0, 0, "before the game", ""), seed, format, Evaluation())
    for seat, (material, main, boons) in enumerate(decks):
        for zone, names in (("material", material), ("deck", main), ("pantheon", boons)):
            moving.place_all(state, names, seat, zone)
        say(state, events.DecksPlaced, "turn.2.table.1", player=seat)
    for seat in range(len(decks)):
        drawing_discarding_shuffling.shuffle(state, seat)
    state.first_player = state.random(len(decks))
    state.alter_turn(player=state.first_player)
    say(state, events.FirstPlayer, "turn.2.table.4", player=state.first_player)
    return state


def begin(state: State) -> Steps:
    """Pre-game actions, champions with their starting hands, then the first turn.

    A hand is drawn by what the champion's On Enter says, and by nothing else.

    Rules: turn.2, turn.2.2, turn.2.table, turn.2.table.5, turn.2.table.6, turn.2.table.7.
    """
    order = state.living()
    for seat in order:
        yield from _first_boons(state, seat)
        yield from _begin_on_field(state, seat)
    for seat in order:
        yield from _champion(state, seat)
        if state.format == "pantheon":
            tokens.summon(state, ((BARRIER, None),), seat)
    waiting, state.waiting = state.waiting, ()
    for seat in order:
        state.waiting = tuple([each for each in waiting if each.controller == seat])
        yield from _quietly(state)
    if state.players[state.first_player].lost:
        state.first_player = state.after(state.first_player)
    seat = state.first_player
    state.this_turn = ()  # what happened before the game has happened in no turn
    state.alter_turn(player=seat, number=1, phase="wake up", step="skipped")
    state.alter_player(seat, turns=1)
    tell(state, events.Turn(("turn.2.table.7", "turn.1.1"), seat, number=1))
    tell(state, events.Skip(("turn.3.1", "turn.5.5"), seat, phase="wake up"))


def _quietly(state: State) -> Steps:
    """Resolves what waits; nobody has Opportunity before the game begins (turn.2.table.6)."""
    yield from settle(state)
    while state.stack and not state.over:
        asking = resolution.resolve_top(state)
        if asking is not None:
            yield from asking
        yield from settle(state)


def _begin_on_field(state: State, seat: Seat) -> Steps:
    """A player may begin the game with certain cards of their decks on the field (turn.2.1, turn.2.table.5)."""
    player = state.players[seat]
    able = [n for n in (*player.material, *player.deck) if state.pool[state.cards[n].face].begins_on_field]
    if not able:
        return
    chosen = yield from ask_cards(
        seat,
        "pre-game",
        ("turn.2.1", "turn.2.table.5"),
        "choose what to begin the game with on the field",
        [state.cards[number] for number in able],
        least=0,
        most=len(able),
    )
    for card in chosen:
        entering_the_field.begin_on_field(state, card.id)


def _champion(state: State, seat: Seat) -> Steps:
    """The level 0 champion enters, before the first turn; this is no materialization, and card text cannot stop it.

    Rules: turn.2.3, turn.2.choice, turn.7.special, turn.7.2, cards.4.1.
    """
    starters = [number for number in state.players[seat].material if state.pool[state.cards[number].face].level == 0]
    if len(starters) > 1:
        cards = [state.cards[number] for number in starters]
        chosen = yield from ask_cards(seat, "champion", ("turn.2.table.6",), "choose your level 0 champion", cards)
        starters = [card.id for card in chosen]
    for number in starters:
        yield from entering_the_field.enter(
            state, number, seat, "turn.2.table.6", "turn.2.3", "turn.2.choice", "turn.7.2", special=True
        )


def _first_boons(state: State, seat: Seat) -> Steps:
    """Boons with First Boon may be bestowed now, and only now (keywords.first-boon, RU.17)."""
    for number in state.players[seat].pantheon:
        card = state.cards[number]
        if comes_first(state, card):
            yield from _first_boon(state, seat, number)


def _first_boon(state: State, seat: Seat, number: int) -> Steps:
    """A player may bestow a First Boon, which resolves at once; a refused attempt undoes that play alone (timing.5.2)."""
    refused: Illegal | None = None
    while not state.players[seat].lost and offers.completes(state, seat, "bestow", number, FIRST_BOON):
        try:
            answer = yield from ask_action(
                seat, "play", ("keywords.first-boon", "turn.2.table.5", "turn.2.1"), "bestow your First Boon?",
                (Play("bestow", number), Pass()), card=number, refused=refused, on_leave="renew",
            )  # fmt: skip
        except Left:
            refused = None
            continue
        if isinstance(answer, Pass):
            return
        before = state.copy()
        try:
            yield from nine_steps.play(state, seat, "bestow", number, FIRST_BOON)
        except Illegal as illegal:
            ending_and_leaving_the_game.put_back(state, before)
            if not state.players[seat].lost:
                refused = offers.refusal(state, seat, "bestow", number, FIRST_BOON, illegal)
        else:
            yield from _quietly(state)
            return
