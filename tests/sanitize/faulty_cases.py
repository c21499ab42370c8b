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

# Kernels that use queues only, and run on every architecture.
_QUEUED = frozenset(
    {
        *("ub_write_by_mte2", "ub_read_by_mte3", "ub_write_by_vector", "ub_read_by_vector"),
        *("gm_read_by_mte2", "gm_write_by_mte3", "ub_write_with_gaps", "ub_read_by_repeats"),
        *("unaligned_target_of_mte2", "unaligned_source_of_mte3", "unaligned_source_of_vector"),
        *("buffer_never_written", "accumulator_not_cleared", "output_read", "use_after_free"),
        *("double_free", "tensor_not_freed", "freed_to_another_queue", "dequeued_before_enqueued"),
        *("enqueued_twice", "queue_left_out", "parts_overlap"),
    }
)
# Kernels with flags, which the architecture of 310B4 has not.
_FLAGGED = frozenset(
    {
        *("vector_before_mte2", "mte3_before_vector", "mte2_before_vector", "vector_before_mte3"),
        *("mte3_before_mte2", "mte2_before_mte3", "workspace_read_too_early", "flag_without_wait"),
        *(
            "wait_without_flag",
            "flag_raised_twice",
            "buffer_written_in_part",
            "mask_of_another_type",
            "overlapping_copies_in",
        ),
    }
)
_DEFAULT = "Ascend910B3"
_ELSEWHERE = {
    "Ascend310P3": _QUEUED | _FLAGGED,
    "Ascend310B4": _QUEUED,
    "Ascend910_9391": frozenset(
        {
            *("gm_write_by_mte3", "parts_overlap", "read_before_other_core_wrote"),
            *("l0c_write_by_mmad", "fixpipe_before_cube", "vector_core_before_cube_core"),
        }
    ),
    "Ascend910B1": frozenset({"barrier_left_out_by_one", "flag_never_raised"}),
    "Ascend950PR_9599": _QUEUED | _FLAGGED,
}
# Architectures as the compiler calls them, and the SoCs whose launches one program serves.
ARCHITECTURES = {
    "dav-2201": (_DEFAULT, "Ascend910B1", "Ascend910_9391"),
    "dav-2002": ("Ascend310P3",),
    "dav-3002": ("Ascend310B4",),
    "dav-3510": ("Ascend950PR_9599",),
}


def _floats(*shape: int, dtype: type = np.float32) -> Array:
    return np.random.default_rng(13).uniform(-2, 2, shape).astype(dtype)


def _halves(*shape: int) -> Array:
    return _floats(*shape, dtype=np.float16)


def _masked(count: int) -> Array:
    return np.where(np.arange(count) % 5 == 0, -np.inf, _floats(count)).astype(np.float32)


def _zeros(count: int) -> Array:
    return np.zeros(count, np.float32)


def _counted(count: int) -> Array:
    return np.arange(count, dtype=np.float32)


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
    is_cleared: bool = False  # the workspace holds zeros

    @property
    def socs(self) -> tuple[str, ...]:
        """SoCs that it runs on."""
        return (_DEFAULT, *(soc for soc, names in _ELSEWHERE.items() if self.name in names))

    @property
    def z(self) -> Array:
        """Output z of the repaired form."""
        return self.expected(self.x, self.y)

    def read(self, file: Path) -> Array:
        """The z that a launch left in a file."""
        expected = self.z
        return np.fromfile(file, expected.dtype).reshape(expected.shape)


def _softmax(rows: Array) -> Array:
    powers = np.exp(rows - rows.max(1, keepdims=True))
    return np.asarray(powers / powers.sum(1, keepdims=True))


def _gelu(x: Array) -> Array:
    return np.asarray(x / (1 + np.exp(-1.5957691216 * (x + np.float32(0.044715) * x**3))))


def _matmul(left: Array, right: Array) -> Array:
    return left.astype(np.float32) @ right.astype(np.float32)


def _relu_of_product(x: Array, y: Array) -> Array:
    return np.maximum(_matmul(x, y), 0)


def _product(group: str, name: str, expected: Callable[[Array, Array], Array] = _matmul) -> Case:
    left, right = _halves(32, 32), _halves(32, 32)[::-1].copy()
    return Case(group, name, expected, x=left, y=right, workspace=4096, is_cleared=True)


CASES = [
    Case("bounds", "ub_write_by_mte2", lambda x, _: x + 1),
    Case("bounds", "ub_read_by_mte3", lambda x, _: x),
    Case("bounds", "ub_write_by_vector", lambda x, _: np.maximum(x, 0)),
    Case("bounds", "ub_read_by_vector", lambda x, y: x * y),
    Case("bounds", "ub_write_by_scalar", lambda *_: _counted(256)),
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
    Case("initialization", "unused_table_never_written", lambda x, _: x),
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
    Case("queues", "queue_too_shallow", lambda x, _: x[:128] + x[128:]),
    Case("queues", "pool_exceeded", lambda x, _: 2 * x),
    Case("queues", "nested_pool_exceeded", lambda x, _: 2 * x),
    Case("queues", "too_many_buffers", lambda x, _: x),
    Case("queues", "rounded_buffer_exceeded", lambda x, _: x[:256], x=_floats(264)),
    Case("pipes", "vector_before_mte2", lambda x, _: x + 1),
    Case("pipes", "mte3_before_vector", lambda x, _: x * x),
    Case("pipes", "mte2_before_vector", lambda x, _: x.reshape(4, 64).sum(0)),
    Case("pipes", "vector_before_mte3", lambda x, _: np.outer(_counted(4), x[:64])),
    Case("pipes", "mte3_before_mte2", lambda x, _: x),
    Case("pipes", "mte2_before_mte3", lambda x, _: x),
    Case("pipes", "workspace_read_too_early", lambda x, _: 2 * x),
    Case("pipes", "overlapping_copies_out", lambda x, _: np.append(2 * x[:64], x[64:])),
    Case("pipes", "overlapping_copies_in", lambda x, y: np.append(y[:64], x[64:])),
    Case("pipes", "rows_rounded_up", lambda x, _: x.reshape(16, 16)[:, :12]),
    Case("pipes", "tail_begins_early", lambda x, _: x, x=_floats(100)),
    Case("pipes", "queue_left_out", lambda x, y: x + y),
    Case("pipes", "flag_without_wait", lambda x, _: x),
    Case("pipes", "wait_without_flag", lambda x, _: x),
    Case("pipes", "flag_raised_twice", lambda x, y: x + y),
    Case("pipes", "flag_waited_for_once", lambda x, y: x + y),
    Case("pipes", "flag_repeated", lambda x, _: np.append(x, x)),
    Case("pipes", "event_out_of_range", lambda x, _: x),
    Case("pipes", "events_exhausted", lambda x, _: x, x=_floats(160)),
    Case("cores", "parts_overlap", lambda x, _: x + 1, blocks=2),
    Case(
        "cores",
        "read_before_other_core_wrote",
        lambda x, _: x.reshape(4, 64).sum(0),
        blocks=4,
        is_cleared=True,
    ),
    Case(
        "cores",
        "neighbours_in_a_cache_line",
        lambda x, _: x.reshape(4, 64).max(1).repeat(16),
        blocks=4,
    ),
    Case("cores", "scalars_over_each_other", lambda *_: np.full(16, 1, np.int32), blocks=2),
    Case(
        "cores",
        "cache_not_written_back",
        lambda x, _: x.reshape(4, 64).sum(1).repeat(16),
        blocks=4,
        is_cleared=True,
    ),
    Case("cores", "barrier_left_out_by_one", lambda x, _: x, blocks=4),
    Case("cores", "barrier_workspace_too_small", lambda x, _: x, y=_zeros(256), blocks=4),
    Case("cores", "barrier_words_too_few", lambda x, _: x, y=_zeros(40), blocks=4),
    Case("cores", "barrier_words_in_use", lambda x, _: x, y=_zeros(256), blocks=4),
    Case("cores", "barrier_workspace_not_cleared", lambda x, _: x, y=_zeros(256), blocks=4),
    Case("parameters", "mask_of_another_type", lambda x, _: x + 1),
    Case("parameters", "too_many_repeats", lambda x, _: -x, x=_floats(16384)),
    Case("parameters", "count_of_no_whole_blocks", lambda x, _: x, x=_floats(64)),
    Case(
        "parameters",
        "padding_too_wide",
        lambda x, _: np.pad(x.reshape(4, 16), ((0, 0), (0, 16))),
        x=_halves(64),
    ),
    Case("parameters", "too_many_rows", lambda x, _: x, x=_floats(32768)),
    Case("parameters", "target_overlaps_source", lambda x, _: x + 1),
    Case("parameters", "target_overlaps_next_source", lambda x, _: 2 * x),
    Case("parameters", "function_in_place", lambda x, _: np.floor(x)),
    Case(
        "parameters",
        "functions_in_place",
        lambda x, _: np.log(np.clip(np.exp(x[:64]) + 2 * x[:64], 1, 2)),
    ),
    Case(
        "parameters",
        "quotient_by_an_estimate",
        lambda x, y: y / x,
        x=np.abs(_floats(256)) + np.float32(0.1),
    ),
    Case("temporaries", "no_room_for_a_library_function", lambda x, _: np.tanh(x)),
    Case(
        "temporaries",
        "no_room_for_a_reduction",
        lambda x, _: x.reshape(16, 256).max(1),
        x=_floats(4096),
    ),
    Case("temporaries", "no_room_for_a_sum", lambda x, _: x.sum()[None], x=_floats(4096)),
    Case("temporaries", "no_room_for_softmax", lambda x, _: _softmax(x), x=_floats(8, 128)),
    Case("temporaries", "work_tensor_too_small", lambda x, _: x.max()[None], x=_floats(4096)),
    Case(
        "temporaries", "work_tensor_of_sum_too_small", lambda x, _: x.sum()[None], x=_floats(4096)
    ),
    Case("temporaries", "temporary_of_gelu_too_small", lambda x, _: _gelu(x)),
    Case(
        "temporaries",
        "library_temporary_too_small",
        lambda x, y: x**y,
        x=np.abs(_floats(256)) + np.float32(0.1),
    ),
    Case("right", "copy_out_behind_scalars", lambda *_: _counted(64)),
    Case("right", "work_tensor_not_used", lambda x, _: x.sum()[None], x=_floats(4096)),
    _product("cube", "l1_write_by_mte2"),
    _product("cube", "l1_read_by_mte1"),
    _product("cube", "l0a_write_by_mte1"),
    _product("cube", "l0b_write_by_mte1"),
    _product("cube", "l0c_write_by_mmad"),
    _product("cube", "l0a_read_by_mmad"),
    _product("cube", "l0c_read_by_fixpipe"),
    _product("cube", "gm_write_by_fixpipe"),
    _product("cube", "l0a_unaligned"),
    _product("cube", "l0c_not_cleared"),
    _product("cube", "l0b_never_written"),
    _product("cube", "mte1_before_mte2"),
    _product("cube", "cube_before_mte1"),
    _product("cube", "fixpipe_before_cube"),
    _product("cube", "mte1_before_cube", lambda _, y: _matmul(y, y)),
    _product("cube", "mte2_before_mte1", lambda _, y: _matmul(y, y)),
    _product("cube", "cube_before_fixpipe"),
    _product("mix", "vector_core_before_cube_core", _relu_of_product),
    _product("mix", "flag_by_another_pipe", _relu_of_product),
    _product("mix", "flag_never_raised", _relu_of_product),
    _product("mix", "flag_never_awaited", _relu_of_product),
    Case(
        "mix",
        "cube_core_before_vector_core",
        lambda x, _: np.maximum(x, 0),
        x=_floats(32, 32),
        workspace=4096,
        is_cleared=True,
    ),
    Case("values", "logarithm_of_negative", lambda x, _: np.log(np.abs(x))),
    Case(
        "values",
        "square_in_half",
        lambda x, _: np.square(x / np.float16(64)),
        x=_halves(256) * np.float16(200),
    ),
    Case("values", "logarithm_of_nothing", lambda x, _: np.exp(x - 2), x=_masked(256)),
    Case(
        "values",
        "ones_added_up_in_half",
        lambda x, _: 3000 * x,
        x=np.ones(128, np.float16),
    ),
    Case(
        "values",
        "row_summed_in_half",
        lambda x, _: x.sum(dtype=np.float32)[None],
        x=np.full(128, 600, np.float16),
    ),
]
