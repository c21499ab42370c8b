"""Results of shipped operators, against formulas that share nothing with their trees."""

import math
from itertools import product
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler.autokernel import operators
from custom_compiler.autokernel.describe.reference import evaluate
from custom_compiler.errors import MisuseError

FLOATS = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "float32": np.float32}
UNIT = {"float16": 2**-11, "bfloat16": 2**-8, "float32": 2**-24}  # half a last place, of 1
EXAMPLES = settings(max_examples=25, deadline=None, derandomize=True)


def numbers(shape: tuple[int, ...], dtype: str = "float32", seed: int = 0) -> np.ndarray:
    """Numbers around 0 that the type has."""
    return np.random.default_rng(seed).standard_normal(shape).astype(FLOATS[dtype])


def compare(name: str, arrays: list[np.ndarray], golden: np.ndarray, **constants: Any) -> None:
    """In the inputs' own type within two roundings, and in float64 as the formula."""
    description = operators.SHIPPED[name]
    own = description(*arrays, **constants)
    dtype = arrays[0].dtype.name
    assert own.dtype == arrays[0].dtype
    scale = max(1.0, float(np.abs(golden).max(initial=0.0)))
    np.testing.assert_allclose(
        own.astype(np.float64), golden, rtol=3 * UNIT[dtype], atol=max(UNIT[dtype], 1e-5) * scale
    )
    inputs = dict(zip(description.tensors, arrays, strict=True))
    (wide,) = evaluate(description.operator(dtype=dtype, **constants), inputs, wide=True)
    np.testing.assert_allclose(wide, golden, rtol=1e-9, atol=1e-11)


def wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.float64)


def convolved(
    x: np.ndarray,
    weight: np.ndarray,
    strides: tuple[int, int],
    pads: tuple[int, int, int, int],
    dilations: tuple[int, int],
) -> np.ndarray:
    """Convolve one group, an output element at a time."""
    top, left, bottom, right = pads
    x = np.pad(wide(x), ((0, 0), (0, 0), (top, bottom), (left, right)))
    kh, kw = weight.shape[2:]
    high = (x.shape[2] - dilations[0] * (kh - 1) - 1) // strides[0] + 1
    long = (x.shape[3] - dilations[1] * (kw - 1) - 1) // strides[1] + 1
    result = np.zeros((x.shape[0], weight.shape[0], high, long))
    for n, o, i, j in product(*map(range, result.shape)):
        rows = [i * strides[0] + dilations[0] * k for k in range(kh)]
        columns = [j * strides[1] + dilations[1] * k for k in range(kw)]
        result[n, o, i, j] = (x[n][:, rows][:, :, columns] * wide(weight[o])).sum()
    return result


@st.composite
def convolutions(draw: st.DrawFn) -> dict[str, object]:
    """Geometries with at least one window."""
    kernel = draw(st.tuples(st.integers(1, 3), st.integers(1, 3)))
    dilations = draw(st.tuples(st.integers(1, 2), st.integers(1, 2)))
    span = [dilation * (size - 1) + 1 for dilation, size in zip(dilations, kernel, strict=True)]
    return {
        "batch": draw(st.integers(1, 2)),
        "channels": draw(st.integers(1, 2)),
        "members": draw(st.integers(1, 2)),
        "groups": draw(st.integers(1, 3)),
        "kernel": kernel,
        "image": tuple(low + draw(st.integers(0, 3)) for low in span),
        "strides": draw(st.tuples(st.integers(1, 2), st.integers(1, 2))),
        "pads": draw(st.tuples(*[st.integers(0, 2)] * 4)),
        "dilations": dilations,
        "dtype": draw(st.sampled_from(sorted(FLOATS))),
    }


@given(convolutions())
@EXAMPLES
def test_convolutions_of_any_geometry(case: dict) -> None:
    """Direct with groups and batches, im2col (AutoKernel's took one batch only), depthwise."""
    groups, channels, members = case["groups"], case["channels"], case["members"]
    geometry = {name: case[name] for name in ("strides", "pads", "dilations")}
    x = numbers((case["batch"], groups * channels, *case["image"]), case["dtype"])
    weight = numbers((groups * members, channels, *case["kernel"]), case["dtype"], 1)
    bias = numbers((groups * members,), case["dtype"], 2)
    by_group = [
        convolved(
            x[:, group * channels : (group + 1) * channels],
            weight[group * members : (group + 1) * members],
            **geometry,
        )
        for group in range(groups)
    ]
    golden = np.concatenate(by_group, axis=1) + wide(bias)[:, None, None]
    compare("convolution", [x, weight, bias], golden, groups=groups, **geometry)
    compare(
        "convolution",
        [x, weight, bias],
        np.maximum(golden, 0),
        groups=groups,
        relu=True,
        **geometry,
    )
    if groups == 1:
        compare("im2col_convolution", [x, weight, bias], golden, **geometry)
    if channels == members == 1:
        compare("depthwise_convolution", [x, weight[:, 0], bias], golden, **geometry)


@given(convolutions(), st.booleans())
@EXAMPLES
def test_pooling_of_any_geometry(case: dict, count_pads: bool) -> None:
    """Padding counts or not, and never as the lowest number, as in AutoKernel's average."""
    kernel, strides = case["kernel"], case["strides"]
    pads = tuple(min(pad, size - 1) for pad, size in zip(case["pads"], kernel * 2, strict=True))
    x = numbers((case["batch"], case["channels"], *case["image"]), case["dtype"])
    top, left, bottom, right = pads
    around = ((0, 0), (0, 0), (top, bottom), (left, right))
    filled = np.pad(wide(x), around, constant_values=np.nan)
    places = [
        (size - k) // s + 1 for size, k, s in zip(filled.shape[2:], kernel, strides, strict=True)
    ]
    largest, average = np.zeros((2, *x.shape[:2], *places))
    for i, j in product(*map(range, places)):
        rows = slice(i * strides[0], i * strides[0] + kernel[0])
        seen = filled[:, :, rows, j * strides[1] : j * strides[1] + kernel[1]]
        largest[:, :, i, j] = np.nanmax(seen, axis=(2, 3))
        mean = np.nansum(seen, axis=(2, 3)) / math.prod(kernel) if count_pads else None
        average[:, :, i, j] = np.nanmean(seen, axis=(2, 3)) if mean is None else mean
    geometry = {"kernel": kernel, "strides": strides, "pads": pads}
    compare("max_pool", [x], largest, **geometry)
    compare("average_pool", [x], average, count_pads=count_pads, **geometry)


def test_max_pool_of_integers_and_of_nan() -> None:
    """Below all integers is the lowest of them."""
    x = np.array([[[[-128, -5], [-7, -9]]]], np.int8)
    pooled = operators.max_pool(x, kernel=(2, 2), strides=(1, 1), pads=(1, 1, 0, 0))
    np.testing.assert_array_equal(pooled[0, 0], [[-128, -5], [-7, -5]])
    nan = np.array([[[[1, np.nan], [2, 3]]]], np.float32)
    assert np.isnan(operators.max_pool(nan)).all()


def test_pooling_refuses_windows_of_padding_alone() -> None:
    with pytest.raises(MisuseError, match="padding of 2 places around windows of 2"):
        operators.average_pool.operator(kernel=(2, 2), pads=(0, 0, 2, 0))


shapes = st.lists(st.integers(1, 5), max_size=3).map(tuple)


@given(shapes, st.integers(1, 40), st.sampled_from(sorted(FLOATS)))
@EXAMPLES
def test_normalizations_of_any_shape(leading: tuple[int, ...], columns: int, dtype: str) -> None:
    """Rows of any length, after any number of dimensions."""
    x = numbers((*leading, columns), dtype)
    weight, bias = numbers((columns,), dtype, 1), numbers((columns,), dtype, 2)
    rows, last = wide(x), dict[str, Any](axis=-1, keepdims=True)
    power = np.exp(rows - rows.max(**last))
    compare("softmax", [x], power / power.sum(**last))
    epsilon = float(np.float32(1e-5))
    normal = (rows - rows.mean(**last)) / np.sqrt(rows.var(**last) + epsilon)
    compare("layer_norm", [x, weight, bias], normal * wide(weight) + wide(bias))
    scaled = rows / np.sqrt((rows**2).mean(**last) + float(np.float32(1e-6)))
    compare("rms_norm", [x, weight], scaled * wide(weight))


@pytest.mark.parametrize("dtype", FLOATS)
def test_normalize_scales_the_channels_of_each_pixel(dtype: str) -> None:
    """AutoKernel's has no epsilon: a pixel of zeros is NaN there."""
    x, scale = numbers((2, 3, 4, 5), dtype), numbers((3,), dtype, 1)
    x[0, :, 1, 2] = 0
    length = np.sqrt((wide(x) ** 2).sum(1, keepdims=True))
    golden = wide(x) / np.where(length, length, 1) * wide(scale)[:, None, None]
    compare("normalize", [x, scale], golden)


@given(st.integers(1, 9), st.integers(0, 9), st.integers(1, 9), st.sampled_from(sorted(FLOATS)))
@EXAMPLES
def test_products_of_any_shape(m: int, k: int, n: int, dtype: str) -> None:
    """Empty products are 0."""
    a, b, c = numbers((m, k), dtype), numbers((k, n), dtype, 1), numbers((m, n), dtype, 2)
    golden = wide(a) @ wide(b)
    compare("matmul", [a, b], golden)
    own = operators.gemm(a, b, c, 0.5, beta=-2.0)
    np.testing.assert_allclose(
        wide(own), 0.5 * golden - 2 * wide(c), rtol=2 * UNIT[dtype], atol=1e-5
    )
    bias = numbers((n,), dtype, 3)
    weight = np.ascontiguousarray(b.T)
    compare("fully_connected", [a, weight, bias], golden + wide(bias))
    compare("fully_connected", [a, weight, bias], np.maximum(golden + wide(bias), 0), relu=True)
    batches = [np.stack([one, one[::-1]]).reshape(1, 2, *one.shape) for one in (a, b)]
    compare("batch_matmul", batches, wide(batches[0]) @ wide(batches[1]))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("shape", [(), (0, 3), (3, 7)])
def test_functions_of_one_element(shape: tuple[int, ...], dtype: str) -> None:
    """Tensors without dimensions and without elements are supported."""
    x, y = 3 * numbers(shape, dtype), numbers(shape, dtype, 1)
    u, v = wide(x), wide(y)
    logistic = 1 / (1 + np.exp(-u))
    share = 0.5 * (1 + np.vectorize(math.erf, otypes=[float])(u / math.sqrt(2)))
    cubic = math.sqrt(2 / math.pi) * (u + 0.044715 * u**3)
    for name, golden in {
        "relu": np.maximum(u, 0),
        "leaky_relu": np.where(u < 0, float(np.float32(0.01)) * u, u),
        "sigmoid": logistic,
        "silu": u * logistic,
        "gelu": u * share,
        "gelu_tanh": 0.5 * u * (1 + np.tanh(cubic)),
    }.items():
        compare(name, [x], golden)
    compare("swiglu", [x, y], u * logistic * v)
    compare("add", [x, y], u + v)
    compare("multiply", [x, y], u * v)


def test_scale_shift_relu_of_channels() -> None:
    """After which any number of dimensions may stand."""
    x, scale, shift = numbers((2, 3, 4, 5)), numbers((3,), seed=1), numbers((3,), seed=2)
    golden = wide(x) * wide(scale)[:, None, None] + wide(shift)[:, None, None]
    compare("scale_shift_relu", [x, scale, shift], np.maximum(golden, 0))


@pytest.mark.parametrize("dtype", FLOATS)
def test_reductions_of_rows(dtype: str) -> None:
    """Sums and products of narrow floats are rounded once."""
    x = numbers((2, 3, 17), dtype)
    for name in ("sum", "mean", "max", "min", "prod"):
        compare(f"reduce_{name}", [x], getattr(np, name)(wide(x), axis=-1))
    np.testing.assert_array_equal(operators.arg_max(x), wide(x).argmax(-1).astype(np.int32))


def test_reductions_of_large_halves_do_not_overflow_before_they_must() -> None:
    """4096 times 100 is no half; the mean of these is."""
    x = np.full((1, 4096), 100, np.float16)
    assert operators.reduce_mean(x)[0] == 100
    assert np.isinf(operators.reduce_sum(x)[0])


def test_reductions_of_integers_wrap_around() -> None:
    x = np.full((1, 3), 2**30, np.int32)
    assert operators.reduce_sum(x)[0] == -(2**30)


@pytest.mark.parametrize("dtype", ["int8", "float16", "float32"])
def test_layouts(dtype: str) -> None:
    x = np.arange(2 * 3 * 4 * 5).reshape(2, 3, 4, 5).astype(dtype)
    np.testing.assert_array_equal(operators.transpose(x), x.swapaxes(-1, -2))
    np.testing.assert_array_equal(operators.to_channels_last(x), x.transpose(0, 2, 3, 1))


def test_a_convolution_of_ordinary_size_is_possible() -> None:
    """64 channels to 64 at 56 x 56: its products alone would take gigabytes."""
    x, weight, bias = numbers((1, 64, 56, 56)), numbers((64, 64, 3, 3), seed=1), numbers((64,))
    result = operators.convolution(x, weight, bias, pads=(1, 1, 1, 1))
    golden = (wide(x[0, :, 9:12, 19:22]) * wide(weight[7])).sum() + bias[7]
    np.testing.assert_allclose(result[0, 7, 10, 20], golden, rtol=1e-4)


def test_all_shipped_operators_are_trees_for_all_their_types() -> None:
    """Whatever has no test above is found here."""
    for description in operators.SHIPPED.values():
        for dtype in description.dtypes:
            assert description.operator(dtype=dtype).inputs[0].dtype == dtype
