"""Loads, multiplications and ways out of the cube from Python, against NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asc
from asc.runtime import config

M, N, K = 32, 48, 64
FRACTAL = 256  # half elements


@asc.jit
def load_left(a2: asc.LocalTensor, a1: asc.LocalTensor):
    """Row by row of fractals: columns of them lie one after the other in L1."""
    for row in asc.static_range(M // 16):
        asc.load_data(
            a2[row * (K // 16) * FRACTAL :],
            a1[row * FRACTAL :],
            asc.LoadData2DParams(repeat_times=K // 16, src_stride=M // 16),
        )


@asc.jit
def load_right(b2: asc.LocalTensor, b1: asc.LocalTensor):
    for row in asc.static_range(K // 16):
        asc.load_data(
            b2[row * (N // 16) * FRACTAL :],
            b1[row * FRACTAL :],
            asc.LoadData2DParams(repeat_times=N // 16, src_stride=K // 16, if_transpose=True),
        )


@asc.jit(kernel_type=config.KernelType.AIC_ONLY)
def multiplied(
    a: asc.GlobalAddress, b: asc.GlobalAddress, bias: asc.GlobalAddress, c: asc.GlobalAddress
):
    """Products of half matrices: unmodified, added to themselves, and with a bias."""
    a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c)
    bias_gm = asc.GlobalTensor()
    bias_gm.set_global_buffer(bias)
    a1 = asc.LocalTensor(a.dtype, asc.TPosition.A1, 0, M * K)
    b1 = asc.LocalTensor(a.dtype, asc.TPosition.B1, 65536, K * N)
    bias1 = asc.LocalTensor(asc.float32, asc.TPosition.C1, 131072, N)
    a2 = asc.LocalTensor(a.dtype, asc.TPosition.A2, 0, M * K)
    b2 = asc.LocalTensor(a.dtype, asc.TPosition.B2, 0, K * N)
    bias2 = asc.LocalTensor(asc.float32, asc.TPosition.C2, 0, N)
    c1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, M * N)
    asc.set_hf32_mode(False)
    asc.set_hf32_trans_mode(True)
    asc.set_mm_layout_transform(False)
    asc.data_copy(a1, a_gm, asc.Nd2NzParams(1, M, K, 0, K, M, 1, 0))
    asc.data_copy(b1, b_gm, intri_params=asc.Nd2NzParams(1, K, N, 0, N, K, 1, 0))
    asc.data_copy(bias1, bias_gm, N)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    load_left(a2, a1)
    load_right(b2, b1)
    asc.data_copy(bias2, bias1, N)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c1, a2, b2, asc.MmadParams(m=M, n=N, k=K))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.fixpipe(c_gm, c1, asc.FixpipeParamsV220(N, M, M, N))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    again = asc.MmadParams(M, N, K, True, 0, False, False, False)
    asc.mmad(c1, a2, b2, again)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.fixpipe(c_gm[M * N :], c1, asc.FixpipeParamsV220(N, M, M, N, relu_en=True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    biased = asc.MmadParams(M, N, K, unit_flag=0, cmatrix_source=True, cmatrix_init_val=False)
    asc.mmad(c1, a2, b2, bias2, biased)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    out = asc.DataCopyCO12DstParams(N, M, M * 2, M)
    asc.data_copy(c_gm[M * N * 2 :], c1, out)


def matrices(dtype: Any = np.float16) -> tuple[Any, Any]:
    generator = np.random.default_rng(8)
    return tuple(generator.integers(-4, 5, shape).astype(dtype) for shape in ((M, K), (K, N)))  # type: ignore[return-value]


def in_fractals(c: Any) -> Any:
    """A result whose columns of 16 lie after each other, as a matrix."""
    return c.reshape(N // 16, M, 16).transpose(1, 0, 2).reshape(M, N)


def test_products() -> None:
    a, b = matrices()
    bias = np.arange(N, dtype=np.float32)
    c = np.zeros((3, M, N), np.float32)
    multiplied[1](a, b, bias, c)
    product = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(c[0], product)
    np.testing.assert_array_equal(c[1], np.maximum(2 * product, 0))
    np.testing.assert_array_equal(in_fractals(c[2]), product + bias)


@asc.jit(kernel_type=config.KernelType.AIC_ONLY)
def ways_out(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress):
    """Half results: rounded, times a scale, and in the layout of fractals."""
    a_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c)
    a1 = asc.LocalTensor(a.dtype, asc.TPosition.A1, 0, M * K)
    b1 = asc.LocalTensor(a.dtype, asc.TPosition.B1, 65536, K * N)
    a2 = asc.LocalTensor(a.dtype, asc.TPosition.A2, 0, M * K)
    b2 = asc.LocalTensor(a.dtype, asc.TPosition.B2, 0, K * N)
    c1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, M * N)
    asc.data_copy(a1, a_gm, asc.Nd2NzParams(1, M, K, 0, K, M, 1, 0))
    asc.data_copy(b1, b_gm, asc.Nd2NzParams(1, K, N, 0, N, K, 1, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    load_left(a2, a1)
    for row in asc.static_range(K // 16):
        asc.load_data_with_transpose(
            b2[row * (N // 16) * FRACTAL :],
            b1[row * FRACTAL :],
            asc.LoadData2dTransposeParams(repeat_times=N // 16, src_stride=K // 16),
        )
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c1, a2, b2, asc.MmadParams(M, N, K, 0, False, True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    half = asc.FixpipeParamsV220(N, M, M, N, quant_pre=asc.QuantModes.F322F16)
    asc.fixpipe(c_gm, c1, half)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    fractals = asc.FixpipeParamsV220(N, M, M, M, quant_pre=asc.QuantModes.F322F16)
    asc.fixpipe(c_gm[M * N :], c1, fractals, asc.FixpipeConfig(asc.CO2Layout.NZ))
    copied = asc.DataCopyCO12DstParams(N, M, M, M, asc.QuantModes.F322F16, relu_pre=1)
    asc.data_copy(a1, c1, copied)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(c_gm[M * N * 2 :], a1, M * N)


def test_ways_out() -> None:
    a, b = matrices()
    c = np.zeros((3, M, N), np.float16)
    ways_out[1](a, b, c)
    product = a.astype(np.float32) @ b.astype(np.float32)
    np.testing.assert_array_equal(c[0], product.astype(np.float16))
    np.testing.assert_array_equal(in_fractals(c[1]), product.astype(np.float16))
    np.testing.assert_array_equal(in_fractals(c[2]), np.maximum(product, 0).astype(np.float16))


@asc.jit(kernel_type=config.KernelType.AIC_ONLY)
def windows(x: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress, form: asc.ConstExpr):
    """Convolution by a filter of one point: each of the three forms of the load."""
    x_gm, b_gm, c_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c)
    a1 = asc.LocalTensor(x.dtype, asc.TPosition.A1, 0, 16 * 16)
    b1 = asc.LocalTensor(x.dtype, asc.TPosition.B1, 65536, 16 * 16)
    a2 = asc.LocalTensor(x.dtype, asc.TPosition.A2, 0, 16 * 16)
    b2 = asc.LocalTensor(x.dtype, asc.TPosition.B2, 0, 16 * 16)
    c1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 16 * 16)
    asc.data_copy(a1, x_gm, 256)
    asc.data_copy(b1, b_gm, asc.Nd2NzParams(1, 16, 16, 0, 16, 16, 1, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.set_load_data_boundary(0)
    asc.set_load_data_padding_value(0)
    asc.set_load_data_repeat(asc.LoadDataRepeatParam())
    if form == 1:
        asc.load_data(a2, a1, asc.LoadData3DParamsV1((0, 0, 0, 0), 4, 4))
    if form == 2:
        params = asc.LoadData3DParamsV2([0, 0, 0, 0], 4, 4, 16, k_extension=16, m_extension=16)
        asc.load_data(a2, a1, params)
    if form == 3:
        asc.load_data(a2, a1, asc.LoadData3DParamsV2([0, 0, 0, 0], 4, 4, 16, 16, 16))
        asc.load_data(a2, a1, asc.LoadData3DParamsV2Pro(16, ext_config=16 | 16 << 16))
    asc.load_data(b2, b1, asc.LoadData2DParams(if_transpose=True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c1, a2, b2, asc.MmadParams(16, 16, 16, 0, False, True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.fixpipe(c_gm, c1, asc.FixpipeParamsV220(16, 16, 16, 16))


@pytest.mark.parametrize("form", [1, 2, 3])
def test_windows_of_feature_maps(form: int) -> None:
    x, b = np.random.default_rng(9).integers(-4, 5, (2, 16, 16)).astype(np.float16)
    c = np.zeros((16, 16), np.float32)
    windows[1](x, b, c, form)
    np.testing.assert_array_equal(c, x.astype(np.float32) @ b.astype(np.float32))


@asc.jit(kernel_type=config.KernelType.AIC_ONLY)
def constants(c: asc.GlobalAddress):
    """A matrix of 2 times one of 3: filled in L1 and loaded, and filled where it is used."""
    c_gm = asc.GlobalTensor()
    c_gm.set_global_buffer(c)
    a1 = asc.LocalTensor(asc.float16, asc.TPosition.A1, 0, 256)
    a2 = asc.LocalTensor(asc.float16, asc.TPosition.A2, 0, 256)
    b2 = asc.LocalTensor(asc.float16, asc.TPosition.B2, 0, 256)
    c1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
    asc.init_const_value(a1, asc.InitConstValueParams(1, 16, 0, 2))
    asc.init_const_value(
        b2, asc.InitConstValueParams(repeat_times=1, block_num=1, dst_gap=0, init_value=3.0)
    )
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.load_data(a2, a1, asc.LoadData2DParams())
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c1, a2, b2, asc.MmadParams(16, 16, 16, 0, False, True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.fixpipe(c_gm, c1, asc.FixpipeParamsV220(16, 16, 16, 16))


def test_memory_of_the_cube_is_filled() -> None:
    c = np.zeros(256, np.float32)
    constants[1](c)
    assert (c == 2 * 3 * 16).all()


@asc.jit(kernel_type=config.KernelType.AIC_ONLY)
def of_bytes(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    scales: asc.GlobalAddress,
    whole: asc.GlobalAddress,
    scaled: asc.GlobalAddress,
):
    """A product of bytes of 16 x 32 and 32 x 16 in one fractal each, unmodified, and scaled."""
    a_gm, b_gm, scales_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    whole_gm, scaled_gm = asc.GlobalTensor(), asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    scales_gm.set_global_buffer(scales)
    whole_gm.set_global_buffer(whole)
    scaled_gm.set_global_buffer(scaled)
    a2 = asc.LocalTensor(a.dtype, asc.TPosition.A2, 0, 512)
    b2 = asc.LocalTensor(a.dtype, asc.TPosition.B2, 0, 512)
    a1 = asc.LocalTensor(a.dtype, asc.TPosition.A1, 0, 512)
    b1 = asc.LocalTensor(a.dtype, asc.TPosition.B1, 1024, 512)
    scales1 = asc.LocalTensor(asc.uint64, asc.TPosition.C1, 2048, 16)
    c1 = asc.LocalTensor(asc.int32, asc.TPosition.CO1, 0, 256)
    asc.load_data(a1, a_gm, asc.LoadData2DParams())
    asc.load_data(b1, b_gm, asc.LoadData2DParams())
    asc.data_copy(scales1, scales_gm, 16)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.load_data(a2, a1, asc.LoadData2DParams())
    asc.load_data(b2, b1, asc.LoadData2DParams())
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c1, a2, b2, asc.MmadParams(16, 16, 32, 0, False, True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.fixpipe(whole_gm, c1, asc.FixpipeParamsV220(16, 16, 16, 16))
    params = asc.FixpipeParamsV220(16, 16, 16, 16, quant_pre=asc.QuantModes.VDEQF16)
    asc.fixpipe(scaled_gm, c1, scales1, params)
    one = asc.FixpipeParamsV220(16, 16, 16, 16, asc.QuantModes.DEQF16, deq_scalar=0x3E800000)
    asc.fixpipe(scaled_gm[256:], c1, one)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.set_fix_pipe_pre_quant_flag(0x3F000000)
    copied = asc.DataCopyCO12DstParams(16, 16, 16, 16, asc.QuantModes.DEQF16)
    asc.data_copy(scaled_gm[512:], c1, copied)


def test_products_of_bytes_are_scaled() -> None:
    a, b = np.random.default_rng(10).integers(-9, 9, (2, 16, 32)).astype(np.int8)
    factors = 2.0 ** np.arange(-8, 8, dtype=np.float32)
    scales = factors.view(np.uint32).astype(np.uint64)
    whole, scaled = np.zeros((16, 16), np.int32), np.zeros((3, 16, 16), np.float16)
    of_bytes[1](a, b, scales, whole, scaled)
    product = a.astype(np.int32) @ b.T.astype(np.int32)
    np.testing.assert_array_equal(whole, product)
    np.testing.assert_array_equal(scaled[0], (product * factors).astype(np.float16))
    np.testing.assert_array_equal(scaled[1], (product * 0.25).astype(np.float16))
    np.testing.assert_array_equal(scaled[2], (product * 0.5).astype(np.float16))


@asc.jit(kernel_type=config.KernelType.AIC_ONLY)
def sparse(
    a: asc.GlobalAddress, b: asc.GlobalAddress, index: asc.GlobalAddress, c: asc.GlobalAddress
):
    """16 x 64 times 64 x 16, of which two of each four are stored."""
    a_gm, b_gm, index_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    c_gm = asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    index_gm.set_global_buffer(index)
    c_gm.set_global_buffer(c)
    a1 = asc.LocalTensor(a.dtype, asc.TPosition.A1, 0, 1024)
    b1 = asc.LocalTensor(a.dtype, asc.TPosition.B1, 65536, 512)
    index1 = asc.LocalTensor(asc.uint8, asc.TPosition.B1, 131072, 128)
    a2 = asc.LocalTensor(a.dtype, asc.TPosition.A2, 0, 1024)
    b2 = asc.LocalTensor(a.dtype, asc.TPosition.B2, 0, 512)
    c1 = asc.LocalTensor(asc.int32, asc.TPosition.CO1, 0, 256)
    asc.data_copy(a1, a_gm, 1024)
    asc.data_copy(b1, b_gm, 512)
    asc.data_copy(index1, index_gm, 128)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.load_data(a2, a1, asc.LoadData2DParams(0, 2, 1))
    asc.load_data_with_sparse(b2, b1, index1, asc.LoadData2DParams(0, 1))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad_with_sparse(c1, a2, b2, asc.MmadParams(16, 16, 64, 0, False, True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.fixpipe(c_gm, c1, asc.FixpipeParamsV220(16, 16, 16, 16))


def test_products_with_sparse_matrices() -> None:
    """The first two of each four remain: all indices are 0."""
    generator = np.random.default_rng(11)
    a = generator.integers(-9, 9, (16, 64)).astype(np.int8)
    kept = generator.integers(-9, 9, (32, 16)).astype(np.int8)
    full = np.zeros((16, 4, 16), np.int32)
    full[:, :2] = kept.reshape(16, 2, 16)
    blocks = np.ascontiguousarray(a.reshape(16, 2, 32).transpose(1, 0, 2))
    c = np.zeros((16, 16), np.int32)
    sparse[1](blocks, np.ascontiguousarray(kept.T), np.zeros(128, np.uint8), c)
    np.testing.assert_array_equal(c, a.astype(np.int32) @ full.reshape(64, 16))


@asc.jit(kernel_type=config.KernelType.AIC_ONLY)
def images(
    pixels: asc.GlobalAddress,
    luma: asc.GlobalAddress,
    chroma: asc.GlobalAddress,
    out: asc.GlobalAddress,
):
    """A part of an image of 8 x 4 pixels: its colours, then one of two planes."""
    pixels_gm, luma_gm, chroma_gm = asc.GlobalTensor(), asc.GlobalTensor(), asc.GlobalTensor()
    out_gm = asc.GlobalTensor()
    pixels_gm.set_global_buffer(pixels)
    luma_gm.set_global_buffer(luma)
    chroma_gm.set_global_buffer(chroma)
    out_gm.set_global_buffer(out)
    image = asc.LocalTensor(asc.int8, asc.TPosition.A1, 0, 2 * 4 * 2 * 32)
    means = asc.AippDataTypeConvParams(10, 20, 30)
    given = asc.AippParams(asc.int8, swap_params=asc.AippSwapParams(True), dtc_params=means)
    asc.set_aipp_functions(pixels_gm, asc.AippInputFormat.RGB888_U8, given)
    asc.load_image_to_local(image, asc.LoadImageToLocalParams(4, 2, 2, 1, 8))
    given = asc.AippParams(
        asc.int8,
        asc.AippPaddingParams(),
        asc.AippSwapParams(is_swap_uv=True),
        asc.AippSingleLineParams(False),
        asc.AippDataTypeConvParams(),
        asc.AippChannelPaddingParams(c_padding_mode=0, c_padding_value=5),
        asc.AippColorSpaceConvParams(),
    )
    asc.set_aipp_functions(luma_gm, chroma_gm, asc.AippInputFormat.YUV420SP_U8, given)
    part = asc.LoadImageToLocalParams(
        horiz_size=4, vert_size=2, horiz_start_pos=2, vert_start_pos=0, src_horiz_size=8
    )
    asc.load_image_to_local(image[4 * 2 * 32 :], part)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(out_gm, image, 2 * 4 * 2 * 32)


def test_parts_of_images() -> None:
    generator = np.random.default_rng(12)
    pixels = generator.integers(40, 100, (4, 8, 3)).astype(np.uint8)
    luma = generator.integers(0, 100, (4, 8)).astype(np.uint8)
    chroma = generator.integers(0, 100, (2, 4, 2)).astype(np.uint8)
    out = np.zeros((2, 2, 4, 32), np.int8)
    images[1](pixels, luma, chroma, out)
    coloured = pixels[1:3, 2:6, ::-1].astype(np.int16) - [10, 20, 30]
    np.testing.assert_array_equal(out[0, ..., :3], coloured)
    assert not out[0, ..., 3:].any()
    np.testing.assert_array_equal(out[1, ..., 0], luma[:2, 2:6])
    np.testing.assert_array_equal(
        out[1, ..., 1:3], np.repeat(chroma[:1, 1:3, ::-1], 2, 1).repeat(2, 0)
    )
    assert (out[1, ..., 3:] == 5).all()


@asc.jit(kernel_type=config.KernelType.AIC_ONLY)
def loaded_as_on_later_parts(a: asc.GlobalAddress, from_global: asc.ConstExpr[bool]):
    a_gm = asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    pipe = asc.TPipe()
    a1, a2 = asc.TBuf(asc.TPosition.A1), asc.TBuf(asc.TPosition.A2)
    pipe.init_buffer(a1, 512)
    pipe.init_buffer(a2, 512)
    params = asc.LoadData2DParamsV2(m_step=1, k_step=1)
    if from_global:
        asc.load_data(a1.get(a.dtype), a_gm, params)
    else:
        asc.load_data(a2.get(a.dtype), a1.get(a.dtype), params)


@pytest.mark.parametrize("from_global", [True, False])
def test_forms_of_later_parts_end_the_kernel(from_global: bool) -> None:
    with pytest.raises(RuntimeError, match="this core does not take LoadData2DParamsV2"):
        loaded_as_on_later_parts[1](np.zeros(256, np.float16), from_global)
