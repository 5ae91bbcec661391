"""Trials of a card: played, triggered and used in positions made for it, with everything checked after each decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec

from archivist.arena.invariants import Watch
from archivist.arena.playing import Match
from archivist.arena.shrinking import small_scenario
from archivist.arena.trial_positions import Setting, Start, deeds, is_filler, scenario
from archivist.arena.trying import Failed, check_refusal, patience
from archivist.bots.dice import Dice, choose
from archivist.cards import pool, written
from archivist.decks import Deck
from archivist.game import Game
from archivist.model import events
from archivist.model.decision import Answer, Attack, Pass, Play, Use
from archivist.model.errors import Illegal
from archivist.scenario.writing import Unwritable
from archivist.vocabulary.abilities import Activated, Text, Triggered
from archivist.vocabulary.face import Face
from archivist.vocabulary.pending import PLAY_KINDS
from archivist.vocabulary.text import Paragraph

DECISIONS: Final = 70
"""So many decisions are made in one trial at most."""
TRIES: Final = 12
"""So many trials a card gets from one beginning, if it takes so many to reach all of its abilities."""
LONGER: Final = 5
"""So many times as often it is tried where its conditions are met, if something was not reached."""
HANG: Final = 60
"""Seconds after which a trial that has not ended counts as a hang."""


class Trial(msgspec.Struct, frozen=True):
    """What came of trying a card: the abilities that it has, those reached in each setting, and the first failure."""

    card: str
    wanted: frozenset[str]
    met: frozenset[str]
    bare: frozenset[str]
    decisions: int
    failed: Failed | None = None
    reproduction: str = ""

    @property
    def missed(self) -> list[str]:
        """What no trial reached."""
        return sorted(self.wanted - self.met - self.bare)


def aims(face: Face) -> frozenset[str]:
    """What trials of a card are to reach: that it is played, is there or resolves, and each ability by its paragraph."""
    found = {which for which, _ in _abilities(face)}
    if face.is_card and not _begins(face):
        found.add("played")
    if face.is_object:
        found.add("on the field")
    elif any(isinstance(each, Text) for each in face.abilities):
        found.add("resolved")
    return frozenset(found)


def _begins(face: Face) -> bool:
    """Whether a game begins with the card on the field: a level 0 champion is not played (zones.3.4)."""
    return "champion" in face.words and face.level == 0


def _abilities(face: Face) -> list[tuple[str, Paragraph]]:
    """The triggered and activated abilities, each with its kind and the number of its paragraph."""
    return [
        (f"{'triggered' if isinstance(each, Triggered) else 'activated'} {number}", each.plain())
        for number, each in enumerate(face.abilities, 1)
        if isinstance(each, Triggered | Activated)
    ]


def trial(name: str, tries: int = TRIES) -> Trial:
    """Tries a card from all beginnings until each ability was reached, or so many times. Raises nothing."""
    face = pool()[name]
    wanted = aims(face)
    reached: dict[Setting, set[str]] = {"met": set(), "bare": set()}
    decisions = 0
    for setting, start, seeds in _rounds(face, tries):
        if seeds.start and wanted <= reached["met"] | reached["bare"]:
            break
        for seed in seeds:
            run = _Run(face, beginning(face, setting, start, seed), seed)
            failed = run.failure()
            decisions += len(run.answers)
            reached[setting] |= run.reached
            if failed is not None:
                met, bare = map(frozenset, reached.values())
                return Trial(name, wanted, met, bare, decisions, failed, run.reproduction(failed))
            if wanted <= reached[setting]:
                break
    return Trial(name, wanted, frozenset(reached["met"]), frozenset(reached["bare"]), decisions)


def _rounds(face: Face, tries: int) -> Iterator[tuple[Setting, Start, range]]:
    """The settings and beginnings with the seeds of their trials, those for what was not reached last."""
    for setting, start in beginnings(face):
        yield setting, start, range(tries if setting == "met" else max(1, tries // 6))
    for setting, start in beginnings(face):
        if setting == "met":
            yield setting, start, range(tries, LONGER * tries)


def beginnings(face: Face) -> Iterator[tuple[Setting, Start]]:
    """The settings, and where the card is as a trial begins."""
    settings: tuple[Setting, ...] = ("met", "bare")
    for setting in settings:
        if face.is_card:
            yield setting, "played"
        if face.is_object:
            yield setting, "there"
        if "champion" in face.words:
            yield setting, "beneath"
        if "bullet" in face.words:
            yield setting, "loaded"


def beginning(face: Face, setting: Setting, start: Start, seed: int) -> str | Match:
    """How a trial begins: in a position, as a scenario; or, to see a level 0 champion enter, as a new game."""
    if start == "played" and _begins(face):
        deck = Deck((face.name,), {each.name: 2 for each in written().values() if is_filler(each)})
        return Match(face.name, seed, (deck, deck))
    return scenario(face, setting, start, seed)


class _Run:
    """A game in which players are eager to use the card that is tried."""

    def __init__(self, face: Face, beginning: str | Match, seed: int) -> None:
        self._beginning = beginning
        self.reached: set[str] = set()
        self.answers: list[Answer] = []
        self._face = face
        self._dice = Dice(seed)
        self._abilities = _abilities(face)
        self._deeds = deeds(face.name)
        self._patient = seed % 2 == 1
        self._used: set[tuple[int, int]] = set()
        self._told = 0

    def failure(self) -> Failed | None:
        """Plays it; how it failed, if it did."""
        try:
            with patience(HANG):
                self._play()
        except Exception as error:
            return Failed.by(error)
        return None

    def _begun(self) -> Game:
        return self._beginning.game() if isinstance(self._beginning, Match) else Game.from_scenario(self._beginning)

    def _play(self) -> None:
        game = self._begun()
        watch = Watch(game)
        watch(game)
        self._look(game)
        while game.decision is not None and len(self.answers) < DECISIONS:
            before = game.state.copy() if game.acting else None
            self.answers.append(self._answer(game))
            try:
                game.answer(self.answers[-1])
            except Illegal as refused:
                check_refusal(game, refused, before)
            watch(game)
            self._look(game)

    def _look(self, game: Game) -> None:
        """Notes what is reached now."""
        state, name = game.state, self._face.name
        if any(state.cards[number].face == name for number in state.field):
            self.reached.add("on the field")
        for item in state.stack:
            if name in (item.source.face, state.cards[item.card].face, *_beneath(game, item.card)):
                self.reached.update(["played"] if item.is_play else [])
                self.reached.update(which for which, text in self._abilities if _same(text, item.text))
        for event in game.events_since(self._told):
            if event.subject is None or event.subject.name != name:
                continue
            if isinstance(event, events.Resolve) and event.what.split()[0] in PLAY_KINDS:
                self.reached.add("resolved")
            triggered = [which for which, _ in self._abilities if which.startswith("triggered")]
            if isinstance(event, events.Trigger) and len(triggered) == 1:
                self.reached.update(triggered)
        self._told = game.event_count

    def _answer(self, game: Game) -> Answer:
        """Mostly a play or an unused ability of the card, else what does a deed of its text, an attack, or anything.

        While something of the card waits on the stack players mostly pass, so that it resolves. In every other trial they
        are patient: once the card is there it is left alone, so that its triggers are met.
        """
        decision = game.decision
        assert decision is not None
        if decision.form != "act":
            return choose(decision, self._dice)
        options: Sequence[Answer] = list(decision.answers())
        waits = self._patient and "on the field" in self.reached
        own = [] if waits else [each for each in options if self._is_new(game, each)]
        helping = [each for each in options if self._helps(game, each)]
        attacks = [each for each in options if isinstance(each, Attack)]
        roll = self._dice.below(10)
        pending = any(item.source.face == self._face.name for item in game.state.stack)
        if pending and roll < 8 and Pass() in options:
            options = [Pass()]
        elif own and roll < 8:
            options = own
        elif helping and roll < 4:
            options = helping
        elif attacks and roll < 6:
            options = attacks
        elif roll >= 7 and Pass() in options:
            options = [Pass()]
        chosen = self._dice.one(options)
        if isinstance(chosen, Use):
            self._used.add((chosen.card, chosen.ability))
        return chosen

    def _is_new(self, game: Game, action: Any) -> bool:
        """Whether an action plays the card, or uses an ability of it that was not used yet."""
        if not isinstance(action, Play | Use):
            return False
        own = game.state.cards[action.card].face == self._face.name
        return own and (isinstance(action, Play) or (action.card, action.ability) not in self._used)

    def _helps(self, game: Game, action: Any) -> bool:
        """Whether an action plays or uses another card that does what triggers of the card may wait for."""
        if not isinstance(action, Play | Use):
            return False
        other = game.state.cards[action.card].face
        if "level" in self._deeds and isinstance(action, Play) and "champion" in game.state.pool[other].words:
            return True
        return other != self._face.name and other in pool() and bool(deeds(other) & self._deeds)

    def reproduction(self, failed: Failed) -> str:
        """A scenario that repeats the failure, as small as can be; else how the trial began."""
        if self.answers:
            *given, last = self.answers
            game = self._begun()
            for answer in given:
                _give(game, answer)
            with suppress(Unwritable):
                return small_scenario(game, last, failed)
        began = self._beginning if isinstance(self._beginning, str) else f"seed: {self._beginning.seed}\n"
        return f"# {failed.problem}\n{began}"


def _give(game: Game, answer: Answer) -> None:
    """Gives an answer that may be refused: what was chosen for a play can make it illegal."""
    try:
        game.answer(answer)
    except Illegal as refused:
        check_refusal(game, refused, None)


def _beneath(game: Game, card: int) -> tuple[str, ...]:
    """The cards in the lineage of a champion: these may have the ability (keywords.inherited-effect)."""
    return tuple(game.state.cards[number].face for number in game.state.cards[card].lineage)


def _same(text: Paragraph, carried: Sequence[Paragraph]) -> bool:
    return any((each.do, each.targets, each.modes) == (text.do, text.targets, text.modes) for each in carried)
