"""Compiles modules of a copy of the sources with mypyc: `python compiling.py LEVEL HEADER TRAINING MODULES`, run in that copy.

mypyc writes a C file for each module, and every one of them includes the declarations of all: reading those takes longer
than compiling the rest. So the files are compiled in a few heaps, as many at a time as there are processors.

What mypyc writes is so much that the caches of a processor cannot hold it, and most of it never runs. With a program to
train with, the C files are compiled twice: first so that they count what that program passes through, then so that what
it passes through lies together, and the rest is small and apart. Where that cannot be done they are compiled plainly, and
the file `UNTRAINED` says why.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))
from building.structs import FIELDS, Structs, interpreted, teach

CACHED = (
    os.name == "posix"
    and sys.implementation.name == "cpython"
    and sys.version_info < (3, 14)
    and not sysconfig.get_config_var("Py_GIL_DISABLED")
)
"""Whether `caches.h` knows this interpreter; on any other nothing is cached, and structs are objects like others."""
HEAPS = 24
"""So few that the declarations are not read often, and so many that each is compiled in little memory."""

CALLS = ["-fvisibility=hidden", "-fno-plt"]
"""What lets compiled functions call each other, and the interpreter, without asking which function is meant."""

COUNTING = ["-fprofile-generate", "-fprofile-update=single"]
"""What makes compiled code count how often each piece of it is passed."""
COUNTED = [
    "-fprofile-use",
    "-freorder-functions",
    "-freorder-blocks-and-partition",
    "-freorder-blocks-algorithm=stc",
    "-Wno-missing-profile",
]
"""What arranges code by these counts; `-O1` would leave some of it out. Counts that do not fit the code are an error."""
OTHERS = "only GCC is known to count"
"""Why a build by another compiler is not trained."""
UNTRAINED = "untrained.txt"
"""Why a build is not trained, if one was to be."""
PATIENCE = 900
"""How many seconds training may take; it takes some ten."""

ATTRIBUTE = re.compile(
    r"((cpy_r_\w+) = (CPyStatics\[\d+\]); /\*[^\n]*\*/\n *cpy_r_\w+ = )CPyObject_GetAttr\((cpy_r_\w+), \2\);"
)
"""A name, and an attribute by that name of some object."""
GLOBAL = re.compile(
    r"((cpy_r_\w+) = CPyStatic_\w+___globals;\n *(cpy_r_\w+) = (CPyStatics\[\d+\]); /\*[^\n]*\*/\n *cpy_r_\w+ = )"
    r"CPyDict_GetItem\(\2, \3\);"
)
"""The names of a module, one of them, and what has that name."""


def heaped(sources: list[str], folder: Path, heaps: int = HEAPS) -> list[str]:
    """C files that include those of the modules, each about as long as the others; what is no module stays alone."""
    modules = [each for each in sources if Path(each).name.startswith("__native_")]
    made: list[tuple[int, list[str]]] = [(0, []) for _ in range(min(heaps, len(modules)))]
    for each in sorted(modules, key=lambda each: (-Path(each).stat().st_size, each)):
        smallest = min(made)
        made.remove(smallest)
        made.append((smallest[0] + Path(each).stat().st_size, [*smallest[1], Path(each).name]))
    found = []
    for number, (_, names) in enumerate(sorted(made)):
        heap = folder / f"heap_{number}.c"
        heap.write_text("".join(f'#include "{name}"\n' for name in sorted(names)), encoding="utf-8")
        found.append(str(heap))
    return [*found, *(each for each in sources if each not in modules)]


def declared(text: str, header: str) -> str:
    """The declarations of mypyc, as those of things that nobody outside the library sees; and what is cached."""
    hidden = "\n#if defined(__GNUC__)\n#pragma GCC visibility {}\n#endif\n"
    first, last = text.index('#include "__native_'), text.rindex("#endif")
    whole = text[:first] + hidden.format("push(hidden)") + text[first:last] + hidden.format("pop") + text[last:]
    return f'{whole}\n#include "{FIELDS}"\n#include "{Path(header).as_posix()}"\n'


def named(text: str) -> str:
    """What mypyc wrote, with attributes and globals marked whose name is the same each time: that of `getattr` need not
    be. They are told where the name is.
    """
    return GLOBAL.sub(r"\1ARCHIVIST_GLOBAL(\2, &\4);", ATTRIBUTE.sub(r"\1ARCHIVIST_NAMED(\4, &\3);", text))


def generated(level: str, modules: list[str]) -> list[Any]:
    """Has mypyc write C, and gives the libraries to make of it.

    mypyc overlooks that classes with a metaclass inherit from one that it has not compiled: it would compare two structs
    of one class by identity, because it sees no `__eq__`. Without `global_opts` it takes no method for known.
    """
    from mypyc.build import mypyc_build, mypycify
    from mypyc.options import CompilerOptions

    structs = Structs(Path("src").rglob("*.py"))
    if CACHED:
        teach(structs)
    options = CompilerOptions(multi_file=True)
    options.global_opts = False
    asked = ["--config-file", "mypy.ini", *modules]
    _, groups, needed = mypyc_build(asked, options)
    written = [[(str(Path(each).relative_to(options.target_dir)), "") for each in files] for files, _ in groups]
    (Path("build") / FIELDS).write_text(structs.header(), encoding="utf-8")
    used = [(each.path, each.include_dirs, each.internal) for each in needed]
    found = mypycify(asked, opt_level=level, debug_level="0", multi_file=True, skip_cgen_input=(written, used))
    return list(found)


def built(extensions: list[Any], *options: str, anew: bool = False) -> None:
    """Compiles and links libraries: only what is not there yet, unless everything is to be made anew."""
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    class Building(build_ext):  # type: ignore[misc]
        """Compiles the files of a library side by side."""

        def build_extensions(self) -> None:
            compile_one = self.compiler.compile

            def compile_all(sources: list[str], *arguments: Any, **more: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as at_once:
                    made = at_once.map(lambda each: compile_one([each], *arguments, **more), sources)
                    return [each for objects in made for each in objects]

            before = [(each, each.extra_compile_args, each.extra_link_args) for each in self.extensions]
            if self.compiler.compiler_type == "unix":  # others may not be asked by two threads
                self.compiler.compile = compile_all
                for library, compiled, linked in before:
                    library.extra_compile_args = [*compiled, *CALLS, *options]
                    library.extra_link_args = [*linked, *options]
            if options and not _is_gcc(self.compiler):
                raise ValueError(OTHERS)
            try:
                super().build_extensions()
            finally:
                for library, compiled, linked in before:
                    library.extra_compile_args, library.extra_link_args = compiled, linked

    setup(
        name="archivist",
        packages=[],
        package_dir={"": "src"},
        script_args=["-q", "build_ext", "--inplace", *(["--force"] if anew else [])],
        cmdclass={"build_ext": Building},
        ext_modules=extensions,
    )


def _is_gcc(compiler: Any) -> bool:
    """Whether a compiler is GCC: others take the same options for counting, but count in other ways."""
    if compiler.compiler_type != "unix":
        return False
    asked = [*compiler.compiler_so, "-dM", "-E", "-x", "c", os.devnull]
    known = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return "__GNUC__" in known and "__clang__" not in known


def trained(extensions: list[Any], training: str) -> str:
    """Compiles libraries, trains them and compiles those anew that have more in them than a single file. Gives why that
    is not possible; nothing if it was done.
    """
    large = [each for each in extensions if len(each.sources) > 1]
    try:
        built(large, *COUNTING)
        built(extensions)
        path = os.pathsep.join(filter(None, (str(Path("src").resolve()), os.environ.get("PYTHONPATH"))))
        settings = {name: value for name, value in os.environ.items() if not name.startswith("ARCHIVIST_")}
        done = subprocess.run(
            [sys.executable, training],
            env={**settings, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        if done.returncode:
            return (done.stderr.strip().splitlines() or ["training failed"])[-1]
        if not list(Path("build").rglob("*.gcda")):
            return "nothing was counted"
        built(large, *COUNTED, anew=True)
    except (Exception, SystemExit) as error:  # whatever it is, there is still a plain build
        return f"{type(error).__name__}: {error}"
    return ""


def main(level: str, header: str, training: str, *modules: str) -> None:
    folder = Path("build")
    if CACHED:
        sys.path.insert(0, str(interpreted(Path("taught"))))
    extensions = generated(level, list(modules))
    for each in folder.glob("__native_internal_*.h"):
        each.write_text(declared(each.read_text("utf-8"), header), encoding="utf-8")
    for each in folder.glob("__native_*.c"):
        each.write_text(named(each.read_text("utf-8")), encoding="utf-8")
    for library in extensions:
        if len(library.sources) > 1:
            library.sources = heaped(library.sources, folder)
    why = trained(extensions, training) if training else ""
    if why:
        Path(UNTRAINED).write_text(why, encoding="utf-8")
    if why or not training:
        built(extensions, anew=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
