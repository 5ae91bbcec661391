"""The log of a replay: as text, as Markdown, as JSON; of everything or as a seat may know it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from archivist.model.card import Seat
from archivist.notation.narration import taken_apart
from archivist.notation.playthrough import Chapter, chapters, header, winner
from archivist.notation.recording import outcome
from archivist.notation.replay_format import Entry
from archivist.notation.replays import Replay


def _title(replay: Replay) -> str:
    return Path(replay.recorded.file).name


def _seed(replay: Replay, seat: Seat | None) -> int | None:
    """The seed of a game that began with decks; not for a seat, as it tells what everyone draws (RU.14)."""
    origin = replay.recorded.head.origin
    return None if origin.scenario or seat is not None else origin.seed


def _told(replay: Replay, seat: Seat | None, turn: int | None) -> list[Chapter]:
    replay.to_end()
    return [chapter for chapter in chapters(replay.game, seat) if turn in (None, chapter.turn)]


def log(replay: Replay, seat: Seat | None, turn: int | None) -> str:
    """The log as text."""
    told = _told(replay, seat, turn)
    parts = [header(replay.game, _title(replay), _seed(replay, seat), seat)] if turn is None else []
    parts += ["\n".join((f"== {chapter.heading} ==", *chapter.lines)) for chapter in told]
    return "\n\n".join(parts) + "\n"


def markdown(replay: Replay, seat: Seat | None, turn: int | None) -> str:
    """The log as Markdown: a heading a turn, an item an event, its rules in italics."""
    told = _told(replay, seat, turn)
    state = replay.game.state
    seed = _seed(replay, seat)
    facts = [f"format {state.format}", *([] if seed is None else [f"seed {seed}"])]
    lines = [
        f"# {_plain(_title(replay))}",
        "",
        f"{', '.join(facts)}; winner: {winner(state)}; turns: {state.turn.number}",
    ]
    for chapter in told:
        lines += ["", f"## {chapter.heading[:1].upper()}{chapter.heading[1:]}", ""]
        for line in chapter.lines:
            sentence, rules = taken_apart(line)
            lines.append(f"- {_plain(sentence)} *{', '.join(rules)}*" if rules else f"- {_plain(sentence)}")
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    """Text in which nothing means a format."""
    for sign in "\\*_`[]<":
        text = text.replace(sign, f"\\{sign}")
    return text


def as_json(replay: Replay, seat: Seat | None, turn: int | None) -> str:
    """Each decision with what came of it, after what came before the first.

    For a seat, what comes of a decision that it may not know of is told with the last one that it may. Neither numbers nor
    lines of the file then tell how many are left out.
    """
    head = replay.recorded.head
    steps: list[dict[str, Any]] = []
    replay.go(0)
    begun = _events(replay, seat, 0)
    while (entry := replay.next) is not None:
        before, listed = heard(replay, seat), told_of(replay, seat)
        if listed:
            steps.append({"number": len(steps) + 1, **_place(entry, replay, seat), "events": []})
        replay.forward()
        (steps[-1]["events"] if steps else begun).extend(_events(replay, seat, before))
    said = {
        "file": replay.recorded.file,
        "engine": head.engine,
        "format": replay.game.state.format,
        "seed": _seed(replay, seat),
        "players": [player.name for player in replay.game.state.players],
        "outcome": outcome(replay.game),
        "complete": replay.complete,
        "before": begun,
        "decisions": [each for each in steps if turn in (None, each["turn"])],
    }
    return msgspec.json.format(msgspec.json.encode(said), indent=2).decode()


def _place(entry: Entry, replay: Replay, seat: Seat | None) -> dict[str, Any]:
    """Where a decision stands, in the file and in the game, and who decides about what."""
    state = replay.game.state
    line = {"line": entry.line} if seat is None else {}
    whose = state.players[state.turn.player].name
    return {**line, "turn": state.turn.number, "turn player": whose, **decision(entry, replay, seat)}


def told_of(replay: Replay, seat: Seat | None) -> bool:
    """Whether a seat may know that the next decision is asked at all.

    Whoever may act is known to everybody. What others decide within a play or a resolution may be asked only because of
    what lies hidden (RU.14); what comes of it is told anyway.
    """
    entry = replay.next
    return entry is None or known(entry, replay, seat) or replay.game.acting or not entry.kind


def decision(entry: Entry, replay: Replay, seat: Seat | None) -> dict[str, str]:
    """Who decided and about what; the answer itself only for the seat that gave it, or for who sees everything."""
    said = {"player": entry.player, "kind": entry.kind or "concede"}
    return {**said, "answer": entry.words} if known(entry, replay, seat) else said


def known(entry: Entry, replay: Replay, seat: Seat | None) -> bool:
    """Whether an answer is shown: to others it could tell what lies hidden, and what comes of it is told anyway."""
    return seat is None or replay.game.state.players[seat].name == entry.player


def heard(replay: Replay, seat: Seat | None) -> int:
    """The number of events that a seat has been told of, and that the next decision leaves as they are.

    What others are told of a play comes with the decision that completes it (RU.14); what is being carried out when
    somebody concedes is given up (turn.9.5).
    """
    game, entry = replay.game.as_told_to(seat), replay.next
    return game.settled if entry is not None and not entry.kind else game.event_count + len(game.unfinished)


def _events(replay: Replay, seat: Seat | None, since: int) -> list[dict[str, Any]]:
    told = (taken_apart(line) for line in replay.game.trace(seat, since))
    return [{"event": sentence, "rules": rules} for sentence, rules in told]
