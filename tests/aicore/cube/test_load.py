"""Loads of fractals and feature maps into L0A and L0B, against models in NumPy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.aicore.cube_support import to_nz
from tests.aicore.harness import KernelFaultError
from tests.aicore.load_support import TYPES, Windows, in_l1, run_load

if TYPE_CHECKING:
    from numpy.typing import NDArray


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
        # addrMode is reserved in LoadData; the intrinsic has it.
        fractal = l1[start + (-i if backwards and raw else i) * stride]
        if turned:
            fractal = fractal.view(np.int16).reshape(16, 16).T.copy().view(np.uint8).reshape(-1)
        expected[i * (gap + 1)] = fractal
    parameters = [start, repeat, stride, gap, turned, backwards, short]
    got = run_load(dtype, l1, 6 if raw else 0, target, parameters)
    np.testing.assert_array_equal(got, expected.reshape(-1))


@pytest.mark.parametrize("dtype", ["int8_t", "float"])
def test_load_2d_turns_elements_of_two_bytes_only(dtype: str) -> None:
    """LoadData's page: ifTranspose supports b16 only."""
    with pytest.raises(KernelFaultError, match="ifTranspose is for elements of two bytes"):
        run_load(dtype, np.zeros(512, np.uint8), 0, 0, [0, 1, 1, 0, 1, 0])


@pytest.mark.parametrize("op", [0, 1, 3])
def test_fractals_begin_at_their_size(op: int) -> None:
    """矩阵计算输入搬运约束.md: at multiples of 512 bytes in L0A and L0B, of 32 bytes in L1."""
    l1 = np.random.default_rng(op).integers(0, 256, 1024).astype(np.uint8)
    windows = Windows((0, 0, 0, 0), 0, 1, 16, 16, 16, 16, 0, 0, 1, 1, 1, 1, 1, 1)
    parameters = windows.parameters(transpose=False) if op == 3 else [0, 1, 1, 0, 0, 0]
    parameters += [0] * (28 - len(parameters))
    got = run_load("half", l1, op, 0, [*parameters, 32, 512])
    fractal = l1[:512].view(np.int16).reshape(16, 16)
    np.testing.assert_array_equal(
        got[:512].view(np.int16), (fractal.T if op == 1 else fractal).ravel()
    )
    with pytest.raises(KernelFaultError, match=r"dst begins at byte 256 of .*no multiple of 512"):
        run_load("half", l1, op, 0, [*parameters, 32, 256])
    with pytest.raises(KernelFaultError, match=r"src begins at byte 16 of .*no multiple of 32"):
        run_load("half", l1, op, 0, [*parameters, 16, 512])


SQUARES = {"int8_t": (np.int8, 32, 2), "half": (np.int16, 16, 1), "float": (np.int32, 8, 2)}


def turn_square(fractals: NDArray[Any]) -> NDArray[Any]:
    """The fractals of the transposed square. Fractals of 8 columns stand next to each other."""
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
    start = (rest + 64) // 16 * 16  # elements; after what wraps
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


@pytest.mark.parametrize(("target", "transpose"), [(1, False), (0, True)])
def test_windows_of_bytes_are_not_transposed(target: int, transpose: bool) -> None:
    """LoadData's page: A2 and A3 load 4 and 8 bits into L0A, unmodified."""
    w = Windows((0, 0, 0, 0), 0, 1, 64, 32, 32, 16, 0, 0, 1, 1, 1, 1, 1, 1)
    with pytest.raises(KernelFaultError, match="windows of 4 or 8 bits"):
        run_load("int8_t", np.zeros(64, np.int8), 3, target, w.parameters(transpose=transpose))


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


def windows_from(feature_map: NDArray[Any], w: Windows, first_x: int, y: int) -> NDArray[Any]:
    """Windows from the one at (y, first_x) on: a stride apart in its row, further rows from the
    padding's left edge on."""
    left, right, top, bottom = w.pads
    padded = np.pad(
        feature_map, ((top, bottom), (left, right), (0, 0)), constant_values=w.pad_value
    )
    rows = []
    row, column = y + top, first_x + left
    while row + w.filter_h <= padded.shape[0]:
        places = range(column, padded.shape[1] - w.filter_w + 1, w.stride_w)
        rows += [padded[row : row + w.filter_h, x : x + w.filter_w].reshape(-1) for x in places]
        row, column = row + w.stride_h, 0
    return np.array(rows)


@pytest.mark.parametrize(
    ("x", "y"), [(-2, -2), (-1, -2), (0, 0), (1, 0), (2, 3), (4, 1), (-1, 5), (7, 8), (9, 9)]
)
def test_the_first_window_of_the_older_cores_is_anywhere(x: int, y: int) -> None:
    """leftTopW and leftTopH: where the load starts in the source, -padding_left in its corner."""
    rng = np.random.default_rng(5)
    feature_map = rng.integers(-100, 100, (12, 11, 16)).astype(np.int16)
    w = Windows((2, 1, 2, 1), 7, 12, 11, 16, 0, 0, 0, 0, 3, 2, 3, 2, 1, 1)
    expected = windows_from(feature_map, w, x, y)
    parameters = [2, 1, 2, 1, 7, 12, 11, 0, 1, 1, x, y, 3, 2, 3, 2, 1, 1, 1, 1, 2]
    got = run_load("half", in_l1(feature_map), 5, 0, parameters, arch=200).view(np.int16)
    column = (1 * 3 + 1) * 16
    count = min(32, len(expected))
    values = got[: 32 * 16].reshape(32, 16)
    np.testing.assert_array_equal(values[:count], expected[:count, column : column + 16])
    np.testing.assert_array_equal(values[count:], 7)


def test_windows_of_the_older_cores_by_values_in_braces() -> None:
    """19 values are those of LoadData3DParamsV1; LoadData3DParamsV2 takes 17 or 20."""
    rng = np.random.default_rng(6)
    l1 = in_l1(rng.integers(-100, 100, (12, 11, 16)).astype(np.int16))
    parameters = [2, 1, 2, 1, 7, 12, 11, 0, 1, 1, -1, 2, 3, 2, 3, 2, 1, 1, 1, 1, 2]
    by_name = run_load("half", l1, 5, 0, parameters, arch=200)
    np.testing.assert_array_equal(run_load("half", l1, 9, 0, parameters, arch=200), by_name)
    assert (by_name[:1024].view(np.int16) != 0x5A5A).any()


@pytest.mark.parametrize(
    ("x", "y", "words"),
    [(-3, 0, "leftTopW"), (10, 0, "leftTopW"), (0, -3, "leftTopH")],
)
def test_the_first_window_lies_in_the_padded_map(x: int, y: int, words: str) -> None:
    parameters = [2, 1, 2, 1, 7, 12, 11, 0, 0, 0, x, y, 3, 2, 3, 2, 1, 1, 1, 1, 1]
    with pytest.raises(KernelFaultError, match=words):
        run_load("half", np.zeros(64, np.int16), 5, 0, parameters, arch=200)


def test_a_matrix_is_a_feature_map_of_one_row() -> None:
    """NZ of k x m in L1 -> the left operand, transposed."""
    rng = np.random.default_rng(3)
    matrix = rng.integers(-100, 100, (44, 40)).astype(np.int32)  # k x m
    nz = to_nz(matrix, 8)
    w = Windows((0, 0, 0, 0), 0, 1, 48, 40, 40, 48, 0, 0, 1, 1, 1, 1, 1, 1)
    got = run_load("float", nz, 3, 0, w.parameters(transpose=True)).view(np.int32)
    zz = got[: 3 * 6 * 128].reshape(3, 6, 16, 8).transpose(0, 2, 1, 3).reshape(48, 48)
    np.testing.assert_array_equal(zz[:40, :44], matrix.T)
