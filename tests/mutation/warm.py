"""A warm process: it has loaded the package, the cards and all tests, and tries each fault in a fork of itself.

That saves loading everything again for every fault. A fault is put into the functions that are there already by giving
one of them other code. Where that does not do (what was computed by loading stays as it was), the fork says so, and the
fault is tried in a process of its own.
"""

from __future__ import annotations

import importlib
import inspect
import os
from functools import cached_property
from types import CodeType, FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

from mutation import limits
from mutation.plugin import settle
from mutation.scenario_stage import watched

PIPES = "MUTATION_PIPES"
"""The variable with the numbers of two pipes: requests come from the first, replies go to the second."""
CANNOT = 4
"""The exit status of a fork into which the fault cannot be put."""
Times = list[tuple[str, float]]


class Request(msgspec.Struct):
    """A fault, and what could notice it in the order in which it is asked; scenarios are files, tests have a `::`."""

    module: str
    function: str
    text: str
    asked: Times


class Reply(msgspec.Struct):
    """What noticed the fault, or nothing; `status` is that of a fork that ended before it could tell."""

    by: str = ""
    status: int = 0


# -- putting a fault in ------------------------------------------------------------------------------------------


def put_into(module: ModuleType, function: str, text: str) -> bool:
    """Gives a function of a loaded module the code that it has in another text of that module; whether that is possible."""
    holder: object = module
    code: CodeType | None = compile(text, module.__file__ or "", "exec")
    for name in function.split("."):
        code = _inner(code, name) if code is not None else None
        holder = vars(holder).get(name)
        if not isinstance(holder, type):
            break
    found = _unwrapped(holder)
    if found is None or code is None or code.co_freevars != found.__code__.co_freevars:
        return False
    found.__code__ = code
    return True


def _inner(code: CodeType, name: str) -> CodeType | None:
    """The code of a class or function by its name, if there is only one such."""
    found = [each for each in code.co_consts if isinstance(each, CodeType) and each.co_name == name]
    return found[0] if len(found) == 1 else None


def _unwrapped(value: Any) -> FunctionType | None:
    """The function behind a property, a method or a decorator."""
    if isinstance(value, property):
        value = value.fget
    elif isinstance(value, cached_property):
        value = value.func
    found = inspect.unwrap(value)
    return found if isinstance(found, FunctionType) else None


# -- the process -------------------------------------------------------------------------------------------------


class Plugin:
    """Takes the place of running the tests: answers one request after the other, each in a fork."""

    def __init__(self, requests: int, replies: int) -> None:
        self.requests = os.fdopen(requests, "rb")
        self.replies = replies
        self.failure = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        from archivist.cards import pool

        pool()
        items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            for name in (item.nodeid, item.nodeid.partition("::")[0]):
                items.setdefault(name, []).append(item)
        for line in self.requests:
            process = os.fork()
            if not process:
                self._fork(msgspec.json.decode(line, type=Request), items)
            _, status = os.waitpid(process, 0)
            if status:
                self._reply(Reply(status=os.waitstatus_to_exitcode(status)))
        return True

    def _reply(self, reply: Reply) -> None:
        os.write(self.replies, msgspec.json.encode(reply) + b"\n")

    def _fork(self, request: Request, items: dict[str, list[pytest.Item]]) -> None:
        """Tries a fault, and ends the process whatever happens."""
        status = 1
        try:
            limits.prepare()
            limits.allow(0)
            if put_into(importlib.import_module(request.module), request.function, request.text):
                self._reply(Reply(self._noticed(request.asked, items)))
                status = 0
            else:
                status = CANNOT
        except BaseException as error:
            self._reply(Reply(f"{type(error).__name__}: {error}"))
            status = 0
        finally:
            os._exit(status)

    def _noticed(self, asked: Times, items: dict[str, list[pytest.Item]]) -> str:
        """What fails first: a scenario, or a test of that name or file."""
        for name, usual in asked:
            limits.allow(usual)
            difference = watched(name) if name.endswith(".yaml") else ""
            if difference:
                return f"{name}: {difference}"
            for item in items.get(name, ()):
                limits.allow(usual)
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if self.failure:
                    return self.failure
        return ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failure:
            self.failure = f"FAILED {report.nodeid} - {report.longrepr}"


def pytest_configure(config: pytest.Config) -> None:
    settle()
    requests, replies = map(int, os.environ[PIPES].split())
    config.pluginmanager.register(Plugin(requests, replies), "mutation-warm")
