"""Branches and loops: followed by Python where they are known, else regions of the IR."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from custom_compiler.asc.codegen.expressions import Expressions, common_dtype
from custom_compiler.asc.codegen.scopes import bound_names, has_return
from custom_compiler.asc.codegen.trees import (
    is_plain_number,
    leaves,
    mapped,
    same_constant,
)
from custom_compiler.asc.language.constants import range as runtime_range
from custom_compiler.asc.language.constants import static_range
from custom_compiler.asc.language.dtypes import DataType, KnownTypes, default_dtype, promoted
from custom_compiler.asc.language.loops import RuntimeIteration
from custom_compiler.asc.language.objects import Object
from custom_compiler.asc.language.values import RuntimeValue, Scalar, describe, to_scalar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from xdsl.ir import Block, SSAValue

    from custom_compiler.asc.codegen.liveness import Liveness


class _Carried(NamedTuple):
    """A name that a loop changes: its value before, as run-time values, and as it was written."""

    name: str
    value: object
    written: object

    def handles(self) -> list[SSAValue]:
        return [leaf.handle for leaf in leaves(self.value) if isinstance(leaf, RuntimeValue)]


class Control(Expressions):
    """Visits statements with blocks."""

    liveness: Liveness

    def visit_body(self, body: Sequence[ast.stmt]) -> bool:
        """Visit statements; return whether one of them has returned."""
        raise NotImplementedError

    def assign(self, target: ast.expr, value: object) -> None:
        """Assign a value to a target."""
        raise NotImplementedError

    # Branches

    def _visit_if(self, node: ast.If) -> bool:
        """Follow the branch that is known, or both into the IR; return whether it has returned."""
        test = self.condition(node.test)
        if not isinstance(test, Scalar):
            return self.visit_body(node.body if test else node.orelse)
        self._no_return(node)
        before = dict(self.scope.locals)
        builder = self.tracing.builder
        blocks = [builder.new_block() for _ in range(2)]
        after = []
        for block, body in zip(blocks, (node.body, node.orelse), strict=True):
            after.append(self._inside(block, body, before))
        self.scope.locals = before
        names = bound_names((*node.body, *node.orelse))
        live = self.liveness.after(node)
        merged: dict[str, tuple[object, object]] = {}
        for name in names:
            if name in live and all(name in locals_ for locals_ in after):
                left, right = after[0][name], after[1][name]
                if same_constant(left, right):
                    self.scope.bind(name, left)
                else:
                    merged[name] = self._same_form(node, name, left, right, blocks)
            else:
                self.scope.forget([name], node.lineno)
        self.locate(node)
        results = self._end_branches(
            test, blocks, list(merged.values()), has_else=bool(node.orelse)
        )
        for name, (left, _) in merged.items():
            self.scope.bind(name, _rebuilt(left, results, name))
        return False

    def _inside(
        self, block: Block, body: Sequence[ast.stmt], names: Mapping[str, object]
    ) -> dict[str, object]:
        """Visit statements into a separate block, and return the names after them."""
        self.scope.locals = dict(names)
        outside = self.outside
        self.outside |= {id(value) for value in names.values() if isinstance(value, (list, dict))}
        with self.tracing.builder.inside(block):
            self.visit_body(body)
        self.outside = outside
        return self.scope.locals

    def _same_form(
        self, node: ast.If, name: str, left: object, right: object, blocks: Sequence[Block]
    ) -> tuple[object, object]:
        """Convert two values of a name to run-time values of the same types."""
        sides = [list(leaves(left)), list(leaves(right))]
        pairs: Iterator[tuple[object, object]] = zip(*sides, strict=False)
        unified = [self._unified(pair, blocks) for pair in pairs]
        if len(sides[0]) != len(sides[1]) or None in unified:
            message = (
                f"'{name}' is re-assigned to an object with different type: {describe(left)} after"
                f" one branch, {describe(right)} after the other"
            )
            raise self.error(node, message)
        rebuilt = []
        for side, value in enumerate((left, right)):
            parts = iter(pair[side] for pair in unified if pair is not None)
            rebuilt.append(mapped(value, lambda _, parts=parts: next(parts)))  # type: ignore[misc]
        return rebuilt[0], rebuilt[1]

    def _unified(
        self, pair: tuple[object, object], blocks: Sequence[Block]
    ) -> tuple[object, object] | None:
        """Convert two values to one type, numbers in their own blocks; None if impossible."""
        if all(is_plain_number(value) or isinstance(value, Scalar) for value in pair):
            dtype = common_dtype(pair)
            scalars = []
            for block, value in zip(blocks, pair, strict=True):
                with self.tracing.builder.inside(block):
                    scalars.append(to_scalar(value, dtype))  # type: ignore[arg-type]
            return scalars[0], scalars[1]
        left, right = pair
        if not isinstance(left, RuntimeValue):
            return pair if same_constant(left, right) else None
        alike = type(left) is type(right) and left.handle.type == right.handle.type
        return pair if alike else None

    def _end_branches(
        self,
        test: Scalar,
        blocks: Sequence[Block],
        merged: Sequence[tuple[object, object]],
        *,
        has_else: bool,
    ) -> list[SSAValue]:
        builder = self.tracing.builder
        for side, block in enumerate(blocks):
            with builder.inside(block):
                builder.end_block(_handles([pair[side] for pair in merged]))
        other = blocks[1] if has_else or merged else None
        return builder.branch(test.handle, blocks[0], other)

    # Loops

    def _visit_for(self, node: ast.For) -> bool:
        """Unroll a loop whose numbers are known, or make one of the IR."""
        if node.orelse:
            self.unsupported(node, "else of a loop is not supported in JIT function")
        numbers = self.visit(node.iter)
        if isinstance(numbers, static_range):
            return self._unroll(node, numbers)
        if not isinstance(numbers, runtime_range):
            message = (
                "a loop goes through range(), asc.range() or asc.static_range(), not through"
                f" {describe(numbers)}"
            )
            self.unsupported(node.iter, message)
        if not isinstance(node.target, ast.Name):
            self.unsupported(node.target, "a loop has one name")
        self._no_return(node)
        start, stop, step = self._loop_bounds(node.iter, numbers)
        bounds = (start, stop, step)
        changes = [name for name in bound_names(node.body) if name != node.target.id]
        self._repeat(node, changes, lambda carried: self._for_once(node, bounds, carried))
        self.scope.forget([node.target.id], node.lineno)
        return False

    def _unroll(self, node: ast.For, numbers: static_range) -> bool:
        bounds = []
        for bound in numbers.bounds:
            if not is_plain_number(bound) or isinstance(bound, float):
                message = f"a bound of asc.static_range is a known int, not {describe(bound)}"
                raise self.error(node.iter, message)
            bounds.append(int(bound))
        for number in range(*bounds):
            self.assign(node.target, number)
            if self.visit_body(node.body):
                return True
        return False

    def _loop_bounds(self, node: ast.expr, numbers: runtime_range) -> tuple[Scalar, Scalar, object]:
        """Start, stop and step of one integer type; the step stays a number where it is one."""
        for bound in numbers.bounds:
            scalar = isinstance(bound, Scalar) and not bound.dtype.is_float
            if not scalar and (not is_plain_number(bound) or isinstance(bound, float)):
                message = f"a bound of range is an int, not {describe(bound)}"
                raise self.error(node, message)
        start, stop, step = numbers.bounds
        if is_plain_number(step) and step == 0:
            raise self.error(node, "ValueError: range() step must not be zero")
        dtype = common_dtype((start, stop, step))
        dtype = KnownTypes.int32 if dtype == KnownTypes.bool_ else dtype
        bounds = [to_scalar(bound, dtype) for bound in (start, stop)]  # type: ignore[arg-type]
        if is_plain_number(step):
            return bounds[0], bounds[1], step
        return bounds[0], bounds[1], to_scalar(step, dtype)  # type: ignore[arg-type]

    def _for_once(
        self, node: ast.For, bounds: tuple[Scalar, Scalar, object], carried: Sequence[_Carried]
    ) -> _Traced:
        """Trace the body of a loop once."""
        start, stop, step = bounds
        dtype = start.dtype
        signed = DataType(dtype.name.removeprefix("u"))
        downwards = is_plain_number(step) and step < 0
        builder = self.tracing.builder
        types = [start.cast(signed).handle.type]
        types += [handle.type for variable in carried for handle in variable.handles()]
        block = builder.new_block(types)
        names = self._entered(carried, block.args[1:])
        target = node.target.id  # type: ignore[attr-defined]
        block.args[0].name_hint = target
        with builder.inside(block):
            counter = Scalar(block.args[0], signed).cast(dtype)
            if downwards:  # an `scf.for` counts up: the distance from the start
                counter = start - counter
        after = self._inside(block, node.body, {**names, target: counter})

        def commit(values: Sequence[SSAValue]) -> list[SSAValue]:
            with builder.inside(block):
                builder.end_block(values)
            low, high, by = start.cast(signed), stop.cast(signed), step
            if downwards:
                low, high, by = to_scalar(0, signed), low - high, -step  # type: ignore[operator]
            operands = [low.handle, high.handle, to_scalar(by, signed).handle]  # type: ignore[arg-type]
            return builder.loop(operands, _handles([variable.value for variable in carried]), block)

        return _Traced(block, after, commit)

    def _visit_while(self, node: ast.While) -> bool:
        """Trace a loop of the IR, with a condition on the values that it carries."""
        if node.orelse:
            self.unsupported(node, "else of a loop is not supported in JIT function")
        self._no_return(node)

        def condition() -> Scalar | None:
            test = self.condition(node.test)
            if not isinstance(test, Scalar) and test:
                self.unsupported(node.test, "this while never ends: its condition never changes")
            return test if isinstance(test, Scalar) else None

        self._repeat(
            node,
            bound_names(node.body),
            lambda carried: self._while_once(node.body, condition, carried),
        )
        return False

    def _visit_with(self, node: ast.With) -> bool:
        """Enter and leave one object; Matmul's iteration is a loop of the IR."""
        if len(node.items) != 1:
            self.unsupported(node, "with has one item; nest a second one")
        manager = self.visit(node.items[0].context_expr)
        target = node.items[0].optional_vars
        if isinstance(manager, RuntimeIteration):
            self._iterate(node, manager, target)
            return False
        entered = manager.__enter__()  # type: ignore[attr-defined]
        if target is not None:
            self.assign(target, entered)
        returned = self.visit_body(node.body)
        manager.__exit__(None, None, None)  # type: ignore[attr-defined]
        return returned

    def _iterate(self, node: ast.With, manager: RuntimeIteration, target: ast.expr | None) -> None:
        """Repeat a body as often as `advance` says so, and count."""
        self._no_return(node)
        name = target.id if isinstance(target, ast.Name) else "count"
        self.scope.bind(name, 0)
        step = ast.copy_location(
            ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), ast.Constant(1)), node
        )
        body = [*node.body, ast.fix_missing_locations(step)]
        self._repeat(
            node,
            bound_names(body),
            lambda carried: self._while_once(body, manager.advance, carried),
            always=name,
        )
        self.scope.forget([name], node.lineno)

    def _while_once(
        self,
        body: Sequence[ast.stmt],
        condition: Callable[[], Scalar | None],
        carried: Sequence[_Carried],
    ) -> _Traced | None:
        """Trace condition and body once; return None if the condition is known not to hold."""
        builder = self.tracing.builder
        types = [handle.type for variable in carried for handle in variable.handles()]
        before, block = builder.new_block(types), builder.new_block(types)
        self.scope.locals = self._entered(carried, before.args)
        with builder.inside(before):
            test = condition()
            if test is not None:
                builder.end_condition(test.handle, before.args)
        if test is None:
            return None
        after = self._inside(block, body, self._entered(carried, block.args))

        def commit(values: Sequence[SSAValue]) -> list[SSAValue]:
            with builder.inside(block):
                builder.end_block(values)
            return builder.repeat(_handles([variable.value for variable in carried]), before, block)

        return _Traced(block, after, commit)

    def _repeat(
        self,
        node: ast.For | ast.While | ast.With,
        changes: Sequence[str],
        once: Callable[[Sequence[_Carried]], _Traced | None],
        always: str = "",
    ) -> None:
        """Trace a loop, again where a number turns out to need a wider type than it began with.

        Args:
            node: the statement.
            changes: the names that its body binds.
            once: traces the body with the run-time values of names that it changes.
            always: a name that is carried though the function does not say that it reads it.
        """
        before = dict(self.scope.locals)
        live = self.liveness.carried(node)
        singletons = dict(self.tracing.builder.singletons)
        dtypes: dict[str, DataType] = {}
        while True:
            carried = [
                _Carried(name, self._at_run_time(before[name], dtypes.get(name)), before[name])
                for name in changes
                if name in before and (name in live or name == always)
            ]
            traced = once(carried)
            if traced is None:
                self.scope.locals = before
                return
            wider = self._wider(carried, traced.names)
            if not wider:
                break
            dtypes.update(wider)
            self.scope.locals = dict(before)
            self.tracing.builder.singletons = dict(singletons)
            traced.block.erase(safe_erase=False)
        values = [self._yielded(node, variable, traced) for variable in carried]
        self.scope.locals = before
        self.locate(node)
        results = traced.commit(_handles(values))
        for variable in carried:
            self.scope.bind(variable.name, _rebuilt(variable.value, results, variable.name))
        names = {variable.name for variable in carried}
        self.scope.forget([name for name in changes if name not in names], node.lineno)

    def _at_run_time(self, value: object, dtype: DataType | None) -> object:
        """Convert the numbers of a value that a loop changes to run-time ones before the loop."""
        return mapped(
            value,
            lambda leaf: to_scalar(leaf, dtype) if is_plain_number(leaf) else leaf,
        )

    def _entered(
        self, carried: Sequence[_Carried], handles: Sequence[SSAValue]
    ) -> dict[str, object]:
        """Return the names inside of a loop; changed ones have the values of its block."""
        names = dict(self.scope.locals)
        remaining = list(handles)
        for variable in carried:
            names[variable.name] = _rebuilt(variable.value, remaining, variable.name)
        return names

    def _wider(
        self, carried: Sequence[_Carried], after: Mapping[str, object]
    ) -> dict[str, DataType]:
        """Return the types of Python numbers that a loop's body changes to another type."""
        wider = {}
        for variable in carried:
            value = after.get(variable.name)
            if not is_plain_number(variable.written) or not isinstance(variable.value, Scalar):
                continue
            if isinstance(value, Scalar):
                dtype = value.dtype
            elif is_plain_number(value):
                dtype = default_dtype(value)
                dtype = variable.value.dtype if variable.value.dtype.keeps(value) else dtype
            else:
                continue
            wide = promoted(variable.value.dtype, dtype)
            if wide != variable.value.dtype:
                wider[variable.name] = wide
        return wider

    def _yielded(
        self, node: ast.For | ast.While | ast.With, variable: _Carried, traced: _Traced
    ) -> object:
        """Return the value of a name at the end of a loop's body, in the type it began with."""
        value = traced.names.get(variable.name)
        begins, ends = list(leaves(variable.value)), list(leaves(value))
        scalars: list[object] = []
        for begin, end in zip(begins, ends, strict=False):
            if isinstance(begin, Scalar):
                literal = is_plain_number(end) and begin.dtype.keeps(end)
                number = isinstance(end, Scalar) and (
                    end.dtype == begin.dtype or is_plain_number(variable.written)
                )
                if literal or number:
                    with self.tracing.builder.inside(traced.block):
                        scalars.append(to_scalar(end, begin.dtype))  # type: ignore[arg-type]
            elif isinstance(begin, RuntimeValue):
                if type(end) is type(begin) and end.handle.type == begin.handle.type:
                    scalars.append(end)
            elif same_constant(begin, end):
                scalars.append(end)
        if not len(scalars) == len(begins) == len(ends):
            message = (
                f"'{variable.name}' is re-assigned to an object with different type: it is"
                f" {describe(variable.value)} before the loop,"
                f" {describe(value)} at the end of its body"
            )
            raise self.error(node, message)
        remaining = iter(scalars)
        return mapped(variable.value, lambda _: next(remaining))

    def _no_return(self, node: ast.stmt) -> None:
        """Reject a return that depends on run-time values."""
        blocks = [getattr(node, "body", []), getattr(node, "orelse", [])]
        for returning in has_return([statement for block in blocks for statement in block]):
            self.unsupported(
                returning, "return is not supported inside a block that runs or not at run time"
            )


class _Traced(NamedTuple):
    """A loop whose body is traced and not yet part of the IR."""

    block: Block  # of the body
    names: Mapping[str, object]  # at its end
    commit: Callable[[Sequence[SSAValue]], list[SSAValue]]  # what it yields -> the loop's results


def _handles(values: Sequence[object]) -> list[SSAValue]:
    return [
        leaf.handle for value in values for leaf in leaves(value) if isinstance(leaf, RuntimeValue)
    ]


def _rebuilt(like: object, handles: list[SSAValue], name: str) -> object:
    """Return a value of the same form, made of the first handles, which are removed."""

    def rebuilt(leaf: object) -> object:
        if not isinstance(leaf, RuntimeValue):
            return leaf
        handle = handles.pop(0)
        if handle.name_hint is None:
            handle.name_hint = name
        if isinstance(leaf, Scalar):
            return Scalar(handle, leaf.dtype)
        return type(leaf).of(handle, leaf) if isinstance(leaf, Object) else leaf

    return mapped(like, rebuilt)
