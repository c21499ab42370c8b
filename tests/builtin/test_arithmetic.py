"""Arithmetic and comparisons of the built-in operators against NumPy."""

from __future__ import annotations

from ctypes import c_int32

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.utils.aclnn import BFLOAT16, AclnnError, Client
from tests.utils.status import Aclnn

QUICK = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
FLOATING = [np.dtype(np.float32), np.dtype(np.float16), BFLOAT16, np.dtype(np.float64)]
WHOLE = [np.dtype(name) for name in ("int8", "uint8", "int16", "int32", "int64")]
X = np.array([1, 2, 3], np.float32)
ARITHMETIC = {"Mul": np.multiply, "Maximum": np.maximum, "Minimum": np.minimum}
COMPARISONS = {
    "Eq": np.equal,
    "Ne": np.not_equal,
    "Gt": np.greater,
    "Ge": np.greater_equal,
    "Lt": np.less,
    "Le": np.less_equal,
}


def numbers(shape, dtype: np.dtype, seed: int) -> np.ndarray:
    """Small numbers, halves among the floating ones, so that equal ones occur."""
    values = np.random.default_rng(seed).integers(-9, 9, shape)
    return np.array(values / 2 if dtype in FLOATING else abs(values), dtype)


def exact(function, *arrays: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """The function in double, or in int64 with its low bits, rounded once."""
    wide = np.float64 if dtype in FLOATING else np.int64
    with np.errstate(divide="ignore", invalid="ignore"):
        return function(*(array.astype(wide) for array in arrays)).astype(dtype)


@st.composite
def broadcast_pairs(draw):
    """Two shapes that broadcast."""
    full = draw(st.lists(st.integers(1, 5), max_size=4))
    shapes = []
    for _ in range(2):
        cut = draw(st.integers(0, len(full)))
        shapes.append(tuple(draw(st.sampled_from([1, size])) for size in full[cut:]))
    return shapes


@QUICK
@given(
    shapes=broadcast_pairs(),
    dtype=st.sampled_from(FLOATING + WHOLE),
    alpha=st.sampled_from([1, 2, -3]),
    name=st.sampled_from(["Add", "Sub"]),
)
def test_sums_of_broadcast_tensors(client: Client, shapes, dtype, alpha, name):
    x, y = (numbers(shape, dtype, seed) for seed, shape in enumerate(shapes))
    out = client.empty(np.broadcast_shapes(*shapes), dtype)
    client.run(name, client.tensor(x), client.tensor(y), client.scalar(np.int64(alpha)), out)
    sign = 1 if name == "Add" else -1
    expected = exact(lambda a, b: a + sign * exact(np.multiply, b, np.array(alpha), dtype=dtype)
                     .astype(a.dtype), x, y, dtype=dtype)  # fmt: skip
    np.testing.assert_array_equal(out.read(), expected)


@QUICK
@given(
    shapes=broadcast_pairs(),
    dtype=st.sampled_from(FLOATING + WHOLE),
    name=st.sampled_from(sorted(ARITHMETIC)),
)
def test_products_and_extremes(client: Client, shapes, dtype, name):
    x, y = (numbers(shape, dtype, seed) for seed, shape in enumerate(shapes))
    out = client.empty(np.broadcast_shapes(*shapes), dtype)
    client.run(name, client.tensor(x), client.tensor(y), out)
    np.testing.assert_array_equal(out.read(), exact(ARITHMETIC[name], x, y, dtype=dtype))


@QUICK
@given(
    shapes=broadcast_pairs(),
    dtype=st.sampled_from(FLOATING + WHOLE),
    name=st.sampled_from(sorted(COMPARISONS)),
)
def test_comparisons(client: Client, shapes, dtype, name):
    x, y = (numbers(shape, dtype, seed) for seed, shape in enumerate(shapes))
    out = client.empty(np.broadcast_shapes(*shapes), np.bool_)
    client.run(f"{name}Tensor", client.tensor(x), client.tensor(y), out)
    np.testing.assert_array_equal(out.read(), COMPARISONS[name](x, y))
    same = client.empty(x.shape, np.bool_)
    client.run(f"{name}Scalar", client.tensor(x), client.scalar(np.int64(2)), same)
    np.testing.assert_array_equal(same.read(), COMPARISONS[name](x, dtype.type(2)))


@pytest.mark.parametrize("mode", [1, 2])
@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32])
def test_rounded_quotients(client: Client, dtype, mode):
    x = np.array([-7, -6, 7, 6, -1, 0], dtype)
    y = np.array([2, -2, -2, 4, 3, 5], dtype)
    out = client.empty(x.shape, dtype)
    client.run("DivMod", client.tensor(x), client.tensor(y), c_int32(mode), out)
    rounded = {1: np.trunc, 2: np.floor}[mode](x / y)
    np.testing.assert_array_equal(out.read(), rounded.astype(dtype))


def test_quotients_of_integers_are_float(client: Client):
    x = np.array([1, -7, 2**30 + 1], np.int32)
    out = client.empty(x.shape, np.float32)
    client.run("Divs", client.tensor(x), client.scalar(np.int64(3)), out)
    np.testing.assert_array_equal(out.read(), x.astype(np.float32) / np.float32(3))


@pytest.mark.parametrize(
    ("left", "right", "result"),
    [
        (np.int32, np.float16, np.float16),
        (np.float16, np.float32, np.float32),
        (BFLOAT16, np.float16, np.float32),
        (np.uint8, np.int8, np.int16),
        (np.bool_, np.int32, np.int32),
        (np.int64, np.float32, np.float64),
    ],
)
def test_types_are_promoted(client: Client, left, right, result):
    x, y = np.array([1, 0, 3]).astype(left), np.array([2, 5, 7]).astype(right)
    out = client.empty((3,), result)
    client.run("Mul", client.tensor(x), client.tensor(y), out)
    np.testing.assert_array_equal(out.read(), x.astype(result) * y.astype(result))


def test_a_number_keeps_the_type_of_its_family(client: Client):
    half = np.array([1.5, 3], np.float16)
    out = client.empty(half.shape, np.float16)
    client.run("Muls", client.tensor(half), client.scalar(np.float64(1.1)), out)
    np.testing.assert_array_equal(out.read(), half * np.float16(1.1))
    whole = np.array([3, 5], np.int32)
    real = client.empty(whole.shape, np.float32)
    client.run("Muls", client.tensor(whole), client.scalar(np.float64(1.5)), real)
    np.testing.assert_array_equal(real.read(), np.array([4.5, 7.5], np.float32))


def test_views_in_place(client: Client):
    stored = np.arange(48, dtype=np.float32).reshape(6, 8)
    var = client.tensor(stored, stored[::2, 1::3].T)
    added = numbers((3, 1), np.dtype(np.float32), 3)
    client.run("InplaceAdd", var, client.tensor(added), client.scalar(np.float32(2)))
    expected = stored.copy()
    expected[::2, 1::3].T[...] += 2 * added
    np.testing.assert_array_equal(var.read(), expected)


def test_numbers_minus_tensors(client: Client):
    x = np.array([1, 2.5], np.float32)
    out = client.empty(x.shape)
    client.run(
        "Rsubs", client.tensor(x), client.scalar(np.float32(7)), client.scalar(np.int64(2)), out
    )
    np.testing.assert_array_equal(out.read(), 7 - 2 * x)


def test_powers(client: Client):
    x = np.array([1, -2, 3], np.int32)
    out = client.empty(x.shape, np.int32)
    client.run("PowTensorScalar", client.tensor(x), client.scalar(np.int64(5)), out)
    np.testing.assert_array_equal(out.read(), x**5)
    real = client.empty(x.shape)
    client.run(
        "PowScalarTensor", client.scalar(np.float32(2)), client.tensor(x.astype(np.float32)), real
    )
    np.testing.assert_array_equal(real.read(), np.array([2, 0.25, 8], np.float32))


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (
            lambda c: (c.tensor(X), None, c.scalar(np.int64(1)), c.empty((3,))),
            Aclnn.PARAM_NULLPTR,
            "NULL",
        ),
        (lambda c: (c.tensor(X), c.tensor(X), None, c.empty((3,))), Aclnn.PARAM_NULLPTR, "NULL"),
        (
            lambda c: (c.tensor(X), c.tensor(X[:2]), c.scalar(np.int64(1)), c.empty((3,))),
            Aclnn.PARAM_INVALID,
            "broadcast",
        ),
        (
            lambda c: (c.tensor(X), c.tensor(X), c.scalar(np.int64(1)), c.empty((1, 3))),
            Aclnn.PARAM_INVALID,
            "should be [3]",
        ),
    ],
    ids=["null tensor", "null alpha", "shapes", "shape of out"],
)
def test_wrong_arguments(client: Client, arguments, code, words):
    with pytest.raises(AclnnError, match=r"aclnnAdd") as caught:
        client.prepare("Add", *arguments(client))
    assert caught.value.code == code
    assert words in str(caught.value)


def test_empty_tensors(client: Client):
    nothing = np.zeros((0, 3), np.float32)
    out = client.empty((0, 3))
    prepared = client.prepare("Mul", client.tensor(nothing), client.tensor(X), out)
    assert prepared.workspace_size == 0
    client.launch(prepared, client.stream())
