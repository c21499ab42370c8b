"""Schedules of operators that go over rows, for the classes that have them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.describe.tree import Reduce, accumulator, nodes_of
from custom_compiler.autokernel.host.halide import halide
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Axis, Stage
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget

SPACE = Space((Knob("vectors", (1, 2, 4, 8)), Knob("task", (1, 4, 16, 64))))
"""Vectors that are computed together; rows of a task, or across memory steps of a tile."""
ALONG = {"vectors": 4, "task": 16}
"""Four accumulators hide most of the latency of additions."""
ALONG_ANY = {"vectors": 1, "task": 16}
"""Of rows that may be short: the rest after the last whole step is computed in any case."""
ACROSS = {"vectors": 8, "task": 1}
"""What is reduced stays in registers, and the tile in the nearest caches until it is read again."""


@dataclass(frozen=True)
class RowSchedule:
    """Schedule of an operator's Funcs around the loops of its output.

    Attributes:
        lowered: The operator.
        output: Its only output.
        lanes: Elements in a vector.
        vectors: Vectors that are computed together.
        task: Rows of a parallel task, or vectors of rows.
    """

    lowered: Lowered
    output: Stage
    lanes: int
    vectors: int
    task: int

    def along(self, reduced: tuple[Axis, ...]) -> None:
        """Schedule vectors along the last of the reduced axes, row after row."""
        function = self.lowered.funcs[self.output]
        rows = [axis for axis in self.output.axes if axis not in reduced]
        if self.output.axes and self.output.axes[-1] in reduced:
            self._vectorize(function, self.output.axes[-1], halide().TailStrategy.Predicate)
        at = self._tasks(function, rows)
        for node, shared in self.lowered.shared.items():
            if at is not None:
                shared.compute_at(function, at).store_in(halide().MemoryType.Stack)
            else:
                shared.compute_root()
            if self.lowered.arguments[node]:
                last = self.lowered.arguments[node][-1]
                self._vectorize(shared, last, halide().TailStrategy.PredicateLoads)
        for node, reduction in self._reductions():
            for part in (*self._parts(node), reduction):
                if at is not None and self.lowered.arguments[node]:
                    part.compute_at(function, at)
                else:
                    part.compute_root()

    def across(self) -> None:
        """Schedule vectors along the output's last axis, which is not reduced; each lane reduces.

        A tile of that axis is reduced row by row, then the output's rows of it follow.
        """
        hl = halide()
        function = self.lowered.funcs[self.output]
        *outer, last = self.output.axes
        size, lanes = self.lowered.size(last.size), self._fitting(last)
        width = lanes * self.vectors
        tile, tail = width * self.task, hl.TailStrategy.GuardWithIf
        steps = _Steps(lanes, width, tail)
        if isinstance(size, int):
            width = min(width, max(size, 1) // lanes * lanes)
            tile, tail = min(tile, max(size, 1) // width * width), hl.TailStrategy.ShiftInwards
            steps = _Steps(lanes, width, hl.TailStrategy.Auto)
        variable, within = self.lowered.variables[last], hl.Var("within")
        function.split(variable, variable, within, tile, tail)
        reduced = {axis for node, _ in self._reductions() for axis in node.axes}
        inner = [self.lowered.variables[axis] for axis in outer if axis in reduced]
        rows = [self.lowered.variables[axis] for axis in outer if axis not in reduced]
        function.reorder(within, *reversed(inner), variable, *reversed(rows))
        steps.along(function, within)
        at = self._fuse(function, [*rows, variable], 1)
        for node, shared in self.lowered.shared.items():
            shared.compute_at(function, at)
            if last in self.lowered.arguments[node]:
                steps.along(shared, variable)
        for node, reduction in self._reductions():
            if last not in self.lowered.arguments[node]:
                reduction.compute_root()
                continue
            steps.along(reduction.compute_at(function, at), variable)
            update = reduction.update()
            update.reorder(variable, *self.lowered.rvars[node].values())
            if tile <= _IN_REGISTERS * lanes:
                replace(steps, width=tile).along(update, variable)
            else:
                steps.along(update, variable)

    def _reductions(self) -> list[tuple[Reduce, Any]]:
        funcs = self.lowered.funcs
        return [(node, reduction) for node, reduction in funcs.items() if isinstance(node, Reduce)]

    def _fitting(self, axis: Axis) -> int:
        """Return the lanes of a vector along an axis, fewer if the axis is shorter."""
        size = self.lowered.size(axis.size)
        if not isinstance(size, int) or size >= self.lanes:
            return self.lanes
        return 1 << (max(size, 1).bit_length() - 1)

    def _vectorize(self, function: Any, axis: Axis, tail: Any) -> None:
        """Schedule vectors along an axis; `tail` is the strategy for the last one."""
        hl = halide()
        inner, variable = hl.Var("inner"), self.lowered.variables[axis]
        function.split(variable, variable, inner, self._fitting(axis), tail).vectorize(inner)
        if self.vectors > 1:
            function.unroll(variable, self.vectors, hl.TailStrategy.GuardWithIf)

    def _tasks(self, function: Any, rows: list[Axis]) -> Any | None:
        """Split the loop over rows into parallel tasks; return it, or None for a single row."""
        loops = [self.lowered.variables[axis] for axis in rows]
        return self._fuse(function, loops, self.task)

    @staticmethod
    def _fuse(function: Any, loops: list[Any], count: int) -> Any | None:
        hl = halide()
        if not loops:
            return None
        *outer, row = loops
        for variable in reversed(outer):
            fused = hl.Var("rows")
            function.fuse(row, variable, fused)
            row = fused
        task, within = hl.Var("task"), hl.Var("row")
        function.split(row, task, within, count, hl.TailStrategy.GuardWithIf)
        function.parallel(task)
        return within

    def _parts(self, node: Reduce) -> list[Any]:
        """Schedule the results of parts as vectors in registers, and return their Funcs."""
        hl = halide()
        parts = self.lowered.parts.get(node)
        if parts is None:
            return []
        functions = [result.function for result in parts.results]
        for function, lane, count, steps in parts.results:
            lanes = min(self.lanes, count)
            function.bound(lane, 0, count).vectorize(lane, lanes).unroll(lane)
            if steps:
                inner = hl.Var("inner")
                update = function.update().split(lane, lane, inner, lanes).vectorize(inner)
                update.reorder(inner, lane, *steps).unroll(lane)
        if parts.rest:
            function, lane, count, steps = parts.rest
            functions.append(function.bound_storage(lane, count).store_in(hl.MemoryType.Stack))
            lanes = min(self.lanes, count)
            if steps:
                function.vectorize(lane, lanes, hl.TailStrategy.Predicate)
                update = function.update().reorder(lane, *steps)
                update.vectorize(lane, lanes, hl.TailStrategy.Predicate)
            else:
                function.vectorize(lane, lanes, hl.TailStrategy.PredicateLoads)
        return functions


@dataclass(frozen=True)
class _Steps:
    """Split a loop into steps of `width` elements, in vectors of `lanes`; `tail` for the rest."""

    lanes: int
    width: int
    tail: Any

    def along(self, part: Any, variable: Any) -> None:
        """Make the loop of a variable steps."""
        if self.lanes > 1:
            part.vectorize(variable, self.lanes, self.tail)
        if self.width > self.lanes:
            part.unroll(variable, self.width // self.lanes, self.tail)


_IN_REGISTERS = 8  # vectors of accumulators, of each reduction


def row_schedule(
    lowered: Lowered, output: Stage, setting: Mapping[str, int], target: HostTarget
) -> RowSchedule:
    """Return the schedule of an operator with a setting."""
    lanes = lanes_of(output, target)
    return RowSchedule(lowered, output, lanes, setting["vectors"], setting["task"])


def lanes_of(output: Stage, target: HostTarget) -> int:
    """Return the elements in a vector of the widest type of the computation."""
    dtypes = {accumulator(node.dtype) for node in nodes_of(output.body)} - {"bool"}
    return min(target.lanes(dtype) for dtype in dtypes)
