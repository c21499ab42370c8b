"""Statements of a kernel."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from custom_compiler.asc.codegen.control import Control
from custom_compiler.asc.codegen.liveness import Liveness
from custom_compiler.asc.codegen.scopes import Scope
from custom_compiler.asc.codegen.trees import is_runtime, leaves
from custom_compiler.asc.language.numbers import array
from custom_compiler.asc.language.records import Struct
from custom_compiler.asc.language.structs import Structure
from custom_compiler.asc.language.tensors import GlobalTensor
from custom_compiler.asc.language.values import RuntimeValue, describe

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.asc.codegen.expressions import KernelTrace
    from custom_compiler.asc.codegen.source import PythonFunction


class FunctionVisitor(Control):
    """Visits the body of one function with the values of its parameters."""

    def __init__(
        self, tracing: KernelTrace, function: PythonFunction, names: Mapping[str, object]
    ) -> None:
        self.tracing = tracing
        self.function = function
        self.scope = Scope(function)
        self.scope.locals.update(names)
        self.liveness = Liveness(function.tree)
        self.outside = frozenset()
        self.returned: object = None

    def run(self) -> object:
        """Visit the function; return what it returns.

        Raises:
            CodegenError: it cannot be compiled.
        """
        self.visit_body(self.function.tree.body)
        return self.returned

    def visit_body(self, body: Sequence[ast.stmt]) -> bool:
        """Visit statements; return whether one of them has returned."""
        return any(self.visit(statement) is True for statement in body)

    def _visit_expr(self, node: ast.Expr) -> None:
        self.visit(node.value)

    def _visit_pass(self, node: ast.Pass) -> None:
        """Trace `pass`, which does nothing."""

    def _visit_return(self, node: ast.Return) -> bool:
        self.returned = None if node.value is None else self.visit(node.value)
        return True

    def _visit_assert(self, node: ast.Assert) -> None:
        test = self.visit(node.test)
        if is_runtime(test):
            self.unsupported(node, "assert is for conditions that are known when compiling")
        if not test:
            message = "" if node.msg is None else f": {self.visit(node.msg)}"
            raise self.error(node, f"AssertionError{message}")

    def _visit_assign(self, node: ast.Assign) -> None:
        if len(node.targets) != 1:
            self.unsupported(node, "an assignment has one target; write a = c and b = c")
        self.assign(node.targets[0], self.visit(node.value))

    def _visit_ann_assign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node.target, self.visit(node.value))

    def _visit_aug_assign(self, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            before = self.scope.find(target.id)
            self.assign(target, self.binary(node, node.op, before, self.visit(node.value)))
        elif isinstance(target, ast.Subscript):
            holder, index = self.visit(target.value), self.visit(target.slice)
            before = holder[index]  # type: ignore[index]
            value = self.binary(node, node.op, before, self.visit(node.value))
            self._set_item(target, holder, index, value)
        else:
            holder = self.visit(target.value)
            before = getattr(holder, target.attr)
            value = self.binary(node, node.op, before, self.visit(node.value))
            self._set_attribute(target, holder, value)

    def assign(self, target: ast.expr, value: object) -> None:
        """Assign a value to a name, an item, an attribute, or several targets."""
        if isinstance(target, ast.Name):
            _name(value, target.id)
            self.scope.bind(target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            if not isinstance(value, (tuple, list)):
                message = f"{describe(value)} cannot be taken apart"
                raise self.error(target, message)
            if len(target.elts) != len(value):
                message = f"{len(target.elts)} targets for {len(value)} values"
                raise self.error(target, message)
            for inner, item in zip(target.elts, value, strict=True):
                self.assign(inner, item)
        elif isinstance(target, ast.Subscript):
            self._set_item(target, self.visit(target.value), self.visit(target.slice), value)
        elif isinstance(target, ast.Attribute):
            self._set_attribute(target, self.visit(target.value), value)
        else:
            self.unsupported(target)

    def _set_item(self, target: ast.expr, holder: object, index: object, value: object) -> None:
        if isinstance(holder, list):
            if is_runtime(index):
                raise self.error(target, "a list is indexed by a run-time number; use asc.array")
            self.check_change(target, holder)
        elif not isinstance(holder, array):
            message = f"items of {describe(holder)} cannot be set"
            message += "; use set_value" if hasattr(holder, "set_value") else ""
            raise self.error(target, message)
        holder[index] = value  # type: ignore[index, call-overload, assignment]

    def _set_attribute(self, target: ast.Attribute, holder: object, value: object) -> None:
        if not isinstance(holder, (Struct, Structure)):
            raise self.error(target, f"attributes of {describe(holder)} cannot be set")
        setattr(holder, target.attr, value)


def _name(value: object, name: str) -> None:
    """Give values of the IR the user's name, unless they have one."""
    parts = list(leaves(value))
    if len(parts) != 1 or not isinstance(value, RuntimeValue):
        return
    if isinstance(value, GlobalTensor):
        value.name_it(name)
    elif value.handle.name_hint is None:
        value.handle.name_hint = name
