"""Operations of the tree by Halide, against float64, with NaN, infinities and extremes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.describe.sizes import Symbol
from custom_compiler.autokernel.describe.tree import (
    BINARY,
    UNARY,
    Axis,
    Binary,
    Cast,
    Input,
    Load,
    Operator,
    Select,
    Stage,
    Unary,
    at,
)
from custom_compiler.errors import MisuseError
from tests.utils.host_kernels import kernel

AXIS = Axis("...", Symbol("..."))
SPECIAL = [0, -0.0, np.inf, -np.inf, np.nan, -np.nan, 1, -1, 0.5, 1.5, 2.5, -2.5, 88.7, 89, -87.4]
FLOAT_UNARY = tuple(name for name in UNARY if name != "not")
ORDINARY = ("floor_divide", "remainder", "power")
ULPS = 6  # of float32, the widest of them tanh and erf
TINY = 3e-38  # exp is 0 below


def load(name: str, dtype: str) -> Load:
    return Load(Input(name, dtype, (AXIS,)), (at(AXIS),))


def several(name: str, bodies: dict, *loads: Load) -> Operator:
    stages = tuple(Stage(f"o_{key}", (AXIS,), body) for key, body in bodies.items())
    inputs = (one.source for one in loads)
    return Operator(name, tuple(one for one in inputs if isinstance(one, Input)), stages)


def floats() -> np.ndarray:
    rng = np.random.default_rng(0)
    parts = [
        rng.normal(size=4000) * 10,
        rng.uniform(-100, 100, 4000),
        rng.uniform(-2, 2, 4000),
        10 ** rng.uniform(-38, 38, 4000),
        np.array(SPECIAL),
    ]
    return np.concatenate(parts).astype(np.float32)


def compare(operator, arrays, folder, *, target="host", rtol=ULPS * 2.0**-24):
    found = kernel(operator, folder, target=target)(*arrays.values())
    expected = evaluate(operator, arrays, wide=True)
    for stage, ours, wide in zip(operator.outputs, found, expected, strict=True):
        with np.errstate(over="ignore"):
            narrow = wide.astype(ours.dtype)
        np.testing.assert_allclose(ours, narrow, rtol=rtol, atol=TINY, err_msg=stage.name)


@pytest.mark.parametrize(("target", "rtol"), [("host", ULPS * 2.0**-24), ("x86-64", 5e-6)])
def test_functions_of_float32(tmp_path, target, rtol):
    """Without fused multiplication powers have the error of their exponent."""
    x = load("x", "float32")
    bodies: dict[str, Any] = {name: Unary(name, x) for name in FLOAT_UNARY}
    compare(several("unary", bodies, x), {"x": floats()}, tmp_path, target=target, rtol=rtol)


def test_functions_of_float64(tmp_path):
    x = load("x", "float64")
    bodies: dict[str, Any] = {name: Unary(name, x) for name in FLOAT_UNARY if name != "erf"}
    arrays = {"x": floats().astype(np.float64)}
    compare(several("unary64", bodies, x), arrays, tmp_path, rtol=1e-14)


def test_pairs_of_floats(tmp_path):
    x, y = load("x", "float32"), load("y", "float32")
    bodies: dict[str, Any] = {name: Binary(name, x, y) for name in BINARY if name not in ORDINARY}
    bodies |= {name: Binary(name, x, y) for name in ("less", "less_equal", "equal", "not_equal")}
    bodies |= {
        "zero": Binary("subtract", x, x),
        "one": Binary("divide", x, x),
        "chosen": Select(Binary("less", x, y), x, y),
        "whole": Cast(Binary("multiply", y, y), "int32"),
    }
    pairs = np.array([(a, b) for a in SPECIAL for b in SPECIAL], np.float32)
    left = pairs[:, 0].copy()
    right = np.where(np.isfinite(pairs[:, 1]), pairs[:, 1], 3).astype(np.float32)
    compare(several("pairs", bodies, x, y), {"x": left, "y": right}, tmp_path)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_narrow_floats_round_to_even(tmp_path, dtype):
    x = load("x", "float32")
    narrow = Cast(x, dtype)
    operator = several(f"to_{dtype}", {"kept": narrow, "back": Cast(narrow, "float32")}, x)
    arrays = {"x": floats()}
    found = kernel(operator, tmp_path)(*arrays.values())
    for ours, expected in zip(found, evaluate(operator, arrays), strict=True):
        np.testing.assert_array_equal(ours.astype(np.float32), expected.astype(np.float32))


def test_quotients_and_powers_of_ordinary_floats(tmp_path):
    x, y = load("x", "float32"), load("y", "float32")
    bodies: dict[str, Any] = {name: Binary(name, x, y) for name in ORDINARY}
    rng = np.random.default_rng(4)
    left = rng.uniform(0.1, 9, 500).astype(np.float32)
    right = rng.choice(np.array([-3, -0.5, 0.25, 2, 4], np.float32), 500)
    operator = several("quotients", bodies, x, y)
    compare(operator, {"x": left, "y": right}, tmp_path, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "int8"])
def test_integers_as_python(tmp_path, dtype):
    x, y = load("x", dtype), load("y", dtype)
    bodies: dict[str, Any] = {name: Unary(name, x) for name in ("negate", "absolute", "sign")}
    bodies |= {name: Binary(name, x, y) for name in BINARY if name not in {"divide", "power"}}
    bodies |= {"less": Binary("less", x, y), "float": Cast(x, "float32")}
    low = 0 if dtype == "uint8" else -100
    left = np.random.default_rng(1).integers(low, 100, 300).astype(dtype)
    right = np.where(left % 7, left % 7 - (3 if low else 0), 1).astype(dtype)
    right[right == 0] = 1
    compare(several(f"whole_{dtype}", bodies, x, y), {"x": left, "y": right}, tmp_path)


def test_what_has_no_host_kernel_is_named(tmp_path):
    x = load("x", "float64")
    with pytest.raises(MisuseError, match="erf of float64 has no host kernel") as caught:
        kernel(several("erf64", {"y": Unary("erf", x)}, x), tmp_path)
    assert caught.value.hint == 'cast it: ak.cast(x, "float32")'
