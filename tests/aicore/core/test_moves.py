"""Data movement against a model of its documentation in numpy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aicore.harness import Kernel

DTYPES = {
    "int8_t": np.int8,
    "half": np.float16,
    "float": np.float32,
    "int32_t": np.int32,
    "int64_t": np.int64,
}

COPY = """
using namespace AscendC;
struct P {{ uint32_t count, len, src, dst; uint32_t pad, left, right, value; }};
using AscendcTilingDefault = P;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, GM_ADDR ub, GM_ADDR tiling) {{
    using T = {dtype};
    GET_TILING_DATA(p, tiling);
    TPipe pipe;
    TBuf<TPosition::VECIN> buf;
    pipe.InitBuffer(buf, 16384);
    GlobalTensor<T> src, dst, image;
    src.SetGlobalBuffer((__gm__ T*)in);
    dst.SetGlobalBuffer((__gm__ T*)out);
    image.SetGlobalBuffer((__gm__ T*)ub);
    LocalTensor<T> t = buf.Get<T>();
    DataCopy(t, image, 16384 / sizeof(T));
    if (TILING_KEY_IS(1)) {{
        DataCopy(t, src, DataCopyParams(p.count, p.len, p.src, p.dst));
    }} else if (TILING_KEY_IS(2)) {{
        DataCopyPad(t, src, DataCopyExtParams(p.count, p.len, p.src, p.dst, 0),
                    DataCopyPadExtParams<T>(p.pad, p.left, p.right, (T)(int)p.value));
    }} else if (TILING_KEY_IS(3)) {{
        DataCopyPadParams pad(p.pad, p.left, p.right, GetScalarBitcodeValue((T)(int)p.value));
        DataCopyPad(t, src, DataCopyParams(p.count, p.len, p.src, p.dst), pad);
    }} else if (TILING_KEY_IS(4)) {{
        DataCopyPad(dst, t, DataCopyExtParams(p.count, p.len, p.src, p.dst, 0));
    }} else if (TILING_KEY_IS(5)) {{
        DataCopy(dst, t, DataCopyParams(p.count, p.len, p.src, p.dst));
    }} else if (TILING_KEY_IS(6)) {{
        DataCopy(t[8192 / sizeof(T)], t, DataCopyParams(p.count, p.len, p.src, p.dst));
    }}
    DataCopy(image, t, 16384 / sizeof(T));
}}
"""

KERNELS: dict[str, Kernel] = {}


def move(
    dtype: str, key: int, source: np.ndarray, target: np.ndarray, ub: np.ndarray, *params: int
) -> None:
    """Runs one of COPY's copies; `ub` is the unified buffer before and after."""
    if dtype not in KERNELS:
        KERNELS[dtype] = Kernel(COPY.format(dtype=dtype), "f", 4)
    tiling = np.zeros(8, np.uint32)
    tiling[: len(params)] = params
    KERNELS[dtype].run(1, source, target, ub, tiling=tiling.tobytes(), tiling_key=key)


def noise(dtype: str, size_bytes: int, seed: int) -> np.ndarray:
    """Finite values of a type that fill `size_bytes`."""
    values = np.random.default_rng(seed).integers(-100, 100, size_bytes // DTYPES[dtype]().itemsize)
    converted: np.ndarray = values.astype(DTYPES[dtype])
    return converted


@settings(max_examples=60, deadline=None)
@given(
    dtype=st.sampled_from(sorted(DTYPES)),
    old_form=st.booleans(),
    count=st.integers(0, 6),
    elements=st.integers(0, 100),
    gap=st.integers(0, 9),
    blocks_gap=st.integers(0, 3),
    pad=st.booleans(),
    left=st.integers(0, 4),
    right=st.integers(0, 4),
    value=st.integers(-5, 5),
)
def test_padded_copy_in(
    dtype: str,
    old_form: bool,
    count: int,
    elements: int,
    gap: int,
    blocks_gap: int,
    pad: bool,
    left: int,
    right: int,
    value: int,
) -> None:
    size = DTYPES[dtype]().itemsize
    left, right = min(left, 32 // size), min(right, 32 // size)
    source = noise(dtype, 16384, 1)
    ub = noise(dtype, 16384, 2)
    want = ub.copy()
    pitch = -(-(left + elements + right) * size // 32) * 32 // size + blocks_gap * 32 // size
    for row in range(count if elements else 0):
        data = source[row * (elements + gap) :][:elements]
        used = pitch - blocks_gap * 32 // size
        fill = DTYPES[dtype](value if pad else 0) if left or right else data[0]
        line = np.full(used, fill)
        line[left : left + elements] = data
        want[row * pitch : row * pitch + used] = line
    move(
        dtype,
        3 if old_form else 2,
        source,
        source,
        ub,
        count,
        elements * size,
        gap * size,
        blocks_gap,
        int(pad),
        left,
        right,
        value & 0xFFFFFFFF,
    )
    np.testing.assert_array_equal(ub, want)


@settings(max_examples=40, deadline=None)
@given(
    dtype=st.sampled_from(sorted(DTYPES)),
    count=st.integers(0, 6),
    elements=st.integers(0, 100),
    gap=st.integers(0, 9),
    blocks_gap=st.integers(0, 3),
)
def test_byte_copy_out(dtype: str, count: int, elements: int, gap: int, blocks_gap: int) -> None:
    size = DTYPES[dtype]().itemsize
    ub = noise(dtype, 16384, 3)
    target = noise(dtype, 16384, 4)
    want = target.copy()
    pitch = -(-elements * size // 32) * 32 // size + blocks_gap * 32 // size
    for row in range(count):
        want[row * (elements + gap) :][:elements] = ub[row * pitch :][:elements]
    move(dtype, 4, target, target, ub, count, elements * size, blocks_gap, gap * size)
    np.testing.assert_array_equal(target, want)


@settings(max_examples=40, deadline=None)
@given(
    key=st.sampled_from([1, 5, 6]),
    count=st.integers(0, 5),
    length=st.integers(0, 8),
    src_gap=st.integers(0, 5),
    dst_gap=st.integers(0, 5),
)
def test_block_copies(key: int, count: int, length: int, src_gap: int, dst_gap: int) -> None:
    gm = noise("float", 16384, 5)
    ub = noise("float", 16384, 6)
    images = {
        1: (gm.copy(), ub.copy(), 0),
        5: (ub.copy(), gm.copy(), 0),
        6: (ub.copy(), ub.copy(), 2048),
    }
    source, want, start = images[key]
    for row in range(count):
        data = source[row * (length + src_gap) * 8 :][: length * 8]
        want[start + row * (length + dst_gap) * 8 :][: length * 8] = data
    move("float", key, gm, gm, ub, count, length, src_gap, dst_gap)
    np.testing.assert_array_equal(gm if key == 5 else ub, want)


LAYOUT = """
using namespace AscendC;
struct P { uint32_t num, n, d, stride; };
using AscendcTilingDefault = P;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR nz, GM_ADDR out, GM_ADDR tiling) {
    GET_TILING_DATA(p, tiling);
    TPipe pipe;
    TBuf<TPosition::A1> l1;
    TBuf<TPosition::VECCALC> ub;
    pipe.InitBuffer(l1, 65536);
    pipe.InitBuffer(ub, 65536);
    GlobalTensor<half> src, mid, dst;
    src.SetGlobalBuffer((__gm__ half*)in);
    mid.SetGlobalBuffer((__gm__ half*)nz);
    dst.SetGlobalBuffer((__gm__ half*)out);
    LocalTensor<half> a = l1.Get<half>(), b = ub.Get<half>();
    const uint32_t rows = (p.n + 15) / 16 * 16, groups = (p.d + 15) / 16;
    DataCopy(a, src,
             Nd2NzParams(p.num, p.n, p.d, p.n * p.stride, p.stride, rows, 1, rows * groups * 16));
    DataCopy(mid, a, p.num * rows * groups * 16);
    DataCopy(b, mid, p.num * rows * groups * 16);
    DataCopy(dst, b,
             Nz2NdParamsFull(p.num, p.n, p.d, rows * groups / 16, rows, p.stride, p.n * p.stride));
}
"""


@pytest.mark.parametrize(
    ("num", "n", "d", "stride"), [(1, 16, 16, 16), (2, 20, 37, 40), (3, 5, 64, 64)]
)
def test_nd_to_nz_and_back(num: int, n: int, d: int, stride: int) -> None:
    source = noise("half", num * n * stride * 2 + 4096, 7)
    rows, groups = -(-n // 16) * 16, -(-d // 16)
    nz = np.zeros((num, groups, rows, 16), np.float16)
    out = np.zeros_like(source)
    kernel = Kernel(LAYOUT, "f", 4)
    kernel.run(1, source, nz, out, tiling=np.array([num, n, d, stride], np.uint32).tobytes())
    nd = source[: num * n * stride].reshape(num, n, stride)[:, :, :d]
    padded = np.zeros((num, n, groups * 16), np.float16)
    padded[:, :, :d] = nd
    want = padded.reshape(num, n, groups, 16).transpose(0, 2, 1, 3)
    np.testing.assert_array_equal(nz[:, :, :n], want)
    np.testing.assert_array_equal(out[: num * n * stride].reshape(num, n, stride)[:, :, :d], nd)


def test_slices() -> None:
    source = """
    using namespace AscendC;
    extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out) {
        TPipe pipe;
        TBuf<TPosition::VECIN> buf;
        pipe.InitBuffer(buf, 4096);
        GlobalTensor<float> src, dst;
        src.SetGlobalBuffer((__gm__ float*)in);
        dst.SetGlobalBuffer((__gm__ float*)out);
        LocalTensor<float> t = buf.Get<float>();
        // Columns 16..23 and 40..47 and 64..71 of rows 1, 3 of a 4 x 87 matrix.
        SliceInfo from[] = {{16, 71, 16, 1, 87}, {1, 3, 1, 1, 4}};
        SliceInfo to[] = {{0, 23, 0, 1, 24}, {0, 1, 0, 1, 2}};
        DataCopy(t, src, to, from, 2);
        DataCopy(dst, t, 48);
    }
    """
    matrix = np.arange(4 * 87, dtype=np.float32).reshape(4, 87)
    out = np.zeros((2, 3, 8), np.float32)
    Kernel(source, "f", 2).run(1, matrix, out)
    want = [[matrix[r, c : c + 8] for c in (16, 40, 64)] for r in (1, 3)]
    np.testing.assert_array_equal(out, want)


ATOMIC = """
using namespace AscendC;
extern "C" __global__ __aicore__ void f(GM_ADDR in, GM_ADDR out, GM_ADDR count) {{
    using T = {dtype};
    const uint32_t n = (uint64_t)count;
    TPipe pipe;
    TBuf<TPosition::VECIN> buf;
    pipe.InitBuffer(buf, n * sizeof(T));
    GlobalTensor<T> src, dst;
    src.SetGlobalBuffer((__gm__ T*)in + GetBlockIdx() * n);
    dst.SetGlobalBuffer((__gm__ T*)out);
    LocalTensor<T> t = buf.Get<T>();
    DataCopy(t, src, n);
    SetAtomic{op}<T>();
    for (int i = 0; i < 3; ++i) {{
        DataCopy(dst, t, n);
    }}
    SetAtomicNone();
    DataCopy(dst[n], t, 32 / sizeof(T));
}}
"""


@pytest.mark.parametrize("dtype", ["float", "half", "int32_t", "int16_t", "int8_t", "bfloat16_t"])
@pytest.mark.parametrize("op", ["Add", "Max", "Min"])
def test_atomic_stores(dtype: str, op: str) -> None:
    blocks, n = 16, 4096
    rng = np.random.default_rng(8)
    values = rng.integers(-2, 3, (blocks, n)).astype(np.float32)
    types = {**DTYPES, "int16_t": np.int16, "bfloat16_t": np.uint16}
    if dtype == "bfloat16_t":
        data = (values.view(np.uint32) >> 16).astype(np.uint16)
        out = np.zeros(n + 16, np.uint16)
    else:
        data = values.astype(types[dtype])
        out = np.zeros(n + 64, types[dtype])
    Kernel(ATOMIC.format(dtype=dtype, op=op), "f", 3).run(blocks, data, out, n)
    got = out[:n]
    if dtype == "bfloat16_t":
        got = (got.astype(np.uint32) << 16).view(np.float32)
    want = {
        "Add": 3 * values.sum(axis=0),
        "Max": np.maximum(values.max(axis=0), 0),
        "Min": np.minimum(values.min(axis=0), 0),
    }[op]
    np.testing.assert_array_equal(got.astype(np.float32), want)


def test_long_copies() -> None:
    """Enough of them for the choice between ways of loading; unaligned in global memory."""
    tile, tiles = 20_000, 100
    source = f"""
    using namespace AscendC;
    extern "C" __global__ __aicore__ void f(GM_ADDR a, GM_ADDR b, uint64_t at) {{
        GlobalTensor<int16_t> x, y;
        x.SetGlobalBuffer((__gm__ int16_t*)a + at);
        y.SetGlobalBuffer((__gm__ int16_t*)b + at);
        TPipe pipe;
        TQueBind<TPosition::VECIN, TPosition::VECOUT, 2> queue;
        pipe.InitBuffer(queue, 2, {tile} * 2);
        for (int i = 0; i < {tiles}; ++i) {{
            auto t = queue.AllocTensor<int16_t>();
            DataCopy(t, x[i * {tile}], {tile});
            queue.EnQue(t);
            t = queue.DeQue<int16_t>();
            DataCopy(y[i * {tile}], t, {tile});
            queue.FreeTensor(t);
        }}
    }}
    """
    kernel = Kernel(source, "f", 3)
    data = np.random.default_rng(3).integers(-9999, 9999, tile * tiles + 16).astype(np.int16)
    for at in (0, 1, 13):
        got = np.zeros_like(data)
        kernel.run(1, data, got, at)
        want = np.zeros_like(data)
        want[at : at + tile * tiles] = data[at : at + tile * tiles]
        np.testing.assert_array_equal(got, want)


def test_fill_of_global_memory() -> None:
    source = """
    using namespace AscendC;
    extern "C" __global__ __aicore__ void f(GM_ADDR a, GM_ADDR b) {
        GlobalTensor<half> x;
        x.SetGlobalBuffer((__gm__ half*)a);
        InitGlobalMemory(x[3], 5000, (half)1.5);
        GlobalTensor<int32_t> y;
        y.SetGlobalBuffer((__gm__ int32_t*)b);
        InitOutput<int32_t>(y, 77, -1);
    }
    """.replace("InitGlobalMemory(x[3]", "auto rest = x[3]; InitGlobalMemory(rest")
    a, b = np.zeros(5010, np.float16), np.zeros(80, np.int32)
    Kernel(source, "f", 2).run(1, a, b)
    np.testing.assert_array_equal(a, np.r_[np.zeros(3), np.full(5000, 1.5), np.zeros(7)])
    np.testing.assert_array_equal(b, np.r_[np.full(77, -1), np.zeros(3)])
