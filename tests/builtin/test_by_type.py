"""Operators that frameworks call by their type (aclop), computed by the toolkit, against NumPy.

What they compute, their inputs and attributes: CANN's operator list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.utils.aclnn import AclnnError
from tests.utils.single_op import Call, SingleOps
from tests.utils.status import Acl

CLOSE: dict[str, Any] = {"rtol": 2e-6, "atol": 2e-6}


def numbers(*shape: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def number(value: float) -> np.ndarray:
    return np.array(value, np.float32)


def empty(*shape: int, dtype: type = np.float32) -> np.ndarray:
    return np.full(shape, 77, dtype)


X, Y = numbers(3, 1, 4), numbers(2, 1, seed=2)
WHOLE = np.array([[2**40 + 1, -7, 0]], np.int64)
BINARY = {
    "Add": np.add,
    "Sub": np.subtract,
    "Mul": np.multiply,
    "RealDiv": np.divide,
    "Maximum": np.maximum,
    "Minimum": np.minimum,
    "Equal": np.equal,
    "Greater": np.greater,
    "Less": np.less,
}
UNARY: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "Neg": np.negative,
    "Abs": np.abs,
    "Exp": np.exp,
    "Square": np.square,
    "Relu": lambda x: np.maximum(x, 0),
    "Sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "Tanh": np.tanh,
    "OnesLike": np.ones_like,
    "ZerosLike": np.zeros_like,
}
OF_POSITIVE: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "Log": np.log,
    "Sqrt": np.sqrt,
    "Rsqrt": lambda x: 1 / np.sqrt(x),
    "Reciprocal": np.reciprocal,
}


@pytest.mark.parametrize("name", BINARY)
def test_operands_broadcast(ops: SingleOps, name: str) -> None:
    expected = BINARY[name](X, Y)
    (found,) = ops.run(name, Call([X, Y], [np.full_like(expected, 7)], {}))
    np.testing.assert_allclose(found, expected, **CLOSE)


@pytest.mark.parametrize("name", ["Add", "Sub", "Mul", "Maximum", "Minimum", "Equal", "Less"])
def test_whole_numbers_keep_their_digits(ops: SingleOps, name: str) -> None:
    expected = BINARY[name](WHOLE, WHOLE[:, ::-1])
    second = np.ascontiguousarray(WHOLE[:, ::-1])
    (found,) = ops.run(name, Call([WHOLE, second], [np.zeros_like(expected)], {}))
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", [*UNARY, *OF_POSITIVE])
def test_functions_of_one_tensor(ops: SingleOps, name: str) -> None:
    x = X if name in UNARY else np.abs(X) + np.float32(0.1)
    function = (UNARY | OF_POSITIVE)[name]
    (found,) = ops.run(name, Call([x], [empty(*x.shape)], {}))
    np.testing.assert_allclose(found, function(x), **CLOSE)


def test_power_and_slope(ops: SingleOps) -> None:
    x, y = np.abs(X) + np.float32(0.5), numbers(3, 1, 4, seed=3)
    (found,) = ops.run("Pow", Call([x, y], [empty(*x.shape)], {}))
    np.testing.assert_allclose(found, x.astype(float) ** y, **CLOSE)
    (found,) = ops.run("ReluGrad", Call([X, y], [empty(*X.shape)], {}))
    np.testing.assert_array_equal(found, np.where(y > 0, X, 0))


def test_casts_that_no_kernel_has(ops: SingleOps) -> None:
    x = np.array([0, 3, -2], np.int64)
    (found,) = ops.run("Cast", Call([x], [empty(3, dtype=bool)], {"dst_type": 12}))
    np.testing.assert_array_equal(found, x != 0)


def test_variables_change(ops: SingleOps) -> None:
    for name, expected in (("Assign", Y), ("AssignAdd", Y + Y[::-1])):
        variable = np.ascontiguousarray(Y[::-1])
        (found,) = ops.run(name, Call([variable, Y], [empty(*Y.shape)], {}))
        np.testing.assert_allclose(found, expected, **CLOSE)


@pytest.mark.parametrize(("layout", "shape"), [("NCHW", (2, 3, 4, 5)), ("NHWC", (2, 4, 5, 3))])
def test_bias(ops: SingleOps, layout: str, shape: tuple[int, ...]) -> None:
    x, bias = numbers(*shape), numbers(3, seed=2)
    channel = layout.index("C")
    rows = np.moveaxis(x, channel, -1)
    attrs: dict[str, object] = {"data_format": layout}
    (found,) = ops.run("BiasAdd", Call([x, bias], [empty(*shape)], attrs))
    np.testing.assert_allclose(np.moveaxis(found, channel, -1), rows + bias, **CLOSE)
    (found,) = ops.run("BiasAddGrad", Call([x], [empty(3)], attrs))
    np.testing.assert_allclose(found, rows.reshape(-1, 3).sum(0, dtype=float), **CLOSE)


REDUCTIONS: dict[str, Callable[..., Any]] = {
    "ReduceSum": np.sum,
    "ReduceMean": np.mean,
    "ReduceProd": np.prod,
    "ReduceMax": np.max,
    "ReduceMin": np.min,
}


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("axes", [(1,), (-1, 0), (0, 1, 2), ()])
@pytest.mark.parametrize("name", REDUCTIONS)
def test_reductions(ops: SingleOps, name: str, axes: tuple[int, ...], keep: bool) -> None:
    x = numbers(2, 3, 4)
    expected = REDUCTIONS[name](x.astype(float), axes or None, keepdims=keep)
    given = np.array(axes, np.int64)
    call = Call([x, given], [empty(*np.shape(expected))], {"keep_dims": keep})
    (found,) = ops.run(name, call)
    np.testing.assert_allclose(found, expected, **CLOSE)


def test_reductions_of_whole_numbers_and_of_no_axes(ops: SingleOps) -> None:
    axes = np.array([1], np.int32)
    (found,) = ops.run("ReduceSum", Call([WHOLE, axes], [empty(1, dtype=np.int64)], {}))
    np.testing.assert_array_equal(found, WHOLE.sum(1))
    none = np.zeros(0, np.int64)
    attrs: dict[str, object] = {"noop_with_empty_axes": True}
    (found,) = ops.run("ReduceSum", Call([X, none], [empty(*X.shape)], attrs))
    np.testing.assert_array_equal(found, X)
    with pytest.raises(AclnnError, match="axis 3 does not exist"):
        ops.run("ReduceSum", Call([X, np.array([3])], [empty()], {}))


@pytest.mark.parametrize("axis", [-1, 0, 1])
def test_one_hot(ops: SingleOps, axis: int) -> None:
    places = np.array([[0, 2, 3], [1, 9, -1]], np.int32)
    hot = np.float32(np.arange(4) == places[..., None]) * 3 + 0.5
    expected = np.moveaxis(hot, -1, axis)
    inputs: list[np.ndarray | None] = [places, np.array(4, np.int32), number(3.5), number(0.5)]
    (found,) = ops.run("OneHot", Call(inputs, [empty(*expected.shape)], {"axis": axis}))
    np.testing.assert_array_equal(found, expected)


def windows(image: np.ndarray, size: tuple[int, int], stride: int, pads: tuple[int, ...]):
    """Return windows of (N, C, H, W): (N, C, windows down, across, size, size), NaN outside."""
    top, bottom, left, right = pads
    around = [(0, 0), (0, 0), (top, bottom), (left, right)]
    padded = np.pad(image.astype(float), around, constant_values=np.nan)
    found = np.lib.stride_tricks.sliding_window_view(padded, size, (2, 3))
    return found[:, :, ::stride, ::stride]


def convolved(x, w, stride, pads, gap, groups):
    """The definition, in float64."""
    size = tuple((n - 1) * gap + 1 for n in w.shape[2:])
    patches = np.nan_to_num(windows(x, size, stride, pads))[..., ::gap, ::gap]
    parts = zip(np.split(patches, groups, 1), np.split(w.astype(float), groups, 0), strict=True)
    return np.concatenate([np.einsum("ncyxhw,ochw->noyx", p, f) for p, f in parts], 1)


CONVOLUTIONS = [
    (1, (0, 0, 0, 0), 1, 1),
    (2, (1, 2, 0, 3), 1, 1),
    (1, (2, 2, 2, 2), 2, 2),
    (3, (1, 0, 4, 1), 1, 4),
]


@pytest.mark.parametrize("layout", ["NCHW", "NHWC"])
@pytest.mark.parametrize(("stride", "pads", "gap", "groups"), CONVOLUTIONS)
def test_convolution_and_its_gradients(
    ops: SingleOps, stride: int, pads: tuple[int, ...], gap: int, groups: int, layout: str
) -> None:
    x, w, bias = numbers(2, 4, 7, 8), numbers(8, 4 // groups, 3, 2, seed=2), numbers(8, seed=3)
    plain = convolved(x, w, stride, pads, gap, groups)
    y = numbers(*plain.shape, seed=4)
    # A convolution is linear in either operand, so its gradient is the transposed matrix.
    dx, dw = np.zeros(x.size), np.zeros(w.size)
    for place, unit in enumerate(np.eye(x.size)):
        one = convolved(unit.reshape(x.shape), w, stride, pads, gap, groups)
        dx[place] = (one * y).sum()
    for place, unit in enumerate(np.eye(w.size)):
        one = convolved(x, unit.reshape(w.shape), stride, pads, gap, groups)
        dw[place] = (one * y).sum()
    last = layout == "NHWC"
    images = [np.ascontiguousarray(np.moveaxis(v, 1, 3)) if last else v for v in (x, y)]
    steps, spread = ([n, n] for n in (stride, gap))
    attrs: dict[str, object] = {
        "strides": [1, *steps, 1] if last else [1, 1, *steps],
        "dilations": [1, *spread, 1] if last else [1, 1, *spread],
        "pads": list(pads), "groups": groups, "data_format": layout,
    }  # fmt: skip

    def check(name: str, inputs: list[np.ndarray], like: np.ndarray, expected: np.ndarray) -> None:
        (found,) = ops.run(name, Call([*inputs], [np.full_like(like, 7)], attrs))
        moved = np.moveaxis(found, 3, 1) if last and like is not w else found
        np.testing.assert_allclose(moved, expected, rtol=1e-5, atol=1e-5, err_msg=name)

    check("Conv2D", [images[0], w], images[1], plain)
    check("Conv2D", [images[0], w, bias], images[1], plain + bias[:, None, None])
    size, filter_size = (np.array(v.shape, np.int64) for v in (images[0], w))
    check("Conv2DBackpropInput", [size, w, images[1]], images[0], dx.reshape(x.shape))
    check("Conv2DBackpropFilter", [images[0], filter_size, images[1]], w, dw.reshape(w.shape))


@pytest.mark.parametrize(
    ("padding", "pads"), [("VALID", (0, 0, 0, 0)), ("SAME", (0, 1, 0, 1))], ids=["valid", "same"]
)
def test_pooling_and_its_gradients(ops: SingleOps, padding: str, pads: tuple[int, ...]) -> None:
    x = numbers(2, 3, 6, 8)  # 3 x 3 every 2: one row and column stick out at the end
    attrs: dict[str, object] = {
        "ksize": [1, 1, 3, 3], "strides": [1, 1, 2, 2], "padding": padding, "data_format": "NCHW",
    }  # fmt: skip
    parts = windows(x, (3, 3), 2, pads)
    largest, mean = np.nanmax(parts, (4, 5)), np.nanmean(parts, (4, 5))
    dy = numbers(*largest.shape, seed=2)
    # Where each window's largest element, and all its elements, are in x.
    places = windows(np.arange(x.size).reshape(x.shape), (3, 3), 2, pads)
    to_largest, to_all = np.zeros(x.size), np.zeros(x.size)
    for window in np.ndindex(largest.shape):
        inside = places[window][~np.isnan(places[window])].astype(int)
        to_largest[inside[np.argmax(x.flat[inside])]] += dy[window]
        to_all[inside] += dy[window] / inside.size
    out, back = empty(*largest.shape), empty(*x.shape)
    (found,) = ops.run("MaxPool", Call([x], [out], attrs))
    np.testing.assert_array_equal(found, largest.astype(np.float32))
    (found,) = ops.run("AvgPool", Call([x], [out], attrs))
    np.testing.assert_allclose(found, mean, **CLOSE)
    (found,) = ops.run("MaxPoolGrad", Call([x, np.float32(largest), dy], [back], attrs))
    np.testing.assert_allclose(found, to_largest.reshape(x.shape), **CLOSE)
    (found,) = ops.run("AvgPoolGrad", Call([np.array(x.shape), dy], [back], attrs))
    np.testing.assert_allclose(found, to_all.reshape(x.shape), **CLOSE)


def test_the_first_of_equal_elements_gets_the_gradient(ops: SingleOps) -> None:
    x = np.zeros((1, 1, 2, 2), np.float32)
    attrs: dict[str, object] = {
        "ksize": [1, 1, 2, 2], "strides": [1, 1, 2, 2], "padding": "VALID", "data_format": "NCHW",
    }  # fmt: skip
    inputs: list[np.ndarray | None] = [x, x[:, :, :1, :1], number(5).reshape(1, 1, 1, 1)]
    (found,) = ops.run("MaxPoolGrad", Call(inputs, [empty(*x.shape)], attrs))
    np.testing.assert_array_equal(found.reshape(-1), [5, 0, 0, 0])


@pytest.mark.parametrize("sparse", [False, True])
def test_cross_entropy(ops: SingleOps, sparse: bool) -> None:
    x, classes = numbers(5, 4) * 30, np.array([1, 0, 3, 3, 2], np.int32)
    labels = np.float32(np.arange(4) == classes[:, None])
    shifted = x.astype(float) - x.max(1, keepdims=True)
    logarithms = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    name = "SparseSoftmaxCrossEntropyWithLogits" if sparse else "SoftmaxCrossEntropyWithLogits"
    call = Call([x, classes if sparse else labels], [empty(5), empty(5, 4)], {})
    losses, slopes = ops.run(name, call)
    np.testing.assert_allclose(losses, -(labels * logarithms).sum(1), **CLOSE)
    np.testing.assert_allclose(slopes, np.exp(logarithms) - labels, **CLOSE)


@pytest.mark.parametrize("nesterov", [False, True])
def test_momentum(ops: SingleOps, nesterov: bool) -> None:
    variable, velocity, slope = (numbers(6, seed=seed) for seed in (1, 2, 3))
    inputs = [variable, velocity, number(0.25), slope, number(0.5)]
    new = velocity * 0.5 + slope
    step = slope + 0.5 * new if nesterov else new
    call = Call([*inputs], [empty(6), empty(6)], {"use_nesterov": nesterov})
    found = ops.run("ApplyMomentum", call)
    np.testing.assert_allclose(found[0], variable - 0.25 * step, **CLOSE)
    np.testing.assert_allclose(found[1], new, **CLOSE)


@pytest.mark.parametrize("nesterov", [False, True])
@pytest.mark.parametrize("name", ["ApplyAdam", "ApplyAdamD"])
def test_adam(ops: SingleOps, name: str, nesterov: bool) -> None:
    variable, first, slope = (numbers(6, seed=seed) for seed in (1, 2, 3))
    second = np.abs(numbers(6, seed=4))
    power1, power2, rate, beta1, beta2, epsilon = 0.8, 0.9, 0.01, 0.75, 0.5, 1e-3
    hyper = [number(value) for value in (power1, power2, rate, beta1, beta2, epsilon)]
    m = beta1 * first + (1 - beta1) * slope
    v = beta2 * second + (1 - beta2) * slope.astype(float) ** 2
    step = beta1 * m + (1 - beta1) * slope if nesterov else m
    scale = rate * np.sqrt(1 - power2) / (1 - power1)
    call = Call(
        [variable, first, second, *hyper, slope],
        [empty(6), empty(6), empty(6)], {"use_nesterov": nesterov},
    )  # fmt: skip
    found = ops.run(name, call)
    np.testing.assert_allclose(found[0], variable - scale * step / (np.sqrt(v) + epsilon), **CLOSE)
    np.testing.assert_allclose(found[1], m, **CLOSE)
    np.testing.assert_allclose(found[2], v, **CLOSE)


def test_gradient_descent(ops: SingleOps) -> None:
    inputs: list[np.ndarray | None] = [X, number(0.25), numbers(*X.shape, seed=5)]
    (found,) = ops.run("ApplyGradientDescent", Call(inputs, [empty(*X.shape)], {}))
    np.testing.assert_allclose(found, X - 0.25 * numbers(*X.shape, seed=5), **CLOSE)


def test_random_numbers(ops: SingleOps) -> None:
    def draw(name: str, attrs: dict[str, object]) -> np.ndarray:
        shape = np.array([40, 50], np.int64)
        (found,) = ops.run(name, Call([shape], [empty(40, 50)], attrs))
        return found

    normal = draw("StandardNormal", {"seed": 3})
    assert abs(normal.mean()) < 0.1
    assert abs(normal.std() - 1) < 0.1
    np.testing.assert_array_equal(normal, draw("StandardNormal", {"seed": 3}))
    assert (normal != draw("StandardNormal", {"seed": 3, "seed2": 1})).any()
    assert (draw("StandardNormal", {}) != draw("StandardNormal", {})).any()
    even = draw("RandomUniform", {"seed": 4})
    assert 0 <= even.min() < 0.05
    assert 0.95 < even.max() < 1


@pytest.mark.parametrize(
    ("name", "inputs", "outputs", "attrs", "words"),
    [
        ("NoSuchOperator", [X], [X], {}, "ASCEND_CUSTOM_OPP_PATH .* itself has Abs, Add"),
        ("OnesLike", [X, X], [X], {}, "OnesLike has 1 inputs, not 2"),
        ("OnesLike", [None], [X], {}, "OnesLike: input 0 is missing"),
        ("OnesLike", [X], [X, X], {}, "OnesLike has 1 outputs, not 2"),
        ("OnesLike", [X], [Y], {}, r"OnesLike: output 0 has the shape \[2,1\], not \[3,1,4\]"),
        ("BiasAdd", [X, X], [X], {"data_format": "HW"}, "data_format is NCHW, NHWC"),
        ("BiasAdd", [X, Y], [X], {"data_format": "NCHW"}, "the bias has 2 elements, not 1"),
        ("BiasAdd", [X, Y], [X], {"data_format": 3}, "attribute data_format is of another type"),
        ("Conv2D", [X, X], [X], {"data_format": "NCHW"}, "have four dimensions"),
        ("MaxPool", [X], [X], {"padding": "FULL"}, "padding is SAME or VALID, not FULL"),
    ],
)  # fmt: skip
def test_refused(
    ops: SingleOps,
    name: str,
    inputs: list[np.ndarray | None],
    outputs: list[np.ndarray],
    attrs: dict[str, object],
    words: str,
) -> None:
    with pytest.raises(AclnnError, match=words):
        ops.run(name, Call(inputs, outputs, attrs))


def test_shapes_are_not_inferred(ops: SingleOps) -> None:
    with pytest.raises(AclnnError, match="takes known shapes only") as caught:
        ops.run("OnesLike", Call([X], [X], {}, open_shapes=True))
    assert caught.value.code == Acl.API_NOT_SUPPORT
