"""Every fault that can be put into a source: one place, one change that a tired programmer might make."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from mutation.source import Source

ZONES = ("hand", "memory", "deck", "material", "graveyard", "banishment", "field", "pantheon", "lineage", "stack")
SWAPPED_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any", "owner": "controller", "controller": "owner"}
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
NOTHING = {"bool": ("True", "False"), "int": ("0",), "str": ("''",), "list": ("[]",), "tuple": ("()",), "dict": ("{}",)}
"""What a function that returns such a type is made to return."""
NO_BEHAVIOUR = frozenset(("strict", "default_factory"))
"""Arguments that only check, or that every use would trip over."""
IN_ANY_ORDER = frozenset(("min", "max", "aspects"))
"""Functions whose arguments may stand in any order."""


class Fault(NamedTuple):
    """A change to one place of a source."""

    file: str
    function: str
    kind: str
    was: str
    becomes: str
    nth: int
    """Which of the places in the function that read the same, from 1."""
    span: tuple[int, int]

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What the fault is known by as long as the function keeps this text, wherever its module goes."""
        return self.function, self.was, self.becomes, self.nth

    def put_into(self, source: Source) -> str:
        """The whole text with the fault in it."""
        return source.exchanged(self.span, self.becomes if self.kind == "dropped statement" else f"({self.becomes})")

    def __str__(self) -> str:
        return f"{self.file} {self.function}: {self.kind}: {self.was!r} -> {self.becomes!r}"


def faults(source: Source) -> list[Fault]:
    """All faults of a source, in the order of their places."""
    walk = _Walk(source)
    walk.body(source.tree.body, "")
    return walk.numbered()


_Node = TypeVar("_Node", bound=ast.AST)


def _with(node: _Node, change: Callable[[_Node], None]) -> str:
    """The text of a node with something changed in it."""
    changed = copy.deepcopy(node)
    change(changed)
    return ast.unparse(changed)


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_type(node: ast.expr | None) -> bool:
    """Whether a value is a type of which other types are made: that is for readers and mypy, and does nothing."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        sides = node.left, node.right
        return any(_is_type(each) or (isinstance(each, ast.Constant) and each.value is None) for each in sides)
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and not node.value.id.isupper()


class _Walk:
    """Goes through statements and expressions and notes what may be changed in each."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[tuple[str, str, str, tuple[int, int]]] = []
        self.returns = ""

    def numbered(self) -> list[Fault]:
        seen: Counter[tuple[str, str, str]] = Counter()
        result = []
        for function, kind, becomes, span in sorted(self.found, key=lambda each: (each[3], each[1], each[2])):
            was = " ".join(self.source.text(span).split())
            seen[function, was, becomes] += 1
            number = seen[function, was, becomes]
            result.append(Fault(self.source.file, function, kind, was, becomes, number, span))
        return result

    def note(self, function: str, kind: str, node: ast.stmt | ast.expr, *texts: str) -> None:
        for text in texts:
            self.found.append((function, kind, text, self.source.span(node)))

    # -- statements ----------------------------------------------------------------------------------------------

    def body(self, statements: list[ast.stmt], function: str) -> None:
        for statement in statements:
            if not _is_docstring(statement):
                self.statement(statement, function)

    def statement(self, node: ast.stmt, function: str) -> None:
        match node:
            case ast.FunctionDef():
                self._function(node, function)
            case ast.ClassDef():
                self.body(node.body, f"{function}.{node.name}".lstrip("."))
            case ast.If():
                if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
                    return
                self._condition(node.test, function)
                self.body(node.body, function)
                self.body(node.orelse, function)
            case ast.While():
                self._condition(node.test, function)
                self.body(node.body, function)
            case ast.For():
                self.expression(node.iter, function)
                self.body(node.body, function)
                self.body(node.orelse, function)
            case ast.With():
                self.body(node.body, function)
            case ast.Try():
                self.body(node.body, function)
                for handler in node.handlers:
                    self.body(handler.body, function)
            case ast.Match():
                self.expression(node.subject, function)
                for case in node.cases:
                    if case.guard is not None:
                        self._condition(case.guard, function)
                    self.body(case.body, function)
            case ast.Raise() | ast.Break() | ast.Continue():
                self.note(function, "dropped statement", node, "pass")
            case ast.Return():
                self._return(node, function)
            case ast.Expr():
                self.note(function, "dropped statement", node, "pass")
                self.expression(node.value, function)
            case ast.Assign() | ast.AugAssign() | ast.AnnAssign():
                self._assignment(node, function)
            case _:
                pass

    def _function(self, node: ast.FunctionDef, function: str) -> None:
        name = f"{function}.{node.name}".lstrip(".")
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.expression(default, name)
        before, self.returns = self.returns, ast.unparse(node.returns) if node.returns else ""
        self.body(node.body, name)
        self.returns = before

    def _assignment(self, node: ast.Assign | ast.AugAssign | ast.AnnAssign, function: str) -> None:
        first = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if isinstance(first, ast.Name) and (first.id == "__all__" or (not function and _is_type(node.value))):
            return
        if isinstance(node, ast.AugAssign) or not isinstance(first, ast.Name | ast.Tuple):
            self.note(function, "dropped statement", node, "pass")
        if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
            operator = OPERATORS[type(node.op)]()
            changed = _with(node, lambda each: setattr(each, "op", operator))
            self.note(function, "dropped statement", node, changed)
        if node.value is not None:
            self.expression(node.value, function)

    def _return(self, node: ast.Return, function: str) -> None:
        if node.value is None:
            self.note(function, "dropped statement", node, "pass")
            return
        name = self.returns.partition("[")[0]
        was = ast.unparse(node.value)
        for constant in NOTHING.get(name, ()):
            if constant != was:
                self.note(function, "returned constant", node.value, constant)
        self.expression(node.value, function)

    # -- expressions ---------------------------------------------------------------------------------------------

    def _condition(self, node: ast.expr, function: str) -> None:
        """A test, also turned around."""
        if not isinstance(node, ast.Compare) and not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
            self.note(function, "turned condition", node, f"not ({ast.unparse(node)})")
        self.expression(node, function)

    def expression(self, node: ast.expr, function: str) -> None:
        match node:
            case ast.Compare():
                self._comparison(node, function)
            case ast.BoolOp():
                self._connective(node, function)
            case ast.UnaryOp(op=ast.Not()):
                self.note(function, "dropped not", node, ast.unparse(node.operand))
            case ast.UnaryOp(op=ast.USub()):
                self.note(function, "dropped sign", node, ast.unparse(node.operand))
                return
            case ast.Constant():
                self._constant(node, function)
            case ast.BinOp():
                self._operation(node, function)
            case ast.IfExp():
                self.note(function, "one branch", node, ast.unparse(node.body), ast.unparse(node.orelse))
                self._condition(node.test, function)
                self.expression(node.body, function)
                self.expression(node.orelse, function)
                return
            case ast.Call():
                self._call(node, function)
                return
            case ast.Name() | ast.Attribute():
                self._name(node, function)
            case ast.JoinedStr() | ast.Lambda(body=ast.Constant()):
                return
            case ast.Starred():
                self.expression(node.value, function)
                return
            case _:
                self._several(node, function)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self.expression(child, function)
            elif isinstance(child, ast.comprehension):
                self.expression(child.iter, function)
                for test in child.ifs:
                    self._condition(test, function)

    def _comparison(self, node: ast.Compare, function: str) -> None:
        for index, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                new = other()
                text = _with(node, lambda each, at=index, op=new: each.ops.__setitem__(at, op))  # type: ignore[misc]
                self.note(function, "changed comparison", node, text)
        for right in node.comparators:
            if isinstance(right, ast.Tuple | ast.Set) and len(right.elts) > 1:
                self._dropped_elements(right, function)

    def _dropped_elements(self, node: ast.Tuple | ast.Set | ast.List, function: str) -> None:
        for index in range(len(node.elts)):
            text = _with(node, lambda each, at=index: each.elts.pop(at))  # type: ignore[misc]
            self.note(function, "dropped element", node, text)

    def _connective(self, node: ast.BoolOp, function: str) -> None:
        other = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        self.note(function, "and/or", node, _with(node, lambda each: setattr(each, "op", other)))
        for index in range(len(node.values)):
            rest = [each for at, each in enumerate(node.values) if at != index]
            text = ast.unparse(rest[0]) if len(rest) == 1 else ast.unparse(ast.BoolOp(node.op, rest))
            self.note(function, "dropped condition", node, text)

    def _constant(self, node: ast.Constant, function: str) -> None:
        value = node.value
        if isinstance(value, bool):
            self.note(function, "changed constant", node, str(not value))
        elif isinstance(value, int):
            self.note(function, "changed constant", node, str(value + 1), *((str(value - 1),) if value else ()))
        elif value in ZONES:
            assert isinstance(value, str)
            self.note(function, "another zone", node, repr(ZONES[(ZONES.index(value) + 1) % len(ZONES)]))

    def _operation(self, node: ast.BinOp, function: str) -> None:
        if type(node.op) in OPERATORS:
            operator = OPERATORS[type(node.op)]()
            self.note(function, "changed operator", node, _with(node, lambda each: setattr(each, "op", operator)))
        if isinstance(node.op, ast.Add | ast.BitOr | ast.BitAnd):
            self.note(function, "dropped operand", node, ast.unparse(node.left), ast.unparse(node.right))

    def _name(self, node: ast.Name | ast.Attribute, function: str) -> None:
        word = node.id if isinstance(node, ast.Name) else node.attr
        if word in ("owner", "controller") and isinstance(node, ast.Attribute):
            text = _with(node, lambda each: setattr(each, "attr", SWAPPED_NAMES[word]))
            self.note(function, "another word", node, text)

    def _call(self, node: ast.Call, function: str) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in ("min", "max", "any", "all"):
            self.note(function, "another word", node.func, SWAPPED_NAMES[name])
        if name in ("isinstance", "replace", "cast", "TypeVar", "getattr"):
            if name == "isinstance":
                self.expression(node.args[1], function)
            return
        for index, (left, right) in enumerate(zip(node.args, node.args[1:], strict=False)):
            simple = all(isinstance(each, ast.Name | ast.Attribute | ast.Subscript) for each in (left, right))
            if simple and name not in IN_ANY_ORDER and ast.unparse(left) != ast.unparse(right):
                text = _with(node, lambda each, at=index: _swap(each.args, at))  # type: ignore[misc]
                self.note(function, "swapped arguments", node, text)
        for index, keyword in enumerate(node.keywords):
            if keyword.arg not in NO_BEHAVIOUR and keyword.arg is not None:
                text = _with(node, lambda each, at=index: each.keywords.pop(at))  # type: ignore[misc]
                self.note(function, "dropped argument", node, text)
        if name in ("frozenset", "set", "tuple") and node.args and isinstance(node.args[0], ast.Tuple | ast.List):
            self._dropped_elements(node.args[0], function)
        self._name(node.func, function) if isinstance(node.func, ast.Name) else self.expression(node.func, function)
        for argument in (*node.args, *(keyword.value for keyword in node.keywords if keyword.arg not in NO_BEHAVIOUR)):
            self.expression(argument, function)

    def _several(self, node: ast.expr, function: str) -> None:
        """A comprehension without a condition, or a listing without one of its parts."""
        if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
            for at, generator in enumerate(node.generators):
                for index in range(len(generator.ifs)):
                    text = _with(node, lambda each, a=at, i=index: each.generators[a].ifs.pop(i))  # type: ignore[misc]
                    self.note(function, "dropped condition", node, text)
        elif isinstance(node, ast.Tuple | ast.List):
            starred = any(isinstance(each, ast.Starred) for each in node.elts)
            if starred and len(node.elts) > 1:
                self._dropped_elements(node, function)


def _swap(values: list[ast.expr], at: int) -> None:
    values[at], values[at + 1] = values[at + 1], values[at]
