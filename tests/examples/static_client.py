"""A client of the examples: calls of all kinds, each checked against NumPy.

static_client.py HOME VENDOR
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from tests.utils.aclnn import Client


def same(actual: np.ndarray, expected: np.ndarray) -> None:
    """Raise unless the arrays are equal."""
    np.testing.assert_array_equal(actual, expected)


def attributes(client: Client) -> None:
    """Tiling hands all kinds of attributes to the kernel, which gives them back."""
    y = client.empty((7,))
    lists = (client.array("Int", 7), client.array("Float", 1, 2, 0.5), client.array("Bool", 0, 1))
    client.run("AttributeTable", -3, 0.1, False, "y", *lists, y)
    same(y.read(), np.array([-3, 0.1, 0, ord("y"), 7, 120.5, 0b101], np.float32))


def scalars(client: Client) -> None:
    """Scalars are values that the kernel reads in global memory; an optional tensor is left out."""
    x = np.random.default_rng(2).uniform(-8, 8, (5, 67)).astype(np.float32)
    y = client.empty(x.shape)
    client.run(
        "ScaleShift", client.tensor(x), None, client.scalar(np.float64(0.3)),
        client.scalar(np.float32(1.5)), client.scalars(np.float32(-2.5), np.int32(3)), y, None,
    )  # fmt: skip
    same(y.read(), np.clip(x * np.float32(0.3) + np.float32(1.5), -2.5, 3).astype(np.float32))


def depended_values(client: Client) -> None:
    """Tiling reads the values of an input."""
    x = np.random.default_rng(3).uniform(-8, 8, (9, 1300)).astype(np.float32)
    for begin, end in ((0, 9), (2, 7)):
        y = client.empty((end - begin, 1300))
        client.run("SliceRows", client.tensor(x), client.array("Int", begin, end), None, y)
        same(y.read(), x[begin:end])


def lists_and_views(client: Client) -> None:
    """Tensor lists, of views too, which are copied before the kernel runs."""
    base = np.random.default_rng(4).uniform(-8, 8, (6, 8)).astype(np.float32)
    views = [base.T, base[1:4, ::2], base]
    outputs = [client.empty(view.shape) for view in views]
    inputs = client.tensors(*(client.tensor(base, view) for view in views))
    client.run("ScaleEach", inputs, client.array("Float", 2, 3, 4), client.tensors(*outputs))
    for view, output, factor in zip(views, outputs, (2, 3, 4), strict=True):
        same(output.read(), view * np.float32(factor))


def computed_shapes(client: Client) -> None:
    """The kernel says how large its outputs are."""
    x = np.random.default_rng(5).uniform(-8, 8, 40).astype(np.float32)
    values, places = client.empty((40,)), client.empty((1, 40), np.int64)
    client.run("SelectPositive", client.tensor(x), values, places)
    (expected,) = np.nonzero(x > 0)
    assert values.shape() == expected.shape
    same(values.read()[: expected.size], x[expected])


def templates(client: Client) -> None:
    """Each tiling key is an instance of the kernel."""
    x, y = np.random.default_rng(6).uniform(-8, 8, (2, 3, 10_007)).astype(np.float16)
    for mode, negate, expected in (("add", False, x + y), ("multiply", True, -(x * y))):
        z = client.empty(x.shape, np.float16)
        client.run("Blend", client.tensor(x), client.tensor(y), mode, negate, z)
        same(z.read(), expected)


def cores(client: Client) -> None:
    """Outputs that are cleared first, and cores that wait for each other in the workspace."""
    x = np.random.default_rng(7).integers(-100, 100, (100, 33)).astype(np.float32)
    sums, means = client.empty((33,)), client.empty((20_000,))
    client.run("ColumnSum", client.tensor(x), sums)
    same(sums.read(), x.sum(0))
    row = np.random.default_rng(8).integers(-8, 8, 20_000).astype(np.float32)
    row[0] -= row.sum()  # the mean is 0, whatever the order of the additions
    client.run("SubtractMean", client.tensor(row), means)
    same(means.read(), row)


def main(home: Path, vendor: Path) -> None:
    """Make all calls."""
    client = Client(home, vendor)
    client.acl("aclInit", None)
    client.acl("aclrtSetDevice", 0)
    for calls in (
        *(attributes, scalars, depended_values, lists_and_views, computed_shapes),
        *(templates, cores),
    ):
        calls(client)
    client.acl("aclFinalize")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
