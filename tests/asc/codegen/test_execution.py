"""Numbers, arrays, structures and loops of kernels that are compiled and run, against Python."""

import numpy as np

import asc
from asc.language.core.struct import Field, Struct, StructField
from custom_compiler.asc.language.dtypes import KnownTypes


def _written(kernel, dtype, *arguments, length=8):
    """Return the values that a kernel writes into its first argument."""
    out = np.zeros(length, dtype)
    kernel[1](out, *arguments)
    return out.tolist()


@asc.jit
def with_text(out: asc.GlobalAddress, n: int):
    asc.inline("static __aicore__ inline int twice(int x) { return 2 * x; }", before_function=True)
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
    value = asc.number(n, asc.int32)
    asc.inline("$0.SetValue(0, twice($1));", [z, value])
    z.set_value(1, asc.property(asc.ONE_BLK_SIZE))
    z.set_value(2, asc.ceildiv(n, 4))


def test_text_of_cpp_and_constants_of_ascend_c():
    assert _written(with_text, np.int32, 21, length=3) == [42, 32, 6]


@asc.jit
def with_arrays(out: asc.GlobalAddress, n: int):
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
    filled = asc.array(asc.int32, 4, fill_value=5)
    listed = asc.array(asc.uint8, [250, n, 7])
    filled[n] = 9
    listed[1] += 10
    for i in range(4):
        z.set_value(i, filled[i])
    for i in asc.static_range(3):
        z.set_value(4 + i, listed[i])


def test_arrays():
    assert _written(with_arrays, np.int32, 2) == [5, 5, 9, 5, 250, 12, 7, 0]


@asc.jit
def with_floats(out: asc.GlobalAddress, f: float, n: int):
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
    z.set_value(0, max(f, 1.0))
    z.set_value(1, min(f, float(n)))
    z.set_value(2, abs(f))
    z.set_value(3, -f)
    total = 0.0
    for i in range(n):
        total += f * i
    z.set_value(4, total)
    z.set_value(5, f if f > 0 else -1.0)
    z.set_value(6, float(n) / 2)
    z.set_value(7, n > 0.5)


def test_floats():
    assert _written(with_floats, np.float32, -1.5, 3) == [1, -1.5, 1.5, 1.5, -4.5, -1, 1.5, 1]


@asc.jit
def with_unsigned(out: asc.GlobalAddress, n: int):
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
    u = n.cast(asc.uint32)  # type: ignore[attr-defined]
    z.set_value(0, u // 3)
    z.set_value(1, u >> 1)
    z.set_value(2, u % 7)
    z.set_value(3, u > 5)
    z.set_value(4, ~u)
    z.set_value(5, u & 0xF0)


def test_unsigned_numbers():
    u = 2**32 - 5
    expected = [u // 3, u >> 1, u % 7, 1, 4, u & 0xF0, 0, 0]
    assert _written(with_unsigned, np.uint32, -5) == expected


@asc.jit
def with_wide(out: asc.GlobalAddress, n: int):
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
    wide = n.cast(asc.int64) * 5000000000  # type: ignore[attr-defined]
    z.set_value(0, wide)
    z.set_value(1, wide // 3)
    z.set_value(2, 1 << 40)


def test_numbers_of_64_bits():
    assert _written(with_wide, np.int64, -5, length=3) == [-25000000000, -8333333333, 1 << 40]


class Inner(Struct):
    n = Field(dtype=KnownTypes.int32, default=3)
    f = Field(dtype=KnownTypes.float32, default=1.5)


class Outer(Struct):
    inner = StructField(Inner)
    m = Field(dtype=KnownTypes.int64, default=-7)


@asc.jit
def with_structures(out: asc.GlobalAddress, given: Outer):
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
    given.inner.n = given.inner.n + 1
    z.set_value(0, given.inner.n)
    z.set_value(1, given.m)
    z.set_value(2, given.inner.f * 2)
    made = Outer(m=9)
    z.set_value(3, made.m)
    z.set_value(4, made.inner.n)


def test_structures():
    given = Outer(inner=Inner(n=10))
    assert _written(with_structures, np.float32, given, length=5) == [11, -7, 3, 9, 3]
    assert given.inner.n == 10


@asc.jit
def with_bools(out: asc.GlobalAddress, flag: bool, n: int):
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
    found = False
    for i in range(n):
        if i == 3:
            found = True
    z.set_value(0, found)
    z.set_value(1, flag)
    z.set_value(2, not flag)
    z.set_value(3, flag and found)
    z.set_value(4, found + flag)


def test_bools():
    assert _written(with_bools, np.int32, True, 5, length=5) == [1, 1, 0, 1, 2]
    assert _written(with_bools, np.int32, False, 3, length=5) == [0, 0, 1, 0, 0]


@asc.jit
def with_bool_elements(out: asc.GlobalAddress, x: asc.GlobalAddress):
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
    y = asc.GlobalTensor()
    y.set_global_buffer(x)
    z.set_value(0, y.get_value(1))
    z.set_value(1, not y.get_value(1))


def test_elements_that_are_bools():
    written = _written(with_bool_elements, np.bool_, np.array([False, True]), length=2)
    assert written == [True, False]


@asc.jit
def with_loops(out: asc.GlobalAddress, n: int):
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
    a, b = n, 18
    while b != 0:
        a, b = b, a % b
    z.set_value(0, a)
    i = 0
    part = z[0:]
    while i < 3 and z.get_value(i) >= 0:
        part = z[i:]
        i += 1
    part.set_value(1, 77)
    for j in range(10, 0, -3):
        z.set_value(5 + j, j)


def test_loops():
    expected = [6, 0, 0, 77, *[0] * 12]
    for j in range(10, 0, -3):
        expected[5 + j] = j
    assert _written(with_loops, np.int32, 48, length=16) == expected


@asc.jit
def with_swaps(out: asc.GlobalAddress, x: asc.GlobalAddress, n: int):
    source = asc.GlobalTensor()
    source.set_global_buffer(x)
    target = asc.GlobalTensor()
    target.set_global_buffer(out)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 256, 64)
    asc.data_copy(a, source, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    for _ in range(n):
        asc.adds(b, a, 1.0, 64)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        a, b = b, a
    asc.data_copy(target, a, 64)


def test_loops_exchange_tensors():
    x = np.arange(64, dtype=np.float32)
    assert _written(with_swaps, np.float32, x, 3, length=64) == (x + 3).tolist()


@asc.jit
def with_ranges(out: asc.GlobalAddress, n: int):
    z = asc.GlobalTensor()
    z.set_global_buffer(out, 16)
    total = 0
    for i in range(asc.number(3, asc.int64)):
        total += i
    z.set_value(0, total)
    total = 0
    for i in range(n.cast(asc.uint32)):  # type: ignore[attr-defined]
        total += i
    z.set_value(1, total)
    total = 0
    for _ in range(z.get_size()):
        total += 1
    z.set_value(2, total)
    total = 0
    for i in range(1, n.cast(asc.int64), 2):  # type: ignore[attr-defined]
        total += i * n
    z.set_value(3, total)
    total = 0
    for i in range(n.cast(asc.uint8), 0, -1):  # type: ignore[attr-defined]
        total += i
    z.set_value(4, total)
    for i in range(n, n + 3, n - 3):
        z.set_value(5, i)


def test_ranges_of_all_integers():
    assert _written(with_ranges, np.int64, 4, length=16)[:6] == [3, 6, 16, 16, 10, 6]


@asc.jit
def with_signs(out: asc.GlobalAddress, f: float):
    z = asc.GlobalTensor()
    z.set_global_buffer(out)
    z.set_value(0, -f)
    z.set_value(1, f)


def test_zeros_have_signs():
    out = np.ones(2, np.float32)
    with_signs[1](out, 0.0)
    assert np.signbit(out).tolist() == [True, False]
    with_signs[1](out, -0.0)
    assert np.signbit(out).tolist() == [False, True]
