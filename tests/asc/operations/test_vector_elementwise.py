"""Element-wise vector operations from Python against NumPy: every type, form, stride and mask."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import (
    Form,
    Lanes,
    assert_same,
    reciprocal_estimate,
    rsqrt_estimate,
    shifted_left,
)
from tests.utils.asc_vectors import (
    BINARY,
    DST,
    SRC0,
    SRC1,
    UNARY,
    Calls,
    View,
    expected_image,
    filled,
    lane_choices,
    masked,
    numbers,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

F32, F16 = np.float32, np.float16
NUMBERS = (F32, F16, np.int16, np.int32)
FLOATS = (F32, F16)
INTEGERS = (np.int16, np.uint16, np.int32, np.uint32)


def _wide(values: NDArray) -> NDArray:
    """Half is computed in float and rounded once."""
    return values.astype(F32) if values.dtype == F16 else values


def _relu(values: NDArray) -> NDArray:
    return np.maximum(values, 0)


def _table(
    tensors: str, params: str, rows: dict[str, tuple[tuple[type, ...], Callable]]
) -> dict[str, tuple[str, str, tuple[type, ...], Callable]]:
    return {name: (tensors, params, *row) for name, row in rows.items()}


# Name: element types, result of a lane from its sources and the old destination.
OPERATIONS = {
    **_table(
        "dst, src0, src1",
        BINARY,
        {
            "add": (NUMBERS, lambda x, y, _: x + y),
            "sub": (NUMBERS, lambda x, y, _: x - y),
            "mul": (NUMBERS, lambda x, y, _: x * y),
            "div": (FLOATS, lambda x, y, _: x / y),
            "max": (NUMBERS, lambda x, y, _: np.maximum(x, y)),
            "min": (NUMBERS, lambda x, y, _: np.minimum(x, y)),
            "bitwise_and": ((np.int16, np.uint16), lambda x, y, _: x & y),
            "bitwise_or": ((np.int16, np.uint16), lambda x, y, _: x | y),
            "add_relu": ((F32, F16, np.int16), lambda x, y, _: _relu(x + y)),
            "sub_relu": ((F32, F16, np.int16), lambda x, y, _: _relu(x - y)),
            "fused_mul_add": (FLOATS, lambda x, y, old: x * old + y),
            "fused_mul_add_relu": (FLOATS, lambda x, y, old: _relu(x * old + y)),
        },
    ),
    **_table(
        "dst, src0",
        UNARY,
        {
            "abs": (FLOATS, lambda x, _: np.abs(x)),
            "relu": ((F32, F16, np.int32), lambda x, _: _relu(x)),
            "sqrt": (FLOATS, lambda x, _: np.sqrt(x)),
            "reciprocal": (FLOATS, lambda x, _: reciprocal_estimate(x)),
            "rsqrt": (FLOATS, lambda x, _: rsqrt_estimate(x)),
            "exp": (FLOATS, lambda x, _: np.exp(x)),
            "ln": (FLOATS, lambda x, _: np.log(x)),
            "bitwise_not": ((np.int16, np.uint16), lambda x, _: ~x),
        },
    ),
    **_table(
        "dst, src0, scalar",
        UNARY,
        {
            "adds": (NUMBERS, lambda x, s, _: x + s),
            "muls": (NUMBERS, lambda x, s, _: x * s),
            "maxs": (NUMBERS, lambda x, s, _: np.maximum(x, s)),
            "mins": (NUMBERS, lambda x, s, _: np.minimum(x, s)),
            "leaky_relu": (FLOATS, lambda x, s, _: np.where(x >= 0, x, x * s)),
            "shift_left": (INTEGERS, lambda x, s, _: shifted_left(x, s)),
            "shift_right": (INTEGERS, lambda x, s, _: np.right_shift(x, s)),
        },
    ),
}
# A number of elements that is known when the kernel is compiled.
CONSTANT = 701
# Not correctly rounded: compared by values.
APPROXIMATE = {"exp", "ln"}


@cache
def _calls(dtype: type) -> tuple[Calls, dict[str, int]]:
    """One kernel with all operations of a type, and the number of the first form of each."""
    texts: list[str] = []
    first = {}
    for name, (tensors, params, dtypes, _) in OPERATIONS.items():
        if dtype in dtypes:
            first[name] = len(texts)
            texts += masked(f"asc.{name}({tensors}", params)
            texts.append(f"asc.{name}({tensors}, count={CONSTANT})")
    views = (View("dst", dtype, DST), View("src0", dtype, SRC0), View("src1", dtype, SRC1))
    return Calls(views, tuple(texts)), first


def _close(got: NDArray, expected: NDArray) -> NDArray:
    """Return whether numbers differ by the last digits at most."""
    tolerance = 2e-3 if got.dtype == F16 else 2e-6
    with np.errstate(all="ignore"):
        return np.isclose(_wide(got), _wide(expected), tolerance, 1e-7, equal_nan=True)


@pytest.mark.parametrize(
    ("name", "dtype"), [(name, dtype) for name, row in OPERATIONS.items() for dtype in row[2]]
)
@settings(max_examples=12, deadline=None)
@given(lanes=lane_choices(), seed=st.integers(0, 2**32))
@example(lanes=Lanes(count=CONSTANT), seed=0)
def test_matches_numpy(name: str, dtype: type, lanes: Lanes, seed: int) -> None:
    calls, first = _calls(dtype)
    tensors, _, _, golden = OPERATIONS[name]
    rng = np.random.default_rng(seed)
    image = filled(rng, calls.views)
    scalar = numbers(rng, dtype, 1)[0]
    if name.startswith("shift"):
        scalar = dtype(rng.integers(0, 8 * np.dtype(dtype).itemsize))

    def lane(*values: NDArray) -> NDArray:
        *sources, old = [_wide(value) for value in values]
        if "scalar" in tensors:
            sources.append(_wide(np.array(scalar)))
        return golden(*sources, old)

    views = calls.views[: 3 if "src1" in tensors else 2]
    expected = expected_image(image, lanes, views, lane)
    form = len(Form) if lanes.count == CONSTANT else lanes.form
    got = calls.run(first[name] + form, image, lanes, scalar)
    if name in APPROXIMATE:
        count = SRC0 // np.dtype(dtype).itemsize
        results, models = (part.get(DST, dtype, count) for part in (got, expected))
        expected.put(DST, np.where(_close(results, models), results, models))
    assert_same(got, expected, f"{name}<{dtype.__name__}> {lanes}")
