"""The ways out of L0C against models in NumPy: layouts, conversions, activation, atomics."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from tests.aicore.cube_support import from_nz, to_nz, up
from tests.aicore.fixpipe_support import (
    BF16_MODE,
    DEQF16,
    F16,
    NONE,
    Q8,
    REQ8,
    TYPES,
    VDEQF16,
    VQ8,
    VREQ8,
    run_out,
)
from tests.aicore.harness import AIC_ONLY, AICORE, Kernel, KernelFaultError
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray


def scale_word(factor: float, offset: int = 0, *, signed: bool = True, shift: int = 0) -> int:
    """A scale word; `shift` 1 to 16, or 0 for none."""
    bits = int(np.float32(factor).view(np.uint32))
    moved = (shift - 1) << 32 | 1 << 36 if shift else 0
    return bits | moved | (offset & 0x1FF) << 37 | int(signed) << 46


def quantized(
    values: NDArray[Any], factor: Any, offset: Any, dtype: Any, *, relu: bool, shift: int = 0
) -> NDArray[Any]:
    """Times factor, rounded to even and limited to 9 bits, plus offset, limited to the type."""
    if shift:
        values = np.clip(values >> shift, -32768, 32767)
    scaled = values.astype(np.float32) * np.asarray(factor, np.float32)
    if relu:
        scaled = np.where(values < 0, np.float32(0), scaled)
    rounded = np.rint(np.clip(scaled, -256, 255)).astype(np.int64) + np.asarray(offset)
    info = np.iinfo(dtype)
    return np.clip(rounded, info.min, info.max).astype(dtype)


CONVERSIONS = [
    ("float", "float", NONE),
    ("int32_t", "int32_t", NONE),
    ("float", "half", F16),
    ("float", "bfloat16_t", BF16_MODE),
    ("int32_t", "half", DEQF16),
    ("int32_t", "half", VDEQF16),
    ("int32_t", "int8_t", REQ8),
    ("int32_t", "uint8_t", VREQ8),
    ("float", "int8_t", VQ8),
    ("float", "uint8_t", Q8),
]


def source_values(rng: np.random.Generator, src: str, shape: tuple[int, int]) -> NDArray[Any]:
    if src == "float":
        return (rng.standard_normal(shape) * 300).astype(np.float32)
    return rng.integers(-(2**17), 2**17, shape).astype(np.int32)


def converted(
    values: NDArray[Any], dst: str, mode: int, words: dict[str, Any], *, relu: bool
) -> NDArray[Any]:
    element = TYPES[dst]
    if mode in {NONE, F16, BF16_MODE}:
        return (np.maximum(values, 0) if relu else values).astype(element)
    if mode in {DEQF16, VDEQF16}:
        scaled = values.astype(np.float32) * np.asarray(words["factor"], np.float32)
        return (np.where(values < 0, 0, scaled) if relu else scaled).astype(np.float16)
    return quantized(
        values, words["factor"], words["offset"], element, relu=relu, shift=words["shift"]
    )


def draw_scales(
    rng: np.random.Generator, mode: int, dst: str, src: str, columns: int
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Scale words as a call takes them, and what they mean."""
    vector = mode in {VREQ8, VDEQF16, VQ8}
    count = columns if vector else 1
    # Products of a few significant bits are exact in float32.
    factors = rng.integers(1, 16, count) / np.float32(2 ** (12 if src == "int32_t" else 4))
    offsets = rng.integers(-100, 101, count)
    shift = 3 if mode in {REQ8, VREQ8} else 0
    words = [
        scale_word(float(f), int(o), signed=dst == "int8_t", shift=shift)
        for f, o in zip(factors, offsets, strict=True)
    ]
    meaning = {"factor": factors, "offset": offsets, "shift": shift}
    return ({"scales": words} if vector else {"scale": words[0]}), meaning


@settings(max_examples=100, deadline=None)
@given(
    conversion=st.sampled_from(CONVERSIONS),
    m=st.integers(1, 70),
    n=st.integers(1, 70),
    spare_rows=st.integers(0, 2),
    spare_columns=st.integers(0, 9),
    relu=st.booleans(),
    form=st.integers(0, 2),
    seed=st.integers(0, 2**32 - 1),
)
@example(("float", "half", F16), 16, 16, 0, 0, False, 0, 0)
def test_row_major(
    conversion: tuple[str, str, int],
    m: int,
    n: int,
    spare_rows: int,
    spare_columns: int,
    relu: bool,
    form: int,
    seed: int,
) -> None:
    src, dst, mode = conversion
    rng = np.random.default_rng(seed)
    rows = up(m, 16) + 16 * spare_rows
    values = source_values(rng, src, (rows, n))
    words, meaning = draw_scales(rng, mode, dst, src, n)
    gm = np.ones((m, n + spare_columns), TYPES[dst])
    expected = gm.copy()
    expected[:, :n] = converted(values[:m], dst, mode, meaning, relu=relu)
    run_out(
        src, dst, to_nz(values, 16), gm, form=form, layout=1, n=n, m=m, src_stride=rows,
        dst_stride=n + spare_columns, mode=mode, relu=relu, **words,
    )  # fmt: skip
    np.testing.assert_array_equal(gm, expected)


@pytest.mark.parametrize(("dst", "mode"), [("int8_t", REQ8), ("uint8_t", REQ8), ("int8_t", VREQ8)])
@pytest.mark.parametrize("signed", [False, True])
def test_bit_46_says_whether_bytes_are_signed(dst: str, mode: int, signed: bool) -> None:
    """Whatever the type of the tensor: 随路量化.md, table 1."""
    values = np.arange(-400, 400, 3, dtype=np.int32)[:256].reshape(16, 16)
    word = scale_word(1.0, signed=signed)
    words: dict[str, Any] = {"scales": [word] * 16} if mode == VREQ8 else {"scale": word}
    gm = np.zeros((16, 16), TYPES[dst])
    run_out("int32_t", dst, to_nz(values, 16), gm, layout=1, n=16, m=16, src_stride=16,
            dst_stride=16, mode=mode, **words)  # fmt: skip
    kind = np.int8 if signed else np.uint8
    want = quantized(values, 1.0, 0, kind, relu=False)
    np.testing.assert_array_equal(gm.view(kind), want)


@settings(max_examples=80, deadline=None)
@given(
    conversion=st.sampled_from(CONVERSIONS),
    m=st.integers(1, 70),
    tiles=st.integers(1, 5),
    relu=st.booleans(),
    way=st.sampled_from(["Fixpipe", "DataCopy", "L1"]),
    seed=st.integers(0, 2**32 - 1),
)
def test_nz(
    conversion: tuple[str, str, int], m: int, tiles: int, relu: bool, way: str, seed: int
) -> None:
    """1-byte results are merged to groups of 32 columns; an odd last 16 stay alone."""
    src, dst, mode = conversion
    assume(way != "L1" or mode != NONE)  # rejected: below
    element = np.dtype(TYPES[dst])
    rng = np.random.default_rng(seed)
    rows, n = up(m, 16), 16 * tiles
    values = source_values(rng, src, (rows, n))
    words, meaning = draw_scales(rng, mode, dst, src, n)
    result = converted(values[:m], dst, mode, meaning, relu=relu)
    width = 32 if element.itemsize == 1 else 16
    pitch = (m + 3) * width * element.itemsize // 32  # of a column group, in 32 bytes
    gm = np.full(131072 // element.itemsize, 0, element)
    gm.view(np.uint8)[...] = 0x5A
    expected = gm.copy()
    for group in range(0, n, width):
        part = result[:, group : group + width]
        start = group // width * pitch * 32 // element.itemsize
        expected[start : start + part.size] = part.reshape(-1)
    run_out(
        src, dst, to_nz(values, 16), gm, form=int(way == "DataCopy"), layout=0, n=n, m=m,
        src_stride=rows, dst_stride=pitch, mode=mode, relu=relu, to_l1=int(way == "L1"), **words,
    )  # fmt: skip
    np.testing.assert_array_equal(gm, expected)


MODES = [NONE, F16, REQ8, VREQ8, VDEQF16, DEQF16, BF16_MODE, VQ8, Q8]
# Fixpipe's page: the modes of each pair of types; pairs without a row have none.
PAIRS = {
    ("float", "float"): {NONE},
    ("float", "half"): {F16},
    ("float", "bfloat16_t"): {BF16_MODE},
    ("float", "int8_t"): {Q8, VQ8},
    ("float", "uint8_t"): {Q8, VQ8},
    ("int32_t", "int32_t"): {NONE},
    ("int32_t", "half"): {DEQF16, VDEQF16},
    ("int32_t", "int8_t"): {REQ8, VREQ8},
    ("int32_t", "uint8_t"): {REQ8, VREQ8},
}


@pytest.mark.parametrize("form", [0, 1])
@pytest.mark.parametrize(("src", "dst"), [(s, d) for s in ("float", "int32_t") for d in TYPES])
def test_modes_of_a_pair_of_types(src: str, dst: str, form: int) -> None:
    taken = set()
    for mode in MODES:
        gm = np.zeros((16, 16), TYPES[dst])
        words = ""
        try:
            run_out(
                src, dst, np.zeros((16, 16), TYPES[src]), gm, form=form, layout=1, n=16, m=16,
                src_stride=16, dst_stride=16, mode=mode,
            )  # fmt: skip
            taken.add(mode)
        except KernelFaultError as error:
            words = error.message
        assert mode in taken or "quantPre does not fit" in words
    assert taken == PAIRS.get((src, dst), set())


@pytest.mark.parametrize("kind", ["float", "int32_t"])
def test_results_reach_l1_converted_only(kind: str) -> None:
    """The page of L0C to L1: float and int32_t are no destinations on A2 and A3."""
    gm = np.zeros(131072 // 4, TYPES[kind])
    with pytest.raises(KernelFaultError, match="results reach L1 converted"):
        run_out(
            kind, kind, np.zeros((16, 16), TYPES[kind]), gm, layout=0, n=16, m=16, src_stride=16,
            dst_stride=16, to_l1=1,
        )  # fmt: skip


def test_channels_are_split_in_nz_of_float_only() -> None:
    for dst, mode, layout in [("half", F16, 0), ("float", NONE, 1)]:
        with pytest.raises(KernelFaultError, match="isChannelSplit is for results of type float"):
            run_out(
                "float", dst, np.zeros((16, 16), np.float32), np.zeros(4096, TYPES[dst]),
                layout=layout, n=16, m=16, src_stride=16, dst_stride=16, mode=mode, split=1,
            )  # fmt: skip


@pytest.mark.parametrize("form", [0, 1])
def test_several_matrices(form: int) -> None:
    rng = np.random.default_rng(6)
    values = source_values(rng, "float", (3, 32 * 48)).reshape(3, 32, 48)
    image = np.zeros((3, 7, 256), np.float32)  # 7 tiles from one matrix to the next
    for i in range(3):
        image[i, :6] = to_nz(values[i], 16).reshape(6, 256)
    gm = np.zeros((3, 1300), np.float32)
    run_out(
        "float", "float", image, gm, form=form, layout=1, n=40, m=30, src_stride=32, dst_stride=41,
        nd_num=3, src_nd=7, dst_nd=1300,
    )  # fmt: skip
    np.testing.assert_array_equal(
        gm[:, : 30 * 41].reshape(3, 30, 41)[..., :40], values[:, :30, :40]
    )


@pytest.mark.parametrize("form", [0, 1])
@pytest.mark.parametrize("n", [16, 24, 48])
def test_channel_split(n: int, form: int) -> None:
    """Groups of 8 columns."""
    rng = np.random.default_rng(n)
    values = source_values(rng, "float", (32, n))
    gm = np.zeros((n // 8, 32, 8), np.float32)
    run_out(
        "float", "float", to_nz(values, 16), gm, form=form, layout=0, n=n, m=32, src_stride=32,
        dst_stride=32, split=1,
    )  # fmt: skip
    np.testing.assert_array_equal(gm, values.reshape(32, n // 8, 8).transpose(1, 0, 2))


@pytest.mark.parametrize(("atomic", "operation"), [(1, np.add), (2, np.maximum)])
@pytest.mark.parametrize("layout", [0, 1])
@pytest.mark.parametrize(("src", "dst", "mode"), [("float", "float", NONE), ("float", "half", F16)])
def test_atomics(atomic: int, operation: Any, layout: int, src: str, dst: str, mode: int) -> None:
    rng = np.random.default_rng(atomic)
    values = (rng.integers(-100, 100, (32, 48))).astype(np.float32)
    old = rng.integers(-100, 100, (32, 48)).astype(TYPES[dst])
    gm = old.copy() if layout else to_nz(old, 16)
    pitch = 48 if layout else 32 * gm.itemsize // 2
    run_out(
        src, dst, to_nz(values, 16), gm, layout=layout, n=48, m=32, src_stride=32,
        dst_stride=pitch, mode=mode, atomic=atomic,
    )  # fmt: skip
    result = gm if layout else from_nz(gm, 32, 48)
    np.testing.assert_array_equal(result, operation(values.astype(TYPES[dst]), old))


def test_scale_has_19_bits_and_results_saturate() -> None:
    values = np.array([[1, 1000, -1000, 300, -300] + [0] * 11], np.int32)
    values = np.repeat(values, 16, axis=0)
    fine = float(np.float32(1 + 2**-11))  # becomes 1
    gm = np.zeros((16, 16), np.int8)
    run_out(
        "int32_t", "int8_t", to_nz(values, 16), gm, layout=1, n=16, m=16, src_stride=16,
        dst_stride=16, mode=REQ8, scale=scale_word(fine, 0),
    )  # fmt: skip
    np.testing.assert_array_equal(gm[0, :5], [1, 127, -128, 127, -128])
    # Limits before and after the offset.
    run_out(
        "int32_t", "int8_t", to_nz(values, 16), gm, layout=1, n=16, m=16, src_stride=16,
        dst_stride=16, mode=REQ8, scale=scale_word(1, -200),
    )  # fmt: skip
    np.testing.assert_array_equal(gm[0, :5], [-128, 55, -128, 55, -128])
    half = np.zeros((16, 16), np.float16)
    floats = np.repeat(np.array([[70000.0, -70000.0, 65504.0, 1e-8] + [0] * 12], "f4"), 16, axis=0)
    run_out(
        "float", "half", to_nz(floats, 16), half, layout=1, n=16, m=16, src_stride=16,
        dst_stride=16, mode=F16,
    )  # fmt: skip
    np.testing.assert_array_equal(half[0, :4], np.array([np.inf, -np.inf, 65504, 0], np.float16))


BURSTS = read_source(__file__, "kernels/fixpipe_bursts.cpp")


def test_bursts() -> None:
    """The older parameters of Fixpipe."""
    rng = np.random.default_rng(8)
    values = source_values(rng, "float", (48, 48))
    nz, rows = np.zeros((3, 22, 16), np.float16), np.zeros((20, 50), np.float16)
    image = np.zeros((32768,), np.float32)
    image[: 48 * 48] = to_nz(values, 16).reshape(-1)
    Kernel(BURSTS, "bursts", 3).run(1, image, nz, rows, task_type=AIC_ONLY)
    halves = values[:20].astype(np.float16)
    np.testing.assert_array_equal(nz[:, :20].transpose(1, 0, 2).reshape(20, 48), halves)
    np.testing.assert_array_equal(rows[:, :40], np.maximum(halves[:, :40], 0))
    assert not nz[:, 20:].any()
    assert not rows[:, 40:].any()


# What 310B does with results of type half: all fields of the parameters are set one by one.
FINISH = read_source(__file__, "kernels/fixpipe_finish.cpp")


@cache
def finish_kernel() -> Kernel:
    return Kernel(FINISH, "finish", 4, arch=300)


@settings(max_examples=40, deadline=None)
@given(
    tiles=st.integers(1, 3),
    rows=st.integers(1, 40),
    nd=st.booleans(),
    clip=st.booleans(),
    operation=st.integers(0, 2),
    relu=st.booleans(),
    gap=st.integers(0, 3),
)
def test_clip_and_element_work(
    tiles: int, rows: int, nd: bool, clip: bool, operation: int, relu: bool, gap: int
) -> None:
    rng = np.random.default_rng(rows * 7 + tiles)
    columns = 16 * tiles - (3 if nd else 0)
    pitch = up(rows, 16)
    matrix = (rng.integers(-2000, 2000, (rows, columns)) / 16).astype(np.float32)
    image = np.zeros(16384, np.float32)
    fractals = to_nz(matrix, 16).reshape(-1)
    image[: fractals.size] = fractals
    other = (rng.integers(-2000, 2000, (rows, columns)) / 16).astype(np.float16)
    elements = np.zeros(16384, np.float16)
    stride = rows + gap
    for tile in range(tiles):
        part = other[:, tile * 16 : tile * 16 + 16]
        place = elements[tile * stride * 16 : (tile * stride + rows) * 16].reshape(rows, 16)
        place[:, : part.shape[1]] = part
    dst = np.zeros(16384, np.float16)
    largest = np.float16(37.5)
    call = [
        int(largest.view(np.uint16)), stride, columns, rows, pitch, columns if nd else rows,
        nd, clip, operation, relu, 0,
    ]  # fmt: skip
    finish_kernel().run(
        1, image, elements, dst, np.array(call, np.uint32), soc="Ascend310B1", task_type=AICORE
    )
    expected = matrix.astype(np.float16)
    expected = np.maximum(expected, np.float16(0)) if relu else expected
    expected = np.minimum(expected, largest) if clip else expected
    expected = expected + [0, 1, -1][operation] * other.astype(np.float32)
    if nd:
        result = dst[: rows * columns].reshape(rows, columns)
    else:
        result = dst[: rows * columns].reshape(tiles, rows, 16).transpose(1, 0, 2)
        result = result.reshape(rows, columns)
    np.testing.assert_array_equal(result, expected.astype(np.float16))


def test_element_work_is_of_310b() -> None:
    call = np.array([0x3C00, 1, 16, 16, 16, 16, 0, 1, 0, 0], np.uint32)
    buffers = np.zeros(16384, np.float32), np.zeros(16384, np.float16), np.zeros(16384, np.float16)
    with pytest.raises(KernelFaultError, match="results of type half on 310B"):
        finish_kernel().run(1, *buffers, call, soc="Ascend910B1", task_type=AIC_ONLY)
