"""The jobs of benchmarks/simulator.py: a kernel each, and NumPy doing the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from simulator_device import Builder, Device

BLOCKS = 40
CUBES = 20
ELEMENTS = 1 << 24
_C_TYPES = {"fp32": "float", "fp16": "half", "bf16": "bfloat16_t"}
_NP_TYPES: dict[str, Any] = {"fp32": np.float32, "fp16": np.float16, "bf16": ml_dtypes.bfloat16}


@dataclass(frozen=True)
class Prepared:
    """A job ready to be timed; `check` says how far the results are apart, relative to scale."""

    ours: Callable[[], None]
    peer: Callable[[], object]
    error: Callable[[], float]
    traffic: int  # bytes that must be read and written


@dataclass(frozen=True)
class Job:
    """`aim` is the largest ratio of our time to NumPy's that is good enough; None: no aim."""

    name: str
    aim: float | None
    tolerance: float
    prepare: Callable[[Device, Builder, Peer], Prepared]


class Peer:
    """Runs NumPy calls on `threads` slices of the first axis; on one thread, unmodified."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads)

    def run(self, function: Callable[..., object], *arrays: np.ndarray) -> Callable[[], None]:
        """Return a call of function(*arrays), or one on slices of all arrays in parallel."""
        if self.threads == 1:
            return lambda: _drop(function(*arrays))
        bounds = [len(arrays[0]) * i // self.threads for i in range(self.threads + 1)]
        parts = [[array[begin:end] for array in arrays] for begin, end in pairwise(bounds)]
        return lambda: _drop(list(self._pool.map(lambda part: function(*part), parts)))


def _drop(_: object) -> None:
    pass


def _random(shape: tuple[int, ...] | int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(shape, np.float32)


def _distance(got: np.ndarray, expected: np.ndarray) -> float:
    a, b = got.astype(np.float64), expected.astype(np.float64)
    return float(np.max(np.abs(a - b)) / max(float(np.max(np.abs(b))), 1e-30))


def _error(device: Device, address: int, expected: np.ndarray) -> Callable[[], float]:
    return lambda: _distance(device.download(address, np.empty_like(expected)), expected)


def binary(api: str, dtype: str, aim: float) -> Job:
    """Return a job of one binary operation on whole arrays."""

    def prepare(device: Device, builder: Builder, peer: Peer) -> Prepared:
        x, y = (_random(ELEMENTS, seed).astype(_NP_TYPES[dtype]) for seed in (1, 2))
        z = np.zeros_like(x)
        function = np.add if api == "Add" else np.multiply
        kernel = builder.kernel("binary", {"BENCH_API": api, "BENCH_T": _C_TYPES[dtype]})
        out = device.upload(z)
        slots = (device.upload(x), device.upload(y), out, ELEMENTS)
        return Prepared(
            device.launcher(kernel, "binary", BLOCKS, *slots),
            peer.run(lambda a, b, c: function(a, b, out=c), x, y, z),
            _error(device, out, z),
            3 * x.nbytes,
        )

    return Job(f"{api} {dtype}", aim, 1e-6, prepare)


def unary(
    name: str,
    types: tuple[str, str],
    call: str,
    function: Callable[[np.ndarray, np.ndarray], object],
    aim: float,
) -> Job:
    """Return a job of one function of whole arrays; `call` is the kernel's, of y, x and count."""

    def prepare(device: Device, builder: Builder, peer: Peer) -> Prepared:
        x = _random(ELEMENTS).astype(_NP_TYPES[types[0]])
        y = np.zeros(ELEMENTS, _NP_TYPES[types[1]])
        macros = {
            "BENCH_X": _C_TYPES[types[0]],
            "BENCH_Y": _C_TYPES[types[1]],
            "BENCH_COMPUTE(y, x, count)": call,
        }
        out = device.upload(y)
        slots = (device.upload(x), out, ELEMENTS)
        return Prepared(
            device.launcher(builder.kernel("unary", macros), "unary", BLOCKS, *slots),
            peer.run(function, x, y),
            _error(device, out, y),
            x.nbytes + y.nbytes,
        )

    return Job(name, aim, 1e-5, prepare)


def _gelu(x: np.ndarray, y: np.ndarray) -> None:
    np.multiply(x, x, out=y)
    y *= x
    y *= np.float32(0.044715)
    y += x
    y *= np.float32(0.7978845608028654)
    np.tanh(y, out=y)
    y += np.float32(1)
    y *= x
    y *= np.float32(0.5)


def _softmax(x: np.ndarray, y: np.ndarray) -> None:
    np.subtract(x, x.max(-1, keepdims=True), out=y)
    np.exp(y, out=y)
    y /= y.sum(-1, keepdims=True)


def softmax(name: str, kernel: str, rows: int, cols: int) -> Job:
    """Return the job of a softmax of rows."""

    def prepare(device: Device, builder: Builder, peer: Peer) -> Prepared:
        x = _random((rows, cols))
        y = np.zeros_like(x)
        out = device.upload(y)
        tiling: tuple[int, ...] = ()
        if kernel == "softmax":
            tiling = (device.upload(builder.tiling("softmax", "8", str(cols))),)
        slots = (device.upload(x), out, *tiling, rows, cols)
        return Prepared(
            device.launcher(builder.kernel(kernel), kernel, BLOCKS, *slots),
            peer.run(_softmax, x, y),
            _error(device, out, y),
            2 * x.nbytes,
        )

    return Job(name, 1.0, 1e-5, prepare)


def layer_norm(rows: int, cols: int) -> Job:
    """Layer normalisation of rows, with their means and variances."""

    def prepare(device: Device, builder: Builder, peer: Peer) -> Prepared:
        x = _random((rows, cols))
        gamma, beta = _random(cols, 2), _random(cols, 3)
        y = np.zeros_like(x)

        def function(x: np.ndarray, y: np.ndarray) -> None:
            np.subtract(x, x.mean(-1, keepdims=True), out=y)
            variance = np.einsum("ij,ij->i", y, y)[:, None] / np.float32(cols)
            y /= np.sqrt(variance + np.float32(1e-5))
            y *= gamma
            y += beta

        out = device.upload(y)
        tiling = device.upload(builder.tiling("layer_norm", "8", str(cols)))
        inputs = [device.upload(array) for array in (x, gamma, beta)]
        stats = [device.allocate(4 * rows) for _ in range(2)]
        slots = (*inputs, out, *stats, tiling, rows, cols)
        return Prepared(
            device.launcher(builder.kernel("layer_norm"), "layer_norm", BLOCKS, *slots),
            peer.run(function, x, y),
            _error(device, out, y),
            2 * x.nbytes,
        )

    return Job("layer norm fp32", 1.0, 1e-5, prepare)


def reduce_sum() -> Job:
    """Return a job that sums all elements."""

    def prepare(device: Device, builder: Builder, peer: Peer) -> Prepared:
        x = _random(ELEMENTS) + np.float32(1)
        out = device.upload(np.zeros(8, np.float32))
        launch = device.launcher(
            builder.kernel("reduce_sum"), "reduce_sum", BLOCKS, device.upload(x), out, ELEMENTS
        )

        def error() -> float:
            before = device.download(out, np.empty(1, np.float32)).astype(np.float64)
            launch()
            device.synchronize()
            after = device.download(out, np.empty(1, np.float32))
            return _distance(after - before, x.sum(keepdims=True))

        return Prepared(launch, peer.run(np.sum, x), error, x.nbytes)

    return Job("reduce sum fp32", None, 1e-4, prepare)


def transpose(n: int) -> Job:
    """Return a job that transposes a matrix of halves."""

    def prepare(device: Device, builder: Builder, peer: Peer) -> Prepared:
        x = _random((n, n)).astype(np.float16)
        y = np.zeros_like(x)
        out = device.upload(y)
        slots = (device.upload(x), out, n)
        return Prepared(
            device.launcher(builder.kernel("transpose"), "transpose", BLOCKS, *slots),
            peer.run(np.copyto, y, x.T),
            _error(device, out, y),
            2 * x.nbytes,
        )

    return Job(f"transpose fp16 {n}x{n}", None, 0.0, prepare)


def gather(size: int) -> Job:
    """Return the job that gathers elements of a table; NumPy's indices have 64 bits."""

    def prepare(device: Device, builder: Builder, peer: Peer) -> Prepared:
        table = _random(size)
        index = np.random.default_rng(2).integers(0, size, ELEMENTS, np.int32)
        wide = index.astype(np.intp)
        y = np.zeros(ELEMENTS, np.float32)
        out = device.upload(y)
        slots = (device.upload(table), device.upload(index), out, ELEMENTS, size)
        return Prepared(
            device.launcher(builder.kernel("gather"), "gather", BLOCKS, *slots),
            peer.run(lambda i, o: table.take(i, out=o, mode="clip"), wide, y),
            _error(device, out, y),
            index.nbytes + y.nbytes,
        )

    return Job("gather fp32", None, 0.0, prepare)


def sort(rows: int) -> Job:
    """Return the job that sorts rows of 4096 descending: values and positions."""

    def prepare(device: Device, builder: Builder, peer: Peer) -> Prepared:
        x = _random((rows, 4096))
        negative = -x
        values = np.zeros_like(x)

        def function(x: np.ndarray, negative: np.ndarray, values: np.ndarray) -> None:
            np.copyto(values, np.take_along_axis(x, negative.argsort(-1), -1))

        out = device.upload(values)
        slots = (device.upload(x), out, device.allocate(x.nbytes), rows)
        return Prepared(
            device.launcher(builder.kernel("sort"), "sort", BLOCKS, *slots),
            peer.run(function, x, negative, values),
            _error(device, out, values),
            3 * x.nbytes,
        )

    return Job(f"sort fp32, {rows} x 4096", None, 0.0, prepare)


def matmul(size: int) -> Job:
    """Return a job that multiplies matrices of halves in float32; NumPy gets them as float32."""

    def prepare(device: Device, builder: Builder, _: Peer) -> Prepared:
        a, b = (_random((size, size), seed).astype(np.float16) for seed in (1, 2))
        wide_a, wide_b = a.astype(np.float32), b.astype(np.float32)
        c = np.zeros((size, size), np.float32)
        out = device.upload(c)
        tiling = device.upload(builder.tiling("matmul", str(size), str(CUBES)))
        slots = (device.upload(a), device.upload(b), out, tiling)
        return Prepared(
            device.launcher(builder.kernel("matrix_product"), "matrix_product", CUBES, *slots),
            lambda: np.matmul(wide_a, wide_b, out=c),
            _error(device, out, c),
            2 * a.nbytes + c.nbytes,
        )

    return Job(f"Matmul fp16 -> fp32 {size}", 3.0, 1e-5, prepare)


ROWS = 16384
COLS = 1024
JOBS = [
    *(binary(api, "fp32", 1.3) for api in ("Add", "Mul")),
    *(binary(api, dtype, 1.0) for dtype in ("fp16", "bf16") for api in ("Add", "Mul")),
    unary("Exp fp32", ("fp32", "fp32"), "Exp(y, x, count)", lambda x, y: np.exp(x, out=y), 1.3),
    unary("Gelu fp32", ("fp32", "fp32"), "Gelu(y, x, count)", _gelu, 1.3),
    unary(
        "cast fp32 -> fp16",
        ("fp32", "fp16"),
        "Cast(y, x, RoundMode::CAST_RINT, count)",
        lambda x, y: np.copyto(y, x, casting="unsafe"),
        1.0,
    ),
    unary(
        "cast fp16 -> fp32",
        ("fp16", "fp32"),
        "Cast(y, x, RoundMode::CAST_NONE, count)",
        lambda x, y: np.copyto(y, x),
        1.0,
    ),
    softmax("softmax fp32", "softmax", ROWS, COLS),
    softmax("softmax fp32, basic calls", "softmax_basic", ROWS, COLS),
    layer_norm(ROWS, COLS),
    reduce_sum(),
    transpose(4096),
    gather(16384),
    sort(256),
    matmul(1024),
    matmul(2048),
]
