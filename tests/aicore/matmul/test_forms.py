"""Forms of a Matmul's inputs and results: layouts, memories, types that are converted."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import itertools

import numpy as np
import pytest

from tests.aicore.harness import KernelFaultError
from tests.aicore.matmul_support import (
    BIAS,
    NUMPY,
    PARTS,
    SCALE,
    SCALES,
    TAIL,
    TRANS_A,
    TRANS_B,
    TRANSPOSED,
    Family,
    Form,
    Request,
    from_nz,
    numbers,
    pack_nibbles,
    product,
    stored,
    tiling,
    to_nz,
)
from tests.utils.sources import read_source

# Whole matrices, from one core.
WHOLE = """
    object.SetTensorA(ga, ta);
    object.SetTensorB(gb, tb);
    if (r.flags & 4) object.SetBias(gbias);
    if (r.flags & 8) {
        while (object.Iterate()) object.GetTensorC(gc, r.atomic, bool(r.flags & 16));
    } else {
        object.IterateAll(gc, r.atomic, bool(r.flags & 16));
    }
"""
NZ = [
    Form(
        kind,
        kind,
        "int32_t" if kind == "int8_t" else "float",
        "int32_t" if kind == "int8_t" else "float",
        a_format=a,
        b_format=b,
        c_format=c,
        body=WHOLE,
    )
    for kind in ("half", "float", "int8_t")
    for a, b, c in (("NZ", "ND", "ND"), ("ND", "NZ", "ND"), ("NZ", "NZ", "NZ"))
]
SPLIT = Form(
    "float",
    "float",
    c_format="NZ",
    body=WHOLE,
    config="[]() constexpr { auto c = GetNormalConfig(); c.isEnableChannelSplit = true; return c; }()",
)
QUANTISED = [
    Form("int8_t", "int8_t", "half", "int32_t", body=WHOLE),
    Form("int8_t", "int8_t", "int8_t", "int32_t", body=WHOLE),
    Form("half", "half", "int8_t", body=WHOLE),
    Form("int4b_t", "int4b_t", "int32_t", "int32_t", body=WHOLE),
    Form("int8_t", "int8_t", "int8_t", "int32_t", c_format="NZ", body=WHOLE),
]
VECTOR = Form(a_format="VECTOR", body=WHOLE)
SCALAR = Form(
    a_format="SCALAR",
    body=WHOLE.replace("object.SetTensorA(ga, ta)", "object.SetTensorA(half(1.5f))"),
)
BASIC = Form(config="GetBasicConfig(32, 32, 32)", body=WHOLE)
PAIRS = [
    Form(
        body=WHOLE,
        config="GetNormalConfig(false, false, false, BatchMode::BATCH_LESS_THAN_L1, true, "
        f"IterateOrder::ORDER_{order}, ScheduleType::OUTER_PRODUCT)",
    )
    for order in "MN"
]
PARTIAL = Form(body=read_source(__file__, "kernels/forms_partial.inc"))
SPARSE = Form(
    "int8_t",
    "int8_t",
    "int32_t",
    "int32_t",
    b_type="SparseMatmulType<TPosition::GM, TPosition::GM, CubeFormat::ND, int8_t, true>",
    config="GetMDLConfig()",
    body=WHOLE.replace(
        "object.SetTensorB(gb, tb);",
        "object.SetTensorB(gb, true); GlobalTensor<uint8_t> index;"
        "index.SetGlobalBuffer((__gm__ uint8_t*)ws); object.SetSparseIndex(index);",
    ),
)
TRIANGLES = [
    Form(
        body=WHOLE,
        callback=f", MatmulCallBackFunc<nullptr, nullptr, nullptr>, Impl::Detail::Trian{side}MatmulPolicy",
    )
    for side in ("Upper", "Lower")
]
STATIC = Form(
    config="GetMatmulApiTiling<AT, BT, CT, BiasT>(GetMMConfig<MatmulConfigMode::CONFIG_NORM>("
    "MatmulShapeParams{70, 100, 90, 32, 48, 32}))",
    body=WHOLE,
)
CALLBACKS = Form(
    callback=", MatmulCallBackFunc<Out, InA, InB>",
    extra=read_source(__file__, "kernels/forms_callbacks.cpp"),
    body="""
    object.SetUserDefInfo(reinterpret_cast<uint64_t>(&r.tiling));
    object.SetSelfDefineData(reinterpret_cast<uint64_t>(gb.GetPhyAddr()));
    object.SetTensorA(ga);
    object.SetTensorB(ga);
    object.IterateAll(gc);
""",
)
ON_CUBE = Family(
    *NZ,
    SPLIT,
    *QUANTISED,
    VECTOR,
    SCALAR,
    BASIC,
    *PAIRS,
    SPARSE,
    PARTIAL,
    *TRIANGLES,
    STATIC,
    CALLBACKS,
)


@pytest.mark.parametrize(("trans_a", "trans_b"), TRANSPOSED)
@pytest.mark.parametrize(
    "form", [*NZ, SPLIT], ids=lambda f: f"{f.a}-{f.a_format}{f.b_format}{f.c_format}"
)
def test_fractal_layouts(form: Form, trans_a: bool, trans_b: bool) -> None:
    rng = np.random.default_rng(3)
    m, n, k = 96, 160, 128
    a, b = numbers(rng, form.a, m, k), numbers(rng, form.b, k, n)
    group = 8 if form is SPLIT else 16
    nz = form.c_format == "NZ"
    c = np.zeros((n // group, m, group) if nz else (m, n), NUMPY[form.c])
    ON_CUBE.run(
        form,
        Request(tiling(m, n, k, (32, 64, 64)), TRANS_A * trans_a | TRANS_B * trans_b),
        stored(a, trans_a, form.a_format == "NZ"),
        stored(b, trans_b, form.b_format == "NZ"),
        c,
    )
    np.testing.assert_allclose(from_nz(c, m, n) if nz else c, product(a, b), atol=1e-4)


def scale_word(scale: float, offset: int = 0) -> int:
    """A word for SetQuantScalar: signed result."""
    bits = int(np.float32(scale).view(np.uint32)) & 0xFFFFE000
    return bits | (offset & 0x1FF) << 37 | 1 << 46


@pytest.mark.parametrize("per_column", [False, True])
@pytest.mark.parametrize(
    "form", QUANTISED[:3] + QUANTISED[4:], ids=lambda f: f"{f.a}-{f.c}-{f.c_format}"
)
def test_quantised_result(form: Form, per_column: bool) -> None:
    rng = np.random.default_rng(4)
    m, n, k = 48, 320, 96
    a, b = numbers(rng, form.a, m, k), numbers(rng, form.b, k, n)
    scales = np.array([1 / 64, 1 / 128, 1 / 32] * n)[:n] if per_column else np.full(n, 1 / 64)
    if form.a == "half":
        scales *= 128
    words = np.array([scale_word(value, 3) for value in scales], np.uint64)
    nz = form.c_format == "NZ"
    c = np.zeros((n // 32, m, 32) if nz else (m, n), NUMPY[form.c])
    ON_CUBE.run(
        form,
        Request(
            tiling(m, n, k, (32, 320, 32) if not nz else (48, 64, 32)),
            SCALES if per_column else SCALE,
            scale=int(words[0]),
        ),
        a,
        b,
        c,
        scales=words,
    )
    wanted = product(a, b) * scales
    result = (from_nz(c, m, n) if nz else c).astype(np.float64)
    if form.c == "int8_t":
        exact = np.clip(np.rint(wanted) + 3, -128, 127)
        # float32 sums may round to the other side of a tie.
        assert np.abs(result - exact).max() <= (1 if form.a == "half" else 0)
        assert (result == exact).mean() > 0.99
    else:
        np.testing.assert_allclose(result, wanted, rtol=1e-3)


def test_missing_scale() -> None:
    a, b, c = np.ones((16, 32), np.int8), np.ones((32, 16), np.int8), np.zeros((16, 16), np.float16)
    with pytest.raises(KernelFaultError, match="SetQuantScalar or SetQuantVector"):
        ON_CUBE.run(QUANTISED[0], Request(tiling(16, 16, 32, (16, 32, 32))), a, b, c)


@pytest.mark.parametrize(("trans_a", "trans_b"), TRANSPOSED)
def test_int4(trans_a: bool, trans_b: bool) -> None:
    rng = np.random.default_rng(5)
    m, n, k = 64, 128, 192
    a = rng.integers(-8, 8, (m, k)).astype(np.int8)
    b = rng.integers(-8, 8, (k, n)).astype(np.int8)
    bias = rng.integers(-99, 99, n).astype(np.int32)
    c = np.zeros((m, n), np.int32)
    ON_CUBE.run(
        QUANTISED[3],
        Request(
            tiling(m, n, k, (64, 64, 64), isBias=1), TRANS_A * trans_a | TRANS_B * trans_b | BIAS
        ),
        pack_nibbles(a.T if trans_a else a),
        pack_nibbles(b.T if trans_b else b),
        c,
        bias,
    )
    np.testing.assert_array_equal(c, product(a, b, bias))


def test_row_and_scalar() -> None:
    rng = np.random.default_rng(6)
    n, k = 75, 130
    a, b = numbers(rng, "half", 1, k), numbers(rng, "half", k, n)
    c = np.zeros((1, n), np.float32)
    ON_CUBE.run(VECTOR, Request(tiling(1, n, k, (16, 32, 32))), a, b, c)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)
    ON_CUBE.run(SCALAR, Request(tiling(1, n, k, (16, 32, 32))), a, b, c)
    np.testing.assert_allclose(c[0], 1.5 * b.astype(np.float64).sum(0), atol=1e-3)


@pytest.mark.parametrize("form", [BASIC, STATIC], ids=["basic", "static"])
def test_constant_sizes(form: Form) -> None:
    rng = np.random.default_rng(7)
    m, n, k = 70, 100, 90
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.zeros((m, n), np.float32)
    # Tiles as in the tiling would not fit into L0.
    ON_CUBE.run(form, Request(tiling(m, n, k, (512, 512, 512))), a, b, c)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)


@pytest.mark.parametrize(("form", "parts"), list(itertools.product(PAIRS, [0, PARTS])))
def test_two_tiles_at_a_time(form: Form, parts: int) -> None:
    rng = np.random.default_rng(8)
    m, n, k = 80, 110, 70
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.zeros((m, n), np.float32)
    ON_CUBE.run(form, Request(tiling(m, n, k, (32, 32, 32)), parts), a, b, c)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)


def test_sum_of_parts() -> None:
    rng = np.random.default_rng(9)
    m, n, k = 30, 40, 96
    a, b, bias = numbers(rng, "half", m, k), numbers(rng, "half", k, n), numbers(rng, "float", n)
    c = np.zeros((m, n), np.float32)
    ON_CUBE.run(PARTIAL, Request(tiling(m, n, k, (32, 48, 32), isBias=1), BIAS), a, b, c, bias)
    np.testing.assert_allclose(c, product(a, b, bias), atol=1e-4)


@pytest.mark.parametrize(("form", "upper"), list(zip(TRIANGLES, (True, False), strict=True)))
def test_triangles(form: Form, upper: bool) -> None:
    rng = np.random.default_rng(10)
    size, k = 100, 40
    a, b = numbers(rng, "half", size, k), numbers(rng, "half", k, size)
    c = np.full((size, size), np.nan, np.float32)
    ON_CUBE.run(form, Request(tiling(size, size, k, (32, 48, 32))), a, b, c)
    row, column = np.arange(size)[:, None] // 32, np.arange(size) // 48
    inside = column >= row if upper else column <= row
    np.testing.assert_array_equal(np.isnan(c), ~inside)
    np.testing.assert_allclose(c[inside], product(a, b)[inside], atol=1e-4)


def test_user_functions() -> None:
    rng = np.random.default_rng(11)
    m, n, k = 60, 75, 90
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.zeros((m, n), np.float32)
    ON_CUBE.run(CALLBACKS, Request(tiling(m, n, k, (32, 32, 32))), a, b, c)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)


def test_too_large_tiles() -> None:
    a = b = c = np.zeros(4, np.float32)
    for base, memory in (((512, 16, 128), "L0A"), ((16, 512, 128), "L0B"), ((256, 256, 16), "L0C")):
        with pytest.raises(KernelFaultError, match=memory):
            ON_CUBE.run(NZ[0], Request(tiling(*base, base)), a, b, c)
    with pytest.raises(KernelFaultError, match="L1"):
        ON_CUBE.run(NZ[0], Request(tiling(128, 128, 128, (128, 128, 128), depthA1=20)), a, b, c)


def test_tiles_that_take_all_of_l1() -> None:
    """A tiling may say that there is a bias and yet give all of L1 to A and B: static ones do."""
    rng = np.random.default_rng(15)
    m, n, k = 128, 256, 256
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.zeros((m, n), np.float32)
    values = tiling(m, n, k, (128, 256, 64), depthA1=16, depthB1=8, isBias=1)
    ON_CUBE.run(NZ[0], Request(values), to_nz(a), b, c)
    np.testing.assert_allclose(c, product(a, b), atol=1e-3)
    with pytest.raises(KernelFaultError, match="no space in L1 for the bias"):
        ON_CUBE.run(NZ[0], Request(values, BIAS), to_nz(a), b, c, np.zeros(n, np.float32))


def test_tail_sizes() -> None:
    rng = np.random.default_rng(14)
    m, n, k = 64, 64, 64
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.zeros((m, n), np.float32)
    form = PAIRS[0]
    ON_CUBE.run(form, Request(tiling(m, n, k, (32, 32, 32)), TAIL, tail=(40, 20, 50)), a, b, c)
    wanted = np.zeros((m, n))
    wanted[:40, :20] = product(a[:40, :50], b[:50, :20])
    np.testing.assert_allclose(c, wanted, atol=1e-4)


def test_sparse() -> None:
    rng = np.random.default_rng(15)
    m, n, k = 40, 100, 200
    a = numbers(rng, "int8_t", m, k)
    kept = np.sort(np.argsort(rng.random((n, k // 4, 4)), -1)[..., :2], -1)
    values = numbers(rng, "int8_t", n, k // 4, 2)
    b = np.zeros((n, k // 4, 4), np.int8)
    np.put_along_axis(b, kept, values, -1)
    index = (kept - np.array([0, 1])).reshape(n, k // 8, 4)
    packed = (index << np.arange(0, 8, 2)).sum(-1).astype(np.uint8)
    c = np.zeros((m, n), np.int32)
    ON_CUBE.run(
        SPARSE,
        Request(tiling(m, n, k, (32, 48, 64), depthB1=2)),
        a,
        values.reshape(n, k // 2),
        c,
        workspace=to_nz(packed, 8),
    )
    np.testing.assert_array_equal(c, product(a, b.reshape(n, k).T))


def test_tiles_that_cut_squares() -> None:
    form = next(f for f in NZ if f.a == "int8_t" and f.a_format == "NZ" and f.c_format == "ND")
    rng = np.random.default_rng(14)
    m, n, k = 48, 32, 64
    a, b = numbers(rng, "int8_t", k, m), numbers(rng, "int8_t", k, n)
    c = np.zeros((m, n), np.int32)
    with pytest.raises(KernelFaultError, match="multiple of 16, 32 \\(int8\\)"):
        ON_CUBE.run(form, Request(tiling(m, n, k, (16, 32, 32)), TRANS_A), to_nz(a), b, c)
    with pytest.raises(KernelFaultError, match="baseK is no multiple of 32 bytes"):
        ON_CUBE.run(form, Request(tiling(m, n, k, (32, 32, 16)), TRANS_A), to_nz(a), b, c)
    ON_CUBE.run(form, Request(tiling(m, n, k, (32, 32, 32)), TRANS_A), to_nz(a), b, c)
    np.testing.assert_array_equal(c, a.astype(np.int32).T @ b.astype(np.int32))
    narrow = next(f for f in QUANTISED if f.c_format == "NZ")
    with pytest.raises(KernelFaultError, match="inside a column group of an NZ result"):
        ON_CUBE.run(narrow, Request(tiling(m, 2 * n, k, (32, 16, 32)), SCALE), a, b, c)
