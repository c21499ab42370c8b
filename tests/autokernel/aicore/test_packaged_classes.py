"""Products of matrices, windows and chains of stages as packages, called through aclnn."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore import package
from custom_compiler.autokernel.aicore.kernels import TunedEntry
from custom_compiler.autokernel.classes import packaged
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.operators import (
    average_pool,
    convolution,
    fully_connected,
    gemm,
    matmul,
)
from tests.utils.aclnn import Client

pytestmark = pytest.mark.slow

BLOCKS = {
    "base_m": 32, "base_n": 64, "base_k": 32, "m_blocks": 2, "n_blocks": 1, "step": 2, "buffers": 1,
    "columns_first": 1,
}  # fmt: skip
TABLE = [TunedEntry(2, {"m": 100, "n": 1}, {"m": 200, "n": 500}, BLOCKS)]
SEEN = [TunedEntry(2, {"n": 1, "h": 5}, {"n": 4, "h": 9}, BLOCKS)]
TILES = {"rows": 2, "columns": 16, "buffers": 1}
FULL = [TunedEntry(2, {"...": 100}, {"...": 200}, BLOCKS)]
POOL: dict[str, Any] = {"kernel": (3, 3), "strides": (2, 2), "pads": (1, 1, 1, 1)}


@ak.op(x="rows columns", y="rows columns", dtypes=("float16", "float32"))
def likeness(x: ak.Tensor, y: ak.Tensor) -> tuple[ak.Tensor, ...]:
    """The cosine of each row, and the mean of all."""
    left, right = ak.wide(x), ak.wide(y)
    length = ak.sqrt(ak.sum(left * left, "columns") * ak.sum(right * right, "columns"))
    cosine = ak.sum(left * right, "columns") / length
    return ak.cast(cosine, x.dtype), ak.cast(ak.mean(cosine, "rows"), x.dtype)


@ak.op(x="n c d h w", dtypes=("float16", "float32"))
def pooled_stacks(x: ak.Tensor) -> tuple[ak.Tensor, ...]:
    """The largest of windows along three axes."""
    seen = x
    for axis in "dhw":
        seen = ak.window(seen, axis, f"k{axis}", 2, stride=2)
    return (ak.max(seen, "kd kh kw"),)


@ak.op(x="n c l=12", weight="c o k=3", dtypes=("float16", "float32"))
def spread_lines(x: ak.Tensor, weight: ak.Tensor) -> ak.Tensor:
    """A transposed convolution with a stride of two."""
    spread = ak.repeat(x, "l", 2, name="s", size=23)
    stuffed = ak.where(ak.position(spread, "s") % 2 == 0, spread, 0)
    seen = ak.wide(ak.window(stuffed, "s", "t", 3, pad=(2, 2), name="l_out"))
    total = ak.sum(seen * ak.wide(ak.flip(weight, "k", name="t")), "c t")
    return ak.cast(ak.transpose(total, "n o l_out"), x.dtype)


@ak.op(x="a k b", dtypes=("float16", "float32"))
def places_of_extremes(x: ak.Tensor) -> ak.Tensor:
    return ak.cast(ak.argmax(x, "k"), "int64")


def variants(described: ak.Description, **constants: Any) -> list[ak.Operator]:
    return [described.operator(dtype=each, **constants) for each in ("float16", "float32")]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, cann_home: Path) -> Client:
    folder = tmp_path_factory.mktemp("classes")
    for made, table in (
        (variants(matmul), TABLE),
        (variants(gemm), []),
        # Tuned for half, where cubes add the bias; bfloat16 needs vector cores.
        ([*variants(fully_connected), fully_connected.operator(dtype="bfloat16")], FULL),
        (variants(average_pool, **POOL), [TunedEntry(4, {"h": 15}, {"h": 15}, TILES)]),
        (variants(likeness), []),
        (variants(pooled_stacks), []),
        (variants(spread_lines), []),
        (variants(places_of_extremes), []),
        (variants(convolution, pads=(1, 1, 1, 1), strides=(1, 2), groups=2, relu=True), SEEN),
    ):
        package.write(made, folder, packaged=packaged(made, table))
    env = {name: value for name, value in os.environ.items() if not name.startswith("ASCEND")}
    done = subprocess.run(
        [sys.executable, "-m", "custom_compiler", "build", "-o", "op_host", "-k", "op_kernel",
         "--vendor_name", "classes", "--soc_version", "ascend910b",
         "--ascend_cann_package_path", str(cann_home)],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    vendor = next(folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/classes"))
    client = Client(cann_home, vendor)
    client.acl("aclrtSetDevice", 0)
    return client


def whole(*shape: int, dtype: type) -> np.ndarray:
    """Whole numbers whose products and sums all types hold."""
    return np.random.default_rng(sum(shape)).integers(-3, 4, shape).astype(dtype)


# By the formula, and by the table.
@pytest.mark.parametrize(("m", "n", "k"), [(300, 77, 90), (150, 210, 33)])
@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_products(client: Client, m: int, n: int, k: int, dtype: type) -> None:
    a, b = whole(m, k, dtype=dtype), whole(k, n, dtype=dtype)
    y = client.empty((m, n), dtype)
    client.run("MatMul", client.tensor(a), client.tensor(b), y)
    golden = a.astype(np.float64) @ b.astype(np.float64)
    np.testing.assert_array_equal(y.read(), golden.astype(dtype))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_what_is_computed_of_products(client: Client, dtype: type) -> None:
    a, b, c = (whole(*shape, dtype=dtype) for shape in ((200, 50), (50, 90), (200, 90)))
    y = client.empty((200, 90), dtype)
    client.run("Gemm", client.tensor(a), client.tensor(b), client.tensor(c), 0.5, 2.0, y)
    golden = 0.5 * (a.astype(np.float64) @ b.astype(np.float64)) + 2 * c.astype(np.float64)
    np.testing.assert_array_equal(y.read(), golden.astype(dtype))


# By the formula, and by the table, which says nothing of tiles.
@pytest.mark.parametrize("m", [70, 150])
@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_a_bias(client: Client, m: int, dtype: type) -> None:
    a, b, c = (whole(*shape, dtype=dtype) for shape in ((m, 20), (90, 20), (90,)))
    y = client.empty((m, 90), dtype)
    client.run("FullyConnected", client.tensor(a), client.tensor(b), client.tensor(c), y)
    golden = a.astype(np.float64) @ b.astype(np.float64).T + c.astype(np.float64)
    np.testing.assert_array_equal(y.read(), golden.astype(dtype))


# The first shape by the table in float32, all others by the formula.
@pytest.mark.parametrize("shape", [(2, 20, 15, 17), (1, 3, 9, 3001)])
@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_windows(client: Client, dtype: str, shape: tuple[int, ...]) -> None:
    x = np.random.default_rng(1).normal(size=shape).astype(dtype)
    operator = average_pool.operator(dtype=dtype, **POOL)
    (golden,) = reference.evaluate(operator, {"x": x}, wide=True)
    y = client.empty(golden.shape, np.dtype(dtype))
    client.run("AveragePool", client.tensor(x), y)
    np.testing.assert_allclose(y.read(), golden, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("dtype", ["float16", "float32"])  # by the table, and by the formula
def test_a_convolution(client: Client, dtype: str) -> None:
    shapes = (2, 20, 9, 11), (6, 10, 3, 3), (6,)
    arrays = [whole(*shape, dtype=np.dtype(dtype).type) for shape in shapes]
    operator = convolution.operator(
        dtype=dtype, pads=(1, 1, 1, 1), strides=(1, 2), groups=2, relu=True
    )
    given = dict(zip(("x", "weight", "bias"), arrays, strict=True))
    (golden,) = reference.evaluate(operator, given, wide=True)
    y = client.empty(golden.shape, np.dtype(dtype))
    client.run("Convolution", *map(client.tensor, arrays), y)
    np.testing.assert_array_equal(y.read(), golden.astype(dtype))


@pytest.mark.parametrize(
    ("described", "shapes"),
    [
        (pooled_stacks, ((2, 9, 5, 6, 40),)),
        (spread_lines, ((2, 5, 12), (5, 4, 3))),
        (places_of_extremes, ((3, 7, 50),)),
    ],
)
@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_other_axes(
    client: Client, dtype: str, described: ak.Description, shapes: tuple[tuple[int, ...], ...]
) -> None:
    arrays = [whole(*shape, dtype=np.dtype(dtype).type) for shape in shapes]
    operator = described.operator(dtype=dtype)
    given = dict(zip((each.name for each in operator.inputs), arrays, strict=True))
    (golden,) = reference.evaluate(operator, given)
    y = client.empty(golden.shape, golden.dtype)
    name = "".join(map(str.capitalize, operator.name.split("_")))
    client.run(name, *map(client.tensor, arrays), y)
    np.testing.assert_array_equal(y.read(), golden)


@pytest.mark.parametrize("shape", [(7, 900), (300, 33)])
@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_a_chain_of_stages(client: Client, dtype: str, shape: tuple[int, int]) -> None:
    x, y = (np.random.default_rng(i).normal(size=shape).astype(dtype) for i in range(2))
    golden = reference.evaluate(likeness.operator(dtype=dtype), {"x": x, "y": y}, wide=True)
    made = [client.empty(each.shape, np.dtype(dtype)) for each in golden]
    client.run("Likeness", client.tensor(x), client.tensor(y), *made)
    for one, wanted in zip(made, golden, strict=True):
        np.testing.assert_allclose(one.read(), wanted, rtol=2e-3, atol=1e-3)
