"""What a fault may cost: a test that goes on for ever, or eats all memory, has noticed it."""

from __future__ import annotations

import os
import resource
import signal
from types import FrameType

ENDLESS = 3
"""The exit status of a process whose test did not end."""
MEMORY = 4 << 30
LEAST = 10.0
"""Seconds of processor time that any test may take."""
TIMES = 20.0
"""And how many times as much as without a fault."""


def _give_up(signal_number: int, frame: FrameType | None) -> None:
    os._exit(ENDLESS)


def prepare() -> None:
    signal.signal(signal.SIGPROF, _give_up)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def allow(usual: float) -> None:
    """Ends the process unless this is called again in time; time is that of the processor, so a busy machine is no matter."""
    signal.setitimer(signal.ITIMER_PROF, LEAST + TIMES * usual)
