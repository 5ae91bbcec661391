"""Nothing hidden leaves the server: games that differ only in hidden cards look the same, byte for byte.

For each position of many games a second game is made in which every card that a receiver may not see is another one.
Everything that the receiver gets of the two tables must be equal: JSON, events, pages, headers, sizes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import httpx
import pytest
from msgspec.structs import replace
from waiters import Client, Player, served

from archivist.bots import bot, choice_of
from archivist.game import Game
from archivist.model import events
from archivist.model.card import Seat
from archivist.model.decision import Answer, Pass
from archivist.model.errors import AnswerError, Illegal
from archivist.model.state import State
from archivist.notation.naming import PLAYERS
from archivist.server.held import Held
from archivist.server.live import Live, Refused
from archivist.server.watching import SPECTATOR
from disguises import disguised, hidden_from, may_see, reordered, restarted
from mass import how_many

GAMES = how_many(30, 100)
STORIES = how_many(5, 20)
FOLLOWED = 60
"""How many decisions are made while two games are compared."""
TOKENS = ("token-of-A", "token-of-B")


def positions(game: int, count: int = 1) -> Iterator[State]:
    """Some states of a game in which somebody can act."""
    dice = random.Random(game)
    played = Game.new([dice.choice(("lorraine", "rai", "silvie")) for _ in range(2)], seed=game)
    bots = [bot("random", seed=game + seat) for seat in range(2)]
    wanted = sorted(dice.randrange(5, 200) for _ in range(count))
    for decision in range(200):
        if played.to_act is None or not wanted:
            return
        if decision >= wanted[0] and played.acting:
            wanted.pop(0)
            yield played.state.copy()
        try:
            played.answer(choice_of(played, bots[played.to_act]))
        except Illegal:
            continue


def other(state: State, seat: Seat, dice: random.Random) -> State:
    """A state that only differs in what a seat, or every seat, may not see."""
    if seat == SPECTATOR:
        hidden = [
            card.id
            for card in state.cards
            if card.zone != "none" and not all(may_see(state, each, card) for each in (0, 1))
        ]
        return disguised(state, hidden, dice)
    return reordered(disguised(state, hidden_from(state, seat), dice), seat, dice)


async def received(client: Client, id: str, state: State, seat: Seat, game: int) -> list[tuple[object, ...]]:
    """Everything that a receiver gets of a table with this game: status, headers and body of each answer."""
    fresh = state.copy()
    fresh.events.clear()
    held = await client.server.tables.held(id)
    live = held.live
    assert live is not None
    held.live = Live(held.setting, replace(live.log, entries=[]), Game(fresh))
    held.stories.clear()
    held.messages.clear()
    token = None if seat == SPECTATOR else TOKENS[seat]
    answers: list[httpx.Response] = [await client.get(f"/tables/{id}", token)]
    answers.append(await client.get(f"/tables/{id}/log", token))
    headers = {} if token is None else {"Cookie": f"seat-{id}={token}"}
    for page in (f"/t/{id}", f"/t/{id}/board", f"/t/{id}/ask"):
        answers.append(await client.http.get(page, headers=headers))
    message = held.message(seat)
    told: list[tuple[object, ...]] = [(message.id, message.data)]
    told += [(each.status_code, sorted(each.headers.items()), each.content) for each in answers]
    return told


@pytest.mark.mass
@pytest.mark.parametrize("first", range(0, GAMES, 10))
@served
async def test_games_that_differ_only_in_hidden_cards_look_the_same(client: Client, first: int) -> None:
    compared = 0
    id_ = (await client.dealt(seed=1))[0].id
    for game in range(first, first + 10):
        dice = random.Random(game)
        for state in positions(game):
            for seat in (0, 1, SPECTATOR):
                one = await received(client, id_, state, seat, game)
                two = await received(client, id_, other(state, seat, dice), seat, game)
                assert one == two
                compared += 1
    assert compared >= 10


class Line:
    """A game that goes on from a state for a while: the answers, and what stays hidden from a receiver all the time."""

    def __init__(self, state: State, seat: Seat, seed: int) -> None:
        played = restarted(state)
        bots = [bot("random", seed=seed + each) for each in range(2)]
        seats = (0, 1) if seat == SPECTATOR else (seat,)
        self.answers: list[tuple[Seat, Answer]] = []
        self.hidden = {card.id for card in state.cards if card.zone != "none"}
        for number in range(FOLLOWED + 1):
            now = played.state
            self.hidden -= {one for one in self.hidden if any(may_see(now, each, now.cards[one]) for each in seats)}
            decision, mover = played.decision, played.to_act
            if decision is None or mover is None or number == FOLLOWED:
                break
            answer = decision.exact(choice_of(played, bots[mover]))
            try:
                played.answer(answer)
            except Illegal:
                break
            self.answers.append((mover, answer))
        revealed = [str(each) for each in played.events if isinstance(each, events.Reveal)]
        self.hidden -= {
            one for one in self.hidden if any(played.state.cards[one].true_name in each for each in revealed)
        }


async def followed(client: Client, id: str, state: State, seat: Seat, line: Line) -> list[bytes] | None:
    """What a receiver is told after each answer, and the whole log; None if these answers cannot be given here."""
    held = await client.server.tables.held(id)
    assert held.live is not None
    await received(client, id, state, seat, 0)
    told: list[bytes] = []
    for mover, answer in line.answers:
        live = held.live
        if live.to_act != mover:
            return None
        try:
            live._give(mover, answer, "hand")
        except (Refused, AnswerError):
            return None
        held.messages.clear()
        told.append(held.message(seat).data)
    token = None if seat == SPECTATOR else TOKENS[seat]
    told.append((await client.get(f"/tables/{id}/log", token)).content)
    headers = {} if token is None else {"Cookie": f"seat-{id}={token}"}
    told.append((await client.http.get(f"/t/{id}/board", headers=headers)).content)
    return told


@pytest.mark.mass
@pytest.mark.parametrize("first", range(0, STORIES, 5))
@served
async def test_games_that_go_on_with_other_hidden_cards_tell_the_same_story(client: Client, first: int) -> None:
    """Not one moment but a whole stretch, with its log: from other cards that never come to light nothing follows."""
    compared = lines = 0
    for game in range(first, first + 5):
        dice = random.Random(game)
        for state in positions(game):
            for seat in (0, 1, SPECTATOR):
                line = Line(state, seat, game)
                id_ = (await client.dealt(seed=1))[0].id
                one = await followed(client, id_, state, seat, line)
                two = await followed(client, id_, disguised(state, line.hidden, dice), seat, line)
                if one is None or two is None or not line.hidden:
                    continue
                assert one == two
                compared += 1
                lines += one[-2].count(b'"text"')
    assert compared >= 5
    assert lines >= 100


@served
async def test_the_comparison_notices_what_a_seat_may_see(client: Client) -> None:
    """Another card in one's own hand must make a difference, or the test above would prove nothing."""
    id_ = (await client.dealt(seed=1))[0].id
    state = next(positions(3))
    hand = state.players[0].hand
    changed = state.copy()
    face = next(card.face for card in state.cards if card.zone == "deck" and card.face != state.cards[hand[0]].face)
    changed.put(replace(changed.cards[hand[0]], face=face))
    own = [await received(client, id_, each, 0, 3) for each in (state, changed)]
    assert own[0] != own[1]
    for seat in (1, SPECTATOR):
        others = [await received(client, id_, each, seat, 3) for each in (state, changed)]
        assert others[0] == others[1]


@served
async def test_what_others_answer_in_secret_does_not_show_in_ones_number(client: Client) -> None:
    """The number that an answer must name counts one's own answers, not those of others."""
    ann, bob = await client.two_people()
    held: Held = await client.server.tables.held(ann.id)
    for _ in range(30):
        shown = {player: await player.table() for player in (ann, bob)}
        mover, idle = (ann, bob) if shown[ann]["can"]["answer"] else (bob, ann)
        before = shown[idle]["number"]
        await mover.plain()
        assert (await idle.table())["number"] == before
    assert held.live is not None and sum(held.live.numbers) == 30


async def heard(client: Client, id: str, state: State, game: int) -> list[bytes]:
    """What a spectator receives while everybody passes, and draws in secret."""
    await received(client, id, state, SPECTATOR, game)
    held = await client.server.tables.held(id)
    told: list[bytes] = []
    for _ in range(8):
        live = held.live
        assert live is not None
        seat = live.to_act
        decision = live.game.decision
        if seat is None or decision is None or Pass() not in decision.options:
            break
        player = Player(client, {"id": id, "seat": PLAYERS[seat], "token": TOKENS[seat]})
        await player.answer(live.numbers[seat], decision.options.index(Pass()))
        told.append(held.message(SPECTATOR).data)
    return told


@served
async def test_what_spectators_hear_does_not_depend_on_what_is_drawn_in_secret(client: Client) -> None:
    drawn = 0
    for game in range(8):
        dice = random.Random(game)
        for state in positions(game):
            ids = [(await client.dealt(seed=1))[0].id for _ in range(2)]
            one = await heard(client, ids[0], state, game)
            two = await heard(client, ids[1], other(state, SPECTATOR, dice), game)
            assert [each.replace(ids[1].encode(), ids[0].encode()) for each in two] == one
            drawn += sum(b"deck -> hand" in each for each in one)
    assert drawn
