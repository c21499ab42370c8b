"""Spaces of settings of kernels on AI cores, measured whole, for benchmarks/search.py.

python benchmarks/search_record_core.py [--only NAME]

Each point is a launch of a kernel in Python; its cost are the cycles of the model, so recording
again gives the same file as long as kernels and model are the same. Points that a legality rule
forbids are not in the file.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import search_tables

# The script's own folder would be searched for `asc` first.
sys.path[:] = [path for path in sys.path if Path(path).resolve() != Path(__file__).parent]

import numpy as np  # noqa: E402

import asc  # noqa: E402
from asc.lib import host  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_UNIFIED_BUFFER = 192 << 10  # bytes
_SPARE = 4 << 10  # of it, for what the library takes
_FLOAT = 4  # bytes
_CORES = (1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 36, 40)

Setting: TypeAlias = "dict[str, int]"


class Recording(NamedTuple):
    """A space to measure.

    Attributes:
        knobs: Values of each, in order.
        allowed: Whether a setting is legal.
        launch: Launches a setting, and checks what it computes.
    """

    knobs: Mapping[str, tuple[int, ...]]
    allowed: Callable[[Setting], bool]
    launch: Callable[[Setting], None]


@asc.jit
def gelu_kernel(
    x: asc.GlobalAddress, y: asc.GlobalAddress, size: int, tile: int, buffers: int
) -> None:
    """Give tiles in turn to the cores."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    pipe = asc.TPipe()
    loads = asc.TQue(asc.TPosition.VECIN, 1)
    stores = asc.TQue(asc.TPosition.VECOUT, 1)
    powers = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(loads, buffers, tile * x.dtype.sizeof())
    pipe.init_buffer(stores, buffers, tile * x.dtype.sizeof())
    pipe.init_buffer(powers, tile * x.dtype.sizeof())
    power = powers.get(x.dtype)
    tiles = (size + tile - 1) // tile
    for i in range(asc.get_block_idx(), tiles, asc.get_block_num()):
        count = min(tile, size - i * tile)
        value = loads.alloc_tensor(x.dtype)
        asc.data_copy(value, x_gm[i * tile :], count)
        loads.enque(value)
        value = loads.deque(x.dtype)
        result = stores.alloc_tensor(x.dtype)
        asc.mul(power, value, value, count)
        asc.muls(power, power, 0.044715 * -1.5957691216057308, count)
        asc.adds(power, power, -1.5957691216057308, count)
        asc.mul(power, power, value, count)
        asc.exp(power, power, count)
        asc.adds(power, power, 1.0, count)
        asc.div(result, value, power, count)
        stores.enque(result)
        loads.free_tensor(value)
        result = stores.deque(x.dtype)
        asc.data_copy(y_gm[i * tile :], result, count)
        stores.free_tensor(result)


def _gelu(size: int) -> Recording:
    x = np.random.default_rng(1).normal(scale=3, size=size).astype(np.float32)
    wide = x.astype(np.float64)
    expected = wide / (1 + np.exp(-1.5957691216057308 * (wide + 0.044715 * wide**3)))

    def launch(setting: Setting) -> None:
        y = np.empty_like(x)
        gelu_kernel[setting["cores"]](x, y, x.size, setting["tile"], setting["buffers"])
        np.testing.assert_allclose(y, expected, rtol=1e-4, atol=1e-6)

    def allowed(setting: Setting) -> bool:
        used = (2 * setting["buffers"] + 1) * setting["tile"] * _FLOAT
        return used <= _UNIFIED_BUFFER - _SPARE

    knobs = {"cores": _CORES, "tile": tuple(range(512, 12289, 512)), "buffers": (1, 2)}
    return Recording(knobs, allowed, launch)


@asc.jit
def softmax_kernel(  # noqa: PLR0913, PLR0917 - what its launch gives
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    tiling: asc.adv.SoftmaxTiling,
    height: int,
    rows: int,
    width: int,
    buffers: int,
) -> None:
    """Compute softmax, with groups of rows assigned to the cores cyclically."""
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    pipe = asc.TPipe()
    loads = asc.TQue(asc.TPosition.VECIN, 1)
    stores = asc.TQue(asc.TPosition.VECOUT, 1)
    sums, maxima = asc.TBuf(asc.TPosition.VECCALC), asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(loads, buffers, rows * width * x.dtype.sizeof())
    pipe.init_buffer(stores, buffers, rows * width * x.dtype.sizeof())
    pipe.init_buffer(sums, rows * 8 * x.dtype.sizeof())
    pipe.init_buffer(maxima, rows * 8 * x.dtype.sizeof())
    for i in range(asc.get_block_idx(), height // rows, asc.get_block_num()):
        offset = i * rows * width
        value = loads.alloc_tensor(x.dtype)
        asc.data_copy(value, x_gm[offset:], rows * width)
        loads.enque(value)
        value = loads.deque(x.dtype)
        result = stores.alloc_tensor(x.dtype)
        shape = asc.ShapeInfo(asc.array(asc.uint32, [rows, width]))
        statistics = asc.ShapeInfo(asc.array(asc.uint32, [rows, 8]))
        total, top = sums.get(x.dtype), maxima.get(x.dtype)
        total.set_shape_info(statistics)
        top.set_shape_info(statistics)
        value.set_shape_info(shape)
        result.set_shape_info(shape)
        asc.adv.softmax(result, total, top, value, tiling)
        stores.enque(result)
        loads.free_tensor(value)
        result = stores.deque(x.dtype)
        asc.data_copy(y_gm[offset:], result, rows * width)
        stores.free_tensor(result)


def _softmax(height: int, width: int) -> Recording:
    x = np.random.default_rng(2).normal(scale=4, size=(height, width)).astype(np.float32)
    power = np.exp(x.astype(np.float64) - x.max(1, keepdims=True))
    expected = power / power.sum(1, keepdims=True)

    def launch(setting: Setting) -> None:
        rows, split = setting["rows"], setting["split"]
        y = np.empty_like(x)
        tiling = asc.adv.SoftmaxTiling(
            src_m=rows,
            src_k=width,
            src_size=rows * width,
            out_max_m=rows,
            out_max_k=8,
            out_max_size=rows * 8,
            split_m=split,
            split_k=width,
            split_size=split * width,
            reduce_m=split,
            reduce_k=8,
            reduce_size=split * 8,
            range_m=rows // split,
        )
        kernel = softmax_kernel[setting["cores"]]
        kernel(x, y, tiling, height, rows, width, setting["buffers"])
        np.testing.assert_allclose(y, expected, rtol=1e-4, atol=1e-12)

    def allowed(setting: Setting) -> bool:
        rows, split = setting["rows"], setting["split"]
        used = (2 * setting["buffers"] * rows + split) * width * _FLOAT
        return rows % split == 0 and used <= _UNIFIED_BUFFER - 4 * _SPARE

    counts = (1, 2, 4, 5, 8, 10, 16, 20, 32, 40)
    return Recording(
        {"cores": _CORES, "rows": counts, "split": counts, "buffers": (1, 2)}, allowed, launch
    )


@asc.jit
def matmul_kernel(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    workspace: asc.GlobalAddress,
) -> None:
    """Compute one block of the result on each vector core, in pieces, through a leaky ReLU."""
    bands = (tiling.m + tiling.single_core_m - 1) // tiling.single_core_m
    row = asc.get_block_idx() % bands * tiling.single_core_m
    column = asc.get_block_idx() // bands * tiling.single_core_n
    a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    a_gm.set_global_buffer(a + row * tiling.k_a)
    b_gm.set_global_buffer(b + column)
    c_gm.set_global_buffer(c + row * tiling.n + column)
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECOUT, 1)
    pipe.init_buffer(queue, 1, tiling.base_m * tiling.base_n * c.dtype.sizeof())
    product = asc.adv.Matmul(
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, a.dtype),
        asc.adv.MatmulType(asc.TPosition.GM, asc.CubeFormat.ND, b.dtype),
        asc.adv.MatmulType(asc.TPosition.VECCALC, asc.CubeFormat.ND, c.dtype),
    )
    asc.adv.register_matmul(pipe, workspace, product, tiling)
    product.set_tensor_a(a_gm)
    product.set_tensor_b(b_gm)
    blocks = tiling.single_core_m // tiling.base_m  # below each other
    with product.iterate() as count:
        block = queue.alloc_tensor(c.dtype)
        product.get_tensor_c(block, en_sequential_write=True)
        asc.leaky_relu(block, block, 0.01, tiling.base_m * tiling.base_n)
        queue.enque(block)
        block = queue.deque(c.dtype)
        offset = count % blocks * tiling.base_m * tiling.n + count // blocks * tiling.base_n
        width = tiling.base_n * c.dtype.sizeof() // 32
        gap = tiling.n * c.dtype.sizeof() // 32 - width
        rows = asc.DataCopyParams(tiling.base_m, width, 0, gap)
        asc.data_copy(c_gm[offset:], block, repeat_params=rows)
        queue.free_tensor(block)
    product.end()


def _matmul_tiling(m: int, n: int, k: int, setting: Setting) -> asc.adv.TCubeTiling | None:
    gm, nd = host.TPosition.GM, host.CubeFormat.ND
    planner = host.MultiCoreMatmulTiling(host.get_ascendc_platform())
    planner.set_a_type(gm, nd, host.DataType.DT_FLOAT16)
    planner.set_b_type(gm, nd, host.DataType.DT_FLOAT16)
    planner.set_c_type(host.TPosition.VECCALC, nd, host.DataType.DT_FLOAT)
    planner.set_bias_type(gm, nd, host.DataType.DT_FLOAT)
    planner.set_dim(setting["cores"])
    planner.set_org_shape(m, n, k)
    planner.set_shape(m, n, k)
    planner.set_traverse(host.MatrixTraverse.FIRSTM)
    planner.set_fix_split(setting["base_m"], setting["base_n"], setting["base_k"])
    planner.set_buffer_space(-1, -1, -1)
    tiling = asc.adv.TCubeTiling()
    if planner.get_tiling(tiling) < 0:
        return None
    chosen = tiling.used_core_num, tiling.base_m, tiling.base_n, tiling.base_k
    is_whole = (
        m % tiling.single_core_m == n % tiling.single_core_n == 0
        and tiling.single_core_m % tiling.base_m == tiling.single_core_n % tiling.base_n == 0
    )
    return tiling if is_whole and chosen == tuple(setting.values()) else None


def _matmul(m: int, n: int, k: int) -> Recording:
    generator = np.random.default_rng(3)
    a = generator.integers(-4, 5, (m, k)).astype(np.float16)
    b = generator.integers(-4, 5, (k, n)).astype(np.float16)
    product = a.astype(np.float32) @ b.astype(np.float32)
    expected = np.where(product >= 0, product, product * np.float32(0.01))
    workspace = np.empty(16 << 20, np.uint8)

    def launch(setting: Setting) -> None:
        tiling = _matmul_tiling(m, n, k, setting)
        assert tiling is not None
        c = np.empty((m, n), np.float32)
        matmul_kernel[tiling.used_core_num // 2](a, b, c, tiling, workspace)
        np.testing.assert_allclose(c, expected, rtol=1e-6)

    knobs = {
        "cores": (2, 4, 6, 8, 12, 16, 24, 32, 40),
        "base_m": (16, 32, 48, 64, 96, 128, 192),
        "base_n": (16, 32, 64, 128, 256),
        "base_k": (16, 32, 64, 128, 256),
    }
    return Recording(knobs, lambda s: _matmul_tiling(m, n, k, s) is not None, launch)


RECORDINGS = {
    "core_gelu_small": _gelu(64 * 1024),
    "core_gelu": _gelu(1000 * 1024),
    "core_softmax_small": _softmax(320, 384),
    "core_softmax": _softmax(1600, 512),
    "core_matmul_small": _matmul(384, 512, 256),
    "core_matmul": _matmul(768, 512, 512),
}


def main() -> int:
    """Record the spaces that are wanted, each in a separate process that is measured."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", choices=RECORDINGS, help="one space")
    only = parser.parse_args().only
    with tempfile.TemporaryDirectory() as lines:
        os.environ["ASCENDC_OBSERVE"] = "profile"
        os.environ["ASCENDC_OBSERVE_OUTPUT"] = lines
        os.environ["ASCENDC_OBSERVE_OPTIONS"] = "timeline=off"
        for name, recording in RECORDINGS.items():
            if only in {None, name}:
                _record(name, recording, Path(lines, f"{os.getpid()}.profile.jsonl"))
    return 0


def _record(name: str, recording: Recording, lines: Path) -> None:
    names = tuple(recording.knobs)
    settings = [
        dict(zip(names, values, strict=True))
        for values in itertools.product(*recording.knobs.values())
    ]
    settings = [setting for setting in settings if recording.allowed(setting)]
    print(f"{name}: {len(settings)} points", flush=True)
    seen = len(lines.read_text(encoding="utf-8").splitlines()) if lines.exists() else 0
    for number, setting in enumerate(settings):
        recording.launch(setting)
        if number % 50 == 0:
            print(f"  {number} launched", file=sys.stderr, flush=True)
    launches = [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()[seen:]]
    costs = [f"{launch['duration_us'] * launch['clock_mhz']:.0f}" for launch in launches]
    rows = [[*setting.values(), cost] for setting, cost in zip(settings, costs, strict=True)]
    search_tables.write(name, [[*names, "cost"], *rows])


if __name__ == "__main__":
    sys.exit(main())
