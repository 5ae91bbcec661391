"""A server in processes of its own, with SQLite or PostgreSQL, that can be killed and started again."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

STARTING: Final = 60.0
"""Seconds in which a server must have started."""
POSTGRES: Final = (Path("/usr/local/bin"), *sorted(Path("/usr/lib/postgresql").glob("*/bin")))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Served:
    """A server at a port of its own."""

    def __init__(self, database: str, workers: int = 1, *, proxy: str = "") -> None:
        self.port = free_port()
        self._database = database
        self._workers = workers
        self._proxy = proxy
        self._process: subprocess.Popen[bytes] | None = None
        self.process = 0.0
        """The number of the process that answered last."""

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        command = [sys.executable, "-m", "archivist.cli", "serve", "--port", str(self.port)]
        command += ["--database", self._database, "--workers", str(self._workers)]
        command += ["--proxy", self._proxy] if self._proxy else []
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, **AMPLE})
        self.wait()

    def wait(self) -> None:
        """Waits until it answers."""
        until = time.monotonic() + STARTING
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                self.process = self.figures()["archivist_process"]
                return
            time.sleep(0.05)
        raise RuntimeError("the server does not start")

    def figures(self) -> dict[str, float]:
        """The figures of the process that answers."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/metrics", timeout=5) as answer:
            lines = answer.read().decode().splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}

    def kill(self) -> None:
        """Kills it without warning: all of it, or the worker that answers if there are several."""
        assert self._process is not None
        if self._workers > 1:
            self.wait()
            os.kill(int(self.process), signal.SIGKILL)
            return
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    @property
    def restarts_itself(self) -> bool:
        """Whether killed workers are started again without anybody's help."""
        return self._workers > 1

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(20)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()


AMPLE: Final = {"ARCHIVIST_LIMITS": "ample"}
"""All clients of a measurement come from one address."""


@contextlib.contextmanager
def serving(database: str, workers: int = 1, *, proxy: str = "") -> Iterator[Served]:
    served = Served(database, workers, proxy=proxy)
    try:
        served.start()
        yield served
    finally:
        served.stop()


@contextlib.contextmanager
def sqlite() -> Iterator[str]:
    """A new SQLite database, as a URL."""
    with tempfile.TemporaryDirectory(prefix="archivist-") as folder:
        yield f"sqlite:///{folder}/tables.db"


def postgres_folder() -> Path | None:
    """Where PostgreSQL's programs are; None if it is not installed."""
    return next((folder for folder in POSTGRES if (folder / "initdb").exists()), None)


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """A new PostgreSQL server on the loopback address, as a URL; started by hand, and gone afterwards."""
    programs = postgres_folder()
    if programs is None:
        raise RuntimeError("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="archivist-pg-"))
    # PostgreSQL does not run as root
    user = "postgres" if os.getuid() == 0 else None
    if user is not None:
        shutil.chown(folder, user, user)
    port = free_port()
    options = [f"-p{port}", "-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={folder}"]
    quiet = subprocess.DEVNULL
    server: subprocess.Popen[bytes] | None = None
    try:
        data = str(folder / "data")
        initdb = [str(programs / "initdb"), "-D", data, "-U", "archivist", "--auth=trust", "-E", "UTF8"]
        subprocess.run([*initdb, "--no-locale"], check=True, stdout=quiet, user=user, cwd=folder)
        command = [str(programs / "postgres"), "-D", data, *options]
        server = subprocess.Popen(command, stdout=quiet, stderr=quiet, user=user, cwd=folder)
        _wait_for(port)
        yield f"postgresql://archivist@127.0.0.1:{port}/postgres"
    finally:
        if server is not None:
            server.send_signal(signal.SIGINT)
            server.wait(30)
        shutil.rmtree(folder)


def _wait_for(port: int) -> None:
    import psycopg

    until = time.monotonic() + STARTING
    while True:
        try:
            psycopg.connect(f"host=127.0.0.1 port={port} user=archivist dbname=postgres", connect_timeout=5).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
