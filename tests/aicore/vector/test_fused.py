"""Instructions that compute and convert at once, against NumPy: lanes are counted by the wider
type, results saturate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Form, Image, Lanes, assert_same, call
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

DST, SRC0, SRC1 = 0, 16384, 32768
F32, F16 = np.float32, np.float16

_FORMS = read_source(__file__, "kernels/fused_forms.h")

CTYPES: dict[type, str] = {
    F32: "float",
    F16: "half",
    np.int8: "int8_t",
    np.uint8: "uint8_t",
    np.int16: "int16_t",
    np.int32: "int32_t",
}


def _saturated(values: NDArray, dtype: type) -> NDArray:
    """float -> `dtype`, rounded to nearest even, clamped for integers."""
    with np.errstate(all="ignore"):
        if np.issubdtype(dtype, np.floating):
            return values.astype(dtype)
        info = np.iinfo(dtype)
        exact = np.clip(np.rint(values.astype(np.float64)), info.min, info.max)
        return np.where(np.isnan(values), 0, exact).astype(dtype)


def _relu(values: NDArray) -> NDArray:
    return np.maximum(values, 0)


def _wide(values: NDArray) -> NDArray:
    """Return half in the type of its computation; the conversion to the result rounds once."""
    return values.astype(F32) if values.dtype == F16 else values


# name, dst type, src type -> results from (src0, src1, old dst)
OPS: dict[tuple[str, type, type], Callable] = {
    ("AddReluCast", np.int8, F16): lambda a, b, _: _saturated(_relu(_wide(a) + _wide(b)), np.int8),
    ("AddReluCast", F16, F32): lambda a, b, _: _relu(a + b).astype(F16),
    ("AddReluCast", np.int8, np.int16): lambda a, b, _: np.clip(_relu(a + b), -128, 127).astype(
        np.int8
    ),
    ("SubReluCast", np.int8, F16): lambda a, b, _: _saturated(_relu(_wide(a) - _wide(b)), np.int8),
    ("SubReluCast", F16, F32): lambda a, b, _: _relu(a - b).astype(F16),
    ("SubReluCast", np.int8, np.int16): lambda a, b, _: np.clip(_relu(a - b), -128, 127).astype(
        np.int8
    ),
    ("MulCast", np.int8, F16): lambda a, b, _: _saturated(_wide(a) * _wide(b), np.int8),
    ("MulCast", np.uint8, F16): lambda a, b, _: _saturated(_wide(a) * _wide(b), np.uint8),
    ("MulAddDst", F32, F32): lambda a, b, old: a * b + old,
    ("MulAddDst", F16, F16): lambda a, b, old: (
        a.astype(F32) * b.astype(F32) + old.astype(F32)
    ).astype(F16),
    ("MulAddDst", F32, F16): lambda a, b, old: a.astype(F32) * b.astype(F32) + old,
    ("Axpy", F32, F32): lambda a, s, old: a * s + old,
    ("Axpy", F16, F16): lambda a, s, old: (a.astype(F32) * F32(s) + old.astype(F32)).astype(F16),
    ("Axpy", F32, F16): lambda a, s, old: a.astype(F32) * F32(s) + old,
}


def _body() -> str:
    lines = [_FORMS, "__aicore__ inline void Run(const Call& c) { switch (c.op) {"]
    for number, (name, dst, src) in enumerate(OPS):
        macro = (
            f"AXPY({CTYPES[dst]}, {CTYPES[src]})"
            if name == "Axpy"
            else f"BINARY({name}, {CTYPES[dst]}, {CTYPES[src]})"
        )
        lines.append(f"case {number}: {macro} break;")
    return "\n".join([*lines, "} }"])


BODY = _body()


def _values(rng: np.random.Generator, dtype: type, count: int) -> NDArray:
    if np.issubdtype(dtype, np.floating):
        return (rng.standard_normal(count) * 10).astype(dtype)
    return rng.integers(-300, 300, count).astype(dtype)


@st.composite
def lane_choices(draw: st.DrawFn) -> Lanes:
    form = draw(st.sampled_from(Form))
    mask = (draw(st.integers(0, 2**64 - 1)), draw(st.integers(0, 2**64 - 1)))
    if form == Form.LANES:
        mask = (draw(st.integers(0, 130)), 0)
    return Lanes(
        form,
        count=draw(st.integers(0, 700)),
        repeat=draw(st.integers(0, 5)),
        mask=mask,
        blk=tuple(draw(st.integers(1, 3)) for _ in range(3)),
        rep=tuple(draw(st.integers(4, 12)) for _ in range(3)),
    )


@pytest.mark.parametrize(("name", "dst_type", "src_type"), list(OPS))
@settings(max_examples=15, deadline=None)
@given(lanes=lane_choices(), seed=st.integers(0, 2**32))
def test_matches_numpy(name: str, dst_type: type, src_type: type, lanes: Lanes, seed: int) -> None:
    rng = np.random.default_rng(seed)
    size = {"dst": np.dtype(dst_type).itemsize, "src": np.dtype(src_type).itemsize}
    image = Image(rng.integers(0, 256, 65536, dtype=np.uint8))
    image.put(DST, _values(rng, dst_type, 16384 // size["dst"]))
    for offset in (SRC0, SRC1):
        image.put(offset, _values(rng, src_type, 16384 // size["src"]))
    scalar = _values(rng, src_type, 1)[0]
    expected = image.copy()
    width = 256 // max(size.values())
    for repeat, chosen in enumerate(lanes.selected(width)):
        to = DST + lanes.offsets(0, repeat, chosen, width, size["dst"])
        a = expected.gather(SRC0 + lanes.offsets(1, repeat, chosen, width, size["src"]), src_type)
        b = expected.gather(SRC1 + lanes.offsets(2, repeat, chosen, width, size["src"]), src_type)
        old = expected.gather(to, dst_type)
        with np.errstate(all="ignore"):
            result = OPS[name, dst_type, src_type](a, scalar if name == "Axpy" else b, old)
        expected.scatter(to, result.astype(dst_type))
    got = call(
        BODY,
        image,
        op=list(OPS).index((name, dst_type, src_type)),
        lanes=lanes,
        at=(DST, SRC0, SRC1),
        scalar=scalar,
    )
    assert_same(got, expected, f"{name} {lanes}")


DEQ = read_source(__file__, "kernels/fused_deq.cpp")


@settings(max_examples=20, deadline=None)
@given(
    form=st.integers(0, 2),
    lanes=st.integers(0, 64),
    repeat=st.integers(0, 6),
    seed=st.integers(0, 2**32),
)
def test_add_deq_relu_scales_the_sum(form: int, lanes: int, repeat: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    a, b = (rng.integers(-5000, 5000, 384).astype(np.int32) for _ in range(2))
    scale = F16(rng.uniform(0.01, 2))
    image = Image()
    image.put(SRC0, a)
    image.put(SRC1, b)
    mask = (lanes, 0) if form == 1 else ((1 << lanes) - 1, 0)
    count = lanes * 6
    got = call(
        DEQ,
        image,
        op=form,
        lanes=Lanes(count=count, repeat=repeat, mask=mask),
        at=(DST, SRC0, SRC1),
        scalar=scale,
    )
    with np.errstate(over="ignore"):
        full = _relu((a + b).astype(F32) * F32(scale)).astype(F16).reshape(6, 64)
    expected = image.copy()
    if form == 0:
        expected.put(DST, full.ravel()[:count])
    else:
        for row in range(repeat):
            expected.put(DST + row * 128, full[row, :lanes])
    assert_same(got, expected, "AddDeqRelu")


CAST_DEQ = read_source(__file__, "kernels/fused_cast_deq.cpp")


@pytest.mark.parametrize("dtype", [np.int8, np.uint8])
@pytest.mark.parametrize("per_lane", [False, True])
@pytest.mark.parametrize("upper", [False, True])
def test_cast_deq_takes_one_half_of_each_block(dtype: type, per_lane: bool, upper: bool) -> None:
    rng = np.random.default_rng(1)
    source = rng.integers(-600, 600, 256).astype(np.int16)
    image = Image(rng.integers(0, 256, 65536, dtype=np.uint8))
    image.put(SRC0, source)
    form = Form(per_lane * 2 + upper)
    got = call(
        CAST_DEQ,
        image,
        type_index=int(dtype == np.uint8),
        lanes=Lanes(form, repeat=2, mask=(100, 0)),
        at=(DST, SRC0, SRC1),
        extra=(3,),
    )
    lane = np.arange(128)
    scale = 0.25 * (lane % 16 + 1) if per_lane else np.full(128, 0.5)
    offset = lane % 16 - 8 if per_lane else np.full(128, 3)
    blocks = got.get(DST, dtype, 512).reshape(2, 8, 32)
    before = image.get(DST, dtype, 512).reshape(2, 8, 32)
    values = np.rint(source.reshape(2, 128) * scale) + offset
    info = np.iinfo(dtype)
    full = np.clip(values, info.min, info.max).astype(dtype).reshape(2, 8, 16)
    half = slice(16, 32) if upper else slice(0, 16)
    want = before.copy()
    want[:, :, half] = full
    want.reshape(2, 8, 32)[:, 6, half][:, 4:] = before[:, 6, half][:, 4:]
    want[:, 7] = before[:, 7]
    np.testing.assert_array_equal(blocks, want)
