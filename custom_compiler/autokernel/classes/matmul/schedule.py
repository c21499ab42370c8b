"""Halide schedules of products of matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.classes.matmul import arrange as arranged
from custom_compiler.autokernel.classes.matmul.knobs import lanes_of, static_sizes_of
from custom_compiler.autokernel.describe.tree import Load, Reduce, Stage, nodes_of
from custom_compiler.autokernel.host.halide import halide

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.classes.matmul.knobs import MatmulSizes
    from custom_compiler.autokernel.classes.matmul.roles import Roles
    from custom_compiler.autokernel.describe.tree import Axis, Operator
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget

_PARALLEL = 1 << 21  # multiplications from which threads are worth their start
_BLOCK = 8  # positions that are transposed together


def arrange(
    parts: Roles,
    operator: Operator,
    sizes: Mapping[str, int] | None,
    setting: Mapping[str, int],
    target: HostTarget,
) -> Operator:
    """Return an equal operator with the stages that a setting requires."""
    static_sizes = static_sizes_of(parts, sizes)
    lanes = lanes_of(parts, target)
    if setting["along_depth"]:
        return arranged.along_depth(parts, operator, lanes)
    if not setting["packed"]:
        return operator
    width = setting["columns"] * lanes
    return arranged.packed(
        parts,
        operator,
        width,
        whole_panels=static_sizes.columns is not None and static_sizes.columns % width == 0,
        whole_tiles=static_sizes.rows is not None,
    )


def schedule(
    parts: Roles, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
) -> None:
    """Schedule what `arrange` made."""
    sizes = static_sizes_of(parts, lowered.sizes)
    scheduling = _ProductScheduling(parts, sizes, lowered, setting, lanes_of(parts, target))
    if setting["along_depth"]:
        scheduling.along_depth()
    else:
        scheduling.along_columns()


class _ProductScheduling:
    """The loops of the output, and what is computed within them.

    From the outermost: batch, other columns, groups of panels, other rows, tasks (groups of tiles
    of rows), panels, tiles; what is in a tile is written out.
    """

    def __init__(
        self,
        parts: Roles,
        sizes: MatmulSizes,
        lowered: Lowered,
        setting: Mapping[str, int],
        lanes: int,
    ) -> None:
        self._hl = halide()
        self._parts, self._sizes, self._lowered = parts, sizes, lowered
        self._setting, self._lanes = setting, lanes
        self._output = lowered.operator.outputs[0]
        self._function = lowered.funcs[self._output]
        self._tile, self._task, self._panel, self._group = (
            self._hl.Var(name) for name in ("tile", "task", "panel", "group")
        )
        self._row, self._column = self._hl.Var("row_in_tile"), self._hl.Var("column_in_tile")

    def along_columns(self) -> None:
        """Schedule vectors along the columns of the output."""
        lanes, width = self._lanes, self._setting["columns"] * self._lanes
        self._loop(width)
        self._function.vectorize(self._column, lanes).unroll(self._column)
        column = self._variable(self._parts.columns[-1])
        reduction = _reduction(self._output)
        product = self._lowered.funcs[reduction]
        self._keep_in_registers(product, width)
        product.vectorize(column, lanes).unroll(column)
        update = self._sum_up(product, reduction, column)
        update.vectorize(column, lanes).unroll(column)
        left = self._parts.left.source
        for node in nodes_of(reduction.body):
            if isinstance(node, Load) and isinstance(node.source, Stage) and node.source != left:
                if self._parts.columns[-1] in node.free:
                    self._pack(node.source, width)
                else:
                    self._widen(node.source)

    def along_depth(self) -> None:
        """Schedule vectors along the depth."""
        columns = self._setting["columns"]
        column = self._variable(self._parts.columns[-1])
        self._loop(columns)
        self._function.unroll(self._column)
        vectors, *halves, _ = self._lowered.operator.stages
        reduction, lane = _reduction(vectors), self._variable(vectors.axes[-1])
        sums = self._lowered.funcs[reduction]
        self._keep_in_registers(sums, columns)
        sums.bound(lane, 0, self._lanes).vectorize(lane).unroll(column)
        update = self._sum_up(sums, reduction, column)
        update.reorder(lane, column).vectorize(lane).unroll(column)
        for stage in halves:
            function, lane = self._lowered.funcs[stage], self._variable(stage.axes[-1])
            self._keep_in_registers(function, columns)
            function.reorder_storage(lane, column)
            function.bound(lane, 0, stage.axes[-1].size).reorder(lane, column)
            function.vectorize(lane).unroll(column)

    def _variable(self, axis: Axis) -> Any:
        return self._lowered.variables[axis]

    def _rvar(self, reduction: Reduce) -> Any:
        return self._lowered.rvars[reduction][reduction.axes[-1]]

    def _rows(self) -> list[Any]:
        """Return the variable of a product's rows, if it has rows."""
        return [self._variable(axis) for axis in self._parts.rows[-1:]]

    def _loop(self, width: int) -> None:
        """Split the output's loops and put them in order."""
        hl, setting, function, parts = self._hl, self._setting, self._function, self._parts
        guard, shift = hl.TailStrategy.GuardWithIf, hl.TailStrategy.ShiftInwards
        column = self._variable(parts.columns[-1])
        tail = guard if setting["packed"] else shift
        function.split(column, self._panel, self._column, width, tail)
        function.split(self._panel, self._group, self._panel, setting["panels"], guard)
        inner, tasks = [self._column], []
        if parts.rows:
            row = self._variable(parts.rows[-1])
            tail = guard if self._sizes.rows is None else shift
            function.split(row, self._tile, self._row, setting["rows"], tail)
            function.split(self._tile, self._task, self._tile, setting["tiles"], guard)
            function.unroll(self._row)
            inner, tasks = [self._column, self._row, self._tile], [self._task]
        inner += [self._panel, *tasks]
        outer = [
            *(self._variable(axis) for axis in reversed(parts.rows[:-1])),
            self._group,
            *(self._variable(axis) for axis in reversed(parts.columns[:-1])),
            *(self._variable(axis) for axis in reversed(parts.batch)),
        ]
        function.reorder(*inner, *outer)
        if self._sizes.work is None or self._sizes.work >= _PARALLEL:
            for variable in (*tasks, *outer):
                function.parallel(variable)

    def _keep_in_registers(self, function: Any, columns: int) -> None:
        """Compute a tile, whole even at the edges, where it is used."""
        where = self._tile if self._parts.rows else self._panel
        function.compute_at(self._function, where)
        function.bound_extent(self._variable(self._parts.columns[-1]), columns)
        for row in self._rows():
            function.bound_extent(row, self._setting["rows"]).unroll(row)

    def _sum_up(self, function: Any, reduction: Reduce, column: Any) -> Any:
        """Schedule the update of a tile: all its elements for each step of the depth."""
        update, depth = function.update(), self._rvar(reduction)
        update.reorder(column, *self._rows(), depth)
        for row in self._rows():
            update.unroll(row)
        if self._setting["unroll"] > 1:
            update.unroll(depth, self._setting["unroll"], self._hl.TailStrategy.GuardWithIf)
        return update

    def _pack(self, stage: Stage, width: int) -> None:
        """Copy a group of panels when its turn comes."""
        function = self._lowered.funcs[stage]
        *_, panel, depth, lane = (self._variable(axis) for axis in stage.axes)
        function.compute_at(self._function, self._group).bound(lane, 0, width)
        if self._parts.right.free[-1] == self._parts.columns[-1]:
            function.reorder(lane, panel, depth).vectorize(lane, self._lanes).unroll(lane)
        elif self._has_blocks(width):
            self._transpose(function, panel, depth, lane)
        else:
            function.reorder(lane, depth, panel).vectorize(lane, self._lanes)

    def _widen(self, stage: Stage) -> None:
        """Convert the rows of a task when its turn comes."""
        function = self._lowered.funcs[stage]
        last, lanes = self._variable(stage.axes[-1]), self._lanes
        function.compute_at(self._function, self._task if self._parts.rows else self._group)
        function.vectorize(last, lanes, self._hl.TailStrategy.GuardWithIf)

    def _has_blocks(self, width: int) -> bool:
        """Return whether columns and depth are blocks without rest."""
        static_sizes = self._sizes
        return (
            self._parts.right.free[-1] == self._parts.depth
            and static_sizes.columns is not None
            and static_sizes.columns % width == 0
            and static_sizes.depth is not None
            and (width | static_sizes.depth) % _BLOCK == 0
        )

    def _transpose(self, function: Any, panel: Any, depth: Any, lane: Any) -> None:
        """Pack block by block: a block's vectors along the depth become vectors of columns."""
        hl = self._hl
        outer, inner, block = hl.Var("depth_out"), hl.Var("depth_in"), hl.Var("block")
        function.split(lane, block, lane, _BLOCK).split(depth, outer, inner, _BLOCK)
        function.reorder(lane, inner, block, outer, panel).vectorize(lane).unroll(inner)
        read = self._lowered.inputs[self._parts.right.source.name].in_(function)
        along, column, *_ = read.args()
        read.compute_at(function, block).vectorize(along, _BLOCK).unroll(column)


def _reduction(stage: Stage) -> Reduce:
    return next(node for node in nodes_of(stage.body) if isinstance(node, Reduce))
