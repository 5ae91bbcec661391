"""Work in processes of its own: bots that think, and what strangers ask for. One that takes too long is ended.

A process is forked from a clean one that has loaded the cards already (`template`), so that it starts at once and shares
nothing with the server. Bots keep theirs from one decision to the next; a stranger's scenario gets one that ends with
it, with limits on time and memory.
"""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Final

from archivist.model.errors import ArchivistError
from archivist.server import template
from archivist.server.errors import Busy, TookTooLong
from archivist.server.template import NUMBER, ORDER

GRACE: Final = 1.0
"""Seconds that a process may take to answer after its own limit on time, before it is ended."""
BUSY: Final = 3.0
"""How much longer than its limit on processor time a stranger's work may take when the machine is busy."""
FORKS: Final = hasattr(os, "fork") and hasattr(socket, "send_fds")

Job = tuple[Callable[..., Any], tuple[Any, ...]]


class Template:
    """The process from which others are forked; started when the first is needed, and again should it be gone."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._control: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def fork(self, memory: int, seconds: int) -> tuple[Connection, int]:
        """A new process: the pipe to it, and its number."""
        with self._guard:
            for _ in range(2):
                try:
                    return self._fork(memory, seconds)
                except OSError:
                    self._end()
        raise Busy("no process can be started now; try again later")

    def _fork(self, memory: int, seconds: int) -> tuple[Connection, int]:
        if self._control is None:
            self._control, theirs = socket.socketpair()
            with theirs:
                command = [sys.executable, "-m", template.__name__, str(theirs.fileno())]
                self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()])
        ours, other = multiprocessing.Pipe()
        with other:
            socket.send_fds(self._control, [ORDER.pack(memory, seconds)], [other.fileno()])
        answer = self._control.recv(NUMBER.size, socket.MSG_WAITALL)
        if len(answer) != NUMBER.size:
            ours.close()
            raise ConnectionError("the template is gone")
        return ours, NUMBER.unpack(answer)[0]

    def close(self) -> None:
        with self._guard:
            self._end()

    def _end(self) -> None:
        if self._control is not None:
            self._control.close()
            self._control = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


_template = Template()
atexit.register(_template.close)


class _Process:
    """A process and the pipe to it."""

    def __init__(self, memory: int, seconds: int) -> None:
        if FORKS:
            self.pipe, self._number = _template.fork(memory, seconds)
            return
        context = multiprocessing.get_context("spawn")
        self.pipe, other = context.Pipe()
        started = context.Process(target=template.serve, args=(other, memory, seconds), daemon=True)
        started.start()
        other.close()
        self._number = started.pid or 0

    def do(self, job: Job, seconds: float) -> Any:
        try:
            self.pipe.send(job)
            if not self.pipe.poll(seconds):
                raise TookTooLong(f"this took longer than {seconds:.0f} seconds")
            done, answer = self.pipe.recv()
        except (EOFError, ConnectionError):
            raise TookTooLong("this took more time or memory than is allowed") from None
        if not done:
            raise answer
        return answer

    def end(self) -> None:
        """Ends the process, in the middle of its work if need be: it waits at its pipe, or works, so it is there."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._number, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        self.pipe.close()


class Apart:
    """A few processes for work of one kind; who finds all of them taken waits, but not for ever."""

    def __init__(self, most: int, *, reused: bool, seconds: float, memory: int = 0, waiting: int = 1000) -> None:
        self._free: list[_Process] = []
        self._guard = threading.Lock()
        self._all: set[_Process] = set()
        self._turns = asyncio.Semaphore(most)
        self._waiting = 0
        self._most_waiting = waiting
        self._reused = reused
        self._seconds = seconds
        self._patience = seconds + GRACE if reused else BUSY * seconds + GRACE
        self._memory = memory
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many wait, or are being worked for."""
        return self._waiting

    async def do(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Has a function carried out. Raises what it refuses, TookTooLong if it was ended, Busy if too many wait."""
        if self._waiting >= self._most_waiting:
            raise Busy("too many are waiting for this; try again later")
        self._waiting += 1
        try:
            async with self._turns:
                return await asyncio.get_running_loop().run_in_executor(None, self._do, (function, arguments))
        finally:
            self._waiting -= 1

    def _do(self, job: Job) -> Any:
        process = self._take()
        kept = False
        try:
            answer = process.do(job, self._patience)
            kept = self._reused
            return answer
        except TookTooLong:
            raise
        except ArchivistError:
            kept = self._reused
            raise
        finally:
            self._give_back(process, kept)

    def _take(self) -> _Process:
        with self._guard:
            if self._closed:
                raise Busy("the server is stopping")
            if self._free:
                return self._free.pop()
        process = _Process(self._memory, 0 if self._reused else int(self._seconds) + 1)
        with self._guard:
            self._all.add(process)
        return process

    def _give_back(self, process: _Process, kept: bool) -> None:
        with self._guard:
            if kept and not self._closed:
                self._free.append(process)
                return
            gone = process not in self._all
            self._all.discard(process)
        if not gone:
            process.end()

    def close(self) -> None:
        """Ends all processes."""
        with self._guard:
            self._closed = True
            ending, self._free = list(self._all), []
            self._all.clear()
        for process in ending:
            process.end()


__all__ = ["Apart", "TookTooLong"]
