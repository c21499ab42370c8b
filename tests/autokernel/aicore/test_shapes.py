"""Generated kernels for any shapes and types by their formulas, against the reference."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore import kernels, package
from custom_compiler.autokernel.describe import reference
from custom_compiler.autokernel.operators import (
    layer_norm,
    normalize,
    rms_norm,
    scale_shift_relu,
    softmax,
    swiglu,
)
from custom_compiler.search.space import Space

TYPES = {"float32": np.float32, "float16": np.float16, "bfloat16": ml_dtypes.bfloat16, "bool": bool}
TOLERANCE = {"float32": 1e-5, "float16": 2e-3, "bfloat16": 2e-2}
PART = kernels.CorePlatform(core_num=5, cube_num=1, ub_size=196608)
SMALL = kernels.CorePlatform(core_num=2, cube_num=1, ub_size=16384)  # long rows are soon too long
FLOATS = ("float32", "float16", "bfloat16")


@ak.op(x="... columns", dtypes=FLOATS)
def l2_norm(x: ak.Tensor) -> ak.Tensor:
    wide = ak.wide(x)
    return ak.cast(wide / ak.sqrt(ak.sum(wide * wide, "columns") + 1e-6), x.dtype)


@ak.op(x="... columns", dtypes=FLOATS)
def extremes(x: ak.Tensor) -> tuple[ak.Tensor, ...]:
    return ak.max(x, "columns"), ak.min(x, "columns")


@ak.op(x="rows columns", scale="columns", shift="rows", dtypes=FLOATS)
def scale_shift(x: ak.Tensor, scale: ak.Tensor, shift: ak.Tensor) -> ak.Tensor:
    return ak.cast(ak.wide(x) * ak.wide(scale) + ak.wide(shift), x.dtype)


@ak.op(x="... columns", limit="columns", dtypes=FLOATS)
def clipped_sum(x: ak.Tensor, limit: ak.Tensor) -> ak.Tensor:
    wide, most = ak.wide(x), ak.wide(limit)
    return ak.cast(ak.sum(ak.where(wide < most, wide, most), "columns"), x.dtype)


def compute(
    described: ak.Description,
    arrays: dict[str, np.ndarray],
    part: kernels.CorePlatform,
    sizes: dict[str, int],
    chosen: dict[str, Any] | None = None,
) -> list[tuple[np.ndarray, np.ndarray]]:
    dtype = next(iter(arrays.values())).dtype.name
    operator = described.operator(dtype=dtype)
    kind = package.settings_of(operator)
    setting = chosen or kind.default(operator, sizes, part)
    space = kind.space(operator, sizes, part)
    assert space.allows(space.point(setting))
    golden = reference.evaluate(operator, arrays, wide=True)
    made = [np.empty(each.shape, TYPES[dtype]) for each in golden]
    values = [each.default for each in operator.attributes]
    kernels.launch(kind.call(operator, sizes, setting, part), list(arrays.values()), made, values)
    return list(zip(made, golden, strict=True))


def random(dtype: str, *shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(scale=2, size=shape).astype(TYPES[dtype])


def close(found: list[tuple[np.ndarray, np.ndarray]], dtype: str) -> None:
    for made, golden in found:
        wide = made.astype(np.float64)
        least = 1e-2 * TOLERANCE[dtype] * np.abs(golden).max(initial=1.0)
        np.testing.assert_allclose(wide, golden, rtol=TOLERANCE[dtype], atol=least)


ROWS, COLUMNS = st.integers(1, 40), st.integers(1, 600)
CASES = [softmax, layer_norm, rms_norm, l2_norm, extremes, clipped_sum]


def check_rows(
    described: ak.Description,
    dtype: str,
    rows: int,
    columns: int,
    part: kernels.CorePlatform,
    setting: dict[str, Any] | None = None,
) -> None:
    operator = described.operator(dtype=dtype)
    shapes = [
        tuple(rows if axis.name in {"...", "rows"} else columns for axis in each.axes)
        for each in operator.inputs
    ]
    names = [each.name for each in operator.inputs]
    arrays = {name: random(dtype, *shape) for name, shape in zip(names, shapes, strict=True)}
    first = "rows" if operator.inputs[0].axes[0].name == "rows" else "..."
    close(compute(described, arrays, part, {first: rows, "columns": columns}, setting), dtype)


@settings(max_examples=6, deadline=None)
@given(rows=ROWS, columns=COLUMNS, part=st.sampled_from([PART, SMALL]))
@pytest.mark.parametrize("described", [softmax, clipped_sum, extremes, scale_shift])
def test_rows(
    described: ak.Description, rows: int, columns: int, part: kernels.CorePlatform
) -> None:
    check_rows(described, "float16", rows, columns, part)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    rows=st.integers(1, 700),
    # A few may be all but equal, and float32 norms of what is left have no five digits.
    columns=st.integers(8, 20000),
    part=st.sampled_from([PART, SMALL]),
)
@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("described", [*CASES, scale_shift])
def test_many_rows(
    described: ak.Description, dtype: str, rows: int, columns: int, part: kernels.CorePlatform
) -> None:
    check_rows(described, dtype, max(1, min(rows, 400_000 // columns)), columns, part)


@settings(max_examples=8, deadline=None)
@example(size=39041, part=PART)  # tiles that fill the unified buffer
@given(size=st.integers(1, 200_000), part=st.sampled_from([PART, SMALL]))
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
def test_elements(dtype: str, size: int, part: kernels.CorePlatform) -> None:
    arrays = {"gate": random(dtype, size), "x": random(dtype, size)}
    close(compute(swiglu, arrays, part, {"...": size}), dtype)


@settings(max_examples=8, deadline=None)
@given(
    n=st.integers(1, 4),
    c=st.integers(1, 40),
    rest=st.integers(1, 3000),
    part=st.sampled_from([PART, SMALL]),
)
def test_a_value_per_channel(n: int, c: int, rest: int, part: kernels.CorePlatform) -> None:
    sizes = {"n": n, "c": c, "...": rest}
    arrays = {"x": random("float16", n, c, rest)}
    arrays |= {"scale": random("float16", c), "shift": random("float16", c)}
    close(compute(scale_shift_relu, arrays, part, sizes), "float16")


def any_setting(data: st.DataObject, space: Space) -> dict[str, Any]:
    """An allowed setting, so that what a search may try is right, too."""
    points = data.draw(
        st.tuples(*(st.integers(0, len(knob.values) - 1) for knob in space.knobs)).filter(
            space.allows
        )
    )
    return space.setting(points)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(rows=st.integers(1, 60), columns=st.integers(1, 5000), data=st.data())
@pytest.mark.parametrize("described", [softmax, scale_shift])
def test_rows_with_any_setting(
    described: ak.Description, rows: int, columns: int, data: st.DataObject
) -> None:
    operator = described.operator(dtype="float16")
    first = "rows" if described is scale_shift else "..."
    space = package.settings_of(operator).space(operator, {first: rows, "columns": columns}, PART)
    check_rows(described, "float16", rows, columns, PART, any_setting(data, space))


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(size=st.integers(1, 100_000), data=st.data())
def test_elements_with_any_setting(size: int, data: st.DataObject) -> None:
    operator = swiglu.operator(dtype="float32")
    arrays = {"gate": random("float32", size), "x": random("float32", size)}
    space = package.settings_of(operator).space(operator, {"...": size}, PART)
    found = compute(swiglu, arrays, PART, {"...": size}, any_setting(data, space))
    close(found, "float32")


@ak.op(x="n k c", weight="k", bias="c", dtypes=FLOATS)
def middle_softmax(x: ak.Tensor, weight: ak.Tensor, bias: ak.Tensor) -> tuple[ak.Tensor, ...]:
    """Along an axis in the middle; values per row, per column, and of whole columns."""
    wide = ak.wide(x) * ak.wide(weight) + ak.wide(bias)
    wide = ak.where(wide < 3, wide, 3 + (wide - 3) / 2)
    power = ak.exp(wide - ak.max(wide, "k"))
    return ak.cast(power / ak.sum(power, "k"), x.dtype), ak.cast(ak.mean(wide, "k"), x.dtype)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(
    n=st.integers(1, 4),
    k=st.integers(1, 30),
    c=st.integers(1, 3000),
    part=st.sampled_from([PART, SMALL]),
    data=st.data(),
)
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_columns(
    dtype: str, n: int, k: int, c: int, part: kernels.CorePlatform, data: st.DataObject
) -> None:
    sizes = {"n": n, "k": k, "c": c}
    arrays = {"x": random(dtype, n, k, c)}
    arrays |= {"weight": random(dtype, k), "bias": random(dtype, c)}
    operator = middle_softmax.operator(dtype=dtype)
    space = package.settings_of(operator).space(operator, sizes, part)
    close(compute(middle_softmax, arrays, part, sizes), dtype)
    close(compute(middle_softmax, arrays, part, sizes, any_setting(data, space)), dtype)


def test_normalizing_channels() -> None:
    arrays = {"x": random("float16", 2, 6, 9, 11), "scale": random("float16", 6)}
    sizes = {"n": 2, "c": 6, "h": 9, "w": 11}
    close(compute(normalize, arrays, PART, sizes), "float16")


@pytest.mark.slow
@pytest.mark.parametrize("part", [PART, SMALL])
@pytest.mark.parametrize("described", CASES)
def test_what_is_no_number_shows(described: ak.Description, part: kernels.CorePlatform) -> None:
    operator = described.operator(dtype="float32")
    x = random("float32", 6, 1000)
    x[0, 3], x[1, 999], x[2, :2], x[3, 500], x[4] = np.nan, np.inf, (np.inf, -np.inf), -np.inf, 3e38
    arrays = {each.name: random("float32", 1000) for each in operator.inputs}
    arrays[operator.inputs[0].name] = x
    for made, golden in compute(described, arrays, part, {"...": 6, "columns": 1000}):
        with np.errstate(over="ignore"):
            wanted = golden.astype(np.float32)
        np.testing.assert_array_equal(np.isnan(made)[[0, 1, 3, 5]], np.isnan(wanted)[[0, 1, 3, 5]])
        np.testing.assert_allclose(made[5], wanted[5], rtol=1e-4, atol=1e-5)
        if described is extremes:
            np.testing.assert_array_equal(made, wanted)


def test_tensors_without_elements() -> None:
    nothing = random("float32", 0, 7)
    close(compute(softmax, {"x": nothing}, PART, {"...": 0, "columns": 7}), "float32")
    empty = random("float32", 0)
    close(compute(swiglu, {"gate": empty, "x": empty}, PART, {"...": 0}), "float32")
    arrays = {"x": random("float16", 0, 6, 9, 11), "scale": random("float16", 6)}
    close(compute(normalize, arrays, PART, {"n": 0, "c": 6, "h": 9, "w": 11}), "float16")


@ak.op(x="a k b", row="k", column="b", dtypes=("float32",))
def chosen_columns(x: ak.Tensor, row: ak.Tensor, column: ak.Tensor) -> ak.Tensor:
    """Comparisons of values per row, and of values per column."""
    total = ak.sum(x * ak.where(row > 0, row, -row), "k")
    return ak.where(total > column, total, total * 0.5)


@ak.op(x="rows columns", row="rows", dtypes=("float32",))
def chosen_rows(x: ak.Tensor, row: ak.Tensor) -> tuple[ak.Tensor, ...]:
    total = ak.sum(x, "columns")
    return x * ak.where(row > 0, row, -row), ak.where(total < row, total, total * 0.5)


def eighths(*shape: int) -> np.ndarray:
    return (np.rint(random("float32", *shape) * 8) / 8).astype(np.float32)


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(
    a=st.integers(1, 3),
    k=st.integers(1, 90),
    b=st.integers(1, 500),
    part=st.sampled_from([PART, SMALL]),
)
def test_comparisons_of_values_per_row_or_column(
    a: int, k: int, b: int, part: kernels.CorePlatform
) -> None:
    # Exact in every order of the sums: what is compared with them is as near as it gets.
    arrays = {"x": eighths(a, k, b), "row": eighths(k), "column": eighths(b)}
    close(compute(chosen_columns, arrays, part, {"a": a, "k": k, "b": b}), "float32")
    arrays = {"x": eighths(k, b), "row": eighths(k)}
    close(compute(chosen_rows, arrays, part, {"rows": k, "columns": b}), "float32")


@ak.op(x="a b c", row="b", dtypes=("bool",))
def both(x: ak.Tensor, row: ak.Tensor) -> ak.Tensor:
    return x & row


def test_bools_per_row() -> None:
    """Bools of rows in the middle."""
    generator = np.random.default_rng(0)
    x, row = generator.random((5, 32, 40)) < 0.5, generator.random(32) < 0.5
    sizes = {"a": 5, "b": 32, "c": 40}
    ((made, _),) = compute(both, {"x": x, "row": row}, PART, sizes)
    np.testing.assert_array_equal(made, x & row[:, None])
