"""Matmul of many matrices by one call."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from tests.aicore.harness import KernelFaultError
from tests.aicore.matmul_support import (
    BIAS,
    SCALE,
    SCALES,
    SEQUENTIAL,
    TRANS_A,
    TRANS_B,
    Family,
    Form,
    Request,
    numbers,
    tiling,
)
from tests.utils.sources import read_source

BATCH = """
    object.SetTensorA(ga, ta);
    object.SetTensorB(gb, tb);
    if (r.flags & 4) object.SetBias(gbias);
"""
ON_VECTOR = (
    BATCH
    + """
    object.IterateBatch(gc, r.batch[0], r.batch[1], false);
"""
)
# Two calls of half the matrices each.
TWICE = read_source(__file__, "kernels/batch_twice.inc")
ON_CUBE = (
    BATCH
    + """
    if (r.batch[0] > 0) object.SetBatchNum(r.batch[0], r.batch[1]);
    object.IterateBatch(gc, false, 0, false);
"""
)
IN_UB = (
    BATCH
    + """
    TBuf<TPosition::VECIN> buffer;
    pipe.InitBuffer(buffer, 65536);
    auto local = buffer.Get<float>();
    object.IterateBatch(local, r.batch[0], r.batch[1], false);
    DataCopy(gc, local, 16384);
"""
)
LAYOUTS = ("NORMAL", "BNGS1S2", "BSNGD", "SBNGD")
COMMON = "GetNormalConfig({})"
SHARED_BIAS = "[]() constexpr { auto c = GetNormalConfig(); c.isBiasBatch = false; return c; }()"
VECTOR_FORMS = {layout: Form(layout=layout, c_layout=layout, body=ON_VECTOR) for layout in LAYOUTS}
MIXED = Form(layout="BSNGD", c_layout="BNGS1S2", body=ON_VECTOR)
ONE_BIAS = Form(layout="NORMAL", c_layout="NORMAL", config=SHARED_BIAS, body=ON_VECTOR)
UNIFIED = Form(layout="NORMAL", c_layout="NORMAL", c_position="VECIN", body=IN_UB)
MANY = {
    layout: Form(layout=layout, c_layout=layout, config="GetNormalConfig(false, true)", body=TWICE)
    for layout in ("BNGS1S2", "BSNGD", "SBNGD")
}
UNASKED = Form(
    layout="BSNGD",
    c_layout="BSNGD",
    config="GetNormalConfig(false, true)",
    body="object.template GetBatchTensorC<false>(1, 1);",
)
IN_SEQUENCE = Form(
    layout="BSNGD",
    c_layout="BSNGD",
    body=BATCH + "object.IterateBatch(gc, r.batch[0], r.batch[1], true);",
)
PADDED = Form(
    layout="NORMAL",
    c_layout="NORMAL",
    c_format="ND_ALIGN",
    c_position="VECIN",
    body=IN_UB.replace("r.batch[1], false", "r.batch[1], true"),
)
CUBE_FORMS = {layout: Form(layout=layout, c_layout=layout, body=ON_CUBE) for layout in LAYOUTS}
LARGE = Form(
    layout="NORMAL",
    c_layout="NORMAL",
    config="GetNormalConfig(false, false, false, BatchMode::BATCH_LARGE_THAN_L1)",
    body=ON_CUBE,
)
VECTOR = Family(
    *VECTOR_FORMS.values(),
    MIXED,
    ONE_BIAS,
    UNIFIED,
    *MANY.values(),
    UNASKED,
    IN_SEQUENCE,
    PADDED,
    cube_only=False,
)
CUBE = Family(*CUBE_FORMS.values(), LARGE)
M, N, K = 20, 40, 33


@dataclass(frozen=True)
class Counts:
    """Numbers of matrices: B, N and G."""

    b: int
    n: int
    g: int

    @property
    def all(self) -> int:
        """Their product."""
        return self.b * self.n * self.g


def layout(values: np.ndarray, kind: str) -> np.ndarray:
    """Matrices with the dimensions B N G rows columns, as they lie in memory."""
    order = {"BSNGD": (0, 3, 1, 2, 4), "SBNGD": (3, 0, 1, 2, 4)}.get(kind, (0, 1, 2, 3, 4))
    return np.ascontiguousarray(values.transpose(order))


def sizes(prefix: str, names: str, count: Counts, rows: int, columns: int) -> dict[str, int]:
    """The fields of a tiling that describe a layout."""
    values = (count.b, rows, count.n, count.g, columns)
    return {f"{prefix}{name}": v for name, v in zip(names.split(), values, strict=True)}


def run(  # the parameters of a batch
    family: Family,
    form: Form,
    count_a: Counts,
    count_b: Counts,
    flags: int = 0,
    batch: tuple[int, int] | None = None,
) -> tuple[np.ndarray, np.ndarray]:
    """Run a form and return what it computed and what NumPy computes, both as matrices."""
    rng = np.random.default_rng(21)
    counts = Counts(max(count_a.b, count_b.b), max(count_a.n, count_b.n), max(count_a.g, count_b.g))
    a = numbers(rng, "half", count_a.b, count_a.n, count_a.g, M, K)
    b = numbers(rng, "half", count_b.b, count_b.n, count_b.g, K, N)
    shared = form is ONE_BIAS
    bias = numbers(rng, "float", *((N,) if shared else (counts.b, counts.n, counts.g, 1, N)))
    wanted = a.astype(np.float64) @ b.astype(np.float64)
    if flags & BIAS:
        wanted = wanted + bias
    stored_a = a.swapaxes(3, 4) if flags & TRANS_A else a
    stored_b = b.swapaxes(3, 4) if flags & TRANS_B else b
    values = tiling(
        M,
        N,
        K,
        (16, 32, 32),
        None,
        isBias=int(bool(flags & BIAS)),
        BatchNum=counts.all,
        **sizes("ALayoutInfo", "B S N G D", count_a, *stored_a.shape[3:]),
        **sizes("BLayoutInfo", "B S N G D", count_b, *stored_b.shape[3:]),
        **sizes("CLayoutInfo", "B S1 N G S2", counts, M, N),
    )
    c = np.zeros(max(counts.all * M * N, 16384), np.float32)
    family.run(
        form,
        Request(values, flags, batch=batch or (count_a.all, count_b.all)),
        layout(stored_a, form.layout),
        layout(stored_b, form.layout),
        c,
        bias,
        workspace=np.zeros(65536, np.float32),
    )
    result = c[: counts.all * M * N]
    return result, layout(wanted, form.c_layout).ravel()


TRANSPOSED = [0, TRANS_A, TRANS_B, TRANS_A | TRANS_B | BIAS]


@pytest.mark.parametrize("flags", TRANSPOSED)
@pytest.mark.parametrize(
    "form", [*VECTOR_FORMS.values(), MIXED], ids=lambda f: f.layout + f.c_layout
)
def test_layouts(form: Form, flags: int) -> None:
    counts = Counts(1 if form.layout == "BSNGD" else 2, 3, 2)
    result, wanted = run(VECTOR, form, counts, counts, flags)
    np.testing.assert_allclose(result, wanted, atol=1e-4)


@pytest.mark.slow
@pytest.mark.parametrize("form", CUBE_FORMS.values(), ids=lambda f: f.layout)
def test_on_cube(form: Form) -> None:
    counts = Counts(1, 2, 2)
    for batch in ((4, 4), (0, 0)):
        result, wanted = run(CUBE, form, counts, counts, BIAS, batch)
        np.testing.assert_allclose(result, wanted, atol=1e-4)


def test_numbers_from_the_layout() -> None:
    result, wanted = run(CUBE, LARGE, Counts(6, 1, 1), Counts(6, 1, 1), 0, (0, 0))
    np.testing.assert_allclose(result, wanted, atol=1e-4)


@pytest.mark.parametrize(
    ("kind", "count_a", "count_b"),
    [
        ("BNGS1S2", Counts(1, 2, 1), Counts(1, 2, 3)),
        ("BSNGD", Counts(1, 2, 3), Counts(1, 2, 1)),
        ("SBNGD", Counts(1, 1, 2), Counts(1, 3, 2)),
        ("BNGS1S2", Counts(2, 1, 2), Counts(1, 1, 2)),
        ("NORMAL", Counts(2, 1, 1), Counts(1, 1, 1)),
    ],
)
def test_fewer_matrices_on_one_side(kind: str, count_a: Counts, count_b: Counts) -> None:
    result, wanted = run(VECTOR, VECTOR_FORMS[kind], count_a, count_b)
    np.testing.assert_allclose(result, wanted, atol=1e-4)


def test_one_bias_for_all() -> None:
    counts = Counts(4, 1, 1)
    result, wanted = run(VECTOR, ONE_BIAS, counts, counts, BIAS)
    np.testing.assert_allclose(result, wanted, atol=1e-4)


def test_result_in_unified_buffer() -> None:
    counts = Counts(4, 1, 1)
    result, wanted = run(VECTOR, UNIFIED, counts, counts, SEQUENTIAL)
    np.testing.assert_allclose(result, wanted, atol=1e-4)


@pytest.mark.parametrize("counts", [Counts(2, 1, 2), Counts(1, 2, 2)], ids=str)
@pytest.mark.parametrize("kind", MANY)
def test_many_batches(kind: str, counts: Counts) -> None:
    """Halves of the matrices: whole rows of heads, and (BSNGD) a part of them."""
    result, wanted = run(VECTOR, MANY[kind], counts, counts, BIAS)
    if kind == "BSNGD":
        matrices = wanted.reshape(counts.b, M, -1, N).swapaxes(1, 2)
    elif kind == "SBNGD":
        matrices = wanted.reshape(M, -1, N).swapaxes(0, 1)
    if kind != "BNGS1S2":  # next to each other again, in each half
        wanted = matrices.reshape(2, -1, M, N).swapaxes(1, 2).ravel()
    np.testing.assert_allclose(result, wanted, atol=1e-4)


def test_results_of_batches_need_a_workspace() -> None:
    counts = Counts(1, 1, 2)
    with pytest.raises(KernelFaultError, match="GetBatchTensorC was called, but it gives results"):
        run(VECTOR, UNASKED, counts, counts)


def test_results_side_by_side_are_not_written_in_sequence() -> None:
    """IterateBatch's page: no enSequentialWrite with BSNGD and SBNGD."""
    counts = Counts(1, 1, 2)
    with pytest.raises(KernelFaultError, match="enSequentialWrite has to be false with BSNGD"):
        run(VECTOR, IN_SEQUENCE, counts, counts)


def test_batches_are_not_requantised() -> None:
    """IterateBatch's page: it goes with neither SetQuantScalar nor SetQuantVector."""
    counts = Counts(1, 1, 2)
    for flag in (SCALE, SCALES):
        with pytest.raises(KernelFaultError, match="IterateBatch was called, but it is not for"):
            run(VECTOR, VECTOR_FORMS["NORMAL"], counts, counts, flag)


def test_rows_in_unified_buffer_are_padded() -> None:
    """IterateBatch's page: as ND_ALIGN, with rows of whole 32 bytes, matrix after matrix."""
    rng = np.random.default_rng(22)
    a, b = numbers(rng, "half", 3, 16, K), numbers(rng, "half", 3, K, 20)
    count = Counts(3, 1, 1)
    values = tiling(
        16,
        20,
        K,
        (16, 32, 48),
        None,
        BatchNum=3,
        **sizes("ALayoutInfo", "B S N G D", count, 16, K),
        **sizes("BLayoutInfo", "B S N G D", count, K, 20),
        **sizes("CLayoutInfo", "B S1 N G S2", count, 16, 20),
    )
    c = np.full(16384, np.nan, np.float32)
    VECTOR.run(PADDED, Request(values, batch=(3, 3)), a, b, c)
    rows = c[: 3 * 16 * 24].reshape(3, 16, 24)[..., :20]
    np.testing.assert_allclose(rows, a.astype(float) @ b.astype(float), atol=1e-4)
