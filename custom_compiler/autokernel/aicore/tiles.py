"""Tiles of rows in the unified buffer: addresses, loads and stores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import asc
from custom_compiler.autokernel.aicore import body
from custom_compiler.autokernel.aicore.steps import SIZES, Reach

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from custom_compiler.autokernel.aicore.registers import Program
    from custom_compiler.autokernel.aicore.rows import RowPrograms

VALUE = 4  # bytes of a value per row or column
BLOCK = 32  # bytes


@dataclass(frozen=True)
class TileMemory:
    """Memory for tiles of rows, while a kernel is traced.

    Attributes:
        rows: The programs.
        whole: Whether tiles have whole rows, not pieces.
        tile: Elements of a tile.
        height: Values per row that there is memory for: a whole number of 8.
        width: Elements between rows.
        work: Bytes between instructions.
        retained: Bytes of retained values per row and column.
    """

    rows: RowPrograms
    whole: bool
    tile: Any
    height: Any
    width: Any
    work: Any
    retained: Any

    @property
    def count(self) -> Mapping[str, int]:
        """Numbers of tensors of values per row and column."""
        return (self.rows.retained if self.whole else self.rows.retained_of_passes).count

    def tensors(self, program: Program, inputs: Any, outputs: Any, *per_row: Any) -> dict[int, Any]:
        """Return the tensor of each register of a program.

        Args:
            program: The instructions.
            inputs: Bytes of the input tiles, or None without any.
            outputs: Bytes of the output tiles.
            per_row: Bytes of the inputs' and outputs' values per row.
        """
        outside = {"in": inputs, "out": outputs}
        outside |= dict(zip(("in_row", "out_row"), per_row, strict=False))
        tensors = {}
        for register in program.registers:
            kind, name, number = program.locations[register.number]
            if kind in {"in", "out", "in_row", "out_row"}:
                memory = outside.get(kind)
                offset = self.offset(kind, name)
            elif kind in {"slot", "mask"}:
                memory = self.work
                offset = (4 * number if kind == "slot" else program.bits_at + number) * self.tile
            else:
                memory = self.retained
                offset = self._retained_offset(kind, name, number)
            if memory is not None:
                tensors[register.number] = body.view(memory, offset, register.dtype)
        return tensors

    def offset(self, kind: str, name: str) -> Any:
        """Return the byte offset of an input or output in its memory."""
        if kind == "in":
            names = tile_inputs(self.rows, whole=self.whole)
            return self.rows.size(names[: names.index(name)]) * self.tile
        if kind == "out":
            names = self.rows.outputs(Reach.FULL)
            return self.rows.size(names[: names.index(name)]) * self.tile
        if kind == "in_row":
            return VALUE * self.rows.inputs(Reach.ROW).index(name) * self.height
        return VALUE * self.rows.outputs(Reach.ROW).index(name) * self.height

    def _retained_offset(self, kind: str, name: str, number: int) -> Any:
        count = self.count
        if kind == "row":
            return VALUE * number * self.height
        if kind == "block":
            return (VALUE * count["row"] + BLOCK * number) * self.height
        if kind == "in_column":
            number = count["column"] + self.rows.inputs(Reach.COLUMN).index(name)
        first = (VALUE * count["row"] + BLOCK * count["block"]) * self.height
        return first + VALUE * number * self.width


def tile_inputs(rows: RowPrograms, *, whole: bool) -> tuple[str, ...]:
    """Return the inputs that are loaded as tiles; pieces of rows include those per column."""
    return rows.inputs(Reach.FULL) if whole else rows.inputs(Reach.FULL, Reach.COLUMN)


def retained_bytes(rows: RowPrograms, *, whole: bool) -> tuple[int, int]:
    """Return the bytes of retained values: per row of memory, and per element of a row."""
    count = (rows.retained if whole else rows.retained_of_passes).count
    loaded = len(rows.inputs(Reach.COLUMN)) if whole else 0
    per_row = VALUE * count["row"] + BLOCK * count["block"]
    return per_row, VALUE * (count["column"] + loaded)


def work_bytes(rows: RowPrograms, *, whole: bool) -> int:
    """Return the working memory in bytes per element of a tile, without that of reductions."""
    programs = [rows.whole] if whole else [each.pieces for each in rows.passes]
    return max(program.work_bytes for program in programs)


def by_name(rows: RowPrograms, addresses: Sequence[Any], *, are_inputs: bool) -> dict[str, Any]:
    """Return the tensors in global memory by name."""
    operator = rows.view.operator
    names = [each.name for each in (operator.inputs if are_inputs else operator.outputs)]
    return dict(zip(names, body.tensors_at(addresses), strict=True))


def copy_in(source: Any, target: Any, dtype: str, rows: Any, columns: Any, width: Any) -> None:
    """Copy contiguous rows into a tile, `width` elements apart."""
    copy_rows_in(source, target, dtype, rows, columns, width, columns)


def copy_out(source: Any, target: Any, dtype: str, rows: Any, columns: Any, width: Any) -> None:
    """Copy rows of a tile, `width` elements apart, to contiguous memory."""
    copy_rows_out(source, target, dtype, rows, columns, width, columns)


def copy_rows_in(
    source: Any, target: Any, dtype: str, rows: Any, columns: Any, width: Any, between: Any
) -> None:
    """Copy rows that are `between` elements apart from global memory into a tile."""
    size = SIZES[dtype]
    gap = width * size // BLOCK - (columns * size + BLOCK - 1) // BLOCK
    params = asc.DataCopyExtParams(rows, columns * size, (between - columns) * size, gap, 0)
    padding = asc.DataCopyPadExtParams(source.dtype, False, 0, 0, 0)
    asc.data_copy_pad(target, source, params, padding)


def copy_rows_out(
    source: Any, target: Any, dtype: str, rows: Any, columns: Any, width: Any, between: Any
) -> None:
    """Copy rows from a tile to global memory, `between` elements apart."""
    size = SIZES[dtype]
    gap = width * size // BLOCK - (columns * size + BLOCK - 1) // BLOCK
    params = asc.DataCopyExtParams(rows, columns * size, gap, (between - columns) * size, 0)
    asc.data_copy_pad(target, source, params)


def copy_run_in(source: Any, target: Any, dtype: str, count: Any) -> None:
    """Copy contiguous elements."""
    params = asc.DataCopyExtParams(1, count * SIZES[dtype], 0, 0, 0)
    padding = asc.DataCopyPadExtParams(source.dtype, False, 0, 0, 0)
    asc.data_copy_pad(target, source, params, padding)


def copy_run_out(source: Any, target: Any, dtype: str, count: Any) -> None:
    """Copy contiguous elements."""
    asc.data_copy_pad(target, source, asc.DataCopyExtParams(1, count * SIZES[dtype], 0, 0, 0))
