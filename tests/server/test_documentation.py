"""The client in docs/server.md plays a whole game, and the API describes itself."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from benchmarks.load.serving import serving, sqlite
from waiters import settings

from archivist.server.app import create_app

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "server.md"


def test_the_client_of_the_documentation_plays_a_whole_game_in_thirty_lines(tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    code = [line for line in found[1].splitlines() if line.strip()]
    assert len(code) <= 30
    script = tmp_path / "client.py"
    script.write_text(found[1], "utf-8")
    with sqlite() as url, serving(url) as served:
        command = [sys.executable, str(script), f"http://127.0.0.1:{served.port}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.stdout.strip() in ("A wins", "B wins"), done.stderr


def test_every_route_of_the_api_is_described(tmp_path: Path) -> None:
    app = create_app(settings(tmp_path))
    described = app.openapi()["paths"]
    assert all(path.startswith("/api/") for path in described)
    for path, methods in described.items():
        for method, said in methods.items():
            assert said.get("description"), (method, path)
    schemas = app.openapi()["components"]["schemas"]
    used = set(re.findall(r"#/components/schemas/([\w.]+)", str(app.openapi())))
    assert used <= set(schemas)
    assert {"Table", "View", "DecisionView", "Judged", "Moment", "Refused"} <= used
    written = PAGE.read_text("utf-8")
    for path in described:
        subject = path.split("/")[2]
        assert f"/api/{subject}" in written, path
    app.state.server.storage.close()


def test_the_image_is_given_every_file_that_building_the_package_needs() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {"pyproject.toml", project["project"]["readme"], project["project"]["license"]["file"]}
    needed |= {wheel["hooks"]["custom"]["path"], *(each.partition("/")[0] for each in wheel["packages"])}
    copied = {
        word
        for line in (ROOT / "Dockerfile").read_text("utf-8").splitlines()
        if line.startswith("COPY ")
        for word in line.split()[1:-1]
    }
    assert needed <= copied
