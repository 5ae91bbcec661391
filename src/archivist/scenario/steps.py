"""Playing a step, whatever it is."""

from __future__ import annotations

from archivist.model.errors import EndlessLoop
from archivist.scenario import expectations, shortcuts
from archivist.scenario.acts import act, reply
from archivist.scenario.illegal import refused_act, refused_reply
from archivist.scenario.problems import Difference, Problem, Refused, Unasked
from archivist.scenario.settling import settle
from archivist.scenario.structure import Act, Expect, Reply, Step
from archivist.scenario.table import Table, happened


def take(table: Table, step: Step) -> str:
    """Plays a step. Gives a remark for the trace: why something was refused that had to be.

    Raises Difference where the scenario fails, and Problem where the step asks for something that cannot be understood.
    """
    what = step.what
    table.kept = happened(table.game)
    if isinstance(what, Expect):
        expectations.check(table, what, step.source.line)
        return ""
    try:
        if isinstance(what, Act | Reply) and what.illegal is not None:
            refusal = (
                refused_act(table, what, what.illegal)
                if isinstance(what, Act)
                else refused_reply(table, what, what.illegal)
            )
            return f"refused: {refusal}"
        _play(table, step)
        settle(table, step)
    except Unasked as unasked:
        raise Problem(unasked.why) from None
    except Refused as refused:
        raise Difference(f"refused: {refused}") from None
    except EndlessLoop as endless:
        raise Problem(str(endless)) from None
    table.begun = table.kept
    return ""


def _play(table: Table, step: Step) -> None:
    what = step.what
    if isinstance(what, Act):
        act(table, what)
    elif isinstance(what, Reply):
        reply(table, what)
    else:
        assert not isinstance(what, Expect)
        shortcuts.take(table, what)
