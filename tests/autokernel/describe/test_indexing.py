"""Tensors read at other places than they are given or computed at, against NumPy."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.lib.stride_tricks import sliding_window_view

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.describe.tree import Load

EXAMPLES = settings(max_examples=30, deadline=None, derandomize=True)
X = np.arange(24, dtype=np.int32).reshape(4, 6)


def of_x(body: Callable[[ak.Tensor], Any]) -> ak.Description:
    @ak.op(x="a b", dtypes=("int32", "float32"))
    def moved(x: ak.Tensor) -> Any:
        return body(x)

    return moved


def check(body: Callable[[ak.Tensor], Any], golden: np.ndarray) -> None:
    """Read from an input, where it is one load, and from what is computed, where it is a stage."""
    np.testing.assert_array_equal(of_x(body)(X), golden)
    np.testing.assert_array_equal(of_x(lambda x: body(x * 1))(X), golden)


@given(st.integers(0, 6), st.integers(0, 6), st.integers(1, 3))
@EXAMPLES
def test_slices(start: int, stop: int, step: int) -> None:
    golden = X[:, min(start, stop) : max(start, stop) : step]
    check(lambda x: ak.slice(x, "b", min(start, stop), max(start, stop), step=step), golden)


def test_slices_from_the_end_and_single_places() -> None:
    check(lambda x: ak.slice(x, "b", -4, -1), X[:, -4:-1])
    check(lambda x: ak.take(x, "a", -1), X[-1])
    check(lambda x: ak.take(ak.take(x, "a", 1), "b", 2), X[1, 2])
    check(lambda x: ak.flip(ak.slice(x, "b", 1, step=2), "b_out"), X[:, 1::2][:, ::-1])


@given(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.booleans())
@EXAMPLES
def test_padding_of_what_is_padded_and_cut(low: int, high: int, start: int, again: bool) -> None:
    """With other numbers, which cannot be one load."""

    def body(x: ak.Tensor) -> ak.Tensor:
        x = ak.pad(x, "b", (low, high), -7, name="wide")
        x = ak.slice(x, "wide", start, name="cut")
        return ak.pad(x, "cut", (2, 1), 5 if again else -7, name="out")

    padded = np.pad(X, ((0, 0), (low, high)), constant_values=-7)[:, start:]
    golden = np.pad(padded, ((0, 0), (2, 1)), constant_values=5 if again else -7)
    np.testing.assert_array_equal(of_x(body)(X), golden)


@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 2), st.integers(0, 2))
@EXAMPLES
def test_windows_of_windows(size: int, stride: int, dilation: int, pad: int) -> None:
    """Windows of what windows see are one load of the input."""
    span = dilation * (size - 1) + 1

    def body(x: ak.Tensor) -> ak.Tensor:
        seen = ak.window(x, "b", "k", size, stride=stride, dilation=dilation, pad=(pad, pad))
        return ak.window(seen, "b_out", "l", 1, name="again")

    wide = np.pad(X, ((0, 0), (pad, pad)))
    golden = sliding_window_view(wide, span, axis=1)[:, ::stride, ::dilation]
    np.testing.assert_array_equal(of_x(body)(X)[..., 0], golden)
    operator = of_x(body).operator()
    assert len(operator.stages) == 1
    assert isinstance(operator.outputs[0].body, Load)


def test_axes_split_merged_repeated_and_renamed() -> None:
    """In the order of rows."""
    with_sizes = ak.op(x="a=4 b=6", dtypes=("int32",))(lambda x: ak.split(x, "b", "c d", (2, 3)))
    np.testing.assert_array_equal(with_sizes(X), X.reshape(4, 2, 3))
    check(lambda x: ak.merge(x, "a b", "c"), X.reshape(-1))
    check(lambda x: ak.merge(x, "b a", "c"), X.T.reshape(-1))
    check(lambda x: ak.repeat(x, "b", 3), X.repeat(3, axis=1))
    check(lambda x: ak.repeat(ak.repeat(x, "b", 2), "b_out", 3, name="c"), X.repeat(6, axis=1))
    check(lambda x: ak.sum(x * ak.rename(x, a="c"), "b"), X @ X.T)
    check(lambda x: ak.expand(x, "c", 3), np.stack([X] * 3))
    check(lambda x: ak.merge(ak.expand(x, "c", 3), "c a", "d"), np.concatenate([X] * 3))


def test_what_one_load_cannot_say_is_a_stage() -> None:
    """Merged twice: a place of the last divided, cut and divided again."""

    def body(x: ak.Tensor) -> ak.Tensor:
        return ak.merge(ak.slice(ak.merge(x, "a b", "c"), "c", 1, 13), "c_out", "d")

    check(body, X.reshape(-1)[1:13])


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=3))
@EXAMPLES
def test_parts_joined(cuts: list[tuple[int, int]]) -> None:
    """Parts of any size are joined, also empty ones."""
    ends = [(min(cut), max(cut)) for cut in cuts]

    def body(x: ak.Tensor) -> ak.Tensor:
        names = [f"p{place}" for place in range(len(ends))]
        parts = [ak.slice(x, "b", *cut, name=name) for cut, name in zip(ends, names, strict=True)]
        return ak.concat(parts, " ".join(names), name="joined")

    check(body, np.concatenate([X[:, low:high] for low, high in ends], axis=1))


def test_joined_axes_whose_sizes_calls_decide() -> None:
    @ak.op(x="n a", y="n b", z="n c")
    def joined(x: ak.Tensor, y: ak.Tensor, z: ak.Tensor) -> ak.Tensor:
        return ak.concat([x, y, z], "a b c", name="all")

    parts = [np.random.default_rng(size).random((2, size), np.float32) for size in (3, 0, 2)]
    np.testing.assert_array_equal(joined(*parts), np.concatenate(parts, axis=1))


def test_places_and_numbers_of_places() -> None:
    """Positions on axes, and sizes as numbers."""
    check(lambda x: ak.where(ak.position(x, "a") <= ak.position(x, "b"), x, 0), np.triu(X))
    check(lambda x: x * 0 + ak.extent(x, "a b"), np.full_like(X, 24))


def test_equal_stages_are_one() -> None:
    """Equal expressions are computed once."""

    def twice(x: ak.Tensor) -> ak.Tensor:
        return ak.flip(x * x, "a", name="c") + ak.flip(x * x, "a", name="c")

    assert len(of_x(twice).operator(dtype="float32").stages) == 2


@pytest.mark.parametrize("dtype", ["int32", "float32"])
def test_maxima_outside_of_tensors(dtype: str) -> None:
    """Padding below all numbers of the type."""

    def highest(x: ak.Tensor) -> ak.Tensor:
        return ak.max(ak.window(x, "b", "k", 3, pad=(1, 1), outside=ak.lowest(x.dtype)), "k")

    x = -X.astype(dtype)
    golden = np.stack([x[:, max(0, i - 1) : i + 2].max(1) for i in range(6)], axis=1)
    np.testing.assert_array_equal(of_x(highest)(x), golden)
