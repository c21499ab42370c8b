"""Lists, views, results in place, and shapes that kernels compute."""

from __future__ import annotations

import numpy as np
import pytest

from tests.utils.aclnn import AclnnError, Client
from tests.utils.status import Aclnn

SHAPES = [(3, 4, 5), (5000,), (), (2, 0, 3), (7, 1), (1, 2, 3, 4, 5, 6, 7, 2)]


def random(*shape: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-8, 8, shape).astype(np.float32)


def scale_each(client: Client, inputs: list, outputs: list, factors: list[float]) -> None:
    lists = client.tensors(*inputs), client.array("Float", *factors), client.tensors(*outputs)
    client.run("ScaleEach", *lists)


@pytest.mark.parametrize("shapes", [SHAPES, SHAPES[:1], [(16,)] * 64, [(), ()]], ids=len)
def test_lists_of_tensors(client: Client, shapes: list[tuple[int, ...]]) -> None:
    arrays = [random(*shape, seed=i) for i, shape in enumerate(shapes)]
    factors = [float(i + 1) for i in range(len(arrays))]
    outputs = [client.empty(array.shape) for array in arrays]
    scale_each(client, [client.tensor(array) for array in arrays], outputs, factors)
    for array, output, factor in zip(arrays, outputs, factors, strict=True):
        np.testing.assert_array_equal(output.read(), array * np.float32(factor))


def test_lists_of_views(client: Client) -> None:
    base = random(6, 8)
    views = [base.T, base[1:4, ::2], base]
    inputs = [client.tensor(base, view) for view in views]
    outputs = [client.empty(view.shape) for view in views]
    scale_each(client, inputs, outputs, [2, 3, 4])
    for view, output, factor in zip(views, outputs, (2, 3, 4), strict=True):
        np.testing.assert_array_equal(output.read(), view * np.float32(factor))


def test_lists_that_are_refused(client: Client) -> None:
    def prepare(count: int, factors: int) -> int:
        tensors = [client.tensor(np.ones(8, np.float32)) for _ in range(count)]
        outputs = [client.empty((8,)) for _ in range(count)]
        with pytest.raises(AclnnError) as error:
            scale_each(client, tensors, outputs, [1] * factors)
        return error.value.code

    assert prepare(2, 3) == Aclnn.INNER_TILING_ERROR
    assert prepare(257, 257) == Aclnn.PARAM_INVALID
    with pytest.raises(AclnnError) as error:
        client.prepare("ScaleEach", None, client.array("Float", 1), client.tensors())
    assert error.value.code == Aclnn.PARAM_NULLPTR


def test_in_place(client: Client) -> None:
    var, x, offsets = random(5, 700), random(5, 700, seed=2), random(5, 700, seed=3)
    tensors = [client.tensor(array) for array in (var, x, offsets)]
    client.run("Accumulate", *tensors, 0.5)
    np.testing.assert_allclose(tensors[0].read(), var + x / 2 + offsets, rtol=1e-6, atol=1e-6)


def test_in_place_through_views(client: Client) -> None:
    stored, other, offsets = random(8, 12), random(4, 6, seed=2), random(4, 12, seed=3)
    var = client.tensor(stored, stored[1::2, 2:8])
    x_stored = np.ascontiguousarray(other.T)
    x = client.tensor(x_stored, x_stored.T)
    # The kernel reads the memory of `offsets` in order, whatever the view's strides are.
    raw = client.tensor(offsets, offsets[:, ::2])
    client.run("Accumulate", var, x, raw, 2.0)
    expected = stored.copy()
    expected[1::2, 2:8] += 2 * other + offsets.ravel()[:24].reshape(4, 6)
    np.testing.assert_allclose(var.read(), expected, rtol=1e-6, atol=1e-6)


def test_tiling_sees_how_inputs_lie(client: Client) -> None:
    """Inputs that are taken as they lie tell tiling their steps, others are contiguous to it."""
    for stored, view in ((2, slice(None, None, 2)), (1, slice(None))):
        var, x = random(4, 6), random(4, 6, seed=2)
        offsets = random(4, 6 * stored, seed=3)
        target = client.tensor(var)
        raw = client.tensor(offsets, offsets[:, view])
        client.run("AccumulateView", target, client.tensor(x), raw, 9.0)
        factor = 2 if stored == 2 else -1
        expected = var + factor * x + offsets.ravel()[:24].reshape(4, 6)
        np.testing.assert_allclose(target.read(), expected, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("positive", [0, 1, 17, 40])
def test_computed_shapes(client: Client, positive: int) -> None:
    x = -np.abs(random(5, 8)) - 1
    x.ravel()[np.random.default_rng(4).permutation(40)[:positive]] *= -1
    values, places = client.empty((40,)), client.empty((1, 40), np.int64)
    client.run("SelectPositive", client.tensor(x), values, places)
    assert values.shape() == (positive,)
    assert places.shape() == (1, positive)
    (expected,) = np.nonzero(x.ravel() > 0)
    np.testing.assert_array_equal(places.read()[0, :positive], expected)
    np.testing.assert_array_equal(values.read()[:positive], x.ravel()[expected])
