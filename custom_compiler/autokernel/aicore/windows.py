"""How kernels with windows are called: what tiles can be set, and which are good as they are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

from custom_compiler.autokernel.aicore.body import Variants
from custom_compiler.autokernel.aicore.form import Form, form_of
from custom_compiler.autokernel.aicore.grid import PLANES
from custom_compiler.autokernel.aicore.kernels import Call
from custom_compiler.autokernel.aicore.sight import refused
from custom_compiler.autokernel.describe.sizes import evaluate
from custom_compiler.search.space import Knob, Space

if TYPE_CHECKING:
    from collections.abc import Mapping

    from custom_compiler.autokernel.aicore.kernels import Platform
    from custom_compiler.autokernel.describe.tree import Axis, Operator

KERNEL = "custom_compiler.autokernel.aicore.planes:planes"
_REPEATS = 255  # of one instruction
_ROWS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32)
_COLUMNS = (16, 32, 64, 128, 256, 512, 1024)


@dataclass(frozen=True)
class Windows:
    """A kernel's sight and the sizes of a call."""

    form: Form
    sizes: Mapping[str, int]

    def _size(self, *axes: Axis) -> int:
        return prod(int(evaluate(axis.size, self.sizes)) for axis in axes)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The sizes by the names of the kernel's parameters."""
        sight = self.form.sight
        *lead, height, width = sight.tensor.axes
        per_channel = sight.weight is not None or sight.bias is not None
        batch, channels = (lead[:-1], lead[-1:]) if per_channel else ([], lead)
        return {
            "batches": self._size(*batch),
            "channels": self._size(*channels),
            "height": self._size(height),
            "width": self._size(width),
            "out_height": self._size(sight.rows.windows),
            "out_width": self._size(sight.columns.windows),
            "kernel_h": self._size(sight.rows.kernel),
            "kernel_w": self._size(sight.columns.kernel),
        }

    def space(self, ub_size: int) -> Space:
        """Rows and columns of a tile, and whether two are on their way at once.

        Args:
            ub_size: Bytes of a unified buffer.
        """
        numbers = self.numbers
        rows = tuple(n for n in _ROWS if n < 2 * numbers["out_height"])
        narrow = tuple(n for n in _COLUMNS if n < numbers["out_width"])
        whole = (-(-numbers["out_width"] // PLANES) * PLANES,)
        return Space(
            (
                Knob("rows", rows),
                Knob("columns", narrow + whole),
                Knob("buffers", (1, 2)),
            ),
            lambda setting: self._fits(setting, ub_size),
        )

    def default(self, ub_size: int, cores: int) -> dict[str, int]:
        """Whole rows where one fits, and no fewer tiles than there are cores.

        Raises:
            MisuseError: no tile fits.
        """
        space = self.space(ub_size)
        columns = {knob.name: knob.values for knob in space.knobs}["columns"]
        numbers = self.numbers
        groups = numbers["batches"] * -(-numbers["channels"] // PLANES)
        for width in reversed(columns):
            pieces = -(-numbers["out_width"] // int(width))
            fitting: dict[str, int] = {}
            for rows in space.knobs[0].values:
                setting = {"rows": int(rows), "columns": int(width), "buffers": 2}
                tiles = groups * pieces * -(-numbers["out_height"] // int(rows))
                if space.allowed(setting) and (not fitting or tiles >= cores):
                    fitting = setting
            if fitting:
                return fitting
        raise refused(f"windows of {numbers['kernel_h']} x {numbers['kernel_w']}, so large,")

    def _fits(self, setting: Mapping[str, Any], ub_size: int) -> bool:
        form, numbers = self.form, self.numbers
        y, x = form.sight.rows, form.sight.columns
        rows, columns, buffers = setting["rows"], setting["columns"], setting["buffers"]
        seen_rows = (rows - 1) * y.stride + (numbers["kernel_h"] - 1) * y.dilation + 1
        seen_rows = min(seen_rows, numbers["height"])
        if columns < numbers["out_width"]:
            seen = (columns - 1) * x.stride + (numbers["kernel_w"] - 1) * x.dilation + 1
            seen_pitch, out_pitch = _whole(min(seen, numbers["width"])), _whole(columns)
            seen_room, out_room = seen_rows * seen_pitch, rows * out_pitch
        else:
            columns = numbers["out_width"]
            seen_room = seen_pitch = _whole(seen_rows * numbers["width"])
            out_room = out_pitch = _whole(rows * columns)
        places = numbers["kernel_h"] * numbers["kernel_w"]
        needed = (
            seen_room * form.seen_bytes(buffers)
            + out_room * form.made_bytes(buffers)
            + _whole(places) * form.weight_bytes()
            + columns * form.count_bytes()
            + PLANES * 16
        )
        side = 32 // form.size
        return (
            needed <= ub_size
            and seen_pitch <= _REPEATS * side
            and out_pitch <= _REPEATS * PLANES
            and columns <= _REPEATS * 8
            and (form.sight.weight is None or places <= _REPEATS * side)
            and (form.sight.bias is None or out_room <= _REPEATS * 8)
        )

    def blocks(self, setting: Mapping[str, int], cores: int) -> int:
        """Number of cores that have something to do."""
        numbers = self.numbers
        groups = numbers["batches"] * -(-numbers["channels"] // PLANES)
        bands = -(-numbers["out_height"] // setting["rows"])
        tiles = groups * bands * -(-numbers["out_width"] // setting["columns"])
        return min(tiles, cores)


def core_space(operator: Operator, sizes: Mapping[str, int], platform: Platform) -> Space:
    """What can be set of a kernel with windows."""
    return Windows(form_of(operator), sizes).space(platform.ub_size)


def core_default(
    operator: Operator, sizes: Mapping[str, int], platform: Platform
) -> dict[str, int]:
    """An allowed setting that is good without search."""
    return Windows(form_of(operator), sizes).default(platform.ub_size, platform.core_num)


def core_call(
    operator: Operator, sizes: Mapping[str, int], setting: Mapping[str, int], platform: Platform
) -> Call:
    """What a setting makes of the kernel's arguments."""
    windows = Windows(form_of(operator), sizes)
    arguments = {**windows.numbers, **setting, "variants": Variants((operator,))}
    return Call(KERNEL, windows.blocks(setting, platform.core_num), arguments)


def _whole(count: int) -> int:
    return -(-count // PLANES) * PLANES
