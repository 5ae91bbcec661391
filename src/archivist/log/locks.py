"""Locking an open file, on every system: one process has it until it closes the file or ends, however it ends."""

from __future__ import annotations

import os
from importlib import import_module

WINDOWS = os.name == "nt"
BEYOND = 2**31 - 2
"""The byte that is locked on Windows. What is locked there nobody else can read, so it lies behind the end of any log."""


def take(file: int) -> bool:
    """Locks a file; gives False if another has it. Raises OSError where files cannot be locked at all."""
    try:
        if WINDOWS:
            msvcrt = import_module("msvcrt")
            os.lseek(file, BEYOND, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl = import_module("fcntl")
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
