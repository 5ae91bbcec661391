"""Records: a game as one seat saw it holds what that seat knew, and nothing else."""

from __future__ import annotations

import msgspec
import pytest

from archivist import Game, Replay, deck
from archivist.arena.playing import Dice, choose
from archivist.model.errors import ReplayError
from archivist.notation import records
from archivist.notation.replay_format import read_text
from archivist.rules.zones.visibility import sees

ANSWERS = 60


@pytest.fixture(scope="module")
def game() -> Game:
    """A game in the middle."""
    game = Game.new([deck("rai"), deck("silvie")], seed=3)
    dice = Dice(3)
    for _ in range(ANSWERS):
        assert game.decision is not None
        game.answer(choose(game.decision, dice))
    return game


def recorded(game: Game, seat: int) -> str:
    return records.write(Replay(read_text(game.to_replay(), "game")), seat)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_record_is_read_as_it_was_written_and_ends_with_what_the_seat_sees(game: Game, seat: int) -> None:
    record = records.read(recorded(game, seat), "file")
    assert record.head.seat == "AB"[seat]
    assert record.head.players == ("A", "B")
    assert record.steps[-1].view == game.view(seat, log=0)
    assert record.outcome == "the game goes on"
    assert [*record.before, *(line for step in record.steps for line in step.events)] == game.trace(seat)
    own = [step for step in record.steps if step.player == "AB"[seat]]
    assert own
    assert all(step.answer for step in own)
    assert all(step.view.decision is not None for step in own)
    assert not any(step.answer for step in record.steps[:-1] if step.player != "AB"[seat])


@pytest.mark.parametrize("seat", [0, 1])
def test_ru_14_a_record_names_no_card_that_the_seat_never_saw(game: Game, seat: int) -> None:
    text = recorded(game, seat)
    seen: set[str] = set()
    replay = Replay(read_text(game.to_replay(), "game"))
    for position in range(len(replay) + 1):
        replay.go(position)
        state = replay.game.state
        seen |= {card.true_name for card in state.cards if sees(state, seat, card)}
    theirs = {*deck(("silvie", "rai")[seat]).main, *deck(("silvie", "rai")[seat]).material}
    hidden = {name for name in theirs - seen if not any(name in other for other in seen)}
    assert hidden
    assert not [name for name in hidden if f'"{name}"' in text]


def test_records_of_one_game_begin_alike_and_others_do_not(game: Game) -> None:
    earlier = game.copy()
    for _ in range(9):
        earlier.undo()
    assert records.beginning(recorded(earlier, 0)) == records.beginning(recorded(game, 0))
    assert records.beginning(recorded(game, 1)) != records.beginning(recorded(game, 0))
    assert records.is_record(recorded(game, 0))
    assert not records.is_record(game.to_replay())


@pytest.mark.parametrize(
    ("line", "new", "told"),
    [
        (0, '{"archivist record":9}', "broken at line 1"),
        (0, '{"archivist record":9,"engine":"","format":"","seat":"A","players":[]}', "has record format 9"),
        (1, "{}", "broken at line 2"),
        (3, "nonsense", "broken at line 4"),
        (3, '{"view": 7}', "broken at line 4"),
        (3, '{"player": "A"}', "broken at line 4"),
        (3, "[" * 100_000, "broken at line 4"),
    ],
)
def test_a_broken_record_is_refused_with_its_line(game: Game, line: int, new: str, told: str) -> None:
    lines = recorded(game, 0).splitlines()
    lines[line] = new
    with pytest.raises(ReplayError, match=told):
        records.read("\n".join(lines), "file")
    with pytest.raises(ReplayError, match="at least one view"):
        records.read("\n".join(recorded(game, 0).splitlines()[:2]), "file")


def test_programs_can_read_a_record_as_plain_json(game: Game) -> None:
    for line in recorded(game, 0).splitlines():
        assert isinstance(msgspec.json.decode(line), dict)
