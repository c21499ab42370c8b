"""Vector instructions as documented, page by page, where a plain model of them would differ."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from tests.aicore.core_support import run
from tests.aicore.harness import KernelFaultError
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _run(
    body: str, types: tuple[str, str], sources: NDArray, result: NDArray, soc: str = "Ascend910B3"
) -> NDArray:
    """Statements on tensors a and b of `sources` and d, which begins with `result`; d after them."""
    raw = np.zeros(2048, sources.dtype)
    raw[: sources.size] = sources.ravel()
    got = result.copy()
    text = read_source(
        __file__,
        "kernels/documented.inc",
        OUTPUT=types[0],
        INPUT=types[1],
        OUTPUTS=result.size,
        BODY=body,
    )
    run(text, raw, got, soc=soc)
    return got


@pytest.mark.parametrize("saturates", [True, False])
def test_fused_conversions_obey_the_saturation_of_casts(saturates: bool) -> None:
    """SetSaturationFlag.md: without it what does not fit keeps its low bits."""
    body = f"SetSaturationFlag<SaturationMode::CAST>({int(saturates)}); AddReluCast(d, a, a, 128);"
    sums = np.full(1024, 200, np.int16)
    got = _run(body, ("int8_t", "int16_t"), sums, np.zeros(128, np.int8))
    assert set(got.tolist()) == {127 if saturates else np.array(400).astype(np.int8).item()}
    halves = np.full(1024, 100.5, np.float16)
    got = _run(body, ("int8_t", "half"), halves, np.zeros(128, np.int8))
    assert set(got.tolist()) == {127 if saturates else 201 - 256}


def test_dequantisation_takes_ten_bits_of_the_fraction() -> None:
    """SetDeqScale.md, table 1: the scale has the format (1, 8, 10)."""
    scale = np.float32(1 + 2**-10 + 2**-11 + 2**-12)  # the core sees 1 + 2^-10
    body = "SetDeqScale(SCALE, 0, true); CastDequant<D, T, false, false>(d, a, 16);"
    values = np.arange(100, 116, dtype=np.int16)
    values[0] = 999  # 62.498 with the scale that the core sees, 62.544 with the whole
    got = _run(
        body.replace("SCALE", f"{scale / 16!s}f"),
        ("int8_t", "int16_t"),
        values,
        np.zeros(32, np.int8),
    )
    want = np.rint(values * np.float32(1 + 2**-10) / 16)
    np.testing.assert_array_equal(got[:16], want)
    assert not np.array_equal(want, np.rint(values * scale / 16))


@pytest.mark.parametrize("user_pattern", [False, True])
def test_gather_mask_counts_all_elements_on_310p(user_pattern: bool) -> None:
    """GatherMask.md, second way of counter mode: `mask` elements in all, with the strides of repeats."""
    pattern = "b" if user_pattern else "uint8_t(2)"
    body = f"uint64_t n = 0; GatherMask(d, a, {pattern}, true, 70, {{1, 9, 10, 8}}, n); d.SetValue(255, n);"
    values = np.arange(2048, dtype=np.uint32)
    values[1024:] = 0x99999999
    got = _run(body, ("uint32_t", "uint32_t"), values, np.zeros(256, np.uint32), "Ascend310P3")
    # 64 elements of the first repeat, 6 of the second, which begins 10 blocks further on.
    seen = np.concatenate([np.arange(64), 80 + np.arange(6)])
    lane = np.concatenate([np.arange(64), np.arange(6)])
    kept = seen[np.isin(lane % 4, [0, 3])] if user_pattern else seen[lane % 2 == 1]
    np.testing.assert_array_equal(got[: kept.size], kept)
    assert got[255] == kept.size


@pytest.mark.parametrize("bits", [False, True])
def test_copy_counts_the_elements_of_each_repeat_in_counter_mode(bits: bool) -> None:
    """Copy: in counter mode the mask is that of a repeat, and repeatTime holds."""
    mask = "m" if bits else "uint64_t(20)"
    body = f"""
        uint64_t m[2] = {{20, 0}};
        SetMaskCount(); Copy(d, a, {mask}, 3, {{1, 1, 8, 8}}); SetMaskNorm(); ResetMask();
    """
    values = np.arange(1024, dtype=np.int32)
    got = _run(body, ("int32_t", "int32_t"), values, np.full(256, -1, np.int32))
    want = np.full((4, 64), -1)
    want[:3, :20] = values[:192].reshape(3, 64)[:, :20]
    np.testing.assert_array_equal(got.reshape(4, 64), want)


def test_copy_in_counter_mode_goes_beyond_eight_blocks() -> None:
    """Copy: the third of its examples, the first block of each of 18 rows."""
    body = """
        SetMaskCount(); SetVectorMask<T, MaskMode::COUNTER>(144);
        Copy<T, false>(d, a, MASK_PLACEHOLDER, 1, {1, 8, 8, 8}); SetMaskNorm(); ResetMask();
    """
    values = np.arange(2048, dtype=np.int32)
    # a and b lie one after the other.
    body = f"LocalTensor<T> all(TPosition::VECCALC, 0, 2048); DataCopy(all, x, 2048); PipeBarrier<PIPE_ALL>(); {body}"
    got = _run(body, ("int32_t", "int32_t"), values, np.full(256, -1, np.int32))
    want = np.full(256, -1)
    want[:144] = values[: 18 * 64].reshape(18, 64)[:, :8].ravel()
    np.testing.assert_array_equal(got, want)


REDUCTIONS = [
    ("BlockReduceSum(d, a, 1, 24, 1, 1, 8)", 8, {"float": 0, "half": 0}),
    ("BlockReduceMax(d, a, 1, 24, 1, 1, 8)", 8, {"float": -np.inf, "half": -65504}),
    ("BlockReduceMin(d, a, 1, 24, 1, 1, 8)", 8, {"float": np.inf, "half": 65504}),
    ("PairReduceSum(d, a, 1, 24, 1, 1, 8)", None, {"float": 0, "half": 0}),
]


@pytest.mark.parametrize("type_name", ["float", "half"])
@pytest.mark.parametrize(("call", "spans", "fill"), REDUCTIONS, ids=[r[0][:14] for r in REDUCTIONS])
def test_masked_blocks_have_results_on_310b(
    call: str, spans: int | None, fill: dict[str, float], type_name: str
) -> None:
    """ReduceDataBlock.md, ReducePairElem.md: what no lane takes part in is filled there, and unchanged elsewhere."""
    dtype = {"float": np.float32, "half": np.float16}[type_name]
    lanes = 256 // np.dtype(dtype).itemsize
    results = spans or lanes // 2
    taken = -(-24 * results // lanes)
    before = np.full(128, 7, dtype)
    sources = np.ones(1024, dtype)
    got = _run(f"{call};", (type_name, type_name), sources, before, "Ascend310B1")
    assert set(got[taken:results].tolist()) == {fill[type_name]}
    assert (got[results:] == 7).all()
    elsewhere = _run(f"{call};", (type_name, type_name), sources, before)
    np.testing.assert_array_equal(elsewhere[:taken], got[:taken])
    assert (elsewhere[taken:] == 7).all()


@pytest.mark.parametrize(
    ("mask", "want"),
    [("uint64_t(28)", [255, 255, 255, 15]), ("m", [51, 51, 51, 51])],
    ids=["lanes", "bits"],
)
@pytest.mark.parametrize("scalar", [False, True])
def test_comparisons_obey_the_mask_on_310b(mask: str, want: list[int], scalar: bool) -> None:
    """Compare.md, Compares.md: lanes outside of it give 0; elsewhere the parameter has no effect."""
    call = "CompareScalar(d, a, T(9)" if scalar else "Compare(d, a, b"
    params = "{1, 1, 8, 8}" if scalar else "{1, 1, 1, 8, 8, 8}"
    body = f"uint64_t m[2] = {{0x33333333, 0}}; {call}, CMPMODE::LT, {mask}, 1, {params});"
    values = np.concatenate([np.ones(1024, np.float32), np.full(1024, 9, np.float32)])
    before = np.full(64, 7, np.uint8)
    got = _run(body, ("uint8_t", "float"), values, before, "Ascend310B1")
    assert got[:8].tolist() == [*want, 0, 0, 0, 0]
    got = _run(body, ("uint8_t", "float"), values, before)
    assert got[:8].tolist() == [255] * 8


@pytest.mark.parametrize("kind", ["NONE", "NZ2ND_0213", "NHWC2NCHW"])
def test_transposes_do_what_their_type_says(kind: str) -> None:
    """Transpose.md: nothing for NONE; types that it has not end the kernel."""
    body = f"""
        LocalTensor<uint8_t> tmp(TPosition::VECCALC, 65536, 8192);
        Transpose(d, a, tmp, TransposeParamsExt(1, 2, 1, 16, TransposeType::TRANSPOSE_{kind if kind != "NONE" else "TYPE_NONE"}));
    """
    values, before = np.arange(1024, dtype=np.int16), np.full(64, 7, np.int16)
    if kind == "NZ2ND_0213":
        with pytest.raises(KernelFaultError, match="no such transposeType"):
            _run(body, ("int16_t", "int16_t"), values, before)
        return
    got = _run(body, ("int16_t", "int16_t"), values, before)
    want = before.copy()
    if kind == "NHWC2NCHW":
        want[:32] = values[:32].reshape(16, 2).T.ravel()
    np.testing.assert_array_equal(got, want)


@pytest.mark.parametrize(
    ("call", "soc"),
    [
        ("SetAtomicAdd<int32_t>()", "Ascend310P3"),
        ("SetAtomicMax<bfloat16_t>()", "Ascend310B1"),
        ("SetAtomicType<uint32_t>()", "Ascend910B3"),
    ],
)
def test_atomic_stores_have_documented_types(call: str, soc: str) -> None:
    """SetAtomicAdd.md, SetAtomicType.md: CANN compiles others, and reports them on its CPU model."""
    before = np.zeros(64, np.float32)
    with pytest.raises(KernelFaultError, match=r"SetAtomic.*: this SoC has it not"):
        _run(f"{call};", ("float", "float"), before, before, soc)
    _run("SetAtomicAdd<float>(); SetAtomicNone();", ("float", "float"), before, before, soc)


def _tree(values: NDArray) -> NDArray:
    """Neighbours along the last axis are added, level by level, each sum rounded to the type."""
    while values.shape[-1] > 1:
        values = (values[..., 0::2] + values[..., 1::2]).astype(values.dtype)
    return values[..., 0]


@pytest.mark.parametrize(
    ("soc", "types", "count", "way"),
    [
        ("Ascend910B3", "float", 1000, 1),
        ("Ascend310P3", "float", 1000, 2),
        ("Ascend310P3", "half", 900, 2),
        ("Ascend310B4", "half", 900, 2),
        ("Ascend910A", "half", 900, 2),
        ("Ascend950PR_9599", "float", 1000, 2),
        ("Ascend950PR_9599", "float", 250, 3),
        ("Ascend950PR_9599", "half", 512, 3),
        ("Ascend950PR_9599", "half", 513, 2),
    ],
)
def test_sums_of_repeats_are_added_as_the_product_does(
    soc: str, types: str, count: int, way: int
) -> None:
    """ReduceSum.md: 1 one after the other, 2 as a tree, 3 repeats are merged before the tree."""
    dtype = np.dtype({"float": np.float32, "half": np.float16}[types])
    width = 256 // dtype.itemsize
    values = np.zeros(1024, dtype)
    values[:count] = np.random.default_rng(5).standard_normal(count) * 3
    repeats = values[: -(-count // width) * width].reshape(-1, width)
    merged, total = repeats[0], dtype.type(0)
    for row in repeats[1:]:
        merged = merged + row
    for row in _tree(repeats):
        total += row
    padded = np.zeros(width, dtype)
    padded[: len(repeats)] = _tree(repeats)
    ways = [total, _tree(padded), _tree(merged)]
    assert len({float(value) for value in ways}) > 1
    body = f"ReduceSum<T>(d, a, d[1024], {count});"
    got = _run(body, (types, types), values, np.zeros(16, dtype), soc=soc)
    assert got[0] == ways[way - 1]


def test_hypot_of_infinity_is_infinity() -> None:
    """Hypot.md: where one of the operands is infinite."""
    x = np.zeros(2048, np.float32)
    x[:4], x[1024:1028] = [np.nan, np.inf, -np.inf, 3], [-np.inf, np.nan, 1, 4]
    got = _run("Hypot(d, a, b, 64);", ("float", "float"), x, np.zeros(64, np.float32),
        soc="Ascend950PR_9599")  # fmt: skip
    assert got[:4].tolist() == [np.inf, np.inf, np.inf, 5]


@pytest.mark.parametrize("saturates", [True, False])
def test_integers_saturate_on_950_as_ctrl_53_says(saturates: bool) -> None:
    """SetCtrlSpr.md, table 3."""
    a, b = np.array([30000, -30000, 300, -300, 7]), np.array([30000, -30000, 300, 300, -2])
    x = np.zeros(2048, np.int16)
    x[:5], x[1024:1029] = a, b
    body = f"SetCtrlSpr<53, 53>({int(saturates)});"
    for call, exact in {
        "Add(d, a, b, 64)": a + b,
        "Sub(d, a, b, 64)": a - b,
        "Mul(d, a, b, 64)": a * b,
        "Adds(d, a, T(-30000), 64)": a - 30000,
        "Muls(d, a, T(200), 64)": a * 200,
    }.items():
        got = _run(f"{body} {call};", ("int16_t", "int16_t"), x, np.zeros(64, np.int16),
            soc="Ascend950PR_9599")  # fmt: skip
        expected = np.clip(exact, -32768, 32767) if saturates else exact.astype(np.int16)
        assert got[:5].tolist() == expected.tolist(), call
