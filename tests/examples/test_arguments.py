"""Attributes, scalars, host values and optional tensors reach tiling and kernel."""

from __future__ import annotations

import numpy as np
import pytest

from tests.utils.aclnn import AclnnError, Client
from tests.utils.status import Aclnn


def attribute_table(client: Client, *attributes) -> np.ndarray:
    y = client.empty((7,))
    client.run("AttributeTable", *attributes, y)
    return y.read()


def number_of(text: str) -> int:
    return sum(ord(letter) * 128**i for i, letter in enumerate(reversed(text)))


def test_attributes_that_are_left_out_have_their_defaults(client: Client) -> None:
    table = attribute_table(client, 5, 0.5, True, None, None, None, None)
    expected = [5, 0.5, 1, number_of("no"), 117, 0.25 * 10 + 4, 0b1101]
    np.testing.assert_array_equal(table, np.array(expected, np.float32))


def test_attributes_that_are_given(client: Client) -> None:
    lists = (client.array("Int", 7), client.array("Float", 1, 2, 0.5), client.array("Bool", 0, 1))
    table = attribute_table(client, -3, 0.1, False, "yes", *lists)
    expected = [-3, 0.1, 0, number_of("yes"), 7, 120.5, 0b101]
    np.testing.assert_array_equal(table, np.array(expected, np.float32))


def test_attributes_of_no_elements(client: Client) -> None:
    lists = (client.array("Int"), client.array("Float"), client.array("Bool"))
    table = attribute_table(client, 2**24, -1.0, True, "", *lists)
    np.testing.assert_array_equal(table, np.array([2**24, -1, 1, 0, 0, 0, 1], np.float32))


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
@pytest.mark.parametrize("has_bias", [False, True])
@pytest.mark.parametrize("has_raw", [False, True])
def test_scalars_and_optional_tensors(
    client: Client, dtype: type, has_bias: bool, has_raw: bool
) -> None:
    x, bias = np.random.default_rng(2).uniform(-8, 8, (2, 5, 67)).astype(dtype)
    raw = client.empty(x.shape, dtype) if has_raw else None
    y = client.empty(x.shape, dtype)
    client.run(
        "ScaleShift", client.tensor(x), client.tensor(bias) if has_bias else None,
        client.scalar(np.float64(0.3)), client.scalar(np.float32(1.5)),
        client.scalars(np.float32(-2.5), np.int32(3)), y, raw,
    )  # fmt: skip
    expected = x * dtype(0.3) + dtype(1.5) + (bias if has_bias else dtype(0))
    np.testing.assert_array_equal(y.read(), np.clip(expected, dtype(-2.5), dtype(3)))
    if raw is not None:
        np.testing.assert_array_equal(raw.read(), expected)


@pytest.mark.parametrize(
    ("scale", "shift", "code"),
    [
        (np.int64(2), np.float64(1), 0),  # double is passed as float
        (
            np.float32(2),
            np.int32(1),
            Aclnn.PARAM_INVALID,
        ),  # nothing says what shift is to be converted to
        (np.float32(2), None, Aclnn.PARAM_NULLPTR),
        (None, np.float32(1), Aclnn.PARAM_NULLPTR),
    ],
)
def test_types_of_scalars(client: Client, scale, shift, code: int) -> None:
    x, y = client.tensor(np.arange(40, dtype=np.float32)), client.empty((40,))
    scalars = [None if value is None else client.scalar(value) for value in (scale, shift)]
    arguments = (x, None, *scalars, client.scalars(np.float32(0), np.float32(50)), y, None)
    if code == 0:
        client.run("ScaleShift", *arguments)
        expected = np.minimum(np.arange(40, dtype=np.float32) * 2 + 1, 50)
        np.testing.assert_array_equal(y.read(), expected)
        return
    with pytest.raises(AclnnError) as error:
        client.prepare("ScaleShift", *arguments)
    assert error.value.code == code


@pytest.mark.parametrize("entry", ["GetWorkspaceSize", "TensorGetWorkspaceSize"])
def test_tiling_reads_values(client: Client, entry: str) -> None:
    x = np.random.default_rng(3).uniform(-8, 8, (9, 1300)).astype(np.float32)
    x_tensor = client.tensor(x)
    host_values = entry == "GetWorkspaceSize"
    rows: object
    factor: object
    for begin, end, scale in [(0, 9, None), (2, 7, None), (3, 8, 2.5), (3, 8, -1), (4, 9, -1)]:
        if host_values:
            rows = client.array("Int", begin, end)
            factor = None if scale is None else client.array("Float", scale)
        else:
            rows = client.tensor(np.array([begin, end], np.int64))
            factor = None if scale is None else client.tensor(np.array([scale], np.float32))
        y = client.empty((end - begin, 1300))
        client.run("SliceRows", x_tensor, rows, factor, y, entry=entry)
        np.testing.assert_array_equal(y.read(), x[begin:end] * np.float32(scale or 1))


def test_tiling_refuses_values(client: Client) -> None:
    x, y = client.tensor(np.ones((4, 8), np.float32)), client.empty((2, 8))
    with pytest.raises(AclnnError, match="tiling function of SliceRows") as error:
        client.prepare("SliceRows", x, client.array("Int", 3, 5), None, y)
    assert error.value.code == Aclnn.INNER_TILING_ERROR
    with pytest.raises(AclnnError) as error:
        client.prepare("SliceRows", x, None, None, y)
    assert error.value.code == Aclnn.PARAM_NULLPTR
