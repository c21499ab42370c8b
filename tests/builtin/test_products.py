"""Products of matrices, choices, bits and ranges of the built-in operators against NumPy."""

from __future__ import annotations

from ctypes import c_int8

import numpy as np
import pytest

from tests.utils.aclnn import AclnnError, Client

KEEP_PRECISION = c_int8(0)


def matrix(*shape: int, dtype=np.float32) -> np.ndarray:
    return np.random.default_rng(sum(shape)).integers(-9, 9, shape).astype(dtype)


@pytest.mark.parametrize(
    ("left", "right"),
    [((3, 4), (4, 5)), ((2, 3, 4), (4, 5)), ((2, 1, 3, 4), (6, 4, 5)), ((4,), (4, 5)),
     ((3, 4), (4,)), ((4,), (4,)), ((3, 0), (0, 2))],
)  # fmt: skip
@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32], ids=str)
def test_products(client: Client, left, right, dtype):
    x, y = matrix(*left, dtype=dtype), matrix(*right, dtype=dtype)
    expected = np.matmul(x, y)
    out = client.empty(expected.shape, dtype)
    client.run("Matmul", client.tensor(x), client.tensor(y), out, KEEP_PRECISION)
    np.testing.assert_array_equal(out.read(), expected)


def test_products_of_views(client: Client):
    stored = matrix(6, 8)
    left, right = stored[1:5, ::2], stored[2:5, ::2].T
    out = client.empty((4, 3))
    client.run("Mm", client.tensor(stored, left), client.tensor(stored, right), out, KEEP_PRECISION)
    np.testing.assert_array_equal(out.read(), left @ right)


def test_matrices_that_do_not_fit(client: Client):
    with pytest.raises(AclnnError, match="multiplied"):
        client.prepare(
            "Mm", client.tensor(matrix(2, 3)), client.tensor(matrix(2, 3)), client.empty((2, 3)),
            KEEP_PRECISION,
        )  # fmt: skip


def test_products_are_added(client: Client):
    bias, x, y = matrix(5), matrix(3, 4), matrix(4, 5)
    out = client.empty((3, 5))
    client.run(
        "Addmm", client.tensor(bias), client.tensor(x), client.tensor(y),
        client.scalar(np.float32(2)), client.scalar(np.float32(-1)), out, KEEP_PRECISION,
    )  # fmt: skip
    np.testing.assert_array_equal(out.read(), 2 * bias - x @ y)


@pytest.mark.parametrize("dtype", [np.float32, np.int64], ids=str)
def test_choices(client: Client, dtype):
    condition = matrix(3, 1) > 0
    x, y = matrix(3, 4, dtype=dtype), matrix(4, dtype=dtype)
    out = client.empty((3, 4), dtype)
    client.run("SWhere", client.tensor(condition), client.tensor(x), client.tensor(y), out)
    np.testing.assert_array_equal(out.read(), np.where(condition, x, y))


@pytest.mark.parametrize("dtype", [np.float16, np.int32], ids=str)
def test_selected_elements_and_their_number(client: Client, dtype):
    x = matrix(3, 4, dtype=dtype)
    mask = x > 0
    out = client.empty((12,), dtype)
    client.run("MaskedSelect", client.tensor(x), client.tensor(mask), out)
    assert out.shape() == (mask.sum(),)
    np.testing.assert_array_equal(out.read()[: mask.sum()], x[mask])


def test_gradient_of_relu(client: Client):
    gradient, x = matrix(3, 4), matrix(4, 3).T
    out = client.empty((3, 4))
    client.run(
        "ThresholdBackward", client.tensor(gradient), client.tensor(np.ascontiguousarray(x)),
        client.scalar(np.float32(0)), out,
    )  # fmt: skip
    np.testing.assert_array_equal(out.read(), np.where(x > 0, gradient, 0))


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int32], ids=str)
def test_bits(client: Client, dtype):
    x = np.array([0, 1, 0, 1, 1]).astype(dtype)
    y = np.array([1, 1, 0, 0, 1]).astype(dtype)
    for name, expected in (("And", x & y), ("Or", x | y)):
        out = client.empty(x.shape, dtype)
        client.run(f"Bitwise{name}Tensor", client.tensor(x), client.tensor(y), out)
        np.testing.assert_array_equal(out.read(), expected)
    out = client.empty(x.shape, dtype)
    client.run("BitwiseNot", client.tensor(x), out)
    np.testing.assert_array_equal(out.read(), ~x)


def test_bits_of_real_numbers(client: Client):
    x = client.tensor(matrix(3))
    with pytest.raises(AclnnError, match="bits"):
        client.prepare("BitwiseAndTensor", x, x, client.empty((3,)))


@pytest.mark.parametrize(
    ("start", "end", "step", "dtype"),
    [(0, 5, 1, np.int64), (2, -7, -3, np.int32), (0.5, 2.1, 0.25, np.float32)],
)
def test_ranges(client: Client, start, end, step, dtype):
    expected = np.arange(start, end, step, dtype=dtype)
    out = client.empty(expected.shape, dtype)
    scalars = [client.scalar(np.float64(value)) for value in (start, end, step)]
    client.run("Arange", *scalars, out)
    np.testing.assert_array_equal(out.read(), expected)


def test_a_range_of_another_length(client: Client):
    scalars = [client.scalar(np.int64(value)) for value in (0, 5, 1)]
    with pytest.raises(AclnnError, match="4 elements, the range has 5"):
        client.prepare("Arange", *scalars, client.empty((4,), np.int64))
