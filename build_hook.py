"""The compiled build: `pip install .` compiles the rules with mypyc where it can, and installs pure Python where it cannot.

The sources are the same and go along. What is compiled is the rulebook, the values of the model and the words of cards:
what plays go through (`COMPILED`). Values are rewritten for that in a copy of the sources (`building/values.py`), mypyc is
told where their fields lie (`building/structs.py`), and what it leaves to the interpreter is cached (`building/caches.h`).
Everything is compiled twice: games are played on the
first build, and the second arranges its code by what ran (`building/training.py`). Editable installs are never compiled,
so that what is edited is what runs. `ARCHIVIST_PURE=1` asks for pure Python, and `ARCHIVIST_OPTIMIZE=1` for a build in half
the time that is not trained; `archivist --version` says whether what is there is compiled.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from building.compiling import UNTRAINED
from building.values import MADE, rewrite

PURE = os.environ.get("ARCHIVIST_PURE", "") not in ("", "0")
"""Whether nothing is to be compiled."""
OPTIMIZE = os.environ.get("ARCHIVIST_OPTIMIZE") or "trained"
"""How what is compiled is made fast: `trained`, or a level of the C compiler, without training."""
COMPILED = (
    "archivist/rules/**/*.py",
    "archivist/model/*.py",
    "archivist/model/events/*.py",
    "archivist/vocabulary/*.py",
    "archivist/vocabulary/statics/*.py",
    "archivist/vocabulary/triggers/*.py",
    "archivist/alone.py",
    "archivist/course.py",
    "archivist/past.py",
    "archivist/bots/comparing.py",
    "archivist/bots/dice.py",
    "archivist/bots/evaluation.py",
    "archivist/bots/foresight.py",
    "archivist/bots/playing_on.py",
)
"""The modules that are compiled, but for those below and the own ones of packages."""
LEFT_OUT = (
    "archivist/model/declaration.py",
    "archivist/model/decision.py",
    "archivist/model/errors.py",
    "archivist/model/value.py",
    "archivist/vocabulary/face.py",
    "archivist/vocabulary/fixed.py",
    "archivist/vocabulary/grammar.py",
    "archivist/vocabulary/mentions.py",
    "archivist/vocabulary/printed_conditions.py",
    "archivist/vocabulary/printing.py",
    "archivist/vocabulary/speech.py",
    "archivist/vocabulary/suffixes.py",
    "archivist/vocabulary/text.py",
    "archivist/vocabulary/words.py",
)
"""What play never goes through, and what other modules derive classes from that are not compiled."""
COMPILING = Path(__file__).parent / "building" / "compiling.py"
"""What runs mypyc and the C compiler."""
TRAINING = Path(__file__).parent / "building" / "training.py"
"""What a build is trained with."""
CACHES = Path(__file__).parent / "building" / "caches.h"
"""What makes the attributes of values as fast as those of native classes."""
TOOLS = ("mypy>=2.4,<2.5", "setuptools>=65.5", "types-PyYAML>=6.0")
"""What compiling needs, besides a C compiler and what the package itself needs; `building/structs.py` knows this mypyc only."""
SETTINGS = """
[mypy]
strict = True
warn_unused_ignores = False
mypy_path = src
explicit_package_bases = True
platform = linux
"""
TRYING = """
import importlib, sys
for name in sys.argv[1:]:
    assert importlib.import_module(name).__file__.endswith((".so", ".pyd")), f"{name} was not compiled"
"""
"""Loads what was compiled: what cannot be loaded is not installed."""


class CompiledBuild(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the compiled rules to a wheel."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """What has to be installed to build: nothing for pure Python."""
        return [] if PURE else [*TOOLS, *self.metadata.core.dependencies]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if PURE or version == "editable" or self.target_name != "wheel":
            return
        with tempfile.TemporaryDirectory() as folder:
            why = compile_in(Path(self.root), Path(folder), training())
            if why:
                self.app.display_warning(f"archivist is installed as pure Python: {why}")
                return
            if plain := untrained(Path(folder)):
                self.app.display_warning(f"archivist is compiled, but not trained, and therefore slower: {plain}")
            kept = Path(self.directory) / "compiled"
            shutil.rmtree(kept, ignore_errors=True)
            for library in (*libraries(Path(folder)), Path(folder) / "src" / MADE):
                place = kept / library.relative_to(Path(folder) / "src")
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(library, place)
                build_data["force_include"][str(place)] = place.relative_to(kept).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(Path(self.directory) / "compiled", ignore_errors=True)


def training() -> Path | None:
    """What a build is to be trained with, if it is to be."""
    return TRAINING if OPTIMIZE == "trained" else None


def compile_in(root: Path, folder: Path, training: Path | None = None) -> str:
    """Compiles a copy of the sources in a folder, and trains it. Gives why it is not compiled; nothing if it is."""
    source = folder / "src"
    shutil.copytree(root / "src", source, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    (folder / "mypy.ini").write_text(SETTINGS, encoding="utf-8")
    modules = compiled_in(source)
    texts = {each: each.read_text("utf-8") for each in modules}
    level = "1" if OPTIMIZE == "trained" else OPTIMIZE
    paths = [str(each.relative_to(folder)) for each in modules]
    names = [".".join(each.relative_to(source).with_suffix("").parts) for each in modules]
    try:
        rewrite(source, modules)
    except Exception as error:  # whatever it is, there is still pure Python
        return f"{type(error).__name__}: {error}"
    why = _run(folder, str(COMPILING), level, str(CACHES), str(training or ""), *paths)
    for module, text in texts.items():
        module.write_text(text, encoding="utf-8")
    return why or _run(source, "-c", TRYING, *names)


def untrained(folder: Path) -> str:
    """Why what was compiled in a folder is not trained; nothing if it is, or was not to be."""
    said = folder / UNTRAINED
    return said.read_text("utf-8") if said.exists() else ""


def _run(folder: Path, *command: str) -> str:
    """Runs Python in a folder. Gives the last line that it says if it fails."""
    done = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, check=False)
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return (said[-1] if said else "it gave no reason") if done.returncode else ""


def compiled_in(source: Path) -> list[Path]:
    """The modules to compile. Not a package's own one, for Python finds no modules behind it."""
    left_out = {source / each for each in LEFT_OUT}
    found = sorted({each for pattern in COMPILED for each in source.glob(pattern)})
    return [each for each in found if each.name != "__init__.py" and each not in left_out]


def libraries(folder: Path) -> list[Path]:
    """What was compiled: a library for each module, and one that they share."""
    return sorted(each for kind in ("*.so", "*.pyd") for each in (folder / "src").rglob(kind))


def main() -> None:
    """`python build_hook.py FOLDER` compiles a copy of the sources there, for tests: it is as the checkout, but compiled."""
    (place,) = sys.argv[1:]
    why = compile_in(Path(__file__).parent, Path(place), training())
    if why or (why := untrained(Path(place))):
        sys.exit(why)


if __name__ == "__main__":
    main()
