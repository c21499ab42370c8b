"""Gradients of operators against differences of what these compute."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.describe.gradients import gradient
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.autokernel.describe.tree import Operator
from custom_compiler.errors import MisuseError

SHIPPED: dict[str, list[tuple[int, ...]]] = {
    "relu": [(3, 5)],
    "leaky_relu": [(7,)],
    "sigmoid": [(2, 3)],
    "gelu": [(2, 3)],
    "gelu_tanh": [(2, 3)],
    "silu": [(6,)],
    "swiglu": [(3, 4), (3, 4)],
    "add": [(2, 3), (2, 3)],
    "multiply": [(2, 3), (2, 3)],
    "softmax": [(2, 2, 5)],
    "layer_norm": [(2, 3, 5), (5,), (5,)],
    "rms_norm": [(3, 5), (5,)],
    "normalize": [(2, 3, 2, 2), (3,)],
    "matmul": [(3, 4), (4, 5)],
    "batch_matmul": [(2, 3, 4), (2, 4, 5)],
    "gemm": [(3, 4), (4, 5), (3, 5)],
    "fully_connected": [(2, 3, 4), (5, 4), (5,)],
    "transpose": [(2, 3, 4)],
    "reduce_sum": [(3, 4)],
    "reduce_mean": [(3, 4)],
    "reduce_max": [(3, 4)],
    "reduce_min": [(3, 4)],
}


@ak.op(x="rows columns", y="rows columns")
def many(x: ak.Tensor, y: ak.Tensor, scale: float = 1.5) -> ak.Tensor:
    positive = abs(x) + 0.5
    parts = ak.log(positive) + ak.sqrt(positive) * ak.rsqrt(positive + 1) - ak.reciprocal(positive)
    parts = parts + ak.sin(x) * ak.cos(y) + ak.tanh(x * y) + ak.erf(x) - ak.expm1(-y)
    parts = parts + ak.log1p(positive) + positive**y + (-x) ** 2 + ak.floor(x)
    chosen = ak.where(x > y, parts * scale, ak.minimum(parts, y) / positive)
    return ak.maximum(chosen, y * 0.25) + ak.sum(x * x, "rows columns") + ak.max(y, "rows")


OPERATORS: dict[str, tuple[ak.Description, list[tuple[int, ...]]]] = {
    **{name: (getattr(ak.operators, name), shapes) for name, shapes in SHIPPED.items()},
    "many": (many, [(3, 4), (3, 4)]),
}


def in_float64(description: ak.Description) -> Operator:
    widened = copy.copy(description)
    widened.dtypes = ("float64",)
    return widened.operator()


def slopes(
    operator: Operator, arrays: dict[str, np.ndarray], wrt: str, along: np.ndarray
) -> np.ndarray:
    """Central differences of the sum of outputs, weighed by `along`."""
    found = np.zeros(arrays[wrt].shape)
    step = 1e-6
    for place in np.ndindex(found.shape):
        values = []
        for sign in (1, -1):
            moved = {name: array.copy() for name, array in arrays.items()}
            moved[wrt][place] += sign * step
            values.append((evaluate(operator, moved)[0] * along).sum())
        found[place] = (values[0] - values[1]) / (2 * step)
    return found


@pytest.mark.parametrize("name", OPERATORS)
def test_gradients(name: str) -> None:
    description, shapes = OPERATORS[name]
    operator = in_float64(description)
    rng = np.random.default_rng(11)
    arrays = {
        one.name: np.asarray(rng.normal(size=shape))
        for one, shape in zip(operator.inputs, shapes, strict=True)
    }
    along = np.asarray(rng.normal(size=evaluate(operator, arrays)[0].shape))
    for one in operator.inputs:
        made = gradient(operator, "out", one.name)
        assert made.inputs[-1].name == "out_gradient"
        assert made.outputs[0].axes == one.axes
        found = evaluate(made, {**arrays, "out_gradient": along})[0]
        expected = slopes(operator, arrays, one.name, along)
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


def test_narrow_floats_are_computed_wide() -> None:
    operator = ak.operators.softmax.operator(dtype="float16")
    made = gradient(operator, "out", "x")
    assert made.outputs[0].dtype == "float16"
    rng = np.random.default_rng(3)
    x, along = (rng.normal(size=(4, 9)).astype(np.float16) for _ in range(2))
    found = evaluate(made, {"x": x, "out_gradient": along})[0]
    exact = evaluate(made, {"x": x, "out_gradient": along}, wide=True)[0]
    np.testing.assert_allclose(found, exact, rtol=2e-3, atol=1e-4)


def test_ties() -> None:
    relu = gradient(ak.operators.relu.operator(dtype="float32"), "out", "x")
    x = np.array([-1, 0, 2], np.float32)
    ones = np.ones(3, np.float32)
    assert evaluate(relu, {"x": x, "out_gradient": ones})[0].tolist() == [0, 0, 1]
    largest = gradient(ak.operators.reduce_max.operator(dtype="float32"), "out", "x")
    x = np.array([[1, 3, 3, 2]], np.float32)
    found = evaluate(largest, {"x": x, "out_gradient": np.array([4], np.float32)})[0]
    assert found.tolist() == [[0, 2, 2, 0]]


@ak.op(x="rows columns", y="rows")
def only_y(x: ak.Tensor, y: ak.Tensor) -> ak.Tensor:
    return ak.sum(ak.floor(x), "columns") * y + ak.cast(ak.argmax(x, "columns"), "float32")


def test_what_does_not_matter_has_a_slope_of_nothing() -> None:
    operator = only_y.operator()
    x, y = np.ones((2, 3), np.float32), np.ones(2, np.float32)
    given = {"x": x, "y": y, "out_gradient": y}
    np.testing.assert_array_equal(
        evaluate(gradient(operator, "out", "x"), given)[0], np.zeros((2, 3))
    )
    np.testing.assert_array_equal(evaluate(gradient(operator, "out", "y"), given)[0], [3, 3])


@ak.op(x="columns", i="columns: int32")
def rejected(x: ak.Tensor, i: ak.Tensor) -> ak.Tensor:
    return x % 2.0 + ak.cast(i, "float32")


@pytest.mark.parametrize(
    ("description", "output", "wrt", "reason"),
    [
        (ak.operators.softmax, "out", "y", "softmax has no 'y' | it has x"),
        (ak.operators.softmax, "y", "x", "softmax has no 'y' | it has out"),
        (ak.operators.arg_max, "out", "x", "arg_max: 'out' is int32, which has no gradient"),
        (rejected, "out", "i", "rejected: 'i' is int32, which has no gradient"),
        (rejected, "out", "x", "rejected has no gradient: remainder"),
        (ak.operators.reduce_prod, "out", "x", "has no gradient: product over columns"),
        (ak.operators.max_pool, "out", "x", "max_pool has no gradient: 'x' read at places other"),
    ],
)  # fmt: skip
def test_what_has_no_gradient_here(description, output: str, wrt: str, reason: str) -> None:
    operator = description.operator(dtype="float32")
    with pytest.raises(MisuseError) as caught:
        gradient(operator, output, wrt)
    assert reason in f"{caught.value.message} | {caught.value.hint}"
