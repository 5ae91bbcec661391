"""Replays: what is written plays again exactly; whatever differs is told, with the line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

import archivist
from archivist import Deck, Game, Replay, ReplayError, deck, pool
from archivist.arena.playing import Match, match, play_out
from archivist.log.entries import Entry
from archivist.log.recording import entry, reachable, state_digest
from archivist.model.decision import Pass, Play
from positions import number_of, simple_position

SCENARIO = """
setup:
  A: {champion: [Spirit of Fire, "Rai, Spellcrafter"], hand: [Fireball, 4 x Idle Thoughts], deck: [5 x Fireball]}
  B: {champion: [Spirit of Water], field: [Blue Slime], deck: [5 x Give Bath]}
steps:
  - A: {activate: Fireball, targets: [B/field/Blue Slime], reserve: [2 x Idle Thoughts]}
  - resolve: all
"""


def played(seed: int, limit: int = 400) -> Game:
    game = match(seed).game()
    play_out(game, seed, limit)
    return game


@pytest.fixture(scope="module")
def text() -> str:
    return played(0).to_replay()


def refusal(text: str) -> str:
    """The one line with which a replay is refused."""
    with pytest.raises(ReplayError) as caught:
        Replay.read(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def line_of(text: str, part: str) -> int:
    """The number of the first line that has this in it."""
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


# -- playing again -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 5])
def test_a_game_plays_again_exactly(seed: int) -> None:
    game = played(seed)
    text = game.to_replay()
    again = Game.from_replay(text)
    assert again.state == game.state
    assert again.events == game.events
    assert again.to_replay() == text
    assert len(text) < 40_000


@pytest.mark.parametrize("limit", [0, 1, 7, 30])
def test_a_game_that_is_under_way_plays_again(limit: int) -> None:
    game = played(3, limit)
    again = Game.from_replay(game.to_replay())
    assert again.state == game.state
    assert again.decision == game.decision
    assert "end: the game goes on" in game.to_replay()


def test_a_game_that_was_loaded_still_knows_its_beginning() -> None:
    game = Game.load(played(0, 60).save())
    play_out(game, 1, 60)
    again = Game.load(game.save())
    assert again.to_replay() == game.to_replay()
    assert Game.from_replay(game.to_replay()).state == game.state


def test_conceding_is_recorded() -> None:
    game = played(0, 20)
    seat = game.to_act
    assert seat is not None
    game.concede(1 - seat)
    text = game.to_replay()
    assert f"  {'AB'[1 - seat]} concedes\nend: {'AB'[seat]} wins\n" in text
    assert Game.from_replay(text).state == game.state


def test_undone_and_cancelled_plays_are_not_recorded() -> None:
    game = Game.from_scenario(SCENARIO)
    before = game.to_replay()
    game.answer(Play("activate", number_of(game, "Fireball")))
    game.answer(2)
    game.undo()
    game.cancel()
    assert game.to_replay() == before


@pytest.mark.parametrize("play", [False, True])
def test_a_game_from_a_scenario(play: bool) -> None:
    game = Game.from_scenario(SCENARIO, play=play)
    text = game.to_replay()
    assert ("forced decisions: asked" in text) == play
    assert ("A targets: B/field/Blue Slime" in text) == play
    again = Game.from_replay(text)
    assert again.state == game.state
    assert again.to_replay() == text


def test_cards_that_are_made_up_are_written_along() -> None:
    cards = pool().with_cards([replace(pool()["Fireball"], name="Iceball"), replace(pool()["Give Bath"], elements=())])
    decks = [Deck(deck("rai").material, {"Iceball": 20, "Give Bath": 20})] * 2
    game = Game.new(decks, seed=4, cards=cards)
    play_out(game, 4, 100)
    text = game.to_replay()
    assert Game.from_replay(text).state == game.state
    assert sum('"name":"' in line for line in text.splitlines()) == 2


def test_a_game_of_an_unknown_beginning_is_not_written() -> None:
    with pytest.raises(ReplayError, match="does not know which decks and seed it began with"):
        simple_position().to_replay()


def test_a_game_that_was_tampered_with_is_not_written() -> None:
    game = played(0, 20)
    game.state.alter(0, damage=3)
    with pytest.raises(ReplayError, match="something other than answers"):
        game.to_replay()


@pytest.mark.parametrize("seed", [1, 2, 4, 5])
def test_every_card_that_occurs_was_reachable(seed: int) -> None:
    begun: Match = match(seed)
    known = set(reachable(begun.game()))
    game = begun.game()
    play_out(game, seed, 400)
    assert {card.face for card in game.state.cards if card.face} <= known


def test_the_digest_leaves_out_only_which_rules_were_cited() -> None:
    state = played(0, 30).state
    assert state.this_turn
    other = state.copy()
    other.this_turn = tuple(replace(event, rules=()) for event in state.this_turn)
    assert state_digest(other) == state_digest(state)
    other.this_turn = state.this_turn[1:]
    assert state_digest(other) != state_digest(state)
    other = state.copy()
    other.rng += 1
    assert state_digest(other) != state_digest(state)


# -- stepping ----------------------------------------------------------------------------------------------------


def test_stepping_forward_and_backward(text: str) -> None:
    replay = Replay.read(text)
    assert (replay.position, len(replay), replay.complete) == (0, len(replay.entries), True)
    states = []
    for position in range(len(replay)):
        states.append(replay.game.state.copy())
        following = replay.next
        assert following is not None
        assert replay.position == position
        replay.forward()
    assert replay.next is None
    replay.forward()
    assert replay.position == len(replay)
    for state in reversed(states):
        replay.back()
        assert replay.game.state == state
    replay.back()
    assert replay.position == 0


def test_jumping_to_a_turn(text: str) -> None:
    replay = Replay.read(text)
    for number in (5, 2, 7):
        replay.to_turn(number)
        assert replay.game.state.turn.number == number
        assert replay.position == replay.turns[number]
    for number in (0, 99):
        with pytest.raises(ReplayError, match="the game has turns 1 to 8"):
            replay.to_turn(number)
    replay.to_end()
    assert replay.game.over


def test_a_branch_of_a_replay_can_be_played_on(text: str) -> None:
    replay = Replay.read(text)
    replay.to_turn(4)
    branch = replay.game.copy()
    play_out(branch, 9, 40)
    replay.to_end()
    assert replay.game.state != branch.state


def test_a_file_is_read(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.replay"
    file.write_text(text, encoding="utf-8")
    assert len(Replay.read(file)) == len(Replay.read(text))
    with pytest.raises(ReplayError, match=r"other\.replay: cannot be read"):
        Replay.read(tmp_path / "other.replay")
    with pytest.raises(ReplayError, match="cannot be read"):
        Replay.read(tmp_path)
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReplayError, match="not UTF-8 text"):
        Replay.read(file)


def test_the_lines_can_be_followed(text: str) -> None:
    """A comment and blank lines do no harm, and each decision knows the line on which it stands."""
    replay = Replay.read("# my best game\n\n" + text)
    first = replay.entries[0]
    assert isinstance(first, Entry)
    assert (text.splitlines()[first.line - 3]).strip() == str(first)


# -- refusing ----------------------------------------------------------------------------------------------------


def test_a_replay_of_another_engine_says_which(text: str) -> None:
    said = refusal(text.replace(f"engine: {archivist.__version__}", "engine: 0.0.7"))
    assert (
        said
        == f"replay: this game cannot be played here: it was made by Archivist 0.0.7, and this is {archivist.__version__}"
    )


def test_a_replay_with_other_cards_says_which(text: str) -> None:
    changed = re.sub(r"[0-9a-f]{8} (Banner Knight|Reclaim)", r"00000000 \1", text)
    assert refusal(changed).endswith("cannot be played here: Banner Knight and Reclaim are different cards here")
    missing = text.replace("\ndecisions:", "\n  00000000 Fireblast\ndecisions:")
    assert refusal(missing).endswith("here: Fireblast is not known here")
    every = re.sub(r"^  [0-9a-f]{8} ", "  00000000 ", changed, flags=re.MULTILINE).replace("engine: ", "engine: 9")
    said = refusal(every)
    assert "made by Archivist 9" in said
    assert re.search(r"Banner Knight, Bauble of Abundance, .* and \d+ more are different cards here", said)


def test_cards_that_do_not_occur_may_differ(text: str) -> None:
    """Another pool does not matter as long as the cards of this game are the same."""
    assert Replay.read(re.sub(r"\npool: \w+", "\npool: 0123456789abcdef", text)).complete


def test_a_changed_decision_is_found_out_at_the_next_turn(text: str) -> None:
    assert "B opportunity: activate Sudden Steel" in text
    said = refusal(
        text.replace("  B opportunity: activate Sudden Steel\n  B opportunity: pass\n  A opportunity: pass\n", "", 1)
    )
    assert said.startswith(f"replay:{line_of(text, 'turn 2') - 3}: turn 2 does not begin as it was recorded;")


def test_marks_without_digest_are_not_compared() -> None:
    """Who wants to try what would have happened takes the digests out."""
    text = played(0, 6).to_replay()
    edited = text.replace(
        "  B opportunity: activate Sudden Steel\n  B opportunity: pass\n  A opportunity: pass\n", "", 1
    )
    assert len(Replay.read(re.sub(r": [0-9a-f]{8}$|\nstate: .*", "", edited, flags=re.MULTILINE))) == 3


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("activate Sudden Steel", "activate Sudden Stel", "'activate Sudden Stel' is not among the options; did you mean"),
        ("activate Sudden Steel", "activate Fireball", "'activate Fireball' is not among the options"),
        ("activate Sudden Steel", "activate Crusader of Aesa", "cannot activate Crusader of Aesa: "),
        ("B opportunity: activate Sudden Steel", "A opportunity: pass", "A does not decide about 'opportunity' now: B must"),
        ("B opportunity: activate Sudden Steel", "B reserve: nothing", "B does not decide about 'reserve' now: B must"),
        ("B opportunity: activate Sudden Steel", "D opportunity: pass", "there is no player D"),
        (
            "B opportunity: activate Sudden Steel",
            "B activates Sudden Steel",
            "this is not a decision: 'B activates Sudden Steel'",
        ),
        ("B opportunity: activate Sudden Steel", "E opportunity: pass", "this is not a decision"),
    ],
)  # fmt: skip
def test_an_impossible_decision_is_told_with_its_line(text: str, old: str, new: str, problem: str) -> None:
    said = refusal(text.replace(old, new, 1))
    assert said.startswith(f"replay:{line_of(text, old)}: ")
    assert problem in said


def test_an_illegal_play_is_told_with_its_rules(text: str) -> None:
    said = refusal(text.replace("activate Sudden Steel", "activate B/material/Prismatic Edge", 1))
    assert re.search(r"B cannot activate B/material/Prismatic Edge: .*\[[A-Z]+[.\d]+\]", said)


def test_nothing_is_decided_after_the_game(text: str) -> None:
    end = line_of(text, "end: ")
    said = refusal(text.replace("\nend: ", "\n  A opportunity: pass\nend: "))
    assert said.startswith(f"replay:{end}: the game is over")
    assert "the game is over" in refusal(text.replace("\nend: ", "\n  A concedes\nend: "))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("end: A wins", "end: B wins", "the end is 'A wins' here"),
        ("state: ", "state: 0", "the last state is not the recorded one"),
        ("turn 2, A", "turn 3, A", "this is turn 2 of A, not turn 3 of A"),
        ("state: ", "states: ", "only 'state' may follow the end"),
        ("format: standard", "format: standart", "unknown format 'standart'; known: standard"),
        ("seed: 0", "seed: zero", "the seed must be a number from 0 to 18446744073709551615, not 'zero'"),
        ("seed: 0", "seed: -1", "the seed must be a number from 0 to"),
        ("seed: 0", f"seed: {2**64}", "the seed must be a number from 0 to"),
        ("seed: 0\n", "", "'seed' is missing"),
        ("engine: ", "engin: ", "unknown heading 'engin'; did you mean engine?"),
        ("B material:", "C material:", "decks of A, B and so on are needed; there are those of A, C"),
        ("3 Banner Knight", "Banner Knight", "a number and a name are needed, not 'Banner Knight'"),
        ("3 Banner Knight", "3000 Banner Knight", "a number and a name are needed, not '3000 Banner Knight'"),
        ("3 Banner Knight", "3 Banner Night", "no card is named 'Banner Night'; did you mean Banner Knight"),
        ("1 Spirit of Wind\n", "1 Reclaim\n", "the deck of A has no level 0 champion"),
        ("pool: ", "seed: 1\npool: ", "'seed' appears twice"),
        ("cards:\n", "cards:\n  Fireball\n", "a digest and a name are needed"),
        ("cards:\n", "made-up cards:\n  {\"name\": 3}\ncards:\n", "this is not a card"),
        ("cards:\n", "scenario:\n  setup: 3\ncards:\n", "scenario:1: "),
        ("cards:\n", "forced decisions: perhaps\ncards:\n", "forced decisions are 'asked' or not mentioned"),
        ("archivist replay 1", "archivist replay 2", "this replay has format 2; this version reads format 1"),
        ("archivist replay 1", "title: a scenario", "this is not a replay"),
    ],
)  # fmt: skip
def test_malformed_replays_are_refused(text: str, old: str, new: str, problem: str) -> None:
    assert problem in refusal(text.replace(old, new, 1))


def test_a_replay_that_was_cut_off_says_so(text: str) -> None:
    lines = text.splitlines()
    cut = Replay.read("\n".join(lines[:-4]) + "\n")
    assert not cut.complete
    assert len(cut) == len(Replay.read(text)) - 2
    assert "it has no decisions" in refusal("\n".join(lines[:20]))
    assert len(Replay.read("\n".join(lines[:-4]) + "\n  A oppor")) == len(cut)
    assert "this is not a decision: 'A oppor'" in refusal("\n".join(lines[:-4]) + "\n  A oppor\n")


def test_a_line_is_written_before_its_answer_is_given() -> None:
    assert str(entry(Game.from_scenario(SCENARIO), Pass())) == "A opportunity: pass"
