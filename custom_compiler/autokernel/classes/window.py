"""Windows over one tensor: maximum, sum and mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.classes.arranged import Arranged
from custom_compiler.autokernel.classes.on_cores import WindowsOnCores
from custom_compiler.autokernel.describe.replace import replace
from custom_compiler.autokernel.describe.tree import (
    Axis,
    Cast,
    Constant,
    Load,
    Operator,
    Reduce,
    Stage,
    accumulator,
    at,
    nodes_of,
)
from custom_compiler.autokernel.host.halide import halide
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.describe.tree import Node
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget
    from custom_compiler.search.space import Value

_NEUTRAL = {"sum": 0, "product": 1}


@dataclass(frozen=True)
class WindowMatch:
    """An operator of one output and one reduction over the positions in windows.

    Attributes:
        operator: The whole operator.
        output: Stage that is computed from the reduction.
        reduction: Reduction over the positions in a window.
        load: The tensor in windows.
        last: The window's axis along the tensor's last axis, None if it has none.
        is_separable: Whether what rows of a window give can be reduced along the last axis.
    """

    operator: Operator
    output: Stage
    reduction: Reduce
    load: Load
    last: Axis | None
    is_separable: bool


class Window(WindowsOnCores):
    """See the module."""

    name = "window"

    def match(self, operator: Operator) -> WindowMatch | None:
        """Return the parts of an operator that reduces windows of one tensor to one output."""
        if len(operator.stages) != 1 or not operator.outputs[0].axes:
            return None
        output = operator.outputs[0]
        reductions = [node for node in nodes_of(output.body) if isinstance(node, Reduce)]
        if len(reductions) != 1:
            return None
        reduction = reductions[0]
        loads = [node for node in nodes_of(reduction.body) if isinstance(node, Load)]
        if len(loads) != 1 or any(not isinstance(axis.size, int) for axis in reduction.axes):
            return None
        load = loads[0]
        seen = {
            axis: dimension
            for dimension, index in enumerate(load.index)
            for axis in (term.axis for term in index.terms)
            if axis in reduction.axes and len(index.terms) > 1
        }
        if set(seen) != set(reduction.axes):
            return None
        innermost = [axis for axis, dimension in seen.items() if dimension == len(load.index) - 1]
        last = innermost[0] if len(innermost) == 1 else None
        separable = last is not None and len(seen) > 1 and _is_separable(reduction, load)
        return WindowMatch(operator, output, reduction, load, last, separable)

    def host_space(
        self, match: WindowMatch, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> Space:
        """Return the knobs: vectors per step, images of a task, whether rows are reduced first."""
        del sizes, target

        def allowed(setting: Mapping[str, Value]) -> bool:
            return match.is_separable or not setting["separate"]

        knobs = (Knob("vectors", (1, 2, 4)), Knob("task", (1, 4, 16)), Knob("separate", (0, 1)))
        return Space(knobs, allowed)

    def host_default(
        self, match: WindowMatch, sizes: Mapping[str, int] | None, target: HostTarget
    ) -> dict[str, int]:
        """Reduce rows first where windows overlap: their vectors are contiguous in memory."""
        del target
        separate = match.is_separable and (sizes is None or _windows_overlap(match))
        return {"vectors": 1, "task": 4, "separate": int(separate)}

    def arrange(
        self,
        match: WindowMatch,
        operator: Operator,
        sizes: Mapping[str, int] | None,
        setting: Mapping[str, int],
        target: HostTarget,
    ) -> Arranged:
        """Return the operator with a stage for the rows of windows, if the setting has one."""
        del sizes, target
        return Arranged(_separated(match, operator) if setting["separate"] else operator)

    def schedule(
        self, match: WindowMatch, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
    ) -> None:
        """Schedule vectors along the last axis; rows of windows are computed per output row."""
        output = lowered.operator.outputs[0]
        function = lowered.funcs[output]
        lanes = target.lanes(accumulator(match.reduction.body.dtype))
        rows = output.axes[:-1]
        _make_tasks(lowered, function, rows, setting["task"])
        for stage in lowered.operator.stages:
            stage_function = lowered.funcs[stage]
            width = _along_row(lowered, stage, lanes * setting["vectors"], lanes)
            if stage is not output and rows:
                stage_function.compute_at(function, lowered.variables[rows[-1]])
            elif stage is not output:
                stage_function.compute_root()
            _make_windows(lowered, stage, min(width, lanes))


def _is_separable(reduction: Reduce, load: Load) -> bool:
    """Return whether the rows and columns of a window can be reduced one after the other."""
    node: Node = reduction.body
    while isinstance(node, Cast):
        node = node.operand
    outside = load.outside
    neutral = _NEUTRAL.get(reduction.operation)
    return (
        node == load
        and reduction.operation in {"sum", "product", "max", "min"}
        and (outside is None or neutral is None or outside.value == neutral)
    )


def _windows_overlap(match: WindowMatch) -> bool:
    """Return whether windows overlap along the last axis, or include positions outside."""
    strides = [term.times for term in match.load.index[-1].terms if term.axis != match.last]
    size = match.last.size if match.last else 1
    return match.load.outside is not None or strides != [size]


def _separated(match: WindowMatch, operator: Operator) -> Operator:
    output, reduction, load = match.output, match.reduction, match.load
    seen = Axis("seen", load.source.axes[-1].size)
    others = tuple(axis for axis in reduction.axes if axis != match.last)
    row = Load(load.source, (*load.index[:-1], at(seen)), load.outside)
    body = Reduce(reduction.operation, others, replace(reduction.body, {load: row}))
    axes = tuple(axis for axis in output.axes if axis in body.free)
    stage = Stage("rows", (*axes, seen), body)
    outside = None if load.outside is None else Constant(load.outside.value, stage.dtype)
    again = Load(stage, (*map(at, axes), load.index[-1]), outside)
    last = tuple(axis for axis in reduction.axes if axis not in others)
    whole = Reduce(reduction.operation, last, again)
    changed = Stage(output.name, output.axes, replace(output.body, {reduction: whole}))
    return Operator(operator.name, operator.inputs, (changed,), operator.attributes)


def _along_row(lowered: Lowered, stage: Stage, width: int, lanes: int) -> int:
    """Schedule vectors along the stage's last axis, and return the width of a step in elements."""
    hl = halide()
    axis = stage.axes[-1]
    function, variable = lowered.funcs[stage], lowered.variables[axis]
    size, tail = lowered.size(axis.size), hl.TailStrategy.GuardWithIf
    if isinstance(size, int):
        while width > max(size, 1):
            width //= 2
        tail = hl.TailStrategy.ShiftInwards
    inner = hl.Var("inner")
    function.split(variable, variable, inner, width, tail)
    if width > lanes:
        function.vectorize(inner, lanes).unroll(inner)
    elif width > 1:
        function.vectorize(inner)
    return width


def _make_windows(lowered: Lowered, stage: Stage, lanes: int) -> None:
    """Schedule windows in registers, the positions of a window one after the other."""
    function = lowered.funcs[stage]
    variable = lowered.variables[stage.axes[-1]]
    is_static = isinstance(lowered.size(stage.axes[-1].size), int)
    fill = _fill if is_static else _fill_within
    for node in nodes_of(stage.body):
        if isinstance(node, Reduce):
            windows = lowered.funcs[node].compute_at(function, variable)
            fill(windows, variable, lanes)
            update = windows.update()
            update.reorder(variable, *lowered.rvars[node].values())
            fill(update, variable, lanes)
            for axis, rvar in lowered.rvars[node].items():
                if isinstance(axis.size, int) and axis.size <= _UNROLLED:
                    update.unroll(rvar)


def _fill(part: Any, variable: Any, lanes: int) -> None:
    """Schedule whole vectors, for a loop as long as a step."""
    if lanes > 1:
        part.vectorize(variable, lanes)
    part.unroll(variable)


def _fill_within(part: Any, variable: Any, lanes: int) -> None:
    """Schedule vectors without positions after the end, which may be outside of the tensor."""
    part.vectorize(variable, lanes, halide().TailStrategy.GuardWithIf)


def _make_tasks(lowered: Lowered, function: Any, rows: tuple[Axis, ...], count: int) -> None:
    """Schedule `count` images or channels as a task, in parallel."""
    hl = halide()
    loops = [lowered.variables[axis] for axis in rows[:-1]]
    if not loops:
        if rows:
            function.parallel(lowered.variables[rows[-1]])
        return
    *outer, image = loops
    for variable in reversed(outer):
        fused = hl.Var("images")
        function.fuse(image, variable, fused)
        image = fused
    task = hl.Var("task")
    function.split(image, task, image, count, hl.TailStrategy.GuardWithIf).parallel(task)


_UNROLLED = 8  # longest side of windows whose positions are unrolled
CLASS = Window()
