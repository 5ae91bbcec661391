"""The log of a replay: as text, as Markdown, as JSON; of everything or as a seat may know it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from archivist.log.entries import Entry
from archivist.log.recording import outcome
from archivist.log.records import Record, heard, known, told_of
from archivist.log.replays import Replay
from archivist.model.card import Seat
from archivist.notation.narration import taken_apart
from archivist.notation.playthrough import Chapter, chapters, header, winner


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
    return _text(header(replay.game, _title(replay), _seed(replay, seat), seat) if turn is None else "", told)


def _text(head: str, chapters: list[Chapter]) -> str:
    parts = ["\n".join((f"== {chapter.heading} ==", *chapter.lines)) for chapter in chapters]
    return "\n\n".join(([head] if head else []) + parts) + "\n"


def markdown(replay: Replay, seat: Seat | None, turn: int | None) -> str:
    """The log as Markdown: one heading per turn, one item per event, its rules in italics."""
    told = _told(replay, seat, turn)
    state = replay.game.state
    seed = _seed(replay, seat)
    facts = [f"format {state.format}", *([] if seed is None else [f"seed {seed}"])]
    return _marked(_title(replay), f"{', '.join(facts)}; winner: {winner(state)}; turns: {state.turn.number}", told)


def _marked(title: str, facts: str, chapters: list[Chapter]) -> str:
    lines = [f"# {_plain(title)}", "", facts]
    for chapter in chapters:
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


def decision(entry: Entry, replay: Replay, seat: Seat | None) -> dict[str, str]:
    """Who decided and about what; the answer itself only for the seat that gave it, or for a reader who may see everything."""
    said = {"player": entry.player, "kind": entry.kind or "concede"}
    return {**said, "answer": entry.words} if known(entry, replay, seat) else said


def _events(replay: Replay, seat: Seat | None, since: int) -> list[dict[str, Any]]:
    told = (taken_apart(line) for line in replay.game.trace(seat, since))
    return [{"event": sentence, "rules": rules} for sentence, rules in told]


# -- records -----------------------------------------------------------------------------------------------------


def record_log(record: Record, turn: int | None) -> str:
    """What a seat heard, as text."""
    head = f"# {Path(record.file).name}\n{_recorded(record)}" if turn is None else ""
    return _text(head, _record_chapters(record, turn))


def record_markdown(record: Record, turn: int | None) -> str:
    """What a seat heard, as Markdown."""
    return _marked(Path(record.file).name, _recorded(record), _record_chapters(record, turn))


def _recorded(record: Record) -> str:
    head = record.head
    return f"format {head.format}, as {head.seat} saw it; {record.outcome}; turns: {record.steps[-1].view.turn}"


def _record_chapters(record: Record, turn: int | None) -> list[Chapter]:
    """The turns of a record, and what came before the first."""
    lines: dict[tuple[int, str], list[str]] = {(0, "before the game"): list(record.before)}
    for step in record.steps:
        view = step.view
        lines.setdefault((view.turn, f"turn {view.turn}: {view.turn_player}"), []).extend(step.events)
    chapters = [Chapter(number, heading, tuple(each)) for (number, heading), each in lines.items()]
    return [chapter for chapter in chapters if turn in (None, chapter.turn)]
