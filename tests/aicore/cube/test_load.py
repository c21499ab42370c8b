"""Loads of fractals and feature maps into L0A and L0B, against models in NumPy."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from cube_support import to_nz
from harness import AIC_ONLY, AICORE, Kernel, KernelFaultError
from hypothesis import assume, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from numpy.typing import NDArray

L1_BYTES, L0_BYTES = 128 * 1024, 64 * 1024

LOADS = r"""
using namespace AscendC;
struct Call {
    uint32_t op, target;
    int32_t p[30];
};
constexpr IsResetLoad3dConfig KEEP_REGISTERS = {false, false};
// Parameters by the names of their fields, on registers that are set before.
template <typename T>
__aicore__ inline void LoadWindowsByName(const LocalTensor<T>& l0, const LocalTensor<T>& l1, const int32_t* p) {
    LoadData3DParamsV2<T> w;
    w.channelSize = p[7];
    w.kExtension = p[8];
    w.mExtension = p[9];
    w.kStartPt = p[10];
    w.mStartPt = p[11];
    w.strideW = p[12];
    w.strideH = p[13];
    w.filterW = p[14];
    w.filterH = p[15];
    w.dilationFilterW = p[16];
    w.dilationFilterH = p[17];
    w.enTranspose = p[18] != 0;
    w.filterSizeW = p[25] != 0;
    w.filterSizeH = false;
    w.fMatrixCtrl = true;
    LoadData<T, KEEP_REGISTERS>(l0, l1, w);
}
template <typename T>
__aicore__ inline void LoadOldWindowsByName(const LocalTensor<T>& l0, const LocalTensor<T>& l1, const int32_t* p, T pad) {
    LoadData3DParamsV1<T> w;
    for (int i = 0; i < 4; ++i) w.padList[i] = p[i];
    w.l1H = p[5];
    w.l1W = p[6];
    w.c1Index = p[7];
    w.fetchFilterW = p[8];
    w.fetchFilterH = p[9];
    w.leftTopW = p[10];
    w.leftTopH = p[11];
    w.strideW = p[12];
    w.strideH = p[13];
    w.filterW = p[14];
    w.filterH = p[15];
    w.dilationFilterW = p[16];
    w.dilationFilterH = p[17];
    w.jumpStride = p[18];
    w.repeatMode = p[19];
    w.repeatTime = p[20];
    w.cSize = 0;
    w.padValue = pad;
    LoadData(l0, l1, w);
}
template <typename A>
__aicore__ inline void CopyBytes(A* dst, const A* src, uint32_t bytes) {
    __builtin_memcpy(dst, src, bytes);
}
// Runs one load on images of L1 and of the target memory.
extern "C" __global__ __aicore__ void load(GM_ADDR l1Image, GM_ADDR l0Image, GM_ADDR call) {
    const Call c = *(__gm__ Call*)call;
    const int32_t* p = c.p;
    LocalTensor<T> l1(TPosition::A1, 0, 128 * 1024 * 8 / isa::kElementBits<T>);
    LocalTensor<T> l0(c.target == 0 ? TPosition::A2 : TPosition::B2, 0, 64 * 1024 * 8 / isa::kElementBits<T>);
    CopyBytes((uint8_t*)l1.GetPhyAddr(), l1Image, 128 * 1024);
    CopyBytes((uint8_t*)l0.GetPhyAddr(), l0Image, 64 * 1024);
    if (c.op == 0) {
        LoadData(l0, l1, LoadData2dParams(p[0], p[1], p[2], 0, p[3], p[4] != 0, p[5] != 0 ? dec : inc));
    } else if (c.op == 1) {
        LoadDataWithTranspose(l0, l1, LoadData2dTransposeParams(p[0], p[1], p[2], p[3], p[4], p[5]));
    } else if (c.op == 2) {
        LoadDataWithTranspose(l0, l1, LoadData2dTransposeParamsV2(p[0], p[1], p[2], p[3], p[4], p[6], p[5]));
    } else if (c.op == 6) {
        __cbuf__ T* from = (__cbuf__ T*)l1.GetPhyAddr();
        const addr_cal_mode_t mode = p[5] != 0 ? dec : inc;
        if (c.target == 0 && p[6]) load_cbuf_to_ca((__ca__ T*)l0.GetPhyAddr(), from, p[0], p[1], p[2], 0, p[4] != 0);
        else if (c.target == 0) load_cbuf_to_ca((__ca__ T*)l0.GetPhyAddr(), from, p[0], p[1], p[2], p[3], 0, p[4] != 0, mode);
        else if (p[6]) load_cbuf_to_cb((__cb__ T*)l0.GetPhyAddr(), from, p[0], p[1], p[2], 0, p[4] != 0);
        else load_cbuf_to_cb((__cb__ T*)l0.GetPhyAddr(), from, p[0], p[1], p[2], p[3], 0, p[4] != 0, mode);
    } else {
#if INTEGERS
        const T pad = (T)p[4];
#else
        T pad;
        __builtin_memcpy(&pad, &p[4], sizeof(T));
#endif
        const uint8_t padList[4] = {(uint8_t)p[0], (uint8_t)p[1], (uint8_t)p[2], (uint8_t)p[3]};
        if (p[22] != 0) {
            LoadDataRepeatParam repeat;
            repeat.repeatStride = p[23];
            repeat.repeatTime = p[22];
            repeat.repeatMode = p[24];
            repeat.dstStride = p[26];
            SetLoadDataRepeat(p[25] ? LoadDataRepeatParam(p[23], p[22], p[24]) : repeat);
        }
        if (c.op == 3) {
            LoadData(l0, l1, LoadData3DParamsV2<T>(padList, p[5], p[6], p[7], p[8], p[9], p[10], p[11], p[12], p[13], p[14], p[15], p[16], p[17], p[18] != 0, false, pad));
        } else if (c.op == 4) {
            SetFmatrix(p[5], p[6], padList, FmatrixMode::FMATRIX_LEFT);
            SetLoadDataPaddingValue(pad);
            LoadData3DParamsV2Pro pro;
            pro.channelSize = p[7];
            pro.enTranspose = p[18] != 0;
            pro.extConfig = (uint64_t)p[11] << 48 | (uint64_t)p[10] << 32 | (uint64_t)p[9] << 16 | (uint64_t)p[8];
            pro.filterConfig = (uint64_t)p[17] << 40 | (uint64_t)p[16] << 32 | (uint64_t)p[15] << 24 | (uint64_t)p[14] << 16 | (uint64_t)p[13] << 8 | (uint64_t)p[12];
            LoadData(l0, l1, pro);
        } else if (c.op == 7) {
            SetFmatrix(p[5], p[6], padList, FmatrixMode::FMATRIX_RIGHT);
            uint64_t bits = 0;
            __builtin_memcpy(&bits, &pad, sizeof(T));
            set_padding(bits);
            if (p[20]) set_l1_3d_size(p[20]); else SetLoadDataBoundary(p[19]);
            LoadWindowsByName(l0, l1[p[21] / sizeof(T)], p);
        } else if (c.op == 8) {
            LoadOldWindowsByName(l0, l1, p, pad);
        } else {
            // c1, filter point, left top: p[19..]
            LoadData(l0, l1, LoadData3DParamsV1<T>(padList, p[5], p[6], p[7], p[8], p[9], p[10], p[11], p[12], p[13], p[14], p[15], p[16], p[17], p[18], p[19], p[20], 0, pad));
        }
    }
    CopyBytes(l0Image, (uint8_t*)l0.GetPhyAddr(), 64 * 1024);
}
"""

TYPES = {"int8_t": np.int8, "half": np.int16, "bfloat16_t": np.int16, "float": np.int32}


@cache
def load_kernel(dtype: str, arch: int = 220) -> Kernel:
    integers = int(dtype == "int8_t")
    source = f'#include "kernel_operator.h"\n#define INTEGERS {integers}\nusing T = {dtype};\n'
    return Kernel(source + LOADS, "load", 3, arch=arch)


def run_load(
    dtype: str, l1: NDArray[Any], op: int, target: int, parameters: list[int], *, arch: int = 220
) -> NDArray[np.uint8]:
    """The image of the target memory, which was 0x5A everywhere before."""
    l1_image = np.zeros(L1_BYTES, np.uint8)
    raw = np.ascontiguousarray(l1).view(np.uint8).reshape(-1)
    l1_image[: raw.size] = raw
    l0_image = np.full(L0_BYTES, 0x5A, np.uint8)
    call = np.zeros(32, np.int32)
    call[0], call[1] = op, target
    call[2 : 2 + len(parameters)] = parameters
    load_kernel(dtype, arch).run(
        1,
        l1_image,
        l0_image,
        call,
        task_type=AIC_ONLY if arch == 220 else AICORE,
        soc="Ascend910B1" if arch == 220 else "Ascend310P3",
    )
    return l0_image


@settings(max_examples=60, deadline=None)
@given(
    dtype=st.sampled_from(["int8_t", "half", "float"]),
    start=st.integers(0, 20),
    repeat=st.integers(0, 12),
    stride=st.integers(0, 5),
    gap=st.integers(0, 3),
    turned=st.booleans(),
    backwards=st.booleans(),
    target=st.integers(0, 1),
    raw=st.booleans(),
)
def test_load_2d(
    dtype: str,
    start: int,
    repeat: int,
    stride: int,
    gap: int,
    turned: bool,
    backwards: bool,
    target: int,
    raw: bool,
) -> None:
    short = raw and gap == 0 and not backwards
    turned = turned and dtype == "half"
    start += 12 * 5 if backwards else 0
    l1 = np.random.default_rng(start).integers(0, 256, (256, 512)).astype(np.uint8)
    expected = np.full((128, 512), 0x5A, np.uint8)
    for i in range(repeat):
        fractal = l1[start + (-i if backwards else i) * stride]
        if turned:
            fractal = fractal.view(np.int16).reshape(16, 16).T.copy().view(np.uint8).reshape(-1)
        expected[i * (gap + 1)] = fractal
    parameters = [start, repeat, stride, gap, turned, backwards, short]
    got = run_load(dtype, l1, 6 if raw else 0, target, parameters)
    np.testing.assert_array_equal(got, expected.reshape(-1))


SQUARES = {"int8_t": (np.int8, 32, 2), "half": (np.int16, 16, 1), "float": (np.int32, 8, 2)}


def turn_square(fractals: NDArray[Any]) -> NDArray[Any]:
    """The fractals of the transposed square. Fractals of 8 columns stand side by side."""
    count, _, width = fractals.shape
    if width == 8:
        square = fractals.transpose(1, 0, 2).reshape(16, 16).T
        return square.reshape(16, 2, 8).transpose(1, 0, 2)
    return fractals.reshape(count * 16, width).T.reshape(count, 16, width)


@settings(max_examples=60, deadline=None)
@given(
    dtype=st.sampled_from(sorted(SQUARES)),
    fine=st.booleans(),
    start=st.integers(0, 8),
    repeat=st.integers(0, 6),
    stride=st.integers(0, 4),
    gap=st.integers(0, 3),
    fractal_gap=st.integers(0, 3),
    source_gap=st.integers(0, 3),
)
def test_load_with_transpose(
    dtype: str,
    fine: bool,
    start: int,
    repeat: int,
    stride: int,
    gap: int,
    fractal_gap: int,
    source_gap: int,
) -> None:
    element, width, count = SQUARES[dtype]
    places = [i * (gap + 1) + f * (fractal_gap + 1) for i in range(repeat) for f in range(count)]
    assume(len(set(places)) == len(places))
    rng = np.random.default_rng(start)
    l1 = rng.integers(-100, 100, (200, 16, width)).astype(element)
    unit, source_pitch = (1, source_gap + 1) if fine else (count, 1)
    expected = np.full((128, 16, width), 0, element)
    expected.view(np.uint8)[...] = 0x5A
    for i in range(repeat):
        first = (start + i * stride) * unit
        turned = turn_square(l1[first : first + count * source_pitch : source_pitch])
        for f in range(count):
            expected[places[i * count + f]] = turned[f]
    got = run_load(
        dtype, l1, 2 if fine else 1, 1, [start, repeat, stride, gap, fractal_gap, 0, source_gap]
    )
    np.testing.assert_array_equal(got.view(element).reshape(-1, 16, width), expected)


@dataclass
class Windows:
    """Parameters of a load of windows, in the order of LoadData3DParamsV2."""

    pads: tuple[int, ...]  # left, right, top, bottom
    pad_value: int
    height: int
    width: int
    channels: int
    k: int
    m: int
    k_start: int
    m_start: int
    stride_w: int
    stride_h: int
    filter_w: int
    filter_h: int
    dilation_w: int
    dilation_h: int

    def parameters(self, *, transpose: bool) -> list[int]:
        rest = [int(v) for v in astuple(self)[1:]]
        return [*self.pads, *rest, int(transpose)]

    def matrix(self, feature_map: NDArray[Any]) -> NDArray[Any]:
        """All windows as rows; `feature_map` is height x width x channels."""
        left, right, top, bottom = self.pads
        padded = np.pad(
            feature_map, ((top, bottom), (left, right), (0, 0)), constant_values=self.pad_value
        )
        c0 = 32 // feature_map.itemsize
        rows = []
        reach_h = (self.filter_h - 1) * self.dilation_h + 1
        reach_w = (self.filter_w - 1) * self.dilation_w + 1
        for y in range(0, padded.shape[0] - reach_h + 1, self.stride_h):
            for x in range(0, padded.shape[1] - reach_w + 1, self.stride_w):
                window = padded[
                    y : y + reach_h : self.dilation_h, x : x + reach_w : self.dilation_w
                ]
                parts = [window[..., c : c + c0].reshape(-1) for c in range(0, self.channels, c0)]
                rows.append(np.concatenate(parts))
        return np.array(rows)


def in_l1(feature_map: NDArray[Any]) -> NDArray[Any]:
    """C1 x height x width x C0, the last part as narrow as it is."""
    c0 = 32 // feature_map.itemsize
    channels = feature_map.shape[2]
    return np.concatenate(
        [feature_map[..., c : c + c0].reshape(-1) for c in range(0, channels, c0)]
    )


@st.composite
def windows(draw: st.DrawFn, c0: int) -> Windows:
    filter_w, filter_h = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    dilation_w, dilation_h = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    pads = tuple(draw(st.integers(0, 2)) for _ in range(4))
    height = draw(st.integers((filter_h - 1) * dilation_h + 1, 12))
    width = draw(st.integers((filter_w - 1) * dilation_w + 1, 12))
    channels = draw(st.integers(0, 2)) * c0 + draw(st.sampled_from([0, 4]))
    channels = channels or c0
    stride_w, stride_h = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    total_h = (height + pads[2] + pads[3] - (filter_h - 1) * dilation_h - 1) // stride_h + 1
    total_w = (width + pads[0] + pads[1] - (filter_w - 1) * dilation_w - 1) // stride_w + 1
    m_start = draw(st.integers(0, total_h * total_w - 1))
    m = draw(st.integers(1, min(total_h * total_w - m_start, 64)))
    total_k = channels * filter_h * filter_w
    k_start = draw(st.integers(0, (total_k - 1) // c0)) * c0
    k = min(draw(st.integers(1, 6)) * c0, total_k - k_start)
    pad_value = draw(st.integers(-5, 5))
    return Windows(
        pads, pad_value, height, width, channels, k, m, k_start, m_start,
        stride_w, stride_h, filter_w, filter_h, dilation_w, dilation_h,
    )  # fmt: skip


def check_windows(dtype: str, w: Windows, op: int, target: int, *, transpose: bool) -> None:
    element = TYPES[dtype]
    c0 = 32 // np.dtype(element).itemsize
    rng = np.random.default_rng(w.m)
    feature_map = rng.integers(-100, 100, (w.height, w.width, w.channels)).astype(element)
    x = w.matrix(feature_map)[w.m_start : w.m_start + w.m, w.k_start : w.k_start + w.k]
    rows, columns = x.shape
    got = run_load(dtype, in_l1(feature_map), op, target, w.parameters(transpose=transpose))
    values = got.view(element)
    row_tiles, k_blocks = -(-rows // 16), -(-columns // c0)
    if target == 0 and not transpose:
        zz = values[: row_tiles * k_blocks * 16 * c0].reshape(row_tiles, k_blocks, 16, c0)
        loaded = zz.transpose(0, 2, 1, 3).reshape(row_tiles * 16, -1)[:rows, :columns]
        np.testing.assert_array_equal(loaded, x)
        return
    k_tiles = -(-columns // 16)
    per_row = row_tiles * 16 // c0  # fractals along the rows of x
    if target == 0:
        zz = values[: k_tiles * per_row * 16 * c0].reshape(k_tiles, per_row, 16, c0)
        loaded = zz.transpose(0, 2, 1, 3).reshape(k_tiles * 16, -1)[:columns, :rows].T
    else:
        zn = values[: per_row * k_tiles * 16 * c0].reshape(per_row, k_tiles, 16, c0)
        loaded = zn.transpose(0, 3, 1, 2).reshape(per_row * c0, -1)[:rows, :columns]
    np.testing.assert_array_equal(loaded, x)


@settings(max_examples=80, deadline=None)
@given(data=st.data(), dtype=st.sampled_from(sorted(TYPES)), packed=st.booleans())
def test_windows_as_rows(data: st.DataObject, dtype: str, packed: bool) -> None:
    w = data.draw(windows(32 // np.dtype(TYPES[dtype]).itemsize))
    check_windows(dtype, w, 4 if packed else 3, 0, transpose=False)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), dtype=st.sampled_from(["half", "float"]), target=st.integers(0, 1))
def test_windows_transposed(data: st.DataObject, dtype: str, target: int) -> None:
    w = data.draw(windows(32 // np.dtype(TYPES[dtype]).itemsize))
    check_windows(dtype, w, 3, target, transpose=target == 0)


@pytest.mark.parametrize("columns", [0, 1])
def test_repeated_windows(columns: int) -> None:
    """Three parts of the matrix become one."""
    rng = np.random.default_rng(1)
    feature_map = rng.integers(-100, 100, (1, 128, 96)).astype(np.int16)
    w = Windows((0, 0, 0, 0), 0, 1, 128, 96, 16, 32, 16, 16, 1, 1, 1, 1, 1, 1)
    parameters = [*w.parameters(transpose=False), 0, 0, 0, 3, 2, columns]
    got = run_load("half", in_l1(feature_map), 3, 0, parameters).view(np.int16)
    x = w.matrix(feature_map)
    if columns:
        expected = np.concatenate([x[16:48, c : c + 16] for c in (16, 48, 80)], axis=1)
    else:
        expected = np.concatenate([x[r : r + 32, 16:32] for r in (16, 48, 80)], axis=0)
    rows, width = expected.shape
    zz = got[: rows * width].reshape(rows // 16, width // 16, 16, 16)
    np.testing.assert_array_equal(zz.transpose(0, 2, 1, 3).reshape(rows, width), expected)


@settings(max_examples=40, deadline=None)
@given(
    data=st.data(), dtype=st.sampled_from(["half", "float"]), fill=st.booleans(), raw=st.booleans()
)
def test_windows_across_the_boundary(
    data: st.DataObject, dtype: str, fill: bool, raw: bool
) -> None:
    """The rest of a feature map that reaches the boundary lies at the start of L1."""
    element = np.dtype(TYPES[dtype])
    w = data.draw(windows(32 // element.itemsize))
    w.pad_value = w.pad_value if fill else 0
    feature_map = np.random.default_rng(w.m).integers(-100, 100, (w.height, w.width, w.channels))
    flat = in_l1(feature_map.astype(element))
    # The boundary lies between blocks of 32 bytes; a feature map may end within one.
    blocks = flat.nbytes // 32
    kept = data.draw(st.integers(1, blocks)) * 32 // element.itemsize if blocks else flat.size
    rest = flat.size - kept
    start = (rest + 64) // 16 * 16  # elements; behind what wraps
    l1 = np.full(start + flat.size, 111, element)
    l1[start : start + flat.size - rest] = flat[: flat.size - rest]
    l1[:rest] = flat[flat.size - rest :]
    boundary = (start + flat.size - rest) * element.itemsize if rest else 0
    parameters = [*w.parameters(transpose=False), 0 if raw else boundary, boundary if raw else 0]
    parameters += [start * element.itemsize]
    got = run_load(dtype, l1, 7, 0, parameters).view(element)
    x = w.matrix(feature_map.astype(element))
    x = x[w.m_start : w.m_start + w.m, w.k_start : w.k_start + w.k]
    c0 = 32 // element.itemsize
    rows, columns = x.shape
    shape = (-(-rows // 16), -(-columns // c0), 16, c0)
    loaded = got[: int(np.prod(shape))].reshape(shape).transpose(0, 2, 1, 3)
    np.testing.assert_array_equal(loaded.reshape(shape[0] * 16, -1)[:rows, :columns], x)


def test_repeats_have_no_gap_in_l0() -> None:
    w = Windows((0, 0, 0, 0), 0, 1, 128, 96, 16, 32, 16, 16, 1, 1, 1, 1, 1, 1)
    parameters = [*w.parameters(transpose=False), 0, 0, 0, 3, 2, 0, 0, 4]
    with pytest.raises(KernelFaultError, match="no dstStride"):
        run_load("half", np.zeros(64, np.int16), 3, 0, parameters)


@pytest.mark.parametrize("by_name", [0, 1])
@pytest.mark.parametrize("along_windows", [0, 1])
def test_windows_of_the_older_cores(along_windows: int, by_name: int) -> None:
    """One fractal per repeat, from a window and a point of the filter."""
    rng = np.random.default_rng(2)
    feature_map = rng.integers(-100, 100, (9, 10, 32)).astype(np.int16)
    w = Windows((1, 1, 1, 1), 3, 9, 10, 32, 0, 0, 0, 0, 1, 1, 3, 3, 1, 1)
    x = w.matrix(feature_map)
    # channels 16.., filter point (w 1, h 2), window at w -1, h 1 (the row of windows 2)
    parameters = [1, 1, 1, 1, 3, 9, 10, 1, 1, 2, -1, 1, 1, 1, 3, 3, 1, 1, 2, along_windows, 3]
    op = 8 if by_name else 5
    got = run_load("half", in_l1(feature_map), op, 0, parameters, arch=200).view(np.int16)
    row, column = 2 * 10, (1 * 9 + 2 * 3 + 1) * 16
    for i in range(3 if along_windows else 2):
        r, c = (row + 16 * i, column) if along_windows else (row, column + 16 * i)
        fractal = got[i * 512 : i * 512 + 256].reshape(16, 16)
        np.testing.assert_array_equal(fractal, x[r : r + 16, c : c + 16])


def test_a_matrix_is_a_feature_map_of_one_row() -> None:
    """NZ of k x m in L1 -> the left operand, transposed."""
    rng = np.random.default_rng(3)
    matrix = rng.integers(-100, 100, (44, 40)).astype(np.int32)  # k x m
    nz = to_nz(matrix, 8)
    w = Windows((0, 0, 0, 0), 0, 1, 48, 40, 40, 48, 0, 0, 1, 1, 1, 1, 1, 1)
    got = run_load("float", nz, 3, 0, w.parameters(transpose=True)).view(np.int32)
    zz = got[: 3 * 6 * 128].reshape(3, 6, 16, 8).transpose(0, 2, 1, 3).reshape(48, 48)
    np.testing.assert_array_equal(zz[:40, :44], matrix.T)
