"""Kernels of built-in operators in opp/built-in, made by the tool: values, and that they run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from ctypes import c_size_t
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.utils.aclnn import BFLOAT16, DTYPE_CODES, Client
from tests.utils.python_path import python_path

SIZES = [1, 31, 300_001]
FLOAT16, FLOAT, INT32, INT64 = (np.dtype(name) for name in ("float16", "float32", "int32", "int64"))
MOVED = [FLOAT16, BFLOAT16, FLOAT, INT32, INT64]
MOVED += [np.dtype(name) for name in ("int8", "uint8", "bool", "int16")]
CONVERSIONS = [
    (source, target)
    for source in (FLOAT16, BFLOAT16, FLOAT, INT32)
    for target in (FLOAT16, BFLOAT16, FLOAT, INT32, INT64)
    if source != target
] + [
    (np.dtype(source), target)
    for source in ("int8", "uint8", "bool")
    for target in (FLOAT16, FLOAT)
] + [(INT64, FLOAT)]  # fmt: skip
# What runs when an interface is called with tensors of float.
KERNELS = {
    "Add": "add|mul",
    "Adds": "add|mul",
    "Sub": "sub|mul",
    "Mul": "mul",
    "Muls": "mul",
    "InplaceMul": "mul",
    "Div": "real_div",
    "Cast": "cast",
    "InplaceOne": "fill",
    "InplaceZero": "fill",
    "InplaceFillScalar": "fill",
    "InplaceCopy": "tensor_move",
}


def numbers(count: int, dtype: np.dtype) -> np.ndarray:
    """Random elements of all magnitudes; the first are the extreme ones."""
    random = np.random.default_rng(count)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        values = random.integers(limits.min, limits.max, count, dtype, endpoint=True)
        extreme = np.array([limits.min, limits.max], dtype)
    elif dtype == np.bool_:
        return random.integers(0, 2, count).astype(np.bool_)
    else:
        values = (random.normal(size=count) * 10.0 ** random.integers(-6, 4, count)).astype(dtype)
        extreme = np.array([np.inf, -np.inf, np.nan, -0.0, 2.5], dtype)
    values[: len(extreme)] = extreme[:count]
    return values


def converted(values: np.ndarray, target: np.dtype) -> np.ndarray:
    """To integers towards zero and saturated, NaN 0; else to the nearest."""
    if target.kind != "i" or values.dtype.kind in "iub":
        return (
            values.astype(np.float32).astype(target)
            if target.kind != "i"
            else values.astype(target)
        )
    wide = np.nan_to_num(
        np.trunc(values.astype(np.float64)), nan=0.0, posinf=2.0**70, neginf=-(2.0**70)
    )
    limits = np.iinfo(target)
    inside = np.clip(wide, -(2.0**62), 2.0**62).astype(np.int64).astype(target)
    return np.where(
        wide >= limits.max, limits.max, np.where(wide <= limits.min, limits.min, inside)
    )


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize("dtype", [FLOAT, FLOAT16, BFLOAT16, INT32], ids=str)
def test_arithmetic(client: Client, dtype: np.dtype, count: int) -> None:
    random = np.random.default_rng(count)
    x, y = (random.integers(1, 9, count).astype(dtype) for _ in range(2))
    two = client.scalar(np.int64(2))
    operands = [client.tensor(x), client.tensor(y)]
    for name, arguments, expected in (
        ("Add", [*operands, two], x + 2 * y),
        ("Adds", [operands[0], two, two], x + np.array(4, dtype)),
        ("Sub", [*operands, two], x - 2 * y),
        ("Mul", operands, x * y),
        ("Muls", [operands[0], two], x * np.array(2, dtype)),
        ("Div", operands, x.astype(np.float32) / y.astype(np.float32)),
    ):
        out = client.empty(expected.shape, expected.dtype)
        client.run(name, *arguments, out)
        # Quotients of bfloat16 and half are rounded once more than those of float.
        tolerance = 8e-3 if name == "Div" and dtype.itemsize == 2 else 0
        np.testing.assert_allclose(
            out.read().astype(float), expected.astype(float), tolerance, err_msg=name
        )


@pytest.mark.parametrize("count", SIZES)
@pytest.mark.parametrize(("source", "target"), CONVERSIONS, ids=str)
def test_conversions(client: Client, source: np.dtype, target: np.dtype, count: int) -> None:
    x = numbers(count, source)
    out = client.empty(x.shape, target)
    client.run("Cast", client.tensor(x), DTYPE_CODES[target.name], out)
    with np.errstate(over="ignore"):
        expected = converted(x, target)
    # As float, which has all values of bfloat16: NumPy does not know that type's NaN.
    wide = np.float64 if target.kind in "fV" else target
    np.testing.assert_array_equal(out.read().astype(wide), expected.astype(wide))


@pytest.mark.parametrize("dtype", MOVED, ids=str)
def test_constants(client: Client, dtype: np.dtype) -> None:
    for count in SIZES:
        for name, arguments, value in (
            ("InplaceOne", [], 1),
            ("InplaceZero", [], 0),
            ("InplaceFillScalar", [client.scalar(np.float64(-3))], -3),
        ):
            if value < 0 and dtype.kind == "u":
                continue
            ref = client.empty((count,), dtype)
            client.run(name, ref, *arguments)
            np.testing.assert_array_equal(ref.read(), np.full(count, value, dtype), err_msg=name)


@pytest.mark.parametrize("dtype", MOVED, ids=str)
def test_copies_leave_what_surrounds_them(client: Client, dtype: np.dtype) -> None:
    for count in SIZES:
        stored = np.ones(count + 8, dtype)
        x = numbers(count, dtype)
        ref = client.tensor(stored, stored[3 : count + 3])
        client.run("InplaceCopy", ref, client.tensor(x))
        stored[3 : count + 3] = x
        assert ref.read().tobytes() == stored.tobytes()


def test_layout(cann_home: Path) -> None:
    built_in = cann_home / "opp/built-in"
    tiling = list(built_in.glob("op_impl/ai_core/tbe/op_tiling/lib/linux/*/libopmaster_rt2.0.so"))
    assert len(tiling) == 1
    for unit in ("ascend910b", "ascend910_93"):
        table = built_in / f"op_impl/ai_core/tbe/kernel/config/{unit}/binary_info_config.json"
        text = table.read_text()
        assert set(re.findall(r'"binPath": *"([^"]+)', text)) == {
            str(path.relative_to(built_in / "op_impl/ai_core/tbe/kernel"))
            for path in built_in.glob(f"op_impl/ai_core/tbe/kernel/{unit}/*/*.o")
        }


def test_kernels_are_what_runs(cann_home: Path, tmp_path: Path) -> None:
    shutil.copytree(cann_home / "opp/built-in", tmp_path / "opp/built-in")
    for kernel in tmp_path.rglob("*.o"):
        kernel.write_bytes(b"no kernel")
    # The runtime looks for packages once per process.
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("kernels.py")), str(cann_home)],
        env=os.environ | python_path() | {"ASCEND_OPP_PATH": str(tmp_path / "opp")},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    lines = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert lines.keys() == KERNELS.keys()
    for name, folder in KERNELS.items():
        assert re.search(rf"kernel/ascend910b/({folder})/", lines[name]), lines[name]


# One interface of each file whose operators are functions on the host, and what it computes.
ON_HOST: dict[str, tuple[Callable[[Client], list[Any]], Callable[[np.ndarray], np.ndarray]]] = {
    "Repeat": (lambda client: [client.array("Int", 3)], lambda x: np.tile(x, 3)),
    "Acos": (lambda _: [], np.arccos),
    "Elu": (
        lambda client: [client.scalar(np.float32(1)) for _ in range(3)],
        lambda x: np.where(x > 0, x, np.expm1(x)),
    ),
    "Softmax": (lambda _: [0], lambda x: np.exp(x) / np.exp(x).sum()),
    "BitwiseNot": (lambda _: [], np.invert),
    "IndexSelect": (
        lambda client: [0, client.tensor(np.array([2, 0]))], lambda x: x[[2, 0]],
    ),
    "MseLoss": (
        lambda client: [client.tensor(np.zeros(5, np.float32)), 0], np.square,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ON_HOST)
def test_repeatable_executors_on_the_host_take_other_addresses(client: Client, name: str) -> None:
    arguments, expected = ON_HOST[name]
    dtype = np.int32 if name == "BitwiseNot" else np.float32
    data = [(np.linspace(-1, 1, 5) * factor).astype(dtype) for factor in (1, 0.5)]
    inputs = [client.tensor(x) for x in data]
    outs = [client.empty(expected(data[0]).shape, dtype) for _ in data]
    others = arguments(client)
    prepared = client.prepare(name, inputs[0], *others, outs[0])
    client.nnopbase("aclSetAclOpExecutorRepeatable", prepared.executor)
    client.launch(prepared, None)
    # Tensors count in the order of the parameters.
    last = 1 + sum(hasattr(other, "handle") for other in others)
    for index, tensor, memory in (
        (0, inputs[0], inputs[1].memory),
        (last, outs[0], outs[1].memory),
    ):
        client.nnopbase(
            "aclSetTensorAddr", prepared.executor, c_size_t(index), tensor.handle, memory
        )
    client.launch(prepared, None)
    client.synchronize(None)
    client.nnopbase("aclDestroyAclOpExecutor", prepared.executor)
    for out, x in zip(outs, data, strict=True):
        np.testing.assert_allclose(out.read(), expected(x), rtol=2e-6, atol=2e-6)


def test_repeatable_executors_take_other_addresses(client: Client) -> None:
    x, y = (client.tensor(np.arange(1000, dtype=np.float32) * factor) for factor in (1, 3))
    out = client.empty((1000,))
    prepared = client.prepare("Add", x, y, client.scalar(np.float32(2)), out)
    client.nnopbase("aclSetAclOpExecutorRepeatable", prepared.executor)
    client.launch(prepared, None)
    x2, y2, out2 = client.tensor(x.stored + 5), client.tensor(y.stored - 7), client.empty((1000,))
    for name, index, tensor, memory in (
        ("aclSetInputTensorAddr", 0, x, x2.memory),
        ("aclSetTensorAddr", 1, y, y2.memory),
        ("aclSetOutputTensorAddr", 0, out, out2.memory),
    ):
        client.nnopbase(name, prepared.executor, c_size_t(index), tensor.handle, memory)
    client.launch(prepared, None)
    client.synchronize(None)
    client.nnopbase("aclDestroyAclOpExecutor", prepared.executor)
    np.testing.assert_array_equal(out.read(), x.stored + 2 * y.stored)
    np.testing.assert_array_equal(out2.read(), x2.stored + 2 * y2.stored)
