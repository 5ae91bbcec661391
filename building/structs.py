"""Teaches mypyc what it does not know of structs: their fields lie at fixed places, and few methods are ever overridden.

mypyc takes a struct for any Python object, whose attributes are looked up by name and whose methods are called through
the interpreter. It checks that a value is of the class that mypy says, though, as it does for its own classes: so a field
can be read from its place, and a method that nothing overrides be called directly. That is decided in the middle of
mypyc, which offers no way to do so, and is compiled itself: `interpreted` copies its sources, where functions can be put
in the place of others (`teach`).
"""

from __future__ import annotations

import ast
import importlib.util
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

FIELDS = "fields.h"
"""The header that lists the fields."""


def interpreted(folder: Path) -> Path:
    """A copy of mypy and mypyc that the interpreter runs, in a folder. It takes four times as long: some 40 seconds more."""
    for name in ("mypy", "mypyc"):
        spec = importlib.util.find_spec(name)
        assert spec is not None and spec.submodule_search_locations, name
        compiled = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "test")
        shutil.copytree(spec.submodule_search_locations[0], folder / name, ignore=compiled)
    return folder


class Structs:
    """The classes of some sources, and what is known of those that are structs.

    - `bases`, `bodies`: the classes from which each derives, and what each defines, by its name; two classes of one name are
      taken together, which leaves more to the interpreter than need be
    - `below`: what the classes define that derive from one; `frozen`: those whose objects cannot be changed
    - `infos`: what mypy knows of each class that mypyc compiles
    - `places`, `made`, `replaced`: the numbers of the fields that are read, and of the ways in which structs are made and
      changed
    """

    def __init__(self, sources: Iterable[Path]) -> None:
        self.bases: dict[str, set[str]] = {"Struct": set()}
        self.bodies: dict[str, set[str]] = {}
        self.frozen: set[str] = set()
        self.infos: dict[Any, Any] = {}
        self.places: dict[tuple[str, str], int] = {}
        self.made: dict[tuple[str, ...], int] = {}
        self.replaced: dict[tuple[str, ...], int] = {}
        for source in sorted(sources):
            for each in ast.walk(ast.parse(source.read_text("utf-8"))):
                if isinstance(each, ast.ClassDef):
                    self._read(each)
        self.below = {name: self._below(name) for name in self.bases}

    def _read(self, of: ast.ClassDef) -> None:
        self.bases.setdefault(of.name, set()).update(_base_names(of))
        self.bodies.setdefault(of.name, set()).update(_named(of))
        if any(word.arg == "frozen" and ast.unparse(word.value) == "True" for word in of.keywords):
            self.frozen.add(of.name)

    def _below(self, name: str) -> set[str]:
        """What the classes define that derive from one, however far."""
        found: set[str] = set()
        for each in self.bases:
            if each != name and name in self._above(each):
                found |= self.bodies.get(each, set())
        return found

    def _above(self, name: str) -> set[str]:
        found, left = set(), [name]
        while left:
            each = left.pop()
            if each not in found:
                found.add(each)
                left += self.bases.get(each, ())
        return found

    def overridden(self, name: str, attribute: str) -> bool:
        """Whether a class that derives from this one has something else by that name."""
        return attribute in self.below.get(name, ())

    def info_of(self, rtype: Any) -> Any:
        """What mypy knows of the class of a value, if it is one that is compiled and not native."""
        return self.infos.get(getattr(rtype, "class_ir", None))

    def called_directly(self, ir: Any, prefix: str, name: str) -> bool:
        """Whether a method can be called directly: the class has such a function, or one from which it derives does."""
        fast, info = prefix + name, self.infos[ir]
        for each in info.mro if not self.overridden(info.name, name) else ():
            above = next((other for other, its in self.infos.items() if its is each), None)
            if above is not None and fast in above.method_decls:
                ir.method_decls[fast] = above.method_decls[fast]
                return True
            if name in each.names:
                return False
        return False

    def is_struct(self, info: Any) -> bool:
        return any(each.fullname == "msgspec.Struct" for each in info.mro)

    def field(self, info: Any, name: str) -> int | None:
        """The number of a field of a struct; None if that is no field, or not always the same one."""
        from mypy.nodes import Var

        known = info.get(name)
        if known is None or not isinstance(known.node, Var) or not self.is_struct(info):
            return None
        var = known.node
        if var.is_classvar or var.is_cls or self.overridden(info.name, name):
            return None
        return self.places.setdefault((var.info.fullname, name), len(self.places))

    def is_frozen(self, info: Any) -> bool:
        return any(each.name in self.frozen for each in info.mro)

    def header(self) -> str:
        """Declares every field that is read."""
        lines = ["#pragma once", f"#define ARCHIVIST_FIELDS {len(self.places)}"]
        for (_, name), number in self.places.items():
            lines.append(f'#define ARCHIVIST_FIELD_{number}(object) ARCHIVIST_FIELD(object, {number}, "{name}")')
            lines.append(f'#define ARCHIVIST_BORROWED_{number}(object) ARCHIVIST_BORROWED(object, {number}, "{name}")')
        for (_, *names), number in self.made.items():
            lines += [_names(f"archivist_names_{number}", names)]
            lines += [f"#define ARCHIVIST_MAKE_{number}(type, ...) ARCHIVIST_MAKE(type, {number}, __VA_ARGS__)"]
        for words, number in self.replaced.items():
            lines += [_names(f"archivist_names_{number}", words)]
            arguments = f"(replace, object, {number}, __VA_ARGS__)"
            lines += [f"#define ARCHIVIST_REPLACE_{number}(replace, object, ...) ARCHIVIST_REPLACE{arguments}"]
        shapes = " ".join(f"ARCHIVIST_ONE_SHAPE({number}, {len(names) - 1})" for names, number in self.made.items())
        return "\n".join((*lines, f"#define ARCHIVIST_SHAPES {shapes}")) + "\n"

    def making(self, name: str, given: tuple[str, ...]) -> int:
        """The number of a way in which structs of a class are made: with these fields given."""
        return self.made.setdefault((name, *given), len(self.made) + len(self.replaced))

    def replacing(self, given: tuple[str, ...]) -> int:
        """The number of a way in which structs are changed: with other values in these fields."""
        return self.replaced.setdefault(given, len(self.made) + len(self.replaced))


def _names(name: str, words: Iterable[str]) -> str:
    listed = ", ".join(f'"{word}"' for word in words)
    return f"static const char *const {name}[] __attribute__((unused)) = {{{listed}}};"


def _base_names(of: ast.ClassDef) -> set[str]:
    plain = [base.value if isinstance(base, ast.Subscript) else base for base in of.bases]
    return {base.attr if isinstance(base, ast.Attribute) else ast.unparse(base) for base in plain}


def _named(of: ast.ClassDef) -> set[str]:
    """The names that a class body defines."""
    found: set[str] = set()
    for each in ast.walk(of):
        if isinstance(each, (ast.FunctionDef, ast.ClassDef)):
            found.add(each.name)
        elif isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            found.add(each.id)
    return found


def teach(structs: Structs) -> None:
    """Puts functions that know about structs in the place of mypyc's own."""
    _teach_methods(structs)
    _teach_fields(structs)
    _teach_making(structs)


def _teach_methods(structs: Structs) -> None:
    """A method that nothing overrides becomes a function as well, as mypyc does for enumerations, and is called directly."""
    from mypy.nodes import Decorator, FuncDef
    from mypyc.common import FAST_PREFIX
    from mypyc.ir.func_ir import FUNC_NORMAL, FuncDecl
    from mypyc.irbuild import prepare
    from mypyc.irbuild.ll_builder import LowLevelIRBuilder

    fast_path, gen_method_call = prepare.prepare_fast_path, LowLevelIRBuilder.gen_method_call

    def prepare_fast_path(ir: Any, module_name: str, cdef: Any, mapper: Any, node: Any, options: Any) -> None:
        structs.infos[ir] = cdef.info
        fast_path(ir, module_name, cdef, mapper, node, options)
        method = node if isinstance(node, FuncDef) else None
        if isinstance(node, Decorator) and node.func.is_property and not node.decorators:
            method = node.func
        if method is None or not structs.is_struct(cdef.info) or structs.overridden(cdef.name, method.name):
            return
        if _plain(method):
            name = FAST_PREFIX + method.name
            signature = mapper.fdef_to_sig(method, options.strict_dunders_typing)
            ir.method_decls[name] = FuncDecl(name, cdef.name, module_name, signature, FUNC_NORMAL)

    def call(self: Any, base: Any, name: str, *given: Any, **more: Any) -> Any:
        if structs.info_of(base.type) is not None:
            structs.called_directly(base.type.class_ir, FAST_PREFIX, name)
        return gen_method_call(self, base, name, *given, **more)

    prepare.prepare_fast_path = prepare_fast_path
    _put(LowLevelIRBuilder, "gen_method_call", call)


def _teach_fields(structs: Structs) -> None:
    """Fields are read from their places. What cannot change is borrowed from the struct for as long as it is looked at."""
    from mypy.nodes import Decorator
    from mypyc.common import FAST_PREFIX
    from mypyc.ir.ops import ERR_MAGIC, CallC, MethodCall
    from mypyc.ir.rtypes import object_rprimitive
    from mypyc.irbuild.builder import IRBuilder
    from mypyc.irbuild.ll_builder import LowLevelIRBuilder

    get_attr, is_native_attr_ref = LowLevelIRBuilder.get_attr, IRBuilder.is_native_attr_ref

    def read(self: Any, obj: Any, attr: str, result_type: Any, line: int, *, borrow: bool = False, **more: Any) -> Any:
        info = structs.info_of(obj.type)
        if info is None:
            return get_attr(self, obj, attr, result_type, line, borrow=borrow, **more)
        known = info.get(attr)
        if known is not None and isinstance(known.node, Decorator):
            if structs.called_directly(obj.type.class_ir, FAST_PREFIX, attr):
                return self.add(MethodCall(obj, FAST_PREFIX + attr, [], line))
        elif (number := structs.field(info, attr)) is not None:
            if borrow:
                self.keep_borrow_source_alive(obj, more["borrow_scope"])
            place = f"ARCHIVIST_{'BORROWED' if borrow else 'FIELD'}_{number}"
            found = self.add(CallC(place, [obj], object_rprimitive, False, borrow, ERR_MAGIC, line))
            return self.coerce(found, result_type, line, can_borrow=True) if borrow else found
        return get_attr(self, obj, attr, result_type, line, borrow=borrow, **more)

    def may_be_borrowed(self: Any, expr: Any) -> bool:
        info = structs.info_of(self.node_type(expr.expr))
        if info is not None and structs.field(info, expr.name) is not None:
            return structs.is_frozen(info)
        return bool(is_native_attr_ref(self, expr))

    _put(LowLevelIRBuilder, "get_attr", read)
    _put(IRBuilder, "is_native_attr_ref", may_be_borrowed)


def _teach_making(structs: Structs) -> None:
    """`Card(...)` and `replace(card, ...)` write the fields themselves (`archivist_make` and the like in `caches.h`)."""
    from mypy.nodes import ARG_NAMED, ARG_POS, ARG_STAR, ARG_STAR2, FuncDef, TypeInfo
    from mypyc.ir.ops import ERR_MAGIC, CallC
    from mypyc.ir.rtypes import RInstance, object_rprimitive
    from mypyc.irbuild import expression

    refexpr_call = expression.translate_refexpr_call

    def boxed(builder: Any, expr: Any) -> list[Any]:
        values = [builder.accept(each) for each in expr.args]
        return [builder.coerce(each, object_rprimitive, expr.line) for each in values]

    def changed(builder: Any, expr: Any, callee: Any) -> Any:
        """`replace` of a struct with some names, or with a dictionary of them."""
        kinds = expr.arg_kinds[1:]
        if kinds == [ARG_STAR2]:
            place = "ARCHIVIST_ALTER"
        elif kinds and all(kind == ARG_NAMED for kind in kinds):
            place = f"ARCHIVIST_REPLACE_{structs.replacing(tuple(expr.arg_names[1:]))}"
        else:
            return refexpr_call(builder, expr, callee)
        given = [builder.accept(callee), *boxed(builder, expr)]
        return builder.add(CallC(place, given, object_rprimitive, False, False, ERR_MAGIC, expr.line))

    def made(builder: Any, expr: Any, callee: Any, order: list[str]) -> Any:
        """A struct of a known class, with values in the order of its fields or by their names."""
        fields = tuple(str(name or order[place]) for place, name in enumerate(expr.arg_names))
        place = f"ARCHIVIST_MAKE_{structs.making(callee.node.fullname, fields)}"
        values = boxed(builder, expr)
        given = [builder.load_native_type_object(callee.node.fullname), *values]
        steals = [False, *(True for _ in values)]
        kind = RInstance(builder.mapper.type_to_ir[callee.node])
        return builder.add(CallC(place, given, kind, steals, False, ERR_MAGIC, expr.line))

    def called(builder: Any, expr: Any, callee: Any) -> Any:
        info = callee.node
        if callee.fullname == "msgspec.structs.replace" and expr.arg_kinds[0] == ARG_POS:
            return changed(builder, expr, callee)
        if isinstance(info, TypeInfo) and info in builder.mapper.type_to_ir and structs.is_struct(info):
            init = info.get("__init__")
            written = init is not None and init.plugin_generated and isinstance(init.node, FuncDef)
            if written and expr.args and not {ARG_STAR, ARG_STAR2} & set(expr.arg_kinds):
                return made(builder, expr, callee, init.node.arg_names[1:])  # type: ignore[union-attr]
        return refexpr_call(builder, expr, callee)

    expression.translate_refexpr_call = called


def _put(kind: Any, name: str, function: Any) -> None:
    """Puts a function in the place of a method of mypyc."""
    setattr(kind, name, function)


def _plain(method: Any) -> bool:
    """Whether a method can be compiled once more as a function: it makes no generator, no functions and asks no `super`."""
    from mypy.nodes import FuncDef, LambdaExpr, SuperExpr
    from mypy.traverser import TraverserVisitor

    class Looking(TraverserVisitor):
        found = False

        def visit_lambda_expr(self, o: LambdaExpr) -> None:
            self.found = True

        def visit_super_expr(self, o: SuperExpr) -> None:
            self.found = True

        def visit_func_def(self, o: FuncDef) -> None:
            self.found = self.found or o is not method
            super().visit_func_def(o)

    looking = Looking()
    method.accept(looking)
    return not (
        looking.found
        or method.is_generator
        or method.is_coroutine
        or method.is_static
        or method.is_class
        or method.name.startswith("__")
    )
