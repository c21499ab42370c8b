"""Operators that reduce along axes in front of others, as programs.

A tensor is a stack of matrices; reductions go down their columns. Rows come one after the other, in
pieces of some columns: once for each level of reductions, and once more for the outputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from custom_compiler.autokernel.aicore.lowering import TreeLine
from custom_compiler.autokernel.aicore.passes import parted
from custom_compiler.autokernel.aicore.registers import Program, RetainedRegisters, allocate
from custom_compiler.autokernel.aicore.rewrite import rewritten
from custom_compiler.autokernel.aicore.rows import ROW_GRAINS, levels_of
from custom_compiler.autokernel.aicore.scalars import refused
from custom_compiler.autokernel.aicore.steps import SIZES, Reach, Register, Step
from custom_compiler.autokernel.describe import tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

NEUTRAL = {"column_sum": 0.0, "column_max": float("-inf"), "column_min": float("inf")}
_REDUCTIONS = {"sum": "column_sum", "max": "column_max", "min": "column_min"}


@dataclass(frozen=True, eq=False)
class Stack:
    """An operator as computations on stacks of matrices.

    Attributes:
        operator: The tree.
        outer: Axes whose product is the number of matrices.
        reduced: Axes whose product is the number of rows.
        inner: Axes whose product is the number of columns.
        reach: Of inputs and outputs: tiles of all positions, a value per column, or per row.
    """

    operator: tree.Operator
    outer: tuple[tree.Axis, ...]
    reduced: tuple[tree.Axis, ...]
    inner: tuple[tree.Axis, ...]
    reach: Mapping[str, Reach]

    def names(self, reach: Reach, *, are_inputs: bool) -> tuple[str, ...]:
        """Return the inputs or outputs of a reach, in order."""
        inputs = tuple(port.name for port in self.operator.inputs)
        outputs = tuple(each.name for each in self.operator.outputs)
        names = inputs if are_inputs else outputs
        return tuple(name for name in names if self.reach[name] is reach)

    def dtype(self, name: str) -> str:
        """Return the element type of an input or output."""
        dtypes = {port.name: port.dtype for port in self.operator.inputs}
        return (dtypes | {each.name: each.dtype for each in self.operator.outputs})[name]

    def size(self, names: Iterable[str]) -> int:
        """Return the bytes of one element of each tensor."""
        return sum(SIZES[self.dtype(name)] for name in names)

    def is_shared(self, name: str) -> bool:
        """Return whether an input's values per column are the same for all matrices."""
        axes = {port.name: port.axes for port in self.operator.inputs}
        return axes.get(name) == self.inner and bool(self.outer)


@dataclass(frozen=True)
class ColumnPass:
    """Instructions once per piece on values per column, and those for each of its rows."""

    before: Program
    rows: Program


@dataclass(frozen=True, eq=False)
class ColumnPrograms:
    """The programs of an operator on stacks of matrices.

    Attributes:
        stack: What the tensors are.
        passes: What is done with each piece.
        last: Instructions on values per column after them.
        retained: Retained values per row and column.
    """

    stack: Stack
    passes: tuple[ColumnPass, ...]
    last: Program
    retained: RetainedRegisters

    def compares_per(self, reach: Reach) -> bool:
        """Return whether bits of values per row, or per column, are computed."""
        programs = [self.last, *(each.before for each in self.passes)]
        programs += [each.rows for each in self.passes]
        return any(program.compares_per(reach) for program in programs)

    @property
    def row_grain(self) -> int:
        """Multiple to which the number of values per row in the unified buffer is rounded."""
        return ROW_GRAINS[self.compares_per(Reach.ROW)]

    @property
    def work_bytes(self) -> int:
        """Bytes between instructions, per element of a tile."""
        return max(each.rows.work_bytes for each in self.passes)


def stack_of(operator: tree.Operator) -> Stack | None:
    """Return the operator as computations on stacks of matrices, or None if it has another form."""
    nodes = [node for output in operator.outputs for node in tree.nodes_of(output.body)]
    loads = [node for node in nodes if isinstance(node, tree.Load)]
    reductions = {node.axes for node in nodes if isinstance(node, tree.Reduce)}
    moved = any(index.axis is None for load in loads for index in load.index)
    if moved or len(reductions) != 1 or len(operator.stages) != len(operator.outputs):
        return None
    axes = next(iter(reductions))
    whole = [port.axes for port in operator.inputs if set(axes) <= set(port.axes)]
    order = max(whole, key=len, default=())
    reduced = tuple(axis for axis in order if axis in axes)
    first = order.index(reduced[0]) if reduced else 0
    outer, inner = order[:first], order[first + len(reduced) :]
    if order[first : first + len(reduced)] != reduced or not inner:
        return None
    output_reach_of_axes = {order: Reach.FULL, outer + inner: Reach.COLUMN}
    input_reach_of_axes = {inner: Reach.COLUMN, reduced: Reach.ROW} | output_reach_of_axes
    reaches = {each.name: input_reach_of_axes.get(each.axes) for each in operator.inputs}
    reaches |= {each.name: output_reach_of_axes.get(each.axes) for each in operator.outputs}
    reach = {name: each for name, each in reaches.items() if each is not None}
    return Stack(operator, outer, reduced, inner, reach) if len(reach) == len(reaches) else None


@cache
def columns_of(operator: tree.Operator) -> ColumnPrograms:
    """Return the programs of an operator on stacks of matrices.

    Raises:
        MisuseError: The operator has another form, or AI cores cannot compute a part of it.
    """
    stack = stack_of(operator)
    if stack is None:
        raise refused(f"{operator.name}, whose tensors are no matrices with columns to reduce,")
    rewrites: dict[tree.Node, tree.Node] = {}
    roots = [rewritten(output.body, rewrites) for output in operator.outputs]
    line = TreeLine(reach_of=lambda load: stack.reach[load.source.name], reduction=_reduction)
    levels, retained = levels_of(roots), RetainedRegisters()
    full = {o.name: o.dtype for o in operator.outputs if stack.reach[o.name] is Reach.FULL}
    most = max(levels[root] for root in roots)
    passes: list[ColumnPass] = []
    after: list[Step] = []
    for level in range(1 + most):
        begin = len(line.steps)
        for node in [n for n in levels if isinstance(n, tree.Reduce) and levels[n] == level + 1]:
            line.add(node)
        for root, output in zip(roots, operator.outputs, strict=True):
            if level == most and output.name in full:
                line.add(root)
                line.store(root, output.name)
        column_pass, after = _pass(after + line.steps[begin:], full, retained)
        passes.append(column_pass)
        # Rows are loaded again in each pass; values per column stay.
        line.values = {n: r for n, r in line.values.items() if r.reach is Reach.COLUMN}
        line.forget_blocks()
    begin = len(line.steps)
    for root, output in zip(roots, operator.outputs, strict=True):
        if output.name not in full:
            line.add(root)
            line.store(root, output.name, Reach.COLUMN)
    last = allocate(after + line.steps[begin:], {}, retained)
    return ColumnPrograms(stack, tuple(passes), last, retained)


def _pass(
    steps: Sequence[Step], outputs: Mapping[str, str], retained: RetainedRegisters
) -> tuple[ColumnPass, list[Step]]:
    """Return a pass, and the instructions on values per column that use its reductions."""
    before, pieces, after = parted(steps, Reach.COLUMN, lambda step: step.name in NEUTRAL)
    first = allocate(before, {}, retained)
    return ColumnPass(first, allocate(pieces, outputs, retained)), after


def _reduction(line: TreeLine, node: tree.Reduce) -> Register:
    if node.operation not in _REDUCTIONS or node.dtype not in {"float16", "bfloat16", "float32"}:
        raise refused(f"{node.operation} of {node.body.dtype} along columns")
    values = line.spread(line.operand(node.body, Reach.FULL))
    target = line.register(values.dtype, Reach.COLUMN)
    line.steps.append(Step(_REDUCTIONS[node.operation], target, (values,)))
    return target
