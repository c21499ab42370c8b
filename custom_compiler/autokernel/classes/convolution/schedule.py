"""Halide schedules of convolutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.classes.convolution.arrange import rearranged
from custom_compiler.autokernel.classes.convolution.knobs import (
    WRITTEN_OUT,
    lanes_of,
    row_lanes,
    static_sizes_of,
)
from custom_compiler.autokernel.describe.tree import Axis, Load, Reduce, Stage, nodes_of
from custom_compiler.autokernel.host.halide import halide

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.classes.convolution.knobs import ConvolutionSizes
    from custom_compiler.autokernel.classes.convolution.match import ConvolutionMatch
    from custom_compiler.autokernel.describe.tree import Operator
    from custom_compiler.autokernel.host.lower import Lowered
    from custom_compiler.autokernel.host.targets import HostTarget

_PARALLEL = 1 << 21  # multiplications from which threads are worth their start


def arrange(
    match: ConvolutionMatch,
    operator: Operator,
    sizes: Mapping[str, int] | None,
    setting: Mapping[str, int],
    target: HostTarget,
) -> Operator:
    """Return an equal operator with the stages that a setting requires."""
    static_sizes = static_sizes_of(match, sizes)
    width = setting["vectors"] * lanes_of(match, target) if setting["along_filters"] else 0
    whole = static_sizes.filters is not None and width > 0 and static_sizes.filters % width == 0
    needed = (
        match.image.outside is not None or static_sizes.width is None or static_sizes.rows is None
    )
    return rearranged(
        match,
        operator,
        padded=setting["strips"] > 0 and needed,
        width=width,
        whole_panels=whole,
    )


def schedule(
    match: ConvolutionMatch, lowered: Lowered, setting: Mapping[str, int], target: HostTarget
) -> None:
    """Schedule what `arrange` made."""
    scheduling = _ConvolutionScheduling(match, lowered, setting)
    if setting["along_filters"]:
        scheduling.along_filters(lanes_of(match, target))
    else:
        scheduling.along_rows(row_lanes(match, static_sizes_of(match, lowered.sizes), target))


class _ConvolutionScheduling:
    """The loops of the output, and what is computed within them."""

    def __init__(
        self, match: ConvolutionMatch, lowered: Lowered, setting: Mapping[str, int]
    ) -> None:
        self._hl = halide()
        self._match, self._lowered, self._setting = match, lowered, setting
        self._sizes: ConvolutionSizes = static_sizes_of(match, lowered.sizes)
        output = lowered.operator.outputs[0]
        self._function = lowered.funcs[output]
        self._product = next(node for node in nodes_of(output.body) if isinstance(node, Reduce))
        self._sums = lowered.funcs[self._product]
        self._rvars = lowered.rvars[self._product]
        self._x = self._variable(match.windows[-1].position)
        self._tile, self._inner = self._hl.Var("tile"), self._hl.Var("place_in_tile")

    def along_filters(self, lanes: int) -> None:
        """Schedule loops over panels of filters, rows and tiles, from the outermost."""
        hl, match, function, setting = self._hl, self._match, self._function, self._setting
        guard = hl.TailStrategy.GuardWithIf
        filters, panel, lane = self._variable(match.filters[-1]), hl.Var("panel"), hl.Var("filter")
        width, places = setting["vectors"] * lanes, setting["places"]
        function.split(filters, panel, lane, width, guard)
        function.split(self._x, self._tile, self._inner, places, self._tail(self._sizes.width))
        rows = [self._variable(window.position) for window in match.windows[-2::-1]]
        outer = self._others({match.filters[-1], *(window.position for window in match.windows)})
        function.reorder(lane, self._inner, self._tile, *rows, panel, *outer)
        function.vectorize(lane, lanes).unroll(lane).unroll(self._inner)
        sums, update = self._sums, self._sums.update()
        sums.compute_at(function, self._tile)
        sums.reorder_storage(filters, self._x)
        sums.bound_extent(filters, width).bound_extent(self._x, places)
        update.reorder(filters, self._x, *self._steps())
        for stage in (sums, update):
            stage.vectorize(filters, lanes).unroll(filters).unroll(self._x)
        if setting["unroll"]:
            update.unroll(self._rvars[match.windows[-1].step])
        for stage in self._lowered.operator.stages[:-1]:
            self._copy(stage, lanes, outer[-1] if outer else None)
        self._parallel(*rows[-1:], panel, *outer)

    def along_rows(self, lanes: int) -> None:
        """Schedule strips of rows, each with its tiles: vectors along a row, several rows."""
        hl, match, function, setting = self._hl, self._match, self._function, self._setting
        static_sizes, guard = self._sizes, hl.TailStrategy.GuardWithIf
        width, rows = setting["vectors"] * lanes, setting["rows"]
        function.split(self._x, self._tile, self._inner, width, self._tail(static_sizes.width))
        above = [self._variable(window.position) for window in match.windows[-2::-1]]
        outer = self._others({window.position for window in match.windows})
        inner, loops = [self._inner], [self._tile]
        strip = None
        if above:
            row, tiles, strip = hl.Var("row_in_tile"), hl.Var("rows"), hl.Var("strip")
            function.split(above[0], tiles, row, rows, self._tail(static_sizes.rows))
            function.split(tiles, strip, tiles, max(setting["strips"], 1), guard)
            inner, loops = [self._inner, row], [self._tile, tiles, strip]
            function.unroll(row)
        function.reorder(*inner, *loops, *above[1:], *outer)
        function.vectorize(self._inner, lanes).unroll(self._inner)
        sums, update = self._sums, self._sums.update()
        sums.compute_at(function, self._tile).bound_extent(self._x, width)
        update.reorder(self._x, *above[:1], *self._steps())
        for stage in (sums, update):
            stage.vectorize(self._x, lanes).unroll(self._x)
        if above:
            sums.bound_extent(above[0], rows)
            for stage in (sums, update):
                stage.unroll(above[0])
        if static_sizes.window is not None and static_sizes.window <= WRITTEN_OUT:
            for window in match.windows:
                update.unroll(self._rvars[window.step])
        for stage in self._lowered.operator.stages[:-1]:
            where = strip if strip is not None else self._tile
            self._copy(stage, lanes, where)
        self._parallel(*([strip] if strip is not None else []), *above[1:], *outer)

    def _variable(self, axis: Axis) -> Any:
        return self._lowered.variables[axis]

    def _tail(self, size: int | None) -> Any:
        """Return the tail of a loop: a shifted last tile, or a guard where no tile may be whole."""
        strategies = self._hl.TailStrategy
        return strategies.GuardWithIf if size is None else strategies.ShiftInwards

    def _others(self, used: set[Axis]) -> list[Any]:
        """Return the variables of the output's other axes, the outermost last."""
        axes = reversed(self._match.output.axes)
        return [self._variable(axis) for axis in axes if axis not in used]

    def _steps(self) -> list[Any]:
        """Return the reduction variables: positions in a window within channels."""
        steps = [self._rvars[window.step] for window in reversed(self._match.windows)]
        return [*steps, *(self._rvars[axis] for axis in reversed(self._match.channels))]

    def _copy(self, stage: Stage, lanes: int, where: Any | None) -> None:
        """Compute a rearranged input, the image within `where`, weights once."""
        function = self._lowered.funcs[stage]
        last = self._variable(stage.axes[-1])
        body = stage.body
        is_image = isinstance(body, Load) and body.source == self._match.image.source
        if is_image and where is not None:
            function.compute_at(self._function, where)
        else:
            function.compute_root()
        function.vectorize(last, lanes)

    def _parallel(self, *variables: Any) -> None:
        if self._sizes.work is None or self._sizes.work >= _PARALLEL:
            for variable in variables:
                self._function.parallel(variable)
