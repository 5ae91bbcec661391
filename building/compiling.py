"""Compiles modules of a copy of the sources with mypyc: `python compiling.py LEVEL HEADER MODULES`, run in that copy.

mypyc writes a C file for each module, and every one of them includes the declarations of all: reading those takes longer
than compiling the rest. So the files are compiled in a few heaps, as many at a time as there are processors.
"""

from __future__ import annotations

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HEAPS = 24
"""So few that the declarations are not read often, and so many that each is compiled in little memory."""

CALLS = ["-fvisibility=hidden", "-fno-plt"]
"""What lets compiled functions call each other, and the interpreter, without asking which function is meant."""

ATTRIBUTE = re.compile(
    r"((cpy_r_\w+) = CPyStatics\[\d+\]; /\*[^\n]*\*/\n *cpy_r_\w+ = )CPyObject_GetAttr\((?=cpy_r_\w+, \2\);)"
)
"""A name, and an attribute by that name of some object."""


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
    return f'{whole}\n#include "{Path(header).as_posix()}"\n'


def named(text: str) -> str:
    """What mypyc wrote, with the attributes marked whose name is the same each time: that of `getattr` need not be."""
    return ATTRIBUTE.sub(r"\1ARCHIVIST_NAMED(", text)


def generated(level: str, modules: list[str]) -> list[Any]:
    """Has mypyc write C, and gives the libraries to make of it.

    mypyc overlooks that classes with a metaclass inherit from one that it has not compiled: it would compare two structs
    of one class by identity, because it sees no `__eq__`. Without `global_opts` it takes no method for known.
    """
    from mypyc.build import mypyc_build, mypycify
    from mypyc.options import CompilerOptions

    options = CompilerOptions(multi_file=True)
    options.global_opts = False
    asked = ["--config-file", "mypy.ini", *modules]
    _, groups, needed = mypyc_build(asked, options)
    written = [[(str(Path(each).relative_to(options.target_dir)), "") for each in files] for files, _ in groups]
    used = [(each.path, each.include_dirs, each.internal) for each in needed]
    found = mypycify(asked, opt_level=level, debug_level="0", multi_file=True, skip_cgen_input=(written, used))
    return list(found)


def main(level: str, header: str, *modules: str) -> None:
    from setuptools import setup
    from setuptools.command.build_ext import build_ext

    class Building(build_ext):  # type: ignore[misc]
        """Compiles the files of a library side by side."""

        def build_extensions(self) -> None:
            compile_one = self.compiler.compile

            def compile_all(sources: list[str], *options: Any, **more: Any) -> list[str]:
                with ThreadPoolExecutor(os.cpu_count()) as at_once:
                    made = at_once.map(lambda each: compile_one([each], *options, **more), sources)
                    return [each for objects in made for each in objects]

            if self.compiler.compiler_type == "unix":  # others may not be asked by two threads
                self.compiler.compile = compile_all
                for library in self.extensions:
                    library.extra_compile_args += CALLS
            super().build_extensions()

    folder = Path("build")
    extensions = generated(level, list(modules))
    for each in folder.glob("__native_internal_*.h"):
        each.write_text(declared(each.read_text("utf-8"), header), encoding="utf-8")
    for each in folder.glob("__native_*.c"):
        each.write_text(named(each.read_text("utf-8")), encoding="utf-8")
    for library in extensions:
        if len(library.sources) > 1:
            library.sources = heaped(library.sources, folder)
    setup(
        name="archivist",
        packages=[],
        package_dir={"": "src"},
        script_args=["-q", "build_ext", "--inplace"],
        cmdclass={"build_ext": Building},
        ext_modules=extensions,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
