"""Built-in operators that networks and optimisers call, against NumPy."""

from __future__ import annotations

from ctypes import c_double, c_float
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.utils.aclnn import AclnnError, Client
from tests.utils.status import Aclnn

QUICK = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
CLOSE: dict[str, Any] = {"rtol": 2e-6, "atol": 2e-6}


def numbers(*shape: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def softmax(x: np.ndarray, axis: int) -> np.ndarray:
    powers = np.exp(x.astype(np.float64) - x.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


@QUICK
@given(shape=st.lists(st.integers(1, 5), min_size=1, max_size=4), data=st.data())
def test_rows(client: Client, shape, data):
    x, dim = numbers(*shape), data.draw(st.integers(-len(shape), len(shape) - 1))
    cases = {
        "Softmax": softmax(x, dim),
        "LogSoftmax": np.log(softmax(x, dim)),
    }
    for name, expected in cases.items():
        out = client.empty(x.shape)
        client.run(name, client.tensor(x), dim, out)
        np.testing.assert_allclose(out.read(), expected, **CLOSE, err_msg=name)
    values, places = client.empty(x.shape), client.empty(x.shape, np.int64)
    client.run("Sort", client.tensor(x), True, dim, False, values, places)
    np.testing.assert_array_equal(values.read(), np.sort(x, dim))
    np.testing.assert_array_equal(places.read(), np.argsort(x, dim, kind="stable"))
    largest = client.empty(np.max(x, dim).shape)
    where = client.empty(np.max(x, dim).shape, np.int64)
    client.run("MaxDim", client.tensor(x), dim, False, largest, where)
    np.testing.assert_array_equal(largest.read(), np.max(x, dim))
    np.testing.assert_array_equal(where.read(), np.argmax(x, dim))


@pytest.mark.parametrize("reduction", [0, 1, 2])
def test_losses(client: Client, reduction):
    x, target = numbers(3, 4), numbers(3, 4, seed=2)
    difference = x.astype(np.float64) - target
    squares = difference**2
    out = client.empty(() if reduction else x.shape)
    client.run("MseLoss", client.tensor(x), client.tensor(target), reduction, out)
    expected = [squares, squares.mean(), squares.sum()][reduction]
    np.testing.assert_allclose(out.read(), expected, **CLOSE)
    gradient = np.float32(3) if reduction else numbers(3, 4, seed=3)
    slope = client.empty(x.shape)
    client.run(
        "MseLossBackward", client.tensor(np.asarray(gradient)), client.tensor(x),
        client.tensor(target), reduction, slope,
    )  # fmt: skip
    share = x.size if reduction == 1 else 1
    np.testing.assert_allclose(slope.read(), 2 * gradient * difference / share, **CLOSE)


def test_gradients_of_results(client: Client):
    gradient, y = numbers(5, 3), np.float32(np.tanh(numbers(5, 3, seed=2)))
    for name, factor in (("SigmoidBackward", y * (1 - y)), ("TanhBackward", 1 - y**2)):
        out = client.empty(y.shape)
        client.run(name, client.tensor(gradient), client.tensor(y), out)
        np.testing.assert_allclose(out.read(), gradient * factor, **CLOSE, err_msg=name)


def test_operands_of_half_precision_are_rounded_once(client: Client):
    x, y, z = (numbers(64, seed=seed).astype(np.float16) for seed in range(3))
    out = client.empty(x.shape, np.float16)
    value = client.scalar(np.float32(0.3))
    client.run("Addcmul", client.tensor(x), client.tensor(y), client.tensor(z), value, out)
    exact = x.astype(np.float64) + np.float64(np.float32(0.3)) * y.astype(float) * z.astype(float)
    np.testing.assert_array_equal(out.read(), exact.astype(np.float16))


def test_large_whole_numbers_keep_their_digits(client: Client):
    x = np.array([2**62 + 1, -(2**61) - 3, 5], np.int64)
    out = client.empty(x.shape, np.int64)
    low, high = (client.scalar(np.int64(bound)) for bound in (-(2**61) - 2, 2**62 + 1))
    client.run("Clamp", client.tensor(x), low, high, out)
    np.testing.assert_array_equal(out.read(), np.clip(x, -(2**61) - 2, 2**62 + 1))
    ref = client.tensor(x)
    client.run("InplaceMaskedFillScalar", ref, client.tensor(x == 5), low)
    np.testing.assert_array_equal(ref.read(), np.where(x == 5, -(2**61) - 2, x))


def test_rows_of_large_whole_numbers_keep_their_digits(client: Client):
    x = np.array([2**62 + 1, 2**62, -(2**61) - 3, 5], np.int64)
    values, places = client.empty(x.shape, np.int64), client.empty(x.shape, np.int64)
    client.run("Sort", client.tensor(x), True, 0, False, values, places)
    np.testing.assert_array_equal(values.read(), np.sort(x))
    np.testing.assert_array_equal(places.read(), np.argsort(x))
    sums = client.empty(x.shape, np.int64)
    client.run("Cumsum", client.tensor(x), 0, 9, sums)
    np.testing.assert_array_equal(sums.read(), np.cumsum(x))
    product = client.empty((), np.int64)
    client.run("Prod", client.tensor(x), 9, product)
    assert product.read() == np.prod(x)
    index = np.array([3, 0])
    out = client.empty(x.shape, np.int64)
    source = client.tensor(x[:2].copy())
    client.run("ScatterAdd", client.tensor(x // 4), 0, client.tensor(index), source, out)
    expected = x // 4
    np.add.at(expected, index, x[:2])
    np.testing.assert_array_equal(out.read(), expected)


def test_indices_of_dimensions(client: Client):
    x = numbers(3, 4, 5)
    rows, columns = np.array([[2], [-1]]), np.array([0, 3, 1])
    for indices, expected in (
        ([rows, columns], x[rows, columns]),
        ([np.zeros(0, np.int64), columns], x[:, columns]),
        ([rows, np.zeros(0, np.int64), columns], x[rows, :, columns]),
    ):
        out = client.empty(expected.shape)
        members = client.tensors(*(client.tensor(index) for index in indices))
        client.run("Index", client.tensor(x), members, out)
        np.testing.assert_array_equal(out.read(), expected)
    ref, stored = client.tensor(x), x.copy()
    members = client.tensors(client.tensor(rows), client.tensor(columns))
    client.run("IndexPutImpl", ref, members, client.tensor(numbers(2, 3, 5)), True, False)
    np.add.at(stored, (rows, columns), numbers(2, 3, 5))
    np.testing.assert_allclose(ref.read(), stored, **CLOSE)


def test_indices_that_do_not_exist_fail_the_stream(client: Client):
    out = client.empty((1, 4))
    index = client.tensor(np.array([3]))
    with pytest.raises(AclnnError, match="the index 3 is out of range of a dimension of size 3"):
        client.run("IndexSelect", client.tensor(numbers(3, 4)), 0, index, out)


@QUICK
@given(data=st.data(), dtype=st.sampled_from([np.float32, np.int64, np.bool_]))
def test_repeated_slices(client: Client, data, dtype):
    x = (numbers(2, 3, 4) * 3).astype(dtype)
    dim = data.draw(st.sampled_from([None, 0, 1, 2, -1]))
    size = x.size if dim is None else x.shape[dim]
    size = data.draw(st.sampled_from([1, size]))
    repeats = np.array(data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)))
    expected = np.repeat(x, repeats if size > 1 else repeats[0], dim)
    total = expected.shape[0 if dim is None else dim]
    where = () if dim is None else (dim,)
    name = "RepeatInterleave" if dim is None else "RepeatInterleaveWithDim"
    out = client.empty(expected.shape, dtype)
    client.run(name, client.tensor(x), client.tensor(repeats), *where, total, out)
    np.testing.assert_array_equal(out.read(), expected)
    if size == 1:
        out = client.empty(expected.shape, dtype)
        name = name.replace("Interleave", "InterleaveInt")
        client.run(name, client.tensor(x), int(repeats[0]), *where, total, out)
        np.testing.assert_array_equal(out.read(), expected)


def test_places_and_sums_of_repeated_slices(client: Client):
    repeats = np.array([2, 0, 3])
    out = client.empty((5,), np.int64)
    client.run("RepeatInterleaveTensor", client.tensor(repeats), 5, out)
    np.testing.assert_array_equal(out.read(), [0, 0, 2, 2, 2])
    upstream, sums = numbers(2, 5, 3), client.empty((2, 3, 3))
    client.run("RepeatInterleaveGrad", client.tensor(upstream), client.tensor(repeats), 1, sums)
    expected = [upstream[:, :2].sum(1), np.zeros((2, 3)), upstream[:, 2:].sum(1)]
    np.testing.assert_allclose(sums.read(), np.stack(expected, 1), **CLOSE)


@pytest.mark.parametrize(
    ("repeats", "message"),
    [
        ([1, 2], "2 repeats go with a dimension of this size, not of 3"),
        ([1, -1, 4], "repeats has the number -1, which is negative"),
        ([1, 1, 1], "the sum of repeats is 3, but out has the size 4"),
    ],
)
def test_repeats_that_cannot_be_fail_the_stream(client: Client, repeats, message):
    out = client.empty((4, 2))
    x, counts = client.tensor(numbers(3, 2)), client.tensor(np.array(repeats))
    with pytest.raises(AclnnError, match=message):
        client.run("RepeatInterleaveWithDim", x, counts, 0, 4, out)


def test_places_of_nonzero_elements_tell_their_number(client: Client):
    x = np.array([[0, 2, 0], [3, 0, 4]], np.int32)
    out = client.empty((6, 2), np.int64)
    client.run("Nonzero", client.tensor(x), out)
    assert out.shape() == (3, 2)
    np.testing.assert_array_equal(out.read().reshape(-1)[:6].reshape(3, 2), np.argwhere(x))


@QUICK
@given(sizes=st.lists(st.integers(0, 4), min_size=1, max_size=4), dim=st.integers(-2, 1))
def test_joined_tensors(client: Client, sizes, dim):
    parts = [numbers(*((size, 3) if dim in {0, -2} else (3, size))) for size in sizes]
    expected = np.concatenate(parts, dim)
    out = client.empty(expected.shape)
    client.run("Cat", client.tensors(*(client.tensor(part) for part in parts)), dim, out)
    np.testing.assert_array_equal(out.read(), expected)


def test_lists_of_tensors(client: Client):
    xs, ys = ([numbers(*shape, seed=seed) for shape in ((2, 3), (), (5,))] for seed in (1, 2))
    outs = [client.empty(x.shape) for x in xs]
    lists = [client.tensors(*map(client.tensor, xs)), client.tensors(*map(client.tensor, ys))]
    client.run("ForeachAddListV2", *lists, client.scalar(np.float32(-2)), client.tensors(*outs))
    for out, x, y in zip(outs, xs, ys, strict=True):
        np.testing.assert_allclose(out.read(), x - 2 * y, **CLOSE)
    factors = client.tensor(numbers(3, seed=4))
    client.run("ForeachAddcdivScalarList", lists[0], lists[1], lists[1], factors,
               client.tensors(*outs))  # fmt: skip
    for out, x, factor in zip(outs, xs, numbers(3, seed=4), strict=True):
        np.testing.assert_allclose(out.read(), x + factor, **CLOSE)
    with pytest.raises(AclnnError, match="shorter than out") as caught:
        client.prepare("ForeachSqrt", client.tensors(client.tensor(xs[0])), client.tensors(*outs))
    assert caught.value.code == Aclnn.PARAM_INVALID


def test_layer_normalisation(client: Client):
    x, weight, bias = numbers(6, 7), numbers(7, seed=2), numbers(7, seed=3)
    out, mean, rstd = client.empty(x.shape), client.empty((6, 1)), client.empty((6, 1))
    client.run("LayerNorm", client.tensor(x), client.array("Int", 7), client.tensor(weight),
               client.tensor(bias), c_double(1e-5), out, mean, rstd)  # fmt: skip
    wide = x.astype(np.float64)
    spread = np.sqrt(wide.var(1, keepdims=True) + 1e-5)
    expected = (wide - wide.mean(1, keepdims=True)) / spread * weight + bias
    np.testing.assert_allclose(out.read(), expected, **CLOSE)
    np.testing.assert_allclose(rstd.read(), 1 / spread, **CLOSE)


def test_random_numbers_follow_from_seed_and_offset(client: Client):
    drawn = []
    for seed, offset in ((3, 0), (3, 0), (3, 1), (4, 0)):
        ref = client.tensor(np.zeros(5000, np.float32))
        client.run("InplaceNormal", ref, c_float(2), c_float(0.5), seed, offset)
        drawn.append(ref.read())
    np.testing.assert_array_equal(drawn[0], drawn[1])
    assert len({values.tobytes() for values in drawn}) == 3
    assert abs(drawn[0].mean() - 2) < 0.03
    assert abs(drawn[0].std() - 0.5) < 0.03


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("Softmax", [2]), ("Cumsum", [-3, 0]), ("ArgMax", [7, False])],
)
def test_dimensions_that_do_not_exist(client: Client, name, arguments):
    with pytest.raises(AclnnError, match="the dimension does not exist") as caught:
        client.prepare(name, client.tensor(numbers(2, 3)), *arguments, client.empty((2, 3)))
    assert caught.value.code == Aclnn.PARAM_INVALID
