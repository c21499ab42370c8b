"""Library functions of rows from Python against NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import asc

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[Any]

ROWS, ROW = 8, 64
SIZE = ROWS * ROW
SCRATCH = 32768
TOLERANCES: dict[Any, dict[str, Any]] = {
    np.float32: {"rtol": 1e-5, "atol": 1e-6},
    np.float16: {"rtol": 4e-3, "atol": 1e-3},
}


def softmax_tiling() -> asc.adv.SoftmaxTiling:
    """All rows in one piece."""
    whole = {"m": ROWS, "k": ROW, "size": SIZE}
    return asc.adv.SoftmaxTiling(
        **{f"src_{name}": value for name, value in whole.items()},
        **{f"split_{name}": value for name, value in whole.items()},
        out_max_m=ROWS,
        out_max_k=8,
        out_max_size=ROWS * 8,
        reduce_m=ROWS,
        reduce_k=8,
        reduce_size=ROWS * 8,
        range_m=1,
    )


def softmax_of(x: Values) -> tuple[Values, Values, Values]:
    """Softmax of rows, their maxima and the sums of powers."""
    wide = x.astype(np.float64)
    maxima = wide.max(1, keepdims=True)
    power = np.exp(wide - maxima)
    sums = power.sum(1, keepdims=True)
    return power / sums, maxima, sums


@asc.jit
def softmax(
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    statistics: asc.GlobalAddress,
    tiling: asc.adv.SoftmaxTiling,
    with_memory: asc.ConstExpr,
):
    x_gm, y_gm, s_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    s_gm.set_global_buffer(statistics)
    block = 32 // x.dtype.sizeof()
    src = asc.LocalTensorAuto(x.dtype, SIZE)
    dst = asc.LocalTensorAuto(x.dtype, SIZE)
    sums = asc.LocalTensorAuto(x.dtype, ROWS * block)
    maxima = asc.LocalTensorAuto(x.dtype, ROWS * block)
    temp = asc.LocalTensorAuto(asc.uint8, SCRATCH)
    asc.data_copy(src, x_gm, SIZE)
    if with_memory:
        asc.adv.softmax(dst, sums, maxima, src, tiling, temp_buffer=temp)
    else:
        asc.adv.softmax(dst, sums, maxima, src, tiling)
    asc.data_copy(y_gm, dst, SIZE)
    asc.data_copy(s_gm, sums, ROWS * block)
    asc.data_copy(s_gm[ROWS * block :], maxima, ROWS * block)


@pytest.mark.parametrize("with_memory", [False, True])
@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_softmax(dtype: type, with_memory: bool) -> None:
    x = np.random.default_rng(3).normal(size=(ROWS, ROW)).astype(dtype)
    y = np.zeros_like(x)
    block = 32 // x.itemsize
    statistics = np.zeros((2, ROWS, block), dtype)
    softmax[1](x, y, statistics, softmax_tiling(), with_memory)
    expected, maxima, sums = softmax_of(x)
    np.testing.assert_allclose(y, expected, **TOLERANCES[dtype])
    np.testing.assert_allclose(statistics[0], np.tile(sums, block), **TOLERANCES[dtype])
    np.testing.assert_array_equal(statistics[1], np.tile(maxima, block))


@asc.jit
def attention_rows(
    x: asc.GlobalAddress,
    y: asc.GlobalAddress,
    statistics: asc.GlobalAddress,
    tiling: asc.adv.SoftmaxTiling,
):
    """Rows twice as long, in two pieces: the second brings sums and maxima up to date."""
    x_gm, y_gm, s_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    s_gm.set_global_buffer(statistics)
    block = 32 // x.dtype.sizeof()
    src = asc.LocalTensorAuto(x.dtype, SIZE * 2)
    dst = asc.LocalTensorAuto(x.dtype, SIZE * 2)
    sums = asc.LocalTensorAuto(x.dtype, ROWS * block)
    maxima = asc.LocalTensorAuto(x.dtype, ROWS * block)
    scales = asc.LocalTensorAuto(x.dtype, ROWS * block)
    temp = asc.LocalTensorAuto(asc.uint8, SCRATCH)
    asc.data_copy(src, x_gm, SIZE * 2)
    shape = asc.adv.SoftMaxShapeInfo(ROWS, ROW, ROWS, ROW)
    config = asc.adv.SoftmaxConfig(False, ROWS, ROW)
    asc.adv.softmax_flash_v2(dst, sums, maxima, src, scales, sums, maxima, tiling, shape)
    asc.adv.softmax_flash_v2(
        dst[SIZE:],
        sums,
        maxima,
        src[SIZE:],
        scales,
        sums,
        maxima,
        tiling,
        shape,
        shared_tmp_buffer=temp,
        is_update=True,
        config=config,
    )
    asc.data_copy(y_gm, dst, SIZE * 2)
    asc.data_copy(s_gm, sums, ROWS * block)
    asc.data_copy(s_gm[ROWS * block :], maxima, ROWS * block)
    asc.data_copy(s_gm[ROWS * block * 2 :], scales, ROWS * block)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_softmax_of_rows_in_pieces(dtype: type) -> None:
    x = np.random.default_rng(4).normal(size=(2, ROWS, ROW)).astype(dtype)
    y = np.zeros_like(x)
    block = 32 // x.itemsize
    statistics = np.zeros((3, ROWS, block), dtype)
    attention_rows[1](x, y, statistics, softmax_tiling())
    _, before, _ = softmax_of(x[0])
    _, maxima, sums = softmax_of(np.concatenate(list(x), axis=1))
    for piece, limit in enumerate((before, maxima)):  # powers: the caller divides at the end
        power = np.exp(x[piece].astype(np.float64) - limit)
        np.testing.assert_allclose(y[piece], power, **TOLERANCES[dtype])
    scale = np.exp(before - maxima)
    np.testing.assert_allclose(statistics[0], np.tile(sums, block), **TOLERANCES[dtype])
    np.testing.assert_array_equal(statistics[1], np.tile(maxima, block))
    np.testing.assert_allclose(statistics[2], np.tile(scale, block), **TOLERANCES[dtype])


@asc.jit
def gated(x: asc.GlobalAddress, gate: asc.GlobalAddress, y: asc.GlobalAddress):
    x_gm, gate_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    gate_gm.set_global_buffer(gate)
    y_gm.set_global_buffer(y)
    up = asc.LocalTensorAuto(x.dtype, SIZE)
    down = asc.LocalTensorAuto(x.dtype, SIZE)
    dst = asc.LocalTensorAuto(x.dtype, SIZE * 4)
    temp = asc.LocalTensorAuto(asc.uint8, SCRATCH)
    asc.data_copy(up, x_gm, SIZE)
    asc.data_copy(down, gate_gm, SIZE)
    asc.adv.swiglu(dst, up, down)
    asc.adv.swiglu(dst[SIZE:], up, down, cal_count=SIZE)
    asc.adv.swiglu(dst[SIZE * 2 :], up, down, scalar_value=2.0, shared_tmp_buffer=temp)
    asc.adv.swiglu(dst[SIZE * 3 :], up, down, 0.5, temp, SIZE)
    asc.data_copy(y_gm, dst, SIZE * 4)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_swish_gates(dtype: type) -> None:
    x, gate = np.random.default_rng(5).normal(size=(2, SIZE)).astype(dtype)
    y = np.zeros((4, SIZE), dtype)
    gated[1](x, gate, y)
    wide = gate.astype(np.float64)
    for row, beta in zip(y, (1.0, 1.0, 2.0, 0.5), strict=True):
        expected = x * wide / (1 + np.exp(-beta * wide))
        np.testing.assert_allclose(row, expected, **TOLERANCES[dtype])


@asc.jit
def normalised(
    x: asc.GlobalAddress,
    gamma: asc.GlobalAddress,
    y: asc.GlobalAddress,
    tiling: asc.adv.RmsNormTiling,
):
    x_gm, g_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    g_gm.set_global_buffer(gamma)
    y_gm.set_global_buffer(y)
    src = asc.LocalTensorAuto(x.dtype, SIZE)
    scale = asc.LocalTensorAuto(x.dtype, ROW)
    dst = asc.LocalTensorAuto(x.dtype, SIZE * 2)
    temp = asc.LocalTensorAuto(asc.uint8, SCRATCH)
    asc.data_copy(src, x_gm, SIZE)
    asc.data_copy(scale, g_gm, ROW)
    asc.adv.rmsnorm(dst, src, scale, 0.5, tiling)
    asc.adv.rmsnorm(dst[SIZE:], src, scale, 0.5, tiling, temp_buffer=temp)
    asc.data_copy(y_gm, dst, SIZE * 2)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_rows_are_normalised(dtype: type) -> None:
    generator = np.random.default_rng(6)
    x = generator.normal(size=(ROWS, ROW)).astype(dtype)
    gamma = generator.normal(size=ROW).astype(dtype)
    y = np.zeros((2, ROWS, ROW), dtype)
    tiling = asc.adv.RmsNormTiling(
        b_length=1,
        s_length=ROWS,
        h_length=ROW,
        original_h_length=ROW,
        reciprocal_of_h_length=1 / ROW,
        main_bsh_length=SIZE,
        main_bs_length=ROWS,
        main_bs_length_align=ROWS,
        loop_round=1,
    )
    normalised[1](x, gamma, y, tiling)
    wide = x.astype(np.float64)
    expected = wide / np.sqrt((wide**2).mean(1, keepdims=True) + 0.5) * gamma
    for result in y:
        np.testing.assert_allclose(result, expected, **TOLERANCES[dtype])


@asc.jit
def quantised(x: asc.GlobalAddress, y: asc.GlobalAddress, scale: float, offset: float):
    x_gm, y_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    y_gm.set_global_buffer(y)
    src = asc.LocalTensorAuto(x.dtype, SIZE)
    dst = asc.LocalTensorAuto(asc.int8, SIZE * 4)
    temp = asc.LocalTensorAuto(asc.uint8, SCRATCH)
    asc.data_copy(src, x_gm, SIZE)
    asc.adv.quant(dst, src, scale, offset)
    asc.adv.quant(dst[SIZE:], src, scale, offset, count=SIZE)
    asc.adv.quant(dst[SIZE * 2 :], src, scale, offset, SIZE, temp, reuse_source=False)
    config = asc.adv.QuantConfig(SIZE)
    asc.adv.quant(dst[SIZE * 3 :], src, scale, offset, config=config)
    asc.data_copy(y_gm, dst, SIZE * 4)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_rows_are_quantised(dtype: type) -> None:
    x = np.linspace(-40, 40, SIZE).astype(dtype)
    y = np.zeros((4, SIZE), np.int8)
    quantised[1](x, y, 2.0, 3.0)
    half = x.astype(np.float16).astype(np.float32)
    expected = np.clip(np.rint(np.float16(half * 2.0 + 3.0).astype(np.float32)), -128, 127)
    np.testing.assert_array_equal(y, np.tile(expected.astype(np.int8), (4, 1)))


@asc.jit
def ordered(
    x: asc.GlobalAddress,
    numbers: asc.GlobalAddress,
    y: asc.GlobalAddress,
    order: asc.GlobalAddress,
):
    """The values of 128 records in falling order, and which they were."""
    x_gm, n_gm = asc.GlobalTensor(), asc.GlobalTensor()
    y_gm, o_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    n_gm.set_global_buffer(numbers)
    y_gm.set_global_buffer(y)
    o_gm.set_global_buffer(order)
    src = asc.LocalTensorAuto(x.dtype, 128)
    which = asc.LocalTensorAuto(asc.uint32, 128)
    pairs = asc.LocalTensorAuto(x.dtype, 512)
    merged = asc.LocalTensorAuto(x.dtype, 512)
    temp = asc.LocalTensorAuto(x.dtype, 512)
    values = asc.LocalTensorAuto(x.dtype, 128)
    places = asc.LocalTensorAuto(asc.uint32, 128)
    asc.data_copy(src, x_gm, 128)
    asc.data_copy(which, n_gm, 128)
    asc.adv.concat(pairs, src, temp, 8)
    asc.sort(merged, pairs, which, temp, 4)
    asc.adv.extract(values, places, merged, 4)
    asc.data_copy(y_gm, values, 128)
    asc.data_copy(o_gm, places, 128)


@pytest.mark.parametrize("dtype", [np.float32, np.float16])
def test_records_are_sorted_and_taken_apart(dtype: type) -> None:
    x = np.random.default_rng(7).permutation(128).astype(dtype)
    numbers = np.arange(1000, 1128, dtype=np.uint32)
    y, order = np.zeros(128, dtype), np.zeros(128, np.uint32)
    ordered[1](x, numbers, y, order)
    # Blocks of 32 are sorted where the whole is not asked for.
    for begin in range(0, 128, 32):
        part = x[begin : begin + 32]
        places = np.argsort(-part)
        np.testing.assert_array_equal(y[begin : begin + 32], part[places])
        np.testing.assert_array_equal(
            order[begin : begin + 32], numbers[begin : begin + 32][places]
        )
