"""Elements of the outputs from elements of the inputs, without reductions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.classes.arranged import Arranged
from custom_compiler.autokernel.classes.on_cores import OnCores
from custom_compiler.autokernel.describe.tree import Axis, Load, Operator, Reduce, Stage, nodes_of
from custom_compiler.autokernel.host.halide import halide
from custom_compiler.autokernel.host.merging import merged
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget


@dataclass(frozen=True)
class ElementwiseMatch:
    """Parts of an elementwise operator.

    Attributes:
        operator: The matched operator.
        outputs: The outputs, each with its computation.
        plain: Whether all tensors are read at the positions of the loop axes.
    """

    operator: Operator
    outputs: tuple[Stage, ...]
    plain: bool


class Elementwise(OnCores):
    """See the module."""

    name = "elementwise"

    def match(self, operator: Operator) -> ElementwiseMatch | None:
        """Return the parts of an operator without reductions, or None for others."""
        nodes = [node for stage in operator.stages for node in nodes_of(stage.body)]
        if any(isinstance(node, Reduce) for node in nodes):
            return None
        loads = [node for node in nodes if isinstance(node, Load)]
        plain = all(index.axis is not None for load in loads for index in load.index)
        return ElementwiseMatch(operator, operator.outputs, plain)

    def host_space(
        self, match: ElementwiseMatch, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> Space:
        """Return the knobs: vectors per step of the loop, and elements of a task."""
        del match, sizes, target
        return Space((Knob("vectors", (1, 2, 4, 8)), Knob("task", (1 << 12, 1 << 14, 1 << 16))))

    def host_default(
        self, match: ElementwiseMatch, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> dict[str, int]:
        """Return a setting whose tasks are long enough to be worth a thread."""
        del match, sizes, target
        return {"vectors": 4, "task": 1 << 14}

    def arrange(
        self,
        match: ElementwiseMatch,
        operator: Operator,
        sizes: Mapping[str, int] | None,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> Arranged:
        """Merge adjacent axes."""
        del match, setting, target
        return Arranged(merged(operator, sizes))

    def schedule(
        self,
        match: ElementwiseMatch,
        lowered: Lowered,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> None:
        """Schedule vectors along the last axis, and tasks of rows or of pieces of one."""
        del match
        for stage in lowered.operator.outputs:
            _schedule(lowered, stage, setting, target)


def _schedule(
    lowered: Lowered, stage: Stage, setting: Mapping[str, int], target: HostTarget
) -> None:
    hl = halide()
    function = lowered.funcs[stage]
    guard = hl.TailStrategy.GuardWithIf
    if not stage.axes:
        return
    lanes = target.lanes(stage.dtype)
    transposed = _transposed_axis(stage)
    if transposed is not None:
        _schedule_transposed(lowered, stage, transposed, lanes)
        return
    *outer, last = [lowered.variables[axis] for axis in stage.axes]
    size = lowered.size(stage.axes[-1].size)
    if isinstance(size, int) and size < lanes:
        lanes = 1 << (max(size, 1).bit_length() - 1)
    step = lanes * setting["vectors"]
    piece, inner = hl.Var("piece"), hl.Var("inner")
    width = max(setting["task"], step)
    rows = max(1, width // size) if isinstance(size, int) and size > 0 else 1
    function.split(last, piece, last, width, guard)
    if step > lanes:
        function.split(last, last, inner, step, guard).vectorize(inner, lanes, guard).unroll(inner)
    else:
        function.vectorize(last, lanes, guard)
    task = piece
    for variable in reversed(outer):
        fused = hl.Var("task")
        function.fuse(task, variable, fused)
        task = fused
    if rows > 1 and outer:
        within = hl.Var("row")
        function.split(task, task, within, rows, guard)
    function.parallel(task)


def _transposed_axis(stage: Stage) -> Axis | None:
    """Return an input's contiguous axis that is not the output's last one, as in transposes."""
    last = stage.axes[-1]
    for node in nodes_of(stage.body):
        if isinstance(node, Load) and node.index and last in node.free:
            along = node.index[-1].axis
            if along not in {None, last} and along in stage.axes:
                return along
    return None


def _schedule_transposed(lowered: Lowered, stage: Stage, transposed: Axis, lanes: int) -> None:
    """Schedule square blocks of the axes that run fastest in the input and in the output."""
    hl = halide()
    function = lowered.funcs[stage]
    loops = {axis: lowered.variables[axis] for axis in stage.axes}
    inner, block = hl.Var("inner"), hl.Var("block")
    for axis, within, longest in ((stage.axes[-1], inner, lanes), (transposed, block, _BLOCK)):
        size, length, tail = lowered.size(axis.size), longest, hl.TailStrategy.GuardWithIf
        if isinstance(size, int):
            length = min(longest, 1 << (max(size, 1).bit_length() - 1))
            tail = hl.TailStrategy.ShiftInwards
        function.split(loops[axis], loops[axis], within, length, tail)
    function.vectorize(inner)
    if isinstance(lowered.size(transposed.size), int):
        function.unroll(block)
    function.reorder(inner, block, *reversed(loops.values()))
    function.parallel(loops[stage.axes[0]])


_BLOCK = 16  # rows of a transposed tensor that are read together: a cache line of most types
CLASS = Elementwise()
