"""Functions of elements, reductions, constants and conversions of the built-in operators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.utils.aclnn import BFLOAT16, AclnnError, Client
from tests.utils.status import Aclnn

QUICK = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
X = np.array([0.25, 1, 2.5, -1.5, 3, 0, -0.5, 7], np.float32)
POSITIVE = np.array([0.25, 1, 2.5, 1.5, 3, 100, 0.5, 7], np.float32)
REAL_FUNCTIONS: dict[str, tuple[Callable[..., Any], np.ndarray]] = {
    "Cos": (np.cos, X),
    "Exp": (np.exp, X),
    "Log": (np.log, POSITIVE),
    "Reciprocal": (np.reciprocal, POSITIVE),
    "Rsqrt": (lambda x: 1 / np.sqrt(x), POSITIVE),
    "Sigmoid": (lambda x: 1 / (1 + np.exp(-x)), X),
    "Sin": (np.sin, X),
    "Sqrt": (np.sqrt, POSITIVE),
    "Tanh": (np.tanh, X),
}
EXACT_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "Abs": np.abs,
    "Ceil": np.ceil,
    "Floor": np.floor,
    "Neg": np.negative,
    "Relu": lambda x: np.maximum(x, 0),
    "Round": np.rint,
    "Sign": np.sign,
    "Trunc": np.trunc,
}
WITHOUT_INPLACE = {"Abs", "Sign"}
TOLERANCES = {"float32": 2e-7, "float16": 1e-3, "bfloat16": 8e-3}


@pytest.mark.parametrize("dtype", [np.float32, np.float16, BFLOAT16], ids=str)
@pytest.mark.parametrize("name", REAL_FUNCTIONS)
def test_functions_of_reals(client: Client, name, dtype):
    function, x = REAL_FUNCTIONS[name]
    x = x.astype(dtype)
    out = client.empty(x.shape, dtype)
    client.run(name, client.tensor(x), out)
    expected = function(x.astype(np.float64))
    tolerance = TOLERANCES[np.dtype(dtype).name]
    np.testing.assert_allclose(out.read().astype(np.float64), expected, tolerance, tolerance)
    ref = client.tensor(x)
    client.run(f"Inplace{name}", ref)
    np.testing.assert_array_equal(ref.read(), out.read())


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32, np.int64], ids=str)
@pytest.mark.parametrize("name", EXACT_FUNCTIONS)
def test_exact_functions(client: Client, name, dtype):
    x = X.astype(dtype)
    out = client.empty(x.shape, dtype)
    client.run(name, client.tensor(x), out)
    expected = EXACT_FUNCTIONS[name](x).astype(dtype)
    np.testing.assert_array_equal(out.read(), expected)
    if name not in WITHOUT_INPLACE:
        ref = client.tensor(x)
        client.run(f"Inplace{name}", ref)
        np.testing.assert_array_equal(ref.read(), expected)


def test_integers_become_float_in_functions_of_reals(client: Client):
    x = np.array([0, 1, 4, 9], np.int32)
    out = client.empty(x.shape)
    client.run("Sqrt", client.tensor(x), out)
    np.testing.assert_array_equal(out.read(), np.array([0, 1, 2, 3], np.float32))


def test_truth(client: Client):
    x = np.array([0, np.nan, np.inf, -3], np.float32)
    y = np.array([1, 0, 0, 2], np.float32)
    for name, expected in (
        ("IsFinite", np.isfinite(x)),
        ("LogicalNot", np.logical_not(x)),
        ("LogicalAnd", np.logical_and(x, y)),
        ("LogicalOr", np.logical_or(x, y)),
    ):
        out = client.empty(x.shape, np.bool_)
        others = [client.tensor(y)] if name in {"LogicalAnd", "LogicalOr"} else []
        client.run(name, client.tensor(x), *others, out)
        np.testing.assert_array_equal(out.read(), expected, err_msg=name)


@QUICK
@given(
    shape=st.lists(st.integers(1, 5), min_size=1, max_size=4),
    axes=st.sets(st.integers(-4, 3), max_size=3),
    keep=st.booleans(),
    name=st.sampled_from(["ReduceSum", "Mean", "Amax", "Amin"]),
)
def test_reductions(client: Client, shape, axes, keep, name):
    x = np.random.default_rng(5).integers(-50, 50, shape).astype(np.float32)
    axes = sorted({axis % len(shape) for axis in axes})
    functions: dict[str, Callable[..., Any]] = {
        "ReduceSum": np.sum, "Mean": np.mean, "Amax": np.max, "Amin": np.min,
    }  # fmt: skip
    function = functions[name]
    expected = function(x.astype(np.float64), tuple(axes) or None, keepdims=keep)
    out = client.empty(np.shape(expected))
    given_type = [np.int64(0).item()] if name in {"ReduceSum", "Mean"} else []
    client.run(name, client.tensor(x), client.array("Int", *axes), keep, *given_type, out)
    np.testing.assert_array_equal(out.read(), np.float32(expected))


def test_reductions_of_all(client: Client):
    x = np.array([[3, -7], [5, 0]], np.int32)
    for name, expected in (("Max", 5), ("Min", -7)):
        out = client.empty((), np.int32)
        client.run(name, client.tensor(x), out)
        assert out.read() == expected
    for name, answers in (("All", [False, False]), ("Any", [True, True])):
        out = client.empty((2,), np.bool_)
        client.run(name, client.tensor(np.array([[1, 0], [0, 1]], np.int32)),
                   client.array("Int", 1), False, out)  # fmt: skip
        np.testing.assert_array_equal(out.read(), answers)


def test_sums_of_integers_are_int64(client: Client):
    x = np.full((3, 2), 2**31 - 1, np.int32)
    out = client.empty((2,), np.int64)
    client.run("ReduceSum", client.tensor(x), client.array("Int", 0), False, 9, out)
    np.testing.assert_array_equal(out.read(), x.astype(np.int64).sum(0))


@pytest.mark.parametrize("target", [np.float16, np.int32, np.uint8, np.bool_, BFLOAT16], ids=str)
def test_conversions(client: Client, target):
    x = np.array([0, 1.5, 2, 100.7, 0.3], np.float32)
    out = client.empty(x.shape, target)
    codes = {"float16": 1, "int32": 3, "uint8": 4, "bool": 12, "bfloat16": 27}
    client.run("Cast", client.tensor(x), codes[np.dtype(target).name], out)
    np.testing.assert_array_equal(out.read(), x.astype(target))


def test_conversion_to_another_type_than_that_of_out(client: Client):
    with pytest.raises(AclnnError, match="dtype") as caught:
        client.prepare("Cast", client.tensor(X), 3, client.empty(X.shape))
    assert caught.value.code == Aclnn.PARAM_INVALID


def test_constants_in_views(client: Client):
    stored = np.arange(24, dtype=np.float32).reshape(4, 6)
    for name, arguments, value in (
        ("InplaceOne", [], 1),
        ("InplaceZero", [], 0),
        ("InplaceFillScalar", [client.scalar(np.float64(2.5))], 2.5),
        ("InplaceFillTensor", [client.tensor(np.array([3], np.int64))], 3),
    ):
        ref = client.tensor(stored, stored[1:3, ::2])
        client.run(name, ref, *arguments)
        expected = stored.copy()
        expected[1:3, ::2] = value
        np.testing.assert_array_equal(ref.read(), expected, err_msg=name)


def test_copies_broadcast_and_convert(client: Client):
    stored = np.zeros((4, 6), np.float16)
    source = np.arange(8, dtype=np.int64).reshape(2, 4)
    ref = client.tensor(stored, stored[:, 1:5].T)
    client.run("InplaceCopy", ref, client.tensor(source, source[1]))
    expected = stored.copy()
    expected[:, 1:5].T[...] = source[1]
    np.testing.assert_array_equal(ref.read(), expected)
