"""Operators that are neither rows nor columns, and chains of stages, on AI cores."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from custom_compiler import autokernel as ak
from custom_compiler.autokernel.aicore import kernels, run
from custom_compiler.autokernel.aicore.nest import nests_of
from custom_compiler.autokernel.classes import classify_for_cores
from custom_compiler.autokernel.describe import reference
from custom_compiler.errors import MisuseError

PART = kernels.CorePlatform(core_num=5, cube_num=1, ub_size=196608)
SMALL = kernels.CorePlatform(core_num=2, cube_num=1, ub_size=32768)  # vectors are soon too long
SIZES = st.integers(1, 9)
DTYPES = ["float16", pytest.param("float32", marks=pytest.mark.slow)]


def compute(
    operator: ak.Operator,
    arrays: dict[str, np.ndarray],
    sizes: dict[str, int],
    part: kernels.CorePlatform = PART,
    data: st.DataObject | None = None,
) -> list[tuple[np.ndarray, np.ndarray]]:
    kind, match = classify_for_cores(operator)
    space = kind.core_space(match, sizes, part)
    setting: dict[str, Any] = kind.core_default(match, sizes, part)
    assert space.allows(space.point(setting))
    if data is not None:
        points = st.tuples(*(st.integers(0, len(knob.values) - 1) for knob in space.knobs))
        setting = space.setting(data.draw(points.filter(space.allows)))
    golden = reference.evaluate(operator, arrays, wide=True)
    dtypes = [reference.numpy_dtype(each.dtype) for each in operator.outputs]
    made = [np.empty(each.shape, dtype) for each, dtype in zip(golden, dtypes, strict=True)]
    call = kind.core_call(match, sizes, setting, part)
    kernels.launch(call, list(arrays.values()), made)
    return list(zip(made, golden, strict=True))


def close(found: list[tuple[np.ndarray, np.ndarray]], rtol: float = 1e-5) -> None:
    for made, golden in found:
        least = rtol * np.abs(golden).max(initial=1.0)
        np.testing.assert_allclose(made.astype(np.float64), golden, rtol=rtol, atol=least)


def random(dtype: str, *shape: int) -> np.ndarray:
    return np.random.default_rng(sum(shape)).normal(scale=2, size=shape).astype(dtype)


@ak.op(x="a b c", row="b", turned="c a", one="", dtypes=("float16", "float32"))
def broadcasts(x: ak.Tensor, row: ak.Tensor, turned: ak.Tensor, one: ak.Tensor) -> ak.Tensor:
    """Broadcast the first axes, one in the middle, reordered ones, and none."""
    return ak.where(x < turned, x * row, one)


@settings(max_examples=6, deadline=None)
@given(a=SIZES, b=SIZES, c=st.integers(1, 700), part=st.sampled_from([PART, SMALL]), data=st.data())
@pytest.mark.parametrize("dtype", DTYPES)
def test_broadcasts(
    dtype: str, a: int, b: int, c: int, part: kernels.CorePlatform, data: st.DataObject
) -> None:
    arrays = {"x": random(dtype, a, b, c), "row": random(dtype, b)}
    arrays |= {"turned": random(dtype, c, a), "one": random(dtype)}
    operator = broadcasts.operator(dtype=dtype)
    close(compute(operator, arrays, {"a": a, "b": b, "c": c}, part, data), 2e-3)


@ak.op(x="n c h w", weight="c", dtypes=("float16", "float32"))
def batch_norm(x: ak.Tensor, weight: ak.Tensor) -> ak.Tensor:
    wide = ak.wide(x)
    centred = wide - ak.mean(wide, "n h w")
    scaled = centred * ak.rsqrt(ak.mean(centred * centred, "n h w") + 1e-5) * ak.wide(weight)
    return ak.cast(scaled, x.dtype)


@settings(max_examples=6, deadline=None)
@given(n=SIZES, c=SIZES, h=SIZES, w=st.integers(1, 90), part=st.sampled_from([PART, SMALL]))
def test_reductions_around_an_axis(
    n: int, c: int, h: int, w: int, part: kernels.CorePlatform
) -> None:
    arrays = {"x": random("float16", n, c, h, w), "weight": random("float16", c)}
    operator = batch_norm.operator(dtype="float16")
    close(compute(operator, arrays, {"n": n, "c": c, "h": h, "w": w}, part), 2e-3)


@ak.op(x="a b c", dtypes=("int32", "float32"))
def reductions(x: ak.Tensor) -> tuple[ak.Tensor, ...]:
    """Vectors along reduced axes, and along retained ones."""
    return ak.sum(x, "a c"), ak.max(x, "a c"), ak.prod(x, "a b"), ak.min(x, "a b")


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(a=st.integers(1, 4), b=SIZES, c=st.integers(1, 400), part=st.sampled_from([PART, SMALL]))
@pytest.mark.parametrize("dtype", ["int32", "float32"])
def test_all_reductions(dtype: str, a: int, b: int, c: int, part: kernels.CorePlatform) -> None:
    x = np.random.default_rng(b).choice([-1, 1, 1, 2], (a, b, c), p=[0.1, 0.4, 0.48, 0.02])
    operator = reductions.operator(dtype=dtype)
    close(compute(operator, {"x": x.astype(dtype)}, {"a": a, "b": b, "c": c}, part))


@ak.op(x="rows columns", y="rows columns", dtypes=("float32",))
def cosine_loss(x: ak.Tensor, y: ak.Tensor) -> ak.Tensor:
    length = ak.sqrt(ak.sum(x * x, "columns") * ak.sum(y * y, "columns"))
    return ak.mean(1.0 - ak.sum(x * y, "columns") / ak.maximum(length, 1e-8), "rows")


@settings(max_examples=6, deadline=None)
@given(rows=st.integers(1, 70), columns=st.integers(1, 900), part=st.sampled_from([PART, SMALL]))
def test_a_number_of_all_rows(rows: int, columns: int, part: kernels.CorePlatform) -> None:
    arrays = {"x": random("float32", rows, columns), "y": random("float32", columns, rows).T.copy()}
    close(compute(cosine_loss.operator(), arrays, {"rows": rows, "columns": columns}, part))


@ak.op(x="n c=12 p", weight="c=12", dtypes=("float32",))
def group_norm(x: ak.Tensor, weight: ak.Tensor) -> ak.Tensor:
    """Read in groups and by channels, as frameworks have it."""
    parts = ak.split(x, "c", "g k", (3, 4))
    mean = ak.stage(ak.mean(parts, "k p"))
    centred = parts - mean
    root = ak.stage(ak.rsqrt(ak.mean(centred * centred, "k p") + 1e-5))
    return ak.merge(centred * root, "g k", "c") * weight


@pytest.mark.slow
@pytest.mark.parametrize("pixels", [50, 3000])
def test_stages_with_groups(pixels: int) -> None:
    arrays = {"x": random("float32", 2, 12, pixels), "weight": random("float32", 12)}
    close(compute(group_norm.operator(), arrays, {"n": 2, "p": pixels}))


def everything(x: np.ndarray) -> np.ndarray:
    return x / np.sqrt((x.astype(np.float64) ** 2).sum())


@ak.op(x="a b c", dtypes=("float32",))
def frobenius(x: ak.Tensor) -> ak.Tensor:
    return x / ak.sqrt(ak.sum(x * x, "a b c"))


@pytest.mark.parametrize("shape", [(3, 5, 7), (2, 40, 300), (1, 1, 1)])
def test_a_number_of_everything(shape: tuple[int, ...]) -> None:
    x = random("float32", *shape)
    ((made, _),) = compute(frobenius.operator(), {"x": x}, dict(zip("abc", shape, strict=True)))
    np.testing.assert_allclose(made, everything(x), rtol=1e-5)


@ak.op(x="rows columns", dtypes=("float32",))
def lower(x: ak.Tensor) -> ak.Tensor:
    is_below = ak.position(x, "rows") >= ak.position(x, "columns")
    return x * ak.cast(is_below, "float32")


def test_places_as_numbers() -> None:
    x = random("float32", 30, 300)
    ((made, _),) = compute(lower.operator(), {"x": x}, {"rows": 30, "columns": 300})
    np.testing.assert_array_equal(made, np.tril(x))


@ak.op(x="a b c", dtypes=("int32",))
def totals(x: ak.Tensor) -> tuple[ak.Tensor, ...]:
    return ak.sum(x, "a c"), ak.prod(x, "a c")


def test_nothing_to_compute() -> None:
    empty: dict[str, Any] = {"x": random("float16", 0, 3, 2, 2), "weight": random("float16", 3)}
    sizes = {"n": 0, "c": 3, "h": 2, "w": 2}
    close(compute(batch_norm.operator(dtype="float16"), empty, sizes))
    nothing = {"x": np.empty((0, 3, 5), np.int32)}
    close(compute(totals.operator(), nothing, {"a": 0, "b": 3, "c": 5}))


@ak.op(x="rows columns", label="rows", dtypes=("float32", "int64"))
def label_loss(x: ak.Tensor, label: ak.Tensor) -> ak.Tensor:
    """Cross entropy by labels of int64, of which -100 does not count."""
    counts = label != -100
    row = x - ak.max(x, "columns")
    row = row - ak.log(ak.sum(ak.exp(row), "columns"))
    place = ak.position(x, "columns", "int64")
    chosen = place == ak.where(counts, label, 0)
    losses = ak.where(counts, -ak.sum(ak.where(chosen, row, 0.0), "columns"), 0.0)
    return ak.sum(losses, "rows") / ak.sum(ak.cast(counts, "float32"), "rows")


@ak.op(x="n a b", y="n b", dtypes=("float16", "float32"))
def padded(x: ak.Tensor, y: ak.Tensor) -> tuple[ak.Tensor, ...]:
    """Values outside along vectors, in steps and across, of retained and of reduced axes."""
    along = ak.pad(ak.pad(x, "b", (3, 20), 5.0, name="b2"), "a", (1, 0), 5.0, name="a2")
    steps = ak.window(y, "b", "k", 3, stride=2, pad=(1, 2), outside=-1.0, name="c")
    return (
        along,
        ak.max(steps, "k"),
        ak.sum(ak.window(x, "a", "k", 3, pad=(1, 1), name="a3"), "k a3"),
    )


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(n=st.integers(1, 3), a=SIZES, b=st.integers(2, 600), part=st.sampled_from([PART, SMALL]))
@pytest.mark.parametrize("dtype", DTYPES)
def test_values_outside(dtype: str, n: int, a: int, b: int, part: kernels.CorePlatform) -> None:
    arrays = {"x": random(dtype, n, a, b), "y": random(dtype, n, b)}
    found = compute(padded.operator(dtype=dtype), arrays, {"n": n, "a": a, "b": b}, part)
    close(found, 5e-3 if dtype == "float16" else 1e-5)


LABELS = {"label": "int64"}


@pytest.mark.slow
def test_labels_of_int64() -> None:
    x, label = random("float32", 9, 300), np.arange(9) * 30
    label[2], label[5] = -100, (1 << 32) + 150  # which no place is, though its lower word is one
    operator = label_loss.operator(dtypes=LABELS)
    close(compute(operator, {"x": x, "label": label}, {"rows": 9, "columns": 300}))


@ak.op(x="a b", dtypes=("int64",))
def long_sum(x: ak.Tensor) -> ak.Tensor:
    return ak.cast(ak.sum(x, "a"), "float32")


def test_what_is_refused() -> None:
    sorted_out = ak.op(x="a b", dtypes=("float64",))(lambda x: ak.sum(x, "a"))
    with pytest.raises(MisuseError, match="float64"):
        nests_of(sorted_out.operator())
    with pytest.raises(MisuseError, match="sum of int64"):
        nests_of(long_sum.operator())


@pytest.mark.slow
def test_checker_finds_nothing() -> None:
    described = broadcasts.operator(dtype="float16"), cosine_loss.operator()
    shapes = ((3, 5, 70), (5,), (70, 3), ()), ((30, 70), (30, 70))
    sizes = {"a": 3, "b": 5, "c": 70}, {"rows": 30, "columns": 70}
    part = kernels.platform("Ascend910B3")
    launches = []
    for operator, of, known in zip(described, shapes, sizes, strict=True):
        kind, match = classify_for_cores(operator)
        call = kind.core_call(match, known, kind.core_default(match, known, part), part)
        arrays = tuple(random(operator.inputs[0].dtype, *shape) for shape in of)
        names = [each.name for each in operator.inputs]
        golden = reference.evaluate(operator, dict(zip(names, arrays, strict=True)))
        outputs = tuple((each.shape, each.dtype.name) for each in golden)
        launches.append(run.PortableLaunch(call, arrays, outputs, (), "Ascend910B3"))
    assert run.check_launches(launches) == [(), ()]
