"""Vector operations whose destination has another type, from Python, against NumPy."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Form, Image, Lanes, assert_same
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
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

F32, F16 = np.float32, np.float16
I8, U8, I16, I32, I64 = np.int8, np.uint8, np.int16, np.int32, np.int64
# All of them count lanes by the wider of their types; strides that small never overlap there.
LEAST_STEP = 4


def _saturated(values: NDArray, dtype: type) -> NDArray:
    """Rounded to nearest even; integers stay within their range."""
    if np.issubdtype(dtype, np.floating):
        return values.astype(dtype)
    info = np.iinfo(dtype)
    return np.clip(np.rint(values.astype(np.float64)), info.min, info.max).astype(dtype)


def _wide(values: NDArray) -> NDArray:
    return values.astype(F32) if values.dtype == F16 else values.astype(np.int64)


def _fused(combine: Callable[[NDArray, NDArray], NDArray], dtype: type) -> Callable:
    def lane(x: NDArray, y: NDArray, _: NDArray) -> NDArray:
        wide = x.dtype == F32
        return _saturated(combine(x, y) if wide else combine(_wide(x), _wide(y)), dtype)

    return lane


def _accumulated(x: NDArray, y: NDArray, old: NDArray) -> NDArray:
    return x.astype(F32) * np.asarray(y).astype(F32) + old.astype(F32)


def _add_relu(x: NDArray, y: NDArray) -> NDArray:
    return np.maximum(x + y, 0)


def _sub_relu(x: NDArray, y: NDArray) -> NDArray:
    return np.maximum(x - y, 0)


SCALE = F16(0.25)

# Operation, types of the destination and of the sources: its operands and a lane's result.
OPERATIONS: dict[tuple[str, type, type], tuple[str, Callable]] = {
    ("add_relu_cast", I8, F16): ("dst, src0, src1", _fused(_add_relu, I8)),
    ("add_relu_cast", I8, I16): ("dst, src0, src1", _fused(_add_relu, I8)),
    ("add_relu_cast", F16, F32): ("dst, src0, src1", _fused(_add_relu, F16)),
    ("sub_relu_cast", I8, F16): ("dst, src0, src1", _fused(_sub_relu, I8)),
    ("sub_relu_cast", I8, I16): ("dst, src0, src1", _fused(_sub_relu, I8)),
    ("sub_relu_cast", F16, F32): ("dst, src0, src1", _fused(_sub_relu, F16)),
    ("mul_cast", I8, F16): ("dst, src0, src1", _fused(np.multiply, I8)),
    ("mul_cast", U8, F16): ("dst, src0, src1", _fused(np.multiply, U8)),
    ("mul_add_dst", F32, F32): ("dst, src0, src1", _accumulated),
    ("mul_add_dst", F16, F16): ("dst, src0, src1", _accumulated),
    ("mul_add_dst", F32, F16): ("dst, src0, src1", _accumulated),
    ("axpy", F32, F32): ("dst, src0, scalar", _accumulated),
    ("axpy", F16, F16): ("dst, src0, scalar", _accumulated),
    ("axpy", F32, F16): ("dst, src0, scalar", _accumulated),
    ("add_deq_relu", F16, I32): (
        "dst, src0, src1",
        lambda x, y, _: np.maximum((x + y).astype(F32) * F32(SCALE), 0),
    ),
}
# MulCast takes its mask from the call alone.
ALWAYS_MASKED = {"mul_cast"}


@cache
def _calls(dst: type, src: type) -> tuple[Calls, dict[str, int]]:
    """One kernel with the operations of a pair of types."""
    texts: list[str] = []
    first = {}
    wider = "dst" if np.dtype(dst).itemsize > np.dtype(src).itemsize else "src0"
    for (name, *types), (tensors, _) in OPERATIONS.items():
        if types == [dst, src]:
            params = UNARY if "scalar" in tensors else BINARY
            forms = masked(f"asc.{name}({tensors}", params, wider)
            first[name] = len(texts)
            texts += forms[: 3 if name in ALWAYS_MASKED else 5]
    prologue = f"asc.set_deq_scale({float(SCALE)})\n" if src == I32 else ""
    views = (View("dst", dst, DST), View("src0", src, SRC0), View("src1", src, SRC1))
    return Calls(views, tuple(prologue + text for text in texts)), first


def _small(rng: np.random.Generator, dtype: type, count: int) -> NDArray:
    if np.issubdtype(dtype, np.integer):
        return rng.integers(-300, 300, count).astype(dtype)
    return (rng.standard_normal(count) * 10).astype(dtype)


@pytest.mark.parametrize(("name", "dst", "src"), list(OPERATIONS))
@settings(max_examples=12, deadline=None)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_matches_numpy(name: str, dst: type, src: type, data: st.DataObject, seed: int) -> None:
    forms = tuple(Form)[: 3 if name in ALWAYS_MASKED else 5]
    lanes = data.draw(lane_choices(forms, LEAST_STEP))
    calls, first = _calls(dst, src)
    tensors, golden = OPERATIONS[name, dst, src]
    rng = np.random.default_rng(seed)
    image = filled(rng, calls.views)
    for view in calls.views:
        image.put(view.offset, _small(rng, view.dtype, 16384 // np.dtype(view.dtype).itemsize))
    scalar = _small(rng, src, 1)[0]
    views = calls.views[: 3 if "src1" in tensors else 2]

    def lane(*values: NDArray) -> NDArray:
        *sources, old = values
        return golden(*sources, *([scalar] if "scalar" in tensors else []), old)

    expected = expected_image(image, lanes, views, lane)
    got = calls.run(first[name] + lanes.form, image, lanes, scalar)
    assert_same(got, expected, f"{name}<{dst.__name__}, {src.__name__}> {lanes}")


# Destination and source of `cast`, and the roundings that CANN documents for them.
EXACT, ROUNDED = ("NONE",), ("RINT", "FLOOR", "CEIL", "ROUND", "TRUNC")
CASTS: dict[tuple[str, str], tuple[str, ...]] = {
    ("float32", "float32"): ROUNDED,
    ("float16", "float32"): ("NONE", *ROUNDED, "ODD"),
    ("bfloat16", "float32"): ROUNDED,
    ("int64", "float32"): ROUNDED,
    ("int32", "float32"): ROUNDED,
    ("int16", "float32"): ROUNDED,
    ("float32", "float16"): EXACT,
    ("int32", "float16"): ROUNDED,
    ("int16", "float16"): ROUNDED,
    ("int8", "float16"): ("NONE", *ROUNDED),
    ("uint8", "float16"): ("NONE", *ROUNDED),
    ("float32", "bfloat16"): EXACT,
    ("int32", "bfloat16"): ROUNDED,
    ("float16", "int8"): EXACT,
    ("float16", "uint8"): EXACT,
    ("float16", "int16"): ("NONE", *ROUNDED),
    ("float32", "int16"): EXACT,
    ("float32", "int32"): ("NONE", *ROUNDED),
    ("int64", "int32"): EXACT,
    ("int16", "int32"): EXACT,
    ("float32", "int64"): ROUNDED,
    ("int32", "int64"): EXACT,
}
ROUND: dict[str, Callable] = {
    "NONE": np.rint,
    "RINT": np.rint,
    "FLOOR": np.floor,
    "CEIL": np.ceil,
    "ROUND": lambda values: np.copysign(np.floor(np.abs(values) + 0.5), values),
    "TRUNC": np.trunc,
}


@cache
def _casts(target: str, source: str) -> Calls:
    """A kernel with all roundings of a conversion, then the forms of the first one."""
    modes = CASTS[target, source]
    kinds = _type(target), _type(source)
    wider = "dst" if np.dtype(kinds[0]).itemsize > np.dtype(kinds[1]).itemsize else "src0"
    call = "asc.cast(dst, src0, asc.RoundMode.CAST_{}"
    texts = [f"{call.format(mode)}, count=count)" for mode in modes]
    texts += masked(call.format(modes[0]), UNARY, wider)
    return Calls((View("dst", kinds[0], DST), View("src0", kinds[1], SRC0)), tuple(texts))


def _type(name: str) -> type:
    if name == "bfloat16":
        return pytest.importorskip("ml_dtypes").bfloat16
    return np.dtype(name).type


def _converted(values: NDArray, target: type, mode: str) -> NDArray:
    """Exact but where both are floats: there the values are such that no rounding is needed."""
    if not np.issubdtype(target, np.integer):
        return values.astype(np.float64).astype(target)
    info = np.iinfo(target)
    whole = ROUND[mode](values.astype(np.float64)) if values.dtype.kind != "i" else values
    return np.clip(whole, info.min, info.max).astype(target)


@pytest.mark.parametrize(("target", "source"), list(CASTS))
def test_casts_round_as_asked_for(target: str, source: str) -> None:
    calls = _casts(target, source)
    rng = np.random.default_rng(1)
    kind = calls.views[1].dtype
    # Halves around zero: exact in every type with a fraction, and between two integers.
    values = (rng.integers(-200, 200, 200) / 2).astype(np.float32).astype(kind)
    image = filled(rng, ())
    image.put(SRC0, values)
    for which, mode in enumerate(CASTS[target, source]):
        expected = image.copy()
        if mode == "ODD" or (target == source and mode in ROUND):
            whole = values if mode == "ODD" else ROUND[mode](values)
            expected.put(DST, whole.astype(calls.views[0].dtype))
        else:
            expected.put(DST, _converted(values, calls.views[0].dtype, mode))
        got = calls.run(which, image, Lanes(count=200))
        assert_same(got, expected, f"{target} <- {source} {mode}")


@pytest.mark.parametrize(("target", "source"), list(CASTS))
@settings(max_examples=6, deadline=None)
@given(lanes=lane_choices(least_step=8), seed=st.integers(0, 2**32))
def test_casts_take_every_form(target: str, source: str, lanes: Lanes, seed: int) -> None:
    calls = _casts(target, source)
    modes = CASTS[target, source]
    rng = np.random.default_rng(seed)
    image = filled(rng, ())
    kind = calls.views[1].dtype
    image.put(SRC0, rng.integers(0, 100, 32768 // np.dtype(kind).itemsize).astype(kind))
    expected = expected_image(
        image, lanes, calls.views, lambda x, _: _converted(x, calls.views[0].dtype, modes[0])
    )
    assert_same(calls.run(len(modes) + lanes.form, image, lanes), expected, f"{lanes}")


DEQ = "asc.cast_deq(dst, src0"
DEQ_TEXTS = (
    f"asc.set_deq_scale(0.5)\n{DEQ}, count=count)",
    f"asc.set_deq_scale(0.5)\n{DEQ}, mask=low, repeat_times=repeat, repeat_params={UNARY})",
    f"asc.set_deq_scale(0.5)\n{DEQ}, mask=[low, high], repeat_times=repeat, repeat_params={UNARY})",
)


@settings(max_examples=20, deadline=None)
@given(
    lanes=lane_choices((Form.COUNT, Form.LANES, Form.BITS), LEAST_STEP), seed=st.integers(0, 2**32)
)
def test_cast_deq_of_integers_to_half(lanes: Lanes, seed: int) -> None:
    calls = Calls((View("dst", F16, DST), View("src0", I32, SRC0)), DEQ_TEXTS)
    rng = np.random.default_rng(seed)
    image = filled(rng, ())
    image.put(SRC0, rng.integers(-1000, 1000, 8192).astype(I32))
    expected = expected_image(
        image, lanes, calls.views, lambda x, _: (x.astype(F32) * F32(0.5)).astype(F16)
    )
    assert_same(calls.run(lanes.form, image, lanes), expected, f"{lanes}")


@pytest.mark.parametrize("dst", [I8, U8])
@pytest.mark.parametrize("vector", [False, True])
def test_cast_deq_of_int16_with_scale_and_offset(dst: type, vector: bool) -> None:
    signed = dst == I8
    one = f"asc.set_deq_scale(0.25, 7, {signed})"
    many = (
        "asc.set_deq_scale(words, asc.VdeqInfo([0.25, 0.5] * 8, [7, -3] * 8,"
        f" [{signed}] * 16))\nasc.pipe_barrier(asc.PipeID.PIPE_ALL)"
    )
    text = f"{many if vector else one}\n{DEQ}, count=count, is_vec_deq={vector}, half_block=False)"
    calls = Calls(
        (View("dst", dst, DST), View("src0", I16, SRC0), View("words", np.uint64, SRC1)), (text,)
    )
    image = Image()
    values = np.random.default_rng(2).integers(-225, 225, 128).astype(I16) * I16(4)  # no halves
    image.put(SRC0, values)
    got = calls.run(0, image, Lanes(count=128)).get(DST, dst, 256).reshape(-1, 32)
    scale = np.tile([0.25, 0.5] if vector else [0.25, 0.25], 64)
    offset = np.tile([7, -3] if vector else [7, 7], 64)
    expected = _saturated(values * scale + offset, dst).reshape(-1, 16)
    assert np.array_equal(got[: len(expected), :16], expected)
