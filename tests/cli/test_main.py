"""The command line as a whole."""

from __future__ import annotations

import pytest

import archivist.cli
from archivist.model.errors import CardFileError


def test_what_is_refused_is_told_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse() -> None:
        raise CardFileError("mine.yaml: Ember Duelist: unknown keyword 'stelth'")

    monkeypatch.setattr(archivist.cli, "app", refuse)
    with pytest.raises(SystemExit) as ended:
        archivist.cli.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "mine.yaml: Ember Duelist: unknown keyword 'stelth'\n"
