"""Members of Matmul that other tests do not call: places of tiles, bias, copies, waiting."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import KernelFaultError
from tests.aicore.matmul_support import (
    BIAS,
    TRANS_A,
    TRANS_B,
    TRANSPOSED,
    Family,
    Form,
    Request,
    numbers,
    product,
    stored,
    tiling,
)
from tests.utils.sources import read_source

PLACES = Form(
    extra="""
using Api = MatmulApiConfig<AT, BT, CT, BiasT, kConfig>;
static_assert(Api::Config.doNorm && std::is_same_v<Api::AType, AT> && std::is_same_v<Api::BiasType, BiasT>);
""",
    body=read_source(__file__, "kernels/members_places.inc"),
)
# The name for objects whose tiling is constant means the same.
WITHOUT_BIAS = Form(
    extra="\n#undef REGIST_MATMUL_OBJ\n#define REGIST_MATMUL_OBJ REGIST_MATMUL_OBJ_STATIC\n",
    body="""
    object.SetTensorA(ga);
    object.SetTensorB(gb);
    object.SetBias(gbias);
    if (r.atomic == 0) object.DisableBias(); else object.ClearBias();
    object.template IterateAll<false>(gc);
    object.WaitIterateAll();
""",
)
# An object whose tiling the host left empty, as it does where a call has no use for it.
REGISTERED = Form(
    body=read_source(__file__, "kernels/members_registered.inc"),
)
ON_CUBE = Family(PLACES, WITHOUT_BIAS, REGISTERED)

# A and B lie in the unified buffer; the object gets them from the workspace, where it puts them.
COPIED = Form(
    extra="""
static_assert(std::is_base_of_v<MatmulClientBase<AT, BT, CT, BiasT, kConfig>, Matmul<AT, BT, CT, BiasT, kConfig>>);
static_assert(std::is_same_v<MatmulClient<AT, BT, CT, BiasT, kConfig>, Matmul<AT, BT, CT, BiasT, kConfig>>);
""",
    body=read_source(__file__, "kernels/members_copied.inc"),
)
ASYNCHRONOUS = Form(
    c_position="VECIN",
    body=read_source(__file__, "kernels/members_asynchronous.inc"),
)
BATCHES = Form(
    layout="BSNGD",
    c_layout="BSNGD",
    config="GetNormalConfig(false, true)",
    body=read_source(__file__, "kernels/members_batches.inc"),
)
ON_VECTOR = Family(COPIED, ASYNCHRONOUS, BATCHES, cube_only=False)


def test_places_of_tiles() -> None:
    rng = np.random.default_rng(20)
    m, n, k = 70, 100, 40
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.zeros((m, n), np.float32)
    places = np.full(80, -1, np.int32)
    ON_CUBE.run(PLACES, Request(tiling(m, n, k, (32, 48, 32))), a, b, c, workspace=places)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)
    seen = np.zeros((m, n), int)
    for offset, row, column, height, width in places[:45].reshape(9, 5):
        assert offset == row * n + column
        seen[row : row + height, column : column + width] += 1
        assert (height, width) == (min(32, m - row), min(48, n - column))
    assert (seen == 1).all()
    assert (places[45:] == -1).all()


@pytest.mark.parametrize("function", [0, 1])
def test_bias_is_left_out(function: int) -> None:
    rng = np.random.default_rng(21)
    m, n, k = 32, 48, 32
    a, b, bias = numbers(rng, "half", m, k), numbers(rng, "half", k, n), numbers(rng, "float", n)
    c = np.zeros((m, n), np.float32)
    request = Request(tiling(m, n, k, (32, 48, 32), isBias=1), BIAS, atomic=function)
    ON_CUBE.run(WITHOUT_BIAS, request, a, b, c, bias)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)


@pytest.mark.parametrize("used", [0, 1])
def test_an_empty_tiling_is_refused_when_it_is_used(used: int) -> None:
    rng = np.random.default_rng(23)
    m, n, k = 32, 48, 32
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.zeros((m, n), np.float32)
    request = Request(tiling(m, n, k, (32, 48, 32)), atomic=used)
    if used:
        with pytest.raises(KernelFaultError, match="baseK of the tiling is not positive"):
            ON_CUBE.run(REGISTERED, request, a, b, c)
        return
    ON_CUBE.run(REGISTERED, request, a, b, c)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)


@pytest.mark.parametrize(("trans_a", "trans_b"), TRANSPOSED)
def test_inputs_are_copied(trans_a: bool, trans_b: bool) -> None:
    rng = np.random.default_rng(22)
    m, n, k = 48, 64, 80
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    memory = np.zeros((2, 8192), np.float16)
    memory[0, : a.size] = stored(a, trans_a, nz=False).ravel()
    memory[1, : b.size] = stored(b, trans_b, nz=False).ravel()
    c = np.zeros((m, n), np.float32)
    place = np.zeros(16384, np.float16)
    flags = TRANS_A * trans_a | TRANS_B * trans_b
    request = Request(tiling(m, n, k, (32, 32, 32)), flags)
    ON_VECTOR.run(COPIED, request, memory[0], memory[1], c, workspace=place)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)
    np.testing.assert_array_equal(place, memory.ravel())


def test_tiles_are_asked_for_later() -> None:
    rng = np.random.default_rng(23)
    m, n, k = 64, 96, 48
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.zeros(m * n, np.float32)
    cache = np.zeros(65536, np.float32)
    request = Request(tiling(m, n, k, (32, 48, 32)))
    ON_VECTOR.run(ASYNCHRONOUS, request, a, b, c, workspace=cache)
    tiles = c.reshape(2, 2, 32, 48)  # column by column
    result = tiles.transpose(1, 2, 0, 3).reshape(m, n)
    np.testing.assert_allclose(result, 2 * product(a, b), atol=1e-3)


def test_batches_are_asked_for_later() -> None:
    rng = np.random.default_rng(24)
    m, n, k = 16, 32, 16
    a, b = numbers(rng, "half", 2, m, k), numbers(rng, "half", 2, k, n)
    c = np.zeros((2, m, n), np.float32)
    dimensions = {
        "ALayoutInfoB": 2, "ALayoutInfoS": m, "ALayoutInfoN": 1, "ALayoutInfoG": 1, "ALayoutInfoD": k,
        "BLayoutInfoB": 2, "BLayoutInfoS": k, "BLayoutInfoN": 1, "BLayoutInfoG": 1, "BLayoutInfoD": n,
        "CLayoutInfoB": 2, "CLayoutInfoS1": m, "CLayoutInfoN": 1, "CLayoutInfoG": 1, "CLayoutInfoS2": n,
        "BatchNum": 1,
    }  # fmt: skip
    request = Request(tiling(m, n, k, (16, 32, 16), None, **dimensions))
    cache = np.zeros(65536, np.float32)
    ON_VECTOR.run(BATCHES, request, a, b, c, workspace=cache)
    np.testing.assert_allclose(c, a.astype(np.float64) @ b.astype(np.float64), atol=1e-4)


_WITHOUT_ISTRANS = """
    using Plain = MatmulType<TPosition::GM, CubeFormat::ND, AT::T>;
    Matmul<Plain, Plain, CT, BiasT, kConfig> plain;
    plain.Init(&r.tiling, &pipe);
    plain.SetTensorA(ga, ta);
    plain.SetTensorB(gb, tb);
    plain.IterateAll(gc);
"""
HALVES_WITHOUT_ISTRANS = Form(body=_WITHOUT_ISTRANS)
FLOATS_WITHOUT_ISTRANS = Form(a="float", b="float", body=_WITHOUT_ISTRANS)
NOT_BIASED = Form(
    body="""
    object.SetTensorA(ga);
    object.SetTensorB(gb);
    object.SetBias(gbias);
    object.IterateAll(gc);
""",
)
ANTI_QUANT = Form(
    body="""
    if (r.atomic == 0) object.SetAntiQuantScalar(half(1), half(2));
    LocalTensor<half> factors(TPosition::VECIN, 0, 32);
    if (r.atomic == 1) object.SetAntiQuantVector(factors, factors);
""",
)
REFUSED = Family(HALVES_WITHOUT_ISTRANS, FLOATS_WITHOUT_ISTRANS, NOT_BIASED, ANTI_QUANT)


@pytest.mark.parametrize("flag", [0, TRANS_A, TRANS_B])
def test_floats_are_turned_only_with_istrans(flag: int) -> None:
    """SetTensorA's page: with ISTRANS false, isTransposeA true gives wrong numbers."""
    rng = np.random.default_rng(24)
    a, b = numbers(rng, "float", 32, 32), numbers(rng, "float", 32, 32)
    c = np.zeros((32, 32), np.float32)
    request = Request(tiling(32, 32, 32, (32, 32, 32)), flag)
    if flag:
        setter = "SetTensorA" if flag == TRANS_A else "SetTensorB"
        with pytest.raises(KernelFaultError, match=f"{setter} of a transposed matrix, but ISTRANS"):
            REFUSED.run(FLOATS_WITHOUT_ISTRANS, request, a, b, c)
        return
    REFUSED.run(FLOATS_WITHOUT_ISTRANS, request, a, b, c)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)


@pytest.mark.parametrize("flag", [TRANS_A, TRANS_B])
def test_halves_of_global_memory_are_turned_without_istrans(flag: int) -> None:
    """asc-devkit's matmul_high_performance does so, and passes on NPUs."""
    rng = np.random.default_rng(24)
    a, b = numbers(rng, "half", 32, 32), numbers(rng, "half", 32, 32)
    c = np.zeros((32, 32), np.float32)
    stored_a, stored_b = (a.T.copy(), b) if flag == TRANS_A else (a, b.T.copy())
    request = Request(tiling(32, 32, 32, (32, 32, 32)), flag)
    REFUSED.run(HALVES_WITHOUT_ISTRANS, request, stored_a, stored_b, c)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)


def test_a_bias_needs_a_tiling_with_bias() -> None:
    """SetBias' page: only with isBias 1 in the tiling."""
    a, b = np.ones((32, 32), np.float16), np.ones((32, 32), np.float16)
    c, bias = np.zeros((32, 32), np.float32), np.ones(32, np.float32)
    with pytest.raises(KernelFaultError, match="SetBias was called, but isBias of the tiling is 0"):
        REFUSED.run(NOT_BIASED, Request(tiling(32, 32, 32, (32, 32, 32))), a, b, c, bias)
    values = tiling(32, 32, 32, (32, 32, 32), isBias=1)
    REFUSED.run(NOT_BIASED, Request(values), a, b, c, bias)
    np.testing.assert_array_equal(c, np.full((32, 32), 33))


@pytest.mark.parametrize("function", [0, 1])
@pytest.mark.parametrize("soc", ["Ascend910B1", "Ascend310P3"])
def test_quantised_weights_are_refused(function: int, soc: str) -> None:
    """SetAntiQuantScalar's page: of the 310P only; there its result would be missing."""
    a, b = np.ones((32, 32), np.float16), np.ones((32, 32), np.float16)
    c = np.zeros((32, 32), np.float32)
    request = Request(tiling(32, 32, 32, (32, 32, 32)), atomic=function)
    words = "not modelled" if soc == "Ascend310P3" else "for the 310P only"
    with pytest.raises(KernelFaultError, match=f"SetAntiQuant.*{words}"):
        REFUSED.run(ANTI_QUANT, request, a, b, c, soc=soc)
