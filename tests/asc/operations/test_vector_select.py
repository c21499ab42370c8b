"""Comparisons and selections from Python against NumPy."""

# ruff: noqa: E501  (lines of kernel text)

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.vector_support import Image, Lanes, assert_same
from tests.utils.asc_vectors import BINARY, DST, SRC0, SRC1, UNARY, Calls, View, filled

F32, F16 = np.float32, np.float16
BITS = 49152
MODES = {
    "LT": np.less,
    "GT": np.greater,
    "EQ": np.equal,
    "LE": np.less_equal,
    "GE": np.greater_equal,
    "NE": np.not_equal,
}
REPEATS = f"repeat_times=repeat, repeat_params={BINARY}"
MASKS = {"lanes": "mask=low", "bits": "mask=[low, high]"}
SELECT = "asc.select(dst, bits, src0"


def _compare_texts() -> dict[tuple[str, str], str]:
    texts = {}
    for mode in MODES:
        how = f"asc.CMPMODE.{mode}"
        texts[mode, "compare"] = f"asc.compare(bits, src0, src1, {how}, count=count)"
        texts[mode, "compare_scalar"] = (
            f"asc.compare_scalar(bits, src0, scalar, {how}, count=count)"
        )
        texts[mode, "register"] = (
            f"asc.compare(src0, src1, {how}, mask=low, repeat_params={BINARY})\nasc.get_cmp_mask(bits)"
        )
    for name, mask in MASKS.items():
        texts["LT", f"compare {name}"] = (
            f"asc.compare(bits, src0, src1, asc.CMPMODE.LT, {mask}, {REPEATS})"
        )
        texts["LT", f"compare_scalar {name}"] = (
            f"asc.compare_scalar(bits, src0, scalar, asc.CMPMODE.LT, {mask},"
            f" repeat_times=repeat, repeat_params={UNARY})"
        )
    texts["LT", "register bits"] = (
        f"asc.compare(src0, src1, asc.CMPMODE.LT, mask=[low, high], repeat_params={BINARY})\n"
        "asc.get_cmp_mask(bits)"
    )
    return texts


def _select_texts() -> dict[str, str]:
    scalar = "asc.SelMode.VSEL_TENSOR_SCALAR_MODE"
    tensor = "asc.SelMode.VSEL_TENSOR_TENSOR_MODE"
    register = "asc.SelMode.VSEL_CMPMASK_SPR"
    texts = {
        "scalar": f"{SELECT}, scalar, {scalar}, count=count)",
        "tensor": f"{SELECT}, src1, {tensor}, count=count)",
        "register": f"{SELECT}, src1, {register}, count=count)",
        "register alone": f"asc.set_cmp_mask(bits)\nasc.select(dst, src0, src1, {REPEATS},"
        f" sel_mode={register})",
        "scalar register": "asc.set_vector_mask(high, low, dtype=dst.dtype,"
        f" mode=asc.MaskMode.NORMAL)\n{SELECT}, {REPEATS})\nasc.reset_mask()",
    }
    for name, mask in MASKS.items():
        texts[f"scalar {name}"] = f"{SELECT}, scalar, {scalar}, {mask}, {REPEATS})"
        texts[f"tensor {name}"] = f"{SELECT}, src1, {tensor}, {mask}, {REPEATS})"
    return texts


COMPARE = _compare_texts()
CHOICES = _select_texts()


@cache
def _calls(dtype: type) -> Calls:
    views = (
        View("dst", dtype, DST),
        View("src0", dtype, SRC0),
        View("src1", dtype, SRC1),
        View("bits", np.uint8, BITS),
    )
    is_int = dtype == np.int32  # which has the comparisons for equality into memory only
    compare = [
        "pass" if is_int and (mode != "EQ" or how.startswith("register")) else text
        for (mode, how), text in COMPARE.items()
    ]
    return Calls(views, (*compare, *(() if is_int else CHOICES.values())))


def _compare(dtype: type, mode: str, how: str, image: Image, lanes: Lanes, scalar: float) -> Image:
    return _calls(dtype).run(list(COMPARE).index((mode, how)), image, lanes, dtype(scalar))


def _select(dtype: type, how: str, image: Image, lanes: Lanes, scalar: float) -> Image:
    return _calls(dtype).run(len(COMPARE) + list(CHOICES).index(how), image, lanes, dtype(scalar))


def _packed(flags: np.ndarray) -> np.ndarray:
    return np.packbits(flags, bitorder="little")


def _flags(image: Image, count: int) -> np.ndarray:
    bits = image.get(BITS, np.uint8, 1024)
    return np.unpackbits(bits, bitorder="little").astype(bool)[:count]


def _sources(seed: int, dtype: type, count: int) -> tuple[Image, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    a, b = rng.integers(-3, 3, (2, count)).astype(dtype)
    if dtype != np.int32:
        a[::7] = np.nan
    image = filled(rng, ())
    image.put(SRC0, a)
    image.put(SRC1, b)
    return image, a, b


@pytest.mark.parametrize("dtype", [F32, F16])
@settings(max_examples=30, deadline=None)
@given(
    mode=st.sampled_from(list(MODES)),
    how=st.sampled_from(["compare", "compare_scalar"]),
    repeats=st.integers(0, 20),
    seed=st.integers(0, 2**32),
)
def test_a_bit_per_element(dtype: type, mode: str, how: str, repeats: int, seed: int) -> None:
    count = repeats * 256 // dtype().itemsize
    image, a, b = _sources(seed, dtype, count)
    expected = image.copy()
    expected.put(BITS, _packed(MODES[mode](a, b if how == "compare" else dtype(1))))
    got = _compare(dtype, mode, how, image, Lanes(count=count), 1)
    assert_same(got, expected, f"{how} {mode}")


@pytest.mark.parametrize("how", ["compare", "compare_scalar"])
def test_integers_for_equality(how: str) -> None:
    image, a, b = _sources(3, np.int32, 640)
    expected = image.copy()
    expected.put(BITS, _packed(a == (b if how == "compare" else 2)))
    assert_same(_compare(np.int32, "EQ", how, image, Lanes(count=640), 2), expected, how)


@pytest.mark.parametrize("dtype", [F32, F16])
@pytest.mark.parametrize("mask", MASKS)
@pytest.mark.parametrize("how", ["compare", "compare_scalar"])
@settings(max_examples=8, deadline=None)
@given(repeat=st.integers(0, 6), step=st.integers(1, 12), seed=st.integers(0, 2**32))
def test_repeats(dtype: type, mask: str, how: str, repeat: int, step: int, seed: int) -> None:
    width = 256 // dtype().itemsize
    image, a, b = _sources(seed, dtype, 8192)
    full = (width, 0) if mask == "lanes" else (2**64 - 1, 2**64 - 1)
    lanes = Lanes(repeat=repeat, mask=full, rep=(8, step, step))
    starts = np.arange(repeat)[:, None] * step * (32 // dtype().itemsize) + np.arange(width)
    expected = image.copy()
    other = b[starts] if how == "compare" else dtype(1)
    expected.put(BITS, _packed((a[starts] < other).ravel()))
    assert_same(_compare(dtype, "LT", f"{how} {mask}", image, lanes, 1), expected, str(lanes))


@pytest.mark.parametrize("dtype", [F32, F16])
@pytest.mark.parametrize("mode", MODES)
def test_the_compare_mask_of_one_repeat(dtype: type, mode: str) -> None:
    width = 256 // dtype().itemsize
    image, a, b = _sources(4, dtype, width)
    for how, mask in (("register", (width, 0)), ("register bits", (2**64 - 1, 2**64 - 1))):
        if (mode, how) in COMPARE:
            got = _compare(dtype, mode, how, image, Lanes(mask=mask), 0)
            assert np.array_equal(_flags(got, width), MODES[mode](a, b)), how


@pytest.mark.parametrize("dtype", [F32, F16])
@pytest.mark.parametrize("how", ["scalar", "tensor", "register"])
@settings(max_examples=10, deadline=None)
@given(count=st.integers(0, 1500), seed=st.integers(0, 2**32))
def test_select_of_a_count(dtype: type, how: str, count: int, seed: int) -> None:
    image, a, b = _sources(seed, dtype, count)
    width = 256 // dtype().itemsize
    flags = np.resize(_flags(image, width), count) if how == "register" else _flags(image, count)
    expected = image.copy()
    expected.put(DST, np.where(flags, a, dtype(5) if how == "scalar" else b))
    assert_same(_select(dtype, how, image, Lanes(count=count), 5), expected, how)


@pytest.mark.parametrize("dtype", [F32, F16])
@pytest.mark.parametrize("how", ["scalar", "tensor"])
@pytest.mark.parametrize("mask", MASKS)
@settings(max_examples=10, deadline=None)
@given(repeat=st.integers(0, 4), low=st.integers(0, 2**64 - 1), seed=st.integers(0, 2**32))
def test_select_of_masked_repeats(
    dtype: type, how: str, mask: str, repeat: int, low: int, seed: int
) -> None:
    width = 256 // dtype().itemsize
    image, a, b = _sources(seed, dtype, 1024)
    number = low % (width + 1)
    lanes = Lanes(repeat=repeat, mask=(number if mask == "lanes" else low, low))
    word = (1 << number) - 1 if mask == "lanes" else low | low << 64
    active = np.array([bool(word >> lane & 1) for lane in range(width)])
    active = np.tile(active, repeat)
    flags = _flags(image, active.size)
    chosen = np.where(flags, a[: active.size], dtype(5) if how == "scalar" else b[: active.size])
    expected = image.copy()
    expected.put(DST, np.where(active, chosen, image.get(DST, dtype, active.size)))
    assert_same(_select(dtype, f"{how} {mask}", image, lanes, 5), expected, str(lanes))


@pytest.mark.parametrize("dtype", [F32, F16])
def test_select_by_the_compare_mask(dtype: type) -> None:
    width = 256 // dtype().itemsize
    image, a, b = _sources(5, dtype, 3 * width)
    flags = np.tile(_flags(image, width), 3)
    expected = image.copy()
    expected.put(DST, np.where(flags, a, b))
    lanes = Lanes(repeat=3, mask=(2**64 - 1, 2**64 - 1))
    assert_same(_select(dtype, "register alone", image, lanes, 0), expected, "register")
