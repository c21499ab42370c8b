"""The softmax family against NumPy in float64."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import KernelFaultError
from tests.aicore.vector_support import Image, call
from tests.utils.sources import read_source

if TYPE_CHECKING:
    from numpy.typing import NDArray

DST, SRC, SECOND, SUM, MAX, FACTOR, MEAN = 0, 8192, 16384, 24576, 28672, 32768, 36864
KINDS = ("softmax", "simple", "plain", "log", "flash", "flash_v2", "grad", "front")

SOFTMAX = read_source(__file__, "kernels/softmax.cpp")
TYPES = ((np.float32, np.float32), (np.float16, np.float16), (np.float16, np.float32))


class Case:
    """Rows of a type in row-major or fractal layout, their padding NaN."""

    def __init__(self, types: int, rows: int, valid: int, *, nz: bool, seed: int) -> None:
        self.dtype, self.stat = TYPES[types]
        self.types, self.rows, self.valid, self.nz = types, rows, valid, nz
        unit = 16 if nz or self.dtype is np.float16 else 8
        self.pitch = -(-valid // unit) * unit
        rng = np.random.default_rng(seed)
        self.first, self.second = (
            (rng.standard_normal((2, rows, valid)) * 3).astype(self.dtype).astype(np.float64)
        )
        self.image = Image()
        self.image.data[:] = 0xFF
        self.put(SRC, self.first)
        self.put(SECOND, self.second)

    def put(self, at: int, values: NDArray) -> None:
        """Stores a matrix in the case's layout."""
        padded = np.full((self.rows, self.pitch), np.nan, self.dtype)
        padded[:, : self.valid] = values
        if self.nz:
            padded = padded.reshape(self.rows, -1, 16).transpose(1, 0, 2)
        self.image.put(at, padded)

    def get(self, image: Image, at: int) -> NDArray:
        """A matrix of the case's layout."""
        values = image.get(at, self.dtype, self.rows * self.pitch)
        if self.nz:
            values = values.reshape(-1, self.rows, 16).transpose(1, 0, 2)
        return values.reshape(self.rows, self.pitch)[:, : self.valid].astype(np.float64)

    def put_stat(self, at: int, values: NDArray) -> None:
        """Stores one value per row, a block each."""
        lanes = 32 // np.dtype(self.stat).itemsize
        self.image.put(at, np.repeat(values.astype(self.stat), lanes))

    def stat_of(self, image: Image, at: int, dtype: type) -> NDArray:
        """One value per row; all of its block must be the same."""
        lanes = 32 // np.dtype(dtype).itemsize
        blocks = image.get(at, dtype, self.rows * lanes).reshape(self.rows, lanes)
        assert (blocks == blocks[:, :1]).all()
        return blocks[:, :1].astype(np.float64)

    def run(self, op: int, *, given: bool = False) -> Image:
        """Runs one function of SOFTMAX."""
        extra = (self.rows, self.pitch, self.valid, int(given), int(self.nz))
        return call(SOFTMAX, self.image, op=op, type_index=self.types, extra=extra)

    def close(self, got: NDArray, exact: NDArray, dtype: type) -> None:
        """Within a few units of `dtype`."""
        eps = float(np.finfo(dtype).eps)
        factor = 8 if dtype is np.float32 else 1
        assert np.allclose(got, exact, rtol=factor * eps, atol=factor * eps)


CASES = st.builds(
    Case,
    st.integers(0, 2),
    st.integers(1, 6),
    st.integers(1, 100),
    nz=st.booleans(),
    seed=st.integers(0, 99),
)


def _moments(x: NDArray) -> tuple[NDArray, NDArray, NDArray]:
    top = x.max(1, keepdims=True)
    power = np.exp(x - top)
    return top, power, power.sum(1, keepdims=True)


@settings(max_examples=40, deadline=None)
@given(CASES, st.booleans())
def test_softmax_and_its_statistics(case: Case, given_tmp: bool) -> None:
    got = case.run(0, given=given_tmp)
    top, power, total = _moments(case.first)
    case.close(case.get(got, DST), power / total, case.dtype)
    assert np.array_equal(case.stat_of(got, MAX, case.stat), top)
    case.close(case.stat_of(got, SUM, case.stat) / total, np.ones_like(total), case.stat)


@settings(max_examples=30, deadline=None)
@given(CASES, st.booleans())
def test_simple_softmax_takes_statistics(case: Case, given_tmp: bool) -> None:
    rng = np.random.default_rng(case.valid)
    top = case.first.max(1) + rng.integers(0, 2, case.rows)
    total = rng.integers(1, 9, case.rows).astype(np.float64)
    case.put_stat(MAX, top)
    case.put_stat(SUM, total)
    got = case.run(1, given=given_tmp)
    top = top.astype(case.stat).astype(np.float64)
    exact = np.exp(case.first - top[:, None]) / total[:, None]
    case.close(case.get(got, DST), exact, case.dtype)


@settings(max_examples=20, deadline=None)
@given(CASES, st.booleans())
def test_softmax_without_statistics(case: Case, given_tmp: bool) -> None:
    if case.nz:
        return
    got = case.run(2, given=given_tmp)
    _, power, total = _moments(case.first)
    case.close(case.get(got, DST), power / total, case.dtype)
    assert (got.data[SUM : SUM + 64] == 0xFF).all()


@settings(max_examples=30, deadline=None)
@given(CASES)
def test_log_softmax_is_decimal(case: Case) -> None:
    if case.stat is not case.dtype:
        return
    got = case.run(3)
    top, power, total = _moments(case.first)
    case.close(case.get(got, DST), np.log10(power / total), case.dtype)
    assert np.array_equal(case.stat_of(got, MAX, case.stat), top)


@settings(max_examples=40, deadline=None)
@given(CASES, st.sampled_from([4, 5]), st.booleans())
def test_flash_softmax_carries_on(case: Case, op: int, given_tmp: bool) -> None:
    if case.nz and op == 4:
        return
    got = case.run(op, given=given_tmp)
    top, power, total = _moments(np.concatenate([case.first, case.second], 1))
    first_top, _, first_total = _moments(case.first)
    factor = np.exp(first_top - top)
    part = power[:, case.valid :]
    if op == 4:
        factor = factor * first_total / total
        part = part / total
    eps = float(np.finfo(case.stat).eps) * 16
    assert np.allclose(
        case.get(got, DST), part, rtol=max(eps, 2e-3 * (case.dtype != np.float32)), atol=eps
    )
    assert np.array_equal(case.stat_of(got, MAX, case.stat), top)
    assert np.allclose(case.stat_of(got, SUM, case.stat), total, rtol=eps)
    assert np.allclose(case.stat_of(got, FACTOR, case.dtype), factor, rtol=max(eps, 2e-3), atol=eps)


def test_flash_softmax_with_one_element_per_statistic() -> None:
    case = Case(0, 5, 40, nz=False, seed=1)
    got = case.run(8)
    top, power, total = _moments(np.concatenate([case.first, case.second], 1))
    case.close(case.get(got, DST), power[:, 40:], np.float32)
    assert np.array_equal(got.get(MAX, np.float32, 5), top[:, 0])
    assert np.allclose(got.get(SUM, np.float32, 5), total[:, 0], rtol=1e-6)
    factor = np.exp(case.first.max(1) - top[:, 0])
    assert np.allclose(got.get(FACTOR, np.float32, 5), factor, rtol=1e-6)


@pytest.mark.parametrize("types", [0, 1])
@pytest.mark.parametrize("given_tmp", [False, True])
def test_flash_softmax_gives_the_maxima_of_a_part(types: int, given_tmp: bool) -> None:
    """outReduceMax: what the first reduction gives; not written without isUpdate."""
    case = Case(types, 5, 40, nz=False, seed=3)
    got = case.run(10, given=given_tmp)
    top, power, _ = _moments(np.concatenate([case.first, case.second], 1))
    case.close(case.get(got, DST), power[:, 40:], case.dtype)
    assert np.array_equal(got.get(MAX, case.dtype, 5), top[:, 0])
    assert np.array_equal(got.get(MEAN, case.dtype, 5), case.second.max(1))
    assert (case.first.max(1) != case.second.max(1)).all()


def test_flash_softmax_gives_maxima_one_by_one_only() -> None:
    """The page: with outReduceMax the mode is SOFTMAX_OUTPUT_WITHOUT_BRC."""
    with pytest.raises(KernelFaultError, match="takes ND and SOFTMAX_OUTPUT_WITHOUT_BRC"):
        Case(0, 5, 40, nz=False, seed=3).run(11)


def test_softmax_of_rows_whose_length_the_config_gives() -> None:
    case = Case(0, 5, 37, nz=False, seed=2)
    got = case.run(9)
    _, power, total = _moments(case.first)
    case.close(case.get(got, DST), power / total, np.float32)


@settings(max_examples=40, deadline=None)
@given(CASES, st.booleans(), st.booleans())
def test_softmax_gradient(case: Case, front: bool, given_tmp: bool) -> None:
    got = case.run(7 if front else 6, given=given_tmp)
    sums = (case.first * case.second).sum(1, keepdims=True)
    scale = np.abs(case.first * case.second).sum(1, keepdims=True)
    eps = float(np.finfo(case.dtype).eps)
    if front:
        shown = case.stat_of(got, DST, case.dtype)
        assert (np.abs(shown - sums) <= 2 * eps * np.maximum(scale, 1)).all()
    else:
        exact = (case.first - sums) * case.second
        bound = 8 * eps * np.maximum(scale, 1) * np.maximum(np.abs(case.second), 1)
        assert (np.abs(case.get(got, DST) - exact) <= bound).all()


PASA = read_source(__file__, "kernels/softmax_pasa.cpp")


def _pasa(
    x: NDArray, before: tuple[NDArray, NDArray, NDArray] | None, loops: int
) -> tuple[NDArray, NDArray, NDArray, NDArray]:
    """The documented formula for rows of 512: parts of 64 and their means."""
    scalar = 0.9375 / (1 - 0.9375)
    here = x.mean(1, keepdims=True)
    local = x.reshape(x.shape[0], 8, 64).mean(2)
    x = x - np.repeat((here - local) * scalar, 64, axis=1)
    top = x.max(1, keepdims=True)
    if before is None:
        power = np.exp(x - top)
        return power, here, top, power.sum(1, keepdims=True)
    in_mean, in_top, in_total = before
    mean = (here + in_mean * (loops - 1)) / loops
    shift, shift_before = (here - mean) * scalar, (in_mean - mean) * scalar
    top = np.maximum(top + shift, in_top + shift_before)
    power = np.exp(x - (top - shift))
    total = power.sum(1, keepdims=True) + np.exp(in_top - top + shift_before) * in_total
    return power, mean, top, total


def test_flash_softmax_moves_parts_towards_the_mean() -> None:
    rows, cols = 4, 512
    rng = np.random.default_rng(5)
    first, second = (rng.standard_normal((2, rows, cols)) * 0.1).astype(np.float16)
    image = Image()
    image.put(SRC, first)
    image.put(SECOND, second)
    got = call(PASA, image, extra=(rows, cols))
    _, *state = _pasa(first.astype(np.float64), None, 1)
    exact, mean, top, total = _pasa(second.astype(np.float64), (state[0], state[1], state[2]), 2)
    shown = got.get(DST, np.float16, rows * cols).reshape(rows, cols)
    assert np.allclose(shown, exact, rtol=2e-3, atol=1e-3)
    for at, value in ((MEAN, mean), (MAX, top), (SUM, total)):
        assert np.allclose(
            got.get(at, np.float32, rows * 8).reshape(rows, 8), value, rtol=2e-4, atol=1e-5
        )


ADJUST = read_source(__file__, "kernels/softmax_adjust.cpp")


def _adjust(op: int, maxima: NDArray, wanted: int, dtype: type) -> tuple[NDArray, bool]:
    image = Image()
    image.put(DST, np.zeros(maxima.size * 32, dtype))
    lanes = 1 if op == 2 else 32 // maxima.itemsize
    image.put(SUM, np.repeat(maxima, lanes))
    got = call(ADJUST, image, op=op, extra=(maxima.size, 32, wanted))
    values = got.get(DST, dtype, maxima.size * 32)
    if op == 1:
        values = values.reshape(2, maxima.size, 16).transpose(1, 0, 2)
    return values.reshape(maxima.size, 32), bool(got.get(60000, np.uint32, 1)[0])


def test_rows_with_a_certain_maximum_are_filled() -> None:
    for op, dtype, stat in (
        (0, np.float32, np.float32),
        (1, np.float16, np.float16),
        (2, np.float16, np.float32),
    ):
        maxima = np.array([1, -2, 3, -2, 5], stat)
        bits = int(maxima[1:2].view(f"u{maxima.itemsize}")[0])
        rows, found = _adjust(op, maxima, bits, dtype)
        assert found
        assert np.array_equal(rows, np.where(maxima[:, None] == -2, 7, 0) * np.ones(32))
        rows, found = _adjust(op, maxima, 1, dtype)
        assert not found
        assert not rows.any()


IN_KERNEL = """
__aicore__ inline void Run(const Call& c) {
    constexpr SoftMaxTiling t = SoftMaxFlashV2TilingFunc({48, 128, 48, 128}, 2, 4, 16384, true);
    static_assert(t.srcM == 48 && t.srcK == 128 && t.splitM * t.rangeM + t.tailM == 48, "splits");
    auto out = View<uint32_t>(0);
    out.SetValue(0, t.splitM); out.SetValue(1, t.rangeM); out.SetValue(2, t.tailM); out.SetValue(3, t.outMaxK);
}
"""


def test_tiling_is_computed_in_the_kernel() -> None:
    split, rounds, tail, out = call(IN_KERNEL, Image()).get(0, np.uint32, 4)
    assert split > 0
    assert split * rounds + tail == 48
    assert split * 128 * 4 <= 16384
    assert out == 8


ROWS = """
__aicore__ inline void Run(const Call& c) {
    const uint32_t padded[] = {3, 5, 16}, original[] = {3, 4, 10};
    auto out = View<uint32_t>(0);
    auto tensor = View<float>(1024);
    tensor.SetShapeInfo(ShapeInfo(c.extra[0], padded, c.extra[1], original, DataFormat::ND));
    const auto rows = GetLastAxisShapeND(tensor.GetShapeInfo());
    const auto rows_of_data = GetLastAxisOriginShapeND(tensor.GetShapeInfo());
    out.SetValue(0, rows.m); out.SetValue(1, rows.k);
    out.SetValue(2, rows_of_data.m); out.SetValue(3, rows_of_data.k);
}
"""


def test_shapes_as_rows_of_the_last_axis() -> None:
    assert list(call(ROWS, Image(), extra=(3, 3, 0)).get(0, np.uint32, 4)) == [15, 16, 12, 10]
    assert list(call(ROWS, Image(), extra=(1, 2, 0)).get(0, np.uint32, 4)) == [1, 3, 3, 4]
    with pytest.raises(KernelFaultError, match="the tensor has no shape; call SetShapeInfo"):
        call(ROWS, Image(), extra=(0, 3, 0))
