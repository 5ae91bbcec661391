"""The clean process from which others are forked: it has loaded the cards, and nothing of the server.

``python -m archivist.server.template FD`` reads from a socket: each message brings a pipe for a new process and its
limits, and is answered with the number of that process. It ends when the socket is closed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import struct
import sys
from multiprocessing.connection import Connection
from typing import Any, Final

from archivist.model.errors import ArchivistError
from archivist.server.errors import TookTooLong

ORDER: Final = struct.Struct("<QQ")
"""A new process: how much memory it may have, in bytes, and how many seconds of processor time; 0 for no limit."""
NICE: Final = 10
"""By how much bots and scenarios step back behind the server, which answers people."""
NUMBER: Final = struct.Struct("<Q")


def serve(connection: Connection, memory: int, seconds: int) -> None:
    """What a process does: it carries out one job after the other until nobody asks any more."""
    limit(memory, seconds)
    with contextlib.suppress(EOFError, KeyboardInterrupt, ConnectionError):
        while True:
            function, arguments = connection.recv()
            connection.send(_carried_out(function, arguments))


def _carried_out(function: Any, arguments: tuple[Any, ...]) -> tuple[bool, Any]:
    try:
        return True, function(*arguments)
    except ArchivistError as error:
        return False, error
    except (MemoryError, RecursionError) as error:
        return False, TookTooLong(f"this needs more memory than is allowed ({type(error).__name__})")


def limit(memory: int, seconds: int) -> None:
    """Bounds memory and processor time, where the system can."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the parent's limit on time holds there too
        return
    if memory:
        with contextlib.suppress(ValueError, OSError):  # macOS has no such limit; that on time holds
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if seconds:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main(control: socket.socket) -> None:
    """Forks processes until the socket is closed."""
    from archivist.server import desk_work, errands, moments  # noqa: F401 - loaded before anything is forked

    os.nice(NICE)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        message, descriptors, _, _ = socket.recv_fds(control, ORDER.size, 1)
        if not message:
            return
        process = os.fork()
        if not process:
            control.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            serve(Connection(descriptors[0]), *ORDER.unpack(message))
            os._exit(0)
        os.close(descriptors[0])
        control.sendall(NUMBER.pack(process))


if __name__ == "__main__":
    with contextlib.suppress(ConnectionError):  # the server is gone
        main(socket.socket(fileno=int(sys.argv[1])))
