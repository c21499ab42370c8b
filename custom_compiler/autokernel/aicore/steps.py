"""Straight lines of vector instructions on registers, which are tiles in the unified buffer.

`lowering` appends the instructions of a tree. Loops and addresses belong to the kernels.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING

from custom_compiler.autokernel.aicore.scalars import refused
from custom_compiler.support.element_types import BY_NUMPY

if TYPE_CHECKING:
    from custom_compiler.autokernel.aicore.scalars import Scalar

SIZES = {**{row.numpy: row.size for row in BY_NUMPY.values()}, "mask": 1}
ACROSS = {"add", "sub", "mul", "div", "max", "min"}  # take a value per row or column with tiles


class Reach(IntEnum):
    """Positions of a tile for which a register has a value."""

    ROW = 1  # one per row
    COLUMN = 2  # one per column, the same for all rows
    FULL = 3


@dataclass(frozen=True)
class Register:
    """A value of the straight line: `dtype` is float32, float16, int32, int16 or mask."""

    number: int
    dtype: str
    reach: Reach
    blocks: bool = False  # of rows: each value fills 32 bytes


@dataclass(frozen=True)
class Step:
    """One instruction.

    Attributes:
        name: `load`, `store`, `cast`, `spread`, `sum`, ..., or the instruction's name in `asc`.
        target: Register that it writes; None for `store`.
        sources: Registers that it reads.
        number: Its scalar operand or comparison; name of the tensor of `load` and `store`.
        scratch: Tiles of float32 that it needs as working memory.
    """

    name: str
    target: Register | None
    sources: tuple[Register, ...] = ()
    number: Scalar | str | None = None
    scratch: int = 0


@dataclass
class Line:
    """Instructions in order; methods append one or several and return the register of the result.

    Attributes:
        steps: The instructions so far.
    """

    steps: list[Step] = field(default_factory=list)
    _count: int = 0
    _blocks: dict[Register, Register] = field(default_factory=dict)

    def register(self, dtype: str, reach: Reach) -> Register:
        """Return a new register."""
        self._count += 1
        return Register(self._count, dtype, reach)

    def step(
        self,
        name: str,
        *sources: Register,
        number: Scalar | str | None = None,
        dtype: str | None = None,
        scratch: int = 0,
    ) -> Register:
        """Append an instruction; return its result, by default of the sources' type and reach."""
        result_dtype = dtype or sources[0].dtype
        reach = max((source.reach for source in sources), default=Reach.FULL)
        if {Reach.ROW, Reach.COLUMN} <= {each.reach for each in sources}:
            reach = Reach.FULL
        if reach is Reach.FULL and name not in ACROSS:
            sources = tuple(self.spread(each) for each in sources)
        elif reach is Reach.FULL:
            if all(each.reach is not Reach.FULL for each in sources):
                sources = (self.spread(sources[0]), *sources[1:])
            sources = tuple(self.blocks(each) for each in sources)
        target = self.register(result_dtype, reach)
        self.steps.append(Step(name, target, sources, number, scratch))
        return target

    def spread(self, value: Register) -> Register:
        """Broadcast a value per row or column to all positions."""
        if value.reach is Reach.FULL:
            return value
        if value.dtype == "mask":
            ones = self.fill(1.0, "float32", value.reach)
            bits = self.step("select", value, ones, number=0.0, dtype="float32")
            return self.step("compare_scalar", self.spread(bits), number="NE 0", dtype="mask")
        target = self.register(value.dtype, Reach.FULL)
        self.steps.append(Step("spread", target, (self.blocks(value),)))
        return target

    def blocks(self, value: Register) -> Register:
        """Return a value per row as a block per row, which instructions apply to a whole row."""
        if value.reach is not Reach.ROW or value.blocks:
            return value
        if value.dtype == "int16":
            raise refused("int16 per row")
        block = self._blocks.get(value)
        if block is None:
            self._count += 1
            block = Register(self._count, value.dtype, Reach.ROW, blocks=True)
            self.steps.append(Step("brcb", block, (value,)))
            self._blocks[value] = block
        return block

    def forget_blocks(self) -> None:
        """Compute blocks of values per row again, since the values change from here on."""
        self._blocks.clear()

    def fill(self, number: Scalar, dtype: str, reach: Reach) -> Register:
        """Return a register with equal elements."""
        target = self.register(dtype, reach)
        self.steps.append(Step("duplicate", target, (), number))
        return target

    def cast(self, value: Register, dtype: str, rounding: str) -> Register:
        """Convert a value to another type."""
        if value.dtype == dtype:
            return value
        return self.step("cast", value, number=rounding, dtype=dtype)
