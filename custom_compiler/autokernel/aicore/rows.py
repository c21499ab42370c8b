"""Operators on rows as programs: tensors are matrices, and reductions go along their rows.

A row that fits into the unified buffer is one straight line. Of a longer one, pieces come once for
each level of reductions, and once more for the outputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from custom_compiler.autokernel.aicore.across import NEUTRAL
from custom_compiler.autokernel.aicore.lowering import TreeLine
from custom_compiler.autokernel.aicore.passes import parted
from custom_compiler.autokernel.aicore.registers import Program, RetainedRegisters, allocate
from custom_compiler.autokernel.aicore.rewrite import rewritten
from custom_compiler.autokernel.aicore.scalars import refused
from custom_compiler.autokernel.aicore.steps import SIZES, Reach, Register, Step
from custom_compiler.autokernel.describe import tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

_REDUCTIONS = {"sum": "row_sum", "max": "row_max", "min": "row_min"}
ROW_GRAINS = 8, 64  # values per row: a block of blocks; a repeat where they are compared
_FINITE = 1e30  # what infinities become where only NaN is looked for


@dataclass(frozen=True, eq=False)
class View:
    """An operator as computations on matrices.

    Attributes:
        operator: The tree.
        rows: Axes whose product is the number of rows.
        columns: Axes whose product is the length of a row: the last ones.
        period: The last axes of the rows, where an input has a value per position of these alone.
        reach: Positions for which each input and output has a value, by name.
    """

    operator: tree.Operator
    rows: tuple[tree.Axis, ...]
    columns: tuple[tree.Axis, ...]
    period: tuple[tree.Axis, ...]
    reach: Mapping[str, Reach]

    def is_periodic(self, name: str) -> bool:
        """Return whether an input has its values per row again and again."""
        return any(p.name == name and p.axes == self.period for p in self.operator.inputs)


@dataclass(frozen=True)
class RowPass:
    """Computation on each piece of a row, up to the next reduction.

    Attributes:
        before: Instructions on values per row, once before the pieces.
        pieces: Instructions for each piece.
    """

    before: Program
    pieces: Program


@dataclass(frozen=True, eq=False)
class RowPrograms:
    """The programs of an operator on rows.

    Attributes:
        view: What the tensors are.
        first: Instructions on values per column, once before all rows.
        whole: Instructions on several whole rows.
        passes: Those of rows in pieces; values per column come with the pieces, as tiles.
        last: Instructions on values per row after the passes.
        retained: Retained values per row and column of `first` and `whole`.
        retained_of_passes: Values per row of `passes` and `last`.
    """

    view: View
    first: Program
    whole: Program
    passes: tuple[RowPass, ...]
    last: Program
    retained: RetainedRegisters
    retained_of_passes: RetainedRegisters

    def inputs(self, *reach: Reach) -> tuple[str, ...]:
        """Return the inputs of these reaches, in order."""
        ports = self.view.operator.inputs
        return tuple(port.name for port in ports if self.view.reach[port.name] in reach)

    def outputs(self, reach: Reach) -> tuple[str, ...]:
        """Return the outputs of a reach, in order."""
        ports = self.view.operator.outputs
        return tuple(port.name for port in ports if self.view.reach[port.name] is reach)

    def dtype(self, name: str) -> str:
        """Return the element type of an input or output."""
        operator = self.view.operator
        dtypes = {port.name: port.dtype for port in operator.inputs}
        dtypes |= {each.name: each.dtype for each in operator.outputs}
        return dtypes[name]

    def size(self, names: Iterable[str]) -> int:
        """Return the bytes of one element of each tensor."""
        return sum(SIZES[self.dtype(name)] for name in names)

    @property
    def grain(self) -> int:
        """Multiple to which the length of a short row in the unified buffer is rounded."""
        names = [name for name, reach in self.view.reach.items() if reach is not Reach.ROW]
        return 32 // min(SIZES[self.dtype(name)] for name in names)

    @property
    def row_grain(self) -> int:
        """Multiple to which the number of values per row in the unified buffer is rounded."""
        programs = [self.whole, self.last, *(each.before for each in self.passes)]
        programs += [each.pieces for each in self.passes]
        return ROW_GRAINS[any(program.compares_per(Reach.ROW) for program in programs)]

    @property
    def compares(self) -> bool:
        """Return whether bits of tiles are computed."""
        return any(p.compares for p in (self.whole, *(each.pieces for each in self.passes)))


def view_of(operator: tree.Operator) -> View | None:
    """Return the operator as computations on matrices, or None if it has no rows."""
    nodes = [node for output in operator.outputs for node in tree.nodes_of(output.body)]
    loads = [node for node in nodes if isinstance(node, tree.Load)]
    reductions = {node.axes for node in nodes if isinstance(node, tree.Reduce)}
    moved = any(index.axis is None for load in loads for index in load.index)
    if moved or len(reductions) > 1 or len(operator.stages) != len(operator.outputs):
        return None
    output_axes = max((output.axes for output in operator.outputs), key=len)
    columns = next(iter(reductions)) if reductions else _last_axes(operator, output_axes)
    everywhere = [port.axes for port in operator.inputs if set(columns) <= set(port.axes)]
    order = max(everywhere, key=len, default=output_axes)
    columns = tuple(axis for axis in order if axis in columns)
    rows = tuple(axis for axis in order if axis not in columns)
    period = _period([each.axes for each in operator.inputs], rows)
    reach_of_axes = {rows: Reach.ROW, rows + columns: Reach.FULL}
    outputs = {each.name: reach_of_axes.get(each.axes) for each in operator.outputs}
    input_reach_of_axes = (
        {columns: Reach.COLUMN} | ({period: Reach.ROW} if period else {}) | reach_of_axes
    )
    inputs = {each.name: input_reach_of_axes.get(each.axes) for each in operator.inputs}
    reach = {name: each for name, each in {**inputs, **outputs}.items() if each is not None}
    if len(reach) < len(inputs) + len(outputs):
        return None
    return View(operator, rows, columns, period, reach)


def _period(
    inputs: Sequence[tuple[tree.Axis, ...]], rows: tuple[tree.Axis, ...]
) -> tuple[tree.Axis, ...]:
    """Return the last row axes that are all axes of an input: the period with which it repeats."""
    suffixes = [rows[first:] for first in range(1, len(rows))]
    return next((axes for axes in inputs if axes in suffixes), ())


def _last_axes(operator: tree.Operator, output_axes: Sequence[tree.Axis]) -> tuple[tree.Axis, ...]:
    """Choose the columns of an operator without reductions by its smallest tensor."""
    for axes in sorted((port.axes for port in operator.inputs), key=len):
        if 0 < len(axes) < len(output_axes):
            next_axis = output_axes.index(axes[-1]) + 1
            return tuple(output_axes[next_axis:]) or tuple(axes)
    return tuple(output_axes[-1:])


@cache
def rows_of(operator: tree.Operator) -> RowPrograms:
    """Return the programs of an operator on rows.

    Raises:
        MisuseError: The operator has another form, or AI cores cannot compute a part of it.
    """
    view = view_of(operator)
    if view is None:
        raise refused(f"{operator.name}, whose tensors are no matrices with rows to reduce,")
    rewrites: dict[tree.Node, tree.Node] = {}
    roots = [rewritten(output.body, rewrites) for output in view.operator.outputs]
    first, whole, retained = _whole(view, roots)
    passes, last, retained_of_passes = _pieces(view, roots)
    return RowPrograms(view, first, whole, passes, last, retained, retained_of_passes)


def _whole(view: View, roots: Sequence[tree.Node]) -> tuple[Program, Program, RetainedRegisters]:
    line = _line(view, roots, pieces=False)
    for root, output in zip(roots, view.operator.outputs, strict=True):
        line.add(root)
        line.store(root, output.name, view.reach[output.name])
    retained = RetainedRegisters()
    columns = [s for s in line.steps if s.target and s.target.reach is Reach.COLUMN]
    first = allocate(columns, {}, retained)
    rest = [step for step in line.steps if step not in columns]
    return first, allocate(rest, _full_outputs(view), retained), retained


def _full_outputs(view: View) -> dict[str, str]:
    return {o.name: o.dtype for o in view.operator.outputs if view.reach[o.name] is Reach.FULL}


def _pieces(
    view: View, roots: Sequence[tree.Node]
) -> tuple[tuple[RowPass, ...], Program, RetainedRegisters]:
    line = _line(view, roots, pieces=True)
    levels = levels_of(roots)
    retained = RetainedRegisters()
    passes = []
    after: list[Step] = []
    for level in range(1 + max(levels[root] for root in roots)):
        begin = len(line.steps)
        for node in [n for n in levels if isinstance(n, tree.Reduce) and levels[n] == level + 1]:
            line.add(node)
        if level == max(levels[root] for root in roots):
            for root, output in zip(roots, view.operator.outputs, strict=True):
                if view.reach[output.name] is Reach.FULL:
                    line.add(root)
                    line.store(root, output.name)
        row_pass, after = _pass(view, after + line.steps[begin:], retained)
        passes.append(row_pass)
        # Tiles are computed again in each pass; values per row stay.
        line.values = {n: r for n, r in line.values.items() if r.reach is not Reach.FULL}
    begin = len(line.steps)
    for root, output in zip(roots, view.operator.outputs, strict=True):
        if view.reach[output.name] is Reach.ROW:
            line.add(root)
            line.store(root, output.name, Reach.ROW)
    return tuple(passes), allocate(after + line.steps[begin:], {}, retained), retained


def _pass(
    view: View, steps: Sequence[Step], retained: RetainedRegisters
) -> tuple[RowPass, list[Step]]:
    """Return a pass, and the instructions on values per row that use its reductions."""
    before, pieces, after = parted(steps, Reach.ROW, lambda step: step.name in NEUTRAL)
    first = allocate(before, {}, retained)
    return RowPass(first, allocate(pieces, _full_outputs(view), retained)), after


def levels_of(roots: Sequence[tree.Node]) -> dict[tree.Node, int]:
    """Return the number of nested reductions below each node."""
    levels: dict[tree.Node, int] = {}
    for root in roots:
        for node in tree.nodes_of(root):
            below = max((levels[each] for each in tree.operands(node)), default=0)
            levels[node] = below + isinstance(node, tree.Reduce)
    return levels


def _line(view: View, roots: Sequence[tree.Node], *, pieces: bool) -> TreeLine:
    def reach_of(load: tree.Load) -> Reach:
        reach = view.reach[load.source.name]
        return Reach.FULL if pieces and reach is Reach.COLUMN else reach

    needed = _extremes_that_show_nan(roots)

    def reduction(line: TreeLine, node: tree.Reduce) -> Register:
        return _reduction(line, node, shows_nan=node in needed)

    return TreeLine(reach_of=reach_of, reduction=reduction)


def _reduction(line: TreeLine, node: tree.Reduce, *, shows_nan: bool) -> Register:
    if node.operation not in _REDUCTIONS or node.dtype not in {"float16", "bfloat16", "float32"}:
        raise refused(f"{node.operation} of {node.body.dtype} along rows")
    values = line.spread(line.operand(node.body, Reach.FULL))
    reduced = _along_rows(line, _REDUCTIONS[node.operation], values)
    if node.operation == "sum" or shows_nan:
        return reduced
    # The instruction passes over NaN; 0 * x sums to NaN if there is one, infinities put aside.
    finite = line.step("mins", line.step("maxs", values, number=-_FINITE), number=_FINITE)
    nothing = _along_rows(line, "row_sum", line.step("muls", finite, number=0.0))
    return line.step("add", reduced, nothing)


def _along_rows(line: TreeLine, name: str, values: Register) -> Register:
    target = line.register(values.dtype, Reach.ROW)
    line.steps.append(Step(name, target, (values,)))
    return target


def _extremes_that_show_nan(roots: Sequence[tree.Node]) -> set[tree.Node]:
    """Return the extremes whose NaN reach all outputs through a sum, which shows them anyway."""
    sums: dict[tree.Node, set[tree.Node]] = {}
    for root in roots:
        for node in tree.nodes_of(root):
            if isinstance(node, tree.Reduce) and node.operation == "sum":
                sums.setdefault(node, set(_passing(node.body)))
    everywhere = [set(_passing(root)) for root in roots]
    extremes: set[tree.Node] = set()
    for root in roots:
        for node in tree.nodes_of(root):
            if isinstance(node, tree.Reduce) and any(
                node.body in below and all(total in reached for reached in everywhere)
                for total, below in sums.items()
            ):
                extremes.add(node)
    return extremes


def _passing(root: tree.Node) -> list[tree.Node]:
    """Return the nodes whose NaN propagate to the root."""
    nodes, pending = [], [root]
    seen: set[tree.Node] = set()
    while pending:
        node = pending.pop()
        if node in seen:
            continue
        seen.add(node)
        nodes.append(node)
        arithmetic = isinstance(node, tree.Unary | tree.Cast) or (
            isinstance(node, tree.Binary) and node.operation not in {*tree.COMPARISONS, "power"}
        )
        if arithmetic and node.dtype in {"float16", "bfloat16", "float32"}:
            pending += tree.operands(node)
    return nodes
