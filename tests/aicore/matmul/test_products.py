"""Matmul against NumPy in float64."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.aicore.matmul_support import (
    BIAS,
    NUMPY,
    PARTS,
    SEQUENTIAL,
    TRANS_A,
    TRANS_B,
    Family,
    Form,
    Request,
    numbers,
    product,
    tiling,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

NORM, MDL = "GetNormalConfig()", "GetMDLConfig()"
TYPES = (
    ("half", "float", "float"),
    ("half", "half", "half"),
    ("half", "bfloat16_t", "float"),
    ("bfloat16_t", "bfloat16_t", "float"),
    ("bfloat16_t", "float", "half"),
    ("float", "float", "float"),
    ("float", "half", "half"),
    ("int8_t", "int32_t", "int32_t"),
)
FORMS = [Form(a, a, c, bias, config=config) for a, c, bias in TYPES for config in (NORM, MDL)]
ON_CUBE, ON_VECTOR = Family(*FORMS), Family(*FORMS, cube_only=False)
L1_BYTES = 512 * 1024  # of Ascend910B
TOLERANCE = {"float": 2e-6, "half": 1e-3, "bfloat16_t": 8e-3, "int32_t": 0.0}


def operands(
    rng: np.random.Generator, form: Form, m: int, n: int, k: int
) -> tuple[NDArray, NDArray, NDArray]:
    """A, B and bias."""
    return numbers(rng, form.a, m, k), numbers(rng, form.b, k, n), numbers(rng, form.bias, n)


def stored(matrix: NDArray, transposed: bool) -> NDArray:
    """The matrix as it lies in memory."""
    return np.ascontiguousarray(matrix.T if transposed else matrix)


def close(form: Form, result: NDArray, wanted: NDArray, k: int) -> None:
    """Compare with the float64 result; the error grows with the number of summands."""
    allowed = TOLERANCE[form.c] * max(1.0, np.sqrt(k)) * max(1.0, np.abs(wanted).max())
    if form.c == "int32_t":
        allowed = 0
    np.testing.assert_allclose(result.astype(np.float64), wanted, rtol=0, atol=allowed)


@settings(max_examples=120, deadline=None)
@given(
    st.sampled_from(FORMS),
    st.booleans(),
    st.tuples(st.integers(1, 150), st.integers(1, 150), st.integers(1, 200)),
    st.tuples(
        st.sampled_from((16, 32, 48, 64)),
        st.sampled_from((16, 32, 48, 96)),
        st.sampled_from((32, 64)),
    ),
    st.tuples(*(st.integers(1, 3) for _ in range(4))),
    st.tuples(st.booleans(), st.booleans(), st.booleans(), st.booleans()),
    st.integers(0, 1),
    st.integers(0, 2**32 - 1),
)
def test_product(
    form: Form,
    vector_side: bool,
    shape: tuple[int, int, int],
    base: tuple[int, int, int],
    steps: tuple[int, int, int, int],
    choice: tuple[bool, bool, bool, bool],
    order: int,
    seed: int,
) -> None:
    rng = np.random.default_rng(seed)
    a, b, bias = operands(rng, form, *shape)
    trans_a, trans_b, with_bias, in_parts = choice
    m, n, k = shape
    depths = steps[0] * steps[2], 2 * steps[1] * steps[3]
    # What CANN's tiling would not make: more than L1 has, with a bias and its scale.
    row = base[2] * np.dtype(NUMPY[form.a]).itemsize
    assume(row * (base[0] * depths[0] + base[1] * depths[1]) + 16 * base[1] <= L1_BYTES)
    values = tiling(
        m,
        n,
        k,
        base,
        (max(base[0], m // 2), max(base[1], n // 2), k),
        stepM=steps[0],
        stepN=steps[1],
        stepKa=steps[2],
        stepKb=steps[3],
        depthA1=depths[0],
        depthB1=depths[1],
        isBias=int(with_bias),
        iterateOrder=order,
    )
    c = np.zeros((m, n), NUMPY[form.c])
    flags = TRANS_A * trans_a | TRANS_B * trans_b | BIAS * with_bias | PARTS * in_parts
    (ON_VECTOR if vector_side else ON_CUBE).run(
        form, Request(values, flags), stored(a, trans_a), stored(b, trans_b), c, bias
    )
    close(form, c, product(a, b, bias if with_bias else None), k)


@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("in_parts", [False, True])
def test_tiles_one_after_the_other(order: int, in_parts: bool) -> None:
    form = FORMS[0]
    rng = np.random.default_rng(1)
    m, n, k = 80, 100, 40
    a, b, _ = operands(rng, form, m, n, k)
    base = (32, 48, 32)
    rows, columns = -(-m // base[0]), -(-n // base[1])
    c = np.full(rows * columns * base[0] * base[1], np.nan, np.float32)
    values = tiling(m, n, k, base, iterateOrder=order)
    ON_CUBE.run(form, Request(values, SEQUENTIAL | PARTS * in_parts), a, b, c)
    wanted = product(a, b)
    places = [(i, j) for i in range(rows) for j in range(columns)]
    if order == 0:
        places = [(i, j) for j in range(columns) for i in range(rows)]
    for index, (i, j) in enumerate(places):
        tile = wanted[i * base[0] : (i + 1) * base[0], j * base[1] : (j + 1) * base[1]]
        start = index * base[0] * base[1]
        got = c[start : start + tile.size].reshape(tile.shape)
        np.testing.assert_allclose(got, tile, atol=1e-4)


@pytest.mark.parametrize("atomic", [1, 2, 3])
def test_atomic_result(atomic: int) -> None:
    form = FORMS[0]
    rng = np.random.default_rng(2)
    a, b, _ = operands(rng, form, 33, 47, 65)
    c = numbers(rng, "float", 33, 47)
    before = c.copy()
    ON_CUBE.run(form, Request(tiling(33, 47, 65, (16, 32, 32)), atomic=atomic), a, b, c)
    wanted = product(a, b)
    merged = (before + wanted, np.maximum(before, wanted), np.minimum(before, wanted))[atomic - 1]
    np.testing.assert_allclose(c, merged, atol=1e-4)


@pytest.mark.parametrize(
    "form", [f for f in FORMS if f.a in {"half", "int8_t"} and f.c != "bfloat16_t"]
)
def test_coupled_core(form: Form) -> None:
    rng = np.random.default_rng(3)
    m, n, k = 100, 90, 110
    a, b, bias = operands(rng, form, m, n, k)
    c = np.zeros((m, n), NUMPY[form.c])
    values = tiling(m, n, k, (32, 64, 32), (64, 96, k), isBias=1)
    ON_CUBE.run(form, Request(values, BIAS), a, b, c, bias, soc="Ascend310P3")
    close(form, c, product(a, b, bias), k)
