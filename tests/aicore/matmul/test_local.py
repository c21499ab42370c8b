"""Matmul with matrices in the memories of the core."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import MIX_AIC_1_1, KernelFaultError
from tests.aicore.matmul_support import (
    ASYNC,
    PARTS,
    SEQUENTIAL,
    TRANS_A,
    TRANS_B,
    TRANSPOSED,
    Family,
    Form,
    Request,
    from_nz,
    numbers,
    product,
    round_up,
    stored,
    tiling,
)
from tests.utils.sources import read_source

# Inputs pass through the unified buffer (or L1), the result comes out of it.
UNIFIED = read_source(__file__, "kernels/local_unified.inc")
FROM_WORKSPACE = read_source(__file__, "kernels/local_from_workspace.inc")

LOCALS = [
    Form(
        kind,
        kind,
        a_position="VECOUT",
        b_position="VECOUT",
        body=read_source(__file__, "kernels/local.inc", POSITION="VECIN", TYPE=kind),
    )
    for kind in ("half", "float")
]
IN_L1 = Form(
    a_format="NZ",
    b_format="NZ",
    a_position="TSCM",
    b_position="TSCM",
    body=read_source(__file__, "kernels/local.inc", POSITION="TSCM", TYPE="half"),
)
RESULTS = [
    Form(c_position="VECIN", c_format=layout, body=UNIFIED) for layout in ("ND", "ND_ALIGN", "NZ")
]
ON_VECTOR = Family(*LOCALS, IN_L1, *RESULTS, cube_only=False)


@pytest.mark.parametrize(("trans_a", "trans_b"), TRANSPOSED)
@pytest.mark.parametrize("form", [*LOCALS, IN_L1], ids=lambda f: f"{f.a}-{f.a_position}")
def test_inputs_on_the_core(form: Form, trans_a: bool, trans_b: bool) -> None:
    rng = np.random.default_rng(12)
    m, n, k = 48, 64, 80
    a, b = numbers(rng, form.a, m, k), numbers(rng, form.b, k, n)
    nz = form is IN_L1
    memory_a, memory_b = (np.zeros(32768 // a.itemsize, a.dtype) for _ in range(2))
    for memory, matrix in (
        (memory_a, stored(a, trans_a, nz)),
        (memory_b, stored(b, trans_b, nz)),
    ):
        memory[: matrix.size] = matrix.ravel()
    c = np.zeros((m, n), np.float32)
    ON_VECTOR.run(
        form,
        Request(tiling(m, n, k, (32, 32, 32)), TRANS_A * trans_a | TRANS_B * trans_b),
        memory_a,
        memory_b,
        c,
    )
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)


@pytest.mark.parametrize("flags", [0, PARTS, PARTS | SEQUENTIAL, ASYNC])
@pytest.mark.parametrize("form", RESULTS, ids=lambda f: f.c_format)
def test_result_in_unified_buffer(form: Form, flags: int) -> None:
    rng = np.random.default_rng(13)
    m, n, k = (64, 96, 50) if form.c_format != "ND_ALIGN" else (64, 93, 50)
    base = (32, 48, 32)
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.zeros(16384, np.float32)
    ON_VECTOR.run(
        form,
        Request(tiling(m, n, k, base), flags),
        a,
        b,
        c,
        workspace=np.zeros(65536, np.float32),
    )
    wanted = product(a, b)

    def matrix(values: np.ndarray, rows: int, columns: int, padded: bool) -> np.ndarray:
        if form.c_format == "NZ":
            count = -(-columns // 16)
            return from_nz(values[: count * rows * 16].reshape(count, rows, 16), rows, columns)
        width = round_up(columns, 8) if padded else columns
        return values[: rows * width].reshape(rows, width)[:, :columns]

    padded = form.c_format == "ND_ALIGN" and flags != ASYNC
    if flags in {0, PARTS}:
        np.testing.assert_allclose(matrix(c, m, n, padded), wanted, atol=1e-4)
        return
    places = [(i, j) for j in range(0, n, base[1]) for i in range(0, m, base[0])]
    for index, (i, j) in enumerate(places):
        tile = wanted[i : i + base[0], j : j + base[1]]
        values = c[index * base[0] * base[1] :]
        rows, columns = tile.shape
        np.testing.assert_allclose(matrix(values, rows, columns, padded), tile, atol=1e-4)


TO_GLOBAL = [
    Form(c_position=position, c_format=layout, body=FROM_WORKSPACE)
    for position, layout in (("VECIN", "ND"), ("GM", "ND"), ("GM", "NZ"))
]
FROM_CACHE = Family(*TO_GLOBAL, cube_only=False)
ADDS = 8


@pytest.mark.parametrize("flags", [0, ADDS, SEQUENTIAL])
@pytest.mark.parametrize("form", TO_GLOBAL, ids=lambda f: f"{f.c_position}-{f.c_format}")
def test_results_of_an_asynchronous_iteration_go_to_global_memory(form: Form, flags: int) -> None:
    """GetTensorC.md: each call takes the next tile, and puts it where it belongs unless writes are
    sequential."""
    rng = np.random.default_rng(14)
    m, n, k, base = 64, 96, 50, (32, 48, 32)
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.ones(16384, np.float32)
    FROM_CACHE.run(
        form,
        Request(tiling(m, n, k, base), flags),
        a,
        b,
        c,
        workspace=np.zeros(65536, np.float32),
    )
    wanted = product(a, b) + int(flags == ADDS)
    if flags != SEQUENTIAL:
        got = (
            c[: m * n].reshape(n // 16, m, 16)
            if form.c_format == "NZ"
            else c[: m * n].reshape(m, n)
        )
        got = from_nz(got, m, n) if form.c_format == "NZ" else got
        np.testing.assert_allclose(got, wanted, atol=1e-4)
        return
    places = [(i, j) for j in range(0, n, base[1]) for i in range(0, m, base[0])]
    for index, (i, j) in enumerate(places):
        values = c[index * base[0] * base[1] :][: base[0] * base[1]]
        tile = (
            from_nz(values.reshape(3, 32, 16), 32, 48)
            if form.c_format == "NZ"
            else values.reshape(base[:2])
        )
        np.testing.assert_allclose(tile, wanted[i : i + base[0], j : j + base[1]], atol=1e-4)


TWO_MASTERS = Form(
    config="GetNormalConfig(false, false, false, BatchMode::BATCH_LESS_THAN_L1, true, "
    "IterateOrder::UNDEF, ScheduleType::INNER_PRODUCT, true, true)",
    body="""
    object.SetTensorA(ga, ta);
    object.SetTensorB(gb, tb);
    object.IterateAll(gc, 1);
    """,
)
MASTERS = Family(TWO_MASTERS, cube_only=False)


def test_two_masters() -> None:
    rng = np.random.default_rng(16)
    m, n, k = 50, 60, 70
    a, b = numbers(rng, "half", m, k), numbers(rng, "half", k, n)
    c = np.zeros((m, n), np.float32)
    # Added once: the cube core computes, the vector cores' calls do nothing.
    MASTERS.run(TWO_MASTERS, Request(tiling(m, n, k, (32, 32, 32))), a, b, c)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)


def test_missing_workspace() -> None:
    a = b = np.zeros(32768, np.float16)
    with pytest.raises(KernelFaultError, match="GetLibApiWorkSpaceSize"):
        ON_VECTOR.kernel().run(
            1,
            a,
            b,
            None,
            None,
            np.zeros(4096, np.float32),
            None,
            tiling=Request(tiling(64, 64, 64, (32, 32, 32))).pack(0),
            task_type=MIX_AIC_1_1,
        )
