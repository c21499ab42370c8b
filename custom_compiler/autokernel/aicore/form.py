"""Computation of window tiles: element types and memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from custom_compiler.autokernel.aicore.elementwise import tiles_of
from custom_compiler.autokernel.aicore.grid import PLANES
from custom_compiler.autokernel.aicore.plane_windows import PlaneWindows, plane_windows_of
from custom_compiler.autokernel.aicore.steps import SIZES

if TYPE_CHECKING:
    from custom_compiler.autokernel.describe.tree import Operator

_BLOCK = 32  # bytes


@dataclass(frozen=True)
class Form:
    """Computation of a tile of windows.

    Attributes:
        windows: Windows of the operator.
        stored: Element type of the tensors.
        wide: Whether results are computed as float32 instead of the type of the tensors.
    """

    windows: PlaneWindows
    stored: str
    wide: bool

    @property
    def size(self) -> int:
        """Bytes of an element of the tensors."""
        return SIZES[self.stored]

    @property
    def compute_dtype(self) -> str:
        """Element type of the computation."""
        return "float32" if self.wide else self.stored

    @property
    def halves(self) -> int:
        """Blocks of 32 bytes that the 16 planes of a position fill."""
        return PLANES * SIZES[self.compute_dtype] // _BLOCK

    @property
    def has_rest(self) -> bool:
        """Return whether something is computed of each value, a cast at least."""
        return self.wide and not (self.windows.is_plain and self.stored == "float32")

    def seen_bytes(self, buffers: int) -> int:
        """Return the bytes of the unified buffer per input position, for all planes."""
        widened = SIZES["float32"] if self.wide and self.size < SIZES["float32"] else 0
        return PLANES * (self.size * (buffers + 1) + widened)

    def result_bytes(self, buffers: int) -> int:
        """Return the bytes of the unified buffer per output position, for all planes."""
        rest = self.size + tiles_of(self.windows.rest).program.work_bytes if self.has_rest else 0
        return PLANES * (SIZES[self.compute_dtype] + rest + self.size * buffers)

    def weight_bytes(self) -> int:
        """Return the bytes of the unified buffer per position in a window."""
        return 0 if self.windows.weight is None else PLANES * (2 * self.size + 4)

    def count_bytes(self) -> int:
        """Return the bytes of the unified buffer per output column."""
        return 2 * 4 * PLANES if self.windows.is_mean else 0


def form_of(operator: Operator) -> Form:
    """Return how tiles of an operator are computed.

    Raises:
        MisuseError: The kernels with windows cannot compute it.
    """
    windows = plane_windows_of(operator)
    stored = windows.tensor.dtype
    wide = stored != "float16" or windows.operation == "sum" or not windows.is_plain
    return Form(windows, stored, wide)
