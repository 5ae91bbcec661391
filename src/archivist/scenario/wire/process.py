"""An engine as a process: requests go to its input, each reply is a line of its output, within a time."""

from __future__ import annotations

import contextlib
import io
import queue
import shlex
import subprocess
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Protocol, TypeVar

import msgspec

from archivist.json_reader import JsonProblem, read_json
from archivist.model.errors import EngineFault
from archivist.scenario.wire.messages import PROTOCOL, Hello, Message

M = TypeVar("M", bound=Message)

LONGEST = 1 << 24
"""How many bytes a reply may have."""
SHOWN = 120
"""How much of a reply that cannot be understood is shown."""


class Line(Protocol):
    """A line to an engine; `holder` is whose game the engine is playing now."""

    holder: object

    def ask(self, reply: type[M], request: dict[str, Any]) -> M:
        """Sends a request and waits for the reply. Raises EngineFault if none comes that can be understood."""
        ...


class Engine:
    """An engine that is running. Whatever goes wrong raises EngineFault, and ends the process."""

    def __init__(self, command: Sequence[str] | str, timeout: float = 10.0) -> None:
        self.timeout = timeout
        words = shlex.split(command) if isinstance(command, str) else list(command)
        if not words:
            raise EngineFault("the command of the engine is empty")
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as error:
            raise EngineFault(f"the engine {words[0]!r} cannot be started: {error.strerror}") from None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.holder: object = None
        try:
            hello = self.ask(Hello, {"do": "hello", "protocol": PROTOCOL})
            if hello.protocol != PROTOCOL:
                raise EngineFault(f"the engine speaks protocol {hello.protocol}, but {PROTOCOL} is needed")
        except EngineFault:
            self.close()
            raise
        self.name = hello.engine or words[0]

    def ask(self, reply: type[M], request: dict[str, Any]) -> M:
        """Sends a request and waits for the reply."""
        what = request["do"]
        try:
            self._send(msgspec.json.encode(request) + b"\n")
        except OSError:
            raise self._failed(f"the engine ended before {what!r}{self._status()}") from None
        try:
            line = self._lines.get(timeout=self.timeout)
        except queue.Empty:
            raise self._failed(f"the engine did not answer {what!r} within {self.timeout:g} s") from None
        if not line.endswith(b"\n"):
            said = " and its reply is not complete" if line else ""
            said = f"a reply has more than {LONGEST} bytes" if len(line) >= LONGEST else f"the engine ended{said}"
            raise self._failed(f"at {what!r}: {said}{self._status()}")
        return self._understood(reply, what, line)

    def _send(self, data: bytes) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        while data:
            data = data[stdin.write(data) :]

    def _understood(self, reply: type[M], what: str, line: bytes) -> M:
        try:
            said = read_json(line)
            if isinstance(said, dict) and isinstance(said.get("error"), str):
                raise self._failed(f"the engine refuses the request {what!r}: {said['error']}")
            return msgspec.convert(said, reply)
        except msgspec.ValidationError as error:
            raise self._failed(f"the reply to {what!r} does not follow the protocol: {error}") from None
        except JsonProblem:
            shown = line[:SHOWN].decode(errors="replace").strip()
            raise self._failed(f"the reply to {what!r} is not JSON: {shown!r}") from None

    def _failed(self, why: str) -> EngineFault:
        self.close()
        return EngineFault(why)

    def _status(self) -> str:
        try:
            return f" (exit status {self._process.wait(timeout=1)})"
        except subprocess.TimeoutExpired:
            return ""

    def _read(self) -> None:
        """Reads lines until the output ends; an empty one then says so."""
        raw = self._process.stdout
        assert isinstance(raw, io.RawIOBase)
        stdout = io.BufferedReader(raw)
        while True:
            try:
                line = stdout.readline(LONGEST)
            except (OSError, ValueError):
                line = b""
            self._lines.put(line)
            if not line.endswith(b"\n"):
                stdout.close()
                return

    def close(self) -> None:
        """Ends the process: its input ends, and what still runs after that is killed."""
        process = self._process
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # what it did not read does not matter any more
            process.stdin.close()
        try:
            process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._reader.join(timeout=1)

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def running(self) -> bool:
        return self._process.poll() is None
