"""What can go wrong with a scenario: the file is malformed, a step is refused, or something is not as expected."""

from __future__ import annotations

from archivist.model.errors import ScenarioError


class Problem(ScenarioError):
    """Something in a step that cannot be understood. The runner adds file and line."""


class Difference(Exception):
    """The first thing that is not as the scenario says; the scenario fails."""


class Refused(Exception):
    """The game does not take what a step says: an illegal play, or an answer that does not fit.

    `rules` are all that stand against it. `done` says that the play itself had been completed, because the answer that
    is not legal was one the game had no need to ask for.
    """

    def __init__(self, why: str, rules: tuple[str, ...] = (), *, done: bool = False) -> None:
        super().__init__(why)
        self.why = why
        self.rules = tuple(dict.fromkeys(rules))
        self.done = done

    def __str__(self) -> str:
        cited = [rule for rule in self.rules if rule not in self.why]
        return f"{self.why} [{', '.join(cited)}]" if cited else self.why


class Nowhere(Refused):
    """There is nothing of the name that a step acts with, or nothing is asked: so nothing is tried and refused.

    The rules say why that cannot be, for who asks; they prove nothing in a step that must be refused.
    """


class Unasked(Refused):
    """An answer that the play never asked for: in a step that is to be legal, a mistake in the file."""
