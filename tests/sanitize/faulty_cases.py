"""The faulty kernels: where each one is, what it is given, and what its repaired form computes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]

A2 = ("Ascend910B3",)
# Options of the compiler, and the SoCs whose launches one program serves.
ARCHITECTURES = {"dav-2201": A2}


def _floats(*shape: int, dtype: type = np.float32) -> Array:
    return np.random.default_rng(13).uniform(-2, 2, shape).astype(dtype)


def _halves(*shape: int) -> Array:
    return _floats(*shape, dtype=np.float16)


def _places(count: int) -> Array:
    return np.random.default_rng(5).permutation(count).astype(np.int32)


@dataclass(frozen=True)
class Case:
    """A kernel of `kernels/<group>.h`: its inputs x and y, its output z, its workspace in bytes."""

    group: str
    name: str
    expected: Callable[[Array, Array], Array]
    x: Array = field(default_factory=lambda: _floats(256))
    y: Array = field(default_factory=lambda: _floats(256)[::-1])
    blocks: int = 1
    workspace: int = 1024
    socs: tuple[str, ...] = A2

    @property
    def z(self) -> Array:
        """What the repaired form leaves in z."""
        return self.expected(self.x, self.y)

    def read(self, file: Path) -> Array:
        """The z that a launch left in a file."""
        expected = self.z
        return np.fromfile(file, expected.dtype).reshape(expected.shape)


CASES = [
    Case("bounds", "ub_write_by_mte2", lambda x, _: x + 1),
    Case("bounds", "ub_read_by_mte3", lambda x, _: x),
    Case("bounds", "ub_write_by_vector", lambda x, _: np.maximum(x, 0)),
    Case("bounds", "ub_read_by_vector", lambda x, y: x * y),
    Case("bounds", "ub_write_by_scalar", lambda *_: np.arange(256, dtype=np.float32)),
    Case("bounds", "ub_read_by_scalar", lambda x, _: x + x[-1]),
    Case("bounds", "gm_read_by_mte2", lambda x, _: -x, x=_floats(232), blocks=4),
    Case("bounds", "gm_write_by_mte3", lambda x, _: np.abs(x[:208]), x=_halves(256), blocks=4),
    Case("bounds", "gm_read_by_pad", lambda x, _: x, x=_halves(60)),
    Case(
        "bounds",
        "gm_read_by_scalar",
        lambda x, _: x[:32] + np.append(np.float32(0), x[:31]),
        blocks=2,
    ),
    Case("bounds", "gm_write_by_scalar", lambda x, _: np.full(16, (x > 0).sum(), np.int32)),
    Case("bounds", "ub_write_with_gaps", lambda x, _: x),
    Case("bounds", "ub_read_by_repeats", lambda x, _: x + 1),
    Case("bounds", "ub_read_by_gather", lambda x, y: x[y], x=_floats(64), y=_places(64)),
    Case("bounds", "work_tensor_too_small", lambda x, _: x.sum()[None], x=_floats(4096)),
    Case("alignment", "unaligned_target_of_mte2", lambda x, _: x),
    Case("alignment", "unaligned_source_of_mte3", lambda x, _: x[16:], x=_halves(256)),
    Case("alignment", "unaligned_source_of_vector", lambda x, _: x[8:200] - x[:192]),
    Case("alignment", "unaligned_rows", lambda x, _: x + np.float16(1), x=_halves(80)),
    Case(
        "alignment", "unaligned_offset_of_gather", lambda x, y: x[y], x=_floats(64), y=_places(64)
    ),
    Case("initialization", "buffer_never_written", lambda x, y: x + y),
    Case(
        "initialization", "buffer_written_in_part", lambda x, _: np.sqrt(np.abs(x)), x=_floats(40)
    ),
    Case("initialization", "accumulator_not_cleared", lambda x, _: x.reshape(4, 64).sum(0)),
    Case("initialization", "workspace_never_written", lambda x, _: 2 * x),
    Case("initialization", "output_read", lambda x, y: x + y),
    Case("initialization", "atomic_target_not_cleared", lambda x, _: x.reshape(4, 64).sum(0)),
    Case("initialization", "scalar_of_nothing", lambda x, _: x + x.max()),
    Case("queues", "use_after_free", lambda x, y: x + y),
    Case("queues", "double_free", lambda x, _: 3 * x),
    Case("queues", "tensor_not_freed", lambda x, _: x / 2),
    Case("queues", "freed_to_another_queue", lambda x, y: x - y),
    Case("queues", "more_tensors_than_buffers", lambda x, _: x[:192].reshape(3, 64).sum(0)),
    Case(
        "queues",
        "more_tensors_than_events",
        lambda x, _: x[:128].reshape(4, 32).sum(0) + 4 * x[:32],
    ),
    Case("queues", "dequeued_before_enqueued", lambda x, _: np.exp(x)),
    Case("queues", "enqueued_twice", lambda x, _: np.abs(x)),
    Case("queues", "unified_buffer_exceeded", lambda x, _: x + 1),
    Case("queues", "no_room_for_a_library_function", lambda x, _: np.tanh(x)),
]
